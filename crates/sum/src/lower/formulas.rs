//! The parts of a machine as conditions: signature, invariant, initial states, preconditions, postconditions.
//!
//! The caller gives the state before, as new variables or as any symbolic value, and asks for the parts that it needs. The state after an operation
//! is what equations determine; for the rest there are candidates, new variables within the scope. A determined state may lie outside of
//! the scope: it exists, and the invariant is asked of it.

use std::sync::Arc;

use assay_system::Shown;
use assay_term::{TermId, VarId as PoolVar};

use super::determined::plan;
use super::symbolic::{Declared, Leaf, Refusal, Sym, Symbolic};
use crate::core::{Bound, ConjunctRole, Expr, Init, Machine, Operation, Pred, Program, VarId};

/// How operations and the invariant go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As in Sum: the invariant is beside the operations, which may break it.
    Beside,
    /// As in Z: operations and initialisation include the schema of the state, and with it the invariant.
    Included,
}

/// A machine whose parts are turned into conditions.
pub struct Formulas {
    pub symbolic: Symbolic,
    pub machine: Arc<Machine>,
    pub style: Style,
    /// Every variable that was made, in the order of the pool.
    pub leaves: Vec<Leaf>,
}

/// A part of the text, and the condition under which it holds. None where it cannot be said, with the reason.
pub type Line = Result<TermId, Refusal>;

/// What an operation, or the initialisation, says.
#[derive(Clone, Debug)]
pub struct Relation {
    pub inputs: Vec<(VarId, Declared)>,
    /// Inputs and candidates are in their sets.
    pub given: TermId,
    pub precondition: Vec<TermId>,
    pub postcondition: Vec<(TermId, ConjunctRole)>,
    /// The state after it and its outputs are in their sets, which are not cut to the scope.
    pub signature: TermId,
    /// Every variable of the state after it.
    pub after: Vec<(VarId, Sym)>,
    pub outputs: Vec<(VarId, Sym)>,
    pub candidates: Vec<(VarId, Declared)>,
}

impl Relation {
    /// All of it: there is such a step.
    pub fn parts(&self) -> Vec<TermId> {
        let post = self.postcondition.iter().map(|(term, _)| *term);
        let rest = [self.given, self.signature];
        self.precondition
            .iter()
            .copied()
            .chain(post)
            .chain(rest)
            .collect()
    }
}

impl Formulas {
    pub fn new(symbolic: Symbolic, machine: Arc<Machine>, style: Style) -> Formulas {
        Formulas {
            symbolic,
            machine,
            style,
            leaves: Vec::new(),
        }
    }

    /// Whether there is an invariant that operations may break.
    pub fn asks_invariant(&self) -> bool {
        self.style == Style::Beside && !self.machine.invariant.is_empty()
    }

    pub fn program(&self) -> &Arc<Program> {
        self.symbolic.program()
    }

    fn declare(&mut self, set: &Expr, name: &str) -> Result<Declared, Refusal> {
        let declared = self.symbolic.declare(set, name)?;
        self.leaves.extend(declared.leaves.iter().cloned());
        Ok(declared)
    }

    /// A variable that no value of the specification is made of.
    pub fn extra(&mut self, leaf: impl FnOnce(&mut Symbolic) -> Leaf) -> PoolVar {
        let leaf = leaf(&mut self.symbolic);
        let var = leaf.var;
        self.leaves.push(leaf);
        var
    }

    /// New variables for the state before an operation. They are called as in the specification.
    pub fn state(&mut self) -> Result<Vec<Declared>, Refusal> {
        let machine = self.machine.clone();
        let mut state = Vec::new();
        for variable in &machine.state {
            let declared = self.declare(&variable.set, variable.name.as_str())?;
            self.symbolic.set(variable.var, declared.sym.clone());
            state.push(declared);
        }
        Ok(state)
    }

    /// The lines of the invariant, about the state before or after.
    pub fn invariant(&mut self, after: bool) -> Vec<Line> {
        let machine = self.machine.clone();
        let lines = if after {
            &machine.invariant_after
        } else {
            &machine.invariant
        };
        lines.iter().map(|line| self.symbolic.holds(line)).collect()
    }

    pub fn holds(&mut self, pred: &Pred) -> Line {
        self.symbolic.holds(pred)
    }

    /// What the initialisation says of the state after it.
    pub fn init(&mut self) -> Result<Relation, Refusal> {
        let machine = self.machine.clone();
        let Init {
            inputs, predicates, ..
        } = &machine.init;
        let post = self.with_invariant(all_post(predicates), false);
        self.relation("init", inputs, &[], None, &post)
    }

