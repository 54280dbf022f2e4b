//! Verdicts on mutants of random SMV models, against enumeration by the interpreter of the mutants' own texts: which states are initial, which
//! transitions there are, and where atoms hold. Nothing of how a model or a mutant becomes a system takes part in what is compared with.

use std::collections::BTreeSet;

use assay_cover::result::{CoverResult, MutantVerdict};
use assay_cover::{CoverError, CoverOptions, Killers, cover};
use assay_language::{Breaks, Given, Model};
use assay_smv::SmvModel;
use assay_smv::testgen::{Shape, model};
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::branching::{Kripke, Outcome};
use assay_system::{Claim, Mutants, Random, Replayer, System, Trace, VarKind};
use assay_term::{Functions, Sort, TermId, Value, VarId};

/// All states of a model, reachable or not.
const STATES: usize = 24;
/// What was wrong once: a mutant that begins elsewhere was simulated with the original's `INIT`; a changed wire that only another changed wire
/// reads was simulated with the original's value.
const FINDS: [u64; 2] = [10110, 20133];
/// Mutants of a model that are compared.
const MUTANTS: usize = 12;

fn read(text: &str) -> Option<SmvModel> {
    let mut map = SourceMap::new();
    let id = map.add_text("random.smv", text);
    SmvModel::read(map.file(id).clone()).ok().map(|read| read.0)
}

/// A model as its interpreter runs it.
#[derive(PartialEq)]
struct Enumerated {
    kripke: Kripke,
    /// For each term where it holds.
    atoms: Vec<Vec<bool>>,
}

/// The values of the variables of the text, and the positions that they have in a step.
struct Space {
    steps: Vec<Vec<Value>>,
}

fn domain(system: &System, var: VarId) -> Vec<Value> {
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
        (Sort::BitVec(width), _) => (0..1u64 << width)
            .map(|n| assay_term::Bits::new(width, n).into())
            .collect(),
        (_, Some((low, high))) => {
            let (low, high) = (i64::try_from(low).unwrap(), i64::try_from(high).unwrap());
            (low..=high).map(Value::int).collect()
        }
        (sort, None) => panic!("{sort:?} has no end"),
    }
}

impl Space {
    /// None if there are too many states, or if an input labels transitions.
    fn of(model: &SmvModel) -> Option<Space> {
        let system = model.system();
        let mut steps: Vec<Vec<Value>> = vec![
            system
                .var_ids()
                .map(|v| Value::default_of(system.sort(v)))
                .collect(),
        ];
        for variable in &model.flat().vars {
            // What is assigned in the same step is no state of the system, but a variable of the text.
            let var = system.find(&variable.name).expect("it has its name");
            if matches!(system.var(var).kind, VarKind::Input) {
                return None;
            }
            let values = domain(system, var);
            if steps.len() * values.len() > STATES {
                return None;
            }
            steps = steps
                .iter()
                .flat_map(|step| {
                    values.iter().map(|value| {
                        let mut step = step.clone();
                        step[var.index()] = value.clone();
                        step
                    })
                })
                .collect();
        }
        Some(Space { steps })
    }

    fn trace(&self, states: &[usize]) -> Trace {
        Trace {
            steps: states.iter().map(|&s| self.steps[s].clone()).collect(),
            functions: Functions::default(),
        }
    }

