//! A system and the patches of its mutants as one flat program: a slot for every term, each after the
//! slots it reads.
//!
//! Invariant: slots below `original` make up the original system and are in evaluation order; the
//! slots after them belong to patches and are read by nothing below.

use assay_system::{Mutants, Patch, Stimulus, System, VarKind, default_value, init_order};
use assay_term::{FuncId, Op, Sort, Term, TermId, VarId};
use rustc_hash::FxHashMap;

use super::number::{FALSE, Number, TRUE, UNFIT, apply, number};

#[derive(Clone, Debug)]
pub enum Code {
    Const(Number),
    /// Given by the stimulus.
    Open(VarId),
    /// By its number in `states`.
    State(u32),
    /// The value of the slot that defines it.
    Wire(u32),
    Apply(Op, Box<[u32]>),
    Call(FuncId, Box<[u32]>),
}

/// Slots of a state.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub slot: u32,
    pub var: VarId,
    pub next: u32,
    pub init: Option<u32>,
}

/// What a patch puts in place of the original.
#[derive(Clone, Debug, Default)]
pub struct Replaced {
    /// The wire's slot, and the slot that now defines it.
    pub wires: Vec<(u32, u32)>,
    /// The state's number, and its new slots.
    pub states: Vec<(u32, u32, Option<u32>)>,
    /// The constraint's number, and its new slot.
    pub constraints: Vec<(usize, u32)>,
    /// The property's index in the system, and its new slot.
    pub properties: Vec<(usize, u32)>,
}

impl Replaced {
    /// The slots that stand in place of terms of the original, but for initial values.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        let wires = self.wires.iter().map(|(_, def)| *def);
        let nexts = self.states.iter().map(|(_, next, _)| *next);
        let asked = self.constraints.iter().chain(&self.properties);
        wires.chain(nexts).chain(asked.map(|(_, slot)| *slot))
    }
}

pub struct Program {
    pub code: Vec<Code>,
    pub original: u32,
    /// For each slot of the original the later slots that read it in the same step.
    pub users: Vec<Vec<u32>>,
    pub states: Vec<State>,
    /// For each slot the states that take its value in the next step.
    pub remembered_by: FxHashMap<u32, Vec<u32>>,
    /// For each slot the states that begin with its value.
    pub begun_by: FxHashMap<u32, Vec<u32>>,
    pub constraints: Vec<u32>,
    /// Index in the system, and slot.
    pub properties: Vec<(usize, u32)>,
    /// For each mutant.
    pub replaced: Vec<Replaced>,
    slots: FxHashMap<TermId, u32>,
}

