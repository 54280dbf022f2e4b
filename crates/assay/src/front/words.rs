//! Netlists of words: BTOR2, and Verilog by way of yosys. The interpreter of BTOR2 replays.

use std::path::{Path, PathBuf};

use assay_netlist::aiger::Options;
use assay_netlist::btor2::{self, Loaded, Lowered};
use assay_netlist::mutate::{Grain, OPERATORS, Selection};
use assay_netlist::verilog::{
    self, Base, Body, Disk, Files, Link, ReadFiles, Reset, Sby, Sources, Staged, Unreset,
};
use assay_solver::StopFlag;
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Mutants, OperatorRole, System, Trace};

use super::netlist::{Circuit, options};
use super::{
    Breaks, Foreign, Front, Inputs, MutantsError, Read, Run, SimulateError, Subject, Unread, alone,
};
use crate::args::ModelArgs;
use crate::commands::Stop;
use crate::input::read;
use crate::yosys::{self, Limits, Place, Ran};

struct Words {
    name: String,
    loaded: Loaded,
    /// The source files; the first is shown.
    files: Vec<SourceFile>,
    /// How Verilog was read, where yosys made the model of it.
    verilog: Option<Verilog>,
}

/// How a model was read, so that a changed text can be read in the same way.
struct Verilog {
    design: Design,
    /// By the names that yosys has.
    files: Files,
}

/// What is read of Verilog, and how.
#[derive(Clone)]
struct Design {
    sources: Sources,
    /// The files of an `.sby` file, by the names that its script has for them.
    sby: Option<(Vec<Link>, Vec<Body>)>,
    clock: Option<String>,
    reset: Option<Reset>,
    /// The name of the model where it has no module.
    stem: String,
}

pub fn load_btor2(map: &mut SourceMap, path: &Path, bytes: &[u8]) -> Read {
    let file = map
        .add_bytes(&path.display().to_string(), bytes)
        .map_err(|d| vec![*d])?;
    let file = map.file(file).clone();
    let front = Words {
        name: stem(path),
        loaded: btor2::load(&file)?,
        files: vec![file],
        verilog: None,
    };
    Ok((Box::new(front), vec![]))
}

/// Lets yosys read the files. Its warnings are shown; what it wrote is part of the sources, so that a fault in it can be.
pub fn load_verilog(map: &mut SourceMap, args: &ModelArgs, limits: Limits) -> Read {
    let (design, mut messages) = design(map, args)?;
    let place = Place::new()?;
    let folder = place.staged().display().to_string();
    let staged = match &design.sby {
        Some((links, bodies)) => {
            Staged::inside(design.sources.clone(), links.clone(), bodies.clone())
        }
        None => Staged::new(&design.sources, &folder, ""),
    };
    let (front, more) = load_words(map, design, place, &staged, None, limits)?;
    messages.extend(more);
    Ok((Box::new(front), messages))
}

/// What the arguments ask to be read, with warnings.
fn design(map: &mut SourceMap, args: &ModelArgs) -> Result<(Design, Vec<Diagnostic>), Unread> {
    let shown = |path: &PathBuf| path.display().to_string();
    let mut read = ReadFiles {
        files: args.files.iter().map(shown).collect(),
        includes: args.includes.iter().map(shown).collect(),
        defines: args.defines.clone(),
        ..ReadFiles::default()
    };
    let mut design = Design {
        sources: Sources::default(),
        sby: None,
        clock: args.clock.clone(),
        reset: args.reset.clone(),
        stem: stem(args.file()),
    };
    let mut messages = Vec::new();
    let mut disk = OnDisk { map };
    let other = |f: &&PathBuf| {
        let other = ["lus", "aag", "aig", "btor", "btor2"];
        f.extension().is_some_and(|e| other.iter().any(|o| e == *o))
    };
    if let Some(other) = args.files.iter().find(other) {
        let message = format!("`{}` is no Verilog file", other.display());
        let error = Diagnostic::error("A0023", message);
        return Err(vec![error.help("a model of several files is one in Verilog")].into());
    }
    if args
        .files
        .iter()
        .any(|f| f.extension().is_some_and(|e| e == "sby"))
    {
        let sby = from_sby(&mut disk, args)?;
        messages.extend(sby.notes);
        design.sources = sby.sources;
        for read in &mut design.sources.reads {
            read.defines.extend(args.defines.iter().cloned());
        }
        design.sby = Some((sby.links, sby.bodies));
    } else {
        if args.task.is_some() {
            let message = format!(
                "`--task` is about .sby files, and `{}` is none",
                args.file().display()
            );
            return Err(vec![Diagnostic::error("A0014", message)].into());
        }
        let lists = args.lists.iter().map(|l| (l, Base::WorkingDirectory));
        for (list, base) in lists.chain(args.lists_beside.iter().map(|l| (l, Base::List))) {
            let listed = verilog::read_list(&shown(list), base, &mut disk)?;
            read.files.extend(listed.files);
            read.includes.extend(listed.includes);
            read.defines.extend(listed.defines);
            messages.extend(listed.warnings);
        }
        if read.files.is_empty() {
            let message = format!("`{}` names no file", args.file().display());
            return Err(vec![Diagnostic::error("N0217", message)].into());
        }
        design.sources.reads = vec![read];
    }
    design
        .sources
        .parameters
        .extend(args.parameters.iter().cloned());
    if args.top.is_some() {
        design.sources.top = args.top.clone();
    }
    Ok((design, messages))
}

