//! Expressions.

use std::sync::Arc;

use assay_source::Span;
use assay_term::TermId;

use super::domain::is_infinite;
use super::{Defined, Entry, Frame, Key, Refusal, Sym, Symbolic, Terms, Why, at};
use crate::core::{Definition, Expr, ExprKind, FreeId, GlobalId, Scope, VarId};
use crate::value::{Int, Set, Value};

impl Symbolic {
    /// The value of an expression whose variables all have values.
    pub fn value(&mut self, expr: &Expr) -> Result<Defined, Refusal> {
        let remembered = matches!(
            &*expr.kind,
            ExprKind::Apply { .. }
                | ExprKind::Call { .. }
                | ExprKind::Comprehension { .. }
                | ExprKind::Lambda { .. }
                | ExprKind::Mu { .. }
                | ExprKind::Global { .. }
        );
        if !remembered {
            return self.compute(expr);
        }
        let key = self.key(expr);
        if let Some((_, value)) = self.known.get(&key) {
            return Ok(value.clone());
        }
        let value = self.compute(expr)?;
        self.known.insert(key, (expr.clone(), value.clone()));
        Ok(value)
    }

    fn key(&mut self, expr: &Expr) -> Key {
        let free = self.explicit.free.expr(expr);
        let stamps = free.iter().filter_map(|var| self.env.get(var));
        let frame = self.frame.as_ref().map(|frame| frame.stamp);
        let stamps = stamps.map(|slot| slot.stamp).chain(frame).collect();
        (Arc::as_ptr(&expr.kind) as usize, stamps)
    }

    fn compute(&mut self, expr: &Expr) -> Result<Defined, Refusal> {
        at(expr.span, self.terms.bounded())?;
        let sym = match &*expr.kind {
            ExprKind::Int(value) => Sym::Int(self.terms.int(&Int::from(value))),
            ExprKind::Bool(value) => Sym::Bool(self.terms.pool.bool(*value)),
            ExprKind::Text(_) => return unsupported(expr.span, "a text"),
            ExprKind::Var(var) => return self.variable(*var, expr.span),
            ExprKind::Global { id, generics } => return self.global(*id, generics, expr.span),
            ExprKind::Parameter(index) => {
                return self.parameter(*index, |symbolic, set| symbolic.value(set));
            }
            ExprKind::Branch { free, branch } => self.branch(*free, *branch, expr.span)?,
            ExprKind::Integers => return infinite(expr.span, "the set of all integers"),
            ExprKind::Booleans | ExprKind::Given(_) | ExprKind::Free(_) => {
                return self.whole_type(expr);
            }
            ExprKind::GivenElement { given, index } => {
                self.terms.solid(&Value::Given(*given, *index))
            }
            ExprKind::Tuple(parts) => {
                let (parts, when) = self.all(parts)?;
                return Ok(Defined {
                    sym: Sym::Tuple(parts),
                    when,
                });
            }
            ExprKind::Element { tuple, index } => {
                let Defined { sym, when } = self.value(tuple)?;
                let Sym::Tuple(mut parts) = sym else {
                    unreachable!("a tuple by its type")
                };
                let sym = parts.swap_remove(*index);
                return Ok(Defined { sym, when });
            }
            ExprKind::Binding(parts) => {
                let values: Vec<Expr> = parts.iter().map(|(_, value)| value.clone()).collect();
                let (values, when) = self.all(&values)?;
                let names = parts.iter().map(|(name, _)| name.clone());
                return Ok(Defined {
                    sym: Sym::Binding(names.zip(values).collect()),
                    when,
                });
            }
            ExprKind::Component { binding, name } => {
                let Defined { sym, when } = self.value(binding)?;
                let Sym::Binding(parts) = sym else {
                    unreachable!("a binding by its type")
                };
                let mut parts = parts.into_iter().filter(|(other, _)| other == name);
                let (_, sym) = parts.next().expect("a component by its type");
                return Ok(Defined { sym, when });
            }
            ExprKind::Set(parts) => {
                let (parts, when) = self.all(parts)?;
                let yes = self.terms.yes();
                let elements: Vec<_> = parts.into_iter().map(|part| (part, yes)).collect();
                let set = at(expr.span, self.terms.collect(&elements))?;
                return Ok(Defined {
                    sym: set.into(),
                    when,
                });
            }
            ExprKind::Sequence(parts) => {
                let (parts, when) = self.all(parts)?;
                let defined = self.terms.yes();
                let items = parts.into_iter().map(|value| Entry { defined, value });
                return Ok(Defined {
                    sym: Terms::sequence(items.collect()).into(),
                    when,
                });
            }
            ExprKind::Bag(_) => return unsupported(expr.span, "a bag"),
            ExprKind::Comprehension { scope, result } => {
                return self.collected(scope, expr.span, &mut |symbolic| symbolic.value(result));
            }
            ExprKind::Lambda {
                scope,
                argument,
                result,
            } => {
                return self.collected(scope, expr.span, &mut |symbolic| {
                    let argument = symbolic.value(argument)?;
                    let result = symbolic.value(result)?;
                    let when = symbolic.both(argument.when, result.when);
                    let sym = Sym::Tuple(vec![argument.sym, result.sym]);
                    Ok(Defined { sym, when })
                });
            }
            ExprKind::Mu { scope, result } => {
                let (found, when) = self.results(scope, &mut |symbolic| symbolic.value(result))?;
                return self.unique(&found, when, expr);
            }
            ExprKind::Let { definitions, body } => {
                let (values, when) = self.definitions(definitions)?;
                let body = self.with(values, |symbolic| symbolic.value(body))?;
                return Ok(Defined {
                    sym: body.sym,
                    when: self.both(when, body.when),
                });
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.holds(condition)?;
                if let Some(truth) = self.terms.pool.as_bool(condition) {
                    return self.value(if truth { then } else { otherwise });
                }
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                let chosen = self.terms.choose(condition, &then.sym, &otherwise.sym);
                return Ok(Defined {
                    sym: at(expr.span, chosen)?,
                    when: self.terms.pool.ite(condition, then.when, otherwise.when),
                });
            }
            ExprKind::Truth(pred) => Sym::Bool(self.holds(pred)?),
            ExprKind::Power(_) | ExprKind::Product(_) => return self.set_of(expr),
            ExprKind::Apply { function, argument } => {
                let argument = self.value(argument)?;
                return self.apply(function, &argument, expr);
            }
            ExprKind::Call {
                function,
                arguments,
            } => return self.call(*function, arguments, expr),
        };
        Ok(self.always(sym))
    }

