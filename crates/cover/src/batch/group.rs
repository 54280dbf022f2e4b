//! Questions about many members at once: which of them it is about is left to the solver. One answer "none
//! of them" settles all; an answer "this one" names the member, which is then excused, and the same question is
//! asked again about the others.

use assay_engine::unroll::Start;
use assay_solver::{Answer, Lit, OracleError, Step};
use assay_system::Stimulus;
use assay_term::TermId;

use rustc_hash::FxHashMap;

use super::alike::Case;
use super::{Batch, Who};
use crate::simulate::Simulator;

/// Members, by position, and the properties that are asked of all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub positions: Vec<usize>,
    pub properties: Vec<usize>,
}

impl Group {
    /// Members with the same open properties stand together; `open` is by position.
    pub fn gather(open: &[Vec<usize>]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: FxHashMap<&[usize], usize> = FxHashMap::default();
        for (position, properties) in open.iter().enumerate() {
            if properties.is_empty() {
                continue;
            }
            let at = *known.entry(properties).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Group {
                    positions: vec![],
                    properties: properties.clone(),
                });
            }
            groups[at].positions.push(position);
        }
        groups
    }
}

/// An answer about a group.
#[derive(Debug)]
pub enum Which {
    None,
    /// A member by position.
    Member(usize),
    Unknown,
}

/// What a group is asked about: whether one of `goals` can fail at the last step.
struct Question<'a> {
    positions: &'a [usize],
    goals: &'a [TermId],
}

/// Questions that were put to a solver, to be asked again while members drop out.
pub struct Inquiry {
    start: Start,
    last: u32,
    asked: Lit,
    assumptions: Vec<Lit>,
}

impl Batch {
    /// Which member of the groups violates one of its properties at step `depth`? None if that cannot be asked.
    pub fn killed_member(
        &mut self,
        groups: &[Group],
        depth: u32,
    ) -> Result<Option<Inquiry>, OracleError> {
        let goals: Vec<Vec<TermId>> = groups.iter().map(|c| self.terms(&c.properties)).collect();
        let questions: Vec<Question<'_>> = groups
            .iter()
            .zip(&goals)
            .map(|(c, goals)| Question {
                positions: &c.positions,
                goals,
            })
            .collect();
        self.pose(Start::Initial, &questions, &[], depth)
    }

    /// A member for which the solver answered sat, and what drives the execution that shows it.
    pub fn ask(&mut self, inquiry: &Inquiry) -> Result<(Which, Option<Stimulus>), OracleError> {
        let answer = self.which(inquiry)?;
        let stimulus = match answer {
            Which::Member(position) => {
                Some(self.stimulus(Start::Initial, Who::Member(position), inquiry.last + 1)?)
            }
            _ => None,
        };
        Ok((answer, stimulus))
    }

    /// The members of the group of which all the lemmas and the group's properties together are
    /// k-inductive. A member that is left out may still have an inductive part of them; what cannot be in
    /// any such part is taken out of its `open` properties.
    pub fn inductive_group(
        &mut self,
        simulator: &Simulator<'_>,
        group: &Group,
        open: &mut [Vec<usize>],
        k: u32,
    ) -> Result<Vec<usize>, OracleError> {
        let properties = self.terms(&group.properties);
        let mut all = properties.clone();
        all.extend(&self.lemmas);
        let mut left = group.positions.clone();
        // A property that does not follow from everything does not follow from a part of it.
        let step = Case {
            start: Start::Anywhere,
            hypotheses: &all,
            goals: &properties,
            last: k,
        };
        let lost = |position: usize, truths: &[bool]| {
            let mut truth = truths.iter();
            open[position].retain(|_| *truth.next().expect("one truth for each"));
        };
        if !self.sift(simulator, &mut left, &step, lost)? {
            return Ok(vec![]);
        }
        let base = (0..k).map(|last| Case {
            start: Start::Initial,
            hypotheses: &[],
            goals: &all,
            last,
        });
        let lemmas = (all.len() > properties.len()).then(|| Case {
            goals: &all[properties.len()..],
            ..step
        });
        for case in base.chain(lemmas) {
            if !self.sift(simulator, &mut left, &case, |_, _| {})? {
                return Ok(vec![]);
            }
        }
        Ok(left)
    }

