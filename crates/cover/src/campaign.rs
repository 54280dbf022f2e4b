//! What is known of each mutant so far, and how a finding is entered.
//!
//! Invariant: a notice, once set to Kills or Survives, never changes; contradicting it stops the run.

use std::sync::Arc;

use assay_solver::Effort;
use assay_system::{Certificate, Cone, Stimulus, VarKind};
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use crate::claims::Claims;
use crate::evidence::CUT;
use crate::result::{
    Branching, BranchingOf, CertificateOf, Checked, Evidence, Fairness, MutantVerdict, Notice,
    Stage, StoredBranching, StoredCertificate, StoredTrace, Vacuity,
};
use crate::simulate::Hit;
use assay_system::{Change, Mutants, Patch};

/// How many killers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Killers {
    /// Every property that can kill a mutant: exact sets.
    All,
    /// One is enough.
    One,
}

/// What is known of one mutant.
#[derive(Clone, Debug)]
pub struct Case {
    /// For each baseline property.
    pub notices: Vec<Option<Notice>>,
    /// The stage that entered the last notice.
    pub stage: Option<Stage>,
    /// Settled, whatever is open: invalid, equivalent, vacuous, or killed before and not asked again.
    pub verdict: Option<MutantVerdict>,
    pub reason: Option<String>,
    /// A certificate of equivalence.
    pub equivalence: Option<usize>,
    /// Of a vacuous one.
    pub vacuity: Option<Vacuity>,
    /// Whether it has fair executions, where that was asked.
    pub fairness: Option<Fairness>,
    /// It reaches an assumption: it may be vacuous or restricted.
    pub assumes: bool,
    /// That it is not vacuous is known.
    pub alive: bool,
    /// Why the last stage that tried could not say.
    pub doubt: Option<String>,
    /// What the questions about it took in the solver's units. A question about several mutants counts in equal shares.
    pub effort: Effort,
}

pub struct Campaign<'a> {
    pub mutants: &'a Mutants,
    /// The properties that hold of the original.
    pub properties: Vec<usize>,
    /// Those of them that are about all executions.
    pub universal: Vec<usize>,
    /// The claims that questions are about now: what [`Campaign::open`] and [`Campaign::undecided`] leave out is not asked.
    pub scope: Claims,
    pub killers: Killers,
    pub cases: Vec<Case>,
    pub certificates: Vec<StoredCertificate>,
    pub traces: Vec<StoredTrace>,
    pub branching: Vec<StoredBranching>,
    /// For each mutant that does nothing but set wires free: these wires.
    pub frees: Vec<Option<Vec<VarId>>>,
    /// For each mutant those it dominates, and those that dominate it.
    pub dominates: Vec<Vec<usize>>,
    pub dominated_by: Vec<Vec<usize>>,
}

impl<'a> Campaign<'a> {
    /// `certificates` and `branching` are those of the original.
    pub fn new(
        mutants: &'a Mutants,
        properties: Vec<usize>,
        (certificates, branching): (Vec<StoredCertificate>, Vec<StoredBranching>),
        killers: Killers,
    ) -> Self {
        let system = &mutants.system;
        let assumed: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
        let assumptions = Cone::without_constraints(system, &assumed);
        let cases = mutants
            .mutants
            .iter()
            .map(|m| {
                let mut case = Case {
                    notices: vec![None; properties.len()],
                    stage: None,
                    verdict: None,
                    reason: None,
                    equivalence: None,
                    vacuity: None,
                    fairness: None,
                    assumes: false,
                    alive: false,
                    doubt: None,
                    effort: 0,
                };
                match &m.change {
                    Change::Invalid(why) => {
                        case.verdict = Some(MutantVerdict::Invalid);
                        case.reason = Some(why.clone());
                    }
                    Change::Unmade(why) => case.doubt = Some(why.clone()),
                    Change::Patch(patch) => {
                        case.assumes = !patch.constraints.is_empty()
                            || patch.vars.iter().any(|(v, _)| assumptions.contains(*v));
                    }
                }
                case
            })
            .collect();
        let frees: Vec<Option<Vec<VarId>>> = mutants
            .mutants
            .iter()
            .map(|m| m.patch().and_then(|p| freed(mutants, p)))
            .collect();
        let dominates = dominance(mutants, &frees);
        let mut dominated_by = vec![Vec::new(); dominates.len()];
        for (f, list) in dominates.iter().enumerate() {
            for &m in list {
                dominated_by[m].push(f);
            }
        }
        let is_universal = |p: &usize| Claims::Universal.include(&system.properties[*p].claim);
        Campaign {
            mutants,
            universal: properties.iter().copied().filter(is_universal).collect(),
            properties,
            scope: Claims::All,
            killers,
            cases,
            certificates,
            traces: Vec::new(),
            branching,
            frees,
            dominates,
            dominated_by,
        }
    }

