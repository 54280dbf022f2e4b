//! What a user asks of a program later: expressions, predicates, calls of operations, and operations said anew.

use std::collections::HashMap;

use assay_source::Diagnostic;

use super::checker::{Checker, Entry, Frame, Meaning, Stage};
use super::code;
use super::instance::Instance;
use super::operation::restriction_of;
use crate::core::{Expr, Operation, Pred, Program, Rewrite, VarId};
use crate::stack::with_deep_stack;
use crate::syntax::parser::Query;
use crate::syntax::{self, ExprKind as Tree, FixityKind, Ident, Name, SchemaValue, Specification};

/// The names of a program, to read queries by.
pub struct Names {
    pub(crate) spec: Specification,
    pub(crate) instances: Vec<Instance>,
    pub(crate) schema_names: HashMap<Vec<Name>, Name>,
    pub(crate) schema_frames: HashMap<usize, Vec<usize>>,
    pub(crate) fixities: HashMap<Name, FixityKind>,
    pub(crate) sets: HashMap<VarId, Expr>,
}

/// Which variables a query sees beside the constants.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The state. The unprimed variables are always there.
    pub primed: bool,
    /// Inputs, outputs and what else has a value.
    pub variables: Vec<VarId>,
}

/// `add{3/x?}`: an operation of the machine, and values for some of its inputs and outputs.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its place among the operations of the machine.
    pub operation: usize,
    pub values: Vec<(VarId, Expr)>,
}

/// What a query comes to.
#[derive(Clone, Debug)]
pub enum Question {
    Value(Expr),
    /// Also where an operation stands in the place of a value: it is asked whether it can happen.
    Truth(Pred),
}

type Asked<T> = Result<T, Vec<Diagnostic>>;

impl Names {
    pub fn query(&mut self, program: &mut Program, query: &Query, view: &View) -> Asked<Question> {
        let tree = match query {
            Query::Predicate(tree) => {
                let pred = self.predicate(program, tree, view)?;
                return Ok(Question::Truth(pred));
            }
            Query::Expr(tree) => tree,
        };
        let is_operation = |c: &mut Checker| Some(c.operation_of(tree).is_some());
        if self.ask(program, view, is_operation)? {
            let tree = syntax::Predicate {
                kind: Box::new(syntax::PredicateKind::Expression(tree.clone())),
                at: tree.at,
            };
            let pred = self.predicate(program, &tree, view)?;
            return Ok(Question::Truth(pred));
        }
        let expr = self.expression(program, tree, view)?;
        Ok(Question::Value(expr))
    }

    pub fn expression(
        &mut self,
        program: &mut Program,
        tree: &syntax::Expr,
        view: &View,
    ) -> Asked<Expr> {
        self.ask(program, view, |checker| {
            let mark = checker.mark();
            checker.last_chance = true;
            let expr = checker.expr(tree);
            let mut kept = checker.finish_exprs(mark, vec![expr]);
            kept.pop()
        })
    }

    pub fn predicate(
        &mut self,
        program: &mut Program,
        tree: &syntax::Predicate,
        view: &View,
    ) -> Asked<Pred> {
        self.ask(program, view, |checker| {
            let mark = checker.mark();
            let lines = checker.predicates(std::slice::from_ref(tree));
            let preds: Vec<Pred> = lines.into_iter().map(|l| l.pred).collect();
            let mut pred = super::checker::conjunction(preds, tree.at.0);
            checker.finish_with(mark, |finish| pred = finish.pred(&pred));
            Some(pred)
        })
    }

    /// None where the expression calls no operation of the machine.
    pub fn call(
        &mut self,
        program: &mut Program,
        tree: &syntax::Expr,
        view: &View,
    ) -> Asked<Option<Call>> {
        let (name, values) = match &*tree.kind {
            Tree::Substituted { schema, values } => match &*schema.kind {
                Tree::Name {
                    name,
                    generics: None,
                } => (name, &values[..]),
                _ => return Ok(None),
            },
            Tree::Name {
                name,
                generics: None,
            } => (name, &[][..]),
            _ => return Ok(None),
        };
        let operations = program.machine.as_ref().map(|m| &m.operations[..]);
        let operations = operations.unwrap_or_default();
        let Some(operation) = operations.iter().position(|o| o.name == *name) else {
            return Ok(None);
        };
        let bound = operations[operation].inputs.iter();
        let bound = bound.chain(&operations[operation].outputs);
        let places: Vec<VarId> = bound.map(|b| b.var).collect();
        self.ask(program, view, |checker| {
            let mark = checker.mark();
            checker.last_chance = true;
            let mut vars = Vec::new();
            let mut exprs = Vec::new();
            for (value, ident) in values {
                let Some(&var) = places.iter().find(|v| *checker.var_name(**v) == ident.name)
                else {
                    let message = format!("`{name}` has no input or output `{}`", ident.name);
                    checker.error(code::NO_VARIABLE, ident.at.0, message);
                    continue;
                };
                let value = checker.expr(value);
                let ty = checker.var_type(var).clone();
                if checker.unknowns.unify(&value.ty, &ty).is_err() {
                    let (a, b) = (checker.show(&value.ty), checker.show(&ty));
                    let message =
                        format!("the value for `{}` is `{a}`, and it is `{b}`", ident.name);
                    checker.error(code::ARGUMENT, value.span, message);
                }
                vars.push(var);
                exprs.push(value);
            }
            let exprs = checker.finish_exprs(mark, exprs);
            Some(Some(Call {
                operation,
                values: vars.into_iter().zip(exprs).collect(),
            }))
        })
    }

