//! Which claims a text of SMV makes, and in which order NuSMV answers them.
//!
//! This reads only as much of the language as that needs: sections, modules, and which variables are instances. It shares nothing with the
//! front end. The order of NuSMV is by kind, and within a kind those of the instances, in the order of their declarations, before those of
//! the module that they are in.

/// In NuSMV's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Ctl,
    Compute,
    Ltl,
    Psl,
    Invariant,
}

impl Kind {
    pub fn text(self) -> &'static str {
        match self {
            Kind::Ctl => "CTL",
            Kind::Compute => "COMPUTE",
            Kind::Ltl => "LTL",
            Kind::Psl => "PSL",
            Kind::Invariant => "INVARSPEC",
        }
    }
}

/// A claim as it is written, once for all instances of its module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub kind: Kind,
    /// Of the keyword, from 1.
    pub line: usize,
    pub column: usize,
    /// Without blanks, comments and parentheses.
    pub text: String,
}

/// A claim of one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Index in [`Source::claims`].
    pub claim: usize,
    /// `a.b`; empty in `main`.
    pub path: String,
}

#[derive(Debug, Default)]
pub struct Source {
    /// In the order of the text.
    pub claims: Vec<Claim>,
    /// In NuSMV's order.
    pub instances: Vec<Instance>,
}

impl Source {
    /// The claim that a place belongs to: the last one that begins there or before.
    pub fn claim_at(&self, line: usize, column: usize) -> Option<usize> {
        self.claims
            .iter()
            .rposition(|claim| (claim.line, claim.column) <= (line, column))
    }
}

/// Text of a formula, for comparing.
pub fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !"()".contains(*c))
        .collect()
}

pub fn read(text: &str) -> Source {
    let tokens = tokens(text);
    let mut modules: Vec<Module> = Vec::new();
    let mut source = Source::default();
    let mut at = 0;
    while at < tokens.len() {
        let end = section_end(&tokens, at);
        let (word, body) = (tokens[at].text, &tokens[at + 1..end]);
        match (word, modules.last_mut()) {
            ("MODULE", _) => modules.push(Module {
                name: body.first().map_or("", |t| t.text),
                ..Module::default()
            }),
            ("VAR", Some(module)) => module.variables.extend(variables(body)),
            (_, Some(module)) => {
                if let Some(kind) = kind(word) {
                    module.claims.push(source.claims.len());
                    source.claims.push(claim(kind, &tokens[at], body));
                }
            }
            _ => {}
        }
        at = end;
    }
    let mut found = Vec::new();
    if let Some(main) = modules.iter().position(|m| m.name == "main") {
        instances(&modules, main, "", 0, &mut found);
    }
    // The sort is stable: within a kind the order stays.
    found.sort_by_key(|instance| source.claims[instance.claim].kind);
    source.instances = found;
    source
}

#[derive(Default)]
struct Module<'a> {
    name: &'a str,
    /// With the word behind the colon, which may be a module.
    variables: Vec<(String, &'a str)>,
    claims: Vec<usize>,
}

/// Instances may be nested so deep. NuSMV refuses modules that contain themselves.
const DEEPEST: usize = 50;

fn instances(modules: &[Module], at: usize, path: &str, depth: usize, found: &mut Vec<Instance>) {
    if depth > DEEPEST {
        return;
    }
    for (name, of) in &modules[at].variables {
        if let Some(inner) = modules.iter().position(|m| m.name == *of) {
            let path = match path {
                "" => name.clone(),
                _ => format!("{path}.{name}"),
            };
            instances(modules, inner, &path, depth + 1, found);
        }
    }
    found.extend(modules[at].claims.iter().map(|&claim| Instance {
        claim,
        path: path.to_string(),
    }));
}

fn claim(kind: Kind, keyword: &Token, body: &[Token]) -> Claim {
    // `NAME x := formula`
    let named = body.first().is_some_and(|word| word.text == "NAME");
    let sign = body
        .iter()
        .position(|word| word.text == "=")
        .filter(|_| named);
    let body = &body[sign.map_or(0, |sign| sign + 1)..];
    let words: Vec<&str> = body.iter().map(|t| t.text).filter(|t| *t != ";").collect();
    Claim {
        kind,
        line: keyword.line,
        column: keyword.column,
        text: plain(&words.concat()),
    }
}

