//! COUNTEREXAMPLE: bounded search for violations under the mutant's selector. Whatever is found is tried
//! on the other mutants before the solver is asked about them.

use std::sync::Arc;

use assay_engine::guard::fail_if_told;
use assay_solver::OracleError;
use assay_system::{Mutants, Stimulus, replay};

use super::{Cascade, Fault};
use crate::campaign::{Campaign, Killers};
use crate::desk::Desk;
use crate::lab::{Crowd, Kill, Lab, Someone};
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Hit, Scope, Scratch, Simulator};

/// So many steps without a violation end a search that has no limit.
const BARREN: u32 = 3;
/// Unless steps cost next to nothing (terms times steps, for each mutant or on bits for each laboratory, and conflicts since
/// the last violation), and counters may still run to their ends.
const FAR_WORK: usize = 50_000;
const FAR_WORK_ON_BITS: usize = 1_000_000;
const FARTHEST: usize = 128;
const FAR_TOIL: u64 = 50;
const FAR_TOIL_ON_BITS: u64 = 1_000;
/// A step on bits that took this many conflicts and found nothing ends the search up to the kill depth.
const HARD: u64 = 100;
/// A search ends as well with a step that took this many conflicts: the next takes a multiple.
const TOO_HARD: u64 = 500;

/// What one laboratory found.
#[derive(Default)]
struct Findings {
    stimuli: Vec<Arc<Stimulus>>,
    /// A mutant, what it violates, and on which of the stimuli.
    kills: Vec<(usize, Vec<Hit>, usize)>,
    doubts: Vec<(usize, String)>,
    /// How the solver broke.
    failures: Vec<String>,
}

impl Findings {
    /// The answer, unless the solver broke.
    fn answer<T>(&mut self, answer: Result<T, OracleError>) -> Option<T> {
        answer.map_err(|error| self.failures.push(error.0)).ok()
    }
}

impl Cascade<'_, '_> {
    /// Violations at steps `from` to `to` - 1.
    pub(super) fn search(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        self.renew_labs();
        for depth in from..to {
            if self.over() || self.campaign.undecided().is_empty() {
                break;
            }
            let found = self.search_at(depth, Stage::Counterexample)?;
            self.searched = depth + 1;
            // On bits IC3 goes on where this is hard, unless somebody asked for it.
            if self.options.kill_depth.is_none()
                && found == 0
                && self.labs.iter().all(Lab::is_finite)
                && self.hardest() > HARD
            {
                break;
            }
        }
        Ok(())
    }

    /// The conflicts of the last question, where they were the most.
    fn hardest(&mut self) -> u64 {
        let labs = self.labs.iter_mut();
        labs.map(|lab| lab.toil()).max().unwrap_or(0)
    }

    /// Violations beyond those that were looked for, as long as it is easy and some are found every few steps, or it costs nothing.
    pub(super) fn search_on(&mut self) -> Result<(), Fault> {
        self.renew_labs();
        let mut depth = self.searched;
        let (mut barren, mut toil) = (0, 0);
        let terms = self.campaign.mutants.system.pool.len();
        let (work, affordable, enough) = match self.labs.iter().all(Lab::is_finite) {
            true => (self.labs.len() * terms, FAR_WORK_ON_BITS, FAR_TOIL_ON_BITS),
            false => {
                let work = self.campaign.undecided().len() * terms;
                (work, FAR_WORK, FAR_TOIL)
            }
        };
        let far = depth + (affordable / work.max(1)).min(FARTHEST) as u32;
        while (barren < BARREN || depth < far && toil < enough)
            && !self.over()
            && !self.campaign.undecided().is_empty()
        {
            match self.search_at(depth, Stage::Prove)? {
                0 => barren += 1,
                _ => (barren, toil) = (0, 0),
            }
            let hardest = self.hardest();
            if hardest > TOO_HARD {
                break;
            }
            toil += hardest;
            depth += 1;
        }
        Ok(())
    }

