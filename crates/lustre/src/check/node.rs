//! One node: its variables, equations, assertions, properties and annotations.

use std::sync::Arc;

use assay_source::{Diagnostic, Span};
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

use super::types::{Fit, fit};
use super::{Checker, Scope};
use crate::model::{
    Assertion, BinaryOp, Equation, Expr, ExprKind, Node, NodeId, Path, PathStep, Property,
    PropertyKind, RangeRole, Type, Value, VarId, VarKind, Variable,
};
use crate::syntax::ast::{self, Item, NodeDecl, VarDecl};

impl Checker<'_> {
    pub(super) fn node(&mut self, decl: &NodeDecl, id: NodeId) -> Option<Node> {
        let errors = self.errors;
        self.scope = Scope {
            node: Some(decl.name.name.clone()),
            ..Scope::default()
        };
        for constant in &decl.constants {
            if self.scope.constants.contains_key(&constant.name.name) {
                let message = format!("the constant `{}` is declared twice", constant.name);
                self.error("L0202", message, constant.name.span);
            }
            if let Some(id) = self.constant(constant) {
                self.scope.constants.insert(constant.name.name.clone(), id);
            }
        }
        let mut node = Node {
            name: decl.name.clone(),
            span: decl.span,
            is_function: decl.is_function,
            variables: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            locals: Vec::new(),
            equations: Vec::new(),
            assertions: Vec::new(),
            properties: Vec::new(),
            ivc: None,
            realizable: None,
            calls: 0,
            instant: Vec::new(),
            output_needs: Vec::new(),
        };
        let signature = self.signatures[id.index()].clone();
        node.inputs = self.variables(&mut node, &decl.inputs, VarKind::Input, &signature.inputs);
        node.outputs = self.variables(
            &mut node,
            &decl.outputs,
            VarKind::Output,
            &signature.outputs,
        );
        let locals: Option<Vec<Type>> = decl
            .locals
            .iter()
            .map(|l| self.resolve_type(&l.ty))
            .collect();
        node.locals = self.variables(&mut node, &decl.locals, VarKind::Local, &locals?);
        self.scope.dotted = node
            .variables
            .iter()
            .any(|v| v.name.name.contains(['.', '[']));
        for item in &decl.items {
            self.item(&mut node, item);
        }
        self.unassigned(&mut node);
        self.constant_parameters(&mut node);
        node.calls = self.scope.calls;
        (self.errors == errors).then_some(node)
    }

    fn variables(
        &mut self,
        node: &mut Node,
        decls: &[VarDecl],
        kind: VarKind,
        types: &[Type],
    ) -> Vec<VarId> {
        let mut ids = Vec::new();
        for (decl, ty) in decls.iter().zip(types) {
            let id = VarId(node.variables.len() as u32);
            if let Some(before) = self.scope.variables.insert(decl.name.name.clone(), id) {
                let first = node.variable(before).name.span;
                let message = format!("the variable `{}` is declared twice", decl.name);
                self.report(
                    Diagnostic::error("L0202", message)
                        .at(decl.name.span)
                        .secondary(first, "first declared here"),
                );
            }
            if self.globals.contains_key(&decl.name.name) && !self.kind2() {
                let message = format!("`{}` is also a constant or enumeration literal", decl.name);
                self.error("L0202", message, decl.name.span);
            }
            self.scope.types.push(ty.clone());
            if decl.constant {
                self.scope.constants_in.push(id);
            }
            node.variables.push(Variable {
                name: decl.name.clone(),
                ty: ty.clone(),
                kind,
                range: RangeRole::Assumed,
                constant: decl.constant,
                assigned: false,
            });
            ids.push(id);
        }
        ids
    }

    fn item(&mut self, node: &mut Node, item: &Item) {
        match item {
            Item::Equation(equation) => self.equation(node, equation),
            Item::Assert(assert) => {
                if let Some(expr) = self.expected(&assert.expr, &Type::Bool) {
                    node.assertions.push(Assertion {
                        expr,
                        span: assert.span,
                        generated: false,
                    });
                }
            }
            Item::Property(property) => self.property(node, property),
            Item::Ivc(ivc) => self.ivc(node, ivc),
            Item::Realizable(realizable) => self.realizable(node, realizable),
            // Main nodes are chosen when all nodes are known.
            Item::Main(_) => {}
        }
    }

    fn equation(&mut self, node: &mut Node, equation: &ast::Equation) {
        let lhs: Vec<Option<VarId>> = equation
            .lhs
            .iter()
            .map(|name| self.assign(node, name, equation.span))
            .collect();
        let Some(rhs) = self.expr(&equation.rhs) else {
            return;
        };
        let found = rhs.ty.components().len();
        if found != lhs.len() {
            let message = format!("{} variables are assigned {found} values", lhs.len());
            self.error("L0304", message, equation.span);
            return;
        }
        let Some(lhs) = lhs.into_iter().collect::<Option<Vec<VarId>>>() else {
            return;
        };
        for ((&id, name), actual) in lhs.iter().zip(&equation.lhs).zip(rhs.ty.components()) {
            let expected = node.variable(id).ty.clone();
            match fit(&expected, actual) {
                Fit::Yes => {}
                Fit::Narrow if self.kind2() => self.oblige_range(node, id),
                misfit => {
                    let (wanted, given) = match misfit {
                        Fit::Narrow => (self.type_text(&expected), self.type_text(actual)),
                        _ => (
                            self.plain_type_text(&expected),
                            self.plain_type_text(actual),
                        ),
                    };
                    let diagnostic = Diagnostic::error(
                        "L0301",
                        format!("`{name}` has the type {wanted}, its value {given}"),
                    )
                    .at(rhs.span)
                    .label(format!("this is {given}"))
                    .secondary(name.span, format!("this is {wanted}"));
                    self.report(diagnostic);
                }
            }
        }
        node.equations.push(Equation {
            lhs,
            lhs_spans: equation.lhs.iter().map(|name| name.span).collect(),
            rhs,
            span: equation.span,
        });
    }

    /// Marks a variable as assigned.
    fn assign(&mut self, node: &mut Node, name: &ast::Ident, equation: Span) -> Option<VarId> {
        let Some(&id) = self.scope.variables.get(&name.name) else {
            self.unknown("variable", &name.name, name.span);
            return None;
        };
        let variable = &mut node.variables[id.index()];
        if variable.kind == VarKind::Input {
            self.error(
                "L0403",
                format!("the input `{name}` cannot be assigned"),
                name.span,
            );
            return None;
        }
        if variable.assigned {
            let mut diagnostic =
                Diagnostic::error("L0402", format!("`{name}` is assigned twice")).at(name.span);
            if let Some(first) = node.equations.iter().find(|e| e.lhs.contains(&id))
                && first.span != equation
            {
                diagnostic = diagnostic.secondary(first.span, "first assigned here");
            }
            self.report(diagnostic);
            return None;
        }
        variable.assigned = true;
        Some(id)
    }

    fn unassigned(&mut self, node: &mut Node) {
        let free: Vec<&Variable> = node
            .variables
            .iter()
            .filter(|v| v.kind != VarKind::Input && !v.assigned)
            .collect();
        for variable in free {
            let (name, span) = (&variable.name, variable.name.span);
            let what = match variable.kind {
                VarKind::Output => "output",
                _ => "variable",
            };
            let diagnostic = if self.kind2() {
                Diagnostic::note(
                    "L0503",
                    format!("the {what} `{name}` has no equation: it may take any value"),
                )
            } else {
                Diagnostic::error("L0401", format!("the {what} `{name}` has no equation"))
            };
            self.report(diagnostic.at(span));
        }
    }

    fn property(&mut self, node: &mut Node, property: &ast::Property) {
        let Some(mut expr) = self.expected(&property.expr, &Type::Bool) else {
            return;
        };
        if let Some(provided) = &property.provided {
            let Some(condition) = self.expected(provided, &Type::Bool) else {
                return;
            };
            let (span, op_span) = (expr.span, provided.op_span);
            let kind = ExprKind::Binary(BinaryOp::Implies, Box::new(condition), Box::new(expr));
            let ty = Type::Bool;
            expr = Expr {
                kind,
                ty,
                span,
                op_span,
            };
        }
        let name = match (&property.name, property.expr.dotted_name()) {
            (Some(name), _) => name.clone(),
            (None, Some(path)) if property.provided.is_none() => Arc::from(path),
            _ => Arc::from(crate::syntax::printer::print_expr(
                &property.expr,
                self.dialect,
            )),
        };
        if let Some(first) = node.properties.iter().find(|p| p.name == name) {
            let diagnostic =
                Diagnostic::error("L0409", format!("the property `{name}` is given twice"))
                    .at(property.span)
                    .secondary(first.span, "first given here");
            if self.kind2() && property.name.is_none() {
                return;
            } else {
                return self.report(diagnostic);
            }
        }
        node.properties.push(Property {
            name,
            kind: PropertyKind::Written,
            expr,
            span: property.span,
        });
    }

    fn ivc(&mut self, node: &mut Node, ivc: &ast::Ivc) {
        let mut paths = node.ivc.take().unwrap_or_default();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for element in &ivc.elements {
            let Some(typed) = self.expr(element) else {
                continue;
            };
            let Some(path) = path_of(&typed) else {
                continue;
            };
            let name = element.dotted_name().unwrap_or_default();
            if node.variable(path.var).kind == VarKind::Input {
                let message = format!("`{name}` is an input: `--%IVC` takes outputs and locals");
                self.error("L0410", message, element.span);
            } else if !names.insert(name.clone()) || paths.iter().any(|p| p.same_place(&path)) {
                self.error("L0410", format!("`{name}` is listed twice"), element.span);
            } else {
                paths.push(path);
            }
        }
        node.ivc = Some(paths);
    }

    fn realizable(&mut self, node: &mut Node, realizable: &ast::Realizable) {
        let mut inputs = node.realizable.take().unwrap_or_default();
        for name in &realizable.inputs {
            match self.scope.variables.get(&name.name).copied() {
                Some(id) if node.variable(id).kind != VarKind::Input => {
                    self.error("L0416", format!("`{name}` is not an input"), name.span);
                }
                Some(id) if inputs.contains(&id) => {
                    self.error("L0416", format!("`{name}` is listed twice"), name.span);
                }
                Some(id) => inputs.push(id),
                None => self.unknown("variable", &name.name, name.span),
            }
        }
        let note = Diagnostic::note("L0502", "realizability is not checked").at(realizable.span);
        self.report(note);
        node.realizable = Some(inputs);
    }
}

impl Path {
    fn same_place(&self, other: &Path) -> bool {
        self.var == other.var && self.steps == other.steps
    }
}

/// A variable with constant steps into it.
fn path_of(expr: &Expr) -> Option<Path> {
    match &expr.kind {
        ExprKind::Var(var) => Some(Path {
            var: *var,
            steps: Vec::new(),
            span: expr.span,
        }),
        ExprKind::Field(base, field) => {
            let mut path = path_of(base)?;
            path.steps.push(PathStep::Field(*field));
            path.span = expr.span;
            Some(path)
        }
        ExprKind::Index(base, index) => {
            let mut path = path_of(base)?;
            let ExprKind::Const(Value::Int(value)) = &index.kind else {
                return None;
            };
            path.steps.push(PathStep::Index(value.to_usize()?));
            path.span = expr.span;
            Some(path)
        }
        _ => None,
    }
}
