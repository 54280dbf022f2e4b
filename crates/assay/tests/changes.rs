//! Changes that users define in `assay.toml`: elements tied to expressions and to generators.

mod common;

use std::path::Path;

use common::{Run, run, yosys};
use serde_json::Value;

/// Files in a directory of their own; the first is the model.
struct Models {
    directory: tempfile::TempDir,
    model: String,
}

impl Models {
    fn new(files: &[(&str, &str)]) -> Models {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, text) in files {
            std::fs::write(directory.path().join(name), text).expect("files can be written");
        }
        let model = path(directory.path(), files[0].0);
        Models { directory, model }
    }

    fn with(self, changes: &str) -> Models {
        let config = path(self.directory.path(), "assay.toml");
        std::fs::write(config, changes).expect("files can be written");
        self
    }

    fn run(&self, command: &str, more: &[&str]) -> Run {
        run(&[&[command, &self.model], more].concat())
    }

    /// What becomes of one mutant.
    fn cover(&self, id: &str, more: &[&str]) -> Value {
        let args = ["--mutators", "paper", "--format", "json"];
        let ran = self.run("cover", &[&args[..], more].concat()).expect(0);
        let document = ran.json();
        let mutants = document["mutants"].as_array().expect("mutants");
        let found = mutants.iter().find(|m| m["id"] == id);
        found
            .unwrap_or_else(|| panic!("no {id} in {mutants:?}"))
            .clone()
    }

    fn refused(&self, expected: &[&str]) {
        let ran = self.run("mutants", &[]).expect(2);
        for text in expected {
            assert!(ran.stderr.contains(text), "no `{text}` in\n{}", ran.stderr);
        }
    }
}

fn path(directory: &Path, name: &str) -> String {
    directory.join(name).display().to_string()
}

/// `step` is called twice; `count` never falls and is never negative.
const COUNT: &str = "node step(en: bool) returns (n: int);
let
  n = 0 -> if en then pre n + 1 else pre n;
tel

node both(x: int) returns (up, down: int);
let
  up = x + 1;
  down = x - 1;
tel

node main(en, other: bool) returns (ok, rises: bool; count: int);
var a, b, u, d: int;
let
  a = step(en);
  b = step(other);
  (u, d) = both(a + b);
  count = u - 1;
  ok = count >= 0;
  rises = true -> count >= pre count;
  --%PROPERTY ok;
  --%PROPERTY rises;
tel
";

/// Goes between 0 and 1 while `en` holds.
const WAVE: &str = "node wave(en: bool) returns (q: int);
let
  q = 0 -> if en then 1 - pre q else pre q;
tel
";

#[test]
fn an_expression_takes_the_place_of_an_equation() {
    let models = Models::new(&[("count.lus", COUNT)]).with(
        "[[change]]\nelement = \"count\"\nexpression = \"0 -> pre count + 1\"\n\
         [[change]]\nelement = \"count\"\nexpression = 'a - b'\nname = \"difference\"\n\
         [[change]]\nelement = \"step.n\"\nexpression = \"0 -> pre n + 2\"\n\
         [[change]]\nelement = \"u\"\nexpression = \"b + 1\"\n",
    );
    let listed = models.run("mutants", &["--mutators", "equal_5"]).expect(0);
    for line in [
        "count:user             count      `u - 1` becomes `0 -> pre count + 1`",
        "count:user:difference  count      `u - 1` becomes `a - b`",
        "u:user                 u          `(u, d) = both(a + b);` becomes `u = b + 1`",
    ] {
        assert!(listed.stdout.contains(line), "{}", listed.stdout);
    }
    let survivor = models.cover("count:user", &[]);
    assert_eq!(survivor["verdict"], "survived");
    assert_eq!(survivor["operator"], "user");
    assert_eq!(survivor["element"], "count");
    assert_eq!(survivor["line"], 18);
    let killed = models.cover("count:user:difference", &[]);
    assert_eq!(killed["verdict"], "killed");
    assert_eq!(killed["killed_by"], serde_json::json!(["ok", "rises"]));
    // In both calls of the node, and of one of two variables that an equation defines.
    assert_eq!(models.cover("step.n:user", &[])["verdict"], "survived");
    assert_eq!(models.cover("u:user", &[])["verdict"], "survived");
    let written = models.run("mutants", &["--write", "count:user:difference"]);
    assert!(written.expect(0).stdout.contains("  count = a - b;"));
    let refused = models.run("mutants", &["--write", "u:user"]).expect(2);
    assert!(refused.stderr.contains("one of several variables"));
}

