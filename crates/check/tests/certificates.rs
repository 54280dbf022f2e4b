//! Certificates by hand: true ones pass every checker, tampered ones none.

mod common;

use assay_check::{CheckOutcome, Checker, SmtSolver, check_certificate};
use assay_system::{Certificate, Provers, System, VarKind};
use assay_term::{BigRational, Function, Sort};
use assay_testkit::{Build, certificate};
use common::{TIMEOUT, lrat, smt, smt_solvers};

/// What a system needs of a checker.
#[derive(Clone, Copy, PartialEq)]
enum Needs {
    Bits,
    Linear,
    Nonlinear,
}

struct Case {
    name: &'static str,
    system: System,
    certificate: Certificate,
    needs: Needs,
}

impl Case {
    fn checkers(&self) -> Vec<Checker> {
        let mut checkers = Vec::new();
        if self.needs == Needs::Bits {
            checkers.push(lrat());
        }
        for solver in smt_solvers() {
            if !(self.needs == Needs::Nonlinear && solver.name.starts_with("yices")) {
                checkers.push(smt(&solver));
            }
        }
        checkers
    }

    fn expect(&self, what: &str, certificate: &Certificate, accepted: bool) {
        for checker in self.checkers() {
            let outcome = check_certificate(&self.system, certificate, &checker);
            let right = match &outcome {
                CheckOutcome::Accepted { .. } => accepted,
                CheckOutcome::Rejected { .. } => !accepted,
                CheckOutcome::Inconclusive { .. } => false,
            };
            assert!(right, "{}, {what}, {checker:?}: {outcome:?}", self.name);
        }
    }
}

/// Counts up to 10 while `tick`, else falls back to 0. Property 0: at most 10; property 1: false.
fn counter() -> Case {
    let mut b = System::new();
    let tick = b.input("tick", Sort::Bool);
    let (zero, one, ten) = (b.pool.int(0), b.pool.int(1), b.pool.int(10));
    let x = b.state_from("x", (0, 15), Some(zero));
    let below = b.pool.lt(x, ten);
    let go = b.pool.and2(tick, below);
    let go = b.wire("go", go);
    let up = b.pool.add([x, one]);
    let next = b.pool.ite(go, up, zero);
    b.set_next(x, next);
    let bounded = b.pool.le(x, ten);
    b.claim(bounded);
    let small = b.pool.lt(x, ten);
    b.claim(small);
    let certificate = certificate(&b, 1, &[], &[0]);
    Case {
        name: "counter",
        system: b,
        certificate,
        needs: Needs::Bits,
    }
}

/// x follows y, y stays; both start true. "x" is inductive with the lemma "y", or with k = 2.
fn follower(k: usize, with_lemma: bool) -> Case {
    let mut b = System::new();
    let yes = b.pool.bool(true);
    let x = b.state_from("x", Sort::Bool, Some(yes));
    let y = b.state_from("y", Sort::Bool, Some(yes));
    b.set_next(x, y);
    b.claim(x);
    let lemmas = if with_lemma { vec![y] } else { vec![] };
    let certificate = certificate(&b, k, &lemmas, &[0]);
    Case {
        name: "follower",
        system: b,
        certificate,
        needs: Needs::Bits,
    }
}

/// y runs twice as fast as x, so it is never 5: lemma y = 2 x.
fn twice() -> Case {
    let mut b = System::new();
    let zero = b.pool.int(0);
    let x = b.state_from("x", Sort::Int, Some(zero));
    let y = b.state_from("y", Sort::Int, Some(zero));
    let (one, two, five) = (b.pool.int(1), b.pool.int(2), b.pool.int(5));
    let next_x = b.pool.add([x, one]);
    let next_y = b.pool.add([y, two]);
    b.set_next(x, next_x);
    b.set_next(y, next_y);
    let is_five = b.pool.eq(y, five);
    let never = b.pool.not(is_five);
    b.claim(never);
    let double = b.pool.mul(two, x);
    let lemma = b.pool.eq(y, double);
    let certificate = certificate(&b, 1, &[lemma], &[0]);
    Case {
        name: "twice",
        system: b,
        certificate,
        needs: Needs::Linear,
    }
}

