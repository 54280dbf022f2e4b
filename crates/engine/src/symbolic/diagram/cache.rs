//! Results of operations, each at a place of its own, where a later one takes it over.

use super::Edge;

/// What was computed. The second and third operands may be constants that mean nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    pub op: u32,
    pub a: Edge,
    pub b: Edge,
    pub c: Edge,
}

impl Key {
    pub const AND: u32 = 1;
    pub const XOR: u32 = 2;
    pub const ITE: u32 = 3;
    pub const EXISTS: u32 = 4;
    pub const AND_EXISTS: u32 = 5;
    pub const RESTRICT: u32 = 6;
    /// Numbers from here on belong to one substitution each.
    pub const SUBSTITUTE: u32 = 7;
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    result: Edge,
}

const EMPTY: Entry = Entry {
    key: Key {
        op: 0,
        a: Edge::TRUE,
        b: Edge::TRUE,
        c: Edge::TRUE,
    },
    result: Edge::TRUE,
};

/// Binary logarithms of the sizes.
const LEAST: u32 = 14;
const MOST: u32 = 22;

pub(super) struct Cache {
    entries: Vec<Entry>,
}

impl Cache {
    pub fn new() -> Cache {
        Cache {
            entries: vec![EMPTY; 1 << LEAST],
        }
    }

    fn place(&self, key: &Key) -> usize {
        let mut hash = u64::from(key.a.0).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ u64::from(key.b.0)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        hash = (hash ^ (hash >> 29) ^ u64::from(key.c.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ u64::from(key.op)).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (hash >> 32) as usize & (self.entries.len() - 1)
    }

    pub fn get(&self, key: Key) -> Option<Edge> {
        let entry = &self.entries[self.place(&key)];
        (entry.key == key).then_some(entry.result)
    }

    pub fn put(&mut self, key: Key, result: Edge) {
        let place = self.place(&key);
        self.entries[place] = Entry { key, result };
    }

    /// Keeps what is about nodes that are there.
    pub fn retain(&mut self, lives: impl Fn(Edge) -> bool) {
        for entry in &mut self.entries {
            let Key { a, b, c, .. } = entry.key;
            if ![a, b, c, entry.result].into_iter().all(&lives) {
                *entry = EMPTY;
            }
        }
    }

    /// Grows with the number of nodes, and forgets everything when it does.
    pub fn fit(&mut self, nodes: usize) {
        let wanted = nodes.next_power_of_two().clamp(1 << LEAST, 1 << MOST);
        if wanted > self.entries.len() {
            self.entries = vec![EMPTY; wanted];
        }
    }
}
