//! Enumeration of the elements of a set within the scope.

use std::sync::Arc;

use super::{Beyond, Evaluator, Flow, Limit, Outside, Stop};
use crate::core::{Expr, ExprKind, Scope};
use crate::value::{Binding, Closure, FunctionKind, Int, Large, SequenceKind, Set, Value};

/// What takes the elements.
pub(crate) type Emit<'a> = dyn FnMut(&mut Evaluator, Value) -> Result<Flow, Stop> + 'a;

/// What takes the parts of tuples and bindings.
type EmitTuple<'a> = dyn FnMut(&mut Evaluator, Arc<[Value]>) -> Result<Flow, Stop> + 'a;

impl Evaluator {
    /// Gives the elements that lie within the scope, solid and, except for those of a comprehension, each once. Returns why there may be
    /// others.
    pub(crate) fn each(&mut self, set: &Set, emit: &mut Emit) -> Result<Option<Beyond>, Stop> {
        let large = match set {
            Set::Elements(elements) => {
                for element in &**elements {
                    if emit(self, element.clone())?.is_break() {
                        break;
                    }
                }
                return Ok(None);
            }
            Set::Large(large) => large.clone(),
        };
        self.step()?;
        match &*large {
            Large::Integers | Large::Naturals | Large::Positives | Large::Range(..) => {
                let (low, high) = self.clipped_interval(set);
                if self.each_int(&low, &high, emit)?.is_break() {
                    return Ok(None);
                }
                self.cut(set)
            }
            Large::Power { of, non_empty, .. } => {
                let (base, missing) = self.list(of)?;
                for size in usize::from(*non_empty)..=base.len() {
                    if self
                        .subsets(&base, size, 0, &mut Vec::new(), emit)?
                        .is_break()
                    {
                        return Ok(None);
                    }
                }
                Ok(missing)
            }
            Large::Product(sets) => self.each_product(sets, &mut |evaluator, parts| {
                emit(evaluator, Value::Tuple(parts))
            }),
            Large::Bindings(names, sets) => self.each_product(sets, &mut |evaluator, values| {
                emit(
                    evaluator,
                    Value::Binding(Binding {
                        values,
                        names: names.clone(),
                    }),
                )
            }),
            Large::Functions {
                kind: FunctionKind {
                    function: false, ..
                },
                from,
                to,
            } => {
                let pairs = Set::large(Large::Product(vec![from.clone(), to.clone()]));
                self.each(
                    &Set::large(Large::Power {
                        of: pairs,
                        non_empty: false,
                        finite: false,
                    }),
                    emit,
                )
            }
            Large::Functions { kind, from, to } => {
                let (from, missing) = self.list(from)?;
                let (to, also_missing) = self.list(to)?;
                let mut walk = FunctionWalk {
                    kind: *kind,
                    from: &from,
                    to: &to,
                    pairs: Vec::new(),
                };
                let flow = self.functions(&mut walk, 0, emit)?;
                Ok(if flow.is_break() {
                    None
                } else {
                    missing.or(also_missing)
                })
            }
            Large::Sequences(kind, of) => {
                let (items, missing) = self.list(of)?;
                for length in
                    usize::from(*kind == SequenceKind::NonEmpty)..=self.scope.sequences as usize
                {
                    if self
                        .sequences(*kind, &items, length, &mut Vec::new(), emit)?
                        .is_break()
                    {
                        return Ok(None);
                    }
                }
                Ok(missing.or(self.cut(set)?))
            }
            Large::Bags(of) => {
                let kind = FunctionKind {
                    function: true,
                    total: false,
                    injective: false,
                    surjective: false,
                    finite: true,
                };
                let counts = Set::range(Int::ONE, Int::from(i64::from(self.scope.sequences)));
                self.each(
                    &Set::large(Large::Functions {
                        kind,
                        from: of.clone(),
                        to: counts,
                    }),
                    emit,
                )?;
                self.cut(set)
            }
            Large::Free(free) => {
                let values = self.free_values(*free)?;
                self.each(&Set::Elements(values), emit)?;
                self.cut(set)
            }
            Large::Comprehension(closure) | Large::Lambda(closure) => {
                self.each_of_closure(closure, emit)
            }
            Large::Identity(of) => self.each(of, &mut |evaluator, value| {
                emit(evaluator, Value::pair(value.clone(), value))
            }),
            Large::Injection(free, branch) => {
                let (free, branch) = (*free, *branch);
                let of = self.argument_set(free, branch)?;
                self.each(&of, &mut |evaluator, value| {
                    let image = Value::Branch {
                        free,
                        branch,
                        argument: Some(Arc::new(value.clone())),
                    };
                    emit(evaluator, Value::pair(value, image))
                })
            }
            Large::Rules(_) => {
                let pairs = self.force(set)?;
                self.each(&Set::Elements(pairs), emit)
            }
            Large::Union(a, b) | Large::Override(b, a) => self.each_of_two(set, a, b, emit),
            Large::Intersection(a, b) => {
                let smaller_first = self.size(a, false)?.bits() <= self.size(b, false)?.bits();
                let (a, b) = if smaller_first { (a, b) } else { (b, a) };
                self.each_that(
                    a,
                    &mut |evaluator, value| evaluator.contains(b, value),
                    emit,
                )
            }
            Large::Difference(a, b) => self.each_that(
                a,
                &mut |evaluator, value| Ok(!evaluator.contains(b, value)?),
                emit,
            ),
            Large::Restriction {
                relation,
                side,
                by,
                keep,
            } => self.each_that(
                relation,
                &mut |evaluator, pair| {
                    let (first, second) = pair.sides();
                    Ok(evaluator.contains(by, if *side == 0 { first } else { second })? == *keep)
                },
                emit,
            ),
        }
    }