#[test]
fn a_kill_by_an_expression_is_replayed_in_the_interpreter() {
    let models = Models::new(&[("count.lus", COUNT)])
        .with("[[change]]\nelement = \"count\"\nexpression = \"a - b\"\n");
    let explained = models.run("explain", &["count:user"]).expect(0);
    assert!(
        explained.stdout.contains("interpreter"),
        "{}",
        explained.stdout
    );
}

#[test]
fn a_generator_has_states_of_its_own_in_every_call() {
    let models = Models::new(&[("count.lus", COUNT), ("wave.lus", WAVE)]).with(
        "[[change]]\nelement = \"step.n\"\ngenerator = \"wave.lus\"\noutput = \"q\"\nname = \"wave\"\n\
         [[change]]\nelement = \"count\"\ngenerator = \"wave.lus\"\noutput = \"q\"\n\
         inputs = { en = \"other\" }\n",
    );
    let listed = models.run("mutants", &["--mutators", "equal_5"]).expect(0);
    let line = "becomes `step.n = q of wave.lus (en = en)`";
    assert!(listed.stdout.contains(line), "{}", listed.stdout);
    let wave = models.cover("step.n:user:wave", &[]);
    assert_eq!(wave["killed_by"], serde_json::json!(["rises"]));
    // Each call has a wave of its own, so their sum shows all of 0, 1 and 2.
    let explained = models.run("explain", &["step.n:user:wave"]).expect(0);
    assert!(explained.stdout.contains("killed by rises"));
    let other = models.cover("count:user", &[]);
    assert_eq!(other["killed_by"], serde_json::json!(["rises"]));
    let refused = models.run("mutants", &["--write", "count:user"]).expect(2);
    assert!(
        refused
            .stderr
            .contains("its generator is a model of its own")
    );
}

#[test]
fn a_fingerprint_survives_unrelated_edits_and_the_store_finds_it_again() {
    let change = "[[change]]\nelement = \"count\"\ngenerator = \"wave.lus\"\noutput = \"q\"\n";
    let models = Models::new(&[("count.lus", COUNT), ("wave.lus", WAVE)]).with(change);
    let store = path(models.directory.path(), "store");
    let first = models.cover("count:user", &["--store", &store]);
    let again = models.cover("count:user", &["--store", &store]);
    assert_eq!(again["verdict"], "killed");
    assert_eq!(again["stage"], first["stage"]);
    let moved = format!("-- a remark\n\n{COUNT}");
    std::fs::write(&models.model, moved).expect("files can be written");
    let moved = models.cover("count:user", &["--store", &store]);
    assert_eq!(moved["fingerprint"], first["fingerprint"]);
    assert_eq!(moved["line"], 20);
    // Another generator under the same name is another change.
    let rising = WAVE.replace("1 - pre q", "1 + pre q");
    std::fs::write(path(models.directory.path(), "wave.lus"), rising).expect("written");
    let rising = models.cover("count:user", &["--store", &store]);
    assert_eq!(rising["verdict"], "survived");
    assert_ne!(rising["fingerprint"], first["fingerprint"]);
}

#[test]
fn an_expression_may_divide_where_the_model_does_not() {
    let models = Models::new(&[("count.lus", COUNT)])
        .with("[[change]]\nelement = \"count\"\nexpression = \"(a + b) div b\"\n");
    // What division by zero gives is anybody's guess.
    let killed = models.cover("count:user", &[]);
    assert_eq!(killed["killed_by"], serde_json::json!(["ok", "rises"]));
}

/// `count` goes from 0 to 5 and starts again.
const BTOR2: &str = "1 sort bitvec 1\n2 sort bitvec 3\n3 input 1 en\n4 state 2 count\n5 zero 2\n6 init 2 4 5\n7 one 2\n\
                     8 add 2 4 7\n9 ite 2 3 8 4\n10 constd 2 5\n11 eq 1 4 10\n12 ite 2 11 5 9\n13 next 2 4 12\n\
                     14 ugt 1 4 10\n15 bad 14 over\n";

