//! Application of functions: lambdas and constructors to their arguments, and what is left by looking up.

use std::sync::Arc;

use assay_source::Span;

use super::{Defined, Refusal, Sym, Symbolic, at};
use crate::core::{Expr, ExprKind, FreeId, Scope, VarId};
use crate::value::Value;

impl Symbolic {
    pub(super) fn apply(
        &mut self,
        function: &Expr,
        argument: &Defined,
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        match &*function.kind {
            ExprKind::Global { id, generics } => {
                if let Some(value) = self.definition(*id) {
                    return self.inside_definition(generics, |symbolic| {
                        symbolic.apply(&value, argument, expr)
                    });
                }
            }
            ExprKind::Branch { free, branch } => {
                return self.construct(*free, *branch, argument, expr.span);
            }
            ExprKind::Lambda {
                scope,
                argument: pattern,
                result,
            } => {
                if let Some(values) = matched(pattern, argument, scope) {
                    return self.with(values, |symbolic| {
                        let mut conditions = vec![argument.when];
                        for bound in &scope.bound {
                            let value = symbolic.env[&bound.var].value.sym.clone();
                            conditions.push(symbolic.inside(&value, &bound.set)?);
                        }
                        for pred in &scope.such_that {
                            conditions.push(symbolic.holds(pred)?);
                        }
                        let result = symbolic.value(result)?;
                        conditions.push(result.when);
                        Ok(Defined {
                            sym: result.sym,
                            when: symbolic.terms.pool.and(conditions),
                        })
                    });
                }
            }
            _ => {}
        }
        let function = self.value(function)?;
        let set = function.sym.as_set();
        match at(expr.span, self.terms.look_up(set, &argument.sym))? {
            Some((sym, when)) => Ok(Defined {
                sym,
                when: self.terms.pool.and([function.when, argument.when, when]),
            }),
            None => self.nothing(expr),
        }
    }

    /// An element of a free type from its argument.
    fn construct(
        &mut self,
        free: FreeId,
        branch: u32,
        argument: &Defined,
        span: Span,
    ) -> Result<Defined, Refusal> {
        let of = &self.program.clone().frees[free.0 as usize].branches[branch as usize];
        let set = of.argument.as_ref().expect("a constructor has an argument");
        let inside = self.inside(&argument.sym, set)?;
        let cases = at(span, self.terms.cases(&argument.sym))?;
        let built = cases.into_iter().map(|(value, when)| {
            let argument = Some(Arc::new(value));
            let value = Value::Branch {
                free,
                branch,
                argument,
            };
            (self.terms.solid(&value), when)
        });
        let built: Vec<_> = built.collect();
        let sym = at(span, self.terms.select(&built))?.expect("a value has a case");
        Ok(Defined {
            sym,
            when: self.both(argument.when, inside),
        })
    }
}

/// The variables of a scope with the parts of a value, where the pattern is a tuple of exactly these variables.
pub(super) fn matched(
    pattern: &Expr,
    value: &Defined,
    scope: &Scope,
) -> Option<Vec<(VarId, Defined)>> {
    let values = parts(pattern, value)?;
    let given = |var| values.iter().filter(|(other, _)| *other == var).count() == 1;
    let all = scope.bound.iter().all(|bound| given(bound.var));
    (all && values.len() == scope.bound.len()).then_some(values)
}

fn parts(pattern: &Expr, value: &Defined) -> Option<Vec<(VarId, Defined)>> {
    let when = value.when;
    match (&*pattern.kind, &value.sym) {
        (ExprKind::Var(var), sym) => {
            let sym = sym.clone();
            Some(vec![(*var, Defined { sym, when })])
        }
        (ExprKind::Tuple(patterns), Sym::Tuple(syms)) => {
            let inner = patterns.iter().zip(syms).map(|(pattern, sym)| {
                let sym = sym.clone();
                parts(pattern, &Defined { sym, when })
            });
            let inner: Option<Vec<_>> = inner.collect();
            Some(inner?.into_iter().flatten().collect())
        }
        _ => None,
    }
}
