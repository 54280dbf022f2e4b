//! The state of a module of Sum and its initialisation.

use super::checker::{Checker, Entry, Frame, Line, Meaning, Stage};
use super::code;
use super::copy::Copy;
use super::instance::State;
use super::schematic::Schematic;
use crate::core::{Bound, Init, Pred, Rewrite, StateVar, VarId};
use crate::syntax::{At, Declaration, ExprKind as Tree, Ident, Name, SchemaText};
use assay_source::Span;

impl Checker<'_> {
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
    pub fn included_state(&self, declaration: &Declaration) -> Option<usize> {
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

    pub fn include_state(&mut self, instance: usize, state: &mut State) {
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

    pub fn state_var(&mut self, b: &Bound, state: &mut State) {
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
    pub fn primed(&mut self, preds: &[Pred]) -> Vec<Pred> {
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
    pub fn state_frame(&self, stage: Stage) -> Frame {
        let mut frame = Frame::new();
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
    pub fn state_schema(&mut self, span: Span) {
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
    pub fn init_schema(&mut self, span: Span, inputs: &[Bound], predicates: &[Pred]) {
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
}
