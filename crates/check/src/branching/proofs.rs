//! From sets of states that are said to be where the parts of a formula hold to what has to be proved of them. The obligations are those of
//! `assay_system::branching::Fixpoint`, which says why they suffice.
//!
//! Each is a term over one state and the inputs of one transition, to be shown true for all values in their ranges. The set of a part that has
//! no proof is empty.

use assay_system::branching::{
    Choice, Fair, Fixpoint, Normal, NormalPart, PartProof, Quantifier, Rank, Ranking, Set, Unfair,
};
use assay_system::{System, VarKind};
use assay_term::{Pool, Sort, TermId};

use super::states::{Chosen, States};
use crate::sorts::sorts_of_roots;

/// Something to prove, with the name that a failure is reported by.
pub(super) struct Obligation {
    pub name: String,
    pub term: TermId,
}

/// A certificate taken into a pool of our own.
pub(super) struct Proofs<'a> {
    pub states: States<'a>,
    /// For each part where it is shown to hold.
    pub holds: Vec<TermId>,
    /// G and U.
    pub fair: TermId,
    unfair: TermId,
    terms: Vec<TermId>,
    /// Their sorts.
    sorts: Vec<Sort>,
    pub obligations: Vec<Obligation>,
}

/// The pieces of a choice with its rank.
struct Goal {
    rank: Vec<TermId>,
    chosen: Chosen,
}

impl<'a> Proofs<'a> {
    /// Refuses, with a reason, what is not a certificate for this formula at all. Without a certificate all sets are empty. The pool has the terms
    /// of the system and of the formula.
    pub fn new(
        system: &'a System,
        mut pool: Pool,
        normal: &Normal,
        fixpoint: Option<&Fixpoint>,
    ) -> Result<Self, String> {
        let no = pool.bool(false);
        let (mut terms, mut sorts) = (Vec::new(), Vec::new());
        if let Some(fixpoint) = fixpoint {
            sorts = sorts_of_roots(&pool, &fixpoint.terms)?;
            terms = pool.import(&fixpoint.terms);
            if fixpoint.parts.len() > normal.parts.len() {
                return Err("there are proofs of parts that the formula does not have".into());
            }
        }
        let literals = normal.parts.iter().filter_map(|part| match part {
            NormalPart::Literal(term, _) => Some(*term),
            _ => None,
        });
        let roots: Vec<TermId> = terms.iter().copied().chain(literals).collect();
        let mut states = States::new(system, pool, &roots)?;
        for (index, term) in terms.iter_mut().enumerate() {
            *term = states.of_states(*term, &format!("term {index} of the certificate"))?;
        }
        let mut proofs = Proofs {
            states,
            holds: Vec::with_capacity(normal.parts.len()),
            fair: no,
            unfair: no,
            terms,
            sorts,
            obligations: Vec::new(),
        };
        proofs.find_sets(normal, fixpoint)?;
        if let Some(fixpoint) = fixpoint {
            proofs.fair(fixpoint.fair.as_ref())?;
            proofs.unfair(fixpoint.unfair.as_ref())?;
            for (part, proof) in fixpoint.parts.iter().enumerate() {
                if let Some(proof) = proof {
                    proofs.part(normal, part, proof)?;
                }
            }
        }
        Ok(proofs)
    }

    /// V, G and U, before anything is asked of them.
    fn find_sets(&mut self, normal: &Normal, fixpoint: Option<&Fixpoint>) -> Result<(), String> {
        if let Some(fixpoint) = fixpoint {
            if let Some(fair) = &fixpoint.fair {
                self.fair = self.set(fair.set)?;
            }
            if let Some(unfair) = &fixpoint.unfair {
                self.unfair = self.set(unfair.set)?;
            }
        }
        for (index, part) in normal.parts.iter().enumerate() {
            let proof = fixpoint.and_then(|f| f.parts.get(index)?.as_ref());
            let set = match (*part, proof) {
                (NormalPart::Literal(term, positive), None) => {
                    let term = self.states.of_states(term, "the claim")?;
                    if positive {
                        term
                    } else {
                        self.states.pool.not(term)
                    }
                }
                (NormalPart::And(a, b), None) => {
                    let (a, b) = (self.holds[a], self.holds[b]);
                    self.states.pool.and2(a, b)
                }
                (NormalPart::Or(a, b), None) => {
                    let (a, b) = (self.holds[a], self.holds[b]);
                    self.states.pool.or2(a, b)
                }
                (NormalPart::Literal(..) | NormalPart::And(..) | NormalPart::Or(..), Some(_)) => {
                    return Err(format!("part {index} is no operator and needs no proof"));
                }
                (_, Some(proof)) => self.set(proof.set())?,
                (_, None) => self.states.pool.bool(false),
            };
            self.holds.push(set);
        }
        Ok(())
    }

