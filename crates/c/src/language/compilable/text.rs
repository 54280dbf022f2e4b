//! The text of a test.

use std::fmt::Write;

use super::Execution;
use super::embed::Embedded;
use super::given::{Given, Parts};
use crate::interpret::knows;
use crate::program::{Function, FunctionId, Type, TypeId};

/// What every test needs.
const START: &str = r##"
int assay_puts(const char *) ASSAY_NAME("puts");
void assay_exit(int) ASSAY_NAME("_exit");
void assay_abort(void) ASSAY_NAME("abort");
int assay_flush(void *) ASSAY_NAME("fflush");

static void assay_end(const char *why, int code) {
  assay_puts(why);
  assay_flush(0);
  if (code) assay_abort();
  assay_exit(0);
}
"##;

/// Functions that only verifiers have, as C that a compiler takes: the name, and the parameters with the body.
const VERIFIER: [(&str, &str); 12] = [
    ("__CPROVER_assume", ASSUME),
    ("__VERIFIER_assume", ASSUME),
    ("__CPROVER_assert", ASSERT),
    ("__VERIFIER_assert", ASSERT),
    ("__CPROVER_precondition", ASSERT),
    ("reach_error", ERROR),
    ("__VERIFIER_error", ERROR),
    ("__CPROVER_atomic_begin", "(void) {}"),
    ("__CPROVER_atomic_end", "(void) {}"),
    ("__CPROVER_input", "(void) {}"),
    ("__CPROVER_output", "(void) {}"),
    ("__CPROVER_printf", "(void) {}"),
];

const ASSUME: &str = "(int holds) { if (!holds) assay_end(\"an assumption does not hold\", 0); }";
const ASSERT: &str = "(int holds) { if (!holds) assay_end(\"an assertion fails\", 1); }";
const ERROR: &str = "(void) { assay_end(\"the error function is called\", 1); }";

pub fn write(
    execution: &Execution<'_>,
    given: &Given,
    embedded: Option<&Embedded>,
) -> Result<String, String> {
    let mut out = head(execution, given, embedded);
    let _ = writeln!(
        out,
        "#define ASSAY_TEXT_(x) #x\n#define ASSAY_TEXT(x) ASSAY_TEXT_(x)\n\
         #define ASSAY_NAME(name) __asm__(ASSAY_TEXT(__USER_LABEL_PREFIX__) name)"
    );
    out.push_str(START);
    functions(execution, given, &mut out)?;
    locals(given, &mut out);
    globals(execution, given, &mut out)?;
    if given.controls_memory() {
        memory(given, &mut out);
    }
    main(execution, given, &mut out)?;
    if let Some(embedded) = embedded {
        out.push_str("\n/* The file that is tested, preprocessed. */\n");
        if given.controls_memory() {
            out.push_str("#define malloc assay_malloc\n#define calloc assay_calloc\n#define realloc assay_realloc\n");
        }
        out.push_str(&embedded.text);
    }
    Ok(out)
}

fn head(execution: &Execution<'_>, given: &Given, embedded: Option<&Embedded>) -> String {
    let inside = |unit: usize| embedded.is_some_and(|e| e.unit == unit);
    let named = execution.sources.files.iter().enumerate();
    let others = named.filter(|(unit, _)| !inside(*unit));
    let mut words: Vec<String> = execution.flags.to_vec();
    if given.controls_memory() {
        let renamed = ["malloc", "calloc", "realloc"];
        words.extend(renamed.map(|name| format!("-D{name}=assay_{name}")));
    }
    words.push("test.c".into());
    words.extend(others.map(|(_, file)| execution.map.file(*file).name().to_string()));
    let says = execution.says.replace("*/", "* /");
    format!(
        "/* {says}\n\n   With this text in test.c:\n\n     cc -w -g -fsanitize=address,undefined -fno-sanitize-recover=all {} -o test && ./test\n*/\n",
        words.join(" ")
    )
}

/// Functions without bodies: what they return, in order.
fn functions(execution: &Execution<'_>, given: &Given, out: &mut String) -> Result<(), String> {
    for (at, function) in execution.program.functions.iter().enumerate() {
        let (name, id) = (&function.name, FunctionId(at as u32));
        if function.body.is_some() {
            continue;
        }
        if let Some((_, text)) = VERIFIER.iter().find(|(known, _)| known == name) {
            let _ = writeln!(
                out,
                "void assay_f{at}() ASSAY_NAME(\"{name}\");\nvoid assay_f{at}{text}"
            );
            continue;
        }
        let values = given.results.get(&id).map_or(&[][..], Vec::as_slice);
        let open = !values.is_empty() || is_users(execution, function);
        if !open || name.starts_with("__builtin_") {
            continue;
        }
        returns(execution, function, at, values, out)?;
    }
    Ok(())
}

