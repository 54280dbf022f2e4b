//! S-expressions: the reader for SMT-LIB text, be it a solver's answer, a saved lemma or a
//! certificate.
//!
//! A [`SexprTree`] is flat: nodes in preorder, each with the index just behind its last descendant.
//! Reading, walking and dropping therefore need no recursion, and text nested 100,000 deep is as
//! good as any other. The reader never panics: bad text gives a [`TextError`].

use std::fmt;

/// What is wrong with a text, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub at: usize,
    pub message: String,
}

impl TextError {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Self {
        TextError {
            at,
            message: message.into(),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.message)
    }
}

impl std::error::Error for TextError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SexprKind {
    List,
    /// `x`, `+`, `:rlimit`
    Symbol,
    /// `|a name|`: always the name of something declared, never an operator
    Quoted,
    /// `17`, `1.5`
    Number,
    /// `"text"`
    String,
}

#[derive(Clone, Debug)]
struct Node {
    kind: SexprKind,
    at: usize,
    /// Index behind the last descendant.
    end: usize,
    /// What is between the delimiters; empty for a list.
    text: String,
}

/// All the expressions of one text.
#[derive(Clone, Debug, Default)]
pub struct SexprTree {
    nodes: Vec<Node>,
}

/// One expression in a tree.
#[derive(Clone, Copy, Debug)]
pub struct Sexpr<'a> {
    tree: &'a SexprTree,
    index: usize,
}

/// Expressions side by side: the arguments of a list, or the top level.
#[derive(Clone, Debug)]
pub struct Sexprs<'a> {
    tree: &'a SexprTree,
    next: usize,
    end: usize,
}

impl SexprTree {
    /// Reads every expression in `text`. Comments run from `;` to the end of the line.
    pub fn read(text: &str) -> Result<SexprTree, TextError> {
        let mut tree = SexprTree::default();
        let mut open: Vec<usize> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b' ' | b'\t' | b'\r' | b'\n' => at += 1,
                b';' => at = end_of(bytes, at, |b| b != b'\n'),
                b'(' => {
                    open.push(tree.push(SexprKind::List, at, String::new()));
                    at += 1;
                }
                b')' => {
                    let Some(list) = open.pop() else {
                        return Err(TextError::new(at, "`)` without `(`"));
                    };
                    tree.nodes[list].end = tree.nodes.len();
                    at += 1;
                }
                b'|' => {
                    let end = end_of(bytes, at + 1, |b| b != b'|');
                    if end == bytes.len() {
                        return Err(TextError::new(at, "`|` without a closing `|`"));
                    }
                    tree.push(SexprKind::Quoted, at, text[at + 1..end].to_owned());
                    at = end + 1;
                }
                b'"' => {
                    let (content, end) = read_string(text, at)?;
                    tree.push(SexprKind::String, at, content);
                    at = end;
                }
                first => {
                    let end = end_of(bytes, at, is_symbol_byte);
                    let kind = if first.is_ascii_digit() {
                        SexprKind::Number
                    } else {
                        SexprKind::Symbol
                    };
                    tree.push(kind, at, text[at..end].to_owned());
                    at = end;
                }
            }
        }
        match open.last() {
            Some(&list) => Err(TextError::new(tree.nodes[list].at, "`(` without `)`")),
            None => Ok(tree),
        }
    }

    /// The expressions at the top level.
    pub fn roots(&self) -> Sexprs<'_> {
        Sexprs {
            tree: self,
            next: 0,
            end: self.nodes.len(),
        }
    }

    fn push(&mut self, kind: SexprKind, at: usize, text: String) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            kind,
            at,
            end: index + 1,
            text,
        });
        index
    }
}

