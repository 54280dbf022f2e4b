//! What `check` answers beside verdicts on properties. Here a question meets the engine that answers it; where there is none for a model, a
//! diagnostic says so.

use std::sync::Arc;

use assay_report::branching::{AtResult, ComputeResult, LabelsView, StatsView, formula_text};
use assay_source::Diagnostic;
use assay_system::{Claim, Formula, System};
use assay_term::{TermId, Value, VarId};

use super::state::parse_state;
use crate::{Opened, Stop};

/// A part of the model that is asked about.
pub struct Part<'a> {
    pub opened: &'a Opened<'a>,
    pub system: &'a Arc<System>,
    /// What results put before names; empty where the model has one part.
    pub prefix: &'a str,
}

/// A formula, the system that has its atoms, and the term that is always true.
type Asked = (Arc<System>, Formula, TermId);

/// The states of a part in numbers.
pub fn stats(part: &Part<'_>) -> Result<StatsView, Stop> {
    count_states(part)
}

/// A formula at a state.
pub fn at(part: &Part<'_>, state: &str, formula: &str) -> Result<AtResult, Stop> {
    let values = parse_state(part.system, state)?;
    let asked = typed(part, formula)?;
    decide_at(part, (state, formula), &values, &asked)
}

/// The labels of each round: of a formula that the user typed, or of these properties as far as they are temporal.
pub fn labels(
    part: &Part<'_>,
    formula: Option<&str>,
    properties: &[usize],
) -> Result<Vec<LabelsView>, Stop> {
    if let Some(text) = formula {
        let asked = typed(part, text)?;
        return Ok(vec![label(part, ("", text), &asked)?]);
    }
    let mut views = Vec::new();
    for &p in properties {
        let property = &part.system.properties[p];
        if let Claim::Temporal(formula) = &property.claim {
            let name = format!("{}{}", part.prefix, property.name);
            let text = formula_text(part.system, formula);
            let asked = (part.system.clone(), formula.clone(), property.term);
            views.push(label(part, (&name, &text), &asked)?);
        }
    }
    if views.is_empty() {
        let error = Diagnostic::error("A0128", "there is no CTL claim whose labels could be shown");
        let help = "name a formula: `--show-labels --formula 'EF done'`";
        return Err(Stop::bad_input(error.help(help)));
    }
    Ok(views)
}

/// The lengths of paths that the part asks for.
pub fn computed(part: &Part<'_>) -> Result<Vec<ComputeResult>, Stop> {
    compute(part)
}

fn unavailable(part: &Part<'_>, what: &str) -> Stop {
    let message = format!("{what} not available for `{}`", part.opened.path());
    Stop::bad_input(Diagnostic::error("A0128", message))
}

/// A formula that the user typed, read by the language of the model.
fn typed(part: &Part<'_>, text: &str) -> Result<Asked, Stop> {
    Err(unavailable(
        part,
        &format!("formulas on the command line (`{text}`) are"),
    ))
}

/// Counts states symbolically.
fn count_states(part: &Part<'_>) -> Result<StatsView, Stop> {
    Err(unavailable(part, "numbers of states (--stats) are"))
}

/// Decides a formula in all valid states that have these values. State and formula are as the user typed them.
fn decide_at(
    part: &Part<'_>,
    (_state, _formula): (&str, &str),
    _values: &[(VarId, Value)],
    _asked: &Asked,
) -> Result<AtResult, Stop> {
    Err(unavailable(part, "formulas at a state (--at) are"))
}

/// Labels the states explicitly, round by round; with the name of the property and the text of the formula.
fn label(part: &Part<'_>, (_name, text): (&str, &str), _asked: &Asked) -> Result<LabelsView, Stop> {
    Err(unavailable(part, &format!("the labels of `{text}` are")))
}

/// No model has such questions.
fn compute(_part: &Part<'_>) -> Result<Vec<ComputeResult>, Stop> {
    Ok(Vec::new())
}
