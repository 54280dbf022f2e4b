//! A model need not be the first file of a run: every place that is said of it names its own file, and mutants keep their ids.

use std::path::Path;

use assay_lustre::load;
use assay_lustre::mutate::{Selection, mutate};
use assay_source::{FileId, SourceMap, Span};
use assay_system::{Mutants, System};

/// Every place that the system names.
fn places(system: &System) -> Vec<Span> {
    let vars = system.vars.iter().filter_map(|v| v.span);
    let constraints = system.constraints.iter().filter_map(|c| c.span);
    let properties = system.properties.iter().filter_map(|p| p.span);
    let elements = system.elements.iter().filter_map(|e| e.span);
    vars.chain(constraints)
        .chain(properties)
        .chain(elements)
        .collect()
}

/// The mutants of a text that is the file number `before` of its run, and how many places were looked at.
fn mutants(text: &str, before: usize) -> Option<(Mutants, usize)> {
    let mut map = SourceMap::new();
    for i in 0..before {
        map.add_text(&format!("other{i}.lus"), "");
    }
    let id = map.add_text("model.lus", text);
    assert_eq!(id, FileId(before as u32));
    let loaded = match load(map.file(id), None) {
        Ok(loaded) => loaded,
        Err(errors) => {
            let mut spans = errors.iter().filter_map(|e| e.span);
            assert!(spans.all(|s| s.file == id), "{errors:?}");
            return None;
        }
    };
    let said = loaded.diagnostics.iter().filter_map(|d| d.span);
    let mut seen: Vec<Span> = said.collect();
    assert_eq!(loaded.model.file, id);
    let all = Selection::parse("all").expect("a group");
    let main = *loaded.model.mains.first()?;
    let mutated = mutate(map.file(id), &loaded.model, main, &all).expect("not too large");
    seen.extend(places(&mutated.lowered.system));
    seen.extend(mutated.mutants.mutants.iter().map(|m| m.span));
    assert!(seen.iter().all(|s| s.file == id), "{seen:?}");
    Some((mutated.mutants, seen.len()))
}

#[test]
fn places_name_the_file_that_they_are_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (mut models, mut looked_at) = (0, 0);
    for path in assay_testkit::corpus::files(&folder, &["lus"]) {
        let text =
            String::from_utf8_lossy(&std::fs::read(&path).expect("a readable file")).into_owned();
        let (first, third) = (mutants(&text, 0), mutants(&text, 2));
        assert_eq!(first.is_some(), third.is_some(), "{}", path.display());
        let (Some((first, _)), Some((third, count))) = (first, third) else {
            continue;
        };
        let ids = |m: &Mutants| -> Vec<(String, String)> {
            let mutants = m.mutants.iter();
            mutants
                .map(|m| (m.id.clone(), m.fingerprint.clone()))
                .collect()
        };
        assert_eq!(ids(&first), ids(&third), "{}", path.display());
        models += 1;
        looked_at += count;
    }
    assert!(
        models > 5 && looked_at > 100,
        "{models} models, {looked_at} places"
    );
}
