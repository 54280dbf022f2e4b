//! Spacer, the Horn clause solver inside z3: proves a property by an inductive invariant that it
//! finds itself, over ints and reals.
//!
//! References: [1] Komuravelli, Gurfinkel, Chaki: SMT-Based Model Checking for Recursive Programs,
//! CAV 2014. [2] Hoder, Bjørner: Generalized Property Directed Reachability, SAT 2012.
//!
//! Each question gets a process of its own: a second Horn question in one process is not safe after
//! a resource stop. The invariant that comes back is checked by two queries before it is posted,
//! because a model that z3 translated back wrongly must cost an answer and not
//! the run. A refutation comes without a trace; BMC finds it.
//!
//! Finite models belong to IC3 on bits, which is faster by orders of magnitude there.

mod horn;

use std::sync::Arc;

use assay_solver::{
    Answer, Effort, Found, NoAnswer, Oracle, OracleError, SmtOptions, SmtOracle, SmtProcess, Step,
    Stop, StopFlag,
};
use assay_system::{Certificate, Cone, EngineName, Provers, System};
use assay_term::{Named, Op, Pool, Sexpr, SexprTree, Sort, Term, TermId, TextError, VarId};
use rustc_hash::FxHashMap;

use crate::backend::provers_of;
use crate::unroll::{Start, Unroller};
use horn::Horn;

/// What to try in turn. As z3 comes first. Its elimination of variables can leave quantifiers in the
/// invariant, which we cannot use; without it they are gone, at some cost.
const SETTINGS: [&str; 2] = ["", "(set-option :fp.xform.tail_simplifier_pve false)\n"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpacerOutcome {
    /// The certificate's lemmas are inductive with k = 1 relative to the lemmas that were given.
    Proved(Certificate),
    /// A violation is reachable.
    Refuted,
    Unknown(String),
    /// z3 died, or answered what is no answer.
    Broken(String),
}

/// What came of one question, and what it cost in z3's resource units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpacerRun {
    pub outcome: SpacerOutcome,
    pub spent: Effort,
}

/// One property to decide, and with what.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub system: &'a Arc<System>,
    pub property: usize,
    /// The system's pool or a grown clone of it.
    pub pool: &'a Pool,
    /// Invariants, terms of `pool`, that may be assumed at every step.
    pub lemmas: &'a [TermId],
    pub z3: &'a Found,
    pub stop: &'a StopFlag,
    /// In z3's resource units.
    pub budget: Option<Effort>,
}

pub fn spacer(question: Question<'_>) -> SpacerRun {
    let mut spent = 0;
    let outcome = match decide(question, &mut spent) {
        Ok(outcome) => outcome,
        // A process that was told to end leaves half an answer.
        Err(Trouble::Broken(why)) if !question.stop.is_raised() => SpacerOutcome::Broken(why),
        Err(Trouble::Broken(why) | Trouble::Open(why)) => SpacerOutcome::Unknown(why),
    };
    SpacerRun { outcome, spent }
}

/// Why there is neither a proof nor a refutation.
enum Trouble {
    Open(String),
    Broken(String),
}

impl From<NoAnswer> for Trouble {
    fn from(no_answer: NoAnswer) -> Trouble {
        match no_answer {
            NoAnswer::Stopped(Stop::Interrupted) => Trouble::Open("interrupted".into()),
            NoAnswer::Stopped(_) => Trouble::Open("stopped".into()),
            NoAnswer::Broken(message) => Trouble::Broken(message),
        }
    }
}

fn decide(question: Question<'_>, spent: &mut Effort) -> Result<SpacerOutcome, Trouble> {
    let Question { system, pool, .. } = question;
    let goal = system.properties[question.property].term;
    let cone = Cone::of(system, &[goal]);
    let in_cone = |&t: &TermId| pool.variables(&[t]).iter().all(|&v| cone.contains(v));
    let lemmas: Vec<TermId> = question.lemmas.iter().copied().filter(in_cone).collect();
    let horn = Horn::new(system, goal, &cone, pool, &lemmas).map_err(Trouble::Open)?;

    let mut reason = String::new();
    for settings in SETTINGS {
        let process = SmtProcess::start(question.z3, question.stop);
        let mut process = process.map_err(Trouble::Broken)?;
        let mut text = String::from(settings);
        if let Some(limit) = question.budget {
            // 0 would mean no limit.
            let limit = limit.clamp(1, u64::from(u32::MAX));
            text.push_str(&format!("(set-option :rlimit {limit})\n"));
        }
        text.push_str(&horn.text);
        text.push_str("(check-sat)\n(get-info :rlimit)\n");
        let answer = process.ask(&text, true, None)?;
        let counter = process.next_answer()?;
        *spent += read_counter(&counter).unwrap_or(0);
        match answer.as_str() {
            "unsat" => return Ok(SpacerOutcome::Refuted),
            "sat" => {}
            "unknown" => return Err(Trouble::Open(reason_unknown(&mut process)?)),
            other => {
                let start: String = other.chars().take(200).collect();
                return Err(Trouble::Broken(format!("z3 answers `{start}`")));
            }
        }
        let model = process.ask("(get-model)\n", true, None)?;
        drop(process);
        let mut pool = pool.clone();
        let read = read_invariant(system, &mut pool, &horn.arguments, &model);
        // Where the property needs no invariant at all, z3 answers with a quantified one.
        let invariant = read.as_deref().unwrap_or_default();
        let candidate = Candidate {
            system,
            goal,
            cone: &cone,
            pool: &pool,
            lemmas: &lemmas,
            invariant,
        };
        match candidate.check(question.z3, question.stop) {
            Err(error) => return Err(Trouble::Broken(error.0)),
            Ok(Ok(())) => {
                return Ok(SpacerOutcome::Proved(Certificate {
                    k: 1,
                    lemmas: pool.export(invariant),
                    properties: vec![question.property],
                    simple_path: false,
                    provers: provers_of(EngineName::Spacer, &Provers::none()),
                }));
            }
            Ok(Err(failure)) => {
                reason = match read {
                    Ok(_) => failure,
                    Err(error) => format!("cannot read Spacer's invariant: {error}"),
                };
            }
        }
    }
    Err(Trouble::Open(reason))
}

