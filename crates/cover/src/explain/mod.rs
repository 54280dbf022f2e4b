//! What a survivor means: it is equivalent (proved), or here is an execution on which original and
//! mutant differ while every property holds on both.
//!
//! Cheap ways first: executions that are at hand, simulated; then the original's own unrolling, which
//! all mutants share and which also proves equivalence; and only for what is left the *twin*, which has
//! the original and a copy of everything the patches can influence, over the same inputs.
//!
//! A difference in what is assumed is a difference too: an input that one admits and the other blocks.

mod agreement;
mod assumed;
mod exact;
mod masking;
mod pair;
mod twin;

use std::sync::{Arc, Mutex};

use assay_engine::failure::Failures;
use assay_engine::guard::fail_if_told;
use assay_solver::OracleError;
use assay_system::{Certificate, Mutants, Provers, Stimulus};

use crate::baseline::Proof;
use crate::campaign::Campaign;
use crate::combined::acyclic_groups;
use crate::means::Means;
use crate::memory::archive::Archive;
use crate::memory::parting::Partings;
use crate::parallel;
use crate::result::{
    CertificateOf, Difference, Explanation, Masking, MutantResult, MutantVerdict, Stage,
};
use crate::simulate::{Comparison, Simulator};

pub use agreement::with_agreement;
use agreement::{Agreement, Original};
pub use assumed::alike;
pub use pair::{Pair, influenced, outputs};
use twin::{Search, Twin};

/// So many survivors share one pair of unrollings.
const SURVIVORS_PER_GROUP: usize = 160;
/// So many executions are tried on every survivor.
const EXECUTIONS: usize = 64;

/// What was found out about one survivor.
#[derive(Clone, Debug)]
pub struct Finding {
    pub explanation: Explanation,
    /// It blocks some execution of the original.
    pub restricted: bool,
    /// The original's lemmas prove that it agrees: whose answers say so.
    pub equivalent: Option<Provers>,
    /// No search that could have found more was left undecided.
    pub sure: bool,
}

pub struct Explainer<'a> {
    pub mutants: &'a Mutants,
    pub simulator: &'a Simulator<'a>,
    pub proof: &'a Proof,
    pub means: Means<'a>,
}

