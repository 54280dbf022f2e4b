//! Work on several things at once, with results in the order of the things: what comes out does not
//! depend on how many hands there were.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `work` to every item, at most `jobs` at a time.
pub fn each<T: Send, R: Send>(
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
}
