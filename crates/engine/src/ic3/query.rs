//! The questions that IC3 asks a SAT solver.
//!
//! Three solvers: one holds the transition relation and the frames, one the transition relation alone
//! (to lift predecessors), one the initial states. Frames are switched on by assuming one literal for
//! each level; one-time clauses need no literal at all, see [`Solver::solve_with`]. Clauses of cubes
//! that moved up or were subsumed stay behind as garbage until `refresh` builds the solver anew.

use assay_aig::{AigLit, Tseitin};
use assay_solver::sat::Solver;
use assay_solver::{Answer, Effort, Lit, Stop, StopFlag};

use super::Reason;
use super::cube::{Cube, LatchLit};
use super::frames::Frames;
use super::model::Model;

/// A solver with the model's functions encoded.
struct Encoded {
    solver: Solver,
    cnf: Tseitin,
    latches: Vec<Lit>,
}

impl Encoded {
    fn new(model: &Model, stop: &StopFlag) -> Self {
        let mut encoded = Encoded {
            solver: Solver::plain(stop.clone()),
            cnf: Tseitin::new(),
            latches: Vec::new(),
        };
        encoded.latches = model
            .latches
            .iter()
            .map(|l| encoded.lit(model, l.current))
            .collect();
        encoded
    }

    fn lit(&mut self, model: &Model, lit: AigLit) -> Lit {
        Lit::from_code(self.cnf.lit(&model.aig, lit, &mut self.solver))
    }

    /// Asserts what holds in every execution, as long as no state has left its range.
    fn assume_executions(&mut self, model: &Model) {
        let outside = self.lit(model, !model.inside);
        for fact in [model.constraint, model.known] {
            let fact = self.lit(model, fact);
            self.solver.clause(&[outside, fact]);
        }
    }

    fn of(&self, lit: LatchLit) -> Lit {
        signed(self.latches[lit.latch()], lit.value())
    }

    /// The latches in the model that was just found.
    fn state(&mut self) -> Vec<bool> {
        let solver = &mut self.solver;
        self.latches.iter().map(|&l| solver.value(l)).collect()
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
    Bad,
    /// Being a state that has left its range.
    Outside,
}

pub struct Queries<'m> {
    model: &'m Model,
    stop: StopFlag,
    frames: Encoded,
    lift: Encoded,
    init: Encoded,
    /// By level; a level is switched on by assuming the negation, because solvers like to set
    /// undecided variables to true.
    off: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Option<Lit>>,
    lift_next: Vec<Lit>,
    lift_inputs: Vec<Option<Lit>>,
    garbage: usize,
    clauses: usize,
    budget: Option<Effort>,
    spent: Effort,
}

impl<'m> Queries<'m> {
    pub fn new(model: &'m Model, stop: &StopFlag, budget: Option<Effort>) -> Self {
        let mut init = Encoded::new(model, stop);
        init.assume_executions(model);
        let start = init.lit(model, model.init);
        init.solver.clause(&[start]);
        let mut lift = Encoded::new(model, stop);
        let (lift_next, lift_inputs) = transition(model, &mut lift);
        let (frames, next, inputs) = frame_solver(model, stop);
        Queries {
            model,
            stop: stop.clone(),
            frames,
            lift,
            init,
            off: Vec::new(),
            next,
            inputs,
            lift_next,
            lift_inputs,
            garbage: 0,
            clauses: 0,
            budget,
            spent: 0,
        }
    }

    /// Counts a question and its conflicts. Questions count because one without a conflict is work
    /// too, and a budget must end a run of them.
    fn charge(&mut self, conflicts: Effort, answer: Answer) -> Result<bool, Reason> {
        self.spent += conflicts + 1;
        match answer {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(Stop::Interrupted) => Err(Reason::Interrupted),
            Answer::Unknown(Stop::Budget) => Err(Reason::Budget),
            Answer::Unknown(Stop::GaveUp(why)) => Err(Reason::Hopeless(why)),
        }
    }

    fn remaining(&self) -> Result<Option<Effort>, Reason> {
        match self.budget {
            Some(budget) if self.spent >= budget => Err(Reason::Budget),
            budget => Ok(budget.map(|b| b - self.spent)),
        }
    }

