//! What the commands of LaTeX mean in Z.
//!
//! The operators and names of the tool-kit come from [`crate::syntax::fixity`]; here are the other symbols, the second spellings that
//! `zed-csp`, `oz` and ISO Z have, and the commands that only move things on the page.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::syntax::fixity::{CLOSE_IMAGE, NAMES, PRODUCT, TABLE};
use crate::syntax::token::{CHARACTERS, Symbol};

/// What a command stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Symbol(Symbol),
    Name(&'static str),
    /// Nothing that is read: a space, a font.
    Space,
    /// Nothing, with what stands in braces behind it.
    SpaceWithArgument,
    /// The end of a line.
    Line,
    /// A word of ISO templates or section heads, which the reader of paragraphs looks for by its spelling.
    Keyword,
}

/// Symbols that are not operators. The first spelling of each symbol is the one that is printed.
pub(crate) const SYMBOLS: &[(&str, Symbol)] = &[
    ("\\forall", "forall"),
    ("\\all", "forall"),
    ("\\exists", "exists"),
    ("\\exi", "exists"),
    ("\\exists_1", "exists_1"),
    ("\\exione", "exists_1"),
    ("\\land", "and"),
    ("\\lor", "or"),
    ("\\lnot", "not"),
    ("\\neg", "not"),
    ("\\implies", "=>"),
    ("\\imp", "=>"),
    ("\\iff", "<=>"),
    ("\\spot", "@"),
    ("\\dot", "@"),
    ("\\bullet", "@"),
    ("\\mid", "|"),
    ("\\cbar", "|"),
    ("\\bar", "|"),
    ("\\defs", "^="),
    ("\\sdef", "^="),
    ("\\ldata", "<<"),
    ("\\rdata", ">>"),
    ("\\langle", "<<"),
    ("\\rangle", ">>"),
    ("\\lseq", "<<"),
    ("\\rseq", ">>"),
    ("\\lbag", "[["),
    ("\\rbag", "]]"),
    ("\\lblot", "lblot"),
    ("\\rblot", "rblot"),
    ("\\semi", ";;"),
    ("\\zcmp", ";;"),
    ("\\pipe", ">>"),
    ("\\zpipe", ">>"),
    ("\\hide", "hide"),
    ("\\zhide", "hide"),
    ("\\project", "|\\"),
    ("\\zproject", "|\\"),
    ("\\pre", "pre"),
    ("\\theta", "theta"),
    ("\\Delta", "Delta"),
    ("\\Xi", "Xi"),
    ("\\lambda", "lambda"),
    ("\\mu", "mu"),
    ("\\LET", "let"),
    ("\\zlet", "let"),
    ("\\IF", "if"),
    ("\\zif", "if"),
    ("\\THEN", "then"),
    ("\\zthen", "then"),
    ("\\ELSE", "else"),
    ("\\zelse", "else"),
    ("\\emptyset", "emptyset"),
    ("\\empty", "emptyset"),
    ("\\rimg", CLOSE_IMAGE),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\&", "&"),
    ("\\_", "_"),
    ("\\varg", "_"),
    ("\\where", "where"),
    ("\\ST", "where"),
];

/// Second spellings of operators: that of the table is the first.
const ALIASES: &[(&str, &str)] = &[
    ("\\tfun", "\\fun"),
    ("\\tinj", "\\inj"),
    ("\\tsurj", "\\surj"),
    ("\\map", "\\mapsto"),
    ("\\uni", "\\cup"),
    ("\\union", "\\cup"),
    ("\\inter", "\\cap"),
    ("\\diff", "\\setminus"),
    ("\\fovr", "\\oplus"),
    ("\\infix", "\\inseq"),
    ("\\dsub", "\\ndres"),
    ("\\rsub", "\\nrres"),
    ("\\dndres", "\\ndres"),
    ("\\fcmp", "\\comp"),
    ("\\cmp", "\\circ"),
    ("\\ne", "\\neq"),
    ("\\mem", "\\in"),
    ("\\nem", "\\notin"),
    ("\\nmem", "\\notin"),
    ("\\subs", "\\subseteq"),
    ("\\psubs", "\\subset"),
    ("\\lt", "<"),
    ("\\gt", ">"),
    ("\\le", "\\leq"),
    ("\\ge", "\\geq"),
    ("\\pset", "\\power"),
    ("\\psetone", "\\power_1"),
    ("\\fset", "\\finset"),
    ("\\fsetone", "\\finset_1"),
    ("\\seqone", "\\seq_1"),
    ("\\partitions", "\\partition"),
    ("\\subbag", "\\subbageq"),
    ("\\minus", "-"),
    ("\\tcl", "\\plus"),
    ("\\rtcl", "\\star"),
];

