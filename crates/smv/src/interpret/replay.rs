//! Executions: whether a sequence of steps is one of the model, and what is true in them.

use std::collections::HashMap;

use super::{Evaluator, Valuation};
use crate::elaborate::{Assign, Domain, Flat, NodeId, VarIx};
use crate::tree::{AssignKind, ConstraintKind, VariableKind};
use crate::values::Value;

/// The values of all variables in one step.
pub(crate) type Step = Vec<Value>;

/// Two steps that follow one another. The last has no next one.
struct Pair<'a> {
    now: &'a [Value],
    next: Option<&'a [Value]>,
}

impl Valuation for Pair<'_> {
    fn value(&self, var: VarIx, next: bool) -> Option<Value> {
        let step = if next { self.next? } else { self.now };
        step.get(var.0 as usize).cloned()
    }
}

pub(crate) struct Interpreter<'a> {
    flat: &'a Flat,
    /// By variable: what processes assign to its next value.
    nexts: HashMap<VarIx, Vec<&'a Assign>>,
}

impl<'a> Interpreter<'a> {
    pub fn new(flat: &'a Flat) -> Interpreter<'a> {
        let mut nexts: HashMap<VarIx, Vec<&Assign>> = HashMap::new();
        for assign in &flat.assigns {
            if assign.kind == AssignKind::Next {
                nexts.entry(assign.var).or_default().push(assign);
            }
        }
        Interpreter { flat, nexts }
    }

    /// Err with the first step that the model does not allow. `initial` says whether the first step begins an execution.
    pub fn follows(&self, steps: &[Step], initial: bool) -> Result<(), String> {
        for (at, step) in steps.iter().enumerate() {
            let wrong = |why: String| format!("step {at}: {why}");
            self.valid(step).map_err(wrong)?;
            if at == 0 && initial {
                self.starts(step).map_err(wrong)?;
            }
            if let Some(next) = steps.get(at + 1) {
                self.moves(step, next).map_err(wrong)?;
            }
        }
        Ok(())
    }

    pub fn truth(&self, step: &[Value], node: NodeId) -> Result<bool, String> {
        self.holds(node, step, None)
    }

    fn holds(&self, node: NodeId, now: &[Value], next: Option<&[Value]>) -> Result<bool, String> {
        let pair = Pair { now, next };
        let mut evaluator = Evaluator::new(self.flat, &pair);
        evaluator.truth(node).map_err(|failure| failure.to_string())
    }

    /// Ranges, assignments of the current step, `INVAR`.
    fn valid(&self, step: &[Value]) -> Result<(), String> {
        for (variable, value) in self.flat.vars.iter().zip(step) {
            if !variable.domain.contains(value) {
                return Err(format!("`{}` cannot be {value}", variable.name));
            }
        }
        self.assigned(AssignKind::Current, step)?;
        self.assumed(ConstraintKind::Invar, step, None)
    }

    fn starts(&self, step: &[Value]) -> Result<(), String> {
        self.assigned(AssignKind::Init, step)?;
        self.assumed(ConstraintKind::Init, step, None)
    }

    fn assigned(&self, kind: AssignKind, step: &[Value]) -> Result<(), String> {
        let assigns = self.flat.assigns.iter().filter(|a| a.kind == kind);
        for assign in assigns {
            self.allows(assign, step, None, &step[assign.var.0 as usize])?;
        }
        Ok(())
    }

    fn allows(
        &self,
        assign: &Assign,
        now: &[Value],
        next: Option<&[Value]>,
        value: &Value,
    ) -> Result<(), String> {
        let pair = Pair { now, next };
        let mut evaluator = Evaluator::new(self.flat, &pair);
        let allowed = evaluator.contains(assign.value, value, false);
        let name = &assign.names.instance;
        match allowed {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("`{name}` does not give {value}")),
            Err(failure) => Err(format!("`{name}`: {failure}")),
        }
    }

    fn assumed(
        &self,
        kind: ConstraintKind,
        now: &[Value],
        next: Option<&[Value]>,
    ) -> Result<(), String> {
        for constraint in self.flat.constraints.iter().filter(|c| c.kind == kind) {
            if !self.holds(constraint.node, now, next)? {
                return Err(format!("`{}` does not hold", constraint.names.instance));
            }
        }
        Ok(())
    }

    fn moves(&self, now: &[Value], next: &[Value]) -> Result<(), String> {
        for (at, variable) in self.flat.vars.iter().enumerate() {
            let (before, after) = (&now[at], &next[at]);
            if variable.kind == VariableKind::Frozen && before != after {
                return Err(format!("`{}` is frozen and changes", variable.name));
            }
            let assigns = self.nexts.get(&VarIx(at as u32));
            let Some(assigns) = assigns else { continue };
            let running = assigns.iter().find(|a| self.runs(a, now));
            match running {
                Some(assign) => self.allows(assign, now, Some(next), after)?,
                None if before != after => {
                    return Err(format!("`{}` changes, and nothing that assigns to it runs", variable.name));
                }
                None => {}
            }
        }
        self.assumed(ConstraintKind::Trans, now, Some(next))
    }

    /// Whether the process of an assignment is the one that is chosen.
    fn runs(&self, assign: &Assign, now: &[Value]) -> bool {
        let Some(selector) = self.flat.selector else {
            return true;
        };
        let chosen = &now[selector.0 as usize];
        let processes = &self.flat.var(selector).domain;
        matches!(processes, Domain::Literals(all) if all.get(assign.process) == Some(chosen))
    }
}
