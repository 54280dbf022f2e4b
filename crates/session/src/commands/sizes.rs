//! Cover at growing sizes: the mutant-stable bound.
//!
//! A proof under a bound speaks of small sizes only, and a mutant that survives there may be killed by a larger one. So the model is measured
//! at the first size, and then at one size after the other, where only the mutants are asked about that no size has killed so far. When one
//! more size kills nothing new, the size before it is *stable*: Algorithm 1 of [1]. As printed, its loop is never entered, because it goes
//! on while the last size changed something, and nothing has changed before the first; what is meant is to measure once before. It also
//! leaves a size at the first new kill; here every size is measured to its end, so that the table says what each size kills.
//!
//! Equivalent mutants are asked about again: within the bound of one size they are equivalent, and perhaps not at the next.
//!
//! References: [1] Groce, Ahmed, Jensen, McKenney: How verified is my code? Falsification-driven verification. ASE 2015.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use assay_language::Language;
use assay_report::document::{BaselineVerdict, Document, Size, Verdict};
use assay_source::{Diagnostic, Severity, SourceMap, Span};
use assay_system::{Cone, System};
use assay_term::{Dag, TermId};

use super::cover::{CoverReply, Measured, Terms};
use crate::events::Progress;
use crate::gates::Ending;
use crate::opened::given_values;
use crate::sizes::{Sizes, Wrong};
use crate::{CoverRequest, Events, Exit, ModelRequest, Opened, Session, Stop};

impl Session<'_> {
    /// Makes small changes of the model and finds those that no property notices at any of the sizes (`SIZE=1..5`). The time limit is for
    /// all of them together.
    pub fn cover_sizes(
        &self,
        model: &ModelRequest,
        sizes: &str,
        request: &CoverRequest,
    ) -> Result<CoverReply, Stop> {
        let mut session = self.clone();
        session.events = Arc::new(Once::new(self.events.clone()));
        let parsed = Sizes::parse(sizes);
        let parsed = parsed.map_err(|wrong| session.refuse_option("sizes", sizes, &wrong))?;
        let language = session.language(model, &session.reader())?;
        if language.sizes().is_none() {
            let title = language.title();
            let message =
                format!("`--sizes` needs a size with a name, and models in {title} have none");
            let error = Diagnostic::error("A0030", message);
            return Err(Stop::bad_input(error.help("leave `--sizes` out")));
        }
        let limit = request.engine.timeout.map(Duration::from_secs_f64);
        let growth = Growth {
            session: &session,
            language,
            model,
            sizes: &parsed,
            request,
            deadline: limit.map(|limit| Instant::now() + limit),
        };
        let mut reply = growth.run()?;
        let options = &mut reply.document.options;
        if let Some(long) = language.sizes() {
            options.remove(long);
        }
        options.extend(given_values(&model.given));
        options.insert("sizes".into(), sizes.into());
        Ok(reply)
    }

    /// Says what is wrong with the text of an option.
    fn refuse_option(&self, long: &str, text: &str, wrong: &Wrong) -> Stop {
        let mut map = SourceMap::new();
        let file = map.add_text(&format!("--{long}"), text);
        let span = Span::new(file, wrong.at.start, wrong.at.end);
        let error = Diagnostic::error("A0030", wrong.message.clone()).at(span);
        let error = error.help(wrong.help.clone());
        self.events.diagnostics(&map, &[error]);
        Stop::Said(Exit::BadInput)
    }
}

/// A model that is measured at one size after the other.
struct Growth<'a, 's> {
    session: &'a Session<'s>,
    language: &'a dyn Language,
    model: &'a ModelRequest,
    sizes: &'a Sizes,
    request: &'a CoverRequest,
    deadline: Option<Instant>,
}

/// What is known after some sizes.
#[derive(Default)]
struct Known {
    parts: Vec<(Size, Document)>,
    /// Fingerprints of the mutants that some size has killed.
    killed: BTreeSet<String>,
    ending: Option<Ending>,
    /// No property is proved at any size.
    is_unproved: bool,
    stable: Option<u64>,
    /// Why sizes are missing, and the exit code that says so.
    cut: Option<(String, Exit)>,
}

