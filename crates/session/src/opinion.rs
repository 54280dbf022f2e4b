//! Compares verdicts with those of another tool.
//!
//! Tools cut a program into checks of different grain: one has a check for an access where the other has six. So checks are compared by class
//! and line: on a line, a class fails if one of its checks does. A check that only one tool has is a difference where it fails.
//! Limits of our own execution (`capacity`) are no checks of the program.

use std::collections::BTreeMap;

use assay_language::{Opinion, Said};
use assay_report::{ClaimView, Differing, Place, SecondOpinion};
use assay_source::SourceMap;

/// The class of properties that other tools cannot have.
const OWN: &str = "capacity";

/// File, line and class.
type Key = (String, usize, String);

/// What one tool says of the checks of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Verdict {
    fails: bool,
    open: bool,
    place: Option<Place>,
    says: Vec<String>,
}

impl Verdict {
    fn add(&mut self, holds: Option<bool>) {
        self.fails |= holds == Some(false);
        self.open |= holds.is_none();
    }

    /// None where that is open.
    fn holds(&self) -> Option<bool> {
        match (self.fails, self.open) {
            (true, _) => Some(false),
            (false, open) => (!open).then_some(true),
        }
    }
}

/// One property of ours.
pub struct Ours {
    pub class: String,
    pub place: Option<Place>,
    pub holds: Option<bool>,
}

/// The class of a property. Results leave it out for what a user asserted.
pub fn class(claim: &ClaimView) -> String {
    claim.class.clone().unwrap_or_else(|| "assertion".into())
}

/// Check by check.
pub fn compare(ours: &[Ours], opinion: &Opinion, map: &SourceMap) -> SecondOpinion {
    let mut out = blank(opinion);
    if opinion.silence.is_some() {
        return out;
    }
    let mut mine: BTreeMap<Key, Verdict> = BTreeMap::new();
    for one in ours.iter().filter(|one| one.class != OWN) {
        let entry = mine.entry(key(one.place.as_ref(), &one.class)).or_default();
        entry.add(one.holds);
        entry.place = entry.place.take().or_else(|| one.place.clone());
    }
    let mut theirs = verdicts(opinion, map);
    for (key, mine) in &mine {
        let theirs = theirs.remove(key);
        enter(&mut out, key, Some(mine), theirs.as_ref());
    }
    for (key, theirs) in &theirs {
        enter(&mut out, key, None, Some(theirs));
    }
    out.agrees = conclusion(&out);
    out
}

/// A mutant as a whole: killed where a check fails. What fails on the original as well is left out on both sides.
pub fn compare_mutant(
    killed: Option<bool>,
    failing_before: &[Ours],
    opinion: &Opinion,
    map: &SourceMap,
) -> SecondOpinion {
    let mut out = blank(opinion);
    if opinion.silence.is_some() {
        return out;
    }
    let before: Vec<Key> = failing_before
        .iter()
        .map(|one| key(one.place.as_ref(), &one.class))
        .collect();
    let mut whole = Verdict::default();
    for (key, verdict) in verdicts(opinion, map) {
        if !before.contains(&key) {
            whole.add(verdict.holds());
            whole.says.extend(verdict.says);
        }
    }
    match (killed, whole.holds().map(|holds| !holds)) {
        (Some(ours), Some(theirs)) if ours == theirs => out.agreeing = 1,
        (Some(ours), Some(theirs)) => {
            let word = |killed| if killed { "killed" } else { "survived" };
            out.differing.push(Differing {
                class: None,
                place: None,
                ours: word(ours).into(),
                theirs: word(theirs).into(),
                says: whole.says,
            });
        }
        _ => out.open = 1,
    }
    out.agrees = conclusion(&out);
    out
}

fn blank(opinion: &Opinion) -> SecondOpinion {
    SecondOpinion {
        tool: opinion.tool.clone(),
        agrees: None,
        silence: opinion.silence.clone(),
        agreeing: 0,
        open: 0,
        differing: vec![],
    }
}

fn key(place: Option<&Place>, class: &str) -> Key {
    let (file, line) = place.map_or_else(Default::default, |p| (p.file.clone(), p.line));
    (file, line, class.to_string())
}

fn verdicts(opinion: &Opinion, map: &SourceMap) -> BTreeMap<Key, Verdict> {
    let mut all: BTreeMap<Key, Verdict> = BTreeMap::new();
    for said in &opinion.said {
        let Said {
            class,
            line,
            holds,
            text,
        } = said;
        let place = line.and_then(|span| Place::new(map, span));
        let key = key(place.as_ref(), class.unwrap_or_default());
        let entry = all.entry(key).or_default();
        entry.add(*holds);
        entry.place = entry.place.take().or(place);
        if *holds == Some(false) {
            entry.says.push(text.clone());
        }
    }
    all
}

fn enter(out: &mut SecondOpinion, key: &Key, mine: Option<&Verdict>, theirs: Option<&Verdict>) {
    let holds = |side: Option<&Verdict>| side.map(Verdict::holds);
    let word = |side: Option<&Verdict>| match holds(side) {
        Some(Some(true)) => "proved",
        Some(Some(false)) => "violated",
        Some(None) => "open",
        None => "no such check",
    };
    match (holds(mine), holds(theirs)) {
        (Some(Some(ours)), Some(Some(theirs))) if ours == theirs => out.agreeing += 1,
        (Some(Some(_)), Some(Some(_))) | (Some(Some(false)), None) | (None, Some(Some(false))) => {
            out.differing.push(Differing {
                class: (!key.2.is_empty()).then(|| key.2.clone()),
                place: mine.or(theirs).and_then(|side| side.place.clone()),
                ours: word(mine).into(),
                theirs: word(theirs).into(),
                says: theirs.map(|t| t.says.clone()).unwrap_or_default(),
            })
        }
        _ => out.open += 1,
    }
}

fn conclusion(out: &SecondOpinion) -> Option<bool> {
    match (out.agreeing, out.differing.len()) {
        (_, 1..) => Some(false),
        (1.., 0) => Some(true),
        (0, 0) => None,
    }
}