/// Whether nobody but the test can define a function.
fn is_users(execution: &Execution<'_>, function: &Function) -> bool {
    let file = execution.map.get(function.span.file);
    let system = file.is_some_and(|f| f.name().starts_with("/usr/"));
    let nondet = function.name.contains("nondet");
    nondet || !system && !knows(&function.name) && !function.name.starts_with("__")
}

fn returns(
    execution: &Execution<'_>,
    function: &Function,
    at: usize,
    values: &[u128],
    out: &mut String,
) -> Result<(), String> {
    let (name, result) = (&function.name, function.ty.result);
    let Some(ty) = type_name(execution, result) else {
        if values.is_empty() {
            return Ok(());
        }
        return Err(format!("`{name}` returns what a test cannot give"));
    };
    if ty == "void" {
        let _ = writeln!(
            out,
            "void assay_f{at}() ASSAY_NAME(\"{name}\");\nvoid assay_f{at}() {{}}"
        );
        return Ok(());
    }
    let list: Vec<String> = values.iter().map(|v| bytes(*v)).collect();
    let list = if list.is_empty() {
        "{0}".into()
    } else {
        list.join(", ")
    };
    let shown: Vec<String> = values
        .iter()
        .map(|v| shown(execution, result, *v))
        .collect();
    let _ = writeln!(
        out,
        "\n/* {name}() returns {} */\nstatic const unsigned char assay_v{at}[][16] = {{{list}}};\n\
         {ty} assay_f{at}() ASSAY_NAME(\"{name}\");\n\
         {ty} assay_f{at}() {{\n  static unsigned next;\n  {ty} value = 0;\n  \
         if (next < {}u) __builtin_memcpy(&value, assay_v{at}[next++], sizeof value);\n  return value;\n}}",
        if shown.is_empty() {
            "0".to_string()
        } else {
            format!("{}, then 0", shown.join(", "))
        },
        values.len(),
    );
    Ok(())
}

/// A scalar type of C with the width and sign of a type.
fn type_name(execution: &Execution<'_>, ty: TypeId) -> Option<String> {
    let types = &execution.program.types;
    Some(match types.get(ty) {
        Type::Void => "void".into(),
        Type::Bool => "_Bool".into(),
        Type::Int { bits, signed, .. } => {
            let sign = if *signed { "signed" } else { "unsigned" };
            let width = match bits {
                8 => "char",
                16 => "short",
                32 => "int",
                64 => "long long",
                _ => "__int128",
            };
            format!("{sign} {width}")
        }
        Type::Float(crate::program::FloatKind::Float) => "float".into(),
        Type::Float(crate::program::FloatKind::Double) => "double".into(),
        Type::Pointer(_) => "void *".into(),
        _ => return None,
    })
}

fn shown(execution: &Execution<'_>, ty: TypeId, value: u128) -> String {
    match execution.program.types.word(ty) {
        Some((bits, true)) => super::super::parts::signed(value, bits).to_string(),
        Some(_) => value.to_string(),
        None => format!("{value:#x}"),
    }
}

/// The bytes of a word, the lowest first.
fn bytes(value: u128) -> String {
    let used = value.to_le_bytes();
    let end = used.iter().rposition(|b| *b != 0).map_or(1, |at| at + 1);
    let text: Vec<String> = used[..end].iter().map(u8::to_string).collect();
    format!("{{{}}}", text.join(", "))
}

fn entry(number: usize, time: usize, parts: &Parts) -> impl Iterator<Item = String> + '_ {
    parts.iter().map(move |(offset, word)| {
        let size = word.bits.div_ceil(8);
        format!(
            "  {{{number}, {time}, {offset}, {size}, {}}},\n",
            bytes(word.value)
        )
    })
}

const TABLE: &str = "struct { unsigned what, when; unsigned long long offset; unsigned size; unsigned char bytes[16]; }";