    /// Violations at one step. What was found is tried on all. Returns how many executions were found.
    fn search_at(&mut self, depth: u32, stage: Stage) -> Result<usize, Fault> {
        let (campaign, simulator) = (&self.campaign, self.simulator);
        let desk = Desk::new(self.keeper, &self.tally, campaign, stage);
        let found = parallel::try_each(&mut self.labs, self.options.jobs, |_, lab| {
            fail_if_told("lab");
            search_lab(lab, campaign, simulator, &desk, depth)
        });
        let mut stimuli = Vec::new();
        for findings in self.keep_sound(found) {
            stimuli.extend(self.enter_findings(findings, stage)?);
        }
        self.replay(&stimuli, stage)?;
        self.show(stage);
        Ok(stimuli.len())
    }

    /// Enters what a laboratory found and hands back its executions, to be tried on all.
    fn enter_findings(
        &mut self,
        findings: Findings,
        stage: Stage,
    ) -> Result<Vec<Arc<Stimulus>>, Fault> {
        for (m, hits, at) in findings.kills {
            self.killed(m, &hits, &findings.stimuli[at], stage)?;
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

fn search_lab(
    lab: &mut Lab,
    campaign: &Campaign<'_>,
    simulator: &Simulator<'_>,
    desk: &Desk<'_>,
    depth: u32,
) -> Findings {
    let mut search = Search::new(lab, campaign, simulator, desk);
    // All at once; one by one where that is too much to ask.
    if search.all(lab, depth).is_some() {
        return search.findings;
    }
    for position in 0..search.members.len() {
        while !search.open[position].is_empty() {
            match lab.kill(position, &search.open[position], depth) {
                Ok(Kill::None) => break,
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

/// One laboratory's search.
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
        lab: &Lab,
        campaign: &'a Campaign<'a>,
        simulator: &'a Simulator<'a>,
        desk: &'a Desk<'d>,
    ) -> Search<'a, 'd> {
        let members = lab.combined.members.clone();
        Search {
            campaign,
            simulator,
            desk,
            scratch: simulator.scratch(),
            scope: simulator.scope(&members),
            open: members.iter().map(|&m| campaign.open(m)).collect(),
            members,
            findings: Findings::default(),
        }
    }

    /// Asks about all members together until none of them violates anything more. None if the solver does not
    /// answer; `open` then says what is left to ask.
    fn all(&mut self, lab: &mut Lab, depth: u32) -> Option<()> {
        loop {
            let crowds = Crowd::gather(&self.open);
            if crowds.is_empty() {
                return Some(());
            }
            let inquiry = lab.who_is_killed(&crowds, depth);
            let inquiry = self.findings.answer(inquiry)??;
            let mut excused = vec![false; self.members.len()];
            while let (Someone::This(position), stimulus) =
                match self.findings.answer(lab.ask(&inquiry))? {
                    (Someone::Unknown, _) => return None,
                    answer => answer,
                }
            {
                for p in self.enter(position, stimulus?) {
                    excused[p] = true;
                    self.findings.answer(lab.excuse(&inquiry, p))?;
                }
            }
            // Who was excused may have properties left that were not asked about without the others.
            for (open, excused) in self.open.iter_mut().zip(excused) {
                if !excused {
                    open.clear();
                }
            }
        }
    }

    /// An execution on which this member violates something: tried on all. Returns of whom less is asked now.
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

/// What the mutant violates on the execution, computed without limits on numbers.
pub(crate) fn exactly(mutants: &Mutants, m: usize, stimulus: &Stimulus) -> Vec<Hit> {
    let Some(patch) = mutants.mutants[m].patch() else {
        return vec![];
    };
    let patched = patch.apply(&mutants.system);
    let Ok(trace) = stimulus.run(&patched, stimulus.len()) else {
        return vec![];
    };
    let Ok(outcome) = replay(&patched, &trace) else {
        return vec![];
    };
    let admitted = outcome.constraint_fails.iter().flatten().min();
    let fails = outcome.property_fails.iter().enumerate();
    fails
        .filter_map(|(p, step)| step.map(|s| (p, s)))
        .filter(|(_, step)| admitted.is_none_or(|a| step < a))
        .collect()
}
