//! What must hold for any text whatever. The tests here state it for broken texts and for every former find; the fuzz target
//! in `fuzz/` includes this file and states it for what it invents. Each check panics when it fails.

pub mod broken;

use assay_smv::mutate::{Declared, apply, offers, written};
use assay_smv::syntax::lexer::lex;
use assay_smv::syntax::printer::{print_expr, print_tree};
use assay_smv::syntax::token::TokenKind;
use assay_smv::tree::{ExprId, SectionKind, SpecKind, Tree};
use assay_smv::{Grammar, parse, parse_expression};
use assay_source::{Diagnostic, FileId, SourceFile, Span};

pub fn source(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "input.smv", text)
}

fn is_valid(text: &str, span: Span) -> bool {
    span.start <= span.end && text.get(span.range()).is_some()
}

/// Every diagnostic has a code, a sentence and places inside the text.
pub fn diagnostics_are_sound(text: &str, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        assert!(diagnostic.code.starts_with('S'), "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty(), "{diagnostic:?}");
        let secondary = diagnostic.secondary.iter().map(|label| label.span);
        for span in diagnostic.span.into_iter().chain(secondary) {
            assert!(is_valid(text, span), "no place in the text: {diagnostic:?}");
        }
    }
}

/// Tokens are in order, do not overlap and lie on characters.
fn tokens_are_sound(text: &str) {
    let lexed = lex(&source(text));
    diagnostics_are_sound(text, &lexed.diagnostics);
    let mut at = 0;
    for token in &lexed.tokens {
        let (start, end) = (token.start as usize, token.end as usize);
        assert!(at <= start && text.get(start..end).is_some(), "{token:?}");
        assert_eq!(start == end, token.kind == TokenKind::End, "{token:?}");
        at = end;
    }
}

/// Refused with places in the text, or a tree that printing and reading again keeps and whose printing is stable; each
/// expression lies in the text and around its operands.
pub fn parses_soundly(text: &str) -> Option<Tree> {
    tokens_are_sound(text);
    let (tree, diagnostics) = parse(&source(text));
    diagnostics_are_sound(text, &diagnostics);
    for id in (0..tree.exprs.len() as u32).map(ExprId) {
        let span = tree.exprs[id].span;
        assert!(is_valid(text, span));
        tree.exprs.each_child(id, |child| {
            let inner = tree.exprs[child].span;
            assert!(span.start <= inner.start && inner.end <= span.end);
            assert!(child < id, "operands come first");
        });
    }
    if !diagnostics.is_empty() {
        return None;
    }
    let printed = print_tree(&tree);
    let (again, diagnostics) = parse(&source(&printed));
    assert!(diagnostics.is_empty(), "{diagnostics:?} in\n{printed}");
    assert!(tree.same_tree(&again), "another tree:\n{printed}");
    assert_eq!(printed, print_tree(&again));
    formulas_stand_alone(&tree);
    Some(tree)
}

/// Each mutant is another tree, and its text is that tree's. Tries every mutant with this distance from the one before.
pub fn mutants_are_sound(text: &str, tree: &Tree, distance: usize) {
    let file = source(text);
    let offers = offers(&file, tree, &Declared::new(tree), |_| true);
    for offer in offers.iter().skip(text.len() % distance).step_by(distance) {
        let mutant = apply(tree, offer);
        assert!(!mutant.same_tree(tree), "{offer:?} changes nothing");
        let written = written(&file, tree, offer);
        let (again, diagnostics) = parse(&source(&written));
        assert!(diagnostics.is_empty(), "{diagnostics:?} in\n{written}");
        assert!(
            mutant.same_tree(&again),
            "{offer:?} is written as another change:\n{written}"
        );
    }
}

/// A formula alone, in one line, is the same formula.
fn formulas_stand_alone(tree: &Tree) {
    let sections = tree.modules.iter().flat_map(|module| &module.sections);
    for section in sections {
        let formula = match &section.kind {
            SectionKind::Constraint(_, formula) => *formula,
            SectionKind::Spec(spec) => match spec.kind {
                SpecKind::Ctl(formula) | SpecKind::Ltl(formula) => formula,
                _ => continue,
            },
            _ => continue,
        };
        let printed = print_expr(&tree.exprs, formula);
        let mut exprs = tree.exprs.clone();
        let again = parse_expression(&source(&printed), Grammar::Smv, &mut exprs);
        let again = again.unwrap_or_else(|errors| panic!("{errors:?} in {printed}"));
        assert!(exprs.same(formula, &exprs, again), "{printed}");
    }
}
