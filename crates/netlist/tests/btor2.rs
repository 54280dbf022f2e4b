//! Every file in `btor2/valid` is read and survives writing, every file in `btor2/invalid` is refused; snapshots hold
//! the diagnostics. A file whose name starts with a code must show that code.

use std::path::Path;

use assay_netlist::btor2::{Model, parse, print};
use assay_source::{Color, Diagnostic, FileId, Renderer, SourceMap};

fn read(path: &Path) -> (SourceMap, FileId) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut map = SourceMap::new();
    let id = map.add_bytes(name, &std::fs::read(path).unwrap()).unwrap();
    (map, id)
}

fn render(map: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    Renderer::new(Color::Plain).render_all(map, diagnostics)
}

/// Written and read again it is the same.
fn survives_writing(model: &Model) {
    let text = print(model);
    let mut map = SourceMap::new();
    let id = map.add_text("printed", &text);
    let (again, diagnostics) = parse(map.file(id));
    assert!(diagnostics.is_empty(), "{}", render(&map, &diagnostics));
    assert_eq!(*model, again);
    assert_eq!(text, print(&again));
}

#[test]
fn accepted() {
    insta::glob!("btor2/valid/*.btor2", |path| {
        let (map, id) = read(path);
        let (model, diagnostics) = parse(map.file(id));
        assert!(diagnostics.is_empty(), "{}", render(&map, &diagnostics));
        survives_writing(&model);
        insta::assert_snapshot!(print(&model));
    });
}

#[test]
fn refused() {
    insta::glob!("btor2/invalid/*.btor2", |path| {
        let (map, id) = read(path);
        let (_, diagnostics) = parse(map.file(id));
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(diagnostics.iter().any(Diagnostic::is_error), "{name}");
        if let Some(code) = name.split('-').next().filter(|c| c.starts_with('N')) {
            let shown = diagnostics.iter().filter(|d| d.code == code).count();
            assert!(shown > 0, "{name} does not show {code}");
        }
        insta::assert_snapshot!(render(&map, &diagnostics));
    });
}

#[test]
fn errors_are_counted_to_an_end() {
    let mut map = SourceMap::new();
    let id = map.add_text("many", &"x\n".repeat(1000));
    let (_, diagnostics) = parse(map.file(id));
    assert_eq!(diagnostics.len(), 51);
    assert_eq!(diagnostics[50].code, "N0199");
}

/// The corpus of the project, where it is there.
#[test]
fn corpus_survives_writing() {
    let Some(root) = std::env::var_os("ASSAY_CORPUS") else {
        eprintln!("note: ASSAY_CORPUS is not set, no corpus file was read");
        return;
    };
    let mut files = Vec::new();
    collect(&Path::new(&root).join("netlist"), &mut files);
    assert!(!files.is_empty(), "the corpus has no BTOR2 file");
    for path in files {
        let (map, id) = read(&path);
        let (model, diagnostics) = parse(map.file(id));
        assert!(diagnostics.is_empty(), "{}", render(&map, &diagnostics));
        survives_writing(&model);
    }
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|e| e == "btor2" || e == "btor")
        {
            files.push(path);
        }
    }
}
