//! AIGER 1.9: and-inverter graphs with latches.
//!
//! References: [1] Biere, Heljanko, Wieringa: AIGER 1.9 And Beyond, FMV report 11/2, JKU Linz, 2011.
//! [2] Biere: The AIGER And-Inverter Graph (AIG) Format, version 20071012, JKU Linz, 2007.
//!
//! The tree is plain data: what the file says, in the file's order, without positions. Both formats read to the same
//! tree ([`read`]); writing it and reading it back gives it again.
//!
//! Invariant of a tree that [`read`] returns: every variable but 0 has at most one definition, every literal that is
//! used has one, and no gate leads back to itself. [`Aiger::check`] says so of a tree from elsewhere.

mod build;
mod compose;
mod load;
mod lower;
mod mutate;
mod proof;
mod read;
mod structure;
mod witness;
mod write;

pub use compose::compose;
pub use load::{Loaded, load};
pub use lower::{Cut, Lowered, Nodes, Options, lower};
pub use mutate::mutate;
pub use proof::{NoCircuit, witness_circuit};
pub use read::{Fault, Format, Places, Read, read};
pub use structure::{Item, Node, Unsound};
pub use witness::Witness;
pub use write::{write_ascii, write_binary};

/// A variable or its negation, as the file numbers them: twice the variable, plus one for the negation. Variable 0 is
/// the constant false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn of(var: u32) -> Lit {
        Lit(2 * var)
    }

    pub fn var(self) -> u32 {
        self.0 / 2
    }

    pub fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }

    /// This literal, negated if `negate`.
    pub fn xor(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        self.xor(true)
    }
}

/// The value of a latch at step 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reset {
    Zero,
    One,
    /// Either; the file says it by naming the latch itself.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Latch {
    pub lit: Lit,
    pub next: Lit,
    pub reset: Reset,
}

/// `lhs = left & right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct And {
    pub lhs: Lit,
    pub left: Lit,
    pub right: Lit,
}

/// What a line of the symbol table names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymbolKind {
    Input,
    Latch,
    Output,
    Bad,
    Constraint,
    Justice,
    Fairness,
}

impl SymbolKind {
    pub const ALL: [SymbolKind; 7] = [
        SymbolKind::Input,
        SymbolKind::Latch,
        SymbolKind::Output,
        SymbolKind::Bad,
        SymbolKind::Constraint,
        SymbolKind::Justice,
        SymbolKind::Fairness,
    ];

    pub fn letter(self) -> char {
        match self {
            SymbolKind::Input => 'i',
            SymbolKind::Latch => 'l',
            SymbolKind::Output => 'o',
            SymbolKind::Bad => 'b',
            SymbolKind::Constraint => 'c',
            SymbolKind::Justice => 'j',
            SymbolKind::Fairness => 'f',
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub kind: SymbolKind,
    /// Which of its kind, from 0.
    pub index: u32,
    pub name: String,
}

/// A circuit as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aiger {
    /// No variable is greater. There may be unused ones.
    pub max_var: u32,
    /// Positive literals.
    pub inputs: Vec<Lit>,
    pub latches: Vec<Latch>,
    pub outputs: Vec<Lit>,
    pub bad: Vec<Lit>,
    pub constraints: Vec<Lit>,
    /// Each a set of literals that are to hold infinitely often together.
    pub justice: Vec<Vec<Lit>>,
    pub fairness: Vec<Lit>,
    /// In any order.
    pub ands: Vec<And>,
    /// In the file's order; no position is named twice.
    pub symbols: Vec<Symbol>,
    /// What follows the line `c`, byte for byte.
    pub comment: Option<Vec<u8>>,
}

impl Aiger {
    /// The literals that must never be true. A file that states neither bad states nor justice means its outputs: that
    /// is how AIGER 1.0 states properties [2].
    pub fn bad_states(&self) -> (SymbolKind, &[Lit]) {
        if self.bad.is_empty() && self.justice.is_empty() {
            (SymbolKind::Output, &self.outputs)
        } else {
            (SymbolKind::Bad, &self.bad)
        }
    }
}
