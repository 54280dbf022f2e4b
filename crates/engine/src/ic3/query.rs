//! The questions that IC3 asks a SAT solver.
//!
//! Five solvers, because a solver assigns everything it knows of, needed or not: one for the transition
//! relation and the frames, one for violations after a step and the top frame, one for the initial
//! states, and two without frames to lift predecessors of either kind. Frames are switched on by assuming one
//! literal for each level; one-time clauses need no literal at all, see [`Solver::solve_with`].
//! Clauses of cubes that moved up or were subsumed stay behind as garbage until `refresh` builds the
//! solvers anew.

use assay_aig::{AigLit, Tseitin};
use assay_solver::sat::Solver;
use assay_solver::{Answer, Effort, Lit, Stop, StopFlag};

use super::Reason;
use super::cube::{Cube, LatchLit};
use super::frames::Frames;
use super::model::Model;

/// A solver with some of the model's functions encoded.
struct Encoded {
    solver: Solver,
    cnf: Tseitin,
    latches: Vec<Lit>,
    /// The inputs that the encoded functions read.
    inputs: Vec<Option<Lit>>,
    /// By level; a level is switched on by assuming the negation, because solvers like to set
    /// undecided variables to true.
    off: Vec<Lit>,
}

impl Encoded {
    fn new(model: &Model, stop: &StopFlag, functions: impl IntoIterator<Item = AigLit>) -> Self {
        let mut encoded = Encoded {
            solver: Solver::plain(stop.clone()),
            cnf: Tseitin::new(),
            latches: Vec::new(),
            inputs: Vec::new(),
            off: Vec::new(),
        };
        encoded.latches = model
            .latches
            .iter()
            .map(|l| encoded.lit(model, l.current))
            .collect();
        for lit in functions {
            encoded.lit(model, lit);
        }
        for lit in [model.constraint, model.inside] {
            encoded.lit(model, lit);
        }
        let known = |&i: &AigLit| encoded.cnf.known(i).map(Lit::from_code);
        encoded.inputs = model.inputs.iter().map(known).collect();
        encoded
    }

    /// As `new`, and asserts what holds in every execution, as long as no state has left its range.
    fn of_executions(
        model: &Model,
        stop: &StopFlag,
        functions: impl IntoIterator<Item = AigLit>,
    ) -> Self {
        let functions = functions.into_iter().chain([model.known]);
        let mut encoded = Encoded::new(model, stop, functions);
        let outside = encoded.lit(model, !model.inside);
        for fact in [model.constraint, model.known] {
            let fact = encoded.lit(model, fact);
            encoded.solver.clause(&[outside, fact]);
        }
        encoded
    }

    /// The transition relation and all frames; the property holds in each of them.
    fn of_frames(model: &Model, stop: &StopFlag) -> Self {
        let next = model.latches.iter().map(|l| l.next);
        let mut encoded = Encoded::of_executions(model, stop, next.chain([model.init, model.bad]));
        encoded.assume_property(model);
        encoded
    }

    /// The violation after a step, and the top frame, in which the property holds.
    fn of_top(model: &Model, stop: &StopFlag) -> Self {
        let functions = [model.bad_next, model.known_next, model.bad];
        let mut encoded = Encoded::of_executions(model, stop, functions);
        encoded.assume_property(model);
        let known = encoded.lit(model, model.known_next);
        encoded.solver.clause(&[known]);
        encoded
    }

    fn assume_property(&mut self, model: &Model) {
        let (outside, good) = (self.lit(model, !model.inside), self.lit(model, !model.bad));
        self.solver.clause(&[outside, good]);
    }

    fn lit(&mut self, model: &Model, lit: AigLit) -> Lit {
        Lit::from_code(self.cnf.lit(&model.aig, lit, &mut self.solver))
    }

    fn of(&self, lit: LatchLit) -> Lit {
        signed(self.latches[lit.latch()], lit.value())
    }

    /// The literal at the next step. Its function is encoded.
    fn primed(&mut self, model: &Model, lit: LatchLit) -> Lit {
        signed(
            self.lit(model, model.latches[lit.latch()].next),
            lit.value(),
        )
    }

    /// The latches in the model that was just found.
    fn state(&mut self) -> Vec<bool> {
        let solver = &mut self.solver;
        self.latches.iter().map(|&l| solver.value(l)).collect()
    }

