//! Inlining: instances, their variables, and the queue of what is still to be lowered.

use std::collections::VecDeque;
use std::rc::Rc;

use assay_source::{Diagnostic, Span};
use assay_system::{
    Constraint, ConstraintKind, ElementKind, Property, Role, Shown, System, VarKind, Variable,
};
use assay_term::{FuncId, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clock::{Clock, ClockId, MemoryKey};
use super::layout::{Layout, Leaf};
use super::{Instance, InstanceId, Lowered, MAX_TERMS, MAX_VARS, Result};
use crate::model::{
    self, BinaryOp, Call, Expr, ExprKind, Model, Node, NodeId, RangeRole, VarKind as Kind,
};
use crate::pre_index::PreIndex;

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub instance: InstanceId,
    /// In the step before: variables stand for the states that remember them.
    pub past: bool,
}

impl Place {
    pub fn now(instance: InstanceId) -> Place {
        Place {
            instance,
            past: false,
        }
    }
}

enum Item<'m> {
    /// Binds the parameters of an instance; the expressions are the caller's.
    Arguments(InstanceId, &'m [Expr]),
    Equation(InstanceId, usize),
    Assertion(InstanceId, usize),
    Property(InstanceId, usize),
}

pub(crate) struct Lowering<'m> {
    pub model: &'m Model,
    pub(super) layout: Layout<'m>,
    pub system: System,
    pub instances: Vec<Instance>,
    /// The clock of each instance.
    pub clock_of: Vec<ClockId>,
    pub(super) clocks: Vec<Clock>,
    pub past: FxHashMap<VarId, VarId>,
    pub memories: FxHashMap<MemoryKey, VarId>,
    /// The element of a leaf of a node's variable.
    pub elements: FxHashMap<(NodeId, model::VarId, u32), usize>,
    pub functions: Vec<Vec<FuncId>>,
    pub by_zero: FxHashMap<BinaryOp, FuncId>,
    /// Leaves whose subrange is an obligation.
    obliged: Vec<VarId>,
    pre_indices: Vec<Option<Rc<PreIndex>>>,
    names: FxHashSet<String>,
    /// How many calls of a node there were, by the prefix of the caller and the node's name.
    counters: FxHashMap<String, u32>,
    queue: VecDeque<Item<'m>>,
    assertions: Vec<(InstanceId, usize)>,
    properties: Vec<(InstanceId, usize)>,
}

impl<'m> Lowering<'m> {
    pub fn new(model: &'m Model) -> Self {
        let always = Clock {
            ticks: None,
            first: None,
            prefix: String::new(),
        };
        Lowering {
            model,
            layout: Layout::new(model),
            system: System::new(),
            instances: Vec::new(),
            clock_of: Vec::new(),
            clocks: vec![always],
            past: FxHashMap::default(),
            memories: FxHashMap::default(),
            elements: FxHashMap::default(),
            functions: vec![Vec::new(); model.functions.len()],
            by_zero: FxHashMap::default(),
            obliged: Vec::new(),
            pre_indices: vec![None; model.nodes.len()],
            names: FxHashSet::default(),
            counters: FxHashMap::default(),
            queue: VecDeque::new(),
            assertions: Vec::new(),
            properties: Vec::new(),
        }
    }

    pub fn run(mut self, main: NodeId) -> Result<Lowered> {
        self.lower(main)?;
        Ok(Lowered {
            system: self.system,
            instances: self.instances,
            past: self.past,
            assertions: self.assertions,
            properties: self.properties,
            functions: self.functions,
            by_zero: self.by_zero,
        })
    }

    /// Lowers everything that `main` needs.
    pub fn lower(&mut self, main: NodeId) -> Result<()> {
        if self.expanded_size(main) > MAX_VARS {
            let span = self.model.node(main).name.span;
            return Err(too_large("variables", MAX_VARS, span));
        }
        self.instantiate(main, None, 0);
        while let Some(item) = self.queue.pop_front() {
            match item {
                Item::Arguments(instance, args) => self.bind(instance, args)?,
                Item::Equation(instance, index) => self.equation(instance, index)?,
                Item::Assertion(instance, index) => self.assertion(instance, index)?,
                Item::Property(instance, index) => self.property(instance, index)?,
            }
        }
        self.list_elements();
        self.drop_unfounded_ranges();
        Ok(())
    }

    /// What has been lowered so far.
    pub fn finished(&self) -> Lowered {
        Lowered {
            system: self.system.clone(),
            instances: self.instances.clone(),
            past: self.past.clone(),
            assertions: self.assertions.clone(),
            properties: self.properties.clone(),
            functions: self.functions.clone(),
            by_zero: self.by_zero.clone(),
        }
    }

