//! Every file in `ok` is read, and every file in `err` is refused with the code that its name starts with. Snapshots hold the printed
//! specification and the messages.

use std::path::Path;

use assay_source::{Color, Diagnostic, FileId, Renderer, SourceMap};
use assay_sum::syntax::parser::parse_sum;
use assay_sum::syntax::print::{Spelling, print_sum};

fn load(path: &Path) -> (SourceMap, FileId) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut map = SourceMap::new();
    let id = map.add_text(name, &std::fs::read_to_string(path).unwrap());
    (map, id)
}

fn render(map: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    Renderer::new(Color::Plain).render_all(map, diagnostics)
}

#[test]
fn accepted() {
    insta::glob!("ok/*.sum", |path| {
        let (map, id) = load(path);
        let (tree, errors) = parse_sum(map.file(id));
        assert!(errors.is_empty(), "{}", render(&map, &errors));
        let ascii = print_sum(&tree, Spelling::Ascii);
        insta::assert_snapshot!(format!("{ascii}\n{}", print_sum(&tree, Spelling::Unicode)));
    });
}

#[test]
fn rejected() {
    insta::glob!("err/*.sum", |path| {
        let (map, id) = load(path);
        let (_, errors) = parse_sum(map.file(id));
        let name = path.file_name().unwrap().to_str().unwrap();
        let code = name.split('-').next().unwrap();
        let shown = render(&map, &errors);
        assert!(
            errors.iter().any(|it| it.code == code),
            "{name} does not show its code:\n{shown}"
        );
        assert!(errors.iter().all(|it| it.span.is_some()), "{shown}");
        insta::assert_snapshot!(shown);
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
