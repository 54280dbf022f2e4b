//! Vacuity: a mutant whose assumptions die earlier than the original's proves everything.
//!
//! This is decided before the expensive stages, for every mutant that reaches an assumption and is not killed: no survivor turns
//! back into an unknown because time is up, and a vacuous mutant needs no proof.
//!
//! A violation before the last execution ends is a kill like any other, so a mutant is vacuous only if it has none. Its executions are
//! bounded, so that looking for one at each of their steps is a complete search.

use std::collections::VecDeque;
use std::sync::Arc;

use assay_check::Execution;
use assay_engine::guard::fail_if_told;
use assay_solver::{OracleError, StopFlag};
use assay_system::{Provers, Stimulus, within_certificate};

use super::run::{Run, exactly};
use super::{Conclusion, Fault, Step};
use crate::batch::{Batch, Kill, Repaired, Who};
use crate::campaign::Campaign;
use crate::parallel;
use crate::result::{self, CertificateOf, MutantVerdict, Stage};
use crate::simulate::{Hit, Simulator};

/// Mutants that reach an assumption: do they still have the executions that the original has? One whose executions end earlier than
/// the original's is killed by what it violates until then, or vacuous.
pub(super) struct Vacuity {
    /// Executions of up to so many steps are asked for.
    pub depth: u32,
}

impl Step for Vacuity {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Vacuity)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Verdict]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.ask_for_executions(self.depth)?;
        // The batches of this question hold other mutants than those of the next step.
        run.close_batches();
        Ok(())
    }
}

impl Run<'_, '_> {
    fn ask_for_executions(&mut self, depth: u32) -> Result<(), Fault> {
        let mut suspects: Vec<usize> = (0..self.campaign.cases.len())
            .filter(|&m| self.campaign.may_be_vacuous(m))
            .collect();
        if suspects.is_empty() {
            return Ok(());
        }
        self.close_batches();
        let Some(original) = self.add_batch(&[]) else {
            return Ok(());
        };
        let (limit, first) = match original.longest(Who::Original, depth) {
            Some((limit, Some(first))) => (limit, Arc::new(first)),
            // Without executions of the original there is nothing to lose.
            Some((_, None)) => {
                for m in suspects {
                    self.campaign.cases[m].alive = true;
                }
                return Ok(());
            }
            None => return Ok(()),
        };
        // An execution that one has, others are likely to have as well.
        let simulator = self.simulator;
        let mut scratch = simulator.scratch();
        let base = simulator.base(&first, &simulator.scope(&suspects));
        suspects.retain(|&m| {
            let lives = simulator.admitted(&simulator.plan(m), &base, &mut scratch);
            self.campaign.cases[m].alive = lives >= limit as usize;
            lives < limit as usize
        });
        self.build_batches(suspects);
        let search = Search {
            campaign: &self.campaign,
            simulator,
            first: &first,
            limit,
            stop: self.means.stop,
        };
        let jobs = self.means.options.jobs;
        let fates = parallel::try_each(&mut self.batches.list, jobs, |_, batch| {
            fail_if_told("batch");
            search.batch(batch)
        });
        let (fates, failures): (Vec<_>, Vec<_>) = self.keep_sound(fates).into_iter().unzip();
        for why in failures.iter().flatten() {
            self.failures.note(Stage::Vacuity.as_str(), why);
        }
        for (m, fate) in fates.into_iter().flatten() {
            match fate {
                Fate::Lives => self.campaign.cases[m].alive = true,
                Fate::Killed(hits, stimulus) => {
                    self.killed(m, &hits, &stimulus, Stage::Vacuity)?;
                }
                Fate::Dies(steps, provers) => {
                    self.campaign.cases[m].alive = true;
                    self.enter_vacuous(m, steps as usize, first.clone(), provers);
                }
                Fate::Open(why) => self.campaign.cases[m].doubt = Some(why),
            }
        }
        Ok(())
    }

