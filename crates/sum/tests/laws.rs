//! Laws of the tool-kit (Spivey, The Z Notation, 2nd edition, chapter 4) on random sets, relations, sequences and bags; and printed values
//! that read back.

mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use support::Asked;

/// Laws about sets A and B, relations R and S, and sequences s and t of numbers.
const LAWS: &[&str] = &[
    "dom (A <| R) = A cap dom R",
    "ran (R |> A) = ran R cap A",
    "A <<| R = (dom R \\ A) <| R",
    "R |>> A = R |> (ran R \\ A)",
    "dom (R <+ S) = dom R cup dom S",
    "R <+ S = (dom S <<| R) cup S",
    "dom (R~) = ran R",
    "(R comp S)~ = (S~) comp (R~)",
    "R comp S = S circ R",
    "R(|A|) = ran (A <| R)",
    "R^+ = R cup (R comp (R^+))",
    "A cup B = B cup A",
    "(A \\ B) cup (A cap B) = A",
    "#(A cup B) + #(A cap B) = #A + #B",
    "#(power A) = 2 * #(power (A \\ {0})) or 0 notin A",
    "A subseteq B <=> A cup B = B",
    "A in power (A cup B)",
    "{x : A | x in B} = A cap B",
    "{p : R @ fst(p)} = dom R",
    "(forall x : A @ x in B) <=> A subseteq B",
    "(exists x : A @ x in B) <=> A cap B /= A \\ A",
    "A = A \\ A or (min(A) in A and forall x : A @ min(A) <= x)",
    "#(s ^ t) = #s + #t",
    "rev(s ^ t) = rev(t) ^ rev(s)",
    "ran (s ^ t) = ran s cup ran t",
    "s prefix s ^ t",
    "t suffix s ^ t",
    "s = s \\ s or (<<head(s)>> ^ tail(s) = s and front(s) ^ <<last(s)>> = s)",
    "items(s ^ t) = items(t ^ s)",
    "squash(s) = s",
    "R in int <-> int",
    "(R in int +-> int) <=> (forall p, q : R @ fst(p) = fst(q) => p = q)",
    "s in seq (ran s)",
    "(s in iseq int) <=> #s = #(ran s)",
];

/// A display that has a type also where it is empty.
fn display(parts: &[String], one: &str) -> String {
    if parts.is_empty() {
        format!("({{{one}}} \\ {{{one}}})")
    } else {
        format!("{{{}}}", parts.join(", "))
    }
}

fn set(values: &[i8]) -> String {
    display(&values.iter().map(i8::to_string).collect::<Vec<_>>(), "0")
}

fn relation(pairs: &[(i8, i8)]) -> String {
    display(
        &pairs
            .iter()
            .map(|(a, b)| format!("({a}, {b})"))
            .collect::<Vec<_>>(),
        "(0, 0)",
    )
}

fn sequence(values: &[i8]) -> String {
    let pairs: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(index, value)| format!("({}, {value})", index + 1))
        .collect();
    display(&pairs, "(0, 0)")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold(
        a in vec(-2..4i8, 0..5),
        b in vec(-2..4i8, 0..5),
        r in vec((-1..4i8, -1..4i8), 0..6),
        s in vec((-1..4i8, -1..4i8), 0..6),
        p in vec(0..3i8, 0..4),
        q in vec(0..3i8, 0..4),
    ) {
        let definitions = format!(
            "A == {}\nB == {}\nR == {}\nS == {}\ns == {}\nt == {}",
            set(&a), set(&b), relation(&r), relation(&s), sequence(&p), sequence(&q)
        );
        let mut asked = Asked::about(&definitions);
        for law in LAWS {
            prop_assert_eq!(asked.ask(law), "true", "{}\n{}", law, definitions);
        }
        for value in ["A", "R", "(A, R)", "(R, s ^ t)"] {
            let printed = asked.ask(value);
            if !printed.contains("{}") && !printed.contains("<<>>") {
                prop_assert_eq!(asked.ask(&format!("{printed} = {value}")), "true");
            }
        }
    }
}
