//! What hardware engineers write on their first day. Everything here needs yosys and is skipped with a note where it is not
//! installed.

mod common;

use common::{Run, file, run, yosys};
use serde_json::Value;

/// Runs a command on a Verilog text; nothing without yosys.
fn on(text: &str, command: &str, more: &[&str]) -> Option<Run> {
    if !yosys() {
        println!("skipped: yosys is not installed");
        return None;
    }
    let (_folder, path) = file("design.sv", text.as_bytes());
    Some(run(&[&[command, &path], more].concat()))
}

/// A counter that wraps at `limit`, in a module `wrapper` that says it stays below `bound`.
fn counter_in_a_wrapper(bound: u32) -> String {
    format!(
        "module wrapper(input clock, input go, output [2:0] n);\n  inner part(.clock(clock), .go(go), .n(n));\n  \
         always @(posedge clock) low: assert (n < {bound});\nendmodule\n\
         module inner(input clock, input go, output reg [2:0] n);\n  initial n = 0;\n  \
         always @(posedge clock) if (go) n <= n == 5 ? 0 : n + 1;\n  always @(posedge clock) six: assert (n < 6);\nendmodule\n"
    )
}

#[test]
fn the_module_that_no_other_uses_is_the_top() {
    let Some(violated) = on(&counter_in_a_wrapper(4), "check", &["--format", "json"]) else {
        return;
    };
    let document = violated.expect(1).json();
    assert_eq!(document["input"]["mains"], serde_json::json!(["wrapper"]));
    let properties = document["properties"].as_array().expect("properties");
    let verdict = |name: &str| {
        let found = properties.iter().find(|p| p["name"] == name);
        found.expect("a property")["verdict"].clone()
    };
    assert_eq!(verdict("low"), "violated");
    assert_eq!(verdict("part.six"), "proved");
    let proved = on(&counter_in_a_wrapper(6), "check", &[]).expect("yosys");
    let proved = proved.expect(0);
    assert!(proved.stdout.contains("2 proved"), "{}", proved.stdout);
    assert!(
        proved.stderr.contains("the top module is `wrapper`"),
        "{}",
        proved.stderr
    );
    let inner = on(&counter_in_a_wrapper(4), "check", &["--top", "inner"]).expect("yosys");
    assert!(inner.expect(0).stderr.contains("the top module is `inner`"));
}

#[test]
fn an_instance_in_a_generate_loop_with_parameters_is_no_top() {
    let text = "module bit_of #(parameter P = 0)(input clk, input d, output reg q);\n  initial q = P;\n  always @(posedge clk) q <= d;\n\
                endmodule\nmodule row(input clk, input [2:0] d, output [2:0] q);\n  genvar i;\n  generate for (i = 0; i < 3; i = i + 1) begin : g\n    \
                bit_of #(.P(1)) b(clk, d[i], q[i]);\n  end endgenerate\n  always @(*) any: assert (q == q);\nendmodule\n";
    if let Some(checked) = on(text, "check", &[]) {
        let checked = checked.expect(0);
        assert!(
            checked.stderr.contains("the top module is `row`"),
            "{}",
            checked.stderr
        );
    }
}

#[test]
fn several_modules_that_could_be_the_top_are_an_error_that_lists_them() {
    let text = "module one(input clk, output reg q); initial q = 0; always @(posedge clk) q <= !q;\n\
                always @(*) assert (q); endmodule\nmodule two(input a, output b); assign b = a; endmodule\n";
    for command in ["check", "cover", "core", "mutants"] {
        let Some(refused) = on(text, command, &[]) else {
            return;
        };
        let refused = refused.expect(2);
        assert!(refused.stderr.contains("N0207"), "{}", refused.stderr);
        assert!(
            refused.stderr.contains("`one`, `two`"),
            "{}",
            refused.stderr
        );
        assert!(refused.stderr.contains("--top"), "{}", refused.stderr);
    }
    on(text, "check", &["--top", "one"])
        .expect("yosys")
        .expect(1);
    let unknown = on(text, "check", &["--top", "three"])
        .expect("yosys")
        .expect(2);
    assert!(unknown.stderr.contains("N0208"), "{}", unknown.stderr);
    assert!(
        unknown.stderr.contains("the modules are one, two"),
        "{}",
        unknown.stderr
    );
}

