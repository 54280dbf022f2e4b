//! Claims of branching time about small systems: random ones, and evidence by enumeration for whoever checks evidence.

use std::sync::Arc;

use assay_system::branching::{
    Branch, BranchPath, Choice, Enumerated, Fair, Fixpoint, Goes, Kripke, Normal, NormalPart,
    Outcome, PartProof, Quantifier, Rank, Ranking, Tree, Unfair, Why, enumerate,
};
use assay_system::{Fairness, Formula, Paths, System, Trace, VarKind};
use assay_term::{Functions, Pool, TermId, Value, VarId};

use crate::{Build, Random};

/// How many states and choices of inputs these systems may have.
const LIMIT: usize = 4096;

/// What enumeration says of a formula, with evidence.
#[derive(Clone, Debug)]
pub enum Decided {
    Holds(Fixpoint),
    Fails(Tree),
    /// With the sets that show it.
    NoExecutions(Fixpoint),
}

/// A random structure as a system: a state `n`, an input that chooses the successor, atoms `p`, `q` and `r`, perhaps constraints, which make
/// deadlocks, and up to this many conditions of fairness.
pub fn structure(random: &mut Random, states: usize, conditions: usize) -> System {
    let mut system = System::new();
    let highest = states as i64 - 1;
    let n = system.state("n", (0, highest));
    let choices = 1 + random.below(3);
    let choice = system.input("choice", (0, choices as i64 - 1));
    let mut next = n;
    for state in 0..states {
        let mut to = system.pool.int(random.below(states) as i64);
        for c in 1..choices {
            let other = system.pool.int(random.below(states) as i64);
            let chosen = is_value(&mut system.pool, choice, c);
            to = system.pool.ite(chosen, other, to);
        }
        let here = is_value(&mut system.pool, n, state);
        next = system.pool.ite(here, to, next);
    }
    let first = system.pool.int(random.below(states) as i64);
    let init = (!random.chance(30)).then_some(first);
    system.set_state(n, init, next);
    for name in ["p", "q", "r"] {
        let term = subset(&mut system.pool, random, n, states, 50);
        system.wire(name, term);
    }
    if random.chance(40) {
        let term = subset(&mut system.pool, random, n, states, 80);
        system.assume(term);
    }
    for at in 0..random.below(conditions + 1) {
        let term = subset(&mut system.pool, random, n, states, 40);
        system.fairness.push(Fairness {
            name: format!("f{at}"),
            term,
            then: None,
            span: None,
        });
    }
    system
}

fn is_value(pool: &mut Pool, term: TermId, value: usize) -> TermId {
    let value = pool.int(value as i64);
    pool.eq(term, value)
}

fn subset(
    pool: &mut Pool,
    random: &mut Random,
    n: TermId,
    states: usize,
    percent: usize,
) -> TermId {
    let mut members = Vec::new();
    for state in 0..states {
        if random.chance(percent) {
            members.push(is_value(pool, n, state));
        }
    }
    pool.or(members)
}

/// A random formula of CTL over these atoms.
pub fn formula(random: &mut Random, atoms: &[TermId], depth: usize) -> Formula {
    if depth == 0 || random.chance(10) {
        return Formula::Atom(random.pick(atoms));
    }
    let kind = random.below(9);
    let paths = random.pick(&[Paths::All, Paths::Some]);
    let a = Box::new(formula(random, atoms, depth - 1));
    let b = Box::new(formula(random, atoms, depth - 1));
    match kind {
        0 => Formula::Not(a),
        1 => Formula::And(a, b),
        2 => Formula::Or(a, b),
        3 => Formula::Iff(a, b),
        4 => Formula::Next(paths, a),
        5 => Formula::Finally(paths, a),
        6 => Formula::Globally(paths, a),
        _ => Formula::Until(paths, a, b),
    }
}

/// Decides a formula by enumeration.
pub fn decide(system: &System, formula: &Formula) -> Decided {
    let enumerated = enumerate(system, LIMIT).expect("a small system");
    let kripke = &enumerated.kripke;
    let atom = |term| enumerated.holds(system, term).expect("terms have values");
    let labels = kripke.label(formula, atom).expect("a formula of CTL");
    let holds = &labels.last().expect("at least the formula itself").holds;
    match kripke.outcome(holds) {
        Outcome::NoExecutions => {
            let mut certifier = Certifier::new(system, &enumerated, formula, false);
            Decided::NoExecutions(Fixpoint {
                fair: None,
                parts: Vec::new(),
                ..certifier.fixpoint()
            })
        }
        Outcome::Holds => {
            let mut certifier = Certifier::new(system, &enumerated, formula, false);
            let mut fixpoint = certifier.fixpoint();
            let first = certifier.initial(|_| true);
            fixpoint.execution = Some(certifier.execution(first));
            let example = certifier.tree(first);
            if matches!(example.branches[0].why, Why::Path(_)) {
                fixpoint.example = Some(Arc::new(example));
            }
            Decided::Holds(fixpoint)
        }
        Outcome::Fails => {
            let mut certifier = Certifier::new(system, &enumerated, formula, true);
            let fixpoint = certifier.fixpoint();
            let first = certifier.initial(|s| !holds[s]);
            let mut tree = certifier.tree(first);
            tree.sets = Some(Arc::new(fixpoint));
            Decided::Fails(tree)
        }
    }
}

