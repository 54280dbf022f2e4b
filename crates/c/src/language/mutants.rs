//! Mutants of a C program as patches: each is applied to the syntax tree, elaborated and executed again, in the pool of the original. What the
//! change does not reach is then the same term, and a mutant that comes to the same terms is equivalent.

use std::collections::BTreeMap;
use std::time::Instant;

use assay_language::{Breaks, MutantsError, Mutated, Mutator};
use assay_source::Diagnostic;
use assay_system::{Change, Element, ElementKind, Mutant, Mutants, Patch, Target};
use rustc_hash::FxHashMap;

use super::bank::Bank;
use super::compare::{Inside, Side};
use super::feasible::Asked;
use super::lower::{self, Lowered};
use super::model::CModel;
use super::options;
use super::reach::Changed;
use super::replay::Interpreter;
use crate::bounded::{Check, Options, Stop};
use crate::mutate::{self, Offer, Scope, Selection, apply, offers};
use crate::program;
use crate::tree::Unit;

pub fn mutators() -> Vec<Mutator> {
    let all = mutate::operators();
    all.map(|o| Mutator {
        name: o.name,
        role: o.role,
        says: o.says,
    })
    .collect()
}

/// Why a mutant is not made.
const LATE: &str = "the time was over before it was executed";

pub fn mutants<'m>(model: &'m CModel, breaks: &Breaks) -> Result<Mutated<'m>, MutantsError> {
    let found = offered(model, breaks)?;
    let mut lowered = model.lowered.clone();
    let mut bank = Bank::new(model);
    let known = bank.assignments(&lowered);
    let executions = known.iter().map(|a| lower::stimulus(a.clone())).collect();
    let mut asked = Asked::seeded(known);
    let fresh_from = lowered.system.vars.len();
    let mut elements: FxHashMap<String, usize> = FxHashMap::default();
    let mut made = Vec::with_capacity(found.len());
    let options = mutants_options(model);
    for (id, offer) in &found {
        let function = offer
            .function
            .clone()
            .unwrap_or_else(|| "file scope".into());
        let element = *elements.entry(function.clone()).or_insert_with(|| {
            lowered.system.elements.push(Element {
                name: function.clone(),
                kind: ElementKind::Equation,
                instances: vec![],
                span: None,
                listed: true,
            });
            lowered.system.elements.len() - 1
        });
        let change = changed(
            model,
            &options,
            &mut lowered,
            (&mut asked, &mut bank),
            offer,
        );
        made.push(Mutant {
            id: id.clone(),
            operator: offer.operator,
            target: Target::Element(element),
            element: function,
            span: offer.span,
            line: offer.line,
            column: offer.column,
            original: offer.original.clone(),
            replacement: offer.replacement.clone(),
            fingerprint: offer.fingerprint.clone(),
            change,
        });
    }
    let replayer = Interpreter::of_mutants(model, &lowered, found.into_iter().collect());
    Ok(Mutated {
        mutants: Mutants {
            system: lowered.system,
            fresh_from,
            mutants: made,
            executions,
        },
        replayer: Some(Box::new(replayer)),
    })
}

pub fn offered(model: &CModel, breaks: &Breaks) -> Result<Vec<(String, Offer)>, MutantsError> {
    let selection = Selection::parse(&breaks.mutators)
        .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))?;
    let entry = &model.program.function(model.options.entry).name;
    let scope = Scope {
        entry,
        proof: &model.sources.proof,
        harness: options::harness(&breaks.given),
    };
    let own = &model.sources.units[..model.sources.own];
    let found = offers(own, &scope, &selection, &model.map);
    let ids = mutate::ids(&found, &model.map);
    let all = ids.into_iter().zip(found);
    let wanted = |(id, offer): &(String, Offer)| {
        let asked = breaks.only.as_ref().is_none_or(|only| only.contains(id));
        asked && !breaks.settled.contains(&offer.fingerprint)
    };
    Ok(all.filter(wanted).collect())
}

