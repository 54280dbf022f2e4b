//! Netlists of words: BTOR2, and Verilog by way of yosys. The interpreter of BTOR2 replays.

use std::path::Path;

use assay_netlist::aiger::Options;
use assay_netlist::btor2::{self, Loaded, Lowered};
use assay_netlist::mutate::{Grain, OPERATORS, Selection};
use assay_netlist::verilog::{self, Unreset};
use assay_solver::StopFlag;
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Mutants, OperatorRole, System, Trace};

use super::netlist::{Circuit, options};
use super::{
    Breaks, Foreign, Front, Inputs, MutantsError, Read, Run, SimulateError, Subject, Unread, alone,
};
use crate::args::ModelArgs;
use crate::yosys::{self, Limits, Ran};

struct Words {
    name: String,
    loaded: Loaded,
    /// What is shown.
    file: SourceFile,
    /// How Verilog was read, where yosys made the model of it.
    verilog: Option<ModelArgs>,
}

pub fn load_btor2(map: &mut SourceMap, path: &Path, bytes: &[u8]) -> Read {
    let file = map
        .add_bytes(&path.display().to_string(), bytes)
        .map_err(|d| vec![*d])?;
    let file = map.file(file).clone();
    let front = Words {
        name: stem(path),
        loaded: btor2::load(&file)?,
        file,
        verilog: None,
    };
    Ok((Box::new(front), vec![]))
}

/// Lets yosys read the file. Its warnings are shown; what it wrote is part of the sources, so that a fault in it can be.
pub fn load_verilog(map: &mut SourceMap, args: &ModelArgs, bytes: &[u8], limits: Limits) -> Read {
    let (front, messages) = load_words(map, args, bytes, limits)?;
    Ok((Box::new(front), messages))
}

fn load_words(
    map: &mut SourceMap,
    args: &ModelArgs,
    bytes: &[u8],
    limits: Limits,
) -> Result<(Words, Vec<Diagnostic>), Unread> {
    let name = args.file.display().to_string();
    // yosys says what it thinks of foreign characters.
    let file = map.add_lossy(&name, bytes).map_err(|d| vec![*d])?;
    let file = map.file(file).clone();
    let mut files = vec![file.clone()];
    let (ran, mut messages) = elaborated(&name, args.top.as_deref(), &files, limits)?;
    let written = with_reset(&ran.btor2, args.reset.as_ref())?;
    let mut add = |what: &str, bytes: &[u8]| -> Result<SourceFile, Vec<Diagnostic>> {
        let id = map.add_bytes(&format!("{name} as BTOR2{what}"), bytes);
        Ok(map.file(id.map_err(|d| vec![*d])?).clone())
    };
    let written = add("", &written)?;
    let clocked = add(" with clocks", &ran.clocked)?;
    for included in verilog::files_named(&written) {
        if included != name
            && let Ok(bytes) = std::fs::read(&included)
            && let Ok(id) = map.add_bytes(&included, &bytes)
        {
            files.push(map.file(id).clone());
        }
    }
    let written = verilog::Written {
        model: &written,
        clocked: &clocked,
        info: &ran.info,
    };
    let (loaded, notes) = verilog::load(&written, &files, args.clock.as_deref())?;
    messages.extend(notes);
    let front = Words {
        name: verilog::top_of(&ran.info).map_or_else(|| stem(&args.file), str::to_string),
        loaded,
        file,
        verilog: Some(args.clone()),
    };
    Ok((front, messages))
}

/// What yosys made of the file, and its warnings. Where the user names no top, there has to be just one module that no other uses.
fn elaborated(
    name: &str,
    top: Option<&str>,
    files: &[SourceFile],
    limits: Limits,
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

fn stem(path: &Path) -> String {
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| path.display().to_string())
}

impl Front for Words {
    fn file(&self) -> FileId {
        self.file.id
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
        let grain = match breaks.circuit.bits {
            true => Grain::Bits,
            false => Grain::Words,
        };
        let lowered = btor2::lower(&self.loaded, options);
        let files = std::slice::from_ref(&self.file);
        Ok(btor2::mutate(
            &self.loaded,
            &lowered,
            files,
            options,
            &selection,
            grain,
        ))
    }

    fn written(&self, _part: usize, _breaks: &Breaks, mutants: &Mutants) -> Result<String, String> {
        match &self.verilog {
            Some(args) => self.verilog_text(args, mutants),
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
        let args = self.verilog.as_ref()?;
        match args.reset {
            Some(_) => None,
            None => verilog::unreset(system, property, trace),
        }
    }

    fn specification(&self) -> Vec<String> {
        verilog::specification(&self.loaded)
    }
}

impl Words {
    /// The source with the changed text, where yosys makes of it the circuit that the mutant is.
    fn verilog_text(&self, args: &ModelArgs, mutants: &Mutants) -> Result<String, String> {
        let [mutant] = &mutants.mutants[..] else {
            return Err("it is gone".into());
        };
        let span = mutant.span;
        let said = &mutant.replacement;
        if span.file != self.file.id || said.is_empty() || said.contains("/*") {
            return Err("no text of the source stands for it alone".into());
        }
        let (start, end) = (span.start as usize, span.end as usize);
        let text = self.file.text();
        let text = format!("{}{said}{}", &text[..start], &text[end..]);
        let meant = btor2::compose(&alone(mutants)?)?;
        match read_again(args, &text) {
            Some(read) if read == meant => Ok(text),
            _ => Err("yosys reads the changed text as another circuit".into()),
        }
    }
}

/// The circuit of a text that takes the place of a Verilog file, as BTOR2. None if it is not read.
fn read_again(args: &ModelArgs, text: &str) -> Option<String> {
    let name = args.file.display().to_string();
    let (place, path) = yosys::scratch(args.file.file_name()?, text)?;
    let args = ModelArgs {
        file: path.clone(),
        ..args.clone()
    };
    let limits = Limits {
        deadline: None,
        stop: &StopFlag::new(),
    };
    let read = load_words(&mut SourceMap::new(), &args, text.as_bytes(), limits).ok();
    drop(place);
    let (words, _) = read?;
    let system = btor2::lower(&words.loaded, Options::default()).system;
    let circuit = btor2::compose(&system).ok()?;
    // Names that yosys makes up have the file's in them.
    Some(circuit.replace(&path.display().to_string(), &name))
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
