//! The mutators. Each is a name, a group, a role and one function; adding one is a function in one of these files and a line in
//! its table. Names are those of Lustre's mutators and of registers where they do the same.

mod arithmetic;
mod branch;
mod choice;
mod constant;
mod element;
mod logic;
mod relation;
mod variable;

use assay_source::{SourceFile, Span};

pub use assay_system::{Group, OperatorRole};

use super::place::Place;
use super::{Edit, Element, Types};
use crate::syntax::grammar::Grammar;
use crate::syntax::printer::{level, print_expr};
use crate::tree::{BinaryOp, Expr, ExprId, ExprKind, Exprs, Tree};

/// Larger expressions are not shown as a whole, or the mutants of a long chain would take quadratic room.
const MAX_SHOWN: usize = 300;

/// What is shown in the place of such an expression.
pub(crate) const LONG: &str = "(a change of a long expression)";

/// Longer sets and cases keep their elements and branches, for the same reason.
const MAX_ITEMS: usize = 500;

/// What a mutator may look at besides the expression.
pub(crate) struct Context<'a> {
    pub file: &'a SourceFile,
    pub tree: &'a Tree,
    pub types: &'a dyn Types,
    pub element: &'a Element,
}

/// What a mutator proposes.
pub(crate) struct Change {
    /// Where it is shown.
    pub at: Span,
    /// What is replaced, and by which text.
    pub span: Span,
    pub text: String,
    pub variant: String,
    pub edit: Edit,
}

type OnPart = fn(&Context<'_>, &Place) -> Vec<Change>;
type OnWhole = fn(&Context<'_>) -> Vec<Change>;

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    pub role: OperatorRole,
    /// One line for people.
    pub says: &'static str,
    /// For each expression of an element.
    pub(crate) part: Option<OnPart>,
    /// For an element.
    pub(crate) whole: Option<OnWhole>,
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Operator {
    const fn on_part(
        name: &'static str,
        group: Group,
        says: &'static str,
        offer: OnPart,
    ) -> Operator {
        Operator {
            name,
            group,
            role: OperatorRole::Replacement,
            says,
            part: Some(offer),
            whole: None,
        }
    }

    const fn on_whole(
        name: &'static str,
        role: OperatorRole,
        says: &'static str,
        offer: OnWhole,
    ) -> Operator {
        Operator {
            name,
            group: Group::Paper,
            role,
            says,
            part: None,
            whole: Some(offer),
        }
    }
}

/// Every mutator, in a fixed order.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    [
        logic::OPERATORS,
        relation::OPERATORS,
        arithmetic::OPERATORS,
        branch::OPERATORS,
        choice::OPERATORS,
        constant::OPERATORS,
        variable::OPERATORS,
        element::OPERATORS,
    ]
    .into_iter()
    .flatten()
}

