//! Reports in a real browser: `tests/browser/*.test.mjs` drive Chromium over pages that are made here.
//!
//! Skips with a note where node, Chromium or the npm packages are missing; `scripts/setup-browser.sh` installs them.

mod common;
mod pages;

use std::path::{Path, PathBuf};
use std::process::Command;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser");

/// `ASSAY_CHROMIUM`, or what is on PATH.
fn chromium() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("ASSAY_CHROMIUM") {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
}

/// What is missing, or Chromium's path.
fn ready() -> Result<PathBuf, &'static str> {
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|out| out.status.success()) {
        return Err("node");
    }
    if !Path::new(TESTS)
        .join("node_modules/playwright-core")
        .is_dir()
    {
        return Err("the npm packages");
    }
    chromium().ok_or("Chromium")
}

fn run(test: &str, pages: &Path) {
    let chromium = match ready() {
        Ok(path) => path,
        Err(missing) => {
            eprintln!("skipped for want of {missing}; scripts/setup-browser.sh installs it");
            return;
        }
    };
    let out = Command::new("node")
        .args(["--test", "--test-reporter=spec", test])
        .current_dir(TESTS)
        .env("ASSAY_CHROMIUM", chromium)
        .env("ASSAY_PAGES", pages)
        .output()
        .expect("node was there a moment ago");
    assert!(
        out.status.success(),
        "{}{}",
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr)
    );
}

/// Each test has a folder of its own: they run at the same time.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the pages");
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a page");
}

#[test]
fn the_page_works_in_a_browser() {
    let folder = folder("html-report");
    for (name, document) in [
        ("demo", pages::demo()),
        ("bare", pages::bare()),
        ("files", common::two_files()),
        ("bounded", common::bounded()),
        ("hostile", pages::hostile()),
        ("large", pages::large()),
    ] {
        write(&folder, &format!("{name}.html"), &common::html(&document));
        write(&folder, &format!("{name}.json"), &document.to_json());
    }
    run("report.test.mjs", &folder);
}

#[test]
fn the_viewer_of_stryker_reports_shows_ours() {
    let folder = folder("stryker-report");
    let document = pages::demo();
    let viewer =
        "<!doctype html><meta charset=utf-8><mutation-test-report-app></mutation-test-report-app>";
    write(&folder, "stryker.html", viewer);
    write(&folder, "stryker.json", &common::stryker(&document));
    write(&folder, "demo.json", &document.to_json());
    run("stryker.test.mjs", &folder);
}
