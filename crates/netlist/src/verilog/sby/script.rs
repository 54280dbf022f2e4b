//! The commands of a `[script]`: those that read files, and those that choose the top and its parameters. Every other one
//! would change the model in a way that is not known here, so it is refused by name.

use assay_source::{Diagnostic, Span};

use super::parse::{Line, error};
use crate::verilog::sources::{Define, Mode, Parameter, ReadFiles, Sources};

/// What the commands say, and where each file is named.
#[derive(Debug, Default)]
pub(super) struct Commands {
    pub sources: Sources,
    pub named: Vec<(String, Span)>,
    /// Macros and directories for all files that are read afterwards.
    defines: Vec<Define>,
    includes: Vec<String>,
    /// The modules whose parameters are set.
    changed: Vec<(String, Span)>,
}

/// One word of a command.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    span: Span,
}

impl Commands {
    pub fn read(lines: &[Line]) -> Result<Commands, Box<Diagnostic>> {
        let mut commands = Commands::default();
        for line in lines {
            for words in split(line) {
                commands.command(&words)?;
            }
        }
        let top = commands.sources.top.as_deref();
        let other = commands.changed.iter().find(|(m, _)| top != Some(m));
        match other {
            None => Ok(commands),
            Some((module, span)) => Err(Box::new(
                error(
                    format!("`chparam` of `{module}`, which is not the top module"),
                    *span,
                )
                .help("parameters are set of the module that `prep -top` names"),
            )),
        }
    }

    fn command(&mut self, words: &[Word]) -> Result<(), Box<Diagnostic>> {
        let Some((command, rest)) = words.split_first() else {
            return Ok(());
        };
        match command.text {
            "read" => self.read_files(rest, command),
            "read_verilog" => self.read_verilog(rest),
            "verilog_defines" => self.verilog_defines(rest),
            "prep" => self.top(
                rest,
                &["-flatten", "-auto-top", "-nordff", "-nokeepdc", "-rdff"],
            ),
            "hierarchy" => self.top(rest, &["-check", "-auto-top", "-smtcheck", "-simcheck"]),
            "chparam" => self.chparam(rest),
            other => {
                let message = format!("the command `{other}` is not supported");
                Err(Box::new(error(message, command.span).help(
                    "of a [script] only what reads files (`read`, `read_verilog`, `verilog_defines`) and `prep`, `hierarchy`, \
                     `chparam` are understood; make BTOR2 with a yosys script of your own for the rest",
                )))
            }
        }
    }

    fn read_files(&mut self, words: &[Word], command: &Word) -> Result<(), Box<Diagnostic>> {
        let Some((kind, rest)) = words.split_first() else {
            return Err(Box::new(error(
                "`read` without arguments".into(),
                command.span,
            )));
        };
        let mode = match kind.text {
            "-formal" => Mode::Formal,
            "-sv" | "-sv2005" | "-sv2009" | "-sv2012" => Mode::SystemVerilog,
            "-vlog95" | "-vlog2k" => Mode::Verilog,
            "-define" => {
                for word in rest {
                    self.defines.push(define(word.text, word.span)?);
                }
                return Ok(());
            }
            "-incdir" => {
                self.includes
                    .extend(rest.iter().map(|w| w.text.to_string()));
                return Ok(());
            }
            "-noverific" => return Ok(()),
            _ => return Err(Box::new(unknown_option("read", kind))),
        };
        self.files("read", rest, Some(mode))
    }

    fn read_verilog(&mut self, words: &[Word]) -> Result<(), Box<Diagnostic>> {
        self.files("read_verilog", words, None)
    }

