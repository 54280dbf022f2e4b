//! Expressions by operator precedence.
//!
//! Operators that wait for their right operand stand on a list, each with its level. When an operator follows, those
//! that bind more tightly take what was read. So chains of any length, to the
//! left or to the right, need no recursion; only brackets recurse.

use assay_source::Span;

use super::{Parse, Parser};
use crate::MAX_DEPTH;
use crate::syntax::construct::Construct;
use crate::syntax::expr::{BinaryOp, BoundedOp, Bounds, ExprId, ExprKind, ForAll, Ident, UnaryOp};
use crate::syntax::grammar::{Binding, Grammar, LOOSEST, Level, SHIFT, psl_synonym};
use crate::syntax::token::TokenKind;

/// What waits for its right operand.
pub(super) enum Waiting {
    Unary(UnaryOp),
    Bounded(BoundedOp, Bounds),
    Binary(BinaryOp, ExprId),
    Conditional(ExprId, ExprId),
    ForAll(Ident, Vec<ExprId>),
}

struct Frame {
    waiting: Waiting,
    /// The level of what it makes: it takes the operand before an operator that binds as tightly or less.
    level: Level,
    start: u32,
}

/// An operator between operands, as many tokens as it has, and how it binds.
pub(super) struct Infix {
    pub op: BinaryOp,
    pub tokens: usize,
    pub binding: Binding,
}

