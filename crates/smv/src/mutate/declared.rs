//! Types by looking at declarations, without elaboration: of literals, of declared variables, of definitions, of what operators
//! make. A parameter has no type here.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Types, Values};
use crate::syntax::parser::MAX_WIDTH;
use crate::tree::{
    BinaryOp, ExprId, ExprKind, Exprs, Function, LiteralKind, Module, SectionKind, Spec, SpecKind,
    Tree, Type, TypeKind, UnaryOp, Variable, VariableKind,
};

/// The types that the declarations of a tree give.
pub struct Declared<'t> {
    tree: &'t Tree,
    modules: Vec<Names<'t>>,
    by_name: FxHashMap<&'t str, usize>,
    /// The first enumeration that has a symbol.
    symbols: FxHashMap<Arc<str>, Values>,
    /// Of each expression: its module, and what is known of its values.
    module_of: Vec<Option<usize>>,
    values: Vec<Option<Values>>,
}

#[derive(Default)]
struct Names<'t> {
    variables: FxHashMap<&'t str, &'t Variable>,
    /// In the order of declaration.
    order: Vec<(VariableKind, &'t Variable)>,
    defines: FxHashMap<&'t str, ExprId>,
    parameters: Vec<&'t str>,
}

/// What a designator stands for.
enum Found<'t> {
    Typed(&'t Type),
    Define(ExprId),
}

impl<'t> Declared<'t> {
    pub fn new(tree: &'t Tree) -> Declared<'t> {
        let mut declared = Declared {
            tree,
            modules: tree.modules.iter().map(Names::of).collect(),
            by_name: FxHashMap::default(),
            symbols: FxHashMap::default(),
            module_of: vec![None; tree.exprs.len()],
            values: vec![None; tree.exprs.len()],
        };
        for (at, module) in tree.modules.iter().enumerate() {
            declared.by_name.entry(&module.name.name).or_insert(at);
            for root in roots(module) {
                for id in tree.exprs.post_order(root) {
                    declared.module_of[id.0 as usize] = Some(at);
                }
            }
            for (_, variable) in &declared.modules[at].order {
                collect_symbols(&variable.ty, &mut declared.symbols);
            }
        }
        // Operands come before what they are operands of; definitions may come later, so that one more round knows more.
        for _ in 0..2 {
            for id in (0..tree.exprs.len() as u32).map(ExprId) {
                if let Some(module) = declared.module_of[id.0 as usize] {
                    declared.values[id.0 as usize] = declared.compute(module, id);
                }
            }
        }
        declared
    }

    fn known(&self, id: ExprId) -> Option<&Values> {
        self.values[id.0 as usize].as_ref()
    }

    fn compute(&self, module: usize, id: ExprId) -> Option<Values> {
        match &self.tree.exprs[id].kind {
            ExprKind::Bool(_) => Some(Values::Bool),
            ExprKind::Int(value) => Some(Values::Int(Some((*value, *value)))),
            ExprKind::Word(word) => Some(Values::Word {
                signed: word.signed,
                width: word.width,
            }),
            ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                match self.find(module, id) {
                    Some(Found::Typed(ty)) => values_of(&self.tree.exprs, ty),
                    Some(Found::Define(define)) => self.known(define).cloned(),
                    None => self.symbol(module, id).cloned(),
                }
            }
            ExprKind::Unary(UnaryOp::Minus, operand) => match self.known(*operand)? {
                Values::Int(range) => Some(Values::Int(range.map(|(low, high)| (-high, -low)))),
                other => Some(other.clone()),
            },
            ExprKind::Unary(_, operand) => Some(self.logical(*operand, *operand)),
            ExprKind::Binary(op, left, right) => self.binary(*op, *left, *right),
            ExprKind::Next(operand) => self.known(*operand).cloned(),
            ExprKind::Conditional(_, then, otherwise) => self.join(&[*then, *otherwise]),
            ExprKind::Case(branches) => {
                let values: Vec<ExprId> = branches.iter().map(|branch| branch.value).collect();
                self.join(&values)
            }
            ExprKind::Set(items) | ExprKind::Array(items) => self.join(items),
            ExprKind::Call(function, arguments) => match function {
                Function::Bool => Some(Values::Bool),
                Function::Count => Some(Values::Int(Some((0, arguments.len() as i64)))),
                Function::ToInt | Function::SizeOf => Some(Values::Int(None)),
                _ => None,
            },
            ExprKind::PathUntil(_) | ExprKind::Bounded(..) | ExprKind::ForAll(_) => {
                Some(Values::Bool)
            }
            ExprKind::Itself | ExprKind::Bits(..) => None,
        }
    }

