//! The transition relation in parts, and the states before and after a set of states.
//!
//! A set of states is a diagram over the present values of latches. A set of steps is one over the present values of latches and the
//! inputs.

use assay_aig::AigLit;
use oxidd::bcdd::BCDDFunction;
use oxidd::util::{AllocResult, OptBool};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Subst};
use rustc_hash::FxHashMap;

use super::Machine;
use super::diagrams::Diagrams;
use super::order::Order;

/// A conjunct of the transition relation: that an execution goes on, or the next value of one latch.
struct Part {
    relation: BCDDFunction,
    /// The present values and inputs that no later part reads.
    before: BCDDFunction,
    /// The same of inputs alone, and the next value that this part is about, which no other part reads.
    after: BCDDFunction,
}

pub struct Relation {
    parts: Vec<Part>,
    /// Present values and inputs that no part reads, and inputs alone.
    unread: BCDDFunction,
    unread_inputs: BCDDFunction,
    inputs: BCDDFunction,
    /// What lets an execution go on, and the next-state function of each latch.
    goes_on: BCDDFunction,
    next: Vec<BCDDFunction>,
    /// From the variables of the next state to those of the present one, and back.
    to_present: Subst<BCDDFunction>,
    to_next: Subst<BCDDFunction>,
    order: Order,
}

impl Relation {
    /// The relation, and the diagrams of some functions of the same graph.
    pub fn new(
        machine: &Machine<'_>,
        functions: &[AigLit],
    ) -> AllocResult<(Relation, Vec<BCDDFunction>)> {
        let order = Order::new(machine);
        let mut diagrams = Diagrams::new(machine, &order)?;
        let mut roots = functions.to_vec();
        roots.push(machine.goes_on);
        roots.extend(machine.latches.iter().map(|(_, next)| *next));
        diagrams.build(&roots)?;
        let next = machine.latches.iter().map(|(_, next)| diagrams.get(*next));
        let next: Vec<BCDDFunction> = next.collect::<AllocResult<_>>()?;
        let last = last_readers(machine, &order);
        let present = || order.latch.iter().chain(&order.input).copied();
        let never = |place: &u32| !last.contains_key(place);
        let var = |place: u32| diagrams.vars[place as usize].clone();
        let (now, later): (Vec<u32>, Vec<u32>) =
            order.latch.iter().map(|&place| (place, place + 1)).unzip();
        let relation = Relation {
            parts: parts(machine, &order, &diagrams, &next, &last)?,
            unread: diagrams.cube(present().filter(never))?,
            unread_inputs: diagrams.cube(order.input.iter().copied().filter(never))?,
            inputs: diagrams.cube(order.input.iter().copied())?,
            goes_on: diagrams.get(machine.goes_on)?,
            to_present: Subst::new(later.clone(), now.iter().map(|&p| var(p)).collect()),
            to_next: Subst::new(now, later.iter().map(|&p| var(p)).collect()),
            next,
            order,
        };
        let functions = functions.iter().map(|&f| diagrams.get(f));
        Ok((relation, functions.collect::<AllocResult<_>>()?))
    }

    /// The successors of a set of states.
    pub fn image(&self, states: &BCDDFunction) -> AllocResult<BCDDFunction> {
        let mut image = states.exists(&self.unread)?;
        for part in &self.parts {
            image = image.apply_exists(BooleanOperator::And, &part.relation, &part.before)?;
        }
        image.substitute(&self.to_present)
    }

    /// The states from which a step leads into a set of states.
    pub fn preimage(&self, states: &BCDDFunction) -> AllocResult<BCDDFunction> {
        self.leading_into(states.substitute(&self.to_next)?)
    }

    /// The same with one of these steps.
    pub fn preimage_by(
        &self,
        states: &BCDDFunction,
        steps: &BCDDFunction,
    ) -> AllocResult<BCDDFunction> {
        self.leading_into(states.substitute(&self.to_next)?.and(steps)?)
    }

