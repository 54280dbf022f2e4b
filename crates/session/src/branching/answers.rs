//! What `check` answers beside verdicts on properties. Here a question meets the engine that answers it; where there is none for a model, a
//! diagnostic says so.

use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_engine::ctl::{self, Distance, Limits};
use assay_language::{PathLength, Problem};
use assay_report::branching::{
    AtAnswer, AtResult, ComputeResult, ComputeValue, Extreme, LabelRound, LabelledPart,
    LabelledState, LabelsView, StatsView, formula_text,
};
use assay_report::{Checked, Place, value_text};
use assay_source::{Diagnostic, FileId, SourceFile};
use assay_system::branching::{NotEnumerated, enumerate};
use assay_system::{Claim, EngineName, Formula, Property, Role, System, VarKind, stated};
use assay_term::{TermId, Value, VarId};

use super::state::parse_state;
use crate::vacuity::until;
use crate::{Exit, Opened, Stop};

/// A part of the model that is asked about.
pub struct Part<'a> {
    pub opened: &'a Opened<'a>,
    pub problem: &'a dyn Problem,
    pub system: &'a Arc<System>,
    /// What results put before names; empty where the model has one part.
    pub prefix: &'a str,
}

/// A formula, the system that has its atoms, and the term that is always true.
type Asked = (Arc<System>, Formula, TermId);

/// How long deadlocks are looked for, and with how many nodes.
const DEADLOCK_PATIENCE: Duration = Duration::from_secs(2);
const DEADLOCK_NODES: usize = 1 << 20;

/// Warns of reachable states without a transition, where formulas of branching time are asked about: they are about infinite executions.
pub fn say_deadlock(opened: &Opened<'_>, system: &Arc<System>) {
    let is_branching = |p: &Property| matches!(p.claim, Claim::Temporal(_));
    if system.constraints.is_empty() || !system.properties.iter().any(is_branching) {
        return;
    }
    let system = &stated(system);
    let limits = Limits {
        nodes: DEADLOCK_NODES,
        ..Limits::default()
    };
    let end = Instant::now() + DEADLOCK_PATIENCE;
    let found = until(end, opened.stop(), |stop| {
        ctl::deadlock(system, &limits, stop)
    });
    // What takes longer is not said: verdicts do not depend on it.
    let Ok(Some(found)) = found else {
        return;
    };
    let states = match found.count.to_string().as_str() {
        "1" => "1 reachable state has no successor".to_string(),
        count => format!("{count} reachable states have no successor"),
    };
    let last = found.trace.len().saturating_sub(1);
    let state = found
        .trace
        .steps
        .last()
        .map(|step| state_text(system, step));
    let warning = Diagnostic::warning("A0132", format!("{states}: executions can end there"));
    let where_to = format!(
        "one is reached in step {last} ({}); formulas are about executions that go on for ever",
        state.unwrap_or_default()
    );
    opened.say(warning.help(where_to));
}

/// The states of a part in numbers.
pub fn stats(part: &Part<'_>) -> Result<StatsView, Stop> {
    count_states(part)
}

