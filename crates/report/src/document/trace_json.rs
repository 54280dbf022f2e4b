//! Traces in JSON: an object for each step. The first step says which names there are, and all others have the same.

use std::fmt;

use assay_system::Role;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::trace::{Function, Trace, Value};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(b) => s.serialize_bool(*b),
            Value::Int(n) => s.serialize_i64(*n),
            Value::Text(text) => s.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Value, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a truth value, an integer or a text")
            }
            fn visit_bool<E: Error>(self, b: bool) -> Result<Value, E> {
                Ok(Value::Bool(b))
            }
            fn visit_i64<E: Error>(self, n: i64) -> Result<Value, E> {
                Ok(Value::Int(n))
            }
            fn visit_u64<E: Error>(self, n: u64) -> Result<Value, E> {
                Ok(i64::try_from(n).map_or_else(|_| Value::Text(n.to_string().into()), Value::Int))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.into()))
            }
        }
        d.deserialize_any(Any)
    }
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        struct Steps<'a>(&'a Trace);
        struct Step<'a>(&'a [String], &'a [Value]);
        impl Serialize for Steps<'_> {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                let mut seq = s.serialize_seq(Some(self.0.steps.len()))?;
                for values in &self.0.steps {
                    seq.serialize_element(&Step(&self.0.names, values))?;
                }
                seq.end()
            }
        }
        impl Serialize for Step<'_> {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_map(self.0.iter().zip(self.1))
            }
        }
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("length", &self.length())?;
        map.serialize_entry("inputs", &self.inputs[..])?;
        map.serialize_entry("steps", &Steps(self))?;
        if !self.functions.is_empty() {
            map.serialize_entry("functions", &self.functions)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Trace, D::Error> {
        #[derive(Deserialize)]
        struct Plain {
            inputs: Vec<String>,
            steps: Steps,
            #[serde(default)]
            functions: Vec<Function>,
        }
        let plain = Plain::deserialize(d)?;
        Ok(Trace {
            inputs: plain.inputs,
            names: plain.steps.names,
            steps: plain.steps.rows,
            functions: plain.functions,
        })
    }
}

/// The steps of a trace while they are read. The first says which names there are.
#[derive(Default)]
struct Steps {
    names: Vec<String>,
    rows: Vec<Vec<Value>>,
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Steps, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = Steps;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of steps")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Steps, A::Error> {
                let mut steps = Steps::default();
                while let Some(Step(cells)) = seq.next_element()? {
                    steps.push(cells).map_err(A::Error::custom)?;
                }
                Ok(steps)
            }
        }
        d.deserialize_seq(Rows)
    }
}

impl Steps {
    fn push(&mut self, cells: Vec<(String, Value)>) -> Result<(), String> {
        let step = self.rows.len();
        if step == 0 {
            let (names, row) = cells.into_iter().unzip();
            (self.names, self.rows) = (names, vec![row]);
            return Ok(());
        }
        if cells.len() != self.names.len() {
            return Err(format!("step {step} has other variables than step 0"));
        }
        let in_order = cells.iter().zip(&self.names).all(|((n, _), m)| n == m);
        let row = match in_order {
            true => cells.into_iter().map(|(_, value)| value).collect(),
            false => {
                let value = |name: &String| cells.iter().find(|(n, _)| n == name);
                let row: Option<Vec<Value>> = self
                    .names
                    .iter()
                    .map(|name| value(name).map(|(_, v)| v.clone()))
                    .collect();
                row.ok_or_else(|| format!("step {step} has other variables than step 0"))?
            }
        };
        self.rows.push(row);
        Ok(())
    }
}

struct Step(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Step, D::Error> {
        struct Cells;
        impl<'de> Visitor<'de> for Cells {
            type Value = Step;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the values of one step by name")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Step, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = map.next_entry()? {
                    cells.push(cell);
                }
                Ok(Step(cells))
            }
        }
        d.deserialize_map(Cells)
    }
}

/// A role by its name.
pub(super) mod role {
    use super::*;

    pub fn serialize<S: Serializer>(role: &Role, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(match role {
            Role::Input => "input",
            Role::Output => "output",
            Role::Local | Role::Internal => "local",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Role, D::Error> {
        let text = String::deserialize(d)?;
        match text.as_str() {
            "input" => Ok(Role::Input),
            "output" => Ok(Role::Output),
            "local" => Ok(Role::Local),
            _ => Err(D::Error::unknown_variant(
                &text,
                &["input", "output", "local"],
            )),
        }
    }
}
