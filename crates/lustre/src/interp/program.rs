//! What the interpreter looks up in a node: where each variable is defined, its calls and its `pre` expressions.

use crate::model::{Call, CallId, Expr, ExprKind, Node, VarId};
use crate::pre_index::{PreIndex, is_temporal};

/// A call as the text has it.
pub(super) struct Site<'m> {
    pub call: &'m Call,
    /// Under a condact: the clock and the defaults.
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
    /// By number.
    pub pres: Vec<PreSite<'m>>,
    pub index: PreIndex,
}

impl<'m> Program<'m> {
    pub fn of(node: &'m Node) -> Program<'m> {
        let mut program = Program {
            definitions: vec![None; node.variables.len()],
            hints: vec![Vec::new(); node.variables.len()],
            sites: (0..node.calls).map(|_| None).collect(),
            pres: Vec::new(),
            index: PreIndex::of(node),
        };
        for equation in &node.equations {
            let hints = mentions(&equation.rhs);
            for (component, var) in equation.lhs.iter().enumerate() {
                program.definitions[var.index()] = Some((&equation.rhs, component));
                program.hints[var.index()].clone_from(&hints);
            }
        }
        let mut pres: Vec<(u32, PreSite)> = Vec::new();
        let mut stack: Vec<&Expr> = node.expressions().collect();
        while let Some(expr) = stack.pop() {
            match &expr.kind {
                ExprKind::Pre(operand) => {
                    let site = PreSite {
                        operand,
                        temporal: is_temporal(operand),
                    };
                    pres.push((program.index.number(expr), site));
                }
                ExprKind::Call(call) => program.add_site(call, None),
                ExprKind::Condact {
                    clock,
                    call,
                    defaults,
                } => program.add_site(call, Some((clock, defaults))),
                _ => {}
            }
            expr.for_each_child(|child| stack.push(child));
        }
        pres.sort_by_key(|(number, _)| *number);
        program.pres = pres.into_iter().map(|(_, site)| site).collect();
        program
    }

    fn add_site(&mut self, call: &'m Call, condact: Option<(&'m Expr, &'m [Expr])>) {
        self.sites[call.id.index()] = Some(Site {
            call,
            condact,
            hints: call.args.iter().flat_map(mentions).collect(),
        });
    }
}

fn mentions(expr: &Expr) -> Vec<Hint> {
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
                stack.push(clock);
                stack.extend(defaults.iter());
            }
            _ => expr.for_each_child(|child| stack.push(child)),
        }
    }
    hints
}
