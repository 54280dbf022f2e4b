//! The symbolic evaluator says what the explicit one says: random predicates on random states, thousands of both. A failure prints the predicate
//! and the state.

use std::sync::Arc;

use assay_source::SourceMap;
use assay_sum::core::{GivenId, Program};
use assay_sum::eval::{Evaluator, Options, Outside};
use assay_sum::lower::symbolic::{Limits, Symbolic, Terms};
use assay_sum::scope::{Carrier, SearchScope};
use assay_sum::syntax::Name;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types::elaborate;
use assay_sum::value::{Int, Value};
use assay_sum::with_deep_stack;
use assay_system::Random;
use assay_term::{Evaluator as TermEvaluator, Functions, Pool, Value as Term, VarId};
use rustc_hash::FxHashMap;

const HEADER: &str = "
module M is
  [D]
  C ::= red | green | num << 0 .. 1 >>
  state
    a, b : int
    c : C
    s, u : power (-2 .. 2)
    t : power D
    r : D <-> D
    f : D +-> (-1 .. 2)
    g : D +-> D
    q : seq D
    p : D cross (0 .. 1)
    v : bool
  where
";

const FOOTER: &str = "
  end
end M
";

/// Elements of `D`.
const SIZE: u32 = 2;

/// Draws texts of expressions of one type each. `d` and `i` count the bound variables of type `D` and `int` that can be used.
struct Draw {
    random: Random,
    d: usize,
    i: usize,
}

impl Draw {
    fn pick(&mut self, of: &[&str]) -> String {
        of[self.random.below(of.len() as u64) as usize].to_string()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    /// A variable of `D`, bound somewhere around.
    fn element(&mut self, depth: u32) -> String {
        if self.d > 0 && (depth == 0 || self.below(3) > 0) {
            let at = self.below(self.d as u64);
            return format!("d{at}");
        }
        let deeper = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 => "first(p)".into(),
            1 => "head(q)".into(),
            2 => "last(q)".into(),
            3 => format!("({})({})", self.sequence(deeper), self.int(deeper)),
            4 => format!("g({})", self.element(deeper)),
            5 => format!("({})({})", self.relation(deeper), self.element(deeper)),
            6 => {
                let (set, at) = (self.set(deeper), self.d);
                format!("(mu d{at} : {set} @ d{at})")
            }
            _ => format!(
                "(if {} then {} else {} fi)",
                self.pred(deeper),
                self.element(deeper),
                self.element(deeper)
            ),
        }
    }

    fn int(&mut self, depth: u32) -> String {
        if self.i > 0 && self.below(3) == 0 {
            let at = self.below(self.i as u64);
            return format!("i{at}");
        }
        if depth == 0 {
            return self.pick(&["a", "b", "0", "1", "2", "(-1)", "#s", "#q", "p.2"]);
        }
        let deeper = depth - 1;
        match self.below(14) {
            0 => format!("({} + {})", self.int(deeper), self.int(deeper)),
            1 => format!("({} - {})", self.int(deeper), self.int(deeper)),
            2 => format!("({} * {})", self.int(deeper), self.int(deeper)),
            3 => format!("({} div {})", self.int(deeper), self.int(deeper)),
            4 => format!("({} mod {})", self.int(deeper), self.int(deeper)),
            5 => format!("f({})", self.element(deeper)),
            6 => format!("#({})", self.numbers(deeper)),
            7 => format!("#({})", self.relation(deeper)),
            8 => format!("min({})", self.numbers(deeper)),
            9 => format!("max({})", self.numbers(deeper)),
            10 => format!("({})({})", self.function(deeper), self.element(deeper)),
            11 => format!("#({})", self.sequence(deeper)),
            12 => {
                let (value, at) = (self.int(deeper), self.i);
                let body = self.with_int(|draw| draw.int(deeper));
                format!("(let i{at} == {value} @ {body})")
            }
            _ => format!(
                "(if {} then {} else {} fi)",
                self.pred(deeper),
                self.int(deeper),
                self.int(deeper)
            ),
        }
    }

    fn with_int(&mut self, text: impl FnOnce(&mut Draw) -> String) -> String {
        self.i += 1;
        let text = text(self);
        self.i -= 1;
        text
    }

