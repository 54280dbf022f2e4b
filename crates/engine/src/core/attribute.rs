//! Which parts a proof uses: from lemmas that are inductive with the parts in force, those that the
//! goals need, and the parts that their base and step cases need.
//!
//! Reference: [1] Ghassabani, Gacek, Whalen: Efficient Generation of Inductive Validity Cores for
//! Safety Properties, FSE 2016 (IVC_UC). Deviation: each lemma is a goal of its own whose core adds
//! lemmas and parts, so unused lemmas never add parts; and what is wanted may follow from lemmas at the
//! same step, which needs no transition at all. The lemmas themselves may not, so nothing is circular.
//! One solver answer for each goal, and a few more where they are cheap; nothing here is sure to be minimal.

use std::sync::Arc;

use assay_solver::{Found, OracleError, StopFlag};
use assay_system::{Certificate, Cone, Instrumented, Part, Provers, System, instrument};
use assay_term::{Pool, TermId, VarId};

use super::CoreOptions;
use super::probe::{Probe, Window};
use super::set::Set;
use super::universal::refusal;
use crate::backend::Backend;
use crate::unroll::Start;

/// The two solvers over one switched system: executions from the start, and the induction step.
pub(super) struct Probes {
    pub base: Probe,
    pub step: Probe,
    /// Who answers.
    pub provers: Provers,
}

/// A claim that is k-inductive with the parts in `uses` alone.
pub(super) struct Attributed {
    pub uses: Set,
    /// Without the goals.
    pub lemmas: Vec<TermId>,
    /// Who showed that it is.
    pub provers: Provers,
}

impl Probes {
    /// Over a system with its switches; `roots` are all terms that will be asked about.
    pub fn new(
        (system, switches): (&Arc<System>, &[VarId]),
        roots: &[TermId],
        backend: &Backend,
        options: &CoreOptions,
        stop: &StopFlag,
    ) -> Result<Self, OracleError> {
        let probe = |start| Probe::new(system, switches, roots, start, backend, options, stop);
        Ok(Probes {
            base: probe(Start::Initial)?,
            step: probe(Start::Anywhere)?,
            provers: backend.provers(),
        })
    }

    /// What `goals` need of `set`, which is k-inductive with the parts `on`. None if the oracle does
    /// not find that it is.
    pub fn attribute(
        &mut self,
        pool: &Pool,
        on: &Set,
        goals: &[TermId],
        set: &[TermId],
        k: u32,
    ) -> Result<Option<Attributed>, OracleError> {
        let mut uses = Set::default();
        let mut kept = goals.to_vec();
        let mut next = 0;
        while next < kept.len() {
            let others = set.iter().filter(|t| !kept.contains(t));
            let hypotheses: Vec<TermId> = kept.iter().chain(others).copied().collect();
            let goal = [kept[next]];
            let already: Vec<TermId> = if next < goals.len() {
                set.iter().filter(|t| !goals.contains(t)).copied().collect()
            } else {
                Vec::new()
            };
            next += 1;
            let assumed = (already.as_slice(), hypotheses.as_slice());
            let window = Window::after(k);
            let needs = self.step.needs(pool, on, &uses, &goal, assumed, window)?;
            let Some(needs) = needs else {
                return Ok(None);
            };
            uses.extend(&needs.parts);
            for t in needs.terms {
                if !kept.contains(&t) {
                    kept.push(t);
                }
            }
        }
        for s in 0..k {
            let window = Window::at(s);
            match self
                .base
                .needs(pool, on, &uses, &kept, (&[], &[]), window)?
            {
                Some(needs) => uses.extend(&needs.parts),
                None => return Ok(None),
            }
        }
        let lemmas = kept.split_off(goals.len());
        Ok(Some(Attributed {
            uses,
            lemmas,
            provers: self.provers.clone(),
        }))
    }
}

/// The parts that the proof of a property uses, with the certificate that shows it.
#[derive(Clone, Debug)]
pub struct Use {
    /// Indices of parts, ascending.
    pub parts: Vec<usize>,
    /// Holds of the system without all the other parts.
    pub certificate: Arc<Certificate>,
}

/// The parts that the proof of each property uses, over one switched system and two solvers for all
/// of them. None where a certificate could not be attributed, or the claim is not universal. Certificates are taken as they are, k
/// included: pruned ones give better answers.
pub fn used_parts(
    system: &System,
    parts: &[Part],
    proved: &[(usize, Arc<Certificate>)],
    found: &[Found],
    stop: &StopFlag,
) -> Vec<Option<Use>> {
    let properties: Vec<usize> = proved.iter().map(|(p, _)| *p).collect();
    let roots = properties.iter().map(|&p| system.properties[p].term);
    let roots: Vec<TermId> = roots.collect();
    let Instrumented {
        system: switched,
        switches,
    } = instrument(system, parts);
    let switched = Arc::new(switched);
    let Ok(backend) = Backend::choose(&switched, &properties, found) else {
        return vec![None; proved.len()];
    };
    let options = CoreOptions::default();
    let mut pool = switched.pool.clone();
    let mut running = None;
    let mut uses = Vec::with_capacity(proved.len());
    for (property, certificate) in proved {
        if stop.is_raised() {
            break;
        }
        if refusal(&system.properties[*property]).is_some() {
            uses.push(None);
            continue;
        }
        let mut probes = match running.take() {
            Some(probes) => probes,
            None => {
                let system = (&switched, switches.as_slice());
                match Probes::new(system, &roots, &backend, &options, stop) {
                    Ok(probes) => probes,
                    Err(_) => break,
                }
            }
        };
        match used(
            system,
            parts,
            *property,
            certificate,
            &mut pool,
            &mut probes,
        ) {
            Ok(answer) => {
                uses.push(answer);
                running = Some(probes);
            }
            // A solver that broke costs one answer; the next question starts it afresh.
            Err(_) => uses.push(None),
        }
    }
    uses.resize(proved.len(), None);
    uses
}

/// First with what is in the property's own cone alone, so that nothing else seems to be used.
fn used(
    system: &System,
    parts: &[Part],
    property: usize,
    certificate: &Certificate,
    pool: &mut Pool,
    probes: &mut Probes,
) -> Result<Option<Use>, OracleError> {
    let goal = system.properties[property].term;
    let cone = Cone::of(system, &[goal]);
    let seen =
        |part: &Part| !part.constraints.is_empty() || part.wires.iter().any(|&w| cone.contains(w));
    let on: Set = (0..parts.len()).filter(|&i| seen(&parts[i])).collect();
    let mut all = pool.import(&certificate.lemmas);
    let claims = certificate.properties.iter();
    all.extend(claims.map(|&p| system.properties[p].term));
    all.retain(|&t| probes.step.knows(pool, t));
    let inside = |&t: &TermId| pool.variables(&[t]).iter().all(|&v| cone.contains(v));
    let narrow: Vec<TermId> = all.iter().copied().filter(inside).collect();
    let (k, goal) = (certificate.k as u32, [goal]);
    let mut found = probes.attribute(pool, &on, &goal, &narrow, k)?;
    if found.is_none() && narrow.len() < all.len() {
        // A property may need a lemma about what it cannot see itself.
        found = probes.attribute(pool, &Set::all(parts.len()), &goal, &all, k)?;
    }
    Ok(found.map(|found| Use {
        parts: found.uses.iter().collect(),
        certificate: Arc::new(Certificate {
            k: certificate.k,
            lemmas: pool.export(&found.lemmas),
            properties: vec![property],
            simple_path: false,
            provers: found.provers,
        }),
    }))
}
