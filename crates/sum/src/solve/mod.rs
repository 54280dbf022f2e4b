//! Solutions of predicates: values for unknown variables, where others are known.
//!
//! [`Oracle`] is the boundary between those who ask and those who answer. The evaluator answers by search; what it gives up on may be
//! asked of somebody else, whose solutions the evaluator confirms.

mod branch;
mod goal;
mod machine;
mod narrow;
mod search;
mod simplify;

use assay_source::Span;

use crate::core::{Bound, Expr, ExprKind, Pred, VarId};
use crate::eval::{Beyond, Evaluator, Flow, Stop};
use crate::value::Value;

pub(crate) use goal::Goal;
pub use machine::{Animator, Blame, Enabled, Parts, State, Step, Steps};
use search::Trail;

/// What is asked: values for the unknown variables so that all predicates hold.
#[derive(Clone, Debug)]
pub struct Question {
    pub unknown: Vec<Bound>,
    /// Values that unknown variables have to have. They are looked for in their sets like others.
    pub fixed: Vec<(VarId, Value)>,
    pub known: Vec<(VarId, Value)>,
    pub predicates: Vec<Pred>,
    /// Solutions are told apart by these variables. All unknown ones if it is empty.
    pub wanted: Vec<VarId>,
    /// No more solutions than this.
    pub limit: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Values of the wanted variables.
    pub solutions: Vec<Vec<Value>>,
    pub rest: Rest,
}

/// Whether there are other solutions.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// There are none.
    None,
    /// The limit was reached.
    Limit,
    /// The search could not tell.
    Beyond(Beyond),
}

pub trait Oracle {
    /// `Err` where the question was not answered at all: a set is undefined, or the search was ended.
    fn answer(&mut self, question: &Question) -> Result<Answer, Stop>;
}

impl Oracle for Evaluator {
    fn answer(&mut self, question: &Question) -> Result<Answer, Stop> {
        let unknown: Vec<VarId> = question.unknown.iter().map(|bound| bound.var).collect();
        let wanted = if question.wanted.is_empty() {
            unknown.clone()
        } else {
            question.wanted.clone()
        };
        let mut solutions = Vec::new();
        let missing = self.entering(|evaluator| {
            evaluator.with(question.known.iter().cloned(), |evaluator| {
                let mut goals = evaluator.bound_goals(&question.unknown)?;
                for (var, value) in &question.fixed {
                    let ty = evaluator.program.vars[var.0 as usize].ty.clone();
                    let expr = Expr::new(ExprKind::Var(*var), ty, Span::default());
                    goals.push(Goal::equal(&expr, value.clone()));
                }
                goals.extend(
                    question
                        .predicates
                        .iter()
                        .map(|pred| Goal::pred(pred, true)),
                );
                evaluator.run(goals, unknown, &wanted, &mut |evaluator| {
                    let solution = wanted.iter().map(|var| {
                        evaluator
                            .slot(*var)
                            .clone()
                            .expect("a solution gives values")
                    });
                    solutions.push(solution.collect());
                    Ok(if solutions.len() >= question.limit {
                        Flow::Break(())
                    } else {
                        Flow::Continue(())
                    })
                })
            })
        })?;
        let rest = match missing {
            _ if solutions.len() >= question.limit => Rest::Limit,
            Some(reason) => Rest::Beyond(reason),
            None => Rest::None,
        };
        Ok(Answer { solutions, rest })
    }
}
