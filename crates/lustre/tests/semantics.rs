//! What programs mean, step by step: each is lowered, executed on the given inputs, and replayed in the interpreter,
//! which must agree.

use assay_lustre::interp;
use assay_lustre::lower::{Lowered, lower, merge_equal_calls};
use assay_lustre::model::Model;
use assay_lustre::{Dialect, load};
use assay_source::{Color, Renderer, SourceMap};
use assay_system::{ElementKind, Shown, Trace, VarKind, execute, replay};
use assay_term::{BigRational, Functions, Sort, Value};

struct Run {
    model: Model,
    lowered: Lowered,
    trace: Trace,
}

fn model(text: &str, dialect: Dialect) -> Model {
    let mut map = SourceMap::new();
    let id = map.add_text("test.lus", text);
    match load(map.file(id), Some(dialect)) {
        Ok(loaded) => loaded.model,
        Err(errors) => panic!("{}", Renderer::new(Color::Plain).render_all(&map, &errors)),
    }
}

fn scalar(sort: Sort, text: &str) -> Value {
    match sort {
        Sort::Bool => Value::Bool(text == "t"),
        Sort::Int => Value::int(text.parse().expect("an integer")),
        Sort::Real => Value::Real(text.parse::<BigRational>().expect("a rational")),
        Sort::BitVec(_) | Sort::Array { .. } => unreachable!("Lustre has no words"),
    }
}

/// Runs a program. Each given line is a variable, open in the system, and its values from step 0 on, the last of which
/// stays; a state's only value is that before the first step. What is not given is false or zero.
fn run(text: &str, length: usize, given: &[(&str, &str)]) -> Run {
    run_with(model(text, Dialect::JKind), length, given, |_| {
        Functions::default()
    })
}

fn run_with(
    model: Model,
    length: usize,
    given: &[(&str, &str)],
    functions: impl FnOnce(&Lowered) -> Functions,
) -> Run {
    let main = model.mains[0];
    let lowered = lower(&model, main).expect("not too large");
    for (name, _) in given {
        assert!(lowered.system.find(name).is_some(), "no variable `{name}`");
    }
    let system = &lowered.system;
    let trace = execute(system, length, functions(&lowered), |var, step| {
        let line = given.iter().find(|(name, _)| *name == system.var(var).name);
        let values: Vec<&str> = line.map_or(vec![], |(_, v)| v.split_whitespace().collect());
        match values.get(step).or(values.last()) {
            Some(text) => scalar(system.sort(var), text),
            None => match &system.var(var).range {
                Some((low, _)) => Value::Int(low.clone()),
                None => Value::default_of(system.sort(var)),
            },
        }
    })
    .expect("no division by zero is left");
    let agreed = interp::replay(&model, main, &lowered, &trace);
    let agreed = agreed.unwrap_or_else(|error| panic!("{error}"));
    let replayed = assay_system::replay(system, &trace).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(agreed.assertion_fails, replayed.constraint_fails);
    assert_eq!(agreed.property_fails, replayed.property_fails);
    Run {
        model,
        lowered,
        trace,
    }
}

impl Run {
    /// The values of a variable from step 0 on.
    fn values(&self, name: &str) -> String {
        let var = self.lowered.system.find(name);
        let var = var.unwrap_or_else(|| panic!("no variable `{name}`"));
        let values = (0..self.trace.len()).map(|step| match self.trace.value(step, var) {
            Value::Bool(true) => "t".to_owned(),
            Value::Bool(false) => "f".to_owned(),
            other => other.to_string(),
        });
        values.collect::<Vec<_>>().join(" ")
    }

    fn first_failures(&self) -> Vec<(String, Option<usize>)> {
        let main = self.model.mains[0];
        let replay = interp::replay(&self.model, main, &self.lowered, &self.trace);
        let fails = replay.expect("was replayed before").property_fails;
        let names = self
            .lowered
            .system
            .properties
            .iter()
            .map(|p| p.name.clone());
        names.zip(fails).collect()
    }
}

