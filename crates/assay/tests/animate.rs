//! `assay animate` on the command line: scripts, exit codes, JSON, and what is refused.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BOX: &str = "\
module Box is
  [ITEM]
  state
    held : power ITEM
  where
    #held <= 2
  end
  init
  where
    held' = {}
  end
  op put
    i? : ITEM
  where
    pre(i? notin held and #held < 2)
    held' = held cup {i?}
  end
  op count
    n! : nat
  where
    n! = #held
    changes_only {}
  end
end Box
";

/// The program in a directory of its own, with the specification and a script on standard input.
fn animate(more: &[&str], script: &str) -> Output {
    let place = tempfile::tempdir().expect("a directory");
    std::fs::write(place.path().join("box.sum"), BOX).expect("it can be written");
    std::fs::write(place.path().join("plan.txt"), script).expect("it can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(place.path())
        .args(["animate", "box.sum"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    // Whoever reads a script from a file closes it early.
    let _ = input.write_all(script.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_script_runs_from_a_file_and_from_standard_input() {
    let script = "put{ITEM1/i?}\nexpect held = {ITEM1}\ncount\nexpect count{1/n!}\n";
    for more in [&["--script", "plan.txt"][..], &["--script", "-"], &[]] {
        let output = animate(more, script);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let said = stdout(&output);
        assert!(
            said.contains("[i? := ITEM1, held := {}, held' := {ITEM1}]"),
            "{said}"
        );
        assert!(said.contains("n! := 1"), "{said}");
        assert!(said.contains("Box within"), "{said}");
    }
}

#[test]
fn exit_codes_say_what_came_of_a_script() {
    let cases = [
        ("why not put{ITEM1/i?}\nops\nhistory\n", 0),
        ("expect held = {ITEM1}\n", 1),
        ("expect not put{ITEM1/i?}\n", 1),
        ("put{ITEM1/i?}\nput{ITEM1/i?}\n", 1),
        ("putt{ITEM1/i?}\n", 2),
        ("expect held = \n", 2),
        ("exists n : int @ n * n = 50 * #held + 1000000\n", 3),
        // A finding outranks what is undecided, and bad input outranks both.
        (
            "exists n : int @ n * n = 50 * #held + 1000000\nexpect held = {ITEM1}\n",
            1,
        ),
    ];
    for (script, code) in cases {
        let output = animate(&["--script", "plan.txt"], script);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{script}{}{}",
            stdout(&output),
            stderr(&output)
        );
    }
}

#[test]
fn json_has_one_object_a_command() {
    let script = "put{ITEM1/i?}\n#held\nnothing\nwhy not put{ITEM1/i?}\n";
    let output = animate(&["--script", "plan.txt", "--format", "json"], script);
    let said = stdout(&output);
    let replies: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    let kinds: Vec<&str> = replies
        .iter()
        .map(|r| r["reply"].as_str().expect("a kind"))
        .collect();
    assert_eq!(kinds, ["said", "moved", "moved", "value", "faulty", "why"]);
    assert_eq!(replies[2]["inputs"]["i?"], "ITEM1");
    assert_eq!(replies[3]["value"], "1");
    assert_eq!(replies[4]["messages"][0]["span"]["line"], 1);
    assert_eq!(replies[5]["reasons"][0]["text"], "i? notin held");
    assert_eq!(replies[5]["reasons"][0]["span"]["line"], 15);
}

#[test]
fn the_scope_says_how_many_items_there_are() {
    let script = "#ITEM\n";
    let output = animate(&["--script", "plan.txt", "--scope", "ITEM=5"], script);
    assert!(stdout(&output).contains("\n5\n"), "{}", stdout(&output));
    let output = animate(&["--scope", "ITEMS=5"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("ITEMS"), "{}", stderr(&output));
}

#[test]
fn what_cannot_be_animated_is_refused() {
    let output = animate(&["--script", "absent.txt"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("absent.txt"),
        "{}",
        stderr(&output)
    );
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/crossing.lus");
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("animate")
        .arg(model)
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("a model in Lustre is not animated"),
        "{}",
        stderr(&output)
    );
}

/// A ticket is bought, used, refused when it has expired, renewed and given back: 23 operations in four modules.
#[test]
fn a_whole_journey_on_the_railway_of_the_corpus() {
    let corpus = std::env::var_os("ASSAY_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        PathBuf::from,
    );
    let railway = corpus.join("sum/mtr/mtr.sum");
    if !railway.exists() {
        eprintln!("skipped: there is no {}", railway.display());
        return;
    }
    let journey = "\
setFare{STATION1/from?, STATION2/to?, 2/amount?}
expect F.fare((STATION1, STATION2)) = 2
buy{TICKET1/t?, T.multi/k?, 3/v?, 1/e?}
expect not buy{TICKET1/t?, T.single/k?, 1/v?, 1/e?}
enter{TICKET1/t?, STATION1/at?}
expect not enter{TICKET1/t?, STATION2/at?}
expect not discard{TICKET1/t?}
exit{TICKET1/t?, STATION2/at?}
expect T.value(TICKET1) = 1 and inside = {}
advanceDay
advanceDay
expect D.today = 2
expect not enter{TICKET1/t?, STATION1/at?}
renew{TICKET1/t?, 3/v?, 9/e?}
enter{TICKET1/t?, STATION1/at?}
exit{TICKET1/t?, STATION1/at?}
expect T.value(TICKET1) = 3
discard{TICKET1/t?}
expect T.kind = {}
";
    let place = tempfile::tempdir().expect("a directory");
    let script = place.path().join("journey.txt");
    std::fs::write(&script, journey).expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("animate")
        .arg(railway)
        .arg("--script")
        .arg(&script)
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(
        stdout(&output).contains("T.value' := {TICKET1 |-> 1}"),
        "{}",
        stdout(&output)
    );
}