    /// How many leaves the variables of a node and of all calls below it have; saturating.
    fn expanded_size(&self, main: NodeId) -> usize {
        let mut sizes = vec![0usize; self.model.nodes.len()];
        for &id in &self.model.call_order {
            let node = self.model.node(id);
            let variables = node.variables.iter().map(|v| self.layout.size(&v.ty));
            let mut size = variables.fold(0, usize::saturating_add);
            for root in node.expressions() {
                root.walk(&mut |expr| {
                    if let ExprKind::Call(call) | ExprKind::Condact { call, .. } = &expr.kind {
                        size = size.saturating_add(sizes[call.node.index()]);
                    }
                });
            }
            sizes[id.index()] = size;
        }
        sizes[main.index()]
    }

    /// The instance of a call; the same call, which a desugaring may have copied, has one instance.
    pub fn call(
        &mut self,
        caller: InstanceId,
        call: &'m Call,
        clock: impl FnOnce(&mut Self, &str) -> ClockId,
    ) -> InstanceId {
        if let Some(instance) = self.instances[caller].calls[call.id.index()] {
            return instance;
        }
        let base = format!(
            "{}{}",
            self.instances[caller].prefix,
            self.model.node(call.node).name
        );
        let counter = self.counters.entry(base.clone()).or_default();
        let prefix = format!("{base}~{counter}.");
        *counter += 1;
        let clock = clock(self, &prefix);
        self.instantiate(call.node, Some((caller, call, prefix)), clock)
    }

    /// Declares the variables of an instance and queues what defines them.
    fn instantiate(
        &mut self,
        id: NodeId,
        call: Option<(InstanceId, &'m Call, String)>,
        clock: ClockId,
    ) -> InstanceId {
        let node = self.model.node(id);
        let instance = self.instances.len();
        let (caller, args, prefix) = match call {
            None => (None, None, String::new()),
            Some((caller, call, prefix)) => {
                self.instances[caller].calls[call.id.index()] = Some(instance);
                (Some((caller, call.id)), Some(&call.args[..]), prefix)
            }
        };
        let mut vars = Vec::with_capacity(node.variables.len());
        for variable in &node.variables {
            let first = self.system.vars.len() as u32;
            for leaf in self.layout.leaves(&variable.ty) {
                self.declare(variable, leaf, &prefix, caller.is_none());
            }
            vars.push(first..self.system.vars.len() as u32);
        }
        self.instances.push(Instance {
            node: id,
            prefix,
            caller,
            calls: vec![None; node.calls as usize],
            vars,
            held: Vec::new(),
            memories: FxHashMap::default(),
        });
        self.clock_of.push(clock);
        // JKind looks at the main node's assertions first, and the numbers of instances depend on it.
        let mut queue = Vec::new();
        let assertions = (0..node.assertions.len()).map(|i| Item::Assertion(instance, i));
        let equations = (0..node.equations.len()).map(|i| Item::Equation(instance, i));
        match args {
            None => queue.extend(assertions.chain(equations)),
            Some(args) => {
                queue.push(Item::Arguments(instance, args));
                queue.extend(equations.chain(assertions));
            }
        }
        queue.extend((0..node.properties.len()).map(|i| Item::Property(instance, i)));
        self.queue.extend(queue);
        instance
    }

    fn declare(&mut self, variable: &model::Variable, leaf: Leaf, prefix: &str, is_main: bool) {
        let is_wire = variable.assigned || (variable.kind == Kind::Input && !is_main);
        let is_enum = matches!(leaf.shown, Shown::Enum(_));
        let is_obliged = variable.range == RangeRole::Obliged && !is_enum && leaf.range.is_some();
        let kind = if is_wire {
            // Replaced when the equation or the call's arguments are lowered.
            let def = self.system.pool.bool(false);
            VarKind::Wire { def }
        } else {
            VarKind::Input
        };
        let role = match variable.kind {
            _ if !is_main => Role::Local,
            Kind::Input => Role::Input,
            Kind::Output => Role::Output,
            Kind::Local => Role::Local,
        };
        let variable = Variable {
            name: format!("{prefix}{}{}", variable.name, leaf.suffix),
            kind,
            role,
            range: leaf.range.filter(|_| !is_obliged),
            shown: leaf.shown,
            span: Some(variable.name.span),
        };
        let id = self.add_var(leaf.sort, variable);
        if is_obliged {
            self.obliged.push(id);
        }
    }

    /// Drops the ranges that nothing guarantees. A variable keeps the range of its type because the variables that it reads keep
    /// theirs. Where one of these has a property in place of a range, that reason is gone, and the range with it.
    fn drop_unfounded_ranges(&mut self) {
        let mut readers: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        let mut unfounded = std::mem::take(&mut self.obliged);
        if unfounded.is_empty() {
            return;
        }
        for var in self.system.var_ids() {
            let described = self.system.var(var);
            if described.range.is_some() && described.shown == Shown::Plain {
                let terms = self.system.defining_terms(var);
                for read in self.system.pool.variables(&terms) {
                    readers.entry(read).or_default().push(var);
                }
            }
        }
        while let Some(var) = unfounded.pop() {
            for &reader in readers.get(&var).into_iter().flatten() {
                if self.system.vars[reader.index()].range.take().is_some() {
                    unfounded.push(reader);
                }
            }
        }
    }

    /// Adds a variable under a name that no other has.
    pub fn add_var(&mut self, sort: Sort, mut variable: Variable) -> VarId {
        variable.name = self.unique_name(variable.name);
        self.system.add_var(sort, variable)
    }

    pub fn unique_name(&mut self, mut name: String) -> String {
        while !self.names.insert(name.clone()) {
            name.push('\'');
        }
        name
    }

    pub fn pre_index(&mut self, node: NodeId) -> Rc<PreIndex> {
        let slot = &mut self.pre_indices[node.index()];
        slot.get_or_insert_with(|| Rc::new(PreIndex::of(self.model.node(node))))
            .clone()
    }

    pub fn node(&self, instance: InstanceId) -> &'m Node {
        self.model.node(self.instances[instance].node)
    }

