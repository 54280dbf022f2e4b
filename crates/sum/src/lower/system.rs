//! A machine within a scope as a system.
//!
//! The system holds two things over one set of inputs. *Any state*: variables for a state that need not be reachable, for questions such as
//! whether an operation keeps the invariant; these need no steps. *The machine*: states with `init` and `next`. Which operation is done is an
//! input, and so are its inputs and the candidates for what no equation determines. A state moves only where the relation holds
//! of what was chosen and the state after it is in the scope; otherwise it stays. That is no constraint: one would hide deadlocks. `live`
//! says that the candidates of the first step were an initial state.
//!
//! Executions of the machine go through states that violate the invariant, as section 3.5.1 of the paper has it. In Z the invariant is part
//! of every operation and of the initialisation, because they include the schema of the state: there is nothing to keep then, and
//! it may be the invariant that determines a variable.

use std::sync::Arc;

use assay_system::{Claim, Logic, Property, Role, Shown, System, VarKind, Variable, Within};
use assay_term::{Sort, TermId, VarId};
use rustc_hash::FxHashMap;

use super::claims::{Asked, REACHABLE, asked};
use super::formulas::{Formulas, Line, Relation, Style, choice};
use super::symbolic::{Declared, Fitted, Refusal, Symbolic, Used};
use crate::core::Machine;

/// What a property of the system asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// There is an initial state, whether or not it satisfies the invariant.
    Init,
    /// Every initial state satisfies the invariant.
    InitInvariant,
    /// The invariant, precondition and postcondition of an operation, by its number, give the invariant again.
    Preserves(usize),
    /// The invariant holds in every reachable state.
    Reachable,
    /// A line of a check holds in every state that satisfies the invariant.
    Check { check: usize, line: usize },
    /// A conjecture, by its number.
    Conjecture(usize),
}

/// A system with what its variables stand for.
pub struct Scoped {
    pub system: System,
    pub questions: Vec<Question>,
    pub machine: Arc<Machine>,
    /// Any state.
    pub before: Vec<Declared>,
    pub init: Option<Relation>,
    pub operations: Vec<Option<Relation>>,
    /// The reason where the machine is too large to be stepped.
    pub stepping: Result<Stepping, Refusal>,
    /// Whether something quantifies over an infinite set of which only a part was tried.
    pub is_cut: bool,
}

/// The machine's own variables.
pub struct Stepping {
    pub operation: VarId,
    pub live: VarId,
    /// For each variable of any state the machine's.
    pub state: FxHashMap<VarId, VarId>,
}

/// What is known of a machine before a system is made of it.
pub(super) struct Parts {
    pub formulas: Formulas,
    pub before: Vec<Declared>,
    pub inside: TermId,
    pub invariant: Vec<Line>,
    pub init: Result<Relation, Refusal>,
    pub init_invariant: Vec<Line>,
    pub operations: Vec<Result<Relation, Refusal>>,
    /// The invariant after each operation.
    pub after: Vec<Vec<Line>>,
}

/// The conditions of a step, and the state after it as values of the state's variables.
type Happens = (Vec<TermId>, Vec<Fitted>);

