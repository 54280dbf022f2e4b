//! Verilog in several files, by file lists and by `.sby` files. Everything here needs yosys and is skipped with a note where it
//! is not installed.

mod common;

use common::{Run, assay, yosys};
use serde_json::Value;

/// A folder with these files, in which the program runs.
struct Folder(tempfile::TempDir);

impl Folder {
    /// None without yosys.
    fn new(files: &[(&str, &str)]) -> Option<Folder> {
        if !yosys() {
            println!("skipped: yosys is not installed");
            return None;
        }
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            folder.write(name, text);
        }
        Some(folder)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn run(&self, args: &[&str]) -> Run {
        let output = assay(args).current_dir(self.0.path()).output();
        Run::new(output.expect("the program starts"))
    }

    /// What is said when the input is refused.
    fn refused(&self, args: &[&str]) -> String {
        let refused = self.run(args).expect(2);
        assert!(refused.stdout.is_empty(), "{}", refused.stdout);
        refused.stderr
    }
}

/// All of these are in the text.
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
}

const TOP: &str = "`include \"limit.vh\"\nmodule top(input clk, input go, output [2:0] n);\n  \
                   counter #(.W(3)) part(.clk(clk), .go(go), .n(n));\n  \
                   always @(posedge clk) low: assert (n < `LIMIT);\nendmodule\n";

const COUNTER: &str = "module counter #(parameter W = 2)(input clk, input go, output reg [W-1:0] n);\n  initial n = 0;\n  \
                       always @(posedge clk)\n    if (go) n <= n == 5 ? 0 : n + 1;\n  \
                       always @(posedge clk) assert (n != 7);\nendmodule\n";

const LIMIT: &str = "`ifdef TIGHT\n`define LIMIT 5\n`else\n`define LIMIT 6\n`endif\n";

fn two_files() -> Option<Folder> {
    Folder::new(&[
        ("rtl/top.sv", TOP),
        ("rtl/counter.sv", COUNTER),
        ("rtl/limit.vh", LIMIT),
    ])
}

#[test]
fn modules_come_from_several_files_and_includes_from_beside_them() {
    let Some(folder) = two_files() else { return };
    let proved = folder.run(&["check", "rtl/top.sv", "rtl/counter.sv"]);
    has(
        &proved.expect(0).stdout,
        &["2 proved", "low", "assert@rtl/counter.sv:5"],
    );
}

#[test]
fn a_macro_selects_a_branch() {
    let Some(folder) = two_files() else { return };
    let files = ["check", "rtl/top.sv", "rtl/counter.sv"];
    let tight = folder.run(&[&files[..], &["-D", "TIGHT", "--format", "json"]].concat());
    let document = tight.expect(1).json();
    let properties = document["properties"].as_array().expect("properties");
    let low = properties.iter().find(|p| p["name"] == "low");
    assert_eq!(low.expect("a property")["verdict"], "violated");
    assert_eq!(document["options"]["define"], "TIGHT");
    let odd = folder.refused(&[&files[..], &["-D", "TIGHT=a b"]].concat());
    has(&odd, &["the value of `TIGHT` has a blank"]);
}

#[test]
fn a_parameter_changes_a_width() {
    let Some(folder) = two_files() else { return };
    // Two bits never reach 5, and three never 7.
    for (value, width) in [("2", 2), ("3", 3), ("4'd4", 4)] {
        let parameter = format!("W={value}");
        let args = [
            "simulate",
            "--random",
            "rtl/counter.sv",
            "--param",
            &parameter,
        ];
        let ran = folder.run(&[&args[..], &["--steps", "3", "--seed", "1"]].concat());
        let stdout = ran.expect(0).stdout;
        let digits = "0".repeat(width);
        has(&stdout, &[&format!("0b{digits}")]);
    }
    let unknown = folder.refused(&["check", "rtl/counter.sv", "--param", "WIDTH=3"]);
    has(&unknown, &["N0219", "no parameter `WIDTH`"]);
    let negative = folder.refused(&["check", "rtl/counter.sv", "--param", "W=-3"]);
    has(&negative, &["`-3` is no value of a parameter"]);
}

