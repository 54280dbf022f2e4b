//! New variables for a value of a set within the scope.
//!
//! A set has a Boolean variable for each possible element; a partial function has one for each argument, with variables for the value there;
//! integers have a range. What the variables can be is more than the set: [`Declared::inside`] says which of it counts. It also fixes
//! what means nothing (the value of a function where it is undefined), so that different values of the variables are different values.

use assay_source::Span;
use assay_system::Shown;
use assay_term::{BigInt, Interval, Sort, TermId, VarId};

use super::function_sets::kind_of;
use super::{Bits, Entry, Map, Number, Pick, Refusal, Sym, Symbolic, at};
use crate::core::{Builtin, Expr, ExprKind, Scope, Type};
use crate::value::{FunctionKind, Int, Names, Printer, Shape as Spelled, Size, Spelling, Value};

/// A value that is made of new variables.
#[derive(Clone, Debug)]
pub struct Declared {
    pub sym: Sym,
    /// The value is in its set, and what means nothing has its default.
    pub inside: TermId,
    pub leaves: Vec<Leaf>,
    pub(super) shape: Shape,
}

/// A new variable of the pool.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub var: VarId,
    pub name: String,
    pub range: Option<(BigInt, BigInt)>,
    pub shown: Shown,
}

/// How a value is made of variables.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Bool(VarId),
    Int(VarId),
    /// The number of a value.
    Chosen(VarId, Vec<Value>),
    Tuple(Vec<Shape>),
    Binding(Names, Vec<Shape>),
    Set(Vec<(Value, VarId)>),
    /// For each argument whether there is a value, if that is open, and the value.
    Map(Vec<(Value, Option<VarId>, Declared)>),
}

impl Symbolic {
    /// New variables for a value of this set. The name is for people.
    pub fn declare(&mut self, set: &Expr, name: &str) -> Result<Declared, Refusal> {
        let mut declared = self.shaped(set, name)?;
        let inside = self.inside(&declared.sym, set)?;
        declared.inside = self.both(declared.inside, inside);
        Ok(declared)
    }

    fn shaped(&mut self, set: &Expr, name: &str) -> Result<Declared, Refusal> {
        let (least, greatest) = self.scope.ints.clone();
        match &*set.kind {
            ExprKind::Integers => Ok(self.scoped_integer("int", name, &least, &greatest)),
            ExprKind::Booleans => {
                let leaf = self.leaf(name, Sort::Bool, None, Shown::Plain);
                Ok(self.single(leaf, Sym::Bool, Shape::Bool))
            }
            ExprKind::Parameter(index) => {
                self.parameter(*index, |symbolic, set| symbolic.shaped(set, name))
            }
            ExprKind::Global { id, generics } => match self.definition(*id) {
                Some(value) => {
                    self.inside_definition(generics, |symbolic| symbolic.shaped(&value, name))
                }
                None => self.one_of(set, name),
            },
            ExprKind::Product(parts) => {
                let parts = parts.iter().enumerate();
                let parts =
                    parts.map(|(at, part)| self.shaped(part, &format!("{name}.{}", at + 1)));
                let parts: Vec<Declared> = parts.collect::<Result<_, _>>()?;
                let sym = Sym::Tuple(parts.iter().map(|part| part.sym.clone()).collect());
                let shape = Shape::Tuple(parts.iter().map(|part| part.shape.clone()).collect());
                Ok(self.joined(parts, sym, shape))
            }
            ExprKind::Power(of) => self.set_variables(of, name),
            ExprKind::Comprehension { scope, result } => self.schema(scope, result, set, name),
            ExprKind::Call {
                function,
                arguments,
            } => match (function, &arguments[..]) {
                (Builtin::Naturals, []) => {
                    Ok(self.scoped_integer("nat", name, &least.max(Int::ZERO), &greatest))
                }
                (Builtin::Positives, []) => {
                    Ok(self.scoped_integer("nat_1", name, &least.max(Int::ONE), &greatest))
                }
                (Builtin::Finite | Builtin::NonEmptyPower | Builtin::NonEmptyFinite, [of]) => {
                    self.set_variables(of, name)
                }
                (
                    Builtin::Sequences | Builtin::NonEmptySequences | Builtin::InjectiveSequences,
                    [of],
                ) => {
                    let keys = (1..=i64::from(self.scope.sequences)).map(Value::int);
                    self.used.sequences = true;
                    self.clipped.insert("seq".into());
                    let plain = Spelled::default();
                    self.function_variables(keys.collect(), false, of, (name, &plain), set.span)
                }
                (Builtin::Relations, [from, to]) => {
                    let spelling = Spelled::Tuple(vec![self.spelling(from), self.spelling(to)]);
                    let (from, _) = self.domain(from)?;
                    let (to, _) = self.domain(to)?;
                    let pairs = self.pairs(&from, &to, set)?;
                    Ok(self.bit_variables(&pairs, &spelling, name))
                }
                (function, [from, to]) => match kind_of(*function) {
                    Some(FunctionKind { total, .. }) => {
                        let spelling = self.spelling(from);
                        let (from, _) = self.domain(from)?;
                        let total = total && from.values().all(|bit| self.terms.is(*bit, true));
                        let keys = from.into_keys().collect();
                        self.function_variables(keys, total, to, (name, &spelling), set.span)
                    }
                    None => self.one_of(set, name),
                },
                _ => self.one_of(set, name),
            },
            _ => self.one_of(set, name),
        }
    }

