//! Cover for single states: in which states does it matter for the formulas of the model what a signal is?

use std::sync::Arc;

use assay_engine::ctl::{Coverage, Limits, Uncoverable, coverage};
use assay_report::TraceView;
use assay_report::branching::set_text;
use assay_report::states::{CoveredStates, FormulaStates, StatesResult};
use assay_source::Diagnostic;
use assay_system::{Claim, Formula, Logic, Paths, Property, System, stated};
use assay_term::{Sort, VarId};
use serde_json::Map;

use crate::provenance::Solvers;
use crate::{Exit, Opened, Stop};

impl Opened<'_> {
    /// Which states the formulas of branching time cover for this signal, and the invariants too where those are such formulas in other words.
    pub fn covered_states(&self, signal: &str) -> Result<(StatesResult, Exit), Stop> {
        let main = self.only_main()?;
        let problem = self.problem(main)?;
        let system = &stated(&Arc::new(as_formulas(problem.system())));
        let var = signal_of(system, signal)?;
        let formulas: Vec<(&Property, &Formula)> = system
            .properties
            .iter()
            .filter_map(|p| match &p.claim {
                Claim::Temporal(formula) if formula.logic() == Logic::Ctl => Some((p, formula)),
                _ => None,
            })
            .collect();
        if formulas.is_empty() {
            let error =
                Diagnostic::error("A0130", "there is no CTL formula that could cover states");
            return Err(Stop::bad_input(error));
        }
        let limits = Limits::default();
        let ask = |formula: &Formula| coverage(system, formula, var, &limits, self.stop());
        let mut holding: Option<Formula> = None;
        let mut shown = Vec::new();
        let mut last = None;
        for (property, formula) in formulas {
            let found = ask(formula);
            if found.is_ok() {
                let before = holding.take();
                let formula = formula.clone();
                holding = Some(match before {
                    Some(before) => Formula::And(Box::new(before), Box::new(formula)),
                    None => formula,
                });
            }
            let covered = found.map(|found| view(system, &found)).map_err(why);
            last = covered.clone().ok().or(last);
            let name = property.name.clone();
            shown.push(FormulaStates { name, covered });
        }
        // A state is covered by several formulas if one of them covers it: then their conjunction does.
        let several = shown.iter().filter(|f| f.covered.is_ok()).count() > 1;
        let together = match holding {
            Some(all) if several => ask(&all).ok().map(|found| view(system, &found)),
            _ => last,
        };
        let exit = if together.is_some() {
            Exit::Holds
        } else {
            Exit::NothingProved
        };
        let mut options = Map::new();
        options.insert("states".into(), signal.into());
        let result = StatesResult {
            header: self.header(&[main], options, Solvers::NONE),
            signal: signal.to_string(),
            formulas: shown,
            together,
        };
        Ok((result, exit))
    }
}

/// Invariants as AG p, where every execution goes on for ever and counts.
fn as_formulas(system: &System) -> System {
    let mut system = system.clone();
    if !system.constraints.is_empty() || !system.fairness.is_empty() {
        return system;
    }
    let yes = system.pool.bool(true);
    for at in 0..system.properties.len() {
        if system.properties[at].claim == Claim::Invariant {
            let body = Box::new(Formula::Atom(system.properties[at].term));
            let property = &mut system.properties[at];
            property.claim = Claim::Temporal(Formula::Globally(Paths::All, body));
            property.term = yes;
        }
    }
    system
}

fn signal_of(system: &System, name: &str) -> Result<VarId, Stop> {
    let Some(var) = system.find(name) else {
        let error = Diagnostic::error("A0129", format!("the model has no signal `{name}`"));
        return Err(Stop::bad_input(error));
    };
    if system.sort(var) != Sort::Bool {
        let error = Diagnostic::error("A0129", format!("`{name}` is not Boolean"));
        let help = "define a Boolean signal that says what matters of it, and name that";
        return Err(Stop::bad_input(error.help(help)));
    }
    Ok(var)
}

fn why(reason: Uncoverable) -> String {
    match reason {
        Uncoverable::Fails => "it fails, so that a change shows nothing".into(),
        Uncoverable::NoExecutions => "no fair execution starts in an initial state".into(),
        Uncoverable::NotBoolean => "the signal is not Boolean".into(),
        Uncoverable::Open(why) => why,
    }
}

fn view(system: &System, found: &Coverage) -> CoveredStates {
    let mut system = system.clone();
    let set = system.pool.import(&found.set)[0];
    CoveredStates {
        reachable: found.reachable.to_string(),
        covered: found.covered.to_string(),
        percent: found.percent(),
        recursion: found.recursion.clone().map(|number| number.to_string()),
        set: set_text(&system, set).unwrap_or_else(|| system.pool.text(set)),
        uncovered: found
            .uncovered
            .iter()
            .map(|t| TraceView::new(&system, t))
            .collect(),
        example: found
            .example
            .iter()
            .map(|t| TraceView::new(&system, t))
            .next(),
    }
}