impl Parser<'_> {
    /// An expression between brackets or in a place of its own.
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        let until_ends = std::mem::replace(&mut self.until_ends, false);
        let expr = self.nested(|p| p.level(LOOSEST));
        self.until_ends = until_ends;
        expr
    }

    /// An expression that binds at least as tightly as an operand of `<<`.
    pub(super) fn shift(&mut self) -> Parse<ExprId> {
        self.nested(|p| p.level(SHIFT))
    }

    /// An expression of a level or tighter; stops at the first operator that is looser.
    pub(super) fn level(&mut self, min: Level) -> Parse<ExprId> {
        let mut frames: Vec<Frame> = Vec::new();
        loop {
            self.prefixes(&mut frames)?;
            let start = self.token().start;
            let operand = self.primary()?;
            match self.infixes(&mut frames, operand, start, min)? {
                Some(whole) => return Ok(whole),
                None => continue,
            }
        }
    }

    /// Operators before an operand.
    fn prefixes(&mut self, frames: &mut Vec<Frame>) -> Parse<()> {
        let mut count = 0;
        loop {
            let start = self.token().start;
            let Some((waiting, level)) = self.prefix()? else {
                return Ok(());
            };
            count += 1;
            if self.depth + count > MAX_DEPTH {
                return Err(self.too_deep());
            }
            frames.push(Frame {
                waiting,
                level,
                start,
            });
        }
    }

    /// What follows an operand: the whole expression if nothing does that belongs to it.
    fn infixes(
        &mut self,
        frames: &mut Vec<Frame>,
        operand: ExprId,
        start: u32,
        min: Level,
    ) -> Parse<Option<ExprId>> {
        let conditional = self.grammar.conditional();
        if self.is("?") && conditional >= min {
            let (condition, start) = self.reduce(frames, operand, start, conditional + 1);
            let question = self.take_span();
            let then = self.expr()?;
            if !self.eat(":") {
                let failed = self.expected("`:`");
                self.beside(question, "of the `?` here");
                return Err(failed);
            }
            frames.push(Frame {
                waiting: Waiting::Conditional(condition, then),
                level: conditional,
                start,
            });
            return Ok(None);
        }
        let infix = self.infix()?.filter(|infix| infix.binding.level >= min);
        let Some(infix) = infix else {
            let (whole, _) = self.reduce(frames, operand, start, 0);
            return Ok(Some(whole));
        };
        let (left, start) = self.reduce(frames, operand, start, infix.binding.left);
        for _ in 0..infix.tokens {
            self.advance();
        }
        frames.push(Frame {
            waiting: Waiting::Binary(infix.op, left),
            level: infix.binding.level,
            start,
        });
        Ok(None)
    }

    /// Gives the operand to all that wait and bind at least as tightly as the next operator needs its left operand.
    fn reduce(
        &mut self,
        frames: &mut Vec<Frame>,
        mut operand: ExprId,
        mut start: u32,
        left: Level,
    ) -> (ExprId, u32) {
        while let Some(frame) = frames.pop_if(|frame| frame.level >= left) {
            let kind = match frame.waiting {
                Waiting::Unary(op) => ExprKind::Unary(op, operand),
                Waiting::Bounded(op, bounds) => ExprKind::Bounded(op, bounds, operand),
                Waiting::Binary(op, left) => ExprKind::Binary(op, left, operand),
                Waiting::Conditional(condition, then) => {
                    ExprKind::Conditional(condition, then, operand)
                }
                Waiting::ForAll(variable, values) => ExprKind::ForAll(ForAll {
                    variable,
                    values,
                    body: operand,
                }),
            };
            start = frame.start;
            let span = self.since(start);
            operand = self.exprs.add(kind, span);
        }
        (operand, start)
    }

    /// The operator between operands that comes next.
    fn infix(&mut self) -> Parse<Option<Infix>> {
        if self.grammar == Grammar::Psl {
            return Ok(self.psl_infix());
        }
        let op = match self.kind() {
            TokenKind::Symbol("<<<" | ">>>") => return Err(self.refuse_here(Construct::Rotation)),
            TokenKind::Symbol(symbol) => binary_symbol(symbol),
            TokenKind::Word => binary_word(self.word()),
            _ => None,
        };
        let op = match op {
            Some(BinaryOp::Until) if self.until_ends => None,
            Some(op) => Some(op),
            None => return self.habit_infix(),
        };
        Ok(op.and_then(|op| self.infix_of(op, 1)))
    }

    pub(super) fn infix_of(&self, op: BinaryOp, tokens: usize) -> Option<Infix> {
        let binding = self.grammar.binary(op)?;
        Some(Infix {
            op,
            tokens,
            binding,
        })
    }

    fn psl_infix(&self) -> Option<Infix> {
        let text = match self.kind() {
            TokenKind::Symbol(text) => text,
            TokenKind::Word => self.word(),
            _ => return None,
        };
        if let Some((op, level)) = psl_synonym(text) {
            let binding = Binding {
                level,
                left: level,
                right: level + 1,
            };
            return Some(Infix {
                op,
                tokens: 1,
                binding,
            });
        }
        let (op, tokens) = self.psl_binary(text)?;
        self.infix_of(op, tokens)
    }

    /// The operator before an operand that comes next, taken.
    fn prefix(&mut self) -> Parse<Option<(Waiting, Level)>> {
        if self.grammar == Grammar::Psl {
            return self.psl_prefix();
        }
        let op = match self.kind() {
            TokenKind::Symbol("!") => Some(UnaryOp::Not),
            TokenKind::Symbol("-") => Some(UnaryOp::Minus),
            TokenKind::Symbol("+") if self.kind_at(1) == TokenKind::Int => {
                self.advance();
                None
            }
            TokenKind::Word => match self.bounded()? {
                Some(waiting) => return Ok(Some(waiting)),
                None => temporal(self.word()),
            },
            _ => None,
        };
        let Some(op) = op else {
            return Ok(self.habit_prefix());
        };
        Ok(self.grammar.unary(op).map(|level| {
            self.advance();
            (Waiting::Unary(op), level)
        }))
    }

    /// `EBF 1..3`, `F [1,3]`
    fn bounded(&mut self) -> Parse<Option<(Waiting, Level)>> {
        let word = self.word();
        let (op, bounds) = match word {
            "EBF" | "ABF" | "EBG" | "ABG" => {
                self.advance();
                let bounds = self.bounds()?;
                let op = match word {
                    "EBF" => BoundedOp::Ebf,
                    "ABF" => BoundedOp::Abf,
                    "EBG" => BoundedOp::Ebg,
                    _ => BoundedOp::Abg,
                };
                (op, bounds)
            }
            "F" | "G" | "O" | "H" if self.is_at(1, "[") => {
                self.advance();
                let open = self.take_span();
                let low = self.expr()?;
                self.expect(",")?;
                let high = self.expr()?;
                self.close("]", open)?;
                let op = match word {
                    "F" => BoundedOp::Finally,
                    "G" => BoundedOp::Globally,
                    "O" => BoundedOp::Once,
                    _ => BoundedOp::Historically,
                };
                (op, Bounds { low, high })
            }
            _ => return Ok(None),
        };
        let level = self.grammar.bounded(op);
        Ok(level.map(|level| (Waiting::Bounded(op, bounds), level)))
    }

    /// `1..3`
    pub(super) fn bounds(&mut self) -> Parse<Bounds> {
        let low = self.bound()?;
        self.expect("..")?;
        let high = self.bound()?;
        Ok(Bounds { low, high })
    }

    /// An integer with or without a sign.
    fn bound(&mut self) -> Parse<ExprId> {
        let start = self.token().start;
        let minus = self.eat("-");
        if !minus {
            self.eat("+");
        }
        if self.kind() != TokenKind::Int {
            return Err(self.expected("a number of steps"));
        }
        let span = self.here();
        let value = self.integer()?;
        let mut id = self.exprs.add(ExprKind::Int(value), span);
        if minus {
            let span = self.since(start);
            id = self.exprs.add(ExprKind::Unary(UnaryOp::Minus, id), span);
        }
        Ok(id)
    }

    /// Adds a place to the last error.
    pub(super) fn beside(&mut self, span: Span, text: &str) {
        if let Some(error) = self.errors.pop() {
            self.errors.push(error.secondary(span, text));
        }
    }
}