    /// The Boolean term with this index.
    fn set(&self, set: Set) -> Result<TermId, String> {
        match (self.terms.get(set), self.sorts.get(set)) {
            (Some(&term), Some(Sort::Bool)) => Ok(term),
            (Some(_), _) => Err(format!("term {set} of the certificate is not Boolean")),
            (None, _) => Err(format!("there is no term {set} in the certificate")),
        }
    }

    fn rank(&self, rank: &Rank) -> Result<Vec<TermId>, String> {
        rank.iter().map(|&bit| self.set(bit)).collect()
    }

    fn chosen(&self, choice: &Choice) -> Result<Chosen, String> {
        let system = self.states.system;
        let mut chosen: Chosen = Vec::with_capacity(choice.len());
        for &(input, term) in choice {
            if input.index() >= system.vars.len() {
                return Err(format!(
                    "there is no variable #{} to choose a value for",
                    input.0
                ));
            }
            let name = &system.var(input).name;
            if !matches!(system.var(input).kind, VarKind::Input) {
                return Err(format!("{name} is chosen, which is not an input"));
            }
            if chosen.iter().any(|(known, _)| *known == input) {
                return Err(format!("{name} is chosen twice"));
            }
            match (self.terms.get(term), self.sorts.get(term)) {
                (Some(&value), Some(&sort)) if sort == system.sort(input) => {
                    chosen.push((input, value));
                }
                (Some(_), _) => {
                    return Err(format!("what is chosen for {name} is of another sort"));
                }
                (None, _) => return Err(format!("there is no term {term} in the certificate")),
            }
        }
        Ok(chosen)
    }

    fn goals(&self, goals: &[(Rank, Choice)]) -> Result<Vec<Goal>, String> {
        if goals.len() != self.states.conditions.len() {
            return Err(format!(
                "there are {} choices, and {} conditions of fairness",
                goals.len(),
                self.states.conditions.len()
            ));
        }
        let goal = |(rank, choice): &(Rank, Choice)| {
            Ok(Goal {
                rank: self.rank(rank)?,
                chosen: self.chosen(choice)?,
            })
        };
        goals.iter().map(goal).collect()
    }

    /// The whole formula holds in every initial state that is not in U.
    pub fn hold_at_the_start(&mut self, normal: &Normal) -> Result<(), String> {
        let holds = self.or_unfair(self.holds[normal.root()]);
        let holds = self.states.initially(holds)?;
        let valid = self.states.initially(self.states.valid)?;
        let ranges = self.states.ranges_initially()?;
        let pool = &mut self.states.pool;
        let begins = pool.and2(valid, ranges);
        for (name, before, goal) in [
            ("initial states are in their ranges", valid, ranges),
            ("the formula holds in the initial states", begins, holds),
        ] {
            let term = self.states.pool.implies(before, goal);
            let name = name.into();
            self.obligations.push(Obligation { name, term });
        }
        Ok(())
    }

    /// No transition leaves a range.
    pub fn keep_ranges(&mut self) -> Result<(), String> {
        if let Some(term) = self.states.keeps_ranges()? {
            let name = "transitions lead to states in their ranges".into();
            self.obligations.push(Obligation { name, term });
        }
        Ok(())
    }

