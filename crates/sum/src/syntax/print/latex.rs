//! Writes a specification as LaTeX, in the mark-up that `fuzz` and `zed-csp` share.
//!
//! A specification that was read from LaTeX or Unicode reads back as the same tree. Of Sum is lost what Z does not have: modules with parameters,
//! imports and checks become comments, texts and `changes_only` too. The state, the initial states and the operations of a module become
//! the schemas `State`, `Init` and those of the operations' names, which include `\Delta State`.
//!
//! Expressions are parenthesised as `fuzz` wants it: `\lambda`, `\mu`, `\LET` and `\IF` always, quantifiers wherever something follows.

use std::fmt::Write;

use super::latex_expr::Printer;
use super::latex_name::{ident, list_of_names, pattern, word};
use crate::syntax::fixity::{ARROW, Operators, Shape, shape};
use crate::syntax::{
    At, Branch, Claim, Declaration, Expr, ExprKind, Fixity, FixityKind, FreeType, Ident, Module,
    Name, Paragraph, ParagraphKind, SchemaText, SchemaValue, Specification,
};

/// The whole document.
pub fn print_latex(specification: &Specification) -> String {
    let mut printer = Printer {
        operators: Operators::toolkit(),
    };
    for paragraph in specification
        .modules
        .iter()
        .flat_map(|module| &module.paragraphs)
    {
        if let ParagraphKind::Fixity(fixity) = &paragraph.kind {
            printer.operators.declare(fixity);
        }
    }
    let mut out =
        String::from("\\documentclass{article}\n\\usepackage{zed-csp}\n\\begin{document}\n");
    for module in &specification.modules {
        section(&mut out, module);
        for paragraph in &module.paragraphs {
            out.push('\n');
            self::paragraph(&mut out, &printer, paragraph);
        }
    }
    out.push_str("\n\\end{document}\n");
    out
}

fn section(out: &mut String, module: &Module) {
    let Some(name) = &module.name else { return };
    let _ = write!(
        out,
        "\n\\begin{{zsection}}\n  \\SECTION {}",
        ident(&name.name)
    );
    if !module.parents.is_empty() {
        let _ = write!(out, " \\parents {}", list_of_names(&module.parents));
    }
    out.push_str("\n\\end{zsection}\n");
    if !module.parameters.is_empty() {
        let _ = writeln!(
            out,
            "\n\\begin{{zed}}\n  [{}]\n\\end{{zed}}",
            list_of_names(&module.parameters)
        );
    }
}

fn paragraph(out: &mut String, printer: &Printer, paragraph: &Paragraph) {
    match &paragraph.kind {
        ParagraphKind::Given(names) => zed(out, &format!("[{}]", list_of_names(names))),
        ParagraphKind::Free(types) => {
            let types: Vec<String> = types.iter().map(|it| free_type(printer, it)).collect();
            zed(out, &types.join(" &\n  "));
        }
        ParagraphKind::Abbreviation {
            name,
            parameters,
            value,
        } => {
            let value = printer.value(value);
            zed(out, &format!("{} == {value}", defined(name, parameters)));
        }
        ParagraphKind::Axiomatic { parameters, text } => {
            let (environment, parameters) = match parameters.as_slice() {
                [] => ("axdef", String::new()),
                names => ("gendef", format!("[{}]", list_of_names(names))),
            };
            boxed(out, printer, environment, &parameters, text);
        }
        ParagraphKind::Schema {
            name,
            parameters,
            value: SchemaValue::Box(text),
        } => schema_box(out, printer, &greek(&name.name), parameters, text),
        ParagraphKind::Schema {
            name,
            parameters,
            value: SchemaValue::Is(value),
        } => {
            let value = printer.value(value);
            zed(
                out,
                &format!("{} \\defs {value}", defined(name, parameters)),
            );
        }
        ParagraphKind::State(text) => schema_box(out, printer, "State", &[], text),
        ParagraphKind::Init(text) => {
            let text = including(text, state("State'"));
            schema_box(out, printer, "Init", &[], &text);
        }
        ParagraphKind::Operation {
            name,
            value: SchemaValue::Box(text),
        } => {
            let text = including(text, ExprKind::Delta(expr(state("State"))));
            schema_box(out, printer, &ident(&name.name), &[], &text);
        }
        ParagraphKind::Operation {
            name,
            value: SchemaValue::Is(value),
        } => {
            let value = printer.value(value);
            zed(out, &format!("{} \\defs {value}", ident(&name.name)));
        }
        ParagraphKind::Check { name, .. } => {
            let _ = writeln!(out, "% The check {} has no place in Z.", name.name);
        }
        ParagraphKind::Import { module, .. } => {
            let _ = writeln!(out, "% The import of {} has no place in Z.", module.name);
        }
        ParagraphKind::Claim {
            parameters,
            claim,
            predicate,
        } => {
            let predicate = printer.line(predicate);
            let generic = match parameters.as_slice() {
                [] => String::new(),
                names => format!("[{}] ", list_of_names(names)),
            };
            match claim {
                Claim::Constraint => zed(out, &predicate),
                Claim::Conjecture => zed(out, &format!("{generic}\\vdash? {predicate}")),
            }
        }
        ParagraphKind::Fixity(fixity) => operator(out, fixity),
    }
}

fn zed(out: &mut String, line: &str) {
    let _ = writeln!(out, "\\begin{{zed}}\n  {line}\n\\end{{zed}}");
}

