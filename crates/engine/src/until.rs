//! Work with an end: a flag of its own is raised when the time is up, or when the caller's flag is.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use assay_solver::StopFlag;

/// Between two looks at the clock.
const MOMENT: Duration = Duration::from_millis(20);

/// Does work that is stopped at this time, if there is one, or when the flag is raised.
pub fn until<T>(end: Option<Instant>, stop: &StopFlag, work: impl FnOnce(&StopFlag) -> T) -> T {
    let Some(end) = end else {
        return work(stop);
    };
    let own = StopFlag::new();
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let raised = own.clone();
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = waiting.recv_timeout(MOMENT) {
                if stop.is_raised() || Instant::now() >= end {
                    raised.raise();
                    return;
                }
            }
        });
        let result = work(&own);
        drop(done);
        result
    })
}
