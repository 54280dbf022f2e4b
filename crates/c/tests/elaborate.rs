//! Files in `types/ok/` are elaborated and shown, files in `types/err/` are refused with a diagnostic. Adding a case means adding a file.

mod show;

use std::path::{Path, PathBuf};

use assay_c::program::DataModel;
use assay_c::{Elaborated, Files, Options, compiler, elaborate, lex, parse, preprocess};
use assay_source::{Color, Diagnostic, Renderer, SourceMap};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn load(paths: &[PathBuf], map: &mut SourceMap) -> Result<Elaborated, Vec<Diagnostic>> {
    load_with(paths, &Options::default(), map)
}

fn load_with(
    paths: &[PathBuf],
    options: &Options,
    map: &mut SourceMap,
) -> Result<Elaborated, Vec<Diagnostic>> {
    let mut units = Vec::new();
    let mut files = Files::new();
    for path in paths {
        let read = |path: &Path| std::fs::read(path);
        let tokens = preprocess(path, options, map, &mut files, &read)?;
        units.push(parse(tokens).map_err(|fault| vec![*fault])?);
    }
    elaborate(&units, DataModel::Lp64)
}

fn load_text(text: &str, map: &mut SourceMap) -> Result<Elaborated, Vec<Diagnostic>> {
    let tokens = lex("text.c", text, map)?;
    let unit = parse(tokens).map_err(|fault| vec![*fault])?;
    elaborate(&[unit], DataModel::Lp64)
}

fn shown(faults: &[Diagnostic], map: &SourceMap) -> String {
    let text = Renderer::new(Color::Plain).render_all(map, faults);
    text.replace(&format!("{}/", tests().display()), "")
}

#[test]
fn ok() {
    insta::glob!("types/ok/*.c", |path| {
        let mut map = SourceMap::new();
        match load(&[path.into()], &mut map) {
            Ok(done) => {
                let mut show = show::Show {
                    program: &done.program,
                    out: String::new(),
                };
                show.all();
                let warnings = shown(&done.warnings, &map);
                insta::assert_snapshot!(format!("{}{warnings}", show.out));
            }
            Err(faults) => panic!("{}", shown(&faults, &map)),
        }
    });
}

#[test]
fn err() {
    insta::glob!("types/err/*.c", |path| {
        let mut map = SourceMap::new();
        match load(&[path.into()], &mut map) {
            Ok(_) => panic!("accepted: {}", path.display()),
            Err(faults) => insta::assert_snapshot!(shown(&faults, &map)),
        }
    });
}

/// The manifest of a folder. Without one, each file is a program.
fn manifest(folder: &Path) -> String {
    if let Ok(text) = std::fs::read_to_string(folder.join("manifest.csv")) {
        return text;
    }
    let names = std::fs::read_dir(folder).into_iter().flatten();
    let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let files: Vec<String> = names.filter(|name| name.ends_with(".c")).collect();
    format!("file\n{}", files.join("\n"))
}

/// What a line of a manifest wants: files and definitions.
fn wanted(folder: &Path, line: &str) -> (Vec<PathBuf>, Options) {
    let mut columns = line.split(',');
    let files = columns.next().unwrap_or_default().split_whitespace();
    let mut paths: Vec<PathBuf> = files.map(|file| folder.join(file)).collect();
    let beside = paths[0].parent().unwrap_or(folder).to_owned();
    let mut options = Options::default();
    for word in columns.next().unwrap_or_default().split_whitespace() {
        if let Some(define) = word.strip_prefix("-D") {
            options.defines.push(define.into());
        } else if word.ends_with(".c") {
            paths.push(beside.join(word));
        }
    }
    (paths, options)
}

fn units_disagree(faults: &[Diagnostic]) -> bool {
    let file = faults[0].span.map(|span| span.file);
    let others = faults[0].secondary.iter();
    others
        .into_iter()
        .any(|label| Some(label.span.file) != file)
}

/// Whether the system's compiler accepts the files too.
fn accepted_by_compiler(paths: &[PathBuf], options: &Options) -> bool {
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let run = std::process::Command::new(compiler())
        .args(["-fsyntax-only", "-w"])
        .args(defines)
        .args(paths)
        .output();
    run.is_ok_and(|output| output.status.success())
}

