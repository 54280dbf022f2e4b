//! Expressions.

use assay_term::TermId;

use super::arith::Here;
use super::exec::Exec;
use super::lvalue::Purpose;
use super::value::Value;
use super::{Done, unsupported};
use crate::float;
use crate::program::{BinaryOp, Expr, ExprKind, FloatKind, Lvalue, Type, TypeId, UnaryOp};

impl Exec<'_> {
    pub fn eval(&mut self, expr: &Expr) -> Done<Value> {
        self.tick()?;
        if self.is_dead() {
            return self.default_value(expr.ty, expr.span);
        }
        let here = Here {
            site: expr.site,
            span: expr.at,
        };
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.integer(*value, expr.ty)),
            ExprKind::Float(number) => self.float_constant(number.0, expr),
            ExprKind::Load(lvalue) => {
                let loc = self.locate(lvalue)?;
                self.load(&loc, expr.ty, lvalue.site, lvalue.span)
            }
            ExprKind::Address(lvalue) => self.address(lvalue),
            ExprKind::Function(function) => {
                let object = self.functions_from + function.0;
                Ok(Value::Pointer(self.pointer_to(object)))
            }
            ExprKind::Unary(op, operand) => {
                let value = self.eval(operand)?;
                match op {
                    UnaryOp::Neg => self.negated(&value, expr.ty, here),
                    UnaryOp::BitNot => {
                        let word = self.word(&value);
                        Ok(Value::Word(self.pool.bv_not(word)))
                    }
                    UnaryOp::Not => {
                        let truth = self.truth(&value, operand.ty);
                        let not = self.pool.not(truth);
                        Ok(self.as_int(not, expr.ty))
                    }
                }
            }
            ExprKind::Binary(..) => self.spine(expr),
            ExprKind::PointerAdd {
                pointer,
                index,
                minus,
            } => {
                let to = self.pointee(pointer.ty);
                let base = self.eval(pointer)?;
                let by = self.eval(index)?;
                {
                    let (_, signed) = self.word_of(index.ty);
                    self.pointer_add(&base, to, (&by, signed), *minus, here)
                }
            }
            ExprKind::PointerSub(a, b) => {
                let to = self.pointee(a.ty);
                let (x, y) = (self.eval(a)?, self.eval(b)?);
                self.pointer_sub(&x, &y, to, expr.ty, here)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let truth = self.condition(expr)?;
                Ok(self.as_int(truth, expr.ty))
            }
            ExprKind::Conditional(condition, yes, no) => {
                let truth = self.condition(condition)?;
                self.branch(expr.site, expr.span, truth);
                self.alternatives(truth, |exec| exec.eval(yes), |exec| exec.eval(no))
            }
            ExprKind::Elvis(condition, no) => {
                let value = self.eval(condition)?;
                let truth = self.truth(&value, condition.ty);
                let (site, span) = (expr.site, expr.at);
                self.alternatives(
                    truth,
                    |exec| exec.convert(value.clone(), condition.ty, expr.ty, site, span),
                    |exec| exec.eval(no),
                )
            }
            ExprKind::Convert(inner, _) => {
                let value = self.eval(inner)?;
                self.convert(value, inner.ty, expr.ty, expr.site, expr.at)
            }
            ExprKind::Assign(to, value) => {
                let loc = self.locate(to)?;
                let value = self.eval(value)?;
                self.store(&loc, to.ty, value, to.site, to.span)
            }
            ExprKind::AssignOp { to, op, at, value } => self.assign_op(to, *op, *at, value, here),
            ExprKind::Step { of, up, before } => self.step(of, *up, *before, here),
            ExprKind::Comma(first, second) => {
                self.eval(first)?;
                self.eval(second)
            }
            ExprKind::Call(callee, arguments) => self.call(expr, callee, arguments),
            ExprKind::Block(block) => self.block_value(block, expr),
            ExprKind::VaArg(list) => self.va_arg(list, expr),
            ExprKind::Nothing => Ok(Value::Void),
        }
    }

    /// A long chain of operators without recursion on its left side.
    fn spine(&mut self, expr: &Expr) -> Done<Value> {
        let mut chain: Vec<(&Expr, BinaryOp, &Expr)> = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(op, left, right) = &first.kind {
            chain.push((first, *op, right));
            first = left;
        }
        let mut value = self.eval(first)?;
        let mut ty = first.ty;
        for (whole, op, right) in chain.into_iter().rev() {
            let other = self.eval(right)?;
            if self.is_dead() {
                value = self.default_value(whole.ty, whole.span)?;
            } else {
                let here = Here {
                    site: whole.site,
                    span: whole.at,
                };
                value = self.binary(op, ty, &value, &other, right.ty, here)?;
            }
            ty = whole.ty;
        }
        Ok(value)
    }

    /// The truth of a scalar expression.
    pub fn condition(&mut self, expr: &Expr) -> Done<TermId> {
        let truth = match &expr.kind {
            ExprKind::And(a, b) => {
                let first = self.condition(a)?;
                let yes = |exec: &mut Self| exec.condition(b);
                let no = |exec: &mut Self| Ok(exec.pool.bool(false));
                self.alternative_truths(first, yes, no)?
            }
            ExprKind::Or(a, b) => {
                let first = self.condition(a)?;
                let yes = |exec: &mut Self| Ok(exec.pool.bool(true));
                let no = |exec: &mut Self| exec.condition(b);
                self.alternative_truths(first, yes, no)?
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                let truth = self.condition(inner)?;
                self.pool.not(truth)
            }
            _ => {
                let value = self.eval(expr)?;
                self.truth(&value, expr.ty)
            }
        };
        Ok(self.settled(truth))
    }

    fn alternative_truths(
        &mut self,
        condition: TermId,
        yes: impl FnOnce(&mut Self) -> Done<TermId>,
        no: impl FnOnce(&mut Self) -> Done<TermId>,
    ) -> Done<TermId> {
        match self.pool.as_bool(condition) {
            Some(true) => return yes(self),
            Some(false) => return no(self),
            None => {}
        }
        let opposite = self.pool.not(condition);
        let other = self.under(opposite);
        self.path = self.under(condition);
        let a = yes(self)?;
        let first = std::mem::replace(&mut self.path, other);
        let b = no(self)?;
        let second = self.path.clone();
        self.path = self.merge(first, second)?;
        Ok(self.pool.ite(condition, a, b))
    }

    /// The value of one of two expressions, each evaluated on its own path.
    pub fn alternatives(
        &mut self,
        condition: TermId,
        yes: impl FnOnce(&mut Self) -> Done<Value>,
        no: impl FnOnce(&mut Self) -> Done<Value>,
    ) -> Done<Value> {
        match self.pool.as_bool(condition) {
            Some(true) => return yes(self),
            Some(false) => return no(self),
            None => {}
        }
        let opposite = self.pool.not(condition);
        let other = self.under(opposite);
        self.path = self.under(condition);
        let a = yes(self)?;
        let first = std::mem::replace(&mut self.path, other);
        let b = no(self)?;
        let second = self.path.clone();
        self.path = self.merge(first, second)?;
        Ok(self.choose(condition, &a, &b))
    }

    fn as_int(&mut self, truth: TermId, ty: TypeId) -> Value {
        let (bits, _) = self.word_of(ty);
        Value::Word(self.number(truth, bits))
    }

    pub fn integer(&mut self, value: u128, ty: TypeId) -> Value {
        let (bits, _) = self.word_of(ty);
        let word = self.pool.bits(bits, value & super::sets::mask(bits));
        let pointer = matches!(self.program.types.get(ty), Type::Pointer(_));
        self.scalar(word, pointer)
    }

    fn float_constant(&mut self, number: f64, expr: &Expr) -> Done<Value> {
        match self.program.types.get(expr.ty) {
            Type::Float(FloatKind::Float) => {
                Ok(Value::Word(self.pool.bits(32, (number as f32).to_bits())))
            }
            Type::Float(FloatKind::Double) => Ok(Value::Word(self.pool.bits(64, number.to_bits()))),
            _ => Err(unsupported("`long double`", expr.span)),
        }
    }

    pub fn pointee(&self, ty: TypeId) -> TypeId {
        self.program.types.pointee(ty).unwrap_or(ty)
    }

    fn address(&mut self, lvalue: &Lvalue) -> Done<Value> {
        match self.locate_for(lvalue, Purpose::Address)? {
            super::lvalue::Loc::Memory(spot) => Ok(Value::Pointer(spot.at)),
            _ => Err(unsupported("the address of what has none", lvalue.span)),
        }
    }

    fn assign_op(
        &mut self,
        to: &Lvalue,
        op: BinaryOp,
        at: TypeId,
        value: &Expr,
        here: Here,
    ) -> Done<Value> {
        let loc = self.locate(to)?;
        let right = self.eval(value)?;
        let old = self.load(&loc, to.ty, to.site, to.span)?;
        if matches!(self.program.types.get(at), Type::Pointer(_)) {
            let points_to = self.pointee(at);
            let (_, signed) = self.word_of(value.ty);
            let new =
                self.pointer_add(&old, points_to, (&right, signed), op == BinaryOp::Sub, here)?;
            return self.store(&loc, to.ty, new, to.site, to.span);
        }
        let old = self.convert(old, to.ty, at, here.site, here.span)?;
        let new = self.binary(op, at, &old, &right, value.ty, here)?;
        let new = self.convert(new, at, to.ty, here.site, here.span)?;
        self.store(&loc, to.ty, new, to.site, to.span)
    }

    fn step(&mut self, of: &Lvalue, up: bool, before: bool, here: Here) -> Done<Value> {
        let loc = self.locate(of)?;
        let old = self.load(&loc, of.ty, of.site, of.span)?;
        let op = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let new = match self.program.types.get(of.ty).clone() {
            Type::Pointer(to) => {
                let one = Value::Word(self.offset(1));
                self.pointer_add(&old, to, (&one, false), !up, here)?
            }
            Type::Float(_) => {
                let Some(format) = self.format(of.ty) else {
                    return Err(unsupported("`long double`", here.span));
                };
                let one = self.pool.bits(32, 1u32);
                let one = Value::Word(float::from_signed(self.pool, format, one));
                self.binary(op, of.ty, &old, &one, of.ty, here)?
            }
            Type::Bool => {
                let truth = if up {
                    self.pool.bool(true)
                } else {
                    let was = self.truth(&old, of.ty);
                    self.pool.not(was)
                };
                Value::Word(self.number(truth, 8))
            }
            _ => {
                // A step of a narrow type is computed as `int` and cannot overflow there. That it does not fit the type is an
                // overflow all the same, as in CBMC.
                let (bits, _) = self.word_of(of.ty);
                let one = Value::Word(self.pool.bits(bits, 1u32));
                self.binary(op, of.ty, &old, &one, of.ty, here)?
            }
        };
        let stored = self.store(&loc, of.ty, new, of.site, of.span)?;
        Ok(if before { stored } else { old })
    }
}
