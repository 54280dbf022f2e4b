//! How values of the model's types become scalars: records and arrays are flattened into leaves, in the order of
//! declaration and of indices; an enumeration is an integer with a range.

use std::sync::Arc;

use assay_system::Shown;
use assay_term::{BigInt, Sort, Value};

use crate::model::{self, Model, RecordId, Type};

/// One scalar of a flattened type.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// `.f`, `[2]`, or a chain of them; empty for a scalar.
    pub suffix: String,
    pub sort: Sort,
    pub range: Option<(BigInt, BigInt)>,
    pub shown: Shown,
}

impl Leaf {
    /// The value JKind gives to an element outside of an array: false, zero, the lower bound.
    pub fn default_value(&self) -> Value {
        match &self.range {
            Some((low, _)) => Value::Int(low.clone()),
            None => Value::default_of(self.sort),
        }
    }
}

pub(super) struct Layout<'m> {
    model: &'m Model,
    /// For each record the offset of each field, and at the end the size; saturating.
    records: Vec<Vec<usize>>,
    enums: Vec<Shown>,
}

impl<'m> Layout<'m> {
    pub fn new(model: &'m Model) -> Layout<'m> {
        let enums = model.enums.iter().map(|e| {
            let names: Vec<String> = e.literals.iter().map(|l| l.name.to_string()).collect();
            Shown::Enum(Arc::from(names))
        });
        let mut layout = Layout {
            model,
            records: vec![Vec::new(); model.records.len()],
            enums: enums.collect(),
        };
        for id in 0..model.records.len() {
            layout.measure(RecordId(id as u32));
        }
        layout
    }

    fn measure(&mut self, id: RecordId) {
        if !self.records[id.index()].is_empty() {
            return;
        }
        let mut offset: usize = 0;
        let mut offsets = vec![0];
        for field in &self.model.record(id).fields {
            let mut inner = &field.ty;
            while let Type::Array(element, _) = inner {
                inner = element;
            }
            if let Type::Record(r) = inner {
                self.measure(*r);
            }
            offset = offset.saturating_add(self.size(&field.ty));
            offsets.push(offset);
        }
        self.records[id.index()] = offsets;
    }

    /// The number of leaves; saturating, so that a type too large to flatten is seen by its size.
    pub fn size(&self, ty: &Type) -> usize {
        match ty {
            Type::Bool | Type::Int | Type::Real | Type::Subrange(..) | Type::Enum(_) => 1,
            Type::Record(id) => *self.records[id.index()].last().expect("never empty"),
            Type::Array(element, n) => self.size(element).saturating_mul(*n),
            Type::Tuple(types) => types
                .iter()
                .fold(0, |sum: usize, t| sum.saturating_add(self.size(t))),
        }
    }

    /// Where a field's leaves start within those of the record.
    pub fn field_offset(&self, id: RecordId, field: usize) -> usize {
        self.records[id.index()][field]
    }

    /// The leaves of a type, whose [`Layout::size`] the caller has found acceptable.
    pub fn leaves(&self, ty: &Type) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.collect(ty, "", &mut leaves);
        leaves
    }

    fn collect(&self, ty: &Type, suffix: &str, leaves: &mut Vec<Leaf>) {
        let mut scalar = |sort, range, shown| {
            leaves.push(Leaf {
                suffix: suffix.to_owned(),
                sort,
                range,
                shown,
            });
        };
        match ty {
            Type::Bool => scalar(Sort::Bool, None, Shown::Plain),
            Type::Int => scalar(Sort::Int, None, Shown::Plain),
            Type::Real => scalar(Sort::Real, None, Shown::Plain),
            Type::Subrange(low, high) => {
                let range = Some((low.clone(), high.clone()));
                scalar(Sort::Int, range, Shown::Plain);
            }
            Type::Enum(id) => {
                let last = BigInt::from(self.model.enumeration(*id).literals.len()) - 1;
                let range = Some((BigInt::ZERO, last));
                scalar(Sort::Int, range, self.enums[id.index()].clone());
            }
            Type::Record(id) => {
                for field in &self.model.record(*id).fields {
                    self.collect(&field.ty, &format!("{suffix}.{}", field.name), leaves);
                }
            }
            Type::Array(element, n) => {
                for i in 0..*n {
                    self.collect(element, &format!("{suffix}[{i}]"), leaves);
                }
            }
            Type::Tuple(types) => {
                for (i, ty) in types.iter().enumerate() {
                    self.collect(ty, &format!("{suffix}.{i}"), leaves);
                }
            }
        }
    }
}

/// The scalars of a value, in the order of the leaves of its type.
pub(super) fn scalars(value: &model::Value, out: &mut Vec<Value>) {
    match value {
        model::Value::Bool(b) => out.push(Value::Bool(*b)),
        model::Value::Int(n) => out.push(Value::Int(n.clone())),
        model::Value::Real(r) => out.push(Value::Real(r.clone())),
        model::Value::Enum(_, n) => out.push(Value::Int(BigInt::from(*n))),
        model::Value::Record(_, parts)
        | model::Value::Array(parts)
        | model::Value::Tuple(parts) => {
            for part in parts {
                scalars(part, out);
            }
        }
    }
}
