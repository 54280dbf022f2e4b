//! A structure as a system. The state is one variable with the names of states as values. A hidden input chooses one of its transitions, in the order
//! in which they were written.
//!
//! Each transition is a wire whose value is where it leads, so that a mutant can lead it elsewhere or nowhere; each state has one wire more, which leads nowhere
//! and stands for transitions that it does not have. Each label is a wire that is true in the states that have it.
//!
//! A choice that leads nowhere makes `valid` false in the next step, and a constraint forbids that. So a state without transitions can be
//! reached and left by none: a deadlock.

use std::sync::Arc;

use assay_source::Span;
use assay_system::{
    Claim, Constraint, ConstraintKind, Element, ElementKind, Fairness, Formula, Instance, Property,
    Role, Shown, System, VarKind, Variable,
};
use assay_term::{BigInt, Pool, Sort, TermId, VarId};

use crate::formula::{Expr, Operator};
use crate::parse::STATE;
use crate::structure::Structure;

/// The value of a transition that leads nowhere, as people see it.
const NOWHERE: &str = "nowhere";

/// The system with the variables that mutants and interpreters need.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub system: System,
    pub state: VarId,
    /// Which transition is taken.
    pub choice: VarId,
    /// Which initial state is taken, where there are several.
    pub start: Option<VarId>,
    pub valid: VarId,
    /// For each label its wire and its element.
    pub labels: Vec<(VarId, usize)>,
    /// For each state the wires of its transitions, and the one for those that it does not have, with their elements.
    pub slots: Vec<Vec<(VarId, usize)>>,
    /// The atoms of claims and conditions of fairness, each with what it was made of.
    pub atoms: Vec<(TermId, Expr)>,
}

pub fn lower(structure: &Structure) -> Lowered {
    let mut system = System::new();
    let count = structure.states.len();
    let names: Vec<String> = structure.states.iter().map(|s| s.name.clone()).collect();
    let mut places = names.clone();
    places.push(NOWHERE.into());
    let (names, places) = (
        Shown::Enum(Arc::from(names)),
        Shown::Enum(Arc::from(places)),
    );
    let hidden = |name: &str, highest: usize| Variable {
        range: Some((BigInt::from(0), BigInt::from(highest))),
        ..variable(name, VarKind::Input, Role::Internal, None)
    };
    let state = Variable {
        shown: names,
        role: Role::Output,
        ..hidden(STATE, count - 1)
    };
    let state = system.add_var(Sort::Int, state);
    let state_term = system.pool.var(state);
    let most = structure
        .states
        .iter()
        .map(|s| s.edges.len())
        .max()
        .unwrap_or(0);
    let choice = system.add_var(Sort::Int, hidden("choice", most));
    let choice_term = system.pool.var(choice);
    let valid = variable("valid", VarKind::Input, Role::Internal, None);
    let valid = system.add_var(Sort::Bool, valid);

    let labels = add_labels(structure, &mut system, state_term);
    let slots = add_slots(structure, &mut system, &places);
    let nowhere = system.pool.int(count as i64);
    let mut goes = nowhere;
    for (at, slots) in slots.iter().enumerate().rev() {
        let mut target = nowhere;
        for (index, (wire, _)) in slots.iter().enumerate().rev() {
            let (index, wire) = (system.pool.int(index as i64), system.pool.var(*wire));
            let taken = system.pool.eq(choice_term, index);
            target = system.pool.ite(taken, wire, target);
        }
        let here = is_state(&mut system.pool, state_term, at);
        goes = system.pool.ite(here, target, goes);
    }
    let somewhere = system.pool.lt(goes, nowhere);
    let next = system.pool.ite(somewhere, goes, state_term);
    let (init, start) = initial(structure, &mut system, hidden);
    system.vars[state.index()].kind = VarKind::State {
        init: Some(init),
        next,
    };
    let yes = system.pool.bool(true);
    system.vars[valid.index()].kind = VarKind::State {
        init: Some(yes),
        next: somewhere,
    };
    system.constraints.push(Constraint {
        name: "a transition is taken".into(),
        term: system.pool.var(valid),
        kind: ConstraintKind::Assertion,
        span: None,
    });
    let mut lowered = Lowered {
        system,
        state,
        choice,
        start,
        valid,
        labels,
        slots,
        atoms: Vec::new(),
    };
    add_claims(structure, &mut lowered);
    lowered
}

