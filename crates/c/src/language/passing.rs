//! Executions of a mutant that no check notices [1, Algorithm 2], as terms.
//!
//! References:
//! [1] Groce, Ahmed, Jensen, McKenney: How Verified is My Code? Falsification-Driven Verification. ASE 2015.

use std::sync::Arc;

use assay_language::{Breaks, PassingQuestion};
use assay_source::Diagnostic;
use assay_term::{Pool, TermId};

use super::compare::Inside;
use super::feasible::Asked;
use super::lower::Lowered;
use super::model::CModel;
use super::mutants::offered;
use super::reach::Changed;
use super::replay::{Interpreter, Known};
use super::require::{Instrumented, instrumented, message, refused};
use crate::bounded::{Branch, Check, Options, Outcome, Stop};
use crate::context::{Frame, Key, Open};
use crate::mutate::apply;
use crate::program::{FunctionId, Program, Site};
use crate::tree::Unit;

type Done<T> = Result<T, Box<Diagnostic>>;

pub fn question<'m>(
    model: &'m CModel,
    breaks: &Breaks,
    mutant: &str,
    conditions: &[String],
) -> Done<PassingQuestion<'m>> {
    let gone = || {
        Box::new(Diagnostic::error(
            "C0331",
            format!("there is no mutant `{mutant}`"),
        ))
    };
    let offers = offered(model, breaks).map_err(|_| gone())?;
    let offer = offers.into_iter().find(|(id, _)| id == mutant);
    let (_, offer) = offer.ok_or_else(gone)?;
    let entry = model.program.function(model.options.entry).name.clone();
    let units = &model.sources.units;
    let changed = apply(units, &offer);
    let (program, _) = elaborated(model, &changed, &entry).map_err(|why| {
        Box::new(Diagnostic::error(
            "C0331",
            format!("the mutant is no program: {why}"),
        ))
    })?;

    let original = instrumented(units.clone(), &entry, conditions)?;
    let mutated = instrumented(changed, &entry, conditions)?;
    let (first, first_options) = elaborated(model, &original.units, &entry)
        .map_err(|why| refused(&conditions.join("`, `"), &why))?;
    let (second, second_options) = elaborated(model, &mutated.units, &entry)
        .map_err(|why| refused(&conditions.join("`, `"), &why))?;
    let (mut lowered, before, found) = Lowered::new(&first, &first_options).map_err(stopped)?;
    let after = lowered.execute(&second, &second_options, &mut Asked::seeded(found));
    let after = after.map_err(stopped)?;
    let inside = Inside::of([&first, &second], offer.function.as_deref(), &entry);
    let differs = lowered.differ((&first, &before), (&second, &after), &inside);

    let pool = &mut lowered.system.pool;
    let place = Changed::of(&original.units, &offer);
    let run = match &place {
        Some(place) => place.reached(pool, &after),
        None => pool.bool(true),
    };
    let holds = noticed(&after, &mutated.sites, false).flat_map(|c| &c.holds);
    let holds = pool.and(holds.copied());
    let ends = pool.or(after.ends.iter().copied());
    let must = pool.and([run, holds, ends]);
    let required = mutated.sites.iter().zip(conditions).map(|(site, text)| {
        let of = noticed(&after, std::slice::from_ref(site), true);
        let holds = of.flat_map(|c| &c.holds);
        (text.clone(), pool.and(holds.copied()))
    });
    let required = required.collect();
    let branches = sides(pool, &after.branches);
    let known = Known::of(&lowered).with_keys(|key| moved(key, &mutated));
    let watch = place.map(|p| p.sites(&after)).unwrap_or_default();
    let watch = watch
        .into_iter()
        .map(|site| site_moved(site, &mutated))
        .collect();
    Ok(PassingQuestion {
        must,
        required,
        differs,
        branches,
        replayer: Box::new(Interpreter::of_mutant(
            model,
            lowered.system.clone(),
            Arc::new(known),
            (program, offer),
            watch,
        )),
        system: lowered.system,
    })
}

/// The program of these units, or what is wrong with it.
fn elaborated(model: &CModel, units: &[Unit], entry: &str) -> Result<(Program, Options), String> {
    let program = model.linking.program(units, &model.map);
    let program = program.map_err(|faults| message(&faults))?.program;
    let options = Options {
        entry: program.find(entry).unwrap_or(FunctionId(0)),
        ..model.options.clone()
    };
    Ok((program, options))
}

fn stopped(stop: Stop) -> Box<Diagnostic> {
    match stop {
        Stop::Unsupported(diagnostic) => diagnostic,
        Stop::Deadline => Box::new(super::read::timeout()),
    }
}

/// The checks at these sites, or at all others.
fn noticed<'o>(
    outcome: &'o Outcome,
    sites: &'o [Site],
    wanted: bool,
) -> impl Iterator<Item = &'o Check> {
    let checks = outcome.checks.iter();
    checks.filter(move |c| sites.contains(&c.site) == wanted)
}

/// For each branch that the program has both its sides, where they can be taken.
fn sides(pool: &mut Pool, branches: &[Branch]) -> Vec<TermId> {
    let mut sides = Vec::new();
    for branch in branches {
        for side in [&branch.taken, &branch.not_taken] {
            let taken = pool.or(side.iter().copied());
            if pool.as_bool(taken).is_none() {
                sides.push(taken);
            }
        }
    }
    sides
}

/// The key that an open value has in the program without the conditions.
fn moved(key: &Key, with: &Instrumented) -> Key {
    let site = |site: Site| site_moved(site, with);
    let frame = |frame: &Frame| match *frame {
        Frame::Call(at) => Frame::Call(site(at)),
        Frame::Iteration(at, n) => Frame::Iteration(site(at), n),
        Frame::Again(at, n) => Frame::Again(site(at), n),
        Frame::Automatic(..) => *frame,
    };
    Key {
        frames: key.frames.iter().map(frame).collect(),
        open: match key.open {
            Open::Result(at) => Open::Result(site(at)),
            Open::Content(at) => Open::Content(site(at)),
            Open::Failure(at) => Open::Failure(site(at)),
            Open::Invalid(at) => Open::Invalid(site(at)),
        },
        offset: key.offset,
    }
}

fn site_moved(site: Site, with: &Instrumented) -> Site {
    if site.0 >= with.from {
        Site(site.0 - with.by)
    } else {
        site
    }
}
