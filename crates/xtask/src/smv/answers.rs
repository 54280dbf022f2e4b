//! What assay said about each claim of a text of SMV, from its JSON.

use serde_json::Value;

use super::source::{Kind, Source};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Holds,
    Fails,
    /// There is nothing to violate the claim, or no fair execution at all.
    Vacuous,
    /// Of a quantity.
    Value(String),
    /// The reason.
    Unknown(String),
}

impl Answer {
    /// As NuSMV would write it. It calls everything true where there are no executions.
    pub fn word(&self) -> Option<&str> {
        match self {
            Answer::Holds | Answer::Vacuous => Some("true"),
            Answer::Fails => Some("false"),
            Answer::Value(value) => Some(value),
            Answer::Unknown(_) => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub name: String,
    pub answer: Answer,
    /// Whether the evidence was checked; false where there has to be some.
    pub checked: bool,
    line: usize,
    column: usize,
}

/// All properties of a result and what it computed, in its order.
pub fn answers(json: &Value) -> Vec<Answered> {
    let lists = ["properties", "computed"].map(|key| json[key].as_array());
    lists
        .into_iter()
        .flatten()
        .flatten()
        .map(answered)
        .collect()
}

fn answered(property: &Value) -> Answered {
    let number = |key: &str| property["span"][key].as_u64().unwrap_or_default() as usize;
    let text = |key: &str| property[key].as_str().unwrap_or_default().to_string();
    let answer = match property["verdict"].as_str().unwrap_or_default() {
        "unknown" => Answer::Unknown(text("reason")),
        "" if property["reason"].is_string() => Answer::Unknown(text("reason")),
        _ if property["value"].is_string() => Answer::Value(text("value")),
        _ if property["value"].is_number() => Answer::Value(property["value"].to_string()),
        "proved" => Answer::Holds,
        "violated" => Answer::Fails,
        "vacuous" => Answer::Vacuous,
        other => Answer::Unknown(format!("verdict `{other}`")),
    };
    Answered {
        name: text("name"),
        checked: matches!(answer, Answer::Unknown(_)) || property["checked"]["ok"] == true,
        answer,
        line: number("line"),
        column: number("column"),
    }
}

/// For each claim of an instance, in the order of [`Source::instances`], the property that says what it says. A property has the place of
/// its claim; of several instances the name tells which one, or else their order.
pub fn by_instance<'a>(source: &Source, all: &'a [Answered]) -> Vec<Option<&'a Answered>> {
    let mut found = vec![None; source.instances.len()];
    for claim in 0..source.claims.len() {
        let of_claim: Vec<&Answered> = all
            .iter()
            .filter(|a| source.claim_at(a.line, a.column) == Some(claim))
            .collect();
        let places: Vec<usize> = (0..source.instances.len())
            .filter(|&at| source.instances[at].claim == claim)
            .collect();
        for (order, &place) in places.iter().enumerate() {
            let path = format!("{}.", source.instances[place].path);
            let named = of_claim
                .iter()
                .find(|a| path != "." && a.name.starts_with(&path));
            found[place] = named.or_else(|| of_claim.get(order)).copied();
        }
    }
    found
}

/// Claims of these kinds, with their places in [`Source::instances`].
pub fn of_kinds(source: &Source, kinds: &[Kind]) -> Vec<usize> {
    (0..source.instances.len())
        .filter(|&at| kinds.contains(&source.claims[source.instances[at].claim].kind))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smv::source;

    const MODEL: &str = "MODULE m\nVAR x : boolean;\nSPEC AG x\nLTLSPEC G x\nMODULE main\nVAR a : m; b : m;\nCOMPUTE MIN [ a.x, b.x ]\nINVARSPEC a.x\n";

    #[test]
    fn properties_find_their_claims_by_place_and_name() {
        let json = serde_json::json!({ "properties": [
            { "name": "b.x", "verdict": "violated", "checked": { "ok": true }, "span": { "line": 3, "column": 6 } },
            { "name": "a.x", "verdict": "proved", "span": { "line": 3, "column": 6 } },
            { "name": "l1", "verdict": "unknown", "reason": "not supported", "span": { "line": 4, "column": 1 } },
            { "name": "l2", "verdict": "unknown", "reason": "not supported", "span": { "line": 4, "column": 1 } },
            { "name": "i", "verdict": "vacuous", "span": { "line": 8, "column": 11 } },
        ], "computed": [
            { "name": "c", "claim": "compute", "value": 3, "span": { "line": 7, "column": 1 } },
        ]});
        let all = answers(&json);
        let source = source::read(MODEL);
        let found: Vec<Option<&str>> = by_instance(&source, &all)
            .into_iter()
            .map(|a| a.map(|a| a.answer.word().unwrap_or(&a.name)))
            .collect();
        let expected = ["true", "false", "3", "l1", "l2", "true"];
        assert_eq!(found, expected.map(Some));
        assert!(all[0].checked && !all[1].checked && all[2].checked);
        assert_eq!(of_kinds(&source, &[Kind::Ltl, Kind::Invariant]), [3, 4, 5]);
    }

    #[test]
    fn a_claim_without_a_property_has_no_answer() {
        let source = source::read(MODEL);
        assert_eq!(
            by_instance(&source, &[]),
            vec![None; 6] as Vec<Option<&Answered>>
        );
    }
}
