//! BRANCHING: formulas of branching time, many mutants at once.
//!
//! Nothing that the other steps know helps here: a formula may become true when executions are added, and when some are taken away. So each pair of mutant
//! and formula is decided, but not alone: the mutants of a batch are alternatives in one system, told apart by rigid parameters
//! ([`Combined`]), and one fixpoint computation says for all of them where a formula holds. A batch that needs too many nodes is
//! halved, down to single mutants.
//!
//! A tree shows that a mutant is killed. One certificate shows that all members survive which do. Each of them has a fair execution as
//! evidence too; those that have none are vacuous, unless something else kills them.

use std::collections::VecDeque;

use assay_engine::ctl::{self, Alternative, Fate, Fates, Limits};
use assay_solver::StopFlag;

use super::run::Run;
use super::{Conclusion, Fault, Step};
use crate::branching::{Stating, is_free};
use crate::campaign::Campaign;
use crate::claims::Claims;
use crate::combined::{Combined, acyclic_groups};
use crate::parallel;
use crate::result::{Branching, BranchingOf, Fairness, MutantVerdict, Notice, Stage};

/// Mutants of a batch: with the original as many as five bits tell apart.
const MEMBERS: usize = 31;
/// So many batches are decided between two looks at the limits.
const ROUND: usize = 8;
/// A batch may use this share of the nodes that the original may, a single mutant the other one.
const SHARE: usize = 8;
const SHARE_ALONE: usize = 4;

pub(super) struct Formulas;

impl Step for Formulas {
    fn stage(&self) -> Option<Stage> {
        Some(Stage::Branching)
    }

    fn concludes(&self) -> &'static [Conclusion] {
        &[Conclusion::Kill, Conclusion::Survival, Conclusion::Verdict]
    }

    fn claims(&self) -> Claims {
        Claims::Branching
    }

    fn requires(&self, run: &Run<'_, '_>) -> bool {
        run.campaign.claims(Claims::Branching)
    }

    fn run(&mut self, run: &mut Run<'_, '_>) -> Result<(), Fault> {
        let mut undecided = run.campaign.undecided();
        undecided.retain(|&m| !run.campaign.is_partial(m));
        let mut batches: VecDeque<Vec<usize>> = VecDeque::new();
        let mutants = run.campaign.mutants;
        let stating = &Stating::of(mutants);
        let (stated, plain): (Vec<usize>, Vec<usize>) =
            undecided.into_iter().partition(|&m| stating.is_needed(m));
        for alike in [plain, stated] {
            for group in acyclic_groups(mutants, &alike) {
                batches.extend(group.chunks(MEMBERS).map(<[usize]>::to_vec));
            }
        }
        while !run.over() && !batches.is_empty() {
            let mut now: Vec<Vec<usize>> = batches.drain(..batches.len().min(ROUND)).collect();
            let (campaign, means) = (&run.campaign, run.means);
            let found = parallel::try_each(&mut now, means.options.jobs, |_, members| {
                let combined = stating.together(campaign.mutants, members);
                decide(campaign, &combined, means.options.nodes, means.stop)
            });
            for (members, found) in now.into_iter().zip(found) {
                match found {
                    Err(panic) => run.lost(Stage::Branching.as_str(), members, &panic),
                    Ok(Ok(fates)) => run.enter_fates(&members, fates)?,
                    Ok(Err(_)) if members.len() > 1 && !run.means.stop.is_raised() => {
                        let (a, b) = members.split_at(members.len() / 2);
                        batches.extend([a.to_vec(), b.to_vec()]);
                    }
                    Ok(Err(why)) => {
                        for m in members {
                            run.campaign.cases[m].doubt = Some(why.clone());
                        }
                    }
                }
            }
            run.show(Stage::Branching);
        }
        Ok(())
    }
}

