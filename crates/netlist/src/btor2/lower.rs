//! From a BTOR2 model to a transition system: words stay words.
//!
//! - A state with `next` is a register and an element. Where it is cut is the choice of [`Cut`], as for circuits of bits:
//!   at its next-state function (the wire `next NAME`) or at its output (the state is hidden as `latch NAME`).
//! - A clock is no variable: a step is one of its edges.
//! - A state without `next` has any value at each step: it is an input, unless it has an `init`; then an input feeds it.
//! - Operators are elements where they are asked for, each with a wire; slices, concatenations and extensions are not.
//! - A `bad` becomes a property, a `justice` one too ([`assay_system::liveness`]): properties stand in this order.
//! - A line of one bit is Boolean ([`words`](super::words)).
//!
//! Initial values read no wires, which have no value yet when they are computed: what they need is lowered a second time
//! without any.

use assay_source::Span;
use assay_system::{
    Constraint, ConstraintKind, Element, ElementKind, Instance, Property, Role, Shown, System,
    VarKind, Variable,
};
use assay_term::{Pool, Term, TermId, VarId};
use rustc_hash::FxHashMap;

use super::load::is_operator;
use super::names::Names;
use super::{Arg, Kind, LineId, Loaded, Model, Sort, words};
use crate::aiger::{Cut, Options};
use assay_system::liveness::{Justice, Loop, add_justice};

/// A model as a system, and which variable is what.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub system: System,
    /// By line: the variable of an input or a state. With [`Cut::Output`] that is the hidden state.
    pub vars: Vec<Option<VarId>>,
    /// By line: what feeds a state that has `init` and no `next`. Its value at a step is that of the state one later.
    pub feeds: Vec<Option<VarId>>,
    /// By line: the term of a node, with the wires of elements in it.
    pub terms: Vec<Option<TermId>>,
    /// What each element of the system is in the model.
    pub nodes: Vec<LineId>,
    /// The `bad` or `justice` that each property of the system is.
    pub claims: Vec<LineId>,
    /// Where there are justice properties: how they were made safety properties.
    pub justice: Option<Loop>,
}

pub fn lower(loaded: &Loaded, options: Options) -> Lowered {
    let count = loaded.model.lines.len();
    let mut lowering = Lowering {
        loaded,
        model: &loaded.model,
        options,
        names: Names::new(&loaded.model),
        system: System::new(),
        vars: vec![None; count],
        feeds: vec![None; count],
        terms: vec![None; count],
        nodes: Vec::new(),
        groups: FxHashMap::default(),
    };
    lowering.variables();
    lowering.values();
    lowering.states();
    lowering.shown();
    let mut names = assay_system::Names::default();
    let mut claims = lowering.constraints_and_bad_states(&mut names);
    let justice = lowering.justice(&mut names, &mut claims);
    Lowered {
        system: lowering.system,
        vars: lowering.vars,
        feeds: lowering.feeds,
        terms: lowering.terms,
        nodes: lowering.nodes,
        claims,
        justice,
    }
}

/// The sort that a line has in the system.
pub fn sort_in_system(sort: Sort) -> assay_term::Sort {
    match sort {
        Sort::Bits(1) => assay_term::Sort::Bool,
        Sort::Bits(width) => assay_term::Sort::BitVec(width),
        Sort::Array { index, element } => assay_term::Sort::Array { index, element },
    }
}

/// The term of a line whose arguments have theirs; None for what is no operator and no constant.
pub fn term_of(
    pool: &mut Pool,
    model: &Model,
    line: LineId,
    terms: &[Option<TermId>],
) -> Option<TermId> {
    let kind = &model.line(line).kind;
    let args: Option<Vec<TermId>> = kind
        .args()
        .iter()
        .map(|a| arg_term(pool, *a, terms))
        .collect();
    let args = args?;
    match kind {
        Kind::Constant(literal) => {
            let width = model.width(line)?;
            let value = literal.value(width).ok()?;
            Some(words::constant(pool, width, value))
        }
        Kind::Op(op, _) => Some(words::apply(pool, *op, &args)),
        Kind::Extend { by: 0, .. } => Some(args[0]),
        Kind::Extend { signed, by, .. } => {
            let word = words::word(pool, args[0]);
            Some(if *signed {
                pool.sign_extend(*by, word)
            } else {
                pool.zero_extend(*by, word)
            })
        }
        Kind::Slice { upper, lower, .. } => {
            let word = words::word(pool, args[0]);
            let slice = pool.extract(*upper, *lower, word);
            Some(words::natural(pool, slice))
        }
        _ => None,
    }
}

/// The term of an argument.
pub(crate) fn arg_term(pool: &mut Pool, arg: Arg, terms: &[Option<TermId>]) -> Option<TermId> {
    let term = terms[arg.line.index()]?;
    Some(if arg.inverted {
        words::complement(pool, term)
    } else {
        term
    })
}

