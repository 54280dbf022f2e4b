//! A warning of reachable states without a transition: formulas of branching time say nothing of executions that end.

use std::sync::Arc;

use assay_engine::ctl::{self, Limits};
use assay_engine::until::until;
use assay_source::Diagnostic;
use assay_system::{Claim, Property, System, stated};

use super::answers::state_text;
use crate::Opened;

/// Nodes of decision diagrams at a time, and all that are created: verdicts do not depend on deadlocks, so they may not take long.
const NODES: usize = 1 << 20;
const EFFORT: u64 = 10_000_000;

/// Warns of deadlocks where formulas of branching time are asked about, or notes that they were not found out. `nodes` is the user's limit.
pub fn say_deadlock(opened: &Opened<'_>, system: &Arc<System>, nodes: Option<usize>) {
    let is_branching = |p: &Property| matches!(p.claim, Claim::Temporal(_));
    if system.constraints.is_empty() || !system.properties.iter().any(is_branching) {
        return;
    }
    let system = &stated(system);
    let limits = Limits {
        nodes: nodes.map_or(NODES, |nodes| nodes.min(NODES)),
        total: Some(EFFORT),
        ..Limits::default()
    };
    let found = until(opened.deadline(), opened.stop(), |stop| {
        ctl::deadlock(system, &limits, stop)
    });
    let found = match found {
        Ok(Some(found)) => found,
        Ok(None) => return,
        Err(why) => {
            let note = format!("whether executions can end is not known: {why}");
            let help = "formulas are about executions that go on for ever; if some end, no verdict says so";
            opened.say(Diagnostic::note("A0133", note).help(help));
            return;
        }
    };
    let states = match found.count.to_string().as_str() {
        "1" => "1 reachable state has no successor".to_string(),
        count => format!("{count} reachable states have no successor"),
    };
    let last = found.trace.len().saturating_sub(1);
    let state = found
        .trace
        .steps
        .last()
        .map(|step| state_text(system, step));
    let warning = Diagnostic::warning("A0132", format!("{states}: executions can end there"));
    let where_to = format!(
        "one is reached in step {last} ({}); formulas are about executions that go on for ever",
        state.unwrap_or_default()
    );
    opened.say(warning.help(where_to));
}
