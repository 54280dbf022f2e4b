//! Types of expressions, after NuSMV's rules: Booleans are not integers, words of different widths do not mix, symbols and
//! integers may be compared with one another, sets occur where a value is chosen and on the right of `in`.

use assay_source::{Diagnostic, Span};

use super::{Elaborator, Entity, Kind, MAX_DEPTH, Node, NodeId, Reads, ScopeId, Stop, Type, VarIx};
use crate::interpret::constant;
use crate::tree::{BinaryOp, Branch, ExprId, ExprKind, UnaryOp};
use crate::values::{Value, WordValue};

impl Elaborator<'_> {
    /// The typed expression. Each is made once for each scope.
    pub(super) fn value(&mut self, expr: ExprId, scope: ScopeId) -> Result<NodeId, Stop> {
        if let Some(known) = self.values.get(&(expr, scope)) {
            return *known;
        }
        let made = self.new_value(expr, scope);
        self.values.insert((expr, scope), made);
        made
    }

    fn new_value(&mut self, expr: ExprId, scope: ScopeId) -> Result<NodeId, Stop> {
        let tree = self.tree;
        let span = self.span(expr);
        match &tree.exprs[expr].kind {
            ExprKind::Bool(b) => Ok(self.value_node(Value::Bool(*b), span)),
            ExprKind::Int(n) => Ok(self.value_node(Value::Int(*n), span)),
            ExprKind::Word(word) => {
                let value = WordValue {
                    signed: word.signed,
                    width: word.width,
                    bits: word.value.clone(),
                };
                Ok(self.value_node(Value::Word(value), span))
            }
            ExprKind::Name(_)
            | ExprKind::Itself
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Array(_) => match self.entity(expr, scope)? {
                Entity::Value(node) => Ok(node),
                Entity::Array { .. } => {
                    Err(self.error("S0302", span, "this is an array, and a value is needed"))
                }
                Entity::Instance(_) => {
                    Err(self.error("S0302", span, "this is an instance, and a value is needed"))
                }
            },
            ExprKind::Bits(base, high, low) => self.bits(*base, *high, *low, scope, span),
            ExprKind::Unary(op, operand) => self.unary(*op, *operand, scope, span),
            ExprKind::Binary(op, left, right) => self.chain(*op, *left, *right, expr, scope),
            ExprKind::Conditional(c, a, b) => {
                let condition = self.condition(*c, scope)?;
                let (a, b) = (self.value(*a, scope)?, self.value(*b, scope)?);
                let ty = self.joined(a, b, span)?;
                self.node(Kind::Conditional(condition, a, b), ty, span)
            }
            ExprKind::Case(branches) => self.case(branches, scope, span),
            ExprKind::Set(items) => self.set(items, scope, span),
            ExprKind::Next(operand) => {
                let operand = self.value(*operand, scope)?;
                let node = self.flat.node(operand);
                let (ty, reads) = (node.ty, node.reads);
                if reads.next {
                    return Err(self.error("S0401", span, "`next` within `next`"));
                }
                if reads.input {
                    let message = "an input has no next value that a model may read";
                    return Err(self.error("S0402", span, message));
                }
                self.node(Kind::Next(operand), ty, span)
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments, scope, span),
            ExprKind::PathUntil(until) => self.path_until(until, scope, span),
            ExprKind::Bounded(op, bounds, operand) => {
                self.bounded(*op, *bounds, *operand, scope, span)
            }
            ExprKind::ForAll(_) => {
                let message = "`forall` is known in `PSLSPEC` only";
                Err(self.error("S0924", span, message))
            }
        }
    }

    /// A chain of operators of any length, bracketed from the left, without recursion along it.
    fn chain(
        &mut self,
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
        expr: ExprId,
        scope: ScopeId,
    ) -> Result<NodeId, Stop> {
        let mut spine = vec![(op, right, expr)];
        let mut first = left;
        while let ExprKind::Binary(op, left, right) = self.tree.exprs[first].kind {
            if self.values.contains_key(&(first, scope)) {
                break;
            }
            spine.push((op, right, first));
            first = left;
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or) && spine.iter().all(|(o, ..)| *o == op) {
            return self.junction(op, first, &spine, scope);
        }
        let mut value = self.value(first, scope)?;
        while let Some((op, right, expr)) = spine.pop() {
            let right = self.value(right, scope)?;
            value = self.binary(op, value, right, self.span(expr))?;
        }
        Ok(value)
    }

    /// A long conjunction or disjunction becomes a tree that is as flat as can be.
    fn junction(
        &mut self,
        op: BinaryOp,
        first: ExprId,
        spine: &[(BinaryOp, ExprId, ExprId)],
        scope: ScopeId,
    ) -> Result<NodeId, Stop> {
        let rights = spine.iter().rev().map(|(_, right, _)| *right);
        let operands: Vec<ExprId> = [first].into_iter().chain(rights).collect();
        let mut row = Vec::with_capacity(operands.len());
        for operand in operands {
            row.push(self.value(operand, scope)?);
        }
        while row.len() > 1 {
            let mut next = Vec::with_capacity(row.len().div_ceil(2));
            let pairs = if row.len() > 8 { 2 } else { row.len() };
            for pair in row.chunks(pairs) {
                let mut joined = pair[0];
                for &other in &pair[1..] {
                    let span = self.flat.node(joined).span.to(self.flat.node(other).span);
                    joined = self.binary(op, joined, other, span)?;
                }
                next.push(joined);
            }
            row = next;
        }
        Ok(row[0])
    }

    pub(super) fn condition(&mut self, expr: ExprId, scope: ScopeId) -> Result<NodeId, Stop> {
        let node = self.value(expr, scope)?;
        self.boolean(node).map(|()| node)
    }

    fn boolean(&mut self, node: NodeId) -> Result<(), Stop> {
        let (ty, span) = (self.flat.node(node).ty, self.flat.node(node).span);
        if ty.is_bool() {
            return Ok(());
        }
        let error = Diagnostic::error("S0303", format!("a condition is needed, and this is {ty}"));
        let error = error.at(span);
        Err(self.refuse(match self.flat.node(node).kind {
            Kind::Value(Value::Int(1)) => error.help("the truth value is `TRUE`"),
            Kind::Value(Value::Int(0)) => error.help("the truth value is `FALSE`"),
            _ if ty.is_int() => {
                error.help("the truth values are `TRUE` and `FALSE`, integers are none")
            }
            _ => error,
        }))
    }

    fn unary(
        &mut self,
        op: UnaryOp,
        operand: ExprId,
        scope: ScopeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        let a = self.value(operand, scope)?;
        let ty = self.flat.node(a).ty;
        match op {
            UnaryOp::Not if ty.is_bool() || ty.is_word() => self.node(Kind::Not(a), ty, span),
            UnaryOp::Not => Err(self.operand(op.text(), ty, span)),
            UnaryOp::Minus if ty.is_int() || ty.is_word() => {
                if let Some(value) = self.constant_of(a)
                    && let Ok(negated) = crate::values::negate(&value)
                {
                    return Ok(self.value_node(negated, span));
                }
                self.node(Kind::Negate(a), ty, span)
            }
            UnaryOp::Minus => Err(self.operand(op.text(), ty, span)),
            UnaryOp::Ex | UnaryOp::Ax | UnaryOp::Ef | UnaryOp::Af | UnaryOp::Eg | UnaryOp::Ag => {
                self.boolean(a)?;
                self.node(Kind::Path(op, a), Type::BOOL, span)
            }
            _ => {
                self.boolean(a)?;
                self.node(Kind::Linear([a].into()), Type::BOOL, span)
            }
        }
    }

    fn operand(&mut self, op: &str, ty: Type, span: Span) -> Stop {
        let message = format!("`{op}` of {ty} is not defined");
        self.error("S0304", span, message)
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: NodeId,
        b: NodeId,
        span: Span,
    ) -> Result<NodeId, Stop> {
        use BinaryOp as O;
        let (a, b) = self.converted(a, b);
        let (left, right) = (self.flat.node(a).ty, self.flat.node(b).ty);
        let same_words = left.is_word() && left == right;
        let numbers = (left.is_int() && right.is_int()) || same_words;
        let kind = Kind::Binary(op, a, b);
        let ty = match op {
            O::And | O::Or | O::Xor | O::Xnor | O::Implies | O::Iff
                if (left.is_bool() && right.is_bool()) || same_words =>
            {
                left
            }
            O::Equal | O::NotEqual if !left.set && !right.set && left.join(right).is_some() => {
                Type::BOOL
            }
            O::Less | O::LessEqual | O::Greater | O::GreaterEqual if numbers => Type::BOOL,
            O::Add | O::Subtract | O::Multiply | O::Divide | O::Modulo if numbers => left,
            O::Concat if left.is_word() && right.is_word() => return self.concat(a, b, span),
            O::ShiftLeft | O::ShiftRight
                if left.is_word() && (right.is_int() || right.is_word()) =>
            {
                left
            }
            O::In if left.join(right).is_some() => Type::BOOL,
            O::Union => match left.join(right) {
                Some(ty) => Type { set: true, ..ty },
                None => return Err(self.operands(op, left, right, span)),
            },
            O::Range => return self.range(a, b, span),
            _ if super::types::is_temporal(op) => {
                self.boolean(a)?;
                self.boolean(b)?;
                return self.node(Kind::Linear([a, b].into()), Type::BOOL, span);
            }
            _ => return Err(self.operands(op, left, right, span)),
        };
        self.node(kind, ty, span)
    }

    fn operands(&mut self, op: BinaryOp, a: Type, b: Type, span: Span) -> Stop {
        let message = format!("`{}` of {a} and {b} is not defined", op.text());
        let error = Diagnostic::error("S0304", message).at(span);
        let compares = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        self.refuse(if compares && (a.set || b.set) {
            error.help("`in` asks whether a value is in a set")
        } else {
            error
        })
    }

    fn range(&mut self, a: NodeId, b: NodeId, span: Span) -> Result<NodeId, Stop> {
        match (self.constant_of(a), self.constant_of(b)) {
            (Some(Value::Int(low)), Some(Value::Int(high))) if low <= high => {
                let ty = Type {
                    set: true,
                    ..Type::INT
                };
                self.node(Kind::Range(low, high), ty, span)
            }
            (Some(Value::Int(low)), Some(Value::Int(high))) => {
                let message = format!("the range {low}..{high} is empty");
                Err(self.error("S0501", span, message))
            }
            _ => Err(self.error("S0305", span, "the ends of a range are constant integers")),
        }
    }

    fn joined(&mut self, a: NodeId, b: NodeId, span: Span) -> Result<Type, Stop> {
        let (left, right) = (self.flat.node(a).ty, self.flat.node(b).ty);
        match left.join(right) {
            Some(ty) => Ok(ty),
            None => {
                let message = format!("this is either {left} or {right}");
                Err(self.error("S0306", span, message))
            }
        }
    }

    fn case(&mut self, branches: &[Branch], scope: ScopeId, span: Span) -> Result<NodeId, Stop> {
        let mut made = Vec::with_capacity(branches.len());
        let mut ty: Option<Type> = None;
        for branch in branches {
            let condition = self.condition(branch.condition, scope)?;
            let value = self.value(branch.value, scope)?;
            let own = self.flat.node(value).ty;
            match ty.map_or(Some(own), |ty| ty.join(own)) {
                Some(joined) => ty = Some(joined),
                None => {
                    let before = ty.unwrap_or(own);
                    let message = format!("this branch is {own}, and those before it are {before}");
                    return Err(self.error("S0306", self.span(branch.value), message));
                }
            }
            made.push((condition, value));
        }
        let ty = ty.expect("a case has a branch");
        self.node(Kind::Case(made.into()), ty, span)
    }

    fn set(&mut self, items: &[ExprId], scope: ScopeId, span: Span) -> Result<NodeId, Stop> {
        let mut made = Vec::with_capacity(items.len());
        let mut ty: Option<Type> = None;
        for &item in items {
            let node = self.value(item, scope)?;
            let own = self.flat.node(node).ty;
            match ty.map_or(Some(own), |ty| ty.join(own)) {
                Some(joined) => ty = Some(joined),
                None => {
                    let message = format!("this value is {own}, and those before it are not");
                    return Err(self.error("S0306", self.span(item), message));
                }
            }
            made.push(node);
        }
        let ty = Type {
            set: true,
            ..ty.expect("a set has an element")
        };
        self.node(Kind::Set(made.into()), ty, span)
    }

    /// The value of an expression without variables.
    pub(super) fn constant_of(&self, node: NodeId) -> Option<Value> {
        constant(&self.flat, node)
    }

    pub(super) fn constant(&mut self, expr: ExprId, scope: ScopeId) -> Result<i64, Stop> {
        let node = self.value(expr, scope)?;
        match self.constant_of(node) {
            Some(Value::Int(n)) => Ok(n),
            _ => Err(self.error(
                "S0305",
                self.span(expr),
                "a constant integer is needed here",
            )),
        }
    }

    pub(super) fn var_node(&mut self, var: VarIx, span: Span) -> NodeId {
        let variable = self.flat.var(var);
        let ty = Type::of(variable.domain.base());
        let reads = Reads {
            input: variable.kind == crate::tree::VariableKind::Input,
            ..Reads::default()
        };
        self.push(Node {
            kind: Kind::Var(var),
            ty,
            reads,
            depth: 0,
            span,
        })
    }

    pub(super) fn value_node(&mut self, value: Value, span: Span) -> NodeId {
        let ty = Type::of(match &value {
            Value::Bool(_) => super::Base::Bool,
            Value::Int(_) => super::Base::Int,
            Value::Symbol(_) => super::Base::Symbol,
            Value::Word(w) => super::Base::Word {
                signed: w.signed,
                width: w.width,
            },
        });
        self.push(Node {
            kind: Kind::Value(value),
            ty,
            reads: Reads::default(),
            depth: 0,
            span,
        })
    }

    pub(super) fn bool_node(&mut self, kind: Kind, span: Span) -> NodeId {
        let made = self.node(kind, Type::BOOL, span);
        made.unwrap_or(NodeId(0))
    }

    pub(super) fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.flat.nodes.len() as u32);
        self.flat.nodes.push(node);
        id
    }

    /// Adds an expression. What its operands read, it reads.
    pub(super) fn node(&mut self, kind: Kind, ty: Type, span: Span) -> Result<NodeId, Stop> {
        let is_formula = matches!(
            kind,
            Kind::Not(_)
                | Kind::Binary(
                    BinaryOp::And
                        | BinaryOp::Or
                        | BinaryOp::Xor
                        | BinaryOp::Xnor
                        | BinaryOp::Implies
                        | BinaryOp::Iff,
                    ..
                )
                | Kind::Path(..)
                | Kind::Until(..)
                | Kind::BoundedUntil(..)
                | Kind::Bounded(..)
                | Kind::Linear(_)
        );
        let branching = matches!(
            kind,
            Kind::Path(..) | Kind::Until(..) | Kind::BoundedUntil(..)
        );
        let mut reads = Reads {
            next: matches!(kind, Kind::Next(_)),
            linear: matches!(kind, Kind::Linear(_)),
            branching,
            ..Reads::default()
        };
        if let Kind::Bounded(op, ..) = kind {
            reads.branching = super::functions::is_branching(op);
            reads.linear = !reads.branching;
        }
        let mut depth = 0;
        let id = self.push(Node {
            kind,
            ty,
            reads,
            depth,
            span,
        });
        let mut temporal = None;
        self.flat.each_operand(id, |operand| {
            let node = self.flat.node(operand);
            reads.next |= node.reads.next;
            reads.input |= node.reads.input;
            reads.branching |= node.reads.branching;
            reads.linear |= node.reads.linear;
            if node.reads.branching || node.reads.linear {
                temporal = Some(node.span);
            }
            depth = depth.max(node.depth + 1);
        });
        if depth > MAX_DEPTH {
            return Err(self.error("S0923", span, "the expression is nested too deeply"));
        }
        if let Some(span) = temporal.filter(|_| !is_formula) {
            let message = "a temporal formula is no operand here";
            return Err(self.error("S0403", span, message));
        }
        let node = &mut self.flat.nodes[id.0 as usize];
        (node.reads, node.depth) = (reads, depth);
        Ok(id)
    }
}
