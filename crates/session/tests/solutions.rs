//! Questions that the animator's own search gives up on are answered by the engines, and the answers are confirmed.

use std::sync::Arc;

use assay_session::Solver;
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_sum::core::Program;
use assay_sum::eval::{Evaluator, Options};
use assay_sum::lower::question::{Decides, Found, Helped};
use assay_sum::scope::{Carrier, SearchScope};
use assay_sum::solve::{Oracle, Question, Rest};
use assay_sum::syntax::Name;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::elaborate;
use assay_sum::value::{Set, Value};
use assay_system::System;

/// A million sets are candidates for the state after `pick`, and few of them are right.
const SPEC: &str = "
module Pick is
  [D]
  state
    chosen : power D
    next : D <-> D
  end
  init
  where
    chosen' = {}
    next' = {}
  end
  op pick
  where
    #chosen' = 10
    forall d : D @ d in chosen' <=> (exists e : D @ (d, e) in next and e notin chosen')
    changes_only {chosen}
  end
end Pick
";

fn program() -> Arc<Program> {
    let mut map = SourceMap::new();
    let file = map.add_text("pick.sum", SPEC);
    let (spec, faults) = parse_sum(map.file(file));
    assert!(faults.is_empty(), "{faults:?}");
    let elaboration = elaborate(&spec, &Default::default());
    assert!(!elaboration.has_errors(), "{:?}", elaboration.diagnostics);
    Arc::new(elaboration.program)
}

/// Counts what the engines are asked.
struct Counted {
    solver: Solver,
    asked: usize,
}

impl Decides for Counted {
    fn decide(&mut self, system: &System) -> Found {
        self.asked += 1;
        self.solver.decide(system)
    }
}

/// What is asked about a step, where elements follow each other as these pairs say.
fn question(program: &Program, next: &[(u32, u32)]) -> Question {
    let machine = program.machine.as_ref().expect("a machine");
    let element = |index: u32| Value::Given(assay_sum::core::GivenId(0), index);
    let pairs = next
        .iter()
        .map(|(a, b)| Value::pair(element(*a), element(*b)));
    let known = vec![
        (machine.state[0].var, Value::Set(Set::empty())),
        (machine.state[1].var, Value::set(pairs.collect())),
    ];
    let operation = &machine.operations[0];
    Question {
        unknown: machine
            .state
            .iter()
            .map(|variable| assay_sum::core::Bound {
                var: variable.primed,
                set: variable.set.clone(),
            })
            .collect(),
        fixed: vec![],
        known,
        predicates: operation
            .postcondition
            .iter()
            .map(|c| c.predicate.clone())
            .collect(),
        wanted: vec![],
        limit: 3,
    }
}

fn ask(next: &[(u32, u32)], size: u32) -> (Vec<Vec<Value>>, Rest) {
    let program = program();
    let scope = SearchScope {
        carriers: [(Name::new("D"), Carrier::Size(size))].into(),
        ..SearchScope::default()
    };
    let options = Options {
        budget: 20_000,
        ..Options::default()
    };
    let mut counted = Counted {
        solver: Solver {
            stop: StopFlag::new(),
            timeout: None,
        },
        asked: 0,
    };
    let mut helped = Helped {
        evaluator: Evaluator::new(program.clone(), scope.clone(), options),
        program: program.clone(),
        scope,
        decides: &mut counted,
    };
    let answer = helped.answer(&question(&program, next)).expect("an answer");
    (answer.solutions, answer.rest)
}

#[test]
fn solutions_among_a_million_candidates_are_found() {
    // Twenty elements in a circle: every second one, in two ways.
    let circle: Vec<(u32, u32)> = (0..20).map(|at| (at, (at + 1) % 20)).collect();
    let (solutions, rest) = ask(&circle, 20);
    assert_eq!(solutions.len(), 2, "{solutions:?}");
    assert_eq!(rest, Rest::None);
    assert_ne!(solutions[0], solutions[1]);
    for solution in &solutions {
        let Value::Set(Set::Elements(chosen)) = &solution[0] else {
            panic!("{solution:?}")
        };
        assert_eq!(chosen.len(), 10);
    }
}

#[test]
fn that_there_is_none_is_an_answer_too() {
    let odd: Vec<(u32, u32)> = (0..19).map(|at| (at, (at + 1) % 19)).collect();
    assert_eq!(ask(&odd, 20), (vec![], Rest::None));
}
