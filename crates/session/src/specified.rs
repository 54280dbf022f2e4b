//! Properties from a side file (`--spec`), beside those that the model has itself.
//!
//! They are in the notation of SMV over the variables of the model, so that any language gets formulas of CTL. A part with them is a
//! [`Problem`] of its own: everything but the properties is the language's. What its interpreter does not know is left to the
//! evaluator of terms.

use assay_language::{Audit, Foreign, Inputs, Mutated, PathLength, Problem, Run, SimulateError};
use assay_source::{Diagnostic, SourceFile, Span};
use assay_system::{Certificate, Evaluated, Mutant, Replayed, Replayer, RunLine, System, Trace};
use assay_term::TermId;

/// Adds the properties of the file to a system. Returns how many it had before.
fn add(file: &SourceFile, system: &mut System) -> Result<usize, Vec<Diagnostic>> {
    let own = system.properties.len();
    let properties = assay_smv::spec::read(file, system)?;
    for property in properties {
        system.properties.push(property);
    }
    Ok(own)
}

/// A part with further properties.
pub struct Specified<'m> {
    problem: Box<dyn Problem + 'm>,
    system: System,
    own: usize,
}

impl<'m> Specified<'m> {
    pub fn new(
        problem: Box<dyn Problem + 'm>,
        file: &SourceFile,
    ) -> Result<Specified<'m>, Vec<Diagnostic>> {
        let mut system = problem.system().clone();
        let own = add(file, &mut system)?;
        Ok(Specified {
            problem,
            system,
            own,
        })
    }
}

/// The mutants of a part with further properties.
pub fn mutated<'m>(
    mutated: Mutated<'m>,
    file: &SourceFile,
) -> Result<Mutated<'m>, Vec<Diagnostic>> {
    let Mutated {
        mut mutants,
        replayer,
    } = mutated;
    let own = add(file, &mut mutants.system)?;
    let beside = |inner| -> Box<dyn Replayer + 'm> {
        Box::new(Beside {
            inner,
            system: mutants.system.clone(),
            own,
        })
    };
    let replayer = replayer.map(beside);
    Ok(Mutated { mutants, replayer })
}

impl Problem for Specified<'_> {
    fn system(&self) -> &System {
        &self.system
    }

    fn replayer(&self) -> &dyn Replayer {
        self
    }

    fn audit(&self) -> Option<Audit> {
        self.problem.audit()
    }

    fn kept_away_by(&self, assertion: Span) -> Vec<Span> {
        self.problem.kept_away_by(assertion)
    }

    fn outputs(&self, system: &mut System) -> Vec<(String, TermId)> {
        self.problem.outputs(system)
    }

    fn path_lengths(&self) -> Vec<PathLength> {
        self.problem.path_lengths()
    }

    fn witness(&self, property: usize, trace: &Trace) -> Option<Foreign> {
        let own = property < self.own;
        own.then(|| self.problem.witness(property, trace)).flatten()
    }

    fn proof(&self, certificate: &Certificate) -> Option<Result<Foreign, String>> {
        let own = certificate.properties.iter().all(|p| *p < self.own);
        own.then(|| self.problem.proof(certificate)).flatten()
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        self.problem.simulate(inputs, seed, steps)
    }
}

impl Replayer for Specified<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        if property < self.own {
            self.problem.replayer().replay(trace, property)
        } else {
            Evaluated(&self.system).replay(trace, property)
        }
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        self.problem.replayer().follows(trace, initial)
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        self.problem.replayer().atoms(trace, atoms)
    }

    fn readable(&self, trace: &Trace, property: Option<usize>) -> Option<Vec<RunLine>> {
        let property = property.filter(|p| *p < self.own);
        self.problem.replayer().readable(trace, property)
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let system = mutant.patch()?.apply(&self.system);
        Some(Box::new(Beside {
            inner: self.problem.replayer().change(mutant)?,
            system,
            own: self.own,
        }))
    }
}

/// A replayer of the language, beside the properties that it does not know.
struct Beside<'m> {
    inner: Box<dyn Replayer + 'm>,
    system: System,
    own: usize,
}

impl Replayer for Beside<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        if property < self.own {
            self.inner.replay(trace, property)
        } else {
            Evaluated(&self.system).replay(trace, property)
        }
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        self.inner.follows(trace, initial)
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        self.inner.atoms(trace, atoms)
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let system = mutant.patch()?.apply(&self.system);
        Some(Box::new(Beside {
            inner: self.inner.change(mutant)?,
            system,
            own: self.own,
        }))
    }
}
