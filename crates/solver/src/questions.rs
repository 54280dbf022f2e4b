//! Many questions about terms of one growing pool: can this Boolean term be true?
//!
//! Each answer "yes" leaves an assignment of the inputs. The last few hundred of them are simulated on everything that is asked later, and most
//! questions are then answered without a search. The others go to the solver that can be confined to a cone ([`crate::cdcl`]): a
//! question costs as much as the part of the circuit that it is about, however much else there is.
//!
//! Nothing here is trusted: whoever asks may only leave out what is implied anyway.

use assay_aig::{
    Aig, AigLit, BlastError, Blasted, Node, PATTERNS, Patterns, Simulator, Tseitin, WORDS, blast,
};
use assay_term::{Pool, TermId, Value, VarId};
use rustc_hash::FxHashMap;

use crate::cdcl::Cdcl;
use crate::{Answer, Effort, Lit, OracleError, StopFlag};

pub struct Questions {
    aig: Aig,
    vars: FxHashMap<VarId, Blasted>,
    terms: FxHashMap<TermId, Blasted>,
    cnf: Tseitin,
    solver: Cdcl,
    /// The assignments that were found, one in each pattern.
    simulator: Simulator,
    /// By node of an input: its value in each pattern.
    inputs: FxHashMap<usize, Patterns>,
    simulated: usize,
    next: usize,
    /// How many assignments were found.
    kept: usize,
    /// Assignments that were known before the first question, one in each pattern, each in the order of variables.
    seeds: Vec<Vec<(VarId, Value)>>,
}

impl Questions {
    pub fn new(stop: StopFlag) -> Questions {
        Questions {
            aig: Aig::new(),
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
            cnf: Tseitin::new(),
            solver: Cdcl::new(stop),
            simulator: Simulator::new(),
            inputs: FxHashMap::default(),
            simulated: 0,
            next: 0,
            kept: 0,
            seeds: vec![],
        }
    }

    /// Simulates these assignments on everything that is asked, each in the order of variables; of more than fit the first. A variable that
    /// one does not name is zero in it.
    pub fn seeded(stop: StopFlag, mut seeds: Vec<Vec<(VarId, Value)>>) -> Questions {
        seeds.truncate(PATTERNS);
        Questions {
            next: seeds.len() % PATTERNS,
            kept: seeds.len(),
            seeds,
            ..Questions::new(stop)
        }
    }

    /// Whether some values of the variables make the term true.
    pub fn ask(
        &mut self,
        pool: &Pool,
        term: TermId,
        budget: Option<Effort>,
    ) -> Result<Answer, OracleError> {
        let lit = self.blasted(pool, term)?;
        match lit.as_constant() {
            Some(true) => return Ok(Answer::Sat),
            Some(false) => return Ok(Answer::Unsat),
            None => {}
        }
        self.simulate();
        if self.simulator.get(lit).iter().any(|&word| word != 0) {
            return Ok(Answer::Sat);
        }
        let asked = Lit::from_code(self.cnf.lit(&self.aig, lit, &mut self.solver));
        let cone = self.aig.cone(&[lit]);
        let domain: Vec<Lit> = cone
            .iter()
            .filter_map(|&node| self.cnf.known(AigLit::new(node, false)))
            .map(Lit::from_code)
            .collect();
        let answer = self.solver.solve_within(&domain, &[asked], &[], budget);
        if answer == Answer::Sat {
            self.keep(&cone);
        }
        Ok(answer)
    }

    /// The assignments that were found, the latest few hundred: the values of all variables that were asked about.
    pub fn assignments(&mut self) -> Vec<Vec<(VarId, Value)>> {
        self.simulate();
        let count = self.kept.min(PATTERNS);
        (0..count).map(|pattern| self.assignment(pattern)).collect()
    }

    fn assignment(&self, pattern: usize) -> Vec<(VarId, Value)> {
        let truth = |lit: AigLit| self.simulator.bit(lit, pattern);
        let mut values: Vec<(VarId, Value)> = self
            .vars
            .iter()
            .map(|(&var, bits)| (var, bits.value(truth)))
            .collect();
        values.sort_unstable_by_key(|(var, _)| *var);
        values
    }

    fn blasted(&mut self, pool: &Pool, term: TermId) -> Result<AigLit, OracleError> {
        let vars = &mut self.vars;
        let mut new: Vec<(VarId, Blasted)> = Vec::new();
        let mut lookup = |aig: &mut Aig, var: VarId| -> Result<Blasted, BlastError> {
            if let Some(known) = vars.get(&var) {
                return Ok(known.clone());
            }
            let fresh = Blasted::fresh(aig, pool, var, None)?;
            vars.insert(var, fresh.clone());
            new.push((var, fresh.clone()));
            Ok(fresh)
        };
        let blasted = blast(&mut self.aig, pool, term, &mut self.terms, &mut lookup);
        let blasted = blasted.map_err(|error| OracleError(error.message))?;
        for (var, bits) in new {
            self.sow(var, &bits);
        }
        let truth = blasted.as_bool();
        truth.ok_or_else(|| OracleError("only Boolean terms can be asked about".into()))
    }

