//! Random circuits, each determined by its seed, and what they do step by step.

use std::collections::BTreeMap;

use assay_system::Random;

use crate::aiger::{Aiger, And, Latch, Lit, Reset, Symbol, SymbolKind};

/// How large a circuit gets, at most.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub inputs: usize,
    pub latches: usize,
    pub ands: usize,
    /// Whether there are justice properties.
    pub justice: bool,
}

/// Random choices, by the generator of the system crate.
struct Choices(Random);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A circuit with properties and sometimes constraints. Its variables are numbered in no order and with gaps.
pub fn circuit(seed: u64, size: Size) -> Aiger {
    let mut choices = Choices(Random::new(seed));
    let c = &mut choices;
    let (inputs, latches) = (c.below(size.inputs + 1), 1 + c.below(size.latches));
    let ands = c.below(size.ands + 1);
    let used = inputs + latches + ands;
    let max_var = used + c.below(4);
    let mut numbers: Vec<u32> = (1..=max_var as u32).collect();
    for i in (1..numbers.len()).rev() {
        numbers.swap(i, c.below(i + 1));
    }
    let vars = numbers[..used].to_vec();
    let pick = |c: &mut Choices, below: usize| {
        let negate = c.chance(50);
        let lit = match c.below(below + 1) {
            0 if c.chance(20) => Lit::FALSE,
            0 => Lit::of(vars[c.below(below)]),
            i => Lit::of(vars[i - 1]),
        };
        lit.xor(negate)
    };
    let mut aiger = Aiger {
        max_var: max_var as u32,
        inputs: vars[..inputs].iter().map(|v| Lit::of(*v)).collect(),
        ..Aiger::default()
    };
    for i in 0..ands {
        let below = inputs + latches + i;
        aiger.ands.push(And {
            lhs: Lit::of(vars[below]),
            left: pick(c, below),
            right: pick(c, below),
        });
    }
    for &var in &vars[inputs..inputs + latches] {
        aiger.latches.push(Latch {
            lit: Lit::of(var),
            next: pick(c, used),
            reset: [Reset::Zero, Reset::Zero, Reset::One, Reset::Any][c.below(4)],
        });
    }
    let some = |c: &mut Choices, most: usize| -> Vec<Lit> {
        (0..c.below(most + 1)).map(|_| pick(c, used)).collect()
    };
    aiger.outputs = some(c, 2);
    aiger.bad = some(c, 3);
    if c.chance(30) {
        aiger.constraints = some(c, 2);
    }
    if size.justice {
        aiger.justice = (0..1 + c.below(2)).map(|_| some(c, 2)).collect();
        aiger.fairness = some(c, 1);
    }
    for i in (1..aiger.ands.len()).rev() {
        aiger.ands.swap(i, c.below(i + 1));
    }
    for (kind, count) in [(SymbolKind::Input, inputs), (SymbolKind::Latch, latches)] {
        for index in 0..count as u32 {
            if c.chance(50) {
                let name = format!("{} {}", ["x", "y", "l0"][c.below(3)], index / 2);
                aiger.symbols.push(Symbol { kind, index, name });
            }
        }
    }
    if c.chance(30) {
        aiger.comment = Some(b"made up\n\n\xff".to_vec());
    }
    aiger
}

/// A circuit at one step, computed bit by bit from the tree alone.
pub struct Simulator<'a> {
    aiger: &'a Aiger,
    values: BTreeMap<u32, bool>,
}

impl<'a> Simulator<'a> {
    /// Step 0: latches that have a reset take it, the others what `open` says of their position.
    pub fn start(aiger: &'a Aiger, open: impl Fn(usize) -> bool) -> Simulator<'a> {
        let latches = aiger.latches.iter().enumerate();
        let values = latches.map(|(i, latch)| {
            let value = match latch.reset {
                Reset::Zero => false,
                Reset::One => true,
                Reset::Any => open(i),
            };
            (latch.lit.var(), value)
        });
        Simulator {
            aiger,
            values: values.collect(),
        }
    }

    /// Any state: the latches as `state` says.
    pub fn at(aiger: &'a Aiger, state: &[bool]) -> Simulator<'a> {
        let latches = aiger.latches.iter().zip(state);
        Simulator {
            aiger,
            values: latches.map(|(l, v)| (l.lit.var(), *v)).collect(),
        }
    }

    /// Sets the inputs of this step, and with them every gate.
    pub fn set_inputs(&mut self, input: impl Fn(usize) -> bool) {
        for (i, lit) in self.aiger.inputs.iter().enumerate() {
            self.values.insert(lit.var(), input(i));
        }
        let defined = self.aiger.definitions().expect("a circuit");
        for gate in self.aiger.gate_order(&defined).expect("a circuit") {
            let and = self.aiger.ands[gate];
            let value = self.value(and.left) && self.value(and.right);
            self.values.insert(and.lhs.var(), value);
        }
    }

    /// The value of a literal at this step; of gates only after the inputs are set.
    pub fn value(&self, lit: Lit) -> bool {
        let value = lit.var() != 0 && self.values[&lit.var()];
        value != lit.is_negated()
    }

    /// The values of the latches, in their order.
    pub fn latches(&self) -> Vec<bool> {
        let latches = self.aiger.latches.iter();
        latches.map(|l| self.value(l.lit)).collect()
    }

    pub fn step(&mut self) {
        let latches = self.aiger.latches.iter();
        let next: Vec<(u32, bool)> = latches.map(|l| (l.lit.var(), self.value(l.next))).collect();
        self.values = next.into_iter().collect();
    }
}