    /// Options, then files. Without a mode, the options and the ends of the names say which.
    fn files(
        &mut self,
        command: &str,
        words: &[Word],
        mode: Option<Mode>,
    ) -> Result<(), Box<Diagnostic>> {
        let mut read = ReadFiles {
            defines: self.defines.clone(),
            includes: self.includes.clone(),
            ..ReadFiles::default()
        };
        let mut own = None;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let mut argument = |inside: &str| match inside {
                "" => rest.next().map(|w| (w.text.to_string(), w.span)),
                inside => Some((inside.to_string(), word.span)),
            };
            let missing = || error(format!("`{}` has no argument", word.text), word.span);
            match word.text {
                "-formal" if mode.is_none() => own = Some(Mode::Formal),
                "-sv" if mode.is_none() => own = own.or(Some(Mode::SystemVerilog)),
                "-defer" if mode.is_none() => {}
                text => {
                    if let Some(inside) = text.strip_prefix("-D") {
                        let (text, span) = argument(inside).ok_or_else(missing)?;
                        read.defines.push(define(&text, span)?);
                    } else if let Some(inside) = text.strip_prefix("-I") {
                        let (text, _) = argument(inside).ok_or_else(missing)?;
                        read.includes.push(text);
                    } else if text.starts_with('-') {
                        return Err(Box::new(unknown_option(command, word)));
                    } else {
                        read.files.push(text.to_string());
                        self.named.push((text.to_string(), word.span));
                    }
                }
            }
        }
        let all_sv = !read.files.is_empty() && read.files.iter().all(|f| f.ends_with(".sv"));
        let by_name = if all_sv {
            Mode::SystemVerilog
        } else {
            Mode::Verilog
        };
        read.mode = mode.or(own).unwrap_or(by_name);
        self.sources.reads.push(read);
        Ok(())
    }

    fn verilog_defines(&mut self, words: &[Word]) -> Result<(), Box<Diagnostic>> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let defined = match word.text.strip_prefix("-D") {
                Some("") => rest.next().map(|w| (w.text, w.span)),
                Some(inside) => Some((inside, word.span)),
                None => None,
            };
            let Some((text, span)) = defined else {
                return Err(Box::new(unknown_option("verilog_defines", word)));
            };
            self.defines.push(define(text, span)?);
        }
        Ok(())
    }

    /// `prep` and `hierarchy`: the top and its parameters. `ignored` changes nothing that is asked here.
    fn top(&mut self, words: &[Word], ignored: &[&str]) -> Result<(), Box<Diagnostic>> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match word.text {
                "-top" => match rest.next() {
                    Some(top) => self.sources.top = Some(top.text.to_string()),
                    None => {
                        return Err(Box::new(error("`-top` names no module".into(), word.span)));
                    }
                },
                "-chparam" => self.parameter(word, rest.next(), rest.next())?,
                other if ignored.contains(&other) => {}
                _ => return Err(Box::new(unknown_option("prep", word))),
            }
        }
        Ok(())
    }

    fn chparam(&mut self, words: &[Word]) -> Result<(), Box<Diagnostic>> {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            match word.text {
                "-set" => self.parameter(word, rest.next(), rest.next())?,
                option if option.starts_with('-') => {
                    return Err(Box::new(unknown_option("chparam", word)));
                }
                module => self.changed.push((module.to_string(), word.span)),
            }
        }
        Ok(())
    }

    fn parameter(
        &mut self,
        option: &Word,
        name: Option<&Word>,
        value: Option<&Word>,
    ) -> Result<(), Box<Diagnostic>> {
        let (Some(name), Some(value)) = (name, value) else {
            let message = format!("`{}` needs a name and a value", option.text);
            return Err(Box::new(error(message, option.span)));
        };
        let parameter: Result<Parameter, String> = format!("{}={}", name.text, value.text).parse();
        let parameter = parameter.map_err(|why| error(why, value.span))?;
        self.sources.parameters.push(parameter);
        Ok(())
    }
}

fn define(text: &str, span: Span) -> Result<Define, Box<Diagnostic>> {
    text.parse().map_err(|why| Box::new(error(why, span)))
}

fn unknown_option(command: &str, word: &Word) -> Diagnostic {
    let message = format!(
        "`{}` of the command `{command}` is not supported",
        word.text
    );
    error(message, word.span)
}

/// The commands of a line: `;` ends one, `#` begins a comment.
fn split<'a>(line: &Line<'a>) -> Vec<Vec<Word<'a>>> {
    let mut commands = vec![vec![]];
    let mut at = 0;
    while let Some(c) = line.text[at..].chars().next() {
        let rest = &line.text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if c == ';' {
            commands.push(vec![]);
            at += 1;
        } else if c == '#' {
            break;
        } else {
            let end = |c: char| c.is_whitespace() || c == ';';
            let length = rest.find(end).unwrap_or(rest.len());
            let start = line.span.start as usize + at;
            if let Some(command) = commands.last_mut() {
                command.push(Word {
                    text: &rest[..length],
                    span: Span::new(line.span.file, start, start + length),
                });
            }
            at += length;
        }
    }
    commands
}
