//! The model as decision diagrams: variables in an order, initial states, violations, and the transition
//! relation in parts.

use assay_aig::{Aig, AigLit, Node};
use oxidd::bcdd::{BCDDFunction, new_manager};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef,
    Subst,
};
use rustc_hash::FxHashMap;

use crate::bits::Model;

/// Nodes that there may be at a time, and the size of the cache of results.
const NODES: usize = 1 << 19;
const CACHE: usize = 1 << 17;

/// A conjunct of the transition relation, and what no later one reads.
struct Part {
    relation: BCDDFunction,
    done: BCDDFunction,
}

pub struct Relation {
    /// Over the present values of latches, as every set of states.
    pub init: BCDDFunction,
    /// States and inputs that violate the property.
    pub violation: BCDDFunction,
    /// What is read by no part at all.
    unread: BCDDFunction,
    parts: Vec<Part>,
    /// What lets an execution go on, and the next-state function of each latch.
    goes_on: BCDDFunction,
    next: Vec<BCDDFunction>,
    /// From the variables of the next state to those of the present one.
    back: Subst<BCDDFunction>,
    places: Places,
}

/// Which variable is what: a latch has its present value at its place and its next value one below.
struct Places {
    latch: Vec<u32>,
    input: Vec<u32>,
}

impl Places {
    /// In the order in which a walk from the property meets them.
    fn new(model: &Model) -> (Places, u32) {
        let aig = &model.aig;
        let latches = model.latches.iter().enumerate();
        let latch_of: FxHashMap<usize, usize> =
            latches.map(|(i, l)| (l.current.node(), i)).collect();
        let inputs = model.inputs.iter().enumerate();
        let input_of: FxHashMap<usize, usize> = inputs.map(|(i, l)| (l.node(), i)).collect();
        let mut places = Places {
            latch: vec![u32::MAX; model.latches.len()],
            input: vec![u32::MAX; model.inputs.len()],
        };
        let mut count = 0;
        let mut seen = vec![false; aig.len()];
        let mut queue = vec![model.bad, model.constraint, model.known, model.inside];
        queue.extend(model.latches.iter().map(|l| l.current));
        queue.reverse();
        while let Some(root) = queue.pop() {
            let mut stack = vec![root.node()];
            let mut met = Vec::new();
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut seen[node], true) {
                    continue;
                }
                match aig.node(node) {
                    Node::And(a, b) => stack.extend([b.node(), a.node()]),
                    Node::Input => match (latch_of.get(&node), input_of.get(&node)) {
                        (Some(&latch), _) => {
                            places.latch[latch] = count;
                            count += 2;
                            met.push(model.latches[latch].next);
                        }
                        (None, Some(&input)) => {
                            places.input[input] = count;
                            count += 1;
                        }
                        (None, None) => {}
                    },
                    Node::False => {}
                }
            }
            queue.extend(met.into_iter().rev());
        }
        for place in &mut places.input {
            // Only violations one step later read it, which nobody asks for here.
            if *place == u32::MAX {
                *place = count;
                count += 1;
            }
        }
        (places, count)
    }
}

