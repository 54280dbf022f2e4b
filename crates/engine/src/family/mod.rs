//! A family: circuits that differ in a few places, in one finite system. A *switch*, a Boolean rigid parameter, turns
//! one member on; with all of them off the system is the original. Decides the property on one member after the other,
//! with what was learnt of those before: first by the part of all candidates that is inductive on the member (the
//! sieve), then by IC3 that begins with that part.
//!
//! References: [1] H. Chockler, D. Kroening, M. Purandare: Computing Mutation Coverage in Interpolation-based Model
//! Checking, 2011 (an inductive part of the original's invariant, re-used for a mutant). [2] A. Bradley: SAT-Based
//! Model Checking without Unrolling, VMCAI 2011.
//!
//! Deviations from [1]: the part is the greatest one; the candidates are clauses of IC3 and whatever other lemmas the
//! original's proof has, and what other members' proofs needed.
//!
//! Tried and dropped: IC3 on all members at once, with the member as part of the state (clauses about one are in the way
//! of the others; what they have in common the sieve finds for less). Taking a search up again where its effort ended, instead
//! of beginning anew with what was learnt since (no faster: what was learnt is worth as much as the old frames). Not asking again about what
//! fell before, unless a newer candidate excludes the state from which it fell (nearly everything comes back; without the exception
//! proofs are missed).

mod sieve;

use std::sync::Arc;

use assay_solver::{Effort, StopFlag};
use assay_system::{Certificate, System, Trace};
use assay_term::{Dag, Pool, TermId, VarId};

use crate::bits::{self, Cube, Model, Reason};
use crate::ic3::{Cubes, Ic3, Laid};
use assay_aig::AigLit;
use rustc_hash::FxHashSet;
use sieve::{Candidate, Sieve};

/// One property of a family.
#[derive(Clone)]
pub struct Family {
    system: Arc<System>,
    property: usize,
    /// A clone of the system's, with what candidates say.
    pool: Pool,
    laid: Arc<Laid>,
    switches: Vec<VarId>,
    sieve: Sieve,
    searches: usize,
}

/// Effort for finding out what new candidates rely on.
const LEARN: Effort = 50_000;

/// How a search about one member begins.
enum Begun {
    Proved(Certificate),
    /// With these candidates.
    Search(Box<Ic3>, Vec<usize>),
}

/// What a search about one member came to.
pub enum Outcome {
    /// A certificate of the member.
    Proved(Certificate),
    /// An execution of the system with the member switched on.
    Violated(Trace),
    Unknown(Reason),
}

/// Cubes that a search found, for other families of the same system.
#[derive(Clone, Default)]
pub struct News(Vec<Cube>);

impl Family {
    /// `claims` are terms over the system's variables that are candidates: they may hold on the original. `switches` are all those of the
    /// system that are in the cone of the property.
    pub fn new(
        system: &Arc<System>,
        property: usize,
        claims: &[&Dag],
        switches: &[VarId],
        stop: &StopFlag,
    ) -> Result<Family, Reason> {
        let mut pool = system.pool.clone();
        let (mut seen, nothing) = (FxHashSet::default(), pool.bool(true));
        let mut claims: Vec<TermId> = claims.iter().flat_map(|c| pool.import(c)).collect();
        claims.retain(|&t| t != nothing && seen.insert(t));
        let model = Model::with_claims(system, &pool, property, &claims)?;
        if model.inside != AigLit::TRUE {
            let why = "a state can leave its declared range";
            return Err(Reason::Hopeless(why.into()));
        }
        let of = model.parameters();
        let latches: Option<Vec<usize>> = switches.iter().map(|v| of.get(v).copied()).collect();
        let Some(latches) = latches else {
            let why = "the property does not depend on a switch";
            return Err(Reason::Hopeless(why.into()));
        };
        let laid = Arc::new(Laid::new(model.clone(), stop));
        let mut sieve = Sieve::new(&laid, &latches);
        // A cube that reads a switch cannot be part of a member's certificate: the member's own system has no switches.
        let plain = |cube: &Cube| !cube.lits().iter().any(|l| latches.contains(&l.latch()));
        let candidates = model.claims.iter().enumerate();
        sieve.allow(LEARN);
        let added = sieve.add(candidates.flat_map(|(at, claim)| match &claim.cubes {
            Some(cubes) if cubes.iter().all(plain) => {
                cubes.iter().cloned().map(Candidate::Not).collect()
            }
            _ => vec![Candidate::Claim(at)],
        }));
        match added {
            // Questions that were not asked are asked when a member needs the answer.
            Ok(()) | Err(Reason::Budget) => {}
            Err(reason) => return Err(reason),
        }
        Ok(Family {
            system: system.clone(),
            property,
            pool,
            laid,
            switches: switches.to_vec(),
            sieve,
            searches: 0,
        })
    }

