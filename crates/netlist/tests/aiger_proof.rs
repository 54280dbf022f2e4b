//! The circuit of a proof that needs several steps, against what Certifaiger asks of it: it does what the model does, it
//! claims no less, and its claim is inductive over one step, by the check room.

use std::sync::Arc;
use std::time::Duration;

use assay_check::{Checker, check_certificate};
use assay_engine::backend::Backend;
use assay_engine::director::{self, decide};
use assay_netlist::aiger::{
    Aiger, And, Lit, Loaded, Lowered, NoCircuit, Options, lower, read, witness_circuit,
    write_ascii, write_binary,
};
use assay_netlist::testgen::{Size, circuit};
use assay_solver::StopFlag;
use assay_source::SourceMap;
use assay_system::{Certificate, EngineName, Provers, Verdict};

fn lowered(aiger: Aiger) -> (Loaded, Lowered) {
    let mut sources = SourceMap::new();
    let loaded = Loaded::list(&mut sources, "random.aag", aiger);
    let lowered = lower(&loaded, Options::default());
    (loaded, lowered)
}

/// What k-induction proves, with the certificates of the proofs.
fn proofs(lowered: &Lowered, simple_path: bool) -> Vec<Arc<Certificate>> {
    let system = Arc::new(lowered.system.clone());
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let backend = Backend::choose(&system, &all, &[]).expect("circuits are finite");
    let options = director::Options {
        engines: vec![EngineName::KInduction],
        deterministic: true,
        max_k: 12,
        simple_path,
        ..director::Options::default()
    };
    let (none, stop) = (system.pool.export(&[]), StopFlag::new());
    let outcome = decide(
        &system,
        &all,
        &none,
        &backend,
        &options,
        &stop,
        &mut |_, _| {},
    );
    let verdicts = outcome.expect("no contradiction").verdicts;
    let proved = verdicts.into_iter().filter_map(|(_, v, _)| match v {
        Verdict::Proved { certificate, .. } => Some(certificate),
        _ => None,
    });
    proved.collect()
}

/// Whether no bad state of the circuit can be reached, by induction over one step.
fn is_inductive(aiger: Aiger) -> bool {
    let (_, lowered) = lowered(aiger);
    let certificate = Certificate {
        k: 1,
        lemmas: lowered.system.pool.export(&[]),
        properties: (0..lowered.system.properties.len()).collect(),
        simple_path: false,
        provers: Provers::none(),
    };
    let timeout = Duration::from_secs(60);
    let lrat = Checker::Lrat { timeout };
    check_certificate(&lowered.system, &certificate, &lrat).is_accepted()
}

/// A circuit whose inputs are also the latches of this one: what holds of it holds in every state. It is bad where this
/// one is not and `bad` is.
fn anywhere(witness: &Aiger, bad: Lit) -> Aiger {
    let mut cut = witness.clone();
    cut.inputs.extend(cut.latches.drain(..).map(|l| l.lit));
    cut.symbols.clear();
    cut.max_var += 1;
    let lhs = Lit::of(cut.max_var);
    cut.ands.push(And {
        lhs,
        left: !witness.bad[0],
        right: bad,
    });
    cut.bad = vec![lhs];
    cut
}

#[test]
fn a_proof_over_several_steps_is_a_circuit_inductive_over_one() {
    let (mut several, mut most) = (0, 0);
    for seed in 0..600 {
        let size = Size {
            inputs: 3,
            latches: 7,
            ands: 14,
            justice: false,
        };
        let (loaded, lowered) = lowered(circuit(seed, size));
        let model = &loaded.aiger;
        for certificate in proofs(&lowered, false) {
            if certificate.k == 1 {
                continue;
            }
            several += 1;
            most = most.max(certificate.k);
            let witness = witness_circuit(&loaded, &lowered, &certificate).expect("over latches");
            let again = read(&write_ascii(&witness)).expect("its text").aiger;
            assert_eq!(again, witness, "seed {seed}");
            // Reset and transition: the model is a part of it, as it is.
            assert_eq!(again.inputs, model.inputs);
            assert_eq!(again.constraints, model.constraints);
            assert_eq!(again.latches[..model.latches.len()], model.latches);
            assert_eq!(again.ands[..model.ands.len()], model.ands);
            // Property: what is not bad here is not bad there.
            for &p in &certificate.properties {
                let bad = model.bad_states().1[p];
                assert!(is_inductive(anywhere(&again, bad)), "seed {seed}");
            }
            // Base and step, in the other format too.
            assert!(is_inductive(again), "seed {seed}, k = {}", certificate.k);
            let binary = write_binary(&witness).expect("a circuit");
            assert!(is_inductive(read(&binary).expect("its bytes").aiger));

            let hasty = Certificate {
                k: certificate.k - 1,
                ..(*certificate).clone()
            };
            // k-induction tries every k, so that less does not do.
            let witness = witness_circuit(&loaded, &lowered, &hasty).expect("over latches");
            assert!(!is_inductive(witness), "seed {seed}, k = {}", hasty.k);
        }
    }
    println!("{several} proofs over several steps, {most} at most");
    assert!(several >= 20 && most >= 3, "{several}, {most}");
}

#[test]
fn a_proof_on_simple_paths_is_no_circuit() {
    // 01 and 10 alternate, and 10 may go on to 11.
    let text = "aag 6 1 2 0 3 1\n2\n4 13\n6 4\n10\n8 4 2\n10 4 6\n12 7 9\n";
    let (loaded, lowered) = lowered(read(text.as_bytes()).expect("a circuit").aiger);
    let found = proofs(&lowered, true);
    assert!(found[0].simple_path);
    let refused = witness_circuit(&loaded, &lowered, &found[0]);
    assert_eq!(refused, Err(NoCircuit::SimplePath));
}
