//! Small random programs of C with a harness. All their executions can be tried one after the other.

use assay_system::Random;

/// The values of each input: from `-LOW` to `HIGH`.
pub const LOW: i64 = 2;
pub const HIGH: i64 = 2;

pub const INPUTS: usize = 2;

/// One program: functions and globals, and what the harness asserts of them.
pub struct Tiny {
    code: String,
}

impl Tiny {
    pub fn new(seed: u64) -> Tiny {
        let mut maker = Maker {
            random: Random::new(seed),
            names: vec!["a".into(), "b".into(), "g".into(), "h".into()],
            loops: 0,
        };
        let mut code = String::from(
            "int nondet_int(void);\n\
             int g = 1;\nstatic unsigned char h;\nint v[] = {2, -1, 3};\nstruct { int x : 3; int y; } s;\n",
        );
        for name in ["one", "two"] {
            code.push_str(&format!("static int {name}(int a, int b) {{\n"));
            code.push_str("  int c = 0;\n");
            maker.names.push("c".into());
            for _ in 0..3 {
                let statement = maker.statement(2);
                code.push_str(&format!("  {statement}\n"));
            }
            code.push_str(&format!("  return {};\n}}\n", maker.expression(2)));
            maker.names.pop();
        }
        Tiny { code }
    }

    /// With these assertions about `r`, `g`, `h` and `s`. What the harness returns says nothing about the program, or in the variant for
    /// comparing what it leaves behind in globals and locals. The assertions and mutants have the same places in both.
    pub fn text(&self, assertions: &[String], comparing: bool) -> String {
        let mut text = self.code.clone();
        text.push_str("int main(void) {\n");
        for name in ["x", "y"] {
            text.push_str(&format!(
                "  int {name} = nondet_int();\n  __CPROVER_assume({name} >= -{LOW} && {name} <= {HIGH});\n"
            ));
        }
        text.push_str("  int r = one(x, y);\n  int q = two(r & 3, x);\n");
        for assertion in assertions {
            text.push_str(&format!("  __CPROVER_assert({assertion}, \"\");\n"));
        }
        text.push_str(if comparing {
                "  unsigned k = (unsigned)g;\n  k = k * 31u + (unsigned)r;\n  k = k * 31u + (unsigned)q;\n  \
                 k = k * 31u + h;\n  k = k * 31u + (unsigned)v[0];\n  k = k * 31u + (unsigned)v[1];\n  k = k * 31u + (unsigned)v[2];\n  \
                 k = k * 31u + (unsigned)s.x;\n  k = k * 31u + (unsigned)s.y;\n  return (int)k;\n}\n"
            } else { "  return 0;\n}\n" });
        text
    }
}

struct Maker {
    random: Random,
    names: Vec<String>,
    loops: u32,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    fn name(&mut self) -> String {
        let at = self.below(self.names.len());
        self.names[at].clone()
    }

    /// Values stay small most of the time, so that few programs overflow.
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.below(6) {
                0 => self.below(4).to_string(),
                1 => format!("v[{} & 1]", self.name()),
                2 => self.pick(&["s.x", "s.y", "h"]).to_string(),
                _ => self.name(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.below(9) {
            0..=3 => format!("({a} {} {b})", self.pick(&["+", "-", "&", "|", "^"])),
            4 | 5 => format!("({a} {} {b})", self.pick(&["<", "<=", "==", "!=", ">"])),
            6 => format!("({a} {} {b})", self.pick(&["&&", "||"])),
            7 => format!("({a} ? {b} : {})", self.name()),
            _ => match self.below(4) {
                0 => format!("({a} / (({b} & 3) + 1))"),
                1 => format!("({a} >> 1)"),
                2 => format!("(unsigned char)({a})"),
                _ => format!("(-{a})"),
            },
        }
    }

    fn target(&mut self) -> &'static str {
        self.pick(&["g", "h", "c", "c", "v[2]", "s.x", "s.y", "a"])
    }

    fn statement(&mut self, depth: u32) -> String {
        let target = self.target();
        let value = self.expression(2);
        let condition = self.expression(2);
        if depth == 0 {
            return format!("{target} = {value};");
        }
        match self.below(8) {
            0 | 1 => format!("{target} = {value};"),
            2 => format!("{target} {} {value};", self.pick(&["+=", "-=", "^="])),
            3 | 4 => {
                let (yes, no) = (self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({condition}) {{ {yes} }} else {{ {no} }}")
            }
            5 if self.loops == 0 => {
                self.loops += 1;
                let body = self.statement(depth - 1);
                self.loops -= 1;
                format!("for (int i = 0; i < (b & 3); i++) {{ {body} if (g > 9) break; }}")
            }
            6 => {
                let (one, two) = (self.statement(depth - 1), self.statement(depth - 1));
                format!(
                    "switch ({condition} & 3) {{ case 0: {one} case 1: {two} break; default: c++; }}"
                )
            }
            _ => format!("v[{} & 1] = {value};", self.name()),
        }
    }
}
