//! How a system and the patches of some mutants become one graph; see [`Model`].
//!
//! Integers have as many bits as their range needs, a cut one as many as every change that is known needs. Where a value
//! could leave its range all the same, the assumptions say that it does not: such a pattern means nothing from there on.

use assay_aig::{Aig, AigLit, BlastError, Blasted, Node, Word, blast};
use assay_system::{Cone, Mutants, Patch, System, VarKind, init_order};
use assay_term::{Interval, Intervals, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::{Change, Latch, Lists, Model, Open};

/// The original, when it is complete.
struct Whole {
    cone: Cone,
    latches: Vec<Latch>,
    /// For each state the number of its first latch.
    first_latch: FxHashMap<VarId, usize>,
    constraints: Vec<AigLit>,
    assumed: AigLit,
    original: usize,
}

pub(super) struct Builder<'a> {
    mutants: &'a Mutants,
    system: &'a System,
    properties: &'a [usize],
    members: &'a [usize],
    aig: Aig,
    /// Values of the current step.
    current: FxHashMap<VarId, Blasted>,
    cache: FxHashMap<TermId, Blasted>,
    /// Cut nodes, and what drives them.
    drivers: FxHashMap<u32, AigLit>,
    fits: Vec<AigLit>,
}

fn patches<'a>(
    mutants: &'a Mutants,
    members: &'a [usize],
) -> impl Iterator<Item = (usize, &'a Patch)> {
    let patch = |&m: &usize| Some((m, mutants.mutants[m].patch()?));
    members.iter().filter_map(patch)
}

impl<'a> Builder<'a> {
    pub(super) fn new(mutants: &'a Mutants, properties: &'a [usize], members: &'a [usize]) -> Self {
        Builder {
            mutants,
            system: &mutants.system,
            properties,
            members,
            aig: Aig::new(),
            current: FxHashMap::default(),
            cache: FxHashMap::default(),
            drivers: FxHashMap::default(),
            fits: Vec::new(),
        }
    }

    pub(super) fn build(mut self) -> Result<Model, BlastError> {
        let system = self.system;
        let cone = self.cone();
        let (mut inputs, mut others) = (Vec::new(), Vec::new());
        for var in cone.vars() {
            let variable = system.var(var);
            match variable.kind {
                VarKind::Wire { .. } => continue,
                VarKind::Input => inputs.push(var),
                VarKind::Rigid | VarKind::State { init: None, .. } => others.push(var),
                VarKind::State { .. } => {}
            }
            let range = variable.range.as_ref().map(|(lo, hi)| (lo, hi));
            let value = Blasted::fresh(&mut self.aig, &system.pool, var, range)?;
            self.current.insert(var, value);
        }
        self.wires(&cone)?;
        let mut constraints = Vec::new();
        for c in &system.constraints {
            constraints.push(self.truth(c.term)?);
        }
        let mut properties = Vec::new();
        for &p in self.properties {
            properties.push((p, self.truth(system.properties[p].term)?));
        }
        let (latches, first_latch) = self.latches(&cone)?;
        let every = constraints.iter().chain(&self.fits).copied();
        let assumed = self.aig.and_all(every);
        let original = self.aig.len();
        let mut changes = FxHashMap::default();
        let whole = Whole {
            cone,
            latches,
            first_latch,
            constraints,
            assumed,
            original,
        };
        for (m, patch) in patches(self.mutants, self.members) {
            if let Some(change) = self.change(patch, &whole)? {
                changes.insert(m, change);
            }
        }
        let Whole { latches, .. } = whole;
        let mut open_nodes: Vec<u32> = Vec::new();
        let count = inputs.len();
        let opens = inputs.into_iter().chain(others).map(|var| {
            let value = self.current[&var].clone();
            let start = open_nodes.len();
            let open = value.bits().iter().filter(|b| b.as_constant().is_none());
            open_nodes.extend(open.map(|b| b.node() as u32));
            let bits = start..open_nodes.len();
            Open { var, value, bits }
        });
        let opens: Vec<Open> = opens.collect();
        let mut model = Model {
            gates: self.gates(),
            original,
            order: Vec::new(),
            users: Lists::default(),
            latches,
            remembered_by: Lists::default(),
            opens,
            inputs: count,
            open_nodes,
            assumed,
            properties,
            changes,
        };
        model.link();
        Ok(model)
    }

    /// The operands of each gate; a cut node has its driver twice.
    fn gates(&self) -> Vec<(AigLit, AigLit)> {
        (0..self.aig.len())
            .map(|n| match self.aig.node(n) {
                Node::And(a, b) => (a, b),
                Node::Input | Node::False => match self.drivers.get(&(n as u32)) {
                    Some(&driver) => (driver, driver),
                    None => (AigLit::FALSE, AigLit::FALSE),
                },
            })
            .collect()
    }

