//! Evidence in the JSON of `assay cover`: mutants name it by an id, and it stands once in a list of the document.

use serde_json::Value;

/// The member of one of the document's lists that has this id; null if there is none.
pub fn entry<'a>(document: &'a Value, list: &str, id: &Value) -> &'a Value {
    let all = document[list].as_array().into_iter().flatten();
    all.into_iter()
        .find(|entry| entry["id"] == *id)
        .unwrap_or(&Value::Null)
}
