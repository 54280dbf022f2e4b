//! A run that is cut short keeps what was decided: a mutant on which every property is proved does not turn back into an unknown.

use assay_cover::result::{MutantVerdict, Notice, Stage};
use assay_cover::{CoverError, CoverOptions, cover};
use assay_solver::StopFlag;
use assay_system::Cone;
use assay_testkit::mutants::random_mutants;

#[test]
fn survivors_stay_survivors_when_time_is_up_before_the_expensive_stages() {
    let mut options = CoverOptions {
        jobs: 2,
        explain: false,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    let (mut proved, mut reaching) = (0, 0);
    for seed in 0..200 {
        let mutants = random_mutants(seed);
        let stop = StopFlag::new();
        let late = [Stage::Counterexample, Stage::Induction, Stage::Prove].map(Stage::as_str);
        let on_progress = |p: assay_cover::Progress| {
            if late.contains(&p.doing) {
                stop.raise();
            }
        };
        let result = match cover(&mutants, &[], &options, None, &stop, &on_progress) {
            Ok(result) => result,
            Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => continue,
            Err(error) => panic!("{error:?}"),
        };
        let system = &mutants.system;
        let assumed: Vec<_> = system.constraints.iter().map(|c| c.term).collect();
        let assumptions = Cone::without_constraints(system, &assumed);
        for (mutant, result) in mutants.mutants.iter().zip(&result.mutants) {
            let survives = |n: &Notice| matches!(n, Notice::Survives { .. });
            if !result.notices.iter().all(survives) {
                continue;
            }
            assert_ne!(
                result.verdict,
                MutantVerdict::Unknown,
                "seed {seed}, mutant {}: {:?}",
                mutant.id,
                result.reason
            );
            proved += 1;
            let patch = mutant.patch().expect("it was decided");
            let reaches = patch.vars.iter().any(|(v, _)| assumptions.contains(*v));
            reaching += usize::from(reaches || !patch.constraints.is_empty());
        }
    }
    assert!(
        proved > 100 && reaching > 10,
        "a fair mix: {proved}, of which {reaching} reach an assumption"
    );
}
