//! Lemmas on disk: what `--save` writes and `--advice` reads.
//!
//! The file is SMT-LIB text: one `(assert TERM)` for each lemma, over the model's names. A lemma is only ever an offer, proved
//! again before anybody relies on it, so a file may be stale, or edited, or of another model: what does not fit is left out.

use std::collections::HashMap;
use std::fmt::Write;

use assay_system::System;
use assay_term::{Dag, FuncId, Named, Sexpr, SexprTree, Sort, TermId};

/// The text of a file that holds these lemmas.
pub fn write(system: &System, lemmas: &Dag) -> String {
    let mut pool = system.pool.clone();
    let mut out = String::from("; lemmas proved by assay, for --advice\n");
    for term in pool.import(lemmas) {
        let _ = writeln!(out, "(assert {})", pool.text(term));
    }
    out
}

/// The lemmas of a file that make sense for this system, and how many do not. An error says where the text is no
/// SMT-LIB.
pub fn read(system: &System, text: &str) -> Result<(Dag, usize), String> {
    let tree = SexprTree::read(text).map_err(|e| e.to_string())?;
    let mut pool = system.pool.clone();
    let vars = system
        .var_ids()
        .map(|v| (system.var(v).name.clone(), Named::Term(pool.var(v))));
    let functions = pool.functions().iter().enumerate();
    let functions = functions.map(|(i, f)| (f.name.clone(), Named::Function(FuncId(i as u32))));
    let names: HashMap<String, Named> = vars.chain(functions).collect();
    let mut lemmas: Vec<TermId> = Vec::new();
    let mut misfits = 0;
    for command in tree.roots() {
        let term =
            body(command).and_then(|b| pool.read_term(b, |name| names.get(name).copied()).ok());
        match term {
            Some(term) if pool.sort(term) == Sort::Bool => lemmas.push(term),
            _ => misfits += 1,
        }
    }
    Ok((pool.export(&lemmas), misfits))
}

/// What an `(assert ...)` asserts.
fn body(command: Sexpr<'_>) -> Option<Sexpr<'_>> {
    let mut items = command.items();
    let (head, body) = (items.next()?, items.next()?);
    (head.is_symbol("assert") && items.next().is_none()).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_system::{Role, Shown, VarKind, Variable};

    fn counter() -> System {
        let mut system = System::new();
        let variable = |name: &str| Variable {
            name: name.into(),
            kind: VarKind::Input,
            role: Role::Input,
            range: None,
            shown: Shown::Plain,
            span: None,
        };
        system.add_var(Sort::Int, variable("x"));
        system.add_var(Sort::Bool, variable("node~0.a[1]"));
        system
    }

    #[test]
    fn what_is_written_reads_back() {
        let system = counter();
        let mut pool = system.pool.clone();
        let vars: Vec<_> = system.var_ids().collect();
        let (x, b, three) = (pool.var(vars[0]), pool.var(vars[1]), pool.int(-3));
        let small = pool.le(x, three);
        let both = pool.or2(small, b);
        let lemmas = pool.export(&[small, both]);
        let (again, misfits) = read(&system, &write(&system, &lemmas)).unwrap();
        assert_eq!((again.len(), misfits), (2, 0));
        let mut other = system.pool.clone();
        assert_eq!(other.import(&again), other.import(&lemmas));
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let text = "(assert (<= x 1)) (assert y) (assert x) (check-sat) (assert true false) word";
        let (lemmas, misfits) = read(&counter(), text).unwrap();
        assert_eq!((lemmas.len(), misfits), (1, 5));
    }

    #[test]
    fn broken_text_is_an_error() {
        let error = read(&counter(), "(assert (<= x 1)").unwrap_err();
        assert!(error.contains("byte 0"), "{error}");
    }
}
