//! Structural hashing and the local rules keep the function and never add a node.

use assay_aig::{Aig, AigLit, Simulator, WORDS};
use proptest::prelude::*;

#[test]
fn equal_conjunctions_are_one_node() {
    let mut aig = Aig::new();
    let (a, b) = (aig.input(), aig.input());
    let x = aig.and(a, b);
    assert_eq!(aig.and(b, a), x);
    assert_eq!(aig.and(x, a), x);
    assert_eq!(aig.and(x, !a), AigLit::FALSE);
    assert_eq!(aig.and(!x, a), aig.and(a, !b));
    assert_eq!(aig.and(x, AigLit::TRUE), x);
}

#[test]
fn complementary_pairs_resolve() {
    let mut aig = Aig::new();
    let (a, b) = (aig.input(), aig.input());
    let (x, y) = (aig.and(a, b), aig.and(a, !b));
    assert_eq!(aig.and(!x, !y), !a);
    assert_eq!(aig.or(x, y), a);
}

#[test]
fn cones_hold_what_a_literal_reads() {
    let mut aig = Aig::new();
    let (a, b, c) = (aig.input(), aig.input(), aig.input());
    let x = aig.and(a, b);
    let y = aig.and(x, c);
    assert_eq!(aig.cone(&[x]), vec![a.node(), b.node(), x.node()]);
    assert_eq!(aig.cone(&[!y]).len(), 5);
}

#[test]
fn substitution_replaces_inputs() {
    let mut aig = Aig::new();
    let (a, b, c) = (aig.input(), aig.input(), aig.input());
    let x = aig.xor(a, b);
    let y = aig.or(x, a);
    let replaced = aig.substitute(
        &[x, !y],
        |aig, lit| if lit == b { aig.and(a, c) } else { !lit },
    );
    let ac = aig.and(a, c);
    let expected_x = aig.xor(!a, ac);
    let expected_y = aig.or(expected_x, !a);
    assert_eq!(replaced, vec![expected_x, !expected_y]);
}

/// The six patterns under which all assignments of up to six inputs occur.
const PATTERNS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

proptest! {
    #[test]
    fn rewriting_keeps_the_function(
        tape in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..40)
    ) {
        let mut aig = Aig::new();
        let mut lits: Vec<AigLit> = vec![];
        let mut truths: Vec<u64> = vec![];
        for pattern in PATTERNS {
            lits.push(aig.input());
            truths.push(pattern);
        }
        let inputs = lits.clone();
        for (op, x, y, z) in tape {
            let pick = |k: u8| {
                let at = (k >> 1) as usize % lits.len();
                let flip = k & 1 == 1;
                (lits[at].invert_if(flip), if flip { !truths[at] } else { truths[at] })
            };
            let ((a, ta), (b, tb), (c, tc)) = (pick(x), pick(y), pick(z));
            let before = aig.len();
            let (lit, truth, most) = match op % 4 {
                0 => (aig.and(a, b), ta & tb, 1),
                1 => (aig.or(a, b), ta | tb, 1),
                2 => (aig.xor(a, b), ta ^ tb, 3),
                _ => (aig.ite(a, b, c), ta & tb | !ta & tc, 3),
            };
            prop_assert!(aig.len() <= before + most);
            lits.push(lit);
            truths.push(truth);
        }
        let mut sim = Simulator::new();
        for (&input, pattern) in inputs.iter().zip(PATTERNS) {
            sim.set(input, [pattern; WORDS]);
        }
        sim.run(&aig);
        for (&lit, &truth) in lits.iter().zip(&truths) {
            prop_assert_eq!(sim.get(lit), [truth; WORDS]);
        }
    }
}
