//! Random small models for differential tests.
//!
//! Every section and nearly every operator occurs: modules with parameters, processes, choices, relations, arrays, words,
//! enumerations of integers and symbols, definitions, frozen variables, inputs. Most are models; some leave a range or
//! have a `case` without a branch, and elaboration says so.

use std::fmt::Write;

use assay_system::Random;

/// What the models are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub words: bool,
    pub processes: bool,
    pub inputs: bool,
    /// Temporal formulas of CTL.
    pub branching: bool,
    /// Few states: mostly truth values, and no arrays.
    pub small: bool,
    /// Greatest depth of an expression.
    pub depth: u64,
}

impl Shape {
    /// Everything.
    pub const FULL: Shape = Shape {
        words: true,
        processes: true,
        inputs: true,
        branching: true,
        small: false,
        depth: 3,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Bool,
    /// 0..3
    Small,
    /// `{1, 4, 6}`
    Some,
    Color,
    /// `{0, 1, idle}`
    Mixed,
    /// `unsigned word[3]`, `signed word[3]`
    Word(bool),
}

const COLORS: [&str; 3] = ["red", "green", "blue"];

impl Ty {
    fn text(self) -> &'static str {
        match self {
            Ty::Bool => "boolean",
            Ty::Small => "0..3",
            Ty::Some => "{1, 4, 6}",
            Ty::Color => "{red, green, blue}",
            Ty::Mixed => "{0, 1, idle}",
            Ty::Word(false) => "unsigned word[3]",
            Ty::Word(true) => "signed word[3]",
        }
    }
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    /// Whether it may be read by what reads states only, and under `next`.
    state: bool,
    /// Whether something may be assigned to it.
    free: bool,
}

struct Maker<'r> {
    random: &'r mut Random,
    shape: Shape,
    vars: Vec<Var>,
    defines: Vec<Var>,
}

/// The text of a model.
pub fn model(random: &mut Random, shape: Shape) -> String {
    let mut text = String::new();
    let modules = random.below(3);
    for n in 0..modules {
        text.push_str(&module(random, shape, n));
    }
    let mut maker = Maker {
        random,
        shape,
        vars: Vec::new(),
        defines: Vec::new(),
    };
    maker.main(modules, &mut text);
    text
}

/// A module with a truth value and a number as parameters.
fn module(random: &mut Random, shape: Shape, number: u64) -> String {
    let mut maker = Maker {
        random,
        shape,
        vars: Vec::new(),
        defines: Vec::new(),
    };
    for (name, ty) in [("p", Ty::Bool), ("q", Ty::Small)] {
        maker.vars.push(Var {
            name: name.into(),
            ty,
            state: true,
            free: false,
        });
    }
    let mut text = format!("MODULE m{number}(p, q)\n");
    maker.body("l", 2, &mut text);
    text
}

