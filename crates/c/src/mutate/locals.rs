//! Parameters and locals of a function, with their types as they are written and the tokens over which they are visible.

use std::ops::Range;

use crate::tree::{
    Base, BlockItem, Declaration, Declarator, ForInit, Function, Part, Qualifiers, Specifiers,
    StmtId, StmtKind, Storage, Unit,
};

pub(crate) struct Local<'a> {
    pub name: &'a str,
    /// From its declarator to the end of its scope.
    pub visible: Range<usize>,
    /// The token of its name.
    pub token: usize,
    ty: Type<'a>,
}

/// A type as it is written. Two equal ones are the same type, but one type may be written in two ways.
#[derive(PartialEq)]
struct Type<'a> {
    base: &'a Base,
    qualifiers: Qualifiers,
    parts: &'a [Part],
}

impl Local<'_> {
    pub fn has_type_of(&self, other: &Local<'_>) -> bool {
        self.ty == other.ty
    }
}

/// The local that a name means at a token.
pub(crate) fn meant<'l, 'a>(
    locals: &'l [Local<'a>],
    name: &str,
    token: usize,
) -> Option<&'l Local<'a>> {
    let mut locals = locals.iter();
    locals.rfind(|l| l.name == name && l.visible.contains(&token))
}

/// In the order of their declarations.
pub(crate) fn locals<'a>(unit: &'a Unit, function: &'a Function) -> Vec<Local<'a>> {
    let end = function.place.end as usize;
    let mut found = Vec::new();
    for parameter in function.declarator.function().iter().flat_map(|p| &p.list) {
        let (specifiers, declarator) = (&parameter.specifiers, &parameter.declarator);
        found.extend(local(specifiers, declarator, end));
    }
    // The statements of a function come before its body, and after those of the function before it.
    let inside = (0..=function.body.0).rev().map(|at| unit.stmt(StmtId(at)));
    for stmt in inside.take_while(|s| s.place.first >= function.place.first) {
        let end = stmt.place.end as usize;
        match &stmt.kind {
            StmtKind::Block(items) => {
                for item in items {
                    if let BlockItem::Declaration(declaration) = item {
                        found.extend(declared(declaration, end));
                    }
                }
            }
            StmtKind::For {
                init: ForInit::Declaration(declaration),
                ..
            } => found.extend(declared(declaration, end)),
            _ => {}
        }
    }
    found.sort_by_key(|local| local.visible.start);
    found
}

fn declared<'a>(declaration: &'a Declaration, end: usize) -> impl Iterator<Item = Local<'a>> {
    let specifiers = &declaration.specifiers;
    let names = declaration.declared.iter();
    names.filter_map(move |declared| local(specifiers, &declared.declarator, end))
}

/// None for a type or a function, and where there is no name.
fn local<'a>(
    specifiers: &'a Specifiers,
    declarator: &'a Declarator,
    end: usize,
) -> Option<Local<'a>> {
    if specifiers.storage == Some(Storage::Typedef) || declarator.function().is_some() {
        return None;
    }
    let name = declarator.name.as_ref()?;
    Some(Local {
        name: &name.name,
        token: name.place.first as usize,
        visible: declarator.place.end as usize..end,
        ty: Type {
            base: &specifiers.base,
            qualifiers: specifiers.qualifiers,
            parts: &declarator.parts,
        },
    })
}
