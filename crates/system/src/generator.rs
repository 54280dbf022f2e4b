//! Generators: a system whose output takes the place of a definition in another one.
//!
//! What the output depends on is copied to the end of the other system: states stay states, inputs are bound to variables or stay
//! free, and wires are written out. A generator that assumes something is refused, because its assumption would take executions
//! away from the model, and properties would hold that the model does not have.

use std::fmt;

use assay_term::{BigInt, Interval, Sort, Term, TermId, VarId};
use rustc_hash::FxHashMap;

use crate::{Cone, Names, Patch, Role, System, VarKind, Variable};

/// A system that drives an element of another one.
#[derive(Clone, Copy, Debug)]
pub struct Generator<'g> {
    pub system: &'g System,
    /// What it drives the element with; a term of its own pool.
    pub output: TermId,
    /// Stands before the names of the variables that it brings along.
    pub prefix: &'g str,
}

/// Why a generator does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untied {
    /// It has an assumption, by name.
    Assumes(String),
    /// It calls a function of which nothing is known.
    Calls(String),
    /// Two things that are to be the same have different sorts: of the generator, and of the model.
    Sorts((String, Sort), (String, Sort)),
    /// The value of the first may leave the range of the second.
    Leaves(String, String, (BigInt, BigInt)),
    /// This state starts with an input that is bound to a variable which is computed in the same step.
    Starts(String, String),
}

impl fmt::Display for Untied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Untied::Assumes(name) => write!(
                f,
                "the generator assumes something (`{name}`), which would take executions away from the model"
            ),
            Untied::Calls(name) => write!(
                f,
                "the generator calls a function of which nothing is known (`{name}`)"
            ),
            Untied::Sorts((theirs, a), (ours, b)) => write!(
                f,
                "`{theirs}` of the generator is {}, and `{ours}` is {}",
                sort_text(*a),
                sort_text(*b)
            ),
            Untied::Leaves(value, place, (lo, hi)) => {
                write!(
                    f,
                    "`{value}` may leave the range of `{place}`, {lo} to {hi}"
                )
            }
            Untied::Starts(state, variable) => write!(
                f,
                "the generator's `{state}` starts with `{variable}`, which is computed from others in the first step"
            ),
        }
    }
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Boolean".into(),
        Sort::Int => "an integer".into(),
        Sort::Real => "a real".into(),
        Sort::BitVec(width) => format!("a word of {width} bits"),
        Sort::Array { index, element } => {
            format!("an array of words of {element} bits with {index} address bits")
        }
    }
}

