//! Modules and paragraphs of Sum, a line for each declaration and predicate.

use super::sum::{CLOSED, SumPrinter};
use crate::syntax::{
    Claim, Expectation, Fixity, FixityKind, FreeType, Ident, Module, Paragraph, ParagraphKind,
    SchemaText, SchemaValue, Specification,
};

impl SumPrinter {
    pub(super) fn specification(&mut self, specification: &Specification) {
        for (at, module) in specification.modules.iter().enumerate() {
            self.push(if at > 0 { "\n" } else { "" });
            self.module(module);
        }
    }

    fn module(&mut self, module: &Module) {
        if let Some(name) = &module.name {
            self.push("module ");
            self.plain_name(&name.name);
            if !module.parameters.is_empty() {
                self.push(" ");
                self.names_in_brackets(&module.parameters);
            }
            if !module.parents.is_empty() {
                self.push(" parents ");
                self.commas(&module.parents, |printer, it| printer.plain_name(&it.name));
            }
            self.push(" is\n");
        }
        for (at, paragraph) in module.paragraphs.iter().enumerate() {
            if at > 0 && (is_long(paragraph) || is_long(&module.paragraphs[at - 1])) {
                self.push("\n");
            }
            self.line(1, |printer| printer.paragraph(paragraph));
        }
        if let Some(name) = &module.name {
            self.push("end ");
            self.plain_name(&name.name);
            self.push("\n");
        }
    }

    /// A line; the one before ends with `;` if this would continue it.
    fn line(&mut self, depth: usize, print: impl FnOnce(&mut SumPrinter)) {
        let start = self.out.len();
        self.push(&"  ".repeat(depth));
        print(self);
        if self.continues(&self.out[start..]) {
            let before = self.out[..start].trim_end().len();
            self.out.insert(before, ';');
        }
        self.push("\n");
    }

    fn names_in_brackets(&mut self, names: &[Ident]) {
        self.push("[");
        self.commas(names, |printer, name| printer.plain_name(&name.name));
        self.push("]");
    }

    fn parameters(&mut self, parameters: &[Ident]) {
        if !parameters.is_empty() {
            self.names_in_brackets(parameters);
        }
    }

    pub fn paragraph(&mut self, paragraph: &Paragraph) {
        match &paragraph.kind {
            ParagraphKind::Given(names) => self.names_in_brackets(names),
            ParagraphKind::Free(types) => self.free_types(types),
            ParagraphKind::Abbreviation {
                name,
                parameters,
                value,
            } => {
                self.declared(name);
                self.parameters(parameters);
                self.push(" == ");
                self.expr(value, CLOSED);
            }
            ParagraphKind::Axiomatic { parameters, text } => {
                self.push("const");
                if !parameters.is_empty() {
                    self.push(" ");
                    self.names_in_brackets(parameters);
                }
                self.body(text);
            }
            ParagraphKind::Schema {
                name,
                parameters,
                value: SchemaValue::Box(text),
            } => {
                self.push("schema ");
                self.plain_name(&name.name);
                self.parameters(parameters);
                self.body(text);
            }
            ParagraphKind::Schema {
                name,
                parameters,
                value,
            } => {
                self.plain_name(&name.name);
                self.parameters(parameters);
                self.value(value);
            }
            ParagraphKind::State(text) => {
                self.push("state");
                self.body(text);
            }
            ParagraphKind::Init(text) => {
                self.push("init");
                self.body(text);
            }
            ParagraphKind::Operation { name, value } => {
                self.push("op ");
                self.plain_name(&name.name);
                self.value(value);
            }
            ParagraphKind::Check { name, checks } => self.check(name, checks),
            ParagraphKind::Import { .. } => self.import(&paragraph.kind),
            ParagraphKind::Claim {
                parameters,
                claim,
                predicate,
            } => {
                self.push(match claim {
                    Claim::Constraint => "assume ",
                    Claim::Conjecture => "conjecture ",
                });
                if !parameters.is_empty() {
                    self.names_in_brackets(parameters);
                    self.push(" ");
                }
                let start = self.out.len();
                self.predicate(predicate, CLOSED);
                // Without parentheses it would be read as parameters.
                if parameters.is_empty() && self.out[start..].starts_with('[') {
                    self.out.insert(start, '(');
                    self.out.push(')');
                }
            }
            ParagraphKind::Fixity(fixity) => self.fixity(fixity),
        }
    }

