//! Claims: what a property says about the executions of a system, and what kind of fault its violation is.

use std::borrow::Cow;

use assay_source::Span;
use assay_term::{TermId, VarId};

use crate::branching::Normal;

/// What a property says of its term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The term is true at every step of every execution.
    Invariant,
    /// The term is true at some step of some execution.
    Reachable,
    /// The term is true in the one step of a system without states.
    Obligation,
    /// The conditions do not all hold infinitely often in one execution. The term is the translation to an invariant
    /// ([`crate::liveness`]); `save` is the input that chooses where the loop begins.
    Justice {
        save: VarId,
        /// Those of the claim and those of fairness.
        conditions: Vec<TermId>,
    },
    /// A temporal formula. The term is `true`: what the claim is about are the atoms of the formula.
    Temporal(Formula),
    /// A claim that is read and that nothing decides, with the reason. The term is `true`.
    Unsupported(Logic, String),
}

impl Claim {
    /// Whether the claim is about all executions. A claim that is not universal may become true when executions are added, so
    /// that nothing follows for it from a system with more of them: from cores, from dominance, or from a free wire.
    pub fn is_universal(&self) -> bool {
        match self {
            Claim::Invariant | Claim::Obligation | Claim::Justice { .. } => true,
            Claim::Reachable => false,
            Claim::Temporal(formula) => formula.is_universal(),
            Claim::Unsupported(..) => false,
        }
    }

    /// Whether the engines decide it by deciding whether its term is true at every step.
    pub fn is_invariant(&self) -> bool {
        matches!(
            self,
            Claim::Invariant | Claim::Obligation | Claim::Justice { .. }
        )
    }

    /// The word that results use.
    pub fn as_str(&self) -> &'static str {
        match self {
            Claim::Invariant => "invariant",
            Claim::Reachable => "reachable",
            Claim::Obligation => "obligation",
            Claim::Justice { .. } => "justice",
            Claim::Temporal(formula) => formula.logic().as_str(),
            Claim::Unsupported(logic, _) => logic.as_str(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    Ctl,
    Ltl,
    Psl,
    /// Predicates about sets.
    Sets,
}

impl Logic {
    /// The word that results use.
    pub fn as_str(self) -> &'static str {
        match self {
            Logic::Ctl => "ctl",
            Logic::Ltl => "ltl",
            Logic::Psl => "psl",
            Logic::Sets => "sets",
        }
    }
}

/// Which executions a temporal operator is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paths {
    /// All that begin here (CTL).
    All,
    /// Some that begins here (CTL).
    Some,
    /// The one at hand (LTL, which claims its formula of all executions).
    This,
}

/// A temporal formula over Boolean terms. All its operators have path quantifiers (CTL), or none has (LTL).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Atom(TermId),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// Both are true, or neither is.
    Iff(Box<Formula>, Box<Formula>),
    Next(Paths, Box<Formula>),
    Finally(Paths, Box<Formula>),
    Globally(Paths, Box<Formula>),
    Until(Paths, Box<Formula>, Box<Formula>),
}

impl Formula {
    /// LTL where an operator is without a path quantifier. A formula without temporal operators counts as CTL.
    pub fn logic(&self) -> Logic {
        let mut logic = Logic::Ctl;
        self.each(&mut |part, _| {
            if part.paths() == Some(Paths::This) {
                logic = Logic::Ltl;
            }
        });
        logic
    }

    /// Whether it is about all executions: in CTL no operator asks for some execution, negations counted. LTL always is.
    pub fn is_universal(&self) -> bool {
        let mut universal = true;
        self.each(&mut |part, negated| {
            universal &= !matches!(
                (part.paths(), negated),
                (Some(Paths::Some), false) | (Some(Paths::All), true)
            );
        });
        universal
    }

    /// The Boolean terms that it is about.
    pub fn atoms(&self) -> Vec<TermId> {
        let mut atoms = Vec::new();
        self.each(&mut |part, _| {
            if let Formula::Atom(term) = part {
                atoms.push(*term);
            }
        });
        atoms
    }

