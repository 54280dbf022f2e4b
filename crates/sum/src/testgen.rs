//! Random trees that a reader could have made: every construct, every operator of the tool-kit, operators that the tree declares itself,
//! names that need quotes. They are not well typed.

use assay_system::Random;
use num_bigint::BigInt;

use crate::syntax::fixity::{Place, TABLE};
use crate::syntax::parser::as_predicate;
use crate::syntax::{
    At, Branch, Claim, Declaration, Expectation, Expr, ExprKind, Fixity, FixityKind, FreeType,
    Ident, Module, Name, Notation, Paragraph, ParagraphKind, Predicate, PredicateKind, Quantifier,
    Renaming, SchemaText, SchemaValue, Specification,
};

const NAMES: &[&str] = &[
    "x", "y'", "x?", "out!", "S", "T''", "maxsize", "x_1", "int", "nat", "nat_1", "bool", "dom",
    "ran", "first", "true", "false", "op", "state", "end", "fst", "größe", "Δx", "a b",
];
/// Names of operators in the place of a value: `(_ cup _)`.
const SECTIONS: &[&str] = &["_cup_", "#_", "_~", "_(|_|)", "_<_", "_-->_", "_⊛_", "_-_"];

/// Operators that each specification declares first.
fn fixities() -> Vec<Fixity> {
    let fixity = |name: &str, kind, priority, right_associative| Fixity {
        name: Name::new(name),
        kind,
        priority,
        right_associative,
    };
    vec![
        fixity("_in_order_", FixityKind::Relation, 0, false),
        fixity("_⊛_", FixityKind::Function, 30, true),
        fixity("_weak_", FixityKind::Function, 7, false),
        fixity("neg_", FixityKind::Function, 0, false),
        fixity("_bang", FixityKind::Function, 0, false),
        fixity("_to_", FixityKind::Generic, 5, true),
    ]
}

/// A random specification whose expressions nest about `depth` levels.
pub fn specification(random: &mut Random, depth: u32) -> Specification {
    let mut make = Make { random };
    let mut modules = vec![make.module(depth)];
    if make.one_in(3) {
        modules.push(make.module(depth));
    }
    let declared = fixities()
        .into_iter()
        .map(|it| paragraph(ParagraphKind::Fixity(it)));
    modules[0].paragraphs.splice(0..0, declared);
    Specification {
        notation: Notation::Sum,
        modules,
    }
}

fn paragraph(kind: ParagraphKind) -> Paragraph {
    Paragraph {
        kind,
        at: At::default(),
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind: Box::new(kind),
        at: At::default(),
    }
}

fn predicate(kind: PredicateKind) -> Predicate {
    Predicate {
        kind: Box::new(kind),
        at: At::default(),
    }
}

fn plain(name: &str) -> Expr {
    expr(ExprKind::Name {
        name: Name::new(name),
        generics: None,
    })
}

struct Make<'a> {
    random: &'a mut Random,
}