impl Program {
    pub fn new(mutants: &Mutants, properties: &[usize]) -> Program {
        let system = &mutants.system;
        let mut builder = Builder {
            system,
            slots: FxHashMap::default(),
            code: Vec::new(),
        };
        let mut initialised = Vec::new();
        let mut states: Vec<State> = Vec::new();
        for var in system.var_ids() {
            match system.var(var).kind {
                VarKind::Input | VarKind::Rigid => builder.put(var, Code::Open(var)),
                VarKind::State { init: None, .. } => builder.put_state(var, None, &mut states),
                VarKind::State {
                    init: Some(init), ..
                } => initialised.push((var, init)),
                VarKind::Wire { .. } => {}
            }
        }
        for var in init_order(system, &initialised) {
            let VarKind::State { init, .. } = system.var(var).kind else {
                unreachable!("states only");
            };
            let init = init.map(|i| builder.emit(i));
            builder.put_state(var, init, &mut states);
        }
        for wire in system.wire_order() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                let def = builder.emit(def);
                builder.put(wire, Code::Wire(def));
            }
        }
        let terms = system.constraints.iter().map(|c| c.term);
        let constraints: Vec<u32> = terms.map(|t| builder.emit(t)).collect();
        let properties = properties
            .iter()
            .map(|&p| (p, builder.emit(system.properties[p].term)))
            .collect();
        for state in &mut states {
            if let VarKind::State { next, .. } = system.var(state.var).kind {
                state.next = builder.emit(next);
            }
        }
        let original = builder.code.len() as u32;
        let number_of: FxHashMap<VarId, u32> =
            (0u32..).zip(&states).map(|(i, s)| (s.var, i)).collect();
        let replaced = mutants.mutants.iter();
        let replaced = replaced.map(|m| builder.replaced(m.patch(), &number_of));
        let replaced = replaced.collect();
        let Builder { code, slots, .. } = builder;
        let mut users = vec![Vec::new(); original as usize];
        for (at, code) in (0u32..original).zip(&code) {
            for &read in reads(code) {
                users[read as usize].push(at);
            }
        }
        let mut remembered_by: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut begun_by: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (i, state) in (0u32..).zip(&states) {
            remembered_by.entry(state.next).or_default().push(i);
            if let Some(init) = state.init {
                begun_by.entry(init).or_default().push(i);
            }
        }
        Program {
            code,
            original,
            users,
            states,
            remembered_by,
            begun_by,
            constraints,
            properties,
            replaced,
            slots,
        }
    }

    pub fn slot(&self, system: &System, var: VarId) -> u32 {
        self.slots[&system.pool.var(var)]
    }

    /// The slots that the patches of these mutants have beyond the original's.
    pub fn scope(&self, mutants: &[usize]) -> Scope {
        let mut seen = vec![false; self.code.len() - self.original as usize];
        let mut stack: Vec<u32> = Vec::new();
        for &m in mutants {
            let replaced = &self.replaced[m];
            stack.extend(replaced.roots());
            stack.extend(replaced.states.iter().filter_map(|(_, _, init)| *init));
        }
        while let Some(slot) = stack.pop() {
            let Some(at) = slot.checked_sub(self.original) else {
                continue;
            };
            if !std::mem::replace(&mut seen[at as usize], true) {
                stack.extend(reads(&self.code[slot as usize]));
            }
        }
        let slots = (self.original..).zip(seen);
        Scope(slots.filter(|(_, seen)| *seen).map(|(s, _)| s).collect())
    }

    /// The original's values, and those of the patches in `scope` on them, at every step.
    pub fn base(&self, system: &System, stimulus: &Stimulus, scope: &Scope) -> Base {
        let mut functions = FxHashMap::default();
        for (f, table) in stimulus.functions.iter() {
            for (args, result) in table {
                let args: Vec<Number> = args.iter().map(number).collect();
                functions.insert((f, args), number(result));
            }
        }
        let named = |s: &State| s.init.is_some() && stimulus.vars.binary_search(&s.var).is_ok();
        let anywhere = self.states.iter().any(named);
        let mut steps: Vec<Vec<Number>> = Vec::with_capacity(stimulus.len());
        for step in 0..stimulus.len() {
            let mut values: Vec<Number> = vec![UNFIT; self.code.len()];
            for slot in (0..self.original).chain(scope.0.iter().copied()) {
                let value = match &self.code[slot as usize] {
                    Code::Const(n) => *n,
                    Code::Open(v) => match system.var(*v).kind {
                        VarKind::Rigid => given(system, stimulus, 0, *v),
                        _ => given(system, stimulus, step, *v),
                    },
                    Code::State(i) => {
                        let state = &self.states[*i as usize];
                        match (steps.last(), state.init) {
                            (Some(before), _) => before[state.next as usize],
                            (None, Some(init)) if !anywhere => values[init as usize],
                            (None, _) => given(system, stimulus, 0, state.var),
                        }
                    }
                    Code::Wire(def) => values[*def as usize],
                    Code::Apply(op, args) => apply(*op, args, |a| values[a as usize]),
                    Code::Call(f, args) => call(&functions, *f, args, |a| values[a as usize]),
                };
                values[slot as usize] = value;
            }
            steps.push(values);
        }
        let holds =
            |values: &Vec<Number>| self.constraints.iter().all(|&c| values[c as usize] == TRUE);
        let admitted = steps.iter().take_while(|v| holds(v)).count();
        let unfit = |values: &Vec<Number>| {
            self.constraints
                .iter()
                .any(|&c| values[c as usize] == UNFIT)
        };
        let sure = !steps.get(admitted).is_some_and(unfit);
        Base {
            steps,
            functions,
            anywhere,
            admitted,
            sure,
        }
    }
}

/// Which patches are computed along with the original: most questions are about few mutants. By slot, ascending.
pub struct Scope(Vec<u32>);

