//! Where an original and a mutant differ for whoever calls the changed function ([`crate::bounded::Moment`]).
//!
//! The moments of both executions are put side by side, and for each thing that people have a name for (a global, a result, a local of
//! the harness) there is one term: true where nothing differs. Both executions have their terms in one pool, so most
//! comparisons are between equal terms and cost nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_source::Span;
use assay_term::{Pool, TermId};
use rustc_hash::FxHashMap;

use crate::bounded::{Contents, Event, Finished, Identity, Inputs, Moment, Seen};
use crate::context::{Frame, Key};
use crate::program::{FunctionId, Program, Site, reachable};

/// One of the two sides.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub program: &'a Program,
    pub moments: &'a Finished,
}

/// Which code the difference is inside of.
pub struct Inside {
    /// By name: the changed function and everything that it can call. None where the change is outside of all functions.
    functions: Option<BTreeSet<String>>,
    /// Whether the entry function is among them: its locals count.
    entry: bool,
}

impl Inside {
    /// `changed` is the function that the change is in.
    pub fn of(programs: [&Program; 2], changed: Option<&str>, entry: &str) -> Inside {
        let Some(changed) = changed else {
            return Inside {
                functions: None,
                entry: true,
            };
        };
        let mut functions = BTreeSet::new();
        for program in programs {
            if let Some(function) = program.find(changed) {
                let reached = reachable(program, function).into_iter();
                functions.extend(reached.map(|f| program.function(f).name.clone()));
            }
        }
        Inside {
            entry: functions.contains(entry),
            functions: Some(functions),
        }
    }

    fn counts(&self, side: Side<'_>, moment: &Moment) -> bool {
        match (moment.event, moment.caller) {
            (Event::End | Event::Exit(..) | Event::Outside(..), _) | (_, None) => true,
            (Event::Local(_) | Event::Scope(_), _) => self.entry,
            (Event::Return(..), Some(caller)) => {
                let name = &side.program.function(caller).name;
                self.functions
                    .as_ref()
                    .is_none_or(|all| !all.contains(name))
            }
        }
    }
}

/// What the moments of one thing have in common in both executions: where, what, and the how manieth of these.
type Place<'a> = (&'a [Frame], u8, &'a str, Site, usize);

/// The name of each thing that can differ, and a term that is true where it does not.
pub fn compare(
    pool: &mut Pool,
    inputs: &mut Inputs,
    original: Side<'_>,
    mutant: Side<'_>,
    inside: &Inside,
) -> BTreeMap<String, TermId> {
    let mut comparison = Comparison {
        pool,
        inputs,
        original,
        mutant,
        same: BTreeMap::new(),
        span: Span::default(),
        moved: moved(original, mutant),
    };
    let (mine, theirs) = (places(original, inside), places(mutant, inside));
    let all: BTreeSet<&Place<'_>> = mine.keys().chain(theirs.keys()).collect();
    for place in all {
        match (mine.get(place), theirs.get(place)) {
            (Some(a), Some(b)) => comparison.both(a, b),
            (Some(only), None) | (None, Some(only)) => {
                let never = comparison.pool.not(only.guard);
                comparison.enter(control(only), never);
            }
            (None, None) => {}
        }
    }
    comparison.same
}

/// The names that a comparison with this execution can give.
pub fn names(original: Side<'_>) -> BTreeSet<String> {
    let moments = &original.moments.list;
    let mut names: BTreeSet<String> = moments.iter().map(control).collect();
    names.extend(moments.iter().map(value_of));
    names.extend(original.moments.objects.values().map(|(_, n)| n.clone()));
    names.insert(OTHERS.into());
    names
}

/// What there is in a mutant alone.
pub const OTHERS: &str = "what else is in memory";