/// The share of the time that is left which making mutants may take. They are decided in the rest.
const SHARE: f64 = 0.6;

fn mutants_options(model: &CModel) -> Options {
    let now = Instant::now();
    let share = |end: Instant| now + end.saturating_duration_since(now).mul_f64(SHARE);
    Options {
        deadline: model.options.deadline.map(share),
        ..model.options.clone()
    }
}

fn changed(
    model: &CModel,
    options: &Options,
    lowered: &mut Lowered,
    (asked, bank): (&mut Asked, &mut Bank),
    offer: &Offer,
) -> Change {
    if options.is_over() {
        return Change::Unmade(LATE.into());
    }
    let units = apply(&model.sources.units, offer);
    let program = match model.linking.program(&units, &model.map) {
        Ok(elaborated) => elaborated.program,
        Err(faults) => {
            let why = faults.first().map(|f| f.message.clone());
            return Change::Invalid(why.unwrap_or_default());
        }
    };
    let mut options = options.clone();
    let entry = &model.program.function(options.entry).name;
    options.entry = program.find(entry).unwrap_or(program::FunctionId(0));
    if let Some(kill) = bank.kill(&program, &options) {
        let checks = &kill.outcome.checks;
        let failing: Vec<&Check> = kill.failing.iter().map(|&at| &checks[at]).collect();
        return Change::Patch(lowered.violation(&program, &failing, &kill.read));
    }
    match lowered.execute(&program, &options, asked) {
        Ok(outcome) => {
            let original = Side {
                program: &model.program,
                moments: &model.outcome.moments,
            };
            let programs = [&model.program, &program];
            let inside = Inside::of(programs, offer.function.as_deref(), entry);
            let patch = lowered.changes(original, &program, &outcome, &inside);
            let place = Changed::of(&model.sources.units, offer);
            let pool = &mut lowered.system.pool;
            Change::Patch(Patch {
                runs: place.map(|place| place.reached(pool, &model.outcome)),
                ..patch
            })
        }
        Err(Stop::Unsupported(why)) => Change::Invalid(why.message),
        Err(Stop::Deadline) => Change::Unmade(LATE.into()),
    }
}

/// The changes that these breaks make, by id.
pub fn offers_of(model: &CModel, breaks: &Breaks) -> Result<Vec<(String, Offer)>, Box<Diagnostic>> {
    offered(model, breaks).map_err(|error| match error {
        MutantsError::Refused(diagnostic) => diagnostic,
        MutantsError::UnknownMutator(word, _) => {
            let message = format!("there is no mutator `{word}`");
            Box::new(Diagnostic::error("A0010", message))
        }
    })
}

/// The trees of one mutant.
pub fn changed_units(
    model: &CModel,
    breaks: &Breaks,
    id: &str,
) -> Result<Vec<Unit>, Box<Diagnostic>> {
    let found = offers_of(model, breaks)?;
    match found.iter().find(|(known, _)| known == id) {
        Some((_, offer)) => Ok(apply(&model.sources.units, offer)),
        None => {
            let message = format!("there is no mutant `{id}` among these mutators");
            Err(Box::new(Diagnostic::error("C0323", message)))
        }
    }
}

/// The file of the one mutant with the change made.
pub fn written(
    model: &CModel,
    breaks: &Breaks,
    mutants: &Mutants,
    remark: &str,
) -> Result<String, String> {
    let mutant = mutants.mutants.first().ok_or("there is no such mutant")?;
    let found: BTreeMap<String, Offer> = offered(model, breaks)
        .map_err(|_| "the mutators are not known".to_string())?
        .into_iter()
        .collect();
    let offer = found
        .get(&mutant.id)
        .ok_or("the mutant is not offered any more")?;
    let text = model.map.file(offer.span.file).text();
    Ok(format!("/* {remark} */\n{}", mutate::written(text, offer)))
}
