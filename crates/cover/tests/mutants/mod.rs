//! Random finite systems with mutants.

use assay_source::{FileId, Span};
use assay_system::{
    Change, Element, ElementKind, Instance, Mutant, Mutants, Patch, Role, Shown, Target, VarKind,
    Variable,
};
use assay_term::{Sort, TermId, Value, VarId};

use crate::support::{Choices, random_system, random_term};

/// A random system with one element for each wire, and mutants of wires and constraints.
pub fn random_mutants(seed: u64) -> Mutants {
    let mut system = random_system(seed);
    let mut c = Choices::new(seed ^ 0xbeef);
    let wires: Vec<VarId> = system
        .var_ids()
        .filter(|&v| matches!(system.var(v).kind, VarKind::Wire { .. }))
        .collect();
    for &w in &wires {
        let name = system.var(w).name.clone();
        system.elements.push(Element {
            name: name.clone(),
            kind: ElementKind::Equation,
            instances: vec![Instance { name, var: w }],
            span: None,
            listed: true,
        });
    }
    let fresh_from = system.vars.len();
    let mut mutants = Vec::new();
    let mut add = |id: String, operator, target, element: &str, patch: Patch| {
        mutants.push(Mutant {
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
        });
    };
    for (e, &w) in wires.iter().enumerate() {
        let (name, sort) = (system.var(w).name.clone(), system.sort(w));
        let VarKind::Wire { def } = system.var(w).kind else {
            unreachable!()
        };
        let wire = |def| Patch {
            vars: vec![(w, VarKind::Wire { def })],
            ..Patch::default()
        };
        // Set free; integers within a small range, so that enumeration stays possible.
        let range = (sort == Sort::Int).then(|| ((-2).into(), 2.into()));
        let free = Variable {
            name: format!("free {name}"),
            kind: VarKind::Input,
            role: Role::Internal,
            range,
            shown: Shown::Plain,
            span: None,
        };
        let free = system.add_var(sort, free);
        let free = system.pool.var(free);
        add(
            format!("{name}:free"),
            "free",
            Target::Element(e),
            &name,
            wire(free),
        );
        let changed: TermId = match sort {
            Sort::Bool => system.pool.not(def),
            _ => {
                let one = system.pool.int(1);
                system.pool.add([def, one])
            }
        };
        add(
            format!("{name}:change"),
            "change",
            Target::Element(e),
            &name,
            wire(changed),
        );
        let constant = match sort {
            Sort::Bool => Value::Bool(c.below(2) == 0),
            _ => Value::int(c.below(3) as i64),
        };
        let constant = system.pool.constant(constant);
        add(
            format!("{name}:const"),
            "const",
            Target::Element(e),
            &name,
            wire(constant),
        );
        // Over states and inputs only, so that no cycle can arise.
        let flat = random_term(&mut system.pool, &mut c, sort, 2, wires[0].index());
        add(
            format!("{name}:other"),
            "other",
            Target::Element(e),
            &name,
            wire(flat),
        );
    }
    for at in 0..system.constraints.len() {
        let term = random_term(&mut system.pool, &mut c, Sort::Bool, 2, fresh_from);
        let patch = Patch {
            constraints: vec![(at, term)],
            ..Patch::default()
        };
        add(
            format!("assert{at}:other"),
            "other",
            Target::Assertion,
            "assert",
            patch,
        );
    }
    Mutants {
        system,
        fresh_from,
        mutants,
    }
}