    /// `op NAME ^= E`: the operation takes its place in the machine, or is a new one. Gives its number.
    pub fn redefine(
        &mut self,
        program: &mut Program,
        name: &Ident,
        value: &SchemaValue,
    ) -> Asked<usize> {
        let operation = self.ask(program, &View::default(), |checker| {
            let mark = checker.mark();
            checker.frames.clear();
            let mut operation = said_anew(checker, name, value)?;
            checker.finish_with(mark, |finish| finish.operation(&mut operation));
            if checker.is_correct() {
                keep(checker, name, &operation);
            }
            Some(operation)
        })?;
        Ok(self.put(program, operation))
    }

    fn put(&mut self, program: &mut Program, operation: Operation) -> usize {
        let Some(machine) = program.machine.as_mut() else {
            return 0;
        };
        let place = machine
            .operations
            .iter()
            .position(|o| o.name == operation.name);
        match place {
            Some(place) => {
                machine.operations[place] = operation;
                place
            }
            None => {
                machine.operations.push(operation);
                machine.operations.len() - 1
            }
        }
    }

    fn ask<T: Send>(
        &mut self,
        program: &mut Program,
        view: &View,
        question: impl FnOnce(&mut Checker) -> Option<T> + Send,
    ) -> Asked<T> {
        let spec = std::mem::replace(&mut self.spec, empty());
        let vars = program.vars.len();
        let (answer, diagnostics) = with_deep_stack(|| {
            let mut checker = Checker::new(&spec);
            self.lend(&mut checker, program);
            checker.frames.push(view_frame(&checker, view));
            checker.stage = Stage::State;
            let answer = question(&mut checker);
            // What was lent goes back.
            self.lend(&mut checker, program);
            (answer, checker.diagnostics)
        });
        self.spec = spec;
        let wrong = diagnostics.iter().any(Diagnostic::is_error);
        match answer {
            Some(answer) if !wrong => Ok(answer),
            _ => {
                program.vars.truncate(vars);
                self.sets.retain(|var, _| (var.0 as usize) < vars);
                Err(diagnostics)
            }
        }
    }

    fn lend(&mut self, checker: &mut Checker, program: &mut Program) {
        std::mem::swap(&mut checker.program, program);
        std::mem::swap(&mut checker.instances, &mut self.instances);
        std::mem::swap(&mut checker.schema_names, &mut self.schema_names);
        std::mem::swap(&mut checker.schema_frames, &mut self.schema_frames);
        std::mem::swap(&mut checker.fixities, &mut self.fixities);
        std::mem::swap(&mut checker.sets, &mut self.sets);
    }
}

/// The operation that a redefinition describes.
fn said_anew(checker: &mut Checker, name: &Ident, value: &SchemaValue) -> Option<Operation> {
    let index = match checker.find(&name.name).map(|e| e.meaning) {
        Some(Meaning::Operation(0, index)) => Some(index),
        _ => None,
    };
    if let (Some(index), Some(text)) = (index, restriction_of(&name.name, value)) {
        return Some(checker.restricted(index, text));
    }
    let expr = match value {
        SchemaValue::Box(text) => return Some(checker.operation_box(name, text)),
        SchemaValue::Is(expr) => expr,
    };
    if checker.instances[0].state.is_some() {
        return checker.operation_expr(name, expr);
    }
    // In Z the state is that of the machine.
    let machine = checker.program.machine.clone()?;
    checker.last_chance = true;
    let schema = checker.schema(expr)?;
    Some(checker.z_operation_of(name.name.clone(), name.at.0, schema, &machine))
}

/// Lets later queries see the operation.
fn keep(checker: &mut Checker, name: &Ident, operation: &Operation) {
    let of = &mut checker.instances[0];
    if of.state.is_none() {
        return;
    }
    if let Some(Entry {
        meaning: Meaning::Operation(0, index),
        ..
    }) = of.names.get(&name.name)
    {
        of.operations[*index] = operation.clone();
        return;
    }
    let meaning = Meaning::Operation(0, of.operations.len());
    let span = name.at.0;
    of.names.insert(name.name.clone(), Entry { meaning, span });
    of.operations.push(operation.clone());
}

fn view_frame(checker: &Checker, view: &View) -> Frame {
    let mut frame = Frame::new();
    let machine = checker.program.machine.as_ref();
    let state = machine.into_iter().flat_map(|m| &m.state);
    let mut vars: Vec<VarId> = Vec::new();
    for v in state {
        vars.push(v.var);
        if view.primed {
            vars.push(v.primed);
        }
    }
    vars.extend(&view.variables);
    for var in vars {
        let of = &checker.program.vars[var.0 as usize];
        let meaning = Meaning::Variable(var);
        let entry = Entry {
            meaning,
            span: of.span,
        };
        frame.insert(of.name.clone(), entry);
    }
    frame
}

fn empty() -> Specification {
    Specification {
        notation: syntax::Notation::Sum,
        modules: Vec::new(),
    }
}
