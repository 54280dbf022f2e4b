//! A question of the animator as a system without states: values for unknown variables so that all predicates hold.
//!
//! A unknown variable that an equation determines needs no variables of its own; the others have some within the scope. Who decides the
//! system hands a trace back. A solution that is read from it counts only after the explicit evaluator has confirmed it.

use std::sync::Arc;

use assay_system::{Claim, Class, Property, Role, System, Trace, VarKind, Variable};
use assay_term::{Evaluator as TermEvaluator, TermId};

use super::determined::plan;
use super::symbolic::{Declared, Refusal, Sym, Symbolic, Terms};
use crate::core::{Bound, Program, VarId};
use crate::eval::{Evaluator, Options, Outside, Stop};
use crate::scope::SearchScope;
use crate::solve::{Answer, Oracle, Question, Rest};
use crate::value::Value;

/// A question that somebody else can decide.
pub struct Posed {
    /// Its one property says that a solution can be reached.
    pub system: System,
    unknown: Vec<(VarId, Sym)>,
    declared: Vec<Declared>,
    wanted: Vec<usize>,
    /// Infinite sets of which only a part is searched.
    pub clipped: Vec<String>,
}

/// What somebody says of a question.
pub enum Found {
    /// An execution of one step that ends where the property's term is true.
    Trace(Trace),
    /// There is none.
    Nothing,
    Unknown(String),
}

/// Decides the property of a system without states.
pub trait Decides {
    fn decide(&mut self, system: &System) -> Found;
}

impl Posed {
    pub fn new(
        program: &Arc<Program>,
        scope: &SearchScope,
        question: &Question,
    ) -> Result<Posed, Refusal> {
        let terms = Terms::new(Default::default(), Default::default());
        let mut symbolic = Symbolic::new(program.clone(), scope.clone(), terms);
        for (var, value) in question.known.iter().chain(&question.fixed) {
            let constant = symbolic.terms.constant(value);
            match constant {
                Some(sym) => symbolic.set(*var, sym),
                None => {
                    return super::symbolic::refuse(
                        Default::default(),
                        "a value with an infinite set inside",
                    );
                }
            }
        }
        let is_fixed = |bound: &&Bound| question.fixed.iter().any(|(var, _)| *var == bound.var);
        let open: Vec<VarId> = question
            .unknown
            .iter()
            .filter(|b| !is_fixed(b))
            .map(|b| b.var)
            .collect();
        let plan = plan(&question.predicates, &open, |expr| symbolic.reads(expr));
        let (mut declared, mut conditions) = (Vec::new(), Vec::new());
        for bound in question
            .unknown
            .iter()
            .filter(|b| plan.candidates.contains(&b.var))
        {
            let name = program.vars[bound.var.0 as usize].name.to_string();
            let new = symbolic.declare(&bound.set, &name)?;
            symbolic.set(bound.var, new.sym.clone());
            conditions.push(new.inside);
            declared.push(new);
        }
        for (var, expr) in &plan.equations {
            let value = symbolic.value(expr)?;
            symbolic.set(*var, value.sym);
        }
        let mut unknown = Vec::new();
        for bound in &question.unknown {
            let sym = symbolic
                .get(bound.var)
                .expect("every variable has a value by now")
                .clone();
            conditions.push(symbolic.inside(&sym, &bound.set)?);
            unknown.push((bound.var, sym));
        }
        for predicate in &question.predicates {
            conditions.push(symbolic.holds(predicate)?);
        }
        let solution = symbolic.terms.pool.and(conditions);
        let place = |var: &VarId| unknown.iter().position(|(other, _)| other == var);
        let wanted = question
            .wanted
            .iter()
            .filter_map(place)
            .collect::<Vec<usize>>();
        let wanted = if wanted.is_empty() {
            (0..unknown.len()).collect()
        } else {
            wanted
        };
        let clipped = symbolic.clipped();
        Ok(Posed {
            system: system(symbolic, &declared, solution),
            unknown,
            declared,
            wanted,
            clipped,
        })
    }

    /// The values of all unknown variables in a solution.
    pub fn solution(&self, trace: &Trace) -> Option<Vec<Value>> {
        let step = trace.steps.last()?;
        let mut terms = TermEvaluator::new(&self.system.pool, step, &trace.functions);
        let mut term = |t: TermId| terms.eval(t).expect("guarded divisions have values");
        Some(
            self.unknown
                .iter()
                .map(|(_, sym)| Symbolic::concrete(sym, &mut term))
                .collect(),
        )
    }

