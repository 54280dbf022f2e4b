//! A structure as text and as DOT. Both read back to the same structure, comments aside.

use crate::structure::Structure;

/// The text format.
pub fn to_text(structure: &Structure, remark: Option<&str>) -> String {
    let mut text = remark.map_or(String::new(), |r| format!("-- {}\n", one_line(r)));
    let names = |all: &mut dyn Iterator<Item = usize>| {
        let names = all.map(|s| structure.states[s].name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    // All labels at first, so that they keep their order, and those that no state has.
    if !structure.labels.is_empty() {
        let labels: Vec<&str> = structure.labels.iter().map(|l| l.name.as_str()).collect();
        text.push_str(&format!("label {}\n", labels.join(" ")));
    }
    for state in &structure.states {
        text.push_str(&format!("state {}", state.name));
        if !state.labels.is_empty() {
            let labels = state
                .labels
                .iter()
                .map(|&l| structure.labels[l].name.as_str());
            text.push_str(&format!(": {}", labels.collect::<Vec<_>>().join(" ")));
        }
        if !state.edges.is_empty() {
            text.push_str(&format!(
                " -> {}",
                names(&mut state.edges.iter().map(|e| e.to))
            ));
        }
        text.push('\n');
    }
    text.push_str(&format!(
        "initial {}\n",
        names(&mut structure.initial.iter().copied())
    ));
    for (keyword, formula) in statements(structure) {
        text.push_str(&format!("{keyword} {formula}\n"));
    }
    text
}

/// DOT, for Graphviz and for reading back.
pub fn to_dot(structure: &Structure, remark: Option<&str>) -> String {
    let mut text = remark.map_or(String::new(), |r| format!("// {}\n", one_line(r)));
    text.push_str("digraph kripke {\n");
    if !structure.labels.is_empty() {
        let labels: Vec<&str> = structure.labels.iter().map(|l| l.name.as_str()).collect();
        text.push_str(&format!("  labels=\"{}\";\n", labels.join(" ")));
    }
    for (keyword, formula) in statements(structure) {
        let attribute = match keyword {
            "FAIRNESS" => "fairness",
            "INVARSPEC" => "invarspec",
            _ => "spec",
        };
        text.push_str(&format!("  {attribute}=\"{formula}\";\n"));
    }
    for (at, state) in structure.states.iter().enumerate() {
        let labels = state
            .labels
            .iter()
            .map(|&l| structure.labels[l].name.as_str());
        let labels = labels.collect::<Vec<_>>().join(" ");
        let below = if labels.is_empty() { "" } else { "\\n" };
        let initial = if structure.initial.contains(&at) {
            ", initial=true, penwidth=2"
        } else {
            ""
        };
        text.push_str(&format!(
            "  \"{}\" [label=\"{}{below}{labels}\"{initial}];\n",
            state.name, state.name
        ));
    }
    for state in &structure.states {
        for edge in &state.edges {
            let to = &structure.states[edge.to].name;
            text.push_str(&format!("  \"{}\" -> \"{to}\";\n", state.name));
        }
    }
    text.push_str("}\n");
    text
}

/// Conditions and claims, each with its keyword.
fn statements(structure: &Structure) -> Vec<(&'static str, String)> {
    let mut statements = Vec::new();
    for condition in &structure.fairness {
        statements.push(("FAIRNESS", condition.text.clone()));
    }
    for claim in &structure.claims {
        let keyword = if claim.invariant { "INVARSPEC" } else { "SPEC" };
        let formula = if claim.named {
            format!("{} := {}", claim.name, claim.text)
        } else {
            claim.text.clone()
        };
        statements.push((keyword, formula));
    }
    statements
}

fn one_line(remark: &str) -> String {
    remark.replace(['\n', '\r'], " ")
}
