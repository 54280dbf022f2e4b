//! A circuit of two-input gates with structural hashing, and its clauses (Tseitin's encoding of the
//! part that a question needs).

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A gate's output, possibly inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Signal(u32);

impl Signal {
    pub const FALSE: Signal = Signal(0);
    pub const TRUE: Signal = Signal(1);

    fn new(gate: usize) -> Signal {
        let gate = u32::try_from(gate).expect("fewer than 2^31 gates");
        Signal(gate << 1)
    }

    fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl From<bool> for Signal {
    fn from(value: bool) -> Signal {
        if value { Signal::TRUE } else { Signal::FALSE }
    }
}

impl Not for Signal {
    type Output = Signal;
    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Gate {
    /// Gate 0 only.
    False,
    Free,
    And(Signal, Signal),
    /// Of signals that are not inverted.
    Xor(Signal, Signal),
}

/// No gate but the first is constant, and no gate has a constant input.
pub(crate) struct Gates {
    gates: Vec<Gate>,
    table: FxHashMap<Gate, Signal>,
}

impl Gates {
    pub fn new() -> Self {
        Gates {
            gates: vec![Gate::False],
            table: FxHashMap::default(),
        }
    }

    pub fn free(&mut self) -> Signal {
        self.gates.push(Gate::Free);
        Signal::new(self.gates.len() - 1)
    }

    fn hashed(&mut self, gate: Gate) -> Signal {
        if let Some(&known) = self.table.get(&gate) {
            return known;
        }
        self.gates.push(gate);
        let signal = Signal::new(self.gates.len() - 1);
        self.table.insert(gate, signal);
        signal
    }

    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        if a == Signal::FALSE || b == Signal::FALSE || a == !b {
            Signal::FALSE
        } else if a == Signal::TRUE || a == b {
            b
        } else if b == Signal::TRUE {
            a
        } else {
            self.hashed(Gate::And(a.min(b), a.max(b)))
        }
    }

    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let inverted = a.is_inverted() != b.is_inverted();
        let (a, b) = (Signal(a.0 & !1), Signal(b.0 & !1));
        let plain = if a == b {
            Signal::FALSE
        } else if a == Signal::FALSE {
            b
        } else if b == Signal::FALSE {
            a
        } else {
            self.hashed(Gate::Xor(a.min(b), a.max(b)))
        };
        if inverted { !plain } else { plain }
    }

    pub fn mux(&mut self, condition: Signal, yes: Signal, no: Signal) -> Signal {
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        let (taken, other) = (self.and(condition, yes), self.and(!condition, no));
        self.or(taken, other)
    }

    /// Clauses that are satisfiable exactly if all `facts` and one of `any` can be true together.
    pub fn clauses(&self, facts: &[Signal], any: &[Signal]) -> Clauses {
        let mut clauses = Clauses::default();
        for &fact in facts {
            self.disjunction(&mut clauses, &[fact]);
        }
        self.disjunction(&mut clauses, any);
        clauses
    }

    fn disjunction(&self, clauses: &mut Clauses, any: &[Signal]) {
        if any.contains(&Signal::TRUE) {
            return;
        }
        let literals: Vec<i32> = any
            .iter()
            .filter(|s| **s != Signal::FALSE)
            .map(|s| self.literal(clauses, *s))
            .collect();
        clauses.push(&literals);
    }

    /// The literal of a signal that is not constant; defines the gates below it first.
    fn literal(&self, clauses: &mut Clauses, signal: Signal) -> i32 {
        let mut waiting = vec![signal.gate()];
        while let Some(gate) = waiting.pop() {
            if clauses.vars.contains_key(&gate) {
                continue;
            }
            let output = i32::try_from(clauses.vars.len() + 1).expect("fewer than 2^31 variables");
            let (a, b) = match self.gates[gate] {
                Gate::False => unreachable!("constants are folded away"),
                Gate::Free => {
                    clauses.vars.insert(gate, output);
                    continue;
                }
                Gate::And(a, b) | Gate::Xor(a, b) => (a, b),
            };
            let (Some(left), Some(right)) = (clauses.get(a), clauses.get(b)) else {
                waiting.extend([gate, a.gate(), b.gate()]);
                continue;
            };
            clauses.vars.insert(gate, output);
            if let Gate::And(..) = self.gates[gate] {
                clauses.push(&[-output, left]);
                clauses.push(&[-output, right]);
                clauses.push(&[output, -left, -right]);
            } else {
                clauses.push(&[-output, left, right]);
                clauses.push(&[-output, -left, -right]);
                clauses.push(&[output, -left, right]);
                clauses.push(&[output, left, -right]);
            }
        }
        clauses.get(signal).expect("its gate was just defined")
    }
}

/// A conjunction of clauses in DIMACS literals, and which variable stands for which gate.
#[derive(Default)]
pub(crate) struct Clauses {
    literals: Vec<i32>,
    ends: Vec<usize>,
    vars: FxHashMap<usize, i32>,
}

impl Clauses {
    fn push(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// The literal of `signal`, if the question needs its gate.
    pub fn get(&self, signal: Signal) -> Option<i32> {
        let var = *self.vars.get(&signal.gate())?;
        Some(if signal.is_inverted() { -var } else { var })
    }

    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether some assignment of `clauses`' variables satisfies all of them.
    fn satisfiable(clauses: &Clauses) -> bool {
        let vars = clauses.vars.len();
        (0u32..1 << vars).any(|bits| {
            clauses.iter().all(|clause| {
                clause
                    .iter()
                    .any(|l| (bits >> (l.unsigned_abs() - 1) & 1 == 1) == (*l > 0))
            })
        })
    }

    #[test]
    fn gates_mean_what_they_are_called() {
        for bits in 0..8u32 {
            let mut gates = Gates::new();
            let inputs: Vec<Signal> = (0..3).map(|_| gates.free()).collect();
            let [a, b, c] = [0, 1, 2].map(|i| bits >> i & 1 == 1);
            let facts: Vec<Signal> = [a, b, c]
                .iter()
                .zip(&inputs)
                .map(|(value, input)| if *value { *input } else { !*input })
                .collect();
            let (x, y, z) = (inputs[0], inputs[1], inputs[2]);
            let outputs = [
                (gates.and(x, !y), a && !b),
                (gates.or(x, y), a || b),
                (gates.xor(!x, y), !a ^ b),
                (gates.mux(x, y, z), if a { b } else { c }),
                (gates.mux(x, y, !y), if a { b } else { !b }),
            ];
            for (output, expected) in outputs {
                assert_eq!(satisfiable(&gates.clauses(&facts, &[output])), expected);
                assert_eq!(satisfiable(&gates.clauses(&facts, &[!output])), !expected);
            }
        }
    }

    #[test]
    fn constants_fold_and_equal_gates_are_shared() {
        let mut gates = Gates::new();
        let (x, y) = (gates.free(), gates.free());
        assert_eq!(gates.and(x, !x), Signal::FALSE);
        assert_eq!(gates.or(x, !x), Signal::TRUE);
        assert_eq!(gates.xor(x, Signal::TRUE), !x);
        assert_eq!(gates.and(x, y), gates.and(y, x));
        assert_eq!(gates.xor(!x, y), !gates.xor(y, x));
    }

    #[test]
    fn nothing_to_choose_from_is_the_empty_clause() {
        let gates = Gates::new();
        let clauses = gates.clauses(&[Signal::TRUE], &[]);
        assert_eq!(clauses.iter().collect::<Vec<_>>(), vec![&[] as &[i32]]);
    }
}
