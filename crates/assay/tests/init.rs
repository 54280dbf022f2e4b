//! `assay init`, `assay completions` and `assay man`: what is made of the declarations of the command line has all of them.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use common::{Run, assay, file, run};

const COMMANDS: [&str; 7] = [
    "animate", "check", "core", "cover", "explain", "mutants", "simulate",
];

const MODEL: &str = "node main(a: bool) returns (ok: bool);
let
  ok = a or not a;
  --%PROPERTY ok;
tel
";

fn init(directory: &Path, args: &[&str]) -> Run {
    let mut process = assay(&[&["init"], args].concat());
    process.current_dir(directory);
    Run::new(process.output().expect("it starts"))
}

fn template() -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    init(directory.path(), &[]).expect(0);
    let path = directory.path().join("assay.toml");
    std::fs::read_to_string(path).expect("it was written")
}

/// The long names of the options that help shows.
fn options(command: &str) -> BTreeSet<String> {
    let help = run(&[command, "--help"]).expect(0).stdout;
    let lines = help.lines().filter_map(|line| {
        let long = match line.strip_prefix("      --") {
            Some(long) => long,
            None => line.strip_prefix("  -")?.split_once(", --")?.1,
        };
        let end = long.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        Some(long[..end.unwrap_or(long.len())].to_string())
    });
    lines.collect()
}

/// The lines of one table.
fn table<'t>(text: &'t str, name: &str) -> &'t str {
    let (_, rest) = text
        .split_once(&format!("\n[{name}]\n"))
        .unwrap_or_else(|| panic!("no table {name}"));
    rest.split("\n[").next().expect("a first part")
}

#[test]
fn the_file_has_every_option_of_every_command() {
    let text = template();
    let shared = table(&text, "model");
    for command in COMMANDS {
        let own = table(&text, command);
        let mut count = 0;
        for option in options(command) {
            if ["help", "version", "config"].contains(&option.as_str()) {
                continue;
            }
            let line = format!("\n#{option} = ");
            let there = [own, shared].map(|t| format!("\n{t}").contains(&line));
            assert_eq!(
                there.iter().filter(|t| **t).count(),
                1,
                "{command}: {option}"
            );
            count += 1;
        }
        assert!(count > 8, "{command} has {count} options");
    }
}

/// As somebody does who removes the `#` of every option.
fn uncommented(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix('#') {
        Some(option) if !option.is_empty() && !option.starts_with(' ') => option,
        _ => line,
    });
    lines.collect::<Vec<&str>>().join("\n")
}

#[test]
fn every_line_is_right_when_it_is_uncommented() {
    let text = template();
    let all = uncommented(&text);
    assert_eq!(all.matches("\nmin-score = 90\n").count(), 1);
    assert!(all.contains("\n[[waiver]]\n"));
    let (directory, model) = file("model.lus", MODEL.as_bytes());
    let config = directory.path().join("all.toml");
    let config = config.to_str().expect("it is UTF-8");
    let spec = directory.path().join("more.spec");
    std::fs::write(&spec, "more: INVARSPEC TRUE;\n").expect("it can be written");
    let spec = spec.to_str().expect("it is UTF-8");
    let typed = [
        ["--main", "main", "--language", "lustre"],
        ["--config", config, "--spec", spec],
    ]
    .concat();
    // The whole file is checked, whatever the command is; its own table stays commented out, because not all go together.
    for (command, more) in [("check", None), ("simulate", Some("--random"))] {
        let own = table(&text, command);
        let used = all.replace(&uncommented(own), own);
        assert_ne!(used, all);
        std::fs::write(config, used).expect("it can be written");
        let args = [&[command, &model], &typed[..], more.as_slice()].concat();
        run(&args).expect(0);
    }
    std::fs::write(config, text).expect("it can be written");
    run(&[&["cover", &model], &typed[..]].concat()).expect(0);
}

#[test]
fn a_file_that_is_there_is_not_replaced_unasked() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("assay.toml");
    std::fs::write(&path, "# mine\n").expect("it can be written");
    let said = init(directory.path(), &[]).expect(2).stderr;
    assert!(said.contains("`assay.toml` is there already"), "{said}");
    assert!(said.contains("--force"), "{said}");
    assert_eq!(
        std::fs::read_to_string(&path).expect("it is there"),
        "# mine\n"
    );
    init(directory.path(), &["--force"]).expect(0);
    assert!(std::fs::metadata(&path).expect("it is there").len() > 1000);
    let said = init(directory.path(), &["other.toml"]).expect(0).stderr;
    assert!(said.contains("--config FILE"), "{said}");
    let said = init(directory.path(), &["no/such/assay.toml"])
        .expect(2)
        .stderr;
    assert!(said.contains("cannot write"), "{said}");
}

#[test]
fn shells_hear_of_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).expect(0).stdout;
        for wanted in ["min-score", "simulate", "reset", "completions"] {
            assert!(script.contains(wanted), "{shell}: {wanted}");
        }
    }
    let said = run(&["completions", "basch"]).expect(2).stderr;
    assert!(said.contains("bash"), "{said}");
    let (_directory, script) = file(
        "completions.bash",
        run(&["completions", "bash"]).expect(0).stdout.as_bytes(),
    );
    match Command::new("bash").args(["-n", &script]).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => println!("skipped: no bash"),
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let pages = directory.path().join("man1");
    run(&["man", pages.to_str().expect("it is UTF-8")]).expect(0);
    let help = run(&["--help"]).expect(0).stdout;
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    let (commands, _) = commands.split_once("\n\n").expect("its end");
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let mut wanted: BTreeSet<String> = names
        .filter(|name| *name != "help")
        .map(|name| format!("assay-{name}.1"))
        .collect();
    assert!(wanted.len() > 10, "{wanted:?}");
    wanted.insert("assay.1".to_string());
    let entries = std::fs::read_dir(&pages).expect("it was made");
    let there = entries.map(|e| e.expect("it can be listed").file_name());
    let there: BTreeSet<String> = there.map(|n| n.to_string_lossy().into_owned()).collect();
    assert_eq!(there, wanted);
    let makefile = std::fs::read_to_string(common::root().join("Makefile")).expect("a Makefile");
    for page in &there {
        let text = std::fs::read_to_string(pages.join(page)).expect("it is there");
        assert!(text.contains(".TH assay"), "{page}");
        let name = page.trim_end_matches(".1").trim_start_matches("assay-");
        assert!(makefile.contains(name), "{page} is not uninstalled");
    }
    let cover = std::fs::read_to_string(pages.join("assay-cover.1")).expect("it is there");
    assert!(
        cover.contains("\\-\\-min\\-score") && cover.contains("Examples"),
        "{cover}"
    );
}
