//! Every specification of the corpus is read without errors. The corpus is no part of the project: without it the test says so.

use std::path::PathBuf;

use assay_source::{Color, Renderer, SourceMap};
use assay_sum::syntax::parser::parse_sum;

fn specifications() -> Vec<PathBuf> {
    let corpus = std::env::var("ASSAY_CORPUS").map_or_else(
        |_| {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../../shared/corpus"
            ))
        },
        PathBuf::from,
    );
    let Ok(folders) = std::fs::read_dir(corpus.join("sum")) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folders
        .filter_map(|folder| std::fs::read_dir(folder.ok()?.path()).ok())
        .flatten()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "sum"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_corpus_is_read_and_printed() {
    let files = specifications();
    if files.is_empty() {
        eprintln!("skipped: no corpus of Sum here (ASSAY_CORPUS says where it is)");
    }
    for path in files {
        let mut map = SourceMap::new();
        let name = path.file_name().unwrap().to_str().unwrap();
        let id = map.add_text(name, &std::fs::read_to_string(&path).unwrap());
        let (_, errors) = parse_sum(map.file(id));
        assert!(
            errors.is_empty(),
            "{}",
            Renderer::new(Color::Plain).render_all(&map, &errors)
        );
    }
}
