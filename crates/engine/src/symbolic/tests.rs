//! Images, preimages and steps of random small systems are what enumeration says.

use assay_aig::{Aig, AigLit, Node};
use assay_testkit::{Random, Shape};
use assay_solver::StopFlag;

use super::{Func, Machine, Relation};
use crate::bits::Model;

/// Latches and inputs up to which everything is tried.
const BITS: usize = 10;

/// Every step of a circuit, by trying all values.
struct Explicit {
    latches: usize,
    inputs: usize,
    /// For each state and each choice of inputs: the next state, if there is one, and which conditions hold.
    steps: Vec<Vec<(Option<usize>, Vec<bool>)>>,
}

impl Explicit {
    fn new(machine: &Machine<'_>, conditions: &[AigLit]) -> Explicit {
        let (latches, inputs) = (machine.latches.len(), machine.inputs.len());
        let step = |state: usize, input: usize| {
            let values = evaluate(machine, state, input);
            let truth = |lit: AigLit| values[lit.node()] != lit.is_inverted();
            let next = machine.latches.iter().enumerate();
            let next = next.fold(0, |all, (i, (_, f))| all | usize::from(truth(*f)) << i);
            let next = machine.goes_on.iter().all(|&g| truth(g)).then_some(next);
            (next, conditions.iter().map(|&c| truth(c)).collect())
        };
        Explicit {
            latches,
            inputs,
            steps: (0..1 << latches)
                .map(|state| (0..1 << inputs).map(|input| step(state, input)).collect())
                .collect(),
        }
    }

    fn bits(value: usize, count: usize) -> Vec<bool> {
        (0..count).map(|i| value >> i & 1 == 1).collect()
    }

    /// All steps, each with the conditions that hold on it.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, &Vec<bool>)> {
        let from = self.steps.iter().enumerate();
        from.flat_map(|(from, steps)| {
            let steps = steps.iter();
            steps.filter_map(move |(to, held)| Some((from, (*to)?, held)))
        })
    }

    /// The members of a set of states; whatever inputs are, they do not matter to it.
    fn members(&self, relation: &Relation, set: &Func) -> Vec<bool> {
        (0..1 << self.latches)
            .map(|state| {
                let state = Self::bits(state, self.latches);
                let [no, yes] = [false, true].map(|input| vec![input; self.inputs]);
                let with = |inputs: &[bool]| relation.contains(set, &state, inputs);
                assert_eq!(with(&no), with(&yes), "a set of states reads an input");
                with(&no)
            })
            .collect()
    }
}

/// The values of all nodes of the graph.
fn evaluate(machine: &Machine<'_>, state: usize, input: usize) -> Vec<bool> {
    let mut values = vec![false; machine.aig.len()];
    for (i, (now, _)) in machine.latches.iter().enumerate() {
        values[now.node()] = state >> i & 1 == 1;
    }
    for (i, lit) in machine.inputs.iter().enumerate() {
        values[lit.node()] = input >> i & 1 == 1;
    }
    for node in 0..values.len() {
        if let Node::And(a, b) = machine.aig.node(node) {
            let of = |lit: AigLit| values[lit.node()] != lit.is_inverted();
            values[node] = of(a) && of(b);
        }
    }
    values
}

/// A random function of some nodes of the graph, or of latches alone.
fn function(aig: &mut Aig, from: &[AigLit], random: &mut Random) -> AigLit {
    let mut pick = || random.pick(from).invert_if(random.chance(50));
    let (a, b, d) = (pick(), pick(), pick());
    let both = aig.and(a, b);
    aig.ite(d, both, a)
}

/// Calls `check` with circuits that are small enough; returns how many there were.
fn each_machine(check: impl Fn(u64, &Machine<'_>, &[AigLit], [AigLit; 2])) -> usize {
    let mut count = 0;
    for seed in 0..400 {
        let system = Shape::TYPED.system(seed);
        let Ok(model) = Model::of(&system, 0, &[], &[], &[]) else {
            continue;
        };
        if model.latches.is_empty() || model.latches.len() + model.inputs.len() > BITS {
            continue;
        }
        let random = &mut Random::new(seed + 77);
        let mut aig = model.aig.clone();
        let latches: Vec<(AigLit, AigLit)> =
            model.latches.iter().map(|l| (l.current, l.next)).collect();
        let states: Vec<AigLit> = latches.iter().map(|(now, _)| *now).collect();
        let mut all = states.clone();
        all.extend(&model.inputs);
        let conditions: Vec<AigLit> = (0..3).map(|_| function(&mut aig, &all, random)).collect();
        let sets = [(); 2].map(|()| function(&mut aig, &states, random));
        let machine = Machine {
            aig: &aig,
            latches,
            inputs: &model.inputs,
            goes_on: vec![model.constraint, model.inside],
            first: vec![model.bad],
            of_variable: model.variables_of_bits(),
        };
        check(seed, &machine, &conditions, sets);
        count += 1;
    }
    count
}

#[test]
fn images_and_preimages_are_what_enumeration_says() {
    let count = each_machine(|seed, machine, conditions, [set, other]| {
        let functions = [set, other];
        let (mut relation, functions) =
            Relation::new(machine, &functions, 1 << 20, &StopFlag::new()).expect("few nodes");
        let [set, other] = functions.as_slice() else {
            unreachable!("one for each");
        };
        let explicit = Explicit::new(machine, conditions);
        let members = explicit.members(&relation, set);
        let (mut image, mut preimage) = (vec![false; members.len()], vec![false; members.len()]);
        for (from, to, _) in explicit.edges() {
            image[to] |= members[from];
            preimage[from] |= members[to];
        }
        for sifted in [false, true] {
            if sifted {
                relation.diagrams.sift().unwrap();
            }
            let computed = relation.image(set).unwrap();
            assert_eq!(explicit.members(&relation, &computed), image, "seed {seed}");
            let computed = relation.preimage(set).unwrap();
            assert_eq!(explicit.members(&relation, &computed), preimage, "seed {seed}");
        }
        // Steps read inputs, so that each is asked for.
        let steps = relation.steps(set, other).unwrap();
        let others = explicit.members(&relation, other);
        for (state, from) in explicit.steps.iter().enumerate() {
            for (input, (to, _)) in from.iter().enumerate() {
                let latches = Explicit::bits(state, explicit.latches);
                let inputs = Explicit::bits(input, explicit.inputs);
                let expected = members[state] && to.is_some_and(|to| others[to]);
                let found = relation.contains(&steps, &latches, &inputs);
                assert_eq!(found, expected, "seed {seed}");
            }
        }
    });
    assert!(count > 100, "{count}");
}
