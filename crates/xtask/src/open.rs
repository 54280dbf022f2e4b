//! Models read as the tool reads them, for what decides them by itself.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use assay_session::{Events, ModelRequest, Opened, Session, Stop, languages};
use assay_source::{Diagnostic, Severity, SourceMap};

/// Keeps what is said about a model that is refused.
#[derive(Default)]
struct Faults(Mutex<Vec<String>>);

impl Events for Faults {
    fn diagnostics(&self, _map: &SourceMap, diagnostics: &[Diagnostic]) {
        let errors = diagnostics.iter().filter(|d| d.is_error());
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faults.extend(errors.map(|d| format!("{}: {}", d.code, d.message)));
    }

    fn message(&self, _severity: Severity, _text: &str) {}
}

/// Opens a model and does something with it. The error names the file and what is wrong with it.
pub fn open<T>(
    path: &Path,
    work: impl FnOnce(&Opened<'_>) -> Result<T, Stop>,
) -> Result<T, String> {
    open_within(&ModelRequest::file(path), None, work)
}

/// The same with all that a request can say, and with a limit in seconds.
pub fn open_within<T>(
    request: &ModelRequest,
    timeout: Option<f64>,
    work: impl FnOnce(&Opened<'_>) -> Result<T, Stop>,
) -> Result<T, String> {
    let faults = Arc::new(Faults::default());
    let session = Session::new(languages(), faults.clone());
    let opened = session.open(request, timeout);
    opened.and_then(|opened| work(&opened)).map_err(|stop| {
        let why = match stop {
            Stop::BadInput(why) => format!("{}: {}", why.code, why.message),
            Stop::Bug(why) => why,
            Stop::Said(_) => {
                let faults = faults.0.lock().unwrap_or_else(PoisonError::into_inner);
                faults.first().cloned().unwrap_or_default()
            }
        };
        let path = request.paths.first().map(|p| p.display().to_string());
        format!("{}: {why}", path.unwrap_or_default())
    })
}