/// One execution of the original.
pub struct Base {
    pub steps: Vec<Vec<Number>>,
    pub functions: FxHashMap<(FuncId, Vec<Number>), Number>,
    /// It begins in a state that the stimulus names, not in an initial one.
    pub anywhere: bool,
    /// For so many steps its constraints hold.
    pub admitted: usize,
    /// They end because one fails, not because a number does not fit.
    pub sure: bool,
}

fn given(system: &System, stimulus: &Stimulus, step: usize, var: VarId) -> Number {
    match stimulus.value(step, var) {
        Some(value) => number(value),
        None => number(&default_value(system, var)),
    }
}

pub fn call(
    functions: &FxHashMap<(FuncId, Vec<Number>), Number>,
    f: FuncId,
    args: &[u32],
    at: impl Fn(u32) -> Number,
) -> Number {
    let args: Vec<Number> = args.iter().map(|&a| at(a)).collect();
    if args.contains(&UNFIT) {
        return UNFIT;
    }
    functions.get(&(f, args)).copied().unwrap_or(FALSE)
}

/// The slots that a slot reads in the same step.
pub fn reads(code: &Code) -> &[u32] {
    match code {
        Code::Const(_) | Code::Open(_) | Code::State(_) => &[],
        Code::Wire(def) => std::slice::from_ref(def),
        Code::Apply(_, args) | Code::Call(_, args) => args,
    }
}

struct Builder<'a> {
    system: &'a System,
    slots: FxHashMap<TermId, u32>,
    code: Vec<Code>,
}

impl Builder<'_> {
    /// What a patch puts in place of the original; `number_of` are the numbers of the states.
    fn replaced(&mut self, patch: Option<&Patch>, number_of: &FxHashMap<VarId, u32>) -> Replaced {
        let mut replaced = Replaced::default();
        let Some(patch) = patch else {
            return replaced;
        };
        for (var, kind) in &patch.vars {
            match kind {
                VarKind::Wire { def } => {
                    let slot = self.slots[&self.system.pool.var(*var)];
                    replaced.wires.push((slot, self.emit(*def)));
                }
                VarKind::State { init, next } => {
                    let (next, init) = (self.emit(*next), init.map(|i| self.emit(i)));
                    replaced.states.push((number_of[var], next, init));
                }
                VarKind::Input | VarKind::Rigid => {}
            }
        }
        for &(c, term) in &patch.constraints {
            replaced.constraints.push((c, self.emit(term)));
        }
        for &(p, term) in &patch.properties {
            replaced.properties.push((p, self.emit(term)));
        }
        replaced
    }

    fn push(&mut self, term: TermId, code: Code) -> u32 {
        let slot = self.code.len() as u32;
        self.slots.insert(term, slot);
        self.code.push(code);
        slot
    }

    fn put(&mut self, var: VarId, code: Code) {
        self.push(self.system.pool.var(var), code);
    }

    /// Its `next` follows once everything it may read is there.
    fn put_state(&mut self, var: VarId, init: Option<u32>, states: &mut Vec<State>) {
        let slot = self.push(self.system.pool.var(var), Code::State(states.len() as u32));
        states.push(State {
            slot,
            var,
            next: slot,
            init,
        });
    }

    /// Variables in the term have slots already.
    fn emit(&mut self, root: TermId) -> u32 {
        let pool = &self.system.pool;
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.slots.contains_key(&id) {
                continue;
            }
            let term = pool.get(id);
            if !ready {
                stack.push((id, true));
                stack.extend(term.args().iter().map(|&a| (a, false)));
                continue;
            }
            let args = |args: &[TermId]| args.iter().map(|a| self.slots[a]).collect();
            let code = match term {
                Term::Const(value) => Code::Const(number(value)),
                Term::Var(_) => unreachable!("variables come first"),
                Term::App(op, list) => Code::Apply(*op, args(list)),
                // The default of a word would need its width.
                Term::Call(..) if matches!(pool.sort(id), Sort::BitVec(_) | Sort::Array { .. }) => {
                    Code::Const(UNFIT)
                }
                Term::Call(f, list) => Code::Call(*f, args(list)),
            };
            self.push(id, code);
        }
        self.slots[&root]
    }
}
