//! A program of C as the rest of the tool sees it.

use std::path::{Path, PathBuf};

use assay_c::C;
use assay_language::{
    Ended, Files, Given, Language, Limits, Model, Patience, ReadRequest, Signal, Unread,
};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};

struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        std::fs::read(path).map_err(|e| Box::new(Diagnostic::error("T0001", e.to_string())))
    }
}

struct Patient;

impl Patience for Patient {
    fn ended(&self) -> Option<Ended> {
        None
    }

    fn signal(&self) -> Signal {
        Signal::never()
    }

    fn watched(&self, _on: bool) {}
}

/// The model of these files, or why there is none.
pub fn model(
    paths: &[PathBuf],
    given: &Given,
    entry: Option<&str>,
    map: &mut SourceMap,
) -> Result<Box<dyn Model>, String> {
    model_until(paths, given, entry, map, &Patient)
}

/// The same for somebody who may end the work.
pub fn model_until(
    paths: &[PathBuf],
    given: &Given,
    entry: Option<&str>,
    map: &mut SourceMap,
    patience: &dyn Patience,
) -> Result<Box<dyn Model>, String> {
    let read = C.read(ReadRequest {
        paths,
        given,
        part: entry,
        map,
        files: &Disk,
        limits: Limits {
            deadline: None,
            patience,
        },
    });
    match read {
        Ok((model, _)) => Ok(model),
        Err(Unread::Faulty(faults)) => Err(Renderer::new(Color::Plain).render_all(map, &faults)),
        Err(Unread::Stopped(why)) => Err(why.message),
    }
}
