//! Expressions: names resolved, types found, calls matched with signatures.
//!
//! `None` means that an error was reported.

use assay_source::{Diagnostic, Span};

use super::suggest::closest;
use super::types::{Fit, fit, join};
use super::{Callable, Checker, Global};
use crate::Construct;
use crate::model::{Call, CallId, ConstId, Expr, ExprKind, Field, Type, UnaryOp, Value, VarId};
use crate::syntax::ast;

impl Checker<'_> {
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let (span, op_span) = (expr.span, expr.op_span);
        let make = |kind, ty| {
            Some(Expr {
                kind,
                ty,
                span,
                op_span,
            })
        };
        match &expr.kind {
            ast::ExprKind::Bool(value) => make(ExprKind::Const(Value::Bool(*value)), Type::Bool),
            ast::ExprKind::Int(value) => {
                let ty = Type::Subrange(value.clone(), value.clone());
                make(ExprKind::Const(Value::Int(value.clone())), ty)
            }
            ast::ExprKind::Real(value, _) => {
                make(ExprKind::Const(Value::Real(value.clone())), Type::Real)
            }
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                match op {
                    ast::UnaryOp::Not => self.unary(UnaryOp::Not, operand, span, op_span),
                    ast::UnaryOp::Neg => self.unary(UnaryOp::Neg, operand, span, op_span),
                    ast::UnaryOp::Pre => {
                        let ty = operand.ty.clone();
                        make(ExprKind::Pre(Box::new(operand)), ty)
                    }
                }
            }
            ast::ExprKind::Binary(op, left, right) => {
                let left = self.expr(left);
                let right = self.expr(right)?;
                self.binary(*op, left?, right, expr)
            }
            ast::ExprKind::Ite(condition, positive, negative) => {
                let condition = self.expected(condition, &Type::Bool);
                let positive = self.expr(positive);
                let negative = self.expr(negative)?;
                let (condition, positive) = (condition?, positive?);
                let Some(ty) = join(&positive.ty, &negative.ty) else {
                    let expected = self.plain_type_text(&positive.ty);
                    self.mismatch(&expected, &negative.ty, negative.span);
                    return None;
                };
                make(
                    ExprKind::Ite(Box::new(condition), Box::new(positive), Box::new(negative)),
                    ty,
                )
            }
            ast::ExprKind::Cast(op, operand) => {
                let operand = self.expr(operand)?;
                self.cast(*op, operand, span, op_span)
            }
            ast::ExprKind::Call(call) => self.call(call, span),
            ast::ExprKind::Condact {
                clock,
                call,
                defaults,
            } => self.condact(expr, clock, call, defaults),
            ast::ExprKind::Record(name, fields) => self.record_literal(expr, name, fields),
            ast::ExprKind::Field(base, field) => match self.dotted(expr) {
                Some(variable) => Some(variable),
                None => {
                    let base = self.expr(base)?;
                    self.field(base, field, span, op_span)
                }
            },
            ast::ExprKind::RecordUpdate(base, field, value) => {
                let base = self.expr(base)?;
                let value = self.expr(value)?;
                self.record_update(base, field, value, span, op_span)
            }
            ast::ExprKind::Array(elements) => self.array(expr, elements),
            ast::ExprKind::Fill(element, size) => self.fill(expr, element, size),
            ast::ExprKind::Index(base, index) => match self.dotted(expr) {
                Some(variable) => Some(variable),
                None => {
                    let base = self.expr(base)?;
                    let index = self.expr(index)?;
                    let ty = self.element_type(&base, &index)?;
                    make(ExprKind::Index(Box::new(base), Box::new(index)), ty)
                }
            },
            ast::ExprKind::ArrayUpdate(base, index, value) => {
                let base = self.expr(base)?;
                // Kind 2's older form: what stands in the brackets is a field and no name of a value.
                if let Type::Record(_) = base.ty {
                    self.refuse(Construct::RecordByIndex, op_span);
                    return None;
                }
                let index = self.expr(index)?;
                let value = self.expr(value)?;
                self.array_update(base, index, value, span, op_span)
            }
            ast::ExprKind::With(base, path, value) => self.with_update(expr, base, path, value),
            ast::ExprKind::Tuple(elements) => {
                let typed = self.exprs(elements)?;
                let parts = typed
                    .iter()
                    .flat_map(|e| e.ty.components())
                    .cloned()
                    .collect();
                make(ExprKind::Tuple(typed), Type::from_components(parts))
            }
        }
    }

    /// All of them, so that each one's errors are reported.
    pub(super) fn exprs(&mut self, exprs: &[ast::Expr]) -> Option<Vec<Expr>> {
        let typed: Vec<_> = exprs.iter().map(|e| self.expr(e)).collect();
        typed.into_iter().collect()
    }

    /// An expression where a type is wanted.
    pub(super) fn expected(&mut self, expr: &ast::Expr, ty: &Type) -> Option<Expr> {
        let typed = self.expr(expr)?;
        self.require(ty, &typed.ty, typed.span)?;
        Some(typed)
    }

    /// Reports what does not fit.
    pub(super) fn require(&mut self, expected: &Type, actual: &Type, span: Span) -> Option<()> {
        match fit(expected, actual) {
            Fit::Yes => return Some(()),
            Fit::Narrow if self.kind2() => self.refuse(Construct::Narrowing, span),
            Fit::Narrow => {
                let expected = self.type_text(expected);
                self.mismatch(&expected, actual, span);
            }
            Fit::No => {
                let expected = self.plain_type_text(expected);
                let found = self.plain_type_text(actual);
                self.error("L0301", format!("expected {expected}, found {found}"), span);
            }
        }
        None
    }

    fn name(&mut self, name: &str, span: Span) -> Option<Expr> {
        let leaf = |kind, ty| {
            Some(Expr {
                kind,
                ty,
                span,
                op_span: span,
            })
        };
        if let Some(&id) = self.scope.variables.get(name) {
            return leaf(ExprKind::Var(id), self.scope.types[id.index()].clone());
        }
        if let Some(&id) = self.scope.constants.get(name) {
            return leaf(
                ExprKind::NamedConst(id),
                self.constants[id.index()].ty.clone(),
            );
        }
        match self.globals.get(name) {
            Some(&Global::Literal(id, n)) => {
                leaf(ExprKind::Const(Value::Enum(id, n)), Type::Enum(id))
            }
            Some(&Global::Constant(at)) => {
                let id: ConstId = self.resolve_constant(at, span)?;
                leaf(
                    ExprKind::NamedConst(id),
                    self.constants[id.index()].ty.clone(),
                )
            }
            None => {
                self.unknown("name", name, span);
                None
            }
        }
    }

    /// Reports a name that is not declared, with the closest one that is.
    pub(super) fn unknown(&mut self, what: &str, name: &str, span: Span) {
        let mut diagnostic =
            Diagnostic::error("L0201", format!("unknown {what} `{name}`")).at(span);
        if self.errors >= super::MAX_ERRORS {
            return self.report(diagnostic);
        }
        let known = self.scope.variables.keys();
        let known = known
            .chain(self.scope.constants.keys())
            .chain(self.globals.keys());
        if let Some(negated) = name.strip_prefix('!') {
            // JKind lets names begin with it.
            diagnostic = diagnostic.help(format!("of Booleans, Lustre writes `not {negated}`"));
        } else if let Some(close) = closest(name, known) {
            diagnostic = diagnostic.help(format!("there is a `{close}`"));
        }
        self.report(diagnostic);
    }

    /// `a.f` as one name, where JKind's flattened files declare it so.
    fn dotted(&mut self, expr: &ast::Expr) -> Option<Expr> {
        if !self.scope.dotted || !expr.is_dotted() {
            return None;
        }
        let name = expr.dotted_name()?;
        let id: VarId = *self.scope.variables.get(name.as_str())?;
        let (span, op_span) = (expr.span, expr.span);
        let ty = self.scope.types[id.index()].clone();
        let kind = ExprKind::Var(id);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }

    fn call(&mut self, call: &ast::Call, span: Span) -> Option<Expr> {
        self.inside_node(call)?;
        let op_span = call.callee.span;
        match self.callables.get(&call.callee.name) {
            Some(&Callable::Function(id)) => {
                let args = self.exprs(&call.args)?;
                let types =
                    |fields: &[Field]| fields.iter().map(|f| f.ty.clone()).collect::<Vec<_>>();
                let inputs = types(&self.functions[id.index()].inputs);
                let outputs = types(&self.functions[id.index()].outputs);
                self.arguments(&args, &inputs, "argument", call.callee.span)?;
                let ty = Type::from_components(outputs);
                let kind = ExprKind::FunCall(id, args);
                Some(Expr {
                    kind,
                    ty,
                    span,
                    op_span,
                })
            }
            _ => {
                let (call, outputs) = self.node_call(call)?;
                let ty = Type::from_components(outputs);
                let kind = ExprKind::Call(call);
                Some(Expr {
                    kind,
                    ty,
                    span,
                    op_span,
                })
            }
        }
    }

    /// Constants, sizes and bounds are resolved before signatures are known, and must not call anything.
    fn inside_node(&mut self, call: &ast::Call) -> Option<()> {
        if self.scope.node.is_none() {
            let message = "a call is not a constant expression";
            self.error("L0307", message, call.callee.span);
            return None;
        }
        Some(())
    }

    /// A call of a node, with the types of its outputs.
    fn node_call(&mut self, call: &ast::Call) -> Option<(Call, Vec<Type>)> {
        self.inside_node(call)?;
        let callee = &call.callee;
        let node = match self.callables.get(&callee.name) {
            Some(&Callable::Node(node)) => node,
            Some(Callable::Function(_)) => {
                self.error("L0204", format!("`{callee}` is not a node"), callee.span);
                return None;
            }
            None => {
                let message = format!("unknown node or function `{callee}`");
                let unknown = Diagnostic::error("L0204", message).at(callee.span);
                let close = closest(&callee.name, self.callables.keys());
                let unknown = match (&*callee.name, close) {
                    ("!", _) => unknown.help("of Booleans, Lustre writes `not`"),
                    (_, Some(close)) => unknown.help(format!("there is a `{close}`")),
                    (_, None) => unknown,
                };
                self.report(unknown);
                return None;
            }
        };
        // Numbered before the arguments: the order of the text.
        let id = CallId(self.scope.calls);
        self.scope.calls += 1;
        let args = self.exprs(&call.args)?;
        let signature = self.signatures[node.index()].clone();
        self.arguments(&args, &signature.inputs, "argument", callee.span)?;
        self.constant_arguments(&args, &signature.constant)?;
        Some((Call { node, args, id }, signature.outputs))
    }

    /// Matches arguments or defaults with what is expected. Kind 2 flattens tuples among them.
    fn arguments(
        &mut self,
        args: &[Expr],
        expected: &[Type],
        what: &str,
        span: Span,
    ) -> Option<()> {
        let flattened: Vec<(&Type, Span)> = args
            .iter()
            .flat_map(|a| a.ty.components().iter().map(|t| (t, a.span)))
            .collect();
        let found = if self.kind2() {
            flattened.len()
        } else {
            args.len()
        };
        if found != expected.len() || flattened.len() != expected.len() {
            let plural = if expected.len() == 1 { "" } else { "s" };
            let message = format!("expected {} {what}{plural}, found {found}", expected.len());
            self.error("L0303", message, span);
            return None;
        }
        let mut fits = Some(());
        for ((actual, span), expected) in flattened.into_iter().zip(expected) {
            fits = self.require(expected, actual, span).and(fits);
        }
        fits
    }

    /// What is passed for a `const` parameter must not change over time.
    fn constant_arguments(&mut self, args: &[Expr], constant: &[bool]) -> Option<()> {
        let mut at = 0;
        let mut fits = Some(());
        for arg in args {
            let width = arg.ty.components().len();
            let wanted = constant[at..].iter().take(width).any(|c| *c);
            at += width;
            if wanted && !self.is_rigid(arg) {
                self.error("L0414", "a `const` parameter needs a constant", arg.span);
                fits = None;
            }
        }
        fits
    }

    fn condact(
        &mut self,
        at: &ast::Expr,
        clock: &ast::Expr,
        call: &ast::Call,
        defaults: &[ast::Expr],
    ) -> Option<Expr> {
        let clock = self.expected(clock, &Type::Bool);
        let call = self.node_call(call);
        let defaults = self.exprs(defaults)?;
        let (clock, (call, outputs)) = (clock?, call?);
        if self.kind2() && defaults.is_empty() && !outputs.is_empty() {
            self.refuse(Construct::CondactWithoutDefault, at.op_span);
            return None;
        }
        self.arguments(&defaults, &outputs, "default value", at.op_span)?;
        let kind = ExprKind::Condact {
            clock: Box::new(clock),
            call,
            defaults,
        };
        let ty = Type::from_components(outputs);
        let (span, op_span) = (at.span, at.op_span);
        Some(Expr {
            kind,
            ty,
            span,
            op_span,
        })
    }
}
