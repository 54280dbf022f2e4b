//! Many plain programs by one call of the system's compiler.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::Sample;

/// Each run is a process of its own, so that all start with the same globals and a crash is told from a result.
const DRIVER: &str = "\
static void run(unsigned long number, unsigned long (*program)(void), unsigned long a, unsigned long b, unsigned long c) {
  fflush(stdout);
  if (fork() == 0) {
    alarm(5);
    input[0] = a; input[1] = b; input[2] = c;
    printf(\"%lu %lu\\n\", number, program());
    fflush(stdout);
    _exit(0);
  }
  wait(0);
}
";

/// For each seed what the program returned in each run; `None` without a compiler. A program that crashed is not there.
pub fn results(samples: &[&Sample], runs: u64, folder: &Path) -> Option<BTreeMap<u64, Vec<u64>>> {
    let mut text = String::from(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\
         #include <sys/wait.h>\nstatic unsigned long input[3];\n",
    );
    text.push_str(DRIVER);
    let mut calls = String::new();
    for sample in samples {
        text.push_str(&sample.with_inputs(|at| format!("input[{at}]")));
        for run in 0..runs {
            let [a, b, c] = sample.words(run);
            let (seed, entry) = (sample.seed, &sample.entry);
            let _ = writeln!(calls, "  run({seed}, {entry}, {a}u, {b}u, {c}u);");
        }
    }
    let _ = write!(text, "int main(void) {{\n{calls}  return 0;\n}}\n");
    let (source, binary) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&source, text).expect("the folder can be written to");
    let compiler = assay_c::compiler();
    let built = Command::new(compiler)
        .args([
            "-std=gnu11",
            "-w",
            "-O0",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-o",
        ])
        .args([&binary, &source])
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "the compiler refuses: {said}");
    let ran = Command::new(&binary).output().expect("it was built");
    let mut results: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        if let Some((seed, value)) = line.split_once(' ')
            && let (Ok(seed), Ok(value)) = (seed.parse(), value.parse())
        {
            results.entry(seed).or_default().push(value);
        }
    }
    results.retain(|_, values| values.len() as u64 == runs);
    Some(results)
}
