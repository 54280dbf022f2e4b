//! What is read, and how: the files, folders and tasks that were named, with the options that were typed.

use assay_language::{Given, ReadRequest, Unread};
use assay_source::Diagnostic;

use super::model::MAIN;
use super::options;
use crate::project::{Claim, Input, Project, Property, Source, read, recognises};

pub struct Plan {
    pub project: Project,
    /// The options of the project and those that were typed, which win.
    pub given: Given,
    /// The function that is checked, `main` where absent.
    pub entry: Option<String>,
}

impl Plan {
    pub fn of(request: &mut ReadRequest<'_>) -> Result<Plan, Unread> {
        let (typed, of_cbmc) = split(request.given);
        let mut words = of_cbmc.words();
        words.extend(request.paths.iter().map(|p| p.display().to_string()));
        let files = request.files;
        let reader = |path: &std::path::Path| {
            let bytes = files.read(path);
            bytes.map_err(|error| std::io::Error::other(error.message.clone()))
        };
        let mut project = read(
            &words,
            &mut Input {
                read: &reader,
                map: &mut *request.map,
                deadline: request.limits.deadline,
                make: true,
            },
        )?;
        refuse_dialects(&project)?;
        let mut of_project = given(&project);
        for flag in claimed(&mut project)? {
            of_project.set(flag, vec![]);
        }
        if !project.properties.is_empty() {
            let message = "the project asks for single properties only: all are checked";
            let note = Diagnostic::note("C0207", message);
            project
                .notes
                .push(note.help("`--property NAME` selects one"));
        }
        let given = together(&of_project, &typed);
        if given.value("model").is_some() {
            project.model = Some(options::model(&given));
            project.settle();
        }
        let more = options::preprocessing(&typed);
        for source in &mut project.sources {
            source.options.add(&more);
            source.options.deadline = request.limits.deadline;
        }
        let entry = request.part.map(str::to_string).or(project.entry.clone());
        if request.paths.iter().any(|path| recognises(path)) {
            let summary = summary(&project, entry.as_deref(), &of_project);
            project.notes.push(Diagnostic::note("C0207", summary));
        }
        Ok(Plan {
            project,
            given,
            entry,
        })
    }
}

/// The options of the language, and the flags of CBMC that are there to be understood only.
fn split(given: &Given) -> (Given, Given) {
    let shown = options::shown();
    let (mut typed, mut of_cbmc) = (Given::default(), Given::default());
    for (long, values) in given.iter() {
        let is_own = shown.iter().any(|option| option.long == long);
        let side = if is_own { &mut typed } else { &mut of_cbmc };
        side.set(long, values.to_vec());
    }
    (typed, of_cbmc)
}

/// What elaboration would not take into account.
fn refuse_dialects(project: &Project) -> Result<(), Box<Diagnostic>> {
    let refused = ["-funsigned-char", "-fshort-enums"];
    for source in &project.sources {
        let others = &source.options.others;
        if let Some(flag) = others.iter().find(|o| refused.contains(&o.as_str())) {
            let message = format!("`{}` is compiled with `{flag}`", source.path.display());
            let error = Diagnostic::error("C0203", message);
            return Err(Box::new(error.help("this flag is not supported")));
        }
    }
    Ok(())
}

/// What a project says as options.
fn given(project: &Project) -> Given {
    let mut given = Given::default();
    let mut flags = project.flags.iter().map(|f| f.trim_start_matches("--"));
    let shown = options::shown();
    while let Some(flag) = flags.next() {
        // Static functions can be called in any case.
        let Some(option) = shown.iter().find(|option| option.long == flag) else {
            continue;
        };
        let mut values = given.values(flag).to_vec();
        if option.value.is_some() {
            values.extend(flags.next().map(str::to_string));
        }
        given.set(flag, values);
    }
    if let Some(unwind) = project.unwind {
        given.set("unwind", vec![unwind.to_string()]);
    }
    let bounds = project.unwindset.iter();
    let bounds: Vec<String> = bounds.map(|(name, n)| format!("{name}:{n}")).collect();
    for (long, values) in [
        ("unwindset", bounds),
        ("remove-function-body", project.remove_bodies.clone()),
    ] {
        if !values.is_empty() {
            given.set(long, values);
        }
    }
    given
}

/// The options for what a competition task asks. All of its properties are checked at once.
fn claimed(project: &mut Project) -> Result<Vec<&'static str>, Box<Diagnostic>> {
    let decided = |claim: &&Claim| claim.property != Property::Other;
    let asked: Vec<Property> = project
        .claims
        .iter()
        .filter(decided)
        .map(|c| c.property)
        .collect();
    if asked.len() < project.claims.len() {
        let message = "a property of the task is no question about safety or termination";
        if asked.is_empty() {
            return Err(Box::new(Diagnostic::error("C0204", message)));
        }
        let note = Diagnostic::note("C0207", format!("{message}: it is left out"));
        project.notes.push(note);
    }
    if asked.is_empty() {
        return Ok(vec![]);
    }
    // The rules of the competition: memory does not run out. A loop that is cut must not go unnoticed.
    let mut flags = vec!["no-malloc-may-fail", "unwinding-assertions"];
    let of_all = asked.iter().flat_map(|property| property.flags());
    flags.extend(of_all.map(|flag| flag.trim_start_matches("--")));
    if asked.contains(&Property::Unreachable) {
        flags.retain(|flag| *flag != "no-assertions");
    }
    Ok(flags)
}

/// Both, where what was typed wins.
fn together(of_project: &Given, typed: &Given) -> Given {
    let mut given = typed.clone();
    let repeats = |long: &str| options::shown().iter().any(|o| o.long == long && o.repeats);
    for (long, values) in of_project.iter() {
        let opposite = match long.strip_prefix("no-") {
            Some(on) => on.to_string(),
            None => format!("no-{long}"),
        };
        if typed.flag(long) && repeats(long) {
            // Of bounds the last one counts.
            given.set(long, [values, typed.values(long)].concat());
        } else if !typed.flag(long) && !typed.flag(&opposite) {
            given.set(long, values.to_vec());
        }
    }
    given
}

/// What a folder, a task or a database came to, in one line.
fn summary(project: &Project, entry: Option<&str>, of_project: &Given) -> String {
    let path = |source: &Source| format!("`{}`", source.path.display());
    let files: Vec<String> = project.sources.iter().map(path).collect();
    let entry = entry.unwrap_or(MAIN);
    let mut words = Vec::new();
    if let Some(first) = project.sources.first() {
        words.extend(first.options.defines.iter().map(|d| format!("-D{d}")));
    }
    words.extend(of_project.words());
    let mut text = format!("function `{entry}` of {}", files.join(", "));
    if !words.is_empty() {
        text.push_str(&format!(", with `{}`", words.join(" ")));
    }
    text
}
