//! File lists, as simulators read them.
//!
//! A list names source files, `+incdir+DIR` and `-I DIR`, `+define+NAME=VALUE` and `-D NAME=VALUE`, and further lists.
//! Words stand between blanks or line ends; one with blanks in it stands between double quotes. Comments are `//` and `#`
//! up to the end of the line, and `/* */`. What follows `-f` is a list whose paths are relative to the working directory,
//! what follows `-F` one whose paths are relative to the directory of that list.
//!
//! Other options of simulators are named in a warning. Libraries (`-y`, `-v`) are refused: they say which further modules
//! are read.

use assay_source::{Diagnostic, SourceFile, Span};

use super::disk::{Disk, directory_of, joined};
use super::sources::Define;

/// Lists in lists deeper than this contain each other.
const DEEPEST: usize = 32;

/// What the paths in a list are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// `-f`
    WorkingDirectory,
    /// `-F`
    List,
}

/// What a list says, with the lists inside of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    pub files: Vec<String>,
    pub includes: Vec<String>,
    pub defines: Vec<Define>,
    pub warnings: Vec<Diagnostic>,
}

/// Reads a list. Each file that it names has to be there.
pub fn read_list(path: &str, base: Base, disk: &mut dyn Disk) -> Result<Listed, Vec<Diagnostic>> {
    let mut reader = Reader {
        disk,
        listed: Listed::default(),
        errors: Vec::new(),
    };
    match reader.disk.open(path) {
        Some(file) => reader.list(&file, base, 0),
        None => reader.errors.push(Diagnostic::error(
            "N0217",
            format!("there is no file list `{path}`"),
        )),
    }
    if reader.errors.is_empty() {
        Ok(reader.listed)
    } else {
        Err(reader.errors)
    }
}

struct Reader<'a> {
    disk: &'a mut dyn Disk,
    listed: Listed,
    errors: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn list(&mut self, file: &SourceFile, base: Base, depth: usize) {
        let directory = match base {
            Base::WorkingDirectory => "",
            Base::List => directory_of(file.name()),
        };
        let words = words(file);
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let option = option(&word.text);
            // The argument of `-f LIST`, or what follows in `-DNAME`.
            let mut argument = |inside: &str| match inside {
                "" => rest.next().map(|w| (w.text.clone(), w.span)),
                inside => Some((inside.to_string(), word.span)),
            };
            match option {
                Item::File => self.file(file, directory, word),
                Item::Plus(kind, parts) => {
                    for part in parts {
                        self.setting(kind, &part, word.span, directory);
                    }
                }
                Item::Option(kind, inside) => match argument(inside) {
                    Some((text, span)) => self.setting(kind, &text, span, directory),
                    None => self.error(word.span, format!("`{}` has no argument", word.text)),
                },
                Item::List(base) => match argument("") {
                    Some((text, span)) => {
                        self.nested(&joined(directory, &text), span, base, depth);
                    }
                    None => self.error(word.span, format!("`{}` has no argument", word.text)),
                },
                Item::Library => {
                    rest.next();
                    let message = format!("libraries (`{}`) are not read", word.text);
                    let error = Diagnostic::error("N0217", message).at(word.span);
                    self.errors
                        .push(error.help("name each file that has a module of the design"));
                }
                Item::Other => {
                    let message = format!("`{}` in a file list is not used", word.text);
                    let warning = Diagnostic::warning("N0218", message);
                    self.listed.warnings.push(warning.at(word.span));
                }
            }
        }
    }

    fn file(&mut self, list: &SourceFile, directory: &str, word: &Word) {
        if word.text.contains('$') {
            let message = format!("`{}`: variables are not replaced in a file list", word.text);
            self.error(word.span, message);
            return;
        }
        let path = joined(directory, &word.text);
        if self.disk.is_file(&path) {
            self.listed.files.push(path);
            return;
        }
        let beside = joined(directory_of(list.name()), &word.text);
        let error = Diagnostic::error("N0217", format!("there is no file `{path}`")).at(word.span);
        self.errors.push(if path != beside && self.disk.is_file(&beside) {
            error.help(format!(
                "`{beside}` is there: `-F {}` reads paths relative to the directory of the list",
                list.name()
            ))
        } else if directory.is_empty() {
            error.help("paths in a list of `-f` are relative to the working directory, in one of `-F` to that of the list")
        } else {
            error.help(format!("paths in this list are relative to `{directory}`"))
        });
    }

    fn setting(&mut self, kind: Setting, text: &str, span: Span, directory: &str) {
        match kind {
            Setting::Include => self.listed.includes.push(joined(directory, text)),
            Setting::Define => match text.parse() {
                Ok(define) => self.listed.defines.push(define),
                Err(why) => self.error(span, why),
            },
        }
    }

    fn nested(&mut self, path: &str, span: Span, base: Base, depth: usize) {
        if depth >= DEEPEST {
            let message = format!("`{path}` is read inside of itself, or lists are too deep");
            self.error(span, message);
            return;
        }
        match self.disk.open(path) {
            Some(file) => self.list(&file, base, depth + 1),
            None => self.error(span, format!("there is no file list `{path}`")),
        }
    }

    fn error(&mut self, span: Span, message: String) {
        self.errors
            .push(Diagnostic::error("N0217", message).at(span));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Include,
    Define,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item<'a> {
    File,
    /// `+incdir+A+B`
    Plus(Setting, Vec<String>),
    /// `-I DIR` or `-IDIR`
    Option(Setting, &'a str),
    List(Base),
    Library,
    Other,
}

fn option(word: &str) -> Item<'_> {
    let parts = |rest: &str| rest.split('+').map(str::to_string).collect();
    if let Some(rest) = word.strip_prefix("+incdir+") {
        Item::Plus(Setting::Include, parts(rest))
    } else if let Some(rest) = word.strip_prefix("+define+") {
        Item::Plus(Setting::Define, parts(rest))
    } else if word == "-f" {
        Item::List(Base::WorkingDirectory)
    } else if word == "-F" {
        Item::List(Base::List)
    } else if matches!(word, "-y" | "-v") {
        Item::Library
    } else if let Some(rest) = word.strip_prefix("-I") {
        Item::Option(Setting::Include, rest)
    } else if let Some(rest) = word.strip_prefix("-D") {
        Item::Option(Setting::Define, rest)
    } else if word.starts_with(['-', '+']) {
        Item::Other
    } else {
        Item::File
    }
}

