//! Schemas and operations in the place of predicates.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Meaning, Stage};
use super::code;
use super::copy::Copy;
use super::schematic::Schematic;
use crate::core::{Bound, Pred, PredKind, Rewrite, Scope, VarId};
use crate::syntax::{self, ExprKind as Tree, Name, Quantifier};

impl Checker<'_> {
    /// A schema expression as lines about the variables in scope.
    pub fn schema_lines(&mut self, expr: &syntax::Expr) -> Vec<Line> {
        let span = expr.at.0;
        let operation = self.operation_of(expr);
        let Some(schema) = self.schema(expr) else {
            return Vec::new();
        };
        let what = self.called(expr);
        self.as_predicate(schema, &what, operation, span)
    }

    /// What to call a schema in a message.
    pub fn called(&self, expr: &syntax::Expr) -> String {
        if let Tree::Substituted { schema, .. } = &*expr.kind {
            return self.called(schema);
        }
        match self.lookup(expr) {
            Some(Some(reference)) => format!("`{}`", reference.name),
            _ => "the schema".into(),
        }
    }

    /// The instance whose operation an expression refers to.
    pub fn operation_of(&self, expr: &syntax::Expr) -> Option<usize> {
        match &*expr.kind {
            Tree::Substituted { schema, .. } => self.operation_of(schema),
            Tree::Name { .. } | Tree::Select { .. } => {
                match self.lookup(expr).flatten()?.meaning()? {
                    Meaning::Operation(instance, _) => Some(*instance),
                    // In Z an operation is a schema that the machine has.
                    Meaning::Schema(id) => {
                        let name = &self.program.schemas[*id].name;
                        let machine = self.program.machine.as_ref()?;
                        let mut operations = machine.operations.iter();
                        operations.any(|o| o.name == *name).then_some(0)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub fn as_predicate(
        &mut self,
        schema: Schematic,
        what: &str,
        operation: Option<usize>,
        span: Span,
    ) -> Vec<Line> {
        let (mut vars, mut lines, mut hidden) = (HashMap::new(), Vec::new(), Vec::new());
        for b in &schema.bound {
            let name = self.var_name(b.var).clone();
            let Some(value) = self.component_in_scope(&name, span) else {
                match operation {
                    Some(_) if name.is_output() || name.is_primed() && self.only_before() => {
                        hidden.push(b.clone());
                    }
                    Some(_) if name.is_input() => self.missing_input(what, &name, span),
                    _ => self.not_in_scope(what, &name, span),
                }
                continue;
            };
            let ty = self.var_type(b.var).clone();
            if self.unknowns.unify(&value.ty, &ty).is_err() {
                let (a, b) = (self.show(&value.ty), self.show(&ty));
                let diagnostic = Diagnostic::error(
                    code::COMPONENT_TYPE,
                    format!("`{name}` is `{a}` here, and {what} has it as `{b}`"),
                )
                .at(span);
                let diagnostic = self.with_origin(diagnostic, &value);
                self.report(diagnostic);
                continue;
            }
            lines.extend(self.membership(value.clone(), &b.set, span).map(Line::post));
            vars.insert(b.var, value);
        }
        lines.extend(self.substitute(&schema.lines, vars));
        match operation {
            Some(instance) if !hidden.is_empty() => {
                vec![self.there_is_a_step(instance, hidden, lines, span)]
            }
            _ => lines,
        }
    }

    /// Where one state is visible, an operation says that it can happen: there are a next state and outputs.
    pub fn there_is_a_step(
        &mut self,
        instance: usize,
        hidden: Vec<Bound>,
        lines: Vec<Line>,
        span: Span,
    ) -> Line {
        let mut inside: Vec<Pred> = lines.into_iter().map(|l| l.pred).collect();
        let state = self.instances[instance].state.as_ref();
        let after = state.map(|s| s.invariant_after.clone()).unwrap_or_default();
        let primed: Vec<VarId> = state.into_iter().flat_map(state_primed).collect();
        let mut vars = HashMap::new();
        for var in primed {
            let name = self.var_name(var).clone();
            let bound = hidden.iter().find(|b| *self.var_name(b.var) == name);
            if let Some(bound) = bound {
                vars.insert(var, self.var_expr(bound.var, span));
            }
        }
        if !vars.is_empty() {
            let mut copy = Copy::new(self);
            copy.vars = vars;
            inside.extend(after.iter().map(|p| copy.pred(p)));
        }
        let scope = Scope {
            bound: hidden,
            such_that: inside,
        };
        let exists = PredKind::Quantified {
            quantifier: Quantifier::Exists,
            scope,
            body: Pred::new(PredKind::True, span),
        };
        Line::post(Pred::new(exists, span))
    }

    pub fn only_before(&self) -> bool {
        self.stage == Stage::State
    }

    pub fn missing_input(&mut self, what: &str, name: &Name, span: Span) {
        let bare = what.trim_matches('`');
        self.report(
            Diagnostic::error(code::INPUT, format!("{what} needs a value for `{name}`"))
                .at(span)
                .help(format!(
                    "declare `{name}`, or write `{bare}{{VALUE/{name}}}`"
                )),
        );
    }
}

fn state_primed(state: &super::instance::State) -> impl Iterator<Item = VarId> + '_ {
    state.vars.iter().map(|v| v.primed)
}
