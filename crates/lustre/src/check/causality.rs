//! No node calls itself, and what happens where a variable needs itself within a step.
//!
//! Causality is judged per variable, as JKind does after inlining: the k-th output of a call needs only those
//! arguments that the called node's k-th output needs within a step ([`Node::output_needs`]), and the k-th variable on
//! the left of an equation needs only what the k-th component on the right needs. `pre` needs nothing.
//!
//! Kind 2 rejects a loop. To JKind an equation is a relation, so it only warns: here the equations that close a loop
//! become generated assertions over free variables, which is the same relation, and the rest of the model is acyclic.

use assay_source::Diagnostic;

use super::Checker;
use crate::model::{
    Assertion, BinaryOp, Call, Equation, Expr, ExprKind, Node, NodeId, Type, VarId,
};

/// Only so many loops of a node are reported.
const MAX_REPORTED: usize = 10;

impl Checker<'_> {
    /// Every node after those it calls; an error if there is no such order.
    pub(super) fn call_order(&mut self, nodes: &[Node]) -> Option<Vec<NodeId>> {
        let edges: Vec<Vec<usize>> = nodes
            .iter()
            .map(|node| {
                let mut callees = Vec::new();
                for root in node.expressions() {
                    root.walk(&mut |e| match &e.kind {
                        ExprKind::Call(call) | ExprKind::Condact { call, .. } => {
                            callees.push(call.node.index())
                        }
                        _ => {}
                    });
                }
                callees
            })
            .collect();
        let search = depth_first(&edges);
        let Some(cycle) = search.loops.first() else {
            return Some(search.order.into_iter().map(|n| NodeId(n as u32)).collect());
        };
        let names: Vec<_> = cycle.iter().map(|&n| nodes[n].name.to_string()).collect();
        let message = format!("the node `{}` calls itself{}", names[0], chain(&names));
        self.error("L0405", message, nodes[cycle[0]].name.span);
        None
    }

    /// Fills in [`Node::instant`] and [`Node::output_needs`], callees first, and breaks loops.
    pub(super) fn instantaneous(&mut self, nodes: &mut [Node], order: &[NodeId]) {
        for &id in order {
            let at = id.index();
            let mut edges = edges(&dependencies(nodes, &nodes[at]));
            let search = depth_first(&edges);
            if !search.loops.is_empty() {
                for cycle in search.loops.iter().take(MAX_REPORTED) {
                    self.instantaneous_loop(&nodes[at], cycle);
                }
                relax(&mut nodes[at], &search.targets);
                edges = self::edges(&dependencies(nodes, &nodes[at]));
            }
            let node = &nodes[at];
            let needs = node
                .outputs
                .iter()
                .map(|&o| inputs_needed(node, &edges, o))
                .collect();
            let instant = dependencies(nodes, node);
            let node = &mut nodes[at];
            node.instant = instant;
            node.output_needs = needs;
        }
    }

    fn instantaneous_loop(&mut self, node: &Node, cycle: &[usize]) {
        let names: Vec<_> = cycle
            .iter()
            .map(|&v| node.variables[v].name.to_string())
            .collect();
        let message = format!(
            "`{}` needs its own value in the same step{}",
            names[0],
            chain(&names)
        );
        let mut diagnostic = if self.kind2() {
            Diagnostic::error("L0404", message)
        } else {
            Diagnostic::warning("L0505", message).label("read as a relation, not as a definition")
        };
        let equation_of = |v: usize| {
            node.equations
                .iter()
                .find(|e| e.lhs.contains(&VarId(v as u32)))
        };
        if let Some(equation) = equation_of(cycle[0]) {
            diagnostic = diagnostic.at(equation.span);
        }
        for &v in cycle.iter().skip(1).take(3) {
            if let Some(equation) = equation_of(v) {
                diagnostic = diagnostic.secondary(equation.span, "and this");
            }
        }
        self.report(diagnostic.help("a `pre` on the way would break the loop"));
    }
}

