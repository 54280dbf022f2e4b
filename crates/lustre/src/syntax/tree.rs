//! Walking and comparing trees.

use super::ast::{
    ConstDecl, Decl, Expr, ExprKind, Item, PathStep, Program, TypeBody, TypeExpr, TypeExprKind,
    VarDecl,
};

impl ExprKind {
    /// The direct subexpressions, in the order of the text.
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let mut out: Vec<&Expr> = Vec::new();
        match self {
            ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(..) | ExprKind::Name(_) => {}
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a) | ExprKind::Field(a, _) => out.push(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::RecordUpdate(a, _, b)
            | ExprKind::Fill(a, b)
            | ExprKind::Index(a, b) => out.extend([&**a, &**b]),
            ExprKind::Ite(a, b, c) | ExprKind::ArrayUpdate(a, b, c) => {
                out.extend([&**a, &**b, &**c])
            }
            ExprKind::Call(call) => out.extend(&call.args),
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => {
                out.push(clock);
                out.extend(&call.args);
                out.extend(defaults);
            }
            ExprKind::Record(_, fields) => out.extend(fields.iter().map(|(_, e)| e)),
            ExprKind::Array(elements) | ExprKind::Tuple(elements) => out.extend(elements),
            ExprKind::With(base, path, value) => {
                out.push(base);
                out.extend(path.iter().filter_map(|step| match step {
                    PathStep::Index(index) => Some(index),
                    PathStep::Field(_) => None,
                }));
                out.push(value);
            }
        }
        out.into_iter()
    }
}

impl Expr {
    /// Whether this is `a.f`, `a[2].g` and so on: what JKind's flattened files use as one name.
    pub(crate) fn is_dotted(&self) -> bool {
        match &self.kind {
            ExprKind::Field(base, _) => base.is_dotted() || matches!(base.kind, ExprKind::Name(_)),
            ExprKind::Index(base, index) => {
                matches!(index.kind, ExprKind::Int(_))
                    && (base.is_dotted() || matches!(base.kind, ExprKind::Name(_)))
            }
            _ => false,
        }
    }