/// What locals hold that have no initialiser.
fn locals(given: &Given, out: &mut String) {
    if given.locals.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n/* What locals without an initialiser hold. */\nstatic const {TABLE} assay_values[] = {{"
    );
    for (number, times) in given.locals.values().enumerate() {
        for (time, parts) in times.iter().enumerate() {
            out.extend(entry(number, time, parts));
        }
    }
    let _ = writeln!(
        out,
        "}};\nvoid assay_set(void *at, unsigned what) {{\n  static unsigned times[{}];\n  unsigned i, when = times[what]++;\n  \
         for (i = 0; i < sizeof assay_values / sizeof *assay_values; i++)\n    \
         if (assay_values[i].what == what && assay_values[i].when == when)\n      \
         __builtin_memcpy((char *)at + assay_values[i].offset, assay_values[i].bytes, assay_values[i].size);\n}}",
        given.locals.len()
    );
}

/// Objects that are declared and defined nowhere.
fn globals(execution: &Execution<'_>, given: &Given, out: &mut String) -> Result<(), String> {
    for (at, global) in execution.program.globals.iter().enumerate() {
        if global.defined {
            continue;
        }
        let size = execution.program.types.size(global.ty);
        let Some(size) = size else {
            return Err(format!("the size of `{}` is not known", global.name));
        };
        let name = &global.name;
        let mut image = vec![0u8; size as usize];
        for (offset, word) in given.globals.get(&global.site).into_iter().flatten() {
            let bytes = word.value.to_le_bytes();
            let count = (word.bits.div_ceil(8) as usize).min(16);
            for (to, from) in image.iter_mut().skip(*offset as usize).zip(&bytes[..count]) {
                *to = *from;
            }
        }
        let image: Vec<String> = image.iter().map(u8::to_string).collect();
        let _ = writeln!(
            out,
            "extern unsigned char assay_g{at}[{size}] ASSAY_NAME(\"{name}\");\n\
             __attribute__((aligned(16))) unsigned char assay_g{at}[{size}] = {{{}}};",
            image.join(", ")
        );
    }
    Ok(())
}

/// Allocations: which of them fail, and what is in the memory.
fn memory(given: &Given, out: &mut String) {
    let fails: Vec<&str> = given
        .allocations
        .iter()
        .map(|a| if a.fails { "1" } else { "0" })
        .collect();
    let count = fails.len();
    let _ = writeln!(
        out,
        "\n/* Which allocations fail, and what is in the others at first. */\n\
         static const unsigned char assay_fails[] = {{{}}};\nstatic const {TABLE} assay_memory[] = {{",
        fails.join(", ")
    );
    for (time, allocation) in given.allocations.iter().enumerate() {
        out.extend(entry(0, time, &allocation.parts));
    }
    let _ = writeln!(
        out,
        "  {{1}}\n}};\nvoid *assay_m(unsigned long) ASSAY_NAME(\"malloc\");\n\
         void *assay_c(unsigned long, unsigned long) ASSAY_NAME(\"calloc\");\n\
         void *assay_r(void *, unsigned long) ASSAY_NAME(\"realloc\");\n\
         static unsigned assay_when;\n\
         static int assay_failing(void) {{ return assay_when++ < {count}u && assay_fails[assay_when - 1]; }}\n\
         static void *assay_filled(void *at) {{\n  unsigned i;\n  \
         for (i = 0; at && !assay_memory[i].what; i++)\n    \
         if (assay_memory[i].when == assay_when - 1)\n      \
         __builtin_memcpy((char *)at + assay_memory[i].offset, assay_memory[i].bytes, assay_memory[i].size);\n  return at;\n}}\n\
         void *assay_malloc(unsigned long size) {{ return assay_failing() ? 0 : assay_filled(assay_m(size)); }}\n\
         void *assay_calloc(unsigned long n, unsigned long size) {{ return assay_failing() ? 0 : assay_c(n, size); }}\n\
         void *assay_realloc(void *old, unsigned long size) {{ return assay_failing() ? 0 : assay_r(old, size); }}"
    );
    // The rest of the memory that `realloc` gives is not filled: what it copies must stay.
}

/// A `main` where the entry is another function.
fn main(execution: &Execution<'_>, given: &Given, out: &mut String) -> Result<(), String> {
    let entry = execution.program.function(execution.entry);
    if entry.name == "main" {
        return if given.parameters.is_empty() {
            Ok(())
        } else {
            Err("the arguments of `main` cannot be given".into())
        };
    }
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for local in &entry.locals[..entry.parameters] {
        let parts = given.parameters.get(&local.site);
        let value = parts
            .and_then(|p| p.first())
            .map_or(0, |(_, word)| word.value);
        let name = type_name(execution, local.ty);
        let number = execution.program.types.is_integer(local.ty);
        let Some(name) = name.filter(|_| number || value == 0) else {
            return Err(format!("the argument `{}` cannot be given", local.name));
        };
        let (high, low) = ((value >> 64) as u64, value as u64);
        types.push(name.clone());
        values.push(match high {
            0 => format!("({name}){low}ull"),
            _ => return Err(format!("the argument `{}` cannot be given", local.name)),
        });
    }
    if execution.program.types.is_float(entry.ty.result) {
        return Err(format!(
            "`{}` returns a number that is no integer",
            entry.name
        ));
    }
    let _ = writeln!(
        out,
        "\nvoid assay_entry({}) ASSAY_NAME(\"{}\");\nint main(void) {{ assay_entry({}); return 0; }}",
        if types.is_empty() {
            "void".to_string()
        } else {
            types.join(", ")
        },
        entry.name,
        values.join(", ")
    );
    Ok(())
}
