//! When a run ends before everything is decided.

use std::time::Duration;

use super::run::Run;
use crate::result::{MutantVerdict, Notice};

/// Why a run was cut short.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub why: String,
    /// The score that was asked about is reached, or out of reach, whatever the rest comes to.
    pub settled: bool,
    /// The caller wanted no more: settled, accurate enough, or expensive enough.
    pub as_asked: bool,
}

impl Cut {
    fn as_asked(why: String, settled: bool) -> Option<Cut> {
        Some(Cut {
            why,
            settled,
            as_asked: true,
        })
    }
}

impl Run<'_, '_> {
    /// Whether the run ends here: stopped from outside, accurate enough, or expensive enough.
    pub(super) fn over(&mut self) -> bool {
        if self.cut.is_none() {
            self.cut = self.limit();
        }
        self.cut.is_some()
    }

    fn limit(&self) -> Option<Cut> {
        let options = self.means.options;
        if let Some(cause) = self.means.stop.cause() {
            return Some(Cut {
                why: cause.as_str().into(),
                settled: false,
                as_asked: false,
            });
        }
        if let Some(why) = options.settle.and_then(|wanted| self.settles(wanted)) {
            return Cut::as_asked(why, true);
        }
        let total = self.campaign.cases.len();
        let decided = self.campaign.decided();
        if let Some(ratio) = options.budget_ratio
            && self.elapsed() >= self.proof.time.mul_f64(ratio)
            && decided < total
        {
            let why = format!("{ratio} times the time of the proof is spent");
            return Cut::as_asked(why, false);
        }
        let wanted = options.accuracy?;
        if 100.0 * decided as f64 >= wanted * total as f64 && decided < total {
            return Cut::as_asked(format!("{wanted} % of the mutants are decided"), false);
        }
        None
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the score is certain to reach this per cent, or certain not to, while something is undecided.
    ///
    /// What is undecided may be killed, survive or leave the score. A survivor counts as one only where its equivalence is
    /// not looked for later.
    fn settles(&self, wanted: f64) -> Option<String> {
        let (mut killed, mut survived, mut open) = (0usize, 0usize, 0usize);
        for (m, case) in self.campaign.cases.iter().enumerate() {
            let kills = |n: &Option<Notice>| matches!(n, Some(Notice::Kills { .. }));
            match case.verdict {
                _ if case.notices.iter().any(kills) => killed += 1,
                Some(
                    MutantVerdict::Invalid | MutantVerdict::Equivalent | MutantVerdict::Vacuous,
                ) => {}
                _ if self.campaign.is_open(m) || self.campaign.may_be_vacuous(m) => open += 1,
                _ if self.campaign.is_lifeless(m) => {}
                _ if self.means.options.explain => open += 1,
                _ => survived += 1,
            }
        }
        // With nothing left to ask there is nothing to cut.
        let asks = |m: &usize| self.campaign.is_open(*m) || self.campaign.may_be_vacuous(*m);
        (0..self.campaign.cases.len()).find(asks)?;
        // As the gate compares: without rounding.
        let bound = wanted * (killed + survived + open) as f64;
        if 100.0 * killed as f64 >= bound {
            return Some(format!("a score of {wanted} % is reached"));
        }
        (100.0 * ((killed + open) as f64) < bound)
            .then(|| format!("a score of {wanted} % is out of reach"))
    }
}
