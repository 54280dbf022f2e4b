//! Another's execution, changed as little as a member needs to have it too. With most inputs given there is next to
//! nothing to search, whereas an execution from nothing can be hard to find.

use assay_engine::unroll::Start;
use assay_solver::{Answer, Lit, OracleError, Step};
use assay_system::{Stimulus, VarKind};
use assay_term::VarId;
use rustc_hash::FxHashSet;

use super::{Batch, Who};

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

impl Batch {
    /// An execution of the member as long as `model` is, as near to it as unsatisfiable cores lead. A variable that is in
    /// the way in one step is let go in all of them.
    pub fn repair(&mut self, position: usize, model: &Stimulus) -> Result<Repaired, OracleError> {
        let length = model.len() as u32;
        let fixed = self.member_at(Start::Initial, Who::Member(position), length - 1)?;
        let mut wishes = self.wishes(model)?;
        let side = self.sides.at(Start::Initial);
        let mut round = 0;
        loop {
            let wished = wishes.iter().map(|w| w.lit);
            let assumptions: Vec<Lit> = fixed.iter().copied().chain(wished).collect();
            match side.oracle.solve(&assumptions, self.budget)? {
                Answer::Sat => {
                    let stimulus = self.stimulus(Start::Initial, Who::Member(position), length)?;
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
        let Batch {
            combined,
            pool,
            sides,
            ..
        } = self;
        let side = sides.at(Start::Initial);
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

#[cfg(test)]
mod tests {
    use assay_engine::backend::Backend;
    use assay_lustre::mutate::{Selection, mutate};
    use assay_lustre::{Dialect, load};
    use assay_solver::StopFlag;
    use assay_source::SourceMap;
    use assay_system::Mutants;
    use assay_term::Value;

    use super::*;
    use crate::combined::Combined;

    fn mutants(text: &str) -> Mutants {
        let mut map = SourceMap::new();
        let id = map.add_text("model.lus", text);
        let loaded = load(map.file(id), Some(Dialect::JKind)).expect("a model");
        let all = Selection::parse("paper").expect("a group");
        let main = loaded.model.mains[0];
        let mutated = mutate(map.file(id), &loaded.model, main, &all).expect("mutants");
        mutated.mutants
    }

    /// All inputs true for three steps, which the original admits.
    fn all_true(mutants: &Mutants) -> Stimulus {
        let system = &mutants.system;
        let inputs = assay_system::open(system).filter(|v| v.index() < mutants.fresh_from);
        let vars: Vec<VarId> = inputs.collect();
        Stimulus {
            steps: vec![vec![Value::Bool(true); vars.len()]; 3],
            vars,
            ..Stimulus::default()
        }
    }

    fn repaired(mutants: &Mutants, id: &str) -> Repaired {
        let m = mutants.mutants.iter().position(|m| m.id.contains(id));
        let m = m.expect("there is such a mutant");
        let combined = Combined::new(mutants, &[m]);
        let backend = Backend::choose(&combined.system, &[0], &[]).expect("a finite model");
        let nothing = mutants.system.pool.export(&[]);
        let mut batch = Batch::new(combined, backend, &nothing, &StopFlag::new(), None);
        batch.repair(0, &all_true(mutants)).expect("a solver")
    }

    const MODEL: &str = "node m(a, b: bool) returns (ok: bool);\nvar x: bool;\nlet\n  x = a and b;\n  \
                         assert x = b;\n  ok = a => b => x;\n  --%PROPERTY ok;\ntel;\n";

    #[test]
    fn only_what_is_in_the_way_is_changed() {
        let mutants = mutants(MODEL);
        // x is false now, so b has to be; a need not follow.
        let Repaired::By(stimulus) = repaired(&mutants, "equal_false") else {
            panic!("it has executions");
        };
        let values = |name: &str| -> Vec<&Value> {
            let named = |v: &VarId| mutants.system.var(*v).name == name;
            let at = stimulus.vars.iter().position(named).expect("an input");
            stimulus.steps.iter().map(|s| &s[at]).collect()
        };
        assert_eq!(values("a"), [&Value::Bool(true); 3]);
        assert_eq!(values("b"), [&Value::Bool(false); 3]);
    }

    #[test]
    fn what_has_no_execution_is_told_apart() {
        let text = MODEL.replace("assert x = b", "assert x = b and b and a");
        let mutants = mutants(&text);
        assert!(matches!(repaired(&mutants, "and2left"), Repaired::By(_)));
        assert!(matches!(
            repaired(&mutants, "equal_false"),
            Repaired::Impossible
        ));
    }
}
