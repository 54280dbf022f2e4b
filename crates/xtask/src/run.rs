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
    run_within(assay, args, file, limit, None)
}

/// The same. After so much processor time the process is interrupted, as by Ctrl-C; it may then still say what it knows.
pub fn run_within(
    program: &Path,
    args: &[String],
    file: &Path,
    limit: Duration,
    cpu: Option<Duration>,
) -> Result<Run, String> {
    let started = Instant::now();
    let mut child = Command::new(program)
        .args(args)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
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
    let (exit, usage) = wait(pid, started + limit, cpu);
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

/// Waits for the process with its resource usage; interrupts it once when it has had its processor time, and kills its group at the
/// deadline.
fn wait(
    pid: libc::pid_t,
    deadline: Instant,
    mut cpu: Option<Duration>,
) -> (Option<i32>, (Duration, u64)) {
    loop {
        let mut status = 0;
        // SAFETY: an all-zero rusage is a valid value, and wait4 fills it.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        let done = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if done == pid {
            let exit = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
            return (exit, (processor_time(&usage), usage.ru_maxrss as u64));
        }
        if cpu.is_some_and(|limit| used(pid) > limit) {
            cpu = None;
            unsafe { libc::kill(pid, libc::SIGINT) };
        }
        if Instant::now() > deadline {
            unsafe { libc::kill(-pid, libc::SIGKILL) };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Processor time of a process that still runs, with that of its children that have ended.
fn used(pid: libc::pid_t) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // SAFETY: asks for a number of the system.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as u64;
    Duration::from_millis(ticks_of(&text) * 1000 / ticks)
}

/// The fields 14 to 17 of `/proc/PID/stat`. The second is a name in parentheses, which may have blanks.
fn ticks_of(stat: &str) -> u64 {
    let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
    let fields = behind.split_whitespace().skip(11).take(4);
    fields.filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// In user and in kernel mode.
pub fn processor_time(usage: &libc::rusage) -> Duration {
    let seconds = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
    };
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_is_read_behind_the_name() {
        let stat = "7 (a) b) R 1 7 7 0 -1 4194560 100 200 0 0 5 6 7 8 20 0 1 0 999";
        assert_eq!(ticks_of(stat), 26);
        assert_eq!(ticks_of(""), 0);
    }

    #[test]
    fn a_process_is_interrupted_after_its_processor_time() {
        let words = ["-c", "while :; do :; done"].map(String::from);
        let limit = Duration::from_secs(30);
        let cpu = Some(Duration::from_millis(100));
        let ran = run_within(Path::new("/bin/sh"), &words, Path::new("x"), limit, cpu);
        let ran = ran.expect("there is a shell");
        assert_eq!(ran.exit, None);
        assert!(ran.wall < limit);
    }
}
