//! Types in the notation of the user.

use std::collections::HashMap;
use std::sync::Arc;

use super::Unknowns;
use crate::core::{Program, Type};
use crate::syntax::{Name, Notation};

/// Types longer than this are cut: nobody reads more.
const LONGEST: usize = 400;

pub(crate) struct Shown<'a> {
    pub program: &'a Program,
    pub unknowns: &'a Unknowns,
    pub notation: Notation,
    /// Names of generic parameters of the paragraph.
    pub parameters: &'a [Name],
    /// Names of schemas by their components.
    pub schemas: &'a HashMap<Vec<Name>, Name>,
}

impl Shown<'_> {
    pub fn ty(&self, ty: &Type) -> String {
        let mut out = String::new();
        self.write(ty, false, &mut out);
        if out.chars().count() > LONGEST {
            out = out.chars().take(LONGEST).collect::<String>() + " ...";
        }
        out
    }

    fn word(&self, sum: &'static str, latex: &'static str, unicode: &'static str) -> &'static str {
        match self.notation {
            Notation::Sum => sum,
            Notation::Latex => latex,
            Notation::Unicode => unicode,
        }
    }

    fn write(&self, ty: &Type, tight: bool, out: &mut String) {
        if out.len() > 4 * LONGEST {
            return;
        }
        match self.unknowns.shallow(ty) {
            Type::Int => out.push_str(self.word("int", "\\num", "ℤ")),
            Type::Bool => out.push_str(self.word("bool", "bool", "𝔹")),
            Type::Text => out.push_str("string"),
            Type::Given(id) => {
                out.push_str(self.program.givens[id.0 as usize].name.as_str());
            }
            Type::Free(id) => out.push_str(self.program.frees[id.0 as usize].name.as_str()),
            Type::Parameter(id) => match self.parameters.get(id as usize) {
                Some(name) => out.push_str(name.as_str()),
                None => out.push_str("generic parameter"),
            },
            Type::Unknown(_) => out.push('?'),
            Type::Power(of) => self.power(&of, tight, out),
            Type::Product(parts) => {
                self.open(tight, out);
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        out.push_str(self.word(" cross ", " \\cross ", " × "));
                    }
                    self.write(part, true, out);
                }
                self.close(tight, out);
            }
            Type::Binding(parts) => self.binding(&parts, out),
        }
    }

    fn power(&self, of: &Type, tight: bool, out: &mut String) {
        let pair = match self.unknowns.shallow(of) {
            Type::Product(parts) if parts.len() == 2 => parts,
            _ => {
                self.open(tight, out);
                out.push_str(self.word("power ", "\\power ", "ℙ "));
                self.write(of, true, out);
                self.close(tight, out);
                return;
            }
        };
        self.open(tight, out);
        self.write(&pair[0], true, out);
        out.push_str(self.word(" <-> ", " \\rel ", " ↔ "));
        self.write(&pair[1], true, out);
        self.close(tight, out);
    }

    fn binding(&self, parts: &Arc<[(Name, Type)]>, out: &mut String) {
        let names: Vec<Name> = parts.iter().map(|p| p.0.clone()).collect();
        if let Some(name) = self.schemas.get(&names) {
            out.push_str(name.as_str());
            return;
        }
        out.push('[');
        for (i, (name, part)) in parts.iter().enumerate() {
            if i > 0 {
                out.push_str("; ");
            }
            out.push_str(name.as_str());
            out.push_str(": ");
            self.write(part, false, out);
        }
        out.push(']');
    }

    fn open(&self, tight: bool, out: &mut String) {
        if tight {
            out.push('(');
        }
    }

    fn close(&self, tight: bool, out: &mut String) {
        if tight {
            out.push(')');
        }
    }
}
