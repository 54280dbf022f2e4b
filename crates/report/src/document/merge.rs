//! One document of the results of one model at several sizes.
//!
//! A mutant is the same at two sizes if its fingerprint is. It is taken from the size that kills it, otherwise from the last one that says
//! what becomes of it. What a mutant names comes with it and keeps its meaning: executions, certificates and what properties say. Properties
//! are those of the last size that was measured as a whole, and what else other sizes have. A property is the same at two sizes if class,
//! place and name are, but for the number at the end of the name: it counts checks, and a larger size may have more of them.
//!
//! Invariant: a mutant that is known to survive at one size is never taken out of the score by another.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    Certificate, CertificateId, Document, Mutant, Notice, Notices, Property, Shared, Sharing,
    SignalInfo, Size, Stage, Trace, Verdict,
};
use crate::{Message, Place};

impl Document {
    /// The results at ascending sizes as one; None if there are none. `cut` is why not every size was measured as far as wanted.
    pub fn of_sizes(
        parts: &[(Size, Document)],
        stable: Option<u64>,
        cut: Option<String>,
    ) -> Option<Document> {
        let whole = parts.iter().rposition(|(_, d)| d.complete).unwrap_or(0);
        let mut merged = parts.get(whole)?.1.clone();
        let mut cuts = parts.iter().filter_map(|(size, d)| {
            let why = d.cut.as_ref()?;
            Some(format!("at {}: {why}", size.told()))
        });
        merged.cut = cut.or(cuts.next_back());
        merged.complete = merged.cut.is_none() && parts.iter().all(|(_, d)| d.complete);
        merged.limits = parts[0].1.limits.clone();
        merged.sizes = parts.iter().map(|(size, _)| size.clone()).collect();
        merged.stable = Some(stable);
        merged.course = vec![];
        merged.core = None;
        add_up(&mut merged, parts);
        let taken = taken(parts);
        let mut mutants: Vec<Option<Mutant>> = vec![None; taken.len()];
        let mut merging = Merging::default();
        let others = (0..parts.len()).filter(|&at| at != whole);
        for at in std::iter::once(whole).chain(others) {
            let (size, document) = &parts[at];
            let mut moving = merging.begin(size, document);
            let here = taken.iter().zip(&mut mutants);
            for (taken, slot) in here.filter(|(taken, _)| taken.part == at) {
                let mut mutant = document.mutants[taken.mutant].clone();
                mutant.size = Some(size.size);
                moving.mutant(&mut mutant);
                *slot = Some(mutant);
            }
            let used = moving.used;
            merging.keep(document, &used);
        }
        merged.baseline = merging.baseline;
        merged.signals = merging.signals;
        merged.certificates = merging.certificates;
        merged.mutants = vec![];
        let mut sharing = Sharing::default();
        merged.add(mutants.into_iter().flatten().collect(), &mut sharing);
        merged.share_baseline(&mut sharing);
        sharing.finish(&mut merged);
        merged.derive();
        Some(merged)
    }
}

/// Where a mutant is taken from.
struct Taken {
    part: usize,
    mutant: usize,
}

/// One entry for each mutant, in the order in which they first occur.
fn taken(parts: &[(Size, Document)]) -> Vec<Taken> {
    let mut taken: Vec<Taken> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (part, (_, document)) in parts.iter().enumerate() {
        for (mutant, new) in document.mutants.iter().enumerate() {
            let Some(&at) = known.get(new.fingerprint.as_str()) else {
                known.insert(&new.fingerprint, taken.len());
                taken.push(Taken { part, mutant });
                continue;
            };
            let old = &taken[at];
            let old = &parts[old.part].1.mutants[old.mutant];
            if replaces(old, new) {
                taken[at] = Taken { part, mutant };
            }
        }
    }
    taken
}

/// Whether what a larger size says of the mutant is what is told. A survivor stays one until it is killed.
fn replaces(old: &Mutant, new: &Mutant) -> bool {
    let differs = old.difference.is_some() || old.excluded.is_some();
    match (old.verdict, new.verdict) {
        (Verdict::Killed, _) => false,
        (Verdict::Survived, Verdict::Unknown | Verdict::Invalid | Verdict::Vacuous) => false,
        (Verdict::Survived, Verdict::Equivalent) => !differs,
        _ => true,
    }
}

/// What the runs took together, and lists in which each entry is told once.
fn add_up(merged: &mut Document, parts: &[(Size, Document)]) {
    let all = || parts.iter().map(|(_, d)| d);
    merged.seconds = all().map(|d| d.seconds).sum();
    merged.reused = all().map(|d| d.reused).sum();
    merged.effort = all().map(|d| d.effort).sum();
    merged.solver_instances.shared = all().map(|d| d.solver_instances.shared).sum();
    merged.solver_instances.own = all().map(|d| d.solver_instances.own).sum();
    merged.times.proof = all().map(|d| d.times.proof).sum();
    merged.times.explain = all().map(|d| d.times.explain).sum();
    merged.times.check = all().map(|d| d.times.check).sum();
    merged.times.recall = all().map(|d| d.times.recall).sum();
    let mut stages: Vec<Stage> = Vec::new();
    for stage in all().flat_map(|d| &d.stages) {
        match stages.iter_mut().find(|s| s.stage == stage.stage) {
            Some(known) => {
                known.seconds += stage.seconds;
                known.decided += stage.decided;
            }
            None => stages.push(stage.clone()),
        }
    }
    merged.stages = stages;
    merged.failures = all().flat_map(|d| d.failures.clone()).collect();
    let mut messages: Vec<Message> = Vec::new();
    for message in all().flat_map(|d| &d.messages) {
        if !messages.contains(message) {
            messages.push(message.clone());
        }
    }
    merged.messages = messages;
    for document in all() {
        for element in &document.elements {
            let same = |e: &super::Element| (&e.name, &e.file) == (&element.name, &element.file);
            if !merged.elements.iter().any(same) {
                merged.elements.push(element.clone());
            }
        }
        for operator in &document.operators {
            if !merged.operators.contains(operator) {
                merged.operators.push(operator.clone());
            }
        }
    }
}

