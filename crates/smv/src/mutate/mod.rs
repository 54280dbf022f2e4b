//! Mutants of a model: small changes of assignments, definitions, and the conjuncts of `INIT`, `TRANS` and `INVAR`, as edits of
//! the syntax tree. Properties and fairness conditions are never changed.
//!
//! The seam. [`offers`] lists what can be changed; it needs [`Types`] to know which values an expression may have, for which
//! [`Declared`] looks at declarations only. [`apply`] makes the tree of one mutant; [`written`] is its text, with the user's
//! comments. Whether the mutant is a model is for elaboration to say: a change may leave a type, a
//! range, or a `case` without a branch that applies. What the change does to the system is for lowering to say: it lowers the
//! mutant's tree again, and the element of [`Offer::site`] has another definition.
//!
//! An element is found by [`Offer::element`], its name within its module, or by [`Offer::owner`], the span of its
//! assignment, definition or section; for a section with several conjuncts by [`Offer::conjunct`] too. An offer with the role
//! [`OperatorRole::Removal`] may be lowered as a fresh variable in the place of the element, without looking at its edit. The
//! numbers of expressions in the mutant's tree are those of the original, with new ones behind them, and keep their spans; a
//! new expression has the span of what it replaces.

mod declared;
mod edit;
mod identity;
mod operators;
mod place;

use assay_source::{SourceFile, Span};

pub use declared::Declared;
pub use edit::{Edit, apply, written};
pub use identity::{fingerprint, shown_ids};
pub use operators::{Group, Operator, OperatorRole, all as operators};

use crate::tree::{
    AssignKind, BinaryOp, ExprId, ExprKind, LiteralKind, SectionKind, Tree, WordLiteral,
};
use place::Walk;

/// The values that an expression may have, as far as its type says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    Bool,
    /// From the first to the last, where that is known.
    Int(Option<(i64, i64)>),
    /// An enumeration, in the order of its declaration.
    Literals(Vec<LiteralKind>),
    Word {
        signed: bool,
        width: u32,
    },
}

/// What mutators ask about types. An expression that has different types in different instances has none here.
pub trait Types {
    /// The values of an expression of the tree. Those of a symbolic constant are those of its enumeration.
    fn values(&self, expr: ExprId) -> Option<&Values>;

    /// Names of other variables of the expression's module, of the same type, nearest first; for the name of a variable.
    fn others(&self, expr: ExprId) -> Vec<std::sync::Arc<str>>;

    /// Whether a name stands for a symbolic constant.
    fn is_literal(&self, expr: ExprId) -> bool;
}

/// Where an element stands: indices into the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub module: usize,
    pub section: usize,
    /// Of the list of definitions or assignments; 0 for a constraint.
    pub item: usize,
}

/// A change that some mutator proposes.
#[derive(Clone, Debug)]
pub struct Offer {
    pub operator: &'static Operator,
    pub site: Site,
    /// `next(x)`, `init(x)`, `x`, `INIT#1`: within the module. `INIT#1` counts the module's own sections of this kind.
    pub element: String,
    /// The span of the assignment, of the definition or of the section.
    pub owner: Span,
    /// Which conjunct of a constraint, from 0, if it has several.
    pub conjunct: Option<usize>,
    /// Where in the element's expression: numbers of operands from the root, `0^3` for three times the same.
    pub path: String,
    /// Where it is shown.
    pub at: Span,
    /// What is replaced, and by which text.
    pub span: Span,
    pub original: String,
    pub replacement: String,
    /// Which of several of one mutator at the same place; empty if there is one.
    pub variant: String,
    pub edit: Edit,
}

/// Everything that the selected mutators offer, by place.
pub fn offers(
    file: &SourceFile,
    tree: &Tree,
    types: &dyn Types,
    selected: impl Fn(&Operator) -> bool,
) -> Vec<Offer> {
    let mut offers = Vec::new();
    for element in elements(tree, file) {
        let context = operators::Context {
            file,
            tree,
            types,
            element: &element,
        };
        for operator in operators::all().filter(|operator| selected(operator)) {
            if let Some(whole) = operator.whole {
                let changes = whole(&context);
                offers.extend(
                    changes
                        .into_iter()
                        .map(|change| element.offer(file, operator, String::new(), change)),
                );
            }
        }
        for place in Walk::new(tree, types, &element) {
            for operator in operators::all().filter(|operator| selected(operator)) {
                if let Some(part) = operator.part {
                    let changes = part(&context, &place);
                    offers.extend(
                        changes
                            .into_iter()
                            .map(|change| element.offer(file, operator, place.path(), change)),
                    );
                }
            }
        }
    }
    let order = |o: &Offer| (o.at.start, o.span.start, o.span.end, o.operator.name);
    offers.sort_by(|a, b| (order(a), &a.variant).cmp(&(order(b), &b.variant)));
    offers
}

