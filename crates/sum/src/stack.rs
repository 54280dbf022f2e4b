//! Room for recursion over deep trees: readers limit their depth, and work over them runs on a thread of its own.

use assay_language::with_stack;

/// Virtual size of the stack; pages that are not touched cost nothing.
const STACK_BYTES: usize = 256 << 20;

/// Runs `work` with enough stack for any tree that a reader accepts.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    with_stack(STACK_BYTES, work)
}
