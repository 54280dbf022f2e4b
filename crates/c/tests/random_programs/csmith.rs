//! Programs of Csmith, where it is installed: the interpreter prints the checksum that the compiler's program prints.
//!
//! Reference: Yang, Chen, Eide, Regehr: Finding and understanding bugs in C compilers. PLDI 2011.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use assay_c::interpret::{End, Options, run};
use assay_c::program::DataModel;

use super::agree::Compared;
use super::support::{compiled, program_of, returned};

const HEADERS: &str = "/usr/include/csmith";

/// Steps of a run; some programs go on for ever.
const STEPS: u64 = 20_000_000;

/// None without Csmith or a compiler.
pub fn compare(seed: u64, folder: &Path) -> Option<Compared> {
    let path = folder.join(format!("csmith{seed}.c"));
    let made = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--max-funcs", "4"])
        .args(["--no-packed-struct", "--float", "-o"])
        .arg(&path)
        .output();
    if !made.is_ok_and(|made| made.status.success()) || !Path::new(HEADERS).is_dir() {
        return None;
    }
    let Some((output, 0)) = compiled(&path, &["-I", HEADERS]) else {
        return Some(Compared::Skipped(
            "the compiler's program does not end".into(),
        ));
    };
    let options = assay_c::Options {
        includes: vec![HEADERS.into()],
        ..assay_c::Options::default()
    };
    let program = match program_of(&path, &options, DataModel::Lp64) {
        Ok(program) => program,
        Err(why) => return Some(Compared::Different(why)),
    };
    let mut options = Options::new(program.find("main")?);
    options.max_steps = STEPS;
    let run = run(&program, &options, &BTreeMap::new());
    if run.end == End::TooLong {
        return Some(Compared::Skipped("it takes too long".into()));
    }
    let same = run.output == output && returned(&run) == Some(0) && run.failures.is_empty();
    Some(if same {
        Compared::Same
    } else {
        Compared::Different(format!(
            "{:?} {:?}\n{}but the compiler's program prints\n{}",
            run.end,
            run.failures.first(),
            String::from_utf8_lossy(&run.output),
            String::from_utf8_lossy(&output)
        ))
    })
}
