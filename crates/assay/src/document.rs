//! From what the coverage run found to the document that every report reads.
//!
//! Decides nothing: names, places and texts are looked up, verdicts are copied.

use std::collections::{HashMap, HashSet};

use assay_cover::Against;
use assay_cover::result::{
    Baseline, Checked, CoverResult, Explanation, MutantResult, MutantVerdict, Notice,
};
use assay_engine::core::{self as engine, CoreReport};
use assay_lustre::model::Model;
use assay_lustre::mutate::Mutated;
use assay_report::document::{
    self, BaselineVerdict, Certificate, CertificateId, Command, Cores, Counts, Difference,
    Document, Element, Excluded, Instances, Invariants, LAYOUT, NoticeVerdict, Operator, Property,
    PropertyCores, Side, SignalInfo, Source, Stage, Summary, Tag, Target, Times, Trace, Verdict,
};
use assay_report::{Header, Place, TraceView};
use assay_source::{SourceFile, Span};
use assay_system::{Cone, ElementKind, Mutants, System};
use sha2::{Digest, Sha256};

use crate::excerpt::Excerpt;
use crate::input::Loaded;

/// Everything that the document of one run is made of.
pub struct Run<'a> {
    pub header: Header,
    pub loaded: &'a Loaded,
    pub mutated: &'a Mutated,
    pub result: &'a CoverResult,
    /// What the replay commands name beside the mutant: the model and what chooses the same one again.
    pub model_args: Vec<String>,
}

impl Run<'_> {
    pub fn document(self) -> Document {
        let result = self.result;
        let file = self.loaded.map.file(self.loaded.model.file);
        let system = &self.mutated.mutants.system;
        let facts = Facts {
            file,
            model: &self.loaded.model,
            mutants: &self.mutated.mutants,
            system,
            result,
            model_args: &self.model_args,
        };
        let mutants: Vec<document::Mutant> =
            (0..result.mutants.len()).map(|m| facts.mutant(m)).collect();
        let baseline = self.baseline(system);
        let certificates = result.certificates.iter().enumerate().map(|(i, c)| {
            let mut pool = system.pool.clone();
            let terms = pool.import(&c.certificate.lemmas);
            Certificate {
                id: certificate(i).id,
                k: c.certificate.k,
                lemmas: terms.iter().map(|&t| pool.text(t)).collect(),
            }
        });
        let stages = result.stages.iter().map(|s| Stage {
            stage: s.stage.as_str().into(),
            decided: s.decided,
            seconds: micros(s.time.as_secs_f64()),
        });
        let mut document = Document {
            assay: self.header.version,
            command: Command::Cover,
            layout: LAYOUT,
            input: self.header.input,
            options: self.header.options,
            seconds: micros(self.header.seconds),
            messages: self.header.messages,
            complete: result.complete,
            cut: result.cut.clone(),
            source: vec![Source {
                path: file.name().to_string(),
                text: file.text().to_string(),
            }],
            baseline,
            summary: Summary::new(Counts::default()),
            gates: vec![],
            limits: vec![],
            sample: None,
            scores: None,
            stages: stages.collect(),
            solver_instances: Instances {
                shared: result.shared_instances,
                own: result.own_instances,
            },
            times: Times {
                proof: micros(result.proof_time.as_secs_f64()),
                explain: micros(result.explain_time.as_secs_f64()),
                check: micros(result.check_time.as_secs_f64()),
            },
            elements: facts.elements(),
            core: result.cores.as_ref().and_then(|c| cores(system, c)),
            invariants: None,
            operators: operators(&mutants),
            signals: signals(system, &mutants),
            mutants,
            certificates: certificates.collect(),
        };
        document.derive();
        document
    }

    fn baseline(&self, system: &System) -> Vec<Property> {
        let all = system.properties.iter().zip(&self.result.baseline);
        all.map(|(p, found)| {
            let (verdict, reason) = match found {
                Baseline::Proved => (BaselineVerdict::Proved, None),
                Baseline::Violated => (BaselineVerdict::Violated, None),
                Baseline::Unknown(why) => (BaselineVerdict::Unknown, Some(why.clone())),
            };
            Property {
                name: p.name.clone(),
                verdict,
                span: p.span.and_then(|s| Place::new(&self.loaded.map, s)),
                reason,
            }
        })
        .collect()
    }
}

struct Facts<'a> {
    file: &'a SourceFile,
    model: &'a Model,
    mutants: &'a Mutants,
    system: &'a System,
    result: &'a CoverResult,
    model_args: &'a [String],
}

