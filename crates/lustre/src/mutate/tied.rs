//! Elements that the user ties to expressions of the user's own.
//!
//! The expression takes the place of the right-hand side in the tree of the text, and the whole tree is checked again. So types,
//! ranges, order of computation and rules about time are those of any model, and what is wrong has a place in the expression.

use std::sync::Arc;

use assay_language::{Tied, USER, find_element};
use assay_source::Diagnostic;
use assay_term::VarId as SystemVar;

use super::apply::loops;
use super::{Becomes, Offer, Site};
use crate::ast::{self, Decl, Item, NodeDecl, VarDecl};
use crate::check::check_program;
use crate::lower::Lowered;
use crate::model::{Equation, Expr, ExprKind, Model, NodeId, VarId};
use crate::syntax::parser::parse_expression;

/// What the user ties, and the tree of the text.
#[derive(Clone, Copy)]
pub(crate) struct Tying<'a> {
    pub ast: &'a ast::Program,
    pub tied: &'a [Tied],
}

impl Tying<'_> {
    /// One offer for each, or what is wrong with the first that is none.
    pub fn offers(&self, model: &Model, lowered: &Lowered) -> Result<Vec<Offer>, Box<Diagnostic>> {
        let all = self.tied.iter();
        all.map(|tied| self.offer(model, lowered, tied)).collect()
    }

    fn offer(
        &self,
        model: &Model,
        lowered: &Lowered,
        tied: &Tied,
    ) -> Result<Offer, Box<Diagnostic>> {
        let element = find_element(&lowered.system, &tied.element, tied.element_span)?;
        let wire = lowered.system.elements[element].instances[0].var;
        let (node, var) = variable_of(model, lowered, wire, tied)?;
        let equations = &model.node(node).equations;
        let at = equations.iter().position(|e| e.lhs.contains(&var));
        let at = at.expect("an element has an equation");
        let equation = &equations[at];
        let expr = self.typed(model, node, equation, var, tied)?;
        let number = equation.lhs.iter().position(|v| *v == var).unwrap_or(0);
        let text = tied.text.trim();
        let (span, replacement, becomes) = if let [_] = equation.lhs[..] {
            let whole = Becomes::Expr(expr);
            (equation.rhs.span, text.to_string(), whole)
        } else {
            let name = &model.node(node).variable(var).name;
            let one = Becomes::One { var, expr };
            (equation.span, format!("{name} = {text}"), one)
        };
        let offer = Offer {
            site: Site::Equation(node, at),
            operator: USER.name,
            at: *equation.lhs_spans.get(number).unwrap_or(&equation.span),
            span,
            replacement,
            path: vec![],
            variant: tied.id.clone(),
            becomes,
            invalid: None,
        };
        if loops(model, &offer) {
            return Err(needs_itself(tied));
        }
        Ok(offer)
    }

    /// The expression with its types, in the context of the node.
    fn typed(
        &self,
        model: &Model,
        node: NodeId,
        equation: &Equation,
        var: VarId,
        tied: &Tied,
    ) -> Result<Expr, Box<Diagnostic>> {
        let parsed = parse_expression(&tied.file, model.dialect).map_err(|e| first(e, tied))?;
        let mut program = self.ast.clone();
        let mut nodes = program.decls.iter_mut().filter_map(|decl| match decl {
            Decl::Node(node) => Some(node),
            _ => None,
        });
        let decl = nodes.nth(node.index()).expect("the model is of this tree");
        let declared = decl.inputs.len() + decl.outputs.len() + decl.locals.len();
        let name = model.node(node).variable(var).name.clone();
        replace(decl, equation, &name, parsed);
        let (checked, _) = check_program(&program).map_err(|e| first(e, tied))?;
        let mut equations = checked.nodes[node.index()].equations.iter();
        // JKind reads an equation in a loop as an assertion.
        let changed = equations.find(|e| e.lhs == [var]);
        let changed = changed.ok_or_else(|| needs_itself(tied))?;
        let expr = changed.rhs.clone();
        if let Some(call) = find(&expr, &|e| {
            matches!(e.kind, ExprKind::Call(_) | ExprKind::Condact { .. })
        }) {
            let error = Diagnostic::error("A0027", "the expression of a change calls no node");
            let error = error.at(call.span);
            return Err(Box::new(error.help(
                "write a model whose output is what the node computes, and name it with `generator`",
            )));
        }
        // What Kind 2 makes up for a `pre` without a first value is a variable that the model does not have.
        let made_up = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if v.index() >= declared);
        if let Some(made_up) = find(&expr, &made_up) {
            let error = Diagnostic::error("A0027", "this `pre` has no value in the first step");
            let error = error.at(made_up.span);
            return Err(Box::new(error.help("give a first value with `->`")));
        }
        Ok(expr)
    }
}