    /// The end of an enumeration of a set of which the scope has only a part.
    fn cut(&mut self, set: &Set) -> Result<Option<Beyond>, Stop> {
        let Some(name) = self.clipped(set)? else {
            return Ok(None);
        };
        Ok(self.cut_named(name))
    }

    pub(crate) fn cut_named(&mut self, name: String) -> Option<Beyond> {
        if self.options.outside == Outside::Note {
            if !self.notes.clipped.contains(&name) {
                self.notes.clipped.push(name);
            }
            return None;
        }
        Some(Beyond {
            span: self.at,
            reason: Limit::Scope { set: name },
        })
    }

    pub(crate) fn each_int(
        &mut self,
        low: &Int,
        high: &Int,
        emit: &mut Emit,
    ) -> Result<Flow, Stop> {
        let mut next = low.clone();
        while next <= *high {
            if emit(self, Value::Int(next.clone()))?.is_break() {
                return Ok(Flow::Break(()));
            }
            next = next.plus(&Int::ONE);
        }
        Ok(Flow::Continue(()))
    }

    /// Subsets with a number of elements more than were chosen, from an index on.
    fn subsets(
        &mut self,
        base: &[Value],
        more: usize,
        from: usize,
        chosen: &mut Vec<Value>,
        emit: &mut Emit,
    ) -> Result<Flow, Stop> {
        if more == 0 {
            self.step()?;
            return emit(self, Value::Set(Set::Elements(chosen.as_slice().into())));
        }
        for index in from..=base.len().saturating_sub(more) {
            if index >= base.len() {
                break;
            }
            chosen.push(base[index].clone());
            let flow = self.subsets(base, more - 1, index + 1, chosen, emit)?;
            chosen.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue(()))
    }

    fn each_product(&mut self, sets: &[Set], emit: &mut EmitTuple) -> Result<Option<Beyond>, Stop> {
        let mut missing = None;
        let mut lists = Vec::new();
        for set in sets {
            let (list, reason) = self.list(set)?;
            missing = missing.or(reason);
            lists.push(list);
        }
        if lists.iter().any(|list| list.is_empty()) {
            return Ok(missing);
        }
        let mut indices = vec![0; lists.len()];
        loop {
            self.step()?;
            let values = lists
                .iter()
                .zip(&indices)
                .map(|(list, &index)| list[index].clone())
                .collect();
            if emit(self, values)?.is_break() {
                return Ok(None);
            }
            let Some(place) = (0..lists.len())
                .rev()
                .find(|&place| indices[place] + 1 < lists[place].len())
            else {
                return Ok(missing);
            };
            indices[place] += 1;
            indices[place + 1..].fill(0);
        }
    }

