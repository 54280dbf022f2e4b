//! Random functions are what their truth tables say, whatever the order is.

use assay_solver::StopFlag;
use assay_testkit::Random;

use super::{Diagrams, Func, Trouble, Var};

const VARS: usize = 6;

/// A function and its truth table.
type Both = (Func, u64);

fn table_of(var: usize) -> u64 {
    (0..64).fold(0, |all, at| all | (at >> var & 1) << at)
}

fn matches(d: &Diagrams, (f, table): &Both) -> bool {
    (0..64).all(|at| {
        let values: Vec<bool> = (0..VARS).map(|v| at >> v & 1 == 1).collect();
        d.eval(f, &values) == (table >> at & 1 == 1)
    })
}

fn quantified(table: u64, vars: &[Var]) -> u64 {
    vars.iter().fold(table, |table, &v| {
        let (yes, shift) = (table_of(v as usize), 1 << v);
        let (hi, lo) = ((table & yes) >> shift, table & !yes);
        let either = hi | lo;
        either | either << shift
    })
}

#[test]
fn operations_agree_with_truth_tables_and_sifting_changes_nothing() {
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let mut d = Diagrams::new(100_000, &StopFlag::new());
        let mut known: Vec<Both> = Vec::new();
        for block in [2, 1, 3] {
            for var in d.add_block(block) {
                known.push((d.var(var).unwrap(), table_of(var as usize)));
            }
        }
        for round in 0..60 {
            let mut pick = || known[random.below(known.len())].clone();
            let ((f, tf), (g, tg), (h, th)) = (pick(), pick(), pick());
            let vars: Vec<Var> = (0..VARS as Var).filter(|_| random.chance(40)).collect();
            let new = match round % 9 {
                0 => (d.and(&f, &g).unwrap(), tf & tg),
                1 => (d.xor(&f, &g).unwrap(), tf ^ tg),
                2 => (d.ite(&f, &g, &h).unwrap(), tf & tg | !tf & th),
                3 => {
                    let cube = d.cube(vars.clone()).unwrap();
                    (d.exists(&f, &cube).unwrap(), quantified(tf, &vars))
                }
                4 => {
                    let cube = d.cube(vars.clone()).unwrap();
                    let both = d.and_exists(&f, &g, &cube).unwrap();
                    (both, quantified(tf & tg, &vars))
                }
                5 => {
                    let by = d.substitution([(1, g.clone()), (4, h.clone())]);
                    let table = (0..64u64).fold(0, |all, at| {
                        let put = |at: u64, v: u64, t: u64, from: u64| {
                            at & !(1 << v) | (t >> from & 1) << v
                        };
                        let there = put(put(at, 1, tg, at), 4, th, at);
                        all | (tf >> there & 1) << at
                    });
                    (d.substitute(&f, &by).unwrap(), table)
                }
                6 => (f.not(), !tf),
                7 => {
                    let small = d.restrict(&f, &g).unwrap();
                    assert!(d.size(&small) <= d.size(&f));
                    let (both, same) = (d.and(&f, &g).unwrap(), d.and(&small, &g).unwrap());
                    assert_eq!(both, same, "seed {seed}, round {round}");
                    (same, tf & tg)
                }
                _ => {
                    d.sift().unwrap();
                    (d.or(&f, &g).unwrap(), tf | tg)
                }
            };
            assert!(matches(&d, &new), "seed {seed}, round {round}");
            let all: Vec<Var> = (0..VARS as Var).collect();
            assert_eq!(d.count(&new.0, &all), new.1.count_ones().into());
            match d.pick(&new.0) {
                Some(values) => assert!(d.eval(&new.0, &values)),
                None => assert_eq!(new.1, 0),
            }
            known.push(new);
        }
        for (i, a) in known.iter().enumerate() {
            assert!(matches(&d, a), "seed {seed}");
            for b in &known[..i] {
                assert_eq!(a.0 == b.0, a.1 == b.1, "equal functions are equal edges");
            }
        }
    }
}

/// Pairs that are equal, with all first halves above all second ones: 2^n nodes, and a few for each pair in a good order.
fn comparator(d: &mut Diagrams, pairs: usize) -> Result<Func, Trouble> {
    let vars: Vec<Var> = (0..2 * pairs).flat_map(|_| d.add_block(1)).collect();
    let mut all = d.constant(true);
    for i in 0..pairs {
        let (x, y) = (d.var(vars[i])?, d.var(vars[pairs + i])?);
        let same = d.iff(&x, &y)?;
        all = d.and(&all, &same)?;
    }
    Ok(all)
}

#[test]
fn sifting_repairs_a_bad_order() {
    let mut d = Diagrams::new(10_000_000, &StopFlag::new());
    let all = comparator(&mut d, 30).unwrap();
    assert!(d.sifted() > 0);
    d.sift().unwrap();
    assert_eq!(d.size(&all), 3 * 30 - 1);
    // In the order that was given it would be too large.
    let mut fixed = Diagrams::new(100_000, &StopFlag::new());
    fixed.fix_order();
    assert_eq!(comparator(&mut fixed, 30).unwrap_err(), Trouble::Full);
}

#[test]
fn a_raised_flag_ends_an_operation() {
    let stop = StopFlag::new();
    let mut d = Diagrams::new(10_000_000, &stop);
    let vars = d.add_block(2);
    let x = d.var(vars[0]).unwrap();
    stop.raise();
    assert_eq!(d.and(&x, &x).unwrap_err(), Trouble::Stopped);
}
