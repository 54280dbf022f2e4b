//! One run of assay on one file, measured.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What the process did.
pub struct Run {
    pub exit: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
    /// Processor time of the process and its solver processes.
    pub cpu: Duration,
    /// Greatest resident memory of the process itself or one of its children, in KiB.
    pub memory: u64,
}

impl Run {
    pub fn json(&self) -> Option<Value> {
        serde_json::from_str(&self.stdout).ok()
    }

    pub fn panicked(&self) -> bool {
        self.stderr.contains("panicked at") || self.exit.is_none() || self.exit == Some(101)
    }
}

/// Runs `assay` with `args` on `file`. The process gets a group of its own and is killed, solvers
/// included, well after its own time limit: a run that needs killing is a failure.
pub fn run(assay: &Path, args: &[String], file: &Path, limit: Duration) -> Result<Run, String> {
    let started = Instant::now();
    let mut child = Command::new(assay)
        .args(args)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", assay.display()))?;
    let pid = child.id() as libc::pid_t;
    let mut out = child.stdout.take().expect("piped");
    let mut err = child.stderr.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = out.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let errors = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = err.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    });
    let (exit, usage) = wait(pid, started + limit);
    // Whatever is left of the group is of no use any more.
    unsafe { libc::kill(-pid, libc::SIGKILL) };
    let wall = started.elapsed();
    Ok(Run {
        exit,
        stdout: reader.join().unwrap_or_default(),
        stderr: errors.join().unwrap_or_default(),
        wall,
        cpu: usage.0,
        memory: usage.1,
    })
}

/// Waits for the process with its resource usage; kills its group at the deadline.
fn wait(pid: libc::pid_t, deadline: Instant) -> (Option<i32>, (Duration, u64)) {
    loop {
        let mut status = 0;
        // SAFETY: an all-zero rusage is a valid value, and wait4 fills it.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        let done = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if done == pid {
            let exit = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            return (exit, (processor_time(&usage), usage.ru_maxrss as u64));
        }
        if Instant::now() > deadline {
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// In user and in kernel mode.
pub fn processor_time(usage: &libc::rusage) -> Duration {
    let seconds = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
    };
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}