impl Maker<'_> {
    fn main(&mut self, modules: u64, text: &mut String) {
        text.push_str("MODULE main\nCONSTANTS red, green, blue, idle;\n");
        let count = 2 + self.random.below(3);
        let start = text.len();
        self.body("x", count, text);
        let body = text.split_off(start);
        let processes = self.shape.processes && self.random.below(3) == 0;
        for n in 0..modules {
            let (p, q) = (self.state_expr(Ty::Bool, 1), self.state_expr(Ty::Small, 0));
            let process = if processes { "process " } else { "" };
            let _ = writeln!(text, "VAR i{n} : {process}m{n}({p}, {q});");
        }
        text.push_str(&body);
        if modules > 0 && self.random.below(2) == 0 {
            let _ = writeln!(text, "INVARSPEC i0.l0 = i0.l0 | i0.d0");
        }
        self.specs(text);
    }

    fn pick_ty(&mut self) -> Ty {
        if self.shape.small {
            let few = [Ty::Bool, Ty::Bool, Ty::Bool, Ty::Small, Ty::Color];
            return few[self.random.below(5) as usize];
        }
        let all = [
            Ty::Bool,
            Ty::Bool,
            Ty::Small,
            Ty::Small,
            Ty::Some,
            Ty::Color,
            Ty::Mixed,
            Ty::Word(false),
            Ty::Word(true),
        ];
        let count = if self.shape.words { 9 } else { 7 };
        all[self.random.below(count) as usize]
    }

    /// Declarations, definitions, assignments and relations.
    fn body(&mut self, prefix: &str, count: u64, text: &mut String) {
        for n in 0..count {
            let ty = if n == 0 { Ty::Bool } else { self.pick_ty() };
            let kind = match self.random.below(12) {
                0 if self.shape.inputs && n > 0 => "IVAR",
                1 => "FROZENVAR",
                _ => "VAR",
            };
            let name = format!("{prefix}{n}");
            let _ = writeln!(text, "{kind} {name} : {};", ty.text());
            self.vars.push(Var {
                name,
                ty,
                state: kind != "IVAR",
                free: kind == "VAR",
            });
        }
        if !self.shape.small && self.random.below(3) == 0 {
            let _ = writeln!(text, "VAR {prefix}a : array 0..3 of boolean;");
            for n in 0..4 {
                self.vars.push(Var {
                    name: format!("{prefix}a[{n}]"),
                    ty: Ty::Bool,
                    state: true,
                    free: true,
                });
            }
            let index = self.state_expr(Ty::Small, 1);
            self.vars.push(Var {
                name: format!("{prefix}a[{index}]"),
                ty: Ty::Bool,
                state: true,
                free: false,
            });
        }
        for n in 0..2 {
            let ty = if n == 0 { Ty::Bool } else { self.pick_ty() };
            let value = self.state_expr(ty, self.shape.depth);
            let _ = writeln!(text, "DEFINE d{n} := {value};");
            self.defines.push(Var {
                name: format!("d{n}"),
                ty,
                state: true,
                free: false,
            });
        }
        let free: Vec<Var> = self.vars.iter().filter(|v| v.free).cloned().collect();
        for (at, var) in free.iter().enumerate() {
            self.assign(var, &free[..at], text);
        }
        self.relations(text);
    }

    /// An assignment for a variable, or none. Within a step it reads variables before it only.
    fn assign(&mut self, var: &Var, before: &[Var], text: &mut String) {
        let depth = self.shape.depth;
        let name = &var.name;
        match self.random.below(8) {
            0 => {
                let (vars, defines) = (self.vars.clone(), std::mem::take(&mut self.defines));
                self.vars = before.to_vec();
                let value = self.choice(var.ty, false);
                (self.vars, self.defines) = (vars, defines);
                let _ = writeln!(text, "ASSIGN {name} := {value};");
            }
            1 => {}
            kind => {
                if kind % 2 == 0 {
                    let value = match self.random.below(3) {
                        0 => self.choice(var.ty, false),
                        _ => self.constant(var.ty),
                    };
                    let _ = writeln!(text, "ASSIGN init({name}) := {value};");
                }
                let value = match (self.random.below(3), var.ty) {
                    (0, Ty::Small) => match self.random.below(6) {
                        0 => format!("{name} + 1"),
                        1 => format!("case {name} < 2 : {name} + 1; {name} > 1 : 0; esac"),
                        _ => format!("case {name} < 3 : {name} + 1; TRUE : 0; esac"),
                    },
                    (0 | 1, _) => self.choice(var.ty, true),
                    _ => self.expr(var.ty, depth, true),
                };
                let _ = writeln!(text, "ASSIGN next({name}) := {value};");
            }
        }
    }

    /// A value, a set, or a choice between them.
    fn choice(&mut self, ty: Ty, inputs: bool) -> String {
        let one = self.expr(ty, 1, inputs);
        match (self.random.below(5), ty) {
            (0, Ty::Word(_)) => one,
            (0, _) => {
                let other = self.expr(ty, 1, inputs);
                format!("{{{one}, {other}, {}}}", self.constant(ty))
            }
            (1, Ty::Small) => "1..3".into(),
            (2, _) if !matches!(ty, Ty::Word(_)) => {
                let (c, other) = (self.expr(Ty::Bool, 1, inputs), self.expr(ty, 1, inputs));
                format!(
                    "case {c} : {one} union {other}; TRUE : {}; esac",
                    self.constant(ty)
                )
            }
            _ => one,
        }
    }

    fn relations(&mut self, text: &mut String) {
        for keyword in ["INIT", "INVAR"] {
            if self.random.below(4) == 0 {
                let (a, b) = (self.state_expr(Ty::Bool, 2), self.state_expr(Ty::Bool, 1));
                let _ = writeln!(text, "{keyword} {a} | {b};");
            }
        }
        if self.random.below(3) == 0 {
            let states: Vec<Var> = self.vars.iter().filter(|v| v.state).cloned().collect();
            let var = &states[self.random.below(states.len() as u64) as usize];
            let value = self.expr(var.ty, 1, true);
            let other = self.expr(Ty::Bool, 2, true);
            let _ = match self.random.below(3) {
                0 => writeln!(text, "TRANS next({}) = {value};", var.name),
                1 => writeln!(text, "TRANS {other} -> next({}) = {value};", var.name),
                _ => writeln!(
                    text,
                    "TRANS next({} = {}) | {other};",
                    var.name,
                    self.constant(var.ty)
                ),
            };
        }
        if self.random.below(4) == 0 {
            let condition = self.state_expr(Ty::Bool, 2);
            let _ = writeln!(text, "FAIRNESS {condition};");
        }
    }

    fn specs(&mut self, text: &mut String) {
        for _ in 0..1 + self.random.below(2) {
            let invariant = self.state_expr(Ty::Bool, 2);
            let _ = writeln!(text, "INVARSPEC {invariant};");
            if self.shape.branching {
                let formula = self.formula(2);
                let _ = writeln!(text, "CTLSPEC {formula};");
            }
        }
    }

    fn formula(&mut self, depth: u64) -> String {
        if depth == 0 {
            return format!("({})", self.state_expr(Ty::Bool, 1));
        }
        let a = self.formula(depth - 1);
        match self.random.below(11) {
            op @ 0..6 => {
                let op = ["EX", "AX", "EF", "AF", "EG", "AG"][op as usize];
                format!("({op} {a})")
            }
            6 => format!("E [{a} U {}]", self.formula(depth - 1)),
            7 => format!("A [{a} U {}]", self.formula(depth - 1)),
            8 => format!("({a} -> {})", self.formula(depth - 1)),
            9 => format!("(EBF 1..2 {a})"),
            _ => format!("!{a}"),
        }
    }

    fn constant(&mut self, ty: Ty) -> String {
        let n = self.random.below(8);
        match ty {
            Ty::Bool => (if n < 4 { "TRUE" } else { "FALSE" }).into(),
            Ty::Small => (n % 4).to_string(),
            Ty::Some => ["1", "4", "6"][n as usize % 3].into(),
            Ty::Color => COLORS[n as usize % 3].into(),
            Ty::Mixed => ["0", "1", "idle"][n as usize % 3].into(),
            Ty::Word(false) => format!("0ud3_{n}"),
            Ty::Word(true) => format!("0sd3_{}", n % 4),
        }
    }

    /// An expression that reads states only.
    fn state_expr(&mut self, ty: Ty, depth: u64) -> String {
        self.expr(ty, depth, false)
    }

    fn leaf(&mut self, ty: Ty, inputs: bool) -> String {
        let known = self.vars.iter().chain(&self.defines);
        let fit = known.filter(|v| v.ty == ty && (inputs || v.state));
        let names: Vec<String> = fit.map(|v| v.name.clone()).collect();
        if names.is_empty() || self.random.below(4) == 0 {
            return self.constant(ty);
        }
        names[self.random.below(names.len() as u64) as usize].clone()
    }

    fn expr(&mut self, ty: Ty, depth: u64, inputs: bool) -> String {
        if depth == 0 || self.random.below(4) == 0 {
            return self.leaf(ty, inputs);
        }
        let depth = depth - 1;
        if self.random.below(5) == 0 {
            let (c, a, b) = (
                self.expr(Ty::Bool, depth, inputs),
                self.expr(ty, depth, inputs),
                self.expr(ty, depth, inputs),
            );
            return match self.random.below(3) {
                0 => format!("({c} ? {a} : {b})"),
                1 => format!("case {c} : {a}; TRUE : {b}; esac"),
                _ => format!("case {c} : {a}; !({c}) : {b}; esac"),
            };
        }
        match ty {
            Ty::Bool => self.bool_expr(depth, inputs),
            Ty::Small => self.small_expr(depth, inputs),
            Ty::Word(signed) => self.word_expr(signed, depth, inputs),
            _ => self.leaf(ty, inputs),
        }
    }

    fn bool_expr(&mut self, depth: u64, inputs: bool) -> String {
        let kind = self.random.below(9);
        if kind < 4 {
            let (a, b) = (
                self.expr(Ty::Bool, depth, inputs),
                self.expr(Ty::Bool, depth, inputs),
            );
            let op =
                ["&", "|", "xor", "->", "<->", "xnor", "=", "!="][self.random.below(8) as usize];
            return format!("(({a}) {op} ({b}))");
        }
        if kind == 4 {
            return format!("!({})", self.expr(Ty::Bool, depth, inputs));
        }
        let ty = self.pick_ty();
        let (a, b) = (self.expr(ty, depth, inputs), self.expr(ty, depth, inputs));
        let ordered = matches!(ty, Ty::Small | Ty::Some | Ty::Word(_));
        match self.random.below(6) {
            0 | 1 if ordered => {
                let op = ["<", "<=", ">", ">="][self.random.below(4) as usize];
                format!("({a} {op} {b})")
            }
            2 if !matches!(ty, Ty::Word(_)) => format!("({a} in {{{b}, {}}})", self.constant(ty)),
            3 if ty == Ty::Small => format!("({a} in 1..2)"),
            4 if matches!(ty, Ty::Mixed | Ty::Color) => {
                let other = self.expr(
                    if ty == Ty::Mixed {
                        Ty::Small
                    } else {
                        Ty::Mixed
                    },
                    0,
                    inputs,
                );
                format!("({a} = {other})")
            }
            5 => format!("({a} != {b})"),
            _ => format!("({a} = {b})"),
        }
    }

    fn small_expr(&mut self, depth: u64, inputs: bool) -> String {
        let (a, b) = (
            self.expr(Ty::Small, depth, inputs),
            self.expr(Ty::Small, depth, inputs),
        );
        match self.random.below(8) {
            0 => format!("(({a} + {b}) mod 4)"),
            1 => format!("(({a} * {b} + 1) mod 4)"),
            2 => format!("(({a} + {b}) / 2)"),
            3 => format!("(({a} - {b}) mod 2 + 1)"),
            4 => format!("(({a} - 4) / 2 + 2)"),
            5 => format!("(case {b} > 0 : {a} / ({b}); TRUE : 0; esac)"),
            6 => format!("count({} = 1, {a} = {b})", self.leaf(Ty::Small, inputs)),
            _ if self.shape.words => {
                let w = self.expr(Ty::Word(false), depth, inputs);
                format!("(toint({w}) / 2)")
            }
            _ => a,
        }
    }

    fn word_expr(&mut self, signed: bool, depth: u64, inputs: bool) -> String {
        let ty = Ty::Word(signed);
        let (a, b) = (self.expr(ty, depth, inputs), self.expr(ty, depth, inputs));
        match self.random.below(10) {
            op @ 0..6 => {
                let op = ["+", "-", "*", "&", "|", "xor"][op as usize];
                format!("(({a}) {op} ({b}))")
            }
            6 => format!("(-({a}))"),
            7 => {
                let by = self.random.below(4);
                let op = if by.is_multiple_of(2) { "<<" } else { ">>" };
                format!("(({a}) {op} {by})")
            }
            8 => {
                let inner = format!("(({a})[1:0] :: ({b})[2:2])");
                if signed {
                    format!("signed({inner})")
                } else {
                    inner
                }
            }
            _ => {
                let by = self.constant(ty);
                let ending = if signed { "sd3_1" } else { "ud3_1" };
                match self.random.below(2) {
                    0 => format!("resize(extend({a}, 2) / resize(0{ending}, 5), 3)"),
                    _ => format!("(({a}) mod ({by} | 0{ending}))"),
                }
            }
        }
    }
}
