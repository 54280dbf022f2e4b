//! From what the coverage run found to the document that every report reads.
//!
//! Decides nothing: names, places and texts are looked up, verdicts are copied.

mod branching;
mod cores;
mod files;
mod mutant;

use std::collections::{BTreeSet, HashSet};

use assay_cover::result::{Baseline, CertificateOf, CoverResult};
use assay_cover::{Branched, parallel, system_of};
use assay_language::{Language, Model, USER};
use assay_report::document::{
    BaselineVerdict, Certificate, Command, Counts, Document, Element, Instances, List, Moment,
    Operator, Places, Property, Role, Sharing, SignalInfo, Stage, Summary, Times, Verdict,
    layout_of,
};
use assay_report::{Header, Place, SCHEMA, TraceView, WithinView};
use assay_source::SourceMap;
use assay_system::branching::NO_EXECUTIONS;
use assay_system::{Claim, Cone, ElementKind, Mutants, OperatorRole, Replayer, System};
use assay_term::{Functions, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use self::cores::cores;
pub use self::cores::enter_invariants;
pub use self::files::Files;
use self::mutant::{certificate, checked, element_hash, has_trace, replay};
use crate::Opened;
use crate::excerpt::Excerpts;

/// Everything that the document of one run is made of.
pub struct Run<'a> {
    pub header: Header,
    pub opened: &'a Opened<'a>,
    pub mutants: &'a Mutants,
    pub result: &'a CoverResult,
    pub jobs: usize,
    /// Runs mutants in the language's own terms, where it can.
    pub replayer: Option<&'a dyn Replayer>,
    /// Whether executions come with programs that do the same.
    pub programs: bool,
}

/// How many mutants are looked up before their evidence is stored.
const SOME: usize = 512;

impl Run<'_> {
    pub fn document(self) -> Document {
        let result = self.result;
        let files = Files::of(self.opened);
        let sources = files.sources();
        let system = &self.mutants.system;
        let excerpts = Excerpts::new(self.mutants);
        let signals = signals(system, &excerpts, result);
        let (named, certificates) = certificates(self.mutants, result);
        let facts = Facts {
            named: &named,
            files: &files,
            mutants: self.mutants,
            system,
            result,
            excerpts: &excerpts,
            places: &Places::new(&signals),
            replayer: self.replayer,
            programs: self.programs,
            map: &self.opened.map,
            branched: Branched::new(self.mutants),
        };
        let baseline = self.baseline(system, &named);
        let mut document = Document {
            assay: self.header.version,
            command: Command::Cover,
            schema: SCHEMA,
            layout: layout_of(sources.len()),
            input: self.header.input,
            options: self.header.options,
            seconds: micros(self.header.seconds),
            run: Some(self.header.run),
            messages: self.header.messages,
            failures: self.header.failures,
            complete: result.complete,
            cut: result.cut.clone(),
            source: sources,
            baseline,
            summary: Summary::new(Counts::default()),
            gates: vec![],
            limits: vec![],
            sample: None,
            scores: None,
            stages: stages(result),
            course: course(result),
            reused: result.reused,
            solver_instances: Instances {
                shared: result.shared_instances,
                own: result.own_instances,
            },
            times: times(result),
            effort: is_counted(system).then_some(result.proof_effort),
            sizes: vec![],
            stable: None,
            elements: facts.elements(&*self.opened.model),
            core: result.cores.as_ref().and_then(|c| cores(system, c)),
            invariants: None,
            second_opinion: None,
            same_code: vec![],
            harness: None,
            operators: operators(self.opened.language, self.mutants),
            signals: vec![],
            replay: replay(&self.opened.request.words()),
            mutants: vec![],
            notices: List::default(),
            checks: List::default(),
            traces: List::default(),
            certificates,
        };
        facts.add_mutants(&mut document, &*self.opened.model, self.jobs);
        document.signals = signals;
        document.derive();
        document
    }

    fn baseline(&self, system: &System, named: &[usize]) -> Vec<Property> {
        let all = system.properties.iter().zip(&self.result.baseline);
        all.enumerate()
            .map(|(index, (p, found))| {
                let span = p.span.and_then(|s| Place::new(&self.opened.map, s));
                let blank = Property::undecided(system, index, span);
                match found {
                    Baseline::Proved { certificate: c } => Property {
                        verdict: BaselineVerdict::Proved,
                        within: WithinView::new(&system.within),
                        certificate: Some(certificate(named[*c])),
                        checked: Some(checked(&self.result.certificates[*c].checked)),
                        ..blank
                    },
                    Baseline::Holds { branching } => Property {
                        verdict: BaselineVerdict::Proved,
                        within: WithinView::new(&system.within),
                        checked: Some(checked(&self.result.branching[*branching].checked)),
                        ..blank
                    },
                    Baseline::Reached { checked: by } => Property {
                        verdict: BaselineVerdict::Proved,
                        checked: Some(checked(by)),
                        ..blank
                    },
                    Baseline::Unreachable {
                        certificate: c,
                        checked: by,
                    } => Property {
                        verdict: BaselineVerdict::Violated,
                        certificate: named.get(*c).map(|&c| certificate(c)),
                        checked: Some(checked(by)),
                        ..blank
                    },
                    Baseline::Violated { checked: by } => Property {
                        verdict: BaselineVerdict::Violated,
                        checked: Some(checked(by)),
                        ..blank
                    },
                    Baseline::NoExecutions { checked: by } => Property {
                        reason: Some(NO_EXECUTIONS.into()),
                        checked: Some(checked(by)),
                        ..blank
                    },
                    Baseline::Unknown(why) => Property {
                        reason: Some(why.clone()),
                        ..blank
                    },
                }
            })
            .collect()
    }
}

