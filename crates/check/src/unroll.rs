//! Lays the obligations out over steps, for whichever encoder writes them down.

use assay_system::VarKind;
use assay_term::{Pool, TermId, VarId};
use rustc_hash::FxHashSet;

use crate::obligations::{Obligation, Problem};

/// Which executions are talked about. Each part has its own variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// From the initial states.
    Base,
    /// From any state.
    Step,
}

/// Writes formulas over variables at steps. Every call may refuse, with the reason why this
/// encoding cannot express what is asked.
pub(crate) trait Encoder {
    fn begin(&mut self, part: Part);

    /// `var` at `step` is unknown, within its range if it has one. Rigid parameters are introduced
    /// at step 0 and mean the same at every step.
    fn free(&mut self, var: VarId, step: usize) -> Result<(), String>;

    /// `var` at `step` is the value of `term` at `at`. A later definition replaces an earlier one.
    fn define(&mut self, var: VarId, step: usize, term: TermId, at: usize) -> Result<(), String>;

    /// From here on the Boolean `term` is true at `step`.
    fn assume(&mut self, term: TermId, step: usize) -> Result<(), String>;

    /// From here on every ranged state is in its range at `step`. Answers whether wires at `step`
    /// are worth defining again because of that.
    fn assume_ranges(&mut self, step: usize) -> Result<bool, String>;

    /// From here on some of `vars` differs between the steps `one` and `other`.
    fn assume_apart(&mut self, vars: &[VarId], one: usize, other: usize) -> Result<(), String>;

    /// What has been assumed so far implies L at `step`.
    fn prove(&mut self, obligation: Obligation, step: usize) -> Result<(), String>;

    fn end(&mut self) -> Result<(), String>;
}

pub(crate) fn unroll(problem: &Problem, encoder: &mut impl Encoder) -> Result<(), String> {
    base(problem, encoder)?;
    if problem.has_states() {
        step(problem, encoder)?;
    }
    Ok(())
}

fn base(problem: &Problem, encoder: &mut impl Encoder) -> Result<(), String> {
    encoder.begin(Part::Base);
    for i in 0..problem.base {
        if i == 0 {
            enter_initial(problem, encoder)?;
        } else {
            enter(problem, encoder, i, false)?;
            define_wires(problem, encoder, i)?;
        }
        assume_constraints(problem, encoder, i)?;
        encoder.prove(Obligation::Base { step: i }, i)?;
        if i + 1 < problem.base {
            if encoder.assume_ranges(i)? {
                define_wires(problem, encoder, i)?;
            }
            assume_conjuncts(problem, encoder, i)?;
        }
    }
    encoder.end()
}

fn step(problem: &Problem, encoder: &mut impl Encoder) -> Result<(), String> {
    encoder.begin(Part::Step);
    for i in 0..problem.k {
        enter(problem, encoder, i, i == 0)?;
        encoder.assume_ranges(i)?;
        define_wires(problem, encoder, i)?;
        assume_constraints(problem, encoder, i)?;
        assume_conjuncts(problem, encoder, i)?;
    }
    enter(problem, encoder, problem.k, false)?;
    define_wires(problem, encoder, problem.k)?;
    assume_constraints(problem, encoder, problem.k)?;
    if let Some(states) = &problem.apart {
        for other in 1..=problem.k {
            for one in 0..other {
                encoder.assume_apart(states, one, other)?;
            }
        }
    }
    encoder.prove(Obligation::Step, problem.k)?;
    encoder.end()
}

fn enter_initial(problem: &Problem, encoder: &mut impl Encoder) -> Result<(), String> {
    for &var in &problem.sources {
        match problem.system.var(var).kind {
            VarKind::State { init: Some(_), .. } => {}
            _ => encoder.free(var, 0)?,
        }
    }
    for &var in &problem.first {
        match problem.system.var(var).kind {
            VarKind::Wire { def: term }
            | VarKind::State {
                init: Some(term), ..
            } => encoder.define(var, 0, term, 0)?,
            _ => unreachable!("only what has a definition is ordered"),
        }
    }
    Ok(())
}

/// Inputs and states at step `i`; states are unknown if `arbitrary`, else the successors of `i`-1.
fn enter(
    problem: &Problem,
    encoder: &mut impl Encoder,
    i: usize,
    arbitrary: bool,
) -> Result<(), String> {
    for &var in &problem.sources {
        match problem.system.var(var).kind {
            VarKind::State { next, .. } if !arbitrary => encoder.define(var, i, next, i - 1)?,
            VarKind::Rigid if i > 0 => {}
            _ => encoder.free(var, i)?,
        }
    }
    Ok(())
}

fn define_wires(problem: &Problem, encoder: &mut impl Encoder, i: usize) -> Result<(), String> {
    for &var in &problem.wires {
        if let VarKind::Wire { def } = problem.system.var(var).kind {
            encoder.define(var, i, def, i)?;
        }
    }
    Ok(())
}

fn assume_constraints(
    problem: &Problem,
    encoder: &mut impl Encoder,
    i: usize,
) -> Result<(), String> {
    for constraint in &problem.system.constraints {
        encoder.assume(constraint.term, i)?;
    }
    Ok(())
}

fn assume_conjuncts(problem: &Problem, encoder: &mut impl Encoder, i: usize) -> Result<(), String> {
    for conjunct in &problem.conjuncts {
        encoder.assume(conjunct.term, i)?;
    }
    Ok(())
}

/// The terms below `root` that are not `done`, arguments before users.
pub(crate) fn pending(pool: &Pool, root: TermId, done: impl Fn(TermId) -> bool) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if !done(id) && seen.insert(id) {
            stack.extend_from_slice(pool.get(id).args());
        }
    }
    let mut order: Vec<TermId> = seen.into_iter().collect();
    order.sort_unstable();
    order
}
