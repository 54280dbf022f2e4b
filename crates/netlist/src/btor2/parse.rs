//! Reads BTOR2 line by line.
//!
//! A line that is wrong is reported once and its id stays known as *broken*, so that lines that read it are passed over
//! in silence. What a line allocates is bounded by its length; widths are limited by [`MAX_WIDTH`].

use assay_source::{Diagnostic, SourceFile};
use rustc_hash::FxHashMap;

use super::check::{checked, circular_init};
use super::cursor::{Cursor, Word};
use super::{Arg, Kind, Line, LineId, Literal, MAX_WIDTH, Model, Op, Sort};

/// After this many errors the rest of the file is left alone.
const MAX_ERRORS: usize = 50;

/// A line is either wrong in itself, and says so, or reads one that is.
pub(super) enum Fault {
    Said(Box<Diagnostic>),
    Inherited,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Fault {
        Fault::Said(Box::new(diagnostic))
    }
}

impl From<Box<Diagnostic>> for Fault {
    fn from(diagnostic: Box<Diagnostic>) -> Fault {
        Fault::Said(diagnostic)
    }
}

/// Reads a file. The model has no errors only if there are no diagnostics.
pub fn parse(file: &SourceFile) -> (Model, Vec<Diagnostic>) {
    let mut parser = Parser::default();
    let mut diagnostics = Vec::new();
    let mut start = 0;
    for text in file.text().split_inclusive('\n') {
        let line = text.trim_end_matches(['\n', '\r']);
        if let Err(Fault::Said(error)) = parser.line(Cursor::new(file, start, line)) {
            diagnostics.push(*error);
            if diagnostics.len() == MAX_ERRORS {
                diagnostics.push(Diagnostic::note(
                    "N0199",
                    format!("`{}` has more errors than are shown", file.name()),
                ));
                break;
            }
        }
        start += text.len();
    }
    if diagnostics.is_empty() {
        diagnostics.extend(circular_init(&parser.model));
    }
    (parser.model, diagnostics)
}

/// What an id stands for.
#[derive(Clone, Copy)]
enum Known {
    Line(LineId),
    Broken,
}

#[derive(Default)]
pub(super) struct Parser {
    pub(super) model: Model,
    ids: FxHashMap<u64, Known>,
    /// Lines of `init` and `next` by their state.
    pub(super) init: FxHashMap<LineId, LineId>,
    pub(super) next: FxHashMap<LineId, LineId>,
}

impl Parser {
    fn line(&mut self, mut cursor: Cursor) -> Result<(), Fault> {
        if cursor.at_end() {
            return Ok(());
        }
        let word = cursor.word();
        let id = self.new_id(&word)?;
        // Until the line turns out to be right.
        self.ids.insert(id, Known::Broken);
        let keyword = cursor.required("the kind of the line, such as `sort` or `add`")?;
        let (sort, kind) = self.body(&keyword, &mut cursor)?;
        let symbol = cursor.symbol();
        let span = cursor.so_far(&word);
        let comment = cursor.comment()?;
        let line = Line {
            id,
            sort,
            kind,
            symbol,
            comment,
            span,
        };
        let at = LineId(self.model.lines.len() as u32);
        checked(self, &line, at)?;
        self.model.lines.push(line);
        self.ids.insert(id, Known::Line(at));
        Ok(())
    }

    fn new_id(&self, word: &Word) -> Result<u64, Fault> {
        let id = match word.text.parse::<u64>() {
            Ok(id) if id > 0 && word.is_digits() => id,
            _ => {
                return Err(Diagnostic::error(
                    "N0101",
                    "a line starts with its id, a positive number",
                )
                .at(word.span)
                .label(format!("`{}`", word.text))
                .help("comments start with `;`")
                .into());
            }
        };
        let Some(known) = self.ids.get(&id) else {
            return Ok(id);
        };
        let mut error =
            Diagnostic::error("N0102", format!("the id {id} is given twice")).at(word.span);
        if let Known::Line(first) = known {
            error = error.secondary(self.model.line(*first).span, "first here");
        }
        Err(error.into())
    }