fn variable(name: &str, kind: VarKind, role: Role, span: Option<Span>) -> Variable {
    Variable {
        name: name.into(),
        kind,
        role,
        range: None,
        shown: Shown::Plain,
        span,
    }
}

pub(crate) fn is_state(pool: &mut Pool, state: TermId, at: usize) -> TermId {
    let at = pool.int(at as i64);
    pool.eq(state, at)
}

fn element(system: &mut System, name: &str, var: VarId, span: Span) -> usize {
    system.elements.push(Element {
        name: name.into(),
        kind: ElementKind::Equation,
        instances: vec![Instance {
            name: name.into(),
            var,
        }],
        span: Some(span),
        listed: true,
    });
    system.elements.len() - 1
}

fn add_labels(structure: &Structure, system: &mut System, state: TermId) -> Vec<(VarId, usize)> {
    let mut members: Vec<Vec<TermId>> = vec![Vec::new(); structure.labels.len()];
    for (at, labelled) in structure.states.iter().enumerate() {
        for &label in &labelled.labels {
            members[label].push(is_state(&mut system.pool, state, at));
        }
    }
    let labels = structure.labels.iter().zip(members);
    labels
        .map(|(label, members)| {
            let def = system.pool.or(members);
            let kind = VarKind::Wire { def };
            let wire = variable(&label.name, kind, Role::Output, Some(label.span));
            let wire = system.add_var(Sort::Bool, wire);
            (wire, element(system, &label.name, wire, label.span))
        })
        .collect()
}

fn add_slots(
    structure: &Structure,
    system: &mut System,
    places: &Shown,
) -> Vec<Vec<(VarId, usize)>> {
    let nowhere = structure.states.len();
    let mut slot = |name: String, to: usize, span: Span| {
        let def = system.pool.int(to as i64);
        let wire = Variable {
            range: Some((BigInt::from(0), BigInt::from(nowhere))),
            shown: places.clone(),
            ..variable(&name, VarKind::Wire { def }, Role::Internal, Some(span))
        };
        let wire = system.add_var(Sort::Int, wire);
        (wire, element(system, &name, wire, span))
    };
    let states = structure.states.iter();
    states
        .map(|state| {
            let mut slots: Vec<(VarId, usize)> = Vec::with_capacity(state.edges.len() + 1);
            for edge in &state.edges {
                let to = &structure.states[edge.to].name;
                slots.push(slot(format!("{}->{to}", state.name), edge.to, edge.span));
            }
            slots.push(slot(format!("{}->*", state.name), nowhere, state.span));
            slots
        })
        .collect()
}

/// The initial value, and the input that chooses it where there is a choice.
fn initial(
    structure: &Structure,
    system: &mut System,
    hidden: impl Fn(&str, usize) -> Variable,
) -> (TermId, Option<VarId>) {
    let mut init = system.pool.int(structure.initial[0] as i64);
    if structure.initial.len() == 1 {
        return (init, None);
    }
    let start = system.add_var(Sort::Int, hidden("start", structure.initial.len() - 1));
    let start_term = system.pool.var(start);
    for (at, &state) in structure.initial.iter().enumerate().skip(1) {
        let (at, state) = (system.pool.int(at as i64), system.pool.int(state as i64));
        let taken = system.pool.eq(start_term, at);
        init = system.pool.ite(taken, state, init);
    }
    (init, Some(start))
}