impl Facts<'_> {
    fn mutant(&self, at: usize) -> document::Mutant {
        let (m, r) = (&self.mutants.mutants[at], &self.result.mutants[at]);
        let shown = Excerpt::new(self.mutants, at);
        let notices: Vec<document::Notice> = r
            .notices
            .iter()
            .enumerate()
            .map(|(i, n)| self.notice(i, n))
            .collect();
        let that = |verdict: NoticeVerdict| -> Vec<String> {
            let those = notices.iter().filter(|n| n.verdict == verdict);
            those.map(|n| n.property.clone()).collect()
        };
        let kills = r.notices.iter().find_map(|n| match n {
            Notice::Kills { trace, .. } => Some(&self.result.traces[*trace]),
            _ => None,
        });
        let survives = r.notices.iter().find_map(|n| match n {
            Notice::Survives { certificate, .. } => Some(*certificate),
            _ => None,
        });
        let mut tags = match r.explanation {
            Explanation::Masked(_) => vec![Tag::Masked],
            _ => vec![],
        };
        if r.restricted {
            tags.push(Tag::Restricted);
        }
        let (start, end) = (
            self.file.start(m.span),
            self.file.position(m.span.end as usize),
        );
        document::Mutant {
            id: m.id.clone(),
            operator: m.operator.to_string(),
            element: m.element.clone(),
            target: match m.target {
                assay_system::Target::Element(_) => Target::Element,
                assay_system::Target::Assertion => Target::Assertion,
            },
            fingerprint: m.fingerprint.clone(),
            element_hash: self.element_hash(m.span),
            line: m.line,
            column: m.column,
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
            original: m.original.clone(),
            replacement: m.replacement.clone(),
            verdict: verdict(r.verdict),
            stage: r.stage.map(|s| s.as_str().to_string()),
            killed_by: that(NoticeVerdict::Killed),
            survives: that(NoticeVerdict::Survived),
            reason: reason(r),
            tags,
            rank: None,
            subsumed_by: None,
            waived: None,
            trace: kills.map(|t| Trace::new(&shown.mutant(&t.stimulus, t.length))),
            certificate: r.equivalence.or(survives).map(certificate),
            difference: difference(&shown, &r.explanation),
            excluded: excluded(&shown, &r.explanation),
            notices,
            checked: match &r.checked {
                Checked::Yes(by) => document::Checked {
                    ok: true,
                    by: Some(by.clone()),
                },
                Checked::No(why) => document::Checked {
                    ok: false,
                    by: Some(why.clone()),
                },
            },
            replay: replay(self.model_args, &m.id),
        }
    }

    fn notice(&self, at: usize, notice: &Notice) -> document::Notice {
        let blank = document::Notice {
            property: self.system.properties[self.result.properties[at]]
                .name
                .clone(),
            verdict: NoticeVerdict::NotAsked,
            stage: None,
            reason: None,
            certificate: None,
        };
        match notice {
            Notice::NotAsked => blank,
            Notice::Kills { stage, .. } => document::Notice {
                verdict: NoticeVerdict::Killed,
                stage: Some(stage.as_str().into()),
                ..blank
            },
            Notice::Survives {
                certificate: c,
                stage,
            } => document::Notice {
                verdict: NoticeVerdict::Survived,
                stage: Some(stage.as_str().into()),
                certificate: Some(certificate(*c)),
                ..blank
            },
            Notice::Unknown { reason } => document::Notice {
                verdict: NoticeVerdict::Unknown,
                reason: Some(reason.clone()),
                ..blank
            },
        }
    }

    /// A hash of the text of the equation or assertion around a span. Blanks and line ends do not count.
    fn element_hash(&self, span: Span) -> Option<String> {
        let nodes = self.model.nodes.iter();
        let mut wholes = nodes.flat_map(|n| {
            let equations = n.equations.iter().map(|e| e.span);
            equations.chain(n.assertions.iter().map(|a| a.span))
        });
        let whole = wholes.find(|w| w.start <= span.start && span.end <= w.end)?;
        let words: Vec<&str> = self.file.slice(whole).split_whitespace().collect();
        let digest = Sha256::digest(words.join(" "));
        Some(digest.iter().take(8).map(|b| format!("{b:02x}")).collect())
    }

    fn elements(&self) -> Vec<Element> {
        let roots: Vec<_> = self
            .result
            .properties
            .iter()
            .map(|&p| self.system.properties[p].term)
            .collect();
        let cone = Cone::of(self.system, &roots);
        let report = self.result.cores.as_ref();
        let core = report.and_then(|c| cores(self.system, c));
        // An element is known by the variable on the left; what a person wrote is the whole equation.
        let nodes = self.model.nodes.iter();
        let whole: HashMap<Span, Span> = nodes
            .flat_map(|n| &n.equations)
            .flat_map(|e| e.lhs_spans.iter().map(|left| (*left, e.span)))
            .collect();
        let equations = self
            .system
            .elements
            .iter()
            .filter(|e| e.kind == ElementKind::Equation);
        let placed = equations.filter_map(|e| e.span.map(|s| (e, *whole.get(&s).unwrap_or(&s))));
        placed
            .map(|(e, span)| {
                let (start, end) = (self.file.start(span), self.file.position(span.end as usize));
                Element {
                    name: e.name.clone(),
                    line: start.line,
                    column: start.column,
                    end_line: end.line,
                    end_column: end.column,
                    slice: e.instances.iter().any(|i| cone.contains(i.var)),
                    core: core.as_ref().map(|c| c.minimal.contains(&e.name)),
                    may: core
                        .as_ref()
                        .and_then(|c| c.may.as_ref())
                        .map(|may| may.contains(&e.name)),
                    must: core
                        .as_ref()
                        .filter(|c| c.complete || c.must.contains(&e.name))
                        .map(|c| c.must.contains(&e.name)),
                    invariants: None,
                    counts: Counts::default(),
                }
            })
            .collect()
    }
}

