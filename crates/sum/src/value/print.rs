//! Values as text, in the spelling of a notation.

use super::{Large, Set, Shape, Value};
use crate::core::Program;
use crate::scope::SearchScope;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Ascii,
    Unicode,
    Latex,
}

impl Spelling {
    fn pick(self, ascii: &'static str, unicode: &'static str, latex: &'static str) -> &'static str {
        match self {
            Spelling::Ascii => ascii,
            Spelling::Unicode => unicode,
            Spelling::Latex => latex,
        }
    }
}

/// Prints values of a program.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    pub program: &'a Program,
    pub scope: &'a SearchScope,
    pub spelling: Spelling,
}

impl Printer<'_> {
    pub fn print(&self, value: &Value, shape: &Shape) -> String {
        let mut text = String::new();
        self.write(value, shape, &mut text);
        text
    }

    fn write(&self, value: &Value, shape: &Shape, text: &mut String) {
        match value {
            Value::Int(value) => text.push_str(&value.to_string()),
            Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Value::Text(value) => text.push_str(&format!("{value:?}")),
            Value::Given(given, index) => {
                self.name(&self.scope.element_name(self.program, *given, *index), text)
            }
            Value::Branch {
                free,
                branch,
                argument,
            } => {
                let branch = &self.program.frees[free.0 as usize].branches[*branch as usize];
                self.name(branch.name.as_str(), text);
                if let Some(argument) = argument {
                    let shape = branch
                        .argument
                        .as_ref()
                        .map(|set| Shape::of_elements(self.program, set))
                        .unwrap_or_default();
                    let is_tuple = matches!(**argument, Value::Tuple(_));
                    text.push_str(if is_tuple { "" } else { "(" });
                    self.write(argument, &shape, text);
                    text.push_str(if is_tuple { "" } else { ")" });
                }
            }
            Value::Tuple(parts) => {
                let plain = Vec::new();
                let shapes = if let Shape::Tuple(shapes) = shape {
                    shapes
                } else {
                    &plain
                };
                self.list("(", ")", parts, text, |printer, index, part, text| {
                    printer.write(part, shapes.get(index).unwrap_or(&Shape::Plain), text);
                });
            }
            Value::Binding(binding) => {
                let open = self.spelling.pick("<| ", "⦉ ", "\\lblot ");
                let close = self.spelling.pick(" |>", " ⦊", " \\rblot");
                self.list(
                    open,
                    close,
                    &binding.values,
                    text,
                    |printer, index, part, text| {
                        printer.name(binding.names.0[index].as_str(), text);
                        text.push_str(" == ");
                        printer.write(part, &Shape::Plain, text);
                    },
                );
            }
            Value::Set(set) => self.write_set(set, shape, text),
        }
    }

    fn name(&self, name: &str, text: &mut String) {
        match self.spelling {
            Spelling::Latex => text.push_str(&name.replace('_', "\\_")),
            _ => text.push_str(name),
        }
    }

    fn list(
        &self,
        open: &str,
        close: &str,
        parts: &[Value],
        text: &mut String,
        mut write: impl FnMut(&Self, usize, &Value, &mut String),
    ) {
        text.push_str(open);
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            write(self, index, part, text);
        }
        text.push_str(close);
    }

    fn write_set(&self, set: &Set, shape: &Shape, text: &mut String) {
        let elements = match set {
            Set::Elements(elements) => elements,
            Set::Large(large) => return self.write_large(large, text),
        };
        match shape {
            Shape::Sequence(of) if is_sequence(elements) => {
                let items: Vec<Value> =
                    elements.iter().map(|pair| pair.sides().1.clone()).collect();
                let (open, close) = (
                    self.spelling.pick("<<", "⟨", "\\langle "),
                    self.spelling.pick(">>", "⟩", " \\rangle"),
                );
                self.list(open, close, &items, text, |printer, _, item, text| {
                    printer.write(item, of, text)
                });
            }
            Shape::Bag(of) if is_bag(elements) => {
                let items: Vec<Value> = elements
                    .iter()
                    .flat_map(|pair| {
                        let (item, count) = pair.sides();
                        std::iter::repeat_n(item.clone(), count.as_int().to_usize().unwrap_or(0))
                    })
                    .collect();
                let (open, close) = (
                    self.spelling.pick("[[", "⟦", "\\lbag "),
                    self.spelling.pick("]]", "⟧", " \\rbag"),
                );
                self.list(open, close, &items, text, |printer, _, item, text| {
                    printer.write(item, of, text)
                });
            }
            _ => self.write_elements(elements, shape, text),
        }
    }

    fn write_elements(&self, elements: &[Value], shape: &Shape, text: &mut String) {
        let open = self.spelling.pick("{", "{", "\\{");
        let close = self.spelling.pick("}", "}", "\\}");
        let arrow = self.spelling.pick(" |-> ", " ↦ ", " \\mapsto ");
        let plain = Shape::Plain;
        self.list(
            open,
            close,
            elements,
            text,
            |printer, _, element, text| match (shape, element) {
                (Shape::Pairs(a, b) | Shape::Function(a, b), Value::Tuple(parts))
                    if parts.len() == 2 =>
                {
                    let tuple = matches!(shape, Shape::Pairs(..));
                    text.push_str(if tuple { "(" } else { "" });
                    printer.write(&parts[0], a, text);
                    text.push_str(if tuple { ", " } else { arrow });
                    printer.write(&parts[1], b, text);
                    text.push_str(if tuple { ")" } else { "" });
                }
                (Shape::Set(of), element) => printer.write(element, of, text),
                (Shape::Sequence(_) | Shape::Bag(_) | Shape::Plain, Value::Tuple(parts))
                    if parts.len() == 2 =>
                {
                    printer.write(&parts[0], &plain, text);
                    text.push_str(arrow);
                    printer.write(&parts[1], &plain, text);
                }
                (_, element) => printer.write(element, &plain, text),
            },
        );
    }

    /// A set that is not listed is named by its form.
    fn write_large(&self, large: &Large, text: &mut String) {
        match large {
            Large::Integers => text.push_str(self.spelling.pick("int", "ℤ", "\\num")),
            Large::Naturals => text.push_str(self.spelling.pick("nat", "ℕ", "\\nat")),
            Large::Positives => text.push_str(self.spelling.pick("nat_1", "ℕ₁", "\\nat_1")),
            Large::Range(low, high) => {
                text.push_str(&low.to_string());
                text.push_str(self.spelling.pick(" .. ", " ‥ ", " \\upto "));
                text.push_str(&high.to_string());
            }
            Large::Power { of, .. } => {
                text.push_str(self.spelling.pick("power (", "ℙ (", "\\power ("));
                self.write_set(of, &Shape::Plain, text);
                text.push(')');
            }
            Large::Free(free) => self.name(self.program.frees[free.0 as usize].name.as_str(), text),
            Large::Rules(rules) => self.name(
                self.program.globals[rules.global.0 as usize].name.as_str(),
                text,
            ),
            _ => text.push_str(self.spelling.pick("{...}", "{…}", "\\{\\ldots\\}")),
        }
    }
}

fn is_sequence(pairs: &[Value]) -> bool {
    (1i64..)
        .zip(pairs)
        .all(|(index, pair)| pair.sides().0.as_int().to_i64() == Some(index))
}

fn is_bag(pairs: &[Value]) -> bool {
    pairs.iter().all(|pair| {
        pair.sides()
            .1
            .as_int()
            .to_usize()
            .is_some_and(|count| (1..=64).contains(&count))
    })
}