impl<'a> Context<'a> {
    pub fn expr(&self, id: ExprId) -> &'a Expr {
        &self.tree.exprs[id]
    }

    /// The number that the first new expression will have.
    pub fn next_id(&self) -> ExprId {
        ExprId(self.tree.exprs.len() as u32)
    }

    /// The expression at a place becomes this one.
    pub fn becomes(&self, place: &Place, kind: ExprKind) -> Change {
        self.becomes_all(place, vec![kind])
    }

    /// The same with further new expressions before it.
    pub fn becomes_all(&self, place: &Place, kinds: Vec<ExprKind>) -> Change {
        let own = self.expr(place.id).span;
        let new: Vec<Expr> = kinds
            .into_iter()
            .map(|kind| Expr { kind, span: own })
            .collect();
        let at = self.op_span(place.id);
        let (span, text) = if place.size > MAX_SHOWN {
            (at, LONG.to_string())
        } else {
            (own, self.bracketed(place, &new))
        };
        Change {
            at,
            span,
            text,
            variant: String::new(),
            edit: Edit::Replace(place.id, new),
        }
    }

    /// The expression at a place becomes one of its own parts.
    pub fn keep_part(&self, place: &Place, part: ExprId) -> Change {
        self.becomes(place, self.expr(part).kind.clone())
    }

    /// `a from b` becomes `a to b`.
    pub fn swap_operator(&self, place: &Place, from: BinaryOp, to: BinaryOp) -> Vec<Change> {
        let ExprKind::Binary(op, left, right) = self.expr(place.id).kind else {
            return vec![];
        };
        if op != from {
            return vec![];
        }
        let mut change = self.becomes(place, ExprKind::Binary(to, left, right));
        let level = |op| Grammar::Smv.binary(op).map(|binding| binding.level);
        let shown = self.op_span(place.id);
        // Operators of one level change places without brackets.
        if (level(from) == level(to) || place.size > MAX_SHOWN) && shown != self.expr(place.id).span
        {
            change.span = shown;
            change.text = self.spaced(shown, to.text());
        }
        vec![change]
    }

    /// The text of an operator, with blanks where it stands without: `x+1` would become the name `x-1`.
    fn spaced(&self, span: Span, operator: &str) -> String {
        let text = self.file.text();
        let tight = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let before = tight(text[..span.start as usize].chars().next_back());
        let after = tight(text[span.end as usize..].chars().next());
        let blank = |needed| if needed { " " } else { "" };
        format!("{}{operator}{}", blank(before), blank(after))
    }

    /// The operator between two operands, or the whole expression, or its first character where it is long.
    pub fn op_span(&self, id: ExprId) -> Span {
        let whole = self.expr(id).span;
        let start = whole.start as usize;
        let ExprKind::Binary(op, left, right) = self.expr(id).kind else {
            return if whole.len() > 10_000 {
                Span::new(whole.file, start, start)
            } else {
                whole
            };
        };
        let (from, to) = (
            self.expr(left).span.end as usize,
            self.expr(right).span.start as usize,
        );
        let gap = self.file.text().get(from..to).unwrap_or_default();
        match find_operator(gap, op.text()) {
            Some(at) => Span::new(whole.file, from + at, from + at + op.text().len()),
            None => Span::new(whole.file, start, start),
        }
    }

    /// In brackets if its place needs them.
    fn bracketed(&self, place: &Place, new: &[Expr]) -> String {
        let text = self.print(new);
        match new.last() {
            Some(new) if level(&new.kind, Grammar::Smv) < place.needs => format!("({text})"),
            _ => text,
        }
    }

    /// Text of new expressions, of which the last one is the whole.
    fn print(&self, new: &[Expr]) -> String {
        let base = self.next_id().0;
        let mut exprs = Exprs::default();
        let get = |id: ExprId| match id.0.checked_sub(base) {
            Some(at) => new.get(at as usize),
            None => Some(self.expr(id)),
        };
        let Some(root) = new.last() else {
            return String::new();
        };
        let root = copy(&mut exprs, root, &get);
        print_expr(&exprs, root)
    }
}

/// Copies an expression with its operands; those are few.
fn copy<'e>(
    exprs: &mut Exprs,
    root: &'e Expr,
    get: &impl Fn(ExprId) -> Option<&'e Expr>,
) -> ExprId {
    let mut kind = root.kind.clone();
    kind.each_operand_mut(|operand| {
        if let Some(expr) = get(*operand) {
            *operand = copy(exprs, expr, get);
        }
    });
    exprs.add(kind, root.span)
}

/// Where an operator stands between its operands, among brackets, blanks and comments.
fn find_operator(gap: &str, operator: &str) -> Option<usize> {
    let mut at = 0;
    while at < gap.len() {
        let rest = &gap[at..];
        if rest.starts_with("--") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/--") {
            at += rest.find("--/").map_or(rest.len(), |end| end + 3);
        } else if rest.starts_with(operator) {
            return Some(at);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}
