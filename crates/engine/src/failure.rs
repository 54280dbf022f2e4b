//! What broke in a run: an engine that panicked, a solver that died or answered nonsense. That costs answers, never truth; whoever
//! reads the result is told.

use assay_system::EngineName;

/// One part of a run that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// An engine, or a stage of coverage.
    pub part: String,
    pub reason: String,
    /// How often it failed like this.
    pub times: usize,
}

/// All failures of a run, equal ones once, in the order in which they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures(Vec<Failure>);

impl Failures {
    pub fn note(&mut self, part: &str, reason: &str) {
        let same = |f: &&mut Failure| f.part == part && f.reason == reason;
        match self.0.iter_mut().find(same) {
            Some(known) => known.times += 1,
            None => self.0.push(Failure {
                part: part.to_string(),
                reason: reason.to_string(),
                times: 1,
            }),
        }
    }

    /// Those of the engines in one run of the director.
    pub fn note_engines(&mut self, failures: &[(EngineName, String)]) {
        for (engine, reason) in failures {
            self.note(engine.as_str(), reason);
        }
    }

    pub fn add(&mut self, others: &Failures) {
        for failure in &others.0 {
            for _ in 0..failure.times {
                self.note(&failure.part, &failure.reason);
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Failure> {
        self.0.iter()
    }
}