fn places<'a>(side: Side<'a>, inside: &Inside) -> BTreeMap<Place<'a>, &'a Moment> {
    let mut places: BTreeMap<Place<'a>, &'a Moment> = BTreeMap::new();
    for moment in &side.moments.list {
        if !inside.counts(side, moment) {
            continue;
        }
        let name = |f: FunctionId| side.program.function(f).name.as_str();
        let (kind, function, site) = match moment.event {
            Event::Return(function, site) => (0, name(function), site),
            Event::Outside(function, site) => (1, name(function), site),
            Event::Local(site) => (2, "", site),
            Event::Scope(site) => (3, "", site),
            Event::End => (4, "", Site(0)),
            Event::Exit(function, site) => (5, name(function), site),
        };
        let mut number = 0;
        while places.contains_key(&(&moment.frames[..], kind, function, site, number)) {
            number += 1;
        }
        places.insert((&moment.frames[..], kind, function, site, number), moment);
    }
    places
}

/// What differs where only one of the executions comes to a moment.
fn control(moment: &Moment) -> String {
    match moment.event {
        Event::Return(..) | Event::End => format!("whether {} returns", moment.name),
        Event::Outside(..) | Event::Exit(..) => format!("whether {} is called", moment.name),
        Event::Local(_) => moment.name.clone(),
        Event::Scope(_) => "where execution goes".into(),
    }
}

fn value_of(moment: &Moment) -> String {
    match moment.event {
        Event::Return(..) | Event::End => format!("the result of {}", moment.name),
        Event::Outside(..) | Event::Exit(..) => format!("what {} is given", moment.name),
        Event::Local(_) | Event::Scope(_) => moment.name.clone(),
    }
}

fn moved(original: Side<'_>, mutant: Side<'_>) -> Rc<[(u32, u32)]> {
    let objects = mutant.moments.objects.iter();
    let theirs: FxHashMap<&Identity, u32> = objects.map(|(n, (id, _))| (id, *n)).collect();
    let objects = original.moments.objects.iter();
    let mut moved: Vec<(u32, u32)> = objects
        .filter_map(|(number, (identity, _))| Some((*number, *theirs.get(identity)?)))
        .filter(|(a, b)| a != b)
        .collect();
    moved.sort_unstable();
    moved.into()
}

struct Comparison<'a> {
    pool: &'a mut Pool,
    inputs: &'a mut Inputs,
    original: Side<'a>,
    mutant: Side<'a>,
    same: BTreeMap<String, TermId>,
    /// Where the moment is that is looked at.
    span: Span,
    /// The objects that have different numbers on the two sides.
    moved: Rc<[(u32, u32)]>,
}

