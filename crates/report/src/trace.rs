//! A trace as people look at it: named signals in the order they are shown, internal variables left out.

use std::sync::Arc;

use assay_system::{Role, Shown, System, Trace};
use assay_term::{Functions, Sort, Value, VarId};

/// How the values of a signal are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Int,
    Real,
    /// A bit-vector of this width.
    Word(u32),
    Array,
    /// Value n is the n-th literal.
    Enum(Arc<[String]>),
}

/// One variable over all steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// `x`, `node~0.x`, `r.field`, `a[2]`.
    pub name: String,
    pub role: Role,
    pub kind: Kind,
    /// One value for each step.
    pub values: Vec<Value>,
}

/// What an uninterpreted function was at the arguments that mattered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionTable {
    pub name: String,
    pub rows: Vec<(Vec<Value>, Value)>,
}

/// Every signal has `length` values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceView {
    pub length: usize,
    /// Inputs first, then outputs, then locals; within a role the main node before called nodes.
    pub signals: Vec<Signal>,
    pub functions: Vec<FunctionTable>,
}

impl TraceView {
    /// Everything but internal variables.
    pub fn new(system: &System, trace: &Trace) -> TraceView {
        let vars = system
            .var_ids()
            .filter(|&id| system.var(id).role != Role::Internal);
        let value = |step: usize, var: VarId| trace.value(step, var).clone();
        TraceView::of(system, vars, trace.len(), &trace.functions, value)
    }

    /// The chosen variables.
    pub fn of(
        system: &System,
        vars: impl Iterator<Item = VarId>,
        length: usize,
        functions: &Functions,
        mut value: impl FnMut(usize, VarId) -> Value,
    ) -> TraceView {
        let mut signals: Vec<Signal> = vars
            .map(|id| {
                let var = system.var(id);
                let kind = match (&var.shown, system.sort(id)) {
                    (Shown::Enum(literals), _) => Kind::Enum(literals.clone()),
                    (Shown::Plain, Sort::Bool) => Kind::Bool,
                    (Shown::Plain, Sort::Int) => Kind::Int,
                    (Shown::Plain, Sort::Real) => Kind::Real,
                    (Shown::Plain, Sort::BitVec(width)) => Kind::Word(width),
                    (Shown::Plain, Sort::Array { .. }) => Kind::Array,
                };
                Signal {
                    name: var.name.clone(),
                    role: var.role,
                    kind,
                    values: (0..length).map(|n| value(n, id)).collect(),
                }
            })
            .collect();
        signals.sort_by_key(|s| (s.role, instance_path(&s.name).0.len()));
        let functions = functions
            .iter()
            .map(|(id, table)| FunctionTable {
                name: system.pool.function(id).name.clone(),
                rows: table
                    .iter()
                    .map(|(args, value)| (args.clone(), value.clone()))
                    .collect(),
            })
            .collect();
        TraceView {
            length,
            signals,
            functions,
        }
    }
}

/// Splits `a~0.b~1.r.field` into the instances it lies in and the rest: `[a~0, b~1]`, `r.field`.
pub(crate) fn instance_path(name: &str) -> (Vec<&str>, &str) {
    let mut path = Vec::new();
    let mut rest = name;
    while let Some((head, tail)) = rest.split_once('.') {
        let numbered = head
            .rsplit_once('~')
            .is_some_and(|(_, n)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if !numbered {
            break;
        }
        path.push(head);
        rest = tail;
    }
    (path, rest)
}

#[cfg(test)]
mod tests {
    use super::instance_path;

    #[test]
    fn instances_are_told_from_fields() {
        assert_eq!(instance_path("x"), (vec![], "x"));
        assert_eq!(instance_path("r.field"), (vec![], "r.field"));
        assert_eq!(instance_path("a~0.x"), (vec!["a~0"], "x"));
        assert_eq!(
            instance_path("a~0.b~12.r.f[2]"),
            (vec!["a~0", "b~12"], "r.f[2]")
        );
        assert_eq!(instance_path("~odd.x"), (vec![], "~odd.x"));
    }
}
