//! Random small Lustre programs for differential tests.
//!
//! The programs are in the JKind dialect and well typed by construction: each expression is made for a type, and an
//! equation mentions, outside of `pre`, only inputs and variables that an earlier made equation defines. The equations
//! are then shuffled. Everything the language has occurs: `pre` with and without a guard, `->` at any depth, node calls,
//! tuples, condacts within condacts, records, arrays read and written at computed places, enumerations, subranges,
//! assertions and properties of called nodes.

use std::fmt::Write;

use crate::interp::Random;

/// What the programs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Only types with finitely many values, and few of them: every reachable state can be listed.
    pub finite: bool,
    /// Records and arrays.
    pub compound: bool,
    /// How many nodes there are besides the main one.
    pub helpers: u64,
    /// Greatest depth of an expression.
    pub depth: u64,
}

impl Shape {
    /// Small enough for listing all states.
    pub const TINY: Shape = Shape {
        finite: true,
        compound: false,
        helpers: 1,
        depth: 2,
    };
    /// Everything.
    pub const FULL: Shape = Shape {
        finite: false,
        compound: true,
        helpers: 3,
        depth: 4,
    };
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Bool,
    Int,
    Real,
    Small,
    Color,
    Pair,
    Row,
}

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::Int => "int",
            Ty::Real => "real",
            Ty::Small => "small",
            Ty::Color => "color",
            Ty::Pair => "pair",
            Ty::Row => "row",
        }
    }
}

#[derive(Clone)]
struct Var {
    name: String,
    ty: Ty,
}

struct Helper {
    name: String,
    inputs: Vec<Ty>,
    outputs: Vec<Ty>,
}

/// What may be mentioned.
#[derive(Clone)]
struct Scope {
    /// Outside of `pre`.
    now: Vec<Var>,
    /// Below `pre`.
    all: Vec<Var>,
}

struct Generator<'r> {
    random: &'r mut Random,
    shape: Shape,
    helpers: Vec<Helper>,
    /// How many calls the node may still have.
    calls: u64,
}

/// The text of a random program; its last node is the main one and has at least one property.
pub fn program(random: &mut Random, shape: Shape) -> String {
    let mut text = String::from(
        "type color = enum { RED, GREEN, BLUE };\n\
         type small = subrange [-1, 2] of int;\n\
         type pair = struct { p : small; q : bool };\n\
         type row = small[2];\n",
    );
    if !shape.finite {
        text.push_str(
            "const limit : int = 3;\n\
             function twist(x : int) returns (y : small);\n\
             function both(x : int; b : bool) returns (m : int; r : pair);\n",
        );
    }
    let mut generator = Generator {
        random,
        shape,
        helpers: Vec::new(),
        calls: 0,
    };
    for number in 0..shape.helpers {
        text.push_str(&generator.node(&format!("n{number}"), false));
    }
    text.push_str(&generator.node("top", true));
    text
}