fn add_claims(structure: &Structure, lowered: &mut Lowered) {
    for condition in &structure.fairness {
        let term = atom(&condition.expr, lowered);
        lowered.system.fairness.push(Fairness {
            name: condition.name.clone(),
            term,
            then: None,
            span: Some(condition.span),
        });
    }
    let yes = lowered.system.pool.bool(true);
    for claim in &structure.claims {
        let (term, kind) = if claim.invariant {
            (term(&claim.expr, lowered), Claim::Invariant)
        } else {
            (yes, Claim::Temporal(formula(&claim.expr, lowered)))
        };
        let property = Property::invariant(claim.name.clone(), term).at(Some(claim.span));
        lowered.system.properties.push(Property {
            claim: kind,
            ..property
        });
    }
}

/// The same where the interpreter is to tell its truth.
fn atom(expr: &Expr, lowered: &mut Lowered) -> TermId {
    let term = term(expr, lowered);
    lowered.atoms.push((term, expr.clone()));
    term
}

/// A formula without temporal operators as a term.
fn term(expr: &Expr, lowered: &mut Lowered) -> TermId {
    let state = lowered.system.pool.var(lowered.state);
    match expr {
        Expr::Const(b) => lowered.system.pool.bool(*b),
        Expr::Label(label) => lowered.system.pool.var(lowered.labels[*label].0),
        Expr::At(at) => is_state(&mut lowered.system.pool, state, *at),
        Expr::Not(a) => {
            let a = term(a, lowered);
            lowered.system.pool.not(a)
        }
        Expr::And(all) => {
            let all: Vec<TermId> = all.iter().map(|a| term(a, lowered)).collect();
            lowered.system.pool.and(all)
        }
        Expr::Or(all) => {
            let all: Vec<TermId> = all.iter().map(|a| term(a, lowered)).collect();
            lowered.system.pool.or(all)
        }
        Expr::Implies(a, b) => {
            let (a, b) = (term(a, lowered), term(b, lowered));
            lowered.system.pool.implies(a, b)
        }
        Expr::Iff(a, b) => {
            let (a, b) = (term(a, lowered), term(b, lowered));
            lowered.system.pool.eq(a, b)
        }
        Expr::Path(..) | Expr::Until(..) => unreachable!("the reader refuses these here"),
    }
}

fn formula(expr: &Expr, lowered: &mut Lowered) -> Formula {
    match expr {
        Expr::Const(_) | Expr::Label(_) | Expr::At(_) => Formula::Atom(atom(expr, lowered)),
        Expr::Not(a) => Formula::Not(boxed(a, lowered)),
        Expr::And(all) => balanced(all, lowered, Formula::And),
        Expr::Or(all) => balanced(all, lowered, Formula::Or),
        Expr::Implies(a, b) => {
            let a = Formula::Not(boxed(a, lowered));
            Formula::Or(Box::new(a), boxed(b, lowered))
        }
        Expr::Iff(a, b) => Formula::Iff(boxed(a, lowered), boxed(b, lowered)),
        Expr::Path(paths, Operator::Next, a) => Formula::Next(*paths, boxed(a, lowered)),
        Expr::Path(paths, Operator::Finally, a) => Formula::Finally(*paths, boxed(a, lowered)),
        Expr::Path(paths, Operator::Globally, a) => Formula::Globally(*paths, boxed(a, lowered)),
        Expr::Until(paths, a, b) => Formula::Until(*paths, boxed(a, lowered), boxed(b, lowered)),
    }
}

fn boxed(expr: &Expr, lowered: &mut Lowered) -> Box<Formula> {
    Box::new(formula(expr, lowered))
}

/// Halves of halves, so that long lists do not nest deeply.
fn balanced(
    all: &[Expr],
    lowered: &mut Lowered,
    join: fn(Box<Formula>, Box<Formula>) -> Formula,
) -> Formula {
    match all {
        [one] => formula(one, lowered),
        _ => {
            let (left, right) = all.split_at(all.len() / 2);
            let left = balanced(left, lowered, join);
            join(Box::new(left), Box::new(balanced(right, lowered, join)))
        }
    }
}
