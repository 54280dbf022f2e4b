//! Which solver answers for which system: CaDiCaL where everything is finite, an SMT process
//! otherwise.

use std::fmt;
use std::time::Duration;

use assay_aig::{MAX_EXPANDED, expanded_bits, too_wide};
use assay_solver::{
    Found, Oracle, OracleError, SatOracle, SmtOptions, SmtOracle, SolverKind, StopFlag,
    is_beyond_linear,
};
use assay_system::{Cone, EngineName, Provers, System};
use assay_term::{Op, Sort, Term, TermId};

/// A way to make oracles for one system. Cheap to clone; each engine makes its own oracles.
#[derive(Clone, Debug)]
pub struct Backend {
    choice: Choice,
    z3: Option<Found>,
    options: SmtOptions,
}

#[derive(Clone, Debug)]
enum Choice {
    Sat,
    Smt(Found),
}

/// A system with unbounded numbers, and no solver for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSolver {
    /// Why the finite back end does not do.
    pub why: String,
    /// What would: the names of programs.
    pub wanted: Vec<&'static str>,
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, which needs an SMT solver: {}",
            self.why,
            self.wanted.join(" or ")
        )
    }
}

impl std::error::Error for NoSolver {}

impl Backend {
    /// Chooses for the cone of `properties`. Linear arithmetic goes to Yices first; products and
    /// quotients of variables, words and arrays go to z3 or cvc5, never to Yices, whose oracle refuses
    /// them.
    pub fn choose(
        system: &System,
        properties: &[usize],
        found: &[Found],
    ) -> Result<Backend, NoSolver> {
        let roots: Vec<TermId> = properties
            .iter()
            .map(|&p| system.properties[p].term)
            .collect();
        let cone = Cone::of(system, &roots);
        let z3 = found.iter().find(|f| f.kind == SolverKind::Z3).cloned();
        let Some(why) = infinite(system, &cone, &roots) else {
            return Ok(Backend {
                choice: Choice::Sat,
                z3,
                options: SmtOptions::default(),
            });
        };
        let beyond_linear = is_beyond_linear(&system.pool, &terms_of(system, &cone, &roots));
        let order: &[SolverKind] = if beyond_linear {
            &[SolverKind::Z3, SolverKind::Cvc5]
        } else {
            &[SolverKind::Yices, SolverKind::Z3, SolverKind::Cvc5]
        };
        let solver = order
            .iter()
            .find_map(|k| found.iter().find(|f| f.kind == *k))
            .cloned();
        match solver {
            Some(solver) => Ok(Backend {
                choice: Choice::Smt(solver),
                z3,
                options: SmtOptions {
                    beyond_linear,
                    ..SmtOptions::default()
                },
            }),
            None => {
                let wanted = order.iter().map(|k| k.executable()).collect();
                Err(NoSolver { why, wanted })
            }
        }
    }

    /// The same with a limit by the clock for each question to an SMT process: a guard for solvers
    /// that have no budget of their own.
    pub fn with_patience(mut self, patience: Duration) -> Backend {
        self.options.patience = Some(patience);
        self
    }

    pub fn is_finite(&self) -> bool {
        matches!(self.choice, Choice::Sat)
    }

    /// The SMT solver that the engines use, if they use one.
    pub fn solver(&self) -> Option<&Found> {
        match &self.choice {
            Choice::Sat => None,
            Choice::Smt(solver) => Some(solver),
        }
    }

    /// Whose answers stand behind what the engines prove; but for those with a solver of their own.
    pub fn provers(&self) -> Provers {
        Provers::new(self.solver().map(|s| s.kind.executable()))
    }

    pub fn z3(&self) -> Option<&Found> {
        self.z3.as_ref()
    }

    pub fn oracle(&self, stop: &StopFlag) -> Result<Box<dyn Oracle + Send>, OracleError> {
        Ok(match &self.choice {
            Choice::Sat => Box::new(SatOracle::new(stop.clone())),
            Choice::Smt(solver) => {
                Box::new(SmtOracle::new(solver, stop.clone(), self.options.clone())?)
            }
        })
    }
}

