//! Random trees: printed and read again they are the same, in the grammar of models and in that of PSL.

use assay_smv::syntax::printer::print_in;
use assay_smv::tree::{
    BinaryOp, BoundedOp, Bounds, Branch, ExprId, ExprKind, Exprs, ForAll, Function, Ident,
    PathQuantifier, PathUntil, Radix, UnaryOp, WordLiteral,
};
use assay_smv::{Grammar, parse_expression};
use assay_source::{FileId, SourceFile, Span};
use assay_system::Random;
use num_bigint::BigUint;

const NAMES: &[&str] = &[
    "a", "b-1", "c$", "_d", "\"e f\"", "running", "until_x", "x-",
];

struct Trees {
    exprs: Exprs,
    random: Random,
    grammar: Grammar,
}

impl Trees {
    fn add(&mut self, kind: ExprKind) -> ExprId {
        self.exprs.add(kind, Span::default())
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn tree(&mut self, depth: u32) -> ExprId {
        if depth == 0 || self.random.below(8) == 0 {
            return self.leaf();
        }
        match self.grammar {
            Grammar::Smv => self.smv(depth - 1),
            Grammar::Psl => self.psl(depth - 1),
        }
    }

    fn leaf(&mut self) -> ExprId {
        let kind = match self.random.below(7) {
            0 => ExprKind::Bool(self.random.below(2) == 0),
            1 => ExprKind::Int(self.random.below(20) as i64),
            2 => ExprKind::Word(self.word()),
            3 => return self.designator(),
            _ => ExprKind::Name(self.pick(NAMES).into()),
        };
        self.add(kind)
    }

    fn word(&mut self) -> WordLiteral {
        let width = 1 + self.random.below(70) as u32;
        let value = (BigUint::from(1_u32) << width) - BigUint::from(1 + self.random.below(2));
        let radixes = [
            Radix::Binary,
            Radix::Octal,
            Radix::Decimal,
            Radix::Hexadecimal,
        ];
        WordLiteral {
            signed: self.random.below(2) == 0,
            width,
            value,
            radix: self.pick(&radixes),
        }
    }

    /// `self.a[3].b`
    fn designator(&mut self) -> ExprId {
        let kind = match self.random.below(3) {
            0 => ExprKind::Itself,
            _ => ExprKind::Name(self.pick(NAMES).into()),
        };
        let mut id = self.add(kind);
        for _ in 0..self.random.below(3) {
            let kind = match self.random.below(2) {
                0 => ExprKind::Field(id, self.ident()),
                _ => {
                    let index = self.leaf();
                    ExprKind::Index(id, index)
                }
            };
            id = self.add(kind);
        }
        id
    }

    fn ident(&mut self) -> Ident {
        Ident {
            name: self.pick(NAMES).into(),
            span: Span::default(),
        }
    }

    fn trees(&mut self, depth: u32) -> Vec<ExprId> {
        let count = 1 + self.random.below(3);
        (0..count).map(|_| self.tree(depth)).collect()
    }

    fn bounds(&mut self) -> Bounds {
        let mut bound = || {
            let id = self.exprs.add(ExprKind::Int(2), Span::default());
            match self.random.below(4) {
                0 => self
                    .exprs
                    .add(ExprKind::Unary(UnaryOp::Minus, id), Span::default()),
                _ => id,
            }
        };
        let (low, high) = (bound(), bound());
        Bounds { low, high }
    }

    fn branches(&mut self, depth: u32) -> Vec<Branch> {
        let count = 1 + self.random.below(2);
        let branch = |_| Branch {
            condition: self.tree(depth),
            value: self.tree(depth),
            span: Span::default(),
        };
        (0..count).map(branch).collect()
    }

    fn smv(&mut self, depth: u32) -> ExprId {
        let kind = match self.random.below(14) {
            0..3 => {
                // Those of models, CTL and LTL come first.
                let op = self.pick(&UnaryOp::ALL[..15]);
                ExprKind::Unary(op, self.tree(depth))
            }
            3..7 => {
                let op = self.pick(&BinaryOp::ALL[..27]);
                let (left, right) = (self.tree(depth), self.tree(depth));
                ExprKind::Binary(op, left, right)
            }
            7 => self.conditional(depth),
            8 => ExprKind::Case(self.branches(depth)),
            9 => ExprKind::Set(self.trees(depth)),
            10 => match self.random.below(2) {
                0 => ExprKind::Next(self.tree(depth)),
                _ => {
                    let (a, b, c) = (self.tree(depth), self.tree(depth), self.leaf());
                    ExprKind::Bits(a, b, c)
                }
            },
            11 => self.call(depth),
            12 => self.path_until(depth),
            _ => {
                let bounds = self.bounds();
                ExprKind::Bounded(self.pick(BoundedOp::ALL), bounds, self.tree(depth))
            }
        };
        self.add(kind)
    }

    fn conditional(&mut self, depth: u32) -> ExprKind {
        let (a, b, c) = (self.tree(depth), self.tree(depth), self.tree(depth));
        ExprKind::Conditional(a, b, c)
    }

    fn call(&mut self, depth: u32) -> ExprKind {
        let function = self.pick(Function::ALL);
        let count = function.arity().unwrap_or(3);
        let arguments = (0..count).map(|_| self.tree(depth)).collect();
        ExprKind::Call(function, arguments)
    }

    fn path_until(&mut self, depth: u32) -> ExprKind {
        let bounds = match self.random.below(3) {
            0 => Some(self.bounds()),
            _ => None,
        };
        ExprKind::PathUntil(PathUntil {
            paths: self.pick(&[PathQuantifier::All, PathQuantifier::Some]),
            left: self.tree(depth),
            right: self.tree(depth),
            bounds,
        })
    }

    fn psl(&mut self, depth: u32) -> ExprId {
        use {BinaryOp as B, UnaryOp as U};
        let unary = [
            U::Not,
            U::Minus,
            U::Ex,
            U::Ag,
            U::Next,
            U::Finally,
            U::Globally,
            U::Always,
            U::Never,
            U::EventuallyStrong,
            U::PslNext,
            U::PslNextStrong,
            U::StrongNext,
        ];
        let kind = match self.random.below(12) {
            0..4 => {
                let op = self.pick(&unary);
                ExprKind::Unary(op, self.tree(depth))
            }
            4..8 => {
                // All but `..`, and of LTL's only `U`.
                let others = [B::Range, B::Releases, B::Since, B::Triggered];
                let op = loop {
                    let op = self.pick(BinaryOp::ALL);
                    if !others.contains(&op) {
                        break op;
                    }
                };
                let (left, right) = (self.tree(depth), self.tree(depth));
                ExprKind::Binary(op, left, right)
            }
            8 => self.conditional(depth),
            9 => ExprKind::Case(self.branches(depth)),
            10 => self.path_until(depth),
            _ => ExprKind::ForAll(ForAll {
                variable: self.ident(),
                values: self.trees(depth),
                body: self.tree(depth),
            }),
        };
        self.add(kind)
    }
}

fn keeps_random_trees(grammar: Grammar, count: u64) {
    for seed in 0..count {
        let mut trees = Trees {
            exprs: Exprs::default(),
            random: Random::new(seed),
            grammar,
        };
        let root = trees.tree(1 + (seed % 6) as u32);
        let mut exprs = trees.exprs;
        let printed = print_in(&exprs, root, grammar);
        let file = SourceFile::new(FileId(0), "printed", &printed);
        let again = parse_expression(&file, grammar, &mut exprs)
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors:?} in\n{printed}"));
        assert!(
            exprs.same(root, &exprs, again),
            "seed {seed}: another tree:\n{printed}\n{}",
            print_in(&exprs, again, grammar)
        );
    }
}

#[test]
fn models_and_formulas() {
    keeps_random_trees(Grammar::Smv, 20_000);
}

#[test]
fn psl() {
    keeps_random_trees(Grammar::Psl, 20_000);
}
