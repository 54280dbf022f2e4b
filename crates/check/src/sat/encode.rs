//! The obligations as a circuit. Each part becomes one question: can the hypotheses of some
//! obligation hold while its goal fails?
//!
//! Widths stay bounded: once a state's range at a step is among the hypotheses, the state is cut
//! down to the bits of that range. At the step where the range is still to be proved, the state has
//! all bits of its next-state term, so a value that leaves the range is seen and not wrapped.

use std::rc::Rc;

use assay_system::VarKind;
use assay_term::{Op, Sort, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::gates::{Clauses, Gates, Signal};
use super::vector::{self, Table};
use super::word::Word;
use crate::obligations::{Obligation, Problem, range_of};
use crate::unroll::{Encoder, Part, pending};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wires {
    Bit(Signal),
    Word(Word),
    Vector(Rc<[Signal]>),
    Array(Table),
}

/// The goal of one obligation that a question asks about.
struct Goal {
    obligation: Obligation,
    /// All hypotheses hold and some conjunct does not.
    fails: Signal,
    conjuncts: Vec<(String, Signal)>,
}

pub(crate) struct Question {
    pub clauses: Clauses,
    goals: Vec<Goal>,
}

impl Question {
    pub fn describe_all(&self) -> String {
        let names: Vec<String> = self
            .goals
            .iter()
            .map(|g| g.obligation.to_string())
            .collect();
        names.join(", ")
    }

    /// Which obligation fails in a model, and which of its conjuncts are false there.
    pub fn describe_failure(&self, is_true: impl Fn(i32) -> bool) -> (String, String) {
        let holds = |signal: Signal| match signal {
            Signal::TRUE => true,
            Signal::FALSE => false,
            _ => self.clauses.get(signal).is_some_and(&is_true),
        };
        let goal = self
            .goals
            .iter()
            .find(|g| holds(g.fails))
            .expect("a model satisfies the clause that one of the goals fails");
        let failed: Vec<&str> = goal
            .conjuncts
            .iter()
            .filter(|(_, signal)| holds(!*signal))
            .map(|(name, _)| name.as_str())
            .collect();
        let detail = format!("does not hold: {}", failed.join(", "));
        (goal.obligation.to_string(), detail)
    }
}

pub(crate) struct Circuit<'a> {
    problem: &'a Problem<'a>,
    gates: Gates,
    vars: FxHashMap<(VarId, usize), Wires>,
    terms: Vec<FxHashMap<TermId, Wires>>,
    /// True without being a hypothesis: the ranges of unknowns.
    facts: Vec<Signal>,
    /// The conjunction of what has been assumed so far.
    hypotheses: Signal,
    goals: Vec<Goal>,
    questions: Vec<Question>,
}

impl<'a> Circuit<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Self {
        Circuit {
            problem,
            gates: Gates::new(),
            vars: FxHashMap::default(),
            terms: Vec::new(),
            facts: Vec::new(),
            hypotheses: Signal::TRUE,
            goals: Vec::new(),
            questions: Vec::new(),
        }
    }

    pub fn into_questions(self) -> Vec<Question> {
        self.questions
    }

    fn lookup(&self, var: VarId, step: usize) -> Result<&Wires, String> {
        let step = match self.problem.system.var(var).kind {
            VarKind::Rigid => 0,
            _ => step,
        };
        self.vars
            .get(&(var, step))
            .ok_or_else(|| format!("variable #{} is used before it is defined", var.0))
    }

    fn term(&mut self, root: TermId, step: usize) -> Result<Wires, String> {
        if self.terms.len() <= step {
            self.terms.resize_with(step + 1, FxHashMap::default);
        }
        let problem = self.problem;
        let missing = pending(&problem.pool, root, |id| self.terms[step].contains_key(&id));
        for id in missing {
            let wires = match problem.pool.get(id) {
                Term::Const(Value::Bool(b)) => Wires::Bit((*b).into()),
                Term::Const(Value::Int(n)) => Wires::Word(Word::constant(n)),
                Term::Const(Value::Real(_)) => return Err("reals have no bits".into()),
                Term::Const(Value::Bits(bits)) => Wires::Vector(vector::word(bits).into()),
                Term::Const(Value::Array(array)) => Wires::Array(Table::constant(array)),
                Term::Var(v) => self.lookup(*v, step)?.clone(),
                Term::Call(..) => return Err("a function that is not interpreted".into()),
                Term::App(op, args) => {
                    let args: Vec<&Wires> = args.iter().map(|a| &self.terms[step][a]).collect();
                    apply(&mut self.gates, &mut self.facts, *op, &args)?
                }
            };
            self.terms[step].insert(id, wires);
        }
        Ok(self.terms[step][&root].clone())
    }

    fn bit(&mut self, term: TermId, step: usize) -> Result<Signal, String> {
        match self.term(term, step)? {
            Wires::Bit(signal) => Ok(signal),
            _ => Err("a formula that is not Boolean".into()),
        }
    }

    fn in_range(&mut self, var: VarId, step: usize) -> Result<Signal, String> {
        let (Some((lo, hi)), Wires::Word(word)) = (
            range_of(self.problem.system, var),
            self.lookup(var, step)?.clone(),
        ) else {
            return Ok(Signal::TRUE);
        };
        Ok(word.is_within(&mut self.gates, lo, hi))
    }
}

