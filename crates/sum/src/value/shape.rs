//! What a value looks like, beyond its type: the same set of pairs may be a relation, a function, a sequence or a bag.

use crate::core::{Builtin, Definition, Expr, ExprKind, Program, VarId};

/// How parts of a value are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Shape {
    /// As its type says. Pairs of a set are maplets.
    #[default]
    Plain,
    /// A set of pairs that are tuples, as in a product or a relation.
    Pairs(Box<Shape>, Box<Shape>),
    /// A function, whose pairs are maplets.
    Function(Box<Shape>, Box<Shape>),
    Sequence(Box<Shape>),
    Bag(Box<Shape>),
    Set(Box<Shape>),
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The shape of the elements of a set.
    pub fn of_elements(program: &Program, set: &Expr) -> Shape {
        match &*set.kind {
            ExprKind::Power(of) => Shape::Set(Box::new(Shape::of_elements(program, of))),
            ExprKind::Product(parts) => Shape::Tuple(
                parts
                    .iter()
                    .map(|part| Shape::of_elements(program, part))
                    .collect(),
            ),
            ExprKind::Global { id, .. } => match &program.globals[id.0 as usize].definition {
                Definition::Is(value) => Shape::of_elements(program, value),
                Definition::In(_) => Shape::Plain,
            },
            ExprKind::Call {
                function,
                arguments,
            } => Shape::of_elements_of_call(program, *function, arguments),
            _ => Shape::Plain,
        }
    }

    fn of_elements_of_call(program: &Program, function: Builtin, arguments: &[Expr]) -> Shape {
        use Builtin as B;
        let of = |index: usize| Box::new(Shape::of_elements(program, &arguments[index]));
        match function {
            B::NonEmptyPower | B::Finite | B::NonEmptyFinite => Shape::Set(of(0)),
            B::Relations => Shape::Pairs(of(0), of(1)),
            B::PartialFunctions
            | B::TotalFunctions
            | B::PartialInjections
            | B::TotalInjections
            | B::PartialSurjections
            | B::TotalSurjections
            | B::Bijections
            | B::FinitePartialFunctions
            | B::FinitePartialInjections => Shape::Function(of(0), of(1)),
            B::Sequences | B::NonEmptySequences | B::InjectiveSequences => Shape::Sequence(of(0)),
            B::Bags => Shape::Bag(of(0)),
            _ => Shape::Plain,
        }
    }

    /// The shape of the value of an expression, where scopes and state variables say what sets its variables are in.
    pub fn of_value(program: &Program, expr: &Expr) -> Shape {
        use Builtin as B;
        match &*expr.kind {
            ExprKind::Sequence(parts) => Shape::Sequence(Box::new(
                parts
                    .first()
                    .map(|part| Shape::of_value(program, part))
                    .unwrap_or_default(),
            )),
            ExprKind::Bag(parts) => Shape::Bag(Box::new(
                parts
                    .first()
                    .map(|part| Shape::of_value(program, part))
                    .unwrap_or_default(),
            )),
            ExprKind::Tuple(parts) => Shape::Tuple(
                parts
                    .iter()
                    .map(|part| Shape::of_value(program, part))
                    .collect(),
            ),
            ExprKind::Lambda { .. } => Shape::Function(Box::default(), Box::default()),
            ExprKind::Global { id, .. } => match &program.globals[id.0 as usize].definition {
                Definition::Is(value) => Shape::of_value(program, value),
                Definition::In(set) => Shape::of_elements(program, set),
            },
            ExprKind::Var(var) => declared(program, *var),
            ExprKind::Call {
                function,
                arguments,
            } => match function {
                B::Concatenate | B::Reverse | B::Tail | B::Front | B::Filter | B::Squash => {
                    match Shape::of_value(program, &arguments[0]) {
                        sequence @ Shape::Sequence(_) => sequence,
                        _ => Shape::Sequence(Box::default()),
                    }
                }
                B::Extract | B::DistributedConcatenate => Shape::Sequence(Box::default()),
                B::Items | B::BagUnion | B::BagDifference | B::BagScale => {
                    Shape::Bag(Box::default())
                }
                B::Override
                | B::Union
                | B::Intersection
                | B::Difference
                | B::RangeRestriction
                | B::RangeSubtraction => match Shape::of_value(program, &arguments[0]) {
                    Shape::Sequence(of) => Shape::Function(Box::default(), of),
                    shape => shape,
                },
                B::DomainRestriction | B::DomainSubtraction => {
                    match Shape::of_value(program, &arguments[1]) {
                        Shape::Sequence(of) => Shape::Function(Box::default(), of),
                        shape => shape,
                    }
                }
                _ => Shape::Plain,
            },
            _ => Shape::Plain,
        }
    }
}

/// The shape of the values of a state variable, or of an input or output.
fn declared(program: &Program, var: VarId) -> Shape {
    let Some(machine) = &program.machine else {
        return Shape::Plain;
    };
    for variable in &machine.state {
        if variable.var == var || variable.primed == var {
            return Shape::of_elements(program, &variable.set);
        }
    }
    machine
        .operations
        .iter()
        .flat_map(|operation| operation.inputs.iter().chain(&operation.outputs))
        .find(|bound| bound.var == var)
        .map_or(Shape::Plain, |bound| {
            Shape::of_elements(program, &bound.set)
        })
}
