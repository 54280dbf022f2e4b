//! Properties.

use assay_source::{Diagnostic, Span};

use super::sections::May;
use super::{Elaborator, Entity, Kind, NodeId, ScopeId, Spec, SpecKind, Stop};
use crate::tree::{self, ExprId, ExprKind, UnaryOp};

impl Elaborator<'_> {
    pub(super) fn spec(
        &mut self,
        declared: &tree::Spec,
        number: usize,
        scope: ScopeId,
        span: Span,
    ) -> Result<(), Stop> {
        let scope = match declared.context {
            None => scope,
            Some(context) => match self.entity(context, scope)? {
                Entity::Instance(instance) => instance,
                _ => {
                    let span = self.span(context);
                    return Err(self.error("S0215", span, "a property is read in an instance"));
                }
            },
        };
        let (kind, text) = match declared.kind {
            tree::SpecKind::Ctl(formula) => (self.ctl(formula, scope)?, self.span(formula)),
            tree::SpecKind::Invariant(formula) => {
                let node = self.condition(formula, scope)?;
                let may = May {
                    next: false,
                    input: false,
                    what: "an invariant",
                };
                self.only(node, may)?;
                (SpecKind::Invariant(node), self.span(formula))
            }
            tree::SpecKind::Ltl(formula) => {
                let node = self.condition(formula, scope)?;
                if let Some(span) = self.place(node, |r| r.branching) {
                    let error = Diagnostic::error("S0409", "`LTLSPEC` has no path quantifiers");
                    return Err(self.refuse(error.at(span).help("`CTLSPEC` has them")));
                }
                self.without_next(node)?;
                (SpecKind::Ltl(node), self.span(formula))
            }
            tree::SpecKind::Psl(formula) if self.is_ctl(formula) => {
                (self.ctl(formula, scope)?, self.span(formula))
            }
            tree::SpecKind::Psl(formula) => (SpecKind::Psl, self.span(formula)),
            tree::SpecKind::Compute(extreme, from, to) => {
                let may = May {
                    next: false,
                    input: false,
                    what: "`COMPUTE`",
                };
                let text = self.span(from).to(self.span(to));
                let (from, to) = (self.condition(from, scope)?, self.condition(to, scope)?);
                self.only(from, may)?;
                self.only(to, may)?;
                (SpecKind::Compute(extreme, from, to), text)
            }
        };
        let name = self.spec_name(declared, number, scope)?;
        let roots = match &kind {
            SpecKind::Ctl(node) | SpecKind::Invariant(node) => vec![*node],
            SpecKind::Compute(_, from, to) => vec![*from, *to],
            SpecKind::Ltl(_) | SpecKind::Psl => vec![],
        };
        let atoms = roots.into_iter().flat_map(|root| self.flat.atoms(root));
        let atoms: Vec<String> = atoms.map(|node| self.atom_text(node, scope)).collect();
        self.flat.specs.push(Spec {
            atoms,
            kind,
            name,
            text: self.text(text),
            span,
        });
        Ok(())
    }

    fn atom_text(&self, node: NodeId, scope: ScopeId) -> String {
        let text = self.text(self.flat.node(node).span);
        match self.scope(scope).prefix.strip_suffix('.') {
            Some(instance) => format!("{instance}: {text}"),
            None => text,
        }
    }

    fn spec_name(
        &mut self,
        declared: &tree::Spec,
        number: usize,
        scope: ScopeId,
    ) -> Result<String, Stop> {
        let Some(given) = &declared.name else {
            return Ok(format!("spec{number}"));
        };
        let name = format!("{}{given}", self.scope(scope).prefix);
        if self.flat.specs.iter().any(|spec| spec.name == name) {
            let message = format!("there is a property `{name}` already");
            return Err(self.error("S0216", given.span, message));
        }
        Ok(name)
    }

    fn ctl(&mut self, formula: ExprId, scope: ScopeId) -> Result<SpecKind, Stop> {
        let node = self.condition(formula, scope)?;
        if let Some(span) = self.outermost_linear(node) {
            let error = Diagnostic::error(
                "S0410",
                "`CTLSPEC` has no operators without path quantifiers",
            );
            return Err(self.refuse(
                error
                    .at(span)
                    .help("write `A` or `E` before it, or `LTLSPEC`"),
            ));
        }
        self.without_next(node)?;
        if let Some(span) = self.place(node, |r| r.input) {
            let error = Diagnostic::error("S0411", "a formula of `CTLSPEC` cannot read an input");
            let help = "its formulas are about states, and inputs belong to transitions";
            return Err(self.refuse(error.at(span).help(help)));
        }
        Ok(SpecKind::Ctl(node))
    }

    fn without_next(&mut self, node: NodeId) -> Result<(), Stop> {
        let Some(span) = self.place(node, |r| r.next) else {
            return Ok(());
        };
        let message = "a property cannot read the next value of a variable";
        let error = Diagnostic::error("S0406", message).at(span);
        Err(self.refuse(match self.text(span) {
            text if text.starts_with("next") => error,
            name => error.help(format!("the definition of `{name}` reads one with `next`")),
        }))
    }

    /// The first operator without a path quantifier that stands in no other one.
    fn outermost_linear(&self, node: NodeId) -> Option<Span> {
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            let found = self.flat.node(at);
            if matches!(found.kind, Kind::Linear(_)) {
                return Some(found.span);
            }
            if let (Kind::Bounded(op, ..), true) = (&found.kind, found.reads.linear)
                && !super::functions::is_branching(*op)
            {
                return Some(found.span);
            }
            let mut operands = Vec::new();
            self.flat.each_operand(at, |operand| operands.push(operand));
            let reading = operands.into_iter().rev();
            stack.extend(reading.filter(|&o| self.flat.node(o).reads.linear));
        }
        None
    }

    /// Whether a formula of PSL has path quantifiers, and no operator without.
    fn is_ctl(&self, formula: ExprId) -> bool {
        let exprs = &self.tree.exprs;
        let mut paths = false;
        let mut other = false;
        for id in exprs.post_order(formula) {
            match &exprs[id].kind {
                ExprKind::PathUntil(_) => paths = true,
                ExprKind::Unary(op, _) => match op {
                    UnaryOp::Not | UnaryOp::Minus => {}
                    UnaryOp::Ex | UnaryOp::Ax | UnaryOp::Ef => paths = true,
                    UnaryOp::Af | UnaryOp::Eg | UnaryOp::Ag => paths = true,
                    _ => other = true,
                },
                ExprKind::Binary(op, ..) => other |= super::types::is_temporal(*op),
                ExprKind::Bounded(op, ..) => {
                    if super::functions::is_branching(*op) {
                        paths = true
                    } else {
                        other = true
                    }
                }
                ExprKind::ForAll(_) | ExprKind::Next(_) => other = true,
                _ => {}
            }
        }
        paths && !other
    }
}
