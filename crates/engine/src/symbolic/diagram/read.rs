//! What a function says: its value, its members, how many there are, what it reads.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Diagrams, Edge, Func, Of, Var};

impl Diagrams {
    /// The value where the variables have these values, by number.
    pub fn eval(&self, f: &Func, values: &[bool]) -> bool {
        let mut edge = f.edge;
        while !edge.is_constant() {
            let node = &self.nodes[edge.node()];
            let half = if values[node.var as usize] {
                node.hi
            } else {
                node.lo
            };
            edge = half.along(edge);
        }
        edge == Edge::TRUE
    }

    /// A place where it is true: values by number, false where they do not matter. None if it is false.
    pub fn pick(&self, f: &Func) -> Option<Vec<bool>> {
        if f.is_false() {
            return None;
        }
        let mut values = vec![false; self.vars()];
        let mut edge = f.edge;
        while !edge.is_constant() {
            let node = &self.nodes[edge.node()];
            let (hi, lo) = (node.hi.along(edge), node.lo.along(edge));
            let is_high = lo == Edge::FALSE;
            values[node.var as usize] = is_high;
            edge = if is_high { hi } else { lo };
        }
        Some(values)
    }

    /// The variables that it reads, by number.
    pub fn support(&self, f: &Func) -> Vec<Var> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut read: FxHashSet<Var> = FxHashSet::default();
        let mut stack = vec![f.edge];
        while let Some(edge) = stack.pop() {
            if !edge.is_constant() && seen.insert(edge.node()) {
                let node = &self.nodes[edge.node()];
                read.insert(node.var);
                stack.extend([node.hi, node.lo]);
            }
        }
        let mut read: Vec<Var> = read.into_iter().collect();
        read.sort_unstable();
        read
    }

    /// Whether it reads the variable.
    pub fn reads(&self, f: &Func, var: Var) -> bool {
        let level = self.level_of[var as usize];
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack = vec![f.edge];
        while let Some(edge) = stack.pop() {
            let own = self.level(edge);
            if own == level {
                return true;
            }
            if own < level && seen.insert(edge.node()) {
                let node = &self.nodes[edge.node()];
                stack.extend([node.hi, node.lo]);
            }
        }
        false
    }

    /// The nodes that it is made of.
    pub fn size(&self, f: &Func) -> usize {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut stack = vec![f.edge];
        while let Some(edge) = stack.pop() {
            if !edge.is_constant() && seen.insert(edge.node()) {
                let node = &self.nodes[edge.node()];
                stack.extend([node.hi, node.lo]);
            }
        }
        seen.len()
    }

    /// At how many values of `vars`, which are all that it reads, it is true.
    pub fn count(&self, f: &Func, vars: &[Var]) -> BigUint {
        let mut levels: Vec<u32> = vars.iter().map(|&v| self.level_of[v as usize]).collect();
        levels.sort_unstable();
        let mut known: FxHashMap<Edge, BigUint> = FxHashMap::default();
        let first = self.count_edge(f.edge, &levels, &mut known);
        first << self.rank(f.edge, &levels)
    }

    /// How many of the levels are above the function.
    fn rank(&self, edge: Edge, levels: &[u32]) -> usize {
        let level = self.level(edge);
        levels.partition_point(|&l| l < level)
    }

    /// Of the levels from its own one on.
    fn count_edge(
        &self,
        edge: Edge,
        levels: &[u32],
        known: &mut FxHashMap<Edge, BigUint>,
    ) -> BigUint {
        if edge.is_constant() {
            return BigUint::from(u32::from(edge == Edge::TRUE));
        }
        if let Some(count) = known.get(&edge) {
            return count.clone();
        }
        let here = self.rank(edge, levels);
        let (hi, lo) = self.halves(edge, self.level(edge));
        let mut count = BigUint::from(0u32);
        for half in [hi, lo] {
            let skipped = self.rank(half, levels) - here - 1;
            count += self.count_edge(half, levels, known) << skipped;
        }
        known.insert(edge, count.clone());
        count
    }

    /// Builds something from constants and choices between two of them: the variable, what is built where it is true, and where
    /// it is false. What is shared is built once.
    pub fn fold<T: Clone>(
        &self,
        f: &Func,
        known: &mut FxHashMap<u32, T>,
        constant: &mut impl FnMut(bool) -> T,
        choose: &mut impl FnMut(Var, &T, &T) -> T,
    ) -> T {
        let mut stack = vec![f.edge];
        while let Some(&edge) = stack.last() {
            if known.contains_key(&edge.0) {
                stack.pop();
                continue;
            }
            if edge.is_constant() {
                known.insert(edge.0, constant(edge == Edge::TRUE));
                continue;
            }
            let (hi, lo) = self.halves(edge, self.level(edge));
            match (known.get(&hi.0), known.get(&lo.0)) {
                (Some(yes), Some(no)) => {
                    let built = choose(self.nodes[edge.node()].var, yes, no);
                    known.insert(edge.0, built);
                }
                _ => stack.extend([hi, lo]),
            }
        }
        known[&f.edge.0].clone()
    }

    /// The function at a place: values of some variables are given.
    pub fn at(&mut self, f: &Func, values: &[(Var, bool)]) -> Of<Func> {
        let mut images = Vec::with_capacity(values.len());
        for &(var, value) in values {
            images.push((var, self.constant(value)));
        }
        let substitution = self.substitution(images);
        self.substitute(f, &substitution)
    }
}
