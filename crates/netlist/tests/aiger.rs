//! Every file in `aiger/valid` is read; the snapshot holds the system it becomes and the mutants of all its nodes. Every
//! file in `aiger/invalid` is refused; the snapshot holds the diagnostic, and the file's name starts with its code.

use std::path::Path;

use assay_netlist::aiger::{
    Cut, Nodes, Options, load, lower, mutate, read, write_ascii, write_binary,
};
use assay_netlist::mutate::Selection;
use assay_source::{Color, Renderer, SourceMap};
use assay_system::{System, VarKind};

fn bytes(path: &Path) -> (String, Vec<u8>) {
    let name = path.file_name().unwrap().to_str().unwrap();
    (name.to_string(), std::fs::read(path).unwrap())
}

fn shown(system: &System) -> String {
    let text = |t| system.pool.text(t);
    let mut lines = Vec::new();
    for var in &system.vars {
        let (name, role) = (&var.name, var.role);
        lines.push(match var.kind {
            VarKind::Input => format!("input {name}"),
            VarKind::Rigid => format!("rigid {name}"),
            VarKind::Wire { def } => format!("{role:?} wire {name} = {}", text(def)),
            VarKind::State { init, next } => {
                let init = init.map_or("any".to_string(), text);
                format!("{role:?} state {name} = {init} -> {}", text(next))
            }
        });
    }
    let constraints = system.constraints.iter();
    lines.extend(constraints.map(|c| format!("assume {}: {}", c.name, text(c.term))));
    let properties = system.properties.iter();
    lines.extend(properties.map(|p| format!("claim {}: {}", p.name, text(p.term))));
    let names: Vec<&str> = system.elements.iter().map(|e| e.name.as_str()).collect();
    lines.push(format!("elements: {}", names.join(", ")));
    lines.join("\n")
}

#[test]
fn accepted() {
    insta::glob!("aiger/valid/*.a[ai]g", |path| {
        let (name, bytes) = bytes(path);
        let mut sources = SourceMap::new();
        let loaded = load(&mut sources, &name, &bytes).unwrap_or_else(|d| panic!("{d:?}"));
        let again = read(&write_ascii(&loaded.aiger)).unwrap();
        assert_eq!(again.aiger, loaded.aiger);
        let binary = read(&write_binary(&loaded.aiger).unwrap()).unwrap();
        assert_eq!(binary.aiger, loaded.aiger.renumbered().unwrap());

        let file = sources.file(loaded.file);
        let registers = lower(&loaded, Options::default());
        let options = Options {
            nodes: Nodes::All,
            cut: Cut::Output,
        };
        let all = lower(&loaded, options);
        let everything = Selection::parse("all").unwrap();
        let mutants = mutate(&loaded, &all, file, options, &everything);
        let mutants: Vec<String> = (mutants.mutants.iter())
            .map(|m| {
                let (line, column) = (m.line, m.column);
                let (from, to) = (&m.original, &m.replacement);
                format!("{line}:{column} {} `{from}` -> `{to}`", m.id)
            })
            .collect();
        insta::assert_snapshot!(format!(
            "{}\n\nRegisters cut at their next-state functions:\n{}\n\nAll nodes, registers cut at their outputs:\n{}\n\n{}",
            file.text(),
            shown(&registers.system),
            shown(&all.system),
            mutants.join("\n")
        ));
    });
}

#[test]
fn refused() {
    insta::glob!("aiger/invalid/*.a[ai]g", |path| {
        let (name, bytes) = bytes(path);
        let mut sources = SourceMap::new();
        let diagnostic = load(&mut sources, &name, &bytes).expect_err(&name);
        let code = name.split('-').next().unwrap();
        assert_eq!(diagnostic.code, code, "{name}");
        let text = Renderer::new(Color::Plain).render(&sources, &diagnostic);
        insta::assert_snapshot!(text);
    });
}
