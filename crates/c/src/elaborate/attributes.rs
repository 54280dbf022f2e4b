//! Attributes that change types: `packed`, `aligned`, `mode`. The rest is advice to compilers.

use super::ty::Ty;
use super::{Done, Elaborator};
use crate::syntax::tree::{Alignment, Attribute, Specifiers};
use crate::syntax::{Keyword, TokenKind};

/// What the attributes of a declaration ask for.
#[derive(Clone, Copy, Default)]
pub(super) struct Wishes {
    pub packed: bool,
    /// In bytes; 0 where nothing is said.
    pub align: u64,
    pub mode: Option<Ty>,
}

impl<'u> Elaborator<'u> {
    pub fn wishes(&mut self, attributes: &'u [Attribute], wishes: &mut Wishes) -> Done<()> {
        for attribute in attributes {
            match &*attribute.name {
                "packed" => wishes.packed = true,
                "aligned" => {
                    let Some(align) = self.alignment(&attribute.arguments) else {
                        let what = "an alignment that is no plain number";
                        return Err(self.unsupported(attribute.place, what));
                    };
                    if !align.is_power_of_two() {
                        let message = format!("the alignment {align} is no power of two");
                        return Err(self.fault(attribute.place, "C0112", message));
                    }
                    wishes.align = wishes.align.max(align);
                }
                "mode" => wishes.mode = Some(self.mode(attribute)?),
                name @ ("vector_size" | "cleanup" | "scalar_storage_order" | "ms_struct") => {
                    let what = format!("the attribute `{name}`");
                    return Err(self.unsupported(attribute.place, &what));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn specifier_wishes(&mut self, specifiers: &'u Specifiers) -> Done<Wishes> {
        let mut wishes = Wishes::default();
        self.wishes(&specifiers.attributes, &mut wishes)?;
        for alignment in &specifiers.alignments {
            let align = match alignment {
                Alignment::Type(name) => {
                    let ty = self.type_name(name)?;
                    self.tys.align(ty)
                }
                Alignment::Expr(id) => self.constant(*id, "an alignment")? as u64,
            };
            if align != 0 && !align.is_power_of_two() {
                let message = format!("the alignment {align} is no power of two");
                return Err(self.fault(specifiers.place, "C0112", message));
            }
            wishes.align = wishes.align.max(align);
        }
        Ok(wishes)
    }

    /// Attributes keep their tokens only; headers write a number, or `__alignof__` of words.
    fn alignment(&self, arguments: &[TokenKind]) -> Option<u64> {
        let arguments = match arguments {
            [TokenKind::Punct("("), inner @ .., TokenKind::Punct(")")] => inner,
            other => other,
        };
        match arguments {
            [] => Some(16),
            [TokenKind::Int(literal)] => u64::try_from(literal.value).ok(),
            [
                TokenKind::Keyword(Keyword::Alignof | Keyword::Sizeof),
                TokenKind::Punct("("),
                words @ ..,
                TokenKind::Punct(")"),
            ] => {
                let b = self.tys.basic;
                let count = |word| {
                    let is = |token: &&TokenKind| **token == TokenKind::Keyword(word);
                    words.iter().filter(is).count()
                };
                let double = count(Keyword::Double) > 0;
                let ty = if words.contains(&TokenKind::Punct("*")) {
                    b.void_pointer
                } else if words.iter().any(|word| matches!(word, TokenKind::Name(_))) {
                    return None;
                } else if double && count(Keyword::Long) > 0 {
                    b.ldouble
                } else if double {
                    b.double
                } else if count(Keyword::Char) > 0 {
                    b.char
                } else if count(Keyword::Short) > 0 {
                    b.short
                } else {
                    match count(Keyword::Long) {
                        0 => b.int,
                        1 => b.long,
                        _ => b.llong,
                    }
                };
                Some(self.tys.align(ty))
            }
            _ => None,
        }
    }

    /// `mode(DI)` and the like: an integer type by its width. The sign is that of the type it is applied to, see [`Self::adjusted`].
    fn mode(&self, attribute: &Attribute) -> Done<Ty> {
        let b = self.tys.basic;
        let name = match attribute.arguments.as_slice() {
            [TokenKind::Name(name)] => name.trim_matches('_'),
            _ => "",
        };
        Ok(match name {
            "QI" | "byte" => b.schar,
            "HI" => b.short,
            "SI" => b.int,
            "DI" if b.long == b.ptrdiff => b.long,
            "DI" => b.llong,
            "TI" => b.int128,
            "word" | "pointer" => b.ptrdiff,
            "SF" => b.float,
            "DF" => b.double,
            "XF" => b.ldouble,
            _ => {
                let what = format!("the mode `{name}`");
                return Err(self.unsupported(attribute.place, &what));
            }
        })
    }

    /// A type after what attributes ask for.
    pub fn adjusted(&mut self, ty: Ty, wishes: Wishes) -> Ty {
        let mut ty = ty;
        if let Some(mode) = wishes.mode {
            let signed = self.tys.types.word(self.tys.id(ty)).is_none_or(|(_, s)| s);
            ty = if signed { mode } else { self.unsigned(mode) };
        }
        if wishes.align > 0 {
            ty = self.tys.aligned(ty, wishes.align);
        }
        ty
    }
}