    fn with_element(&mut self, text: impl FnOnce(&mut Draw) -> String) -> String {
        self.d += 1;
        let text = text(self);
        self.d -= 1;
        text
    }

    /// A set of integers.
    fn numbers(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&["s", "u", "(s \\ s)", "(ran f)", "(0 .. 2)", "{a, b}"]);
        }
        let deeper = depth - 1;
        match self.below(11) {
            0 => format!("({} cup {})", self.numbers(deeper), self.numbers(deeper)),
            1 => format!("({} cap {})", self.numbers(deeper), self.numbers(deeper)),
            2 => format!("({} \\ {})", self.numbers(deeper), self.numbers(deeper)),
            3 => format!(
                "({} symdiff {})",
                self.numbers(deeper),
                self.numbers(deeper)
            ),
            4 => format!("({} .. {})", self.int(deeper), self.int(deeper)),
            5 => format!("{{{}, {}}}", self.int(deeper), self.int(deeper)),
            6 => format!("(ran ({}))", self.function(deeper)),
            7 => {
                let (set, at) = (self.numbers(deeper), self.i);
                let pred = self.with_int(|draw| draw.pred(deeper));
                let result = self.with_int(|draw| draw.int(deeper));
                format!("{{i{at} : {set} | {pred} @ {result}}}")
            }
            8 => format!("({})(|{}|)", self.function(deeper), self.set(deeper)),
            9 => format!("(bigcup {{{}, {}}})", self.numbers(deeper), self.numbers(0)),
            _ => {
                let (set, at) = (self.set(deeper), self.d);
                let result = self.with_element(|draw| draw.int(deeper));
                format!("{{d{at} : {set} @ {result}}}")
            }
        }
    }

    /// A set of `D`.
    fn set(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&["t", "D", "(dom r)", "(dom f)", "(ran q)", "(dom g)"]);
        }
        let deeper = depth - 1;
        match self.below(10) {
            0 => format!("({} cup {})", self.set(deeper), self.set(deeper)),
            1 => format!("({} cap {})", self.set(deeper), self.set(deeper)),
            2 => format!("({} \\ {})", self.set(deeper), self.set(deeper)),
            3 => format!("(dom ({}))", self.relation(deeper)),
            4 => format!("(ran ({}))", self.relation(deeper)),
            5 => format!("({})(|{}|)", self.relation(deeper), self.set(deeper)),
            6 => format!("{{{}}}", self.element(deeper)),
            7 => format!("(ran ({}))", self.sequence(deeper)),
            8 => format!("(dom ({}))", self.function(deeper)),
            _ => {
                let (set, at) = (self.set(deeper), self.d);
                let pred = self.with_element(|draw| draw.pred(deeper));
                format!("{{d{at} : {set} | {pred}}}")
            }
        }
    }

    /// A relation on `D`.
    fn relation(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&["r", "g", "(r~)", "(id D)"]);
        }
        let deeper = depth - 1;
        match self.below(13) {
            0 => format!("({} cup {})", self.relation(deeper), self.relation(deeper)),
            1 => format!("({} \\ {})", self.relation(deeper), self.relation(deeper)),
            2 => format!("({} comp {})", self.relation(deeper), self.relation(deeper)),
            3 => format!("({} <| {})", self.set(deeper), self.relation(deeper)),
            4 => format!("({} |> {})", self.relation(deeper), self.set(deeper)),
            5 => format!("({} <<| {})", self.set(deeper), self.relation(deeper)),
            6 => format!("({} |>> {})", self.relation(deeper), self.set(deeper)),
            7 => format!("({} <+ {})", self.relation(deeper), self.relation(deeper)),
            8 => format!("(({})~)", self.relation(deeper)),
            9 => format!("(({})^+)", self.relation(deeper)),
            10 => format!("(({})^*)", self.relation(deeper)),
            11 => format!("{{({}, {})}}", self.element(deeper), self.element(deeper)),
            _ => format!("({} circ {})", self.relation(deeper), self.relation(deeper)),
        }
    }

    /// A relation from `D` to integers, mostly a function.
    fn function(&mut self, depth: u32) -> String {
        if depth == 0 {
            return "f".into();
        }
        let deeper = depth - 1;
        match self.below(7) {
            0 => format!(
                "({} <+ {{{} |-> {}}})",
                self.function(deeper),
                self.element(deeper),
                self.int(deeper)
            ),
            1 => format!(
                "({} cup {{{} |-> {}}})",
                self.function(deeper),
                self.element(deeper),
                self.int(deeper)
            ),
            2 => format!("({} <| {})", self.set(deeper), self.function(deeper)),
            3 => format!("({} |> {})", self.function(deeper), self.numbers(deeper)),
            4 => format!("({} comp {})", self.relation(deeper), self.function(deeper)),
            5 => format!("({} cup {})", self.function(deeper), self.function(deeper)),
            _ => {
                let (set, at) = (self.set(deeper), self.d);
                let result = self.with_element(|draw| draw.int(deeper));
                format!("(lambda d{at} : {set} @ {result})")
            }
        }
    }

    fn sequence(&mut self, depth: u32) -> String {
        if depth == 0 {
            return "q".into();
        }
        let deeper = depth - 1;
        match self.below(9) {
            0 => format!("({} ^ {})", self.sequence(deeper), self.sequence(deeper)),
            1 => format!("rev({})", self.sequence(deeper)),
            2 => format!("tail({})", self.sequence(deeper)),
            3 => format!("front({})", self.sequence(deeper)),
            4 => format!("<<{}>>", self.element(deeper)),
            5 => format!("({} filter {})", self.sequence(deeper), self.set(deeper)),
            6 => format!(
                "({} extract {})",
                self.numbers(deeper),
                self.sequence(deeper)
            ),
            7 => format!(
                "squash({} <| {})",
                self.numbers(deeper),
                self.sequence(deeper)
            ),
            _ => "(q ^ q)".into(),
        }
    }

    fn pred(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.pick(&[
                "a < b",
                "a in s",
                "v",
                "b notin u",
                "c = red",
                "s subseteq u",
                "first(p) in t",
                "q /= <<>>",
                "#t = 1",
                "c /= num(1)",
            ]);
        }
        let deeper = depth - 1;
        match self.below(22) {
            0 => format!("({} and {})", self.pred(deeper), self.pred(deeper)),
            1 => format!("({} or {})", self.pred(deeper), self.pred(deeper)),
            2 => format!("({} => {})", self.pred(deeper), self.pred(deeper)),
            3 => format!("({} <=> {})", self.pred(deeper), self.pred(deeper)),
            4 => format!("(not {})", self.pred(deeper)),
            5 | 6 => {
                let relation = self.pick(&["<", "<=", ">", ">=", "=", "/="]);
                format!("({} {relation} {})", self.int(deeper), self.int(deeper))
            }
            7 => {
                let relation = self.pick(&["in", "notin"]);
                format!("({} {relation} {})", self.int(deeper), self.numbers(deeper))
            }
            8 => {
                let relation = self.pick(&["in", "notin"]);
                format!("({} {relation} {})", self.element(deeper), self.set(deeper))
            }
            9 => {
                let relation = self.pick(&["subseteq", "subset", "=", "/="]);
                format!(
                    "({} {relation} {})",
                    self.numbers(deeper),
                    self.numbers(deeper)
                )
            }
            10 => {
                let relation = self.pick(&["subseteq", "subset", "=", "/="]);
                format!(
                    "({} {relation} {})",
                    self.relation(deeper),
                    self.relation(deeper)
                )
            }
            11 => {
                let relation = self.pick(&["=", "/=", "prefix", "suffix", "inseq"]);
                format!(
                    "({} {relation} {})",
                    self.sequence(deeper),
                    self.sequence(deeper)
                )
            }
            12 => {
                let relation = self.pick(&["=", "/=", "subseteq"]);
                format!(
                    "({} {relation} {})",
                    self.function(deeper),
                    self.function(deeper)
                )
            }
            13 => {
                let space = self.pick(&[
                    "D +-> int",
                    "D --> nat",
                    "D >+> 0 .. 2",
                    "D -->> {0, 1}",
                    "D <-> nat",
                    "t --> int",
                ]);
                format!("({} in {space})", self.function(deeper))
            }
            14 => {
                let space = self.pick(&["seq D", "seq_1 t", "iseq D"]);
                format!("({} in {space})", self.sequence(deeper))
            }
            15 => {
                let space = self.pick(&["power nat", "power s", "finset int", "power_1 (0 .. 3)"]);
                format!("({} in {space})", self.numbers(deeper))
            }
            16 | 17 => {
                let (quantifier, set, at) = (self.quantifier(), self.set(deeper), self.d);
                let body = self.with_element(|draw| draw.pred(deeper));
                format!("({quantifier} d{at} : {set} @ {body})")
            }
            18 | 19 => {
                let (quantifier, set, at) = (self.quantifier(), self.numbers(deeper), self.i);
                let body = self.with_int(|draw| draw.pred(deeper));
                format!("({quantifier} i{at} : {set} @ {body})")
            }
            20 => {
                let (set, at) = (self.numbers(deeper), self.i);
                let body = self.with_int(|draw| draw.pred(deeper));
                format!("(forall i{at} : int @ i{at} in {set} => {body})")
            }
            _ => {
                let (relation, at) = (self.relation(deeper), self.d);
                let body = self.with_element(|draw| draw.with_element(|draw| draw.pred(deeper)));
                let second = at + 1;
                format!("(exists d{at}, d{second} : D | (d{at}, d{second}) in {relation} @ {body})")
            }
        }
    }

    fn quantifier(&mut self) -> String {
        self.pick(&["forall", "exists", "exists_1"])
    }
}

