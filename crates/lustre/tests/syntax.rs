//! Every file in `syntax/ok` loads, every file in `syntax/err` is rejected; snapshots hold the printed program and the
//! diagnostics. A file whose name starts with a code must show that code.

use std::path::Path;

use assay_lustre::syntax::printer::print_program;
use assay_lustre::syntax::tree::SameTree;
use assay_lustre::{Dialect, load, parse};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};

fn read(path: &Path) -> (SourceMap, assay_source::FileId) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut map = SourceMap::new();
    let id = map.add_bytes(name, &std::fs::read(path).unwrap()).unwrap();
    (map, id)
}

/// A first line `-- dialect: jkind` overrides the detection.
fn dialect(map: &SourceMap, id: assay_source::FileId) -> Option<Dialect> {
    let first = map.file(id).text().lines().next()?;
    first
        .strip_prefix("-- dialect: ")
        .map(|name| name.parse().unwrap())
}

fn render(map: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    Renderer::new(Color::Plain).render_all(map, diagnostics)
}

fn shows_its_code(path: &Path, diagnostics: &[Diagnostic]) {
    let name = path.file_name().unwrap().to_str().unwrap();
    if let Some(code) = name
        .split('-')
        .next()
        .filter(|c| c.starts_with('L') && c.len() == 5)
    {
        assert!(
            diagnostics.iter().any(|d| d.code == code),
            "{name} does not show {code}"
        );
    }
}

#[test]
fn accepted() {
    insta::glob!("syntax/ok/*.lus", |path| {
        let (mut map, id) = read(path);
        let loaded = match load(map.file(id), dialect(&map, id)) {
            Ok(loaded) => loaded,
            Err(errors) => panic!("{}", render(&map, &errors)),
        };
        shows_its_code(path, &loaded.diagnostics);
        let printed = print_program(&loaded.ast);
        let again = map.add_text("printed", &printed);
        let reparsed = parse(map.file(again), Some(loaded.ast.dialect));
        assert!(reparsed.is_ok(), "{}", render(&map, &reparsed.diagnostics));
        assert!(loaded.ast.same_tree(&reparsed.ast), "{printed}");
        let mains: Vec<_> = loaded
            .model
            .mains
            .iter()
            .map(|m| loaded.model.node(*m).name.to_string())
            .collect();
        let properties: Vec<String> = loaded
            .model
            .nodes
            .iter()
            .flat_map(|n| {
                n.properties
                    .iter()
                    .map(move |p| format!("{}: {}", n.name, p.name))
            })
            .collect();
        let constants: Vec<String> = loaded
            .model
            .constants
            .iter()
            .map(|c| {
                format!(
                    "{} : {} = {}",
                    c.name,
                    loaded.model.show_type(&c.ty),
                    loaded.model.show_value(&c.value)
                )
            })
            .collect();
        insta::assert_snapshot!(format!(
            "dialect: {}\nmain: {}\nproperties: {:#?}\nconstants: {:#?}\n\n{printed}\n{}",
            loaded.ast.dialect,
            mains.join(", "),
            properties,
            constants,
            render(&map, &loaded.diagnostics)
        ));
    });
}

#[test]
fn rejected() {
    insta::glob!("syntax/err/*.lus", |path| {
        let (map, id) = read(path);
        let Err(errors) = load(map.file(id), dialect(&map, id)) else {
            panic!("{} was accepted", path.display());
        };
        assert!(errors.iter().any(Diagnostic::is_error));
        shows_its_code(path, &errors);
        insta::assert_snapshot!(render(&map, &errors));
    });
}

/// Each snapshot belongs to a file.
#[test]
fn no_snapshot_is_orphaned() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for entry in std::fs::read_dir(tests.join("snapshots")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        for (prefix, folder) in [("syntax__accepted@", "ok"), ("syntax__rejected@", "err")] {
            if let Some(file) = name
                .strip_prefix(prefix)
                .and_then(|n| n.strip_suffix(".snap"))
            {
                assert!(
                    tests.join("syntax").join(folder).join(file).exists(),
                    "{name} has no model"
                );
            }
        }
    }
}

/// Each code that the sources can report has a file that shows it.
#[test]
fn every_code_has_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut codes = std::collections::BTreeSet::new();
    let mut folders = vec![root.join("src/syntax"), root.join("src/check")];
    let mut files = vec![root.join("src/load.rs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path)
            } else {
                files.push(path)
            }
        }
    }
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        for (at, _) in text.match_indices("\"L0") {
            codes.insert(text[at + 1..at + 6].to_string());
        }
    }
    let shown: Vec<String> = ["ok", "err"]
        .iter()
        .flat_map(|kind| std::fs::read_dir(root.join("tests/syntax").join(kind)).unwrap())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    // Covered by `bad_input.rs`: the input is generated because it is too large for a file.
    let generated = ["L0104", "L0107"];
    // Always comes along with another one.
    let companions = ["L0502"];
    let missing: Vec<_> = codes
        .iter()
        .filter(|code| !generated.contains(&code.as_str()) && !companions.contains(&code.as_str()))
        .filter(|code| !shown.iter().any(|name| name.starts_with(code.as_str())))
        .collect();
    assert!(missing.is_empty(), "no file shows {missing:?}");
}