impl Growth<'_, '_> {
    fn run(&self) -> Result<CoverReply, Stop> {
        let mut known = Known::default();
        let mut terms: Option<Terms<'_>> = None;
        let mut last: Option<Opened<'_>> = None;
        let mut formula: Option<Dag> = None;
        for size in self.sizes.values.clone() {
            let first = known.parts.is_empty();
            if let Some(why) = self.over().filter(|_| !first) {
                known.cut = Some((why, Exit::Undecided));
                break;
            }
            let opened = match self.open(size) {
                Err(stop) if !first => {
                    known.cut = Some(self.cut_by(size, stop)?);
                    break;
                }
                opened => opened?,
            };
            if terms.is_none() {
                terms = Some(Terms::read(&opened, self.request)?);
            }
            let new = formula_of(&opened.system()?);
            if formula.as_ref() == Some(&new) {
                return Err(self.without_effect(size));
            }
            if first && !self.is_mentioned(&opened) {
                self.doubt_name(&opened, size, &new)?;
            }
            let count = new.nodes().len();
            formula = Some(new);
            let measured = match opened.measure(self.request, Some(&known.killed)) {
                Err(stop) if !first => {
                    known.cut = Some(self.cut_by(size, stop)?);
                    break;
                }
                measured => measured?,
            };
            last = Some(opened);
            if self.enter(&mut known, size, count, measured) {
                break;
            }
        }
        let missing = || Stop::Bug("no size was measured".into());
        let (terms, last) = (terms.ok_or_else(missing)?, last.ok_or_else(missing)?);
        known.reply(&terms, &last).ok_or_else(missing)
    }

    /// Adds what was found at a size. Returns whether that was the last one.
    fn enter(&self, known: &mut Known, size: u64, terms: usize, measured: Measured) -> bool {
        let Measured {
            document,
            ending,
            is_unproved,
        } = measured;
        let entry = Size::new(&self.sizes.name, size, terms, &document);
        let killed = document.mutants.iter();
        let killed = killed.filter(|m| m.verdict == Verdict::Killed);
        known.killed.extend(killed.map(|m| m.fingerprint.clone()));
        let counts = entry.counts;
        let left = counts.mutants - counts.killed - counts.invalid;
        let is_settled = entry.is_settled() && document.complete;
        let text = format!(
            "{}: {} new kills, {left} mutants left",
            self.told(size),
            counts.killed
        );
        self.session.events.message(Severity::Note, &text);
        known.is_unproved = is_unproved && (known.parts.is_empty() || known.is_unproved);
        if ending != Ending::Whole || known.ending.is_none() {
            known.ending = Some(ending);
        }
        let before = known.parts.last().map(|(size, _)| size.size);
        let violated = entry.original == BaselineVerdict::Violated;
        known.parts.push((entry, document));
        if is_settled && left == 0 {
            known.stable = Some(size);
        } else if is_settled && counts.killed == 0 {
            known.stable = before;
        }
        let idle = before.is_some() && counts.killed == 0;
        violated || left == 0 || idle || ending == Ending::CutShort
    }