    /// The same question without solutions that have these values of the wanted variables.
    fn without(&mut self, solution: &[Value]) -> Result<(), Refusal> {
        let mut terms = Terms::new(std::mem::take(&mut self.system.pool), Default::default());
        let mut same = Vec::new();
        for &at in &self.wanted {
            let value = terms
                .constant(&solution[at])
                .expect("values of solutions are solid");
            let equal = terms.equal(&self.unknown[at].1, &value);
            same.push(equal.map_err(|why| Refusal {
                span: Default::default(),
                why,
            })?);
        }
        let same = terms.pool.and(same);
        let other = terms.pool.not(same);
        let old = self.system.properties[0].term;
        self.system.pool = terms.pool;
        let term = self.system.pool.and2(old, other);
        self.system.properties[0].term = term;
        Ok(())
    }

    /// The variables of the question's candidates, for whoever shows it.
    pub fn candidates(&self) -> usize {
        self.declared
            .iter()
            .map(|declared| declared.leaves.len())
            .sum()
    }
}

fn system(symbolic: Symbolic, declared: &[Declared], solution: TermId) -> System {
    let mut system = System::new();
    system.pool = symbolic.terms.pool;
    for leaf in declared.iter().flat_map(|d| &d.leaves) {
        system.vars.push(Variable {
            name: leaf.name.clone(),
            kind: VarKind::Input,
            role: Role::Input,
            range: leaf.range.clone(),
            shown: leaf.shown.clone(),
            span: None,
        });
    }
    system.properties.push(Property {
        claim: Claim::Reachable,
        class: Class::new("solution"),
        ..Property::invariant("solution", solution)
    });
    system
}

/// Answers by search, and asks somebody else about what the search gives up on.
pub struct Helped<'d> {
    pub program: Arc<Program>,
    pub scope: SearchScope,
    pub evaluator: Evaluator,
    pub decides: &'d mut dyn Decides,
}

impl Oracle for Helped<'_> {
    fn answer(&mut self, question: &Question) -> Result<Answer, Stop> {
        let searched = self.evaluator.answer(question);
        let gave_up = match &searched {
            Ok(answer) => matches!(answer.rest, Rest::Beyond(_)) && answer.solutions.is_empty(),
            Err(Stop::Halted(crate::eval::Halt::Budget) | Stop::Beyond(_)) => true,
            Err(_) => false,
        };
        if !gave_up {
            return searched;
        }
        match self.by_terms(question) {
            Some(answer) => Ok(answer),
            None => searched,
        }
    }
}

impl Helped<'_> {
    /// None where the question cannot be posed, or has no answer there either.
    fn by_terms(&mut self, question: &Question) -> Option<Answer> {
        let mut posed = Posed::new(&self.program, &self.scope, question).ok()?;
        let mut solutions: Vec<Vec<Value>> = Vec::new();
        while solutions.len() < question.limit {
            match self.decides.decide(&posed.system) {
                Found::Trace(trace) => {
                    let solution = posed.solution(&trace)?;
                    if !self.confirms(question, &solution) {
                        return None;
                    }
                    posed.without(&solution).ok()?;
                    solutions.push(
                        posed
                            .wanted
                            .iter()
                            .map(|&at| solution[at].clone())
                            .collect(),
                    );
                }
                Found::Nothing => {
                    // What lies outside of the scope was not searched.
                    let rest = match posed.clipped.first() {
                        None => Rest::None,
                        Some(set) => Rest::Beyond(crate::eval::Beyond {
                            span: Default::default(),
                            reason: crate::eval::Limit::Scope { set: set.clone() },
                        }),
                    };
                    return Some(Answer { solutions, rest });
                }
                Found::Unknown(_) => return None,
            }
        }
        Some(Answer {
            solutions,
            rest: Rest::Limit,
        })
    }

    /// Whether the explicit evaluator agrees: all values are in their sets, and all predicates hold.
    fn confirms(&mut self, question: &Question, solution: &[Value]) -> bool {
        let options = Options {
            outside: Outside::Refuse,
            ..Options::default()
        };
        let mut evaluator = Evaluator::new(self.program.clone(), self.scope.clone(), options);
        let values = question
            .unknown
            .iter()
            .map(|bound| bound.var)
            .zip(solution.iter().cloned());
        let values: Vec<(VarId, Value)> = values.chain(question.known.iter().cloned()).collect();
        evaluator.with(values, |evaluator| {
            let members = question.unknown.iter().zip(solution).all(|(bound, value)| {
                let set = evaluator.value(&bound.set);
                set.is_ok_and(|set| {
                    evaluator.entering(|e| e.contains(set.as_set(), value)) == Ok(true)
                })
            });
            members
                && question
                    .predicates
                    .iter()
                    .all(|pred| evaluator.holds(pred) == Ok(true))
        })
    }
}
