//! A hand-made system and hand-made trees, as an engine would give them.
//!
//! The system is an arbiter: `mode` is idle, busy or done, `req` and `ack` are states, `n` counts, `go` is an input, and `waits` is defined as
//! `req & !ack`.

use std::sync::Arc;

use assay_report::branching::{
    AtAnswer, AtResult, ComputeResult, ComputeValue, Extreme, LabelRound, LabelledPart,
    LabelledState, LabelsView, SetsView, StatsView,
};
use assay_report::{
    CheckResult, Checked, ClaimView, EvidenceView, Outcome, PropertyResult, TreeView,
};
use assay_system::branching::{Branch, BranchPath, Goes, Normal, NormalPart, Tree, Why};
use assay_system::{Formula, Paths, Role, Shown, System, Trace, VarKind, Variable};
use assay_term::{Sort, TermId, Value};

use super::{header, place};

pub struct Arbiter {
    pub system: System,
    pub yes: TermId,
    req: TermId,
    ack: TermId,
    waits: TermId,
    busy: TermId,
    big: TermId,
}

pub fn arbiter() -> Arbiter {
    named(["req", "ack", "mode", "n", "go", "waits"])
}

/// The same with other names.
pub fn named(names: [&str; 6]) -> Arbiter {
    let mut system = System::new();
    let yes = system.pool.bool(true);
    let literals: Arc<[String]> = ["idle", "busy", "done"].map(String::from).to_vec().into();
    let add = |system: &mut System, at: usize, sort, kind, role, shown| {
        let variable = Variable {
            name: names[at].to_string(),
            kind,
            role,
            range: None,
            shown,
            span: None,
        };
        let var = system.add_var(sort, variable);
        system.pool.var(var)
    };
    let state = |next| VarKind::State { init: None, next };
    let req = add(
        &mut system,
        0,
        Sort::Bool,
        state(yes),
        Role::Local,
        Shown::Plain,
    );
    let ack = add(
        &mut system,
        1,
        Sort::Bool,
        state(yes),
        Role::Local,
        Shown::Plain,
    );
    let zero = system.pool.int(0);
    let shown = Shown::Enum(literals);
    let mode = add(&mut system, 2, Sort::Int, state(zero), Role::Local, shown);
    let n = add(
        &mut system,
        3,
        Sort::Int,
        state(zero),
        Role::Local,
        Shown::Plain,
    );
    add(
        &mut system,
        4,
        Sort::Bool,
        VarKind::Input,
        Role::Input,
        Shown::Plain,
    );
    let no_ack = system.pool.not(ack);
    let def = system.pool.and2(req, no_ack);
    let wire = VarKind::Wire { def };
    let waits = add(&mut system, 5, Sort::Bool, wire, Role::Local, Shown::Plain);
    let one = system.pool.int(1);
    let busy = system.pool.eq(mode, one);
    let three = system.pool.int(3);
    let big = system.pool.le(n, three);
    let big = system.pool.not(big);
    Arbiter {
        system,
        yes,
        req,
        ack,
        waits,
        busy,
        big,
    }
}

/// `req`, `ack`, `mode` and `n`.
type Row = (bool, bool, i64, i64);

fn values((req, ack, mode, n): Row) -> Vec<Value> {
    vec![
        Value::Bool(req),
        Value::Bool(ack),
        Value::int(mode),
        Value::int(n),
        Value::Bool(n % 2 == 0),
        Value::Bool(req && !ack),
    ]
}

fn trace(rows: &[Row]) -> Trace {
    Trace {
        steps: rows.iter().map(|r| values(*r)).collect(),
        ..Trace::default()
    }
}

fn atom(term: TermId) -> Box<Formula> {
    Box::new(Formula::Atom(term))
}

fn not(formula: Box<Formula>) -> Box<Formula> {
    Box::new(Formula::Not(formula))
}

/// A tree that is built with its formula at hand.
struct Builder {
    normal: Normal,
    branches: Vec<Branch>,
}

