//! Verilog, by way of yosys: what it writes is read as BTOR2 and mapped back to the source.

use std::path::{Path, PathBuf};

use assay_language::{
    Breaks, DEFINE, Ended, Files, Given, INCLUDE, Language, Limits, MutantsError, Mutator,
    OptionSpec, Patience, Problem, Read, ReadRequest, Signal, USER, Unread,
};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap};
use assay_system::{Mutants, System, Trace};

use super::words::Words;
use super::yosys::{self, Place, Ran};
use super::{CIRCUIT, Netlist, One, alone, mutators, stem};
use crate::aiger::Options;
use crate::btor2;
use crate::verilog::{
    self, Base, Body, Define, Disk, Link, Parameter, ReadFiles, Reset, Sby, Sources, Staged,
    Unreset,
};

/// Verilog and SystemVerilog as yosys reads them.
pub struct VerilogLanguage;

const CLOCK: OptionSpec = OptionSpec::value(
    "clock",
    "NAME",
    "The clock (default: the input at whose edge the registers move); another one is an error",
);

const RESET: OptionSpec = OptionSpec {
    check: Some(|text| text.parse::<Reset>().map(|_| ())),
    ..OptionSpec::value(
        "reset",
        "NAME=VALUE:CYCLES",
        "Assume that this input has VALUE (0 or 1) in the first CYCLES steps and the other value after them",
    )
};

const LIST: OptionSpec = OptionSpec {
    short: Some('f'),
    repeats: true,
    ..OptionSpec::value(
        "file-list",
        "LIST",
        "Read files from a file list, whose paths are relative to the working directory; can be repeated",
    )
};

const LIST_BESIDE: OptionSpec = OptionSpec {
    short: Some('F'),
    repeats: true,
    ..OptionSpec::value(
        "file-list-beside",
        "LIST",
        "The same with paths relative to the directory of the list",
    )
};

const PARAMETER: OptionSpec = OptionSpec {
    repeats: true,
    check: Some(|text| text.parse::<Parameter>().map(|_| ())),
    ..OptionSpec::value(
        "param",
        "NAME=VALUE",
        "Set a parameter of the top module; can be repeated",
    )
};

const TASK: OptionSpec = OptionSpec::value(
    "task",
    "TASK",
    "The task of an .sby file (default: the only one)",
);

impl Language for VerilogLanguage {
    fn name(&self) -> &'static str {
        "verilog"
    }

    fn title(&self) -> &'static str {
        "Verilog"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sv", "v", "sby"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        let own = [
            CLOCK,
            RESET,
            LIST,
            LIST_BESIDE,
            INCLUDE,
            DEFINE,
            PARAMETER,
            TASK,
        ];
        CIRCUIT.into_iter().chain(own).collect()
    }

    fn part(&self) -> &'static str {
        "module"
    }

    fn how_to_state(&self) -> &'static str {
        "in Verilog, assert a condition in the top module: `always @(posedge clk) assert (count <= 9);`"
    }

    fn mutators(&self) -> Vec<Mutator> {
        mutators()
    }

    /// Lets yosys read the files. Its warnings are shown; what it wrote is part of the sources, so that a fault in it can be.
    fn read(&self, request: ReadRequest<'_>) -> Read {
        let ReadRequest {
            map, files, limits, ..
        } = request;
        let wanted = Wanted {
            paths: request.paths,
            given: request.given,
            top: request.part,
        };
        let (design, mut messages) = wanted.design(&mut OnDisk { map, files })?;
        let place = Place::new()?;
        let folder = place.staged().display().to_string();
        let staged = match &design.sby {
            Some((links, bodies)) => {
                Staged::inside(design.sources.clone(), links.clone(), bodies.clone())
            }
            None => Staged::new(&design.sources, &folder, ""),
        };
        let (model, more) = load(map, files, design, place, &staged, None, limits)?;
        messages.extend(more);
        Ok((Box::new(One(model)), messages))
    }
}

