//! Which variables an expression or a predicate reads.
//!
//! A constant that is chosen from its axioms counts as a variable with a number behind those of the program, so that the solver can look
//! for its value as for any other.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::Constants;
use crate::core::{Definition, Expr, ExprKind, GlobalId, Pred, PredKind, Program, Scope, VarId};

pub(crate) struct FreeVars {
    /// For each global what its definition reads of chosen constants.
    globals: Vec<Arc<[VarId]>>,
    /// By address. The copy beside the answer keeps the address from being used again.
    exprs: FxHashMap<usize, (Expr, Arc<[VarId]>)>,
    preds: FxHashMap<usize, (Pred, Arc<[VarId]>)>,
}

/// Constants have numbers from here on, far behind those of variables.
pub(crate) const FIRST_CONSTANT: u32 = 1 << 31;
/// Answers that are remembered.
const MAX_REMEMBERED: usize = 1 << 16;

impl FreeVars {
    pub(crate) fn new(program: &Program, constants: &Constants) -> FreeVars {
        let count = program.globals.len();
        let mut free = FreeVars {
            globals: vec![Arc::from([]); count],
            exprs: FxHashMap::default(),
            preds: FxHashMap::default(),
        };
        for &id in &constants.chosen {
            free.globals[id.0 as usize] = Arc::from([free.of_global(id)]);
        }
        // Definitions read other definitions: repeat until nothing is added.
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..count {
                let id = GlobalId(index as u32);
                if constants.chosen.contains(&id) {
                    continue;
                }
                let mut found = Vec::new();
                if let Some(rules) = constants.rules.get(&id) {
                    for rule in &**rules {
                        rule.reads(&free, &mut found);
                    }
                } else if let Some(direct) = constants.direct.get(&id) {
                    free.expr_into(direct, &mut found);
                } else if let Definition::Is(value) = &program.globals[index].definition {
                    free.expr_into(value, &mut found);
                }
                found.retain(|var| var.0 >= FIRST_CONSTANT);
                found.sort_unstable();
                found.dedup();
                if found.len() != free.globals[index].len() {
                    free.globals[index] = found.into();
                    changed = true;
                }
            }
        }
        free
    }

    pub(crate) fn of_global(&self, id: GlobalId) -> VarId {
        VarId(FIRST_CONSTANT + id.0)
    }

    pub(crate) fn is_constant(&self, var: VarId) -> bool {
        var.0 >= FIRST_CONSTANT
    }

    pub(crate) fn expr(&mut self, expr: &Expr) -> Arc<[VarId]> {
        let key = Arc::as_ptr(&expr.kind) as usize;
        if let Some((_, found)) = self.exprs.get(&key) {
            return found.clone();
        }
        let mut found = Vec::new();
        self.expr_into(expr, &mut found);
        let found = finished(found);
        if self.exprs.len() >= MAX_REMEMBERED {
            self.exprs.clear();
        }
        self.exprs.insert(key, (expr.clone(), found.clone()));
        found
    }

    pub(crate) fn pred(&mut self, pred: &Pred) -> Arc<[VarId]> {
        let key = Arc::as_ptr(&pred.kind) as usize;
        if let Some((_, found)) = self.preds.get(&key) {
            return found.clone();
        }
        let mut found = Vec::new();
        self.pred_into(pred, &mut found);
        let found = finished(found);
        if self.preds.len() >= MAX_REMEMBERED {
            self.preds.clear();
        }
        self.preds.insert(key, (pred.clone(), found.clone()));
        found
    }

    pub(super) fn expr_into(&self, expr: &Expr, found: &mut Vec<VarId>) {
        match &*expr.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Parameter(_)
            | ExprKind::Branch { .. }
            | ExprKind::Integers
            | ExprKind::Booleans
            | ExprKind::Given(_)
            | ExprKind::GivenElement { .. }
            | ExprKind::Free(_) => {}
            ExprKind::Var(var) => found.push(*var),
            ExprKind::Global { id, generics } => {
                found.extend_from_slice(&self.globals[id.0 as usize]);
                self.all(generics, found);
            }
            ExprKind::Tuple(parts)
            | ExprKind::Set(parts)
            | ExprKind::Sequence(parts)
            | ExprKind::Bag(parts)
            | ExprKind::Product(parts)
            | ExprKind::Call {
                arguments: parts, ..
            } => self.all(parts, found),
            ExprKind::Element { tuple: part, .. }
            | ExprKind::Component { binding: part, .. }
            | ExprKind::Power(part) => self.expr_into(part, found),
            ExprKind::Binding(parts) => {
                for (_, part) in parts {
                    self.expr_into(part, found);
                }
            }
            ExprKind::Comprehension { scope, result } | ExprKind::Mu { scope, result } => {
                self.scope_into(scope, found, |free, found| free.expr_into(result, found));
            }
            ExprKind::Lambda {
                scope,
                argument,
                result,
            } => self.scope_into(scope, found, |free, found| {
                free.expr_into(argument, found);
                free.expr_into(result, found);
            }),
            ExprKind::Let { definitions, body } => {
                self.let_into(definitions, found, |free, found| {
                    free.expr_into(body, found)
                });
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.pred_into(condition, found);
                self.expr_into(then, found);
                self.expr_into(otherwise, found);
            }
            ExprKind::Truth(pred) => self.pred_into(pred, found),
            ExprKind::Apply { function, argument } => {
                self.expr_into(function, found);
                self.expr_into(argument, found);
            }
        }
    }

    pub(super) fn pred_into(&self, pred: &Pred, found: &mut Vec<VarId>) {
        match &*pred.kind {
            PredKind::True | PredKind::False => {}
            PredKind::Relation { left, right, .. } => {
                self.expr_into(left, found);
                self.expr_into(right, found);
            }
            PredKind::Holds(expr) => self.expr_into(expr, found),
            PredKind::Not(part) => self.pred_into(part, found),
            PredKind::And(parts) | PredKind::Or(parts) => {
                for part in parts {
                    self.pred_into(part, found);
                }
            }
            PredKind::Implies(left, right) | PredKind::Iff(left, right) => {
                self.pred_into(left, found);
                self.pred_into(right, found);
            }
            PredKind::Quantified { scope, body, .. } => {
                self.scope_into(scope, found, |free, found| free.pred_into(body, found));
            }
            PredKind::Let { definitions, body } => {
                self.let_into(definitions, found, |free, found| {
                    free.pred_into(body, found)
                });
            }
            PredKind::If {
                condition,
                then,
                otherwise,
            } => {
                for part in [condition, then, otherwise] {
                    self.pred_into(part, found);
                }
            }
        }
    }

    fn all(&self, parts: &[Expr], found: &mut Vec<VarId>) {
        for part in parts {
            self.expr_into(part, found);
        }
    }

    fn scope_into(
        &self,
        scope: &Scope,
        found: &mut Vec<VarId>,
        body: impl FnOnce(&FreeVars, &mut Vec<VarId>),
    ) {
        for bound in &scope.bound {
            self.expr_into(&bound.set, found);
        }
        let from = found.len();
        for pred in &scope.such_that {
            self.pred_into(pred, found);
        }
        body(self, found);
        remove(found, from, |var| {
            scope.bound.iter().any(|bound| bound.var == var)
        });
    }

    fn let_into(
        &self,
        definitions: &[(VarId, Expr)],
        found: &mut Vec<VarId>,
        body: impl FnOnce(&FreeVars, &mut Vec<VarId>),
    ) {
        for (_, value) in definitions {
            self.expr_into(value, found);
        }
        let from = found.len();
        body(self, found);
        remove(found, from, |var| {
            definitions.iter().any(|(defined, _)| *defined == var)
        });
    }
}

/// Removes bound variables behind a position.
fn remove(found: &mut Vec<VarId>, from: usize, bound: impl Fn(VarId) -> bool) {
    let tail = found.split_off(from);
    found.extend(tail.into_iter().filter(|var| !bound(*var)));
}

fn finished(mut found: Vec<VarId>) -> Arc<[VarId]> {
    found.sort_unstable();
    found.dedup();
    found.into()
}
