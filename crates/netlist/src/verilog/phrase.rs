//! Changes as text in Verilog.
//!
//! What can be written in the place of the changed text is: another operator, another constant, another value that is
//! assigned. What cannot, such as one of several registers that an `if` sets, stands in a comment behind the text.

use assay_term::{Bits, Value};
use num_bigint::BigUint;

use super::expression::{Split, choice, joined, operand, split, strength};
use crate::btor2::Op;

/// What a place in the source stands for, and the text there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    pub text: String,
    pub node: Node,
    /// The instance of a module, where it is not the one at the top.
    pub instance: String,
    /// Whether an expression with a weaker operator needs no parentheses here.
    pub alone: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A register; the text assigns to it, perhaps for the first of several times, or declares it.
    Register { name: String, conditional: bool },
    /// A memory; the text writes a word of it, or declares it.
    Memory(String),
    /// The same register where it is read.
    Read(String),
    /// An operator; the text is the expression.
    Operator,
    /// What an `if` or a `case` chooses for this name; the text is the condition or the head of the `case`.
    Choice(String),
    /// The question whether a branch of a `case` is taken, by its label; the text is the head of the `case`.
    Branch(String),
}

/// What becomes of a node or of one of its bits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Becomes<'a> {
    Any,
    Value(&'a Value),
    Inverted,
    /// The register starts with this value.
    Starts(&'a Value),
}

/// A bit of so many.
pub(crate) type Bit = Option<(u32, u32)>;

impl Phrase {
    /// Of a register: the value that is read of it.
    pub fn where_read(self) -> Phrase {
        let node = match self.node {
            Node::Register { name, .. } | Node::Memory(name) => Node::Read(name),
            other => other,
        };
        Phrase { node, ..self }
    }

    /// The node with another value.
    pub fn becomes(&self, becomes: Becomes, bit: Bit) -> String {
        let value = match becomes {
            Becomes::Any => Some("$anyseq".to_string()),
            Becomes::Value(value) | Becomes::Starts(value) => Some(literal(value)),
            Becomes::Inverted => None,
        };
        let said = match (&self.node, becomes, value) {
            (
                Node::Register { name, .. } | Node::Memory(name) | Node::Read(name),
                Becomes::Starts(_),
                Some(value),
            ) => self.noted(&format!("initial {} = {value}", target(name, bit))),
            (Node::Memory(name), _, Some(value)) => self.noted(&format!(
                "all of {} <= {value} at every edge",
                target(name, bit)
            )),
            (Node::Memory(name), _, None) => self.noted(&format!(
                "all of {} inverted at every edge",
                target(name, bit)
            )),
            (Node::Register { name, conditional }, _, value) => {
                self.assigned(name, *conditional, bit, value)
            }
            (Node::Read(name), _, Some(value)) => {
                self.noted(&format!("{} read as {value}", target(name, bit)))
            }
            (Node::Read(name), _, None) => {
                self.noted(&format!("{} read inverted", target(name, bit)))
            }
            (Node::Operator, _, value) => match bit {
                Some((bit, width)) => self.masked(becomes, bit, width),
                None => value.unwrap_or_else(|| inverted(&self.text)),
            },
            (Node::Choice(name), _, Some(value)) => {
                self.noted(&format!("either way: {} <= {value}", target(name, bit)))
            }
            (Node::Choice(name), _, None) => {
                self.noted(&format!("either way: {} inverted", target(name, bit)))
            }
            (Node::Branch(label), Becomes::Value(value), _) => self.noted(&match value {
                Value::Bool(true) => format!("{label}: always taken"),
                _ => format!("{label}: never taken"),
            }),
            (Node::Branch(label), Becomes::Inverted, _) => self.untaken(label),
            (Node::Branch(label), _, _) => self.noted(&format!("{label}: taken at any time")),
        };
        self.placed(said)
    }

    /// Whether the text is an assignment of just this constant.
    pub fn assigns(&self, value: &Value) -> bool {
        let right = match (&self.node, assignment(&self.text)) {
            (Node::Register { .. }, Some((_, _, right))) => right,
            _ => return false,
        };
        match value {
            Value::Bool(bit) => is_literal(right, 1, &BigUint::from(u8::from(*bit))),
            Value::Bits(bits) => is_literal(right, bits.width(), bits.value()),
            _ => false,
        }
    }

    /// The operator with another one in its place.
    pub fn swapped(&self, from: Op, to: Op) -> String {
        let said = match &self.node {
            Node::Branch(label) => self.untaken(label),
            _ => self.operator_swapped(from, to).unwrap_or_else(|| {
                let instead = format!("{} instead of {}", to.name(), from.name());
                self.noted(&instead)
            }),
        };
        self.placed(said)
    }

    /// The arms of a choice the other way round.
    pub fn arms_swapped(&self) -> String {
        let said = match (&self.node, choice(&self.text)) {
            (Node::Operator, Some([c, a, b])) => format!("{c} ? {b} : {a}"),
            (Node::Choice(name), _) if !self.is_case() => {
                format!("!{} /* for {} */", operand(&self.text), bare(name))
            }
            _ => self.noted("the arms change places"),
        };
        self.placed(said)
    }

    /// Always the same arm of a choice: `then`, or the other one.
    pub fn arm(&self, then: bool) -> String {
        let said = match (&self.node, choice(&self.text)) {
            (Node::Operator, Some([_, a, b])) => {
                let arm = if then { a } else { b };
                if self.alone {
                    arm.to_string()
                } else {
                    operand(arm)
                }
            }
            (Node::Choice(name), _) if !self.is_case() => {
                format!("1'b{} /* for {} */", u8::from(then), bare(name))
            }
            (Node::Choice(name), _) => self.noted(&if then {
                format!("{}: always the first branch", bare(name))
            } else {
                format!("{}: never the first branch", bare(name))
            }),
            _ => self.noted(if then {
                "always the first arm"
            } else {
                "always the second arm"
            }),
        };
        self.placed(said)
    }

    /// The constant that is an argument, one more or one less.
    pub fn constant(&self, argument: usize, old: &Value, new: &Value, more: bool) -> String {
        let said = match (&self.node, choice(&self.text), split(&self.text)) {
            (Node::Operator, Some([c, a, b]), _) => match argument {
                1 => format!("{c} ? {} : {b}", moved(a, old, new, more)),
                _ => format!("{c} ? {a} : {}", moved(b, old, new, more)),
            },
            (Node::Operator, None, Some(s)) => match argument {
                0 => joined(&moved(s.left, old, new, more), s.operator, s.right),
                _ => joined(s.left, s.operator, &moved(s.right, old, new, more)),
            },
            (Node::Choice(name), _, _) => {
                let arm = if argument == 1 { "then" } else { "else" };
                self.noted(&format!("{arm}: {} <= {}", bare(name), literal(new)))
            }
            _ => self.noted(&format!("{} in place of {}", literal(new), literal(old))),
        };
        self.placed(said)
    }

    fn operator_swapped(&self, from: Op, to: Op) -> Option<String> {
        // A word in the place of a condition is reduced without an operator.
        let bare = self.text.trim();
        match (from, to) {
            (Op::RedAnd, Op::RedOr) => return Some(format!("|{}", bare.strip_prefix('&')?.trim())),
            (Op::RedOr, Op::RedAnd) => {
                return Some(match bare.strip_prefix('|') {
                    Some(reduced) => format!("&{}", reduced.trim()),
                    None => format!("&{}", operand(bare)),
                });
            }
            _ => {}
        }
        let top = split(&self.text)?;
        let operator = PAIRS
            .iter()
            .find_map(|(op, a, b)| (*op == from && *a == top.operator).then_some(*b))?;
        let said = joined(top.left, operator, top.right);
        let weaker = strength(operator) < strength(top.operator);
        Some(if weaker && !self.alone {
            format!("({said})")
        } else {
            said
        })
    }

    /// The change holds at every edge, whatever the conditions of the assignment are.
    fn assigned(&self, name: &str, conditional: bool, bit: Bit, value: Option<String>) -> String {
        let to = target(name, bit);
        let assigned = assignment(&self.text);
        match (value, assigned) {
            (Some(value), Some((_, arrow, _))) => {
                if conditional {
                    format!("{to} {arrow} {value} /* at every edge */")
                } else {
                    format!("{to} {arrow} {value}")
                }
            }
            (Some(value), None) => self.noted(&format!("{to} <= {value}")),
            (None, Some((left, arrow, right))) if left == to && !conditional => {
                format!("{to} {arrow} ~{}", operand(right))
            }
            (None, _) => self.noted(&format!("{to} inverted")),
        }
    }

    /// An expression with another value of one bit.
    fn masked(&self, becomes: Becomes, bit: u32, width: u32) -> String {
        let text = operand(&self.text);
        let mut one = vec![false; width as usize];
        one[bit as usize] = true;
        let others: Vec<bool> = one.iter().map(|b| !b).collect();
        let [one, others] = [one, others].map(|bits| word(&Bits::from_bits(&bits)));
        match becomes {
            Becomes::Any => format!("{text} ^ ({one} & $anyseq)"),
            Becomes::Value(Value::Bool(false)) => format!("{text} & {others}"),
            Becomes::Value(_) | Becomes::Starts(_) => format!("{text} | {one}"),
            Becomes::Inverted => format!("{text} ^ {one}"),
        }
    }

    fn untaken(&self, label: &str) -> String {
        self.noted(&format!("{label}: taken when it is another"))
    }

    fn is_case(&self) -> bool {
        is_case(&self.text)
    }

    /// The text with a remark.
    fn noted(&self, remark: &str) -> String {
        format!("{} /* {remark} */", self.text)
    }

    /// With the instance, which the place alone does not say.
    fn placed(&self, said: String) -> String {
        match self.instance.as_str() {
            "" => said,
            instance => format!("{said} /* in {instance} */"),
        }
    }
}

/// Whether a text is a `case` of some kind.
pub(super) fn is_case(text: &str) -> bool {
    let first = text
        .split(|c: char| !c.is_alphanumeric())
        .find(|w| !w.is_empty());
    matches!(
        first,
        Some("case" | "casez" | "casex" | "unique" | "unique0" | "priority")
    )
}

/// Operators of Verilog that stand for one of BTOR2, and what takes their place.
const PAIRS: [(Op, &str, &str); 18] = [
    (Op::Add, "+", "-"),
    (Op::Sub, "-", "+"),
    (Op::And, "&&", "||"),
    (Op::And, "&", "|"),
    (Op::Or, "||", "&&"),
    (Op::Or, "|", "&"),
    (Op::Ult, "<", "<="),
    (Op::Ulte, "<=", "<"),
    (Op::Ugt, ">", ">="),
    (Op::Ugte, ">=", ">"),
    (Op::Slt, "<", "<="),
    (Op::Slte, "<=", "<"),
    (Op::Sgt, ">", ">="),
    (Op::Sgte, ">=", ">"),
    (Op::Eq, "==", "!="),
    (Op::Eq, "===", "!=="),
    (Op::Neq, "!=", "=="),
    (Op::Neq, "!==", "==="),
];

/// A value as Verilog writes it.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Bool(bit) => format!("1'b{}", u8::from(*bit)),
        Value::Bits(bits) => word(bits),
        Value::Array(array) => format!("'{{default: {}}}", word(array.default())),
        other => other.to_string(),
    }
}

