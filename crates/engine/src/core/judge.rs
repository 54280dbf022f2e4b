//! Is a set of parts adequate: do the properties hold when only these parts (and what has no switch)
//! are in force?
//!
//! A cascade, cheap first: what earlier answers imply; counterexamples of a few steps; the largest
//! inductive subset of the lemmas known so far; then the director with all engines on the reduced
//! system, with the known lemmas as advice.
//!
//! Adequacy is monotone: more parts, fewer executions. So each answer is stored in its strongest
//! form: a proof with the parts that its certificate uses, a counterexample with all the parts that
//! can be put in force without losing it.

use std::cell::RefCell;
use std::sync::Arc;

use assay_solver::{Found, OracleError, StopFlag};
use assay_system::{
    Certificate, Cone, EngineName, Part, Provers, System, Trace, Verdict, replay, without,
};
use assay_term::{Pool, TermId};

use super::CoreOptions;
use super::attribute::Attributed;
use super::grow::grow;
use super::probe::{Filtered, Probe, Window};
use super::scopes::Scopes;
use super::set::Set;
use super::watch::following;
use crate::backend::{Backend, NoSolver};
use crate::director::{self, Contradiction};
use crate::failure::Failures;
use crate::guard::guarded;
use crate::prune::{rungs, shrink};
use crate::unroll::Start;

/// Greatest k for which lemmas are tried again before the engines are asked.
const MAX_K: u32 = 20;

/// An engine that is asked alone gets this part of the time.
const ALONE: u32 = 6;

/// A certificate for the system without all parts that are not in `uses`.
#[derive(Debug)]
pub(super) struct Proof {
    pub uses: Set,
    pub certificate: Arc<Certificate>,
}

/// An execution that violates one of the properties and follows the definitions of `respects`.
#[derive(Debug)]
pub(super) struct Refutation {
    pub respects: Set,
    pub trace: Arc<Trace>,
}

#[derive(Clone, Debug)]
pub(super) enum Adequacy {
    Adequate(Arc<Proof>),
    Inadequate(Arc<Refutation>),
    Unknown(String),
}

/// What is asked, and with what.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub original: &'a System,
    /// In the cone of the properties.
    pub parts: &'a [Part],
    pub properties: &'a [usize],
    /// The terms of the properties, each once.
    pub goals: &'a [TermId],
    pub found: &'a [Found],
    pub options: &'a CoreOptions,
    pub stop: &'a StopFlag,
    pub failures: &'a RefCell<Failures>,
}

pub(super) struct Judge<'a> {
    case: Case<'a>,
    scopes: Scopes<'a>,
    /// Without any part.
    bare: System,
    /// The switched system's pool with the lemmas.
    pool: Pool,
    /// Every lemma of every certificate so far, jointly inductive for `k` where its certificate
    /// holds.
    lemmas: Vec<TermId>,
    k: u32,
    proofs: Vec<Arc<Proof>>,
    refutations: Vec<Arc<Refutation>>,
    /// Who found the last proof for a reduced system.
    winner: Option<EngineName>,
    /// How many times the usual limits the engines have for one set.
    pub patience: u32,
}

impl<'a> Judge<'a> {
    /// The certificates hold on the whole system.
    pub fn new(case: Case<'a>, certificates: &[&Certificate]) -> Self {
        let scopes = Scopes::new(case);
        let mut judge = Judge {
            case,
            bare: without(case.original, case.parts),
            pool: scopes.pool().clone(),
            scopes,
            lemmas: Vec::new(),
            k: 1,
            proofs: Vec::new(),
            refutations: Vec::new(),
            winner: None,
            patience: 1,
        };
        let whole = Arc::new(case.original.clone());
        for certificate in certificates {
            judge.learn(&judge.pruned(&whole, certificate));
        }
        judge
    }

