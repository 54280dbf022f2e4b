//! Functions of the language, words, and operators with bounds.

use assay_source::Span;

use super::types::constant_width;
use super::{Base, Convert, Elaborator, Kind, NodeId, ScopeId, Stop, Type};
use crate::tree::{BinaryOp, BoundedOp, Bounds, ExprId, Function, PathUntil};
use crate::values::{Value, WordValue};

/// Bounds of temporal operators are at most this large.
const MAX_BOUND: i64 = 1_000;

pub(super) fn is_branching(op: BoundedOp) -> bool {
    matches!(
        op,
        BoundedOp::Ebf | BoundedOp::Abf | BoundedOp::Ebg | BoundedOp::Abg
    )
}

impl Elaborator<'_> {
    pub(super) fn call(
        &mut self,
        function: Function,
        arguments: &[ExprId],
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        if function.arity().is_some_and(|n| n != arguments.len()) {
            let message = format!("`{}` takes other arguments", function.text());
            return Err(self.error("S0307", span, message));
        }
        if let Function::SignedConstant | Function::UnsignedConstant = function {
            let signed = function == Function::SignedConstant;
            return self.word_constant(signed, arguments[0], arguments[1], scope, span);
        }
        if function == Function::Count {
            let operands = arguments.iter().map(|a| self.condition(*a, scope));
            let operands = operands.collect::<Result<Vec<NodeId>, Stop>>()?;
            return self.node(Kind::Count(operands.into()), Type::INT, span);
        }
        let a = self.value(arguments[0], scope)?;
        let ty = self.flat.node(a).ty;
        let word = match ty.base {
            Base::Word { signed, width } if !ty.set => Some((signed, width)),
            _ => None,
        };
        let of_width = |signed, width| Type::of(Base::Word { signed, width });
        let (how, result) = match (function, word) {
            (Function::Bool, Some((_, 1))) => (Convert::Bool, Type::BOOL),
            (Function::Bool, None) if ty.is_int() || ty.is_bool() => (Convert::Bool, Type::BOOL),
            (Function::Word1, None) if ty.is_bool() => (Convert::Word1, of_width(false, 1)),
            (Function::Signed, Some((_, width))) => (Convert::Signed, of_width(true, width)),
            (Function::Unsigned, Some((_, width))) => (Convert::Unsigned, of_width(false, width)),
            (Function::ToInt, Some((_, width))) if width <= 62 => (Convert::ToInt, Type::INT),
            (Function::ToInt, None) if ty.is_int() || ty.is_bool() => (Convert::ToInt, Type::INT),
            (Function::SizeOf, Some((_, width))) => {
                return Ok(self.value_node(Value::Int(width.into()), span));
            }
            (Function::Extend | Function::Resize, Some((signed, width))) => {
                let n = self.constant(arguments[1], scope)?;
                let from = if function == Function::Extend { i64::from(width) } else { 0 };
                let new = constant_width(from.saturating_add(n));
                match new.filter(|_| n >= 0) {
                    Some(new) => (Convert::Resize(new), of_width(signed, new)),
                    None => {
                        let message = format!("a word cannot have {n} bits");
                        return Err(self.error("S0503", self.span(arguments[1]), message));
                    }
                }
            }
            _ => {
                let message = format!("`{}` of {ty} is not defined", function.text());
                return Err(self.error("S0304", span, message));
            }
        };
        self.node(Kind::Convert(how, a), result, span)
    }

    fn word_constant(
        &mut self,
        signed: bool,
        value: ExprId,
        width: ExprId,
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let (n, bits) = (self.constant(value, scope)?, self.constant(width, scope)?);
        let Some(width) = constant_width(bits) else {
            let message = format!("a word cannot have {bits} bits");
            return Err(self.error("S0503", self.span(width), message));
        };
        let one = num_bigint::BigInt::from(1);
        let (low, high) = match signed {
            true => (-(&one << (width - 1)), &one << (width - 1)),
            false => (0.into(), &one << width),
        };
        let number = num_bigint::BigInt::from(n);
        if number < low || number >= high {
            let message = format!("{n} does not fit into {width} bits");
            return Err(self.error("S0505", span, message));
        }
        let modulus = &one << width;
        let bits = ((number % &modulus) + &modulus) % &modulus;
        let value = WordValue {
            signed,
            width,
            bits: bits.magnitude().clone(),
        };
        Ok(self.value_node(Value::Word(value), span))
    }

    pub(super) fn bits(
        &mut self,
        base: ExprId,
        high: ExprId,
        low: ExprId,
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let a = self.value(base, scope)?;
        let ty = self.flat.node(a).ty;
        let Some(Base::Word { width, .. }) = (!ty.set).then_some(ty.base) else {
            let message = format!("bits of {ty} are not defined");
            return Err(self.error("S0304", span, message));
        };
        let (high, low) = (self.constant(high, scope)?, self.constant(low, scope)?);
        if !(0 <= low && low <= high && high < i64::from(width)) {
            let message = format!("a word of {width} bits has no bits [{high}:{low}]");
            return Err(self.error("S0504", span, message));
        }
        let (high, low) = (high as u32, low as u32);
        let ty = Type::of(Base::Word {
            signed: false,
            width: high - low + 1,
        });
        self.node(Kind::Convert(Convert::Bits(high, low), a), ty, span)
    }

    pub(super) fn concat(&mut self, a: NodeId, b: NodeId, span: Span) -> Result<NodeId, Stop> {
        let width = |id: NodeId| match self.flat.node(id).ty.base {
            Base::Word { width, .. } => i64::from(width),
            _ => 0,
        };
        let sum = width(a) + width(b);
        let Some(width) = constant_width(sum) else {
            let message = format!("a word cannot have {sum} bits");
            return Err(self.error("S0503", span, message));
        };
        let ty = Type::of(Base::Word {
            signed: false,
            width,
        });
        self.node(Kind::Binary(BinaryOp::Concat, a, b), ty, span)
    }

    pub(super) fn element_node(
        &mut self,
        elements: Vec<NodeId>,
        low: i64,
        index: NodeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let Some(first) = elements.first() else {
            return Err(self.error("S0501", span, "an array without elements"));
        };
        let mut ty = self.flat.node(*first).ty;
        for element in &elements {
            if self.flat.node(*element).ty.set {
                let message = "the elements of an array are values, and this one has a set";
                return Err(self.error("S0306", span, message));
            }
            match ty.join(self.flat.node(*element).ty) {
                Some(joined) => ty = joined,
                None => {
                    let message = "the elements of this array have different types";
                    return Err(self.error("S0306", span, message));
                }
            }
        }
        let kind = Kind::Element {
            elements: elements.into(),
            low,
            index,
        };
        self.node(kind, ty, span)
    }

    pub(super) fn path_until(
        &mut self,
        until: &PathUntil,
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let (a, b) = (
            self.condition(until.left, scope)?,
            self.condition(until.right, scope)?,
        );
        let kind = match until.bounds {
            None => Kind::Until(until.paths, a, b),
            Some(bounds) => {
                let bounds = self.steps(bounds, scope)?;
                Kind::BoundedUntil(until.paths, bounds, a, b)
            }
        };
        self.node(kind, Type::BOOL, span)
    }

    pub(super) fn bounded(
        &mut self,
        op: BoundedOp,
        bounds: Bounds,
        operand: ExprId,
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let bounds = self.steps(bounds, scope)?;
        let operand = self.condition(operand, scope)?;
        self.node(Kind::Bounded(op, bounds, operand), Type::BOOL, span)
    }

    fn steps(&mut self, bounds: Bounds, scope: ScopeId) -> Result<(u32, u32), Stop> {
        let (low, high) = (self.constant(bounds.low, scope)?, self.constant(bounds.high, scope)?);
        let span = self.span(bounds.low).to(self.span(bounds.high));
        if !(0 <= low && low <= high) {
            let message = format!("there are no steps from {low} to {high}");
            return Err(self.error("S0501", span, message));
        }
        if high > MAX_BOUND {
            let message = format!("bounds above {MAX_BOUND} are not supported");
            return Err(self.error("S0925", span, message));
        }
        Ok((low as u32, high as u32))
    }
}
