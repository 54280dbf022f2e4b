//! A session: which languages there are, who listens, and what ends the work.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_language::{Ended, Files, Language, Limits, Patience, ReadRequest, Signal, Unread};
use assay_solver::{Cause, StopFlag};
use assay_source::{Diagnostic, SourceMap};

use crate::events::Events;
use crate::files::Reader;
use crate::opened::{Opened, WasRead};
use crate::watching::watch;
use crate::{Config, ConfigError, Exit, ModelRequest, Stop};

/// How requests are run.
#[derive(Clone)]
pub struct Session<'s> {
    languages: &'s [&'s dyn Language],
    pub(crate) events: Arc<dyn Events>,
    pub(crate) stop: StopFlag,
    max_input: Option<u64>,
}

impl<'s> Session<'s> {
    pub fn new(languages: &'s [&'s dyn Language], events: Arc<dyn Events>) -> Session<'s> {
        Session {
            languages,
            events,
            stop: StopFlag::new(),
            max_input: None,
        }
    }

    /// With a flag that ends requests; what was decided by then is kept.
    pub fn stopped_by(mut self, stop: StopFlag) -> Session<'s> {
        self.stop = stop;
        self
    }

    /// Reads at most so many bytes of a pipe or a device.
    pub fn max_input(mut self, bytes: u64) -> Session<'s> {
        self.max_input = Some(bytes);
        self
    }

    pub fn languages(&self) -> &'s [&'s dyn Language] {
        self.languages
    }

    pub(crate) fn reader(&self) -> Reader {
        self.max_input.map_or_else(Reader::default, Reader::new)
    }

    /// Reads a model. The timeout, in seconds, counts from here on and holds for what is asked of the model.
    pub fn open(&self, request: &ModelRequest, timeout: Option<f64>) -> Result<Opened<'s>, Stop> {
        let started = Instant::now();
        let deadline = timeout.map(|s| started + Duration::from_secs_f64(s));
        let reader = self.reader();
        let language = self.language(request, &reader)?;
        self.refuse_foreign(request, language)?;
        let request = &request.settled(language);
        let config = self.config(request, language, &reader)?;
        let mut map = SourceMap::new();
        let read = language.read(ReadRequest {
            paths: &request.paths,
            given: &request.given,
            part: request.main.as_deref(),
            map: &mut map,
            files: &reader,
            limits: Limits {
                deadline,
                patience: &Flag(&self.stop),
            },
        });
        let (model, diagnostics) = match read {
            Ok(read) => read,
            Err(Unread::Faulty(faults)) => {
                self.events.diagnostics(&map, &faults);
                return Err(Stop::Said(Exit::BadInput));
            }
            Err(Unread::Stopped(why)) => {
                self.events.diagnostics(&map, &[*why]);
                return Err(Stop::Said(Exit::Undecided));
            }
        };
        self.events.diagnostics(&map, &diagnostics);
        let spec = match &request.spec {
            Some(path) => Some(map.add_text(&path.display().to_string(), &reader.read_text(path)?)),
            None => None,
        };
        let read = WasRead {
            language,
            model,
            map,
            spec,
            diagnostics,
            reader,
            config,
        };
        Opened::new(self.clone(), request, read, started, deadline)
    }

    /// The configuration that the request brings, or the one beside the model or the list of its files.
    fn config(
        &self,
        request: &ModelRequest,
        language: &dyn Language,
        reader: &Reader,
    ) -> Result<Arc<Config>, Stop> {
        if let Some(config) = &request.config {
            return Ok(config.clone());
        }
        let options = language.options().into_iter();
        let lists = options.filter(|option| option.lists_files());
        let mut lists = lists.filter_map(|option| request.given.values(option.long).first());
        let first = request.paths.first().map(PathBuf::as_path);
        let model = first.or_else(|| lists.next().map(Path::new));
        let found = Config::find(None, model, reader);
        found.map(Arc::new).map_err(|e| self.refuse_config(&e))
    }

    /// Ends the request with what is wrong with the configuration.
    pub(crate) fn refuse_config(&self, error: &ConfigError) -> Stop {
        self.events.diagnostics(&error.map, &error.diagnostics);
        Stop::Said(Exit::BadInput)
    }

    /// By its name, by the ending of the first file's name, or by how the file begins.
    pub(crate) fn language(
        &self,
        request: &ModelRequest,
        reader: &Reader,
    ) -> Result<&'s dyn Language, Stop> {
        if let Some(name) = &request.language {
            let mut all = self.languages.iter();
            return all.find(|l| l.name() == name).copied().ok_or_else(|| {
                let message = format!("there is no language `{name}`");
                let error = Diagnostic::error("A0024", message);
                Stop::bad_input(error.help(format!("the languages are {}", self.names())))
            });
        }
        let Some(path) = request.paths.first() else {
            // A language whose options were given may know the files.
            let has = |l: &&dyn Language, long: &str| l.options().iter().any(|o| o.long == long);
            let all = |l: &&&dyn Language| request.given.iter().all(|(long, _)| has(l, long));
            let given = request.given.iter().next().is_some();
            let mut owners = self.languages.iter().filter(|_| given).filter(all);
            return match (owners.next(), owners.next()) {
                (Some(only), None) => Ok(*only),
                _ => {
                    let error = Diagnostic::error("A0001", "no file is named");
                    Err(Stop::bad_input(error.help("name the file of the model")))
                }
            };
        };
        let mut all = self.languages.iter();
        if let Some(language) = all.find(|l| l.takes(path)) {
            return Ok(*language);
        }
        let ending = ending(path);
        let mut all = self.languages.iter();
        if let Some(language) = all.find(|l| l.extensions().contains(&ending.as_str())) {
            return Ok(*language);
        }
        let bytes = reader.read(path)?;
        let mut all = self.languages.iter();
        if let Some(language) = all.find(|l| l.recognises(&bytes)) {
            return Ok(*language);
        }
        let message = format!("the name of `{}` does not say its language", path.display());
        let endings = self.languages.iter().map(|l| {
            let endings: Vec<String> = l.extensions().iter().map(|e| format!(".{e}")).collect();
            format!("{} ({})", l.name(), endings.join(", "))
        });
        let endings: Vec<String> = endings.collect();
        let help = format!(
            "say it with --language; the languages and their endings are {}",
            endings.join(", ")
        );
        Err(Stop::bad_input(
            Diagnostic::error("A0024", message).help(help),
        ))
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.languages.iter().map(|l| l.name()).collect();
        names.join(", ")
    }

    /// Refuses options of other languages: they would change nothing.
    fn refuse_foreign(&self, request: &ModelRequest, language: &dyn Language) -> Result<(), Stop> {
        let own = language.options();
        let foreign = request
            .given
            .iter()
            .find(|(long, _)| !own.iter().any(|o| o.long == *long));
        let Some((long, _)) = foreign else {
            return Ok(());
        };
        let has = |l: &&&dyn Language| l.options().iter().any(|o| o.long == long);
        let owners: Vec<&str> = self
            .languages
            .iter()
            .filter(has)
            .map(|l| l.title())
            .collect();
        let path = request.paths.first().map(|p| p.display().to_string());
        let message = format!(
            "`--{long}` is about {}, and `{}` is read as {}",
            owners.join(", "),
            path.unwrap_or_default(),
            language.title()
        );
        let error = Diagnostic::error("A0014", message);
        Err(Stop::bad_input(error.help(format!("leave `--{long}` out"))))
    }
}

fn ending(path: &Path) -> String {
    let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
    extension.unwrap_or_default().to_ascii_lowercase()
}

fn ended(flag: &StopFlag) -> Option<Ended> {
    flag.cause().map(|cause| match cause {
        Cause::Interrupted => Ended::Interrupted,
        Cause::Timeout => Ended::Timeout,
    })
}

/// A stop flag as a language sees it.
struct Flag<'a>(&'a StopFlag);

impl Patience for Flag<'_> {
    fn ended(&self) -> Option<Ended> {
        ended(self.0)
    }

    fn signal(&self) -> Signal {
        let flag = self.0.clone();
        Signal::new(move || ended(&flag))
    }

    fn watched(&self, on: bool) {
        watch(on);
    }
}
