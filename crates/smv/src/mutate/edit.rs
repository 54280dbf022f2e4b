//! What a mutant changes in the tree.

use assay_source::Span;

use super::{ElementKind, Offer, Site, Values};
use crate::tree::{
    AssignKind, Expr, ExprId, ExprKind, Literal, LiteralKind, Section, SectionKind, Tree, Type,
    TypeKind, UnaryOp, Variable, VariableKind,
};

/// A change of the tree.
#[derive(Clone, Debug)]
pub enum Edit {
    /// The last of these takes the place of an expression. Those before it are new; their numbers follow the last one of the
    /// original tree, and they may have expressions of it as operands.
    Replace(ExprId, Vec<Expr>),
    /// The assignment is gone: the variable takes any value of its type.
    RemoveAssign,
    /// The definition is gone. In the text its name becomes a variable with these values, which takes any of them.
    OpenDefine(Values),
}

/// The tree of a mutant. The offer is one of this tree.
pub fn apply(tree: &Tree, offer: &Offer) -> Tree {
    let mut tree = tree.clone();
    match &offer.edit {
        Edit::Replace(at, new) => {
            if let Some((last, others)) = new.split_last() {
                for expr in others {
                    tree.exprs.add(expr.kind.clone(), expr.span);
                }
                tree.exprs.replace(*at, last.clone());
            }
        }
        Edit::RemoveAssign => {
            if let SectionKind::Assigns(assigns) = &mut section(&mut tree, offer.site).kind {
                assigns.remove(offer.site.item);
            }
        }
        Edit::OpenDefine(values) => open(&mut tree, offer.site, values),
    }
    tree
}

fn section(tree: &mut Tree, site: Site) -> &mut Section {
    &mut tree.modules[site.module].sections[site.section]
}

/// A section with the variable follows that of the definitions.
fn open(tree: &mut Tree, site: Site, values: &Values) {
    let Section { span, keyword, .. } = *section(tree, site);
    let SectionKind::Defines(defines) = &mut section(tree, site).kind else {
        return;
    };
    let define = defines.remove(site.item);
    let kind = type_of(tree, values, define.span);
    let variable = Variable {
        name: define.name,
        ty: Type {
            kind,
            span: define.span,
        },
        span: define.span,
    };
    let kind = SectionKind::Variables(VariableKind::State, vec![variable]);
    let section = Section {
        kind,
        span,
        keyword,
    };
    let sections = &mut tree.modules[site.module].sections;
    sections.insert(site.section + 1, section);
}

fn type_of(tree: &mut Tree, values: &Values, span: Span) -> TypeKind {
    let mut number = |value: i64| {
        let id = tree.exprs.add(ExprKind::Int(value.abs()), span);
        match value < 0 {
            true => tree.exprs.add(ExprKind::Unary(UnaryOp::Minus, id), span),
            false => id,
        }
    };
    match values {
        Values::Bool | Values::Int(None) => TypeKind::Boolean,
        Values::Int(Some((low, high))) => TypeKind::Range(number(*low), number(*high)),
        Values::Literals(literals) => {
            let literal = |kind: &LiteralKind| Literal {
                kind: kind.clone(),
                span,
            };
            TypeKind::Enumeration(literals.iter().map(literal).collect())
        }
        Values::Word { signed, width } => TypeKind::Word {
            signed: *signed,
            width: number(i64::from(*width)),
        },
    }
}

impl ElementKind {
    /// The assignment says what the first value is, and nothing else.
    pub(crate) fn is_first(self) -> bool {
        matches!(self, ElementKind::Assign(AssignKind::Init, _))
    }
}
