//! Room for recursion over deep trees: readers limit their depth, and work over them runs on a thread of its own.

/// Virtual size of the stack; pages that are not touched cost nothing.
const STACK_BYTES: usize = 256 << 20;

/// Runs `work` with enough stack for any tree that a reader accepts.
pub fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .name("sum".into())
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
