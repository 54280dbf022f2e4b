//! Whether two trees are the same apart from places.

use super::expr::ExprId;
use super::tree::{Fairness, Module, SectionKind, Spec, SpecKind, Tree, Type, TypeKind};

impl Tree {
    /// The same modules with the same sections and expressions.
    pub fn same_tree(&self, other: &Tree) -> bool {
        let trees = Trees(self, other);
        let (left, right) = (&self.modules, &other.modules);
        all(left, right, |left, right| trees.modules(left, right))
    }
}

struct Trees<'a>(&'a Tree, &'a Tree);

fn all<T>(left: &[T], right: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .zip(right)
            .all(|(left, right)| same(left, right))
}

impl Trees<'_> {
    fn exprs(&self, left: ExprId, right: ExprId) -> bool {
        self.0.exprs.same(left, &self.1.exprs, right)
    }

    fn modules(&self, left: &Module, right: &Module) -> bool {
        left.name == right.name
            && left.parameters == right.parameters
            && all(&left.sections, &right.sections, |left, right| {
                self.sections(&left.kind, &right.kind)
            })
    }

    fn sections(&self, left: &SectionKind, right: &SectionKind) -> bool {
        use SectionKind as S;
        match (left, right) {
            (S::Variables(kind, left), S::Variables(other, right)) => {
                kind == other
                    && all(left, right, |l, r| {
                        l.name == r.name && self.types(&l.ty, &r.ty)
                    })
            }
            (S::Defines(left), S::Defines(right)) => all(left, right, |l, r| {
                l.name == r.name && self.exprs(l.value, r.value)
            }),
            (S::Constants(left), S::Constants(right)) => left == right,
            (S::Assigns(left), S::Assigns(right)) => all(left, right, |l, r| {
                l.kind == r.kind && self.exprs(l.target, r.target) && self.exprs(l.value, r.value)
            }),
            (S::Constraint(kind, left), S::Constraint(other, right)) => {
                kind == other && self.exprs(*left, *right)
            }
            (S::Fairness(left), S::Fairness(right)) => match (left, right) {
                (Fairness::Justice(left), Fairness::Justice(right)) => self.exprs(*left, *right),
                (Fairness::Compassion(a, b), Fairness::Compassion(c, d)) => {
                    self.exprs(*a, *c) && self.exprs(*b, *d)
                }
                _ => false,
            },
            (S::Isa(left), S::Isa(right)) => left == right,
            (S::Spec(left), S::Spec(right)) => self.specs(left, right),
            _ => false,
        }
    }

    fn specs(&self, left: &Spec, right: &Spec) -> bool {
        let contexts = match (left.context, right.context) {
            (Some(left), Some(right)) => self.exprs(left, right),
            (left, right) => left.is_none() && right.is_none(),
        };
        let kinds = match (&left.kind, &right.kind) {
            (SpecKind::Ctl(left), SpecKind::Ctl(right)) => self.exprs(*left, *right),
            (SpecKind::Ltl(left), SpecKind::Ltl(right)) => self.exprs(*left, *right),
            (SpecKind::Psl(left), SpecKind::Psl(right)) => self.exprs(*left, *right),
            (SpecKind::Invariant(left), SpecKind::Invariant(right)) => self.exprs(*left, *right),
            (SpecKind::Compute(left, a, b), SpecKind::Compute(right, c, d)) => {
                left == right && self.exprs(*a, *c) && self.exprs(*b, *d)
            }
            _ => false,
        };
        left.name == right.name && contexts && kinds
    }

    fn types(&self, left: &Type, right: &Type) -> bool {
        use TypeKind as T;
        match (&left.kind, &right.kind) {
            (T::Boolean, T::Boolean) => true,
            (T::Range(a, b), T::Range(c, d)) => self.exprs(*a, *c) && self.exprs(*b, *d),
            (T::Enumeration(left), T::Enumeration(right)) => {
                all(left, right, |left, right| left.kind == right.kind)
            }
            (
                T::Word { signed, width },
                T::Word {
                    signed: other,
                    width: right,
                },
            ) => signed == other && self.exprs(*width, *right),
            (
                T::Array { low, high, element },
                T::Array {
                    low: c,
                    high: d,
                    element: other,
                },
            ) => self.exprs(*low, *c) && self.exprs(*high, *d) && self.types(element, other),
            (
                T::Instance {
                    process,
                    module,
                    arguments,
                },
                T::Instance {
                    process: other,
                    module: right,
                    arguments: others,
                },
            ) => {
                process == other
                    && module == right
                    && all(arguments, others, |left, right| self.exprs(*left, *right))
            }
            _ => false,
        }
    }
}
