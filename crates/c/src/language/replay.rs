//! Replays traces of the lowered system by the interpreter of the program, which shares no code with the bounded execution.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_system::{Mutant, Replayed, Replayer, RunLine, System, Trace, replay};
use num_traits::ToPrimitive;

use super::compilable::{self, Execution};
use super::lower::{self, Lowered};
use super::model::CModel;
use super::readable;
use crate::bounded::Input;
use crate::context::Key;
use crate::interpret::{End, EventKind, Failure, Options, Run, Unwind, Word, run};
use crate::mutate::{Offer, apply};
use crate::program::Program;
use crate::{checks, program};

/// Who replays.
const WHO: &str = "C interpreter";

/// Statements and the like of one replay.
const STEPS: u64 = 50_000_000;

/// Those of a run that is told: each step is kept.
const TOLD_STEPS: u64 = 1_000_000;

/// What a replay has to know of the system that a trace is of.
pub struct Known {
    inputs: Vec<Input>,
    /// For each property the check that it is.
    properties: Vec<lower::Key>,
}

impl Known {
    pub fn of(lowered: &Lowered) -> Known {
        Known {
            inputs: lowered.inputs.list.clone(),
            properties: lowered.keys(),
        }
    }

    /// The same with other keys for the open values.
    pub fn with_keys(mut self, key: impl Fn(&Key) -> Key) -> Known {
        for input in &mut self.inputs {
            input.key = key(&input.key);
        }
        self
    }
}

/// Runs the program, or a mutant of it.
pub struct Interpreter<'m> {
    model: &'m CModel,
    program: Cow<'m, Program>,
    system: Cow<'m, System>,
    known: Arc<Known>,
    /// The mutants that there are, by id.
    offers: Arc<BTreeMap<String, Offer>>,
    /// The change that is made, where this is a mutant.
    offer: Option<Offer>,
    /// The statements that the change is in.
    watch: BTreeSet<program::Site>,
}

impl<'m> Interpreter<'m> {
    pub fn new(model: &'m CModel) -> Interpreter<'m> {
        Interpreter {
            model,
            program: Cow::Borrowed(&model.program),
            system: Cow::Borrowed(&model.lowered.system),
            known: Arc::new(Known::of(&model.lowered)),
            offers: Arc::default(),
            offer: None,
            watch: BTreeSet::new(),
        }
    }

    pub fn of_mutants(
        model: &'m CModel,
        lowered: &Lowered,
        offers: BTreeMap<String, Offer>,
    ) -> Interpreter<'m> {
        Interpreter {
            system: Cow::Owned(lowered.system.clone()),
            known: Arc::new(Known::of(lowered)),
            offers: Arc::new(offers),
            ..Interpreter::new(model)
        }
    }

    /// One mutant, whose system is another one than that of all mutants.
    pub fn of_mutant(
        model: &'m CModel,
        system: System,
        known: Arc<Known>,
        (program, offer): (Program, Offer),
        watch: BTreeSet<program::Site>,
    ) -> Interpreter<'m> {
        Interpreter {
            program: Cow::Owned(program),
            system: Cow::Owned(system),
            known,
            offer: Some(offer),
            watch,
            ..Interpreter::new(model)
        }
    }

    fn options(&self) -> Options {
        let bounded = &self.model.options;
        let mut unwind = Unwind {
            limit: Some(bounded.unwind.unwrap_or(bounded.max_unwind)),
            ..Unwind::default()
        };
        for (name, count) in &bounded.unwindset {
            if let Some((function, number)) = name.rsplit_once('.')
                && let Some(id) = self.program.find(function)
                && let Ok(number) = number.parse()
            {
                unwind
                    .loops
                    .insert((id, program::LoopNumber(number)), *count);
            }
        }
        let entry = &self.model.program.function(bounded.entry).name;
        let entry = self.program.find(entry).unwrap_or(bounded.entry);
        Options {
            checks: bounded.checks,
            malloc_may_fail: bounded.malloc_may_fail,
            max_steps: STEPS,
            unwind,
            ..Options::new(entry)
        }
    }

    /// Whether it is this check that failed.
    fn is_of(&self, failure: &Failure, (function, class, site): &lower::Key) -> bool {
        failure.class == *class
            && (failure.site == *site || failure.class == checks::Class::Leak)
            && self.program.function(failure.function).name == *function
    }

    /// The failure of a check in a run.
    fn failure(&self, run: &Run, check: &lower::Key) -> Option<usize> {
        run.failures.iter().position(|f| self.is_of(f, check))
    }

    /// A run with everything that happens, and the failure of the property in it.
    fn told(&self, trace: &Trace, property: Option<usize>) -> Option<(Run, Option<usize>)> {
        let options = Options {
            events: true,
            max_steps: TOLD_STEPS,
            ..self.options()
        };
        let ran = run(&self.program, &options, &self.words(trace).ok()?);
        let check = property.and_then(|p| self.known.properties.get(p));
        let failure = check.and_then(|check| self.failure(&ran, check));
        Some((ran, failure))
    }

    fn words(&self, trace: &Trace) -> Result<BTreeMap<Key, Word>, String> {
        let step = trace.steps.last().ok_or("the trace is empty")?;
        let mut words = BTreeMap::new();
        for input in &self.known.inputs {
            let value = step.get(input.var.index()).and_then(|v| v.as_bits());
            let value = value.and_then(|bits| bits.value().to_u128());
            let word = Word {
                bits: input.bits,
                value: value.unwrap_or(0),
            };
            words.insert(input.key.clone(), word);
        }
        Ok(words)
    }
}

