//! Parts of a system that can be taken away: by a switch inside one system, or for good.
//!
//! A wire that is taken away may have any value of its sort and range at each step; a constraint
//! that is taken away holds trivially. Either way the system only gains executions, because a wire
//! keeps the range of its type: what holds without a part holds with it.
//!
//! Both constructions keep every [`VarId`], every term and the order of constraints and properties
//! of the original, so lemmas and properties need no translation, and a trace of the switched system
//! becomes one of the reduced system by forgetting the variables that were added at the end.

use assay_term::{Sort, VarId};

use crate::{Role, Shown, System, VarKind, Variable};

/// What is taken away together. No wire and no constraint belongs to two parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// For the names of added variables.
    pub name: String,
    /// Variables of kind wire.
    pub wires: Vec<VarId>,
    /// Indices of constraints.
    pub constraints: Vec<usize>,
}

/// A system in which each part has a switch.
#[derive(Clone, Debug)]
pub struct Instrumented {
    pub system: System,
    /// For each part the rigid Boolean that is true if the part is in force.
    pub switches: Vec<VarId>,
}

/// Gives each part a switch: a wire becomes `ite(switch, definition, fresh input)`, a constraint
/// `switch => constraint`.
pub fn instrument(system: &System, parts: &[Part]) -> Instrumented {
    let mut system = system.clone();
    let mut switches = Vec::with_capacity(parts.len());
    for part in parts {
        let switch = system.add_var(
            Sort::Bool,
            Variable {
                name: format!("keep {}", part.name),
                kind: VarKind::Rigid,
                role: Role::Internal,
                range: None,
                shown: Shown::Plain,
                span: None,
            },
        );
        switches.push(switch);
        let on = system.pool.var(switch);
        for &wire in &part.wires {
            let VarKind::Wire { def } = system.var(wire).kind else {
                unreachable!("parts consist of wires");
            };
            let free = Variable {
                name: format!("free {}", system.var(wire).name),
                kind: VarKind::Input,
                role: Role::Internal,
                ..system.var(wire).clone()
            };
            let free = system.add_var(system.sort(wire), free);
            let free = system.pool.var(free);
            let def = system.pool.ite(on, def, free);
            system.vars[wire.index()].kind = VarKind::Wire { def };
        }
        for &c in &part.constraints {
            let term = system.constraints[c].term;
            system.constraints[c].term = system.pool.implies(on, term);
        }
    }
    Instrumented { system, switches }
}

/// The system without these parts: their wires are inputs, their constraints are true.
pub fn without<'a>(system: &System, parts: impl IntoIterator<Item = &'a Part>) -> System {
    let mut system = system.clone();
    let mut removed = vec![false; system.vars.len()];
    for part in parts {
        for &wire in &part.wires {
            debug_assert!(matches!(system.var(wire).kind, VarKind::Wire { .. }));
            system.vars[wire.index()].kind = VarKind::Input;
            removed[wire.index()] = true;
        }
        for &c in &part.constraints {
            system.constraints[c].term = system.pool.bool(true);
        }
    }
    for element in &mut system.elements {
        element.instances.retain(|i| !removed[i.var.index()]);
    }
    system.elements.retain(|e| !e.instances.is_empty());
    system
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constraint, ConstraintKind, execute, replay};
    use assay_term::{Functions, TermId, Value};

    fn variable(name: &str, kind: VarKind) -> Variable {
        Variable {
            name: name.into(),
            kind,
            role: Role::Local,
            range: (name == "x").then(|| (0.into(), 3.into())),
            shown: Shown::Plain,
            span: None,
        }
    }

    fn wire(system: &mut System, name: &str, sort: Sort, def: TermId) -> VarId {
        system.add_var(sort, variable(name, VarKind::Wire { def }))
    }

    /// x = 2 with the range 0..3, b = (x = 2), and the assumption b.
    fn example() -> (System, Vec<Part>) {
        let mut system = System::new();
        let two = system.pool.int(2);
        let x = wire(&mut system, "x", Sort::Int, two);
        let is_two = system.pool.eq(system.pool.var(x), two);
        let b = wire(&mut system, "b", Sort::Bool, is_two);
        let term = system.pool.var(b);
        system.constraints.push(Constraint {
            name: "b holds".into(),
            term,
            kind: ConstraintKind::Assertion,
            span: None,
        });
        let parts = vec![
            Part {
                name: "x".into(),
                wires: vec![x],
                constraints: vec![],
            },
            Part {
                name: "b holds".into(),
                wires: vec![],
                constraints: vec![0],
            },
        ];
        (system, parts)
    }

    #[test]
    fn switches_choose_between_definition_and_input() {
        let (original, parts) = example();
        let instrumented = instrument(&original, &parts);
        let system = &instrumented.system;
        let (x, b) = (VarId(0), VarId(1));
        let free = system.find("free x").unwrap();
        assert_eq!(system.var(free).range, original.var(x).range);
        for (keep_x, keep_constraint) in [(true, true), (false, true), (false, false)] {
            let trace = execute(system, 2, Functions::default(), |v, _| {
                if v == instrumented.switches[0] {
                    Value::Bool(keep_x)
                } else if v == instrumented.switches[1] {
                    Value::Bool(keep_constraint)
                } else {
                    assert_eq!(v, free);
                    Value::Int(3.into())
                }
            })
            .unwrap();
            let expected = if keep_x { 2 } else { 3 };
            assert_eq!(*trace.value(1, x), Value::Int(expected.into()));
            assert_eq!(*trace.value(1, b), Value::Bool(keep_x));
            let fails = replay(system, &trace).unwrap().constraint_fails[0];
            assert_eq!(fails.is_some(), keep_constraint && !keep_x);
        }
    }

    #[test]
    fn what_is_taken_away_is_an_input() {
        let (original, parts) = example();
        let reduced = without(&original, &parts);
        assert_eq!(reduced.vars.len(), original.vars.len());
        assert_eq!(reduced.var(VarId(0)).kind, VarKind::Input);
        assert_eq!(
            reduced.pool.as_bool(reduced.constraints[0].term),
            Some(true)
        );
        assert_eq!(reduced.var(VarId(1)).kind, original.var(VarId(1)).kind);
    }
}
