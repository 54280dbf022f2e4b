//! Values that do not exist: out of a variable's range, of a `case` none of whose branches applies, of a division by zero, of an
//! index outside of its array. As in NuSMV, any values of the variables count, reachable or not.
//!
//! What the parts of an expression show to be impossible is not looked into ([`super::possible`]); the rest is decided by
//! diagrams.

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::diagram::{Diagrams, Leaf, Level, Unknown};
use super::{Base, Domain, Flat, Kind, NodeId, Possible, VarIx, possible};
use crate::interpret::{Evaluator, Valuation};
use crate::tree::{AssignKind, BinaryOp};
use crate::values::{Failure, Value};

pub(super) fn find(flat: &Flat, diagnostics: &mut Vec<Diagnostic>) {
    let mut faults = Faults {
        flat,
        known: FxHashMap::default(),
        fails: FxHashMap::default(),
    };
    for assign in &flat.assigns {
        let domain = &flat.var(assign.var).domain;
        let given = possible(flat, assign.value, &mut faults.known);
        let ranged = matches!(domain, Domain::Range(..) | Domain::Literals(_));
        let leaves = ranged && !given.within(domain);
        if leaves || faults.may_fail(assign.value) {
            let target = leaves.then_some((assign.var, assign.kind, assign.target));
            diagnostics.extend(faults.fault(assign.value, target));
        }
    }
    let constraints = flat.constraints.iter().map(|c| c.node);
    let fairness = flat.fairness.iter().flat_map(|f| [Some(f.condition), f.then]);
    let specs = flat.specs.iter().flat_map(|s| atoms(flat, &s.kind));
    for condition in constraints.chain(fairness.flatten()).chain(specs) {
        if faults.may_fail(condition) {
            diagnostics.extend(faults.fault(condition, None));
        }
    }
}

/// The parts of a property without temporal operators.
fn atoms(flat: &Flat, spec: &super::SpecKind) -> Vec<NodeId> {
    let mut stack = match spec {
        super::SpecKind::Ctl(f) | super::SpecKind::Invariant(f) | super::SpecKind::Ltl(f) => {
            vec![*f]
        }
        super::SpecKind::Compute(_, from, to) => vec![*from, *to],
        super::SpecKind::Psl => vec![],
    };
    let mut atoms = Vec::new();
    while let Some(node) = stack.pop() {
        let reads = flat.node(node).reads;
        match reads.branching || reads.linear {
            true => flat.each_operand(node, |operand| stack.push(operand)),
            false => atoms.push(node),
        }
    }
    atoms
}

struct Faults<'a> {
    flat: &'a Flat,
    known: FxHashMap<NodeId, Possible>,
    fails: FxHashMap<NodeId, bool>,
}

/// Values that lead to a fault; all others have the first value of their type.
struct Chosen<'a> {
    flat: &'a Flat,
    values: FxHashMap<(VarIx, bool), Value>,
}

impl Valuation for Chosen<'_> {
    fn value(&self, var: VarIx, next: bool) -> Option<Value> {
        match self.values.get(&(var, next)) {
            Some(value) => Some(value.clone()),
            None => first(&self.flat.var(var).domain),
        }
    }
}

fn first(domain: &Domain) -> Option<Value> {
    match domain {
        Domain::Bool => Some(Value::Bool(false)),
        Domain::Range(low, _) => Some(Value::Int(*low)),
        Domain::Literals(all) => all.first().cloned(),
        Domain::Word { signed, width } => Some(Value::Word(crate::values::WordValue {
            signed: *signed,
            width: *width,
            bits: 0u32.into(),
        })),
    }
}

