//! Which locals are alive where a jump lands. A jump over a declaration brings the local to life without its initialiser.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Done;
use super::exec::{Exec, Home};
use crate::program::{FunctionId, LabelId, LocalId, Site, Stmt, StmtKind};

/// What is known of the scopes of one function.
#[derive(Debug, Default)]
pub struct Scopes {
    /// For each label the locals that are declared before it in the blocks around it.
    labels: FxHashMap<LabelId, Vec<LocalId>>,
    /// The same for each `goto` and `switch`, by its site.
    jumps_from: FxHashMap<Site, Vec<LocalId>>,
    /// Whether a jump can go over a declaration, or back to before one: locals then keep one home for the whole call.
    jumps: bool,
    /// The locals that declarations bring to life. Parameters and compound literals are no such locals.
    declared: Vec<LocalId>,
}

impl Exec<'_> {
    fn scopes(&mut self, function: FunctionId) -> Rc<Scopes> {
        if let Some(known) = self.scopes.get(&function) {
            return known.clone();
        }
        let mut scopes = Scopes::default();
        if let Some(body) = &self.program.function(function).body {
            collect(body, &mut Vec::new(), &mut scopes);
        }
        let scopes = Rc::new(scopes);
        self.scopes.insert(function, scopes.clone());
        scopes
    }

    /// Whether locals of the current function keep one home.
    pub fn has_jumps(&mut self) -> bool {
        let function = self.function();
        self.scopes(function).jumps
    }

    /// The current path is about to jump to a label: the locals of the scopes that it leaves end, and those of the scopes that it
    /// enters come to life.
    pub fn enter_scopes(&mut self, label: LabelId, from: Site) -> Done<()> {
        if !self.has_jumps() {
            return Ok(());
        }
        let function = self.function();
        let scopes = self.scopes(function);
        let (Some(there), Some(here)) = (scopes.labels.get(&label), scopes.jumps_from.get(&from))
        else {
            return Ok(());
        };
        for &local in there {
            if !here.contains(&local) {
                let span = self.program.function(function).locals[local.0 as usize].span;
                self.declare(local, span)?;
            }
        }
        self.end_others(&scopes.declared, there);
        Ok(())
    }

    /// Ends the locals that are declared in these statements. Where locals keep one home, it may be older than the statements, so
    /// [`Exec::end_locals`] does not see that they end.
    pub fn end_declared<'s>(&mut self, statements: impl IntoIterator<Item = &'s Stmt>) {
        if self.is_dead() || !self.has_jumps() {
            return;
        }
        let mut inner = Scopes::default();
        for stmt in statements {
            collect(stmt, &mut Vec::new(), &mut inner);
        }
        self.end_others(&inner.declared, &[]);
    }

    fn end_others(&mut self, declared: &[LocalId], open: &[LocalId]) {
        let dead = self.pool.bool(false);
        for local in declared {
            let home = self.stack.last().and_then(|a| a.homes[local.0 as usize]);
            let Some(Home::Object(object)) = home.filter(|_| !open.contains(local)) else {
                continue;
            };
            let known = self.path.bodies.get(object as usize).map(|b| b.alive);
            if known.is_some_and(|alive| alive != dead) {
                self.set_alive(object, dead);
            }
        }
    }
}

/// `open` are the locals that are declared so far in the blocks around.
fn collect(stmt: &Stmt, open: &mut Vec<LocalId>, scopes: &mut Scopes) {
    match &stmt.kind {
        StmtKind::Declare { local, .. } => {
            open.push(*local);
            scopes.declared.push(*local);
        }
        StmtKind::Goto(_) => {
            scopes.jumps = true;
            scopes.jumps_from.insert(stmt.site, open.clone());
        }
        StmtKind::Switch { .. } => {
            scopes.jumps_from.insert(stmt.site, open.clone());
        }
        StmtKind::Label(label, _) => {
            scopes.labels.insert(*label, open.clone());
        }
        _ => {}
    }
    let depth = open.len();
    if let StmtKind::For { init, .. } = &stmt.kind {
        for inner in init {
            collect(inner, open, scopes);
        }
    }
    if let StmtKind::Switch { body, .. } = &stmt.kind
        && let StmtKind::Block(inner) = &body.kind
    {
        let first = inner
            .iter()
            .position(|s| matches!(s.kind, StmtKind::Declare { .. }));
        let last = inner
            .iter()
            .rposition(|s| matches!(s.kind, StmtKind::Label(..)));
        scopes.jumps |= matches!((first, last), (Some(first), Some(last)) if first < last);
    }
    for inner in super::flow::parts(stmt) {
        collect(inner, open, scopes);
    }
    if !matches!(stmt.kind, StmtKind::Declare { .. } | StmtKind::Label(..)) {
        open.truncate(depth);
    }
}
