//! A system as BTOR2: what a mutant is written as, so that other tools can check it. Lines that the system has no names for
//! have none; inputs, states and properties keep theirs.

use assay_system::{System, VarKind};
use assay_term::{Op, Sort, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

/// The system as BTOR2, with a bad state for each property. The error says what BTOR2 cannot express.
pub fn compose(system: &System) -> Result<String, String> {
    let mut writer = Writer {
        system,
        out: String::new(),
        last: 0,
        sorts: FxHashMap::default(),
        terms: FxHashMap::default(),
    };
    writer.variables()?;
    writer.states()?;
    for constraint in &system.constraints {
        let holds = writer.term(constraint.term)?;
        writer.line(&format!("constraint {holds}"));
    }
    for property in &system.properties {
        let holds = writer.term(property.term)?;
        let symbol = symbol(&property.name);
        writer.line(&format!("bad -{holds}{symbol}"));
    }
    Ok(writer.out)
}

/// A symbol with the blank before it; blanks inside would end it, and a semicolon would begin a comment.
fn symbol(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| match c {
            ';' => '_',
            c if c.is_whitespace() || c.is_control() => '_',
            c => c,
        })
        .collect();
    format!(" {name}")
}

struct Writer<'a> {
    system: &'a System,
    out: String,
    /// The greatest id so far.
    last: u64,
    sorts: FxHashMap<Sort, u64>,
    terms: FxHashMap<TermId, u64>,
}

