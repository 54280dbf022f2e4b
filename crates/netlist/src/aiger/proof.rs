//! A proof as a circuit that others can check.
//!
//! References: [1] Yu, Froleyks, Biere, Heljanko: Towards Compositional Hardware Model Checking Certification, FMCAD 2023;
//! the checker is Certifaiger. [2] Yu, Froleyks, Biere, Heljanko: Stratified Certification for k-Induction, FMCAD 2022.
//! [3] Yu, Biere, Heljanko: Progress in Certifying Hardware Model Checking Results, CAV 2021.
//!
//! The witness of an inductive invariant is the model itself with another claim: its one bad state is "not (the named
//! properties and the invariant)". It simulates the model because it is the model, its claim implies the model's, and it
//! is inductive, which is what the checker establishes. Inputs and latches say by their symbols `= <literal>` which ones of
//! the model they are.
//!
//! Where the invariant L is inductive over k steps only, the witness also remembers the k - 1 steps before the present one
//! [2, 3]: for each step back a copy of the inputs and latches that L depends on, and a latch that says whether there was
//! such a step. What it claims of steps that there were is inductive over one step:
//!
//! * a step that there was came after all older ones;
//! * at each of them L and the constraints held, and the step after it followed from it;
//! * if the copies are not all in use, the oldest that is holds an initial state, so that L at the next step is the
//!   base case of k-induction; if they are, it is the step case.
//!
//! A deviation from [2]: copies are only of what L depends on, since nothing is said of the rest.

use std::fmt;

use assay_system::{Certificate, Cone, System, VarKind};
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use super::build::Builder;
use super::{Aiger, Lit, Loaded, Lowered, Reset, Symbol, SymbolKind};

/// Why a certificate is no circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCircuit {
    /// It is about simple paths only, which the claim of a circuit cannot say.
    SimplePath,
    /// This lemma or property speaks of something that is not in the circuit, such as the loop of a justice property.
    Beyond(String),
}

impl fmt::Display for NoCircuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCircuit::SimplePath => f.write_str(
                "the proof is about simple paths (--simple-path), and no circuit can say that",
            ),
            NoCircuit::Beyond(term) => write!(f, "`{term}` is not over the circuit alone"),
        }
    }
}

/// The circuit that witnesses the certificate's properties.
pub fn witness_circuit(
    loaded: &Loaded,
    lowered: &Lowered,
    certificate: &Certificate,
) -> Result<Aiger, NoCircuit> {
    if certificate.simple_path {
        return Err(NoCircuit::SimplePath);
    }
    let model = &loaded.aiger;
    let mut system = lowered.system.clone();
    let mut claims = system.pool.import(&certificate.lemmas);
    claims.extend(
        certificate
            .properties
            .iter()
            .map(|p| system.properties[*p].term),
    );
    let mut witness = Aiger {
        outputs: vec![],
        bad: vec![],
        justice: vec![],
        fairness: vec![],
        symbols: symbols(model),
        comment: None,
        ..model.clone()
    };
    let cone = Cone::of(&system, &claims);
    let latches = lowered.latches.iter().zip(&model.latches);
    let latches = latches.map(|(var, latch)| (*var, latch.reset));
    let mut history = History {
        builder: Builder::new(&mut witness),
        system: &system,
        claims: &claims,
        latches: latches.filter(|(v, _)| cone.contains(*v)).collect(),
        inputs: (lowered.inputs.iter().copied())
            .filter(|v| cone.contains(*v))
            .collect(),
    };
    let mut newer = Step {
        known: literals(model, lowered),
        was: Lit::TRUE,
        terms: FxHashMap::default(),
    };
    let mut invariant = history.claims(&mut newer)?;
    for _ in 1..certificate.k {
        let mut older = history.step_before(&newer);
        let claim = history.link(&newer, &mut older)?;
        invariant = history.builder.and(invariant, claim);
        newer = older;
    }
    witness.bad = vec![!invariant];
    Ok(witness)
}

