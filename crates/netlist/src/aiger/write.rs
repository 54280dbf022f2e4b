//! The writers. Reading what they write gives the tree again; the binary format wants its own numbering, so there it is
//! the tree in that numbering ([`Aiger::renumbered`]).

use rustc_hash::FxHashMap;

use super::{Aiger, And, Latch, Lit, Reset, Unsound};

impl Aiger {
    /// The same circuit as the binary format numbers it: inputs from 1, then latches, then gates, each above what it
    /// reads and with the greater input on its left.
    pub fn renumbered(&self) -> Result<Aiger, Unsound> {
        self.check()?;
        let defined = self.definitions()?;
        let order = self.gate_order(&defined)?;
        let inputs = self.inputs.iter().map(|i| i.var());
        let latches = self.latches.iter().map(|l| l.lit.var());
        let gates = order.iter().map(|&g| self.ands[g].lhs.var());
        let mut new: FxHashMap<u32, u32> = inputs.chain(latches).chain(gates).zip(1..).collect();
        new.insert(0, 0);
        let lit = |l: &Lit| Lit::of(new[&l.var()]).xor(l.is_negated());
        let lits = |list: &[Lit]| list.iter().map(lit).collect::<Vec<_>>();
        Ok(Aiger {
            max_var: new.len() as u32 - 1,
            inputs: lits(&self.inputs),
            latches: (self.latches.iter())
                .map(|l| Latch {
                    lit: lit(&l.lit),
                    next: lit(&l.next),
                    reset: l.reset,
                })
                .collect(),
            outputs: lits(&self.outputs),
            bad: lits(&self.bad),
            constraints: lits(&self.constraints),
            justice: self.justice.iter().map(|j| lits(j)).collect(),
            fairness: lits(&self.fairness),
            ands: (order.iter().map(|&g| &self.ands[g]))
                .map(|and| {
                    let (a, b) = (lit(&and.left), lit(&and.right));
                    And {
                        lhs: lit(&and.lhs),
                        left: a.max(b),
                        right: a.min(b),
                    }
                })
                .collect(),
            symbols: self.symbols.clone(),
            comment: self.comment.clone(),
        })
    }
}

/// The binary format. Refuses what is no circuit.
pub fn write_binary(aiger: &Aiger) -> Result<Vec<u8>, Unsound> {
    let aiger = aiger.renumbered()?;
    let mut out = header("aig", &aiger);
    for latch in &aiger.latches {
        match latch.reset {
            Reset::Zero => line(&mut out, &[latch.next.0]),
            Reset::One => line(&mut out, &[latch.next.0, 1]),
            Reset::Any => line(&mut out, &[latch.next.0, latch.lit.0]),
        }
    }
    claims(&mut out, &aiger);
    for and in &aiger.ands {
        delta(&mut out, and.lhs.0 - and.left.0);
        delta(&mut out, and.left.0 - and.right.0);
    }
    tail(&mut out, &aiger);
    Ok(out)
}

/// Seven bits a byte, the lowest first; the eighth bit says that more follow.
fn delta(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The ASCII format. What the tree has no names for and no uses of is left out of the header.
pub fn write_ascii(aiger: &Aiger) -> Vec<u8> {
    let mut out = header("aag", aiger);
    for input in &aiger.inputs {
        line(&mut out, &[input.0]);
    }
    for latch in &aiger.latches {
        match latch.reset {
            Reset::Zero => line(&mut out, &[latch.lit.0, latch.next.0]),
            Reset::One => line(&mut out, &[latch.lit.0, latch.next.0, 1]),
            Reset::Any => line(&mut out, &[latch.lit.0, latch.next.0, latch.lit.0]),
        }
    }
    claims(&mut out, aiger);
    for and in &aiger.ands {
        line(&mut out, &[and.lhs.0, and.left.0, and.right.0]);
    }
    tail(&mut out, aiger);
    out
}

/// Numbers that are zero at the end of the header are not written, so that a circuit without the additions of AIGER 1.9
/// is a file that older readers know.
fn header(magic: &str, aiger: &Aiger) -> Vec<u8> {
    let mut numbers = vec![
        aiger.max_var as usize,
        aiger.inputs.len(),
        aiger.latches.len(),
        aiger.outputs.len(),
        aiger.ands.len(),
        aiger.bad.len(),
        aiger.constraints.len(),
        aiger.justice.len(),
        aiger.fairness.len(),
    ];
    while numbers.len() > 5 && numbers.last() == Some(&0) {
        numbers.pop();
    }
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("{magic} {}\n", numbers.join(" ")).into_bytes()
}

fn line(out: &mut Vec<u8>, numbers: &[u32]) {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    out.extend(numbers.join(" ").bytes());
    out.push(b'\n');
}

/// Outputs, bad states, constraints, justice and fairness.
fn claims(out: &mut Vec<u8>, aiger: &Aiger) {
    for lit in [&aiger.outputs, &aiger.bad, &aiger.constraints]
        .into_iter()
        .flatten()
    {
        line(out, &[lit.0]);
    }
    for justice in &aiger.justice {
        line(out, &[justice.len() as u32]);
    }
    for lit in aiger.justice.iter().flatten().chain(&aiger.fairness) {
        line(out, &[lit.0]);
    }
}

/// Symbols and comment.
fn tail(out: &mut Vec<u8>, aiger: &Aiger) {
    for symbol in &aiger.symbols {
        let (kind, index) = (symbol.kind.letter(), symbol.index);
        out.extend(format!("{kind}{index} {}\n", symbol.name).bytes());
    }
    if let Some(comment) = &aiger.comment {
        out.extend(b"c\n");
        out.extend(comment);
    }
}
