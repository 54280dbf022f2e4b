//! The schema calculus: Spivey, The Z Notation (2nd edition), section 3.8.
//!
//! Variables of one name become one variable, whose types must agree. Where the sets of two declarations differ, the variable ranges
//! over the first in a conjunction, and over all of its type elsewhere; memberships say the rest.

use std::collections::HashMap;

use assay_source::Span;

use super::checker::{Checker, Line, Role, conjunction, relation};
use super::code;
use super::copy::mentions;
use super::schematic::{Schematic, is_maximal};
use crate::core::{Bound, Expr, Pred, PredKind, Relation, Scope, VarId};
use crate::syntax::{Name, Quantifier};

impl Checker<'_> {
    /// Variables of one name in both, where their types agree.
    pub fn shared(&mut self, a: &Schematic, b: &Schematic, span: Span) -> Vec<(usize, usize)> {
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
    pub fn widen(&mut self, bound: &mut Bound, span: Span) -> Expr {
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

    pub fn connected_types(&mut self, x: VarId, y: VarId, span: Span) {
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
}
