//! Terms with variables replaced, where what was rewritten before is remembered.

use assay_term::{Pool, Term, TermId, VarId};
use rustc_hash::FxHashMap;

/// What a variable becomes.
pub(super) enum Becomes {
    Itself,
    /// A term that is taken as it is.
    Term(TermId),
    /// A term that is rewritten in its turn.
    Definition(TermId),
}

/// One way to replace variables: every call has to say the same of them.
#[derive(Default)]
pub(super) struct Rewriting {
    /// None while what a term is made of is being rewritten.
    done: FxHashMap<TermId, Option<TermId>>,
}

impl Rewriting {
    /// Refuses definitions that lead back to themselves. Post-order over an explicit stack.
    pub fn apply(
        &mut self,
        pool: &mut Pool,
        root: TermId,
        becomes: impl Fn(VarId) -> Becomes,
    ) -> Result<TermId, String> {
        let mut stack = vec![(root, false)];
        while let Some((id, leaving)) = stack.pop() {
            if leaving {
                let new = self.combine(pool, id, &becomes);
                self.done.insert(id, Some(new));
                continue;
            }
            match self.done.get(&id) {
                Some(Some(_)) => continue,
                // What is not done yet lies on the path from the root to here.
                Some(None) => return Err(format!("{} is defined by itself", pool.text(id))),
                None => self.done.insert(id, None),
            };
            stack.push((id, true));
            match pool.get(id) {
                Term::Var(var) => {
                    if let Becomes::Definition(definition) = becomes(*var) {
                        stack.push((definition, false));
                    }
                }
                other => stack.extend(other.args().iter().map(|&arg| (arg, false))),
            }
        }
        Ok(self.of(root))
    }

    fn of(&self, id: TermId) -> TermId {
        self.done[&id].expect("arguments come first")
    }

    fn combine(&self, pool: &mut Pool, id: TermId, becomes: impl Fn(VarId) -> Becomes) -> TermId {
        let rewritten = |args: &[TermId]| args.iter().map(|&arg| self.of(arg)).collect();
        match pool.get(id) {
            Term::Const(_) => id,
            Term::Var(var) => match becomes(*var) {
                Becomes::Itself => id,
                Becomes::Term(term) => term,
                Becomes::Definition(definition) => self.of(definition),
            },
            Term::App(op, args) => {
                let (op, args): (_, Vec<TermId>) = (*op, rewritten(args));
                pool.apply(op, &args)
            }
            Term::Call(function, args) => {
                let (function, args) = (*function, rewritten(args));
                pool.call(function, args)
            }
        }
    }
}
