//! Verdicts about C against every execution there is: small random programs with few inputs, each of few values. The interpreter runs the
//! program, and each of its mutants, on all of them.
//!
//! `ASSAY_RANDOM` is how many programs are tried, and `ASSAY_SEED` the first of them.

mod opened;
mod tiny;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assay_c::bounded::{self, Feasible, Inputs, Possible, execute};
use assay_c::context::Key;
use assay_c::interpret::{End, Options, Unwind, Word, run};
use assay_c::mutate::{Scope, Selection, apply, ids, offers};
use assay_c::program::{DataModel, Program};
use assay_c::tree::Unit;
use assay_c::{Files, elaborate, parse, preprocess};
use assay_language::{Breaks, Given, Model};
use assay_solver::{Answer, Questions, StopFlag};
use assay_source::SourceMap;
use assay_system::{Patch, System, VarKind};
use assay_term::{Pool, TermId};
use tiny::{HIGH, INPUTS, LOW, Tiny};

/// As often as loops without a bound are unrolled.
const UNWIND: u32 = 64;

const MUTATORS: &str = "paper,shift_index,rep_bit,rep_return";

fn breaks() -> Breaks {
    Breaks {
        mutators: MUTATORS.into(),
        given: Given::default(),
        tied: vec![],
        settled: BTreeSet::new(),
        only: None,
    }
}

/// A text as a tree, with the map of its places.
struct Text {
    units: Vec<Unit>,
    map: SourceMap,
}

fn program(units: &[Unit]) -> Option<Program> {
    let done = elaborate(units, DataModel::Lp64).ok()?;
    Some(done.program)
}

impl Text {
    fn read(path: &Path) -> Text {
        let mut map = SourceMap::new();
        let from_disk = |path: &Path| std::fs::read(path);
        let options = assay_c::Options::default();
        let tokens = preprocess(path, &options, &mut map, &mut Files::new(), &from_disk);
        let unit = parse(tokens.expect("tokens")).expect("a tree");
        Text {
            units: vec![unit],
            map,
        }
    }

    /// The program of every mutant by its id, where it has one.
    fn mutants(&self) -> BTreeMap<String, Option<Program>> {
        let Ok(selection) = Selection::parse(MUTATORS) else {
            panic!("the mutators are known");
        };
        let scope = Scope {
            entry: "main",
            proof: &[],
            harness: false,
        };
        let found = offers(&self.units, &scope, &selection, &self.map);
        let programs = found.iter().map(|o| program(&apply(&self.units, o)));
        ids(&found, &self.map).into_iter().zip(programs).collect()
    }
}

struct Anything;

impl Feasible for Anything {
    fn possible(&mut self, _: &Pool, _: TermId) -> Possible {
        Possible::Unknown
    }
}

/// What a program leaves open, in the order of the text.
fn open(program: &Program) -> Option<Vec<Key>> {
    let mut options = bounded::Options::new(program.find("main")?);
    options.unwind = Some(4);
    let mut inputs = Inputs::new();
    execute(
        program,
        &options,
        &mut Pool::new(),
        &mut inputs,
        &mut Anything,
    )
    .ok()?;
    let mut keys: Vec<Key> = inputs.list.into_iter().map(|input| input.key).collect();
    keys.sort();
    Some(keys)
}

/// What all executions of a program together come to.
struct All {
    /// Class and place (line and column) of each check that fails in some execution.
    failing: BTreeSet<(String, usize, usize)>,
    /// What each execution leaves behind; none that goes on for too long.
    ends: Vec<Option<End>>,
}

/// Runs a program on all values of the inputs.
fn all(program: &Program, inputs: &[Key], map: &SourceMap) -> All {
    let mut all = All {
        failing: BTreeSet::new(),
        ends: vec![],
    };
    let width = LOW + HIGH + 1;
    for mut number in 0..width.pow(INPUTS as u32) {
        let mut known = BTreeMap::new();
        for key in inputs {
            let value = number % width - LOW;
            number /= width;
            let word = Word {
                bits: 32,
                value: u128::from(value as u32),
            };
            known.insert(key.clone(), word);
        }
        let mut options = Options::new(program.find("main").expect("it was there"));
        options.max_steps = 100_000;
        options.unwind = Unwind {
            limit: Some(UNWIND),
            ..Unwind::default()
        };
        let ran = run(program, &options, &known);
        for failure in &ran.failures {
            let place = map.file(failure.span.file).start(failure.span);
            let class = failure.class.as_str().to_string();
            all.failing.insert((class, place.line, place.column));
        }
        all.ends.push(match ran.end {
            End::TooLong | End::Unsupported(..) => None,
            End::Unwound(_) => Some(End::Exited),
            end => Some(end),
        });
    }
    all
}

