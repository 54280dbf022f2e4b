//! Expressions: what kind each is, names, and how lvalues become values.

use assay_source::Span;

use super::scope::Entity;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{
    Expr, ExprKind, FunctionId, LocalId, Lvalue, LvalueKind, Site, Type, Written,
};
use crate::syntax::tree::{self, ExprId, GenericArm, InitList, Place, StmtId, TypeName, UnaryOp};

/// A value with its qualified type.
pub(super) struct Value {
    pub expr: Expr,
    pub ty: Ty,
}

/// What an expression is before it is used.
pub(super) enum Operand {
    Value(Value),
    Place(Lvalue, Ty),
    Function(FunctionId, Spot),
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub span: Span,
    pub at: Span,
    pub site: Site,
}

impl<'u> Elaborator<'u> {
    pub fn spot(&self, expr: &tree::Expr) -> Spot {
        Spot {
            span: expr.place.span,
            at: self.at(expr.operator),
            site: self.site(expr.operator.0),
        }
    }

    pub fn make(&self, kind: ExprKind, ty: Ty, spot: Spot) -> Value {
        let expr = Expr {
            ty: self.tys.id(ty),
            kind,
            span: spot.span,
            at: spot.at,
            site: spot.site,
        };
        Value { expr, ty }
    }

    pub fn int(&self, value: i128, ty: Ty, spot: Spot) -> Value {
        self.make(ExprKind::Int(value as u128), ty, spot)
    }

    pub fn lvalue(&self, kind: LvalueKind, ty: Ty, spot: Spot) -> Operand {
        let lvalue = Lvalue {
            ty: self.tys.id(ty),
            kind,
            span: spot.span,
            at: spot.at,
            site: spot.site,
        };
        Operand::Place(lvalue, ty)
    }

    /// The value of an expression: what an lvalue holds, and pointers for arrays and functions.
    pub fn value(&mut self, id: ExprId) -> Done<Value> {
        let operand = self.operand(id)?;
        self.rvalue(operand, self.unit.expr(id).place)
    }