/// A leaky sum of an input that an assertion keeps between 0 and 1.
fn leaky() -> Case {
    let mut b = System::new();
    let real = |b: &mut System, n: i64, d: i64| b.pool.real(BigRational::new(n.into(), d.into()));
    let (zero, one) = (real(&mut b, 0, 1), real(&mut b, 1, 1));
    let (two, half) = (real(&mut b, 2, 1), real(&mut b, 1, 2));
    let r = b.input("r", Sort::Real);
    let s = b.state_from("s", Sort::Real, Some(zero));
    let halved = b.pool.mul(half, s);
    let next = b.pool.add([halved, r]);
    b.set_next(s, next);
    let (low, high) = (b.pool.le(zero, r), b.pool.le(r, one));
    b.assume(low);
    b.assume(high);
    let (floor, bound) = (b.pool.floor(s), b.pool.int(2));
    let (small, whole) = (b.pool.le(s, two), b.pool.le(floor, bound));
    b.claim(small);
    b.claim(whole);
    let certificate = certificate(&b, 1, &[], &[0, 1]);
    Case {
        name: "leaky",
        system: b,
        certificate,
        needs: Needs::Linear,
    }
}

/// Two copies of one rigid parameter that swap places, seen through an uninterpreted function, and a
/// function without arguments.
fn congruent() -> Case {
    let mut b = System::new();
    let p = b.rigid("p", Sort::Int);
    let f = b.pool.declare_function(Function {
        name: "f".into(),
        args: vec![Sort::Int],
        result: Sort::Int,
    });
    let c = b.pool.declare_function(Function {
        name: "c".into(),
        args: vec![],
        result: Sort::Bool,
    });
    let constant = b.pool.call(c, vec![]);
    let x = b.state_from("x", Sort::Int, Some(p));
    let y = b.state_from("y", Sort::Int, Some(p));
    b.set_next(x, y);
    b.set_next(y, x);
    let flag = b.state_from("flag", Sort::Bool, Some(constant));
    let (fx, fp) = (b.pool.call(f, vec![x]), b.pool.call(f, vec![p]));
    let same = b.pool.eq(fx, fp);
    let agrees = b.pool.eq(flag, constant);
    b.claim(same);
    b.claim(agrees);
    let lemmas = [x, y].map(|copy| b.pool.eq(copy, p));
    let certificate = certificate(&b, 1, &lemmas, &[0, 1]);
    Case {
        name: "congruent",
        system: b,
        certificate,
        needs: Needs::Linear,
    }
}

/// The state is a square of what was read, so never negative.
fn squares() -> Case {
    let mut b = System::new();
    let zero = b.pool.int(0);
    let i = b.input("i", Sort::Int);
    let x = b.state_from("x", Sort::Int, Some(zero));
    let square = b.pool.mul(i, i);
    b.set_next(x, square);
    let positive = b.pool.le(zero, x);
    b.claim(positive);
    let certificate = certificate(&b, 1, &[], &[0]);
    Case {
        name: "squares",
        system: b,
        certificate,
        needs: Needs::Nonlinear,
    }
}

/// Division by a variable behind a guard; an initial value that depends on a wire and an input.
fn divider() -> Case {
    let mut b = System::new();
    let zero = b.pool.int(0);
    let n = b.input("n", (-9, 9));
    let d = b.input("d", (-3, 3));
    let by_zero = b.pool.eq(d, zero);
    let (q, r) = (b.pool.int_div(n, d), b.pool.int_mod(n, d));
    let q = b.pool.ite(by_zero, zero, q);
    let r = b.pool.ite(by_zero, n, r);
    let (q, r) = (b.wire("q", q), b.wire("r", r));
    let x = b.state_from("x", (-9, 9), Some(q));
    b.set_next(x, q);
    let product = b.pool.mul(d, q);
    let sum = b.pool.add([product, r]);
    let exact = b.pool.eq(sum, n);
    b.claim(exact);
    let nine = b.pool.int(9);
    let bounded = b.pool.le(x, nine);
    b.claim(bounded);
    let certificate = certificate(&b, 1, &[], &[0, 1]);
    Case {
        name: "divider",
        system: b,
        certificate,
        needs: Needs::Bits,
    }
}

