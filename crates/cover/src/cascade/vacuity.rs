//! Vacuity: a mutant whose assumptions die earlier than the original's proves everything.

use std::sync::Arc;

use assay_system::Stimulus;

use super::{Cascade, Fault};
use crate::lab::{Someone, Who};
use crate::parallel;
use crate::result::{CertificateOf, MutantVerdict, Stage, Vacuity};
use crate::simulate::Base;
use crate::within;

impl Cascade<'_, '_> {
    /// Survivors that reach an assumption: do they still have the executions that the original has?
    /// One whose executions end earlier than the original's is vacuous.
    pub(super) fn vacuity(&mut self, depth: u32) -> Result<(), Fault> {
        let suspects = (0..self.campaign.cases.len()).filter(|&m| self.campaign.may_be_vacuous(m));
        self.build_labs(suspects.collect());
        let simulator = self.simulator;
        let fates = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
            let members = lab.combined.members.iter().copied();
            let suspects: Vec<(usize, usize)> = members.enumerate().collect();
            let mut fates: Vec<(usize, Fate)> = Vec::new();
            let (limit, first) = match lab.longest(Who::Original, depth) {
                Some((limit, Some(first))) => (limit, first),
                // Without executions of the original there is nothing to lose.
                Some((_, None)) => {
                    return suspects.iter().map(|&(_, m)| (m, Fate::Lives)).collect();
                }
                None => return fates,
            };
            // An execution that one has, others are likely to have as well.
            let first = Arc::new(first);
            let mut scratch = simulator.scratch();
            let mut lives = |m: usize, base: &Base| {
                simulator.admitted(&simulator.plan(m), base, &mut scratch) >= limit as usize
            };
            let scope = simulator.scope(&lab.combined.members);
            let longest = simulator.base(&first, &scope);
            let (living, mut left): (Vec<_>, Vec<_>) =
                suspects.into_iter().partition(|&(_, m)| lives(m, &longest));
            fates.extend(living.iter().map(|&(_, m)| (m, Fate::Lives)));
            let positions: Vec<usize> = left.iter().map(|(p, _)| *p).collect();
            let inquiry = match positions.is_empty() {
                true => None,
                false => lab.who_lives(&positions, limit).ok().flatten(),
            };
            while let Some(inquiry) = &inquiry
                && let Ok((Someone::This(named), Some(stimulus))) = lab.ask(inquiry)
            {
                let base = simulator.base(&stimulus, &scope);
                // The one that is named may have a number that does not fit the simulator.
                let (living, rest): (Vec<_>, Vec<_>) = left
                    .into_iter()
                    .partition(|&(p, m)| p == named || lives(m, &base));
                left = rest;
                fates.extend(living.iter().map(|&(_, m)| (m, Fate::Lives)));
                let excused = living.iter().all(|&(p, _)| lab.excuse(inquiry, p).is_ok());
                if !excused || left.is_empty() {
                    break;
                }
            }
            // How far the others come; one by one where they could not be asked together.
            for (position, m) in left {
                match lab.longest(Who::Member(position), limit) {
                    Some((last, _)) if last < limit => {
                        fates.push((m, Fate::Dies(last, first.clone())))
                    }
                    Some(_) => fates.push((m, Fate::Lives)),
                    None => {}
                }
            }
            fates
        });
        for (m, fate) in fates.into_iter().flatten() {
            self.campaign.cases[m].alive = true;
            if let Fate::Dies(steps, stimulus) = fate {
                let (system, steps) = (&self.campaign.mutants.system, steps as usize);
                let certificate = within::certificate(system, steps);
                let about = CertificateOf::Within { mutant: m, steps };
                let certificate = self.campaign.add_certificate(about, certificate);
                let case = &mut self.campaign.cases[m];
                case.vacuity = Some(Vacuity {
                    steps,
                    certificate,
                    stimulus,
                });
                case.verdict = Some(MutantVerdict::Vacuous);
                case.stage = Some(Stage::Vacuity);
                case.reason = Some(format!(
                    "its assumptions contradict each other: no execution has more than {steps} steps"
                ));
            }
        }
        Ok(())
    }
}

enum Fate {
    /// As long as the original.
    Lives,
    /// No execution has more steps than these, and the original has one that has.
    Dies(u32, Arc<Stimulus>),
}