impl Replayer for Interpreter<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let Some(check) = self.known.properties.get(property) else {
            return Err("there is no such property".into());
        };
        let words = self.words(trace)?;
        let ran = run(&self.program, &self.options(), &words);
        let unseen = matches!(ran.end, End::Unsupported(..) | End::TooLong);
        if unseen || check.1 == checks::Class::Capacity {
            // What the interpreter cannot run is left to the evaluator of terms, and the result says so. Limits of the bounded execution
            // are no faults of the program: the interpreter does not know them.
            let fails = replay(&self.system, trace).map_err(|error| error.to_string())?;
            return Ok(Replayed {
                violated: fails.violates(property),
                by: "evaluator",
            });
        }
        Ok(Replayed {
            violated: self.failure(&ran, check).is_some(),
            by: WHO,
        })
    }

    fn first_failure(&self, trace: &Trace) -> Option<usize> {
        let words = self.words(trace).ok()?;
        let ran = run(&self.program, &self.options(), &words);
        let first = ran.failures.first()?;
        let mut properties = self.known.properties.iter();
        properties.position(|check| self.is_of(first, check))
    }

    fn passes(&self, trace: &Trace) -> Result<Option<&'static str>, String> {
        let options = Options {
            watch: self.watch.clone(),
            ..self.options()
        };
        let ran = run(&self.program, &options, &self.words(trace)?);
        match (&ran.end, ran.failures.first()) {
            (_, Some(failure)) => Err(format!("a check fails: {}", failure.message)),
            (End::Unsupported(..) | End::TooLong, None) => Ok(None),
            (End::Assumed(_) | End::Unwound(_), None) => Err("it does not come to its end".into()),
            (End::Returned(_) | End::Exited, None) if ran.seen || self.watch.is_empty() => {
                Ok(Some(WHO))
            }
            (End::Returned(_) | End::Exited, None) => Err("the changed code is not run".into()),
        }
    }

    fn readable(&self, trace: &Trace, property: Option<usize>) -> Option<Vec<RunLine>> {
        let (ran, failure) = self.told(trace, property)?;
        Some(readable::lines(
            &self.program,
            &self.model.map,
            &ran,
            failure,
        ))
    }

    fn left_behind(&self, trace: &Trace) -> Vec<String> {
        let Some((ran, _)) = self.told(trace, None) else {
            return vec![];
        };
        readable::left_behind(&ran)
    }

    fn compilable(&self, trace: &Trace, property: Option<usize>) -> Option<Result<String, String>> {
        let (ran, failure) = self.told(trace, property)?;
        if let End::Unsupported(..) | End::TooLong = ran.end {
            return Some(Err("the run cannot be told to its end".into()));
        }
        let end = ran.events.iter().position(|e| match e.kind {
            EventKind::Failed(number) => Some(number) == failure,
            _ => false,
        });
        let says = match failure.map(|at| &ran.failures[at]) {
            Some(failure) => format!("This fails: {}.", failure.message),
            None => "This satisfies every check, and ends.".to_string(),
        };
        Some(compilable::program(&Execution {
            program: &self.program,
            entry: self.options().entry,
            run: &ran,
            events: end.map_or(ran.events.len(), |at| at + 1),
            sources: &self.model.sources,
            map: &self.model.map,
            offer: self.offer.as_ref(),
            flags: &self.model.flags,
            says: &says,
        }))
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let offer = self.offers.get(&mutant.id)?;
        let units = apply(&self.model.sources.units, offer);
        let changed = self.model.linking.program(&units, &self.model.map).ok()?;
        let system = mutant.patch()?.apply(&self.system);
        Some(Box::new(Interpreter {
            model: self.model,
            program: Cow::Owned(changed.program),
            system: Cow::Owned(system),
            known: self.known.clone(),
            offers: Arc::default(),
            offer: Some(offer.clone()),
            watch: BTreeSet::new(),
        }))
    }
}
