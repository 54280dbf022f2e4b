//! Memory: objects of bytes, and pointers as the number of an object with an offset.
//!
//! A pointer in memory is its address. An address gives the pointer back: by arithmetic, or for the rare pointers that do not fit (very
//! many objects, offsets far outside) by a table of what was stored. So pointers survive every way of copying bytes.

use rustc_hash::FxHashMap;

use crate::program::{DataModel, FunctionId, GlobalId, LocalId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pointer {
    /// 0 is no object.
    pub object: u32,
    pub offset: i64,
}

pub const NULL: Pointer = Pointer {
    object: 0,
    offset: 0,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Alive,
    /// A local whose block was left.
    Dead,
    /// Heap memory that was given back.
    Freed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What a null pointer points to.
    Nothing,
    Global(GlobalId),
    Function(FunctionId),
    Local(FunctionId, LocalId),
    Heap,
    /// Memory of `alloca`, and records that calls return.
    Temporary,
}

/// Large objects are mostly untouched; the page size is small as few bytes of them are used.
const DENSE: u64 = 1 << 20;
const PAGE: u64 = 256;

enum Data {
    Dense(Vec<u8>),
    Sparse(FxHashMap<u64, Box<[u8; PAGE as usize]>>),
}

pub struct Object {
    pub size: u64,
    pub state: State,
    pub kind: Kind,
    data: Data,
}

/// Why an access is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Null,
    Invalid,
    Dead,
    Freed,
    Outside,
}

impl Fault {
    pub fn as_str(self) -> &'static str {
        match self {
            Fault::Null => "pointer NULL",
            Fault::Invalid => "pointer invalid",
            Fault::Dead => "dead object",
            Fault::Freed => "deallocated dynamic object",
            Fault::Outside => "pointer outside object bounds",
        }
    }
}

pub struct Memory {
    objects: Vec<Object>,
    model: DataModel,
    /// Pointers whose address does not give them back by arithmetic.
    unusual: FxHashMap<u64, Pointer>,
}

impl Memory {
    pub fn new(model: DataModel) -> Memory {
        let mut memory = Memory {
            objects: vec![],
            model,
            unusual: FxHashMap::default(),
        };
        memory.create(Kind::Nothing, 0);
        memory
    }

    /// A new object that is zero everywhere.
    pub fn create(&mut self, kind: Kind, size: u64) -> u32 {
        let data = if size <= DENSE {
            Data::Dense(vec![0; size as usize])
        } else {
            Data::Sparse(FxHashMap::default())
        };
        let number = u32::try_from(self.objects.len()).unwrap_or(0);
        self.objects.push(Object {
            size,
            state: State::Alive,
            kind,
            data,
        });
        number
    }

    pub fn get(&self, number: u32) -> Option<&Object> {
        self.objects.get(number as usize)
    }

    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// The largest size of an object.
    pub fn max_size(&self) -> u64 {
        1 << (self.split().1 - 1)
    }

    pub fn end(&mut self, number: u32, state: State) {
        if let Some(object) = self.objects.get_mut(number as usize) {
            object.state = state;
            object.data = Data::Dense(vec![]);
        }
    }

    pub fn is_alive(&self, number: u32) -> bool {
        number != 0
            && self
                .get(number)
                .is_some_and(|object| object.state == State::Alive)
    }

    /// Why `size` bytes at a pointer cannot be accessed.
    pub fn fault(&self, at: Pointer, size: u64) -> Option<Fault> {
        if at == NULL {
            return Some(Fault::Null);
        }
        let object = match self.get(at.object) {
            Some(object) if !matches!(object.kind, Kind::Nothing | Kind::Function(_)) => object,
            _ => return Some(Fault::Invalid),
        };
        match object.state {
            State::Dead => return Some(Fault::Dead),
            State::Freed => return Some(Fault::Freed),
            State::Alive => {}
        }
        let inside = u64::try_from(at.offset)
            .ok()
            .and_then(|offset| offset.checked_add(size))
            .is_some_and(|end| end <= object.size);
        (!inside).then_some(Fault::Outside)
    }