/// Second spellings of names.
const NAME_ALIASES: &[(&str, &str)] = &[
    ("\\integer", "int"),
    ("\\Int", "int"),
    ("\\natone", "nat_1"),
    ("\\arithmos", "arithmos"),
    ("\\num_1", "int_1"),
    ("\\duni", "bigcup"),
    ("\\dint", "bigcap"),
];

const SPACES: &[&str] = &[
    "\\ ",
    "\\!",
    "\\,",
    "\\:",
    "\\;",
    "\\>",
    "\\t",
    "\\quad",
    "\\qquad",
    "\\enspace",
    "\\thinspace",
    "\\noindent",
    "\\M",
    "\\O",
    "\\left",
    "\\right",
    "\\big",
    "\\Big",
    "\\displaystyle",
    "\\limits",
    "\\par",
    "\\strut",
    "\\mathit",
    "\\mathrm",
    "\\mathsf",
    "\\mathbf",
    "\\mathtt",
    "\\textit",
    "\\textrm",
    "\\textsf",
    "\\textbf",
    "\\texttt",
    "\\text",
    "\\it",
    "\\rm",
    "\\sf",
    "\\bf",
    "\\tt",
    "\\mathrel",
    "\\mathbin",
    "\\mathop",
    "\\zindent",
    "\\centering",
    "\\small",
    "\\footnotesize",
    "\\allowbreak",
    "\\nobreak",
];

const SPACES_WITH_ARGUMENT: &[&str] = &[
    "\\label",
    "\\index",
    "\\symdex",
    "\\hspace",
    "\\vspace",
    "\\footnote",
    "\\tag",
    "\\hskip",
    "\\glossary",
];

const LINES: &[&str] = &[
    "\\\\",
    "\\also",
    "\\Also",
    "\\ALSO",
    "\\zbreak",
    "\\zBreak",
    "\\ZBREAK",
    "\\znewpage",
    "\\newline",
];

/// Read by the reader of paragraphs.
pub(crate) const KEYWORDS: &[&str] = &[
    "\\SECTION",
    "\\parents",
    "\\relation",
    "\\function",
    "\\generic",
    "\\leftassoc",
    "\\rightassoc",
    "\\listarg",
    "\\vdash",
];

/// Greek letters are letters of names, each by its own character.
pub(crate) const GREEK: &[(&str, &str)] = &[
    ("\\alpha", "α"),
    ("\\beta", "β"),
    ("\\gamma", "γ"),
    ("\\delta", "δ"),
    ("\\epsilon", "ϵ"),
    ("\\varepsilon", "ε"),
    ("\\zeta", "ζ"),
    ("\\eta", "η"),
    ("\\vartheta", "ϑ"),
    ("\\iota", "ι"),
    ("\\kappa", "κ"),
    ("\\nu", "ν"),
    ("\\xi", "ξ"),
    ("\\pi", "π"),
    ("\\varpi", "ϖ"),
    ("\\rho", "ρ"),
    ("\\varrho", "ϱ"),
    ("\\sigma", "σ"),
    ("\\varsigma", "ς"),
    ("\\tau", "τ"),
    ("\\upsilon", "υ"),
    ("\\phi", "ϕ"),
    ("\\varphi", "φ"),
    ("\\chi", "χ"),
    ("\\psi", "ψ"),
    ("\\omega", "ω"),
    ("\\Gamma", "Γ"),
    ("\\Theta", "Θ"),
    ("\\Lambda", "Λ"),
    ("\\Pi", "Π"),
    ("\\Sigma", "Σ"),
    ("\\Upsilon", "Υ"),
    ("\\Phi", "Φ"),
    ("\\Psi", "Ψ"),
    ("\\Omega", "Ω"),
];