impl Generator<'_> {
    /// Copies the generator to the end of a system and returns what `wire` is to be there. `bound` says which inputs of the
    /// generator are which variables of the system; its other inputs are free.
    pub fn tie(
        &self,
        system: &mut System,
        wire: VarId,
        bound: &[(VarId, VarId)],
    ) -> Result<TermId, Untied> {
        self.fits(system, wire, bound)?;
        let cone = Cone::without_constraints(self.system, &[self.output]);
        let mut names = Names::of(system);
        let mut copy = Copy {
            of: self.system,
            terms: FxHashMap::default(),
        };
        let mut states = Vec::new();
        for var in cone.vars() {
            let theirs = self.system.var(var);
            if let VarKind::Wire { .. } = theirs.kind {
                continue;
            }
            let ours = bound.iter().find(|(input, _)| *input == var);
            let ours = match ours {
                Some((_, variable)) => *variable,
                None => {
                    let fresh = Variable {
                        name: names.claim(None, format!("{}{}", self.prefix, theirs.name)),
                        // The definition of a state follows once every variable exists.
                        kind: VarKind::Input,
                        role: Role::Internal,
                        span: None,
                        ..theirs.clone()
                    };
                    let fresh = system.add_var(self.system.sort(var), fresh);
                    states.push((var, fresh));
                    fresh
                }
            };
            copy.terms
                .insert(self.system.pool.var(var), system.pool.var(ours));
        }
        for &wire in cone.wires() {
            if let VarKind::Wire { def } = self.system.var(wire).kind {
                let def = copy.term(system, def)?;
                copy.terms.insert(self.system.pool.var(wire), def);
            }
        }
        for (theirs, ours) in states {
            let kind = match self.system.var(theirs).kind {
                VarKind::State { init, next } => VarKind::State {
                    init: init.map(|init| copy.term(system, init)).transpose()?,
                    next: copy.term(system, next)?,
                },
                // Chosen once, as what is remembered for ever is.
                VarKind::Rigid => VarKind::State {
                    init: None,
                    next: system.pool.var(ours),
                },
                VarKind::Input | VarKind::Wire { .. } => VarKind::Input,
            };
            system.vars[ours.index()].kind = kind;
        }
        copy.term(system, self.output)
    }

    fn fits(&self, system: &System, wire: VarId, bound: &[(VarId, VarId)]) -> Result<(), Untied> {
        if let Some(constraint) = self.system.constraints.first() {
            return Err(Untied::Assumes(constraint.name.clone()));
        }
        let (theirs, ours) = (self.system.pool.sort(self.output), system.sort(wire));
        if theirs != ours {
            let of = |name: &str, sort| (name.to_string(), sort);
            let element = &system.var(wire).name;
            return Err(Untied::Sorts(
                of(&self.output_name(), theirs),
                of(element, ours),
            ));
        }
        if let Some(range) = &system.var(wire).range
            && !within(self.output_range(), range)
        {
            let place = system.var(wire).name.clone();
            return Err(Untied::Leaves(self.output_name(), place, range.clone()));
        }
        for &(input, variable) in bound {
            self.input_fits(system, input, variable)?;
        }
        self.starts(system, bound)
    }

    fn input_fits(&self, system: &System, input: VarId, variable: VarId) -> Result<(), Untied> {
        let (theirs, ours) = (self.system.sort(input), system.sort(variable));
        let names = (self.system.var(input), system.var(variable));
        let (input, variable_name) = (names.0.name.clone(), names.1.name.clone());
        if theirs != ours {
            return Err(Untied::Sorts((input, theirs), (variable_name, ours)));
        }
        match &names.0.range {
            Some(range) if !within(system.intervals().of_var(variable).cloned(), range) => {
                Err(Untied::Leaves(variable_name, input, range.clone()))
            }
            _ => Ok(()),
        }
    }

    /// A first value may read inputs and other states, and nothing that is computed.
    fn starts(&self, system: &System, bound: &[(VarId, VarId)]) -> Result<(), Untied> {
        for variable in &self.system.vars {
            let VarKind::State {
                init: Some(init), ..
            } = variable.kind
            else {
                continue;
            };
            let reads = self.system.pool.variables(&[init]);
            let computed = bound.iter().find(|(input, ours)| {
                reads.contains(input) && matches!(system.var(*ours).kind, VarKind::Wire { .. })
            });
            if let Some((_, ours)) = computed {
                let ours = system.var(*ours).name.clone();
                return Err(Untied::Starts(variable.name.clone(), ours));
            }
        }
        Ok(())
    }

    fn output_name(&self) -> String {
        match self.system.pool.get(self.output) {
            Term::Var(var) => self.system.var(*var).name.clone(),
            _ => "the output".into(),
        }
    }

    fn output_range(&self) -> Option<Interval> {
        let mut intervals = self.system.intervals();
        intervals.of(&self.system.pool, self.output)
    }
}

/// Whether all values lie in the range.
fn within(values: Option<Interval>, (lo, hi): &(BigInt, BigInt)) -> bool {
    values.is_some_and(|v| v.lo >= *lo && v.hi <= *hi)
}

/// Terms of a generator as terms of the system that it is copied to.
struct Copy<'g> {
    of: &'g System,
    terms: FxHashMap<TermId, TermId>,
}

