//! PROVE, for all mutants of a laboratory at once, on finite systems: IC3 on the combined system, in which the number of the
//! mutant is part of the state and never changes. A clause without bits of that number is a lemma for all of them, one with
//! some for the mutants that share these bits; so what one mutant's proof needs is found once. A violation names a mutant:
//! it is left out, with all others that the execution kills, and the search goes on with the frames that it has. When
//! it ends, one invariant proves all that are left, each by its part of it.
//!
//! The search begins with what the largest inductive part of the original's lemmas says of each mutant (paper 001 reuses the
//! original's invariant in the same way, for one mutant after the other). Tried and dropped: all lemmas as clauses of the first
//! frame, to be pushed by the search itself (twice as slow where most of them hold); lemmas of the mutants proved before
//! (more to sort out than they spare).

use std::sync::Arc;

use assay_engine::ic3::{Ic3, Ic3Outcome};
use assay_solver::{Effort, StopFlag};
use assay_system::{Certificate, Stimulus, Trace};
use assay_term::{Dag, TermId, Value, VarId};
use rustc_hash::FxHashSet;

use super::search::{Findings, Search};
use super::{Cascade, Fault};
use crate::campaign::Campaign;
use crate::lab::Lab;
use crate::parallel;
use crate::result::Stage;
use crate::simulate::Simulator;

/// How many mutants at a time, and what may be spent on them: all of a laboratory where that is easy; else a few, because the
/// clauses about one are in the way of the others.
const ALL: (usize, Effort) = (usize::MAX, 20_000);
const FEW: usize = 6;
/// More lemmas than this are not sorted out for each mutant.
const MAX_LEMMAS: usize = 500;

/// What a laboratory's search came to.
struct Decided {
    findings: Findings,
    /// A mutant, a property that it survives, and why.
    survivors: Vec<(usize, usize, Certificate)>,
}

impl Cascade<'_, '_> {
    pub(super) fn prove_together(&mut self) -> Result<(), Fault> {
        for (size, budget) in [ALL, (FEW, self.options.prove_budget)] {
            let mut tried: FxHashSet<usize> = FxHashSet::default();
            while !self.over() && self.crowds(&mut tried, size, budget)? {}
        }
        Ok(())
    }

    /// At most `size` mutants of each laboratory that were not tried before. False if there are none.
    fn crowds(
        &mut self,
        tried: &mut FxHashSet<usize>,
        size: usize,
        budget: Effort,
    ) -> Result<bool, Fault> {
        self.renew_labs();
        let (campaign, simulator, stop) = (&self.campaign, self.simulator, self.stop);
        let mut crowds: Vec<(&mut Lab, Vec<usize>)> = Vec::new();
        for lab in self.labs.iter_mut().filter(|lab| lab.is_finite()) {
            let members = &lab.combined.members;
            let wanted =
                |at: &usize| campaign.is_open(members[*at]) && !tried.contains(&members[*at]);
            let crowd: Vec<usize> = (0..members.len()).filter(wanted).take(size).collect();
            tried.extend(crowd.iter().map(|&at| members[at]));
            if !crowd.is_empty() {
                crowds.push((lab, crowd));
            }
        }
        if crowds.is_empty() {
            return Ok(false);
        }
        let decided = parallel::each(&mut crowds, self.options.jobs, |_, (lab, crowd)| {
            together(lab, crowd, campaign, simulator, budget, stop)
        });
        let mut stimuli = Vec::new();
        for decided in decided {
            stimuli.extend(self.enter_findings(decided.findings, Stage::Prove)?);
            for (m, p, certificate) in decided.survivors {
                self.survived(m, &[p], certificate, Stage::Prove)?;
            }
        }
        self.replay(&stimuli, Stage::Prove)?;
        self.show(Stage::Prove);
        Ok(true)
    }
}

fn together(
    lab: &mut Lab,
    crowd: &[usize],
    campaign: &Campaign<'_>,
    simulator: &Simulator<'_>,
    budget: Effort,
    stop: &StopFlag,
) -> Decided {
    let mut search = Search::new(lab, campaign, simulator);
    for (position, open) in search.open.iter_mut().enumerate() {
        if !crowd.contains(&position) {
            open.clear();
        }
    }
    let mut survivors = Vec::new();
    for &p in &campaign.properties {
        for (position, certificate) in one_property(lab, &mut search, p, budget, stop) {
            let m = lab.combined.members[position];
            survivors.push((m, p, certificate));
        }
    }
    Decided {
        findings: search.findings,
        survivors,
    }
}

