//! Certificates: sets of states with ranks and choices that show where the parts of a formula hold. The obligations are those of
//! `assay_system::branching::Fixpoint`.

use assay_system::branching::{
    Choice, Fair, Fixpoint, Normal, NormalPart, PartProof, Quantifier, Rank, Unfair,
};

use super::choice::Chosen;
use super::kripke::Kripke;
use super::rings::Rings;
use super::terms::Terms;
use crate::symbolic::{Func, Of};

/// A certificate while it grows: which parts are proved in it.
pub(super) struct Certificate {
    terms: Terms,
    parts: Vec<Option<PartProof>>,
    fair: Option<Fair>,
    unfair: Option<Unfair>,
}

impl Certificate {
    pub fn new(kripke: &Kripke<'_>, normal: &Normal) -> Certificate {
        Certificate {
            terms: Terms::new(&kripke.system.pool),
            parts: vec![None; normal.parts.len()],
            fair: None,
            unfair: None,
        }
    }

    /// Without executions.
    pub fn finish(self) -> Fixpoint {
        Fixpoint {
            terms: self.terms.export(),
            fair: self.fair,
            unfair: self.unfair,
            parts: self.parts,
            execution: None,
            example: None,
        }
    }

    /// The part, and all that its proof rests on. `sets` are those of [`Kripke::label`].
    pub fn prove(
        &mut self,
        kripke: &mut Kripke<'_>,
        normal: &Normal,
        sets: &[Func],
        part: usize,
    ) -> Of<()> {
        let mut needed = vec![false; normal.parts.len()];
        needed[part] = true;
        for at in (0..=part).rev() {
            if needed[at] {
                for operand in operands(normal.parts[at]) {
                    needed[operand] = true;
                }
            }
        }
        for at in (0..=part).filter(|&at| needed[at]) {
            if self.parts[at].is_none() {
                self.parts[at] = self.proof(kripke, normal, sets, at)?;
            }
        }
        Ok(())
    }

    fn proof(
        &mut self,
        kripke: &mut Kripke<'_>,
        normal: &Normal,
        sets: &[Func],
        part: usize,
    ) -> Of<Option<PartProof>> {
        let set = self.terms.set(kripke, &sets[part]);
        Ok(match normal.parts[part] {
            NormalPart::Literal(..) | NormalPart::And(..) | NormalPart::Or(..) => None,
            NormalPart::Next(Quantifier::All, _) | NormalPart::Release(Quantifier::All, ..) => {
                self.unfair(kripke)?;
                Some(PartProof::Closed { set })
            }
            NormalPart::Next(Quantifier::Some, a) => {
                self.fair(kripke)?;
                let goal = kripke.and(&sets[a], &kripke.fair.clone())?;
                let mut chosen = Chosen::default();
                chosen.add(kripke, &sets[part], &goal)?;
                chosen.finish(kripke)?;
                let choice = self.terms.choice(kripke, &chosen);
                Some(PartProof::Chosen { set, choice })
            }
            NormalPart::Until(Quantifier::Some, a, b) => {
                self.fair(kripke)?;
                let rings = kripke.rings_until(&sets[a], &sets[b])?;
                let (rank, choice) = self.inwards(kripke, &rings, None)?;
                Some(PartProof::Reaches { set, rank, choice })
            }
            NormalPart::Until(Quantifier::All, _, b) => {
                self.unfair(kripke)?;
                let waiting = kripke.minus(&sets[part], &sets[b])?;
                let waiting = kripke.and(&waiting, &kripke.fair.clone())?;
                let stages = kripke.stages(&waiting)?;
                let ranking = self.terms.ranking(kripke, &stages)?;
                Some(PartProof::Inevitable { set, ranking })
            }
            NormalPart::Release(Quantifier::Some, a, _) => {
                self.fair(kripke)?;
                let ends = kripke.and(&sets[a], &kripke.fair.clone())?;
                let goals = self.goals(kripke, &sets[part], &ends)?;
                Some(PartProof::Stays { set, goals })
            }
        })
    }

