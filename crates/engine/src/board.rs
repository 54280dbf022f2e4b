//! The board: what the engines tell each other. Verdicts, how deep each property is known to hold,
//! and lemmas.
//!
//! Invariant: a lemma, and a proved property, relies only on lemmas that stood on the board before
//! it (a *prefix*) and on what is posted with it. So the whole board up to any point is jointly
//! k-inductive for the greatest k on it, and a certificate is a prefix plus the properties. See
//! `prune.rs` for how it is made small afterwards.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use assay_solver::StopFlag;
use assay_system::{Certificate, EngineName, Provers, System, Trace, Verdict};
use assay_term::{Dag, Pool, TermId, VarId};
use rustc_hash::FxHashSet;

use crate::backend::provers_of;

/// An invariant that some engine proved, or several that are inductive together.
#[derive(Clone, Debug)]
pub struct Lemma {
    /// Boolean terms over the variables of one step.
    pub dag: Arc<Dag>,
    /// Where it says that terms are equal, two by two: these terms. What works on bits merges them.
    pub equal: Option<Arc<Dag>>,
    /// Inductive together with the prefix of the board for this k.
    pub k: usize,
    pub by: EngineName,
}

#[derive(Clone, Debug)]
enum Status {
    Open,
    Decided(Verdict),
}

#[derive(Debug)]
struct Inner {
    status: Vec<Status>,
    /// Steps from the start for which BMC has shown the property to hold.
    true_for: Vec<usize>,
    lemmas: Vec<Lemma>,
    contradiction: Option<String>,
    /// Flags to raise when their property is decided.
    watchers: Vec<(usize, StopFlag)>,
    /// Parts of the system in which correspondences were looked for.
    searched: Vec<Arc<FxHashSet<VarId>>>,
    /// The solvers behind all engines but those with a solver of their own.
    provers: Provers,
}

/// What one board can tell another.
#[derive(Debug)]
pub struct News {
    lemmas: Vec<Lemma>,
    verdicts: Vec<(usize, Verdict)>,
    true_for: Vec<usize>,
    searched: Vec<Arc<FxHashSet<VarId>>>,
}

impl Inner {
    /// Of `properties` with the first `prefix` lemmas and `own` ones, by an engine.
    fn certificate(
        &self,
        system: &System,
        properties: &[usize],
        prefix: usize,
        (own, k): (&Dag, usize),
        engine: EngineName,
    ) -> Certificate {
        let mut pool = system.pool.clone();
        let mut all: Vec<TermId> = Vec::new();
        let mut joint_k = k;
        let mut engines = vec![engine];
        for lemma in &self.lemmas[..prefix] {
            all.extend(pool.import(&lemma.dag));
            joint_k = joint_k.max(lemma.k);
            if !engines.contains(&lemma.by) {
                engines.push(lemma.by);
            }
        }
        all.extend(pool.import(own));
        Certificate {
            k: joint_k,
            lemmas: pool.export(&all),
            properties: properties.to_vec(),
            simple_path: false,
            provers: engines.iter().fold(Provers::none(), |all, &engine| {
                all.and(&provers_of(engine, &self.provers))
            }),
        }
    }

    fn decide(&mut self, property: usize, verdict: Verdict) {
        self.status[property] = Status::Decided(verdict);
        for (p, flag) in &self.watchers {
            if *p == property {
                flag.raise();
            }
        }
    }
}

#[derive(Debug)]
pub struct Board {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// Raised when everything is decided, by a contradiction, or from outside.
    stop: StopFlag,
}