/// The members that survive the property, by position; violations are entered in `search`.
fn one_property(
    lab: &mut Lab,
    search: &mut Search<'_>,
    property: usize,
    budget: Effort,
    stop: &StopFlag,
) -> Vec<(usize, Certificate)> {
    let open = |search: &Search<'_>| -> Vec<usize> {
        let asked = |at: &usize| search.open[*at].contains(&property);
        (0..search.open.len()).filter(asked).collect()
    };
    let members = open(search);
    if members.is_empty() || stop.is_raised() {
        return vec![];
    }
    let kept: Vec<Vec<TermId>> = members.iter().map(|&at| lab.kept_lemmas(at)).collect();
    let known = lab.conditional(&members, &kept);
    let system = lab.combined.system.clone();
    let Ok(mut ic3) = Ic3::new(&system, property, &[], &[Arc::new(known)], &[], stop) else {
        return vec![];
    };
    for code in lab.combined.other_codes(&members) {
        if !ic3.exclude(&code) {
            return vec![];
        }
    }
    loop {
        match ic3.run(&system, Some(budget)).outcome {
            Ic3Outcome::Unknown(_) => return vec![],
            Ic3Outcome::Violated(trace) => {
                let Some((position, stimulus)) = driven(lab, &trace) else {
                    return vec![];
                };
                let before = open(search);
                search.enter(position, stimulus);
                let left = open(search);
                for at in before.into_iter().filter(|at| !left.contains(at)) {
                    ic3.exclude(&lab.combined.code(at));
                }
                if left.is_empty() || left.contains(&position) {
                    return vec![];
                }
            }
            Ic3Outcome::Proved(certificate) => {
                let left = open(search);
                return left
                    .into_iter()
                    .map(|at| {
                        let own = members.iter().position(|&m| m == at).expect("it was asked");
                        (at, lab.part(at, &certificate.lemmas, &kept[own], property))
                    })
                    .collect();
            }
        }
    }
}

/// The member that an execution of the combined system is one of, and what drives it.
fn driven(lab: &Lab, trace: &Trace) -> Option<(usize, Stimulus)> {
    let combined = &lab.combined;
    let first = trace.steps.first()?;
    let is_set = |&bit: &VarId| first[bit.index()] == Value::Bool(true);
    let bits = combined.bits.iter().enumerate();
    let code: usize = bits.map(|(i, b)| usize::from(is_set(b)) << i).sum();
    let position = code
        .checked_sub(1)
        .filter(|p| *p < combined.members.len())?;
    let keep = |v| combined.belongs(position, v);
    Some((position, Stimulus::of(&combined.system, trace, keep)))
}

impl Lab {
    /// The largest part of the lemmas that is inductive on the member; nothing of them where they are too many to ask.
    fn kept_lemmas(&mut self, position: usize) -> Vec<TermId> {
        if self.lemmas().len() > MAX_LEMMAS {
            return vec![];
        }
        match self.inductive_lemmas(position) {
            Ok(Ok(kept)) => kept,
            Ok(Err(_)) | Err(_) => vec![],
        }
    }

    /// What is kept of the lemmas for each of these members, as lemmas of the combined system.
    fn conditional(&mut self, members: &[usize], kept: &[Vec<TermId>]) -> Dag {
        let mut terms = Vec::new();
        for lemma in self.lemmas().to_vec() {
            let held = members
                .iter()
                .zip(kept)
                .filter(|(_, kept)| kept.contains(&lemma));
            let held: Vec<usize> = held.map(|(&at, _)| at).collect();
            if held.len() == members.len() {
                terms.push(lemma);
                continue;
            }
            for at in held {
                let chosen = self.combined.chosen[at];
                let pool = self.pool_mut();
                let other = pool.not(chosen);
                terms.push(pool.or(vec![other, lemma]));
            }
        }
        self.pool_mut().export(&terms)
    }

    /// What an invariant of the combined system says of one member, with the lemmas that were given for it.
    fn part(
        &mut self,
        position: usize,
        invariant: &Dag,
        kept: &[TermId],
        property: usize,
    ) -> Certificate {
        let code = self.combined.code(position);
        let pool = self.pool_mut();
        let terms = pool.import(invariant);
        let (yes, no) = (pool.bool(true), pool.bool(false));
        let bit = |v| {
            let known = code.iter().find(|(b, _)| *b == v);
            known.map(|&(_, value)| if value { yes } else { no })
        };
        let mut lemmas = pool.substitute(&terms, bit);
        lemmas.extend(kept);
        lemmas.sort_unstable();
        lemmas.dedup();
        lemmas.retain(|&l| l != yes);
        self.certificate(&lemmas, &[property], 1)
    }
}