/// Counts through all values.
const ALL: &str = "1 sort bitvec 3\n2 state 1 q\n3 zero 1\n4 init 1 2 3\n5 one 1\n6 add 1 2 5\n7 next 1 2 6\n8 output 2 q\n";

/// A bit that stays 0.
const AIGER: &str = "aag 3 1 1 0 1 1\n2\n4 6\n4\n6 2 4\ni0 en\nl0 x\nb0 high\n";

/// A bit that turns over at each step, as an output.
const TOGGLE: &str = "aag 1 0 1 1 0\n2 3\n2\nl0 t\no0 q\n";

#[test]
fn registers_are_tied_to_circuits() {
    let words = Models::new(&[("c.btor2", BTOR2), ("all.btor2", ALL)])
        .with("[[change]]\nelement = \"count\"\ngenerator = \"all.btor2\"\noutput = \"q\"\n");
    let killed = words.cover("count:user", &[]);
    assert_eq!(killed["killed_by"], serde_json::json!(["over"]));
    // The circuit with the generator in it is a model for other tools.
    let mutant = path(words.directory.path(), "mutant.btor2");
    let args = ["--write", "count:user", "--output", &mutant];
    words.run("mutants", &args).expect(0);
    run(&["check", &mutant]).expect(1);
    let bits = Models::new(&[
        ("c.aag", AIGER),
        ("toggle.aag", TOGGLE),
        (
            "low.lus",
            "node low(en: bool) returns (q: bool);\nlet q = false -> en and not en; tel\n",
        ),
    ])
    .with(
        "[[change]]\nelement = \"x\"\ngenerator = \"toggle.aag\"\noutput = \"q\"\n\
         [[change]]\nelement = \"x\"\ngenerator = \"low.lus\"\noutput = \"q\"\nname = \"low\"\n",
    );
    let killed = bits.cover("x:user", &[]);
    assert_eq!(killed["killed_by"], serde_json::json!(["high"]));
    assert_eq!(bits.cover("x:user:low", &[])["verdict"], "equivalent");
}

const VERILOG: &str = "module m(input clk, input go, output reg [2:0] n);
  initial n = 0;
  always @(posedge clk) if (go) n <= n == 5 ? 0 : n + 1;
  always @(posedge clk) six: assert (n < 6);
endmodule
";

const LFSR: &str = "module lfsr(input clk, input en, output reg [2:0] q);
  initial q = 1;
  always @(posedge clk) if (en) q <= {q[1:0], q[2] ^ q[1]};
endmodule
";