type Members = Vec<bool>;

/// A state's way to a goal: how far it is, and which transition to take.
#[derive(Clone)]
struct Ways {
    far: Vec<usize>,
    /// By index among the transitions of the state.
    take: Vec<Option<usize>>,
}

struct Certifier<'a> {
    system: &'a System,
    of: &'a Enumerated,
    kripke: &'a Kripke,
    normal: Normal,
    /// Where each part holds.
    holds: Vec<Members>,
    fair: Members,
    conditions: Vec<Members>,
    pool: Pool,
    terms: Vec<TermId>,
}

/// A part as a formula.
fn as_formula(normal: &Normal, part: usize) -> Formula {
    let of = |part| Box::new(as_formula(normal, part));
    let not = |part| Box::new(Formula::Not(of(part)));
    let paths = |quantifier| match quantifier {
        Quantifier::All => Paths::All,
        Quantifier::Some => Paths::Some,
    };
    match normal.parts[part] {
        NormalPart::Literal(term, true) => Formula::Atom(term),
        NormalPart::Literal(term, false) => Formula::Not(Box::new(Formula::Atom(term))),
        NormalPart::And(a, b) => Formula::And(of(a), of(b)),
        NormalPart::Or(a, b) => Formula::Or(of(a), of(b)),
        NormalPart::Next(q, a) => Formula::Next(paths(q), of(a)),
        NormalPart::Until(q, a, b) => Formula::Until(paths(q), of(a), of(b)),
        NormalPart::Release(q, a, b) => {
            let other = match q {
                Quantifier::All => Paths::Some,
                Quantifier::Some => Paths::All,
            };
            Formula::Not(Box::new(Formula::Until(other, not(a), not(b))))
        }
    }
}

impl<'a> Certifier<'a> {
    fn new(system: &'a System, of: &'a Enumerated, formula: &Formula, negated: bool) -> Self {
        let mut pool = system.pool.clone();
        let yes = pool.bool(true);
        let normal = Normal::of(formula, negated, yes).expect("a formula of CTL");
        let atom = |term| {
            // It may be a term of our pool only.
            if term == yes {
                return vec![true; of.states.len()];
            }
            of.holds(system, term).expect("terms have values")
        };
        let part = |part| {
            let labels = of.kripke.label(&as_formula(&normal, part), atom);
            let last = labels.expect("a formula of CTL").pop();
            last.expect("at least the formula itself").holds
        };
        let mut conditions = of.kripke.fairness.clone();
        if conditions.is_empty() {
            conditions.push(vec![true; of.states.len()]);
        }
        Certifier {
            system,
            of,
            kripke: &of.kripke,
            holds: (0..normal.parts.len()).map(part).collect(),
            fair: of.kripke.fair(),
            conditions,
            normal,
            pool,
            terms: Vec::new(),
        }
    }

    fn count(&self) -> usize {
        self.of.states.len()
    }

    fn initial(&self, wanted: impl Fn(usize) -> bool) -> usize {
        let mut initial = self.kripke.initial.iter().copied();
        let found = initial.find(|&s| self.fair[s] && wanted(s));
        found.expect("an initial state that counts")
    }

    fn is_kept(&self, var: VarId) -> bool {
        let kind = &self.system.var(var).kind;
        matches!(kind, VarKind::State { .. } | VarKind::Rigid)
    }

    fn is_state(&mut self, state: usize) -> TermId {
        let kept: Vec<VarId> = self.system.var_ids().filter(|v| self.is_kept(*v)).collect();
        let mut all = Vec::new();
        for var in kept {
            let value = self.of.states[state][var.index()].clone();
            let (var, value) = (self.pool.var(var), self.pool.constant(value));
            all.push(self.pool.eq(var, value));
        }
        self.pool.and(all)
    }

    fn term(&mut self, term: TermId) -> usize {
        self.terms.push(term);
        self.terms.len() - 1
    }

