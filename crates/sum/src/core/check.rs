//! Whether a program keeps what the head of this folder says of it.

use std::collections::{HashMap, HashSet};

use super::{Definition, Expr, ExprKind, Program, Rewrite, Scope, Type, VarId};

/// The first thing that is wrong with a program, if anything is: for assertions.
struct Check<'p> {
    program: &'p Program,
    /// Where each variable was declared: the address of the declaration, because copies share.
    declared: HashMap<VarId, usize>,
    /// Parts of types that are without unknowns, by their addresses: types share their parts.
    closed: HashSet<usize>,
    wrong: Option<String>,
}

impl Program {
    /// What is wrong with it, if anything is.
    pub fn broken(&self) -> Option<String> {
        let mut check = Check {
            program: self,
            declared: HashMap::new(),
            closed: HashSet::new(),
            wrong: None,
        };
        for global in &self.globals {
            check.closed(&global.ty, global.name.as_str());
            match &global.definition {
                Definition::Is(value) | Definition::In(value) => drop(check.expr(value)),
            }
        }
        for axiom in &self.axioms {
            check.pred(&axiom.predicate);
        }
        for schema in &self.schemas {
            check.scope(&schema.scope);
        }
        for conjecture in &self.conjectures {
            check.pred(&conjecture.predicate);
        }
        check.machine();
        check.wrong
    }
}

impl Check<'_> {
    fn say(&mut self, what: String) {
        self.wrong.get_or_insert(what);
    }

    fn closed(&mut self, ty: &Type, what: &str) {
        if self.is_open(ty) {
            self.say(format!("`{what}` has a type with unknowns: {ty:?}"));
        }
    }

    fn is_open(&mut self, ty: &Type) -> bool {
        if ty.address().is_some_and(|at| !self.closed.insert(at)) {
            return false;
        }
        match ty {
            Type::Unknown(_) => true,
            Type::Power(of) => self.is_open(of),
            Type::Product(parts) => parts.iter().any(|p| self.is_open(p)),
            Type::Binding(parts) => parts.iter().any(|p| self.is_open(&p.1)),
            _ => false,
        }
    }

    fn machine(&mut self) {
        let Some(machine) = &self.program.machine else {
            return;
        };
        for v in &machine.state {
            self.expr(&v.set);
            self.declare(v.var, std::ptr::from_ref(v) as usize);
            self.declare(v.primed, std::ptr::from_ref(v) as usize);
        }
        self.preds(&machine.invariant);
        self.preds(&machine.invariant_after);
        for bound in &machine.init.inputs {
            self.expr(&bound.set);
        }
        self.preds(&machine.init.predicates);
        for operation in &machine.operations {
            for b in operation.inputs.iter().chain(&operation.outputs) {
                self.expr(&b.set);
                self.declare(b.var, std::ptr::from_ref(b) as usize);
            }
            for pred in operation.precondition.iter().flatten() {
                self.pred(pred);
            }
            for conjunct in &operation.postcondition {
                self.pred(&conjunct.predicate);
            }
        }
        for line in machine.checks.iter().flat_map(|c| &c.lines) {
            self.pred(&line.predicate);
        }
    }

    fn declare(&mut self, var: VarId, place: usize) {
        if self.declared.insert(var, place).is_some_and(|p| p != place) {
            let name = &self.program.vars[var.0 as usize].name;
            self.say(format!("`{name}` ({var:?}) is declared in two places"));
        }
    }
}

impl Rewrite for Check<'_> {
    fn scope(&mut self, scope: &Scope) -> Scope {
        let place = scope.bound.as_ptr() as usize;
        for b in &scope.bound {
            self.expr(&b.set);
        }
        for b in &scope.bound {
            self.declare(b.var, place);
        }
        self.preds(&scope.such_that);
        scope.clone()
    }

    fn variable(&mut self, var: VarId, at: &Expr) -> Expr {
        match self.program.vars.get(var.0 as usize) {
            None => self.say(format!("{var:?} is not in the table of variables")),
            Some(of) if of.ty != at.ty => {
                self.say(format!(
                    "`{}` is {:?} and is used as {:?}",
                    of.name, of.ty, at.ty
                ));
            }
            Some(_) => {}
        }
        at.clone()
    }

    fn ty(&mut self, ty: &Type) -> Type {
        self.closed(ty, "an expression");
        ty.clone()
    }

    fn replaced(&mut self, expr: &Expr) -> Option<Expr> {
        if let ExprKind::Product(parts) = &*expr.kind
            && parts.len() < 2
        {
            self.say("a product of fewer than two sets".into());
        }
        None
    }
}
