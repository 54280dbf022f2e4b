//! Listing of sets: large ones are searched, and refused with their size where that is too much.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Evaluator, Flow, Limit, MAX_LISTED, Stop, beyond};
use crate::core::{Definition, GlobalId};
use crate::value::{Binding, Closure, Large, RulesOf, Set, Size, Value};

impl Evaluator {
    /// The elements of a set in their order.
    pub(crate) fn force(&mut self, set: &Set) -> Result<Arc<[Value]>, Stop> {
        let large = match set {
            Set::Elements(elements) => return Ok(elements.clone()),
            Set::Large(large) => large.clone(),
        };
        let at = self.at;
        if let Some(closure) = Self::closure_of(set) {
            return self.force_closure(set, closure);
        }
        if let Large::Rules(rules) = &*large {
            return self.force_rules(rules);
        }
        if self.certainly_infinite(set)? {
            return beyond(
                at,
                Limit::TooLarge {
                    size: Size::Infinite,
                },
            );
        }
        let size = self.size(set, false)?;
        if self.exactly_sized(&large) && !size.at_most(self.options.listed) {
            return beyond(at, Limit::TooLarge { size });
        }
        let (elements, incomplete) = self.list(set)?;
        match incomplete {
            Some(reason) => Err(Stop::Beyond(Box::new(reason))),
            None => Ok(elements),
        }
    }

    fn force_closure(&mut self, set: &Set, closure: &Closure) -> Result<Arc<[Value]>, Stop> {
        if let Some(listed) = self.listed.get(closure) {
            return Ok(listed.clone());
        }
        let (elements, incomplete) = self.list(set)?;
        if let Some(reason) = incomplete {
            return Err(Stop::Beyond(Box::new(reason)));
        }
        if self.listed.len() >= MAX_LISTED {
            self.listed.clear();
        }
        self.listed.insert(closure.clone(), elements.clone());
        Ok(elements)
    }

    fn force_rules(&mut self, of: &RulesOf) -> Result<Arc<[Value]>, Stop> {
        let at = self.at;
        let too_large = beyond(
            at,
            Limit::TooLarge {
                size: Size::Infinite,
            },
        );
        let program = self.program.clone();
        let Definition::In(declared) = &program.globals[of.global.0 as usize].definition else {
            return too_large;
        };
        if !of.arguments.is_empty() {
            return too_large;
        }
        let parameters = std::mem::replace(&mut self.parameters, of.generics.clone());
        let declared = self.eval_set(declared);
        self.parameters = parameters;
        let from = match declared? {
            Set::Large(large) => match &*large {
                Large::Functions { from, .. } => from.clone(),
                _ => return too_large,
            },
            Set::Elements(_) => return too_large,
        };
        let relation = Set::large(Large::Rules(of.clone()));
        let mut pairs = Vec::new();
        for argument in &*self.force(&from)? {
            if let Some(value) = self.image_of(&relation, argument)? {
                let value = self.solid(value)?;
                pairs.push(Value::pair(argument.clone(), value));
            }
        }
        Ok(pairs.into())
    }

    /// The elements within the scope, and why there may be others.
    pub(crate) fn list(
        &mut self,
        set: &Set,
    ) -> Result<(Arc<[Value]>, Option<super::Beyond>), Stop> {
        if let Set::Elements(elements) = set {
            return Ok((elements.clone(), None));
        }
        let at = self.at;
        let size = self.size(set, true)?;
        if size.bits() > 2.0 * f64::from(self.options.listed.ilog2()) {
            return beyond(at, Limit::TooLarge { size });
        }
        let listed = self.options.listed;
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let closure = Self::closure_of(set).is_some();
        let incomplete = self.each(set, &mut |_, value| {
            if found.len() >= listed {
                return beyond(at, Limit::TooLarge { size: size.clone() });
            }
            if !closure || seen.insert(value.clone()) {
                found.push(value);
            }
            Ok(Flow::Continue(()))
        })?;
        let Set::Elements(elements) = Set::of(found) else {
            unreachable!("an explicit set")
        };
        Ok((elements, incomplete))
    }

    /// The value with all sets inside of it listed.
    pub(crate) fn solid(&mut self, value: Value) -> Result<Value, Stop> {
        if value.is_solid() {
            return Ok(value);
        }
        match value {
            Value::Set(set) => Ok(Value::Set(Set::Elements(self.force(&set)?))),
            Value::Tuple(parts) => Ok(Value::Tuple(self.all_solid_values(&parts)?)),
            Value::Binding(binding) => {
                let values = self.all_solid_values(&binding.values)?;
                Ok(Value::Binding(Binding {
                    values,
                    names: binding.names,
                }))
            }
            Value::Branch {
                free,
                branch,
                argument: Some(argument),
            } => {
                let argument = Some(Arc::new(self.solid(Value::clone(&argument))?));
                Ok(Value::Branch {
                    free,
                    branch,
                    argument,
                })
            }
            other => Ok(other),
        }
    }

    fn all_solid_values(&mut self, values: &[Value]) -> Result<Arc<[Value]>, Stop> {
        values
            .iter()
            .map(|value| self.solid(value.clone()))
            .collect()
    }

    /// The value in the form in which it is kept: listed if it can be, and large if not.
    pub(crate) fn settled(&mut self, value: Value) -> Result<Value, Stop> {
        match self.solid(value.clone()) {
            Err(Stop::Beyond(_) | Stop::Undefined(_)) => Ok(value),
            other => other,
        }
    }

    /// The value of a constant that is not known yet.
    pub(super) fn defined(&mut self, id: GlobalId, generics: &Arc<[Value]>) -> Result<Value, Stop> {
        let program = self.program.clone();
        if self.constants.rules.contains_key(&id) {
            let arguments = Arc::from([]);
            return Ok(Value::Set(Set::large(Large::Rules(RulesOf {
                global: id,
                generics: generics.clone(),
                arguments,
            }))));
        }
        if let Some(direct) = self.constants.direct.get(&id).cloned() {
            return self.eval(&direct);
        }
        match &program.globals[id.0 as usize].definition {
            Definition::Is(value) => self.eval(value),
            Definition::In(_) => {
                let name = program.globals[id.0 as usize].name.to_string();
                beyond(self.at, Limit::NoConstants { name })
            }
        }
    }
}
