//! What holds of any bytes that are given to the AIGER reader; checked by tests on damaged circuits and by the fuzz target.

use assay_netlist::aiger::{Aiger, Cut, Nodes, Options, load, lower, read, write_binary};
use assay_netlist::testgen::Simulator;
use assay_source::{Color, Renderer, SourceMap};
use assay_system::{execute, replay};
use assay_term::{Functions, Value};

const STEPS: usize = 3;

/// The bytes are refused with a code and a place, or they are a circuit with which everything can be done.
pub fn reading_is_sound(bytes: &[u8], write_ascii: fn(&Aiger) -> Vec<u8>) {
    let mut sources = SourceMap::new();
    let loaded = match (read(bytes), load(&mut sources, "input.aig", bytes)) {
        (Ok(read), Ok(loaded)) => {
            assert_eq!(read.aiger, loaded.aiger);
            loaded
        }
        (Err(fault), Err(diagnostic)) => {
            assert_eq!(fault.code, diagnostic.code);
            assert!(fault.code.len() == 5 && fault.code.starts_with("N00"));
            assert!(fault.at.start <= fault.at.end && fault.at.end <= bytes.len());
            let shown = Renderer::new(Color::Plain).render(&sources, &diagnostic);
            assert!(shown.contains("input.aig"), "{shown}");
            return;
        }
        (read, loaded) => panic!("{:?} and {:?}", read.is_ok(), loaded.is_ok()),
    };
    let aiger = &loaded.aiger;
    let ascii = read(&write_ascii(aiger)).expect("its own text");
    assert_eq!(&ascii.aiger, aiger);
    let binary = read(&write_binary(aiger).expect("a circuit")).expect("its own bytes");
    assert_eq!(binary.aiger, aiger.renumbered().expect("a circuit"));

    let options = Options {
        nodes: Nodes::All,
        cut: Cut::Next,
    };
    let lowered = lower(&loaded, options);
    let chosen = |place: usize, step: usize| (place * 7 + step * 3) % 5 < 2;
    let trace = execute(&lowered.system, STEPS, Functions::default(), |var, step| {
        let latch = lowered.latches.binary_search(&var);
        Value::Bool(match (lowered.inputs.binary_search(&var), latch) {
            (Ok(i), _) => chosen(i, step),
            (_, Ok(i)) => chosen(i, 4),
            _ => false,
        })
    })
    .expect("circuits have values");
    replay(&lowered.system, &trace).expect("an execution replays");
    let mut circuit = Simulator::start(aiger, |i| chosen(i, 4));
    for step in 0..STEPS {
        circuit.set_inputs(|i| chosen(i, step));
        for (latch, var) in aiger.latches.iter().zip(&lowered.latches) {
            assert_eq!(
                trace.value(step, *var),
                &Value::Bool(circuit.value(latch.lit))
            );
        }
        circuit.step();
    }
}
