//! The present state, moves, and the way back.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_language::{Choice, Enabled, More, Moved, Note, OperationShown, Outcome, Reply, Visit};
use assay_source::{Diagnostic, SourceMap, Span};

use super::command::Command;
use super::shown::Words;
use crate::core::{GivenId, Machine, Program, Var, VarId};
use crate::eval::{Notes, Options};
use crate::scope::SearchScope;
use crate::solve::{Animator, Parts, Rest, State, Step, Steps};
use crate::syntax::fixity::Operators;
use crate::types;
use crate::value::{Spelling, Value};

/// So many ways to go on are listed.
const LISTED: usize = 20;

/// What was visited.
#[derive(Clone, Debug)]
struct Entry {
    /// The command that leads here from the entry before, with all its inputs, and the number of the way that was chosen.
    commands: Vec<String>,
    state: State,
}

/// Ways to go on that were listed, and are to be chosen from.
struct Offer {
    command: String,
    operation: Option<usize>,
    steps: Vec<Step>,
}

pub struct Session {
    pub(super) names: types::Names,
    /// With the variables that questions added.
    pub(super) program: Program,
    pub(super) operators: Operators,
    pub(super) animator: Animator,
    scope: SearchScope,
    /// Names of elements of given sets: `DATA1`.
    pub(super) elements: Vec<VarId>,
    pub(super) texts: SourceMap,
    history: Vec<Entry>,
    /// The place in the history; meaningless while that is empty.
    place: usize,
    offer: Option<Offer>,
    /// Commands that say operations anew.
    redefinitions: Vec<String>,
}

impl Session {
    /// None for a program without a machine.
    pub fn new(
        mut program: Program,
        names: types::Names,
        scope: SearchScope,
        texts: SourceMap,
    ) -> Option<Session> {
        let options = Options::default();
        let elements = name_elements(&mut program, &scope);
        let animator = animator(&program, &scope, &options, &elements)?;
        Some(Session {
            names,
            program,
            operators: Operators::toolkit(),
            animator,
            scope,
            elements,
            texts,
            history: Vec::new(),
            place: 0,
            offer: None,
            redefinitions: Vec::new(),
        })
    }

    pub fn texts(&self) -> &SourceMap {
        &self.texts
    }

    pub(super) fn machine(&self) -> &Machine {
        self.animator.machine()
    }

    /// The state that questions are about. None before there is an initial state.
    pub(super) fn present(&self) -> Option<&State> {
        self.history.get(self.place).map(|entry| &entry.state)
    }