    /// The values of an expression that is one of these.
    fn join(&self, parts: &[ExprId]) -> Option<Values> {
        let first = parts.iter().find_map(|part| self.known(*part))?;
        let Values::Int(_) = first else {
            return Some(first.clone());
        };
        let mut whole: Option<(i64, i64)> = None;
        for part in parts {
            let Some(Values::Int(Some((low, high)))) = self.known(*part) else {
                return Some(Values::Int(None));
            };
            let (from, to) = whole.unwrap_or((*low, *high));
            whole = Some((from.min(*low), to.max(*high)));
        }
        Some(Values::Int(whole))
    }

    /// `&` and its like are of words if an operand is, and else of truth values.
    fn logical(&self, left: ExprId, right: ExprId) -> Values {
        let word = |id| self.known(id).filter(|v| matches!(v, Values::Word { .. }));
        word(left).or(word(right)).cloned().unwrap_or(Values::Bool)
    }

    fn binary(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Option<Values> {
        use BinaryOp as B;
        Some(match op {
            B::And | B::Or | B::Xor | B::Xnor | B::Implies | B::Iff => self.logical(left, right),
            B::Add | B::Subtract | B::Multiply | B::Divide | B::Modulo => {
                match (self.known(left), self.known(right)) {
                    (Some(Values::Int(left)), Some(Values::Int(right))) => {
                        let ranges = left.zip(*right);
                        Values::Int(ranges.and_then(|(left, right)| interval(op, left, right)))
                    }
                    (left, right) => left.or(right).map(|values| match values {
                        Values::Int(_) => Values::Int(None),
                        other => other.clone(),
                    })?,
                }
            }
            B::ShiftLeft | B::ShiftRight => self.known(left)?.clone(),
            B::Union | B::Range => self.join(&[left, right])?,
            B::Concat => return None,
            _ => Values::Bool,
        })
    }

    /// The enumeration of a name that nothing in the module declares.
    fn symbol(&self, module: usize, id: ExprId) -> Option<&Values> {
        let ExprKind::Name(name) = &self.tree.exprs[id].kind else {
            return None;
        };
        let parameters = &self.modules[module].parameters;
        if parameters.contains(&&**name) {
            None
        } else {
            self.symbols.get(name)
        }
    }

    fn find(&self, module: usize, id: ExprId) -> Option<Found<'t>> {
        match &self.tree.exprs[id].kind {
            ExprKind::Name(name) => self.lookup(module, name),
            ExprKind::Field(base, field) => {
                let Found::Typed(ty) = self.find(module, *base)? else {
                    return None;
                };
                let TypeKind::Instance { module, .. } = &ty.kind else {
                    return None;
                };
                let module = *self.by_name.get(&*module.name)?;
                self.lookup(module, &field.name)
            }
            ExprKind::Index(base, _) => match self.find(module, *base)? {
                Found::Typed(ty) => match &ty.kind {
                    TypeKind::Array { element, .. } => Some(Found::Typed(element)),
                    _ => None,
                },
                Found::Define(_) => None,
            },
            _ => None,
        }
    }

    fn lookup(&self, module: usize, name: &str) -> Option<Found<'t>> {
        let names = &self.modules[module];
        let variable = names.variables.get(name).map(|v| Found::Typed(&v.ty));
        variable.or_else(|| names.defines.get(name).map(|define| Found::Define(*define)))
    }
}

impl Types for Declared<'_> {
    fn values(&self, expr: ExprId) -> Option<&Values> {
        self.known(expr)
    }

    fn others(&self, expr: ExprId) -> Vec<Arc<str>> {
        let ExprKind::Name(name) = &self.tree.exprs[expr].kind else {
            return Vec::new();
        };
        let Some(module) = self.module_of[expr.0 as usize] else {
            return Vec::new();
        };
        let order = &self.modules[module].order;
        let Some(at) = order
            .iter()
            .position(|(_, variable)| variable.name.name == *name)
        else {
            return Vec::new();
        };
        let values = |variable: &Variable| values_of(&self.tree.exprs, &variable.ty);
        let (kind, own) = (order[at].0, values(order[at].1));
        if own.is_none() {
            return Vec::new();
        }
        let following = (1..order.len()).map(|i| order[(at + i) % order.len()]);
        following
            .filter(|(other, variable)| *other == kind && values(variable) == own)
            .filter(|(_, variable)| variable.name.name != *name)
            .map(|(_, variable)| variable.name.name.clone())
            .collect()
    }

    fn is_literal(&self, expr: ExprId) -> bool {
        let Some(module) = self.module_of[expr.0 as usize] else {
            return false;
        };
        self.find(module, expr).is_none() && self.symbol(module, expr).is_some()
    }
}

