//! Text for people: the names of lvalues with concrete indices, and values.
//!
//! Names are made before an lvalue is evaluated, so nothing here has an effect on the execution. What cannot be named is `…`.

use assay_source::Span;

use super::event::EventKind;
use super::machine::Machine;
use super::memory::{Kind, NULL, Pointer};
use super::place::Place;
use super::value::{Value, number};
use crate::program::{BinaryOp, Expr, ExprKind, LocalId, Lvalue, LvalueKind, Type, TypeId};

/// Elements of a record that are shown.
const SHOWN: usize = 8;

impl<'p> Machine<'p> {
    pub fn lvalue_name(&mut self, lvalue: &Lvalue) -> String {
        match &lvalue.kind {
            LvalueKind::Local(local) => self.local_name(*local),
            LvalueKind::Global(global) => self.program.global(*global).name.clone(),
            LvalueKind::Deref(pointer) => match &pointer.kind {
                ExprKind::PointerAdd {
                    pointer,
                    index,
                    minus: false,
                } => {
                    format!("{}[{}]", self.expr_name(pointer), self.index_name(index))
                }
                _ => format!("*{}", self.expr_name(pointer)),
            },
            LvalueKind::Index(of, index) => {
                let of = self.lvalue_name(of);
                format!("{of}[{}]", self.index_name(index))
            }
            LvalueKind::Field(of, field) => {
                let name = self.field_name(of.ty, *field);
                if name.is_empty() {
                    // The members of an anonymous record are named as its own.
                    return self.lvalue_name(of);
                }
                if let LvalueKind::Deref(pointer) = &of.kind
                    && !matches!(pointer.kind, ExprKind::PointerAdd { .. })
                {
                    return format!("{}->{name}", self.expr_name(pointer));
                }
                format!("{}.{name}", self.lvalue_name(of))
            }
            LvalueKind::Temporary(_) | LvalueKind::Literal(..) => "…".into(),
        }
    }

    fn local_name(&self, local: LocalId) -> String {
        let code = self.program.function(self.function());
        let local = code.locals.get(local.0 as usize);
        local.map_or_else(String::new, |local| local.name.clone())
    }

