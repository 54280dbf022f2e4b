//! Operators on values, with their checks.

use std::cmp::Ordering;

use super::arithmetic::{self, Outcome, Trouble, symbol};
use super::convert::Spot;
use super::machine::{Done, Machine};
use super::memory::Pointer;
use super::value::{Value, mask, number};
use crate::checks::Class;
use crate::context::Open;
use crate::program::{BinaryOp, TypeId, UnaryOp};

impl Machine<'_> {
    /// `ty` is the type of the left operand, `right` that of the right one.
    pub fn binary(
        &mut self,
        op: BinaryOp,
        (ty, right): (TypeId, TypeId),
        a: Value,
        b: Value,
        spot: Spot,
    ) -> Done<Value> {
        let order = match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => {
                let (bits, signed) = self.types.word(ty).unwrap_or((32, true));
                match op {
                    BinaryOp::Shl | BinaryOp::Shr => {
                        let (width, own) = self.types.word(right).unwrap_or((32, true));
                        let distance = number(*b, width, own);
                        let left = op == BinaryOp::Shl;
                        let outcome = arithmetic::shift(left, (bits, signed), *a, distance);
                        return Ok(self.report(op, ty, outcome, spot));
                    }
                    _ if is_comparison(op) => Some(arithmetic::compare(bits, signed, *a, *b)),
                    _ => {
                        let outcome = arithmetic::arithmetic(op, bits, signed, *a, *b);
                        return Ok(self.report(op, ty, outcome, spot));
                    }
                }
            }
            (Value::Single(a), Value::Single(b)) => {
                if !is_comparison(op) {
                    let Some(value) = float_single(op, *a, *b) else {
                        return self.unsupported("an operator on floats", spot.at);
                    };
                    let finite = a.is_finite() && b.is_finite();
                    self.check_float(f64::from(value), finite, spot);
                    return Ok(Value::Single(value));
                }
                a.partial_cmp(b)
            }
            (Value::Double(a), Value::Double(b)) => {
                if !is_comparison(op) {
                    let Some(value) = float_double(op, *a, *b) else {
                        return self.unsupported("an operator on floats", spot.at);
                    };
                    self.check_float(value, a.is_finite() && b.is_finite(), spot);
                    return Ok(Value::Double(value));
                }
                a.partial_cmp(b)
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                let (a, b) = (*a, *b);
                if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                    Some(a.cmp(&b))
                } else {
                    self.check_relation(a, b, spot);
                    // Where the check fails, the order is that of the addresses.
                    Some(self.memory.address(a).cmp(&self.memory.address(b)))
                }
            }
            (Value::Extended(_), _) => {
                return self.unsupported("arithmetic on a long double", spot.at);
            }
            _ => return self.unsupported("an operator on these operands", spot.at),
        };
        Ok(Value::of_bool(match op {
            BinaryOp::Lt => order == Some(Ordering::Less),
            BinaryOp::Gt => order == Some(Ordering::Greater),
            BinaryOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            BinaryOp::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            BinaryOp::Eq => order == Some(Ordering::Equal),
            _ => order != Some(Ordering::Equal),
        }))
    }

    /// Records what was wrong with an operation on words, and gives its value.
    fn report(&mut self, op: BinaryOp, ty: TypeId, outcome: Outcome, spot: Spot) -> Value {
        let Some(trouble) = outcome.trouble else {
            return Value::Int(outcome.value);
        };
        let checks = self.checks_at(spot.site);
        let signed = matches!(self.types.word(ty), Some((_, true)));
        let (on, class) = match trouble {
            Trouble::Overflow if signed => (checks.signed_overflow, Class::Overflow),
            Trouble::Overflow => (checks.unsigned_overflow, Class::Overflow),
            Trouble::DivisionByZero => (checks.division, Class::Division),
            _ => (checks.shift, Class::Shift),
        };
        if on {
            self.fail(class, spot.site, spot.at, || match trouble {
                Trouble::Overflow => format!(
                    "arithmetic overflow on {} {}",
                    if signed { "signed" } else { "unsigned" },
                    symbol(op)
                ),
                Trouble::DivisionByZero => "division by zero".into(),
                Trouble::NegativeDistance => "shift distance is negative".into(),
                Trouble::LargeDistance => "shift distance too large".into(),
                Trouble::NegativeShifted => "shift operand is negative".into(),
            });
        }
        if trouble == Trouble::DivisionByZero {
            return self.open_value(Open::Invalid(spot.site), ty);
        }
        Value::Int(outcome.value)
    }

    fn check_float(&mut self, value: f64, finite: bool, spot: Spot) {
        if value.is_nan() && self.checks_at(spot.site).nan {
            self.fail(Class::Float, spot.site, spot.at, || "NaN".into());
        }
        if value.is_infinite() && finite && self.checks_at(spot.site).float_overflow {
            self.fail(Class::Float, spot.site, spot.at, || {
                "arithmetic overflow on a floating-point operation".into()
            });
        }
    }

    /// Pointers that are compared or subtracted have to point into one object, or just behind it.
    fn check_relation(&mut self, a: Pointer, b: Pointer, spot: Spot) {
        if !self.checks_at(spot.site).pointer {
            return;
        }
        if a.object != b.object {
            self.fail(Class::Pointer, spot.site, spot.at, || {
                "same object violation".into()
            });
        }
        for pointer in [a, b] {
            if let Some(fault) = self.memory.fault(pointer, 0) {
                self.fail(Class::Pointer, spot.site, spot.at, || {
                    format!("pointer relation: {}", fault.as_str())
                });
            }
        }
    }

    pub fn unary(&mut self, op: UnaryOp, ty: TypeId, value: Value, spot: Spot) -> Done<Value> {
        Ok(match (op, value) {
            (UnaryOp::Not, value) => Value::of_bool(!value.is_true()),
            (UnaryOp::Neg, Value::Int(word)) => {
                let (bits, signed) = self.types.word(ty).unwrap_or((32, true));
                let outcome = arithmetic::arithmetic(BinaryOp::Sub, bits, signed, 0, word);
                self.report(BinaryOp::Sub, ty, outcome, spot)
            }
            (UnaryOp::BitNot, Value::Int(word)) => {
                let (bits, _) = self.types.word(ty).unwrap_or((32, true));
                Value::Int(mask(!word, bits))
            }
            (UnaryOp::Neg, Value::Single(value)) => Value::Single(-value),
            (UnaryOp::Neg, Value::Double(value)) => Value::Double(-value),
            (UnaryOp::Neg, Value::Extended(bits)) => Value::Extended(bits ^ 1 << 79),
            _ => return self.unsupported("an operator on this operand", spot.at),
        })
    }

    /// A pointer moved by an index in elements; `pointer_ty` is the type of the pointer.
    pub fn pointer_add(
        &mut self,
        pointer: Pointer,
        pointer_ty: TypeId,
        (index, index_ty): (Value, TypeId),
        minus: bool,
        spot: Spot,
    ) -> Done<Pointer> {
        let Value::Int(index) = index else {
            return self.unsupported("a pointer moved by no integer", spot.at);
        };
        let (bits, signed) = self.types.word(index_ty).unwrap_or((64, true));
        let index = number(index, bits, signed) as i64;
        let size = match self.types.pointee(pointer_ty) {
            Some(to) => self.size(to) as i64,
            None => 1,
        };
        let (bytes, overflow) = index.overflowing_mul(size);
        if overflow && self.checks_at(spot.site).pointer_overflow {
            self.fail(Class::Overflow, spot.site, spot.at, || {
                "arithmetic overflow on the offset of a pointer".into()
            });
        }
        let bytes = if minus { bytes.wrapping_neg() } else { bytes };
        Ok(self.pointer_move(pointer, bytes, spot))
    }

    /// A pointer moved by bytes.
    pub fn pointer_move(&mut self, pointer: Pointer, bytes: i64, spot: Spot) -> Pointer {
        let moved = Pointer {
            object: pointer.object,
            offset: pointer.offset.wrapping_add(bytes),
        };
        if self.checks_at(spot.site).pointer_overflow
            && let Some(fault) = self.memory.fault(moved, 0)
        {
            self.fail(Class::Pointer, spot.site, spot.at, || {
                format!("pointer arithmetic: {}", fault.as_str())
            });
        }
        moved
    }

    /// In elements, a word of `bits` bits.
    pub fn pointer_sub(
        &mut self,
        (a, b): (Pointer, Pointer),
        ty: TypeId,
        result: TypeId,
        spot: Spot,
    ) -> Value {
        self.check_relation(a, b, spot);
        let size = match self.types.pointee(ty) {
            Some(to) => self.size(to).max(1) as i64,
            None => 1,
        };
        if a.object != b.object {
            return self.open_value(Open::Invalid(spot.site), result);
        }
        let distance = a.offset.wrapping_sub(b.offset);
        let bits = self.types.word(result).map_or(64, |(bits, _)| bits);
        Value::Int(mask(i128::from(distance / size) as u128, bits))
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}

fn float_single(op: BinaryOp, a: f32, b: f32) -> Option<f32> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    })
}

fn float_double(op: BinaryOp, a: f64, b: f64) -> Option<f64> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    })
}
