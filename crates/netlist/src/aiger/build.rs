//! Adds gates to a circuit: from pairs of literals, and from Boolean terms.
//!
//! Equal gates are made once, those that the circuit has already included, so that a term which lowering made of gates
//! becomes those gates again.

use assay_system::{System, VarKind};
use assay_term::{Op, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::{Aiger, And, Latch, Lit, Reset};

pub(super) struct Builder<'a> {
    pub aiger: &'a mut Aiger,
    made: FxHashMap<(Lit, Lit), Lit>,
}

impl<'a> Builder<'a> {
    pub fn new(aiger: &'a mut Aiger) -> Builder<'a> {
        let key = |a: &And| (a.left.min(a.right), a.left.max(a.right));
        let made = aiger.ands.iter().map(|a| (key(a), a.lhs)).collect();
        Builder { aiger, made }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Lit::FALSE, _) => return Lit::FALSE,
            (Lit::TRUE, b) => return b,
            (a, b) if a == b => return a,
            (a, b) if a == !b => return Lit::FALSE,
            _ => {}
        }
        if let Some(&lit) = self.made.get(&(a, b)) {
            return lit;
        }
        self.aiger.max_var += 1;
        let lhs = Lit::of(self.aiger.max_var);
        self.aiger.ands.push(And {
            lhs,
            left: b,
            right: a,
        });
        self.made.insert((a, b), lhs);
        lhs
    }

    /// A latch that holds what `next` was one step ago, and false at first.
    pub fn latch(&mut self, next: Lit) -> Lit {
        self.aiger.max_var += 1;
        let lit = Lit::of(self.aiger.max_var);
        self.aiger.latches.push(Latch {
            lit,
            next,
            reset: Reset::Zero,
        });
        lit
    }

    fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |a, b| self.and(a, b))
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    pub fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (yes, no) = (self.and(c, a), self.and(!c, b));
        !self.and(!yes, !no)
    }

    /// The literal of a Boolean term. `known` gives those of variables; a wire that it does not know is its definition.
    /// `done` keeps what was made for the same `known`. The error is a term that is no circuit over what is known.
    pub fn term(
        &mut self,
        system: &System,
        root: TermId,
        known: &impl Fn(VarId) -> Option<Lit>,
        done: &mut FxHashMap<TermId, Lit>,
    ) -> Result<Lit, TermId> {
        let pool = &system.pool;
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if done.contains_key(&id) {
                stack.pop();
                continue;
            }
            let below: Vec<TermId> = match pool.get(id) {
                Term::Var(v) => match (known(*v), &system.var(*v).kind) {
                    (Some(_), _) => vec![],
                    (None, VarKind::Wire { def }) => vec![*def],
                    (None, _) => return Err(id),
                },
                other => other.args().to_vec(),
            };
            let waiting = stack.len();
            stack.extend(below.iter().filter(|t| !done.contains_key(t)));
            if stack.len() > waiting {
                continue;
            }
            let args: Vec<Lit> = below.iter().map(|t| done[t]).collect();
            let lit = match pool.get(id) {
                Term::Const(Value::Bool(b)) => Lit::FALSE.xor(*b),
                Term::Var(v) => known(*v).unwrap_or_else(|| args[0]),
                Term::App(Op::Not, _) => !args[0],
                Term::App(Op::And, _) => self.all(args),
                Term::App(Op::Or, _) => !self.all(args.into_iter().map(|a| !a)),
                Term::App(Op::Eq, _) => self.ite(args[0], args[1], !args[1]),
                Term::App(Op::Ite, _) => self.ite(args[0], args[1], args[2]),
                _ => return Err(id),
            };
            done.insert(id, lit);
            stack.pop();
        }
        Ok(done[&root])
    }
}
