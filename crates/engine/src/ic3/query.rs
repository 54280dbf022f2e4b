//! The questions that IC3 asks a SAT solver.
//!
//! Three solvers over one numbering: one for the transition relation and the frames, one for the initial
//! states, and one without frames to lift predecessors. Each question is confined to the cone of what it
//! is about, see [`Cdcl::solve_within`]: an answer then leaves the rest of the state open, as it should.
//! The property and the lemmas of other latches are not part of that cone. A predecessor may therefore
//! lie outside its frame; it is a state to be blocked all the same, because it does lead to a violation.
//!
//! Frames are switched by assuming one literal for each level. Levels below the one in question are
//! switched off for certain, so that their lemmas are satisfied at a glance. Lemmas that moved up or are
//! subsumed are taken back: what was learnt from them follows from those that replace them.

use std::sync::Arc;

use assay_aig::AigLit;
use assay_solver::cdcl::{Cdcl, ClauseId};
use assay_solver::{Effort, Lit};

use super::Reason;
use super::circuit::{Circuit, Laid};
use crate::bits::Model;
use crate::bits::{Cube, LatchLit};

/// Some latches and all inputs with which they do something.
#[derive(Clone, Debug)]
pub struct Situation {
    pub state: Vec<LatchLit>,
    pub inputs: Vec<bool>,
}

/// The values of all latches and of all inputs.
pub type StateAndInputs = (Vec<bool>, Vec<bool>);

/// Is a cube out of reach of a frame in one step?
pub enum Relative {
    /// It is, and so is the cube of these literals of it.
    Unreachable(Vec<LatchLit>),
    Reached(Situation),
}

/// Does a cube hold an initial state?
pub enum Initiation {
    /// None, because of these literals.
    Disjoint(Vec<LatchLit>),
    Meets(Vec<bool>),
}

/// What a predecessor must reach for sure.
#[derive(Clone, Copy)]
pub enum Goal<'a> {
    Cube(&'a Cube),
    /// A violation after one step.
    Bad,
}

pub struct Queries {
    model: Arc<Model>,
    circuit: Circuit,
    frames: Cdcl,
    init: Cdcl,
    lift: Cdcl,
    /// By latch: now and at the next step.
    now: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Option<Lit>>,
    /// By level: true if the level is off.
    off: Vec<Lit>,
    /// What every question about an execution has to respect.
    facts: Vec<Lit>,
    pub budget: Option<Effort>,
    pub spent: Effort,
}

/// One question, and its effort.
fn ask(
    solver: &mut Cdcl,
    (domain, assumptions, one_time): (&[Lit], &[Lit], &[Lit]),
    budget: Option<Effort>,
    spent: &mut Effort,
) -> Result<bool, Reason> {
    let limit = match budget {
        Some(budget) if *spent >= budget => return Err(Reason::Budget),
        budget => budget.map(|b| b - *spent),
    };
    let before = solver.conflicts();
    let answer = solver.solve_within(domain, assumptions, one_time, limit);
    // Questions count because one without a conflict is work too, and a budget must end a run of
    // them.
    *spent += solver.conflicts() - before + 1;
    Reason::of(answer)
}

/// Those of the literals whose assumptions failed.
fn core(solver: &Cdcl, lits: &[LatchLit], assumptions: &[Lit]) -> Vec<LatchLit> {
    lits.iter()
        .zip(assumptions)
        .filter(|(_, a)| solver.failed(**a))
        .map(|(l, _)| *l)
        .collect()
}

fn signed(lit: Lit, value: bool) -> Lit {
    if value { lit } else { !lit }
}

impl Queries {
    pub fn new(laid: Laid) -> Self {
        let (now, next) = laid.latches();
        let Laid {
            model,
            circuit,
            plain,
        } = laid;
        let outside = circuit.lit(!model.inside);
        // As long as no state has left its range.
        let assert = |solver: &mut Cdcl, fact: AigLit| {
            if fact != AigLit::TRUE {
                solver.clause(&[outside, circuit.lit(fact)]);
            }
        };
        let (mut frames, mut init) = (plain.clone(), plain.clone());
        for fact in [model.constraint, model.known_otherwise] {
            assert(&mut frames, fact);
            assert(&mut init, fact);
        }
        assert(&mut frames, !model.bad);
        init.clause(&[circuit.lit(model.init)]);
        let of = |lit: AigLit| circuit.lit(lit);
        let facts = [model.constraint, model.known_otherwise, model.inside];
        let facts = facts.iter().filter(|&&f| f != AigLit::TRUE);
        let mut queries = Queries {
            frames,
            init,
            lift: plain,
            now,
            next,
            inputs: model.inputs.iter().map(|&i| circuit.known(i)).collect(),
            off: Vec::new(),
            facts: facts.map(|&f| of(f)).collect(),
            budget: None,
            spent: 0,
            circuit,
            model: model.clone(),
        };
        for cube in &model.unreachable {
            let clause = queries.negation(cube);
            queries.frames.clause(&clause);
        }
        queries
    }

