//! What was typed and what the configuration file says, together. What is typed wins.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;

use assay_session::{Config, ConfigError, Reader, SHARED_TABLE, languages};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

use crate::args::{self, Cli, Global};
use crate::language_options;
use crate::settings::{Settings, Typed, is_about_others};

/// Why there is nothing to run.
pub enum Refused {
    /// What was typed is wrong, or asks for help.
    Usage(clap::Error),
    /// What the configuration file says is wrong.
    Config(Global, ConfigError),
}

impl From<clap::Error> for Refused {
    fn from(error: clap::Error) -> Refused {
        Refused::Usage(error)
    }
}

/// The command line of these words; the first is the name of the program.
pub fn parse(words: Vec<OsString>) -> Result<Cli, Refused> {
    let command = language_options::command(languages());
    let line = Line::new(&command, words);
    // Something that is required may stand in the file, so nothing is required of what is typed.
    let typed = command.clone().ignore_errors(true);
    let typed = typed.try_get_matches_from(&line.words)?;
    let chosen = typed.subcommand();
    let Some((name, typed)) = chosen.filter(|(_, matches)| reads_model(matches)) else {
        let matches = command.try_get_matches_from(&line.words)?;
        return Ok(cli(&matches, Config::default(), &[])?);
    };
    let global = Global::from_arg_matches(typed).unwrap_or_default();
    let refuse = |error| Refused::Config(global, error);
    let config = config(name, typed, global).map_err(refuse)?;
    let settings = Settings::new(command, languages());
    let all = settings.check(&config).map_err(refuse)?;
    let used = used(&all, settings.command(), name, &|arg| {
        line.refused.iter().any(|long| arg.get_long() == Some(long)) || is_typed(typed, arg)
    });
    let together = together(settings.command(), &line, &used, &config);
    let matches = together.map_err(|error| match error {
        Apart::Usage(error) => Refused::Usage(error),
        Apart::Config(error) => refuse(error),
    })?;
    let keys: Vec<String> = used.iter().map(|t| t.setting.key.clone()).collect();
    Ok(cli(&matches, config, &keys)?)
}

fn is_typed(typed: &ArgMatches, arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    matches!(typed.try_contains_id(id), Ok(true))
        && typed.value_source(id) == Some(ValueSource::CommandLine)
}

/// The words that were typed.
struct Line {
    words: Vec<OsString>,
    /// Where settings are put: behind the name of the command.
    at: usize,
    /// Flags that were typed as false, to take back what the file says.
    refused: Vec<String>,
}

impl Line {
    /// `--FLAG=false` and `--FLAG=true` are understood here: a flag of the file could not be taken back otherwise.
    fn new(command: &Command, words: Vec<OsString>) -> Line {
        let known = |word: &OsString| command.find_subcommand(word);
        let named = words.iter().skip(1).position(|word| known(word).is_some());
        let Some(at) = named.map(|at| at + 2) else {
            return Line {
                at: words.len(),
                words,
                refused: vec![],
            };
        };
        let subcommand = known(&words[at - 1]);
        let flags: Vec<&str> = subcommand
            .into_iter()
            .chain([command])
            .flat_map(Command::get_arguments)
            .filter(|arg| matches!(arg.get_action(), ArgAction::SetTrue))
            .filter_map(Arg::get_long)
            .collect();
        let mut line = Line {
            words: words[..at].to_vec(),
            at,
            refused: vec![],
        };
        let mut rest = words[at..].iter();
        for word in rest.by_ref() {
            let flag = word
                .to_str()
                .and_then(|w| w.strip_prefix("--")?.split_once('='));
            match flag.filter(|(long, _)| flags.contains(long)) {
                Some((long, "true")) => line.words.push(format!("--{long}").into()),
                Some((long, "false")) => line.refused.push(long.to_string()),
                _ => line.words.push(word.clone()),
            }
            if word == OsStr::new("--") {
                break;
            }
        }
        line.words.extend(rest.cloned());
        line
    }

    fn with(&self, settings: &[&Typed<'_>]) -> Vec<OsString> {
        let mut words = self.words.clone();
        let added = settings
            .iter()
            .flat_map(|typed| typed.words.iter().cloned());
        words.splice(self.at..self.at, added);
        words
    }
}

fn reads_model(matches: &ArgMatches) -> bool {
    matches.try_contains_id("config").is_ok()
}

/// Whether the last of the files is no file but a mutant.
fn has_mutant(command: &str) -> bool {
    command == "explain"
}

/// The file that is named, or the one beside the first file of the model, or beside the list that names its files.
fn config(name: &str, typed: &ArgMatches, global: Global) -> Result<Config, ConfigError> {
    let named = typed.try_get_one::<PathBuf>("config").ok().flatten();
    let files = typed.try_get_many::<PathBuf>("files").ok().flatten();
    let mut files: Vec<PathBuf> = files.into_iter().flatten().cloned().collect();
    if has_mutant(name) {
        files.pop();
    }
    let options = language_options::declared(languages()).into_iter();
    let lists = options.filter(|(option, _)| option.lists_files());
    for (option, _) in lists {
        let values = typed.try_get_many::<String>(option.long).ok().flatten();
        files.extend(values.into_iter().flatten().map(PathBuf::from));
    }
    let reader = Reader::new(global.max_input);
    let model = files.first().map(PathBuf::as_path);
    Config::find(named.map(PathBuf::as_path), model, &reader)
}

/// The settings that hold for this command: those of its own table before those that commands share, and none that is typed or
/// excluded by what is typed.
fn used<'a, 'c>(
    all: &'a [Typed<'c>],
    command: &Command,
    name: &str,
    is_typed: &dyn Fn(&Arg) -> bool,
) -> Vec<&'a Typed<'c>> {
    let Some(command) = command.find_subcommand(name) else {
        return vec![];
    };
    let own = |typed: &&Typed<'_>| typed.setting.table == name;
    let of_own = |key: &str| all.iter().filter(own).any(|t| t.setting.key == key);
    let shared = all
        .iter()
        .filter(|typed| typed.setting.table == SHARED_TABLE && !of_own(&typed.setting.key));
    let stays = |typed: &&Typed<'_>| {
        // A shared option of a language may be about mutants, and this command makes none.
        let arg = option(command, &typed.setting.key);
        arg.is_some_and(|arg| {
            let mut others = command.get_arguments().filter(|other| is_typed(other));
            !others.any(|other| other == arg || conflict(command, arg, other))
        })
    };
    all.iter().filter(own).chain(shared).filter(stays).collect()
}

