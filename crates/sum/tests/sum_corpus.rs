//! The specifications of the corpus of Sum: states, reachable states and findings, counted state by state, are those of the corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_source::{FileId, SourceFile, Span};
use assay_sum::core::{Pred, PredKind};
use assay_sum::eval::{Options, Outside};
use assay_sum::scope::{Carrier, SearchScope};
use assay_sum::solve::{Animator, Oracle, Parts, Question, State};
use assay_sum::syntax::Name;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::{self, elaborate};
use assay_sum::value::{Int, Value};

fn corpus() -> Option<PathBuf> {
    let at = std::env::var("ASSAY_CORPUS").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    if at.is_dir() {
        return Some(at);
    }
    println!("no corpus at {}: nothing is compared", at.display());
    None
}

struct Row {
    file: String,
    module: String,
    scope: SearchScope,
    si_states: usize,
    reachable: usize,
    counts: BTreeMap<String, usize>,
}

/// The cells of a line of CSV.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cells.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

fn scope(args: &str) -> SearchScope {
    let mut scope = SearchScope::default();
    let words: Vec<&str> = args.split_whitespace().collect();
    for pair in words.chunks(2) {
        let number = |text: &str| Int::from(text.parse::<i64>().unwrap());
        match pair[0] {
            "--ints" => {
                let (low, high) = pair[1].split_once("..").unwrap();
                scope.ints = (number(low), number(high));
            }
            "--seq" => scope.sequences = pair[1].parse().unwrap(),
            "--scope" => {
                let (name, size) = pair[1].split_once('=').unwrap();
                scope
                    .carriers
                    .insert(Name::new(name), Carrier::Size(size.parse().unwrap()));
            }
            "--const" => {
                let (name, value) = pair[1].split_once('=').unwrap();
                scope
                    .constants
                    .insert(Name::new(name), Value::Int(number(value)));
            }
            other => panic!("unknown option {other}"),
        }
    }
    scope
}

fn rows(corpus: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(corpus.join("sum/expected.csv")).unwrap();
    let row = |line: &str| {
        let cells = cells(line);
        let counts = cells[7]
            .trim_matches(['{', '}'])
            .split(", ")
            .filter(|part| !part.is_empty());
        let counts = counts.map(|part| {
            let (name, count) = part.split_once(": ").unwrap();
            (name.trim_matches('"').to_owned(), count.parse().unwrap())
        });
        Row {
            file: cells[0].clone(),
            module: cells[1].clone(),
            scope: scope(&cells[3]),
            si_states: cells[4].parse().unwrap(),
            reachable: cells[5].parse().unwrap(),
            counts: counts.collect(),
        }
    };
    text.lines().skip(1).map(row).collect()
}

fn animator(corpus: &Path, row: &Row) -> Animator {
    let text = std::fs::read_to_string(corpus.join("sum").join(&row.file)).unwrap();
    let (spec, _) = parse_sum(&SourceFile::new(FileId(0), &row.file, &text));
    let options = types::Options {
        module: Some(row.module.clone()),
        ..types::Options::default()
    };
    let elaboration = elaborate(&spec, &options);
    assert!(
        !elaboration.has_errors(),
        "{}: {:?}",
        row.file,
        elaboration.diagnostics
    );
    let options = Options {
        outside: Outside::Note,
        ..Options::default()
    };
    Animator::new(Arc::new(elaboration.program), row.scope.clone(), options).unwrap()
}

/// All states of the scope that satisfy the invariant.
fn states(animator: &mut Animator) -> Vec<State> {
    let machine = animator.machine();
    let question = Question {
        unknown: machine
            .state
            .iter()
            .map(|variable| assay_sum::core::Bound {
                var: variable.var,
                set: variable.set.clone(),
            })
            .collect(),
        fixed: Vec::new(),
        known: Vec::new(),
        predicates: machine.invariant.clone(),
        wanted: Vec::new(),
        limit: usize::MAX,
    };
    let answer = animator.evaluator.answer(&question).unwrap();
    answer
        .solutions
        .into_iter()
        .map(|values| State(values.into()))
        .collect()
}

