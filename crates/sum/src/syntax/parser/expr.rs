//! Operators by their priorities: from `<=>`, the weakest, over relations and schema operators to prefixes.

use super::form::{Form, expr, predicate};
use super::{Dialect, Failed, Parsed, Parser};
use crate::syntax::fixity::{CROSS, PRODUCT, Reading};
use crate::syntax::latex::UNDERLINED;
use crate::syntax::z::without_decoration;
use crate::syntax::{
    At, Expr, ExprKind, FixityKind, Ident, Name, Predicate, PredicateKind, TokenKind,
};

/// How strongly what stands around an operand binds.
pub mod power {
    pub const LOWEST: u32 = 0;
    pub const IFF: u32 = 1;
    pub const IMPLIES: u32 = 2;
    pub const OR: u32 = 3;
    pub const AND: u32 = 4;
    pub const NOT: u32 = 5;
    pub const RELATION: u32 = 6;
    pub const COMPOSE: u32 = 7;
    pub const PIPE: u32 = 8;
    pub const HIDE: u32 = 9;
    pub const PROJECT: u32 = 10;
    pub const PRE: u32 = 11;
    /// Of a function or an arrow, plus its own priority.
    pub const FUNCTION: u32 = 100;
    pub const PREFIX: u32 = 200;
    /// Of `f` and `x` in `f x`, and of what follows an operand directly.
    pub const APPLY: u32 = 201;
}

/// Beyond the priority of any prefix, a declared priority changes nothing.
const STRONGEST: u32 = 90;

pub(crate) fn function_power(priority: u32) -> u32 {
    power::FUNCTION + priority.min(STRONGEST)
}

/// What stands between two operands.
enum Infix {
    Logic(
        u32,
        fn(Expr, Expr) -> ExprKind,
        fn(Predicate, Predicate) -> PredicateKind,
    ),
    Relation(Name),
    Schema(u32, fn(Expr, Expr) -> ExprKind),
    Hide,
    Product,
    Function(Reading),
}

/// `x \inrel{R} y` says that the pair is in R; a chain says it of each two neighbours.
fn memberships(relations: &[Name], operands: Vec<Expr>, at: At) -> Predicate {
    let pairs = operands.windows(2).zip(relations).map(|(pair, relation)| {
        let kind = match relation.as_str().strip_prefix(UNDERLINED) {
            None => PredicateKind::Relation {
                relations: vec![relation.clone()],
                operands: pair.to_vec(),
            },
            Some(name) => {
                let name = ExprKind::Name {
                    name: Name::new(name),
                    generics: None,
                };
                PredicateKind::Relation {
                    relations: vec![Name::new("_in_")],
                    operands: vec![expr(ExprKind::Tuple(pair.to_vec()), at), expr(name, at)],
                }
            }
        };
        predicate(kind, at)
    });
    let all = pairs.reduce(|left, right| predicate(PredicateKind::And(left, right), at));
    all.unwrap_or_else(|| predicate(PredicateKind::True, at))
}

impl Parser {
    /// An expression, or a schema expression.
    pub fn expression(&mut self) -> Parsed<Expr> {
        self.expression_above(power::LOWEST)
    }

    pub fn predicate(&mut self) -> Parsed<Predicate> {
        Ok(self.form(power::LOWEST)?.into_predicate())
    }

    /// An expression of operators that bind more strongly than `above`.
    pub(super) fn expression_above(&mut self, above: u32) -> Parsed<Expr> {
        let form = self.form(above)?;
        self.demand_expr(form)
    }

    pub(super) fn form(&mut self, above: u32) -> Parsed<Form> {
        self.nest(|parser| {
            let mut left = parser.prefix()?;
            while let Some((infix, strength)) = parser.infix() {
                if strength <= above {
                    break;
                }
                left = parser.combine(left, infix)?;
                parser.grow()?;
            }
            Ok(left)
        })
    }

