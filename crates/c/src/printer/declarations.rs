//! Declarations, types and initial values.

use std::collections::VecDeque;

use super::Work::{self, Word};
use super::words::{attributes, qualifiers, string, words};
use super::{ASSIGN, COMMA, CONDITIONAL, Printer};
use crate::syntax::tree::*;

impl<'t> Printer<'t> {
    pub(super) fn item(&self, item: &'t Item) -> Vec<Work<'t>> {
        match item {
            Item::Declaration(declaration) => vec![Work::Declaration(declaration), Word("\n")],
            Item::StaticAssert(assert) => vec![Work::Assert(assert), Word("\n")],
            Item::Function(function) => vec![
                Work::Specifiers(&function.specifiers),
                Word(" "),
                Work::Declarator(&function.declarator),
                Work::Text(attributes(&function.attributes)),
                Word(" "),
                Work::Stmt(function.body),
                Word("\n"),
            ],
        }
    }

    pub(super) fn declaration(&self, declaration: &'t Declaration) -> Vec<Work<'t>> {
        let mut work = vec![Work::Specifiers(&declaration.specifiers)];
        for (number, declared) in declaration.declared.iter().enumerate() {
            work.push(Word(if number == 0 { " " } else { ", " }));
            work.push(Work::Declarator(&declared.declarator));
            if let Some(label) = &declared.label {
                work.push(Work::Text(format!(" __asm__({})", string(label))));
            }
            work.push(Work::Text(attributes(&declared.attributes)));
            if let Some(initializer) = &declared.initializer {
                work.push(Word(" = "));
                work.push(Work::Initializer(initializer));
            }
        }
        work.push(Word(";"));
        work
    }

    pub(super) fn specifiers(&self, specifiers: &'t Specifiers) -> Vec<Work<'t>> {
        let mut words = String::new();
        let mut add = |present: bool, word: &str| {
            if present {
                words.push_str(word);
                words.push(' ');
            }
        };
        let storage = specifiers.storage;
        add(storage == Some(Storage::Typedef), "typedef");
        add(storage == Some(Storage::Extern), "extern");
        add(storage == Some(Storage::Static), "static");
        add(storage == Some(Storage::Auto), "auto");
        add(storage == Some(Storage::Register), "register");
        add(specifiers.thread_local, "_Thread_local");
        add(specifiers.inline, "inline");
        add(specifiers.noreturn, "_Noreturn");
        add(true, qualifiers(specifiers.qualifiers).trim_end());
        let mut work = vec![Work::Text(words.trim_start().trim_end().to_owned())];
        if !words.trim().is_empty() {
            work.push(Word(" "));
        }
        for alignment in &specifiers.alignments {
            work.push(Word("_Alignas("));
            work.push(match alignment {
                Alignment::Type(name) => Work::Type(name),
                Alignment::Expr(value) => Work::Expr(*value, CONDITIONAL),
            });
            work.push(Word(") "));
        }
        let of = attributes(&specifiers.attributes);
        if !of.is_empty() {
            work.push(Work::Text(format!("{} ", of.trim_start())));
        }
        work.extend(self.base(&specifiers.base));
        work
    }

    pub(super) fn base(&self, base: &'t Base) -> Vec<Work<'t>> {
        match base {
            Base::Implicit => vec![],
            Base::Void => vec![Word("void")],
            Base::Arithmetic(arithmetic) => vec![Word(words(*arithmetic))],
            Base::Complex(arithmetic) => vec![Word(words(*arithmetic)), Word(" _Complex")],
            Base::Record(record) => self.record(record),
            Base::Enum(of) => self.enumeration(of),
            Base::Named(name) => vec![Work::Text(name.name.to_string())],
            Base::TypeofExpr(value) => {
                vec![Word("__typeof__("), Work::Expr(*value, COMMA), Word(")")]
            }
            Base::TypeofType(name) => vec![Word("__typeof__("), Work::Type(name), Word(")")],
            Base::Atomic(name) => vec![Word("_Atomic("), Work::Type(name), Word(")")],
            Base::AutoType => vec![Word("__auto_type")],
        }
    }

    pub(super) fn record(&self, record: &'t Record) -> Vec<Work<'t>> {
        let mut head = match record.kind {
            RecordKind::Struct => "struct".to_owned(),
            RecordKind::Union => "union".to_owned(),
        };
        head.push_str(&attributes(&record.attributes));
        if let Some(tag) = &record.tag {
            head.push(' ');
            head.push_str(&tag.name);
        }
        let mut work = vec![Work::Text(head)];
        let Some(members) = &record.members else {
            return work;
        };
        work.extend([Word(" {"), Work::Indent]);
        for member in members {
            work.push(Work::Line);
            match member {
                Member::StaticAssert(assert) => work.push(Work::Assert(assert)),
                Member::Fields(fields) => {
                    work.push(Work::Specifiers(&fields.specifiers));
                    for (number, field) in fields.fields.iter().enumerate() {
                        work.push(Word(if number == 0 { " " } else { ", " }));
                        work.extend(field.declarator.as_ref().map(Work::Declarator));
                        if let Some(bits) = field.bits {
                            work.extend([Word(" : "), Work::Expr(bits, CONDITIONAL)]);
                        }
                        work.push(Work::Text(attributes(&field.attributes)));
                    }
                    work.push(Word(";"));
                }
            }
        }
        work.extend([Work::Dedent, Work::Line, Word("}")]);
        work
    }

    pub(super) fn enumeration(&self, of: &'t Enum) -> Vec<Work<'t>> {
        let mut head = format!("enum{}", attributes(&of.attributes));
        if let Some(tag) = &of.tag {
            head.push(' ');
            head.push_str(&tag.name);
        }
        let mut work = vec![Work::Text(head)];
        let Some(values) = &of.values else {
            return work;
        };
        work.push(Word(" { "));
        for value in values {
            let name = format!("{}{}", value.name.name, attributes(&value.attributes));
            work.push(Work::Text(name));
            if let Some(value) = value.value {
                work.extend([Word(" = "), Work::Expr(value, CONDITIONAL)]);
            }
            work.push(Word(", "));
        }
        work.push(Word("}"));
        work
    }

    /// From the name outwards: a pointer goes to the left, arrays and parameters to the right.
    pub(super) fn declarator(&self, declarator: &'t Declarator) -> Vec<Work<'t>> {
        let mut work = VecDeque::new();
        if let Some(name) = &declarator.name {
            work.push_back(Work::Text(name.name.to_string()));
        }
        let mut pointer = false;
        for part in &declarator.parts {
            if pointer && !matches!(part, Part::Pointer { .. }) {
                work.push_front(Word("("));
                work.push_back(Word(")"));
            }
            pointer = matches!(part, Part::Pointer { .. });
            match part {
                Part::Pointer {
                    qualifiers: of,
                    attributes: with,
                } => {
                    let mut text = format!("*{}", qualifiers(*of));
                    let with = attributes(with);
                    if !with.is_empty() {
                        text.push_str(with.trim_start());
                        text.push(' ');
                    }
                    work.push_front(Work::Text(text));
                }
                Part::Array(array) => {
                    let fixed = if array.is_static { "static " } else { "" };
                    let text = format!("[{fixed}{}", qualifiers(array.qualifiers));
                    work.push_back(Work::Text(text));
                    match array.size {
                        ArraySize::Open => {}
                        ArraySize::Star => work.push_back(Word("*")),
                        ArraySize::Expr(size) => work.push_back(Work::Expr(size, ASSIGN)),
                    }
                    work.push_back(Word("]"));
                }
                Part::Function(parameters) => work.extend(self.parameters(parameters)),
            }
        }
        work.into()
    }

    pub(super) fn parameters(&self, parameters: &'t Parameters) -> Vec<Work<'t>> {
        let mut work = vec![Word("(")];
        for (number, parameter) in parameters.list.iter().enumerate() {
            if number > 0 {
                work.push(Word(", "));
            }
            work.push(Work::Specifiers(&parameter.specifiers));
            work.push(Word(" "));
            work.push(Work::Declarator(&parameter.declarator));
            work.push(Work::Text(attributes(&parameter.attributes)));
        }
        let nothing = parameters.list.is_empty();
        work.push(Word(match (parameters.variadic, nothing) {
            (true, true) => "...)",
            (true, false) => ", ...)",
            (false, true) if parameters.prototype => "void)",
            (false, _) => ")",
        }));
        work
    }
}

pub(super) fn static_assert(assert: &StaticAssert) -> Vec<Work<'_>> {
    let message = assert.message.as_ref();
    let message = message.map_or(String::new(), |message| format!(", {}", string(message)));
    vec![
        Word("_Static_assert("),
        Work::Expr(assert.condition, CONDITIONAL),
        Work::Text(message),
        Word(");"),
    ]
}

pub(super) fn init_list(list: &InitList) -> Vec<Work<'_>> {
    let mut work = vec![Word("{ ")];
    for item in &list.items {
        work.extend(item.designators.iter().flat_map(designator));
        if !item.designators.is_empty() {
            work.push(Word(" = "));
        }
        work.extend([Work::Initializer(&item.value), Word(", ")]);
    }
    work.push(Word("}"));
    work
}

pub(super) fn designator(designator: &Designator) -> Vec<Work<'_>> {
    match designator {
        Designator::Field(name) => vec![Work::Text(format!(".{}", name.name))],
        Designator::Index(index) => {
            vec![Word("["), Work::Expr(*index, CONDITIONAL), Word("]")]
        }
        Designator::Range(low, high) => vec![
            Word("["),
            Work::Expr(*low, CONDITIONAL),
            Word(" ... "),
            Work::Expr(*high, CONDITIONAL),
            Word("]"),
        ],
    }
}