fn cases() -> Vec<Case> {
    vec![
        counter(),
        follower(1, true),
        follower(2, false),
        twice(),
        leaky(),
        congruent(),
        squares(),
        divider(),
    ]
}

#[test]
fn true_certificates_pass_every_checker() {
    for case in cases() {
        // Yices cannot divide by a variable, and the other solvers are slow at it.
        if case.name == "divider" {
            let outcome = check_certificate(&case.system, &case.certificate, &lrat());
            assert_eq!(
                outcome,
                CheckOutcome::Accepted {
                    by: "cadical+lrat".into()
                }
            );
        } else {
            case.expect("as given", &case.certificate, true);
        }
    }
}

#[test]
fn a_larger_k_passes_too() {
    for case in [
        counter(),
        follower(3, false),
        follower(2, true),
        twice(),
        leaky(),
    ] {
        let mut larger = case.certificate.clone();
        larger.k += 1;
        case.expect("k raised", &larger, true);
    }
}

#[test]
fn a_dropped_lemma_is_missed() {
    for case in [follower(1, true), twice(), congruent()] {
        let mut dropped = case.certificate.clone();
        dropped.lemmas = case.system.pool.export(&[]);
        case.expect("lemma dropped", &dropped, false);
    }
}

#[test]
fn a_negated_lemma_is_refused() {
    for mut case in [follower(1, true), twice(), congruent()] {
        let mut pool = case.system.pool.clone();
        let lemma = pool.import(&case.certificate.lemmas)[0];
        let negated = pool.not(lemma);
        case.certificate.lemmas = pool.export(&[negated]);
        case.expect("lemma negated", &case.certificate, false);
    }
}

#[test]
fn a_k_that_is_too_small_is_refused() {
    let case = follower(2, false);
    let mut lowered = case.certificate.clone();
    lowered.k = 1;
    case.expect("k lowered", &lowered, false);
    lowered.k = 0;
    case.expect("k zero", &lowered, false);
}

/// From 00 nowhere; 01 and 10 alternate, and 10 may go to 11, which is bad: a way of any length leads there from outside
/// what can be reached.
fn carousel() -> Case {
    let mut b = System::new();
    let off = b.input("off", Sort::Bool);
    let no = b.pool.bool(false);
    let x = b.state_from("x", Sort::Bool, Some(no));
    let y = b.state_from("y", Sort::Bool, Some(no));
    let leave = b.pool.and2(x, off);
    let next = b.pool.or2(y, leave);
    b.set_next(x, next);
    b.set_next(y, x);
    let both = b.pool.and2(x, y);
    let good = b.pool.not(both);
    b.claim(good);
    let certificate = Certificate {
        simple_path: true,
        provers: Provers::none(),
        ..certificate(&b, 3, &[], &[0])
    };
    Case {
        name: "carousel",
        system: b,
        certificate,
        needs: Needs::Bits,
    }
}

#[test]
fn simple_paths_are_honoured_and_asked_for() {
    let case = carousel();
    case.expect("as given", &case.certificate, true);
    for k in [3, 7] {
        let forged = Certificate {
            k,
            simple_path: false,
            provers: Provers::none(),
            ..case.certificate.clone()
        };
        case.expect("flag removed", &forged, false);
    }
    let hasty = Certificate {
        k: 2,
        ..case.certificate.clone()
    };
    case.expect("k lowered", &hasty, false);
}

/// x starts as the input and stays; "where x is, the input is" fails at the second step, in the state of the first.
#[test]
fn a_first_state_that_depends_on_inputs_is_passed_once_more() {
    let mut b = System::new();
    let i = b.input("i", Sort::Bool);
    b.state_from("x", Sort::Bool, Some(i));
    let x = b.find("x").unwrap();
    let x = b.pool.var(x);
    let claim = b.pool.implies(x, i);
    b.claim(claim);
    let certificate = Certificate {
        simple_path: true,
        provers: Provers::none(),
        ..certificate(&b, 1, &[], &[0])
    };
    let case = Case {
        name: "remembered input",
        system: b,
        certificate,
        needs: Needs::Bits,
    };
    case.expect("as given", &case.certificate, false);
}

