//! Sizes, alignments and offsets are those of the system's compiler, bit-fields included.

use std::fmt::Write;
use std::process::Command;

use assay_c::program::{DataModel, Field, Program};
use assay_c::{compiler, elaborate, lex, parse};
use assay_source::SourceMap;

/// Bodies of structures. Each is also tried as a union.
const RECORDS: &[&str] = &[
    "char a; int b; char c;",
    "char a; double b; long double c; short d;",
    "int a : 3; int b : 7; int c : 25; int d : 1;",
    "char a : 4; char b : 5; short c : 9; long d : 33; int e : 2;",
    "int a : 5; int : 0; int b : 3; char c;",
    "char a; int : 5; char b; long : 0; char c;",
    "unsigned long long a : 40; unsigned b : 20; unsigned c : 12;",
    "_Bool a : 1; _Bool b; unsigned char c : 7; unsigned d : 30;",
    "short a : 3; int b : 30; char c : 2; short d : 15;",
    "char a; struct { char x; long y; } b; char c[3];",
    "int a; union { char c; short s[3]; }; struct { int p; char q; }; char e;",
    "char a; int b[]; ",
    "char a; short b[0];",
    "char a; void *b; char c; __int128 d; float e;",
    "char a; int b __attribute__((packed)); char c; long d __attribute__((aligned(32)));",
    "char a; _Alignas(16) char b; int c;",
    "enum { RED, GREEN } a; char b; enum { LOW = -1 } c : 3;",
    "char a; struct { short x; } __attribute__((aligned(8))) b; char c;",
    "char a; struct { char x; int y; } __attribute__((packed)) b; short c;",
    "char x; int a : 9 __attribute__((packed)); int b : 30;",
];

const ATTRIBUTES: &[&str] = &[
    "",
    "__attribute__((packed))",
    "__attribute__((aligned(32)))",
    "__attribute__((packed, aligned(2)))",
];

/// The text of all records, `kind rN { ... } attribute;`.
fn declarations() -> (String, Vec<String>) {
    let mut text = String::new();
    let mut names = Vec::new();
    for (number, body) in RECORDS.iter().enumerate() {
        for kind in ["struct", "union"] {
            for (which, attribute) in ATTRIBUTES.iter().enumerate() {
                if kind == "union" && body.contains("[]") {
                    continue;
                }
                let name = format!("{kind}_{number}_{which}");
                // Enumeration constants are names of the file.
                let body = body.replace("RED", &format!("RED_{name}"));
                let body = body.replace("GREEN", &format!("GREEN_{name}"));
                let body = body.replace("LOW", &format!("LOW_{name}"));
                let _ = writeln!(text, "{kind} {name} {{ {body} }} {attribute};");
                names.push(format!("{kind} {name}"));
            }
        }
    }
    (text, names)
}

/// All named fields with their paths, those of records without a name included.
fn fields(program: &Program, record: u32, offset: u64, found: &mut Vec<(String, u64, Field)>) {
    use assay_c::program::{RecordId, Type};
    for field in &program.types.record(RecordId(record)).fields {
        if field.name.is_empty()
            && let Type::Record(inner) = program.types.get(field.ty)
        {
            fields(program, inner.0, offset + field.offset, found);
        } else {
            found.push((field.name.clone(), offset + field.offset, field.clone()));
        }
    }
}

#[test]
fn records_are_laid_out_as_the_compiler_does() {
    let (text, names) = declarations();
    let tokens = lex("records.c", &text, &mut SourceMap::new()).unwrap();
    let unit = parse(tokens).unwrap();
    let program = elaborate(&[unit], DataModel::Lp64).unwrap().program;
    let mut ours = String::new();
    // Bit-fields have no offset that C could print: all ones are stored and the bytes are looked at.
    let mut c = format!("#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\n{text}");
    c.push_str("static void bits(const void *p, unsigned n) { const unsigned char *b = p; unsigned first = -1, count = 0;\n");
    c.push_str("for (unsigned i = 0; i < n * 8; i++) if (b[i / 8] >> i % 8 & 1) { if (!count) first = i; count++; }\n");
    c.push_str("printf(\" %u+%u\", first, count); }\nint main(void) {\n");
    for name in &names {
        let tag = name.split_once(' ').unwrap().1;
        let number = program
            .types
            .records
            .iter()
            .position(|r| r.tag == tag)
            .unwrap();
        let record = &program.types.records[number];
        let _ = write!(ours, "{name} {} {}", record.size, record.align);
        let _ = write!(
            c,
            "printf(\"{name} %zu %zu\", sizeof({name}), _Alignof({name}));"
        );
        let mut all = Vec::new();
        fields(&program, number as u32, 0, &mut all);
        for (field, offset, of) in all {
            match of.bits {
                None => {
                    let _ = write!(ours, " {field}@{offset}");
                    let _ = write!(c, "printf(\" {field}@%zu\", offsetof({name}, {field}));");
                }
                Some((low, width)) => {
                    let _ = write!(ours, " {}+{width}", offset * 8 + u64::from(low));
                    let _ = write!(
                        c,
                        "{{ {name} v; memset(&v, 0, sizeof v); v.{field} = -1; bits(&v, sizeof v); }}"
                    );
                }
            }
        }
        ours.push('\n');
        c.push_str("puts(\"\");\n");
    }
    c.push_str("}\n");
    // A `_Bool` holds 1 only, whatever is stored.
    let folder = tempfile::tempdir().unwrap();
    let (source, binary) = (folder.path().join("a.c"), folder.path().join("a"));
    std::fs::write(&source, c).unwrap();
    let built = Command::new(compiler())
        .args(["-w", "-o"])
        .args([&binary, &source])
        .output();
    let Ok(built) = built else {
        eprintln!("skipped: there is no compiler");
        return;
    };
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let theirs = Command::new(&binary).output().unwrap();
    let theirs = String::from_utf8_lossy(&theirs.stdout).into_owned();
    let different: Vec<String> = (ours.lines().zip(theirs.lines()))
        .filter(|(ours, theirs)| ours != theirs)
        .map(|(ours, theirs)| format!("{ours}\n{theirs}"))
        .collect();
    assert_eq!(ours.lines().count(), theirs.lines().count());
    assert!(
        different.is_empty(),
        "ours, theirs:\n{}",
        different.join("\n")
    );
}