    pub fn parts(&self) -> &'a [Part] {
        self.case.parts
    }

    fn pruned(&self, system: &Arc<System>, certificate: &Certificate) -> Arc<Certificate> {
        let certificate = Arc::new(certificate.clone());
        match Backend::choose(system, &certificate.properties, self.case.found) {
            Ok(backend) => shrink(system, &certificate, &backend, self.case.stop),
            Err(_) => certificate,
        }
    }

    /// Takes in what a certificate is made of. A lemma about variables outside the cone of the
    /// properties is passed over: a core must not need what the slice does not have.
    fn learn(&mut self, certificate: &Certificate) {
        let cone = Cone::of(self.case.original, self.case.goals);
        let mut terms = self.pool.import(&certificate.lemmas);
        terms.extend(
            certificate
                .properties
                .iter()
                .map(|&p| self.case.original.properties[p].term),
        );
        for t in terms {
            let inside = self.pool.variables(&[t]).iter().all(|&v| cone.contains(v));
            if inside && !self.case.goals.contains(&t) && !self.lemmas.contains(&t) {
                self.lemmas.push(t);
            }
        }
        self.k = self.k.max(certificate.k as u32);
    }

    /// Is the set of parts `on` adequate?
    pub fn decide(&mut self, on: &Set) -> Result<Adequacy, Contradiction> {
        if let Some(proof) = self.proofs.iter().find(|p| p.uses.is_subset(on)) {
            return Ok(Adequacy::Adequate(proof.clone()));
        }
        if let Some(refutation) = self.refutations.iter().find(|r| on.is_subset(&r.respects)) {
            return Ok(Adequacy::Inadequate(refutation.clone()));
        }
        if self.case.stop.is_raised() {
            return Ok(Adequacy::Unknown("interrupted".into()));
        }
        match guarded(|| self.quick(on)).unwrap_or_else(|panic| Err(OracleError(panic))) {
            Ok(Quick::Violated(trace)) => {
                return Ok(Adequacy::Inadequate(self.refuted(trace, on)?));
            }
            Ok(Quick::Proved(proof)) => return Ok(Adequacy::Adequate(self.proved(proof))),
            Ok(Quick::Open) => {}
            // A solver that broke costs time, not truth: the next question starts it afresh.
            Err(broken) => self.broke(&broken),
        }
        self.thorough(on)
    }

    fn broke(&mut self, why: &OracleError) {
        self.scopes.reset();
        if !self.case.stop.is_raised() {
            self.case.failures.borrow_mut().note("core", &why.0);
        }
    }

    fn proved(&mut self, proof: Proof) -> Arc<Proof> {
        let proof = Arc::new(proof);
        self.proofs.push(proof.clone());
        proof
    }

    /// Checks a counterexample and finds every part that it respects.
    fn refuted(&mut self, trace: Trace, on: &Set) -> Result<Arc<Refutation>, Contradiction> {
        match replay(&self.bare, &trace) {
            Ok(outcome) if self.case.properties.iter().any(|&p| outcome.violates(p)) => {}
            Ok(_) => return Err(clash("violates nothing when replayed")),
            Err(error) => return Err(clash(&format!("does not replay: {error}"))),
        }
        let Case {
            original,
            parts,
            properties,
            ..
        } = self.case;
        let Some((trace, respects)) = grow(original, parts, properties, trace, on) else {
            return Err(clash("needs to ignore an element that was in force"));
        };
        let refutation = Arc::new(Refutation {
            respects,
            trace: Arc::new(trace),
        });
        self.refutations.push(refutation.clone());
        Ok(refutation)
    }

    /// The system without the parts that are not in `on`, and who answers for it.
    fn reduced(&self, on: &Set) -> (Arc<System>, Result<Backend, NoSolver>) {
        let Case {
            original, parts, ..
        } = self.case;
        let off = (0..parts.len()).filter(|&i| !on.contains(i));
        let reduced = Arc::new(without(original, off.map(|i| &parts[i])));
        let backend = Backend::choose(&reduced, self.case.properties, self.case.found);
        (reduced, backend)
    }

    /// Counterexamples of a few steps, then the lemmas so far or their largest inductive subset: small
    /// k first, because a large one is often an accident of when lemmas arrived.
    ///
    /// Without switches: in the switched system nothing can be simplified, and finding a model of it takes a
    /// solver far longer. Only which parts a proof uses is asked there.
    fn quick(&mut self, on: &Set) -> Result<Quick, OracleError> {
        let (pool, goals) = (&self.pool, self.case.goals);
        let (reduced, Ok(backend)) = self.reduced(on) else {
            return Ok(Quick::Open);
        };
        let Case { options, stop, .. } = self.case;
        let probe = |start| Probe::new(&reduced, &[], goals, start, &backend, options, stop);
        let no_switch = Set::default();
        let mut base = probe(Start::Initial)?;
        for s in 0..options.depth {
            match base.filter(pool, &no_switch, goals.to_vec(), goals, Window::at(s))? {
                Filtered::Rest(_) => {}
                Filtered::Lost => return Ok(Quick::Violated(base.trace(pool, s)?)),
                Filtered::Stopped => break,
            }
        }
        let mut set: Vec<TermId> = goals.to_vec();
        set.extend(&self.lemmas);
        set.retain(|&t| base.knows(pool, t));
        let mut step = probe(Start::Anywhere)?;
        let mut settled = 0;
        for k in rungs(self.k.min(MAX_K)) {
            for s in settled..k {
                match base.filter(pool, &no_switch, set, goals, Window::at(s))? {
                    Filtered::Rest(rest) => set = rest,
                    Filtered::Lost => return Ok(Quick::Violated(base.trace(pool, s)?)),
                    Filtered::Stopped => return Ok(Quick::Open),
                }
            }
            settled = k;
            match step.filter(pool, &no_switch, set.clone(), goals, Window::after(k))? {
                Filtered::Rest(rest) => {
                    let provers = backend.provers();
                    return Ok(Quick::Proved(self.attributed(on, rest, k, provers)));
                }
                Filtered::Lost => {}
                // It will not get easier.
                Filtered::Stopped => break,
            }
        }
        Ok(Quick::Open)
    }

    /// The proof that `set`, which `provers` found k-inductive with the parts `on`, holds, with the parts that it
    /// uses: all, if the solvers do not say.
    fn attributed(&mut self, on: &Set, mut set: Vec<TermId>, k: u32, provers: Provers) -> Proof {
        let goals = self.case.goals;
        let found = guarded(|| {
            self.scopes.over(on).and_then(|probes| match probes {
                Some(probes) => {
                    let pool = &self.pool;
                    let known = |t: &TermId| probes.step.knows(pool, *t);
                    let known: Vec<TermId> = set.iter().copied().filter(known).collect();
                    probes.attribute(pool, on, goals, &known, k)
                }
                None => Ok(None),
            })
        });
        let found = found.unwrap_or_else(|panic| Err(OracleError(panic)));
        if let Err(broken) = &found {
            self.broke(broken);
        }
        let found = found.ok().flatten().unwrap_or_else(|| {
            set.retain(|t| !goals.contains(t));
            Attributed {
                uses: on.clone(),
                lemmas: set,
                provers,
            }
        });
        Proof {
            uses: found.uses,
            certificate: Arc::new(Certificate {
                k: k as usize,
                lemmas: self.pool.export(&found.lemmas),
                properties: self.case.properties.to_vec(),
                simple_path: false,
                provers: found.provers,
            }),
        }
    }

    /// The engines on the reduced system: first the one that found the last such proof, alone and for
    /// a shorter time, because the other engines cost as much time as they save.
    fn thorough(&mut self, on: &Set) -> Result<Adequacy, Contradiction> {
        let (reduced, backend) = self.reduced(on);
        let backend = match backend {
            Ok(backend) => backend,
            Err(error) => return Ok(Adequacy::Unknown(error.to_string())),
        };
        let usual = &self.case.options.director;
        let all = &director::Options {
            timeout: usual.timeout.map(|t| t * self.patience),
            ..usual.clone()
        };
        if let Some(engine) = self.winner {
            let alone = director::Options {
                engines: vec![engine],
                timeout: all.timeout.map(|t| t / ALONE),
                ..all.clone()
            };
            match self.ask(on, &reduced, &backend, &alone)? {
                Adequacy::Unknown(_) => {}
                decided => return Ok(decided),
            }
        }
        self.ask(on, &reduced, &backend, all)
    }

    fn ask(
        &mut self,
        on: &Set,
        reduced: &Arc<System>,
        backend: &Backend,
        options: &director::Options,
    ) -> Result<Adequacy, Contradiction> {
        let advice = self.pool.export(&self.lemmas);
        // One violated property settles the question.
        let outcome = following(self.case.stop, None, |stop| {
            director::decide(
                reduced,
                self.case.properties,
                &advice,
                backend,
                options,
                stop,
                &mut |_, verdict| {
                    if matches!(verdict, Verdict::Violated { .. }) {
                        stop.raise();
                    }
                },
            )
        })?;
        let mut failures = self.case.failures.borrow_mut();
        failures.note_engines(&outcome.failures);
        drop(failures);
        let mut certificates = Vec::new();
        let mut open = None;
        for (_, verdict, _) in outcome.verdicts {
            match verdict {
                Verdict::Proved {
                    certificate,
                    engine,
                } => {
                    certificates.push(certificate);
                    self.winner = Some(engine);
                }
                Verdict::Violated { trace, .. } => {
                    return Ok(Adequacy::Inadequate(self.refuted((*trace).clone(), on)?));
                }
                Verdict::Unknown { reason, .. } => open = Some(reason),
            }
        }
        if let Some(reason) = open {
            return Ok(Adequacy::Unknown(reason));
        }
        let mut k = 1;
        let mut terms: Vec<TermId> = self.case.goals.to_vec();
        let mut provers = Provers::none();
        for certificate in &certificates {
            provers = provers.and(&certificate.provers);
            let certificate = self.pruned(reduced, certificate);
            self.learn(&certificate);
            k = k.max(certificate.k as u32);
            for t in self.pool.import(&certificate.lemmas) {
                if !terms.contains(&t) {
                    terms.push(t);
                }
            }
        }
        let proof = self.attributed(on, terms, k, provers);
        Ok(Adequacy::Adequate(self.proved(proof)))
    }
}

enum Quick {
    Proved(Proof),
    Violated(Trace),
    Open,
}

fn clash(what: &str) -> Contradiction {
    Contradiction(format!("a counterexample without some elements {what}"))
}