    fn set(&mut self, members: &[bool]) -> usize {
        let members: Vec<usize> = (0..members.len()).filter(|&s| members[s]).collect();
        let members: Vec<TermId> = members.into_iter().map(|s| self.is_state(s)).collect();
        let term = self.pool.or(members);
        self.term(term)
    }

    fn rank(&mut self, numbers: &[usize]) -> Rank {
        let highest = numbers.iter().copied().max().unwrap_or(0);
        let bits = usize::BITS - highest.leading_zeros();
        (0..bits)
            .map(|bit| {
                let members: Members = numbers.iter().map(|n| n >> bit & 1 == 1).collect();
                self.set(&members)
            })
            .collect()
    }

    fn choice(&mut self, ways: &Ways) -> Choice {
        let system = self.system;
        let inputs = system
            .var_ids()
            .filter(|&v| system.var(v).kind == VarKind::Input);
        let mut choice = Choice::new();
        for input in inputs {
            let default = match &system.var(input).range {
                Some((lo, _)) => Value::Int(lo.clone()),
                None => Value::default_of(system.sort(input)),
            };
            let mut term = self.pool.constant(default);
            for (state, take) in ways.take.iter().enumerate() {
                if let Some(take) = take {
                    let value = self.of.steps[state][*take][input.index()].clone();
                    let (here, value) = (self.is_state(state), self.pool.constant(value));
                    term = self.pool.ite(here, value, term);
                }
            }
            let term = self.term(term);
            choice.push((input, term));
        }
        choice
    }

    /// From the states of `within` to those of `goal` through `within`. A state of the goal takes a transition to `within` too, where it has one.
    fn ways(&self, within: &[bool], goal: &[bool]) -> Ways {
        let (count, next) = (self.count(), &self.kripke.next);
        let mut far = vec![usize::MAX; count];
        (0..count)
            .filter(|&s| within[s] && goal[s])
            .for_each(|s| far[s] = 0);
        for distance in 1..=count {
            let near: Vec<usize> = (0..count)
                .filter(|&s| within[s] && far[s] == usize::MAX)
                .filter(|&s| next[s].iter().any(|&t| far[t] == distance - 1))
                .collect();
            near.into_iter().for_each(|s| far[s] = distance);
        }
        let take = (0..count)
            .map(|s| match far[s] {
                0 => next[s].iter().position(|&t| within[t]),
                usize::MAX => None,
                distance => next[s].iter().position(|&t| far[t] == distance - 1),
            })
            .collect();
        far.iter_mut()
            .filter(|f| **f == usize::MAX)
            .for_each(|f| *f = 0);
        Ways { far, take }
    }

    fn goals(&mut self, ways: &[Ways]) -> Vec<(Rank, Choice)> {
        ways.iter()
            .map(|ways| (self.rank(&ways.far), self.choice(ways)))
            .collect()
    }

    /// For each condition the way to it.
    fn fair_ways(&self, within: &[bool], ends: &[bool]) -> Vec<Ways> {
        let either = |a: &Members| a.iter().zip(ends).map(|(a, b)| *a || *b).collect();
        let goals: Vec<Members> = self.conditions.iter().map(either).collect();
        goals.iter().map(|goal| self.ways(within, goal)).collect()
    }

    /// Components in topological order, and for each the condition that it lacks.
    fn ranking(&mut self, set: &[bool]) -> Ranking {
        let count = self.count();
        let reaches: Vec<Members> = (0..count)
            .map(|s| {
                let mut goal = vec![false; count];
                goal[s] = set[s];
                let ways = self.ways(set, &goal);
                (0..count).map(|t| goal[t] || (ways.far[t] > 0)).collect()
            })
            .collect();
        // reaches[s][t]: s is reached from t.
        let same = |s: usize, t: usize| reaches[s][t] && reaches[t][s];
        let below = |s: usize| (0..count).filter(|&t| set[t] && reaches[t][s]).count();
        let rank: Vec<usize> = (0..count)
            .map(|s| if set[s] { below(s) } else { 0 })
            .collect();
        let lacks = |s: usize| {
            let absent = |c: &Members| !(0..count).any(|t| same(s, t) && c[t]);
            self.conditions.iter().position(absent).unwrap_or(0)
        };
        let waits: Vec<usize> = (0..count)
            .map(|s| if set[s] { lacks(s) } else { 0 })
            .collect();
        Ranking {
            rank: self.rank(&rank),
            waits: self.rank(&waits),
        }
    }

