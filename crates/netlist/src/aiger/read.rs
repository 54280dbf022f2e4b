//! The reader, one for both formats: they differ in what the inputs and latches leave out and in how gates are written.
//!
//! Numbers of the header are claims. Nothing is allocated for them: lists grow as the file backs them up, and a file
//! that ends early is refused where it ends. Reading stops at the first fault, because what follows it in a file
//! without delimiters means nothing.
//!
//! Codes: N0001 no AIGER header, N0002 numbers of the header contradict each other, N0003 the file ends early,
//! N0004 a line is not what it should be, N0005 a literal beyond the greatest variable, N0006 a definition of what
//! cannot be defined or is defined already, N0007 a literal that nothing defines, N0008 a reset that is none,
//! N0009 gates in a circle, N0010 the binary code of a gate is wrong, N0011 a line of the symbol table is wrong.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{Aiger, And, Item, Latch, Lit, Reset, Symbol, SymbolKind, Unsound};

/// So many inputs a binary file may have however short it is.
const FREE_INPUTS: usize = 1 << 16;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: &'static str,
    pub message: String,
    /// In bytes from the start of the file.
    pub at: Range<usize>,
    /// Whether the place lies in text, so that it has a line and a column.
    pub in_text: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Ascii,
    Binary,
}

/// Where the parts of a circuit stand in their file, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Empty in a binary file, which does not list its inputs.
    inputs: Vec<Range<usize>>,
    latches: Vec<Range<usize>>,
    outputs: Vec<Range<usize>>,
    bad: Vec<Range<usize>>,
    constraints: Vec<Range<usize>>,
    justice: Vec<Vec<Range<usize>>>,
    fairness: Vec<Range<usize>>,
    ands: Vec<Range<usize>>,
}