/// Something that mutators change as a whole: an assignment, a definition, a conjunct.
pub(crate) struct Element {
    pub site: Site,
    pub kind: ElementKind,
    pub name: String,
    pub owner: Span,
    pub conjunct: Option<usize>,
    /// What it is defined by.
    pub root: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementKind {
    Define,
    /// With the variable that is assigned to.
    Assign(AssignKind, ExprId),
    Conjunct,
}

impl Element {
    fn offer(
        &self,
        file: &SourceFile,
        operator: &'static Operator,
        path: String,
        change: operators::Change,
    ) -> Offer {
        Offer {
            operator,
            site: self.site,
            element: self.name.clone(),
            owner: self.owner,
            conjunct: self.conjunct,
            path,
            at: change.at,
            span: change.span,
            original: file.slice(change.span).to_string(),
            replacement: separated(file, change.span, change.text),
            variant: change.variant,
            edit: change.edit,
        }
    }
}

/// The replacement with blanks where it would grow together with its neighbours: `INIT!x` must not become `INITx`.
fn separated(file: &SourceFile, span: Span, replacement: String) -> String {
    let (before, after) = (
        &file.text()[..span.range().start],
        &file.text()[span.range().end..],
    );
    let first = replacement.chars().chain(after.chars()).next();
    let before = before.chars().next_back();
    let last = replacement.chars().next_back();
    let open = grow_together(before, first);
    let close = last.is_some() && grow_together(last, after.chars().next());
    match (open, close) {
        (false, false) => replacement,
        _ => {
            let blank = |needed| if needed { " " } else { "" };
            format!("{}{replacement}{}", blank(open), blank(close))
        }
    }
}

/// Whether two characters may belong to one token or start a comment.
fn grow_together(left: Option<char>, right: Option<char>) -> bool {
    let in_name = |c: char| c.is_ascii_alphanumeric() || "_$#-\\".contains(c);
    left.zip(right)
        .is_some_and(|(left, right)| in_name(left) && in_name(right))
}

fn elements(tree: &Tree, file: &SourceFile) -> Vec<Element> {
    let mut elements = Vec::new();
    for (at, module) in tree.modules.iter().enumerate() {
        let mut counts = [0; 3];
        for (section, declared) in module.sections.iter().enumerate() {
            let site = |item| Site {
                module: at,
                section,
                item,
            };
            match &declared.kind {
                SectionKind::Defines(defines) => {
                    let of = |(item, define): (usize, &crate::tree::Define)| Element {
                        site: site(item),
                        kind: ElementKind::Define,
                        name: define.name.to_string(),
                        owner: define.span,
                        conjunct: None,
                        root: define.value,
                    };
                    elements.extend(defines.iter().enumerate().map(of));
                }
                SectionKind::Assigns(assigns) => {
                    let of = |(item, assign): (usize, &crate::tree::Assign)| Element {
                        site: site(item),
                        kind: ElementKind::Assign(assign.kind, assign.target),
                        name: assign_name(tree, file, assign),
                        owner: assign.span,
                        conjunct: None,
                        root: assign.value,
                    };
                    elements.extend(assigns.iter().enumerate().map(of));
                }
                SectionKind::Constraint(kind, formula) => {
                    let count = &mut counts[*kind as usize];
                    *count += 1;
                    let name = format!("{}#{count}", kind.keyword());
                    let conjuncts = tree.exprs.operands(*formula, BinaryOp::And);
                    let several = conjuncts.len() > 1;
                    let of = |(number, root): (usize, ExprId)| Element {
                        site: site(0),
                        kind: ElementKind::Conjunct,
                        name: name.clone(),
                        owner: declared.span,
                        conjunct: several.then_some(number),
                        root,
                    };
                    elements.extend(conjuncts.into_iter().enumerate().map(of));
                }
                _ => {}
            }
        }
    }
    elements
}

fn assign_name(tree: &Tree, file: &SourceFile, assign: &crate::tree::Assign) -> String {
    let target = file.slice(tree.exprs[assign.target].span);
    let target: Vec<&str> = target.split_whitespace().collect();
    let target = target.join(" ");
    match assign.kind {
        AssignKind::Current => target,
        AssignKind::Init => format!("init({target})"),
        AssignKind::Next => format!("next({target})"),
    }
}

impl Values {
    /// The value that `zero` and `one` stand for: the first and the second of an enumeration, 0 and 1 or the ends of a range
    /// without them.
    pub fn constant(&self, one: bool) -> Option<ExprKind> {
        Some(match self {
            Values::Bool => ExprKind::Bool(one),
            Values::Int(range) => {
                let wanted = i64::from(one);
                let value = match *range {
                    Some((low, high)) if wanted < low || wanted > high => {
                        if one {
                            high
                        } else {
                            low
                        }
                    }
                    _ => wanted,
                };
                return (value >= 0).then_some(ExprKind::Int(value));
            }
            Values::Literals(literals) => literal(literals.get(usize::from(one))?)?,
            Values::Word { signed, width } => ExprKind::Word(WordLiteral {
                signed: *signed,
                width: *width,
                value: u32::from(one).into(),
                radix: crate::tree::Radix::Decimal,
            }),
        })
    }
}

/// A value of an enumeration as an expression; negative numbers are more than one.
pub(crate) fn literal(literal: &LiteralKind) -> Option<ExprKind> {
    Some(match literal {
        LiteralKind::Symbol(name) if name.contains('.') => return None,
        LiteralKind::Symbol(name) => ExprKind::Name(name.clone()),
        LiteralKind::Int(value) if *value < 0 => return None,
        LiteralKind::Int(value) => ExprKind::Int(*value),
        LiteralKind::Bool(value) => ExprKind::Bool(*value),
    })
}
