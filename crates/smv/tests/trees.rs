//! Trees of executions are run by the interpreter: those of a model pass, and those of a system that says something else than the text do not, even
//! where the difference is in an atom deep inside of a formula.

use assay_language::Model;
use assay_smv::SmvModel;
use assay_smv::testgen::{Shape, model};
use assay_source::SourceMap;
use assay_system::branching::Rerun;
use assay_system::{Claim, Formula, Random, is_stated};
use assay_testkit::branching::{Decided, decide};

/// The invariant is there so that variants have the same terms with the same numbers.
const RING: &str = "\
MODULE main
VAR n : 0..3; idle : boolean;
ASSIGN init(n) := 0;
  next(n) := case n = 3 : 0; TRUE : {n, n + 1}; esac;
INVARSPEC n = 0 | n = 1 | n = 2 | n = 3
CTLSPEC AG (n = 1 -> AX EX (n = 2 & EX n = 0))
";

fn read(text: &str) -> Option<SmvModel> {
    let mut map = SourceMap::new();
    let id = map.add_text("m.smv", text);
    SmvModel::read(map.file(id).clone()).ok().map(|read| read.0)
}

/// Runs the evidence for a formula of one model by the interpreter of another, and compares the atoms of a formula.
fn rerun(
    of: &SmvModel,
    formula: &Formula,
    by: &SmvModel,
    compared: &Formula,
) -> Result<bool, String> {
    let problem = by.problem(0).expect("it has a main module");
    let rerun = Rerun {
        replayer: problem.replayer(),
        system: of.system(),
        formula: compared,
    };
    match decide(of.system(), formula) {
        Decided::Holds(fixpoint) => rerun.fixpoint(&fixpoint),
        Decided::Fails(tree) => rerun.tree(&tree),
        Decided::NoExecutions(_) => Ok(false),
    }
}

fn formulas(model: &SmvModel) -> Vec<Formula> {
    let properties = model.system().properties.iter();
    let formulas = properties.filter_map(|p| match &p.claim {
        Claim::Temporal(formula) => Some(formula.clone()),
        _ => None,
    });
    formulas.collect()
}

#[test]
fn a_tree_of_another_text_is_refused() {
    let ring = read(RING).expect("it is a model");
    let [claim] = &formulas(&ring)[..] else {
        panic!("there is one claim");
    };
    assert_eq!(rerun(&ring, claim, &ring, claim), Ok(true));
    for (old, new) in [("EX n = 0", "EX n = 3"), ("n = 2 & EX", "n = 3 & EX")] {
        let other = read(&RING.replace(old, new)).expect("it is a model");
        let refused = rerun(&ring, claim, &other, claim).expect_err(new);
        assert!(refused.contains("in the system and"), "{new}: {refused}");
    }
    // Here the path is compared, and no atom.
    let nothing = Formula::Atom(ring.system().pool.clone().bool(true));
    for (old, new) in [("{n, n + 1}", "{n, 0}"), ("init(n) := 0", "init(n) := 1")] {
        let other = read(&RING.replace(old, new)).expect("it is a model");
        let refused = rerun(&ring, claim, &other, &nothing).expect_err(new);
        assert!(refused.contains("does not give"), "{new}: {refused}");
    }
}

#[test]
fn evidence_about_random_models_runs_as_the_text_says() {
    let shape = Shape {
        words: false,
        processes: false,
        inputs: false,
        ..Shape::FULL
    };
    let (mut ran, mut empty) = (0, 0);
    for seed in 0..40 {
        let text = model(&mut Random::new(seed), shape);
        let Some(model) = read(&text).filter(|m| is_stated(m.system())) else {
            continue;
        };
        // Enumeration is for small systems.
        if assay_system::branching::enumerate(model.system(), 300).is_err() {
            continue;
        }
        for formula in formulas(&model) {
            match rerun(&model, &formula, &model, &formula) {
                Ok(true) => ran += 1,
                Ok(false) => empty += 1,
                Err(why) => panic!("seed {seed}: {why}\n{text}"),
            }
        }
    }
    println!("{ran} ran, {empty} have no executions");
    assert!(ran > 20);
}
