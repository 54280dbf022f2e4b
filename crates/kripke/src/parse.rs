//! Reads the text format. Statements end with their lines; a line goes on while a bracket is open.
//!
//! Two passes: the first finds states and labels, the second what speaks about them. So they may stand in any order.

use assay_source::{Diagnostic, SourceFile, Span};
use rustc_hash::FxHashMap;

use crate::dot;
use crate::formula::{Parser, unknown_state};
use crate::lexer::{Kind, Token, tokens};
use crate::structure::{Claimed, Condition, Edge, Named, State, Structure};

/// How many states and transitions a structure may have.
const MOST: usize = 20_000;
/// What the lowered system calls its state variable.
pub(crate) const STATE: &str = "state";

/// Words that begin statements or formulas, which no state and no label may be called.
const RESERVED: &[&str] = &[
    STATE,
    "states",
    "initial",
    "label",
    "labels",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "SPEC",
    "CTLSPEC",
    "LTLSPEC",
    "INVARSPEC",
    "TRUE",
    "FALSE",
    "true",
    "false",
    "AX",
    "AF",
    "AG",
    "EX",
    "EF",
    "EG",
    "A",
    "E",
    "U",
];

/// The structure of a file with warnings, or all faults that were found.
pub fn read(file: &SourceFile) -> Result<(Structure, Vec<Diagnostic>), Vec<Diagnostic>> {
    let is_dot = dot::is_dot(file.text());
    let tokens = tokens(file, is_dot).map_err(|fault| vec![*fault])?;
    let mut reader = Reader::new(file);
    if is_dot {
        dot::statements(&tokens, &mut reader);
    } else {
        for line in lines(&tokens) {
            if let Err(fault) = reader.statement(line) {
                reader.faults.push(*fault);
            }
        }
    }
    reader.finish()
}

/// The lines of a file. Ends of lines between brackets do not count.
fn lines(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut lines = Vec::new();
    let mut line: Vec<Token> = Vec::new();
    let mut open = 0usize;
    for token in tokens {
        match token.kind {
            Kind::Sign("(" | "[") => open += 1,
            Kind::Sign(")" | "]") => open = open.saturating_sub(1),
            _ => {}
        }
        let ends = token.kind == Kind::End || (token.kind == Kind::Newline && open == 0);
        if ends {
            if !line.is_empty() {
                line.push(Token {
                    kind: Kind::End,
                    span: token.span,
                });
                lines.push(std::mem::take(&mut line));
            }
        } else if token.kind != Kind::Newline {
            line.push(token.clone());
        }
    }
    lines
}

type Done = Result<(), Box<Diagnostic>>;

/// What is read so far. States and labels are entered at once; the rest waits until all are known.
pub(crate) struct Reader<'a> {
    file: &'a SourceFile,
    structure: Structure,
    states: FxHashMap<String, usize>,
    labels: FxHashMap<String, usize>,
    /// Each with the states that it leads between, by name.
    edges: Vec<(Named, Named)>,
    initial: Vec<Named>,
    formulas: Vec<Waiting>,
    /// Whether a name in a transition declares a state, as in DOT.
    pub declares: bool,
    pub faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

/// A formula that is not read yet.
struct Waiting {
    keyword: String,
    name: Option<Named>,
    tokens: Vec<Token>,
    text: String,
    span: Span,
}