    /// Several values, and the condition under which all of them are there.
    pub(super) fn all(&mut self, exprs: &[Expr]) -> Result<(Vec<Sym>, TermId), Refusal> {
        let (mut syms, mut conditions) = (Vec::with_capacity(exprs.len()), Vec::new());
        for expr in exprs {
            let value = self.value(expr)?;
            syms.push(value.sym);
            conditions.push(value.when);
        }
        Ok((syms, self.terms.pool.and(conditions)))
    }

    fn variable(&mut self, var: VarId, span: Span) -> Result<Defined, Refusal> {
        match self.env.get(&var) {
            Some(slot) => Ok(slot.value.clone()),
            None => {
                let name = &self.program.vars[var.0 as usize].name;
                unsupported(span, &format!("{name}, which has no value here,"))
            }
        }
    }

    /// What is done with the set that a generic parameter stands for is done where it was given.
    pub(super) fn parameter<T>(
        &mut self,
        index: u32,
        work: impl FnOnce(&mut Symbolic, &Expr) -> T,
    ) -> T {
        let frame = self
            .frame
            .clone()
            .expect("parameters are inside of definitions");
        let set = &frame.arguments[index as usize];
        self.within(frame.outer.clone(), |symbolic| work(symbolic, set))
    }

    /// The definition of a constant, where it is one that reads generic parameters or is nothing but an abbreviation.
    pub(super) fn definition(&self, id: GlobalId) -> Option<Expr> {
        let global = &self.program.globals[id.0 as usize];
        match &global.definition {
            Definition::Is(value) if !self.scope.constants.contains_key(&global.name) => {
                Some(value.clone())
            }
            _ => None,
        }
    }

    /// Evaluates inside of a definition.
    pub(super) fn inside_definition<T>(
        &mut self,
        generics: &[Expr],
        work: impl FnOnce(&mut Symbolic) -> T,
    ) -> T {
        if generics.is_empty() {
            return self.within(None, work);
        }
        self.stamp += 1;
        let frame = Frame {
            arguments: generics.to_vec(),
            outer: self.frame.clone(),
            stamp: self.stamp,
        };
        self.within(Some(Arc::new(frame)), work)
    }

    fn global(&mut self, id: GlobalId, generics: &[Expr], span: Span) -> Result<Defined, Refusal> {
        if let Some(value) = self.definition(id) {
            return self.inside_definition(generics, |symbolic| symbolic.value(&value));
        }
        let value = self.explicit_constant(id, generics, span)?;
        match self.terms.constant(&value) {
            Some(sym) => Ok(self.always(sym)),
            None => {
                let name = self.program.globals[id.0 as usize].name.to_string();
                infinite(span, &name)
            }
        }
    }

