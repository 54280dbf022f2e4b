//! Vacuity: a mutant whose assumptions die earlier than the original's proves everything.

use super::{Cascade, Fault};
use crate::campaign::Case;
use crate::lab::Who;
use crate::parallel;
use crate::result::{MutantVerdict, Notice};

impl Cascade<'_, '_> {
    /// Survivors that reach an assumption: do they still have the executions that the original has?
    /// One whose executions end earlier than the original's is vacuous.
    pub(super) fn vacuity(&mut self, depth: u32) -> Result<(), Fault> {
        let killed = |c: &Case| {
            c.notices
                .iter()
                .any(|n| matches!(n, Some(Notice::Kills { .. })))
        };
        let campaign = &self.campaign;
        let dead = parallel::each(&mut self.labs, self.options.jobs, |_, lab| {
            let suspects: Vec<(usize, usize)> = lab
                .combined
                .members
                .iter()
                .copied()
                .enumerate()
                .filter(|&(_, m)| {
                    let case = &campaign.cases[m];
                    case.assumes && case.verdict.is_none() && !killed(case)
                })
                .collect();
            let mut dead: Vec<(usize, u32)> = Vec::new();
            if suspects.is_empty() {
                return dead;
            }
            let limit = lab.last_step(Who::Original, depth);
            for (position, m) in suspects {
                let last = lab.last_step(Who::Member(position), depth);
                if let (Some(last), Some(limit)) = (last, limit)
                    && last < limit
                {
                    dead.push((m, last));
                }
            }
            dead
        });
        for (m, steps) in dead.into_iter().flatten() {
            let case = &mut self.campaign.cases[m];
            case.verdict = Some(MutantVerdict::Vacuous);
            case.reason = Some(format!(
                "its assumptions contradict each other: no execution has more than {steps} steps"
            ));
        }
        Ok(())
    }
}