    /// Whether some property that holds claims that.
    pub fn claims(&self, of: Claims) -> bool {
        let claims = self.properties.iter();
        claims
            .map(|&p| &self.mutants.system.properties[p].claim)
            .any(|claim| of.include(claim))
    }

    /// Properties (indices of the system) that are still to be decided for a mutant, within the present scope.
    pub fn open(&self, mutant: usize) -> Vec<usize> {
        let mut open = self.open_in_all(mutant);
        open.retain(|&p| self.scope.include(&self.mutants.system.properties[p].claim));
        open
    }

    /// The same in any scope.
    pub fn open_in_all(&self, mutant: usize) -> Vec<usize> {
        let case = &self.cases[mutant];
        let is_made = self.mutants.mutants[mutant].patch().is_some();
        if case.verdict.is_some() || !is_made {
            return vec![];
        }
        let killed = case
            .notices
            .iter()
            .any(|n| matches!(n, Some(Notice::Kills { .. })));
        if killed && (self.killers == Killers::One || self.is_partial(mutant)) {
            return vec![];
        }
        let undecided = self
            .properties
            .iter()
            .zip(&case.notices)
            .filter(|(_, n)| n.is_none());
        undecided.map(|(&p, _)| p).collect()
    }

    /// Whether only one execution of the mutant is known: a kill is all that can be concluded.
    pub fn is_partial(&self, mutant: usize) -> bool {
        let patch = self.mutants.mutants[mutant].patch();
        patch.is_some_and(|p| p.only_on.is_some())
    }

    /// Whether anything is to be decided for the mutant, in any scope.
    pub fn is_open(&self, mutant: usize) -> bool {
        !self.open_in_all(mutant).is_empty()
    }

    /// No property notices, but perhaps only because there is nothing left to notice.
    pub fn may_be_vacuous(&self, mutant: usize) -> bool {
        let case = &self.cases[mutant];
        let killed = |n: &Option<Notice>| matches!(n, Some(Notice::Kills { .. }));
        case.assumes && !case.alive && case.verdict.is_none() && !case.notices.iter().any(killed)
    }

    /// Whether anything is to be decided for the mutant within the present scope.
    pub fn is_asked(&self, mutant: usize) -> bool {
        !self.open(mutant).is_empty()
    }

    /// Mutants that are not decided within the present scope, ascending.
    pub fn undecided(&self) -> Vec<usize> {
        let all = 0..self.cases.len();
        all.filter(|&m| self.is_asked(m)).collect()
    }

    /// How many mutants are decided in every scope.
    pub fn decided(&self) -> usize {
        (0..self.cases.len()).filter(|&m| !self.is_open(m)).count()
    }

    pub(crate) fn slot(&self, property: usize) -> Option<usize> {
        self.properties.iter().position(|&p| p == property)
    }

    /// The place of a property that is about all executions.
    fn universal_slot(&self, property: usize) -> Option<usize> {
        let universal = self.universal.contains(&property);
        self.slot(property).filter(|_| universal)
    }

