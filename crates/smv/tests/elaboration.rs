//! Everyday models, feature by feature: each file in `models` is read, and its invariants are what their names say: those called
//! `holds...` are never false on random executions, those called `fails...` are on some. Each file in `refused` is refused
//! with the code that its name begins with, and each file in `warned` is accepted with a warning of that code.

use std::path::Path;

use assay_language::{Inputs, Model};
use assay_smv::SmvModel;
use assay_source::{Color, Renderer, SourceMap};
use assay_system::Claim;

fn read(path: &Path) -> (SourceMap, Result<SmvModel, Vec<assay_source::Diagnostic>>) {
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut map = SourceMap::new();
    let id = map.add_lossy(name, &std::fs::read(path).unwrap()).unwrap();
    let read = SmvModel::read(map.file(id).clone());
    (map, read.map(|(model, _)| model))
}

fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn invariants_are_what_their_names_say() {
    let paths = files("models");
    assert!(paths.len() >= 60);
    let mut problems = Vec::new();
    for path in paths {
        let (map, model) = read(&path);
        match model {
            Ok(model) => problems.extend(wrong(&path, &model)),
            Err(faults) => problems.push(Renderer::new(Color::Plain).render_all(&map, &faults)),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What random executions show against the names of invariants.
fn wrong(path: &Path, model: &SmvModel) -> Vec<String> {
    let file = path.file_name().unwrap().to_str().unwrap();
    let problem = model.problem(0).unwrap();
    let system = problem.system();
    let mut failed = vec![false; system.properties.len()];
    for seed in 0..60 {
        let Ok(run) = problem.simulate(&Inputs::default(), seed, 8) else {
            return vec![format!("{file} cannot be run")];
        };
        if run.fails.constraint_fails.iter().any(Option::is_some) {
            return vec![format!("{file}: a run violates an assumption")];
        }
        if let Err(why) = problem.replayer().follows(&run.trace, true).unwrap() {
            return vec![format!("{file}: {why}")];
        }
        for (failed, at) in failed.iter_mut().zip(&run.fails.property_fails) {
            *failed |= at.is_some();
        }
    }
    let properties = system.properties.iter().zip(failed);
    let invariants = properties.filter(|(p, _)| p.claim == Claim::Invariant);
    let as_named = |name: &str, failed| name.contains(if failed { "fails_" } else { "holds_" });
    invariants
        .filter(|(p, failed)| !as_named(&p.name, *failed))
        .map(|(p, failed)| {
            format!(
                "{file}: {} {}",
                p.name,
                if failed { "fails" } else { "holds" }
            )
        })
        .collect()
}

#[test]
fn refused() {
    insta::glob!("refused/*.smv", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let (map, model) = read(path);
        let Err(faults) = model else {
            panic!("{name} is accepted");
        };
        let shown = Renderer::new(Color::Plain).render_all(&map, &faults);
        let code = name.split('-').next().unwrap();
        assert!(
            faults.iter().any(|fault| fault.code == code),
            "{name}:\n{shown}"
        );
        insta::assert_snapshot!(shown);
    });
}

#[test]
fn warned() {
    insta::glob!("warned/*.smv", |path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        let mut map = SourceMap::new();
        let id = map.add_lossy(name, &std::fs::read(path).unwrap()).unwrap();
        let notes = match SmvModel::read(map.file(id).clone()) {
            Ok((_, notes)) => notes,
            Err(faults) => panic!("{}", Renderer::new(Color::Plain).render_all(&map, &faults)),
        };
        let shown = Renderer::new(Color::Plain).render_all(&map, &notes);
        let code = name.split('-').next().unwrap();
        assert!(
            notes.iter().any(|note| note.code == code),
            "{name}:\n{shown}"
        );
        insta::assert_snapshot!(shown);
    });
}
