//! Options in `assay.toml`: who wins, what is refused, and with what words.

mod common;

use std::path::PathBuf;

use common::{Run, assay, run};

const MODEL: &str = "node main(a: bool) returns (ok: bool);
var lamp: bool;
let
  lamp = a -> pre lamp or a;
  ok = lamp or not a;
  --%PROPERTY ok;
tel

node other(a: bool) returns (fine: bool);
let
  fine = a or not a;
  --%PROPERTY fine;
tel
";

/// A directory with a model and a configuration.
struct Bench {
    directory: tempfile::TempDir,
}

impl Bench {
    fn new(config: &str) -> Bench {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let bench = Bench { directory };
        bench.write("model.lus", MODEL);
        bench.write("assay.toml", config);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("it can be written");
    }

    /// The program on the model, started somewhere else.
    fn run(&self, command: &str, options: &[&str]) -> Run {
        let model = self.path("model.lus");
        let mut args = vec![command, model.to_str().expect("it is UTF-8")];
        args.extend(options);
        run(&args)
    }

    /// What is said of a configuration that is refused.
    fn refused(&self) -> String {
        let run = self.run("check", &[]).expect(2);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains("error[A0013]"), "{}", run.stderr);
        run.stderr
    }
}

/// Fails unless a configuration is refused with all of these.
fn refuses(config: &str, wanted: &[&str]) {
    let said = Bench::new(config).refused();
    for part in wanted {
        assert!(said.contains(part), "`{part}` is not in:\n{said}");
    }
}

fn options(run: Run) -> serde_json::Value {
    run.expect(0).json()["options"].clone()
}

#[test]
fn options_of_the_file_hold_unless_they_are_typed() {
    let bench = Bench::new(
        "[model]\nmain = \"main\"\n[check]\nmax-k = 7\ntimeout = 60.5\ndeterministic = true\nformat = \"json\"\n\
         [cover]\nmax-k = 9\n",
    );
    let said = options(bench.run("check", &[]));
    assert_eq!(said["max_k"], 7, "{said:#}");
    assert_eq!(said["deterministic"], true, "{said:#}");
    let typed = options(bench.run("check", &["--max-k", "8", "--deterministic=false"]));
    assert_eq!(typed["max_k"], 8, "{typed:#}");
    assert_eq!(typed["deterministic"], false, "{typed:#}");
    // Global options may stand before the command, and the settings still go behind it.
    let model = bench.path("model.lus");
    let model = model.to_str().expect("it is UTF-8");
    let said = options(run(&["--color", "never", "check", model]));
    assert_eq!(said["max_k"], 7, "{said:#}");
}

#[test]
fn the_table_of_a_command_wins_over_the_shared_one() {
    let bench = Bench::new("[model]\nmain = \"main\"\n[check]\nmain = \"other\"\n");
    assert!(bench.run("check", &[]).expect(0).stdout.contains("fine"));
    assert!(bench.run("mutants", &[]).expect(0).stdout.contains("lamp"));
    let typed = bench.run("check", &["--top", "main"]).expect(0).stdout;
    assert!(typed.contains("ok") && !typed.contains("fine"), "{typed}");
}

#[test]
fn a_list_is_replaced_by_what_is_typed() {
    let bench = Bench::new("[model]\nmain = \"main\"\n[check]\nengine = [\"bmc\"]\n");
    let of_file = bench.run("check", &["--format", "json"]).expect(0).json();
    assert_eq!(of_file["properties"][0]["engine"], "bmc", "{of_file:#}");
    let typed = ["--engine", "k-induction", "--format", "json"];
    let typed = bench.run("check", &typed).expect(0).json();
    assert_eq!(typed["properties"][0]["engine"], "k-induction", "{typed:#}");
    assert_eq!(
        typed["options"]["engine"],
        serde_json::json!(["k-induction"])
    );
}

#[test]
fn the_named_file_is_read_in_place_of_the_one_beside_the_model() {
    let bench = Bench::new("[check]\nno-such-option = 1\n");
    bench.write("other.toml", "[model]\nmain = \"other\"\n");
    let other = bench.path("other.toml");
    for command in ["check", "cover", "core"] {
        let named = bench.run(command, &["--config", other.to_str().expect("it is UTF-8")]);
        assert!(named.expect(0).stdout.contains("fine"), "{command}");
    }
    // Who repeats a result needs the same file.
    let other = other.to_str().expect("it is UTF-8");
    let cover = bench.run("cover", &["--config", other, "--format", "json"]);
    let replay = cover.expect(0).json()["replay"].to_string();
    assert!(replay.contains(&format!("--config {other}")), "{replay}");
    bench.run("check", &["--config", "/dev/null"]).expect(0);
    let missing = bench.run("check", &["--config", "no/such.toml"]).expect(2);
    assert!(
        missing.stderr.contains("error[A0001]"),
        "{}",
        missing.stderr
    );
}

