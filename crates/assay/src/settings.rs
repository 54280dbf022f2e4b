//! Options from the configuration file: each setting is checked alone, so that an error can point at it, and becomes words of a
//! command line.

use std::any::TypeId;
use std::ffi::OsString;

use assay_language::Language;
use assay_session::{Config, ConfigError, SHARED_TABLE, Setting, SettingValue, nearest};
use assay_source::Diagnostic;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Args, Command, ValueHint};

use crate::args::{Global, ModelArgs};
use crate::commands::init::example as example_of;
use crate::language_options::declared;

/// Options of the command line that the file does not have.
const TYPED_ONLY: [&str; 3] = ["config", "help", "version"];

/// A setting as it would be typed.
#[derive(Clone, Debug)]
pub struct Typed<'c> {
    pub setting: &'c Setting,
    /// None of them for a flag that is false.
    pub words: Vec<OsString>,
}

/// Which options the tables have.
pub struct Settings {
    /// Built: global options are known to every command.
    command: Command,
    /// The ids of what every command that reads a model shares.
    shared: Vec<String>,
}

impl Settings {
    /// Of a command line that knows these languages.
    pub fn new(mut command: Command, languages: &[&dyn Language]) -> Settings {
        command.build();
        let shared = ModelArgs::augment_args(Global::augment_args(Command::new("model")));
        let shared = shared.get_arguments().map(|arg| arg.get_id().to_string());
        let of_languages = declared(languages).into_iter();
        let of_languages = of_languages.map(|(option, _)| option.long.to_string());
        Settings {
            shared: shared.chain(of_languages).collect(),
            command,
        }
    }

    /// The built command line.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// The options of a table.
    pub fn options(&self, table: &str) -> Vec<&Arg> {
        // Coverage has every option of every language.
        let name = if table == SHARED_TABLE {
            "cover"
        } else {
            table
        };
        let command = self.command.find_subcommand(name);
        let all = command.into_iter().flat_map(Command::get_arguments);
        all.filter(|arg| {
            arg.get_long()
                .is_some_and(|long| !TYPED_ONLY.contains(&long))
        })
        .filter(|arg| !arg.is_hide_set() || arg.is_global_set())
        .filter(|arg| table != SHARED_TABLE || self.is_shared(arg))
        .collect()
    }

    fn is_shared(&self, arg: &Arg) -> bool {
        self.shared.iter().any(|id| arg.get_id() == id.as_str())
    }

    /// All settings of the file, in all tables, or everything that is wrong with them.
    pub fn check<'c>(&self, config: &'c Config) -> Result<Vec<Typed<'c>>, ConfigError> {
        let (mut typed, mut wrong) = (Vec::new(), Vec::new());
        for setting in config.settings() {
            match self.typed(setting, config) {
                Ok(words) => typed.push(Typed { setting, words }),
                Err(error) => wrong.push(*error),
            }
        }
        if wrong.is_empty() {
            return Ok(typed);
        }
        wrong.sort_by_key(|d| d.span.map(|s| s.start));
        Err(config.wrong(wrong))
    }

    fn typed(&self, setting: &Setting, config: &Config) -> Result<Vec<OsString>, Box<Diagnostic>> {
        let options = self.options(setting.table);
        let named = |arg: &&&Arg| arg.get_long() == Some(&setting.key);
        let Some(arg) = options.iter().find(named) else {
            return Err(Box::new(self.unknown(setting, &options)));
        };
        let words: Vec<OsString> = values(arg, setting)?
            .into_iter()
            .map(|value| word(arg, value, config))
            .collect();
        self.accepted(arg, setting, &words)?;
        Ok(words)
    }

    /// There is no such option in this table: says where it is, or what it is called.
    fn unknown(&self, setting: &Setting, options: &[&Arg]) -> Diagnostic {
        let (table, key) = (setting.table, setting.key.as_str());
        let message = format!("`[{table}]` has no option `{key}`");
        let error = Config::error(setting.key_span, message);
        if TYPED_ONLY.contains(&key) {
            return error.help(format!("`--{key}` can only be typed"));
        }
        let plain = key.trim_start_matches('-');
        if let Some(long) = options.iter().find_map(|arg| other_name(arg, plain)) {
            return error.help(format!("write `{long}`"));
        }
        let has = |table: &&str| {
            let options = self.options(table);
            options.iter().any(|arg| arg.get_long() == Some(plain))
        };
        let elsewhere: Vec<String> = Config::option_tables()
            .filter(has)
            .map(|table| format!("`[{table}]`"))
            .collect();
        if !elsewhere.is_empty() {
            return error.help(format!("it is an option of {}", elsewhere.join(", ")));
        }
        let names = options.iter().filter_map(|arg| arg.get_long());
        match nearest(plain, names) {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None if table == SHARED_TABLE => error.help(
                "`assay init` writes a file with every option; those of a command stand in the table of that command",
            ),
            None => error.help(format!("`assay {table} --help` lists the options")),
        }
    }

    /// Asks the parser of the command line about the value.
    fn accepted(
        &self,
        arg: &Arg,
        setting: &Setting,
        words: &[OsString],
    ) -> Result<(), Box<Diagnostic>> {
        let name = match setting.table {
            SHARED_TABLE => "cover",
            command => command,
        };
        let line = ["assay", name].into_iter().map(OsString::from);
        let parsed = self
            .command
            .clone()
            .try_get_matches_from(line.chain(words.iter().cloned()));
        match parsed {
            Err(error) if !is_about_others(error.kind()) => {
                Err(Box::new(refused_value(arg, setting, &error)))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an error is about options that stand together, not about one of them.
pub fn is_about_others(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict
    )
}

/// The long name of an option that is also called like this.
fn other_name<'a>(arg: &'a Arg, name: &str) -> Option<&'a str> {
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    let short = arg.get_short().is_some_and(|s| name == s.to_string());
    let same = arg.get_long() == Some(name);
    arg.get_long()
        .filter(|_| same || short || aliases.contains(&name))
}

