//! Types in C notation, for messages.

use super::ty::{Ty, Tys};
use crate::program::{FloatKind, Length, Type, TypeId};

impl Tys {
    /// The type as a type name in quotes is written: `int (*)[3]`.
    pub fn show(&self, ty: Ty) -> String {
        let mut inner = String::new();
        let mut ty = ty;
        loop {
            let node = self.info(ty);
            let Some(of) = node.of else {
                let name = if node.is_const {
                    format!("const {}", self.leaf_name(node.id))
                } else {
                    self.leaf_name(node.id)
                };
                return join(&name, &inner);
            };
            match self.get(ty) {
                Type::Pointer(_) => {
                    let word = if node.is_const { "*const" } else { "*" };
                    inner = join(word, &inner);
                    if matches!(self.get(of), Type::Array(..) | Type::Function(_)) {
                        inner = format!("({inner})");
                    }
                }
                Type::Array(_, length) => match length {
                    Length::Known(count) => inner.push_str(&format!("[{count}]")),
                    Length::Open => inner.push_str("[]"),
                    Length::Variable(_) => inner.push_str("[*]"),
                },
                Type::Function(function) => {
                    let mut list: Vec<String> = function
                        .parameters
                        .iter()
                        .map(|&p| self.show_id(p))
                        .collect();
                    if function.variadic {
                        list.push("...".into());
                    } else if list.is_empty() && function.prototype {
                        list.push("void".into());
                    }
                    inner.push_str(&format!("({})", list.join(", ")));
                }
                _ => {}
            }
            ty = of;
        }
    }

    /// A type of the program, which has no qualifiers.
    pub fn show_id(&self, id: TypeId) -> String {
        let (of, suffix) = match self.types.get(id) {
            Type::Pointer(of) => (*of, "*".to_owned()),
            Type::Array(of, Length::Known(count)) => (*of, format!("[{count}]")),
            Type::Array(of, _) => (*of, "[]".to_owned()),
            Type::Function(function) => (function.result, "(...)".to_owned()),
            _ => return self.leaf_name(id),
        };
        join(&self.show_id(of), &suffix)
    }

    fn leaf_name(&self, id: TypeId) -> String {
        let name = match self.types.get(id) {
            Type::Void => "void",
            Type::Bool => "_Bool",
            Type::Int { plain: true, .. } => "char",
            Type::Int { signed, rank, .. } => match (rank, signed) {
                (1, true) => "signed char",
                (1, false) => "unsigned char",
                (2, true) => "short",
                (2, false) => "unsigned short",
                (3, true) => "int",
                (3, false) => "unsigned int",
                (4, true) => "long",
                (4, false) => "unsigned long",
                (5, true) => "long long",
                (5, false) => "unsigned long long",
                (_, true) => "__int128",
                (_, false) => "unsigned __int128",
            },
            Type::Float(FloatKind::Float) => "float",
            Type::Float(FloatKind::Double) => "double",
            Type::Float(FloatKind::LongDouble) => "long double",
            Type::VaList => "va_list",
            Type::Record(record) => {
                let record = self.types.record(*record);
                let word = if record.is_union { "union" } else { "struct" };
                return if record.tag.is_empty() {
                    format!("{word} without a tag")
                } else {
                    format!("{word} {}", record.tag)
                };
            }
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => "",
        };
        name.to_owned()
    }
}

fn join(left: &str, right: &str) -> String {
    if right.is_empty() || left.ends_with('*') && !right.starts_with(char::is_alphabetic) {
        format!("{left}{right}")
    } else {
        format!("{left} {right}")
    }
}
