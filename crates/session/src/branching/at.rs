//! A formula at the states that have some values, as claims about the executions that reach them.

use std::sync::Arc;
use std::time::Instant;

use assay_report::Checked;
use assay_report::branching::{AtAnswer, AtResult, TreeView};
use assay_system::{Answer, Claim, Formula, System};
use assay_term::{TermId, Value, VarId};

use super::answers::{Asked, Part, limits, typed};
use super::judge::{Judged, and, judge, never, not};
use super::state::parse_state;
use crate::Stop;
use crate::evidence::Referee;

/// That the formula holds in these states, that it fails in them, and that there are none.
const HOLDS: usize = 0;
const FAILS: usize = 1;
const NOWHERE: usize = 2;

/// A formula at a state, both as the user typed them.
pub fn at(
    part: &Part<'_>,
    referee: &mut Referee<'_>,
    state: &str,
    formula: &str,
) -> Result<AtResult, Stop> {
    let started = Instant::now();
    let values = parse_state(part.system, state)?;
    let (answer, checked) = decide(part, referee, &values, typed(part, formula)?)?;
    Ok(AtResult {
        state: state.to_string(),
        formula: formula.to_string(),
        answer,
        checked,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn decide(
    part: &Part<'_>,
    referee: &mut Referee<'_>,
    values: &[(VarId, Value)],
    (system, formula): Asked,
) -> Result<(AtAnswer, Checked), Stop> {
    let mut system = Arc::unwrap_or_clone(system);
    let named = Formula::Atom(named(&mut system, values));
    let claims = vec![
        never(and(named.clone(), not(formula.clone()))),
        never(and(named.clone(), formula)),
        never(named),
    ];
    let judged = judge(&system, claims, &limits(), part.opened, referee)?;
    let open = |why: &str| Ok((AtAnswer::Unknown(why.into()), Checked::Not));
    let (holds, fails) = (judged.holds(HOLDS), judged.holds(FAILS));
    match (holds, fails, judged.holds(NOWHERE)) {
        (_, _, Some(true)) => open("no execution reaches a state with these values"),
        (Some(true), _, Some(false)) => {
            let tree = shown(&judged, FAILS)?;
            Ok((AtAnswer::Holds(tree), judged.checked(&[HOLDS, NOWHERE])))
        }
        (_, Some(true), Some(false)) => {
            let tree = shown(&judged, HOLDS)?;
            Ok((AtAnswer::Fails(tree), judged.checked(&[FAILS, NOWHERE])))
        }
        (Some(false), Some(false), _) => {
            open("it holds in some reachable states with these values, and fails in others")
        }
        _ => {
            let reason = judged.answers.iter().find_map(|(answer, _)| match answer {
                Answer::Open { reason, .. } => Some(reason.as_str()),
                _ => None,
            });
            open(reason.unwrap_or("it is not decided"))
        }
    }
}

/// The term that is true in states with these values.
fn named(system: &mut System, values: &[(VarId, Value)]) -> TermId {
    let equal = values.iter().map(|(var, value)| {
        let var = system.pool.var(*var);
        let value = system.pool.constant(value.clone());
        system.pool.eq(var, value)
    });
    let equal: Vec<TermId> = equal.collect();
    system.pool.and(equal)
}

/// An execution to such a state, and from there on.
fn shown(judged: &Judged, refuted: usize) -> Result<Option<TreeView>, Stop> {
    let Some(tree) = judged.tree(refuted) else {
        return Ok(None);
    };
    let property = &judged.system.properties[refuted];
    let Claim::Temporal(formula) = &property.claim else {
        return Ok(None);
    };
    let view = TreeView::new(&judged.system, formula, true, property.term, tree);
    let bug = |why| {
        Stop::Bug(format!(
            "the tree for a formula at a state is broken: {why}"
        ))
    };
    view.map(Some).map_err(bug)
}
