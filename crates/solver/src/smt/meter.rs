//! What questions cost, in units that are the same in every run.
//!
//! z3 has a resource counter. Yices has none, but it tells its statistics: conflicts of the last question, and propagations and pivots since
//! the process started. Weighed as below they come to about 50,000 units a second on models as different as a cache protocol, a
//! cruise control and a Fibonacci counter. cvc5 tells nothing that is cheap to read: a question is one unit.
//!
//! Yices must be asked for its statistics *before* the next question and not after the last one: any command between an answer and the
//! reading of its core makes Yices answer with names that are no assumptions (seen with 2.6.5). So its count is one question behind.

use std::time::Duration;

use assay_term::SexprTree;

use crate::{Effort, SolverKind};

/// A conflict costs z3 about this many of its units, more or less.
const RLIMIT_OF_A_CONFLICT: u64 = 500;
/// What a second of a question without an answer counts for.
const A_SECOND: u64 = 50_000;
/// What costs Yices one unit, beside a conflict.
const PROPAGATIONS: u64 = 100;
const PIVOTS: u64 = 8;

/// Counts what one oracle has spent, over all processes that it had.
pub(super) struct Meter {
    kind: SolverKind,
    /// Counters of the process at hand when they were last read: z3's resources, or Yices' propagations and pivots.
    seen: [u64; 2],
    /// Conflicts of the last question.
    conflicts: u64,
    spent: Effort,
}

impl Meter {
    pub fn new(kind: SolverKind) -> Meter {
        Meter {
            kind,
            seen: [0; 2],
            conflicts: 0,
            spent: 0,
        }
    }

    /// Reads the counter, after a question.
    pub fn after(&self) -> Option<&'static str> {
        (self.kind == SolverKind::Z3).then_some("(get-info :rlimit)\n")
    }

    /// Reads the counters, before the next question.
    pub fn before(&self) -> Option<&'static str> {
        (self.kind == SolverKind::Yices).then_some("(get-info :all-statistics)\n")
    }

    /// A new process counts from 0.
    pub fn restart(&mut self) {
        self.seen = [0; 2];
    }

    /// A question to a solver that does not count.
    pub fn question(&mut self) {
        self.spent += 1;
    }

    /// A question without an answer: its counters are lost with the process, so the time that was waited counts.
    pub fn no_answer(&mut self, patience: Option<Duration>) {
        self.spent += 1 + patience.map_or(0, |p| p.as_secs() * A_SECOND);
    }

    /// The answer to [`Meter::after`] or [`Meter::before`].
    pub fn read(&mut self, answer: &SexprTree) {
        let number = |name: &str| -> Option<u64> {
            let mut items = answer.roots().next()?.items();
            items.find(|item| item.atom() == Some(name))?;
            items.next()?.atom()?.parse().ok()
        };
        match self.kind {
            SolverKind::Z3 => {
                if let Some(counter) = number(":rlimit") {
                    let cost = counter.saturating_sub(self.seen[0]);
                    self.seen[0] = counter;
                    self.conflicts = cost / RLIMIT_OF_A_CONFLICT;
                    self.spent += cost;
                }
            }
            SolverKind::Yices => {
                self.conflicts = number(":conflicts").unwrap_or(0);
                let counters = [
                    number(":boolean-propagations").unwrap_or(0),
                    number(":simplex-pivots").unwrap_or(0),
                ];
                let [propagations, pivots] =
                    [0, 1].map(|i| counters[i].saturating_sub(self.seen[i]));
                self.seen = counters;
                self.spent += 1 + self.conflicts + propagations / PROPAGATIONS + pivots / PIVOTS;
            }
            SolverKind::Cvc5 => {}
        }
    }

    /// Conflicts of the question that was counted last.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    pub fn spent(&self) -> Effort {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yices_effort_counts_conflicts_of_the_question_and_the_growth_of_the_rest() {
        let tree = |c: u64, b: u64, p: u64| {
            let text = format!("(:conflicts {c} :boolean-propagations {b} :simplex-pivots {p})");
            SexprTree::read(&text).expect("one expression")
        };
        let mut meter = Meter::new(SolverKind::Yices);
        meter.read(&tree(5, 1_000, 80));
        assert_eq!((meter.spent(), meter.conflicts()), (1 + 5 + 10 + 10, 5));
        meter.read(&tree(2, 1_500, 80));
        assert_eq!((meter.spent(), meter.conflicts()), (26 + 1 + 2 + 5, 2));
        meter.restart();
        meter.read(&tree(0, 100, 0));
        assert_eq!(meter.spent(), 34 + 1 + 1);
    }

    #[test]
    fn z3_effort_is_the_growth_of_its_counter() {
        let tree = |n: u64| SexprTree::read(&format!("(:rlimit {n})")).expect("one expression");
        let mut meter = Meter::new(SolverKind::Z3);
        meter.read(&tree(700));
        meter.read(&tree(1_900));
        assert_eq!((meter.spent(), meter.conflicts()), (1_900, 2));
    }
}
