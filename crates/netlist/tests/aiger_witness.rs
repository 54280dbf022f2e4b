//! Evidence in AIGER's own formats: a counterexample is written, read back and replayed; the circuit of a proof has the
//! model's behaviour and a claim that is inductive, by enumeration of its states.

use std::collections::BTreeSet;

use assay_netlist::aiger::{
    Aiger, Loaded, Lowered, Options, Reset, SymbolKind, Witness, lower, read, witness_circuit,
    write_binary,
};
use assay_netlist::testgen::{Simulator, Size, circuit};
use assay_source::SourceMap;
use assay_system::{Certificate, Provers, Random, Trace, execute, replay};
use assay_term::{Functions, TermId, Value};

const SMALL: Size = Size {
    inputs: 2,
    latches: 4,
    ands: 8,
    justice: false,
};

fn lowered(aiger: Aiger) -> (Loaded, Lowered) {
    let mut sources = SourceMap::new();
    let loaded = Loaded::list(&mut sources, "random.aag", aiger);
    let lowered = lower(&loaded, Options::default());
    (loaded, lowered)
}

/// For each property that a random execution violates while it satisfies what is assumed: the execution up to there.
fn violations(seed: u64, lowered: &Lowered) -> Vec<(usize, Trace)> {
    let mut random = Random::new(seed);
    let trace = execute(&lowered.system, 10, Functions::default(), |_, _| {
        Value::Bool(random.below(4) == 1)
    });
    let trace = trace.expect("circuits have values");
    let found = replay(&lowered.system, &trace).expect("an execution");
    let blocked = found.constraint_fails.iter().flatten().min();
    let fails = found.property_fails.iter().enumerate();
    fails
        .filter_map(|(p, at)| Some((p, (*at)?)))
        .filter(|(_, at)| blocked.is_none_or(|b| at < b))
        .map(|(p, at)| {
            let mut prefix = trace.clone();
            prefix.steps.truncate(at + 1);
            (p, prefix)
        })
        .collect()
}

#[test]
fn counterexamples_come_back() {
    let (mut bad, mut justice) = (0, 0);
    for seed in 0..400 {
        let size = Size {
            justice: seed % 2 == 1,
            ..SMALL
        };
        let (loaded, lowered) = lowered(circuit(seed, size));
        for (property, trace) in violations(seed, &lowered) {
            let witness = Witness::of(&lowered, property, &trace).expect("a short loop");
            assert_eq!(Witness::read(&witness.text()), Ok(witness.clone()));
            let (again, stimulus) = witness.stimulus(&lowered).expect("its own circuit");
            let run = stimulus
                .run(&lowered.system, stimulus.len())
                .expect("values");
            let found = replay(&lowered.system, &run).expect("an execution");
            assert!(
                found.constraint_fails.iter().all(Option::is_none),
                "seed {seed}"
            );
            assert!(found.property_fails[again].is_some(), "seed {seed}");
            if lowered.claims[property].0 == SymbolKind::Justice {
                closes(&loaded.aiger, &witness);
                justice += 1;
            } else {
                let same = Witness::of(&lowered, property, &run);
                assert_eq!((again, same), (property, Some(witness)), "seed {seed}");
                bad += 1;
            }
        }
    }
    assert!(
        bad > 100 && justice > 20,
        "{bad} bad states, {justice} loops"
    );
}

/// The inputs of a justice witness lead to a state that was there before, all latches included.
fn closes(aiger: &Aiger, witness: &Witness) {
    let mut circuit = Simulator::start(aiger, |i| witness.latches[i] == Some(true));
    let mut seen = vec![circuit.latches()];
    for row in &witness.inputs {
        circuit.set_inputs(|i| row[i] == Some(true));
        circuit.step();
        seen.push(circuit.latches());
    }
    let last = seen.pop().expect("at least the first state");
    assert!(seen.contains(&last));
}

#[test]
fn what_is_no_witness_is_refused() {
    let faults = [
        ("", 0, "the text ends before its answer"),
        (
            "0\nb0\n.\n",
            0,
            "the answer of a counterexample is `1`, not `0`",
        ),
        (
            "1\nx0\n.\n",
            2,
            "`x0` is no property: those are `b0`, `j0`, ...",
        ),
        ("1\nb0\n0\n2\n.\n", 7, "`2` is neither 0, 1 nor x"),
        ("1\nb0\n0\n1\n", 9, "the text ends before the final `.`"),
    ];
    for (text, at, message) in faults {
        let fault = Witness::read(text).expect_err(message);
        assert_eq!(
            (fault.code, fault.at.start, fault.message.as_str()),
            ("N0012", at, message)
        );
    }
    let (_, lowered) = lowered(
        read(b"aag 2 1 1 1 0\n2\n4 2\n4\n")
            .expect("a circuit")
            .aiger,
    );
    let unfit = [
        ("1\nb1\n0\n0\n.\n", "the circuit has no such property"),
        (
            "1\nb0\n00\n0\n.\n",
            "the witness has 2 latches, the circuit 1",
        ),
        (
            "1\nb0\n0\n0\n00\n.\n",
            "the witness has 2 inputs, the circuit 1",
        ),
        ("1\nb0\n0\n.\n", "the witness has 0 steps, the circuit 1"),
        ("1\nb0\n1\n0\n.\n", "`l0` does not start with its reset"),
    ];
    for (text, message) in unfit {
        let witness = Witness::read(text).expect("a witness of some circuit");
        let fault = witness.stimulus(&lowered).expect_err(message);
        assert_eq!((fault.code, fault.message.as_str()), ("N0013", message));
    }
}

