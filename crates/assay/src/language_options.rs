//! Options of languages on the command line: each language declares its own, and they stand under its heading in `--help`.

use assay_language::{Given, Language, OptionSpec, Scope};
use assay_session::exit_table;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, ValueHint};

use crate::args::Cli;

/// Commands that read a model, and whether they make mutants.
const COMMANDS: [(&str, bool); 7] = [
    ("animate", false),
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
    let files = format!(
        "The files of the model, in one of the languages {}",
        with_endings(languages).join(", ")
    );
    let lists = declared.iter().filter(|(option, _)| option.lists_files());
    let lists: Vec<&'static str> = lists.map(|(option, _)| option.long).collect();
    let names = PossibleValuesParser::new(languages.iter().map(|l| l.name()));
    let all = Cli::command().after_help(after_help(languages));
    COMMANDS.iter().fold(all, |all, (name, mutates)| {
        all.mut_subcommand(name, |command| {
            let wanted = declared.iter();
            let wanted = wanted.filter(|(o, _)| o.scope == Scope::Model || *mutates);
            command
                // In their places: the order of positional arguments counts.
                .mut_args(|arg| match arg.get_id().as_str() {
                    "files" if lists.is_empty() => arg.help(files.clone()).required(true),
                    "files" => {
                        let arg = arg.help(files.clone());
                        arg.required_unless_present_any(lists.clone())
                    }
                    "language" => arg.value_parser(names.clone()),
                    _ => arg,
                })
                .args(wanted.map(|(option, heading)| arg(option, heading, *name == "cover")))
        })
    })
}

/// What stands below the list of commands.
fn after_help(languages: &[&dyn Language]) -> String {
    let languages = languages.iter().map(|language| {
        let name = format!("{} ({})", language.title(), language.name());
        format!("  {name:<20}{}", endings(*language))
    });
    let languages: Vec<String> = languages.collect();
    format!(
        "Examples:
  assay cover model.lus                    which small changes of the model no property detects
  assay explain model.lus 7:12:or2left     one of these changes, with an execution that shows it
  assay check model.lus                    proves or refutes each property

Languages, what --language calls them, and what names of their files end with:
{}

`assay COMMAND --help` lists the options of a command, with examples. Options can stand in a file too: `assay init`.

{}",
        languages.join("\n"),
        exit_table()
    )
}

fn with_endings(languages: &[&dyn Language]) -> Vec<String> {
    let languages = languages.iter();
    let one = |l: &&dyn Language| format!("{} ({})", l.title(), endings(*l));
    languages.map(one).collect()
}

fn endings(language: &dyn Language) -> String {
    let endings = language.extensions().iter().map(|e| format!(".{e}"));
    endings.collect::<Vec<String>>().join(", ")
}

