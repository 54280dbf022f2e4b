//! Random models of SMV with random claims, as text. Every construct that a synchronous model is made of is there, and now and then
//! processes. Without a fault of this file, NuSMV accepts every one.
//!
//! What is declared comes in a fixed order. An assignment of a present value reads only what is declared before it, so that nothing depends
//! on itself.

use assay_system::Random;

use super::ctl;
use super::expression::{Expressions, Name, Type};

/// A module that is instantiated, with the types of its parameters.
struct Module {
    name: String,
    parameters: Vec<Type>,
    /// Behind these it takes an instance of the module before it.
    refers: bool,
    /// What an instance shows: its variables and definitions.
    shown: Vec<Name>,
    text: String,
}

pub fn model(seed: u64) -> String {
    let mut maker = Maker {
        random: Random::new(seed),
        processes: false,
    };
    maker.processes = maker.chance(10);
    maker.all()
}

/// Enumerations are made of so many symbols.
const SYMBOLS: usize = 5;

struct Maker {
    random: Random,
    processes: bool,
}

/// What is declared so far in one module.
#[derive(Default)]
struct Scope {
    declared: Vec<String>,
    assigned: Vec<String>,
    rest: Vec<String>,
    /// Present values of state variables, and of definitions over them.
    states: Vec<Name>,
    /// Their next values, where something may read those.
    nexts: Vec<Name>,
    inputs: Vec<Name>,
}

impl Scope {
    fn reading(&self, next: bool) -> Vec<Name> {
        let mut names = self.states.clone();
        if next {
            names.extend(self.inputs.iter().cloned());
            names.extend(self.nexts.iter().cloned());
        }
        names
    }

