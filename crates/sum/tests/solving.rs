//! The solver against enumeration: random predicates over small sets have the same solutions by search as by trying all values.
//!
//! The enumeration takes connectives and quantifiers apart by itself, and asks the evaluator only for atoms.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_source::Span;
use assay_sum::core::{
    Bound, Builtin, Expr, ExprKind, Pred, PredKind, Program, Relation, Scope, Type, Var, VarId,
};
use assay_sum::eval::{Evaluator, Options};
use assay_sum::scope::SearchScope;
use assay_sum::solve::{Oracle, Question, Rest};
use assay_sum::syntax::{Name, Quantifier};
use assay_sum::value::{Set, Value};
use num_bigint::BigInt;
use proptest::prelude::*;

/// Random trees over variables that are in sight.
struct Generator {
    seed: u64,
    program: Program,
    visible: Vec<VarId>,
}

fn set_of_ints() -> Type {
    Type::power(Type::Int)
}

fn relation() -> Type {
    Type::relation(Type::Int, Type::Int)
}

impl Generator {
    fn below(&mut self, limit: usize) -> usize {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.seed >> 33) as usize) % limit
    }

    fn declare(&mut self, ty: Type) -> VarId {
        let var = VarId(self.program.vars.len() as u32);
        self.program.vars.push(Var {
            name: Name::new(&format!("v{}", var.0)),
            ty,
            span: Span::default(),
        });
        var
    }

    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr::new(kind, ty, Span::default())
    }

    fn number(&self, value: i64) -> Expr {
        self.expr(ExprKind::Int(BigInt::from(value)), Type::Int)
    }

    fn call(&self, function: Builtin, arguments: Vec<Expr>, ty: Type) -> Expr {
        self.expr(
            ExprKind::Call {
                function,
                arguments,
            },
            ty,
        )
    }

    fn variable(&mut self, ty: &Type) -> Option<Expr> {
        let fitting: Vec<VarId> = self
            .visible
            .iter()
            .copied()
            .filter(|var| self.program.vars[var.0 as usize].ty == *ty)
            .collect();
        let index = self.below(fitting.len().max(1));
        fitting
            .get(index)
            .map(|var| self.expr(ExprKind::Var(*var), ty.clone()))
    }

    fn int(&mut self, depth: usize) -> Expr {
        let constant = self.below(5) as i64 - 1;
        if depth == 0 || self.below(3) == 0 {
            let variable = if self.below(3) > 0 {
                self.variable(&Type::Int)
            } else {
                None
            };
            return variable.unwrap_or_else(|| self.number(constant));
        }
        let functions = [
            Builtin::Add,
            Builtin::Subtract,
            Builtin::Multiply,
            Builtin::Divide,
            Builtin::Modulo,
        ];
        match self.below(8) {
            5 => {
                let set = self.set(depth - 1);
                let function = [Builtin::Count, Builtin::Minimum, Builtin::Maximum][self.below(3)];
                self.call(function, vec![set], Type::Int)
            }
            6 | 7 => {
                let (function, argument) = (self.pairs(depth - 1), self.int(depth - 1));
                self.expr(ExprKind::Apply { function, argument }, Type::Int)
            }
            index => {
                let arguments = vec![self.int(depth - 1), self.int(depth - 1)];
                self.call(functions[index], arguments, Type::Int)
            }
        }
    }

    fn set(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.below(3) == 0 {
            if let Some(variable) = self.variable(&set_of_ints()) {
                return variable;
            }
            let parts = (0..self.below(3)).map(|_| self.int(0)).collect();
            return self.expr(ExprKind::Set(parts), set_of_ints());
        }
        match self.below(6) {
            0 => {
                let arguments = vec![self.int(depth - 1), self.int(depth - 1)];
                self.call(Builtin::Range, arguments, set_of_ints())
            }
            1 => {
                let function = [Builtin::Domain, Builtin::RangeOf][self.below(2)];
                let arguments = vec![self.pairs(depth - 1)];
                self.call(function, arguments, set_of_ints())
            }
            2 => {
                let (scope, seen) = self.scope(depth - 1);
                let result = self.int(depth - 1);
                self.visible.truncate(seen);
                self.expr(ExprKind::Comprehension { scope, result }, set_of_ints())
            }
            3 => {
                let parts = vec![self.int(depth - 1)];
                self.expr(ExprKind::Set(parts), set_of_ints())
            }
            _ => {
                let function =
                    [Builtin::Union, Builtin::Intersection, Builtin::Difference][self.below(3)];
                let arguments = vec![self.set(depth - 1), self.set(depth - 1)];
                self.call(function, arguments, set_of_ints())
            }
        }
    }

    fn pairs(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.below(2) == 0 {
            let (a, b) = (self.int(0), self.int(0));
            let pair = self.expr(
                ExprKind::Tuple(vec![a, b]),
                Type::pair(Type::Int, Type::Int),
            );
            let one = self.expr(ExprKind::Set(vec![pair]), relation());
            let other = self.pairs(depth - 1);
            let function = [Builtin::Override, Builtin::Union][self.below(2)];
            return self.call(function, vec![other, one], relation());
        }
        self.variable(&relation())
            .unwrap_or_else(|| self.expr(ExprKind::Set(Vec::new()), relation()))
    }

    fn small_set(&mut self) -> Expr {
        if self.below(2) == 0 {
            return self.set(1);
        }
        let low = self.below(3) as i64 - 1;
        let high = low + self.below(4) as i64 - 1;
        let arguments = vec![self.number(low), self.number(high)];
        self.call(Builtin::Range, arguments, set_of_ints())
    }

    /// One or two new variables; the number of variables that were visible before.
    fn scope(&mut self, depth: usize) -> (Scope, usize) {
        let seen = self.visible.len();
        let count = 1 + self.below(2);
        let sets: Vec<Expr> = (0..count).map(|_| self.small_set()).collect();
        let bound: Vec<Bound> = sets
            .into_iter()
            .map(|set| Bound {
                var: self.declare(Type::Int),
                set,
            })
            .collect();
        self.visible.extend(bound.iter().map(|bound| bound.var));
        let such_that = if self.below(2) == 0 {
            vec![self.pred(depth)]
        } else {
            Vec::new()
        };
        (Scope { bound, such_that }, seen)
    }

    fn atom(&mut self) -> PredKind {
        use Relation as R;
        let relation = [
            R::Equal,
            R::Equal,
            R::NotEqual,
            R::In,
            R::In,
            R::NotIn,
            R::Less,
            R::AtMost,
            R::Greater,
            R::AtLeast,
            R::Subset,
            R::Equal,
        ][self.below(12)];
        let depth = self.below(3);
        let (left, right) = match relation {
            R::In | R::NotIn => (self.int(depth), self.set(depth)),
            R::Subset => (self.set(depth), self.set(depth)),
            R::Equal if self.below(3) == 0 => (self.set(depth), self.set(depth)),
            R::Equal if self.below(4) == 0 => (self.pairs(1), self.pairs(2)),
            _ => (self.int(depth), self.int(depth)),
        };
        PredKind::Relation {
            relation,
            left,
            right,
        }
    }

    fn pred(&mut self, depth: usize) -> Pred {
        if depth == 0 {
            return Pred::new(self.atom(), Span::default());
        }
        let kind = match self.below(9) {
            0 => PredKind::Not(self.pred(depth - 1)),
            1 | 2 => PredKind::And(vec![self.pred(depth - 1), self.pred(depth - 1)]),
            3 => PredKind::Or(vec![self.pred(depth - 1), self.pred(depth - 1)]),
            4 => PredKind::Implies(self.pred(depth - 1), self.pred(depth - 1)),
            5 => PredKind::Iff(self.pred(depth - 1), self.pred(depth - 1)),
            6 => PredKind::If {
                condition: self.pred(depth - 1),
                then: self.pred(depth - 1),
                otherwise: self.pred(depth - 1),
            },
            _ => {
                let quantifier = [
                    Quantifier::Forall,
                    Quantifier::Exists,
                    Quantifier::ExistsOne,
                ][self.below(3)];
                let (scope, seen) = self.scope(depth - 1);
                let body = self.pred(depth - 1);
                self.visible.truncate(seen);
                PredKind::Quantified {
                    quantifier,
                    scope,
                    body,
                }
            }
        };
        Pred::new(kind, Span::default())
    }
}