/// The text with a schema included before its declarations.
fn including(text: &SchemaText, kind: ExprKind) -> SchemaText {
    let mut text = text.clone();
    text.declarations
        .insert(0, Declaration::Inclusion(expr(kind)));
    text
}

fn expr(kind: ExprKind) -> Expr {
    Expr {
        kind: Box::new(kind),
        at: At::default(),
    }
}

fn state(name: &str) -> ExprKind {
    ExprKind::Name {
        name: Name::new(name),
        generics: None,
    }
}

fn schema_box(
    out: &mut String,
    printer: &Printer,
    name: &str,
    parameters: &[Ident],
    text: &SchemaText,
) {
    let generic = match parameters {
        [] => String::new(),
        names => format!("[{}]", list_of_names(names)),
    };
    boxed(
        out,
        printer,
        "schema",
        &format!("{{{name}}}{generic}"),
        text,
    );
}

fn boxed(out: &mut String, printer: &Printer, environment: &str, heading: &str, text: &SchemaText) {
    let _ = writeln!(out, "\\begin{{{environment}}}{heading}");
    let declarations: Vec<String> = text
        .declarations
        .iter()
        .map(|it| printer.declaration(it))
        .collect();
    if !declarations.is_empty() {
        let _ = writeln!(out, "  {}", declarations.join(" \\\\\n  "));
    }
    let predicates: Vec<String> = text.predicates.iter().map(|it| printer.line(it)).collect();
    if !predicates.is_empty() {
        let _ = writeln!(out, "\\where\n  {}", predicates.join(" \\\\\n  "));
    }
    let _ = writeln!(out, "\\end{{{environment}}}");
}

/// `Delta S` is one name where it is declared.
fn greek(name: &Name) -> String {
    for (letter, command) in [('Δ', "\\Delta"), ('Ξ', "\\Xi")] {
        if let Some(rest) = name.as_str().strip_prefix(letter) {
            return format!("{command} {}", ident(&Name::new(rest)));
        }
    }
    ident(name)
}

/// What stands before `==`: `X \op Y` where the parameters are the operands.
fn defined(name: &Ident, parameters: &[Ident]) -> String {
    let name = &name.name;
    match (shape(name), parameters) {
        (Some(Shape::Infix(it)), [left, right]) => {
            format!("{} {} {}", ident(&left.name), word(it), ident(&right.name))
        }
        (Some(Shape::Prefix(it)), [operand]) => format!("{} {}", word(it), ident(&operand.name)),
        (None, []) => greek(name),
        (None, names) => format!("{}[{}]", greek(name), list_of_names(names)),
        (Some(_), []) => format!("({})", pattern(name)),
        (Some(_), names) => format!("({})[{}]", pattern(name), list_of_names(names)),
    }
}

fn free_type(printer: &Printer, it: &FreeType) -> String {
    let branches: Vec<String> = it
        .branches
        .iter()
        .map(|branch| self::branch(printer, branch))
        .collect();
    format!("{} ::= {}", ident(&it.name.name), branches.join(" | "))
}

fn branch(printer: &Printer, branch: &Branch) -> String {
    let name = match shape(&branch.name.name) {
        Some(_) => format!("({})", pattern(&branch.name.name)),
        None => ident(&branch.name.name),
    };
    match &branch.argument {
        None => name,
        Some(argument) => format!("{name} \\ldata {} \\rdata", printer.inside_angles(argument)),
    }
}

/// A directive of `fuzz` where there is one, and a template of ISO Z elsewhere.
fn operator(out: &mut String, fixity: &Fixity) {
    use FixityKind::{Function, Generic, Relation};
    let plain = (fixity.priority, fixity.right_associative);
    let ranked = fixity.priority / 10;
    let ranks = fixity.priority.is_multiple_of(10)
        && (1..=6).contains(&ranked)
        && !fixity.right_associative;
    let directive = match (shape(&fixity.name), fixity.kind) {
        (Some(Shape::Infix(it)), Function) if ranks => {
            Some(format!("%%inop {} {ranked}", word(it)))
        }
        (Some(Shape::Postfix(it)), Function) if plain == (0, false) => {
            Some(format!("%%postop {}", word(it)))
        }
        (Some(Shape::Infix(it)), Relation) if plain == (0, false) => {
            Some(format!("%%inrel {}", word(it)))
        }
        (Some(Shape::Prefix(it)), Relation) if plain == (0, false) => {
            Some(format!("%%prerel {}", word(it)))
        }
        (Some(Shape::Infix(it)), Generic) if plain == (ARROW, true) => {
            Some(format!("%%ingen {}", word(it)))
        }
        (Some(Shape::Prefix(it)), Generic) if plain == (ARROW, false) => {
            Some(format!("%%pregen {}", word(it)))
        }
        _ => None,
    };
    if let Some(directive) = directive {
        let _ = writeln!(out, "{directive}");
        return;
    }
    let kind = match fixity.kind {
        Function => "\\function",
        Relation => "\\relation",
        Generic => "\\generic",
    };
    let side = if fixity.right_associative {
        "\\rightassoc"
    } else {
        "\\leftassoc"
    };
    zed(
        out,
        &format!(
            "{kind} {} {side} ({})",
            fixity.priority,
            pattern(&fixity.name)
        ),
    );
}
