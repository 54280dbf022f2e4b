//! The configuration file, `assay.toml`: where it is, how it is split, and which of its tables has which reader.
//!
//! Tables of options (`[cover]`) are settings with their places: whoever parses a command line takes them, because only it knows
//! which options there are. Lists (`[[waiver]]`) are taken by what they are about, through [`Config::entries`]. A table that nobody
//! reads is refused here, so that a misspelt name is never silently without effect.

use std::cmp::Reverse;
use std::fmt;
use std::path::{Path, PathBuf};

use assay_language::Files;
use assay_source::{Diagnostic, FileId, SourceMap, Span};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Looked for beside the model.
pub const CONFIG_FILE: &str = "assay.toml";

/// Every error of the file has this code.
const CODE: &str = "A0013";

/// The table of what every command that reads a model shares.
pub const SHARED_TABLE: &str = "model";

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// One setting an option: `[cover]`.
    Options,
    /// One entry a table: `[[waiver]]`.
    List,
}

/// Every table that the file may have. Options are those of the commands that read a model.
const TABLES: [(&str, Holds); 10] = [
    (SHARED_TABLE, Holds::Options),
    ("animate", Holds::Options),
    ("check", Holds::Options),
    ("core", Holds::Options),
    ("cover", Holds::Options),
    ("explain", Holds::Options),
    ("mutants", Holds::Options),
    ("simulate", Holds::Options),
    ("change", Holds::List),
    ("waiver", Holds::List),
];

/// A configuration file. The default one says nothing.
#[derive(Clone, Debug, Default)]
pub struct Config {
    path: PathBuf,
    /// Whether the user named it.
    named: bool,
    map: SourceMap,
    file: Option<FileId>,
    settings: Vec<Setting>,
}

/// One line of a table of options.
#[derive(Clone, Debug)]
pub struct Setting {
    pub table: &'static str,
    pub key: String,
    pub key_span: Span,
    pub value: SettingValue,
    pub value_span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    Text(String),
    /// In decimal digits where it is whole.
    Number(String),
    Flag(bool),
    List(Vec<SettingValue>),
    /// A date or a table, which no option takes.
    Other,
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingValue::Text(text) => write!(f, "{text:?}"),
            SettingValue::Number(digits) => f.write_str(digits),
            SettingValue::Flag(flag) => write!(f, "{flag}"),
            SettingValue::List(items) => {
                let items: Vec<String> = items.iter().map(SettingValue::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            SettingValue::Other => f.write_str("..."),
        }
    }
}

/// What is wrong with a file, and its text.
#[derive(Debug)]
pub struct ConfigError {
    pub map: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

impl Config {
    /// The file that is named, or the one beside the model if there is one.
    pub fn find(
        named: Option<&Path>,
        model: Option<&Path>,
        files: &dyn Files,
    ) -> Result<Config, ConfigError> {
        let beside = model.map(|model| {
            if model.is_dir() {
                model.join(CONFIG_FILE)
            } else {
                model.with_file_name(CONFIG_FILE)
            }
        });
        let beside = beside.filter(|path| path.is_file());
        let Some(path) = named.map(Path::to_path_buf).or(beside) else {
            return Ok(Config::default());
        };
        let bytes = files.read(&path).map_err(|why| ConfigError {
            map: SourceMap::new(),
            diagnostics: vec![*why],
        })?;
        let config = Config::parse(path, &bytes)?;
        Ok(Config {
            named: named.is_some(),
            ..config
        })
    }

    pub fn parse(path: impl Into<PathBuf>, bytes: &[u8]) -> Result<Config, ConfigError> {
        let path = path.into();
        let mut map = SourceMap::new();
        let file = match map.add_bytes(&path.display().to_string(), bytes) {
            Ok(file) => file,
            Err(wrong) => {
                let diagnostics = vec![*wrong];
                return Err(ConfigError { map, diagnostics });
            }
        };
        let split = split(file, map.file(file).text());
        match split {
            Ok(settings) => Ok(Config {
                path,
                named: false,
                map,
                file: Some(file),
                settings,
            }),
            Err(diagnostics) => Err(ConfigError { map, diagnostics }),
        }
    }

    /// Where it is, and its text. None where there is no file.
    pub(crate) fn text(&self) -> Option<(&Path, &str)> {
        let file = self.file?;
        Some((&self.path, self.map.file(file).text()))
    }

    /// Where it is, if the user named it.
    pub(crate) fn named(&self) -> Option<&Path> {
        self.named.then_some(self.path.as_path())
    }