    /// Only the executions in which rigid parameters have these values, and no state of these cubes is on them.
    pub fn confine(&mut self, values: &[LatchLit], unreachable: &[Cube]) {
        for &value in values {
            let value = self.now(value);
            for solver in [&mut self.frames, &mut self.init, &mut self.lift] {
                solver.clause(&[value]);
            }
        }
        for cube in unreachable {
            let clause = self.negation(cube);
            self.frames.clause(&clause);
        }
    }

    fn negation(&self, cube: &Cube) -> Vec<Lit> {
        cube.lits().iter().map(|&l| !self.now(l)).collect()
    }

    fn now(&self, lit: LatchLit) -> Lit {
        signed(self.now[lit.latch()], lit.value())
    }

    fn next(&self, lit: LatchLit) -> Lit {
        signed(self.next[lit.latch()], lit.value())
    }

    /// The cone of some literals and of the facts.
    fn cone(&mut self, roots: &[Lit]) -> Vec<Lit> {
        let roots: Vec<Lit> = roots.iter().chain(&self.facts).copied().collect();
        self.circuit.cone(&roots)
    }

    /// What the frames' solver just found.
    fn situation(&self) -> Situation {
        let latches = self.now.iter().enumerate();
        let state = latches.filter_map(|(i, &l)| Some(LatchLit::new(i, self.frames.model(l)?)));
        let input = |l: &Option<Lit>| l.and_then(|l| self.frames.model(l)).unwrap_or(false);
        Situation {
            state: state.collect(),
            inputs: self.inputs.iter().map(input).collect(),
        }
    }

    fn off(&mut self, level: usize) -> Lit {
        while self.off.len() <= level {
            let lit = self.frames.fresh();
            self.off.push(lit);
        }
        self.off[level]
    }

    /// Adds the negation of a blocked cube to the frames up to `level`.
    pub fn block(&mut self, cube: &Cube, level: usize) -> Option<ClauseId> {
        let mut clause = vec![self.off(level)];
        clause.extend(self.negation(cube));
        self.frames.removable(&clause)
    }

    pub fn unblock(&mut self, clause: ClauseId) {
        self.frames.remove(clause);
    }

    /// What switches frame `level` of `top` on, above 0.
    fn switches(&mut self, level: usize, top: usize) -> Vec<Lit> {
        let switch = |j: usize| signed(self.off(j), j < level);
        (1..=top).map(switch).collect()
    }

    /// An initial state that violates the property or lies outside its range.
    pub fn bad_start(&mut self) -> Result<Option<StateAndInputs>, Reason> {
        for target in [self.model.bad, !self.model.inside] {
            if target == AigLit::FALSE {
                continue;
            }
            let target = self.circuit.lit(target);
            let start = self.circuit.lit(self.model.init);
            let domain = self.cone(&[target, start]);
            let init = &mut self.init;
            let question = (&domain[..], &[target][..], &[][..]);
            if ask(init, question, self.budget, &mut self.spent)? {
                let value = |l: Option<Lit>| l.and_then(|l| self.init.model(l)).unwrap_or(false);
                let state = self.now.iter().map(|&l| value(Some(l))).collect();
                let inputs = self.inputs.iter().map(|&l| value(l)).collect();
                return Ok(Some((state, inputs)));
            }
        }
        Ok(None)
    }

    /// A state of the top frame that violates the property after one step.
    pub fn bad(&mut self, top: usize) -> Result<Option<Situation>, Reason> {
        let model = &self.model;
        let targets = [model.inside, model.known_next, model.bad_next];
        let targets: Vec<Lit> = targets.iter().map(|&t| self.circuit.lit(t)).collect();
        let domain = self.cone(&targets);
        let mut assumptions = self.switches(top, top);
        assumptions.extend(targets);
        let question = (&domain[..], &assumptions[..], &[][..]);
        let found = ask(&mut self.frames, question, self.budget, &mut self.spent)?;
        Ok(found.then(|| self.situation()))
    }

