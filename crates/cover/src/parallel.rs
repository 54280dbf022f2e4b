//! Work on several things at once, with results in the order of the things: what comes out does not
//! depend on how many hands there were.
//!
//! A panic goes on in the thread that asked, with its own message; [`try_each`] makes it the result of its item alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_engine::guard::{caught, guarded, is_guarded};

/// Applies `work` to every item, at most `jobs` at a time. What panics is an error with the message of the panic.
pub fn try_each<T: Send, R: Send>(
    items: &mut [T],
    jobs: usize,
    work: impl Fn(usize, &mut T) -> R + Sync,
) -> Vec<Result<R, String>> {
    spread(items, jobs, |at, item| guarded(|| work(at, item)))
}

/// Applies `work` to every item, at most `jobs` at a time.
pub fn each<T: Send, R: Send>(
    items: &mut [T],
    jobs: usize,
    work: impl Fn(usize, &mut T) -> R + Sync,
) -> Vec<R> {
    if !is_guarded() {
        return spread(items, jobs, work);
    }
    // Whoever guards this thread hears of panics in the others.
    let results = spread(items, jobs, |at, item| caught(|| work(at, item)));
    let results = results.into_iter();
    results.map(|r| r.unwrap_or_else(|p| p.resume())).collect()
}

fn spread<T: Send, R: Send>(
    items: &mut [T],
    jobs: usize,
    work: impl Fn(usize, &mut T) -> R + Sync,
) -> Vec<R> {
    if jobs <= 1 || items.len() <= 1 {
        return items
            .iter_mut()
            .enumerate()
            .map(|(i, item)| work(i, item))
            .collect();
    }
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<(&mut T, Option<R>)>> = items
        .iter_mut()
        .map(|item| Mutex::new((item, None)))
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(slots.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::SeqCst);
                    let Some(slot) = slots.get(at) else { break };
                    let mut guard = slot.lock().unwrap_or_else(|e| e.into_inner());
                    let result = work(at, guard.0);
                    guard.1 = Some(result);
                }
            });
        }
    });
    slots
        .into_iter()
        .map(|slot| {
            let (_, result) = slot.into_inner().unwrap_or_else(|e| e.into_inner());
            result.expect("every item was worked on")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_items() {
        for jobs in [1, 2, 8] {
            let mut items: Vec<u64> = (0..50).collect();
            let squares = super::each(&mut items, jobs, |i, n| {
                *n += 1;
                (i as u64, *n * *n)
            });
            let expected: Vec<(u64, u64)> = (0..50).map(|i| (i, (i + 1) * (i + 1))).collect();
            assert_eq!(squares, expected);
        }
    }

    #[test]
    fn a_panic_costs_its_own_item_alone() {
        for jobs in [1, 4] {
            let mut items: Vec<u64> = (0..20).collect();
            let halves = super::try_each(&mut items, jobs, |_, n| {
                assert!(*n != 7, "not seven");
                *n / 2
            });
            for (n, half) in halves.into_iter().enumerate() {
                match half {
                    Ok(half) => assert_eq!(half, n as u64 / 2),
                    Err(why) => assert!(n == 7 && why.ends_with("not seven"), "{n}: {why}"),
                }
            }
        }
    }

    #[test]
    fn a_guard_hears_of_panics_in_other_threads() {
        let said = assay_engine::guard::guarded(|| {
            super::each(&mut [1, 2, 3], 2, |_, n| assert!(*n != 3, "not three"))
        });
        let said = said.expect_err("it panicked");
        assert!(
            said.contains("parallel.rs") && said.ends_with("not three"),
            "{said}"
        );
    }
}
