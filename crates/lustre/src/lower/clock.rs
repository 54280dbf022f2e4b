//! Clocks and memories: what `->`, `pre` and `condact` become.
//!
//! Every instance runs on a clock. That of the main node always ticks; a condact makes a new one, which ticks when its
//! condition holds and the clock around it ticks. States advance at ticks only.

use assay_system::{Role, Shown, VarKind, Variable};
use assay_term::{BigInt, Sort, Term, TermId, VarId};

use super::inline::Lowering;

/// A place in the list of clocks; number 0 always ticks.
pub(super) type ClockId = usize;

pub(super) struct Clock {
    /// When it ticks; `None` for always.
    pub ticks: Option<TermId>,
    /// True up to and including its first tick; made when first asked for.
    pub first: Option<VarId>,
    /// The prefix of the instance that the clock was made for; its states have names with this prefix.
    pub prefix: String,
}

/// A term, the clock it is remembered on and the range of its type.
pub(super) type MemoryKey = (TermId, ClockId, Option<(BigInt, BigInt)>);

/// What a state that remembers a term needs to be known about it.
pub(super) struct Memory {
    pub name: String,
    pub range: Option<(BigInt, BigInt)>,
    pub shown: Shown,
}

impl Lowering<'_> {
    /// Whether this is the first step of the clock.
    pub(super) fn first(&mut self, clock: ClockId) -> TermId {
        if let Some(var) = self.clocks[clock].first {
            return self.system.pool.var(var);
        }
        let yes = self.system.pool.bool(true);
        let no = self.system.pool.bool(false);
        let memory = Memory {
            name: format!("{}%init", self.clocks[clock].prefix),
            range: None,
            shown: Shown::Plain,
        };
        let var = self.state(Sort::Bool, memory, Some(yes), clock, no);
        self.clocks[clock].first = Some(var);
        self.system.pool.var(var)
    }

    /// The state that remembers a variable.
    pub(super) fn past(&mut self, var: VarId, clock: ClockId) -> TermId {
        let state = match self.past.get(&var) {
            Some(&state) => state,
            None => {
                let remembered = self.system.var(var);
                let memory = Memory {
                    name: format!("pre {}", remembered.name),
                    range: remembered.range.clone(),
                    shown: remembered.shown.clone(),
                };
                let sort = self.system.sort(var);
                let term = self.system.pool.var(var);
                let state = self.state(sort, memory, None, clock, term);
                self.past.insert(var, state);
                state
            }
        };
        self.system.pool.var(state)
    }

    /// The state that remembers a term: that of the variable if it is one, else one for each distinct term and range,
    /// because equal constants may have different types.
    pub(super) fn memory(
        &mut self,
        term: TermId,
        range: Option<(BigInt, BigInt)>,
        shown: Shown,
        clock: ClockId,
    ) -> VarId {
        if let Term::Var(var) = *self.system.pool.get(term) {
            self.past(var, clock);
            return self.past[&var];
        }
        let key = (term, clock, range.clone());
        if let Some(&state) = self.memories.get(&key) {
            return state;
        }
        let memory = Memory {
            name: format!("pre {}%{}", self.clocks[clock].prefix, self.memories.len()),
            range,
            shown,
        };
        let sort = self.system.pool.sort(term);
        let state = self.state(sort, memory, None, clock, term);
        self.memories.insert(key, state);
        state
    }

    /// A state that takes the value of `next` when the clock ticks and keeps its own otherwise.
    fn state(
        &mut self,
        sort: Sort,
        memory: Memory,
        init: Option<TermId>,
        clock: ClockId,
        next: TermId,
    ) -> VarId {
        let var = self.add_var(
            sort,
            Variable {
                name: memory.name,
                kind: VarKind::State { init, next },
                role: Role::Internal,
                range: memory.range,
                shown: memory.shown,
                span: None,
            },
        );
        if let Some(ticks) = self.clocks[clock].ticks {
            let kept = self.system.pool.var(var);
            let next = self.system.pool.ite(ticks, next, kept);
            self.system.vars[var.index()].kind = VarKind::State { init, next };
        }
        var
    }
}