fn option<'c>(command: &'c Command, long: &str) -> Option<&'c Arg> {
    let mut all = command.get_arguments();
    all.find(|arg| arg.get_long() == Some(long))
}

/// Whether two options exclude each other, by themselves or by a group of which one is allowed.
fn conflict(command: &Command, a: &Arg, b: &Arg) -> bool {
    let declared = |a: &Arg, b: &Arg| command.get_arg_conflicts_with(a).contains(&b);
    let grouped = command.get_groups().any(|group| {
        let has = |arg: &Arg| group.get_args().any(|id| id == arg.get_id());
        has(a) && has(b) && !group.clone().is_multiple()
    });
    declared(a, b) || declared(b, a) || grouped
}

/// Why what is typed and the file do not go together.
enum Apart {
    Usage(clap::Error),
    Config(ConfigError),
}

/// Parses what is typed with the settings in front. Where they do not go together, the setting without which they would is to blame.
fn together(
    command: &Command,
    line: &Line,
    used: &[&Typed<'_>],
    config: &Config,
) -> Result<ArgMatches, Apart> {
    let parsed =
        |settings: &[&Typed<'_>]| command.clone().try_get_matches_from(line.with(settings));
    let error = match parsed(used) {
        Ok(matches) => return Ok(matches),
        Err(error) if is_about_others(error.kind()) => error,
        // Each setting is right alone, so it is what was typed; the message need not know the settings.
        Err(error) => return Err(Apart::Usage(parsed(&[]).err().unwrap_or(error))),
    };
    for left_out in used {
        let key = left_out.setting.key.as_str();
        let rest: Vec<&Typed<'_>> = used
            .iter()
            .copied()
            .filter(|t| t.setting.key != key)
            .collect();
        let Ok(matches) = parsed(&rest) else {
            continue;
        };
        // An option with a default only says more about another one (`seed` about `sample`): alone it says nothing.
        let subcommand = matches
            .subcommand_name()
            .and_then(|n| command.find_subcommand(n));
        let arg = subcommand.and_then(|command| option(command, key));
        let refines = arg.is_some_and(|arg| !arg.get_default_values().is_empty());
        if refines && error.kind() == ErrorKind::MissingRequiredArgument {
            return Ok(matches);
        }
        let wrong = Config::error(left_out.setting.key_span, apart(key, &error));
        return Err(Apart::Config(config.wrong(vec![wrong])));
    }
    Err(Apart::Usage(error))
}

/// Says what a setting needs or excludes.
fn apart(key: &str, error: &clap::Error) -> String {
    let others = |kind| -> Vec<String> {
        let others = match error.get(kind) {
            Some(ContextValue::String(one)) => vec![one.clone()],
            Some(ContextValue::Strings(all)) => all.clone(),
            _ => vec![],
        };
        // `--store <DIR>` is called `store` in the file.
        let name = |other: String| {
            let word = other.split_whitespace().next().unwrap_or_default();
            format!("`{}`", word.trim_start_matches('-'))
        };
        others.into_iter().map(name).collect()
    };
    let mut named = others(ContextKind::InvalidArg);
    if error.kind() == ErrorKind::MissingRequiredArgument {
        return format!("`{key}` needs {} too", named.join(", "));
    }
    named.extend(others(ContextKind::PriorArg));
    named.retain(|other| *other != format!("`{key}`"));
    format!("`{key}` cannot be used together with {}", named.join(", "))
}

/// The keys are those of the settings that were used.
fn cli(matches: &ArgMatches, config: Config, keys: &[String]) -> Result<Cli, clap::Error> {
    let mut cli = Cli::from_arg_matches(matches)?;
    if let (Some((name, matches)), Some(model)) = (matches.subcommand(), cli.command.model_mut()) {
        // Where no file is named, the file list of the configuration says which language it is.
        let is_named = model.files.len() > usize::from(has_mutant(name));
        let of_file = |long: &str| is_named && keys.iter().any(|key| key == long);
        model.given = language_options::given(languages(), matches, &|long| !of_file(long));
        model.defaults = language_options::given(languages(), matches, &of_file);
        model.configured = Arc::new(config);
    }
    if let args::Command::Cover(args) = &cli.command
        && args.sizes.is_none()
    {
        let given = [&args.model.given, &args.model.defaults];
        let mut wrong = given
            .into_iter()
            .filter_map(|g| language_options::unsized_value(languages(), g));
        if let Some(message) = wrong.next() {
            return Err(clap::Error::raw(ErrorKind::ValueValidation, message));
        }
    }
    Ok(cli)
}
