//! INDUCTION: the original's lemmas, or an inductive part of them, still imply the properties.

use assay_system::Certificate;

use super::{Cascade, Fault};
use crate::parallel;
use crate::result::Stage;

impl Cascade<'_, '_> {
    /// The original's lemmas on each mutant. Mutants that set wires free come first: what they
    /// survive, every mutant of the same wires survives.
    pub(super) fn induction(&mut self) -> Result<(), Fault> {
        let freeing: Vec<bool> = self.campaign.frees.iter().map(Option::is_some).collect();
        for first in [true, false] {
            let campaign = &self.campaign;
            let (k, stop) = (self.proof.k, self.stop);
            let proofs = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
                let mut proofs: Vec<(usize, Vec<usize>, Certificate)> = Vec::new();
                for position in 0..lab.combined.members.len() {
                    let m = lab.combined.members[position];
                    let open = campaign.open(m);
                    if freeing[m] != first || open.is_empty() || stop.is_raised() {
                        continue;
                    }
                    if let Ok(Ok((lemmas, kept))) = lab.inductive(position, &open, k)
                        && !kept.is_empty()
                    {
                        let certificate = Certificate {
                            k: k as usize,
                            lemmas: lab.pool().export(&lemmas),
                            properties: kept.clone(),
                        };
                        proofs.push((m, kept, certificate));
                    }
                }
                proofs
            });
            for (m, kept, certificate) in proofs.into_iter().flatten() {
                self.survived(m, &kept, certificate, Stage::Induction)?;
            }
            self.show(Stage::Induction);
        }
        Ok(())
    }
}
