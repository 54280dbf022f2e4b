//! Every file in `ok` is read and every file in `err` is refused; snapshots hold the printed model and the diagnostics. A
//! file whose name starts with a code must show that code.

use std::path::Path;

use assay_smv::parse;
use assay_smv::syntax::printer::print_tree;
use assay_source::{Color, Diagnostic, FileId, Renderer, SourceMap};

fn read(path: &Path) -> (SourceMap, FileId) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut map = SourceMap::new();
    let id = map.add_lossy(name, &std::fs::read(path).unwrap()).unwrap();
    (map, id)
}

fn render(map: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    Renderer::new(Color::Plain).render_all(map, diagnostics)
}

#[test]
fn accepted() {
    insta::glob!("ok/*.smv", |path| {
        let (mut map, id) = read(path);
        let (tree, errors) = parse(map.file(id));
        assert!(errors.is_empty(), "{}", render(&map, &errors));
        let printed = print_tree(&tree);
        let again = map.add_text("printed", &printed);
        let (other, errors) = parse(map.file(again));
        assert!(errors.is_empty(), "{}", render(&map, &errors));
        assert!(tree.same_tree(&other), "{printed}");
        assert_eq!(printed, print_tree(&other));
        insta::assert_snapshot!(printed);
    });
}

#[test]
fn rejected() {
    insta::glob!("err/*.smv", |path| {
        let (map, id) = read(path);
        let (_, errors) = parse(map.file(id));
        assert!(errors.iter().any(Diagnostic::is_error));
        let name = path.file_name().unwrap().to_str().unwrap();
        let code = name.split('-').next().unwrap();
        assert!(
            errors.iter().any(|error| error.code == code),
            "{name} does not show its code:\n{}",
            render(&map, &errors)
        );
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
            if let Some(file) = name.strip_prefix(prefix) {
                let file = tests.join(folder).join(file.trim_end_matches(".snap"));
                assert!(file.exists(), "{name} has no file");
            }
        }
    }
}
