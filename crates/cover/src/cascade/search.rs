//! COUNTEREXAMPLE: bounded search for violations under the mutant's selector. Whatever is found is tried
//! on the other mutants before the solver is asked about them.

use std::sync::Arc;

use assay_solver::OracleError;
use assay_system::{Mutants, Stimulus, replay};

use super::{Cascade, Fault};
use crate::campaign::{Campaign, Killers};
use crate::lab::{Kill, Lab};
use crate::parallel;
use crate::result::Stage;
use crate::simulate::{Hit, Simulator};

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
    let mut findings = Findings::default();
    let mut scratch = simulator.scratch();
    let members = lab.combined.members.clone();
    let mut open: Vec<Vec<usize>> = members.iter().map(|&m| campaign.open(m)).collect();
    let settle = |open: &mut Vec<usize>, hits: &[Hit]| {
        open.retain(|p| !hits.iter().any(|(q, _)| q == p));
        if campaign.killers == Killers::One {
            open.clear();
        }
    };
    for position in 0..members.len() {
        while !open[position].is_empty() {
            let m = members[position];
            let found = match lab.kill(position, &open[position], depth) {
                Ok(Kill::None) => break,
                Ok(Kill::Unknown(why)) | Err(OracleError(why)) => Err(why),
                Ok(Kill::By(stimulus)) => Ok(stimulus),
            };
            let stimulus = match found {
                Ok(stimulus) => Arc::new(stimulus),
                Err(why) => {
                    findings.doubts.push((m, why));
                    break;
                }
            };
            let base = simulator.base(&stimulus);
            let at = findings.stimuli.len();
            for (other, &n) in members.iter().enumerate().skip(position) {
                if open[other].is_empty() {
                    continue;
                }
                let mut hits = simulator.run(&simulator.plan(n), &base, &mut scratch);
                if n == m && hits.is_empty() {
                    // Some number does not fit the simulator.
                    hits = exactly(campaign.mutants, m, &stimulus);
                }
                hits.retain(|(p, _)| open[other].contains(p));
                if n == m && hits.is_empty() {
                    let why = "the solver's violation is not one when it is executed";
                    findings.doubts.push((m, why.into()));
                    open[other].clear();
                } else if !hits.is_empty() {
                    settle(&mut open[other], &hits);
                    findings.kills.push((n, hits, at));
                }
            }
            findings.stimuli.push(stimulus);
        }
    }
    findings
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
