//! Functions, and the program as a whole.

use super::{Callee, INPUTS, Maker, Place, Pointer};

impl Maker {
    pub(super) fn program(&mut self) {
        self.globals();
        for _ in 0..self.below(3) {
            self.function();
        }
        if self.one_in(3) {
            self.recursion();
        }
        if self.one_in(3) {
            self.table();
        }
        self.main();
    }

    /// A function of integers, and sometimes of a pointer that it writes through.
    fn function(&mut self) {
        let prefix = self.prefix.clone();
        let name = self.name(&format!("{prefix}f"));
        let (places, pointers) = (self.places.clone(), self.pointers.clone());
        let parameters: Vec<&'static str> = (0..1 + self.below(2)).map(|_| self.ty()).collect();
        let pointer = self.one_in(2).then(|| self.ty());
        let mut list = vec![];
        if let Some(ty) = pointer {
            let into = Place {
                text: "*q".into(),
                ty,
                len: None,
                addressable: true,
                writable: true,
            };
            list.push(format!("{ty} *q"));
            self.pointers.push(Pointer {
                name: "q".into(),
                into,
            });
        }
        for (at, ty) in parameters.iter().enumerate() {
            list.push(format!("{ty} a{at}"));
            self.places.push(local(format!("a{at}"), ty, true));
        }
        let result = self.ty();
        self.open(format!("static {result} {name}({}) {{", list.join(", ")));
        self.budget = 4;
        self.statements(3, 2);
        if self.one_in(3) {
            let (condition, value) = (self.expression(2), self.expression(2));
            self.line(format!("if ({condition}) return {value};"));
        }
        let value = self.expression(2);
        self.line(format!("return {value};"));
        self.close("}");
        (self.places, self.pointers) = (places, pointers);
        self.callees.push(Callee {
            name,
            parameters,
            pointer,
            recursive: false,
        });
    }

    /// A function that calls itself with a smaller argument.
    fn recursion(&mut self) {
        let prefix = self.prefix.clone();
        let name = self.name(&format!("{prefix}f"));
        let places = self.places.clone();
        let ty = self.ty();
        self.places.push(local("a1".into(), ty, true));
        self.open(format!("static long {name}(int n, {ty} a1) {{"));
        let base = self.expression(2);
        self.line(format!("if (n <= 0) return {base};"));
        self.assignment_of("a1");
        self.line(format!("long r = {name}(n - 1, a1);"));
        let value = self.expression(2);
        self.line(format!("return r + {value};"));
        self.close("}");
        self.places = places;
        self.callees.push(Callee {
            name,
            parameters: vec!["int", ty],
            pointer: None,
            recursive: true,
        });
    }

    fn assignment_of(&mut self, target: &str) {
        let value = self.expression(2);
        self.line(format!("{target} = {value};"));
    }

    /// A table of functions, called by an index.
    fn table(&mut self) {
        let prefix = self.prefix.clone();
        let (one, two, table) = (
            self.name(&format!("{prefix}t")),
            self.name(&format!("{prefix}t")),
            self.name(&format!("{prefix}t")),
        );
        self.line(format!(
            "static long {one}(long a, long b) {{ return a ^ b; }}"
        ));
        self.line(format!(
            "static long {two}(long a, long b) {{ return a - b; }}"
        ));
        self.line(format!(
            "static long (*{table}[2])(long, long) = {{{one}, {two}}};"
        ));
        let index = self.below(2);
        self.callees.push(Callee {
            name: format!("{table}[{index}]"),
            parameters: vec!["long", "long"],
            pointer: None,
            recursive: false,
        });
        let by_index = self.name(&format!("{prefix}t"));
        self.line(format!(
            "static long {by_index}(long a, long b) {{ return (*{table}[a & 1])(b, a); }}"
        ));
        self.callees.push(Callee {
            name: by_index,
            parameters: vec!["long", "long"],
            pointer: None,
            recursive: false,
        });
    }

    fn main(&mut self) {
        let globals = self.places.clone();
        let prefix = self.prefix.clone();
        self.open(format!("unsigned long {prefix}main(void) {{"));
        for at in 0..INPUTS {
            let ty = self.ty();
            self.line(format!("{ty} in{at} = @{at};"));
            self.places.push(local(format!("in{at}"), ty, true));
        }
        self.pointer();
        self.budget = 14;
        self.statements(8, 3);
        self.line("unsigned long sum = 0;");
        for place in globals {
            for index in 0..place.len.unwrap_or(1) {
                let text = place.text.replace('#', &index.to_string());
                self.line(format!("sum = sum * 31 + (unsigned long){text};"));
            }
        }
        self.line("return sum;");
        self.close("}");
    }
}

fn local(text: String, ty: &'static str, writable: bool) -> Place {
    Place {
        text,
        ty,
        len: None,
        addressable: false,
        writable,
    }
}
