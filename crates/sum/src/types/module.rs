//! Modules of Sum: parameters and imports, state, initialisation, operations and checks. Sections of ISO Z with their parents.

use std::collections::HashSet;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Entry, Line, Meaning, Role, Stage};
use super::code;
use super::copy::{Copy, free_of};
use super::instance::{Instance, State};
use super::names::counted;
use super::schematic::Schematic;
use crate::core::{
    Bound, Check, CheckLine, Conjunct, ConjunctRole, Expr, ExprKind, Init, Operation, Pred,
    PredKind, Relation, Rewrite, StateVar, VarId,
};
use crate::syntax::{
    self, At, Declaration, Expectation, ExprKind as Tree, Ident, Name, ParagraphKind, Renaming,
    SchemaText, SchemaValue,
};

/// Modules inside modules deeper than this are refused.
const DEEPEST_IMPORT: usize = 64;

impl Checker<'_> {
    /// Reads a module under a name, with sets for its parameters; without sets they are given sets.
    pub fn module(
        &mut self,
        module: usize,
        prefix: Option<Name>,
        arguments: Option<Vec<Expr>>,
    ) -> usize {
        let index = self.instances.len();
        self.instances.push(Instance {
            prefix,
            ..Instance::default()
        });
        let outer_frames = std::mem::take(&mut self.frames);
        let outer_here = std::mem::replace(&mut self.here, index);
        self.importing.push(module);
        let spec = self.spec;
        let of = &spec.modules[module];
        match arguments {
            Some(sets) => {
                for (ident, set) in of.parameters.iter().zip(sets) {
                    self.declare_global(&ident.name, Meaning::Value(set), ident.at.0);
                }
            }
            None => of.parameters.iter().for_each(|name| self.given(name)),
        }
        self.parents(module);
        for paragraph in &of.paragraphs {
            self.paragraph(paragraph);
        }
        self.importing.pop();
        self.here = outer_here;
        self.frames = outer_frames;
        index
    }

    /// What the parents of a section declare is declared in it.
    fn parents(&mut self, module: usize) {
        let spec = self.spec;
        for parent in &spec.modules[module].parents {
            let (name, span) = (&parent.name, parent.at.0);
            if is_toolkit_section(name.as_str()) {
                continue;
            }
            let named = |m: &syntax::Module| m.name.as_ref().is_some_and(|n| n.name == *name);
            let Some(index) = spec.modules.iter().position(named) else {
                let message = format!("there is no section `{name}`");
                self.error(code::NO_MODULE, span, message);
                continue;
            };
            if self.importing.contains(&index) {
                let message = format!("section `{name}` is an ancestor of itself");
                self.error(code::CYCLE, span, message);
                continue;
            }
            let instance = match self.sections.get(&index) {
                Some(instance) => *instance,
                None => {
                    let instance = self.module(index, None, None);
                    self.sections.insert(index, instance);
                    instance
                }
            };
            let mut names: Vec<(Name, Entry)> =
                self.instances[instance].names.clone().into_iter().collect();
            names.sort_by(|a, b| a.0.cmp(&b.0));
            for (name, entry) in names {
                self.inherit(name, entry, span);
            }
        }
    }

    fn inherit(&mut self, name: Name, entry: Entry, span: Span) {
        let here = self.here;
        match self.instances[here].names.get(&name) {
            Some(there) if there.span != entry.span => {
                let (first, second) = (there.span, entry.span);
                let message = format!("two parents declare `{name}`");
                self.report(
                    Diagnostic::error(code::REDECLARED, message)
                        .at(span)
                        .secondary(first, "here")
                        .secondary(second, "and here"),
                );
            }
            _ => drop(self.instances[here].names.insert(name, entry)),
        }
    }

    pub fn import(
        &mut self,
        module: &Ident,
        arguments: &[syntax::Expr],
        name: Option<&Ident>,
        renamings: &[Renaming],
        span: Span,
    ) {
        let name = name.unwrap_or(module);
        let mark = self.mark();
        let sets: Vec<Expr> = arguments
            .iter()
            .map(|set| self.set(set, "an argument of a module"))
            .collect();
        let sets = self.finish_exprs(mark, sets);
        let spec = self.spec;
        let named = |m: &syntax::Module| m.name.as_ref().is_some_and(|n| n.name == module.name);
        let Some(index) = spec.modules.iter().position(named) else {
            self.no_module(module);
            return self.declare_error(name);
        };
        let parameters = spec.modules[index].parameters.len();
        if self.importing.contains(&index) || self.importing.len() > DEEPEST_IMPORT {
            let message = format!("module `{}` imports itself", module.name);
            self.error(code::CYCLE, module.at.0, message);
            return self.declare_error(name);
        }
        if sets.len() != parameters {
            let message = format!(
                "`{}` has {}, and {} given",
                module.name,
                counted(parameters, "parameter"),
                sets.len()
            );
            let at = spec.modules[index].at.0;
            self.report(
                Diagnostic::error(code::MODULE_ARGUMENTS, message)
                    .at(span)
                    .secondary(at, "the module"),
            );
            return self.declare_error(name);
        }
        let prefix = self.full(&name.name);
        let instance = self.module(index, Some(prefix), Some(sets));
        self.rename_import(instance, renamings);
        self.declare_global(&name.name, Meaning::Instance(instance), name.at.0);
    }

    fn declare_error(&mut self, name: &Ident) {
        self.declare_global(&name.name, Meaning::Error, name.at.0);
    }

    fn no_module(&mut self, module: &Ident) {
        let names: Vec<String> = self
            .spec
            .modules
            .iter()
            .filter_map(|m| m.name.as_ref())
            .map(|n| format!("`{}`", n.name))
            .collect();
        let message = format!("there is no module `{}`", module.name);
        self.report(
            Diagnostic::error(code::NO_MODULE, message)
                .at(module.at.0)
                .help(format!("the file has {}", names.join(", "))),
        );
    }

    /// `import M {new/old}`
    fn rename_import(&mut self, instance: usize, renamings: &[Renaming]) {
        let prefix = self.instances[instance].prefix.clone();
        let prefix = prefix.expect("an import has a name");
        for Renaming { new, old } in renamings {
            let (old_name, new_name) = (&old.name, &new.name);
            let entry = self.instances[instance].names.remove(old_name);
            let variable = self.instances[instance].declares_variable(old_name, &self.program);
            if entry.is_none() && !variable {
                let message = format!("`{prefix}` has no `{old_name}` to rename");
                self.error(code::NOTHING_TO_RENAME, old.at.0, message);
            }
            if let Some(entry) = entry {
                if let Meaning::Operation(owner, index) = entry.meaning {
                    let full = new_name.within(prefix.as_str());
                    self.instances[owner].operations[index].name = full;
                }
                let names = &mut self.instances[instance].names;
                names.insert(new_name.clone(), entry);
            }
            if variable {
                let old_full = old_name.within(prefix.as_str());
                let new_full = new_name.within(prefix.as_str());
                for var in &mut self.program.vars {
                    if var.name == old_full {
                        var.name = new_full.clone();
                    } else if var.name == old_full.stroked("'") {
                        var.name = new_full.stroked("'");
                    }
                }
                let state = self.instances[instance].state.as_mut();
                for v in state.into_iter().flat_map(|s| &mut s.vars) {
                    if v.name == old_full {
                        v.name = new_full.clone();
                    }
                }
            }
        }
    }

    // State and initialisation.

    pub fn state(&mut self, text: &SchemaText) {
        let here = self.here;
        let span = text.at.0;
        if self.instances[here].state.is_some() {
            return self.error(code::STATE, span, "the module has a second `state`");
        }
        self.stage = Stage::State;
        let mut state = State {
            vars: Vec::new(),
            invariant: Vec::new(),
            invariant_after: Vec::new(),
            finished: false,
        };
        let mut own = Vec::new();
        for declaration in &text.declarations {
            match self.included_state(declaration) {
                Some(instance) => self.include_state(instance, &mut state),
                None => own.push(declaration.clone()),
            }
        }
        let (schema, _) = self.declarations(&own);
        for b in &schema.bound {
            self.state_var(b, &mut state);
        }
        self.instances[here].state = Some(state);
        self.frames.push(self.state_frame(Stage::State));
        let mut lines = schema.lines;
        lines.extend(self.predicates(&text.predicates));
        self.frames.pop();
        let invariant: Vec<Pred> = lines.into_iter().map(|l| l.pred).collect();
        let after = self.primed(&invariant);
        let state = self.instances[here].state.as_mut();
        let state = state.expect("it was put there above");
        state.invariant.extend(invariant);
        state.invariant_after.extend(after);
        self.stage = Stage::Global;
        self.state_schema(span);
    }

    /// The instance of `D.state`.
    fn included_state(&self, declaration: &Declaration) -> Option<usize> {
        let Declaration::Inclusion(included) = declaration else {
            return None;
        };
        match &*included.kind {
            Tree::Select { base, name } if name.as_str() == "state" => {
                let instance = self.instance_of(base)?;
                self.instances[instance].state.as_ref()?;
                Some(instance)
            }
            _ => None,
        }
    }

    fn include_state(&mut self, instance: usize, state: &mut State) {
        let included = self.instances[instance].state.as_ref();
        let included = included.expect("it was looked at before");
        for var in &included.vars {
            if !state.vars.iter().any(|v| v.var == var.var) {
                state.vars.push(var.clone());
            }
        }
        state.invariant.extend(included.invariant.iter().cloned());
        let after = included.invariant_after.iter().cloned();
        state.invariant_after.extend(after);
    }

    fn state_var(&mut self, b: &Bound, state: &mut State) {
        let short = self.var_name(b.var).clone();
        let span = self.program.vars[b.var.0 as usize].span;
        if !short.strokes().is_empty() {
            let message = format!("`{short}`: a state variable has no `?`, `!` or `'`");
            self.error(code::OTHER_STATE, span, message);
        }
        let name = self.full(&short);
        self.program.vars[b.var.0 as usize].name = name.clone();
        let set = Copy::new(self).expr(&b.set);
        let primed = self.new_var(&name.stroked("'"), set, span);
        self.program.vars[primed.0 as usize].ty = self.var_type(b.var).clone();
        state.vars.push(StateVar {
            name,
            var: b.var,
            primed,
            set: b.set.clone(),
            span,
        });
    }

    /// Predicates about the unprimed variables as predicates about the primed ones.
    fn primed(&mut self, preds: &[Pred]) -> Vec<Pred> {
        let state = self.instances[self.here].state.as_ref();
        let vars: Vec<(VarId, VarId)> = state
            .into_iter()
            .flat_map(|s| s.vars.iter().map(|v| (v.var, v.primed)))
            .collect();
        let mut copy = Copy::new(self);
        for (var, primed) in vars {
            let span = copy.checker.program.vars[primed.0 as usize].span;
            let value = copy.checker.var_expr(primed, span);
            copy.vars.insert(var, value);
        }
        copy.preds(preds)
    }

    /// The state variables that predicates of a stage see.
    pub fn state_frame(&self, stage: Stage) -> super::checker::Frame {
        let mut frame = super::checker::Frame::new();
        let state = self.instances[self.here].state.as_ref();
        for v in state.into_iter().flat_map(|s| &s.vars) {
            let mut add = |var: VarId, name: Name| {
                let meaning = Meaning::Variable(var);
                let span = v.span;
                frame.insert(name, Entry { meaning, span });
            };
            if stage != Stage::Init {
                add(v.var, v.name.clone());
            }
            if stage == Stage::Init || stage == Stage::Operation {
                add(v.primed, v.name.stroked("'"));
            }
        }
        frame
    }

    /// `state` as the name of a schema.
    fn state_schema(&mut self, span: Span) {
        let state = self.instances[self.here].state.as_ref();
        let (vars, invariant) = match state {
            Some(state) => (state.vars.clone(), state.invariant.clone()),
            None => return,
        };
        let bound: Vec<Bound> = vars
            .iter()
            .map(|v| Bound {
                var: v.var,
                set: v.set.clone(),
            })
            .collect();
        let mut copy = Copy::new(self);
        let bound = copy.bound(&bound);
        let preds = copy.preds(&invariant);
        drop(copy);
        let lines = preds.into_iter().map(Line::post).collect();
        let ident = Ident {
            name: Name::new("state"),
            at: At(span),
        };
        let id = self.define_schema(&ident, Schematic { bound, lines });
        let here = self.here;
        self.instances[here].state_schema = Some(id);
    }

    pub fn init(&mut self, text: &SchemaText) {
        let here = self.here;
        let span = text.at.0;
        if self.instances[here].state.is_none() {
            let message = "`init` comes after `state`, and the module has none before it";
            return self.error(code::STATE, span, message);
        }
        if self.instances[here].init.is_some() {
            return self.error(code::STATE, span, "the module has a second `init`");
        }
        self.stage = Stage::Init;
        self.frames.push(self.state_frame(Stage::Init));
        let (schema, _) = self.declarations(&text.declarations);
        self.frames.push(self.frame_of(&schema));
        let mut lines = schema.lines;
        lines.extend(self.predicates(&text.predicates));
        self.frames.pop();
        self.frames.pop();
        self.stage = Stage::Global;
        let predicates: Vec<Pred> = lines.into_iter().map(|l| l.pred).collect();
        self.init_schema(span, &schema.bound, &predicates);
        self.instances[here].init = Some(Init {
            span,
            inputs: schema.bound,
            predicates,
        });
    }

    /// `init` as the name of a schema about the primed variables.
    fn init_schema(&mut self, span: Span, inputs: &[Bound], predicates: &[Pred]) {
        let state = self.instances[self.here].state.as_ref();
        let vars: Vec<StateVar> = state.map(|s| s.vars.clone()).unwrap_or_default();
        let mut bound: Vec<Bound> = vars
            .iter()
            .map(|v| Bound {
                var: v.primed,
                set: v.set.clone(),
            })
            .collect();
        bound.extend(inputs.iter().cloned());
        let mut copy = Copy::new(self);
        let bound = copy.bound(&bound);
        let preds = copy.preds(predicates);
        drop(copy);
        let lines = preds.into_iter().map(Line::post).collect();
        let ident = Ident {
            name: Name::new("init"),
            at: At(span),
        };
        let id = self.define_schema(&ident, Schematic { bound, lines });
        let here = self.here;
        self.instances[here].init_schema = Some(id);
    }

    // Operations and checks.

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

    fn operation_box(&mut self, name: &Ident, text: &SchemaText) -> Operation {
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
    fn without_state(&mut self, schema: Schematic) -> Schematic {
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

    fn made_of(&mut self, name: &Ident, bound: &[Bound], lines: Vec<Line>) -> Operation {
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
    fn set_of_input(&self, operation: &Operation, pred: &Pred) -> Option<(usize, Expr)> {
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

    /// Two modules of one name, and what modules that were not chosen have wrong.
    pub fn modules_are_different(&mut self) {
        let mut seen: HashSet<&Name> = HashSet::new();
        let spec = self.spec;
        for name in spec.modules.iter().filter_map(|m| m.name.as_ref()) {
            if !seen.insert(&name.name) {
                let message = format!("there is a second module `{}`", name.name);
                self.error(code::MODULE_TWICE, name.at.0, message);
            }
        }
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

fn is_toolkit_section(name: &str) -> bool {
    name == "prelude" || name.ends_with("_toolkit") || name.ends_with("toolkit")
}

/// The modules that others import.
pub(crate) fn imported(spec: &syntax::Specification) -> HashSet<&Name> {
    let paragraphs = spec.modules.iter().flat_map(|m| &m.paragraphs);
    let imports = paragraphs.filter_map(|p| match &p.kind {
        ParagraphKind::Import { module, .. } => Some(&module.name),
        _ => None,
    });
    let parents = spec.modules.iter().flat_map(|m| &m.parents);
    imports.chain(parents.map(|p| &p.name)).collect()
}
