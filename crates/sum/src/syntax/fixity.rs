//! The operators: how each is spelt, what it is, how strongly it binds.
//!
//! The table has the tool-kit of Spivey, The Z Notation (2nd edition), chapter 4, and the sequence and bag operators of ISO 13568.
//! Every name in a tree is made of the first ASCII spelling here. [`Operators`] is what a parser knows: the table, and what
//! the text itself declares.
//!
//! What is a name and not an operator: `dom`, `ran`, `rev`, `min`, `first`, `succ`, `bigcup` and every other function that stands
//! before its argument. `dom f` is an application in both notations; Sum lets the names of [`PREFIX_NAMES`] do without parentheses.

use std::sync::{Arc, LazyLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Fixity, FixityKind, Name};

/// Where the operands stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `_ op _`
    Infix,
    /// `op _`
    Prefix,
    /// `_ op`
    Postfix,
    /// `_ (| _ |)`
    Bracket,
}

/// An operator of the tool-kit.
pub struct Operator {
    /// As in the tree: `_cup_`.
    pub name: &'static str,
    /// Spellings of Sum in ASCII; the first is the one that is printed, and the symbol of the token.
    pub ascii: &'static [&'static str],
    /// The first is the one that is printed.
    pub unicode: &'static [&'static str],
    /// Commands or characters of LaTeX; the first is the one that is printed.
    pub latex: &'static [&'static str],
    pub kind: FixityKind,
    pub place: Place,
    /// 10 to 60 for infix functions, 5 for arrows; of no meaning for relations, and for what is before or behind its operand.
    pub priority: u32,
    pub right_associative: bool,
}

const fn entry(
    name: &'static str,
    ascii: &'static [&'static str],
    unicode: &'static [&'static str],
    latex: &'static [&'static str],
    kind: FixityKind,
    place: Place,
    priority: u32,
) -> Operator {
    Operator {
        name,
        ascii,
        unicode,
        latex,
        kind,
        place,
        priority,
        right_associative: priority == ARROW,
    }
}

/// Of arrows: below every infix function and below `cross`.
pub const ARROW: u32 = 5;
/// Of `cross`, which is no operator of the table because `A cross B cross C` is one product of three.
pub const CROSS: u32 = 8;

use FixityKind::{Function, Generic, Relation};
use Place::{Bracket, Infix, Postfix, Prefix};

