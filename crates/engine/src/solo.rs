//! Engines that take one property at a time, from start to end, made to work in rounds: each round
//! goes on with every open property under a limit that grows, so that a hard property does not keep
//! the others waiting. What works on bits keeps its search between rounds, with the lemmas that were on
//! the board when it began, but for IC3, which begins anew when signals turn out to correspond; Spacer starts again with
//! the lemmas of the moment.

use std::sync::{Arc, Mutex};

use assay_solver::{Effort, Found, OracleError, StopFlag};
use assay_system::{Certificate, Cone, EngineName, System, Trace, replay};
use assay_term::{Dag, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bdd::{Bdd, BddOutcome};
use crate::bits::Reason;
use crate::board::{Board, Lemma};
use crate::correspondence::correspondence;
use crate::engine::{Engine, Progress};
use crate::ic3::{Ic3, Ic3Outcome};
use crate::interpolation::{Interpolation, InterpolationOutcome};
use crate::spacer::{Question, SpacerOutcome, spacer};

/// What one attempt at one property came to.
enum Attempt {
    /// Inductive together with the lemmas that were given.
    Proved(Certificate),
    Violated(Trace),
    /// Refuted without a trace: BMC's to find.
    Refuted,
    Unknown,
    /// Not for this engine, and why.
    Hopeless(String),
    /// The solver behind it broke.
    Broken(String),
}

/// One property to try.
struct Task<'a> {
    system: &'a Arc<System>,
    property: usize,
    board: &'a Board,
    stop: &'a StopFlag,
    budget: Option<Effort>,
}

/// The open properties and the growing limit, shared by these engines.
struct Queue {
    system: Arc<System>,
    open: Vec<usize>,
    limit: Effort,
    spent: Effort,
    hopeless: Option<String>,
}

impl Queue {
    fn new(system: Arc<System>, properties: &[usize], limit: Effort) -> Self {
        Queue {
            system,
            open: properties.to_vec(),
            limit,
            spent: 0,
            hopeless: None,
        }
    }

