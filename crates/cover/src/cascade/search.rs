//! COUNTEREXAMPLE: bounded search for violations under the mutant's selector. Whatever is found is tried
//! on the other mutants before the solver is asked about them.

use std::sync::Arc;

use assay_engine::guard::fail_if_told;
use assay_solver::{Effort, OracleError};
use assay_system::{Certificate, Provers, Stimulus};

use super::run::{Run, exactly};
use super::{Conclusion, Fault, Step};
use crate::batch::{Batch, Group, Inquiry, Kill, Which};
use crate::campaign::{Campaign, Killers};
use crate::desk::Desk;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Hit, Scope, Scratch, Simulator};

/// A search without a limit ends after so many steps without a violation.
const NO_PROGRESS: u32 = 3;
/// It goes on while steps are cheap, because a counter may still reach its end. Cheap means: so many terms times steps for each mutant
/// (on bits for each batch), at most so many steps, and so many conflicts since the last violation.
const FAR_WORK: usize = 50_000;
const FAR_WORK_ON_BITS: usize = 1_000_000;
const FARTHEST: usize = 128;
const FAR_CONFLICTS: u64 = 50;
const FAR_CONFLICTS_ON_BITS: u64 = 1_000;
/// A step on bits that took this many conflicts and found nothing ends the search up to the kill depth.
const HARD: u64 = 100;
/// A search ends as well with a step that took this many conflicts: the next takes a multiple.
const TOO_HARD: u64 = 500;

/// So many batches are asked at a time where there is one step.
const WAVE: usize = 4;

/// Violations at the steps `from` to `to` - 1.
pub(super) struct Counterexample {
    pub from: u32,
    pub to: u32,
}

/// Where there are no states, one step is all there is: what no input violates there holds, and one question decides.
pub(super) struct OneStep;

impl Step for OneStep {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Counterexample)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.search_once()
    }
}

impl Step for Counterexample {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Counterexample)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.search(self.from, self.to)
    }
}

/// What one batch found.
#[derive(Default)]
struct Findings {
    stimuli: Vec<Arc<Stimulus>>,
    /// A mutant, what it violates, and on which of the stimuli.
    kills: Vec<(usize, Vec<Hit>, usize)>,
    doubts: Vec<(usize, String)>,
    /// A mutant, and what it cannot violate at this step.
    safe: Vec<(usize, Vec<usize>)>,
    /// A mutant, and the effort of a question about it.
    efforts: Vec<(usize, Effort)>,
    provers: Provers,
    /// How the solver broke.
    failures: Vec<String>,
}

impl Findings {
    /// The answer, unless the solver broke.
    fn answer<T>(&mut self, answer: Result<T, OracleError>) -> Option<T> {
        answer.map_err(|error| self.failures.push(error.0)).ok()
    }
}

impl Run<'_, '_> {
    fn search(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        self.renew_batches();
        for depth in from..to {
            if self.over() || self.campaign.undecided().is_empty() {
                break;
            }
            let found = self.search_at(depth, Stage::Counterexample)?;
            self.searched = depth + 1;
            // Where this is hard, IC3 is better on bits; a caller who names a depth gets it searched.
            if self.means.options.kill_depth.is_none()
                && found == 0
                && self.batches.are_finite()
                && self.hardest() > HARD
            {
                break;
            }
        }
        Ok(())
    }

    /// The conflicts of the last question, where they were the most.
    fn hardest(&mut self) -> u64 {
        let batches = self.batches.list.iter_mut();
        batches.map(|batch| batch.conflicts()).max().unwrap_or(0)
    }

    /// Violations beyond those that were looked for, as long as it is easy and some are found every few steps, or it costs nothing.
    pub(super) fn search_on(&mut self) -> Result<(), Fault> {
        self.renew_batches();
        let mut depth = self.searched;
        let (mut idle, mut conflicts) = (0, 0);
        let terms = self.campaign.mutants.system.pool.len();
        let (systems, affordable, enough) = if self.batches.are_finite() {
            let batches = self.batches.list.len();
            (batches, FAR_WORK_ON_BITS, FAR_CONFLICTS_ON_BITS)
        } else {
            (self.campaign.undecided().len(), FAR_WORK, FAR_CONFLICTS)
        };
        let work = systems * terms;
        let far = depth + (affordable / work.max(1)).min(FARTHEST) as u32;
        while (idle < NO_PROGRESS || depth < far && conflicts < enough)
            && !self.over()
            && !self.campaign.undecided().is_empty()
        {
            match self.search_at(depth, Stage::Prove)? {
                0 => idle += 1,
                _ => (idle, conflicts) = (0, 0),
            }
            let hardest = self.hardest();
            if hardest > TOO_HARD {
                break;
            }
            conflicts += hardest;
            depth += 1;
        }
        Ok(())
    }