fn reason_unknown(process: &mut SmtProcess) -> Result<String, NoAnswer> {
    let reason = process.ask("(get-info :reason-unknown)\n", true, None)?;
    Ok(
        if reason.contains("resource") || reason.contains("canceled") {
            "effort budget spent".into()
        } else {
            format!("Spacer gave up: {reason}")
        },
    )
}

/// The number in `(:rlimit n)`.
fn read_counter(text: &str) -> Option<Effort> {
    let tree = SexprTree::read(text).ok()?;
    let root = tree.roots().next()?;
    root.items().nth(1)?.atom()?.parse().ok()
}

/// The conjuncts of the model's `Inv`, over the variables of the system.
fn read_invariant(
    system: &System,
    pool: &mut Pool,
    arguments: &[VarId],
    model: &str,
) -> Result<Vec<TermId>, TextError> {
    let tree = SexprTree::read(model)?;
    let wrong = |s: Option<Sexpr<'_>>, message: &str| TextError {
        at: s.map_or(0, |s| s.at()),
        message: message.into(),
    };
    let definition = tree
        .roots()
        .flat_map(|model| model.items())
        .find(|d| {
            let mut parts = d.items();
            parts.next().is_some_and(|w| w.is_symbol("define-fun"))
                && parts.next().is_some_and(|n| n.is_symbol("Inv"))
        })
        .ok_or_else(|| wrong(None, "no definition of Inv"))?;
    let parts: Vec<Sexpr<'_>> = definition.items().collect();
    let [_, _, parameters, _, body] = parts[..] else {
        return Err(wrong(Some(definition), "not a definition"));
    };
    let mut names: FxHashMap<String, TermId> = FxHashMap::default();
    let mut count = 0;
    for (parameter, &v) in parameters.items().zip(arguments) {
        let name = parameter.items().next().and_then(|n| n.name());
        names.insert(
            name.ok_or_else(|| wrong(Some(parameter), "not a parameter"))?,
            system.pool.var(v),
        );
        count += 1;
    }
    if count != arguments.len() || parameters.items().count() != count {
        return Err(wrong(Some(parameters), "wrong number of parameters"));
    }
    let term = pool.read_term(body, |name| names.get(name).copied().map(Named::Term))?;
    if pool.sort(term) != Sort::Bool {
        return Err(wrong(Some(body), "not a Boolean term"));
    }
    Ok(conjuncts(pool, term))
}

/// Splits at `and` and at negated `or`, so that each part can be used, and dropped, by itself.
fn conjuncts(pool: &mut Pool, root: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if pool.as_bool(id) == Some(true) {
            continue;
        }
        if let Term::App(Op::And, args) = pool.get(id) {
            stack.extend(args.iter().rev());
            continue;
        }
        let inner = pool.as_not(id).map(|inner| pool.get(inner).clone());
        if let Some(Term::App(Op::Or, args)) = inner {
            stack.extend(args.iter().rev().map(|&a| pool.not(a)));
            continue;
        }
        parts.push(id);
    }
    parts
}

/// An invariant that is still to be checked.
struct Candidate<'a> {
    system: &'a Arc<System>,
    goal: TermId,
    /// Of the goal; invariant and lemmas talk about nothing else.
    cone: &'a Cone,
    pool: &'a Pool,
    lemmas: &'a [TermId],
    invariant: &'a [TermId],
}

impl Candidate<'_> {
    /// Base and step, with invariant and property together. The inner error says what failed.
    fn check(&self, z3: &Found, stop: &StopFlag) -> Result<Result<(), String>, OracleError> {
        for start in [Start::Initial, Start::Anywhere] {
            let mut oracle = SmtOracle::new(z3, stop.clone(), SmtOptions::default())?;
            match self.fails(start, &mut oracle)? {
                Answer::Unsat => {}
                Answer::Sat => {
                    return Ok(Err("Spacer's invariant does not hold up".into()));
                }
                Answer::Unknown(_) => {
                    return Ok(Err("Spacer's invariant could not be checked".into()));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Can the claim fail at the first step, or at a step after one where it holds?
    fn fails(&self, start: Start, oracle: &mut dyn Oracle) -> Result<Answer, OracleError> {
        let mut claim: Vec<TermId> = self.invariant.to_vec();
        claim.push(self.goal);
        let mut unroller = Unroller::new(self.system.clone(), self.cone.clone(), start);
        let mut last = unroller.add_step(self.pool, oracle)?;
        self.assert_lemmas(last, oracle)?;
        if start == Start::Anywhere {
            for lit in unroller.literals(self.pool, oracle, &claim, last)? {
                oracle.clause(&[lit])?;
            }
            last = unroller.add_step(self.pool, oracle)?;
            self.assert_lemmas(last, oracle)?;
        }
        let holds = unroller.literals(self.pool, oracle, &claim, last)?;
        let fails: Vec<_> = holds.into_iter().map(|lit| !lit).collect();
        oracle.clause(&fails)?;
        oracle.solve(&[], None)
    }

    fn assert_lemmas(&self, step: Step, oracle: &mut dyn Oracle) -> Result<(), OracleError> {
        for &lemma in self.lemmas {
            let lit = oracle.literal(self.pool, lemma, step)?;
            oracle.clause(&[lit])?;
        }
        Ok(())
    }
}