#[test]
fn mutants_of_the_second_file_are_found_shown_and_decided() {
    let Some(folder) = two_files() else { return };
    let args = ["rtl/top.sv", "rtl/counter.sv", "--nodes", "all"];
    let covered = folder.run(&[&["cover"], &args[..], &["--format", "json"]].concat());
    let document = covered.expect(0).json();
    let mutants = document["mutants"].as_array().expect("mutants");
    let told: Vec<(&str, &str, u64, u64, &str)> = mutants
        .iter()
        .filter(|m| m["operator"] == "nondet")
        .map(|m| {
            let text = |field: &str| m[field].as_str().expect("a text");
            let number = |field: &str| m[field].as_u64().expect("a number");
            let (line, column) = (number("line"), number("column"));
            (text("id"), text("file"), line, column, text("verdict"))
        })
        .collect();
    let file = "rtl/counter.sv";
    let expected = [
        ("part.n:nondet", file, 4, 13, "killed"),
        ("part.add@rtl/counter.sv:4:31:nondet", file, 4, 31, "killed"),
        ("part.eq@rtl/counter.sv:4:18:nondet", file, 4, 18, "killed"),
        ("part.ite@rtl/counter.sv:4:18:nondet", file, 4, 18, "killed"),
        ("part.ite@rtl/counter.sv:4:9:nondet", file, 4, 9, "killed"),
    ];
    let mut told = told;
    told.sort_by_key(|(id, ..)| expected.iter().position(|e| e.0 == *id));
    assert_eq!(told, expected);
    let mut ids: Vec<&Value> = mutants.iter().map(|m| &m["id"]).collect();
    ids.sort_by_key(|id| id.to_string());
    ids.dedup();
    assert_eq!(ids.len(), mutants.len());
    let paths: Vec<&Value> = document["input"]["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|f| &f["path"])
        .collect();
    assert_eq!(paths, ["rtl/top.sv", "rtl/counter.sv", "rtl/limit.vh"]);
    let text = folder.run(&[&["cover"], &args[..]].concat()).expect(0);
    has(
        &text.stdout,
        &[
            "rtl/counter.sv\n    4 |     if (go) n <= n == 5 ? 0 : n + 1;",
            "next: assay explain rtl/top.sv rtl/counter.sv ",
        ],
    );
    let explained = folder.run(&["explain", "rtl/top.sv", "rtl/counter.sv", "part.n:zero"]);
    has(
        &explained.expect(0).stdout,
        &[
            "rtl/counter.sv:4:13",
            "+     if (go) n <= 3'b000 /* at every edge */ /* in part */;",
            "survived",
        ],
    );
}

#[test]
fn mutants_of_an_included_file_are_in_that_file() {
    let top = "`include \"sum.vh\"\nmodule top(input clk, input [1:0] a, output reg [1:0] q);\n  initial q = 0;\n  \
               always @(posedge clk) `SUM\n  always @(*) any: assert (q < 4);\nendmodule\n";
    let part = "module unused; endmodule\n";
    let inner = "module inner(input clk, output reg r);\n  initial r = 0;\n  always @(posedge clk) r <= !r;\nendmodule\n";
    let top = top.replace("`SUM", "q <= q + a;");
    let top = top.replace("  initial q", "  wire r;\n  inner i(clk, r);\n  initial q");
    let top = top.replace("output reg", "output s, output reg");
    let top = top.replace("  wire r;", "  wire r;\n  assign s = r;");
    let include = format!("{inner}{}", part.replace("unused", "also_unused"));
    let Some(folder) = Folder::new(&[("top.sv", &top), ("sum.vh", &include)]) else {
        return;
    };
    let listed = folder.run(&["mutants", "top.sv", "--top", "top", "--format", "json"]);
    let document = listed.expect(0).json();
    let mutants = document["mutants"].as_array().expect("mutants");
    let inner = mutants.iter().find(|m| m["id"] == "i.r:nondet");
    let inner = inner.expect("the register of the included module");
    assert_eq!(
        (&inner["file"], &inner["line"]),
        (&"sum.vh".into(), &3.into())
    );
    let own = mutants.iter().find(|m| m["id"] == "q:nondet");
    assert_eq!(own.expect("a register")["file"], "top.sv");
}

#[test]
fn a_mutant_of_the_second_file_is_written_as_that_file() {
    let Some(folder) = two_files() else { return };
    let files = ["mutants", "rtl/top.sv", "rtl/counter.sv", "--nodes", "all"];
    let id = "part.add@rtl/counter.sv:4:31:add_sub";
    let written = folder.run(&[&files[..], &["--write", id]].concat());
    let written = written.expect(0).stdout;
    let changed = COUNTER.replace("n + 1", "n - 1");
    let remark =
        format!("// Mutant {id} of rtl/counter.sv: `n + 1` becomes `n - 1 /* in part */`\n");
    assert_eq!(written, format!("{changed}{remark}"));
    // Names that a yosys script cannot carry, and one file twice in the design.
    folder.write("my designs/top \"1\".sv", TOP);
    folder.write("my designs/limit.vh", LIMIT);
    folder.write("my designs/c;[x].sv", COUNTER);
    let files = ["my designs/top \"1\".sv", "my designs/c;[x].sv"];
    let id = "part.add@my designs/c;[x].sv:4:31:add_sub";
    let args = [&["mutants"], &files[..], &["--nodes", "all", "--write", id]].concat();
    assert!(folder.run(&args).expect(0).stdout.starts_with(&changed));
    let twice = TOP.replace(
        "  always",
        "  wire [2:0] m;\n  counter #(.W(3)) other(.clk(clk), .go(go), .n(m));\n  always",
    );
    folder.write("rtl/twice.sv", &twice);
    let id = "part.add@rtl/counter.sv:4:31:add_sub";
    let args = [
        "mutants",
        "rtl/twice.sv",
        "rtl/counter.sv",
        "--nodes",
        "all",
        "--write",
        id,
    ];
    has(&folder.refused(&args), &["another circuit"]);
}

#[test]
fn what_is_wrong_is_said_with_the_file_it_is_in() {
    let Some(folder) = two_files() else { return };
    folder.write(
        "bad.sv",
        "module counter(input clk);\n  assign = 1;\nendmodule\n",
    );
    let syntax = folder.refused(&["check", "rtl/top.sv", "bad.sv"]);
    has(&syntax, &["N0201", "--> bad.sv:2:3", "assign = 1;", "help"]);
    folder.write("again.sv", "\nmodule counter; endmodule\n");
    let twice = folder.refused(&["check", "rtl/counter.sv", "again.sv"]);
    has(
        &twice,
        &[
            "N0215",
            "--> again.sv:2:8",
            "::: rtl/counter.sv:1:8",
            "first defined here",
        ],
    );
    let absent = folder.refused(&["check", "rtl/top.sv"]);
    has(
        &absent,
        &["N0216", "no module `counter`", "--> rtl/top.sv:3:3", "help"],
    );
    let nothing = folder.refused(&["check", "rtl/top.sv", "none.sv"]);
    has(&nothing, &["A0001", "there is no file `none.sv`"]);
    folder.write("lost.sv", "module lost;\n`include \"none.vh\"\nendmodule\n");
    let lost = folder.refused(&["check", "rtl/counter.sv", "lost.sv"]);
    has(
        &lost,
        &["N0214", "--> lost.sv:2:11", "none.vh", "beside the file"],
    );
    folder.write("outer.sv", "`include \"bad.sv\"\nmodule outer; endmodule\n");
    let inner = folder.refused(&["check", "outer.sv"]);
    has(&inner, &["--> bad.sv:2:3"]);
    folder.write("model.lus", "");
    let mixed = folder.refused(&["check", "rtl/counter.sv", "model.lus"]);
    has(&mixed, &["A0022", "`model.lus` is no Verilog file"]);
    let mixed = folder.refused(&["check", "model.lus", "rtl/counter.sv"]);
    has(&mixed, &["A0022", "is one file"]);
    let option = folder.refused(&["check", "model.lus", "-D", "A"]);
    has(&option, &["A0014", "`--define` is about Verilog"]);
}

#[test]
fn file_lists_name_files_directories_and_macros() {
    let Some(folder) = two_files() else { return };
    let list = "// sources\n+incdir+inc +define+TIGHT\nrtl/top.sv # the top\n-f more.f\n-sv\n";
    folder.write("list.f", list);
    folder.write("more.f", "rtl/counter.sv\n");
    let tight = folder.run(&["check", "-f", "list.f"]).expect(1);
    has(&tight.stderr, &["N0218", "--> list.f:5:1", "`-sv`"]);
    folder.write("rtl/here.f", "top.sv\ncounter.sv\n");
    folder.run(&["check", "-F", "rtl/here.f"]).expect(0);
    let explained = folder.run(&["explain", "-F", "rtl/here.f", "part.n:zero"]);
    has(&explained.expect(0).stdout, &["rtl/counter.sv:4:13"]);
    let wrong = folder.refused(&["check", "-f", "rtl/here.f"]);
    has(
        &wrong,
        &[
            "N0217",
            "--> rtl/here.f:1:1",
            "no file `top.sv`",
            "`-F rtl/here.f`",
        ],
    );
    let none = folder.refused(&["check", "-f", "none.f"]);
    has(&none, &["there is no file list `none.f`"]);
    folder.write("empty.f", "# nothing\n");
    has(
        &folder.refused(&["check", "-f", "empty.f"]),
        &["names no file"],
    );
}

/// Macros, directories and lists stand in the configuration as they are typed, and what is typed replaces them.
#[test]
fn the_configuration_takes_options_of_verilog() {
    let Some(folder) = two_files() else { return };
    let files = ["check", "rtl/top.sv", "rtl/counter.sv"];
    folder.write("rtl/assay.toml", "[model]\ndefine = [\"TIGHT\"]\n");
    has(&folder.run(&files).expect(1).stdout, &["violated  low"]);
    let typed = folder.run(&[&files[..], &["-D", "OTHER"]].concat());
    has(&typed.expect(0).stdout, &["2 proved"]);
    // Beside a list too, and for the mutant of a model that only a list names.
    folder.write("rtl/here.f", "top.sv\ncounter.sv\n");
    folder.run(&["check", "-F", "rtl/here.f"]).expect(1);
    // A list in the configuration is enough to know the model.
    folder.write(
        "other/lists.toml",
        "[model]\nfile-list-beside = [\"../rtl/here.f\"]\n",
    );
    let config = ["--config", "other/lists.toml"];
    folder.run(&[&["check"], &config[..]].concat()).expect(0);
    let explained = folder.run(&[&["explain", "part.n:zero"], &config[..]].concat());
    has(&explained.expect(0).stdout, &["counter.sv:4:13"]);
    folder.write("rtl/assay.toml", "[model]\nD = [\"TIGHT\"]\n");
    has(&folder.refused(&files), &["write `define`"]);
}

const SBY: &str = "[tasks]\nprove\nbmc\n\n[options]\nprove: mode prove\nbmc: mode bmc\ndepth 10\nwait on\n\n[engines]\nsmtbmc\n\n\
                   [script]\nbmc: read -define TIGHT\nread -formal top.sv\nread -formal count.sv\nprep -top top\n\n\
                   [files]\n../rtl/top.sv\ncount.sv ../rtl/counter.sv\n../rtl/limit.vh\n\n[file extra.sv]\nmodule extra; endmodule\n";

#[test]
fn an_sby_file_is_read_for_one_task() {
    let Some(folder) = two_files() else { return };
    folder.write("formal/top.sby", SBY);
    let several = folder.refused(&["check", "formal/top.sby"]);
    has(&several, &["N0220", "2 tasks: prove, bmc", "--task prove"]);
    let proved = folder
        .run(&["check", "formal/top.sby", "--task", "prove"])
        .expect(0);
    has(
        &proved.stdout,
        &["2 proved", "assert@formal/../rtl/counter.sv:5"],
    );
    has(
        &proved.stderr,
        &[
            "option `wait` is not used",
            "--> formal/top.sby:9:1",
            "N0222",
        ],
    );
    folder
        .run(&["check", "formal/top.sby", "--task", "bmc"])
        .expect(1);
    let covered = folder.run(&[
        "cover",
        "formal/top.sby",
        "--task",
        "prove",
        "--format",
        "json",
    ]);
    let document = covered.expect(0).json();
    let mutant = &document["mutants"][0];
    assert_eq!(mutant["file"], "formal/../rtl/counter.sv");
    let replay = document["replay"].as_str().expect("a command");
    assert_eq!(replay, "assay explain formal/top.sby --task prove");
    let written = [
        "mutants",
        "formal/top.sby",
        "--task",
        "prove",
        "--nodes",
        "all",
    ];
    let id = "part.add@formal/../rtl/counter.sv:4:31:add_sub";
    let written = folder.run(&[&written[..], &["--write", id]].concat());
    has(&written.expect(0).stdout, &["n == 5 ? 0 : n - 1;"]);
}

#[test]
fn what_is_wrong_with_an_sby_file_has_a_place() {
    let Some(folder) = two_files() else { return };
    let prove = |text: &str| {
        folder.write("formal/top.sby", text);
        folder.refused(&["check", "formal/top.sby", "--task", "prove"])
    };
    let command = prove(&SBY.replace("prep -top top", "prep -top top\nopt_merge"));
    has(
        &command,
        &[
            "`opt_merge` is not supported",
            "--> formal/top.sby:19:1",
            "help",
        ],
    );
    let absent = prove(&SBY.replace("../rtl/limit.vh", "limit.vh"));
    has(
        &absent,
        &["no file `formal/limit.vh`", "--> formal/top.sby:23:1"],
    );
    let without = SBY.split("[files]").next().expect("a part");
    has(
        &prove(without),
        &[
            "`top.sv` is in no [files]",
            "--> formal/top.sby:16:14",
            "no section [files]",
        ],
    );
    // What stands in the file itself is shown by its name.
    let own = SBY.replace("count.sv ../rtl/counter.sv\n", "");
    let own = own.replace(
        "[file extra.sv]\nmodule extra;",
        "[file count.sv]\nmodule counter(;",
    );
    has(&prove(&own), &["N0201", "--> count.sv:1:1"]);
    // Nothing is found beside the file that it was linked from.
    let lost = prove(&SBY.replace("../rtl/limit.vh\n", ""));
    has(&lost, &["N0214", "--> formal/../rtl/top.sv:1:11"]);
    let alone = folder.refused(&["check", "formal/top.sby", "rtl/top.sv"]);
    has(&alone, &["A0022", "read alone"]);
    let task = folder.refused(&["check", "rtl/counter.sv", "--task", "prove"]);
    has(&task, &["`--task` is about .sby files"]);
}
