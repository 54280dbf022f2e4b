//! Copies of schemas: each has variables of its own, and sets for its generic parameters.

use std::collections::HashMap;

use super::checker::{Checker, LARGEST};
use super::unknown::map_parts;
use crate::core::{Bound, Expr, ExprKind, Pred, Rewrite, Type, Var, VarId};

/// Replaces variables and generic parameters, and gives bound variables new declarations.
pub(crate) struct Copy<'a, 's> {
    pub checker: &'a mut Checker<'s>,
    pub vars: HashMap<VarId, Expr>,
    /// Sets for the generic parameters; empty where they stay.
    pub generics: Vec<Expr>,
    types: Instantiated,
    nodes: usize,
}

impl<'a, 's> Copy<'a, 's> {
    pub fn new(checker: &'a mut Checker<'s>) -> Copy<'a, 's> {
        Copy {
            checker,
            vars: HashMap::new(),
            generics: Vec::new(),
            types: Instantiated::new(),
            nodes: 0,
        }
    }

    /// The declarations with new variables, which the copy uses from here on.
    pub fn bound(&mut self, bound: &[Bound]) -> Vec<Bound> {
        let sets: Vec<Expr> = bound.iter().map(|b| self.expr(&b.set)).collect();
        let vars: Vec<VarId> = bound.iter().map(|b| self.declared(b.var)).collect();
        for (var, set) in vars.iter().zip(&sets) {
            self.checker.sets.insert(*var, set.clone());
        }
        let parts = vars.into_iter().zip(sets);
        parts.map(|(var, set)| Bound { var, set }).collect()
    }

    /// Whether there is room for more.
    fn room(&mut self) -> bool {
        self.nodes += 1;
        // The next schema expression reports it.
        self.checker.copied + self.nodes <= LARGEST + 1
    }
}

impl Drop for Copy<'_, '_> {
    fn drop(&mut self) {
        self.checker.copied = self.checker.copied.saturating_add(self.nodes);
    }
}

impl Rewrite for Copy<'_, '_> {
    fn ty(&mut self, ty: &Type) -> Type {
        if self.generics.is_empty() {
            return ty.clone();
        }
        instantiate(ty, &self.generics, &mut self.types)
    }

    fn variable(&mut self, var: VarId, at: &Expr) -> Expr {
        match self.vars.get(&var).cloned() {
            Some(new) if matches!(*new.kind, ExprKind::Var(_)) => new,
            // The same value may stand in several places: the variables that it declares are new ones in each.
            Some(new) => Copy::new(self.checker).expr(&new),
            None => at.clone(),
        }
    }

    fn declared(&mut self, var: VarId) -> VarId {
        let old = &self.checker.program.vars[var.0 as usize];
        let (name, ty, span) = (old.name.clone(), old.ty.clone(), old.span);
        let ty = self.ty(&ty);
        let new = VarId(self.checker.program.vars.len() as u32);
        self.checker.program.vars.push(Var { name, ty, span });
        let expr = self.checker.var_expr(new, span);
        self.vars.insert(var, expr);
        new
    }

    fn replaced(&mut self, expr: &Expr) -> Option<Expr> {
        if !self.room() {
            return Some(expr.clone());
        }
        match *expr.kind {
            ExprKind::Parameter(index) => self.generics.get(index as usize).cloned(),
            ExprKind::Integers
            | ExprKind::Booleans
            | ExprKind::Given(_)
            | ExprKind::GivenElement { .. }
            | ExprKind::Free(_)
            | ExprKind::Int(_) => Some(expr.clone()),
            _ => None,
        }
    }
}

/// Types by their place in memory, with what they become; the type is kept so that its place is.
pub(crate) type Instantiated = HashMap<usize, (Type, Type)>;

/// A type with the types of sets in the place of generic parameters.
pub(crate) fn instantiate(ty: &Type, generics: &[Expr], known: &mut Instantiated) -> Type {
    if let Type::Parameter(index) = ty {
        let set = generics
            .get(*index as usize)
            .and_then(|set| set.ty.element());
        return set.unwrap_or(ty).clone();
    }
    let Some(key) = ty.address() else {
        return ty.clone();
    };
    if let Some((_, found)) = known.get(&key) {
        return found.clone();
    }
    let found = map_parts(ty, &mut |part| instantiate(part, generics, known));
    known.insert(key, (ty.clone(), found.clone()));
    found
}

/// The variables that are used and not declared inside.
#[derive(Default)]
pub(crate) struct Used {
    pub vars: std::collections::HashSet<VarId>,
}

impl Rewrite for Used {
    fn variable(&mut self, var: VarId, at: &Expr) -> Expr {
        self.vars.insert(var);
        at.clone()
    }
}

/// Whether a predicate uses one of the variables.
pub(crate) fn mentions(pred: &Pred, vars: &[VarId]) -> bool {
    let mut used = Used::default();
    used.pred(pred);
    vars.iter().any(|var| used.vars.contains(var))
}

/// Whether an expression uses no variable at all but its own.
pub(crate) fn free_of(expr: &Expr, vars: &[VarId]) -> bool {
    let mut used = Used::default();
    used.expr(expr);
    !vars.iter().any(|var| used.vars.contains(var))
}