impl Writer<'_> {
    /// Writes a line and gives its id.
    fn line(&mut self, text: &str) -> u64 {
        self.last += 1;
        self.out.push_str(&format!("{} {text}\n", self.last));
        self.last
    }

    fn sort(&mut self, sort: Sort) -> Result<u64, String> {
        // One bit is a word like any other.
        let sort = match sort {
            Sort::Bool => Sort::BitVec(1),
            other => other,
        };
        if let Some(&id) = self.sorts.get(&sort) {
            return Ok(id);
        }
        let id = match sort {
            Sort::BitVec(width) => self.line(&format!("sort bitvec {width}")),
            Sort::Array { index, element } => {
                let index = self.sort(Sort::BitVec(index))?;
                let element = self.sort(Sort::BitVec(element))?;
                self.line(&format!("sort array {index} {element}"))
            }
            Sort::Bool | Sort::Int | Sort::Real => {
                return Err("numbers without bounds are no words".into());
            }
        };
        self.sorts.insert(sort, id);
        Ok(id)
    }

    fn variables(&mut self) -> Result<(), String> {
        let system = self.system;
        for var in system.var_ids() {
            let keyword = match system.var(var).kind {
                VarKind::Wire { .. } => continue,
                VarKind::Input => "input",
                VarKind::State { .. } | VarKind::Rigid => "state",
            };
            let sort = self.sort(system.sort(var))?;
            let symbol = symbol(&system.var(var).name);
            let id = self.line(&format!("{keyword} {sort}{symbol}"));
            self.terms.insert(system.pool.var(var), id);
        }
        Ok(())
    }

    fn states(&mut self) -> Result<(), String> {
        for var in self.system.var_ids() {
            let own = self.system.pool.var(var);
            let (init, next) = match self.system.var(var).kind {
                VarKind::State { init, next } => (init, next),
                VarKind::Rigid => (None, own),
                VarKind::Input | VarKind::Wire { .. } => continue,
            };
            let sort = self.sort(self.system.sort(var))?;
            let state = self.terms[&own];
            if let Some(init) = init {
                let value = self.initial(var, init)?;
                self.line(&format!("init {sort} {state} {value}"));
            }
            let next = self.term(next)?;
            self.line(&format!("next {sort} {state} {next}"));
        }
        Ok(())
    }

    /// A memory starts with the same word everywhere, and `init` names that word.
    fn initial(&mut self, state: VarId, init: TermId) -> Result<u64, String> {
        if !matches!(self.system.sort(state), Sort::Array { .. }) {
            return self.term(init);
        }
        match self.system.pool.get(init) {
            Term::App(Op::ConstArray { .. }, args) => self.term(args[0]),
            Term::Const(Value::Array(array)) if array.exceptions().len() == 0 => {
                let word = array.default().clone();
                self.constant(&Value::from(word))
            }
            _ => Err(format!(
                "`{}` starts with words that differ, which BTOR2 has no constant for",
                self.system.var(state).name
            )),
        }
    }

    fn constant(&mut self, value: &Value) -> Result<u64, String> {
        match value {
            Value::Bool(b) => {
                let sort = self.sort(Sort::Bool)?;
                Ok(self.line(&format!("const {sort} {}", u8::from(*b))))
            }
            Value::Bits(bits) => {
                let sort = self.sort(Sort::BitVec(bits.width()))?;
                Ok(self.line(&format!("constd {sort} {}", bits.value())))
            }
            _ => Err("BTOR2 has no constant memories".into()),
        }
    }

    /// The id of a term; what it reads is written first.
    fn term(&mut self, root: TermId) -> Result<u64, String> {
        let system = self.system;
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.terms.contains_key(&id) {
                stack.pop();
                continue;
            }
            let below: Vec<TermId> = match system.pool.get(id) {
                Term::Var(v) => match system.var(*v).kind {
                    VarKind::Wire { def } => vec![def],
                    _ => unreachable!("other variables have their lines"),
                },
                other => other.args().to_vec(),
            };
            let waiting = stack.len();
            stack.extend(below.iter().filter(|t| !self.terms.contains_key(t)));
            if stack.len() > waiting {
                continue;
            }
            let args: Vec<u64> = below.iter().map(|t| self.terms[t]).collect();
            let line = match system.pool.get(id) {
                Term::Const(value) => self.constant(value)?,
                Term::Var(_) => args[0],
                Term::App(op, _) => self.operator(*op, &args, system.pool.sort(id))?,
                Term::Call(..) => return Err("BTOR2 has no functions".into()),
            };
            self.terms.insert(id, line);
            stack.pop();
        }
        Ok(self.terms[&root])
    }

    fn operator(&mut self, op: Op, args: &[u64], sort: Sort) -> Result<u64, String> {
        let sort = self.sort(sort)?;
        let keyword = match op {
            Op::Not | Op::BvNot => "not",
            Op::And | Op::BvAnd => "and",
            Op::Or => "or",
            Op::Eq => "eq",
            Op::Ite => "ite",
            Op::BvXor => "xor",
            Op::BvNeg => "neg",
            Op::BvAdd => "add",
            Op::BvMul => "mul",
            Op::BvUdiv => "udiv",
            Op::BvUrem => "urem",
            Op::BvShl => "sll",
            Op::BvLshr => "srl",
            Op::BvUlt => "ult",
            Op::Concat => "concat",
            Op::Select => "read",
            Op::Store => "write",
            Op::Extract { hi, lo } => {
                return Ok(self.line(&format!("slice {sort} {} {hi} {lo}", args[0])));
            }
            Op::ConstArray { .. } => return Err("BTOR2 has no constant memories".into()),
            Op::Add
            | Op::Mul
            | Op::Le
            | Op::Lt
            | Op::IntDiv
            | Op::Mod
            | Op::RealDiv
            | Op::ToReal
            | Op::Floor => return Err("numbers without bounds are no words".into()),
        };
        if matches!(op, Op::And | Op::Or) {
            // These take any number of arguments here, and two there.
            let (first, rest) = args.split_first().expect("at least two arguments");
            return Ok(rest.iter().fold(*first, |left, right| {
                self.line(&format!("{keyword} {sort} {left} {right}"))
            }));
        }
        let args: Vec<String> = args.iter().map(u64::to_string).collect();
        Ok(self.line(&format!("{keyword} {sort} {}", args.join(" "))))
    }
}