impl Builder {
    fn new(arbiter: &Arbiter, formula: &Formula, negated: bool) -> Builder {
        let normal = Normal::of(formula, negated, arbiter.yes).expect("it is CTL");
        Builder {
            normal,
            branches: Vec::new(),
        }
    }

    fn add(&mut self, part: usize, row: Row, why: Why) -> usize {
        self.branches.push(Branch {
            part,
            state: Arc::new(trace(&[row])),
            why,
        });
        self.branches.len() - 1
    }

    fn part(&self, wanted: impl Fn(&NormalPart) -> bool) -> usize {
        let mut parts = self.normal.parts.iter();
        parts
            .rposition(wanted)
            .expect("the formula has such a part")
    }

    fn view(self, arbiter: &Arbiter) -> TreeView {
        let tree = Tree {
            branches: self.branches,
            sets: None,
        };
        TreeView::of(&arbiter.system, &self.normal, &tree).expect("it is a tree")
    }
}

fn path(rows: &[Row], until: Option<usize>, last: Option<usize>, goes: Goes) -> BranchPath {
    BranchPath {
        trace: trace(rows),
        until,
        operands: vec![None; rows.len()],
        last,
        goes,
    }
}

/// `AG (req -> AF ack)` fails: a path to a request, and a loop without an answer.
pub fn response(arbiter: &Arbiter) -> (Formula, TreeView) {
    let answered = Box::new(Formula::Finally(Paths::All, atom(arbiter.ack)));
    let implied = Formula::Or(not(atom(arbiter.req)), answered);
    let claim = Formula::Globally(Paths::All, Box::new(implied));
    let mut tree = Builder::new(arbiter, &claim, true);
    let root = tree.normal.root();
    let and = tree.part(|p| matches!(p, NormalPart::And(..)));
    let NormalPart::And(req, never) = tree.normal.parts[and] else {
        unreachable!("it is a conjunction")
    };
    let rows = [
        (false, false, 0, 0),
        (false, false, 1, 1),
        (true, false, 1, 2),
    ];
    tree.add(
        root,
        rows[0],
        Why::Path(path(&rows, Some(2), Some(1), Goes::InFair)),
    );
    tree.add(and, rows[2], Why::Both(2, 3));
    tree.add(req, rows[2], Why::Literal);
    let rows = [rows[2], (false, false, 1, 3), (true, false, 1, 2)];
    tree.add(
        never,
        rows[0],
        Why::Path(path(&rows, None, None, Goes::Round(0))),
    );
    (claim, tree.view(arbiter))
}

/// `AF !waits` fails: a lasso.
pub fn lasso(arbiter: &Arbiter) -> (Formula, TreeView) {
    let claim = Formula::Finally(Paths::All, not(atom(arbiter.waits)));
    let mut tree = Builder::new(arbiter, &claim, true);
    let rows = [
        (true, false, 0, 0),
        (true, false, 1, 1),
        (true, false, 2, 2),
        (true, false, 1, 1),
    ];
    let root = tree.normal.root();
    tree.add(
        root,
        rows[0],
        Why::Path(path(&rows, None, None, Goes::Round(1))),
    );
    (claim, tree.view(arbiter))
}