/// The certificates as they are shown, each once, and for each of the result's the number of the one that says the same: thousands of
/// mutants are proved by a few sets of lemmas.
fn certificates(mutants: &Mutants, result: &CoverResult) -> (Vec<usize>, Vec<Certificate>) {
    let mut shared = mutants.system.pool.clone();
    let mut first: FxHashMap<(usize, Vec<TermId>), usize> = FxHashMap::default();
    let (mut named, mut shown) = (Vec::new(), Vec::new());
    for (i, stored) in result.certificates.iter().enumerate() {
        let (k, lemmas) = (stored.certificate.k, &stored.certificate.lemmas);
        let text = match &stored.about {
            // Its lemmas speak of the mutant's copies, too.
            about @ CertificateOf::Masked { .. } => {
                let mut pool = system_of(mutants, about).pool;
                let terms = pool.import(lemmas);
                terms.iter().map(|&t| pool.text(t)).collect()
            }
            _ => {
                let terms = shared.import(lemmas);
                let known = *first.entry((k, terms.clone())).or_insert(i);
                if known < i {
                    named.push(known);
                    continue;
                }
                terms.iter().map(|&t| shared.text(t)).collect()
            }
        };
        named.push(i);
        shown.push(Certificate {
            id: certificate(i).id,
            k,
            lemmas: text,
        });
    }
    (named, shown)
}

/// What every mutant's part of the document is looked up in.
struct Facts<'a> {
    /// For each certificate the one that stands for it.
    named: &'a [usize],
    files: &'a Files<'a>,
    mutants: &'a Mutants,
    system: &'a System,
    result: &'a CoverResult,
    excerpts: &'a Excerpts<'a>,
    places: &'a Places<'a>,
    replayer: Option<&'a dyn Replayer>,
    programs: bool,
    map: &'a SourceMap,
    branched: Branched<'a>,
}

