//! Generalisation: from a cube that is unreachable to a bigger one, by dropping literals.
//!
//! MIC with counterexamples to generalisation [1]: when a literal cannot be dropped because some
//! state (the CTG) would step into the bigger cube, that state is blocked itself if it can be.
//!
//! Tried and dropped: joining the cube with a CTG that cannot be blocked, as [1] does; no corpus model
//! gained from it and twin counters took ten times longer.
//!
//! [1] Z. Hassan, A. Bradley, F. Somenzi: Better Generalization in IC3. FMCAD 2013.

use super::Reason;
use super::query::{Goal, Initiation, Relative};
use super::search::Search;
use crate::bits::{Cube, LatchLit};

/// Beyond this depth CTGs are not blocked: [1] found nothing to gain.
const MAX_DEPTH: usize = 1;
/// CTGs that one attempt to drop a literal may block.
const MAX_CTGS: usize = 3;

impl Search {
    /// A cube around `cube`, which is unreachable at `level`, that is unreachable at `level` too.
    pub(super) fn generalize(
        &mut self,
        cube: Cube,
        level: usize,
        depth: usize,
    ) -> Result<Cube, Reason> {
        let mut cube = cube;
        let mut order = cube.lits().to_vec();
        // Literals that helped before are tried last: they are likely to be needed. So are those of a
        // lemma of the frame below, its parent: to find that lemma again is to push it.
        let parent = self.frames.parent(&cube, level - 1).cloned();
        order.sort_by(|a, b| {
            let inherited = |l: &LatchLit| parent.as_ref().is_some_and(|p| p.contains(*l));
            let key = |l: &LatchLit| self.activity[l.latch()];
            let by_parent = inherited(a).cmp(&inherited(b));
            by_parent.then(key(a).total_cmp(&key(b)).then(a.cmp(b)))
        });
        for lit in order {
            if cube.contains(lit)
                && let Some(smaller) = self.down(cube.without(lit), level, depth)?
            {
                cube = smaller;
            }
        }
        Ok(cube)
    }

    /// Whether `cube` is unreachable at `level`, perhaps after some CTGs have been blocked; then the
    /// literals that it takes.
    fn down(&mut self, cube: Cube, level: usize, depth: usize) -> Result<Option<Cube>, Reason> {
        if let Initiation::Meets(_) = self.queries.initiation(&cube)? {
            return Ok(None);
        }
        let mut ctgs = 0;
        loop {
            let top = self.frames.top();
            let ctg = match self.queries.relative(&cube, level - 1, top)? {
                Relative::Unreachable(core) => return Ok(Some(self.keep_initiation(&cube, core)?)),
                Relative::Reached(situation) => situation,
            };
            if depth > MAX_DEPTH || ctgs == MAX_CTGS || level == 1 {
                return Ok(None);
            }
            let ctg = self.queries.lift(&ctg, Goal::Cube(&cube))?;
            if !self.block_ctg(&ctg, level - 1, depth)? {
                return Ok(None);
            }
            ctgs += 1;
        }
    }

    /// Blocks a CTG at `level` or above, if it is unreachable there.
    fn block_ctg(&mut self, ctg: &Cube, level: usize, depth: usize) -> Result<bool, Reason> {
        if let Initiation::Meets(_) = self.queries.initiation(ctg)? {
            return Ok(false);
        }
        let top = self.frames.top();
        let Relative::Unreachable(core) = self.queries.relative(ctg, level - 1, top)? else {
            return Ok(false);
        };
        let mut cube = self.keep_initiation(ctg, core)?;
        let mut level = level;
        while level < top
            && let Relative::Unreachable(core) = self.queries.relative(&cube, level, top)?
        {
            cube = self.keep_initiation(&cube, core)?;
            level += 1;
        }
        let cube = self.generalize(cube, level, depth + 1)?;
        self.learn(cube, level);
        Ok(true)
    }

    /// The literals of `core`, a part of `cube`, and those that keep the initial states out.
    pub(super) fn keep_initiation(
        &mut self,
        cube: &Cube,
        core: Vec<LatchLit>,
    ) -> Result<Cube, Reason> {
        let small = Cube::new(core);
        if let Initiation::Disjoint(_) = self.queries.initiation(&small)? {
            return Ok(small);
        }
        match self.queries.initiation(cube)? {
            Initiation::Disjoint(more) => {
                let lits = small.lits().iter().copied().chain(more).collect();
                Ok(Cube::new(lits))
            }
            Initiation::Meets(_) => unreachable!("cubes to be blocked hold no initial state"),
        }
    }
}