    /// What the interpreter says of each state and each pair of states.
    fn enumerate(
        &self,
        replayer: &dyn Replayer,
        fairness: &[TermId],
        atoms: &[TermId],
    ) -> Enumerated {
        let count = self.steps.len();
        let follows = |states: &[usize], initial| {
            let followed = replayer.follows(&self.trace(states), initial);
            followed.expect("the interpreter runs").is_ok()
        };
        let valid: Vec<bool> = (0..count).map(|s| follows(&[s], false)).collect();
        let next = (0..count).map(|s| {
            let leads = |t: &usize| valid[s] && valid[*t] && follows(&[s, *t], false);
            (0..count).filter(leads).collect()
        });
        let next = next.collect();
        let initial: Vec<usize> = (0..count)
            .filter(|&s| valid[s] && follows(&[s], true))
            .collect();
        let truths = |terms: &[TermId]| -> Vec<Vec<bool>> {
            let of = |state: usize| -> Vec<bool> {
                if !valid[state] {
                    return vec![false; terms.len()];
                }
                let said = replayer
                    .atoms(&self.trace(&[state]), terms)
                    .expect("it has values");
                let said = said.into_iter().next().expect("there is one step");
                said.into_iter()
                    .map(|s| s.expect("the text has the atom"))
                    .collect()
            };
            let by_state: Vec<Vec<bool>> = (0..count).map(of).collect();
            (0..terms.len())
                .map(|t| by_state.iter().map(|s| s[t]).collect())
                .collect()
        };
        let kripke = Kripke {
            next,
            initial,
            fairness: truths(fairness),
        };
        Enumerated {
            kripke: reachable(kripke),
            atoms: truths(atoms),
        }
    }
}

/// Without the transitions of states that are not reached.
fn reachable(mut kripke: Kripke) -> Kripke {
    let mut seen = vec![false; kripke.next.len()];
    let mut stack = kripke.initial.clone();
    while let Some(state) = stack.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            stack.extend(&kripke.next[state]);
        }
    }
    for (state, next) in kripke.next.iter_mut().enumerate() {
        if !seen[state] {
            next.clear();
        }
    }
    kripke
}

impl Enumerated {
    fn reached(&self) -> BTreeSet<usize> {
        let next = self.kripke.next.iter().flatten().copied();
        self.kripke.initial.iter().copied().chain(next).collect()
    }

    /// What becomes of each property.
    fn outcomes(&self, system: &System, atoms: &[TermId]) -> Vec<Outcome> {
        let holds = |term: TermId| {
            let at = atoms.iter().position(|a| *a == term);
            self.atoms[at.expect("all atoms were asked about")].clone()
        };
        let reached = self.reached();
        let properties = system.properties.iter().map(|p| match &p.claim {
            Claim::Temporal(formula) => {
                let labels = self.kripke.label(formula, holds).expect("it is of CTL");
                self.kripke
                    .outcome(&labels.last().expect("the formula").holds)
            }
            _ => {
                let holds = holds(p.term);
                if reached.iter().all(|&s| holds[s]) {
                    Outcome::Holds
                } else {
                    Outcome::Fails
                }
            }
        });
        properties.collect()
    }
}

#[derive(Debug, Default)]
struct Seen {
    models: usize,
    killed: usize,
    survived: usize,
    equivalent: usize,
    vacuous: usize,
    unmade: usize,
}

fn atoms_of(system: &System) -> Vec<TermId> {
    let mut atoms = Vec::new();
    for property in &system.properties {
        match &property.claim {
            Claim::Temporal(formula) => atoms.extend(formula.atoms()),
            _ => atoms.push(property.term),
        }
    }
    atoms
}