/// Truth by taking everything apart. None where an atom is too large to answer.
fn naive(evaluator: &mut Evaluator, pred: &Pred) -> Option<bool> {
    Some(match &*pred.kind {
        PredKind::Not(part) => !naive(evaluator, part)?,
        PredKind::And(parts) => parts
            .iter()
            .map(|part| naive(evaluator, part))
            .collect::<Option<Vec<_>>>()?
            .iter()
            .all(|x| *x),
        PredKind::Or(parts) => parts
            .iter()
            .map(|part| naive(evaluator, part))
            .collect::<Option<Vec<_>>>()?
            .iter()
            .any(|x| *x),
        PredKind::Implies(a, b) => !naive(evaluator, a)? || naive(evaluator, b)?,
        PredKind::Iff(a, b) => naive(evaluator, a)? == naive(evaluator, b)?,
        PredKind::If {
            condition,
            then,
            otherwise,
        } => {
            if naive(evaluator, condition)? {
                naive(evaluator, then)?
            } else {
                naive(evaluator, otherwise)?
            }
        }
        PredKind::Quantified {
            quantifier,
            scope,
            body,
        } => {
            let solutions = all_of_scope(evaluator, scope)?;
            let mut holding = 0;
            let count = solutions.len();
            for solution in solutions {
                assign(evaluator, scope, &solution);
                holding += usize::from(naive(evaluator, body)?);
            }
            scope
                .bound
                .iter()
                .for_each(|bound| evaluator.unset(bound.var));
            match quantifier {
                Quantifier::Forall => holding == count,
                Quantifier::Exists => holding > 0,
                Quantifier::ExistsOne => holding == 1,
            }
        }
        _ => evaluator.holds(pred).ok()?,
    })
}