#[test]
fn arrow_and_pre() {
    let run = run(
        "node main(x : int) returns (n, last, twice : int);\n\
         let n = 0 -> pre n + 1; last = 9 -> pre x; twice = 1 -> (2 -> pre pre x); tel;",
        4,
        &[("x", "5 6 7 8")],
    );
    assert_eq!(run.values("n"), "0 1 2 3");
    assert_eq!(run.values("last"), "9 5 6 7");
    // Both arrows choose in the same first step.
    assert_eq!(run.values("twice"), "1 0 5 6");
}

#[test]
fn before_the_first_step_there_is_one_arbitrary_state() {
    let run = run(
        "node main(x, y : int) returns (a, b, sum, chosen, memory : int);\n\
         let a = pre x; b = pre x + 1; sum = pre (x + y); chosen = pre (if x > y then x else y);\n\
         memory = pre (0 -> x); tel;",
        2,
        &[
            ("x", "1"),
            ("y", "2"),
            ("pre x", "40"),
            ("pre y", "2"),
            ("pre %0", "77"),
        ],
    );
    assert_eq!(run.values("a"), "40 1");
    assert_eq!(run.values("b"), "41 2");
    assert_eq!(run.values("sum"), "42 3");
    assert_eq!(run.values("chosen"), "40 2");
    // A temporal operand has a value of its own.
    assert_eq!(run.values("memory"), "77 0");
    let states = run.lowered.system.vars.iter();
    let open = states.filter(|v| matches!(v.kind, VarKind::State { init: None, .. }));
    assert_eq!(open.count(), 3, "pre x, pre y and the memory");
}

#[test]
fn pre_of_a_call_is_the_past_of_its_output() {
    let run = run(
        "node inc(x : int) returns (y : int); let y = x + 1; tel;\n\
         node main(x : int) returns (o : int); let o = pre inc(x); --%MAIN;\ntel;",
        3,
        &[("x", "5 6 7"), ("pre inc~0.y", "-3")],
    );
    assert_eq!(run.values("o"), "-3 6 7");
}

const COUNT: &str = "node count(by : int) returns (n : int); let n = by -> pre n + by; tel;\n";

#[test]
fn condact_runs_on_its_clock() {
    let text = format!(
        "{COUNT}node main(c : bool; d : int) returns (o : int);\n\
         let o = condact(c, count(1), d); --%MAIN;\ntel;"
    );
    let run = run(&text, 7, &[("c", "f f t f t t f"), ("d", "50 60 70")]);
    // The default is that of the first step; the count starts with the first tick.
    assert_eq!(run.values("o"), "50 50 1 1 2 3 3");
}

#[test]
fn clocks_of_nested_condacts_compose() {
    let text = format!(
        "{COUNT}node inner(c : bool) returns (n : int);\n\
         let n = condact(c, count(1), -1); tel;\n\
         node main(a, b : bool) returns (o : int);\n\
         let o = condact(a, inner(b), -2); --%MAIN;\ntel;"
    );
    let run = run(
        &text,
        8,
        &[("a", "f t t f t t f t"), ("b", "t f t t f t t t")],
    );
    assert_eq!(run.values("o"), "-2 -1 1 1 1 2 2 3");
    assert_eq!(run.values("inner~0.count~0.by"), "1 1 1 1 1 1 1 1");
}

#[test]
fn a_condact_on_true_is_a_call() {
    let text = format!(
        "{COUNT}const yes = true;\nnode main() returns (o, p : int);\n\
         let o = condact(true, count(2), pre count(5)); p = condact(yes, count(3), 0); --%MAIN;\ntel;"
    );
    let run = run(&text, 3, &[]);
    assert_eq!(run.values("o"), "2 4 6");
    assert_eq!(run.values("p"), "3 6 9");
    // A default that is never looked at is not even called.
    assert_eq!(run.lowered.instances.len(), 3);
    assert!(
        !run.lowered
            .system
            .vars
            .iter()
            .any(|v| v.name.starts_with("held"))
    );
}

