//! Every format on a Lustre model and on a circuit, as snapshots: whoever changes a writer sees what readers will see.

mod common;

use assay_report::{
    Document, check_to_json, check_to_text, core_to_json, core_to_text, cover_to_junit,
    cover_to_markdown, cover_to_sarif, cover_to_text, document, mutant_to_text, mutants_to_json,
    mutants_to_text, pair_to_vcd, simulate_to_json, simulate_to_text, trace_to_csv, trace_to_vcd,
};
use common::PLAIN;

fn snapshot(model: &str, format: &str, text: &str) {
    insta::assert_snapshot!(format!("{model}_{format}"), text);
}

/// The page without what is the same on every page: the style, the script and their hashes.
fn page(document: &Document) -> String {
    let mut text = common::html(document);
    for (from, to) in [
        ("<style>", "</style>"),
        ("<script>", "</script>"),
        ("Content-Security-Policy\" content=\"", "\">"),
    ] {
        let start = text.find(from).expect("the page has it") + from.len();
        let end = start + text[start..].find(to).expect("it ends");
        text.replace_range(start..end, "...");
    }
    text
}

/// All mutants one by one, as `assay explain` shows them.
fn explained(document: &Document) -> String {
    let texts = document.mutants.iter();
    let texts = texts.map(|m| mutant_to_text(document, m, PLAIN));
    texts.collect::<Vec<_>>().join("\n")
}

/// The waveforms of the first kill and of the first difference, and the former as CSV.
fn executions(document: &Document) -> [String; 3] {
    let signals = &document.signals;
    let kill = document.mutants.iter().find_map(|m| m.trace.as_ref());
    let kill = kill.expect("something is killed").view(signals);
    let difference = document.mutants.iter().find_map(|m| m.difference.as_ref());
    let difference = difference.expect("something survives");
    let pair = [&difference.trace, &difference.mutant_trace].map(|t| t.view(signals));
    [
        trace_to_vcd(&kill, "top"),
        pair_to_vcd(&pair[0], &pair[1], "top"),
        trace_to_csv(&kill),
    ]
}

fn cover_formats(model: &str, document: &Document) {
    snapshot(model, "text", &cover_to_text(document, PLAIN, false));
    snapshot(model, "verbose", &cover_to_text(document, PLAIN, true));
    snapshot(model, "explain", &explained(document));
    snapshot(model, "json", &document.to_json());
    snapshot(model, "html", &page(document));
    snapshot(model, "stryker", &common::stryker(document));
    snapshot(model, "sarif", &cover_to_sarif(document));
    snapshot(model, "junit", &cover_to_junit(document));
    snapshot(model, "markdown", &cover_to_markdown(document));
    let [kill, difference, csv] = executions(document);
    snapshot(model, "vcd", &kill);
    snapshot(model, "difference_vcd", &difference);
    snapshot(model, "csv", &csv);
}

#[test]
fn cover_of_lustre() {
    cover_formats("lustre", &common::heater());
}

#[test]
fn cover_of_a_circuit() {
    cover_formats("circuit", &common::pump());
}

#[test]
fn cover_of_two_files() {
    cover_formats("two_files", &common::two_files());
}

#[test]
fn cover_within_a_bound() {
    cover_formats("bounded", &common::bounded());
}

#[test]
fn check() {
    for (model, result) in [
        ("lustre", common::check()),
        ("circuit", common::circuit_check()),
        ("claims", common::claims()),
    ] {
        snapshot(model, "check", &check_to_text(&result, PLAIN, true));
        snapshot(model, "check_json", &document(&check_to_json(&result)));
    }
}

#[test]
fn core() {
    for (model, result) in [
        ("lustre", common::core()),
        ("circuit", common::circuit_core()),
    ] {
        snapshot(model, "core", &core_to_text(&result, PLAIN));
        snapshot(model, "core_json", &document(&core_to_json(&result)));
    }
}

#[test]
fn simulate() {
    for (model, result) in [
        ("lustre", common::simulate()),
        ("circuit", common::circuit_simulate()),
    ] {
        snapshot(model, "simulate", &simulate_to_text(&result, PLAIN));
        snapshot(
            model,
            "simulate_json",
            &document(&simulate_to_json(&result)),
        );
    }
}

#[test]
fn mutants() {
    for (model, document_) in [("lustre", common::heater()), ("circuit", common::pump())] {
        let result = common::listed(&document_);
        snapshot(model, "mutants", &mutants_to_text(&result, PLAIN));
        snapshot(model, "mutants_json", &document(&mutants_to_json(&result)));
    }
}
