//! Original and mutant over the same inputs, in one system: the original once, and a copy of everything that the change can influence.

use assay_system::{Constraint, ConstraintKind, Mutants, Patch, Role, System, VarKind};
use assay_term::{Pool, TermId, VarId};

use super::agreement::claim;

pub struct Pair {
    /// The original, and the copies; its constraints are the original's.
    pub system: System,
    /// No output differs.
    pub outputs_agree: TermId,
    /// What each side assumes.
    pub original_admits: TermId,
    pub mutant_admits: TermId,
}

impl Pair {
    /// `patched` is the original with one or more of the patches in it, and grew out of it; `properties` are the proved ones.
    pub fn new<'p>(
        original: &System,
        patched: &System,
        patches: impl IntoIterator<Item = &'p Patch>,
        properties: &[usize],
    ) -> Pair {
        let mut system = original.clone();
        // The patched pool has grown out of the original's: its terms are the original's terms.
        system.pool = patched.pool.clone();
        let added = patched.vars.since(original.vars.len());
        system.vars.extend(added.cloned());
        let influenced = influenced(original, patches);
        let mut copy: Vec<VarId> = original.var_ids().collect();
        for v in original.var_ids().filter(|v| influenced[v.index()]) {
            let mut variable = original.var(v).clone();
            variable.name = format!("{}'", variable.name);
            // Its definition follows once every copy exists.
            variable.kind = VarKind::Input;
            copy[v.index()] = system.add_var(original.sort(v), variable);
        }
        let mut pool = std::mem::take(&mut system.pool);
        let images: Vec<TermId> = copy.iter().map(|&c| pool.var(c)).collect();
        let rename = |pool: &mut Pool, term: TermId| -> TermId {
            pool.substitute(&[term], |v| images.get(v.index()).copied())[0]
        };
        for v in original.var_ids().filter(|v| influenced[v.index()]) {
            let kind = match &patched.var(v).kind {
                VarKind::Wire { def } => VarKind::Wire {
                    def: rename(&mut pool, *def),
                },
                VarKind::State { init, next } => {
                    // What was remembered before the first step is shared.
                    let init = match init {
                        Some(init) => rename(&mut pool, *init),
                        None => pool.var(v),
                    };
                    VarKind::State {
                        init: Some(init),
                        next: rename(&mut pool, *next),
                    }
                }
                other => other.clone(),
            };
            system.vars[copy[v.index()].index()].kind = kind;
        }
        let admits: Vec<TermId> = patched
            .constraints
            .iter()
            .map(|c| rename(&mut pool, c.term))
            .collect();
        let mutant_admits = pool.and(admits);
        let original_admits = pool.and(original.constraints.iter().map(|c| c.term));
        let mut same: Vec<TermId> = Vec::new();
        for v in outputs(original, properties) {
            if copy[v.index()] != v {
                let (a, b) = (pool.var(v), pool.var(copy[v.index()]));
                same.push(pool.eq(a, b));
            }
        }
        let outputs_agree = pool.and(same);
        system.pool = pool;
        Pair {
            system,
            outputs_agree,
            original_admits,
            mutant_admits,
        }
    }

    /// The original beside one mutant, under the assumptions of both, with one property: no output differs.
    pub fn of_mutant(mutants: &Mutants, mutant: usize, properties: &[usize]) -> System {
        let patch = mutants.mutants[mutant].patch();
        let patch = patch.expect("survivors have patches");
        let original = &mutants.system;
        let pair = Pair::new(original, &patch.apply(original), [patch], properties);
        let mut system = pair.system;
        system.constraints.push(Constraint {
            name: "what the mutant assumes".into(),
            term: pair.mutant_admits,
            kind: ConstraintKind::Assertion,
            span: None,
        });
        system.properties = vec![claim(pair.outputs_agree)].into();
        system
    }
}

/// The outputs, but for variables of proved properties: these are specification, and hold on both.
pub fn outputs<'s>(
    system: &'s System,
    properties: &'s [usize],
) -> impl Iterator<Item = VarId> + 's {
    let specified = |v: VarId| {
        let mut properties = properties.iter();
        properties.any(|&p| system.properties[p].var == Some(v))
    };
    system
        .var_ids()
        .filter(move |&v| system.var(v).role == Role::Output && !specified(v))
}

/// What the patches can change: their variables and everything computed from them, in this step or later.
pub fn influenced<'p>(system: &System, patches: impl IntoIterator<Item = &'p Patch>) -> Vec<bool> {
    let mut users: Vec<Vec<VarId>> = vec![Vec::new(); system.vars.len()];
    for v in system.var_ids() {
        for read in system.pool.variables(&system.defining_terms(v)) {
            users[read.index()].push(v);
        }
    }
    // A patch may read fresh states, which read the mutant's copies.
    let mut reached = vec![false; system.vars.len()];
    let mut stack: Vec<VarId> = patches
        .into_iter()
        .flat_map(|p| p.vars.iter().map(|(v, _)| *v))
        .collect();
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut reached[v.index()], true) {
            stack.extend(&users[v.index()]);
        }
    }
    reached
}
