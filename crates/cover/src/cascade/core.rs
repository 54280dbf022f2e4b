//! CORE: elements whose definitions the proof of a property does not need.

use assay_engine::core::{Use, used_parts};
use assay_system::{Part, VarKind};
use assay_term::VarId;

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::result::{CertificateOf, Stage};

/// Elements that the proof of a property does not use: their mutants survive that property, all by one certificate.
pub(super) struct Core;

impl Step for Core {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Core)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Survival]
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        run.core()
    }
}

impl Run<'_, '_> {
    fn core(&mut self) -> Result<(), Fault> {
        let system = &self.campaign.mutants.system;
        let parts: Vec<Part> = system
            .elements
            .iter()
            .map(|e| Part {
                name: e.name.clone(),
                wires: e.instances.iter().map(|i| i.var).collect(),
                constraints: vec![],
            })
            .collect();
        let undecided = self.campaign.undecided();
        let mut owner: rustc_hash::FxHashMap<VarId, usize> = Default::default();
        for (e, part) in parts.iter().enumerate() {
            owner.extend(part.wires.iter().map(|&w| (w, e)));
        }
        let uses = used_parts(
            system,
            &parts,
            &self.proof.proved,
            self.means.found,
            self.means.stop,
        );
        for ((p, _), used) in self.proof.proved.iter().zip(uses) {
            let Some(Use {
                parts: used,
                certificate,
            }) = used
            else {
                continue;
            };
            let unused = (0..parts.len()).filter(|e| !used.contains(e));
            let unused: Vec<VarId> = unused.flat_map(|e| parts[e].wires.clone()).collect();
            let members: Vec<usize> = undecided
                .iter()
                .copied()
                .filter(|&m| {
                    let patch = self.campaign.mutants.mutants[m].patch().expect("undecided");
                    patch.constraints.is_empty()
                        && patch.properties.iter().all(|(q, _)| q != p)
                        && patch.vars.iter().all(|(v, kind)| {
                            matches!(kind, VarKind::Wire { .. })
                                && owner.get(v).is_some_and(|e| !used.contains(e))
                        })
                })
                .collect();
            if members.is_empty() {
                continue;
            }
            let about = CertificateOf::Without(unused);
            let number = self.campaign.add_certificate(about, certificate.clone());
            for m in members {
                self.campaign.survives(m, &[*p], number, Stage::Core)?;
            }
        }
        Ok(())
    }
}
