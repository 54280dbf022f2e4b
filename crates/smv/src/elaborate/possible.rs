//! Values that an expression may have, by its parts alone: always enough, sometimes too many.

use std::collections::BTreeSet;

use super::{Convert, Domain, Flat, Kind, NodeId, VarIx};
use crate::tree::BinaryOp;
use crate::values::Value;

/// Sets of integers are listed up to this size.
const LISTED: usize = 64;

/// Integers and symbols. Truth values and words are all possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Possible {
    /// Least and greatest.
    pub range: Option<(i64, i64)>,
    /// Which ones, where they are few.
    pub listed: Option<BTreeSet<i64>>,
    pub symbols: BTreeSet<Value>,
}

impl Possible {
    fn integers(low: i64, high: i64) -> Possible {
        let few = high.saturating_sub(low) < LISTED as i64;
        Possible {
            range: Some((low, high)),
            listed: few.then(|| (low..=high).collect()),
            symbols: BTreeSet::new(),
        }
    }

    fn or(self, other: Possible) -> Possible {
        let listed = match (&self.range, &other.range) {
            (None, _) => other.listed,
            (_, None) => self.listed,
            _ => self.listed.zip(other.listed).and_then(|(mut a, b)| {
                a.extend(b);
                (a.len() <= LISTED).then_some(a)
            }),
        };
        let range = match (self.range, other.range) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        let mut symbols = self.symbols;
        symbols.extend(other.symbols);
        Possible {
            range,
            listed,
            symbols,
        }
    }

    /// Whether all are values of the domain.
    pub fn within(&self, domain: &Domain) -> bool {
        let integers = match (self.range, &self.listed, domain) {
            (None, ..) => true,
            (Some((low, high)), _, Domain::Range(from, to)) => *from <= low && high <= *to,
            (_, Some(listed), _) => listed.iter().all(|n| domain.contains(&Value::Int(*n))),
            _ => matches!(domain, Domain::Bool | Domain::Word { .. }),
        };
        integers && self.symbols.iter().all(|s| domain.contains(s))
    }

    /// All of them, where they are listed.
    pub fn values(&self) -> Option<Vec<Value>> {
        let integers: Vec<Value> = match (&self.range, &self.listed) {
            (None, _) => vec![],
            (_, Some(listed)) => listed.iter().map(|n| Value::Int(*n)).collect(),
            _ => return None,
        };
        Some(integers.into_iter().chain(self.symbols.iter().cloned()).collect())
    }

    pub fn has_zero(&self) -> bool {
        match (&self.listed, self.range) {
            (Some(listed), _) => listed.contains(&0),
            (None, Some((low, high))) => low <= 0 && 0 <= high,
            (None, None) => false,
        }
    }
}

pub(crate) fn of_var(flat: &Flat, var: VarIx) -> Possible {
    match &flat.var(var).domain {
        Domain::Range(low, high) => Possible::integers(*low, *high),
        Domain::Literals(values) => {
            let values = values.iter().map(of_value);
            values.fold(Possible::default(), Possible::or)
        }
        Domain::Bool | Domain::Word { .. } => Possible::default(),
    }
}

fn of_value(value: &Value) -> Possible {
    match value {
        Value::Int(n) => Possible::integers(*n, *n),
        Value::Symbol(_) => Possible {
            symbols: [value.clone()].into(),
            ..Possible::default()
        },
        Value::Bool(_) | Value::Word(_) => Possible::default(),
    }
}

/// `known` remembers expressions.
pub(crate) fn possible(
    flat: &Flat,
    node: NodeId,
    known: &mut rustc_hash::FxHashMap<NodeId, Possible>,
) -> Possible {
    if let Some(possible) = known.get(&node) {
        return possible.clone();
    }
    let mut of = |node: NodeId| possible(flat, node, known);
    let found = match &flat.node(node).kind {
        Kind::Value(value) => of_value(value),
        Kind::Var(var) => of_var(flat, *var),
        Kind::Define(define) => of(flat.define(*define).body),
        Kind::Range(low, high) => Possible::integers(*low, *high),
        Kind::Next(a) => of(*a),
        Kind::Negate(a) => match of(*a).range {
            Some((low, high)) => Possible::integers(high.saturating_neg(), low.saturating_neg()),
            None => Possible::default(),
        },
        Kind::Binary(BinaryOp::Union, a, b) => of(*a).or(of(*b)),
        Kind::Binary(op, a, b) => match (of(*a).range, of(*b).range) {
            (Some(a), Some(b)) => arithmetic(*op, a, b),
            _ => Possible::default(),
        },
        Kind::Case(branches) => {
            let values = branches.iter().map(|(_, value)| of(*value));
            values.fold(Possible::default(), Possible::or)
        }
        Kind::Conditional(_, a, b) => of(*a).or(of(*b)),
        Kind::Set(items) | Kind::Element { elements: items, .. } => {
            let values = items.iter().map(|item| of(*item));
            values.fold(Possible::default(), Possible::or)
        }
        Kind::Count(operands) => Possible::integers(0, operands.len() as i64),
        Kind::Convert(Convert::ToInt, a) => match flat.node(*a).ty.base {
            super::Base::Word { signed: true, width } => {
                Possible::integers(-(1 << (width - 1)), (1 << (width - 1)) - 1)
            }
            super::Base::Word { width, .. } => Possible::integers(0, (1 << width) - 1),
            super::Base::Bool => Possible::integers(0, 1),
            _ => of(*a),
        },
        _ => Possible::default(),
    };
    known.insert(node, found.clone());
    found
}

fn arithmetic(op: BinaryOp, a: (i64, i64), b: (i64, i64)) -> Possible {
    let corners = |f: fn(i64, i64) -> i64| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        let least = all.iter().min().expect("four corners");
        let greatest = all.iter().max().expect("four corners");
        Possible::integers(*least, *greatest)
    };
    let size = |r: (i64, i64)| r.0.saturating_abs().max(r.1.saturating_abs());
    match op {
        BinaryOp::Add => corners(i64::saturating_add),
        BinaryOp::Subtract => corners(i64::saturating_sub),
        BinaryOp::Multiply => corners(i64::saturating_mul),
        BinaryOp::Divide if b.0 > 0 || b.1 < 0 => corners(i64::saturating_div),
        BinaryOp::Divide => Possible::integers(-size(a), size(a)),
        BinaryOp::Modulo => {
            let most = (size(b) - 1).max(0).min(size(a));
            let low = if a.0 >= 0 { 0 } else { -most };
            let high = if a.1 <= 0 { 0 } else { most };
            Possible::integers(low, high)
        }
        _ => Possible::default(),
    }
}
