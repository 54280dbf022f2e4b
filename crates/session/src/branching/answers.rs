//! What `check` answers beside verdicts on properties. Here a question meets the engine that answers it; where there is none for a model, a
//! diagnostic says so.

use std::sync::Arc;
use std::time::Instant;

use assay_engine::ctl::{self, Limits};
use assay_engine::until::until;
use assay_language::Problem;
use assay_report::branching::{
    LabelRound, LabelledPart, LabelledState, LabelsView, StatsView, formula_text,
};
use assay_report::value_text;
use assay_source::{Diagnostic, FileId, SourceFile};
use assay_system::branching::{NotEnumerated, enumerate};
use assay_system::{Claim, Formula, Role, System, VarKind, stated};
use assay_term::Value;

use crate::{Exit, Opened, Stop};

/// A part of the model that is asked about.
pub struct Part<'a> {
    pub opened: &'a Opened<'a>,
    pub problem: &'a dyn Problem,
    pub system: &'a Arc<System>,
    /// What results put before names; empty where the model has one part.
    pub prefix: &'a str,
}

/// A formula, and the system that has its atoms.
pub type Asked = (Arc<System>, Formula);

/// The states of a part in numbers.
pub fn stats(part: &Part<'_>) -> Result<StatsView, Stop> {
    count_states(part)
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
            let asked = (part.system.clone(), formula.clone());
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

/// Explicit structures with more states than this are not shown.
const SHOWN: usize = 256;

/// A formula that the user typed, in the notation of SMV over the variables of the model.
pub fn typed(part: &Part<'_>, text: &str) -> Result<Asked, Stop> {
    let mut system = System::clone(part.system);
    let lead = "formula: CTLSPEC ";
    let file = SourceFile::new(FileId(0), "--formula", &format!("{lead}{text};"));
    let refuse = |message: &str| {
        let error = Diagnostic::error("A0128", format!("`{text}` is not a formula: {message}"));
        Stop::bad_input(error.help("for example `AG (request -> AF acknowledge)`"))
    };
    let read = assay_smv::spec::read(&file, &mut system);
    let properties = read.map_err(|faults| {
        let first = faults.first().map(|fault| fault.message.as_str());
        refuse(first.unwrap_or("it cannot be read"))
    })?;
    let [property] = properties.as_slice() else {
        return Err(refuse("there are several"));
    };
    let Claim::Temporal(formula) = &property.claim else {
        return Err(refuse("its operators are not of CTL"));
    };
    let formula = formula.clone();
    Ok((Arc::new(system), formula))
}

pub(super) fn limits() -> Limits {
    Limits::default()
}

/// Counts states symbolically.
fn count_states(part: &Part<'_>) -> Result<StatsView, Stop> {
    let started = Instant::now();
    let (deadline, stop) = (part.opened.deadline(), part.opened.stop());
    let stats = until(deadline, stop, |stop| {
        ctl::stats(&stated(part.system), &limits(), stop)
    });
    let stats = stats.map_err(|why| undecided(part, &format!("its states: {why}")))?;
    Ok(StatsView {
        part: part.prefix.trim_end_matches('.').to_string(),
        bits: stats.bits,
        initial: stats.initial,
        reachable: stats.reachable,
        valid: None,
        fair: Some(stats.fair),
        deadlocks: Some(stats.deadlocks),
        diameter: stats.diameter,
        nodes: stats.nodes,
        peak_nodes: Some(stats.peak),
        reorderings: None,
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn undecided(part: &Part<'_>, what: &str) -> Stop {
    let message = format!("`{}` is too hard to answer for {what}", part.opened.path());
    part.opened.say_error(&Diagnostic::error("A0131", message));
    Stop::Said(Exit::Undecided)
}

/// Labels the states explicitly, round by round; with the name of the property and the text of the formula.
fn label(
    part: &Part<'_>,
    (name, text): (&str, &str),
    (system, formula): &Asked,
) -> Result<LabelsView, Stop> {
    let system = stated(system);
    let refuse = |why: &NotEnumerated| {
        let why = match why {
            NotEnumerated::TooLarge(limit) => {
                format!("there are more than {limit} states or choices of inputs")
            }
            NotEnumerated::Infinite(name) => format!("`{name}` has infinitely many values"),
            NotEnumerated::NoValue(why) => why.clone(),
        };
        let message = format!("the labels of `{text}` are not shown: {why}");
        let help = "labels are shown for small models only; `assay check` decides the formula";
        Stop::bad_input(Diagnostic::error("A0128", message).help(help))
    };
    let found = enumerate(&system, SHOWN).map_err(|why| refuse(&why))?;
    let mut fault = None;
    let labels = found.kripke.label(formula, |term| {
        found.holds(&system, term).unwrap_or_else(|why| {
            fault.get_or_insert(why);
            vec![false; found.states.len()]
        })
    });
    if let Some(why) = fault {
        return Err(refuse(&why));
    }
    let labels = labels.ok_or_else(|| undecided(part, "labels of linear time"))?;
    let members = |holds: &[bool]| -> Vec<usize> {
        let all = holds.iter().enumerate();
        all.filter(|(_, h)| **h).map(|(s, _)| s).collect()
    };
    let shown = labels.iter().map(|label| LabelledPart {
        formula: formula_text(&system, &label.formula),
        rounds: label
            .rounds
            .iter()
            .map(|round| LabelRound {
                added: round.added.clone(),
                removed: round.removed.clone(),
            })
            .collect(),
        holds: members(&label.holds),
    });
    let parts = shown.collect();
    let states = found.states.iter().enumerate();
    let states = states.map(|(at, values)| LabelledState {
        name: format!("s{at}"),
        initial: found.kripke.initial.contains(&at),
        values: state_text(&system, values),
    });
    Ok(LabelsView {
        name: name.to_string(),
        formula: text.to_string(),
        states: states.collect(),
        parts,
    })
}

/// The values of the state variables that a person named.
pub(super) fn state_text(system: &System, values: &[Value]) -> String {
    let vars = system.var_ids().filter(|v| {
        let var = system.var(*v);
        matches!(var.kind, VarKind::State { .. }) && var.role != Role::Internal
    });
    let texts = vars.map(|v| {
        let shown = value_text(system, v, &values[v.index()]);
        format!("{} = {shown}", system.var(v).name)
    });
    texts.collect::<Vec<_>>().join(", ")
}