    fn fixpoint(&mut self) -> Fixpoint {
        let (fair, unfair) = (self.fair.clone(), not(&self.fair));
        let none = vec![false; self.count()];
        let ways = self.fair_ways(&fair, &none);
        let fair = Fair {
            set: self.set(&fair),
            goals: self.goals(&ways),
        };
        let unfair = Unfair {
            set: self.set(&unfair),
            ranking: self.ranking(&unfair),
        };
        let parts = (0..self.normal.parts.len()).map(|p| self.part(p)).collect();
        Fixpoint {
            terms: self.pool.export(&self.terms),
            fair: Some(fair),
            unfair: Some(unfair),
            parts,
            execution: None,
            example: None,
        }
    }

    fn part(&mut self, part: usize) -> Option<PartProof> {
        use Quantifier::{All, Some as Exists};
        let here = self.holds[part].clone();
        let set = match self.normal.parts[part] {
            NormalPart::Literal(..) | NormalPart::And(..) | NormalPart::Or(..) => return None,
            _ => self.set(&here),
        };
        Some(match self.normal.parts[part] {
            NormalPart::Next(All, _) | NormalPart::Release(All, ..) => PartProof::Closed { set },
            NormalPart::Next(Exists, a) => {
                let ways = self.next_ways(a);
                let choice = self.choice(&ways);
                PartProof::Chosen { set, choice }
            }
            NormalPart::Until(Exists, _, b) => {
                let ways = self.ways(&here, &both(&self.holds[b], &self.fair));
                PartProof::Reaches {
                    set,
                    rank: self.rank(&ways.far),
                    choice: self.choice(&ways),
                }
            }
            NormalPart::Until(All, _, b) => {
                let waiting = both(&here, &both(&not(&self.holds[b]), &self.fair));
                let ranking = self.ranking(&waiting);
                PartProof::Inevitable { set, ranking }
            }
            NormalPart::Release(Exists, a, _) => {
                let ways = self.fair_ways(&here, &both(&self.holds[a], &self.fair));
                let goals = self.goals(&ways);
                PartProof::Stays { set, goals }
            }
            _ => unreachable!("these have no proof"),
        })
    }

    fn next_ways(&self, a: usize) -> Ways {
        let goal = both(&self.holds[a], &self.fair);
        let next = self.kripke.next.iter();
        Ways {
            far: vec![0; self.count()],
            take: next.map(|to| to.iter().position(|&t| goal[t])).collect(),
        }
    }

    /// A path along these states' ways: `stop` says at which state to end.
    fn walk(&self, from: usize, ways: &Ways, stop: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
        let (mut at, mut path) = (from, Vec::new());
        while !stop(at) {
            let take = ways.take[at].expect("a way on");
            path.push((at, take));
            at = self.kripke.next[at][take];
        }
        path
    }

    /// Goes on for ever along the ways to each condition in turn: the transitions, and where the loop begins. None if `ends` comes first, to which
    /// the transitions lead then.
    fn round(
        &self,
        from: usize,
        ways: &[Ways],
        ends: &[bool],
    ) -> (Vec<(usize, usize)>, Option<usize>) {
        let (mut path, mut at) = (Vec::new(), from);
        let mut begun: Vec<(usize, usize)> = Vec::new();
        loop {
            if let Some(&(_, back)) = begun.iter().find(|(state, _)| *state == at) {
                return (path, Some(back));
            }
            begun.push((at, path.len()));
            for (ways, condition) in ways.iter().zip(&self.conditions) {
                let steps = self.walk(at, ways, |s| condition[s] || ends[s]);
                at = steps
                    .last()
                    .map_or(at, |&(s, take)| self.kripke.next[s][take]);
                path.extend(steps);
                if ends[at] {
                    return (path, None);
                }
            }
            // One step more, so that the round is not empty.
            let take = ways[0].take[at].expect("a way on");
            path.push((at, take));
            at = self.kripke.next[at][take];
            if ends[at] {
                return (path, None);
            }
        }
    }

    /// The execution of these transitions, and its last state.
    fn trace(&self, from: usize, path: &[(usize, usize)]) -> Trace {
        let last = path
            .last()
            .map_or(from, |&(s, take)| self.kripke.next[s][take]);
        let steps = path.iter().map(|&(s, take)| self.of.steps[s][take].clone());
        Trace {
            steps: steps.chain([self.of.states[last].clone()]).collect(),
            functions: Functions::default(),
        }
    }

    /// A fair execution from an initial state.
    fn execution(&self, from: usize) -> (Arc<Trace>, usize) {
        let none = vec![false; self.count()];
        let ways = self.fair_ways(&self.fair, &none);
        let (path, back) = self.round(from, &ways, &none);
        (Arc::new(self.trace(from, &path)), back.expect("a loop"))
    }

