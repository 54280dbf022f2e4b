//! Questions about many members at once: which of them it is about is left to the solver. One answer "none
//! of them" settles all; an answer "this one" names the member.

use assay_engine::unroll::Start;
use assay_solver::{Answer, Lit, OracleError, Step};
use assay_system::Stimulus;
use assay_term::TermId;

use super::{Lab, Who};

/// Members, by position, and the properties that are asked of all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crowd {
    pub positions: Vec<usize>,
    pub properties: Vec<usize>,
}

impl Crowd {
    /// Members with the same open properties stand together; `open` is by position.
    pub fn gather(open: &[Vec<usize>]) -> Vec<Crowd> {
        let mut crowds: Vec<Crowd> = Vec::new();
        for (position, properties) in open.iter().enumerate() {
            if properties.is_empty() {
                continue;
            }
            match crowds.iter_mut().find(|c| c.properties == *properties) {
                Some(crowd) => crowd.positions.push(position),
                None => crowds.push(Crowd {
                    positions: vec![position],
                    properties: properties.clone(),
                }),
            }
        }
        crowds
    }
}

/// An answer about a crowd.
#[derive(Debug)]
pub enum Someone {
    Nobody,
    /// A member by position.
    This(usize),
    Unknown,
}

/// What a crowd is asked about: whether one of `goals` can fail at the last step.
struct Question<'a> {
    positions: &'a [usize],
    goals: &'a [TermId],
}

impl Lab {
    /// Looks for a member of the crowds that violates one of its properties at step `depth`.
    pub fn kill_someone(
        &mut self,
        crowds: &[Crowd],
        depth: u32,
    ) -> Result<(Someone, Option<Stimulus>), OracleError> {
        let system = self.combined.system.clone();
        let goals: Vec<Vec<TermId>> = crowds
            .iter()
            .map(|c| {
                let terms = c.properties.iter();
                terms.map(|&p| system.properties[p].term).collect()
            })
            .collect();
        let questions: Vec<Question<'_>> = crowds
            .iter()
            .zip(&goals)
            .map(|(c, goals)| Question {
                positions: &c.positions,
                goals,
            })
            .collect();
        let answer = self.someone(Start::Initial, &questions, &[], depth)?;
        let stimulus = match answer {
            Someone::This(position) => Some(self.stimulus(Who::Member(position), depth + 1)?),
            _ => None,
        };
        Ok((answer, stimulus))
    }

    /// The members of the crowd of which all the lemmas and the crowd's properties together are
    /// k-inductive. A member that is left out may still have an inductive part of them.
    pub fn inductive_crowd(&mut self, crowd: &Crowd, k: u32) -> Result<Vec<usize>, OracleError> {
        let system = self.combined.system.clone();
        let properties = crowd.properties.iter();
        let goals: Vec<TermId> = properties
            .map(|&p| system.properties[p].term)
            .chain(self.lemmas.iter().copied())
            .collect();
        let mut left = crowd.positions.clone();
        let base = (0..k).map(|step| (Start::Initial, step, &[][..]));
        for (start, step, hypotheses) in base.chain([(Start::Anywhere, k, &goals[..])]) {
            while !left.is_empty() {
                let question = Question {
                    positions: &left,
                    goals: &goals,
                };
                match self.someone(start, &[question], hypotheses, step)? {
                    Someone::Nobody => break,
                    Someone::This(position) => left.retain(|&p| p != position),
                    Someone::Unknown => return Ok(vec![]),
                }
            }
        }
        Ok(left)
    }

    fn someone(
        &mut self,
        start: Start,
        questions: &[Question<'_>],
        hypotheses: &[TermId],
        last: u32,
    ) -> Result<Someone, OracleError> {
        self.reach(start, last)?;
        let Lab {
            combined,
            pool,
            base,
            step,
            budget,
            ..
        } = self;
        let side = match start {
            Start::Initial => base,
            Start::Anywhere => step,
        };
        let side = side.as_mut().expect("it is laid out");
        let cone = side.unroller.cone();
        if !combined.bits.iter().all(|&b| cone.contains(b)) {
            return Ok(Someone::Unknown);
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
        match side.oracle.solve(&assumptions, *budget)? {
            Answer::Unsat => {
                side.oracle.clause(&[!asked])?;
                Ok(Someone::Nobody)
            }
            Answer::Unknown(_) => Ok(Someone::Unknown),
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
                    .map(Someone::This)
                    .ok_or_else(|| OracleError("the solver names nobody".into()))
            }
        }
    }
}
