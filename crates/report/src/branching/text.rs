//! A tree as text: indented branches, a table for each path. Steps count from the initial state everywhere.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::tree::{BranchView, PathView, TreeView, WhyView};
use crate::Style;
use crate::style::{Look, visible, wrapped};
use crate::table::table_from;
use crate::value::show;

/// How many branches are shown; the JSON has all.
const MOST: usize = 60;
/// How deep branches are indented.
const DEEPEST: usize = 20;
/// Columns that are left for the text of the deepest branches.
const NARROWEST: usize = 40;

/// The formula that the tree shows, the reason in one sentence, and the branches.
pub(crate) fn tree_lines(tree: &TreeView, style: Style) -> String {
    let mut writer = Writer {
        tree,
        style,
        out: String::new(),
        shown: BTreeSet::new(),
        left_out: 0,
    };
    for line in wrapped(&sentence(&tree.reason), style.width.saturating_sub(2)) {
        let _ = writeln!(writer.out, "  {line}");
    }
    // Of a tree that is one set of states the sentence says everything.
    if !(tree.branches.len() == 1 && tree.branches[0].why == WhyView::Set) {
        writer.branch(0, 0);
    }
    if writer.left_out > 0 {
        let left = writer.left_out;
        let told = format!("  {left} more branches are in the JSON (--format json)");
        let _ = writeln!(writer.out, "{}", style.paint(Look::Dim, &told));
    }
    if let Some(unshown) = &tree.unshown {
        for line in wrapped(&sentence(unshown), style.width.saturating_sub(2)) {
            let _ = writeln!(writer.out, "  {}", style.paint(Look::Dim, &line));
        }
    }
    writer.out
}

/// The tree as a text of its own.
pub fn tree_to_text(tree: &TreeView, style: Style) -> String {
    tree_lines(tree, style)
}

/// Names for the paths of a tree: that of its property, for a further path with its number and the step at which it begins.
pub fn execution_names(name: &str, tree: &TreeView) -> Vec<String> {
    let paths = tree.paths().enumerate();
    let named = paths.map(|(n, (branch, _))| match n {
        0 => name.to_string(),
        n => format!("{name} path {} from step {}", n + 1, branch.step),
    });
    named.collect()
}

/// As a message: what the model says cannot change the terminal.
fn sentence(text: &str) -> String {
    visible(text)
}

struct Writer<'a> {
    tree: &'a TreeView,
    style: Style,
    out: String,
    /// Branches that were shown.
    shown: BTreeSet<usize>,
    left_out: usize,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let indent = 2 + 2 * depth;
        let room = self.style.width.saturating_sub(indent + 2).max(NARROWEST);
        for (i, line) in wrapped(&sentence(text), room).iter().enumerate() {
            let hang = if i > 0 { 2 } else { 0 };
            let _ = writeln!(self.out, "{:w$}{line}", "", w = indent + hang);
        }
    }

    fn branch(&mut self, index: usize, depth: usize) {
        let branch = &self.tree.branches[index];
        let title = format!("step {}: {}", branch.step, branch.formula);
        if !self.shown.insert(index) {
            return self.line(depth, &format!("{title}: see above"));
        }
        if self.shown.len() > MOST || depth > DEEPEST {
            self.left_out += 1;
            return;
        }
        let says = &branch.says;
        match &branch.why {
            WhyView::Literal => self.line(depth, says),
            WhyView::Set => self.line(depth, &format!("{title}: {says}")),
            WhyView::All(parts) => {
                self.line(depth, &format!("{title}: {says}"));
                self.state(branch, depth);
                for &part in parts {
                    self.branch(part, depth + 1);
                }
            }
            WhyView::One(side) => {
                self.line(depth, &format!("{title}: {says}"));
                self.state(branch, depth);
                self.branch(*side, depth + 1);
            }
            WhyView::Path(path) => {
                self.line(depth, &format!("{title}: {says}"));
                self.table(branch, path, depth);
                self.on_the_way(branch, path, depth);
            }
        }
    }

    /// The initial state, where no path shows it.
    fn state(&mut self, branch: &BranchView, depth: usize) {
        if branch.step > 0 || depth > 0 || branch.state.signals.is_empty() {
            return;
        }
        let values = branch.state.signals.iter();
        let values = values.map(|s| format!("{} = {}", s.name, show(&s.kind, &s.values[0])));
        let values = values.collect::<Vec<_>>().join(", ");
        self.line(depth + 1, &format!("initial state: {values}"));
    }

    /// The first path has all variables, the others what changes and what the formula is about.
    fn table(&mut self, branch: &BranchView, path: &PathView, depth: usize) {
        let view = match branch.step {
            0 => path.read(),
            _ => path.told(&branch.reads),
        };
        let indent = 2 + 2 * depth;
        let style = Style {
            width: self.style.width.saturating_sub(indent).max(NARROWEST),
            ..self.style
        };
        for line in table_from(&view, branch.step, style).lines() {
            let _ = writeln!(self.out, "{:indent$}{line}", "");
        }
    }

    /// What holds at the steps of a path. Sets of states that follow each other and say the same are one line.
    fn on_the_way(&mut self, branch: &BranchView, path: &PathView, depth: usize) {
        let mut next = 0;
        while let Some(&(at, index)) = path.branches.get(next) {
            let alike = |&&(_, other): &&(usize, usize)| {
                let (a, b) = (&self.tree.branches[index], &self.tree.branches[other]);
                b.why == WhyView::Set && a.why == WhyView::Set && a.formula == b.formula
            };
            let run = path.branches[next..].iter().take_while(alike).count();
            if run > 1 {
                let first = branch.step + at;
                let last = branch.step + path.branches[next + run - 1].0;
                let formula = &self.tree.branches[index].formula;
                self.shown
                    .extend(path.branches[next..next + run].iter().map(|(_, b)| *b));
                let told = format!(
                    "steps {first}-{last}: {formula}: no finite execution shows this, a set of states does"
                );
                self.line(depth + 1, &told);
                next += run;
            } else {
                self.branch(index, depth + 1);
                next += 1;
            }
        }
    }
}
