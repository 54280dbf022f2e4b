//! Formulas of CTL as SMV writes them, over labels and `state = NAME`.
//!
//! `!` binds most, then `&`, `|`, `<->`, and `->` least, which groups to the right. The operators with path quantifiers bind as `!` does.

use assay_language::closest;
use assay_source::{Diagnostic, Span};
use assay_system::Paths;

use crate::lexer::{Kind, Token};
use crate::structure::Structure;

/// How deep formulas may nest.
const DEEPEST: usize = 200;
/// How many equivalences one may have: each nests one deeper.
const MOST_EQUIVALENCES: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Const(bool),
    Label(usize),
    /// `state = NAME`.
    At(usize),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Iff(Box<Expr>, Box<Expr>),
    Path(Paths, Operator, Box<Expr>),
    Until(Paths, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Next,
    Finally,
    Globally,
}

impl Expr {
    /// Whether it has no temporal operators.
    pub fn is_propositional(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Label(_) | Expr::At(_) => true,
            Expr::Not(a) => a.is_propositional(),
            Expr::And(all) | Expr::Or(all) => all.iter().all(Expr::is_propositional),
            Expr::Implies(a, b) | Expr::Iff(a, b) => a.is_propositional() && b.is_propositional(),
            Expr::Path(..) | Expr::Until(..) => false,
        }
    }

    /// Its truth in a state, where `has` says which labels that has. None if it has temporal operators.
    pub fn eval(&self, state: usize, has: &dyn Fn(usize) -> bool) -> Option<bool> {
        Some(match self {
            Expr::Const(b) => *b,
            Expr::Label(label) => has(*label),
            Expr::At(at) => *at == state,
            Expr::Not(a) => !a.eval(state, has)?,
            Expr::And(all) => {
                let all: Option<Vec<bool>> = all.iter().map(|a| a.eval(state, has)).collect();
                all?.into_iter().all(|b| b)
            }
            Expr::Or(all) => {
                let all: Option<Vec<bool>> = all.iter().map(|a| a.eval(state, has)).collect();
                all?.into_iter().any(|b| b)
            }
            Expr::Implies(a, b) => !a.eval(state, has)? || b.eval(state, has)?,
            Expr::Iff(a, b) => a.eval(state, has)? == b.eval(state, has)?,
            Expr::Path(..) | Expr::Until(..) => return None,
        })
    }
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

/// Reads one formula; the tokens end where it has to end.
pub struct Parser<'a> {
    structure: &'a Structure,
    tokens: &'a [Token],
    pos: usize,
    depth: usize,
    equivalences: usize,
}

