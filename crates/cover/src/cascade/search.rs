//! COUNTEREXAMPLE: bounded search for violations under the mutant's selector. Whatever is found is tried
//! on the other mutants before the solver is asked about them.

use std::sync::Arc;

use assay_solver::OracleError;
use assay_system::{Mutants, Stimulus, replay};

use super::{Cascade, Fault};
use crate::campaign::{Campaign, Killers};
use crate::lab::{Crowd, Kill, Lab, Someone};
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Hit, Scratch, Simulator};

/// What one laboratory found at one depth.
#[derive(Default)]
struct Findings {
    stimuli: Vec<Arc<Stimulus>>,
    /// A mutant, what it violates, and on which of the stimuli.
    kills: Vec<(usize, Vec<Hit>, usize)>,
    doubts: Vec<(usize, String)>,
}

impl Cascade<'_, '_> {
    /// Violations at steps `from` to `to` - 1. After each depth what was found is tried on all.
    pub(super) fn search(&mut self, from: u32, to: u32) -> Result<(), Fault> {
        for depth in from..to {
            if self.stop.is_raised() || self.campaign.undecided().is_empty() {
                break;
            }
            let (campaign, simulator) = (&self.campaign, self.simulator);
            let found = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
                search_lab(lab, campaign, simulator, depth)
            });
            let mut stimuli = Vec::new();
            for findings in found {
                for (m, hits, at) in findings.kills {
                    self.killed(m, &hits, &findings.stimuli[at], Stage::Counterexample)?;
                }
                for (m, why) in findings.doubts {
                    self.campaign.cases[m].doubt = Some(why);
                }
                stimuli.extend(findings.stimuli);
            }
            self.replay(&stimuli, Stage::Counterexample)?;
            self.show(Stage::Counterexample);
        }
        Ok(())
    }
}

fn search_lab(
    lab: &mut Lab,
    campaign: &Campaign<'_>,
    simulator: &Simulator<'_>,
    depth: u32,
) -> Findings {
    let mut search = Search {
        campaign,
        simulator,
        scratch: simulator.scratch(),
        members: lab.combined.members.clone(),
        open: Vec::new(),
        findings: Findings::default(),
    };
    search.open = search.members.iter().map(|&m| campaign.open(m)).collect();
    // All at once; one by one where that is too much to ask.
    loop {
        let crowds = Crowd::gather(&search.open);
        if crowds.is_empty() {
            return search.findings;
        }
        match lab.kill_someone(&crowds, depth) {
            Ok((Someone::Nobody, _)) => return search.findings,
            Ok((Someone::This(position), Some(stimulus))) => search.enter(position, stimulus),
            _ => break,
        }
    }
    for position in 0..search.members.len() {
        while !search.open[position].is_empty() {
            match lab.kill(position, &search.open[position], depth) {
                Ok(Kill::None) => break,
                Ok(Kill::By(stimulus)) => search.enter(position, stimulus),
                Ok(Kill::Unknown(why)) | Err(OracleError(why)) => {
                    let m = search.members[position];
                    search.findings.doubts.push((m, why));
                    break;
                }
            }
        }
    }
    search.findings
}

/// One laboratory's search at one depth.
struct Search<'a> {
    campaign: &'a Campaign<'a>,
    simulator: &'a Simulator<'a>,
    scratch: Scratch,
    members: Vec<usize>,
    /// What is still asked of each member.
    open: Vec<Vec<usize>>,
    findings: Findings,
}

impl Search<'_> {
    /// An execution on which this member violates something: tried on all.
    fn enter(&mut self, position: usize, stimulus: Stimulus) {
        let stimulus = Arc::new(stimulus);
        let base = self.simulator.base(&stimulus);
        let at = self.findings.stimuli.len();
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
                self.findings.kills.push((n, hits, at));
            } else if other == position {
                let why = "the solver's violation is not one when it is executed";
                self.findings.doubts.push((n, why.into()));
                open.clear();
            }
        }
        self.findings.stimuli.push(stimulus);
    }
}

/// What the mutant violates on the execution, computed without limits on numbers.
fn exactly(mutants: &Mutants, m: usize, stimulus: &Stimulus) -> Vec<Hit> {
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
