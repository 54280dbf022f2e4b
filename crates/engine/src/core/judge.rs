//! Is a set of parts adequate: do the properties hold when only these parts (and what has no switch)
//! are in force?
//!
//! A cascade, cheap first: what earlier answers imply; counterexamples of a few steps; the largest
//! inductive subset of the lemmas known so far; deeper counterexamples; then the director with all
//! engines on the reduced system, with the known lemmas as advice.
//!
//! Adequacy is monotone: more parts, fewer executions. So each answer is stored in its strongest
//! form: a proof with the parts that its certificate uses, a counterexample with all the parts whose
//! definitions it happens to respect.

use std::sync::Arc;

use assay_solver::{Found, OracleError, StopFlag};
use assay_system::{
    Certificate, Cone, Instrumented, Part, System, Trace, VarKind, Verdict, instrument, replay,
    without,
};
use assay_term::{Evaluator, Pool, TermId, VarId};

use super::CoreOptions;
use super::attribute::Probes;
use super::probe::{Filtered, Window};
use super::set::Set;
use super::watch::following;
use crate::backend::Backend;
use crate::director::{self, Contradiction};
use crate::prune::{rungs, shrink};

/// Greatest k for which lemmas are tried again before the engines are asked.
const MAX_K: u32 = 20;

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

pub(super) struct Judge<'a> {
    original: &'a System,
    parts: Vec<Part>,
    properties: Vec<usize>,
    /// The terms of the properties, each once.
    goals: Vec<TermId>,
    found: &'a [Found],
    options: &'a CoreOptions,
    stop: &'a StopFlag,
    instrumented: Arc<System>,
    switches: Vec<VarId>,
    /// Without any part.
    bare: System,
    /// The instrumented system's pool with the lemmas.
    pool: Pool,
    /// None if no solver takes the instrumented system.
    backend: Option<Backend>,
    probes: Option<Probes>,
    /// Every lemma of every certificate so far, jointly inductive for `k` where its certificate
    /// holds.
    lemmas: Vec<TermId>,
    k: u32,
    proofs: Vec<Arc<Proof>>,
    refutations: Vec<Arc<Refutation>>,
}