/// What becomes of the members of a batch: of what is open for each.
fn decide(
    campaign: &Campaign<'_>,
    combined: &Combined,
    nodes: usize,
    stop: &StopFlag,
) -> Result<Fates, String> {
    let members = &combined.members;
    let claims = campaign.formulas();
    let alternatives: Vec<Alternative> = members
        .iter()
        .enumerate()
        .map(|(at, &m)| {
            let open = campaign.open(m);
            Alternative {
                chosen: combined.chosen[at],
                values: combined.code(at),
                asked: (0..claims.len())
                    .filter(|&at| open.contains(&claims[at]))
                    .collect(),
            }
        })
        .collect();
    let share = if members.len() > 1 {
        SHARE
    } else {
        SHARE_ALONE
    };
    let limits = Limits {
        nodes: (nodes / share).max(1),
        ..Limits::default()
    };
    ctl::alternatives(&combined.system, &claims, &alternatives, &limits, stop)
}

impl Campaign<'_> {
    /// The properties that hold and are formulas of branching time.
    fn formulas(&self) -> Vec<usize> {
        let claim = |p: &&usize| &self.mutants.system.properties[**p].claim;
        let formulas = self.properties.iter();
        let formulas = formulas.filter(|p| Claims::Branching.include(claim(p)));
        formulas.copied().collect()
    }
}

impl Run<'_, '_> {
    fn enter_fates(&mut self, members: &[usize], fates: Fates) -> Result<(), Fault> {
        let claims = self.campaign.formulas();
        let several = |list: &[usize]| BranchingOf::Several {
            members: members.to_vec(),
            chosen: list.iter().map(|&at| members[at]).collect(),
        };
        if let Some((list, fixpoint)) = fates.without {
            let shows = Branching::NoExecution { fixpoint };
            let number = self.campaign.add_branching(several(&list), shows);
            for at in list {
                self.enter_lifeless(members[at], number)?;
            }
        }
        let mut holding = Vec::with_capacity(claims.len());
        for (&property, holds) in claims.iter().zip(fates.holding) {
            holding.push(holds.map(|(list, fixpoint)| {
                let shows = Branching::Holds { property, fixpoint };
                self.campaign.add_branching(several(&list), shows)
            }));
        }
        let free = is_free(&self.campaign.mutants.system);
        for ((&m, execution), fates) in members.iter().zip(fates.executions).zip(fates.fates) {
            let Some((trace, back)) = execution else {
                continue;
            };
            self.campaign.cases[m].alive = true;
            if !free {
                let shows = Branching::Execution { trace, back };
                let number = self.campaign.add_branching(BranchingOf::Mutant(m), shows);
                self.campaign.cases[m].fairness = Some(Fairness::Fair(number));
            }
            for (claim, fate) in fates {
                let property = claims[claim];
                let (number, kills) = match fate {
                    Fate::Holds => (holding[claim].expect("it holds of this one"), false),
                    Fate::Fails(tree) => {
                        let shows = Branching::Fails { property, tree };
                        let about = BranchingOf::Mutant(m);
                        (self.campaign.add_branching(about, shows), true)
                    }
                };
                self.campaign
                    .branched(m, property, number, kills, Stage::Branching)?;
            }
        }
        Ok(())
    }

    /// Enters that no fair execution of the mutant starts in an initial state, so that every formula holds of it. What else kills it is still to be found.
    fn enter_lifeless(&mut self, m: usize, number: usize) -> Result<(), Fault> {
        self.campaign.cases[m].fairness = Some(Fairness::NoExecution(number));
        for property in self.campaign.open(m) {
            self.campaign
                .branched(m, property, number, false, Stage::Branching)?;
        }
        let killed = |n: &Option<Notice>| matches!(n, Some(Notice::Kills { .. }));
        let case = &self.campaign.cases[m];
        if !case.notices.iter().any(killed) && self.campaign.open_in_all(m).is_empty() {
            let case = &mut self.campaign.cases[m];
            case.verdict = Some(MutantVerdict::Vacuous);
            case.stage = Some(Stage::Branching);
        }
        Ok(())
    }
}