    /// In every valid state: `hypotheses` imply `goal`.
    fn oblige(&mut self, name: String, hypotheses: &[TermId], goal: TermId) {
        let pool = &mut self.states.pool;
        let before = pool.and(hypotheses.iter().copied().chain([self.states.valid]));
        let term = pool.implies(before, goal);
        self.obligations.push(Obligation { name, term });
    }

    fn fair(&mut self, fair: Option<&Fair>) -> Result<(), String> {
        let Some(fair) = fair else { return Ok(()) };
        let goals = self.goals(&fair.goals)?;
        for (c, goal) in goals.into_iter().enumerate() {
            let stays = self.towards(self.states.conditions[c], &goal, self.fair)?;
            let name = format!("from fair states towards condition {c}");
            self.oblige(name, &[self.fair], stays);
        }
        Ok(())
    }

    fn unfair(&mut self, unfair: Option<&Unfair>) -> Result<(), String> {
        let Some(unfair) = unfair else { return Ok(()) };
        let after = self.states.later(self.unfair)?;
        let taken = [self.unfair, self.states.enters];
        self.oblige(
            "transitions from unfair states lead to such".into(),
            &taken,
            after,
        );
        self.ranking("unfair states", self.unfair, &unfair.ranking)
    }

    /// The obligations of one operator.
    fn part(&mut self, normal: &Normal, part: usize, proof: &PartProof) -> Result<(), String> {
        use NormalPart::{Next, Release, Until};
        use Quantifier::{All, Some as Exists};
        let name = |operator: &str| format!("part {part}, {operator}");
        match (normal.parts[part], proof) {
            (Next(All, a), PartProof::Closed { set }) => {
                let set = self.set(*set)?;
                let a = self.or_unfair(self.holds[a]);
                let goal = self.states.later(a)?;
                self.for_fair(name("AX"), &[set, self.states.enters], goal);
            }
            (Next(Exists, a), PartProof::Chosen { set, choice }) => {
                let (set, chosen) = (self.set(*set)?, self.chosen(choice)?);
                let a = self.states.pool.and2(self.holds[a], self.fair);
                let goal = self.states.later(a)?;
                let leads = self.states.leads(&chosen, goal)?;
                self.oblige(name("EX"), &[set], leads);
            }
            (Until(Exists, a, b), PartProof::Reaches { set, rank, choice }) => {
                let goal = Goal {
                    rank: self.rank(rank)?,
                    chosen: self.chosen(choice)?,
                };
                let set = self.set(*set)?;
                let ends = self.states.pool.and2(self.holds[b], self.fair);
                let never = self.states.pool.bool(false);
                let leads = self.towards(never, &goal, set)?;
                let pool = &mut self.states.pool;
                let goes_on = pool.and2(self.holds[a], leads);
                let goal = pool.or2(ends, goes_on);
                self.oblige(name("E[a U b]"), &[set], goal);
            }
            (Until(All, a, b), PartProof::Inevitable { set, ranking }) => {
                let set = self.set(*set)?;
                let not_yet = self.states.pool.not(self.holds[b]);
                let after = self.states.later(set)?;
                let pool = &mut self.states.pool;
                let stays = pool.implies(self.states.enters, after);
                let goal = pool.and2(self.holds[a], stays);
                let not_unfair = pool.not(self.unfair);
                let waiting = pool.and([set, not_yet, not_unfair]);
                self.for_fair(name("A[a U b]"), &[set, not_yet], goal);
                self.ranking(&name("A[a U b]"), waiting, ranking)?;
            }
            (Release(Exists, a, b), PartProof::Stays { set, goals }) => {
                let (set, goals) = (self.set(*set)?, self.goals(goals)?);
                let mut all = Vec::new();
                for (c, goal) in goals.iter().enumerate() {
                    all.push(self.towards(self.states.conditions[c], goal, set)?);
                }
                let pool = &mut self.states.pool;
                let ends = pool.and2(self.holds[a], self.fair);
                let goes_on = pool.and(all);
                let either = pool.or2(ends, goes_on);
                let goal = pool.and2(self.holds[b], either);
                self.oblige(name("E[a R b]"), &[set], goal);
            }
            (Release(All, a, b), PartProof::Closed { set }) => {
                let set = self.set(*set)?;
                let after = self.states.later(set)?;
                let pool = &mut self.states.pool;
                let stays = pool.implies(self.states.enters, after);
                let either = pool.or2(self.holds[a], stays);
                let goal = pool.and2(self.holds[b], either);
                self.for_fair(name("A[a R b]"), &[set], goal);
            }
            _ => {
                return Err(format!(
                    "the proof of part {part} is one of another operator"
                ));
            }
        }
        Ok(())
    }

