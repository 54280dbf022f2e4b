//! The end of a paragraph: what was to be inferred is known now, or reported.

use assay_source::{Diagnostic, Span};

use super::checker::Checker;
use super::code;
use super::unknown::Resolved;
use crate::core::{Bound, Definition, Expr, ExprKind, Program, Rewrite, Scope, Type, Var, VarId};

/// How far a program was when a paragraph began.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    vars: usize,
    frees: usize,
    globals: usize,
    axioms: usize,
    schemas: usize,
    conjectures: usize,
    diagnostics: usize,
    operations: usize,
    checks: usize,
}

impl Checker<'_> {
    pub fn mark(&mut self) -> Mark {
        self.errors_before = self.diagnostics.len();
        let here = self.instances.get(self.here);
        Mark {
            vars: self.program.vars.len(),
            frees: self.program.frees.len(),
            globals: self.program.globals.len(),
            axioms: self.program.axioms.len(),
            schemas: self.program.schemas.len(),
            conjectures: self.program.conjectures.len(),
            diagnostics: self.diagnostics.len(),
            operations: here.map_or(0, |i| i.operations.len()),
            checks: here.map_or(0, |i| i.checks.len()),
        }
    }

    /// Reports generic parameters that nothing determined, unless the paragraph has another error.
    pub fn finish_pending(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let wrong = self.diagnostics.len() > self.errors_before;
        for parameter in pending {
            if wrong || !self.unknowns.is_open(&parameter.ty) {
                continue;
            }
            let what = parameter.what;
            let message = format!("nothing determines the type of `{what}`");
            let help = match &*what {
                "{}" | "empty" => "write the set that it is empty of: `empty[T]`".into(),
                "<<>>" | "[[]]" => "compare it with something whose type is known".into(),
                _ => format!("write the sets for its generic parameters: `{what}[...]`"),
            };
            self.report(
                Diagnostic::error(code::UNDETERMINED, message)
                    .at(parameter.span)
                    .help(help),
            );
        }
    }

    /// Puts what is known into everything that was made since the mark.
    pub fn finish(&mut self, mark: Mark) {
        self.finish_pending();
        let mut program = std::mem::take(&mut self.program);
        let mut finish = Finish {
            vars: std::mem::take(&mut program.vars),
            checker: self,
            resolved: Resolved::default(),
            open: None,
        };
        finish.program(&mut program, mark);
        finish.instance(mark);
        let (vars, open) = (finish.vars, finish.open);
        program.vars = vars;
        self.program = program;
        if let Some(span) = open
            && self.is_correct()
        {
            let message = "nothing determines the type of this";
            self.error(code::UNDETERMINED, span, message);
        }
    }

    pub fn finish_exprs(&mut self, mark: Mark, exprs: Vec<Expr>) -> Vec<Expr> {
        let mut kept = exprs;
        self.finish_with(mark, |finish| kept = finish.exprs(&kept));
        kept
    }

    /// Finishes what a query made beside the program.
    pub fn finish_with(&mut self, mark: Mark, change: impl FnOnce(&mut Finish<'_, '_>)) {
        self.finish_pending();
        let mut finish = Finish {
            vars: std::mem::take(&mut self.program.vars),
            checker: self,
            resolved: Resolved::default(),
            open: None,
        };
        finish.variables(mark.vars);
        change(&mut finish);
        let (vars, open) = (finish.vars, finish.open);
        self.program.vars = vars;
        if let Some(span) = open
            && self.diagnostics.len() == mark.diagnostics
        {
            let message = "nothing determines the type of this";
            self.error(code::UNDETERMINED, span, message);
        }
    }
}

pub(crate) struct Finish<'a, 's> {
    pub checker: &'a mut Checker<'s>,
    vars: Vec<Var>,
    resolved: Resolved,
    /// Where something without a type is left.
    open: Option<Span>,
}

impl Finish<'_, '_> {
    fn variables(&mut self, from: usize) {
        for i in from..self.vars.len() {
            let ty = self.vars[i].ty.clone();
            self.vars[i].ty = match self.ty(&ty) {
                // It was made by a first reading of a predicate that was read again.
                open if self.checker.unknowns.is_open(&open) && self.checker.is_correct() => {
                    Type::Bool
                }
                ty => ty,
            };
            let var = VarId(i as u32);
            if let Some(set) = self.checker.sets.get(&var).cloned() {
                let set = self.expr(&set);
                self.checker.sets.insert(var, set);
            }
        }
    }