#[test]
fn properties_and_assertions_of_called_nodes() {
    let text = "node sub(x : int) returns (y : int; low : bool);\n\
         let y = x; low = x < 3; assert x < 100; --%PROPERTY low;\ntel;\n\
         node main(x : int; c : bool) returns (a, b : int; l, m : bool);\n\
         let a, l = sub(x); b, m = condact(c, sub(x + 1), 0, true); --%PROPERTY l;\n--%MAIN;\ntel;";
    let run = run(text, 4, &[("x", "1 2 3 4"), ("c", "t f f t")]);
    let expected = [
        ("l", Some(2)),
        ("sub~0.low", Some(2)),
        ("sub~1.low", Some(3)),
    ];
    let expected = expected.map(|(name, step)| (name.to_owned(), step));
    assert_eq!(run.first_failures(), expected);
    let names: Vec<&str> = run
        .lowered
        .system
        .constraints
        .iter()
        .map(|c| &*c.name)
        .collect();
    assert_eq!(names, ["sub~0.assert#1", "sub~1.assert#1"]);
    let low = run.lowered.system.find("sub~0.low");
    assert_eq!(run.lowered.system.properties[1].var, low);
}

#[test]
fn instances_are_numbered_as_in_jkind() {
    let run = run(
        "node f(x : int) returns (y : int); let y = x + 1; tel;\n\
         node g(x : int) returns (y : int); let y = f(x) + f(2 * x); tel;\n\
         node main(x : int) returns (a, b : int);\n\
         let a = f(f(x)) + g(x); b = f(10); assert f(20) > 0; --%MAIN;\ntel;",
        1,
        &[("x", "3")],
    );
    // Assertions first, then outer calls in the order of the equations, then calls in arguments.
    for (name, value) in [
        ("f~0.x", "20"),
        ("f~1.x", "4"),
        ("f~2.x", "10"),
        ("f~3.x", "3"),
        ("g~0.f~0.x", "3"),
        ("g~0.f~1.x", "6"),
    ] {
        assert_eq!(run.values(name), value, "{name}");
    }
}

#[test]
fn elements_are_source_leaves_with_instances() {
    let run = run(
        "type pt = struct { x : int; y : int };\n\
         node f(p : pt) returns (s : int; q : pt); let s = p.x; q = p { y := 0 }; tel;\n\
         node main(p : pt) returns (a, b : int; q, r : pt);\n\
         let a, q = f(p); b, r = f(q); --%IVC a, r.y;\n--%MAIN;\ntel;",
        1,
        &[],
    );
    let elements = &run.lowered.system.elements;
    let of = |kind: ElementKind| -> Vec<&str> {
        let elements = elements.iter().filter(|e| e.kind == kind);
        elements.map(|e| &*e.name).collect()
    };
    assert_eq!(
        of(ElementKind::Equation),
        [
            "a", "q.x", "q.y", "b", "r.x", "r.y", "f.s", "f.q.x", "f.q.y"
        ]
    );
    assert_eq!(of(ElementKind::Argument), ["f.p.x", "f.p.y"]);
    let q = elements
        .iter()
        .find(|e| e.name == "f.q.x")
        .expect("listed above");
    let instances: Vec<&str> = q.instances.iter().map(|i| &*i.name).collect();
    assert_eq!(instances, ["f~0.q.x", "f~1.q.x"]);
    let listed = elements.iter().filter(|e| e.listed).map(|e| &*e.name);
    assert_eq!(listed.collect::<Vec<_>>(), ["a", "r.y"]);
}

#[test]
fn division_rounds_so_that_the_remainder_is_not_negative() {
    let run = run(
        "node main(n, d : int) returns (q, r, half, rest : int);\n\
         let q = n div d; r = n mod d; half = n div 2; rest = n mod 2; tel;",
        4,
        &[("n", "7 -7 7 -7"), ("d", "2 2 -2 -2")],
    );
    assert_eq!(run.values("q"), "3 -4 -3 4");
    assert_eq!(run.values("r"), "1 1 1 1");
    assert_eq!(run.values("half"), "3 -4 3 -4");
    assert_eq!(run.values("rest"), "1 1 1 1");
}

