//! Random expressions of SMV, typed as NuSMV types them: no numbers for truth values, words of one width on both sides, no division by
//! what may be zero.
//!
//! Now and then parentheses are left out, so that precedence is compared too. That is done where every way to read the text has the same
//! type: between operators on truth values, and between sums and products inside comparisons.

use assay_system::Random;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    /// From, to.
    Int(i64, i64),
    Symbols(Vec<String>),
    Word {
        signed: bool,
        width: u32,
    },
}

/// Something that an expression may read: a variable, `next(x)`, a definition, a parameter.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub ty: Type,
}

/// Integers stay within this, so that the diagrams of both tools stay small.
const GREATEST: i64 = 60;

pub struct Expressions<'a> {
    random: &'a mut Random,
    names: &'a [Name],
    /// Whether sums and products may lack parentheses: nobody relies on the bounds of their values.
    loose: bool,
}

impl<'a> Expressions<'a> {
    pub fn new(random: &'a mut Random, names: &'a [Name]) -> Expressions<'a> {
        Expressions {
            random,
            names,
            loose: false,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n.max(1) as u64) as usize
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn choose<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1).max(1) as u64) as i64
    }

    fn name(&mut self, fits: impl Fn(&Type) -> bool) -> Option<Name> {
        let all: Vec<&Name> = self.names.iter().filter(|n| fits(&n.ty)).collect();
        if all.is_empty() {
            return None;
        }
        let at = self.below(all.len());
        Some(all[at].clone())
    }

    /// An expression of this type. Of an integer type, its values may be others than those of the type.
    pub fn of(&mut self, ty: &Type, depth: u32) -> String {
        match ty {
            Type::Bool => self.boolean(depth),
            Type::Int(low, high) => self.integer_near(*low, *high, depth).0,
            Type::Symbols(symbols) => self.symbol(symbols, depth),
            Type::Word { signed, width } => self.word(*signed, *width, depth),
        }
    }

    pub fn boolean(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.atom();
        }
        match self.below(12) {
            0 => format!("!{}", self.closed(depth - 1)),
            1..=4 => {
                let operator = self.choose(&["&", "|", "->", "<->", "xor", "xnor"]);
                let (left, right) = (self.boolean(depth - 1), self.boolean(depth - 1));
                if self.chance(15) {
                    format!("{left} {operator} {right}")
                } else {
                    format!("({left} {operator} {right})")
                }
            }
            5 => {
                let parts: Vec<String> = (0..3).map(|_| self.closed(depth - 1)).collect();
                format!(
                    "(case {} : {}; TRUE : {}; esac)",
                    parts[0], parts[1], parts[2]
                )
            }
            6 => {
                let parts: Vec<String> = (0..3).map(|_| self.closed(depth - 1)).collect();
                format!("({} ? {} : {})", parts[0], parts[1], parts[2])
            }
            7 => {
                let (left, right) = (self.closed(depth - 1), self.closed(depth - 1));
                let operator = self.choose(&["=", "!="]);
                format!("({left} {operator} {right})")
            }
            _ => self.atom(),
        }
    }

    fn boolean_name(&mut self) -> String {
        let name = self.name(|t| *t == Type::Bool);
        name.map_or_else(|| "TRUE".into(), |name| name.text)
    }

    /// One that needs no parentheses around it.
    fn closed(&mut self, depth: u32) -> String {
        format!("({})", self.boolean(depth))
    }

    /// A comparison, a variable, a constant, or a bit of a word.
    fn atom(&mut self) -> String {
        for _ in 0..4 {
            let made = match self.below(10) {
                0 if self.chance(20) => Some(self.choose(&["TRUE", "FALSE"]).to_string()),
                1..=3 => self.name(|t| *t == Type::Bool).map(|n| n.text),
                4..=6 => self.comparison(),
                7 => self.symbols_compared(),
                8 => self.words_compared(),
                9 => self.bit(),
                _ => None,
            };
            if let Some(made) = made {
                return made;
            }
        }
        let any = self.name(|t| *t == Type::Bool).map(|n| n.text);
        any.or_else(|| self.comparison())
            .unwrap_or_else(|| self.choose(&["TRUE", "FALSE"]).to_string())
    }

    fn comparison(&mut self) -> Option<String> {
        self.loose = true;
        let deep = [0, 0, 0, 1, 1, 2][self.below(6)];
        let (left, low, high) = self.integer(deep);
        self.loose = false;
        if low == high && self.chance(80) {
            return None;
        }
        if self.chance(15) {
            let (a, b) = (self.between(low, high), self.between(low, high));
            let set = match self.below(3) {
                0 => format!("{{{a}, {b}}}"),
                1 => format!("({}..{})", a.min(b), a.max(b)),
                _ => format!("({a} union {b})"),
            };
            return Some(format!("({left} in {set})"));
        }
        let right = if self.chance(80) {
            self.between(low, high).to_string()
        } else {
            self.integer(0).0
        };
        let operator = self.choose(&["=", "!=", "<", "<=", ">", ">="]);
        Some(format!("({left} {operator} {right})"))
    }

    fn symbols_compared(&mut self) -> Option<String> {
        let one = self.name(|t| matches!(t, Type::Symbols(_)))?;
        let Type::Symbols(symbols) = &one.ty else {
            return None;
        };
        let symbol = self.choose(symbols);
        Some(match self.below(6) {
            0 => {
                let other = self.name(|t| matches!(t, Type::Symbols(_)))?;
                format!("({} = {})", one.text, other.text)
            }
            1 => format!("({} != {symbol})", one.text),
            2 => {
                let other = self.choose(symbols);
                format!("({} in {{{symbol}, {other}}})", one.text)
            }
            _ => format!("({} = {symbol})", one.text),
        })
    }

    fn words_compared(&mut self) -> Option<String> {
        let one = self.name(|t| matches!(t, Type::Word { .. }))?;
        let Type::Word { signed, width } = one.ty else {
            return None;
        };
        let right = self.word(signed, width, 1);
        let operator = self.choose(&["=", "!=", "<", "<=", ">", ">="]);
        Some(format!("({} {operator} {right})", one.text))
    }

    fn bit(&mut self) -> Option<String> {
        let one = self.name(|t| matches!(t, Type::Word { .. }))?;
        let Type::Word { width, .. } = one.ty else {
            return None;
        };
        let at = self.below(width as usize);
        Some(format!("bool({}[{at}:{at}])", one.text))
    }

    /// An expression over integers, with bounds of its values.
    pub fn integer(&mut self, depth: u32) -> (String, i64, i64) {
        self.integer_near(0, 3, depth)
    }

    fn integer_near(&mut self, low: i64, high: i64, depth: u32) -> (String, i64, i64) {
        let leaf = |maker: &mut Self| match maker.name(|t| matches!(t, Type::Int(..))) {
            Some(Name {
                text,
                ty: Type::Int(low, high),
            }) if maker.chance(90) => (text, low, high),
            _ => {
                let value = maker.between(low, high);
                (value.to_string(), value, value)
            }
        };
        if depth == 0 {
            return leaf(self);
        }
        match self.below(10) {
            0..=3 => {
                let (a, a_low, a_high) = self.integer_near(low, high, depth - 1);
                let (b, b_low, b_high) = self.integer_near(low, high, depth - 1);
                let (operator, bounds) = match self.below(5) {
                    0 | 1 => ("+", [a_low + b_low, a_high + b_high]),
                    2 | 3 => ("-", [a_low - b_high, a_high - b_low]),
                    _ => {
                        let ends = [
                            a_low * b_low,
                            a_low * b_high,
                            a_high * b_low,
                            a_high * b_high,
                        ];
                        let low = ends.into_iter().min().unwrap_or(0);
                        ("*", [low, ends.into_iter().max().unwrap_or(0)])
                    }
                };
                if bounds[0] < -GREATEST || bounds[1] > GREATEST {
                    return (a, a_low, a_high);
                }
                let text = if self.loose && self.chance(30) {
                    format!("{a} {operator} {b}")
                } else {
                    format!("({a} {operator} {b})")
                };
                (text, bounds[0], bounds[1])
            }
            4 => {
                let (a, a_low, a_high) = self.integer_near(low, high, depth - 1);
                let by = self.choose(&[2, 3, 4, -2]);
                let operator = self.choose(&["mod", "/"]);
                let most = a_low.abs().max(a_high.abs());
                let (low, high) = match operator {
                    "mod" => {
                        let by = i64::abs(by) - 1;
                        (a_low.signum().min(0) * by, a_high.signum().max(0) * by)
                    }
                    _ => (-most, most),
                };
                (format!("({a} {operator} {by})"), low, high)
            }
            5 => {
                let (a, a_low, a_high) = self.integer_near(low, high, depth - 1);
                let (b, b_low, b_high) = self.integer_near(low, high, depth - 1);
                let condition = self.closed(depth - 1);
                let text = if self.chance(50) {
                    format!("({condition} ? {a} : {b})")
                } else {
                    format!("case {condition} : {a}; TRUE : {b}; esac")
                };
                (text, a_low.min(b_low), a_high.max(b_high))
            }
            6 if self.chance(40) => {
                let parts: Vec<String> = (0..2).map(|_| self.boolean_name()).collect();
                (format!("count({})", parts.join(", ")), 0, 2)
            }
            7 if self.chance(50) => {
                match self.name(|t| matches!(t, Type::Word { .. } | Type::Bool)) {
                    Some(Name { text, ty }) => {
                        let (low, high) = match ty {
                            Type::Word {
                                signed: true,
                                width,
                            } => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
                            Type::Word { width, .. } => (0, (1 << width) - 1),
                            _ => (0, 1),
                        };
                        (format!("toint({text})"), low, high)
                    }
                    None => leaf(self),
                }
            }
            _ => leaf(self),
        }
    }

    fn symbol(&mut self, symbols: &[String], depth: u32) -> String {
        // A variable of another type would have values that do not belong here.
        let own = |t: &Type| matches!(t, Type::Symbols(s) if s.iter().all(|x| symbols.contains(x)));
        match self.below(6) {
            0..=1 if depth > 0 => {
                let condition = self.closed(depth - 1);
                let (a, b) = (
                    self.symbol(symbols, depth - 1),
                    self.symbol(symbols, depth - 1),
                );
                format!("({condition} ? {a} : {b})")
            }
            2..=3 => self
                .name(own)
                .map_or_else(|| self.choose(symbols), |name| name.text),
            _ => self.choose(symbols),
        }
    }

    fn word(&mut self, signed: bool, width: u32, depth: u32) -> String {
        let kind = Type::Word { signed, width };
        if depth == 0 || self.chance(25) {
            let name = self.name(|t| *t == kind);
            return match name {
                Some(name) if self.chance(75) => name.text,
                _ => self.word_constant(signed, width),
            };
        }
        match self.below(9) {
            0..=2 => {
                let operator = self.choose(&["+", "-", "*", "&", "|", "xor", "xnor"]);
                let (a, b) = (
                    self.word(signed, width, depth - 1),
                    self.word(signed, width, depth - 1),
                );
                format!("({a} {operator} {b})")
            }
            3 => {
                let operator = self.choose(&["!", "-"]);
                format!("({operator} {})", self.word(signed, width, depth - 1))
            }
            4 => {
                let operator = self.choose(&["<<", ">>"]);
                let by = self.below(width as usize + 1);
                format!("({} {operator} {by})", self.word(signed, width, depth - 1))
            }
            5 if width >= 2 => {
                // Parts are unsigned.
                let high = 1 + self.below(width as usize - 1) as u32;
                let (a, b) = (
                    self.any_word(high, depth - 1),
                    self.any_word(width - high, depth - 1),
                );
                if signed {
                    format!("signed({a} :: {b})")
                } else {
                    format!("({a} :: {b})")
                }
            }
            6 if width >= 2 => {
                let from = 1 + self.below(width as usize - 1) as u32;
                let inner = self.word(signed, from, depth - 1);
                format!("extend({inner}, {})", width - from)
            }
            // NuSMV 2.5.4 stops at a signed word that is cut to its sign.
            7 if !signed || width > 1 => {
                let from = 1 + self.below(5) as u32;
                format!("resize({}, {width})", self.word(signed, from, depth - 1))
            }
            _ => {
                let condition = self.closed(depth - 1);
                let (a, b) = (
                    self.word(signed, width, depth - 1),
                    self.word(signed, width, depth - 1),
                );
                format!("({condition} ? {a} : {b})")
            }
        }
    }

    /// An unsigned word: of a variable's bits, of a truth value, of a signed word.
    fn any_word(&mut self, width: u32, depth: u32) -> String {
        match self.below(4) {
            0 if width == 1 => format!("word1({})", self.closed(depth)),
            1 => format!("unsigned({})", self.word(true, width, depth)),
            2 => match self.name(|t| matches!(t, Type::Word { width: w, .. } if *w >= width)) {
                Some(Name {
                    text,
                    ty: Type::Word { width: whole, .. },
                }) => {
                    let low = self.below((whole - width) as usize + 1) as u32;
                    format!("{text}[{}:{low}]", low + width - 1)
                }
                _ => self.word(false, width, depth),
            },
            _ => self.word(false, width, depth),
        }
    }

    fn word_constant(&mut self, signed: bool, width: u32) -> String {
        let bits = self.random.below(1 << width);
        let letter = if signed { 's' } else { 'u' };
        let digits = format!("{bits:0>0$b}", width as usize);
        match self.below(3) {
            0 if !signed => format!("0u{width}_{bits}").replace("0u", "0ud"),
            1 if !signed => format!("uwconst({bits}, {width})"),
            _ => format!("0{letter}b{width}_{digits}"),
        }
    }
}
