//! The machine of a file of Z: its state, its initialisation and its operations, found by names and shapes.
//!
//! A state is a schema without strokes for which there are operations: schemas that have each of its variables unprimed and primed.
//! An initialisation is called `Init...` or `...Init` and has each of its variables once. Of several states the one with an
//! initialisation is taken, then the one with more operations of its own, then the first.

use std::collections::{HashMap, HashSet};

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Line, Meaning, conjunction};
use super::schematic::Schematic;
use super::{Options, code};
use crate::core::{
    Bound, Conjunct, Expr, Init, Machine, Operation, Pred, PredKind, StateVar, VarId,
};
use crate::syntax::Name;

/// What was found, so that a command can show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub state: Option<Name>,
    pub init: Option<Name>,
    pub operations: Vec<Name>,
    /// Other schemas that have the shape of a state, and operations.
    pub other_states: Vec<Name>,
    pub other_inits: Vec<Name>,
}

/// A schema of the file with the names of its variables.
struct Shape {
    id: usize,
    name: Name,
    vars: HashSet<Name>,
}

impl Shape {
    fn is_state(&self) -> bool {
        !self.vars.is_empty() && self.vars.iter().all(|v| v.strokes().is_empty())
    }

    fn has_primed(&self, state: &Shape) -> bool {
        state
            .vars
            .iter()
            .all(|v| self.vars.contains(&v.stroked("'")))
    }

    fn has_unprimed(&self, state: &Shape) -> bool {
        state.vars.iter().all(|v| self.vars.contains(v))
    }

    fn is_operation(&self, state: &Shape) -> bool {
        let word = self.name.as_str();
        !word.starts_with(['Δ', 'Ξ']) && self.has_unprimed(state) && self.has_primed(state)
    }

    fn is_init(&self, state: &Shape) -> bool {
        let word = self.name.as_str().to_lowercase();
        (word.starts_with("init") || word.ends_with("init"))
            && self.id != state.id
            && (self.has_unprimed(state) || self.has_primed(state))
    }
}

