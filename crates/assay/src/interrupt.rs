//! Ctrl-C and SIGTERM: while engines work, the first asks them to stop, so that what was decided is kept and reported, and the second
//! ends the program. While nobody would notice the request, because a file is being read, the first ends the program.

use std::io::{IsTerminal, Write};

use assay_session::is_watched;
use assay_solver::StopFlag;

/// What a shell reports for a program that SIGINT ended.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C raises while somebody watches it.
pub fn on_interrupt() -> StopFlag {
    let stop = StopFlag::new();
    let raised = stop.clone();
    // Without a handler Ctrl-C ends the program at once, which is no worse than before.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() || !is_watched() {
            std::process::exit(INTERRUPTED);
        }
        raised.raise();
        let mut out = std::io::stderr().lock();
        // A progress bar stands in the line of the cursor.
        let line = if out.is_terminal() { "\n" } else { "" };
        let _ = writeln!(out, "{line}stopping, keeping what was decided");
    });
    stop
}