#[test]
fn the_corpus_is_elaborated_or_refused_by_name() {
    let given = std::env::var_os("ASSAY_CORPUS").map(PathBuf::from);
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = given.unwrap_or(shared).join("c");
    if !corpus.is_dir() {
        eprintln!("skipped: there is no corpus at {}", corpus.display());
        return;
    }
    let mut strange = Vec::new();
    for part in ["cbmc", "ctestsuite", "sv", "paper"] {
        let folder = corpus.join(part);
        let manifest = manifest(&folder);
        let (mut done, mut refused, mut wrong) = (0, 0, 0);
        for line in manifest.lines().skip(1) {
            let (paths, options) = wanted(&folder, line);
            let mut map = SourceMap::new();
            match load_with(&paths, &options, &mut map) {
                Ok(_) => done += 1,
                Err(faults) if faults[0].message.contains("not supported") => {
                    println!("{}: {}", paths[0].display(), faults[0].message);
                    refused += 1;
                }
                // The compiler looks at one unit at a time, and cannot see units that disagree.
                Err(faults)
                    if units_disagree(&faults) || !accepted_by_compiler(&paths, &options) =>
                {
                    println!("{}: {}", paths[0].display(), faults[0].message);
                    wrong += 1;
                }
                Err(faults) => strange.push(shown(&faults, &map)),
            }
        }
        println!("{part}: {done} elaborated, {refused} refused by name, {wrong} wrong programs");
    }
    assert!(strange.is_empty(), "{}", strange.join("\n"));
}

#[test]
fn a_small_program_is_elaborated() {
    let mut map = SourceMap::new();
    let text = "int f(int x) { return x + 1; } int main(void) { return f(2); }";
    match load_text(text, &mut map) {
        Ok(done) => assert!(done.program.find("main").is_some()),
        Err(faults) => panic!("{}", shown(&faults, &map)),
    }
}

fn units(texts: &[&str], map: &mut SourceMap) -> Result<Elaborated, Vec<Diagnostic>> {
    let mut units = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let tokens = lex(&format!("unit{number}.c"), text, map)?;
        units.push(parse(tokens).map_err(|fault| vec![*fault])?);
    }
    elaborate(&units, DataModel::Lp64)
}

fn linked(texts: &[&str]) -> Elaborated {
    let mut map = SourceMap::new();
    units(texts, &mut map).unwrap_or_else(|faults| panic!("{}", shown(&faults, &map)))
}

#[test]
fn units_are_linked_by_name() {
    let one = "struct s { int a; }; typedef struct { long b; } t; extern int list[]; static int hidden = 1;
        static int own(void) { return hidden; }
        int f(struct s *, t); int main(void) { struct s v = {1}; t w = {2}; return f(&v, w) + own() + list[1]; }";
    let two = "struct s { int a; }; typedef struct { long b; } t; int list[3] = {1, 2, 3}; static int hidden = 2;
        static int own(void) { return hidden; }
        int f(struct s *p, t w) { return p->a + own() + w.b; }";
    let program = linked(&[one, two]).program;
    let functions: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(functions, ["own", "f", "main", "own$link1"]);
    assert!(
        program
            .functions
            .iter()
            .all(|function| function.body.is_some())
    );
    let globals: Vec<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
    assert_eq!(globals, ["list", "hidden", "hidden$link1"]);
    assert_eq!(
        program.types.records.len(),
        2,
        "records that are written alike are one"
    );
    assert_eq!(program.types.size(program.globals[0].ty), Some(12));
}

#[test]
fn units_that_disagree_are_refused_with_both_places() {
    let mut map = SourceMap::new();
    let texts = [
        "extern long x; int f(int);",
        "int x; int f(char *p) { return *p; }",
    ];
    let faults = units(&texts, &mut map).unwrap_err();
    insta::assert_snapshot!(shown(&faults, &map));
}

#[test]
fn opaque_records_are_completed_by_another_unit() {
    let one = "struct s; struct s *make(void); int get(struct s *); int main(void) { return get(make()); }";
    let two = "struct s { int a; }; struct s v; struct s *make(void) { return &v; } int get(struct s *p) { return p->a; }";
    for texts in [[one, two], [two, one]] {
        let done = linked(&texts);
        assert!(done.warnings.is_empty());
        let complete = done
            .program
            .types
            .records
            .iter()
            .filter(|record| record.complete);
        assert_eq!(complete.count(), 1);
    }
}