    /// With an effort the schedule needs every attempt to end; without, in the race, a lone property
    /// need not make room for others. An attempt says what it spent and on how many lemmas of the board
    /// it relies.
    fn round(
        &mut self,
        board: &Board,
        engine: EngineName,
        effort: Option<Effort>,
        attempt: &mut dyn FnMut(Task<'_>) -> (Attempt, Effort, usize),
    ) -> Result<Progress, OracleError> {
        for property in self.open.clone() {
            if board.stop().is_raised() {
                break;
            }
            if !board.is_open(property) {
                continue;
            }
            let stop = board.watch(property);
            let limited = effort.is_some() || self.open.len() > 1;
            let (result, spent, prefix) = attempt(Task {
                system: &self.system,
                property,
                board,
                stop: &stop,
                budget: limited.then_some(self.limit),
            });
            // An attempt that ends before it asks anything is work too, and a budget must end a run of them.
            self.spent += spent.max(1);
            self.post(board, engine, property, prefix, result)?;
        }
        self.open.retain(|&p| board.is_open(p));
        self.limit = self.limit.saturating_mul(4);
        if self.open.is_empty() {
            let reason = self.hopeless.clone();
            return Ok(Progress::Finished(
                reason.unwrap_or_else(|| "nothing left to do".into()),
            ));
        }
        Ok(Progress::Working)
    }

    fn post(
        &mut self,
        board: &Board,
        engine: EngineName,
        property: usize,
        prefix: usize,
        result: Attempt,
    ) -> Result<(), OracleError> {
        match result {
            Attempt::Proved(certificate) => board.proved(
                &self.system,
                &[property],
                prefix,
                &certificate.lemmas,
                certificate.k,
                engine,
            ),
            Attempt::Violated(trace) => match replay(&self.system, &trace) {
                Ok(outcome) if outcome.violates(property) => {
                    board.violated(property, Arc::new(trace), engine)
                }
                Ok(_) => board.contradict(format!(
                    "a counterexample of {engine} violates nothing when replayed"
                )),
                Err(error) => board.contradict(format!(
                    "a counterexample of {engine} does not replay: {error}"
                )),
            },
            Attempt::Refuted => self.open.retain(|&p| p != property),
            Attempt::Unknown => {}
            Attempt::Hopeless(reason) => {
                self.open.retain(|&p| p != property);
                self.hopeless = Some(reason);
            }
            Attempt::Broken(why) => return Err(OracleError(why)),
        }
        Ok(())
    }
}

/// A search for one property of a finite system that can be taken up again.
trait Search: Send {
    /// The budget counts from the beginning of the search, and so does what is said to be spent.
    fn go_on(&mut self, system: &System, budget: Option<Effort>) -> (Attempt, Effort);
}

impl From<Reason> for Attempt {
    fn from(reason: Reason) -> Attempt {
        match reason {
            Reason::Hopeless(why) => Attempt::Hopeless(why),
            Reason::Budget | Reason::Interrupted => Attempt::Unknown,
        }
    }
}

impl Search for Ic3 {
    fn go_on(&mut self, system: &System, budget: Option<Effort>) -> (Attempt, Effort) {
        let run = self.run(system, budget);
        let attempt = match run.outcome {
            Ic3Outcome::Proved(certificate) => Attempt::Proved(certificate),
            Ic3Outcome::Violated(trace) => Attempt::Violated(trace),
            Ic3Outcome::Unknown(reason) => reason.into(),
        };
        (attempt, run.spent)
    }
}

impl Search for Interpolation {
    fn go_on(&mut self, system: &System, budget: Option<Effort>) -> (Attempt, Effort) {
        let run = self.run(system, budget);
        let attempt = match run.outcome {
            InterpolationOutcome::Proved(certificate) => Attempt::Proved(certificate),
            InterpolationOutcome::Refuted(_) => Attempt::Refuted,
            InterpolationOutcome::Unknown(reason) => reason.into(),
        };
        (attempt, run.spent)
    }
}

impl Search for Bdd {
    fn go_on(&mut self, system: &System, budget: Option<Effort>) -> (Attempt, Effort) {
        let run = self.run(system, budget);
        let attempt = match run.outcome {
            BddOutcome::Proved(certificate) => Attempt::Proved(certificate),
            BddOutcome::Violated(trace) => Attempt::Violated(trace),
            BddOutcome::Unknown(reason) => reason.into(),
        };
        (attempt, run.spent)
    }
}

/// Lets one engine at a time look for correspondences: the first engine that comes to a property searches, and the others wait for
/// its result.
#[derive(Clone, Default)]
pub struct Correspondences(Arc<Mutex<()>>);

impl Correspondences {
    /// Posts what corresponds in the part of the system that the property depends on, unless that is known. Returns the effort.
    fn post(&self, task: &Task<'_>, by: EngineName) -> Effort {
        let goal = task.system.properties[task.property].term;
        let cone: FxHashSet<VarId> = Cone::of(task.system, &[goal]).vars().collect();
        let _alone = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if task.board.is_searched(&cone) {
            return 0;
        }
        task.board.mark_searched(cone);
        let lemmas: Vec<Arc<Dag>> = facts(&task.board.lemmas_since(0));
        match correspondence(task.system, task.property, &lemmas, task.stop) {
            Ok(found) => {
                if found.count > 0 {
                    task.board.post_lemmas(vec![Lemma {
                        dag: Arc::new(found.lemmas),
                        equal: Some(Arc::new(found.equal)),
                        k: 1,
                        by,
                    }]);
                }
                found.spent
            }
            // The engine will hear it too.
            Err(_) => 0,
        }
    }
}

/// What works on the bits of finite systems: IC3, interpolation and decision diagrams.
pub struct BitEngine {
    name: EngineName,
    queue: Queue,
    /// Where it pays to look for them.
    correspondences: Option<Correspondences>,
    /// By property.
    searches: FxHashMap<usize, Begun>,
}

/// Effort of IC3 before correspondences are looked for. Easy properties are decided with less than the search for correspondences
/// costs, and their certificates do without equalities.
const FIRST: Effort = 10_000;
/// The same in rounds, which coverage uses. A proof with equalities uses registers that it could do without, so it decides fewer
/// mutants: the time that is saved on the proof is lost on them.
const FIRST_IN_ROUNDS: Effort = 100_000;

struct Begun {
    search: Box<dyn Search>,
    /// How much of the board it began with.
    prefix: usize,
    spent: Effort,
    /// It began before correspondences were looked for, and begins anew when some are found.
    without_correspondences: bool,
}

impl BitEngine {
    pub fn new(
        name: EngineName,
        system: Arc<System>,
        properties: &[usize],
        correspondences: Option<Correspondences>,
    ) -> Self {
        BitEngine {
            name,
            queue: Queue::new(system, properties, 20_000),
            correspondences,
            searches: FxHashMap::default(),
        }
    }
}

/// What lemmas say, but for equalities.
fn facts(lemmas: &[Lemma]) -> Vec<Arc<Dag>> {
    let facts = lemmas.iter().filter(|l| l.equal.is_none());
    facts.map(|l| l.dag.clone()).collect()
}

fn begin(name: EngineName, task: &Task<'_>, known: &[Lemma]) -> Result<Box<dyn Search>, Reason> {
    let lemmas = facts(known);
    let equal: Vec<Arc<Dag>> = known.iter().filter_map(|l| l.equal.clone()).collect();
    let (system, property, stop) = (task.system, task.property, task.stop);
    Ok(match name {
        EngineName::Interpolation => {
            let search = Interpolation::new(system, property, &[], &lemmas, &equal, stop)?;
            Box::new(search)
        }
        EngineName::Bdd => Box::new(Bdd::new(system, property, &lemmas, &equal, stop)?),
        _ => Box::new(Ic3::new(system, property, &[], &lemmas, &equal, stop)?),
    })
}

impl Engine for BitEngine {
    fn name(&self) -> EngineName {
        self.name
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        let (name, searches) = (self.name, &mut self.searches);
        let correspondences = &self.correspondences;
        let mut attempt = |task: Task<'_>| {
            let mut more = 0;
            let begun = searches.remove(&task.property);
            let spent = begun.as_ref().map_or(0, |b| b.spent);
            let ready = begun.as_ref().is_some_and(|b| !b.without_correspondences);
            let first = match effort {
                Some(_) => FIRST_IN_ROUNDS,
                None => FIRST,
            };
            let mut budget = effort.or(task.budget);
            let mut is_early = false;
            if let Some(correspondences) = correspondences
                && !ready
            {
                if name == EngineName::Ic3 && spent < first {
                    is_early = true;
                    let left = first - spent;
                    budget = Some(budget.map_or(left, |b| b.min(left)));
                } else {
                    more = correspondences.post(&task, name);
                }
            }
            let again = |b: &Begun| {
                let new = task.board.lemmas_since(b.prefix);
                b.without_correspondences && new.iter().any(|l| l.equal.is_some())
            };
            let mut begun = match begun.filter(|b| !again(b)) {
                Some(begun) => begun,
                None => {
                    let known = task.board.lemmas_since(0);
                    match begin(name, &task, &known) {
                        Ok(search) => Begun {
                            search,
                            prefix: known.len(),
                            spent: 0,
                            without_correspondences: is_early,
                        },
                        Err(reason) => return (reason.into(), more, 0),
                    }
                }
            };
            begun.without_correspondences = is_early;
            let before = begun.spent;
            let budget = budget.map(|b| b.saturating_add(before));
            let (attempt, spent) = begun.search.go_on(task.system, budget);
            let prefix = begun.prefix;
            begun.spent = spent;
            if matches!(attempt, Attempt::Unknown) {
                searches.insert(task.property, begun);
            }
            (attempt, more + spent - before, prefix)
        };
        self.queue.round(board, name, effort, &mut attempt)
    }

