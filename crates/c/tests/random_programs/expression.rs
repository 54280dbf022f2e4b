//! Expressions without side effects, as their order is not defined; a faulty program has some that only we give an order.

use super::data::TYPES;
use super::{Maker, Place};

impl Maker {
    /// An index that fits, or one that may not.
    fn index(&mut self, len: u64) -> String {
        if self.fault(5) {
            return match self.below(3) {
                0 => format!("{len}"),
                1 => "-1".into(),
                _ => self.expression(1),
            };
        }
        match self.below(2) {
            0 => format!("{}", self.random.below(len)),
            _ => format!("({}) & {}", self.expression(1), len - 1),
        }
    }

    /// The place with an index.
    pub(super) fn element(&mut self, place: &Place) -> String {
        match place.len {
            None => place.text.clone(),
            Some(len) => {
                let index = self.index(len);
                place.text.replace('#', &index)
            }
        }
    }

    /// Something to read: an object, or what a pointer points to.
    fn read(&mut self) -> String {
        if !self.pointers.is_empty() && self.one_in(4) {
            let pointer = self.pick(&self.pointers.clone());
            return self.through(&pointer.name);
        }
        let place = self.pick(&self.places.clone());
        self.element(&place)
    }

    fn through(&mut self, pointer: &str) -> String {
        if self.fault(6) {
            return format!("{pointer}[{}]", self.below(3));
        }
        format!("(*{pointer})")
    }

    /// Something to write.
    pub(super) fn target(&mut self) -> String {
        if !self.pointers.is_empty() && self.one_in(4) {
            let pointer = self.pick(&self.pointers.clone());
            return self.through(&pointer.name);
        }
        let writable: Vec<Place> = self.places.iter().filter(|p| p.writable).cloned().collect();
        let place = self.pick(&writable);
        self.element(&place)
    }

    pub(super) fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(6) {
            return match self.below(4) {
                0 => self.number(),
                _ => self.read(),
            };
        }
        let d = depth - 1;
        match self.below(22) {
            0..=5 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                let (a, b) = (self.expression(d), self.expression(d));
                format!("({a} {op} {b})")
            }
            6..=8 => {
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (a, b) = (self.expression(d), self.expression(d));
                format!("({a} {op} {b})")
            }
            9 => self.division(d),
            10 | 11 => self.shift(d),
            12 | 13 => {
                let op = self.pick(&["-", "~", "!", "+"]);
                format!("({op} {})", self.expression(d))
            }
            14 | 15 => {
                let ty = self.pick(&TYPES);
                format!("({ty})({})", self.expression(d))
            }
            16 => {
                let op = self.pick(&["&&", "||"]);
                let (a, b) = (self.expression(d), self.expression(d));
                format!("({a} {op} {b})")
            }
            17 | 18 => {
                let (a, b, c) = (self.expression(d), self.expression(d), self.expression(d));
                if self.one_in(5) {
                    format!("({a} ?: {c})")
                } else {
                    format!("({a} ? {b} : {c})")
                }
            }
            19 => {
                let (a, b) = (self.expression(d), self.expression(d));
                format!("((void)({a}), {b})")
            }
            20 => self.pointers_compared(),
            _ => self.rare(d),
        }
    }

    fn division(&mut self, depth: u32) -> String {
        let op = self.pick(&["/", "%"]);
        let (a, b) = (self.expression(depth), self.expression(depth));
        if self.fault(3) {
            return format!("({a} {op} {b})");
        }
        match self.below(3) {
            0 => format!("({a} {op} (({b} & 15) - 20))"),
            1 => format!("({a} {op} {})", 1 + self.below(12)),
            _ => format!("({a} {op} (({b} & 7) + 1))"),
        }
    }

    fn shift(&mut self, depth: u32) -> String {
        let op = self.pick(&["<<", ">>"]);
        let (a, b) = (self.expression(depth), self.expression(depth));
        if self.fault(3) {
            return format!("({a} {op} {b})");
        }
        match self.below(3) {
            0 => format!("((long)({a}) {op} ({b} & 63))"),
            1 => format!("({a} {op} {})", self.below(32)),
            _ => format!("({a} {op} ({b} & 31))"),
        }
    }

    /// Comparisons and differences of pointers into one array.
    fn pointers_compared(&mut self) -> String {
        let Some(pointer) = self.pointers.last().cloned() else {
            return self.number();
        };
        let Some(_) = pointer.into.len else {
            return format!("({} != 0)", pointer.name);
        };
        if self.fault(5) && self.pointers.len() > 1 {
            let other = self.pointers[0].name.clone();
            return format!("((long *){} == (long *){other})", pointer.name);
        }
        let element = self.element(&pointer.into);
        match self.below(3) {
            0 => format!("({} - &{element})", pointer.name),
            1 => format!("({} < &{element})", pointer.name),
            _ => format!("({} == &{element})", pointer.name),
        }
    }

    /// What people write seldom.
    fn rare(&mut self, depth: u32) -> String {
        if self.fault(2) {
            let place = self.target();
            return match self.below(2) {
                0 => format!("{place}++"),
                _ => format!("({place} += {})", self.number()),
            };
        }
        let (a, b) = (self.expression(depth), self.expression(depth));
        let ty = self.pick(&TYPES);
        match self.below(5) {
            0 => format!("({ty}){{{a}}}"),
            1 => format!("sizeof({a} + 0)"),
            2 => format!("({ty}[2]){{{a}, {b}}}[1]"),
            3 => {
                let name = self.name("v");
                format!("({{ {ty} {name} = {a}; {name} += {b}; {name}; }})")
            }
            _ => format!(
                "_Generic({a} + 0, int: {b}, unsigned: 1, default: sizeof({}))",
                self.pick(&TYPES)
            ),
        }
    }
}
