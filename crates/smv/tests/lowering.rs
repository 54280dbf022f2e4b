//! Systems as text: what variables, assumptions, properties and elements a model has, and what its mutants are.

use std::fmt::Write;
use std::path::Path;

use assay_language::{Breaks, Given, Model};
use assay_smv::SmvModel;
use assay_source::SourceMap;
use assay_system::{Change, Claim, Formula, System, VarKind};

fn read(name: &str) -> SmvModel {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let text = std::fs::read_to_string(folder.join(name).with_extension("smv")).unwrap();
    let mut map = SourceMap::new();
    let id = map.add_text(name, &text);
    let read = SmvModel::read(map.file(id).clone());
    let Ok((model, _)) = read else {
        panic!("{name} is no model");
    };
    model
}

fn formula(system: &System, f: &Formula) -> String {
    let of = |f: &Formula| formula(system, f);
    match f {
        Formula::Atom(term) => system.pool.text(*term),
        Formula::Not(a) => format!("not {}", of(a)),
        Formula::And(a, b) => format!("({} and {})", of(a), of(b)),
        Formula::Or(a, b) => format!("({} or {})", of(a), of(b)),
        Formula::Iff(a, b) => format!("({} iff {})", of(a), of(b)),
        Formula::Next(paths, a) => format!("{paths:?} next {}", of(a)),
        Formula::Finally(paths, a) => format!("{paths:?} finally {}", of(a)),
        Formula::Globally(paths, a) => format!("{paths:?} globally {}", of(a)),
        Formula::Until(paths, a, b) => format!("{paths:?} ({} until {})", of(a), of(b)),
    }
}

fn dump(model: &SmvModel) -> String {
    let system = model.system();
    let text = |term| system.pool.text(term);
    let mut out = String::new();
    for var in system.var_ids() {
        let variable = system.var(var);
        let _ = write!(out, "{} : {:?}", variable.name, system.sort(var));
        if let Some((low, high)) = &variable.range {
            let _ = write!(out, " {low}..{high}");
        }
        let _ = match &variable.kind {
            VarKind::Input => writeln!(out, " input {:?}", variable.role),
            VarKind::Rigid => writeln!(out, " rigid"),
            VarKind::Wire { def } => writeln!(out, " = {}", text(*def)),
            VarKind::State { init, next } => {
                let init = init.map_or("any".into(), text);
                writeln!(out, " starts with {init}, then {}", text(*next))
            }
        };
    }
    for constraint in &system.constraints {
        let _ = writeln!(out, "assume {}", text(constraint.term));
    }
    for fairness in &system.fairness {
        let then = fairness
            .then
            .map_or(String::new(), |t| format!(" then {}", text(t)));
        let _ = writeln!(out, "fair {}{then}", text(fairness.term));
    }
    for property in &system.properties {
        let claim = match &property.claim {
            Claim::Temporal(f) => formula(system, f),
            Claim::Invariant => format!("invariant {}", text(property.term)),
            other => format!("{other:?}"),
        };
        let _ = writeln!(out, "{}: {claim}", property.name);
    }
    for compute in model.computes() {
        let (from, to) = (text(compute.from), text(compute.to));
        let _ = writeln!(
            out,
            "{}: {:?} from {from} to {to}",
            compute.name, compute.extreme
        );
    }
    for element in &system.elements {
        let instances: Vec<&str> = element.instances.iter().map(|i| i.name.as_str()).collect();
        let _ = writeln!(out, "element {} ({})", element.name, instances.join(", "));
    }
    out
}

macro_rules! snapshots {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(dump(&read(stringify!($name))));
        })*
    };
}

snapshots! {
    choice choice_in_step chain_of_cells ctl_bounded fairness frozen_initial linear mixed_set parameter_assigned process_keeps
    trans trans_function valid_from_start word_shift
}

#[test]
fn mutants_are_patches_or_say_why_not() {
    let mut out = String::new();
    for name in [
        "guarded_counter",
        "choice_in_step",
        "parameters",
        "trans_function",
        "init",
    ] {
        let model = read(name);
        let breaks = Breaks {
            mutators: "all".into(),
            given: Given::default(),
            tied: vec![],
            settled: Default::default(),
            only: None,
        };
        let Ok(mutated) = model.mutants(0, &breaks) else {
            panic!("{name} has mutants");
        };
        let _ = writeln!(out, "{name}");
        for mutant in &mutated.mutants.mutants {
            let change = match &mutant.change {
                Change::Invalid(why) | Change::Unmade(why) => why.clone(),
                Change::Patch(patch) => {
                    let names = patch.vars.iter();
                    let names = names.map(|(v, _)| mutated.mutants.system.var(*v).name.clone());
                    format!("patches {}", names.collect::<Vec<String>>().join(", "))
                }
            };
            let _ = writeln!(out, "  {} in {}: {change}", mutant.id, mutant.element);
        }
    }
    insta::assert_snapshot!(out);
}
