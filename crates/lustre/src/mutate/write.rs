//! A mutant as Lustre text: the change is made in the text of the model, so that any tool that reads Lustre can check the mutant.
//!
//! A text may be read in another way than it was meant: `a or b` in the place of `a and b` needs parentheses. So what was written
//! is read again, and lowered, and has to be the same system as the change in the tree ([`applied`]). What is not the same is refused.

use assay_language::with_stack;
use assay_source::{SourceFile, Span};
use assay_system::{System, VarKind};
use assay_term::TermId;

use super::apply::applied;
use super::identity::shown_ids;
use super::{Becomes, LeafChange, Offer, Selection, Site, Tying, offers_of};
use crate::Dialect;
use crate::STACK;
use crate::load::load;
use crate::lower::{Lowered, Lowering, lower};
use crate::model::{Equation, Expr, ExprKind, Model, NodeId, Type};

/// Why a change of one of them cannot be written.
const SEVERAL: &str = "it changes one of several variables that the equation defines";

/// A piece of the text and what takes its place.
type Edit = (std::ops::Range<usize>, String);

/// The model's text with the change of one mutant of [`super::mutate`], by its id. The error says why there is none.
pub fn written(
    file: &SourceFile,
    model: &Model,
    main: NodeId,
    selection: &Selection,
    id: &str,
) -> Result<String, String> {
    written_with(file, model, main, selection, None, id)
}

/// The same of [`super::mutate_with`].
pub(crate) fn written_with(
    file: &SourceFile,
    model: &Model,
    main: NodeId,
    selection: &Selection,
    tying: Option<Tying<'_>>,
    id: &str,
) -> Result<String, String> {
    with_stack(STACK, || {
        let mut lowering = Lowering::new(model);
        let lowered = lowering.lower(main);
        lowered.map_err(|d| d.message.clone())?;
        let lowered = lowering.finished();
        let offered = offers_of(file, model, &lowered, selection, tying);
        let (specified, offers) = offered.map_err(|d| d.message.clone())?;
        let ids = shown_ids(file, &offers);
        let at = ids.iter().position(|i| i == id).ok_or("it is gone")?;
        let writer = Writer {
            file,
            model,
            main,
            lowered: &lowered,
            offer: &offers[at],
        };
        if let Some(name) = writer.claimed(&specified.copied) {
            return Err(format!(
                "the property `{name}` is about the variable that the change defines, and keeps the original definition"
            ));
        }
        let text = edited(file.text(), writer.edits()?);
        writer.check(&text)?;
        Ok(text)
    })
}

struct Writer<'a> {
    file: &'a SourceFile,
    model: &'a Model,
    main: NodeId,
    lowered: &'a Lowered,
    offer: &'a Offer,
}

