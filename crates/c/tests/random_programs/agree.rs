//! One program on the same inputs by the interpreter, by the bounded execution on these inputs, and by the bounded execution on all
//! inputs whose terms are evaluated on these: the same checks fail and the same is returned.

use std::collections::BTreeMap;

use assay_c::bounded::{
    self, Check, Event, Feasible, Inputs, Outcome, Possible, Seen, Stop, execute,
};
use assay_c::checks::Class;
use assay_c::context::{Key, Open};
use assay_c::interpret::{self, End, Run, Unwind, Word};
use assay_c::program::{DataModel, FunctionId, Program, Site};
use assay_c::{elaborate, lex, parse};
use assay_solver::{Answer, Questions, StopFlag};
use assay_source::{Color, Diagnostic, Renderer, SourceMap, Span};
use assay_term::{Bits, Evaluator, Functions, Pool, TermId, Value, VarId};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::{Kind, Sample};

/// Iterations of loops in faulty programs; plain ones end by themselves.
const UNWIND: u32 = 5;

/// What a comparison came to.
pub enum Compared {
    /// All runs are the same.
    Same,
    /// It was not compared, and why.
    Skipped(String),
    Different(String),
}

/// The checks that fail, with a place to show.
type Failing = BTreeMap<(FunctionId, Class, Site), Span>;

/// What one way of running a program came to.
struct Ran {
    failing: Failing,
    /// Only where the entry function returns.
    returned: Option<u128>,
}

/// Everything about one program that its runs share.
struct Prepared {
    map: SourceMap,
    program: Program,
    options: bounded::Options,
    pool: Pool,
    inputs: Inputs,
    outcome: Outcome,
}

struct Asking(Questions);

impl Feasible for Asking {
    fn possible(&mut self, pool: &Pool, condition: TermId) -> Possible {
        match self.0.ask(pool, condition, Some(500)) {
            Ok(Answer::Sat) => Possible::Yes,
            Ok(Answer::Unsat) => Possible::No,
            _ => Possible::Unknown,
        }
    }
}

/// Known inputs leave nothing to ask.
struct Known;

impl Feasible for Known {
    fn possible(&mut self, _: &Pool, _: TermId) -> Possible {
        Possible::Unknown
    }
}

/// Compares the runs of a program; `native` has what the compiler's program returned in each of them.
pub fn compare(sample: &Sample, runs: u64, native: Option<&[u64]>) -> Compared {
    let prepared = match prepare(sample) {
        Ok(prepared) => prepared,
        Err(compared) => return compared,
    };
    for run in 0..runs {
        let words = sample.words(run);
        let known = known(&prepared.inputs, &words, run);
        let interpreted = interpret(&prepared, &known);
        let why = match &interpreted.end {
            End::TooLong => return Compared::Skipped("it takes too long".into()),
            End::Unsupported(why, _) => return Compared::Skipped(why.clone()),
            _ => differs(&prepared, &interpreted, &known).or_else(|| {
                let compiled = *native?.get(run as usize)?;
                let own = returned(&interpreted).map(|word| word as u64);
                (own != Some(compiled)).then(|| {
                    format!("the interpreter returns {own:?} and the compiler's program {compiled}")
                })
            }),
        };
        if let Some(why) = why {
            return Compared::Different(format!("on inputs {words:?}: {why}"));
        }
    }
    Compared::Same
}

fn shown(faults: &[Diagnostic], map: &SourceMap) -> String {
    Renderer::new(Color::Plain).render_all(map, faults)
}

fn prepare(sample: &Sample) -> Result<Prepared, Compared> {
    let mut map = SourceMap::new();
    let program = lex("random.c", &sample.text(), &mut map)
        .and_then(|tokens| parse(tokens).map_err(|fault| vec![*fault]))
        .and_then(|unit| elaborate(&[unit], DataModel::Lp64));
    let program = match program {
        Ok(done) => done.program,
        Err(faults) => return Err(Compared::Different(shown(&faults, &map))),
    };
    let mut options = bounded::Options::new(program.find(&sample.entry).expect("the entry"));
    options.malloc_may_fail = sample.kind == Kind::Faulty;
    options.unwind = (sample.kind == Kind::Faulty).then_some(UNWIND);
    let mut pool = Pool::new();
    let mut inputs = Inputs::new();
    let mut asking = Asking(Questions::new(StopFlag::new()));
    match execute(&program, &options, &mut pool, &mut inputs, &mut asking) {
        Ok(outcome) => Ok(Prepared {
            map,
            program,
            options,
            pool,
            inputs,
            outcome,
        }),
        Err(Stop::Unsupported(why)) => Err(Compared::Skipped(why.message)),
        Err(Stop::Deadline) => Err(Compared::Skipped("it takes too long".into())),
    }
}

/// A value for everything open: the words for the inputs in the order of the text, anything for the rest.
fn known(inputs: &Inputs, words: &[u64], run: u64) -> BTreeMap<Key, Word> {
    let mut sites: Vec<(Site, &Key)> = Vec::new();
    let mut random = assay_system::Random::new(run);
    let mut known: BTreeMap<Key, Word> = BTreeMap::new();
    for input in &inputs.list {
        if let Open::Result(site) = input.key.open {
            sites.push((site, &input.key));
        }
        let value = match random.below(3) {
            0 => random.below(3).into(),
            _ => u128::from(random.bits()) << 64 | u128::from(random.bits()),
        };
        // One open value may be asked for in several widths.
        let known = known
            .entry(input.key.clone())
            .or_insert(Word { bits: 0, value });
        known.bits = known.bits.max(input.bits);
    }
    sites.sort();
    for ((_, key), word) in sites.into_iter().zip(words) {
        known.insert(
            key.clone(),
            Word {
                bits: 64,
                value: u128::from(*word),
            },
        );
    }
    for word in known.values_mut() {
        word.value &= u128::MAX >> (128 - word.bits);
    }
    known
}

