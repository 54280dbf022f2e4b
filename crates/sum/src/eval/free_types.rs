//! Free types as sets: finite ones are listed, and of others the elements with few constructors inside each other.

use std::sync::Arc;

use super::{Evaluator, Stop};
use crate::core::FreeId;
use crate::value::{Large, Set, Value};

impl Evaluator {
    /// A free type as a set: listed unless it contains itself, or an infinite set.
    pub(super) fn free_type(&mut self, free: FreeId) -> Result<Set, Stop> {
        if let Some(set) = &self.frees[free.0 as usize] {
            return Ok(set.clone());
        }
        let large = Set::large(Large::Free(free));
        // While its arguments are looked at it stands for itself, so that a set that contains it is recognised as infinite.
        self.frees[free.0 as usize] = Some(large.clone());
        let finite = self.has_finite_arguments(free);
        self.frees[free.0 as usize] = None;
        let set = if finite? {
            Set::Elements(self.free_level(free)?)
        } else {
            large
        };
        self.frees[free.0 as usize] = Some(set.clone());
        Ok(set)
    }

    fn has_finite_arguments(&mut self, free: FreeId) -> Result<bool, Stop> {
        let program = self.program.clone();
        for branch in &program.frees[free.0 as usize].branches {
            if let Some(argument) = &branch.argument {
                let set = self.eval_set(argument)?;
                if self.clipped(&set)?.is_some() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The elements of a free type whose arguments are what is known of it now.
    fn free_level(&mut self, free: FreeId) -> Result<Arc<[Value]>, Stop> {
        let program = self.program.clone();
        let mut values = Vec::new();
        for (branch, shape) in (0u32..).zip(&program.frees[free.0 as usize].branches) {
            match &shape.argument {
                None => values.push(Value::Branch {
                    free,
                    branch,
                    argument: None,
                }),
                Some(argument) => {
                    let set = self.eval_set(argument)?;
                    let arguments = self.list(&set)?.0;
                    values.extend(arguments.iter().map(|argument| Value::Branch {
                        free,
                        branch,
                        argument: Some(Arc::new(argument.clone())),
                    }));
                }
            }
        }
        let Set::Elements(elements) = Set::of(values) else {
            unreachable!("an explicit set")
        };
        Ok(elements)
    }

    /// The elements of an infinite free type with as many levels as the scope allows.
    pub(crate) fn free_values(&mut self, free: FreeId) -> Result<Arc<[Value]>, Stop> {
        let own = self.frees[free.0 as usize].take();
        // What is remembered now would be about the levels.
        let globals = std::mem::take(&mut self.globals);
        let listed = std::mem::take(&mut self.listed);
        let mut values: Arc<[Value]> = Arc::from([]);
        let mut result = Ok(());
        for _ in 0..self.scope.depth {
            self.frees[free.0 as usize] = Some(Set::Elements(values.clone()));
            match self.free_level(free) {
                Ok(level) if level == values => break,
                Ok(level) => values = level,
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.frees[free.0 as usize] = own;
        self.globals = globals;
        self.listed = listed;
        result.map(|()| values)
    }
}