/// What tells one property from another at every size: its name without the number at the end, its class and its place.
type Key = (String, Option<String>, Option<Place>, usize);

/// What the merged document has so far.
#[derive(Default)]
struct Merging {
    baseline: Vec<Property>,
    /// By key, the name.
    names: HashMap<Key, String>,
    taken_names: HashSet<String>,
    signals: Vec<SignalInfo>,
    certificates: Vec<Certificate>,
    /// The number that the first certificate of the next size gets.
    first_certificate: usize,
}

impl Merging {
    /// Adds the properties and signals of a size.
    fn begin(&mut self, size: &Size, document: &Document) -> Moving {
        let mut moving = Moving {
            places: self.places(size, &document.signals),
            names: HashMap::new(),
            first_certificate: self.first_certificate,
            used: BTreeSet::new(),
        };
        let mut seen: HashMap<Key, usize> = HashMap::new();
        for property in &document.baseline {
            let stem = property.name.trim_end_matches(|c: char| c.is_ascii_digit());
            let class = property.claim.class.clone();
            let mut key = (stem.to_string(), class, property.span.clone(), 0);
            let nth = seen.entry(key.clone()).or_insert(0);
            key.3 = *nth;
            *nth += 1;
            if let Some(known) = self.names.get(&key) {
                moving.names.insert(property.name.clone(), known.clone());
                continue;
            }
            let mut new = property.clone();
            if !self.taken_names.insert(new.name.clone()) {
                new.name = format!("{} ({})", new.name, size.told());
                self.taken_names.insert(new.name.clone());
            }
            self.names.insert(key, new.name.clone());
            moving.names.insert(property.name.clone(), new.name.clone());
            new.within = new
                .within
                .map(|within| within.at_size(&size.name, size.size));
            if let Some(certificate) = &mut new.certificate {
                moving.certificate(certificate);
            }
            if let Some(trace) = &mut new.trace {
                *trace = moving.trace(trace).into();
            }
            self.baseline.push(new);
        }
        moving
    }

    /// For each signal of a size its place in the merged list. Signals of one name that are not alike stay apart.
    fn places(&mut self, size: &Size, signals: &[SignalInfo]) -> Vec<usize> {
        let mut places = Vec::with_capacity(signals.len());
        for signal in signals {
            if let Some(at) = self.signals.iter().position(|s| s == signal) {
                places.push(at);
                continue;
            }
            let mut new = signal.clone();
            if self.signals.iter().any(|s| s.name == new.name) {
                new.name = format!("{} ({})", new.name, size.told());
            }
            places.push(self.signals.len());
            self.signals.push(new);
        }
        places
    }

    /// Adds the certificates of a size that something names.
    fn keep(&mut self, document: &Document, used: &BTreeSet<usize>) {
        let first = self.first_certificate;
        for certificate in &document.certificates {
            let number = number(&certificate.id);
            self.first_certificate = self.first_certificate.max(first + number + 1);
            if used.contains(&number) {
                self.certificates.push(Certificate {
                    id: format!("c{}", first + number),
                    ..certificate.clone()
                });
            }
        }
    }
}

/// The number in the id of a certificate.
fn number(id: &str) -> usize {
    let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().unwrap_or(0)
}

/// From one size's document to the merged one.
struct Moving {
    /// By place in the size's list of signals.
    places: Vec<usize>,
    /// The merged names of the size's properties.
    names: HashMap<String, String>,
    first_certificate: usize,
    /// The certificates that were named, by the numbers that they have at this size.
    used: BTreeSet<usize>,
}

impl Moving {
    fn mutant(&mut self, m: &mut Mutant) {
        let notices = m.notices.all.iter().map(|n| {
            let mut notice = Notice {
                property: self.name(&n.property),
                ..n.clone()
            };
            if let Some(certificate) = &mut notice.certificate {
                self.certificate(certificate);
            }
            notice
        });
        m.notices = Notices::new(notices.collect()).into();
        if let Some(certificate) = &mut m.certificate {
            self.certificate(certificate);
        }
        let masked = m
            .difference
            .iter_mut()
            .filter_map(|d| d.certificate.as_mut());
        masked.for_each(|certificate| self.certificate(certificate));
        let traces: Vec<&mut Shared<Trace>> = m.traces_mut().collect();
        for trace in traces {
            *trace = self.trace(trace).into();
        }
    }

    fn name(&self, property: &str) -> String {
        let known = self.names.get(property);
        known.cloned().unwrap_or_else(|| property.to_string())
    }

    fn certificate(&mut self, certificate: &mut CertificateId) {
        let number = number(&certificate.id);
        self.used.insert(number);
        certificate.id = format!("c{}", self.first_certificate + number);
    }

    /// The columns in the order of the merged list.
    fn trace(&self, trace: &Trace) -> Trace {
        let signals = trace.signals.iter().enumerate();
        let mut columns: Vec<(usize, usize)> = signals
            .map(|(column, &signal)| (self.places[signal], column))
            .collect();
        columns.sort_unstable();
        let step = |values: &Vec<super::Value>| {
            let values = columns.iter().map(|(_, column)| values[*column].clone());
            values.collect()
        };
        Trace {
            steps: trace.steps.iter().map(step).collect(),
            signals: columns.iter().map(|(place, _)| *place).collect(),
            functions: trace.functions.clone(),
            back: trace.back,
            run: trace.run.clone(),
        }
    }
}
