//! Whether an interrupt would be noticed: a caller that gets one ends the process by force where nobody looks at the stop flag,
//! because a file is being read.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many look at the flag.
static WATCHED: AtomicUsize = AtomicUsize::new(0);

/// Whether some request looks at its stop flag and ends in order when it is raised.
pub fn is_watched() -> bool {
    WATCHED.load(Ordering::SeqCst) > 0
}

/// Says, as long as it lives, that the flag is looked at.
pub struct Watching(());

impl Watching {
    pub fn new() -> Watching {
        watch(true);
        Watching(())
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        watch(false);
    }
}

pub fn watch(on: bool) {
    if on {
        WATCHED.fetch_add(1, Ordering::SeqCst);
    } else {
        WATCHED.fetch_sub(1, Ordering::SeqCst);
    }
}