    /// Enters that no execution of the mutant has more than so many steps, and one of the original that has.
    fn enter_vacuous(&mut self, m: usize, steps: usize, stimulus: Arc<Stimulus>, provers: Provers) {
        let certificate = within_certificate(&self.campaign.mutants.system, steps, &[], provers);
        let about = CertificateOf::Within { mutant: m, steps };
        let certificate = self.campaign.add_certificate(about, certificate);
        let case = &mut self.campaign.cases[m];
        case.vacuity = Some(result::Vacuity {
            steps,
            certificate,
            stimulus,
        });
        case.verdict = Some(MutantVerdict::Vacuous);
        case.stage = Some(Stage::Vacuity);
        case.reason = Some(format!(
            "its assumptions contradict each other: no execution has more than {steps} steps"
        ));
    }
}

/// What mutants are asked for: an execution as long as one of the original.
struct Search<'a> {
    campaign: &'a Campaign<'a>,
    simulator: &'a Simulator<'a>,
    first: &'a Arc<Stimulus>,
    /// So many steps.
    limit: u32,
    stop: &'a StopFlag,
}

impl Search<'_> {
    /// What becomes of the members of a batch, and how the solver broke.
    fn batch(&self, batch: &mut Batch) -> (Vec<(usize, Fate)>, Vec<String>) {
        let Search {
            campaign,
            simulator,
            first,
            limit,
            ..
        } = *self;
        let mutants = campaign.mutants;
        let members = batch.combined.members.iter().copied();
        let mut left: VecDeque<(usize, usize)> = members.enumerate().collect();
        let scope = simulator.scope(&batch.combined.members);
        let mut scratch = simulator.scratch();
        let mut fates: Vec<(usize, Fate)> = Vec::new();
        let mut failures: Vec<String> = Vec::new();
        while let Some((position, m)) = left.pop_front()
            && !self.stop.is_raised()
        {
            match batch.repair(position, first) {
                Ok(Repaired::By(stimulus)) => {
                    // A survivor rests on this: the solver's word is not enough.
                    let patch = mutants.mutants[m].patch().expect("members have patches");
                    let patched = patch.apply(&mutants.system);
                    let mut execution = Execution::new(&patched, &stimulus, limit as usize);
                    if execution.admitted().is_ok() {
                        fates.push((m, Fate::Lives));
                    }
                    let base = simulator.base(&stimulus, &scope);
                    left.retain(|&(_, m)| {
                        let lives = simulator.admitted(&simulator.plan(m), &base, &mut scratch);
                        if lives >= limit as usize {
                            fates.push((m, Fate::Lives));
                        }
                        lives < limit as usize
                    });
                }
                Ok(Repaired::Impossible) => {
                    if let Some((last, _)) = batch.longest(Who::Member(position), limit)
                        && last < limit
                    {
                        match self.before_the_end(batch, position, last) {
                            Ok(fate) => fates.push((m, fate)),
                            Err(broken) => failures.push(broken.0),
                        }
                    }
                }
                Ok(Repaired::Unknown) => {}
                Err(broken) => failures.push(broken.0),
            }
        }
        (fates, failures)
    }

    /// What becomes of a member whose executions have at most so many steps: killed by the first violation, vacuous if there is none.
    fn before_the_end(
        &self,
        batch: &mut Batch,
        position: usize,
        steps: u32,
    ) -> Result<Fate, OracleError> {
        let m = batch.combined.members[position];
        let open = self.campaign.open(m);
        if open.is_empty() {
            return Ok(Fate::Dies(steps, batch.provers()));
        }
        for depth in 0..steps {
            match batch.kill(position, &open, depth)? {
                Kill::None => {}
                Kill::By(stimulus) => {
                    let mut hits = exactly(self.campaign.mutants, m, &stimulus);
                    hits.retain(|(p, _)| open.contains(p));
                    if hits.is_empty() {
                        let why = "the solver's violation is not one when it is executed";
                        return Ok(Fate::Open(why.into()));
                    }
                    return Ok(Fate::Killed(hits, Arc::new(stimulus)));
                }
                Kill::Unknown(why) => return Ok(Fate::Open(why)),
            }
        }
        Ok(Fate::Dies(steps, batch.provers()))
    }
}

enum Fate {
    /// As long as the original.
    Lives,
    /// Its executions end early, and one of them violates these properties before.
    Killed(Vec<Hit>, Arc<Stimulus>),
    /// No execution has more steps than these, which these solvers say, and none violates what is asked.
    Dies(u32, Provers),
    /// Its executions end early, and why it is open what they violate.
    Open(String),
}
