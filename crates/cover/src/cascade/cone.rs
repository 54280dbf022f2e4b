//! CONE and EQUAL: what no property and no assumption can see, and what is the original in other words.
//!
//! The engines prove all properties together, and some of these turn out to be violated. A certificate of the others may have lemmas
//! about what only the violated ones depend on. It says nothing about mutants that change this, so CONE asks what its certificate
//! depends on and leaves these mutants to the later stages.

use assay_engine::ctl;
use assay_system::{Certificate, Claim, System, VarKind};
use assay_term::{TermId, VarId};

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::claims::Claims;
use crate::result::{Branching, BranchingOf, CertificateOf, MutantVerdict, Stage};

/// Mutants that no property and no assumption can see.
pub(super) struct Cone;

impl Step for Cone {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Cone)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Survival]
    }

    fn claims(&self) -> Claims {
        Claims::All
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.cone()?;
        run.cone_of_formulas()
    }
}

/// Mutants whose patch changes nothing at all.
pub(super) struct Equal;

impl Step for Equal {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Equal)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Verdict]
    }

    fn claims(&self) -> Claims {
        Claims::All
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.equal_by_structure()
    }
}

impl Run<'_, '_> {
    fn cone(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let goals: Vec<TermId> = self
            .campaign
            .universal
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let cone = assay_system::Cone::of(system, &goals);
        let unseen: Vec<usize> = self
            .campaign
            .undecided()
            .into_iter()
            .filter(|&m| self.is_outside(m, &cone))
            .collect();
        if unseen.is_empty() {
            return Ok(());
        }
        let proof = self.proof;
        for (p, certificate) in &proof.proved {
            let unseen = self.unseen_by(certificate, &cone, unseen.clone());
            if unseen.is_empty() {
                continue;
            }
            let about = CertificateOf::Without(self.changed_wires(&unseen));
            let number = self.campaign.add_certificate(about, certificate.clone());
            for m in unseen {
                self.campaign.survives(m, &[*p], number, Stage::Cone)?;
            }
        }
        Ok(())
    }

    /// Mutants outside of the cone of all atoms, constraints and conditions of fairness. What is outside neither limits transitions nor labels
    /// states, and has a next value whatever the rest does. So states with the same values in the cone are bisimilar, and the
    /// certificate of the original, which speaks of the cone alone, holds of the mutant.
    fn cone_of_formulas(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let mut goals: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
        for property in &system.properties {
            if let Claim::Temporal(formula) = &property.claim {
                goals.extend(formula.atoms());
            }
        }
        let cone = assay_system::Cone::of(system, &goals);
        let proof = self.proof;
        for (p, decision) in &proof.branching {
            let ctl::Decision::Holds(fixpoint) = decision else {
                continue;
            };
            let mut pool = system.pool.clone();
            let terms = pool.import(&fixpoint.terms);
            let reads = pool.variables(&terms);
            let mut unseen = self.campaign.undecided();
            unseen.retain(|&m| self.campaign.open(m).contains(p) && !self.campaign.is_partial(m));
            unseen.retain(|&m| self.is_outside(m, &cone));
            if unseen.is_empty() || !reads.iter().all(|v| cone.contains(*v)) {
                continue;
            }
            let about = BranchingOf::Without(self.changed_wires(&unseen));
            let shows = Branching::Holds {
                property: *p,
                fixpoint: fixpoint.clone(),
            };
            let number = self.campaign.add_branching(about, shows);
            for m in unseen {
                self.campaign.branched(m, *p, number, false, Stage::Cone)?;
            }
        }
        Ok(())
    }

    /// Whether a mutant changes nothing in a cone.
    fn is_outside(&self, m: usize, cone: &assay_system::Cone) -> bool {
        let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
        patch.constraints.is_empty()
            && patch.properties.is_empty()
            && patch.vars.iter().all(|(v, _)| !cone.contains(*v))
    }

    /// Those of the mutants, which change nothing in the cone, that change nothing which the certificate depends on either.
    fn unseen_by(
        &self,
        certificate: &Certificate,
        cone: &assay_system::Cone,
        mut mutants: Vec<usize>,
    ) -> Vec<usize> {
        let system = &self.campaign.mutants.system;
        let mut outside = variables(system, certificate);
        outside.retain(|v| !cone.contains(*v));
        if !outside.is_empty() {
            let outside: Vec<TermId> = outside.iter().map(|v| system.pool.var(*v)).collect();
            let cone = assay_system::Cone::without_constraints(system, &outside);
            mutants.retain(|&m| {
                let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
                patch.vars.iter().all(|(v, _)| !cone.contains(*v))
            });
        }
        mutants
    }

    /// The wires that some of the mutants change, ascending.
    fn changed_wires(&self, mutants: &[usize]) -> Vec<VarId> {
        let patches = mutants
            .iter()
            .filter_map(|&m| self.campaign.mutants.mutants[m].patch());
        let changed = patches.flat_map(|p| p.vars.iter().map(|(v, _)| *v));
        let mut wires: Vec<VarId> = changed.filter(|&v| self.is_wire(v)).collect();
        wires.sort_unstable();
        wires.dedup();
        wires
    }

    fn is_wire(&self, var: VarId) -> bool {
        let kind = &self.campaign.mutants.system.var(var).kind;
        matches!(kind, VarKind::Wire { .. })
    }

    fn equal_by_structure(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        for m in self.campaign.undecided() {
            let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
            let same = patch
                .vars
                .iter()
                .all(|(v, kind)| system.var(*v).kind == *kind)
                && patch
                    .constraints
                    .iter()
                    .all(|(c, t)| system.constraints[*c].term == *t)
                && patch
                    .properties
                    .iter()
                    .all(|(p, t)| system.properties[*p].term == *t);
            if same {
                let case = &mut self.campaign.cases[m];
                case.verdict = Some(MutantVerdict::Equivalent);
                case.stage = Some(Stage::Equal);
                case.reason = Some("the changed term is the original one, simplified".into());
            }
        }
        Ok(())
    }
}

/// The variables that the lemmas and properties of a certificate name.
fn variables(system: &System, certificate: &Certificate) -> Vec<VarId> {
    let mut pool = system.pool.clone();
    let mut terms = pool.import(&certificate.lemmas);
    let properties = certificate.properties.iter();
    terms.extend(properties.map(|&p| system.properties[p].term));
    pool.variables(&terms)
}
