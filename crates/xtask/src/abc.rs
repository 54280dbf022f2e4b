//! ABC's `pdr`, to compare with.

use std::path::Path;
use std::process::Command;

use assay_netlist::aiger::{Aiger, And, Latch, Lit, Reset, Symbol, SymbolKind, write_binary};
use tempfile::NamedTempFile;

use crate::netlist::{Said, output};

/// What ABC says of a file with one property. What the format's later versions have beyond outputs is
/// folded into the output.
pub fn only_property(abc: &str, file: &Path, limit: u64) -> Result<Said, String> {
    script(abc, &format!("read {}; fold; pdr", file.display()), limit)
}

/// What ABC says of one property of several.
pub fn property(
    abc: &str,
    file: &Path,
    aiger: &Aiger,
    claim: (SymbolKind, usize),
    limit: u64,
) -> Result<Said, String> {
    let read = |file: &Path| format!("read {}", file.display());
    match claim {
        (SymbolKind::Justice, index) => {
            let file = written(&for_l2s(aiger, index))?;
            script(abc, &format!("{}; l2s; pdr", read(file.path())), limit)
        }
        (_, index) => {
            // ABC has the bad states after the outputs, and reads no ASCII.
            let before = if aiger.bad.is_empty() {
                0
            } else {
                aiger.outputs.len()
            };
            let rest = format!("fold; cone -s -O {}; pdr", before + index);
            if file.extension().is_some_and(|e| e == "aag") {
                let file = written(aiger)?;
                return script(abc, &format!("{}; {rest}", read(file.path())), limit);
            }
            script(abc, &format!("{}; {rest}", read(file)), limit)
        }
    }
}

fn script(abc: &str, text: &str, limit: u64) -> Result<Said, String> {
    let mut command = Command::new(abc);
    command.args(["-c", text]);
    let (text, _, seconds) = output(command, limit)?;
    let verdict = if text.contains("Property proved") {
        "safe"
    } else if text.contains("was asserted in frame") {
        "unsafe"
    } else {
        "unknown"
    };
    Ok(Said {
        verdict: verdict.into(),
        by: "pdr".into(),
        seconds,
    })
}

/// The circuit as a file in the binary format, which goes when it is done with.
fn written(aiger: &Aiger) -> Result<NamedTempFile, String> {
    let bytes = write_binary(aiger).map_err(|e| format!("{e:?}"))?;
    let made = tempfile::Builder::new().suffix(".aig").tempfile();
    let file = made.map_err(|e| format!("a temporary file: {e}"))?;
    std::fs::write(file.path(), bytes).map_err(|e| format!("{}: {e}", file.path().display()))?;
    Ok(file)
}

/// A justice property in the convention of ABC's `l2s`, which has a translation of its own: if all
/// outputs called `assume_fair` are true infinitely often, so are those called `assert_fair`. A fair loop is to be
/// impossible: the assertion is false. Constraints become a latch that stays true while they hold; a loop in which it
/// is true once has never broken them.
fn for_l2s(aiger: &Aiger, justice: usize) -> Aiger {
    let mut new = aiger.clone();
    let mut fair = aiger.justice[justice].clone();
    fair.extend(&aiger.fairness);
    if !aiger.constraints.is_empty() {
        new.max_var += 1;
        let broken = Lit::of(new.max_var);
        let mut held = !broken;
        for &constraint in &aiger.constraints {
            new.max_var += 1;
            let lhs = Lit::of(new.max_var);
            new.ands.push(And {
                lhs,
                left: held,
                right: constraint,
            });
            held = lhs;
        }
        new.latches.push(Latch {
            lit: broken,
            next: !held,
            reset: Reset::Zero,
        });
        fair.push(held);
    }
    new.bad.clear();
    new.constraints.clear();
    new.justice.clear();
    new.fairness.clear();
    new.symbols.clear();
    new.comment = None;
    new.outputs = vec![Lit::FALSE];
    new.outputs.extend(fair);
    new.symbols = (0..new.outputs.len() as u32)
        .map(|index| Symbol {
            kind: SymbolKind::Output,
            index,
            name: match index {
                0 => "assert_fair_0".into(),
                _ => format!("assume_fair_{index}"),
            },
        })
        .collect();
    new
}
