//! What a declaration starts with: storage, qualifiers, the type that its declarators derive from, attributes.

use crate::parser::{Parsed, Parser};
use crate::syntax::tree::{
    Alignment, Arithmetic, Attribute, Base, Enum, Enumerator, Field, Fields, Member, Qualifiers,
    Record, RecordKind, Specifiers, StaticAssert, Storage, TypeName,
};
use crate::syntax::{Keyword, StringLiteral, TokenKind};

/// How often each word of an arithmetic type was written.
#[derive(Default)]
struct Words {
    list: Vec<Keyword>,
}

impl Words {
    fn count(&self, word: Keyword) -> usize {
        self.list.iter().filter(|&&other| other == word).count()
    }

    /// The type, or None if the words make no type.
    fn base(&self) -> Option<Base> {
        use Arithmetic as A;
        if self.list.is_empty() {
            return Some(Base::Implicit);
        }
        let [long, signed, unsigned] =
            [Keyword::Long, Keyword::Signed, Keyword::Unsigned].map(|word| self.count(word));
        let complex = self.count(Keyword::Complex) > 0;
        if signed + unsigned > 1 || long > 2 || self.count(Keyword::Complex) > 1 {
            return None;
        }
        let modifiers = [
            Keyword::Long,
            Keyword::Signed,
            Keyword::Unsigned,
            Keyword::Complex,
        ];
        let mut rest: Vec<Keyword> = self.list.clone();
        rest.retain(|word| !modifiers.contains(word));
        rest.sort_by_key(|&word| word == Keyword::Int);
        let sign = (signed > 0, unsigned > 0);
        let plain = long == 0 && sign == (false, false);
        let of_sign = |yes, no| if unsigned > 0 { yes } else { no };
        let arithmetic = match (rest.as_slice(), long) {
            ([Keyword::Void], 0) if plain && !complex => return Some(Base::Void),
            ([], 0) if plain && complex => A::Double,
            ([Keyword::Bool], 0) if plain => A::Bool,
            ([Keyword::Float], 0) if plain => A::Float,
            ([Keyword::Double], 0) if plain => A::Double,
            ([Keyword::Double], 1) if sign == (false, false) => A::LongDouble,
            ([Keyword::Float16], 0) if plain => A::Float16,
            ([Keyword::Float32], 0) if plain => A::Float32,
            ([Keyword::Float32x], 0) if plain => A::Float32x,
            ([Keyword::Float64], 0) if plain => A::Float64,
            ([Keyword::Float64x], 0) if plain => A::Float64x,
            ([Keyword::Float128], 0) if plain => A::Float128,
            ([Keyword::Char], 0) => match sign {
                (true, _) => A::SignedChar,
                (_, true) => A::UnsignedChar,
                _ => A::Char,
            },
            ([Keyword::Short] | [Keyword::Short, Keyword::Int], 0) => {
                of_sign(A::UnsignedShort, A::Short)
            }
            ([Keyword::Int128], 0) => of_sign(A::UnsignedInt128, A::Int128),
            ([] | [Keyword::Int], 0) => of_sign(A::UnsignedInt, A::Int),
            ([] | [Keyword::Int], 1) => of_sign(A::UnsignedLong, A::Long),
            ([] | [Keyword::Int], _) => of_sign(A::UnsignedLongLong, A::LongLong),
            _ => return None,
        };
        Some(if complex {
            Base::Complex(arithmetic)
        } else {
            Base::Arithmetic(arithmetic)
        })
    }
}

/// Specifiers while they are read.
struct Reading {
    specifiers: Specifiers,
    words: Words,
    /// A base that is no list of words.
    other: Option<Base>,
}