impl Writer<'_> {
    /// A property that keeps a copy of the definition that changes.
    fn claimed(&self, copied: &[usize]) -> Option<&str> {
        let equation = self.equation()?;
        let node = self.offer.site.node();
        let system = &self.lowered.system;
        let instances = self.lowered.instances.iter().filter(|i| i.node == node);
        let mut changed = instances.flat_map(|i| equation.lhs.iter().flat_map(|v| i.leaves(*v)));
        changed.find_map(|var| {
            let mut properties = copied.iter().map(|&p| &system.properties[p]);
            let property = properties.find(|p| p.var == Some(var))?;
            Some(property.name.as_str())
        })
    }

    fn equation(&self) -> Option<&Equation> {
        match self.offer.site {
            Site::Equation(node, at) => Some(&self.model.node(node).equations[at]),
            Site::Assertion(..) => None,
        }
    }

    fn edits(&self) -> Result<Vec<Edit>, String> {
        match &self.offer.becomes {
            Becomes::Expr(_) => Ok(self.inside()),
            Becomes::Leaf { change, .. } => self.whole(change),
            Becomes::One { .. } => Err(SEVERAL.into()),
        }
    }

    /// A change inside an expression.
    fn inside(&self) -> Vec<Edit> {
        let offer = self.offer;
        let root = match offer.site {
            Site::Equation(node, at) => &self.model.node(node).equations[at].rhs,
            Site::Assertion(node, at) => &self.model.node(node).assertions[at].expr,
        };
        let expr = below(root, &offer.path);
        if offer.span == expr.op_span && offer.span != expr.span {
            let text = self.file.text();
            // Another operator may bind its operands in another way.
            let mut edits = vec![(range(offer.span), offer.replacement.clone())];
            expr.for_each_child(|child| edits.extend(around(text, child)));
            if !offer.path.is_empty() {
                edits.extend(around(text, expr));
            }
            return edits;
        }
        let text = match &expr.kind {
            // A literal clock would make a plain call of the condact; see the mutator `clock_true`.
            ExprKind::Condact { clock, .. } if offer.span == clock.span => {
                let clock = self.file.slice(clock.span);
                let op = if offer.replacement == "true" {
                    "or"
                } else {
                    "and"
                };
                format!("({clock}) {op} not ({clock})")
            }
            ExprKind::Arrow(a, b) if offer.operator == "arrow_swap" => {
                let [a, b] = [a, b].map(|e| self.file.slice(e.span));
                format!("({b}) -> ({a})")
            }
            _ => offer.replacement.clone(),
        };
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let text = if offer.path.is_empty() || text.chars().all(word) {
            text
        } else {
            format!("({text})")
        };
        vec![(range(offer.span), text)]
    }

    /// A change of the whole equation.
    fn whole(&self, change: &LeafChange) -> Result<Vec<Edit>, String> {
        let node = self.offer.site.node();
        let equation = self.equation().ok_or("it changes an assertion")?;
        let [var] = equation.lhs[..] else {
            return Err(SEVERAL.into());
        };
        if *change != LeafChange::Free {
            return Ok(vec![(
                range(self.offer.span),
                self.offer.replacement.clone(),
            )]);
        }
        let instances = self.lowered.instances.iter().filter(|i| i.node == node);
        if node == self.main && instances.count() == 1 {
            let ty = self.type_text(&self.model.node(node).variable(var).ty)?;
            return self.input(equation, &ty);
        }
        match self.model.dialect {
            Dialect::Kind2 => Ok(vec![(range(equation.span), String::new())]),
            Dialect::JKind => Err(
                "it lets a variable of a called node take any value, which JKind's dialect cannot say"
                    .into(),
            ),
        }
    }

    /// The variable takes the value of a new input of the main node.
    fn input(&self, equation: &Equation, ty: &str) -> Result<Vec<Edit>, String> {
        let text = self.file.text();
        let node = self.model.node(self.main);
        let mut name = "assay_any".to_string();
        while text.contains(&name) {
            name.push('_');
        }
        let after = node.name.span.end as usize;
        let open = text[after..].find('(').ok_or("the node has no inputs")?;
        let first = after + open + 1;
        let end = if node.inputs.is_empty() { "" } else { "; " };
        Ok(vec![
            (first..first, format!("{name}: {ty}{end}")),
            (range(equation.rhs.span), name),
        ])
    }

    fn type_text(&self, ty: &Type) -> Result<String, String> {
        Ok(match ty {
            Type::Bool => "bool".into(),
            Type::Int => "int".into(),
            Type::Real => "real".into(),
            Type::Subrange(low, high) => format!("subrange [{low}, {high}] of int"),
            Type::Enum(id) => self.model.enumeration(*id).name.to_string(),
            Type::Record(_) | Type::Array(..) | Type::Tuple(_) => {
                return Err("it changes a part of a variable".into());
            }
        })
    }

    /// Reads what was written again.
    fn check(&self, text: &str) -> Result<(), String> {
        let file = SourceFile::new(self.file.id, self.file.name(), text);
        let read = load(&file, Some(self.model.dialect));
        let read = read.map_err(|errors| {
            let first = errors.iter().find(|e| e.is_error());
            let why = first.map_or("", |e| e.message.as_str());
            format!("its text would not be accepted: {why}")
        })?;
        let system = |model: &Model| {
            let lowered = lower(model, self.main).map(|l| l.system);
            lowered.map_err(|d| d.message.clone())
        };
        let read = system(&read.model)?;
        let names = |s: &System| -> Vec<String> {
            let properties = s.properties.iter();
            properties.map(|p| p.name.clone()).collect()
        };
        if names(&read) != names(&self.lowered.system) {
            return Err("it removes a call of a node that has properties".into());
        }
        match applied(self.model, self.offer) {
            Some(changed) if !same(&system(&changed)?, &read) => {
                Err("its text would be read in another way".into())
            }
            _ => Ok(()),
        }
    }
}

/// The subexpression at a path of child numbers.
fn below<'e>(root: &'e Expr, path: &[u32]) -> &'e Expr {
    let mut expr = root;
    for &number in path {
        let mut children = Vec::new();
        expr.for_each_child(|child| children.push(child));
        expr = children[number as usize];
    }
    expr
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Parentheses around an expression that is more than a name, a number or a call and has none yet.
fn around(text: &str, expr: &Expr) -> Vec<Edit> {
    let simple = matches!(
        expr.kind,
        ExprKind::Const(_)
            | ExprKind::NamedConst(_)
            | ExprKind::Var(_)
            | ExprKind::Call(_)
            | ExprKind::Field(..)
    );
    let (start, end) = (expr.span.start as usize, expr.span.end as usize);
    let enclosed = text[..start].ends_with('(') && text[end..].starts_with(')');
    if simple || enclosed {
        vec![]
    } else {
        vec![(start..start, "(".into()), (end..end, ")".into())]
    }
}

/// The text with all edits made. Of two edits at one place, a closing parenthesis comes first.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, new)| (range.start, range.end, new != ")"));
    let mut out = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (range, new) in edits {
        out.push_str(&text[done..range.start]);
        out.push_str(&new);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Whether two systems have the same variables with the same definitions, the same assumptions and the same properties.
fn same(a: &System, b: &System) -> bool {
    let outline = |s: &System| -> Vec<(String, u8)> {
        let vars = s.vars.iter().map(|v| {
            let kind = match &v.kind {
                VarKind::Input => 0,
                VarKind::Wire { .. } => 1,
                VarKind::State { init: None, .. } => 2,
                VarKind::State { init: Some(_), .. } => 3,
                VarKind::Rigid => 4,
            };
            (v.name.clone(), kind)
        });
        let properties = s.properties.iter().map(|p| (p.name.clone(), 5));
        vars.chain(properties).collect()
    };
    let terms = |s: &System| -> Vec<TermId> {
        let defined = s.var_ids().flat_map(|v| s.defining_terms(v));
        let assumed = s.constraints.iter().map(|c| c.term);
        let claimed = s.properties.iter().map(|p| p.term);
        defined.chain(assumed).chain(claimed).collect()
    };
    if outline(a) != outline(b) || a.constraints.len() != b.constraints.len() {
        return false;
    }
    let mut pool = a.pool.clone();
    pool.import(&b.pool.export(&terms(b))) == terms(a)
}
