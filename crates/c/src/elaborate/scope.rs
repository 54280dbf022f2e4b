//! Names and what they stand for.

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{FunctionId, GlobalId, LocalId, RecordId};
use crate::syntax::tree::{Declaration, Function, Ident, Place};

/// What an ordinary name stands for.
#[derive(Clone, Copy)]
pub(super) enum Entity<'u> {
    Typedef(Ty),
    /// An enumeration constant.
    Constant(i128, Ty),
    Local(LocalId),
    Global(GlobalId),
    Function(FunctionId),
    /// A declaration of a system header that nothing has used yet, and which of its names.
    Declared(&'u Declaration, usize),
    /// A function definition of a system header that nothing has used yet.
    Defined(&'u Function),
    /// Its declaration is faulty, which was reported.
    Faulty,
}

#[derive(Clone, Copy)]
pub(super) struct Named<'u> {
    pub entity: Entity<'u>,
    pub span: Span,
}

/// What a tag stands for.
#[derive(Clone, Copy)]
pub(super) enum Tag {
    Struct(RecordId),
    Union(RecordId),
    Enum(Ty),
}

#[derive(Default)]
pub(super) struct Scope<'u> {
    pub names: FxHashMap<&'u str, Named<'u>>,
    pub tags: FxHashMap<&'u str, (Tag, Span)>,
}

impl<'u> Elaborator<'u> {
    pub fn is_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let done = work(self);
        self.scopes.pop();
        done
    }

    pub fn bind(&mut self, name: &'u str, entity: Entity<'u>, span: Span) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name, Named { entity, span });
        }
    }

    /// What a name stands for in the innermost scope.
    pub fn in_this_scope(&mut self, name: &str) -> Option<Named<'u>> {
        let level = self.scopes.len() - 1;
        self.resolved(level, name)
    }

    pub fn lookup(&mut self, name: &str) -> Option<Named<'u>> {
        let level = (0..self.scopes.len())
            .rev()
            .find(|&level| self.scopes[level].names.contains_key(name))?;
        self.resolved(level, name)
    }

    /// A declaration of a header is elaborated when it is used.
    fn resolved(&mut self, level: usize, name: &str) -> Option<Named<'u>> {
        let (&name, &named) = self.scopes[level].names.get_key_value(name)?;
        let done = match named.entity {
            Entity::Declared(declaration, which) => self.at_file_scope(|this| {
                this.scopes[0].names.remove(name);
                this.late_declaration(declaration, which)
            }),
            Entity::Defined(function) => self.at_file_scope(|this| {
                this.scopes[0].names.remove(name);
                this.late_function(function)
            }),
            _ => return Some(named),
        };
        if done.is_err() {
            let entity = Entity::Faulty;
            let faulty = Named { entity, ..named };
            self.scopes[0].names.insert(name, faulty);
        }
        self.note(done);
        self.scopes[0].names.get(name).copied()
    }

    /// Runs something as if it stood outside of functions.
    fn at_file_scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.scopes.split_off(1);
        let body = std::mem::take(&mut self.body);
        let depth = std::mem::take(&mut self.depth);
        let done = work(self);
        self.scopes.truncate(1);
        self.scopes.extend(inner);
        self.body = body;
        self.depth = depth;
        done
    }

    pub fn find_tag(&self, tag: &str) -> Option<(Tag, Span)> {
        let scopes = self.scopes.iter().rev();
        scopes
            .map(|scope| scope.tags.get(tag))
            .find_map(|t| t.copied())
    }

    pub fn tag_in_this_scope(&self, tag: &str) -> Option<(Tag, Span)> {
        self.scopes.last()?.tags.get(tag).copied()
    }

    pub fn bind_tag(&mut self, name: &'u Ident, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.tags.insert(&name.name, (tag, name.place.span));
        }
    }

    pub fn undeclared(&self, name: &str, place: Place) -> Box<Diagnostic> {
        let fault = self.fault(place, "C0101", format!("`{name}` is not declared"));
        let known = (self.scopes.iter())
            .flat_map(|scope| scope.names.keys().copied())
            .filter(|known| !known.starts_with("__"));
        Box::new(match nearest(name, known) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => *fault,
        })
    }

    pub fn typedef(&mut self, name: &'u Ident) -> Done<Ty> {
        let b = self.tys.basic;
        let named = self.lookup(&name.name);
        if let Some(named) = named {
            return match named.entity {
                Entity::Typedef(ty) => Ok(ty),
                Entity::Faulty => Err(self.reported()),
                _ => Err(self.fault(
                    name.place,
                    "C0101",
                    format!("`{}` is no type here", name.name),
                )),
            };
        }
        match &*name.name {
            "__builtin_va_list" => Ok(b.va_list),
            "__uint128_t" => Ok(b.uint128),
            "__int128_t" => Ok(b.int128),
            "__CPROVER_size_t" => Ok(b.size),
            "__CPROVER_ssize_t" => Ok(b.ptrdiff),
            other => Err(self.unsupported(name.place, &format!("the type `{other}`"))),
        }
    }
}

/// The name that differs least from a misspelled one, if it differs little.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.len() / 3).clamp(1, 3);
    let close = known.filter(|other| other.len().abs_diff(name.len()) <= most);
    close
        .map(|other| (distance(name, other), other))
        .filter(|(distance, other)| *distance <= most && *distance < other.len())
        .min()
        .map(|(_, other)| other)
}

/// How many letters have to be changed, added, removed or swapped with their neighbour.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for i in 1..=one.len() {
        let mut row = vec![i];
        for j in 1..=other.len() {
            let same = one[i - 1] == other[j - 1];
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + usize::from(!same));
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