#[test]
fn a_register_of_verilog_is_tied_to_a_module() {
    if !yosys() {
        println!("skipped: yosys is not installed");
        return;
    }
    let models = Models::new(&[("m.sv", VERILOG), ("lfsr.sv", LFSR)]).with(
        "[[change]]\nelement = \"n\"\ngenerator = \"lfsr.sv\"\noutput = \"q\"\nname = \"lfsr\"\n\
         inputs = { en = \"go\" }\n",
    );
    let killed = models.cover("n:user:lfsr", &[]);
    assert_eq!(killed["verdict"], "killed");
    assert_eq!(killed["replacement"], "n = q of lfsr.sv (en = go)");
    let as_text = models.run("mutants", &["--write", "n:user:lfsr"]).expect(2);
    assert!(as_text.stderr.contains("A0021"), "{}", as_text.stderr);
    let models = models.with("[[change]]\nelement = \"n\"\nexpression = \"n + 2\"\n");
    models.refused(&["A0027", "Verilog", "assay.toml:3:14"]);
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let silent = "node w(en: bool) returns (q: int);\nlet q = 1; assert en; tel\n";
    let files = [
        ("count.lus", COUNT),
        ("wave.lus", WAVE),
        ("silent.lus", silent),
        ("all.btor2", ALL),
    ];
    let mut models = Models::new(&files);
    let mut refused = |changes: &str, expected: &[&str]| {
        let config = path(models.directory.path(), "assay.toml");
        std::fs::write(config, changes).expect("files can be written");
        models.refused(expected);
        models.model = path(models.directory.path(), "count.lus");
    };
    let expression = |element: &str, text: &str| {
        format!("[[change]]\nelement = \"{element}\"\nexpression = \"{text}\"\n")
    };
    let generator = |file: &str, output: &str, more: &str| {
        format!(
            "[[change]]\nelement = \"count\"\ngenerator = \"{file}\"\noutput = \"{output}\"\n{more}"
        )
    };
    refused(
        &expression("coumt", "1"),
        &["A0025", "there is a `count`", "assay.toml:2:11"],
    );
    refused(
        &expression("count", "a + zz"),
        &["unknown name `zz`", "assay.toml:3:19"],
    );
    refused(
        &expression("count", "a +"),
        &["found the end of the expression", "assay.toml:3:18"],
    );
    refused(
        &expression("count", "a b"),
        &["the end of the expression", "assay.toml:3:17"],
    );
    refused(
        &expression("count", "ok"),
        &["`count` has the type int", "assay.toml:3:15"],
    );
    refused(
        &expression("count", "count + 1"),
        &["`count` would need its own value", "assay.toml:3:14"],
    );
    refused(
        &expression("count", "step(en)"),
        &["A0027", "calls no node", "assay.toml:3:15"],
    );
    refused(
        &generator("none.lus", "q", ""),
        &["A0026", "there is no file", "assay.toml:3:13"],
    );
    refused(
        &generator("wave.lus", "p", ""),
        &["has no output `p`", "assay.toml:4:10"],
    );
    refused(
        &generator("all.btor2", "q", ""),
        &["`q` of the generator is a word of 3 bits, and `count` is an integer"],
    );
    refused(
        &generator("wave.lus", "q", "inputs = { en = \"count\" }\n"),
        &["`en` of the generator is Boolean, and `count` is an integer"],
    );
    refused(
        &generator("wave.lus", "q", "inputs = { en = \"ok\" }\n"),
        &[
            "`count` would need its own value within a step",
            "(en = ok)",
        ],
    );
    refused(
        &generator("wave.lus", "q", "inputs = { an = \"en\" }\n"),
        &["`wave.lus` has no input `an`", "assay.toml:5:17"],
    );
    refused(
        &generator("wave.lus", "q", "inputs = { en = \"ne\" }\n"),
        &["there is no variable `ne`", "assay.toml:5:17"],
    );
    refused(
        &generator("silent.lus", "q", ""),
        &["the generator assumes something"],
    );
    refused(
        "[[change]]\nelement = \"count\"\n",
        &["A0013", "assay.toml:2:11"],
    );
    refused(
        "[[change]]\nelement = \"count\"\nexpresion = \"1\"\n",
        &["A0013", "expresion"],
    );
    let twice = expression("count", "1").repeat(2);
    refused(
        &twice,
        &["`count:user` is defined twice", "assay.toml:5:11"],
    );
}

#[test]
fn a_part_of_a_variable_is_tied_to_a_generator_only() {
    let pair = "type pair = struct {l: int; h: int};\nnode main(x: int) returns (ok: bool);\nvar r: pair;\nlet\n  \
                r = pair {l = x; h = x};\n  ok = r.l = r.h;\n  --%PROPERTY ok;\ntel\n";
    let late = "node late(x: int) returns (q: int);\nlet q = 0 -> pre x; tel\n";
    let models = Models::new(&[("pair.lus", pair), ("late.lus", late)])
        .with("[[change]]\nelement = \"r.l\"\ngenerator = \"late.lus\"\noutput = \"q\"\n");
    let killed = models.cover("r.l:user", &[]);
    assert_eq!(killed["killed_by"], serde_json::json!(["ok"]));
    assert_eq!(killed["replacement"], "r.l = q of late.lus (x = x)");
    let models = models.with("[[change]]\nelement = \"r.l\"\nexpression = \"x + 1\"\n");
    models.refused(&["A0027", "`r.l` is a part of `r`", "assay.toml:2:11"]);
}

#[test]
fn kind_2_wants_a_first_value_in_an_expression() {
    let unguarded = "[[change]]\nelement = \"count\"\nexpression = \"pre count + 1\"\n";
    let models = Models::new(&[("count.lus", COUNT)]).with(unguarded);
    let refused = models.run("mutants", &["--dialect", "kind2"]).expect(2);
    let expected = ["A0027", "no value in the first step", "assay.toml:3:15"];
    for text in expected {
        assert!(refused.stderr.contains(text), "{}", refused.stderr);
    }
    // In JKind's dialect it reads the state before the first.
    let killed = models.cover("count:user", &[]);
    assert_eq!(killed["killed_by"], serde_json::json!(["ok"]));
}
