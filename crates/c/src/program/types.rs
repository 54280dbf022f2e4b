//! Types and their layout.

use rustc_hash::FxHashMap;

use super::LocalId;

/// How wide `long` and pointers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DataModel {
    /// 64-bit `long` and pointers.
    #[default]
    Lp64,
    /// 32-bit `long` and pointers.
    Ilp32,
}

impl DataModel {
    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Lp64 => 64,
            DataModel::Ilp32 => 32,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordId(pub u32);

/// A type without qualifiers. Enumerations are the integer type that they are compatible with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// `_Bool`: stored in 8 bits, 0 or 1.
    Bool,
    /// Any other integer. `rank` tells apart types of one width: 1 char, 2 short, 3 int, 4 long, 5 long long, 6 __int128. `char` itself is signed
    /// with `plain`.
    Int {
        bits: u32,
        signed: bool,
        rank: u8,
        plain: bool,
    },
    Float(FloatKind),
    Pointer(TypeId),
    Array(TypeId, Length),
    Record(RecordId),
    Function(FunctionType),
    /// `va_list`.
    VaList,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    Known(u64),
    /// `[]`: a flexible member, or not known yet.
    Open,
    /// A hidden local of type `size_t` holds the number of elements from the declaration on.
    Variable(LocalId),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    pub result: TypeId,
    pub parameters: Vec<TypeId>,
    pub variadic: bool,
    /// False for `()`.
    pub prototype: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub tag: String,
    pub is_union: bool,
    /// False for a type that is only declared.
    pub complete: bool,
    pub fields: Vec<Field>,
    /// In bytes.
    pub size: u64,
    pub align: u64,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// Empty for an anonymous structure or union; unnamed bit-fields are no fields.
    pub name: String,
    pub ty: TypeId,
    /// In bytes; of a bit-field, of the byte that its lowest bit is in.
    pub offset: u64,
    /// Of a bit-field: its lowest bit in that byte, and its width.
    pub bits: Option<(u32, u32)>,
}

/// All types of a program. Equal types have equal ids.
#[derive(Clone, Debug)]
pub struct Types {
    pub model: DataModel,
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    pub records: Vec<Record>,
}

impl Types {
    pub fn new(model: DataModel) -> Types {
        Types {
            model,
            types: vec![],
            ids: FxHashMap::default(),
            records: vec![],
        }
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// In bytes. None for incomplete types and arrays of variable length; 1 for `void` and functions, as GNU has it.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        Some(match self.get(id) {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Int { bits, .. } => u64::from(*bits) / 8,
            Type::Float(kind) => match kind {
                FloatKind::Float => 4,
                FloatKind::Double => 8,
                FloatKind::LongDouble => match self.model {
                    DataModel::Lp64 => 16,
                    DataModel::Ilp32 => 12,
                },
            },
            Type::Pointer(_) => u64::from(self.model.pointer_bits()) / 8,
            Type::Array(of, Length::Known(n)) => self.size(*of)?.checked_mul(*n)?,
            Type::Array(..) => return None,
            Type::Record(record) => {
                let record = self.record(*record);
                if !record.complete {
                    return None;
                }
                record.size
            }
            Type::VaList => 24,
        })
    }

    /// In bytes.
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Int { bits, .. } => match (self.model, bits) {
                (DataModel::Ilp32, 64..) => 4,
                _ => u64::from(*bits) / 8,
            },
            Type::Float(kind) => match (self.model, kind) {
                (_, FloatKind::Float) | (DataModel::Ilp32, _) => 4,
                (_, FloatKind::Double) => 8,
                (_, FloatKind::LongDouble) => 16,
            },
            Type::Pointer(_) => u64::from(self.model.pointer_bits()) / 8,
            Type::Array(of, _) => self.align(*of),
            Type::Record(record) => self.record(*record).align,
            Type::VaList => 8,
        }
    }

    /// Width in bits and sign of what is computed with as a word: integers, `_Bool` (8 bits) and pointers.
    pub fn word(&self, id: TypeId) -> Option<(u32, bool)> {
        match self.get(id) {
            Type::Bool => Some((8, false)),
            Type::Int { bits, signed, .. } => Some((*bits, *signed)),
            Type::Pointer(_) => Some((self.model.pointer_bits(), false)),
            _ => None,
        }
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Bool | Type::Int { .. })
    }

    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Float(_))
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.get(id) {
            Type::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(
            self.get(id),
            Type::Bool | Type::Int { .. } | Type::Float(_) | Type::Pointer(_)
        )
    }
}