    /// Fails where the pool has grown out of bounds.
    pub fn check_size(&self, more: usize, span: Span) -> Result<()> {
        if self.system.pool.len().saturating_add(more) > MAX_TERMS {
            return Err(too_large("terms", MAX_TERMS, span));
        }
        Ok(())
    }

    fn bind(&mut self, instance: InstanceId, args: &'m [Expr]) -> Result<()> {
        let (caller, _) = self.instances[instance]
            .caller
            .expect("the main node has no arguments");
        let node = self.node(instance);
        let mut terms = Vec::new();
        for arg in args {
            terms.extend(self.leaves(Place::now(caller), arg)?);
        }
        let mut terms = terms.into_iter();
        for &input in &node.inputs {
            let span = node.variable(input).name.span;
            for wire in self.instances[instance].leaves(input) {
                let def = terms.next().expect("arguments match the inputs");
                self.system.vars[wire.index()].kind = VarKind::Wire { def };
                self.add_element(instance, input, ElementKind::Argument, wire, span);
            }
        }
        Ok(())
    }

    fn equation(&mut self, instance: InstanceId, index: usize) -> Result<()> {
        let equation = &self.node(instance).equations[index];
        let mut terms = self
            .leaves(Place::now(instance), &equation.rhs)?
            .into_iter();
        for (at, &var) in equation.lhs.iter().enumerate() {
            let span = equation.lhs_spans.get(at).unwrap_or(&equation.span);
            for wire in self.instances[instance].leaves(var) {
                let def = terms.next().expect("both sides have the same leaves");
                self.system.vars[wire.index()].kind = VarKind::Wire { def };
                self.add_element(instance, var, ElementKind::Equation, wire, *span);
            }
        }
        Ok(())
    }

    fn assertion(&mut self, instance: InstanceId, index: usize) -> Result<()> {
        let assertion = &self.node(instance).assertions[index];
        let term = self.scalar(Place::now(instance), &assertion.expr)?;
        let term = self.while_ticking(instance, term);
        self.assertions.push((instance, index));
        self.system.constraints.push(Constraint {
            name: format!("{}assert#{}", self.instances[instance].prefix, index + 1),
            term,
            kind: ConstraintKind::Assertion,
            span: Some(assertion.span),
        });
        Ok(())
    }

    fn property(&mut self, instance: InstanceId, index: usize) -> Result<()> {
        let property = &self.node(instance).properties[index];
        let var = self
            .path(instance, &property.expr)
            .filter(|range| range.len() == 1)
            .map(|range| VarId(range.start));
        let term = self.scalar(Place::now(instance), &property.expr)?;
        let term = self.while_ticking(instance, term);
        self.properties.push((instance, index));
        self.system.properties.push(Property {
            var,
            ..Property::invariant(
                format!("{}{}", self.instances[instance].prefix, property.name),
                term,
            )
            .at(Some(property.span))
        });
        Ok(())
    }

    pub fn while_ticking(&mut self, instance: InstanceId, term: TermId) -> TermId {
        match self.clocks[self.clock_of[instance]].ticks {
            Some(ticks) => self.system.pool.implies(ticks, term),
            None => term,
        }
    }
}

fn too_large(what: &str, limit: usize, span: Span) -> Box<Diagnostic> {
    let message =
        format!("the model has more than {limit} {what} once calls and types are expanded");
    Box::new(Diagnostic::error("L0601", message).at(span))
}