    /// What the tables of options say, in the order of their names.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// A path that the file names. It is relative to the directory of the file, wherever the program is started.
    pub fn resolve(&self, path: &str) -> PathBuf {
        let directory = self.path.parent().unwrap_or(Path::new(""));
        directory.join(path)
    }

    /// The entries of a list, as their reader wants them. Places in them count from the start of the file.
    pub fn entries<T: DeserializeOwned>(
        &self,
        list: &str,
        help: &str,
    ) -> Result<Vec<T>, ConfigError> {
        let Some(file) = self.file else {
            return Ok(vec![]);
        };
        let read = || -> Result<Vec<T>, toml::de::Error> {
            let mut tables = DeTable::parse(self.map.file(file).text())?.into_inner();
            let entries = tables.remove(list).map(ValueDeserializer::from);
            entries.map_or(Ok(vec![]), Vec::deserialize)
        };
        read().map_err(|error| {
            self.wrong(vec![
                self.at(error.span().unwrap_or(0..0), error.message())
                    .help(help),
            ])
        })
    }

    /// An error at a place that a reader of [`Config::entries`] found wrong.
    pub fn at(&self, range: std::ops::Range<usize>, message: &str) -> Diagnostic {
        let error = Diagnostic::error(CODE, message);
        match self.file {
            Some(file) => error.at(Span::new(file, range.start, range.end)),
            None => error,
        }
    }

    /// An error at a place that has a span.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(CODE, message).at(span)
    }

    /// These errors, with the text that they are about.
    pub fn wrong(&self, diagnostics: Vec<Diagnostic>) -> ConfigError {
        ConfigError {
            map: self.map.clone(),
            diagnostics,
        }
    }

    /// The names of the tables of options.
    pub fn option_tables() -> impl Iterator<Item = &'static str> {
        let options = TABLES.iter().filter(|(_, holds)| *holds == Holds::Options);
        options.map(|(name, _)| *name)
    }
}

/// The settings of a text, or everything that is wrong with its tables.
fn split(file: FileId, text: &str) -> Result<Vec<Setting>, Vec<Diagnostic>> {
    let span = |range: std::ops::Range<usize>| Span::new(file, range.start, range.end);
    let tables = DeTable::parse(text).map_err(|error| {
        let message = format!("this is not TOML: {}", error.message());
        let wrong = Config::error(span(error.span().unwrap_or(0..0)), message);
        vec![wrong.help(
            "a line is `[TABLE]` or `KEY = VALUE`; text stands in quotes, numbers and true or false do not",
        )]
    })?;
    let (mut settings, mut wrong) = (Vec::new(), Vec::new());
    for (name, value) in tables.into_inner() {
        let known = TABLES.iter().find(|(table, _)| table == name.get_ref());
        let at = span(name.span());
        match (known, value.get_ref()) {
            (Some((table, Holds::Options)), DeValue::Table(options)) => {
                let options = options.iter();
                settings.extend(options.map(|(key, value)| setting(table, key, value, &span)));
            }
            (Some((_, Holds::List)), DeValue::Array(_)) => {}
            (Some((table, Holds::Options)), _) => {
                let error = Config::error(at, format!("`{table}` is a table of options"));
                wrong
                    .push(error.help(format!("write `[{table}]`, once, and the options below it")));
            }
            (Some((table, Holds::List)), _) => {
                let error = Config::error(at, format!("`{table}` is a list of tables"));
                wrong.push(error.help(format!("write `[[{table}]]` above each entry")));
            }
            (None, value) => wrong.push(unknown(name.get_ref(), value, at)),
        }
    }
    // Places order what a reader sees; names order what was parsed.
    wrong.sort_by_key(|d| d.span.map(|s| s.start));
    if wrong.is_empty() {
        Ok(settings)
    } else {
        Err(wrong)
    }
}

fn unknown(name: &str, value: &DeValue<'_>, at: Span) -> Diagnostic {
    let tables = TABLES.iter().map(|(table, _)| *table);
    if !matches!(value, DeValue::Table(_) | DeValue::Array(_)) {
        let error = Config::error(at, format!("`{name}` stands outside of every table"));
        return error.help(
            "an option stands below the table of its command, such as `[cover]`, or below `[model]`",
        );
    }
    let error = Config::error(at, format!("there is no table `{name}`"));
    let all = TABLES.map(|(table, holds)| match holds {
        Holds::Options => format!("[{table}]"),
        Holds::List => format!("[[{table}]]"),
    });
    let all = format!("the tables are {}", all.join(", "));
    error.help(match nearest(name, tables) {
        Some(near) => format!(
            "did you mean `{near}`? {}{}",
            all[..1].to_uppercase(),
            &all[1..]
        ),
        None => all,
    })
}

