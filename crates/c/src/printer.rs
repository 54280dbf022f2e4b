//! From the tree to C. What is printed is parsed to the same tree.
//!
//! A list of work replaces recursion, so that a long chain of operators needs no deep stack. Inline assembler of system headers is
//! printed without its text.

mod lines;

use std::collections::VecDeque;

use assay_source::SourceMap;

use self::lines::Lines;
use crate::syntax::literal::escape;
use crate::syntax::tree::*;
use crate::syntax::{CharLiteral, StringLiteral, TokenKind};

/// Which parentheses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parentheses {
    Needed,
    /// Around every operand that is an operation itself.
    All,
}

/// Levels of binding that have no binary operator.
const COMMA: u8 = 0;
const ASSIGN: u8 = 1;
const CONDITIONAL: u8 = 2;
const BINARY: u8 = 3;
const CAST: u8 = 13;
const UNARY: u8 = 14;
const POSTFIX: u8 = 15;

/// A whole unit as text.
pub fn print(unit: &Unit, parentheses: Parentheses) -> String {
    whole(unit, parentheses, None)
}

/// The same for another tool, with line markers, so that the tool names the lines of the source.
pub fn print_with_lines(unit: &Unit, map: &SourceMap) -> String {
    whole(unit, Parentheses::Needed, Some(Lines::new(map)))
}

fn whole(unit: &Unit, parentheses: Parentheses, lines: Option<Lines<'_>>) -> String {
    let mut printer = Printer {
        unit,
        parentheses,
        lines,
        out: String::new(),
        indent: 0,
    };
    for item in unit.items.iter() {
        printer.run(Work::Item(item));
    }
    printer.out
}

