//! Operators, functions and relations, of the tool-kit and of the user.

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Meaning, relation};
use super::code;
use super::expr::{element_type, tuple};
use super::names::{Found, Reference, counted};
use super::toolkit::{self, Tool, tool_named};
use crate::core::{Bound, Expr, ExprKind, Pred, PredKind, Relation, Scope, Type};
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

    fn tool_call(&mut self, tool: &'static Tool, operands: &[syntax::Expr], span: Span) -> Expr {
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
    fn tool_applied(&mut self, tool: &'static Tool, operands: Vec<Expr>, span: Span) -> Expr {
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
    fn tool_operands(&mut self, tool: &Tool, wanted: &[Type], operands: &[Expr]) {
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
    fn sets_of_unknown(
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

    fn tool_parameters(
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
    fn places(&mut self, types: &[Type], span: Span) -> (Scope, Vec<Expr>) {
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

    /// One link of a chain of relations; a prefix relation has one operand.
    pub fn link(&mut self, name: &Name, operands: &[Expr], span: Span) -> Pred {
        if let Some(entry) = self.find(name) {
            return self.user_relation(name, entry, operands, span);
        }
        let Some(tool) = tool_named(name.as_str()) else {
            self.undeclared(name, span);
            return Pred::new(PredKind::False, span);
        };
        let toolkit::Meaning::Relation(kind) = tool.meaning else {
            self.error(
                code::NOT_A_RELATION,
                span,
                format!("`{}` is no relation", spelt(name)),
            );
            return Pred::new(PredKind::False, span);
        };
        let instance = tool.instance(&mut self.unknowns);
        match kind {
            Relation::Equal | Relation::NotEqual => self.equation(operands, span),
            Relation::In | Relation::NotIn => self.member(operands, span),
            _ => self.tool_operands(tool, &instance.operands, operands),
        }
        let last = operands[operands.len() - 1].clone();
        relation(kind, operands[0].clone(), last, span)
    }

    fn equation(&mut self, operands: &[Expr], span: Span) {
        let (left, right) = (&operands[0], &operands[1]);
        if self.unknowns.unify(&left.ty, &right.ty).is_ok() {
            return;
        }
        let (a, b) = (self.show(&left.ty), self.show(&right.ty));
        let message =
            format!("the two sides have different types: `{a}` on the left, `{b}` on the right");
        let diagnostic = Diagnostic::error(code::EQUATION, message)
            .at(span)
            .secondary(left.span, format!("`{a}`"))
            .secondary(right.span, format!("`{b}`"));
        let diagnostic = self.with_origin(diagnostic, left);
        let mut diagnostic = self.with_origin(diagnostic, right);
        if self
            .unknowns
            .unify(&Type::power(left.ty.clone()), &right.ty)
            .is_ok()
        {
            diagnostic = diagnostic.help("the right side is a set of such values: write `in`?");
        }
        self.report(diagnostic);
    }

    fn member(&mut self, operands: &[Expr], span: Span) {
        let (left, right) = (&operands[0], &operands[1]);
        let element = self.unknowns.fresh();
        let set = self
            .unknowns
            .unify(&right.ty, &Type::power(element.clone()));
        if set.is_ok() && self.unknowns.unify(&left.ty, &element).is_ok() {
            return;
        }
        let (a, b) = (self.show(&left.ty), self.show(&right.ty));
        let message = match set {
            Ok(()) => format!(
                "the left side is `{a}`, and elements of the right side are `{}`",
                self.show(&element)
            ),
            Err(_) => format!("the right side of a membership is a set, and this is `{b}`"),
        };
        let diagnostic = Diagnostic::error(code::MEMBERSHIP, message)
            .at(span)
            .secondary(left.span, format!("`{a}`"))
            .secondary(right.span, format!("`{b}`"));
        let diagnostic = self.with_origin(diagnostic, left);
        let diagnostic = self.with_origin(diagnostic, right);
        self.report(diagnostic);
    }

    fn user_relation(
        &mut self,
        name: &Name,
        entry: super::checker::Entry,
        operands: &[Expr],
        span: Span,
    ) -> Pred {
        if let Meaning::Schema(_) | Meaning::Operation(..) | Meaning::Instance(_) = entry.meaning {
            let message = format!("`{}` is no relation", spelt(name));
            self.error(code::NOT_A_RELATION, span, message);
            return Pred::new(PredKind::False, span);
        }
        let reference = Reference {
            name: name.clone(),
            found: Found::Entry(entry),
            strokes: String::new(),
            generics: None,
            span,
        };
        let value = self.reference(&reference);
        let places = operands.len();
        let parts: Vec<Type> = operands.iter().map(|_| self.unknowns.fresh()).collect();
        let element = match places {
            1 => parts[0].clone(),
            _ => Type::Product(parts.clone().into()),
        };
        if self
            .unknowns
            .unify(&value.ty, &Type::power(element))
            .is_err()
        {
            let found = self.show(&value.ty);
            let message = format!(
                "`{}` is written as a relation of {}, and is `{found}`",
                spelt(name),
                counted(places, "value")
            );
            let diagnostic = Diagnostic::error(code::NOT_A_RELATION, message).at(span);
            let diagnostic = self.with_origin(diagnostic, &value);
            self.report(diagnostic);
            return Pred::new(PredKind::False, span);
        }
        for (operand, wanted) in operands.iter().zip(&parts) {
            if self.unknowns.unify(&operand.ty, wanted).is_err() {
                let (found, expected) = (self.show(&operand.ty), self.show(wanted));
                let message = format!(
                    "an operand of `{}` is `{found}`, and `{expected}` is expected",
                    spelt(name)
                );
                let diagnostic =
                    Diagnostic::error(code::RELATION_OPERAND, message).at(operand.span);
                let diagnostic = self.with_origin(diagnostic, &value);
                self.report(diagnostic);
            }
        }
        relation(Relation::In, tuple(operands.to_vec(), span), value, span)
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
