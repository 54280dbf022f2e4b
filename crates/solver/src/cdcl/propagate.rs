//! Assignments and what follows from them by unit propagation.

use super::Cdcl;
use super::clauses::{ClauseRef, L, Watch};

impl Cdcl {
    pub(super) fn assign(&mut self, lit: L, reason: Option<ClauseRef>) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let var = lit.var();
        self.level[var] = self.levels.len() as u32;
        self.reason[var] = reason;
        self.trail.push(lit);
    }

    pub(super) fn backtrack(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let start = self.levels[level];
        for i in start..self.trail.len() {
            let lit = self.trail[i];
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            let var = lit.var();
            self.phase[var] = lit.0 & 1 == 0;
            if self.filled && (!self.confined || self.stamps[var] == self.stamp) {
                self.heap.insert(var);
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.head = start;
    }

    /// Draws all consequences within the domain; a clause that became false, if one did.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which has become false.
    fn visit(&mut self, falsified: L, list: &mut Vec<Watch>) -> Option<ClauseRef> {
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        'watches: while read < list.len() {
            let watch = list[read];
            read += 1;
            let blocker = self.value(watch.blocker);
            if blocker > 0 {
                list[write] = watch;
                write += 1;
                continue;
            }
            let clause = watch.clause();
            let mut first = watch.blocker;
            if !watch.is_binary() {
                if self.clauses.is_deleted(clause) {
                    continue;
                }
                let values = &self.values;
                let lits = self.clauses.words_mut(clause);
                if lits[0] == falsified.0 {
                    lits.swap(0, 1);
                }
                first = L(lits[0]);
                if first != watch.blocker && values[first.index()] > 0 {
                    list[write] = Watch::new(clause, first, false);
                    write += 1;
                    continue;
                }
                for i in 2..lits.len() {
                    let lit = L(lits[i]);
                    if values[lit.index()] >= 0 {
                        lits.swap(1, i);
                        self.watches[lit.index()].push(Watch::new(clause, first, false));
                        continue 'watches;
                    }
                }
            }
            list[write] = Watch::new(clause, first, watch.is_binary());
            write += 1;
            match self.value(first) {
                0 if !self.confined || self.stamps[first.var()] == self.stamp => {
                    self.propagations += 1;
                    self.assign(first, Some(clause));
                }
                v if v < 0 => {
                    conflict = Some(clause);
                    break;
                }
                _ => {}
            }
        }
        while read < list.len() {
            list[write] = list[read];
            read += 1;
            write += 1;
        }
        list.truncate(write);
        conflict
    }
}
