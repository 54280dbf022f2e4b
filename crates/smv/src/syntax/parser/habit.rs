//! What people bring along from other languages: reported with what SMV writes, and read as that.

use assay_source::Diagnostic;

use super::expr::{Infix, Waiting};
use super::{Parse, Parser};
use crate::syntax::expr::{BinaryOp, ExprId, UnaryOp};
use crate::syntax::grammar::Level;
use crate::syntax::token::{TokenKind, reserved};

impl Parser<'_> {
    /// An operator of other languages between operands.
    pub(super) fn habit_infix(&mut self) -> Parse<Option<Infix>> {
        use BinaryOp as B;
        let (found, op) = match self.kind() {
            TokenKind::Symbol("==" | "===") => ("equality", B::Equal),
            TokenKind::Symbol("!==" | "<>") => ("inequality", B::NotEqual),
            TokenKind::Symbol("&&") => ("conjunction", B::And),
            TokenKind::Symbol("||") => ("disjunction", B::Or),
            TokenKind::Symbol("=>") => ("implication", B::Implies),
            TokenKind::Symbol("<=>") => ("equivalence", B::Iff),
            TokenKind::Symbol("^") => ("exclusive or", B::Xor),
            TokenKind::Symbol("%") => ("the remainder", B::Modulo),
            TokenKind::Symbol(":=") if self.no_assignment => ("equality", B::Equal),
            TokenKind::Word if self.at_assignment() || self.is_at(1, ":") => return Ok(None),
            TokenKind::Word => match self.word() {
                "and" | "AND" => ("conjunction", B::And),
                "or" | "OR" => ("disjunction", B::Or),
                "XOR" => ("exclusive or", B::Xor),
                "implies" => ("implication", B::Implies),
                "iff" => ("equivalence", B::Iff),
                "R" => ("release", B::Releases),
                "W" => return Err(self.weak_until()),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.habit(found, op.text());
        Ok(self.infix_of(op, 1))
    }

    /// An operator of other languages before an operand, taken.
    pub(super) fn habit_prefix(&mut self) -> Option<(Waiting, Level)> {
        let is_not = self.is("~")
            || (matches!(self.word(), "not" | "NOT") && (self.is_at(1, "(") || self.operand_at(1)));
        if !is_not {
            return None;
        }
        self.habit("negation", "!");
        self.advance();
        let level = self.grammar.unary(UnaryOp::Not)?;
        Some((Waiting::Unary(UnaryOp::Not), level))
    }

    /// A name follows, which cannot be if what is before it is an operand.
    fn operand_at(&self, ahead: usize) -> bool {
        let word = self.word_at(ahead);
        !word.is_empty() && (!reserved(word) || matches!(word, "TRUE" | "FALSE" | "next" | "self"))
    }

    fn habit(&mut self, meaning: &str, smv: &str) {
        let text = self.text(self.token());
        let message = format!("`{text}` is no operator of SMV");
        let diagnostic = Diagnostic::error("S0103", message)
            .at(self.here())
            .help(format!("SMV writes `{smv}` for {meaning}"));
        let _ = self.report(diagnostic);
    }

    fn weak_until(&mut self) -> super::Failed {
        let message = "`W` is no operator of SMV".to_string();
        let diagnostic = Diagnostic::error("S0103", message)
            .at(self.here())
            .help("the weak until of `p` and `q` is `(p U q) | G p`, or `q V (p | q)`");
        self.report(diagnostic)
    }

    /// `if (c) ...` where an operand is expected.
    pub(super) fn conditional_habit(&mut self) -> Parse<ExprId> {
        let message = "SMV has no `if`".to_string();
        let diagnostic = Diagnostic::error("S0103", message)
            .at(self.here())
            .help("write `condition ? a : b` or `case condition : a; TRUE : b; esac`");
        Err(self.report(diagnostic))
    }

    /// `=` instead of `:=` behind the target of an assignment or the name of a definition.
    pub(super) fn expect_assign(&mut self) -> Parse<()> {
        if self.eat(":=") {
            return Ok(());
        }
        if self.is("=") || self.is("==") || self.is(":") {
            let text = self.text(self.token());
            let message = format!("expected `:=`, found `{text}`");
            let diagnostic = Diagnostic::error("S0103", message)
                .at(self.here())
                .help("`:=` assigns and defines, `=` compares");
            let _ = self.report(diagnostic);
            self.advance();
            return Ok(());
        }
        Err(self.expected("`:=`"))
    }
}
