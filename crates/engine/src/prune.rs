//! Makes a certificate small: a k that is enough, and the lemmas that the step case really uses.
//!
//! References: [1] Ghassabani, Gacek, Whalen: Efficient Generation of Inductive Validity Cores for
//! Safety Properties, FSE 2016 (reducing invariants by unsatisfiable cores).
//!
//! Starts from the properties as goals; the core of each goal's step query names the lemmas it
//! needs, which become goals in turn. What is left is closed, so it is inductive by itself. The base
//! case needs no check: every lemma is an invariant.
//!
//! A certificate on simple paths becomes a plain one or stays as it is. Its step case is about all of its lemmas together, so none of them
//! can be left out.
//!
//! The solver that prunes is not added to the provers of the certificate: the verdict rests on the proof as it was found.
//!
//! Lemmas that arrive while k-induction goes on make proofs possible whose k is far too large, so
//! small ones are tried first.

use std::sync::Arc;
use std::time::Duration;

use assay_solver::{Answer, Lit, Oracle, OracleError, Step, StopFlag};
use assay_system::{Certificate, Cone, System};
use assay_term::{Pool, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::Backend;
use crate::guard::guarded;
use crate::unroll::{Start, Unroller};

/// Processor time for one question to an SMT process. Pruning is optional, so it is short.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Work for all questions together, counted in terms and assumptions and not in seconds: pruned certificates are reused for mutants, so they must
/// be the same in every run.
const WORK: usize = 4_000_000;
const WORK_ON_BITS: usize = 40_000_000;

/// The pruned certificate, or the given one where the solver does not answer soon.
pub fn shrink(
    system: &Arc<System>,
    certificate: &Arc<Certificate>,
    backend: &Backend,
    stop: &StopFlag,
) -> Arc<Certificate> {
    if certificate.lemmas.is_empty() {
        return certificate.clone();
    }
    let work = if backend.is_finite() {
        WORK_ON_BITS
    } else {
        WORK
    };
    let pruned = guarded(|| {
        let oracle = backend.clone().with_patience(PATIENCE).oracle(stop);
        oracle.and_then(|mut o| prune(system, certificate, &mut *o, work))
    });
    match pruned {
        Ok(Ok(pruned)) => Arc::new(pruned),
        // Where a solver broke, the certificate stays as it is.
        Ok(Err(_)) | Err(_) => certificate.clone(),
    }
}

/// The pruned certificate, or the given one where the oracle did not answer within so much work.
pub fn prune(
    system: &Arc<System>,
    certificate: &Certificate,
    oracle: &mut dyn Oracle,
    mut work: usize,
) -> Result<Certificate, OracleError> {
    let mut pool = system.pool.clone();
    let lemmas = pool.import(&certificate.lemmas);
    let properties: Vec<TermId> = certificate
        .properties
        .iter()
        .map(|&p| system.properties[p].term)
        .collect();
    let mut all: Vec<TermId> = properties.clone();
    let mut seen: FxHashSet<TermId> = properties.iter().copied().collect();
    all.extend(lemmas.into_iter().filter(|t| seen.insert(*t)));
    let cone = Cone::of(system, &variables_of(&pool, &all));
    let mut unroller = Unroller::new(system.clone(), cone, Start::Anywhere);
    for k in rungs(certificate.k as u32) {
        while unroller.steps() <= k {
            unroller.add_step(&pool, oracle)?;
        }
        if let Some(mut kept) = closure(&pool, oracle, &properties, &all, k, &mut work)? {
            kept.retain(|t| !properties.contains(t));
            return Ok(Certificate {
                k: k as usize,
                lemmas: pool.export(&kept),
                properties: certificate.properties.clone(),
                simple_path: false,
                provers: certificate.provers.clone(),
            });
        }
    }
    Ok(certificate.clone())
}

/// Values of k worth trying for a claim that holds for `k`: each about half as much again as the one
/// before, `k` itself the last.
pub(crate) fn rungs(k: u32) -> impl Iterator<Item = u32> {
    let next = move |&n: &u32| (n < k).then(|| (n + n.div_ceil(2)).min(k));
    std::iter::successors(Some(1.min(k)), next)
}

/// The least set that has `properties` and the lemmas which the step case at `k` uses for its
/// members; None if some member does not follow from `all`, or the work is spent.
fn closure(
    pool: &Pool,
    oracle: &mut dyn Oracle,
    properties: &[TermId],
    all: &[TermId],
    k: u32,
    work: &mut usize,
) -> Result<Option<Vec<TermId>>, OracleError> {
    let mut lemma_of: FxHashMap<Lit, TermId> = FxHashMap::default();
    let mut hypotheses: FxHashMap<TermId, Vec<Lit>> = FxHashMap::default();
    for &t in all {
        for s in 0..k {
            let lit = oracle.literal(pool, t, Step(s))?;
            lemma_of.entry(lit).or_insert(t);
            hypotheses.entry(t).or_default().push(lit);
        }
    }
    let mut kept = properties.to_vec();
    let mut needed: FxHashSet<TermId> = properties.iter().copied().collect();
    let mut next = 0;
    while next < kept.len() {
        let question = pool.len() + all.len() * k as usize;
        match work.checked_sub(question) {
            Some(left) => *work = left,
            None => return Ok(None),
        }
        let goal = oracle.literal(pool, kept[next], Step(k))?;
        next += 1;
        // What is kept already comes first: solvers tend to use early assumptions.
        let others = all.iter().filter(|t| !needed.contains(t));
        let mut assumptions: Vec<Lit> = vec![!goal];
        for t in kept.iter().chain(others) {
            assumptions.extend(&hypotheses[t]);
        }
        if oracle.solve(&assumptions, None)? != Answer::Unsat {
            return Ok(None);
        }
        for lit in oracle.core()? {
            if let Some(&t) = lemma_of.get(&lit)
                && needed.insert(t)
            {
                kept.push(t);
            }
        }
    }
    Ok(Some(kept))
}

/// The variables of `terms` as terms: those a system's own pool knows, even if `pool` has grown.
pub(crate) fn variables_of(pool: &Pool, terms: &[TermId]) -> Vec<TermId> {
    let vars = pool.variables(terms).into_iter();
    vars.map(|v| pool.var(v)).collect()
}