fn kind(word: &str) -> Option<Kind> {
    Some(match word {
        "SPEC" | "CTLSPEC" => Kind::Ctl,
        "COMPUTE" => Kind::Compute,
        "LTLSPEC" => Kind::Ltl,
        "PSLSPEC" => Kind::Psl,
        "INVARSPEC" => Kind::Invariant,
        _ => return None,
    })
}

/// `a : m; b : process m(x);` gives `a` and `b` with `m`.
fn variables<'a>(body: &[Token<'a>]) -> Vec<(String, &'a str)> {
    let mut all = Vec::new();
    for declaration in body.split(|t| t.text == ";") {
        let Some(colon) = declaration.iter().position(|t| t.text == ":") else {
            continue;
        };
        let name: String = declaration[..colon].iter().map(|t| t.text).collect();
        let mut behind = declaration[colon + 1..].iter().map(|t| t.text);
        match behind.next() {
            Some("process") => all.extend(behind.next().map(|of| (name, of))),
            Some(of) => all.push((name, of)),
            None => {}
        }
    }
    all
}

const SECTIONS: [&str; 22] = [
    "MODULE",
    "VAR",
    "IVAR",
    "FROZENVAR",
    "DEFINE",
    "CONSTANTS",
    "ASSIGN",
    "INIT",
    "TRANS",
    "INVAR",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "SPEC",
    "CTLSPEC",
    "LTLSPEC",
    "INVARSPEC",
    "PSLSPEC",
    "COMPUTE",
    "ISA",
    "PRED",
    "MIRROR",
];

fn section_end(tokens: &[Token], at: usize) -> usize {
    let next = tokens[at + 1..]
        .iter()
        .position(|t| SECTIONS.contains(&t.text));
    next.map_or(tokens.len(), |further| at + 1 + further)
}

struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// Names, with dots left out, and single characters.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split("--").next().unwrap_or_default();
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let column = line.len() - rest.len() + 1;
            let word = |c: char| c.is_alphanumeric() || "_$#\\-".contains(c);
            let length = match c {
                _ if c.is_alphabetic() || c == '_' => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                _ => c.len_utf8(),
            };
            let (one, behind) = rest.split_at(length);
            rest = behind;
            if !c.is_whitespace() {
                all.push(Token {
                    text: one,
                    line: number + 1,
                    column,
                });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = "\
MODULE cell(p) -- SPEC in a comment
VAR x : boolean;
LTLSPEC G x
SPEC AG (x -> AF p)
INVARSPEC NAME stays := x
MODULE pair
VAR left : cell(right.x); right : process cell(TRUE);
MODULE main
VAR b : cell(y); y : 0..3; a : pair; e-1 : cell(b.x);
CTLSPEC
  EF y = 2;
COMPUTE MIN [ y = 0, y = 1 ]
PSLSPEC always y = 0;
";

    #[test]
    fn claims_have_kinds_places_and_texts() {
        let source = read(MODEL);
        let all: Vec<(Kind, usize, &str)> = source
            .claims
            .iter()
            .map(|c| (c.kind, c.line, c.text.as_str()))
            .collect();
        assert_eq!(
            all,
            [
                (Kind::Ltl, 3, "Gx"),
                (Kind::Ctl, 4, "AGx->AFp"),
                (Kind::Invariant, 5, "x"),
                (Kind::Ctl, 10, "EFy=2"),
                (Kind::Compute, 12, "MIN[y=0,y=1]"),
                (Kind::Psl, 13, "alwaysy=0"),
            ]
        );
        assert_eq!(source.claim_at(11, 3), Some(3));
        assert_eq!(source.claim_at(1, 1), None);
    }

    #[test]
    fn instances_come_before_what_they_are_in_and_kinds_before_that() {
        let source = read(MODEL);
        let all: Vec<(Kind, &str)> = source
            .instances
            .iter()
            .map(|i| (source.claims[i.claim].kind, i.path.as_str()))
            .collect();
        let ctl = ["b", "a.left", "a.right", "e-1", ""].map(|p| (Kind::Ctl, p));
        let ltl = ["b", "a.left", "a.right", "e-1"].map(|p| (Kind::Ltl, p));
        let invariants = ["b", "a.left", "a.right", "e-1"].map(|p| (Kind::Invariant, p));
        let expected = [
            &ctl[..],
            &[(Kind::Compute, "")],
            &ltl[..],
            &[(Kind::Psl, "")],
            &invariants[..],
        ];
        assert_eq!(all, expected.concat());
    }
}
