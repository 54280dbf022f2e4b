//! Declarations outside of nodes: they are entered by name first and resolved on demand, because the order of
//! declarations does not matter.

use assay_source::Span;

use super::types::{Fit, fit};
use super::{Callable, Checker, Global, Progress, Signature};
use crate::model::{ConstId, Constant, Expr, Field, Function, FunctionId, NodeId};
use crate::syntax::ast::{ConstDecl, Decl, Ident, VarDecl};

impl Checker<'_> {
    /// Enters every name; nothing is resolved yet.
    pub(super) fn declare(&mut self) {
        let (mut nodes, mut functions) = (0, 0);
        for decl in &self.program.decls {
            match decl {
                Decl::Type(ty) => {
                    let at = self.type_decls.len();
                    self.type_decls.push(ty);
                    self.type_progress.push(Progress::Untouched);
                    if self.type_names.contains_key(&ty.name.name) {
                        let message = format!("the type `{}` is declared twice", ty.name);
                        self.error("L0202", message, ty.name.span);
                        continue;
                    }
                    self.type_names.insert(ty.name.name.clone(), at);
                    self.declare_enum(at, ty);
                }
                Decl::Const(constant) => {
                    let at = self.const_decls.len();
                    self.const_decls.push(constant);
                    self.const_progress.push(Progress::Untouched);
                    self.declare_global(&constant.name, Global::Constant(at));
                }
                Decl::Node(node) => {
                    self.declare_callable(&node.name, Callable::Node(NodeId(nodes)));
                    nodes += 1;
                }
                Decl::Function(function) => {
                    self.declare_callable(
                        &function.name,
                        Callable::Function(FunctionId(functions)),
                    );
                    functions += 1;
                }
            }
        }
    }

    pub(super) fn declare_global(&mut self, name: &Ident, global: Global) {
        if self.globals.insert(name.name.clone(), global).is_some() {
            let message =
                format!("`{name}` is declared twice as a constant or enumeration literal");
            self.error("L0202", message, name.span);
        }
    }

    fn declare_callable(&mut self, name: &Ident, callable: Callable) {
        if self.callables.insert(name.name.clone(), callable).is_some() {
            let message = format!("there are two nodes or functions called `{name}`");
            self.error("L0202", message, name.span);
        }
    }

    /// Resolves every type, constant and signature.
    pub(super) fn resolve_globals(&mut self) {
        for at in 0..self.type_decls.len() {
            let span = self.type_decls[at].name.span;
            self.resolve_type_decl(at, span);
        }
        for at in 0..self.const_decls.len() {
            let span = self.const_decls[at].name.span;
            self.resolve_constant(at, span);
        }
        for decl in &self.program.decls {
            match decl {
                Decl::Function(function) => {
                    let inputs = self.parameters(&function.inputs);
                    let outputs = self.parameters(&function.outputs);
                    self.functions.push(Function {
                        name: function.name.clone(),
                        inputs,
                        outputs,
                        span: function.span,
                    });
                }
                Decl::Node(node) => {
                    self.enter_parameter_names(&node.inputs);
                    let inputs = self.parameters(&node.inputs);
                    let outputs = self.parameters(&node.outputs);
                    self.scope = Default::default();
                    self.signatures.push(Signature {
                        inputs: inputs.into_iter().map(|f| f.ty).collect(),
                        outputs: outputs.into_iter().map(|f| f.ty).collect(),
                        constant: node.inputs.iter().map(|d| d.constant).collect(),
                    });
                }
                Decl::Type(_) | Decl::Const(_) => {}
            }
        }
    }

    /// So that a size that is a `const` parameter is told apart from an unknown name.
    fn enter_parameter_names(&mut self, decls: &[VarDecl]) {
        for decl in decls.iter().filter(|d| d.constant) {
            let id = crate::model::VarId(self.scope.types.len() as u32);
            self.scope.variables.insert(decl.name.name.clone(), id);
            self.scope.types.push(crate::model::Type::Int);
        }
    }

    fn parameters(&mut self, decls: &[VarDecl]) -> Vec<Field> {
        let mut out = Vec::new();
        for decl in decls {
            if let Some(ty) = self.resolve_type(&decl.ty) {
                out.push(Field {
                    name: decl.name.clone(),
                    ty,
                });
            }
        }
        out
    }

    pub(super) fn resolve_constant(&mut self, at: usize, used: Span) -> Option<ConstId> {
        let decl = self.const_decls[at];
        match self.const_progress[at] {
            Progress::Done(id) => return Some(id),
            Progress::Failed => return None,
            Progress::Open => {
                let message = format!("the constant `{}` is defined in terms of itself", decl.name);
                self.error("L0205", message, used);
                return None;
            }
            Progress::Untouched => {}
        }
        self.const_progress[at] = Progress::Open;
        let id = self.pending(used, |checker| checker.constant(decl));
        self.const_progress[at] = match id {
            Some(id) => Progress::Done(id),
            None => Progress::Failed,
        };
        id
    }

    /// Types and folds a constant, global or local to the node in scope.
    pub(super) fn constant(&mut self, decl: &ConstDecl) -> Option<ConstId> {
        let expected = match &decl.ty {
            Some(ty) => Some(self.resolve_type(ty)?),
            None => None,
        };
        let expr: Expr = self.expr(&decl.value)?;
        let value = self.constant_value(&expr)?;
        let ty = match expected {
            None => expr.ty,
            Some(ty) => {
                let range_checked = fit(&ty, &expr.ty) == Fit::Narrow && self.in_range(&ty, &value);
                if fit(&ty, &expr.ty) != Fit::Yes && !range_checked {
                    let expected = self.type_text(&ty);
                    self.mismatch(&expected, &expr.ty, decl.value.span);
                    return None;
                }
                ty
            }
        };
        let id = ConstId(self.constants.len() as u32);
        self.constants.push(Constant {
            name: decl.name.clone(),
            node: self.scope.node.clone(),
            ty,
            value,
        });
        Some(id)
    }
}
