//! From the tree to C. What is printed is parsed to the same tree.
//!
//! A list of work replaces recursion, so that a long chain of operators needs no deep stack. Inline assembler of system headers is
//! printed without its text.

mod declarations;
mod expr;
mod lines;
mod words;

use assay_source::SourceMap;

use self::declarations::{init_list, static_assert};
use self::lines::Lines;
use crate::syntax::tree::*;

pub(crate) use self::words::spelled;

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
