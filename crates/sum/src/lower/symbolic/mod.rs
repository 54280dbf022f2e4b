//! Evaluation of expressions and predicates where variables stand for terms.
//!
//! The value of an expression is a [`Sym`], with the condition under which it has one. An atom is a condition: its terms have values, and
//! the relation holds of them. So one evaluator serves invariants, preconditions, postconditions and claims, over whatever variables the
//! caller gives.
//!
//! How values are represented: integers as integer terms that never wrap, elements of given sets and free types as numbers, tuples and
//! bindings by their components. A set is a condition for each concrete value that can be in it: with `x?` in 0..3 the set `s cup {x? + 1}`
//! has a condition for 4, because nothing is cut to the scope. A partial function is kept as one entry for each argument where that is known to be
//! right; so a function into many integers costs one integer for each argument, and not one condition for each pair. A sequence
//! is a function whose keys are 1, 2, ....
//!
//! Quantifiers and comprehensions are unrolled over the possible elements of their sets. A variable of an infinite set ranges over what its
//! predicates say it is in (`x in s`, `x = E`), otherwise over the part of the set in the scope; then the set is noted in
//! [`Symbolic::cut`], because the answer is about the scope only.
//!
//! Invariant: for values within the scope of the variables, what is evaluated here is what [`crate::eval::Evaluator`] gives. What cannot be so is
//! refused with its size or its name. Predicates that read few possible values may still be answered by that evaluator, case by case
//! (`fallback.rs`).
//!
//! Tried and dropped: one condition for each concrete value also for integers (one-hot). Cardinalities and sums became larger than as integer
//! terms, which the bit-blaster does well.

mod apply;
mod call;
mod cases;
mod choose;
mod concrete;
mod domain;
mod equal;
mod expr;
mod fallback;
mod fit;
mod function_sets;
mod member;
mod numbers;
mod pred;
mod refusal;
mod relations;
mod rounds;
mod sequences;
mod sets;
mod sym;
mod terms;
mod variables;

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_source::Span;
use assay_term::TermId;
use rustc_hash::FxHashMap;

use crate::core::{Expr, Program, VarId};
use crate::eval::{Evaluator, Options, Outside};
use crate::scope::SearchScope;

pub use fit::Fitted;
pub use refusal::{Refusal, Why};
pub use sym::{Bits, Defined, Entry, Map, Number, Pick, Sym, SymSet};
pub use terms::{Limits, Terms};
pub use variables::{Declared, Leaf};

/// Steps of the explicit evaluator for one constant or one case.
const BUDGET: u64 = 2_000_000;

pub struct Symbolic {
    pub terms: Terms,
    program: Arc<Program>,
    scope: SearchScope,
    /// For constants, and for atoms that are answered case by case.
    explicit: Evaluator,
    env: FxHashMap<VarId, Slot>,
    /// Generic parameters of the definition that is being evaluated.
    frame: Option<Arc<Frame>>,
    /// Infinite sets that variables were declared in, within the scope.
    clipped: BTreeSet<String>,
    /// Infinite sets that quantifiers range over, of which only the part in the scope was tried.
    pub cut: BTreeSet<String>,
    /// What of the scope was looked at, beside the sizes of given sets.
    pub used: Used,
    stamp: u64,
    known: FxHashMap<Key, (Expr, Defined)>,
}

/// What of the scope matters to what was evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    pub ints: bool,
    pub sequences: bool,
}

struct Slot {
    value: Defined,
    /// Different for each value that a variable was given.
    stamp: u64,
}

/// What generic parameters stand for.
struct Frame {
    arguments: Vec<Expr>,
    /// Where the arguments are evaluated.
    outer: Option<Arc<Frame>>,
    /// Different for each frame.
    stamp: u64,
}

/// An expression by its address, with what it depends on.
type Key = (usize, Vec<u64>);

impl Symbolic {
    pub fn new(program: Arc<Program>, scope: SearchScope, terms: Terms) -> Symbolic {
        let options = Options {
            outside: Outside::Note,
            budget: BUDGET,
            ..Options::default()
        };
        Symbolic {
            terms,
            explicit: Evaluator::new(program.clone(), scope.clone(), options),
            program,
            scope,
            env: FxHashMap::default(),
            frame: None,
            clipped: BTreeSet::new(),
            cut: BTreeSet::new(),
            used: Used::default(),
            stamp: 0,
            known: FxHashMap::default(),
        }
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn scope(&self) -> &SearchScope {
        &self.scope
    }

    /// Infinite sets of which only the part in the scope was tried.
    pub fn clipped(&self) -> Vec<String> {
        self.clipped.union(&self.cut).cloned().collect()
    }

    /// Gives a variable a value, for all that follows.
    pub fn set(&mut self, var: VarId, sym: Sym) {
        let when = self.terms.yes();
        self.bind(var, Defined { sym, when });
    }

    /// The value that a variable was given.
    pub fn get(&self, var: VarId) -> Option<&Sym> {
        self.env.get(&var).map(|slot| &slot.value.sym)
    }

    /// The variables that an expression reads.
    pub fn reads(&mut self, expr: &Expr) -> Vec<VarId> {
        self.explicit.free.expr(expr).to_vec()
    }

    /// Takes the value of a variable away.
    pub fn unset(&mut self, var: VarId) {
        self.env.remove(&var);
    }

    fn bind(&mut self, var: VarId, value: Defined) {
        self.stamp += 1;
        let stamp = self.stamp;
        self.env.insert(var, Slot { value, stamp });
    }

    /// Evaluates with other values of variables, and puts the old ones back.
    fn with<T>(
        &mut self,
        values: impl IntoIterator<Item = (VarId, Defined)>,
        work: impl FnOnce(&mut Symbolic) -> T,
    ) -> T {
        let values: Vec<(VarId, Defined)> = values.into_iter().collect();
        let mut old = Vec::with_capacity(values.len());
        for (var, value) in values {
            old.push((var, self.env.remove(&var)));
            self.bind(var, value);
        }
        let result = work(self);
        for (var, slot) in old.into_iter().rev() {
            match slot {
                Some(slot) => self.env.insert(var, slot),
                None => self.env.remove(&var),
            };
        }
        result
    }

    /// Evaluates where generic parameters stand for other sets.
    fn within<T>(&mut self, frame: Option<Arc<Frame>>, work: impl FnOnce(&mut Symbolic) -> T) -> T {
        let outer = std::mem::replace(&mut self.frame, frame);
        let result = work(self);
        self.frame = outer;
        result
    }

    /// A value that is defined everywhere.
    fn always(&mut self, sym: impl Into<Sym>) -> Defined {
        Defined {
            sym: sym.into(),
            when: self.terms.yes(),
        }
    }

    fn both(&mut self, a: TermId, b: TermId) -> TermId {
        self.terms.pool.and2(a, b)
    }
}

/// Refuses what is not turned into terms.
pub fn refuse<T>(span: Span, what: &str) -> Result<T, Refusal> {
    expr::unsupported(span, what)
}

/// Gives a refusal its place.
fn at<T>(span: Span, result: Result<T, Why>) -> Result<T, Refusal> {
    result.map_err(|why| Refusal { span, why })
}