#[test]
fn sites_are_token_numbers_of_all_units() {
    use assay_c::program::StmtKind;
    let done = linked(&["int a;", "int f(void) { return 1; }"]);
    let program = done.program;
    let body = program.functions[0].body.as_ref().unwrap();
    // `int a ;` and the end are four tokens, and `{` is the sixth one after them.
    assert_eq!(body.site.0, 4 + 5);
    let StmtKind::Block(list) = &body.kind else {
        panic!("no block");
    };
    assert_eq!(list[0].site.0, 4 + 6);
    assert_eq!(program.globals[0].site.0, 1);
}

#[test]
fn deep_programs_are_refused_and_do_not_exhaust_the_stack() {
    let count = 100_000;
    let deep = [
        format!("int x = 1{};", " + 1".repeat(count)),
        format!("int f(int a) {{ return a{}; }}", " ? 1 : a".repeat(count)),
        format!("int f(int a) {{ return a{}; }}", " = a".repeat(count)),
        format!("void f(void) {{ {}; }}", "if (1) ; else ".repeat(count)),
        format!("int f(int *a) {{ return a{}; }}", "[1]".repeat(count)),
        format!("int {}x;", "*".repeat(count)),
        format!("int f(int a) {{ return 1{}; }}", ", a".repeat(count)),
    ];
    for text in deep {
        let faults = load_text(&text, &mut SourceMap::new()).unwrap_err();
        assert_eq!(faults[0].code, "C0114", "{}", &text[..40]);
    }
    let cases = (0..count)
        .map(|n| format!("case {n}: "))
        .collect::<String>();
    let wide = [
        format!("void f(int n) {{ switch (n) {{ {cases}; }} }}"),
        format!("int a[] = {{{}}};", "1, ".repeat(count)),
        format!("void f(int n) {{ {} }}", "n++;".repeat(count)),
        format!("int x = 1{};", " + 1".repeat(900)),
        format!("int f(int a) {{ return a{}; }}", " + a".repeat(900)),
    ];
    for text in wide {
        let mut map = SourceMap::new();
        if let Err(faults) = load_text(&text, &mut map) {
            panic!("{}", shown(&faults[..1], &map));
        }
    }
}

#[test]
fn a_narrow_model_has_narrow_types() {
    let text =
        "_Static_assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(sizeof 1) == 4, \"\");
        struct s { char c; long long l; double d; }; _Static_assert(sizeof(struct s) == 20, \"\");
        _Static_assert(sizeof(2147483648) == 8 && sizeof(L'a') == 4, \"\");";
    let tokens = lex("narrow.c", text, &mut SourceMap::new()).unwrap();
    elaborate(&[parse(tokens).unwrap()], DataModel::Ilp32).unwrap();
}

#[test]
fn headers_cost_little() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("headers.c");
    let names = [
        "stdio", "stdlib", "string", "assert", "stdint", "limits", "errno", "ctype", "math",
        "time", "pthread",
    ];
    let mut text: String = names
        .iter()
        .map(|name| format!("#include <{name}.h>\n"))
        .collect();
    text.push_str("int main(void) { assert(errno == 0); printf(\"%d\", isalpha('a')); return (int)sqrt(INT_MAX); }\n");
    std::fs::write(&path, text).unwrap();
    let mut map = SourceMap::new();
    let read = |path: &Path| std::fs::read(path);
    let tokens = preprocess(
        &path,
        &Options::default(),
        &mut map,
        &mut Files::new(),
        &read,
    )
    .unwrap();
    let unit = parse(tokens).unwrap();
    let started = std::time::Instant::now();
    let done = elaborate(std::slice::from_ref(&unit), DataModel::Lp64);
    println!("{:?} for {} items", started.elapsed(), unit.items.len());
    let program = done
        .unwrap_or_else(|faults| panic!("{}", shown(&faults, &map)))
        .program;
    assert!(program.functions.len() < 20, "only what is used is there");
}

/// Programs with tokens removed, doubled or exchanged are mostly wrong; none may end the elaboration by a panic.
/// `ASSAY_BREAK` names another folder of programs to break.
#[test]
fn broken_programs_are_refused_without_a_panic() {
    let mut texts = Vec::new();
    let given = std::env::var_os("ASSAY_BREAK").map(PathBuf::from);
    for folder in given.map_or_else(
        || vec![tests().join("types/ok"), tests().join("ok")],
        |f| vec![f],
    ) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "c") {
                texts.push(path);
            }
        }
    }
    texts.sort();
    let mut seed: u64 = 1;
    let mut next = |below: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below.max(1)
    };
    let (mut elaborated, mut parsed) = (0, 0);
    for path in &texts {
        let mut map = SourceMap::new();
        let read = |path: &Path| std::fs::read(path);
        let Ok(tokens) = preprocess(
            path,
            &Options::default(),
            &mut map,
            &mut Files::new(),
            &read,
        ) else {
            continue;
        };
        if tokens.len() < 10 {
            continue;
        }
        for _ in 0..200 {
            let mut tokens = tokens.clone();
            for _ in 0..1 + next(3) {
                let (one, other) = (next(tokens.len() - 1), next(tokens.len() - 1));
                match next(3) {
                    0 => drop(tokens.remove(one)),
                    1 => tokens[one].kind = tokens[other].kind.clone(),
                    _ => tokens.insert(one, tokens[other].clone()),
                }
            }
            if let Ok(unit) = parse(tokens) {
                parsed += 1;
                elaborated += usize::from(elaborate(&[unit], DataModel::Lp64).is_ok());
            }
        }
    }
    println!("{parsed} parsed, {elaborated} elaborated");
    assert!(elaborated > 0 && elaborated < parsed);
}

