//! Invariant generation from templates: orderings and implications between terms of one sort, with
//! the model's constants among them, so that bounds, equalities and constancy are instances; and linear
//! equations (`affine.rs`).
//!
//! References: [1] Kahsai, Garoche, Tinelli, Whalen: Incremental Verification with Mode Variable
//! Invariants in State Machines, NFM 2012. [2] Kahsai, Ge, Tinelli: Instantiation-Based Invariant
//! Discovery, NFM 2011. [3] Flanagan, Leino: Houdini, FME 2001.
//!
//! A *sample* is the values of all members at one step that was reached (base), or that followed k
//! steps on which all candidates held (step). The candidates are the edges of the order that the
//! samples allow (`poset.rs`), or the equations that they satisfy; each model that refutes a candidate
//! becomes a sample, which refines them. Where no model is left, the candidates of the step case are
//! inductive.
//!
//! Deviation from [1, 2]: no graph is edited; the order is computed anew from the samples. It is
//! simpler, and the weaker edges that appear when an equality breaks come for free. Two-state
//! invariants need nothing of their own: `pre x` is a state variable beside x.
//!
//! After each round the properties are tried with what was found, for the same small k: k-induction is
//! by then often busy with a large one.
//!
//! Invariant: what is posted holds in every reachable state; nothing depends on timing, so two runs
//! post the same lemmas in the same order.

mod affine;
mod members;
mod poset;

use std::sync::Arc;

use assay_solver::{Answer, Effort, Lit, Oracle, OracleError, Step, StopFlag};
use assay_system::{Cone, EngineName, System};
use assay_term::{Dag, Pool, TermId, VarId};

use crate::backend::Backend;
use crate::board::{Board, Lemma, LemmaReader};
use crate::engine::{Engine, Progress};
use crate::k_induction::{Pending, assert_at, inductive_subset};
use crate::unroll::{Start, Unroller, within};
use members::{Members, Sample};
use poset::Samples;

/// Rounds of refinement in one step case before it is given up as too slow for its gain.
const STEP_LIMIT: usize = 400;

/// Inductiveness beyond this k is rare for templates, and each k costs a full refinement.
const MAX_K: u32 = 12;

/// What is looked for in a round. Equations and relations under guards come second: they are expensive, and
/// often the orders are enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Templates {
    Orders,
    Equations,
}

/// Made when the engine first works: each is a process where the system is not finite.
struct Oracles {
    base: Box<dyn Oracle + Send>,
    step: Box<dyn Oracle + Send>,
}

pub struct Invariants {
    system: Arc<System>,
    /// To be proved with what is found.
    properties: Vec<usize>,
    pending: Option<Pending>,
    pool: Pool,
    members: Members,
    oracles: Option<Oracles>,
    backend: Backend,
    stop: StopFlag,
    base_steps: Unroller,
    /// Steps from the start at which the candidates of each kind were shown to hold.
    base_settled: [u32; 2],
    step_steps: Unroller,
    /// Samples of reachable states; they only grow.
    reached: Samples,
    k: u32,
    /// Of the round to come.
    templates: Templates,
    /// Whether there are equations to look for.
    equations: bool,
    reader: LemmaReader,
    lemmas: Vec<TermId>,
    posted: rustc_hash::FxHashSet<TermId>,
}

impl Invariants {
    pub fn new(
        system: Arc<System>,
        properties: &[usize],
        backend: Backend,
        stop: StopFlag,
    ) -> Self {
        let roots = terms(&system, properties);
        Invariants {
            properties: properties.to_vec(),
            ..Invariants::about(system, &roots, backend, stop)
        }
    }

    /// About whatever the roots depend on.
    fn about(system: Arc<System>, roots: &[TermId], backend: Backend, stop: StopFlag) -> Self {
        let cone = Cone::of(&system, roots);
        let mut pool = system.pool.clone();
        let members = Members::collect(&system, &mut pool, &cone, roots);
        let reached = members::simulate(&system, &pool, &members);
        Invariants {
            equations: members.has_equations(),
            templates: Templates::Orders,
            properties: Vec::new(),
            pending: None,
            base_steps: Unroller::new(system.clone(), cone.clone(), Start::Initial),
            step_steps: Unroller::new(system.clone(), cone, Start::Anywhere),
            system,
            base_settled: [0; 2],
            pool,
            members,
            oracles: None,
            backend,
            stop,
            reached,
            k: 1,
            reader: LemmaReader::default(),
            lemmas: Vec::new(),
            posted: Default::default(),
        }
    }

    /// What the samples allow, those of reached states if there are no others.
    fn candidates(&mut self, samples: Option<&Samples>) -> Vec<TermId> {
        let samples = samples.unwrap_or(&self.reached);
        let members = &self.members;
        match self.templates {
            Templates::Orders => members.orders(&mut self.pool, samples),
            Templates::Equations => members.equations(&mut self.pool, samples),
        }
    }

