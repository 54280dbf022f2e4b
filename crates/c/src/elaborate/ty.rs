//! Types with qualifiers, as the rules of the language need them. The program has types without qualifiers; a [`Ty`] adds to such a
//! type whether it is constant, at every level that can be reached by pointers, elements and results.

use rustc_hash::FxHashMap;

use crate::program::{DataModel, FloatKind, FunctionType, Length, RecordId, Type, TypeId, Types};

/// Equal qualified types have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ty(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub id: TypeId,
    pub is_const: bool,
    /// From an attribute, in bytes; 0 where the type has its natural alignment.
    pub align: u64,
    /// What a pointer points to, what an array holds, what a function returns.
    pub of: Option<Ty>,
}

/// The types that rules of the language name.
#[derive(Clone, Copy)]
pub(super) struct Basic {
    pub void: Ty,
    pub bool: Ty,
    pub char: Ty,
    pub schar: Ty,
    pub uchar: Ty,
    pub short: Ty,
    pub ushort: Ty,
    pub int: Ty,
    pub uint: Ty,
    pub long: Ty,
    pub ulong: Ty,
    pub llong: Ty,
    pub ullong: Ty,
    pub int128: Ty,
    pub uint128: Ty,
    pub float: Ty,
    pub double: Ty,
    pub ldouble: Ty,
    pub va_list: Ty,
    pub size: Ty,
    pub ptrdiff: Ty,
    pub wchar: Ty,
    pub void_pointer: Ty,
    pub char_pointer: Ty,
}

pub(super) struct Tys {
    pub types: Types,
    nodes: Vec<Node>,
    ids: FxHashMap<Node, Ty>,
    /// The qualified types of the fields of each record.
    pub fields: Vec<Vec<Ty>>,
    pub basic: Basic,
}

impl Tys {
    pub fn new(model: DataModel) -> Tys {
        let none = Ty(0);
        let mut tys = Tys {
            types: Types::new(model),
            nodes: vec![],
            ids: FxHashMap::default(),
            fields: vec![],
            basic: Basic {
                void: none,
                bool: none,
                char: none,
                schar: none,
                uchar: none,
                short: none,
                ushort: none,
                int: none,
                uint: none,
                long: none,
                ulong: none,
                llong: none,
                ullong: none,
                int128: none,
                uint128: none,
                float: none,
                double: none,
                ldouble: none,
                va_list: none,
                size: none,
                ptrdiff: none,
                wchar: none,
                void_pointer: none,
                char_pointer: none,
            },
        };
        let long_bits = model.pointer_bits();
        let mut int = |bits, signed, rank| tys.leaf(Type::int(bits, signed, rank));
        let (schar, uchar) = (int(8, true, 1), int(8, false, 1));
        let (short, ushort) = (int(16, true, 2), int(16, false, 2));
        let (int32, uint32) = (int(32, true, 3), int(32, false, 3));
        let (long, ulong) = (int(long_bits, true, 4), int(long_bits, false, 4));
        let (llong, ullong) = (int(64, true, 5), int(64, false, 5));
        let (int128, uint128) = (int(128, true, 6), int(128, false, 6));
        let wide = model == DataModel::Lp64;
        let void = tys.leaf(Type::Void);
        let char = tys.leaf(Type::Int {
            bits: 8,
            signed: true,
            rank: 1,
            plain: true,
        });
        tys.basic = Basic {
            void,
            bool: tys.leaf(Type::Bool),
            char,
            schar,
            uchar,
            short,
            ushort,
            int: int32,
            uint: uint32,
            long,
            ulong,
            llong,
            ullong,
            int128,
            uint128,
            float: tys.leaf(Type::Float(FloatKind::Float)),
            double: tys.leaf(Type::Float(FloatKind::Double)),
            ldouble: tys.leaf(Type::Float(FloatKind::LongDouble)),
            va_list: tys.leaf(Type::VaList),
            size: if wide { ulong } else { uint32 },
            ptrdiff: if wide { long } else { int32 },
            wchar: if wide { int32 } else { long },
            void_pointer: tys.pointer(void),
            char_pointer: tys.pointer(char),
        };
        tys
    }

