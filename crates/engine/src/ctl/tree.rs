//! Executions as a tree: why a formula holds in an initial state, or why the negation of a claim does.
//!
//! Paths are shortest ones through rings. A path goes on to a loop that meets all conditions of fairness; where that is long, to the
//! set of fair states. Operators about all executions end in sets with their proofs.
//!
//! Reference: Clarke, Grumberg, McMillan, Zhao: Efficient Generation of Counterexamples and Witnesses in Symbolic Model Checking, DAC 1995.

use std::sync::Arc;

use assay_system::branching::{Branch, BranchPath, Goes, Normal, NormalPart, Quantifier, Why};
use assay_system::{Trace, Tree};
use assay_term::{Functions, Value};
use rustc_hash::FxHashMap;

use super::certificate::Certificate;
use super::kripke::Kripke;
use super::rings::Rings;
use super::walk::{Arena, State};
use crate::symbolic::{Func, Of};

/// Steps up to which a fair loop is shown, and one that shows E[a R b] itself.
const LOOP: usize = 1_000;
const OWN_LOOP: usize = 20_000;
/// Branches after which no further paths are shown.
const BRANCHES: usize = 2_000;

/// A tree while it grows.
pub(super) struct Growing<'g, 'k> {
    kripke: &'g mut Kripke<'k>,
    normal: &'g Normal,
    sets: &'g [Func],
    certificate: &'g mut Certificate,
    branches: Vec<Branch>,
    /// Branches by part and state.
    known: FxHashMap<(usize, Vec<Value>), usize>,
    rings: FxHashMap<usize, Rings>,
    arenas: FxHashMap<usize, Arena>,
    fair: Option<Arena>,
    /// Whether something rests on the certificate.
    pub uses_sets: bool,
}

impl<'g, 'k> Growing<'g, 'k> {
    pub fn new(
        kripke: &'g mut Kripke<'k>,
        normal: &'g Normal,
        sets: &'g [Func],
        certificate: &'g mut Certificate,
    ) -> Growing<'g, 'k> {
        Growing {
            kripke,
            normal,
            sets,
            certificate,
            branches: Vec::new(),
            known: FxHashMap::default(),
            rings: FxHashMap::default(),
            arenas: FxHashMap::default(),
            fair: None,
            uses_sets: false,
        }
    }

    /// The tree for the whole formula in a state. What its sets are is for the caller to add.
    pub fn grow(&mut self, first: &[Value]) -> Of<Tree> {
        self.branch(self.normal.root(), first)?;
        Ok(Tree {
            branches: std::mem::take(&mut self.branches),
            sets: None,
        })
    }