/// What an `.sby` file reads. It stands alone: other files are named in it.
fn from_sby(disk: &mut OnDisk, args: &ModelArgs) -> Result<Sby, Unread> {
    let [path] = &args.files[..] else {
        let message = "an .sby file is read alone: it names the other files itself";
        return Err(vec![Diagnostic::error("A0023", message)].into());
    };
    for (given, flag) in [
        (!args.lists.is_empty(), "-f"),
        (!args.lists_beside.is_empty(), "-F"),
        (!args.includes.is_empty(), "-I"),
    ] {
        if given {
            let message =
                format!("`{flag}` does not go with an .sby file, which names its files itself");
            return Err(vec![Diagnostic::error("A0023", message)].into());
        }
    }
    let bytes = bytes_of(&path.display().to_string())?;
    let id = disk.map.add_lossy(&path.display().to_string(), &bytes)?;
    let file = disk.map.file(id).clone();
    Ok(verilog::read_sby(&file, args.task.as_deref(), disk)?)
}

/// The files of this machine.
struct OnDisk<'a> {
    map: &'a mut SourceMap,
}

impl Disk for OnDisk<'_> {
    fn open(&mut self, path: &str) -> Option<SourceFile> {
        let bytes = std::fs::read(path).ok()?;
        let id = self.map.add_lossy(path, &bytes).ok()?;
        Some(self.map.file(id).clone())
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }
}

fn bytes_of(path: &str) -> Result<Vec<u8>, Unread> {
    read(Path::new(path)).map_err(|stop| match stop {
        Stop::BadInput(why) => Unread::Faulty(vec![*why]),
        _ => Unread::Faulty(vec![]),
    })
}

/// Another text in the place of a file's own.
#[derive(Clone, Copy)]
struct Changed<'a> {
    file: &'a str,
    text: &'a str,
}

/// Reads the files that were staged.
fn load_words(
    map: &mut SourceMap,
    design: Design,
    mut place: Place,
    staged: &Staged,
    changed: Option<Changed>,
    limits: Limits,
) -> Result<(Words, Vec<Diagnostic>), Unread> {
    place.stage(staged)?;
    let files = source_files(map, staged, changed)?;
    let (ran, mut messages) = elaborated(&place, &staged.sources, &files, limits)?;
    let written = with_reset(&ran.btor2, design.reset.as_ref())?;
    let shown: Vec<SourceFile> = files.iter().cloned().collect();
    let name = shown.first().map_or("", |f| f.name()).to_string();
    let mut add = |what: &str, bytes: &[u8]| -> Result<SourceFile, Vec<Diagnostic>> {
        let id = map.add_bytes(&format!("{name} as BTOR2{what}"), bytes);
        Ok(map.file(id.map_err(|d| vec![*d])?).clone())
    };
    let written = add("", &written)?;
    let clocked = add(" with clocks", &ran.clocked)?;
    let written = verilog::Written {
        model: &written,
        clocked: &clocked,
        info: &ran.info,
    };
    let (loaded, notes) = verilog::load(&written, &files, design.clock.as_deref())?;
    messages.extend(notes);
    let front = Words {
        name: verilog::top_of(&ran.info).map_or_else(|| design.stem.clone(), str::to_string),
        loaded,
        files: shown,
        verilog: Some(Verilog { design, files }),
    };
    Ok((front, messages))
}

