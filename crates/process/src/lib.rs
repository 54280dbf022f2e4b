//! Processes that end with the program that started them, however it ends.
//!
//! On Linux the kernel kills a child when its parent dies (`PR_SET_PDEATHSIG`), so that even `kill -9` leaves no solver at work. The
//! kernel means the *thread* that started the child: a thread of its own starts all children and lives as long as the program.
//! Elsewhere a child outlives a program that was killed until it reads the end of its input.
//!
//! Each child leads a process group of its own: Ctrl-C in a terminal reaches the program alone, which then ends its children in
//! order, and a child that starts others can be ended together with them.

use std::io;
use std::process::{Child, Command};

/// Starts a process.
pub fn spawn(command: Command) -> io::Result<Child> {
    system::spawn(command)
}

/// Kills a process that [`spawn`] started, and what it has started in turn. It is still to be waited for.
pub fn kill(child: &mut Child) {
    // The number of one that has ended may belong to another.
    if matches!(child.try_wait(), Ok(None)) {
        kill_group(child);
        // Failure means that it has just ended by itself.
        let _ = child.kill();
    }
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(leader) = i32::try_from(child.id()) {
        let _ = killpg(nix::unistd::Pid::from_raw(leader), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(target_os = "linux")]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::OnceLock;
    use std::sync::mpsc::{Sender, channel};

    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::Signal;
    use nix::unistd::{Pid, getpid, getppid};

    type Request = (Command, Sender<io::Result<Child>>);

    pub fn spawn(mut command: Command) -> io::Result<Child> {
        let parent = getpid();
        command.process_group(0);
        // SAFETY: between fork and exec only two system calls are made, which allocate nothing and take no lock.
        unsafe { command.pre_exec(move || end_with(parent)) };
        let gone = || io::Error::other("the thread that starts processes has ended");
        let (answer, child) = channel();
        let starter = starter().ok_or_else(gone)?;
        starter.send((command, answer)).map_err(|_| gone())?;
        child.recv().map_err(|_| gone())?
    }

    fn end_with(parent: Pid) -> io::Result<()> {
        set_pdeathsig(Signal::SIGKILL)?;
        // The parent may have died before that.
        if getppid() == parent {
            Ok(())
        } else {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    /// The way to the thread that starts all children; None if there can be no such thread.
    fn starter() -> Option<Sender<Request>> {
        static STARTER: OnceLock<Option<Sender<Request>>> = OnceLock::new();
        let start = || {
            let (sender, requests) = channel::<Request>();
            let builder = std::thread::Builder::new().name("process-starter".into());
            let thread = builder.stack_size(256 * 1024).spawn(move || {
                for (mut command, answer) in requests {
                    // Whoever asked may be gone, and then its child is of no use.
                    if let Err(unwanted) = answer.send(command.spawn())
                        && let Ok(mut child) = unwanted.0
                    {
                        super::kill(&mut child);
                        let _ = child.wait();
                    }
                }
            });
            thread.ok().map(|_| sender)
        };
        STARTER.get_or_init(start).clone()
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub fn spawn(mut command: Command) -> io::Result<Child> {
        command.process_group(0).spawn()
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    pub fn spawn(mut command: Command) -> io::Result<Child> {
        command.spawn()
    }
}