    fn cone(&self) -> Cone {
        let mut roots: Vec<TermId> = self.system.constraints.iter().map(|c| c.term).collect();
        let properties = self.properties.iter();
        roots.extend(properties.map(|&p| self.system.properties[p].term));
        for (_, patch) in patches(self.mutants, self.members) {
            roots.extend(patch.terms());
        }
        Cone::without_constraints(self.system, &roots)
    }

    fn blast(&mut self, term: TermId) -> Result<Blasted, BlastError> {
        let (pool, current) = (&self.system.pool, &self.current);
        blast(&mut self.aig, pool, term, &mut self.cache, &mut |_, v| {
            let unknown = || BlastError::new(format!("{} has no value", pool.var_name(v)));
            current.get(&v).cloned().ok_or_else(unknown)
        })
    }

    fn truth(&mut self, term: TermId) -> Result<AigLit, BlastError> {
        let value = self.blast(term)?;
        Ok(value
            .as_bool()
            .expect("properties and constraints are Boolean"))
    }

    /// Every wire of the cone. Those that some mutant changes are cut.
    fn wires(&mut self, cone: &Cone) -> Result<(), BlastError> {
        let system = self.system;
        let mut intervals = system.intervals();
        let mut replacements: FxHashMap<VarId, Vec<TermId>> = FxHashMap::default();
        for (_, patch) in patches(self.mutants, self.members) {
            for (var, kind) in &patch.vars {
                if let VarKind::Wire { def } = kind {
                    replacements.entry(*var).or_default().push(*def);
                }
            }
        }
        for &wire in cone.wires() {
            let VarKind::Wire { def } = system.var(wire).kind else {
                continue;
            };
            let mut value = self.blast(def)?;
            if let Some(new) = replacements.get(&wire) {
                value = self.cut(wire, &value, new, &mut intervals)?;
            }
            self.current.insert(wire, value);
        }
        Ok(())
    }

    fn cut(
        &mut self,
        wire: VarId,
        value: &Blasted,
        replacements: &[TermId],
        intervals: &mut Intervals,
    ) -> Result<Blasted, BlastError> {
        let system = self.system;
        let cut = match value {
            Blasted::Int(word) => {
                let range = match &system.var(wire).range {
                    Some((lo, hi)) => Interval::new(lo.clone(), hi.clone()),
                    None => replacements
                        .iter()
                        .filter_map(|&t| intervals.of(&system.pool, t))
                        .fold(word.range().clone(), |hull, range| hull.hull(&range)),
                };
                Blasted::Int(Word::fresh(&mut self.aig, range).into())
            }
            _ => Blasted::fresh(&mut self.aig, &system.pool, wire, None)?,
        };
        let fits = self.fit(value, &cut);
        self.fits.extend(fits);
        for (bit, driver) in pairs(&cut, value) {
            self.drivers.insert(bit, driver);
        }
        Ok(cut)
    }

    /// Whether a value lies in the range of what takes it, unless that is certain.
    fn fit(&mut self, value: &Blasted, taker: &Blasted) -> Option<AigLit> {
        let (Blasted::Int(word), Blasted::Int(taker)) = (value, taker) else {
            return None;
        };
        let (inner, outer) = (word.range(), taker.range());
        let certain = outer.lo <= inner.lo && inner.hi <= outer.hi;
        (!certain).then(|| word.within(&mut self.aig, outer))
    }

    /// The latches, and for each state the number of its first one.
    fn latches(
        &mut self,
        cone: &Cone,
    ) -> Result<(Vec<Latch>, FxHashMap<VarId, usize>), BlastError> {
        let system = self.system;
        let mut latches = Vec::new();
        let mut first = FxHashMap::default();
        let initial = self.initial(cone, &Patch::default())?;
        for var in cone.states(system) {
            let VarKind::State { next, .. } = system.var(var).kind else {
                continue;
            };
            let (now, next) = (self.current[&var].clone(), self.blast(next)?);
            let fits = self.fit(&next, &now);
            self.fits.extend(fits);
            first.insert(var, latches.len());
            let init = initial.get(&var);
            if init.is_some_and(|init| self.fit(init, &now).is_some()) {
                let name = system.pool.var_name(var);
                return Err(BlastError::new(format!("{name} may begin anywhere")));
            }
            let mut inits = init.into_iter().flat_map(|init| pairs(&now, init));
            latches.extend(pairs(&now, &next).map(|(node, next)| Latch {
                node,
                next,
                init: inits.next().map(|(_, init)| init),
            }));
        }
        Ok((latches, first))
    }

