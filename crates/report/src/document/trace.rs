//! Executions in a document: in JSON an object for each step, in memory a row of values under the names.

use std::collections::HashMap;
use std::sync::Arc;

use assay_system::Role;
use assay_term::{BigInt, BigRational, Bits};
use serde::{Deserialize, Serialize};

use crate::value::{Plain, read_word, to_json};
use crate::{FunctionTable, Kind, Signal, TraceView};

/// A truth value, an integer, or a text: an enum literal, an integer beyond 2^53, a rational such as `7/2`, a word such
/// as `0x2a`, or an array such as `[0x00; 0b01: 0x2a]`.
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
    #[serde(with = "super::trace_json::role")]
    pub role: Role,
    pub kind: SignalKind,
    /// Of an enum, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub literals: Vec<String>,
    /// Of a word, in bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignalKind {
    Bool,
    Int,
    Real,
    Enum,
    Word,
    Array,
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
                Kind::Word(_) => SignalKind::Word,
                Kind::Array => SignalKind::Array,
            },
            literals: match &s.kind {
                Kind::Enum(literals) => literals.to_vec(),
                _ => vec![],
            },
            width: match s.kind {
                Kind::Word(width) => Some(width),
                _ => None,
            },
        };
        view.signals.iter().map(info).collect()
    }

    /// How values of this column are shown. The texts of arrays speak for themselves.
    fn shown_as<'a>(&self, column: impl Iterator<Item = &'a Value> + Clone) -> Kind {
        match self.kind {
            SignalKind::Bool => Kind::Bool,
            SignalKind::Int => Kind::Int,
            SignalKind::Real => Kind::Real,
            SignalKind::Enum => Kind::Enum(self.literals.clone().into()),
            SignalKind::Word => Kind::Word(self.width.unwrap_or(1)),
            SignalKind::Array => guess(column),
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
                    arguments: arguments
                        .iter()
                        .map(|a| plain(&Plain(a).kind(), a))
                        .collect(),
                    value: plain(&Plain(value).kind(), value),
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
                Some(info) => info.shown_as(column.clone()),
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
        (Kind::Word(width), Value::Text(text)) => read_word(*width, text)
            .unwrap_or_else(|| Bits::zero((*width).max(1)))
            .into(),
        (_, Value::Text(text)) => Exact::Int(text.parse().unwrap_or(BigInt::ZERO)),
    }
}
