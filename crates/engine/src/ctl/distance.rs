//! How far it is from some states to others: `COMPUTE MIN` and `COMPUTE MAX` of SMV.
//!
//! Reference: Campos, Clarke, Marrero, Minea: Computing Quantitative Characteristics of Finite-State Real-Time Systems, RTSS 1994. As in NuSMV, all
//! states are reachable and fair ones.

use assay_solver::StopFlag;
use assay_system::branching::Normal;
use assay_system::{Formula, System};

use super::kripke::{Failure, Kripke};
use super::{Limits, deeply, open, reason};
use crate::symbolic::{Func, Of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// So many transitions.
    Steps(u64),
    /// Shortest: there is no way. Longest: a path can avoid the goal for ever.
    Infinite,
    /// Longest: there is no such state to begin with or to reach.
    Undefined,
}

/// Over the paths from a state in which `from` holds to one in which `to` does: the length of the shortest one, or the greatest number of states that a
/// path passes before it arrives.
pub fn distance(
    system: &System,
    from: &Formula,
    to: &Formula,
    longest: bool,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Distance, String> {
    let atoms: Vec<_> = from.atoms().into_iter().chain(to.atoms()).collect();
    let compute = || -> Result<Distance, Failure> {
        let (mut kripke, yes) = open(system, &atoms, false, limits, stop)?;
        let mut sets = Vec::new();
        for formula in [from, to] {
            let normal = Normal::of(formula, false, yes);
            let normal = normal.ok_or_else(|| Failure::Refused("it is no formula of branching time".into()))?;
            let set = kripke.label(&normal)?.pop().expect("the root");
            sets.push(kripke.and(&set, &kripke.fair.clone())?);
        }
        Ok(match longest {
            false => kripke.shortest(&sets[0], &sets[1])?,
            true => kripke.longest(&sets[0], &sets[1])?,
        })
    };
    deeply(|| compute().map_err(|failure| reason(&failure, limits)))
}

impl Kripke<'_> {
    fn shortest(&mut self, from: &Func, to: &Func) -> Of<Distance> {
        let mut reached = from.clone();
        let mut ring = from.clone();
        let mut steps = 0;
        loop {
            if !self.and(&ring, to)?.is_false() {
                return Ok(Distance::Steps(steps));
            }
            let after = self.after(&ring)?;
            let after = self.and(&after, &self.fair.clone())?;
            ring = self.minus(&after, &reached)?;
            if ring.is_false() {
                return Ok(Distance::Infinite);
            }
            reached = self.or(&reached, &ring)?;
            steps += 1;
        }
    }

    fn longest(&mut self, from: &Func, to: &Func) -> Of<Distance> {
        if from.is_false() || to.is_false() {
            return Ok(Distance::Undefined);
        }
        let elsewhere = self.minus(&self.fair.clone(), to)?;
        // From where so many states without the goal follow each other.
        let mut passing = elsewhere.clone();
        let mut states = 0;
        loop {
            if self.and(&passing, from)?.is_false() {
                return Ok(Distance::Steps(states));
            }
            let before = self.before(&passing)?;
            let next = self.and(&before, &elsewhere)?;
            if next == passing {
                return Ok(Distance::Infinite);
            }
            passing = next;
            states += 1;
        }
    }
}