#[rustfmt::skip]
pub const TABLE: &[Operator] = &[
    // Arrows.
    entry("_<->_", &["<->"], &["↔"], &["\\rel"], Generic, Infix, ARROW),
    entry("_+->_", &["+->"], &["⇸"], &["\\pfun"], Generic, Infix, ARROW),
    entry("_-->_", &["-->"], &["→"], &["\\fun"], Generic, Infix, ARROW),
    entry("_>+>_", &[">+>"], &["⤔"], &["\\pinj"], Generic, Infix, ARROW),
    entry("_>->_", &[">->"], &["↣"], &["\\inj"], Generic, Infix, ARROW),
    entry("_+->>_", &["+->>"], &["⤀"], &["\\psurj"], Generic, Infix, ARROW),
    entry("_-->>_", &["-->>"], &["↠"], &["\\surj"], Generic, Infix, ARROW),
    entry("_>->>_", &[">->>"], &["⤖"], &["\\bij"], Generic, Infix, ARROW),
    entry("_-||->_", &["-||->"], &["⇻"], &["\\ffun"], Generic, Infix, ARROW),
    entry("_>-||->_", &[">-||->"], &["⤕"], &["\\finj"], Generic, Infix, ARROW),
    // Infix functions.
    entry("_|->_", &["|->"], &["↦"], &["\\mapsto"], Function, Infix, 10),
    entry("_.._", &[".."], &["..", "‥"], &["\\upto"], Function, Infix, 20),
    entry("_+_", &["+"], &["+"], &["+"], Function, Infix, 30),
    entry("_-_", &["-"], &["-", "−"], &["-"], Function, Infix, 30),
    entry("_cup_", &["cup", "union"], &["∪"], &["\\cup"], Function, Infix, 30),
    entry("_\\_", &["\\", "setminus"], &["∖"], &["\\setminus"], Function, Infix, 30),
    entry("_symdiff_", &["symdiff"], &["⊖"], &["\\symdiff"], Function, Infix, 30),
    entry("_^_", &["^"], &["⌢", "⁀"], &["\\cat"], Function, Infix, 30),
    entry("_uplus_", &["uplus"], &["⊎"], &["\\uplus"], Function, Infix, 30),
    entry("_uminus_", &["uminus"], &["⩁"], &["\\uminus"], Function, Infix, 30),
    entry("_*_", &["*"], &["*", "∗"], &["*"], Function, Infix, 40),
    entry("_div_", &["div"], &["div"], &["\\div"], Function, Infix, 40),
    entry("_mod_", &["mod"], &["mod"], &["\\mod"], Function, Infix, 40),
    entry("_cap_", &["cap", "inter"], &["∩"], &["\\cap"], Function, Infix, 40),
    entry("_filter_", &["filter"], &["filter"], &["\\filter"], Function, Infix, 40),
    entry("_extract_", &["extract"], &["↿", "extract"], &["\\extract"], Function, Infix, 40),
    entry("_comp_", &["comp"], &["comp", "⨾"], &["\\comp"], Function, Infix, 40),
    entry("_circ_", &["circ"], &["∘"], &["\\circ"], Function, Infix, 40),
    entry("_otimes_", &["otimes"], &["⊗"], &["\\otimes"], Function, Infix, 40),
    entry("_bcount_", &["bcount"], &["♯"], &["\\bcount"], Function, Infix, 40),
    entry("_<+_", &["<+", "func_override"], &["⊕"], &["\\oplus"], Function, Infix, 50),
    entry("_<|_", &["<|", "dom_restrict"], &["◁"], &["\\dres"], Function, Infix, 60),
    entry("_|>_", &["|>", "ran_restrict"], &["▷"], &["\\rres"], Function, Infix, 60),
    entry("_<<|_", &["<<|", "dom_subtract"], &["⩤"], &["\\ndres"], Function, Infix, 60),
    entry("_|>>_", &["|>>", "ran_subtract"], &["⩥"], &["\\nrres"], Function, Infix, 60),
    // Before their operand.
    entry("#_", &["#"], &["#"], &["\\#", "#"], Function, Prefix, 0),
    entry("-_", &["-"], &["-", "−"], &["-", "\\negate"], Function, Prefix, 0),
    entry("power_", &["power"], &["ℙ"], &["\\power"], Generic, Prefix, 0),
    entry("power_1_", &["power_1"], &["ℙ₁"], &["\\power_1"], Generic, Prefix, 0),
    entry("finset_", &["finset"], &["𝔽"], &["\\finset"], Generic, Prefix, 0),
    entry("finset_1_", &["finset_1"], &["𝔽₁"], &["\\finset_1"], Generic, Prefix, 0),
    entry("seq_", &["seq"], &["seq"], &["\\seq"], Generic, Prefix, 0),
    entry("seq_1_", &["seq_1"], &["seq₁"], &["\\seq_1"], Generic, Prefix, 0),
    entry("iseq_", &["iseq"], &["iseq"], &["\\iseq"], Generic, Prefix, 0),
    entry("bag_", &["bag"], &["bag"], &["\\bag"], Generic, Prefix, 0),
    entry("id_", &["id"], &["id"], &["\\id"], Generic, Prefix, 0),
    // Behind their operand.
    entry("_~", &["~"], &["∼", "~"], &["\\inv", "^\\sim"], Function, Postfix, 0),
    entry("_^+", &["^+"], &["⁺"], &["\\plus"], Function, Postfix, 0),
    entry("_^*", &["^*"], &["＊"], &["\\star"], Function, Postfix, 0),
    entry("_(|_|)", &["(|"], &["⦇"], &["\\limg"], Function, Bracket, 0),
    // Relations.
    entry("_=_", &["="], &["="], &["="], Relation, Infix, 0),
    entry("_/=_", &["/="], &["≠"], &["\\neq"], Relation, Infix, 0),
    entry("_in_", &["in"], &["∈"], &["\\in"], Relation, Infix, 0),
    entry("_notin_", &["notin"], &["∉"], &["\\notin"], Relation, Infix, 0),
    entry("_subseteq_", &["subseteq"], &["⊆"], &["\\subseteq"], Relation, Infix, 0),
    entry("_subset_", &["subset"], &["⊂"], &["\\subset"], Relation, Infix, 0),
    entry("_<_", &["<"], &["<"], &["<"], Relation, Infix, 0),
    entry("_<=_", &["<="], &["≤"], &["\\leq"], Relation, Infix, 0),
    entry("_>_", &[">"], &[">"], &[">"], Relation, Infix, 0),
    entry("_>=_", &[">="], &["≥"], &["\\geq"], Relation, Infix, 0),
    entry("_partitions_", &["partitions"], &["partitions"], &["\\partition"], Relation, Infix, 0),
    entry("_prefix_", &["prefix"], &["prefix"], &["\\prefix"], Relation, Infix, 0),
    entry("_suffix_", &["suffix"], &["suffix"], &["\\suffix"], Relation, Infix, 0),
    entry("_inseq_", &["inseq"], &["inseq"], &["\\inseq"], Relation, Infix, 0),
    entry("_inbag_", &["inbag"], &["⋿"], &["\\inbag"], Relation, Infix, 0),
    entry("_subbageq_", &["subbageq"], &["⊑"], &["\\subbageq"], Relation, Infix, 0),
    entry("disjoint_", &["disjoint"], &["disjoint"], &["\\disjoint"], Relation, Prefix, 0),
];