#[test]
fn records_with_records_in_them_are_shared() {
    let text = "struct s { struct { int x; } a; union { char c; long l; }; struct s *next; };";
    let one = format!("{text} struct s v; int f(struct s *); int main(void) {{ return f(&v); }}");
    let two = format!("{text} int f(struct s *p) {{ return p->next->a.x; }}");
    assert!(linked(&[&one, &two]).warnings.is_empty());
    // The same words, but another type.
    let one = "typedef char t; struct s { t x; struct s *next; }; int main(void) { struct s v; return sizeof v.x; }";
    let two = "typedef int t; struct s { t x; struct s *next; }; int f(struct s *p) { return p->next->x; }";
    let program = linked(&[one, two]).program;
    assert_eq!(program.types.records.len(), 2);
}

/// The macro of the C library becomes one call, which has the place of the condition as the user wrote it.
#[test]
fn the_macro_of_the_library_is_one_assertion() {
    use assay_c::program::{Callee, ExprKind, StmtKind};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("main.c");
    let text = "#include <assert.h>\n#define CHECK(c) assert(c)\nvoid f(int x, int *p) { assert(x > 0 && p); CHECK(x == 1); assert(p); }\n";
    std::fs::write(&path, text).unwrap();
    for defines in [vec![], vec!["__STRICT_ANSI__".to_owned()]] {
        let options = Options {
            defines,
            ..Options::default()
        };
        let mut map = SourceMap::new();
        let done = load_with(std::slice::from_ref(&path), &options, &mut map);
        let program = done
            .unwrap_or_else(|faults| panic!("{}", shown(&faults, &map)))
            .program;
        let function = program.function(program.find("f").unwrap());
        let Some(StmtKind::Block(list)) = function.body.as_ref().map(|body| &body.kind) else {
            panic!("no block");
        };
        let mut places = Vec::new();
        let mut sites = Vec::new();
        for statement in list {
            let StmtKind::Expr(call) = &statement.kind else {
                panic!("{statement:?}");
            };
            let ExprKind::Call(Callee::Direct(callee), arguments) = &call.kind else {
                panic!("{call:?}");
            };
            assert_eq!(program.function(*callee).name, "__CPROVER_assert");
            assert_eq!(arguments.len(), 2);
            places.push(map.file(call.span.file).slice(call.span).to_owned());
            sites.push(call.site);
        }
        assert_eq!(places, ["x > 0 && p", "x == 1", "p"]);
        sites.dedup();
        assert_eq!(sites.len(), 3);
    }
}