    /// The states in which a step with this next state can be made.
    fn leading_into(&self, mut steps: BCDDFunction) -> AllocResult<BCDDFunction> {
        for part in &self.parts {
            steps = steps.apply_exists(BooleanOperator::And, &part.relation, &part.after)?;
        }
        steps.exists(&self.unread_inputs)
    }

    /// The steps that go to this very state.
    pub fn leading_to(&self, state: &[bool]) -> AllocResult<BCDDFunction> {
        let mut all = self.goes_on.clone();
        for (next, &value) in self.next.iter().zip(state) {
            let agrees = if value { next.clone() } else { next.not()? };
            all = all.and(&agrees)?;
        }
        Ok(all)
    }

    /// The states in which one of the steps can be made.
    pub fn states_of(&self, steps: &BCDDFunction) -> AllocResult<BCDDFunction> {
        steps.exists(&self.inputs)
    }

    /// A member: the latches and the inputs. The set is not empty.
    pub fn pick(&self, set: &BCDDFunction) -> (Vec<bool>, Vec<bool>) {
        let cube = set.pick_cube(|_, _, _| false).unwrap_or_default();
        let value = |&place: &u32| cube.get(place as usize) == Some(&OptBool::True);
        let latches = self.order.latch.iter().map(value).collect();
        (latches, self.order.input.iter().map(value).collect())
    }

    /// The latch whose present value is at this level. Levels are places: there is no reordering.
    pub fn latch_at(&self, level: u32) -> usize {
        let found = self.order.latch.iter().position(|&p| p == level);
        found.expect("sets of states read latches only")
    }

    /// Whether a step is in a set.
    #[cfg(test)]
    pub(super) fn contains(&self, set: &BCDDFunction, latches: &[bool], inputs: &[bool]) -> bool {
        let latches = self.order.latch.iter().zip(latches);
        let all = latches.chain(self.order.input.iter().zip(inputs));
        set.eval(all.map(|(&place, &value)| (place, value)))
    }
}

/// The functions of the parts in their order: what lets an execution go on, then the latches by place.
fn in_order(machine: &Machine<'_>, order: &Order) -> Vec<(Option<usize>, AigLit)> {
    let mut latches: Vec<usize> = (0..machine.latches.len()).collect();
    latches.sort_by_key(|&i| order.latch[i]);
    let latches = latches.into_iter().map(|i| (Some(i), machine.latches[i].1));
    [(None, machine.goes_on)]
        .into_iter()
        .chain(latches)
        .collect()
}

/// By place: the last part that reads a present value or an input.
fn last_readers(machine: &Machine<'_>, order: &Order) -> FxHashMap<u32, usize> {
    let latches = machine.latches.iter().map(|(now, _)| now);
    let nodes = latches.chain(machine.inputs).map(|lit| lit.node());
    let places = order.latch.iter().chain(&order.input).copied();
    let place_of: FxHashMap<usize, u32> = nodes.zip(places).collect();
    let mut last: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, (_, function)) in in_order(machine, order).into_iter().enumerate() {
        for node in machine.aig.cone(&[function]) {
            if let Some(&place) = place_of.get(&node) {
                last.insert(place, at);
            }
        }
    }
    last
}

fn parts(
    machine: &Machine<'_>,
    order: &Order,
    diagrams: &Diagrams<'_>,
    next: &[BCDDFunction],
    last: &FxHashMap<u32, usize>,
) -> AllocResult<Vec<Part>> {
    let mut parts = Vec::new();
    for (at, (latch, function)) in in_order(machine, order).into_iter().enumerate() {
        let done = |place: &u32| last.get(place) == Some(&at);
        let latches = order.latch.iter().copied().filter(done);
        let inputs = || order.input.iter().copied().filter(done);
        let (relation, about) = match latch {
            None => (diagrams.get(function)?, None),
            Some(latch) => {
                let place = order.latch[latch] + 1;
                let variable = &diagrams.vars[place as usize];
                (variable.equiv(&next[latch])?, Some(place))
            }
        };
        parts.push(Part {
            relation,
            before: diagrams.cube(latches.chain(inputs()))?,
            after: diagrams.cube(inputs().chain(about))?,
        });
    }
    Ok(parts)
}