/// `|)`, which closes what `(|` opens.
pub const CLOSE_IMAGE: &str = "|)";

/// `cross`: its spellings in Sum, Unicode and LaTeX.
pub const PRODUCT: (&str, &str, &str) = ("cross", "×", "\\cross");

/// Functions whose argument needs no parentheses in Sum.
pub const PREFIX_NAMES: &[&str] = &["dom", "ran", "bigcup", "bigcap"];

/// Names of the tool-kit that are no operators: Sum in ASCII, Unicode (empty where it is the same), LaTeX.
pub const NAMES: &[(&str, &str, &str)] = &[
    ("int", "ℤ", "\\num"),
    ("nat", "ℕ", "\\nat"),
    ("nat_1", "ℕ₁", "\\nat_1"),
    ("bool", "𝔹", "\\bool"),
    ("dom", "", "\\dom"),
    ("ran", "", "\\ran"),
    ("bigcup", "⋃", "\\bigcup"),
    ("bigcap", "⋂", "\\bigcap"),
    ("first", "", "first"),
    ("second", "", "second"),
    ("succ", "", "succ"),
    ("min", "", "min"),
    ("max", "", "max"),
    ("iter", "", "iter"),
    ("rev", "", "rev"),
    ("head", "", "head"),
    ("last", "", "last"),
    ("tail", "", "tail"),
    ("front", "", "front"),
    ("squash", "", "squash"),
    ("dcat", "⌢/", "\\dcat"),
    ("count", "", "count"),
    ("items", "", "items"),
];

/// How a word is read where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub name: Name,
    pub kind: FixityKind,
    pub priority: u32,
    pub right_associative: bool,
}

/// The operators that a parser knows.
#[derive(Clone, Debug)]
pub struct Operators {
    infix: FxHashMap<Arc<str>, Reading>,
    prefix: FxHashMap<Arc<str>, Reading>,
    postfix: FxHashMap<Arc<str>, Reading>,
    /// By the opening word; the closing one beside.
    bracket: FxHashMap<Arc<str>, (Reading, Arc<str>)>,
}

impl Operators {
    /// Those of the tool-kit.
    pub fn toolkit() -> Operators {
        let mut operators = Operators::empty();
        for operator in TABLE {
            operators.declare(&Fixity {
                name: Name::new(operator.name),
                kind: operator.kind,
                priority: operator.priority,
                right_associative: operator.right_associative,
            });
        }
        operators
    }

    /// None at all, for a text that declares its own tool-kit.
    pub fn empty() -> Operators {
        Operators {
            infix: FxHashMap::default(),
            prefix: FxHashMap::default(),
            postfix: FxHashMap::default(),
            bracket: FxHashMap::default(),
        }
    }

    pub fn declare(&mut self, fixity: &Fixity) {
        let reading = Reading {
            name: fixity.name.clone(),
            kind: fixity.kind,
            priority: fixity.priority,
            right_associative: fixity.right_associative,
        };
        match shape(&fixity.name) {
            Some(Shape::Infix(word)) => drop(self.infix.insert(word.into(), reading)),
            Some(Shape::Prefix(word)) => drop(self.prefix.insert(word.into(), reading)),
            Some(Shape::Postfix(word)) => drop(self.postfix.insert(word.into(), reading)),
            Some(Shape::Bracket(open, close)) => {
                self.bracket.insert(open.into(), (reading, close.into()));
            }
            None => {}
        }
    }