/// Fills in [`Node::instant`] and [`Node::output_needs`] anew after a change. False if some variable now
/// needs its own value within a step.
pub(crate) fn instantaneous_again(nodes: &mut [Node], order: &[NodeId]) -> bool {
    for &id in order {
        let at = id.index();
        let instant = dependencies(nodes, &nodes[at]);
        let edges = edges(&instant);
        if !depth_first(&edges).loops.is_empty() {
            return false;
        }
        let node = &mut nodes[at];
        node.output_needs = node
            .outputs
            .iter()
            .map(|&o| inputs_needed(node, &edges, o))
            .collect();
        node.instant = instant;
    }
    true
}

/// Whether one expression needs something within a step that the other does not.
pub(crate) fn needs_more(nodes: &[Node], new: &Expr, old: &Expr) -> bool {
    let before = components(nodes, old);
    let parts = components(nodes, new).into_iter().enumerate();
    parts.into_iter().any(|(part, needs)| {
        let known = before.get(part).map_or(&[][..], Vec::as_slice);
        needs.iter().any(|v| !known.contains(v))
    })
}

/// Turns the equations of some variables into assertions that say the same.
fn relax(node: &mut Node, targets: &[usize]) {
    let closes_loop = |e: &Equation| e.lhs.iter().any(|v| targets.contains(&v.index()));
    let (relaxed, kept) = std::mem::take(&mut node.equations)
        .into_iter()
        .partition(closes_loop);
    node.equations = kept;
    let relaxed: Vec<Equation> = relaxed;
    for equation in relaxed {
        let (span, op_span) = (equation.span, equation.span);
        let mut left: Vec<Expr> = Vec::new();
        for (&id, &span) in equation.lhs.iter().zip(&equation.lhs_spans) {
            let variable = &mut node.variables[id.index()];
            variable.assigned = false;
            let (kind, ty, op_span) = (ExprKind::Var(id), variable.ty.clone(), span);
            left.push(Expr {
                kind,
                ty,
                span,
                op_span,
            });
        }
        let ty = Type::from_components(left.iter().map(|e| e.ty.clone()).collect());
        let left = match left.len() {
            1 => left.remove(0),
            _ => {
                let kind = ExprKind::Tuple(left);
                Expr {
                    kind,
                    ty,
                    span,
                    op_span,
                }
            }
        };
        let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(left), Box::new(equation.rhs));
        let ty = Type::Bool;
        node.assertions.push(Assertion {
            expr: Expr {
                kind,
                ty,
                span,
                op_span,
            },
            span,
            generated: true,
        });
    }
}

fn edges(instant: &[Vec<VarId>]) -> Vec<Vec<usize>> {
    instant
        .iter()
        .map(|needs| needs.iter().map(|v| v.index()).collect())
        .collect()
}

impl Node {
    /// The right sides, assertions and properties.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let equations = self.equations.iter().map(|e| &e.rhs);
        let assertions = self.assertions.iter().map(|a| &a.expr);
        let properties = self.properties.iter().map(|p| &p.expr);
        equations.chain(assertions).chain(properties)
    }
}

/// `: a -> b -> a`, or nothing for a loop of one.
fn chain(names: &[String]) -> String {
    match names {
        [_] => String::new(),
        _ => format!(": {} -> {}", names.join(" -> "), names[0]),
    }
}

fn dependencies(nodes: &[Node], node: &Node) -> Vec<Vec<VarId>> {
    let mut instant = vec![Vec::new(); node.variables.len()];
    for equation in &node.equations {
        let parts = components(nodes, &equation.rhs);
        for (&var, mut needs) in equation.lhs.iter().zip(parts) {
            needs.sort_unstable();
            needs.dedup();
            instant[var.index()] = needs;
        }
    }
    instant
}

