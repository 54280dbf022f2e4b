//! The transition relation in parts, and the states before and after a set of states.
//!
//! A set of states is a diagram over the present values of latches. A set of steps is one over the present values and the inputs. An
//! input that is the next value of a latch is one variable with it; further latches with the same next value are equal to it after the step.
//! A latch that keeps its value is a parameter: it has no next value of its own, and sets are functions of it.
//!
//! Tried and dropped: the preimage by substitution of all next-state functions for the present values at once, with the inputs quantified after it. Of 15 of
//! NuSMV's examples 2 became faster (guidance from 5.4 s to 4.3 s), 11 slower (msi_wtrans from 7.8 s to 12.5 s, production-cell from 0.14 s to
//! 0.51 s): on the way all inputs are there, and nothing is quantified early.

use assay_aig::AigLit;
use assay_solver::StopFlag;
use rustc_hash::FxHashMap;

use super::Machine;
use super::circuit::{Circuit, conjuncts};
use super::diagram::{Diagrams, Func, Of, Substitution, Var};
use super::order::{Unit, order};
use super::schedule::{Schedule, cluster, schedule};

pub struct Relation {
    pub diagrams: Diagrams,
    /// The variables of latches and inputs. A parameter has no next one.
    now: Vec<Var>,
    next: Vec<Option<Var>>,
    inputs: Vec<Var>,
    /// All inputs, those among them that are next values.
    all_inputs: Func,
    /// What a step satisfies, and the next-state functions.
    goes_on: Vec<Func>,
    functions: Vec<Func>,
    clusters: Vec<Func>,
    /// What is quantified on the way back: next values and inputs.
    after: Vec<bool>,
    forward: Schedule,
    backward: Schedule,
    /// As backward, but inputs stay.
    steps: Schedule,
    to_present: Substitution,
    to_next: Substitution,
}

/// Where the variables of a machine are.
struct Places {
    now: Vec<Var>,
    next: Vec<Option<Var>>,
    inputs: Vec<Var>,
    /// The latch whose next value an input is.
    merged: FxHashMap<usize, usize>,
}

impl Places {
    fn new(machine: &Machine<'_>, diagrams: &mut Diagrams) -> Places {
        let inputs = machine.inputs.iter().enumerate();
        let input_of: FxHashMap<AigLit, usize> = inputs.map(|(i, &lit)| (lit, i)).collect();
        let mut merged: FxHashMap<usize, usize> = FxHashMap::default();
        for (latch, (_, next)) in machine.latches.iter().enumerate() {
            if let Some(&input) = input_of.get(next) {
                merged.entry(input).or_insert(latch);
            }
        }
        let mut places = Places {
            now: vec![0; machine.latches.len()],
            next: vec![None; machine.latches.len()],
            inputs: vec![0; machine.inputs.len()],
            merged,
        };
        for unit in order(machine, &places.merged) {
            match unit {
                Unit::Latch(i) if machine.latches[i].0 == machine.latches[i].1 => {
                    places.now[i] = diagrams.add_block(1)[0];
                }
                Unit::Latch(i) => {
                    let pair = diagrams.add_block(2);
                    (places.now[i], places.next[i]) = (pair[0], Some(pair[1]));
                }
                Unit::Input(i) => places.inputs[i] = diagrams.add_block(1)[0],
            }
        }
        for (&input, &latch) in &places.merged {
            places.inputs[input] = places.next[latch].expect("its next value is an input");
        }
        places
    }
}

impl Relation {
    /// The relation, and the diagrams of some functions of the same graph.
    pub fn new(
        machine: &Machine<'_>,
        functions: &[AigLit],
        limit: usize,
        stop: &StopFlag,
    ) -> Of<(Relation, Vec<Func>)> {
        let mut diagrams = Diagrams::new(limit, stop);
        let places = Places::new(machine, &mut diagrams);
        let latches = machine.latches.iter().map(|(now, _)| *now);
        let leaves = latches.zip(places.now.iter().copied());
        let inputs = machine.inputs.iter().copied();
        let leaves = leaves.chain(inputs.zip(places.inputs.iter().copied()));
        let conditions = conjuncts(machine.aig, &machine.goes_on);
        let mut roots = functions.to_vec();
        roots.extend(&conditions);
        roots.extend(machine.latches.iter().map(|(_, next)| *next));
        let mut circuit = Circuit::new(&mut diagrams, machine.aig, leaves, &roots)?;
        let given: Of<Vec<Func>> = functions
            .iter()
            .map(|&f| circuit.build(&mut diagrams, f))
            .collect();
        let given = given?;
        let goes_on: Of<Vec<Func>> = conditions
            .into_iter()
            .map(|c| circuit.build(&mut diagrams, c))
            .collect();
        let goes_on = goes_on?;
        let mut next_functions = Vec::new();
        for (_, next) in &machine.latches {
            next_functions.push(circuit.build(&mut diagrams, *next)?);
        }
        drop(circuit);
        let mut conjuncts = goes_on.clone();
        for (next, function) in places.next.iter().zip(&next_functions) {
            if let Some(next) = next {
                let next = diagrams.var(*next)?;
                // An input that is the next value is the same variable.
                let agrees = diagrams.iff(&next, function)?;
                if !agrees.is_true() {
                    conjuncts.push(agrees);
                }
            }
        }
        let relation = Self::assemble(diagrams, places, conjuncts, goes_on, next_functions)?;
        Ok((relation, given))
    }

