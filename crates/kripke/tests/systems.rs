//! Structures as systems: the system has the states and transitions of the text, claims mean what they say, mutants are what their texts say.

mod common;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assay_kripke::{Expr, KripkeLanguage, Operator, Structure, lower};
use assay_language::{
    Breaks, Ended, Files, Given, Inputs, Language, Limits, Model, Patience, ReadRequest, Signal,
};
use assay_source::{Diagnostic, SourceMap};
use assay_system::branching::{Kripke, NotEnumerated, Outcome, Rerun, enumerate};
use assay_system::{Claim, Formula, Paths, Role, System, execute, is_stated};
use assay_term::{Evaluator, Functions, Sort, TermId, Value};
use assay_testkit::Random;
use assay_testkit::branching::{Decided, decide};
use common::{accepted, parse, random};

/// What becomes of each claim of CTL, by the lowered system.
fn outcomes(system: &System) -> Result<Vec<Outcome>, NotEnumerated> {
    let found = enumerate(system, 4096)?;
    let mut outcomes = Vec::new();
    for property in &system.properties {
        if let Claim::Temporal(formula) = &property.claim {
            let atom = |term: TermId| found.holds(system, term).expect("terms have values");
            let labels = found.kripke.label(formula, atom).expect("a formula of CTL");
            outcomes.push(found.kripke.outcome(&labels.last().unwrap().holds));
        }
    }
    Ok(outcomes)
}

/// The same by the text: states are those of the text, atoms are evaluated by its own rules.
fn outcomes_of_text(structure: &Structure) -> Vec<Outcome> {
    let count = structure.states.len();
    let truth = |expr: &Expr| -> Vec<bool> {
        let at = |s: usize| {
            expr.eval(s, &|l| structure.has(s, l))
                .expect("no temporal operators")
        };
        (0..count).map(at).collect()
    };
    let kripke = Kripke {
        next: structure
            .states
            .iter()
            .map(|s| s.edges.iter().map(|e| e.to).collect())
            .collect(),
        initial: structure.initial.clone(),
        fairness: structure.fairness.iter().map(|f| truth(&f.expr)).collect(),
    };
    let claims = structure.claims.iter().filter(|c| !c.invariant);
    claims
        .map(|claim| {
            // Atoms by number: the variable of an atom is as good as a term.
            let atoms: RefCell<BTreeMap<TermId, Vec<bool>>> = RefCell::default();
            let mut pool = assay_term::Pool::new();
            let mut atom = |expr: &Expr| {
                let var = pool.declare("atom", Sort::Bool);
                let term = pool.var(var);
                atoms.borrow_mut().insert(term, truth(expr));
                Formula::Atom(term)
            };
            let formula = formula(&claim.expr, &mut atom);
            let labels = kripke
                .label(&formula, |term| atoms.borrow()[&term].clone())
                .unwrap();
            kripke.outcome(&labels.last().unwrap().holds)
        })
        .collect()
}

fn formula(expr: &Expr, atom: &mut dyn FnMut(&Expr) -> Formula) -> Formula {
    let mut of = |e: &Expr| Box::new(formula(e, atom));
    match expr {
        Expr::Path(paths, Operator::Next, a) => Formula::Next(*paths, of(a)),
        Expr::Path(paths, Operator::Finally, a) => Formula::Finally(*paths, of(a)),
        Expr::Path(paths, Operator::Globally, a) => Formula::Globally(*paths, of(a)),
        Expr::Until(paths, a, b) => Formula::Until(*paths, of(a), of(b)),
        Expr::Not(a) => Formula::Not(of(a)),
        Expr::Implies(a, b) => Formula::Or(Box::new(Formula::Not(of(a))), of(b)),
        Expr::Iff(a, b) => Formula::Iff(of(a), of(b)),
        Expr::And(all) if all.len() == 2 => Formula::And(of(&all[0]), of(&all[1])),
        Expr::Or(all) if all.len() == 2 => Formula::Or(of(&all[0]), of(&all[1])),
        other => atom(other),
    }
}