fn binary_symbol(symbol: &str) -> Option<BinaryOp> {
    use BinaryOp as B;
    Some(match symbol {
        "->" => B::Implies,
        "<->" => B::Iff,
        "|" => B::Or,
        "&" => B::And,
        "=" => B::Equal,
        "!=" => B::NotEqual,
        "<" => B::Less,
        "<=" => B::LessEqual,
        ">" => B::Greater,
        ">=" => B::GreaterEqual,
        ".." => B::Range,
        "<<" => B::ShiftLeft,
        ">>" => B::ShiftRight,
        "+" => B::Add,
        "-" => B::Subtract,
        "*" => B::Multiply,
        "/" => B::Divide,
        "::" => B::Concat,
        _ => return None,
    })
}

fn binary_word(word: &str) -> Option<BinaryOp> {
    use BinaryOp as B;
    Some(match word {
        "xor" => B::Xor,
        "xnor" => B::Xnor,
        "in" => B::In,
        "union" => B::Union,
        "mod" => B::Modulo,
        "U" => B::Until,
        "V" => B::Releases,
        "S" => B::Since,
        "T" => B::Triggered,
        _ => return None,
    })
}

/// Operators of both grammars between operands.
pub(super) fn shared_binary(text: &str) -> Option<BinaryOp> {
    binary_symbol(text).or_else(|| binary_word(text))
}

/// Temporal operators before an operand.
pub(super) fn temporal(word: &str) -> Option<UnaryOp> {
    use UnaryOp as U;
    Some(match word {
        "EX" => U::Ex,
        "AX" => U::Ax,
        "EF" => U::Ef,
        "AF" => U::Af,
        "EG" => U::Eg,
        "AG" => U::Ag,
        "X" => U::Next,
        "F" => U::Finally,
        "G" => U::Globally,
        "Y" => U::Yesterday,
        "Z" => U::WeakYesterday,
        "H" => U::Historically,
        "O" => U::Once,
        _ => return None,
    })
}