fn word(bits: &Bits) -> String {
    let text = bits.to_string();
    let (base, digits) = match text.strip_prefix("0x") {
        Some(digits) => ('h', digits),
        None => ('b', text.trim_start_matches("0b")),
    };
    format!("{}'{base}{digits}", bits.width())
}

/// The complement of an expression.
fn inverted(text: &str) -> String {
    // A comparison and what joins conditions are conditions themselves.
    let joins = |s: Split| matches!(strength(s.operator), 2 | 3 | 7 | 8);
    let condition = split(text).map_or(text.starts_with('!'), joins);
    let sign = if condition { '!' } else { '~' };
    format!("{sign}{}", operand(text))
}

/// The text of a constant, one more or one less.
fn moved(text: &str, old: &Value, new: &Value, more: bool) -> String {
    let decimal = text.chars().all(|c| c.is_ascii_digit() || c == '_');
    let number = |value: &Value| match value {
        Value::Bits(bits) => Some(bits.value().clone()),
        _ => None,
    };
    match (decimal, number(old), number(new)) {
        // One below zero and one above the greatest are written as what they are.
        (true, Some(old), Some(new)) if (new > old) == more => new.to_string(),
        (true, _, _) => literal(new),
        (false, _, _) if text.contains('\'') => literal(new),
        (false, _, _) => format!("({text} {} 1)", if more { '+' } else { '-' }),
    }
}

