//! A language is one implementation of a trait and one entry in a list: every request and report works on a toy language that this crate
//! does not know.

mod toy;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use assay_language::{Given, Language};
use assay_report::document::{Document, Verdict};
use assay_report::{EvidenceView, GoalOutcome, Outcome, check_to_json, check_to_text, write_html};
use assay_session::{
    CheckRequest, CoreRequest, CoverRequest, Events, Exit, ExplainRequest, ModelRequest,
    MutantsRequest, Opened, Progress, Session, SimulateRequest, Stop, languages,
};
use assay_source::{Diagnostic, Severity, SourceMap};
use toy::Toy;

const FIRST: &str = "\
input a, b
x = a & !b
y = x | b
claim implied: !x | a
claim joined: !x | y
";

const SECOND: &str = "\
z = y & a
possible both: z & a
goal hit: x & b
goal seen: z
";

/// Keeps the codes and texts of what is said.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Events for Heard {
    fn diagnostics(&self, _map: &SourceMap, diagnostics: &[Diagnostic]) {
        let said = diagnostics
            .iter()
            .map(|d| format!("{} {}", d.code, d.message));
        self.0.lock().unwrap().extend(said);
    }

    fn message(&self, _severity: Severity, text: &str) {
        self.0.lock().unwrap().push(text.to_string());
    }

    fn progress(&self, progress: Progress<'_>) {
        if let Progress::Decided {
            property, verdict, ..
        } = progress
        {
            let said = format!("{property} is {verdict}");
            self.0.lock().unwrap().push(said);
        }
    }
}

impl Heard {
    fn has(&self, text: &str) -> bool {
        self.0
            .lock()
            .unwrap()
            .iter()
            .any(|said| said.contains(text))
    }
}

/// Files in a folder of their own.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("a file");
        }
        Folder(folder)
    }

    fn request(&self, names: &[&str]) -> ModelRequest {
        let path = |name: &&str| self.0.path().join(name);
        ModelRequest {
            paths: names.iter().map(path).collect(),
            ..ModelRequest::default()
        }
    }
}

fn with_toy() -> Vec<&'static dyn Language> {
    let mut all = languages().to_vec();
    all.push(&Toy);
    all
}

/// Opens the two files and hands the model over.
fn opened<T>(work: impl FnOnce(&Opened<'_>, &Heard) -> T) -> T {
    let folder = Folder::new(&[("first.toy", FIRST), ("second.toy", SECOND)]);
    let heard = Arc::new(Heard::default());
    let languages = with_toy();
    let session = Session::new(&languages, heard.clone());
    let request = folder.request(&["first.toy", "second.toy"]);
    let opened = session.open(&request, None).expect("both are read");
    work(&opened, &heard)
}

#[test]
fn claims_and_goals_are_decided_by_one_question_each_kind_with_its_evidence() {
    opened(|opened, heard| {
        let reply = opened.check(&CheckRequest::default()).expect("a result");
        assert_eq!(reply.exit, Exit::Holds);
        let result = &reply.result;
        let [implied, joined, both] = &result.properties[..] else {
            panic!("three properties");
        };
        for property in [implied, joined] {
            let Outcome::Proved {
                engine,
                evidence: EvidenceView::Certificate { k: 1, .. },
                checked,
            } = &property.outcome
            else {
                panic!("{property:?}");
            };
            assert_eq!(engine, "combinational");
            assert_ne!(*checked, assay_report::Checked::Not);
        }
        // A claim that is not universal is proved by an execution, which the language itself runs.
        let Outcome::Proved {
            evidence: EvidenceView::Trace(trace),
            checked,
            ..
        } = &both.outcome
        else {
            panic!("{both:?}");
        };
        assert_eq!(trace.length, 1);
        let by = assay_report::Checked::By("toy interpreter".into());
        assert_eq!(*checked, by);
        let [hit, seen] = &result.goals[..] else {
            panic!("two goals");
        };
        assert!(matches!(hit.outcome, GoalOutcome::Infeasible { .. }));
        assert!(matches!(seen.outcome, GoalOutcome::Reached { .. }));
        assert!(heard.has("implied is proved"));
        let json = check_to_json(result);
        assert_eq!(json["properties"][2]["claim"], "reachable");
        assert_eq!(json["goals"][0]["verdict"], "infeasible");
        assert_eq!(json["input"]["files"].as_array().map(Vec::len), Some(2));
    });
}

#[test]
fn a_violated_claim_has_a_trace_and_a_proof_says_within_what() {
    let folder = Folder::new(&[(
        "broken.toy",
        "input a\nx = a\nclaim wrong: x\nclaim right: !x | a\npossible never: x & !a\nwithin depth 3\n",
    )]);
    let languages = with_toy();
    let session = Session::new(&languages, Arc::new(Heard::default()));
    let opened = session.open(&folder.request(&["broken.toy"]), None);
    let opened = opened.expect("it is read");
    let reply = opened.check(&CheckRequest::default()).expect("a result");
    assert_eq!(reply.exit, Exit::Finding);
    let [wrong, right, never] = &reply.result.properties[..] else {
        panic!("three properties");
    };
    let outcome = &wrong.outcome;
    assert!(
        matches!(
            outcome,
            Outcome::Violated {
                evidence: EvidenceView::Trace(_),
                ..
            }
        ),
        "{outcome:?}"
    );
    assert!(right.bounded().is_some());
    // What can never be is shown by a certificate.
    let outcome = &never.outcome;
    assert!(
        matches!(
            outcome,
            Outcome::Violated {
                evidence: EvidenceView::Certificate { .. },
                ..
            }
        ),
        "{outcome:?}"
    );
    let style = assay_report::Style {
        color: false,
        width: 100,
    };
    let text = check_to_text(&reply.result, style, true);
    assert!(text.contains("within depth 3"), "{text}");
    let json = check_to_json(&reply.result);
    assert_eq!(json["properties"][1]["within"]["depth"], 3);
}

fn named<'d>(document: &'d Document, ending: &str) -> &'d assay_report::document::Mutant {
    let mut mutants = document.mutants.iter();
    let found = mutants.find(|m| m.id.ends_with(ending));
    found.unwrap_or_else(|| panic!("no mutant {ending}"))
}

