//! A machine within a scope as a system.
//!
//! The system holds two things over one set of inputs. *Any state*: variables for a state that need not be reachable, for questions such as
//! whether an operation keeps the invariant; these need no steps. *The machine*: states with `init` and `next`. Which operation is done is an
//! input, and so are its inputs and the candidates for what no equation determines. A state moves only where the relation holds
//! of what was chosen and the state after it is in the scope; otherwise it stays. That is no constraint: one would hide deadlocks. `live`
//! says that the candidates of the first step were an initial state.
//!
//! Executions of the machine go through states that violate the invariant, as section 3.5.1 of the paper has it.

use std::sync::Arc;

use assay_source::Span;
use assay_system::{
    Claim, Class, Logic, Property, Role, Shown, System, VarKind, Variable, Within,
};
use assay_term::{Sort, TermId, VarId};
use rustc_hash::FxHashMap;

use super::formulas::{Formulas, Line, Relation, choice};
use super::symbolic::{Declared, Fitted, Refusal, Symbolic, Used};
use crate::core::{Machine, Pred};

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
    /// None where the machine is too large to be stepped, with the reason.
    pub stepping: Result<Stepping, Refusal>,
}

/// The machine's own variables.
pub struct Stepping {
    pub operation: VarId,
    pub live: VarId,
    /// For each variable of any state the machine's.
    pub state: FxHashMap<VarId, VarId>,
}

/// What is known of a machine before a system is made of it.
struct Parts {
    formulas: Formulas,
    before: Vec<Declared>,
    inside: TermId,
    invariant: Vec<Line>,
    init: Result<Relation, Refusal>,
    init_invariant: Vec<Line>,
    operations: Vec<Result<Relation, Refusal>>,
    /// The invariant after each operation.
    after: Vec<Vec<Line>>,
}

/// A property before it is entered: a condition or why there is none.
struct Asked {
    name: String,
    question: Question,
    term: Line,
    claim: Claim,
    class: Class,
    span: Span,
}

const INIT: Class = Class::new("initial state");
const PRESERVATION: Class = Class::new("invariant kept");
const REACHABLE: Class = Class::new("invariant");
const CONJECTURE: Class = Class::new("conjecture");

/// Makes the system. The symbolic evaluator has the program, the scope and an empty pool. `within` says the scope, of which some parts may not
/// matter. Refused where the state itself is too large.
pub fn scoped(
    symbolic: Symbolic,
    machine: Arc<Machine>,
    within: impl FnOnce(Used) -> Within,
) -> Result<Scoped, Refusal> {
    let mut parts = parts(Formulas::new(symbolic, machine.clone()))?;
    let asked = asked(&mut parts);
    let names: Vec<String> = machine.operations.iter().map(|o| o.name.to_string()).collect();
    let operation = parts.formulas.extra(|symbolic| choice(symbolic, "operation", &names));
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
    Ok(Scoped {
        system,
        questions,
        machine,
        before: parts.before,
        init: parts.init.ok(),
        operations: parts.operations.into_iter().map(Result::ok).collect(),
        stepping,
    })
}

