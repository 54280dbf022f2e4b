//! From a path to a model: reads the file, asks the front end, shows what it has to say.

use std::path::Path;
use std::time::Instant;

use assay_lustre::lower::{Lowered, lower};
use assay_lustre::model::{Model, NodeId};
use assay_source::{Diagnostic, FileId, SourceMap};
use sha2::{Digest, Sha256};

use crate::args::ModelArgs;
use crate::commands::Stop;
use crate::exit::Exit;
use crate::output::Output;

/// A model that was read without errors.
pub struct Loaded {
    pub map: SourceMap,
    /// Warnings and notes; commands add their own.
    pub diagnostics: Vec<Diagnostic>,
    pub model: Model,
    /// The nodes to work on.
    pub mains: Vec<NodeId>,
    /// As the user gave it.
    pub path: String,
    pub sha256: String,
    pub started: Instant,
    output: Output,
}

impl Loaded {
    pub fn new(args: &ModelArgs, output: Output) -> Result<Loaded, Stop> {
        let started = Instant::now();
        let bytes = read(&args.file)?;
        let path = args.file.display().to_string();
        let mut map = SourceMap::new();
        let file = match map.add_bytes(&path, &bytes) {
            Ok(file) => file,
            Err(diagnostic) => return Err(refuse(&map, &[*diagnostic], output)),
        };
        let (model, diagnostics) = match assay_lustre::load(map.file(file), args.dialect) {
            Ok(loaded) => (loaded.model, loaded.diagnostics),
            Err(diagnostics) => return Err(refuse(&map, &diagnostics, output)),
        };
        output.diagnostics(&map, &diagnostics);
        let mains = mains(&model, args.main.as_deref(), file, &map)?;
        let sha256 = Sha256::digest(&bytes)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        Ok(Loaded {
            map,
            diagnostics,
            model,
            mains,
            path,
            sha256,
            started,
            output,
        })
    }

    /// The main node of a command that works on one only.
    pub fn only_main(&self) -> Result<NodeId, Stop> {
        match self.mains.as_slice() {
            [main] => Ok(*main),
            several => {
                let names: Vec<String> = several.iter().map(|&m| self.name(m)).collect();
                let message = format!("`{}` has {} main nodes", self.path, names.len());
                let help = format!("choose one with --main: {}", names.join(", "));
                Err(Stop::bad_input(
                    Diagnostic::error("A0002", message).help(help),
                ))
            }
        }
    }

    pub fn name(&self, node: NodeId) -> String {
        self.model.node(node).name.to_string()
    }

    /// The transition system of a node.
    pub fn lower(&self, main: NodeId) -> Result<Lowered, Stop> {
        lower(&self.model, main).map_err(|diagnostic| self.refuse(&diagnostic))
    }

    /// Ends the command with an error that has a place in the model.
    pub fn refuse(&self, diagnostic: &Diagnostic) -> Stop {
        refuse(&self.map, std::slice::from_ref(diagnostic), self.output)
    }

    /// Shows a warning or note and keeps it for the result.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        self.output
            .diagnostics(&self.map, std::slice::from_ref(&diagnostic));
        self.diagnostics.push(diagnostic);
    }
}

/// The bytes of a file, or a sentence about why not.
pub fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    let shown = path.display();
    if path.is_dir() {
        return Err(Stop::bad_input(Diagnostic::error(
            "A0001",
            format!("`{shown}` is a directory, not a file"),
        )));
    }
    std::fs::read(path).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
            _ => format!("cannot read `{shown}`: {error}"),
        };
        Stop::bad_input(Diagnostic::error("A0001", why))
    })
}

/// The text of a file that is no model, such as CSV.
pub fn read_text(path: &Path) -> Result<String, Stop> {
    String::from_utf8(read(path)?).map_err(|_| {
        let message = format!("`{}` is not valid UTF-8", path.display());
        Stop::bad_input(Diagnostic::error("A0001", message))
    })
}

pub fn write(path: &Path, text: &str) -> Result<(), Stop> {
    std::fs::write(path, text).map_err(|error| {
        let message = format!("cannot write `{}`: {error}", path.display());
        Stop::bad_input(Diagnostic::error("A0006", message))
    })
}

fn refuse(map: &SourceMap, diagnostics: &[Diagnostic], output: Output) -> Stop {
    output.diagnostics(map, diagnostics);
    Stop::Said(Exit::BadInput)
}

fn mains(
    model: &Model,
    wanted: Option<&str>,
    file: FileId,
    map: &SourceMap,
) -> Result<Vec<NodeId>, Stop> {
    let ids = || (0..model.nodes.len() as u32).map(NodeId);
    match wanted {
        Some(name) => match ids().find(|&id| &*model.node(id).name.name == name) {
            Some(id) => Ok(vec![id]),
            None => {
                let message = format!("there is no node `{name}`");
                let names: Vec<String> = ids().map(|id| model.node(id).name.to_string()).collect();
                let error = Diagnostic::error("A0002", message);
                Err(Stop::bad_input(
                    error.help(format!("the nodes are {}", names.join(", "))),
                ))
            }
        },
        None if model.mains.is_empty() => {
            let message = format!("`{}` has no node", map.file(file).name());
            Err(Stop::bad_input(Diagnostic::error("A0002", message)))
        }
        None => Ok(model.mains.clone()),
    }
}
