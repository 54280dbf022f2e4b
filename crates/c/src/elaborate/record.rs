//! Structures and unions.

use assay_source::Diagnostic;
use rustc_hash::FxHashMap;

use super::attributes::Wishes;
use super::layout::{Wanted, lay_out};
use super::scope::Tag;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{Length, Record, RecordId, Type};
use crate::syntax::tree::{self, Base, Field, Ident, Member, Place, RecordKind};

impl<'u> Elaborator<'u> {
    /// A new record, or that of an earlier unit.
    fn new_record(
        &mut self,
        kind: RecordKind,
        tag: Option<&'u Ident>,
        place: Place,
        defines: bool,
    ) -> RecordId {
        let key = self.shared_key(kind, tag, place);
        if let Some(known) = key.and_then(|key| self.shared_record(key, defines)) {
            return known;
        }
        let id = self.own_record(kind, tag);
        if let Some(key) = key {
            self.share(key, id);
        }
        id
    }

    fn own_record(&mut self, kind: RecordKind, tag: Option<&'u Ident>) -> RecordId {
        let id = RecordId(self.tys.types.records.len() as u32);
        self.tys.types.records.push(Record {
            tag: tag.map_or(String::new(), |tag| tag.name.to_string()),
            is_union: kind == RecordKind::Union,
            complete: false,
            fields: vec![],
            size: 0,
            align: 1,
        });
        self.tys.fields.push(vec![]);
        id
    }

    pub fn other_tag(&self, tag: &Ident, before: assay_source::Span) -> Box<Diagnostic> {
        let message = format!("`{}` is the tag of another kind of type", tag.name);
        let fault = self.fault(tag.place, "C0102", message);
        Box::new(fault.secondary(before, "it is declared here"))
    }

    pub fn record(&mut self, record: &'u tree::Record) -> Done<Ty> {
        let tag = record.tag.as_ref();
        let found = tag.and_then(|tag| match record.members {
            Some(_) => self.tag_in_this_scope(&tag.name),
            None => self.find_tag(&tag.name),
        });
        let id = match (found, record.kind) {
            (Some((Tag::Struct(id), _)), RecordKind::Struct)
            | (Some((Tag::Union(id), _)), RecordKind::Union) => id,
            (Some((_, before)), _) => {
                let tag = tag.ok_or_else(|| self.reported())?;
                return Err(self.other_tag(tag, before));
            }
            (None, _) => self.new_tag(record),
        };
        let Some(members) = &record.members else {
            return Ok(self.tys.record(id));
        };
        if self.define(id, record, members)? {
            return Ok(self.tys.record(id));
        }
        if found.is_some() {
            let message =
                "the record is used before its definition, which differs from that of another unit";
            return Err(self.unsupported_definition(record, message));
        }
        // The same words mean another type in this unit.
        let own = self.own_record(record.kind, tag);
        if let Some(key) = self.shared_key(record.kind, tag, record.place) {
            self.share(key, own);
        }
        self.bind_record(record, own);
        self.define(own, record, members)?;
        Ok(self.tys.record(own))
    }

    fn unsupported_definition(&self, record: &tree::Record, message: &str) -> Box<Diagnostic> {
        let place = record.tag.as_ref().map_or(record.place, |tag| tag.place);
        self.fault(place, "C0102", message)
    }

    /// A record of this scope that is not complete yet.
    pub fn new_tag(&mut self, record: &'u tree::Record) -> RecordId {
        let tag = record.tag.as_ref();
        let defines = record.members.is_some();
        let id = self.new_record(record.kind, tag, record.place, defines);
        self.bind_record(record, id);
        id
    }

    fn bind_record(&mut self, record: &'u tree::Record, id: RecordId) {
        if let Some(tag) = &record.tag {
            let of = match record.kind {
                RecordKind::Struct => Tag::Struct(id),
                RecordKind::Union => Tag::Union(id),
            };
            self.bind_tag(tag, of);
        }
    }

    /// False if another unit has defined it differently.
    fn define(
        &mut self,
        id: RecordId,
        record: &'u tree::Record,
        members: &'u [Member],
    ) -> Done<bool> {
        let place = record.tag.as_ref().map_or(record.place, |tag| tag.place);
        let complete = self.tys.types.record(id).complete;
        if !self.first_definition(id) {
            let tag = record.tag.as_ref().map_or("", |tag| &tag.name);
            let message = format!("`{tag}` is defined a second time");
            return Err(self.fault(place, "C0102", message));
        }
        let mut wishes = Wishes::default();
        self.wishes(&record.attributes, &mut wishes)?;
        let mut wanted = Vec::new();
        let mut types = Vec::new();
        for member in members {
            match member {
                Member::StaticAssert(check) => self.static_assert(check)?,
                Member::Fields(fields) => {
                    self.fields(fields, wishes.packed, &mut wanted, &mut types)?;
                }
            }
        }
        self.check_fields(&wanted, record.kind, record.place)?;
        let old = self.tys.types.record(id);
        let mut new = Record {
            fields: vec![],
            ..old.clone()
        };
        if lay_out(&mut new, wanted, wishes.align).is_none() {
            return Err(self.fault(place, "C0112", "the record is too large"));
        }
        if complete {
            return Ok(self.same_fields(&new, old));
        }
        self.tys.types.records[id.0 as usize] = new;
        self.tys.fields[id.0 as usize] = types;
        Ok(true)
    }