    /// Makes the candidates hold at the first k steps from the start. False if stopped.
    fn base_case(
        &mut self,
        oracle: &mut dyn Oracle,
        effort: Option<Effort>,
    ) -> Result<bool, OracleError> {
        let kind = self.templates as usize;
        while self.base_settled[kind] < self.k {
            if self.base_steps.steps() == self.base_settled[kind] {
                self.base_steps.add_step(&self.pool, oracle)?;
            }
            let step = Step(self.base_settled[kind]);
            loop {
                let candidates = self.candidates(None);
                match refute(&self.pool, oracle, &candidates, &[], step, effort)? {
                    Answer::Unsat => break,
                    Answer::Unknown(_) => return Ok(false),
                    Answer::Sat => {
                        let sample = self.sample(oracle, step)?;
                        self.reached.add(&sample);
                    }
                }
            }
            self.base_settled[kind] += 1;
        }
        Ok(true)
    }

    /// Whether these hold at the first k steps from the start. Orders do: they follow from those of the base case. Of
    /// equations there may be some that combine others which the base case did not ask about. None if stopped.
    fn holds_at_start(
        &mut self,
        oracle: &mut dyn Oracle,
        found: &[TermId],
        effort: Option<Effort>,
    ) -> Result<Option<bool>, OracleError> {
        if self.templates == Templates::Orders {
            return Ok(Some(true));
        }
        for step in (0..self.k).map(Step) {
            match refute(&self.pool, oracle, found, &[], step, effort)? {
                Answer::Unsat => {}
                Answer::Unknown(_) => return Ok(None),
                Answer::Sat => {
                    let sample = self.sample(oracle, step)?;
                    self.reached.add(&sample);
                    self.base_settled[self.templates as usize] = 0;
                    return Ok(Some(false));
                }
            }
        }
        Ok(Some(true))
    }

    /// Asserts what is new on the board at all steps up to k of the step case.
    fn take_lemmas(&mut self, oracle: &mut dyn Oracle, board: &Board) -> Result<(), OracleError> {
        let mut new = self.reader.take(board, &mut self.pool);
        let inside = within(&self.pool, self.step_steps.cone(), new.iter().copied());
        new.retain(|t| inside.contains(t));
        for s in 0..self.step_steps.steps() {
            assert_at(&self.pool, oracle, &new, Step(s))?;
        }
        self.lemmas.extend(new);
        while self.step_steps.steps() <= self.k {
            let s = self.step_steps.add_step(&self.pool, oracle)?;
            assert_at(&self.pool, oracle, &self.lemmas, s)?;
        }
        Ok(())
    }

    /// Are properties inductive with all the lemmas so far?
    fn conclude(
        &mut self,
        oracle: &mut dyn Oracle,
        board: &Board,
        effort: Option<Effort>,
    ) -> Result<(), OracleError> {
        self.properties.retain(|&p| board.is_open(p));
        self.take_lemmas(oracle, board)?;
        let (open, k) = (&self.properties, self.k);
        let found = inductive_subset(&self.system, &self.pool, oracle, open, k, None, effort)?;
        if let Some(found) = found.filter(|f| !f.properties.is_empty()) {
            self.pending = Some(Pending {
                properties: found.properties,
                k,
                prefix: self.reader.seen(),
                simple_path: found.simple_path,
            });
            self.settle(board);
        }
        Ok(())
    }

    fn settle(&mut self, board: &Board) {
        let pending = self.pending.take();
        self.pending = pending.filter(|p| !p.settle(board, &self.system, EngineName::Invariants));
    }

    /// The largest refinement whose candidates are inductive at k; None if stopped.
    fn step_case(
        &mut self,
        oracle: &mut dyn Oracle,
        board: &Board,
        effort: Option<Effort>,
    ) -> Result<Option<Vec<TermId>>, OracleError> {
        self.take_lemmas(oracle, board)?;
        let last = Step(self.k);
        let mut samples = self.reached.clone();
        for _ in 0..STEP_LIMIT {
            if board.stop().is_raised() {
                return Ok(None);
            }
            let mut candidates = self.candidates(Some(&samples));
            let known = |t: &TermId| self.posted.contains(t) || self.pool.as_const(*t).is_some();
            candidates.retain(|t| !known(t));
            let mut assumptions: Vec<Lit> = Vec::new();
            for s in 0..self.k {
                let holds = self
                    .step_steps
                    .literals(&self.pool, oracle, &candidates, Step(s))?;
                assumptions.extend(holds);
            }
            match refute(&self.pool, oracle, &candidates, &assumptions, last, effort)? {
                Answer::Unsat => return Ok(Some(candidates)),
                Answer::Unknown(_) => return Ok(None),
                Answer::Sat => {
                    let sample = self.sample(oracle, last)?;
                    samples.add(&sample);
                }
            }
        }
        Ok(Some(Vec::new()))
    }

