//! A trace as CSV: a header with `step` and the names, then one row for each step. `assay simulate --inputs` reads it back.

use crate::TraceView;
use crate::value::show;

pub fn trace_to_csv(view: &TraceView) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header =
        std::iter::once("step".to_string()).chain(view.signals.iter().map(|s| s.name.clone()));
    let rows = (0..view.length).map(|step| {
        let cells = view
            .signals
            .iter()
            .map(move |s| show(&s.kind, &s.values[step]));
        std::iter::once(step.to_string())
            .chain(cells)
            .collect::<Vec<_>>()
    });
    for row in std::iter::once(header.collect()).chain(rows) {
        writer
            .write_record(&row)
            .expect("a vector takes every byte, and all rows are equally long");
    }
    let bytes = writer.into_inner().expect("a vector takes every byte");
    String::from_utf8(bytes).expect("names and values are UTF-8")
}
