//! Clauses in one block of memory, and the lists of those that watch a literal.
//!
//! A clause is three words and its literals: its length, flags, and an activity that says how useful
//! it was. Deleted clauses stay until `collect` packs the block; a list drops them when it next meets
//! them. Clauses of two literals are marked in the lists, so that propagation need not look them up.

/// A literal: twice the variable, plus one if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct L(pub u32);

impl L {
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn from_code(code: i32) -> L {
        L((code.unsigned_abs() - 1) << 1 | (code < 0) as u32)
    }
}

impl std::ops::Not for L {
    type Output = L;
    fn not(self) -> L {
        L(self.0 ^ 1)
    }
}

/// Where a clause starts in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseRef(pub u32);

#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    /// The reference, with the highest bit set for a clause of two literals.
    tagged: u32,
    /// Another literal of the clause: if it is true there is nothing to do.
    pub blocker: L,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub fn new(clause: ClauseRef, blocker: L, binary: bool) -> Watch {
        debug_assert!(clause.0 < BINARY);
        Watch {
            tagged: clause.0 | if binary { BINARY } else { 0 },
            blocker,
        }
    }

    pub fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    pub fn clause(self) -> ClauseRef {
        ClauseRef(self.tagged & !BINARY)
    }
}

const HEAD: usize = 3;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;

#[derive(Clone, Default)]
pub(super) struct Clauses {
    block: Vec<u32>,
    wasted: usize,
}

impl Clauses {
    pub fn add(&mut self, lits: &[L], learnt: bool) -> ClauseRef {
        let at = ClauseRef(self.block.len() as u32);
        self.block.push(lits.len() as u32);
        self.block.push(if learnt { LEARNT } else { 0 });
        self.block.push(0f32.to_bits());
        self.block.extend(lits.iter().map(|l| l.0));
        at
    }

    pub fn len(&self, c: ClauseRef) -> usize {
        self.block[c.0 as usize] as usize
    }

    pub fn lit(&self, c: ClauseRef, i: usize) -> L {
        L(self.block[c.0 as usize + HEAD + i])
    }

    pub fn words(&self, c: ClauseRef) -> &[u32] {
        let start = c.0 as usize + HEAD;
        &self.block[start..start + self.len(c)]
    }

    pub fn words_mut(&mut self, c: ClauseRef) -> &mut [u32] {
        let start = c.0 as usize + HEAD;
        let len = self.len(c);
        &mut self.block[start..start + len]
    }

    pub fn is_deleted(&self, c: ClauseRef) -> bool {
        self.block[c.0 as usize + 1] & DELETED != 0
    }

    pub fn is_learnt(&self, c: ClauseRef) -> bool {
        self.block[c.0 as usize + 1] & LEARNT != 0
    }

    pub fn activity(&self, c: ClauseRef) -> f32 {
        f32::from_bits(self.block[c.0 as usize + 2])
    }

    pub fn set_activity(&mut self, c: ClauseRef, activity: f32) {
        self.block[c.0 as usize + 2] = activity.to_bits();
    }

    pub fn delete(&mut self, c: ClauseRef) {
        self.wasted += HEAD + self.len(c);
        self.block[c.0 as usize + 1] |= DELETED;
    }

    /// Whether packing would pay.
    pub fn is_sparse(&self) -> bool {
        self.wasted > 1 << 16 && self.wasted * 3 > self.block.len()
    }

    /// Packs the block. The old block is left with forwarding addresses in place of activities, for
    /// [`Moved::of`].
    pub fn collect(&mut self) -> Moved {
        let mut old = std::mem::take(&mut self.block);
        self.block.reserve(old.len() - self.wasted);
        self.wasted = 0;
        let mut at = 0;
        while at < old.len() {
            let end = at + HEAD + old[at] as usize;
            if old[at + 1] & DELETED == 0 {
                let new = self.block.len() as u32;
                self.block.extend_from_slice(&old[at..end]);
                old[at + 2] = new;
            }
            at = end;
        }
        Moved { old }
    }
}

/// Where clauses have gone.
pub(super) struct Moved {
    old: Vec<u32>,
}

impl Moved {
    /// None if the clause was deleted.
    pub fn of(&self, c: ClauseRef) -> Option<ClauseRef> {
        let at = c.0 as usize;
        (self.old[at + 1] & DELETED == 0).then(|| ClauseRef(self.old[at + 2]))
    }
}
