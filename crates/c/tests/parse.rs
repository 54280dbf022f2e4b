//! Files in `ok/` are parsed and printed again, files in `err/` are refused with a diagnostic. Adding a case means adding a file.

use std::path::{Path, PathBuf};

use assay_c::tree::Unit;
use assay_c::{Files, Options, Origin, Parentheses, Token, lex, parse, preprocess, print};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    std::fs::read(path)
}

fn load(path: &Path, options: &Options, map: &mut SourceMap) -> Result<Unit, Vec<Diagnostic>> {
    let tokens = preprocess(path, options, map, &mut Files::new(), &read)?;
    parse(tokens).map_err(|fault| vec![*fault])
}

fn parse_text(text: &str) -> Result<Unit, Vec<Diagnostic>> {
    let tokens = lex("text.c", text, &mut SourceMap::new())?;
    parse(tokens).map_err(|fault| vec![*fault])
}

/// What is printed is parsed to the same tree, with few and with many parentheses.
fn round_trip(unit: &Unit) {
    for parentheses in [Parentheses::Needed, Parentheses::All] {
        let text = print(unit, parentheses);
        match parse_text(&text) {
            Ok(again) => assert!(again == *unit, "another tree:\n{text}"),
            Err(faults) => panic!("{faults:?}\n{text}"),
        }
    }
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn shown(faults: &[Diagnostic], map: &SourceMap) -> String {
    let text = Renderer::new(Color::Plain).render_all(map, faults);
    text.replace(&format!("{}/", tests().display()), "")
}

#[test]
fn ok() {
    insta::glob!("ok/*.c", |path| {
        let mut map = SourceMap::new();
        match load(path, &Options::default(), &mut map) {
            Ok(unit) => {
                round_trip(&unit);
                insta::assert_snapshot!(print(&unit, Parentheses::All));
            }
            Err(faults) => panic!("{}", shown(&faults, &map)),
        }
    });
}

#[test]
fn err() {
    insta::glob!("err/*.c", |path| {
        let mut map = SourceMap::new();
        match load(path, &Options::default(), &mut map) {
            Ok(unit) => panic!("accepted:\n{}", print(&unit, Parentheses::Needed)),
            Err(faults) => insta::assert_snapshot!(shown(&faults, &map)),
        }
    });
}

#[test]
fn system_headers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("headers.c");
    let names = [
        "stdio", "stdlib", "string", "assert", "stdint", "limits", "stdbool", "errno", "ctype",
        "math",
    ];
    let mut text: String = names
        .iter()
        .map(|name| format!("#include <{name}.h>\n"))
        .collect();
    text.push_str(
        "int main(void) { assert(errno == 0); return isalpha('a') + (int)sqrt(INT_MAX); }\n",
    );
    std::fs::write(&path, text).unwrap();
    for plain in [false, true] {
        let options = Options {
            plain,
            ..Options::default()
        };
        let mut map = SourceMap::new();
        match load(&path, &options, &mut map) {
            Ok(unit) => round_trip(&unit),
            Err(faults) => panic!("{}", shown(&faults, &map)),
        }
    }
}

/// The tokens of `main.c`, which includes `a.h`, as text, line, column and origin.
fn places(
    main: &str,
    header: &str,
    options: &Options,
) -> Vec<(String, String, usize, usize, Origin)> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.h"), header).unwrap();
    let path = folder.path().join("main.c");
    std::fs::write(&path, main).unwrap();
    let mut map = SourceMap::new();
    let tokens = preprocess(&path, options, &mut map, &mut Files::new(), &read).unwrap();
    let row = |token: &Token| {
        let file = map.file(token.span.file);
        let at = file.start(token.span);
        let name = Path::new(file.name())
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned();
        (
            file.slice(token.span).to_owned(),
            name,
            at.line,
            at.column,
            token.origin,
        )
    };
    tokens.iter().map(row).collect()
}

const HEADER: &str = "#define ADD(x, y) ((x) + \\\n   (y))\n#define CAT(a, b) a##b\n#define N 3\n";
const MAIN: &str =
    "#include \"a.h\"\nint xy;\nint f(int k) {\n  xy = ADD(N, k) - k;\n  return CAT(x, y);\n}\n";

fn has_markers() -> bool {
    places(MAIN, HEADER, &Options::default())
        .iter()
        .any(|row| row.1 == "a.h")
}

#[test]
fn tokens_of_macros_have_the_places_where_they_are_spelled() {
    if !has_markers() {
        eprintln!("skipped: the compiler does not know -fdebug-cpp");
        return;
    }
    let rows = places(MAIN, HEADER, &Options::default());
    let has = |text: &str, file: &str, line, column, origin| {
        let row = (text.to_owned(), file.to_owned(), line, column, origin);
        assert!(rows.contains(&row), "{row:?} is not in {rows:#?}");
    };
    has("+", "a.h", 1, 24, Origin::Body);
    has("3", "a.h", 4, 11, Origin::Body);
    has("k", "main.c", 4, 15, Origin::Argument);
    has("-", "main.c", 4, 18, Origin::Direct);
    has("k", "main.c", 4, 20, Origin::Direct);
    has("CAT", "main.c", 5, 10, Origin::Made);
    has(";", "main.c", 5, 19, Origin::Direct);
}

