//! Predicates, and schemas and operations in their place.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Meaning, Role, Stage, conjunction, relation};
use super::code;
use super::copy::Copy;
use crate::core::{Expr, ExprKind, Pred, PredKind, Relation, Rewrite, StateVar, Type, VarId};
use crate::syntax::{self, ExprKind as Tree, Name, PredicateKind};

impl Checker<'_> {
    /// The lines of a text. What needs a type that is not known yet is read again after the others.
    pub fn predicates(&mut self, predicates: &[syntax::Predicate]) -> Vec<Line> {
        let mut lines: Vec<Option<Vec<Line>>> = Vec::new();
        let outer = (self.deferred, self.last_chance);
        for predicate in predicates {
            let mark = (
                self.diagnostics.len(),
                self.pending.len(),
                self.program.vars.len(),
            );
            (self.deferred, self.last_chance) = (false, false);
            let read = self.lines(predicate);
            if self.deferred {
                self.diagnostics.truncate(mark.0);
                self.pending.truncate(mark.1);
                self.program.vars.truncate(mark.2);
                self.sets.retain(|var, _| (var.0 as usize) < mark.2);
                lines.push(None);
            } else {
                lines.push(Some(read));
            }
        }
        self.last_chance = true;
        for (line, predicate) in lines.iter_mut().zip(predicates) {
            if line.is_none() {
                *line = Some(self.lines(predicate));
            }
        }
        (self.deferred, self.last_chance) = outer;
        lines.into_iter().flatten().flatten().collect()
    }

    /// One predicate that a person wrote: several lines where it refers to a schema.
    fn lines(&mut self, predicate: &syntax::Predicate) -> Vec<Line> {
        let span = predicate.at.0;
        match &*predicate.kind {
            PredicateKind::And(a, b) if has_pre(predicate) => {
                let mut lines = self.lines(a);
                lines.extend(self.lines(b));
                lines
            }
            PredicateKind::Pre(inner) if self.in_operation() => {
                let pred = self.pred(inner);
                self.refuse_after(&pred);
                let role = Role::Pre;
                vec![Line { pred, role }]
            }
            PredicateKind::ChangesOnly(names) => self.changes_only(names, span),
            PredicateKind::Expression(expr) if self.is_schema_expr(expr) => {
                let mut lines = self.schema_lines(expr);
                for line in &mut lines {
                    if line.role == Role::Pre {
                        line.role = Role::Post;
                    }
                }
                lines
            }
            _ => vec![Line::post(self.pred(predicate))],
        }
    }

    /// Whether the predicates at hand are the lines of an operation of Sum.
    fn in_operation(&self) -> bool {
        self.stage == Stage::Operation && self.nested == 0
    }

    fn refuse_after(&mut self, pred: &Pred) {
        let mut after = After {
            checker: self,
            found: Vec::new(),
        };
        after.pred(pred);
        for (var, span) in after.found {
            let name = self.var_name(var).clone();
            let what = if name.is_output() {
                "an output"
            } else {
                "a variable of the next state"
            };
            let message = format!("`{name}` is {what}: a precondition is about what comes in");
            self.report(
                Diagnostic::error(code::AFTER_IN_PRE, message)
                    .at(span)
                    .help("move this part out of `pre(...)`"),
            );
        }
    }

    pub fn pred(&mut self, predicate: &syntax::Predicate) -> Pred {
        let span = predicate.at.0;
        let kind = match &*predicate.kind {
            PredicateKind::True => PredKind::True,
            PredicateKind::False => PredKind::False,
            PredicateKind::Relation {
                relations,
                operands,
            } => return self.chain(relations, operands, span),
            PredicateKind::Not(a) => PredKind::Not(self.pred(a)),
            PredicateKind::And(a, b) => self.both(a, b),
            PredicateKind::Or(a, b) => PredKind::Or(vec![self.pred(a), self.pred(b)]),
            PredicateKind::Implies(a, b) => PredKind::Implies(self.pred(a), self.pred(b)),
            PredicateKind::Iff(a, b) => PredKind::Iff(self.pred(a), self.pred(b)),
            PredicateKind::Quantified {
                quantifier,
                text,
                body,
            } => {
                let (schema, _) = self.text(text, span);
                let body = self.pred(body);
                self.frames.pop();
                PredKind::Quantified {
                    quantifier: *quantifier,
                    scope: schema.scope(),
                    body,
                }
            }
            PredicateKind::Let { definitions, body } => {
                let (definitions, frame) = self.definitions(definitions);
                self.frames.push(frame);
                let body = self.pred(body);
                self.frames.pop();
                PredKind::Let { definitions, body }
            }
            PredicateKind::If {
                condition,
                then,
                otherwise,
            } => PredKind::If {
                condition: self.pred(condition),
                then: self.pred(then),
                otherwise: self.pred(otherwise),
            },
            PredicateKind::Expression(expr) => return self.expression(expr),
            PredicateKind::Pre(inner) => return self.nested_pre(inner, span),
            PredicateKind::ChangesOnly(names) => {
                let lines = self.changes_only(names, span);
                return conjunction(lines.into_iter().map(|l| l.pred).collect(), span);
            }
        };
        Pred::new(kind, span)
    }

    /// A conjunction. What the right side says of types may be needed on the left.
    fn both(&mut self, a: &syntax::Predicate, b: &syntax::Predicate) -> PredKind {
        let outer = (self.deferred, self.last_chance);
        (self.deferred, self.last_chance) = (false, false);
        let mark = (self.diagnostics.len(), self.pending.len());
        let left = self.pred(a);
        let open = std::mem::replace(&mut self.deferred, outer.0);
        if open {
            self.diagnostics.truncate(mark.0);
            self.pending.truncate(mark.1);
        }
        self.last_chance = outer.1;
        let right = self.pred(b);
        let left = if open { self.pred(a) } else { left };
        PredKind::And(vec![left, right])
    }

    /// `pre(add{3/x?})` outside of an operation asks whether there is a next state.
    fn nested_pre(&mut self, inner: &syntax::Predicate, span: Span) -> Pred {
        if let PredicateKind::Expression(expr) = &*inner.kind
            && self.stage != Stage::Operation
            && self.is_schema_expr(expr)
        {
            let pre = syntax::Expr {
                kind: Box::new(Tree::Pre(expr.clone())),
                at: inner.at,
            };
            return self.expression(&pre);
        }
        self.report(
            Diagnostic::error(code::MISPLACED_PRE, "`pre(...)` stands inside a predicate")
                .at(span)
                .help("write it on a line of its own in an operation"),
        );
        self.pred(inner)
    }

    fn chain(&mut self, relations: &[Name], operands: &[syntax::Expr], span: Span) -> Pred {
        let operands: Vec<Expr> = operands.iter().map(|o| self.expr(o)).collect();
        if operands.len() <= relations.len() {
            return self.link(&relations[0], &operands, span);
        }
        let mut links = Vec::new();
        for (i, name) in relations.iter().enumerate() {
            let left = match i {
                0 => operands[0].clone(),
                // What it binds gets declarations of its own.
                _ => Copy::new(self).expr(&operands[i]),
            };
            let right = operands[i + 1].clone();
            let place = if relations.len() == 1 {
                span
            } else {
                left.span.to(right.span)
            };
            links.push(self.link(name, &[left, right], place));
        }
        conjunction(links, span)
    }

    /// A schema, an operation or a truth value as a predicate.
    pub fn expression(&mut self, expr: &syntax::Expr) -> Pred {
        let span = expr.at.0;
        if self.is_schema_expr(expr) {
            let lines = self.schema_lines(expr);
            return conjunction(lines.into_iter().map(|l| l.pred).collect(), span);
        }
        if let Tree::Not(_) | Tree::And(..) | Tree::Or(..) | Tree::Implies(..) | Tree::Iff(..) =
            &*expr.kind
        {
            return self.value_as_pred(expr);
        }
        let value = self.expr(expr);
        match self.unknowns.shallow(&value.ty) {
            Type::Bool => Pred::new(PredKind::Holds(value), span),
            Type::Unknown(_) if self.is_sum() => {
                let fits = self.unknowns.unify(&value.ty, &Type::Bool);
                debug_assert!(fits.is_ok(), "an unknown fits");
                Pred::new(PredKind::Holds(value), span)
            }
            Type::Unknown(_) => {
                self.not_known(span, "its components");
                Pred::new(PredKind::True, span)
            }
            Type::Power(of) => match self.unknowns.shallow(&of) {
                Type::Binding(parts) => {
                    let schema = self.of_set(value, &parts, span);
                    let lines = self.as_predicate(schema, "the schema", None, span);
                    conjunction(lines.into_iter().map(|l| l.pred).collect(), span)
                }
                Type::Unknown(_) => {
                    self.not_known(span, "its components");
                    Pred::new(PredKind::True, span)
                }
                _ => self.no_predicate(&value, span),
            },
            _ => self.no_predicate(&value, span),
        }
    }

    fn no_predicate(&mut self, value: &Expr, span: Span) -> Pred {
        let found = self.show(&value.ty);
        let message = format!("a predicate is expected, and this is a value of type `{found}`");
        let diagnostic = Diagnostic::error(code::NOT_A_PREDICATE, message).at(span);
        let diagnostic = self.with_origin(diagnostic, value);
        self.report(diagnostic);
        Pred::new(PredKind::False, span)
    }

    fn changes_only(&mut self, names: &[syntax::Expr], span: Span) -> Vec<Line> {
        let state: Vec<StateVar> = match &self.instances[self.here].state {
            Some(state) if self.stage == Stage::Operation => state.vars.clone(),
            _ => {
                let message = "`changes_only` says what an operation changes, and here is none";
                self.error(code::CHANGES_ONLY, span, message);
                return Vec::new();
            }
        };
        let mut changed: Vec<VarId> = Vec::new();
        for name in names {
            changed.extend(self.changed(name, &state));
        }
        let mut lines = Vec::new();
        for var in state.iter().filter(|v| !changed.contains(&v.var)) {
            let after = self.var_expr(var.primed, span);
            let before = self.var_expr(var.var, span);
            lines.push(Line {
                pred: relation(Relation::Equal, after, before, span),
                role: Role::Frame,
            });
        }
        lines
    }

    /// The state variables that one name of `changes_only` stands for.
    fn changed(&mut self, name: &syntax::Expr, state: &[StateVar]) -> Vec<VarId> {
        let instance = match &*name.kind {
            Tree::Select { base, name } if name.as_str() == "state" => self.instance_of(base),
            Tree::Name { name, .. } if name.as_str() == "state" => Some(self.here),
            _ => None,
        };
        if let Some(of) = instance.and_then(|i| self.instances[i].state.as_ref()) {
            return of.vars.iter().map(|v| v.var).collect();
        }
        let span = name.at.0;
        match self.resolve(name) {
            Some(Some(reference)) => match reference.meaning() {
                Some(Meaning::Variable(var)) if state.iter().any(|v| v.var == *var) => vec![*var],
                Some(Meaning::Error) => Vec::new(),
                _ => {
                    let message = format!("`{}` is no state variable", reference.name);
                    self.error(code::CHANGES_ONLY, span, message);
                    Vec::new()
                }
            },
            Some(None) => Vec::new(),
            None => {
                self.error(
                    code::CHANGES_ONLY,
                    span,
                    "`changes_only` takes names of state variables",
                );
                Vec::new()
            }
        }
    }
}

fn has_pre(predicate: &syntax::Predicate) -> bool {
    match &*predicate.kind {
        PredicateKind::Pre(_) => true,
        PredicateKind::And(a, b) => has_pre(a) || has_pre(b),
        _ => false,
    }
}

/// Finds outputs and primed variables.
struct After<'a, 's> {
    checker: &'a Checker<'s>,
    found: Vec<(VarId, Span)>,
}

impl Rewrite for After<'_, '_> {
    fn variable(&mut self, var: VarId, at: &Expr) -> Expr {
        let name = self.checker.var_name(var);
        let visible = self.checker.find(name).map(|e| e.meaning);
        let outer = matches!(visible, Some(Meaning::Variable(v)) if v == var);
        if outer && (name.is_output() || name.is_primed()) {
            self.found.push((var, at.span));
        }
        debug_assert!(matches!(*at.kind, ExprKind::Var(_)), "uses are variables");
        at.clone()
    }
}
