//! Inductive validity cores: which elements of a system the proof of its properties needs.
//!
//! * slice: what is in the cone of the properties and of the constraints;
//! * a minimal core: with these elements alone the properties hold, and without any one of them they
//!   do not;
//! * all minimal cores; MAY, their union; MUST, their intersection, which is what cannot be removed
//!   alone.
//!
//! References: [1] Ghassabani, Gacek, Whalen: Efficient Generation of Inductive Validity Cores for
//! Safety Properties, FSE 2016. [2] Ghassabani, Whalen, Gacek: Efficient Generation of All Minimal
//! Inductive Validity Cores, FMCAD 2017. [3] Todorov, Taha, Boulanger: Specification Quality Metrics
//! Based on Mutation and Inductive Incremental Model Checking, NFM 2020 (definitions 1 to 4).
//!
//! A removed element may have any value of its type at every step. Whether what is left is adequate
//! is undecidable in general: what is not decided within the limits is kept, listed and never
//! guessed.
//!
//! The judge works on instances; an element is the group of its instances. So what is learnt about
//! elements serves the instances, and both serve the enumeration.

mod attribute;
mod enumerate;
mod grow;
mod items;
mod judge;
mod minimal;
mod probe;
mod report;
mod scopes;
mod set;
mod universal;
mod watch;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_solver::{Effort, Found, StopFlag};
use assay_system::{Certificate, Part, System};
use assay_term::TermId;

use crate::director::{self, Contradiction};
use crate::failure::Failures;
pub use attribute::{Use, used_parts};
use enumerate::{All, enumerate};
use judge::{Adequacy, Case, Judge, Proof};
use minimal::{Minimal, Must, Search};
pub use report::{Core, CoreReport, Cores, Item, ItemKind, PropertyCores};
use set::Set;
use universal::refusal;

/// What counts as an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementChoice {
    Equations,
    /// Bindings of parameters too.
    All,
}

#[derive(Clone, Debug)]
pub struct CoreOptions {
    pub elements: ElementChoice,
    /// Constraints can be removed like elements; else they are fixed.
    pub constraints: bool,
    /// Find all minimal cores.
    pub all: bool,
    /// Most minimal cores to find.
    pub limit: usize,
    /// For the engines when one set of elements needs them; its limits are for one set.
    pub director: director::Options,
    /// For one question to an SMT process before the engines are asked.
    pub patience: Duration,
    /// For one question to CaDiCaL before the engines are asked.
    pub conflicts: Effort,
    /// Steps in which counterexamples are looked for before the engines are asked.
    pub depth: u32,
    /// For everything.
    pub timeout: Option<Duration>,
}

impl Default for CoreOptions {
    fn default() -> Self {
        CoreOptions {
            elements: ElementChoice::Equations,
            constraints: false,
            all: false,
            limit: 1000,
            director: director::Options {
                timeout: Some(Duration::from_secs(30)),
                ..director::Options::default()
            },
            patience: Duration::from_secs(2),
            conflicts: 50_000,
            depth: 5,
            timeout: None,
        }
    }
}

/// The cores of each of the proved properties and of all of them together. Properties whose claims are not universal are
/// left out, and the report says why.
pub fn cores(
    system: &System,
    proved: &[(usize, Arc<Certificate>)],
    found: &[Found],
    options: &CoreOptions,
    stop: &StopFlag,
) -> Result<CoreReport, Contradiction> {
    debug_assert!(
        !options.director.simple_path && proved.iter().all(|(_, c)| !c.simple_path),
        "cores are not built on proofs on simple paths"
    );
    let refused = |p: usize| refusal(&system.properties[p]).map(|why| (p, why));
    let left_out: Vec<(usize, String)> = proved.iter().filter_map(|(p, _)| refused(*p)).collect();
    let universal = proved.iter().filter(|(p, _)| refused(*p).is_none());
    let proved: Vec<(usize, Arc<Certificate>)> = universal.cloned().collect();
    let deadline = options.timeout.map(|t| Instant::now() + t);
    watch::following(stop, deadline, |stop| {
        let (elements, instances) = items::items(system, options);
        // What is made of the system needs this term: every pool is to number its terms alike.
        let mut system = system.clone();
        system.pool.bool(true);
        let run = Run {
            system: &system,
            elements,
            instances,
            found,
            options,
            stop,
            failures: RefCell::default(),
        };
        let mut properties = Vec::with_capacity(proved.len());
        for one in &proved {
            properties.push(run.cores_of(std::slice::from_ref(one))?);
        }
        let together = match properties.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            _ => Some(run.cores_of(&proved)?),
        };
        Ok(CoreReport {
            elements: run.elements,
            instances: run.instances,
            properties,
            left_out,
            together,
            failures: run.failures.into_inner(),
        })
    })
}

