//! `xtask bench growth`: how time and memory of `assay cover` grow with the registers of a circuit, and with the mutants
//! of one circuit. The circuits are made here: many copies of a small ring, each with a register that nobody needs.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::corpus::executable;
use crate::run::run;

#[derive(clap::Args)]
pub struct GrowthArgs {
    /// The assay executable; default target/release/assay.
    #[arg(long)]
    assay: Option<PathBuf>,
    /// Registers of the largest circuit.
    #[arg(long, default_value_t = 1000)]
    registers: usize,
}

/// Each size is half of the next.
const HALVINGS: u32 = 3;

pub fn growth(args: &GrowthArgs) -> Result<bool, String> {
    let assay = executable(args.assay.as_deref());
    let folder = std::env::temp_dir().join(format!("assay-growth-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    println!("| registers | mutants | decided | proof, wall s | processor s | MiB |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut good = true;
    for halving in (0..=HALVINGS).rev() {
        let file = folder.join(format!("rings{halving}.aag"));
        std::fs::write(&file, rings((args.registers >> halving) / 3)).map_err(|e| e.to_string())?;
        good &= measure(&assay, &file, &[])?;
    }
    let largest = folder.join("rings0.aag");
    let mutants = args.registers / 3 * 9;
    for halving in (1..=HALVINGS).rev() {
        let sample = (mutants >> halving).to_string();
        good &= measure(&assay, &largest, &["--sample", &sample, "--seed", "1"])?;
    }
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(good)
}

fn measure(assay: &Path, file: &Path, more: &[&str]) -> Result<bool, String> {
    let mut words =
        "cover --killers one --no-explain --no-certify --no-store --format json --quiet"
            .split(' ')
            .map(String::from)
            .collect::<Vec<_>>();
    words.extend(more.iter().map(|w| w.to_string()));
    let run = run(assay, &words, file, Duration::from_secs(900))?;
    let json = run.json().ok_or("no result")?;
    let number = |key: &str| json["summary"][key].as_u64().unwrap_or_default();
    println!(
        "| {} | {} | {} | {:.2} | {:.2} | {} |",
        json["elements"].as_array().map_or(0, Vec::len),
        number("mutants"),
        number("mutants") - number("unknown"),
        json["times"]["proof"].as_f64().unwrap_or_default(),
        run.cpu.as_secs_f64(),
        run.memory / 1024
    );
    Ok(number("unknown") == 0)
}

/// Rings in which p and q pass a token to one another and r follows q; every ring always has its token.
fn rings(count: usize) -> String {
    let (mut latches, mut gates) = (String::new(), String::new());
    let mut next = 3 * count as u32;
    let mut and = |left: u32, right: u32| {
        next += 1;
        let _ = writeln!(gates, "{} {left} {right}", 2 * next);
        2 * next
    };
    let mut all = 1;
    for ring in 0..count as u32 {
        let [p, q, r] = [1, 2, 3].map(|i| 2 * (3 * ring + i));
        let _ = writeln!(latches, "{p} {q}\n{q} {p} 1\n{r} {q}");
        let none = and(p ^ 1, q ^ 1);
        let lost = and(none, r ^ 1);
        all = and(all, lost ^ 1);
    }
    format!(
        "aag {next} 0 {} 0 {} 1\n{latches}{}\n{gates}",
        3 * count,
        3 * count,
        all ^ 1
    )
}