impl Make<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn ident(&mut self) -> Ident {
        loop {
            let name = self.pick(NAMES);
            if !matches!(name, "true" | "false") {
                return Ident {
                    name: Name::new(name),
                    at: At::default(),
                };
            }
        }
    }

    fn declared(&mut self) -> Ident {
        if self.one_in(8) {
            Ident {
                name: Name::new(self.pick(SECTIONS)),
                at: At::default(),
            }
        } else {
            self.ident()
        }
    }

    fn many<T>(&mut self, least: u64, most: u64, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..least + self.below(most - least + 1))
            .map(|_| make(self))
            .collect()
    }

    fn module(&mut self, depth: u32) -> Module {
        Module {
            name: Some(self.ident()),
            parameters: self.many(0, 2, Self::ident),
            parents: self.many(0, 1, Self::ident),
            paragraphs: self.many(1, 6, |make| paragraph(make.paragraph(depth))),
            at: At::default(),
        }
    }

    fn paragraph(&mut self, depth: u32) -> ParagraphKind {
        match self.below(13) {
            0 => ParagraphKind::Given(self.many(1, 3, Self::ident)),
            1 => ParagraphKind::Free(self.many(1, 2, |make| make.free_type(depth))),
            2 => ParagraphKind::Abbreviation {
                name: self.declared(),
                parameters: self.many(0, 2, Self::ident),
                value: self.expr(depth),
            },
            3 => ParagraphKind::Axiomatic {
                parameters: self.many(0, 1, Self::ident),
                text: self.text(depth, 0),
            },
            4 => ParagraphKind::Schema {
                name: self.ident(),
                parameters: self.many(0, 1, Self::ident),
                value: SchemaValue::Box(self.text(depth, 0)),
            },
            5 => ParagraphKind::Schema {
                name: self.ident(),
                parameters: self.many(0, 1, Self::ident),
                value: SchemaValue::Is(self.expr(depth)),
            },
            6 => ParagraphKind::State(self.text(depth, 0)),
            7 => ParagraphKind::Init(self.text(depth, 0)),
            8 => ParagraphKind::Operation {
                name: self.ident(),
                value: SchemaValue::Is(self.expr(depth)),
            },
            9 => ParagraphKind::Operation {
                name: self.ident(),
                value: self.operation(depth),
            },
            10 => ParagraphKind::Check {
                name: self.ident(),
                checks: self.many(0, 3, |make| make.expectation(depth)),
            },
            11 => ParagraphKind::Import {
                module: self.ident(),
                arguments: self.many(0, 2, |make| make.expr(depth.min(1))),
                instance: if self.one_in(2) {
                    Some(self.ident())
                } else {
                    None
                },
                renamings: self.many(0, 2, Self::renaming),
            },
            _ => ParagraphKind::Claim {
                parameters: self.many(0, 1, Self::ident),
                claim: self.pick(&[Claim::Constraint, Claim::Conjecture]),
                predicate: self.predicate(depth),
            },
        }
    }

    fn operation(&mut self, depth: u32) -> SchemaValue {
        let mut text = self.text(depth, 0);
        if self.one_in(2) {
            let inner = self.predicate(depth);
            text.predicates
                .insert(0, predicate(PredicateKind::Pre(inner)));
        }
        // There `pre(S)` is the precondition.
        text.predicates.retain(|it| !says_pre(it));
        SchemaValue::Box(text)
    }

    fn free_type(&mut self, depth: u32) -> FreeType {
        let branches = self.many(1, 3, |make| Branch {
            name: make.ident(),
            argument: if make.one_in(3) {
                Some(make.expr(depth.min(2)))
            } else {
                None
            },
        });
        FreeType {
            name: self.ident(),
            branches,
        }
    }

    fn expectation(&mut self, depth: u32) -> Expectation {
        Expectation {
            predicate: self.predicate(depth),
            otherwise: if self.one_in(2) {
                Some("STATE_ERR".into())
            } else {
                None
            },
        }
    }

    fn renaming(&mut self) -> Renaming {
        Renaming {
            new: self.ident(),
            old: self.ident(),
        }
    }

    fn text(&mut self, depth: u32, least: u64) -> SchemaText {
        let depth = depth.saturating_sub(1);
        SchemaText {
            declarations: self.many(least, 2, |make| make.declaration(depth)),
            predicates: self.many(0, 2, |make| make.predicate(depth)),
            at: At::default(),
        }
    }

    fn declaration(&mut self, depth: u32) -> Declaration {
        match self.below(6) {
            0 => Declaration::Constant {
                name: self.declared(),
                value: self.expr(depth),
            },
            1 => Declaration::Inclusion(self.expr(depth)),
            _ => Declaration::Variables {
                names: self.many(1, 2, Self::declared),
                set: self.expr(depth),
            },
        }
    }

    fn quantifier(&mut self) -> Quantifier {
        self.pick(&[
            Quantifier::Forall,
            Quantifier::Exists,
            Quantifier::ExistsOne,
        ])
    }

    fn definitions(&mut self, depth: u32) -> Vec<(Ident, Expr)> {
        self.many(1, 2, |make| (make.ident(), make.expr(depth)))
    }

    /// A predicate in the form that readers make: see `as_predicate`.
    pub fn predicate(&mut self, depth: u32) -> Predicate {
        if depth == 0 {
            return as_predicate(self.expr(0));
        }
        let deeper = depth - 1;
        let two = |make: &mut Self| (make.predicate(deeper), make.predicate(deeper));
        let kind = match self.below(13) {
            0 => PredicateKind::Not(self.predicate(deeper)),
            1 => {
                let (a, b) = two(self);
                PredicateKind::And(a, b)
            }
            2 => {
                let (a, b) = two(self);
                PredicateKind::Or(a, b)
            }
            3 => {
                let (a, b) = two(self);
                PredicateKind::Implies(a, b)
            }
            4 => {
                let (a, b) = two(self);
                PredicateKind::Iff(a, b)
            }
            5 => PredicateKind::Quantified {
                quantifier: self.quantifier(),
                text: self.text(depth, 1),
                body: self.predicate(deeper),
            },
            6 => PredicateKind::Let {
                definitions: self.definitions(deeper),
                body: self.predicate(deeper),
            },
            7 => PredicateKind::If {
                condition: self.predicate(deeper),
                then: self.predicate(deeper),
                otherwise: self.predicate(deeper),
            },
            8 => PredicateKind::ChangesOnly(self.many(0, 2, |make| make.expr(0))),
            9 => return as_predicate(self.expr(depth)),
            _ => return self.relation(deeper),
        };
        predicate(kind)
    }

    fn relation(&mut self, depth: u32) -> Predicate {
        let kind = if self.one_in(8) {
            PredicateKind::Relation {
                relations: vec![Name::new("disjoint_")],
                operands: vec![self.expr(depth)],
            }
        } else {
            let relations = self.many(1, 2, Self::infix_relation);
            let operands = (0..=relations.len()).map(|_| self.expr(depth)).collect();
            PredicateKind::Relation {
                relations,
                operands,
            }
        };
        predicate(kind)
    }

    fn infix_relation(&mut self) -> Name {
        if self.one_in(8) {
            return Name::new("_in_order_");
        }
        loop {
            let operator = &TABLE[self.below(TABLE.len() as u64) as usize];
            if operator.kind == FixityKind::Relation && operator.place == Place::Infix {
                return Name::new(operator.name);
            }
        }
    }

    pub fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(10) {
            0 => self.leaf(),
            1..=3 => self.operation_of_toolkit(depth - 1),
            4 | 5 => self.suffixed(depth - 1),
            6 | 7 => self.bracketed(depth),
            _ => self.calculus(depth),
        }
    }

    fn leaf(&mut self) -> Expr {
        match self.below(12) {
            0 | 1 => expr(ExprKind::Number(BigInt::from(self.below(40)))),
            2 => expr(ExprKind::Set(Vec::new())),
            3 if self.one_in(3) => expr(ExprKind::Text("a \"quoted\" text".replace('"', "'"))),
            4 => plain(self.pick(SECTIONS)),
            _ => plain(self.pick(NAMES)),
        }
    }

    fn operation_of_toolkit(&mut self, depth: u32) -> Expr {
        let own = ["_⊛_", "_weak_", "_to_", "neg_", "_bang"];
        let (name, place) = if self.one_in(5) {
            let name = self.pick(&own);
            let place = match (name.starts_with('_'), name.ends_with('_')) {
                (true, true) => Place::Infix,
                (false, _) => Place::Prefix,
                _ => Place::Postfix,
            };
            (name, place)
        } else {
            let operator = loop {
                let operator = &TABLE[self.below(TABLE.len() as u64) as usize];
                if operator.kind != FixityKind::Relation {
                    break operator;
                }
            };
            (operator.name, operator.place)
        };
        let count = if matches!(place, Place::Infix | Place::Bracket) {
            2
        } else {
            1
        };
        let operands = (0..count).map(|_| self.expr(depth)).collect();
        expr(ExprKind::Operator {
            name: Name::new(name),
            operands,
        })
    }

    fn suffixed(&mut self, depth: u32) -> Expr {
        let base = self.expr(depth);
        expr(match self.below(8) {
            0 => ExprKind::Select {
                base,
                name: Name::new(self.pick(&["state", "init", "x'", "op"])),
            },
            1 => ExprKind::Element {
                base,
                index: 1 + self.below(3) as u32,
            },
            2 => ExprKind::Decorated {
                schema: base,
                strokes: self.pick(&["'", "?", "!'"]).into(),
            },
            3 => ExprKind::Rename {
                schema: base,
                renamings: self.many(1, 2, Self::renaming),
            },
            4 => ExprKind::Substituted {
                schema: base,
                values: self.many(1, 2, |make| {
                    let name = Name::new(make.pick(&["x?", "T.value", "op"]));
                    (
                        make.expr(depth),
                        Ident {
                            name,
                            at: At::default(),
                        },
                    )
                }),
            },
            5 => ExprKind::Name {
                name: Name::new(self.pick(&["f", "dom", "emptyset", "_cup_", "end"])),
                generics: Some(self.many(1, 2, |make| make.expr(depth))),
            },
            _ => ExprKind::Apply {
                function: base,
                argument: self.expr(depth),
            },
        })
    }

    fn bracketed(&mut self, depth: u32) -> Expr {
        let deeper = depth - 1;
        let inner = |make: &mut Self| make.expr(deeper);
        expr(match self.below(10) {
            0 => ExprKind::Tuple(self.many(2, 3, inner)),
            1 | 2 => ExprKind::Set(self.many(0, 3, inner)),
            3 => ExprKind::Sequence(self.many(0, 3, inner)),
            4 => ExprKind::Bag(self.many(0, 3, inner)),
            5 => ExprKind::Binding(self.many(0, 2, |make| (make.ident(), make.expr(deeper)))),
            6 | 7 => self.comprehension(depth),
            8 => ExprKind::SchemaText(self.text(depth, 0)),
            _ => ExprKind::Product(self.many(2, 3, inner)),
        })
    }

    fn comprehension(&mut self, depth: u32) -> ExprKind {
        let result = if self.one_in(2) {
            Some(self.expr(depth - 1))
        } else {
            None
        };
        ExprKind::Comprehension {
            text: self.text(depth, 1),
            result,
        }
    }

    fn calculus(&mut self, depth: u32) -> Expr {
        let deeper = depth - 1;
        let a = self.expr(deeper);
        expr(match self.below(18) {
            0 => ExprKind::Not(a),
            1 => ExprKind::And(a, self.expr(deeper)),
            2 => ExprKind::Or(a, self.expr(deeper)),
            3 => ExprKind::Implies(a, self.expr(deeper)),
            4 => ExprKind::Iff(a, self.expr(deeper)),
            5 => ExprKind::Project(a, self.expr(deeper)),
            6 => ExprKind::Compose(a, self.expr(deeper)),
            7 => ExprKind::Pipe(a, self.expr(deeper)),
            8 => ExprKind::Hide {
                schema: a,
                names: self.many(1, 2, Self::ident),
            },
            9 => ExprKind::Pre(a),
            10 => ExprKind::Theta(a),
            11 => ExprKind::Delta(a),
            12 => ExprKind::Xi(a),
            13 => ExprKind::Quantified {
                quantifier: self.quantifier(),
                text: self.text(depth, 1),
                body: a,
            },
            14 => ExprKind::Lambda {
                text: self.text(depth, 1),
                body: a,
            },
            15 => ExprKind::Mu {
                text: self.text(depth, 1),
                body: if self.one_in(2) { Some(a) } else { None },
            },
            16 => ExprKind::Let {
                definitions: self.definitions(deeper),
                body: a,
            },
            _ => ExprKind::If {
                condition: self.predicate(deeper),
                then: a,
                otherwise: self.expr(deeper),
            },
        })
    }
}

/// A conjunct that is `pre S` of the calculus.
fn says_pre(predicate: &Predicate) -> bool {
    match &*predicate.kind {
        PredicateKind::Expression(expr) => matches!(*expr.kind, ExprKind::Pre(_)),
        PredicateKind::And(a, b) => says_pre(a) || says_pre(b),
        _ => false,
    }
}
