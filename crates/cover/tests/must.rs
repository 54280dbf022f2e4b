//! The elements whose removal some property notices are the MUST set: the cascade over mutants and the
//! search for cores answer the same question in different ways.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use assay_cover::result::{MutantVerdict, Notice};
use assay_cover::{CoverOptions, cover};
use assay_engine::backend::Backend;
use assay_engine::core::{CoreOptions, CoreReport, Cores, ItemKind, cores};
use assay_engine::director::{Options, decide};
use assay_lustre::mutate::{Mutated, Selection, mutate};
use assay_solver::{StopFlag, discover};
use assay_source::SourceMap;
use assay_system::{Certificate, Target, Verdict};

/// Two instances of a node, an assumption, an equation that only another property needs, one that
/// nothing needs, and a property whose variable the model reads.
const SHARED: &str = "
node edge(x : bool) returns (y : bool);
var last : bool;
let
  last = false -> pre x;
  y = x and not last;
tel;
node main(a, b : bool) returns (both, idle : bool);
var up, down, spare, never, low, reads : bool;
let
  up = edge(a);
  down = edge(b);
  both = up and down;
  spare = a or b;
  never = not (both and not a);
  low = both => b;
  reads = low and spare;
  idle = reads => low;
  assert a or not b;
  --%PROPERTY never;
  --%PROPERTY low;
  --%PROPERTY idle;
tel;
";

fn mutated(name: &str, text: &str) -> Mutated {
    let mut map = SourceMap::new();
    let file = map.add_bytes(name, text.as_bytes()).expect("text");
    let file = map.file(file);
    let model = assay_lustre::load(file, None).expect("a model").model;
    let removals = Selection::parse("equation_remove").expect("a mutator");
    mutate(file, &model, model.mains[0], &removals).expect("mutants")
}

/// Of the original, which has no copies of properties.
fn cores_of(mutated: &Mutated) -> CoreReport {
    let (found, stop) = (discover(), StopFlag::new());
    let system = Arc::new(mutated.lowered.system.clone());
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(&system, &all, &found).expect("a solver");
    let nothing = system.pool.export(&[]);
    let outcome = decide(
        &system,
        &all,
        &nothing,
        &backend,
        &Options::default(),
        &stop,
        &mut |_, _| {},
    )
    .expect("no contradiction");
    let proved: Vec<(usize, Arc<Certificate>)> = outcome
        .verdicts
        .iter()
        .filter_map(|(p, verdict, _)| match verdict {
            Verdict::Proved { certificate, .. } => Some((*p, certificate.clone())),
            _ => None,
        })
        .collect();
    cores(&system, &proved, &found, &CoreOptions::default(), &stop).expect("no contradiction")
}

/// Compares all properties together and each alone; returns how many elements are in MUST of all and
/// how many are not.
fn agree(name: &str, text: &str) -> (usize, usize) {
    let mutated = mutated(name, text);
    let report = cores_of(&mutated);
    let options = CoverOptions {
        explain: false,
        certify: false,
        ..CoverOptions::default()
    };
    let result = cover(
        &mutated.mutants,
        &discover(),
        &options,
        None,
        &StopFlag::new(),
        &|_| {},
    )
    .expect("a result");
    // A property's own equation is specification: a core keeps it, and a mutant leaves a copy of it.
    let own: BTreeSet<usize> = report
        .elements
        .iter()
        .filter(|item| !item.own_of.is_empty())
        .filter_map(|item| element(&item.kind))
        .collect();
    let must = |cores: &Cores| -> BTreeSet<usize> {
        assert_eq!(
            cores.unknown,
            [],
            "{name}: all is decided in so small a model"
        );
        let items = cores.must.iter().map(|&i| &report.elements[i].kind);
        items
            .filter_map(element)
            .filter(|e| !own.contains(e))
            .collect()
    };
    let killed = |kills: &dyn Fn(usize) -> bool| -> BTreeSet<usize> {
        let mutants = mutated.mutants.mutants.iter().enumerate();
        mutants
            .filter(|(m, _)| kills(*m))
            .filter_map(|(_, m)| match m.target {
                Target::Element(e) => Some(e),
                Target::Assertion => None,
            })
            .filter(|e| !own.contains(e))
            .collect()
    };
    for (m, outcome) in result.mutants.iter().enumerate() {
        let id = &mutated.mutants.mutants[m].id;
        assert_ne!(outcome.verdict, MutantVerdict::Unknown, "{name}: {id}");
    }
    let together = &report
        .together
        .as_ref()
        .expect("something is proved")
        .by_element;
    let all = killed(&|m| result.mutants[m].verdict == MutantVerdict::Killed);
    assert_eq!(all, must(together), "{name}: all properties");
    assert_eq!(report.properties.len(), result.properties.len(), "{name}");
    for (i, cores) in report.properties.iter().enumerate() {
        let alone =
            killed(&|m| matches!(result.mutants[m].notices.get(i), Some(Notice::Kills { .. })));
        assert_eq!(alone, must(&cores.by_element), "{name}: property {i}");
    }
    let mutants = killed(&|_| true).len();
    (all.len(), mutants - all.len())
}

fn element(kind: &ItemKind) -> Option<usize> {
    match *kind {
        ItemKind::Element(e) => Some(e),
        ItemKind::Instance(..) | ItemKind::Constraint(_) => None,
    }
}

#[test]
fn removal_kills_are_the_must_set_where_properties_and_instances_share_elements() {
    let (needed, others) = agree("shared.lus", SHARED);
    assert!(needed > 0 && others > 0, "{needed} needed, {others} not");
}

/// Their properties need every equation.
#[test]
fn removal_kills_are_the_must_set_of_the_examples() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for name in ["crossing.lus", "gray.lus", "tank.lus"] {
        let text = std::fs::read_to_string(examples.join(name)).expect("an example");
        let (needed, others) = agree(name, &text);
        assert!(
            needed > 0 && others == 0,
            "{name}: {needed} needed, {others} not"
        );
    }
}
