//! The writers.

use super::{Aiger, Reset};

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