struct Lowering<'a> {
    loaded: &'a Loaded,
    model: &'a Model,
    options: Options,
    names: Names<'a>,
    system: System,
    vars: Vec<Option<VarId>>,
    feeds: Vec<Option<VarId>>,
    terms: Vec<Option<TermId>>,
    nodes: Vec<LineId>,
    /// Elements with a name of their own, by name.
    groups: FxHashMap<String, usize>,
}

impl Lowering<'_> {
    fn add(&mut self, name: String, line: LineId, kind: VarKind, role: Role) -> VarId {
        let model = self.model;
        let sort = match model.line(line).kind {
            Kind::Output(arg) => model.sort(arg.line),
            _ => model.sort(line),
        };
        let sort = sort_in_system(sort.expect("a node has a sort"));
        let variable = Variable {
            name,
            kind,
            role,
            range: None,
            shown: Shown::Plain,
            span: self.place(line),
        };
        self.system.add_var(sort, variable)
    }

    fn place(&self, line: LineId) -> Option<Span> {
        self.loaded.places[line.index()]
    }

    fn element(&mut self, name: &str, wire: VarId, line: LineId) {
        let called = self.loaded.called[line.index()].clone();
        let instance = Instance {
            name: name.to_string(),
            var: wire,
        };
        if let Some(called) = &called {
            if let Some(&known) = self.groups.get(called) {
                self.system.elements[known].instances.push(instance);
                return;
            }
            self.groups
                .insert(called.clone(), self.system.elements.len());
        }
        self.system.elements.push(Element {
            name: called.unwrap_or_else(|| name.to_string()),
            kind: ElementKind::Equation,
            instances: vec![instance],
            span: self.place(line),
            listed: true,
        });
        self.nodes.push(line);
    }

    fn term(&mut self, arg: Arg) -> TermId {
        let term = arg_term(&mut self.system.pool, arg, &self.terms);
        term.expect("lines read lines before them")
    }

    /// Inputs and states; what becomes of states comes when there are values.
    fn variables(&mut self) {
        let states = self.model.states();
        let mut states = states.iter().peekable();
        for id in self.model.ids() {
            let kind = &self.model.line(id).kind;
            if !matches!(kind, Kind::Input | Kind::State) || self.loaded.clock == Some(id) {
                continue;
            }
            let state = states.next_if(|s| s.state == id);
            let name = self.names.of_line(id);
            let register = state.is_some_and(|s| s.next.is_some());
            let set = state.is_some_and(|s| s.init.is_some() || s.next.is_some());
            let role = match self.hidden(&name) {
                true => Role::Internal,
                false if set => Role::Local,
                false => Role::Input,
            };
            let read = if register && self.is_element(id) && self.options.cut == Cut::Output {
                let latch = format!("latch {name}");
                let state = self.add(latch, id, VarKind::Input, Role::Internal);
                self.vars[id.index()] = Some(state);
                let def = self.system.pool.var(state);
                let wire = self.add(name.clone(), id, VarKind::Wire { def }, role);
                self.element(&name, wire, id);
                wire
            } else {
                let var = self.add(name, id, VarKind::Input, role);
                self.vars[id.index()] = Some(var);
                var
            };
            self.terms[id.index()] = Some(self.system.pool.var(read));
        }
    }

    fn is_element(&self, register: LineId) -> bool {
        self.options.nodes.registers() && self.loaded.written[register.index()]
    }

    /// Names that tools make up.
    fn hidden(&self, name: &str) -> bool {
        name.starts_with('$')
    }

    fn values(&mut self) {
        for id in self.model.ids() {
            let pool = &mut self.system.pool;
            let Some(mut term) = term_of(pool, self.model, id, &self.terms) else {
                continue;
            };
            let kind = &self.model.line(id).kind;
            let wanted = self.options.nodes.gates() && self.loaded.written[id.index()];
            if wanted && is_operator(kind) {
                let name = self.names.of_line(id);
                let wire = self.add(name.clone(), id, VarKind::Wire { def: term }, Role::Local);
                self.element(&name, wire, id);
                term = self.system.pool.var(wire);
            }
            self.terms[id.index()] = Some(term);
        }
    }

    fn states(&mut self) {
        let plain = self.plain();
        for lines in self.model.states() {
            let state = lines.state;
            let var = self.vars[state.index()].expect("a state has a variable");
            let init = lines.init.map(|(_, value)| {
                let pool = &mut self.system.pool;
                let term = arg_term(pool, value, &plain).expect("what starts a state is lowered");
                match (self.model.sort(state), self.model.sort(value.line)) {
                    (Some(Sort::Array { index, .. }), Some(Sort::Bits(_))) => {
                        let element = words::word(pool, term);
                        pool.const_array(index, element)
                    }
                    _ => term,
                }
            });
            let next = match lines.next {
                Some((_, value)) => self.next(state, value),
                None if init.is_none() => continue,
                None => {
                    let name = format!("next {}", self.system.var(var).name);
                    let name = self.names.unique(None, name);
                    let feed = self.add(name, state, VarKind::Input, Role::Internal);
                    self.feeds[state.index()] = Some(feed);
                    self.system.pool.var(feed)
                }
            };
            self.system.vars[var.index()].kind = VarKind::State { init, next };
        }
    }

    fn next(&mut self, state: LineId, value: Arg) -> TermId {
        let function = self.term(value);
        if !self.is_element(state) || self.options.cut != Cut::Next {
            return function;
        }
        let var = self.vars[state.index()].expect("a state has a variable");
        let name = self.system.var(var).name.clone();
        let wire = self.names.unique(None, format!("next {name}"));
        let wire = self.add(wire, state, VarKind::Wire { def: function }, Role::Internal);
        self.element(&name, wire, state);
        self.system.pool.var(wire)
    }

    /// The terms that initial values are made of, without wires.
    fn plain(&mut self) -> Vec<Option<TermId>> {
        let mut needed = vec![false; self.model.lines.len()];
        for lines in self.model.states() {
            if let Some((_, value)) = lines.init {
                needed[value.line.index()] = true;
            }
        }
        for id in (0..self.model.lines.len() as u32).rev().map(LineId) {
            if needed[id.index()] {
                for arg in self.model.line(id).kind.args() {
                    needed[arg.line.index()] = true;
                }
            }
        }
        let mut terms = vec![None; self.model.lines.len()];
        for id in self.model.ids().filter(|id| needed[id.index()]) {
            let pool = &mut self.system.pool;
            terms[id.index()] = match self.vars[id.index()] {
                Some(var) => Some(pool.var(var)),
                None => term_of(pool, self.model, id, &terms),
            };
        }
        terms
    }

    /// Outputs and named wires, which traces show.
    fn shown(&mut self) {
        let mut outputs = 0;
        for id in self.model.ids() {
            let line = self.model.line(id);
            let (arg, role, default) = match line.kind {
                Kind::Output(arg) => {
                    outputs += 1;
                    (arg, Role::Output, Some(format!("o{}", outputs - 1)))
                }
                Kind::Extend { by: 0, arg, .. } => (arg, Role::Local, None),
                _ => continue,
            };
            let named = line.symbol.as_deref().filter(|name| !self.hidden(name));
            if self.terms[arg.line.index()].is_none() {
                // A second name of the clock.
                continue;
            }
            let def = self.term(arg);
            if let Term::Var(var) = *self.system.pool.get(def)
                && named.is_none_or(|name| name == self.system.var(var).name)
            {
                if role == Role::Output && self.system.var(var).role == Role::Local {
                    self.system.vars[var.index()].role = role;
                }
                continue;
            }
            if named.is_none() && default.is_none() {
                continue;
            }
            let default = default.unwrap_or_else(|| format!("n{}", line.id));
            let name = self.names.unique(named, default);
            self.add(name, id, VarKind::Wire { def }, role);
        }
    }

    fn constraints_and_bad_states(&mut self, names: &mut assay_system::Names) -> Vec<LineId> {
        let mut claims = Vec::new();
        for id in self.model.ids() {
            let symbol = self.model.line(id).symbol.as_deref();
            let span = self.place(id);
            match self.model.line(id).kind {
                Kind::Bad(arg) => {
                    let default = format!("b{}", self.system.properties.len());
                    let bad = self.term(arg);
                    let property = Property::invariant(
                        names.claim(symbol, default),
                        self.system.pool.not(bad),
                    )
                    .at(span);
                    self.system.properties.push(property);
                    claims.push(id);
                }
                Kind::Constraint(arg) => {
                    let default = format!("c{}", self.system.constraints.len());
                    let constraint = Constraint {
                        name: names.claim(symbol, default),
                        term: self.term(arg),
                        kind: ConstraintKind::Assertion,
                        span,
                    };
                    self.system.constraints.push(constraint);
                }
                _ => {}
            }
        }
        claims
    }

    fn justice(
        &mut self,
        names: &mut assay_system::Names,
        claims: &mut Vec<LineId>,
    ) -> Option<Loop> {
        let mut fairness = Vec::new();
        let mut justice = Vec::new();
        for id in self.model.ids() {
            let line = self.model.line(id);
            match &line.kind {
                Kind::Fair(arg) => fairness.push(self.term(*arg)),
                Kind::Justice(args) => {
                    let default = format!("j{}", justice.len());
                    claims.push(id);
                    justice.push(Justice {
                        name: names.claim(line.symbol.as_deref(), default),
                        conditions: args.iter().map(|a| self.term(*a)).collect(),
                        span: self.place(id),
                    });
                }
                _ => {}
            }
        }
        add_justice(&mut self.system, &justice, &fairness)
    }
}