impl Facts<'_> {
    /// Adds the mutants and everything that they refer to. Only some are looked up at a time, so that equal evidence of all of them is
    /// never held at once.
    fn add_mutants(&self, document: &mut Document, model: &dyn Model, jobs: usize) {
        let mut sharing = Sharing::default();
        let mut all: Vec<usize> = (0..self.result.mutants.len()).collect();
        for some in all.chunks_mut(SOME) {
            let mut made = parallel::each(some, jobs, |_, m| self.mutant(*m));
            for (mutant, m) in made.iter_mut().zip(some) {
                // Nobody waives what does not survive.
                if mutant.verdict == Verdict::Survived {
                    let span = self.mutants.mutants[*m].span;
                    mutant.element_hash = element_hash(model, self.files.file(span), span);
                }
            }
            document.add(made, &mut sharing);
        }
        document.share_baseline(&mut sharing);
        sharing.finish(document);
    }

    fn elements(&self, model: &dyn Model) -> Vec<Element> {
        let roots: Vec<_> = self
            .result
            .properties
            .iter()
            .flat_map(|&p| match &self.system.properties[p].claim {
                Claim::Temporal(formula) => formula.atoms(),
                _ => vec![self.system.properties[p].term],
            })
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
        let placed = equations.filter_map(|e| e.span.map(|s| (e, model.whole(s).unwrap_or(s))));
        placed
            .map(|(e, span)| {
                let file = self.files.file(span);
                let (start, end) = (file.start(span), file.position(span.end as usize));
                Element {
                    name: e.name.clone(),
                    file: self.files.name(span),
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

fn stages(result: &CoverResult) -> Vec<Stage> {
    let stages = result.stages.iter().map(|s| Stage {
        stage: s.stage.as_str().into(),
        decided: s.decided,
        seconds: micros(s.time.as_secs_f64()),
    });
    stages.collect()
}

fn course(result: &CoverResult) -> Vec<Moment> {
    let course = result.course.iter().map(|(after, decided)| Moment {
        seconds: micros(after.as_secs_f64()),
        decided: *decided,
    });
    course.collect()
}

fn times(result: &CoverResult) -> Times {
    Times {
        proof: micros(result.proof_time.as_secs_f64()),
        explain: micros(result.explain_time.as_secs_f64()),
        check: micros(result.check_time.as_secs_f64()),
        recall: micros(result.recall_time.as_secs_f64()),
    }
}

fn operators(language: &dyn Language, mutants: &Mutants) -> Vec<Operator> {
    let used: HashSet<&str> = mutants.mutants.iter().map(|m| m.operator).collect();
    let all = language.mutators().into_iter().chain([USER]);
    all.filter(|m| used.contains(m.name))
        .map(|m| Operator {
            name: m.name.to_string(),
            role: match m.role {
                OperatorRole::Removal => Role::Removal,
                OperatorRole::StuckAt => Role::StuckAt,
                OperatorRole::FirstValue => Role::FirstValue,
                OperatorRole::Replacement => Role::Replacement,
            },
            says: m.says.to_string(),
        })
        .collect()
}

/// The variables that some trace shows.
fn signals(system: &System, excerpts: &Excerpts<'_>, result: &CoverResult) -> Vec<SignalInfo> {
    let shown = result.mutants.iter().enumerate();
    let mut shown = shown.filter(|(_, r)| has_trace(r)).peekable();
    let common = shown.peek().into_iter().flat_map(|_| excerpts.common());
    let mut vars: BTreeSet<VarId> = common.collect();
    vars.extend(shown.flat_map(|(m, _)| excerpts.changed(m)));
    let nothing = |_, var| Value::default_of(system.sort(var));
    SignalInfo::of(&TraceView::of(
        system,
        vars.into_iter(),
        0,
        &Functions::default(),
        nothing,
    ))
}

/// Whether all questions about mutants are counted. Where there are states, many are about lemmas and not about single mutants.
fn is_counted(system: &System) -> bool {
    system.is_stateless()
}

/// Microseconds are as fine as the clock is worth.
fn micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
