//! Texts with tokens removed, doubled, exchanged and replaced: most are wrong, and some mean something new.

use assay_smv::syntax::lexer::lex;
use assay_system::Random;

use super::source;

/// Words of SMV and of what is mistaken for it.
pub const WORDS: &[&str] = &[
    "MODULE main",
    "VAR",
    "IVAR",
    "FROZENVAR",
    "DEFINE",
    "MDEFINE",
    "CONSTANTS",
    "ASSIGN",
    "INIT",
    "TRANS",
    "INVAR",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "ISA",
    "SPEC",
    "CTLSPEC",
    "LTLSPEC",
    "INVARSPEC",
    "PSLSPEC",
    "COMPUTE",
    "MIN",
    "MAX",
    "NAME n :=",
    "IN",
    "boolean",
    "word[4]",
    "signed",
    "unsigned",
    "array",
    "of",
    "process",
    "case",
    "esac",
    "init(",
    "next(",
    "self",
    "TRUE",
    "FALSE",
    "EX",
    "AX",
    "EF",
    "AF",
    "EG",
    "AG",
    "E [",
    "A [",
    "U",
    "BU",
    "EBF",
    "ABG",
    "1..2",
    "X",
    "F",
    "G",
    "F [",
    "Y",
    "Z",
    "H",
    "O",
    "V",
    "S",
    "T",
    "always",
    "never",
    "eventually!",
    "next!",
    "next",
    "until",
    "until!_",
    "before_",
    "abort",
    "forall i in {",
    "X!",
    "union",
    "in",
    "mod",
    "xor",
    "xnor",
    "bool(",
    "word1(",
    "toint(",
    "extend(",
    "swconst(",
    "count(",
    "0ub4_1010",
    "0sd8_",
    "1.5",
    "3",
    "-",
    "+",
    "*",
    "/",
    "&",
    "|",
    "!",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "->",
    "<->",
    "<<",
    ">>",
    "::",
    "..",
    "?",
    ":",
    ":=",
    ";",
    ",",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "a",
    "a-1",
    "b",
    "x.y",
    "\"q\"",
    "--",
    "/--",
    "--/",
    "#define",
    "==",
    "&&",
    "||",
    "not",
    "R",
    "integer",
    "real",
    "READ(",
    "PRED",
    "define(",
];

/// The text with one to three changes of its tokens.
pub fn broken(text: &str, random: &mut Random) -> String {
    let tokens = lex(&source(text)).tokens;
    let mut pieces: Vec<&str> = tokens
        .iter()
        .map(|token| &text[token.start as usize..token.end as usize])
        .filter(|piece| !piece.is_empty())
        .collect();
    for _ in 0..=random.below(3) {
        change(&mut pieces, random);
    }
    let glue = if random.below(8) == 0 { "" } else { " " };
    pieces.join(glue)
}

fn change(pieces: &mut Vec<&str>, random: &mut Random) {
    let word = WORDS[random.below(WORDS.len() as u64) as usize];
    if pieces.is_empty() {
        return pieces.push(word);
    }
    let at = random.below(pieces.len() as u64) as usize;
    let other = random.below(pieces.len() as u64) as usize;
    match random.below(6) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[at]),
        2 => pieces.swap(at, other),
        3 => pieces.insert(at, word),
        4 => pieces[at] = pieces[other],
        _ => pieces[at] = word,
    }
}
