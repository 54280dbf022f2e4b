//! The configuration beside a model, for a caller who names none.

use std::sync::{Arc, Mutex};

use assay_session::{Config, CoverRequest, Events, ModelRequest, Session, Stop, languages};
use assay_source::{Diagnostic, Severity, SourceMap};

const MODEL: &str = "node main(a: bool) returns (ok: bool);
let
  ok = a or not a;
  --%PROPERTY ok;
tel
";

/// Keeps what is said.
#[derive(Default)]
struct Heard(Mutex<Vec<Diagnostic>>);

impl Events for Heard {
    fn diagnostics(&self, _map: &SourceMap, diagnostics: &[Diagnostic]) {
        let mut heard = self.0.lock().expect("no test panics inside");
        heard.extend_from_slice(diagnostics);
    }

    fn message(&self, _severity: Severity, _text: &str) {}
}

/// Measures the coverage of the model beside this configuration.
fn cover(config: &str, request: impl FnOnce(&mut ModelRequest)) -> (bool, Vec<Diagnostic>) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let model = directory.path().join("model.lus");
    std::fs::write(&model, MODEL).expect("it can be written");
    std::fs::write(directory.path().join("assay.toml"), config).expect("it can be written");
    let heard = Arc::new(Heard::default());
    let session = Session::new(languages(), heard.clone());
    let mut asked = ModelRequest::file(&model);
    request(&mut asked);
    let opened = session.open(&asked, None);
    let done = opened.and_then(|opened| opened.cover(&CoverRequest::default()));
    assert!(!matches!(done, Err(Stop::Bug(_))));
    let heard = heard.0.lock().expect("no test panics inside").clone();
    (done.is_ok(), heard)
}

const WAIVER: &str = "[[waiver]]\nfingerprint = \"0\"\nelement = \"0\"\nreason = \"known\"\n";

#[test]
fn waivers_beside_the_model_are_read() {
    let (done, heard) = cover(&format!("[check]\njobs = 1\n{WAIVER}"), |_| {});
    assert!(done, "{heard:?}");
    assert!(heard.iter().any(|d| d.code == "A0111"), "{heard:?}");
}

#[test]
fn a_configuration_that_is_wrong_ends_the_request() {
    let (done, heard) = cover("[chekc]\n", |_| {});
    assert!(!done);
    assert!(heard.iter().any(|d| d.code == "A0013"), "{heard:?}");
    let (done, heard) = cover("[[waiver]]\nreason = \"x\"\n", |_| {});
    assert!(!done);
    assert!(heard.iter().any(|d| d.code == "A0013"), "{heard:?}");
}

#[test]
fn a_caller_may_bring_another_one() {
    let (done, heard) = cover("[chekc]\n", |request| {
        request.config = Some(Arc::new(Config::default()));
    });
    assert!(done, "{heard:?}");
}
