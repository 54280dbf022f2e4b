//! PROVE: what is left. On finite systems families first, with little effort; then violations further away, of all mutants
//! together; families with more effort; and all engines on one mutant after the other, under a budget.

use std::sync::Arc;

use assay_engine::director::{self, decide};
use assay_solver::Effort;
use assay_system::{Certificate, Mutants, Stimulus, Trace, Verdict, replay};
use assay_term::VarId;
use rustc_hash::FxHashSet;

use super::families::{EASY, EFFORTS};
use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::desk::Desk;
use crate::parallel;
use crate::result::Stage;

/// So many mutants at a time, of different elements; what their proofs needed is tried on the rest before the next.
const TOGETHER: usize = 4;

#[derive(Default)]
pub(super) struct Prove {
    /// How many of the efforts that searches in families may take are spent.
    efforts_spent: usize,
}

impl Step for Prove {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Prove)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        // Where induction over one step was enough for the original, it mostly is for what is left.
        if run.proof.k == 1 {
            self.families(run, EASY)?;
        }
        if !run.more_steps_are_cheap() && run.means.options.runs(Stage::Induction) {
            run.more_steps()?;
        }
        run.search_on()?;
        // Mutants of a circuit that takes correspondences to prove take correspondences of their own, which families have not.
        if !run.proof.by_correspondence {
            self.families(run, EFFORTS.len())?;
        }
        run.close_families();
        run.prove_alone()
    }
}

/// All engines on one mutant after the other, and nothing before that.
pub(super) struct ProveAlone;

impl Step for ProveAlone {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Prove)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.prove_alone()
    }
}

impl Prove {
    /// Searches in families for each mutant that is left, with more and more effort: the first so many of [`EFFORTS`], as far as
    /// they were not spent before.
    fn families(&mut self, run: &mut Run<'_, '_>, efforts: usize) -> Result<(), Fault> {
        run.make_families();
        while self.efforts_spent < efforts {
            let effort = EFFORTS[self.efforts_spent];
            self.efforts_spent += 1;
            let mut tried: FxHashSet<(usize, usize)> = FxHashSet::default();
            while !run.over() && run.search_round(effort, &mut tried)? {}
        }
        Ok(())
    }
}

impl Run<'_, '_> {
    /// All engines on each mutant that is left, under a budget.
    fn prove_alone(&mut self) -> Result<(), Fault> {
        let mut left = self.campaign.undecided();
        // Mutants that set wires free decide others as well.
        left.sort_by_key(|&m| (self.campaign.frees[m].is_none(), m));
        while !self.over() {
            left.retain(|&m| self.campaign.is_asked(m));
            if left.is_empty() {
                break;
            }
            let mut now = self.next_few(&left);
            left.retain(|m| !now.contains(m));
            let certificates = self.campaign.certificates.len();
            let campaign = &self.campaign;
            let means = self.means;
            let lemmas = &self.proof.lemmas;
            let desk = Desk::new(self.keeper, &self.tally, campaign, Stage::Prove);
            let outcomes = parallel::try_each(&mut now, self.means.options.jobs, |_, m| {
                let patch = campaign.mutants.mutants[*m].patch().expect("undecided");
                let system = Arc::new(patch.apply(&campaign.mutants.system));
                let open = campaign.open(*m);
                let backend = means
                    .backend(&system, &open)
                    .map_err(|error| error.to_string())?;
                let directions = means.directions(&system, &open);
                let outcome = decide(
                    &system,
                    &open,
                    lemmas,
                    &backend,
                    &directions,
                    means.stop,
                    &mut |p, verdict| hand_in(&desk, campaign.mutants, *m, p, verdict),
                );
                Ok(outcome)
            });
            for (m, outcome) in now.into_iter().zip(outcomes) {
                self.own_instances += 1;
                match outcome {
                    Err(panic) => self.lost(Stage::Prove.as_str(), vec![m], &panic),
                    Ok(Err(why)) => self.campaign.cases[m].doubt = Some(why),
                    Ok(Ok(Err(contradiction))) => return Err(contradiction.0),
                    Ok(Ok(Ok(outcome))) => self.enter(m, outcome)?,
                }
            }
            self.pass_on(certificates, &left)?;
            self.show(Stage::Prove);
        }
        Ok(())
    }

