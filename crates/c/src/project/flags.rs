//! The flags of CBMC 6 by name, and what is done with each. Those that say what is checked are options of the language, in
//! `language/options.rs`; the others are here.

use assay_language::OptionSpec;

use crate::language::options;

/// What is done with a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An option of the language: says what is checked or what a program means.
    Meaning,
    /// The same, with one argument.
    MeaningOf,
    /// No verdict depends on it.
    Idle,
    /// The same, with one argument.
    IdleOf,
    /// A check that is not made here.
    Unchecked,
    /// Asks for something else than a verdict on each property.
    Other,
    /// Changes what a program means in a way that is not supported.
    Refused,
}

/// What is done with a flag that [`super::command`] does not treat itself. None for a word that CBMC does not know.
pub(super) fn kind(flag: &str) -> Option<Kind> {
    let long = flag.strip_prefix("--")?;
    if let Some(option) = options::shown().iter().find(|option| option.long == long) {
        return Some(match option.value {
            None => Kind::Meaning,
            Some(_) => Kind::MeaningOf,
        });
    }
    let has = |names: &[&str]| names.contains(&long);
    let named = |all: &[(&str, &str)]| all.iter().any(|(name, _)| *name == long);
    if has(IDLE) {
        Some(Kind::Idle)
    } else if has(IDLE_OF) {
        Some(Kind::IdleOf)
    } else if named(UNCHECKED) {
        Some(Kind::Unchecked)
    } else if named(OTHER) || named(OTHER_OF) {
        Some(Kind::Other)
    } else if named(REFUSED) || named(REFUSED_OF) {
        Some(Kind::Refused)
    } else {
        None
    }
}

/// What to do in place of a flag that is refused.
pub(super) fn instead(flag: &str) -> Option<&'static str> {
    let long = flag.strip_prefix("--")?;
    let mut all = [UNCHECKED, OTHER, OTHER_OF, REFUSED, REFUSED_OF]
        .into_iter()
        .flatten();
    all.find(|(name, _)| *name == long).map(|(_, hint)| *hint)
}

/// The flags of CBMC that no help shows, so that its command lines can be used as they are. What the command line has by itself
/// (`--help`, `--property`) is not among them.
pub(crate) fn hidden() -> Vec<OptionSpec> {
    let flag = |long| OptionSpec {
        hidden: true,
        ..OptionSpec::flag(long, "A flag of CBMC")
    };
    let value = |long| OptionSpec {
        hidden: true,
        ..OptionSpec::value(long, "X", "A flag of CBMC")
    };
    let refused = UNCHECKED
        .iter()
        .chain(OTHER)
        .chain(REFUSED)
        .map(|(name, _)| *name);
    let refused = refused.filter(|name| !matches!(*name, "help" | "version"));
    let flags = IDLE.iter().chain(TREATED).copied().chain(refused).map(flag);
    let refused = OTHER_OF.iter().chain(REFUSED_OF).map(|(name, _)| *name);
    let values = IDLE_OF.iter().chain(TREATED_OF).copied().chain(refused);
    flags.chain(values.map(value)).collect()
}

/// The same for what only goto-instrument knows.
pub(super) fn kind_of_instrument(flag: &str) -> Option<Kind> {
    match flag {
        // Functions without a body return anything in any case.
        "--generate-function-body" | "--generate-function-body-options" => Some(Kind::IdleOf),
        "--add-library" | "--slice-global-inits" | "--remove-unused-functions" => Some(Kind::Idle),
        "--apply-loop-contracts"
        | "--dfcc"
        | "--enforce-contract"
        | "--enforce-contract-rec"
        | "--function-pointer-restrictions-file"
        | "--replace-call-with-contract"
        | "--replace-calls"
        | "--restrict-function-pointer"
        | "--restrict-function-pointer-by-name" => Some(Kind::Refused),
        _ => None,
    }
}

/// What [`super::command`] treats itself.
const TREATED: &[&str] = &[
    "32",
    "64",
    "ILP32",
    "LP64",
    "c11",
    "c17",
    "c23",
    "c89",
    "c99",
    "i386-linux",
];

const TREATED_OF: &[&str] = &["arch", "os"];

const IDLE: &[&str] = &[
    "allow-pointer-unsoundness",
    "arrays-uf-always",
    "arrays-uf-never",
    "beautify",
    "bitwuzla",
    "boolector",
    "compact-trace",
    "cprover-smt2",
    "cvc3",
    "cvc4",
    "cvc5",
    "drop-unused-functions",
    "flush",
    "fpa",
    "full-slice",
    "gcc",
    "json-ui",
    "little-endian",
    "localize-faults",
    "malloc-fail-null",
    "mathsat",
    "no-array-field-sensitivity",
    "no-propagation",
    "no-sat-preprocessor",
    "no-self-loops-to-assumptions",
    "no-simplify",
    "reachability-slice",
    "reachability-slice-fb",
    "refine",
    "refine-arithmetic",
    "refine-arrays",
    "retain-trivial-checks",
    "round-to-even",
    "round-to-nearest",
    "slice-formula",
    "smt1",
    "smt2",
    "stack-trace",
    "stop-on-fail",
    "symex-cache-dereferences",
    "trace",
    "trace-hex",
    "trace-json-extended",
    "trace-show-code",
    "trace-show-function-calls",
    "validate-goto-model",
    "validate-ssa-equation",
    "xml-ui",
    "yices",
    "z3",
];

const IDLE_OF: &[&str] = &[
    "external-sat-solver",
    "graphml-witness",
    "incremental-smt2-solver",
    "max-field-sensitivity-array-size",
    "max-node-refinement",
    "object-bits",
    "sat-solver",
    "symex-coverage-report",
    "timestamp",
    "verbosity",
    "write-solver-stats-to",
];