    /// Gives a new variable its values in the seeds.
    fn sow(&mut self, var: VarId, bits: &Blasted) {
        for (pattern, seed) in self.seeds.iter().enumerate() {
            let Ok(at) = seed.binary_search_by_key(&var, |(v, _)| *v) else {
                continue;
            };
            let Some(value) = Blasted::constant(&seed[at].1) else {
                continue;
            };
            for (bit, truth) in bits.bits().iter().zip(value.bits()) {
                if truth.as_constant() == Some(true) {
                    let patterns = self.inputs.entry(bit.node()).or_insert([0; WORDS]);
                    patterns[pattern / 64] |= 1 << (pattern % 64);
                }
            }
        }
        for bit in bits.bits() {
            if let Some(patterns) = self.inputs.get(&bit.node()) {
                self.simulator.set(*bit, *patterns);
            }
        }
    }

    fn simulate(&mut self) {
        if self.simulated < self.aig.len() {
            self.simulator.run_from(&self.aig, self.simulated);
            self.simulated = self.aig.len();
        }
    }

    /// Keeps the inputs of the model as a pattern, in place of the oldest one.
    fn keep(&mut self, cone: &[usize]) {
        let (word, bit) = (self.next / 64 % WORDS, self.next % 64);
        self.next = (self.next + 1) % PATTERNS;
        self.kept += 1;
        for patterns in self.inputs.values_mut() {
            patterns[word] &= !(1 << bit);
        }
        for &node in cone {
            if self.aig.node(node) != Node::Input {
                continue;
            }
            let code = self.cnf.known(AigLit::new(node, false));
            let value = code.and_then(|code| self.solver.model(Lit::from_code(code)));
            if value == Some(true) {
                self.inputs.entry(node).or_insert([0; WORDS])[word] |= 1 << bit;
            }
        }
        for (&node, patterns) in &self.inputs {
            self.simulator.set(AigLit::new(node, false), *patterns);
        }
        self.simulated = 0;
    }
}

#[cfg(test)]
mod tests {
    use assay_term::Sort;

    use super::*;

    /// Every answer is what trying all values says, also after many other questions, and whatever was known before.
    #[test]
    fn answers_are_those_of_enumeration() {
        answers_are_right(Questions::new(StopFlag::new()));
        let known = |x: u32, y: u32| {
            let value = |n: u32| Value::Bits(assay_term::Bits::new(4, n));
            vec![(VarId(0), value(x)), (VarId(1), value(y))]
        };
        let seeds = (0..300).map(|n| known(n % 16, n * 7 / 16 % 16)).collect();
        answers_are_right(Questions::seeded(StopFlag::new(), seeds));
    }

    /// What is known beforehand is among the assignments, and answers without a search.
    #[test]
    fn seeds_are_assignments() {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::BitVec(8));
        let seed = vec![(x, Value::Bits(assay_term::Bits::new(8, 77u32)))];
        let mut questions = Questions::seeded(StopFlag::new(), vec![seed.clone()]);
        let (x, number) = (pool.var(x), pool.bits(8, 77u32));
        let same = pool.eq(x, number);
        assert_eq!(questions.ask(&pool, same, Some(0)), Ok(Answer::Sat));
        assert_eq!(questions.assignments(), vec![seed]);
        assert_eq!(questions.solver.conflicts(), 0);
    }

    fn answers_are_right(mut questions: Questions) {
        let mut pool = Pool::new();
        let x = pool.declare("x", Sort::BitVec(4));
        let y = pool.declare("y", Sort::BitVec(4));
        let (x, y) = (pool.var(x), pool.var(y));
        let (product, sum) = (pool.bv_mul(x, y), pool.bv_add(x, y));
        for wanted in 0u32..16 {
            for other in 0u32..16 {
                let (a, b) = (pool.bits(4, wanted), pool.bits(4, other));
                let (a, b) = (pool.eq(product, a), pool.eq(sum, b));
                let both = pool.and2(a, b);
                let truth = (0..16u32)
                    .any(|x| (0..16u32).any(|y| (x * y) % 16 == wanted && (x + y) % 16 == other));
                let expected = if truth { Answer::Sat } else { Answer::Unsat };
                assert_eq!(questions.ask(&pool, both, None), Ok(expected));
            }
        }
    }
}