#[test]
fn division_by_zero_is_a_function_of_the_dividend() {
    let text = "node main(n, d : int; x : real) returns (q, r : int; s : real);\n\
                let q = n div d; r = n mod d; s = x / (x - x); tel;";
    let given = [("n", "7 8 7"), ("d", "0 0 0"), ("x", "1/2")];
    let run = run_with(model(text, Dialect::JKind), 3, &given, |lowered| {
        let mut functions = Functions::default();
        let pool = lowered.system.pool.functions();
        let named = |name: &str| {
            let at = pool
                .iter()
                .position(|f| f.name == name)
                .expect("is declared");
            assay_term::FuncId(at as u32)
        };
        functions.insert(named("%div0"), vec![Value::int(7)], Value::int(100));
        functions.insert(named("%div0"), vec![Value::int(8)], Value::int(200));
        functions.insert(named("%mod0"), vec![Value::int(7)], Value::int(-5));
        functions
    });
    assert_eq!(run.values("q"), "100 200 100");
    assert_eq!(run.values("r"), "-5 0 -5");
    assert_eq!(run.values("s"), "0.0 0.0 0.0");
}

#[test]
fn functions_into_a_range_are_clamped() {
    let text = "type t = subrange [2, 5] of int;\n\
                function f(x : int) returns (y : t; b : bool);\n\
                node main(x : int) returns (y : t; b : bool; before : t);\n\
                let y, b = f(x); before = y -> pre y; tel;";
    let run = run_with(
        model(text, Dialect::JKind),
        3,
        &[("x", "1 2 3")],
        |lowered| {
            let mut functions = Functions::default();
            let pool = lowered.system.pool.functions();
            assert_eq!(pool[0].name, "f.y");
            let f = assay_term::FuncId(0);
            functions.insert(f, vec![Value::int(1)], Value::int(4));
            functions.insert(f, vec![Value::int(2)], Value::int(99));
            functions
        },
    );
    assert_eq!(run.values("y"), "4 2 2");
    assert_eq!(run.values("before"), "4 4 2");
}

#[test]
fn arrays_outside_of_their_bounds() {
    let run = run(
        "type t = subrange [3, 9] of int;\n\
         node main(a : t[2]; i : int) returns (x : t; b, old : t[2]; same : bool);\n\
         let x = a[i]; b = a[i := 9]; old = b -> pre b; same = a = b; tel;",
        4,
        &[("a[0]", "4"), ("a[1]", "5"), ("i", "0 1 2 -1")],
    );
    assert_eq!(run.values("x"), "4 5 3 3");
    assert_eq!(run.values("b[0]"), "9 4 4 4");
    assert_eq!(run.values("b[1]"), "5 9 5 5");
    assert_eq!(run.values("old[0]"), "9 9 4 4");
    assert_eq!(run.values("same"), "f f t t");
}

#[test]
fn records_within_arrays() {
    let run = run(
        "type c = enum { RED, GREEN };\n\
         type r = struct { k : c; v : int[2] };\n\
         node main(s : r[2]; n : int) returns (u : r[2]; g : bool; w : int);\n\
         let u = s[1 := s[0] { v := [n, n + 1] }]; g = u[1].k = GREEN; w = u[n].v[1]; tel;",
        2,
        &[("s[0].k", "1 0"), ("s[0].v[1]", "8"), ("n", "1 0")],
    );
    assert_eq!(run.values("u[1].v[1]"), "2 1");
    assert_eq!(run.values("g"), "t f");
    assert_eq!(run.values("w"), "2 8");
    let k = run.lowered.system.find("u[1].k").expect("a leaf");
    let k = run.lowered.system.var(k);
    assert_eq!(k.shown, Shown::Enum(["RED".into(), "GREEN".into()].into()));
    assert_eq!(k.range, Some((0.into(), 1.into())));
}

#[test]
fn tuples_are_defined_part_by_part() {
    let run = run(
        "node two(x : int) returns (a, b : int); let a = x; b = x + 1; tel;\n\
         node main(c : bool) returns (p, q, r, s : int; same : bool);\n\
         let p, q = (q + 1, 3); r, s = if c then two(7) else (s, 5) ; same = two(p) = (4, 5); --%MAIN;\ntel;",
        2,
        &[("c", "t f")],
    );
    assert_eq!(run.values("p"), "4 4");
    assert_eq!(run.values("r"), "7 5");
    assert_eq!(run.values("s"), "8 5");
    assert_eq!(run.values("same"), "t t");
}

#[test]
fn the_past_has_the_range_of_its_variable() {
    let run = run(
        "type t = subrange [2, 5] of int;\n\
         node main(x : t) returns (y : t); let y = pre x; tel;",
        2,
        &[("x", "3"), ("pre x", "5")],
    );
    assert_eq!(run.values("y"), "5 3");
    let past = run.lowered.system.find("pre x").expect("a state");
    let range = Some((2.into(), 5.into()));
    assert_eq!(run.lowered.system.var(past).range, range);
}

