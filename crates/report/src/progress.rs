//! Progress on standard error, only where somebody looks at it.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that moves while work goes on and vanishes when it is dropped.
pub struct Counter {
    bar: ProgressBar,
}

impl Counter {
    /// Shows `decided / total` and a message; shows nothing if `quiet` or standard error is no terminal.
    pub fn new(total: usize, quiet: bool) -> Counter {
        if quiet || !std::io::stderr().is_terminal() {
            return Counter {
                bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            };
        }
        let bar = ProgressBar::new(total as u64);
        let style =
            ProgressStyle::with_template("{spinner} {pos}/{len} decided  {elapsed}  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(120));
        Counter { bar }
    }

    pub fn decided(&self, count: usize) {
        self.bar.set_position(count as u64);
    }

    pub fn message(&self, text: impl Into<String>) {
        self.bar.set_message(text.into());
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far a coverage run has come: counts, the stage and what it does. How long the rest takes nobody knows: the last mutants are the hard ones.
pub struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// Shows nothing if `quiet` or standard error is no terminal.
    pub fn new(total: usize, quiet: bool) -> Bar {
        if quiet || !std::io::stderr().is_terminal() {
            return Bar {
                bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
            };
        }
        let bar = ProgressBar::new(total as u64);
        let template = "{bar:30} {pos}/{len} mutants decided  {elapsed}  {wide_msg}";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message("proving the properties of the original");
        bar.enable_steady_tick(Duration::from_millis(120));
        Bar { bar }
    }

    /// What is done, and how many mutants are decided.
    pub fn decided(&self, stage: &str, count: usize) {
        self.bar.set_message(doing(stage));
        self.bar.set_position(count as u64);
    }
}

/// The stage, and what it does.
fn doing(stage: &str) -> String {
    let what = match stage {
        "cone" => "what no property depends on",
        "equal" => "changes that mean the same",
        "core" => "what the proofs do not use",
        "replay" => "trying known and random executions",
        "direct" => "whether mutants still reach what can be reached",
        "branching" => "CTL formulas, for many mutants at once",
        "counterexample" => "searching for violations step by step",
        "induction" => "trying the proof of the original",
        "prove" => "all engines on a few mutants at a time",
        "vacuity" => "whether assumptions leave executions",
        "explain" => "how survivors differ from the original",
        "cores" => "what the proofs need",
        "check" => "checking the evidence of every verdict",
        _ => return stage.to_string(),
    };
    format!("{stage}: {what}")
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::doing;

    #[test]
    fn a_stage_is_shown_with_what_it_does() {
        assert_eq!(doing("core"), "core: what the proofs do not use");
        assert_eq!(doing("new"), "new");
    }
}
