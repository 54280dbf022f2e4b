//! What is worked out once for each function: where its locals are, and the ways to its labels.
//!
//! A jump unwinds the statements up to the first one that has the label in it, and then descends along a route to the label without
//! executing what is on the way.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::convert::Spot;
use super::library::{self, Native};
use super::machine::{Done, Flow, Machine};
use crate::checks::Class;
use crate::context::Frame;
use crate::program::{
    Callee, Expr, ExprKind, Function, Init, LabelId, Lvalue, LvalueKind, Site, Stmt, StmtKind,
    Types,
};

/// Larger locals are objects, so that the stack stays small.
const MAX_SLOT: u64 = 4096;

/// Expressions that are nested deeper are not searched for labels.
const MAX_DEPTH: u32 = 100_000;

pub struct Plan {
    /// For each local that no pointer points to: where it is on the stack of its call, and its size.
    pub slots: Vec<Option<(u32, u32)>>,
    /// How much of the stack a call takes.
    pub bytes: usize,
    /// For a statement (by its address) and a label in it, the number of the part that has the label.
    routes: FxHashMap<(usize, LabelId), u32>,
    sites: FxHashMap<LabelId, Site>,
    /// What a function without a body does.
    pub native: Option<Native>,
}

impl Plan {
    pub fn new(function: &Function, types: &Types) -> Plan {
        let mut bytes = 0u32;
        let slots = function
            .locals
            .iter()
            .map(|local| {
                let size = types.size(local.ty).filter(|size| *size <= MAX_SLOT)? as u32;
                if local.addressed {
                    return None;
                }
                let start = bytes.next_multiple_of(16);
                bytes = start + size;
                Some((start, size))
            })
            .collect();
        let mut plan = Plan {
            slots,
            bytes: bytes as usize,
            routes: FxHashMap::default(),
            sites: FxHashMap::default(),
            native: None,
        };
        match &function.body {
            Some(body) if function.labels > 0 => {
                let mut walk = Walk {
                    plan: &mut plan,
                    above: vec![],
                    depth: 0,
                };
                walk.statement(body);
            }
            Some(_) => {}
            None => plan.native = library::find(&function.name),
        }
        plan
    }

    /// Which part of a statement has a label, if one has.
    pub fn route(&self, stmt: &Stmt, label: LabelId) -> Option<u32> {
        let address = std::ptr::from_ref(stmt) as usize;
        self.routes.get(&(address, label)).copied()
    }
}

/// The jumps back that a statement caught since it began.
pub struct Back {
    site: Site,
    count: u32,
    /// How many frames there were when it began.
    depth: usize,
}

impl Back {
    pub fn new(stmt: &Stmt, depth: usize) -> Back {
        Back {
            site: stmt.site,
            count: 0,
            depth,
        }
    }
}

struct Walk<'w> {
    plan: &'w mut Plan,
    /// The statements around, with the numbers of their parts.
    above: Vec<(usize, u32)>,
    depth: u32,
}

