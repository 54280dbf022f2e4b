//! Executions of one mutant that no property notices: found by a solver, replayed in the language's own terms. That there is none, or none
//! that meets more wishes, is checked by the check room.

use assay_engine::passing::{Met, Passing as Found, Wanted, passing};
use assay_language::{Breaks, PassingQuestion};
use assay_report::Checked;
use assay_report::document::{Checked as Shown, Passing, PassingVerdict, Sides};
use assay_solver::discover;
use assay_source::Diagnostic;
use assay_system::{Stimulus, System, never};
use assay_term::Functions;

use crate::evidence::Referee;
use crate::replay::told;
use crate::{ExplainRequest, Opened, Stop};

/// Effort for one question, in conflicts.
const EFFORT: f64 = 200_000.0;

/// Looks for such an execution. None for a language that has none.
pub fn look(
    opened: &Opened<'_>,
    main: usize,
    breaks: &Breaks,
    request: &ExplainRequest,
) -> Result<Option<Passing>, Stop> {
    let question = opened
        .model
        .passing(main, breaks, &request.mutant, &request.required);
    let Some(question) = question else {
        if request.passing || !request.required.is_empty() {
            let title = opened.language.title();
            let message = format!("executions of a model in {title} do not end, so none passes");
            return Err(Stop::bad_input(Diagnostic::error("A0123", message)));
        }
        return Ok(None);
    };
    let mut question = question.map_err(|fault| opened.refuse(&fault))?;
    let wanted = Wanted {
        must: question.must,
        required: question.required.iter().map(|(_, term)| *term).collect(),
        differs: question.differs,
        goals: question.branches.clone(),
    };
    let effort = (EFFORT * request.effort) as u64;
    let found = passing(&mut question.system.pool, &wanted, effort, opened.stop());
    let found = found.map_err(|error| Stop::Bug(format!("a passing execution: {}", error.0)))?;
    let shown = Passing {
        required: request.required.clone(),
        ..blank(&found)
    };
    let by = refuted(
        opened,
        main,
        &question.system,
        &found,
        request.engine.certify,
    )?;
    Ok(Some(match shown.verdict {
        PassingVerdict::Found => execution(opened, &question, &found, request.programs, shown, by)?,
        PassingVerdict::None | PassingVerdict::Unknown => Passing {
            checked: by,
            ..shown
        },
    }))
}

/// What the answers of the solver come to.
fn blank(found: &Found) -> Passing {
    let last = found.steps.last().copied().unwrap_or(Met::Unknown);
    let met = |m: Met| match m {
        Met::Yes => Some(true),
        Met::No => Some(false),
        Met::Unknown => None,
    };
    Passing {
        verdict: match last {
            Met::Yes => PassingVerdict::Found,
            Met::No => PassingVerdict::None,
            Met::Unknown => PassingVerdict::Unknown,
        },
        required: vec![],
        // The first step is about what must hold.
        met: (last != Met::Yes)
            .then(|| found.steps.len().checked_sub(2))
            .flatten(),
        differs: met(found.differs).filter(|_| last == Met::Yes),
        branches: None,
        run: None,
        checked: unchecked("nothing to check"),
    }
}

fn unchecked(why: &str) -> Shown {
    Shown {
        ok: false,
        by: Some(why.to_string()),
    }
}

/// Has everything checked that the solver says is impossible.
fn refuted(
    opened: &Opened<'_>,
    main: usize,
    system: &System,
    found: &Found,
    certify: bool,
) -> Result<Shown, Stop> {
    if found.impossible.is_empty() {
        return Ok(unchecked("nothing to check"));
    }
    let problem = opened.problem(main)?;
    let mut referee = Referee::new(&*problem, &discover(), certify, opened.stop());
    let (claim, certificate) = never(system, &found.impossible);
    let checked = referee.other(&claim, &certificate, "what no execution can do")?;
    for message in referee.inconclusive {
        opened.say(Diagnostic::warning("A0102", message));
    }
    Ok(match checked {
        Checked::By(who) => Shown {
            ok: true,
            by: Some(who),
        },
        Checked::Not => unchecked("not confirmed by another solver"),
    })
}

/// Replays the execution and shows it.
fn execution(
    opened: &Opened<'_>,
    question: &PassingQuestion<'_>,
    found: &Found,
    programs: bool,
    shown: Passing,
    refuted: Shown,
) -> Result<Passing, Stop> {
    let inputs = found.inputs.clone().unwrap_or_default();
    let (vars, values) = inputs.into_iter().unzip();
    let stimulus = Stimulus {
        vars,
        steps: vec![values],
        functions: Functions::default(),
    };
    let trace = stimulus.run(&question.system, 1);
    let trace = trace.map_err(|error| Stop::Bug(format!("a passing execution: {error}")))?;
    let replayed = question.replayer.passes(&trace);
    let by =
        replayed.map_err(|why| Stop::Bug(format!("a passing execution does not replay: {why}")))?;
    let checked = match by {
        Some(by) if refuted.ok => Shown {
            ok: true,
            by: Some(format!("{by}, {}", refuted.by.unwrap_or_default())),
        },
        Some(by) => Shown {
            ok: true,
            by: Some(by.to_string()),
        },
        None => unchecked("the language cannot replay it"),
    };
    Ok(Passing {
        branches: Some(Sides {
            taken: found.goals,
            total: question.branches.len(),
            greatest: found.greatest,
        }),
        run: told(&*question.replayer, &trace, None, &opened.map, programs),
        checked,
        ..shown
    })
}
