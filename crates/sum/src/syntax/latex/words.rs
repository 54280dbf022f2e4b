//! What the commands of a document are called in the tree.
//!
//! The lexer leaves a command that the tool-kit does not have as a name with a backslash. It is known here if a directive, a template, a
//! macro or a declaration of the document has it; else it is reported. It is called as it is spelt, without the backslash. Where
//! the document has a word of the same spelling beside it, its name ends with `ᶜ`: `\prod` and `prod` of one document are two names.
//!
//! `x_1` and `x\_1` would be one name in the tree, and so would `nat` and `\nat`: a document that has both is refused.

use rustc_hash::{FxHashMap, FxHashSet};

use assay_source::{Diagnostic, Span};

use super::commands::{self, KEYWORDS};
use super::faults;
use super::lexer::UNDERLINED;
use crate::syntax::fixity::is_toolkit_word;
use crate::syntax::z::{Block, without_decoration};
use crate::syntax::{Name, Token, TokenKind};

/// Behind the name of a command beside a word of the same spelling.
const COMMAND_MARK: char = 'ᶜ';

/// Settles the names of all blocks of a document. Gives the operators of the tool-kit that have strokes or subscripts, and what each is without them.
pub(super) fn settle(
    text: &str,
    blocks: &mut [Block],
    faults: &mut Vec<Diagnostic>,
) -> Vec<(String, String)> {
    let mut words = Words {
        plain: FxHashSet::default(),
        known: macros(text),
        ignored: FxHashSet::default(),
        replaced: FxHashMap::default(),
        decorated: Vec::new(),
    };
    for block in blocks.iter() {
        words.collect(block);
    }
    for block in blocks.iter_mut() {
        for tokens in lists(block) {
            words.rename(tokens, faults);
        }
    }
    spelt_once(text, blocks, faults);
    words.decorated
}

/// The lists of tokens of a block.
fn lists(block: &mut Block) -> Vec<&mut Vec<Token>> {
    match block {
        Block::Formal { heading, body, .. } => vec![heading, body],
        Block::Directive { tokens, .. } => vec![tokens],
    }
}

struct Words {
    /// Words that are no commands, without strokes.
    plain: FxHashSet<String>,
    /// Commands that the document declares in some way, with their backslash.
    known: FxHashSet<String>,
    /// `%%ignore`
    ignored: FxHashSet<String>,
    /// `%%Zword \command word`
    replaced: FxHashMap<String, TokenKind>,
    decorated: Vec<(String, String)>,
}

impl Words {
    fn collect(&mut self, block: &Block) {
        match block {
            Block::Formal { heading, body, .. } => {
                for tokens in [heading, body] {
                    self.collect_words(tokens);
                    self.collect_declared(tokens);
                }
            }
            Block::Directive { word, tokens, .. } => self.collect_directive(word, tokens),
        }
    }

    fn collect_words(&mut self, tokens: &[Token]) {
        for token in tokens {
            if let TokenKind::Name(name) = &token.kind
                && !name.as_str().starts_with('\\')
            {
                self.plain
                    .insert(without_decoration(name.as_str()).to_owned());
            }
        }
    }

    /// A command is declared before `:` or `==`, as a constructor, and in a template.
    fn collect_declared(&mut self, tokens: &[Token]) {
        let mut list: Vec<&str> = Vec::new();
        let mut template = false;
        for token in tokens {
            if token.starts_line {
                list.clear();
            }
            match &token.kind {
                TokenKind::Name(name) if name.as_str().starts_with('\\') => {
                    let word = name.as_str();
                    template |= ["\\relation", "\\function", "\\generic"].contains(&word);
                    list.push(without_decoration(word));
                }
                TokenKind::Symbol("," | "_" | "[" | "]" | "(" | "&") | TokenKind::Name(_) => {}
                TokenKind::Symbol(":" | "==" | "^=" | "::=" | "<<") => {
                    self.known.extend(list.drain(..).map(str::to_owned));
                }
                TokenKind::Symbol(")") if template => {
                    self.known.extend(list.drain(..).map(str::to_owned));
                    template = false;
                }
                _ => list.clear(),
            }
        }
    }

