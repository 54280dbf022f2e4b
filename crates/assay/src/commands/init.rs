//! `assay init`: writes a configuration file in which every option is explained and commented out. It is made of the declarations
//! of the command line, so it cannot miss one.

use assay_session::{CONFIG_FILE, Config, Exit, SHARED_TABLE, Stop, languages};
use assay_source::Diagnostic;
use clap::{Arg, ArgAction};

use crate::args::InitArgs;
use crate::output::Output;
use crate::settings::{Settings, is_number};
use crate::{files, language_options};

/// Lines of comments.
const WIDTH: usize = 110;

const HEAD: &str = "\
# Options of assay for the models in this directory.
#
# Every option is commented out: remove the `#` before one and give it a value. What is typed on the command line wins
# over this file; `--FLAG=false` takes back a flag. A path is relative to the directory of this file.
";

const SHARED: &str = "\
# What all commands share that read a model. The table of a command may say otherwise for that command.
";

const WAIVERS: &str = "\
# A survivor that is accepted, with the reason; one such table for each. `assay explain` prints the lines.
#[[waiver]]
#fingerprint = \"0123456789abcdef\"
#element = \"89abcdef01234567\"
#reason = \"why no property has to notice it\"
";

/// What may stand for a value, by the name that help gives to it; else the name itself does.
const EXAMPLES: [(&str, &str); 12] = [
    ("PERCENT", "90"),
    ("SECS", "60"),
    ("N", "10"),
    ("R", "10"),
    ("ENGINE", "k-induction"),
    ("FORMAT=FILE", "html=coverage.html"),
    ("ID", "7:12:or2left"),
    ("NAME=VALUE:CYCLES", "rst=1:2"),
    ("NAME[=VALUE]", "WIDTH=8"),
    ("NAME=VALUE", "WIDTH=8"),
    ("LOOP:N,...", "main.0:4"),
    ("LOW..HIGH", "-3..3"),
];

pub fn run(args: &InitArgs, output: Output) -> Result<Exit, Stop> {
    let path = &args.file;
    if path.exists() && !args.force {
        let message = format!("`{}` is there already", path.display());
        let error = Diagnostic::error("A0006", message);
        return Err(Stop::bad_input(error.help(
            "--force replaces it, and what it says is lost; `assay init OTHER.toml` writes another file to copy from",
        )));
    }
    let settings = Settings::new(language_options::command(languages()), languages());
    files::write(path, &template(&settings))?;
    output.note(&format!("wrote `{}`", path.display()));
    if path.file_name().is_none_or(|name| name != CONFIG_FILE) {
        output.note(&format!(
            "only `{CONFIG_FILE}` beside a model is read by itself; --config FILE names another"
        ));
    }
    Ok(Exit::Holds)
}

/// The text of the file.
pub fn template(settings: &Settings) -> String {
    let mut text = HEAD.to_string();
    for table in Config::option_tables() {
        text.push('\n');
        match settings.command().find_subcommand(table) {
            Some(command) => {
                let about = command.get_about().map(ToString::to_string);
                text.push_str(&comment(&about.unwrap_or_default()));
            }
            None => text.push_str(SHARED),
        }
        text.push_str(&format!("[{table}]\n"));
        let shared = settings.options(SHARED_TABLE);
        for arg in settings.options(table) {
            // Once is enough, although the table of a command may have them too.
            let is_shared = shared.iter().any(|other| other.get_id() == arg.get_id());
            if table == SHARED_TABLE || !is_shared {
                text.push_str(&option(arg));
            }
        }
    }
    text.push('\n');
    text.push_str(WAIVERS);
    text
}

/// An option with its help.
fn option(arg: &Arg) -> String {
    let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let defaults: Vec<_> = arg.get_default_values().iter().collect();
    let takes = arg.get_action().takes_values();
    if let (true, [default]) = (takes, defaults.as_slice()) {
        help.push_str(&format!(" [default: {}]", default.to_string_lossy()));
    }
    let values = arg.get_possible_values();
    if takes && !values.is_empty() {
        let values: Vec<&str> = values.iter().map(|v| v.get_name()).collect();
        help.push_str(&format!(" [possible values: {}]", values.join(", ")));
    }
    if let Some(heading) = arg.get_help_heading()
        && language_options::is_heading(languages(), heading)
    {
        help = format!("{heading}: {help}");
    }
    let value = match arg.get_action() {
        ArgAction::Append => format!("[{}]", example(arg)),
        _ => example(arg),
    };
    let long = arg.get_long().unwrap_or_default();
    format!("{}#{long} = {value}\n", comment(&help))
}

/// A value that the option takes, as TOML writes it: the default where there is one.
pub fn example(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return "true".to_string();
    }
    let default = arg.get_default_values().first();
    let default = default.map(|d| d.to_string_lossy().into_owned());
    let possible = arg.get_possible_values();
    let possible = possible.first().map(|v| v.get_name().to_string());
    let names = arg.get_value_names().unwrap_or_default();
    let name = names.first().map(|n| n.to_string()).unwrap_or_default();
    let known = EXAMPLES.iter().find(|(of, _)| *of == name);
    let known = known.map_or(name.clone(), |(_, value)| (*value).to_string());
    let value = default.or(possible).unwrap_or(known);
    if is_number(arg) && value.parse::<f64>().is_ok() {
        value
    } else {
        format!("\"{value}\"")
    }
}

/// A text as comment lines.
fn comment(text: &str) -> String {
    let mut lines = vec![String::from("#")];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() > 1 && lines[last].chars().count() + word.chars().count() >= WIDTH {
            lines.push(format!("# {word}"));
        } else {
            lines[last].push(' ');
            lines[last].push_str(word);
        }
    }
    lines.join("\n") + "\n"
}
