//! What can fail in a C program, and which of it is checked. Names, classes and defaults are CBMC 6's.

use crate::program::Site;

/// The kind of fault that a failed check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Assertion,
    Bounds,
    Pointer,
    Division,
    Overflow,
    Shift,
    Conversion,
    Enum,
    Leak,
    Unwinding,
    Recursion,
    Precondition,
    BitCount,
    NoBody,
    Capacity,
    Float,
}

impl Class {
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Assertion => "assertion",
            Class::Bounds => "bounds",
            Class::Pointer => "pointer",
            Class::Division => "division",
            Class::Overflow => "overflow",
            Class::Shift => "shift",
            Class::Conversion => "conversion",
            Class::Enum => "enum",
            Class::Leak => "leak",
            Class::Unwinding => "unwinding",
            Class::Recursion => "recursion",
            Class::Precondition => "precondition",
            Class::BitCount => "bit_count",
            Class::NoBody => "no_body",
            Class::Capacity => "capacity",
            Class::Float => "float",
        }
    }

    /// The class of what CBMC calls a kind of check: the middle of `main.array_bounds.1`. None for kinds that nothing here checks.
    pub fn of_cbmc(kind: &str) -> Option<Class> {
        let found = CBMC_KINDS.iter().find(|(theirs, _)| *theirs == kind);
        found.map(|(_, class)| *class)
    }
}

/// The kinds that CBMC gives its properties, and our classes. docs/c.md has the same table.
pub const CBMC_KINDS: [(&str, Class); 19] = [
    ("assertion", Class::Assertion),
    ("error_label", Class::Assertion),
    ("array_bounds", Class::Bounds),
    ("pointer", Class::Pointer),
    ("pointer_arithmetic", Class::Pointer),
    ("pointer_dereference", Class::Pointer),
    ("pointer_primitives", Class::Pointer),
    ("division-by-zero", Class::Division),
    ("overflow", Class::Overflow),
    ("undefined-shift", Class::Shift),
    ("enum-range-check", Class::Enum),
    ("unwind", Class::Unwinding),
    ("recursion", Class::Recursion),
    ("precondition", Class::Precondition),
    ("precondition_instance", Class::Precondition),
    ("memory-leak", Class::Leak),
    ("bit_count", Class::BitCount),
    ("NaN", Class::Float),
    ("no-body", Class::NoBody),
];

/// What is checked beside the assertions of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// The assertions of the program.
    pub assertions: bool,
    pub bounds: bool,
    pub pointer: bool,
    pub division: bool,
    pub signed_overflow: bool,
    pub unsigned_overflow: bool,
    pub shift: bool,
    pub conversion: bool,
    pub pointer_primitive: bool,
    pub pointer_overflow: bool,
    pub leak: bool,
    pub unwinding: bool,
    pub nan: bool,
    pub float_overflow: bool,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            assertions: true,
            bounds: true,
            pointer: true,
            division: true,
            signed_overflow: true,
            unsigned_overflow: false,
            shift: true,
            conversion: false,
            pointer_primitive: true,
            pointer_overflow: false,
            leak: false,
            unwinding: true,
            nan: false,
            float_overflow: false,
        }
    }
}

/// Switches one check.
type Set = fn(&mut Checks, bool);

/// The checks that pragmas of CBMC name, in the order of the bits of a [`Switch`].
const NAMES: [(&str, Set); 12] = [
    ("bounds", |c, on| c.bounds = on),
    ("pointer", |c, on| c.pointer = on),
    ("div-by-zero", |c, on| c.division = on),
    ("signed-overflow", |c, on| c.signed_overflow = on),
    ("unsigned-overflow", |c, on| c.unsigned_overflow = on),
    ("undefined-shift", |c, on| c.shift = on),
    ("conversion", |c, on| c.conversion = on),
    ("pointer-primitive", |c, on| c.pointer_primitive = on),
    ("pointer-overflow", |c, on| c.pointer_overflow = on),
    ("memory-leak", |c, on| c.leak = on),
    ("nan", |c, on| c.nan = on),
    ("float-overflow", |c, on| c.float_overflow = on),
];

/// What `#pragma CPROVER check` says at a place: which checks are on and which are off there, whatever the options say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switch {
    on: u16,
    off: u16,
}

impl Switch {
    /// Switches a check on or off. None if there is no check of that name.
    #[must_use]
    pub fn with(self, name: &str, on: bool) -> Option<Switch> {
        let bit = 1 << NAMES.iter().position(|(known, _)| *known == name)?;
        Some(if on {
            Switch {
                on: self.on | bit,
                off: self.off & !bit,
            }
        } else {
            Switch {
                on: self.on & !bit,
                off: self.off | bit,
            }
        })
    }

    fn apply(self, mut checks: Checks) -> Checks {
        for (number, (_, set)) in NAMES.iter().enumerate() {
            if self.on >> number & 1 == 1 {
                set(&mut checks, true);
            } else if self.off >> number & 1 == 1 {
                set(&mut checks, false);
            }
        }
        checks
    }
}

/// The switches of a whole program: each holds from a site on, until the next one.
#[derive(Clone, Debug, Default)]
pub struct Switches(Vec<(Site, Switch)>);

impl Switches {
    /// Sites have to come in order.
    pub fn from(&mut self, site: Site, switch: Switch) {
        let last = self.0.last().map_or(Switch::default(), |(_, last)| *last);
        if switch != last {
            self.0.push((site, switch));
        }
    }

    /// The checks that are on at a site.
    pub fn at(&self, site: Site, checks: Checks) -> Checks {
        let after = self.0.partition_point(|(from, _)| *from <= site);
        match after.checked_sub(1) {
            Some(number) => self.0[number].1.apply(checks),
            None => checks,
        }
    }
}