/// A random value for each variable of the state.
fn state(random: &mut Random, program: &Program) -> Vec<Value> {
    let machine = program.machine.as_ref().expect("a machine");
    let element =
        |random: &mut Random| Value::Given(GivenId(0), random.below(u64::from(SIZE)) as u32);
    let all = || (0..SIZE).map(|index| Value::Given(GivenId(0), index));
    let number = |random: &mut Random, low: i64, high: i64| {
        Value::int(low + random.below((high - low + 1) as u64) as i64)
    };
    let coin = |random: &mut Random| random.below(2) == 1;
    let of = |name: &str, random: &mut Random| match name {
        "a" | "b" => number(random, -2, 2),
        "c" => {
            let branch = random.below(3) as u32;
            let argument = (branch == 2).then(|| Arc::new(number(random, 0, 1)));
            Value::Branch {
                free: assay_sum::core::FreeId(0),
                branch,
                argument,
            }
        }
        "s" | "u" => Value::set((-2..=2).map(Value::int).filter(|_| coin(random)).collect()),
        "t" => Value::set(all().filter(|_| coin(random)).collect()),
        "r" => Value::set(
            all()
                .flat_map(|x| all().map(move |y| Value::pair(x.clone(), y)))
                .filter(|_| coin(random))
                .collect(),
        ),
        "f" => Value::set(
            all()
                .filter_map(|x| coin(random).then(|| Value::pair(x, number(random, -1, 2))))
                .collect(),
        ),
        "g" => Value::set(
            all()
                .filter_map(|x| coin(random).then(|| Value::pair(x, element(random))))
                .collect(),
        ),
        "q" => {
            let length = random.below(4);
            Value::sequence((0..length).map(|_| element(random)).collect::<Vec<_>>())
        }
        "p" => Value::pair(element(random), number(random, 0, 1)),
        _ => Value::Bool(coin(random)),
    };
    machine
        .state
        .iter()
        .map(|variable| of(variable.name.as_str(), random))
        .collect()
}

