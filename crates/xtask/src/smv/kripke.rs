//! Random structures of explicit states with random formulas of CTL, written as SMV: up to 64 states, with states that have no successor,
//! and up to three fairness conditions.

use assay_system::Random;

use super::ctl;
use super::expression::{Name, Type};

/// How many atomic propositions label the states.
const LABELS: usize = 3;

pub fn structure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let states = match random.below(4) {
        0 => 1 + random.below(4),
        1 | 2 => 2 + random.below(15),
        _ => 17 + random.below(48),
    };
    let mut text = format!("MODULE main\nVAR s : 0..{};\n", states - 1);
    let mut names = Vec::new();
    for at in 0..LABELS {
        // A label is rare, common or between.
        let percent = [10, 40, 80][random.below(3) as usize];
        let labelled = some_of(&mut random, states, percent);
        text.push_str(&format!("DEFINE p{at} := {};\n", among("s", &labelled)));
        names.push(Name {
            text: format!("p{at}"),
            ty: Type::Bool,
        });
    }
    let mut initial = some_of(&mut random, states, 20);
    if initial.is_empty() && random.below(100) < 90 {
        initial.push(random.below(states));
    }
    text.push_str(&format!("INIT {}\n", among("s", &initial)));
    text.push_str(&edges(&mut random, states));
    for _ in 0..random.below(4) {
        let percent = [30, 60, 90][random.below(3) as usize];
        let fair = some_of(&mut random, states, percent);
        text.push_str(&format!("FAIRNESS {}\n", among("s", &fair)));
    }
    for _ in 0..6 {
        let depth = 2 + random.below(3) as u32;
        let formula = ctl::formula(&mut random, &names, depth);
        text.push_str(&format!("CTLSPEC {formula};\n"));
    }
    // True where there are no executions, and only there.
    text.push_str("CTLSPEC FALSE;\n");
    text
}

/// The relation, a branch for each state. In some structures some states have no successor.
fn edges(random: &mut Random, states: u64) -> String {
    let dead = [0, 0, 3, 10][random.below(4) as usize];
    let most = 1 + random.below(3);
    let mut text = String::from("TRANS case\n");
    for state in 0..states {
        let count = 1 + random.below(most);
        let successors: Vec<u64> = if random.below(100) < dead {
            vec![]
        } else {
            (0..count).map(|_| random.below(states)).collect()
        };
        text.push_str(&format!(
            "  s = {state} : {};\n",
            among("next(s)", &successors)
        ));
    }
    text.push_str("  TRUE : FALSE;\nesac\n");
    text
}

fn some_of(random: &mut Random, states: u64, percent: u64) -> Vec<u64> {
    (0..states)
        .filter(|_| random.below(100) < percent)
        .collect()
}

fn among(value: &str, states: &[u64]) -> String {
    if states.is_empty() {
        return "FALSE".into();
    }
    let list: Vec<String> = states.iter().map(u64::to_string).collect();
    format!("{value} in {{{}}}", list.join(", "))
}