    pub(super) fn words(&self) -> Words<'_> {
        Words {
            program: &self.program,
            scope: &self.scope,
            spelling: Spelling::Ascii,
        }
    }

    pub(super) fn var_name(&self, var: VarId) -> String {
        self.program.vars[var.0 as usize].name.to_string()
    }

    /// The text of the specification or of a command, on one line.
    pub(super) fn text_of(&self, span: Span) -> String {
        let text = self
            .texts
            .get(span.file)
            .map_or("", |file| file.slice(span));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What is said at the beginning.
    pub fn opening(&mut self) -> Vec<Reply> {
        let name = self.machine().name.clone();
        let said = format!("{name} within {}", self.scope);
        let mut replies = vec![Reply {
            command: String::new(),
            outcome: Outcome::Said(said),
            notes: vec![],
        }];
        replies.extend(self.command("init"));
        replies
    }

    /// The commands that lead to the present state.
    pub fn recorded(&self) -> String {
        let visits = self.history.iter().take(self.place + 1);
        let moves = visits.flat_map(|entry| &entry.commands);
        let lines = self.redefinitions.iter().chain(moves);
        lines.map(|line| format!("{line}\n")).collect()
    }

    pub fn command(&mut self, line: &str) -> Option<Reply> {
        let command = Command::of(line)?;
        self.animator.evaluator.take_notes();
        let outcome = self.carry_out(command);
        let notes = self.animator.evaluator.take_notes();
        Some(Reply {
            command: line.trim().to_string(),
            notes: self.notes(notes),
            outcome,
        })
    }

    fn carry_out(&mut self, command: Command<'_>) -> Outcome {
        match command {
            Command::Init => self.begin(),
            Command::State => match self.present() {
                Some(state) => Outcome::State {
                    number: self.place,
                    variables: self.words().state(self.machine(), state),
                },
                None => self.no_state(),
            },
            Command::Operations => self.operations(),
            Command::Why(text) => self.ask_why(text),
            Command::Choose(number) => self.choose(number),
            Command::Undo => self.go_to(self.place.checked_sub(1), "this is the first state"),
            Command::Redo => self.go_to(Some(self.place + 1), "there is no later state"),
            Command::Back(number) => self.go_to(
                number.parse().ok(),
                "there is no state with this number; `history` lists them",
            ),
            Command::History => self.list_history(),
            Command::Check(name) => self.check(name),
            Command::Expect(text) => self.expect(text),
            Command::Scope => Outcome::Said(self.scope.to_string()),
            Command::Help => Outcome::Said(help()),
            Command::Redefine(text) => self.redefine(text),
            Command::Ask(text) => self.ask(text),
        }
    }

    pub(super) fn no_state(&self) -> Outcome {
        Outcome::Faulty(vec![
            Diagnostic::error("Z0901", "there is no present state")
                .help("`init` looks for an initial state"),
        ])
    }

    fn begin(&mut self) -> Outcome {
        let found = self.animator.initial_states(Parts::M, LISTED + 1);
        match found {
            Err(stop) => Outcome::Unknown(stop.to_string()),
            Ok(steps) if steps.steps.is_empty() => match steps.rest {
                Rest::Beyond(beyond) => Outcome::Unknown(beyond.reason.to_string()),
                _ => Outcome::Blocked {
                    what: "init".into(),
                    reasons: vec![super::blocked::sentence(
                        "no state in the scope satisfies the initialisation and the state invariant".into(),
                    )],
                },
            },
            Ok(steps) => self.take("init".into(), None, steps),
        }
    }

    /// Goes on where there is one way, and lists the ways where there are more.
    pub(super) fn take(
        &mut self,
        command: String,
        operation: Option<usize>,
        found: Steps,
    ) -> Outcome {
        if found.steps.len() == 1 && found.rest == Rest::None {
            let step = found.steps.into_iter().next().expect("there is one");
            return self.enter(vec![command], operation, &step);
        }
        let more = match &found.rest {
            _ if found.steps.len() > LISTED => More::Yes,
            Rest::None => More::No,
            Rest::Limit => More::Yes,
            Rest::Beyond(beyond) => More::Unknown(beyond.reason.to_string()),
        };
        let mut steps = found.steps;
        steps.truncate(LISTED);
        let choices = steps
            .iter()
            .map(|step| self.choice(operation, step))
            .collect();
        let what = command.clone();
        self.offer = Some(Offer {
            command,
            operation,
            steps,
        });
        Outcome::Choose {
            what,
            choices,
            more,
        }
    }

    fn choice(&self, operation: Option<usize>, step: &Step) -> Choice {
        let words = self.words();
        let (inputs, outputs) = self.places(operation, step);
        let before = operation.and_then(|_| self.present());
        Choice {
            inputs,
            outputs,
            changed: words.changes(self.machine(), before, &step.after),
        }
    }

    fn places(
        &self,
        operation: Option<usize>,
        step: &Step,
    ) -> (Vec<assay_language::Shown>, Vec<assay_language::Shown>) {
        let machine = self.machine();
        let words = self.words();
        match operation {
            Some(operation) => {
                let operation = &machine.operations[operation];
                (
                    words.bound(&operation.inputs, &step.inputs),
                    words.bound(&operation.outputs, &step.outputs),
                )
            }
            None => (words.bound(&machine.init.inputs, &step.inputs), vec![]),
        }
    }

    fn choose(&mut self, number: &str) -> Outcome {
        let count = self.offer.as_ref().map_or(0, |offer| offer.steps.len());
        let index = number
            .trim()
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=count).contains(n));
        let Some(offer) = index.and_then(|_| self.offer.take()) else {
            let message = match count {
                0 => "there is nothing to choose from".to_string(),
                _ => format!("choose a number from 1 to {count}"),
            };
            return Outcome::Faulty(vec![Diagnostic::error("Z0902", message)]);
        };
        let number = index.expect("it was looked at");
        let commands = vec![offer.command, format!("choose {number}")];
        self.enter(commands, offer.operation, &offer.steps[number - 1])
    }

    fn enter(&mut self, commands: Vec<String>, operation: Option<usize>, step: &Step) -> Outcome {
        let (inputs, outputs) = self.places(operation, step);
        let before = operation.and_then(|_| self.present());
        let changed = self.words().changes(self.machine(), before, &step.after);
        match operation {
            None => self.history.clear(),
            Some(_) => self.history.truncate(self.place + 1),
        }
        self.history.push(Entry {
            commands,
            state: step.after.clone(),
        });
        self.place = self.history.len() - 1;
        self.offer = None;
        Outcome::Moved(Box::new(Moved {
            operation: operation.map(|o| self.machine().operations[o].name.to_string()),
            inputs,
            outputs,
            changed,
            number: self.place,
        }))
    }

    fn go_to(&mut self, place: Option<usize>, otherwise: &str) -> Outcome {
        match place.filter(|&place| place < self.history.len()) {
            Some(place) => {
                self.place = place;
                self.offer = None;
                self.carry_out(Command::State)
            }
            None => Outcome::Faulty(vec![Diagnostic::error("Z0903", otherwise)]),
        }
    }

    fn list_history(&self) -> Outcome {
        let words = self.words();
        let visits = self.history.iter().map(|entry| Visit {
            command: entry.commands.join("; "),
            state: words.state(self.machine(), &entry.state),
        });
        Outcome::History {
            visits: visits.collect(),
            present: self.place,
        }
    }

    fn operations(&mut self) -> Outcome {
        let Some(state) = self.present().cloned() else {
            return self.no_state();
        };
        let operations: Vec<OperationShown> = (0..self.machine().operations.len())
            .map(|index| {
                let found = self.animator.post_states(index, &state, &[], Parts::M, 1);
                let operation = &self.machine().operations[index];
                let names = |bound: &[crate::core::Bound]| {
                    bound.iter().map(|b| self.var_name(b.var)).collect()
                };
                let enabled = match found {
                    Err(stop) => Enabled::Unknown(stop.to_string()),
                    Ok(steps) => match (steps.steps.first(), steps.rest) {
                        (Some(step), _) => Enabled::Yes {
                            example: self.words().bound(&operation.inputs, &step.inputs),
                        },
                        (None, Rest::Beyond(beyond)) => Enabled::Unknown(beyond.reason.to_string()),
                        (None, _) => Enabled::No,
                    },
                };
                OperationShown {
                    name: operation.name.to_string(),
                    inputs: names(&operation.inputs),
                    outputs: names(&operation.outputs),
                    enabled,
                }
            })
            .collect();
        Outcome::Operations(operations)
    }

    /// Tells the animator of variables that questions added, and of operations that were said anew.
    pub(super) fn renew(&mut self) {
        self.animator.extend(Arc::new(self.program.clone()));
    }

    pub(super) fn remember_redefinition(&mut self, text: &str) {
        self.redefinitions.push(text.to_string());
        self.offer = None;
    }

    pub(super) fn notes(&self, notes: Notes) -> Vec<Note> {
        let words = self.words();
        let undefined = notes.undefined.iter().map(|undefined| {
            let term = self.text_of(undefined.span);
            let value = undefined
                .reason
                .value()
                .map(|value| format!(" (with {})", words.plain(value)));
            Note {
                kind: "WD",
                text: format!(
                    "`{term}` is undefined: {}{}",
                    undefined.reason,
                    value.unwrap_or_default()
                ),
                place: Some(undefined.span),
            }
        });
        let clipped: BTreeSet<&String> = notes.clipped.iter().collect();
        let clipped = clipped.into_iter().map(|set| Note {
            kind: "scope",
            text: format!("of {set} only what is in the scope was tried"),
            place: None,
        });
        undefined.chain(clipped).collect()
    }

    /// Words that may stand where the one that ends at `at` stands, and where that one begins.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '?' | '!' | '\'');
        let begin = before.rfind(|c| !is_name(c)).map_or(0, |i| {
            i + before[i..].chars().next().map_or(1, char::len_utf8)
        });
        let word = &before[begin..];
        let mut words: BTreeSet<String> = BTreeSet::new();
        if begin == 0 {
            for name in [
                "state", "ops", "why not ", "init", "undo", "redo", "back to ", "history",
                "check ", "expect ", "scope", "help", "quit", "save ", "replay ",
            ] {
                words.insert(name.to_string());
            }
        }
        let machine = self.machine();
        for operation in &machine.operations {
            let inputs: Vec<String> = operation
                .inputs
                .iter()
                .map(|b| format!("/{}", self.var_name(b.var)))
                .collect();
            let braces = if inputs.is_empty() {
                String::new()
            } else {
                "{".to_string()
            };
            words.insert(format!("{}{braces}", operation.name));
        }
        words.extend(machine.state.iter().map(|s| s.name.to_string()));
        words.extend(self.program.globals.iter().map(|g| g.name.to_string()));
        words.extend(self.elements.iter().map(|v| self.var_name(*v)));
        words.retain(|name| name.starts_with(word) && name != word);
        (begin, words.into_iter().collect())
    }
}

fn help() -> String {
    let width = super::COMMANDS
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let lines = super::COMMANDS
        .iter()
        .map(|(name, says)| format!("{name:width$}  {says}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Variables for the elements of given sets, so that questions can name them.
fn name_elements(program: &mut Program, scope: &SearchScope) -> Vec<VarId> {
    let mut elements = Vec::new();
    for given in (0..program.givens.len() as u32).map(GivenId) {
        for index in 0..scope.carrier(program, given).len() {
            let name = crate::syntax::Name::new(&scope.element_name(program, given, index));
            elements.push(VarId(program.vars.len() as u32));
            program.vars.push(Var {
                name,
                ty: crate::core::Type::Given(given),
                span: Span::default(),
            });
        }
    }
    elements
}

fn animator(
    program: &Program,
    scope: &SearchScope,
    options: &Options,
    elements: &[VarId],
) -> Option<Animator> {
    let shared = Arc::new(program.clone());
    let mut animator = Animator::new(shared, scope.clone(), options.clone())?;
    for &var in elements {
        let name = &program.vars[var.0 as usize].name;
        if let Some((given, index)) = scope.element_named(program, name.as_str()) {
            animator.evaluator.set(var, Value::Given(given, index));
        }
    }
    Some(animator)
}