impl Explainer<'_> {
    /// Finds a difference for each survivor, or proves that there is none. `known` are executions to
    /// try. Returns how many solver instances it took.
    pub fn explain(
        &self,
        campaign: &mut Campaign<'_>,
        results: &mut [MutantResult],
        known: &[Arc<Stimulus>],
        archive: &mut Archive<'_>,
        failures: &mut Failures,
    ) -> usize {
        let mut survivors: Vec<usize> = (0..results.len())
            .filter(|&m| results[m].verdict == MutantVerdict::Survived)
            .collect();
        let properties = campaign.properties.clone();
        let partings = Partings {
            properties: &properties,
            depth: self.depth(),
            proof: self.proof,
        };
        let (parted, agreeing) = archive.recall_partings(&survivors, partings);
        for (together, certificate, checked) in agreeing {
            survivors.retain(|s| !together.contains(s));
            let certificate = enter_equivalent(campaign, results, &together, certificate);
            campaign.certificates[certificate].checked = checked;
        }
        for (m, finding) in parted {
            survivors.retain(|s| *s != m);
            results[m].restricted = finding.restricted;
            results[m].explanation = finding.explanation;
        }
        let mut findings = self.simulate(&survivors, known);
        let (settled, open): (Vec<usize>, Vec<usize>) = survivors
            .iter()
            .partition(|&&m| self.settled(campaign, m, findings[m].as_ref()));
        let found = settled
            .iter()
            .filter_map(|&m| Some((m, findings[m].as_ref()?)));
        archive.record_partings(found, partings);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for group in acyclic_groups(self.mutants, &open) {
            groups.extend(group.chunks(SURVIVORS_PER_GROUP).map(<[usize]>::to_vec));
        }
        let assumes: Vec<bool> = campaign.cases.iter().map(|c| c.assumes).collect();
        let (shared, jobs) = (&findings, self.means.options.jobs);
        let archive = Mutex::new(archive);
        let keep = |m: usize, finding: &Finding| {
            let mut archive = archive.lock().unwrap_or_else(|e| e.into_inner());
            archive.record_partings([(m, finding)], partings);
        };
        let solved = parallel::try_each(&mut groups, jobs, |_, group| {
            fail_if_told("explain");
            self.solve(group, &properties, &assumes, shared, &keep)
        });
        let mut instances = 0;
        for solved in solved {
            let (used, solved) = match solved {
                Ok(solved) => solved,
                Err(why) => {
                    failures.note("explain", &why);
                    continue;
                }
            };
            instances += used;
            for (m, finding) in solved {
                findings[m] = Some(finding);
            }
        }
        self.enter(campaign, results, survivors, findings);
        self.settle_masked(campaign, results, &properties);
        instances
    }

    /// Enters what was found of the survivors, and certificates of those that are equivalent.
    fn enter(
        &self,
        campaign: &mut Campaign<'_>,
        results: &mut [MutantResult],
        survivors: Vec<usize>,
        mut findings: Vec<Option<Finding>>,
    ) {
        let mut equivalent: Vec<usize> = Vec::new();
        let mut provers = self.proof.provers();
        for m in survivors {
            let Some(finding) = findings[m].take() else {
                continue;
            };
            let result = &mut results[m];
            result.restricted = finding.restricted;
            result.explanation = finding.explanation;
            if let Some(more) = &finding.equivalent {
                provers = provers.and(more);
                equivalent.push(m);
            }
        }
        let lemmas = self.proof.all_lemmas(provers);
        for together in alike(self.mutants, &equivalent) {
            let certificate = agreement_of(self.mutants, &together, &lemmas);
            enter_equivalent(campaign, results, &together, certificate);
        }
    }

    /// What needs no solver any more: a difference at an output, and whether executions are blocked.
    fn settled(&self, campaign: &Campaign<'_>, m: usize, finding: Option<&Finding>) -> bool {
        finding.is_some_and(|f| {
            let visible = matches!(f.explanation, Explanation::Visible(_));
            visible && (f.restricted || !campaign.cases[m].assumes)
        })
    }

    /// The difference that shows soonest on executions that are at hand.
    fn simulate(&self, survivors: &[usize], known: &[Arc<Stimulus>]) -> Vec<Option<Finding>> {
        let known = &known[..known.len().min(EXECUTIONS)];
        let scope = self.simulator.scope(survivors);
        let bases: Vec<_> = known
            .iter()
            .map(|s| self.simulator.base(s, &scope))
            .collect();
        let mut shares: Vec<&[usize]> = survivors.chunks(64).collect();
        let compared = parallel::each(&mut shares, self.means.options.jobs, |_, share| {
            let mut scratch = self.simulator.scratch();
            let mut out: Vec<(usize, Finding)> = Vec::new();
            for &m in *share {
                let plan = self.simulator.plan(m);
                let mut best: Option<Finding> = None;
                for (stimulus, base) in known.iter().zip(&bases) {
                    if self.means.stop.is_raised() {
                        break;
                    }
                    let comparison = self.simulator.compare(&plan, base, &mut scratch);
                    merge(&mut best, finding(stimulus, comparison));
                }
                out.extend(best.map(|f| (m, f)));
            }
            out
        });
        let mut findings = vec![None; self.mutants.mutants.len()];
        for (m, finding) in compared.into_iter().flatten() {
            findings[m] = Some(finding);
        }
        findings
    }

    /// Asks the solvers about a group: which mutants, and what was found. Also how many solver
    /// instances it took.
    fn solve(
        &self,
        group: &[usize],
        properties: &[usize],
        assumes: &[bool],
        known: &[Option<Finding>],
        keep: &(impl Fn(usize, &Finding) + Sync),
    ) -> (usize, Vec<(usize, Finding)>) {
        let means = self.means;
        let (lemmas, k) = (&self.proof.lemmas, self.proof.k);
        let mut original = Original::new(self.mutants, group, lemmas, k, means);
        let mut twin: Option<Result<Twin, String>> = None;
        let mut out = Vec::new();
        for (position, &m) in group.iter().enumerate() {
            let mut finding = known[m].clone();
            if self.means.stop.is_raised() {
                merge(&mut finding, Some(unsure("the run was cut short".into())));
            }
            let unexplained = finding.is_none();
            if unexplained {
                let agreement = match &mut original {
                    Ok(original) => self.agreement(original, position, m),
                    Err(why) => open(why.clone()),
                };
                merge(&mut finding, Some(agreement));
            }
            let equivalent = finding.as_ref().is_some_and(|f| f.equivalent.is_some());
            let visible = finding
                .as_ref()
                .is_some_and(|f| matches!(f.explanation, Explanation::Visible(_)));
            if !equivalent && !self.means.stop.is_raised() && (!visible || assumes[m]) {
                let twin =
                    twin.get_or_insert_with(|| Twin::new(self.mutants, group, properties, means));
                let (more, searched) = match twin {
                    Ok(twin) => {
                        let asked = Asked {
                            visible: !visible,
                            assumptions: assumes[m],
                        };
                        self.ask_twin(twin, position, m, asked)
                    }
                    Err(why) => (unsure(why.clone()), 0),
                };
                merge(&mut finding, Some(more));
                if let Some(finding) = &mut finding
                    && let Explanation::Masked(_, masking) = &mut finding.explanation
                {
                    *masking = Masking::Within(searched);
                }
            }
            if let Some(finding) = finding {
                keep(m, &finding);
                out.push((m, finding));
            }
        }
        let instances = 2 + usize::from(twin.is_some());
        (instances, out)
    }

    fn agreement(&self, original: &mut Original, position: usize, m: usize) -> Finding {
        match original.agreement(position, self.depth()) {
            Ok(Agreement::Always) => Finding {
                explanation: Explanation::None,
                restricted: false,
                equivalent: Some(self.proof.provers().and(original.provers())),
                sure: true,
            },
            Ok(Agreement::Differs(stimulus)) => self.shown(m, stimulus),
            Ok(Agreement::Open(why)) => open(why),
            Err(OracleError(why)) => open(why),
        }
    }

    /// How far differences are looked for.
    fn depth(&self) -> u32 {
        self.proof.depth(self.means.options)
    }

    /// What an execution that a solver found shows when it is run.
    fn shown(&self, m: usize, mut stimulus: Stimulus) -> Finding {
        let mut scratch = self.simulator.scratch();
        let (plan, scope) = (self.simulator.plan(m), self.simulator.scope(&[m]));
        let beyond = exact::is_needed(&self.mutants.system);
        for _ in 0..2 {
            let comparison = if beyond {
                exact::compare(self.mutants, m, &stimulus).unwrap_or_default()
            } else {
                let base = self.simulator.base(&stimulus, &scope);
                self.simulator.compare(&plan, &base, &mut scratch)
            };
            if let Some(finding) = finding(&Arc::new(stimulus.clone()), comparison) {
                return finding;
            }
            // What is remembered differs; it shows a step later.
            if let Some(last) = stimulus.steps.last().cloned() {
                stimulus.steps.push(last);
            }
        }
        open("the difference that the solver found does not show when it is run".into())
    }

    /// What the twin shows, and for how many steps it was searched for a difference at an output in vain.
    fn ask_twin(
        &self,
        twin: &mut Twin,
        position: usize,
        m: usize,
        asked: Asked,
    ) -> (Finding, usize) {
        let depth = self.depth();
        let mut finding: Option<Finding> = None;
        let mut searched = 0;
        if asked.assumptions {
            for found in [twin.blocks(position, depth), twin.admits(position, depth)] {
                merge(&mut finding, self.searched(m, found));
            }
        }
        if asked.visible {
            let found = twin.visible(position, depth);
            searched = match &found {
                Ok(Search::None) => depth,
                Ok(Search::Open(_, steps)) => *steps,
                Ok(Search::Found(_)) | Err(_) => 0,
            };
            merge(&mut finding, self.searched(m, found));
        }
        let nothing = || open(format!("no difference in the first {depth} steps"));
        (finding.unwrap_or_else(nothing), searched as usize)
    }

    fn searched(&self, m: usize, found: Result<Search, OracleError>) -> Option<Finding> {
        match found {
            Ok(Search::None) => None,
            Ok(Search::Found(stimulus)) => Some(self.shown(m, stimulus)),
            Ok(Search::Open(why, _)) | Err(OracleError(why)) => Some(unsure(why)),
        }
    }
}