/// What is still to be printed.
enum Work<'t> {
    Word(&'static str),
    Text(String),
    Line,
    Indent,
    Dedent,
    Item(&'t Item),
    Declaration(&'t Declaration),
    Assert(&'t StaticAssert),
    Specifiers(&'t Specifiers),
    Declarator(&'t Declarator),
    Type(&'t TypeName),
    Initializer(&'t Initializer),
    List(&'t InitList),
    Stmt(StmtId),
    /// What follows stands where this token stands.
    At(u32),
    /// A statement under another one.
    Inner(StmtId),
    /// With the least level that needs no parentheses.
    Expr(ExprId, u8),
}

use Work::Word;

struct Printer<'t> {
    unit: &'t Unit,
    parentheses: Parentheses,
    lines: Option<Lines<'t>>,
    out: String,
    indent: usize,
}

impl<'t> Printer<'t> {
    fn run(&mut self, work: Work<'t>) {
        let mut stack = vec![work];
        while let Some(work) = stack.pop() {
            let more = match work {
                Word(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Work::Text(text) => {
                    self.out.push_str(&text);
                    continue;
                }
                Work::At(token) => {
                    if let Some(lines) = &mut self.lines {
                        lines.enter(&self.unit.tokens[token as usize], &mut self.out);
                    }
                    continue;
                }
                Work::Line => {
                    self.out.push('\n');
                    self.out.push_str(&"  ".repeat(self.indent));
                    continue;
                }
                Work::Indent => {
                    // Deep nesting would fill the text with blanks.
                    self.indent = (self.indent + 1).min(20);
                    continue;
                }
                Work::Dedent => {
                    self.indent = self.indent.saturating_sub(1);
                    continue;
                }
                Work::Item(item) => self.item(item),
                Work::Declaration(declaration) => self.declaration(declaration),
                Work::Assert(assert) => static_assert(assert),
                Work::Specifiers(of) => self.specifiers(of),
                Work::Declarator(of) => self.declarator(of),
                Work::Type(name) => vec![
                    Work::Specifiers(&name.specifiers),
                    Word(" "),
                    Work::Declarator(&name.declarator),
                ],
                Work::Initializer(Initializer::Expr(value)) => vec![Work::Expr(*value, ASSIGN)],
                Work::Initializer(Initializer::List(list)) => vec![Work::List(list)],
                Work::List(list) => init_list(list),
                Work::Stmt(id) => {
                    let mut work = self.stmt(id);
                    work.insert(0, Work::At(self.unit.stmt(id).place.first));
                    work
                }
                Work::Inner(id) => self.inner(id),
                Work::Expr(id, least) => self.expr(id, least),
            };
            stack.extend(more.into_iter().rev());
        }
    }

    fn item(&self, item: &'t Item) -> Vec<Work<'t>> {
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

    fn declaration(&self, declaration: &'t Declaration) -> Vec<Work<'t>> {
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

    fn specifiers(&self, specifiers: &'t Specifiers) -> Vec<Work<'t>> {
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

    fn base(&self, base: &'t Base) -> Vec<Work<'t>> {
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

    fn record(&self, record: &'t Record) -> Vec<Work<'t>> {
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

    fn enumeration(&self, of: &'t Enum) -> Vec<Work<'t>> {
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
    fn declarator(&self, declarator: &'t Declarator) -> Vec<Work<'t>> {
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

    fn parameters(&self, parameters: &'t Parameters) -> Vec<Work<'t>> {
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

    /// A statement under another one: a block on the same line, others on a line of their own.
    fn inner(&self, id: StmtId) -> Vec<Work<'t>> {
        match &self.unit.stmt(id).kind {
            StmtKind::Block(_) => vec![Word(" "), Work::Stmt(id)],
            _ => vec![Work::Indent, Work::Line, Work::Stmt(id), Work::Dedent],
        }
    }

    fn stmt(&self, id: StmtId) -> Vec<Work<'t>> {
        let unit: &'t Unit = self.unit;
        let under = |word, condition: ExprId, body| {
            vec![
                Word(word),
                Work::Expr(condition, COMMA),
                Word(")"),
                Work::Inner(body),
            ]
        };
        match &unit.stmt(id).kind {
            StmtKind::Empty => vec![Word(";")],
            StmtKind::Expr(value) => vec![Work::Expr(*value, COMMA), Word(";")],
            StmtKind::Block(items) => block(items),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let mut work = under("if (", *condition, *then);
                if let Some(otherwise) = otherwise {
                    work.extend([Work::Line, Word("else")]);
                    let chained = matches!(unit.stmt(*otherwise).kind, StmtKind::If { .. });
                    if chained {
                        work.extend([Word(" "), Work::Stmt(*otherwise)]);
                    } else {
                        work.push(Work::Inner(*otherwise));
                    }
                }
                work
            }
            StmtKind::While { condition, body } => under("while (", *condition, *body),
            StmtKind::Switch { value, body } => under("switch (", *value, *body),
            StmtKind::DoWhile { body, condition } => vec![
                Word("do"),
                Work::Inner(*body),
                Work::Line,
                Word("while ("),
                Work::Expr(*condition, COMMA),
                Word(");"),
            ],
            StmtKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let mut work = vec![Word("for (")];
                match init {
                    ForInit::None => work.push(Word(";")),
                    ForInit::Expr(value) => work.extend([Work::Expr(*value, COMMA), Word(";")]),
                    ForInit::Declaration(declaration) => work.push(Work::Declaration(declaration)),
                }
                work.push(Word(" "));
                work.extend(condition.map(|value| Work::Expr(value, COMMA)));
                work.push(Word("; "));
                work.extend(step.map(|value| Work::Expr(value, COMMA)));
                work.extend([Word(")"), Work::Inner(*body)]);
                work
            }
            StmtKind::Labeled { labels, body } => {
                let mut work: Vec<Work<'t>> = labels.iter().flat_map(label).collect();
                work.push(Work::Stmt(*body));
                work
            }
            StmtKind::Goto(name) => vec![Work::Text(format!("goto {};", name.name))],
            StmtKind::Break => vec![Word("break;")],
            StmtKind::Continue => vec![Word("continue;")],
            StmtKind::Return(None) => vec![Word("return;")],
            StmtKind::Return(Some(value)) => {
                vec![Word("return "), Work::Expr(*value, COMMA), Word(";")]
            }
            StmtKind::Asm => vec![Word("__asm__(\"\");")],
        }
    }

    fn expr(&self, id: ExprId, least: u8) -> Vec<Work<'t>> {
        let Expr {
            kind,
            operator,
            place,
            ..
        } = self.unit.expr(id);
        let level = level(kind);
        let all = self.parentheses == Parentheses::All && least >= BINARY && level < POSTFIX;
        let mut work = self.bare(kind, level, *operator);
        if level < least || all {
            work.insert(0, Word("("));
            work.push(Word(")"));
        }
        work.insert(0, Work::At(place.first));
        work
    }

    /// An expression without parentheses around it.
    fn bare(&self, kind: &'t ExprKind, level: u8, operator: At) -> Vec<Work<'t>> {
        match kind {
            ExprKind::Name(name) => vec![Work::Text(name.to_string())],
            ExprKind::Int(literal) => vec![Work::Text(literal.text.to_string())],
            ExprKind::Float(literal) => vec![Work::Text(literal.text.to_string())],
            ExprKind::Char(literal) => vec![Work::Text(character(literal))],
            ExprKind::String(literal) => vec![Work::Text(string(literal))],
            ExprKind::Unary(op @ (UnaryOp::PostIncrement | UnaryOp::PostDecrement), value) => {
                vec![Work::Expr(*value, POSTFIX), Word(sign(*op))]
            }
            ExprKind::Unary(op, value) => {
                // `- -x` and `& &x` are not `--x` and `&&x`.
                let operand = &self.unit.expr(*value).kind;
                let space = if level == self::level(operand) {
                    " "
                } else {
                    ""
                };
                vec![Word(sign(*op)), Word(space), Work::Expr(*value, CAST)]
            }
            ExprKind::Binary(op, left, right) => vec![
                Work::Expr(*left, level),
                Work::At(operator.0),
                Work::Text(format!(" {} ", op.as_str())),
                Work::Expr(*right, level + 1),
            ],
            ExprKind::Assign(op, target, value) => vec![
                Work::Expr(*target, UNARY),
                Work::At(operator.0),
                Work::Text(format!(" {}= ", op.map_or("", BinaryOp::as_str))),
                Work::Expr(*value, ASSIGN),
            ],
            ExprKind::Conditional(condition, then, otherwise) => {
                let mut work = vec![Work::Expr(*condition, BINARY), Word(" ? ")];
                work.extend(then.map(|then| Work::Expr(then, COMMA)));
                work.extend([Word(" : "), Work::Expr(*otherwise, CONDITIONAL)]);
                work
            }
            ExprKind::Comma(left, right) => vec![
                Work::Expr(*left, COMMA),
                Word(", "),
                Work::Expr(*right, ASSIGN),
            ],
            ExprKind::Cast(name, value) => vec![
                Word("("),
                Work::Type(name),
                Word(")"),
                Work::Expr(*value, CAST),
            ],
            ExprKind::CompoundLiteral(name, list) => {
                vec![Word("("), Work::Type(name), Word(")"), Work::List(list)]
            }
            ExprKind::Call(function, arguments) => {
                let mut work = vec![Work::Expr(*function, POSTFIX), Word("(")];
                for (number, argument) in arguments.iter().enumerate() {
                    work.push(Word(if number == 0 { "" } else { ", " }));
                    work.push(Work::Expr(*argument, ASSIGN));
                }
                work.push(Word(")"));
                work
            }
            ExprKind::Index(array, index) => vec![
                Work::Expr(*array, POSTFIX),
                Word("["),
                Work::Expr(*index, COMMA),
                Word("]"),
            ],
            ExprKind::Member(value, field) => vec![
                Work::Expr(*value, POSTFIX),
                Work::Text(format!(".{}", field.name)),
            ],
            ExprKind::Arrow(value, field) => vec![
                Work::Expr(*value, POSTFIX),
                Work::Text(format!("->{}", field.name)),
            ],
            ExprKind::SizeofExpr(value) => vec![Word("sizeof "), Work::Expr(*value, UNARY)],
            ExprKind::AlignofExpr(value) => vec![Word("_Alignof "), Work::Expr(*value, UNARY)],
            ExprKind::SizeofType(name) => vec![Word("sizeof("), Work::Type(name), Word(")")],
            ExprKind::AlignofType(name) => vec![Word("_Alignof("), Work::Type(name), Word(")")],
            ExprKind::Statement(block) => vec![Word("("), Work::Stmt(*block), Word(")")],
            _ => self.built_in(kind),
        }
    }

    fn built_in(&self, kind: &'t ExprKind) -> Vec<Work<'t>> {
        match kind {
            ExprKind::Offsetof(name, path) => {
                let mut work = vec![Word("__builtin_offsetof("), Work::Type(name), Word(", ")];
                let mut rest = path.iter();
                if let Some(Designator::Field(field)) = rest.next() {
                    work.push(Work::Text(field.name.to_string()));
                }
                work.extend(rest.flat_map(designator));
                work.push(Word(")"));
                work
            }
            ExprKind::VaArg(list, name) => vec![
                Word("__builtin_va_arg("),
                Work::Expr(*list, ASSIGN),
                Word(", "),
                Work::Type(name),
                Word(")"),
            ],
            ExprKind::TypesCompatible(one, other) => vec![
                Word("__builtin_types_compatible_p("),
                Work::Type(one),
                Word(", "),
                Work::Type(other),
                Word(")"),
            ],
            ExprKind::Generic(control, arms) => {
                let mut work = vec![Word("_Generic("), Work::Expr(*control, ASSIGN)];
                for arm in arms {
                    work.push(Word(", "));
                    work.push(arm.of.as_ref().map_or(Word("default"), Work::Type));
                    work.extend([Word(": "), Work::Expr(arm.value, ASSIGN)]);
                }
                work.push(Word(")"));
                work
            }
            _ => vec![],
        }
    }
}

fn block(items: &[BlockItem]) -> Vec<Work<'_>> {
    let mut work = vec![Word("{"), Work::Indent];
    for item in items {
        work.push(Work::Line);
        work.push(match item {
            BlockItem::Declaration(declaration) => Work::Declaration(declaration),
            BlockItem::StaticAssert(assert) => Work::Assert(assert),
            BlockItem::Stmt(id) => Work::Stmt(*id),
        });
    }
    work.extend([Work::Dedent, Work::Line, Word("}")]);
    work
}

fn label(label: &Label) -> Vec<Work<'_>> {
    match label {
        Label::Name(name) => vec![Work::Text(format!("{}: ", name.name))],
        Label::Default => vec![Word("default: ")],
        Label::Case(value) => vec![Word("case "), Work::Expr(*value, CONDITIONAL), Word(": ")],
        Label::CaseRange(low, high) => vec![
            Word("case "),
            Work::Expr(*low, CONDITIONAL),
            Word(" ... "),
            Work::Expr(*high, CONDITIONAL),
            Word(": "),
        ],
    }
}

fn static_assert(assert: &StaticAssert) -> Vec<Work<'_>> {
    let message = assert.message.as_ref();
    let message = message.map_or(String::new(), |message| format!(", {}", string(message)));
    vec![
        Word("_Static_assert("),
        Work::Expr(assert.condition, CONDITIONAL),
        Work::Text(message),
        Word(");"),
    ]
}

fn init_list(list: &InitList) -> Vec<Work<'_>> {
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

fn designator(designator: &Designator) -> Vec<Work<'_>> {
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

fn level(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => COMMA,
        ExprKind::Assign(..) => ASSIGN,
        ExprKind::Conditional(..) => CONDITIONAL,
        ExprKind::Binary(op, ..) => op.level(),
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(UnaryOp::PostIncrement | UnaryOp::PostDecrement, _) => POSTFIX,
        ExprKind::Unary(..)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::AlignofExpr(_)
        | ExprKind::AlignofType(_) => UNARY,
        _ => POSTFIX,
    }
}

fn sign(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Minus => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::Address => "&",
        UnaryOp::PreIncrement | UnaryOp::PostIncrement => "++",
        UnaryOp::PreDecrement | UnaryOp::PostDecrement => "--",
    }
}

fn words(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Bool => "_Bool",
        Arithmetic::Char => "char",
        Arithmetic::SignedChar => "signed char",
        Arithmetic::UnsignedChar => "unsigned char",
        Arithmetic::Short => "short",
        Arithmetic::UnsignedShort => "unsigned short",
        Arithmetic::Int => "int",
        Arithmetic::UnsignedInt => "unsigned int",
        Arithmetic::Long => "long",
        Arithmetic::UnsignedLong => "unsigned long",
        Arithmetic::LongLong => "long long",
        Arithmetic::UnsignedLongLong => "unsigned long long",
        Arithmetic::Int128 => "__int128",
        Arithmetic::UnsignedInt128 => "unsigned __int128",
        Arithmetic::Float => "float",
        Arithmetic::Double => "double",
        Arithmetic::LongDouble => "long double",
        Arithmetic::Float16 => "_Float16",
        Arithmetic::Float32 => "_Float32",
        Arithmetic::Float32x => "_Float32x",
        Arithmetic::Float64 => "_Float64",
        Arithmetic::Float64x => "_Float64x",
        Arithmetic::Float128 => "_Float128",
    }
}

/// Each with a blank after it.
fn qualifiers(qualifiers: Qualifiers) -> String {
    let all = [
        (qualifiers.is_const, "const "),
        (qualifiers.is_volatile, "volatile "),
        (qualifiers.is_restrict, "restrict "),
        (qualifiers.is_atomic, "_Atomic "),
    ];
    all.iter()
        .filter(|(on, _)| *on)
        .map(|(_, word)| *word)
        .collect()
}

/// With a blank before them, if there are any.
fn attributes(attributes: &[Attribute]) -> String {
    if attributes.is_empty() {
        return String::new();
    }
    let each: Vec<String> = attributes.iter().map(attribute).collect();
    format!(" __attribute__(({}))", each.join(", "))
}

fn attribute(attribute: &Attribute) -> String {
    if attribute.arguments.is_empty() {
        return attribute.name.to_string();
    }
    let arguments: Vec<String> = attribute.arguments.iter().map(spelled).collect();
    format!("{}({})", attribute.name, arguments.join(" "))
}

/// A token as it is written.
pub(crate) fn spelled(kind: &TokenKind) -> String {
    match kind {
        TokenKind::Name(name) => name.to_string(),
        TokenKind::Keyword(word) => word.as_str().to_owned(),
        TokenKind::Punct(text) => (*text).to_owned(),
        TokenKind::Int(literal) => literal.text.to_string(),
        TokenKind::Float(literal) => literal.text.to_string(),
        TokenKind::Char(literal) => character(literal),
        TokenKind::String(literal) => string(literal),
        TokenKind::End => String::new(),
    }
}

fn character(literal: &CharLiteral) -> String {
    let units = escape(&literal.units, literal.prefix, '\'');
    format!("{}'{units}'", literal.prefix.as_str())
}

fn string(literal: &StringLiteral) -> String {
    let units = escape(&literal.units, literal.prefix, '"');
    format!("{}\"{units}\"", literal.prefix.as_str())
}