    fn assemble(
        mut diagrams: Diagrams,
        places: Places,
        conjuncts: Vec<Func>,
        goes_on: Vec<Func>,
        functions: Vec<Func>,
    ) -> Of<Relation> {
        let Places {
            now, next, inputs, ..
        } = places;
        let pairs: Vec<(Var, Var)> = now
            .iter()
            .zip(&next)
            .filter_map(|(&n, x)| Some((n, (*x)?)))
            .collect();
        let set = |vars: &mut dyn Iterator<Item = Var>, count: usize| {
            let mut set = vec![false; count];
            vars.for_each(|v| set[v as usize] = true);
            set
        };
        let count = diagrams.vars();
        let is_next = set(&mut pairs.iter().map(|p| p.1), count);
        let is_input = set(&mut inputs.iter().copied(), count);
        let mut before = set(&mut pairs.iter().map(|p| p.0), count);
        let mut after = is_next.clone();
        let mut not_input = is_next.clone();
        for v in 0..count {
            before[v] |= is_input[v] && !is_next[v];
            after[v] |= is_input[v];
            not_input[v] &= !is_input[v];
        }
        let clusters = cluster(&mut diagrams, conjuncts, &before)?;
        let forward = schedule(&mut diagrams, &clusters, &before)?;
        let backward = schedule(&mut diagrams, &clusters, &after)?;
        let steps = schedule(&mut diagrams, &clusters, &not_input)?;
        let mut to_present = Vec::new();
        let mut to_next = Vec::new();
        for &(now, next) in &pairs {
            to_present.push((next, diagrams.var(now)?));
            to_next.push((now, diagrams.var(next)?));
        }
        Ok(Relation {
            all_inputs: diagrams.cube(inputs.iter().copied())?,
            to_present: diagrams.substitution(to_present),
            to_next: diagrams.substitution(to_next),
            diagrams,
            now,
            next,
            inputs,
            goes_on,
            functions,
            clusters,
            after,
            forward,
            backward,
            steps,
        })
    }

    fn product(diagrams: &mut Diagrams, set: &Func, schedule: &Schedule) -> Of<Func> {
        let mut product = diagrams.exists(set, &schedule.unread)?;
        for part in &schedule.parts {
            if product.is_false() {
                break;
            }
            product = diagrams.and_exists(&product, &part.relation, &part.cube)?;
        }
        Ok(product)
    }

    /// The successors of a set of states.
    pub fn image(&mut self, states: &Func) -> Of<Func> {
        let after = Self::product(&mut self.diagrams, states, &self.forward)?;
        self.diagrams.substitute(&after, &self.to_present)
    }

    /// The states from which a step leads into a set of states.
    pub fn preimage(&mut self, states: &Func) -> Of<Func> {
        let after = self.diagrams.substitute(states, &self.to_next)?;
        Self::product(&mut self.diagrams, &after, &self.backward)
    }

    /// The steps that lead from one set of states into another.
    pub fn steps(&mut self, from: &Func, to: &Func) -> Of<Func> {
        let after = self.diagrams.substitute(to, &self.to_next)?;
        let both = self.diagrams.and(&after, from)?;
        Self::product(&mut self.diagrams, &both, &self.steps)
    }

    /// Pairs of a state of one set and a later state of another, whether or not a step leads there: over present and next values.
    pub fn pairs(&mut self, from: &Func, to: &Func) -> Of<Func> {
        let after = self.diagrams.substitute(to, &self.to_next)?;
        self.diagrams.and(&after, from)
    }

    /// A set of states, over next values.
    pub fn later(&mut self, states: &Func) -> Of<Func> {
        self.diagrams.substitute(states, &self.to_next)
    }

