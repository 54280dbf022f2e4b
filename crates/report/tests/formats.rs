//! The cover document in the formats of other tools: what they look like, that other readers accept them, and that hostile model text
//! stays text.

mod common;

use assay_report::document::{Cores, Gate, Notices, PropertyCores, Verdict, Waived};
use assay_report::{Document, cover_to_junit, cover_to_markdown, cover_to_sarif};
use serde_json::Value;

/// The fixture with gates, a waiver and cores.
fn gated() -> Document {
    let mut document = common::heater();
    document.gates = vec![
        Gate::MinScore {
            wanted: 90.0,
            got: Some(26.32),
            passed: false,
            settled: false,
            open: false,
        },
        Gate::NewSurvivors {
            new: vec![],
            undecided: vec![],
            passed: true,
            open: false,
        },
    ];
    let waived = document
        .mutants
        .iter_mut()
        .find(|m| m.id == "16:3:equal_true");
    waived.expect("it is there").waived = Some(Waived::because("the lamp may be on"));
    let slice = |name: &str, slice: &[&str]| PropertyCores {
        name: name.into(),
        slice: slice.iter().map(|e| e.to_string()).collect(),
        minimal: vec![],
        may: None,
        must: vec![],
        complete: false,
    };
    document.core = Some(Cores {
        properties: vec![
            slice("safe", &["mode", "cold"]),
            slice("honest", &["mode", "lamp"]),
        ],
        ..Cores::default()
    });
    document.derive();
    document
}

const HOSTILE: &str = "</script><img src=x onerror=alert(1)>]]>\"'`|``` [x](javascript:alert(1)) {0} \u{1b}[2J & <!-- @all\r";

/// The fixture with hostile text wherever a model can put some.
fn hostile() -> Document {
    let mut document = gated();
    document.source[0].text = document.source[0]
        .text
        .lines()
        .map(|l| format!("{l} {HOSTILE}\n"))
        .collect();
    document.input.path = HOSTILE.into();
    document.input.files[0].path = HOSTILE.into();
    document.source[0].path = HOSTILE.into();
    document.cut = Some(HOSTILE.into());
    for p in &mut document.baseline {
        p.name.push_str(HOSTILE);
        p.reason = Some(HOSTILE.into());
    }
    for m in &mut document.mutants {
        for text in [&mut m.id, &mut m.element, &mut m.original, &mut m.operator] {
            text.push_str(HOSTILE);
        }
        m.replacement = format!("{HOSTILE}\n{HOSTILE}");
        m.reason = Some(HOSTILE.into());
        m.waived = m.waived.take().map(|_| Waived::because(HOSTILE));
        let mut all = m.notices.all.clone();
        for n in &mut all {
            n.property.push_str(HOSTILE);
        }
        m.notices = Notices::new(all).into();
        if let Some(d) = &mut m.difference {
            d.observable = HOSTILE.into();
        }
    }
    document.derive();
    document
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

#[test]
fn stryker() {
    insta::assert_snapshot!(common::stryker(&gated()));
}

/// The schema comes with the npm package that the browser tests install.
#[test]
fn stryker_reports_fit_the_published_schema() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/browser/node_modules/mutation-testing-report-schema/dist/src/mutation-testing-report-schema.json"
    );
    let Ok(text) = std::fs::read_to_string(path) else {
        println!(
            "skipped: mutation-testing-report-schema is not installed (npm ci in crates/report/tests/browser)"
        );
        return;
    };
    let validator = jsonschema::validator_for(&json(&text)).expect("the schema is a schema");
    for document in [common::heater(), gated(), hostile(), common::two_files()] {
        let report = json(&common::stryker(&document));
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|e| e.to_string())
            .collect();
        assert_eq!(errors, Vec::<String>::new());
        let mut broken = report.clone();
        broken["files"][&document.source[0].path]["mutants"][0]["status"] = "Dead".into();
        assert!(
            !validator.is_valid(&broken),
            "the schema sees a wrong status"
        );
    }
}

#[test]
fn stryker_counts_what_we_count() {
    let report = json(&common::stryker(&gated()));
    let mutants = report["files"]["heater.lus"]["mutants"].as_array();
    let mutants = mutants.expect("mutants are a list");
    let with = |status: &str| mutants.iter().filter(|m| m["status"] == status).count();
    let counts = gated().summary.counts;
    assert_eq!(with("Killed"), counts.killed);
    assert_eq!(with("Survived"), counts.survived, "waived ones stay");
    assert_eq!(with("Ignored"), counts.equivalent + counts.vacuous);
    assert_eq!(with("CompileError"), counts.invalid);
    assert_eq!(with("RuntimeError"), counts.unknown);
    assert_eq!(report["thresholds"]["low"], 90);
    let cold = mutants.iter().find(|m| m["id"] == "13:15:l2g");
    assert_eq!(
        cold.expect("it is there")["coveredBy"],
        serde_json::json!(["safe"])
    );
}

