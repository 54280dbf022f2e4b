//! Random circuits: both formats read back to what was written, the system does at every step what the circuit does bit
//! by bit, wherever its wires are, and a mutant changes what it says and nothing else.

mod aiger_properties;

use aiger_properties::reading_is_sound;
use assay_netlist::aiger::{
    Aiger, Cut, Format, Loaded, Lowered, Node, Nodes, Options, Reset, load, lower, mutate, read,
    write_ascii, write_binary,
};
use assay_netlist::mutate::Selection;
use assay_netlist::testgen::{Simulator, Size, circuit};
use assay_source::SourceMap;
use assay_system::{System, Trace, execute, replay};
use assay_term::{Evaluator, Functions, Value, VarId};
use proptest::prelude::*;

const SMALL: Size = Size {
    inputs: 4,
    latches: 6,
    ands: 14,
    justice: false,
};
const STEPS: usize = 6;

const OPTIONS: [Options; 5] = [
    Options {
        nodes: Nodes::Registers,
        cut: Cut::Next,
    },
    Options {
        nodes: Nodes::Registers,
        cut: Cut::Output,
    },
    Options {
        nodes: Nodes::Gates,
        cut: Cut::Next,
    },
    Options {
        nodes: Nodes::All,
        cut: Cut::Next,
    },
    Options {
        nodes: Nodes::All,
        cut: Cut::Output,
    },
];

/// A choice for each open variable and step, the same for the system and the simulation.
fn chosen(seed: u64, index: usize, step: usize) -> bool {
    let mixed = seed ^ (index as u64 * 0x9e37_79b9) ^ (step as u64 * 0x85eb_ca6b_0001);
    mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 40 & 1 == 1
}

fn lowered(aiger: &Aiger, options: Options) -> (SourceMap, Loaded, Lowered) {
    let mut sources = SourceMap::new();
    let loaded = Loaded::list(&mut sources, "random.aag", aiger.clone());
    let lowered = lower(&loaded, options);
    (sources, loaded, lowered)
}

fn run(seed: u64, lowered: &Lowered, system: &System) -> Trace {
    execute(system, STEPS, Functions::default(), |var, step| {
        let input = lowered.inputs.iter().position(|v| *v == var);
        let latch = lowered.latches.iter().position(|v| *v == var);
        Value::Bool(match (input, latch) {
            (Some(i), _) => chosen(seed, i, step),
            (_, Some(i)) => chosen(seed, 100 + i, 0),
            _ => chosen(seed, 200, step),
        })
    })
    .expect("Boolean circuits have values")
}

fn holds(system: &System, trace: &Trace, step: usize, term: assay_term::TermId) -> bool {
    Evaluator::new(&system.pool, &trace.steps[step], &trace.functions)
        .eval_bool(term)
        .expect("Boolean terms have values")
}