/// Assertions that the program satisfies; some are so weak that mutants survive.
fn assertions(ends: &[Option<End>], seed: u64) -> Vec<String> {
    let results: Vec<i64> = ends
        .iter()
        .filter_map(|end| match end {
            Some(End::Returned(Some(word))) => Some(i64::from(word.value as u32 as i32)),
            _ => None,
        })
        .collect();
    let (Some(least), Some(most)) = (results.iter().min(), results.iter().max()) else {
        return vec![];
    };
    let mut found = vec![];
    if !seed.is_multiple_of(3) {
        found.push(format!("r <= {most}"));
    }
    if seed.is_multiple_of(2) {
        found.push(format!("r >= {least}"));
    }
    if let Some(never) = (-1..3).find(|value| !results.contains(value)) {
        found.push(format!("r != {never}"));
    }
    found
}

/// The values of `r` in all executions.
fn results(tiny: &Tiny, folder: &Path) -> Vec<Option<End>> {
    let path = folder.join("results.c");
    let text = tiny
        .text(&[], false)
        .replace("return 0;\n}", "return r;\n}");
    std::fs::write(&path, text).expect("the folder can be written to");
    let text = Text::read(&path);
    let program = program(&text.units).expect("a program");
    let inputs = open(&program).expect("it is supported");
    all(&program, &inputs, &text.map).ends
}

/// What is known of a mutant within the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Killed,
    Survived,
    /// Nothing that is observed differs.
    Equivalent,
    Invalid,
}

/// Asks about terms of one system, exactly.
struct Asking {
    system: System,
    questions: Questions,
}

impl Asking {
    fn new(system: &System) -> Asking {
        Asking {
            system: system.clone(),
            questions: Questions::new(StopFlag::new()),
        }
    }

    fn possible(&mut self, term: TermId) -> bool {
        match self.questions.ask(&self.system.pool, term, None) {
            Ok(Answer::Sat) => true,
            Ok(Answer::Unsat) => false,
            other => panic!("no answer: {other:?}"),
        }
    }

    fn can_fail(&mut self, term: TermId) -> bool {
        let fails = self.system.pool.not(term);
        self.possible(fails)
    }

    fn verdict(&mut self, patch: &Patch) -> Verdict {
        if patch
            .properties
            .iter()
            .any(|(_, term)| self.can_fail(*term))
        {
            return Verdict::Killed;
        }
        let differs = patch.vars.iter().any(|(var, kind)| {
            let (VarKind::Wire { def: old }, VarKind::Wire { def: new }) =
                (self.system.var(*var).kind.clone(), kind.clone())
            else {
                return true;
            };
            let same = self.system.pool.eq(old, new);
            self.can_fail(same)
        });
        if differs {
            Verdict::Survived
        } else {
            Verdict::Equivalent
        }
    }
}

struct Tried {
    folder: tempfile::TempDir,
    decided: BTreeMap<&'static str, usize>,
    wrong: Vec<String>,
}

impl Tried {
    fn note(&mut self, what: &'static str) {
        *self.decided.entry(what).or_default() += 1;
    }

    fn program(&mut self, seed: u64) {
        let tiny = Tiny::new(seed);
        let assertions = assertions(&results(&tiny, self.folder.path()), seed);
        let checked = self.folder.path().join(format!("t{seed}.c"));
        std::fs::write(&checked, tiny.text(&assertions, false)).expect("a file");
        let compared = self.folder.path().join("compared.c");
        std::fs::write(&compared, tiny.text(&assertions, true)).expect("a file");
        let text = Text::read(&compared);
        let original = program(&text.units).expect("a program");
        let inputs = open(&original).expect("it is supported");
        let clean = all(&original, &inputs, &text.map);
        let mut map = SourceMap::new();
        let model = opened::model(&[checked], &Given::default(), None, &mut map)
            .unwrap_or_else(|why| panic!("{seed}: {why}"));
        let Ok(problem) = model.problem(0) else {
            panic!("{seed}: no problem");
        };
        let system = problem.system();
        let mut violated = BTreeSet::new();
        let mut asking = Asking::new(system);
        for property in &system.properties {
            let span = property.span.expect("a check has a place");
            let place = map.file(span.file).start(span);
            if asking.can_fail(property.term) {
                let class = property.class.as_str().to_string();
                violated.insert((class, place.line, place.column));
                self.note("violated");
            } else {
                self.note("proved");
            }
        }
        if violated != clean.failing {
            let found = &clean.failing;
            self.wrong
                .push(format!("{seed}: violated {violated:?}, but {found:?}"));
        }
        if clean.failing.is_empty() {
            self.mutants(seed, model.as_ref(), &text, &inputs, &clean);
        }
    }