static COMMANDS: LazyLock<FxHashMap<&'static str, Meaning>> = LazyLock::new(|| {
    let mut commands = FxHashMap::default();
    for operator in TABLE {
        for spelling in operator.latex {
            commands.insert(*spelling, Meaning::Symbol(operator.ascii[0]));
        }
    }
    for (alias, spelling) in ALIASES {
        if let Some(meaning) = commands.get(spelling).copied() {
            commands.insert(*alias, meaning);
        }
    }
    commands.insert(PRODUCT.2, Meaning::Symbol(PRODUCT.0));
    for (ascii, _, latex) in NAMES {
        commands.insert(*latex, Meaning::Name(ascii));
    }
    for (spelling, name) in NAME_ALIASES.iter().chain(GREEK) {
        commands.insert(*spelling, Meaning::Name(name));
    }
    for (spelling, symbol) in SYMBOLS {
        commands.insert(*spelling, Meaning::Symbol(symbol));
    }
    let plain = [
        (SPACES, Meaning::Space),
        (SPACES_WITH_ARGUMENT, Meaning::SpaceWithArgument),
        (LINES, Meaning::Line),
        (KEYWORDS, Meaning::Keyword),
    ];
    for (spellings, meaning) in plain {
        commands.extend(spellings.iter().map(|spelling| (*spelling, meaning)));
    }
    commands
});

pub(super) fn meaning(command: &str) -> Option<Meaning> {
    COMMANDS.get(command).copied()
}

/// The commands that are known, for suggestions.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    COMMANDS
        .keys()
        .copied()
        .filter(|spelling| spelling.len() > 2)
}

/// Whether a name is a letter that can start a longer word.
pub(super) fn is_letter(name: &str) -> bool {
    GREEK.iter().any(|(_, letter)| *letter == name)
}

/// Strokes behind an operator make another operator; behind every other symbol they are tokens of their own.
pub(super) fn can_be_decorated(symbol: &str) -> bool {
    symbol == CLOSE_IMAGE
        || TABLE
            .iter()
            .any(|operator| operator.ascii[0] == symbol && operator.name != "_=_")
}

/// The command for a character of Unicode.
pub(super) fn for_character(c: char) -> Option<&'static str> {
    let mut bytes = [0; 4];
    let text: &str = c.encode_utf8(&mut bytes);
    let operator = TABLE
        .iter()
        .find(|operator| operator.unicode.contains(&text));
    if let Some(operator) = operator {
        return operator.latex.first().copied();
    }
    if let Some((_, _, latex)) = NAMES.iter().find(|(_, unicode, _)| *unicode == text) {
        return Some(latex);
    }
    let (_, symbol) = CHARACTERS
        .iter()
        .find(|(character, _)| *character == text)?;
    let found = SYMBOLS.iter().find(|(_, it)| it == symbol);
    found.map(|(spelling, _)| *spelling)
}

/// Whether the tool-kit has this name under a command.
pub(super) fn is_name(name: &str) -> bool {
    NAMES
        .iter()
        .any(|(ascii, _, latex)| *ascii == name && latex.starts_with('\\'))
}

/// A spelling of a name without what does not tell it from others: braces of subscripts, second spellings of commands.
pub(super) fn canonical(source: &str) -> String {
    let plain: String = source.chars().filter(|c| !matches!(c, '{' | '}')).collect();
    let bare = plain.trim_end_matches(['?', '!', '\'']);
    match meaning(bare) {
        Some(Meaning::Name(name)) => format!("\\{name}{}", &plain[bare.len()..]),
        _ => plain,
    }
}
