//! Long chains, deep expressions and models that are too large to expand.

use assay_lustre::interp::{self, Interpreter};
use assay_lustre::lower::lower;
use assay_lustre::model::Model;
use assay_lustre::{Dialect, load};
use assay_source::SourceMap;
use assay_system::execute;
use assay_term::{Functions, Value};

fn model(text: &str) -> Model {
    let mut map = SourceMap::new();
    let id = map.add_text("test.lus", text);
    let loaded = load(map.file(id), Some(Dialect::JKind));
    loaded.unwrap_or_else(|errors| panic!("{errors:?}")).model
}

/// Lowers, executes with zeros and replays; the value of `o` at the second step.
fn second_step(model: &Model) -> Value {
    let main = model.mains[0];
    let lowered = lower(model, main).expect("not too large");
    let system = &lowered.system;
    let zero = |var, _| Value::default_of(system.sort(var));
    let trace = execute(system, 2, Functions::default(), zero).expect("no division");
    interp::replay(model, main, &lowered, &trace).expect("both agree");
    trace
        .value(1, system.find("o").expect("the output"))
        .clone()
}

#[test]
fn a_long_chain_of_equations() {
    let n = 5000;
    let names: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
    let mut text = format!(
        "node main() returns (o : int);\nvar {} : int;\nlet\n",
        names.join(", ")
    );
    text.push_str("  o = v0;\n");
    for i in 0..n - 1 {
        text.push_str(&format!("  v{i} = v{} + 1;\n", i + 1));
    }
    text.push_str(&format!("  v{} = 0 -> pre o;\ntel;\n", n - 1));
    assert_eq!(second_step(&model(&text)), Value::int(2 * (n - 1)));
}

#[test]
fn a_long_chain_of_calls() {
    let n = 300;
    let mut text = String::from("node f0(x : int) returns (y : int); let y = x + 1; tel;\n");
    for i in 1..n {
        text.push_str(&format!(
            "node f{i}(x : int) returns (y : int); let y = f{}(x) + 1; tel;\n",
            i - 1
        ));
    }
    text.push_str(&format!(
        "node main(x : int) returns (o : int); let o = f{}(x); --%MAIN;\ntel;\n",
        n - 1
    ));
    assert_eq!(second_step(&model(&text)), Value::int(n));
}

#[test]
fn deep_and_wide_expressions() {
    let depth = 800;
    let nested = format!("{}true{}", "not (".repeat(depth), ")".repeat(depth));
    let pres = format!("{}x{}", "pre (".repeat(depth), ")".repeat(depth));
    let wide = vec!["x"; 900].join(" or ");
    let text = format!(
        "node main(x : bool) returns (o, p, q : bool);\n\
         let o = {nested}; p = {pres}; q = {wide}; tel;"
    );
    assert_eq!(second_step(&model(&text)), Value::Bool(true));
}

/// Each node calls the one before twice: too many instances for any memory.
fn doubling(levels: usize) -> String {
    let mut text = String::from("node f0(x : int) returns (y : int); let y = x; tel;\n");
    for i in 1..levels {
        text.push_str(&format!(
            "node f{i}(x : int) returns (y : int); let y = f{0}(x) + f{0}(x + 1); tel;\n",
            i - 1
        ));
    }
    text
}

#[test]
fn too_many_instances_are_refused() {
    let model = model(&doubling(40));
    let error = lower(&model, model.mains[0]).expect_err("2^40 instances");
    assert_eq!(error.code, "L0601");
    let error = Interpreter::new(&model, model.mains[0]).err();
    assert_eq!(error.expect("2^40 instances").code, "L0602");
}