    fn situation(&mut self) -> Situation {
        let state = self.state();
        let solver = &mut self.solver;
        let inputs = self.inputs.iter();
        let inputs = inputs.map(|l| l.is_some_and(|l| solver.value(l))).collect();
        Situation { state, inputs }
    }

    fn switch(&mut self, level: usize) -> Lit {
        while self.off.len() <= level {
            let lit = self.solver.fresh();
            self.off.push(lit);
        }
        self.off[level]
    }

    /// Adds the negation of a cube to the frames up to `level`.
    fn block(&mut self, cube: &Cube, level: usize) {
        let mut clause = vec![self.switch(level)];
        clause.extend(cube.lits().iter().map(|&l| !self.of(l)));
        self.solver.clause(&clause);
    }

    /// What switches frame `level` of `top` on: the initial states, or the levels from it upwards.
    fn frame(&mut self, model: &Model, level: usize, top: usize) -> Vec<Lit> {
        if level == 0 {
            vec![self.lit(model, model.init)]
        } else {
            (level..=top).map(|j| !self.switch(j)).collect()
        }
    }
}

fn signed(lit: Lit, value: bool) -> Lit {
    if value { lit } else { !lit }
}

/// A state and the inputs with which it does something.
#[derive(Clone, Debug)]
pub struct Situation {
    pub state: Vec<bool>,
    pub inputs: Vec<bool>,
}

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

pub struct Queries<'m> {
    model: &'m Model,
    stop: StopFlag,
    frames: Encoded,
    top: Encoded,
    init: Encoded,
    lift: Encoded,
    lift_bad: Encoded,
    garbage: usize,
    clauses: usize,
    budget: Option<Effort>,
    pub spent: Effort,
}

/// One question, and its effort.
fn ask(
    encoded: &mut Encoded,
    assumptions: &[Lit],
    one_time: &[Lit],
    budget: Option<Effort>,
    spent: &mut Effort,
) -> Result<bool, Reason> {
    let limit = match budget {
        Some(budget) if *spent >= budget => return Err(Reason::Budget),
        budget => budget.map(|b| b - *spent),
    };
    let before = encoded.solver.conflicts();
    let answer = encoded.solver.solve_with(assumptions, one_time, limit);
    // Questions count because one without a conflict is work too, and a budget must end a run of
    // them.
    *spent += encoded.solver.conflicts() - before + 1;
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(Stop::Interrupted) => Err(Reason::Interrupted),
        Answer::Unknown(Stop::Budget) => Err(Reason::Budget),
        Answer::Unknown(Stop::GaveUp(why)) => Err(Reason::Hopeless(why)),
    }
}

/// Those of the literals whose assumptions failed.
fn core(encoded: &mut Encoded, lits: &[LatchLit], assumptions: &[Lit]) -> Vec<LatchLit> {
    lits.iter()
        .zip(assumptions)
        .filter(|(_, a)| encoded.solver.failed(**a))
        .map(|(l, _)| *l)
        .collect()
}

impl<'m> Queries<'m> {
    pub fn new(model: &'m Model, stop: &StopFlag, budget: Option<Effort>) -> Self {
        let mut init = Encoded::of_executions(model, stop, [model.init, model.bad]);
        let start = init.lit(model, model.init);
        init.solver.clause(&[start]);
        let next = model.latches.iter().map(|l| l.next);
        Queries {
            model,
            stop: stop.clone(),
            frames: Encoded::of_frames(model, stop),
            top: Encoded::of_top(model, stop),
            init,
            lift: Encoded::new(model, stop, next),
            lift_bad: Encoded::new(model, stop, [model.bad_next]),
            garbage: 0,
            clauses: 0,
            budget,
            spent: 0,
        }
    }

    /// Adds the negation of a blocked cube to the frames up to `level` of `top`. `dropped` cubes have
    /// become redundant with it.
    pub fn block(&mut self, cube: &Cube, level: usize, top: usize, dropped: usize) {
        self.frames.block(cube, level);
        if level == top {
            self.top.block(cube, level);
        }
        self.garbage += dropped;
        self.clauses += 1;
    }

    /// Builds the solvers with frames anew when most of their clauses are of no more use.
    pub fn refresh(&mut self, frames: &Frames) {
        if self.garbage < 500 || self.garbage * 2 < self.clauses {
            return;
        }
        self.frames = Encoded::of_frames(self.model, &self.stop);
        self.top = Encoded::of_top(self.model, &self.stop);
        (self.garbage, self.clauses) = (0, 0);
        for level in 1..=frames.top() {
            for cube in frames.at(level) {
                self.block(cube, level, frames.top(), 0);
            }
        }
    }