/// Whose answers stand behind what an engine proves, where `usual` stands behind most of them.
pub(crate) fn provers_of(engine: EngineName, usual: &Provers) -> Provers {
    match engine {
        EngineName::Spacer => Provers::new([SolverKind::Z3.executable()]),
        _ => usual.clone(),
    }
}

/// Why a cone is not finite: the first thing found, None if it is.
pub fn infinite(system: &System, cone: &Cone, roots: &[TermId]) -> Option<String> {
    let intervals = system.intervals();
    for v in cone.vars() {
        let name = &system.var(v).name;
        match system.sort(v) {
            Sort::Bool => {}
            Sort::Real => return Some(format!("{name} is a real")),
            Sort::Int if intervals.of_var(v).is_some() => {}
            Sort::Int => return Some(format!("{name} is an unbounded int")),
            sort @ (Sort::BitVec(_) | Sort::Array { .. }) => {
                if expanded_bits(sort).is_none() {
                    return Some(format!("{name} has more than {MAX_EXPANDED} bits"));
                }
            }
        }
    }
    let roots = terms_of(system, cone, roots);
    for id in system.pool.below(&roots) {
        match system.pool.get(id) {
            Term::Call(f, _) => {
                return Some(format!(
                    "{} is uninterpreted",
                    system.pool.function(*f).name
                ));
            }
            Term::App(Op::Floor | Op::ToReal | Op::RealDiv, _) => {
                return Some("the model converts between int and real".into());
            }
            _ if system.pool.sort(id) == Sort::Real => {
                return Some("the model computes with reals".into());
            }
            _ => {
                if let Some(why) = too_wide(&system.pool, id) {
                    return Some(format!("a word or an array is too large: {why}"));
                }
            }
        }
    }
    None
}

/// Every term that an unrolling of the cone encodes.
fn terms_of(system: &System, cone: &Cone, roots: &[TermId]) -> Vec<TermId> {
    let mut terms: Vec<TermId> = roots.to_vec();
    terms.extend(system.constraints.iter().map(|c| c.term));
    terms.extend(cone.vars().flat_map(|v| system.defining_terms(v)));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_solver::How;
    use assay_testkit::Build;

    /// An unbounded x with the property x + x = 4 or x * x = 4.
    fn example(nonlinear: bool) -> System {
        let mut system = System::new();
        let x = system.input("x", Sort::Int);
        let left = if nonlinear {
            system.pool.mul(x, x)
        } else {
            system.pool.add([x, x])
        };
        let four = system.pool.int(4);
        let term = system.pool.eq(left, four);
        system.claim(term);
        system
    }

    fn only(kinds: &[SolverKind]) -> Vec<Found> {
        let found = |&kind: &SolverKind| Found {
            kind,
            path: kind.executable().into(),
            how: How::Path,
        };
        kinds.iter().map(found).collect()
    }

    #[test]
    fn products_never_go_to_yices() {
        let system = example(true);
        let refusal = Backend::choose(&system, &[0], &only(&[SolverKind::Yices])).unwrap_err();
        assert_eq!(refusal.wanted, ["z3", "cvc5"]);
        let both = only(&[SolverKind::Yices, SolverKind::Cvc5]);
        let chosen = Backend::choose(&system, &[0], &both).unwrap();
        assert_eq!(chosen.solver().map(|s| s.kind), Some(SolverKind::Cvc5));
    }

    #[test]
    fn sums_go_to_yices_first() {
        let all = only(&[SolverKind::Cvc5, SolverKind::Z3, SolverKind::Yices]);
        let chosen = Backend::choose(&example(false), &[0], &all).unwrap();
        assert_eq!(chosen.solver().map(|s| s.kind), Some(SolverKind::Yices));
    }
}