    /// Inputs as functions of the state, bit by bit, that lead from each state of some pairs to one that it is paired with. The pairs are those
    /// in all of the given sets; the last set says where to. From each of these states some step leads to such a state; elsewhere the functions are false.
    ///
    /// The whole relation of states and inputs is never built: what is chosen is one more part of the relation when the next input is looked for. A constant
    /// takes the place of its input. Other functions do not: in a set of states they would mix present and next values, which made sets of 4,000
    /// nodes larger than 300,000.
    pub fn choices(&mut self, pairs: &[Func]) -> Of<Vec<(Var, Func)>> {
        let mut parts = self.clusters.clone();
        parts.extend_from_slice(pairs);
        let from = self.possible_with(&parts, pairs.len())?;
        let mut inputs = self.inputs.clone();
        inputs.sort_unstable();
        inputs.dedup();
        // Those that are next values follow from the others.
        inputs.sort_by_key(|&input| pairs.iter().any(|f| self.diagrams.reads(f, input)));
        let mut chosen = Vec::new();
        for input in inputs {
            let reads = |f: &Func| self.diagrams.reads(f, input);
            let readers: Vec<usize> = (0..parts.len()).filter(|&at| reads(&parts[at])).collect();
            if readers.is_empty() {
                continue;
            }
            // The parts with a value of the input, and the states from which no step has it.
            let with = |d: &mut Self, value: bool| -> Of<(Vec<Func>, Func)> {
                let mut with = parts.clone();
                for &at in &readers {
                    with[at] = d.diagrams.at(&parts[at], &[(input, value)])?;
                }
                let possible = d.possible_with(&with, pairs.len())?;
                let impossible = d.diagrams.minus(&from, &possible)?;
                Ok((with, impossible))
            };
            let (without, true_there) = with(self, false)?;
            if true_there.is_false() {
                parts = without;
                chosen.push((input, true_there));
                continue;
            }
            let (_, false_there) = with(self, true)?;
            // Elsewhere it may be anything: what is smallest keeps the parts small.
            let matters = self.diagrams.or(&true_there, &false_there)?;
            let function = self.diagrams.restrict(&true_there, &matters)?;
            let var = self.diagrams.var(input)?;
            parts.insert(0, self.diagrams.iff(&var, &function)?);
            chosen.push((input, self.diagrams.and(&function, &from)?));
        }
        Ok(chosen)
    }

    /// The states from which these parts allow a step. The last `pairs` of them say from where and to where; the last one of all leaves the fewest
    /// steps, so it comes first.
    fn possible_with(&mut self, parts: &[Func], pairs: usize) -> Of<Func> {
        let (relation, pairs) = parts.split_at(parts.len() - pairs);
        let (to, from) = pairs.split_last().expect("some pairs are given");
        let schedule = schedule(&mut self.diagrams, relation, &self.after)?;
        let mut states = Self::product(&mut self.diagrams, to, &schedule)?;
        for set in from {
            states = self.diagrams.and(&states, set)?;
        }
        Ok(states)
    }

    /// Those of some steps that can be made.
    pub fn possible(&mut self, steps: &Func) -> Of<Func> {
        let mut all = steps.clone();
        for condition in &self.goes_on {
            all = self.diagrams.and(&all, condition)?;
        }
        Ok(all)
    }

    /// The steps that go to this very state.
    pub fn leading_to(&mut self, state: &[bool]) -> Of<Func> {
        let all = self.diagrams.constant(true);
        let mut all = self.possible(&all)?;
        for (function, &value) in self.functions.iter().zip(state) {
            let agrees = if value {
                function.clone()
            } else {
                function.not()
            };
            all = self.diagrams.and(&all, &agrees)?;
        }
        Ok(all)
    }

    /// The states in which one of the steps can be made.
    pub fn states_of(&mut self, steps: &Func) -> Of<Func> {
        self.diagrams.exists(steps, &self.all_inputs)
    }

    /// A member: the latches and the inputs. None if the set is empty.
    pub fn pick(&self, set: &Func) -> Option<(Vec<bool>, Vec<bool>)> {
        let values = self.diagrams.pick(set)?;
        let of = |vars: &[Var]| vars.iter().map(|&v| values[v as usize]).collect();
        Some((of(&self.now), of(&self.inputs)))
    }

    /// The variables of the present values of latches.
    pub fn now(&self) -> &[Var] {
        &self.now
    }

    pub fn inputs(&self) -> &[Var] {
        &self.inputs
    }

    /// Whether the latch is a parameter.
    pub fn is_parameter(&self, latch: usize) -> bool {
        self.next[latch].is_none()
    }

    /// The latch whose present value this variable is.
    pub fn latch_of(&self, var: Var) -> Option<usize> {
        self.now.iter().position(|&v| v == var)
    }

    /// The set of this state alone.
    pub fn state(&mut self, latches: &[bool]) -> Of<Func> {
        let mut all = self.diagrams.constant(true);
        let mut vars: Vec<(Var, bool)> = self
            .now
            .iter()
            .copied()
            .zip(latches.iter().copied())
            .collect();
        vars.sort_by_key(|(v, _)| std::cmp::Reverse(*v));
        for (var, value) in vars {
            let var = self.diagrams.var(var)?;
            let lit = if value { var } else { var.not() };
            all = self.diagrams.and(&all, &lit)?;
        }
        Ok(all)
    }

    /// Whether a state, or a step, is in a set.
    pub fn contains(&self, set: &Func, latches: &[bool], inputs: &[bool]) -> bool {
        let mut values = vec![false; self.diagrams.vars()];
        for (&var, &value) in self.now.iter().zip(latches) {
            values[var as usize] = value;
        }
        for (&var, &value) in self.inputs.iter().zip(inputs) {
            values[var as usize] = value;
        }
        self.diagrams.eval(set, &values)
    }
}
