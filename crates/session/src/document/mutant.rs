//! One mutant's part of the document: its places, what each property says, and its evidence.

use assay_cover::result::{
    Checked, Explanation, Masking, MutantResult, MutantVerdict, Notice, Reach, StoredTrace,
};
use assay_language::Model;
use assay_report::document::{
    self, CertificateId, Difference, Excluded, NoticeVerdict, Notices, Places, Shared, Side, Tag,
    Target, Trace, Verdict, quoted,
};
use assay_report::{RunView, TraceView, class_name, loop_start};
use assay_source::{SourceFile, Span};
use assay_system::{Property, Stimulus};
use assay_term::Value;
use sha2::{Digest, Sha256};

use super::{Facts, is_counted};
use crate::excerpt::Excerpt;
use crate::replay::told;

/// Whether the document shows an execution of it.
pub(super) fn has_trace(r: &MutantResult) -> bool {
    let explained = !matches!(r.explanation, Explanation::None | Explanation::Open(_));
    let killed = |n: &Notice| match n {
        Notice::Kills { evidence, .. } => evidence.trace().is_some(),
        _ => false,
    };
    explained || r.notices.iter().any(killed)
}

impl Facts<'_> {
    pub(super) fn mutant(&self, at: usize) -> document::Mutant {
        let (m, r) = (&self.mutants.mutants[at], &self.result.mutants[at]);
        let shown = Shown {
            excerpt: self.excerpts.of(at),
            places: self.places,
        };
        let notices: Vec<document::Notice> = r
            .notices
            .iter()
            .enumerate()
            .map(|(i, n)| self.notice(i, n))
            .collect();
        let kills = r.notices.iter().enumerate().filter_map(|(i, n)| match n {
            Notice::Kills { evidence, .. } => Some((i, &self.result.traces[evidence.trace()?])),
            _ => None,
        });
        let first = kills.clone().next();
        let earliest = kills.min_by_key(|(_, t)| t.length);
        let survives = r.notices.iter().find_map(|n| match n {
            Notice::Survives { evidence, .. } => evidence.certificate(),
            _ => None,
        });
        let mut tags = match r.explanation {
            Explanation::Masked(_, Masking::Unread | Masking::Proved { .. }) => vec![Tag::Masked],
            _ => vec![],
        };
        if r.restricted {
            tags.push(Tag::Restricted);
        }
        if r.verdict == MutantVerdict::Killed && !r.killers().any(|at| self.is_proved(at)) {
            tags.push(Tag::Limited);
        }
        tags.extend(match &r.reach {
            Reach::Unreached(_) => Some(Tag::Unreached),
            Reach::Reached if r.verdict == MutantVerdict::Survived => Some(Tag::Unasserted),
            _ => None,
        });
        let file = self.files.file(m.span);
        let (start, end) = (file.start(m.span), file.position(m.span.end as usize));
        document::Mutant {
            id: m.id.clone(),
            operator: m.operator.to_string(),
            element: m.element.clone(),
            target: match m.target {
                assay_system::Target::Element(_) => Target::Element,
                assay_system::Target::Assertion => Target::Assertion,
            },
            fingerprint: m.fingerprint.clone(),
            element_hash: None,
            file: self.files.name(m.span),
            line: m.line,
            column: m.column,
            span: [start.line, start.column, end.line, end.column].into(),
            original: m.original.clone(),
            replacement: m.replacement.clone(),
            verdict: verdict(r.verdict),
            stage: r.stage.map(|s| s.as_str().to_string()),
            size: None,
            effort: is_counted(self.system).then_some(r.effort),
            invariants: None,
            reason: reason(r).or_else(|| {
                let first = r.first_killer.map(|p| &self.system.properties[p]);
                let first = first.or_else(|| Some(self.claim(earliest?.0)));
                class_name(&first?.class)
            }),
            tags,
            masked_within: match r.explanation {
                Explanation::Masked(_, Masking::Within(steps)) => Some(steps),
                _ => None,
            },
            rank: None,
            subsumed_by: None,
            waived: None,
            trace: first.map(|(i, t)| {
                let saves = |step, var| t.stimulus.value(step, var) == Some(&Value::Bool(true));
                let back = loop_start(&self.claim(i).claim, t.length, saves);
                let run = self.run(at, self.result.properties[i], t);
                shown.kill(&t.stimulus, t.length, (back, run))
            }),
            tree: self.tree(r),
            certificate: r
                .equivalence
                .or(r.vacuity.as_ref().map(|v| v.certificate))
                .or(survives)
                .map(|c| certificate(self.named[c])),
            difference: difference(&shown, &r.explanation),
            excluded: excluded(&shown, &r.explanation),
            passing: None,
            notices: Notices::new(notices).into(),
            checked: checked(&r.checked).into(),
        }
    }

    /// What the language tells of an execution that kills a mutant.
    fn run(&self, at: usize, property: usize, killing: &StoredTrace) -> Option<RunView> {
        let mutant = &self.mutants.mutants[at];
        let changed = self.replayer?.change(mutant)?;
        let patched = mutant.patch()?.apply(self.system);
        let trace = killing.stimulus.run(&patched, killing.length).ok()?;
        told(&*changed, &trace, Some(property), self.map, self.programs)
    }

    /// The property that the notice at this place is about.
    pub(super) fn claim(&self, at: usize) -> &Property {
        &self.system.properties[self.result.properties[at]]
    }

    /// Whether it is proved on the original.
    fn is_proved(&self, at: usize) -> bool {
        let baseline = &self.result.baseline[self.result.properties[at]];
        baseline.is_met()
    }

    fn notice(&self, at: usize, notice: &Notice) -> document::Notice {
        let blank = document::Notice {
            property: self.claim(at).name.clone(),
            verdict: NoticeVerdict::NotAsked,
            stage: None,
            reason: None,
            certificate: None,
        };
        match notice {
            Notice::NotAsked => blank,
            Notice::Kills { evidence, stage } => document::Notice {
                verdict: NoticeVerdict::Killed,
                stage: Some(stage.as_str().into()),
                reason: class_name(&self.claim(at).class),
                certificate: evidence.certificate().map(|c| certificate(self.named[c])),
                ..blank
            },
            Notice::Survives { evidence, stage } => document::Notice {
                verdict: NoticeVerdict::Survived,
                stage: Some(stage.as_str().into()),
                certificate: evidence.certificate().map(|c| certificate(self.named[c])),
                ..blank
            },
            Notice::Unknown { reason } => document::Notice {
                verdict: NoticeVerdict::Unknown,
                reason: Some(reason.clone()),
                ..blank
            },
        }
    }
}