fn parts(mut formulas: Formulas) -> Result<Parts, Refusal> {
    let before = formulas.state()?;
    let inside = before.iter().map(|declared| declared.inside);
    let inside = formulas.symbolic.terms.pool.and(inside);
    let invariant = formulas.invariant(false);
    let init = formulas.init();
    let init_invariant = if init.is_ok() { formulas.invariant(true) } else { Vec::new() };
    let (mut operations, mut after) = (Vec::new(), Vec::new());
    for operation in &formulas.machine.clone().operations {
        let relation = formulas.operation(operation);
        after.push(if relation.is_ok() { formulas.invariant(true) } else { Vec::new() });
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

/// All lines together, or the first that cannot be said.
fn conjunction(symbolic: &mut Symbolic, lines: &[Line]) -> Line {
    let terms = lines.iter().cloned().collect::<Result<Vec<TermId>, Refusal>>()?;
    Ok(symbolic.terms.pool.and(terms))
}

fn asked(parts: &mut Parts) -> Vec<Asked> {
    let machine = parts.formulas.machine.clone();
    let mut all = init_questions(parts);
    if !machine.invariant.is_empty() {
        for (at, operation) in machine.operations.iter().enumerate() {
            all.push(Asked {
                name: format!("SSI_{}", operation.name),
                question: Question::Preserves(at),
                term: preserves(parts, at),
                claim: Claim::Invariant,
                class: PRESERVATION,
                span: operation.span,
            });
        }
    }
    for (check, of) in machine.checks.iter().enumerate() {
        for (line, said) in of.lines.iter().enumerate() {
            let name = match of.lines.len() {
                1 => of.name.to_string(),
                _ => format!("{}.{}", of.name, line + 1),
            };
            all.push(Asked {
                name,
                question: Question::Check { check, line },
                term: in_any_state(parts, &said.predicate),
                claim: Claim::Invariant,
                class: Class::ASSERTION,
                span: said.span,
            });
        }
    }
    let program = parts.formulas.program().clone();
    for (at, conjecture) in program.conjectures.iter().enumerate() {
        let term = if conjecture.parameters == 0 {
            parts.formulas.holds(&conjecture.predicate)
        } else {
            super::symbolic::refuse(conjecture.predicate.span, "a conjecture about all sets")
        };
        all.push(Asked {
            name: format!("conjecture {}", at + 1),
            question: Question::Conjecture(at),
            term,
            claim: Claim::Invariant,
            class: CONJECTURE,
            span: conjecture.predicate.span,
        });
    }
    all
}

fn init_questions(parts: &mut Parts) -> Vec<Asked> {
    let span = parts.formulas.machine.init.span;
    let lines = std::mem::take(&mut parts.init_invariant);
    let symbolic = &mut parts.formulas.symbolic;
    let invariant = conjunction(symbolic, &lines);
    let initial = parts.init.clone().map(|relation| symbolic.terms.pool.and(relation.parts()));
    let both = initial.clone().and_then(|i| Ok((i, invariant?)));
    let all = both.map(|(i, inv)| symbolic.terms.pool.implies(i, inv));
    let mut asked = vec![Asked {
        name: "INIT".into(),
        question: Question::Init,
        term: initial,
        claim: Claim::Reachable,
        class: INIT,
        span,
    }];
    if !lines.is_empty() {
        asked.push(Asked {
            name: "SSI_INIT".into(),
            question: Question::InitInvariant,
            term: all,
            claim: Claim::Invariant,
            class: PRESERVATION,
            span,
        });
    }
    asked
}

/// From any state that satisfies the invariant, the operation leads to states that do.
fn preserves(parts: &mut Parts, operation: usize) -> Line {
    let relation = parts.operations[operation].clone()?;
    let symbolic = &mut parts.formulas.symbolic;
    let before = conjunction(symbolic, &parts.invariant)?;
    let after = conjunction(symbolic, &parts.after[operation])?;
    let step = relation.parts().into_iter().chain([parts.inside, before]);
    let step = symbolic.terms.pool.and(step);
    Ok(symbolic.terms.pool.implies(step, after))
}

fn in_any_state(parts: &mut Parts, claim: &Pred) -> Line {
    let claim = parts.formulas.holds(claim)?;
    let symbolic = &mut parts.formulas.symbolic;
    let invariant = conjunction(symbolic, &parts.invariant)?;
    let state = symbolic.terms.pool.and2(parts.inside, invariant);
    Ok(symbolic.terms.pool.implies(state, claim))
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
fn fitted(parts: &mut Parts) -> Result<Vec<(Vec<TermId>, Vec<Fitted>)>, Refusal> {
    let relations = std::iter::once(&parts.init).chain(&parts.operations);
    let relations = relations.cloned().collect::<Result<Vec<Relation>, Refusal>>()?;
    let machine = parts.formulas.machine.clone();
    let terms = &mut parts.formulas.symbolic.terms;
    let mut all = Vec::new();
    for relation in relations {
        let after = parts.before.iter().zip(&relation.after);
        let fits = after.map(|(declared, (_, sym))| terms.fit(declared, sym));
        let fits = fits.collect::<Result<Vec<Fitted>, _>>();
        let fits = fits.map_err(|why| Refusal { span: machine.span, why })?;
        all.push((relation.parts(), fits));
    }
    Ok(all)
}

/// Adds the machine's own variables.
fn step(
    system: &mut System,
    parts: &Parts,
    fitted: &[(Vec<TermId>, Vec<Fitted>)],
    operation: VarId,
) -> Stepping {
    let mut state: FxHashMap<VarId, VarId> = FxHashMap::default();
    let leaves: Vec<_> = parts.before.iter().flat_map(|d| d.leaves.iter().cloned()).collect();
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
    let happens = |system: &mut System, (conditions, fits): &(Vec<TermId>, Vec<Fitted>)| {
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
        system.vars[own.index()].kind = VarKind::State { init: Some(init), next };
    }
    let next = system.pool.var(live);
    system.vars[live.index()].kind = VarKind::State { init: Some(starts), next };
    Stepping { operation, live, state }
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
    if machine.invariant.is_empty() {
        return;
    }
    let lines = parts.invariant.iter().cloned().collect::<Result<Vec<TermId>, Refusal>>();
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