    /// Violations at one step. What was found is tried on all. Returns how many executions were found.
    fn search_at(&mut self, depth: u32, stage: Stage) -> Result<usize, Fault> {
        let (campaign, simulator) = (&self.campaign, self.simulator);
        let desk = Desk::new(self.keeper, &self.tally, campaign, stage);
        let found = parallel::try_each(
            &mut self.batches.list,
            self.means.options.jobs,
            |_, batch| {
                fail_if_told("batch");
                search_batch(batch, campaign, simulator, &desk, depth)
            },
        );
        self.enter_found(found, stage)
    }

    /// Where there is one step, a batch is asked once and needs no solver any more. What a few batches found is tried on all mutants before
    /// the next are asked.
    fn search_once(&mut self) -> Result<(), Fault> {
        self.renew_batches();
        let mut waiting = std::mem::take(&mut self.batches.list).into_iter();
        while !self.over() {
            self.batches.list = waiting.by_ref().take(WAVE).collect();
            if self.batches.list.is_empty() {
                break;
            }
            let (campaign, simulator) = (&self.campaign, self.simulator);
            let stage = Stage::Counterexample;
            let desk = Desk::new(self.keeper, &self.tally, campaign, stage);
            let (batches, jobs) = (&mut self.batches.list, self.means.options.jobs);
            let found = parallel::try_each(batches, jobs, |_, batch| {
                fail_if_told("batch");
                search_batch(batch, campaign, simulator, &desk, 0)
            });
            self.enter_found(found, stage)?;
            self.close_batches();
        }
        self.searched = 1;
        Ok(())
    }

    /// Returns how many executions were found. They are tried on all.
    fn enter_found(
        &mut self,
        found: Vec<Result<Findings, String>>,
        stage: Stage,
    ) -> Result<usize, Fault> {
        let mut stimuli = Vec::new();
        for findings in self.keep_sound(found) {
            stimuli.extend(self.enter_findings(findings, stage)?);
        }
        self.replay(&stimuli, stage)?;
        self.show(stage);
        Ok(stimuli.len())
    }

    /// Enters what a batch found and hands back its executions, to be tried on all.
    fn enter_findings(
        &mut self,
        findings: Findings,
        stage: Stage,
    ) -> Result<Vec<Arc<Stimulus>>, Fault> {
        for (m, effort) in findings.efforts {
            self.campaign.cases[m].effort += effort;
        }
        for (m, hits, at) in findings.kills {
            self.killed(m, &hits, &findings.stimuli[at], stage)?;
        }
        if self.proof.stateless {
            for (m, properties) in findings.safe {
                let certificate = Certificate {
                    k: 1,
                    lemmas: self.campaign.mutants.system.pool.export(&[]),
                    properties: properties.clone(),
                    simple_path: false,
                    provers: findings.provers.clone(),
                };
                self.survived(m, &properties, certificate, stage)?;
            }
        }
        for why in findings.failures {
            self.failures.note(stage.as_str(), &why);
        }
        for (m, why) in findings.doubts {
            self.campaign.cases[m].doubt = Some(why);
        }
        Ok(findings.stimuli)
    }
}

fn search_batch(
    batch: &mut Batch,
    campaign: &Campaign<'_>,
    simulator: &Simulator<'_>,
    desk: &Desk<'_>,
    depth: u32,
) -> Findings {
    let mut search = Search::new(batch, campaign, simulator, desk);
    // All at once; one by one where that is too much to ask.
    if search.all(batch, depth).is_some() {
        return search.findings;
    }
    for position in 0..search.members.len() {
        while !search.open[position].is_empty() {
            let before = batch.spent();
            let found = batch.kill(position, &search.open[position], depth);
            search.took(position, batch.spent() - before);
            match found {
                Ok(Kill::None) => {
                    search.safe(position);
                    break;
                }
                Ok(Kill::By(stimulus)) => {
                    search.enter(position, stimulus);
                }
                Ok(Kill::Unknown(why)) => {
                    let m = search.members[position];
                    search.findings.doubts.push((m, why));
                    break;
                }
                Err(OracleError(why)) => {
                    let m = search.members[position];
                    search.findings.failures.push(why.clone());
                    search.findings.doubts.push((m, why));
                    break;
                }
            }
        }
    }
    search.findings
}

