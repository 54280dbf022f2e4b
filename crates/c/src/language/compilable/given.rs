//! What an execution was given, sorted by who asks for it.

use std::collections::BTreeMap;

use super::Execution;
use crate::context::Open;
use crate::interpret::{EventKind, Word};
use crate::program::{FunctionId, Site, Type};

/// Parts of an object at first: offsets in bytes, and words.
pub type Parts = Vec<(u64, Word)>;

/// One call of `malloc` or the like.
#[derive(Clone, Debug, Default)]
pub struct Allocation {
    pub fails: bool,
    pub parts: Parts,
}

#[derive(Debug, Default)]
pub struct Given {
    /// For each function without a body what its calls return, in order.
    pub results: BTreeMap<FunctionId, Vec<u128>>,
    /// For each local without an initialiser, by the site of its name: what is in it each time that it comes to life.
    pub locals: BTreeMap<Site, Vec<Parts>>,
    pub globals: BTreeMap<Site, Parts>,
    /// Of the entry function.
    pub parameters: BTreeMap<Site, Parts>,
    pub allocations: Vec<Allocation>,
}

impl Given {
    pub fn of(execution: &Execution<'_>) -> Result<Given, String> {
        let program = execution.program;
        let entry = program.function(execution.entry);
        let parameters = &entry.locals[..entry.parameters];
        let locals = program.functions.iter().flat_map(|f| &f.locals);
        let locals: std::collections::BTreeSet<Site> = locals.map(|l| l.site).collect();
        let mut given = Given::default();
        let mut asked: Option<u128> = None;
        let mut fresh = false;
        let events = &execution.run.events;
        for event in &events[..execution.events.min(events.len())] {
            let inside = program.function(event.function).library;
            match &event.kind {
                EventKind::Given { open, words } => match open {
                    Open::Result(_) => asked = Some(first(words)),
                    Open::Failure(_) if inside => return Err(in_model()),
                    Open::Failure(_) => {
                        given.allocations.push(Allocation {
                            fails: first(words) & 1 == 1,
                            parts: vec![],
                        });
                        fresh = true;
                    }
                    Open::Content(site) => {
                        let parts = words.clone();
                        if parameters.iter().any(|p| p.site == *site) {
                            given.parameters.insert(*site, parts);
                        } else if program.globals.iter().any(|g| g.site == *site) {
                            given.globals.insert(*site, parts);
                        } else if locals.contains(site) {
                            given.locals.entry(*site).or_default().push(parts);
                        } else if fresh && let Some(last) = given.allocations.last_mut() {
                            last.parts = parts;
                        } else if !parts.is_empty() {
                            given.allocations.push(Allocation {
                                fails: false,
                                parts,
                            });
                        }
                        fresh = false;
                    }
                    Open::Invalid(_) => {}
                },
                EventKind::Call { name, .. } => {
                    fresh = false;
                    if let (Some(value), Some(id)) = (asked.take(), program.find(name)) {
                        if inside {
                            return Err(in_model());
                        }
                        given.results.entry(id).or_default().push(value);
                    }
                }
                _ => fresh = false,
            }
        }
        given
            .locals
            .retain(|_, times| times.iter().any(|p| !p.is_empty()));
        given.parameters.retain(|_, parts| !parts.is_empty());
        given.refuse(execution)?;
        Ok(given)
    }

    /// Whether memory that is allocated has to be controlled.
    pub fn controls_memory(&self) -> bool {
        let decided = |a: &Allocation| a.fails || !a.parts.is_empty();
        self.allocations.iter().any(decided)
    }

    fn refuse(&self, execution: &Execution<'_>) -> Result<(), String> {
        for (id, values) in &self.results {
            let function = execution.program.function(*id);
            let what = match execution.program.types.get(function.ty.result) {
                Type::Pointer(_) if values.iter().any(|v| *v != 0) => "a pointer to something",
                Type::Record(_) | Type::VaList | Type::Array(..) => "a record",
                _ => continue,
            };
            return Err(format!("`{}` returns {what} of any value", function.name));
        }
        Ok(())
    }
}

fn first(words: &Parts) -> u128 {
    words.first().map_or(0, |(_, word)| word.value)
}

fn in_model() -> String {
    "a function of the C library leaves something open".to_string()
}