#[test]
fn the_example_has_its_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/kripke/lecture.kripke");
    let structure = accepted(&std::fs::read_to_string(path).unwrap());
    use Outcome::{Fails, Holds};
    let expected = [Holds, Holds, Holds, Holds, Holds, Fails, Fails];
    assert_eq!(outcomes(&lower(&structure).system).unwrap(), expected);
    assert_eq!(outcomes_of_text(&structure), expected);
}

#[test]
fn systems_mean_what_their_texts_say() {
    let mut choices = Random::new(31);
    let mut seen = [0; 3];
    for _ in 0..300 {
        let structure = accepted(&random(&mut choices));
        let found = outcomes(&lower(&structure).system).unwrap();
        assert_eq!(found, outcomes_of_text(&structure));
        for outcome in found {
            seen[outcome as usize] += 1;
        }
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}

/// Nothing but this text can be read.
struct Text(String);

impl Files for Text {
    fn read(&self, _: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        Ok(self.0.clone().into_bytes())
    }
}

struct Forever;

impl Patience for Forever {
    fn ended(&self) -> Option<Ended> {
        None
    }
    fn signal(&self) -> Signal {
        Signal::never()
    }

    fn watched(&self, _: bool) {}
}

fn model(text: &str) -> Box<dyn Model> {
    let given = Given::default();
    let request = ReadRequest {
        paths: &[PathBuf::from("test.kripke")],
        given: &given,
        part: None,
        map: &mut SourceMap::new(),
        files: &Text(text.into()),
        limits: Limits {
            deadline: None,
            patience: &Forever,
        },
    };
    match KripkeLanguage.read(request) {
        Ok((model, _)) => model,
        Err(_) => panic!("it is refused: {text}"),
    }
}

fn breaks(mutators: &str) -> Breaks {
    Breaks {
        mutators: mutators.into(),
        given: Given::default(),
        tied: vec![],
        settled: Default::default(),
        only: None,
    }
}

#[test]
fn mutants_are_what_their_texts_say() {
    let mut choices = Random::new(32);
    let (mut written, mut unwritten) = (0, 0);
    for _ in 0..12 {
        let model = model(&random(&mut choices));
        let breaks = breaks("all");
        let mutated = model
            .mutants(0, &breaks)
            .ok()
            .expect("the mutators are known");
        let mut ids: Vec<_> = mutated
            .mutants
            .mutants
            .iter()
            .map(|m| m.id.clone())
            .collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), mutated.mutants.mutants.len());
        for mutant in mutated.mutants.mutants.iter().cloned() {
            let mut alone = mutated.mutants.clone();
            let patched = mutant.patch().unwrap().apply(&alone.system);
            alone.mutants = vec![mutant.clone()];
            match model.written(0, &breaks, &alone, "remark") {
                Ok(text) => {
                    written += 1;
                    let changed = parse(&text).unwrap_or_else(|f| panic!("{text}: {f:?}")).0;
                    assert_eq!(
                        outcomes(&patched).unwrap(),
                        outcomes_of_text(&changed),
                        "{}: {text}",
                        mutant.id
                    );
                    let dot = model.written_as("dot", &alone, "remark").unwrap().unwrap();
                    assert!(dot.starts_with("// remark\ndigraph"));
                }
                Err(why) => {
                    unwritten += 1;
                    assert_eq!(mutant.operator, "nondet", "{why}");
                }
            }
        }
    }
    println!("{written} written, {unwritten} not");
    assert!(written > 300 && unwritten > 20);
}

