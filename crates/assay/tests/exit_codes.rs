//! No exit code comforts: output that could not be written is no success, and a model without properties is not proved.

mod common;

use std::fs::File;
use std::process::Stdio;

use common::{Run, assay, file, run, yosys};

const MODEL: &str = "\
node main(a: bool) returns (ok: bool);
let
  ok = a or not a;
  --%PROPERTY ok;
tel;
";

const WITHOUT: &str = "\
node main(a: bool) returns (b: bool);
let
  b = not a;
tel;
";

/// Where every write fails, as on a full disk; not on every system.
fn full_disk() -> Option<File> {
    let device = File::options().write(true).open("/dev/full").ok();
    if device.is_none() {
        println!("skipped: there is no /dev/full here");
    }
    device
}

#[test]
fn a_result_that_cannot_be_written_to_standard_output_is_exit_code_2() {
    let (_directory, path) = file("m.lus", MODEL.as_bytes());
    let commands: [&[&str]; 9] = [
        &["check", &path],
        &["check", &path, "--format", "json"],
        &["core", &path],
        &["cover", &path],
        &["cover", &path, "--format", "json"],
        &["mutants", &path],
        &["simulate", &path, "--random"],
        &["solvers"],
        &["--help"],
    ];
    for args in commands {
        let Some(full) = full_disk() else { return };
        let output = assay(args).stdout(full).stderr(Stdio::piped()).output();
        let run = Run::new(output.expect("the program starts")).expect(2);
        if args[0] != "--help" {
            assert!(
                run.stderr.contains("cannot write to standard output"),
                "{args:?}: {}",
                run.stderr
            );
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let (_directory, path) = file("m.lus", MODEL.as_bytes());
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = assay(&["check", &path]).stdout(writer).output();
    let run = Run::new(output.expect("the program starts")).expect(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn a_report_that_cannot_be_written_is_exit_code_2_and_the_result_is_still_shown() {
    if full_disk().is_none() {
        return;
    }
    let (_directory, path) = file("m.lus", MODEL.as_bytes());
    for place in ["--output", "--report"] {
        let target = match place {
            "--output" => "/dev/full",
            _ => "html=/dev/full",
        };
        let run = run(&["cover", &path, place, target]).expect(2);
        assert!(
            run.stderr.contains("cannot write `/dev/full`"),
            "{}",
            run.stderr
        );
        assert_eq!(place == "--report", run.stdout.contains("score"));
    }
    run(&["check", &path, "--save", "/dev/full"]).expect(2);
}

#[test]
fn a_report_replaces_the_old_one_only_when_it_is_whole() {
    let (directory, path) = file("m.lus", MODEL.as_bytes());
    let report = directory.path().join("r.json");
    std::fs::write(&report, "old").unwrap();
    let name = report.to_str().unwrap();
    // A limit on the size of files stands for a full disk.
    let limited = format!(
        "ulimit -f 0; trap '' XFSZ; exec {} cover {path} --no-store --format json --output {name}",
        env!("CARGO_BIN_EXE_assay")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &limited])
        .output();
    let run = Run::new(output.expect("sh starts")).expect(2);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&report).unwrap(), "old");
    common::run(&["cover", &path, "--format", "json", "--output", name]).expect(0);
    assert!(
        std::fs::read_to_string(&report)
            .unwrap()
            .contains("\"score\"")
    );
    let left = std::fs::read_dir(directory.path()).unwrap().count();
    assert_eq!(left, 2, "the model and the report, nothing unfinished");
}

#[cfg(unix)]
#[test]
fn a_report_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (directory, path) = file("m.lus", MODEL.as_bytes());
    let (real, link) = (directory.path().join("real"), directory.path().join("link"));
    std::fs::write(&real, "old").unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real", &link).unwrap();
    run(&["cover", &path, "--output", link.to_str().unwrap()]).expect(0);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&real).unwrap().contains("score"));
    let mode = std::fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn a_model_without_properties_is_exit_code_4_and_says_how_to_write_one() {
    let aiger = "aag 1 1 0 0 0\n2\n";
    let btor2 = "1 sort bitvec 1\n2 input 1 a\n";
    let verilog =
        "module m(input clk, input a, output reg q);\n  always @(posedge clk) q <= a;\nendmodule\n";
    let models = [
        ("m.lus", WITHOUT, "--%PROPERTY ok;"),
        ("m.aag", aiger, "bad state"),
        ("m.btor2", btor2, "`N bad M`"),
        ("m.v", verilog, "assert (count <= 9);"),
    ];
    for (name, text, hint) in models {
        if name == "m.v" && !yosys() {
            println!("skipped: yosys is not installed");
            continue;
        }
        let (_directory, path) = file(name, text.as_bytes());
        for command in ["check", "cover", "core"] {
            let run = run(&[command, &path, "--quiet"]).expect(4);
            assert!(run.stderr.contains("has no properties"), "{}", run.stderr);
            assert!(run.stderr.contains(hint), "{name}: {}", run.stderr);
            assert_eq!(run.stdout, "");
        }
        let json = run(&["check", &path, "--quiet", "--format", "json"]).expect(4);
        let document: serde_json::Value = serde_json::from_str(&json.stdout).expect("a document");
        assert_eq!(document["properties"], serde_json::json!([]));
        run(&["mutants", &path]).expect(0);
        run(&["simulate", &path, "--random"]).expect(0);
    }
}
