//! Solver processes that break. In a program of its own: a script cannot be started while another thread's child
//! still has it open for writing.
#![cfg(unix)]

use assay_solver::{Found, How, Oracle, SmtOptions, SmtOracle, SolverKind, StopFlag};

#[test]
fn a_solver_that_dies_is_an_error_with_its_last_words() {
    use std::os::unix::fs::PermissionsExt;
    let dir = std::env::temp_dir().join(format!("assay-dying-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    for (i, (script, words)) in [
        (
            "#!/bin/sh\necho cannot find libsolver >&2\n",
            "cannot find libsolver",
        ),
        ("#!/bin/sh\necho '(error \"bad input\")'\n", "bad input"),
        ("#!/bin/sh\n", "without a word"),
        ("#!/bin/sh\necho perhaps\ncat >/dev/null\n", "perhaps"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = dir.join(format!("yices-{i}"));
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let found = Found {
            kind: SolverKind::Yices,
            path,
            how: How::Variable,
        };
        let error = SmtOracle::new(&found, StopFlag::new(), SmtOptions::default())
            .unwrap()
            .solve(&[], None)
            .unwrap_err();
        assert!(error.0.contains(words), "{error}");
    }
    let missing = Found {
        kind: SolverKind::Yices,
        path: dir.join("none"),
        how: How::Variable,
    };
    assert!(SmtOracle::new(&missing, StopFlag::new(), SmtOptions::default()).is_err());
    std::fs::remove_dir_all(&dir).unwrap();
}
