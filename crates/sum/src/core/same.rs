//! Whether two expressions or predicates are the same text up to the names of what they bind. Places are not compared.

use std::collections::HashMap;

use super::{Expr, ExprKind, Pred, PredKind, Scope, VarId};

/// The variables that the left side binds, with those of the right side.
#[derive(Default)]
struct Same {
    pairs: HashMap<VarId, VarId>,
}

impl Expr {
    pub fn same(&self, other: &Expr) -> bool {
        Same::default().expr(self, other)
    }
}

impl Pred {
    pub fn same(&self, other: &Pred) -> bool {
        Same::default().pred(self, other)
    }
}

impl Same {
    fn var(&self, a: VarId, b: VarId) -> bool {
        self.pairs.get(&a).map_or(a == b, |&paired| paired == b)
    }

    fn exprs(&mut self, a: &[Expr], b: &[Expr]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.expr(a, b))
    }

    fn preds(&mut self, a: &[Pred], b: &[Pred]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.pred(a, b))
    }

    fn scope(&mut self, a: &Scope, b: &Scope) -> bool {
        let sets = |s: &Scope| s.bound.iter().map(|x| x.set.clone()).collect::<Vec<_>>();
        if !self.exprs(&sets(a), &sets(b)) {
            return false;
        }
        let vars = a.bound.iter().map(|x| x.var);
        self.pairs.extend(vars.zip(b.bound.iter().map(|x| x.var)));
        self.preds(&a.such_that, &b.such_that)
    }

    fn definitions(&mut self, a: &[(VarId, Expr)], b: &[(VarId, Expr)]) -> bool {
        let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.expr(&a.1, &b.1));
        self.pairs.extend(a.iter().zip(b).map(|(a, b)| (a.0, b.0)));
        same
    }

    fn expr(&mut self, a: &Expr, b: &Expr) -> bool {
        use ExprKind as K;
        match (&*a.kind, &*b.kind) {
            (K::Var(a), K::Var(b)) => self.var(*a, *b),
            (K::Int(a), K::Int(b)) => a == b,
            (K::Bool(a), K::Bool(b)) => a == b,
            (K::Text(a), K::Text(b)) => a == b,
            (K::Parameter(a), K::Parameter(b)) => a == b,
            (K::Integers, K::Integers) | (K::Booleans, K::Booleans) => true,
            (K::Given(a), K::Given(b)) => a == b,
            (K::Free(a), K::Free(b)) => a == b,
            (
                K::GivenElement { given, index },
                K::GivenElement {
                    given: other,
                    index: place,
                },
            ) => given == other && index == place,
            (
                K::Branch { free, branch },
                K::Branch {
                    free: free_b,
                    branch: branch_b,
                },
            ) => free == free_b && branch == branch_b,
            (
                K::Global { id, generics },
                K::Global {
                    id: other,
                    generics: others,
                },
            ) => id == other && self.exprs(generics, others),
            (K::Tuple(a), K::Tuple(b))
            | (K::Sequence(a), K::Sequence(b))
            | (K::Bag(a), K::Bag(b)) => self.exprs(a, b),
            // Empty sets of different types are different.
            (K::Set(x), K::Set(y)) | (K::Product(x), K::Product(y)) => {
                a.ty == b.ty && self.exprs(x, y)
            }
            (K::Element { tuple, index }, K::Element { tuple: t, index: i }) => {
                index == i && self.expr(tuple, t)
            }
            (K::Binding(a), K::Binding(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .zip(b)
                        .all(|(a, b)| a.0 == b.0 && self.expr(&a.1, &b.1))
            }
            (
                K::Component { binding, name },
                K::Component {
                    binding: other,
                    name: named,
                },
            ) => name == named && self.expr(binding, other),
            (
                K::Comprehension { scope, result },
                K::Comprehension {
                    scope: s,
                    result: r,
                },
            )
            | (
                K::Mu { scope, result },
                K::Mu {
                    scope: s,
                    result: r,
                },
            ) => self.scope(scope, s) && self.expr(result, r),
            (
                K::Lambda {
                    scope,
                    argument,
                    result,
                },
                K::Lambda {
                    scope: s,
                    argument: x,
                    result: r,
                },
            ) => self.scope(scope, s) && self.expr(argument, x) && self.expr(result, r),
            (
                K::Let { definitions, body },
                K::Let {
                    definitions: d,
                    body: b,
                },
            ) => self.definitions(definitions, d) && self.expr(body, b),
            (
                K::If {
                    condition,
                    then,
                    otherwise,
                },
                K::If {
                    condition: c,
                    then: t,
                    otherwise: o,
                },
            ) => self.pred(condition, c) && self.expr(then, t) && self.expr(otherwise, o),
            (K::Truth(a), K::Truth(b)) => self.pred(a, b),
            (K::Power(a), K::Power(b)) => self.expr(a, b),
            (
                K::Apply { function, argument },
                K::Apply {
                    function: f,
                    argument: x,
                },
            ) => self.expr(function, f) && self.expr(argument, x),
            (
                K::Call {
                    function,
                    arguments,
                },
                K::Call {
                    function: f,
                    arguments: x,
                },
            ) => function == f && self.exprs(arguments, x),
            _ => false,
        }
    }

    fn pred(&mut self, a: &Pred, b: &Pred) -> bool {
        use PredKind as K;
        match (&*a.kind, &*b.kind) {
            (K::True, K::True) | (K::False, K::False) => true,
            (
                K::Relation {
                    relation,
                    left,
                    right,
                },
                K::Relation {
                    relation: r,
                    left: x,
                    right: y,
                },
            ) => relation == r && self.expr(left, x) && self.expr(right, y),
            (K::Holds(a), K::Holds(b)) => self.expr(a, b),
            (K::Not(a), K::Not(b)) => self.pred(a, b),
            (K::And(a), K::And(b)) | (K::Or(a), K::Or(b)) => self.preds(a, b),
            (K::Implies(a, b), K::Implies(x, y)) | (K::Iff(a, b), K::Iff(x, y)) => {
                self.pred(a, x) && self.pred(b, y)
            }
            (
                K::Quantified {
                    quantifier,
                    scope,
                    body,
                },
                K::Quantified {
                    quantifier: q,
                    scope: s,
                    body: b,
                },
            ) => quantifier == q && self.scope(scope, s) && self.pred(body, b),
            (
                K::Let { definitions, body },
                K::Let {
                    definitions: d,
                    body: b,
                },
            ) => self.definitions(definitions, d) && self.pred(body, b),
            (
                K::If {
                    condition,
                    then,
                    otherwise,
                },
                K::If {
                    condition: c,
                    then: t,
                    otherwise: o,
                },
            ) => self.pred(condition, c) && self.pred(then, t) && self.pred(otherwise, o),
            _ => false,
        }
    }
}