/// `E[waits U mode = busy] & EX n > 3 & EF AG ack` holds: a conjunction with a set at the end of a path.
pub fn conjunction(arbiter: &Arbiter) -> (Formula, TreeView) {
    let until = Formula::Until(Paths::Some, atom(arbiter.waits), atom(arbiter.busy));
    let next = Formula::Next(Paths::Some, atom(arbiter.big));
    let always = Box::new(Formula::Globally(Paths::All, atom(arbiter.ack)));
    let reach = Formula::Finally(Paths::Some, always);
    let both = Formula::And(Box::new(until), Box::new(next));
    let claim = Formula::And(Box::new(both), Box::new(reach));
    let mut tree = Builder::new(arbiter, &claim, false);
    let root = tree.normal.root();
    let NormalPart::And(both, reach) = tree.normal.parts[root] else {
        unreachable!("it is a conjunction")
    };
    let NormalPart::And(until, next) = tree.normal.parts[both] else {
        unreachable!("it is a conjunction")
    };
    let NormalPart::Until(_, _, always) = tree.normal.parts[reach] else {
        unreachable!("it is EF")
    };
    let first = (true, false, 0, 0);
    tree.add(root, first, Why::Both(1, 4));
    tree.add(both, first, Why::Both(2, 3));
    let rows = [first, (true, false, 0, 1), (true, true, 1, 2)];
    tree.add(
        until,
        first,
        Why::Path(path(&rows, Some(2), None, Goes::Anyhow)),
    );
    let rows = [first, (true, false, 0, 4)];
    tree.add(
        next,
        first,
        Why::Path(path(&rows, Some(1), None, Goes::Anyhow)),
    );
    let rows = [first, (true, true, 2, 0)];
    tree.add(
        reach,
        first,
        Why::Path(path(&rows, Some(1), Some(5), Goes::InFair)),
    );
    tree.add(always, rows[1], Why::InSet);
    (claim, tree.view(arbiter))
}

/// `EF mode = busy` fails: no finite tree shows it.
pub fn only_sets(arbiter: &Arbiter) -> (Formula, TreeView) {
    let claim = Formula::Finally(Paths::Some, atom(arbiter.busy));
    let mut tree = Builder::new(arbiter, &claim, true);
    let root = tree.normal.root();
    tree.add(root, (false, false, 0, 0), Why::InSet);
    (claim, tree.view(arbiter))
}

/// `EG (EF ack | AX waits)` holds: every step of the loop has branches of its own, and one is shared.
pub fn nested(arbiter: &Arbiter) -> (Formula, TreeView) {
    let reach = Formula::Finally(Paths::Some, atom(arbiter.ack));
    let next = Formula::Next(Paths::All, atom(arbiter.waits));
    let either = Formula::Or(Box::new(reach), Box::new(next));
    let claim = Formula::Globally(Paths::Some, Box::new(either));
    let mut tree = Builder::new(arbiter, &claim, false);
    let root = tree.normal.root();
    let or = tree.part(|p| matches!(p, NormalPart::Or(..)));
    let NormalPart::Or(reach, next) = tree.normal.parts[or] else {
        unreachable!("it is a disjunction")
    };
    let rows = [
        (true, false, 0, 0),
        (true, false, 1, 1),
        (true, false, 0, 0),
    ];
    let mut around = path(&rows, None, None, Goes::Round(0));
    around.operands = vec![Some(1), Some(3), Some(1)];
    tree.add(root, rows[0], Why::Path(around));
    tree.add(or, rows[0], Why::One(2));
    let way = [rows[0], (false, true, 2, 5)];
    tree.add(
        reach,
        rows[0],
        Why::Path(path(&way, Some(1), None, Goes::Anyhow)),
    );
    tree.add(or, rows[1], Why::One(4));
    tree.add(next, rows[1], Why::InSet);
    (claim, tree.view(arbiter))
}

fn property(name: &str, arbiter: &Arbiter, formula: &Formula, outcome: Outcome) -> PropertyResult {
    PropertyResult {
        name: name.into(),
        claim: ClaimView {
            claim: "ctl".into(),
            class: None,
        },
        formula: Some(assay_report::branching::formula_text(
            &arbiter.system,
            formula,
        )),
        place: place(7),
        outcome,
        within: None,
        seconds: 0.02,
        vacuous: None,
    }
}