#[test]
fn without_markers_macros_have_the_place_of_their_use() {
    let options = Options {
        plain: true,
        ..Options::default()
    };
    let rows = places(MAIN, HEADER, &options);
    assert!(rows.iter().all(|row| row.1 == "main.c"));
    assert!(rows.contains(&("-".into(), "main.c".into(), 4, 18, Origin::Direct)));
    assert!(rows.contains(&("ADD".into(), "main.c".into(), 4, 8, Origin::Made)));
}

#[test]
fn defines_and_forced_includes_are_handed_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("forced.h"), "typedef int T;\n").unwrap();
    std::fs::write(folder.path().join("main.c"), "T a[SIZE];\n").unwrap();
    let options = Options {
        defines: vec!["SIZE=3".into()],
        includes: vec![folder.path().into()],
        forced: vec!["forced.h".into()],
        ..Options::default()
    };
    let unit = load(
        &folder.path().join("main.c"),
        &options,
        &mut SourceMap::new(),
    )
    .unwrap();
    assert_eq!(
        print(&unit, Parentheses::Needed),
        "typedef int T;\nT a[3];\n"
    );
}

#[test]
fn a_missing_compiler_is_named() {
    let options = Options {
        compiler: Some("no-such-compiler".into()),
        ..Options::default()
    };
    let faults = load(Path::new("x.c"), &options, &mut SourceMap::new()).unwrap_err();
    assert!(
        faults[0]
            .message
            .contains("`no-such-compiler` cannot be started")
    );
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_not() {
    let count = 100_000;
    let nested = [
        format!("int x = {}1{};", "(".repeat(count), ")".repeat(count)),
        format!("int x = {}1;", "!".repeat(count)),
        format!("int x = {}1;", "(int)".repeat(count)),
        format!("int {}x{};", "(".repeat(count), ")".repeat(count)),
        format!("int x[] = {}1{};", "{".repeat(count), "}".repeat(count)),
        format!("void f(void) {}{}", "{".repeat(count), "}".repeat(count)),
        format!("{}int x;{};", "struct {".repeat(count), "} y".repeat(count)),
        format!(
            "int f({}int{};",
            "int (*)(".repeat(count),
            ")".repeat(count)
        ),
        format!("int x = {}1{};", "a[".repeat(count), "]".repeat(count)),
        format!("int x = {}1;", "sizeof ".repeat(count)),
        format!("void f(void) {{ {}; }}", "while (1) ".repeat(count)),
    ];
    for text in nested {
        let faults = parse_text(&text).unwrap_err();
        assert_eq!(faults[0].code, "C0012", "{}", &text[..40]);
    }
    let chains = [
        format!("int x = 1{};", " + 1".repeat(count)),
        format!("int x = 1{};", ", 1".repeat(count).replace(',', "?1:")),
        format!("int f(void) {{ a{}; }}", " = a".repeat(count)),
        format!("int {}x;", "*".repeat(count)),
        format!("int x = a{};", "[1]".repeat(count)),
        format!(
            "void f(void) {{ switch (1) {{ {}; }} }}",
            "case 1: ".repeat(count)
        ),
        format!("void f(void) {{ {}; }}", "if (1) ; else ".repeat(count)),
    ];
    for text in chains {
        let unit = parse_text(&text).unwrap();
        let again = parse_text(&print(&unit, Parentheses::Needed)).unwrap();
        assert!(again == unit, "{}", &text[..40]);
    }
}

/// All C files below a folder, in order.
fn c_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "c") {
            found.push(path);
        }
    }
}

#[test]
fn the_corpus_is_parsed_or_refused_by_name() {
    let given = std::env::var_os("ASSAY_CORPUS").map(PathBuf::from);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = given.unwrap_or(shared).join("c");
    if !corpus.is_dir() {
        eprintln!("skipped: there is no corpus at {}", corpus.display());
        return;
    }
    let mut strange = Vec::new();
    for part in ["cbmc", "ctestsuite", "sv", "paper"] {
        let mut files = Vec::new();
        c_files(&corpus.join(part), &mut files);
        let (mut parsed, mut refused) = (0, 0);
        for path in &files {
            let mut map = SourceMap::new();
            match load(path, &Options::default(), &mut map) {
                Ok(unit) => {
                    round_trip(&unit);
                    parsed += 1;
                }
                Err(faults) if matches!(faults[0].code, "C0002" | "C0003" | "C0004" | "C0011") => {
                    println!("{}: {}", path.display(), faults[0].message);
                    refused += 1;
                }
                Err(faults) => strange.push(shown(&faults, &map)),
            }
        }
        println!(
            "{part}: {} files, {parsed} parsed, {refused} refused by name",
            files.len()
        );
    }
    assert!(strange.is_empty(), "{}", strange.join("\n"));
}
