//! A certificate comes from outside: before its lemmas are taken into a pool, each node is checked
//! to mention only what is declared, to refer only backwards, and to be well sorted.

use assay_term::{Dag, Op, Pool, Sort, Term, TermId};

/// Ok if every lemma is a well-sorted Boolean term over the variables and functions of `pool`.
pub(crate) fn check_lemmas(pool: &Pool, lemmas: &Dag) -> Result<(), String> {
    let sorts = sorts_of_roots(pool, lemmas)?;
    match sorts.iter().position(|s| *s != Sort::Bool) {
        Some(index) => Err(format!("lemma {index} is not Boolean")),
        None => Ok(()),
    }
}

/// The sorts of the roots if every term is well sorted, over the variables and functions of `pool`.
pub(crate) fn sorts_of_roots(pool: &Pool, lemmas: &Dag) -> Result<Vec<Sort>, String> {
    let mut sorts: Vec<Sort> = Vec::with_capacity(lemmas.nodes().len());
    for node in lemmas.nodes() {
        let sort = sort_of(pool, &sorts, node)?;
        sorts.push(sort);
    }
    let roots = lemmas.roots().iter().enumerate();
    roots
        .map(|(index, &root)| {
            let sort = sorts.get(root as usize).copied();
            sort.ok_or_else(|| format!("lemma {index} does not exist"))
        })
        .collect()
}

fn sort_of(pool: &Pool, before: &[Sort], node: &Term) -> Result<Sort, String> {
    let arg_sorts = |args: &[TermId]| -> Result<Vec<Sort>, String> {
        args.iter()
            .map(|a| before.get(a.index()).copied())
            .collect::<Option<_>>()
            .ok_or_else(|| "a lemma refers to a term that does not come before it".into())
    };
    match node {
        Term::Const(value) => Ok(value.sort()),
        Term::Var(v) if v.index() < pool.var_count() => Ok(pool.var_sort(*v)),
        Term::Var(v) => Err(format!(
            "a lemma mentions variable #{}, which is not declared",
            v.0
        )),
        Term::Call(f, args) => {
            let declared = pool
                .functions()
                .get(f.index())
                .ok_or_else(|| format!("a lemma calls function #{}, which is not declared", f.0))?;
            if arg_sorts(args)? == declared.args {
                Ok(declared.result)
            } else {
                Err(format!(
                    "a lemma calls {} with wrong arguments",
                    declared.name
                ))
            }
        }
        Term::App(op, args) => result_sort(*op, &arg_sorts(args)?)
            .ok_or_else(|| format!("a lemma applies {op:?} to arguments of the wrong sorts")),
    }
}

fn result_sort(op: Op, args: &[Sort]) -> Option<Sort> {
    use Sort::{Array, BitVec, Bool, Int, Real};
    match (op, args) {
        (Op::Not, [Bool]) => Some(Bool),
        (Op::And | Op::Or, [_, _, ..]) if args.iter().all(|s| *s == Bool) => Some(Bool),
        (Op::Eq, [a, b]) if a == b => Some(Bool),
        (Op::Ite, [Bool, a, b]) if a == b => Some(*a),
        (Op::Add | Op::Mul, [first, _, ..])
            if matches!(first, Int | Real) && args.iter().all(|s| s == first) =>
        {
            Some(*first)
        }
        (Op::Le | Op::Lt, [Int, Int] | [Real, Real]) => Some(Bool),
        (Op::IntDiv | Op::Mod, [Int, Int]) => Some(Int),
        (Op::RealDiv, [Real, Real]) => Some(Real),
        (Op::ToReal, [Int]) => Some(Real),
        (Op::Floor, [Real]) => Some(Int),
        (Op::BvNot | Op::BvNeg, [BitVec(w)]) => Some(BitVec(*w)),
        (
            Op::BvAnd
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvShl
            | Op::BvLshr,
            [BitVec(v), BitVec(w)],
        ) if v == w => Some(BitVec(*w)),
        (Op::BvUlt, [BitVec(v), BitVec(w)]) if v == w => Some(Bool),
        (Op::Concat, [BitVec(v), BitVec(w)]) => v.checked_add(*w).map(BitVec),
        (Op::Extract { hi, lo }, [BitVec(w)]) if lo <= hi && hi < *w => Some(BitVec(hi - lo + 1)),
        (Op::Select, [Array { index, element }, BitVec(at)]) if at == index => {
            Some(BitVec(*element))
        }
        (Op::Store, [array @ Array { index, element }, BitVec(at), BitVec(w)])
            if at == index && w == element =>
        {
            Some(*array)
        }
        (Op::ConstArray { index, element }, [BitVec(w)]) if index >= 1 && element == *w => {
            Some(Array { index, element })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool_with(names: &[(&str, Sort)]) -> Pool {
        let mut pool = Pool::new();
        for (name, sort) in names {
            pool.declare(*name, *sort);
        }
        pool
    }

    #[test]
    fn lemmas_over_declared_variables_pass() {
        let mut pool = pool_with(&[("x", Sort::Int), ("b", Sort::Bool)]);
        let (x, b) = (
            pool.var(assay_term::VarId(0)),
            pool.var(assay_term::VarId(1)),
        );
        let three = pool.int(3);
        let bound = pool.le(x, three);
        let lemma = pool.implies(b, bound);
        assert_eq!(check_lemmas(&pool, &pool.export(&[lemma, b])), Ok(()));
    }

    #[test]
    fn undeclared_variables_and_functions_are_refused() {
        let narrow = pool_with(&[("x", Sort::Int)]);
        let mut wide = pool_with(&[("x", Sort::Int), ("b", Sort::Bool)]);
        let b = wide.var(assay_term::VarId(1));
        let refused = check_lemmas(&narrow, &wide.export(&[b])).unwrap_err();
        assert!(refused.contains("not declared"), "{refused}");
        let f = wide.declare_function(assay_term::Function {
            name: "f".into(),
            args: vec![Sort::Bool],
            result: Sort::Bool,
        });
        let call = wide.call(f, vec![b]);
        let both = pool_with(&[("x", Sort::Int), ("b", Sort::Bool)]);
        let refused = check_lemmas(&both, &wide.export(&[call])).unwrap_err();
        assert!(refused.contains("function"), "{refused}");
    }

    #[test]
    fn a_variable_of_another_sort_makes_the_lemma_ill_sorted() {
        let mut theirs = pool_with(&[("x", Sort::Int), ("y", Sort::Int)]);
        let ours = pool_with(&[("x", Sort::Int), ("y", Sort::Real)]);
        let (x, y) = (
            theirs.var(assay_term::VarId(0)),
            theirs.var(assay_term::VarId(1)),
        );
        let lemma = theirs.le(x, y);
        let refused = check_lemmas(&ours, &theirs.export(&[lemma])).unwrap_err();
        assert!(refused.contains("wrong sorts"), "{refused}");
        let refused = check_lemmas(&ours, &theirs.export(&[x])).unwrap_err();
        assert!(refused.contains("not Boolean"), "{refused}");
    }
}
