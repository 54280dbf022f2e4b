//! The scope of a search: how many elements given sets have, which integers are tried, how long sequences get.
//!
//! What is enumerated is within the scope. Membership and arithmetic do not ask it: integers are mathematical, and a sequence that is
//! computed may be longer.

use std::collections::BTreeMap;
use std::fmt;

use crate::core::{GivenId, Program};
use crate::syntax::Name;
use crate::value::{Int, Value};

#[derive(Clone, Debug, PartialEq)]
pub struct SearchScope {
    /// Given sets by name.
    pub carriers: BTreeMap<Name, Carrier>,
    /// The size of given sets that have no entry.
    pub default_carrier: u32,
    /// Both bounds belong to it.
    pub ints: (Int, Int),
    /// The greatest length of sequences, and the greatest count of an element of a bag.
    pub sequences: u32,
    /// How often constructors of a recursive free type are nested.
    pub depth: u32,
    /// Constants that have another value than the specification says.
    pub constants: BTreeMap<Name, Value>,
}

/// The elements of a given set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// `DATA1`, `DATA2`, ...
    Size(u32),
    Named(Vec<Name>),
}

impl Carrier {
    pub fn len(&self) -> u32 {
        match self {
            Carrier::Size(size) => *size,
            Carrier::Named(names) => names.len() as u32,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for SearchScope {
    fn default() -> SearchScope {
        SearchScope {
            carriers: BTreeMap::new(),
            default_carrier: 3,
            ints: (Int::from(-32i64), Int::from(32i64)),
            sequences: 4,
            depth: 3,
            constants: BTreeMap::new(),
        }
    }
}

impl SearchScope {
    pub fn carrier(&self, program: &Program, given: GivenId) -> Carrier {
        let name = &program.givens[given.0 as usize].name;
        self.carriers
            .get(name)
            .cloned()
            .unwrap_or(Carrier::Size(self.default_carrier))
    }

    /// How an element of a given set is called.
    pub fn element_name(&self, program: &Program, given: GivenId, index: u32) -> String {
        let name = &program.givens[given.0 as usize].name;
        match self.carriers.get(name) {
            Some(Carrier::Named(names)) if (index as usize) < names.len() => {
                names[index as usize].to_string()
            }
            _ => format!("{name}{}", index + 1),
        }
    }

    /// The element of a given set that a name stands for.
    pub fn element_named(&self, program: &Program, name: &str) -> Option<(GivenId, u32)> {
        (0..program.givens.len() as u32).find_map(|number| {
            let given = GivenId(number);
            let size = self.carrier(program, given).len();
            let index =
                (0..size).find(|&index| self.element_name(program, given, index) == name)?;
            Some((given, index))
        })
    }
}

/// As options say it: `DATA=3 ints -32..32 seq 4`.
impl fmt::Display for SearchScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, carrier) in &self.carriers {
            write!(f, "{name}={} ", carrier.len())?;
        }
        write!(
            f,
            "ints {}..{} seq {}",
            self.ints.0, self.ints.1, self.sequences
        )
    }
}
