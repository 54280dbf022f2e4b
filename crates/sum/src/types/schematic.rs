//! Schemas while they are computed with: variables of their own, and lines about them.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Role, relation};
use super::code;
use super::copy::Copy;
use crate::core::{Bound, Builtin, Expr, ExprKind, Pred, Relation, Rewrite, Scope, Type, VarId};
use crate::syntax::Name;

#[derive(Clone, Debug, Default)]
pub(crate) struct Schematic {
    pub bound: Vec<Bound>,
    pub lines: Vec<Line>,
}

impl Schematic {
    pub fn preds(&self) -> Vec<Pred> {
        self.lines.iter().map(|l| l.pred.clone()).collect()
    }

    pub fn scope(&self) -> Scope {
        Scope {
            bound: self.bound.clone(),
            such_that: self.preds(),
        }
    }
}

/// Whether a set has all values of its type, as far as its text says.
pub(crate) fn is_maximal(set: &Expr) -> bool {
    match &*set.kind {
        ExprKind::Integers
        | ExprKind::Booleans
        | ExprKind::Given(_)
        | ExprKind::GivenElement { .. }
        | ExprKind::Free(_)
        | ExprKind::Parameter(_) => true,
        ExprKind::Power(of) => is_maximal(of),
        ExprKind::Product(parts) => parts.iter().all(is_maximal),
        ExprKind::Call {
            function: Builtin::Relations,
            arguments,
        } => arguments.iter().all(is_maximal),
        _ => false,
    }
}

impl Checker<'_> {
    pub fn var_named(&self, schematic: &Schematic, name: &Name) -> Option<VarId> {
        let bound = schematic.bound.iter().map(|b| b.var);
        let exact = bound.clone().find(|var| self.var_name(*var) == name);
        exact.or_else(|| {
            // A variable of an instance by its own name: `x` for `D.x`.
            let ending = format!(".{name}");
            let mut ends = bound.filter(|v| self.var_name(*v).as_str().ends_with(&ending));
            ends.next().filter(|_| ends.next().is_none())
        })
    }

    /// The schema of the program as a new copy.
    pub fn copy_schema(&mut self, id: usize, generics: Vec<Expr>) -> Schematic {
        let scope = self.program.schemas[id].scope.clone();
        let frames = self.schema_frames.get(&id).cloned().unwrap_or_default();
        let mut copy = Copy::new(self);
        copy.generics = generics;
        let bound = copy.bound(&scope.bound);
        let preds = copy.preds(&scope.such_that);
        let role = |i: usize| {
            if frames.contains(&i) {
                Role::Frame
            } else {
                Role::Post
            }
        };
        let lines = preds.into_iter().enumerate().map(|(i, pred)| Line {
            pred,
            role: role(i),
        });
        Schematic {
            bound,
            lines: lines.collect(),
        }
    }

    /// A copy of the operation, with the variables of its state among its variables.
    pub fn copy_operation(&mut self, instance: usize, index: usize) -> Schematic {
        let owner = &self.instances[instance];
        let operation = owner.operations[index].clone();
        let mut bound = Vec::new();
        for v in owner.state.iter().flat_map(|s| &s.vars) {
            for var in [v.var, v.primed] {
                let set = v.set.clone();
                bound.push(Bound { var, set });
            }
        }
        bound.extend(operation.inputs.iter().chain(&operation.outputs).cloned());
        let mut copy = Copy::new(self);
        let bound = copy.bound(&bound);
        let mut lines = Vec::new();
        for pred in operation.precondition.iter().flatten() {
            let (pred, role) = (copy.pred(pred), Role::Pre);
            lines.push(Line { pred, role });
        }
        for conjunct in &operation.postcondition {
            let pred = copy.pred(&conjunct.predicate);
            let role = match conjunct.role {
                crate::core::ConjunctRole::Frame => Role::Frame,
                crate::core::ConjunctRole::Post => Role::Post,
            };
            lines.push(Line { pred, role });
        }
        Schematic { bound, lines }
    }

    /// The lines with expressions in the place of variables.
    pub fn substitute(&mut self, lines: &[Line], vars: HashMap<VarId, Expr>) -> Vec<Line> {
        if vars.is_empty() {
            return lines.to_vec();
        }
        let mut copy = Copy::new(self);
        copy.vars = vars;
        let lines = lines.iter().map(|line| Line {
            pred: copy.pred(&line.pred),
            role: line.role,
        });
        lines.collect()
    }

    /// `x in S`, where that says something.
    pub fn membership(&self, value: Expr, set: &Expr, span: Span) -> Option<Pred> {
        if is_maximal(set) {
            return None;
        }
        if let ExprKind::Var(var) = *value.kind
            && self.sets.get(&var).is_some_and(|own| own.same(set))
        {
            return None;
        }
        Some(relation(Relation::In, value, set.clone(), span))
    }

    /// Two declarations of one variable.
    pub fn agree(&mut self, first: VarId, second: VarId, span: Span) -> bool {
        let (a, b) = (self.var_type(first).clone(), self.var_type(second).clone());
        if self.unknowns.unify(&a, &b).is_ok() {
            return true;
        }
        let name = self.var_name(first).clone();
        let (a, b) = (self.show(&a), self.show(&b));
        let at = |v: VarId| self.program.vars[v.0 as usize].span;
        let (at_first, at_second) = (at(first), at(second));
        let diagnostic = Diagnostic::error(
            code::CONFLICTING,
            format!("`{name}` is declared with two types: `{a}` and `{b}`"),
        )
        .at(span)
        .secondary(at_first, format!("here `{name}` is of type `{a}`"))
        .secondary(at_second, format!("and here of type `{b}`"));
        self.report(diagnostic);
        false
    }

    /// The schema as the set of its bindings.
    pub fn as_set(&mut self, a: Schematic, span: Span) -> Expr {
        let mut parts: Vec<(Name, Expr)> = a
            .bound
            .iter()
            .map(|b| (self.var_name(b.var).clone(), self.var_expr(b.var, span)))
            .collect();
        parts.sort_by(|x, y| x.0.cmp(&y.0));
        let result = binding(parts, span);
        let ty = Type::power(result.ty.clone());
        let scope = a.scope();
        Expr::new(ExprKind::Comprehension { scope, result }, ty, span)
    }

    /// A schema whose bindings are the elements of a set.
    pub fn of_set(&mut self, set: Expr, parts: &[(Name, Type)], span: Span) -> Schematic {
        let mut schematic = Schematic::default();
        let mut values = Vec::new();
        for (name, ty) in parts {
            let carrier = Self::carrier(ty.clone(), span);
            let var = self.new_var(name, carrier.clone(), span);
            schematic.bound.push(Bound { var, set: carrier });
            values.push((name.clone(), self.var_expr(var, span)));
        }
        let value = binding(values, span);
        let member = relation(Relation::In, value, set, span);
        schematic.lines.push(Line::post(member));
        schematic
    }
}

/// A binding of components in the order of their names.
pub(crate) fn binding(parts: Vec<(Name, Expr)>, span: Span) -> Expr {
    let types: Vec<(Name, Type)> = parts
        .iter()
        .map(|(name, value)| (name.clone(), value.ty.clone()))
        .collect();
    Expr::new(ExprKind::Binding(parts), Type::Binding(types.into()), span)
}