    fn branch(&mut self, free: FreeId, branch: u32, span: Span) -> Result<Sym, Refusal> {
        let of = &self.program.frees[free.0 as usize].branches[branch as usize];
        if of.argument.is_some() {
            let name = of.name.to_string();
            return infinite(span, &format!("the constructor {name} as a set of pairs"));
        }
        let argument = None;
        Ok(self.terms.solid(&Value::Branch {
            free,
            branch,
            argument,
        }))
    }

    /// Local definitions, which do not see each other, and the condition under which all of them have values.
    pub(super) fn definitions(
        &mut self,
        definitions: &[(VarId, Expr)],
    ) -> Result<(Vec<(VarId, Defined)>, TermId), Refusal> {
        let (mut values, mut conditions) = (Vec::new(), Vec::new());
        for (var, value) in definitions {
            let value = self.value(value)?;
            conditions.push(value.when);
            values.push((*var, value));
        }
        Ok((values, self.terms.pool.and(conditions)))
    }

    /// The set of the values over the solutions of a scope.
    fn collected(
        &mut self,
        scope: &Scope,
        span: Span,
        result: &mut dyn FnMut(&mut Symbolic) -> Result<Defined, Refusal>,
    ) -> Result<Defined, Refusal> {
        let (elements, when) = self.results(scope, result)?;
        let set = at(span, self.terms.collect(&elements))?;
        Ok(Defined {
            sym: set.into(),
            when,
        })
    }

    /// The one value among those whose conditions hold.
    fn unique(
        &mut self,
        found: &[(Sym, TermId)],
        when: TermId,
        expr: &Expr,
    ) -> Result<Defined, Refusal> {
        let some = self.terms.pool.or(found.iter().map(|(_, when)| *when));
        let mut good = vec![when, some];
        for (number, (a, first)) in found.iter().enumerate() {
            for (b, second) in &found[..number] {
                let both = self.both(*first, *second);
                if !self.terms.is(both, false) {
                    let same = at(expr.span, self.terms.equal(a, b))?;
                    good.push(self.terms.pool.implies(both, same));
                }
            }
            at(expr.span, self.terms.bounded())?;
        }
        let when = self.terms.pool.and(good);
        match at(expr.span, self.terms.select(found))? {
            Some(sym) => Ok(Defined { sym, when }),
            None => self.nothing(expr),
        }
    }

    /// An expression that never has a value.
    pub(super) fn nothing(&mut self, expr: &Expr) -> Result<Defined, Refusal> {
        let sym = self.some_value(&expr.ty, expr.span)?;
        Ok(Defined {
            sym,
            when: self.terms.no(),
        })
    }

    /// The value that the explicit evaluator has for a constant.
    pub(super) fn explicit_constant(
        &mut self,
        id: GlobalId,
        generics: &[Expr],
        span: Span,
    ) -> Result<Value, Refusal> {
        let name = self.program.globals[id.0 as usize].name.to_string();
        let refuse = |why: String| Refusal {
            span,
            why: Why::Constant {
                name: name.clone(),
                why,
            },
        };
        let mut arguments = Vec::with_capacity(generics.len());
        for set in generics {
            let value = self.explicit.value(set);
            arguments.push(value.map_err(|stop| refuse(stop.to_string()))?);
        }
        let value = self
            .explicit
            .entering(|evaluator| evaluator.global(id, arguments.into()));
        let value = value.map_err(|stop| refuse(stop.to_string()))?;
        match &value {
            Value::Set(Set::Large(_)) => {
                let listed = self.explicit.entering(|e| e.solid(value.clone()));
                Ok(listed.unwrap_or(value))
            }
            _ => Ok(value),
        }
    }

    /// A set of sets or of tuples as a value.
    pub(super) fn set_of(&mut self, expr: &Expr) -> Result<Defined, Refusal> {
        if is_infinite(self, expr) {
            return infinite(expr.span, "a set of sets or of tuples");
        }
        Ok(self.domain(expr)?.into())
    }
}

pub(super) fn unsupported<T>(span: Span, what: &str) -> Result<T, Refusal> {
    let what = what.to_string();
    Err(Refusal {
        span,
        why: Why::NotSupported { what },
    })
}

pub(super) fn infinite<T>(span: Span, what: &str) -> Result<T, Refusal> {
    let what = what.to_string();
    Err(Refusal {
        span,
        why: Why::Infinite { what },
    })
}