    /// A proof by an inductive part of the candidates.
    pub fn sift(&mut self, member: usize, effort: Effort) -> Result<Option<Certificate>, Reason> {
        self.sieve.allow(effort);
        if !self.sieve.may_prove(member)? {
            return Ok(None);
        }
        let kept = self.sieve.sift(member)?;
        let proof = self.sieve.proof(member, &kept)?;
        Ok(proof.map(|needed| self.certificate(&needed, &[])))
    }

    /// IC3 that begins with the inductive part of the candidates. What it proves, or finds likely, goes to `news`.
    pub fn search(&mut self, member: usize, effort: Effort, news: &mut News) -> Outcome {
        match self.begin(member, effort) {
            Ok(Begun::Proved(certificate)) => Outcome::Proved(certificate),
            Ok(Begun::Search(ic3, held)) => self.go_on(member, effort, *ic3, &held, news),
            Err(reason) => Outcome::Unknown(reason),
        }
    }

    fn begin(&mut self, member: usize, effort: Effort) -> Result<Begun, Reason> {
        self.sieve.allow(effort);
        let kept = self.sieve.sift(member)?;
        if let Some(needed) = self.sieve.proof(member, &kept)? {
            return Ok(Begun::Proved(self.certificate(&needed, &[])));
        }
        let held: Vec<usize> = (0..self.sieve.len()).filter(|&at| kept.holds(at)).collect();
        let cubes = held
            .iter()
            .filter_map(|&at| match self.sieve.candidate(at) {
                Candidate::Not(cube) => Some(cube.clone()),
                Candidate::Claim(_) => None,
            });
        let cubes: Vec<Cube> = cubes.collect();
        let switches = self.switches.iter().enumerate();
        let fixed = switches.map(|(at, &v)| (v, at == member)).collect();
        self.searches += 1;
        let ic3 = Ic3::within(Laid::clone(&self.laid), self.property, fixed, &cubes);
        Ok(Begun::Search(Box::new(ic3), held))
    }

    fn go_on(
        &mut self,
        member: usize,
        effort: Effort,
        mut ic3: Ic3,
        held: &[usize],
        news: &mut News,
    ) -> Outcome {
        match ic3.cubes(&self.system, Some(effort)) {
            Cubes::Proved(cubes) => {
                let own = News(cubes.clone());
                news.0.extend(cubes);
                // The supports say what of all this the proof needs.
                let small = self.learn(&own).and_then(|()| self.sift(member, effort));
                Outcome::Proved(match small {
                    Ok(Some(certificate)) => certificate,
                    Ok(None) | Err(_) => self.certificate(held, &own.0),
                })
            }
            Cubes::Violated(trace) => Outcome::Violated(trace),
            Cubes::Unknown(reason) => {
                news.0.extend(ic3.likely());
                Outcome::Unknown(reason)
            }
        }
    }

    /// New candidates. If it is cut short, what was not asked about them is asked later.
    pub fn learn(&mut self, news: &News) -> Result<(), Reason> {
        self.sieve.allow(LEARN);
        self.sieve.add(news.0.iter().cloned().map(Candidate::Not))
    }

    /// Solver instances that serve all members.
    pub const INSTANCES: usize = 2;

    /// How often a member needed one of its own.
    pub fn searches(&self) -> usize {
        self.searches
    }

    pub fn candidates(&self) -> usize {
        self.sieve.len()
    }

    fn certificate(&mut self, candidates: &[usize], more: &[Cube]) -> Certificate {
        let (pool, model) = (&mut self.pool, &self.laid.model);
        let mut lemmas: Vec<TermId> = Vec::new();
        for &at in candidates {
            lemmas.push(match self.sieve.candidate(at) {
                Candidate::Not(cube) => bits::outside(pool, model, cube),
                Candidate::Claim(claim) => model.claims[*claim].term,
            });
        }
        lemmas.extend(more.iter().map(|cube| bits::outside(pool, model, cube)));
        debug_assert!(
            !pool
                .variables(&lemmas)
                .iter()
                .any(|v| self.switches.contains(v)),
            "a member knows no switches"
        );
        bits::inductive(pool, self.property, &lemmas)
    }
}