    fn spent(&self) -> Effort {
        self.queue.spent
    }
}

/// How many units of z3's resources count as one unit of effort: in that time Yices, which serves the other engines, spends one unit.
const RLIMIT: u64 = 50;

/// Spacer on systems with numbers.
pub struct SpacerEngine {
    queue: Queue,
    z3: Found,
}

impl SpacerEngine {
    pub fn new(system: Arc<System>, properties: &[usize], z3: Found) -> Self {
        let queue = Queue::new(system, properties, 4_000_000);
        SpacerEngine { queue, z3 }
    }
}

impl Engine for SpacerEngine {
    fn name(&self) -> EngineName {
        EngineName::Spacer
    }

    fn round(&mut self, board: &Board, effort: Option<Effort>) -> Result<Progress, OracleError> {
        let z3 = &self.z3;
        let mut attempt = |task: Task<'_>| {
            let mut pool = task.system.pool.clone();
            let known = task.board.lemmas_since(0);
            let lemmas: Vec<TermId> = known.iter().flat_map(|l| pool.import(&l.dag)).collect();
            let run = spacer(Question {
                system: task.system,
                property: task.property,
                pool: &pool,
                lemmas: &lemmas,
                z3,
                stop: task.stop,
                // In rounds the schedule says how much, so that the others have their turns.
                budget: effort.map(|e| e * RLIMIT).or(task.budget),
            });
            let attempt = match run.outcome {
                SpacerOutcome::Proved(certificate) => Attempt::Proved(certificate),
                SpacerOutcome::Refuted => Attempt::Refuted,
                SpacerOutcome::Unknown(_) => Attempt::Unknown,
                SpacerOutcome::Broken(why) => Attempt::Broken(why),
            };
            (attempt, run.spent / RLIMIT, known.len())
        };
        let engine = EngineName::Spacer;
        self.queue.round(board, engine, effort, &mut attempt)
    }

    fn spent(&self) -> Effort {
        self.queue.spent
    }
}
