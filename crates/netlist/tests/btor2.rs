//! Every file in `btor2/valid` is read and survives writing, every file in `btor2/invalid` is refused; snapshots hold
//! the diagnostics. A file whose name starts with a code must show that code.

mod btor2_properties;

use std::path::Path;

use assay_netlist::aiger::Options;
use assay_netlist::btor2::{Model, load, lower, parse, print};
use assay_source::{Color, Diagnostic, FileId, Renderer, SourceMap};
use assay_testkit::corpus;
use btor2_properties::{agree, value};

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

/// The corpus of the project, where it is there: every file survives writing, and its lowering agrees with the
/// interpreter for a few steps.
#[test]
fn corpus_files_are_read_and_run() {
    let Some(folder) = corpus::folder("netlist") else {
        return;
    };
    for path in corpus::files(&folder, &["btor2", "btor"]) {
        let (map, id) = read(&path);
        let loaded = match load(map.file(id)) {
            Ok(loaded) => loaded,
            Err(errors) => panic!("{}", render(&map, &errors)),
        };
        survives_writing(&loaded.model);
        let lowered = lower(&loaded, Options::default());
        agree(&loaded, &lowered, 2, |line, step| {
            value(&loaded.model, line, step, 1)
        });
    }
}