impl Board {
    /// `provers` answer for all engines but those with a solver of their own.
    pub fn new(system: &System, provers: Provers, stop: StopFlag) -> Self {
        let n = system.properties.len();
        Board {
            inner: Mutex::new(Inner {
                status: vec![Status::Open; n],
                true_for: vec![0; n],
                lemmas: Vec::new(),
                contradiction: None,
                watchers: Vec::new(),
                searched: Vec::new(),
                provers,
            }),
            changed: Condvar::new(),
            stop,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A poisoned lock means an engine panicked while holding it; the data is still a prefix of
        // facts, each of which was complete when it was written.
        self.inner.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The flag that ends everything.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Ends everything, engines that watch one property included.
    pub fn raise(&self) {
        self.stop.raise();
        for (_, flag) in &self.lock().watchers {
            flag.raise();
        }
        self.changed.notify_all();
    }

    /// A flag that is raised once `property` is decided or everything ends.
    pub fn watch(&self, property: usize) -> StopFlag {
        let flag = StopFlag::new();
        let mut inner = self.lock();
        if self.stop.is_raised() || !matches!(inner.status[property], Status::Open) {
            flag.raise();
        }
        inner.watchers.push((property, flag.clone()));
        flag
    }

    pub fn is_open(&self, property: usize) -> bool {
        matches!(self.lock().status[property], Status::Open)
    }

    pub fn verdict(&self, property: usize) -> Option<Verdict> {
        match &self.lock().status[property] {
            Status::Open => None,
            Status::Decided(verdict) => Some(verdict.clone()),
        }
    }

    pub fn true_for(&self, property: usize) -> usize {
        self.lock().true_for[property]
    }

    pub fn set_true_for(&self, properties: &[usize], steps: usize) {
        let mut inner = self.lock();
        for &p in properties {
            inner.true_for[p] = inner.true_for[p].max(steps);
        }
        self.changed.notify_all();
    }

    /// The lemmas from index `from` on.
    pub fn lemmas_since(&self, from: usize) -> Vec<Lemma> {
        self.lock().lemmas[from..].to_vec()
    }

    /// Posts lemmas that rely on the first `prefix` lemmas of the board and on each other.
    pub fn post_lemmas(&self, lemmas: Vec<Lemma>) {
        if !lemmas.is_empty() {
            self.lock().lemmas.extend(lemmas);
            self.changed.notify_all();
        }
    }

    /// Posts a counterexample; the caller has replayed it.
    pub fn violated(&self, property: usize, trace: Arc<Trace>, engine: EngineName) {
        let mut inner = self.lock();
        match &inner.status[property] {
            Status::Open => {
                inner.decide(property, Verdict::Violated { trace, engine });
            }
            Status::Decided(Verdict::Proved { engine: other, .. }) => {
                let text = format!(
                    "{other} proved property #{property} and {engine} found a counterexample of {} steps",
                    trace.len()
                );
                inner.contradiction = Some(text);
                self.stop.raise();
            }
            Status::Decided(_) => {}
        }
        self.changed.notify_all();
    }

    /// Posts a joint proof of `properties` with the board's first `prefix` lemmas and `own` ones.
    pub fn proved(
        &self,
        system: &System,
        properties: &[usize],
        prefix: usize,
        own: &Dag,
        k: usize,
        engine: EngineName,
    ) {
        let mut inner = self.lock();
        let certificate = inner.certificate(system, properties, prefix, (own, k), engine);
        let k = certificate.k;
        self.enter(&mut inner, Arc::new(certificate), engine);
        // What is proved helps the rest. Own lemmas come first: the properties rely on them.
        let mut pool = system.pool.clone();
        let mut posted: Vec<TermId> = pool.import(own);
        posted.extend(properties.iter().map(|&p| system.properties[p].term));
        for term in posted {
            let dag = Arc::new(pool.export(&[term]));
            let by = engine;
            inner.lemmas.push(Lemma {
                dag,
                equal: None,
                k,
                by,
            });
        }
        self.changed.notify_all();
    }

    /// The same where the step case holds of simple paths only. The properties do not become lemmas: a lemma is
    /// k-inductive with those before it, and these are not.
    pub fn proved_on_simple_paths(
        &self,
        system: &System,
        properties: &[usize],
        prefix: usize,
        k: usize,
        engine: EngineName,
    ) {
        let mut inner = self.lock();
        let none = system.pool.export(&[]);
        let certificate = Certificate {
            simple_path: true,
            ..inner.certificate(system, properties, prefix, (&none, k), engine)
        };
        self.enter(&mut inner, Arc::new(certificate), engine);
        self.changed.notify_all();
    }

    /// Decides the properties of a certificate that are open.
    fn enter(&self, inner: &mut Inner, certificate: Arc<Certificate>, engine: EngineName) {
        for &p in &certificate.properties {
            match &inner.status[p] {
                Status::Decided(Verdict::Violated { engine: other, .. }) => {
                    inner.contradiction = Some(format!(
                        "{engine} proved property #{p} and {other} found a counterexample"
                    ));
                    self.stop.raise();
                }
                Status::Decided(_) => {}
                Status::Open => {
                    let certificate = certificate.clone();
                    let verdict = Verdict::Proved {
                        certificate,
                        engine,
                    };
                    inner.decide(p, verdict);
                }
            }
        }
    }

    /// How many lemmas there are.
    pub fn lemmas(&self) -> usize {
        self.lock().lemmas.len()
    }

    /// All verdicts, and the lemmas from index `from` on.
    pub fn news(&self, from: usize) -> News {
        let inner = self.lock();
        let decided = |(p, status): (usize, &Status)| match status {
            Status::Open => None,
            Status::Decided(verdict) => Some((p, verdict.clone())),
        };
        News {
            lemmas: inner.lemmas[from..].to_vec(),
            verdicts: inner
                .status
                .iter()
                .enumerate()
                .filter_map(decided)
                .collect(),
            true_for: inner.true_for.clone(),
            searched: inner.searched.clone(),
        }
    }

    /// Takes over what another board knows. The caller makes sure that this board has every lemma that those of the other board rely on.
    pub fn hear(&self, news: &News) {
        let mut inner = self.lock();
        inner.lemmas.extend(news.lemmas.iter().cloned());
        for (known, &told) in inner.true_for.iter_mut().zip(&news.true_for) {
            *known = (*known).max(told);
        }
        for cone in &news.searched {
            if !inner.searched.iter().any(|known| Arc::ptr_eq(known, cone)) {
                inner.searched.push(cone.clone());
            }
        }
        for (p, verdict) in &news.verdicts {
            match (&inner.status[*p], verdict) {
                (Status::Open, _) => inner.decide(*p, verdict.clone()),
                (
                    Status::Decided(Verdict::Proved { engine: one, .. }),
                    Verdict::Violated { engine: other, .. },
                )
                | (
                    Status::Decided(Verdict::Violated { engine: other, .. }),
                    Verdict::Proved { engine: one, .. },
                ) => {
                    inner.contradiction = Some(format!(
                        "{one} proved property #{p} and {other} found a counterexample"
                    ));
                    self.stop.raise();
                }
                (Status::Decided(_), _) => {}
            }
        }
        self.changed.notify_all();
    }

    /// Whether correspondences were looked for in all of this part of the system.
    pub fn is_searched(&self, cone: &FxHashSet<VarId>) -> bool {
        let inner = self.lock();
        inner.searched.iter().any(|known| cone.is_subset(known))
    }

    /// Notes that correspondences are looked for in this part of the system.
    pub fn mark_searched(&self, cone: FxHashSet<VarId>) {
        self.lock().searched.push(Arc::new(cone));
    }

    /// Two facts that exclude each other, or evidence that does not hold: stops the run.
    pub fn contradict(&self, text: String) {
        self.lock().contradiction.get_or_insert(text);
        self.raise();
    }

    pub fn contradiction(&self) -> Option<String> {
        self.lock().contradiction.clone()
    }

    /// Wakes the threads that wait for a change.
    pub fn notify(&self) {
        self.changed.notify_all();
    }

    /// Waits until something changes, at most `limit`.
    pub fn wait(&self, limit: Duration) {
        let inner = self.lock();
        let _ = self.changed.wait_timeout(inner, limit);
    }
}

/// An engine's own copy of the board's lemmas in its own pool.
#[derive(Default)]
pub struct LemmaReader {
    seen: usize,
}

impl LemmaReader {
    /// How many lemmas of the board this reader has taken.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// The lemmas that are new since the last call, as terms of `pool`.
    pub fn take(&mut self, board: &Board, pool: &mut Pool) -> Vec<TermId> {
        let new = board.lemmas_since(self.seen);
        self.seen += new.len();
        new.iter()
            .flat_map(|lemma| pool.import(&lemma.dag))
            .collect()
    }
}