    /// The set of fair states.
    pub fn fair(&mut self, kripke: &mut Kripke<'_>) -> Of<()> {
        if self.fair.is_some() {
            return Ok(());
        }
        let fair = kripke.fair.clone();
        let goals = if kripke.is_free {
            vec![(Vec::new(), Vec::new())]
        } else {
            let none = kripke.none();
            self.goals(kripke, &fair, &none)?
        };
        let set = self.terms.set(kripke, &fair);
        self.fair = Some(Fair { set, goals });
        Ok(())
    }

    /// The set of those that are not, if there are any.
    pub fn unfair(&mut self, kripke: &mut Kripke<'_>) -> Of<()> {
        let unfair = kripke.not(&kripke.fair.clone())?;
        if self.unfair.is_some() || unfair.is_false() {
            return Ok(());
        }
        let stages = kripke.stages(&unfair)?;
        let ranking = self.terms.ranking(kripke, &stages)?;
        let set = self.terms.set(kripke, &unfair);
        self.unfair = Some(Unfair { set, ranking });
        Ok(())
    }

    /// From each state of a set towards each condition in turn, within the set, or towards `ends`.
    fn goals(
        &mut self,
        kripke: &mut Kripke<'_>,
        set: &Func,
        ends: &Func,
    ) -> Of<Vec<(Rank, Choice)>> {
        let mut goals = Vec::new();
        for rings in kripke.rings_to_conditions(set, ends)? {
            let going = kripke.minus(&rings.list[0], ends)?;
            goals.push(self.inwards(kripke, &rings, Some((&going, set)))?);
        }
        Ok(goals)
    }

    /// From each ring to the one before, and between further sets.
    fn inwards(
        &mut self,
        kripke: &mut Kripke<'_>,
        rings: &Rings,
        further: Option<(&Func, &Func)>,
    ) -> Of<(Rank, Choice)> {
        let mut chosen = Chosen::default();
        if let Some((from, to)) = further {
            chosen.add(kripke, from, to)?;
        }
        for pair in rings.list.windows(2) {
            chosen.add(kripke, &pair[1], &pair[0])?;
        }
        chosen.finish(kripke)?;
        let rank = self.terms.rank(kripke, rings)?;
        Ok((rank, self.terms.choice(kripke, &chosen)))
    }
}

fn operands(part: NormalPart) -> impl Iterator<Item = usize> {
    let (a, b) = match part {
        NormalPart::Literal(..) => (None, None),
        NormalPart::Next(_, a) => (Some(a), None),
        NormalPart::And(a, b)
        | NormalPart::Or(a, b)
        | NormalPart::Until(_, a, b)
        | NormalPart::Release(_, a, b) => (Some(a), Some(b)),
    };
    a.into_iter().chain(b)
}

impl Kripke<'_> {
    /// Rings of E[a U b].
    pub fn rings_until(&mut self, a: &Func, b: &Func) -> Of<Rings> {
        let goal = self.and(b, &self.fair.clone())?;
        self.rings(a, &goal)
    }

    /// A set in which no fair execution stays, as it is removed stage by stage: states with no way to a condition inside of what is left, with the number of
    /// the condition, and states without successors there.
    pub fn stages(&mut self, set: &Func) -> Of<Vec<(usize, Func)>> {
        let conditions = self.conditions.clone();
        let mut stages = Vec::new();
        let mut left = set.clone();
        while !left.is_false() {
            let before = left.clone();
            for (number, condition) in conditions.iter().enumerate() {
                if condition.is_true() {
                    continue;
                }
                let goal = self.and(&left, condition)?;
                let leads = self.reaching(&left, &goal)?;
                let stuck = self.minus(&left, &leads)?;
                if !stuck.is_false() {
                    stages.push((number, stuck));
                    left = leads;
                }
            }
            loop {
                let goes_on = self.before(&left)?;
                let stuck = self.minus(&left, &goes_on)?;
                if stuck.is_false() {
                    break;
                }
                left = self.minus(&left, &stuck)?;
                stages.push((0, stuck));
            }
            debug_assert!(left != before, "a fair execution stays in the set");
            if left == before {
                break;
            }
        }
        Ok(stages)
    }
}