fn all(bits: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << bits).map(move |n| (0..bits).map(|i| n >> i & 1 == 1).collect())
}

/// Whether the constraints and, where it counts, the absence of bad states hold at a state and input.
fn holds(aiger: &Aiger, state: &[bool], input: &[bool]) -> (bool, bool, Vec<bool>) {
    let mut circuit = Simulator::at(aiger, state);
    circuit.set_inputs(|i| input[i]);
    let admitted = aiger.constraints.iter().all(|c| circuit.value(*c));
    let claim = aiger.bad_states().1.iter().all(|b| !circuit.value(*b));
    circuit.step();
    (admitted, claim, circuit.latches())
}

fn starts(aiger: &Aiger, state: &[bool]) -> bool {
    let latches = aiger.latches.iter().zip(state);
    latches.into_iter().all(|(l, v)| match l.reset {
        Reset::Zero => !v,
        Reset::One => *v,
        Reset::Any => true,
    })
}

fn reachable(aiger: &Aiger) -> BTreeSet<Vec<bool>> {
    let mut stack: Vec<Vec<bool>> = all(aiger.latches.len())
        .filter(|s| starts(aiger, s))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(state) = stack.pop() {
        if seen.insert(state.clone()) {
            for input in all(aiger.inputs.len()) {
                let (admitted, _, next) = holds(aiger, &state, &input);
                stack.extend(admitted.then_some(next));
            }
        }
    }
    seen
}

#[test]
fn the_circuit_of_a_proof_is_inductive() {
    let mut proofs = 0;
    for seed in 0..200 {
        let (loaded, mut lowered) = lowered(circuit(seed, SMALL));
        let model = &loaded.aiger;
        let states = reachable(model);
        let safe = states.iter().all(|s| {
            all(model.inputs.len()).all(|i| {
                let (admitted, claim, _) = holds(model, s, &i);
                claim || !admitted
            })
        });
        if !safe || model.bad_states().1.is_empty() {
            continue;
        }
        proofs += 1;
        let pool = &mut lowered.system.pool;
        let mut cubes: Vec<TermId> = Vec::new();
        for state in &states {
            let mut literals = Vec::new();
            for (latch, value) in lowered.latches.iter().zip(state) {
                let term = pool.var(*latch);
                literals.push(if *value { term } else { pool.not(term) });
            }
            cubes.push(pool.and(literals));
        }
        let invariant = pool.or(cubes);
        let certificate = Certificate {
            k: 1,
            lemmas: pool.export(&[invariant]),
            properties: (0..lowered.system.properties.len()).collect(),
            simple_path: false,
            provers: Provers::none(),
        };
        let witness = witness_circuit(&loaded, &lowered, &certificate).expect("over latches");
        witness.check().expect("a circuit");
        let witness = read(&write_binary(&witness).expect("a circuit"))
            .expect("its bytes")
            .aiger;
        checks(seed, model, &witness);
    }
    assert!(proofs > 20, "{proofs} proofs");
}

/// Reset, transition and property: the witness is the model, and claims no less. Base and step: it is inductive.
fn checks(seed: u64, model: &Aiger, witness: &Aiger) {
    let (inputs, latches) = (model.inputs.len(), model.latches.len());
    assert_eq!(
        (witness.inputs.len(), witness.latches.len()),
        (inputs, latches)
    );
    assert_eq!(witness.symbols.len(), inputs + latches);
    for state in all(latches) {
        assert_eq!(starts(model, &state), starts(witness, &state));
        for input in all(inputs) {
            let (admitted, claim, next) = holds(witness, &state, &input);
            let (_, modelled, same) = holds(model, &state, &input);
            assert_eq!(next, same);
            assert!(!claim || modelled, "seed {seed}");
            assert!(
                !(admitted && starts(witness, &state)) || claim,
                "seed {seed}"
            );
            if admitted && claim {
                for then in all(inputs) {
                    let (admitted, claim, _) = holds(witness, &next, &then);
                    assert!(!admitted || claim, "seed {seed}");
                }
            }
        }
    }
}
