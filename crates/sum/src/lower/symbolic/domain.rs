//! What a set contains within the scope, and which sets are infinite.

use assay_source::Span;
use assay_term::TermId;

use super::expr::infinite;
use super::function_sets::kind_of;
use super::{Bits, Defined, Refusal, Sym, Symbolic, at};
use crate::core::{Builtin, Expr, ExprKind, FreeId, Type};
use crate::value::{Int, Size, Value};

/// Elements, and the condition under which the set is defined.
type Listed = (Bits, TermId);

impl Symbolic {
    /// The part in the scope of a set that is infinite or is made of others. None for sets that are evaluated.
    pub(super) fn scoped(&mut self, set: &Expr) -> Result<Option<Listed>, Refusal> {
        let (least, greatest) = self.scope.ints.clone();
        Ok(Some(match &*set.kind {
            ExprKind::Integers => self.integers("int", &least, &greatest, set.span)?,
            ExprKind::Booleans => self.certainly([Value::Bool(false), Value::Bool(true)]),
            ExprKind::Given(given) => {
                let size = self.scope.carrier(&self.program, *given).len();
                self.certainly((0..size).map(|index| Value::Given(*given, index)))
            }
            ExprKind::Free(free) => self.free_type(*free, set.span)?,
            ExprKind::Parameter(index) => {
                return self
                    .parameter(*index, |symbolic, set| symbolic.domain(set))
                    .map(Some);
            }
            ExprKind::Global { id, generics } => match self.definition(*id) {
                Some(value) => {
                    return self
                        .inside_definition(generics, |symbolic| symbolic.domain(&value))
                        .map(Some);
                }
                None => return Ok(None),
            },
            ExprKind::Power(of) => {
                let (of, when) = self.domain(of)?;
                (self.subsets(&of, set)?, when)
            }
            ExprKind::Product(parts) => self.product(parts, set)?,
            ExprKind::Call {
                function,
                arguments,
            } => match (function, &arguments[..]) {
                (Builtin::Naturals, []) => {
                    let least = least.max(Int::ZERO);
                    self.integers("nat", &least, &greatest, set.span)?
                }
                (Builtin::Positives, []) => {
                    let least = least.max(Int::ONE);
                    self.integers("nat_1", &least, &greatest, set.span)?
                }
                (Builtin::Finite, [of]) => {
                    let (of, when) = self.domain(of)?;
                    (self.subsets(&of, set)?, when)
                }
                (Builtin::NonEmptyPower | Builtin::NonEmptyFinite, [of]) => {
                    let (of, when) = self.domain(of)?;
                    let mut sets = self.subsets(&of, set)?;
                    sets.remove(&Value::empty());
                    (sets, when)
                }
                (Builtin::Sequences, [of]) => self.sequence_set(of, false, false, set)?,
                (Builtin::NonEmptySequences, [of]) => self.sequence_set(of, true, false, set)?,
                (Builtin::InjectiveSequences, [of]) => self.sequence_set(of, false, true, set)?,
                (function, [from, to]) => match kind_of(*function) {
                    None => return Ok(None),
                    Some(kind) => {
                        let (from, first) = self.domain(from)?;
                        let (to, second) = self.domain(to)?;
                        let when = self.both(first, second);
                        (self.functions(kind, &from, &to, set)?, when)
                    }
                },
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    fn sequence_set(
        &mut self,
        of: &Expr,
        non_empty: bool,
        injective: bool,
        set: &Expr,
    ) -> Result<Listed, Refusal> {
        let (items, when) = self.domain(of)?;
        self.used.sequences = true;
        if !injective || items.len() > self.scope.sequences as usize {
            self.cut.insert("seq".into());
        }
        Ok((self.sequences(&items, non_empty, injective, set)?, when))
    }

    fn certainly(&mut self, values: impl IntoIterator<Item = Value>) -> Listed {
        let yes = self.terms.yes();
        (values.into_iter().map(|value| (value, yes)).collect(), yes)
    }

    fn integers(
        &mut self,
        name: &str,
        low: &Int,
        high: &Int,
        span: Span,
    ) -> Result<Listed, Refusal> {
        self.cut.insert(name.into());
        self.used.ints = true;
        self.interval(low, high, span)
    }

    /// All integers between two.
    pub(super) fn interval(
        &mut self,
        low: &Int,
        high: &Int,
        span: Span,
    ) -> Result<Listed, Refusal> {
        let size = crate::eval::range_size(low, high);
        at(span, self.terms.within("a set of integers", &size))?;
        let mut values = Vec::new();
        let mut next = low.clone();
        while next <= *high {
            values.push(Value::Int(next.clone()));
            next = next.plus(&Int::ONE);
        }
        Ok(self.certainly(values))
    }

    fn free_type(&mut self, free: FreeId, span: Span) -> Result<Listed, Refusal> {
        if self.is_infinite_type(free, &mut Vec::new()) {
            self.cut
                .insert(self.program.frees[free.0 as usize].name.to_string());
        }
        let values = self
            .explicit
            .entering(|evaluator| evaluator.free_values(free));
        match values {
            Ok(values) => {
                at(
                    span,
                    self.terms
                        .within("a free type", &Size::number(values.len())),
                )?;
                Ok(self.certainly(values.iter().cloned()))
            }
            Err(stop) => super::expr::unsupported(span, &stop.to_string()),
        }
    }

    fn product(&mut self, parts: &[Expr], set: &Expr) -> Result<Listed, Refusal> {
        let (mut size, mut whens, mut lists) = (Size::number(1), Vec::new(), Vec::new());
        for part in parts {
            let (list, when) = self.domain(part)?;
            size = size.times(&Size::number(list.len()));
            whens.push(when);
            lists.push(list);
        }
        at(set.span, self.terms.within("a set of tuples", &size))?;
        let mut rows: Vec<(Vec<Value>, TermId)> = vec![(Vec::new(), self.terms.yes())];
        for list in &lists {
            let mut longer = Vec::new();
            for (row, when) in &rows {
                for (value, &bit) in list {
                    let both = self.both(*when, bit);
                    let mut row = row.clone();
                    row.push(value.clone());
                    longer.push((row, both));
                }
            }
            rows = longer;
        }
        let rows = rows
            .into_iter()
            .map(|(row, when)| (Value::Tuple(row.into()), when));
        Ok((rows.collect(), self.terms.pool.and(whens)))
    }

    /// A whole type as a value.
    pub(super) fn whole_type(&mut self, expr: &Expr) -> Result<Defined, Refusal> {
        if is_infinite(self, expr) {
            return infinite(expr.span, "a free type that contains itself");
        }
        Ok(self.domain(expr)?.into())
    }

    /// Some value of a type, for terms that have none.
    pub(super) fn some_value(&mut self, ty: &Type, span: Span) -> Result<Sym, Refusal> {
        Ok(match ty {
            Type::Int => Sym::Int(self.terms.int(&Int::ZERO)),
            Type::Bool => Sym::Bool(self.terms.no()),
            Type::Power(_) => super::SymSet::empty().into(),
            Type::Product(parts) => {
                let parts = parts.iter().map(|part| self.some_value(part, span));
                Sym::Tuple(parts.collect::<Result<_, _>>()?)
            }
            Type::Binding(parts) => {
                let parts = parts.iter();
                let parts = parts.map(|(name, ty)| Ok((name.clone(), self.some_value(ty, span)?)));
                Sym::Binding(parts.collect::<Result<_, Refusal>>()?)
            }
            Type::Given(given) => self.terms.solid(&Value::Given(*given, 0)),
            Type::Free(free) => {
                let (values, _) = self.free_type(*free, span)?;
                match values.keys().next() {
                    Some(value) => self.terms.solid(value),
                    None => return infinite(span, "a free type"),
                }
            }
            Type::Parameter(index) => {
                let element = |symbolic: &mut Symbolic, set: &Expr| {
                    let element = set.ty.element().expect("a set by its type").clone();
                    symbolic.some_value(&element, span)
                };
                return self.parameter(*index, element);
            }
            Type::Text | Type::Unknown(_) => return super::expr::unsupported(span, "a text"),
        })
    }

    fn is_infinite_type(&self, free: FreeId, open: &mut Vec<FreeId>) -> bool {
        if open.contains(&free) {
            return true;
        }
        open.push(free);
        let branches = &self.program.frees[free.0 as usize].branches;
        let mut arguments = branches
            .iter()
            .filter_map(|branch| branch.argument.as_ref());
        let infinite = arguments.any(|set| self.infinite(set, open));
        open.pop();
        infinite
    }

    fn infinite(&self, set: &Expr, open: &mut Vec<FreeId>) -> bool {
        let mut any = |sets: &[Expr]| sets.iter().any(|set| self.infinite(set, open));
        match &*set.kind {
            ExprKind::Integers => true,
            ExprKind::Free(free) => self.is_infinite_type(*free, open),
            ExprKind::Power(of) => any(std::slice::from_ref(of)),
            ExprKind::Product(parts) => any(parts),
            ExprKind::Global { id, .. } => match self.definition(*id) {
                Some(value) => any(&[value]),
                None => false,
            },
            ExprKind::Parameter(index) => {
                let frame = self
                    .frame
                    .as_ref()
                    .expect("parameters are inside of definitions");
                any(&frame.arguments[*index as usize..=*index as usize])
            }
            ExprKind::Call {
                function,
                arguments,
            } => match function {
                Builtin::Naturals | Builtin::Positives => true,
                Builtin::Sequences | Builtin::NonEmptySequences | Builtin::Bags => true,
                Builtin::InjectiveSequences
                | Builtin::Finite
                | Builtin::NonEmptyPower
                | Builtin::NonEmptyFinite => any(arguments),
                Builtin::Union => any(arguments),
                function if kind_of(*function).is_some() => any(arguments),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether a set is infinite whatever the scope is, as far as its expression shows.
pub(super) fn is_infinite(symbolic: &Symbolic, set: &Expr) -> bool {
    symbolic.infinite(set, &mut Vec::new())
}