    /// The text of a name or dotted name.
    pub(crate) fn dotted_name(&self) -> Option<String> {
        match &self.kind {
            ExprKind::Name(name) => Some(name.to_string()),
            ExprKind::Field(base, field) => Some(format!("{}.{field}", base.dotted_name()?)),
            ExprKind::Index(base, index) => match &index.kind {
                ExprKind::Int(value) => Some(format!("{}[{value}]", base.dotted_name()?)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether two trees are the same but for spans.
pub trait SameTree {
    fn same_tree(&self, other: &Self) -> bool;
}

impl<T: SameTree> SameTree for [T] {
    fn same_tree(&self, other: &[T]) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same_tree(b))
    }
}

impl<T: SameTree> SameTree for Option<T> {
    fn same_tree(&self, other: &Option<T>) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.same_tree(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl SameTree for Expr {
    fn same_tree(&self, other: &Expr) -> bool {
        let head = match (&self.kind, &other.kind) {
            (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Real(a, _), ExprKind::Real(b, _)) => a == b,
            (ExprKind::Name(a), ExprKind::Name(b)) => a == b,
            (ExprKind::Unary(a, _), ExprKind::Unary(b, _)) => a == b,
            (ExprKind::Binary(a, ..), ExprKind::Binary(b, ..)) => a == b,
            (ExprKind::Ite(..), ExprKind::Ite(..)) => true,
            (ExprKind::Cast(a, _), ExprKind::Cast(b, _)) => a == b,
            (ExprKind::Call(a), ExprKind::Call(b)) => a.callee == b.callee,
            (
                ExprKind::Condact {
                    call: a,
                    defaults: x,
                    ..
                },
                ExprKind::Condact {
                    call: b,
                    defaults: y,
                    ..
                },
            ) => a.callee == b.callee && x.len() == y.len(),
            (ExprKind::Record(a, x), ExprKind::Record(b, y)) => {
                a == b && x.iter().map(|f| &f.0).eq(y.iter().map(|f| &f.0))
            }
            (ExprKind::Field(_, a), ExprKind::Field(_, b)) => a == b,
            (ExprKind::RecordUpdate(_, a, _), ExprKind::RecordUpdate(_, b, _)) => a == b,
            (ExprKind::Array(_), ExprKind::Array(_)) => true,
            (ExprKind::Fill(..), ExprKind::Fill(..)) => true,
            (ExprKind::Index(..), ExprKind::Index(..)) => true,
            (ExprKind::ArrayUpdate(..), ExprKind::ArrayUpdate(..)) => true,
            (ExprKind::With(_, a, _), ExprKind::With(_, b, _)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|steps| match steps {
                        (PathStep::Field(x), PathStep::Field(y)) => x == y,
                        (PathStep::Index(_), PathStep::Index(_)) => true,
                        _ => false,
                    })
            }
            (ExprKind::Tuple(_), ExprKind::Tuple(_)) => true,
            _ => false,
        };
        let (a, b): (Vec<_>, Vec<_>) = (
            self.kind.children().collect(),
            other.kind.children().collect(),
        );
        head && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_tree(b))
    }
}

impl SameTree for TypeExpr {
    fn same_tree(&self, other: &TypeExpr) -> bool {
        match (&self.kind, &other.kind) {
            (TypeExprKind::Bool, TypeExprKind::Bool)
            | (TypeExprKind::Int, TypeExprKind::Int)
            | (TypeExprKind::Real, TypeExprKind::Real) => true,
            (TypeExprKind::Named(a), TypeExprKind::Named(b)) => a == b,
            (TypeExprKind::Subrange(a, b), TypeExprKind::Subrange(c, d)) => {
                a.same_tree(c) && b.same_tree(d)
            }
            (TypeExprKind::Array(a, n), TypeExprKind::Array(b, m)) => {
                a.same_tree(b) && n.same_tree(m)
            }
            _ => false,
        }
    }
}

impl SameTree for VarDecl {
    fn same_tree(&self, other: &VarDecl) -> bool {
        self.name == other.name && self.constant == other.constant && self.ty.same_tree(&other.ty)
    }
}

impl SameTree for ConstDecl {
    fn same_tree(&self, other: &ConstDecl) -> bool {
        self.name == other.name
            && self.ty.same_tree(&other.ty)
            && self.value.same_tree(&other.value)
    }
}

impl SameTree for Item {
    fn same_tree(&self, other: &Item) -> bool {
        match (self, other) {
            (Item::Equation(a), Item::Equation(b)) => a.lhs == b.lhs && a.rhs.same_tree(&b.rhs),
            (Item::Assert(a), Item::Assert(b)) => a.expr.same_tree(&b.expr),
            (Item::Property(a), Item::Property(b)) => {
                a.style == b.style
                    && a.name == b.name
                    && a.expr.same_tree(&b.expr)
                    && a.provided.same_tree(&b.provided)
            }
            (Item::Main(a), Item::Main(b)) => a.value == b.value,
            (Item::Realizable(a), Item::Realizable(b)) => a.inputs == b.inputs,
            (Item::Ivc(a), Item::Ivc(b)) => a.elements.same_tree(&b.elements),
            _ => false,
        }
    }
}

impl SameTree for Decl {
    fn same_tree(&self, other: &Decl) -> bool {
        match (self, other) {
            (Decl::Type(a), Decl::Type(b)) => {
                a.name == b.name
                    && match (&a.body, &b.body) {
                        (TypeBody::Alias(a), TypeBody::Alias(b)) => a.same_tree(b),
                        (TypeBody::Record(a), TypeBody::Record(b)) => a.same_tree(b),
                        (TypeBody::Enum(a), TypeBody::Enum(b)) => a == b,
                        _ => false,
                    }
            }
            (Decl::Const(a), Decl::Const(b)) => a.same_tree(b),
            (Decl::Function(a), Decl::Function(b)) => {
                a.name == b.name && a.inputs.same_tree(&b.inputs) && a.outputs.same_tree(&b.outputs)
            }
            (Decl::Node(a), Decl::Node(b)) => {
                a.name == b.name
                    && a.is_function == b.is_function
                    && a.inputs.same_tree(&b.inputs)
                    && a.outputs.same_tree(&b.outputs)
                    && a.constants.same_tree(&b.constants)
                    && a.locals.same_tree(&b.locals)
                    && a.items.same_tree(&b.items)
            }
            _ => false,
        }
    }
}

impl SameTree for Program {
    fn same_tree(&self, other: &Program) -> bool {
        self.dialect == other.dialect && self.decls.same_tree(&other.decls)
    }
}
