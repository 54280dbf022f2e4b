//! Operations of a module of Sum, and its checks.

use assay_source::Span;

use super::checker::{Checker, Entry, Line, Meaning, Role, Stage};
use super::code;
use super::copy::free_of;
use super::schematic::Schematic;
use crate::core::{
    Bound, Check, CheckLine, Conjunct, ConjunctRole, Expr, ExprKind, Operation, Pred, PredKind,
    Relation, VarId,
};
use crate::syntax::{
    self, Declaration, Expectation, ExprKind as Tree, Ident, Name, SchemaText, SchemaValue,
};

impl Checker<'_> {
    pub fn operation(&mut self, name: &Ident, value: &SchemaValue) {
        let here = self.here;
        let existing = match self.instances[here].names.get(&name.name) {
            Some(Entry {
                meaning: Meaning::Operation(owner, index),
                ..
            }) if *owner == here => Some(*index),
            _ => None,
        };
        let operation = match value {
            SchemaValue::Box(text) => Some(self.operation_box(name, text)),
            SchemaValue::Is(expr) => match (existing, restriction(&name.name, expr)) {
                (Some(index), Some(text)) => Some(self.restricted(index, text)),
                _ => self.operation_expr(name, expr),
            },
        };
        let Some(operation) = operation else {
            if existing.is_none() {
                self.declare_error(name);
            }
            return;
        };
        match (existing, value) {
            // `op ^= ...` says anew what an operation is.
            (Some(index), SchemaValue::Is(_)) => {
                self.instances[here].operations[index] = operation;
                self.instances[here].redefined = Some(index);
            }
            _ => {
                let index = self.instances[here].operations.len();
                let meaning = Meaning::Operation(here, index);
                if self.declare_global(&name.name, meaning, name.at.0) {
                    self.instances[here].operations.push(operation);
                }
            }
        }
    }

    pub fn operation_box(&mut self, name: &Ident, text: &SchemaText) -> Operation {
        self.stage = Stage::Operation;
        self.frames.push(self.state_frame(Stage::Operation));
        let (schema, _) = self.declarations(&text.declarations);
        let schema = self.without_state(schema);
        self.frames.push(self.frame_of(&schema));
        let mut lines = schema.lines.clone();
        lines.extend(self.predicates(&text.predicates));
        self.frames.pop();
        self.frames.pop();
        self.stage = Stage::Global;
        let mut operation = self.made_of(name, &schema.bound, lines);
        operation.precondition.get_or_insert_default();
        operation
    }

    /// What an inclusion like `Delta state` declares again is the state itself.
    pub fn without_state(&mut self, schema: Schematic) -> Schematic {
        let frame = self.state_frame(Stage::Operation);
        let mut values = std::collections::HashMap::new();
        let mut bound = Vec::new();
        for b in schema.bound {
            let name = self.var_name(b.var).clone();
            match frame.get(&name).or_else(|| frame.get(&self.full(&name))) {
                Some(Entry {
                    meaning: Meaning::Variable(var),
                    ..
                }) => {
                    let var = *var;
                    let span = self.program.vars[b.var.0 as usize].span;
                    self.agree(var, b.var, span);
                    values.insert(b.var, self.var_expr(var, span));
                }
                _ => bound.push(b),
            }
        }
        let lines = self.substitute(&schema.lines, values);
        Schematic { bound, lines }
    }

    pub fn made_of(&mut self, name: &Ident, bound: &[Bound], lines: Vec<Line>) -> Operation {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for b in bound {
            let variable = self.var_name(b.var).clone();
            if variable.is_output() {
                outputs.push(b.clone());
                continue;
            }
            if variable.is_primed() {
                let span = self.program.vars[b.var.0 as usize].span;
                let message = format!("`{variable}` is no variable of the next state");
                self.error(code::OTHER_STATE, span, message);
            }
            inputs.push(b.clone());
        }
        let mut precondition = None;
        let mut postcondition = Vec::new();
        for line in lines {
            match line.role {
                Role::Pre => precondition.get_or_insert_with(Vec::new).push(line.pred),
                role => postcondition.push(Conjunct {
                    predicate: line.pred,
                    role: role.of_conjunct(),
                }),
            }
        }
        Operation {
            name: self.full(&name.name),
            span: name.at.0,
            inputs,
            outputs,
            precondition,
            postcondition,
        }
    }

    /// `op A ^= B and C`: preconditions of what it refers to are in its postcondition.
    pub fn operation_expr(&mut self, name: &Ident, expr: &syntax::Expr) -> Option<Operation> {
        self.stage = Stage::Operation;
        self.frames.push(self.state_frame(Stage::Operation));
        self.nested += 1;
        self.last_chance = true;
        let schema = self.schema(expr);
        self.last_chance = false;
        self.nested -= 1;
        let schema = schema.map(|schema| self.without_state(schema));
        self.frames.pop();
        self.stage = Stage::Global;
        let mut schema = schema?;
        for line in &mut schema.lines {
            if line.role == Role::Pre {
                line.role = Role::Post;
            }
        }
        Some(self.made_of(name, &schema.bound, schema.lines))
    }

    /// `op ^= [op | s? in STR]`: the same operation for fewer inputs. Predicates that are no sets of inputs restrict its precondition.
    pub fn restricted(&mut self, index: usize, text: &SchemaText) -> Operation {
        let mut operation = self.instances[self.here].operations[index].clone();
        self.stage = Stage::Operation;
        self.frames.push(self.state_frame(Stage::Operation));
        let mut bound = operation.inputs.clone();
        bound.extend(operation.outputs.iter().cloned());
        let schema = Schematic {
            bound,
            lines: Vec::new(),
        };
        self.frames.push(self.frame_of(&schema));
        let lines = self.predicates(&text.predicates);
        self.frames.pop();
        self.frames.pop();
        self.stage = Stage::Global;
        for line in lines {
            if let Some((at, set)) = self.set_of_input(&operation, &line.pred) {
                operation.inputs[at].set = set.clone();
                self.sets.insert(operation.inputs[at].var, set);
            } else if let Some(precondition) = &mut operation.precondition {
                precondition.push(line.pred);
            } else {
                operation.postcondition.push(Conjunct {
                    predicate: line.pred,
                    role: ConjunctRole::Post,
                });
            }
        }
        operation
    }

    /// The input that `s? in STR` restricts, and the set that it then ranges over.
    pub fn set_of_input(&self, operation: &Operation, pred: &Pred) -> Option<(usize, Expr)> {
        let PredKind::Relation {
            relation: Relation::In,
            left,
            right,
        } = &*pred.kind
        else {
            return None;
        };
        let ExprKind::Var(var) = *left.kind else {
            return None;
        };
        let state = self.instances[self.here].state.as_ref();
        let mut others: Vec<VarId> = state
            .into_iter()
            .flat_map(|s| s.vars.iter().flat_map(|v| [v.var, v.primed]))
            .collect();
        others.extend(
            operation
                .inputs
                .iter()
                .chain(&operation.outputs)
                .map(|b| b.var),
        );
        if !free_of(right, &others) {
            return None;
        }
        let at = operation.inputs.iter().position(|b| b.var == var)?;
        let old = &operation.inputs[at].set;
        let set = if super::schematic::is_maximal(old) {
            right.clone()
        } else {
            let arguments = vec![old.clone(), right.clone()];
            let function = crate::core::Builtin::Intersection;
            let kind = ExprKind::Call {
                function,
                arguments,
            };
            Expr::new(kind, old.ty.clone(), pred.span)
        };
        Some((at, set))
    }

    pub fn check(&mut self, name: &Ident, checks: &[Expectation], span: Span) {
        self.stage = Stage::State;
        self.frames.push(self.state_frame(Stage::State));
        let lines = checks
            .iter()
            .map(|check| {
                let lines = self.predicates(std::slice::from_ref(&check.predicate));
                let parts = lines.into_iter().map(|l| l.pred).collect();
                let at = check.predicate.at.0;
                CheckLine {
                    predicate: super::checker::conjunction(parts, at),
                    otherwise: check.otherwise.clone(),
                    span: at,
                }
            })
            .collect();
        self.frames.pop();
        self.stage = Stage::Global;
        let here = self.here;
        let name = self.full(&name.name);
        self.instances[here]
            .checks
            .push(Check { name, span, lines });
    }
}

/// The text of `[op | P]` where it restricts the operation itself.
fn restriction<'t>(name: &Name, expr: &'t syntax::Expr) -> Option<&'t SchemaText> {
    let Tree::SchemaText(text) = &*expr.kind else {
        return None;
    };
    let [Declaration::Inclusion(included)] = &text.declarations[..] else {
        return None;
    };
    let Tree::Name {
        name: of,
        generics: None,
    } = &*included.kind
    else {
        return None;
    };
    (of == name).then_some(text)
}

/// The text of a restriction as the redefinition `NAME ^= [NAME | P]` has it.
pub(crate) fn restriction_of<'t>(name: &Name, value: &'t SchemaValue) -> Option<&'t SchemaText> {
    match value {
        SchemaValue::Is(expr) => restriction(name, expr),
        SchemaValue::Box(_) => None,
    }
}
