//! What only the bodies of `PSLSPEC` have. Operators such as `until!_` are several tokens without blanks.
//!
//! Sequences, `next_event` and other operators that count are refused by name.

use super::expr::Waiting;
use super::{Parse, Parser};
use crate::syntax::construct::Construct;
use crate::syntax::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::syntax::grammar::Level;
use crate::syntax::token::TokenKind;

/// Operators that are refused, without `!` and `_` behind them.
const REFUSED: &[&str] = &[
    "countones",
    "fell",
    "isunknown",
    "next_a",
    "next_e",
    "next_event",
    "next_event_a",
    "next_event_e",
    "onehot",
    "onehot0",
    "prev",
    "rose",
    "sequence",
    "stable",
    "whilenot",
    "within",
];

impl Parser<'_> {
    pub(super) fn psl_prefix(&mut self) -> Parse<Option<(Waiting, Level)>> {
        let word = self.word();
        if REFUSED.contains(&word.trim_end_matches('_')) {
            return Err(self.refuse_here(Construct::PslOperator));
        }
        if word == "forall" {
            return self.forall().map(Some);
        }
        let strong = self.is_at(1, "!") && self.joined(0);
        let (op, tokens) = match (word, strong) {
            ("always", _) => (UnaryOp::Always, 1),
            ("never", _) => (UnaryOp::Never, 1),
            ("eventually", true) => (UnaryOp::EventuallyStrong, 2),
            ("next", true) => (UnaryOp::PslNextStrong, 2),
            ("next", false) => (UnaryOp::PslNext, 1),
            ("X", true) => (UnaryOp::StrongNext, 2),
            _ if self.is("!") => (UnaryOp::Not, 1),
            _ if self.is("-") => (UnaryOp::Minus, 1),
            _ => match super::expr::temporal(word) {
                Some(op) => (op, 1),
                None => return Ok(None),
            },
        };
        let Some(level) = self.grammar.unary(op) else {
            return Ok(None);
        };
        for _ in 0..tokens {
            self.advance();
        }
        Ok(Some((Waiting::Unary(op), level)))
    }

    /// `forall i in {1, 3:5} :`
    fn forall(&mut self) -> Parse<(Waiting, Level)> {
        self.advance();
        let variable = self.ident("the name of a variable")?;
        if !self.eat_word("in") {
            return Err(self.expected("`in`"));
        }
        let open = self.expect("{")?;
        let mut values = Vec::new();
        loop {
            let start = self.token().start;
            let low = self.expr()?;
            let value = match self.eat(":") {
                true => {
                    let high = self.expr()?;
                    let span = self.since(start);
                    let kind = ExprKind::Binary(BinaryOp::Range, low, high);
                    self.exprs.add(kind, span)
                }
                false => low,
            };
            values.push(value);
            if !self.eat(",") {
                break;
            }
        }
        self.close("}", open)?;
        self.expect(":")?;
        Ok((Waiting::ForAll(variable, values), self.grammar.forall()))
    }

    /// The operator between operands that starts with this text, and how many tokens it has.
    pub(super) fn psl_binary(&self, text: &str) -> Option<(BinaryOp, usize)> {
        use BinaryOp as B;
        let strong = self.is_at(1, "!") && self.joined(0);
        let overlap = strong && self.word_at(2) == "_" && self.joined(1);
        let [weak, hard, both] = match text {
            "until" => [B::PslUntil, B::PslUntilStrong, B::PslUntilStrongOverlap],
            "before" => [B::PslBefore, B::PslBeforeStrong, B::PslBeforeStrongOverlap],
            "until_" => return Some((B::PslUntilOverlap, 1)),
            "before_" => return Some((B::PslBeforeOverlap, 1)),
            "abort" => return Some((B::Abort, 1)),
            _ => return super::expr::shared_binary(text).map(|op| (op, 1)),
        };
        Some(match (strong, overlap) {
            (_, true) => (both, 3),
            (true, false) => (hard, 2),
            (false, false) => (weak, 1),
        })
    }

    /// `[p U q]`, `[p W q]`
    pub(super) fn psl_until(&mut self) -> Parse<ExprId> {
        let open = self.take_span();
        let left = self.expr()?;
        let op = match self.word() {
            "U" => BinaryOp::Until,
            "W" => BinaryOp::WeakUntil,
            // `next[3] (p)`
            _ if self.is("]") => return Err(self.refuse(Construct::PslOperator, open)),
            _ => return Err(self.expected("`U` or `W`")),
        };
        self.advance();
        let right = self.expr()?;
        let close = self.close("]", open)?;
        let kind = ExprKind::Binary(op, left, right);
        Ok(self.exprs.add(kind, open.to(close)))
    }

    /// `{a, b}` is a set; with anything but commas between the braces, or an operator of sequences behind them, it is a
    /// sequence.
    pub(super) fn psl_braces(&mut self) -> Parse<ExprId> {
        let open = self.take_span();
        let mut items = Vec::new();
        loop {
            items.push(self.expr()?);
            if !self.eat(",") {
                break;
            }
        }
        let close = self.here();
        let operators = ["|->", "|=>", "(", "!"];
        let sequence = !self.is("}")
            || operators.iter().any(|operator| self.is_at(1, operator))
            || (self.is_at(1, ":") && self.is_at(2, "{"));
        if sequence && self.kind() != TokenKind::End {
            return Err(self.refuse(Construct::Sequence, open));
        }
        self.close("}", open)?;
        Ok(self.exprs.add(ExprKind::Set(items), open.to(close)))
    }

    /// `[*3]`, `[+]`, `[=2]`, `[->]`
    pub(super) fn at_repetition(&self) -> bool {
        let operators = ["*", "+", "=", "->"];
        self.is("[") && operators.iter().any(|operator| self.is_at(1, operator))
    }
}
