//! Core: slice, minimal cores, MAY and MUST of the properties that are proved.

use std::sync::Arc;

use assay_engine::backend::Backend;
use assay_engine::claims::Outcome;
use assay_engine::core::{
    CoreOptions, CoreReport, Cores, ElementChoice, Item, PropertyCores, cores,
};
use assay_engine::director::Options;
use assay_report::{CoreResult, CoreSets, CoreView, Place, PropertyCore, WithinView};
use assay_solver::discover;
use assay_source::Diagnostic;
use assay_system::{
    Answer, Certificate, Claim, Evidence, Property, Question, System, always_as_invariants,
};
use serde_json::{Map, Value};

use crate::dead_end::{reach_in_time, refuse_checked};
use crate::engines::{
    Selection, decide_with_progress, failures, no_solver, options, options_json, verdict_of,
    violated,
};
use crate::evidence::Referee;
use crate::provenance::Solvers;
use crate::watching::Watching;
use crate::{CoreRequest, CoresOver, Elements, Exit, Opened, Stop};

impl Opened<'_> {
    /// Finds the elements that the proofs of the properties need.
    pub fn core(&self, request: &CoreRequest) -> Result<(CoreResult, Exit), Stop> {
        let solvers = Solvers::begin(request.provenance);
        let _watching = Watching::new();
        self.say_specification();
        let main = self.only_main()?;
        let problem = self.problem(main)?;
        let mut system = problem.system().clone();
        always_as_invariants(&mut system);
        let system = Arc::new(system);
        self.need_properties([&*system])?;
        let mut selection = Selection::new(&request.engine);
        let asked = selection.pick(&system, "");
        selection.all_met()?;
        let (stop, found) = (self.stop(), discover());
        let backend = Backend::choose(&system, &asked, &found).map_err(no_solver)?;
        let mut referee = Referee::new(&*problem, &found, request.engine.certify, stop);
        let reached = match reach_in_time(&system, &found, 0, stop, self.deadline()) {
            Ok(steps) => steps,
            Err(end) => return Err(refuse_checked(self, &system, &end, &mut referee)?),
        };
        let nothing = system.pool.export(&[]);
        let limits = options(&request.engine, self.remaining());
        let events = &**self.events();
        let outcome =
            decide_with_progress(&system, &asked, &nothing, &backend, &limits, stop, events)?;
        self.failed(&failures(&outcome));
        let proved = proved(&system, &outcome, &mut referee)?;
        if proved.is_empty() {
            self.say_advice(&system, violated(&outcome));
        }
        let k = proved.iter().map(|(_, c)| c.k).max().unwrap_or(0);
        if reached < k
            && let Err(end) = reach_in_time(&system, &found, k, stop, self.deadline())
        {
            return Err(refuse_checked(self, &system, &end, &mut referee)?);
        }
        let options = CoreOptions {
            timeout: self.remaining(),
            ..core_options(request)
        };
        // JKind's universe of elements goes with its reading of equal calls. What is proved of the system
        // holds of the merged one.
        let merged = match request.elements {
            Elements::Equations => None,
            Elements::All => problem.merged(),
        };
        let universe = merged.as_ref().unwrap_or(&system);
        let report =
            cores(universe, &proved, &found, &options, stop).map_err(|clash| Stop::Bug(clash.0))?;
        self.failed(&report.failures);
        for (index, answer, _) in &outcome.answers {
            if matches!(answer, Answer::Holds { .. }) {
                self.say_coreless(&system.properties[*index]);
            }
        }
        // Each core has a certificate for the system without the rest: checked like any other.
        for (reduced, certificate) in report.claims(universe) {
            referee.other(&reduced, &certificate, "a core")?;
        }
        for message in referee.inconclusive {
            self.say(Diagnostic::warning("A0102", message));
        }
        let (properties, together) = views(self, &outcome, &report, &system);
        let result = CoreResult {
            properties,
            together,
            header: self.header(&[main], options_map(request), solvers),
        };
        let exit = exit(&result, request.all);
        Ok((result, exit))
    }
}

impl Opened<'_> {
    /// Says why there is no core of a property that holds, and what there is instead.
    fn say_coreless(&self, property: &Property) {
        let Property { name, claim, .. } = property;
        let (why, instead) = match claim {
            Claim::Invariant | Claim::Obligation | Claim::Justice { .. } => return,
            _ if !claim.is_universal() => (
                "its claim is not about all executions, so that taking elements away may make it true",
                "`assay cover` decides it on each mutant",
            ),
            _ => (
                "a core is made of the proof that something holds in every state, and its claim says more than that",
                "`assay cover` decides it on each mutant; what has to hold in every state can be a claim of its own, for which there are cores",
            ),
        };
        let message = format!("there is no core of `{name}`: {why}");
        let place = property.span;
        let note = Diagnostic::note("A0122", message).help(instead);
        self.say(match place {
            Some(span) => note.at(span),
            None => note,
        });
    }
}

