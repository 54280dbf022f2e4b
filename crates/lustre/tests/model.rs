//! What the typed model says beyond the text: places of operators, numbers of calls, dependencies within a step, and
//! what is generated for Kind 2's ranges and constants and for JKind's loops.

use assay_lustre::load;
use assay_lustre::model::*;
use assay_source::{FileId, LineColumn, SourceFile};

struct Read {
    file: SourceFile,
    model: Model,
}

fn read(text: &str) -> Read {
    let file = SourceFile::new(FileId(0), "model.lus", text);
    let loaded = load(&file, None).unwrap_or_else(|errors| panic!("{errors:?}"));
    Read {
        file,
        model: loaded.model,
    }
}

impl Read {
    fn main(&self) -> &Node {
        self.model.node(self.model.mains[0])
    }

    fn value_of(&self, name: &str) -> &Expr {
        let id = self.main().lookup(name).unwrap();
        let equation = self
            .main()
            .equations
            .iter()
            .find(|e| e.lhs.contains(&id))
            .unwrap();
        &equation.rhs
    }

    fn operator_at(&self, e: &Expr) -> (usize, usize) {
        let LineColumn { line, column } = self.file.start(e.op_span);
        (line, column)
    }

    fn text(&self, e: &Expr) -> &str {
        self.file.slice(e.span)
    }

    fn names(&self, node: &Node, ids: &[VarId]) -> Vec<String> {
        ids.iter()
            .map(|id| node.variable(*id).name.to_string())
            .collect()
    }
}

#[test]
fn operators_have_places_of_their_own() {
    let r = read(
        "node main(a, b : int) returns (c : int; d : bool);\n\
         let\n  \
           d = ((a + 1) > 0);\n  \
           c = if d or (b < 0) then a else -b;\n\
         tel;\n",
    );
    let comparison = r.value_of("d");
    assert_eq!(r.operator_at(comparison), (3, 16));
    assert_eq!(r.text(comparison), "(a + 1) > 0");
    let ExprKind::Binary(BinaryOp::Gt, sum, zero) = &comparison.kind else {
        panic!()
    };
    assert_eq!((r.operator_at(sum), r.text(sum)), ((3, 11), "a + 1"));
    assert_eq!(r.text(zero), "0");
    let conditional = r.value_of("c");
    assert_eq!(r.operator_at(conditional), (4, 7));
    let ExprKind::Ite(condition, _, negated) = &conditional.kind else {
        panic!()
    };
    assert_eq!(
        (r.operator_at(condition), r.text(condition)),
        ((4, 12), "d or (b < 0)")
    );
    assert_eq!((r.operator_at(negated), r.text(negated)), ((4, 35), "-b"));
}

#[test]
fn constants_stay_visible() {
    let r = read("const c = 3;\nnode main() returns (x, y : int);\nlet x = c; y = 3; tel;");
    assert!(matches!(r.value_of("x").kind, ExprKind::NamedConst(_)));
    assert!(matches!(&r.value_of("y").kind, ExprKind::Const(Value::Int(i)) if *i == 3.into()));
    assert_eq!(r.text(r.value_of("x")), "c");
}

#[test]
fn calls_are_numbered_in_the_order_of_the_text() {
    let r = read(
        "node f(x : int) returns (y : int); let y = x; tel;\n\
         node main(x : int) returns (y, z : int);\n\
         let y = f(f(x)) + f(1); z = condact(true, f(2), f(3)); tel;",
    );
    let mut found = Vec::new();
    for root in r.main().expressions() {
        root.walk(&mut |e| {
            if let ExprKind::Call(call) | ExprKind::Condact { call, .. } = &e.kind {
                found.push((e.span.start, call.id.0));
            }
        });
    }
    found.sort_unstable();
    assert_eq!(
        found.iter().map(|f| f.1).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4]
    );
    assert_eq!(r.main().calls, 5);
}

