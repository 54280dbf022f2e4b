//! The terms of one step as bits: the first half of making a model. `assemble.rs` is the second.

use assay_aig::{Aig, AigLit, BlastError, Blasted, blast};
use assay_system::{Cone, System, VarKind};
use assay_term::{Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::assemble::assemble;
use super::merge;
use super::model::{Model, Parts, Register};
use crate::unroll::within;

/// What a model is to be made of. All terms are of `pool`, a clone of the system's pool.
pub(super) struct Source<'a> {
    pub system: &'a System,
    pub pool: &'a Pool,
    pub property: usize,
    /// Rigid parameters that are constants.
    pub fixed: &'a [(VarId, bool)],
    /// What holds always.
    pub lemmas: &'a [TermId],
    /// What is always equal, two by two.
    pub equal: &'a [TermId],
    /// What is asked about beside the property.
    pub claims: &'a [TermId],
}

/// The model of the property in the part of the system that it depends on. What says something about other variables would only make
/// it bigger, so that is left out.
pub(super) fn build(source: &Source<'_>) -> Result<Model, BlastError> {
    let Source { system, pool, .. } = *source;
    let goal = system.properties[source.property].term;
    let cone = Cone::of(system, &[goal]);
    let asked = source.lemmas.iter().chain(source.equal);
    let asked = asked.chain(source.claims).copied();
    let in_cone = within(pool, &cone, asked);
    let mut step = Step {
        system,
        pool,
        cone: &cone,
        aig: Aig::new(),
        cache: FxHashMap::default(),
        current: FxHashMap::default(),
        upcoming: FxHashMap::default(),
        ranges: Vec::new(),
    };
    step.variables(source.fixed)?;
    step.wires()?;
    let mut constraints = std::mem::take(&mut step.ranges);
    for c in &system.constraints {
        constraints.push(step.bit(c.term)?);
    }
    let lemmas = source.lemmas.iter().filter(|t| in_cone.contains(t));
    let known = lemmas.map(|&lemma| step.bit(lemma));
    let known = known.collect::<Result<Vec<AigLit>, BlastError>>()?;
    let claims = source.claims.iter().filter(|t| in_cone.contains(t));
    let claims = claims.map(|&claim| Ok((claim, step.bit(claim)?)));
    let claims = claims.collect::<Result<Vec<(TermId, AigLit)>, BlastError>>()?;
    let bad = !step.bit(goal)?;
    let mut merged = Vec::new();
    for pair in source.equal.chunks_exact(2) {
        if pair.iter().all(|t| in_cone.contains(t)) {
            merged.push((step.bit(pair[0])?, step.bit(pair[1])?));
        }
    }
    let registers = step.registers()?;
    let Step {
        aig,
        mut current,
        upcoming,
        ..
    } = step;
    current.retain(|&v, _| !matches!(system.var(v).kind, VarKind::Wire { .. }));
    let parts = Parts {
        aig,
        registers,
        constraints,
        known,
        claims,
        bad,
        current,
        upcoming,
    };
    let nothing_to_merge = merged.is_empty() || parts.registers.iter().any(Register::widens);
    Ok(assemble(if nothing_to_merge {
        parts
    } else {
        merge::merge(parts, &merged)
    }))
}

/// One step while its terms become bits.
struct Step<'a> {
    system: &'a System,
    pool: &'a Pool,
    cone: &'a Cone,
    aig: Aig,
    cache: FxHashMap<TermId, Blasted>,
    current: FxHashMap<VarId, Blasted>,
    /// Inputs that initial values read, at the next step.
    upcoming: FxHashMap<VarId, Blasted>,
    /// That inputs are in their ranges.
    ranges: Vec<AigLit>,
}

impl Step<'_> {
    /// Inputs, states and parameters.
    fn variables(&mut self, fixed: &[(VarId, bool)]) -> Result<(), BlastError> {
        let remembered = inputs_of_initial_values(self.system, self.cone);
        for var in self.cone.vars() {
            let variable = self.system.var(var);
            let range = variable.range.as_ref().map(|(lo, hi)| (lo, hi));
            let constant = fixed.iter().find(|(v, _)| *v == var);
            let value = match (&variable.kind, constant) {
                (VarKind::Wire { .. }, _) => continue,
                (VarKind::Rigid, Some((_, value))) => Blasted::Bool(AigLit::constant(*value)),
                _ => Blasted::fresh(&mut self.aig, self.pool, var, range)?,
            };
            if matches!(variable.kind, VarKind::Input) {
                self.ranges.push(value.in_own_range(&mut self.aig));
                if remembered.contains(&var) {
                    let next = Blasted::fresh(&mut self.aig, self.pool, var, range)?;
                    self.ranges.push(next.in_own_range(&mut self.aig));
                    self.upcoming.insert(var, next);
                }
            }
            self.current.insert(var, value);
        }
        Ok(())
    }

    fn wires(&mut self) -> Result<(), BlastError> {
        for &wire in self.cone.wires() {
            if let VarKind::Wire { def } = self.system.var(wire).kind {
                let value = self.value(def)?;
                self.current.insert(wire, value);
            }
        }
        Ok(())
    }

    fn value(&mut self, term: TermId) -> Result<Blasted, BlastError> {
        let (pool, current) = (self.pool, &self.current);
        blast(&mut self.aig, pool, term, &mut self.cache, &mut |_, v| {
            current.get(&v).cloned().ok_or_else(|| {
                BlastError::new(format!("{} is read before it is defined", pool.var_name(v)))
            })
        })
    }

    fn bit(&mut self, term: TermId) -> Result<AigLit, BlastError> {
        let bit = self.value(term)?.as_bool();
        Ok(bit.expect("properties, constraints and lemmas are Boolean"))
    }

    /// The variables that have latches, with their next and initial values.
    fn registers(&mut self) -> Result<Vec<Register>, BlastError> {
        let mut registers = Vec::new();
        for var in self.cone.vars() {
            let now = self.current[&var].clone();
            let (next, init) = match self.system.var(var).kind {
                VarKind::State { init, next } => {
                    let next = self.value(next)?;
                    let init = init.map(|init| self.value(init)).transpose()?;
                    (next, init)
                }
                VarKind::Rigid => (now.clone(), None),
                VarKind::Input => match self.upcoming.get(&var) {
                    Some(next) => (next.clone(), None),
                    None => continue,
                },
                VarKind::Wire { .. } => continue,
            };
            registers.push(Register {
                var,
                now,
                next,
                init,
            });
        }
        Ok(registers)
    }
}

fn inputs_of_initial_values(system: &System, cone: &Cone) -> FxHashSet<VarId> {
    let inits: Vec<TermId> = cone
        .states(system)
        .filter_map(|v| match system.var(v).kind {
            VarKind::State { init, .. } => init,
            _ => None,
        })
        .collect();
    let mut read = system.pool.variables(&inits);
    read.retain(|&v| matches!(system.var(v).kind, VarKind::Input));
    read.into_iter().collect()
}