    fn leaf(&mut self, ty: Type) -> Ty {
        let id = self.types.intern(ty);
        self.node(Node {
            id,
            is_const: false,
            align: 0,
            of: None,
        })
    }

    fn node(&mut self, node: Node) -> Ty {
        let next = Ty(self.nodes.len() as u32);
        let ty = *self.ids.entry(node).or_insert(next);
        if ty == next {
            self.nodes.push(node);
        }
        ty
    }

    pub fn info(&self, ty: Ty) -> Node {
        self.nodes[ty.0 as usize]
    }

    pub fn id(&self, ty: Ty) -> TypeId {
        self.info(ty).id
    }

    pub fn get(&self, ty: Ty) -> &Type {
        self.types.get(self.id(ty))
    }

    /// What a pointer, an array or a function derives from.
    pub fn of(&self, ty: Ty) -> Option<Ty> {
        self.info(ty).of
    }

    pub fn is_const(&self, ty: Ty) -> bool {
        match (self.get(ty), self.of(ty)) {
            (Type::Array(..), Some(of)) => self.is_const(of),
            _ => self.info(ty).is_const,
        }
    }

    /// A type of the program without any qualifier.
    pub fn plain(&mut self, id: TypeId) -> Ty {
        let of = match self.types.get(id) {
            Type::Pointer(of) | Type::Array(of, _) => Some(*of),
            Type::Function(function) => Some(function.result),
            _ => None,
        };
        let of = of.map(|of| self.plain(of));
        self.node(Node {
            id,
            is_const: false,
            align: 0,
            of,
        })
    }

    fn derived(&mut self, ty: Type, of: Ty) -> Ty {
        let id = self.types.intern(ty);
        self.node(Node {
            id,
            is_const: false,
            align: 0,
            of: Some(of),
        })
    }

    pub fn pointer(&mut self, to: Ty) -> Ty {
        self.derived(Type::Pointer(self.id(to)), to)
    }

    pub fn array(&mut self, of: Ty, length: Length) -> Ty {
        self.derived(Type::Array(self.id(of), length), of)
    }

    pub fn function(&mut self, result: Ty, parameters: &[Ty], variadic: bool, proto: bool) -> Ty {
        let function = FunctionType {
            result: self.id(result),
            parameters: parameters.iter().map(|&ty| self.id(ty)).collect(),
            variadic,
            prototype: proto,
        };
        self.derived(Type::Function(function), result)
    }

    pub fn record(&mut self, record: RecordId) -> Ty {
        self.leaf(Type::Record(record))
    }

    /// The type with `const` added; of an array, its elements become constant.
    pub fn constant(&mut self, ty: Ty) -> Ty {
        let node = self.info(ty);
        if let (Type::Array(..), Some(of)) = (self.get(ty), node.of) {
            let of = Some(self.constant(of));
            return self.node(Node { of, ..node });
        }
        self.node(Node {
            is_const: true,
            ..node
        })
    }

    pub fn aligned(&mut self, ty: Ty, align: u64) -> Ty {
        let node = self.info(ty);
        self.node(Node { align, ..node })
    }

    /// The type of a value: without qualifiers of its own.
    pub fn bare(&mut self, ty: Ty) -> Ty {
        let node = self.info(ty);
        self.node(Node {
            is_const: false,
            align: 0,
            ..node
        })
    }

    pub fn align(&self, ty: Ty) -> u64 {
        let node = self.info(ty);
        match (node.align, self.get(ty), node.of) {
            (0, Type::Array(..), Some(of)) => self.align(of),
            (0, ..) => self.types.align(node.id),
            (align, ..) => align,
        }
    }

