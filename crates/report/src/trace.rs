//! A trace as people look at it: named signals in the order they are shown, internal variables left out.

use std::sync::Arc;

use assay_system::{Claim, Role, Shown, System, Trace};
use assay_term::{Functions, Sort, Value, VarId};

use crate::RunView;
use crate::value::show;

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
    /// Only for a lasso: the step whose state is that of the last step, so that the steps between them repeat for ever.
    pub back: Option<usize>,
    /// What the language itself tells of the execution. Where it does, that is shown in the place of a table.
    pub run: Option<RunView>,
}

/// How values of a variable are shown.
fn kind_of(system: &System, id: VarId) -> Kind {
    match (&system.var(id).shown, system.sort(id)) {
        (Shown::Enum(literals), _) => Kind::Enum(literals.clone()),
        (Shown::Plain, Sort::Bool) => Kind::Bool,
        (Shown::Plain, Sort::Int) => Kind::Int,
        (Shown::Plain, Sort::Real) => Kind::Real,
        (Shown::Plain, Sort::BitVec(width)) => Kind::Word(width),
        (Shown::Plain, Sort::Array { .. }) => Kind::Array,
    }
}

/// A value of a variable as people read it.
pub fn value_text(system: &System, id: VarId, value: &Value) -> String {
    show(&kind_of(system, id), value)
}

impl TraceView {
    /// A violation of one of the system's properties. Where the property is about what repeats for ever, the execution says what
    /// does.
    pub fn of_violation(system: &System, property: usize, trace: &Trace) -> TraceView {
        let saves = |step: usize, var: VarId| *trace.value(step, var) == Value::Bool(true);
        let claim = &system.properties[property].claim;
        TraceView {
            back: loop_start(claim, trace.len(), saves),
            ..TraceView::new(system, trace)
        }
    }

    /// The first steps of it, without what repeats.
    pub fn beginning(&self, length: usize) -> TraceView {
        let signals = self.signals.iter().map(|s| Signal {
            values: s.values[..length.min(self.length)].to_vec(),
            ..s.clone()
        });
        TraceView {
            length: length.min(self.length),
            signals: signals.collect(),
            back: None,
            ..self.clone()
        }
    }

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
                Signal {
                    name: var.name.clone(),
                    role: var.role,
                    kind: kind_of(system, id),
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
            back: None,
            run: None,
        }
    }

    /// In words: what repeats, where the first step has this number.
    pub(crate) fn told_loop(&self, number: usize) -> Option<String> {
        let back = number + self.back?;
        let last = number + self.length.checked_sub(1)?;
        Some(format!(
            "the state of step {last} is that of step {back}, so this repeats for ever"
        ))
    }
}

/// The step at which the loop of an execution begins that violates a claim about what repeats. `saves` says whether an input is true at a
/// step.
pub fn loop_start(
    claim: &Claim,
    length: usize,
    saves: impl Fn(usize, VarId) -> bool,
) -> Option<usize> {
    match claim {
        Claim::Justice { save, .. } => (0..length).find(|&step| saves(step, *save)),
        _ => None,
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
    use super::*;

    #[test]
    fn a_violation_of_justice_goes_round_from_where_the_state_was_saved() {
        let save = VarId(3);
        let saves = |step: usize, var: VarId| var == save && step >= 2;
        let justice = Claim::Justice {
            save,
            conditions: vec![],
        };
        assert_eq!(loop_start(&justice, 5, saves), Some(2));
        assert_eq!(loop_start(&justice, 2, saves), None);
        assert_eq!(loop_start(&Claim::Invariant, 5, saves), None);
    }

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