/// What the twin is asked for.
#[derive(Clone, Copy)]
struct Asked {
    visible: bool,
    assumptions: bool,
}

fn open(why: String) -> Finding {
    Finding {
        explanation: Explanation::Open(why),
        restricted: false,
        equivalent: None,
        sure: true,
    }
}

/// A search was not finished.
fn unsure(why: String) -> Finding {
    Finding {
        sure: false,
        ..open(why)
    }
}

/// The certificate that these mutants agree with the original, about what [`with_agreement`] makes of it.
/// `lemmas` are what shows it.
pub fn agreement_of(mutants: &Mutants, together: &[usize], lemmas: &Certificate) -> Certificate {
    let first = mutants.system.properties.len();
    let reached = assumed::reached_by(mutants, together);
    Certificate {
        k: lemmas.k,
        lemmas: assumed::weaken(&mutants.system, &reached, lemmas.lemmas.clone()),
        properties: (first..first + together.len()).collect(),
        simple_path: false,
        provers: lemmas.provers.clone(),
    }
}

/// Says that these mutants are equivalent. Returns the number of the certificate.
fn enter_equivalent(
    campaign: &mut Campaign<'_>,
    results: &mut [MutantResult],
    together: &[usize],
    certificate: Certificate,
) -> usize {
    let about = CertificateOf::Equivalence(together.to_vec());
    let number = campaign.add_certificate(about, certificate);
    for &m in together {
        results[m].verdict = MutantVerdict::Equivalent;
        results[m].stage = Some(Stage::Equal);
        results[m].equivalence = Some(number);
    }
    number
}