fn scope() -> SearchScope {
    SearchScope {
        carriers: [(Name::new("D"), Carrier::Size(SIZE))].into(),
        ints: (Int::from(-2i64), Int::from(2i64)),
        sequences: 3,
        ..SearchScope::default()
    }
}

fn program(lines: &[String]) -> Arc<Program> {
    let text = format!(
        "{HEADER}{}{FOOTER}",
        lines
            .iter()
            .map(|line| format!("    {line}\n"))
            .collect::<String>()
    );
    let mut map = SourceMap::new();
    let file = map.add_text("random.sum", &text);
    let (spec, faults) = parse_sum(map.file(file));
    assert!(faults.is_empty(), "{faults:#?}\n{text}");
    let elaboration = elaborate(&spec, &Default::default());
    assert!(
        !elaboration.has_errors(),
        "{:#?}\n{text}",
        elaboration.diagnostics
    );
    Arc::new(elaboration.program)
}

/// How many comparisons there were, how many predicates were refused, and how often the explicit evaluator had no answer.
#[derive(Default, Debug)]
struct Count {
    compared: usize,
    held: usize,
    refused: usize,
    open: usize,
}

fn compare(lines: &[String], states: usize, random: &mut Random, count: &mut Count) {
    let program = program(lines);
    let machine = program.machine.clone().expect("a machine");
    let terms = Terms::new(
        Pool::new(),
        Limits {
            elements: 2000,
            terms: 300_000,
        },
    );
    let mut symbolic = Symbolic::new(program.clone(), scope(), terms);
    let mut declared = Vec::new();
    for variable in &machine.state {
        let value = symbolic
            .declare(&variable.set, variable.name.as_str())
            .unwrap();
        symbolic.set(variable.var, value.sym.clone());
        declared.push(value);
    }
    assert_eq!(machine.invariant.len(), lines.len());
    let terms: Vec<_> = machine
        .invariant
        .iter()
        .map(|line| symbolic.holds(line))
        .collect();
    count.refused += terms.iter().filter(|term| term.is_err()).count();
    let options = Options {
        outside: Outside::Note,
        ..Options::default()
    };
    let mut explicit = Evaluator::new(program.clone(), scope(), options);
    for _ in 0..states {
        let values = state(random, &program);
        let mut assignment: FxHashMap<VarId, Term> = FxHashMap::default();
        for (value, declared) in values.iter().zip(&declared) {
            assignment.extend(declared.encode(value).expect("a value in the scope"));
        }
        let functions = Functions::default();
        let mut evaluator = TermEvaluator::new(&symbolic.terms.pool, &assignment, &functions);
        for (value, declared) in values.iter().zip(&declared) {
            assert!(
                evaluator.eval_bool(declared.inside).unwrap(),
                "{value:?} is in its set"
            );
            let mut term = |t| evaluator.eval(t).unwrap();
            assert_eq!(Symbolic::concrete(&declared.sym, &mut term), *value);
        }
        for (variable, value) in machine.state.iter().zip(&values) {
            explicit.set(variable.var, value.clone());
        }
        for ((line, pred), term) in lines.iter().zip(&machine.invariant).zip(&terms) {
            let Ok(term) = term else { continue };
            let Ok(expected) = explicit.holds(pred) else {
                count.open += 1;
                continue;
            };
            let found = evaluator.eval_bool(*term).unwrap();
            let state: Vec<String> = machine
                .state
                .iter()
                .zip(&values)
                .map(|(s, v)| format!("{} = {v:?}", s.name))
                .collect();
            assert_eq!(
                found,
                expected,
                "symbolic {found}, explicit {expected}: {line}\n{}",
                state.join("\n")
            );
            count.compared += 1;
            count.held += usize::from(found);
        }
    }
}

#[test]
fn random_predicates_have_the_same_truth() {
    let modules = 150;
    let count = with_deep_stack(|| {
        let mut count = Count::default();
        for seed in 0..modules {
            let mut draw = Draw {
                random: Random::new(seed),
                d: 0,
                i: 0,
            };
            let lines: Vec<String> = (0..10).map(|at| draw.pred(1 + at % 3)).collect();
            compare(&lines, 12, &mut Random::new(1000 + seed), &mut count);
        }
        count
    });
    assert!(count.compared > 10_000, "{count:?}");
    assert!(
        count.held > count.compared / 5 && count.held < count.compared * 4 / 5,
        "{count:?}"
    );
    // Few are too large or have no answer.
    assert!(
        count.refused < 150 && count.open < count.compared / 10,
        "{count:?}"
    );
    println!("{count:?}");
}