impl Places {
    pub fn of(&self, item: Item) -> Option<Range<usize>> {
        match item {
            Item::Input(i) => self.inputs.get(i),
            Item::Latch(i) => self.latches.get(i),
            Item::Output(i) => self.outputs.get(i),
            Item::Bad(i) => self.bad.get(i),
            Item::Constraint(i) => self.constraints.get(i),
            Item::Justice(i, j) => self.justice.get(i).and_then(|places| places.get(j)),
            Item::Fairness(i) => self.fairness.get(i),
            Item::And(i) => self.ands.get(i),
        }
        .cloned()
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub aiger: Aiger,
    pub format: Format,
    pub places: Places,
}

/// Reads a file of either format.
pub fn read(bytes: &[u8]) -> Result<Read, Fault> {
    let mut reader = Reader { bytes, at: 0 };
    let (format, header) = reader.header()?;
    let (mut aiger, places) = reader.body(format, &header)?;
    (aiger.symbols, aiger.comment) = reader.tail(&aiger)?;
    aiger.check().map_err(|unsound| {
        let (code, item) = match unsound {
            Unsound::BadDefinition { at, .. } | Unsound::DefinedTwice { at, .. } => ("N0006", at),
            Unsound::Undefined { at, .. } => ("N0007", at),
            Unsound::Cycle { at, .. } => ("N0009", at),
        };
        let at = places.of(item).unwrap_or(0..0);
        Fault {
            code,
            message: unsound.to_string(),
            at,
            in_text: format == Format::Ascii || !matches!(item, Item::And(_)),
        }
    })?;
    Ok(Read {
        aiger,
        format,
        places,
    })
}

/// The numbers of the header, by their letters in the format's description.
struct Header {
    max_var: u32,
    inputs: u32,
    latches: u32,
    outputs: u32,
    ands: u32,
    bad: u32,
    constraints: u32,
    justice: u32,
    fairness: u32,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, code: &'static str, at: Range<usize>, message: impl Into<String>) -> Fault {
        Fault {
            code,
            message: message.into(),
            at,
            in_text: true,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn header(&mut self) -> Result<(Format, Header), Fault> {
        let format = match self.bytes.get(..4) {
            Some(b"aag ") => Format::Ascii,
            Some(b"aig ") => Format::Binary,
            _ => {
                let end = self.bytes.len().min(3);
                let message = "this is not an AIGER file: it starts with neither `aag` nor `aig`";
                return Err(self.fault("N0001", 0..end, message));
            }
        };
        self.at = 3;
        let mut numbers = [0u32; 9];
        let mut count = 0;
        while self.peek() == Some(b' ') {
            if count == numbers.len() {
                let message = "the header has more than nine numbers";
                return Err(self.fault("N0001", self.at..self.at + 1, message));
            }
            self.at += 1;
            numbers[count] = self.number("a number of the header")?;
            count += 1;
        }
        if count < 5 {
            let message = format!("the header has {count} numbers, at least five are needed");
            return Err(self.fault("N0001", 0..self.at, message));
        }
        let end = self.at;
        self.end_of_line()?;
        let [
            max_var,
            inputs,
            latches,
            outputs,
            ands,
            bad,
            constraints,
            justice,
            fairness,
        ] = numbers;
        if max_var > u32::MAX / 2 {
            let message = format!("{max_var} variables are too many: literals have 32 bits");
            return Err(self.fault("N0002", 0..end, message));
        }
        let defined = u64::from(inputs) + u64::from(latches) + u64::from(ands);
        let wrong = match format {
            Format::Ascii => u64::from(max_var) < defined,
            Format::Binary => u64::from(max_var) != defined,
        };
        if wrong {
            let message = format!(
                "the greatest variable is {max_var}, and there are {defined} inputs, latches and gates"
            );
            return Err(self.fault("N0002", 0..end, message));
        }
        let header = Header {
            max_var,
            inputs,
            latches,
            outputs,
            ands,
            bad,
            constraints,
            justice,
            fairness,
        };
        Ok((format, header))
    }

    fn body(&mut self, format: Format, header: &Header) -> Result<(Aiger, Places), Fault> {
        let mut aiger = Aiger {
            max_var: header.max_var,
            ..Aiger::default()
        };
        let mut places = Places::default();
        // Inputs take no bytes in a binary file.
        let backed = FREE_INPUTS + self.bytes.len().saturating_mul(8);
        if format == Format::Binary && header.inputs as usize > backed {
            let message = format!(
                "{} inputs are more than a file of {} bytes can have a use for",
                header.inputs,
                self.bytes.len()
            );
            return Err(self.fault("N0002", 0..self.at, message));
        }
        for i in 0..header.inputs {
            match format {
                Format::Ascii => self.line(&mut places.inputs, &mut aiger.inputs, header)?,
                Format::Binary => aiger.inputs.push(Lit::of(i + 1)),
            }
        }
        for i in 0..header.latches {
            let start = self.at;
            let latch = self.latch(format, header, i)?;
            places.latches.push(start..self.at);
            self.end_of_line()?;
            aiger.latches.push(latch);
        }
        for _ in 0..header.outputs {
            self.line(&mut places.outputs, &mut aiger.outputs, header)?;
        }
        for _ in 0..header.bad {
            self.line(&mut places.bad, &mut aiger.bad, header)?;
        }
        for _ in 0..header.constraints {
            self.line(&mut places.constraints, &mut aiger.constraints, header)?;
        }
        let mut sizes = Vec::new();
        for _ in 0..header.justice {
            sizes.push(self.number("the size of a justice property")?);
            self.end_of_line()?;
        }
        for size in sizes {
            let (mut at, mut literals) = (Vec::new(), Vec::new());
            for _ in 0..size {
                self.line(&mut at, &mut literals, header)?;
            }
            places.justice.push(at);
            aiger.justice.push(literals);
        }
        for _ in 0..header.fairness {
            self.line(&mut places.fairness, &mut aiger.fairness, header)?;
        }
        for i in 0..header.ands {
            let start = self.at;
            let and = self.and(format, header, i)?;
            places.ands.push(start..self.at);
            if format == Format::Ascii {
                self.end_of_line()?;
            }
            aiger.ands.push(and);
        }
        Ok((aiger, places))
    }

    /// A register without its line end; in a binary file its number says which literal it is.
    fn latch(&mut self, format: Format, header: &Header, number: u32) -> Result<Latch, Fault> {
        let lit = match format {
            Format::Ascii => {
                let lit = self.literal(header)?;
                self.space()?;
                lit
            }
            Format::Binary => Lit::of(header.inputs + number + 1),
        };
        let next = self.literal(header)?;
        let reset = self.reset(lit)?;
        Ok(Latch { lit, next, reset })
    }

    /// A gate without its line end.
    fn and(&mut self, format: Format, header: &Header, number: u32) -> Result<And, Fault> {
        match format {
            Format::Ascii => {
                let lhs = self.literal(header)?;
                self.space()?;
                let left = self.literal(header)?;
                self.space()?;
                let right = self.literal(header)?;
                Ok(And { lhs, left, right })
            }
            Format::Binary => self.gate(header.inputs + header.latches + number + 1),
        }
    }

    /// A line with one literal.
    fn line(
        &mut self,
        places: &mut Vec<Range<usize>>,
        literals: &mut Vec<Lit>,
        header: &Header,
    ) -> Result<(), Fault> {
        let start = self.at;
        literals.push(self.literal(header)?);
        places.push(start..self.at);
        self.end_of_line()
    }

    fn number(&mut self, what: &str) -> Result<u32, Fault> {
        let start = self.at;
        let mut value: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value * 10 + u64::from(digit - b'0');
            self.at += 1;
            if value > u64::from(u32::MAX) {
                let message = format!("{what} does not fit in 32 bits");
                return Err(self.fault("N0004", start..self.at, message));
            }
        }
        if self.at == start {
            return Err(self.expected(what));
        }
        Ok(value as u32)
    }