    /// Enters that these properties fail at these steps of the execution that `stimulus` drives, as far as they are about all
    /// executions. Returns whether anything is new.
    pub fn killed(
        &mut self,
        mutant: usize,
        hits: &[Hit],
        stimulus: &Arc<Stimulus>,
        stage: Stage,
    ) -> Result<bool, String> {
        let first_new = self.traces.len();
        for &(p, step) in hits {
            let Some(at) = self.universal_slot(p) else {
                continue;
            };
            match &self.cases[mutant].notices[at] {
                None => {}
                Some(Notice::Survives { .. }) => {
                    return Err(format!(
                        "mutant {} was proved to survive {} and is killed by it",
                        self.mutants.mutants[mutant].id, self.mutants.system.properties[p].name
                    ));
                }
                Some(_) => continue,
            }
            let length = step + 1;
            let new = &self.traces[first_new..];
            let trace = match new.iter().position(|t| t.length == length) {
                Some(known) => first_new + known,
                None => {
                    self.traces.push(StoredTrace {
                        mutant,
                        stimulus: stimulus.clone(),
                        length,
                    });
                    self.traces.len() - 1
                }
            };
            let case = &mut self.cases[mutant];
            let evidence = Evidence::Trace(trace);
            case.notices[at] = Some(Notice::Kills { evidence, stage });
            case.stage = Some(stage);
        }
        Ok(self.traces.len() > first_new)
    }

    /// Keeps a certificate. Mutants that are proved together share its lemmas, which may be large.
    pub fn add_certificate(
        &mut self,
        about: CertificateOf,
        certificate: impl Into<Arc<Certificate>>,
    ) -> usize {
        let checked = Checked::No(CUT.into());
        let certificate = certificate.into();
        self.certificates.push(StoredCertificate {
            about,
            certificate,
            checked,
        });
        self.certificates.len() - 1
    }

    /// Enters that the mutant still reaches, at the end of this execution, what the property says can be reached.
    pub fn reaches(
        &mut self,
        mutant: usize,
        property: usize,
        stimulus: &Arc<Stimulus>,
        length: usize,
        stage: Stage,
    ) -> Result<(), String> {
        let Some(at) = self.slot(property) else {
            return Ok(());
        };
        self.traces.push(StoredTrace {
            mutant,
            stimulus: stimulus.clone(),
            length,
        });
        let evidence = Evidence::Trace(self.traces.len() - 1);
        self.enter(mutant, at, Notice::Survives { evidence, stage })
    }

    /// Enters that the mutant never reaches what the property says can be reached.
    pub fn never_reaches(
        &mut self,
        mutant: usize,
        property: usize,
        certificate: usize,
        stage: Stage,
    ) -> Result<(), String> {
        let Some(at) = self.slot(property) else {
            return Ok(());
        };
        let evidence = Evidence::Certificate(certificate);
        self.enter(mutant, at, Notice::Kills { evidence, stage })
    }

    pub fn add_branching(&mut self, about: BranchingOf, shows: Branching) -> usize {
        let checked = Checked::No(CUT.into());
        self.branching.push(StoredBranching {
            about,
            shows,
            checked,
        });
        self.branching.len() - 1
    }

    /// Enters what a piece of evidence of branching time shows: that the claim fails of the mutant, or holds.
    pub fn branched(
        &mut self,
        mutant: usize,
        property: usize,
        number: usize,
        kills: bool,
        stage: Stage,
    ) -> Result<(), String> {
        let Some(at) = self.slot(property) else {
            return Ok(());
        };
        let evidence = Evidence::Branching(number);
        let notice = if kills {
            Notice::Kills { evidence, stage }
        } else {
            Notice::Survives { evidence, stage }
        };
        self.enter(mutant, at, notice)
    }

    /// Whether it has no fair execution, and nothing kills it or may still do.
    pub fn is_lifeless(&self, mutant: usize) -> bool {
        let case = &self.cases[mutant];
        let settled = |n: &Option<Notice>| matches!(n, Some(Notice::Survives { .. }));
        matches!(case.fairness, Some(Fairness::NoExecution(_))) && case.notices.iter().all(settled)
    }