#[test]
fn paths_are_replayed() {
    let mut choices = Random::new(33);
    let (mut right, mut wrong, mut violated) = (0, 0, 0);
    for seed in 0..200 {
        let model = model(&random(&mut choices));
        let problem = model.problem(0).unwrap();
        let run = problem
            .simulate(&Inputs::default(), seed, 6)
            .ok()
            .expect("it runs");
        let replayer = problem.replayer();
        // The fourth claim is AG (p | q).
        let replayed = replayer.replay(&run.trace, 3).unwrap();
        let last = &run.trace.steps[run.trace.len() - 1];
        let system = problem.system();
        let [p, q] =
            ["p", "q"].map(|name| last[system.find(name).unwrap().index()] == Value::Bool(true));
        assert_eq!(replayed.violated, !p && !q);
        violated += usize::from(replayed.violated);
        right += 1;
        let mut trace = run.trace.clone();
        let state = system.find("state").unwrap();
        let step = choices.below(trace.len());
        let Value::Int(n) = trace.value(step, state).clone() else {
            panic!("states are numbers")
        };
        trace.steps[step][state.index()] = Value::Int(n + 1i32);
        assert!(replayer.replay(&trace, 3).is_err());
        // A mutant that changes what the path does.
        let breaks = breaks("drop,zero");
        let mutated = model
            .mutants(0, &breaks)
            .ok()
            .expect("the mutators are known");
        for mutant in &mutated.mutants.mutants {
            let patched = mutant.patch().unwrap().apply(&mutated.mutants.system);
            // The same choices of the mutant: its states and labels, and whether it has the transitions.
            let choose = |var: assay_term::VarId, step: usize| match system.vars.get(var.index()) {
                Some(_) => run.trace.value(step, var).clone(),
                None => Value::Bool(false),
            };
            let length = run.trace.len();
            let own = execute(&patched, length, Functions::default(), choose).unwrap();
            let valid = patched.constraints[0].term;
            let same = |step: usize| {
                let mut visible = system
                    .var_ids()
                    .filter(|v| system.var(*v).role == Role::Output);
                let mut values = Evaluator::new(&patched.pool, &own.steps[step], &own.functions);
                values.eval_bool(valid).unwrap()
                    && visible.all(|v| own.value(step, v) == run.trace.value(step, v))
            };
            let expected = (0..length).all(same);
            let changed = replayer.change(mutant).expect("these can be run");
            assert_eq!(
                changed.replay(&run.trace, 3).is_ok(),
                expected,
                "{}",
                mutant.id
            );
            wrong += usize::from(!expected);
        }
    }
    println!("{right} replayed, {violated} violate a claim, {wrong} are none of a mutant");
    assert!(violated > 10 && wrong > 100);
    let model = model("state a -> a\ninitial a\n");
    let table = Inputs {
        heading: vec!["x".into()],
        rows: vec![],
    };
    assert!(model.problem(0).unwrap().simulate(&table, 0, 3).is_err());
}

#[test]
fn always_is_about_all_paths() {
    // The claim is built as AG, which other crates look for.
    let system = lower(&accepted("state a: p -> a\ninitial a\nSPEC AG p\n")).system;
    let Claim::Temporal(Formula::Globally(Paths::All, body)) = &system.properties[0].claim else {
        panic!("{:?}", system.properties[0].claim)
    };
    assert!(matches!(**body, Formula::Atom(_)));
}

/// Runs the evidence for a claim of one structure by the interpreter of another.
fn rerun(of: &dyn Model, by: &dyn Model) -> Result<bool, String> {
    let (problem, other) = (of.problem(0).unwrap(), by.problem(0).unwrap());
    let system = problem.system();
    let Claim::Temporal(formula) = &system.properties[0].claim else {
        panic!("the first claim is of CTL");
    };
    let rerun = Rerun {
        replayer: other.replayer(),
        system,
        formula,
    };
    match decide(system, formula) {
        Decided::Holds(fixpoint) => rerun.fixpoint(&fixpoint),
        Decided::Fails(tree) => rerun.tree(&tree),
        Decided::NoExecutions(_) => Ok(false),
    }
}

#[test]
fn trees_are_replayed() {
    let text = "state a: p -> a, b\nstate b: q -> c, a\nstate c -> a\nlabel p q\ninitial a\n\
                SPEC claim := AG (p -> AX AX !q)\n";
    let right = model(text);
    assert_eq!(rerun(&*right, &*right), Ok(true));
    for (old, new, why) in [
        ("state b: q", "state b: p", "is another in the state `b`"),
        ("a, b\n", "a, c\n", "the path leads to"),
        ("initial a", "initial b", "the path leads to"),
    ] {
        let refused = rerun(&*right, &*model(&text.replace(old, new))).expect_err(new);
        assert!(refused.contains(why), "{new}: {refused}");
    }
    let mut choices = Random::new(7);
    let mut ran = 0;
    for _ in 0..100 {
        let model = model(&random(&mut choices));
        if is_stated(model.problem(0).unwrap().system()) {
            ran += usize::from(rerun(&*model, &*model).unwrap());
        }
    }
    assert!(ran > 40, "{ran}");
}
