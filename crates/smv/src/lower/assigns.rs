//! Assignments and definitions as wires, and the functions of states.

use assay_system::{Role, Shown, VarKind};
use assay_term::{Sort, TermId};

use super::expr::Lowered;
use super::values::Choices;
use super::variables::representation;
use super::{Like, Lowering, Made, Origin, When, shown};
use crate::elaborate::{Assign, Base, DefineIx, Domain, VarIx};
use crate::tree::{AssignKind, VariableKind};

impl<'a> Lowering<'a> {
    pub(super) fn define_variables(&mut self) {
        for at in 0..self.flat.vars.len() {
            let ix = VarIx(at as u32);
            match self.flat.var(ix).kind {
                VariableKind::Input => {
                    let var = self.system_var(ix);
                    self.define(var, VarKind::Input);
                }
                _ if self.is_wire(ix) => self.define_wire(ix),
                kind => {
                    let init = self.initial(ix);
                    let next = match kind {
                        VariableKind::Frozen => self.system.pool.var(self.system_var(ix)),
                        _ => self.next_of(ix),
                    };
                    self.state(ix, init, next);
                }
            }
        }
    }

    fn assigned(&self, ix: VarIx, kind: AssignKind) -> Vec<&'a Assign> {
        self.assigns.get(&(ix, kind)).cloned().unwrap_or_default()
    }

    fn define_wire(&mut self, ix: VarIx) {
        let def = self.wire_value(ix, When::Now);
        let var = self.system_var(ix);
        self.define(var, VarKind::Wire { def });
        if let Some(assign) = self.assigned(ix, AssignKind::Current).first() {
            self.element(assign, var, Origin::Var(ix));
        }
    }

    /// The value of a variable that is a function of others. In a mutant it may have lost its function.
    pub(super) fn wire_value(&mut self, ix: VarIx, when: When) -> TermId {
        let variable = self.flat.var(ix);
        let domain = &variable.domain;
        match self.assigned(ix, AssignKind::Current).first() {
            Some(assign) => {
                let mut choices = Choices::of_wire(&assign.names.instance, assign.span);
                self.pick(assign.value, when, domain, &mut choices)
            }
            None => {
                let (sort, range, shown) = representation(domain);
                let like = Like {
                    range,
                    shown,
                    ..Like::hidden(variable.span)
                };
                self.open_state(format!("any {}", variable.name), when, sort, like)
            }
        }
    }

    fn element(&mut self, assign: &Assign, var: assay_term::VarId, origin: Origin) {
        self.elements.push(Made {
            element: assign.names.element.clone(),
            instance: assign.names.instance.clone(),
            var,
            owner: (assign.span, 0),
            span: assign.span,
            origin,
        });
    }

    fn initial(&mut self, ix: VarIx) -> Option<TermId> {
        let assign = *self.assigned(ix, AssignKind::Init).first()?;
        let domain = &self.flat.var(ix).domain;
        let mut choices = Choices::of(&assign.names.instance, assign.span);
        Some(self.pick(assign.value, When::First, domain, &mut choices))
    }

    /// The next value of a state.
    pub(super) fn next_state(&mut self, ix: VarIx) -> TermId {
        let assigns = self.assigned(ix, AssignKind::Next);
        let var = self.system.pool.var(self.system_var(ix));
        match (assigns.as_slice(), self.flat.selector) {
            ([], _) => self.next_without_assign(ix),
            ([assign, ..], None) => self.next_wire(assign),
            (assigns, Some(selector)) => {
                // The value stays as it is where none of the processes runs that assign to it.
                let selector = self.system.pool.var(self.system_var(selector));
                let mut result = var;
                for assign in assigns.iter().rev() {
                    let wire = self.next_wire(assign);
                    let pool = &mut self.system.pool;
                    let runs = pool.int(assign.process as i64);
                    let runs = pool.eq(selector, runs);
                    result = pool.ite(runs, wire, result);
                }
                result
            }
        }
    }

    fn next_wire(&mut self, assign: &Assign) -> TermId {
        let domain = &self.flat.var(assign.var).domain;
        let mut choices = Choices::of(&assign.names.instance, assign.span);
        let def = self.pick(assign.value, When::Now, domain, &mut choices);
        let (sort, range, shown) = representation(domain);
        let like = Like {
            role: Role::Internal,
            range,
            shown,
            span: Some(assign.span),
        };
        let wire = self.wire(assign.names.instance.clone(), sort, def, like);
        self.element(assign, wire, Origin::Other);
        self.system.pool.var(wire)
    }

    fn next_without_assign(&mut self, ix: VarIx) -> TermId {
        if let Some(term) = self.function_of(ix) {
            return term;
        }
        let variable = self.flat.var(ix);
        let (sort, range, shown) = representation(&variable.domain);
        let like = Like {
            role: Role::Internal,
            range,
            shown,
            span: Some(variable.span),
        };
        self.input(format!("next({}) open", variable.name), sort, like)
    }

    pub(super) fn define_definitions(&mut self) {
        for at in 0..self.flat.defines.len() {
            self.definition(DefineIx(at as u32));
        }
    }

    /// A wire, or None where its value is none that a wire can have.
    pub(super) fn new_definition(&mut self, ix: DefineIx) -> Option<Lowered> {
        let define = self.flat.define(ix);
        let node = self.flat.node(define.body);
        let reads = node.reads;
        if node.ty.set || reads.next || reads.branching || reads.linear {
            return None;
        }
        let (sort, def, literals) = match node.ty.base {
            Base::Bool => (Sort::Bool, self.truth(define.body, When::Now), None),
            Base::Int => (Sort::Int, self.integer(define.body, When::Now), None),
            Base::Word { width, .. } => {
                (Sort::BitVec(width), self.word(define.body, When::Now), None)
            }
            Base::Symbol | Base::Mixed => {
                let all = crate::elaborate::possible(self.flat, define.body, &mut self.possible);
                let literals: std::sync::Arc<[_]> = all.values()?.into();
                let def = self.index_in(define.body, When::Now, &literals);
                (Sort::Int, def, Some(literals))
            }
        };
        debug_assert_eq!(self.sort_of(def), sort);
        let like = Like {
            role: Role::Local,
            range: literals.as_ref().map(|l| (0.into(), (l.len() - 1).into())),
            shown: literals.as_ref().map_or(Shown::Plain, |l| shown(l)),
            span: Some(define.span),
        };
        let wire = self.wire(define.name.clone(), sort, def, like);
        self.elements.push(Made {
            element: define.element.clone(),
            instance: define.name.clone(),
            var: wire,
            owner: (define.span, 0),
            span: define.span,
            origin: Origin::Define(ix),
        });
        let term = self.system.pool.var(wire);
        Some(match literals {
            Some(literals) => Lowered::Literal(term, literals),
            None => match node.ty.base {
                Base::Bool => Lowered::Bool(term),
                Base::Int => Lowered::Int(term),
                _ => Lowered::Word(term),
            },
        })
    }

    /// The value of a function among the conjuncts of `TRANS`, as a wire.
    pub(super) fn function_wire(
        &mut self,
        name: String,
        domain: &Domain,
        value: crate::elaborate::NodeId,
        span: assay_source::Span,
    ) -> assay_term::VarId {
        let def = self.in_domain(value, When::Now, domain);
        let (sort, range, shown) = representation(domain);
        let like = Like {
            role: Role::Internal,
            range,
            shown,
            span: Some(span),
        };
        self.wire(name, sort, def, like)
    }
}