    /// The first few of different elements: mutants of one element are often decided by the proof of one of them.
    fn next_few(&self, left: &[usize]) -> Vec<usize> {
        let element = |m: usize| self.campaign.mutants.mutants[m].element.as_str();
        let mut few: Vec<usize> = Vec::new();
        for &m in left {
            if few.len() < TOGETHER && few.iter().all(|&n| element(n) != element(m)) {
                few.push(m);
            }
        }
        few
    }

    /// What the last proofs needed, the mutants that are left may need as well.
    fn pass_on(&mut self, from: usize, left: &[usize]) -> Result<(), Fault> {
        if !left.iter().any(|&m| self.campaign.is_asked(m)) {
            return Ok(());
        }
        let new: Vec<Arc<Certificate>> = self.campaign.certificates[from..]
            .iter()
            .map(|c| c.certificate.clone())
            .collect();
        let k = new.iter().map(|c| c.k as u32).max().unwrap_or(1);
        let mut some = false;
        for certificate in new {
            some |= self.batches.add_lemmas(&certificate.lemmas);
        }
        if !some {
            return Ok(());
        }
        self.induction(k.max(self.proof.k))
    }

    fn enter(&mut self, m: usize, outcome: director::Outcome) -> Result<(), Fault> {
        self.failures.note_engines(&outcome.failures);
        let spent = outcome.spent.iter().map(|(_, spent)| spent);
        self.campaign.cases[m].effort += spent.sum::<Effort>();
        for (p, verdict, _) in outcome.verdicts {
            match verdict {
                Verdict::Proved { certificate, .. } => {
                    let mut alone = (*certificate).clone();
                    alone
                        .properties
                        .retain(|q| *q == p || certificate.properties.contains(q));
                    self.survived(m, &[p], alone, Stage::Prove)?;
                }
                Verdict::Violated { trace, .. } => {
                    let (step, stimulus) = killing(self.campaign.mutants, m, p, &trace)?;
                    let stimulus = Arc::new(stimulus);
                    self.killed(m, &[(p, step)], &stimulus, Stage::Prove)?;
                    self.replay(&[stimulus], Stage::Prove)?;
                }
                Verdict::Unknown { reason, true_for } => {
                    let doubt = format!("{reason} (no violation in {true_for} steps)");
                    self.campaign.cases[m].doubt = Some(doubt);
                }
            }
        }
        Ok(())
    }
}

/// The execution of a killing trace, and the step at which it violates the property.
pub(crate) fn killing(
    mutants: &Mutants,
    m: usize,
    p: usize,
    trace: &Trace,
) -> Result<(usize, Stimulus), Fault> {
    let patch = mutants.mutants[m].patch().expect("it was proved about");
    let patched = patch.apply(&mutants.system);
    let failed =
        replay(&patched, trace).map_err(|e| format!("a killing trace does not replay: {e}"))?;
    let step = failed.property_fails[p].ok_or("a killing trace kills nothing")?;
    let fresh = mutants.fresh(m);
    let belongs = |v: VarId| v.index() < mutants.fresh_from || fresh.contains(&v);
    Ok((step, Stimulus::of(&patched, trace, belongs)))
}

/// What the engines find is kept as it comes.
fn hand_in(desk: &Desk<'_>, mutants: &Mutants, m: usize, p: usize, verdict: &Verdict) {
    match verdict {
        Verdict::Proved { certificate, .. } => desk.survives(m, &[p], certificate),
        Verdict::Violated { trace, .. } => {
            // One that does not replay stops the run when it is entered.
            if let Ok((step, stimulus)) = killing(mutants, m, p, trace) {
                desk.killed(m, &[(p, step)], &stimulus);
            }
        }
        Verdict::Unknown { .. } => {}
    }
}
