//! The mutants of a harness beside the harness itself [1]: each that accepts the program is asked about the mutants of the program. One that
//! kills more is a stronger harness next door.
//!
//! What is asked first is what the harness lets live: a kill there is what a stronger harness has. Then what the harness kills: a few
//! of them first, because most neighbours are weaker and show it soon.
//!
//! References: [1] Groce, Ahmed, Jensen, McKenney: How Verified is My Code? Falsification-Driven Verification, ASE 2015.

use std::collections::{BTreeMap, BTreeSet};

use assay_cover::result::MutantVerdict;
use assay_language::{Breaks, Model};
use assay_report::document::{Document, Harness, Neighbour, Strength, Verdict};
use assay_system::Replayer;

use super::cover::{Campaign, nothing};
use super::mutants::keep_asked;
use crate::replay::Renumbered;
use crate::{Opened, Stop};

/// So many neighbours are looked at.
const MOST: usize = 64;

/// One of so many of the killed mutants is asked about first.
const FIRST: usize = 8;

/// Whether a mutant of the program is killed; None where that is open.
type Verdicts = BTreeMap<String, Option<bool>>;

/// None where the mutants are not those of a harness.
pub fn neighbours(
    opened: &Opened<'_>,
    main: usize,
    campaign: &Campaign<'_>,
    breaks: &Breaks,
    document: &Document,
) -> Result<Option<Harness>, Stop> {
    let Some(judged) = opened.model.judged(breaks) else {
        return Ok(None);
    };
    let campaign = &campaign.plain();
    let own = decide(opened, &*opened.model, main, campaign, &judged)?;
    let count = |verdict| own.values().filter(|v| **v == verdict).count();
    let mut harness = Harness {
        killed: count(Some(true)),
        survived: count(Some(false)),
        unknown: count(None),
        ..Harness::default()
    };
    let accepts = |v: Verdict| matches!(v, Verdict::Survived | Verdict::Equivalent);
    let accepting = document.mutants.iter().filter(|m| accepts(m.verdict));
    let accepting: Vec<&str> = accepting.map(|m| m.id.as_str()).collect();
    for (at, id) in accepting.iter().enumerate() {
        let cut = match at {
            MOST => Some(format!("only {MOST} are compared")),
            _ if opened.stop().is_raised() => Some("the time was over".to_string()),
            _ => None,
        };
        if cut.is_some() {
            harness.left = accepting.len() - at;
            harness.cut = cut;
            break;
        }
        let neighbour = compared(opened, main, campaign, (breaks, id), (&judged, &own))?;
        harness.neighbours.push(neighbour);
    }
    harness.neighbours.sort_by_key(|n| n.strength);
    Ok(Some(harness))
}

/// One mutant of the harness, on those mutants of the program that show how strong it is.
fn compared(
    opened: &Opened<'_>,
    main: usize,
    campaign: &Campaign<'_>,
    (breaks, id): (&Breaks, &str),
    (judged, own): (&Breaks, &Verdicts),
) -> Result<Neighbour, Stop> {
    let mut neighbour = Neighbour {
        mutant: id.to_string(),
        strength: Strength::Open,
        gained: vec![],
        lost: vec![],
    };
    let changed = match opened.model.changed(breaks, id) {
        Some(Ok(changed)) => changed,
        Some(Err(_)) | None => return Ok(neighbour),
    };
    if !changed.reaches {
        neighbour.strength = Strength::Vacuous;
        return Ok(neighbour);
    }
    let with = |verdict: bool| {
        let all = own.iter().filter(move |(_, v)| **v == Some(verdict));
        all.map(|(id, _)| id.clone())
    };
    let killed: Vec<String> = with(true).collect();
    let (first, rest): (Vec<_>, Vec<_>) = killed
        .into_iter()
        .enumerate()
        .partition(|(at, _)| at % FIRST == 0);
    let names = |part: Vec<(usize, String)>| part.into_iter().map(|(_, id)| id).collect();
    let rounds: [BTreeSet<String>; 3] = [with(false).collect(), names(first), names(rest)];
    // How many of those that the harness lets live, and of those that it kills, stay open.
    let mut open = (0, 0);
    for (round, only) in rounds.into_iter().enumerate() {
        let left = only.len();
        let asked = Breaks {
            only: Some(only),
            ..judged.clone()
        };
        let verdicts = match left {
            0 => Verdicts::new(),
            _ => decide(opened, &*changed.model, main, campaign, &asked)?,
        };
        let decided = verdicts.values().filter(|v| v.is_some()).count();
        let ids = |verdict| {
            let ids = verdicts.iter().filter(move |(_, v)| **v == Some(verdict));
            ids.map(|(id, _)| id.clone())
        };
        if round == 0 {
            open.0 += left - decided;
            neighbour.gained.extend(ids(true));
        } else {
            open.1 += left - decided;
            neighbour.lost.extend(ids(false));
        }
        if neighbour.lost.len() > neighbour.gained.len() + open.0 {
            neighbour.strength = Strength::Weaker;
            return Ok(neighbour);
        }
    }
    let (gained, lost) = (neighbour.gained.len(), neighbour.lost.len());
    if gained > lost + open.1 {
        neighbour.strength = Strength::Stronger;
    } else if gained == lost && open == (0, 0) {
        neighbour.strength = Strength::Equal;
    }
    Ok(neighbour)
}

/// Decides mutants of a model as every coverage run does, each by the first property that kills it.
fn decide(
    opened: &Opened<'_>,
    model: &dyn Model,
    main: usize,
    campaign: &Campaign<'_>,
    breaks: &Breaks,
) -> Result<Verdicts, Stop> {
    let mutated = model.mutants(main, breaks);
    let mutated = mutated.map_err(|error| opened.not_mutated(error))?;
    let mut mutants = mutated.mutants;
    if let Some(only) = &breaks.only {
        mutants.mutants.retain(|m| only.contains(&m.id));
    }
    let kept = keep_asked(&mut mutants, campaign.engine)?;
    let replayer = mutated.replayer.as_deref();
    let replayer = replayer.map(|inner| Renumbered { inner, kept });
    let replayer = replayer.as_ref().map(|r| r as &dyn Replayer);
    let result = match campaign.run(opened, &mutants, replayer, None)? {
        Ok(result) => result,
        Err(error) => return Err(nothing(error, opened, &mutants.system)),
    };
    let both = mutants.mutants.iter().zip(&result.mutants);
    let valid = both.filter(|(_, r)| r.verdict != MutantVerdict::Invalid);
    Ok(valid
        .map(|(m, r)| (m.id.clone(), killed(r.verdict)))
        .collect())
}

fn killed(verdict: MutantVerdict) -> Option<bool> {
    match verdict {
        MutantVerdict::Killed => Some(true),
        MutantVerdict::Survived | MutantVerdict::Equivalent | MutantVerdict::Vacuous => Some(false),
        MutantVerdict::Invalid | MutantVerdict::Unknown => None,
    }
}