/// A state beside the carousel that comes and goes with an input: where a lemma reads it, ways that were the same are not.
#[test]
fn states_are_what_the_claim_depends_on() {
    let mut case = carousel();
    let b = &mut case.system;
    let tick = b.input("tick", Sort::Bool);
    let no = b.pool.bool(false);
    let z = b.state_from("z", Sort::Bool, Some(no));
    b.set_next(z, tick);
    case.expect("not read", &case.certificate, true);
    let pool = &mut case.system.pool;
    let claim = case.system.properties[0].term;
    let weaker = pool.or2(claim, z);
    case.certificate.lemmas = pool.export(&[weaker]);
    case.expect("read, the same k", &case.certificate, false);
    case.certificate.k = 5;
    case.expect("read, a greater k", &case.certificate, true);
}

#[test]
fn another_property_is_not_proved_along() {
    let case = counter();
    for properties in [vec![1], vec![0, 1], vec![7], vec![]] {
        let changed = Certificate {
            properties,
            ..case.certificate.clone()
        };
        case.expect("properties changed", &changed, false);
    }
}

#[test]
fn constraints_are_needed_and_used() {
    let mut case = leaky();
    case.system.constraints.pop();
    case.expect("constraint removed", &case.certificate, false);
}

#[test]
fn a_lemma_over_an_undeclared_variable_is_refused() {
    let case = counter();
    let mut foreign = case.system.pool.clone();
    let extra = foreign.declare("extra", Sort::Bool);
    let lemma = foreign.var(extra);
    let changed = Certificate {
        lemmas: foreign.export(&[lemma]),
        ..case.certificate.clone()
    };
    case.expect("undeclared variable", &changed, false);
}

/// x climbs without end although its type says 0 to 3; the property itself always holds.
fn climbing(constrained: bool) -> Case {
    let mut b = System::new();
    let (zero, one, three) = (b.pool.int(0), b.pool.int(1), b.pool.int(3));
    let x = b.state_from("x", (0, 3), Some(zero));
    let up = b.pool.add([x, one]);
    b.set_next(x, up);
    if constrained {
        let inside = b.pool.le(x, three);
        b.assume(inside);
    }
    let positive = b.pool.le(zero, x);
    b.claim(positive);
    let certificate = certificate(&b, 1, &[], &[0]);
    Case {
        name: "climbing",
        system: b,
        certificate,
        needs: Needs::Bits,
    }
}

#[test]
fn ranges_of_states_are_proved() {
    let case = climbing(false);
    case.expect("range left", &case.certificate, false);
    let CheckOutcome::Rejected { obligation, detail } =
        check_certificate(&case.system, &case.certificate, &lrat())
    else {
        panic!("the range is left");
    };
    assert_eq!(obligation, "induction step");
    assert_eq!(detail, "does not hold: range of x");
    // For a large k it is the base that fails.
    let deep = Certificate {
        k: 6,
        ..case.certificate.clone()
    };
    case.expect("range left", &deep, false);
    let outcome = check_certificate(&case.system, &deep, &lrat());
    assert!(
        matches!(&outcome, CheckOutcome::Rejected { obligation, .. } if obligation == "base at step 4"),
        "{outcome:?}"
    );
}

#[test]
fn a_constraint_at_the_goal_step_may_keep_a_range() {
    let case = climbing(true);
    case.expect("blocked", &case.certificate, true);
}

#[test]
fn ranges_of_wires_are_not_believed() {
    let mut b = System::new();
    let i = b.input("i", (0, 3));
    let w = b.declare("w", (0, 1), VarKind::Wire { def: i });
    let one = b.pool.int(1);
    let small = b.pool.le(w, one);
    b.claim(small);
    let certificate = certificate(&b, 1, &[], &[0]);
    let case = Case {
        name: "lying wire",
        system: b,
        certificate,
        needs: Needs::Bits,
    };
    case.expect("as given", &case.certificate, false);
}

