//! Assignments, constraints and fairness of every instance, and what may stand where.

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::{
    Assign, Constraint, Elaborator, Entity, Fairness, Kind, Names, NodeId, ScopeId, Stop, VarIx,
};
use crate::tree::{self, AssignKind, BinaryOp, ConstraintKind, ExprId, SectionKind, VariableKind};

/// What a condition may read.
#[derive(Clone, Copy)]
pub(super) struct May {
    pub next: bool,
    pub input: bool,
    /// What it is called.
    pub what: &'static str,
}

impl Elaborator<'_> {
    pub(super) fn sections(&mut self) {
        for at in 0..self.defines.len() {
            let span = self.defines[at].span;
            if let Ok(Entity::Value(node)) = self.definition(at, span) {
                let reads = self.flat.node(node).reads;
                if reads.branching || reads.linear {
                    self.error("S0403", span, "a definition cannot be a temporal formula");
                }
            }
        }
        let mut spec = 0;
        for at in 0..self.scopes.len() {
            let scope = ScopeId(at as u32);
            let module = &self.tree.modules[self.scopes[at].module];
            let mut counts: FxHashMap<ConstraintKind, usize> = FxHashMap::default();
            for section in self.sections_of(module) {
                match &section.kind {
                    SectionKind::Assigns(assigns) => {
                        for assign in assigns {
                            let _ = self.assign(assign, scope);
                        }
                    }
                    SectionKind::Constraint(kind, expr) => {
                        let count = counts.entry(*kind).or_default();
                        *count += 1;
                        let _ = self.constraint(*kind, *expr, *count, scope, section.span);
                    }
                    SectionKind::Fairness(fairness) => {
                        let _ = self.fairness(fairness, scope, section.span);
                    }
                    SectionKind::Spec(declared) => {
                        spec += 1;
                        let _ = self.spec(declared, spec, scope, section.span);
                    }
                    _ => {}
                }
            }
        }
        self.compare_assigns();
    }

    pub(super) fn names(&self, scope: ScopeId, what: &str) -> Names {
        let declared = self.scope(scope);
        let module = &self.tree.modules[declared.module].name;
        Names {
            element: match scope.0 {
                0 => what.to_string(),
                _ => format!("{module}.{what}"),
            },
            instance: format!("{}{what}", declared.prefix),
        }
    }

    fn assign(&mut self, assign: &tree::Assign, scope: ScopeId) -> Result<(), Stop> {
        let target = self.span(assign.target);
        let var = self.target(assign, scope);
        let value = self.value(assign.value, scope);
        let (var, value) = (var?, value?);
        self.assignable(var, assign.kind, target)?;
        let may = match assign.kind {
            AssignKind::Next => May { next: true, input: true, what: "the next value" },
            AssignKind::Init => May { next: false, input: false, what: "an initial value" },
            AssignKind::Current => May { next: false, input: false, what: "a value" },
        };
        self.only(value, may)?;
        let ty = self.flat.node(value).ty;
        let own = super::Type::of(self.flat.var(var).domain.base());
        if own.join(ty).is_none() {
            let name = &self.flat.var(var).name;
            let message = format!("`{name}` is {own}, and it is given {ty}");
            let error = Diagnostic::error("S0308", message).at(self.span(assign.value));
            let error = error.secondary(target, "the variable");
            return Err(self.refuse(match own.is_bool() && ty.base == super::Base::Int {
                true => error.help("the truth values are `TRUE` and `FALSE`, integers are none"),
                false => error,
            }));
        }
        let relation = match assign.kind {
            AssignKind::Current => {
                let var = self.var_node(var, target);
                let kind = Kind::Binary(BinaryOp::In, var, value);
                Some(self.node(kind, super::Type::BOOL, assign.span)?)
            }
            _ => None,
        };
        let text = self.text(target);
        let what = match assign.kind {
            AssignKind::Current => text,
            AssignKind::Init => format!("init({text})"),
            AssignKind::Next => format!("next({text})"),
        };
        self.flat.assigns.push(Assign {
            kind: assign.kind,
            var,
            value,
            relation,
            process: self.scope(scope).process,
            names: self.names(scope, &what),
            span: assign.span,
            target,
        });
        Ok(())
    }

    fn target(&mut self, assign: &tree::Assign, scope: ScopeId) -> Result<VarIx, Stop> {
        let span = self.span(assign.target);
        match self.entity(assign.target, scope)? {
            Entity::Value(node) => match self.flat.node(node).kind {
                Kind::Var(var) => Ok(var),
                _ => {
                    let text = self.text(span);
                    let message = format!("`{text}` is no variable, so that nothing can be assigned to it");
                    Err(self.error("S0404", span, message))
                }
            },
            Entity::Array { .. } => {
                let error = Diagnostic::error("S0926", "assignments to whole arrays are not supported");
                Err(self.refuse(error.at(span).help("assign to each element")))
            }
            Entity::Instance(_) => Err(self.error("S0404", span, "an instance is no variable")),
        }
    }

    fn assignable(&mut self, var: VarIx, kind: AssignKind, span: Span) -> Result<(), Stop> {
        let variable = self.flat.var(var);
        let name = variable.name.clone();
        let message = match (variable.kind, kind) {
            (VariableKind::Input, _) => format!("`{name}` is an input: nothing can be assigned to it"),
            (VariableKind::Frozen, AssignKind::Next | AssignKind::Current) => {
                format!("`{name}` is frozen: it keeps its initial value")
            }
            _ => return Ok(()),
        };
        Err(self.error("S0405", span, message))
    }

    /// Whether a condition reads nothing but what it may.
    pub(super) fn only(&mut self, node: NodeId, may: May) -> Result<(), Stop> {
        let reads = self.flat.node(node).reads;
        let what = may.what;
        if (reads.branching || reads.linear)
            && let Some(span) = self.place(node, |r| r.branching || r.linear)
        {
            let message = format!("{what} cannot read a temporal formula");
            return Err(self.error("S0403", span, message));
        }
        if reads.next && !may.next {
            let span = self.place(node, |r| r.next);
            let span = span.unwrap_or(self.flat.node(node).span);
            let message = format!("{what} cannot read the next value of a variable");
            return Err(self.error("S0406", span, message));
        }
        if reads.input && !may.input {
            let span = self.place(node, |r| r.input);
            let span = span.unwrap_or(self.flat.node(node).span);
            let error = Diagnostic::error("S0407", format!("{what} cannot read an input")).at(span);
            let error = error.help("inputs belong to transitions: `TRANS` and `next(x) := ...` read them");
            return Err(self.refuse(error));
        }
        Ok(())
    }

    /// The innermost part of an expression that reads this.
    pub(super) fn place(&self, node: NodeId, reads: fn(super::Reads) -> bool) -> Option<Span> {
        let mut at = node;
        if !reads(self.flat.node(at).reads) {
            return None;
        }
        loop {
            let mut inner = None;
            self.flat.each_operand(at, |operand| {
                if inner.is_none() && reads(self.flat.node(operand).reads) {
                    inner = Some(operand);
                }
            });
            match inner {
                Some(operand) => at = operand,
                None => return Some(self.flat.node(at).span),
            }
        }
    }

    fn constraint(
        &mut self,
        kind: ConstraintKind,
        expr: ExprId,
        count: usize,
        scope: ScopeId,
        span: Span,
    ) -> Result<(), Stop> {
        let node = self.condition(expr, scope)?;
        let moves = kind == ConstraintKind::Trans;
        let what = match kind {
            ConstraintKind::Init => "`INIT`",
            ConstraintKind::Invar => "`INVAR`",
            ConstraintKind::Trans => "`TRANS`",
        };
        let may = May { next: moves, input: moves, what };
        self.only(node, may)?;
        let what = format!("{}#{count}", kind.keyword());
        self.flat.constraints.push(Constraint {
            kind,
            node,
            names: self.names(scope, &what),
            span,
        });
        Ok(())
    }

    fn fairness(
        &mut self,
        fairness: &tree::Fairness,
        scope: ScopeId,
        span: Span,
    ) -> Result<(), Stop> {
        let (condition, then) = match fairness {
            tree::Fairness::Justice(p) => (*p, None),
            tree::Fairness::Compassion(p, q) => (*p, Some(*q)),
        };
        let may = May { next: false, input: true, what: "a fairness condition" };
        let condition = self.condition(condition, scope)?;
        self.only(condition, may)?;
        let then = then.map(|q| self.condition(q, scope)).transpose()?;
        if let Some(then) = then {
            self.only(then, may)?;
        }
        self.flat.fairness.push(Fairness {
            condition,
            then,
            span,
        });
        Ok(())
    }

    /// No variable has two definitions for one step. Processes take turns, so that each may have its own.
    fn compare_assigns(&mut self) {
        let mut seen: FxHashMap<VarIx, Vec<usize>> = FxHashMap::default();
        let mut clashes: Vec<(usize, usize)> = Vec::new();
        for (at, assign) in self.flat.assigns.iter().enumerate() {
            let before = seen.entry(assign.var).or_default();
            let clash = before.iter().find(|other| {
                let other = &self.flat.assigns[**other];
                let same = other.kind == assign.kind
                    && (assign.kind != AssignKind::Next || other.process == assign.process);
                let current = AssignKind::Current;
                same || (other.kind == current) != (assign.kind == current)
            });
            clashes.extend(clash.map(|other| (*other, at)));
            before.push(at);
        }
        for (first, second) in clashes {
            let (first, second) = (&self.flat.assigns[first], &self.flat.assigns[second]);
            let name = &self.flat.var(second.var).name;
            let message = match first.kind == second.kind {
                true => format!("`{name}` is assigned twice"),
                false => format!("`{name}` is assigned as a whole, and by `init` or `next` too"),
            };
            let error = Diagnostic::error("S0408", message).at(second.target);
            let error = error.secondary(first.target, "the other assignment");
            self.refuse(error);
        }
    }
}