impl Relation {
    pub fn new(model: &Model) -> AllocResult<Relation> {
        let (places, count) = Places::new(model);
        let manager = new_manager(NODES, CACHE, 1);
        let vars: Vec<BCDDFunction> = manager.with_manager_exclusive(|m| {
            m.add_vars(count);
            (0..count)
                .map(|v| BCDDFunction::var(m, v))
                .collect::<AllocResult<_>>()
        })?;
        let mut aig = model.aig.clone();
        let fails = aig.and(model.constraint, model.bad);
        let violation = aig.ite(model.inside, fails, AigLit::TRUE);
        let goes_on = aig.and_all([model.constraint, model.known, model.inside]);
        let known = aig.or(!model.inside, model.known);
        let init = aig.and(model.init, known);
        let mut roots = vec![violation, goes_on, init];
        roots.extend(model.latches.iter().map(|l| l.next));
        let no = manager.with_manager_shared(|m| BCDDFunction::f(m));
        let mut diagrams = Diagrams {
            aig: &aig,
            of: FxHashMap::default(),
        };
        diagrams.of.insert(0, no);
        for (latch, &place) in model.latches.iter().zip(&places.latch) {
            diagrams
                .of
                .insert(latch.current.node(), vars[place as usize].clone());
        }
        for (input, &place) in model.inputs.iter().zip(&places.input) {
            diagrams
                .of
                .insert(input.node(), vars[place as usize].clone());
        }
        diagrams.build(&roots)?;
        let yes = manager.with_manager_shared(|m| BCDDFunction::t(m));
        let next: Vec<BCDDFunction> = model
            .latches
            .iter()
            .map(|l| diagrams.get(l.next))
            .collect::<AllocResult<_>>()?;
        let present: Vec<u32> = places.latch.iter().chain(&places.input).copied().collect();
        let mut conjuncts: Vec<(BCDDFunction, AigLit)> = vec![(diagrams.get(goes_on)?, goes_on)];
        let mut order: Vec<usize> = (0..model.latches.len()).collect();
        order.sort_by_key(|&i| places.latch[i]);
        for i in order {
            let variable = &vars[places.latch[i] as usize + 1];
            conjuncts.push((variable.equiv(&next[i])?, model.latches[i].next));
        }
        // The last conjunct that reads a variable.
        let place_of: FxHashMap<usize, u32> = model
            .latches
            .iter()
            .map(|l| l.current.node())
            .chain(model.inputs.iter().map(|i| i.node()))
            .zip(present.iter().copied())
            .collect();
        let mut last: FxHashMap<u32, usize> = FxHashMap::default();
        for (at, (_, function)) in conjuncts.iter().enumerate() {
            for node in aig.cone(&[*function]) {
                if let Some(&place) = place_of.get(&node) {
                    last.insert(place, at);
                }
            }
        }
        let cube = |places: &mut dyn Iterator<Item = u32>| -> AllocResult<BCDDFunction> {
            let mut cube = yes.clone();
            for place in places {
                cube = cube.and(&vars[place as usize])?;
            }
            Ok(cube)
        };
        let unread = cube(&mut present.iter().copied().filter(|p| !last.contains_key(p)))?;
        let mut parts = Vec::new();
        for (at, (relation, _)) in conjuncts.into_iter().enumerate() {
            let done = present.iter().copied();
            let done = cube(&mut done.filter(|p| last.get(p) == Some(&at)))?;
            parts.push(Part { relation, done });
        }
        // Lemmas may read inputs; a state is initial if they hold with some of them.
        let inputs = cube(&mut places.input.iter().copied())?;
        let below = places.latch.iter().map(|p| p + 1).collect();
        let above = places.latch.iter().map(|&p| vars[p as usize].clone());
        Ok(Relation {
            init: diagrams.get(init)?.exists(&inputs)?,
            violation: diagrams.get(violation)?,
            goes_on: diagrams.get(goes_on)?,
            next,
            unread,
            parts,
            back: Subst::new(below, above.collect()),
            places,
        })
    }

    /// The successors of a set of states.
    pub fn image(&self, states: &BCDDFunction) -> AllocResult<BCDDFunction> {
        let mut image = states.exists(&self.unread)?;
        for part in &self.parts {
            image = image.apply_exists(BooleanOperator::And, &part.relation, &part.done)?;
        }
        image.substitute(&self.back)
    }

    /// The states and inputs that go to this very state.
    pub fn leading_to(&self, state: &[bool]) -> AllocResult<BCDDFunction> {
        let mut all = self.goes_on.clone();
        for (next, &value) in self.next.iter().zip(state) {
            let agrees = if value { next.clone() } else { next.not()? };
            all = all.and(&agrees)?;
        }
        Ok(all)
    }

    /// A member: the latches and the inputs. The set is not empty.
    pub fn pick(&self, set: &BCDDFunction) -> (Vec<bool>, Vec<bool>) {
        let cube = set.pick_cube(|_, _, _| false).unwrap_or_default();
        let value = |&place: &u32| cube.get(place as usize) == Some(&OptBool::True);
        let latches = self.places.latch.iter().map(value).collect();
        (latches, self.places.input.iter().map(value).collect())
    }

    /// The latch whose present value is at this level. Levels are places: there is no reordering.
    pub fn latch_at(&self, level: u32) -> usize {
        let found = self.places.latch.iter().position(|&p| p == level);
        found.expect("sets of states read latches only")
    }
}

/// Diagrams of the nodes of a graph.
struct Diagrams<'a> {
    aig: &'a Aig,
    of: FxHashMap<usize, BCDDFunction>,
}

impl Diagrams<'_> {
    fn build(&mut self, roots: &[AigLit]) -> AllocResult<()> {
        for node in self.aig.cone(roots) {
            if let Node::And(a, b) = self.aig.node(node) {
                let both = self.get(a)?.and(&self.get(b)?)?;
                self.of.insert(node, both);
            }
        }
        Ok(())
    }

    fn get(&self, lit: AigLit) -> AllocResult<BCDDFunction> {
        let of = &self.of[&lit.node()];
        if lit.is_inverted() {
            of.not()
        } else {
            Ok(of.clone())
        }
    }
}
