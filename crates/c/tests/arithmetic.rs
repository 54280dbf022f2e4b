//! Types and values of constant expressions are those that the system's compiler finds.

use std::fmt::Write;
use std::process::Command;

use assay_c::program::{DataModel, ExprKind, FloatKind, Init, Type, TypeId, Types};
use assay_c::{compiler, elaborate, lex, parse};
use assay_source::SourceMap;

const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
    "float",
    "double",
    "long double",
];

/// The type in C.
fn name(types: &Types, id: TypeId) -> String {
    let text = match types.get(id) {
        Type::Bool => "_Bool",
        Type::Int { plain: true, .. } => "char",
        Type::Int { signed, rank, .. } => {
            let base = ["", "char", "short", "int", "long", "long long", "__int128"];
            let sign = if *signed { "signed" } else { "unsigned" };
            return format!("{sign} {}", base[usize::from(*rank)]);
        }
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::LongDouble) => "long double",
        other => panic!("{other:?}"),
    };
    text.to_owned()
}

/// Expressions whose types are compared, and whether their values are compared too.
fn expressions() -> Vec<(String, bool)> {
    let mut list = Vec::new();
    for one in TYPES {
        let floating = one.contains("float") || one.contains("double");
        for operand in ["3", "-7", "300"] {
            list.push((format!("+({one}){operand}"), !floating));
            list.push((format!("-({one}){operand}"), !floating));
            list.push((format!("({one})2.75 * ({one}){operand}"), !floating));
            if !floating {
                list.push((format!("~({one}){operand}"), true));
            }
        }
        for other in TYPES {
            let both = floating || other.contains("float") || other.contains("double");
            for op in ["+", "-", "*", "<", "==", "? 1 ? 1 :"] {
                let (left, right) = match op {
                    "? 1 ? 1 :" => ("1 ?", ":"),
                    op => ("", op),
                };
                list.push((format!("{left} ({one})-3 {right} ({other})5"), !both));
            }
            if !both {
                for op in ["/", "%", "&", "|", "^", "<<", ">>"] {
                    let left = if op == "<<" { "1" } else { "-3" };
                    list.push((format!("({one}){left} {op} ({other})1"), true));
                }
            }
        }
    }
    for literal in [
        "0",
        "2147483647",
        "2147483648",
        "0x7fffffff",
        "0x80000000",
        "0xffffffffff",
        "037777777777",
        "9223372036854775807",
        "0xffffffffffffffff",
        "1u",
        "1l",
        "1ul",
        "4294967296u",
        "1ll",
        "1ull",
        "'a'",
        "'\\377'",
        "'ab'",
        "L'x'",
        "u'x'",
        "U'x'",
        "sizeof(int)",
        "(char)300",
        "1 ? 2u : -1",
        "!3.5",
        "1 || 1 / 0",
        "0 && 1 / 0",
        "0x1.8p3f < 12.5",
        "(unsigned char)255 + 1",
    ] {
        list.push((literal.to_owned(), true));
    }
    list.push(("(char *)2 - (char *)1".to_owned(), false));
    for field in ["a", "b", "c", "d"] {
        list.push((format!("+s.{field}"), false));
        list.push((format!("s.{field} + 1u"), false));
    }
    list
}

const RECORD: &str = "struct { unsigned a : 3; unsigned b : 32; int c : 5; _Bool d : 1; } s;\n";

#[test]
fn expressions_have_the_types_and_values_of_the_compiler() {
    let expressions = expressions();
    let mut text = RECORD.to_owned();
    for (number, (expression, valued)) in expressions.iter().enumerate() {
        let _ = writeln!(text, "__typeof__({expression}) t{number};");
        if *valued {
            let _ = writeln!(text, "__int128 v{number} = {expression};");
        }
    }
    let tokens = lex("text.c", &text, &mut SourceMap::new()).unwrap();
    let program = elaborate(&[parse(tokens).unwrap()], DataModel::Lp64)
        .unwrap()
        .program;
    let mut c = RECORD.to_owned();
    for global in &program.globals {
        let (kind, number) = global.name.split_at(1);
        let Ok(number) = number.parse::<usize>() else {
            continue;
        };
        let expression = &expressions[number].0;
        if kind == "t" {
            let ty = name(&program.types, global.ty);
            let _ = writeln!(
                c,
                "_Static_assert(__builtin_types_compatible_p(__typeof__({expression}), {ty}), \"{ty}\");"
            );
        } else {
            let Some(Init::Value(value)) = &global.init else {
                panic!("{expression} has no value");
            };
            let ExprKind::Int(value) = value.kind else {
                panic!("{expression} is not folded");
            };
            let (high, low) = ((value >> 64) as u64, value as u64);
            let _ = writeln!(
                c,
                "_Static_assert((__int128)({expression}) == (__int128)((unsigned __int128){high}u << 64 | {low}u), \"{low}\");"
            );
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.c");
    std::fs::write(&path, &c).unwrap();
    let run = Command::new(compiler())
        .args(["-w", "-fsyntax-only"])
        .arg(&path)
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no compiler");
        return;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
}
