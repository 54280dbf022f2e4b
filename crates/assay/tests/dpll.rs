//! A solver of one page for the chapter on branching time: unit propagation, pure literals and a choice (DPLL), with a line for
//! each step. The chapter shows its lines, and these tests keep them equal.
//!
//! Davis, Logemann, Loveland, *A Machine Program for Theorem-Proving*, Communications of the ACM 5, 1962.

/// A variable, and whether it stands without a negation.
type Literal = (&'static str, bool);
type Clause = Vec<Literal>;

fn show_literal(&(name, positive): &Literal) -> String {
    format!("{}{name}", if positive { "" } else { "!" })
}

fn show(clauses: &[Clause]) -> String {
    let clause = |c: &Clause| {
        let literals: Vec<String> = c.iter().map(show_literal).collect();
        format!("({})", literals.join(" | "))
    };
    match clauses {
        [] => "true".to_string(),
        _ if clauses.contains(&vec![]) => "false".to_string(),
        _ => clauses.iter().map(clause).collect::<Vec<_>>().join(" & "),
    }
}

/// The clauses where this literal is true: those that have it are gone, and the others lose its negation.
fn assign(clauses: &[Clause], literal: Literal) -> Vec<Clause> {
    let open = clauses.iter().filter(|c| !c.contains(&literal));
    let negation = (literal.0, !literal.1);
    open.map(|c| c.iter().copied().filter(|&l| l != negation).collect())
        .collect()
}

struct Solver {
    trace: String,
}

impl Solver {
    fn say(&mut self, depth: usize, what: &str, clauses: &[Clause]) {
        let line = format!("{}{what}: {}\n", "  ".repeat(depth), show(clauses));
        self.trace.push_str(&line);
    }

    /// Boolean constraint propagation: the literal of a clause with one literal is true.
    fn propagate(
        &mut self,
        depth: usize,
        model: &mut Clause,
        mut rest: Vec<Clause>,
    ) -> Vec<Clause> {
        while !rest.contains(&vec![]) {
            let Some(unit) = rest.iter().find(|c| c.len() == 1).map(|c| c[0]) else {
                break;
            };
            model.push(unit);
            rest = assign(&rest, unit);
            self.say(depth, &format!("unit {}", show_literal(&unit)), &rest);
        }
        rest
    }

    /// Literals whose negations do not occur are true.
    fn pure(&mut self, depth: usize, model: &mut Clause, mut rest: Vec<Clause>) -> Vec<Clause> {
        let mut pure: Clause = rest.concat();
        let all = pure.clone();
        pure.retain(|&(name, positive)| !all.contains(&(name, !positive)));
        pure.sort();
        pure.dedup();
        for literal in pure {
            model.push(literal);
            rest = assign(&rest, literal);
            self.say(depth, &format!("pure {}", show_literal(&literal)), &rest);
        }
        rest
    }

    /// A model of the clauses, if they have one.
    fn solve(&mut self, depth: usize, mut model: Clause, clauses: Vec<Clause>) -> Option<Clause> {
        let rest = self.propagate(depth, &mut model, clauses);
        if rest.contains(&vec![]) {
            return None;
        }
        let rest = self.pure(depth, &mut model, rest);
        if rest.is_empty() {
            return Some(model);
        }
        let literals = rest.concat();
        let often = |name: &str| literals.iter().filter(|l| l.0 == name).count();
        let (name, _) = literals
            .iter()
            .rev()
            .max_by_key(|l| often(l.0))
            .expect("clauses are left, and none is empty");
        [true, false].into_iter().find_map(|value| {
            let next = assign(&rest, (name, value));
            self.say(depth, &format!("choose {name} = {value}"), &next);
            self.solve(depth + 1, [&model[..], &[(*name, value)]].concat(), next)
        })
    }
}

/// `!p | q` is a clause; clauses are separated by `&`.
fn clauses(text: &'static str) -> Vec<Clause> {
    let literal = |l: &'static str| match l.trim().strip_prefix('!') {
        Some(name) => (name, false),
        None => (l.trim(), true),
    };
    let clause = |c: &'static str| c.split('|').map(literal).collect();
    text.split('&').map(clause).collect()
}

fn chapter_shows(trace: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/branching.md");
    let chapter = std::fs::read_to_string(path).expect("the chapter is there");
    let block = format!("```text\n{trace}```\n");
    assert!(
        chapter.contains(&block),
        "the chapter does not show\n{block}"
    );
}

#[test]
fn unit_propagation() {
    let given = clauses("p & !p | q & r | !q | s");
    let mut solver = Solver {
        trace: String::new(),
    };
    solver.say(0, "given", &given);
    let rest = solver.propagate(0, &mut vec![], given);
    assert_eq!(rest, clauses("r | s"));
    chapter_shows(&solver.trace);
}

#[test]
fn search() {
    let given = clauses("!p | q | r & !q | r & !q | !r & p | !q | !r");
    let mut solver = Solver {
        trace: String::new(),
    };
    solver.say(0, "given", &given);
    let model = solver.solve(0, vec![], given);
    let model = model.expect("it is satisfiable");
    assert_eq!(model, [("q", false), ("p", false), ("r", true)]);
    let shown: Vec<String> = model.iter().map(show_literal).collect();
    chapter_shows(&format!("{}model: {}\n", solver.trace, shown.join(" & ")));
}

/// The two-bit counter as the chapter unrolls it: in step `i` its bits are `li` and `ri`, and `bi` says that both are set.
const START: &str = "!l0 & !r0 & !b0 | l0 & !b0 | r0";
const STEPS: [&str; 3] = [
    "!l1 | l0 | r0 & !l1 | !l0 | !r0 & l1 | !l0 | r0 & l1 | l0 | !r0 & !r1 | !r0 & r1 | r0 & !b1 | l1 & !b1 | r1",
    "!l2 | l1 | r1 & !l2 | !l1 | !r1 & l2 | !l1 | r1 & l2 | l1 | !r1 & !r2 | !r1 & r2 | r1 & !b2 | l2 & !b2 | r2",
    "!l3 | l2 | r2 & !l3 | !l2 | !r2 & l3 | !l2 | r2 & l3 | l2 | !r2 & !r3 | !r2 & r3 | r2 & !b3 | l3 & !b3 | r3",
];

#[test]
fn the_counter_is_found_out_at_depth_three() {
    for (depth, bad, satisfiable) in [(2, "b0 | b1 | b2", false), (3, "b0 | b1 | b2 | b3", true)] {
        let steps = STEPS[..depth].iter().flat_map(|step| clauses(step));
        let formula = clauses(START).into_iter().chain(steps).chain(clauses(bad));
        let mut solver = Solver {
            trace: String::new(),
        };
        let model = solver.solve(0, vec![], formula.collect());
        assert_eq!(model.is_some(), satisfiable, "depth {depth}");
        assert!(model.is_none_or(|m| m.contains(&("l3", true)) && m.contains(&("r3", true))));
    }
}
