//! Verilog, by way of yosys: what it writes is read as BTOR2 and led back to the source.

use std::path::PathBuf;

use assay_language::{
    Breaks, Ended, Files, Given, Language, Limits, Model, MutantsError, Mutated, Mutator,
    OptionSpec, Patience, Problem, Read, ReadRequest, USER, Unread,
};
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Mutants, System, Trace};

use super::words::Words;
use super::yosys::{self, Ran};
use super::{AS_BTOR2, CIRCUIT, alone, mutators, stem, with_gates, written_as};
use crate::aiger::Options;
use crate::btor2;
use crate::verilog::{self, Reset, Unreset};

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

impl Language for VerilogLanguage {
    fn name(&self) -> &'static str {
        "verilog"
    }

    fn title(&self) -> &'static str {
        "Verilog"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sv", "v"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        CIRCUIT.into_iter().chain([CLOCK, RESET]).collect()
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

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let how = How {
            path: request.only_path()?.to_path_buf(),
            top: request.part.map(str::to_string),
            clock: request.given.value(CLOCK.long).map(str::to_string),
            reset: reset(request.given)?,
        };
        let (words, messages) = how.read(request.map, request.files, request.limits)?;
        Ok((Box::new(Verilog { words, how }), messages))
    }
}

fn reset(given: &Given) -> Result<Option<Reset>, Box<Diagnostic>> {
    let reset = given.value(RESET.long).map(str::parse).transpose();
    reset.map_err(|why: String| Box::new(Diagnostic::error("A0023", why)))
}

/// What is read, and how.
#[derive(Clone)]
struct How {
    path: PathBuf,
    top: Option<String>,
    clock: Option<String>,
    reset: Option<Reset>,
}

impl How {
    /// Lets yosys read the file. Its warnings are shown; what it wrote is part of the sources, so that a fault in it can be.
    fn read(
        &self,
        map: &mut SourceMap,
        files: &dyn Files,
        limits: Limits<'_>,
    ) -> Result<(Words, Vec<Diagnostic>), Unread> {
        let name = self.path.display().to_string();
        let bytes = files.read(&self.path)?;
        // yosys says what it thinks of foreign characters.
        let file = map.add_lossy(&name, &bytes)?;
        let mut sources = vec![map.file(file).clone()];
        let (ran, mut messages) = elaborated(&name, self.top.as_deref(), &sources, limits)?;
        let written = with_reset(&ran.btor2, self.reset.as_ref())?;
        let mut add = |what: &str, bytes: &[u8]| -> Result<SourceFile, Box<Diagnostic>> {
            let id = map.add_bytes(&format!("{name} as BTOR2{what}"), bytes)?;
            Ok(map.file(id).clone())
        };
        let written = add("", &written)?;
        let clocked = add(" with clocks", &ran.clocked)?;
        for included in verilog::files_named(&written) {
            if included != name
                && let Ok(bytes) = files.read(included.as_ref())
                && let Ok(id) = map.add_bytes(&included, &bytes)
            {
                sources.push(map.file(id).clone());
            }
        }
        let written = verilog::Written {
            model: &written,
            clocked: &clocked,
            info: &ran.info,
        };
        let (loaded, notes) = verilog::load(&written, &sources, self.clock.as_deref())?;
        messages.extend(notes);
        // Places in included files are led back to the file that the user named.
        sources.truncate(1);
        let words = Words {
            name: verilog::top_of(&ran.info).map_or_else(|| stem(&self.path), str::to_string),
            loaded,
            files: sources,
        };
        Ok((words, messages))
    }

    /// The circuit of a text that takes the place of the file, as BTOR2. None if it is not read.
    fn read_again(&self, text: &str) -> Option<String> {
        let name = self.path.display().to_string();
        let (place, path) = yosys::scratch(self.path.file_name()?, text)?;
        let changed = How {
            path: path.clone(),
            ..self.clone()
        };
        let limits = Limits {
            deadline: None,
            patience: &Endless,
        };
        let read = changed.read(&mut SourceMap::new(), &Disk, limits).ok();
        drop(place);
        let (words, _) = read?;
        let system = btor2::lower(&words.loaded, Options::default()).system;
        let circuit = btor2::compose(&system).ok()?;
        // Names that yosys makes up have the file's in them.
        Some(circuit.replace(&path.display().to_string(), &name))
    }
}

