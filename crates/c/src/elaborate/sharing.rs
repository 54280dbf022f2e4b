//! Records of several units that are one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Elaborator;
use crate::program::{Record, RecordId, Type, TypeId};
use crate::syntax::tree::{Base, Ident, Item, Place, RecordKind, Unit};
use crate::syntax::{Token, TokenKind};

/// Records of several units that are written alike are one, so that what one unit passes is what another one takes.
#[derive(Default)]
pub(super) struct Shared<'u> {
    /// Records of all units so far, with the tokens of their definitions, if they are defined anywhere.
    known: FxHashMap<(RecordKind, &'u str), Vec<Written>>,
    /// The tokens of the definition of each tag in this unit.
    defined: FxHashMap<(RecordKind, &'u str), u64>,
    /// Records without a tag that have a name in this unit, by their place.
    named: FxHashMap<u32, &'u str>,
    /// Whether there are several units.
    active: bool,
    /// Records that this unit defines.
    done: FxHashSet<RecordId>,
}

/// The tokens of a record's definition, and the record.
type Written = (Option<u64>, RecordId);

/// The kind and name of a record, and the tokens of its definition in this unit.
pub(super) type Key<'u> = (RecordKind, &'u str, Option<u64>);

impl<'u> Elaborator<'u> {
    /// Looks up what this unit defines, because a record may be used before it is defined.
    pub fn prepare_sharing(&mut self, unit: &'u Unit, several: bool) {
        self.shared.done.clear();
        self.shared.active = several;
        if !several {
            return;
        }
        self.shared.defined.clear();
        self.shared.named.clear();
        for item in unit.items.iter() {
            let Item::Declaration(declaration) = item else {
                continue;
            };
            let Base::Record(record) = &declaration.specifiers.base else {
                continue;
            };
            if record.members.is_none() {
                continue;
            }
            match (&record.tag, declaration.declared.first()) {
                (Some(tag), _) => {
                    let tokens = hash(unit.tokens_of(record.place));
                    self.shared.defined.insert((record.kind, &tag.name), tokens);
                }
                (None, Some(declared)) => {
                    if let Some(name) = &declared.declarator.name {
                        self.shared.named.insert(record.place.first, &name.name);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether this unit defines the record for the first time.
    pub fn first_definition(&mut self, id: RecordId) -> bool {
        self.shared.done.insert(id)
    }

    pub fn share(&mut self, (kind, name, tokens): Key<'u>, id: RecordId) {
        let list = self.shared.known.entry((kind, name)).or_default();
        list.push((tokens, id));
    }

    /// A record of another unit that is written alike, or that only one of the units defines. One that is written otherwise may still be
    /// the same; where this unit defines it here and now, the definition tells.
    pub fn shared_record(
        &mut self,
        (kind, name, tokens): Key<'u>,
        defines: bool,
    ) -> Option<RecordId> {
        let list = self.shared.known.get_mut(&(kind, name))?;
        let alike = list.iter_mut().find(|(other, _)| *other == tokens);
        if let Some((_, id)) = alike {
            return Some(*id);
        }
        if tokens.is_some()
            && let Some((open, id)) = list.iter_mut().find(|(other, _)| other.is_none())
        {
            *open = tokens;
            return Some(*id);
        }
        let only_here = tokens.is_none() || defines;
        list.first().filter(|_| only_here).map(|(_, id)| *id)
    }

    pub fn shared_key(
        &self,
        kind: RecordKind,
        tag: Option<&'u Ident>,
        place: Place,
    ) -> Option<Key<'u>> {
        if !self.shared.active || !self.is_file_scope() {
            return None;
        }
        match tag {
            Some(tag) => {
                let tokens = self.shared.defined.get(&(kind, &*tag.name)).copied();
                Some((kind, &tag.name, tokens))
            }
            None => {
                let name = self.shared.named.get(&place.first)?;
                let tokens = hash(self.unit.tokens_of(place));
                Some((kind, name, Some(tokens)))
            }
        }
    }

    pub fn same_fields(&self, one: &Record, other: &Record) -> bool {
        one.size == other.size
            && one.is_union == other.is_union
            && one.fields.len() == other.fields.len()
            && (one.fields.iter().zip(&other.fields)).all(|(a, b)| {
                let places = a.offset == b.offset && a.bits == b.bits;
                a.name == b.name && places && self.same_type(a.ty, b.ty)
            })
    }

    /// Whether two types are the same, if records without a tag that are laid out alike are.
    fn same_type(&self, one: TypeId, other: TypeId) -> bool {
        let types = &self.tys.types;
        match (types.get(one), types.get(other)) {
            _ if one == other => true,
            (Type::Record(one), Type::Record(other)) => {
                let (one, other) = (types.record(*one), types.record(*other));
                one.tag.is_empty() && other.tag.is_empty() && self.same_fields(one, other)
            }
            (Type::Array(one, a), Type::Array(other, b)) => a == b && self.same_type(*one, *other),
            (Type::Pointer(one), Type::Pointer(other)) => self.same_type(*one, *other),
            _ => false,
        }
    }
}

/// A hash of tokens, by their spelling.
fn hash(tokens: &[Token]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    for token in tokens {
        match &token.kind {
            TokenKind::Name(name) => name.hash(&mut hasher),
            TokenKind::Punct(text) => text.hash(&mut hasher),
            TokenKind::Int(literal) => literal.text.hash(&mut hasher),
            other => other.describe().hash(&mut hasher),
        }
    }
    hasher.finish()
}
