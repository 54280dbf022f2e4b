//! Options of languages, as data: the command line shows and parses them, a library caller sets them by name.

use std::collections::BTreeMap;

/// The commands that an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every command that reads a model.
    Model,
    /// Commands that make mutants.
    Mutants,
}

/// Looks at the text of a value.
pub type Check = fn(&str) -> Result<(), String>;

/// One option of a language. Languages that share an option declare the same one: equal names have equal declarations.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// `reset` for `--reset`.
    pub long: &'static str,
    /// `D` for `-D`.
    pub short: Option<char>,
    /// What its value is called in help (`NAME=VALUE`); None for a flag.
    pub value: Option<&'static str>,
    /// The values that there are, where they can be listed.
    pub choices: &'static [&'static str],
    /// Whether it may be given several times.
    pub repeats: bool,
    /// Whether a value can be right at all; the error says what is needed.
    pub check: Option<Check>,
    pub scope: Scope,
    /// Whether a value may depend on the size, where there are several: `SIZE+1`.
    pub sized: bool,
    /// Whether a value may begin with a minus.
    pub signed: bool,
    /// Whether help leaves it out: it is only there so that command lines of another tool are understood.
    pub hidden: bool,
    /// One sentence for `--help`.
    pub help: &'static str,
}

impl OptionSpec {
    /// An option of every command that reads a model, with one value.
    pub const fn value(long: &'static str, value: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec {
            long,
            short: None,
            value: Some(value),
            choices: &[],
            repeats: false,
            check: None,
            scope: Scope::Model,
            sized: false,
            signed: false,
            hidden: false,
            help,
        }
    }

    /// An option without a value.
    pub const fn flag(long: &'static str, help: &'static str) -> OptionSpec {
        OptionSpec {
            value: None,
            ..OptionSpec::value(long, "", help)
        }
    }

    /// Whether its values are files that list the files of the model, so that these need not be named.
    pub fn lists_files(&self) -> bool {
        self.value == Some("LIST")
    }
}

/// `-D`: for every language with a preprocessor.
pub const DEFINE: OptionSpec = OptionSpec {
    short: Some('D'),
    repeats: true,
    ..OptionSpec::value(
        "define",
        "NAME[=VALUE]",
        "Define a macro for all files; can be repeated",
    )
};

/// `-I`: for every language whose files include others.
pub const INCLUDE: OptionSpec = OptionSpec {
    short: Some('I'),
    repeats: true,
    ..OptionSpec::value(
        "include",
        "DIR",
        "Look for included files in this directory too; can be repeated",
    )
};

/// The options of languages that were given, by their long names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(BTreeMap<String, Vec<String>>);

impl Given {
    /// Sets an option. A flag has no values.
    pub fn set(&mut self, long: &str, values: Vec<String>) {
        self.0.insert(long.to_string(), values);
    }

    /// Takes an option back.
    pub fn remove(&mut self, long: &str) {
        self.0.remove(long);
    }

    pub fn flag(&self, long: &str) -> bool {
        self.0.contains_key(long)
    }

    pub fn value(&self, long: &str) -> Option<&str> {
        self.values(long).last().map(String::as_str)
    }

    pub fn values(&self, long: &str) -> &[String] {
        self.0.get(long).map_or(&[], Vec::as_slice)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_slice()))
    }

    /// The words that give the same options again on a command line.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (long, values) in self.iter() {
            if values.is_empty() {
                words.push(format!("--{long}"));
            }
            for value in values {
                words.extend([format!("--{long}"), value.clone()]);
            }
        }
        words
    }
}