    fn branch(&mut self, part: usize, step: &[Value]) -> Of<usize> {
        let key = (part, step.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let index = self.branches.len();
        self.known.insert(key, index);
        let state = Trace {
            steps: vec![step.to_vec()],
            functions: Functions::default(),
        };
        self.branches.push(Branch {
            part,
            state: Arc::new(state),
            why: Why::Literal,
        });
        self.branches[index].why = self.why(part, step)?;
        Ok(index)
    }

    fn why(&mut self, part: usize, step: &[Value]) -> Of<Why> {
        use Quantifier::Some as Exists;
        let state = self.kripke.latches_of(step);
        let path = match self.normal.parts[part] {
            NormalPart::Literal(..) => return Ok(Why::Literal),
            NormalPart::And(a, b) => {
                return Ok(Why::Both(self.branch(a, step)?, self.branch(b, step)?));
            }
            NormalPart::Or(a, b) => {
                let holds = |part: usize| self.holds(part, &state);
                let side = match (holds(a), holds(b)) {
                    (true, true) if self.cost(b) < self.cost(a) => b,
                    (true, _) => a,
                    (false, _) => b,
                };
                return Ok(Why::One(self.branch(side, step)?));
            }
            _ if self.branches.len() > BRANCHES => None,
            NormalPart::Next(Exists, a) => Some(self.next(a, step, state)?),
            NormalPart::Until(Exists, a, b) => Some(self.until(part, (a, b), step, state)?),
            NormalPart::Release(Exists, a, b) => self.release(part, (a, b), step, state)?,
            NormalPart::Next(..) | NormalPart::Until(..) | NormalPart::Release(..) => None,
        };
        match path {
            Some(path) => Ok(Why::Path(path)),
            None => {
                self.uses_sets = true;
                self.certificate
                    .prove(self.kripke, self.normal, self.sets, part)?;
                Ok(Why::InSet)
            }
        }
    }

    fn holds(&self, part: usize, state: &State) -> bool {
        let set = &self.sets[part];
        self.kripke.relation.contains(set, state, &[])
    }

    /// Which side of a disjunction is easier to follow.
    fn cost(&self, part: usize) -> usize {
        match self.normal.parts[part] {
            NormalPart::Literal(..) => 0,
            NormalPart::Next(Quantifier::All, _)
            | NormalPart::Until(Quantifier::All, ..)
            | NormalPart::Release(Quantifier::All, ..) => 3,
            NormalPart::Release(..) => 2,
            _ => 1,
        }
    }

    fn next(&mut self, a: usize, step: &[Value], state: State) -> Of<BranchPath> {
        let kripke = &mut *self.kripke;
        let here = kripke.relation.state(&state)?;
        let after = kripke.after(&here)?;
        let goal = kripke.and(&self.sets[a], &kripke.fair.clone())?;
        let after = kripke.and(&after, &goal)?;
        let next = kripke.pick(&after).expect("the set leads to the operand");
        let (trace, goes) = self.goes_on(step, vec![state, next])?;
        let operand = self.operand(a, &trace, 1)?;
        Ok(BranchPath {
            trace,
            until: Some(1),
            operands: vec![None, operand],
            last: None,
            goes,
        })
    }

    fn until(
        &mut self,
        part: usize,
        (a, b): (usize, usize),
        step: &[Value],
        state: State,
    ) -> Of<BranchPath> {
        if !self.rings.contains_key(&part) {
            let rings = self.kripke.rings_until(&self.sets[a], &self.sets[b])?;
            self.rings.insert(part, rings);
        }
        let mut path = vec![state];
        self.kripke.walk_in(&mut path, &self.rings[&part])?;
        let until = path.len() - 1;
        let (trace, goes) = self.goes_on(step, path)?;
        let operands = self.operands(a, &trace, until)?;
        let last = self.operand(b, &trace, until)?;
        Ok(BranchPath {
            trace,
            until: Some(until),
            operands,
            last,
            goes,
        })
    }

    /// None where the loop would be too long.
    fn release(
        &mut self,
        part: usize,
        (a, b): (usize, usize),
        step: &[Value],
        state: State,
    ) -> Of<Option<BranchPath>> {
        if !self.rings.contains_key(&part) {
            let both = self.kripke.and(&self.sets[a], &self.sets[b])?;
            let rings = self.kripke.rings_until(&self.sets[b], &both)?;
            self.rings.insert(part, rings);
        }
        let mut path = vec![state];
        if self.rings[&part].of(self.kripke, &path[0]).is_some() {
            self.kripke.walk_in(&mut path, &self.rings[&part])?;
            let until = path.len() - 1;
            let (trace, goes) = self.goes_on(step, path)?;
            let operands = self.operands(b, &trace, until + 1)?;
            let last = self.operand(a, &trace, until)?;
            return Ok(Some(BranchPath {
                trace,
                until: Some(until),
                operands,
                last,
                goes,
            }));
        }
        if !self.arenas.contains_key(&part) {
            let set = self.kripke.fair_within(&self.sets[b])?;
            let arena = self.kripke.arena(&set)?;
            self.arenas.insert(part, arena);
        }
        let arena = &self.arenas[&part];
        let Some(back) = self.kripke.go_round(&mut path, arena, OWN_LOOP)? else {
            return Ok(None);
        };
        let trace = self.kripke.trace(step, &path)?;
        let operands = self.operands(b, &trace, trace.len() - 1)?;
        Ok(Some(BranchPath {
            trace,
            until: None,
            operands,
            last: None,
            goes: Goes::Round(back),
        }))
    }

    /// The path from a step on, and why it goes on for ever.
    fn goes_on(&mut self, step: &[Value], mut path: Vec<State>) -> Of<(Trace, Goes)> {
        let kripke = &mut *self.kripke;
        if kripke.is_free {
            return Ok((kripke.trace(step, &path)?, Goes::Anyhow));
        }
        if self.fair.is_none() {
            let fair = kripke.fair.clone();
            self.fair = Some(kripke.arena(&fair)?);
        }
        let arena = self.fair.as_ref().expect("just made");
        let length = path.len();
        let goes = match kripke.go_round(&mut path, arena, length + LOOP)? {
            Some(back) => Goes::Round(back),
            None => {
                path.truncate(length);
                self.uses_sets = true;
                self.certificate.fair(kripke)?;
                Goes::InFair
            }
        };
        Ok((kripke.trace(step, &path)?, goes))
    }

    /// What shows a part at a step of a trace; None for a literal, which is evaluated.
    fn operand(&mut self, part: usize, trace: &Trace, at: usize) -> Of<Option<usize>> {
        match self.normal.parts[part] {
            NormalPart::Literal(..) => Ok(None),
            _ => Ok(Some(self.branch(part, &trace.steps[at])?)),
        }
    }

    fn operands(&mut self, part: usize, trace: &Trace, steps: usize) -> Of<Vec<Option<usize>>> {
        (0..steps)
            .map(|at| self.operand(part, trace, at))
            .collect()
    }
}

/// Whether an execution that begins in the root is shown: by its own path, or by one of the conjuncts and disjuncts that it is made of.
pub(super) fn has_path(tree: &Tree) -> bool {
    let mut stack = vec![0];
    while let Some(index) = stack.pop() {
        match tree.branches[index].why {
            Why::Both(a, b) => stack.extend([a, b]),
            Why::One(a) => stack.push(a),
            Why::Path(_) => return true,
            Why::Literal | Why::InSet => {}
        }
    }
    false
}
