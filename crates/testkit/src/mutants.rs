//! Random finite systems with mutants.

use assay_source::{FileId, Span};
use assay_system::{Change, Mutant, Mutants, Patch, System, Target, VarKind};
use assay_term::{Sort, TermId, Value, VarId};

use crate::{Build, Domain, Random, Shape, Terms, system};

/// A random system with one element for each wire, and mutants of wires and constraints.
pub fn random_mutants(seed: u64) -> Mutants {
    mutants_of(seed, &Shape::TYPED)
}

/// The same with systems of this shape.
pub fn mutants_of(seed: u64, shape: &Shape) -> Mutants {
    let mut random = Random::new(seed);
    let mut system = system(&mut random, shape);
    let fresh_from = system.vars.len();
    let wires: Vec<VarId> = system
        .var_ids()
        .filter(|&v| matches!(system.var(v).kind, VarKind::Wire { .. }))
        .collect();
    let mut mutants = Vec::new();
    for (at, &wire) in wires.iter().enumerate() {
        let name = system.var(wire).name.clone();
        system.element(&name, &[wire]);
        for (operator, def) in definitions(&mut system, &mut random, wire, wires[0]) {
            let patch = Patch {
                vars: vec![(wire, VarKind::Wire { def })],
                ..Patch::default()
            };
            mutants.push(mutant(operator, Target::Element(at), &name, patch));
        }
    }
    for at in 0..system.constraints.len() {
        let known = (0..fresh_from as u32).map(VarId);
        let terms = Terms::over(&system.pool, known);
        let term = terms.bool(&mut system.pool, &mut random, 2);
        let patch = Patch {
            constraints: vec![(at, term)],
            ..Patch::default()
        };
        let name = format!("assert{at}");
        mutants.push(mutant("other", Target::Assertion, &name, patch));
    }
    Mutants {
        system,
        fresh_from,
        mutants,
        executions: vec![],
    }
}

/// The system without mutants: their fresh variables are constants.
pub fn original(mutants: &Mutants) -> System {
    with_fresh(mutants, &[])
}

/// The system with the fresh variables of one mutant only: those of the others are constants, so that enumeration does not have to
/// try all their values.
pub fn without_others(mutants: &Mutants, mutant: usize) -> System {
    with_fresh(mutants, &mutants.fresh(mutant))
}

fn with_fresh(mutants: &Mutants, fresh: &[VarId]) -> System {
    let mut system = mutants.system.clone();
    for var in system.var_ids().skip(mutants.fresh_from) {
        if !fresh.contains(&var) {
            let def = Value::default_of(system.sort(var));
            let def = system.pool.constant(def);
            system.vars[var.index()].kind = VarKind::Wire { def };
        }
    }
    system
}

/// A mutant as a system of its own.
pub fn alone(mutants: &Mutants, mutant: usize) -> System {
    let patch = mutants.mutants[mutant].patch().expect("a valid mutant");
    patch.apply(&without_others(mutants, mutant))
}

/// Other definitions of a wire: free, changed a little, constant, and something else altogether.
fn definitions(
    system: &mut System,
    random: &mut Random,
    wire: VarId,
    first_wire: VarId,
) -> [(&'static str, TermId); 4] {
    let VarKind::Wire { def } = system.var(wire).kind else {
        unreachable!("these are wires");
    };
    let sort = system.sort(wire);
    // A free integer has a small range, so that enumeration stays possible.
    let domain: Domain = match sort {
        Sort::Bool => sort.into(),
        _ => (-2, 2).into(),
    };
    let free = format!("free {}", system.var(wire).name);
    let free = system.input(&free, domain);
    let pool = &mut system.pool;
    let changed = match sort {
        Sort::Bool => pool.not(def),
        _ => {
            let one = pool.int(1);
            pool.add([def, one])
        }
    };
    let constant = match sort {
        Sort::Bool => Value::Bool(random.chance(50)),
        _ => Value::int(random.below(3) as i64),
    };
    let constant = pool.constant(constant);
    // Over states and inputs only, so that no cycle can arise.
    let terms = Terms::over(pool, (0..first_wire.0).map(VarId));
    let other = terms.make(pool, random, sort, 2);
    [
        ("free", free),
        ("change", changed),
        ("const", constant),
        ("other", other),
    ]
}

fn mutant(operator: &'static str, target: Target, element: &str, patch: Patch) -> Mutant {
    let id = format!("{element}:{operator}");
    Mutant {
        id: id.clone(),
        operator,
        target,
        element: element.to_string(),
        span: Span::new(FileId(0), 0, 0),
        line: 1,
        column: 1,
        original: String::new(),
        replacement: String::new(),
        fingerprint: id,
        change: Change::Patch(patch),
    }
}
