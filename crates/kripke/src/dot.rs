//! A part of DOT, the language of Graphviz: one `digraph` with statements for nodes and edges.
//!
//! The words of a node's `label` are its labels; its own name among them says nothing. `initial=true` makes it initial. The attributes `spec`,
//! `invarspec`, `fairness` and `labels` of the graph hold what their lines in the text format do. Other attributes are for pictures and
//! are skipped.

use assay_source::{Diagnostic, Span};

use crate::lexer::{Kind, Token};
use crate::parse::Reader;
use crate::structure::Named;

type Done<T = ()> = Result<T, Box<Diagnostic>>;

/// Whether a text begins as a graph in DOT does.
pub fn is_dot(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("//").or(rest.strip_prefix('#')) {
        rest = comment
            .split_once('\n')
            .map_or("", |(_, rest)| rest)
            .trim_start();
    }
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next();
    matches!(
        word.map(str::to_ascii_lowercase).as_deref(),
        Some("digraph" | "strict" | "graph")
    ) && rest.contains('{')
}

pub(crate) fn statements(tokens: &[Token], reader: &mut Reader<'_>) {
    reader.declares = true;
    let mut graph = Graph {
        tokens,
        pos: 0,
        reader,
    };
    if let Err(fault) = graph.read() {
        graph.reader.faults.push(*fault);
    }
}

struct Graph<'a, 'r, 's> {
    tokens: &'a [Token],
    pos: usize,
    reader: &'r mut Reader<'s>,
}

/// Names with their values, and where these stand.
type Attributes = Vec<(String, Named)>;

impl<'a> Graph<'a, '_, '_> {
    fn peek(&self) -> &'a Token {
        &self.tokens[self.pos.min(self.tokens.len() - 1)]
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek().is(sign);
        self.pos += usize::from(found);
        found
    }

    fn fault<T>(&self, code: &'static str, message: &str) -> Done<T> {
        Err(Box::new(
            Diagnostic::error(code, message).at(self.peek().span),
        ))
    }

    fn expect(&mut self, sign: &str) -> Done {
        if self.eat(sign) {
            Ok(())
        } else {
            self.fault("K0002", &format!("`{sign}` is missing before this"))
        }
    }

    fn read(&mut self) -> Done {
        let is =
            |token: &Token, word: &str| token.word().is_some_and(|w| w.eq_ignore_ascii_case(word));
        self.pos += usize::from(is(self.peek(), "strict"));
        if is(self.peek(), "graph") {
            let error = Diagnostic::error("K0006", "a graph without directions has no transitions");
            return Err(Box::new(
                error.at(self.peek().span).help("write `digraph` and `->`"),
            ));
        }
        self.pos += 1;
        if !self.peek().is("{") {
            self.identifier()?;
        }
        self.expect("{")?;
        while !self.peek().is("}") {
            if self.peek().kind == Kind::End {
                return self.fault("K0002", "`}` is missing at the end");
            }
            self.statement()?;
            while self.eat(";") || self.eat(",") {}
        }
        self.pos += 1;
        match self.peek().kind {
            Kind::End => Ok(()),
            _ => self.fault("K0002", "the graph ends before this"),
        }
    }

    fn identifier(&mut self) -> Done<Named> {
        let token = self.peek();
        let name = match &token.kind {
            Kind::Word(name) | Kind::Text(name) => name.clone(),
            _ => return self.fault("K0002", "a name is missing here"),
        };
        self.pos += 1;
        Ok(Named {
            name,
            span: token.span,
        })
    }

    fn statement(&mut self) -> Done {
        if self.peek().is("{") || self.peek().word() == Some("subgraph") {
            return self.fault("K0006", "subgraphs are not supported");
        }
        let first = self.identifier()?;
        let word = first.name.to_ascii_lowercase();
        if matches!(word.as_str(), "graph" | "node" | "edge") && self.peek().is("[") {
            let attributes = self.attributes()?;
            if word == "graph" {
                for (key, value) in attributes {
                    self.graph_attribute(&key, value)?;
                }
            }
            return Ok(());
        }
        if self.eat("=") {
            let value = self.value()?;
            return self.graph_attribute(&first.name, value);
        }
        if self.peek().is(":") {
            return self.fault("K0006", "ports are not supported");
        }
        let mut path = vec![self.node(first)?];
        while !self.peek().is("--") && self.eat("->") {
            if self.peek().is("{") {
                return self.fault("K0006", "subgraphs are not supported");
            }
            let next = self.identifier()?;
            path.push(self.node(next)?);
        }
        if self.peek().is("--") {
            return self.fault("K0006", "an edge without direction is no transition");
        }
        for pair in path.windows(2) {
            self.reader.connect(&pair[..1], &pair[1..])?;
        }
        let attributes = if self.peek().is("[") {
            self.attributes()?
        } else {
            Vec::new()
        };
        if let [node] = &path[..] {
            for (key, value) in attributes {
                self.node_attribute(node, &key, value)?;
            }
        }
        Ok(())
    }

    /// A name of DOT as the name of a state.
    fn node(&mut self, name: Named) -> Done<Named> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\'');
        if name.name.is_empty() || !name.name.chars().all(plain) {
            let message = "the name of a state has letters, digits, `_`, `.`, `$` and `'`";
            return Err(Box::new(Diagnostic::error("K0007", message).at(name.span)));
        }
        self.reader.state(&name)?;
        Ok(name)
    }

    fn value(&mut self) -> Done<Named> {
        if self.peek().is("<") {
            return self.fault("K0006", "strings in HTML are not supported");
        }
        let negative = self.eat("-");
        let mut value = self.identifier()?;
        if negative {
            value.name.insert(0, '-');
        }
        Ok(value)
    }

    fn attributes(&mut self) -> Done<Attributes> {
        let mut attributes = Vec::new();
        while self.eat("[") {
            while !self.eat("]") {
                let key = self.identifier()?;
                let value = if self.eat("=") {
                    self.value()?
                } else {
                    Named {
                        name: "true".into(),
                        span: key.span,
                    }
                };
                attributes.push((key.name, value));
                while self.eat(",") || self.eat(";") {}
            }
        }
        Ok(attributes)
    }

    fn node_attribute(&mut self, node: &Named, key: &str, value: Named) -> Done {
        match key {
            "initial" if value.name == "true" => self.reader.begin(node.clone()),
            "initial" if value.name != "false" => {
                let error = Diagnostic::error("K0002", "`initial` is `true` or `false`");
                return Err(Box::new(error.at(value.span)));
            }
            "label" => {
                for label in words(&value).filter(|word| word.name != node.name) {
                    let label = self.reader.label(&label)?;
                    self.reader.mark(&node.name, label);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn graph_attribute(&mut self, key: &str, value: Named) -> Done {
        let keyword = match key {
            "spec" => "SPEC",
            "invarspec" => "INVARSPEC",
            "fairness" => "FAIRNESS",
            "labels" => {
                for label in words(&value) {
                    self.reader.label(&label)?;
                }
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.reader.formula_text(keyword, &value)
    }
}

/// The names in a text, all with the place of the whole.
fn words(text: &Named) -> impl Iterator<Item = Named> {
    let span: Span = text.span;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\'');
    let words = text.name.split(move |c| !plain(c));
    words.filter(|w| !w.is_empty()).map(move |name| Named {
        name: name.to_string(),
        span,
    })
}