fn assign(evaluator: &mut Evaluator, scope: &Scope, values: &[Value]) {
    for (bound, value) in scope.bound.iter().zip(values) {
        evaluator.set(bound.var, value.clone());
    }
}

/// The values of the variables of a scope that satisfy its conditions. An undefined set has no elements.
fn all_of_scope(evaluator: &mut Evaluator, scope: &Scope) -> Option<Vec<Vec<Value>>> {
    let mut tuples = vec![Vec::new()];
    for bound in &scope.bound {
        let values = match evaluator.solid_value(&bound.set) {
            Ok(Value::Set(Set::Elements(values))) => values.to_vec(),
            Ok(other) => panic!("a listed set, and not {other:?}"),
            Err(assay_sum::eval::Stop::Undefined(_)) => Vec::new(),
            Err(_) => return None,
        };
        tuples = tuples
            .iter()
            .flat_map(|tuple| {
                values
                    .iter()
                    .map(|value| [tuple.clone(), vec![value.clone()]].concat())
            })
            .collect();
    }
    let mut kept = Vec::new();
    for tuple in tuples {
        assign(evaluator, scope, &tuple);
        let mut holds = true;
        for pred in &scope.such_that {
            holds &= naive(evaluator, pred)?;
        }
        if holds {
            kept.push(tuple);
        }
    }
    scope
        .bound
        .iter()
        .for_each(|bound| evaluator.unset(bound.var));
    Some(kept)
}

/// Two or three unknown variables with their sets, and predicates about them.
fn question(generator: &mut Generator) -> (Vec<Bound>, Vec<Pred>) {
    let range = |generator: &Generator, low: i64, high: i64| {
        let arguments = vec![generator.number(low), generator.number(high)];
        generator.call(Builtin::Range, arguments, set_of_ints())
    };
    let mut unknown = Vec::new();
    for _ in 0..1 + generator.below(2) {
        let set = range(generator, -1, 2);
        unknown.push(Bound {
            var: generator.declare(Type::Int),
            set,
        });
    }
    if generator.below(2) == 0 {
        let set = generator.expr(
            ExprKind::Power(range(generator, 0, 2)),
            Type::power(set_of_ints()),
        );
        unknown.push(Bound {
            var: generator.declare(set_of_ints()),
            set,
        });
    }
    if generator.below(2) == 0 {
        let arguments = vec![range(generator, 0, 1), range(generator, 0, 2)];
        let function =
            [Builtin::PartialFunctions, Builtin::Relations][usize::from(generator.below(4) == 0)];
        let set = generator.call(function, arguments, Type::power(relation()));
        unknown.push(Bound {
            var: generator.declare(relation()),
            set,
        });
    }
    generator.visible = unknown.iter().map(|bound| bound.var).collect();
    let count = 1 + generator.below(3);
    let predicates = (0..count).map(|_| {
        let depth = generator.below(3);
        generator.pred(depth)
    });
    let predicates = predicates.collect();
    (unknown, predicates)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn search_finds_what_enumeration_finds(seed in any::<u64>()) {
        let mut generator = Generator { seed, program: Program::default(), visible: Vec::new() };
        let (unknown, predicates) = question(&mut generator);
        let mut evaluator = Evaluator::new(Arc::new(generator.program), SearchScope::default(), Options::default());
        let scope = Scope { bound: unknown.clone(), such_that: predicates.clone() };
        let Some(expected) = all_of_scope(&mut evaluator, &scope) else { return Ok(()) };
        let question = Question {
            unknown,
            fixed: Vec::new(),
            known: Vec::new(),
            predicates: predicates.clone(),
            wanted: Vec::new(),
            limit: usize::MAX,
        };
        let answer = evaluator.answer(&question).unwrap();
        let found: BTreeSet<Vec<Value>> = answer.solutions.iter().cloned().collect();
        prop_assert_eq!(found.len(), answer.solutions.len(), "a solution twice: {:#?}", predicates);
        prop_assert_eq!(answer.rest, Rest::None);
        let expected: BTreeSet<Vec<Value>> = expected.into_iter().collect();
        let difference = found.symmetric_difference(&expected).next();
        prop_assert!(difference.is_none(), "only one has {:?}\n{:#?}", difference, predicates);
    }
}
