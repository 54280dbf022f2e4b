//! Another's execution, changed as little as a member needs to have it too. With most inputs given there is next to
//! nothing to search, whereas an execution from nothing can be hard to find.

use assay_engine::unroll::Start;
use assay_solver::{Answer, Lit, OracleError, Step};
use assay_system::{Stimulus, VarKind};
use assay_term::VarId;
use rustc_hash::FxHashSet;

use super::{Lab, Who};

/// After so many rounds everything is left open.
const ROUNDS: usize = 12;

/// That a variable has the value again which it has in the model.
struct Wish {
    var: VarId,
    lit: Lit,
}

#[derive(Debug)]
pub enum Repaired {
    /// What drives the member's execution.
    By(Stimulus),
    /// It has no execution of that length.
    Impossible,
    Unknown,
}

impl Lab {
    /// An execution of the member as long as `model` is, as near to it as unsatisfiable cores lead. A variable that is in
    /// the way in one step is let go in all of them.
    pub fn repair(&mut self, position: usize, model: &Stimulus) -> Result<Repaired, OracleError> {
        let length = model.len() as u32;
        let fixed = self.member_at(Start::Initial, Who::Member(position), length - 1)?;
        let mut wishes = self.wishes(model)?;
        let side = self.base.as_mut().expect("it is laid out");
        let mut round = 0;
        loop {
            let wished = wishes.iter().map(|w| w.lit);
            let assumptions: Vec<Lit> = fixed.iter().copied().chain(wished).collect();
            match side.oracle.solve(&assumptions, self.budget)? {
                Answer::Sat => {
                    let stimulus = self.stimulus(Who::Member(position), length)?;
                    return Ok(Repaired::By(stimulus));
                }
                Answer::Unknown(_) => return Ok(Repaired::Unknown),
                Answer::Unsat => {
                    let core: FxHashSet<Lit> = side.oracle.core()?.into_iter().collect();
                    let in_the_way = wishes.iter().filter(|w| core.contains(&w.lit));
                    let in_the_way: FxHashSet<VarId> = in_the_way.map(|w| w.var).collect();
                    if in_the_way.is_empty() {
                        return Ok(Repaired::Impossible);
                    }
                    round += 1;
                    wishes.retain(|w| round < ROUNDS && !in_the_way.contains(&w.var));
                }
            }
        }
    }

    /// One for each value that drives `model`.
    fn wishes(&mut self, model: &Stimulus) -> Result<Vec<Wish>, OracleError> {
        let Lab {
            combined,
            pool,
            base,
            ..
        } = self;
        let side = base.as_mut().expect("it is laid out");
        let mut wishes = Vec::new();
        for (step, values) in (0..).zip(&model.steps) {
            for (&var, value) in model.vars.iter().zip(values) {
                let every_step = matches!(combined.system.var(var).kind, VarKind::Input);
                if side.unroller.cone().contains(var) && (every_step || step == 0) {
                    let given = pool.constant(value.clone());
                    let same = pool.var(var);
                    let same = pool.eq(same, given);
                    let lit = side.oracle.literal(pool, same, Step(step))?;
                    wishes.push(Wish { var, lit });
                }
            }
        }
        Ok(wishes)
    }
}
