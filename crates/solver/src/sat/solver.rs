//! CaDiCaL with our literals, a budget and a stop flag.
//!
//! A one-time clause (`solve_with`) is CaDiCaL's `constrain` [1]: it holds for one question and
//! leaves no activation literal behind.
//!
//! [1] N. Froleyks, A. Biere: Single Clause Assumption without Activation Literals to Speed-up IC3.
//!     FMCAD 2021.

use assay_aig::ClauseSink;
use cadical_sys::{CaDiCal, Status, Terminator};

use super::proof::{ProofSink, Tracer};
use crate::{Answer, Effort, Lit, Stop, StopFlag};

pub struct Solver {
    raw: CaDiCal,
    vars: i32,
    stop: StopFlag,
    /// The last answer, as long as no clause was added since: what can be read off.
    answer: Option<Answer>,
}

// SAFETY: CaDiCaL keeps no thread-local state. The two callbacks that it may own, the terminator
// and the proof tracer, are `Send` (a `StopFlag`; `ProofSink: Send`), and every call goes through
// `&mut self`, so the solver is never entered from two threads at once.
unsafe impl Send for Solver {}

struct StopTerminator(StopFlag);

impl Terminator for StopTerminator {
    fn terminated(&mut self) -> bool {
        self.0.is_raised()
    }
}

impl Solver {
    pub fn new(stop: StopFlag) -> Self {
        let mut raw = CaDiCal::new();
        // Bounded variable addition is the one technique whose clauses do not simply follow.
        raw.set("factor", 0);
        raw.connect_terminator(StopTerminator(stop.clone()));
        Solver {
            raw,
            vars: 0,
            stop,
            answer: None,
        }
    }

    /// A solver that reports its proof.
    pub fn with_proof(stop: StopFlag, sink: impl ProofSink + 'static) -> Self {
        let mut solver = Solver::new(stop);
        let tracer = Tracer(Box::new(sink));
        solver.raw.connect_proof_tracer1(tracer, true, false);
        solver
    }

    /// For many small questions, as IC3 asks them: nothing that walks over all clauses, and no clock
    /// reading, before or after each of them.
    pub fn plain(stop: StopFlag) -> Self {
        let mut solver = Solver::new(stop);
        for option in ["inprocessing", "lucky", "walk", "profile"] {
            let known = solver.raw.set(option, 0);
            debug_assert!(known, "{option} is an option of CaDiCaL");
        }
        solver
    }

    /// What solves, with its version.
    pub fn signature() -> String {
        format!("cadical {}", CaDiCal::version())
    }

    pub fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::from_code(self.vars)
    }

    pub fn clause(&mut self, lits: &[Lit]) {
        self.answer = None;
        for lit in lits {
            debug_assert!(lit.code().abs() <= self.vars);
            self.raw.add(lit.code());
        }
        self.raw.add(0);
    }

    /// Is there an assignment that satisfies all clauses and these assumptions?
    pub fn solve(&mut self, assumptions: &[Lit], budget: Option<Effort>) -> Answer {
        self.solve_with(assumptions, &[], budget)
    }

    /// As `solve`, with one more clause that holds for this question only; an empty one is none.
    pub fn solve_with(
        &mut self,
        assumptions: &[Lit],
        one_time: &[Lit],
        budget: Option<Effort>,
    ) -> Answer {
        if self.stop.is_raised() {
            self.answer = None;
            return Answer::Unknown(Stop::Interrupted);
        }
        for lit in assumptions {
            self.raw.assume(lit.code());
        }
        if !one_time.is_empty() {
            for lit in one_time {
                self.raw.constrain(lit.code());
            }
            self.raw.constrain(0);
        }
        if let Some(budget) = budget {
            let limit = i32::try_from(budget).unwrap_or(i32::MAX);
            self.raw.limit("conflicts", limit);
        }
        let answer = match self.raw.solve() {
            Status::SATISFIABLE => Answer::Sat,
            Status::UNSATISFIABLE => Answer::Unsat,
            Status::UNKNOWN if self.stop.is_raised() => Answer::Unknown(Stop::Interrupted),
            Status::UNKNOWN if budget.is_some() => Answer::Unknown(Stop::Budget),
            Status::UNKNOWN => Answer::Unknown(Stop::GaveUp("cadical gave up".into())),
        };
        self.answer = Some(answer.clone());
        answer
    }

    /// Whether there is a model to read: the last answer was `Sat` and no clause was added since.
    pub fn has_model(&self) -> bool {
        self.answer == Some(Answer::Sat)
    }

    /// Whether there is a core to read: the last answer was `Unsat` and no clause was added since.
    pub fn has_core(&self) -> bool {
        self.answer == Some(Answer::Unsat)
    }

    /// The truth of a literal in the model. The caller sees to it that there is one.
    pub fn value(&mut self, lit: Lit) -> bool {
        debug_assert!(self.has_model());
        (self.raw.val(lit.code().abs()) > 0) != lit.is_negated()
    }

    /// Whether an assumption belongs to the core. The caller sees to it that there is one.
    pub fn failed(&mut self, assumption: Lit) -> bool {
        debug_assert!(self.has_core());
        self.raw.failed(assumption.code())
    }

    /// Conflicts so far.
    pub fn conflicts(&self) -> Effort {
        self.raw.get_statistic_value("conflicts").max(0) as Effort
    }
}

impl ClauseSink for Solver {
    fn fresh(&mut self) -> i32 {
        Solver::fresh(self).code()
    }

    fn clause(&mut self, lits: &[i32]) {
        self.answer = None;
        for &lit in lits {
            self.raw.add(lit);
        }
        self.raw.add(0);
    }
}
