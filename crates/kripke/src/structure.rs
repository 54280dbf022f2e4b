//! What a file says: states, labels, transitions, conditions of fairness and claims.

use assay_source::Span;

use crate::formula::Expr;

/// A name where it was declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub name: String,
    pub span: Span,
    /// Labels by index, in order.
    pub labels: Vec<usize>,
    /// In the order in which they were written, without repetition.
    pub edges: Vec<Edge>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: usize,
    /// Of the name of the state that it leads to.
    pub span: Span,
}

/// A condition that holds infinitely often.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub name: String,
    /// Without temporal operators.
    pub expr: Expr,
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Claimed {
    pub name: String,
    pub expr: Expr,
    /// Whether it is claimed of every reachable state, with or without an infinite execution (INVARSPEC).
    pub invariant: bool,
    /// Whether a person gave it its name.
    pub named: bool,
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    pub states: Vec<State>,
    pub labels: Vec<Named>,
    /// By index, without repetition.
    pub initial: Vec<usize>,
    pub fairness: Vec<Condition>,
    pub claims: Vec<Claimed>,
}

impl Structure {
    pub fn state(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|s| s.name == name)
    }

    pub fn label(&self, name: &str) -> Option<usize> {
        self.labels.iter().position(|l| l.name == name)
    }

    pub fn has(&self, state: usize, label: usize) -> bool {
        self.states[state].labels.contains(&label)
    }

    /// For each state whether a path from an initial state comes to it.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.states.len()];
        let mut waiting = self.initial.clone();
        while let Some(state) = waiting.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                waiting.extend(self.states[state].edges.iter().map(|e| e.to));
            }
        }
        reached
    }
}
