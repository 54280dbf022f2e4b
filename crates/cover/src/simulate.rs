//! A fast, bounded simulator: a system compiled to a flat program over machine numbers. It answers
//! "does this stimulus make this mutant violate something?" and nothing else: what it finds is
//! executed again exactly before it counts, and where numbers do not fit it has no answer.

use std::sync::Arc;

use assay_system::{System, Trace, VarKind};
use assay_term::{FuncId, Op, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

/// A fraction in lowest terms with a positive denominator; integers and Booleans have denominator 1.
type Number = (i64, i64);

const FALSE: Number = (0, 1);
const TRUE: Number = (1, 1);

#[derive(Clone, Debug)]
enum Code {
    Const(Number),
    /// Free at each step (inputs), once (rigid) or remembered (states): read from the variable's slot.
    Read(VarId),
    Apply(Op, Vec<u32>),
    Call(FuncId, Vec<u32>),
    /// A constant that does not fit.
    Unfit,
}

/// One system, ready to run.
pub struct Program {
    system: Arc<System>,
    code: Vec<Code>,
    constraints: Vec<u32>,
    properties: Vec<(usize, u32)>,
    /// State, its slot of `next`, its slot of `init`.
    states: Vec<(VarId, u32, Option<u32>)>,
}

/// What a run is driven by: values of all variables at each step, of which only those that the
/// system leaves open are read.
pub struct Stimulus {
    steps: Vec<Vec<Number>>,
    functions: FxHashMap<(FuncId, Vec<Number>), Number>,
    pub trace: Arc<Trace>,
}

impl Stimulus {
    /// None if some value does not fit.
    pub fn new(trace: Arc<Trace>) -> Option<Stimulus> {
        let steps = trace
            .steps
            .iter()
            .map(|step| step.iter().map(number).collect::<Option<Vec<Number>>>())
            .collect::<Option<Vec<_>>>()?;
        let mut functions = FxHashMap::default();
        for (f, table) in trace.functions.iter() {
            for (args, result) in table {
                let args = args.iter().map(number).collect::<Option<Vec<Number>>>()?;
                functions.insert((f, args), number(result)?);
            }
        }
        Some(Stimulus {
            steps,
            functions,
            trace,
        })
    }
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Bool(b) => Some(if *b { TRUE } else { FALSE }),
        Value::Int(n) => Some((i64::try_from(n).ok()?, 1)),
        Value::Real(r) => Some((
            i64::try_from(r.numer()).ok()?,
            i64::try_from(r.denom()).ok()?,
        )),
    }
}

impl Program {
    pub fn new(system: Arc<System>, properties: &[usize]) -> Program {
        let pool = &system.pool;
        // A wire stands for its definition: emit definitions in wire order, then look through.
        let mut roots: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
        roots.extend(properties.iter().map(|&p| system.properties[p].term));
        let mut builder = Builder {
            system: &system,
            slot: FxHashMap::default(),
            code: Vec::new(),
        };
        let cone = assay_system::Cone::of(&system, &roots);
        for &wire in cone.wires() {
            if let VarKind::Wire { def } = system.var(wire).kind {
                let at = builder.emit(def);
                builder.slot.insert(pool.var(wire), at);
            }
        }
        let constraints = system
            .constraints
            .iter()
            .map(|c| builder.emit(c.term))
            .collect();
        let properties = properties
            .iter()
            .map(|&p| (p, builder.emit(system.properties[p].term)))
            .collect();
        let states = cone
            .states(&system)
            .map(|v| match system.var(v).kind {
                VarKind::State { init, next } => {
                    (v, builder.emit(next), init.map(|i| builder.emit(i)))
                }
                _ => unreachable!("states only"),
            })
            .collect();
        let code = builder.code;
        Program {
            system: system.clone(),
            code,
            constraints,
            properties,
            states,
        }
    }

    /// For each property the first step at which it is violated with all constraints satisfied up to
    /// there. `fixed` overrides rigid parameters. None where numbers do not fit.
    pub fn run(&self, stimulus: &Stimulus, fixed: &[(VarId, bool)]) -> Option<Vec<(usize, usize)>> {
        let mut vars: Vec<Number> = vec![FALSE; self.system.vars.len()];
        let mut slots: Vec<Number> = vec![FALSE; self.code.len()];
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (step, values) in stimulus.steps.iter().enumerate() {
            let remembered: Vec<(VarId, Number)> = self
                .states
                .iter()
                .map(|(v, next, _)| (*v, slots[*next as usize]))
                .collect();
            vars[..values.len()].copy_from_slice(values);
            for &(v, value) in fixed {
                vars[v.index()] = if value { TRUE } else { FALSE };
            }
            if step > 0 {
                for (v, value) in remembered {
                    vars[v.index()] = value;
                }
            } else {
                // Initial values are constants or read what is open; one pass per nesting suffices
                // because front ends give constants.
                self.evaluate(&vars, &mut slots, stimulus)?;
                for (v, _, init) in &self.states {
                    if let Some(init) = init {
                        vars[v.index()] = slots[*init as usize];
                    }
                }
            }
            self.evaluate(&vars, &mut slots, stimulus)?;
            if self.constraints.iter().any(|&c| slots[c as usize] == FALSE) {
                break;
            }
            for &(p, at) in &self.properties {
                if slots[at as usize] == FALSE && !found.iter().any(|(q, _)| *q == p) {
                    found.push((p, step));
                }
            }
        }
        Some(found)
    }

