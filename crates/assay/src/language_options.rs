//! Options of languages on the command line: each language declares its own, and they stand under its heading in `--help`.

use assay_language::{Given, Language, OptionSpec, Scope};
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};

use crate::args::Cli;

/// Commands that read a model, and whether they make mutants.
const COMMANDS: [(&str, bool); 6] = [
    ("check", false),
    ("core", false),
    ("cover", true),
    ("explain", true),
    ("mutants", true),
    ("simulate", false),
];

/// The whole command line.
pub fn command(languages: &[&dyn Language]) -> Command {
    let declared = declared(languages);
    COMMANDS
        .iter()
        .fold(Cli::command(), |all, (name, mutates)| {
            all.mut_subcommand(name, |command| {
                let wanted = declared.iter();
                let wanted = wanted.filter(|(o, _)| o.scope == Scope::Model || *mutates);
                command.args(wanted.map(|(option, heading)| arg(option, heading)))
            })
        })
}

/// Every option once, with the languages that have it.
fn declared(languages: &[&dyn Language]) -> Vec<(OptionSpec, String)> {
    let mut declared: Vec<(OptionSpec, String)> = Vec::new();
    for language in languages {
        for option in language.options() {
            match declared.iter_mut().find(|(o, _)| o.long == option.long) {
                Some((_, titles)) => *titles = format!("{titles}, {}", language.title()),
                None => declared.push((option, language.title().to_string())),
            }
        }
    }
    declared
}

fn arg(option: &OptionSpec, heading: &str) -> Arg {
    let arg = Arg::new(option.long)
        .long(option.long)
        .help(option.help)
        .help_heading(heading.to_string());
    let arg = match option.short {
        Some(short) => arg.short(short),
        None => arg,
    };
    let Some(value) = option.value else {
        return arg.action(ArgAction::SetTrue);
    };
    let arg = arg.value_name(value).action(if option.repeats {
        ArgAction::Append
    } else {
        ArgAction::Set
    });
    match (option.check, option.choices) {
        (Some(check), _) => {
            arg.value_parser(move |text: &str| check(text).map(|()| text.to_string()))
        }
        (None, []) => arg.value_parser(ValueParser::string()),
        (None, choices) => arg.value_parser(PossibleValuesParser::new(choices)),
    }
}

/// What was given of them.
pub fn given(languages: &[&dyn Language], matches: &ArgMatches) -> Given {
    let mut given = Given::default();
    for (option, _) in declared(languages) {
        if option.value.is_none() {
            if let Ok(Some(true)) = matches.try_get_one::<bool>(option.long) {
                given.set(option.long, vec![]);
            }
        } else if let Ok(Some(values)) = matches.try_get_many::<String>(option.long) {
            given.set(option.long, values.cloned().collect());
        }
    }
    given
}