fn covered(mutants: &Mutants, text: &str) -> Option<CoverResult> {
    let mut options = CoverOptions {
        killers: Killers::All,
        jobs: 1,
        ..CoverOptions::default()
    };
    options.proof.deterministic = true;
    options.proof.max_k = 40;
    match cover(mutants, &[], &options, None, &StopFlag::new(), &|_| {}) {
        Ok(result) => Some(result),
        Err(CoverError::NothingProved(_) | CoverError::DeadEnd(_)) => None,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

fn compare(seed: u64, seen: &mut Seen) {
    let shape = Shape {
        words: false,
        inputs: false,
        processes: false,
        small: true,
        ..Shape::FULL
    };
    let mut random = Random::new(seed);
    let text = model(&mut random, shape);
    let Some(model) = read(&text) else { return };
    let system = model.system();
    let Some(space) = Space::of(&model) else {
        return;
    };
    let breaks = Breaks {
        mutators: "all".into(),
        given: Given::default(),
        tied: vec![],
        settled: Default::default(),
        only: None,
    };
    let mutated = model
        .mutants(0, &breaks)
        .ok()
        .expect("the mutators are known");
    let replayer = mutated.replayer.expect("there is an interpreter");
    let mut mutants = mutated.mutants;
    while mutants.mutants.len() > MUTANTS {
        mutants
            .mutants
            .swap_remove(random.below(mutants.mutants.len() as u64) as usize);
    }
    let fairness: Vec<TermId> = system.fairness.iter().map(|f| f.term).collect();
    let atoms = atoms_of(system);
    let of_original = space.enumerate(&*replayer, &fairness, &atoms);
    let expected = of_original.outcomes(system, &atoms);
    let Some(result) = covered(&mutants, &text) else {
        return;
    };
    for (p, baseline) in result.baseline.iter().enumerate() {
        let holds = expected[p] == Outcome::Holds;
        assert_eq!(
            baseline.is_met(),
            holds,
            "seed {seed} property {p}: {baseline:?}\n{text}"
        );
    }
    seen.models += 1;
    for (mutant, found) in mutants.mutants.iter().zip(&result.mutants) {
        let Some(changed) = replayer.change(mutant) else {
            seen.unmade += 1;
            continue;
        };
        let own = space.enumerate(&*changed, &fairness, &atoms);
        let outcomes = own.outcomes(system, &atoms);
        let at = format!(
            "seed {seed} mutant {} {} => {}: {:?} {:?} {:?}\n{text}",
            mutant.id,
            mutant.original,
            mutant.replacement,
            found.verdict,
            found.reason,
            found.stage
        );
        let fails = |p: &&usize| outcomes[**p] == Outcome::Fails;
        let killers: BTreeSet<usize> = result.properties.iter().filter(fails).copied().collect();
        match found.verdict {
            MutantVerdict::Killed => {
                let found: BTreeSet<usize> =
                    found.killers().map(|at| result.properties[at]).collect();
                assert_eq!(found, killers, "{at}");
                seen.killed += 1;
            }
            MutantVerdict::Equivalent => {
                assert!(
                    own.kripke.initial == of_original.kripke.initial,
                    "initial states: {at}"
                );
                assert!(
                    own.kripke.next == of_original.kripke.next,
                    "transitions: {at}"
                );
                let reached = own.reached();
                for (a, b) in own.atoms.iter().zip(&of_original.atoms) {
                    assert!(reached.iter().all(|&s| a[s] == b[s]), "atoms: {at}");
                }
                seen.equivalent += 1;
            }
            MutantVerdict::Survived => {
                assert!(killers.is_empty(), "{killers:?} {at}");
                seen.survived += 1;
            }
            MutantVerdict::Vacuous => {
                assert!(killers.is_empty(), "{killers:?} {at}");
                seen.vacuous += 1;
            }
            MutantVerdict::Invalid => panic!("it has a text: {at}"),
            MutantVerdict::Unknown => {
                let reason = found.reason.as_deref().unwrap_or_default();
                assert!(reason.contains("range"), "{at}");
                seen.unmade += 1;
            }
        }
    }
}

#[test]
fn mutants_of_smv_fare_as_enumeration_says() {
    let number = |name: &str, default: u64| match std::env::var(name) {
        Ok(text) => text.parse().expect("it is a number"),
        Err(_) => default,
    };
    let (first, count) = (number("SEED", 0), number("SEEDS", 1500));
    let mut seen = Seen::default();
    // The interpreter asks for a deep stack in each call, and has it already here.
    assay_language::with_stack(512 << 20, || {
        for seed in FINDS.into_iter().chain(first..first + count) {
            compare(seed, &mut seen);
        }
    });
    println!("{seen:?}");
    let Seen {
        models,
        killed,
        survived,
        equivalent,
        ..
    } = seen;
    assert!(
        models > 200 && killed > 100 && survived > 500 && equivalent > 500,
        "{seen:?}"
    );
}
