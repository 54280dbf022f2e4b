//! From a circuit to a transition system: an input for each input, a state for each latch.
//!
//! What mutants and cores talk about is an element with a wire of its own; every other gate is a term that its readers
//! share. Names come from the symbol table; what has none, or a name that is taken, is `i0`, `l0`, `a0`, `o0`, counted
//! from 0 within its kind.
//!
//! A register can be cut in two places. At its *next-state function* ([`Cut::Next`]): the wire `next l0` stands between
//! the function and the latch, so that a changed register keeps its initial value. At its *output* ([`Cut::Output`]), as in
//! [3]: the latch is hidden as `latch l0` and the wire `l0` stands between it and every reader, the properties and the
//! first step included.
//!
//! References: [3] Chockler, Kroening, Purandare: Computing Mutation Coverage in Interpolation-Based Model Checking,
//! IEEE TCAD 2012, definition 1.
//!
//! The literals that must not hold become properties, outputs of AIGER 1.0 included; outputs beside bad states are wires
//! to look at. Justice is translated ([`assay_system::liveness`]).
//!
//! Lowering is linear in the circuit: gates keep their two inputs, so that a chain of them is not flattened at every
//! link.

use assay_source::Span;
use assay_system::{
    Constraint, ConstraintKind, Element, ElementKind, Instance, Property, Role, Shown, System,
    VarKind, Variable,
};
use assay_term::{Sort, Term, TermId, VarId};
use rustc_hash::FxHashMap;

use super::{Item, Lit, Loaded, Node, Reset, SymbolKind};
use assay_system::Names;
use assay_system::liveness::{Justice, Loop, add_justice};

/// Which parts of a circuit are elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nodes {
    #[default]
    Registers,
    Gates,
    All,
}

impl Nodes {
    pub fn registers(self) -> bool {
        self != Nodes::Gates
    }

    pub fn gates(self) -> bool {
        self != Nodes::Registers
    }
}

/// Where the wire of a register stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cut {
    #[default]
    Next,
    Output,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    pub nodes: Nodes,
    pub cut: Cut,
}

/// A circuit as a system, and which variable is what.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub system: System,
    /// In the order of the circuit.
    pub inputs: Vec<VarId>,
    /// The states, in the order of the circuit.
    pub latches: Vec<VarId>,
    /// What each element of the system is in the circuit.
    pub nodes: Vec<Node>,
    /// The gates by index, each after those it reads.
    pub gate_order: Vec<usize>,
    /// What each property of the system is in the circuit: a bad state, an output or a justice property.
    pub claims: Vec<(SymbolKind, usize)>,
    /// Where there are justice properties: how they were made safety properties.
    pub justice: Option<Loop>,
}

/// The circuit as a system.
pub fn lower(loaded: &Loaded, options: Options) -> Lowered {
    let aiger = &loaded.aiger;
    let defined = aiger.definitions().expect("a loaded tree is a circuit");
    let order = aiger
        .gate_order(&defined)
        .expect("a loaded tree is a circuit");
    let mut lowering = Lowering {
        loaded,
        options,
        symbols: symbols(loaded),
        names: Names::default(),
        claims: Names::default(),
        system: System::new(),
        terms: FxHashMap::default(),
        nodes: Vec::new(),
    };
    let no = lowering.system.pool.bool(false);
    lowering.terms.insert(0, no);
    let inputs = lowering.inputs();
    let latches = lowering.latches();
    for &gate in &order {
        lowering.gate(gate);
    }
    lowering.next_states(&latches);
    lowering.outputs();
    let mut claims = lowering.bad_states();
    lowering.constraints();
    let justice = lowering.justice();
    claims.extend((0..aiger.justice.len()).map(|i| (SymbolKind::Justice, i)));
    Lowered {
        system: lowering.system,
        inputs,
        latches,
        nodes: lowering.nodes,
        gate_order: order,
        claims,
        justice,
    }
}