    /// Reads a word in every place as another one is read there: `+_0` as `+`.
    pub fn declare_like(&mut self, word: &str, base: &str) {
        let like = |name: String, reading: &Reading| Reading {
            name: Name::new(&name),
            ..reading.clone()
        };
        if let Some(reading) = self.infix.get(base) {
            let reading = like(format!("_{word}_"), reading);
            self.infix.insert(word.into(), reading);
        }
        if let Some(reading) = self.prefix.get(base) {
            let reading = like(format!("{word}_"), reading);
            self.prefix.insert(word.into(), reading);
        }
        if let Some(reading) = self.postfix.get(base) {
            let reading = like(format!("_{word}"), reading);
            self.postfix.insert(word.into(), reading);
        }
    }

    pub fn infix(&self, word: &str) -> Option<&Reading> {
        self.infix.get(word)
    }

    pub fn prefix(&self, word: &str) -> Option<&Reading> {
        self.prefix.get(word)
    }

    pub fn postfix(&self, word: &str) -> Option<&Reading> {
        self.postfix.get(word)
    }

    pub fn bracket(&self, open: &str) -> Option<(&Reading, &str)> {
        self.bracket
            .get(open)
            .map(|(reading, close)| (reading, &**close))
    }

    pub fn closes_bracket(&self, word: &str) -> bool {
        let base = super::z::without_decoration(word);
        self.bracket
            .values()
            .any(|(_, close)| **close == *word || **close == *base)
    }

    /// Whether the word is an operator in any place.
    pub fn knows(&self, word: &str) -> bool {
        self.infix.contains_key(word)
            || self.prefix.contains_key(word)
            || self.postfix.contains_key(word)
            || self.bracket.contains_key(word)
            || self.closes_bracket(word)
    }
}

/// Whether the tool-kit has an operator with this spelling. A name of this spelling is a name: `id` beside `\\id` of LaTeX.
pub(crate) fn is_toolkit_word(word: &str) -> bool {
    static WORDS: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let words = TABLE
            .iter()
            .flat_map(|operator| operator.ascii.iter().copied());
        words.chain([CLOSE_IMAGE]).collect()
    });
    WORDS.contains(word)
}

/// What the name of an operator says of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'a> {
    Infix(&'a str),
    Prefix(&'a str),
    Postfix(&'a str),
    Bracket(&'a str, &'a str),
}

/// The shape of an operator's name; None for any other name. An underscore inside belongs to the word (`_in_order_`, `power_1_`),
/// unless a mark stands beside it (`_(|_|)`).
pub fn shape(name: &Name) -> Option<Shape<'_>> {
    let text = name.as_str();
    if let Some(rest) = text.strip_prefix('_')
        && let Some((open, close)) = rest.split_once('_')
        && !open.is_empty()
        && !close.is_empty()
        && !open.ends_with(char::is_alphanumeric)
        && !close.ends_with('_')
        && !close.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    {
        return Some(Shape::Bracket(open, close));
    }
    let word = text.trim_matches('_');
    if word.is_empty() {
        return None;
    }
    match (text.starts_with('_'), text.ends_with('_')) {
        (true, true) => Some(Shape::Infix(word)),
        (false, true) => Some(Shape::Prefix(word)),
        (true, false) => Some(Shape::Postfix(word)),
        (false, false) => None,
    }
}

/// The operator of the tool-kit with this name.
pub fn operator(name: &Name) -> Option<&'static Operator> {
    TABLE.iter().find(|operator| operator.name == name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_made_of_the_first_spelling() {
        for operator in TABLE {
            let word = operator.ascii[0];
            let expected = match operator.place {
                Infix => Shape::Infix(word),
                Prefix => Shape::Prefix(word),
                Postfix => Shape::Postfix(word),
                Bracket => Shape::Bracket(word, CLOSE_IMAGE),
            };
            assert_eq!(shape(&Name::new(operator.name)), Some(expected));
        }
    }

    #[test]
    fn an_underscore_between_letters_belongs_to_the_word() {
        let name = Name::new("_in_order_");
        assert_eq!(shape(&name), Some(Shape::Infix("in_order")));
        assert_eq!(shape(&Name::new("nat_1")), None);
        assert_eq!(shape(&Name::new("_+_0_")), Some(Shape::Infix("+_0")));
    }
}