/// Viewers count UTF-16 units: a character beyond the basic plane is two of them.
#[test]
fn stryker_columns_are_those_of_javascript() {
    let mut document = common::heater();
    let line = document.mutants[0].span.start.0;
    let text: Vec<String> = document.source[0]
        .text
        .lines()
        .enumerate()
        .map(|(i, l)| {
            if i + 1 == line {
                format!("𝄞{l}")
            } else {
                l.to_string()
            }
        })
        .collect();
    document.source[0].text = text.join("\n");
    let (start, end) = (
        document.mutants[0].span.start.1,
        document.mutants[0].span.end.1,
    );
    let report = json(&common::stryker(&document));
    let location = &report["files"]["heater.lus"]["mutants"][0]["location"];
    assert_eq!(location["start"]["column"], start + 1);
    assert_eq!(location["end"]["column"], end + 1);
}

#[test]
fn sarif() {
    insta::assert_snapshot!(cover_to_sarif(&gated()));
}

#[test]
fn sarif_has_every_survivor_in_one_group_and_nothing_else() {
    let document = gated();
    let log = json(&cover_to_sarif(&document));
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    let rules = rules.expect("rules are a list");
    let mut members = Vec::new();
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let id = result["properties"]["id"].as_str().expect("an id");
        let m = document.mutant(id).expect("ids name mutants");
        assert_eq!(m.verdict, Verdict::Survived);
        assert_eq!(m.subsumed_by, None, "the one to read stands for the group");
        assert_eq!(
            result["partialFingerprints"]["assayMutant/v1"],
            m.fingerprint.as_str()
        );
        assert_eq!(result["suppressions"].is_array(), m.waived.is_some());
        assert_eq!(result["codeFlows"].is_array(), m.difference.is_some());
        let group = result["properties"]["members"].as_array().expect("a list");
        assert_eq!(group[0], id);
        let related = result["relatedLocations"].as_array().map_or(0, Vec::len);
        assert_eq!(related, group.len() - 1);
        members.extend(group.iter().map(|g| g.as_str().expect("an id").to_string()));
    }
    let survivors = document.mutants.iter();
    let survivors = survivors.filter(|m| m.verdict == Verdict::Survived);
    let mut survivors: Vec<&str> = survivors.map(|m| m.id.as_str()).collect();
    members.sort_unstable();
    survivors.sort_unstable();
    assert_eq!(members, survivors);
    assert!(results.len() < survivors.len(), "some are alike");
}

#[test]
fn sarif_messages_have_no_links_and_no_placeholders() {
    let log = json(&cover_to_sarif(&hostile()));
    for result in log["runs"][0]["results"].as_array().expect("a list") {
        let text = result["message"]["text"].as_str().expect("a text");
        let bare = text
            .replace("\\\\", "")
            .replace("\\[", "")
            .replace("\\]", "");
        assert!(!bare.contains('[') && !bare.contains(']'), "{text}");
        assert!(!text.replace("{{", "").contains('{'), "{text}");
    }
    let uri = log["runs"][0]["artifacts"][0]["location"]["uri"]
        .as_str()
        .expect("a text");
    assert!(uri.bytes().all(|b| b.is_ascii_graphic()), "{uri}");
}

#[test]
fn sarif_help_shows_names_as_code_only() {
    use pulldown_cmark::{Event, Parser, Tag};
    let log = json(&cover_to_sarif(&hostile()));
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array();
    for rule in rules.expect("a list") {
        let text = rule["help"]["markdown"].as_str().expect("a text");
        for event in Parser::new(text) {
            match event {
                Event::Html(html) | Event::InlineHtml(html) => panic!("markup: {html}\n{text}"),
                Event::Start(Tag::Link { .. } | Tag::Image { .. }) => panic!("a link\n{text}"),
                Event::Text(t) => assert!(!t.contains("alert"), "loose text: {t}"),
                _ => {}
            }
        }
        let uri = rule["helpUri"].as_str().expect("a text");
        assert!(uri.bytes().all(|b| b.is_ascii_graphic()), "{uri}");
    }
}

#[test]
fn junit() {
    insta::assert_snapshot!(cover_to_junit(&gated()));
}

#[test]
fn junit_is_well_formed_whatever_the_model_says() {
    for document in [gated(), hostile()] {
        let text = cover_to_junit(&document);
        let xml = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let count = |tag: &str| xml.descendants().filter(|n| n.has_tag_name(tag)).count();
        assert_eq!(count("testcase"), document.baseline.len() + 2);
        assert_eq!(count("failure"), 2, "one violated property, one gate");
        let suite = xml.descendants().find(|n| n.has_tag_name("testsuite"));
        assert_eq!(suite.and_then(|s| s.attribute("failures")), Some("2"));
        let names: Vec<_> = xml.descendants().map(|n| n.tag_name().name()).collect();
        assert!(!names.contains(&"img") && !names.contains(&"script"));
    }
}

#[test]
fn markdown() {
    insta::assert_snapshot!(cover_to_markdown(&gated()));
}

#[test]
fn markdown_shows_model_text_as_code_only() {
    use pulldown_cmark::{Event, Options, Parser, Tag};
    let text = cover_to_markdown(&hostile());
    let mut in_block = false;
    let mut cells = 0;
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("markup: {html}\n{text}"),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                panic!("a link to {dest_url}\n{text}")
            }
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_block = false,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::Text(t) if !in_block => assert!(!t.contains("alert"), "loose text: {t}"),
            _ => {}
        }
    }
    assert_eq!(cells, 4 * (1 + hostile().baseline.len()), "{text}");
    assert!(!text.contains('\u{1b}'));
}
