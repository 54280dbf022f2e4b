//! Variables of the model as variables of the system.

use assay_system::{Role, Shown, VarKind, Variable};
use assay_term::{BigInt, Sort, VarId};

use super::{Like, Lowering, shown};
use crate::elaborate::{Domain, Var, VarIx};
use crate::tree::{AssignKind, VariableKind};

impl Lowering<'_> {
    pub(super) fn declare_variables(&mut self) {
        for at in 0..self.flat.vars.len() {
            let ix = VarIx(at as u32);
            let variable = self.flat.var(ix);
            let (sort, like) = self.like(variable);
            let kind = match variable.kind {
                VariableKind::Input => VarKind::Input,
                _ if self.is_wire(ix) => {
                    let def = self.system.pool.bool(false);
                    VarKind::Wire { def }
                }
                _ => {
                    let next = self.system.pool.bool(false);
                    VarKind::State { init: None, next }
                }
            };
            let var = self.declare(
                sort,
                Variable {
                    name: variable.name.clone(),
                    kind,
                    role: like.role,
                    range: like.range,
                    shown: like.shown,
                    span: like.span,
                },
            );
            self.vars.push(var);
        }
    }

    /// Whether a variable is a function of others in the same step. A mutant's variables are what they are in the original.
    pub(super) fn is_wire(&self, ix: VarIx) -> bool {
        let name = &self.flat.var(ix).name;
        let before = self.base.and_then(|(base, _)| Some((base, base.names.get(name)?)));
        if let Some((base, var)) = before {
            return matches!(base.system.var(*var).kind, VarKind::Wire { .. });
        }
        let assigns = self.assigns.get(&(ix, AssignKind::Current));
        assigns.is_some_and(|assigns| !self.flat.node(assigns[0].value).ty.set)
    }

    pub(super) fn system_var(&self, ix: VarIx) -> VarId {
        self.vars[ix.0 as usize]
    }

    pub(super) fn like(&self, variable: &Var) -> (Sort, Like) {
        let role = match variable.kind {
            VariableKind::Input => Role::Input,
            _ => Role::Local,
        };
        let (sort, range, shown) = representation(&variable.domain);
        let like = Like {
            role,
            range,
            shown,
            span: Some(variable.span),
        };
        (sort, like)
    }
}

/// How the values of a domain are values of terms.
pub(super) fn representation(domain: &Domain) -> (Sort, Option<(BigInt, BigInt)>, Shown) {
    match domain {
        Domain::Bool => (Sort::Bool, None, Shown::Plain),
        Domain::Range(low, high) => {
            let range = Some(((*low).into(), (*high).into()));
            (Sort::Int, range, Shown::Plain)
        }
        Domain::Literals(all) => {
            let range = Some((0.into(), (all.len() - 1).into()));
            (Sort::Int, range, shown(all))
        }
        Domain::Word { width, .. } => (Sort::BitVec(*width), None, Shown::Plain),
    }
}
