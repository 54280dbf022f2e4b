//! Runs a program of the system to its end, with a time limit.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// How long a program may take where nobody gives a limit.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long a wait for its end takes before the clock is looked at again.
const TICK: Duration = Duration::from_millis(1);

/// Runs a command to its end, or ends it when its time is over.
pub(crate) fn ended(mut command: Command, deadline: Option<Instant>) -> io::Result<Output> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = assay_process::spawn(command)?;
    let stdout = reader(child.stdout.take())?;
    let stderr = reader(child.stderr.take())?;
    let deadline = deadline.unwrap_or_else(|| Instant::now() + PATIENCE);
    let status: io::Result<ExitStatus> = loop {
        if let Some(status) = child.try_wait()? {
            break Ok(status);
        }
        if Instant::now() >= deadline {
            assay_process::kill(&mut child);
            child.wait()?;
            break Err(io::ErrorKind::TimedOut.into());
        }
        std::thread::sleep(TICK);
    };
    let text = |thread: JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
    let (stdout, stderr) = (text(stdout), text(stderr));
    Ok(Output {
        status: status?,
        stdout,
        stderr,
    })
}

/// Empties a pipe while somebody else waits.
fn reader(pipe: Option<impl Read + Send + 'static>) -> io::Result<JoinHandle<Vec<u8>>> {
    Builder::new().name("c-reader".into()).spawn(|| {
        let mut bytes = Vec::new();
        // What was read before a fault counts: the exit code tells whether it is all.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}
