//! The search: frames are strengthened until a violation is reached or nothing more is.
//!
//! Invariants, with F_0 the initial states, C the constraints and k the top level: F_i implies
//! F_i+1; from F_i one step with C leads into F_i+1; the property holds in every F_i (it was shown of
//! F_0, and one step from F_k leads to no violation before level k+1 is opened). When two
//! neighbouring frames are equal, they and the property are an inductive invariant.
//!
//! Restarts are the solver's own (Luby, see `assay_solver::cdcl`). Tried on seven circuits of HWMCC'08 that take one to three
//! seconds each, and dropped: a fresh solver whenever a level is opened (a fifth slower); forgetting the obligations
//! of a bad state after 5 or 20 lemmas and asking for the next one (a tenth faster in sum, between half and 1.3 times the
//! time by circuit, and nothing more decided among those that take longer).

use assay_solver::Effort;

use super::Reason;
use super::circuit::Laid;
use super::frames::{Frames, Lemma};
use super::obligation::{Obligation, Obligations};
use super::query::{Goal, Initiation, Queries, Relative};
use crate::bits::Cube;

pub struct Search {
    pub(super) frames: Frames,
    pub(super) queries: Queries,
    /// How often and how recently a latch was part of a blocked cube.
    pub(super) activity: Vec<f64>,
    bump: f64,
    /// Whether the initial states are known to be good.
    started: bool,
}

pub enum Found {
    /// The negations of these cubes are inductive and imply the property.
    Invariant(Vec<Cube>),
    /// An initial state and the inputs of each step. The last step's state violates the property
    /// with these inputs, or with its `last` inputs after one more step, or it leaves its range.
    Path {
        start: Vec<bool>,
        inputs: Vec<Vec<bool>>,
        one_more: bool,
    },
}

impl Search {
    pub fn new(laid: Laid) -> Self {
        Search {
            frames: Frames::new(),
            activity: vec![0.0; laid.model.latches.len()],
            bump: 1.0,
            queries: Queries::new(laid),
            started: false,
        }
    }

    /// Works until something is found or the budget, which counts from the beginning, is spent. It
    /// can be called again after that: frames and lemmas stay.
    pub fn run(&mut self, budget: Option<Effort>) -> Result<Found, Reason> {
        self.queries.budget = budget;
        if !self.started {
            if let Some((start, inputs)) = self.queries.bad_start()? {
                return Ok(Found::Path {
                    start,
                    inputs: vec![inputs],
                    one_more: false,
                });
            }
            self.started = true;
        }
        loop {
            let top = self.frames.top();
            while let Some(situation) = self.queries.bad(top)? {
                let cube = self.queries.lift(&situation, Goal::Bad)?;
                let bad = Obligation {
                    cube,
                    inputs: situation.inputs,
                    successor: None,
                    depth: 0,
                };
                if let Some(path) = self.discharge(bad, top)? {
                    return Ok(path);
                }
            }
            self.frames.open_level();
            if let Some(invariant) = self.propagate()? {
                return Ok(Found::Invariant(invariant));
            }
        }
    }

    /// Blocks an obligation and all that it leads to, up to `top`, or finds a path to it.
    fn discharge(&mut self, bad: Obligation, top: usize) -> Result<Option<Found>, Reason> {
        let mut obligations = Obligations::default();
        if let Initiation::Meets(start) = self.queries.initiation(&bad.cube)? {
            obligations.add(bad, top);
            return Ok(Some(path(&obligations, start, 0)));
        }
        obligations.add(bad, top);
        while let Some((id, level)) = obligations.pop() {
            let Obligation { cube, depth, .. } = obligations.get(id).clone();
            if let Some(blocked) = self.frames.blocked_at(&cube, level) {
                if blocked < top {
                    obligations.reopen(id, blocked + 1);
                }
                continue;
            }
            match self.queries.relative(&cube, level - 1, top)? {
                Relative::Reached(situation) => {
                    let lifted = self.queries.lift(&situation, Goal::Cube(&cube))?;
                    let start = match self.queries.initiation(&lifted)? {
                        Initiation::Meets(start) => Some(start),
                        Initiation::Disjoint(_) => None,
                    };
                    let predecessor = Obligation {
                        cube: lifted,
                        inputs: situation.inputs,
                        successor: Some(id),
                        depth: depth + 1,
                    };
                    let predecessor = obligations.add(predecessor, level - 1);
                    if let Some(start) = start {
                        return Ok(Some(path(&obligations, start, predecessor)));
                    }
                    obligations.reopen(id, level);
                }
                Relative::Unreachable(core) => {
                    let core = self.keep_initiation(&cube, core)?;
                    let cube = self.generalize(core, level, 1)?;
                    let (cube, level) = self.push(cube, level)?;
                    self.learn(cube, level);
                    if level < top {
                        obligations.reopen(id, level + 1);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Raises a cube that is unreachable at `level` as far as it goes.
    fn push(&mut self, cube: Cube, level: usize) -> Result<(Cube, usize), Reason> {
        let (mut cube, mut level) = (cube, level);
        let top = self.frames.top();
        while level < top
            && let Relative::Unreachable(core) = self.queries.relative(&cube, level, top)?
        {
            cube = self.keep_initiation(&cube, core)?;
            level += 1;
        }
        Ok((cube, level))
    }

    pub(super) fn learn(&mut self, cube: Cube, level: usize) {
        // Older cubes count less: instead of shrinking them all, each new one counts more.
        self.bump *= 1.01;
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        for lit in cube.lits() {
            self.activity[lit.latch()] += self.bump;
        }
        let clause = self.queries.block(&cube, level);
        for redundant in self.frames.add(Lemma { cube, clause }, level) {
            self.queries.unblock(redundant);
        }
    }

    /// Raises every cube that can be raised; the invariant if a level runs empty.
    fn propagate(&mut self) -> Result<Option<Vec<Cube>>, Reason> {
        let top = self.frames.top();
        for level in 1..top {
            let cubes: Vec<Cube> = self
                .frames
                .at(level)
                .iter()
                .map(|l| l.cube.clone())
                .collect();
            for cube in cubes {
                if !self.frames.at(level).iter().any(|l| l.cube == cube) {
                    // Subsumed by one that was raised before it.
                    continue;
                }
                if let Relative::Unreachable(core) = self.queries.relative(&cube, level, top)? {
                    let raised = self.keep_initiation(&cube, core)?;
                    self.learn(raised, level + 1);
                }
            }
            if self.frames.at(level).is_empty() {
                return Ok(Some(self.frames.from(level + 1).cloned().collect()));
            }
        }
        Ok(None)
    }
}

/// The path from an initial state in an obligation's cube to the violation.
fn path(obligations: &Obligations, start: Vec<bool>, first: usize) -> Found {
    let mut inputs = Vec::new();
    let mut here = Some(first);
    while let Some(id) = here {
        let obligation = obligations.get(id);
        inputs.push(obligation.inputs.clone());
        here = obligation.successor;
    }
    Found::Path {
        start,
        inputs,
        one_more: true,
    }
}
