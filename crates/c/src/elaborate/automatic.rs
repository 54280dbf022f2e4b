//! Functions that run before and after the entry function: the attributes `constructor` and `destructor`.

use super::{Done, Elaborator};
use crate::program::FunctionId;
use crate::syntax::TokenKind;
use crate::syntax::tree::Attribute;

/// The priority of functions that give none: the last constructors, and the first destructors.
const NO_PRIORITY: u64 = 65535;

/// Functions with their priorities, in the order of the text.
#[derive(Default)]
pub(super) struct Automatic {
    constructors: Vec<(u64, FunctionId)>,
    destructors: Vec<(u64, FunctionId)>,
}

impl Automatic {
    /// Both in the order in which they run, as GCC has it: destructors run in the opposite order.
    pub fn ordered(&self) -> (Vec<FunctionId>, Vec<FunctionId>) {
        let sorted = |list: &[(u64, FunctionId)]| {
            let mut list = list.to_vec();
            list.sort_by_key(|(priority, _)| *priority);
            list.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
        };
        let mut destructors = sorted(&self.destructors);
        destructors.reverse();
        (sorted(&self.constructors), destructors)
    }
}

impl<'u> Elaborator<'u> {
    /// Notes what the attributes of a declaration say about when the function runs.
    pub fn note_automatic(&mut self, id: FunctionId, attributes: &'u [Attribute]) -> Done<()> {
        for attribute in attributes {
            let list = match &*attribute.name {
                "constructor" => &mut self.automatic.constructors,
                "destructor" => &mut self.automatic.destructors,
                _ => continue,
            };
            let priority = match attribute.arguments.as_slice() {
                [] => NO_PRIORITY,
                [TokenKind::Int(literal)] => literal.value as u64,
                _ => {
                    let what = "a priority that is no plain number";
                    return Err(self.unsupported(attribute.place, what));
                }
            };
            match list.iter_mut().find(|(_, known)| *known == id) {
                Some((known, _)) => *known = (*known).min(priority),
                None => list.push((priority, id)),
            }
        }
        Ok(())
    }
}