    fn or_unfair(&mut self, term: TermId) -> TermId {
        self.states.pool.or2(term, self.unfair)
    }

    /// As [`Proofs::oblige`], of states that are not in U.
    fn for_fair(&mut self, name: String, hypotheses: &[TermId], goal: TermId) {
        let goal = self.or_unfair(goal);
        self.oblige(name, hypotheses, goal);
    }

    /// The choice leads to the set, and `condition` holds here or the rank gets smaller.
    fn towards(&mut self, condition: TermId, goal: &Goal, set: TermId) -> Result<TermId, String> {
        let mut after = Vec::with_capacity(goal.rank.len());
        for &bit in &goal.rank {
            after.push(self.states.later(bit)?);
        }
        let arrives = self.states.later(set)?;
        let pool = &mut self.states.pool;
        let closer = smaller(pool, &after, &goal.rank);
        let progress = pool.or2(condition, closer);
        let both = pool.and2(arrives, progress);
        self.states.leads(&goal.chosen, both)
    }

    /// No fair execution stays in a set.
    fn ranking(&mut self, of: &str, set: TermId, ranking: &Ranking) -> Result<(), String> {
        let (rank, waits) = (self.rank(&ranking.rank)?, self.rank(&ranking.waits)?);
        let conditions = self.states.conditions.clone();
        let pool = &mut self.states.pool;
        let named: Vec<TermId> = (0..conditions.len())
            .map(|c| is_number(pool, &waits, c))
            .collect();
        let some = pool.or(named.iter().copied());
        let waiting: Vec<TermId> = named
            .iter()
            .zip(&conditions)
            .map(|(&named, &condition)| {
                let fails = pool.not(condition);
                pool.and2(named, fails)
            })
            .collect();
        let mut waiting = vec![pool.or(waiting)];
        let mut after = Vec::with_capacity(rank.len());
        for &bit in &rank {
            after.push(self.states.later(bit)?);
        }
        for &bit in &waits {
            let later = self.states.later(bit)?;
            waiting.push(self.states.pool.eq(bit, later));
        }
        let stays = self.states.later(set)?;
        let pool = &mut self.states.pool;
        let (less, more) = (smaller(pool, &after, &rank), smaller(pool, &rank, &after));
        let same = pool.not(more);
        let waiting = pool.and(waiting);
        let same = pool.and2(same, waiting);
        let goal = pool.or2(less, same);
        self.oblige(format!("{of}: each waits for a condition"), &[set], some);
        let taken = [set, self.states.enters, stays];
        self.oblige(format!("{of}: no fair execution stays"), &taken, goal);
        Ok(())
    }
}

/// The number with the bits `a` is below the one with the bits `b`, as many.
fn smaller(pool: &mut Pool, a: &[TermId], b: &[TermId]) -> TermId {
    let mut smaller = pool.bool(false);
    for (&a, &b) in a.iter().zip(b) {
        let differ = pool.xor(a, b);
        smaller = pool.ite(differ, b, smaller);
    }
    smaller
}

fn is_number(pool: &mut Pool, bits: &[TermId], number: usize) -> TermId {
    if bits.len() < usize::BITS as usize && number >> bits.len() != 0 {
        return pool.bool(false);
    }
    let digit = |at: usize| at < usize::BITS as usize && number >> at & 1 == 1;
    let all: Vec<TermId> = bits
        .iter()
        .enumerate()
        .map(|(at, &bit)| if digit(at) { bit } else { pool.not(bit) })
        .collect();
    pool.and(all)
}