    /// The p of a formula AG p, or of one that says that in other words, where p has no temporal operators. `yes` is the term that is always true.
    pub fn always(&self, yes: TermId) -> Option<Normal> {
        let (mut formula, mut negated) = (self, false);
        while let Formula::Not(a) = formula {
            (formula, negated) = (a, !negated);
        }
        let body = match (formula, negated) {
            (Formula::Globally(Paths::All, a), false)
            | (Formula::Finally(Paths::Some, a), true) => a,
            _ => return None,
        };
        let body = Normal::of(body, negated, yes)?;
        body.is_propositional().then_some(body)
    }

    fn paths(&self) -> Option<Paths> {
        match self {
            Formula::Next(paths, _)
            | Formula::Finally(paths, _)
            | Formula::Globally(paths, _)
            | Formula::Until(paths, _, _) => Some(*paths),
            _ => None,
        }
    }

    /// Every part, and whether it stands under an odd number of negations; what an equivalence relates stands under both. Without recursion: formulas may nest deeply.
    fn each(&self, visit: &mut dyn FnMut(&Formula, bool)) {
        let mut stack = vec![(self, false)];
        while let Some((part, negated)) = stack.pop() {
            visit(part, negated);
            match part {
                Formula::Atom(_) => {}
                Formula::Not(a) => stack.push((a, !negated)),
                Formula::Next(_, a) | Formula::Finally(_, a) | Formula::Globally(_, a) => {
                    stack.push((a, negated));
                }
                Formula::And(a, b) | Formula::Or(a, b) | Formula::Until(_, a, b) => {
                    stack.push((b, negated));
                    stack.push((a, negated));
                }
                Formula::Iff(a, b) => {
                    for negated in [negated, !negated] {
                        stack.push((b, negated));
                        stack.push((a, negated));
                    }
                }
            }
        }
    }
}

/// What kind of fault the violation of a claim is: the reason of a kill. Each language names its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class(Cow<'static, str>);

impl Class {
    /// What the user claimed.
    pub const ASSERTION: Class = Class::new("assertion");

    pub const fn new(name: &'static str) -> Class {
        Class(Cow::Borrowed(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A claim with its name and place.
#[derive(Clone, Debug)]
pub struct Property {
    pub name: String,
    /// Boolean. What `claim` says is said of this term.
    pub term: TermId,
    pub claim: Claim,
    pub class: Class,
    /// The variable that the property names, where it is one: its own equation is part of the
    /// specification, not of the model.
    pub var: Option<VarId>,
    pub span: Option<Span>,
}

impl Property {
    /// The claim of a user that `term` is true at every step.
    pub fn invariant(name: impl Into<String>, term: TermId) -> Property {
        Property {
            name: name.into(),
            term,
            claim: Claim::Invariant,
            class: Class::ASSERTION,
            var: None,
            span: None,
        }
    }

    pub fn at(mut self, span: Option<Span>) -> Property {
        self.span = span;
        self
    }
}

/// A question without a claim: can this term become true? Reached with a trace, infeasible with a certificate, or open.
#[derive(Clone, Debug)]
pub struct Goal {
    pub name: String,
    pub term: TermId,
    /// What kind of goal it is: `branch`, `left side`, ...
    pub class: Class,
    pub span: Option<Span>,
}

/// Within what a proof holds. The numbers are as the user gave them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// Everything that the model can do.
    #[default]
    Everything,
    /// Executions up to these bounds: `unwind` 4.
    Bound(Vec<(String, u64)>),
    /// Values in this scope: `DATA` 3, `ints` -2..2.
    Scope(Vec<(String, String)>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::Pool;

    fn boxed(formula: Formula) -> Box<Formula> {
        Box::new(formula)
    }

    #[test]
    fn a_formula_is_universal_where_no_operator_asks_for_some_execution() {
        let mut pool = Pool::new();
        let p = Formula::Atom(pool.bool(true));
        let eventually = Formula::Finally(Paths::Some, boxed(p.clone()));
        assert!(!eventually.is_universal());
        // Not EF p is AG not p.
        assert!(Formula::Not(boxed(eventually.clone())).is_universal());
        let response = Formula::Globally(Paths::All, boxed(eventually));
        assert!(!response.is_universal());
        assert!(!Formula::Not(boxed(Formula::Next(Paths::All, boxed(p.clone())))).is_universal());
        let ltl = Formula::Not(boxed(Formula::Until(
            Paths::This,
            boxed(p.clone()),
            boxed(p),
        )));
        assert!(ltl.is_universal());
        assert_eq!(Claim::Temporal(ltl).as_str(), "ltl");
    }
}