/// Also for a command that would not have used the faulty line.
#[test]
fn every_command_checks_the_whole_file() {
    let bench = Bench::new("[cover]\nmin-scroe = 90\n");
    for (command, more) in [
        ("check", &[][..]),
        ("core", &[]),
        ("cover", &[]),
        ("explain", &["4:3:remove"]),
        ("mutants", &[]),
        ("simulate", &["--random"]),
    ] {
        let said = bench.run(command, more).expect(2).stderr;
        assert!(said.contains("min-scroe"), "{command}: {said}");
    }
}

#[test]
fn paths_are_relative_to_the_file() {
    let bench = Bench::new(
        "[model]\nmain = \"main\"\n[cover]\nno-store = true\noutput = \"out.json\"\nformat = \"json\"\n\
         report = [\"md=summary.md\"]\n",
    );
    let mut process = assay(&["cover", "model.lus"]);
    process.current_dir(bench.directory.path());
    Run::new(process.output().expect("it starts")).expect(0);
    let written = |name: &str| {
        let path = bench.path(name);
        let there = path.is_file();
        std::fs::remove_file(path).expect("it was written");
        there
    };
    assert!(written("out.json") && written("summary.md"));
    bench.run("cover", &[]).expect(0);
    assert!(written("out.json") && written("summary.md"));
    bench.run("cover", &["--output", "/dev/null"]).expect(0);
    assert!(written("summary.md") && !bench.path("out.json").exists());
}

#[test]
fn what_is_typed_excludes_settings_that_conflict_with_it() {
    let bench = Bench::new(
        "[model]\nmain = \"main\"\n[simulate]\nrandom = true\n[cover]\nno-store = true\n[core]\nlimit = 3\n\
         [mutants]\nformat = \"json\"\n",
    );
    bench.run("simulate", &[]).expect(0);
    bench.write("inputs.csv", "a\n1\n0\n");
    let inputs = bench.path("inputs.csv");
    let inputs = inputs.to_str().expect("it is UTF-8");
    let steps = bench
        .run("simulate", &["--inputs", inputs])
        .expect(0)
        .stdout;
    assert!(steps.contains('1') && !steps.contains('5'), "{steps}");
    let store = bench.path("store");
    bench
        .run("cover", &["--store", store.to_str().expect("it is UTF-8")])
        .expect(0);
    assert!(store.exists());
    // `limit` is about `all`, which may be typed or not.
    bench.run("core", &[]).expect(0);
    bench.run("core", &["--all"]).expect(0);
    let listed = bench.run("mutants", &[]).expect(0).json();
    let id = listed["mutants"][0]["id"].as_str().expect("an id");
    let written = bench.run("mutants", &["--write", id]).expect(0).stdout;
    assert!(written.contains("node main"), "{written}");
}

