//! The claims about a machine as conditions over any state in the scope: which properties its system has.

use assay_source::Span;
use assay_system::{Claim, Class};
use assay_term::TermId;

use super::formulas::Line;
use super::symbolic::{Refusal, Symbolic, refuse};
use super::system::{Parts, Question};
use crate::core::Pred;

/// A property before it is entered: a condition or why there is none.
pub(super) struct Asked {
    pub name: String,
    pub question: Question,
    pub term: Line,
    pub claim: Claim,
    pub class: Class,
    pub span: Span,
}

const INIT: Class = Class::new("initial state");
const PRESERVATION: Class = Class::new("invariant kept");
pub(super) const REACHABLE: Class = Class::new("invariant");
const CONJECTURE: Class = Class::new("conjecture");

/// All lines together, or the first that cannot be said.
fn conjunction(symbolic: &mut Symbolic, lines: &[Line]) -> Line {
    let terms = lines
        .iter()
        .cloned()
        .collect::<Result<Vec<TermId>, Refusal>>()?;
    Ok(symbolic.terms.pool.and(terms))
}

pub(super) fn asked(parts: &mut Parts) -> Vec<Asked> {
    let machine = parts.formulas.machine.clone();
    let mut all = Vec::new();
    // Conjectures may stand without a state.
    if !machine.state.is_empty() {
        all = init_questions(parts);
    }
    if parts.formulas.asks_invariant() {
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
            refuse(conjecture.predicate.span, "a conjecture about all sets")
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
    let initial = parts
        .init
        .clone()
        .map(|relation| symbolic.terms.pool.and(relation.parts()));
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
    if parts.formulas.asks_invariant() {
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
