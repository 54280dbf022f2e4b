//! A tree, or a single execution, as a picture: states with what is to be seen of them, and the transitions between them. DOT and SVG are
//! two ways to write it.
//!
//! A state stands in the column of its step. The path of a branch begins at the state that the branch is about and has a row of its own. The last
//! state of a path that goes round is one that was there before, so it is an arrow back.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use assay_system::Role;

use super::tree::{TreeView, WhyView};
use crate::style::{clipped, visible};
use crate::value::show;
use crate::{Signal, TraceView};

/// States of a picture; nobody follows more.
const MOST: usize = 300;
/// Values of one state.
const VALUES: usize = 12;
/// Inputs at one arrow.
const INPUTS: usize = 3;
/// Characters of a line.
const COLUMNS: usize = 44;

#[derive(Default)]
pub(super) struct Picture {
    pub title: String,
    pub states: Vec<State>,
    pub arrows: Vec<Arrow>,
    /// Said below the picture.
    pub remarks: Vec<String>,
    /// How many rows are used.
    rows: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub step: usize,
    pub row: usize,
    /// `x = 1`
    pub values: Vec<String>,
    /// The formulas that are shown to hold here, each once.
    pub formulas: Vec<String>,
    /// Whether some of them rest on a set of states.
    pub in_set: bool,
    /// Whether a path ends here from which a fair execution goes on.
    pub goes_on: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub from: usize,
    pub to: usize,
    /// Goes back to an earlier state.
    pub back: bool,
    /// The values of inputs.
    pub label: String,
}

impl Picture {
    pub fn of_tree(name: &str, tree: &TreeView) -> Picture {
        let mut picture = Picture {
            title: visible(&format!("{name}: {}", tree.reason)),
            ..Picture::default()
        };
        let root = &tree.branches[0];
        picture.rows = 1;
        let values = signals(&root.state).map(|s| value(s, 0)).collect();
        let first = picture.state(0, 0, values);
        // Each branch with the state that it is about.
        let mut states: BTreeMap<usize, usize> = BTreeMap::from([(0, first)]);
        let mut left_out = false;
        // Branches come before those that they lead to.
        for (index, branch) in tree.branches.iter().enumerate() {
            let Some(&at) = states.get(&index) else {
                left_out = true;
                continue;
            };
            picture.note(at, &branch.formula, branch.why == WhyView::Set);
            match &branch.why {
                WhyView::Literal | WhyView::Set => {}
                WhyView::All(parts) => {
                    for &part in parts {
                        states.entry(part).or_insert(at);
                    }
                }
                WhyView::One(side) => {
                    states.entry(*side).or_insert(at);
                }
                WhyView::Path(path) => {
                    let way = picture.path(&path.read(), at, &branch.reads);
                    for &(step, next) in &path.branches {
                        if let Some(&state) = way.get(step) {
                            states.entry(next).or_insert(state);
                        }
                    }
                    let last = path.until.and_then(|until| way.get(until));
                    if let (Some(&state), Some(literal)) = (last, &path.last) {
                        picture.note(state, literal, false);
                    }
                    if let (true, Some(&state)) = (path.goes_on, way.last()) {
                        picture.states[state].goes_on = true;
                    }
                }
            }
        }
        if left_out || picture.states.len() >= MOST {
            let told = format!("only the first {MOST} states are shown");
            picture.remarks.push(told);
        }
        picture.remarks.extend(tree.unshown.as_deref().map(visible));
        picture
    }

    /// A single execution.
    pub fn of_trace(name: &str, trace: &TraceView) -> Picture {
        let mut picture = Picture {
            title: visible(name),
            rows: 1,
            ..Picture::default()
        };
        if trace.length > 0 {
            let values = signals(trace).map(|s| value(s, 0)).collect();
            let first = picture.state(0, 0, values);
            picture.path(trace, first, &BTreeSet::new());
        }
        if picture.states.len() >= MOST {
            let told = format!("only the first {MOST} states are shown");
            picture.remarks.push(told);
        }
        picture
    }

    fn state(&mut self, step: usize, row: usize, mut values: Vec<String>) -> usize {
        if values.len() > VALUES {
            let more = values.len() - VALUES;
            values.truncate(VALUES);
            values.push(format!("{more} more"));
        }
        self.states.push(State {
            step,
            row,
            values,
            formulas: Vec::new(),
            in_set: false,
            goes_on: false,
        });
        self.states.len() - 1
    }

    fn note(&mut self, state: usize, formula: &str, in_set: bool) {
        let formula = clipped(&visible(formula), COLUMNS);
        let state = &mut self.states[state];
        state.in_set |= in_set;
        if !state.formulas.contains(&formula) {
            state.formulas.push(formula);
        }
    }

    /// The states of a path that begins at a state of the picture, as far as there is room. The last one of a loop is the one that it
    /// goes back to.
    fn path(&mut self, trace: &TraceView, first: usize, reads: &BTreeSet<String>) -> Vec<usize> {
        let mut way = vec![first];
        if trace.length < 2 {
            return way;
        }
        // It goes on in the row of its state, or begins one of its own where something stands there.
        let State { step: at, row, .. } = self.states[first];
        let behind = self.states.iter().any(|s| s.row == row && s.step > at);
        let row = if behind {
            self.rows += 1;
            self.rows - 1
        } else {
            row
        };
        for step in 1..trace.length {
            let label = inputs(trace, step - 1);
            let from = way[step - 1];
            if let (Some(back), true) = (trace.back, step + 1 == trace.length) {
                let to = way[back.min(step - 1)];
                self.arrows.push(Arrow {
                    from,
                    to,
                    back: true,
                    label,
                });
                way.push(to);
                break;
            }
            if self.states.len() >= MOST {
                break;
            }
            let told =
                |s: &&Signal| s.values[step] != s.values[step - 1] || reads.contains(&s.name);
            let values = signals(trace)
                .filter(told)
                .map(|s| value(s, step))
                .collect();
            let to = self.state(self.states[first].step + step, row, values);
            self.arrows.push(Arrow {
                from,
                to,
                back: false,
                label,
            });
            way.push(to);
        }
        way
    }
}

/// What belongs to a state: everything but inputs.
fn signals(trace: &TraceView) -> impl Iterator<Item = &Signal> {
    trace.signals.iter().filter(|s| s.role != Role::Input)
}

fn value(signal: &Signal, step: usize) -> String {
    let text = format!(
        "{} = {}",
        signal.name,
        show(&signal.kind, &signal.values[step])
    );
    clipped(&visible(&text), COLUMNS)
}

/// The inputs of a transition, as far as they fit.
fn inputs(trace: &TraceView, step: usize) -> String {
    let all: Vec<&Signal> = trace
        .signals
        .iter()
        .filter(|s| s.role == Role::Input)
        .collect();
    let mut parts: Vec<String> = all.iter().take(INPUTS).map(|s| value(s, step)).collect();
    if all.len() > INPUTS {
        parts.push("...".into());
    }
    parts.join(", ")
}
