//! Rendering is total: no span, text or line length makes it panic, and ordinary diagnostics look like rustc's.

use assay_source::{Color, Diagnostic, FileId, LineColumn, Renderer, SourceFile, SourceMap, Span};
use proptest::prelude::*;

fn render(text: &str, make: impl Fn(FileId) -> Diagnostic) -> String {
    let mut map = SourceMap::new();
    let id = map.add_text("model.lus", text);
    Renderer::new(Color::Plain).render(&map, &make(id))
}

#[test]
fn shows_the_line_the_label_and_the_help() {
    let out = render("x = 1;\ny = z;\n", |f| {
        Diagnostic::error("L0201", "unknown name `z`")
            .at(Span::new(f, 11, 12))
            .label("not declared")
            .secondary(Span::new(f, 0, 1), "did you mean this?")
            .help("declare it")
    });
    assert_eq!(
        out,
        "error[L0201]: unknown name `z`\n \
          --> model.lus:2:5\n  \
           |\n\
         1 | x = 1;\n  \
           | - did you mean this?\n\
         2 | y = z;\n  \
           |     ^ not declared\n  \
           |\n  \
           = help: declare it"
    );
}

#[test]
fn cuts_long_messages() {
    let endless = "ä".repeat(1 << 20);
    let out = render("x", |f| {
        Diagnostic::error("L0201", format!("unknown name `{endless}`"))
            .at(Span::new(f, 0, 1))
            .label(endless.clone())
            .help(endless.clone())
    });
    assert!(out.len() < 5000, "{}", out.len());
    assert!(out.starts_with("error[L0201]: unknown name `ää"), "{out}");
}

#[test]
fn cuts_long_lines_around_the_mark() {
    let text = format!("{}bad{}", "a".repeat(5000), "b".repeat(5000));
    let out = render(&text, |f| {
        Diagnostic::error("L0001", "bad")
            .at(Span::new(f, 5000, 5003))
            .label("here")
    });
    assert!(out.lines().all(|l| l.len() < 400), "{out}");
    assert!(out.contains("aaabadbbb"), "{out}");
    assert!(out.contains("^^^ here"), "{out}");
}

#[test]
fn a_span_over_many_lines_shows_only_its_beginning() {
    let text = "line\n".repeat(10_000);
    let out = render(&text, |f| {
        Diagnostic::error("L0001", "long").at(Span::new(f, 0, 50_000))
    });
    assert!(out.lines().count() < 15, "{out}");
}

#[test]
fn a_diagnostic_without_a_place_is_one_line() {
    let out = render("", |_| Diagnostic::warning("L0001", "nothing to see"));
    assert_eq!(out, "warning[L0001]: nothing to see");
}

#[test]
fn bytes_that_are_not_utf8_are_located() {
    let mut map = SourceMap::new();
    let error = map.add_bytes("x.lus", b"ab\n\xc3\xa4\xff;").unwrap_err();
    assert_eq!(error.code, "S0001");
    assert_eq!(error.label, "byte 0xff at line 2, column 2");
    let out = Renderer::new(Color::Plain).render(&map, &error);
    assert!(out.contains("x.lus:2:2"), "{out}");
    assert!(map.add_bytes("y.lus", "gr\u{fc}n".as_bytes()).is_ok());
}

#[test]
fn columns_count_characters() {
    let file = SourceFile::new(FileId(0), "x", "\u{e4}\u{f6}x\r\n\tb");
    assert_eq!(file.position(4), LineColumn { line: 1, column: 3 });
    assert_eq!(file.position(8), LineColumn { line: 2, column: 2 });
    assert_eq!(file.position(999), LineColumn { line: 2, column: 3 });
    assert_eq!(file.offset(LineColumn { line: 1, column: 3 }), Some(4));
    assert_eq!(file.offset(LineColumn { line: 3, column: 1 }), None);
    assert_eq!(file.offset(LineColumn { line: 0, column: 1 }), None);
}

proptest! {
    #[test]
    fn never_panics(
        text in "[a\t\r\n\u{e4}\u{1F600}\u{0}\u{1b}]{0,400}",
        spans in prop::collection::vec((0usize..1700, 0usize..1700), 1..4),
        color in prop::bool::ANY,
    ) {
        let mut map = SourceMap::new();
        let id = map.add_text("t", &text);
        let mut diagnostic = Diagnostic::error("X0000", "message").at(Span::new(id, spans[0].0, spans[0].1)).label("l");
        for &(a, b) in &spans[1..] {
            diagnostic = diagnostic.secondary(Span::new(id, a, b), "other");
        }
        diagnostic = diagnostic.secondary(Span::new(FileId(7), 0, 1), "in no file");
        let color = if color { Color::Ansi } else { Color::Plain };
        let out = Renderer::new(color).render(&map, &diagnostic);
        prop_assert!(out.contains("X0000"));
    }

    #[test]
    fn positions_and_offsets_agree(text in "[a\n\u{e4}]{0,60}", at in 0usize..120) {
        let file = SourceFile::new(FileId(0), "t", &text);
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) { at -= 1; }
        prop_assert_eq!(file.offset(file.position(at)), Some(at));
    }
}
