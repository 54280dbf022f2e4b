//! Expressions.

use std::sync::Arc;

use super::{Beyond, Evaluator, Limit, Reason, Stop, beyond, undefined};
use crate::core::{Expr, ExprKind, FreeId, GlobalId, Scope, VarId};
use crate::value::{Binding, Closure, Int, Large, Names, Set, Value};

impl Evaluator {
    /// The value of an expression whose variables all have values.
    pub fn value(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.entering(|evaluator| evaluator.eval(expr))
    }

    /// The value with all sets inside of it listed, for printing and for keeping.
    pub fn solid_value(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.entering(|evaluator| {
            let value = evaluator.eval(expr)?;
            evaluator.solid(value)
        })
    }

    pub(crate) fn eval(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.step()?;
        self.at = expr.span;
        match &*expr.kind {
            ExprKind::Int(value) => Ok(Value::Int(Int::from(value))),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Text(text) => Ok(Value::Text(text.as_str().into())),
            ExprKind::Var(var) => self.variable(*var),
            ExprKind::Global { id, generics } => {
                let generics = self.all(generics)?;
                self.at = expr.span;
                self.global(*id, generics.into())
            }
            ExprKind::Parameter(index) => Ok(self.parameters[*index as usize].clone()),
            ExprKind::Branch { free, branch } => Ok(self.branch(*free, *branch)),
            ExprKind::Integers => Ok(Value::Set(Set::large(Large::Integers))),
            ExprKind::Booleans => Ok(Value::set(vec![Value::Bool(false), Value::Bool(true)])),
            ExprKind::Given(given) => Ok(Value::Set(self.carriers[given.0 as usize].clone())),
            ExprKind::GivenElement { given, index } => Ok(Value::Given(*given, *index)),
            ExprKind::Free(free) => Ok(Value::Set(self.free_type(*free)?)),
            ExprKind::Tuple(parts) => Ok(Value::Tuple(self.all(parts)?.into())),
            ExprKind::Element { tuple, index } => match self.eval(tuple)? {
                Value::Tuple(parts) => Ok(parts[*index].clone()),
                other => unreachable!("a tuple by its type, and not {other:?}"),
            },
            ExprKind::Binding(parts) => {
                let names = Names(parts.iter().map(|(name, _)| name.clone()).collect());
                let values = parts
                    .iter()
                    .map(|(_, part)| self.eval(part))
                    .collect::<Result<Arc<[Value]>, Stop>>()?;
                Ok(Value::Binding(Binding { values, names }))
            }
            ExprKind::Component { binding, name } => match self.eval(binding)? {
                Value::Binding(binding) => {
                    Ok(binding.get(name).expect("a component by its type").clone())
                }
                other => unreachable!("a binding by its type, and not {other:?}"),
            },
            ExprKind::Set(parts) => Ok(Value::set(self.all_solid(parts)?)),
            ExprKind::Sequence(parts) => Ok(Value::sequence(self.all_solid(parts)?)),
            ExprKind::Bag(parts) => {
                let items = self.all_solid(parts)?;
                Ok(Self::bag_of(items))
            }
            ExprKind::Comprehension { scope, .. } => {
                self.sets_defined(scope)?;
                let closure = self.capture(expr);
                Ok(Value::Set(Set::large(Large::Comprehension(closure))))
            }
            ExprKind::Lambda { scope, .. } => {
                self.sets_defined(scope)?;
                Ok(Value::Set(Set::large(Large::Lambda(self.capture(expr)))))
            }
            ExprKind::Mu { scope, result } => self.unique(scope, result),
            ExprKind::Let { definitions, body } => {
                let values = self.definitions(definitions)?;
                self.with(values, |evaluator| evaluator.eval(body))
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => {
                if self.truth(condition)? {
                    self.eval(then)
                } else {
                    self.eval(otherwise)
                }
            }
            ExprKind::Truth(pred) => Ok(Value::Bool(self.truth(pred)?)),
            ExprKind::Power(of) => {
                let of = self.eval_set(of)?;
                Ok(Value::Set(Set::large(Large::Power {
                    of,
                    non_empty: false,
                    finite: false,
                })))
            }
            ExprKind::Product(parts) => {
                let parts = parts
                    .iter()
                    .map(|part| self.eval_set(part))
                    .collect::<Result<_, Stop>>()?;
                Ok(Value::Set(Set::large(Large::Product(parts))))
            }
            ExprKind::Apply { function, argument } => {
                let function = self.eval_set(function)?;
                let argument = self.eval(argument)?;
                self.at = expr.span;
                self.apply(&function, &argument)
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                let arguments = self.all(arguments)?;
                self.at = expr.span;
                self.call(*function, &arguments, &expr.ty)
            }
        }
    }

    pub(crate) fn eval_set(&mut self, expr: &Expr) -> Result<Set, Stop> {
        match self.eval(expr)? {
            Value::Set(set) => Ok(set),
            other => unreachable!("a set by its type, and not {other:?}"),
        }
    }

    fn all(&mut self, parts: &[Expr]) -> Result<Vec<Value>, Stop> {
        parts.iter().map(|part| self.eval(part)).collect()
    }

    fn all_solid(&mut self, parts: &[Expr]) -> Result<Vec<Value>, Stop> {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            let value = self.eval(part)?;
            self.at = part.span;
            values.push(self.solid(value)?);
        }
        Ok(values)
    }

