//! What `check` answers beside verdicts on properties. Here a question meets the engine that answers it; where there is none for a model, a
//! diagnostic says so.

use std::sync::Arc;

use assay_language::Problem;
use assay_report::branching::{AtResult, ComputeResult, LabelsView, StatsView};
use assay_source::Diagnostic;
use assay_system::{Claim, Formula, System};
use assay_term::{TermId, Value, VarId};

use super::state::parse_state;
use crate::{Opened, Stop};

/// A part of the model that is asked about.
pub struct Part<'a> {
    pub opened: &'a Opened<'a>,
    pub problem: &'a dyn Problem,
    pub system: &'a Arc<System>,
    /// What results put before names; empty where the model has one part.
    pub prefix: &'a str,
}

/// A formula, and the system that has its atoms.
pub struct Wanted {
    pub system: Arc<System>,
    pub formula: Formula,
    /// The term that is always true.
    pub yes: TermId,
    pub text: String,
    /// Of the property that claims it; empty for one that the user typed.
    pub name: String,
}

/// The states of a part in numbers.
pub fn stats(part: &Part<'_>) -> Result<StatsView, Stop> {
    count_states(part)
}

/// A formula at a state.
pub fn at(part: &Part<'_>, state: &str, formula: &str) -> Result<AtResult, Stop> {
    let values = parse_state(part.system, state)?;
    let wanted = typed(part, formula)?;
    decide_at(part, state, &values, &wanted)
}

/// The labels of each round: of a formula that the user typed, or of these properties as far as they are temporal.
pub fn labels(
    part: &Part<'_>,
    formula: Option<&str>,
    properties: &[usize],
) -> Result<Vec<LabelsView>, Stop> {
    let wanted: Vec<Wanted> = match formula {
        Some(text) => vec![typed(part, text)?],
        None => properties
            .iter()
            .filter_map(|&p| claimed(part, p))
            .collect(),
    };
    if wanted.is_empty() {
        let error = Diagnostic::error("A0128", "there is no CTL claim whose labels could be shown");
        let help = "name a formula: `--show-labels --formula 'EF done'`";
        return Err(Stop::bad_input(error.help(help)));
    }
    wanted.iter().map(|wanted| label(part, wanted)).collect()
}

/// The lengths of paths that the part asks for.
pub fn computed(part: &Part<'_>) -> Result<Vec<ComputeResult>, Stop> {
    compute(part)
}

/// The formula of a property.
fn claimed(part: &Part<'_>, property: usize) -> Option<Wanted> {
    let found = &part.system.properties[property];
    let Claim::Temporal(formula) = &found.claim else {
        return None;
    };
    Some(Wanted {
        system: part.system.clone(),
        formula: formula.clone(),
        yes: found.term,
        text: assay_report::branching::formula_text(part.system, formula),
        name: format!("{}{}", part.prefix, found.name),
    })
}

fn unavailable(what: &str) -> Stop {
    let message = format!("{what} not available for this model");
    Stop::bad_input(Diagnostic::error("A0128", message))
}

/// A formula that the user typed, read by the language of the model.
fn typed(_part: &Part<'_>, _text: &str) -> Result<Wanted, Stop> {
    Err(unavailable("formulas of the command line (--formula) are"))
}

/// Counts states symbolically.
fn count_states(_part: &Part<'_>) -> Result<StatsView, Stop> {
    Err(unavailable("numbers of states (--stats) are"))
}

/// Decides a formula in all valid states that have these values.
fn decide_at(
    _part: &Part<'_>,
    _state: &str,
    _values: &[(VarId, Value)],
    _wanted: &Wanted,
) -> Result<AtResult, Stop> {
    Err(unavailable("formulas at a state (--at) are"))
}

/// Labels the states explicitly, round by round.
fn label(_part: &Part<'_>, _wanted: &Wanted) -> Result<LabelsView, Stop> {
    Err(unavailable("labels (--show-labels) are"))
}

/// No model has such questions.
fn compute(_part: &Part<'_>) -> Result<Vec<ComputeResult>, Stop> {
    Ok(Vec::new())
}
