//! Where a result comes from: the `run` object of every JSON document. It is for people who audit a result; comparisons ignore it.
//!
//! Hashing the solvers and asking them for their versions takes a few hundredths of a second, so a thread of its own does that
//! beside the run, and only where the result is written in a format that shows it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use assay_report::{Provenance, SolverRecord};
use assay_solver::{Found, Oracle, SatOracle, StopFlag, discover};
use sha2::{Digest, Sha256};

/// The solvers that a command may use, asked about in the background.
pub struct Solvers(Option<JoinHandle<Vec<SolverRecord>>>);

impl Solvers {
    /// For commands that solve nothing, and for results that do not show it.
    pub const NONE: Solvers = Solvers(None);

    pub fn begin(wanted: bool) -> Solvers {
        if !wanted {
            return Solvers::NONE;
        }
        let thread = std::thread::Builder::new().spawn(|| {
            let others = discover();
            std::iter::once(built_in())
                .chain(others.iter().map(record))
                .collect()
        });
        Solvers(thread.ok())
    }

    /// Where no other solver can be used: asking the others for their versions would cost more than most questions about small models.
    pub fn built_in(wanted: bool) -> Solvers {
        if !wanted {
            return Solvers::NONE;
        }
        Solvers(std::thread::Builder::new().spawn(|| vec![built_in()]).ok())
    }

    /// Waits for the answers.
    fn finish(self) -> Vec<SolverRecord> {
        let joined = self.0.map(JoinHandle::join);
        joined.and_then(Result::ok).unwrap_or_default()
    }
}

/// CaDiCaL is a part of the program.
fn built_in() -> SolverRecord {
    let cadical = SatOracle::new(StopFlag::new());
    SolverRecord {
        name: "cadical".to_string(),
        version: cadical.name().split_whitespace().nth(1).map(String::from),
        sha256: None,
    }
}

fn record(found: &Found) -> SolverRecord {
    SolverRecord {
        name: found.kind.executable().to_string(),
        version: found.version(),
        sha256: hash(&found.path).ok(),
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Everything about this run of the program.
pub fn provenance(model: &Path, solvers: Solvers) -> Provenance {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Provenance {
        date: date(now.map_or(0, |d| d.as_secs())),
        command_line: std::env::args_os()
            .map(|a| a.to_string_lossy().into_owned())
            .collect(),
        tool: format!("assay {}", env!("CARGO_PKG_VERSION")),
        host: host(),
        commit: commit(model),
        solvers: solvers.finish(),
    }
}

/// Seconds since 1970 as a date in UTC, as RFC 3339 writes it.
fn date(seconds: u64) -> String {
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last one; an era of 400 years has 146,097 days.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year + turn;
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    let second = second % 60;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn host() -> Option<String> {
    let files = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let name = files.iter().find_map(|f| fs::read_to_string(f).ok());
    let name = name.or_else(|| std::env::var("HOSTNAME").ok());
    let name = name.map(|n| n.trim().to_string());
    name.filter(|n| !n.is_empty())
}

/// The commit that is checked out in the repository of the model. Read from git's files: git itself may not be installed.
fn commit(model: &Path) -> Option<String> {
    let model = fs::canonicalize(model).ok()?;
    let above = model.ancestors().skip(1);
    let git = above.map(|dir| dir.join(".git")).find(|git| git.exists())?;
    let directory = if git.is_dir() {
        git
    } else {
        let text = fs::read_to_string(&git).ok()?;
        let path = text.strip_prefix("gitdir:")?.trim();
        git.parent()?.join(path)
    };
    let head = fs::read_to_string(directory.join("HEAD")).ok()?;
    let Some(name) = head.strip_prefix("ref:").map(str::trim) else {
        return is_commit(head.trim());
    };
    let shared = fs::read_to_string(directory.join("commondir"));
    let shared = shared.map_or(directory.clone(), |path| directory.join(path.trim()));
    [directory, shared]
        .iter()
        .find_map(|directory| branch(directory, name))
}

/// The commit of a branch: in a file of its own, or packed with others.
fn branch(directory: &Path, name: &str) -> Option<String> {
    if let Ok(text) = fs::read_to_string(directory.join(name)) {
        return is_commit(text.trim());
    }
    let packed = fs::read_to_string(directory.join("packed-refs")).ok()?;
    let mut lines = packed.lines().filter_map(|l| l.split_once(' '));
    let (commit, _) = lines.find(|(_, n)| *n == name)?;
    is_commit(commit)
}

fn is_commit(text: &str) -> Option<String> {
    let digits = text.bytes().all(|b| b.is_ascii_hexdigit());
    (digits && text.len() >= 40).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

    /// A folder with a model, and what git would have written around it.
    fn repository(files: &[(&str, &str)]) -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, content) in files.iter().chain(&[("top/model/m.lus", "")]) {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("a file");
        }
        let model = directory.path().join("top/model/m.lus");
        (directory, model)
    }

    #[test]
    fn the_commit_of_a_repository_is_found_wherever_git_keeps_it() {
        let id = "0123456789abcdef0123456789abcdef01234567";
        let line = format!("{id}\n");
        let packed = format!("# pack-refs with: peeled\n{id} refs/heads/main\n");
        let main = "ref: refs/heads/main\n";
        for files in [
            vec![("top/.git/HEAD", line.as_str())],
            vec![
                ("top/.git/HEAD", main),
                ("top/.git/refs/heads/main", line.as_str()),
            ],
            vec![
                ("top/.git/HEAD", main),
                ("top/.git/packed-refs", packed.as_str()),
            ],
            vec![
                ("top/.git", "gitdir: ../whole/.git/worktrees/top\n"),
                ("whole/.git/worktrees/top/HEAD", main),
                ("whole/.git/worktrees/top/commondir", "../..\n"),
                ("whole/.git/refs/heads/main", line.as_str()),
            ],
        ] {
            let (_directory, model) = repository(&files);
            assert_eq!(commit(&model).as_deref(), Some(id), "{files:?}");
        }
        for files in [
            vec![("top/.git/HEAD", main)],
            vec![("top/.git/HEAD", "what is this\n")],
            vec![("top/.git", "nonsense")],
        ] {
            let (_directory, model) = repository(&files);
            assert_eq!(commit(&model), None, "{files:?}");
        }
    }
}