    /// What an operation says. The variables of the state before it have values.
    pub fn operation(&mut self, operation: &Operation) -> Result<Relation, Refusal> {
        let post = operation.postcondition.iter();
        let post: Vec<_> = post.map(|c| (c.predicate.clone(), c.role)).collect();
        let post = self.with_invariant(post, true);
        let precondition = operation.precondition.as_deref();
        self.relation(
            operation.name.as_str(),
            &operation.inputs,
            &operation.outputs,
            precondition,
            &post,
        )
    }

    /// What is said of the state after it, with the invariants that are part of that in Z.
    fn with_invariant(
        &self,
        mut post: Vec<(Pred, ConjunctRole)>,
        before: bool,
    ) -> Vec<(Pred, ConjunctRole)> {
        if self.style == Style::Included {
            post.extend(all_post(&self.machine.invariant_after));
            if before {
                post.extend(all_post(&self.machine.invariant));
            }
        }
        post
    }

    fn relation(
        &mut self,
        name: &str,
        inputs: &[Bound],
        outputs: &[Bound],
        precondition: Option<&[Pred]>,
        postcondition: &[(Pred, ConjunctRole)],
    ) -> Result<Relation, Refusal> {
        let mut given = Vec::new();
        let inputs = self.new_values(inputs, name, &mut given)?;
        let machine = self.machine.clone();
        let primed = machine.state.iter().map(|variable| Bound {
            var: variable.primed,
            set: variable.set.clone(),
        });
        let open: Vec<Bound> = primed.chain(outputs.iter().cloned()).collect();
        for bound in &open {
            self.symbolic.unset(bound.var);
        }
        let mut predicates: Vec<Pred> =
            postcondition.iter().map(|(pred, _)| pred.clone()).collect();
        predicates.extend(precondition.into_iter().flatten().cloned());
        let vars: Vec<VarId> = open.iter().map(|bound| bound.var).collect();
        let plan = plan(&predicates, &vars, |expr| self.symbolic.reads(expr));
        let free = open
            .iter()
            .filter(|bound| plan.candidates.contains(&bound.var));
        let free: Vec<Bound> = free.cloned().collect();
        let candidates = self.new_values(&free, name, &mut given)?;
        for (var, expr) in &plan.equations {
            // Where the equation has no value, it does not hold, and neither does the relation.
            let value = self.symbolic.value(expr)?;
            self.symbolic.set(*var, value.sym);
        }
        let mut signature = Vec::new();
        for bound in &open {
            let value = self
                .symbolic
                .get(bound.var)
                .expect("every variable has a value by now");
            signature.push(self.symbolic.inside(&value.clone(), &bound.set)?);
        }
        let pre = precondition.into_iter().flatten();
        let precondition = pre
            .map(|pred| self.symbolic.holds(pred))
            .collect::<Result<_, _>>()?;
        let post = postcondition.iter();
        let postcondition = post.map(|(pred, role)| Ok((self.symbolic.holds(pred)?, *role)));
        let postcondition = postcondition.collect::<Result<_, Refusal>>()?;
        let value = |bound: &Bound| {
            (
                bound.var,
                self.symbolic.get(bound.var).expect("a value").clone(),
            )
        };
        let (after, outputs) = open.split_at(machine.state.len());
        let (after, outputs) = (
            after.iter().map(value).collect(),
            outputs.iter().map(value).collect(),
        );
        let pool = &mut self.symbolic.terms.pool;
        Ok(Relation {
            inputs,
            given: pool.and(given),
            precondition,
            postcondition,
            signature: pool.and(signature),
            after,
            outputs,
            candidates,
        })
    }

    /// New variables for each of these, which are values from now on.
    fn new_values(
        &mut self,
        bounds: &[Bound],
        name: &str,
        given: &mut Vec<TermId>,
    ) -> Result<Vec<(VarId, Declared)>, Refusal> {
        let mut made = Vec::new();
        for bound in bounds {
            let own = self.program().vars[bound.var.0 as usize].name.clone();
            let declared = self.declare(&bound.set, &format!("{name}.{own}"))?;
            self.symbolic.set(bound.var, declared.sym.clone());
            given.push(declared.inside);
            made.push((bound.var, declared));
        }
        Ok(made)
    }
}

fn all_post(predicates: &[Pred]) -> Vec<(Pred, ConjunctRole)> {
    let post = predicates.iter();
    post.map(|pred| (pred.clone(), ConjunctRole::Post))
        .collect()
}

/// The number of one of several names.
pub(super) fn choice(symbolic: &mut Symbolic, name: &str, of: &[String]) -> Leaf {
    let last = of.len().saturating_sub(1);
    Leaf {
        var: symbolic.terms.pool.declare(name, assay_term::Sort::Int),
        name: name.to_string(),
        range: Some((0.into(), last.into())),
        shown: Shown::Enum(of.iter().cloned().collect()),
    }
}