/// What the user asks to be read.
struct Wanted<'a> {
    paths: &'a [PathBuf],
    given: &'a Given,
    top: Option<&'a str>,
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

/// An option whose value could not be read is not there: the command line has refused it.
fn parsed<T: std::str::FromStr<Err = String>>(
    values: &[String],
) -> Result<Vec<T>, Box<Diagnostic>> {
    let all = values.iter().map(|text| text.parse::<T>());
    let all: Result<Vec<T>, String> = all.collect();
    all.map_err(|why| Box::new(Diagnostic::error("A0023", why)))
}

fn refuse(code: &'static str, message: String) -> Unread {
    vec![Diagnostic::error(code, message)].into()
}

impl Wanted<'_> {
    /// What the files, lists and options come to, with warnings.
    fn design(&self, disk: &mut OnDisk<'_>) -> Result<(Design, Vec<Diagnostic>), Unread> {
        let given = self.given;
        let defines: Vec<Define> = parsed(given.values(DEFINE.long))?;
        let parameters: Vec<Parameter> = parsed(given.values(PARAMETER.long))?;
        let mut design = Design {
            sources: Sources::default(),
            sby: None,
            clock: given.value(CLOCK.long).map(str::to_string),
            reset: parsed(given.values(RESET.long))?.pop(),
            stem: stem(&self.first()),
        };
        let mut messages = Vec::new();
        let sby = |f: &PathBuf| f.extension().is_some_and(|e| e == "sby");
        if self.paths.iter().any(sby) {
            let sby = self.sby(disk)?;
            messages.extend(sby.notes);
            design.sources = sby.sources;
            for read in &mut design.sources.reads {
                read.defines.extend(defines.iter().cloned());
            }
            design.sby = Some((sby.links, sby.bodies));
        } else {
            let (read, warnings) = self.listed(disk, defines)?;
            messages.extend(warnings);
            design.sources.reads = vec![read];
        }
        design.sources.parameters.extend(parameters);
        if let Some(top) = self.top {
            design.sources.top = Some(top.to_string());
        }
        Ok((design, messages))
    }

    /// The file or list that was named first.
    fn first(&self) -> PathBuf {
        let lists = [LIST, LIST_BESIDE];
        let mut lists = lists.iter().flat_map(|l| self.given.values(l.long));
        let first = self.paths.first().cloned();
        first
            .or_else(|| lists.next().map(PathBuf::from))
            .unwrap_or_default()
    }

    /// The files that were named, and those of the lists.
    fn listed(
        &self,
        disk: &mut OnDisk<'_>,
        defines: Vec<Define>,
    ) -> Result<(ReadFiles, Vec<Diagnostic>), Unread> {
        let shown = self.first().display().to_string();
        let other = |f: &&PathBuf| {
            let other = ["lus", "aag", "aig", "btor", "btor2"];
            f.extension().is_some_and(|e| other.iter().any(|o| e == *o))
        };
        if let Some(other) = self.paths.iter().find(other) {
            let message = format!("`{}` is no Verilog file", other.display());
            let error = Diagnostic::error("A0022", message);
            return Err(vec![error.help("all files of a model are in one language")].into());
        }
        if self.given.flag(TASK.long) {
            let message = format!("`--task` is about .sby files, and `{shown}` is none");
            return Err(refuse("A0014", message));
        }
        let mut read = ReadFiles {
            files: self.paths.iter().map(|p| p.display().to_string()).collect(),
            includes: self.given.values(INCLUDE.long).to_vec(),
            defines,
            ..ReadFiles::default()
        };
        let mut warnings = Vec::new();
        for (option, base) in [(LIST, Base::WorkingDirectory), (LIST_BESIDE, Base::List)] {
            for list in self.given.values(option.long) {
                let listed = verilog::read_list(list, base, disk)?;
                read.files.extend(listed.files);
                read.includes.extend(listed.includes);
                read.defines.extend(listed.defines);
                warnings.extend(listed.warnings);
            }
        }
        if read.files.is_empty() {
            return Err(refuse("N0217", format!("`{shown}` names no file")));
        }
        Ok((read, warnings))
    }

    /// What an `.sby` file reads. It stands alone: other files are named in it.
    fn sby(&self, disk: &mut OnDisk<'_>) -> Result<Sby, Unread> {
        let [path] = self.paths else {
            let message = "an .sby file is read alone: it names the other files itself";
            return Err(refuse("A0022", message.to_string()));
        };
        for (option, flag) in [(LIST, "-f"), (LIST_BESIDE, "-F"), (INCLUDE, "-I")] {
            if self.given.flag(option.long) {
                let message =
                    format!("`{flag}` does not go with an .sby file, which names its files itself");
                return Err(refuse("A0022", message));
            }
        }
        let bytes = disk.files.read(path)?;
        let id = disk.map.add_lossy(&path.display().to_string(), &bytes)?;
        let file = disk.map.file(id).clone();
        Ok(verilog::read_sby(&file, self.given.value(TASK.long), disk)?)
    }
}

