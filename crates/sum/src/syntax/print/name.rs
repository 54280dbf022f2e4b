//! Names and operators in the spellings of Sum.

use super::sum::{Spelling, SumPrinter};
use crate::syntax::fixity::{self, NAMES, PRODUCT, Shape};
use crate::syntax::lexer::{is_plain_word, is_reserved};
use crate::syntax::token::CHARACTERS;
use crate::syntax::{Ident, Name};

impl SumPrinter {
    /// A reserved word or a mark.
    pub(super) fn symbol(&self, symbol: &'static str) -> &'static str {
        if self.spelling == Spelling::Ascii {
            return symbol;
        }
        if symbol == PRODUCT.0 {
            return PRODUCT.1;
        }
        let known = CHARACTERS.iter().find(|(_, it)| *it == symbol);
        known.map_or(symbol, |(character, _)| character)
    }

    /// A name where it is used. That of an operator stands in parentheses: `(_ cup _)`.
    pub(super) fn name(&mut self, name: &Name) {
        if fixity::shape(name).is_some() {
            self.push("(");
            self.pattern(name);
            self.push(")");
        } else {
            self.plain_name(name);
        }
    }

    /// A name where it is declared: `_ cup _`.
    pub(super) fn declared(&mut self, ident: &Ident) {
        if fixity::shape(&ident.name).is_some() {
            self.pattern(&ident.name);
        } else {
            self.plain_name(&ident.name);
        }
    }

    /// `T.value`: what is written as the variable of an instance.
    pub(super) fn dotted(&mut self, name: &Name) {
        for (at, part) in name.as_str().split('.').enumerate() {
            if at > 0 {
                self.push(".");
            }
            self.plain_name(&Name::new(part));
        }
    }

    pub(super) fn plain_name(&mut self, name: &Name) {
        let known = NAMES.iter().find(|(it, ..)| *it == name.as_str());
        match known {
            Some((_, unicode, _)) if self.spelling == Spelling::Unicode && !unicode.is_empty() => {
                self.push(unicode);
            }
            _ if matches!(name.as_str(), "true" | "false") => self.push(name.as_str()),
            _ => self.word(name.as_str()),
        }
    }

    /// A name that Sum could not read stands between backquotes, its strokes behind them.
    fn word(&mut self, word: &str) {
        let name = Name::new(word);
        let plain =
            is_plain_word(name.base()) && (!name.strokes().is_empty() || !is_reserved(word));
        if plain {
            self.push(word);
        } else {
            self.push("`");
            self.push(name.base());
            self.push("`");
            self.push(name.strokes());
        }
    }

    pub(super) fn pattern(&mut self, name: &Name) {
        match fixity::shape(name) {
            Some(Shape::Infix(_)) => {
                self.push("_ ");
                self.operator(name);
                self.push(" _");
            }
            Some(Shape::Prefix(_)) => {
                self.operator(name);
                self.push(" _");
            }
            Some(Shape::Postfix(_)) => {
                self.push("_ ");
                self.operator(name);
            }
            Some(Shape::Bracket(..)) => {
                self.push("_ ");
                self.operator(name);
                self.push(" _ ");
                self.closing(name);
            }
            None => self.plain_name(name),
        }
    }

    /// The word of an operator; of a bracket, the one that opens.
    pub(super) fn operator(&mut self, name: &Name) {
        if let Some(known) = fixity::operator(name) {
            let spelt = match self.spelling {
                Spelling::Ascii => known.ascii[0],
                Spelling::Unicode => known.unicode[0],
            };
            self.push(spelt);
            return;
        }
        match fixity::shape(name) {
            Some(
                Shape::Infix(word)
                | Shape::Prefix(word)
                | Shape::Postfix(word)
                | Shape::Bracket(word, _),
            ) => self.operator_word(word),
            None => self.plain_name(name),
        }
    }

    /// The word that closes what a bracket opens.
    pub(super) fn closing(&mut self, name: &Name) {
        match fixity::shape(name) {
            Some(Shape::Bracket(_, fixity::CLOSE_IMAGE)) => {
                let unicode = self.spelling == Spelling::Unicode;
                self.push(if unicode { "⦈" } else { fixity::CLOSE_IMAGE });
            }
            Some(Shape::Bracket(_, close)) => self.operator_word(close),
            _ => {}
        }
    }

    /// The word of an operator that the user declared.
    fn operator_word(&mut self, word: &str) {
        if fixity::TABLE.iter().any(|it| it.ascii[0] == word) {
            self.push(word);
        } else {
            self.word(word);
        }
    }
}
