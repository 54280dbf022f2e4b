//! Inputs for simulation: given in a table, random where nothing is given.

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::value::{Clamp, assemble, default_value, leaf_names, parse_value, take_apart};
use super::{InstanceId, Unknown, World};
use crate::model::{BinaryOp, FunctionId, Model, NodeId, Type, Value, VarId};

/// Random values of the language's types.
#[derive(Clone, Debug)]
pub struct Random {
    numbers: assay_system::Random,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random {
            numbers: assay_system::Random::new(seed),
        }
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.numbers.below(n)
    }

    /// A small number around zero, now and then a larger one.
    fn small(&mut self) -> i64 {
        let magnitude = match self.below(16) {
            0 => 1000,
            1..4 => 30,
            _ => 5,
        };
        self.below(2 * magnitude + 1) as i64 - magnitude as i64
    }

    /// A value of the type, within its ranges.
    pub fn value(&mut self, model: &Model, ty: &Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(self.below(2) == 1),
            Type::Int => Value::Int(BigInt::from(self.small())),
            Type::Real => {
                let quarters = BigInt::from(self.small());
                Value::Real(BigRational::new(quarters, BigInt::from(4)))
            }
            Type::Subrange(low, high) => {
                let span = (high - low).to_u64().unwrap_or(u64::MAX - 1);
                Value::Int(low + self.below(span.saturating_add(1)))
            }
            Type::Enum(id) => {
                let count = model.enumeration(*id).literals.len() as u64;
                Value::Enum(*id, self.below(count) as u32)
            }
            Type::Record(id) => {
                let fields = model.record(*id).fields.iter();
                Value::Record(*id, fields.map(|f| self.value(model, &f.ty)).collect())
            }
            Type::Array(element, n) => {
                Value::Array((0..*n).map(|_| self.value(model, element)).collect())
            }
            Type::Tuple(types) => {
                Value::Tuple(types.iter().map(|t| self.value(model, t)).collect())
            }
        }
    }
}

/// What is wrong with a table of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// Counted from 1; `None` if the heading is wrong.
    pub row: Option<usize>,
    pub column: String,
    pub message: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            Some(row) => write!(f, "row {row}, `{}`: {}", self.column, self.message),
            None => write!(f, "column `{}`: {}", self.column, self.message),
        }
    }
}

impl std::error::Error for TableError {}

/// Inputs of the main node, one row for each step, one column for each input or part of one (`r.f`, `a[2]`).
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The variable of each column and the number of the part.
    columns: Vec<(VarId, usize)>,
    rows: Vec<Vec<Value>>,
}

impl Table {
    /// Reads a table from its heading and its rows. Inputs may be missing.
    pub fn read(
        model: &Model,
        main: NodeId,
        heading: &[String],
        rows: &[Vec<String>],
    ) -> Result<Table, TableError> {
        let node = model.node(main);
        let mut parts: FxHashMap<String, (VarId, usize, Type)> = FxHashMap::default();
        for &input in &node.inputs {
            let variable = node.variable(input);
            let leaves = leaf_names(model, &variable.name.name, &variable.ty);
            for (number, (name, ty)) in leaves.into_iter().enumerate() {
                parts.insert(name, (input, number, ty));
            }
        }
        let mut columns: Vec<(VarId, usize)> = Vec::new();
        let mut types = Vec::new();
        for name in heading {
            let failed = |message: &str| TableError {
                row: None,
                column: name.clone(),
                message: message.to_owned(),
            };
            let Some((var, number, ty)) = parts.get(name.trim()) else {
                return Err(failed("the node has no such input"));
            };
            if columns.contains(&(*var, *number)) {
                return Err(failed("given twice"));
            }
            columns.push((*var, *number));
            types.push(ty);
        }
        let mut table = Table {
            columns,
            rows: Vec::new(),
        };
        for (number, row) in rows.iter().enumerate() {
            let mut values = Vec::new();
            for (column, ty) in types.iter().enumerate() {
                let parsed = match row.get(column) {
                    Some(text) => parse_value(model, ty, text),
                    None => Err("no value".to_owned()),
                };
                values.push(parsed.map_err(|message| TableError {
                    row: Some(number + 1),
                    column: heading[column].clone(),
                    message,
                })?);
            }
            table.rows.push(values);
        }
        Ok(table)
    }

    /// How many steps it has inputs for.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// A world of given and random inputs. Functions and division by zero are random but always the same for the same
/// arguments; values before the first step are defaults.
pub struct Stimuli<'m> {
    model: &'m Model,
    /// The node of each instance.
    nodes: Vec<NodeId>,
    table: Table,
    random: Random,
    functions: FxHashMap<(FunctionId, Vec<Value>, usize), Value>,
    quotients: FxHashMap<(BinaryOp, Value), Value>,
}

impl<'m> Stimuli<'m> {
    /// A world for `interpreter`, which runs `model`. What the table does not give is random.
    pub fn new(
        model: &'m Model,
        interpreter: &super::Interpreter<'m>,
        table: Table,
        seed: u64,
    ) -> Stimuli<'m> {
        Stimuli {
            model,
            nodes: interpreter.instances.iter().map(|i| i.node).collect(),
            table,
            random: Random::new(seed),
            functions: FxHashMap::default(),
            quotients: FxHashMap::default(),
        }
    }
}

impl World for Stimuli<'_> {
    fn input(&mut self, step: usize, instance: InstanceId, var: VarId) -> Value {
        let ty = &self.model.node(self.nodes[instance]).variable(var).ty;
        let value = self.random.value(self.model, ty);
        let Some(row) = self.table.rows.get(step).filter(|_| instance == 0) else {
            return value;
        };
        let mut scalars = Vec::new();
        take_apart(&value, &mut scalars);
        for ((given, part), value) in self.table.columns.iter().zip(row) {
            if *given == var {
                let mut scalar = Vec::new();
                take_apart(value, &mut scalar);
                scalars.splice(*part..part + 1, scalar);
            }
        }
        assemble(self.model, ty, Clamp::No, &mut scalars.into_iter())
            .expect("the parts have the types of the heading")
    }

    fn before(&mut self, _: InstanceId, _: Unknown, ty: &Type) -> Value {
        default_value(self.model, ty)
    }

    fn function(&mut self, function: FunctionId, args: &[Value], output: usize) -> Value {
        let ty = &self.model.function(function).outputs[output].ty;
        self.functions
            .entry((function, args.to_vec(), output))
            .or_insert_with(|| self.random.value(self.model, ty))
            .clone()
    }

    fn by_zero(&mut self, op: BinaryOp, dividend: &Value) -> Value {
        let ty = match dividend {
            Value::Real(_) => Type::Real,
            _ => Type::Int,
        };
        self.quotients
            .entry((op, dividend.clone()))
            .or_insert_with(|| self.random.value(self.model, &ty))
            .clone()
    }
}
