//! Executes a model as the format says, from the tree and without terms: what the lowering is held against, and what
//! replays witnesses.
//!
//! Words are computed with as unsigned or signed numbers of any size and cut to their width afterwards.

use assay_term::{ArrayValue, Bits, Value};
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{Arg, Kind, LineId, Model, Op, Sort, StateLines};

/// The values of all nodes at one step, by line; lines that are no nodes have none.
pub type Step = Vec<Option<Value>>;

/// An execution in progress.
pub struct Run<'a> {
    model: &'a Model,
    states: Vec<StateLines>,
    steps: Vec<Step>,
}

impl<'a> Run<'a> {
    pub fn new(model: &'a Model) -> Run<'a> {
        Run {
            model,
            states: model.states(),
            steps: Vec::new(),
        }
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub fn value(&self, step: usize, arg: Arg) -> Option<Value> {
        let value = self.steps.get(step)?.get(arg.line.index())?.clone()?;
        Some(if arg.inverted { inverted(value) } else { value })
    }

    /// Whether a condition of one bit holds.
    pub fn holds(&self, step: usize, arg: Arg) -> bool {
        matches!(self.value(step, arg), Some(Value::Bits(bits)) if bits.bit(0))
    }

    /// Does the next step. `choose` gives the values of inputs, and those of states where nothing sets them: without
    /// `init` at the first step, without `next` at any later one.
    pub fn step(&mut self, mut choose: impl FnMut(LineId) -> Value) {
        let mut values: Step = vec![None; self.model.lines.len()];
        let first = self.steps.is_empty();
        for at in 0..self.states.len() {
            let StateLines { state, init, next } = self.states[at];
            let value = match (first, init, next) {
                (true, Some(_), _) => continue,
                (false, _, Some((_, value))) => self.value(self.steps.len() - 1, value),
                (true, None, _) | (false, _, None) => Some(choose(state)),
            };
            values[state.index()] = value;
        }
        for id in self.model.ids() {
            if self.model.line(id).kind == Kind::Input {
                values[id.index()] = Some(choose(id));
            }
        }
        if first {
            let set: Vec<StateLines> = self
                .states
                .iter()
                .filter(|s| s.init.is_some())
                .copied()
                .collect();
            for StateLines { state, init, .. } in set {
                if let Some((_, value)) = init {
                    self.initial(&mut values, state, value);
                }
            }
        }
        for id in self.model.ids() {
            if values[id.index()].is_none() && self.model.line(id).kind.is_node() {
                values[id.index()] = node(self.model, &values, id);
            }
        }
        self.steps.push(values);
    }

    /// Computes what an initial value needs, in the order in which it needs it, and sets the state.
    fn initial(&self, values: &mut Step, state: LineId, value: Arg) {
        let mut stack = vec![(state, value)];
        while let Some(&(state, value)) = stack.last() {
            match self.missing(values, value.line) {
                Some(other) => stack.push(other),
                None => {
                    stack.pop();
                    let value = read(values, value);
                    values[state.index()] = match (self.model.sort(state), value) {
                        (Some(Sort::Array { index, .. }), Some(Value::Bits(element))) => {
                            Some(ArrayValue::constant(index, element).into())
                        }
                        (_, value) => value,
                    };
                }
            }
        }
    }

    /// Computes a node and what it reads. Stops at a state that has no value yet, and returns that state with its initial value.
    fn missing(&self, values: &mut Step, line: LineId) -> Option<(LineId, Arg)> {
        let mut stack = vec![line];
        while let Some(&at) = stack.last() {
            if values[at.index()].is_some() {
                stack.pop();
                continue;
            }
            if self.model.line(at).kind == Kind::State {
                let found = self.states.iter().find(|s| s.state == at);
                return found.and_then(|s| s.init).map(|(_, value)| (at, value));
            }
            let args = self.model.line(at).kind.args();
            let open = args.iter().find(|a| values[a.line.index()].is_none());
            match open {
                Some(arg) => stack.push(arg.line),
                None => values[at.index()] = node(self.model, values, at),
            }
        }
        None
    }
}

fn read(values: &Step, arg: Arg) -> Option<Value> {
    let value = values[arg.line.index()].clone()?;
    Some(if arg.inverted { inverted(value) } else { value })
}

fn inverted(value: Value) -> Value {
    match value {
        Value::Bits(bits) => {
            Bits::new(bits.width(), super::ones(bits.width()) ^ bits.value()).into()
        }
        other => other,
    }
}

/// The value of a node whose arguments have theirs.
fn node(model: &Model, values: &Step, id: LineId) -> Option<Value> {
    let line = model.line(id);
    let args: Option<Vec<Value>> = line.kind.args().iter().map(|a| read(values, *a)).collect();
    let args = args?;
    let width = || model.width(id);
    match &line.kind {
        Kind::Constant(literal) => {
            let value = literal.value(width()?).ok()?;
            Some(Bits::new(width()?, value).into())
        }
        Kind::Slice { lower, .. } => {
            let bits = args[0].as_bits()?;
            Some(Bits::new(width()?, bits.value() >> *lower as usize).into())
        }
        Kind::Extend { signed: false, .. } => {
            Some(Bits::new(width()?, args[0].as_bits()?.value().clone()).into())
        }
        Kind::Extend { signed: true, .. } => {
            Some(cut(width()?, &signed(args[0].as_bits()?)).into())
        }
        Kind::Op(Op::Ite, _) => {
            let which = if args[0].as_bits()?.bit(0) { 1 } else { 2 };
            Some(args[which].clone())
        }
        Kind::Op(Op::Eq, _) => Some(bit(args[0] == args[1]).into()),
        Kind::Op(Op::Neq, _) => Some(bit(args[0] != args[1]).into()),
        Kind::Op(Op::Read, _) => Some(args[0].as_array()?.select(args[1].as_bits()?).into()),
        Kind::Op(Op::Write, _) => {
            let mut array = args[0].as_array()?.clone();
            array.store(args[1].as_bits()?, args[2].as_bits()?.clone());
            Some(array.into())
        }
        Kind::Op(op, _) => {
            let a = args[0].as_bits()?;
            let b = args[args.len() - 1].as_bits()?;
            Some(operate(*op, a, b).into())
        }
        _ => None,
    }
}

fn bit(value: bool) -> Bits {
    Bits::new(1, u32::from(value))
}

/// As a number in two's complement.
fn signed(bits: &Bits) -> BigInt {
    let value = BigInt::from(bits.value().clone());
    if bits.bit(bits.width() - 1) {
        value - (BigInt::one() << bits.width() as usize)
    } else {
        value
    }
}

/// The lowest bits of a number.
fn cut(width: u32, value: &BigInt) -> Bits {
    let size = BigInt::one() << width as usize;
    let (_, low) = value.mod_floor(&size).into_parts();
    Bits::new(width, low)
}

fn unsigned(value: &BigUint) -> BigInt {
    BigInt::from_biguint(Sign::Plus, value.clone())
}

/// One or two words; `b` is `a` where there is one.
fn operate(op: Op, a: &Bits, b: &Bits) -> Bits {
    use Op::*;
    let width = a.width();
    let (x, y) = (a.value(), b.value());
    let (ux, uy) = (unsigned(x), unsigned(y));
    let (sx, sy) = (signed(a), signed(b));
    let mask = super::ones(width);
    let word = |value: BigUint| Bits::new(width, value);
    let number = |value: BigInt| cut(width, &value);
    let beyond = |value: BigInt| bit(signed(&cut(width, &value)) != value);
    let outside = |value: BigInt| bit(value.is_negative() || value > unsigned(&mask));
    match op {
        Not => word(x ^ &mask),
        Inc => number(ux + 1),
        Dec => number(ux - 1),
        Neg => number(-ux),
        RedAnd => bit(*x == mask),
        RedOr => bit(!x.is_zero()),
        RedXor => bit(x.count_ones() % 2 == 1),
        Iff => bit(x == y),
        Implies => bit(x.is_zero() || !y.is_zero()),
        Ugt => bit(x > y),
        Ugte => bit(x >= y),
        Ult => bit(x < y),
        Ulte => bit(x <= y),
        Sgt => bit(sx > sy),
        Sgte => bit(sx >= sy),
        Slt => bit(sx < sy),
        Slte => bit(sx <= sy),
        And => word(x & y),
        Nand => word((x & y) ^ &mask),
        Nor => word((x | y) ^ &mask),
        Or => word(x | y),
        Xnor => word((x ^ y) ^ &mask),
        Xor => word(x ^ y),
        Rol | Ror => {
            let by = (y % width).to_u32().unwrap_or(0);
            let up = if op == Rol { by } else { (width - by) % width };
            word((x << up as usize) | (x >> (width - up) as usize))
        }
        Sll => word(distance(b).map_or_else(BigUint::zero, |by| x << by)),
        Srl => word(distance(b).map_or_else(BigUint::zero, |by| x >> by)),
        // Shifting a negative number of any size rounds down, as bits that move in from the left do.
        Sra => number(sx >> distance(b).unwrap_or(width as usize)),
        Add => number(ux + uy),
        Sub => number(ux - uy),
        Mul => number(ux * uy),
        Udiv if y.is_zero() => word(mask),
        Udiv => word(x / y),
        Urem if y.is_zero() => a.clone(),
        Urem => word(x % y),
        Sdiv if y.is_zero() => {
            if sx.is_negative() {
                word(BigUint::one())
            } else {
                word(mask)
            }
        }
        Sdiv => number(sx / sy),
        Srem | Smod if y.is_zero() => a.clone(),
        Srem => number(sx % sy),
        Smod => number(sx.mod_floor(&sy)),
        Uaddo => outside(ux + uy),
        Usubo => outside(ux - uy),
        Umulo => outside(ux * uy),
        Saddo => beyond(sx + sy),
        Ssubo => beyond(sx - sy),
        Smulo => beyond(sx * sy),
        Sdivo => {
            if sy.is_zero() {
                bit(false)
            } else {
                beyond(sx / sy)
            }
        }
        Concat => Bits::new(width + b.width(), (x << b.width() as usize) | y),
        Eq | Neq | Read | Ite | Write => unreachable!("`{}` is not one on words only", op.name()),
    }
}

/// The distance of a shift; None if it is at least the width, so that no bit of the word is left.
fn distance(by: &Bits) -> Option<usize> {
    let by_width = by.width() as usize;
    by.value().to_usize().filter(|&by| by < by_width)
}