    /// Initial values under a patch, over open variables alone: those of other states are put in their place.
    fn initial(
        &mut self,
        cone: &Cone,
        patch: &Patch,
    ) -> Result<FxHashMap<VarId, Blasted>, BlastError> {
        let system = self.system;
        let init_of = |v: VarId| {
            let patched = patch.vars.iter().find(|(var, _)| *var == v);
            match patched.map_or(&system.var(v).kind, |(_, kind)| kind) {
                VarKind::State { init, .. } => *init,
                _ => None,
            }
        };
        let states = cone.states(system);
        let states: Vec<(VarId, TermId)> = states.filter_map(|v| Some((v, init_of(v)?))).collect();
        let inits: FxHashMap<VarId, TermId> = states.iter().copied().collect();
        let (pool, current) = (&system.pool, &self.current);
        let mut initial: FxHashMap<VarId, Blasted> = FxHashMap::default();
        let mut cache = FxHashMap::default();
        for var in init_order(system, &states) {
            let mut read = |_: &mut Aig, v: VarId| {
                let unknown = || BlastError::new(format!("{} has no value", pool.var_name(v)));
                let value = initial.get(&v).or_else(|| current.get(&v));
                value.cloned().ok_or_else(unknown)
            };
            let value = blast(&mut self.aig, pool, inits[&var], &mut cache, &mut read)?;
            initial.insert(var, value);
        }
        Ok(initial)
    }

    /// What a patch comes to; None if its initial states are not those of the original with other values.
    fn change(&mut self, patch: &Patch, whole: &Whole) -> Result<Option<Change>, BlastError> {
        let mut change = Change {
            cuts: Vec::new(),
            nexts: Vec::new(),
            inits: Vec::new(),
            assumed: whole.assumed,
            properties: Vec::new(),
            own: Vec::new(),
        };
        let mut fits = Vec::new();
        let mut begins_elsewhere = false;
        for (var, kind) in patch.vars.iter().filter(|(v, _)| whole.cone.contains(*v)) {
            let now = self.current[var].clone();
            match kind {
                VarKind::Wire { def } => {
                    let new = self.blast(*def)?;
                    fits.extend(self.fit(&new, &now));
                    let cuts = pairs(&now, &new).filter(|(node, new)| self.drivers[node] != *new);
                    change.cuts.extend(cuts);
                }
                VarKind::State { init, next } => {
                    let VarKind::State { init: old, .. } = &self.system.var(*var).kind else {
                        return Ok(None);
                    };
                    if init.is_some() != old.is_some() {
                        return Ok(None);
                    }
                    begins_elsewhere |= init != old;
                    let new = self.blast(*next)?;
                    fits.extend(self.fit(&new, &now));
                    let differs = |latch: &Latch, new: AigLit| latch.next != new;
                    change
                        .nexts
                        .extend(whole.differing(*var, &now, &new, differs));
                }
                VarKind::Input | VarKind::Rigid => return Ok(None),
            }
        }
        if begins_elsewhere {
            let initial = self.initial(&whole.cone, patch)?;
            for var in whole.cone.states(self.system) {
                let Some(init) = initial.get(&var) else {
                    continue;
                };
                let now = self.current[&var].clone();
                if self.fit(init, &now).is_some() {
                    return Ok(None);
                }
                let differs = |latch: &Latch, new: AigLit| latch.init != Some(new);
                change
                    .inits
                    .extend(whole.differing(var, &now, init, differs));
            }
        }
        if !fits.is_empty() || !patch.constraints.is_empty() {
            let mut constraints = whole.constraints.clone();
            for &(at, term) in &patch.constraints {
                constraints[at] = self.truth(term)?;
            }
            let every = constraints.into_iter().chain(self.fits.iter().copied());
            change.assumed = self.aig.and_all(every.chain(fits));
        }
        for &(p, term) in &patch.properties {
            if self.properties.contains(&p) {
                change.properties.push((p, self.truth(term)?));
            }
        }
        change.own = self.own(&change, whole.original);
        Ok(Some(change))
    }

    fn own(&self, change: &Change, original: usize) -> Vec<u32> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack: Vec<usize> = change.roots().map(AigLit::node).collect();
        while let Some(node) = stack.pop() {
            if node >= original
                && let Node::And(a, b) = self.aig.node(node)
                && seen.insert(node)
            {
                stack.extend([a.node(), b.node()]);
            }
        }
        let mut own: Vec<u32> = seen.into_iter().map(|n| n as u32).collect();
        own.sort_unstable();
        own
    }
}

/// The bits of `taker` that are not constant, as nodes, each with the bit of `value` that goes there.
fn pairs<'v>(taker: &'v Blasted, value: &'v Blasted) -> impl Iterator<Item = (u32, AigLit)> + 'v {
    let bit = move |i: usize| match value {
        Blasted::Int(word) => word.bit(i),
        _ => value.bits()[i],
    };
    let bits = taker.bits().iter().enumerate();
    bits.filter(|(_, lit)| lit.as_constant().is_none())
        .map(move |(i, lit)| (lit.node() as u32, bit(i)))
}

impl Whole {
    /// The latches of a state that a new value makes different, each with its new bit.
    fn differing(
        &self,
        var: VarId,
        now: &Blasted,
        new: &Blasted,
        differs: impl Fn(&Latch, AigLit) -> bool,
    ) -> Vec<(u32, AigLit)> {
        let bits = (self.first_latch[&var]..).zip(pairs(now, new));
        bits.filter(|(latch, (_, new))| differs(&self.latches[*latch], *new))
            .map(|(latch, (_, new))| (latch as u32, new))
            .collect()
    }
}