fn symbols(loaded: &Loaded) -> FxHashMap<(SymbolKind, usize), &str> {
    let symbols = loaded.aiger.symbols.iter();
    symbols
        .filter(|s| !s.name.is_empty())
        .map(|s| ((s.kind, s.index as usize), s.name.as_str()))
        .collect()
}

struct Lowering<'a> {
    loaded: &'a Loaded,
    options: Options,
    symbols: FxHashMap<(SymbolKind, usize), &'a str>,
    names: Names,
    /// Of properties and constraints.
    claims: Names,
    system: System,
    /// What a positive literal of a variable is.
    terms: FxHashMap<u32, TermId>,
    nodes: Vec<Node>,
}

impl Lowering<'_> {
    fn add(&mut self, name: String, kind: VarKind, role: Role, span: Option<Span>) -> VarId {
        let variable = Variable {
            name,
            kind,
            role,
            range: None,
            shown: Shown::Plain,
            span,
        };
        self.system.add_var(Sort::Bool, variable)
    }

    fn element(&mut self, name: &str, wire: VarId, node: Node, span: Option<Span>) {
        self.system.elements.push(Element {
            name: name.to_string(),
            kind: ElementKind::Equation,
            instances: vec![Instance {
                name: name.to_string(),
                var: wire,
            }],
            span,
            listed: true,
        });
        self.nodes.push(node);
    }

    fn term(&mut self, lit: Lit) -> TermId {
        let term = self.terms[&lit.var()];
        if lit.is_negated() {
            self.system.pool.not(term)
        } else {
            term
        }
    }

    fn inputs(&mut self) -> Vec<VarId> {
        let inputs = &self.loaded.aiger.inputs;
        (0..inputs.len())
            .map(|i| {
                let symbol = self.symbols.get(&(SymbolKind::Input, i)).copied();
                let name = self.names.claim(symbol, format!("i{i}"));
                let span = self.loaded.span(Item::Input(i));
                let var = self.add(name, VarKind::Input, Role::Input, span);
                self.terms
                    .insert(inputs[i].var(), self.system.pool.var(var));
                var
            })
            .collect()
    }

    /// The states; their next-state functions come when there are gates.
    fn latches(&mut self) -> Vec<VarId> {
        let hidden = self.options.nodes.registers() && self.options.cut == Cut::Output;
        let latches = &self.loaded.aiger.latches;
        let mut states = Vec::with_capacity(latches.len());
        for (i, latch) in latches.iter().enumerate() {
            let symbol = self.symbols.get(&(SymbolKind::Latch, i)).copied();
            let name = self.names.claim(symbol, format!("l{i}"));
            let span = self.loaded.span(Item::Latch(i));
            let init = match latch.reset {
                Reset::Zero => Some(self.system.pool.bool(false)),
                Reset::One => Some(self.system.pool.bool(true)),
                Reset::Any => None,
            };
            let kind = VarKind::State {
                init,
                next: self.terms[&0],
            };
            let read = if hidden {
                let state = self.add(format!("latch {name}"), kind, Role::Internal, span);
                states.push(state);
                let def = self.system.pool.var(state);
                let kind = VarKind::Wire { def };
                let wire = self.add(name.clone(), kind, Role::Local, span);
                self.element(&name, wire, Node::Latch(i), span);
                wire
            } else {
                let state = self.add(name, kind, Role::Local, span);
                states.push(state);
                state
            };
            self.terms
                .insert(latch.lit.var(), self.system.pool.var(read));
        }
        states
    }

    fn gate(&mut self, i: usize) {
        let and = self.loaded.aiger.ands[i];
        let (left, right) = (self.term(and.left), self.term(and.right));
        let mut term = self.system.pool.gate(left, right);
        if self.options.nodes.gates() {
            let name = self.names.claim(None, format!("a{i}"));
            let span = self.loaded.span(Item::And(i));
            let wire = self.add(name.clone(), VarKind::Wire { def: term }, Role::Local, span);
            self.element(&name, wire, Node::And(i), span);
            term = self.system.pool.var(wire);
        }
        self.terms.insert(and.lhs.var(), term);
    }

    fn next_states(&mut self, states: &[VarId]) {
        let cut = self.options.nodes.registers() && self.options.cut == Cut::Next;
        for (i, &state) in states.iter().enumerate() {
            let mut function = self.term(self.loaded.aiger.latches[i].next);
            if cut {
                let name = self.system.var(state).name.clone();
                let span = self.system.var(state).span;
                let kind = VarKind::Wire { def: function };
                let wire = self.add(format!("next {name}"), kind, Role::Internal, span);
                self.element(&name, wire, Node::Latch(i), span);
                function = self.system.pool.var(wire);
            }
            if let VarKind::State { next, .. } = &mut self.system.vars[state.index()].kind {
                *next = function;
            }
        }
    }

    /// Outputs that are not properties are wires to look at; one that is an input or a latch of the same name is that.
    fn outputs(&mut self) {
        let (kind, _) = self.loaded.aiger.bad_states();
        if kind == SymbolKind::Output {
            return;
        }
        for (i, &lit) in self.loaded.aiger.outputs.iter().enumerate() {
            let symbol = self.symbols.get(&(SymbolKind::Output, i)).copied();
            let term = self.term(lit);
            if let (Term::Var(var), Some(symbol)) = (self.system.pool.get(term), symbol)
                && self.system.var(*var).name == symbol
            {
                let var = *var;
                if self.system.var(var).role == Role::Local {
                    self.system.vars[var.index()].role = Role::Output;
                }
                continue;
            }
            let name = self.names.claim(symbol, format!("o{i}"));
            let span = self.loaded.span(Item::Output(i));
            self.add(name, VarKind::Wire { def: term }, Role::Output, span);
        }
    }

    /// The name of a claim: its symbol, or its letter and position.
    fn claim(&mut self, kind: SymbolKind, i: usize) -> String {
        let symbol = self.symbols.get(&(kind, i)).copied();
        self.claims.claim(symbol, format!("{}{i}", kind.letter()))
    }

    fn constraints(&mut self) {
        for (i, &lit) in self.loaded.aiger.constraints.iter().enumerate() {
            let term = self.term(lit);
            let name = self.claim(SymbolKind::Constraint, i);
            self.system.constraints.push(Constraint {
                name,
                term,
                kind: ConstraintKind::Assertion,
                span: self.loaded.span(Item::Constraint(i)),
            });
        }
    }

    fn bad_states(&mut self) -> Vec<(SymbolKind, usize)> {
        let (kind, bad) = self.loaded.aiger.bad_states();
        for (i, &lit) in bad.iter().enumerate() {
            let item = match kind {
                SymbolKind::Output => Item::Output(i),
                _ => Item::Bad(i),
            };
            let term = self.term(!lit);
            let name = self.claim(kind, i);
            self.system
                .properties
                .push(Property::invariant(name, term).at(self.loaded.span(item)));
        }
        (0..bad.len()).map(|i| (kind, i)).collect()
    }

    fn justice(&mut self) -> Option<Loop> {
        let aiger = &self.loaded.aiger;
        let mut terms = |lits: &[Lit]| lits.iter().map(|l| self.term(*l)).collect::<Vec<_>>();
        let fairness = terms(&aiger.fairness);
        let conditions: Vec<Vec<TermId>> = aiger.justice.iter().map(|j| terms(j)).collect();
        let justice: Vec<Justice> = conditions
            .into_iter()
            .enumerate()
            .map(|(i, conditions)| Justice {
                name: self.claim(SymbolKind::Justice, i),
                conditions,
                span: self.loaded.span(Item::Justice(i, 0)),
            })
            .collect();
        add_justice(&mut self.system, &justice, &fairness)
    }
}