impl Checker<'_> {
    pub fn find_machine(&mut self, options: &Options) -> Option<Found> {
        let shapes = self.shapes();
        let (state, others) = self.find_state(&shapes, options)?;
        let state = &shapes[state];
        let (init, other_inits) = self.find_init(&shapes, state, options);
        let operations = self.find_operations(&shapes, state, init, options);
        let found = Found {
            state: Some(state.name.clone()),
            init: init.map(|i| shapes[i].name.clone()),
            operations: operations.iter().map(|&i| shapes[i].name.clone()).collect(),
            other_states: others,
            other_inits,
        };
        self.explain(&found);
        let init = init.map(|i| shapes[i].id);
        let operations: Vec<usize> = operations.iter().map(|&i| shapes[i].id).collect();
        let machine = self.z_machine(state.id, init, &operations);
        self.program.machine = Some(machine);
        Some(found)
    }

    fn shapes(&self) -> Vec<Shape> {
        let names = &self.instances[self.here].names;
        let mut shapes: Vec<Shape> = names
            .iter()
            .filter_map(|(name, entry)| match entry.meaning {
                Meaning::Schema(id) if self.program.schemas[id].parameters == 0 => {
                    let bound = &self.program.schemas[id].scope.bound;
                    let vars = bound.iter().map(|b| self.var_name(b.var).clone());
                    Some(Shape {
                        id,
                        name: name.clone(),
                        vars: vars.collect(),
                    })
                }
                _ => None,
            })
            .collect();
        shapes.sort_by_key(|s| s.id);
        shapes
    }

    fn named(&mut self, shapes: &[Shape], name: &str, option: &str) -> Option<usize> {
        let found = shapes.iter().position(|s| s.name.as_str() == name);
        if found.is_none() {
            let names: Vec<String> = shapes.iter().map(|s| format!("`{}`", s.name)).collect();
            let message = format!("`{option} {name}`: there is no schema `{name}`");
            let mut diagnostic = Diagnostic::error(code::OPTION, message);
            if !names.is_empty() {
                diagnostic = diagnostic.help(format!("the schemas are {}", names.join(", ")));
            }
            self.report(diagnostic);
        }
        found
    }

    fn find_state(&mut self, shapes: &[Shape], options: &Options) -> Option<(usize, Vec<Name>)> {
        if let Some(name) = &options.state {
            let state = self.named(shapes, name, "--state")?;
            if !shapes[state].is_state() {
                let message = format!("`--state {name}`: a state has variables without strokes");
                self.report(Diagnostic::error(code::OPTION, message));
                return None;
            }
            return Some((state, Vec::new()));
        }
        let states: Vec<usize> = (0..shapes.len())
            .filter(|&i| shapes[i].is_state())
            .collect();
        let larger = |a: &Shape, b: &Shape| {
            b.vars.len() > a.vars.len() && a.vars.iter().all(|v| b.vars.contains(v))
        };
        // An operation belongs to the largest states that it changes.
        let own_operations = |&i: &usize| {
            let mine = |operation: &&Shape| {
                operation.is_operation(&shapes[i])
                    && !states.iter().any(|&j| {
                        larger(&shapes[i], &shapes[j]) && operation.is_operation(&shapes[j])
                    })
            };
            shapes.iter().filter(mine).count()
        };
        let has_init = |&i: &usize| shapes.iter().any(|s| s.is_init(&shapes[i]));
        let mut ranked: Vec<(bool, usize, usize)> = states
            .iter()
            .map(|i| (has_init(i), own_operations(i), *i))
            .filter(|(init, operations, i)| {
                let word = shapes[*i].name.as_str().to_lowercase();
                let is_init = word.starts_with("init") || word.ends_with("init");
                *operations > 0 || *init && !is_init
            })
            .collect();
        ranked.sort_by_key(|&(init, operations, i)| (!init, std::cmp::Reverse(operations), i));
        let &(_, _, state) = ranked.first()?;
        let same = |i: usize| shapes[i].vars == shapes[state].vars;
        let others = ranked[1..]
            .iter()
            .filter(|&&(_, operations, i)| operations > 0 && !same(i));
        let others = others.map(|&(_, _, i)| shapes[i].name.clone()).collect();
        Some((state, others))
    }

    fn find_init(
        &mut self,
        shapes: &[Shape],
        state: &Shape,
        options: &Options,
    ) -> (Option<usize>, Vec<Name>) {
        if let Some(name) = &options.init {
            let init = self.named(shapes, name, "--init");
            return (init, Vec::new());
        }
        let mut found = (0..shapes.len()).filter(|&i| shapes[i].is_init(state));
        let first = found.next();
        let others = found.map(|i| shapes[i].name.clone()).collect();
        (first, others)
    }

    fn find_operations(
        &mut self,
        shapes: &[Shape],
        state: &Shape,
        init: Option<usize>,
        options: &Options,
    ) -> Vec<usize> {
        if options.operations.is_empty() {
            let all = (0..shapes.len()).filter(|i| Some(*i) != init);
            return all.filter(|&i| shapes[i].is_operation(state)).collect();
        }
        let mut operations = Vec::new();
        for name in &options.operations {
            let Some(found) = self.named(shapes, name, "--operation") else {
                continue;
            };
            if shapes[found].is_operation(state) {
                operations.push(found);
                continue;
            }
            let message = format!(
                "`--operation {name}`: an operation has the variables of `{}` unprimed and primed",
                state.name
            );
            self.report(Diagnostic::error(code::OPTION, message));
        }
        operations
    }

    fn explain(&mut self, found: &Found) {
        let list = |names: &[Name]| {
            let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
            names.join(", ")
        };
        if let (Some(state), false) = (&found.state, found.other_states.is_empty()) {
            let message = format!(
                "`{state}` is taken as the state; {} could be it too",
                list(&found.other_states)
            );
            self.report(
                Diagnostic::note(code::AMBIGUOUS, message).help("`--state NAME` says which"),
            );
        }
        if let (Some(init), false) = (&found.init, found.other_inits.is_empty()) {
            let message = format!(
                "`{init}` is taken as the initialisation; {} could be it too",
                list(&found.other_inits)
            );
            self.report(
                Diagnostic::note(code::AMBIGUOUS, message).help("`--init NAME` says which"),
            );
        }
    }

    fn z_machine(&mut self, state: usize, init: Option<usize>, operations: &[usize]) -> Machine {
        let (name, span) = {
            let schema = &self.program.schemas[state];
            (schema.name.clone(), schema.span)
        };
        let before = self.copy_schema(state, Vec::new());
        let after = self.copy_schema(state, Vec::new());
        let after = self.decorated(after, "'", span);
        let vars: Vec<StateVar> = before
            .bound
            .iter()
            .zip(&after.bound)
            .map(|(b, a)| StateVar {
                name: self.var_name(b.var).clone(),
                var: b.var,
                primed: a.var,
                set: b.set.clone(),
                span: self.program.vars[b.var.0 as usize].span,
            })
            .collect();
        let mut machine = Machine {
            name,
            span,
            invariant: before.preds(),
            invariant_after: after.preds(),
            init: Init {
                span,
                inputs: Vec::new(),
                predicates: Vec::new(),
            },
            operations: Vec::new(),
            checks: Vec::new(),
            state: vars,
        };
        if let Some(init) = init {
            machine.init = self.z_init(init, &machine);
        }
        for &operation in operations {
            let operation = self.z_operation(operation, &machine);
            machine.operations.push(operation);
        }
        machine
    }

    fn z_init(&mut self, id: usize, machine: &Machine) -> Init {
        let span = self.program.schemas[id].span;
        let schema = self.copy_schema(id, Vec::new());
        let names: HashSet<Name> = schema
            .bound
            .iter()
            .map(|b| self.var_name(b.var).clone())
            .collect();
        let primed = machine
            .state
            .iter()
            .all(|v| names.contains(&v.name.stroked("'")));
        let mut target: HashMap<Name, VarId> = HashMap::new();
        for v in &machine.state {
            let name = if primed {
                v.name.stroked("'")
            } else {
                v.name.clone()
            };
            target.insert(name, v.primed);
        }
        let (inputs, lines) = self.onto_state(schema, &target);
        let lines = lines.into_iter().map(|l| l.pred);
        let predicates = lines
            .filter_map(|p| without(&p, &machine.invariant_after))
            .collect();
        Init {
            span,
            inputs,
            predicates,
        }
    }

    /// The lines about the variables of the machine, and the variables that are not of its state.
    fn onto_state(
        &mut self,
        schema: Schematic,
        target: &HashMap<Name, VarId>,
    ) -> (Vec<Bound>, Vec<Line>) {
        let (mut values, mut rest, mut lines) = (HashMap::new(), Vec::new(), Vec::new());
        for b in schema.bound {
            let span = self.program.vars[b.var.0 as usize].span;
            let Some(&var) = target.get(self.var_name(b.var)) else {
                rest.push(b);
                continue;
            };
            let value: Expr = self.var_expr(var, span);
            lines.extend(self.membership(value.clone(), &b.set, span).map(Line::post));
            values.insert(b.var, value);
        }
        lines.extend(self.substitute(&schema.lines, values));
        (rest, lines)
    }

    fn z_operation(&mut self, id: usize, machine: &Machine) -> Operation {
        let (name, span) = {
            let schema = &self.program.schemas[id];
            (schema.name.clone(), schema.span)
        };
        let schema = self.copy_schema(id, Vec::new());
        self.z_operation_of(name, span, schema, machine)
    }

    /// A schema that has the variables of the state before and after, as an operation of the machine.
    pub fn z_operation_of(
        &mut self,
        name: Name,
        span: Span,
        schema: Schematic,
        machine: &Machine,
    ) -> Operation {
        let mut target = HashMap::new();
        for v in &machine.state {
            target.insert(v.name.clone(), v.var);
            target.insert(v.name.stroked("'"), v.primed);
        }
        let (rest, lines) = self.onto_state(schema, &target);
        let (outputs, inputs) = rest.into_iter().partition(|b| {
            let name = self.var_name(b.var);
            name.is_output() || name.is_primed()
        });
        let invariants: Vec<Pred> = machine
            .invariant
            .iter()
            .chain(&machine.invariant_after)
            .cloned()
            .collect();
        let postcondition = lines.into_iter().filter_map(|line| {
            Some(Conjunct {
                predicate: without(&line.pred, &invariants)?,
                role: line.role.of_conjunct(),
            })
        });
        Operation {
            name,
            span,
            inputs,
            outputs,
            precondition: None,
            postcondition: postcondition.collect(),
        }
    }
}

/// The predicate where the invariants hold anyway; None where nothing is left of it.
fn without(pred: &Pred, invariants: &[Pred]) -> Option<Pred> {
    if invariants.iter().any(|i| i.same(pred)) {
        return None;
    }
    match &*pred.kind {
        PredKind::And(parts) => {
            let left: Vec<Pred> = parts
                .iter()
                .filter_map(|p| without(p, invariants))
                .collect();
            (!left.is_empty()).then(|| conjunction(left, pred.span))
        }
        PredKind::Or(parts) => {
            let parts: Option<Vec<Pred>> = parts.iter().map(|p| without(p, invariants)).collect();
            let parts = parts?;
            Some(Pred::new(PredKind::Or(parts), pred.span))
        }
        _ => Some(pred.clone()),
    }
}