/// Files as they are: what is read again was read before.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &std::path::Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        std::fs::read(path).map_err(|error| Box::new(Diagnostic::error("N0204", error.to_string())))
    }
}

/// Nobody ends what takes as long as the first reading did.
struct Endless;

impl Patience for Endless {
    fn ended(&self) -> Option<Ended> {
        None
    }

    fn watched(&self, _on: bool) {}
}

/// What yosys made of the file, and its warnings. Where the user names no top, there has to be just one module that no other uses.
fn elaborated(
    name: &str,
    top: Option<&str>,
    files: &[SourceFile],
    limits: Limits<'_>,
) -> Result<(Ran, Vec<Diagnostic>), Unread> {
    let ran = yosys::run(name, top, limits)?;
    let modules = verilog::listed(&ran.modules);
    let candidates = verilog::candidates(&ran.modules, &ran.uses);
    // Nothing is known of modules where the text is wrong.
    let read = !ran.modules.is_empty();
    match top {
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
    match (top, candidates.first()) {
        // yosys takes the module at the root of most levels, which is the candidate unless it counts in another way.
        (None, Some(only)) if verilog::top_of(&ran.info) != Some(only) => {
            elaborated(name, Some(only), files, limits)
        }
        _ => Ok((ran, messages)),
    }
}

/// What yosys wrote, with the assumption about the reset behind it.
fn with_reset(btor2: &[u8], reset: Option<&verilog::Reset>) -> Result<Vec<u8>, Box<Diagnostic>> {
    let mut written = btor2.to_vec();
    if let Some(reset) = reset {
        let text = String::from_utf8_lossy(btor2);
        let (model, _) = btor2::parse(&SourceFile::new(FileId::default(), "", &text));
        written.extend(verilog::assumed(&model, reset)?.into_bytes());
    }
    Ok(written)
}

struct Verilog {
    words: Words,
    how: How,
}

impl Model for Verilog {
    fn files(&self) -> Vec<FileId> {
        self.words.files()
    }

    fn parts(&self) -> Vec<String> {
        self.words.parts()
    }

    fn mains(&self) -> Vec<usize> {
        self.words.mains()
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(self.words.problem())
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        Ok(Mutated {
            mutants: self.words.mutants(breaks)?,
            replayer: None,
        })
    }

    fn more_mutants(&self, breaks: &Breaks) -> Option<Breaks> {
        with_gates(breaks)
    }

    /// The source with the changed text, where yosys makes of it the circuit that the mutant is. The comment stands at the end:
    /// names of assertions have lines in them, which must not move.
    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        let [mutant] = &mutants.mutants[..] else {
            return Err("it is gone".into());
        };
        let (span, said) = (mutant.span, &mutant.replacement);
        let file = &self.words.files[0];
        let tied = mutant.operator == USER.name;
        if tied || span.file != file.id || said.is_empty() || said.contains("/*") {
            return Err("no text of the source stands for it alone".into());
        }
        let (start, end) = (span.start as usize, span.end as usize);
        let text = file.text();
        let text = format!("{}{said}{}", &text[..start], &text[end..]);
        let meant = btor2::compose(&alone(mutants)?)?;
        match self.how.read_again(&text) {
            Some(read) if read == meant => Ok(format!("{text}// {remark}\n")),
            _ => Err("yosys reads the changed text as another circuit".into()),
        }
    }

    fn written_as(
        &self,
        extension: &str,
        mutants: &Mutants,
        remark: &str,
    ) -> Option<Result<String, String>> {
        written_as(extension, mutants, remark)
    }

    fn written_hint(&self) -> Option<&'static str> {
        Some(AS_BTOR2)
    }

    fn whole(&self, span: Span) -> Option<Span> {
        Some(span)
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
        if self.how.reset.is_some() {
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
