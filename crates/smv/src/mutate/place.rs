//! The expressions of an element, each with what its place asks of it.

use std::rc::Rc;

use super::{Element, ElementKind, Types, Values};
use crate::syntax::grammar::{Grammar, LOOSEST, Level, TIGHTEST};
use crate::syntax::printer::level;
use crate::tree::{BinaryOp, ExprId, ExprKind, Function, Tree, UnaryOp};

/// An expression within an element.
#[derive(Clone)]
pub(crate) struct Place {
    pub id: ExprId,
    path: Option<Rc<Step>>,
    /// The values that make sense here: those of what it is assigned to, or compared with.
    pub wanted: Option<Values>,
    /// Other values than those make no model.
    pub strict: bool,
    /// A condition that chooses: of a branch or of `? :`.
    pub condition: bool,
    /// It is the condition of a branch.
    pub of_case: bool,
    /// It is that of the last branch.
    pub last: bool,
    /// The operand of `!`.
    pub negated: bool,
    /// The lowest level that needs no brackets here.
    pub needs: Level,
    /// Number of expressions in it, itself included.
    pub size: usize,
}

/// The same operand several times, so that the path into a long chain is short.
struct Step {
    before: Option<Rc<Step>>,
    operand: u32,
    times: u32,
}

impl Place {
    /// `1.0^3.2`
    pub fn path(&self) -> String {
        let mut steps = Vec::new();
        let mut at = self.path.as_ref();
        while let Some(step) = at {
            steps.push(match step.times {
                1 => step.operand.to_string(),
                times => format!("{}^{times}", step.operand),
            });
            at = step.before.as_ref();
        }
        steps.reverse();
        steps.join(".")
    }

    fn step(&self, operand: u32) -> Option<Rc<Step>> {
        let (before, times) = match &self.path {
            Some(last) if last.operand == operand => (last.before.clone(), last.times + 1),
            path => (path.clone(), 1),
        };
        Some(Rc::new(Step {
            before,
            operand,
            times,
        }))
    }
}

/// All expressions of an element that mutators look at, each before its operands.
pub(crate) struct Walk<'a> {
    tree: &'a Tree,
    types: &'a dyn Types,
    sizes: rustc_hash::FxHashMap<ExprId, usize>,
    left: Vec<Place>,
}

impl<'a> Walk<'a> {
    pub fn new(tree: &'a Tree, types: &'a dyn Types, element: &Element) -> Walk<'a> {
        let mut sizes = rustc_hash::FxHashMap::default();
        tree.exprs.fold(element.root, |id, _, of: Vec<usize>| {
            let size = 1 + of.into_iter().sum::<usize>();
            sizes.insert(id, size);
            size
        });
        let wanted = match element.kind {
            ElementKind::Assign(_, target) => types.values(target).cloned(),
            ElementKind::Define | ElementKind::Conjunct => None,
        };
        let needs = match element.conjunct {
            Some(_) => Grammar::Smv
                .binary(BinaryOp::And)
                .map_or(TIGHTEST, |b| b.right),
            None => LOOSEST,
        };
        let root = Place {
            id: element.root,
            path: None,
            strict: wanted.is_some(),
            wanted,
            condition: false,
            of_case: false,
            last: false,
            negated: false,
            needs,
            size: sizes.get(&element.root).copied().unwrap_or(1),
        };
        Walk {
            tree,
            types,
            sizes,
            left: vec![root],
        }
    }

    /// What the place of the operand with this number asks of it; `None` where a change would be of another kind: a width, a
    /// name's part.
    fn operand(&self, place: &Place, number: u32, id: ExprId) -> Option<Place> {
        let mut inner = Place {
            id,
            path: place.step(number),
            wanted: None,
            strict: false,
            condition: false,
            of_case: false,
            last: false,
            negated: false,
            needs: self.needs(place.id, number),
            size: self.sizes.get(&id).copied().unwrap_or(1),
        };
        let keep = |mut inner: Place| {
            inner.wanted.clone_from(&place.wanted);
            inner.strict = place.strict;
            Some(inner)
        };
        match &self.tree.exprs[place.id].kind {
            ExprKind::Field(..) => None,
            ExprKind::Index(..) | ExprKind::Bits(..) if number > 0 => {
                // An index is mutated where it is a variable's; a constant one is part of a name.
                let index = matches!(self.tree.exprs[place.id].kind, ExprKind::Index(..));
                let constant = matches!(
                    self.tree.exprs[id].kind,
                    ExprKind::Int(_) | ExprKind::Unary(UnaryOp::Minus, _)
                );
                (index && !constant).then_some(inner)
            }
            ExprKind::Index(..) => None,
            ExprKind::Call(function, _) => {
                use Function as F;
                let width = matches!(
                    function,
                    F::Extend | F::Resize | F::SignedConstant | F::UnsignedConstant
                );
                (!(width && number == 1) && *function != F::SizeOf).then_some(inner)
            }
            ExprKind::Case(branches) => {
                if number % 2 == 1 {
                    return keep(inner);
                }
                inner.condition = true;
                inner.of_case = true;
                inner.last = number as usize == 2 * (branches.len() - 1);
                Some(inner)
            }
            ExprKind::Conditional(..) => {
                if number > 0 {
                    return keep(inner);
                }
                inner.condition = true;
                Some(inner)
            }
            ExprKind::Set(_) | ExprKind::Array(_) | ExprKind::Next(_) => keep(inner),
            ExprKind::Binary(BinaryOp::Union | BinaryOp::Range, ..) => keep(inner),
            ExprKind::Binary(op, left, right) => {
                use BinaryOp as B;
                if matches!(op, B::Equal | B::NotEqual | B::In) {
                    let other = if number == 0 { *right } else { *left };
                    inner.wanted = self.types.values(other).cloned();
                }
                Some(inner)
            }
            ExprKind::Unary(UnaryOp::Not, _) => {
                inner.negated = true;
                Some(inner)
            }
            _ => Some(inner),
        }
    }

    /// The lowest level that an operand may have without brackets.
    fn needs(&self, id: ExprId, number: u32) -> Level {
        let kind = &self.tree.exprs[id].kind;
        let own = level(kind, Grammar::Smv);
        match kind {
            ExprKind::Unary(..) | ExprKind::Bounded(..) => own,
            ExprKind::Binary(op, ..) => {
                let binding = Grammar::Smv.binary(*op);
                binding.map_or(own, |b| if number == 0 { b.left } else { b.right })
            }
            ExprKind::Conditional(..) => match number {
                0 => own + 1,
                1 => LOOSEST,
                _ => own,
            },
            ExprKind::Index(..) | ExprKind::Bits(..) if number == 0 => TIGHTEST,
            _ => LOOSEST,
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        let place = self.left.pop()?;
        let children = self.tree.exprs.children(place.id);
        for (number, child) in children.into_iter().enumerate().rev() {
            let inner = self.operand(&place, number as u32, child);
            self.left.extend(inner);
        }
        Some(place)
    }
}
