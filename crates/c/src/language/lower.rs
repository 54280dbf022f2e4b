//! From executions to a system without steps: open values are inputs, checks are properties, and wires say where an original and a mutant
//! can be told apart ([`super::compare`]).
//!
//! All executions of one model, those of mutants included, share one pool. What a mutant does not change is then the same term.

use std::collections::BTreeMap;

use assay_source::Span;
use assay_system::{
    Claim, Class, Patch, Property, Role, Shown, Stimulus, System, VarKind, Variable, Within,
};
use assay_term::{Bits, Functions, Sort, TermId, Value, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compare::{self, Inside, OTHERS, Side, compare};
use super::feasible::Asked;
use crate::bounded::{Check, Done, Inputs, Options, Outcome, Read, execute};
use crate::checks;
use crate::program::{Program, Site};

/// What tells one check from another, also in a mutant.
pub type Key = (String, checks::Class, Site);

/// Values of variables, in their order.
pub type Assignment = Vec<(VarId, Value)>;

/// What drives the one step of an execution.
pub fn stimulus(values: Assignment) -> Stimulus {
    let (vars, values) = values.into_iter().unzip();
    Stimulus {
        vars,
        steps: vec![values],
        functions: Functions::default(),
    }
}

/// A system that executions are entered into.
#[derive(Clone)]
pub struct Lowered {
    pub system: System,
    pub inputs: Inputs,
    properties: FxHashMap<Key, usize>,
    /// How many properties of a function and class have a name.
    numbers: FxHashMap<(String, checks::Class), u32>,
    observed: FxHashMap<String, VarId>,
}

impl Lowered {
    /// The system of a program.
    ///
    /// Also what it does, and executions that the questions about its paths found.
    pub fn new(program: &Program, options: &Options) -> Done<(Lowered, Outcome, Vec<Assignment>)> {
        let mut lowered = Lowered {
            system: System::new(),
            inputs: Inputs::new(),
            properties: FxHashMap::default(),
            numbers: FxHashMap::default(),
            observed: FxHashMap::default(),
        };
        lowered.system.within = Within::Bound(match options.unwind {
            Some(unwind) => vec![("unwind".into(), u64::from(unwind))],
            None => vec![("max_unwind".into(), u64::from(options.max_unwind))],
        });
        let mut asked = Asked::seeded(vec![]);
        let outcome = lowered.execute(program, options, &mut asked)?;
        // Results list properties in the order of the text.
        let mut checks: Vec<&Check> = outcome.checks.iter().collect();
        checks.sort_by_key(|c| (c.span.file, c.span.start, c.site, c.class));
        for check in checks {
            let term = lowered.holds(check);
            lowered.add_property(program, check, term);
        }
        lowered.observe(program, &outcome);
        let found = asked.assignments();
        Ok((lowered, outcome, found))
    }

    /// Executes a program in the pool of the system. Its open values become inputs.
    pub fn execute(
        &mut self,
        program: &Program,
        options: &Options,
        asked: &mut Asked,
    ) -> Done<Outcome> {
        let pool = &mut self.system.pool;
        let outcome = execute(program, options, pool, &mut self.inputs, asked);
        self.adopt();
        outcome
    }

    /// A variable for every open value that the pool has and the system does not know.
    fn adopt(&mut self) {
        let places: FxHashMap<VarId, Span> =
            self.inputs.list.iter().map(|i| (i.var, i.span)).collect();
        while self.system.vars.len() < self.system.pool.var_count() {
            let var = VarId(self.system.vars.len() as u32);
            self.system.vars.push(Variable {
                name: self.system.pool.var_name(var).to_string(),
                kind: VarKind::Input,
                role: Role::Input,
                range: None,
                shown: Shown::Plain,
                span: places.get(&var).copied(),
            });
        }
    }

    /// What is known of a mutant that violates these checks on one execution.
    pub fn violation(&mut self, program: &Program, checks: &[&Check], read: &[Read]) -> Patch {
        let pool = &mut self.system.pool;
        let mut here = pool.bool(true);
        let mut values: Vec<(VarId, Value)> = Vec::new();
        for open in read {
            let word = self
                .inputs
                .word(pool, open.key.clone(), open.bits, &open.name, open.span);
            let value = pool.bits(open.bits, open.value);
            let same = pool.eq(word, value);
            here = pool.and2(here, same);
            if let assay_term::Term::Var(var) = pool.get(word) {
                values.push((*var, Value::Bits(Bits::new(open.bits, open.value))));
            }
        }
        self.adopt();
        let holds = self.system.pool.bool(true);
        let elsewhere = self.system.pool.not(here);
        let mut patch = Patch::default();
        for check in checks {
            let function = program.function(check.function).name.clone();
            let known = self.properties.get(&(function, check.class, check.site));
            let at = match known {
                Some(&at) => at,
                None => self.add_property(program, check, holds),
            };
            patch.properties.push((at, elsewhere));
        }
        patch.properties.sort_unstable();
        patch.properties.dedup();
        values.sort_unstable_by_key(|(var, _)| *var);
        values.dedup_by_key(|(var, _)| *var);
        patch.only_on = Some(stimulus(values));
        patch
    }

    fn holds(&mut self, check: &Check) -> TermId {
        self.system.pool.and(check.holds.iter().copied())
    }

    fn add_property(&mut self, program: &Program, check: &Check, term: TermId) -> usize {
        let function = program.function(check.function).name.clone();
        let number = self
            .numbers
            .entry((function.clone(), check.class))
            .or_insert(0);
        *number += 1;
        let name = format!("{function}.{}.{number}", check.class.as_str());
        let at = self.system.properties.len();
        self.system.properties.push(Property {
            name,
            term,
            claim: Claim::Obligation,
            class: Class::new(check.class.as_str()),
            var: None,
            span: Some(check.span),
        });
        self.properties
            .insert((function, check.class, check.site), at);
        at
    }

    /// A wire for everything that an original and a mutant can differ in: true where they do not.
    fn observe(&mut self, program: &Program, outcome: &Outcome) {
        let moments = &outcome.moments;
        let mut names: FxHashSet<String> =
            self.system.vars.iter().map(|v| v.name.clone()).collect();
        let same = self.system.pool.bool(true);
        for name in compare::names(Side { program, moments }) {
            let mut unique = name.clone();
            while !names.insert(unique.clone()) {
                unique.push('\'');
            }
            let variable = Variable {
                name: unique,
                kind: VarKind::Wire { def: same },
                role: Role::Output,
                range: None,
                shown: Shown::Plain,
                span: None,
            };
            let var = self.system.add_var(Sort::Bool, variable);
            self.observed.insert(name, var);
        }
    }

    /// For each property the check that it is.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<(usize, Key)> = self
            .properties
            .iter()
            .map(|(key, at)| (*at, key.clone()))
            .collect();
        keys.sort_unstable_by_key(|(at, _)| *at);
        keys.into_iter().map(|(_, key)| key).collect()
    }

    /// What a mutant's execution changes: properties by index, and wires. A check that the original does not have is added to the
    /// system as a property that is true there.
    pub fn changes(
        &mut self,
        original: Side<'_>,
        program: &Program,
        outcome: &Outcome,
        inside: &Inside,
    ) -> Patch {
        let mut patch = Patch::default();
        let holds = self.system.pool.bool(true);
        let mut met: FxHashSet<usize> = FxHashSet::default();
        for check in &outcome.checks {
            let term = self.holds(check);
            let function = program.function(check.function).name.clone();
            let known = self.properties.get(&(function, check.class, check.site));
            let at = match known {
                Some(&at) => at,
                None => self.add_property(program, check, holds),
            };
            met.insert(at);
            if self.system.properties[at].term != term {
                patch.properties.push((at, term));
            }
        }
        // A check that the mutant does not come to cannot fail in it.
        for at in 0..self.system.properties.len() {
            if !met.contains(&at) && self.system.properties[at].term != holds {
                patch.properties.push((at, holds));
            }
        }
        for (name, same) in self.compared(original, (program, outcome), inside) {
            let var = self.observed.get(&name);
            let var = var.or_else(|| self.observed.get(OTHERS));
            let Some(&var) = var else { continue };
            let before = patch.vars.iter_mut().find(|(v, _)| *v == var);
            match before {
                Some((_, VarKind::Wire { def })) => *def = self.system.pool.gate(*def, same),
                _ => patch.vars.push((var, VarKind::Wire { def: same })),
            }
        }
        patch.properties.sort_unstable();
        patch
    }

    /// What differs between two executions, by name: a term that is true where it does not.
    fn compared(
        &mut self,
        original: Side<'_>,
        (program, outcome): (&Program, &Outcome),
        inside: &Inside,
    ) -> BTreeMap<String, TermId> {
        let mutant = Side {
            program,
            moments: &outcome.moments,
        };
        let (pool, inputs) = (&mut self.system.pool, &mut self.inputs);
        let found = compare(pool, inputs, original, mutant, inside);
        self.adopt();
        found
    }

    /// The condition that two executions differ for those who call the changed code.
    pub fn differ(
        &mut self,
        (first, before): (&Program, &Outcome),
        second: (&Program, &Outcome),
        inside: &Inside,
    ) -> TermId {
        let original = Side {
            program: first,
            moments: &before.moments,
        };
        let same = self.compared(original, second, inside);
        let pool = &mut self.system.pool;
        let same = pool.and(same.into_values());
        pool.not(same)
    }
}