    /// The infix operator that comes next, and how strongly it binds to the left.
    fn infix(&self) -> Option<(Infix, u32)> {
        if self.at_break() {
            return None;
        }
        let token = self.peek();
        let symbol = match token.kind {
            TokenKind::Symbol(symbol) => symbol,
            _ => "",
        };
        let logic = |strength, schema, predicate| {
            Some((Infix::Logic(strength, schema, predicate), strength))
        };
        let schema = |strength, make| Some((Infix::Schema(strength, make), strength));
        match symbol {
            "<=>" => return logic(power::IFF, ExprKind::Iff, PredicateKind::Iff),
            "=>" => return logic(power::IMPLIES, ExprKind::Implies, PredicateKind::Implies),
            "or" => return logic(power::OR, ExprKind::Or, PredicateKind::Or),
            "and" => return logic(power::AND, ExprKind::And, PredicateKind::And),
            ";;" => return schema(power::COMPOSE, ExprKind::Compose),
            ";" if self.context.semicolon => return schema(power::COMPOSE, ExprKind::Compose),
            ">>" if self.context.pipe => return schema(power::PIPE, ExprKind::Pipe),
            "|\\" => return schema(power::PROJECT, ExprKind::Project),
            "hide" => return Some((Infix::Hide, power::HIDE)),
            "\\" if self.hides_here() => return Some((Infix::Hide, power::HIDE)),
            "cross" => return Some((Infix::Product, function_power(CROSS))),
            ">" if !self.context.greater => return None,
            _ => {}
        }
        if let Some(name) = token.underlined() {
            return Some((Infix::Relation(name.clone()), power::RELATION));
        }
        let reading = self.operators.infix(token.word()?)?;
        Some(match reading.kind {
            FixityKind::Relation => (Infix::Relation(reading.name.clone()), power::RELATION),
            _ => (
                Infix::Function(reading.clone()),
                function_power(reading.priority),
            ),
        })
    }

    /// `S \ (x, y)` of Sum: no set has a pair in the place of its second operand.
    fn hides_here(&self) -> bool {
        let mut at = 1;
        if self.dialect != Dialect::Sum || !self.ahead(at).is("(") {
            return false;
        }
        loop {
            at += 1;
            if !matches!(self.ahead(at).kind, TokenKind::Name(_)) {
                return false;
            }
            at += 1;
            if self.ahead(at).is(")") {
                return at > 3;
            }
            if !self.ahead(at).is(",") {
                return false;
            }
        }
    }

    fn combine(&mut self, left: Form, infix: Infix) -> Parsed<Form> {
        let at = left.at();
        match infix {
            Infix::Logic(strength, schema, predicates) => {
                self.advance();
                // `=>` associates to the right, the others to the left.
                let above = if strength == power::IMPLIES {
                    strength - 1
                } else {
                    strength
                };
                let right = self.form(above)?;
                let at = self.since(at.0);
                Ok(match (left, right) {
                    (Form::Expr(a), Form::Expr(b)) => expr(schema(a, b), at).into(),
                    (a, b) => {
                        let kind = predicates(a.into_predicate(), b.into_predicate());
                        predicate(kind, at).into()
                    }
                })
            }
            Infix::Relation(first) => self.relation(left, first),
            Infix::Schema(strength, make) => {
                let left = self.demand_expr(left)?;
                self.advance();
                let right = self.expression_above(strength)?;
                Ok(expr(make(left, right), self.since(at.0)).into())
            }
            Infix::Hide => {
                let schema = self.demand_expr(left)?;
                self.advance();
                let names = self.hidden_names()?;
                Ok(expr(ExprKind::Hide { schema, names }, self.since(at.0)).into())
            }
            Infix::Product => self.product(left),
            Infix::Function(reading) => self.function(left, reading),
        }
    }

    fn hidden_names(&mut self) -> Parsed<Vec<Ident>> {
        let open = self.span();
        self.expect("(", "before the names that are hidden")?;
        self.in_brackets(|parser| {
            let mut names = vec![parser.ident("the name of a variable")?];
            while parser.accept(",") {
                names.push(parser.ident("the name of a variable")?);
            }
            parser.close(")", open)?;
            Ok(names)
        })
    }

    /// `a = b`, `a < b <= c`: a chain is one predicate.
    fn relation(&mut self, left: Form, first: Name) -> Parsed<Form> {
        let at = left.at();
        let mut operands = vec![self.demand_expr(left)?];
        let mut relations = Vec::new();
        let mut next = Some(first);
        while let Some(relation) = next {
            self.advance();
            relations.push(relation);
            operands.push(self.expression_above(power::RELATION)?);
            next = match self.infix() {
                Some((Infix::Relation(relation), _)) => Some(relation),
                _ => None,
            };
        }
        let at = self.since(at.0);
        let underlined = relations
            .iter()
            .any(|it| it.as_str().starts_with(UNDERLINED));
        if underlined {
            return Ok(memberships(&relations, operands, at).into());
        }
        let kind = PredicateKind::Relation {
            relations,
            operands,
        };
        Ok(predicate(kind, at).into())
    }

    fn product(&mut self, left: Form) -> Parsed<Form> {
        let at = left.at();
        let mut factors = vec![self.demand_expr(left)?];
        while !self.at_break() && self.accept(PRODUCT.0) {
            factors.push(self.expression_above(function_power(CROSS))?);
        }
        Ok(expr(ExprKind::Product(factors), self.since(at.0)).into())
    }

