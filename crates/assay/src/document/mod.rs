//! From what the coverage run found to the document that every report reads.
//!
//! Decides nothing: names, places and texts are looked up, verdicts are copied.

mod cores;
mod mutant;

use std::collections::HashSet;

use assay_cover::result::{Baseline, CoverResult};
use assay_report::document::{
    self, BaselineVerdict, Certificate, Command, Counts, Document, Element, Instances, LAYOUT,
    Moment, Operator, Property, SignalInfo, Source, Stage, Summary, Times,
};
use assay_report::{Header, Place, TraceView};
use assay_source::SourceFile;
use assay_system::{Cone, ElementKind, Mutants, System};

use self::cores::cores;
pub use self::cores::enter_invariants;
use self::mutant::certificate;
use crate::front::Front;
use crate::input::Loaded;

/// Everything that the document of one run is made of.
pub struct Run<'a> {
    pub header: Header,
    pub loaded: &'a Loaded,
    pub mutants: &'a Mutants,
    pub result: &'a CoverResult,
    /// What the replay commands name beside the mutant: the model and what chooses the same one again.
    pub model_args: Vec<String>,
}

impl Run<'_> {
    pub fn document(self) -> Document {
        let result = self.result;
        let file = self.loaded.file();
        let system = &self.mutants.system;
        let facts = Facts {
            file,
            front: &*self.loaded.front,
            mutants: self.mutants,
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
        let course = result.course.iter().map(|(after, decided)| Moment {
            seconds: micros(after.as_secs_f64()),
            decided: *decided,
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
            course: course.collect(),
            reused: result.reused,
            solver_instances: Instances {
                shared: result.shared_instances,
                own: result.own_instances,
            },
            times: Times {
                proof: micros(result.proof_time.as_secs_f64()),
                explain: micros(result.explain_time.as_secs_f64()),
                check: micros(result.check_time.as_secs_f64()),
                recall: micros(result.recall_time.as_secs_f64()),
            },
            elements: facts.elements(),
            core: result.cores.as_ref().and_then(|c| cores(system, c)),
            invariants: None,
            operators: operators(&*self.loaded.front, &mutants),
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

/// What every mutant's part of the document is looked up in.
struct Facts<'a> {
    file: &'a SourceFile,
    front: &'a dyn Front,
    mutants: &'a Mutants,
    system: &'a System,
    result: &'a CoverResult,
    model_args: &'a [String],
}

impl Facts<'_> {
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
        let equations = self
            .system
            .elements
            .iter()
            .filter(|e| e.kind == ElementKind::Equation);
        let placed =
            equations.filter_map(|e| e.span.map(|s| (e, self.front.whole(s).unwrap_or(s))));
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

fn operators(front: &dyn Front, mutants: &[document::Mutant]) -> Vec<Operator> {
    let used: HashSet<&str> = mutants.iter().map(|m| m.operator.as_str()).collect();
    let all = front.operators().into_iter();
    all.filter(|(name, _)| used.contains(name))
        .map(|(name, says)| Operator {
            name: name.to_string(),
            says: says.to_string(),
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

/// Microseconds are as fine as the clock is worth.
fn micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
