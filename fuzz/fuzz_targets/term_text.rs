//! Text is refused at a place inside it, or is a term whose own text gives the same term again.
#![no_main]

use assay_term::{FuncId, Function, Named, Pool, Sort, TermId, TextError, VarId};
use libfuzzer_sys::fuzz_target;

const NAMES: [(&str, Sort); 4] = [
    ("a", Sort::Bool),
    ("n", Sort::Int),
    ("x y", Sort::Real),
    ("let", Sort::Int),
];

fn read(pool: &mut Pool, text: &str) -> Result<TermId, TextError> {
    let vars: Vec<TermId> = (0..NAMES.len() as u32)
        .map(|i| pool.var(VarId(i)))
        .collect();
    pool.parse(text, |name| match name {
        "f" => Some(Named::Function(FuncId(0))),
        _ => NAMES
            .iter()
            .position(|(n, _)| *n == name)
            .map(|i| Named::Term(vars[i])),
    })
}

fuzz_target!(|text: &str| {
    let mut pool = Pool::new();
    for (name, sort) in NAMES {
        pool.declare(name, sort);
    }
    pool.declare_function(Function {
        name: "f".into(),
        args: vec![Sort::Int, Sort::Real],
        result: Sort::Bool,
    });
    match read(&mut pool, text) {
        Err(error) => assert!(error.at <= text.len(), "{error}"),
        Ok(term) => {
            let written = pool.text(term);
            assert_eq!(read(&mut pool, &written), Ok(term), "{written}");
        }
    }
});
