//! The options of C: names and defaults as CBMC 6 has them, so that its command lines can be used as they are.

use std::path::PathBuf;

pub use assay_language::DEFINE;
use assay_language::{Given, INCLUDE, OptionSpec, Scope};

use crate::bounded::Options;
use crate::checks::Checks;
use crate::program::{DataModel, FunctionId};
use crate::project::flags;

const UNWIND: OptionSpec = OptionSpec {
    sized: true,
    check: Some(|text| number(text).map(|_| ())),
    ..OptionSpec::value(
        "unwind",
        "N",
        "Unroll every loop and recursion N times; a loop that needs more fails its unwinding check (default: as far as the program's own bounds lead)",
    )
};

const UNWINDSET: OptionSpec = OptionSpec {
    sized: true,
    repeats: true,
    check: Some(|text| bounds(text).map(|_| ())),
    ..OptionSpec::value(
        "unwindset",
        "LOOP:N,...",
        "Unroll single loops so often: `f.0:5` is the first loop of `f`; can be repeated",
    )
};

const MAX_UNWIND: OptionSpec = OptionSpec {
    sized: true,
    check: Some(|text| number(text).map(|_| ())),
    ..OptionSpec::value(
        "max-unwind",
        "N",
        "How often a loop without a given bound is unrolled at most (default: 64)",
    )
};

const MODEL: OptionSpec = OptionSpec {
    choices: &["LP64", "ILP32"],
    ..OptionSpec::value(
        "model",
        "MODEL",
        "How wide `long` and pointers are (default: LP64)",
    )
};

const HARNESS: OptionSpec = OptionSpec {
    scope: Scope::Mutants,
    ..OptionSpec::flag(
        "harness",
        "Mutate the harness in place of the program; `cover` then says which of its mutants are as strong as it is, or stronger",
    )
};

const NO_STANDARD: OptionSpec = OptionSpec::flag(
    "no-standard-checks",
    "Only the assertions of the program and the checks that are named",
);

/// A check that can be switched on and off by name.
struct Switch {
    on: OptionSpec,
    off: OptionSpec,
    standard: bool,
    set: fn(&mut Checks, bool),
}

const fn switch(
    on: (&'static str, &'static str),
    off: (&'static str, &'static str),
    standard: bool,
    set: fn(&mut Checks, bool),
) -> Switch {
    Switch {
        on: OptionSpec::flag(on.0, on.1),
        off: OptionSpec::flag(off.0, off.1),
        standard,
        set,
    }
}

const SWITCHES: [Switch; 11] = [
    switch(
        ("bounds-check", "Check array indices (standard)"),
        ("no-bounds-check", "Do not check array indices"),
        true,
        |c, on| c.bounds = on,
    ),
    switch(
        ("pointer-check", "Check dereferences of pointers (standard)"),
        ("no-pointer-check", "Do not check dereferences of pointers"),
        true,
        |c, on| c.pointer = on,
    ),
    switch(
        (
            "div-by-zero-check",
            "Check for divisions by zero (standard)",
        ),
        ("no-div-by-zero-check", "Do not check for divisions by zero"),
        true,
        |c, on| c.division = on,
    ),
    switch(
        (
            "signed-overflow-check",
            "Check for overflow of signed integers (standard)",
        ),
        (
            "no-signed-overflow-check",
            "Do not check for overflow of signed integers",
        ),
        true,
        |c, on| c.signed_overflow = on,
    ),
    switch(
        (
            "unsigned-overflow-check",
            "Check for overflow of unsigned integers",
        ),
        (
            "no-unsigned-overflow-check",
            "Do not check for overflow of unsigned integers",
        ),
        false,
        |c, on| c.unsigned_overflow = on,
    ),
    switch(
        (
            "undefined-shift-check",
            "Check distances of shifts (standard)",
        ),
        (
            "no-undefined-shift-check",
            "Do not check distances of shifts",
        ),
        true,
        |c, on| c.shift = on,
    ),
    switch(
        (
            "conversion-check",
            "Check that conversions between integers keep the value",
        ),
        ("no-conversion-check", "Do not check conversions"),
        false,
        |c, on| c.conversion = on,
    ),
    switch(
        (
            "pointer-primitive-check",
            "Check the arguments of primitives about pointers (standard)",
        ),
        (
            "no-pointer-primitive-check",
            "Do not check the arguments of primitives about pointers",
        ),
        true,
        |c, on| c.pointer_primitive = on,
    ),
    switch(
        ("pointer-overflow-check", "Check arithmetic of pointers"),
        (
            "no-pointer-overflow-check",
            "Do not check arithmetic of pointers",
        ),
        false,
        |c, on| c.pointer_overflow = on,
    ),
    switch(
        (
            "memory-leak-check",
            "Check that all memory is freed at the end",
        ),
        (
            "no-memory-leak-check",
            "Do not check that all memory is freed",
        ),
        false,
        |c, on| c.leak = on,
    ),
    switch(
        (
            "unwinding-assertions",
            "Check that loops end within their bounds (standard)",
        ),
        (
            "no-unwinding-assertions",
            "Leave out executions in which a loop goes beyond its bound",
        ),
        true,
        |c, on| c.unwinding = on,
    ),
];

