//! Schemas while they are computed with: variables of their own, and lines about them.
//!
//! The schema calculus is that of Spivey, The Z Notation (2nd edition), section 3.8. Variables of one name become one variable, whose
//! types must agree. Where the sets of two declarations differ, the variable ranges over the first in a conjunction, and over all of
//! its type elsewhere; memberships say the rest.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Role, conjunction, relation};
use super::code;
use super::copy::{Copy, mentions};
use crate::core::{
    Bound, Builtin, Expr, ExprKind, Pred, PredKind, Relation, Rewrite, Scope, Type, VarId,
};
use crate::syntax::{Name, Quantifier};

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

    /// Variables of one name in both, where their types agree.
    fn shared(&mut self, a: &Schematic, b: &Schematic, span: Span) -> Vec<(usize, usize)> {
        let names: HashMap<Name, usize> = a
            .bound
            .iter()
            .enumerate()
            .map(|(i, x)| (self.var_name(x.var).clone(), i))
            .collect();
        let mut shared = Vec::new();
        for (j, y) in b.bound.iter().enumerate() {
            let Some(&i) = names.get(self.var_name(y.var)) else {
                continue;
            };
            self.agree(a.bound[i].var, y.var, span);
            shared.push((i, j));
        }
        shared
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

    /// Both, as an inclusion of the second in the first.
    pub fn join(&mut self, mut a: Schematic, b: Schematic, span: Span) -> Schematic {
        let shared = self.shared(&a, &b, span);
        let mut vars = HashMap::new();
        let mut common = vec![false; b.bound.len()];
        for (i, j) in shared {
            common[j] = true;
            let value = self.var_expr(a.bound[i].var, span);
            if !a.bound[i].set.same(&b.bound[j].set)
                && let Some(pred) = self.membership(value.clone(), &b.bound[j].set, span)
            {
                a.lines.push(Line::post(pred));
            }
            vars.insert(b.bound[j].var, value);
        }
        let lines = self.substitute(&b.lines, vars);
        let new = b.bound.into_iter().zip(common).filter(|(_, c)| !c);
        a.bound.extend(new.map(|(b, _)| b));
        a.lines.extend(lines);
        a
    }

    /// A schema whose one line is made of the two as predicates.
    pub fn combine(
        &mut self,
        mut a: Schematic,
        mut b: Schematic,
        span: Span,
        make: impl FnOnce(Pred, Pred) -> PredKind,
    ) -> Schematic {
        let shared = self.shared(&a, &b, span);
        let mut vars = HashMap::new();
        let (mut in_a, mut in_b) = (vec![None; a.bound.len()], vec![false; b.bound.len()]);
        for (i, j) in shared {
            in_a[i] = Some(b.bound[j].set.clone());
            in_b[j] = true;
            vars.insert(b.bound[j].var, self.var_expr(a.bound[i].var, span));
        }
        b.lines = self.substitute(&b.lines, vars.clone());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (bound, other) in a.bound.iter_mut().zip(in_a) {
            if other.as_ref().is_some_and(|other| other.same(&bound.set)) {
                continue;
            }
            let set = self.widen(bound, span);
            let value = self.var_expr(bound.var, span);
            left.extend(self.membership(value.clone(), &set, span));
            right.extend(other.and_then(|other| self.membership(value, &other, span)));
        }
        for (mut bound, common) in b.bound.into_iter().zip(in_b) {
            if !common {
                let set = self.widen(&mut bound, span);
                let value = self.var_expr(bound.var, span);
                right.extend(self.membership(value, &set, span));
                a.bound.push(bound);
            }
        }
        left.extend(a.lines.iter().map(|l| l.pred.clone()));
        right.extend(b.lines.iter().map(|l| l.pred.clone()));
        let kind = make(conjunction(left, span), conjunction(right, span));
        a.lines = vec![Line::post(Pred::new(kind, span))];
        a
    }

    /// Lets a variable range over all values of its type; the set that it had.
    fn widen(&mut self, bound: &mut Bound, span: Span) -> Expr {
        let old = bound.set.clone();
        if !is_maximal(&old) {
            let ty = self.var_type(bound.var).clone();
            bound.set = Self::carrier(ty, span);
            self.sets.insert(bound.var, bound.set.clone());
        }
        old
    }

    pub fn negate(&mut self, mut a: Schematic, span: Span) -> Schematic {
        let mut parts = Vec::new();
        for bound in &mut a.bound {
            let set = self.widen(bound, span);
            let value = self.var_expr(bound.var, span);
            parts.extend(self.membership(value, &set, span));
        }
        parts.extend(a.lines.iter().map(|l| l.pred.clone()));
        let not = PredKind::Not(conjunction(parts, span));
        a.lines = vec![Line::post(Pred::new(not, span))];
        a
    }

    /// Binds some of the variables by an existential quantifier.
    pub fn hide(&mut self, a: Schematic, hidden: &[VarId], span: Span) -> Schematic {
        if hidden.is_empty() {
            return a;
        }
        let (inner, bound): (Vec<Bound>, Vec<Bound>) =
            a.bound.into_iter().partition(|b| hidden.contains(&b.var));
        let (inside, mut lines): (Vec<Line>, Vec<Line>) =
            a.lines.into_iter().partition(|l| mentions(&l.pred, hidden));
        let scope = Scope {
            bound: inner,
            such_that: inside.into_iter().map(|l| l.pred).collect(),
        };
        let exists = PredKind::Quantified {
            quantifier: Quantifier::Exists,
            scope,
            body: Pred::new(PredKind::True, span),
        };
        lines.push(Line::post(Pred::new(exists, span)));
        Schematic { bound, lines }
    }

    pub fn hide_where(
        &mut self,
        a: Schematic,
        span: Span,
        hidden: impl Fn(&Name) -> bool,
    ) -> Schematic {
        let vars: Vec<VarId> = a.bound.iter().map(|b| b.var).collect();
        let vars: Vec<VarId> = vars
            .into_iter()
            .filter(|v| hidden(self.var_name(*v)))
            .collect();
        self.hide(a, &vars, span)
    }

    /// A quantifier over a schema: what it declares is no component of the result.
    pub fn quantify(
        &mut self,
        quantifier: Quantifier,
        text: Schematic,
        body: Schematic,
        span: Span,
    ) -> Schematic {
        let (mut vars, mut inner, mut outer) = (HashMap::new(), Vec::new(), Vec::new());
        for b in body.bound {
            let name = self.var_name(b.var).clone();
            let Some(outside) = self.var_named(&text, &name) else {
                outer.push(b);
                continue;
            };
            let (x, y) = (self.var_type(outside).clone(), self.var_type(b.var).clone());
            if self.unknowns.unify(&x, &y).is_err() {
                let (x, y) = (self.show(&x), self.show(&y));
                let message =
                    format!("`{name}` is quantified as `{x}`, and is `{y}` in the schema");
                self.error(code::QUANTIFIED, span, message);
            }
            let value = self.var_expr(outside, span);
            inner.extend(self.membership(value.clone(), &b.set, span));
            vars.insert(b.var, value);
        }
        let lines = self.substitute(&body.lines, vars);
        inner.extend(lines.into_iter().map(|l| l.pred));
        let kind = PredKind::Quantified {
            quantifier,
            scope: text.scope(),
            body: conjunction(inner, span),
        };
        Schematic {
            bound: outer,
            lines: vec![Line::post(Pred::new(kind, span))],
        }
    }

    /// Renames variables in place. Two that get one name become one variable.
    pub fn renamed(
        &mut self,
        a: Schematic,
        span: Span,
        new_name: impl Fn(&Name) -> Option<Name>,
    ) -> Schematic {
        for b in &a.bound {
            if let Some(new) = new_name(self.var_name(b.var)) {
                self.program.vars[b.var.0 as usize].name = new;
            }
        }
        let mut seen: HashMap<Name, VarId> = HashMap::new();
        let (mut bound, mut vars, mut lines) = (Vec::new(), HashMap::new(), Vec::new());
        for b in a.bound {
            let name = self.var_name(b.var).clone();
            let Some(&first) = seen.get(&name) else {
                seen.insert(name, b.var);
                bound.push(b);
                continue;
            };
            self.agree(first, b.var, span);
            let value = self.var_expr(first, span);
            lines.extend(self.membership(value.clone(), &b.set, span).map(Line::post));
            vars.insert(b.var, value);
        }
        lines.extend(self.substitute(&a.lines, vars));
        Schematic { bound, lines }
    }

    pub fn decorated(&mut self, a: Schematic, strokes: &str, span: Span) -> Schematic {
        if strokes.is_empty() {
            return a;
        }
        self.renamed(a, span, |name| Some(name.stroked(strokes)))
    }

    /// `S ; T` and `S >> T`: `from` of S is `to` of T, and hidden.
    pub fn connect(
        &mut self,
        a: Schematic,
        b: Schematic,
        (from, to): (char, &str),
        span: Span,
    ) -> Schematic {
        let mut hidden = Vec::new();
        let mut pairs = Vec::new();
        for x in &a.bound {
            let Some(base) = self.var_name(x.var).as_str().strip_suffix(from) else {
                continue;
            };
            let wanted = Name::new(&format!("{base}{to}"));
            let mut others = b.bound.iter().map(|y| y.var);
            if let Some(y) = others.find(|y| *self.var_name(*y) == wanted) {
                pairs.push((x.var, y, base.to_owned()));
            }
        }
        for (x, y, base) in pairs {
            self.connected_types(x, y, span);
            // A name that no text has.
            let between = Name::new(&format!("{base}''between"));
            for var in [x, y] {
                self.program.vars[var.0 as usize].name = between.clone();
            }
            hidden.push(x);
        }
        let both = self.join(a, b, span);
        let both = self.hide(both, &hidden, span);
        for var in hidden {
            let name = self.var_name(var).as_str().trim_end_matches("''between");
            let name = Name::new(name);
            self.program.vars[var.0 as usize].name = name;
        }
        both
    }

    fn connected_types(&mut self, x: VarId, y: VarId, span: Span) {
        let (a, b) = (self.var_type(x).clone(), self.var_type(y).clone());
        if self.unknowns.unify(&a, &b).is_ok() {
            return;
        }
        let (left, right) = (self.var_name(x).clone(), self.var_name(y).clone());
        let (a, b) = (self.show(&a), self.show(&b));
        let message = format!("`{left}` on the left is `{a}`, and `{right}` on the right is `{b}`");
        self.error(code::COMPOSITION, span, message);
        // One error is enough.
        let fresh = self.unknowns.fresh();
        self.program.vars[y.0 as usize].ty = fresh.clone();
        self.program.vars[x.0 as usize].ty = fresh;
    }

    /// `x' = x` for each of the variables that has a primed partner.
    pub fn unchanged(&mut self, a: &Schematic, span: Span) -> Vec<Line> {
        let mut lines = Vec::new();
        for b in &a.bound {
            let primed = self.var_name(b.var).stroked("'");
            let mut others = a.bound.iter().map(|y| y.var);
            let Some(after) = others.find(|y| *self.var_name(*y) == primed) else {
                continue;
            };
            let (x, y) = (self.var_expr(after, span), self.var_expr(b.var, span));
            lines.push(Line {
                pred: relation(Relation::Equal, x, y, span),
                role: Role::Frame,
            });
        }
        lines
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
