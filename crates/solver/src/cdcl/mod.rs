//! A solver for many small questions about parts of one big circuit, as IC3 asks them.
//!
//! Conflict-driven clause learning with two watched literals [1], 1-UIP clauses that are minimised,
//! activities, saved phases and Luby restarts. What CaDiCaL has no counterpart of, and why this file
//! exists: a question can be confined to a *domain* of variables [2]. Only they are decided and
//! implied, so that a question costs as much as the cone that it is about. The caller sees to it that an
//! assignment of the domain that violates no clause within it extends to all variables (or that it does
//! not mind). What is learnt follows from the clauses in any case.
//!
//! A clause can be taken back (`remove`), which is sound as long as it still follows from what the
//! caller assumes; a one-time clause lives for one question, and so does what was learnt from it.
//!
//! Nothing here is trusted: invariants are checked and traces are replayed by others.
//!
//! Invariants between questions: every clause that is not satisfied by level 0 has its first two
//! literals watched, and all consequences of level 0 are drawn.
//!
//! [1] N. Eén, N. Sörensson: An Extensible SAT-solver. SAT 2003.
//! [2] Y. Su, Q. Yang, Y. Ci, T. Bu, Z. Huang: The rIC3 Hardware Model Checker. CAV 2025.

mod analyze;
mod clauses;
mod heap;
mod propagate;

use assay_aig::ClauseSink;

use crate::{Answer, Effort, Lit, Stop, StopFlag};
use clauses::{ClauseRef, Clauses, L, Watch};
use heap::Heap;

/// A clause that may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseId(u32);

/// Conflicts before the first restart. 20 made no difference on average to IC3 on circuits of HWMCC'08: few of its questions
/// get that far.
const RESTART: u64 = 100;
/// Clauses to keep beyond which half of the learnt ones go, and by how much it grows each time.
const KEEP: usize = 3_000;
const KEEP_MORE: usize = 300;
/// How often the stop flag is looked at, in decisions.
const PATIENCE: u32 = 1 << 10;

#[derive(Clone)]
pub struct Cdcl {
    stop: StopFlag,
    clauses: Clauses,
    learnts: Vec<ClauseRef>,
    keep: usize,
    /// Clauses of the question under way.
    one_time: Vec<ClauseRef>,
    /// By literal: the clauses that watch it, visited when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    level: Vec<u32>,
    reason: Vec<Option<ClauseRef>>,
    phase: Vec<bool>,
    trail: Vec<L>,
    /// Where each decision level starts.
    levels: Vec<usize>,
    head: usize,
    /// How much of level 0 has had all its consequences drawn.
    settled: usize,
    heap: Heap,
    /// The variables to decide. Most follow from the assumptions, so the heap is filled when the first
    /// decision is due.
    domain: Vec<u32>,
    filled: bool,
    /// A variable belongs to the domain if its stamp is the present one.
    stamps: Vec<u32>,
    stamp: u32,
    confined: bool,
    /// Switches the one-time clause on.
    switch: Option<L>,
    seen: Vec<bool>,
    clause_bump: f32,
    /// By literal: the last question of whose core it was.
    failed: Vec<u32>,
    question: u32,
    /// Contradictory without assumptions.
    broken: bool,
    /// What is removed by its id, for the caller's ids to survive packing.
    named: Vec<Option<ClauseRef>>,
    free_names: Vec<u32>,
    conflicts: u64,
    propagations: u64,
}

impl Cdcl {
    pub fn new(stop: StopFlag) -> Self {
        Cdcl {
            stop,
            clauses: Clauses::default(),
            learnts: Vec::new(),
            keep: KEEP,
            one_time: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            phase: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            settled: 0,
            heap: Heap::default(),
            domain: Vec::new(),
            filled: false,
            stamps: Vec::new(),
            stamp: 0,
            confined: false,
            switch: None,
            seen: Vec::new(),
            clause_bump: 1.0,
            failed: Vec::new(),
            question: 0,
            broken: false,
            named: Vec::new(),
            free_names: Vec::new(),
            conflicts: 0,
            propagations: 0,
        }
    }

    pub fn fresh(&mut self) -> Lit {
        for _ in 0..2 {
            self.watches.push(Vec::new());
            self.values.push(0);
            self.failed.push(0);
        }
        self.level.push(0);
        self.reason.push(None);
        self.phase.push(false);
        self.stamps.push(0);
        self.seen.push(false);
        self.heap.add_var();
        Lit::from_code(self.level.len() as i32)
    }

    /// Asserts a disjunction for good.
    pub fn clause(&mut self, lits: &[Lit]) {
        let lits: Vec<L> = lits.iter().map(|l| L::from_code(l.code())).collect();
        self.assert(lits);
    }

    /// Asserts a disjunction that may be taken back; None if it holds already without assumptions or
    /// came down to one literal.
    pub fn removable(&mut self, lits: &[Lit]) -> Option<ClauseId> {
        let lits: Vec<L> = lits.iter().map(|l| L::from_code(l.code())).collect();
        let clause = self.assert(lits)?;
        let name = match self.free_names.pop() {
            Some(name) => name,
            None => {
                self.named.push(None);
                self.named.len() as u32 - 1
            }
        };
        self.named[name as usize] = Some(clause);
        Some(ClauseId(name))
    }