    /// An initial state that violates the property or lies outside its range.
    pub fn bad_start(&mut self) -> Result<Option<Situation>, Reason> {
        for target in [self.model.bad, !self.model.inside] {
            if target == AigLit::FALSE {
                continue;
            }
            let assumption = self.init.lit(self.model, target);
            let init = &mut self.init;
            if ask(init, &[assumption], &[], self.budget, &mut self.spent)? {
                return Ok(Some(init.situation()));
            }
        }
        Ok(None)
    }

    /// A state of the top frame that violates the property after one step.
    pub fn bad(&mut self, top: usize) -> Result<Option<Situation>, Reason> {
        let solver = &mut self.top;
        let assumptions = [
            !solver.switch(top),
            solver.lit(self.model, self.model.inside),
            solver.lit(self.model, self.model.bad_next),
        ];
        let found = ask(solver, &assumptions, &[], self.budget, &mut self.spent)?;
        Ok(found.then(|| solver.situation()))
    }

    /// Whether frame `level`, without the cube itself, reaches the cube in one step. The caller
    /// knows that the cube holds no initial state.
    pub fn relative(&mut self, cube: &Cube, level: usize, top: usize) -> Result<Relative, Reason> {
        if cube.is_empty() && level > 0 {
            // Without the cube itself nothing is left to start from.
            return Ok(Relative::Unreachable(vec![]));
        }
        let frames = &mut self.frames;
        let mut assumptions = frames.frame(self.model, level, top);
        if self.model.inside != AigLit::TRUE {
            assumptions.push(frames.lit(self.model, self.model.inside));
        }
        let lits = cube.lits();
        let primed: Vec<Lit> = lits.iter().map(|&l| frames.primed(self.model, l)).collect();
        assumptions.extend(&primed);
        let not_cube: Vec<Lit> = if level == 0 {
            vec![]
        } else {
            lits.iter().map(|&l| !frames.of(l)).collect()
        };
        if ask(
            frames,
            &assumptions,
            &not_cube,
            self.budget,
            &mut self.spent,
        )? {
            return Ok(Relative::Reached(frames.situation()));
        }
        Ok(Relative::Unreachable(core(frames, lits, &primed)))
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
        if self.model.pinned_is_init {
            let mut state = vec![false; self.model.latches.len()];
            for lit in lits.iter().chain(pinned.lits()) {
                state[lit.latch()] = lit.value();
            }
            return Ok(Initiation::Meets(state));
        }
        let init = &mut self.init;
        let assumptions: Vec<Lit> = lits.iter().map(|&l| init.of(l)).collect();
        if ask(init, &assumptions, &[], self.budget, &mut self.spent)? {
            return Ok(Initiation::Meets(init.state()));
        }
        Ok(Initiation::Disjoint(core(init, lits, &assumptions)))
    }

    /// The part of a state that, with its inputs, is enough to satisfy the constraints and to reach the
    /// goal: every state of the cube does the same. (Chockler et al., Incremental Formal
    /// Verification of Hardware, FMCAD 2011.)
    pub fn lift(&mut self, from: &Situation, goal: Goal) -> Result<Cube, Reason> {
        let model = self.model;
        let (lift, mut misses): (_, Vec<Lit>) = match goal {
            Goal::Cube(cube) => {
                let lift = &mut self.lift;
                let lits = cube.lits().iter();
                let misses = lits.map(|&l| !lift.primed(model, l)).collect();
                (lift, misses)
            }
            Goal::Bad => {
                let lift = &mut self.lift_bad;
                let misses = vec![lift.lit(model, !model.bad_next)];
                (lift, misses)
            }
        };
        misses.push(lift.lit(model, !model.constraint));
        misses.push(lift.lit(model, !model.inside));
        let state = Cube::state(&from.state);
        let inputs = lift.inputs.iter().zip(&from.inputs);
        let mut assumptions: Vec<Lit> = inputs
            .filter_map(|(lit, &value)| lit.map(|l| signed(l, value)))
            .collect();
        let latches: Vec<Lit> = state.lits().iter().map(|&l| lift.of(l)).collect();
        assumptions.extend(&latches);
        if ask(lift, &assumptions, &misses, self.budget, &mut self.spent)? {
            debug_assert!(false, "a state and its inputs determine what happens");
            return Ok(state);
        }
        Ok(Cube::new(core(lift, state.lits(), &latches)))
    }
}