/// Whether the option takes a number.
pub fn is_number(arg: &Arg) -> bool {
    let id = arg.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<f64>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
    ];
    arg.get_action().takes_values() && numbers.iter().any(|number| id == *number)
}

/// The texts that a setting gives to its option; None stands for a flag that is set.
fn values(arg: &Arg, setting: &Setting) -> Result<Vec<Option<String>>, Box<Diagnostic>> {
    let key = &setting.key;
    let wrong = |message: String, help: String| {
        Box::new(Config::error(setting.value_span, message).help(help))
    };
    match (arg.get_action(), &setting.value) {
        (ArgAction::SetTrue, SettingValue::Flag(flag)) => Ok(vec![None; usize::from(*flag)]),
        (ArgAction::SetTrue, _) => Err(wrong(
            format!("`{key}` is true or false, without quotes"),
            format!("write `{key} = true`"),
        )),
        (ArgAction::Append, SettingValue::List(items)) => {
            let items = items.iter().map(|item| text(arg, key, item));
            let items: Result<Vec<String>, (String, String)> = items.collect();
            let items = items.map_err(|(message, help)| wrong(message, help))?;
            Ok(items.into_iter().map(Some).collect())
        }
        (ArgAction::Append, value) => Err(wrong(
            format!("`{key}` can be repeated, so it takes a list"),
            format!("write `{key} = [{value}]`"),
        )),
        (_, value) => {
            let text = text(arg, key, value).map_err(|(message, help)| wrong(message, help))?;
            Ok(vec![Some(text)])
        }
    }
}

/// One value as it would be typed, or a message and a hint.
fn text(arg: &Arg, key: &str, value: &SettingValue) -> Result<String, (String, String)> {
    let example = |value: String| match arg.get_action() {
        ArgAction::Append => format!("write `{key} = [{value}]`"),
        _ => format!("write `{key} = {value}`"),
    };
    match (is_number(arg), value) {
        (true, SettingValue::Number(digits)) => Ok(digits.clone()),
        (true, SettingValue::Text(text)) if text.trim().parse::<f64>().is_ok() => Err((
            format!("`{key}` takes a number, without quotes"),
            example(text.trim().to_string()),
        )),
        (_, SettingValue::Text(text)) => Ok(text.clone()),
        (false, SettingValue::Number(digits)) => Err((
            format!("`{key}` takes text, in quotes"),
            example(format!("\"{digits}\"")),
        )),
        (number, other) => {
            let kind = if number {
                "a number"
            } else {
                "text, in quotes"
            };
            let had = match other {
                SettingValue::Flag(_) => "true or false",
                SettingValue::List(_) => "a list",
                _ => "this",
            };
            Err((
                format!("`{key}` takes {kind}, not {had}"),
                example(example_of(arg)),
            ))
        }
    }
}

/// The value as one word. Paths count from the directory of the file.
fn word(arg: &Arg, value: Option<String>, config: &Config) -> OsString {
    let mut word = OsString::from("--");
    word.push(arg.get_long().unwrap_or_default());
    let Some(value) = value else {
        return word;
    };
    word.push("=");
    if !is_path(arg) {
        word.push(value);
        return word;
    }
    // `--report FORMAT=FILE`: what comes first is no part of the path.
    let path = match value.split_once('=') {
        Some((format, path)) if names_format(arg) => {
            word.push(format!("{format}="));
            // An empty name stays one, so that it is refused.
            Some(path).filter(|path| !path.is_empty())
        }
        _ => Some(value.as_str()),
    };
    if let Some(path) = path {
        word.push(config.resolve(path));
    }
    word
}

fn names_format(arg: &Arg) -> bool {
    let names = arg.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.contains('='))
}

fn is_path(arg: &Arg) -> bool {
    matches!(
        arg.get_value_hint(),
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath
    )
}

fn refused_value(arg: &Arg, setting: &Setting, error: &clap::Error) -> Diagnostic {
    let key = &setting.key;
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let given = context(ContextKind::InvalidValue).unwrap_or_else(|| setting.value.to_string());
    let message = match std::error::Error::source(error) {
        Some(why) => format!("`{key}` cannot be `{given}`: {why}"),
        None => format!("`{key}` cannot be `{given}`"),
    };
    let wrong = Config::error(setting.value_span, message);
    let values = arg.get_possible_values();
    let values: Vec<&str> = values.iter().map(|v| v.get_name()).collect();
    if values.is_empty() {
        return wrong;
    }
    let all = values.join(", ");
    wrong.help(match nearest(&given, values) {
        Some(near) => format!("did you mean \"{near}\"? The values are {all}"),
        None => format!("the values are {all}"),
    })
}
