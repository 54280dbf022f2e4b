//! Which SMT solvers are there? Looked for, in this order: the environment variable of the solver
//! (a path; empty means "act as if there were none"), PATH, `../libexec/assay` as seen from the
//! program's directory, where `make install` puts them, and `.solvers/bin` beside the program
//! or the current directory or above either of them, where `make setup` puts what it fetches.
//!
//! Looking costs a few file status calls. Asking a solver for its version starts a process, so that
//! is done only when it is shown.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a solver may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SolverKind {
    Yices,
    Z3,
    Cvc5,
}

impl SolverKind {
    pub const ALL: [SolverKind; 3] = [SolverKind::Yices, SolverKind::Z3, SolverKind::Cvc5];

    /// The name of its program.
    pub fn executable(self) -> &'static str {
        match self {
            SolverKind::Yices => "yices-smt2",
            SolverKind::Z3 => "z3",
            SolverKind::Cvc5 => "cvc5",
        }
    }

    /// The environment variable that overrides where it is.
    pub fn variable(self) -> &'static str {
        match self {
            SolverKind::Yices => "ASSAY_YICES",
            SolverKind::Z3 => "ASSAY_Z3",
            SolverKind::Cvc5 => "ASSAY_CVC5",
        }
    }

    pub fn purpose(self) -> &'static str {
        match self {
            SolverKind::Yices => "linear arithmetic over int and real, in all engines but Spacer",
            SolverKind::Z3 => "Spacer, nonlinear arithmetic, the independent check of certificates",
            SolverKind::Cvc5 => "in place of yices-smt2 or z3 where one of them is missing",
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.executable())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Variable,
    Path,
    /// Installed together with the program.
    Installed,
    /// In a working copy of the sources.
    Local,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            How::Variable => "environment variable",
            How::Path => "PATH",
            How::Installed => "libexec/assay",
            How::Local => ".solvers",
        })
    }
}

/// A solver that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub kind: SolverKind,
    pub path: PathBuf,
    pub how: How,
}

impl Found {
    /// Runs it to ask for its version; None if it does not answer soon in a form we know.
    pub fn version(&self) -> Option<String> {
        let mut command = Command::new(&self.path);
        command
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut asked = assay_process::spawn(command).ok()?;
        let end = Instant::now() + PATIENCE;
        // One line fits into the pipe, so the process can end before it is read.
        while asked.try_wait().ok()?.is_none() {
            if Instant::now() > end {
                let _ = asked.kill();
                let _ = asked.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut said = Vec::new();
        asked.stdout.take()?.read_to_end(&mut said).ok()?;
        let text = String::from_utf8_lossy(&said);
        text.split_whitespace()
            .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
            .map(str::to_owned)
    }
}

/// All solvers that are there, in the order of [`SolverKind::ALL`].
pub fn discover() -> Vec<Found> {
    let program = std::env::current_exe().ok();
    let directories = directories(program.as_deref(), std::env::current_dir().ok().as_deref());
    discover_from(|name| std::env::var_os(name), &directories)
}

/// Where solvers may lie that are not on PATH, in the order in which they are preferred.
fn directories(program: Option<&Path>, current: Option<&Path>) -> Vec<(PathBuf, How)> {
    // The directory above `bin`: the prefix of an installation.
    let prefix = program.and_then(Path::parent).and_then(Path::parent);
    let installed = prefix.map(|p| (p.join("libexec").join("assay"), How::Installed));
    let starts = program.into_iter().chain(current);
    let local = starts.flat_map(Path::ancestors);
    let local = local.map(|dir| (dir.join(".solvers").join("bin"), How::Local));
    installed.into_iter().chain(local).collect()
}

/// The same with an environment and with the directories to look at after PATH.
fn discover_from(
    env: impl Fn(&str) -> Option<OsString>,
    directories: &[(PathBuf, How)],
) -> Vec<Found> {
    SolverKind::ALL
        .into_iter()
        .filter_map(|kind| find(kind, &env, directories))
        .collect()
}

fn find(
    kind: SolverKind,
    env: &impl Fn(&str) -> Option<OsString>,
    directories: &[(PathBuf, How)],
) -> Option<Found> {
    let found = |path: PathBuf, how| is_executable(&path).then_some(Found { kind, path, how });
    if let Some(path) = env(kind.variable()) {
        return found(PathBuf::from(path), How::Variable);
    }
    let path = env("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .filter(|dir| dir.as_os_str() != OsStr::new(""))
        .find_map(|dir| found(dir.join(kind.executable()), How::Path))
        .or_else(|| {
            directories
                .iter()
                .find_map(|(dir, how)| found(dir.join(kind.executable()), *how))
        })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A directory of its own for one test, removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let dir = std::env::temp_dir().join(format!("assay-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&dir).unwrap();
            Scratch(dir)
        }

        fn program(&self, path: &str, mode: u32) -> PathBuf {
            let path = self.0.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "#!/bin/sh\necho Tool version 1.2.3\n").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            path
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn variable_before_path_before_installed_before_local() {
        let scratch = Scratch::new("discover");
        let local = scratch.program(".solvers/bin/z3", 0o755);
        let installed = scratch.program("prefix/libexec/assay/z3", 0o755);
        let on_path = scratch.program("bin/z3", 0o755);
        let named = scratch.program("mine", 0o755);
        let in_prefix = directories(Some(&scratch.0.join("prefix/bin/assay")), None);
        let in_clone = directories(Some(&scratch.0.join("target/debug/assay")), None);
        let env = |name: &str| match name {
            "ASSAY_Z3" => Some(named.clone().into_os_string()),
            "PATH" => Some(scratch.0.join("bin").into_os_string()),
            _ => None,
        };
        let one = |env: &dyn Fn(&str) -> Option<OsString>, directories: &[(PathBuf, How)]| {
            let found = discover_from(env, directories);
            assert_eq!(found.len(), 1, "{found:?}");
            (found[0].path.clone(), found[0].how)
        };
        assert_eq!(one(&env, &in_prefix), (named.clone(), How::Variable));
        let without = |name: &str| if name == "PATH" { env(name) } else { None };
        assert_eq!(one(&without, &in_prefix), (on_path, How::Path));
        assert_eq!(one(&|_| None, &in_prefix), (installed, How::Installed));
        assert_eq!(one(&|_| None, &in_clone), (local.clone(), How::Local));
        // A clone of the sources is also found from the directory in which the program is started.
        let elsewhere = directories(Some(Path::new("/usr/bin/assay")), Some(&scratch.0));
        assert_eq!(one(&|_| None, &elsewhere), (local, How::Local));
    }

    #[test]
    fn an_empty_variable_hides_a_solver() {
        let scratch = Scratch::new("hidden");
        scratch.program(".solvers/bin/yices-smt2", 0o755);
        let env = |name: &str| (name == "ASSAY_YICES").then(OsString::new);
        assert_eq!(discover_from(env, &directories(None, Some(&scratch.0))), []);
    }

    #[test]
    fn what_cannot_be_executed_is_no_solver() {
        let scratch = Scratch::new("plain");
        scratch.program(".solvers/bin/z3", 0o644);
        let directories = directories(None, Some(&scratch.0));
        assert_eq!(discover_from(|_| None, &directories), []);
    }

    #[test]
    fn the_version_is_the_first_dotted_number() {
        let scratch = Scratch::new("version");
        let found = Found {
            kind: SolverKind::Z3,
            path: scratch.program("z3", 0o755),
            how: How::Path,
        };
        assert_eq!(found.version().as_deref(), Some("1.2.3"));
    }
}
