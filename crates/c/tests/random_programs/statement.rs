//! Statements: assignments, calls, loops with small bounds, switches, jumps and dynamic memory.

use super::{Callee, Maker, Place};

/// How deep expressions are.
const DEPTH: u32 = 3;

impl Maker {
    pub(super) fn statements(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    /// A block with names of its own.
    fn block(&mut self, head: &str, depth: u32, tail: &str) {
        let (places, pointers) = (self.places.len(), self.pointers.len());
        self.open(format!("{head}{{"));
        if self.one_in(3) {
            let name = self.name("l");
            self.scalar_or_array(name, false);
        }
        let count = 1 + self.below(3);
        self.statements(count, depth);
        self.close(format!("}}{tail}"));
        self.places.truncate(places);
        self.pointers.truncate(pointers);
    }

    fn statement(&mut self, depth: u32) {
        if depth == 0 {
            return self.assignment();
        }
        match self.below(24) {
            0..=7 => self.assignment(),
            8 | 9 => self.call(),
            10..=12 => self.branch(depth - 1),
            13..=15 => self.repeated(depth - 1),
            16 => self.switch(depth - 1),
            17 => self.jump(depth - 1),
            18 => self.pointer(),
            19 => self.moved_pointer(),
            20 => self.memory(),
            21 => self.heap(),
            22 => self.check(),
            _ => {
                let name = self.name("l");
                self.scalar_or_array(name, false);
            }
        }
    }

    fn assignment(&mut self) {
        let target = self.target();
        let value = self.expression(DEPTH);
        match self.below(8) {
            0 => self.line(format!("{target}++;")),
            1 => self.line(format!("--{target};")),
            2 | 3 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^"]);
                self.line(format!("{target} {op}= {value};"));
            }
            4 if self.faulty => {
                let op = self.pick(&["<<", ">>", "/", "%"]);
                self.line(format!("{target} {op}= {value};"));
            }
            4 => {
                let op = self.pick(&["<<", ">>"]);
                let distance = self.below(16);
                self.line(format!("{target} {op}= {distance};"));
            }
            _ => self.line(format!("{target} = {value};")),
        }
    }

    fn arguments(&mut self, callee: &Callee) -> String {
        let mut given = vec![];
        if let Some(ty) = callee.pointer {
            let fitting: Vec<Place> = self
                .places
                .iter()
                .filter(|p| p.addressable && p.writable && p.ty == ty)
                .cloned()
                .collect();
            given.push(if fitting.is_empty() {
                format!("&({ty}){{3}}")
            } else {
                let place = self.pick(&fitting);
                format!("&{}", self.element(&place))
            });
        }
        for at in 0..callee.parameters.len() {
            let value = self.expression(2);
            given.push(if callee.recursive && at == 0 {
                format!("({value}) & 3")
            } else {
                value
            });
        }
        given.join(", ")
    }

    fn call(&mut self) {
        if self.callees.is_empty() || self.loops > 1 {
            return self.assignment();
        }
        let callee = self.pick(&self.callees.clone());
        let arguments = self.arguments(&callee);
        let temporary = self.name("r");
        self.line(format!("long {temporary} = {}({arguments});", callee.name));
        let target = self.target();
        self.line(format!("{target} = {temporary};"));
        self.places.push(Place {
            text: temporary,
            ty: "long",
            len: None,
            addressable: false,
            writable: false,
        });
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.expression(DEPTH);
        self.block(&format!("if ({condition}) "), depth, "");
        if self.one_in(2) {
            self.block("else ", depth, "");
        }
    }

    fn repeated(&mut self, depth: u32) {
        if self.loops > 1 {
            return self.branch(depth);
        }
        let counter = self.name("i");
        let ty = self.ty().replace("_Bool", "int");
        let most = 1 + self.below(3);
        let bound = if self.fault(3) {
            let value = self.expression(1);
            format!("({value} & 7)")
        } else if self.one_in(3) {
            let value = self.read_once();
            format!("({value} & 3)")
        } else {
            most.to_string()
        };
        self.loops += 1;
        self.line(format!("{ty} {counter} = 0;"));
        self.places.push(Place {
            text: counter.clone(),
            ty: "int",
            len: None,
            addressable: false,
            writable: false,
        });
        let leave = self.expression(1);
        let early = match self.below(4) {
            0 => format!("if ({leave}) break; "),
            1 => format!("if ({leave}) continue; "),
            _ => String::new(),
        };
        match self.below(4) {
            0 => {
                self.open(format!(
                    "while ({counter} < {bound}) {{ {counter}++; {early}"
                ));
                self.block("", depth, "");
                self.close("}");
            }
            1 => {
                self.open(format!("do {{ {counter}++; {early}"));
                self.block("", depth, "");
                self.close(format!("}} while ({counter} < {bound});"));
            }
            _ => {
                let head =
                    format!("for ({counter} = 0; {counter} < {bound}; {counter}++) {{ {early}");
                self.open(head);
                self.block("", depth, "");
                self.close("}");
            }
        }
        self.loops -= 1;
    }