    fn leaf(
        &mut self,
        name: &str,
        sort: Sort,
        range: Option<(BigInt, BigInt)>,
        shown: Shown,
    ) -> Leaf {
        Leaf {
            var: self.terms.pool.declare(name, sort),
            name: name.to_string(),
            range,
            shown,
        }
    }

    fn single(
        &mut self,
        leaf: Leaf,
        sym: impl FnOnce(TermId) -> Sym,
        shape: impl FnOnce(VarId) -> Shape,
    ) -> Declared {
        Declared {
            sym: sym(self.terms.pool.var(leaf.var)),
            inside: self.terms.yes(),
            shape: shape(leaf.var),
            leaves: vec![leaf],
        }
    }

    fn joined(&mut self, parts: Vec<Declared>, sym: Sym, shape: Shape) -> Declared {
        Declared {
            sym,
            inside: self.terms.pool.and(parts.iter().map(|part| part.inside)),
            leaves: parts.into_iter().flat_map(|part| part.leaves).collect(),
            shape,
        }
    }

    fn integer(&mut self, name: &str, low: &Int, high: &Int) -> Declared {
        let (lo, hi) = (low.to_big(), high.to_big().max(low.to_big()));
        let leaf = self.leaf(
            name,
            Sort::Int,
            Some((lo.clone(), hi.clone())),
            Shown::Plain,
        );
        let range = Interval::new(lo, hi);
        self.single(leaf, |term| Sym::Int(Number { term, range }), Shape::Int)
    }

    /// An integer of an infinite set, in the scope.
    fn scoped_integer(&mut self, set: &str, name: &str, low: &Int, high: &Int) -> Declared {
        self.used.ints = true;
        self.clipped.insert(set.into());
        self.integer(name, low, high)
    }

    /// One of the values that a set has in the scope, by its number.
    fn one_of(&mut self, set: &Expr, name: &str) -> Result<Declared, Refusal> {
        if let Some(range) = self.integer_interval(set)? {
            return Ok(self.integer(name, &range.0, &range.1));
        }
        let (bits, _) = self.domain(set)?;
        let values: Vec<Value> = bits.into_keys().collect();
        if values.is_empty() {
            return super::expr::infinite(
                set.span,
                "a variable of an empty set has no value, which",
            );
        }
        let last = BigInt::from(values.len() - 1);
        let spelling = self.spelling(set);
        let names = values.iter().map(|value| self.spelt(value, &spelling));
        let shown = Shown::Enum(names.collect());
        let leaf = self.leaf(name, Sort::Int, Some((0.into(), last)), shown);
        let term = self.terms.pool.var(leaf.var);
        let sym = match set.ty.element() {
            Some(Type::Given(_) | Type::Free(_)) => Sym::Pick(Pick {
                index: term,
                of: values.clone().into(),
            }),
            _ => {
                let mut cases = Vec::new();
                for (at, value) in values.iter().enumerate() {
                    let when = self.terms.is_number(term, &at.into());
                    cases.push((self.terms.solid(value), when));
                }
                at(set.span, self.terms.select(&cases))?.expect("there is a value")
            }
        };
        Ok(self.single(leaf, |_| sym, |var| Shape::Chosen(var, values)))
    }

    /// The bounds of `a .. b`.
    fn integer_interval(&mut self, set: &Expr) -> Result<Option<(Int, Int)>, Refusal> {
        let ExprKind::Call {
            function: Builtin::Range,
            arguments,
        } = &*set.kind
        else {
            return Ok(None);
        };
        let (low, high) = (self.value(&arguments[0])?, self.value(&arguments[1])?);
        let (low, high) = (&low.sym.as_int().range.lo, &high.sym.as_int().range.hi);
        Ok((low <= high).then(|| (Int::from(low), Int::from(high))))
    }