    fn literal(&mut self, header: &Header) -> Result<Lit, Fault> {
        let start = self.at;
        let lit = Lit(self.number("a literal")?);
        if lit.var() > header.max_var {
            let message = format!(
                "the literal {} is beyond the greatest variable, {}",
                lit.0, header.max_var
            );
            return Err(self.fault("N0005", start..self.at, message));
        }
        Ok(lit)
    }

    fn reset(&mut self, latch: Lit) -> Result<Reset, Fault> {
        if self.peek() != Some(b' ') {
            return Ok(Reset::Zero);
        }
        self.at += 1;
        let start = self.at;
        match self.number("the reset of a latch")? {
            0 => Ok(Reset::Zero),
            1 => Ok(Reset::One),
            own if own == latch.0 => Ok(Reset::Any),
            other => {
                let message = format!(
                    "the reset of a latch is 0, 1 or the latch itself ({}), not {other}",
                    latch.0
                );
                Err(self.fault("N0008", start..self.at, message))
            }
        }
    }

    /// A gate of the binary section: two differences, from the gate down to its left side and on to its right [1].
    fn gate(&mut self, var: u32) -> Result<And, Fault> {
        let lhs = Lit::of(var);
        let mut sides = [Lit::FALSE; 2];
        let mut above = lhs;
        for side in &mut sides {
            let start = self.at;
            let delta = self.delta()?;
            let below = above.0.checked_sub(delta);
            let below = below.filter(|_| above != lhs || delta > 0);
            let Some(below) = below else {
                return Err(Fault {
                    code: "N0010",
                    message: format!(
                        "the gate {} has the difference {delta} where its input must be below {}",
                        lhs.0, above.0
                    ),
                    at: start..self.at,
                    in_text: false,
                });
            };
            *side = Lit(below);
            above = *side;
        }
        let [left, right] = sides;
        Ok(And { lhs, left, right })
    }

    /// Seven bits a byte, the lowest first; the eighth bit says that more follow.
    fn delta(&mut self) -> Result<u32, Fault> {
        let start = self.at;
        let mut value: u64 = 0;
        for shift in (0..35).step_by(7) {
            let Some(byte) = self.peek() else {
                return Err(Fault {
                    code: "N0003",
                    message: "the file ends within the gates".into(),
                    at: self.at..self.at,
                    in_text: false,
                });
            };
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if let Ok(value) = u32::try_from(value) {
                    return Ok(value);
                }
                break;
            }
        }
        Err(Fault {
            code: "N0010",
            message: "the code of a difference has more than 32 bits".into(),
            at: start..self.at,
            in_text: false,
        })
    }

