//! Traces of a scoped machine in the words of the specification: states as their variables, operations with their inputs, and
//! which line of the invariant fails.

use assay_system::{LineKind, RunLine, Trace};

use super::replay::{SpecReplayer, Told, Values, all_hold, values};
use super::system::Question;
use crate::core::{Bound, Expr, Pred};
use crate::value::{Printer, Shape, Spelling, Value};

impl SpecReplayer {
    fn print(&self, value: &Value, set: &Expr) -> String {
        let printer = Printer {
            program: &self.program,
            scope: &self.scope,
            spelling: Spelling::Ascii,
        };
        printer.print(value, &Shape::of_elements(&self.program, set))
    }

    /// The values of variables in their sets, a line each; only those that are not as in another state, where one is given.
    fn state_lines(&self, state: &Values, other: Option<&Values>, depth: u32) -> Vec<RunLine> {
        let mut lines = Vec::new();
        for (at, (variable, (var, value))) in self.machine().state.iter().zip(state).enumerate() {
            if other.is_some_and(|other| other[at].1 == *value) {
                continue;
            }
            let name = &self.program.vars[var.0 as usize].name;
            lines.push(RunLine {
                span: Some(variable.span),
                depth,
                kind: LineKind::Assign,
                text: format!("{name} = {}", self.print(value, &variable.set)),
            });
        }
        lines
    }

    fn bound_texts(
        &self,
        bounds: &[Bound],
        values: &Values,
        text: impl Fn(&str, String) -> String,
    ) -> Vec<String> {
        let named = bounds.iter().zip(values).map(|(bound, (var, value))| {
            let name = &self.program.vars[var.0 as usize].name;
            text(name.as_str(), self.print(value, &bound.set))
        });
        named.collect()
    }

    /// An operation with its inputs, what it leads to, and its outputs.
    fn step_lines(&self, told: &Told) -> Vec<RunLine> {
        let operation = &self.machine().operations[told.operation.expect("a step of an operation")];
        let inputs = self.bound_texts(&operation.inputs, &told.inputs, |name, value| {
            format!("{value}/{name}")
        });
        let inputs = match inputs.len() {
            0 => String::new(),
            _ => format!("{{{}}}", inputs.join(", ")),
        };
        let mut lines = vec![RunLine {
            span: Some(operation.span),
            depth: 0,
            kind: LineKind::Call,
            text: format!("{}{inputs}", operation.name),
        }];
        for text in self.bound_texts(&operation.outputs, &told.outputs, |name, value| {
            format!("{name} = {value}")
        }) {
            lines.push(RunLine {
                span: Some(operation.span),
                depth: 1,
                kind: LineKind::Return,
                text,
            });
        }
        lines.extend(self.state_lines(&told.after, Some(&told.before), 1));
        lines
    }

    pub(super) fn lines(&self, trace: &Trace, question: Option<Question>) -> Option<Vec<RunLine>> {
        let last = trace.len().checked_sub(1)?;
        let mut lines = Vec::new();
        match question {
            Some(Question::Init | Question::InitInvariant) => {
                let told = self.initial(trace, last).ok()?;
                lines.extend(self.state_lines(&told.after, None, 0));
                if question == Some(Question::InitInvariant) {
                    lines.extend(self.failures(&told.after, &self.machine().invariant_after));
                }
            }
            Some(Question::Preserves(operation)) => {
                let told = self.step(trace, last, operation, false).ok()?;
                lines.extend(self.state_lines(&told.before, None, 0));
                lines.extend(self.step_lines(&told));
                lines.extend(self.failures(&told.after, &self.machine().invariant_after));
            }
            Some(Question::Check { check, line }) => {
                let before = self.any_state(trace, last);
                lines.extend(self.state_lines(&before, None, 0));
                let said = &self.machine().checks[check].lines[line];
                lines.push(self.failure(said.otherwise.as_deref(), &said.predicate));
            }
            Some(Question::Conjecture(at)) => {
                lines.push(self.failure(None, &self.program.conjectures[at].predicate));
            }
            Some(Question::Reachable) | None => {
                let mut state = self.now(trace, 0).ok()?;
                lines.extend(self.state_lines(&state, None, 0));
                for step in 1..trace.len() {
                    let next = self.now(trace, step).ok()?;
                    let operation = self.chosen(trace, step - 1).ok()?;
                    let told = self.step(trace, step - 1, operation, true).ok()?;
                    if values(&told.after) == values(&next) {
                        lines.extend(self.step_lines(&told));
                    }
                    state = next;
                }
                if question.is_some() {
                    lines.extend(self.failures(&state, &self.machine().invariant));
                }
            }
        }
        Some(lines)
    }

    /// The lines of the invariant that are false in a state.
    fn failures(&self, state: &Values, invariant: &[Pred]) -> Vec<RunLine> {
        let mut evaluator = self.evaluator();
        let fails = |line: &&Pred| {
            let one = std::slice::from_ref(*line);
            matches!(all_hold(&mut evaluator, state, one), Ok(false))
        };
        let failing = invariant.iter().filter(fails);
        failing.map(|line| self.failure(None, line)).collect()
    }

    fn failure(&self, message: Option<&str>, line: &Pred) -> RunLine {
        let text = self
            .file
            .slice(line.span)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let text = match message {
            Some(message) => format!("{message}: false: {text}"),
            None => format!("false: {text}"),
        };
        RunLine {
            span: Some(line.span),
            depth: 0,
            kind: LineKind::Failure,
            text,
        }
    }
}