impl Generator<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.below(from.len() as u64) as usize].to_owned()
    }

    fn ty(&mut self) -> Ty {
        let mut types = vec![Ty::Bool, Ty::Bool, Ty::Small, Ty::Color];
        if !self.shape.finite {
            types.extend([Ty::Int, Ty::Int, Ty::Real]);
        }
        if self.shape.compound {
            types.extend([Ty::Pair, Ty::Row]);
        }
        types[self.below(types.len() as u64) as usize]
    }

    fn vars(&mut self, prefix: &str, count: u64) -> Vec<Var> {
        (0..count)
            .map(|i| Var {
                name: format!("{prefix}{i}"),
                ty: self.ty(),
            })
            .collect()
    }

    fn node(&mut self, name: &str, is_main: bool) -> String {
        let (inputs, outputs, locals) = (1 + self.below(3), 1 + self.below(2), self.below(4));
        let inputs = self.vars("i", inputs);
        let mut outputs = self.vars("o", outputs);
        let mut locals = self.vars("l", locals);
        if is_main {
            outputs.push(Var {
                name: "ok".to_owned(),
                ty: Ty::Bool,
            });
        }
        self.calls = 2;
        let mut defined: Vec<Var> = locals.iter().chain(&outputs).cloned().collect();
        self.shuffle(&mut defined);
        let mut scope = Scope {
            now: inputs.clone(),
            all: inputs.iter().chain(&defined).cloned().collect(),
        };
        let mut items = Vec::new();
        let results = self.sure_call(&mut scope, &mut items);
        locals.extend(results);
        let mut rest = &defined[..];
        while let Some(var) = rest.first() {
            let count = match rest.len() {
                1 => 1,
                _ if self.one_in(3) => 2,
                _ => 1,
            };
            let types: Vec<Ty> = rest[..count].iter().map(|v| v.ty).collect();
            let value = match count {
                1 => self.expr(var.ty, self.shape.depth, &scope),
                _ => self.tuple(&types, self.shape.depth, &scope),
            };
            let names: Vec<&str> = rest[..count].iter().map(|v| &*v.name).collect();
            items.push(format!("  {} = {value};\n", names.join(", ")));
            scope.now.extend_from_slice(&rest[..count]);
            rest = &rest[count..];
        }
        if self.one_in(4) {
            let condition = self.expr(Ty::Bool, 2, &scope);
            items.push(format!("  assert {condition};\n"));
        }
        self.shuffle(&mut items);
        let text = self.written(name, is_main, [&inputs, &outputs, &locals], &items);
        self.helpers.push(Helper {
            name: name.to_owned(),
            inputs: inputs.iter().map(|v| v.ty).collect(),
            outputs: outputs.iter().map(|v| v.ty).collect(),
        });
        text
    }

    /// One call for sure, so that condacts within condacts are no rarity. Returns the variables that have its outputs.
    fn sure_call(&mut self, scope: &mut Scope, items: &mut Vec<String>) -> Vec<Var> {
        let Some(helper) = self.helpers.len().checked_sub(1) else {
            return vec![];
        };
        let types = self.helpers[helper].outputs.clone().into_iter();
        let results: Vec<Var> = types
            .enumerate()
            .map(|(i, ty)| Var {
                name: format!("c{i}"),
                ty,
            })
            .collect();
        scope.all.extend_from_slice(&results);
        let call = self.call_of(helper, self.shape.depth, scope);
        let names: Vec<&str> = results.iter().map(|v| &*v.name).collect();
        items.push(format!("  {} = {call};\n", names.join(", ")));
        scope.now.extend_from_slice(&results);
        results
    }

    /// The text of a node. Some of its Boolean variables are properties.
    fn written(
        &mut self,
        name: &str,
        is_main: bool,
        [inputs, outputs, locals]: [&[Var]; 3],
        items: &[String],
    ) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "node {name}({}) returns ({});",
            declarations(inputs),
            declarations(outputs)
        );
        if !locals.is_empty() {
            let _ = writeln!(text, "var {};", declarations(locals));
        }
        text.push_str("let\n");
        items.iter().for_each(|item| text.push_str(item));
        for var in outputs.iter().chain(locals) {
            if var.ty == Ty::Bool && (var.name == "ok" || self.one_in(4)) {
                let _ = writeln!(text, "  --%PROPERTY {};", var.name);
            }
        }
        if is_main {
            text.push_str("  --%MAIN;\n");
        }
        text.push_str("tel;\n");
        text
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            list.swap(i, j);
        }
    }

    /// A value of several types: a call where one fits, else a tuple or a choice between two.
    fn tuple(&mut self, types: &[Ty], depth: u64, scope: &Scope) -> String {
        if let Some(call) = self.call(types, depth, scope) {
            return call;
        }
        if types == [Ty::Int, Ty::Pair] && !self.shape.finite {
            let x = self.expr(Ty::Int, depth.min(2), scope);
            let b = self.expr(Ty::Bool, depth.min(2), scope);
            return format!("both({x}, {b})");
        }
        match self.below(if depth > 1 { 4 } else { 1 }) {
            1 => {
                let condition = self.expr(Ty::Bool, depth - 1, scope);
                let a = self.tuple(types, depth - 1, scope);
                let b = self.tuple(types, depth - 1, scope);
                format!("(if {condition} then {a} else {b})")
            }
            2 => {
                let a = self.tuple(types, depth - 1, scope);
                let b = self.tuple(types, depth - 1, scope);
                format!("({a} -> {b})")
            }
            3 => {
                let before = Scope {
                    now: scope.all.clone(),
                    all: scope.all.clone(),
                };
                format!("(pre {})", self.tuple(types, depth - 1, &before))
            }
            _ => {
                let parts: Vec<String> = types
                    .iter()
                    .map(|&ty| self.expr(ty, depth.saturating_sub(1), scope))
                    .collect();
                format!("({})", parts.join(", "))
            }
        }
    }

    /// A call, plain or under a condact, whose outputs have these types.
    fn call(&mut self, types: &[Ty], depth: u64, scope: &Scope) -> Option<String> {
        let fitting: Vec<usize> = (0..self.helpers.len())
            .filter(|&h| self.helpers[h].outputs == types)
            .collect();
        if fitting.is_empty() || self.calls == 0 || self.one_in(4) {
            return None;
        }
        self.calls -= 1;
        let helper = fitting[self.below(fitting.len() as u64) as usize];
        Some(self.call_of(helper, depth, scope))
    }

    fn call_of(&mut self, helper: usize, depth: u64, scope: &Scope) -> String {
        let name = self.helpers[helper].name.clone();
        let inputs = self.helpers[helper].inputs.clone();
        let outputs = self.helpers[helper].outputs.clone();
        let depth = depth.saturating_sub(1);
        let args: Vec<String> = inputs
            .into_iter()
            .map(|ty| self.expr(ty, depth, scope))
            .collect();
        let call = format!("{name}({})", args.join(", "));
        if self.one_in(2) {
            return call;
        }
        let clock = self.expr(Ty::Bool, depth, scope);
        let defaults: Vec<String> = outputs
            .into_iter()
            .map(|ty| self.expr(ty, depth.min(1), scope))
            .collect();
        format!("condact({clock}, {call}, {})", defaults.join(", "))
    }

    fn expr(&mut self, ty: Ty, depth: u64, scope: &Scope) -> String {
        if depth == 0 || self.one_in(8) {
            return self.leaf(ty, scope);
        }
        let below = depth - 1;
        match self.below(10) {
            0 => {
                let condition = self.expr(Ty::Bool, below, scope);
                let a = self.expr(ty, below, scope);
                let b = self.expr(ty, below, scope);
                format!("(if {condition} then {a} else {b})")
            }
            1 => {
                let a = self.expr(ty, below, scope);
                let b = self.expr(ty, below, scope);
                format!("({a} -> {b})")
            }
            kind @ (2 | 3) => {
                let before = Scope {
                    now: scope.all.clone(),
                    all: scope.all.clone(),
                };
                let operand = self.expr(ty, below, &before);
                match kind {
                    2 => format!("(pre {operand})"),
                    _ => format!("({} -> pre {operand})", self.leaf(ty, scope)),
                }
            }
            4 => match self.call(&[ty], depth, scope) {
                Some(call) => call,
                None => self.operator(ty, below, scope),
            },
            5 if self.shape.compound => self.part(ty, below, scope),
            _ => self.operator(ty, below, scope),
        }
    }

    fn leaf(&mut self, ty: Ty, scope: &Scope) -> String {
        let fitting: Vec<&Var> = scope.now.iter().filter(|v| v.ty == ty).collect();
        if !fitting.is_empty() && !self.one_in(4) {
            return fitting[self.below(fitting.len() as u64) as usize]
                .name
                .clone();
        }
        match ty {
            Ty::Bool => self.pick(&["true", "false"]),
            Ty::Int => self.pick(&["0", "1", "2", "7", "limit"]),
            Ty::Real => self.pick(&["0.0", "0.5", "1.25", "3.0"]),
            Ty::Small => self.pick(&["0", "1", "2", "(-1)"]),
            Ty::Color => self.pick(&["RED", "GREEN", "BLUE"]),
            Ty::Pair => format!(
                "pair {{ p = {}; q = {} }}",
                self.leaf(Ty::Small, scope),
                self.leaf(Ty::Bool, scope)
            ),
            Ty::Row => format!(
                "[{}, {}]",
                self.leaf(Ty::Small, scope),
                self.leaf(Ty::Small, scope)
            ),
        }
    }

    /// Something taken out of a record or an array, or one with a part replaced.
    fn part(&mut self, ty: Ty, depth: u64, scope: &Scope) -> String {
        match ty {
            Ty::Small if self.one_in(2) => format!("{}.p", self.expr(Ty::Pair, depth, scope)),
            Ty::Small => {
                let row = self.expr(Ty::Row, depth, scope);
                let index = self.index(depth, scope);
                format!("{row}[{index}]")
            }
            Ty::Bool => format!("{}.q", self.expr(Ty::Pair, depth, scope)),
            Ty::Pair => {
                let record = self.expr(Ty::Pair, depth, scope);
                let value = self.expr(Ty::Bool, depth, scope);
                format!("{record}{{ q := {value} }}")
            }
            Ty::Row => {
                // Of a variable: the elements of a literal have narrower types.
                let Some(row) = scope.now.iter().find(|v| v.ty == Ty::Row) else {
                    return self.operator(ty, depth, scope);
                };
                let row = &row.name;
                let index = self.index(depth, scope);
                let value = self.expr(Ty::Small, depth, scope);
                format!("{row}[{index} := {value}]")
            }
            _ => self.operator(ty, depth, scope),
        }
    }

    fn index(&mut self, depth: u64, scope: &Scope) -> String {
        if self.one_in(3) {
            return self.pick(&["0", "1"]);
        }
        // A sum is never a constant to the checker, so that places out of bounds are possible.
        let variables: Vec<&Var> = scope.now.iter().filter(|v| v.ty == Ty::Small).collect();
        match variables.first() {
            Some(variable) => {
                let name = variable.name.clone();
                format!("{name} + {}", self.expr(Ty::Small, depth.min(1), scope))
            }
            None => "1".to_owned(),
        }
    }

    fn operator(&mut self, ty: Ty, depth: u64, scope: &Scope) -> String {
        let numbers = if self.shape.finite {
            Ty::Small
        } else {
            Ty::Int
        };
        match ty {
            Ty::Bool => match self.below(5) {
                0 => format!("(not {})", self.expr(Ty::Bool, depth, scope)),
                1 | 2 => {
                    let op = self.pick(&["and", "or", "xor", "=>", "=", "<>"]);
                    self.infix(Ty::Bool, &op, depth, scope)
                }
                3 => {
                    let op = self.pick(&["<", "<=", ">", ">=", "=", "<>"]);
                    let real = !self.shape.finite && self.one_in(4);
                    let ty = if real { Ty::Real } else { numbers };
                    self.infix(ty, &op, depth, scope)
                }
                _ => {
                    let ty = self.ty();
                    let op = self.pick(&["=", "<>"]);
                    self.infix(ty, &op, depth, scope)
                }
            },
            Ty::Int => match self.below(8) {
                0 => format!("(-{})", self.expr(Ty::Int, depth, scope)),
                1 => format!("(2 * {})", self.expr(Ty::Int, depth, scope)),
                2 => {
                    let op = self.pick(&["div 3", "mod 3", "div 2", "mod 7"]);
                    format!("({} {op})", self.expr(Ty::Int, depth, scope))
                }
                3 => {
                    let op = self.pick(&["div", "mod"]);
                    let dividend = self.expr(Ty::Int, depth, scope);
                    format!("({dividend} {op} {})", self.divisor(Ty::Int, scope))
                }
                4 => format!("floor({})", self.expr(Ty::Real, depth, scope)),
                5 => self.expr(Ty::Small, depth, scope),
                _ => {
                    let op = self.pick(&["+", "-"]);
                    self.infix(Ty::Int, &op, depth, scope)
                }
            },
            Ty::Real => match self.below(4) {
                0 => format!("real({})", self.expr(Ty::Int, depth, scope)),
                1 => {
                    let dividend = self.expr(Ty::Real, depth, scope);
                    format!("({dividend} / {})", self.divisor(Ty::Real, scope))
                }
                2 => format!("(0.5 * {})", self.expr(Ty::Real, depth, scope)),
                _ => {
                    let op = self.pick(&["+", "-"]);
                    self.infix(Ty::Real, &op, depth, scope)
                }
            },
            Ty::Small if !self.shape.finite && self.one_in(2) => {
                format!("twist({})", self.expr(Ty::Int, depth, scope))
            }
            Ty::Pair => format!(
                "pair {{ p = {}; q = {} }}",
                self.expr(Ty::Small, depth, scope),
                self.expr(Ty::Bool, depth, scope)
            ),
            Ty::Row => format!(
                "[{}, {}]",
                self.expr(Ty::Small, depth, scope),
                self.expr(Ty::Small, depth, scope)
            ),
            Ty::Small | Ty::Color => {
                let condition = self.expr(Ty::Bool, depth, scope);
                let a = self.leaf(ty, scope);
                let b = self.leaf(ty, scope);
                format!("(if {condition} then {a} else {b})")
            }
        }
    }

    /// A variable, which may be zero, or a constant, which may not.
    fn divisor(&mut self, ty: Ty, scope: &Scope) -> String {
        match scope.now.iter().rev().find(|v| v.ty == ty) {
            Some(variable) => variable.name.clone(),
            None if ty == Ty::Real => "4.0".to_owned(),
            None => "5".to_owned(),
        }
    }

    fn infix(&mut self, ty: Ty, op: &str, depth: u64, scope: &Scope) -> String {
        let a = self.expr(ty, depth, scope);
        let b = self.expr(ty, depth, scope);
        format!("({a} {op} {b})")
    }
}

fn declarations(vars: &[Var]) -> String {
    let parts: Vec<String> = vars
        .iter()
        .map(|v| format!("{} : {}", v.name, v.ty.name()))
        .collect();
    parts.join("; ")
}