    fn tree(&self, root: usize) -> Tree {
        let mut branches = Vec::new();
        self.branch(&mut branches, self.normal.root(), root);
        Tree {
            branches,
            sets: None,
        }
    }

    fn branch(&self, branches: &mut Vec<Branch>, part: usize, state: usize) -> usize {
        use Quantifier::Some as Exists;
        let at = branches.len();
        let begins = self.kripke.initial.iter().position(|&s| s == state);
        let values = begins.map_or(&self.of.states[state], |i| &self.of.first[i]);
        branches.push(Branch {
            part,
            state: Arc::new(Trace {
                steps: vec![values.clone()],
                functions: Functions::default(),
            }),
            why: Why::InSet,
        });
        let none = vec![false; self.count()];
        let here = &self.holds[part];
        let why = match self.normal.parts[part] {
            NormalPart::Literal(..) => Why::Literal,
            NormalPart::And(a, b) => {
                let a = self.branch(branches, a, state);
                Why::Both(a, self.branch(branches, b, state))
            }
            NormalPart::Or(a, b) => {
                let side = if self.holds[a][state] { a } else { b };
                Why::One(self.branch(branches, side, state))
            }
            NormalPart::Next(Exists, a) => {
                let take = self.next_ways(a).take[state].expect("a way on");
                let path = [(state, take)];
                let mut operands = vec![None; 2];
                operands[1] = self.operand(branches, a, self.kripke.next[state][take]);
                Why::Path(self.along(state, &path, Some(1), operands, None, Goes::InFair))
            }
            NormalPart::Until(Exists, a, b) => {
                let goal = both(&self.holds[b], &self.fair);
                let path = self.walk(state, &self.ways(here, &goal), |s| goal[s]);
                let end = path
                    .last()
                    .map_or(state, |&(s, take)| self.kripke.next[s][take]);
                let operands = path.iter().map(|&(s, _)| self.operand(branches, a, s));
                let operands: Vec<Option<usize>> = operands.collect();
                let last = self.operand(branches, b, end);
                let until = Some(path.len());
                // Some paths show by themselves that they go on for ever.
                let (more, back) = self.round(end, &self.fair_ways(&self.fair, &none), &none);
                let (path, goes) = match part % 2 {
                    0 => (path, Goes::InFair),
                    _ => {
                        let back = path.len() + back.expect("a loop");
                        ([path, more].concat(), Goes::Round(back))
                    }
                };
                Why::Path(self.along(state, &path, until, operands, last, goes))
            }
            NormalPart::Release(Exists, a, b) => {
                let ends = both(&both(&self.holds[a], &self.fair), here);
                if ends[state] {
                    let operands = vec![self.operand(branches, b, state)];
                    let last = self.operand(branches, a, state);
                    Why::Path(self.along(state, &[], Some(0), operands, last, Goes::InFair))
                } else {
                    let ways = self.fair_ways(here, &ends);
                    let (path, back) = self.round(state, &ways, &ends);
                    let operands = path.iter().map(|&(s, _)| self.operand(branches, b, s));
                    let mut operands: Vec<Option<usize>> = operands.collect();
                    let end = path
                        .last()
                        .map_or(state, |&(s, take)| self.kripke.next[s][take]);
                    let (until, last, goes) = match back {
                        Some(back) => (None, None, Goes::Round(back)),
                        None => {
                            operands.push(self.operand(branches, b, end));
                            let last = self.operand(branches, a, end);
                            (Some(path.len()), last, Goes::InFair)
                        }
                    };
                    Why::Path(self.along(state, &path, until, operands, last, goes))
                }
            }
            _ => Why::InSet,
        };
        branches[at].why = why;
        at
    }

    fn operand(&self, branches: &mut Vec<Branch>, part: usize, state: usize) -> Option<usize> {
        match self.normal.parts[part] {
            NormalPart::Literal(..) => None,
            _ => Some(self.branch(branches, part, state)),
        }
    }

    fn along(
        &self,
        from: usize,
        path: &[(usize, usize)],
        until: Option<usize>,
        operands: Vec<Option<usize>>,
        last: Option<usize>,
        goes: Goes,
    ) -> BranchPath {
        BranchPath {
            trace: self.trace(from, path),
            until,
            operands,
            last,
            goes,
        }
    }
}

fn not(set: &[bool]) -> Members {
    set.iter().map(|b| !b).collect()
}

fn both(a: &[bool], b: &[bool]) -> Members {
    a.iter().zip(b).map(|(&a, &b)| a && b).collect()
}