/// Whether a text is a constant that has this value in so many bits.
fn is_literal(text: &str, width: u32, value: &BigUint) -> bool {
    let (base, digits) = match text.split_once('\'') {
        None => (10, text),
        Some((_, "0")) => return value.bits() == 0,
        Some((_, "1")) => return value.count_ones() == u64::from(width),
        Some((_, rest)) => {
            let rest = rest.trim_start_matches(['s', 'S']);
            let base = match rest.chars().next() {
                Some('b' | 'B') => 2,
                Some('o' | 'O') => 8,
                Some('d' | 'D') => 10,
                Some('h' | 'H') => 16,
                _ => return false,
            };
            (base, &rest[1..])
        }
    };
    let digits = digits.trim().replace('_', "");
    let number = BigUint::parse_bytes(digits.as_bytes(), base);
    number.is_some_and(|n| n % (BigUint::from(1u8) << width) == *value)
}

/// The name in its own module.
fn bare(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn target(name: &str, bit: Bit) -> String {
    match bit {
        Some((bit, _)) => format!("{}[{bit}]", bare(name)),
        None => bare(name).to_string(),
    }
}

/// What is assigned to, how, and what.
fn assignment(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.find('=')?;
    let (left, right) = (&text[..at], &text[at + 1..]);
    match left.strip_suffix('<') {
        Some(left) => Some((left.trim(), "<=", right.trim())),
        None => Some((left.trim(), "=", right.trim())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrase(text: &str, node: Node) -> Phrase {
        Phrase {
            text: text.into(),
            node,
            instance: String::new(),
            alone: true,
        }
    }

    fn bits(width: u32, value: u32) -> Value {
        Bits::new(width, value).into()
    }

    #[test]
    fn operators_are_swapped_in_place() {
        for (text, from, to, said) in [
            ("a + b - c", Op::Sub, Op::Add, "a + b + c"),
            ("a && b", Op::And, Op::Or, "a || b"),
            (
                "a & b ^ c",
                Op::And,
                Op::Or,
                "a & b ^ c /* or instead of and */",
            ),
            ("b | c ^ d", Op::Or, Op::And, "b & (c ^ d)"),
            ("i <= 3", Op::Ulte, Op::Ult, "i < 3"),
            ("i === 3", Op::Eq, Op::Neq, "i !== 3"),
            ("&x", Op::RedAnd, Op::RedOr, "|x"),
            ("word", Op::RedOr, Op::RedAnd, "&word"),
            (
                "`MACRO",
                Op::Add,
                Op::Sub,
                "`MACRO /* sub instead of add */",
            ),
        ] {
            assert_eq!(phrase(text, Node::Operator).swapped(from, to), said);
        }
        let inside = Phrase {
            alone: false,
            ..phrase("a & b", Node::Operator)
        };
        assert_eq!(inside.swapped(Op::And, Op::Or), "(a | b)");
    }

    #[test]
    fn constants_move_by_one() {
        let of = |text: &str, old, new, more| {
            phrase(text, Node::Operator).constant(1, &bits(4, old), &bits(4, new), more)
        };
        assert_eq!(of("i + 1", 1, 2, true), "i + 2");
        assert_eq!(of("i + 0", 0, 15, false), "i + 4'b1111");
        assert_eq!(of("i == 4'd7", 7, 8, true), "i == 4'b1000");
        assert_eq!(of("i == LIMIT", 7, 6, false), "i == (LIMIT - 1)");
        assert_eq!(of("c ? 3 : i", 3, 4, true), "c ? 4 : i");
    }

    #[test]
    fn registers_are_assigned() {
        let register = |conditional| Node::Register {
            name: "u.count".into(),
            conditional,
        };
        let zero = bits(3, 0);
        let say = |text: &str, conditional, becomes, bit| {
            phrase(text, register(conditional)).becomes(becomes, bit)
        };
        let value = Becomes::Value(&zero);
        assert_eq!(say("count <= i + 1", false, value, None), "count <= 3'b000");
        assert_eq!(
            say("count <= 1", true, value, None),
            "count <= 3'b000 /* at every edge */"
        );
        assert_eq!(
            say("count[0] <= c", false, Becomes::Any, Some((2, 3))),
            "count[2] <= $anyseq"
        );
        assert_eq!(
            say("count = i | j", false, Becomes::Inverted, None),
            "count = ~(i | j)"
        );
        assert_eq!(
            say("count", false, value, None),
            "count /* count <= 3'b000 */"
        );
        let read = phrase("count <= 1", register(true)).where_read();
        assert_eq!(
            read.becomes(value, None),
            "count <= 1 /* count read as 3'b000 */"
        );
    }

    #[test]
    fn constants_that_are_assigned_are_known() {
        let register = Node::Register {
            name: "n".into(),
            conditional: true,
        };
        let assigns = |text: &str, value| phrase(text, register.clone()).assigns(&value);
        assert!(assigns("n <= 0", bits(3, 0)));
        assert!(assigns("n <= 3'b1_11", bits(3, 7)));
        assert!(assigns("n <= '1", bits(3, 7)));
        assert!(assigns("n <= 1'b1", Value::Bool(true)));
        assert!(!assigns("n <= 1", bits(3, 7)));
        assert!(!assigns("n <= n", bits(3, 7)));
        assert!(!assigns("n", bits(3, 0)));
    }

    #[test]
    fn one_bit_of_an_expression_is_masked() {
        let sum = phrase("a + b", Node::Operator);
        let bit = Some((1, 3));
        let zero = Value::Bool(false);
        assert_eq!(
            sum.becomes(Becomes::Any, bit),
            "(a + b) ^ (3'b010 & $anyseq)"
        );
        assert_eq!(sum.becomes(Becomes::Value(&zero), bit), "(a + b) & 3'b101");
        assert_eq!(sum.becomes(Becomes::Inverted, bit), "(a + b) ^ 3'b010");
    }

    #[test]
    fn conditions_are_said_of_what_they_choose() {
        let choice = phrase("a < b", Node::Choice("u.n".into()));
        assert_eq!(choice.arms_swapped(), "!(a < b) /* for n */");
        assert_eq!(choice.arm(true), "1'b1 /* for n */");
        assert_eq!(
            choice.constant(2, &bits(2, 0), &bits(2, 1), true),
            "a < b /* else: n <= 2'b01 */"
        );
        let branch = phrase("case (s)", Node::Branch("2'b01".into()));
        assert_eq!(
            branch.becomes(Becomes::Value(&Value::Bool(false)), None),
            "case (s) /* 2'b01: never taken */"
        );
    }
}
