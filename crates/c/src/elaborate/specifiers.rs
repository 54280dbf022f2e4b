//! The type that a declaration starts with.

use super::scope::Tag;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::syntax::tree::{Arithmetic, Base, Enum, Place, Qualifiers, Specifiers};

impl<'u> Elaborator<'u> {
    /// The type with its qualifiers, but without alignment from attributes.
    pub fn base(&mut self, specifiers: &'u Specifiers) -> Done<Ty> {
        let place = specifiers.place;
        let b = self.tys.basic;
        let ty = match &specifiers.base {
            Base::Implicit => b.int,
            Base::Void => b.void,
            Base::Arithmetic(kind) => self.arithmetic(*kind, place)?,
            Base::Complex(_) => return Err(self.unsupported(place, "a complex type")),
            Base::Record(record) => self.record(record)?,
            Base::Enum(of) => self.enumeration(of)?,
            Base::Named(name) => self.typedef(name)?,
            Base::TypeofExpr(id) => self.type_of(*id)?,
            Base::TypeofType(name) => self.type_name(name)?,
            Base::Atomic(_) => return Err(self.unsupported(place, "`_Atomic`")),
            // The declaration finds the type from the initialiser.
            Base::AutoType => return Err(self.unsupported(place, "`__auto_type` here")),
        };
        self.qualified(ty, specifiers.qualifiers, place)
    }

    pub fn qualified(&mut self, ty: Ty, qualifiers: Qualifiers, place: Place) -> Done<Ty> {
        if qualifiers.is_atomic {
            return Err(self.unsupported(place, "`_Atomic`"));
        }
        Ok(if qualifiers.is_const {
            self.tys.constant(ty)
        } else {
            ty
        })
    }

    fn arithmetic(&self, kind: Arithmetic, place: Place) -> Done<Ty> {
        let b = &self.tys.basic;
        Ok(match kind {
            Arithmetic::Bool => b.bool,
            Arithmetic::Char => b.char,
            Arithmetic::SignedChar => b.schar,
            Arithmetic::UnsignedChar => b.uchar,
            Arithmetic::Short => b.short,
            Arithmetic::UnsignedShort => b.ushort,
            Arithmetic::Int => b.int,
            Arithmetic::UnsignedInt => b.uint,
            Arithmetic::Long => b.long,
            Arithmetic::UnsignedLong => b.ulong,
            Arithmetic::LongLong => b.llong,
            Arithmetic::UnsignedLongLong => b.ullong,
            Arithmetic::Int128 => b.int128,
            Arithmetic::UnsignedInt128 => b.uint128,
            Arithmetic::Float | Arithmetic::Float32 => b.float,
            Arithmetic::Double | Arithmetic::Float64 | Arithmetic::Float32x => b.double,
            Arithmetic::LongDouble | Arithmetic::Float64x => b.ldouble,
            Arithmetic::Float16 => return Err(self.unsupported(place, "`_Float16`")),
            Arithmetic::Float128 => return Err(self.unsupported(place, "`_Float128`")),
        })
    }

    pub fn unsigned(&self, ty: Ty) -> Ty {
        let b = &self.tys.basic;
        match ty {
            _ if ty == b.char || ty == b.schar => b.uchar,
            _ if ty == b.short => b.ushort,
            _ if ty == b.int => b.uint,
            _ if ty == b.long => b.ulong,
            _ if ty == b.llong => b.ullong,
            _ if ty == b.int128 => b.uint128,
            _ => ty,
        }
    }

    /// An enumeration is the integer type that GCC makes it compatible with; its constants are of type `int` where they fit.
    fn enumeration(&mut self, of: &'u Enum) -> Done<Ty> {
        let b = self.tys.basic;
        let Some(values) = &of.values else {
            let Some(tag) = &of.tag else {
                return Ok(b.int);
            };
            return match self.find_tag(&tag.name) {
                Some((Tag::Enum(ty), _)) => Ok(ty),
                Some((_, before)) => Err(self.other_tag(tag, before)),
                // GNU allows an enumeration to be declared before its constants are.
                None => {
                    self.bind_tag(tag, Tag::Enum(b.uint));
                    Ok(b.uint)
                }
            };
        };
        let mut next: i128 = 0;
        let (mut least, mut most) = (0, 0);
        for value in values {
            if let Some(id) = value.value {
                next = self.constant(id, "the value of an enumeration constant")?;
            }
            least = least.min(next);
            most = most.max(next);
            let ty = constant_type(next, self);
            let name = &value.name;
            self.declare_once(name)?;
            self.bind(
                &name.name,
                super::scope::Entity::Constant(next, ty),
                name.place.span,
            );
            next = next.wrapping_add(1);
        }
        let fits = |low: i128, high: i128| least >= low && most <= high;
        let mut wishes = super::attributes::Wishes::default();
        self.wishes(&of.attributes, &mut wishes)?;
        let (i32s, u32s) = ((i32::MIN.into(), i32::MAX.into()), (0, u32::MAX.into()));
        let ty = match least < 0 {
            _ if wishes.packed && fits(0, 255) => b.uchar,
            _ if wishes.packed && fits(-128, 127) => b.schar,
            _ if wishes.packed && fits(0, 65535) => b.ushort,
            _ if wishes.packed && fits(-32768, 32767) => b.short,
            false if fits(u32s.0, u32s.1) => b.uint,
            true if fits(i32s.0, i32s.1) => b.int,
            false if b.long == b.ptrdiff => b.ulong,
            true if b.long == b.ptrdiff => b.long,
            false => b.ullong,
            true => b.llong,
        };
        if let Some(tag) = &of.tag {
            self.bind_tag(tag, Tag::Enum(ty));
        }
        Ok(ty)
    }
}

fn constant_type(value: i128, this: &Elaborator) -> Ty {
    let b = &this.tys.basic;
    let long = (b.long, b.ulong);
    let wide = if b.size == b.ulong {
        long
    } else {
        (b.llong, b.ullong)
    };
    if i32::try_from(value).is_ok() {
        b.int
    } else if (0..=i128::from(u32::MAX)).contains(&value) {
        b.uint
    } else if i64::try_from(value).is_ok() {
        wide.0
    } else {
        wide.1
    }
}
