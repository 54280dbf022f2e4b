//! Turns offers into patches. The changed expression is lowered again in every instance of its node, into the same term pool, and the
//! definitions that differ from the original's become the patch.

use assay_source::{Diagnostic, SourceFile};
use assay_system::{Change, ElementKind, Mutant, Mutants, Patch, Role, Target, VarKind, Variable};
use assay_term::{FuncId, TermId, VarId};
use num_traits::{Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::apply::loops;
use super::identity::{fingerprint, shown_ids};
use super::range::Ranges;
use super::specification::Specified;
use super::{Becomes, LeafChange, Offer, Site};
use crate::lower::{InstanceId, Lowered, Lowering, Place};
use crate::model::{BinaryOp, Expr, ExprKind, Model, Value};

/// The functions of the pool that the model or a mutant calls, as in [`Lowered`].
pub struct Called {
    pub functions: Vec<Vec<FuncId>>,
    pub by_zero: FxHashMap<BinaryOp, FuncId>,
}

pub fn patches<'m>(
    file: &SourceFile,
    model: &'m Model,
    lowering: Lowering<'m>,
    lowered: &Lowered,
    specified: &Specified,
    offers: &'m [Offer],
) -> Result<(Mutants, Called), Box<Diagnostic>> {
    let fresh_from = lowered.system.vars.len();
    let mut element_of: FxHashMap<VarId, usize> = FxHashMap::default();
    for (e, element) in lowered.system.elements.iter().enumerate() {
        if element.kind == ElementKind::Equation {
            element_of.extend(element.instances.iter().map(|i| (i.var, e)));
        }
    }
    let mut maker = Maker {
        ranges: Ranges::new(&lowered.system),
        lowering,
        lowered,
        reads: Vec::new(),
    };
    let mut mutants = Vec::with_capacity(offers.len());
    for (id, offer) in shown_ids(file, offers).into_iter().zip(offers) {
        let cyclic = || "it would need its own value within a step".to_string();
        let invalid = offer
            .invalid
            .clone()
            .or_else(|| bad_divisor(offer))
            .or_else(|| loops(model, offer).then(cyclic));
        let change = match invalid {
            Some(why) => Change::Invalid(why),
            None => {
                let patch = maker.patch(offer)?;
                match maker.fault(&patch) {
                    Some(why) => Change::Invalid(why),
                    None => Change::Patch(patch),
                }
            }
        };
        let (target, element) = maker.target(file, model, offer, &element_of);
        let at = file.start(offer.at);
        mutants.push(Mutant {
            id,
            operator: offer.operator,
            target,
            fingerprint: fingerprint(model, &element, offer),
            element,
            span: offer.span,
            line: at.line,
            column: at.column,
            original: file.slice(offer.span).to_string(),
            replacement: offer.replacement.clone(),
            change,
        });
    }
    let lowering = maker.lowering;
    let called = Called {
        functions: lowering.functions,
        by_zero: lowering.by_zero,
    };
    let mut system = lowering.system;
    for &p in &specified.copied {
        let property = &system.properties[p];
        let var = property.var.expect("copied properties name a variable");
        if let VarKind::Wire { def } = system.var(var).kind {
            let own = |v: VarId| (v == var).then_some(def);
            system.properties[p].term = system.pool.substitute(&[property.term], own)[0];
        }
    }
    let mutants = Mutants {
        system,
        fresh_from,
        mutants,
        executions: vec![],
    };
    Ok((mutants, called))
}

struct Maker<'m, 'l> {
    lowering: Lowering<'m>,
    lowered: &'l Lowered,
    ranges: Ranges,
    /// For each variable what its definition reads in the same step; made as far as needed.
    reads: Vec<Vec<VarId>>,
}