    /// The members' values at `step` in the model just found.
    fn sample(&self, oracle: &mut dyn Oracle, step: Step) -> Result<Sample, OracleError> {
        let asked: Vec<(VarId, Step)> = self
            .members
            .variables()
            .iter()
            .map(|&v| (v, step))
            .collect();
        let values = oracle.values(&self.pool, &asked)?;
        let functions = oracle.functions(&self.pool)?;
        self.members
            .evaluate(&self.pool, &values, &functions)
            .map_err(|e| OracleError(format!("a solver model cannot be evaluated: {e}")))
    }
}

/// Beyond so many variables a round costs more than most proofs.
const AFFORDABLE: usize = 150;

/// Whether a round is likely to end soon: a caller who has many systems to decide had better ask.
pub fn affordable(system: &System, properties: &[usize]) -> bool {
    let roots = terms(system, properties);
    let cone = Cone::of(system, &roots);
    let mut pool = system.pool.clone();
    let members = Members::collect(system, &mut pool, &cone, &roots);
    members.variables().len() <= AFFORDABLE
}

fn terms(system: &System, properties: &[usize]) -> Vec<TermId> {
    let properties = properties.iter();
    properties.map(|&p| system.properties[p].term).collect()
}

/// The orders and bounds that so many rounds find about what the roots depend on, whatever they are good
/// for: k-inductive for k up to `rounds` together.
pub fn generate(
    system: &Arc<System>,
    roots: &[TermId],
    backend: &Backend,
    rounds: u32,
    effort: Option<Effort>,
    stop: &StopFlag,
) -> Result<Dag, OracleError> {
    let board = Board::new(system, backend.provers(), stop.clone());
    let mut engine = Invariants::about(system.clone(), roots, backend.clone(), stop.clone());
    engine.equations = false;
    for _ in 0..rounds {
        if let Progress::Finished(_) = engine.round(&board, effort)? {
            break;
        }
    }
    let mut pool = system.pool.clone();
    let found = board.lemmas_since(0);
    let terms: Vec<TermId> = found.iter().flat_map(|l| pool.import(&l.dag)).collect();
    Ok(pool.export(&terms))
}

/// Asks whether some candidate can fail at `step` under the assumptions.
fn refute(
    pool: &Pool,
    oracle: &mut dyn Oracle,
    candidates: &[TermId],
    assumptions: &[Lit],
    step: Step,
    effort: Option<Effort>,
) -> Result<Answer, OracleError> {
    if candidates.is_empty() {
        return Ok(Answer::Unsat);
    }
    let some_fails = oracle.fresh()?;
    let mut clause = vec![!some_fails];
    for &c in candidates {
        clause.push(!oracle.literal(pool, c, step)?);
    }
    oracle.clause(&clause)?;
    let mut all = assumptions.to_vec();
    all.push(some_fails);
    oracle.solve(&all, effort)
}

impl Engine for Invariants {
    fn name(&self) -> EngineName {
        EngineName::Invariants
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        self.settle(board);
        if self.members.is_empty() {
            return Ok(Progress::Finished("no terms to relate".into()));
        }
        if self.k > MAX_K {
            return Ok(Progress::Finished(format!(
                "templates tried for k up to {}",
                MAX_K
            )));
        }
        // Taken out while they work, because the rest of `self` is borrowed meanwhile.
        let mut oracles = match self.oracles.take() {
            Some(oracles) => oracles,
            None => Oracles {
                base: self.backend.oracle(&self.stop)?,
                step: self.backend.oracle(&self.stop)?,
            },
        };
        let mut found = None;
        while found.is_none() && self.base_case(&mut *oracles.base, effort)? {
            let Some(inductive) = self.step_case(&mut *oracles.step, board, effort)? else {
                break;
            };
            match self.holds_at_start(&mut *oracles.base, &inductive, effort)? {
                Some(true) => found = Some(inductive),
                Some(false) => {}
                None => break,
            }
        }
        let Some(found) = found else {
            self.oracles = Some(oracles);
            return Ok(Progress::Working);
        };
        for &term in &found {
            self.posted.insert(term);
        }
        let lemmas = found
            .iter()
            .map(|&t| Lemma {
                dag: Arc::new(self.pool.export(&[t])),
                equal: None,
                k: self.k as usize,
                by: EngineName::Invariants,
            })
            .collect();
        board.post_lemmas(lemmas);
        if !found.is_empty() {
            self.conclude(&mut *oracles.step, board, effort)?;
        }
        self.oracles = Some(oracles);
        self.templates = match self.templates {
            Templates::Orders if self.equations => Templates::Equations,
            _ => {
                self.k += 1;
                Templates::Orders
            }
        };
        Ok(Progress::Working)
    }

    fn spent(&self) -> Effort {
        self.oracles
            .as_ref()
            .map_or(0, |o| o.base.spent() + o.step.spent())
    }
}