    /// Takes a clause back.
    pub fn remove(&mut self, id: ClauseId) {
        self.backtrack(0);
        if let Some(clause) = self.named[id.0 as usize].take() {
            self.free_names.push(id.0);
            self.delete(clause);
        }
    }

    fn assert(&mut self, mut lits: Vec<L>) -> Option<ClauseRef> {
        self.backtrack(0);
        lits.sort_unstable();
        lits.dedup();
        let satisfied = lits.iter().any(|&l| self.value(l) > 0);
        let tautology = lits.windows(2).any(|w| w[0] == !w[1]);
        if satisfied || tautology {
            return None;
        }
        lits.retain(|&l| self.value(l) == 0);
        match lits.as_slice() {
            [] => {
                self.broken = true;
                None
            }
            [unit] => {
                self.confined = false;
                self.assign(*unit, None);
                self.broken |= self.propagate().is_some();
                None
            }
            _ => Some(self.attach(&lits, false)),
        }
    }

    fn attach(&mut self, lits: &[L], learnt: bool) -> ClauseRef {
        let clause = self.clauses.add(lits, learnt);
        let binary = lits.len() == 2;
        self.watches[lits[0].index()].push(Watch::new(clause, lits[1], binary));
        self.watches[lits[1].index()].push(Watch::new(clause, lits[0], binary));
        clause
    }

    fn delete(&mut self, clause: ClauseRef) {
        if self.clauses.len(clause) == 2 {
            // Propagation does not look clauses of two literals up.
            for i in 0..2 {
                let lit = self.clauses.lit(clause, i);
                self.watches[lit.index()].retain(|w| w.clause() != clause);
            }
        }
        self.clauses.delete(clause);
    }

    /// Is there an assignment that satisfies all clauses and these assumptions?
    pub fn solve(&mut self, assumptions: &[Lit], budget: Option<Effort>) -> Answer {
        self.begin();
        self.confined = false;
        self.domain.extend(0..self.level.len() as u32);
        self.run(assumptions, &[], budget)
    }

    /// As `solve`, of the variables of `domain` (literals of either sign) only, and with one more
    /// clause that holds for this question only; an empty one is none. Assumptions and the clause are
    /// part of the domain by themselves.
    pub fn solve_within(
        &mut self,
        domain: &[Lit],
        assumptions: &[Lit],
        one_time: &[Lit],
        budget: Option<Effort>,
    ) -> Answer {
        self.begin();
        self.confined = true;
        self.stamp += 1;
        let var = |l: &Lit| L::from_code(l.code()).var();
        for var in domain.iter().chain(one_time).map(var) {
            if std::mem::replace(&mut self.stamps[var], self.stamp) != self.stamp {
                self.domain.push(var as u32);
            }
        }
        for var in assumptions.iter().map(var) {
            self.stamps[var] = self.stamp;
        }
        self.run(assumptions, one_time, budget)
    }

    /// Forgets the question before.
    fn begin(&mut self) {
        self.backtrack(0);
        self.settle();
        self.question += 1;
        self.domain.clear();
        self.filled = false;
        for clause in std::mem::take(&mut self.one_time) {
            self.delete(clause);
        }
        if self.learnts.len() > self.keep {
            self.reduce();
        }
        if self.clauses.is_sparse() {
            self.collect();
        }
    }

    /// Draws the consequences of what was learnt at level 0 outside the domain of the question.
    fn settle(&mut self) {
        if self.settled < self.trail.len() && !self.broken {
            self.confined = false;
            self.head = self.settled;
            self.broken |= self.propagate().is_some();
            self.settled = self.trail.len();
        }
    }

    fn run(&mut self, assumptions: &[Lit], one_time: &[Lit], budget: Option<Effort>) -> Answer {
        if self.stop.is_raised() {
            return Answer::Unknown(Stop::Interrupted);
        }
        if self.broken {
            return Answer::Unsat;
        }
        let mut assumed: Vec<L> = Vec::with_capacity(assumptions.len() + 1);
        let lits = one_time.iter().map(|l| L::from_code(l.code()));
        let mut lits: Vec<L> = lits.collect();
        if !lits.is_empty() && !lits.iter().any(|&l| self.value(l) > 0) {
            lits.retain(|&l| self.value(l) == 0);
            if lits.is_empty() {
                return Answer::Unsat;
            }
            let switch = self.switch();
            assumed.push(switch);
            lits.insert(0, !switch);
            let clause = self.attach(&lits, false);
            self.one_time.push(clause);
        }
        assumed.extend(assumptions.iter().map(|l| L::from_code(l.code())));
        self.search(&assumed, budget.map(|b| self.conflicts.saturating_add(b)))
    }

