//! Properties and fairness. Each atom is a wire, so that a mutant which changes what a property reads is a patch.

use assay_source::Span;
use assay_system::{
    Claim, Fairness, Formula, Logic, Paths, Property, Role, Shown, VarKind, Variable,
};
use assay_term::{Sort, Term, TermId};

use super::{Like, Lowering, When};
use crate::elaborate::{Flat, Kind, NodeId, SpecKind};
use crate::tree::{BinaryOp, BoundedOp, Extreme, PathQuantifier, UnaryOp};

/// A question of `COMPUTE`: the length of the shortest or of the longest path from a state to the first one after it.
#[derive(Clone, Debug)]
pub struct Compute {
    pub name: String,
    pub extreme: Extreme,
    pub from: TermId,
    pub to: TermId,
    pub span: Span,
}

/// Names the atoms of one property.
struct Atoms {
    name: String,
    texts: Vec<String>,
    count: usize,
    span: Span,
}

impl Lowering<'_> {
    pub(super) fn define_properties(&mut self) {
        self.define_fairness();
        for at in 0..self.flat.specs.len() {
            let spec = &self.flat.specs[at];
            let (name, span) = (spec.name.clone(), spec.span);
            let mut atoms = Atoms {
                name: name.clone(),
                texts: spec.atoms.clone(),
                count: 0,
                span,
            };
            let yes = self.system.pool.bool(true);
            let (term, claim) = match spec.kind {
                SpecKind::Ctl(node) => (yes, Claim::Temporal(self.formula(node, &mut atoms))),
                SpecKind::Invariant(node) => (self.atom(node, &mut atoms), Claim::Invariant),
                SpecKind::Ltl(_) => (yes, unsupported(Logic::Ltl)),
                SpecKind::Psl => (yes, unsupported(Logic::Psl)),
                SpecKind::Compute(extreme, from, to) => {
                    let compute = Compute {
                        name,
                        extreme,
                        from: self.atom(from, &mut atoms),
                        to: self.atom(to, &mut atoms),
                        span,
                    };
                    self.computes.push(compute);
                    continue;
                }
            };
            if self.base.is_none() {
                self.system.properties.push(Property {
                    claim,
                    ..Property::invariant(name, term).at(Some(span))
                });
            }
        }
    }

    fn define_fairness(&mut self) {
        for (at, fairness) in self.flat.fairness.iter().enumerate() {
            let name = format!("fairness{}", at + 1);
            let mut atoms = Atoms {
                name: name.clone(),
                texts: vec![],
                count: 0,
                span: fairness.span,
            };
            let term = self.often(fairness.condition, &mut atoms);
            let then = fairness.then.map(|q| self.often(q, &mut atoms));
            if self.base.is_none() {
                self.system.fairness.push(Fairness {
                    name,
                    term,
                    then,
                    span: Some(fairness.span),
                });
            }
        }
    }

    /// A condition about states that holds infinitely often where this one does. What reads inputs, such as `running`, is about a
    /// transition: a hidden state remembers for one step whether it held. No formula reads that state, so that nothing else depends on it.
    fn often(&mut self, condition: NodeId, atoms: &mut Atoms) -> TermId {
        let term = self.atom(condition, atoms);
        if !self.flat.node(condition).reads.input {
            return term;
        }
        let kind = VarKind::State {
            init: Some(self.system.pool.bool(false)),
            next: term,
        };
        let held = self.declare(
            Sort::Bool,
            Variable {
                name: format!("{} held before {}", atoms.name, atoms.count),
                kind: kind.clone(),
                role: Role::Internal,
                range: None,
                shown: Shown::Plain,
                span: Some(atoms.span),
            },
        );
        self.define(held, kind);
        self.system.pool.var(held)
    }

    /// The wire of an atom has its text as name; a variable stands for itself.
    fn atom(&mut self, node: NodeId, atoms: &mut Atoms) -> TermId {
        let text = atoms.texts.get(atoms.count).cloned();
        atoms.count += 1;
        let def = self.truth(node, When::Now);
        // Also of a definition, which is a wire already.
        let is_var = matches!(self.system.pool.get(def), Term::Var(_));
        if self.plain || is_var {
            self.atoms.push((def, node));
            return def;
        }
        let number = format!("{} atom {}", atoms.name, atoms.count);
        let known = text.as_ref().and_then(|text| self.texts.get(text).copied());
        let term = match known {
            Some((term, same)) if same == def => term,
            _ => {
                let told = text.as_ref().map(|text| format!("{text} ({})", atoms.name));
                let free = |name: &String| !self.names.contains_key(name);
                let own = text.clone().filter(|name| known.is_none() && free(name));
                let name = own.or(told.filter(free)).unwrap_or(number);
                let wire = self.wire(name, Sort::Bool, def, Like::hidden(atoms.span));
                let term = self.system.pool.var(wire);
                self.texts.extend(text.map(|text| (text, (term, def))));
                term
            }
        };
        self.atoms.push((term, node));
        term
    }

    /// What has no temporal operator is one atom.
    fn formula(&mut self, node: NodeId, atoms: &mut Atoms) -> Formula {
        let flat = self.flat;
        if !flat.node(node).reads.branching {
            return Formula::Atom(self.atom(node, atoms));
        }
        match flat.node(node).kind {
            Kind::Not(a) => not(self.formula(a, atoms)),
            Kind::Binary(op, a, b) => {
                let a = Box::new(self.formula(a, atoms));
                let b = Box::new(self.formula(b, atoms));
                match op {
                    BinaryOp::And => Formula::And(a, b),
                    BinaryOp::Or => Formula::Or(a, b),
                    BinaryOp::Implies => Formula::Or(Box::new(not(*a)), b),
                    BinaryOp::Xor => not(Formula::Iff(a, b)),
                    _ => Formula::Iff(a, b),
                }
            }
            Kind::Path(op, a) => {
                let a = Box::new(self.formula(a, atoms));
                match op {
                    UnaryOp::Ex => Formula::Next(Paths::Some, a),
                    UnaryOp::Ax => Formula::Next(Paths::All, a),
                    UnaryOp::Ef => Formula::Finally(Paths::Some, a),
                    UnaryOp::Af => Formula::Finally(Paths::All, a),
                    UnaryOp::Eg => Formula::Globally(Paths::Some, a),
                    _ => Formula::Globally(Paths::All, a),
                }
            }
            Kind::Until(quantifier, a, b) => {
                let a = Box::new(self.formula(a, atoms));
                let b = Box::new(self.formula(b, atoms));
                Formula::Until(paths(quantifier), a, b)
            }
            Kind::BoundedUntil(quantifier, bounds, a, b) => {
                let (a, b) = (self.formula(a, atoms), self.formula(b, atoms));
                bounded_until(paths(quantifier), bounds, &a, &b)
            }
            Kind::Bounded(op, bounds, a) => {
                let a = self.formula(a, atoms);
                match op {
                    BoundedOp::Ebf => bounded(Paths::Some, bounds, &a, Formula::Or),
                    BoundedOp::Abf => bounded(Paths::All, bounds, &a, Formula::Or),
                    BoundedOp::Ebg => bounded(Paths::Some, bounds, &a, Formula::And),
                    _ => bounded(Paths::All, bounds, &a, Formula::And),
                }
            }
            _ => unreachable!("only these have temporal operands"),
        }
    }
}

