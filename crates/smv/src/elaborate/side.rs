//! Formulas about variables of a system in another language.

use assay_source::{Diagnostic, SourceFile, Span};

use super::{Domain, Elaborator, Entity, Flat, MAIN, NodeId, ScopeId, Var, VarIx, faults};
use crate::tree::{
    Exprs, Ident, Module, Section, SectionKind, Spec, Tree, Type, TypeKind, Variable, VariableKind,
};
use crate::values::Value;

/// A variable that formulas may read.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub name: String,
    pub domain: Domain,
}

/// The formulas in the model's terms; its variables are those that are known, in their order.
pub(crate) fn elaborate_specs(
    file: &SourceFile,
    exprs: Exprs,
    specs: Vec<(Spec, Span)>,
    known: Vec<Known>,
) -> Result<Flat, Vec<Diagnostic>> {
    let tree = tree(file, exprs, &known);
    let mut elaborator = Elaborator::new(&tree, file);
    elaborator.constants_convert = true;
    if elaborator.declare_all().is_ok() {
        elaborator.know(known, file.span());
        for (number, (spec, span)) in specs.iter().enumerate() {
            // What is wrong with it is among the diagnostics.
            let _ = elaborator.spec(spec, number + 1, ScopeId(0), *span);
        }
    }
    if elaborator.diagnostics.is_empty() {
        faults::find(&elaborator.flat, &mut elaborator.diagnostics);
    }
    if elaborator.diagnostics.is_empty() {
        Ok(elaborator.flat)
    } else {
        Err(elaborator.diagnostics)
    }
}

/// A main module that declares the names.
fn tree(file: &SourceFile, exprs: Exprs, known: &[Known]) -> Tree {
    let span = Span::new(file.id, 0, 0);
    let ident = |name: &str| Ident {
        name: name.into(),
        span,
    };
    let ty = || Type {
        kind: TypeKind::Boolean,
        span,
    };
    let variables = known.iter().map(|k| Variable {
        name: ident(&k.name),
        ty: ty(),
        span,
    });
    let section = |kind| Section {
        kind,
        span,
        keyword: span,
    };
    let symbols = known.iter().flat_map(|k| match &k.domain {
        Domain::Literals(all) => all.iter().collect(),
        _ => vec![],
    });
    let symbols = symbols.filter_map(|value| match value {
        Value::Symbol(name) => Some(ident(name)),
        _ => None,
    });
    // Variables first: one that has the name of a symbol is the one that is meant.
    let variables = SectionKind::Variables(VariableKind::State, variables.collect());
    let constants = SectionKind::Constants(symbols.collect());
    Tree {
        file: file.id,
        modules: vec![Module {
            name: ident(MAIN),
            parameters: vec![],
            sections: vec![section(variables), section(constants)],
            span,
        }],
        exprs,
    }
}

impl Elaborator<'_> {
    fn know(&mut self, known: Vec<Known>, span: Span) {
        for (at, known) in known.into_iter().enumerate() {
            let var = VarIx(at as u32);
            self.flat.vars.push(Var {
                name: known.name,
                kind: VariableKind::State,
                domain: known.domain,
                span,
            });
            let node = self.var_node(var, span);
            self.variables[at].entity = Some(Entity::Value(node));
        }
    }

    /// In side files a constant beside a word or a truth value is one of these.
    pub(super) fn converted(&mut self, a: NodeId, b: NodeId) -> (NodeId, NodeId) {
        if !self.constants_convert {
            return (a, b);
        }
        (self.like(a, b), self.like(b, a))
    }

    fn like(&mut self, constant: NodeId, other: NodeId) -> NodeId {
        let (ty, span) = (self.flat.node(other).ty, self.flat.node(constant).span);
        let Some(Value::Int(n)) = self.constant_of(constant) else {
            return constant;
        };
        match (ty.base, u64::try_from(n)) {
            (super::Base::Bool, Ok(bit @ 0..=1)) => self.value_node(Value::Bool(bit == 1), span),
            (super::Base::Word { signed, width }, Ok(number)) => {
                let bits = num_bigint::BigUint::from(number);
                if bits.bits() > u64::from(width) {
                    return constant;
                }
                let word = crate::values::WordValue {
                    signed,
                    width,
                    bits,
                };
                self.value_node(Value::Word(word), span)
            }
            _ => constant,
        }
    }
}