/// Every kind of evidence of branching time, and every other answer.
pub fn branching() -> CheckResult {
    let arbiter = arbiter();
    let by = || Checked::By("z3 5.4".into());
    let sets = SetsView {
        sets: 3,
        nodes: 120,
    };
    let violated = |evidence| Outcome::Violated {
        engine: "ctl".into(),
        evidence,
        checked: by(),
    };
    let proved = |example, unshown: Option<&str>| Outcome::Proved {
        engine: "ctl".into(),
        evidence: EvidenceView::Sets {
            sets,
            example,
            unshown: unshown.map(String::from),
        },
        checked: by(),
    };
    let none = Outcome::NoExecutions {
        reason: "no executions: no fair execution starts in an initial state".into(),
        checked: Checked::Not,
    };
    let (response, counterexample) = response(&arbiter);
    let (lasso, round) = lasso(&arbiter);
    let (conjunction, example) = conjunction(&arbiter);
    let (unreachable, set) = only_sets(&arbiter);
    let unshown = "it is a statement about all executions, so no finite execution shows that it holds: sets of states do";
    let properties = vec![
        property(
            "answered",
            &arbiter,
            &response,
            violated(EvidenceView::Tree(counterexample)),
        ),
        property(
            "rests",
            &arbiter,
            &lasso,
            violated(EvidenceView::Tree(round)),
        ),
        property("can", &arbiter, &conjunction, proved(Some(example), None)),
        property(
            "works",
            &arbiter,
            &unreachable,
            violated(EvidenceView::Tree(set)),
        ),
        property("always", &arbiter, &response, proved(None, Some(unshown))),
        property("nothing", &arbiter, &response, none),
    ];
    CheckResult {
        opinion: None,
        header: header(),
        properties,
        goals: vec![],
        certificates: vec![],
        computed: computed(&arbiter),
        stats: vec![stats()],
        at: vec![at(&arbiter)],
        labels: vec![labels()],
    }
}

fn computed(arbiter: &Arbiter) -> Vec<ComputeResult> {
    let result = |name: &str, extreme, value| ComputeResult {
        name: name.into(),
        place: place(9),
        extreme,
        text: format!(
            "{} [req, ack]",
            if extreme == Extreme::Min {
                "MIN"
            } else {
                "MAX"
            }
        ),
        value,
        engine: "ctl".into(),
        checked: Checked::Not,
        trace: None,
        seconds: 0.01,
    };
    let tree = lasso(arbiter).1;
    let path = tree.paths().next().map(|(_, path)| path.trace.clone());
    vec![
        ComputeResult {
            checked: Checked::By("tree replayed, cadical with lrat".into()),
            trace: path,
            ..result("c1", Extreme::Min, ComputeValue::Steps(10))
        },
        result("c2", Extreme::Max, ComputeValue::Infinity),
        result("c3", Extreme::Max, ComputeValue::Unknown("timeout".into())),
    ]
}

fn stats() -> StatsView {
    StatsView {
        bits: 70,
        initial: 1_u32.into(),
        reachable: (1_u64 << 60).into(),
        fair: Some(12_u32.into()),
        deadlocks: Some(0_u32.into()),
        diameter: 17,
        nodes: 420,
        seconds: 0.1,
        ..StatsView::default()
    }
}

fn at(arbiter: &Arbiter) -> AtResult {
    AtResult {
        state: "mode = busy".into(),
        formula: "AF !waits".into(),
        answer: AtAnswer::Fails(Some(lasso(arbiter).1)),
        checked: Checked::By("tree replayed".into()),
        seconds: 0.01,
    }
}

fn labels() -> LabelsView {
    let state = |name: &str, initial, values: &str| LabelledState {
        name: name.into(),
        initial,
        values: values.into(),
    };
    let part = |formula: &str, rounds, holds: &[usize]| LabelledPart {
        formula: formula.into(),
        rounds,
        holds: holds.to_vec(),
    };
    let added = |states: &[usize]| LabelRound {
        added: states.to_vec(),
        removed: vec![],
    };
    LabelsView {
        name: "labelled".into(),
        formula: "EG E[p U q]".into(),
        states: vec![
            state("s0", true, "p, q"),
            state("s1", false, "p"),
            state("s2", false, ""),
        ],
        parts: vec![
            part("p", vec![], &[0, 1]),
            part("E[p U q]", vec![added(&[0]), added(&[1])], &[0, 1]),
            part(
                "EG E[p U q]",
                vec![
                    LabelRound {
                        added: vec![0, 1],
                        removed: vec![],
                    },
                    LabelRound {
                        added: vec![],
                        removed: vec![0, 1],
                    },
                ],
                &[],
            ),
        ],
    }
}
