//! What expressions and predicates are: the tool-kit, undefined terms, the border of the scope, constants that axioms define.

mod support;

use assay_sum::eval::Outside;
use assay_sum::scope::Carrier;
use assay_sum::syntax::Name;
use assay_sum::value::Int;
use support::Asked;

/// Asks each question of a table, and compares all answers.
fn table(asked: &mut Asked, rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(query, expected)| {
            let answer = asked.ask(query);
            (answer != *expected)
                .then(|| format!("{query}\n  is        {answer}\n  should be {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_tool_kit_is_that_of_the_reference_manual() {
    table(
        &mut Asked::about("[DATA]"),
        &[
            ("2 + 3 * 4", "14"),
            ("(-7) div 2", "-4"),
            ("(-7) mod 2", "1"),
            ("9223372036854775807 + 1", "9223372036854775808"),
            ("{3, 1, 2, 1}", "{1, 2, 3}"),
            ("#(1 .. 1000000000000000)", "1000000000000000"),
            ("DATA", "{DATA1, DATA2, DATA3}"),
            ("power {1, 2}", "{{}, {1}, {1, 2}, {2}}"),
            ("#(power (1 .. 100))", "1267650600228229401496703205376"),
            ("{1, 2} cup {2, 3}", "{1, 2, 3}"),
            ("{1, 2} \\ {2, 3}", "{1}"),
            ("{1 |-> 2, 2 |-> 3} <+ {2 |-> 9}", "{1 |-> 2, 2 |-> 9}"),
            ("dom {1 |-> 2, 2 |-> 3}", "{1, 2}"),
            ("{1} <<| {1 |-> 2, 2 |-> 3}", "{2 |-> 3}"),
            ("{(1, 2), (2, 3)}^+", "{1 |-> 2, 1 |-> 3, 2 |-> 3}"),
            ("{(1, 2), (2, 3)}~", "{2 |-> 1, 3 |-> 2}"),
            ("<<1, 2>> ^ <<3>>", "<<1, 2, 3>>"),
            ("(1, {2}, true)", "(1, {2}, true)"),
            ("min (2 .. 5)", "2"),
            ("(lambda x : int @ x * x)(12)", "144"),
            ("(mu x : 1 .. 9 | x * x = 49)", "7"),
            (
                "{x : 1 .. 4 | x mod 2 = 0 @ x |-> x * x}",
                "{2 |-> 4, 4 |-> 16}",
            ),
            ("if 1 < 2 then 3 else 4 fi", "3"),
            (
                "iseq {1, 2}",
                "{{}, {1 |-> 1}, {1 |-> 1, 2 |-> 2}, {1 |-> 2}, {1 |-> 2, 2 |-> 1}}",
            ),
        ],
    );
}

#[test]
fn an_atom_with_an_undefined_term_is_false_and_a_query_says_undefined() {
    table(
        &mut Asked::about("f == {1 |-> 2, 3 |-> 4}\nr == {(1, 2), (1, 3)}"),
        &[
            ("f(1)", "2"),
            (
                "f(2)",
                "undefined: the argument is not in the domain of the function",
            ),
            (
                "r(1)",
                "undefined: the relation has more than one value for the argument",
            ),
            ("1 div 0", "undefined: division by zero"),
            ("min ({1} \\ {1})", "undefined: the minimum of an empty set"),
            (
                "max(nat)",
                "undefined: the maximum of a set without a greatest number",
            ),
            (
                "#nat",
                "undefined: the number of elements of an infinite set",
            ),
            (
                "(mu x : 1 .. 3 | x > 1)",
                "undefined: more than one value has the property",
            ),
            (
                "(mu x : 1 .. 3 | x > 5)",
                "undefined: no value has the property",
            ),
            ("f(2) = 0", "false (undefined)"),
            ("f(2) /= 0", "false (undefined)"),
            ("not (f(2) = 0)", "true (undefined)"),
            ("f(2) in {0}", "false (undefined)"),
            ("f(2) notin {0}", "false (undefined)"),
            ("2 in dom f and f(2) = 0", "false"),
            ("exists x : 1 .. 3 @ f(x) > 3", "true (undefined)"),
            ("forall x : dom f @ f(x) > x", "true"),
            ("forall x : 1 .. f(2) @ x < 0", "true (undefined)"),
        ],
    );
}

#[test]
fn what_is_beyond_the_scope_is_said_and_large_sets_are_refused_with_their_size() {
    let mut asked = Asked::about("f == {1 |-> 2}");
    asked.scope.ints = (Int::from(-2i64), Int::from(2i64));
    table(
        &mut asked,
        &[
            (
                "power (power (1 .. 20))",
                "too large: a set with 2^1048576 elements would have to be listed",
            ),
            ("{{1, 2}, {21}} in power (power (1 .. 20))", "false"),
            ("{{1, 2}} in power (power (1 .. 20))", "true"),
            ("1000 in nat", "true"),
            ("-1 in nat", "false"),
            ("exists x : int @ x * x = 4", "true"),
            (
                "exists x : int @ x * x = 100",
                "out of scope: not all elements of int can be tried",
            ),
            ("exists x : int @ x = 100", "true"),
            ("exists x : nat @ x + 5 = 100", "true"),
            ("exists x : nat @ x < 10 and x * x = 81", "true"),
            ("exists x : nat @ x < 10 and x * x = 80", "false"),
            (
                "forall x : int @ x + 0 = x",
                "out of scope: not all elements of int can be tried",
            ),
            ("forall x : int @ x > 0", "false"),
            ("{x : nat | x < 5}", "{0, 1, 2, 3, 4}"),
            (
                "{x : int | x * x < 5}",
                "out of scope: not all elements of int can be tried",
            ),
            ("nat subseteq int", "true"),
            ("int subseteq nat", "false"),
            ("nat = int", "false"),
            (
                "{x : int @ x + 1} = int",
                "out of scope: not all elements of int can be tried",
            ),
            ("3 in {x : int @ x + 1}", "true"),
            ("exists x : int @ x > 5 and f(x) = 2", "false"),
        ],
    );
    asked.options.outside = Outside::Note;
    table(
        &mut asked,
        &[
            ("exists x : int @ x * x = 100", "false"),
            ("{x : int | x * x < 5}", "{-2, -1, 0, 1, 2}"),
        ],
    );
}

#[test]
fn the_budget_and_the_depth_of_recursion_are_limits_and_no_failures() {
    let mut asked = Asked::about("const\n  down : nat -> nat\nwhere\n  down(0) = 0\n  forall n : nat @ down(n + 1) = down(n)\nend".replace("->", "-->").as_str());
    assert_eq!(asked.ask("down(20)"), "0");
    assert_eq!(
        asked.ask("down(100000)"),
        "stopped: terms or recursion are nested too deeply"
    );
    asked.options.budget = 1000;
    assert_eq!(
        asked.ask("exists x, y, z : 1 .. 1000 @ x * y * z = -1"),
        "stopped: more steps are needed than the budget has"
    );
}

#[test]
fn axioms_define_constants_and_functions() {
    let mut asked = Asked::about(
        "[DATA]
  TREE ::= leaf | node << int cross TREE >>
  const
    limit, more : nat
    fact : nat --> nat
    sum : seq int --> int
    divides : int <-> int
    size : TREE --> nat
    a, b : DATA
  where
    limit = 7
    more > limit
    fact(0) = 1
    forall n : nat | n > 0 @ fact(n) = n * fact(n - 1)
    sum({}) = 0
    forall x : int; s : seq int @ sum(<<x>> ^ s) = x + sum(s)
    forall d, n : int @ (d, n) in divides <=> (exists q : int @ q * d = n)
    size(leaf) = 0
    forall n : int; t : TREE @ size(node(n, t)) = 1 + size(t)
    a /= b
  end",
    );
    table(
        &mut asked,
        &[
            ("limit", "7"),
            ("more", "8"),
            ("fact(30)", "265252859812191058636308480000000"),
            ("sum(<<3, 4, 5>>)", "12"),
            ("(3, 12) in divides", "true"),
            ("(5, 12) in divides", "false"),
            ("size(node(1, node(2, leaf)))", "2"),
            ("a = b", "false"),
            ("{n : 1 .. 5 @ fact(n)}", "{1, 2, 6, 24, 120}"),
            ("(1 .. 3) <| fact", "{1 |-> 1, 2 |-> 2, 3 |-> 6}"),
        ],
    );
    asked
        .scope
        .constants
        .insert(Name::new("limit"), assay_sum::value::Value::int(20));
    table(&mut asked, &[("more", "21")]);
}

#[test]
fn given_sets_have_the_carriers_of_the_scope() {
    let mut asked = Asked::about("[DATA]");
    asked.scope.carriers.insert(
        Name::new("DATA"),
        Carrier::Named(vec![Name::new("ann"), Name::new("bob")]),
    );
    table(
        &mut asked,
        &[
            ("DATA", "{ann, bob}"),
            ("#(DATA +-> DATA)", "9"),
            ("#(DATA --> DATA)", "4"),
            ("#(DATA <-> DATA)", "16"),
        ],
    );
}