/// The engines work on sets of elements as they did on the model: in turns where the user wants the same evidence each time.
fn core_options(request: &CoreRequest) -> CoreOptions {
    let defaults = CoreOptions::default();
    CoreOptions {
        elements: match request.elements {
            Elements::Equations => ElementChoice::Equations,
            Elements::All => ElementChoice::All,
        },
        constraints: request.cores_over == CoresOver::All,
        all: request.all,
        limit: request.limit,
        director: Options {
            timeout: defaults.director.timeout,
            budget: None,
            deterministic: request.engine.deterministic || request.engine.budget.is_some(),
            ..options(&request.engine, None)
        },
        ..defaults
    }
}

/// The properties that certificates prove; all evidence is checked on the way.
fn proved(
    system: &Arc<System>,
    outcome: &Outcome,
    referee: &mut Referee<'_>,
) -> Result<Vec<(usize, Arc<Certificate>)>, Stop> {
    let mut proved = Vec::new();
    for (index, answer, _) in &outcome.answers {
        referee.answer(system, Question::Property(*index), answer)?;
        if let Answer::Holds {
            evidence: Evidence::Certificate(certificate),
            ..
        } = answer
        {
            proved.push((*index, certificate.clone()));
        }
    }
    Ok(proved)
}

/// For each property its cores, and those of all together.
fn views(
    opened: &Opened<'_>,
    outcome: &Outcome,
    report: &CoreReport,
    system: &System,
) -> (Vec<PropertyCore>, Option<CoreView>) {
    let properties = outcome.answers.iter().map(|(index, answer, _)| {
        let property = &system.properties[*index];
        let mut cores = report.properties.iter();
        let core = cores.find(|c| c.properties == [*index]);
        let holds = matches!(answer, Answer::Holds { .. });
        PropertyCore {
            name: property.name.clone(),
            place: property.span.and_then(|span| Place::new(&opened.map, span)),
            verdict: verdict_of(answer).to_string(),
            within: WithinView::new(&system.within).filter(|_| holds),
            core: core.map(|c| view(report, c)),
        }
    });
    let properties = properties.collect();
    (
        properties,
        report.together.as_ref().map(|c| view(report, c)),
    )
}

fn view(report: &CoreReport, cores: &PropertyCores) -> CoreView {
    CoreView {
        elements: sets(&report.elements, &cores.by_element),
        instances: sets(&report.instances, &cores.by_instance),
    }
}

fn sets(items: &[Item], cores: &Cores) -> CoreSets {
    let names = |indices: &[usize]| {
        indices
            .iter()
            .map(|&i| items[i].name.clone())
            .collect::<Vec<_>>()
    };
    let unknown: Vec<usize> = cores.unknown.iter().map(|(i, _)| *i).collect();
    CoreSets {
        universe: items.len(),
        slice: names(&cores.slice),
        minimal: names(&cores.minimal.items),
        is_minimal: cores.minimal.minimal,
        all: cores.all.iter().map(|c| names(&c.items)).collect(),
        may: names(&cores.may),
        must: names(&cores.must),
        unknown: names(&unknown),
        complete: cores.complete,
    }
}

fn options_map(request: &CoreRequest) -> Map<String, Value> {
    let mut map = options_json(&request.engine);
    let elements = match request.elements {
        Elements::Equations => "equations",
        Elements::All => "all",
    };
    let cores_over = match request.cores_over {
        CoresOver::Elements => "elements",
        CoresOver::All => "all",
    };
    map.insert("all".into(), request.all.into());
    map.insert("limit".into(), request.limit.into());
    map.insert("elements".into(), elements.into());
    map.insert("cores_over".into(), cores_over.into());
    map
}

/// A violated property is a finding; what was asked for and not found leaves the question open.
fn exit(result: &CoreResult, all: bool) -> Exit {
    let is = |verdict: &str| result.properties.iter().any(|p| p.verdict == verdict);
    let settled = |view: &CoreView| {
        [&view.elements, &view.instances]
            .iter()
            .all(|sets| if all { sets.complete } else { sets.is_minimal })
    };
    let mut views = result
        .properties
        .iter()
        .filter_map(|p| p.core.as_ref())
        .chain(&result.together);
    if result.together.is_none() && !is("unknown") {
        Exit::NothingProved
    } else if is("violated") {
        Exit::Finding
    } else if is("unknown") || !views.all(settled) {
        Exit::Undecided
    } else {
        Exit::Holds
    }
}
