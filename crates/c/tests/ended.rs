//! Somebody ends the run while mutants are made: what is made is kept, and the rest says why it is not there.

mod opened;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_language::{Breaks, Ended, Given, Patience, Signal};
use assay_source::SourceMap;
use assay_system::Change;

const PROGRAM: &str = "\
#include <assert.h>
unsigned nondet_unsigned(void);
unsigned sum(unsigned most)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < most; i++)
    sum += i;
  return sum;
}
int main(void)
{
  unsigned x = nondet_unsigned();
  __CPROVER_assume(x < 4);
  assert(sum(x) <= 6);
  return 0;
}
";

/// Ends the run when it was asked so many times.
struct After(Arc<AtomicUsize>);

impl Patience for After {
    fn ended(&self) -> Option<Ended> {
        None
    }

    fn signal(&self) -> Signal {
        let left = self.0.clone();
        Signal::new(move || {
            let over = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
            over.is_err().then_some(Ended::Interrupted)
        })
    }

    fn watched(&self, _on: bool) {}
}

/// How many mutants there are, and how many of them are made if the run ends after so many looks, or is not ended.
fn made(looks: Option<usize>) -> (usize, usize) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("sum.c");
    std::fs::write(&path, PROGRAM).expect("the file can be written");
    let left = Arc::new(AtomicUsize::new(usize::MAX));
    let given = Given::default();
    let mut map = SourceMap::new();
    let model = match looks {
        None => opened::model(&[path], &given, None, &mut map),
        Some(_) => opened::model_until(&[path], &given, None, &mut map, &After(left.clone())),
    };
    let model = model.unwrap_or_else(|why| panic!("{why}"));
    left.store(looks.unwrap_or_default(), Ordering::SeqCst);
    let breaks = Breaks {
        mutators: "paper".into(),
        given: Given::default(),
        tied: vec![],
        settled: BTreeSet::new(),
        only: None,
    };
    let Ok(mutated) = model.mutants(model.mains()[0], &breaks) else {
        panic!("the mutators are known");
    };
    let mutants = &mutated.mutants.mutants;
    let unmade = mutants
        .iter()
        .filter(|m| matches!(m.change, Change::Unmade(_)));
    (mutants.len(), mutants.len() - unmade.count())
}

#[test]
fn an_interrupt_keeps_the_mutants_that_are_made() {
    let (all, made_of_all) = made(None);
    assert!(all > 10, "{all}");
    assert_eq!(made_of_all, all);
    assert_eq!(made(Some(0)), (all, 0));
    let (listed, some) = (0..16)
        .map(|power| made(Some(1 << power)))
        .find(|(_, some)| *some > 0)
        .expect("many looks are enough for a mutant");
    assert_eq!(listed, all);
    assert!(some < all, "{some} of {all}");
}
