//! Names of the tool-kit: as functions with operands, and by themselves.

use assay_source::{Diagnostic, Span};

use super::apply::spelt;
use super::checker::{Checker, relation};
use super::code;
use super::expr::{element_type, tuple};
use super::names::counted;
use super::toolkit::{self, Tool};
use crate::core::{Bound, Expr, ExprKind, Scope, Type};
use crate::syntax::{self, Name};

impl Checker<'_> {
    pub fn tool_call(
        &mut self,
        tool: &'static Tool,
        operands: &[syntax::Expr],
        span: Span,
    ) -> Expr {
        let needs_sets = tool.makes_sets();
        let operands: Vec<Expr> = operands
            .iter()
            .map(|operand| {
                if needs_sets {
                    let place = format!("an operand of `{}`", spelt(&Name::new(tool.name)));
                    self.set(operand, &place)
                } else {
                    self.expr(operand)
                }
            })
            .collect();
        self.tool_applied(tool, operands, span)
    }

    /// A function of the tool-kit with its operands.
    pub fn tool_applied(&mut self, tool: &'static Tool, operands: Vec<Expr>, span: Span) -> Expr {
        let instance = tool.instance(&mut self.unknowns);
        self.tool_operands(tool, &instance.operands, &operands);
        let (toolkit::Meaning::Call(function) | toolkit::Meaning::Curried(function)) = tool.meaning
        else {
            let message = format!("`{}` is no function", tool.name);
            self.error(code::NOT_A_FUNCTION, span, message);
            return self.poison(span);
        };
        let kind = ExprKind::Call {
            function,
            arguments: operands,
        };
        Expr::new(kind, instance.result, span)
    }

    /// Whether each operand has the type that the signature says.
    pub fn tool_operands(&mut self, tool: &Tool, wanted: &[Type], operands: &[Expr]) {
        let relation = matches!(tool.meaning, toolkit::Meaning::Relation(_));
        for (i, (wanted, operand)) in wanted.iter().zip(operands).enumerate() {
            if self.unknowns.unify(&operand.ty, wanted).is_ok() {
                continue;
            }
            let (found, expected) = (self.show(&operand.ty), self.show(wanted));
            let symbol = spelt(&Name::new(tool.name));
            let place = match (operands.len(), i) {
                (1, _) => "operand",
                (_, 0) => "left operand",
                (2, _) => "right operand",
                _ => "operand",
            };
            let code = if relation {
                code::RELATION_OPERAND
            } else {
                code::OPERAND
            };
            let message =
                format!("the {place} of `{symbol}` is `{found}`, and `{expected}` is expected");
            let mut diagnostic = Diagnostic::error(code, message)
                .at(operand.span)
                .label(format!("`{found}`"));
            if i > 0 {
                let other = &operands[0];
                let text = format!("`{}`", self.show(&other.ty));
                diagnostic = diagnostic.secondary(other.span, text);
            }
            let diagnostic = self.with_origin(diagnostic, operand);
            self.report(diagnostic);
        }
    }

    /// A name of the tool-kit by itself: a set, or a function as a set of pairs.
    pub fn tool_value(
        &mut self,
        tool: &'static Tool,
        generics: Option<&[syntax::Expr]>,
        span: Span,
    ) -> Expr {
        let name = Name::new(tool.name);
        if let Some(sets) = generics
            && tool.makes_sets()
            && sets.len() == tool.arity()
        {
            return self.operator(&name, sets, span);
        }
        let instance = tool.instance(&mut self.unknowns);
        if tool.makes_sets() && generics.is_none() {
            return self.sets_of_unknown(tool, instance, span);
        }
        self.tool_parameters(tool, &instance.parameters, generics, span);
        match tool.meaning {
            toolkit::Meaning::Integers => {
                Expr::new(ExprKind::Integers, Type::power(Type::Int), span)
            }
            toolkit::Meaning::Booleans => {
                Expr::new(ExprKind::Booleans, Type::power(Type::Bool), span)
            }
            toolkit::Meaning::Truth(value) => Expr::new(ExprKind::Bool(value), Type::Bool, span),
            toolkit::Meaning::EmptySet => {
                Expr::new(ExprKind::Set(Vec::new()), instance.result, span)
            }
            toolkit::Meaning::Call(function) if instance.operands.is_empty() => {
                let arguments = Vec::new();
                let kind = ExprKind::Call {
                    function,
                    arguments,
                };
                Expr::new(kind, instance.result, span)
            }
            toolkit::Meaning::Call(function) => {
                let (scope, values) = self.places(&instance.operands, span);
                let kind = ExprKind::Call {
                    function,
                    arguments: values.clone(),
                };
                let result = Expr::new(kind, instance.result, span);
                function_value(scope, tuple(values, span), result, span)
            }
            toolkit::Meaning::Curried(function) => {
                let (first, one) = self.places(&instance.operands[..1], span);
                let (second, two) = self.places(&instance.operands[1..], span);
                let arguments = vec![one[0].clone(), two[0].clone()];
                let kind = ExprKind::Call {
                    function,
                    arguments,
                };
                let result = Expr::new(kind, instance.result, span);
                let inner = function_value(second, two[0].clone(), result, span);
                function_value(first, one[0].clone(), inner, span)
            }
            toolkit::Meaning::Relation(kind) => {
                let (mut scope, values) = self.places(&instance.operands, span);
                let last = values[values.len() - 1].clone();
                let pred = relation(kind, values[0].clone(), last, span);
                scope.such_that.push(pred);
                let result = tuple(values, span);
                let ty = Type::power(result.ty.clone());
                Expr::new(ExprKind::Comprehension { scope, result }, ty, span)
            }
        }
    }

    /// `(_ <-> _)` by itself: the sets on its sides are inferred.
    pub fn sets_of_unknown(
        &mut self,
        tool: &'static Tool,
        instance: toolkit::Instance,
        span: Span,
    ) -> Expr {
        let mut arguments = Vec::new();
        for operand in &instance.operands {
            let element = element_type(operand);
            self.implicit(&element, tool.name, span);
            arguments.push(Self::carrier(element, span));
        }
        let toolkit::Meaning::Call(function) = tool.meaning else {
            return self.poison(span);
        };
        let kind = ExprKind::Call {
            function,
            arguments,
        };
        Expr::new(kind, instance.result, span)
    }

    pub fn tool_parameters(
        &mut self,
        tool: &Tool,
        parameters: &[Type],
        generics: Option<&[syntax::Expr]>,
        span: Span,
    ) {
        let Some(sets) = generics else {
            for parameter in parameters {
                self.implicit(parameter, tool.name, span);
            }
            return;
        };
        let sets: Vec<Expr> = sets
            .iter()
            .map(|s| self.set(s, "a generic parameter"))
            .collect();
        if parameters.is_empty() && !tool.makes_sets() {
            let message = format!("`{}` has no generic parameters", tool.name);
            return self.error(code::NOT_GENERIC, span, message);
        }
        let wanted = if tool.makes_sets() {
            tool.arity()
        } else {
            parameters.len()
        };
        if sets.len() != wanted {
            let message = format!(
                "`{}` has {}, and {} given",
                tool.name,
                counted(wanted, "generic parameter"),
                sets.len()
            );
            return self.error(code::GENERIC_COUNT, span, message);
        }
        for (parameter, set) in parameters.iter().zip(&sets) {
            let fits = self.unknowns.unify(parameter, &element_type(&set.ty));
            debug_assert!(fits.is_ok(), "a fresh unknown fits");
        }
    }

    /// New variables for the places of a function.
    pub fn places(&mut self, types: &[Type], span: Span) -> (Scope, Vec<Expr>) {
        let mut bound = Vec::new();
        let mut values = Vec::new();
        for (i, ty) in types.iter().enumerate() {
            let set = Self::carrier(ty.clone(), span);
            let name = Name::new(["a", "b", "c"].get(i).copied().unwrap_or("d"));
            let var = self.new_var(&name, set.clone(), span);
            bound.push(Bound { var, set });
            values.push(self.var_expr(var, span));
        }
        let such_that = Vec::new();
        (Scope { bound, such_that }, values)
    }
}

fn function_value(scope: Scope, argument: Expr, result: Expr, span: Span) -> Expr {
    let ty = Type::relation(argument.ty.clone(), result.ty.clone());
    let kind = ExprKind::Lambda {
        scope,
        argument,
        result,
    };
    Expr::new(kind, ty, span)
}
