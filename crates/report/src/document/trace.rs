//! Executions in a document: in JSON an object for each step, in memory a row of values under the names.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use assay_system::Role;
use assay_term::{BigInt, BigRational};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::value::to_json;
use crate::{FunctionTable, Kind, Signal, TraceView};

/// A truth value, an integer, or a text: an enum literal, an integer beyond 2^53, or a rational such as `7/2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
}

/// A variable that traces show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignalInfo {
    pub name: String,
    /// `input`, `output` or `local`.
    #[serde(with = "role")]
    pub role: Role,
    pub kind: SignalKind,
    /// Of an enum, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub literals: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalKind {
    Bool,
    Int,
    Real,
    Enum,
}

/// An execution. Every step has one value for each name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub inputs: Vec<String>,
    /// Some of the document's signals, in their order.
    pub names: Vec<String>,
    pub steps: Vec<Vec<Value>>,
    pub functions: Vec<Function>,
}

/// An uninterpreted function at the arguments that matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub table: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub arguments: Vec<Value>,
    pub value: Value,
}

impl SignalInfo {
    /// What a trace says about its signals.
    pub fn of(view: &TraceView) -> Vec<SignalInfo> {
        let info = |s: &Signal| SignalInfo {
            name: s.name.clone(),
            role: s.role,
            kind: match s.kind {
                Kind::Bool => SignalKind::Bool,
                Kind::Int => SignalKind::Int,
                Kind::Real => SignalKind::Real,
                Kind::Enum(_) => SignalKind::Enum,
            },
            literals: match &s.kind {
                Kind::Enum(literals) => literals.to_vec(),
                _ => vec![],
            },
        };
        view.signals.iter().map(info).collect()
    }

    fn shown_as(&self) -> Kind {
        match self.kind {
            SignalKind::Bool => Kind::Bool,
            SignalKind::Int => Kind::Int,
            SignalKind::Real => Kind::Real,
            SignalKind::Enum => Kind::Enum(self.literals.clone().into()),
        }
    }
}

impl Trace {
    pub fn new(view: &TraceView) -> Trace {
        let inputs = view.signals.iter().filter(|s| s.role == Role::Input);
        let steps = (0..view.length).map(|step| {
            let cells = view.signals.iter();
            cells.map(|s| plain(&s.kind, &s.values[step])).collect()
        });
        let functions = view.functions.iter().map(|f| Function {
            name: f.name.clone(),
            table: f
                .rows
                .iter()
                .map(|(arguments, value)| Row {
                    arguments: arguments.iter().map(|a| plain(&kind_of(a), a)).collect(),
                    value: plain(&kind_of(value), value),
                })
                .collect(),
        });
        Trace {
            inputs: inputs.map(|s| s.name.clone()).collect(),
            names: view.signals.iter().map(|s| s.name.clone()).collect(),
            steps: steps.collect(),
            functions: functions.collect(),
        }
    }

    pub fn length(&self) -> usize {
        self.steps.len()
    }

    pub fn value(&self, step: usize, name: &str) -> Option<&Value> {
        let at = self.names.iter().position(|n| n == name)?;
        self.steps.get(step).map(|values| &values[at])
    }

    /// As it is shown. A name that `signals` does not have is a local whose values speak for themselves.
    pub fn view(&self, signals: &[SignalInfo]) -> TraceView {
        let by_name: HashMap<&str, &SignalInfo> =
            signals.iter().map(|s| (s.name.as_str(), s)).collect();
        let shown = self.names.iter().enumerate().map(|(at, name)| {
            let info = by_name.get(name.as_str());
            let column = self.steps.iter().map(|values| &values[at]);
            let kind = match info {
                Some(info) => info.shown_as(),
                None => guess(column.clone()),
            };
            let is_input = || self.inputs.contains(name);
            Signal {
                name: name.clone(),
                role: match info {
                    Some(info) => info.role,
                    None if is_input() => Role::Input,
                    None => Role::Local,
                },
                values: column.map(|v| exact(&kind, v)).collect(),
                kind,
            }
        });
        let functions = self.functions.iter().map(|f| FunctionTable {
            name: f.name.clone(),
            rows: f
                .table
                .iter()
                .map(|row| {
                    let value = |v: &Value| exact(&guess(std::iter::once(v)), v);
                    (row.arguments.iter().map(value).collect(), value(&row.value))
                })
                .collect(),
        });
        TraceView {
            length: self.length(),
            signals: shown.collect(),
            functions: functions.collect(),
        }
    }
}

fn kind_of(value: &assay_term::Value) -> Kind {
    match value {
        assay_term::Value::Bool(_) => Kind::Bool,
        assay_term::Value::Int(_) => Kind::Int,
        assay_term::Value::Real(_) => Kind::Real,
    }
}

fn plain(kind: &Kind, value: &assay_term::Value) -> Value {
    match to_json(kind, value) {
        serde_json::Value::Bool(b) => Value::Bool(b),
        serde_json::Value::Number(n) => Value::Int(n.as_i64().expect("beyond 2^53 it is a text")),
        serde_json::Value::String(text) => Value::Text(text.into()),
        other => unreachable!("no value is {other}"),
    }
}

/// The kind of values that nothing else is said about. Texts that are no numbers are literals.
fn guess<'a>(values: impl Iterator<Item = &'a Value> + Clone) -> Kind {
    let texts = values.clone().filter_map(|v| match v {
        Value::Text(text) => Some(text),
        _ => None,
    });
    if texts.clone().any(|t| t.parse::<BigRational>().is_err()) {
        let mut literals: Vec<String> = texts.map(|t| t.to_string()).collect();
        literals.sort_unstable();
        literals.dedup();
        return Kind::Enum(literals.into());
    }
    if texts.clone().any(|t| t.parse::<BigInt>().is_err()) {
        return Kind::Real;
    }
    match values.clone().any(|v| matches!(v, Value::Bool(_))) {
        true => Kind::Bool,
        false => Kind::Int,
    }
}

/// The value under its kind. What does not fit is shown as it can be: a document may have been edited.
fn exact(kind: &Kind, value: &Value) -> assay_term::Value {
    use assay_term::Value as Exact;
    match (kind, value) {
        (_, Value::Bool(b)) => Exact::Bool(*b),
        (Kind::Real, Value::Int(n)) => Exact::Real(BigRational::from(BigInt::from(*n))),
        (_, Value::Int(n)) => Exact::int(*n),
        (Kind::Enum(literals), Value::Text(text)) => {
            let at = literals.iter().position(|l| **l == **text);
            at.map(|i| Exact::int(i as i64))
                .or_else(|| text.parse::<BigInt>().ok().map(Exact::Int))
                .unwrap_or(Exact::int(-1))
        }
        (Kind::Real, Value::Text(text)) => Exact::Real(
            text.parse()
                .unwrap_or_else(|_| BigRational::from(BigInt::ZERO)),
        ),
        (_, Value::Text(text)) => Exact::Int(text.parse().unwrap_or(BigInt::ZERO)),
    }
}

mod role {
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
