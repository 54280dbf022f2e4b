//! Small machines with words and memories, from every engine to the check of its evidence.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Checker, SmtSolver, check_certificate, check_trace};
use assay_engine::backend::Backend;
use assay_engine::director::{Options, decide};
use assay_solver::{Found, StopFlag, discover};
use assay_system::{EngineName, System, Verdict};
use assay_term::{Pool, Sort, TermId};
use assay_testkit::Build;

const TIMEOUT: Duration = Duration::from_secs(120);

/// A state that keeps its initial value until its definition follows.
fn state(system: &mut System, name: &str, init: TermId) -> TermId {
    let sort = system.pool.sort(init);
    system.state_from(name, sort, Some(init))
}

/// Counts to ten and starts again; never above ten, but seven is reached at step 7.
fn counter() -> System {
    let mut system = System::new();
    let (zero, one) = (system.pool.bits(8, 0u32), system.pool.bits(8, 1u32));
    let (ten, seven) = (system.pool.bits(8, 10u32), system.pool.bits(8, 7u32));
    let c = state(&mut system, "c", zero);
    let pool = &mut system.pool;
    let (full, more) = (pool.eq(c, ten), pool.bv_add(c, one));
    let next = pool.ite(full, zero, more);
    let (bounded, seven) = (pool.bv_ule(c, ten), pool.eq(c, seven));
    let never = pool.not(seven);
    system.set_next(c, next);
    system.claim(bounded);
    system.claim(never);
    system
}

/// A single bit goes round in nine; it stays single, and reaches the sign.
fn ring() -> System {
    let mut system = System::new();
    let one = system.pool.bits(9, 1u32);
    let x = state(&mut system, "x", one);
    let pool = &mut system.pool;
    let (low, high) = (pool.extract(7, 0, x), pool.extract(8, 8, x));
    let next = pool.concat(low, high);
    let less = pool.bv_sub(x, one);
    let (common, zero) = (pool.bv_and(x, less), pool.bits(9, 0u32));
    let (single, empty) = (pool.eq(common, zero), pool.eq(x, zero));
    let some = pool.not(empty);
    let single = pool.and2(single, some);
    let never = pool.bv_sle(zero, x);
    system.set_next(x, next);
    system.claim(single);
    system.claim(never);
    system
}

/// A memory that takes data below eight; its elements stay so, and one of them can be three.
fn memory(index: u32) -> System {
    let mut system = System::new();
    let zero = system.pool.bits(4, 0u32);
    let empty = system.pool.const_array(index, zero);
    let m = state(&mut system, "m", empty);
    let address = system.input("address", Sort::BitVec(index));
    let data = system.input("data", Sort::BitVec(4));
    let write = system.input("write", Sort::Bool);
    let probe = system.rigid("probe", Sort::BitVec(index));
    let pool = &mut system.pool;
    let mask = pool.bits(4, 7u32);
    let masked = pool.bv_and(data, mask);
    let written = pool.store(m, address, masked);
    let next = pool.ite(write, written, m);
    let (eight, three) = (pool.bits(4, 8u32), pool.bits(4, 3u32));
    let element = pool.select(m, probe);
    let (small, three) = (pool.bv_ult(element, eight), pool.eq(element, three));
    let never = pool.not(three);
    system.set_next(m, next);
    system.claim(small);
    system.claim(never);
    system
}

/// What the engines find out of the true property 0 and the false property 1, checked. Returns how many
/// they decided.
fn run(system: &Arc<System>, engines: &[EngineName], found: &[Found]) -> usize {
    let backend = Backend::choose(system, &[0, 1], found).expect("a solver");
    let options = Options {
        engines: engines.to_vec(),
        deterministic: true,
        max_k: 30,
        ..Options::default()
    };
    let none = Pool::new().export(&[]);
    let stop = StopFlag::new();
    let outcome = decide(
        system,
        &[0, 1],
        &none,
        &backend,
        &options,
        &stop,
        &mut |_, _| {},
    )
    .expect("no contradiction");
    assert_eq!(outcome.failures, vec![], "{engines:?}");
    let solvers: Vec<SmtSolver> = found
        .iter()
        .map(|f| SmtSolver {
            path: f.path.clone(),
            name: f.kind.to_string(),
        })
        .collect();
    let mut decided = 0;
    for (p, verdict, _) in &outcome.verdicts {
        match verdict {
            Verdict::Proved { certificate, .. } => {
                assert_eq!(*p, 0, "{engines:?}");
                let checker = Checker::for_system(system, certificate, &solvers, TIMEOUT);
                let checker = checker.expect("a checker");
                let accepted = check_certificate(system, certificate, &checker);
                assert!(accepted.is_accepted(), "{engines:?}: {accepted:?}");
                decided += 1;
            }
            Verdict::Violated { trace, .. } => {
                assert_eq!(*p, 1, "{engines:?}");
                assert_eq!(check_trace(system, trace, *p), Ok(()), "{engines:?}");
                decided += 1;
            }
            Verdict::Unknown { .. } => {}
        }
    }
    decided
}

#[test]
fn every_engine_decides_finite_machines() {
    for system in [counter(), ring(), memory(3)] {
        let system = Arc::new(system);
        assert_eq!(run(&system, &[EngineName::Bmc], &[]), 1);
        assert_eq!(run(&system, &[EngineName::Ic3], &[]), 2);
        assert!(
            run(
                &system,
                &[EngineName::KInduction, EngineName::Invariants],
                &[]
            ) >= 1
        );
        assert_eq!(run(&system, &EngineName::ALL, &[]), 2);
    }
}

#[test]
fn a_memory_beyond_bits_goes_to_an_smt_solver() {
    let found = discover();
    let system = Arc::new(memory(32));
    match Backend::choose(&system, &[0, 1], &found) {
        Ok(backend) => assert!(!backend.is_finite()),
        Err(missing) => {
            println!("skipped: {missing}");
            return;
        }
    }
    assert_eq!(
        run(&system, &[EngineName::Bmc, EngineName::KInduction], &found),
        2
    );
}
