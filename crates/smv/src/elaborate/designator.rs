//! What names stand for: `x`, `self`, `cell.x`, `buffer[2]`.

use std::sync::Arc;

use assay_language::closest;
use assay_source::{Diagnostic, Span};

use super::{
    Define, DefineIx, DefineState, Elaborator, Entity, Kind, NodeId, ScopeId, Stop, Symbol,
};
use crate::tree::{BinaryOp, ExprId, ExprKind};
use crate::values::Value;

/// Definitions may lead to one another this often.
const MAX_NESTING: u32 = 10_000;

/// What a word of another language stands for.
fn meant(name: &str) -> Option<&'static str> {
    match name {
        "true" | "false" | "True" | "False" => Some("the truth values are `TRUE` and `FALSE`"),
        "default" | "else" | "otherwise" | "others" => {
            Some("the branch for everything else is the last one, `TRUE : ...`")
        }
        _ => None,
    }
}

impl Elaborator<'_> {
    pub(super) fn entity(&mut self, expr: ExprId, scope: ScopeId) -> Result<Entity, Stop> {
        let tree = self.tree;
        let span = self.span(expr);
        match &tree.exprs[expr].kind {
            ExprKind::Name(name) => self.name(name, scope, span),
            ExprKind::Itself => Ok(Entity::Instance(scope)),
            ExprKind::Field(base, field) => {
                if let Some(found) = self.dotted(expr, scope) {
                    return self.symbol(found, span);
                }
                match self.entity(*base, scope)? {
                    Entity::Instance(instance) => self.field(instance, &field.name, field.span),
                    Entity::Array { low, elements } => match field.name.parse() {
                        Ok(index) => self.element_at(low, elements, index, span),
                        Err(_) => Err(self.error("S0210", field.span, "an array has no fields")),
                    },
                    Entity::Value(_) => {
                        let message = format!("`{}` is no instance", self.text(self.span(*base)));
                        Err(self.error("S0210", field.span, message))
                    }
                }
            }
            ExprKind::Index(base, index) => {
                if let Some(found) = self.dotted(expr, scope) {
                    return self.symbol(found, span);
                }
                self.indexed(*base, *index, scope, span)
            }
            ExprKind::Array(items) => {
                let elements = items.iter().map(|i| self.entity(*i, scope));
                let elements = elements.collect::<Result<Vec<Entity>, Stop>>()?;
                Ok(Entity::Array { low: 0, elements })
            }
            _ => self.value(expr, scope).map(Entity::Value),
        }
    }

    fn name(&mut self, name: &Arc<str>, scope: ScopeId, span: Span) -> Result<Entity, Stop> {
        if let Some(symbol) = self.scope(scope).symbols.get(name).copied() {
            // NuSMV lets a variable of the main module have the name of a symbol that is declared after it, as long as
            // nobody uses the name.
            if scope.0 == 0 && self.literals.contains_key(name) {
                return Err(self.clash(name, span));
            }
            return self.symbol(symbol, span);
        }
        if let Some(running) = self.running(name, scope, span) {
            return Ok(running);
        }
        if self.literals.contains_key(name) {
            let value = Value::Symbol(name.clone());
            return Ok(Entity::Value(self.value_node(value, span)));
        }
        Err(self.unknown(name, scope, span, true))
    }

    /// Whether the process that the scope runs in is the one that the selector chooses.
    fn running(&mut self, name: &str, scope: ScopeId, span: Span) -> Option<Entity> {
        let selector = self.flat.selector.filter(|_| name == "running")?;
        let process = self.processes[self.scope(scope).process].as_str();
        let value = Value::Symbol(process.into());
        let value = self.value_node(value, span);
        let selector = self.var_node(selector, span);
        let equal = Kind::Binary(BinaryOp::Equal, selector, value);
        Some(Entity::Value(self.bool_node(equal, span)))
    }

    fn field(&mut self, scope: ScopeId, name: &Arc<str>, span: Span) -> Result<Entity, Stop> {
        if let Some(symbol) = self.scope(scope).symbols.get(name).copied() {
            return self.symbol(symbol, span);
        }
        match self.running(name, scope, span) {
            Some(running) => Ok(running),
            None => Err(self.unknown(name, scope, span, false)),
        }
    }

    fn unknown(&mut self, name: &str, scope: ScopeId, span: Span, literals: bool) -> Stop {
        let symbols = self.scope(scope).symbols.keys();
        let symbols = symbols.chain(self.literals.keys().filter(|_| literals));
        let near = closest(name, symbols.map(|n| &**n)).map(str::to_string);
        let module = &self.tree.modules[self.scope(scope).module].name;
        let message = if literals {
            format!("`{name}` is not declared")
        } else {
            format!("the module `{module}` has no `{name}`")
        };
        let error = Diagnostic::error("S0211", message).at(span);
        self.refuse(match (meant(name), near) {
            (Some(meant), _) => error.help(meant),
            (None, Some(near)) => error.help(format!("there is `{near}`")),
            (None, None) => error,
        })
    }

    /// A declared name with dots or brackets in it, as flattened models have them.
    fn dotted(&self, expr: ExprId, scope: ScopeId) -> Option<Symbol> {
        let declared = self.scope(scope);
        let name = declared.dotted.then(|| self.dotted_text(expr))??;
        declared.symbols.get(name.as_str()).copied()
    }

    fn dotted_text(&self, expr: ExprId) -> Option<String> {
        match &self.tree.exprs[expr].kind {
            ExprKind::Name(name) => Some(name.to_string()),
            ExprKind::Field(base, field) => Some(format!("{}.{field}", self.dotted_text(*base)?)),
            ExprKind::Index(base, index) => match self.tree.exprs[*index].kind {
                ExprKind::Int(n) => Some(format!("{}[{n}]", self.dotted_text(*base)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn symbol(&mut self, symbol: Symbol, span: Span) -> Result<Entity, Stop> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            self.nesting = 0;
            return Err(self.error("S0923", span, "definitions are nested too deeply"));
        }
        let found = match symbol {
            Symbol::Variable(at) => match self.variables[at].entity.clone() {
                Some(entity) => self.again(Ok(entity), span),
                None => Err(self.error(
                    "S0212",
                    span,
                    "a constant is needed, and this is a variable",
                )),
            },
            Symbol::Instance(scope) => Ok(Entity::Instance(scope)),
            Symbol::Parameter(expr, scope) => {
                if self.open.insert((expr, scope)) {
                    let entity = self.entity(expr, scope);
                    self.open.remove(&(expr, scope));
                    entity
                } else {
                    Err(self.error("S0213", span, "this parameter is defined by itself"))
                }
            }
            Symbol::Define(at) => self.definition(at, span),
        };
        self.nesting = self.nesting.saturating_sub(1);
        found
    }

    pub(super) fn definition(&mut self, at: usize, span: Span) -> Result<Entity, Stop> {
        match self.defines[at].state.clone() {
            DefineState::Done(found) => self.again(found, span),
            DefineState::Open => {
                let message = format!("`{}` is defined by itself", self.defines[at].name);
                Err(self.error("S0213", span, message))
            }
            DefineState::New => {
                self.defines[at].state = DefineState::Open;
                let (value, scope) = (self.defines[at].value, self.defines[at].scope);
                let found = self.entity(value, scope).map(|e| self.defined(at, e));
                self.defines[at].state = DefineState::Done(found.clone());
                self.again(found, span)
            }
        }
    }

    /// A reference stands at its own place.
    fn again(&mut self, found: Result<Entity, Stop>, span: Span) -> Result<Entity, Stop> {
        Ok(match found? {
            Entity::Value(node) => {
                let mut copy = self.flat.node(node).clone();
                copy.span = span;
                Entity::Value(self.push(copy))
            }
            entity => entity,
        })
    }

    fn defined(&mut self, at: usize, entity: Entity) -> Entity {
        let Entity::Value(body) = entity else {
            return entity;
        };
        let define = DefineIx(self.flat.defines.len() as u32);
        let span = self.defines[at].span;
        let home = self.defines[at].home;
        let name = self.defines[at].name.clone();
        let local = &name[self.scope(home).prefix.len()..];
        let element = self.names(home, local).element;
        self.flat.defines.push(Define {
            name,
            element,
            body,
            span: self.defines[at].whole,
        });
        let mut node = self.flat.node(body).clone();
        node.kind = Kind::Define(define);
        node.depth += 1;
        node.span = span;
        Entity::Value(self.push(node))
    }

    fn indexed(
        &mut self,
        base: ExprId,
        index: ExprId,
        scope: ScopeId,
        span: Span,
    ) -> Result<Entity, Stop> {
        let Entity::Array { low, elements } = self.entity(base, scope)? else {
            let message = format!("`{}` is no array", self.text(self.span(base)));
            return Err(self.error("S0214", span, message));
        };
        let at = self.value(index, scope)?;
        if !self.flat.node(at).ty.is_int() {
            let message = format!(
                "an index is an integer, and this is {}",
                self.flat.node(at).ty
            );
            return Err(self.error("S0301", self.span(index), message));
        }
        match self.constant_of(at) {
            Some(Value::Int(n)) => self.element_at(low, elements, n, span),
            _ => self.element(low, elements, at, span),
        }
    }

    fn element_at(
        &mut self,
        low: i64,
        mut elements: Vec<Entity>,
        index: i64,
        span: Span,
    ) -> Result<Entity, Stop> {
        let at = usize::try_from(index.saturating_sub(low)).ok();
        match at.filter(|at| *at < elements.len()) {
            Some(at) => Ok(elements.swap_remove(at)),
            None => {
                let high = low + elements.len() as i64 - 1;
                let message = format!("the index {index} is outside of the array's {low}..{high}");
                Err(self.error("S0504", span, message))
            }
        }
    }

    /// The element of a variable index; of an array of arrays element by element.
    fn element(
        &mut self,
        low: i64,
        elements: Vec<Entity>,
        index: NodeId,
        span: Span,
    ) -> Result<Entity, Stop> {
        let scalars = elements.iter().map(|e| match e {
            Entity::Value(node) => Some(*node),
            _ => None,
        });
        if let Some(scalars) = scalars.collect::<Option<Vec<NodeId>>>() {
            return self
                .element_node(scalars, low, index, span)
                .map(Entity::Value);
        }
        let mut columns: Vec<Vec<Entity>> = Vec::new();
        let mut shape = None;
        for element in elements {
            let (inner, elements) = match element {
                Entity::Array { low, elements } => (Some((low, elements.len())), elements),
                _ => (None, vec![]),
            };
            if inner.is_none() || *shape.get_or_insert(inner) != inner {
                return Err(self.error(
                    "S0214",
                    span,
                    "the elements of this array differ in shape",
                ));
            }
            columns.resize_with(elements.len(), Vec::new);
            for (column, element) in columns.iter_mut().zip(elements) {
                column.push(element);
            }
        }
        let columns = columns
            .into_iter()
            .map(|c| self.element(low, c, index, span));
        Ok(Entity::Array {
            low: shape.flatten().map_or(0, |(low, _)| low),
            elements: columns.collect::<Result<Vec<Entity>, Stop>>()?,
        })
    }
}
