//! Which functions can be under way while a function is.

use std::collections::BTreeSet;

use super::walk::each_of_init;
use super::{Callee, Expr, ExprKind, FunctionId, Program, Stmt};

/// What a function mentions.
#[derive(Default)]
struct Mentions {
    /// Functions that it calls by name.
    called: BTreeSet<FunctionId>,
    /// Functions whose address it takes.
    taken: BTreeSet<FunctionId>,
    /// Whether it calls through a pointer.
    indirect: bool,
}

/// The function itself and everything that it can call, directly or not. A pointer may point to any function whose address is taken anywhere.
pub fn reachable(program: &Program, from: FunctionId) -> BTreeSet<FunctionId> {
    let mentions: Vec<Mentions> = program
        .functions
        .iter()
        .map(|f| of(f.body.as_ref()))
        .collect();
    let mut taken: BTreeSet<FunctionId> = BTreeSet::new();
    for mentioned in &mentions {
        taken.extend(&mentioned.taken);
    }
    for global in &program.globals {
        let mut mentioned = Mentions::default();
        each_of_init(global.init.as_ref(), &mut |expr| mentioned.see(expr));
        taken.extend(&mentioned.taken);
    }
    let mut reached = BTreeSet::from([from]);
    let mut next = vec![from];
    while let Some(function) = next.pop() {
        let mentioned = &mentions[function.0 as usize];
        let pointed: &BTreeSet<FunctionId> = &taken;
        let through = pointed.iter().filter(|_| mentioned.indirect);
        for &callee in mentioned.called.iter().chain(through) {
            if reached.insert(callee) {
                next.push(callee);
            }
        }
    }
    reached
}

fn of(body: Option<&Stmt>) -> Mentions {
    let mut mentioned = Mentions::default();
    if let Some(body) = body {
        body.each_expr(&mut |expr| mentioned.see(expr));
    }
    mentioned
}

impl Mentions {
    fn see(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Function(function) => {
                self.taken.insert(*function);
            }
            ExprKind::Call(Callee::Direct(function), _) => {
                self.called.insert(*function);
            }
            ExprKind::Call(Callee::Pointer(_), _) => self.indirect = true,
            _ => {}
        }
        true
    }
}
