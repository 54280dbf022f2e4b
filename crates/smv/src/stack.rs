//! Room for recursion over deep trees.
//!
//! Expressions with the definitions that they read are limited in depth ([`crate::elaborate`]); work that recurses over them runs
//! on a thread of its own.

use std::cell::Cell;

/// Virtual size of the stack; pages that are not touched cost nothing.
const STACK_BYTES: usize = 512 << 20;

thread_local! {
    /// Whether this thread has enough already.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` with enough stack for any model that elaboration accepts.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_DEEP.get() {
        return work();
    }
    let work = || {
        IS_DEEP.set(true);
        work()
    };
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .name("smv".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        match spawned.map(|thread| thread.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                panic!("cannot start a thread with a stack of {STACK_BYTES} bytes: {error}")
            }
        }
    })
}
