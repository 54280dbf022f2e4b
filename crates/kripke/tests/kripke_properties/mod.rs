//! What reading any text has to keep to.

use assay_kripke::{Expr, Structure, read, to_dot, to_text};
use assay_source::{Diagnostic, SourceMap};

/// The structure of a text, or its faults, which all lie in it. A structure is written, as text and as DOT, so that it reads back the same.
pub fn reads_soundly(text: &str) {
    match parse(text) {
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                let span = fault.span.expect("a fault has a place");
                assert!(span.range().end <= text.len(), "{fault:?}");
            }
        }
        Ok(structure) => {
            for written in [
                to_text(&structure, Some("x")),
                to_dot(&structure, Some("x")),
            ] {
                let again = parse(&written).unwrap_or_else(|f| panic!("{written}: {f:?}"));
                assert_eq!(shape(&structure), shape(&again), "{written}");
            }
        }
    }
}

fn parse(text: &str) -> Result<Structure, Vec<Diagnostic>> {
    let mut map = SourceMap::new();
    let file = map.add_text("test.kripke", text);
    read(map.file(file)).map(|(structure, _)| structure)
}

/// A structure without places.
#[derive(Debug, PartialEq)]
pub struct Shape {
    /// Names, labels, and where transitions lead.
    states: Vec<(String, Vec<String>, Vec<usize>)>,
    labels: Vec<String>,
    initial: Vec<usize>,
    claims: Vec<(String, Expr, bool, String)>,
    fairness: Vec<Expr>,
}

pub fn shape(structure: &Structure) -> Shape {
    let label = |l: &usize| structure.labels[*l].name.clone();
    let states = structure.states.iter().map(|s| {
        let labels = s.labels.iter().map(label).collect();
        let edges = s.edges.iter().map(|e| e.to).collect();
        (s.name.clone(), labels, edges)
    });
    let claims = structure.claims.iter();
    Shape {
        states: states.collect(),
        labels: structure.labels.iter().map(|l| l.name.clone()).collect(),
        initial: structure.initial.clone(),
        claims: claims
            .map(|c| (c.name.clone(), c.expr.clone(), c.invariant, c.text.clone()))
            .collect(),
        fairness: structure.fairness.iter().map(|f| f.expr.clone()).collect(),
    }
}
