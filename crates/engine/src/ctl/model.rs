//! A system as bits, for branching time: states alone have latches, and what limits transitions is apart from what limits states.
//!
//! A Boolean state that is itself a constraint is true in every valid state. It has no latch: its next value is a condition on transitions, and
//! its initial value one on initial states. So the relations of a model come as conditions that may read both inputs and, where
//! an input is the next value of a latch, the state after the transition.

use assay_aig::{Aig, AigLit, BlastError, Blasted, blast};
use assay_system::{Cone, System, VarKind};
use assay_term::{Interval, Sort, Term, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bit;

pub(super) struct Latch {
    pub now: AigLit,
    pub next: AigLit,
    pub bit: Bit,
}

pub(super) struct Model {
    pub aig: Aig,
    pub latches: Vec<Latch>,
    /// Bits of inputs, with the variable.
    pub inputs: Vec<(AigLit, VarId)>,
    /// States, parameters and inputs in the cone.
    pub current: FxHashMap<VarId, Blasted>,
    /// What all initial states satisfy, with some inputs.
    pub init: Vec<AigLit>,
    /// What valid states satisfy.
    pub valid: Vec<AigLit>,
    /// That inputs are in their ranges.
    pub ranges: Vec<AigLit>,
    /// What transitions satisfy beside that.
    pub goes_on: Vec<AigLit>,
    /// A transition leaves a range; an initial value is out of its range.
    pub leaves: AigLit,
    pub begins_outside: AigLit,
    pub fairness: Vec<AigLit>,
    /// The terms that were asked for, in order.
    pub asked: Vec<AigLit>,
    /// Inputs that initial values read.
    pub read_by_init: FxHashSet<VarId>,
}

/// The part of the system that these terms, the constraints and fairness depend on; with `whole`, all states.
pub(super) fn model(system: &System, asked: &[TermId], whole: bool) -> Result<Model, String> {
    let fairness: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
    let roots: Vec<TermId> = asked.iter().chain(&fairness).copied().collect();
    let mut of_cone = roots.clone();
    if whole {
        let is_state = |v: &VarId| matches!(system.var(*v).kind, VarKind::State { .. });
        of_cone.extend(system.var_ids().filter(is_state).map(|v| system.pool.var(v)));
    }
    let cone = Cone::of(system, &of_cone);
    let constraints = system.constraints.iter().map(|c| c.term);
    let of_states: Vec<TermId> = roots.iter().copied().chain(constraints.clone()).collect();
    if let Some(input) = inputs_read(system, &of_states).into_iter().min() {
        let name = &system.var(input).name;
        return Err(format!(
            "a formula, constraint or condition of fairness reads the input {name}, which is not a state"
        ));
    }
    let read_by_init = read_by_both(system, &cone)?;
    let always: FxHashSet<VarId> = constraints.filter_map(|c| state_of(system, c)).collect();
    let mut builder = Builder {
        system,
        cone: &cone,
        cache: FxHashMap::default(),
        always,
        model: Model {
            aig: Aig::new(),
            latches: Vec::new(),
            inputs: Vec::new(),
            current: FxHashMap::default(),
            init: Vec::new(),
            valid: Vec::new(),
            ranges: Vec::new(),
            goes_on: Vec::new(),
            leaves: AigLit::FALSE,
            begins_outside: AigLit::FALSE,
            fairness: Vec::new(),
            asked: Vec::new(),
            read_by_init,
        },
    };
    builder
        .build(asked, &fairness)
        .map_err(|error| error.message)?;
    Ok(builder.model)
}

/// The inputs that terms read at the same step.
fn inputs_read(system: &System, roots: &[TermId]) -> FxHashSet<VarId> {
    let mut inputs = FxHashSet::default();
    let mut seen = vec![false; system.pool.len()];
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if std::mem::replace(&mut seen[term.index()], true) {
            continue;
        }
        match system.pool.get(term) {
            Term::Var(v) => match system.var(*v).kind {
                VarKind::Input => {
                    inputs.insert(*v);
                }
                VarKind::Wire { def } => stack.push(def),
                VarKind::State { .. } | VarKind::Rigid => {}
            },
            other => stack.extend_from_slice(other.args()),
        }
    }
    inputs
}

/// The inputs that initial values read. None of them may label the first transition too: a state would not say all that matters of it.
fn read_by_both(system: &System, cone: &Cone) -> Result<FxHashSet<VarId>, String> {
    let (mut inits, mut nexts) = (Vec::new(), Vec::new());
    for var in cone.states(system) {
        if let VarKind::State { init, next } = system.var(var).kind {
            inits.extend(init);
            nexts.push(next);
        }
    }
    let by_init = inputs_read(system, &inits);
    let by_next = inputs_read(system, &nexts);
    match by_init.intersection(&by_next).min() {
        Some(&input) => Err(format!(
            "initial values and next values both read the input {}",
            system.var(input).name
        )),
        None => Ok(by_init),
    }
}

/// The Boolean state that a constraint is, through wires.
fn state_of(system: &System, mut term: TermId) -> Option<VarId> {
    loop {
        let Term::Var(var) = system.pool.get(term) else {
            return None;
        };
        match system.var(*var).kind {
            VarKind::Wire { def } => term = def,
            VarKind::State { .. } => return Some(*var),
            VarKind::Input | VarKind::Rigid => return None,
        }
    }
}