    /// A literal that switches a one-time clause on. One whose negation was learnt, because a clause
    /// clashed by itself, has had its day.
    fn switch(&mut self) -> L {
        let switch = match self.switch {
            Some(switch) if self.value(switch) == 0 => switch,
            _ => L::from_code(self.fresh().code()),
        };
        self.switch = Some(switch);
        self.stamps[switch.var()] = self.stamp;
        switch
    }

    fn search(&mut self, assumed: &[L], limit: Option<u64>) -> Answer {
        let mut restarts = 0u32;
        let mut until = self.conflicts + RESTART * luby(restarts);
        let mut decisions = 0u32;
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.levels.is_empty() {
                    self.broken = true;
                    return Answer::Unsat;
                }
                self.learn(conflict);
                continue;
            }
            if self.conflicts >= until {
                restarts += 1;
                until = self.conflicts + RESTART * luby(restarts);
                self.backtrack(0);
                if limit.is_some_and(|l| self.conflicts >= l) {
                    return Answer::Unknown(Stop::Budget);
                }
            }
            decisions += 1;
            if decisions.is_multiple_of(PATIENCE) && self.stop.is_raised() {
                return Answer::Unknown(Stop::Interrupted);
            }
            let mut next = None;
            while let Some(&a) = assumed.get(self.levels.len()) {
                match self.value(a) {
                    0 => {
                        next = Some(a);
                        break;
                    }
                    // A level of its own, though empty: levels count assumptions.
                    v if v > 0 => self.levels.push(self.trail.len()),
                    _ => {
                        self.explain(a);
                        return Answer::Unsat;
                    }
                }
            }
            let next = match next {
                Some(assumption) => assumption,
                None => match self.decide() {
                    Some(lit) => lit,
                    None => return Answer::Sat,
                },
            };
            self.levels.push(self.trail.len());
            self.assign(next, None);
        }
    }

    fn decide(&mut self) -> Option<L> {
        if !std::mem::replace(&mut self.filled, true) {
            let open = self.domain.iter().copied();
            let values = &self.values;
            self.heap
                .refill(open.filter(|&v| values[2 * v as usize] == 0));
        }
        while let Some(var) = self.heap.pop() {
            if self.values[2 * var] == 0 {
                return Some(L((var as u32) << 1 | !self.phase[var] as u32));
            }
        }
        None
    }

    /// The truth of a literal after `Sat`; None outside the domain.
    pub fn model(&self, lit: Lit) -> Option<bool> {
        match self.value(L::from_code(lit.code())) {
            0 => None,
            v => Some(v > 0),
        }
    }

    /// Whether an assumption belongs to the core, after `Unsat`.
    pub fn failed(&self, assumption: Lit) -> bool {
        self.failed[L::from_code(assumption.code()).index()] == self.question
    }

    pub fn conflicts(&self) -> Effort {
        self.conflicts
    }

    /// Assignments that followed from others, so far.
    pub fn propagations(&self) -> Effort {
        self.propagations
    }

    fn value(&self, lit: L) -> i8 {
        self.values[lit.index()]
    }

    /// Lets the less useful half of the learnt clauses go. Nothing is assigned beyond level 0, where
    /// no reason is ever looked at.
    fn reduce(&mut self) {
        let mut learnts = std::mem::take(&mut self.learnts);
        learnts.sort_by(|&a, &b| {
            let key = |c| (self.clauses.len(c) == 2, self.clauses.activity(c));
            let ((x, u), (y, v)) = (key(a), key(b));
            y.cmp(&x).then(v.total_cmp(&u)).then(a.0.cmp(&b.0))
        });
        let half = learnts.len() / 2;
        for (i, &clause) in learnts.iter().enumerate() {
            if i >= half && self.clauses.len(clause) > 2 {
                self.delete(clause);
            } else {
                self.learnts.push(clause);
            }
        }
        self.keep += KEEP_MORE;
    }

    fn collect(&mut self) {
        let moved = self.clauses.collect();
        for list in &mut self.watches {
            let kept = list.iter().filter_map(|w| {
                let clause = moved.of(w.clause())?;
                Some(Watch::new(clause, w.blocker, w.is_binary()))
            });
            *list = kept.collect();
        }
        let follow = |c: &mut ClauseRef| match moved.of(*c) {
            Some(new) => {
                *c = new;
                true
            }
            None => false,
        };
        self.learnts.retain_mut(follow);
        for name in self.named.iter_mut().flatten() {
            follow(name);
        }
        for lit in &self.trail {
            self.reason[lit.var()] = None;
        }
    }
}

impl ClauseSink for Cdcl {
    fn fresh(&mut self) -> i32 {
        Cdcl::fresh(self).code()
    }

    fn clause(&mut self, lits: &[i32]) {
        self.assert(lits.iter().map(|&l| L::from_code(l)).collect());
    }
}

/// 1 1 2 1 1 2 4 1 1 2 ...
fn luby(index: u32) -> u64 {
    let mut i = index as u64 + 1;
    loop {
        let bits = 64 - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_follow_luby() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
