//! The open values of executions as variables of the pool. Executions of an original and of its mutants share them: the same key is the same
//! variable.

use std::collections::BTreeMap;

use assay_source::Span;
use assay_term::{Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::Key;

/// An open value that became a variable.
#[derive(Clone, Debug)]
pub struct Input {
    pub key: Key,
    pub bits: u32,
    pub var: VarId,
    pub span: Span,
}

#[derive(Default, Debug, Clone)]
pub struct Inputs {
    vars: FxHashMap<(Key, u32), VarId>,
    names: FxHashSet<String>,
    pub list: Vec<Input>,
    /// The values of an execution that is known: open values are then constants, and `read` lists those that were asked for.
    fixed: Option<BTreeMap<Key, u128>>,
    pub read: Vec<Read>,
}

/// An open value of a known execution.
#[derive(Clone, Debug)]
pub struct Read {
    pub key: Key,
    pub bits: u32,
    pub value: u128,
    pub name: String,
    pub span: Span,
}

impl Inputs {
    pub fn new() -> Inputs {
        Inputs::default()
    }

    /// For one execution: what is not named is 0.
    pub fn fixed(values: BTreeMap<Key, u128>) -> Inputs {
        Inputs {
            fixed: Some(values),
            ..Inputs::default()
        }
    }

    /// The variable of an open value. A new one gets a name like `name`, with a number where that is taken.
    pub fn word(&mut self, pool: &mut Pool, key: Key, bits: u32, name: &str, span: Span) -> TermId {
        if let Some(fixed) = &self.fixed {
            let value = fixed.get(&key).copied().unwrap_or(0) & super::sets::mask(bits);
            self.read.push(Read {
                key,
                bits,
                value,
                name: name.to_string(),
                span,
            });
            return pool.bits(bits, value);
        }
        if let Some(&var) = self.vars.get(&(key.clone(), bits)) {
            return pool.var(var);
        }
        let mut unique = name.to_string();
        let mut count = 1;
        while !self.names.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}#{count}");
        }
        let var = pool.declare(unique, Sort::BitVec(bits));
        self.vars.insert((key.clone(), bits), var);
        self.list.push(Input {
            key,
            bits,
            var,
            span,
        });
        pool.var(var)
    }
}