const NO_MALLOC_FAIL: OptionSpec = OptionSpec::flag(
    "no-malloc-may-fail",
    "Let `malloc` and the like always succeed",
);

const MALLOC_MAY_FAIL: OptionSpec = OptionSpec::flag(
    "malloc-may-fail",
    "Let `malloc` return a null pointer (standard)",
);

const NO_ASSERTIONS: OptionSpec = OptionSpec::flag(
    "no-assertions",
    "Only the checks that are made by themselves, not the assertions of the program",
);

const REMOVE_BODY: OptionSpec = OptionSpec {
    repeats: true,
    ..OptionSpec::value(
        "remove-function-body",
        "NAME",
        "Let a function return anything and change nothing; can be repeated",
    )
};

/// All options. With those that help leaves out, command lines of CBMC can be used as they are.
pub fn specs() -> Vec<OptionSpec> {
    let mut all = shown();
    all.extend(flags::hidden());
    all
}

/// The options that help has.
pub fn shown() -> Vec<OptionSpec> {
    let mut all = vec![
        DEFINE,
        INCLUDE,
        UNWIND,
        UNWINDSET,
        MAX_UNWIND,
        MODEL,
        HARNESS,
        NO_STANDARD,
    ];
    all.extend(SWITCHES.iter().flat_map(|s| [s.on, s.off]));
    all.extend([NO_ASSERTIONS, MALLOC_MAY_FAIL, NO_MALLOC_FAIL, REMOVE_BODY]);
    all
}

/// What the bounded execution is told.
pub fn bounded(given: &Given, entry: FunctionId) -> Options {
    let mut options = Options::new(entry);
    let standard = !given.flag(NO_STANDARD.long);
    for switch in &SWITCHES {
        // As in CBMC 6, what is named counts, and unwinding checks belong to the standard ones.
        let on = (switch.standard && standard || given.flag(switch.on.long))
            && !given.flag(switch.off.long);
        (switch.set)(&mut options.checks, on);
    }
    options.checks.assertions = !given.flag(NO_ASSERTIONS.long);
    options.malloc_may_fail = !given.flag(NO_MALLOC_FAIL.long);
    let count = |option: &OptionSpec| given.value(option.long).and_then(|t| number(t).ok());
    options.unwind = count(&UNWIND);
    if let Some(most) = count(&MAX_UNWIND) {
        options.max_unwind = most;
    }
    let sets = given.values(UNWINDSET.long).iter();
    options.unwindset = sets
        .filter_map(|text| bounds(text).ok())
        .flatten()
        .collect();
    options
}

/// What the preprocessor is told. As in CBMC, `--include` takes a file too, which is included before anything else.
pub fn preprocessing(given: &Given) -> crate::Options {
    let included = given.values(INCLUDE.long).iter().map(PathBuf::from);
    let (forced, includes) = included.partition(|path| path.is_file());
    let wide = match model(given) {
        DataModel::Ilp32 => vec!["-m32".to_string()],
        DataModel::Lp64 => vec![],
    };
    crate::Options {
        defines: given.values(DEFINE.long).to_vec(),
        includes,
        forced,
        others: wide,
        ..crate::Options::default()
    }
}

/// Functions that lose their bodies.
pub fn without_body(given: &Given) -> Vec<String> {
    given.values(REMOVE_BODY.long).to_vec()
}

/// The same as words for a compiler.
pub fn words(given: &Given) -> Vec<String> {
    let defines = given.values(DEFINE.long).iter().map(|d| format!("-D{d}"));
    let includes = given.values(INCLUDE.long).iter().map(|i| format!("-I{i}"));
    let mut words: Vec<String> = defines.chain(includes).collect();
    if model(given) == DataModel::Ilp32 {
        words.push("-m32".to_string());
    }
    words
}

pub fn model(given: &Given) -> DataModel {
    match given.value(MODEL.long) {
        Some("ILP32") => DataModel::Ilp32,
        _ => DataModel::Lp64,
    }
}

pub fn harness(given: &Given) -> bool {
    given.flag(HARNESS.long)
}

/// The same without it, where it is given.
pub fn without_harness(given: &Given) -> Option<Given> {
    harness(given).then(|| {
        let mut given = given.clone();
        given.remove(HARNESS.long);
        given
    })
}

fn number(text: &str) -> Result<u32, String> {
    let parsed = text.parse::<u32>();
    parsed.map_err(|_| format!("`{text}` is no number of iterations"))
}

/// `f.0:5,g.1:3`
fn bounds(text: &str) -> Result<Vec<(String, u32)>, String> {
    let one = |part: &str| {
        let (name, count) = part
            .rsplit_once(':')
            .ok_or_else(|| format!("`{part}` is not of the form LOOP:N"))?;
        Ok((name.trim().to_string(), number(count.trim())?))
    };
    text.split(',')
        .filter(|p| !p.trim().is_empty())
        .map(one)
        .collect()
}
