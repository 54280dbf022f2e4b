//! What a display hears of while mutants are decided.

use std::sync::Mutex;

use assay_cover::{CoverOptions, Progress, cover};
use assay_lustre::mutate::{Mutated, Selection, mutate};
use assay_solver::{StopFlag, discover};
use assay_source::SourceMap;

const MODEL: &str = "\
node main(go, back: bool; step: int) returns (bounded, apart, even: bool);
var n, m, twice: int; on, off: bool;
let
  n = 0 -> if go and pre n < 9 then pre n + 1 else if back and pre n > 0 then pre n - 1 else pre n;
  m = 9 -> if go and pre m > 0 then pre m - 1 else if back and pre m < 9 then pre m + 1 else pre m;
  twice = n + n;
  on = n > 4 and (go or not back);
  off = not on or m < 3;
  bounded = n >= 0 and n <= 9;
  apart = on => n > 4;
  even = twice <= 18 and (off or on);
  assert not (go and back);
  --%PROPERTY bounded;
  --%PROPERTY apart;
  --%PROPERTY even;
tel;
";

fn mutants() -> Mutated {
    let mut map = SourceMap::new();
    let file = map.add_bytes("m.lus", MODEL.as_bytes()).expect("text");
    let file = map.file(file);
    let model = assay_lustre::load(file, None).expect("a model").model;
    mutate(file, &model, model.mains[0], &Selection::paper()).expect("mutants")
}

/// What was heard of in a run.
fn heard(mutated: &Mutated) -> Vec<Progress> {
    let heard = Mutex::new(Vec::new());
    let mut options = CoverOptions::default();
    options.proof.deterministic = true;
    let listen = |p: Progress| heard.lock().expect("nobody panics").push(p);
    let (found, stop) = (discover(), StopFlag::new());
    cover(&mutated.mutants, &found, &options, None, &stop, &listen).expect("a result");
    heard.into_inner().expect("nobody panics")
}

#[test]
fn mutants_are_counted_when_they_are_decided_and_not_only_between_stages() {
    let mutated = mutants();
    let total = mutated.mutants.mutants.len();
    let heard = heard(&mutated);
    assert!(heard.iter().all(|p| p.total == total && p.decided <= total));
    assert_eq!(heard.last().map(|p| p.decided), Some(total));
    // Executions and proofs decide one mutant after the other, and each is told of.
    let steps = |stage: &str| {
        let heard = heard.windows(2).filter(|w| w[1].doing == stage);
        heard.filter(|w| w[1].decided == w[0].decided + 1).count()
    };
    assert!(steps("replay") > 10, "{heard:?}");
    assert!(steps("induction") > 3, "{heard:?}");
}

#[test]
fn what_is_done_is_told_when_it_begins() {
    let heard = heard(&mutants());
    let mut stages: Vec<&str> = heard.iter().map(|p| p.doing).collect();
    stages.dedup();
    // What decides nothing is told of too: it may take long.
    let first = [
        "cone",
        "equal",
        "core",
        "replay",
        "vacuity",
        "counterexample",
    ];
    assert_eq!(stages[..6], first, "{stages:?}");
    let last = ["explain", "cores", "check"];
    assert!(stages.ends_with(&last), "{stages:?}");
}