fn interpret(prepared: &Prepared, known: &BTreeMap<Key, Word>) -> Run {
    let bounded = &prepared.options;
    let options = interpret::Options {
        checks: bounded.checks,
        malloc_may_fail: bounded.malloc_may_fail,
        max_steps: 1_000_000,
        unwind: Unwind {
            limit: Some(bounded.unwind.unwrap_or(bounded.max_unwind)),
            ..Unwind::default()
        },
        ..interpret::Options::new(bounded.entry)
    };
    interpret::run(&prepared.program, &options, known)
}

fn returned(run: &Run) -> Option<u128> {
    match run.end {
        End::Returned(word) => word.map(|word| word.value),
        _ => None,
    }
}

/// How the three runs differ.
fn differs(prepared: &Prepared, run: &Run, known: &BTreeMap<Key, Word>) -> Option<String> {
    let interpreted = Ran {
        failing: run
            .failures
            .iter()
            .map(|f| ((f.function, f.class, f.site), f.span))
            .collect(),
        returned: returned(run),
    };
    let fixed = match fixed(&prepared.program, &prepared.options, known) {
        Ok(fixed) => fixed,
        Err(why) => return Some(why),
    };
    let symbolic = symbolic(prepared, known);
    [("on these inputs", fixed), ("on all inputs", symbolic)]
        .into_iter()
        .find_map(|(name, mut ran)| {
            // What a path without an end returns is not looked at.
            if interpreted.returned.is_none() {
                ran.returned = None;
            }
            let same = ran.failing.keys().eq(interpreted.failing.keys())
                && ran.returned == interpreted.returned;
            (!same).then(|| {
                format!(
                    "the bounded execution {name}: {}",
                    told(prepared, &ran, &interpreted)
                )
            })
        })
}

fn told(prepared: &Prepared, ran: &Ran, interpreted: &Ran) -> String {
    let named = |failing: &Failing, others: &Failing| -> Vec<String> {
        let alone = failing.iter().filter(|(key, _)| !others.contains_key(key));
        let of = |((_, class, _), span): (&(FunctionId, Class, Site), &Span)| {
            let file = prepared.map.file(span.file);
            let (place, text) = (file.start(*span), file.slice(*span));
            let (line, column) = (place.line, place.column);
            format!("{} of `{text}` at {line}:{column}", class.as_str())
        };
        alone.map(of).collect()
    };
    format!(
        "only there fails {:?}, only in the interpreter {:?}; returned {:x?} and {:x?}",
        named(&ran.failing, &interpreted.failing),
        named(&interpreted.failing, &ran.failing),
        ran.returned,
        interpreted.returned
    )
}

fn ran(outcome: &Outcome, mut value: impl FnMut(TermId) -> Option<Value>) -> Ran {
    let mut fails = |check: &Check| {
        let mut truths = check.holds.iter().map(|&holds| value(holds));
        truths.any(|truth| truth == Some(Value::Bool(false)))
    };
    let failing = outcome.checks.iter().filter(|c| fails(c));
    let failing = failing
        .map(|c| ((c.function, c.class, c.site), c.span))
        .collect();
    // Constructors end too, in a frame of their own.
    let mut moments = outcome.moments.list.iter();
    let end = moments.find(|m| m.event == Event::End && m.frames.is_empty());
    let returned = end.and_then(|end| match end.values.first()? {
        Seen::Word(term) => value(*term)?.as_bits()?.value().to_u128(),
        Seen::Pointer(..) | Seen::Open(..) => None,
    });
    Ran { failing, returned }
}

fn fixed(
    program: &Program,
    options: &bounded::Options,
    known: &BTreeMap<Key, Word>,
) -> Result<Ran, String> {
    let values = known.iter().map(|(key, word)| (key.clone(), word.value));
    let mut inputs = Inputs::fixed(values.collect());
    let mut pool = Pool::new();
    let outcome = execute(program, options, &mut pool, &mut inputs, &mut Known)
        .map_err(|stop| format!("the bounded execution on these inputs stops: {stop:?}"))?;
    let functions = Functions::default();
    let nothing: Vec<Value> = vec![];
    let mut evaluator = Evaluator::new(&pool, &nothing, &functions);
    Ok(ran(&outcome, |term| evaluator.eval(term).ok()))
}

fn symbolic(prepared: &Prepared, known: &BTreeMap<Key, Word>) -> Ran {
    let assignment: FxHashMap<VarId, Value> = prepared
        .inputs
        .list
        .iter()
        .map(|input| {
            let value = known[&input.key].value & (u128::MAX >> (128 - input.bits));
            (input.var, Value::Bits(Bits::new(input.bits, value)))
        })
        .collect();
    let functions = Functions::default();
    let mut evaluator = Evaluator::new(&prepared.pool, &assignment, &functions);
    ran(&prepared.outcome, |term| evaluator.eval(term).ok())
}
