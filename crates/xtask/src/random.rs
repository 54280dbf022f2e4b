//! `xtask random c`: more of the random programs of `crates/c/tests/random.rs`, and of Csmith's where it is installed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::random_programs::agree::{self, Compared};
use crate::random_programs::{Kind, Sample, csmith, native};

/// Programs that are compiled together.
const BATCH: u64 = 100;

#[derive(clap::Args)]
pub struct RandomArgs {
    /// How many programs of our own, half of them faulty on purpose.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// How many programs of Csmith.
    #[arg(long, default_value_t = 20)]
    csmith: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Inputs that each program is run on.
    #[arg(long, default_value_t = 6)]
    runs: u64,
    /// Where programs are left on which somebody disagrees.
    #[arg(long, default_value = "target/tmp/random")]
    into: PathBuf,
}

#[derive(Default)]
struct Tally {
    same: usize,
    skipped: BTreeMap<String, usize>,
    different: usize,
}

impl Tally {
    fn add(&mut self, name: &str, compared: Compared) -> bool {
        match compared {
            Compared::Same => self.same += 1,
            Compared::Skipped(why) => *self.skipped.entry(why).or_default() += 1,
            Compared::Different(why) => {
                self.different += 1;
                println!("{name}: {why}");
                return false;
            }
        }
        true
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} agree, {} differ, skipped {:?}",
            self.same, self.different, self.skipped
        );
    }
}

pub fn compare(args: &RandomArgs) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    std::fs::create_dir_all(&args.into).map_err(|e| format!("{}: {e}", args.into.display()))?;
    let mut right = true;
    for kind in [Kind::Plain, Kind::Faulty] {
        let mut tally = Tally::default();
        let end = args.seed + args.count / 2;
        for first in (args.seed..end).step_by(BATCH as usize) {
            let samples = (first..end.min(first + BATCH)).map(|seed| Sample::new(seed, kind));
            let samples: Vec<Sample> = samples.collect();
            batch(args, &samples, folder.path(), &mut tally)?;
            tally.print(&format!(
                "{kind:?} up to {}",
                first + samples.len() as u64 - 1
            ));
        }
        right &= tally.different == 0;
    }
    let mut tally = Tally::default();
    for seed in args.seed..args.seed + args.csmith {
        let Some(compared) = csmith::compare(seed, folder.path()) else {
            println!("csmith: skipped, it is not installed");
            return Ok(right);
        };
        tally.add(&format!("csmith --seed {seed}"), compared);
    }
    tally.print("csmith");
    Ok(right && tally.different == 0)
}

fn batch(
    args: &RandomArgs,
    samples: &[Sample],
    folder: &Path,
    tally: &mut Tally,
) -> Result<(), String> {
    let plain: Vec<&Sample> = samples.iter().filter(|s| s.kind == Kind::Plain).collect();
    let native = if plain.is_empty() {
        BTreeMap::new()
    } else {
        native::results(&plain, args.runs, folder).ok_or("there is no C compiler")?
    };
    for sample in samples {
        let name = format!("{:?}{}", sample.kind, sample.seed).to_lowercase();
        let compiled = native.get(&sample.seed).map(Vec::as_slice);
        if compiled.is_none() && sample.kind == Kind::Plain {
            println!("{name}: the compiler's program does not end");
        }
        if !tally.add(&name, agree::compare(sample, args.runs, compiled)) {
            let path = args.into.join(format!("{name}.c"));
            std::fs::write(&path, sample.text()).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
