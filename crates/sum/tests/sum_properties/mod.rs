//! What reading any text of Sum has to keep to.

use assay_source::{Diagnostic, SourceMap};
use assay_sum::syntax::fixity::Operators;
use assay_sum::syntax::lexer::lex;
use assay_sum::syntax::parser::{parse_query, parse_sum};
use assay_sum::syntax::print::{Spelling, print_sum};
use assay_sum::syntax::{Specification, codes};
use assay_sum::with_deep_stack;

/// Tokens are in order and on characters, errors lie in the text, and a tree without errors is printed so that it reads back the same.
pub fn reads_soundly(text: &str) {
    let mut map = SourceMap::new();
    let id = map.add_text("test.sum", text);
    let (tokens, _) = lex(map.file(id));
    let mut end = 0;
    for token in &tokens {
        let range = token.span.range();
        assert!(
            range.start >= end && text.get(range.clone()).is_some(),
            "{token:?}"
        );
        end = range.end;
    }
    let (_, errors) = parse_query(map.file(id), &Operators::toolkit());
    lie_in(text, &errors);
    with_deep_stack(|| {
        let (tree, errors) = parse(text);
        lie_in(text, &errors);
        if errors.is_empty() {
            for spelling in [Spelling::Ascii, Spelling::Unicode] {
                keeps(&tree, spelling);
            }
        }
    });
}

fn lie_in(text: &str, errors: &[Diagnostic]) {
    for error in errors {
        let span = error.span.expect("an error has a place");
        assert!(text.get(span.range()).is_some(), "{error:?}");
    }
}

fn parse(text: &str) -> (Specification, Vec<Diagnostic>) {
    let mut map = SourceMap::new();
    let id = map.add_text("test.sum", text);
    parse_sum(map.file(id))
}

fn keeps(tree: &Specification, spelling: Spelling) {
    let printed = print_sum(tree, spelling);
    let (again, errors) = parse(&printed);
    // The parentheses that the printer adds may be the ones too many.
    if errors.iter().any(|it| it.code == codes::DEPTH) {
        return;
    }
    assert!(errors.is_empty(), "{printed}\n{errors:?}");
    assert!(
        tree.modules == again.modules,
        "{printed}\n{tree:#?}\n{again:#?}"
    );
}