/// Every option once, with the languages that have it.
pub fn declared(languages: &[&dyn Language]) -> Vec<(OptionSpec, String)> {
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

/// Whether options of languages stand under this heading.
pub fn is_heading(languages: &[&dyn Language], heading: &str) -> bool {
    declared(languages).iter().any(|(_, of)| of == heading)
}

/// Where there are `sizes`, a value may depend on one: whether it can be right is known when that has a value.
fn arg(option: &OptionSpec, heading: &str, sizes: bool) -> Arg {
    let arg = Arg::new(option.long)
        .long(option.long)
        .help(option.help)
        .hide(option.hidden)
        .allow_hyphen_values(option.signed)
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
    let arg = match value {
        "FILE" | "LIST" => arg.value_hint(ValueHint::FilePath),
        "DIR" => arg.value_hint(ValueHint::DirPath),
        _ => arg,
    };
    let sized = sizes && option.sized;
    match (option.check, option.choices) {
        (Some(check), _) => arg.value_parser(move |text: &str| match check(text) {
            Err(why) if !(sized && may_name_size(text)) => Err(why),
            _ => Ok(text.to_string()),
        }),
        (None, []) => arg.value_parser(ValueParser::string()),
        (None, choices) => arg.value_parser(PossibleValuesParser::new(choices)),
    }
}

fn may_name_size(text: &str) -> bool {
    text.contains(|c: char| c == '_' || c.is_ascii_alphabetic())
}

/// What is wrong with a value that only a size could make right. The text is that of the command line's own errors.
pub fn unsized_value(languages: &[&dyn Language], given: &Given) -> Option<String> {
    let options = declared(languages).into_iter();
    options
        .filter(|(option, _)| option.sized)
        .filter_map(|(option, _)| Some((option, option.check?)))
        .flat_map(|(option, check)| given.values(option.long).iter().map(move |v| (option, v, check(v))))
        .find_map(|(option, value, checked)| {
            let why = checked.err()?;
            let (long, takes) = (option.long, option.value.unwrap_or_default());
            Some(format!(
                "invalid value '{value}' for '--{long} <{takes}>': {why}\n\nFor more information, try '--help'.\n"
            ))
        })
}

/// What was given of those of them that are wanted, by their long names.
pub fn given(
    languages: &[&dyn Language],
    matches: &ArgMatches,
    wanted: &dyn Fn(&str) -> bool,
) -> Given {
    let mut given = Given::default();
    let options = declared(languages).into_iter();
    for (option, _) in options.filter(|(option, _)| wanted(option.long)) {
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use assay_language::{Mutator, Read, ReadRequest, Unread};
    use clap::FromArgMatches;

    use super::*;
    use crate::args;

    /// Shared by both languages below: declared once.
    const DEFINE: OptionSpec = OptionSpec {
        short: Some('D'),
        repeats: true,
        ..OptionSpec::value("define", "NAME=VALUE", "Define a macro")
    };

    struct Toy(&'static str, &'static str);

    impl Language for Toy {
        fn name(&self) -> &'static str {
            self.0
        }

        fn title(&self) -> &'static str {
            self.1
        }

        fn extensions(&self) -> &'static [&'static str] {
            &["toy"]
        }

        fn options(&self) -> Vec<OptionSpec> {
            vec![DEFINE]
        }

        fn part(&self) -> &'static str {
            "part"
        }

        fn how_to_state(&self) -> &'static str {
            ""
        }

        fn mutators(&self) -> Vec<Mutator> {
            vec![]
        }

        fn read(&self, _: ReadRequest<'_>) -> Read {
            Err(Unread::Faulty(vec![]))
        }
    }

    const TOYS: [&dyn Language; 2] = [&Toy("one", "One"), &Toy("two", "Two")];

    #[test]
    fn a_short_option_that_languages_share_is_declared_once() {
        let command = command(&TOYS);
        command.clone().debug_assert();
        let line = [
            "assay",
            "check",
            "m.toy",
            "-D",
            "A=1",
            "-DB",
            "--define=C=2",
        ];
        let matches = command.clone().try_get_matches_from(line);
        let matches = matches.expect("it is understood");
        let (_, matches) = matches.subcommand().expect("a command");
        let given = given(&TOYS, matches, &|_| true);
        assert_eq!(given.values("define"), ["A=1", "B", "C=2"]);
        let help = command
            .clone()
            .try_get_matches_from(["assay", "check", "--help"]);
        let help = help.expect_err("help is no match").to_string();
        assert!(
            help.contains("One, Two:\n  -D, --define <NAME=VALUE>"),
            "{help}"
        );
    }

    #[test]
    fn the_mutant_to_explain_comes_after_all_files() {
        let command = command(&TOYS);
        let line = ["assay", "explain", "a.toy", "b.toy", "a.toy:7:12:or2left"];
        let matches = command
            .try_get_matches_from(line)
            .expect("it is understood");
        let cli = Cli::from_arg_matches(&matches).expect("it is a command line");
        let args::Command::Explain(args) = cli.command else {
            panic!("another command");
        };
        let (model, mutant) = args.split().expect("files and a mutant");
        assert_eq!(model.files, ["a.toy", "b.toy"].map(PathBuf::from));
        assert_eq!(mutant, "a.toy:7:12:or2left");
    }

    #[test]
    fn the_command_line_of_the_registered_languages_is_consistent() {
        command(assay_session::languages()).debug_assert();
    }

    #[test]
    fn the_commands_that_read_a_model_are_listed() {
        let all = Cli::command();
        let reads = |c: &&Command| c.get_arguments().any(|a| a.get_id() == "files");
        let names: Vec<&str> = all
            .get_subcommands()
            .filter(reads)
            .map(Command::get_name)
            .collect();
        assert_eq!(names, COMMANDS.map(|(name, _)| name));
        let tables = assay_session::Config::option_tables();
        let tables: Vec<&str> = tables
            .filter(|t| *t != assay_session::SHARED_TABLE)
            .collect();
        assert_eq!(tables, names);
    }
}