const LISTING: &str = "assay has no such listing";
const FORMULA: &str = "assay does not write its formulas";
const PLATFORM: &str =
    "programs are read as Linux has them: little endian, LP64, or ILP32 after `--model ILP32`";
const DEEPER: &str = "leave it out: without `--unwind` loops are unrolled as far as the program's own bounds lead, up to `--max-unwind N`";
const CXX: &str = "only C is supported";
const FLOAT: &str = "write what has to hold of the number as an assertion";
const ROUNDING: &str = "results are rounded to nearest";
const TREES: &str = "build the argument in a harness";
const CONTRACTS: &str = "write the contract as assumptions and assertions of a harness";

/// With what to do in their place. Starter kits ask for all of these in every proof, so that in what is read they are warned of.
const UNCHECKED: &[(&str, &str)] = &[
    ("enum-range-check", "assert the range of the value"),
    ("float-div-by-zero-check", FLOAT),
    ("float-overflow-check", FLOAT),
    ("nan-check", FLOAT),
];

const OTHER: &[(&str, &str)] = &[
    (
        "cover-failed-assertions",
        "`assay cover` shows which changes of the program no check notices",
    ),
    ("dimacs", FORMULA),
    ("help", "`assay check --help` shows the options"),
    ("json-interface", "give the options as words"),
    ("list-goto-functions", LISTING),
    ("preprocess", "`cc -E` shows the preprocessed text"),
    ("program-only", LISTING),
    ("show-array-constraints", LISTING),
    ("show-byte-ops", LISTING),
    ("show-goto-functions", LISTING),
    ("show-goto-symex-steps", LISTING),
    (
        "show-loops",
        "the loops of a function have the numbers 0, 1, 2 in the order of its text: `f.0`",
    ),
    ("show-parse-tree", LISTING),
    ("show-points-to-sets", LISTING),
    (
        "show-properties",
        "`assay check FILE --format json` lists every property with its verdict",
    ),
    ("show-symbol-table", LISTING),
    ("show-symex-strategies", LISTING),
    (
        "show-test-suite",
        "`assay cover` shows what a harness lacks",
    ),
    ("show-vcc", FORMULA),
    (
        "test-preprocessor",
        "`cc --version` says which compiler preprocesses",
    ),
    ("version", "`assay --version` shows it"),
    ("xml-interface", "give the options as words"),
];

/// With an argument.
const OTHER_OF: &[(&str, &str)] = &[
    (
        "cover",
        "`assay cover` shows which changes of the program no check notices",
    ),
    ("dump-smt-formula", FORMULA),
    ("export-symex-ready-goto", LISTING),
    ("outfile", FORMULA),
];

const REFUSED: &[(&str, &str)] = &[
    ("16", PLATFORM),
    ("ILP64", PLATFORM),
    ("LLP64", PLATFORM),
    ("LP32", PLATFORM),
    (
        "assert-to-assume",
        "write `__CPROVER_assume` where you mean it",
    ),
    ("big-endian", PLATFORM),
    ("cpp03", CXX),
    ("cpp11", CXX),
    ("cpp98", CXX),
    ("dfcc-debug-lib", CONTRACTS),
    ("dfcc-simple-invalid-pointer-model", CONTRACTS),
    ("i386-macos", PLATFORM),
    ("i386-win32", PLATFORM),
    ("ignore-properties-before-unwind-min", DEEPER),
    ("incremental-loop", DEEPER),
    (
        "malloc-fail-assert",
        "`malloc` may return a null pointer, unless `--no-malloc-may-fail` is given",
    ),
    (
        "memory-cleanup-check",
        "`--memory-leak-check` asks the same at the end of the program",
    ),
    (
        "no-built-in-assertions",
        "name the checks that you do not want: `--no-pointer-check`",
    ),
    ("no-assumptions", "take the assumptions out of the harness"),
    (
        "no-library",
        "define the functions that you mean in a file of your own",
    ),
    ("nondet-static", "give the variables values in the harness"),
    (
        "partial-loops",
        "`--no-unwinding-assertions` leaves out executions that go beyond a bound",
    ),
    ("paths", "all paths are checked at once: leave it out"),
    ("ppc-macos", PLATFORM),
    (
        "refine-strings",
        "strings are arrays of characters: leave it out",
    ),
    ("round-to-minus-inf", ROUNDING),
    ("round-to-plus-inf", ROUNDING),
    ("round-to-zero", ROUNDING),
    (
        "string-abstraction",
        "strings are arrays of characters: leave it out",
    ),
    ("string-printable", "assume it of the characters"),
    (
        "unsigned-char",
        "write `unsigned char` where the sign counts",
    ),
    ("win32", PLATFORM),
    ("winx64", PLATFORM),
];

/// With an argument.
const REFUSED_OF: &[(&str, &str)] = &[
    ("depth", "`--unwind N` bounds loops and recursion"),
    ("error-label", "write `assert(0)` behind the label"),
    ("max-nondet-tree-depth", TREES),
    ("min-null-tree-depth", TREES),
    ("mm", "threads are not supported"),
    (
        "nondet-static-exclude",
        "give the variables values in the harness",
    ),
    (
        "nondet-static-matching",
        "give the variables values in the harness",
    ),
    (
        "symex-complexity-failed-child-loops-limit",
        "leave it out: nothing is skipped here",
    ),
    (
        "symex-complexity-limit",
        "leave it out: nothing is skipped here",
    ),
    ("unwind-max", DEEPER),
    ("unwind-min", DEEPER),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_flag_is_there_twice() {
        let shown = options::shown();
        let mut all: Vec<&str> = shown.iter().map(|option| option.long).collect();
        all.extend(hidden().iter().map(|option| option.long));
        all.sort_unstable();
        let twice: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
