//! Lowering a changed expression once more, in an instance that exists already: what mutants need.

use assay_system::VarKind;
use assay_term::{TermId, VarId};

use super::inline::{Lowering, Place};
use super::{InstanceId, Result};
use crate::model::{Call, Expr, ExprKind};

impl<'m> Lowering<'m> {
    /// Whether this is the first step of an instance.
    pub fn first_of(&mut self, instance: InstanceId) -> TermId {
        let clock = self.clock_of[instance];
        self.first(clock)
    }

    /// The definitions that the calls inside a changed expression have now: bindings of parameters,
    /// clocks and held outputs of condacts.
    pub fn rebind(
        &mut self,
        caller: InstanceId,
        expr: &'m Expr,
        out: &mut Vec<(VarId, VarKind)>,
    ) -> Result<()> {
        let mut inside: Vec<&'m Expr> = Vec::new();
        expr.walk(&mut |e| inside.push(e));
        for e in inside {
            match &e.kind {
                ExprKind::Call(call) => self.rebind_call(caller, call, out)?,
                ExprKind::Condact {
                    clock,
                    call,
                    defaults,
                } => {
                    self.rebind_call(caller, call, out)?;
                    self.rehold(caller, clock, call, defaults, out)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn rebind_call(
        &mut self,
        caller: InstanceId,
        call: &'m Call,
        out: &mut Vec<(VarId, VarKind)>,
    ) -> Result<()> {
        let Some(instance) = self.instances[caller].calls[call.id.index()] else {
            return Ok(());
        };
        let mut terms = Vec::new();
        for arg in &call.args {
            terms.extend(self.leaves(Place::now(caller), arg)?);
        }
        let mut terms = terms.into_iter();
        for &input in &self.node(instance).inputs {
            for wire in self.instances[instance].leaves(input) {
                let def = terms.next().expect("arguments match the inputs");
                out.push((wire, VarKind::Wire { def }));
            }
        }
        Ok(())
    }

    fn rehold(
        &mut self,
        caller: InstanceId,
        condition: &'m Expr,
        call: &'m Call,
        defaults: &'m [Expr],
        out: &mut Vec<(VarId, VarKind)>,
    ) -> Result<()> {
        let Some(instance) = self.instances[caller].calls[call.id.index()] else {
            return Ok(());
        };
        let held = self.instances[instance].held.clone();
        let Some(clock) = self.clock_wire(instance) else {
            return Ok(());
        };
        let outer = self.clock_of[caller];
        let condition = self.scalar(Place::now(caller), condition)?;
        let around = self.clocks[outer].ticks;
        let ticks = self.system.pool.and(around.into_iter().chain([condition]));
        out.push((clock, VarKind::Wire { def: ticks }));
        let mut terms = Vec::new();
        for default in defaults {
            terms.extend(self.leaves(Place::now(caller), default)?);
        }
        let outputs: Vec<VarId> = {
            let node = self.node(instance);
            let instance = &self.instances[instance];
            node.outputs
                .iter()
                .flat_map(|&o| instance.leaves(o))
                .collect()
        };
        for ((wire, default), output) in held.into_iter().zip(terms).zip(outputs) {
            let def = self.held(outer, clock, wire, output, default);
            out.push((wire, VarKind::Wire { def }));
        }
        Ok(())
    }
}