/// A formula at a state.
pub fn at(part: &Part<'_>, state: &str, formula: &str) -> Result<AtResult, Stop> {
    let values = parse_state(part.system, state)?;
    let asked = typed(part, formula)?;
    Ok(decide_at(part, (state, formula), &values, &asked))
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
pub fn computed(part: &Part<'_>) -> Vec<ComputeResult> {
    let lengths = part.problem.path_lengths();
    lengths.iter().map(|length| compute(part, length)).collect()
}

/// Explicit structures with more states than this are not shown.
const SHOWN: usize = 256;

/// A formula that the user typed, in the notation of SMV over the variables of the model.
fn typed(part: &Part<'_>, text: &str) -> Result<Asked, Stop> {
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
    let yes = system.pool.bool(true);
    Ok((Arc::new(system), formula.clone(), yes))
}

fn limits() -> Limits {
    Limits::default()
}

/// Counts states symbolically.
fn count_states(part: &Part<'_>) -> Result<StatsView, Stop> {
    let started = Instant::now();
    let stats = ctl::stats(&stated(part.system), &limits(), part.opened.stop());
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

/// Decides a formula in all reachable states that have these values. State and formula are as the user typed them.
fn decide_at(
    part: &Part<'_>,
    (state, text): (&str, &str),
    values: &[(VarId, Value)],
    (system, formula, _): &Asked,
) -> AtResult {
    let started = Instant::now();
    let mut system = System::clone(system);
    let terms: Vec<TermId> = values
        .iter()
        .map(|(var, value)| {
            let var = system.pool.var(*var);
            let value = system.pool.constant(value.clone());
            system.pool.eq(var, value)
        })
        .collect();
    let named = system.pool.and(terms);
    let system = stated(&Arc::new(system));
    let mut atoms = formula.atoms();
    atoms.push(named);
    let stop = part.opened.stop();
    let found = ctl::explore(&system, &atoms, false, &limits(), stop, |space| {
        let reachable = space.reachable();
        let named = space.holding(&Formula::Atom(named))?;
        let there = space.both(&reachable, &named)?;
        let holds = space.holding(formula)?;
        let yes = space.both(&there, &holds)?;
        let no = space.without(&there, &holds)?;
        Ok((space.is_empty(&yes), space.is_empty(&no)))
    });
    let answer = match found {
        Err(why) => AtAnswer::Unknown(why),
        Ok((true, true)) => AtAnswer::Unknown("no reachable state has these values".into()),
        Ok((false, true)) => AtAnswer::Holds(None),
        Ok((true, false)) => AtAnswer::Fails(None),
        Ok((false, false)) => {
            let why = "it holds in some reachable states with these values, and fails in others";
            AtAnswer::Unknown(why.into())
        }
    };
    AtResult {
        state: state.to_string(),
        formula: text.to_string(),
        answer,
        checked: Checked::Not,
        seconds: started.elapsed().as_secs_f64(),
    }
}

/// Labels the states explicitly, round by round; with the name of the property and the text of the formula.
fn label(
    part: &Part<'_>,
    (name, text): (&str, &str),
    (system, formula, _): &Asked,
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
fn state_text(system: &System, values: &[Value]) -> String {
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

/// The question as it stands in the model.
fn asked_text(part: &Part<'_>, length: &PathLength) -> String {
    let file = part.opened.map.get(length.span.file);
    let text = file.map(|file| file.slice(length.span)).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let from = ["MIN", "MAX"]
        .iter()
        .filter_map(|word| line.find(word))
        .min();
    match from {
        Some(at) => line[at..].trim_end_matches(';').trim_end().to_string(),
        None => {
            let word = if length.longest { "MAX" } else { "MIN" };
            let [from, to] =
                [&length.from, &length.to].map(|formula| formula_text(part.system, formula));
            format!("{word} [{from}, {to}]")
        }
    }
}

fn compute(part: &Part<'_>, length: &PathLength) -> ComputeResult {
    let started = Instant::now();
    let system = stated(part.system);
    let (from, to, longest) = (&length.from, &length.to, length.longest);
    let found = ctl::distance(&system, from, to, longest, &limits(), part.opened.stop());
    let value = match found {
        Ok(Distance::Steps(steps)) => ComputeValue::Steps(steps),
        Ok(Distance::Infinite) => ComputeValue::Infinity,
        Ok(Distance::Undefined) => {
            let why = "no reachable state meets the first condition, or none the second";
            ComputeValue::Unknown(why.into())
        }
        Err(why) => ComputeValue::Unknown(why),
    };
    let extreme = if longest { Extreme::Max } else { Extreme::Min };
    ComputeResult {
        name: format!("{}{}", part.prefix, length.name),
        place: Place::new(&part.opened.map, length.span),
        extreme,
        text: asked_text(part, length),
        value,
        engine: EngineName::Ctl.to_string(),
        checked: Checked::Not,
        seconds: started.elapsed().as_secs_f64(),
    }
}
