//! What a conflict teaches: a clause and where to go back to; or which assumptions clash.

use super::Cdcl;
use super::clauses::{ClauseRef, L};

impl Cdcl {
    /// Learns the clause of the first unique implication point, goes back and asserts its literal.
    pub(super) fn learn(&mut self, conflict: ClauseRef) {
        let mut clause = vec![L(0)];
        let mut open = 0usize;
        let mut reason = conflict;
        let mut at = self.trail.len();
        let mut pivot: Option<L> = None;
        let here = self.levels.len() as u32;
        loop {
            self.bump_clause(reason);
            for i in 0..self.clauses.len(reason) {
                let lit = self.clauses.lit(reason, i);
                let var = lit.var();
                if pivot.is_some_and(|p| p.var() == var) || self.seen[var] || self.level[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                self.heap.bump(var);
                if self.level[var] >= here {
                    open += 1;
                } else {
                    clause.push(lit);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].var()] {
                    break;
                }
            }
            let lit = self.trail[at];
            self.seen[lit.var()] = false;
            pivot = Some(lit);
            open -= 1;
            if open == 0 {
                break;
            }
            match self.reason[lit.var()] {
                Some(r) => reason = r,
                None => unreachable!("only the decision of a level has no reason"),
            }
        }
        if let Some(uip) = pivot {
            clause[0] = !uip;
        }
        let seen: Vec<L> = clause[1..].to_vec();
        clause = self.minimise(clause);
        for lit in seen {
            self.seen[lit.var()] = false;
        }
        self.heap.decay();
        self.clause_bump *= 1.0 / 0.999;
        self.jump(clause);
    }

    /// Without the literals that the others imply: those whose reasons lead to the others alone.
    fn minimise(&self, clause: Vec<L>) -> Vec<L> {
        let redundant = |lit: L| {
            self.reason[lit.var()].is_some_and(|reason| {
                self.clauses.words(reason).iter().all(|&w| {
                    let var = L(w).var();
                    var == lit.var() || self.seen[var] || self.level[var] == 0
                })
            })
        };
        let rest = clause[1..].iter().copied().filter(|&l| !redundant(l));
        std::iter::once(clause[0]).chain(rest).collect()
    }

    fn jump(&mut self, mut clause: Vec<L>) {
        if clause.len() == 1 {
            self.backtrack(0);
            self.assign(clause[0], None);
            return;
        }
        let deepest = (1..clause.len())
            .max_by_key(|&i| self.level[clause[i].var()])
            .expect("at least two literals");
        clause.swap(1, deepest);
        let level = self.level[clause[1].var()] as usize;
        self.backtrack(level);
        let learnt = self.attach(&clause, true);
        self.clauses.set_activity(learnt, self.clause_bump);
        let temporary = self
            .switch
            .is_some_and(|s| clause.iter().any(|l| l.var() == s.var()));
        if temporary {
            self.one_time.push(learnt);
        } else {
            self.learnts.push(learnt);
        }
        self.assign(clause[0], Some(learnt));
    }

    fn bump_clause(&mut self, clause: ClauseRef) {
        if !self.clauses.is_learnt(clause) {
            return;
        }
        let activity = self.clauses.activity(clause) + self.clause_bump;
        self.clauses.set_activity(clause, activity);
        if activity > 1e20 {
            for &learnt in &self.learnts {
                let scaled = self.clauses.activity(learnt) * 1e-20;
                self.clauses.set_activity(learnt, scaled);
            }
            self.clause_bump *= 1e-20;
        }
    }

    /// Marks the assumptions that make `assumption` false, and itself.
    pub(super) fn explain(&mut self, assumption: L) {
        self.failed[assumption.index()] = self.question;
        if self.level[assumption.var()] == 0 {
            return;
        }
        self.seen[assumption.var()] = true;
        let start = self.levels[0];
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            if !std::mem::replace(&mut self.seen[lit.var()], false) {
                continue;
            }
            match self.reason[lit.var()] {
                // Below the last assumption every decision is one.
                None => self.failed[lit.index()] = self.question,
                Some(reason) => {
                    for i in 0..self.clauses.len(reason) {
                        let var = self.clauses.lit(reason, i).var();
                        if var != lit.var() && self.level[var] > 0 {
                            self.seen[var] = true;
                        }
                    }
                }
            }
        }
    }
}
