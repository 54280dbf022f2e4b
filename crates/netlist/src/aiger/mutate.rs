//! The sites of a circuit: its registers and, where they are elements, its gates.
//!
//! A register with a name is its name, one without is `l` and its position. A gate has no name; what it is are the two
//! things it joins, down to inputs and registers, so that its identity outlives changes in other parts of the circuit.

use assay_source::{SourceFile, Span};
use assay_system::{Mutants, fnv1a};
use rustc_hash::FxHashMap;

use super::{Aiger, Cut, Lit, Loaded, Lowered, Node, Options, Reset};
use crate::mutate::{Grain, Selection, Site, Wording, mutants};

/// The selected mutants of the elements of a lowered circuit. `file` is the circuit's own text.
pub fn mutate(
    loaded: &Loaded,
    lowered: &Lowered,
    file: &SourceFile,
    options: Options,
    selection: &Selection,
) -> Mutants {
    let sites = sites(loaded, lowered, file, options.cut);
    mutants(
        lowered.system.clone(),
        std::slice::from_ref(file),
        &sites,
        selection,
        Grain::Words,
    )
}

fn sites(loaded: &Loaded, lowered: &Lowered, file: &SourceFile, cut: Cut) -> Vec<Site> {
    let digests = digests(&loaded.aiger, lowered);
    let elements = lowered.system.elements.iter().zip(&lowered.nodes);
    elements
        .enumerate()
        .filter_map(|(index, (element, node))| {
            let line = element.span?;
            let numbers = numbers(file, line);
            let whole = |from: usize| numbers.get(from).map(|first| first.to(line.after()));
            Some(match *node {
                Node::Input(_) => return None,
                Node::Latch(i) => Site {
                    element: index,
                    states: vec![lowered.latches[i]],
                    elsewhere: vec![],
                    driver: match cut {
                        Cut::Next => *numbers.get(1)?,
                        Cut::Output => *numbers.first()?,
                    },
                    init: match loaded.aiger.latches[i].reset {
                        Reset::Any => None,
                        _ => numbers.get(2).copied().or(Some(line.after())),
                    },
                    wording: Wording::Plain,
                    alternatives: vec![],
                    identity: match cut {
                        Cut::Next => format!("next\n{}", element.name),
                        Cut::Output => format!("output\n{}", element.name),
                    },
                },
                Node::And(i) => Site {
                    element: index,
                    states: vec![],
                    elsewhere: vec![],
                    driver: whole(1)?,
                    init: None,
                    wording: Wording::Plain,
                    alternatives: vec![],
                    identity: format!("gate\n{:016x}", digests[&loaded.aiger.ands[i].lhs.var()]),
                },
            })
        })
        .collect()
}

/// The numbers of a line.
fn numbers(file: &SourceFile, line: Span) -> Vec<Span> {
    let mut at = line.start as usize;
    let parts = file.slice(line).split(' ');
    parts
        .map(|part| {
            let span = Span::new(line.file, at, at + part.len());
            at += part.len() + 1;
            span
        })
        .collect()
}

/// For each variable a digest of what it computes from the names of inputs and registers.
fn digests(aiger: &Aiger, lowered: &Lowered) -> FxHashMap<u32, u64> {
    let name = |var| lowered.system.var(var).name.as_bytes();
    let mut digests = FxHashMap::default();
    digests.insert(0, fnv1a(b"0"));
    for (input, var) in aiger.inputs.iter().zip(&lowered.inputs) {
        digests.insert(input.var(), fnv1a(name(*var)));
    }
    for (latch, var) in aiger.latches.iter().zip(&lowered.latches) {
        digests.insert(latch.lit.var(), fnv1a(name(*var)));
    }
    for &gate in &lowered.gate_order {
        let and = &aiger.ands[gate];
        let side = |lit: Lit| digests[&lit.var()] ^ u64::from(lit.is_negated());
        let (a, b) = (side(and.left), side(and.right));
        let text = format!("{:016x}&{:016x}", a.min(b), a.max(b));
        digests.insert(and.lhs.var(), fnv1a(text.as_bytes()));
    }
    digests
}
