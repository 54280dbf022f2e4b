//! A proof as a circuit that others can check.
//!
//! References: [1] Yu, Froleyks, Biere, Heljanko: Towards Compositional Hardware Model Checking Certification, FMCAD 2023;
//! the checker is Certifaiger.
//!
//! The witness of an inductive invariant is the model itself with another claim: its one bad state is "not (the named
//! properties and the invariant)". It simulates the model because it is the model, its claim implies the model's, and it
//! is inductive, which is what the checker establishes. Inputs and latches say by their symbols `= <literal>` which ones of
//! the model they are.
//!
//! Only certificates with k = 1 are written; a k-inductive one would need k copies of the state.

use std::fmt;

use assay_system::Certificate;
use assay_term::VarId;
use rustc_hash::FxHashMap;

use super::build::Builder;
use super::{Aiger, Lit, Loaded, Lowered, Symbol, SymbolKind};

/// Why a certificate is no circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoCircuit {
    /// It is inductive only over this many steps.
    Steps(usize),
    /// This lemma or property speaks of something that is not in the circuit, such as the loop of a justice property.
    Beyond(String),
}

impl fmt::Display for NoCircuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoCircuit::Steps(k) => write!(f, "the invariant is inductive over {k} steps, not one"),
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
    if certificate.k != 1 {
        return Err(NoCircuit::Steps(certificate.k));
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
    let known = literals(model, lowered);
    let mut witness = Aiger {
        outputs: vec![],
        bad: vec![],
        justice: vec![],
        fairness: vec![],
        symbols: symbols(model),
        comment: None,
        ..model.clone()
    };
    let mut builder = Builder::new(&mut witness);
    let mut invariant = Lit::TRUE;
    for claim in claims {
        let lit = builder.term(&system, claim, &|v| known.get(&v).copied());
        let lit = lit.map_err(|at| NoCircuit::Beyond(system.pool.text(at)))?;
        invariant = builder.and(invariant, lit);
    }
    witness.bad = vec![!invariant];
    Ok(witness)
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
