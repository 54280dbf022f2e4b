//! Literals: a node of the graph, plain or inverted.

use std::fmt;
use std::ops::Not;

/// An edge of an and-inverter graph: twice the node's index, plus one if inverted. Node 0 is the
/// constant false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AigLit(u32);

impl AigLit {
    pub const FALSE: AigLit = AigLit(0);
    pub const TRUE: AigLit = AigLit(1);

    pub fn new(node: usize, inverted: bool) -> AigLit {
        let node = u32::try_from(node).expect("fewer than 2^31 nodes");
        debug_assert!(node < 1 << 31);
        AigLit(node << 1 | inverted as u32)
    }

    pub fn constant(value: bool) -> AigLit {
        AigLit(value as u32)
    }

    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn as_constant(self) -> Option<bool> {
        (self.node() == 0).then_some(self.is_inverted())
    }

    /// This literal, inverted if `invert`.
    pub fn invert_if(self, invert: bool) -> AigLit {
        AigLit(self.0 ^ invert as u32)
    }
}

impl Not for AigLit {
    type Output = AigLit;
    fn not(self) -> AigLit {
        AigLit(self.0 ^ 1)
    }
}

impl fmt::Debug for AigLit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None if self.is_inverted() => write!(f, "!{}", self.node()),
            None => write!(f, "{}", self.node()),
        }
    }
}
