//! Types that are to be inferred, and unification.
//!
//! Types share their parts. Pairs that were unified already are not looked at again, so that a type whose tree is exponentially larger
//! than its graph takes no longer than its graph.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::core::Type;

#[derive(Default)]
pub(crate) struct Unknowns {
    solutions: Vec<Option<Type>>,
}

/// Types by their place in memory, with what they resolve to. The key keeps its place because the type is kept beside.
#[derive(Default)]
pub(crate) struct Resolved(HashMap<usize, (Type, Type)>);

/// Two types that do not agree.
#[derive(Debug)]
pub(crate) struct Clash;

type Unified = Result<(), Clash>;

impl Unknowns {
    pub fn fresh(&mut self) -> Type {
        self.solutions.push(None);
        Type::Unknown(self.solutions.len() as u32 - 1)
    }

    /// The type with its outermost constructor known, where it is.
    pub fn shallow(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Unknown(id) = ty {
            match &self.solutions[*id as usize] {
                Some(solution) => ty = solution,
                None => break,
            }
        }
        ty.clone()
    }

    /// The type with everything that is known of it, and with what was found before. Nothing may be unified in between. Parts without
    /// unknowns stay shared.
    pub fn resolve_with(&self, ty: &Type, known: &mut Resolved) -> Type {
        let ty = self.shallow(ty);
        let Some(key) = ty.address() else {
            return ty;
        };
        if let Some((_, found)) = known.0.get(&key) {
            return found.clone();
        }
        let found = map_parts(&ty, &mut |part| self.resolve_with(part, known));
        known.0.insert(key, (ty, found.clone()));
        found
    }

    pub fn unify(&mut self, a: &Type, b: &Type) -> Unified {
        self.unify_new(a, b, &mut HashSet::new())
    }

    fn unify_new(&mut self, a: &Type, b: &Type, done: &mut HashSet<(usize, usize)>) -> Unified {
        let (a, b) = (self.shallow(a), self.shallow(b));
        match (&a, &b) {
            (Type::Unknown(x), Type::Unknown(y)) if x == y => Ok(()),
            (Type::Unknown(x), other) | (other, Type::Unknown(x)) => {
                if self.occurs(*x, other, &mut HashSet::new()) {
                    return Err(Clash);
                }
                self.solutions[*x as usize] = Some(other.clone());
                Ok(())
            }
            (Type::Power(x), Type::Power(y)) => {
                if Arc::ptr_eq(x, y) || !done.insert((address(x), address(y))) {
                    return Ok(());
                }
                self.unify_new(x, y, done)
            }
            (Type::Product(x), Type::Product(y)) => {
                if Arc::ptr_eq(x, y) || !done.insert((address(x), address(y))) {
                    return Ok(());
                }
                if x.len() != y.len() {
                    return Err(Clash);
                }
                x.iter()
                    .zip(y.iter())
                    .try_for_each(|(x, y)| self.unify_new(x, y, done))
            }
            (Type::Binding(x), Type::Binding(y)) => {
                if Arc::ptr_eq(x, y) || !done.insert((address(x), address(y))) {
                    return Ok(());
                }
                if x.len() != y.len() || x.iter().zip(y.iter()).any(|(x, y)| x.0 != y.0) {
                    return Err(Clash);
                }
                x.iter()
                    .zip(y.iter())
                    .try_for_each(|(x, y)| self.unify_new(&x.1, &y.1, done))
            }
            (x, y) if x == y => Ok(()),
            _ => Err(Clash),
        }
    }

    fn occurs(&self, id: u32, ty: &Type, done: &mut HashSet<usize>) -> bool {
        match ty {
            Type::Unknown(other) => match &self.solutions[*other as usize] {
                Some(solution) => self.occurs(id, solution, done),
                None => *other == id,
            },
            Type::Power(of) => done.insert(address(of)) && self.occurs(id, of, done),
            Type::Product(parts) => {
                done.insert(address(parts)) && parts.iter().any(|p| self.occurs(id, p, done))
            }
            Type::Binding(parts) => {
                done.insert(address(parts)) && parts.iter().any(|p| self.occurs(id, &p.1, done))
            }
            _ => false,
        }
    }

    /// Whether anything is still unknown.
    pub fn is_open(&self, ty: &Type) -> bool {
        self.open_part(ty, &mut HashSet::new())
    }

    fn open_part(&self, ty: &Type, done: &mut HashSet<usize>) -> bool {
        let ty = self.shallow(ty);
        if ty.address().is_some_and(|key| !done.insert(key)) {
            return false;
        }
        match ty {
            Type::Unknown(_) => true,
            Type::Power(of) => self.open_part(&of, done),
            Type::Product(parts) => parts.iter().any(|p| self.open_part(p, done)),
            Type::Binding(parts) => parts.iter().any(|p| self.open_part(&p.1, done)),
            _ => false,
        }
    }
}

fn address<T: ?Sized>(of: &Arc<T>) -> usize {
    Arc::as_ptr(of).cast::<()>() as usize
}

/// A type whose parts are changed; the same shared type where no part changes.
pub(crate) fn map_parts(ty: &Type, change: &mut impl FnMut(&Type) -> Type) -> Type {
    match ty {
        Type::Power(of) => {
            let new = change(of);
            if new.shares(of) {
                ty.clone()
            } else {
                Type::power(new)
            }
        }
        Type::Product(parts) => {
            let new: Vec<Type> = parts.iter().map(&mut *change).collect();
            if new
                .iter()
                .zip(parts.iter())
                .all(|(new, old)| new.shares(old))
            {
                ty.clone()
            } else {
                Type::Product(new.into())
            }
        }
        Type::Binding(parts) => {
            let new: Vec<_> = parts
                .iter()
                .map(|(name, part)| (name.clone(), change(part)))
                .collect();
            if new
                .iter()
                .zip(parts.iter())
                .all(|(new, old)| new.1.shares(&old.1))
            {
                ty.clone()
            } else {
                Type::Binding(new.into())
            }
        }
        _ => ty.clone(),
    }
}

impl Type {
    /// Where its parts are in memory.
    pub(crate) fn address(&self) -> Option<usize> {
        match self {
            Type::Power(of) => Some(address(of)),
            Type::Product(parts) => Some(address(parts)),
            Type::Binding(parts) => Some(address(parts)),
            _ => None,
        }
    }

    /// Whether two types are one in memory, or equal without parts.
    fn shares(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Power(a), Type::Power(b)) => Arc::ptr_eq(a, b),
            (Type::Product(a), Type::Product(b)) => Arc::ptr_eq(a, b),
            (Type::Binding(a), Type::Binding(b)) => Arc::ptr_eq(a, b),
            (Type::Power(_) | Type::Product(_) | Type::Binding(_), _)
            | (_, Type::Power(_) | Type::Product(_) | Type::Binding(_)) => false,
            _ => self == other,
        }
    }
}