#[test]
fn settings_that_do_not_go_together_are_named() {
    let bench = Bench::new("[cover]\nfail-on = [\"new-survivors\"]\n");
    let said = bench.run("cover", &[]).expect(2).stderr;
    assert!(said.contains("`fail-on` needs `baseline` too"), "{said}");
    assert!(said.contains("assay.toml:2:1"), "{said}");
    let bench = Bench::new("[mutants]\nwrite = \"1:1:x\"\nformat = \"json\"\n");
    let said = bench.run("mutants", &[]).expect(2).stderr;
    let wanted = "`format` cannot be used together with `write`";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn misspelt_keys_are_answered_with_the_right_ones() {
    refuses(
        "[cover]\n# comment\nmin_score = 90\n",
        &[
            "assay.toml:3:1",
            "`[cover]` has no option `min_score`",
            "min_score = 90",
            "did you mean `min-score`?",
        ],
    );
    refuses("[cover]\n\"--killers\" = \"one\"\n", &["write `killers`"]);
    refuses("[model]\ntop = \"m\"\n", &["write `main`"]);
    refuses("[cover]\no = \"f\"\n", &["write `output`"]);
    refuses(
        "[check]\nconfig = \"f\"\n",
        &["`--config` can only be typed"],
    );
    refuses(
        "[check]\nxyzzy = 1\n",
        &["`assay check --help` lists the options"],
    );
}

#[test]
fn a_key_of_another_command_is_led_there() {
    refuses(
        "[check]\nmin-score = 90\n",
        &["assay.toml:2:1", "it is an option of `[cover]`"],
    );
    refuses(
        "[model]\ntimeout = 60\n",
        &["it is an option of `[check]`, `[core]`, `[cover]`, `[explain]`"],
    );
    refuses(
        "min-score = 90\n",
        &["assay.toml:1:1", "outside of every table"],
    );
}

#[test]
fn values_have_the_type_of_their_option() {
    refuses(
        "[cover]\nmin-score = \"90\"\n",
        &[
            "assay.toml:2:13",
            "takes a number, without quotes",
            "write `min-score = 90`",
        ],
    );
    refuses(
        "[model]\nmain = 5\n",
        &["takes text, in quotes", "write `main = \"5\"`"],
    );
    refuses(
        "[check]\ndeterministic = \"yes\"\n",
        &[
            "`deterministic` is true or false",
            "write `deterministic = true`",
        ],
    );
    refuses(
        "[check]\nproperty = \"ok\"\n",
        &["takes a list", "write `property = [\"ok\"]`"],
    );
    refuses(
        "[check]\nproperty = [1]\n",
        &["takes text", "write `property = [\"1\"]`"],
    );
    refuses("[check]\ntimeout = [1]\n", &["takes a number, not a list"]);
    refuses(
        "[check]\ntimeout = true\n",
        &["takes a number, not true or false"],
    );
    refuses(
        "[check]\nsave = 2026-11-18\n",
        &["takes text, in quotes, not this"],
    );
}

#[test]
fn bad_values_are_refused_where_they_stand() {
    refuses(
        "[cover]\nmin-score = 150\n",
        &[
            "assay.toml:2:13",
            "`min-score` cannot be `150`",
            "from 0 to 100",
        ],
    );
    refuses(
        "[cover]\nformat = \"jsn\"\n",
        &["`format` cannot be `jsn`", "did you mean \"json\"?", "html"],
    );
    refuses("[check]\njobs = 0\n", &["`jobs` cannot be `0`"]);
    refuses("[check]\njobs = 2.5\n", &["`jobs` cannot be `2.5`"]);
    refuses(
        "[check]\nengine = [\"bcm\"]\n",
        &["`engine` cannot be `bcm`", "bmc"],
    );
    refuses("[model]\nreset = \"rst\"\n", &["`reset` cannot be `rst`"]);
    refuses(
        "[model]\nmax-input = \"9X\"\n",
        &["`max-input` cannot be `9X`"],
    );
    Bench::new("[model]\nmax-input = \"64M\"\nmain = \"main\"\n")
        .run("check", &[])
        .expect(0);
}

#[test]
fn tables_are_known_by_name_and_kind() {
    refuses(
        "[cove]\nmin-score = 90\n",
        &[
            "assay.toml:1:2",
            "there is no table `cove`",
            "did you mean `cover`?",
        ],
    );
    refuses(
        "[report]\nformat = \"md\"\n",
        &["there is no table `report`", "[model]"],
    );
    refuses(
        "[[cover]]\n",
        &["`cover` is a table of options", "write `[cover]`"],
    );
    refuses(
        "[waiver]\nreason = \"\"\n",
        &["`waiver` is a list", "write `[[waiver]]`"],
    );
}

#[test]
fn what_is_not_toml_is_named() {
    refuses(
        "[cover\nmin-score = 90\n",
        &["assay.toml:1:", "this is not TOML"],
    );
    refuses(
        "[cover]\nkillers = one\n",
        &[
            "assay.toml:2:11",
            "this is not TOML",
            "text stands in quotes",
        ],
    );
    refuses(
        "[cover]\nmin-score: 90\n",
        &["assay.toml:2:", "this is not TOML"],
    );
    refuses("[cover]\nlist = true\nlist = true\n", &["assay.toml:3:1"]);
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let said = Bench::new("[check]\njobs = 0\nbogus = 1\n[cover]\nlist = 1\n").refused();
    assert_eq!(said.matches("error[A0013]").count(), 3, "{said}");
}

#[test]
fn waivers_and_options_share_the_file() {
    let waiver = "[[waiver]]\nfingerprint = \"0\"\nelement = \"0\"\nreason = \"known\"\n";
    for options in ["", "[model]\nmain = \"main\"\n\n"] {
        let bench = Bench::new(&format!("{options}{waiver}"));
        let said = bench.run("cover", &["--main", "main"]).expect(0).stderr;
        assert!(said.contains("the waiver of 0 matches no mutant"), "{said}");
    }
}

/// One file serves models of several languages: what is about circuits does not concern a Lustre file beside them.
#[test]
fn options_of_a_language_are_for_models_of_that_language() {
    let bench = Bench::new(
        "[model]\nbits = true\ndialect = \"kind2\"\nmain = \"main\"\n[mutants]\nformat = \"json\"\n",
    );
    bench.run("check", &[]).expect(0);
    let said = options(bench.run("mutants", &[]));
    assert_eq!(said["dialect"], "kind2", "{said:#}");
    assert_eq!(said.get("bits"), None, "{said:#}");
    let said = bench.run("mutants", &["--bits"]).expect(2).stderr;
    assert!(said.contains("`--bits` is about AIGER"), "{said}");
}
