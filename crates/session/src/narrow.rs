//! Which of the mutants are looked at: those of the core, on changed lines, in a sample. What is left out is
//! counted and said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use assay_cover::result::Checked;
use assay_cover::{CoverError, CoverOptions, core_elements};
use assay_report::document::{Document, LeftOut, Limit, Sample};
use assay_solver::{Found, StopFlag};
use assay_source::{Diagnostic, SourceFile};
use assay_system::{Mutant, Mutants, Target};

use crate::diff::read_diff;
use crate::document::Files;
use crate::{NarrowRequest, Reader, Stop};

/// For one core, when mutants are restricted to it.
const CORE_TIME: Duration = Duration::from_secs(60);

/// What was left out, and of how many the sample is one.
#[derive(Default)]
pub struct Narrowed {
    limits: Vec<Limit>,
    sample: Option<(usize, u64)>,
    /// What the user should know before the run.
    pub remarks: Vec<Diagnostic>,
}

/// What is at hand when mutants are chosen.
pub struct Hand<'a> {
    pub files: &'a Files<'a>,
    pub reader: &'a Reader,
    pub found: &'a [Found],
    pub options: &'a CoverOptions,
    pub stop: &'a StopFlag,
}

impl Narrowed {
    /// Leaves out what was not asked for. The inner error is why no core was found.
    pub fn narrow(
        &mut self,
        request: &NarrowRequest,
        mutants: &mut Mutants,
        hand: &Hand<'_>,
    ) -> Result<Result<(), CoverError>, Stop> {
        if let Some(path) = &request.in_diff {
            self.keep_changed(path, mutants, hand)?;
        }
        if request.core {
            let system = Arc::new(mutants.system.clone());
            let core = core_elements(&system, hand.found, hand.options, CORE_TIME, hand.stop);
            let (kept, checked) = match core {
                Ok(core) => core,
                Err(error) => return Ok(Err(error)),
            };
            if let (Checked::No(why), true) = (checked, hand.options.certify) {
                let message = format!("the certificate for a core could not be checked: {why}");
                self.remarks.push(Diagnostic::warning("A0102", message));
            }
            let text = format!("elements of one minimal core ({})", kept.len());
            let left_out = left_out(mutants, &kept, hand.files);
            self.keep(mutants, "core", text, |m| match m.target {
                Target::Element(e) => kept.contains(&e),
                Target::Assertion => true,
            });
            if let Some(limit) = self.limits.last_mut() {
                limit.elements = left_out;
            }
        }
        if let Some(size) = request.sample {
            let all = mutants.mutants.len();
            let chosen = sample(all, size as usize, request.seed);
            let mut at = 0;
            mutants.mutants.retain(|_| {
                at += 1;
                chosen.contains(&(at - 1))
            });
            // A sample that has all of them estimates nothing.
            self.sample = (chosen.len() < all).then_some((all, request.seed));
        }
        Ok(Ok(()))
    }

    /// Keeps the mutants on lines that the diff adds or changes, in whatever file of the model.
    fn keep_changed(
        &mut self,
        path: &Path,
        mutants: &mut Mutants,
        hand: &Hand<'_>,
    ) -> Result<(), Stop> {
        let files: Vec<&SourceFile> = hand.files.all().collect();
        let names: Vec<&Path> = files.iter().map(|f| Path::new(f.name())).collect();
        let changed = read_diff(path, &names, hand.reader)?;
        let touched = |m: &Mutant| {
            let mut named = files.iter().zip(&changed.lines);
            named.any(|(file, lines)| {
                let first = file.start(m.span).line;
                let last = file.position(m.span.end as usize).line;
                file.id == m.span.file && lines.range(first..=last).next().is_some()
            })
        };
        let lines: usize = changed.lines.iter().map(|lines| lines.len()).sum();
        let text = format!("mutants on the {lines} changed lines");
        self.keep(mutants, "in-diff", text, touched);
        let model: Vec<&str> = files.iter().map(|f| f.name()).collect();
        let model = model.join("`, `");
        self.remarks.extend(changed.remark(path, &model));
        if mutants.mutants.is_empty() && self.remarks.is_empty() {
            let message = format!("no mutant is on the changed lines of `{model}`");
            self.remarks.push(Diagnostic::note("A0116", message));
        }
        Ok(())
    }