    fn function(&mut self, left: Form, reading: Reading) -> Parsed<Form> {
        let at = left.at();
        let left = self.demand_expr(left)?;
        self.advance();
        let strength = function_power(reading.priority);
        let above = if reading.right_associative {
            strength - 1
        } else {
            strength
        };
        let right = self.expression_above(above)?;
        let kind = ExprKind::Operator {
            name: reading.name,
            operands: vec![left, right],
        };
        Ok(expr(kind, self.since(at.0)).into())
    }

    /// An operand with what stands before it.
    fn prefix(&mut self) -> Parsed<Form> {
        let start = self.span();
        let TokenKind::Symbol(symbol) = self.peek().kind else {
            return self.prefix_operator();
        };
        match symbol {
            "not" => {
                self.advance();
                let inner = self.form(power::NOT - 1)?;
                let at = self.since(start);
                Ok(match inner {
                    Form::Expr(inner) => expr(ExprKind::Not(inner), at).into(),
                    Form::Predicate(inner) => predicate(PredicateKind::Not(inner), at).into(),
                })
            }
            "pre" => self.precondition(),
            "forall" | "exists" | "exists_1" => self.quantified(symbol),
            "lambda" => self.lambda(),
            "mu" => self.mu(),
            "let" => self.local(),
            "if" => self.conditional(),
            "changes_only" => self.changes_only(),
            _ => self.prefix_operator(),
        }
    }

    /// `pre S` of the calculus, and `pre(P)` of an operation of Sum. With a schema in the place of P both look the same; the body of an
    /// operation decides.
    fn precondition(&mut self) -> Parsed<Form> {
        let start = self.span();
        self.advance();
        if self.dialect == Dialect::Sum && self.next_is("(") {
            let inner = self.parenthesised()?;
            let at = self.since(start);
            return Ok(match inner {
                Form::Expr(schema) => expr(ExprKind::Pre(schema), at).into(),
                Form::Predicate(inner) => predicate(PredicateKind::Pre(inner), at).into(),
            });
        }
        let schema = self.expression_above(power::PRE)?;
        Ok(expr(ExprKind::Pre(schema), self.since(start)).into())
    }

    fn prefix_operator(&mut self) -> Parsed<Form> {
        let start = self.span();
        let reading = match self.peek().word() {
            Some(word) => self.operators.prefix(word).cloned(),
            None => None,
        };
        let Some(reading) = reading else {
            return self.application();
        };
        self.advance();
        if reading.kind == FixityKind::Relation {
            let operand = self.expression_above(power::RELATION)?;
            let kind = PredicateKind::Relation {
                relations: vec![reading.name],
                operands: vec![operand],
            };
            return Ok(predicate(kind, self.since(start)).into());
        }
        let operand = self.expression_above(power::PREFIX)?;
        let kind = ExprKind::Operator {
            name: reading.name,
            operands: vec![operand],
        };
        Ok(expr(kind, self.since(start)).into())
    }

    /// `f x y` of Z, `dom f` of Sum, or an operand alone.
    fn application(&mut self) -> Parsed<Form> {
        let mut function = match self.operand_form()? {
            Form::Expr(function) if self.dialect == Dialect::Z => function,
            form => return Ok(form),
        };
        loop {
            let start = function.at.0;
            if self.starts_argument() {
                let argument = self.nest(Parser::operand)?;
                function = expr(ExprKind::Apply { function, argument }, self.since(start));
            } else if !self.at_break() && self.bracket_opens() {
                function = self.bracket_operator(function)?;
            } else {
                return Ok(function.into());
            }
            self.grow()?;
        }
    }

    fn bracket_opens(&self) -> bool {
        self.peek()
            .word()
            .is_some_and(|word| self.operators.bracket(word).is_some())
    }

    /// `R (| S |)`
    pub(super) fn bracket_operator(&mut self, left: Expr) -> Parsed<Expr> {
        let (start, open) = (left.at.0, self.span());
        let opening = self.advance();
        let known = opening.word().and_then(|word| self.operators.bracket(word));
        let Some((mut name, close)) = known.map(|(it, close)| (it.name.clone(), close.to_string()))
        else {
            return Err(Failed);
        };
        let right = self.in_brackets(Parser::expression)?;
        let closing = self.peek().word().unwrap_or_default();
        if closing == close {
            self.advance();
        } else if without_decoration(closing) == close {
            // `R \limg S \rimg'` is another operator.
            name = Name::new(&format!("{name}{}", &closing[close.len()..]));
            self.advance();
        } else {
            self.close(&close, open)?;
        }
        let kind = ExprKind::Operator {
            name,
            operands: vec![left, right],
        };
        Ok(expr(kind, self.since(start)))
    }
}