#[test]
fn dependencies_are_per_variable_and_per_output() {
    let r = read(
        "node sub(a, b, c : int) returns (x, y, z : int);\n\
         var t : int;\n\
         let x = t + 1; t = b; y = 0 -> pre a; (z) = if c > 0 then x else 0; tel;\n\
         node main(i, j : int) returns (p, q, r : int);\n\
         let p, q, r = sub(p, i, j); tel;",
    );
    let sub = &r.model.nodes[0];
    assert_eq!(sub.output_needs, [vec![1], vec![], vec![1, 2]]);
    let x = sub.lookup("x").unwrap();
    assert_eq!(r.names(sub, &sub.instant[x.index()]), ["t"]);
    let main = r.main();
    let need = |name: &str| r.names(main, &main.instant[main.lookup(name).unwrap().index()]);
    assert_eq!(
        (need("p"), need("q"), need("r")),
        (vec!["i".into()], vec![], vec!["i".into(), "j".into()])
    );
    assert_eq!(r.model.call_order, [NodeId(0), NodeId(1)]);
}

#[test]
fn a_loop_becomes_an_assertion_and_the_rest_is_acyclic() {
    let r = read(
        "node main(i : int) returns (a, b, c : int);\n\
         let a = b + i; b = a; c = a; tel;",
    );
    let main = r.main();
    let free: Vec<_> = main
        .variables
        .iter()
        .filter(|v| v.kind != VarKind::Input && !v.assigned)
        .collect();
    assert_eq!(free.len(), 1);
    assert_eq!(main.equations.len(), 2);
    let [assertion] = &main.assertions[..] else {
        panic!()
    };
    assert!(assertion.generated);
    assert!(matches!(
        assertion.expr.kind,
        ExprKind::Binary(BinaryOp::Eq, ..)
    ));
    assert!(main.instant[main.lookup(&free[0].name.name).unwrap().index()].is_empty());
}

#[test]
fn unbounded_values_of_kind2_subranges_are_obligations() {
    let r = read(
        "node main(i: subrange [0, 3] of int; k: int) returns (a, b: subrange [0, 3] of int)\n\
         let a = i; b = k; tel",
    );
    let main = r.main();
    let role = |name: &str| main.variable(main.lookup(name).unwrap()).range;
    assert_eq!(
        (role("i"), role("a"), role("b")),
        (RangeRole::Assumed, RangeRole::Assumed, RangeRole::Obliged)
    );
    let [property] = &main.properties[..] else {
        panic!()
    };
    assert_eq!(
        (property.kind, &*property.name),
        (PropertyKind::Range, "b in range")
    );
}

#[test]
fn constant_parameters_do_not_change() {
    let r = read("node main(const n: int; x: int) returns (y: int)\nlet y = n + x; tel");
    let main = r.main();
    assert!(main.variable(main.lookup("n").unwrap()).constant);
    let [assertion] = &main.assertions[..] else {
        panic!()
    };
    assert!(assertion.generated);
    assert!(matches!(assertion.expr.kind, ExprKind::Arrow(..)));
}

#[test]
fn parts_of_variables_are_paths() {
    let r = read(
        "type t = struct { a : int; l : bool[2] };\n\
         node main(i : int) returns (x : t);\n\
         let x = t { a = i; l = [true, false] };\n\
         --%PROPERTY x.l[1];\n--%IVC x.a, x.l[0];\ntel;",
    );
    let main = r.main();
    assert_eq!(&*main.properties[0].name, "x.l[1]");
    let steps: Vec<_> = main
        .ivc
        .as_ref()
        .unwrap()
        .iter()
        .map(|p| p.steps.clone())
        .collect();
    assert_eq!(
        steps,
        [
            vec![PathStep::Field(0)],
            vec![PathStep::Field(1), PathStep::Index(0)]
        ]
    );
}

#[test]
fn values_are_shown_in_the_terms_of_the_language() {
    let r = read(
        "type c = enum { red, green };\n\
         type t = struct { a : c; l : real[4] };\n\
         const v = t { a = green; l = [-1.0 / 3.0, 2.5, -0.125, 10.0] };\n\
         node main() returns (x : t);\nlet x = v; tel;",
    );
    let value = &r.model.constants[0].value;
    assert_eq!(
        r.model.show_value(value),
        "t { a = green; l = [-1.0 / 3.0, 2.5, -0.125, 10.0] }"
    );
    assert_eq!(r.model.show_type(&r.model.constants[0].ty), "t");
}
