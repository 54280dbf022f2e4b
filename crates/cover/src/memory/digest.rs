//! Digests of terms by structure: the same for the same term in any pool, whatever its number there.
//!
//! Arguments of commutative operators are taken in the order of their digests, because a pool
//! orders some of them by their numbers.

use assay_system::{System, VarKind};
use assay_term::{Op, Pool, Term, TermId, VarId};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::sink::Key;

/// Collects parts, each with its length, so that no two lists of parts read the same.
pub struct Hasher(Sha256);

impl Hasher {
    pub fn new(kind: &str) -> Hasher {
        Hasher(Sha256::new()).text(kind)
    }

    pub fn text(self, text: &str) -> Hasher {
        self.number(text.len() as u64).bytes(text.as_bytes())
    }

    pub fn number(self, n: u64) -> Hasher {
        self.bytes(&n.to_le_bytes())
    }

    pub fn key(self, key: &Key) -> Hasher {
        self.bytes(&key.0)
    }

    pub fn keys(mut self, keys: &[Key]) -> Hasher {
        self = self.number(keys.len() as u64);
        for key in keys {
            self = self.key(key);
        }
        self
    }

    pub fn done(self) -> Key {
        Key(self.0.finalize().into())
    }

    fn bytes(mut self, bytes: &[u8]) -> Hasher {
        self.0.update(bytes);
        self
    }
}

/// The digests of some terms under one naming of the variables.
pub struct Terms(FxHashMap<TermId, Key>);

impl Terms {
    /// Of all terms below `roots`; `var` is what stands for a variable.
    pub fn new(pool: &Pool, roots: &[TermId], var: impl Fn(VarId) -> Key) -> Terms {
        let mut known: FxHashMap<TermId, Key> = FxHashMap::default();
        for id in pool.below(roots) {
            let digest = match pool.get(id) {
                Term::Const(value) => Hasher::new("const")
                    .text(&pool.sort(id).name())
                    .text(&value.text())
                    .done(),
                Term::Var(v) => Hasher::new("var").key(&var(*v)).done(),
                Term::App(op, args) => {
                    let mut args: Vec<Key> = args.iter().map(|a| known[a]).collect();
                    if is_commutative(*op) {
                        args.sort_unstable();
                    }
                    Hasher::new("app").text(&op.name()).keys(&args).done()
                }
                Term::Call(f, args) => {
                    let args: Vec<Key> = args.iter().map(|a| known[a]).collect();
                    let function = pool.function(*f);
                    Hasher::new("call")
                        .text(&function.name)
                        .text(&function.result.name())
                        .keys(&args)
                        .done()
                }
            };
            known.insert(id, digest);
        }
        Terms(known)
    }

    /// Of a term that was below the roots.
    pub fn of(&self, term: TermId) -> Key {
        self.0[&term]
    }

    /// Of a variable with this kind: what it is called and how it gets its value.
    pub fn variable(&self, system: &System, v: VarId, name: &str, kind: &VarKind) -> Key {
        let range = match &system.var(v).range {
            Some((lo, hi)) => format!("{lo} {hi}"),
            None => String::new(),
        };
        let head = Hasher::new("variable")
            .text(name)
            .text(&system.sort(v).name())
            .text(&range);
        match kind {
            VarKind::Input => head.text("input"),
            VarKind::Rigid => head.text("rigid"),
            VarKind::Wire { def } => head.text("wire").key(&self.of(*def)),
            VarKind::State { init, next } => {
                let init: Vec<Key> = init.iter().map(|&t| self.of(t)).collect();
                head.text("state").keys(&init).key(&self.of(*next))
            }
        }
        .done()
    }
}

/// Whether the order of arguments is an accident of the pool.
fn is_commutative(op: Op) -> bool {
    matches!(
        op,
        Op::And
            | Op::Or
            | Op::Eq
            | Op::Add
            | Op::Mul
            | Op::BvAnd
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
    )
}
