//! Schema texts: declarations, and predicates about them.

use assay_source::Span;

use super::checker::{Checker, Entry, Frame, Line, Meaning, partial};
use super::copy::Copy;
use super::expr::tuple;
use super::part::strip_strokes;
use super::schematic::{Schematic, binding};
use crate::core::{Bound, Expr, ExprKind, Rewrite, Type, VarId};
use crate::syntax::{self, Declaration, Ident, Name, SchemaText};

impl Checker<'_> {
    /// The text, and its characteristic tuple. Its names are left in a new frame, which the caller takes away.
    pub fn text(&mut self, text: &SchemaText, span: Span) -> (Schematic, Expr) {
        let (mut schema, parts) = self.declarations(&text.declarations);
        let mut frame = self.frame_of(&schema);
        if self.failed_inclusion {
            let meaning = Meaning::Error;
            frame.insert(partial(), Entry { meaning, span });
        }
        self.frames.push(frame);
        self.nested += 1;
        let lines = self.predicates(&text.predicates);
        self.nested -= 1;
        schema.lines.extend(lines);
        let value = if parts.is_empty() {
            binding(Vec::new(), span)
        } else {
            tuple(parts, span)
        };
        (schema, value)
    }

    pub fn frame_of(&self, schema: &Schematic) -> Frame {
        let entry = |var: VarId| Entry {
            meaning: Meaning::Variable(var),
            span: self.program.vars[var.0 as usize].span,
        };
        let names = schema.bound.iter();
        names
            .map(|b| (self.var_name(b.var).clone(), entry(b.var)))
            .collect()
    }

    /// What is declared, and the parts of the characteristic tuple. The sets see the names outside only.
    pub fn declarations(&mut self, declarations: &[Declaration]) -> (Schematic, Vec<Expr>) {
        let mut schema = Schematic::default();
        let mut parts = Vec::new();
        let mut failed = false;
        for declaration in declarations {
            match declaration {
                Declaration::Variables { names, set } => {
                    let set = self.set(set, "what a variable ranges over");
                    for (i, ident) in names.iter().enumerate() {
                        let set = match i {
                            0 => set.clone(),
                            // What it binds gets declarations of its own.
                            _ => Copy::new(self).expr(&set),
                        };
                        let var = self.declare(&mut schema, ident, set);
                        parts.push(self.var_expr(var, ident.at.0));
                    }
                }
                Declaration::Constant { name, value } => {
                    let value = self.expr(value);
                    let ty = Type::power(value.ty.clone());
                    let set = Expr::new(ExprKind::Set(vec![value]), ty, name.at.0);
                    let var = self.declare(&mut schema, name, set);
                    parts.push(self.var_expr(var, name.at.0));
                }
                Declaration::Inclusion(included) => {
                    let part = self.include(&mut schema, included);
                    failed |= part.is_none();
                    parts.extend(part);
                }
            }
        }
        self.failed_inclusion = failed;
        (schema, parts)
    }

    /// A variable, or the one of that name that is there.
    fn declare(&mut self, schema: &mut Schematic, ident: &Ident, set: Expr) -> VarId {
        let span = ident.at.0;
        let var = self.new_var(&ident.name, set.clone(), span);
        let mut there = schema.bound.iter().map(|b| b.var);
        let Some(first) = there.find(|v| *self.var_name(*v) == ident.name) else {
            schema.bound.push(Bound { var, set });
            return var;
        };
        self.agree(first, var, span);
        let value = self.var_expr(first, span);
        let member = self.membership(value, &set, span);
        schema.lines.extend(member.map(Line::post));
        first
    }

    fn include(&mut self, schema: &mut Schematic, included: &syntax::Expr) -> Option<Expr> {
        let span = included.at.0;
        let (_, strokes) = strip_strokes(self, included);
        let new = self.schema(included)?;
        let names: Vec<Name> = new
            .bound
            .iter()
            .map(|b| self.var_name(b.var).clone())
            .collect();
        *schema = self.join(std::mem::take(schema), new, span);
        let mut components: Vec<(Name, Expr)> = Vec::new();
        for name in names {
            let var = self.var_named(schema, &name)?;
            let bare = name.as_str().strip_suffix(&*strokes);
            let bare = bare.map_or_else(|| name.clone(), Name::new);
            components.push((bare, self.var_expr(var, span)));
        }
        components.sort_by(|a, b| a.0.cmp(&b.0));
        Some(binding(components, span))
    }
}
