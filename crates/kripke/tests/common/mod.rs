//! Texts as structures, and random ones.
#![allow(
    dead_code,
    reason = "each test file uses its own part of what they share"
)]

use assay_kripke::{Structure, read};
use assay_source::{Diagnostic, SourceMap};
use assay_testkit::Random;

pub fn parse(text: &str) -> Result<(Structure, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut map = SourceMap::new();
    let file = map.add_text("test.kripke", text);
    read(map.file(file))
}

#[track_caller]
pub fn accepted(text: &str) -> Structure {
    match parse(text) {
        Ok((structure, _)) => structure,
        Err(faults) => panic!("{faults:#?}"),
    }
}

/// A random structure as text, with claims.
pub fn random(random: &mut Random) -> String {
    let count = 1 + random.below(9);
    let mut text = String::new();
    for state in 0..count {
        text.push_str(&format!("state s{state}"));
        let labels: Vec<&str> = ["p", "q", "r"]
            .into_iter()
            .filter(|_| random.chance(50))
            .collect();
        if !labels.is_empty() {
            text.push_str(&format!(": {}", labels.join(" ")));
        }
        let to: Vec<String> = (0..count)
            .filter(|_| random.chance(25))
            .map(|s| format!("s{s}"))
            .collect();
        if !to.is_empty() {
            text.push_str(&format!(" -> {}", to.join(", ")));
        }
        text.push('\n');
    }
    text.push_str("label p q r\ninitial s0");
    if random.chance(30) {
        text.push_str(&format!(" s{}", random.below(count)));
    }
    text.push('\n');
    for _ in 0..random.below(3) {
        let condition = random.pick(&["p", "!q", "p | r", "state = s0"]);
        text.push_str(&format!("FAIRNESS {condition}\n"));
    }
    for claim in 0..3 {
        text.push_str(&format!("SPEC c{claim} := {}\n", formula(random, 3)));
    }
    text.push_str("SPEC always := AG (p | q)\nINVARSPEC r | !r\n");
    text
}

pub fn formula(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random
            .pick(&["p", "q", "r", "state = s0", "state != s0", "TRUE"])
            .to_string();
    }
    let a = formula(random, depth - 1);
    let b = formula(random, depth - 1);
    match random.below(10) {
        0 => format!("!({a})"),
        1 => format!("({a}) & ({b})"),
        2 => format!("({a}) | ({b})"),
        3 => format!("({a}) -> ({b})"),
        4 => format!("({a}) <-> ({b})"),
        5 => format!("A[{a} U {b}]"),
        6 => format!("E[{a} U {b}]"),
        _ => {
            let operator = random.pick(&["AX", "AF", "AG", "EX", "EF", "EG"]);
            format!("{operator} ({a})")
        }
    }
}
