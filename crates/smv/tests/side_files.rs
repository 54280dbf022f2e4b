//! Properties of models in other languages from side files.

use assay_smv::spec;
use assay_source::{Color, Renderer, SourceMap};
use assay_system::{Claim, Formula, Role, Shown, System, VarKind, Variable};
use assay_term::Sort;

/// An input of each kind, as the front ends of other languages make them.
fn system() -> System {
    let mut system = System::new();
    let mut variable = |name: &str, sort: Sort, shown: Shown, range: Option<(i32, i32)>| {
        let variable = Variable {
            name: name.into(),
            kind: VarKind::Input,
            role: Role::Input,
            range: range.map(|(low, high)| (low.into(), high.into())),
            shown,
            span: None,
        };
        system.add_var(sort, variable);
    };
    variable("req", Sort::Bool, Shown::Plain, None);
    variable("n", Sort::Int, Shown::Plain, None);
    variable("small", Sort::Int, Shown::Plain, Some((0, 3)));
    variable("top.q[1]", Sort::BitVec(8), Shown::Plain, None);
    let colors = ["red".to_string(), "green".to_string()];
    let shown = Shown::Enum(colors.into());
    variable("color", Sort::Int, shown, Some((0, 1)));
    system
}

fn read(text: &str) -> (System, Result<Vec<assay_system::Property>, String>) {
    let mut map = SourceMap::new();
    let id = map.add_text("side.spec", text);
    let mut system = system();
    let read = spec::read(map.file(id), &mut system);
    let read = read.map_err(|faults| Renderer::new(Color::Plain).render_all(&map, &faults));
    (system, read)
}

#[test]
fn formulas_become_properties_of_the_system() {
    let text = "-- a comment; with a semicolon\n\
        p1: CTLSPEC AG (req -> AF top.q[1] = 5);\n\
        p2: INVARSPEC small < 4 & n + 1 > n;\n\
        p3: CTLSPEC EF color = green;\n\
        p4: CTLSPEC req = 1;\n\
        p5: LTLSPEC G F req;\n\
        p6: PSLSPEC always req;\n";
    let (system, properties) = read(text);
    let properties = properties.unwrap();
    let names: Vec<&str> = properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["p1", "p2", "p3", "p4", "p5", "p6"]);
    assert_eq!(system.vars.len(), 5, "no variable is added");
    let Claim::Temporal(response) = &properties[0].claim else {
        panic!("{:?}", properties[0].claim);
    };
    let atoms: Vec<String> = response
        .atoms()
        .iter()
        .map(|a| system.pool.text(*a))
        .collect();
    insta::assert_snapshot!(atoms.join("\n"));
    assert_eq!(properties[1].claim, Claim::Invariant);
    let Claim::Temporal(Formula::Atom(req)) = properties[3].claim else {
        panic!("{:?}", properties[3].claim);
    };
    assert_eq!(req, system.pool.var(system.find("req").unwrap()));
    for unsupported in &properties[4..] {
        assert!(matches!(unsupported.claim, Claim::Unsupported(..)));
    }
}

#[test]
fn faults_have_places() {
    let texts = [
        "p: CTLSPEC AG rek;",
        "p: CTLSPEC AG req; p: CTLSPEC EF req;",
        "CTLSPEC AG req;",
        "p: SAFETY req;",
        "p: CTLSPEC AG req",
        "p: CTLSPEC AG (req & ;",
        "p: INVARSPEC n;",
        "p: INVARSPEC top.q[1] = 256;",
        "p: CTLSPEC G req;",
        "p: INVARSPEC 4 / small = 2;",
    ];
    let mut shown = String::new();
    for text in texts {
        let (_, read) = read(text);
        shown.push_str(&read.unwrap_err());
        shown.push('\n');
    }
    insta::assert_snapshot!(shown);
}