    fn evaluate(&self, vars: &[Number], slots: &mut [Number], stimulus: &Stimulus) -> Option<()> {
        for (at, code) in self.code.iter().enumerate() {
            slots[at] = match code {
                Code::Const(n) => *n,
                Code::Unfit => return None,
                Code::Read(v) => vars[v.index()],
                Code::Apply(op, args) => apply(*op, args, slots)?,
                Code::Call(f, args) => {
                    let key = (*f, args.iter().map(|&a| slots[a as usize]).collect());
                    stimulus.functions.get(&key).copied().unwrap_or(FALSE)
                }
            };
        }
        Some(())
    }
}

struct Builder<'a> {
    system: &'a System,
    slot: FxHashMap<TermId, u32>,
    code: Vec<Code>,
}

impl Builder<'_> {
    fn emit(&mut self, root: TermId) -> u32 {
        let pool = &self.system.pool;
        for id in pool.below(&[root]) {
            if self.slot.contains_key(&id) {
                continue;
            }
            let args = |args: &[TermId]| args.iter().map(|a| self.slot[a]).collect();
            let code = match pool.get(id) {
                Term::Const(value) => number(value).map_or(Code::Unfit, Code::Const),
                Term::Var(v) => Code::Read(*v),
                Term::App(op, list) => Code::Apply(*op, args(list)),
                Term::Call(f, list) => Code::Call(*f, args(list)),
            };
            self.slot.insert(id, self.code.len() as u32);
            self.code.push(code);
        }
        self.slot[&root]
    }
}

fn apply(op: Op, args: &[u32], slots: &[Number]) -> Option<Number> {
    let at = |i: usize| slots[args[i] as usize];
    let truth = |b: bool| if b { TRUE } else { FALSE };
    Some(match op {
        Op::Not => truth(at(0) == FALSE),
        Op::And => truth(args.iter().all(|&a| slots[a as usize] != FALSE)),
        Op::Or => truth(args.iter().any(|&a| slots[a as usize] != FALSE)),
        Op::Eq => truth(at(0) == at(1)),
        Op::Ite => {
            if at(0) != FALSE {
                at(1)
            } else {
                at(2)
            }
        }
        Op::Le => truth(compare(at(0), at(1)).is_le()),
        Op::Lt => truth(compare(at(0), at(1)).is_lt()),
        Op::Add => {
            let mut sum = at(0);
            for &a in &args[1..] {
                sum = add(sum, slots[a as usize])?;
            }
            sum
        }
        Op::Mul => {
            let mut product = at(0);
            for &a in &args[1..] {
                let b = slots[a as usize];
                product = reduce(product.0.checked_mul(b.0)?, product.1.checked_mul(b.1)?)?;
            }
            product
        }
        // A guarded division is computed in the branch that is not taken as well: any value does.
        Op::IntDiv => (at(0).0.checked_div_euclid(at(1).0).unwrap_or(0), 1),
        Op::Mod => (at(0).0.checked_rem_euclid(at(1).0).unwrap_or(0), 1),
        Op::RealDiv if at(1).0 == 0 => FALSE,
        Op::RealDiv => reduce(at(0).0.checked_mul(at(1).1)?, at(0).1.checked_mul(at(1).0)?)?,
        Op::ToReal => at(0),
        Op::Floor => (at(0).0.div_euclid(at(0).1), 1),
    })
}

fn compare(a: Number, b: Number) -> std::cmp::Ordering {
    let wide = |x: i64, y: i64| i128::from(x) * i128::from(y);
    wide(a.0, b.1).cmp(&wide(b.0, a.1))
}

fn add(a: Number, b: Number) -> Option<Number> {
    if a.1 == 1 && b.1 == 1 {
        return Some((a.0.checked_add(b.0)?, 1));
    }
    let n = a.0.checked_mul(b.1)?.checked_add(b.0.checked_mul(a.1)?)?;
    reduce(n, a.1.checked_mul(b.1)?)
}

fn reduce(n: i64, d: i64) -> Option<Number> {
    if d == 1 {
        return Some((n, 1));
    }
    let (mut a, mut b) = (n.unsigned_abs(), d.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let g = i64::try_from(a.max(1)).ok()?;
    let (n, d) = (n / g, d / g);
    if d < 0 {
        Some((n.checked_neg()?, d.checked_neg()?))
    } else {
        Some((n, d))
    }
}
