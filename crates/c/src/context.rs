//! Where an execution is, in a way that the bounded executor and the interpreter agree on, also for a mutant and its original.
//!
//! A value that the program does not determine (what `nondet_int()` returns, what an uninitialised local holds, whether `malloc` fails) is an
//! input of the lowered system. Its [`Key`] says which one it is: the calls and iterations around it, and the site. The bounded
//! executor makes an input for a key, and the interpreter asks for the value of a key. Both have to push and pop the same frames.

use crate::program::Site;

/// One thing that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Frame {
    /// A call: the site of the call expression. Not pushed for the entry function.
    Call(Site),
    /// A call of a constructor (`false`) or a destructor, counted from 0.
    Automatic(bool, u32),
    /// An iteration of a loop, counted from 0: the site of the loop's statement. It is pushed before the condition of a `while` or `for` is
    /// evaluated, and before the body of a `do`; it covers condition, body and step of that iteration.
    Iteration(Site, u32),
    /// So many jumps back were taken in one run of a block, counted from 1: the site of the block. The block is the innermost one with both
    /// the label and the `goto` in it; a body that is no block counts as one, with the site of its loop or `switch`. The frame takes the
    /// place of the one of the jump before, and is popped when the block is left. All labels of a block count together, because one further pass
    /// of the bounded executor takes all jumps back along.
    Again(Site, u32),
}

/// What is not determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Open {
    /// The value that a call of a function without a body returns: the site of the call.
    Result(Site),
    /// What an object holds at first: the site of the local's name, of the global's name, or of the call that allocates.
    Content(Site),
    /// Whether an allocation fails (a word of one bit; 1 means failure): the site of the call.
    Failure(Site),
    /// What an invalid operation gives, such as a read outside of an object or a division by zero: the site of the expression.
    Invalid(Site),
}

/// Which open value: where the execution is, what is open, and for parts of objects the offset in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    pub frames: Vec<Frame>,
    pub open: Open,
    pub offset: u64,
}