    fn variable(&mut self, var: VarId) -> Result<Value, Stop> {
        match self.slot(var) {
            Some(value) => Ok(value.clone()),
            None => {
                let name = self.program.vars[var.0 as usize].name.to_string();
                beyond(self.at, Limit::NoValue { name })
            }
        }
    }

    /// The values of local definitions. They do not see each other.
    pub(crate) fn definitions(
        &mut self,
        definitions: &[(VarId, Expr)],
    ) -> Result<Vec<(VarId, Value)>, Stop> {
        definitions
            .iter()
            .map(|(var, value)| Ok((*var, self.eval(value)?)))
            .collect()
    }

    /// A set over a variable of an undefined set is undefined, whether or not anybody asks for its elements.
    fn sets_defined(&mut self, scope: &Scope) -> Result<(), Stop> {
        for bound in &scope.bound {
            self.eval_set(&bound.set)?;
        }
        Ok(())
    }

    /// A set with what its expression reads.
    fn capture(&mut self, expr: &Expr) -> Closure {
        let captured = self
            .free
            .expr(expr)
            .iter()
            .filter_map(|var| Some((*var, self.slot(*var).clone()?)))
            .collect();
        Closure {
            expr: expr.clone(),
            captured,
            parameters: self.parameters.clone(),
        }
    }

    fn branch(&self, free: FreeId, branch: u32) -> Value {
        let program = &self.program.frees[free.0 as usize];
        match program.branches[branch as usize].argument {
            Some(_) => Value::Set(Set::large(Large::Injection(free, branch))),
            None => Value::Branch {
                free,
                branch,
                argument: None,
            },
        }
    }

    /// `mu`: the one value of the expression.
    fn unique(&mut self, scope: &Scope, result: &Expr) -> Result<Value, Stop> {
        let at = self.at;
        let mut found: Vec<Value> = Vec::new();
        let incomplete = self.each_result(scope, result, &mut |_, value| {
            if !found.contains(&value) {
                found.push(value);
            }
            Ok(if found.len() > 1 {
                super::Flow::Break(())
            } else {
                super::Flow::Continue(())
            })
        })?;
        self.at = at;
        match (found.len(), incomplete) {
            (2.., _) => undefined(at, Reason::NotUnique { found: found.len() }),
            (_, Some(reason)) => Err(Stop::Beyond(Box::new(reason))),
            (1, None) => Ok(found.remove(0)),
            (_, None) => undefined(at, Reason::NotUnique { found: 0 }),
        }
    }

    /// Gives the values of an expression over the solutions of a scope, perhaps more than once, all of them solid. A value that is
    /// undefined is none, as `exists D | P @ y = E` has it. Returns why others may be missing.
    pub(crate) fn each_result(
        &mut self,
        scope: &Scope,
        result: &Expr,
        emit: &mut dyn FnMut(&mut Evaluator, Value) -> Result<super::Flow, Stop>,
    ) -> Result<Option<Beyond>, Stop> {
        let wanted = self.wanted(scope, &[result]);
        let mut missing = None;
        let incomplete = self.solve_scope(scope, Vec::new(), &wanted, &mut |evaluator| {
            match evaluator
                .eval(result)
                .and_then(|value| evaluator.solid(value))
            {
                Ok(value) => return emit(evaluator, value),
                Err(Stop::Undefined(undefined)) => evaluator.note_undefined(*undefined),
                Err(Stop::Beyond(reason)) => missing = Some(*reason),
                Err(halted) => return Err(halted),
            }
            Ok(super::Flow::Continue(()))
        })?;
        Ok(incomplete.or(missing))
    }

    /// The value of a constant.
    pub(crate) fn global(&mut self, id: GlobalId, generics: Arc<[Value]>) -> Result<Value, Stop> {
        if let Some(value) = self.slot(self.free.of_global(id)) {
            return Ok(value.clone());
        }
        let key = (id, generics);
        if let Some(value) = self.globals.get(&key) {
            return Ok(value.clone());
        }
        let at = self.at;
        let name = || self.program.globals[id.0 as usize].name.to_string();
        if self.constants.chosen.contains(&id) {
            return beyond(at, Limit::NoConstants { name: name() });
        }
        if self.in_progress.contains(&key) {
            return beyond(at, Limit::Circular { name: name() });
        }
        self.in_progress.insert(key.clone());
        let parameters = std::mem::replace(&mut self.parameters, key.1.clone());
        let value = self.defined(id, &key.1);
        self.parameters = parameters;
        self.in_progress.remove(&key);
        let value = value?;
        self.globals.insert(key, value.clone());
        Ok(value)
    }
}