    fn keep(
        &mut self,
        mutants: &mut Mutants,
        kind: &str,
        text: String,
        wanted: impl Fn(&Mutant) -> bool,
    ) {
        let before = mutants.mutants.len();
        mutants.mutants.retain(|m| wanted(m));
        self.limits.push(Limit {
            kind: kind.into(),
            text,
            left_out: before - mutants.mutants.len(),
            elements: vec![],
        });
    }

    /// Enters it into the document; `accuracy` where it ended the run.
    pub fn enter(self, accuracy: Option<f64>, settled: bool, document: &mut Document) {
        document.limits.extend(self.limits);
        if let Some(wanted) = accuracy {
            document.limits.push(Limit {
                kind: "accuracy".into(),
                text: if settled {
                    "stopped once the gate was settled".into()
                } else {
                    format!("stopped once {wanted} % of the mutants were decided")
                },
                left_out: document.summary.counts.unknown,
                elements: vec![],
            });
        }
        if let Some((of, seed)) = self.sample {
            let counts = &document.summary.counts;
            let scored = counts.killed + counts.survived + counts.unknown;
            let interval = [
                wilson(counts.killed, scored).0,
                wilson(counts.killed + counts.unknown, scored).1,
            ];
            document.sample = Some(Sample {
                size: document.mutants.len(),
                of,
                seed,
                confidence: 95.0,
                interval: interval.map(|x| (x * 10_000.0).round() / 100.0),
            });
        }
    }
}

/// The elements that have mutants and are not kept, by place.
fn left_out(mutants: &Mutants, kept: &[usize], files: &Files<'_>) -> Vec<LeftOut> {
    let mut found: BTreeMap<usize, LeftOut> = BTreeMap::new();
    for m in &mutants.mutants {
        let Target::Element(e) = m.target else {
            continue;
        };
        if kept.contains(&e) {
            continue;
        }
        let entry = found.entry(e).or_insert_with(|| {
            let element = &mutants.system.elements[e];
            let span = element.span.unwrap_or(m.span);
            let at = files.file(span).start(span);
            LeftOut {
                name: element.name.clone(),
                file: files.name(span),
                line: at.line,
                column: at.column,
                mutants: 0,
            }
        });
        entry.mutants += 1;
    }
    let mut found: Vec<LeftOut> = found.into_values().collect();
    let number = |e: &LeftOut| {
        files
            .all()
            .position(|f| Some(f.name()) == e.file.as_deref())
    };
    found.sort_by_key(|e| (number(e), e.line, e.column));
    found
}

/// Wilson's score interval for a share, at 95 per cent confidence.
fn wilson(part: usize, whole: usize) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (whole as f64, 1.959_964);
    let p = part as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((middle - spread) / scale).max(0.0),
        ((middle + spread) / scale).min(1.0),
    )
}

/// `size` of the numbers below `all`, each set as likely as any other.
fn sample(all: usize, size: usize, seed: u64) -> BTreeSet<usize> {
    let mut state = seed;
    let mut random = |below: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    };
    // Floyd's algorithm.
    let mut chosen = BTreeSet::new();
    for last in all.saturating_sub(size)..all {
        let pick = random(last + 1);
        if !chosen.insert(pick) {
            chosen.insert(last);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{sample, wilson};

    #[test]
    fn a_sample_has_its_size_and_depends_on_the_seed_alone() {
        for size in [0, 1, 7, 50, 80] {
            let chosen = sample(50, size, 3);
            assert_eq!(chosen.len(), size.min(50));
            assert!(chosen.iter().all(|&n| n < 50));
            assert_eq!(chosen, sample(50, size, 3));
        }
        assert_ne!(sample(50, 7, 3), sample(50, 7, 4));
    }

    #[test]
    fn the_interval_holds_the_share_and_shrinks() {
        let (lo, hi) = wilson(5, 10);
        assert!(lo < 0.5 && 0.5 < hi);
        let (tight_lo, tight_hi) = wilson(500, 1000);
        assert!(lo < tight_lo && tight_hi < hi);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(10, 10).1 > 0.9999);
    }
}
