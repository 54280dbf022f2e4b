//! The solver for small questions against CaDiCaL, on random clauses with assumptions, one-time clauses
//! and clauses that come and go.

use assay_solver::cdcl::{Cdcl, ClauseId};
use assay_solver::sat::Solver;
use assay_solver::{Answer, Lit, StopFlag};
use assay_testkit::Random;

fn lits(random: &mut Random, vars: usize, length: usize) -> Vec<Lit> {
    let mut lit = || {
        let code = 1 + random.below(vars) as i32;
        Lit::from_code(if random.below(2) == 0 { code } else { -code })
    };
    (0..length).map(|_| lit()).collect()
}

fn fresh_reference(vars: usize, clauses: &[Vec<Lit>]) -> Solver {
    let mut solver = Solver::new(StopFlag::new());
    for _ in 0..vars {
        solver.fresh();
    }
    clauses.iter().for_each(|c| solver.clause(c));
    solver
}

fn satisfied(solver: &Cdcl, clause: &[Lit]) -> bool {
    clause.iter().any(|&l| solver.model(l) == Some(true))
}

#[test]
fn answers_models_and_cores_are_right() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let vars = 12 + random.below(40);
        let mut solver = Cdcl::new(StopFlag::new());
        for _ in 0..vars {
            solver.fresh();
        }
        let mut fixed: Vec<Vec<Lit>> = Vec::new();
        let mut guarded: Vec<(Lit, Vec<Lit>, Option<ClauseId>)> = Vec::new();
        for _ in 0..vars * 3 {
            let length = 2 + random.below(3);
            let clause = lits(random, vars, length);
            solver.clause(&clause);
            fixed.push(clause);
        }
        for question in 0..40 {
            // A clause with a switch of its own, as frames have them; old ones are taken back.
            let switch = solver.fresh();
            let clause = lits(random, vars, 2 + question % 3);
            let guard: Vec<Lit> = clause.iter().copied().chain([switch]).collect();
            guarded.push((switch, clause, solver.removable(&guard)));
            if guarded.len() > 6 {
                let (_, _, id) = guarded.remove(0);
                id.into_iter().for_each(|id| solver.remove(id));
            }
            let mut assumptions: Vec<Lit> = guarded.iter().map(|(s, _, _)| !*s).collect();
            let count = random.below(6);
            assumptions.extend(lits(random, vars, count));
            let one_time = match random.below(3) {
                0 => vec![],
                n => lits(random, vars, n),
            };
            let domain: Vec<Lit> = (1..=vars as i32).map(Lit::from_code).collect();
            let answer = solver.solve_within(&domain, &assumptions, &one_time, None);

            let mut all = fixed.clone();
            all.extend(guarded.iter().map(|(_, clause, _)| clause.clone()));
            all.extend((!one_time.is_empty()).then(|| one_time.clone()));
            let free = assumptions[guarded.len()..].to_vec();
            let mut reference = fresh_reference(vars, &all);
            assert_eq!(answer, reference.solve(&free, None), "seed {seed}");
            if answer == Answer::Sat {
                yes += 1;
                assert!(all.iter().all(|c| satisfied(&solver, c)), "seed {seed}");
                assert!(free.iter().all(|&l| solver.model(l) == Some(true)));
            } else {
                no += 1;
                let core: Vec<Lit> = free.iter().copied().filter(|&l| solver.failed(l)).collect();
                let used = guarded.iter().filter(|(s, _, _)| solver.failed(!*s));
                let mut part = fixed.clone();
                part.extend(used.map(|(_, clause, _)| clause.clone()));
                part.extend((!one_time.is_empty()).then(|| one_time.clone()));
                let mut again = fresh_reference(vars, &part);
                assert_eq!(again.solve(&core, None), Answer::Unsat, "seed {seed}");
            }
        }
    }
    assert!(yes > 300 && no > 300, "{yes} satisfiable, {no} not");
}

#[test]
fn a_question_stays_within_its_domain() {
    let mut solver = Cdcl::new(StopFlag::new());
    let lits: Vec<Lit> = (0..6).map(|_| solver.fresh()).collect();
    for pair in lits.windows(2) {
        solver.clause(&[!pair[0], pair[1]]);
    }
    assert_eq!(
        solver.solve_within(&lits[..3], &[lits[0]], &[], None),
        Answer::Sat
    );
    assert_eq!(solver.model(lits[2]), Some(true));
    assert_eq!(solver.model(lits[4]), None);
    assert_eq!(solver.solve(&[lits[0], !lits[5]], None), Answer::Unsat);
    assert!(solver.failed(lits[0]) && solver.failed(!lits[5]));
}

#[test]
fn a_pigeonhole_is_refuted_and_a_budget_ends_it() {
    let holes = 7;
    let build = || {
        let mut solver = Cdcl::new(StopFlag::new());
        let at: Vec<Vec<Lit>> = (0..=holes)
            .map(|_| (0..holes).map(|_| solver.fresh()).collect())
            .collect();
        at.iter().for_each(|pigeon| solver.clause(pigeon));
        for (i, pigeon) in at.iter().enumerate() {
            for other in &at[..i] {
                for (here, there) in pigeon.iter().zip(other) {
                    solver.clause(&[!*here, !*there]);
                }
            }
        }
        solver
    };
    assert!(matches!(build().solve(&[], Some(50)), Answer::Unknown(_)));
    assert_eq!(build().solve(&[], None), Answer::Unsat);
}