    fn text(&self, head: &str) -> String {
        let mut text = format!("MODULE {head}\n");
        for line in &self.declared {
            text.push_str(line);
            text.push('\n');
        }
        if !self.assigned.is_empty() {
            text.push_str("ASSIGN\n");
            for line in &self.assigned {
                text.push_str(&format!("  {line}\n"));
            }
        }
        for line in &self.rest {
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

impl Maker {
    fn below(&mut self, n: u64) -> usize {
        self.random.below(n) as usize
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn all(&mut self) -> String {
        let wanted = if self.processes { 1 } else { self.below(3) };
        let mut modules: Vec<Module> = Vec::new();
        for at in 0..wanted {
            let module = self.module(at, modules.last());
            modules.push(module);
        }
        let mut scope = Scope::default();
        // A module may compare a parameter with symbols that no variable has.
        let symbols: Vec<String> = (0..SYMBOLS).map(|n| format!("c{n}")).collect();
        let constants = format!("CONSTANTS {};", symbols.join(", "));
        scope.declared.push(constants);
        let mut budget = 10;
        let variables = 2 + self.below(3);
        for at in 0..variables {
            self.variable(&mut scope, &format!("x{at}"), &mut budget);
            if self.chance(25) {
                self.define(&mut scope, at);
            }
        }
        if self.chance(25) {
            self.frozen(&mut scope);
        }
        if self.chance(30) {
            let ty = self.ty(2);
            scope.declared.push(format!("IVAR i0 : {};", written(&ty)));
            scope.inputs.push(Name {
                text: "i0".into(),
                ty,
            });
        }
        for module in &modules {
            // The last module has the one before it in it, so one of each is enough.
            let instances = if wanted == 2 { 1 } else { 1 + self.below(2) };
            for at in 0..instances {
                self.instance(&mut scope, module, at);
            }
        }
        self.constraints(&mut scope, false);
        self.fairness(&mut scope);
        self.claims(&mut scope);
        let mut text: String = modules.iter().map(|m| m.text.as_str()).collect();
        text.push_str(&scope.text("main"));
        text
    }

    fn expressions<'a>(&'a mut self, names: &'a [Name]) -> Expressions<'a> {
        Expressions::new(&mut self.random, names)
    }

    /// A type of at most so many bits.
    fn ty(&mut self, bits: u32) -> Type {
        match self.below(8) {
            1 | 2 => {
                let low = if self.chance(30) {
                    -(self.below(3) as i64)
                } else {
                    0
                };
                let size = (1 << bits.min(3)) - 1;
                Type::Int(low, low + 1 + self.random.below(size) as i64)
            }
            3 | 4 if bits >= 2 => {
                let count = 2 + self.below(3);
                let from = self.below(2);
                Type::Symbols((from..from + count).map(|n| format!("c{n}")).collect())
            }
            5 if bits >= 2 => Type::Word {
                signed: self.chance(40),
                width: 1 + self.random.below(bits.min(4) as u64) as u32,
            },
            _ => Type::Bool,
        }
    }

    fn variable(&mut self, scope: &mut Scope, name: &str, budget: &mut u32) {
        let ty = self.ty(3.min(*budget).max(1));
        *budget = budget.saturating_sub(3);
        if self.chance(8) {
            scope
                .declared
                .push(format!("VAR {name} : array 0..1 of {};", written(&ty)));
            for at in 0..2 {
                self.assign(scope, &format!("{name}[{at}]"), &ty);
            }
        } else {
            scope
                .declared
                .push(format!("VAR {name} : {};", written(&ty)));
            self.assign(scope, name, &ty);
        }
    }

    /// Assigns the variable, or parts of it, or nothing; from then on it may be read.
    fn assign(&mut self, scope: &mut Scope, name: &str, ty: &Type) {
        let present = self.chance(8) && !scope.states.is_empty() && !self.processes;
        if present {
            let names = scope.states.clone();
            let value = self.value(&names, ty);
            scope.assigned.push(format!("{name} := {value};"));
        } else {
            if self.chance(65) {
                let names = scope.states.clone();
                let value = self.value(&names, ty);
                scope.assigned.push(format!("init({name}) := {value};"));
            }
            let mut names = scope.reading(true);
            names.push(Name {
                text: name.into(),
                ty: ty.clone(),
            });
            if self.chance(85) {
                let value = self.value(&names, ty);
                scope.assigned.push(format!("next({name}) := {value};"));
            }
        }
        let name_of = |text: String| Name {
            text,
            ty: ty.clone(),
        };
        scope.states.push(name_of(name.to_string()));
        if !self.processes {
            scope.nexts.push(name_of(format!("next({name})")));
        }
    }

    /// The right-hand side of an assignment: several branches, several choices.
    fn value(&mut self, names: &[Name], ty: &Type) -> String {
        if self.chance(45) {
            let branches = 1 + self.below(2);
            let mut text = String::from("case ");
            for _ in 0..branches {
                let condition = self.expressions(names).boolean(2);
                text.push_str(&format!("{condition} : {}; ", self.choices(names, ty)));
            }
            text.push_str(&format!("TRUE : {}; esac", self.choices(names, ty)));
            return text;
        }
        self.choices(names, ty)
    }

    fn choices(&mut self, names: &[Name], ty: &Type) -> String {
        let several = self.chance(35) && !matches!(ty, Type::Word { .. });
        if !several {
            return self.fitting(names, ty);
        }
        match ty {
            Type::Bool if self.chance(50) => "{TRUE, FALSE}".into(),
            Type::Int(low, high) if self.chance(40) => {
                let from = low + self.random.below((high - low + 1) as u64) as i64;
                format!("{from}..{high}")
            }
            _ => {
                let (a, b) = (self.fitting(names, ty), self.fitting(names, ty));
                if self.chance(75) {
                    format!("{{{a}, {b}}}")
                } else {
                    format!("(({a}) union ({b}))")
                }
            }
        }
    }

    /// An expression with values of the type only.
    fn fitting(&mut self, names: &[Name], ty: &Type) -> String {
        let Type::Int(low, high) = *ty else {
            return self.expressions(names).of(ty, 2);
        };
        let (value, from, to) = self.expressions(names).integer(2);
        if low <= from && to <= high {
            return value;
        }
        let size = high - low + 1;
        if from >= 0 && low >= 0 && size > 1 && self.chance(60) {
            return format!("({value} mod {size} + {low})");
        }
        let other = low + self.random.below(size as u64) as i64;
        let inside = if self.chance(50) {
            format!("{value} in {low}..{high}")
        } else {
            format!("{value} >= {low} & {value} <= {high}")
        };
        format!("case {inside} : {value}; TRUE : {other}; esac")
    }

    fn define(&mut self, scope: &mut Scope, at: usize) {
        let names = scope.states.clone();
        let (text, ty) = if self.chance(50) {
            (self.expressions(&names).boolean(2), Type::Bool)
        } else {
            let (text, low, high) = self.expressions(&names).integer(2);
            (text, Type::Int(low, high))
        };
        scope.declared.push(format!("DEFINE d{at} := {text};"));
        let name = format!("d{at}");
        if !self.processes && self.chance(50) {
            scope.nexts.push(Name {
                text: format!("next({name})"),
                ty: ty.clone(),
            });
        }
        scope.states.push(Name { text: name, ty });
    }

    fn frozen(&mut self, scope: &mut Scope) {
        let ty = self.ty(2);
        scope
            .declared
            .push(format!("FROZENVAR z : {};", written(&ty)));
        if self.chance(40) {
            let names = scope.states.clone();
            let value = self.value(&names, &ty);
            scope.assigned.push(format!("init(z) := {value};"));
        }
        scope.states.push(Name {
            text: "z".into(),
            ty,
        });
    }

    fn module(&mut self, at: usize, before: Option<&Module>) -> Module {
        let parameters: Vec<Type> = (0..self.below(3)).map(|_| self.ty(2)).collect();
        let mut scope = Scope::default();
        for (at, ty) in parameters.iter().enumerate() {
            scope.states.push(Name {
                text: format!("p{at}"),
                ty: ty.clone(),
            });
        }
        let refers = before.is_some_and(|before| !before.refers) && self.chance(50);
        if let Some(before) = before.filter(|_| refers) {
            let seen = before.shown.iter().map(|name| Name {
                text: format!("r.{}", name.text),
                ty: name.ty.clone(),
            });
            scope.states.extend(seen);
        }
        let given = scope.states.len();
        let mut budget = 2;
        let variables = 1 + self.below(2);
        for at in 0..variables {
            self.variable(&mut scope, &format!("v{at}"), &mut budget);
        }
        if let Some(before) = before.filter(|before| !refers && !before.refers) {
            self.instance(&mut scope, before, at);
        }
        let shown: Vec<Name> = scope.states[given..].to_vec();
        if self.processes {
            if self.chance(60) {
                scope.rest.push("FAIRNESS running".into());
            }
        } else if self.chance(25) {
            self.constraints(&mut scope, true);
        }
        let names = scope.states.clone();
        if self.chance(40) {
            let formula = ctl::formula(&mut self.random, &names, 2);
            scope.rest.push(format!("CTLSPEC {formula};"));
        }
        if self.chance(15) {
            let formula = self.expressions(&names).boolean(2);
            scope.rest.push(format!("INVARSPEC {formula};"));
        }
        let name = format!("m{at}");
        let mut formal: Vec<String> = (0..parameters.len()).map(|n| format!("p{n}")).collect();
        formal.extend(refers.then(|| "r".into()));
        let head = if formal.is_empty() {
            name.clone()
        } else {
            format!("{name}({})", formal.join(", "))
        };
        Module {
            text: scope.text(&head),
            name,
            parameters,
            refers,
            shown,
        }
    }

    fn instance(&mut self, scope: &mut Scope, module: &Module, at: usize) {
        let names = scope.states.clone();
        let mut actual: Vec<String> = module
            .parameters
            .iter()
            .map(|ty| match ty {
                // A body may rely on the range of its parameter.
                Type::Int(..) => self.fitting(&names, ty),
                _ => self.expressions(&names).of(ty, 1),
            })
            .collect();
        actual.extend(module.refers.then(|| "m0_0".into()));
        let process = if self.processes { "process " } else { "" };
        let arguments = if actual.is_empty() {
            String::new()
        } else {
            format!("({})", actual.join(", "))
        };
        let name = format!("{}_{at}", module.name);
        scope
            .declared
            .push(format!("VAR {name} : {process}{}{arguments};", module.name));
        for one in &module.shown {
            let text = format!("{name}.{}", one.text);
            scope.nexts.extend((!self.processes).then(|| Name {
                text: format!("next({text})"),
                ty: one.ty.clone(),
            }));
            scope.states.push(Name {
                text,
                ty: one.ty.clone(),
            });
        }
    }

    /// INIT, INVAR and TRANS. They are weak enough, most of the time, to leave something over.
    fn constraints(&mut self, scope: &mut Scope, once: bool) {
        if self.chance(if once { 30 } else { 20 }) {
            let (a, b) = (
                self.expressions(&scope.states).boolean(1),
                self.expressions(&scope.states).boolean(2),
            );
            scope.rest.push(format!("INIT ({a}) | ({b})"));
        }
        if self.chance(20) {
            let names = scope.states.clone();
            let (a, b) = (
                self.expressions(&names).boolean(1),
                self.expressions(&names).boolean(1),
            );
            scope.rest.push(format!("INVAR ({a}) | ({b})"));
            if self.chance(10) {
                scope.rest.push(format!("INVAR !({a})"));
            }
        }
        if self.chance(30) {
            let names = scope.reading(true);
            let (a, b) = (
                self.expressions(&scope.states).boolean(1),
                self.expressions(&names).boolean(2),
            );
            let text = if self.chance(50) {
                format!("TRANS ({a}) -> ({b})")
            } else {
                self.successor(scope)
                    .unwrap_or(format!("TRANS ({b}) | !({a})"))
            };
            scope.rest.push(text);
        }
    }

    /// `TRANS next(x) = e`, or with `in`, for a variable that may be assigned elsewhere too.
    fn successor(&mut self, scope: &Scope) -> Option<String> {
        let nexts: Vec<&Name> = scope
            .nexts
            .iter()
            .filter(|n| n.text.starts_with("next(x"))
            .collect();
        let one = (*nexts.get(self.random.below(nexts.len().max(1) as u64) as usize)?).clone();
        let names = [scope.states.clone(), scope.inputs.clone()].concat();
        Some(match self.chance(60) {
            true => format!("TRANS {} = {}", one.text, self.fitting(&names, &one.ty)),
            false if matches!(one.ty, Type::Word { .. }) => return None,
            false => {
                let (a, b) = (self.fitting(&names, &one.ty), self.fitting(&names, &one.ty));
                format!("TRANS {} in {{{a}, {b}}}", one.text)
            }
        })
    }

    fn fairness(&mut self, scope: &mut Scope) {
        let count = [0, 0, 1, 1, 2, 3][self.below(6)];
        for _ in 0..count {
            let (a, b) = (
                self.expressions(&scope.states).boolean(1),
                self.expressions(&scope.states).boolean(1),
            );
            let text = if self.chance(70) {
                format!("({a}) | ({b})")
            } else {
                a
            };
            let word = if self.chance(50) {
                "FAIRNESS"
            } else {
                "JUSTICE"
            };
            scope.rest.push(format!("{word} {text}"));
        }
    }

    fn claims(&mut self, scope: &mut Scope) {
        let names = scope.states.clone();
        let formulas = 3 + self.below(3);
        for _ in 0..formulas {
            let formula = ctl::formula(&mut self.random, &names, 3);
            scope.rest.push(format!("CTLSPEC {formula};"));
        }
        // True where there are no executions, and only there.
        scope.rest.push("CTLSPEC FALSE;".into());
        let invariants = 1 + self.below(2);
        for _ in 0..invariants {
            let text = self.expressions(&names).boolean(2);
            scope.rest.push(format!("INVARSPEC {text};"));
        }
        if self.chance(40) {
            let (from, to) = (
                self.expressions(&names).boolean(1),
                self.expressions(&names).boolean(1),
            );
            scope.rest.push(format!("COMPUTE MIN [ {from}, {to} ];"));
            scope.rest.push(format!("COMPUTE MAX [ {from}, {to} ];"));
        }
    }
}

fn written(ty: &Type) -> String {
    match ty {
        Type::Bool => "boolean".into(),
        Type::Int(low, high) => format!("{low}..{high}"),
        Type::Symbols(symbols) => format!("{{{}}}", symbols.join(", ")),
        Type::Word { signed, width } => {
            let sign = if *signed { "signed" } else { "unsigned" };
            format!("{sign} word[{width}]")
        }
    }
}