/// `n` is 3 at step 3, and that is where the assertion about it fails, clocked or not. The clock is no signal.
#[test]
fn a_clocked_assertion_fails_at_the_step_at_which_it_is_sampled() {
    let text = "module m(input clk, input go, output reg [2:0] n);\n  initial n = 0;\n  always @(posedge clk) if (go) n <= n + 1;\n  \
                always @(posedge clk) clocked: assert (n != 3);\n  always @(*) at_once: assert (n != 3);\nendmodule\n";
    let Some(violated) = on(text, "check", &["--format", "json"]) else {
        return;
    };
    let document = violated.expect(1).json();
    for property in document["properties"].as_array().expect("properties") {
        let trace = &property["trace"];
        assert_eq!(trace["length"], 4, "{}", property["name"]);
        assert_eq!(trace["inputs"], serde_json::json!(["go"]));
        assert!(trace["steps"][0].get("clk").is_none(), "{trace}");
    }
}

/// Assertions at the other edge are about other moments: no step is both.
#[test]
fn an_assertion_at_the_other_edge_is_refused() {
    let text = "module m(input clk, output reg n);\n  initial n = 0;\n  always @(posedge clk) n <= !n;\n  \
                always @(negedge clk) low: assert (!n);\nendmodule\n";
    if let Some(refused) = on(text, "check", &[]) {
        let refused = refused.expect(2);
        assert!(refused.stderr.contains("N0205"), "{}", refused.stderr);
        assert!(
            refused.stderr.contains("both edges of `clk`"),
            "{}",
            refused.stderr
        );
    }
}

/// A register without an initial value.
const UNSET: &str = "module m(input clk, input rst, input go, output reg [2:0] n);\n  always @(posedge clk or posedge rst)\n    \
                     if (rst) n <= 0;\n    else if (go && n < 5) n <= n + 1;\n  always @(posedge clk) small: assert (n <= 5);\nendmodule\n";

#[test]
fn a_violation_from_registers_without_initial_value_names_the_reset_to_assume() {
    let synchronous = "module m(input clk, input rst_n, input go, output reg [2:0] n);\n  always @(posedge clk)\n    if (!rst_n) n <= 0;\n    \
                       else if (go && n < 5) n <= n + 1;\n  always @(posedge clk) if (rst_n) small: assert (n <= 5);\nendmodule\n";
    for (text, option) in [(UNSET, "rst=1:1"), (synchronous, "rst_n=0:1")] {
        for (command, code) in [("check", 1), ("cover", 4), ("core", 4)] {
            let Some(hinted) = on(text, command, &[]) else {
                return;
            };
            let said = hinted.expect(code).stderr;
            assert!(said.contains("A0120"), "{command}: {said}");
            assert!(said.contains("`n` has no initial value"), "{said}");
            assert!(said.contains(&format!("`--reset {option}`")), "{said}");
        }
        let proved = on(text, "check", &["--reset", option]).expect("yosys");
        assert!(!proved.expect(0).stderr.contains("A0120"));
    }
}

/// Where the reset would not help, nobody is sent there.
#[test]
fn no_reset_is_named_that_is_not_there_or_does_not_help() {
    // No input is a reset; `rst` resets nothing; a synchronous reset comes a step too late; the register has an initial value.
    let loose = UNSET.replace("rst", "load");
    let idle = "module m(input clk, input rst, input go, output reg [2:0] n);\n  always @(posedge clk) n <= n + rst;\n  \
                always @(posedge clk) small: assert (n <= 5);\nendmodule\n";
    let late = "module m(input clk, input rst, input go, output reg [2:0] n);\n  always @(posedge clk) if (rst) n <= 0;\n  \
                always @(posedge clk) small: assert (n <= 5);\nendmodule\n";
    let set = UNSET.replace(
        "  always @(posedge clk or",
        "  initial n = 7;\n  always @(posedge clk or",
    );
    for text in [loose.as_str(), idle, late, &set] {
        let Some(violated) = on(text, "check", &[]) else {
            return;
        };
        let said = violated.expect(1).stderr;
        assert!(!said.contains("A0120"), "{text}: {said}");
    }
}