proptest! {
    #[test]
    fn both_formats_read_back(seed in any::<u64>(), justice in any::<bool>()) {
        let aiger = circuit(seed, Size { justice, ..SMALL });
        let ascii = read(&write_ascii(&aiger)).expect("its own text");
        prop_assert_eq!(&ascii.aiger, &aiger);
        let bytes = write_binary(&aiger).expect("a circuit");
        let binary = read(&bytes).expect("its own bytes");
        prop_assert_eq!(binary.format, Format::Binary);
        prop_assert_eq!(&binary.aiger, &aiger.renumbered().expect("a circuit"));
        prop_assert_eq!(write_binary(&binary.aiger).expect("a circuit"), bytes.clone());
        let listing = read(&write_ascii(&binary.aiger)).expect("its listing");
        prop_assert_eq!(&listing.aiger, &binary.aiger);

        let mut sources = SourceMap::new();
        let loaded = load(&mut sources, "x.aig", &bytes).expect("its own bytes");
        prop_assert_eq!(loaded.aiger, binary.aiger);
    }

    /// A cut file is refused where it ends, or says less; any byte changed gives an answer.
    #[test]
    fn damage_is_answered(seed in any::<u64>(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let aiger = circuit(seed, Size { justice: true, ..SMALL });
        for bytes in [write_ascii(&aiger), write_binary(&aiger).expect("a circuit")] {
            let at = at.index(bytes.len());
            let mut changed = bytes.clone();
            changed[at] = byte;
            reading_is_sound(&bytes[..at], write_ascii);
            reading_is_sound(&changed, write_ascii);
        }
    }

    #[test]
    fn the_system_does_what_the_circuit_does(seed in any::<u64>()) {
        let aiger = circuit(seed, SMALL);
        for options in OPTIONS {
            let (_, loaded, lowered) = lowered(&aiger, options);
            let trace = run(seed, &lowered, &lowered.system);
            replay(&lowered.system, &trace).expect("an execution replays");
            let mut circuit = Simulator::start(&aiger, |i| chosen(seed, 100 + i, 0));
            for step in 0..STEPS {
                circuit.set_inputs(|i| chosen(seed, i, step));
                for (latch, var) in aiger.latches.iter().zip(&lowered.latches) {
                    let expected = Value::Bool(circuit.value(latch.lit));
                    prop_assert_eq!(trace.value(step, *var), &expected);
                }
                for (element, node) in lowered.system.elements.iter().zip(&lowered.nodes) {
                    let lit = match (node, options.cut) {
                        (Node::And(i), _) => aiger.ands[*i].lhs,
                        (Node::Latch(i), Cut::Next) => aiger.latches[*i].next,
                        (Node::Latch(i), Cut::Output) => aiger.latches[*i].lit,
                        (Node::Input(_), _) => unreachable!("inputs are no elements"),
                    };
                    let expected = Value::Bool(circuit.value(lit));
                    prop_assert_eq!(trace.value(step, element.instances[0].var), &expected);
                }
                let (_, bad) = aiger.bad_states();
                for (lit, property) in bad.iter().zip(&lowered.system.properties) {
                    let held = holds(&lowered.system, &trace, step, property.term);
                    prop_assert_eq!(held, !circuit.value(*lit));
                }
                for (lit, constraint) in aiger.constraints.iter().zip(&lowered.system.constraints) {
                    let held = holds(&lowered.system, &trace, step, constraint.term);
                    prop_assert_eq!(held, circuit.value(*lit));
                }
                circuit.step();
            }
            prop_assert_eq!(lowered.system.properties.len(), loaded.aiger.bad_states().1.len());
        }
    }

    #[test]
    fn a_mutant_changes_what_it_says(seed in any::<u64>()) {
        let aiger = circuit(seed, SMALL);
        for options in OPTIONS {
            let (sources, loaded, lowered) = lowered(&aiger, options);
            let all = Selection::parse("all").expect("a group");
            let mutants = mutate(&loaded, &lowered, sources.file(loaded.file), options, &all);
            let original = run(seed, &lowered, &mutants.system);
            let first = |trace: &Trace, var: VarId| trace.value(0, var) == &Value::Bool(true);
            for (m, mutant) in mutants.mutants.iter().enumerate() {
                let patched = mutant.patch().expect("all are valid").apply(&mutants.system);
                let trace = run(seed, &lowered, &patched);
                let assay_system::Target::Element(e) = mutant.target else {
                    panic!("netlists have elements");
                };
                let wire = patched.elements[e].instances[0].var;
                let node = lowered.nodes[e];
                for step in 0..STEPS {
                    let value = trace.value(step, wire) == &Value::Bool(true);
                    match mutant.operator {
                        "zero" => prop_assert!(!value),
                        "one" => prop_assert!(value),
                        "nondet" => prop_assert_eq!(value, chosen(seed, 200, step)),
                        "invert" if step == 0 => prop_assert_ne!(value, first(&original, wire)),
                        _ => {}
                    }
                }
                if let ("init_flip", Node::Latch(i)) = (mutant.operator, node) {
                    let latch = lowered.latches[i];
                    prop_assert!(aiger.latches[i].reset != Reset::Any);
                    prop_assert_ne!(first(&trace, latch), first(&original, latch));
                } else if options.cut == Cut::Next {
                    for &latch in &lowered.latches {
                        prop_assert_eq!(trace.value(0, latch), original.value(0, latch));
                    }
                }
                let fresh = mutants.fresh(m);
                prop_assert_eq!(fresh.len(), usize::from(mutant.operator == "nondet"));
            }
            let mut ids: Vec<&str> = mutants.mutants.iter().map(|m| m.id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            prop_assert_eq!(ids.len(), mutants.mutants.len());
            let mut prints: Vec<&str> = mutants.mutants.iter().map(|m| m.fingerprint.as_str()).collect();
            prints.sort_unstable();
            prints.dedup();
            prop_assert_eq!(prints.len(), mutants.mutants.len());
        }
    }

    /// What a gate is does not depend on what else is in the file, nor on how it is numbered.
    #[test]
    fn fingerprints_outlive_other_numbers(seed in any::<u64>()) {
        let aiger = circuit(seed, SMALL);
        let options = Options { nodes: Nodes::All, cut: Cut::Next };
        let prints = |aiger: &Aiger| {
            let (sources, loaded, lowered) = lowered(aiger, options);
            let file = sources.file(loaded.file);
            let mutants = mutate(&loaded, &lowered, file, options, &Selection::paper());
            let mut prints: Vec<String> = mutants.mutants.into_iter().map(|m| m.fingerprint).collect();
            prints.sort_unstable();
            prints
        };
        prop_assert_eq!(prints(&aiger), prints(&aiger.renumbered().expect("a circuit")));
    }
}
