//! The objects of a program: integers of every type, arrays, records with bit-fields, unions and pointers.

use super::{Maker, Place, Pointer};

pub const TYPES: [&str; 12] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// Types of bit-fields with their greatest width.
const FIELDS: [(&str, usize); 5] = [
    ("int", 32),
    ("unsigned int", 32),
    ("unsigned char", 8),
    ("short", 16),
    // Wider ones have types of their own in GCC, and nowhere else.
    ("unsigned long", 32),
];

impl Maker {
    pub(super) fn ty(&mut self) -> &'static str {
        self.pick(&TYPES)
    }

    fn object(&mut self, text: String, ty: &'static str, len: Option<u64>) {
        self.places.push(Place {
            text,
            ty,
            len,
            addressable: true,
            writable: true,
        });
    }

    /// Globals, some of them static and some with initialisers.
    pub(super) fn globals(&mut self) {
        for _ in 0..2 + self.below(3) {
            let name = self.global();
            self.scalar_or_array(name, true);
        }
        for _ in 0..1 + self.below(2) {
            self.record();
        }
        if self.one_in(2) {
            self.union();
        }
    }

    fn global(&mut self) -> String {
        let prefix = self.prefix.clone();
        self.name(&format!("{prefix}g"))
    }

    /// An integer, an array or an array of arrays. A local one has initialisers, unless the program may be faulty.
    pub(super) fn scalar_or_array(&mut self, name: String, global: bool) {
        let ty = self.ty();
        let storage = if global && self.one_in(3) {
            "static "
        } else {
            ""
        };
        let bare = global && self.one_in(3) || self.fault(4);
        match self.below(4) {
            0 => {
                let len = self.pick(&[2u64, 4, 8]);
                let values: Vec<String> = (0..1 + self.below(len as usize))
                    .map(|_| self.number())
                    .collect();
                let init = if bare {
                    String::new()
                } else {
                    format!(" = {{{}}}", values.join(", "))
                };
                self.line(format!("{storage}{ty} {name}[{len}]{init};"));
                self.object(format!("{name}[#]"), ty, Some(len));
            }
            1 => {
                let (a, b) = (self.number(), self.number());
                let init = if bare {
                    String::new()
                } else {
                    format!(" = {{{{{a}}}, {{0, {b}}}}}")
                };
                self.line(format!("{storage}{ty} {name}[2][4]{init};"));
                let row = self.below(2);
                self.object(format!("{name}[{row}][#]"), ty, Some(4));
                self.object(format!("{name}[#][1]"), ty, Some(2));
            }
            _ => {
                let value = self.number();
                let init = if bare {
                    String::new()
                } else {
                    format!(" = {value}")
                };
                self.line(format!("{storage}{ty} {name}{init};"));
                self.object(name, ty, None);
            }
        }
    }

    /// A record with bit-fields, an array and a record in it, and two objects of its type.
    fn record(&mut self) {
        let tag = self.global();
        let (a, b, c) = (self.ty(), self.ty(), self.ty());
        let mut fields = vec![];
        self.open(format!("struct {tag} {{"));
        self.line(format!("{a} a;"));
        for name in ["f", "h"] {
            let (ty, most) = self.pick(&FIELDS);
            let width = 1 + self.below(most);
            self.line(format!("{ty} {name} : {width};"));
            fields.push((name, ty));
            if self.one_in(4) {
                self.line("int : 0;");
            }
        }
        self.line(format!("{b} b[4];"));
        self.line(format!("struct {{ {c} c; _Bool d; }} in;"));
        let packed = if self.one_in(4) {
            " __attribute__((packed))"
        } else {
            ""
        };
        self.close(format!("}}{packed};"));
        let (one, two) = (self.global(), self.global());
        let value = self.number();
        self.line(format!("struct {tag} {one} = {{{value}, .in = {{1, 1}}}};"));
        self.line(format!("struct {tag} {two}[2];"));
        for (object, aligned) in [(one, packed.is_empty()), (format!("{two}[1]"), false)] {
            for (name, ty) in &fields {
                self.object(format!("{object}.{name}"), ty, None);
                self.not_addressable();
            }
            self.object(format!("{object}.a"), a, None);
            self.places.last_mut().expect("it was added").addressable = aligned;
            self.object(format!("{object}.b[#]"), b, Some(4));
            self.places.last_mut().expect("it was added").addressable = aligned;
            self.object(format!("{object}.in.c"), c, None);
            self.not_addressable();
        }
        let two = two.clone();
        self.object(format!("{two}[#].a"), a, Some(2));
        self.not_addressable();
    }

    fn not_addressable(&mut self) {
        self.places.last_mut().expect("it was added").addressable = false;
    }

    /// A union whose members are read as what another one wrote.
    fn union(&mut self) {
        let name = self.global();
        let (a, b) = (self.ty(), self.ty());
        let first = if a == "_Bool" { "int" } else { a };
        let second = if b == "_Bool" { "long" } else { b };
        self.line(format!(
            "union {{ {first} a; {second} b; unsigned char c[8]; struct {{ short s; int t : 5; }} d; }} {name};"
        ));
        self.object(format!("{name}.a"), first, None);
        self.object(format!("{name}.b"), second, None);
        self.object(format!("{name}.c[#]"), "unsigned char", Some(8));
        self.object(format!("{name}.d.s"), "short", None);
        self.object(format!("{name}.d.t"), "int", None);
        self.not_addressable();
    }

    /// A local pointer into one of the objects that are there.
    pub(super) fn pointer(&mut self) {
        let targets: Vec<Place> = self
            .places
            .iter()
            .filter(|place| place.addressable && place.writable)
            .cloned()
            .collect();
        if targets.is_empty() {
            return;
        }
        let into = self.pick(&targets);
        let name = self.name("p");
        let ty = into.ty;
        let init = if self.fault(6) {
            self.pick(&["", " = 0"]).to_string()
        } else {
            format!(" = &{}", self.element(&into))
        };
        self.line(format!("{ty} *{name}{init};"));
        self.pointers.push(Pointer { name, into });
    }

    /// A literal, or a number that is near to a border of a type.
    pub(super) fn number(&mut self) -> String {
        let suffix = self.pick(&["", "", "", "u", "l", "ul", "ll"]);
        match self.below(6) {
            0 => format!("{}{suffix}", self.below(3)),
            1 => format!("-{}{suffix}", 1 + self.below(9)),
            2 => format!("0x{:x}{suffix}", self.random.bits() >> 33),
            3 => format!("0x{:x}{suffix}", self.random.bits()),
            4 => self
                .pick(&["'a'", "2147483647", "(-2147483647 - 1)", "255", "0x8000"])
                .to_string(),
            _ => format!("{}{suffix}", self.below(300)),
        }
    }
}