    fn functions(
        &mut self,
        walk: &mut FunctionWalk,
        index: usize,
        emit: &mut Emit,
    ) -> Result<Flow, Stop> {
        self.step()?;
        let Some(first) = walk.from.get(index) else {
            if walk.kind.surjective && walk.images() < walk.to.len() {
                return Ok(Flow::Continue(()));
            }
            return emit(
                self,
                Value::Set(Set::Elements(walk.pairs.as_slice().into())),
            );
        };
        if !walk.kind.total && self.functions(walk, index + 1, emit)?.is_break() {
            return Ok(Flow::Break(()));
        }
        for second in walk.to {
            if walk.kind.injective && walk.pairs.iter().any(|pair| pair.sides().1 == second) {
                continue;
            }
            walk.pairs.push(Value::pair(first.clone(), second.clone()));
            let flow = self.functions(walk, index + 1, emit)?;
            walk.pairs.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue(()))
    }

    fn sequences(
        &mut self,
        kind: SequenceKind,
        items: &[Value],
        length: usize,
        chosen: &mut Vec<Value>,
        emit: &mut Emit,
    ) -> Result<Flow, Stop> {
        self.step()?;
        if chosen.len() == length {
            return emit(self, Value::sequence(chosen.iter().cloned()));
        }
        for item in items {
            if kind == SequenceKind::Injective && chosen.contains(item) {
                continue;
            }
            chosen.push(item.clone());
            let flow = self.sequences(kind, items, length, chosen, emit)?;
            chosen.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(Flow::Continue(()))
    }

    fn each_of_closure(
        &mut self,
        closure: &Closure,
        emit: &mut Emit,
    ) -> Result<Option<Beyond>, Stop> {
        // The values are collected first: what takes them has to see the variables and parameters of its own place.
        let (scope, argument, result) = match &*closure.expr.kind {
            ExprKind::Comprehension { scope, result } => (scope, None, result),
            ExprKind::Lambda {
                scope,
                argument,
                result,
            } => (scope, Some(argument), result),
            _ => unreachable!("the closure of a set"),
        };
        let mut values = Vec::new();
        let missing = self.within(closure, |evaluator| {
            evaluator.collect(scope, argument, result, &mut values)
        })?;
        for value in values {
            if emit(self, value)?.is_break() {
                return Ok(None);
            }
        }
        Ok(missing)
    }

    fn collect(
        &mut self,
        scope: &Scope,
        argument: Option<&Expr>,
        result: &Expr,
        values: &mut Vec<Value>,
    ) -> Result<Option<Beyond>, Stop> {
        let Some(argument) = argument else {
            return self.each_result(scope, result, &mut |_, value| {
                values.push(value);
                Ok(Flow::Continue(()))
            });
        };
        let wanted = self.wanted(scope, &[argument, result]);
        self.solve_scope(scope, Vec::new(), &wanted, &mut |evaluator| {
            let pair = evaluator.eval(argument).and_then(|argument| {
                let value = evaluator.eval(result)?;
                evaluator.solid(Value::pair(argument, value))
            });
            match pair {
                Ok(pair) => values.push(pair),
                Err(Stop::Undefined(undefined)) => evaluator.note_undefined(*undefined),
                Err(stop) => return Err(stop),
            }
            Ok(Flow::Continue(()))
        })
    }

    /// The elements of one set, and then those of a larger set that are in `whole` and not in the first.
    fn each_of_two(
        &mut self,
        whole: &Set,
        a: &Set,
        b: &Set,
        emit: &mut Emit,
    ) -> Result<Option<Beyond>, Stop> {
        let mut ended = false;
        let first = self.each(a, &mut |evaluator, value| {
            let flow = emit(evaluator, value)?;
            ended = flow.is_break();
            Ok(flow)
        })?;
        if ended {
            return Ok(None);
        }
        let second = self.each_that(
            b,
            &mut |evaluator, value| {
                Ok(!evaluator.contains(a, value)? && evaluator.contains(whole, value)?)
            },
            emit,
        )?;
        Ok(first.or(second))
    }

    fn each_that(
        &mut self,
        set: &Set,
        keep: &mut dyn FnMut(&mut Evaluator, &Value) -> Result<bool, Stop>,
        emit: &mut Emit,
    ) -> Result<Option<Beyond>, Stop> {
        self.each(set, &mut |evaluator, value| {
            if keep(evaluator, &value)? {
                emit(evaluator, value)
            } else {
                Ok(Flow::Continue(()))
            }
        })
    }
}

struct FunctionWalk<'a> {
    kind: FunctionKind,
    from: &'a [Value],
    to: &'a [Value],
    pairs: Vec<Value>,
}

impl FunctionWalk<'_> {
    fn images(&self) -> usize {
        let mut images: Vec<&Value> = self.pairs.iter().map(|pair| pair.sides().1).collect();
        images.sort_unstable();
        images.dedup();
        images.len()
    }
}
