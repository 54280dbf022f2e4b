//! Operators, functions and relations, of the tool-kit and of the user.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Meaning};
use super::code;
use super::expr::tuple;
use super::names::{Found, Reference};
use super::toolkit::{self, Tool, tool_named};
use crate::core::{Expr, ExprKind, Type};
use crate::syntax::{self, ExprKind as Tree, FixityKind, Name, fixity};

impl Checker<'_> {
    pub fn operator(&mut self, name: &Name, operands: &[syntax::Expr], span: Span) -> Expr {
        if let Some(entry) = self.find(name) {
            let generic = self.is_generic_operator(name);
            let reference = Reference {
                name: name.clone(),
                found: Found::Entry(entry),
                strokes: String::new(),
                generics: generic.then_some(operands),
                span,
            };
            if let Some(Meaning::Schema(_) | Meaning::Operation(..)) = reference.meaning() {
                let message = format!("`{name}` is a schema, not an operator");
                self.error(code::NOT_A_FUNCTION, span, message);
                return self.poison(span);
            }
            let function = self.reference(&reference);
            if generic {
                return function;
            }
            let operands = operands.iter().map(|o| self.expr(o)).collect();
            let argument = tuple(operands, span);
            return self.applied(function, argument, span);
        }
        if name.as_str() == "power_" && operands.len() == 1 {
            let of = self.set(&operands[0], "the operand of a power set");
            let ty = Type::power(of.ty.clone());
            return Expr::new(ExprKind::Power(of), ty, span);
        }
        match tool_named(name.as_str()) {
            Some(tool) if tool.arity() == operands.len() => self.tool_call(tool, operands, span),
            Some(tool) => {
                let message = format!("`{}` has {} operands", spelt(name), tool.arity());
                self.error(code::ARGUMENT_COUNT, span, message);
                self.poison(span)
            }
            None => {
                for operand in operands {
                    self.expr(operand);
                }
                self.undeclared(name, span);
                self.poison(span)
            }
        }
    }

    fn is_generic_operator(&self, name: &Name) -> bool {
        let base = name.as_str().replace(['\'', '?', '!'], "");
        let of_toolkit = || {
            let operator = fixity::TABLE.iter().find(|o| o.name == base);
            operator.map(|o| o.kind)
        };
        let base = Name::new(&base);
        let declared = self.fixities.get(name).or(self.fixities.get(&base));
        declared.copied().or_else(of_toolkit) == Some(FixityKind::Generic)
    }

    /// Where the variable or constant that an operand is was declared.
    pub fn with_origin(&self, diagnostic: Diagnostic, operand: &Expr) -> Diagnostic {
        let (name, span) = match &*operand.kind {
            ExprKind::Var(var) => {
                let var = &self.program.vars[var.0 as usize];
                (&var.name, var.span)
            }
            ExprKind::Global { id, .. } => {
                let global = &self.program.globals[id.0 as usize];
                (&global.name, global.span)
            }
            _ => return diagnostic,
        };
        diagnostic.secondary(span, format!("`{name}` is declared here"))
    }

    pub fn apply(&mut self, function: &syntax::Expr, argument: &syntax::Expr, span: Span) -> Expr {
        if let Some(tool) = self.tool_of(function) {
            let parts: Vec<&syntax::Expr> = match &*argument.kind {
                Tree::Tuple(parts) if tool.arity() > 1 => parts.iter().collect(),
                _ => vec![argument],
            };
            let call = matches!(tool.meaning, toolkit::Meaning::Call(_));
            if call && parts.len() == tool.arity() {
                let operands = parts.into_iter().map(|p| self.expr(p)).collect();
                return self.tool_function(tool, operands, span);
            }
        }
        if let Tree::Apply {
            function: inner,
            argument: first,
        } = &*function.kind
            && let Some(tool) = self.tool_of(inner)
            && matches!(tool.meaning, toolkit::Meaning::Curried(_))
        {
            let operands = vec![self.expr(first), self.expr(argument)];
            return self.tool_applied(tool, operands, span);
        }
        let function = self.expr(function);
        let argument = self.expr(argument);
        self.applied(function, argument, span)
    }

    /// A function of the tool-kit by its name, where nothing hides it and no parameters are given.
    fn tool_of(&self, function: &syntax::Expr) -> Option<&'static Tool> {
        match &*function.kind {
            Tree::Name {
                name,
                generics: None,
            } if self.find(name).is_none() => tool_named(name.as_str()),
            _ => None,
        }
    }

    /// A function of the tool-kit that stands before its argument: a wrong one is an argument, not an operand.
    fn tool_function(&mut self, tool: &'static Tool, operands: Vec<Expr>, span: Span) -> Expr {
        let [argument] = &operands[..] else {
            return self.tool_applied(tool, operands, span);
        };
        let instance = tool.instance(&mut self.unknowns);
        if self
            .unknowns
            .unify(&argument.ty, &instance.operands[0])
            .is_err()
        {
            let name = tool.name.to_string();
            self.wrong_argument(&name, argument, &instance.operands[0], None);
        }
        let toolkit::Meaning::Call(function) = tool.meaning else {
            return self.poison(span);
        };
        let kind = ExprKind::Call {
            function,
            arguments: operands,
        };
        Expr::new(kind, instance.result, span)
    }

    pub fn applied(&mut self, function: Expr, argument: Expr, span: Span) -> Expr {
        let (from, to) = (self.unknowns.fresh(), self.unknowns.fresh());
        let wanted = Type::relation(from.clone(), to.clone());
        if self.unknowns.unify(&function.ty, &wanted).is_err() {
            let found = self.show(&function.ty);
            let message = format!("this is applied as a function, and is of type `{found}`");
            let diagnostic = Diagnostic::error(code::NOT_A_FUNCTION, message).at(function.span);
            let diagnostic = self.with_origin(diagnostic, &function);
            self.report(diagnostic);
            return self.poison(span);
        }
        if self.unknowns.unify(&argument.ty, &from).is_err() {
            self.wrong_argument("the function", &argument, &from, Some(&function));
        }
        Expr::new(ExprKind::Apply { function, argument }, to, span)
    }

    fn wrong_argument(
        &mut self,
        name: &str,
        argument: &Expr,
        wanted: &Type,
        function: Option<&Expr>,
    ) {
        let expected = self.show(wanted);
        if let (ExprKind::Tuple(parts), Type::Product(types)) =
            (&*argument.kind, self.unknowns.shallow(wanted))
        {
            if parts.len() != types.len() {
                let message = format!(
                    "{} arguments are given, and {} are expected: `{expected}`",
                    parts.len(),
                    types.len()
                );
                let mut diagnostic =
                    Diagnostic::error(code::ARGUMENT_COUNT, message).at(argument.span);
                if let Some(function) = function {
                    diagnostic = self.with_origin(diagnostic, function);
                }
                return self.report(diagnostic);
            }
            for (i, (part, ty)) in parts.iter().zip(types.iter()).enumerate() {
                if self.unknowns.unify(&part.ty, ty).is_err() {
                    let (found, expected) = (self.show(&part.ty), self.show(ty));
                    let message = format!(
                        "argument {} is `{found}`, and `{expected}` is expected",
                        i + 1
                    );
                    let mut diagnostic = Diagnostic::error(code::ARGUMENT, message).at(part.span);
                    if let Some(function) = function {
                        diagnostic = self.with_origin(diagnostic, function);
                    }
                    self.report(diagnostic);
                }
            }
            return;
        }
        let found = self.show(&argument.ty);
        let of = match function {
            Some(_) => "the argument".to_string(),
            None => format!("the argument of `{name}`"),
        };
        let message = format!("{of} is `{found}`, and `{expected}` is expected");
        let mut diagnostic = Diagnostic::error(code::ARGUMENT, message)
            .at(argument.span)
            .label(format!("`{found}`"));
        if let Some(function) = function {
            diagnostic = self.with_origin(diagnostic, function);
        }
        self.report(diagnostic);
    }
}

/// An operator as it is written.
pub(crate) fn spelt(name: &Name) -> String {
    let text = name.as_str();
    let bare = text.trim_matches('_');
    if bare.is_empty() {
        text.into()
    } else {
        bare.replace('_', " ")
    }
}