/// What each component of an expression needs.
fn components(nodes: &[Node], expr: &Expr) -> Vec<Vec<VarId>> {
    if !matches!(expr.ty, Type::Tuple(_))
        && !matches!(expr.kind, ExprKind::Call(_) | ExprKind::Condact { .. })
    {
        let mut needs = Vec::new();
        scalar(nodes, expr, &mut needs);
        return vec![needs];
    }
    let count = expr.ty.components().len();
    match &expr.kind {
        ExprKind::Tuple(elements) => elements.iter().flat_map(|e| components(nodes, e)).collect(),
        ExprKind::Call(call) => call_components(nodes, call),
        ExprKind::Condact {
            clock,
            call,
            defaults,
        } => {
            let mut parts = call_components(nodes, call);
            let defaults = defaults.iter().flat_map(|e| components(nodes, e));
            for (part, default) in parts.iter_mut().zip(defaults) {
                scalar(nodes, clock, part);
                part.extend(default);
            }
            parts
        }
        ExprKind::Pre(_) => vec![Vec::new(); count],
        ExprKind::Arrow(a, b) => merge(components(nodes, a), components(nodes, b)),
        ExprKind::Ite(condition, a, b) => {
            let mut parts = merge(components(nodes, a), components(nodes, b));
            for part in &mut parts {
                scalar(nodes, condition, part);
            }
            parts
        }
        _ => {
            let mut needs = Vec::new();
            expr.for_each_child(|child| scalar(nodes, child, &mut needs));
            vec![needs; count]
        }
    }
}

fn call_components(nodes: &[Node], call: &Call) -> Vec<Vec<VarId>> {
    let args: Vec<Vec<VarId>> = call
        .args
        .iter()
        .flat_map(|a| components(nodes, a))
        .collect();
    nodes[call.node.index()]
        .output_needs
        .iter()
        .map(|inputs| {
            inputs
                .iter()
                .flat_map(|&i| args[i].iter().copied())
                .collect()
        })
        .collect()
}

fn merge(mut a: Vec<Vec<VarId>>, b: Vec<Vec<VarId>>) -> Vec<Vec<VarId>> {
    for (a, b) in a.iter_mut().zip(b) {
        a.extend(b);
    }
    a
}

/// What the whole of an expression needs.
fn scalar(nodes: &[Node], expr: &Expr, out: &mut Vec<VarId>) {
    match &expr.kind {
        ExprKind::Var(id) => out.push(*id),
        ExprKind::Pre(_) => {}
        ExprKind::Call(_) | ExprKind::Condact { .. } => {
            out.extend(components(nodes, expr).into_iter().flatten())
        }
        _ => expr.for_each_child(|child| scalar(nodes, child, out)),
    }
}

/// Indices of the inputs that are reachable from an output.
fn inputs_needed(node: &Node, edges: &[Vec<usize>], output: VarId) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut stack = vec![output.index()];
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut seen[v], true) {
            stack.extend(&edges[v]);
        }
    }
    (0..node.inputs.len())
        .filter(|&i| seen[node.inputs[i].index()])
        .collect()
}

struct Search {
    /// Every vertex after those its edges lead to, if there are no loops.
    order: Vec<usize>,
    /// The first loops that were found.
    loops: Vec<Vec<usize>>,
    /// One vertex of every loop: without these there is none.
    targets: Vec<usize>,
}

/// Depth-first search. Without recursion: chains may be long.
fn depth_first(edges: &[Vec<usize>]) -> Search {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    let mut search = Search {
        order: Vec::with_capacity(edges.len()),
        loops: Vec::new(),
        targets: Vec::new(),
    };
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        // The path from the root, with the next edge to follow at each vertex.
        let mut path = vec![(root, 0)];
        marks[root] = Mark::Open;
        while let Some((vertex, next)) = path.last_mut() {
            let Some(&target) = edges[*vertex].get(*next) else {
                marks[*vertex] = Mark::Done;
                search.order.push(*vertex);
                path.pop();
                continue;
            };
            *next += 1;
            match marks[target] {
                Mark::New => {
                    marks[target] = Mark::Open;
                    path.push((target, 0));
                }
                Mark::Open => {
                    if search.loops.len() < MAX_REPORTED {
                        let cycle = path.iter().map(|(v, _)| *v).skip_while(|v| *v != target);
                        search.loops.push(cycle.collect());
                    }
                    search.targets.push(target);
                }
                Mark::Done => {}
            }
        }
    }
    search.targets.sort_unstable();
    search.targets.dedup();
    search
}
