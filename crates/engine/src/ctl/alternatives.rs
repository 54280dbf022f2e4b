//! Claims about many alternatives of one system, all in one diagram: rigid parameters say which alternative is meant, and every set is a function
//! of them.
//!
//! What is found of single alternatives, trees and executions, is about the alternative alone: the parameters have their values and are left out.
//! That claims hold is shown for all alternatives at once of which it is true: by a certificate of the whole system for the formula "it is none of
//! these, or the claim holds". That alternatives have no fair execution is shown by one for "it is none of these".

use std::sync::Arc;

use assay_solver::StopFlag;
use assay_system::branching::{Fixpoint, Normal, Tree, Why};
use assay_system::{Formula, System, Trace};
use assay_term::{Pool, TermId, VarId};
use rustc_hash::FxHashMap;

use super::certificate::Certificate;
use super::kripke::{Failure, Kripke};
use super::{Limits, counterexample, deeply, formula, open_reachable, reason};
use crate::symbolic::{Func, Of};

/// One alternative.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Over rigid parameters; no two of these terms are true at once.
    pub chosen: TermId,
    /// The values of the parameters, which are the last variables of the system.
    pub values: Vec<(VarId, bool)>,
    /// The claims that are asked about, among those given.
    pub asked: Vec<usize>,
}

/// What became of a claim for an alternative that has executions.
#[derive(Clone, Debug)]
pub enum Fate {
    /// The certificate for all such alternatives is the one of the claim.
    Holds,
    Fails(Arc<Tree>),
}

#[derive(Clone, Debug)]
pub struct Fates {
    /// For each alternative its fair execution with where it goes back to; None if it has none.
    pub executions: Vec<Option<(Arc<Trace>, usize)>>,
    /// For each alternative what became of the claims that were asked; empty where it has no execution.
    pub fates: Vec<Vec<(usize, Fate)>>,
    /// For each claim the alternatives of which it holds, with a certificate.
    pub holding: Vec<Option<(Vec<usize>, Arc<Fixpoint>)>>,
    /// The alternatives without fair executions, with a certificate.
    pub without: Option<(Vec<usize>, Arc<Fixpoint>)>,
}

/// The formula of which a certificate shows that a claim holds of all alternatives of which `chosen` is true.
pub fn of_chosen(chosen: TermId, formula: &Formula) -> Formula {
    Formula::Or(Box::new(of_none(chosen)), Box::new(formula.clone()))
}

/// The formula of which a certificate shows that none of these alternatives has a fair execution, while some other one has.
pub fn of_none(chosen: TermId) -> Formula {
    Formula::Not(Box::new(Formula::Atom(chosen)))
}

/// The term that is true for these alternatives. Whoever checks a certificate has to build the same.
pub fn any_of(pool: &mut Pool, chosen: impl IntoIterator<Item = TermId>) -> TermId {
    pool.or(chosen)
}

