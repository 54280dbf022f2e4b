//! Expressions, predicates and operations that a user asks about, and operations said anew.

use assay_language::{Outcome, Why};
use assay_source::{Diagnostic, SourceFile};

use super::blocked::sentence;
use super::session::Session;
use crate::core::VarId;
use crate::eval::Stop;
use crate::solve::{Parts, Rest};
use crate::syntax::ParagraphKind;
use crate::syntax::parser::{Query, parse_paragraph, parse_query};
use crate::types::{Call, Question, View};
use crate::value::Value;

/// So many ways to go on are looked for: one more than is listed.
const LOOKED_FOR: usize = 21;

/// What a line asks about.
enum Asked {
    Operation(Call),
    Expression(crate::core::Expr),
    Predicate(crate::core::Pred),
}

type Faults = Vec<Diagnostic>;

impl Session {
    fn text(&mut self, line: &str) -> SourceFile {
        let id = self.texts.add_text("command", line);
        self.texts.file(id).clone()
    }

    /// Variables that a question may name beside the state.
    fn view(&self) -> View {
        View {
            primed: false,
            variables: self.elements.clone(),
        }
    }

    fn read(&mut self, line: &str) -> Result<Asked, Faults> {
        let file = self.text(line);
        let (query, faults) = parse_query(&file, &self.operators);
        let errors = || faults.iter().any(Diagnostic::is_error);
        let Some(query) = query.filter(|_| !errors()) else {
            return Err(faults);
        };
        let view = self.view();
        let call = match &query {
            Query::Expr(tree) => self.names.call(&mut self.program, tree, &view)?,
            Query::Predicate(_) => None,
        };
        let asked = match call {
            Some(call) => Asked::Operation(call),
            None => match self.names.query(&mut self.program, &query, &view)? {
                Question::Value(expr) => Asked::Expression(expr),
                Question::Truth(pred) => Asked::Predicate(pred),
            },
        };
        self.renew();
        Ok(asked)
    }

    /// The values that a call gives to inputs and outputs.
    fn values(&mut self, call: &Call) -> Result<Vec<(VarId, Value)>, Stop> {
        let known = self.present().cloned();
        let known = known.map_or(vec![], |state| self.animator.bindings(&state));
        let evaluator = &mut self.animator.evaluator;
        evaluator.with(known, |evaluator| {
            let values = call.values.iter();
            values
                .map(|(var, expr)| Ok((*var, evaluator.solid_value(expr)?)))
                .collect()
        })
    }

    pub(super) fn ask(&mut self, line: &str) -> Outcome {
        match self.read(line) {
            Err(faults) => Outcome::Faulty(faults),
            Ok(Asked::Operation(call)) => self.execute(line, &call),
            Ok(Asked::Expression(expr)) => {
                let known = self.known();
                let evaluator = &mut self.animator.evaluator;
                match evaluator.with(known, |evaluator| evaluator.value(&expr)) {
                    Ok(value) => Outcome::Value(self.words().value_of(&expr, &value)),
                    Err(stop) => self.without_value(stop),
                }
            }
            Ok(Asked::Predicate(pred)) => match self.truth(&pred) {
                Ok(truth) => truth,
                Err(stop) => self.without_value(stop),
            },
        }
    }

    fn known(&self) -> Vec<(VarId, Value)> {
        self.present()
            .map_or(vec![], |state| self.animator.bindings(state))
    }

    /// The truth of a predicate. An atom alone with an undefined term is undefined for a person who asks.
    fn truth(&mut self, pred: &crate::core::Pred) -> Result<Outcome, Stop> {
        let known = self.known();
        let evaluator = &mut self.animator.evaluator;
        let holds = evaluator.with(known, |evaluator| evaluator.holds(pred))?;
        let is_atom = matches!(
            &*pred.kind,
            crate::core::PredKind::Relation { .. } | crate::core::PredKind::Holds(_)
        );
        if !holds
            && is_atom
            && let Some(first) = self.animator.evaluator.notes.undefined.first()
        {
            let stop = Stop::Undefined(Box::new(first.clone()));
            self.animator.evaluator.take_notes();
            return Err(stop);
        }
        Ok(Outcome::Truth(holds))
    }

