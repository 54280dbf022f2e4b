//! Warns of what assumptions hide: claims that no execution comes to, and executions that run the code under test and end before anything
//! looks at what it did. A solver finds it, and the check room confirms it.

use assay_engine::cut::{Beginning, beginning};
use assay_language::{Asserted, Audit, Cut, Problem};
use assay_report::Checked;
use assay_solver::{Answer, Effort, Questions};
use assay_source::Diagnostic;
use assay_system::{Certificate, Stimulus, System, never};
use assay_term::{Functions, TermId};

use crate::evidence::Referee;
use crate::{Opened, Stop};

/// Conflicts for one question.
const EFFORT: Effort = 20_000;

/// So many values of an example are shown.
const SHOWN: usize = 10;

/// For so many assertions the assumptions are named that keep executions away.
const BLAMED: usize = 4;

/// What was found.
pub struct Audited {
    /// Claims that no execution comes to.
    pub unreached: Vec<usize>,
    /// No execution satisfies all assumptions: that, as a claim with its certificate, and who confirms it.
    pub nothing: Option<(System, Certificate, Checked)>,
}

/// Asks, and says what the user should know.
pub fn audit(
    opened: &Opened<'_>,
    problem: &dyn Problem,
    referee: &mut Referee<'_>,
) -> Result<Option<Audited>, Stop> {
    let Some(mut audit) = problem.audit() else {
        return Ok(None);
    };
    let mut questions = Questions::new(opened.stop().clone());
    let mut never_true = |term: TermId| {
        let answer = questions.ask(&audit.system.pool, term, Some(EFFORT));
        matches!(answer, Ok(Answer::Unsat))
    };
    let asked = audit.asserted.iter().filter(|a| never_true(a.reached));
    let unreached: Vec<Asserted> = asked.copied().collect();
    let mut nothing = None;
    if !unreached.is_empty() {
        let terms: Vec<TermId> = unreached.iter().map(|a| a.reached).collect();
        let (claim, certificate) = never(&audit.system, &terms);
        referee.other(&claim, &certificate, "that claims are never reached")?;
        if never_true(audit.ends) {
            let (claim, certificate) = never(&audit.system, &[audit.ends]);
            let checked = referee.other(&claim, &certificate, "that no execution ends")?;
            nothing = Some((claim, certificate, checked));
        }
    }
    for (n, asserted) in unreached.iter().enumerate() {
        say_unreached(opened, problem, asserted, n < BLAMED);
    }
    for cut in std::mem::take(&mut audit.cuts) {
        if opened.remaining().is_some_and(|left| left.is_zero()) {
            break;
        }
        look(opened, problem, &mut audit, &cut, referee)?;
    }
    Ok(Some(Audited {
        unreached: unreached.iter().filter_map(|a| a.property).collect(),
        nothing,
    }))
}

fn say_unreached(opened: &Opened<'_>, problem: &dyn Problem, asserted: &Asserted, blame: bool) {
    let name = asserted
        .property
        .map(|p| &problem.system().properties[p].name);
    let message = match name {
        Some(name) => format!("no execution comes to `{name}`: it says nothing"),
        None => "no execution comes to this assertion: it says nothing".to_string(),
    };
    let warning = Diagnostic::warning("A0125", message).at(asserted.span);
    if !blame {
        opened.say(warning);
        return;
    }
    let blamed = problem.kept_away_by(asserted.span);
    let label = match blamed.len() {
        0 => {
            opened.say(
                warning
                    .help("it is not because of assumptions: no path of the program leads there"),
            );
            return;
        }
        1 => "this assumption excludes every execution that would come to it",
        _ => "these assumptions together exclude every execution that would come to it",
    };
    let all = blamed.into_iter();
    opened.say(all.fold(warning, |w, span| w.secondary(span, label)));
}

/// Warns of an assumption that cuts off executions of the code under test.
fn look(
    opened: &Opened<'_>,
    problem: &dyn Problem,
    audit: &mut Audit,
    cut: &Cut,
    referee: &mut Referee<'_>,
) -> Result<(), Stop> {
    let (pool, stop) = (&mut audit.system.pool, opened.stop());
    let found = beginning(pool, (cut.reached, cut.passed), &cut.later, EFFORT, stop);
    let Ok(Some(Beginning { inputs, impossible })) = found else {
        return Ok(());
    };
    let (claim, certificate) = never(&audit.system, &[impossible]);
    referee.other(&claim, &certificate, "what an assumption excludes")?;
    let (vars, values) = inputs.into_iter().unzip();
    let stimulus = Stimulus {
        vars,
        steps: vec![values],
        functions: Functions::default(),
    };
    let trace = stimulus.run(&audit.system, 1);
    let trace = trace.map_err(|error| Stop::Bug(format!("an excluded execution: {error}")))?;
    let left = problem.replayer().left_behind(&trace);
    let example = match left.len() {
        0 => String::new(),
        n => {
            let shown = left[n.saturating_sub(SHOWN)..].join(", ");
            format!(", for example with {shown}")
        }
    };
    let message = format!(
        "this assumption excludes executions that have run the code under test{example}: whatever comes later, no execution that begins like this goes on"
    );
    let warning = Diagnostic::warning("A0126", message).at(cut.span);
    opened.say(warning.help("no check behind it looks at what the code did there; check that before the assumption, or make it a condition of the check"));
    Ok(())
}
