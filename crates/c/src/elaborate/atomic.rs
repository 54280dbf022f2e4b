//! The atomic operations of GCC, `__sync_*` and `__atomic_*`. Their types depend on what the first argument points to, so they are no
//! functions: each call becomes a statement expression with plain reads and writes. Without threads that is what they mean, and the
//! order of memory that some are given says nothing. A weak exchange never fails without a reason, as on x86.

use super::convert::Target;
use super::expr::{Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{
    BinaryOp, Expr, ExprKind, Init, LocalId, Lvalue, LvalueKind, Stmt, StmtKind, UnaryOp,
};
use crate::syntax::tree::{ExprId, Place};

/// What an operation writes into the object.
#[derive(Clone, Copy)]
enum Change {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    /// The argument itself.
    Replace,
}

#[derive(Clone, Copy)]
enum Operation {
    Fence,
    /// `after`: the value is the new one.
    Update {
        change: Change,
        after: bool,
    },
    Load,
    Store,
    /// Writes zero.
    Clear,
    /// Writes one, and tells whether the object was set before.
    TestAndSet,
    /// Through pointers: the value to write and the place for the old one.
    Exchange,
    LoadInto,
    StoreFrom,
    /// `__sync`: compares with a value; the result is the old one, or whether it was the same.
    Swap {
        tells: bool,
    },
    /// `__atomic`: compares with what a pointer points to, which gets the old value. The new one may be behind a pointer too.
    CompareExchange {
        pointer: bool,
    },
}

fn change(word: &str) -> Option<Change> {
    Some(match word {
        "add" => Change::Add,
        "sub" => Change::Sub,
        "and" => Change::And,
        "or" => Change::Or,
        "xor" => Change::Xor,
        "nand" => Change::Nand,
        _ => return None,
    })
}

/// The operation, and how many arguments it has at least.
fn operation(name: &str) -> Option<(Operation, usize)> {
    let update = |change, after| (Operation::Update { change, after }, 2);
    if let Some(name) = name.strip_prefix("__sync_") {
        return Some(match name {
            "synchronize" => (Operation::Fence, 0),
            "lock_test_and_set" => update(Change::Replace, false),
            "lock_release" => (Operation::Clear, 1),
            "bool_compare_and_swap" => (Operation::Swap { tells: true }, 3),
            "val_compare_and_swap" => (Operation::Swap { tells: false }, 3),
            _ => match (
                name.strip_prefix("fetch_and_"),
                name.strip_suffix("_and_fetch"),
            ) {
                (Some(word), _) => update(change(word)?, false),
                (_, Some(word)) => update(change(word)?, true),
                _ => return None,
            },
        });
    }
    let name = name.strip_prefix("__atomic_")?;
    Some(match name {
        "thread_fence" | "signal_fence" => (Operation::Fence, 1),
        "load_n" => (Operation::Load, 2),
        "load" => (Operation::LoadInto, 3),
        "store_n" => (Operation::Store, 3),
        "store" => (Operation::StoreFrom, 3),
        "exchange_n" => update(Change::Replace, false),
        "exchange" => (Operation::Exchange, 4),
        "compare_exchange_n" => (Operation::CompareExchange { pointer: false }, 6),
        "compare_exchange" => (Operation::CompareExchange { pointer: true }, 6),
        "test_and_set" => (Operation::TestAndSet, 2),
        "clear" => (Operation::Clear, 2),
        _ => match (name.strip_prefix("fetch_"), name.strip_suffix("_fetch")) {
            (Some(word), _) => update(change(word)?, false),
            (_, Some(word)) => update(change(word)?, true),
            _ => return None,
        },
    })
}

/// A call while its statements are made.
struct Making {
    statements: Vec<Stmt>,
    place: Place,
    spot: Spot,
}

impl<'u> Elaborator<'u> {
    /// The value of a call, if it is one of an atomic operation.
    pub fn atomic(
        &mut self,
        name: &str,
        arguments: &'u [ExprId],
        place: Place,
        spot: Spot,
    ) -> Done<Option<Value>> {
        let Some((operation, least)) = operation(name) else {
            return Ok(None);
        };
        if arguments.len() < least {
            let message = format!(
                "`{name}` takes {least} arguments, but is given {}",
                arguments.len()
            );
            return Err(self.fault(place, "C0108", message));
        }
        let void = self.tys.basic.void;
        let mut making = Making {
            statements: vec![],
            place,
            spot,
        };
        let (Some(&first), false) = (arguments.first(), matches!(operation, Operation::Fence))
        else {
            return Ok(Some(self.make(ExprKind::Nothing, void, spot)));
        };
        let (object, ty) = self.pointed_object(first, operation, &mut making)?;
        let result = self.operate(operation, (object, ty), name, arguments, &mut making)?;
        let ty = result.as_ref().map_or(void, |value| value.ty);
        if let Some(value) = result {
            self.push(StmtKind::Value(value.expr), &mut making);
        }
        let block = self.make_stmt(StmtKind::Block(making.statements), place);
        Ok(Some(self.make(ExprKind::Block(Box::new(block)), ty, spot)))
    }

    fn operate(
        &mut self,
        operation: Operation,
        (object, ty): (LocalId, Ty),
        name: &str,
        arguments: &'u [ExprId],
        making: &mut Making,
    ) -> Done<Option<Value>> {
        let bool = self.tys.basic.bool;
        match operation {
            Operation::Fence => Ok(None),
            Operation::Load => Ok(Some(self.behind(object, ty, making))),
            Operation::Update { change, after } => {
                let operand = self.given(arguments[1], ty, (2, name), making)?;
                let old = self.behind(object, ty, making);
                let old = self.keep(old, ty, making);
                let new = self.changed(change, old, operand, ty, making)?;
                let new = self.keep(new, ty, making);
                self.write(object, new, ty, making);
                Ok(Some(self.kept(if after { new } else { old }, making)))
            }
            Operation::Store => {
                let new = self.given(arguments[1], ty, (2, name), making)?;
                self.write(object, new, ty, making);
                Ok(None)
            }
            Operation::Clear => {
                let zero = self.int(0, ty, making.spot);
                let zero = self.keep(zero, ty, making);
                self.write(object, zero, ty, making);
                Ok(None)
            }
            Operation::TestAndSet => {
                let old = self.behind(object, ty, making);
                let old = self.convert(old, bool);
                let old = self.keep(old, bool, making);
                let one = self.int(1, ty, making.spot);
                let one = self.keep(one, ty, making);
                self.write(object, one, ty, making);
                Ok(Some(self.kept(old, making)))
            }
            Operation::LoadInto => {
                let to = self.pointer_given(arguments[1], ty, (2, name), making)?;
                self.copy(to, object, ty, making);
                Ok(None)
            }
            Operation::StoreFrom => {
                let from = self.pointer_given(arguments[1], ty, (2, name), making)?;
                self.copy(object, from, ty, making);
                Ok(None)
            }
            Operation::Exchange => {
                let from = self.pointer_given(arguments[1], ty, (2, name), making)?;
                let to = self.pointer_given(arguments[2], ty, (3, name), making)?;
                let old = self.behind(object, ty, making);
                let old = self.keep(old, ty, making);
                self.copy(object, from, ty, making);
                self.write(to, old, ty, making);
                Ok(None)
            }
            Operation::Swap { tells } => {
                let expected = self.given(arguments[1], ty, (2, name), making)?;
                let new = self.given(arguments[2], ty, (3, name), making)?;
                let old = self.behind(object, ty, making);
                let old = self.keep(old, ty, making);
                let expected = self.kept(expected, making);
                let same = self.same_values(old, expected, making);
                let new = self.assignment(object, new, ty, making);
                self.push_if(same, new, None, making);
                let result = if tells { same } else { old };
                Ok(Some(self.kept(result, making)))
            }
            Operation::CompareExchange { pointer } => {
                let expected = self.pointer_given(arguments[1], ty, (2, name), making)?;
                let new = if pointer {
                    let from = self.pointer_given(arguments[2], ty, (3, name), making)?;
                    let new = self.behind(from, ty, making);
                    self.keep(new, ty, making)
                } else {
                    self.given(arguments[2], ty, (3, name), making)?
                };
                let old = self.behind(object, ty, making);
                let old = self.keep(old, ty, making);
                let there = self.behind(expected, ty, making);
                let same = self.same_values(old, there, making);
                let new = self.assignment(object, new, ty, making);
                let told = self.assignment(expected, old, ty, making);
                self.push_if(same, new, Some(told), making);
                Ok(Some(self.kept(same, making)))
            }
        }
    }

    /// The pointer to the object, in a local, and the type of the object.
    fn pointed_object(
        &mut self,
        argument: ExprId,
        operation: Operation,
        making: &mut Making,
    ) -> Done<(LocalId, Ty)> {
        let at = self.unit.expr(argument).place;
        let value = self.value(argument)?;
        let to = self.tys.pointee(value.ty);
        let flag = matches!(operation, Operation::TestAndSet | Operation::Clear);
        let to = match to {
            // Flags may be given as `void *`.
            Some(to) if flag && self.tys.is_void(to) => self.tys.basic.char,
            Some(to) => self.tys.bare(to),
            None => self.tys.basic.void,
        };
        let arithmetic = matches!(operation, Operation::Update { change, .. } if !matches!(change, Change::Replace));
        if !self.tys.is_integer(to) && (arithmetic || !self.tys.is_pointer(to)) {
            let what = format!(
                "an atomic operation on what `{}` points to",
                self.tys.show(value.ty)
            );
            return Err(self.unsupported(at, &what));
        }
        let pointer = self.tys.pointer(to);
        let value = self.convert(value, pointer);
        Ok((self.keep(value, pointer, making), to))
    }

    /// An argument as a value of the object's type, in a local.
    fn given(
        &mut self,
        argument: ExprId,
        ty: Ty,
        (number, name): (usize, &str),
        making: &mut Making,
    ) -> Done<LocalId> {
        let at = self.unit.expr(argument).place;
        let value = self.value(argument)?;
        let value = self.store(value, ty, Target::Argument(number, Some(name)), at)?;
        Ok(self.keep(value, ty, making))
    }

    fn pointer_given(
        &mut self,
        argument: ExprId,
        ty: Ty,
        which: (usize, &str),
        making: &mut Making,
    ) -> Done<LocalId> {
        let pointer = self.tys.pointer(ty);
        self.given(argument, pointer, which, making)
    }

    /// The new value. Sums wrap, also of signed types.
    fn changed(
        &mut self,
        change: Change,
        old: LocalId,
        operand: LocalId,
        ty: Ty,
        making: &Making,
    ) -> Done<Value> {
        let op = match change {
            Change::Replace => return Ok(self.kept(operand, making)),
            Change::Add => BinaryOp::Add,
            Change::Sub => BinaryOp::Sub,
            Change::And | Change::Nand => BinaryOp::BitAnd,
            Change::Or => BinaryOp::BitOr,
            Change::Xor => BinaryOp::BitXor,
        };
        let unsigned = self.unsigned(ty);
        let one = self.kept(old, making);
        let other = self.kept(operand, making);
        let (one, other) = (self.convert(one, unsigned), self.convert(other, unsigned));
        let (one, other) = self.usual(one, other);
        let common = one.ty;
        let kind = ExprKind::Binary(op, Box::new(one.expr), Box::new(other.expr));
        let mut value = self.make(kind, common, making.spot);
        if matches!(change, Change::Nand) {
            let kind = ExprKind::Unary(UnaryOp::BitNot, Box::new(value.expr));
            value = self.make(kind, common, making.spot);
        }
        Ok(self.convert(value, ty))
    }

    /// Whether a local is equal to a value, in a local.
    fn same_values(&mut self, local: LocalId, value: Value, making: &mut Making) -> LocalId {
        let one = self.kept(local, making);
        let (one, other) = if self.tys.is_integer(one.ty) {
            self.usual(one, value)
        } else {
            (one, value)
        };
        let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(one.expr), Box::new(other.expr));
        let same = self.make(kind, self.tys.basic.int, making.spot);
        let bool = self.tys.basic.bool;
        let same = self.convert(same, bool);
        self.keep(same, bool, making)
    }

    /// Puts a value into a local of its own.
    fn keep(&mut self, value: Value, ty: Ty, making: &mut Making) -> LocalId {
        let local = self.add_local("", ty, making.place);
        self.body.locals[local.0 as usize].hidden = true;
        let init = Some(Init::Value(value.expr));
        self.push(StmtKind::Declare { local, init }, making);
        local
    }

    fn kept(&self, local: LocalId, making: &Making) -> Value {
        let ty = self.body.tys[local.0 as usize];
        let lvalue = self.place_of(LvalueKind::Local(local), ty, making);
        self.make(ExprKind::Load(Box::new(lvalue)), ty, making.spot)
    }

    fn place_of(&self, kind: LvalueKind, ty: Ty, making: &Making) -> Lvalue {
        Lvalue {
            ty: self.tys.id(ty),
            kind,
            span: making.spot.span,
            at: making.spot.at,
            site: making.spot.site,
        }
    }

    fn object_behind(&self, pointer: LocalId, ty: Ty, making: &Making) -> Lvalue {
        let pointer = self.kept(pointer, making).expr;
        self.place_of(LvalueKind::Deref(Box::new(pointer)), ty, making)
    }

    /// What a pointer in a local points to.
    fn behind(&self, pointer: LocalId, ty: Ty, making: &Making) -> Value {
        let lvalue = self.object_behind(pointer, ty, making);
        self.make(ExprKind::Load(Box::new(lvalue)), ty, making.spot)
    }

    fn assignment(&self, pointer: LocalId, from: LocalId, ty: Ty, making: &Making) -> Expr {
        let to = self.object_behind(pointer, ty, making);
        let value = self.kept(from, making).expr;
        let kind = ExprKind::Assign(Box::new(to), Box::new(value));
        self.make(kind, ty, making.spot).expr
    }

    fn write(&mut self, pointer: LocalId, from: LocalId, ty: Ty, making: &mut Making) {
        let assignment = self.assignment(pointer, from, ty, making);
        self.push(StmtKind::Expr(assignment), making);
    }

    fn copy(&mut self, to: LocalId, from: LocalId, ty: Ty, making: &mut Making) {
        let value = self.behind(from, ty, making);
        let value = self.keep(value, ty, making);
        self.write(to, value, ty, making);
    }

    fn push(&self, kind: StmtKind, making: &mut Making) {
        let statement = self.make_stmt(kind, making.place);
        making.statements.push(statement);
    }

    fn push_if(
        &mut self,
        condition: LocalId,
        then: Expr,
        otherwise: Option<Expr>,
        making: &mut Making,
    ) {
        let condition = self.kept(condition, making).expr;
        let place = making.place;
        let statement = |expr| Box::new(self.make_stmt(StmtKind::Expr(expr), place));
        let kind = StmtKind::If {
            condition,
            then: statement(then),
            otherwise: otherwise.map(statement),
        };
        self.push(kind, making);
    }
}