impl Encoder for Circuit<'_> {
    fn begin(&mut self, _part: Part) {
        self.gates = Gates::new();
        self.vars.clear();
        self.terms.clear();
        self.facts.clear();
        self.hypotheses = Signal::TRUE;
    }

    fn free(&mut self, var: VarId, step: usize) -> Result<(), String> {
        let system = self.problem.system;
        let wires = match system.sort(var) {
            Sort::Bool => Wires::Bit(self.gates.free()),
            Sort::Int => {
                let (lo, hi) = range_of(system, var)
                    .ok_or_else(|| format!("{} has no finite range", system.var(var).name))?;
                let (word, fact) = Word::free(&mut self.gates, lo, hi);
                self.facts.push(fact);
                Wires::Word(word)
            }
            Sort::Real => return Err(format!("{} is real", system.var(var).name)),
            sort @ (Sort::BitVec(_) | Sort::Array { .. }) => {
                let count = vector::signals(sort)
                    .ok_or_else(|| format!("{} has too many bits", system.var(var).name))?;
                let signals = (0..count).map(|_| self.gates.free()).collect();
                match sort {
                    Sort::Array { index, element } => Wires::Array(Table {
                        index,
                        element,
                        signals,
                    }),
                    _ => Wires::Vector(signals),
                }
            }
        };
        self.vars.insert((var, step), wires);
        Ok(())
    }

    fn define(&mut self, var: VarId, step: usize, term: TermId, at: usize) -> Result<(), String> {
        let wires = self.term(term, at)?;
        self.vars.insert((var, step), wires);
        Ok(())
    }

    fn assume(&mut self, term: TermId, step: usize) -> Result<(), String> {
        let holds = self.bit(term, step)?;
        self.hypotheses = self.gates.and(self.hypotheses, holds);
        Ok(())
    }

    fn assume_ranges(&mut self, step: usize) -> Result<bool, String> {
        let mut narrower = false;
        for &var in &self.problem.ranged {
            let fact = self.in_range(var, step)?;
            self.hypotheses = self.gates.and(self.hypotheses, fact);
            if let (Some((lo, hi)), Wires::Word(wide)) =
                (range_of(self.problem.system, var), self.lookup(var, step)?)
            {
                let word = wide.narrowed(lo, hi);
                if word != *wide {
                    narrower = true;
                    self.vars.insert((var, step), Wires::Word(word));
                }
            }
        }
        if narrower && let Some(terms) = self.terms.get_mut(step) {
            terms.clear();
        }
        Ok(narrower)
    }

    fn assume_apart(&mut self, vars: &[VarId], one: usize, other: usize) -> Result<(), String> {
        let mut apart = Signal::FALSE;
        for &var in vars {
            let (a, b) = (
                self.lookup(var, one)?.clone(),
                self.lookup(var, other)?.clone(),
            );
            match apply(&mut self.gates, &mut self.facts, Op::Eq, &[&a, &b])? {
                Wires::Bit(same) => apart = self.gates.or(apart, !same),
                _ => return Err("an equation that is not Boolean".into()),
            }
        }
        self.hypotheses = self.gates.and(self.hypotheses, apart);
        Ok(())
    }

    fn prove(&mut self, obligation: Obligation, step: usize) -> Result<(), String> {
        let mut conjuncts = Vec::new();
        for conjunct in &self.problem.conjuncts {
            conjuncts.push((conjunct.name.clone(), self.bit(conjunct.term, step)?));
        }
        for &var in &self.problem.ranged {
            let name = format!("range of {}", self.problem.system.var(var).name);
            conjuncts.push((name, self.in_range(var, step)?));
        }
        let mut all = Signal::TRUE;
        for (_, signal) in &conjuncts {
            all = self.gates.and(all, *signal);
        }
        let fails = self.gates.and(self.hypotheses, !all);
        self.goals.push(Goal {
            obligation,
            fails,
            conjuncts,
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let goals = std::mem::take(&mut self.goals);
        let any: Vec<Signal> = goals.iter().map(|g| g.fails).collect();
        self.questions.push(Question {
            clauses: self.gates.clauses(&self.facts, &any),
            goals,
        });
        Ok(())
    }
}

fn apply(
    gates: &mut Gates,
    facts: &mut Vec<Signal>,
    op: Op,
    args: &[&Wires],
) -> Result<Wires, String> {
    use Wires::{Array, Bit, Vector, Word as Num};
    Ok(match (op, args) {
        (Op::Not, [Bit(a)]) => Bit(!*a),
        (Op::And | Op::Or, _) => {
            let mut result = Signal::from(op == Op::And);
            for arg in args {
                let Bit(signal) = arg else {
                    return Err("a junction of non-Booleans".into());
                };
                result = match op {
                    Op::And => gates.and(result, *signal),
                    _ => gates.or(result, *signal),
                };
            }
            Bit(result)
        }
        (Op::Eq, [Bit(a), Bit(b)]) => Bit(!gates.xor(*a, *b)),
        (Op::Eq, [Num(a), Num(b)]) => Bit(a.eq(gates, b)),
        (Op::Eq, [Vector(a), Vector(b)]) => Bit(vector::equal(gates, a, b)),
        (Op::Eq, [Array(a), Array(b)]) => Bit(vector::equal(gates, &a.signals, &b.signals)),
        (Op::Ite, [Bit(c), Vector(a), Vector(b)]) => Vector(vector::mux(gates, *c, a, b).into()),
        (Op::Ite, [Bit(c), Array(a), Array(b)]) => Array(Table {
            signals: vector::mux(gates, *c, &a.signals, &b.signals).into(),
            ..*a
        }),
        (Op::Ite, [Bit(c), Bit(a), Bit(b)]) => Bit(gates.mux(*c, *a, *b)),
        (Op::Ite, [Bit(c), Num(a), Num(b)]) => Num(Word::mux(gates, *c, a, b)),
        (Op::Le, [Num(a), Num(b)]) => Bit(a.le(gates, b)),
        (Op::Lt, [Num(a), Num(b)]) => Bit(a.lt(gates, b)),
        (Op::Add | Op::Mul, [Num(first), rest @ ..]) => {
            let mut result = first.clone();
            for arg in rest {
                let Num(word) = arg else {
                    return Err("arithmetic on mixed sorts".into());
                };
                result = match op {
                    Op::Add => result.add(gates, word),
                    _ => result.mul(gates, word),
                };
            }
            Num(result)
        }
        (Op::IntDiv, [Num(n), Num(d)]) => Num(n.divide(gates, d, facts).0),
        (Op::Mod, [Num(n), Num(d)]) => Num(n.divide(gates, d, facts).1),
        _ => vector::apply(gates, op, args)
            .ok_or_else(|| format!("{op:?} has no finite encoding here"))?,
    })
}