    /// A copy of a value, so that a loop's bound does not change in it.
    fn read_once(&mut self) -> String {
        let name = self.name("n");
        let value = self.expression(1);
        self.line(format!("unsigned long {name} = {value};"));
        name
    }

    fn switch(&mut self, depth: u32) {
        let value = self.expression(2);
        self.open(format!("switch (({value}) & 7) {{"));
        let default = self.below(5);
        for at in 0..4 {
            if at == default {
                self.line("default:");
            } else {
                let label = [
                    "case 0:",
                    "case 1: case 6:",
                    "case 2 ... 4:",
                    "case 'a' - 'b' + 6:",
                ][at];
                self.line(label);
            }
            let end = self.pick(&["", " break;"]);
            self.block("", depth, end);
        }
        self.close("}");
    }

    /// Jumps forwards, backwards, and into blocks and loops.
    fn jump(&mut self, depth: u32) {
        let label = self.name("L");
        let condition = self.expression(2);
        match self.below(4) {
            0 => {
                self.line(format!("if ({condition}) goto {label};"));
                self.block("", depth, "");
                self.line(format!("{label}:;"));
            }
            1 if self.loops < 2 => {
                self.loops += 1;
                let counter = self.name("i");
                let most = 1 + self.below(3);
                self.line(format!("int {counter} = 0;"));
                self.line(format!("{label}:;"));
                self.block("", depth, "");
                self.line(format!(
                    "if ({counter}++ < {most} && ({condition})) goto {label};"
                ));
                self.loops -= 1;
            }
            2 if self.loops < 2 => {
                self.loops += 1;
                let counter = self.name("i");
                self.line(format!("int {counter} = 1;"));
                self.line(format!("if ({condition}) goto {label};"));
                self.open(format!(
                    "for ({counter} = 0; {counter} < 3; {counter}++) {{"
                ));
                self.block("", depth, "");
                self.line(format!("{label}:;"));
                self.assignment();
                self.close("}");
                self.loops -= 1;
            }
            _ => {
                self.line(format!("if ({condition}) goto {label};"));
                let other = self.expression(2);
                self.open(format!("if ({other}) {{"));
                self.assignment();
                self.line(format!("{label}:;"));
                self.assignment();
                self.close("}");
            }
        }
    }

    fn moved_pointer(&mut self) {
        if self.pointers.is_empty() {
            return self.pointer();
        }
        let pointer = self.pick(&self.pointers.clone());
        if self.fault(3) {
            let step = self.pick(&["++", "--", " += 2", " = 0"]);
            return self.line(format!("{}{step};", pointer.name));
        }
        let element = self.element(&pointer.into);
        self.line(format!("{} = &{element};", pointer.name));
    }

    /// Copies of bytes.
    fn memory(&mut self) {
        let name = self.name("m");
        let ty = self.pick(&["int", "short", "unsigned char", "long"]);
        let (a, b, value) = (self.expression(1), self.expression(1), self.expression(1));
        self.line(format!(
            "{ty} {name}a[4] = {{{a}, {b}}}, {name}b[4] = {{{value}}};"
        ));
        let byte = self.below(300);
        match self.below(3) {
            0 => self.line(format!("memcpy({name}a + 1, {name}b, 3 * sizeof({ty}));")),
            1 => self.line(format!("memset({name}a, {byte}, 2 * sizeof({ty}));")),
            _ => self.line(format!("memcpy({name}b, {name}a, sizeof {name}a);")),
        }
        for part in ["a[#]", "b[#]"] {
            self.places.push(Place {
                text: format!("{name}{part}"),
                ty,
                len: Some(4),
                addressable: true,
                writable: true,
            });
        }
    }

    /// An array from `malloc`, used and freed.
    fn heap(&mut self) {
        let ty = self.ty();
        let name = self.name("h");
        let (a, b) = (self.expression(1), self.expression(1));
        let target = self.target();
        self.open("{");
        self.line(format!("{ty} *{name} = malloc(4 * sizeof *{name});"));
        let tested = !self.fault(3);
        self.open(if tested {
            format!("if ({name}) {{")
        } else {
            "{".into()
        });
        if !self.fault(4) {
            self.line(format!("for (int k = 0; k < 4; k++) {name}[k] = k;"));
        }
        let index = if self.fault(4) { 4 } else { self.below(4) };
        self.line(format!("{name}[{index}] = {a};"));
        self.line(format!("{name}[({b}) & 3] ^= 5;"));
        let index = self.below(4);
        self.line(format!("{target} = {name}[{index}];"));
        self.close("}");
        self.line(format!("free({name});"));
        if self.fault(4) {
            let after = self.pick(&["free(%);", "% = % + 1;", "*% = 1;"]);
            self.line(after.replace('%', &name));
        }
        self.close("}");
    }

    /// An assertion, and in a faulty program an assumption.
    fn check(&mut self) {
        let condition = self.expression(2);
        if self.fault(4) {
            self.line(format!("__CPROVER_assume({condition});"));
        } else if self.faulty {
            self.line(format!("__CPROVER_assert({condition}, \"random\");"));
        } else {
            self.assignment();
        }
    }
}