#[test]
fn a_cyclic_definition_is_refused_not_followed() {
    let mut case = counter();
    let go = case.system.find("go").unwrap();
    let term = case.system.pool.var(go);
    let def = case.system.pool.not(term);
    case.system.vars[go.index()].kind = VarKind::Wire { def };
    case.expect("cycle", &case.certificate, false);
}

#[test]
fn variables_outside_the_cone_do_not_matter() {
    let mut case = counter();
    let r = case.system.input("r", Sort::Real);
    let s = case.system.state("s", (0, 1));
    let big = case.system.pool.int(9);
    case.system.set_next(s, big);
    case.system.wire("unused", r);
    case.expect("more variables", &case.certificate, true);
}

#[test]
fn a_problem_with_reals_is_not_for_bits() {
    let case = leaky();
    let outcome = check_certificate(&case.system, &case.certificate, &lrat());
    assert!(
        matches!(outcome, CheckOutcome::Inconclusive { .. }),
        "{outcome:?}"
    );
}

#[test]
fn a_solver_that_refuses_decides_nothing() {
    let case = squares();
    let Some(yices) = smt_solvers()
        .into_iter()
        .find(|s| s.name.starts_with("yices"))
    else {
        println!("note: skipped without yices");
        return;
    };
    let outcome = check_certificate(&case.system, &case.certificate, &smt(&yices));
    assert!(
        matches!(outcome, CheckOutcome::Inconclusive { .. }),
        "{outcome:?}"
    );
}

#[test]
fn the_checker_is_another_solver_than_the_prover() {
    let solver = |name: &str| SmtSolver {
        path: name.into(),
        name: name.into(),
    };
    let all = [
        solver("yices-smt2 2.6.5"),
        solver("z3 5.4"),
        solver("cvc5 1.2"),
    ];
    let pick_for = |case: &Case, solvers: &[SmtSolver], provers: Provers| {
        let system: &System = &case.system;
        let certificate = Certificate {
            provers,
            ..case.certificate.clone()
        };
        match Checker::for_system(system, &certificate, solvers, TIMEOUT) {
            None => "none".to_owned(),
            Some(Checker::Lrat { .. }) => "lrat".to_owned(),
            Some(Checker::Smt {
                name, random_seed, ..
            }) => {
                assert_eq!(random_seed.is_some(), name.contains("same-solver"));
                name
            }
        }
    };
    let pick = |case: &Case, solvers: &[SmtSolver], prover: &str| {
        pick_for(case, solvers, Provers::new([prover]))
    };
    assert_eq!(pick(&counter(), &all, "cadical"), "lrat");
    assert_eq!(pick(&counter(), &[], "cadical"), "lrat");
    assert_eq!(pick(&twice(), &all, "yices-smt2"), "z3 5.4");
    assert_eq!(pick(&twice(), &all, "z3"), "yices-smt2 2.6.5");
    assert_eq!(pick(&squares(), &all, "z3"), "cvc5 1.2");
    let same = pick(&squares(), &all[..2], "z3");
    assert!(same.starts_with("z3 5.4 (same-solver"), "{same}");
    // Two had a part in the proof: the third checks it, and where there is none it is said.
    let two = || Provers::new(["z3", "yices-smt2"]);
    assert_eq!(pick_for(&twice(), &all, two()), "cvc5 1.2");
    let same = pick_for(&twice(), &all[..2], two());
    assert!(same.contains("same-solver"), "{same}");
    assert_eq!(pick(&twice(), &[], "z3"), "none");
    assert_eq!(pick(&squares(), &all[..1], "z3"), "none");
}

#[test]
fn long_chains_of_wires_do_not_exhaust_the_stack() {
    let mut b = System::new();
    let mut last = b.input("i", Sort::Bool);
    for n in 0..20_000 {
        let not = b.pool.not(last);
        last = b.wire(&format!("w{n}"), not);
    }
    let i = b.pool.var(assay_term::VarId(0));
    let same = b.pool.eq(last, i);
    b.claim(same);
    let certificate = certificate(&b, 1, &[], &[0]);
    let outcome = check_certificate(&b, &certificate, &lrat());
    assert!(outcome.is_accepted(), "{outcome:?}");
}
