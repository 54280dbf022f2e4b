//! Files that a command writes. A file has its name only when it is whole: it is written under another name beside the
//! target first and then renamed, so that a full disk or a killed run never leaves half a report where a whole one stood.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use assay_session::Stop;
use assay_source::Diagnostic;

/// What could not be written: exit code 2.
pub fn unwritten(place: &str, error: &io::Error) -> Stop {
    let message = format!("cannot write {place}: {error}");
    Stop::bad_input(Diagnostic::error("A0006", message))
}

/// Refuses to write a file that is also read, or two texts to one file. Before anything is read: a model that is gone cannot be
/// given back.
pub fn refuse_clashes<'a>(
    read: impl IntoIterator<Item = &'a PathBuf>,
    written: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Stop> {
    let place = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // A pipe or a device can be read and written.
    let regular = |path: &&'a PathBuf| fs::metadata(path).map_or(true, |about| about.is_file());
    let read: Vec<PathBuf> = read.into_iter().filter(regular).map(|p| place(p)).collect();
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in written.into_iter().filter(regular) {
        let at = place(path);
        let why = if read.contains(&at) {
            "it is the file that is read"
        } else if taken.contains(&at) {
            "something else is written there"
        } else {
            taken.push(at);
            continue;
        };
        let message = format!("cannot write `{}`: {why}", path.display());
        return Err(Stop::bad_input(Diagnostic::error("A0006", message)));
    }
    Ok(())
}

pub fn write(path: &Path, text: &str) -> Result<(), Stop> {
    write_with(path, |file| file.write_all(text.as_bytes()))
}

/// Lets `work` write the file's content.
pub fn write_with(
    path: &Path,
    work: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Stop> {
    let written = match replaceable(path) {
        Some(target) => replace(&target, work),
        None => File::create(path).and_then(|mut file| finish(&mut file, work)),
    };
    written.map_err(|error| unwritten(&format!("`{}`", path.display()), &error))
}

/// The file that a new one can take the place of. None for devices and pipes, which have to be written as they are. A link stays
/// a link: what it leads to is replaced.
fn replaceable(path: &Path) -> Option<PathBuf> {
    match fs::metadata(path) {
        Ok(about) if about.is_file() => fs::canonicalize(path).ok(),
        Ok(_) => None,
        // A link that leads nowhere is written through, as every program does.
        Err(_) if path.is_symlink() => None,
        Err(_) => Some(path.to_path_buf()),
    }
}

fn replace(target: &Path, work: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = target.with_file_name(name);
    let mut file = match File::create(&unfinished) {
        Ok(file) => file,
        // A directory in which nothing can be made may hold a file that can be written.
        Err(_) if target.exists() => {
            return File::create(target).and_then(|mut file| finish(&mut file, work));
        }
        Err(error) => return Err(error),
    };
    let done = finish(&mut file, work).and_then(|()| {
        if let Ok(about) = fs::metadata(target) {
            file.set_permissions(about.permissions())?;
        }
        // Some file systems say only now that the disk is full.
        file.sync_all()?;
        fs::rename(&unfinished, target)
    });
    if done.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    done
}

fn finish(file: &mut File, work: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = io::BufWriter::new(file);
    work(&mut buffered)?;
    buffered.flush()
}
