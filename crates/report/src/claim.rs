//! What a property claims and within what its proof holds, in the words of results.

use std::fmt;

use assay_system::{Class, Property, Within};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What a property says of the executions, and what kind of fault its violation is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimView {
    /// `invariant`, `reachable`, `obligation`, `justice`, `ctl` or `ltl`; empty in results of older versions, which do not say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub claim: String,
    /// None where it is what a user asserted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

impl ClaimView {
    /// The claim of a user that something holds at every step.
    pub fn invariant() -> ClaimView {
        ClaimView {
            claim: "invariant".into(),
            class: None,
        }
    }

    pub(crate) fn is_reachable(&self) -> bool {
        self.claim == "reachable"
    }

    /// What is worth saying beside the name: nothing of what a user asserts of every step.
    pub(crate) fn told(&self) -> Option<String> {
        let claim = Some(self.claim.as_str()).filter(|c| !c.is_empty() && *c != "invariant");
        match (claim, &self.class) {
            (None, None) => None,
            (Some(claim), None) => Some(claim.to_string()),
            (None, Some(class)) => Some(class.clone()),
            (Some(claim), Some(class)) => Some(format!("{claim}, {class}")),
        }
    }
}

impl From<&Property> for ClaimView {
    fn from(property: &Property) -> ClaimView {
        ClaimView {
            claim: property.claim.as_str().to_string(),
            class: named(&property.class),
        }
    }
}

/// The class where it is not that of what a user asserts: the reason of a kill.
pub fn named(class: &Class) -> Option<String> {
    (*class != Class::ASSERTION).then(|| class.as_str().to_string())
}

/// A bound (`{"unwind": 4}`) or a scope (`{"scope": {"DATA": 3}}`) that a proof holds within.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WithinView(Map<String, Value>);

impl WithinView {
    /// None where a proof holds of everything that the model can do.
    pub fn new(within: &Within) -> Option<WithinView> {
        match within {
            Within::Everything => None,
            Within::Bound(bounds) => {
                let bounds = bounds.iter().map(|(name, n)| (name.clone(), json!(n)));
                Some(WithinView(bounds.collect()))
            }
            Within::Scope(scope) => {
                let scope = scope.iter().map(|(name, v)| (name.clone(), value(v)));
                let scope: Map<String, Value> = scope.collect();
                let all = [("scope".to_string(), Value::Object(scope))];
                Some(WithinView(all.into_iter().collect()))
            }
        }
    }
}

impl WithinView {
    /// The same at this size of the model, which comes first.
    pub(crate) fn at_size(&self, name: &str, size: u64) -> WithinView {
        let size = (name.to_string(), json!(size));
        WithinView(std::iter::once(size).chain(self.0.clone()).collect())
    }
}

/// A number, a pair of numbers for `-2..2`, or the text as it is.
fn value(text: &str) -> Value {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    if let Some(n) = number(text) {
        return json!(n);
    }
    let range = text.split_once("..").map(|(a, b)| (number(a), number(b)));
    match range {
        Some((Some(low), Some(high))) => json!([low, high]),
        _ => json!(text),
    }
}

impl fmt::Display for WithinView {
    /// `unwind 4`, or `scope DATA 3, ints -2..2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = false;
        for (name, value) in &self.0 {
            if rest {
                f.write_str(", ")?;
            }
            rest = true;
            match value {
                Value::Object(inner) => write!(f, "{name} {}", WithinView(inner.clone()))?,
                Value::String(text) => write!(f, "{name} {text}")?,
                Value::Array(ends) => {
                    let ends: Vec<String> = ends.iter().map(Value::to_string).collect();
                    write!(f, "{name} {}", ends.join(".."))?;
                }
                other => write!(f, "{name} {other}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_scopes_are_told_and_written() {
        let bound = Within::Bound(vec![("unwind".into(), 4), ("depth".into(), 2)]);
        let bound = WithinView::new(&bound).expect("a bound");
        assert_eq!(bound.to_string(), "unwind 4, depth 2");
        assert_eq!(json!(bound), json!({ "unwind": 4, "depth": 2 }));
        let given = [("DATA", "3"), ("ints", "-2..2"), ("order", "total")];
        let given = given.map(|(name, v)| (name.to_string(), v.to_string()));
        let scope = WithinView::new(&Within::Scope(given.to_vec())).expect("a scope");
        assert_eq!(scope.to_string(), "scope DATA 3, ints -2..2, order total");
        let written = json!({ "scope": { "DATA": 3, "ints": [-2, 2], "order": "total" } });
        assert_eq!(json!(scope), written);
        assert_eq!(WithinView::new(&Within::Everything), None);
    }
}