impl<'a> Parser<'a> {
    pub fn new(structure: &'a Structure, tokens: &'a [Token]) -> Parser<'a> {
        Parser {
            structure,
            tokens,
            pos: 0,
            depth: 0,
            equivalences: 0,
        }
    }

    /// The whole of the tokens as a formula.
    pub fn formula(mut self) -> Parsed<Expr> {
        let expr = self.implication()?;
        if self.peek().is(";") {
            self.pos += 1;
        }
        let next = self.peek();
        match next.kind {
            Kind::End | Kind::Newline => Ok(expr),
            _ => Err(self.unexpected("the formula ends before this")),
        }
    }

    fn peek(&self) -> &'a Token {
        // The last token is an end.
        &self.tokens[self.pos.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> &'a Token {
        let token = self.peek();
        self.pos += 1;
        token
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek().is(sign);
        self.pos += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{sign}` is missing before this")))
    }

    /// What stands here does not fit, with what the writer may have meant.
    fn unexpected(&self, message: &str) -> Box<Diagnostic> {
        let token = self.peek();
        let error = Diagnostic::error("K0002", message).at(token.span);
        let instead = match &token.kind {
            Kind::Sign("&&") => "`&`",
            Kind::Sign("||") => "`|`",
            Kind::Sign("~") => "`!`",
            Kind::Sign("=>") => "`->`",
            Kind::Sign("<=>" | "==") => "`<->`",
            Kind::Word(word) => match word.to_ascii_lowercase().as_str() {
                "and" => "`&`",
                "or" => "`|`",
                "not" => "`!`",
                "implies" => "`->`",
                "iff" => "`<->`",
                _ => return Box::new(error),
            },
            _ => return Box::new(error),
        };
        Box::new(error.help(format!("write {instead}")))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            let message = format!("formulas may nest {DEEPEST} deep");
            return Err(Box::new(
                Diagnostic::error("K0003", message).at(self.peek().span),
            ));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn implication(&mut self) -> Parsed<Expr> {
        let left = self.equivalence()?;
        if !self.eat("->") {
            return Ok(left);
        }
        let right = self.deeper(Self::implication)?;
        Ok(Expr::Implies(Box::new(left), Box::new(right)))
    }

    fn equivalence(&mut self) -> Parsed<Expr> {
        let mut left = self.disjunction()?;
        while self.eat("<->") {
            let right = self.disjunction()?;
            left = Expr::Iff(Box::new(left), Box::new(right));
            self.equivalences += 1;
            if self.equivalences > MOST_EQUIVALENCES {
                let message = format!("a formula may have {MOST_EQUIVALENCES} equivalences");
                return Err(Box::new(
                    Diagnostic::error("K0003", message).at(self.peek().span),
                ));
            }
        }
        Ok(left)
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        self.list("|", Self::conjunction, Expr::Or)
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        self.list("&", Self::unary, Expr::And)
    }

    fn list(
        &mut self,
        sign: &str,
        operand: fn(&mut Self) -> Parsed<Expr>,
        make: fn(Vec<Expr>) -> Expr,
    ) -> Parsed<Expr> {
        let first = operand(self)?;
        let mut all = vec![first];
        while self.eat(sign) {
            all.push(operand(self)?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => make(all),
        })
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if self.eat("!") {
            let operand = self.deeper(Self::unary)?;
            return Ok(Expr::Not(Box::new(operand)));
        }
        if self.eat("(") {
            let inside = self.deeper(Self::implication)?;
            self.expect(")")?;
            return Ok(inside);
        }
        let Some(word) = self.peek().word() else {
            return Err(self.unexpected("a formula is missing before this"));
        };
        let operator = match word {
            "TRUE" | "true" => return Ok(self.constant(true)),
            "FALSE" | "false" => return Ok(self.constant(false)),
            "AX" => (Paths::All, Operator::Next),
            "AF" => (Paths::All, Operator::Finally),
            "AG" => (Paths::All, Operator::Globally),
            "EX" => (Paths::Some, Operator::Next),
            "EF" => (Paths::Some, Operator::Finally),
            "EG" => (Paths::Some, Operator::Globally),
            "A" => return self.until(Paths::All),
            "E" => return self.until(Paths::Some),
            "state" => return self.at_state(),
            _ => return self.label(),
        };
        self.pos += 1;
        let operand = self.deeper(Self::unary)?;
        Ok(Expr::Path(operator.0, operator.1, Box::new(operand)))
    }

    fn constant(&mut self, value: bool) -> Expr {
        self.pos += 1;
        Expr::Const(value)
    }

    fn until(&mut self, paths: Paths) -> Parsed<Expr> {
        let quantifier = self.take();
        if !self.eat("[") {
            let letter = self.tokens[self.pos - 1].word().unwrap_or_default();
            let message = format!("`{letter}` begins `{letter}[p U q]`");
            let mut error = Diagnostic::error("K0002", message).at(quantifier.span);
            if self.peek().is("(") {
                error = error.help("write square brackets");
            }
            return Err(Box::new(error));
        }
        let left = self.deeper(Self::implication)?;
        if self.peek().word() != Some("U") {
            return Err(self.unexpected("`U` is missing before this"));
        }
        self.pos += 1;
        let right = self.deeper(Self::implication)?;
        self.expect("]")?;
        Ok(Expr::Until(paths, Box::new(left), Box::new(right)))
    }

    /// `state = NAME` or `state != NAME`.
    fn at_state(&mut self) -> Parsed<Expr> {
        self.pos += 1;
        let negated = self.eat("!=");
        if !negated && !self.eat("=") {
            return Err(self.unexpected("`state` is compared with a name: `state = NAME`"));
        }
        let token = self.take();
        let Some(name) = token.word() else {
            let error = Diagnostic::error("K0002", "the name of a state is missing here");
            return Err(Box::new(error.at(token.span)));
        };
        let Some(state) = self.structure.state(name) else {
            return Err(Box::new(unknown_state(self.structure, name, token.span)));
        };
        let at = Expr::At(state);
        Ok(if negated { Expr::Not(Box::new(at)) } else { at })
    }

    fn label(&mut self) -> Parsed<Expr> {
        let token = self.take();
        let name = token.word().unwrap_or_default();
        if let Some(label) = self.structure.label(name) {
            return Ok(Expr::Label(label));
        }
        let error = |message: String| Diagnostic::error("K0004", message).at(token.span);
        Err(Box::new(match name {
            "X" | "F" | "G" => error(format!("`{name}` has no path quantifier")).help(format!(
                "write `A{name}` for all paths, or `E{name}` for some"
            )),
            "U" | "V" | "R" | "W" => error(format!("`{name}` has no path quantifier"))
                .help("write `A[p U q]` for all paths, or `E[p U q]` for some"),
            _ if self.structure.state(name).is_some() => {
                error(format!("`{name}` is a state and no label"))
                    .help(format!("write `state = {name}`"))
            }
            _ => {
                let labels = self.structure.labels.iter().map(|l| l.name.as_str());
                let error = error(format!("no state has the label `{name}`"));
                match operator_without_space(name, self.structure) {
                    Some(apart) => error.help(format!("write `{apart}`")),
                    None => match closest(name, labels) {
                        Some(near) => error.help(format!("did you mean `{near}`?")),
                        None => {
                            error.help(format!("`label {name}` declares a label that no state has"))
                        }
                    },
                }
            }
        }))
    }
}

/// `AGp` where `p` is a label.
fn operator_without_space(name: &str, structure: &Structure) -> Option<String> {
    let (operator, label) = name.split_at_checked(2)?;
    let known = matches!(operator, "AX" | "AF" | "AG" | "EX" | "EF" | "EG");
    let label = structure.label(label).filter(|_| known)?;
    Some(format!("{operator} {}", structure.labels[label].name))
}

/// A name that no state has.
pub fn unknown_state(structure: &Structure, name: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error("K0005", format!("there is no state `{name}`")).at(span);
    match closest(name, structure.states.iter().map(|s| s.name.as_str())) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("`state {name}` declares it")),
    }
}