/// One batch's search.
struct Search<'a, 'd> {
    campaign: &'a Campaign<'a>,
    simulator: &'a Simulator<'a>,
    desk: &'a Desk<'d>,
    scratch: Scratch,
    scope: Scope,
    members: Vec<usize>,
    /// What is still asked of each member.
    open: Vec<Vec<usize>>,
    findings: Findings,
}

impl<'a, 'd> Search<'a, 'd> {
    fn new(
        batch: &Batch,
        campaign: &'a Campaign<'a>,
        simulator: &'a Simulator<'a>,
        desk: &'a Desk<'d>,
    ) -> Search<'a, 'd> {
        let members = batch.combined.members.clone();
        Search {
            campaign,
            simulator,
            desk,
            scratch: simulator.scratch(),
            scope: simulator.scope(&members),
            open: members.iter().map(|&m| campaign.open(m)).collect(),
            members,
            findings: Findings {
                provers: batch.provers(),
                ..Findings::default()
            },
        }
    }

    /// Asks about all members together until none of them violates anything more. None if the solver does not
    /// answer; `open` then says what is left to ask.
    fn all(&mut self, batch: &mut Batch, depth: u32) -> Option<()> {
        loop {
            let groups = Group::gather(&self.open);
            if groups.is_empty() {
                return Some(());
            }
            let inquiry = batch.killed_member(&groups, depth);
            let inquiry = self.findings.answer(inquiry)??;
            let mut excused = vec![false; self.members.len()];
            while let (Which::Member(position), stimulus) =
                match self.ask(batch, &inquiry, &excused)? {
                    (Which::Unknown, _) => return None,
                    answer => answer,
                }
            {
                for p in self.enter(position, stimulus?) {
                    excused[p] = true;
                    self.findings.answer(batch.excuse(&inquiry, p))?;
                }
            }
            // An excused member may have open properties that were only asked about together with those it violates.
            for (position, excused) in excused.into_iter().enumerate() {
                if !excused {
                    self.safe(position);
                    self.open[position].clear();
                }
            }
        }
    }

    /// Asks once more about the members that are not excused. What it took counts for the member that the answer names, or in equal
    /// shares for all that it is about.
    fn ask(
        &mut self,
        batch: &mut Batch,
        inquiry: &Inquiry,
        excused: &[bool],
    ) -> Option<(Which, Option<Stimulus>)> {
        let before = batch.spent();
        let answer = self.findings.answer(batch.ask(inquiry));
        let effort = batch.spent() - before;
        if let Some((Which::Member(position), _)) = answer {
            self.took(position, effort);
            return answer;
        }
        let asked = |p: &usize| !excused[*p] && !self.open[*p].is_empty();
        let about: Vec<usize> = (0..self.members.len()).filter(asked).collect();
        for &position in &about {
            self.took(position, effort / about.len() as Effort);
        }
        answer
    }

    fn took(&mut self, position: usize, effort: Effort) {
        self.findings.efforts.push((self.members[position], effort));
    }

    /// The solver answered that this member violates none of its open properties.
    fn safe(&mut self, position: usize) {
        let open = self.open[position].clone();
        if !open.is_empty() {
            self.findings.safe.push((self.members[position], open));
        }
    }

    /// An execution on which this member violates something is tried on all. Returns the members that have fewer open properties
    /// than before.
    fn enter(&mut self, position: usize, stimulus: Stimulus) -> Vec<usize> {
        let stimulus = Arc::new(stimulus);
        let base = self.simulator.base(&stimulus, &self.scope);
        let at = self.findings.stimuli.len();
        let mut fewer = Vec::new();
        for (other, &n) in self.members.iter().enumerate() {
            let open = &mut self.open[other];
            if open.is_empty() {
                continue;
            }
            let plan = self.simulator.plan(n);
            let mut hits = self.simulator.run(&plan, &base, &mut self.scratch);
            if other == position && hits.is_empty() {
                // Some number does not fit the simulator.
                hits = exactly(self.campaign.mutants, n, &stimulus);
            }
            hits.retain(|(p, _)| open.contains(p));
            if !hits.is_empty() {
                open.retain(|p| !hits.iter().any(|(q, _)| q == p));
                if self.campaign.killers == Killers::One {
                    open.clear();
                }
                fewer.push(other);
                self.desk.killed(n, &hits, &stimulus);
                self.findings.kills.push((n, hits, at));
            } else if other == position {
                fewer.push(other);
                let why = "the solver's violation is not one when it is executed";
                self.findings.doubts.push((n, why.into()));
                open.clear();
            }
        }
        self.findings.stimuli.push(stimulus);
        fewer
    }
}