/// Makes the system. The symbolic evaluator has the program, the scope and an empty pool. `within` says the scope, of which some parts may not
/// matter. Refused where the state itself is too large.
pub fn scoped(
    symbolic: Symbolic,
    (machine, style): (Arc<Machine>, Style),
    within: impl FnOnce(Used) -> Within,
) -> Result<Scoped, Refusal> {
    let mut parts = parts(Formulas::new(symbolic, machine.clone(), style))?;
    let asked = asked(&mut parts);
    let names: Vec<String> = machine
        .operations
        .iter()
        .map(|o| o.name.to_string())
        .collect();
    let operation = parts
        .formulas
        .extra(|symbolic| choice(symbolic, "operation", &names));
    let fitted = fitted(&mut parts);
    let mut system = System::new();
    system.pool = std::mem::take(&mut parts.formulas.symbolic.terms.pool);
    for leaf in &parts.formulas.leaves {
        system.vars.push(Variable {
            name: leaf.name.clone(),
            kind: VarKind::Input,
            role: Role::Input,
            range: leaf.range.clone(),
            shown: leaf.shown.clone(),
            span: None,
        });
    }
    let stepping = match fitted {
        Ok(fitted) => Ok(step(&mut system, &parts, &fitted, operation)),
        Err(refusal) => Err(refusal),
    };
    let mut questions = Vec::new();
    for asked in asked {
        questions.push(asked.question);
        let property = property(&mut system, asked);
        system.properties.push(property);
    }
    reachable_invariant(&mut system, &mut questions, &parts, &stepping);
    system.within = within(parts.formulas.symbolic.used);
    let is_cut = !parts.formulas.symbolic.cut.is_empty();
    Ok(Scoped {
        system,
        questions,
        machine,
        before: parts.before,
        init: parts.init.ok(),
        operations: parts.operations.into_iter().map(Result::ok).collect(),
        stepping,
        is_cut,
    })
}

fn parts(mut formulas: Formulas) -> Result<Parts, Refusal> {
    let before = formulas.state()?;
    let inside = before.iter().map(|declared| declared.inside);
    let inside = formulas.symbolic.terms.pool.and(inside);
    let invariant = formulas.invariant(false);
    let init = formulas.init();
    let init_invariant = if init.is_ok() {
        formulas.invariant(true)
    } else {
        Vec::new()
    };
    let (mut operations, mut after) = (Vec::new(), Vec::new());
    for operation in &formulas.machine.clone().operations {
        let relation = formulas.operation(operation);
        after.push(if relation.is_ok() {
            formulas.invariant(true)
        } else {
            Vec::new()
        });
        operations.push(relation);
    }
    Ok(Parts {
        formulas,
        before,
        inside,
        invariant,
        init,
        init_invariant,
        operations,
        after,
    })
}

/// The property; one that cannot be asked stays open with its reason.
fn property(system: &mut System, asked: Asked) -> Property {
    let (term, claim) = match asked.term {
        Ok(term) => (term, asked.claim),
        Err(refusal) => {
            let yes = system.pool.bool(true);
            (yes, Claim::Unsupported(Logic::Sets, refusal.to_string()))
        }
    };
    Property {
        claim,
        class: asked.class,
        ..Property::invariant(asked.name, term).at(Some(asked.span))
    }
}

/// The state after each relation as values of the state's variables: of `init` first, then of the operations.
fn fitted(parts: &mut Parts) -> Result<Vec<Happens>, Refusal> {
    let relations = std::iter::once(&parts.init).chain(&parts.operations);
    let relations = relations
        .cloned()
        .collect::<Result<Vec<Relation>, Refusal>>()?;
    let machine = parts.formulas.machine.clone();
    let terms = &mut parts.formulas.symbolic.terms;
    let mut all = Vec::new();
    for relation in relations {
        let after = parts.before.iter().zip(&relation.after);
        let fits = after.map(|(declared, (_, sym))| terms.fit(declared, sym));
        let fits = fits.collect::<Result<Vec<Fitted>, _>>();
        let fits = fits.map_err(|why| Refusal {
            span: machine.span,
            why,
        })?;
        all.push((relation.parts(), fits));
    }
    Ok(all)
}