    /// Whether frame `level`, without the cube itself, reaches the cube in one step. The caller
    /// knows that the cube holds no initial state.
    pub fn relative(&mut self, cube: &Cube, level: usize, top: usize) -> Result<Relative, Reason> {
        if cube.is_empty() && level > 0 {
            // Without the cube itself nothing is left to start from.
            return Ok(Relative::Unreachable(vec![]));
        }
        let lits = cube.lits();
        let primed: Vec<Lit> = lits.iter().map(|&l| self.next(l)).collect();
        let mut assumptions;
        let mut not_cube: Vec<Lit> = vec![];
        let domain;
        if level > 0 {
            domain = self.cone(&primed);
            assumptions = self.switches(level, top);
            not_cube = self.negation(cube);
        } else if self.model.pinned_is_init {
            domain = self.cone(&primed);
            let pinned = self.model.pinned.lits().iter().map(|&l| self.now(l));
            assumptions = pinned.filter(|&l| self.circuit.in_cone(l)).collect();
        } else {
            let start = self.circuit.lit(self.model.init);
            let roots: Vec<Lit> = primed.iter().copied().chain([start]).collect();
            domain = self.cone(&roots);
            assumptions = vec![start];
        }
        if self.model.inside != AigLit::TRUE {
            assumptions.push(self.circuit.lit(self.model.inside));
        }
        assumptions.extend(&primed);
        let question = (&domain[..], &assumptions[..], &not_cube[..]);
        if ask(&mut self.frames, question, self.budget, &mut self.spent)? {
            return Ok(Relative::Reached(self.situation()));
        }
        Ok(Relative::Unreachable(core(&self.frames, lits, &primed)))
    }

    pub fn initiation(&mut self, cube: &Cube) -> Result<Initiation, Reason> {
        let lits = cube.lits();
        let pinned = &self.model.pinned;
        let clash = lits
            .iter()
            .find(|l| pinned.contains(LatchLit::new(l.latch(), !l.value())));
        if let Some(&lit) = clash {
            return Ok(Initiation::Disjoint(vec![lit]));
        }
        let mut start = vec![false; self.model.latches.len()];
        for lit in lits.iter().chain(pinned.lits()) {
            start[lit.latch()] = lit.value();
        }
        if self.model.pinned_is_init {
            return Ok(Initiation::Meets(start));
        }
        let assumptions: Vec<Lit> = lits.iter().map(|&l| self.now(l)).collect();
        let mut roots = assumptions.clone();
        if !self.model.pinned_is_init {
            roots.push(self.circuit.lit(self.model.init));
        }
        let domain = self.cone(&roots);
        let question = (&domain[..], &assumptions[..], &[][..]);
        if ask(&mut self.init, question, self.budget, &mut self.spent)? {
            for (value, &lit) in start.iter_mut().zip(&self.now) {
                *value = self.init.model(lit).unwrap_or(*value);
            }
            return Ok(Initiation::Meets(start));
        }
        Ok(Initiation::Disjoint(core(&self.init, lits, &assumptions)))
    }

    /// The part of a state that, with its inputs, is enough to satisfy the constraints and to reach the
    /// goal: every state of the cube does the same. (Chockler et al., Incremental Formal
    /// Verification of Hardware, FMCAD 2011.) Literals that come late in the situation are the first to
    /// go.
    pub fn lift(&mut self, from: &Situation, goal: Goal) -> Result<Cube, Reason> {
        let model = &self.model;
        let mut misses: Vec<Lit> = match goal {
            Goal::Cube(cube) => cube.lits().iter().map(|&l| !self.next(l)).collect(),
            Goal::Bad => vec![self.circuit.lit(!model.bad_next)],
        };
        for must in [model.constraint, model.inside] {
            if must != AigLit::TRUE {
                misses.push(self.circuit.lit(!must));
            }
        }
        let domain = self.cone(&misses);
        let inputs = self.inputs.iter().zip(&from.inputs);
        let known = inputs.filter_map(|(l, &value)| l.map(|l| signed(l, value)));
        let mut assumptions: Vec<Lit> = known.filter(|&l| self.circuit.in_cone(l)).collect();
        let lits = from.state.iter().map(|&l| (l, self.now(l)));
        let lits = lits.filter(|&(_, l)| self.circuit.in_cone(l));
        let (state, latches): (Vec<LatchLit>, Vec<Lit>) = lits.unzip();
        assumptions.extend(&latches);
        let question = (&domain[..], &assumptions[..], &misses[..]);
        if ask(&mut self.lift, question, self.budget, &mut self.spent)? {
            debug_assert!(false, "a state and its inputs determine what happens");
            return Ok(Cube::new(state));
        }
        Ok(Cube::new(core(&self.lift, &state, &latches)))
    }
}
