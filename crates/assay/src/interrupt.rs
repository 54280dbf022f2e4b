//! Ctrl-C: the first asks the engines to stop, so that what was decided is kept and reported; the second ends the program.

use assay_solver::StopFlag;

/// What a shell reports for a program that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C raises.
pub fn on_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let raised = stop.clone();
    // Without a handler Ctrl-C ends the program at once, which is no worse than before.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(INTERRUPTED);
        }
        raised.raise();
    });
    stop
}