#[test]
fn a_reset_at_the_start_is_assumed_where_it_is_asked_for() {
    let Some(violated) = on(UNSET, "check", &[]) else {
        return;
    };
    violated.expect(1);
    let proved = on(UNSET, "check", &["--reset", "rst=1:1", "--format", "json"]);
    let proved = proved.expect("yosys").expect(0).json();
    assert_eq!(proved["options"]["reset"], "rst=1:1");
    // Two steps of reset, then none: `n` is 1 at step 3 at the earliest.
    let text = UNSET.replace("n <= 5)", "n == 0)");
    let late = on(&text, "check", &["--reset", "rst=1:2", "--format", "json"]);
    let late = late.expect("yosys").expect(1).json();
    let trace = &late["properties"][0]["trace"];
    assert_eq!(trace["length"], 4);
    let reset: Vec<&Value> = (0..4).map(|step| &trace["steps"][step]["rst"]).collect();
    assert_eq!(reset, [true, true, false, false]);
    for (flag, said) in [
        ("reset=1:1", "clk, go, rst"),
        ("rst=1", "NAME=VALUE:CYCLES"),
        ("rst=2:1", "0 or 1"),
    ] {
        let refused = on(UNSET, "check", &["--reset", flag])
            .expect("yosys")
            .expect(2);
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
}

#[test]
fn the_clock_that_is_named_is_the_one_that_is_taken() {
    let Some(checked) = on(UNSET, "check", &["--clock", "clk", "--reset", "rst=1:1"]) else {
        return;
    };
    let checked = checked.expect(0);
    assert!(
        checked.stderr.contains("a step is the posedge of `clk`"),
        "{}",
        checked.stderr
    );
    let refused = on(UNSET, "check", &["--clock", "go"])
        .expect("yosys")
        .expect(2);
    assert!(refused.stderr.contains("N0205"), "{}", refused.stderr);
    assert!(refused.stderr.contains("--clock clk"), "{}", refused.stderr);
}

/// A memory that is written beside registers with an asynchronous reset: yosys makes registers of it.
#[test]
fn a_memory_is_one_element_at_its_write_and_registers_keep_their_names() {
    let text = "module m(input clk, input rst, input put, input [1:0] at, input [3:0] d, output [3:0] q, output reg [2:0] n);\n  \
                reg [3:0] mem[0:3];\n  assign q = mem[at];\n  always @(posedge clk or posedge rst)\n    if (rst) n <= 0;\n    \
                else if (put) begin\n      mem[at] <= d;\n      n <= n + 1;\n    end\n  always @(*) if (rst) zero: assert (n == 0);\nendmodule\n";
    let Some(listed) = on(text, "mutants", &["--format", "json"]) else {
        return;
    };
    let document = listed.expect(0).json();
    let mutants = document["mutants"].as_array().expect("mutants");
    let told: Vec<(&str, u64)> = mutants
        .iter()
        .map(|m| {
            (
                m["id"].as_str().expect("a text"),
                m["line"].as_u64().expect("a number"),
            )
        })
        .collect();
    let expected = [
        ("n:nondet", 8),
        ("n:zero", 8),
        ("n:one", 8),
        ("mem:nondet", 7),
        ("mem:zero", 7),
        ("mem:one", 7),
    ];
    assert_eq!(told, expected);
}

#[test]
fn an_assertion_that_cannot_be_checked_is_refused_by_name() {
    let text = "module m(input clk, input a, output reg q);\n  initial q = 0;\n  always @(posedge clk) q <= a;\n  \
                always @(*) now: assert (q || !q);\n  at_last: assert property (s_eventually q);\nendmodule\n";
    if let Some(refused) = on(text, "check", &[]) {
        let refused = refused.expect(2);
        assert!(refused.stderr.contains("N0212"), "{}", refused.stderr);
        assert!(refused.stderr.contains("`at_last`"), "{}", refused.stderr);
    }
}

/// Each has a sentence about the source, and none leads to a line of BTOR2 that nobody wrote.
#[test]
fn what_is_not_read_of_verilog_is_said_in_terms_of_the_source() {
    let cases = [
        (
            "module m(input e, input d, output y); assign y = e ? d : 1'bz; always @(*) assert (y); endmodule\n",
            "N0213",
        ),
        (
            "module m(input a, output y); assign y = a & !y; always @(*) assert (y); endmodule\n",
            "combinational loop",
        ),
        (
            "module m(input a, output y); other u(a, y); always @(*) assert (y); endmodule\n",
            "name the file that has it as well",
        ),
        (
            "(* blackbox *) module b(input a, output y); endmodule\nmodule m(input a, output y); b u(a, y);\n\
          always @(*) assert (y); endmodule\n",
            "a module without a body",
        ),
    ];
    for (text, said) in cases {
        let Some(refused) = on(text, "check", &[]) else {
            return;
        };
        let refused = refused.expect(2);
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
        assert!(!refused.stderr.contains("as BTOR2"), "{}", refused.stderr);
    }
}