struct Word {
    text: String,
    span: Span,
}

/// The words of a list, without comments. Quotes may stand anywhere in a word, as in `-D NAME="a.hex"`, where they stay.
fn words(file: &SourceFile) -> Vec<Word> {
    let text = file.text();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("//") || c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let length = quoted.find(['"', '\n']).unwrap_or(quoted.len());
            found.push(Word {
                text: quoted[..length].to_string(),
                span: Span::new(file.id, at, (at + length + 2).min(text.len())),
            });
            at = (at + length + 2).min(text.len());
        } else {
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            found.push(Word {
                text: rest[..length].to_string(),
                span: Span::new(file.id, at, at + length),
            });
            at += length;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::disk::table::Table;
    use super::*;

    fn read(texts: &[(&str, &str)], base: Base) -> Result<Listed, Vec<Diagnostic>> {
        read_list(texts[0].0, base, &mut Table::new(texts))
    }

    #[test]
    fn everything_that_simulators_write_is_read() {
        let list = "# sources\na.sv // the top\n\"my files/b.sv\" +incdir+inc+more\n-I other -Ithird /* c.sv */\n\
                    +define+WIDTH=8+FAST -D PATH=\"x.hex\" -DDEPTH=2\n-f more.f\n-sverilog\n";
        let texts = [
            ("rtl/list.f", list),
            ("more.f", "c.sv\n"),
            ("a.sv", ""),
            ("my files/b.sv", ""),
            ("c.sv", ""),
        ];
        let listed = read(&texts, Base::WorkingDirectory).expect("a list");
        assert_eq!(listed.files, ["a.sv", "my files/b.sv", "c.sv"]);
        assert_eq!(listed.includes, ["inc", "more", "other", "third"]);
        let defines: Vec<String> = listed.defines.iter().map(Define::to_string).collect();
        assert_eq!(defines, ["WIDTH=8", "FAST", "PATH=\"x.hex\"", "DEPTH=2"]);
        let warnings: Vec<&str> = listed.warnings.iter().map(|w| w.message.as_str()).collect();
        assert_eq!(warnings, ["`-sverilog` in a file list is not used"]);
    }

    #[test]
    fn paths_are_relative_to_the_list_where_that_is_asked_for() {
        let texts = [
            (
                "rtl/list.f",
                "a.sv ../b.sv /c.sv -I inc -F sub/more.f -f sub/here.f",
            ),
            ("rtl/a.sv", ""),
            ("rtl/../b.sv", ""),
            ("/c.sv", ""),
            ("rtl/sub/more.f", "d.sv"),
            ("rtl/sub/d.sv", ""),
            ("rtl/sub/here.f", "e.sv"),
            ("e.sv", ""),
        ];
        let listed = read(&texts, Base::List).expect("a list");
        let files = ["rtl/a.sv", "rtl/../b.sv", "/c.sv", "rtl/sub/d.sv", "e.sv"];
        assert_eq!(listed.files, files);
        assert_eq!(listed.includes, ["rtl/inc"]);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let texts = [
            (
                "rtl/list.f",
                "a.sv\n  none.sv\n$ROOT/b.sv -y lib -D 8 -f none.f\n-I",
            ),
            ("rtl/a.sv", ""),
        ];
        let mut table = Table::new(&texts);
        let errors =
            read_list("rtl/list.f", Base::WorkingDirectory, &mut table).expect_err("errors");
        let said: Vec<(String, &str)> = errors
            .iter()
            .map(|e| {
                let span = e.span.expect("a place");
                let at = table.map.file(span.file).start(span);
                (format!("{}:{}", at.line, at.column), e.message.as_str())
            })
            .collect();
        let said: Vec<(&str, &str)> = said.iter().map(|(at, m)| (at.as_str(), *m)).collect();
        let expected = [
            ("1:1", "there is no file `a.sv`"),
            ("2:3", "there is no file `none.sv`"),
            (
                "3:1",
                "`$ROOT/b.sv`: variables are not replaced in a file list",
            ),
            ("3:12", "libraries (`-y`) are not read"),
            (
                "3:22",
                "`8` is no name of a macro: write NAME or NAME=VALUE",
            ),
            ("3:27", "there is no file list `none.f`"),
            ("4:1", "`-I` has no argument"),
        ];
        assert_eq!(said, expected);
        let help = errors[0].help.as_deref().unwrap_or("");
        assert!(
            help.contains("`rtl/a.sv` is there: `-F rtl/list.f`"),
            "{help}"
        );
    }

    #[test]
    fn a_list_that_contains_itself_ends() {
        let errors = read(&[("a.f", "-f a.f")], Base::List).expect_err("an error");
        assert!(errors[0].message.contains("inside of itself"));
    }
}