struct Run<'a> {
    system: &'a System,
    elements: Vec<Item>,
    instances: Vec<Item>,
    found: &'a [Found],
    options: &'a CoreOptions,
    stop: &'a StopFlag,
    failures: RefCell<Failures>,
}

impl Run<'_> {
    fn cores_of(
        &self,
        proved: &[(usize, Arc<Certificate>)],
    ) -> Result<PropertyCores, Contradiction> {
        let properties: Vec<usize> = proved.iter().map(|(p, _)| *p).collect();
        let mut certificates: Vec<&Certificate> = Vec::new();
        for (_, certificate) in proved {
            if !certificates
                .iter()
                .any(|c| std::ptr::eq(*c, &**certificate))
            {
                certificates.push(certificate);
            }
        }
        let by_instance = items::slice(self.system, &self.instances, &properties);
        let by_element = items::slice(self.system, &self.elements, &properties);
        let parts = by_instance.iter().map(|&i| self.instances[i].part.clone());
        let parts: Vec<Part> = parts.collect();
        let mut goals: Vec<TermId> = Vec::new();
        for &p in &properties {
            let term = self.system.properties[p].term;
            if !goals.contains(&term) {
                goals.push(term);
            }
        }
        let case = Case {
            original: self.system,
            parts: &parts,
            properties: &properties,
            goals: &goals,
            found: self.found,
            options: self.options,
            stop: self.stop,
            failures: &self.failures,
        };
        let mut judge = Judge::new(case, &certificates);
        // Parts of the judge, which are the instances of the slice in their order.
        let groups: Vec<Set> = by_element
            .iter()
            .map(|&e| {
                let element = &self.elements[e].part;
                (0..judge.parts().len())
                    .filter(|&i| contains(element, &judge.parts()[i]))
                    .collect()
            })
            .collect();
        let single = groups.iter().all(|g| g.iter().count() == 1);
        let proof = match judge.decide(&Set::all(judge.parts().len()))? {
            Adequacy::Adequate(proof) => proof,
            Adequacy::Inadequate(_) => {
                return Err(Contradiction(
                    "a proved property has a counterexample with all elements in force".into(),
                ));
            }
            Adequacy::Unknown(reason) => {
                return Ok(PropertyCores {
                    properties,
                    by_element: undecided(by_element, &reason),
                    by_instance: undecided(by_instance, &reason),
                });
            }
        };
        let mut search = Search::new(&mut judge, groups);
        let (elements, proof) = self.analyse(&mut search, by_element, proof)?;
        let instances = if single {
            renamed(&elements, &by_instance)
        } else {
            let groups = (0..judge.parts().len()).map(|i| [i].into_iter().collect());
            let groups: Vec<Set> = groups.collect();
            let mut search = Search::new(&mut judge, groups);
            self.analyse(&mut search, by_instance, proof)?.0
        };
        Ok(PropertyCores {
            properties,
            by_element: elements,
            by_instance: instances,
        })
    }

    /// Everything about one kind of group; `slice` names the groups.
    fn analyse(
        &self,
        search: &mut Search<'_, '_>,
        slice: Vec<usize>,
        proof: Arc<Proof>,
    ) -> Result<(Cores, Arc<Proof>), Contradiction> {
        let mut first = search.minimise(proof, &Set::default())?;
        let mut must = search.must(&first.proof)?;
        first.unknown.retain(|(g, _)| !must.groups.contains(*g));
        let (proof, minimal) = (first.proof.clone(), core(&slice, &first));
        // A core of elements none of which can be removed alone is in every core: it is the only one.
        let only = first.groups == must.groups;
        let All { cores, complete } = if self.options.all && !only {
            enumerate(search, first, &must.groups, self.options.limit, self.stop)?
        } else {
            let cores = vec![first];
            All {
                cores,
                complete: only,
            }
        };
        if complete {
            // A complete enumeration has decided what was open before.
            must = search.must(&proof)?;
            agree(&cores, &must)?;
        }
        let mut may = Set::default();
        for c in &cores {
            may.extend(&c.groups);
        }
        let name = |set: &Set| set.iter().map(|g| slice[g]).collect::<Vec<usize>>();
        let unknown = must.unknown.iter();
        let report = Cores {
            minimal,
            all: cores.iter().map(|c| core(&slice, c)).collect(),
            may: name(&may),
            must: name(&must.groups),
            witnesses: must.refutations.iter().map(|r| r.trace.clone()).collect(),
            unknown: unknown.map(|(g, why)| (slice[*g], why.clone())).collect(),
            complete,
            slice,
        };
        Ok((report, proof))
    }
}

