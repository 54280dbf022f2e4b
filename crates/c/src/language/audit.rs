//! What the assumptions of a harness may hide: assertions that no path reaches, and executions that end before any check looks at them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use assay_language::{Asserted, Audit, Cut};
use assay_source::Span;
use assay_term::{Pool, TermId, VarId};

use super::feasible::Asked;
use super::lower::Key;
use super::model::CModel;
use crate::bounded::{Check, Feasible, Inputs, Options, Possible, execute};
use crate::checks::Class;
use crate::program::{Callee, Expr, ExprKind, Site};

/// More assumptions than these are not told apart.
const MOST: usize = 24;

/// All executions that look for assumptions to blame have so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Iterations of a loop that has no bound without the assumptions.
const UNWIND: u32 = 8;

/// Functions that state what holds.
const ASSERTS: [&str; 3] = ["assert", "__CPROVER_assert", "__VERIFIER_assert"];

pub fn audit(model: &CModel) -> Audit {
    let mut system = model.lowered.system.clone();
    let outcome = &model.outcome;
    let keys = model.lowered.keys();
    let mut asserted = Vec::new();
    for (function, call) in calls(model, &|name| ASSERTS.contains(&name)) {
        if says_never(call) {
            continue;
        }
        let key: Key = (function.to_string(), Class::Assertion, call.site);
        let check = outcome.checks.iter().find(|c| key_of(model, c) == key);
        asserted.push(Asserted {
            span: call.span,
            property: keys.iter().position(|k| *k == key),
            reached: any(&mut system.pool, check.map_or(&[], |c| &c.reached)),
        });
    }
    let ends = any(&mut system.pool, &outcome.ends);
    let cuts = outcome.assumptions.iter().map(|assumption| Cut {
        span: assumption.span,
        reached: any(&mut system.pool, &assumption.reached),
        passed: any(&mut system.pool, &assumption.passed),
        later: later(model, assumption.inputs),
    });
    let cuts = cuts.collect();
    Audit {
        system,
        asserted,
        ends,
        cuts,
    }
}

/// Calls of functions without bodies, in functions of the user that executions run.
fn calls<'m>(model: &'m CModel, wanted: &dyn Fn(&str) -> bool) -> Vec<(&'m str, &'m Expr)> {
    let program = &model.program;
    let run: BTreeSet<Site> = model
        .outcome
        .reached
        .iter()
        .map(|(site, _)| *site)
        .collect();
    let mut found = Vec::new();
    for function in program.functions.iter().filter(|f| !f.library) {
        let Some(body) = function.body.as_ref().filter(|b| run.contains(&b.site)) else {
            continue;
        };
        body.each_expr(&mut |expr| {
            if let ExprKind::Call(Callee::Direct(called), _) = &expr.kind
                && program.function(*called).body.is_none()
                && wanted(&program.function(*called).name)
            {
                found.push((function.name.as_str(), expr));
            }
            true
        });
    }
    found
}

/// Whether an assertion is a constant 0: it says that a place must not be reached.
fn says_never(call: &Expr) -> bool {
    match &call.kind {
        ExprKind::Call(_, arguments) => arguments.first().is_some_and(is_zero),
        _ => false,
    }
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(value) => *value == 0,
        ExprKind::Convert(inner, _) => is_zero(inner),
        _ => false,
    }
}

fn any(pool: &mut Pool, terms: &[TermId]) -> TermId {
    pool.or(terms.iter().copied())
}

fn later(model: &CModel, inputs: usize) -> Vec<VarId> {
    let after = model.lowered.inputs.list.iter().skip(inputs);
    after.map(|input| input.var).collect()
}

fn key_of(model: &CModel, check: &Check) -> Key {
    let function = model.program.function(check.function).name.clone();
    (function, check.class, check.site)
}

/// A minimal set of assumptions without which an execution may come to a check.
pub fn kept_away_by(model: &CModel, assertion: Span) -> Vec<Span> {
    let assumptions = calls(model, &|name| name.ends_with("assume"));
    let all: BTreeMap<Site, Span> = assumptions.iter().map(|(_, e)| (e.site, e.span)).collect();
    if all.len() > MOST {
        return vec![];
    }
    let deadline = Instant::now() + PATIENCE;
    let mut options = Options {
        deadline: Some(model.options.deadline.map_or(deadline, |d| d.min(deadline))),
        max_unwind: model.options.max_unwind.min(UNWIND),
        ..model.options.clone()
    };
    options.without = all.keys().copied().collect();
    if !may_be_reached(model, &options, assertion) {
        return vec![];
    }
    options.without.clear();
    let mut needed = Vec::new();
    for (&site, &span) in &all {
        options.without.push(site);
        if may_be_reached(model, &options, assertion) {
            options.without.pop();
            needed.push(span);
        }
    }
    needed
}

/// Whether an execution can come to the check; yes also where that is not known.
fn may_be_reached(model: &CModel, options: &Options, assertion: Span) -> bool {
    let (mut pool, mut asked) = (Pool::new(), Asked::seeded(vec![]));
    let outcome = execute(
        &model.program,
        options,
        &mut pool,
        &mut Inputs::new(),
        &mut asked,
    );
    let Ok(outcome) = outcome else {
        return true;
    };
    let is = |c: &&Check| c.class == Class::Assertion && c.span == assertion;
    let check = outcome.checks.iter().find(is);
    let Some(check) = check else {
        return false;
    };
    let reached = any(&mut pool, &check.reached);
    asked.possible(&pool, reached) != Possible::No
}