    fn without_value(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Undefined(undefined) => {
                let value = undefined.reason.value();
                let value = value.map(|value| format!(" (with {})", self.words().plain(value)));
                Outcome::Undefined {
                    reason: format!("{}{}", undefined.reason, value.unwrap_or_default()),
                    place: Some(undefined.span),
                }
            }
            other => Outcome::Unknown(other.to_string()),
        }
    }

    fn execute(&mut self, line: &str, call: &Call) -> Outcome {
        let Some(state) = self.present().cloned() else {
            return self.no_state();
        };
        let values = match self.values(call) {
            Ok(values) => values,
            Err(stop) => return self.without_value(stop),
        };
        let found =
            self.animator
                .post_states(call.operation, &state, &values, Parts::M, LOOKED_FOR);
        match found {
            Err(stop) => Outcome::Unknown(stop.to_string()),
            Ok(found) if found.steps.is_empty() => match found.rest {
                Rest::Beyond(beyond) => Outcome::Unknown(beyond.reason.to_string()),
                _ => self.blocked(call, &values),
            },
            Ok(found) => self.take(line.trim().to_string(), Some(call.operation), found),
        }
    }

    pub(super) fn ask_why(&mut self, line: &str) -> Outcome {
        match self.read(line) {
            Err(faults) => Outcome::Faulty(faults),
            Ok(Asked::Operation(call)) => match self.values(&call) {
                Ok(values) => self.why_not(&call, &values),
                Err(stop) => self.without_value(stop),
            },
            Ok(_) => Outcome::Faulty(vec![
                Diagnostic::error("Z0904", "`why not` is about an operation")
                    .help("`ops` lists the operations"),
            ]),
        }
    }

    /// `expect P`, `expect add{3/x?}` (there is an execution with these values), `expect not add{3/x?}`.
    pub(super) fn expect(&mut self, line: &str) -> Outcome {
        let (negated, inner) = match line.strip_prefix("not ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        if let Ok(Asked::Operation(call)) = self.read(inner) {
            return match self.can_execute(&call) {
                Err(outcome) => outcome,
                Ok(can) => Outcome::Expected {
                    held: can != negated,
                    reasons: match (can, negated) {
                        (false, false) => match self.values(&call) {
                            Ok(values) => self.reasons_of(&call, &values),
                            Err(stop) => vec![sentence(stop.to_string())],
                        },
                        (true, true) => vec![sentence("it can be executed here".into())],
                        _ => vec![],
                    },
                },
            };
        }
        match self.ask_without_moving(line) {
            Outcome::Truth(held) => Outcome::Expected {
                held,
                reasons: if held {
                    vec![]
                } else {
                    vec![self.present_state()]
                },
            },
            Outcome::Undefined { reason, place } => Outcome::Expected {
                held: false,
                reasons: vec![Why {
                    text: format!("undefined: {reason}"),
                    place,
                    values: vec![],
                }],
            },
            Outcome::Value(value) if value == "true" || value == "false" => Outcome::Expected {
                held: value == "true",
                reasons: vec![],
            },
            Outcome::Value(_) => Outcome::Faulty(vec![Diagnostic::error(
                "Z0905",
                "`expect` needs a predicate or an operation",
            )]),
            other => other,
        }
    }

    fn present_state(&self) -> Why {
        let state = self.present();
        Why {
            text: "in this state".into(),
            place: None,
            values: state.map_or(vec![], |state| self.words().state(self.machine(), state)),
        }
    }

    fn ask_without_moving(&mut self, line: &str) -> Outcome {
        match self.read(line) {
            Err(faults) => Outcome::Faulty(faults),
            Ok(Asked::Operation(_)) => Outcome::Faulty(vec![]),
            Ok(Asked::Expression(_) | Asked::Predicate(_)) => self.ask(line),
        }
    }

    fn can_execute(&mut self, call: &Call) -> Result<bool, Outcome> {
        let Some(state) = self.present().cloned() else {
            return Err(self.no_state());
        };
        let values = self.values(call).map_err(|stop| self.without_value(stop))?;
        let found = self
            .animator
            .post_states(call.operation, &state, &values, Parts::M, 1)
            .map_err(|stop| Outcome::Unknown(stop.to_string()))?;
        match (found.steps.is_empty(), found.rest) {
            (false, _) => Ok(true),
            (true, Rest::Beyond(beyond)) => Err(Outcome::Unknown(beyond.reason.to_string())),
            (true, _) => Ok(false),
        }
    }

    /// `add ^= [add | x? in 1..3]`, with or without `op` before it.
    pub(super) fn redefine(&mut self, line: &str) -> Outcome {
        let line = line.trim();
        let text = if line.starts_with("op ") {
            line.to_string()
        } else {
            format!("op {line}")
        };
        let file = self.text(&text);
        let (paragraph, faults) = parse_paragraph(&file, &self.operators);
        let errors = faults.iter().any(Diagnostic::is_error);
        let Some(paragraph) = paragraph.filter(|_| !errors) else {
            return Outcome::Faulty(faults);
        };
        let ParagraphKind::Operation { name, value } = paragraph.kind else {
            return Outcome::Faulty(vec![Diagnostic::error(
                "Z0906",
                "only operations are said anew",
            )]);
        };
        match self.names.redefine(&mut self.program, &name, &value) {
            Err(faults) => Outcome::Faulty(faults),
            Ok(_) => {
                self.renew();
                self.remember_redefinition(line);
                Outcome::Said(format!("`{}` is said anew", name.name))
            }
        }
    }

    /// `check NAME`: the lines of a check of the specification, in the present state; of all checks where none is named.
    pub(super) fn check(&mut self, name: &str) -> Outcome {
        let checks = self.machine().checks.clone();
        let chosen: Vec<_> = checks
            .iter()
            .filter(|check| name.is_empty() || check.name.as_str() == name)
            .collect();
        if chosen.is_empty() {
            let names: Vec<String> = checks.iter().map(|c| format!("`{}`", c.name)).collect();
            let message = match name {
                "" => "the module has no checks".to_string(),
                _ => format!("there is no check `{name}`"),
            };
            let fault = Diagnostic::error("Z0907", message);
            return Outcome::Faulty(vec![fault.help(if names.is_empty() {
                "a check is written `check NAME ... end` in the module".to_string()
            } else {
                format!("there is {}", names.join(", "))
            })]);
        }
        let mut failures = Vec::new();
        let mut lines = 0;
        for check in &chosen {
            for line in &check.lines {
                lines += 1;
                let known = self.known();
                let evaluator = &mut self.animator.evaluator;
                let holds = evaluator.with(known, |evaluator| evaluator.holds(&line.predicate));
                match holds {
                    Ok(true) => {}
                    Ok(false) => {
                        let mut why = self.line(&line.predicate, &[]);
                        if let Some(message) = &line.otherwise {
                            why.text = format!("{message}: {}", why.text);
                        }
                        failures.push(why);
                    }
                    Err(stop) => return Outcome::Unknown(stop.to_string()),
                }
            }
        }
        Outcome::Checked {
            name: name.to_string(),
            lines,
            failures,
        }
    }
}