    fn space(&mut self) -> Result<(), Fault> {
        if self.peek() != Some(b' ') {
            return Err(self.expected("a space"));
        }
        self.at += 1;
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<(), Fault> {
        if self.bytes[self.at..].starts_with(b"\r\n") {
            self.at += 1;
        }
        if self.peek() != Some(b'\n') {
            return Err(self.expected("the end of the line"));
        }
        self.at += 1;
        Ok(())
    }

    fn expected(&self, what: &str) -> Fault {
        match self.peek() {
            None => {
                let message = format!("the file ends where {what} is expected");
                self.fault("N0003", self.at..self.at, message)
            }
            Some(found) => {
                let message = format!("expected {what}, found {}", shown(found));
                self.fault("N0004", self.at..self.at + 1, message)
            }
        }
    }

    fn tail(&mut self, aiger: &Aiger) -> Result<(Vec<Symbol>, Option<Vec<u8>>), Fault> {
        let mut symbols = Vec::new();
        let mut named = FxHashSet::default();
        while let Some(first) = self.peek() {
            let rest = &self.bytes[self.at + 1..];
            if first == b'c' && (rest.is_empty() || rest[0] == b'\n' || rest.starts_with(b"\r\n")) {
                self.at += 1;
                if !rest.is_empty() {
                    self.end_of_line()?;
                }
                return Ok((symbols, Some(self.bytes[self.at..].to_vec())));
            }
            let start = self.at;
            let symbol = self.symbol(aiger)?;
            if !named.insert((symbol.kind, symbol.index)) {
                let message = format!(
                    "{}{} has a name already",
                    symbol.kind.letter(),
                    symbol.index
                );
                return Err(self.fault("N0011", start..self.at, message));
            }
            self.end_of_line()?;
            symbols.push(symbol);
        }
        Ok((symbols, None))
    }

    fn symbol(&mut self, aiger: &Aiger) -> Result<Symbol, Fault> {
        let start = self.at;
        let kind = SymbolKind::ALL
            .into_iter()
            .find(|k| self.peek() == Some(k.letter() as u8));
        let Some(kind) = kind else {
            let message =
                "expected a line of the symbol table, the comment's `c`, or the end of the file";
            return Err(self.fault("N0011", start..start + 1, message));
        };
        self.at += 1;
        let index = self.number("a position")?;
        let count = match kind {
            SymbolKind::Input => aiger.inputs.len(),
            SymbolKind::Latch => aiger.latches.len(),
            SymbolKind::Output => aiger.outputs.len(),
            SymbolKind::Bad => aiger.bad.len(),
            SymbolKind::Constraint => aiger.constraints.len(),
            SymbolKind::Justice => aiger.justice.len(),
            SymbolKind::Fairness => aiger.fairness.len(),
        };
        if index as usize >= count {
            let message = format!("there is no {}{index} to name", kind.letter());
            return Err(self.fault("N0011", start..self.at, message));
        }
        self.space()?;
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        let line = &rest[..length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let name = match std::str::from_utf8(line) {
            Ok(name) if !name.contains('\r') => name,
            _ => {
                let message = format!("the name of {}{index} is not a line of text", kind.letter());
                return Err(self.fault("N0011", self.at..self.at + line.len(), message));
            }
        };
        self.at += line.len();
        Ok(Symbol {
            kind,
            index,
            name: name.to_string(),
        })
    }
}

fn shown(byte: u8) -> String {
    match byte {
        b'\n' | b'\r' => "the end of the line".into(),
        0x21..=0x7e => format!("`{}`", byte as char),
        b' ' => "a space".into(),
        other => format!("the byte 0x{other:02x}"),
    }
}