/// The intersection of all minimal cores is what cannot be removed alone ([3], corollary 1).
fn agree(cores: &[Minimal], must: &Must) -> Result<(), Contradiction> {
    let mut common = cores[0].groups.clone();
    for g in cores[0].groups.iter() {
        if cores.iter().any(|c| !c.groups.contains(g)) {
            common.remove(g);
        }
    }
    let same = common == must.groups && must.unknown.is_empty();
    same.then_some(()).ok_or_else(|| {
        Contradiction(
            "the intersection of all minimal cores is not what cannot be removed alone".into(),
        )
    })
}

fn contains(whole: &Part, part: &Part) -> bool {
    part.wires.iter().all(|w| whole.wires.contains(w))
        && part
            .constraints
            .iter()
            .all(|c| whole.constraints.contains(c))
}

fn core(slice: &[usize], found: &Minimal) -> Core {
    Core {
        items: found.groups.iter().map(|g| slice[g]).collect(),
        minimal: found.unknown.is_empty(),
        certificate: Some(found.proof.certificate.clone()),
    }
}

/// When not even the whole slice could be proved again with the switches in place.
fn undecided(slice: Vec<usize>, reason: &str) -> Cores {
    let whole = Core {
        items: slice.clone(),
        minimal: false,
        certificate: None,
    };
    Cores {
        minimal: whole.clone(),
        all: vec![whole],
        may: slice.clone(),
        must: vec![],
        witnesses: vec![],
        unknown: slice.iter().map(|&i| (i, reason.to_owned())).collect(),
        complete: false,
        slice,
    }
}

/// The same cores for another list of items: the n-th of one slice is the n-th of the other.
fn renamed(cores: &Cores, slice: &[usize]) -> Cores {
    let one = |i: &usize| {
        let at = cores.slice.binary_search(i);
        slice[at.expect("cores are made of items of the slice")]
    };
    let rename = |items: &[usize]| items.iter().map(one).collect::<Vec<usize>>();
    let core = |core: &Core| Core {
        items: rename(&core.items),
        ..core.clone()
    };
    Cores {
        slice: slice.to_vec(),
        minimal: core(&cores.minimal),
        all: cores.all.iter().map(core).collect(),
        may: rename(&cores.may),
        must: rename(&cores.must),
        witnesses: cores.witnesses.clone(),
        unknown: cores
            .unknown
            .iter()
            .map(|(i, why)| (one(i), why.clone()))
            .collect(),
        complete: cores.complete,
    }
}
