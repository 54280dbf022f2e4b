//! What the interpreter looks up in a node: where each variable is defined, its calls and its `pre` expressions.

use crate::model::{Call, CallId, Expr, ExprKind, Model, Node, Value, VarId};
use crate::pre_index::{PreIndex, is_temporal};

/// A call as the text has it.
pub(super) struct Site<'m> {
    pub call: &'m Call,
    /// Under a condact whose clock is not literally true: the clock and the defaults.
    pub condact: Option<(&'m Expr, &'m [Expr])>,
    /// For each input what its argument mentions.
    pub hints: Vec<Hint>,
}

/// A variable that an expression mentions outside of `pre`.
#[derive(Clone, Copy)]
pub(super) enum Hint {
    Own(VarId),
    /// The outputs of a call.
    Call(CallId),
}

/// One `pre` of the node.
pub(super) struct PreSite<'m> {
    pub operand: &'m Expr,
    pub temporal: bool,
}

pub(super) struct Program<'m> {
    /// For each variable its equation's right side and the component of it.
    pub definitions: Vec<Option<(&'m Expr, usize)>>,
    /// For each variable what its definition mentions.
    pub hints: Vec<Vec<Hint>>,
    /// By [`CallId`].
    pub sites: Vec<Option<Site<'m>>>,
    /// By number; `None` for what is never evaluated.
    pub pres: Vec<Option<PreSite<'m>>>,
    pub index: PreIndex,
}

impl<'m> Program<'m> {
    pub fn of(model: &Model, node: &'m Node) -> Program<'m> {
        let index = PreIndex::of(node);
        let mut program = Program {
            definitions: vec![None; node.variables.len()],
            hints: vec![Vec::new(); node.variables.len()],
            sites: (0..node.calls).map(|_| None).collect(),
            pres: (0..index.len()).map(|_| None).collect(),
            index,
        };
        for equation in &node.equations {
            let hints = mentions(model, &equation.rhs);
            for (component, var) in equation.lhs.iter().enumerate() {
                program.definitions[var.index()] = Some((&equation.rhs, component));
                program.hints[var.index()].clone_from(&hints);
            }
        }
        let mut stack: Vec<&Expr> = node.expressions().collect();
        while let Some(expr) = stack.pop() {
            match &expr.kind {
                ExprKind::Pre(operand) => {
                    let site = PreSite {
                        operand,
                        temporal: is_temporal(operand),
                    };
                    let number = program.index.number(expr) as usize;
                    program.pres[number] = Some(site);
                }
                ExprKind::Call(call) => program.add_site(model, call, None),
                ExprKind::Condact {
                    clock,
                    call,
                    defaults,
                } => {
                    if is_true(model, clock) {
                        program.add_site(model, call, None);
                        stack.extend(&call.args);
                        continue;
                    }
                    program.add_site(model, call, Some((clock, defaults)));
                }
                _ => {}
            }
            expr.for_each_child(|child| stack.push(child));
        }
        program
    }

    fn add_site(&mut self, model: &Model, call: &'m Call, condact: Option<(&'m Expr, &'m [Expr])>) {
        let args = call.args.iter();
        self.sites[call.id.index()] = Some(Site {
            call,
            condact,
            hints: args.flat_map(|arg| mentions(model, arg)).collect(),
        });
    }
}

/// A condact on a literal true is a plain call: its defaults are never looked at.
pub(super) fn is_true(model: &Model, clock: &Expr) -> bool {
    match &clock.kind {
        ExprKind::Const(value) => *value == Value::Bool(true),
        ExprKind::NamedConst(id) => model.constant(*id).value == Value::Bool(true),
        _ => false,
    }
}

fn mentions(model: &Model, expr: &Expr) -> Vec<Hint> {
    let mut hints = Vec::new();
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        match &expr.kind {
            ExprKind::Pre(_) => {}
            ExprKind::Var(var) => hints.push(Hint::Own(*var)),
            ExprKind::Call(call) => hints.push(Hint::Call(call.id)),
            ExprKind::Condact {
                clock,
                call,
                defaults,
            } => {
                hints.push(Hint::Call(call.id));
                if !is_true(model, clock) {
                    stack.push(clock);
                    stack.extend(defaults);
                }
            }
            _ => expr.for_each_child(|child| stack.push(child)),
        }
    }
    hints
}