/// The present step or one before it.
struct Step {
    /// The literals of inputs and latches.
    known: FxHashMap<VarId, Lit>,
    /// Whether there was such a step.
    was: Lit,
    /// Of terms, as far as they were needed.
    terms: FxHashMap<TermId, Lit>,
}

struct History<'a> {
    builder: Builder<'a>,
    system: &'a System,
    claims: &'a [TermId],
    /// What the claims depend on; latches with their resets.
    latches: Vec<(VarId, Reset)>,
    inputs: Vec<VarId>,
}

impl History<'_> {
    /// Copies that hold what was in `newer` one step ago.
    fn step_before(&mut self, newer: &Step) -> Step {
        let latches = self.latches.iter().map(|(v, _)| v);
        let copied = self.inputs.iter().chain(latches);
        let builder = &mut self.builder;
        let known = copied.map(|v| (*v, builder.latch(newer.known[v])));
        Step {
            known: known.collect(),
            was: builder.latch(newer.was),
            terms: FxHashMap::default(),
        }
    }

    /// What is claimed of `older` and of how `newer` comes after it.
    fn link(&mut self, newer: &Step, older: &mut Step) -> Result<Lit, NoCircuit> {
        let mut followed = self.claims(older)?;
        for constraint in &self.system.constraints {
            let holds = self.term(constraint.term, older)?;
            followed = self.builder.and(followed, holds);
        }
        let mut initial = Lit::TRUE;
        for at in 0..self.latches.len() {
            let (latch, reset) = self.latches[at];
            let VarKind::State { next, .. } = self.system.var(latch).kind else {
                unreachable!("latches are states");
            };
            let (now, next) = (newer.known[&latch], self.term(next, older)?);
            let same = self.builder.ite(now, next, !next);
            followed = self.builder.and(followed, same);
            let starts = match reset {
                Reset::Zero => !now,
                Reset::One => now,
                Reset::Any => Lit::TRUE,
            };
            initial = self.builder.and(initial, starts);
        }
        followed = self.builder.and(followed, newer.was);
        let at_start = self.builder.implies(newer.was, initial);
        Ok(self.builder.ite(older.was, followed, at_start))
    }

    fn claims(&mut self, at: &mut Step) -> Result<Lit, NoCircuit> {
        let mut all = Lit::TRUE;
        for &claim in self.claims {
            let holds = self.term(claim, at)?;
            all = self.builder.and(all, holds);
        }
        Ok(all)
    }

    fn term(&mut self, term: TermId, at: &mut Step) -> Result<Lit, NoCircuit> {
        let known = |v| at.known.get(&v).copied();
        let lit = (self.builder).term(self.system, term, &known, &mut at.terms);
        lit.map_err(|beyond| NoCircuit::Beyond(self.system.pool.text(beyond)))
    }
}

fn literals(model: &Aiger, lowered: &Lowered) -> FxHashMap<VarId, Lit> {
    let inputs = lowered.inputs.iter().zip(&model.inputs);
    let latches = lowered.latches.iter().zip(&model.latches);
    let latches = latches.map(|(var, latch)| (*var, latch.lit));
    inputs
        .map(|(var, lit)| (*var, *lit))
        .chain(latches)
        .collect()
}

fn symbols(model: &Aiger) -> Vec<Symbol> {
    let inputs = model.inputs.iter().map(|lit| (SymbolKind::Input, *lit));
    let latches = model.latches.iter().map(|l| (SymbolKind::Latch, l.lit));
    let symbol = |(index, (kind, lit)): (usize, (SymbolKind, Lit))| Symbol {
        kind,
        index: index as u32,
        name: format!("= {}", lit.0),
    };
    let inputs = inputs.enumerate().map(symbol);
    inputs.chain(latches.enumerate().map(symbol)).collect()
}