/// The files that are read, and those that they include.
fn source_files(
    map: &mut SourceMap,
    staged: &Staged,
    changed: Option<Changed>,
) -> Result<Files, Unread> {
    let text_of = |name: &str, shown: &str| {
        let body = staged.bodies.iter().find(|b| b.name == name);
        let changed = changed.filter(|c| c.file == shown).map(|c| c.text);
        body.map(|b| b.text.as_str())
            .or(changed)
            .map(str::to_string)
    };
    let mut files = Files::new();
    for name in staged.sources.reads.iter().flat_map(|r| &r.files) {
        let shown = staged.shown(name);
        let id = match text_of(name, &shown) {
            Some(text) => map.add_text(&shown, &text),
            // yosys says what it thinks of foreign characters.
            None => map.add_lossy(&shown, &bytes_of(&shown)?)?,
        };
        files.add_given(name, map.file(id).clone());
    }
    let reads = staged.sources.reads.iter();
    let directories: Vec<String> = reads.flat_map(|r| r.includes.iter().cloned()).collect();
    let mut open = |name: &str| {
        let shown = staged.shown(name);
        if let Some(text) = text_of(name, &shown) {
            let id = map.add_text(&shown, &text);
            return Some(map.file(id).clone());
        }
        // Nothing but what was staged is there for the script of an `.sby` file.
        if staged.inside && shown == name {
            return None;
        }
        OnDisk { map }.open(&shown)
    };
    verilog::add_included(&mut files, &directories, &mut open);
    Ok(files)
}

/// What yosys made of the files, and its warnings. Where the user names no top, there has to be just one module that no other
/// uses.
fn elaborated(
    place: &Place,
    sources: &Sources,
    files: &Files,
    limits: Limits,
) -> Result<(Ran, Vec<Diagnostic>), Unread> {
    let ran = yosys::run(place, sources, limits)?;
    let modules = verilog::listed(&ran.modules);
    let candidates = verilog::candidates(&ran.modules, &ran.uses);
    // Nothing is known of modules where the text is wrong.
    let read = !ran.modules.is_empty();
    match sources.top.as_deref() {
        Some(top) if read && !modules.iter().any(|m| m == top) => {
            return Err(vec![verilog::unknown(top, &modules)].into());
        }
        None if read => {
            if let Some(error) = verilog::no_top(&modules, &candidates) {
                return Err(vec![error].into());
            }
        }
        _ => {}
    }
    let messages = verilog::messages(&ran.said, ran.failed, files);
    if messages.iter().any(Diagnostic::is_error) {
        return Err(messages.into());
    }
    if let Some(error) = verilog::left_out(&ran.live) {
        return Err(vec![error].into());
    }
    let Some(only) = candidates.first().filter(|_| sources.top.is_none()) else {
        return Ok((ran, messages));
    };
    // yosys takes the module at the root of most levels, which is the candidate unless it counts in another way. Parameters
    // are those of a top that is named.
    if verilog::top_of(&ran.info) != Some(only) || !sources.parameters.is_empty() {
        let named = Sources {
            top: Some(only.clone()),
            ..sources.clone()
        };
        return elaborated(place, &named, files, limits);
    }
    Ok((ran, messages))
}

/// What yosys wrote, with the assumption about the reset behind it.
fn with_reset(btor2: &[u8], reset: Option<&Reset>) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut written = btor2.to_vec();
    if let Some(reset) = reset {
        let text = String::from_utf8_lossy(btor2);
        let (model, _) = btor2::parse(&SourceFile::new(FileId::default(), "", &text));
        written.extend(verilog::assumed(&model, reset)?.into_bytes());
    }
    Ok(written)
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| path.display().to_string())
}

impl Front for Words {
    fn file(&self) -> FileId {
        self.files.first().map_or(FileId::default(), |f| f.id)
    }

    fn is_circuit(&self) -> bool {
        true
    }

    fn parts(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn subject(&self, _part: usize) -> Result<Box<dyn Subject>, Box<Diagnostic>> {
        Ok(Box::new(Model {
            lowered: btor2::lower(&self.loaded, Options::default()),
            model: self.loaded.model.clone(),
        }))
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        let selection = Selection::parse(&breaks.mutators)
            .map_err(|(word, known)| MutantsError::UnknownMutator(word, known))?;
        let options = options(&breaks.circuit);
        let grain = if breaks.circuit.bits {
            Grain::Bits
        } else {
            Grain::Words
        };
        let lowered = btor2::lower(&self.loaded, options);
        Ok(btor2::mutate(
            &self.loaded,
            &lowered,
            &self.files,
            options,
            &selection,
            grain,
        ))
    }

    fn written(&self, _part: usize, _breaks: &Breaks, mutants: &Mutants) -> Result<String, String> {
        match &self.verilog {
            Some(verilog) => self.verilog_text(verilog, mutants),
            None => btor2::compose(&alone(mutants)?),
        }
    }

    fn remarked(&self, text: &str, remark: &str) -> String {
        match self.verilog {
            // Names of assertions have lines in them, which must not move.
            Some(_) => format!("{text}// {remark}\n"),
            None => format!("; {remark}\n{text}"),
        }
    }

    fn operators(&self) -> Vec<(&'static str, OperatorRole, &'static str)> {
        OPERATORS.iter().map(|o| (o.name, o.role, o.says)).collect()
    }

    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
    }

