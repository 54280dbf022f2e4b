//! Lines and expressions of the toy language.

use assay_source::{Diagnostic, SourceFile, Span};

#[derive(Clone, Debug)]
pub enum Expr {
    Var(String, Span),
    Const(bool),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

/// A name with what stands behind it.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    /// Of the name.
    pub span: Span,
    /// Of the expression.
    pub right: Span,
    pub expr: Expr,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub files: Vec<SourceFile>,
    pub inputs: Vec<(String, Span)>,
    pub equations: Vec<Line>,
    pub claims: Vec<Line>,
    pub possible: Vec<Line>,
    pub goals: Vec<Line>,
    pub within: Vec<(String, u64)>,
}

impl Program {
    /// What is read and not defined. Equations may only read what stands before them, so nothing is circular.
    pub fn unknown_names(&self) -> Vec<Diagnostic> {
        let mut known: Vec<&str> = self.inputs.iter().map(|(n, _)| n.as_str()).collect();
        let mut faults = Vec::new();
        for line in &self.equations {
            faults.extend(line.expr.unknown(&known));
            known.push(&line.name);
        }
        for line in self.claims.iter().chain(&self.possible).chain(&self.goals) {
            faults.extend(line.expr.unknown(&known));
        }
        faults
    }
}

impl Expr {
    fn unknown(&self, known: &[&str]) -> Vec<Diagnostic> {
        match self {
            Expr::Var(name, span) if !known.contains(&name.as_str()) => {
                let message = format!("`{name}` is not defined before it is read");
                vec![Diagnostic::error("T0002", message).at(*span)]
            }
            Expr::Var(..) | Expr::Const(_) => vec![],
            Expr::Not(a) => a.unknown(known),
            Expr::And(a, b) | Expr::Or(a, b) => {
                let mut all = a.unknown(known);
                all.extend(b.unknown(known));
                all
            }
        }
    }

    /// Its value where `value` gives that of every variable.
    pub fn eval(&self, value: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Expr::Var(name, _) => value(name),
            Expr::Const(b) => *b,
            Expr::Not(a) => !a.eval(value),
            Expr::And(a, b) => a.eval(value) && b.eval(value),
            Expr::Or(a, b) => a.eval(value) || b.eval(value),
        }
    }
}

/// Adds the lines of a file; returns what is wrong with them.
pub fn parse(file: &SourceFile, program: &mut Program) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut start = 0;
    for text in file.text().split_inclusive('\n') {
        let content = text.split('#').next().unwrap_or_default().trim_end();
        if let Err(fault) = line(file, start, content, program) {
            faults.push(fault);
        }
        start += text.len();
    }
    faults
}

fn line(
    file: &SourceFile,
    start: usize,
    text: &str,
    program: &mut Program,
) -> Result<(), Diagnostic> {
    let mut at = Cursor {
        file,
        start,
        text,
        pos: 0,
    };
    let Some(first) = at.word() else {
        return match text.trim() {
            "" => Ok(()),
            _ => Err(at.fault("a line begins with a word")),
        };
    };
    match text[first.clone()].as_ref() {
        "input" => loop {
            let name = at.word().ok_or_else(|| at.fault("an input has a name"))?;
            let span = at.span(name.clone());
            program.inputs.push((text[name].to_string(), span));
            if !at.eat(",") {
                return at.end();
            }
        },
        "within" => {
            let name = at.word().ok_or_else(|| at.fault("a bound has a name"))?;
            let number = at.word().and_then(|w| text[w].parse().ok());
            let number = number.ok_or_else(|| at.fault("a bound is a number"))?;
            program.within.push((text[name].to_string(), number));
            at.end()
        }
        word @ ("claim" | "possible" | "goal") => {
            let line = at.named(":")?;
            match word {
                "claim" => program.claims.push(line),
                "possible" => program.possible.push(line),
                _ => program.goals.push(line),
            }
            Ok(())
        }
        _ => {
            at.pos = first.start;
            let line = at.named("=")?;
            program.equations.push(line);
            Ok(())
        }
    }
}

struct Cursor<'a> {
    file: &'a SourceFile,
    start: usize,
    text: &'a str,
    pos: usize,
}

impl Cursor<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(
            self.file.id,
            self.start + range.start,
            self.start + range.end,
        )
    }

    fn fault(&self, message: &str) -> Diagnostic {
        let end = (self.pos + 1).min(self.text.len().max(self.pos));
        Diagnostic::error("T0001", message).at(self.span(self.pos..end))
    }

    fn skip(&mut self) {
        let rest = &self.text[self.pos..];
        self.pos += rest.len() - rest.trim_start().len();
    }

    fn word(&mut self) -> Option<std::ops::Range<usize>> {
        self.skip();
        let rest = &self.text[self.pos..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let range = self.pos..self.pos + length;
        self.pos = range.end;
        (length > 0).then_some(range)
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        let there = self.text[self.pos..].starts_with(token);
        if there {
            self.pos += token.len();
        }
        there
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        self.skip();
        if self.pos < self.text.len() {
            return Err(self.fault("nothing more is expected in this line"));
        }
        Ok(())
    }

    fn named(&mut self, separator: &str) -> Result<Line, Diagnostic> {
        let name = self.word().ok_or_else(|| self.fault("a name is needed"))?;
        if !self.eat(separator) {
            return Err(self.fault(&format!("`{separator}` is expected")));
        }
        self.skip();
        let from = self.pos;
        let expr = self.or(0)?;
        self.end()?;
        Ok(Line {
            name: self.text[name.clone()].to_string(),
            span: self.span(name),
            right: self.span(from..self.text.len()),
            expr,
        })
    }

    fn or(&mut self, depth: usize) -> Result<Expr, Diagnostic> {
        let mut left = self.and(depth)?;
        while self.eat("|") {
            left = Expr::Or(Box::new(left), Box::new(self.and(depth)?));
        }
        Ok(left)
    }

    fn and(&mut self, depth: usize) -> Result<Expr, Diagnostic> {
        let mut left = self.atom(depth)?;
        while self.eat("&") {
            left = Expr::And(Box::new(left), Box::new(self.atom(depth)?));
        }
        Ok(left)
    }

    fn atom(&mut self, depth: usize) -> Result<Expr, Diagnostic> {
        if depth > 100 {
            return Err(self.fault("the expression nests too deeply"));
        }
        if self.eat("!") {
            return Ok(Expr::Not(Box::new(self.atom(depth + 1)?)));
        }
        if self.eat("(") {
            let inner = self.or(depth + 1)?;
            if !self.eat(")") {
                return Err(self.fault("`)` is expected"));
            }
            return Ok(inner);
        }
        let word = self
            .word()
            .ok_or_else(|| self.fault("an expression is expected"))?;
        Ok(match &self.text[word.clone()] {
            "true" => Expr::Const(true),
            "false" => Expr::Const(false),
            name => Expr::Var(name.to_string(), self.span(word)),
        })
    }
}
