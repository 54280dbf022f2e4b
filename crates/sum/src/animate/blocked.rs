//! Why an operation cannot be executed: the lines of the specification that are in the way, with their values.

use assay_language::{Outcome, Why};

use super::session::Session;
use crate::core::{Pred, VarId};
use crate::eval::Stop;
use crate::solve::{Blame, Parts, Rest};
use crate::types::Call;
use crate::value::Value;

impl Session {
    /// `why not add{3/x?}`
    pub(super) fn why_not(&mut self, call: &Call, values: &[(VarId, Value)]) -> Outcome {
        let what = self.machine().operations[call.operation].name.to_string();
        let Some(state) = self.present().cloned() else {
            return self.no_state();
        };
        let found = self
            .animator
            .post_states(call.operation, &state, values, Parts::M, 1);
        match found {
            Err(stop) => Outcome::Unknown(stop.to_string()),
            Ok(steps) if !steps.steps.is_empty() => {
                Outcome::Said(format!("`{what}` can be executed here"))
            }
            Ok(steps) => match steps.rest {
                Rest::Beyond(beyond) => Outcome::Unknown(beyond.reason.to_string()),
                _ => Outcome::Why {
                    what,
                    reasons: self.reasons_of(call, values),
                },
            },
        }
    }

    /// An operation that has no execution here.
    pub(super) fn blocked(&mut self, call: &Call, values: &[(VarId, Value)]) -> Outcome {
        Outcome::Blocked {
            what: self.machine().operations[call.operation].name.to_string(),
            reasons: self.reasons_of(call, values),
        }
    }

    /// What is in the way of an operation that has no execution here.
    pub(super) fn reasons_of(&mut self, call: &Call, values: &[(VarId, Value)]) -> Vec<Why> {
        let inputs = self.machine().operations[call.operation].inputs.iter();
        let missing = inputs.filter(|b| !values.iter().any(|(v, _)| *v == b.var));
        let missing: Vec<String> = missing
            .map(|b| format!("`{}`", self.var_name(b.var)))
            .collect();
        if !missing.is_empty() {
            let missing = missing.join(" and ");
            return vec![sentence(format!(
                "no {missing} in the scope allows it; give a value to see what is in the way"
            ))];
        }
        self.reasons(call.operation, values)
            .unwrap_or_else(|stop| vec![sentence(format!("why is not known: {stop}"))])
    }

    fn reasons(&mut self, operation: usize, values: &[(VarId, Value)]) -> Result<Vec<Why>, Stop> {
        let Some(state) = self.present().cloned() else {
            return Ok(vec![]);
        };
        let blame = self.animator.why_not(operation, &state, values)?;
        Ok(match blame {
            Blame::Nothing => vec![sentence(
                "outputs that were given are not those that it has".into(),
            )],
            Blame::Input(index) => {
                let bound = self.machine().operations[operation].inputs[index].clone();
                let set = self.text_of(bound.set.span);
                let value = values.iter().find(|(v, _)| *v == bound.var);
                vec![Why {
                    text: format!("{} is not in {set}", self.var_name(bound.var)),
                    place: Some(bound.set.span),
                    values: self
                        .words()
                        .variables(self.machine(), value.map_or(&[][..], std::slice::from_ref)),
                }]
            }
            Blame::False(lines) => lines
                .into_iter()
                .map(|(line, values)| self.line(&line, &values))
                .collect(),
            Blame::Together(lines) => {
                let mut reasons = vec![sentence("no post-state satisfies these together".into())];
                reasons.extend(lines.iter().map(|line| self.line(line, &[])));
                reasons
            }
        })
    }

    pub(super) fn line(&self, line: &Pred, values: &[(VarId, Value)]) -> Why {
        Why {
            text: self.text_of(line.span),
            place: Some(line.span),
            values: self.words().variables(self.machine(), values),
        }
    }
}

pub(super) fn sentence(text: String) -> Why {
    Why {
        text,
        place: None,
        values: vec![],
    }
}