    fn set_variables(&mut self, of: &Expr, name: &str) -> Result<Declared, Refusal> {
        let (bits, _) = self.domain(of)?;
        let spelling = self.spelling(of);
        Ok(self.bit_variables(&bits, &spelling, name))
    }

    fn bit_variables(&mut self, possible: &Bits, spelling: &Spelled, name: &str) -> Declared {
        let (mut bits, mut leaves, mut shape) = (Bits::new(), Vec::new(), Vec::new());
        for value in possible.keys() {
            let text = format!("{} in {name}", self.spelt(value, spelling));
            let leaf = self.leaf(&text, Sort::Bool, None, Shown::Plain);
            bits.insert(value.clone(), self.terms.pool.var(leaf.var));
            shape.push((value.clone(), leaf.var));
            leaves.push(leaf);
        }
        Declared {
            sym: bits.into(),
            inside: self.terms.yes(),
            leaves,
            shape: Shape::Set(shape),
        }
    }

    fn function_variables(
        &mut self,
        keys: Vec<Value>,
        total: bool,
        to: &Expr,
        (name, spelling): (&str, &Spelled),
        span: Span,
    ) -> Result<Declared, Refusal> {
        at(
            span,
            self.terms.within("a function", &Size::number(keys.len())),
        )?;
        let (mut map, mut leaves, mut inside) = (Map::new(), Vec::new(), Vec::new());
        let mut shape = Vec::new();
        for key in keys {
            let text = self.spelt(&key, spelling);
            let (mut defined, mut there) = (self.terms.yes(), None);
            if !total {
                let leaf = self.leaf(
                    &format!("{text} in dom {name}"),
                    Sort::Bool,
                    None,
                    Shown::Plain,
                );
                defined = self.terms.pool.var(leaf.var);
                there = Some(leaf.var);
                leaves.push(leaf);
            }
            let value = self.shaped(to, &format!("{name}({text})"))?;
            inside.push(self.terms.pool.implies(defined, value.inside));
            let fixed = self.at_defaults(&value);
            inside.push(self.terms.pool.or2(defined, fixed));
            leaves.extend(value.leaves.iter().cloned());
            let entry = Entry {
                defined,
                value: value.sym.clone(),
            };
            map.insert(key.clone(), entry);
            shape.push((key, there, value));
        }
        Ok(Declared {
            sym: map.into(),
            inside: self.terms.pool.and(inside),
            leaves,
            shape: Shape::Map(shape),
        })
    }

    /// All variables have their defaults.
    fn at_defaults(&mut self, declared: &Declared) -> TermId {
        let mut same = Vec::new();
        for leaf in &declared.leaves {
            let term = self.terms.pool.var(leaf.var);
            same.push(match &leaf.range {
                None => self.terms.pool.not(term),
                Some((low, _)) => self.terms.is_number(term, low),
            });
        }
        self.terms.pool.and(same)
    }

    /// A schema as a set: variables for its components.
    fn schema(
        &mut self,
        scope: &Scope,
        result: &Expr,
        set: &Expr,
        name: &str,
    ) -> Result<Declared, Refusal> {
        let ExprKind::Binding(components) = &*result.kind else {
            return self.one_of(set, name);
        };
        let mut parts: Vec<Declared> = Vec::new();
        let mut names = Vec::new();
        for (component, value) in components {
            let bound = scope
                .bound
                .iter()
                .find(|bound| matches!(&*value.kind, ExprKind::Var(var) if *var == bound.var));
            let Some(bound) = bound else {
                return self.one_of(set, name);
            };
            parts.push(self.shaped(&bound.set, &format!("{name}.{component}"))?);
            names.push(component.clone());
        }
        let syms = names
            .iter()
            .cloned()
            .zip(parts.iter().map(|part| part.sym.clone()));
        let sym = Sym::Binding(syms.collect());
        let shapes = parts.iter().map(|part| part.shape.clone()).collect();
        let shape = Shape::Binding(Names(names.into()), shapes);
        Ok(self.joined(parts, sym, shape))
    }

    /// A value as text, in names of variables.
    fn spelt(&self, value: &Value, shape: &Spelled) -> String {
        let printer = Printer {
            program: &self.program,
            scope: &self.scope,
            spelling: Spelling::Ascii,
        };
        printer.print(value, shape)
    }

    /// How the elements of a set are spelt.
    fn spelling(&self, set: &Expr) -> Spelled {
        Spelled::of_elements(&self.program, set)
    }
}