    fn ask_frames(&mut self, assumptions: &[Lit], one_time: &[Lit]) -> Result<bool, Reason> {
        let budget = self.remaining()?;
        let before = self.frames.solver.conflicts();
        let answer = self.frames.solver.solve_with(assumptions, one_time, budget);
        let conflicts = self.frames.solver.conflicts() - before;
        self.charge(conflicts, answer)
    }

    fn switch(&mut self, level: usize) -> Lit {
        while self.off.len() <= level {
            let lit = self.frames.solver.fresh();
            self.off.push(lit);
        }
        self.off[level]
    }

    /// Adds the negation of a blocked cube to the frames up to `level`. `dropped` cubes have become
    /// redundant with it.
    pub fn block(&mut self, cube: &Cube, level: usize, dropped: usize) {
        let mut clause = vec![self.switch(level)];
        clause.extend(cube.lits().iter().map(|&l| !self.frames.of(l)));
        self.frames.solver.clause(&clause);
        self.garbage += dropped;
        self.clauses += 1;
    }

    /// Builds the frame solver anew when most of its clauses are of no more use.
    pub fn refresh(&mut self, frames: &Frames) {
        if self.garbage < 500 || self.garbage * 2 < self.clauses {
            return;
        }
        (self.frames, self.next, self.inputs) = frame_solver(self.model, &self.stop);
        self.off.clear();
        (self.garbage, self.clauses) = (0, 0);
        for level in 1..=frames.top() {
            for cube in frames.at(level) {
                self.block(cube, level, 0);
            }
        }
    }

    /// What switches frame `level` of `top` on: the initial states, or the levels from it upwards.
    fn frame(&mut self, level: usize, top: usize) -> Vec<Lit> {
        let mut on: Vec<Lit> = if level == 0 {
            vec![self.frames.lit(self.model, self.model.init)]
        } else {
            (level..=top).map(|j| !self.switch(j)).collect()
        };
        if self.model.inside != AigLit::TRUE {
            on.push(self.frames.lit(self.model, self.model.inside));
        }
        on
    }

    /// A state of frame `level` that violates the property.
    pub fn bad(&mut self, level: usize, top: usize) -> Result<Option<Situation>, Reason> {
        let mut assumptions = self.frame(level, top);
        assumptions.push(self.frames.lit(self.model, self.model.bad));
        let found = self.ask_frames(&assumptions, &[])?;
        Ok(found.then(|| self.situation()))
    }

    /// A state of frame `level` that has left its range.
    pub fn outside(&mut self, level: usize, top: usize) -> Result<Option<Situation>, Reason> {
        if self.model.inside == AigLit::TRUE {
            return Ok(None);
        }
        let mut assumptions = self.frame(level, top);
        assumptions.pop();
        assumptions.push(self.frames.lit(self.model, !self.model.inside));
        let found = self.ask_frames(&assumptions, &[])?;
        Ok(found.then(|| self.situation()))
    }

    fn situation(&mut self) -> Situation {
        let state = self.frames.state();
        let solver = &mut self.frames.solver;
        let inputs = self
            .inputs
            .iter()
            .map(|l| l.is_some_and(|l| solver.value(l)))
            .collect();
        Situation { state, inputs }
    }

    /// Whether frame `level`, without the cube itself, reaches the cube in one step. The caller
    /// knows that the cube holds no initial state.
    pub fn relative(&mut self, cube: &Cube, level: usize, top: usize) -> Result<Relative, Reason> {
        if cube.is_empty() && level > 0 {
            // Without the cube itself nothing is left to start from.
            return Ok(Relative::Unreachable(vec![]));
        }
        let mut assumptions = self.frame(level, top);
        let primed: Vec<Lit> = cube
            .lits()
            .iter()
            .map(|l| signed(self.next[l.latch()], l.value()))
            .collect();
        assumptions.extend(&primed);
        let not_cube: Vec<Lit> = if level == 0 {
            vec![]
        } else {
            cube.lits().iter().map(|&l| !self.frames.of(l)).collect()
        };
        if self.ask_frames(&assumptions, &not_cube)? {
            return Ok(Relative::Reached(self.situation()));
        }
        let solver = &mut self.frames.solver;
        let core = cube.lits().iter().zip(&primed);
        Ok(Relative::Unreachable(
            core.filter(|(_, p)| solver.failed(**p))
                .map(|(l, _)| *l)
                .collect(),
        ))
    }