impl Comparison<'_> {
    fn enter(&mut self, name: String, same: TermId) {
        if self.pool.as_bool(same) == Some(true) {
            return;
        }
        let yes = self.pool.bool(true);
        let before = self.same.get(&name).copied().unwrap_or(yes);
        let both = self.pool.gate(before, same);
        self.same.insert(name, both);
    }

    fn both(&mut self, a: &Moment, b: &Moment) {
        self.span = a.span;
        let guards = self.pool.eq(a.guard, b.guard);
        self.enter(control(a), guards);
        let here = self.pool.gate(a.guard, b.guard);
        let mut equal = self.pool.bool(a.values.len() == b.values.len());
        for (x, y) in a.values.iter().zip(&b.values) {
            let same = self.seen(x, y);
            equal = self.pool.gate(equal, same);
        }
        self.under(here, value_of(a), equal);
        self.memory(here, a, b);
    }

    /// Enters that something is equal where a condition holds.
    fn under(&mut self, here: TermId, name: String, equal: TermId) {
        if self.pool.as_bool(equal) == Some(true) {
            return;
        }
        let differs = self.pool.not(equal);
        let differs = self.pool.gate(here, differs);
        let same = self.pool.not(differs);
        self.enter(name, same);
    }

    fn memory(&mut self, here: TermId, a: &Moment, b: &Moment) {
        let mut theirs: FxHashMap<&Identity, &Contents> = FxHashMap::default();
        for (number, contents) in &b.memory {
            if let Some((identity, _)) = self.mutant.moments.objects.get(number) {
                theirs.insert(identity, contents);
            }
        }
        let objects = &self.original.moments.objects;
        for (number, mine) in &a.memory {
            let Some((identity, name)) = objects.get(number) else {
                continue;
            };
            let equal = match theirs.remove(identity) {
                Some(other) => self.contents(mine, other),
                None => self.pool.not(mine.alive),
            };
            self.under(here, name.clone(), equal);
        }
        for left in theirs.into_values() {
            let dead = self.pool.not(left.alive);
            self.under(here, OTHERS.into(), dead);
        }
    }

    fn contents(&mut self, a: &Contents, b: &Contents) -> TermId {
        let alive = self.pool.eq(a.alive, b.alive);
        if std::ptr::eq(a, b) {
            return alive;
        }
        let mut equal = self.pool.bool(true);
        let offsets: BTreeSet<u64> = a.cells.iter().chain(&b.cells).map(|(o, _)| *o).collect();
        for offset in offsets {
            let of = |c: &Contents| {
                let found = c.cells.binary_search_by_key(&offset, |(o, _)| *o);
                found.ok().map(|at| c.cells[at].1.clone())
            };
            let same = match (of(a), of(b)) {
                (Some(x), Some(y)) => self.seen(&x, &y),
                (Some(x), None) => self.untouched(&x, b, offset),
                (None, Some(y)) => self.untouched(&y, a, offset),
                (None, None) => continue,
            };
            equal = self.pool.gate(equal, same);
        }
        let differ = self.pool.not(equal);
        let differ = self.pool.gate(a.alive, differ);
        let equal = self.pool.not(differ);
        self.pool.gate(alive, equal)
    }

    /// Whether a value is what the other side's cell has held from the start.
    fn untouched(&mut self, value: &Seen, other: &Contents, offset: u64) -> TermId {
        match (value, &other.initial) {
            (Seen::Word(word), None) => {
                let bits = self.pool.width(*word);
                let zero = self.pool.bits(bits, 0u32);
                self.pool.eq(*word, zero)
            }
            (Seen::Pointer(object, _), None) => {
                let bits = self.pool.width(*object);
                let null = self.pool.bits(bits, 0u32);
                self.pool.eq(*object, null)
            }
            (value, Some(initial)) => {
                let (bits, pointer) = match value {
                    Seen::Word(word) => (self.pool.width(*word), false),
                    Seen::Pointer(..) => (64, true),
                    Seen::Open(_, bits, pointer) => (*bits, *pointer),
                };
                let key = Key {
                    offset,
                    ..initial.clone()
                };
                self.seen(value, &Seen::Open(key, bits, pointer))
            }
            (Seen::Open(..), None) => self.pool.bool(false),
        }
    }

    fn seen(&mut self, a: &Seen, b: &Seen) -> TermId {
        match (a, b) {
            (a, b) if a == b && !matches!(a, Seen::Pointer(..)) => self.pool.bool(true),
            (Seen::Word(x), Seen::Word(y)) if self.pool.sort(*x) == self.pool.sort(*y) => {
                self.pool.eq(*x, *y)
            }
            (Seen::Pointer(x, from), Seen::Pointer(y, to)) => {
                let objects = self.objects(*x, *y);
                let offsets = self.pool.eq(*from, *to);
                self.pool.gate(objects, offsets)
            }
            (Seen::Word(word), Seen::Open(key, bits, false))
            | (Seen::Open(key, bits, false), Seen::Word(word))
                if self.pool.width(*word) == *bits =>
            {
                let open = {
                    let key = key.clone();
                    self.inputs
                        .word(self.pool, key, *bits, "untouched", self.span)
                };
                self.pool.eq(*word, open)
            }
            _ => self.pool.bool(false),
        }
    }

    /// Whether two numbers are of the same object: both sides count their objects for themselves.
    fn objects(&mut self, x: TermId, y: TermId) -> TermId {
        let mut equal = self.pool.eq(x, y);
        let bits = self.pool.width(x);
        let moved = self.moved.clone();
        for &(mine, other) in moved.iter() {
            // The same number means different objects, and different numbers mean the same one.
            let (a, b) = (self.pool.bits(bits, mine), self.pool.bits(bits, other));
            let (first, second) = (self.pool.eq(x, a), self.pool.eq(y, b));
            let both = self.pool.gate(first, second);
            let by_number = self.pool.eq(x, y);
            let wrong = self.pool.gate(first, by_number);
            let right = self.pool.not(wrong);
            equal = self.pool.gate(equal, right);
            equal = self.pool.or2(equal, both);
        }
        equal
    }
}
