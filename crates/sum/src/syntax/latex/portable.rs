//! What is easily meant otherwise: lines without `\\`, and what `fuzz` refuses although ISO Z has it.

use assay_source::{Diagnostic, Span};

use crate::syntax::z::Block;
use crate::syntax::{Token, TokenKind};

/// Packages whose users do not write for `fuzz`.
const OTHER_TOOLS: &[&str] = &["czt", "oz", "z-eves", "ltcadiz", "zed-csp"];

/// Adds to a fault at the start of a line that the line before it does not end.
pub(super) fn explain_lines(text: &str, faults: &mut [Diagnostic]) {
    for fault in faults
        .iter_mut()
        .filter(|fault| fault.is_error() && fault.help.is_none())
    {
        if fault
            .span
            .is_some_and(|span| starts_unmarked_line(text, span))
        {
            fault.help =
                Some("end the line before it with `\\\\` if another one starts here".into());
        }
    }
}

/// Whether a place is the first of a line, and the line before it does not end for Z.
fn starts_unmarked_line(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let trimmed = before.trim_end_matches([' ', '\t']);
    let Some(lines) = trimmed.strip_suffix('\n') else {
        return false;
    };
    let last = lines.rsplit('\n').next().unwrap_or_default().trim_end();
    !(last.is_empty()
        || last.ends_with("\\\\")
        || last.starts_with("\\begin")
        || last.starts_with('%')
        || ["\\also", "\\where"].contains(&last.trim()))
}

/// Warns of what reads otherwise than it looks.
pub(super) fn warn(text: &str, blocks: &[Block], faults: &mut Vec<Diagnostic>) {
    let for_fuzz = !text.contains("{zsection}")
        && !OTHER_TOOLS
            .iter()
            .any(|tool| text.contains(&format!("usepackage{{{tool}")));
    for block in blocks {
        let Block::Formal { body, .. } = block else {
            continue;
        };
        for pair in body.windows(2) {
            if applied_over_lines(text, &pair[0], &pair[1]) {
                let warning = Diagnostic::warning(
                    "Z1025",
                    "these two lines are read as an application, because no `\\\\` ends the first",
                );
                faults.push(warning.at(pair[1].span));
            }
            if for_fuzz && let Some(symbol) = greedy_operand(&pair[0], &pair[1]) {
                let warning = Diagnostic::warning(
                    "Z1026",
                    format!("`fuzz` wants parentheses around what starts with `{symbol}` here"),
                );
                faults.push(warning.at(pair[1].span));
            }
        }
    }
}

/// A name or a number at the end of a line, and a name at the start of the next.
fn applied_over_lines(text: &str, first: &Token, second: &Token) -> bool {
    let ends = matches!(first.kind, TokenKind::Name(_) | TokenKind::Number(_))
        || first.is(")")
        || first.is("}");
    let starts = matches!(&second.kind, TokenKind::Name(name) if !name.as_str().starts_with('\\'));
    // A word that is an operator is recognised by its blanks as little as by its neighbours: only plain variables are looked at.
    let between = text
        .get(first.span.end as usize..second.span.start as usize)
        .unwrap_or_default();
    ends && starts && !second.starts_line && between.contains('\n') && !between.contains('~')
}

/// A quantifier or the like behind an operator of logic or an equation.
fn greedy_operand(first: &Token, second: &Token) -> Option<&'static str> {
    let TokenKind::Symbol(symbol @ ("forall" | "exists" | "exists_1" | "lambda" | "mu" | "let")) =
        second.kind
    else {
        return None;
    };
    let infix = ["and", "or", "=>", "<=>", "="]
        .iter()
        .any(|sign| first.is(sign));
    infix.then_some(match symbol {
        "forall" => "\\forall",
        "exists" => "\\exists",
        "exists_1" => "\\exists_1",
        "lambda" => "\\lambda",
        "mu" => "\\mu",
        _ => "\\LET",
    })
}