fn setting(
    table: &'static str,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    span: &impl Fn(std::ops::Range<usize>) -> Span,
) -> Setting {
    Setting {
        table,
        key: key.get_ref().to_string(),
        key_span: span(key.span()),
        value: setting_value(value.get_ref()),
        value_span: span(value.span()),
    }
}

fn setting_value(value: &DeValue<'_>) -> SettingValue {
    match value {
        DeValue::String(text) => SettingValue::Text(text.to_string()),
        DeValue::Integer(number) => {
            let whole = i128::from_str_radix(number.as_str(), number.radix());
            SettingValue::Number(whole.map_or_else(|_| number.to_string(), |n| n.to_string()))
        }
        DeValue::Float(number) => SettingValue::Number(number.to_string()),
        DeValue::Boolean(flag) => SettingValue::Flag(*flag),
        DeValue::Array(items) => {
            let items = items.iter().map(|item| setting_value(item.get_ref()));
            SettingValue::List(items.collect())
        }
        DeValue::Datetime(_) | DeValue::Table(_) => SettingValue::Other,
    }
}

/// The name that was probably meant.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A slip or two; in a short word one, or every word would be near every other.
    let slips = if word.chars().count() < 5 { 1 } else { 2 };
    let plain = word.to_lowercase().replace('_', "-");
    let names = names.into_iter();
    let same = |name: &str| {
        plain
            .chars()
            .zip(name.chars())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let near = names.map(|name| {
        (
            strsim::osa_distance(&plain, name),
            Reverse(same(name)),
            name,
        )
    });
    let near = near.filter(|(distance, ..)| *distance <= slips);
    near.min().map(|(.., name)| name)
}

#[cfg(test)]
mod tests {
    use super::{Config, SettingValue, nearest};

    #[test]
    fn tables_of_options_become_settings_with_places() {
        let text = "[cover]\nmin-score = 9_0\nlist = true\n[model]\ndefine = [\"A\", 0x10]\n";
        let config = Config::parse("a/assay.toml", text.as_bytes()).expect("it is right");
        let settings: Vec<(&str, &str, String)> = config
            .settings()
            .iter()
            .map(|s| (s.table, s.key.as_str(), s.value.to_string()))
            .collect();
        let wanted = [
            ("cover", "list", "true"),
            ("cover", "min-score", "90"),
            ("model", "define", "[\"A\", 16]"),
        ];
        assert_eq!(settings, wanted.map(|(t, k, v)| (t, k, v.to_string())));
        let span = config.settings()[1].value_span;
        assert_eq!(&text[span.start as usize..span.end as usize], "9_0");
        assert_eq!(config.settings()[0].value, SettingValue::Flag(true));
        assert_eq!(config.resolve("b.json").to_str(), Some("a/b.json"));
    }

    #[test]
    fn entries_are_read_by_whoever_they_are_for() {
        let text = "[check]\njobs = 1\n[[waiver]]\nreason = \"x\"\n[[waiver]]\nreason = 3\n";
        let config = Config::parse("assay.toml", text.as_bytes()).expect("it is right");
        type Entry = std::collections::BTreeMap<String, toml::Value>;
        assert_eq!(
            config
                .entries::<Entry>("waiver", "")
                .expect("they are tables")
                .len(),
            2
        );
        type Strict = std::collections::BTreeMap<String, String>;
        let error = config
            .entries::<Strict>("waiver", "why")
            .expect_err("3 is no text");
        let [wrong] = error.diagnostics.as_slice() else {
            panic!("one error");
        };
        let span = wrong.span.expect("a place");
        assert_eq!(&text[span.start as usize..span.end as usize], "3");
        assert_eq!(wrong.help.as_deref(), Some("why"));
        assert!(
            Config::default()
                .entries::<Entry>("waiver", "")
                .is_ok_and(|e| e.is_empty())
        );
    }

    #[test]
    fn the_nearest_name_is_the_one_that_was_meant() {
        let names = ["core", "cover", "check", "min-score"];
        for (slip, meant) in [
            ("cove", Some("cover")),
            ("Core", Some("core")),
            ("chekc", Some("check")),
            ("min_scroe", Some("min-score")),
            ("cvr", None),
            ("simulation", None),
        ] {
            assert_eq!(nearest(slip, names), meant, "{slip}");
        }
    }
}