impl<'a> Judge<'a> {
    /// `parts` are in the cone of `properties`; the certificates hold on the whole system.
    pub fn new(
        original: &'a System,
        parts: Vec<Part>,
        properties: &[usize],
        certificates: &[&Certificate],
        found: &'a [Found],
        options: &'a CoreOptions,
        stop: &'a StopFlag,
    ) -> Self {
        let Instrumented { system, switches } = instrument(original, &parts);
        let instrumented = Arc::new(system);
        let mut goals: Vec<TermId> = Vec::new();
        for &p in properties {
            let term = original.properties[p].term;
            if !goals.contains(&term) {
                goals.push(term);
            }
        }
        let backend = Backend::choose(&instrumented, properties, found).ok();
        let mut judge = Judge {
            original,
            bare: without(original, &parts),
            parts,
            properties: properties.to_vec(),
            goals,
            found,
            options,
            stop,
            pool: instrumented.pool.clone(),
            instrumented,
            switches,
            backend,
            probes: None,
            lemmas: Vec::new(),
            k: 1,
            proofs: Vec::new(),
            refutations: Vec::new(),
        };
        let whole = Arc::new(original.clone());
        for certificate in certificates {
            judge.learn(&judge.pruned(&whole, certificate));
        }
        judge
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    fn pruned(&self, system: &Arc<System>, certificate: &Certificate) -> Arc<Certificate> {
        let certificate = Arc::new(certificate.clone());
        match Backend::choose(system, &certificate.properties, self.found) {
            Ok(backend) => shrink(system, &certificate, &backend, self.stop),
            Err(_) => certificate,
        }
    }

    /// Takes in what a certificate is made of. A lemma about variables outside the cone of the
    /// properties is passed over: a core must not need what the slice does not have.
    fn learn(&mut self, certificate: &Certificate) {
        let cone = Cone::of(self.original, &self.goals);
        let mut terms = self.pool.import(&certificate.lemmas);
        terms.extend(
            certificate
                .properties
                .iter()
                .map(|&p| self.original.properties[p].term),
        );
        for t in terms {
            let inside = self.pool.variables(&[t]).iter().all(|&v| cone.contains(v));
            if inside && !self.goals.contains(&t) && !self.lemmas.contains(&t) {
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
        if self.stop.is_raised() {
            return Ok(Adequacy::Unknown("interrupted".into()));
        }
        match self.quick(on) {
            Ok(Quick::Violated(trace)) => {
                return Ok(Adequacy::Inadequate(self.refuted(trace, on)?));
            }
            Ok(Quick::Proved(proof)) => return Ok(Adequacy::Adequate(self.proved(proof))),
            Ok(Quick::Open) => {}
            // A solver that broke costs time, not truth: the next question starts it afresh.
            Err(_) => self.probes = None,
        }
        self.thorough(on)
    }

    /// A counterexample of a few steps, if there is one: the cheap half of `decide`.
    pub fn refute(&mut self, on: &Set) -> Result<Option<Arc<Refutation>>, Contradiction> {
        if let Some(refutation) = self.refutations.iter().find(|r| on.is_subset(&r.respects)) {
            return Ok(Some(refutation.clone()));
        }
        match self.violation(on, 0) {
            Ok(Some(trace)) => self.refuted(trace, on).map(Some),
            Ok(None) => Ok(None),
            Err(_) => {
                self.probes = None;
                Ok(None)
            }
        }
    }

    fn proved(&mut self, proof: Proof) -> Arc<Proof> {
        let proof = Arc::new(proof);
        self.proofs.push(proof.clone());
        proof
    }

    /// Checks a counterexample and finds every part that it respects.
    fn refuted(&mut self, mut trace: Trace, on: &Set) -> Result<Arc<Refutation>, Contradiction> {
        for values in &mut trace.steps {
            values.truncate(self.original.vars.len());
        }
        match replay(&self.bare, &trace) {
            Ok(outcome) if self.properties.iter().any(|&p| outcome.violates(p)) => {}
            Ok(_) => return Err(clash("violates nothing when replayed")),
            Err(error) => return Err(clash(&format!("does not replay: {error}"))),
        }
        let respects = respected(self.original, &self.parts, &trace);
        if !on.is_subset(&respects) {
            return Err(clash("ignores an element that was in force"));
        }
        let refutation = Arc::new(Refutation {
            respects,
            trace: Arc::new(trace),
        });
        self.refutations.push(refutation.clone());
        Ok(refutation)
    }

    /// Starts the solvers if they do not run. False if there is none for the switched system.
    fn ready(&mut self) -> Result<bool, OracleError> {
        if let (None, Some(backend)) = (&self.probes, &self.backend) {
            let system = (&self.instrumented, self.switches.as_slice());
            let made = Probes::new(system, &self.goals, backend, self.options, self.stop);
            self.probes = Some(made?);
        }
        Ok(self.probes.is_some())
    }

    fn quick(&mut self, on: &Set) -> Result<Quick, OracleError> {
        match self.inductive(on)? {
            Quick::Open => {}
            decided => return Ok(decided),
        }
        let violation = self.violation(on, self.k.min(MAX_K))?;
        Ok(violation.map_or(Quick::Open, Quick::Violated))
    }

    /// The lemmas so far, or their largest inductive subset: small k first, because a large one is
    /// often an accident of when lemmas arrived.
    fn inductive(&mut self, on: &Set) -> Result<Quick, OracleError> {
        self.ready()?;
        let mut set: Vec<TermId> = self.goals.clone();
        set.extend(&self.lemmas);
        let mut settled = 0;
        for k in rungs(self.k.min(MAX_K)) {
            let Some(Probes { base, step }) = &mut self.probes else {
                break;
            };
            let (pool, goals) = (&self.pool, &self.goals);
            set.retain(|&t| base.knows(pool, t));
            for s in settled..k {
                match base.filter(pool, on, set, goals, Window::at(s))? {
                    Filtered::Rest(rest) => set = rest,
                    Filtered::Lost => return Ok(Quick::Violated(base.trace(pool, s)?)),
                    Filtered::Stopped => return Ok(Quick::Open),
                }
            }
            settled = k;
            match step.filter(pool, on, set.clone(), goals, Window::after(k))? {
                Filtered::Rest(rest) => {
                    if let Some(proof) = self.attribute(on, &rest, k)? {
                        return Ok(Quick::Proved(proof));
                    }
                }
                Filtered::Lost => {}
                // It will not get easier.
                Filtered::Stopped => break,
            }
        }
        Ok(Quick::Open)
    }

    /// A counterexample of more than `settled` steps, as far as the depth that is looked at.
    fn violation(&mut self, on: &Set, settled: u32) -> Result<Option<Trace>, OracleError> {
        self.ready()?;
        let Some(Probes { base, .. }) = &mut self.probes else {
            return Ok(None);
        };
        let (pool, goals) = (&self.pool, &self.goals);
        for s in settled..self.options.depth {
            match base.filter(pool, on, goals.clone(), goals, Window::at(s))? {
                Filtered::Rest(_) => {}
                Filtered::Lost => return base.trace(pool, s).map(Some),
                Filtered::Stopped => break,
            }
        }
        Ok(None)
    }

    /// The proof that `set`, k-inductive with the parts `on`, holds, with the parts that it uses.
    /// None if the oracle does not answer.
    fn attribute(
        &mut self,
        on: &Set,
        set: &[TermId],
        k: u32,
    ) -> Result<Option<Proof>, OracleError> {
        let Some(probes) = &mut self.probes else {
            return Ok(None);
        };
        let found = probes.attribute(&self.pool, on, &self.goals, set, k)?;
        Ok(found.map(|found| {
            let certificate = Arc::new(Certificate {
                k: k as usize,
                lemmas: self.pool.export(&found.lemmas),
                properties: self.properties.clone(),
            });
            Proof {
                uses: found.uses,
                certificate,
            }
        }))
    }

    /// All engines on the reduced system.
    fn thorough(&mut self, on: &Set) -> Result<Adequacy, Contradiction> {
        let off = (0..self.parts.len())
            .filter(|&i| !on.contains(i))
            .map(|i| &self.parts[i]);
        let reduced = Arc::new(without(self.original, off));
        let backend = match Backend::choose(&reduced, &self.properties, self.found) {
            Ok(backend) => backend,
            Err(error) => return Ok(Adequacy::Unknown(error.to_string())),
        };
        let advice = self.pool.export(&self.lemmas);
        // One violated property settles the question.
        let outcome = following(self.stop, None, |stop| {
            director::decide(
                &reduced,
                &self.properties,
                &advice,
                &backend,
                &self.options.director,
                stop,
                &mut |_, verdict| {
                    if matches!(verdict, Verdict::Violated { .. }) {
                        stop.raise();
                    }
                },
            )
        })?;
        let mut certificates = Vec::new();
        let mut open = None;
        for (_, verdict, _) in outcome.verdicts {
            match verdict {
                Verdict::Proved { certificate, .. } => certificates.push(certificate),
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
        let mut terms: Vec<TermId> = self.goals.clone();
        for certificate in &certificates {
            let certificate = self.pruned(&reduced, certificate);
            self.learn(&certificate);
            k = k.max(certificate.k);
            for t in self.pool.import(&certificate.lemmas) {
                if !terms.contains(&t) {
                    terms.push(t);
                }
            }
        }
        let proof = match self.attribute(on, &terms, k as u32) {
            Ok(Some(proof)) => proof,
            // The engines' word stands; only the parts it needs are not known.
            unknown => {
                if unknown.is_err() {
                    self.probes = None;
                }
                Proof {
                    uses: on.clone(),
                    certificate: Arc::new(Certificate {
                        k,
                        lemmas: self.pool.export(&terms[self.goals.len()..]),
                        properties: self.properties.clone(),
                    }),
                }
            }
        };
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

/// The parts whose definitions and constraints hold at every step of the trace.
fn respected(system: &System, parts: &[Part], trace: &Trace) -> Set {
    let mut set = Set::all(parts.len());
    for values in &trace.steps {
        let mut here = Evaluator::new(&system.pool, values, &trace.functions);
        for (i, part) in parts.iter().enumerate() {
            let wires = part.wires.iter().all(|&w| match system.var(w).kind {
                VarKind::Wire { def } => here.eval(def).is_ok_and(|v| v == values[w.index()]),
                _ => false,
            });
            let constraints = part.constraints.iter();
            let mut holds = constraints.map(|&c| here.eval_bool(system.constraints[c].term));
            if !wires || holds.any(|h| h != Ok(true)) {
                set.remove(i);
            }
        }
    }
    set
}
