//! Random programs come to the same whoever runs them: the system's compiler, the interpreter, the bounded execution on fixed inputs and
//! the terms of the bounded execution on all inputs. `xtask random c` runs more of them. `ASSAY_RANDOM` is how many are tried, and
//! `ASSAY_SEED` the first. Programs on which they differ are left in `target/tmp`.

mod random_programs;

use std::collections::BTreeMap;
use std::path::Path;

use random_programs::agree::{Compared, compare};
use random_programs::{Kind, Sample, csmith, native};

/// Inputs that each program is run on.
const RUNS: u64 = 4;

fn asked(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

fn samples(kind: Kind) -> Vec<Sample> {
    let first = asked("ASSAY_SEED", 1);
    let seeds = first..first + asked("ASSAY_RANDOM", 150);
    seeds.map(|seed| Sample::new(seed, kind)).collect()
}

/// Leaves a program for whoever looks into it.
fn left(sample: &Sample) -> String {
    let name = format!("{:?}{}.c", sample.kind, sample.seed).to_lowercase();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, sample.text()).unwrap();
    path.display().to_string()
}

/// How many programs agree; the others have to be few and must not differ.
fn agreeing(samples: &[Sample], native: &BTreeMap<u64, Vec<u64>>) -> usize {
    let mut same = 0;
    let mut wrong = vec![];
    for sample in samples {
        let native = native.get(&sample.seed).map(Vec::as_slice);
        match compare(sample, RUNS, native) {
            Compared::Same => same += 1,
            Compared::Skipped(why) => {
                println!("{:?} {} is skipped: {why}", sample.kind, sample.seed)
            }
            Compared::Different(why) => {
                wrong.push(format!("{}: {why}", left(sample)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    same
}

#[test]
fn plain_programs_do_what_the_compiler_makes_of_them() {
    let samples = samples(Kind::Plain);
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<&Sample> = samples.iter().collect();
    let native = native::results(&all, RUNS, folder.path());
    if native.is_none() {
        eprintln!("skipped in part: there is no compiler");
    }
    let native = native.unwrap_or_default();
    let crashed = samples.len() - native.len();
    assert!(
        native.is_empty() || crashed == 0,
        "{crashed} programs crash"
    );
    assert!(agreeing(&samples, &native) * 10 > samples.len() * 9);
}

#[test]
fn faulty_programs_fail_in_the_same_checks() {
    let samples = samples(Kind::Faulty);
    assert!(agreeing(&samples, &BTreeMap::new()) * 10 > samples.len() * 8);
}

#[test]
fn programs_of_csmith_have_the_same_checksum() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..=3 {
        match csmith::compare(seed, folder.path()) {
            Some(Compared::Different(why)) => panic!("{seed}: {why}"),
            Some(_) => {}
            None => return eprintln!("skipped: there is no csmith"),
        }
    }
}