    fn collect_directive(&mut self, word: &str, tokens: &[Token]) {
        let names = tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Name(name) => Some(without_decoration(name.as_str())),
            _ => None,
        });
        match word {
            "ignore" => self.ignored.extend(names.map(str::to_owned)),
            _ if word.starts_with('Z') || word == "word" => {
                let mut tokens = tokens.iter();
                if let Some(TokenKind::Name(command)) = tokens.next().map(|token| &token.kind)
                    && let Some(meant) = tokens.next()
                    && meant.kind != TokenKind::End
                {
                    self.replaced
                        .insert(command.as_str().to_owned(), meant.kind.clone());
                }
            }
            _ => {
                let (commands, plain): (Vec<_>, Vec<_>) =
                    names.partition(|word| word.starts_with('\\'));
                self.known.extend(commands.into_iter().map(str::to_owned));
                self.plain.extend(plain.into_iter().map(str::to_owned));
            }
        }
    }

    fn rename(&mut self, tokens: &mut Vec<Token>, faults: &mut Vec<Diagnostic>) {
        let mut starts_line = false;
        let mut renamed = Vec::with_capacity(tokens.len());
        for mut token in std::mem::take(tokens) {
            if let TokenKind::Name(name) = &token.kind
                && let Some(command) = name.as_str().strip_prefix('\\')
                && !name.as_str().starts_with(UNDERLINED)
                && !KEYWORDS.contains(&name.as_str())
            {
                let base = without_decoration(command);
                if self.ignored.contains(&format!("\\{base}")) {
                    starts_line |= token.starts_line;
                    continue;
                }
                token.kind = self.settled(name.as_str(), command, base, token.span, faults);
            }
            token.starts_line |= std::mem::take(&mut starts_line);
            renamed.push(token);
        }
        *tokens = renamed;
    }

    /// What a name with a backslash is.
    fn settled(
        &mut self,
        spelling: &str,
        command: &str,
        base: &str,
        span: Span,
        faults: &mut Vec<Diagnostic>,
    ) -> TokenKind {
        if let Some(kind) = self.replaced.get(spelling) {
            return kind.clone();
        }
        // An operator of the tool-kit with strokes or a subscript.
        if is_toolkit_word(base) && base != command {
            self.decorated.push((command.to_owned(), base.to_owned()));
            return TokenKind::Name(Name::new(command));
        }
        let full = format!("\\{base}");
        if !self.known.contains(&full) {
            let near = faults::nearest(&full, &commands::known().collect::<Vec<_>>());
            faults.push(faults::unknown_command(&full, near).at(span));
        }
        let strokes = &command[base.len()..];
        if self.plain.contains(base) {
            return TokenKind::Name(Name::new(&format!("{base}{COMMAND_MARK}{strokes}")));
        }
        TokenKind::Name(Name::new(command))
    }
}

/// The symbols made of signs that the document declares: in a directive, or between the dummies of a pattern. The longest come first.
pub(super) fn signs(text: &str) -> Vec<&str> {
    let is_sign = |c: char| "+-*.=<>".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    let mut found = FxHashSet::default();
    for line in text.lines() {
        let line = line.trim_start();
        if ["%%in", "%%pre", "%%post"]
            .iter()
            .any(|head| line.starts_with(head))
        {
            found.extend(
                line.split_whitespace()
                    .filter(|word| word.chars().all(is_sign)),
            );
        }
        for part in line.split("\\_") {
            let part = part.trim_matches([' ', '~']);
            if !part.is_empty() && part.chars().all(is_sign) {
                found.insert(part);
            }
        }
    }
    let of_toolkit =
        |word: &str| word.chars().count() < 2 && word.is_ascii() || ["==", ".."].contains(&word);
    let mut signs: Vec<&str> = found.into_iter().filter(|word| !of_toolkit(word)).collect();
    signs.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    signs
}

/// The commands that the document defines as macros.
fn macros(text: &str) -> FxHashSet<String> {
    let mut found = FxHashSet::default();
    for definer in [
        "\\newcommand",
        "\\renewcommand",
        "\\providecommand",
        "\\def",
        "\\let",
        "\\DeclareMathOperator",
    ] {
        for (at, _) in text.match_indices(definer) {
            let rest = text[at + definer.len()..].trim_start_matches(['*', '{', ' ']);
            if let Some(name) = rest.strip_prefix('\\') {
                let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
                found.insert(format!("\\{}", &name[..letters]));
            }
        }
    }
    found
}

/// Reports names that the document spells in two ways that Z tells apart.
fn spelt_once(text: &str, blocks: &mut [Block], faults: &mut Vec<Diagnostic>) {
    let mut spellings: FxHashMap<Name, String> = FxHashMap::default();
    let mut reported: FxHashSet<Name> = FxHashSet::default();
    for block in blocks {
        for token in lists(block).into_iter().flatten() {
            let TokenKind::Name(name) = &token.kind else {
                continue;
            };
            let Some(source) = text.get(token.span.range()) else {
                continue;
            };
            // Only these two can be confused.
            if !name.as_str().contains('_') && !commands::is_name(without_decoration(name.as_str()))
            {
                continue;
            }
            let spelling = commands::canonical(source);
            let first = spellings
                .entry(name.clone())
                .or_insert_with(|| spelling.clone());
            if *first != spelling && reported.insert(name.clone()) {
                let fault = faults::spelt_twice(name.as_str(), first, &spelling);
                faults.push(fault.at(token.span));
            }
        }
    }
}
