//! Paragraphs that both notations have.

use std::collections::HashMap;

use assay_source::{Diagnostic, Span};

use super::checker::{Checker, Entry, Frame, Line, Meaning, Role};
use super::code;
use super::schematic::Schematic;
use crate::core::{
    Axiom, Conjecture, Definition, Expr, ExprKind, Free, FreeBranch, FreeId, Given, GivenId,
    Global, GlobalId, Schema, Type, VarId,
};
use crate::syntax::{self, Claim, FreeType, Ident, Name, ParagraphKind, SchemaText, SchemaValue};

impl Checker<'_> {
    pub fn paragraph(&mut self, paragraph: &syntax::Paragraph) {
        let mark = self.mark();
        let span = paragraph.at.0;
        match &paragraph.kind {
            ParagraphKind::Given(names) => names.iter().for_each(|name| self.given(name)),
            ParagraphKind::Free(types) => self.free_types(types),
            ParagraphKind::Abbreviation {
                name,
                parameters,
                value,
            } => self.with_parameters(parameters, |c| c.abbreviation(name, value)),
            ParagraphKind::Axiomatic { parameters, text } => {
                self.with_parameters(parameters, |c| c.axiomatic(text));
            }
            ParagraphKind::Schema {
                name,
                parameters,
                value,
            } => self.with_parameters(parameters, |c| c.schema_paragraph(name, value, span)),
            ParagraphKind::Claim {
                parameters,
                claim,
                predicate,
            } => self.with_parameters(parameters, |c| c.claim(*claim, predicate)),
            ParagraphKind::Fixity(fixity) => {
                self.fixities.insert(fixity.name.clone(), fixity.kind);
            }
            ParagraphKind::State(text) => self.state(text),
            ParagraphKind::Init(text) => self.init(text),
            ParagraphKind::Operation { name, value } => self.operation(name, value),
            ParagraphKind::Check { name, checks } => self.check(name, checks, span),
            ParagraphKind::Import {
                module,
                arguments,
                instance,
                renamings,
            } => {
                // What an import makes is finished on the way.
                self.import(module, arguments, instance.as_ref(), renamings, span);
                return;
            }
        }
        self.finish(mark);
    }

    /// Reads a paragraph whose generic parameters are sets without a name of their own.
    fn with_parameters(&mut self, parameters: &[Ident], read: impl FnOnce(&mut Self)) {
        let mut frame = Frame::new();
        for (i, parameter) in parameters.iter().enumerate() {
            let (index, span) = (i as u32, parameter.at.0);
            let ty = Type::power(Type::Parameter(index));
            let value = Expr::new(ExprKind::Parameter(index), ty, span);
            let meaning = Meaning::Value(value);
            let entry = Entry { meaning, span };
            if frame.insert(parameter.name.clone(), entry).is_some() {
                let message = format!("the generic parameter `{}` is there twice", parameter.name);
                self.error(code::TWICE, span, message);
            }
        }
        self.parameters = parameters.iter().map(|p| p.name.clone()).collect();
        self.frames.push(frame);
        read(self);
        self.frames.pop();
        self.finish_pending();
        self.parameters.clear();
    }

    pub fn given(&mut self, ident: &Ident) {
        let span = ident.at.0;
        let id = GivenId(self.program.givens.len() as u32);
        let ty = Type::power(Type::Given(id));
        let value = Expr::new(ExprKind::Given(id), ty, span);
        if self.declare_global(&ident.name, Meaning::Value(value), span) {
            let name = self.full(&ident.name);
            self.program.givens.push(Given { name, span });
        }
    }

    /// Free types may use each other: all of their names come first.
    fn free_types(&mut self, types: &[FreeType]) {
        let mut declared: Vec<(FreeId, &FreeType)> = Vec::new();
        for free in types {
            let span = free.name.at.0;
            let id = FreeId(self.program.frees.len() as u32);
            let ty = Type::power(Type::Free(id));
            let value = Expr::new(ExprKind::Free(id), ty, span);
            self.declare_or_replace(&free.name.name, Meaning::Value(value), span);
            let name = self.full(&free.name.name);
            self.program.frees.push(Free {
                name,
                span,
                branches: Vec::new(),
            });
            declared.push((id, free));
        }
        for (id, free) in declared {
            for branch in &free.branches {
                let argument = branch.argument.as_ref();
                let argument = argument.map(|set| self.set(set, "the argument of a constructor"));
                let span = branch.name.at.0;
                let number = self.program.frees[id.0 as usize].branches.len() as u32;
                let meaning = Meaning::Branch(id, number);
                if self.declare_global(&branch.name.name, meaning, span) {
                    let name = self.full(&branch.name.name);
                    let branch = FreeBranch {
                        name,
                        span,
                        argument,
                    };
                    self.program.frees[id.0 as usize].branches.push(branch);
                }
            }
        }
    }

    /// The later declaration counts from here on, so that one error does not bring others.
    fn declare_or_replace(&mut self, name: &Name, meaning: Meaning, span: Span) {
        if !self.declare_global(name, meaning.clone(), span) {
            let entry = Entry { meaning, span };
            let here = self.here;
            self.instances[here].names.insert(name.clone(), entry);
        }
    }

    fn abbreviation(&mut self, ident: &Ident, value: &syntax::Expr) {
        if self.is_schema_expr(value) {
            return self.schema_value(ident, value);
        }
        self.last_chance = true;
        let value = self.expr(value);
        self.last_chance = false;
        self.global_constant(ident, value.ty.clone(), Definition::Is(value));
    }

    fn global_constant(&mut self, ident: &Ident, ty: Type, definition: Definition) -> GlobalId {
        let span = ident.at.0;
        let id = GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name: self.full(&ident.name),
            span,
            parameters: self.parameters.len() as u32,
            ty,
            definition,
        });
        self.declare_or_replace(&ident.name, Meaning::Global(id), span);
        id
    }

    /// A name inside its own generic definition stands for itself with the parameters at hand.
    fn itself(&self, id: GlobalId) -> Expr {
        let global = &self.program.globals[id.0 as usize];
        let generics = (0..global.parameters).map(|i| {
            let ty = Type::power(Type::Parameter(i));
            Expr::new(ExprKind::Parameter(i), ty, global.span)
        });
        let generics = generics.collect();
        let kind = ExprKind::Global { id, generics };
        Expr::new(kind, global.ty.clone(), global.span)
    }

    fn axiomatic(&mut self, text: &SchemaText) {
        let (schema, _) = self.declarations(&text.declarations);
        let mut frame = Frame::new();
        let mut values: HashMap<VarId, Expr> = HashMap::new();
        for b in &schema.bound {
            let var = &self.program.vars[b.var.0 as usize];
            let (name, ty, span) = (var.name.clone(), var.ty.clone(), var.span);
            let definition = match &*b.set.kind {
                ExprKind::Set(one) if one.len() == 1 && is_definition(text, &name) => {
                    Definition::Is(one[0].clone())
                }
                _ => Definition::In(b.set.clone()),
            };
            let ident = Ident {
                name: name.clone(),
                at: syntax::At(span),
            };
            let id = self.global_constant(&ident, ty, definition);
            let value = self.itself(id);
            values.insert(b.var, value.clone());
            let meaning = Meaning::Value(value);
            frame.insert(name, Entry { meaning, span });
        }
        let mut lines = self.substitute(&schema.lines, values);
        self.frames.push(frame);
        lines.extend(self.predicates(&text.predicates));
        self.frames.pop();
        for line in lines {
            self.program.axioms.push(Axiom {
                predicate: line.pred,
                parameters: self.parameters.len() as u32,
            });
        }
    }

    fn claim(&mut self, claim: Claim, predicate: &syntax::Predicate) {
        let lines = self.predicates(std::slice::from_ref(predicate));
        let parameters = self.parameters.len() as u32;
        for Line { pred, .. } in lines {
            match claim {
                Claim::Constraint => self.program.axioms.push(Axiom {
                    predicate: pred,
                    parameters,
                }),
                Claim::Conjecture => self.program.conjectures.push(Conjecture {
                    parameters,
                    predicate: pred,
                }),
            }
        }
    }

    fn schema_paragraph(&mut self, name: &Ident, value: &SchemaValue, span: Span) {
        match value {
            SchemaValue::Box(text) => {
                let (schema, _) = self.text(text, span);
                self.frames.pop();
                self.define_schema(name, schema);
            }
            SchemaValue::Is(value) => self.schema_value(name, value),
        }
    }

    fn schema_value(&mut self, name: &Ident, value: &syntax::Expr) {
        self.last_chance = true;
        let schema = self.schema(value);
        self.last_chance = false;
        match schema {
            Some(schema) => drop(self.define_schema(name, schema)),
            None => self.declare_or_replace(&name.name, Meaning::Error, name.at.0),
        }
    }

    pub fn define_schema(&mut self, ident: &Ident, schema: Schematic) -> usize {
        let span = ident.at.0;
        let id = self.program.schemas.len();
        let frames: Vec<usize> = schema
            .lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.role == Role::Frame)
            .map(|(i, _)| i)
            .collect();
        if !frames.is_empty() {
            self.schema_frames.insert(id, frames);
        }
        if self.parameters.is_empty() && !schema.bound.is_empty() {
            let names = schema.bound.iter().map(|b| self.var_name(b.var).clone());
            let mut names: Vec<Name> = names.collect();
            names.sort();
            let full = self.full(&ident.name);
            self.schema_names.entry(names).or_insert(full);
        }
        self.program.schemas.push(Schema {
            name: self.full(&ident.name),
            parameters: self.parameters.len() as u32,
            scope: schema.scope(),
            span,
        });
        self.declare_or_replace(&ident.name, Meaning::Schema(id), span);
        id
    }

    /// Where a name is declared in the rest of the module.
    pub fn declared_later(&self, name: &Name) -> Option<Span> {
        let module = self.importing.last()?;
        let paragraphs = &self.spec.modules.get(*module)?.paragraphs;
        let declared = paragraphs
            .iter()
            .flat_map(|p| declared_names(&p.kind))
            .find(|ident| ident.name == *name)?;
        Some(declared.at.0)
    }

    pub fn free_types_begin(&mut self) {
        for free in 0..self.program.frees.len() {
            let of = &self.program.frees[free];
            let constant = of.branches.iter().any(|b| b.argument.is_none());
            let own = Type::Free(FreeId(free as u32));
            let all_need_it = of.branches.iter().all(|b| {
                let set = b.argument.as_ref().and_then(|set| set.ty.element());
                set.is_some_and(|ty| needs(ty, &own))
            });
            if constant || of.branches.is_empty() || !all_need_it {
                continue;
            }
            let message = format!(
                "`{}` has no element: each constructor needs one first",
                of.name
            );
            let span = of.span;
            self.report(
                Diagnostic::warning(code::EMPTY_FREE, message)
                    .at(span)
                    .help("add a constant"),
            );
        }
    }
}