#[test]
fn mutants_of_both_files_are_decided_shown_and_read_back() {
    opened(|opened, _| {
        let reply = opened.cover(&CoverRequest::default()).expect("a result");
        assert_eq!(reply.exit, Exit::Holds);
        let document = &reply.document;
        assert_eq!(document.mutants.len(), 6);
        assert!(document.complete, "{:?}", document.cut);
        // Negated, x is true without a: `implied` fails.
        let x = named(document, "first.toy:2:5:negate");
        assert_eq!(x.verdict, Verdict::Killed);
        assert_eq!(
            x.file.as_deref().map(|f| f.ends_with("first.toy")),
            Some(true)
        );
        // z is read by the reachable claim alone: negated it is never true together with the rest.
        let z = named(document, "second.toy:1:5:negate");
        assert_eq!(z.verdict, Verdict::Killed, "{z:?}");
        // Free, z can still be true: whoever asks only for some execution does not notice.
        let free = named(document, "second.toy:1:5:free");
        assert_eq!(free.verdict, Verdict::Survived, "{free:?}");
        assert!(free.difference.is_some());
        let mut json = Vec::new();
        document.write_json(&mut json).expect("it is written");
        let read = Document::read(std::str::from_utf8(&json).expect("text"));
        let read = read.expect("what is written is read");
        assert_eq!(read.summary.counts, document.summary.counts);
        let mut page = Vec::new();
        write_html(document, &mut page).expect("it is written");
        let page = String::from_utf8(page).expect("text");
        assert!(page.contains("second.toy") && page.contains("z = y "));
    });
}

#[test]
fn a_core_is_about_universal_claims_only() {
    opened(|opened, heard| {
        let (result, exit) = opened.core(&CoreRequest::default()).expect("a result");
        assert_eq!(exit, Exit::Holds);
        let together = result.together.expect("two properties have cores");
        let mut minimal = together.elements.minimal.clone();
        minimal.sort();
        assert_eq!(minimal, ["x", "y"]);
        assert!(result.properties[2].core.is_none());
        assert!(heard.has("A0122"), "the reachable claim is named");
    });
}

#[test]
fn one_mutant_is_explained_and_written() {
    opened(|opened, _| {
        let list = opened.mutants(&MutantsRequest {
            mutators: "negate".into(),
        });
        let list = list.expect("a list");
        assert_eq!(list.mutants.len(), 3);
        let id = &list.mutants[2].id;
        let request = ExplainRequest {
            engine: Default::default(),
            mutant: id.clone(),
            second_opinion: None,
            effort: 1.0,
            passing: false,
            required: vec![],
            programs: false,
            store: None,
            provenance: false,
        };
        let (document, exit) = opened.explain(&request).expect("a result");
        assert_eq!((document.mutants.len(), exit), (1, Exit::Holds));
        let text = opened.write_mutant(id, None).expect("it can be written");
        assert!(text.contains("z = !(y & a)"), "{text}");
        let Err(Stop::BadInput(why)) = opened.write_mutant("1:1:nonsense", None) else {
            panic!("there is no such mutant");
        };
        assert_eq!(why.code, "A0011");
    });
}

#[test]
fn the_model_runs() {
    opened(|opened, _| {
        let request = SimulateRequest {
            inputs: None,
            steps: Some(5),
            seed: 1,
        };
        let (result, exit) = opened.simulate(&request).expect("a run");
        assert_eq!((result.trace.length, exit), (5, Exit::Holds));
    });
}

#[test]
fn faults_have_places_in_the_right_file() {
    let folder = Folder::new(&[("first.toy", FIRST), ("second.toy", "z = y & nothing\n")]);
    let heard = Arc::new(Heard::default());
    let languages = with_toy();
    let session = Session::new(&languages, heard.clone());
    let opened = session.open(&folder.request(&["first.toy", "second.toy"]), None);
    assert!(matches!(opened.err(), Some(Stop::Said(Exit::BadInput))));
    assert!(heard.has("T0002 `nothing` is not defined"));
}

#[test]
fn options_belong_to_their_language() {
    let folder = Folder::new(&[("first.toy", FIRST), ("second.toy", SECOND)]);
    let languages = with_toy();
    let session = Session::new(&languages, Arc::new(Heard::default()));
    let mut request = folder.request(&["first.toy", "second.toy"]);
    let mut given = Given::default();
    given.set("no-goals", vec![]);
    request.given = given;
    let opened = session.open(&request, None).expect("it is an option of it");
    let reply = opened.check(&CheckRequest::default()).expect("a result");
    assert!(reply.result.goals.is_empty());
    let mut given = Given::default();
    given.set("dialect", vec!["jkind".into()]);
    request.given = given;
    let Some(Stop::BadInput(why)) = session.open(&request, None).err() else {
        panic!("it is an option of Lustre");
    };
    assert_eq!(why.code, "A0014");
    request.given = Given::default();
    request.language = Some("toy".into());
    request.paths = vec![PathBuf::from("nowhere.txt")];
    assert!(session.open(&request, None).is_err());
}