impl Parser {
    /// Whether a declaration or a type name starts here.
    pub(super) fn starts_type(&self, skip: usize) -> bool {
        match self.peek(skip) {
            TokenKind::Name(name) => self.is_type_name(name),
            TokenKind::Keyword(Keyword::Extension) => self.starts_type(skip + 1),
            TokenKind::Keyword(word) => starts_specifiers(*word),
            _ => false,
        }
    }

    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let first = self.at;
        let mut reading = Reading {
            specifiers: Specifiers {
                storage: None,
                thread_local: false,
                inline: false,
                noreturn: false,
                qualifiers: Qualifiers::default(),
                base: Base::Implicit,
                alignments: vec![],
                attributes: vec![],
                place: self.place(first),
            },
            words: Words::default(),
            other: None,
        };
        while self.specifier(&mut reading)? {}
        let Reading {
            mut specifiers,
            words,
            other,
        } = reading;
        specifiers.base = match (other, words.list.is_empty()) {
            (Some(base), true) => base,
            (None, _) => match words.base() {
                Some(base) => base,
                None => return Err(self.no_type(first)),
            },
            (Some(_), false) => return Err(self.no_type(first)),
        };
        specifiers.place = self.place(first);
        Ok(specifiers)
    }

    fn no_type(&self, first: usize) -> Box<assay_source::Diagnostic> {
        let message = "these words make no type together".to_owned();
        self.fault_at(first, "C0013", message)
    }

    /// Reads one specifier, if there is one.
    fn specifier(&mut self, reading: &mut Reading) -> Parsed<bool> {
        let typed = reading.other.is_some() || !reading.words.list.is_empty();
        let word = match self.kind() {
            TokenKind::Keyword(word) => *word,
            TokenKind::Name(name) if !typed && self.is_type_name(name) => {
                reading.other = Some(Base::Named(self.ident()?));
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if self.qualifier(&mut reading.specifiers.qualifiers) {
            return Ok(true);
        }
        let storage = match word {
            Keyword::Typedef => Some(Storage::Typedef),
            Keyword::Extern => Some(Storage::Extern),
            Keyword::Static => Some(Storage::Static),
            Keyword::Auto => Some(Storage::Auto),
            Keyword::Register => Some(Storage::Register),
            _ => None,
        };
        if let Some(storage) = storage {
            if reading.specifiers.storage.is_some() {
                let message = "a declaration has only one storage class".to_owned();
                return Err(self.fault("C0013", message));
            }
            reading.specifiers.storage = Some(storage);
            self.advance();
            return Ok(true);
        }
        if is_arithmetic_word(word) {
            reading.words.list.push(word);
            self.advance();
            return Ok(true);
        }
        let specifiers = &mut reading.specifiers;
        match word {
            Keyword::Extension => self.advance(),
            Keyword::ThreadLocal => {
                specifiers.thread_local = true;
                self.advance();
            }
            Keyword::Inline => {
                specifiers.inline = true;
                self.advance();
            }
            Keyword::Noreturn => {
                specifiers.noreturn = true;
                self.advance();
            }
            Keyword::Attribute => specifiers.attributes.append(&mut self.attributes()?),
            Keyword::Alignas => {
                let alignment = self.alignment()?;
                specifiers.alignments.push(alignment);
            }
            _ if !starts_specifiers(word) => return Ok(false),
            _ if typed => return Err(self.expected("one type only")),
            _ => reading.other = Some(self.other_base(word)?),
        }
        Ok(true)
    }

    /// A type that is no list of words.
    fn other_base(&mut self, word: Keyword) -> Parsed<Base> {
        Ok(match word {
            Keyword::Struct => Base::Record(Box::new(self.record(RecordKind::Struct)?)),
            Keyword::Union => Base::Record(Box::new(self.record(RecordKind::Union)?)),
            Keyword::Enum => Base::Enum(Box::new(self.enumeration()?)),
            Keyword::AutoType => {
                self.advance();
                Base::AutoType
            }
            Keyword::Atomic => {
                self.advance();
                Base::Atomic(Box::new(self.parenthesized_type()?))
            }
            Keyword::Typeof => {
                self.advance();
                self.expect("(")?;
                let base = if self.starts_type(0) {
                    Base::TypeofType(Box::new(self.type_name()?))
                } else {
                    Base::TypeofExpr(self.expression()?)
                };
                self.expect(")")?;
                base
            }
            _ => return Err(self.expected("a type")),
        })
    }

    /// Reads a qualifier, if there is one. `_Atomic(` starts a type.
    fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.keyword() {
            Some(Keyword::Const) => qualifiers.is_const = true,
            Some(Keyword::Volatile) => qualifiers.is_volatile = true,
            Some(Keyword::Restrict) => qualifiers.is_restrict = true,
            Some(Keyword::Atomic) if !self.next_is("(") => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    pub(super) fn qualifiers(&mut self) -> Qualifiers {
        let mut qualifiers = Qualifiers::default();
        while self.qualifier(&mut qualifiers) {}
        qualifiers
    }

    fn alignment(&mut self) -> Parsed<Alignment> {
        self.advance();
        self.expect("(")?;
        let alignment = if self.starts_type(0) {
            Alignment::Type(Box::new(self.type_name()?))
        } else {
            Alignment::Expr(self.conditional()?)
        };
        self.expect(")")?;
        Ok(alignment)
    }

    /// Any number of `__attribute__((...))`.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let mut attributes = Vec::new();
        while self.eat_keyword(Keyword::Attribute) {
            self.expect("(")?;
            self.expect("(")?;
            while !self.is(")") {
                if self.eat(",") {
                    continue;
                }
                attributes.push(self.attribute()?);
            }
            self.expect(")")?;
            self.expect(")")?;
        }
        Ok(attributes)
    }

    fn attribute(&mut self) -> Parsed<Attribute> {
        let first = self.at;
        let name = match self.kind() {
            TokenKind::Name(name) => name.to_string(),
            TokenKind::Keyword(word) => word.as_str().to_owned(),
            _ => return Err(self.expected("the name of an attribute")),
        };
        self.advance();
        let mut arguments = Vec::new();
        if self.eat("(") {
            let mut open = 1;
            loop {
                match self.kind() {
                    TokenKind::Punct("(") => open += 1,
                    TokenKind::Punct(")") => open -= 1,
                    TokenKind::End => return Err(self.expected("`)`")),
                    _ => {}
                }
                if open == 0 {
                    break;
                }
                arguments.push(self.kind().clone());
                self.advance();
            }
            self.expect(")")?;
        }
        let short = name
            .strip_prefix("__")
            .and_then(|name| name.strip_suffix("__"));
        Ok(Attribute {
            name: short.unwrap_or(&name).into(),
            arguments,
            place: self.place(first),
        })
    }

    pub(super) fn type_name(&mut self) -> Parsed<TypeName> {
        let first = self.at;
        self.nested(|parser| {
            let specifiers = parser.specifiers()?;
            let declarator = parser.declarator()?;
            if let Some(name) = &declarator.name {
                let at = name.place.first as usize;
                let message = format!("expected a type without a name, found `{}`", name.name);
                return Err(parser.fault_at(at, "C0010", message));
            }
            Ok(TypeName {
                specifiers,
                declarator,
                place: parser.place(first),
            })
        })
    }

    pub(super) fn parenthesized_type(&mut self) -> Parsed<TypeName> {
        self.expect("(")?;
        if !self.starts_type(0) {
            return Err(self.expected("a type"));
        }
        let name = self.type_name()?;
        self.expect(")")?;
        Ok(name)
    }

    fn record(&mut self, kind: RecordKind) -> Parsed<Record> {
        let first = self.at;
        self.advance();
        let mut attributes = self.attributes()?;
        let tag = if self.is("{") {
            None
        } else {
            Some(self.ident()?)
        };
        let mut members = None;
        if self.eat("{") {
            members = Some(self.nested(|parser| parser.members())?);
            attributes.append(&mut self.attributes()?);
        }
        Ok(Record {
            kind,
            tag,
            members,
            attributes,
            place: self.place(first),
        })
    }

    fn members(&mut self) -> Parsed<Vec<Member>> {
        let mut members = Vec::new();
        while !self.eat("}") {
            if self.eat(";") {
                continue;
            }
            members.push(if self.keyword() == Some(Keyword::StaticAssert) {
                Member::StaticAssert(self.static_assert()?)
            } else {
                Member::Fields(self.fields()?)
            });
        }
        Ok(members)
    }

    fn fields(&mut self) -> Parsed<Fields> {
        let first = self.at;
        if !self.starts_type(0) {
            return Err(self.expected("a type"));
        }
        let specifiers = self.specifiers()?;
        let mut fields = Vec::new();
        while !self.is(";") {
            fields.push(self.field()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(Fields {
            specifiers,
            fields,
            place: self.place(first),
        })
    }

    fn field(&mut self) -> Parsed<Field> {
        let first = self.at;
        let mut attributes = self.attributes()?;
        let declarator = if self.is(":") {
            None
        } else {
            Some(self.named_declarator()?)
        };
        let bits = if self.eat(":") {
            Some(self.conditional()?)
        } else {
            None
        };
        attributes.append(&mut self.attributes()?);
        Ok(Field {
            declarator,
            bits,
            attributes,
            place: self.place(first),
        })
    }

    fn enumeration(&mut self) -> Parsed<Enum> {
        let first = self.at;
        self.advance();
        let mut attributes = self.attributes()?;
        let tag = if self.is("{") {
            None
        } else {
            Some(self.ident()?)
        };
        let mut values = None;
        if self.eat("{") {
            let mut list = Vec::new();
            while !self.is("}") {
                let name = self.ident()?;
                let attributes = self.attributes()?;
                let value = if self.eat("=") {
                    Some(self.nested(|parser| parser.conditional())?)
                } else {
                    None
                };
                self.declare(&name.name, false);
                list.push(Enumerator {
                    name,
                    attributes,
                    value,
                });
                if !self.eat(",") {
                    break;
                }
            }
            self.expect("}")?;
            values = Some(list);
            attributes.append(&mut self.attributes()?);
        }
        Ok(Enum {
            tag,
            values,
            attributes,
            place: self.place(first),
        })
    }

    pub(super) fn static_assert(&mut self) -> Parsed<StaticAssert> {
        let first = self.at;
        self.advance();
        self.expect("(")?;
        let condition = self.conditional()?;
        let message = if self.eat(",") {
            Some(self.string()?)
        } else {
            None
        };
        self.expect(")")?;
        self.expect(";")?;
        Ok(StaticAssert {
            condition,
            message,
            place: self.place(first),
        })
    }

    /// One or more adjacent strings as one.
    pub(super) fn string(&mut self) -> Parsed<StringLiteral> {
        let TokenKind::String(literal) = self.kind() else {
            return Err(self.expected("a string"));
        };
        let mut literal = literal.clone();
        self.advance();
        while let TokenKind::String(next) = self.kind() {
            use crate::syntax::Prefix;
            match (literal.prefix, next.prefix) {
                (_, Prefix::None) => {}
                (Prefix::None, prefix) => literal.prefix = prefix,
                (one, other) if one == other => {}
                _ => {
                    let message = "strings with different prefixes stand side by side".to_owned();
                    return Err(self.fault("C0014", message));
                }
            }
            literal.units.extend(&next.units);
            self.advance();
        }
        Ok(literal)
    }
}

fn is_arithmetic_word(word: Keyword) -> bool {
    matches!(
        word,
        Keyword::Void
            | Keyword::Bool
            | Keyword::Char
            | Keyword::Short
            | Keyword::Int
            | Keyword::Long
            | Keyword::Signed
            | Keyword::Unsigned
            | Keyword::Float
            | Keyword::Double
            | Keyword::Complex
            | Keyword::Int128
            | Keyword::Float16
            | Keyword::Float32
            | Keyword::Float32x
            | Keyword::Float64
            | Keyword::Float64x
            | Keyword::Float128
    )
}

fn starts_specifiers(word: Keyword) -> bool {
    is_arithmetic_word(word)
        || matches!(
            word,
            Keyword::Alignas
                | Keyword::Atomic
                | Keyword::Attribute
                | Keyword::Auto
                | Keyword::AutoType
                | Keyword::Const
                | Keyword::Enum
                | Keyword::Extern
                | Keyword::Inline
                | Keyword::Noreturn
                | Keyword::Register
                | Keyword::Restrict
                | Keyword::Static
                | Keyword::Struct
                | Keyword::ThreadLocal
                | Keyword::Typedef
                | Keyword::Typeof
                | Keyword::Union
                | Keyword::Volatile
        )
}