impl<'a> Reader<'a> {
    fn new(file: &'a SourceFile) -> Reader<'a> {
        Reader {
            file,
            structure: Structure::default(),
            states: FxHashMap::default(),
            labels: FxHashMap::default(),
            edges: Vec::new(),
            initial: Vec::new(),
            formulas: Vec::new(),
            declares: false,
            faults: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn statement(&mut self, line: Vec<Token>) -> Done {
        let first = &line[0];
        let Some(word) = first.word() else {
            let error = Diagnostic::error("K0002", "a line begins with a word").at(first.span);
            return Err(Box::new(error));
        };
        let rest = &line[1..];
        match word {
            "state" | "states" => self.state_line(rest),
            "initial" => {
                let (names, pos) = self.names(rest, 0)?;
                self.initial.extend(names);
                end(rest, pos)
            }
            "label" | "labels" => {
                let (names, pos) = self.names(rest, 0)?;
                for name in names {
                    self.label(&name)?;
                }
                end(rest, pos)
            }
            "FAIRNESS" | "JUSTICE" | "SPEC" | "CTLSPEC" | "INVARSPEC" => {
                let keyword = word.to_string();
                self.formula_line(keyword, rest.to_vec())
            }
            "COMPASSION" | "LTLSPEC" | "COMPUTE" | "PSLSPEC" => {
                let message = format!("`{word}` is not supported in Kripke structures");
                Err(Box::new(Diagnostic::error("K0006", message).at(first.span)))
            }
            "init" | "start" => Err(Box::new(
                Diagnostic::error("K0002", format!("`{word}` begins no statement"))
                    .at(first.span)
                    .help("initial states stand after `initial`"),
            )),
            "fairness" | "justice" | "spec" | "ctlspec" | "invarspec" => Err(Box::new(
                Diagnostic::error("K0002", format!("`{word}` begins no statement"))
                    .at(first.span)
                    .help(format!("write `{}`", word.to_ascii_uppercase())),
            )),
            _ if line.iter().any(|t| t.is("->")) => self.edge_line(&line),
            _ => Err(Box::new(
                Diagnostic::error("K0002", format!("`{word}` begins no statement"))
                    .at(first.span)
                    .help("statements begin with `state`, `initial`, `label`, `FAIRNESS` or `SPEC`, or are transitions: `a -> b`"),
            )),
        }
    }

    /// `NAME [: LABELS] [-> STATES]`, or several names with commas between them.
    fn state_line(&mut self, tokens: &[Token]) -> Done {
        let (names, mut pos) = self.names(tokens, 0)?;
        for name in &names {
            self.state(name)?;
        }
        let mut labels = Vec::new();
        if tokens[pos].is(":") {
            if matches!(tokens[pos + 1].kind, Kind::Word(_)) {
                (labels, pos) = self.names(tokens, pos + 1)?;
            } else {
                pos += 1;
            }
        }
        for label in &labels {
            let label = self.label(label)?;
            for name in &names {
                self.mark(&name.name, label);
            }
        }
        if tokens[pos].is("->") {
            let targets;
            (targets, pos) = self.names(tokens, pos + 1)?;
            self.connect(&names, &targets)?;
        }
        end(tokens, pos)
    }

    /// `a b -> c d -> e`.
    fn edge_line(&mut self, tokens: &[Token]) -> Done {
        let (mut from, mut pos) = self.names(tokens, 0)?;
        while tokens[pos].is("->") {
            let (to, next) = self.names(tokens, pos + 1)?;
            self.connect(&from, &to)?;
            (from, pos) = (to, next);
        }
        end(tokens, pos)
    }

    /// `[NAME :=] FORMULA [;]`.
    pub fn formula_line(&mut self, keyword: String, mut tokens: Vec<Token>) -> Done {
        let mut name = None;
        if tokens.len() > 2
            && tokens[1].is(":=")
            && let Some(word) = tokens[0].word()
        {
            name = Some(Named {
                name: word.to_string(),
                span: tokens[0].span,
            });
            tokens.drain(..2);
        }
        let last = tokens.iter().rfind(|t| t.kind != Kind::End && !t.is(";"));
        let Some(last) = last else {
            let error = Diagnostic::error("K0002", format!("`{keyword}` has no formula"));
            return Err(Box::new(error.at(tokens[0].span)));
        };
        let span = tokens[0].span.to(last.span);
        let slice = self.file.slice(span).split_whitespace();
        self.formulas.push(Waiting {
            keyword,
            name,
            text: slice.collect::<Vec<_>>().join(" "),
            tokens,
            span,
        });
        Ok(())
    }

    /// The same of a text between quotes. Every place in it is the place of the whole.
    pub fn formula_text(&mut self, keyword: &str, text: &Named) -> Done {
        let inside = SourceFile::new(text.span.file, self.file.name(), &text.name);
        let mut tokens = tokens(&inside, false).map_err(|fault| Box::new(fault.at(text.span)))?;
        tokens.retain(|t| t.kind != Kind::Newline);
        for token in &mut tokens {
            token.span = text.span;
        }
        self.formula_line(keyword.to_string(), tokens)?;
        if let Some(waiting) = self.formulas.last_mut() {
            let formula = text.name.split_once(":=").map_or(&*text.name, |(_, f)| f);
            let words = formula.trim().trim_end_matches(';').split_whitespace();
            waiting.text = words.collect::<Vec<_>>().join(" ");
        }
        Ok(())
    }

    /// At least one name, with or without commas between them; and where they end.
    fn names(
        &self,
        tokens: &[Token],
        mut pos: usize,
    ) -> Result<(Vec<Named>, usize), Box<Diagnostic>> {
        let mut names = Vec::new();
        loop {
            let token = &tokens[pos];
            match token.word() {
                Some(word) => names.push(Named {
                    name: word.to_string(),
                    span: token.span,
                }),
                None if names.is_empty() || tokens[pos - 1].is(",") => {
                    let error = Diagnostic::error("K0002", "a name is missing here");
                    return Err(Box::new(error.at(token.span)));
                }
                None => return Ok((names, pos)),
            }
            pos += 1;
            if tokens[pos].is(",") {
                pos += 1;
            }
        }
    }

    fn free_name(&self, name: &Named) -> Done {
        if RESERVED.contains(&name.name.as_str()) {
            let message = format!("`{}` is a word of the language", name.name);
            let error = Diagnostic::error("K0007", message).at(name.span);
            return Err(Box::new(error.help("take another name")));
        }
        Ok(())
    }

    pub fn state(&mut self, name: &Named) -> Result<usize, Box<Diagnostic>> {
        if let Some(&known) = self.states.get(&name.name) {
            if self.declares {
                return Ok(known);
            }
            let error = Diagnostic::error("K0008", format!("there are two states `{}`", name.name));
            let error = error.at(name.span);
            return Err(Box::new(
                error.secondary(self.structure.states[known].span, "the other one"),
            ));
        }
        self.free_name(name)?;
        let count = self.structure.states.len();
        if count >= MOST {
            let message = format!("a structure may have {MOST} states");
            return Err(Box::new(Diagnostic::error("K0003", message).at(name.span)));
        }
        self.states.insert(name.name.clone(), count);
        self.structure.states.push(State {
            name: name.name.clone(),
            span: name.span,
            labels: Vec::new(),
            edges: Vec::new(),
        });
        Ok(count)
    }

    pub fn label(&mut self, name: &Named) -> Result<usize, Box<Diagnostic>> {
        if let Some(&known) = self.labels.get(&name.name) {
            return Ok(known);
        }
        self.free_name(name)?;
        let count = self.structure.labels.len();
        self.labels.insert(name.name.clone(), count);
        self.structure.labels.push(name.clone());
        Ok(count)
    }

    /// The state has the label.
    pub fn mark(&mut self, state: &str, label: usize) {
        if let Some(&state) = self.states.get(state) {
            let labels = &mut self.structure.states[state].labels;
            if let Err(at) = labels.binary_search(&label) {
                labels.insert(at, label);
            }
        }
    }

    pub fn connect(&mut self, from: &[Named], to: &[Named]) -> Done {
        for from in from {
            for to in to {
                if self.edges.len() >= MOST {
                    let message = format!("a structure may have {MOST} transitions");
                    return Err(Box::new(Diagnostic::error("K0003", message).at(to.span)));
                }
                self.edges.push((from.clone(), to.clone()));
            }
        }
        Ok(())
    }

    pub fn begin(&mut self, state: Named) {
        self.initial.push(state);
    }

    fn known(&mut self, name: &Named) -> Option<usize> {
        let known = self.states.get(&name.name).copied();
        if known.is_none() {
            let fault = unknown_state(&self.structure, &name.name, name.span);
            self.faults.push(fault);
        }
        known
    }

    fn finish(mut self) -> Result<(Structure, Vec<Diagnostic>), Vec<Diagnostic>> {
        for (from, to) in std::mem::take(&mut self.edges) {
            let (Some(at), Some(target)) = (self.known(&from), self.known(&to)) else {
                continue;
            };
            let edges = &mut self.structure.states[at].edges;
            if edges.iter().any(|e| e.to == target) {
                let message = format!(
                    "the transition from `{}` to `{}` is there twice",
                    from.name, to.name
                );
                self.warnings
                    .push(Diagnostic::warning("K0101", message).at(to.span));
                continue;
            }
            edges.push(Edge {
                to: target,
                span: to.span,
            });
        }
        for name in std::mem::take(&mut self.initial) {
            if let Some(state) = self.known(&name)
                && !self.structure.initial.contains(&state)
            {
                self.structure.initial.push(state);
            }
        }
        self.read_formulas();
        self.clashes();
        if self.faults.is_empty() && self.structure.initial.is_empty() {
            let error = Diagnostic::error("K0009", "no state is initial").at(self.file.span());
            self.faults
                .push(error.help("`initial s0` makes `s0` initial"));
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        self.warn();
        Ok((self.structure, self.warnings))
    }

    fn read_formulas(&mut self) {
        for (at, waiting) in std::mem::take(&mut self.formulas).into_iter().enumerate() {
            let expr = match Parser::new(&self.structure, &waiting.tokens).formula() {
                Ok(expr) => expr,
                Err(fault) => {
                    self.faults.push(*fault);
                    continue;
                }
            };
            let is_claim = waiting.keyword.ends_with("SPEC");
            let plain = matches!(
                waiting.keyword.as_str(),
                "FAIRNESS" | "JUSTICE" | "INVARSPEC"
            );
            if plain && !expr.is_propositional() {
                let message = format!("`{}` takes no temporal operators", waiting.keyword);
                self.faults
                    .push(Diagnostic::error("K0010", message).at(waiting.span));
                continue;
            }
            let span = waiting
                .name
                .as_ref()
                .map_or(waiting.span, |n| n.span.to(waiting.span));
            let named = waiting.name.is_some();
            let name = waiting.name.map_or(waiting.text.clone(), |n| n.name);
            if is_claim {
                let mut claims = self.structure.claims.iter();
                if let Some(other) = claims.find(|c| c.name == name) {
                    let message = format!("there are two claims `{name}`");
                    let fault = Diagnostic::error("K0008", message).at(span);
                    self.faults
                        .push(fault.secondary(other.span, "the other one"));
                    continue;
                }
                self.structure.claims.push(Claimed {
                    name,
                    expr,
                    invariant: waiting.keyword == "INVARSPEC",
                    named,
                    text: waiting.text,
                    span,
                });
            } else {
                self.structure.fairness.push(Condition {
                    name: if named {
                        name
                    } else {
                        format!("fairness {}", at + 1)
                    },
                    expr,
                    text: waiting.text,
                    span,
                });
            }
        }
    }

    /// Names of states and labels stand side by side in formulas.
    fn clashes(&mut self) {
        for label in &self.structure.labels {
            if let Some(&state) = self.states.get(&label.name) {
                let message = format!("`{}` is a label and a state", label.name);
                let fault = Diagnostic::error("K0008", message).at(label.span);
                let state = self.structure.states[state].span;
                self.faults.push(fault.secondary(state, "the state"));
            }
        }
    }

    /// Deadlocks, and states that nothing leads to.
    fn warn(&mut self) {
        let reachable = self.structure.reachable();
        for (at, state) in self.structure.states.iter().enumerate() {
            if !reachable[at] {
                let message = format!("nothing leads to the state `{}`", state.name);
                self.warnings
                    .push(Diagnostic::warning("K0103", message).at(state.span));
            } else if state.edges.is_empty() {
                let message = format!("no transition leaves the state `{}`", state.name);
                let warning = Diagnostic::warning("K0102", message).at(state.span);
                self.warnings
                    .push(warning.help("formulas are about infinite paths, and none comes here"));
            }
        }
    }
}

fn end(tokens: &[Token], pos: usize) -> Done {
    let token = &tokens[pos];
    if token.kind == Kind::End || (token.is(";") && tokens[pos + 1].kind == Kind::End) {
        return Ok(());
    }
    let error = Diagnostic::error("K0002", "the line ends before this").at(token.span);
    Err(Box::new(match &token.kind {
        Kind::Sign("=>" | "--" | "-") => error.help("a transition is written `->`"),
        Kind::Sign("{" | "[" | "=") => error.help("labels stand after a colon: `state s0: p q`"),
        _ => error,
    }))
}
