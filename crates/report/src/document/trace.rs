//! Executions in a document: a row of values for each step, under signals that the document names once.

use std::collections::HashMap;
use std::sync::Arc;

use assay_system::Role;
use assay_term::{BigInt, BigRational, Bits};
use serde::{Deserialize, Serialize};

use crate::value::{Plain, read_word, to_json};
use crate::{FunctionTable, Kind, RunView, Signal, TraceView};

/// A truth value, an integer, or a text: an enum literal, an integer beyond 2^53, a rational such as `7/2`, a word such
/// as `0x2a`, or an array such as `[0x00; 0b01: 0x2a]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The literals of an enum, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub literals: Vec<String>,
    /// The width of a word, in bits.
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

/// An execution. Every step has one value for each signal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trace {
    /// The signals that it shows, as places in the document's list of signals, in ascending order.
    pub signals: Vec<usize>,
    pub steps: Vec<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<Function>,
    /// Only for a lasso: the step whose state is that of the last step.
    #[serde(default, rename = "loop", skip_serializing_if = "Option::is_none")]
    pub back: Option<usize>,
    /// What the language itself tells of the execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunView>,
}

/// An uninterpreted function at the arguments that matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub table: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// Where the document's list has the signal of a name.
pub struct Places<'a>(HashMap<&'a str, usize>);

impl<'a> Places<'a> {
    pub fn new(signals: &'a [SignalInfo]) -> Places<'a> {
        let names = signals.iter().map(|s| s.name.as_str());
        Places(names.zip(0..).collect())
    }
}

impl Trace {
    /// What the view shows of the signals at these places.
    pub fn new(view: &TraceView, places: &Places<'_>) -> Trace {
        let mut shown: Vec<(usize, &Signal)> = view
            .signals
            .iter()
            .filter_map(|s| Some((*places.0.get(s.name.as_str())?, s)))
            .collect();
        shown.sort_by_key(|(place, _)| *place);
        let steps = (0..view.length).map(|step| {
            let cells = shown.iter();
            cells
                .map(|(_, s)| plain(&s.kind, &s.values[step]))
                .collect()
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
            steps: steps.collect(),
            functions: functions.collect(),
            signals: shown.iter().map(|(place, _)| *place).collect(),
            back: view.back,
            run: view.run.clone(),
        }
    }

    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Whether every signal is one of so many, every step has a value for each, and a loop returns to a step.
    pub(super) fn is_sound(&self, signals: usize) -> bool {
        let loops = |back: usize| back < self.steps.len();
        self.back.is_none_or(loops)
            && self.signals.iter().all(|&s| s < signals)
            && self.steps.iter().all(|s| s.len() == self.signals.len())
    }

    /// As it is shown.
    pub fn view(&self, signals: &[SignalInfo]) -> TraceView {
        let shown = self.signals.iter().enumerate().map(|(at, &place)| {
            let info = &signals[place];
            let column = self.steps.iter().map(|values| &values[at]);
            let kind = info.shown_as(column.clone());
            Signal {
                name: info.name.clone(),
                role: info.role,
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
            back: self.back,
            run: self.run.clone(),
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
    if values.clone().any(|v| matches!(v, Value::Bool(_))) {
        Kind::Bool
    } else {
        Kind::Int
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
