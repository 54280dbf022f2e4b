//! A reader of JSON whose values have places, for compilation databases.

use assay_source::{Diagnostic, SourceFile, Span};

/// A value and where it stands.
pub(super) struct Json {
    pub value: Value,
    pub span: Span,
}

pub(super) enum Value {
    Text(String),
    List(Vec<Json>),
    /// In the order of the file.
    Object(Vec<(String, Json)>),
    /// A number, a truth value or null: of no use here.
    Other,
}

impl Json {
    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match &self.value {
            Value::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Lists and objects in each other deeper than this are refused, so that the stack is enough.
const DEEPEST: usize = 64;

pub(super) fn parse(file: &SourceFile) -> Result<Json, Box<Diagnostic>> {
    let mut parser = Parser {
        file,
        text: file.text(),
        at: 0,
    };
    let value = parser.value(0)?;
    parser.blanks();
    if parser.at < parser.text.len() {
        return Err(parser.fault("nothing may follow the first value"));
    }
    Ok(value)
}

struct Parser<'a> {
    file: &'a SourceFile,
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, Box<Diagnostic>> {
        if depth > DEEPEST {
            return Err(self.fault("values are nested too deeply"));
        }
        self.blanks();
        let start = self.at;
        let value = match self.peek() {
            Some('"') => Value::Text(self.string()?),
            Some('[') => Value::List(self.list(']', |p| p.value(depth + 1))?),
            Some('{') => Value::Object(self.list('}', |p| p.member(depth + 1))?),
            Some(c) if c.is_ascii_alphanumeric() || c == '-' => {
                let rest = &self.text[start..];
                let more = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
                self.at += rest.find(|c| !more(c)).unwrap_or(rest.len());
                Value::Other
            }
            _ => return Err(self.fault("a value was expected")),
        };
        let span = Span::new(self.file.id, start, self.at);
        Ok(Json { value, span })
    }

    fn list<T>(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, Box<Diagnostic>>,
    ) -> Result<Vec<T>, Box<Diagnostic>> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            self.blanks();
            if self.take(close) {
                return Ok(items);
            }
            if !self.take(',') {
                return Err(self.fault(&format!("`,` or `{close}` was expected")));
            }
        }
    }

    fn member(&mut self, depth: usize) -> Result<(String, Json), Box<Diagnostic>> {
        self.blanks();
        if self.peek() != Some('"') {
            return Err(self.fault("a name in quotes was expected"));
        }
        let name = self.string()?;
        self.blanks();
        if !self.take(':') {
            return Err(self.fault("`:` was expected"));
        }
        Ok((name, self.value(depth)?))
    }

    fn string(&mut self) -> Result<String, Box<Diagnostic>> {
        self.at += 1;
        let mut result = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(result),
                '\\' => result.push(self.escape()?),
                '\n' => break,
                c => result.push(c),
            }
        }
        Err(self.fault("a text has no end"))
    }

    fn escape(&mut self) -> Result<char, Box<Diagnostic>> {
        let Some(c) = self.peek() else {
            return Err(self.fault("a text has no end"));
        };
        self.at += c.len_utf8();
        Ok(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let digits = self.text.get(self.at..self.at + 4);
                let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
                let Some(code) = code else {
                    return Err(self.fault("four hexadecimal digits were expected"));
                };
                self.at += 4;
                // A half of a surrogate pair: no path has it in this form.
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            c => c,
        })
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn fault(&self, message: &str) -> Box<Diagnostic> {
        let at = self.at.min(self.text.len());
        let message = format!("`{}` is no JSON: {message}", self.file.name());
        Box::new(Diagnostic::error("C0205", message).at(Span::new(self.file.id, at, at)))
    }
}