impl Copy<'_> {
    fn term(&mut self, system: &mut System, root: TermId) -> Result<TermId, Untied> {
        for id in self.of.pool.below(&[root]) {
            if self.terms.contains_key(&id) {
                continue;
            }
            let new = match self.of.pool.get(id) {
                Term::Const(value) => system.pool.constant(value.clone()),
                Term::App(op, args) => {
                    let args: Vec<TermId> = args.iter().map(|a| self.terms[a]).collect();
                    system.pool.apply(*op, &args)
                }
                Term::Call(function, _) => {
                    let name = self.of.pool.function(*function).name.clone();
                    return Err(Untied::Calls(name));
                }
                Term::Var(_) => unreachable!("every variable of the cone is copied first"),
            };
            self.terms.insert(id, new);
        }
        Ok(self.terms[&root])
    }
}

impl Patch {
    /// A wire that would need its own value within a step, if there is one.
    pub fn closes_loop(&self, system: &System) -> Option<VarId> {
        let new: FxHashMap<VarId, TermId> = self
            .vars
            .iter()
            .filter_map(|(v, kind)| match kind {
                VarKind::Wire { def } => Some((*v, *def)),
                _ => None,
            })
            .collect();
        let definition = |v: VarId| match system.var(v).kind {
            VarKind::Wire { def } => Some(*new.get(&v).unwrap_or(&def)),
            _ => None,
        };
        let mut seen = vec![false; system.pool.len()];
        for &(start, _) in &self.vars {
            seen.fill(false);
            let mut stack: Vec<TermId> = definition(start).into_iter().collect();
            while let Some(term) = stack.pop() {
                if std::mem::replace(&mut seen[term.index()], true) {
                    continue;
                }
                match system.pool.get(term) {
                    Term::Var(v) if *v == start => return Some(start),
                    Term::Var(v) => stack.extend(definition(*v)),
                    other => stack.extend_from_slice(other.args()),
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constraint, ConstraintKind, Shown, execute};
    use assay_term::{Functions, Value};

    fn add(system: &mut System, name: &str, sort: Sort, kind: VarKind) -> VarId {
        let variable = Variable {
            name: name.into(),
            kind,
            role: Role::Local,
            range: None,
            shown: Shown::Plain,
            span: None,
        };
        system.add_var(sort, variable)
    }

    /// Input `en`; wire `x` = en; wire `y` = not x.
    fn model() -> (System, VarId, VarId, VarId) {
        let mut system = System::new();
        let en = add(&mut system, "en", Sort::Bool, VarKind::Input);
        let def = system.pool.var(en);
        let x = add(&mut system, "x", Sort::Bool, VarKind::Wire { def });
        let def = system.pool.not(system.pool.var(x));
        let y = add(&mut system, "y", Sort::Bool, VarKind::Wire { def });
        (system, en, x, y)
    }

    /// A bit `q` that starts with false and turns over while the input `go` holds; the wire `out` is `q or go`.
    fn toggle() -> (System, VarId, TermId, TermId) {
        let mut system = System::new();
        let go = add(&mut system, "go", Sort::Bool, VarKind::Input);
        let q = add(&mut system, "q", Sort::Bool, VarKind::Input);
        let (go_term, q_term) = (system.pool.var(go), system.pool.var(q));
        let init = Some(system.pool.bool(false));
        let next = system.pool.xor(go_term, q_term);
        system.vars[q.index()].kind = VarKind::State { init, next };
        let def = system.pool.or2(q_term, go_term);
        let out = add(&mut system, "out", Sort::Bool, VarKind::Wire { def });
        let out = system.pool.var(out);
        (system, go, q_term, out)
    }

    fn patch(wire: VarId, def: TermId) -> Patch {
        Patch {
            vars: vec![(wire, VarKind::Wire { def })],
            ..Patch::default()
        }
    }

    #[test]
    fn a_bound_generator_runs_beside_the_model() {
        let (mut system, en, x, y) = model();
        let (generator, go, q, _) = toggle();
        let tied = Generator {
            system: &generator,
            output: q,
            prefix: "toggle.",
        };
        let def = tied.tie(&mut system, x, &[(go, en)]).unwrap();
        let patch = patch(x, def);
        assert_eq!(patch.closes_loop(&system), None);
        let inputs = [true, false, true, true];
        let patched = patch.apply(&system);
        let trace = execute(&patched, 4, Functions::default(), |v, step| {
            assert_eq!(v, en, "only the model's own input is open");
            Value::Bool(inputs[step])
        })
        .unwrap();
        for (step, expected) in [false, true, true, false].into_iter().enumerate() {
            assert_eq!(*trace.value(step, x), Value::Bool(expected), "step {step}");
            assert_eq!(*trace.value(step, y), Value::Bool(!expected));
        }
        assert!(system.find("toggle.q").is_some());
        assert!(system.find("toggle.go").is_none());
    }

    #[test]
    fn an_unbound_input_is_free_and_names_stay_unique() {
        let (mut system, _, x, y) = model();
        let (generator, _, _, out) = toggle();
        let tied = Generator {
            system: &generator,
            output: out,
            prefix: "g.",
        };
        tied.tie(&mut system, x, &[]).unwrap();
        tied.tie(&mut system, y, &[]).unwrap();
        let names: Vec<&str> = system.vars.since(3).map(|v| &*v.name).collect();
        assert_eq!(names, ["g.go", "g.q", "g.go'", "g.q'"]);
    }

    #[test]
    fn a_loop_is_found() {
        let (mut system, _, x, y) = model();
        let (generator, go, q, out) = toggle();
        let mut tied = Generator {
            system: &generator,
            output: out,
            prefix: "g.",
        };
        let def = tied.tie(&mut system, x, &[(go, y)]).unwrap();
        assert_eq!(patch(x, def).closes_loop(&system), Some(x));
        // Through the state there is a step between.
        tied.output = q;
        let def = tied.tie(&mut system, x, &[(go, y)]).unwrap();
        assert_eq!(patch(x, def).closes_loop(&system), None);
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let (mut system, en, x, _) = model();
        let (mut generator, go, q, _) = toggle();
        let word = add(&mut generator, "w", Sort::BitVec(4), VarKind::Input);
        let output = generator.pool.var(word);
        let refused = |system: &mut System, generator: &System, output, bound: &[_]| {
            let tied = Generator {
                system: generator,
                output,
                prefix: "",
            };
            tied.tie(system, x, bound).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&mut system, &generator, output, &[]),
            "`w` of the generator is a word of 4 bits, and `x` is Boolean"
        );
        assert_eq!(
            refused(&mut system, &generator, q, &[(word, en)]),
            "`w` of the generator is a word of 4 bits, and `en` is Boolean"
        );
        let init = Some(generator.pool.var(go));
        let VarKind::State { next, .. } = generator.vars[1].kind else {
            panic!("q is a state")
        };
        let mut starting = generator.clone();
        starting.vars[1].kind = VarKind::State { init, next };
        assert_eq!(
            refused(&mut system, &starting, q, &[(go, VarId(2))]),
            "the generator's `q` starts with `y`, which is computed from others in the first step"
        );
        generator.constraints.push(Constraint {
            name: "no reset".into(),
            term: q,
            kind: ConstraintKind::Assertion,
            span: None,
        });
        assert!(refused(&mut system, &generator, q, &[]).contains("`no reset`"));
    }

    #[test]
    fn a_value_keeps_its_range() {
        let mut generator = System::new();
        let n = add(&mut generator, "n", Sort::Int, VarKind::Input);
        let output = generator.pool.var(n);
        let mut system = System::new();
        let zero = system.pool.int(0);
        let x = add(&mut system, "x", Sort::Int, VarKind::Wire { def: zero });
        system.vars[x.index()].range = Some((0.into(), 3.into()));
        for (range, fits) in [(None, false), (Some((0, 4)), false), (Some((1, 3)), true)] {
            generator.vars[n.index()].range = range.map(|(lo, hi)| (lo.into(), hi.into()));
            let tied = Generator {
                system: &generator,
                output,
                prefix: "g.",
            };
            assert_eq!(tied.tie(&mut system, x, &[]).is_ok(), fits, "{range:?}");
        }
    }
}