/// Adds the machine's own variables.
fn step(system: &mut System, parts: &Parts, fitted: &[Happens], operation: VarId) -> Stepping {
    let mut state: FxHashMap<VarId, VarId> = FxHashMap::default();
    let leaves: Vec<_> = parts
        .before
        .iter()
        .flat_map(|d| d.leaves.iter().cloned())
        .collect();
    for leaf in &leaves {
        let sort = system.sort(leaf.var);
        let own = Variable {
            name: format!("now: {}", leaf.name),
            kind: VarKind::Input,
            role: Role::Local,
            range: leaf.range.clone(),
            shown: leaf.shown.clone(),
            span: None,
        };
        state.insert(leaf.var, system.add_var(sort, own));
    }
    let live = Variable {
        name: "live".into(),
        kind: VarKind::Input,
        role: Role::Internal,
        range: None,
        shown: Shown::Plain,
        span: None,
    };
    let live = system.add_var(Sort::Bool, live);
    let (init, operations) = fitted.split_first().expect("there is an initialisation");
    let happens = |system: &mut System, (conditions, fits): &Happens| {
        let fits = fits.iter().map(|fitted| fitted.fits);
        system.pool.and(conditions.iter().copied().chain(fits))
    };
    let starts = happens(system, init);
    let mut chosen = Vec::new();
    for (number, relation) in operations.iter().enumerate() {
        let (choice, number) = (system.pool.var(operation), system.pool.int(number));
        let here = system.pool.eq(choice, number);
        let happens = happens(system, relation);
        chosen.push(system.pool.and2(here, happens));
    }
    let after = |fits: &[Fitted], var: VarId| fits.iter().find_map(|f| f.terms.get(&var).copied());
    let mut nexts = Vec::new();
    for leaf in &leaves {
        let mut next = system.pool.var(leaf.var);
        for (relation, &taken) in operations.iter().zip(&chosen) {
            let new = after(&relation.1, leaf.var).expect("every variable is fitted");
            next = system.pool.ite(taken, new, next);
        }
        nexts.push(next);
    }
    let nexts = moved(system, &nexts, &state);
    for (leaf, next) in leaves.iter().zip(nexts) {
        let own = state[&leaf.var];
        let first = after(&init.1, leaf.var).expect("every variable is fitted");
        let default = match &leaf.range {
            Some((low, _)) => system.pool.int(low.clone()),
            None => system.pool.bool(false),
        };
        let init = system.pool.ite(starts, first, default);
        system.vars[own.index()].kind = VarKind::State {
            init: Some(init),
            next,
        };
    }
    let next = system.pool.var(live);
    system.vars[live.index()].kind = VarKind::State {
        init: Some(starts),
        next,
    };
    Stepping {
        operation,
        live,
        state,
    }
}

/// Terms about any state as terms about the machine's.
fn moved(system: &mut System, terms: &[TermId], state: &FxHashMap<VarId, VarId>) -> Vec<TermId> {
    let own = state.iter().map(|(any, own)| (*any, system.pool.var(*own)));
    let own: FxHashMap<VarId, TermId> = own.collect();
    system.pool.substitute(terms, |var| own.get(&var).copied())
}

fn reachable_invariant(
    system: &mut System,
    questions: &mut Vec<Question>,
    parts: &Parts,
    stepping: &Result<Stepping, Refusal>,
) {
    let machine = &parts.formulas.machine;
    if !parts.formulas.asks_invariant() {
        return;
    }
    let lines = parts
        .invariant
        .iter()
        .cloned()
        .collect::<Result<Vec<TermId>, Refusal>>();
    let term = match (lines, stepping) {
        (Ok(lines), Ok(stepping)) => {
            let invariant = system.pool.and(lines);
            let invariant = moved(system, &[invariant], &stepping.state)[0];
            let live = system.pool.var(stepping.live);
            Ok(system.pool.implies(live, invariant))
        }
        (Err(refusal), _) => Err(refusal),
        (_, Err(refusal)) => Err(refusal.clone()),
    };
    questions.push(Question::Reachable);
    let asked = Asked {
        name: "SSI(reachable)".into(),
        question: Question::Reachable,
        term,
        claim: Claim::Invariant,
        class: REACHABLE,
        span: machine.span,
    };
    let property = property(system, asked);
    system.properties.push(property);
}
