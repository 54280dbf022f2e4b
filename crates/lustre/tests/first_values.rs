//! What a `pre` without a first value means in the two dialects.

use assay_lustre::lower::lower;
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use assay_system::{execute, replay};
use assay_term::{Functions, Value};

const TEXT: &str = "node main(i: int) returns (same: bool);
var a, b: int;
let
  a = pre i;
  b = pre i;
  same = (a = b);
  --%PROPERTY same;
  --%MAIN;
tel;
";

/// Whether some choice of what the model leaves open makes two `pre i` differ in the first step.
fn can_differ(dialect: Dialect) -> bool {
    can_fail(TEXT, dialect)
}

/// Whether some choice of what the model leaves open makes the property fail in the first step.
fn can_fail(text: &str, dialect: Dialect) -> bool {
    let mut map = SourceMap::new();
    let file = map.add_text("main.lus", text);
    let loaded = load(map.file(file), Some(dialect)).expect("a correct program");
    let system = lower(&loaded.model, loaded.model.mains[0])
        .expect("small")
        .system;
    let mut next = 0;
    let trace = execute(&system, 1, Functions::default(), |_, _| {
        next += 1;
        Value::int(next)
    })
    .expect("no division");
    replay(&system, &trace)
        .expect("an execution")
        .property_fails[0]
        == Some(0)
}

#[test]
fn jkind_has_one_arbitrary_state_before_the_first() {
    assert!(!can_differ(Dialect::JKind));
}

#[test]
fn kind2_has_an_arbitrary_value_for_each_occurrence() {
    assert!(can_differ(Dialect::Kind2));
}

#[test]
fn a_constant_before_the_first_step_is_itself_in_jkind_and_anything_in_kind2() {
    for claim in [
        "pre c = c",
        "pre d = d",
        "pre 5 = 5",
        "pre (c + 1) = c + 1",
        "pre (if i > 0 then 10 else 12) >= 10",
    ] {
        let text = format!(
            "const c = 5;\nconst d: int = 7;\nnode main(i: int) returns (p: bool);\nlet\n  p = ({claim});\n  --%PROPERTY p;\n  --%MAIN;\ntel;\n"
        );
        assert!(!can_fail(&text, Dialect::JKind), "{claim}");
        assert!(can_fail(&text, Dialect::Kind2), "{claim}");
        let guarded = text.replace(&format!("({claim})"), &format!("(true -> {claim})"));
        assert!(!can_fail(&guarded, Dialect::Kind2), "{claim}");
    }
}

#[test]
fn a_file_has_one_warning_about_first_values_however_many_there_are() {
    for (dialect, words) in [
        (Dialect::JKind, "a constant is itself"),
        (Dialect::Kind2, "of its own"),
    ] {
        let mut map = SourceMap::new();
        let file = map.add_text("main.lus", TEXT);
        let loaded = load(map.file(file), Some(dialect)).expect("a correct program");
        let [warning] = &loaded.diagnostics[..] else {
            panic!("{:?}", loaded.diagnostics);
        };
        assert_eq!(warning.code, "L0501");
        assert!(
            warning.message.starts_with("2 `pre`"),
            "{}",
            warning.message
        );
        let shown = format!("{warning:?}");
        assert!(shown.contains(words), "{shown}");
    }
}