    /// What follows the keyword, up to the symbol.
    fn body(
        &mut self,
        keyword: &Word,
        cursor: &mut Cursor,
    ) -> Result<(Option<LineId>, Kind), Fault> {
        let alone = |kind| Ok((None, kind));
        match keyword.text {
            "sort" => return Ok((None, self.sort(cursor)?)),
            "bad" => return alone(Kind::Bad(self.arg(cursor)?)),
            "constraint" => return alone(Kind::Constraint(self.arg(cursor)?)),
            "fair" => return alone(Kind::Fair(self.arg(cursor)?)),
            "output" => return alone(Kind::Output(self.arg(cursor)?)),
            "justice" => return alone(self.justice(cursor)?),
            _ => {}
        }
        let op = Op::of_name(keyword.text);
        if op.is_none() && !WITH_SORT.contains(&keyword.text) {
            return Err(unknown(keyword).into());
        }
        let sort = self.sort_of(cursor)?;
        let kind = match (op, keyword.text) {
            (Some(op), _) => {
                let args: Result<Vec<Arg>, Fault> =
                    (0..op.arity()).map(|_| self.arg(cursor)).collect();
                Kind::Op(op, args?)
            }
            (None, "input") => Kind::Input,
            (None, "state") => Kind::State,
            (None, "one") => Kind::Constant(Literal::One),
            (None, "ones") => Kind::Constant(Literal::Ones),
            (None, "zero") => Kind::Constant(Literal::Zero),
            (None, "const" | "constd" | "consth") => {
                let digits = cursor
                    .required("the digits of the constant")?
                    .text
                    .to_owned();
                Kind::Constant(match keyword.text {
                    "const" => Literal::Binary(digits),
                    "constd" => Literal::Decimal(digits),
                    _ => Literal::Hex(digits),
                })
            }
            (None, "slice") => Kind::Slice {
                arg: self.arg(cursor)?,
                upper: small(cursor, "the highest bit")?,
                lower: small(cursor, "the lowest bit")?,
            },
            (None, "uext" | "sext") => Kind::Extend {
                signed: keyword.text == "sext",
                arg: self.arg(cursor)?,
                by: small(cursor, "the number of bits to add")?,
            },
            (None, set) => {
                let state = self.state(cursor)?;
                let value = self.arg(cursor)?;
                match set {
                    "init" => Kind::Init { state, value },
                    _ => Kind::Next { state, value },
                }
            }
        };
        Ok((Some(sort), kind))
    }

    fn sort(&mut self, cursor: &mut Cursor) -> Result<Kind, Fault> {
        let what = cursor.required("`bitvec` or `array`")?;
        match what.text {
            "bitvec" => {
                let width = cursor.required("the number of bits")?;
                match width.text.parse::<u32>() {
                    Ok(bits) if width.is_digits() && (1..=MAX_WIDTH).contains(&bits) => {
                        Ok(Kind::SortBits(bits))
                    }
                    _ if width.is_digits() => Err(Diagnostic::error(
                        "N0107",
                        format!("a bit-vector has 1 to {MAX_WIDTH} bits"),
                    )
                    .at(width.span)
                    .label(format!("not {}", width.text))
                    .into()),
                    _ => Err(not_a_number(&width, "the number of bits").into()),
                }
            }
            "array" => {
                let (first, second) = (cursor.ahead(), self.sort_of(cursor)?);
                let (index, element) = (second, self.sort_of(cursor)?);
                let nested = [index, element]
                    .iter()
                    .any(|&s| !matches!(self.model.line(s).kind, Kind::SortBits(_)));
                if nested {
                    return Err(
                        Diagnostic::error("N0190", "arrays of arrays are not supported")
                            .at(first)
                            .help("index and element have to be bit-vectors")
                            .into(),
                    );
                }
                Ok(Kind::SortArray { index, element })
            }
            _ => Err(Diagnostic::error("N0104", "a sort is `bitvec` or `array`")
                .at(what.span)
                .label(format!("`{}`", what.text))
                .into()),
        }
    }

    fn justice(&mut self, cursor: &mut Cursor) -> Result<Kind, Fault> {
        let count = cursor.required("the number of conditions")?;
        let number = match count.text.parse::<u64>() {
            Ok(number) if count.is_digits() && number > 0 => number,
            _ => return Err(not_a_number(&count, "the number of conditions").into()),
        };
        let mut args = Vec::new();
        // The line ends long before a number that is too large does.
        for _ in 0..number {
            args.push(self.arg(cursor)?);
        }
        Ok(Kind::Justice(args))
    }