    fn unreset(&self, system: &System, property: usize, trace: Option<&Trace>) -> Option<Unreset> {
        match self.verilog.as_ref()?.design.reset {
            Some(_) => None,
            None => verilog::unreset(system, property, trace),
        }
    }

    fn specification(&self) -> Vec<String> {
        verilog::specification(&self.loaded)
    }
}

impl Words {
    /// The file that the mutant changes, with the changed text, where yosys makes of it the circuit that the mutant is.
    fn verilog_text(&self, verilog: &Verilog, mutants: &Mutants) -> Result<String, String> {
        let [mutant] = &mutants.mutants[..] else {
            return Err("it is gone".into());
        };
        let span = mutant.span;
        let said = without_instance(&mutant.replacement);
        let file = self.files.iter().find(|f| f.id == span.file);
        let Some(file) = file.filter(|_| !said.is_empty() && !said.contains("/*")) else {
            return Err("no text of the source stands for it alone".into());
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let text = file.text();
        let text = format!("{}{said}{}", &text[..start], &text[end..]);
        let meant = btor2::compose(&alone(mutants)?)?;
        match verilog.read_again(file, &text) {
            Some(read) if read == meant => Ok(text),
            _ => Err("yosys reads the changed text as another circuit".into()),
        }
    }
}

/// A change without the remark that names the instance: where the module has no other one, the text says the same.
fn without_instance(change: &str) -> &str {
    match change.rsplit_once(" /* in ") {
        Some((change, rest)) if rest.find("*/") == Some(rest.len() - 2) => change,
        _ => change,
    }
}

impl Verilog {
    /// The circuit with another text in the place of one file, as BTOR2. None if it is not read.
    fn read_again(&self, file: &SourceFile, text: &str) -> Option<String> {
        let mut place = Place::new().ok()?;
        let design = self.design.clone();
        let mut map = SourceMap::new();
        let staged = match &design.sby {
            Some((links, bodies)) => {
                let name = self.files.name_for_yosys(file.id)?;
                let (mut links, mut bodies) = (links.clone(), bodies.clone());
                links.retain(|l| l.name != name);
                bodies.retain(|b| b.name != name);
                bodies.push(Body {
                    name: name.to_string(),
                    shown: file.name().to_string(),
                    text: text.to_string(),
                });
                Staged::inside(design.sources.clone(), links, bodies)
            }
            None => {
                let known: Vec<PathBuf> =
                    self.files.iter().map(|f| PathBuf::from(f.name())).collect();
                place.copy_with(&known, Path::new(file.name()), text)?;
                let folder = place.staged().display().to_string();
                let root = place.copied().display().to_string();
                Staged::new(&design.sources, &folder, &root)
            }
        };
        let limits = Limits {
            deadline: None,
            stop: &StopFlag::new(),
        };
        let changed = Some(Changed {
            file: file.name(),
            text,
        });
        let (words, _) = load_words(&mut map, design, place, &staged, changed, limits).ok()?;
        let system = btor2::lower(&words.loaded, Options::default()).system;
        btor2::compose(&system).ok()
    }
}

struct Model {
    model: btor2::Model,
    lowered: Lowered,
}

impl Model {
    fn circuit(&self) -> Circuit {
        Circuit {
            system: self.lowered.system.clone(),
        }
    }
}

impl Subject for Model {
    fn system(&self) -> &System {
        &self.lowered.system
    }

    fn violates(&self, trace: &Trace, property: usize) -> Result<bool, String> {
        match btor2::violates(&self.model, &self.lowered, trace, property) {
            Some(answer) => answer,
            None => self.circuit().violates(trace, property),
        }
    }

    fn replayer(&self) -> &'static str {
        "interpreter"
    }

    fn witness(&self, property: usize, trace: &Trace) -> Option<Foreign> {
        let witness = btor2::witness(&self.model, &self.lowered, trace, property)?;
        Some(Foreign {
            extension: "wit",
            text: witness.print(&self.model),
        })
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        self.circuit().simulate(inputs, seed, steps)
    }
}