    fn open(&self, size: u64) -> Result<Opened<'_>, Stop> {
        let given = self.sizes.options(&self.model.given, self.language, size);
        let given = given
            .map_err(|(option, text, wrong)| self.session.refuse_option(option, &text, &wrong))?;
        let model = ModelRequest {
            given,
            ..self.model.clone()
        };
        let left = self.deadline.map(|end| {
            let left = end.saturating_duration_since(Instant::now());
            left.as_secs_f64()
        });
        self.session.open(&model, left)
    }

    /// What ended a size that left no result, so that those before it are the result. Err if that must not be: the input is wrong, or it
    /// is a bug.
    fn cut_by(&self, size: u64, stop: Stop) -> Result<(String, Exit), Stop> {
        let at = self.told(size);
        match (self.over(), stop) {
            (Some(why), Stop::Said(_) | Stop::BadInput(_)) => {
                Ok((format!("at {at}: {why}"), Exit::Undecided))
            }
            (None, Stop::Said(exit @ Exit::NothingProved)) => {
                Ok((format!("at {at}: no property holds on the original"), exit))
            }
            (_, stop) => Err(stop),
        }
    }

    /// Why no more is to be begun.
    fn over(&self) -> Option<String> {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        let cause = self.session.stop.cause().map(|cause| cause.as_str());
        cause.or(late.then_some("timeout")).map(String::from)
    }

    fn told(&self, size: u64) -> String {
        format!("{}={size}", self.sizes.name)
    }

    /// Whether some text of the model has the name.
    fn is_mentioned(&self, opened: &Opened<'_>) -> bool {
        let name = self.sizes.name.as_str();
        let letter = |c: char| c == '_' || c.is_ascii_alphanumeric();
        let mentions = |text: &str| text.split(|c| !letter(c)).any(|word| word == name);
        opened.texts().any(mentions)
    }

    /// The name is in no text: before anything is measured, the next size shows whether an option depends on it. If so, it is only
    /// said.
    fn doubt_name(&self, opened: &Opened<'_>, size: u64, formula: &Dag) -> Result<(), Stop> {
        let next = size + 1;
        if self.sizes.values.contains(&next) && formula_of(&self.open(next)?.system()?) == *formula
        {
            return Err(self.without_effect(next));
        }
        let message = format!("no file of the model mentions `{}`", self.sizes.name);
        let help = "--sizes gives a value to a name that the model uses";
        opened.say(Diagnostic::warning("A0123", message).help(help));
        Ok(())
    }

    /// A size that changes nothing would be called stable although nothing grew.
    fn without_effect(&self, size: u64) -> Stop {
        let (before, here) = (self.told(size - 1), self.told(size));
        let name = &self.sizes.name;
        let message = format!("the model is the same at {before} and at {here}");
        let help = format!(
            "nothing depends on `{name}`: is the name right, and does a file give it another value?"
        );
        Stop::bad_input(Diagnostic::error("A0031", message).help(help))
    }
}

impl Known {
    /// The result of all sizes together, with waivers and gates.
    fn reply(self, terms: &Terms<'_>, last: &Opened<'_>) -> Option<CoverReply> {
        let (cut, exit) = self.cut.unzip();
        let document = Document::of_sizes(&self.parts, self.stable, cut)?;
        let told = document.messages.clone();
        let measured = Measured {
            ending: match exit {
                Some(_) => Ending::CutShort,
                None => self.ending?,
            },
            document,
            is_unproved: self.is_unproved,
        };
        let mut reply = terms.conclude(last, measured);
        let messages = &mut reply.document.messages;
        let new = std::mem::replace(messages, told);
        for message in new {
            if !messages.contains(&message) {
                messages.push(message);
            }
        }
        if let Some(Exit::NothingProved) = exit {
            reply.exit = Exit::NothingProved;
        }
        Some(reply)
    }
}

/// Everything that the properties of the original depend on.
fn formula_of(system: &System) -> Dag {
    let properties = system.properties.iter().map(|p| p.term);
    let constraints = system.constraints.iter().map(|c| c.term);
    let mut roots: Vec<TermId> = properties.chain(constraints).collect();
    let cone = Cone::of(system, &roots);
    roots.extend(cone.vars().flat_map(|var| system.defining_terms(var)));
    system.pool.export(&roots)
}

/// Tells each diagnostic once: most are the same at every size.
struct Once {
    events: Arc<dyn Events>,
    told: Mutex<Vec<Diagnostic>>,
}

impl Once {
    fn new(events: Arc<dyn Events>) -> Once {
        Once {
            events,
            told: Mutex::default(),
        }
    }
}

impl Events for Once {
    fn diagnostics(&self, map: &SourceMap, diagnostics: &[Diagnostic]) {
        let mut told = self
            .told
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        let new = diagnostics.iter().filter(|d| !told.contains(d));
        let new: Vec<Diagnostic> = new.cloned().collect();
        if !new.is_empty() {
            self.events.diagnostics(map, &new);
        }
        told.extend(new);
    }

    fn message(&self, severity: Severity, text: &str) {
        self.events.message(severity, text);
    }

    fn progress(&self, progress: Progress<'_>) {
        self.events.progress(progress);
    }
}
