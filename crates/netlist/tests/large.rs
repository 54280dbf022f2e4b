//! Circuits as large as those of competitions: everything here is linear in them. A quadratic step would take minutes.

use assay_netlist::aiger::{
    Aiger, And, Cut, Latch, Lit, Loaded, Nodes, Options, Reset, lower, mutate, read, write_binary,
};
use assay_netlist::mutate::Selection;
use assay_source::SourceMap;
use assay_system::{Cone, execute, replay};
use assay_term::{Functions, Value};

const LENGTH: u32 = 40_000;

/// A chain of gates as long as there are latches; each latch reads the end of the chain, each gate a latch.
fn chain() -> Aiger {
    let latch = |i: u32| Lit::of(i + 1);
    let gate = |i: u32| Lit::of(LENGTH + i + 1);
    let before = |i: u32| if i == 0 { Lit::TRUE } else { gate(i - 1) };
    Aiger {
        max_var: 2 * LENGTH,
        latches: (0..LENGTH)
            .map(|i| Latch {
                lit: latch(i),
                next: gate(LENGTH - 1),
                reset: Reset::One,
            })
            .collect(),
        bad: vec![!gate(LENGTH - 1)],
        ands: (0..LENGTH)
            .map(|i| And {
                lhs: gate(i),
                left: latch(i),
                right: before(i),
            })
            .collect(),
        ..Aiger::default()
    }
}

#[test]
fn a_long_chain() {
    let aiger = chain();
    let bytes = write_binary(&aiger).expect("a circuit");
    assert_eq!(
        read(&bytes).expect("its own bytes").aiger.ands.len(),
        aiger.ands.len()
    );
    let mut sources = SourceMap::new();
    let loaded = Loaded::list(&mut sources, "chain.aag", aiger);
    for (nodes, wires) in [(Nodes::Registers, LENGTH), (Nodes::All, 2 * LENGTH)] {
        let options = Options {
            nodes,
            cut: Cut::Next,
        };
        let lowered = lower(&loaded, options);
        let system = &lowered.system;
        let cone = Cone::of(system, &[system.properties[0].term]);
        assert_eq!(cone.vars().count(), system.vars.len());
        assert_eq!(system.wire_order().len(), wires as usize);
        let trace = execute(system, 2, Functions::default(), |_, _| Value::Bool(false));
        let trace = trace.expect("circuits have values");
        assert_eq!(
            replay(system, &trace).expect("an execution").property_fails,
            [None]
        );
        let file = sources.file(loaded.file);
        let mutants = mutate(&loaded, &lowered, file, options, &Selection::paper());
        assert_eq!(mutants.mutants.len(), 3 * wires as usize);
    }
}