    /// Enters a notice where there is none. Err if there is one that excludes it.
    fn enter(&mut self, mutant: usize, at: usize, new: Notice) -> Result<(), String> {
        let (Notice::Kills { stage, .. } | Notice::Survives { stage, .. }) = new else {
            return Ok(());
        };
        let case = &mut self.cases[mutant];
        match &case.notices[at] {
            None => {
                case.notices[at] = Some(new);
                case.stage = Some(stage);
                Ok(())
            }
            Some(old) if std::mem::discriminant(old) == std::mem::discriminant(&new) => Ok(()),
            Some(_) => Err(format!(
                "mutant {} is both killed by {} and survives it",
                self.mutants.mutants[mutant].id,
                self.mutants.system.properties[self.properties[at]].name
            )),
        }
    }

    /// Enters that these properties hold of the mutant, as far as they are about all executions.
    pub fn survives(
        &mut self,
        mutant: usize,
        properties: &[usize],
        certificate: usize,
        stage: Stage,
    ) -> Result<(), String> {
        if self.is_partial(mutant) {
            return Ok(());
        }
        for &p in properties {
            let Some(at) = self.universal_slot(p) else {
                continue;
            };
            let evidence = Evidence::Certificate(certificate);
            let notice = &mut self.cases[mutant].notices[at];
            match notice {
                None => {
                    *notice = Some(Notice::Survives { evidence, stage });
                    self.cases[mutant].stage = Some(stage);
                }
                Some(Notice::Kills { .. }) => {
                    return Err(format!(
                        "mutant {} is killed by {} and was proved to survive it",
                        self.mutants.mutants[mutant].id, self.mutants.system.properties[p].name
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

/// For each mutant those that it dominates, where it does nothing but set wires free: what changes
/// some of these wires and nothing else. What holds with the wires free holds of them.
fn dominance(mutants: &Mutants, frees: &[Option<Vec<VarId>>]) -> Vec<Vec<usize>> {
    let mut freed_by: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
    for (f, wires) in frees.iter().enumerate() {
        for &w in wires.iter().flatten() {
            freed_by.entry(w).or_default().push(f);
        }
    }
    let mut dominated = vec![Vec::new(); frees.len()];
    for (m, mutant) in mutants.mutants.iter().enumerate() {
        let Some(patch) = mutant.patch() else {
            continue;
        };
        let wires_only = patch
            .vars
            .iter()
            .all(|(_, kind)| matches!(kind, VarKind::Wire { .. }));
        let [(first, _), ..] = patch.vars.as_slice() else {
            continue;
        };
        if !patch.constraints.is_empty() || !patch.properties.is_empty() || !wires_only {
            continue;
        }
        for &f in freed_by.get(first).into_iter().flatten() {
            let wires = frees[f].as_ref().expect("it sets wires free");
            if f != m && patch.vars.iter().all(|(v, _)| wires.contains(v)) {
                dominated[f].push(m);
            }
        }
    }
    dominated
}

/// The wires that a patch sets free, if it does nothing else.
fn freed(mutants: &Mutants, patch: &Patch) -> Option<Vec<VarId>> {
    let system = &mutants.system;
    if patch.vars.is_empty() || !patch.constraints.is_empty() || !patch.properties.is_empty() {
        return None;
    }
    patch
        .vars
        .iter()
        .map(|(v, kind)| match kind {
            VarKind::Wire { def } => {
                let input = match system.pool.get(*def) {
                    assay_term::Term::Var(input) => *input,
                    _ => return None,
                };
                let same_range = system.var(input).range == system.var(*v).range;
                // An input of the model is not free: others read it too.
                let free = input.index() >= mutants.fresh_from
                    && matches!(system.var(input).kind, VarKind::Input);
                (free && same_range).then_some(*v)
            }
            _ => None,
        })
        .collect()
}