fn is_in_scope(animator: &mut Animator, state: &State) -> bool {
    let sets: Vec<_> = animator
        .machine()
        .state
        .iter()
        .map(|variable| variable.set.clone())
        .collect();
    sets.iter()
        .zip(&*state.0)
        .all(|(set, value)| animator.evaluator.is_in_scope(set, value).unwrap())
}

fn reachable(animator: &mut Animator, parts: Parts) -> BTreeSet<State> {
    let mut queue: Vec<State> = animator
        .initial_states(parts, usize::MAX)
        .unwrap()
        .steps
        .into_iter()
        .map(|step| step.after)
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(state) = queue.pop() {
        if !is_in_scope(animator, &state) || !seen.insert(state.clone()) {
            continue;
        }
        for operation in 0..animator.machine().operations.len() {
            let steps = animator
                .post_states(operation, &state, &[], parts, usize::MAX)
                .unwrap()
                .steps;
            queue.extend(steps.into_iter().map(|step| step.after));
        }
    }
    seen
}

/// Findings for pairs of a state and an input.
fn findings(animator: &mut Animator, states: &[State]) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let machine = animator.machine().clone();
    let violated = Pred::new(
        PredKind::Not(Pred::new(
            PredKind::And(machine.invariant_after.clone()),
            Span::default(),
        )),
        Span::default(),
    );
    for (index, operation) in machine.operations.iter().enumerate() {
        let mut count = |finding: &str, more: usize| {
            if more > 0 {
                *counts
                    .entry(finding.replace("OP", operation.name.as_str()))
                    .or_default() += more;
            }
        };
        let mut satisfiable = false;
        for state in states {
            let inputs = |animator: &mut Animator, parts: Parts| -> BTreeSet<Vec<Value>> {
                animator
                    .inputs_of(index, state, &[], parts, usize::MAX)
                    .unwrap()
                    .inputs
                    .into_iter()
                    .collect()
            };
            let (pr, posi, prpo) = (
                inputs(animator, Parts::PR),
                inputs(animator, Parts::POSI),
                inputs(animator, Parts::PRPO),
            );
            satisfiable |= pr.intersection(&posi).next().is_some();
            count("SPRE_OP", posi.difference(&pr).count());
            let weak: Vec<_> = pr.difference(&posi).collect();
            count(
                "WPRE_OP/blocked",
                weak.iter().filter(|input| prpo.contains(**input)).count(),
            );
            count(
                "WPRE_OP/nopost",
                weak.iter().filter(|input| !prpo.contains(**input)).count(),
            );
            let strong = animator
                .inputs_that(index, state, Parts::PRPO, std::slice::from_ref(&violated))
                .unwrap();
            count("SSI_OP", strong.inputs.len());
        }
        count("UNSAT_OP", usize::from(!satisfiable));
    }
    counts
}

#[test]
fn states_and_findings_of_the_corpus_are_counted_as_it_says() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    let rows = rows(&corpus);
    assert_eq!(rows.len(), 59);
    for row in rows {
        let mut animator = animator(&corpus, &row);
        let states = states(&mut animator);
        let reachable = reachable(&mut animator, Parts::PRPO);
        let mut counts = findings(&mut animator, &states);
        let mut expected = row.counts.clone();
        expected.retain(|name, _| {
            ["SPRE_", "WPRE_", "SSI_", "UNSAT_"]
                .iter()
                .any(|kind| name.starts_with(kind))
                && name != "SSI_INIT"
        });
        counts.retain(|_, count| *count > 0);
        if states.len() != row.si_states || reachable.len() != row.reachable || counts != expected {
            wrong.push(format!(
                "{} {}: {} states ({}), {} reachable ({}), {counts:?} ({expected:?})",
                row.file,
                row.module,
                states.len(),
                row.si_states,
                reachable.len(),
                row.reachable
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