/// Whether the text has `x == E` for a name, and not `x : {E}`.
fn is_definition(text: &SchemaText, of: &Name) -> bool {
    text.declarations
        .iter()
        .any(|d| matches!(d, syntax::Declaration::Constant { name, .. } if name.name == *of))
}

/// Whether a value of a type cannot be without a value of the other.
fn needs(ty: &Type, of: &Type) -> bool {
    match ty {
        Type::Product(parts) => parts.iter().any(|p| needs(p, of)),
        Type::Binding(parts) => parts.iter().any(|p| needs(&p.1, of)),
        _ => ty == of,
    }
}

fn declared_names(paragraph: &ParagraphKind) -> Vec<&Ident> {
    match paragraph {
        ParagraphKind::Given(names) => names.iter().collect(),
        ParagraphKind::Free(types) => types
            .iter()
            .flat_map(|t| std::iter::once(&t.name).chain(t.branches.iter().map(|b| &b.name)))
            .collect(),
        ParagraphKind::Abbreviation { name, .. }
        | ParagraphKind::Schema { name, .. }
        | ParagraphKind::Operation { name, .. } => vec![name],
        ParagraphKind::Axiomatic { text, .. } => text
            .declarations
            .iter()
            .flat_map(|d| match d {
                syntax::Declaration::Variables { names, .. } => names.iter().collect(),
                syntax::Declaration::Constant { name, .. } => vec![name],
                syntax::Declaration::Inclusion(_) => Vec::new(),
            })
            .collect(),
        _ => Vec::new(),
    }
}