    fn field_name(&self, ty: TypeId, field: u32) -> &'p str {
        let Type::Record(record) = self.types.get(ty) else {
            return "…";
        };
        let fields = &self.types.record(*record).fields;
        fields.get(field as usize).map_or("…", |field| &field.name)
    }

    fn expr_name(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Load(lvalue) | ExprKind::Address(lvalue) => self.lvalue_name(lvalue),
            ExprKind::Convert(inner, _) => self.expr_name(inner),
            ExprKind::Step { of, .. } => self.lvalue_name(of),
            _ => "…".into(),
        }
    }

    fn index_name(&mut self, index: &Expr) -> String {
        match self.peek(index) {
            Some(index) => index.to_string(),
            None => "…".into(),
        }
    }

    /// The value that a simple integer expression will have.
    fn peek(&mut self, expr: &Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::Int(value) => {
                let (bits, signed) = self.types.word(expr.ty)?;
                Some(number(super::value::mask(*value, bits), bits, signed))
            }
            ExprKind::Load(lvalue) => self.peek_lvalue(lvalue),
            ExprKind::Step { of, up, before } => {
                let old = self.peek_lvalue(of)?;
                Some(match (before, up) {
                    (false, _) => old,
                    (true, true) => old.wrapping_add(1),
                    (true, false) => old.wrapping_sub(1),
                })
            }
            ExprKind::Convert(inner, _) => self.peek(inner),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.peek(a)?, self.peek(b)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Sub => a.checked_sub(b),
                    BinaryOp::Mul => a.checked_mul(b),
                    BinaryOp::Div => a.checked_div(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn peek_lvalue(&mut self, lvalue: &Lvalue) -> Option<i128> {
        let place = match &lvalue.kind {
            LvalueKind::Local(local) => self.local(*local),
            LvalueKind::Global(global) => Place::direct(super::place::Base::Object(global.0 + 1)),
            _ => return None,
        };
        let (bits, signed) = self.types.word(lvalue.ty)?;
        match self.fetch(&place, lvalue.ty)? {
            Value::Int(word) => Some(number(word, bits, signed)),
            _ => None,
        }
    }

    /// Logs the first value of a local.
    pub fn log_local(&mut self, local: LocalId, span: Span) {
        let code = self.program.function(self.function());
        let Some(ty) = code.locals.get(local.0 as usize).map(|local| local.ty) else {
            return;
        };
        let place = self.local(local);
        let value = match self.fetch(&place, ty) {
            Some(value) => self.show(&value, ty),
            None => return,
        };
        let name = self.local_name(local);
        self.event(span, EventKind::Assign { name, value });
    }

    pub fn show(&self, value: &Value, ty: TypeId) -> String {
        match value {
            Value::Void => String::new(),
            Value::Int(word) => match self.types.word(ty) {
                Some((bits, true)) => number(*word, bits, true).to_string(),
                _ => word.to_string(),
            },
            Value::Single(value) => format!("{value:?}"),
            Value::Double(value) => format!("{value:?}"),
            Value::Extended(bits) => format!("long double {bits:#x}"),
            Value::Pointer(pointer) => self.show_pointer(*pointer),
            Value::Bytes(bytes) => self.show_bytes(bytes, ty),
        }
    }

    fn show_bytes(&self, bytes: &[u8], ty: TypeId) -> String {
        let part = |offset: u64, ty: TypeId| {
            let end = offset.saturating_add(self.types.size(ty)?);
            let own = bytes.get(offset as usize..end as usize)?;
            Some(self.show(&self.memory.decode(self.types, ty, own), ty))
        };
        let mut shown = vec![];
        match self.types.get(ty) {
            Type::Record(record) => {
                let fields = &self.types.record(*record).fields;
                for field in fields.iter().take(SHOWN) {
                    let value = match field.bits {
                        None => part(field.offset, field.ty),
                        Some((low, width)) => {
                            let from = bytes.get(field.offset as usize..).unwrap_or(&[]);
                            let word = super::value::from_little_endian(from) >> low;
                            let word = super::value::mask(word, width);
                            let signed = matches!(self.types.word(field.ty), Some((_, true)));
                            Some(number(word, width, signed).to_string())
                        }
                    };
                    shown.push(format!(".{} = {}", field.name, value.unwrap_or("…".into())));
                }
                if fields.len() > SHOWN {
                    shown.push("…".into());
                }
            }
            Type::Array(of, _) => {
                let size = self.types.size(*of).unwrap_or(0).max(1);
                let count = bytes.len() as u64 / size;
                for i in 0..count.min(SHOWN as u64) {
                    shown.push(part(i * size, *of).unwrap_or("…".into()));
                }
                if count > SHOWN as u64 {
                    shown.push("…".into());
                }
            }
            _ => shown.push("…".into()),
        }
        format!("{{ {} }}", shown.join(", "))
    }

    /// The element of an array that is a variable, and how many bytes of it come before a place.
    fn element_name(&self, kind: Kind, offset: i64) -> Option<(String, u64)> {
        let (name, ty) = match kind {
            Kind::Global(global) => {
                let global = self.program.global(global);
                (&global.name, global.ty)
            }
            Kind::Local(function, local) => {
                let local = self
                    .program
                    .function(function)
                    .locals
                    .get(local.0 as usize)?;
                (&local.name, local.ty)
            }
            _ => return None,
        };
        let Type::Array(of, _) = self.types.get(ty) else {
            return None;
        };
        let (offset, size) = (u64::try_from(offset).ok()?, self.types.size(*of)?);
        let index = offset.checked_div(size)?;
        Some((format!("{name}[{index}]"), offset % size))
    }

    fn show_pointer(&self, pointer: Pointer) -> String {
        if pointer == NULL {
            return "NULL".into();
        }
        let Some(object) = self.memory.get(pointer.object) else {
            return format!("invalid pointer {}+{}", pointer.object, pointer.offset);
        };
        if let Some((name, rest)) = self.element_name(object.kind, pointer.offset) {
            return match rest {
                0 => format!("&{name}"),
                rest => format!("&{name} + {rest} bytes"),
            };
        }
        let name = match object.kind {
            Kind::Nothing => return format!("address {}", pointer.offset),
            Kind::Global(global) => format!("&{}", self.program.global(global).name),
            Kind::Function(function) => self.program.function(function).name.clone(),
            Kind::Local(function, local) => {
                let code = self.program.function(function);
                let local = code.locals.get(local.0 as usize);
                format!("&{}", local.map_or("…", |local| &local.name))
            }
            Kind::Heap => format!("heap object {}", pointer.object),
            Kind::Temporary => format!("object {}", pointer.object),
        };
        match pointer.offset {
            0 => name,
            offset if offset < 0 => format!("{name} - {} bytes", -i128::from(offset)),
            offset => format!("{name} + {offset} bytes"),
        }
    }
}