    pub fn is_integer(&self, ty: Ty) -> bool {
        self.types.is_integer(self.id(ty))
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        self.types.is_float(self.id(ty))
    }

    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.types.is_scalar(self.id(ty))
    }

    pub fn is_void(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Void)
    }

    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Pointer(_))
    }

    pub fn is_array(&self, ty: Ty) -> bool {
        matches!(self.get(ty), Type::Array(..))
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        if self.is_pointer(ty) {
            self.of(ty)
        } else {
            None
        }
    }

    pub fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.get(ty) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }

    pub fn as_function(&self, ty: Ty) -> Option<&FunctionType> {
        match self.get(ty) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether an array of variable length is part of the type, so that its size is computed at run time.
    pub fn is_variable(&self, ty: Ty) -> bool {
        match (self.get(ty), self.of(ty)) {
            (Type::Array(_, Length::Variable(_)), _) => true,
            (Type::Array(..), Some(of)) => self.is_variable(of),
            _ => false,
        }
    }

    /// Whether an array of variable length is anywhere in the type, also behind a pointer.
    pub fn mentions_variable(&self, ty: Ty) -> bool {
        let here = matches!(self.get(ty), Type::Array(_, Length::Variable(_)));
        here || self.of(ty).is_some_and(|of| self.mentions_variable(of))
    }

    /// Whether values of the type can be stored: not `void`, no function, nothing that is only declared.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match (self.get(ty), self.of(ty)) {
            (Type::Void | Type::Function(_), _) => false,
            (Type::Array(_, Length::Open), _) => false,
            (Type::Array(..), Some(of)) => self.is_complete(of),
            (Type::Record(record), _) => self.types.record(*record).complete,
            _ => true,
        }
    }

    /// Whether two types are the same but for lengths that one of them leaves open.
    pub fn compatible(&self, one: TypeId, other: TypeId) -> bool {
        if one == other {
            return true;
        }
        match (self.types.get(one), self.types.get(other)) {
            (Type::Pointer(one), Type::Pointer(other)) => self.compatible(*one, *other),
            (Type::Array(one, a), Type::Array(other, b)) => {
                let lengths = match (a, b) {
                    (Length::Known(a), Length::Known(b)) => a == b,
                    _ => true,
                };
                lengths && self.compatible(*one, *other)
            }
            (Type::Function(one), Type::Function(other)) => {
                if !self.compatible(one.result, other.result) {
                    return false;
                }
                if !one.prototype || !other.prototype {
                    return true;
                }
                one.variadic == other.variadic
                    && one.parameters.len() == other.parameters.len()
                    && (one.parameters.iter().zip(&other.parameters))
                        .all(|(&a, &b)| self.compatible(a, b))
            }
            _ => false,
        }
    }

    /// Whether two types are compatible, qualifiers of what they derive from included.
    pub fn same(&self, one: Ty, other: Ty) -> bool {
        if one == other {
            return true;
        }
        self.compatible(self.id(one), self.id(other)) && self.same_qualifiers(one, other)
    }

    fn same_qualifiers(&self, one: Ty, other: Ty) -> bool {
        self.info(one).is_const == self.info(other).is_const
            && match (self.of(one), self.of(other)) {
                (Some(one), Some(other)) => self.same_qualifiers(one, other),
                _ => true,
            }
    }

    /// Of two compatible types the one that says more.
    pub fn composite(&mut self, one: Ty, other: Ty) -> Ty {
        match (self.get(one), self.get(other)) {
            (Type::Array(_, a), Type::Array(_, b)) => {
                let length = if matches!(a, Length::Known(_)) {
                    *a
                } else {
                    *b
                };
                match (self.of(one), self.of(other)) {
                    (Some(a), Some(b)) => {
                        let of = self.composite(a, b);
                        self.array(of, length)
                    }
                    _ => one,
                }
            }
            (Type::Function(a), Type::Function(b)) if !a.prototype && b.prototype => other,
            _ => one,
        }
    }
}

impl Type {
    fn int(bits: u32, signed: bool, rank: u8) -> Type {
        Type::Int {
            bits,
            signed,
            rank,
            plain: false,
        }
    }
}
