//! What a mutant changes in the tree.

use assay_source::{FileId, SourceFile, Span};

use super::operators::LONG;
use super::{ElementKind, Offer, Site, Values};
use crate::syntax::printer::{print_tree, print_type};
use crate::tree::{
    AssignKind, Expr, ExprId, ExprKind, Exprs, Literal, LiteralKind, Section, SectionKind, Tree,
    Type, TypeKind, UnaryOp, Variable, VariableKind,
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

/// A section with the variable stands between the definitions before and those behind, as it does in the text.
fn open(tree: &mut Tree, site: Site, values: &Values) {
    let Section { span, keyword, .. } = *section(tree, site);
    let SectionKind::Defines(defines) = &mut section(tree, site).kind else {
        return;
    };
    let behind = defines.split_off(site.item + 1);
    let Some(define) = defines.pop() else {
        return;
    };
    let ty = Type {
        kind: type_of(tree, values, define.span),
        span: define.span,
    };
    let variable = Variable {
        name: define.name,
        ty,
        span: define.span,
    };
    let section = |kind| Section {
        kind,
        span,
        keyword,
    };
    let new = [
        section(SectionKind::Variables(VariableKind::State, vec![variable])),
        section(SectionKind::Defines(behind)),
    ];
    let at = site.section + 1;
    tree.modules[site.module].sections.splice(at..at, new);
}

/// What stands in the place of such a definition.
pub(crate) fn open_text(name: &str, values: &Values) -> String {
    let mut tree = Tree {
        file: FileId::default(),
        modules: Vec::new(),
        exprs: Exprs::default(),
    };
    let span = Span::default();
    let ty = Type {
        kind: type_of(&mut tree, values, span),
        span,
    };
    format!("VAR {name} : {}; DEFINE", print_type(&tree.exprs, &ty))
}

/// The text of a mutant: that of the model with the replacement in its place, so that comments and layout stay. A long
/// expression that is not shown as a whole is printed anew with the rest of the model.
pub fn written(file: &SourceFile, tree: &Tree, offer: &Offer) -> String {
    if offer.replacement == LONG {
        return print_tree(&apply(tree, offer));
    }
    let (text, range) = (file.text(), offer.span.range());
    let (before, after) = (&text[..range.start], &text[range.end..]);
    format!("{before}{}{after}", offer.replacement)
}

fn type_of(tree: &mut Tree, values: &Values, span: Span) -> TypeKind {
    let mut number = |value: i64| {
        let id = tree.exprs.add(ExprKind::Int(value.abs()), span);
        if value < 0 {
            tree.exprs.add(ExprKind::Unary(UnaryOp::Minus, id), span)
        } else {
            id
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