impl<'a> Sexpr<'a> {
    fn node(&self) -> &'a Node {
        &self.tree.nodes[self.index]
    }

    pub fn kind(&self) -> SexprKind {
        self.node().kind
    }

    /// The byte at which it starts.
    pub fn at(&self) -> usize {
        self.node().at
    }

    /// The text of an atom, without quotes; None for a list.
    pub fn atom(&self) -> Option<&'a str> {
        (self.kind() != SexprKind::List).then_some(self.node().text.as_str())
    }

    /// Whether it is this unquoted symbol.
    pub fn is_symbol(&self, text: &str) -> bool {
        self.kind() == SexprKind::Symbol && self.node().text == text
    }

    /// The name it stands for, if it is a symbol, quoted or not.
    pub fn name(&self) -> Option<String> {
        match self.kind() {
            SexprKind::Symbol | SexprKind::Quoted => Some(unescape(&self.node().text)),
            _ => None,
        }
    }

    /// The items of a list; none for an atom.
    pub fn items(&self) -> Sexprs<'a> {
        Sexprs {
            tree: self.tree,
            next: self.index + 1,
            end: self.node().end,
        }
    }
}

impl<'a> Iterator for Sexprs<'a> {
    type Item = Sexpr<'a>;

    fn next(&mut self) -> Option<Sexpr<'a>> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next = self.tree.nodes[index].end;
        Some(Sexpr {
            tree: self.tree,
            index,
        })
    }
}

/// A name as SMT-LIB text. Names that are no simple symbol, or that mean something of their own,
/// are put between bars; `|`, `\` and, to make that reversible, `%` become `%7C`, `%5C` and `%25`.
pub fn quote(name: &str, reserved: impl Fn(&str) -> bool) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    for c in name.chars() {
        match c {
            '|' => text.push_str("%7C"),
            '\\' => text.push_str("%5C"),
            '%' => text.push_str("%25"),
            c => text.push(c),
        }
    }
    let simple = !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit() || c == ':')
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&b));
    if simple && !reserved(&text) {
        text
    } else {
        format!("|{text}|")
    }
}

fn unescape(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    text.replace("%7C", "|")
        .replace("%5C", "\\")
        .replace("%25", "%")
}

fn is_symbol_byte(b: u8) -> bool {
    !matches!(
        b,
        b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'|' | b'"' | b';'
    )
}

/// The first position from `start` at which `inside` does not hold, or the end.
fn end_of(bytes: &[u8], start: usize, inside: impl Fn(u8) -> bool) -> usize {
    bytes[start..]
        .iter()
        .position(|&b| !inside(b))
        .map_or(bytes.len(), |n| start + n)
}

/// The content of the string literal that starts at `at` (`""` inside stands for `"`) and the
/// position behind it.
fn read_string(text: &str, at: usize) -> Result<(String, usize), TextError> {
    let bytes = text.as_bytes();
    let mut content = String::new();
    let mut start = at + 1;
    loop {
        let end = end_of(bytes, start, |b| b != b'"');
        if end == bytes.len() {
            return Err(TextError::new(at, "string without an end"));
        }
        content.push_str(&text[start..end]);
        if bytes.get(end + 1) != Some(&b'"') {
            return Ok((content, end + 1));
        }
        content.push('"');
        start = end + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_kind() {
        let tree = SexprTree::read("(a |b c| 1.5 \"x\"\"y\") ; comment\n:key").unwrap();
        let roots: Vec<_> = tree.roots().collect();
        assert_eq!(roots.len(), 2);
        let kinds: Vec<_> = roots[0].items().map(|s| s.kind()).collect();
        assert_eq!(
            kinds,
            [
                SexprKind::Symbol,
                SexprKind::Quoted,
                SexprKind::Number,
                SexprKind::String
            ]
        );
        let atoms: Vec<_> = roots[0].items().filter_map(|s| s.atom()).collect();
        assert_eq!(atoms, ["a", "b c", "1.5", "x\"y"]);
        assert!(roots[1].is_symbol(":key"));
    }

    #[test]
    fn bad_text_is_an_error_with_its_place() {
        for (text, at) in [("(a (b)", 0), ("a)", 1), ("x |y", 2), ("(\"a)", 1)] {
            assert_eq!(SexprTree::read(text).unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn names_survive_quoting() {
        for name in [
            "x", "node~0.x", "a[2]", "", "and", "1x", "50%", "%7C", "a|b\\c", "ü",
        ] {
            let text = quote(name, |n| n == "and");
            let tree = SexprTree::read(&text).unwrap();
            let root = tree.roots().next().unwrap();
            assert_eq!(root.name().as_deref(), Some(name), "{text}");
        }
    }
}
