//! Failures that cost an answer and not the run: a panic in an engine, or in any other piece of solver work, becomes an error with
//! its message, and nothing is printed. Whoever is guarded is given up afterwards: its state may be half changed.
//!
//! For tests, the environment variable `ASSAY_FAIL` names parts that are to fail, separated by commas: an engine (`bdd`), or a stage
//! of coverage (`induction`). That costs answers, never truth, so it is there in every build.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::{Once, OnceLock};

thread_local! {
    /// How many guards are around what this thread does.
    static GUARDS: Cell<usize> = const { Cell::new(0) };
    /// Where the last panic under a guard came from.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A panic under a guard.
pub struct Panic {
    payload: Box<dyn Any + Send>,
    place: String,
}

impl Panic {
    /// Goes on unwinding, in this thread.
    pub fn resume(self) -> ! {
        PLACE.set(self.place);
        resume_unwind(self.payload)
    }

    /// What it said, and where.
    pub fn message(&self) -> String {
        let text = match (
            self.payload.downcast_ref::<&str>(),
            self.payload.downcast_ref::<String>(),
        ) {
            (Some(text), _) => text,
            (None, Some(text)) => text.as_str(),
            (None, None) => "no message",
        };
        if self.place.is_empty() {
            format!("panicked: {text}")
        } else {
            format!("panicked at {}: {text}", self.place)
        }
    }
}

/// What `work` returns, or how it panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    quiet();
    GUARDS.set(GUARDS.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDS.set(GUARDS.get() - 1);
    result.map_err(|payload| Panic {
        payload,
        place: PLACE.take(),
    })
}

/// The same with the message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    caught(work).map_err(|panic| panic.message())
}

/// Whether a panic of this thread is caught by a guard, which reports it.
pub fn is_guarded() -> bool {
    GUARDS.get() > 0
}

/// Panics if a test wants this part to fail.
pub fn fail_if_told(part: &str) {
    static TOLD: OnceLock<Vec<String>> = OnceLock::new();
    let told = TOLD.get_or_init(|| {
        let names = std::env::var("ASSAY_FAIL").unwrap_or_default();
        names.split(',').map(str::to_owned).collect()
    });
    if told.iter().any(|name| name == part) {
        panic!("{part} was told to fail");
    }
}

/// A guarded panic is reported by whoever set the guard, not by the panic itself.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            if GUARDS.get() == 0 {
                return before(panic);
            }
            let place = panic
                .location()
                .map(|l| format!("{}:{}", l.file(), l.line()));
            PLACE.set(place.unwrap_or_default());
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_place_and_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let said = guarded(|| -> i32 { panic!("number {}", 3) }).expect_err("it panicked");
        let is_whole = said.starts_with("panicked at ") && said.ends_with(": number 3");
        assert!(is_whole && said.contains("guard.rs:"), "{said}");
    }

    #[test]
    fn a_panic_can_go_on_in_another_thread() {
        let inner = std::thread::spawn(|| caught(|| panic!("inside")));
        let panic = inner.join().expect("it was caught").expect_err("a panic");
        let said = guarded(|| panic.resume()).expect_err("it panicked");
        assert!(said.ends_with("inside"), "{said}");
    }
}