struct Builder<'a> {
    system: &'a System,
    cone: &'a Cone,
    cache: FxHashMap<TermId, Blasted>,
    /// States that are true in every valid state.
    always: FxHashSet<VarId>,
    model: Model,
}

impl Builder<'_> {
    fn build(&mut self, asked: &[TermId], fairness: &[TermId]) -> Result<(), BlastError> {
        let system = self.system;
        self.variables()?;
        for &wire in self.cone.wires() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                let value = self.value(def)?;
                self.model.current.insert(wire, value);
            }
        }
        for constraint in &system.constraints {
            let holds = self.bit(constraint.term)?;
            self.model.valid.push(holds);
        }
        for var in self.cone.vars() {
            match system.var(var).kind {
                VarKind::State { init, next } => self.state(var, init, next)?,
                VarKind::Rigid => {
                    let now = self.model.current[&var].clone();
                    let in_range = now.in_own_range(&mut self.model.aig);
                    self.model.valid.push(in_range);
                    self.latches(var, &now, &now);
                }
                VarKind::Input | VarKind::Wire { .. } => {}
            }
        }
        for &term in fairness {
            let holds = self.bit(term)?;
            self.model.fairness.push(holds);
        }
        for &term in asked {
            let holds = self.bit(term)?;
            self.model.asked.push(holds);
        }
        self.model
            .current
            .retain(|&v, _| !matches!(system.var(v).kind, VarKind::Wire { .. }));
        Ok(())
    }

    fn variables(&mut self) -> Result<(), BlastError> {
        let Builder { system, model, .. } = self;
        for var in self.cone.vars() {
            let variable = system.var(var);
            if matches!(variable.kind, VarKind::Wire { .. }) {
                continue;
            }
            let range = variable.range.as_ref().map(|(lo, hi)| (lo, hi));
            let value = if self.always.contains(&var) {
                Blasted::Bool(AigLit::TRUE)
            } else {
                Blasted::fresh(&mut model.aig, &system.pool, var, range)?
            };
            if matches!(variable.kind, VarKind::Input) {
                let in_range = value.in_own_range(&mut model.aig);
                model.ranges.push(in_range);
                let bits = value.bits().iter().filter(|l| l.as_constant().is_none());
                model.inputs.extend(bits.map(|&lit| (lit, var)));
            }
            model.current.insert(var, value);
        }
        Ok(())
    }

    fn value(&mut self, term: TermId) -> Result<Blasted, BlastError> {
        let (pool, model) = (&self.system.pool, &mut self.model);
        let current = &model.current;
        blast(&mut model.aig, pool, term, &mut self.cache, &mut |_, v| {
            current.get(&v).cloned().ok_or_else(|| {
                BlastError::new(format!("{} is read before it is defined", pool.var_name(v)))
            })
        })
    }

    fn bit(&mut self, term: TermId) -> Result<AigLit, BlastError> {
        let bit = self.value(term)?.as_bool();
        Ok(bit.expect("formulas, constraints and conditions are Boolean"))
    }

    fn state(
        &mut self,
        var: VarId,
        init: Option<TermId>,
        next: TermId,
    ) -> Result<(), BlastError> {
        let init = init.map(|init| self.value(init)).transpose()?;
        let next = self.value(next)?;
        let model = &mut self.model;
        if self.always.contains(&var) {
            let bit = |value: &Blasted| value.as_bool().expect("it is Boolean");
            model.goes_on.push(bit(&next));
            model.init.extend(init.as_ref().map(bit));
            return Ok(());
        }
        let now = model.current[&var].clone();
        let in_range = now.in_own_range(&mut model.aig);
        model.valid.push(in_range);
        let leaves = !stays(&mut model.aig, &next, &now);
        model.leaves = model.aig.or(model.leaves, leaves);
        if let Some(init) = init {
            let outside = !stays(&mut model.aig, &init, &now);
            model.begins_outside = model.aig.or(model.begins_outside, outside);
            for (index, &lit) in now.bits().iter().enumerate() {
                let begins = model.aig.iff(lit, bit_of(&init, index));
                model.init.push(begins);
            }
        }
        self.latches(var, &now, &next);
        Ok(())
    }

    fn latches(&mut self, var: VarId, now: &Blasted, next: &Blasted) {
        let width = now.bits().len();
        for (index, &lit) in now.bits().iter().enumerate() {
            if lit.as_constant().is_none() {
                let is_sign = self.system.sort(var) == Sort::Int && index + 1 == width;
                let bit = Bit {
                    var,
                    index,
                    is_sign,
                };
                self.model.latches.push(Latch {
                    now: lit,
                    next: bit_of(next, index),
                    bit,
                });
            }
        }
    }
}

/// Bits beyond the width of an integer are its sign.
fn bit_of(value: &Blasted, index: usize) -> AigLit {
    match value {
        Blasted::Int(word) => word.bit(index),
        _ => value.bits()[index],
    }
}

/// Whether the value is in the interval of the variable.
fn stays(aig: &mut Aig, value: &Blasted, variable: &Blasted) -> AigLit {
    let (Blasted::Int(value), Blasted::Int(variable)) = (value, variable) else {
        return AigLit::TRUE;
    };
    let (inner, outer): (&Interval, &Interval) = (value.range(), variable.range());
    if outer.contains(&inner.lo) && outer.contains(&inner.hi) {
        return AigLit::TRUE;
    }
    value.within(aig, outer)
}
