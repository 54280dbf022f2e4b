//! Room for recursion over deep trees.
//!
//! A language limits how deep its trees are. Optimised code would walk them on a main thread's stack, code of a debug build on a test
//! thread's 2 MiB would not: work that recurses runs on a thread of its own.

use std::cell::Cell;

thread_local! {
    /// The stack that this thread was given here: who needs no more goes on in it.
    static HAS: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` on a stack of so many bytes. They are virtual: pages that are not touched cost nothing.
pub fn with_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    if HAS.get() >= bytes {
        return work();
    }
    let work = || {
        HAS.set(bytes);
        work()
    };
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .name("deep".into())
            .stack_size(bytes)
            .spawn_scoped(scope, work);
        match spawned.map(|thread| thread.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => panic!("cannot start a thread with a stack of {bytes} bytes: {error}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::with_stack;

    /// Uses `deep` frames of at least 1 KiB.
    fn down(deep: usize) -> usize {
        let frame = std::hint::black_box([deep; 128]);
        if deep == 0 {
            0
        } else {
            1 + down(frame[deep % 128] - 1)
        }
    }

    #[test]
    fn work_has_the_stack_that_it_asks_for() {
        assert_eq!(with_stack(256 << 20, || down(40_000)), 40_000);
    }

    #[test]
    #[should_panic(expected = "of the work")]
    fn a_panic_of_the_work_is_passed_on() {
        with_stack(1 << 20, || panic!("of the work"));
    }
}