fn finding(stimulus: &Arc<Stimulus>, comparison: Comparison) -> Option<Finding> {
    let difference = |(step, observable): (usize, String)| Difference {
        stimulus: stimulus.clone(),
        step,
        observable,
    };
    let restricted = comparison.blocks.is_some();
    let explanation = match comparison {
        Comparison {
            visible: Some(at), ..
        } => Explanation::Visible(difference(at)),
        Comparison {
            masked: Some(at), ..
        } => Explanation::Masked(difference(at), Masking::Within(0)),
        Comparison {
            blocks: Some(step), ..
        } => Explanation::Blocks {
            stimulus: stimulus.clone(),
            step,
        },
        Comparison {
            admits: Some(step), ..
        } => Explanation::Admits {
            stimulus: stimulus.clone(),
            step,
        },
        _ => return None,
    };
    Some(Finding {
        explanation,
        restricted,
        equivalent: None,
        sure: true,
    })
}

/// The better of two findings: at an output before anywhere else, before assumptions; then the shorter.
fn merge(best: &mut Option<Finding>, new: Option<Finding>) {
    let Some(new) = new else { return };
    let Some(old) = best else {
        *best = Some(new);
        return;
    };
    let rank = |f: &Finding| match &f.explanation {
        _ if f.equivalent.is_some() => (0, 0),
        Explanation::Visible(d) => (1, d.step),
        Explanation::Masked(d, _) => (2, d.step),
        Explanation::Blocks { step, .. } => (3, *step),
        Explanation::Admits { step, .. } => (4, *step),
        Explanation::Open(_) => (5, 0),
        Explanation::None => (6, 0),
    };
    let restricted = old.restricted || new.restricted;
    let sure = old.sure && new.sure;
    if rank(&new) < rank(old) {
        *old = new;
    }
    old.restricted = restricted;
    old.sure = sure;
}
