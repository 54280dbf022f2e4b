//! The pool: declarations, hash-consing and access. Constructors with their simplifications are in
//! `build.rs`.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::{Bits, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Bool,
    Int,
    Real,
    /// Words of this many bits, at least one.
    BitVec(u32),
    /// Total functions from words to words; both widths are at least one.
    Array {
        index: u32,
        element: u32,
    },
}

/// A term of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

/// A declared variable of one pool; dense from 0, so that tables can be indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// A declared uninterpreted function of one pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl VarId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl FuncId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The interpreted operators. Few on purpose: every back end has to know each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// Bool -> Bool
    Not,
    /// Bool^n -> Bool, n >= 2
    And,
    /// Bool^n -> Bool, n >= 2
    Or,
    /// s, s -> Bool
    Eq,
    /// Bool, s, s -> s
    Ite,
    /// Int^n -> Int or Real^n -> Real, n >= 2
    Add,
    /// Int^n -> Int or Real^n -> Real, n >= 2; a constant factor comes first
    Mul,
    /// <= on Int or Real
    Le,
    /// < on Int or Real
    Lt,
    /// Int, Int -> Int: Euclidean division as in SMT-LIB (the remainder is never negative)
    IntDiv,
    /// Int, Int -> Int: Euclidean remainder as in SMT-LIB
    Mod,
    /// Real, Real -> Real
    RealDiv,
    /// Int -> Real
    ToReal,
    /// Real -> Int: the greatest integer not above
    Floor,
    /// bitwise, w -> w
    BvNot,
    /// bitwise, w, w -> w
    BvAnd,
    /// bitwise, w, w -> w
    BvXor,
    /// w -> w, modulo 2^w as all arithmetic of words
    BvNeg,
    /// w, w -> w
    BvAdd,
    /// w, w -> w
    BvMul,
    /// w, w -> w, unsigned; all ones where the divisor is zero
    BvUdiv,
    /// w, w -> w, unsigned; the dividend where the divisor is zero
    BvUrem,
    /// w, w -> w; zero where the amount is not below w
    BvShl,
    /// w, w -> w; zero where the amount is not below w
    BvLshr,
    /// < on words taken as unsigned numbers
    BvUlt,
    /// v, w -> v + w, the high part first
    Concat,
    /// w -> hi - lo + 1: bits `lo` to `hi`, both included
    Extract { hi: u32, lo: u32 },
    /// Array, index -> element
    Select,
    /// Array, index, element -> Array
    Store,
    /// element -> Array: the same element everywhere
    ConstArray { index: u32, element: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Const(Value),
    Var(VarId),
    App(Op, Box<[TermId]>),
    Call(FuncId, Box<[TermId]>),
}

impl Term {
    pub fn args(&self) -> &[TermId] {
        match self {
            Term::Const(_) | Term::Var(_) => &[],
            Term::App(_, args) | Term::Call(_, args) => args,
        }
    }
}

/// An uninterpreted function: equal arguments give equal results, nothing else is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub args: Vec<Sort>,
    pub result: Sort,
}

/// Cloning is cheap until one of the two grows: mutants and engines hold many systems over the same
/// terms.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    tables: Arc<Tables>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    terms: Vec<Term>,
    sorts: Vec<Sort>,
    table: FxHashMap<Term, TermId>,
    vars: Vec<(String, TermId)>,
    functions: Vec<Function>,
}

impl Pool {
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a variable. Names are for people and files; the pool does not require them to be
    /// unique, a system does.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> VarId {
        let var = VarId(u32::try_from(self.tables.vars.len()).expect("fewer than 2^32 variables"));
        let term = self.intern_sorted(Term::Var(var), sort);
        Arc::make_mut(&mut self.tables)
            .vars
            .push((name.into(), term));
        var
    }

    pub fn declare_function(&mut self, function: Function) -> FuncId {
        let id =
            FuncId(u32::try_from(self.tables.functions.len()).expect("fewer than 2^32 functions"));
        Arc::make_mut(&mut self.tables).functions.push(function);
        id
    }

    pub fn var(&self, var: VarId) -> TermId {
        self.tables.vars[var.index()].1
    }

    pub fn var_name(&self, var: VarId) -> &str {
        &self.tables.vars[var.index()].0
    }

    pub fn var_sort(&self, var: VarId) -> Sort {
        self.sort(self.var(var))
    }

    pub fn var_count(&self) -> usize {
        self.tables.vars.len()
    }

    pub fn function(&self, id: FuncId) -> &Function {
        &self.tables.functions[id.index()]
    }

    pub fn functions(&self) -> &[Function] {
        &self.tables.functions
    }

    pub fn get(&self, id: TermId) -> &Term {
        &self.tables.terms[id.index()]
    }

    pub fn sort(&self, id: TermId) -> Sort {
        self.tables.sorts[id.index()]
    }

    /// How many terms there are; ids run from 0 to below it.
    pub fn len(&self) -> usize {
        self.tables.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tables.terms.is_empty()
    }

    pub fn as_const(&self, id: TermId) -> Option<&Value> {
        match self.get(id) {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_bool(&self, id: TermId) -> Option<bool> {
        self.as_const(id).and_then(Value::as_bool)
    }

    pub fn as_bits(&self, id: TermId) -> Option<&Bits> {
        self.as_const(id).and_then(Value::as_bits)
    }

    /// The width of a word.
    pub fn width(&self, id: TermId) -> u32 {
        match self.sort(id) {
            Sort::BitVec(width) => width,
            _ => unreachable!("only words have a width"),
        }
    }

    /// The argument of a negation.
    pub fn as_not(&self, id: TermId) -> Option<TermId> {
        match self.get(id) {
            Term::App(Op::Not, args) => Some(args[0]),
            _ => None,
        }
    }

    pub fn constant(&mut self, value: Value) -> TermId {
        let sort = value.sort();
        self.intern_sorted(Term::Const(value), sort)
    }

    pub fn bool(&mut self, b: bool) -> TermId {
        self.constant(Value::Bool(b))
    }

    pub fn int(&mut self, n: impl Into<BigInt>) -> TermId {
        self.constant(Value::Int(n.into()))
    }

    pub fn real(&mut self, r: BigRational) -> TermId {
        self.constant(Value::Real(r))
    }

    /// The terms below `roots` (roots included) in ascending id order: arguments before users.
    pub fn below(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                stack.extend_from_slice(self.get(id).args());
            }
        }
        let mut order: Vec<TermId> = seen.into_iter().collect();
        order.sort_unstable();
        order
    }

    /// The variables that occur in `roots`, ascending.
    pub fn variables(&self, roots: &[TermId]) -> Vec<VarId> {
        let mut vars: Vec<VarId> = self
            .below(roots)
            .into_iter()
            .filter_map(|id| match self.get(id) {
                Term::Var(v) => Some(*v),
                _ => None,
            })
            .collect();
        vars.sort_unstable();
        vars
    }

    pub(crate) fn intern_sorted(&mut self, term: Term, sort: Sort) -> TermId {
        if let Some(&id) = self.tables.table.get(&term) {
            return id;
        }
        let id = TermId(u32::try_from(self.tables.terms.len()).expect("fewer than 2^32 terms"));
        let tables = Arc::make_mut(&mut self.tables);
        tables.terms.push(term.clone());
        tables.sorts.push(sort);
        tables.table.insert(term, id);
        id
    }
}
