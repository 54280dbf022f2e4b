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
    let mut map = SourceMap::new();
    let file = map.add_text("main.lus", TEXT);
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