#[test]
fn an_obliged_range_is_not_assumed() {
    let text = "node main(i : int) returns (x, y : subrange [0, 3] of int; z : subrange [0, 3] of int);\n\
                let x = i; y = x -> pre x; z = 2; check y < 10; --%MAIN;\ntel;";
    let run = run_with(model(text, Dialect::Kind2), 2, &[("i", "7 1")], |_| {
        Functions::default()
    });
    let range = |name: &str| {
        let var = run.lowered.system.find(name).expect("a variable");
        run.lowered.system.var(var).range.clone()
    };
    assert_eq!(range("x"), None);
    assert_eq!(range("pre x"), None);
    assert_eq!(range("y"), None, "nothing bounds what it is computed from");
    assert_eq!(range("z"), Some((0.into(), 3.into())));
    let failures = run.first_failures();
    assert!(
        failures.contains(&("x in range".to_owned(), Some(0))),
        "{failures:?}"
    );
}

#[test]
fn a_loop_within_a_step_is_a_relation() {
    let run = run(
        "node main(i : int) returns (x, y : int); let x = y; y = 2 * i - x; tel;",
        1,
        &[("i", "3")],
    );
    assert_eq!(run.lowered.system.constraints.len(), 1);
    let replay = interp::replay(&run.model, run.model.mains[0], &run.lowered, &run.trace);
    // The free variable is zero, which is no solution.
    assert_eq!(replay.expect("agrees").assertion_fails, [Some(0)]);
}

#[test]
fn equal_constants_of_different_types_are_remembered_apart() {
    let run = run(
        "type t = subrange [2, 5] of int;\n\
         node main(x : int) returns (a : int; b : t);\n\
         let a, b = pre (pre (if true then 3 else x), 3 -> 3); tel;",
        3,
        &[],
    );
    // The first memory has any value, the second one of its type.
    assert_eq!(run.values("a"), "0 3 3");
    assert_eq!(run.values("b"), "3 3 3");
}

/// The names of an element's instances after equal calls are merged.
fn instances_merged(text: &str, element: &str) -> Vec<String> {
    let model = model(text, Dialect::JKind);
    let lowered = lower(&model, model.mains[0]).expect("not too large");
    let merged = merge_equal_calls(&model, &lowered);
    let found = merged.elements.iter().find(|e| e.name == element);
    let instances = &found.expect("an element of this name").instances;
    instances.iter().map(|i| i.name.clone()).collect()
}

const EDGE: &str =
    "node edge(x : bool) returns (y : bool); let y = x and not (false -> pre x); tel;\n";

#[test]
fn calls_with_equal_arguments_can_be_merged() {
    let calls = |text: &str| {
        format!("{EDGE}node main(a, b : bool) returns (p, q : bool);\nlet --%MAIN;\n{text}\ntel;")
    };
    let twice = calls("p = edge(a); q = edge(a) or edge(b);");
    assert_eq!(instances_merged(&twice, "edge.y"), ["edge~0.y", "edge~2.y"]);
    // Equal only once what is inside is known to be.
    let nested = calls("p = edge(edge(a)); q = edge(edge(a));");
    assert_eq!(instances_merged(&nested, "edge.y").len(), 2);
    let clocked = calls("p = condact(b, edge(a), false); q = condact(b, edge(a), false);");
    assert_eq!(instances_merged(&clocked, "edge.y").len(), 2);
}

#[test]
fn merged_calls_compute_what_they_did() {
    let text = format!(
        "{EDGE}node main(a : bool) returns (p, q : bool);\nlet --%MAIN;\np = edge(a); q = edge(a);\n--%PROPERTY p;\ntel;"
    );
    let run = run(&text, 4, &[("a", "f t t f")]);
    let merged = merge_equal_calls(&run.model, &run.lowered);
    let replayed = replay(&merged, &run.trace).expect("an execution of the merged system");
    assert_eq!(replayed.property_fails, [Some(0)]);
    assert_eq!(run.values("p"), run.values("q"));
}