    fn fields(
        &mut self,
        fields: &'u tree::Fields,
        packed: bool,
        wanted: &mut Vec<Wanted>,
        types: &mut Vec<Ty>,
    ) -> Done<()> {
        let base = self.base(&fields.specifiers)?;
        let common = self.specifier_wishes(&fields.specifiers)?;
        if fields.fields.is_empty() {
            // A record without a name is a member; one with a tag only declares it.
            let anonymous = matches!(&fields.specifiers.base,
                Base::Record(record) if record.tag.is_none());
            if anonymous {
                self.field(
                    base,
                    String::new(),
                    None,
                    common,
                    packed,
                    fields.place,
                    wanted,
                )?;
                types.push(base);
            }
            return Ok(());
        }
        for field in &fields.fields {
            let (name, ty) = match &field.declarator {
                Some(declarator) => {
                    let ty = self.declared_type(base, declarator)?;
                    let name = declarator.name.as_ref().map(|name| name.name.to_string());
                    (name.unwrap_or_default(), ty)
                }
                None => (String::new(), base),
            };
            let mut wishes = common;
            self.wishes(&field.attributes, &mut wishes)?;
            let ty = self.adjusted(ty, Wishes { align: 0, ..wishes });
            let named = field.declarator.is_some();
            let bits = self.width(field, ty, named)?;
            let keep = bits.is_none_or(|(_, named)| named);
            self.field(ty, name, bits, wishes, packed, field.place, wanted)?;
            if keep {
                types.push(ty);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn field(
        &mut self,
        ty: Ty,
        name: String,
        bits: Option<(u32, bool)>,
        wishes: Wishes,
        packed: bool,
        place: Place,
        wanted: &mut Vec<Wanted>,
    ) -> Done<()> {
        let id = self.tys.id(ty);
        if self.tys.is_variable(ty) {
            return Err(self.unsupported(place, "a field of variable length"));
        }
        let open = matches!(self.tys.get(ty), Type::Array(_, Length::Open));
        if matches!(self.tys.get(ty), Type::Function(_)) {
            let message = format!("the field `{name}` has the type of a function");
            return Err(self.fault(place, "C0112", message));
        }
        if !open {
            self.require_complete(ty, place)?;
        }
        let packed = packed || wishes.packed;
        // The greatest alignment that `#pragma pack` leaves. It goes before attributes of fields, except `packed`.
        let most = match self.unit.tokens[place.first as usize].pragmas.pack {
            0 => u64::MAX,
            pack => u64::from(pack),
        };
        // A type that asks for more than its natural alignment keeps it in a packed record.
        let natural = if packed { 1 } else { self.tys.align(ty) };
        let Some(size) = self.tys.types.size(id).or(open.then_some(0)) else {
            return Err(self.fault(place, "C0112", format!("the field `{name}` is too large")));
        };
        let align = match bits {
            Some(_) => self.tys.types.align(id).max(wishes.align),
            None => natural.max(wishes.align),
        };
        let align = align.min(most);
        wanted.push(Wanted {
            name,
            ty: id,
            size,
            align,
            packed,
            bits,
        });
        Ok(())
    }

    fn width(&mut self, field: &'u Field, ty: Ty, named: bool) -> Done<Option<(u32, bool)>> {
        let Some(id) = field.bits else {
            return Ok(None);
        };
        let place = field.place;
        let width = self.constant(id, "the width of a bit-field")?;
        let Some((bits, _)) = self
            .tys
            .types
            .word(self.tys.id(ty))
            .filter(|_| self.tys.is_integer(ty))
        else {
            let message = format!("a bit-field has the type `{}`", self.tys.show(ty));
            return Err(self.fault(place, "C0112", message));
        };
        let bits = if ty == self.tys.basic.bool { 1 } else { bits };
        if width < 0 || width > i128::from(bits) || width == 0 && named {
            let message = format!(
                "a bit-field of `{}` cannot be {width} wide",
                self.tys.show(ty)
            );
            return Err(self.fault(place, "C0112", message));
        }
        Ok(Some((width as u32, named)))
    }

    fn check_fields(&self, wanted: &[Wanted], kind: RecordKind, place: Place) -> Done<()> {
        let mut names: FxHashMap<&str, ()> = FxHashMap::default();
        for (number, field) in wanted.iter().enumerate() {
            if !field.name.is_empty() && names.insert(&field.name, ()).is_some() {
                let message = format!("the field `{}` is there twice", field.name);
                return Err(self.fault(place, "C0102", message));
            }
            let open = matches!(self.tys.types.get(field.ty), Type::Array(_, Length::Open));
            if open && number + 1 < wanted.len() && kind == RecordKind::Struct {
                let message = format!("the flexible field `{}` is not the last one", field.name);
                return Err(self.fault(place, "C0112", message));
            }
        }
        Ok(())
    }
}
