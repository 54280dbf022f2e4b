//! From a file of C to what it does: by the system's compiler and by the interpreter.

use std::path::Path;
use std::process::Command;

use assay_c::interpret::{End, Run};
use assay_c::program::{DataModel, Program};
use assay_c::{Files, elaborate, parse, preprocess};
use assay_source::{Color, Renderer, SourceMap};

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

/// The program of a file, or why there is none.
pub fn program_of(
    path: &Path,
    options: &assay_c::Options,
    model: DataModel,
) -> Result<Program, String> {
    let mut map = SourceMap::new();
    let done = preprocess(path, options, &mut map, &mut Files::new(), &read)
        .and_then(|tokens| parse(tokens).map_err(|fault| vec![*fault]))
        .and_then(|unit| elaborate(&[unit], model));
    match done {
        Ok(done) => Ok(done.program),
        Err(faults) => Err(Renderer::new(Color::Plain).render_all(&map, &faults)),
    }
}

/// What `main` returned.
pub fn returned(run: &Run) -> Option<i32> {
    match &run.end {
        End::Returned(Some(word)) => Some(word.value as u32 as i32),
        _ => None,
    }
}

/// What the system's compiler makes of a program: what it prints and its exit code.
pub fn compiled(path: &Path, flags: &[&str]) -> Option<(Vec<u8>, i32)> {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("binary");
    let built = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", "-o"])
        .args([&binary, path])
        .args(flags)
        .output()
        .ok()?;
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    // A random program may run for ever.
    let done = Command::new("timeout")
        .arg("5")
        .arg(&binary)
        .output()
        .ok()?;
    Some((done.stdout, done.status.code()?))
}