    /// Bytes of an object; what is outside of it stays as it is in `out`.
    pub fn read(&self, number: u32, offset: u64, out: &mut [u8]) {
        match self.get(number).map(|object| &object.data) {
            Some(Data::Dense(bytes)) => {
                let start = offset as usize;
                if let Some(from) = bytes.get(start..start.saturating_add(out.len())) {
                    out.copy_from_slice(from);
                }
            }
            Some(Data::Sparse(pages)) => {
                for (i, byte) in out.iter_mut().enumerate() {
                    let at = offset.wrapping_add(i as u64);
                    *byte = pages
                        .get(&(at / PAGE))
                        .map_or(0, |page| page[(at % PAGE) as usize]);
                }
            }
            None => {}
        }
    }

    /// Writes bytes that are inside of the object, and none if they are not.
    pub fn write(&mut self, number: u32, offset: u64, bytes: &[u8]) {
        let Some(object) = self.objects.get_mut(number as usize) else {
            return;
        };
        match &mut object.data {
            Data::Dense(own) => {
                let start = offset as usize;
                if let Some(to) = own.get_mut(start..start.saturating_add(bytes.len())) {
                    to.copy_from_slice(bytes);
                }
            }
            Data::Sparse(pages) => {
                for (i, byte) in bytes.iter().enumerate() {
                    let at = offset.wrapping_add(i as u64);
                    if at < object.size {
                        let page = pages
                            .entry(at / PAGE)
                            .or_insert_with(|| Box::new([0; PAGE as usize]));
                        page[(at % PAGE) as usize] = *byte;
                    }
                }
            }
        }
    }

    /// How many bits of an address are the number of the object, and how many the offset.
    fn split(&self) -> (u32, u32) {
        match self.model {
            DataModel::Lp64 => (16, 48),
            DataModel::Ilp32 => (8, 24),
        }
    }

    pub fn address(&mut self, pointer: Pointer) -> u64 {
        let (numbers, offsets) = self.split();
        let address = |object: u64, offset: i64| {
            let low = (1u64 << offsets) - 1;
            let high = (1u64 << numbers) - 1;
            ((object & high) << offsets).wrapping_add(offset as u64 & low)
        };
        let object = u64::from(pointer.object);
        let usual = address(object, pointer.offset);
        if self.usual(usual) == pointer {
            return usual;
        }
        // Numbers beyond the field go into the middle of the offset, which small objects do not use.
        let more = (object >> numbers) << (offsets * 2 / 3);
        let address = address(object, pointer.offset.wrapping_add(more as i64));
        self.unusual.insert(address, pointer);
        address
    }

    pub fn pointer(&self, address: u64) -> Pointer {
        if !self.unusual.is_empty()
            && let Some(pointer) = self.unusual.get(&address)
        {
            return *pointer;
        }
        self.usual(address)
    }

    fn usual(&self, address: u64) -> Pointer {
        let (numbers, offsets) = self.split();
        let rest = 64 - offsets;
        Pointer {
            object: (address >> offsets & ((1 << numbers) - 1)) as u32,
            offset: ((address << rest) as i64) >> rest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_give_pointers_back() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let mut memory = Memory::new(model);
            for object in [0, 1, 255, 256, 300, 65_535, 65_536, 70_000] {
                for offset in [0, 1, -1, 100, 1 << 20] {
                    let pointer = Pointer { object, offset };
                    let address = memory.address(pointer);
                    assert_eq!(memory.pointer(address), pointer);
                    assert!(model == DataModel::Lp64 || address <= u64::from(u32::MAX));
                }
            }
            assert_eq!(memory.address(NULL), 0);
        }
    }

    #[test]
    fn large_objects_are_sparse() {
        let mut memory = Memory::new(DataModel::Lp64);
        let object = memory.create(Kind::Heap, 1 << 40);
        memory.write(object, (1 << 39) - 1, &[1, 2]);
        let mut bytes = [9; 4];
        memory.read(object, (1 << 39) - 2, &mut bytes);
        assert_eq!(bytes, [0, 1, 2, 0]);
        let last = Pointer {
            object,
            offset: (1 << 40) - 1,
        };
        assert_eq!(memory.fault(last, 1), None);
        assert_eq!(memory.fault(last, 2), Some(Fault::Outside));
    }
}