/// The values of an operation on numbers, where they are few enough for a variable.
fn interval(op: BinaryOp, left: (i64, i64), right: (i64, i64)) -> Option<(i64, i64)> {
    let apply = |a: i64, b: i64| match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        _ => None,
    };
    let ends = match op {
        // The result has the sign of the dividend, and is not larger.
        BinaryOp::Divide => {
            let most = left.0.abs().max(left.1.abs());
            vec![
                if left.0 < 0 { -most } else { 0 },
                if left.1 > 0 || right.0 < 0 { most } else { 0 },
                if right.0 < 0 { -most } else { 0 },
            ]
        }
        BinaryOp::Modulo => {
            let most = right.0.abs().max(right.1.abs()).saturating_sub(1);
            vec![
                if left.0 < 0 { -most } else { 0 },
                if left.1 > 0 { most } else { 0 },
            ]
        }
        _ => {
            let pairs = [
                (left.0, right.0),
                (left.0, right.1),
                (left.1, right.0),
                (left.1, right.1),
            ];
            pairs
                .into_iter()
                .map(|(a, b)| apply(a, b))
                .collect::<Option<Vec<i64>>>()?
        }
    };
    let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
    let small = i64::from(i32::MIN)..=i64::from(i32::MAX);
    (small.contains(&low) && small.contains(&high)).then_some((low, high))
}

impl<'t> Names<'t> {
    fn of(module: &'t Module) -> Names<'t> {
        let mut names = Names {
            parameters: module.parameters.iter().map(|p| &*p.name).collect(),
            ..Names::default()
        };
        for section in &module.sections {
            match &section.kind {
                SectionKind::Variables(kind, variables) => {
                    for variable in variables {
                        names.variables.insert(&variable.name.name, variable);
                        names.order.push((*kind, variable));
                    }
                }
                SectionKind::Defines(defines) => {
                    let defines = defines.iter().map(|d| (&*d.name.name, d.value));
                    names.defines.extend(defines);
                }
                _ => {}
            }
        }
        names
    }
}

/// The expressions of a module that are not part of others, without those of types.
fn roots(module: &Module) -> Vec<ExprId> {
    let mut roots = Vec::new();
    for section in &module.sections {
        match &section.kind {
            SectionKind::Defines(defines) => roots.extend(defines.iter().map(|d| d.value)),
            SectionKind::Assigns(assigns) => {
                roots.extend(assigns.iter().flat_map(|a| [a.target, a.value]));
            }
            SectionKind::Constraint(_, formula) => roots.push(*formula),
            SectionKind::Spec(Spec {
                kind: SpecKind::Ctl(formula) | SpecKind::Invariant(formula),
                ..
            }) => roots.push(*formula),
            _ => {}
        }
    }
    roots
}

fn collect_symbols(ty: &Type, symbols: &mut FxHashMap<Arc<str>, Values>) {
    let mut ty = ty;
    while let TypeKind::Array { element, .. } = &ty.kind {
        ty = element;
    }
    if let TypeKind::Enumeration(literals) = &ty.kind {
        let all: Vec<LiteralKind> = literals.iter().map(|l| l.kind.clone()).collect();
        for literal in &all {
            if let LiteralKind::Symbol(name) = literal {
                let values = || Values::Literals(all.clone());
                symbols.entry(name.clone()).or_insert_with(values);
            }
        }
    }
}

/// The values of a variable, if its type is written with literal numbers.
fn values_of(exprs: &Exprs, ty: &Type) -> Option<Values> {
    let number = |id: ExprId| match exprs[id].kind {
        ExprKind::Int(value) => Some(value),
        ExprKind::Unary(UnaryOp::Minus, operand) => match exprs[operand].kind {
            ExprKind::Int(value) => Some(-value),
            _ => None,
        },
        _ => None,
    };
    match &ty.kind {
        TypeKind::Boolean => Some(Values::Bool),
        TypeKind::Range(low, high) => {
            let range = number(*low).zip(number(*high));
            Some(Values::Int(range))
        }
        TypeKind::Enumeration(literals) => {
            let all: Vec<LiteralKind> = literals.iter().map(|l| l.kind.clone()).collect();
            if all.iter().all(|l| matches!(l, LiteralKind::Bool(_))) {
                Some(Values::Bool)
            } else {
                Some(Values::Literals(all))
            }
        }
        TypeKind::Word { signed, width } => {
            let width = u32::try_from(number(*width)?).ok()?;
            (1..=MAX_WIDTH).contains(&width).then_some(Values::Word {
                signed: *signed,
                width,
            })
        }
        TypeKind::Array { .. } | TypeKind::Instance { .. } => None,
    }
}