/// A hash of the text of the equation or assertion around a span. Blanks and line ends do not count.
pub(super) fn element_hash(model: &dyn Model, file: &SourceFile, span: Span) -> Option<String> {
    let whole = model.whole(span)?;
    let words: Vec<&str> = file.slice(whole).split_whitespace().collect();
    let digest = Sha256::digest(words.join(" "));
    Some(digest.iter().take(8).map(|b| format!("{b:02x}")).collect())
}

fn verdict(verdict: MutantVerdict) -> Verdict {
    match verdict {
        MutantVerdict::Killed => Verdict::Killed,
        MutantVerdict::Survived => Verdict::Survived,
        MutantVerdict::Equivalent => Verdict::Equivalent,
        MutantVerdict::Vacuous => Verdict::Vacuous,
        MutantVerdict::Invalid => Verdict::Invalid,
        MutantVerdict::Unknown => Verdict::Unknown,
    }
}

fn reason(r: &MutantResult) -> Option<String> {
    match (&r.reason, &r.explanation) {
        (Some(reason), _) => Some(reason.clone()),
        (None, _) if matches!(r.reach, Reach::Unreached(_)) => Some(format!(
            "unreached: no execution runs this code{}",
            match &r.reach {
                Reach::Unreached(Checked::No(why)) => format!(" (not checked: {why})"),
                _ => String::new(),
            }
        )),
        (None, Explanation::Open(why)) if r.verdict == MutantVerdict::Survived => Some(format!(
            "neither a difference nor equivalence was shown: {why}"
        )),
        (None, Explanation::Blocks { step, .. }) => Some(format!(
            "it blocks an execution of the original at step {step}"
        )),
        (None, Explanation::Admits { step, .. }) => Some(format!(
            "it admits an execution that the original excludes at step {step}"
        )),
        _ => None,
    }
}

/// Traces of one mutant.
struct Shown<'a> {
    excerpt: Excerpt<'a>,
    places: &'a Places<'a>,
}

impl Shown<'_> {
    fn original(&self, stimulus: &Stimulus, length: usize) -> Shared<Trace> {
        Trace::new(&self.excerpt.original(stimulus, length), self.places).into()
    }

    /// An execution that kills the mutant; where it goes round for ever, from the step `back` on.
    fn kill(
        &self,
        stimulus: &Stimulus,
        length: usize,
        (back, run): (Option<usize>, Option<RunView>),
    ) -> Shared<Trace> {
        let view = TraceView {
            back,
            run,
            ..self.excerpt.mutant(stimulus, length)
        };
        Trace::new(&view, self.places).into()
    }

    fn mutant(&self, stimulus: &Stimulus, length: usize) -> Shared<Trace> {
        Trace::new(&self.excerpt.mutant(stimulus, length), self.places).into()
    }
}

fn difference(shown: &Shown<'_>, explanation: &Explanation) -> Option<Difference> {
    match explanation {
        Explanation::Visible(d) | Explanation::Masked(d, _) => Some(Difference {
            trace: shown.original(&d.stimulus, d.step + 1),
            mutant_trace: shown.mutant(&d.stimulus, d.step + 1),
            observable: d.observable.clone(),
            step: d.step,
            certificate: match explanation {
                Explanation::Masked(_, Masking::Proved { certificate: c, .. }) => {
                    Some(certificate(*c))
                }
                _ => None,
            },
        }),
        _ => None,
    }
}

fn excluded(shown: &Shown<'_>, explanation: &Explanation) -> Option<Excluded> {
    let (by, step, trace) = match explanation {
        Explanation::Blocks { stimulus, step } => {
            (Side::Mutant, *step, shown.original(stimulus, step + 1))
        }
        Explanation::Admits { stimulus, step } => {
            (Side::Original, *step, shown.mutant(stimulus, step + 1))
        }
        _ => return None,
    };
    Some(Excluded { by, step, trace })
}

/// Who checked it, or why nobody did.
pub(super) fn checked(checked: &Checked) -> document::Checked {
    let (ok, by) = match checked {
        Checked::Yes(by) => (true, by),
        Checked::No(why) => (false, why),
    };
    document::Checked {
        ok,
        by: Some(by.clone()),
    }
}

/// Certificates are named by their number.
pub(super) fn certificate(number: usize) -> CertificateId {
    CertificateId {
        id: format!("c{number}"),
    }
}

/// A command that a shell reads back as it is meant, but for the id.
pub(super) fn replay(model_args: &[String]) -> String {
    let words = ["assay", "explain"].into_iter();
    let words = words.chain(model_args.iter().map(String::as_str));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}