/// The variable of a node that a wire stands for, if it is all of it.
fn variable_of(
    model: &Model,
    lowered: &Lowered,
    wire: SystemVar,
    tied: &Tied,
) -> Result<(NodeId, VarId), Box<Diagnostic>> {
    for instance in &lowered.instances {
        let variables = &model.node(instance.node).variables;
        for var in (0..variables.len() as u32).map(VarId) {
            let mut leaves = instance.leaves(var);
            if !leaves.any(|leaf| leaf == wire) {
                continue;
            }
            if instance.leaves(var).count() == 1 {
                return Ok((instance.node, var));
            }
            let name = &variables[var.index()].name;
            let message = format!(
                "`{}` is a part of `{name}`: no expression can be tied to a part alone",
                tied.element
            );
            let error = Diagnostic::error("A0027", message).at(tied.element_span);
            return Err(Box::new(
                error.help("a `generator` can be tied to a part of a variable"),
            ));
        }
    }
    unreachable!("an element is a variable of some instance")
}

/// Gives the variable the expression. Where the equation has others on the left, they keep what they had.
fn replace(decl: &mut NodeDecl, equation: &Equation, name: &ast::Ident, expr: ast::Expr) {
    let mut equations = decl.items.iter_mut().filter_map(|item| match item {
        Item::Equation(e) => Some(e),
        _ => None,
    });
    let found = equations.find(|e| e.span == equation.span);
    let own = found.expect("the model is of this tree");
    if let [_] = own.lhs[..] {
        own.rhs = expr;
        return;
    }
    // No text can name it.
    let unread: Arc<str> = Arc::from(format!("%{name}"));
    for left in own.lhs.iter_mut().filter(|left| *left == name) {
        left.name = unread.clone();
    }
    let variables = decl.outputs.iter().chain(&decl.locals);
    let mut declared = variables.filter(|v| v.name == *name).cloned();
    if let Some(VarDecl { ty, constant, .. }) = declared.next() {
        let name = ast::Ident {
            name: unread,
            span: name.span,
        };
        decl.locals.push(VarDecl { name, ty, constant });
    }
    decl.items.push(Item::Equation(ast::Equation {
        lhs: vec![name.clone()],
        span: equation.span,
        rhs: expr,
    }));
}

/// The first expression that satisfies the test, from the root down.
fn find<'e>(expr: &'e Expr, test: &dyn Fn(&Expr) -> bool) -> Option<&'e Expr> {
    let mut found = None;
    expr.walk(&mut |e| {
        if found.is_none() && test(e) {
            found = Some(e);
        }
    });
    found
}

fn needs_itself(tied: &Tied) -> Box<Diagnostic> {
    let message = format!("`{}` would need its own value within a step", tied.element);
    let error = Diagnostic::error("A0027", message).at(tied.span);
    Box::new(error.help("a `pre` on the way would break the loop"))
}

/// The first error inside the expression, else the first of all with the expression as its place.
fn first(errors: Vec<Diagnostic>, tied: &Tied) -> Box<Diagnostic> {
    let inside = |d: &Diagnostic| d.span.is_some_and(|s| s.file == tied.file.id);
    let mut errors: Vec<Diagnostic> = errors.into_iter().filter(Diagnostic::is_error).collect();
    let at = errors.iter().position(inside).unwrap_or(0);
    if errors.is_empty() {
        let error = Diagnostic::error("A0027", "this is no expression");
        return Box::new(error.at(tied.span));
    }
    let mut error = errors.swap_remove(at);
    match error.span {
        Some(span) if span.file != tied.file.id => {
            error = error.secondary(span, "here").at(tied.span);
        }
        _ if !inside(&error) => error = error.at(tied.span),
        _ => {}
    }
    Box::new(error)
}
