//! The programs in `programs/` have well-formed headers and are accepted by the front end. Adding a case means adding a file; the
//! README there has the format.

mod cases;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_c::project::{Input, Project};
use assay_c::{Elaborated, Files, elaborate, parse, preprocess};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};
use cases::{Header, Program, programs, refusal};

const CLASSES: [&str; 12] = [
    "assertion",
    "bounds",
    "conversion",
    "division",
    "leak",
    "no_body",
    "overflow",
    "pointer",
    "precondition",
    "recursion",
    "shift",
    "unwinding",
];

/// A program as the command line gives it that its header stands for.
fn project(program: &Program) -> Result<Project, Vec<Diagnostic>> {
    let mut words = program.header().args.unwrap_or_default();
    words.extend(program.units.iter().map(|unit| unit.display().to_string()));
    let from_disk = |path: &Path| std::fs::read(path);
    let mut input = Input {
        read: &from_disk,
        map: &mut SourceMap::new(),
        deadline: None,
        make: false,
    };
    assay_c::project::read(&words, &mut input)
}

/// What is wrong with `class@place`, for a program with these units.
fn wrong_failure(failure: &str, units: &[PathBuf]) -> Option<String> {
    let Some((class, place)) = failure.split_once('@') else {
        return Some(format!("`{failure}` is not CLASS@PLACE"));
    };
    if !CLASSES.contains(&class) {
        return Some(format!("`{class}` is no class"));
    }
    let (file, line) = match place.split_once(':') {
        Some((file, line)) => (units.iter().find(|p| p.ends_with(file))?, line),
        None => (&units[0], place),
    };
    // Otherwise it is the name of a function, or the end.
    let line: usize = line.parse().ok()?;
    let text = std::fs::read_to_string(file).unwrap();
    match text.lines().nth(line.wrapping_sub(1)) {
        Some(code) if !code.trim().is_empty() && !code.starts_with("//") => None,
        _ => Some(format!("`{failure}` is at a line without code")),
    }
}

fn wrong_header(header: &Header, units: &[PathBuf]) -> Option<String> {
    let (Some(_), Some(expect), Some(fails)) = (&header.args, &header.expect, &header.fails) else {
        return Some("it does not say args, expect and fails".into());
    };
    match (expect.as_str(), fails.is_empty()) {
        ("safe", true) | ("unsafe", false) => {}
        ("safe" | "unsafe", _) => return Some("expect and fails contradict each other".into()),
        _ => return Some(format!("it expects `{expect}`, not `safe` or `unsafe`")),
    }
    if header.doubt.as_deref() == Some("") {
        return Some("its doubt has no reason".into());
    }
    fails
        .iter()
        .chain(&header.follows)
        .find_map(|failure| wrong_failure(failure, units))
}

#[test]
fn headers_are_well_formed() {
    let mut wrong = Vec::new();
    let (mut safe, mut unsafe_, mut classes) = (0, 0, BTreeSet::new());
    for program in programs() {
        let header = program.header();
        if let Some(why) = wrong_header(&header, &program.units) {
            wrong.push(format!("{}: {why}", program.name));
        }
        match header.expect.as_deref() {
            Some("safe") => safe += 1,
            _ => unsafe_ += 1,
        }
        let fails = header.fails.into_iter().flatten();
        classes.extend(fails.filter_map(|f| Some(f.split_once('@')?.0.to_owned())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        safe >= 100 && unsafe_ >= 100,
        "{safe} safe, {unsafe_} unsafe"
    );
    assert!(
        CLASSES.iter().all(|class| classes.contains(*class)),
        "a class without a program: only {classes:?}"
    );
}

#[test]
fn the_front_end_accepts_them() {
    let mut wrong = Vec::new();
    for program in programs() {
        let mut map = SourceMap::new();
        let faults = load(&program, &mut map).err();
        let faults = faults.map(|f| Renderer::new(Color::Plain).render_all(&map, &f));
        match (refusal(&program), faults) {
            (None, None) => {}
            (Some(why), Some(faults)) if faults.contains(&why) => {}
            (_, faults) => wrong.push(format!("{}\n{faults:?}", program.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn load(program: &Program, map: &mut SourceMap) -> Result<Elaborated, Vec<Diagnostic>> {
    let from_disk = |path: &Path| std::fs::read(path);
    let project = project(program)?;
    let mut files = Files::new();
    let mut units = Vec::new();
    for source in &project.sources {
        let tokens = preprocess(&source.path, &source.options, map, &mut files, &from_disk)?;
        units.push(parse(tokens).map_err(|fault| vec![*fault])?);
    }
    elaborate(&units, project.model.unwrap_or_default())
}