impl Walk<'_> {
    fn part(&mut self, of: &Stmt, number: u32, stmt: &Stmt) {
        self.above.push((std::ptr::from_ref(of) as usize, number));
        self.statement(stmt);
        self.above.pop();
    }

    fn statement(&mut self, stmt: &Stmt) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        match &stmt.kind {
            StmtKind::Empty | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Expr(expr) | StmtKind::Value(expr) => self.expr(expr),
            StmtKind::Return(expr) => expr.iter().for_each(|expr| self.expr(expr)),
            StmtKind::Declare { init, .. } => init.iter().for_each(|init| self.init(init)),
            StmtKind::Block(stmts) => {
                for (i, part) in stmts.iter().enumerate() {
                    self.part(stmt, i as u32, part);
                }
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.part(stmt, 0, then);
                if let Some(otherwise) = otherwise {
                    self.part(stmt, 1, otherwise);
                }
            }
            StmtKind::While {
                condition, body, ..
            }
            | StmtKind::DoWhile {
                condition, body, ..
            } => {
                self.expr(condition);
                self.part(stmt, 0, body);
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                init.iter().for_each(|stmt| self.statement(stmt));
                condition.iter().chain(step).for_each(|e| self.expr(e));
                self.part(stmt, 0, body);
            }
            StmtKind::Switch { value, body, .. } => {
                self.expr(value);
                self.part(stmt, 0, body);
            }
            StmtKind::Label(label, inner) => {
                self.plan.sites.insert(*label, stmt.site);
                let address = std::ptr::from_ref(stmt) as usize;
                self.plan.routes.insert((address, *label), 0);
                for (above, number) in &self.above {
                    self.plan.routes.insert((*above, *label), *number);
                }
                self.part(stmt, 0, inner);
            }
        }
        self.depth -= 1;
    }

    /// Labels of a statement expression cannot be reached from outside of it.
    fn inner(&mut self, stmt: &Stmt) {
        let above = std::mem::take(&mut self.above);
        self.statement(stmt);
        self.above = above;
    }

    fn expr(&mut self, expr: &Expr) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) | ExprKind::Nothing => {}
            ExprKind::Load(lvalue)
            | ExprKind::Address(lvalue)
            | ExprKind::VaArg(lvalue)
            | ExprKind::Step { of: lvalue, .. } => self.lvalue(lvalue),
            ExprKind::Unary(_, a) | ExprKind::Convert(a, _) => self.expr(a),
            ExprKind::Binary(_, a, b)
            | ExprKind::PointerSub(a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Elvis(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            } => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Conditional(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Assign(to, value) | ExprKind::AssignOp { to, value, .. } => {
                self.lvalue(to);
                self.expr(value);
            }
            ExprKind::Call(callee, arguments) => {
                if let Callee::Pointer(callee) = callee {
                    self.expr(callee);
                }
                arguments.iter().for_each(|argument| self.expr(argument));
            }
            ExprKind::Block(block) => self.inner(block),
        }
        self.depth -= 1;
    }

    fn lvalue(&mut self, lvalue: &Lvalue) {
        match &lvalue.kind {
            LvalueKind::Local(_) | LvalueKind::Global(_) => {}
            LvalueKind::Deref(expr) | LvalueKind::Temporary(expr) => self.expr(expr),
            LvalueKind::Index(of, index) => {
                self.lvalue(of);
                self.expr(index);
            }
            LvalueKind::Field(of, _) => self.lvalue(of),
            LvalueKind::Literal(_, init) => self.init(init),
        }
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::Value(value) => self.expr(value),
            Init::Parts(parts) => parts.iter().for_each(|(_, value)| self.expr(value)),
        }
    }
}

impl<'p> Machine<'p> {
    pub fn plan(&mut self, function: crate::program::FunctionId) -> Rc<Plan> {
        let index = function.0 as usize;
        if let Some(Some(plan)) = self.plans.get(index) {
            return plan.clone();
        }
        let plan = Rc::new(Plan::new(self.program.function(function), self.types));
        if let Some(place) = self.plans.get_mut(index) {
            *place = Some(plan.clone());
        }
        plan
    }

    /// The part of a statement that has a label of the current function.
    pub fn route(&self, stmt: &Stmt, label: LabelId) -> Option<u32> {
        self.activations.last()?.plan.route(stmt, label)
    }

    /// Begins a jump to a label in the statement that catches it.
    pub fn jump(&mut self, label: LabelId, from: Spot, back: &mut Back) -> Done<()> {
        self.tick(1)?;
        self.seeking = Some(label);
        let sites = self.activations.last().map(|a| &a.plan.sites);
        let Some(site) = sites.and_then(|sites| sites.get(&label).copied()) else {
            return Ok(());
        };
        if site > from.site {
            return Ok(());
        }
        back.count += 1;
        if let Some(limit) = self.options.unwind.limit
            && back.count >= limit
        {
            return self.unwound(Class::Unwinding, from.site, from.at);
        }
        self.here.frames.truncate(back.depth);
        self.here.frames.push(Frame::Again(back.site, back.count));
        Ok(())
    }

    /// Catches a jump to a label in a part of a loop or a switch.
    pub fn catch(&self, stmt: &Stmt, flow: Flow) -> Option<(LabelId, Spot)> {
        match flow {
            Flow::Goto(label, from) if self.route(stmt, label).is_some() => Some((label, from)),
            _ => None,
        }
    }
}