    pub fn rvalue(&mut self, operand: Operand, place: Place) -> Done<Value> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Function(id, spot) => {
                let ty = self.signatures[id.0 as usize].ty;
                let ty = self.tys.pointer(ty);
                Ok(self.make(ExprKind::Function(id), ty, spot))
            }
            Operand::Place(lvalue, ty) => {
                let spot = Spot {
                    span: lvalue.span,
                    at: lvalue.at,
                    site: lvalue.site,
                };
                match self.tys.get(ty) {
                    Type::Array(..) => {
                        self.mark_addressed(&lvalue);
                        let ty = self.decayed(ty);
                        Ok(self.make(ExprKind::Address(Box::new(lvalue)), ty, spot))
                    }
                    // `*p` of a pointer to `void` has no value, but is allowed. The pointer has to be valid: a byte is read.
                    Type::Void => {
                        let byte = Lvalue {
                            ty: self.tys.id(self.tys.basic.char),
                            ..lvalue
                        };
                        let read = ExprKind::Load(Box::new(byte));
                        let read = self.make(read, self.tys.basic.char, spot);
                        let kind = ExprKind::Convert(Box::new(read.expr), Written::Implicit);
                        Ok(self.make(kind, self.tys.basic.void, spot))
                    }
                    _ => {
                        self.require_complete(ty, place)?;
                        let ty = self.tys.bare(ty);
                        Ok(self.make(ExprKind::Load(Box::new(lvalue)), ty, spot))
                    }
                }
            }
        }
    }

    /// Notes that the address of the local that an lvalue is part of is taken.
    pub fn mark_addressed(&mut self, lvalue: &Lvalue) {
        let mut lvalue = lvalue;
        loop {
            match &lvalue.kind {
                LvalueKind::Field(of, _) | LvalueKind::Index(of, _) => lvalue = of,
                LvalueKind::Local(local) | LvalueKind::Literal(local, _) => {
                    if let Some(local) = self.body.locals.get_mut(local.0 as usize) {
                        local.addressed = true;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    pub fn operand(&mut self, id: ExprId) -> Done<Operand> {
        let expr = self.unit.expr(id);
        self.nested(expr.place, |this| this.any(expr))
    }

    fn any(&mut self, expr: &'u tree::Expr) -> Done<Operand> {
        use tree::ExprKind as K;
        let spot = self.spot(expr);
        let place = expr.place;
        if let Some(assertion) = self.assertion(expr)? {
            return Ok(Operand::Value(assertion));
        }
        let value = match &expr.kind {
            K::Name(name) => return self.name(name, place, spot),
            K::Int(literal) => self.int_literal(literal, place, spot)?,
            K::Float(literal) => self.float_literal(literal, place, spot)?,
            K::Char(literal) => self.char_literal(literal, spot),
            K::String(literal) => return Ok(self.string_literal(literal, spot)),
            K::Unary(UnaryOp::Deref, of) => return self.deref(*of, place, spot),
            K::Unary(UnaryOp::Address, of) => self.address(*of, place, spot)?,
            K::Unary(op, of) => self.unary(*op, *of, place, spot)?,
            K::Binary(op, left, right) => self.binary(*op, *left, *right, place, spot)?,
            K::Assign(op, to, value) => self.assign(*op, *to, *value, place, spot)?,
            K::Conditional(condition, then, otherwise) => {
                self.conditional(*condition, *then, *otherwise, place, spot)?
            }
            K::Comma(left, right) => {
                let left = self.value(*left)?;
                let right = self.value(*right)?;
                let ty = right.ty;
                let kind = ExprKind::Comma(Box::new(left.expr), Box::new(right.expr));
                self.make(kind, ty, spot)
            }
            K::Cast(to, of) => self.cast(to, *of, place, spot)?,
            K::CompoundLiteral(of, list) => return self.compound(of, list, place, spot),
            K::Call(callee, arguments) => self.call(*callee, arguments, place, spot)?,
            K::Index(array, index) => return self.index(*array, *index, place, spot),
            K::Member(of, name) => return self.member(*of, name, spot),
            K::Arrow(of, name) => return self.arrow(*of, name, place, spot),
            K::SizeofExpr(_) | K::SizeofType(_) | K::AlignofExpr(_) | K::AlignofType(_) => {
                self.size(expr, spot)?
            }
            K::Offsetof(of, path) => self.offsetof(of, path, place, spot)?,
            K::VaArg(list, of) => self.va_arg(*list, of, place, spot)?,
            K::TypesCompatible(one, other) => {
                let (one, other) = (self.type_name(one)?, self.type_name(other)?);
                let (one, other) = (self.tys.bare(one), self.tys.bare(other));
                let same = self.tys.same(one, other);
                self.int(same.into(), self.tys.basic.int, spot)
            }
            K::Generic(control, arms) => return self.generic(*control, arms, place),
            K::Statement(block) => self.statement_expression(*block, spot)?,
        };
        Ok(Operand::Value(value))
    }

    fn name(&mut self, name: &'u str, place: Place, spot: Spot) -> Done<Operand> {
        let Some(named) = self.lookup(name) else {
            if let Some(value) = self.predefined(name, spot) {
                return Ok(value);
            }
            if let Some(id) = self.builtin(name) {
                return Ok(Operand::Function(id, spot));
            }
            if name.starts_with("__CPROVER_") || name.starts_with("__builtin_") {
                return Err(self.unsupported(place, &format!("`{name}`")));
            }
            return Err(self.undeclared(name, place));
        };
        match named.entity {
            Entity::Local(local) => Ok(self.local_place(local, spot)),
            Entity::Global(global) => {
                let ty = self.global_tys[global.0 as usize];
                Ok(self.lvalue(LvalueKind::Global(global), ty, spot))
            }
            Entity::Function(id) => Ok(Operand::Function(id, spot)),
            Entity::Constant(value, ty) => Ok(Operand::Value(self.int(value, ty, spot))),
            Entity::Typedef(_) => {
                let message = format!("`{name}` is a type, not a value");
                Err(self.fault(place, "C0101", message))
            }
            Entity::Faulty | Entity::Declared(..) | Entity::Defined(_) => Err(self.reported()),
        }
    }

    pub fn local_place(&self, local: LocalId, spot: Spot) -> Operand {
        let ty = self.body.tys[local.0 as usize];
        self.lvalue(LvalueKind::Local(local), ty, spot)
    }

    fn deref(&mut self, of: ExprId, place: Place, spot: Spot) -> Done<Operand> {
        let operand = self.operand(of)?;
        if let Operand::Function(..) = operand {
            return Ok(operand);
        }
        let value = self.rvalue(operand, place)?;
        let Some(to) = self.tys.pointee(value.ty) else {
            let message = format!(
                "`*` needs a pointer, but this is of type `{}`",
                self.tys.show(value.ty)
            );
            return Err(self.fault(self.unit.expr(of).place, "C0104", message));
        };
        if self.tys.as_function(to).is_some() {
            // A function that is pointed to becomes a pointer again.
            return Ok(Operand::Value(value));
        }
        Ok(self.lvalue(LvalueKind::Deref(Box::new(value.expr)), to, spot))
    }

    fn address(&mut self, of: ExprId, place: Place, spot: Spot) -> Done<Value> {
        match self.operand(of)? {
            Operand::Function(id, _) => self.rvalue(Operand::Function(id, spot), place),
            Operand::Place(lvalue, ty) => {
                if self.bit_field(&lvalue).is_some() {
                    let message = "a bit-field has no address";
                    return Err(self.fault(place, "C0105", message));
                }
                self.mark_addressed(&lvalue);
                let ty = self.tys.pointer(ty);
                Ok(self.make(ExprKind::Address(Box::new(lvalue)), ty, spot))
            }
            Operand::Value(value) if self.is_function_pointer(value.ty) => {
                // `&*f` of a pointer to a function.
                Ok(value)
            }
            Operand::Value(_) => {
                let message = "`&` needs an object, but this is only a value";
                Err(self.fault(self.unit.expr(of).place, "C0105", message))
            }
        }
    }

    fn is_function_pointer(&self, ty: Ty) -> bool {
        let to = self.tys.pointee(ty);
        to.is_some_and(|to| self.tys.as_function(to).is_some())
    }

    fn generic(&mut self, control: ExprId, arms: &'u [GenericArm], place: Place) -> Done<Operand> {
        let ty = self.type_of_value(control)?;
        let mut chosen = None;
        let mut default = None;
        for arm in arms {
            match &arm.of {
                None => default = Some(arm.value),
                Some(of) => {
                    let of = self.type_name(of)?;
                    if chosen.is_none() && self.tys.same(of, ty) {
                        chosen = Some(arm.value);
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(value) => self.operand(value),
            None => {
                let message = format!("`_Generic` has no case for `{}`", self.tys.show(ty));
                Err(self.fault(place, "C0104", message))
            }
        }
    }

    fn compound(
        &mut self,
        of: &'u TypeName,
        list: &'u InitList,
        place: Place,
        spot: Spot,
    ) -> Done<Operand> {
        let ty = self.type_name(of)?;
        let is_static = !self.body.active;
        let (init, ty) = self.list_initializer(ty, list, is_static)?;
        self.require_complete(ty, place)?;
        if is_static {
            let name = self.unique("(compound literal)");
            let global = crate::program::Global {
                name,
                ty: self.tys.id(ty),
                init: Some(init),
                defined: true,
                is_const: self.tys.is_const(ty),
                literal: false,
                span: spot.span,
                site: spot.site,
            };
            let id = self.new_global(global, ty);
            return Ok(self.lvalue(LvalueKind::Global(id), ty, spot));
        }
        let local = self.add_local("", ty, place);
        self.body.locals[local.0 as usize].hidden = true;
        Ok(self.lvalue(LvalueKind::Literal(local, Box::new(init)), ty, spot))
    }

    fn statement_expression(&mut self, block: StmtId, spot: Spot) -> Done<Value> {
        // What is pending belongs before the whole statement, not into the block.
        let pending = std::mem::take(&mut self.body.pending);
        let done = self.value_block(block);
        self.body.pending = pending;
        let (statement, ty) = done?;
        Ok(self.make(ExprKind::Block(Box::new(statement)), ty, spot))
    }
}
