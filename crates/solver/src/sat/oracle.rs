//! The oracle for finite models: terms at steps become graphs, graphs become clauses on demand.
//!
//! Invariants: a variable is introduced at most once at a step, so what a term was blasted to at a
//! step stays right; a node of the graph is encoded at most once. Models are computed from the
//! inputs of the graph, so that a variable whose bits never reached the solver has a value too.

use assay_aig::{Aig, AigLit, BlastError, Blasted, Node, Tseitin, blast};
use assay_term::{BigInt, Functions, Pool, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use super::Solver;
use crate::{Answer, Effort, Lit, Oracle, OracleError, Step, StopFlag};

pub struct SatOracle {
    solver: Solver,
    aig: Aig,
    cnf: Tseitin,
    vars: FxHashMap<(VarId, Step), Blasted>,
    terms: FxHashMap<Step, FxHashMap<TermId, Blasted>>,
    /// Of the last question.
    assumptions: Vec<Lit>,
    /// Conflicts before it.
    before: Effort,
    name: String,
}

impl SatOracle {
    pub fn new(stop: StopFlag) -> Self {
        Self::on(Solver::new(stop))
    }

    /// An oracle over a solver that was prepared by the caller, for instance to report its proof.
    pub fn on(solver: Solver) -> Self {
        SatOracle {
            solver,
            aig: Aig::new(),
            cnf: Tseitin::new(),
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
            assumptions: Vec::new(),
            before: 0,
            name: Solver::signature(),
        }
    }

    fn introduce(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        value: Blasted,
    ) -> Result<(), OracleError> {
        if self.vars.insert((var, step), value).is_some() {
            return Err(OracleError(format!(
                "the variable {} was introduced twice at {}",
                pool.var_name(var),
                at(step)
            )));
        }
        Ok(())
    }

    fn blast(&mut self, pool: &Pool, term: TermId, step: Step) -> Result<Blasted, OracleError> {
        let vars = &self.vars;
        let mut lookup = |_: &mut Aig, v: VarId| {
            vars.get(&(v, step))
                .or_else(|| vars.get(&(v, Step::RIGID)))
                .cloned()
                .ok_or_else(|| {
                    BlastError::new(format!(
                        "the variable {} was not introduced at {}",
                        pool.var_name(v),
                        at(step)
                    ))
                })
        };
        let cache = self.terms.entry(step).or_default();
        blast(&mut self.aig, pool, term, cache, &mut lookup).map_err(|e| OracleError(e.message))
    }

    fn encode(&mut self, lit: AigLit) -> Lit {
        Lit::from_code(self.cnf.lit(&self.aig, lit, &mut self.solver))
    }

    /// The truth of the bits of `values` in the model, from the inputs of the graph upwards.
    fn truths_of_bits(&mut self, values: &[Blasted]) -> FxHashMap<usize, bool> {
        let mut truth: FxHashMap<usize, bool> = FxHashMap::default();
        let mut stack: Vec<usize> = values
            .iter()
            .flat_map(|v| v.bits().iter().map(|b| b.node()))
            .collect();
        while let Some(&node) = stack.last() {
            if truth.contains_key(&node) {
                stack.pop();
                continue;
            }
            let here = match (
                self.cnf.known(AigLit::new(node, false)),
                self.aig.node(node),
            ) {
                (Some(code), _) => Some(self.solver.value(Lit::from_code(code))),
                (None, Node::False | Node::Input) => Some(false),
                (None, Node::And(a, b)) => match (truth.get(&a.node()), truth.get(&b.node())) {
                    (Some(&x), Some(&y)) => Some((x != a.is_inverted()) && (y != b.is_inverted())),
                    _ => {
                        stack.extend([a.node(), b.node()]);
                        None
                    }
                },
            };
            if let Some(value) = here {
                truth.insert(node, value);
                stack.pop();
            }
        }
        truth
    }

    fn need_model(&self) -> Result<(), OracleError> {
        if self.solver.has_model() {
            Ok(())
        } else {
            Err(OracleError("there is no model to read".into()))
        }
    }
}

fn at(step: Step) -> String {
    if step == Step::RIGID {
        "no step (rigid)".into()
    } else {
        format!("step {}", step.0)
    }
}

impl Oracle for SatOracle {
    fn free(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        range: Option<(&BigInt, &BigInt)>,
    ) -> Result<(), OracleError> {
        let value =
            Blasted::fresh(&mut self.aig, pool, var, range).map_err(|e| OracleError(e.message))?;
        let inside = value.in_own_range(&mut self.aig);
        self.introduce(pool, var, step, value)?;
        if inside != AigLit::TRUE {
            let lit = self.encode(inside);
            self.solver.clause(&[lit]);
        }
        Ok(())
    }

    fn define(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
    ) -> Result<(), OracleError> {
        let value = self.blast(pool, term, at)?;
        self.introduce(pool, var, step, value)
    }

    fn define_within(
        &mut self,
        pool: &Pool,
        var: VarId,
        step: Step,
        term: TermId,
        at: Step,
        (lo, hi): (&BigInt, &BigInt),
    ) -> Result<(), OracleError> {
        let value = match self.blast(pool, term, at)? {
            Blasted::Int(word) => Blasted::Int(word.within_promise(lo, hi).into()),
            bit => bit,
        };
        self.introduce(pool, var, step, value)
    }

    fn literal(&mut self, pool: &Pool, term: TermId, step: Step) -> Result<Lit, OracleError> {
        let value = self.blast(pool, term, step)?;
        let bit = value.as_bool().ok_or_else(|| {
            OracleError("a literal was asked of a term that is not Boolean".into())
        })?;
        Ok(self.encode(bit))
    }

    fn fresh(&mut self) -> Result<Lit, OracleError> {
        Ok(self.solver.fresh())
    }

    fn clause(&mut self, lits: &[Lit]) -> Result<(), OracleError> {
        self.solver.clause(lits);
        Ok(())
    }

    fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: Option<Effort>,
    ) -> Result<Answer, OracleError> {
        self.assumptions = assumptions.to_vec();
        self.before = self.solver.conflicts();
        Ok(self.solver.solve(assumptions, budget))
    }

    fn core(&mut self) -> Result<Vec<Lit>, OracleError> {
        if !self.solver.has_core() {
            return Err(OracleError("there is no core to read".into()));
        }
        let solver = &mut self.solver;
        Ok(self
            .assumptions
            .iter()
            .copied()
            .filter(|&l| solver.failed(l))
            .collect())
    }

    fn values(&mut self, pool: &Pool, of: &[(VarId, Step)]) -> Result<Vec<Value>, OracleError> {
        self.need_model()?;
        let values: Vec<Blasted> = of
            .iter()
            .map(|&(var, step)| {
                self.vars
                    .get(&(var, step))
                    .or_else(|| self.vars.get(&(var, Step::RIGID)))
                    .cloned()
                    .ok_or_else(|| {
                        OracleError(format!(
                            "the variable {} was not introduced at {}",
                            pool.var_name(var),
                            at(step)
                        ))
                    })
            })
            .collect::<Result<_, _>>()?;
        let truth = self.truths_of_bits(&values);
        Ok(values
            .iter()
            .map(|v| v.value(|bit| truth[&bit.node()] != bit.is_inverted()))
            .collect())
    }

    fn functions(&mut self, _pool: &Pool) -> Result<Functions, OracleError> {
        // Calls are refused when they are blasted.
        self.need_model()?;
        Ok(Functions::default())
    }

    fn truths(&mut self, lits: &[Lit]) -> Result<Vec<bool>, OracleError> {
        self.need_model()?;
        Ok(lits.iter().map(|&l| self.solver.value(l)).collect())
    }

    fn last_effort(&mut self) -> Effort {
        self.solver.conflicts().saturating_sub(self.before)
    }

    fn spent(&self) -> Effort {
        self.solver.conflicts()
    }

    fn name(&self) -> &str {
        &self.name
    }
}