/// The cores by source element, in the model's names.
fn cores(system: &System, report: &CoreReport) -> Option<Cores> {
    let names = |items: &[usize]| -> Vec<String> {
        let names = items.iter().map(|&i| report.elements[i].name.clone());
        names.collect()
    };
    let complete = |c: &engine::Cores| c.minimal.minimal && c.unknown.is_empty();
    let together = report.together.as_ref()?;
    let all = &together.by_element;
    let each = report.properties.iter().map(|p| {
        let c = &p.by_element;
        let named = p
            .properties
            .iter()
            .map(|&i| system.properties[i].name.as_str());
        PropertyCores {
            name: named.collect::<Vec<_>>().join(", "),
            slice: names(&c.slice),
            minimal: names(&c.minimal.items),
            may: None,
            must: names(&c.must),
            complete: complete(c),
        }
    });
    Some(Cores {
        slice: names(&all.slice),
        minimal: names(&all.minimal.items),
        may: None,
        must: names(&all.must),
        complete: complete(all),
        properties: each.collect(),
    })
}

/// Which elements the generated invariants constrain.
pub fn enter_invariants(document: &mut Document, against: Option<&Against>, elements: &[String]) {
    let Some(against) = against else { return };
    let constrained: HashMap<&str, bool> = elements
        .iter()
        .zip(&against.constrained)
        .filter_map(|(name, c)| c.map(|c| (name.as_str(), c)))
        .collect();
    for element in &mut document.elements {
        element.invariants = constrained.get(element.name.as_str()).copied();
    }
    let touched = |e: &&Element| e.invariants == Some(true) || e.counts.killed > 0;
    let neither = document.elements.iter().filter(|e| !touched(e));
    document.invariants = Some(Invariants {
        found: against.invariants,
        neither: neither.map(|e| e.name.clone()).collect(),
    });
}

fn operators(mutants: &[document::Mutant]) -> Vec<Operator> {
    let used: HashSet<&str> = mutants.iter().map(|m| m.operator.as_str()).collect();
    let all = assay_lustre::mutate::operators().filter(|o| used.contains(o.name));
    all.map(|o| Operator {
        name: o.name.to_string(),
        says: o.says.to_string(),
    })
    .collect()
}

/// The variables that some trace shows.
fn signals(system: &System, mutants: &[document::Mutant]) -> Vec<SignalInfo> {
    let shown = mutants.iter().flat_map(|m| {
        let difference = m.difference.iter().map(|d| &d.trace);
        let excluded = m.excluded.iter().map(|e| &e.trace);
        m.trace.iter().chain(difference).chain(excluded)
    });
    let names: HashSet<&str> = shown
        .flat_map(|t| t.names.iter())
        .map(String::as_str)
        .collect();
    let nothing = assay_system::Trace::default();
    let mut all = SignalInfo::of(&TraceView::new(system, &nothing));
    all.retain(|s| names.contains(s.name.as_str()));
    all
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

fn difference(shown: &Excerpt<'_>, explanation: &Explanation) -> Option<Difference> {
    match explanation {
        Explanation::Visible(d) | Explanation::Masked(d) => Some(Difference {
            trace: Trace::new(&shown.original(&d.stimulus, d.step + 1)),
            mutant_trace: Trace::new(&shown.mutant(&d.stimulus, d.step + 1)),
            observable: d.observable.clone(),
            step: d.step,
        }),
        _ => None,
    }
}

fn excluded(shown: &Excerpt<'_>, explanation: &Explanation) -> Option<Excluded> {
    let (by, step, view) = match explanation {
        Explanation::Blocks { stimulus, step } => {
            (Side::Mutant, *step, shown.original(stimulus, step + 1))
        }
        Explanation::Admits { stimulus, step } => {
            (Side::Original, *step, shown.mutant(stimulus, step + 1))
        }
        _ => return None,
    };
    let trace = Trace::new(&view);
    Some(Excluded { by, step, trace })
}

fn certificate(number: usize) -> CertificateId {
    CertificateId {
        id: format!("c{number}"),
    }
}

/// Microseconds are as fine as the clock is worth.
fn micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// A command that a shell reads back as it is meant.
fn replay(model_args: &[String], id: &str) -> String {
    let words = ["assay", "explain"].map(String::from).into_iter();
    let words = words
        .chain(model_args.iter().cloned())
        .chain([id.to_string()]);
    words.map(|w| quoted(&w)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_commands_are_quoted_for_a_shell() {
        let args = ["my model.lus".to_string(), "--main".into(), "m".into()];
        assert_eq!(
            replay(&args, "6:3:v2v:it's"),
            r"assay explain 'my model.lus' --main m '6:3:v2v:it'\''s'"
        );
        assert_eq!(
            replay(&["a.lus".into()], "6:3:or2left"),
            "assay explain a.lus 6:3:or2left"
        );
    }
}