    fn mutants(&mut self, seed: u64, model: &dyn Model, text: &Text, inputs: &[Key], clean: &All) {
        let Ok(mutated) = model.mutants(0, &breaks()) else {
            panic!("{seed}: no mutants");
        };
        let mutants = mutated.mutants;
        let mut programs = text.mutants();
        let mut asking = Asking::new(&mutants.system);
        for mutant in &mutants.mutants {
            // The same change of the variant for comparing, whose name is another one.
            let changed = programs.remove(&mutant.id);
            let verdict = match mutant.patch() {
                Some(patch) => asking.verdict(patch),
                None => Verdict::Invalid,
            };
            let told = match changed.expect("both variants have the same mutants") {
                None => (verdict != Verdict::Invalid).then(|| "it is no program".to_string()),
                Some(changed) => self.contradiction(verdict, &changed, inputs, text, clean),
            };
            if let Some(why) = told {
                self.wrong.push(format!(
                    "{seed}: {} ({} -> {}) is {verdict:?}, but {why}",
                    mutant.id, mutant.original, mutant.replacement
                ));
            }
        }
    }

    /// What executions say against a verdict.
    fn contradiction(
        &mut self,
        verdict: Verdict,
        changed: &Program,
        inputs: &[Key],
        text: &Text,
        clean: &All,
    ) -> Option<String> {
        let found = all(changed, inputs, &text.map);
        // What the original does not leave open is not tried here.
        let more = open(changed).is_none_or(|open| open != inputs);
        let differs = found.ends != clean.ends;
        match verdict {
            Verdict::Killed => {
                self.note("killed");
                (found.failing.is_empty() && !more).then(|| "nothing fails".into())
            }
            Verdict::Survived => {
                self.note("survived");
                (!found.failing.is_empty()).then(|| format!("{:?}", found.failing))
            }
            Verdict::Equivalent => {
                self.note("equivalent");
                (!found.failing.is_empty() || differs).then(|| {
                    let at = found.ends.iter().zip(&clean.ends).position(|(a, b)| a != b);
                    format!("{:?}, execution {at:?} ends differently", found.failing)
                })
            }
            Verdict::Invalid => {
                self.note("invalid");
                None
            }
        }
    }
}

fn asked(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

#[test]
fn verdicts_are_those_of_all_executions() {
    let mut tried = Tried {
        folder: tempfile::tempdir().expect("a folder"),
        decided: BTreeMap::new(),
        wrong: vec![],
    };
    let first = asked("ASSAY_SEED", 1);
    for seed in first..first + asked("ASSAY_RANDOM", 3) {
        tried.program(seed);
    }
    println!("{:?}", tried.decided);
    assert!(tried.wrong.is_empty(), "{}", tried.wrong.join("\n"));
    for verdict in ["proved", "killed", "survived", "equivalent"] {
        assert!(tried.decided.contains_key(verdict), "nothing is {verdict}");
    }
}

/// The verdicts of the mutants on each line.
fn by_line(code: &str) -> BTreeMap<usize, Vec<(String, Verdict)>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("main.c");
    std::fs::write(&path, code).expect("a file");
    let mut map = SourceMap::new();
    let model = opened::model(&[path], &Given::default(), None, &mut map).expect("a model");
    let Ok(mutated) = model.mutants(0, &breaks()) else {
        panic!("no mutants");
    };
    let mut asking = Asking::new(&mutated.mutants.system);
    let mut lines: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for mutant in &mutated.mutants.mutants {
        let verdict = mutant.patch().map(|patch| asking.verdict(patch));
        let verdict = verdict.unwrap_or(Verdict::Invalid);
        let line = lines.entry(mutant.line).or_default();
        line.push((mutant.id.clone(), verdict));
    }
    lines
}

/// What globals hold where the program exits, and its status, are seen from outside; the locals of what is left are not.
#[test]
fn what_is_seen_where_the_program_exits_tells_mutants_apart() {
    let lines = by_line(
        "void exit(int);\n\
         _Bool nondet_bool(void);\n\
         int g;\n\
         static void work(int x) {\n\
         int seen[2] = {0, 0};\n\
         g = x + 5;\n\
         seen[x & 1] = 7;\n\
         if (x)\n\
         exit(4);\n\
         g = 0;\n\
         }\n\
         int main(void) {\n\
         work(nondet_bool());\n\
         __CPROVER_assert(g == 0, \"\");\n\
         return 0;\n\
         }\n",
    );
    let of = |line: usize| lines.get(&line).expect("there are mutants of it");
    for (id, verdict) in of(6).iter().chain(of(9)) {
        assert_ne!(*verdict, Verdict::Equivalent, "{id}");
    }
    for line in [6, 9] {
        let survives = of(line).iter().any(|(_, v)| *v == Verdict::Survived);
        assert!(survives, "line {line}: {:?}", of(line));
    }
    let local = of(7).iter().filter(|(_, v)| *v != Verdict::Killed);
    let local: Vec<_> = local.collect();
    assert!(!local.is_empty());
    for (id, verdict) in local {
        assert_eq!(*verdict, Verdict::Equivalent, "{id}");
    }
}
