//! CONE and EQUAL: what no property and no assumption can see, and what is the original in other words.

use assay_system::VarKind;
use assay_term::{TermId, VarId};

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::claims::Claims;
use crate::result::{CertificateOf, MutantVerdict, Stage};

/// Mutants that no property and no assumption can see.
pub(super) struct Cone;

impl Step for Cone {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Cone)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Survival]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.cone()
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
            .filter(|&m| {
                let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
                patch.constraints.is_empty()
                    && patch.properties.is_empty()
                    && patch.vars.iter().all(|(v, _)| !cone.contains(*v))
            })
            .collect();
        self.survive_as_original(&unseen, Stage::Cone)
    }

    /// The original's own certificates hold of these mutants too.
    fn survive_as_original(&mut self, mutants: &[usize], stage: Stage) -> Result<(), Fault> {
        if mutants.is_empty() {
            return Ok(());
        }
        let patches = mutants
            .iter()
            .filter_map(|&m| self.campaign.mutants.mutants[m].patch());
        let changed = patches.flat_map(|p| p.vars.iter().map(|(v, _)| *v));
        let mut removed: Vec<VarId> = changed.filter(|&v| self.is_wire(v)).collect();
        removed.sort_unstable();
        removed.dedup();
        for (p, certificate) in &self.proof.proved {
            let about = CertificateOf::Without(removed.clone());
            let number = self.campaign.add_certificate(about, certificate.clone());
            for &m in mutants {
                self.campaign.survives(m, &[*p], number, stage)?;
            }
        }
        Ok(())
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
