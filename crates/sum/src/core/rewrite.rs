//! One walk over expressions and predicates for everything that makes new ones from old ones.

use super::{Bound, Expr, ExprKind, Pred, PredKind, Scope, Type, VarId};

/// What a walk changes. What it does not say stays.
pub(crate) trait Rewrite {
    fn ty(&mut self, ty: &Type) -> Type {
        ty.clone()
    }

    /// A variable that is used.
    fn variable(&mut self, var: VarId, at: &Expr) -> Expr {
        let mut expr = at.clone();
        expr.kind = ExprKind::Var(var).into();
        expr.ty = self.ty(&at.ty);
        expr
    }

    /// A variable that is declared. Its uses come after.
    fn declared(&mut self, var: VarId) -> VarId {
        var
    }

    /// An expression that becomes another one, before its parts are looked at.
    fn replaced(&mut self, _: &Expr) -> Option<Expr> {
        None
    }

    fn expr(&mut self, expr: &Expr) -> Expr
    where
        Self: Sized,
    {
        if let Some(new) = self.replaced(expr) {
            return new;
        }
        if let ExprKind::Var(var) = *expr.kind {
            return self.variable(var, expr);
        }
        let kind = expr_kind(self, &expr.kind);
        Expr::new(kind, self.ty(&expr.ty), expr.span)
    }

    fn exprs(&mut self, exprs: &[Expr]) -> Vec<Expr>
    where
        Self: Sized,
    {
        exprs.iter().map(|e| self.expr(e)).collect()
    }

    fn pred(&mut self, pred: &Pred) -> Pred
    where
        Self: Sized,
    {
        Pred::new(pred_kind(self, &pred.kind), pred.span)
    }

    fn preds(&mut self, preds: &[Pred]) -> Vec<Pred>
    where
        Self: Sized,
    {
        preds.iter().map(|p| self.pred(p)).collect()
    }

    fn scope(&mut self, scope: &Scope) -> Scope
    where
        Self: Sized,
    {
        let sets: Vec<Expr> = scope.bound.iter().map(|b| self.expr(&b.set)).collect();
        let vars: Vec<VarId> = scope.bound.iter().map(|b| self.declared(b.var)).collect();
        let bound = vars.into_iter().zip(sets);
        Scope {
            bound: bound.map(|(var, set)| Bound { var, set }).collect(),
            such_that: self.preds(&scope.such_that),
        }
    }

    fn definitions(&mut self, definitions: &[(VarId, Expr)]) -> Vec<(VarId, Expr)>
    where
        Self: Sized,
    {
        let values: Vec<Expr> = definitions.iter().map(|(_, e)| self.expr(e)).collect();
        let vars = definitions.iter().map(|&(var, _)| self.declared(var));
        vars.zip(values).collect()
    }
}

fn expr_kind<R: Rewrite>(r: &mut R, kind: &ExprKind) -> ExprKind {
    match kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Var(_)
        | ExprKind::Parameter(_)
        | ExprKind::Branch { .. }
        | ExprKind::Integers
        | ExprKind::Booleans
        | ExprKind::Given(_)
        | ExprKind::GivenElement { .. }
        | ExprKind::Free(_) => kind.clone(),
        ExprKind::Global { id, generics } => ExprKind::Global {
            id: *id,
            generics: r.exprs(generics),
        },
        ExprKind::Tuple(parts) => ExprKind::Tuple(r.exprs(parts)),
        ExprKind::Element { tuple, index } => ExprKind::Element {
            tuple: r.expr(tuple),
            index: *index,
        },
        ExprKind::Binding(parts) => ExprKind::Binding(
            parts
                .iter()
                .map(|(name, value)| (name.clone(), r.expr(value)))
                .collect(),
        ),
        ExprKind::Component { binding, name } => ExprKind::Component {
            binding: r.expr(binding),
            name: name.clone(),
        },
        ExprKind::Set(parts) => ExprKind::Set(r.exprs(parts)),
        ExprKind::Sequence(parts) => ExprKind::Sequence(r.exprs(parts)),
        ExprKind::Bag(parts) => ExprKind::Bag(r.exprs(parts)),
        ExprKind::Comprehension { scope, result } => ExprKind::Comprehension {
            scope: r.scope(scope),
            result: r.expr(result),
        },
        ExprKind::Lambda {
            scope,
            argument,
            result,
        } => ExprKind::Lambda {
            scope: r.scope(scope),
            argument: r.expr(argument),
            result: r.expr(result),
        },
        ExprKind::Mu { scope, result } => ExprKind::Mu {
            scope: r.scope(scope),
            result: r.expr(result),
        },
        ExprKind::Let { definitions, body } => ExprKind::Let {
            definitions: r.definitions(definitions),
            body: r.expr(body),
        },
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => ExprKind::If {
            condition: r.pred(condition),
            then: r.expr(then),
            otherwise: r.expr(otherwise),
        },
        ExprKind::Truth(pred) => ExprKind::Truth(r.pred(pred)),
        ExprKind::Power(of) => ExprKind::Power(r.expr(of)),
        ExprKind::Product(parts) => ExprKind::Product(r.exprs(parts)),
        ExprKind::Apply { function, argument } => ExprKind::Apply {
            function: r.expr(function),
            argument: r.expr(argument),
        },
        ExprKind::Call {
            function,
            arguments,
        } => ExprKind::Call {
            function: *function,
            arguments: r.exprs(arguments),
        },
    }
}

fn pred_kind<R: Rewrite>(r: &mut R, kind: &PredKind) -> PredKind {
    match kind {
        PredKind::True => PredKind::True,
        PredKind::False => PredKind::False,
        PredKind::Relation {
            relation,
            left,
            right,
        } => PredKind::Relation {
            relation: *relation,
            left: r.expr(left),
            right: r.expr(right),
        },
        PredKind::Holds(value) => PredKind::Holds(r.expr(value)),
        PredKind::Not(of) => PredKind::Not(r.pred(of)),
        PredKind::And(parts) => PredKind::And(r.preds(parts)),
        PredKind::Or(parts) => PredKind::Or(r.preds(parts)),
        PredKind::Implies(a, b) => PredKind::Implies(r.pred(a), r.pred(b)),
        PredKind::Iff(a, b) => PredKind::Iff(r.pred(a), r.pred(b)),
        PredKind::Quantified {
            quantifier,
            scope,
            body,
        } => PredKind::Quantified {
            quantifier: *quantifier,
            scope: r.scope(scope),
            body: r.pred(body),
        },
        PredKind::Let { definitions, body } => PredKind::Let {
            definitions: r.definitions(definitions),
            body: r.pred(body),
        },
        PredKind::If {
            condition,
            then,
            otherwise,
        } => PredKind::If {
            condition: r.pred(condition),
            then: r.pred(then),
            otherwise: r.pred(otherwise),
        },
    }
}