    /// Takes those out of `left` that can fail a goal; `lost` hears which goals hold where each of them fails. False if
    /// it cannot be asked.
    fn sift(
        &mut self,
        simulator: &Simulator<'_>,
        left: &mut Vec<usize>,
        case: &Case<'_>,
        mut lost: impl FnMut(usize, &[bool]),
    ) -> Result<bool, OracleError> {
        if left.is_empty() {
            return Ok(true);
        }
        let Some(inquiry) = self.inquire(left, case)? else {
            return Ok(false);
        };
        loop {
            match self.which(&inquiry)? {
                Which::None => return Ok(true),
                Which::Unknown => return Ok(false),
                Which::Member(position) => {
                    let truths = self.truths(case.start, case.goals, case.last)?;
                    let mut failing = self.fail_alike(simulator, position, left, case)?;
                    failing.push((position, truths));
                    for (p, truths) in failing {
                        lost(p, &truths);
                        left.retain(|&q| q != p);
                        self.excuse(&inquiry, p)?;
                    }
                }
            }
        }
    }

    /// Who of these can fail a goal? None if that cannot be asked.
    pub(super) fn inquire(
        &mut self,
        positions: &[usize],
        case: &Case<'_>,
    ) -> Result<Option<Inquiry>, OracleError> {
        let question = Question {
            positions,
            goals: case.goals,
        };
        self.pose(case.start, &[question], case.hypotheses, case.last)
    }

    pub(super) fn terms(&self, properties: &[usize]) -> Vec<TermId> {
        let properties = properties.iter();
        properties
            .map(|&p| self.combined.system.properties[p].term)
            .collect()
    }

    /// Puts the questions, one of which has to be answered by yes. None if the solver cannot name a member.
    fn pose(
        &mut self,
        start: Start,
        questions: &[Question<'_>],
        hypotheses: &[TermId],
        last: u32,
    ) -> Result<Option<Inquiry>, OracleError> {
        self.reach(start, last)?;
        let Batch {
            combined,
            pool,
            sides,
            ..
        } = self;
        let side = sides.at(start);
        let cone = side.unroller.cone();
        if !combined.bits.iter().all(|&b| cone.contains(b)) {
            return Ok(None);
        }
        let mut assumptions: Vec<Lit> = vec![side.guards[last as usize]];
        for s in 0..last {
            for &h in hypotheses {
                assumptions.push(side.oracle.literal(pool, h, Step(s))?);
            }
        }
        let asked = side.oracle.fresh()?;
        let mut some_fails = vec![!asked];
        for question in questions {
            let here = side.oracle.fresh()?;
            some_fails.push(here);
            let mut member = vec![!here];
            for &p in question.positions {
                member.push(side.oracle.literal(pool, combined.chosen[p], Step(0))?);
            }
            side.oracle.clause(&member)?;
            let mut fails = vec![!here];
            for &goal in question.goals {
                fails.push(!side.oracle.literal(pool, goal, Step(last))?);
            }
            side.oracle.clause(&fails)?;
        }
        side.oracle.clause(&some_fails)?;
        assumptions.push(asked);
        Ok(Some(Inquiry {
            start,
            last,
            asked,
            assumptions,
        }))
    }

    /// The question is no longer about this member.
    pub fn excuse(&mut self, inquiry: &Inquiry, position: usize) -> Result<(), OracleError> {
        let Batch {
            combined,
            pool,
            sides,
            ..
        } = self;
        let side = sides.at(inquiry.start);
        let chosen = combined.chosen[position];
        let chosen = side.oracle.literal(pool, chosen, Step(0))?;
        side.oracle.clause(&[!inquiry.asked, !chosen])
    }

    pub(super) fn which(&mut self, inquiry: &Inquiry) -> Result<Which, OracleError> {
        let Batch {
            combined,
            pool,
            sides,
            budget,
            ..
        } = self;
        let side = sides.at(inquiry.start);
        match side.oracle.solve(&inquiry.assumptions, *budget)? {
            Answer::Unsat => {
                side.oracle.clause(&[!inquiry.asked])?;
                Ok(Which::None)
            }
            Answer::Unknown(_) => Ok(Which::Unknown),
            Answer::Sat => {
                let mut lits = Vec::with_capacity(combined.bits.len());
                for &bit in &combined.bits {
                    lits.push(side.oracle.literal(pool, pool.var(bit), Step(0))?);
                }
                let bits = side.oracle.truths(&lits)?;
                let code = bits
                    .iter()
                    .rev()
                    .fold(0, |code, &b| code << 1 | usize::from(b));
                let named = code.checked_sub(1).filter(|p| *p < combined.members.len());
                named
                    .map(Which::Member)
                    .ok_or_else(|| OracleError("the solver names no member".into()))
            }
        }
    }
}