/// Files that become sources when they are opened.
struct OnDisk<'a> {
    map: &'a mut SourceMap,
    files: &'a dyn Files,
}

impl Disk for OnDisk<'_> {
    fn open(&mut self, path: &str) -> Option<SourceFile> {
        let bytes = self.files.read(path.as_ref()).ok()?;
        let id = self.map.add_lossy(path, &bytes).ok()?;
        Some(self.map.file(id).clone())
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }
}

/// Another text in the place of a file's own.
#[derive(Clone, Copy)]
struct Changed<'a> {
    file: &'a str,
    text: &'a str,
}

/// Reads the files that were staged.
fn load(
    map: &mut SourceMap,
    disk: &dyn Files,
    design: Design,
    mut place: Place,
    staged: &Staged,
    changed: Option<Changed<'_>>,
    limits: Limits<'_>,
) -> Result<(Verilog, Vec<Diagnostic>), Unread> {
    place.stage(staged)?;
    let files = source_files(map, disk, staged, changed)?;
    let (ran, mut messages) = elaborated(&place, &staged.sources, &files, limits)?;
    let written = with_reset(&ran.btor2, design.reset.as_ref())?;
    let shown: Vec<SourceFile> = files.iter().cloned().collect();
    let name = shown.first().map_or("", |f| f.name()).to_string();
    let mut add = |what: &str, bytes: &[u8]| -> Result<SourceFile, Box<Diagnostic>> {
        let id = map.add_bytes(&format!("{name} as BTOR2{what}"), bytes)?;
        Ok(map.file(id).clone())
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
    let words = Words {
        name: verilog::top_of(&ran.info).map_or_else(|| design.stem.clone(), str::to_string),
        loaded,
        files: shown,
    };
    let model = Verilog {
        words,
        design,
        files,
    };
    Ok((model, messages))
}

/// The files that are read, and those that they include.
fn source_files(
    map: &mut SourceMap,
    disk: &dyn Files,
    staged: &Staged,
    changed: Option<Changed<'_>>,
) -> Result<verilog::Files, Unread> {
    let text_of = |name: &str, shown: &str| {
        let body = staged.bodies.iter().find(|b| b.name == name);
        let changed = changed.filter(|c| c.file == shown).map(|c| c.text);
        body.map(|b| b.text.as_str())
            .or(changed)
            .map(str::to_string)
    };
    let mut files = verilog::Files::new();
    for name in staged.sources.reads.iter().flat_map(|r| &r.files) {
        let shown = staged.shown(name);
        let id = match text_of(name, &shown) {
            Some(text) => map.add_text(&shown, &text),
            // yosys says what it thinks of foreign characters.
            None => map.add_lossy(&shown, &disk.read(shown.as_ref())?)?,
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
        OnDisk { map, files: disk }.open(&shown)
    };
    verilog::add_included(&mut files, &directories, &mut open);
    Ok(files)
}

/// What yosys made of the files, and its warnings. Where the user names no top, there has to be just one module that no other
/// uses.
fn elaborated(
    place: &Place,
    sources: &Sources,
    files: &verilog::Files,
    limits: Limits<'_>,
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

/// Files as they are: what is read again was read before.
struct Unlimited;

impl Files for Unlimited {
    fn read(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        std::fs::read(path).map_err(|error| Box::new(Diagnostic::error("N0204", error.to_string())))
    }
}

/// Nobody ends what takes as long as the first reading did.
struct Endless;

impl Patience for Endless {
    fn ended(&self) -> Option<Ended> {
        None
    }

    fn signal(&self) -> Signal {
        Signal::never()
    }

    fn watched(&self, _on: bool) {}
}

/// A design that was read, and how, so that a changed text can be read in the same way.
struct Verilog {
    words: Words,
    design: Design,
    /// By the names that yosys has.
    files: verilog::Files,
}

impl Verilog {
    /// The circuit with another text in the place of one file, as BTOR2. None if it is not read.
    fn read_again(&self, file: &SourceFile, text: &str) -> Option<String> {
        let mut place = Place::new().ok()?;
        let design = self.design.clone();
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
            patience: &Endless,
        };
        let changed = Some(Changed {
            file: file.name(),
            text,
        });
        let map = &mut SourceMap::new();
        let (again, _) = load(map, &Unlimited, design, place, &staged, changed, limits).ok()?;
        let system = btor2::lower(&again.words.loaded, Options::default()).system;
        btor2::compose(&system).ok()
    }
}

/// A change without the remark that names the instance: where the module has no other one, the text says the same.
fn without_instance(change: &str) -> &str {
    match change.rsplit_once(" /* in ") {
        Some((change, rest)) if rest.find("*/") == Some(rest.len() - 2) => change,
        _ => change,
    }
}

impl Netlist for Verilog {
    fn files(&self) -> Vec<FileId> {
        self.words.files()
    }

    fn name(&self) -> &str {
        self.words.name()
    }

    fn problem(&self) -> Box<dyn Problem + '_> {
        self.words.problem()
    }

    fn mutants(&self, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        self.words.mutants(breaks)
    }

    /// The file that the mutant changes, with the changed text, where yosys makes of it the circuit that the mutant is. The comment
    /// stands at the end: names of assertions have lines in them, which must not move.
    fn written(&self, mutants: &Mutants, remark: &str) -> Result<String, String> {
        let [mutant] = &mutants.mutants[..] else {
            return Err("it is gone".into());
        };
        let span = mutant.span;
        let said = without_instance(&mutant.replacement);
        let file = self.words.files.iter().find(|f| f.id == span.file);
        let tied = mutant.operator == USER.name;
        let stands = !tied && !said.is_empty() && !said.contains("/*");
        let Some(file) = file.filter(|_| stands) else {
            return Err("no text of the source stands for it alone".into());
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let text = file.text();
        let text = format!("{}{said}{}", &text[..start], &text[end..]);
        let meant = btor2::compose(&alone(mutants)?)?;
        match self.read_again(file, &text) {
            Some(read) if read == meant => Ok(format!("{text}// {remark}\n")),
            _ => Err("yosys reads the changed text as another circuit".into()),
        }
    }

    fn specification(&self) -> Vec<String> {
        verilog::specification(&self.words.loaded)
    }

    /// Which reset to assume where a property may be violated only because registers start with any value.
    fn advice(
        &self,
        system: &System,
        property: usize,
        trace: Option<&Trace>,
    ) -> Option<Diagnostic> {
        if self.design.reset.is_some() {
            return None;
        }
        let Unreset { reset, registers } = verilog::unreset(system, property, trace)?;
        let names: Vec<String> = registers.iter().map(|r| format!("`{r}`")).collect();
        let has = if names.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {has} no initial value, so `{}` is checked with any value at the start",
            names.join(", "),
            system.properties[property].name
        );
        let help = format!(
            "`--reset {reset}` assumes that `{}` resets at the start",
            reset.name
        );
        Some(Diagnostic::note("A0120", message).help(help))
    }
}