impl Faults<'_> {
    /// Whether some part of an expression may be without a value.
    fn may_fail(&mut self, node: NodeId) -> bool {
        if let Some(known) = self.fails.get(&node) {
            return *known;
        }
        let flat = self.flat;
        let mut fails = match &flat.node(node).kind {
            Kind::Define(define) => self.may_fail(flat.define(*define).body),
            Kind::Case(branches) => {
                let last = branches.last().map(|(condition, _)| *condition);
                !last.is_some_and(|condition| self.is_true(condition))
            }
            Kind::Binary(BinaryOp::Divide | BinaryOp::Modulo, _, by) => {
                match flat.node(*by).ty.base {
                    Base::Word { .. } => match &flat.node(*by).kind {
                        Kind::Value(Value::Word(w)) => w.bits == 0u32.into(),
                        _ => true,
                    },
                    _ => possible(flat, *by, &mut self.known).has_zero(),
                }
            }
            Kind::Element {
                elements,
                low,
                index,
            } => {
                let domain = Domain::Range(*low, low + elements.len() as i64 - 1);
                !possible(flat, *index, &mut self.known).within(&domain)
            }
            _ => false,
        };
        let mut operands = Vec::new();
        flat.each_operand(node, |operand| operands.push(operand));
        for operand in operands {
            fails = fails || self.may_fail(operand);
        }
        self.fails.insert(node, fails);
        fails
    }

    fn is_true(&self, node: NodeId) -> bool {
        match self.flat.node(node).kind {
            Kind::Value(Value::Bool(b)) => b,
            Kind::Define(define) => self.is_true(self.flat.define(define).body),
            _ => false,
        }
    }

    /// What is wrong with an expression, if anything is.
    fn fault(
        &self,
        node: NodeId,
        target: Option<(VarIx, AssignKind, Span)>,
    ) -> Option<Diagnostic> {
        let flat = self.flat;
        let mut diagrams = Diagrams::new(flat);
        let diagram = match target {
            Some((var, ..)) => diagrams.outside(node, &flat.var(var).domain, false),
            None => diagrams.of(node, false),
        };
        let bad = |leaf: &Leaf| match leaf {
            Ok(value) => target.is_some() && *value == Value::Bool(true),
            Err(_) => true,
        };
        let path = match diagram {
            Ok(diagram) => diagrams.find(diagram, bad)?,
            Err(why) => return Some(self.undecided(node, target, why)),
        };
        let mut values = FxHashMap::default();
        let mut told = Vec::new();
        for (level, at) in path {
            match level {
                Level::Var(var, next) => {
                    let domain = &flat.var(var).domain;
                    let value = domain.values(super::diagram::MAX_VALUES).map(|mut all| all.swap_remove(at))?;
                    let name = &flat.var(var).name;
                    told.push(match next {
                        true => format!("next({name}) = {value}"),
                        false => format!("{name} = {value}"),
                    });
                    values.insert((var, next), value);
                }
                Level::Condition(..) => return Some(self.undecided(node, target, Unknown::Wide)),
            }
        }
        told.truncate(6);
        let chosen = Chosen { flat, values };
        let mut evaluator = Evaluator::new(flat, &chosen);
        let members = evaluator.members(node, false);
        let error = match (members, target) {
            (Err(failure), _) => {
                let span = flat.node(evaluator.failed.unwrap_or(node)).span;
                Diagnostic::error(code(failure), format!("{failure}")).at(span)
            }
            (Ok(members), Some((var, _, place))) => {
                let variable = flat.var(var);
                let outside = members.iter().find(|m| !variable.domain.contains(m))?;
                let message = format!(
                    "`{}` cannot have the value {outside}: it is of {}",
                    variable.name, variable.domain
                );
                Diagnostic::error("S0510", message)
                    .at(flat.node(node).span)
                    .secondary(place, "the variable")
            }
            (Ok(_), None) => return None,
        };
        Some(match told.is_empty() {
            true => error,
            false => error.help(format!("for instance where {}", told.join(", "))),
        })
    }

    fn undecided(
        &self,
        node: NodeId,
        target: Option<(VarIx, AssignKind, Span)>,
        why: Unknown,
    ) -> Diagnostic {
        let what = match target {
            Some((var, ..)) => {
                let variable = self.flat.var(var);
                format!("whether `{}` stays in {}", variable.name, variable.domain)
            }
            None => "whether this always has a value".to_string(),
        };
        let why = match why {
            Unknown::TooLarge => "the expression is too large for that",
            Unknown::Wide => "it depends on words or on a range of many values",
        };
        Diagnostic::error("S0514", format!("it cannot be decided {what}: {why}"))
            .at(self.flat.node(node).span)
            .help("a last branch `TRUE : ...`, or `min` and `max` by `case`, make it evident")
    }
}

fn code(failure: Failure) -> &'static str {
    match failure {
        Failure::NoBranch => "S0511",
        Failure::ByZero => "S0512",
        Failure::OutOfBounds => "S0513",
        Failure::TooLarge | Failure::Untyped => "S0515",
    }
}