fn paths(quantifier: PathQuantifier) -> Paths {
    match quantifier {
        PathQuantifier::All => Paths::All,
        PathQuantifier::Some => Paths::Some,
    }
}

fn not(a: Formula) -> Formula {
    Formula::Not(Box::new(a))
}

/// `EBF 1..2 p` is `EX (p | EX p)`: from the last step backwards.
fn bounded(
    paths: Paths,
    (low, high): (u32, u32),
    a: &Formula,
    join: fn(Box<Formula>, Box<Formula>) -> Formula,
) -> Formula {
    let mut result = a.clone();
    for step in (0..high).rev() {
        result = Formula::Next(paths, Box::new(result));
        if step >= low {
            result = join(Box::new(a.clone()), Box::new(result));
        }
    }
    result
}

/// `E [a BU 1..2 b]` is `a & EX (b | a & EX b)`.
fn bounded_until(paths: Paths, (low, high): (u32, u32), a: &Formula, b: &Formula) -> Formula {
    let mut result = b.clone();
    for step in (0..high).rev() {
        let later = Box::new(Formula::Next(paths, Box::new(result)));
        result = Formula::And(Box::new(a.clone()), later);
        if step >= low {
            result = Formula::Or(Box::new(b.clone()), Box::new(result));
        }
    }
    result
}

fn unsupported(logic: Logic) -> Claim {
    let reason = match logic {
        Logic::Psl => "PSL is not supported yet",
        _ => "LTL is not supported yet",
    };
    Claim::Unsupported(logic, reason.into())
}

/// The conditions of fairness, properties and `COMPUTE`, in the order in which they are lowered.
pub(crate) fn atoms(flat: &Flat) -> Vec<NodeId> {
    let mut atoms = Vec::new();
    for fairness in &flat.fairness {
        atoms.extend(
            [Some(fairness.condition), fairness.then]
                .into_iter()
                .flatten(),
        );
    }
    for spec in &flat.specs {
        match spec.kind {
            SpecKind::Ctl(node) => atoms.extend(flat.atoms(node)),
            SpecKind::Invariant(node) => atoms.push(node),
            SpecKind::Compute(_, from, to) => atoms.extend([from, to]),
            SpecKind::Ltl(_) | SpecKind::Psl => {}
        }
    }
    atoms
}