    /// The line that an id names.
    fn known(&self, word: &Word, id: &str) -> Result<LineId, Fault> {
        let number = id.parse::<u64>().ok().filter(|_| is_digits(id));
        let Some(number) = number else {
            return Err(not_a_number(word, "an id").into());
        };
        match self.ids.get(&number) {
            Some(Known::Line(line)) => Ok(*line),
            Some(Known::Broken) => Err(Fault::Inherited),
            None => Err(Diagnostic::error(
                "N0105",
                format!("no line before this one has the id {number}"),
            )
            .at(word.span)
            .help("a line may only read lines above it")
            .into()),
        }
    }

    fn sort_of(&self, cursor: &mut Cursor) -> Result<LineId, Fault> {
        let word = cursor.required("the id of a sort")?;
        let line = self.known(&word, word.text)?;
        if self.model.declared(line).is_none() {
            return Err(
                Diagnostic::error("N0106", format!("line {} is not a sort", word.text))
                    .at(word.span)
                    .secondary(self.model.line(line).span, "this line")
                    .into(),
            );
        }
        Ok(line)
    }

    fn arg(&self, cursor: &mut Cursor) -> Result<Arg, Fault> {
        let word = cursor.required("the id of a node")?;
        let (inverted, id) = match word.text.strip_prefix('-') {
            Some(id) => (true, id),
            None => (false, word.text),
        };
        let line = self.known(&word, id)?;
        if !self.model.line(line).kind.is_node() {
            return Err(
                Diagnostic::error("N0108", format!("line {id} has no value"))
                    .at(word.span)
                    .secondary(self.model.line(line).span, "this line")
                    .help("arguments are inputs, states, constants and operators")
                    .into(),
            );
        }
        if inverted && matches!(self.model.sort(line), Some(Sort::Array { .. })) {
            return Err(Diagnostic::error("N0109", "an array has no complement")
                .at(word.span)
                .secondary(self.model.line(line).span, "an array")
                .into());
        }
        Ok(Arg { line, inverted })
    }

    fn state(&self, cursor: &mut Cursor) -> Result<LineId, Fault> {
        let word = cursor.required("the id of a state")?;
        let line = self.known(&word, word.text)?;
        if self.model.line(line).kind != Kind::State {
            return Err(
                Diagnostic::error("N0110", format!("line {} is not a state", word.text))
                    .at(word.span)
                    .secondary(self.model.line(line).span, "this line")
                    .into(),
            );
        }
        Ok(line)
    }
}

/// Keywords that are followed by a sort and are no [`Op`].
const WITH_SORT: &[&str] = &[
    "input", "state", "one", "ones", "zero", "const", "constd", "consth", "slice", "uext", "sext",
    "init", "next",
];

const WITHOUT_SORT: &[&str] = &["sort", "bad", "constraint", "fair", "output", "justice"];

/// A number that is no id and fits a width.
fn small(cursor: &mut Cursor, what: &str) -> Result<u32, Fault> {
    let word = cursor.required(what)?;
    match word.text.parse::<u32>() {
        Ok(number) if word.is_digits() => Ok(number),
        _ => Err(not_a_number(&word, what).into()),
    }
}

fn not_a_number(word: &Word, what: &str) -> Diagnostic {
    Diagnostic::error("N0103", format!("{what} is expected here"))
        .at(word.span)
        .label(format!("`{}`", word.text))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

impl Word<'_> {
    fn is_digits(&self) -> bool {
        is_digits(self.text)
    }
}

fn unknown(keyword: &Word) -> Diagnostic {
    let error =
        Diagnostic::error("N0104", format!("BTOR2 has no `{}`", keyword.text)).at(keyword.span);
    let names = Op::ALL.iter().map(|op| op.name());
    let near = names
        .chain(WITH_SORT.iter().copied())
        .chain(WITHOUT_SORT.iter().copied())
        .filter(|name| near(name, keyword.text))
        .min();
    match near {
        Some(name) => error.help(format!("did you mean `{name}`?")),
        None => error,
    }
}

/// Whether two words differ in one letter that is added, left out or another one.
fn near(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (rest_a, rest_b) = (&a[same..], &b[same..]);
    let tail = |x: &[u8]| x.get(1..).map(<[u8]>::to_vec);
    tail(rest_a).as_deref() == Some(rest_b)
        || tail(rest_b).as_deref() == Some(rest_a)
        || (tail(rest_a).is_some() && tail(rest_a) == tail(rest_b))
}
