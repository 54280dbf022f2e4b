//! A stop flag of one's own that also follows another one and the clock.

use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use assay_solver::StopFlag;

/// Ends the follower, also when the work panics: the scope waits for it.
struct End<'a>(&'a (Mutex<bool>, Condvar));

impl Drop for End<'_> {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(|e| e.into_inner()) = true;
        self.0.1.notify_all();
    }
}

/// Runs `work` with a flag that is raised when `outer` is or the deadline has passed; raising it
/// does not raise `outer`.
pub(super) fn following<T>(
    outer: &StopFlag,
    deadline: Option<Instant>,
    work: impl FnOnce(&StopFlag) -> T,
) -> T {
    let inner = StopFlag::new();
    if outer.is_raised() {
        inner.raise();
    }
    let over = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut ended = over.0.lock().unwrap_or_else(|e| e.into_inner());
            while !*ended {
                if outer.is_raised() || deadline.is_some_and(|d| Instant::now() >= d) {
                    inner.raise();
                    break;
                }
                let wait = over.1.wait_timeout(ended, Duration::from_millis(10));
                ended = wait.unwrap_or_else(|e| e.into_inner()).0;
            }
        });
        let _end = End(&over);
        work(&inner)
    })
}