impl<'m> Maker<'m, '_> {
    fn patch(&mut self, offer: &'m Offer) -> Result<Patch, Box<Diagnostic>> {
        let mut patch = Patch::default();
        let instances: Vec<InstanceId> = (0..self.lowered.instances.len())
            .filter(|&i| self.lowered.instances[i].node == offer.site.node())
            .collect();
        for instance in instances {
            match &offer.becomes {
                Becomes::Expr(expr) => self.expression(offer.site, instance, expr, &mut patch)?,
                Becomes::One { var, expr } => {
                    let def = self.lowering.scalar(Place::now(instance), expr)?;
                    let wires = self.lowered.instances[instance].leaves(*var);
                    patch.vars.extend(wires.map(|w| (w, VarKind::Wire { def })));
                }
                Becomes::Leaf { var, leaf, change } => {
                    let wire = self.lowered.instances[instance].leaves(*var).nth(*leaf);
                    if let Some(wire) = wire {
                        let def = self.leaf(instance, wire, change);
                        patch.vars.push((wire, VarKind::Wire { def }));
                    }
                }
            }
        }
        let system = &self.lowering.system;
        patch.vars.retain(|(v, kind)| system.var(*v).kind != *kind);
        patch
            .constraints
            .retain(|(c, t)| system.constraints[*c].term != *t);
        Ok(patch)
    }

    fn expression(
        &mut self,
        site: Site,
        instance: InstanceId,
        expr: &'m Expr,
        patch: &mut Patch,
    ) -> Result<(), Box<Diagnostic>> {
        match site {
            Site::Equation(node, index) => {
                let mut terms = self
                    .lowering
                    .leaves(Place::now(instance), expr)?
                    .into_iter();
                for &var in &self.lowering.model.node(node).equations[index].lhs {
                    for wire in self.lowered.instances[instance].leaves(var) {
                        let def = terms.next().expect("a mutant keeps the type");
                        patch.vars.push((wire, VarKind::Wire { def }));
                    }
                }
            }
            Site::Assertion(_, index) => {
                let term = self.lowering.scalar(Place::now(instance), expr)?;
                let term = self.lowering.while_ticking(instance, term);
                let at = self
                    .lowered
                    .assertions
                    .iter()
                    .position(|a| *a == (instance, index));
                patch
                    .constraints
                    .push((at.expect("every assertion is lowered"), term));
            }
        }
        self.lowering.rebind(instance, expr, &mut patch.vars)
    }

    fn leaf(&mut self, instance: InstanceId, wire: VarId, change: &LeafChange) -> TermId {
        let VarKind::Wire { def } = self.lowered.system.var(wire).kind else {
            unreachable!("an equation defines wires");
        };
        match change {
            LeafChange::Free => {
                let variable = self.lowered.system.var(wire).clone();
                let free = Variable {
                    name: format!("any {}", variable.name),
                    kind: VarKind::Input,
                    role: Role::Internal,
                    ..variable
                };
                let free = self.lowering.add_var(self.lowered.system.sort(wire), free);
                self.lowering.system.pool.var(free)
            }
            LeafChange::First(value) => {
                let first = self.lowering.first_of(instance);
                let value = self.value(value);
                self.lowering.system.pool.ite(first, value, def)
            }
            LeafChange::Always(value) => self.value(value),
        }
    }

    fn value(&mut self, value: &Value) -> TermId {
        let pool = &mut self.lowering.system.pool;
        match value {
            Value::Bool(b) => pool.bool(*b),
            Value::Int(n) => pool.int(n.clone()),
            Value::Real(r) => pool.real(r.clone()),
            _ => unreachable!("leaves are scalars"),
        }
    }

    /// Why a patch is no model: a value may leave its range, or a variable depends on itself.
    fn fault(&mut self, patch: &Patch) -> Option<String> {
        for (var, kind) in &patch.vars {
            let VarKind::Wire { def } = kind else {
                continue;
            };
            let name = &self.lowering.system.var(*var).name;
            if let Some((lo, hi)) = self.ranges.left(&self.lowering.system, *var, *def) {
                return Some(format!("{name} may leave its range {lo} to {hi}"));
            }
            if self.is_cyclic(patch, *var, *def) {
                let name = &self.lowering.system.var(*var).name;
                return Some(format!("{name} would depend on itself within a step"));
            }
        }
        for state in self.fresh_states(patch) {
            let system = &self.lowering.system;
            if let VarKind::State { next, .. } = system.var(state).kind
                && let Some((lo, hi)) = self.ranges.left(system, state, next)
            {
                return Some(format!(
                    "a value under `pre` may leave its range {lo} to {hi}"
                ));
            }
        }
        None
    }

    /// The states that lowering made for mutants and that this patch reads, directly or through one another.
    fn fresh_states(&self, patch: &Patch) -> Vec<VarId> {
        let system = &self.lowering.system;
        let mut fresh = Vec::new();
        let mut stack = system.pool.variables(&patch.terms());
        while let Some(v) = stack.pop() {
            if v.index() >= self.lowered.system.vars.len() && !fresh.contains(&v) {
                fresh.push(v);
                stack.extend(system.pool.variables(&system.defining_terms(v)));
            }
        }
        fresh
    }

    fn is_cyclic(&mut self, patch: &Patch, var: VarId, def: TermId) -> bool {
        let system = &self.lowering.system;
        let pool = &system.pool;
        let VarKind::Wire { def: before } = system.var(var).kind else {
            return false;
        };
        let known = pool.variables(&[before]);
        let new: Vec<VarId> = pool
            .variables(&[def])
            .into_iter()
            .filter(|v| !known.contains(v))
            .collect();
        if new.is_empty() {
            return false;
        }
        // Mutants bring fresh variables with them: the list grows.
        let reads = &mut self.reads;
        for variable in system.vars.since(reads.len()) {
            reads.push(match variable.kind {
                VarKind::Wire { def } => pool.variables(&[def]),
                _ => vec![],
            });
        }
        let own: FxHashMap<VarId, Vec<VarId>> = patch
            .vars
            .iter()
            .filter_map(|(v, kind)| match kind {
                VarKind::Wire { def } => Some((*v, pool.variables(&[*def]))),
                _ => None,
            })
            .collect();
        let mut seen = FxHashSet::default();
        let mut stack = new;
        while let Some(v) = stack.pop() {
            if v == var {
                return true;
            }
            if seen.insert(v) {
                let next = own.get(&v).or_else(|| reads.get(v.index()));
                stack.extend(next.into_iter().flatten());
            }
        }
        false
    }

    fn target(
        &self,
        file: &SourceFile,
        model: &Model,
        offer: &Offer,
        element_of: &FxHashMap<VarId, usize>,
    ) -> (Target, String) {
        let (node, index) = match offer.site {
            Site::Assertion(node, index) => {
                let at = file.start(model.node(node).assertions[index].span);
                return (Target::Assertion, format!("assert at line {}", at.line));
            }
            Site::Equation(node, index) => (node, index),
        };
        let equation = &model.node(node).equations[index];
        let leaf = match &offer.becomes {
            Becomes::Leaf { var, leaf, .. } => Some((*var, *leaf)),
            Becomes::One { var, .. } => Some((*var, 0)),
            Becomes::Expr(_) => equation.lhs.first().map(|v| (*v, 0)),
        };
        let element = leaf.and_then(|(var, leaf)| {
            let instance = self.lowered.instances.iter().find(|i| i.node == node)?;
            let wire = instance.leaves(var).nth(leaf)?;
            element_of.get(&wire).copied()
        });
        match element {
            Some(e) => (
                Target::Element(e),
                self.lowered.system.elements[e].name.clone(),
            ),
            // An equation without a left-hand side constrains nothing that is named.
            None => (Target::Assertion, format!("{}", model.node(node).name)),
        }
    }
}

/// A constant divisor must be positive, a real one not zero.
fn bad_divisor(offer: &Offer) -> Option<String> {
    let (Becomes::Expr(expr) | Becomes::One { expr, .. }) = &offer.becomes else {
        return None;
    };
    let bad = |e: &Expr| match &e.kind {
        ExprKind::Binary(BinaryOp::IntDiv | BinaryOp::Mod, _, d) => {
            matches!(&d.kind, ExprKind::Const(Value::Int(n)) if !n.is_positive())
        }
        ExprKind::Binary(BinaryOp::Div, _, d) => {
            matches!(&d.kind, ExprKind::Const(Value::Real(r)) if r.is_zero())
        }
        _ => false,
    };
    expr.any(&bad)
        .then(|| "a constant divisor must be positive".to_string())
}