    pub fn initiation(&mut self, cube: &Cube) -> Result<Initiation, Reason> {
        let clash = cube.lits().iter().find(|l| {
            self.model
                .pinned
                .contains(LatchLit::new(l.latch(), !l.value()))
        });
        if let Some(&lit) = clash {
            return Ok(Initiation::Disjoint(vec![lit]));
        }
        if self.model.pinned_is_init {
            let mut state = vec![false; self.model.latches.len()];
            for lit in cube.lits().iter().chain(self.model.pinned.lits()) {
                state[lit.latch()] = lit.value();
            }
            return Ok(Initiation::Meets(state));
        }
        let budget = self.remaining()?;
        let assumptions: Vec<Lit> = cube.lits().iter().map(|&l| self.init.of(l)).collect();
        let before = self.init.solver.conflicts();
        let answer = self.init.solver.solve(&assumptions, budget);
        let conflicts = self.init.solver.conflicts() - before;
        if self.charge(conflicts, answer)? {
            return Ok(Initiation::Meets(self.init.state()));
        }
        let solver = &mut self.init.solver;
        let core = cube.lits().iter().zip(&assumptions);
        Ok(Initiation::Disjoint(
            core.filter(|(_, a)| solver.failed(**a))
                .map(|(l, _)| *l)
                .collect(),
        ))
    }

    /// The part of a state that, with its inputs, is enough to satisfy the constraints and to reach the
    /// goal: every state of the cube does the same. (Chockler et al., Incremental Formal
    /// Verification of Hardware, FMCAD 2011.)
    pub fn lift(&mut self, from: &Situation, goal: Goal) -> Result<Cube, Reason> {
        let budget = self.remaining()?;
        let model = self.model;
        let lift = &mut self.lift;
        let mut misses: Vec<Lit> = match goal {
            Goal::Cube(cube) => cube
                .lits()
                .iter()
                .map(|l| signed(self.lift_next[l.latch()], !l.value()))
                .collect(),
            Goal::Bad => vec![lift.lit(model, !model.bad)],
            Goal::Outside => vec![lift.lit(model, model.inside)],
        };
        if !matches!(goal, Goal::Outside) {
            misses.push(lift.lit(model, !model.constraint));
            misses.push(lift.lit(model, !model.inside));
        }
        let state = Cube::state(&from.state);
        let mut assumptions: Vec<Lit> = self
            .lift_inputs
            .iter()
            .zip(&from.inputs)
            .filter_map(|(lit, &value)| lit.map(|l| signed(l, value)))
            .collect();
        assumptions.extend(state.lits().iter().map(|&l| lift.of(l)));
        let before = lift.solver.conflicts();
        let answer = lift.solver.solve_with(&assumptions, &misses, budget);
        let conflicts = lift.solver.conflicts() - before;
        if self.charge(conflicts, answer)? {
            debug_assert!(false, "a state and its inputs determine what happens");
            return Ok(state);
        }
        let lift = &mut self.lift;
        let kept = state.lits().iter().copied();
        Ok(Cube::new(
            kept.filter(|&l| lift.solver.failed(lift.of(l))).collect(),
        ))
    }
}

/// Encodes the next-state functions; the literals of them and of the inputs that they or the
/// constraints read.
fn transition(model: &Model, encoded: &mut Encoded) -> (Vec<Lit>, Vec<Option<Lit>>) {
    let next = model
        .latches
        .iter()
        .map(|l| encoded.lit(model, l.next))
        .collect();
    for lit in [model.constraint, model.known, model.bad, model.inside] {
        encoded.lit(model, lit);
    }
    let inputs = model
        .inputs
        .iter()
        .map(|&i| encoded.cnf.known(i).map(Lit::from_code))
        .collect();
    (next, inputs)
}

fn frame_solver(model: &Model, stop: &StopFlag) -> (Encoded, Vec<Lit>, Vec<Option<Lit>>) {
    let mut frames = Encoded::new(model, stop);
    let (next, inputs) = transition(model, &mut frames);
    frames.lit(model, model.init);
    frames.assume_executions(model);
    (frames, next, inputs)
}
