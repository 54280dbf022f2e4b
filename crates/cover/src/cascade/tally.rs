//! How many mutants are decided, counted while a stage works, so that a display moves during a long one.
//!
//! For displays only. Workers count what they find before it is entered at the next barrier, where the exact number takes over, so nothing
//! that is decided depends on it.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Progress;
use crate::campaign::{Campaign, Killers};

pub struct Tally<'r> {
    on_progress: &'r (dyn Fn(Progress) + Sync),
    doing: &'static str,
    /// By mutant: how many properties are to be decided before it is.
    left: Vec<AtomicUsize>,
    decided: AtomicUsize,
}

impl<'r> Tally<'r> {
    pub fn new(on_progress: &'r (dyn Fn(Progress) + Sync)) -> Tally<'r> {
        Tally {
            on_progress,
            doing: "",
            left: Vec::new(),
            decided: AtomicUsize::new(0),
        }
    }

    /// Begins to count anew from what is entered.
    pub fn begin(&mut self, doing: &'static str, campaign: &Campaign<'_>) {
        let left = (0..campaign.cases.len()).map(|m| campaign.open_in_all(m).len());
        let left: Vec<usize> = left.collect();
        let decided = left.iter().filter(|n| **n == 0).count();
        self.doing = doing;
        self.left = left.into_iter().map(AtomicUsize::new).collect();
        self.decided = AtomicUsize::new(decided);
        self.tell(decided);
    }

    fn tell(&self, decided: usize) {
        (self.on_progress)(Progress {
            doing: self.doing,
            decided,
            total: self.left.len(),
        });
    }

    /// The mutant survives so many of its open properties, and with it those that it dominates.
    pub fn survives(&self, campaign: &Campaign<'_>, mutant: usize, properties: usize) {
        let dominated = campaign.dominates[mutant].iter().copied();
        for m in dominated.chain([mutant]) {
            self.settled(m, properties);
        }
    }

    /// So many of its open properties kill the mutant.
    pub fn killed(&self, campaign: &Campaign<'_>, mutant: usize, properties: usize) {
        let settled = match campaign.killers {
            Killers::One => usize::MAX,
            Killers::All => properties,
        };
        self.settled(mutant, settled);
    }

    fn settled(&self, mutant: usize, properties: usize) {
        let fewer = |n: usize| (n > 0).then(|| n.saturating_sub(properties));
        let before = self.left[mutant].fetch_update(Ordering::SeqCst, Ordering::SeqCst, fewer);
        if before.is_ok_and(|n| n <= properties) {
            self.tell(self.decided.fetch_add(1, Ordering::SeqCst) + 1);
        }
    }
}