/// Decides the claims of these properties for each alternative. Some fair execution has to belong to no alternative at all, as that of the original does.
pub fn alternatives(
    system: &System,
    claims: &[usize],
    alternatives: &[Alternative],
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Fates, String> {
    deeply(|| {
        let formulas: Option<Vec<&Formula>> = claims.iter().map(|&p| formula(system, p)).collect();
        let formulas = formulas.ok_or("it is no formula of branching time")?;
        let mut atoms: Vec<TermId> = formulas.iter().flat_map(|f| f.atoms()).collect();
        atoms.extend(alternatives.iter().map(|a| a.chosen));
        let decide = || -> Result<Fates, Failure> {
            let (kripke, yes) = open_reachable(system, &atoms, false, limits, stop)?;
            Ok(Deciding::new(kripke, yes, alternatives)?.decide(&formulas)?)
        };
        decide().map_err(|failure| reason(&failure, limits))
    })
}

struct Deciding<'a, 'k> {
    kripke: Kripke<'k>,
    yes: TermId,
    alternatives: &'a [Alternative],
    /// Where each is chosen.
    chosen: Vec<Func>,
    /// Initial states from which a fair execution starts.
    starts: Func,
}

impl<'a, 'k> Deciding<'a, 'k> {
    fn new(
        mut kripke: Kripke<'k>,
        yes: TermId,
        alternatives: &'a [Alternative],
    ) -> Of<Deciding<'a, 'k>> {
        let chosen: Of<Vec<Func>> = alternatives.iter().map(|a| kripke.atom(a.chosen)).collect();
        let starts = kripke.and(&kripke.init.clone(), &kripke.fair.clone())?;
        Ok(Deciding {
            chosen: chosen?,
            kripke,
            yes,
            alternatives,
            starts,
        })
    }

    fn decide(mut self, formulas: &[&Formula]) -> Of<Fates> {
        let mut fates = Fates {
            executions: Vec::with_capacity(self.alternatives.len()),
            fates: vec![Vec::new(); self.alternatives.len()],
            holding: Vec::with_capacity(formulas.len()),
            without: None,
        };
        for at in 0..self.alternatives.len() {
            let execution = self.execution(at)?;
            fates.executions.push(execution);
        }
        let lifeless = |at: &usize| fates.executions[*at].is_none();
        let lifeless: Vec<usize> = (0..self.alternatives.len()).filter(lifeless).collect();
        if !lifeless.is_empty() {
            let proof = self.without_executions(&lifeless)?;
            fates.without = Some((lifeless, Arc::new(proof)));
        }
        for (claim, formula) in formulas.iter().enumerate() {
            let holding = self.claim(claim, formula, &mut fates)?;
            fates.holding.push(holding);
        }
        Ok(fates)
    }

    /// The first step of a fair execution in this set.
    fn begins(&mut self, within: &Func, at: usize) -> Of<Option<Vec<assay_term::Value>>> {
        let here = self.kripke.and(within, &self.chosen[at].clone())?;
        self.kripke.first_step(&here)
    }

    fn execution(&mut self, at: usize) -> Of<Option<(Arc<Trace>, usize)>> {
        let starts = self.starts.clone();
        let Some(first) = self.begins(&starts, at)? else {
            return Ok(None);
        };
        let (trace, back) = self.kripke.execution(&first)?;
        let own = alone(trace, self.own());
        Ok(Some((Arc::new(own), back)))
    }

    /// How many variables are no parameters.
    fn own(&self) -> usize {
        let parameters = self.alternatives.iter().flat_map(|a| &a.values);
        let first = parameters.map(|(var, _)| var.index()).min();
        first.unwrap_or(self.kripke.system.vars.len())
    }

    /// The certificate, with some execution that begins in `first`.
    fn proof(&mut self, normal: &Normal, sets: &[Func], first: &Func) -> Of<Fixpoint> {
        let mut certificate = Certificate::new(&self.kripke, normal);
        certificate.prove(&mut self.kripke, normal, sets, normal.root())?;
        certificate.unfair(&mut self.kripke)?;
        let first = self.kripke.first_step(first)?;
        let execution = match first {
            Some(first) => {
                let (trace, back) = self.kripke.execution(&first)?;
                Some((Arc::new(trace), back))
            }
            None => None,
        };
        Ok(Fixpoint {
            execution,
            ..certificate.finish()
        })
    }

    fn without_executions(&mut self, lifeless: &[usize]) -> Of<Fixpoint> {
        let (chosen, term) = self.any(lifeless)?;
        self.kripke.replace_atom(term, chosen);
        let normal = Normal::of(&of_none(term), false, self.yes).expect("it is of branching time");
        let sets = self.kripke.label(&normal)?;
        let starts = self.starts.clone();
        self.proof(&normal, &sets, &starts)
    }

    /// The set and the term of these alternatives.
    fn any(&mut self, list: &[usize]) -> Of<(Func, TermId)> {
        let mut set = self.kripke.none();
        for &at in list {
            set = self.kripke.or(&set, &self.chosen[at].clone())?;
        }
        let mut pool = self.kripke.system.pool.clone();
        let term = any_of(
            &mut pool,
            list.iter().map(|&at| self.alternatives[at].chosen),
        );
        Ok((set, term))
    }

    /// Decides one claim wherever it is asked.
    fn claim(
        &mut self,
        claim: usize,
        formula: &Formula,
        fates: &mut Fates,
    ) -> Of<Option<(Vec<usize>, Arc<Fixpoint>)>> {
        let asked = |at: &usize| {
            fates.executions[*at].is_some() && self.alternatives[*at].asked.contains(&claim)
        };
        let asked: Vec<usize> = (0..self.alternatives.len()).filter(asked).collect();
        let plain = Normal::of(formula, false, self.yes).expect("it is of branching time");
        let sets = self.kripke.label(&plain)?;
        let fails = self
            .kripke
            .minus(&self.starts.clone(), &sets[plain.root()])?;
        let (mut holding, mut failing) = (Vec::new(), Vec::new());
        for at in asked {
            let here = self.kripke.and(&fails, &self.chosen[at].clone())?;
            if here.is_false() {
                holding.push(at);
            } else {
                failing.push(at);
            }
        }
        if !failing.is_empty() {
            let normal = Normal::of(formula, true, self.yes).expect("it is of branching time");
            let sets = self.kripke.label(&normal)?;
            for at in failing {
                let first = self.begins(&fails, at)?.expect("it fails in some state");
                let tree = counterexample(&mut self.kripke, &normal, &sets, &first)?;
                let tree = self.tree_alone(at, tree);
                fates.fates[at].push((claim, Fate::Fails(Arc::new(tree))));
            }
        }
        if holding.is_empty() {
            return Ok(None);
        }
        let (chosen, term) = self.any(&holding)?;
        let first = self.kripke.and(&self.starts.clone(), &chosen)?;
        let none = self.kripke.not(&chosen)?;
        self.kripke.replace_atom(term, chosen);
        let normal = Normal::of(&of_chosen(term, formula), false, self.yes);
        let normal = normal.expect("it is of branching time");
        let sets = if normal.parts.len() == plain.parts.len() + 2 {
            // The parts of the claim stand between "none of these" and the whole.
            let whole = self.kripke.or(&none, &sets[plain.root()])?;
            [vec![none], sets, vec![whole]].concat()
        } else {
            self.kripke.label(&normal)?
        };
        let proof = self.proof(&normal, &sets, &first)?;
        for &at in &holding {
            fates.fates[at].push((claim, Fate::Holds));
        }
        Ok(Some((holding, Arc::new(proof))))
    }

    /// The tree without the parameters.
    fn tree_alone(&self, at: usize, mut tree: Tree) -> Tree {
        let own = self.own();
        for branch in &mut tree.branches {
            branch.state = Arc::new(alone(Trace::clone(&branch.state), own));
            if let Why::Path(path) = &mut branch.why {
                let trace = std::mem::replace(&mut path.trace, empty());
                path.trace = alone(trace, own);
            }
        }
        tree.sets = tree.sets.map(|sets| {
            let sets = Fixpoint::clone(&sets);
            let mut pool = self.kripke.system.pool.clone();
            let parameters = self.alternatives[at].values.iter();
            let values: FxHashMap<VarId, TermId> = parameters
                .map(|&(var, value)| (var, pool.bool(value)))
                .collect();
            let terms = pool.import(&sets.terms);
            let terms = pool.substitute(&terms, |var| values.get(&var).copied());
            let execution = sets.execution.as_ref();
            Arc::new(Fixpoint {
                terms: pool.export(&terms),
                execution: execution
                    .map(|(trace, back)| (Arc::new(alone(Trace::clone(trace), own)), *back)),
                ..sets
            })
        });
        tree
    }
}

fn empty() -> Trace {
    Trace {
        steps: Vec::new(),
        functions: assay_term::Functions::default(),
    }
}

/// The first variables of each step.
fn alone(mut trace: Trace, own: usize) -> Trace {
    for step in &mut trace.steps {
        step.truncate(own);
    }
    trace
}
