//! Values of a machine as text.

use assay_language::{Change, Shown};

use crate::core::{Bound, Expr, Machine, Program, VarId};
use crate::scope::SearchScope;
use crate::solve::State;
use crate::value::{Printer, Shape, Spelling, Value};

/// How values of one program are written.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub program: &'a Program,
    pub scope: &'a SearchScope,
    pub spelling: Spelling,
}

impl Words<'_> {
    fn print(&self, value: &Value, shape: &Shape) -> String {
        let printer = Printer {
            program: self.program,
            scope: self.scope,
            spelling: self.spelling,
        };
        printer.print(value, shape)
    }

    pub fn value_of(&self, expr: &Expr, value: &Value) -> String {
        self.print(value, &Shape::of_value(self.program, expr))
    }

    pub fn plain(&self, value: &Value) -> String {
        self.print(value, &Shape::Plain)
    }

    pub fn in_set(&self, set: &Expr, value: &Value) -> String {
        self.print(value, &Shape::of_elements(self.program, set))
    }

    /// Inputs or outputs with their values.
    pub fn bound(&self, bound: &[Bound], values: &[Value]) -> Vec<Shown> {
        let pairs = bound.iter().zip(values);
        pairs
            .map(|(bound, value)| Shown {
                name: self.program.vars[bound.var.0 as usize].name.to_string(),
                value: self.in_set(&bound.set, value),
            })
            .collect()
    }

    pub fn state(&self, machine: &Machine, state: &State) -> Vec<Shown> {
        let pairs = machine.state.iter().zip(state.0.iter());
        pairs
            .map(|(variable, value)| Shown {
                name: variable.name.to_string(),
                value: self.in_set(&variable.set, value),
            })
            .collect()
    }

    /// The variables that differ; all of them where there is no state before.
    pub fn changes(&self, machine: &Machine, before: Option<&State>, after: &State) -> Vec<Change> {
        let mut changes = Vec::new();
        for (index, variable) in machine.state.iter().enumerate() {
            let old = before.map(|state| &state.0[index]);
            let new = &after.0[index];
            if old != Some(new) {
                changes.push(Change {
                    name: variable.name.to_string(),
                    before: old.map(|value| self.in_set(&variable.set, value)),
                    after: self.in_set(&variable.set, new),
                });
            }
        }
        changes
    }

    /// Variables with their values, as sets say how they are written.
    pub fn variables(&self, machine: &Machine, values: &[(VarId, Value)]) -> Vec<Shown> {
        let set_of = |var: VarId| {
            let states = machine.state.iter();
            let states = states.flat_map(|s| [(s.var, &s.set), (s.primed, &s.set)]);
            let operations = machine.operations.iter();
            let bounds = operations.flat_map(|o| o.inputs.iter().chain(&o.outputs));
            let bounds = bounds.map(|b| (b.var, &b.set));
            states
                .chain(bounds)
                .find(|(v, _)| *v == var)
                .map(|(_, set)| set)
        };
        values
            .iter()
            .map(|(var, value)| Shown {
                name: self.program.vars[var.0 as usize].name.to_string(),
                value: match set_of(*var) {
                    Some(set) => self.in_set(set, value),
                    None => self.plain(value),
                },
            })
            .collect()
    }
}