    fn value(&mut self, value: &SchemaValue) {
        match value {
            SchemaValue::Box(text) => self.body(text),
            SchemaValue::Is(schema) => {
                self.word_between("^=");
                self.loosely(true, |printer| printer.expr(schema, CLOSED));
            }
        }
    }

    fn body(&mut self, text: &SchemaText) {
        self.push("\n");
        for declaration in &text.declarations {
            self.line(2, |printer| printer.declaration(declaration, CLOSED));
        }
        if !text.predicates.is_empty() {
            self.line(1, |printer| printer.push("where"));
        }
        for (at, predicate) in text.predicates.iter().enumerate() {
            if at == 0 {
                // Nothing before it can be continued.
                self.push("    ");
                self.predicate(predicate, CLOSED);
                self.push("\n");
            } else {
                self.line(2, |printer| printer.predicate(predicate, CLOSED));
            }
        }
        self.push("  end");
    }

    fn free_types(&mut self, types: &[FreeType]) {
        for (at, free) in types.iter().enumerate() {
            self.push(if at > 0 { " & " } else { "" });
            self.plain_name(&free.name.name);
            self.push(" ::= ");
            for (at, branch) in free.branches.iter().enumerate() {
                self.push(if at > 0 { " | " } else { "" });
                self.plain_name(&branch.name.name);
                if let Some(argument) = &branch.argument {
                    self.push(" << ");
                    self.loosely(false, |printer| printer.expr(argument, CLOSED));
                    self.push(" >>");
                }
            }
        }
    }

    fn import(&mut self, kind: &ParagraphKind) {
        let ParagraphKind::Import {
            module,
            arguments,
            instance,
            renamings,
        } = kind
        else {
            return;
        };
        self.push("import ");
        self.plain_name(&module.name);
        if !arguments.is_empty() {
            self.listed("[", arguments, "]");
        }
        if let Some(instance) = instance {
            self.push(" as ");
            self.plain_name(&instance.name);
        }
        if !renamings.is_empty() {
            self.push(" {");
            self.renamings(renamings);
            self.push("}");
        }
    }

    fn check(&mut self, name: &Ident, checks: &[Expectation]) {
        self.push("check ");
        self.plain_name(&name.name);
        self.push(" is\n");
        for (at, check) in checks.iter().enumerate() {
            let print = |printer: &mut SumPrinter| {
                printer.predicate(&check.predicate, CLOSED);
                if let Some(text) = &check.otherwise {
                    printer.push(&format!(" else \"{}\"", text.replace('"', "'")));
                }
            };
            if at == 0 {
                self.push("    ");
                print(self);
                self.push("\n");
            } else {
                self.line(2, print);
            }
        }
        self.push("  end");
    }

    /// Operators that are declared are read as such from here on.
    fn fixity(&mut self, fixity: &Fixity) {
        self.operators.declare(fixity);
        self.push(match fixity.kind {
            FixityKind::Function => "function ",
            FixityKind::Relation => "relation ",
            FixityKind::Generic => "generic ",
        });
        let associativity = if fixity.right_associative {
            "rightassoc"
        } else {
            "leftassoc"
        };
        self.push(&format!("{} {associativity} (", fixity.priority));
        self.pattern(&fixity.name);
        self.push(")");
    }
}

/// It takes several lines.
fn is_long(paragraph: &Paragraph) -> bool {
    match &paragraph.kind {
        ParagraphKind::Axiomatic { .. }
        | ParagraphKind::State(_)
        | ParagraphKind::Init(_)
        | ParagraphKind::Check { .. } => true,
        ParagraphKind::Schema { value, .. } | ParagraphKind::Operation { value, .. } => {
            matches!(value, SchemaValue::Box(_))
        }
        _ => false,
    }
}