    fn program(&mut self, program: &mut Program, mark: Mark) {
        self.variables(mark.vars);
        for free in &mut program.frees[mark.frees..] {
            for branch in &mut free.branches {
                branch.argument = branch.argument.as_ref().map(|set| self.expr(set));
            }
        }
        for global in &mut program.globals[mark.globals..] {
            global.ty = self.ty(&global.ty);
            global.definition = match &global.definition {
                Definition::Is(value) => Definition::Is(self.expr(value)),
                Definition::In(set) => Definition::In(self.expr(set)),
            };
        }
        for axiom in &mut program.axioms[mark.axioms..] {
            axiom.predicate = self.pred(&axiom.predicate);
        }
        for schema in &mut program.schemas[mark.schemas..] {
            schema.scope = self.scope(&schema.scope);
        }
        for conjecture in &mut program.conjectures[mark.conjectures..] {
            conjecture.predicate = self.pred(&conjecture.predicate);
        }
    }

    /// The state, the initialisation and the operations are few: the state is finished again each time.
    fn instance(&mut self, mark: Mark) {
        let here = self.checker.here;
        if here >= self.checker.instances.len() {
            return;
        }
        let mut instance = std::mem::take(&mut self.checker.instances[here]);
        if let Some(state) = instance.state.as_mut()
            && !state.finished
        {
            for var in &mut state.vars {
                var.set = self.expr(&var.set);
            }
            state.invariant = self.preds(&state.invariant);
            state.invariant_after = self.preds(&state.invariant_after);
            state.finished = true;
        }
        if let Some(init) = &mut instance.init
            && !std::mem::replace(&mut instance.init_finished, true)
        {
            self.bound_sets(&mut init.inputs);
            init.predicates = self.preds(&init.predicates);
        }
        let redefined = instance.redefined.take();
        let new = mark.operations.min(instance.operations.len());
        for (i, operation) in instance.operations.iter_mut().enumerate() {
            if i >= new || redefined == Some(i) {
                self.operation(operation);
            }
        }
        for check in &mut instance.checks[mark.checks..] {
            for line in &mut check.lines {
                line.predicate = self.pred(&line.predicate);
            }
        }
        self.checker.instances[here] = instance;
    }

    pub fn operation(&mut self, operation: &mut crate::core::Operation) {
        self.bound_sets(&mut operation.inputs);
        self.bound_sets(&mut operation.outputs);
        operation.precondition = operation.precondition.as_ref().map(|p| self.preds(p));
        for conjunct in &mut operation.postcondition {
            conjunct.predicate = self.pred(&conjunct.predicate);
        }
    }

    fn bound_sets(&mut self, bound: &mut [Bound]) {
        for b in bound {
            b.set = self.expr(&b.set);
        }
    }

    /// All values of a type.
    fn carrier(&mut self, of: &Type, span: Span) -> Expr {
        let kind = match of {
            Type::Int => ExprKind::Integers,
            Type::Bool => ExprKind::Booleans,
            Type::Given(id) => ExprKind::Given(*id),
            Type::Free(id) => ExprKind::Free(*id),
            Type::Parameter(id) => ExprKind::Parameter(*id),
            Type::Power(of) => ExprKind::Power(self.carrier(of, span)),
            Type::Product(parts) => {
                ExprKind::Product(parts.iter().map(|p| self.carrier(p, span)).collect())
            }
            Type::Binding(parts) => self.bindings(parts, span),
            Type::Text | Type::Unknown(_) => ExprKind::Set(Vec::new()),
        };
        Expr::new(kind, Type::power(of.clone()), span)
    }

    fn bindings(&mut self, parts: &[(crate::syntax::Name, Type)], span: Span) -> ExprKind {
        let (mut bound, mut values) = (Vec::new(), Vec::new());
        for (name, ty) in parts {
            let set = self.carrier(ty, span);
            let var = VarId(self.vars.len() as u32);
            self.vars.push(Var {
                name: name.clone(),
                ty: ty.clone(),
                span,
            });
            bound.push(Bound { var, set });
            let value = Expr::new(ExprKind::Var(var), ty.clone(), span);
            values.push((name.clone(), value));
        }
        ExprKind::Comprehension {
            scope: Scope {
                bound,
                such_that: Vec::new(),
            },
            result: super::schematic::binding(values, span),
        }
    }
}

impl Rewrite for Finish<'_, '_> {
    fn ty(&mut self, ty: &Type) -> Type {
        self.checker.unknowns.resolve_with(ty, &mut self.resolved)
    }

    fn replaced(&mut self, expr: &Expr) -> Option<Expr> {
        let ty = self.ty(&expr.ty);
        if self.open.is_none() && self.checker.unknowns.is_open(&ty) {
            self.open = Some(expr.span);
        }
        match (&*expr.kind, &ty) {
            (ExprKind::Product(parts), Type::Power(of)) if parts.is_empty() => {
                Some(self.carrier(of, expr.span))
            }
            _ => None,
        }
    }
}
