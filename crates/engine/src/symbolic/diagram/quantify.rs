//! Existential quantification, alone and of a conjunction that is never built as a whole.
//!
//! Reference: Burch, Clarke, McMillan, Dill, Hwang: Symbolic Model Checking: 10^20 States and Beyond, LICS 1990.

use super::cache::Key;
use super::{Diagrams, Edge, Func, Halt, Of, Var};

impl Diagrams {
    /// The conjunction of variables, which is how a set of them is given.
    pub fn cube(&mut self, vars: impl IntoIterator<Item = Var>) -> Of<Func> {
        let mut vars: Vec<Var> = vars.into_iter().collect();
        vars.sort_unstable();
        vars.dedup();
        self.operate(|d| {
            // The order may have changed since the last try.
            vars.sort_by_key(|&v| std::cmp::Reverse(d.level_of[v as usize]));
            let mut cube = Edge::TRUE;
            for &var in &vars {
                cube = d.make(var, cube, Edge::FALSE)?;
            }
            Ok(cube)
        })
    }

    /// Whether some values of the variables of the cube make the function true.
    pub fn exists(&mut self, f: &Func, cube: &Func) -> Of<Func> {
        let (f, cube) = (f.edge, cube.edge);
        self.operate(|d| d.exists_edges(f, cube))
    }

    /// The same of a conjunction.
    pub fn and_exists(&mut self, f: &Func, g: &Func, cube: &Func) -> Of<Func> {
        let (f, g, cube) = (f.edge, g.edge, cube.edge);
        self.operate(|d| d.and_exists_edges(f, g, cube))
    }

    /// What is left of a cube from a level on.
    fn below(&self, mut cube: Edge, level: u32) -> Edge {
        while self.level(cube) < level {
            cube = self.nodes[cube.node()].hi;
        }
        cube
    }

    fn exists_edges(&mut self, f: Edge, cube: Edge) -> Result<Edge, Halt> {
        let level = self.level(f);
        let cube = self.below(cube, level);
        if f.is_constant() || cube == Edge::TRUE {
            return Ok(f);
        }
        if let Some(known) = self.known(Key::EXISTS, f, cube, Edge::TRUE) {
            return Ok(known);
        }
        let (hi, lo) = self.halves(f, level);
        let result = if self.level(cube) == level {
            let rest = self.nodes[cube.node()].hi;
            match self.exists_edges(hi, rest)? {
                Edge::TRUE => Edge::TRUE,
                hi => {
                    let lo = self.exists_edges(lo, rest)?;
                    self.or_edges(hi, lo)?
                }
            }
        } else {
            let hi = self.exists_edges(hi, cube)?;
            let lo = self.exists_edges(lo, cube)?;
            self.make(self.var_at[level as usize], hi, lo)?
        };
        self.remember(Key::EXISTS, f, cube, Edge::TRUE, result);
        Ok(result)
    }

    fn and_exists_edges(&mut self, f: Edge, g: Edge, cube: Edge) -> Result<Edge, Halt> {
        if f == Edge::FALSE || g == Edge::FALSE || f == g.not() {
            return Ok(Edge::FALSE);
        }
        if f == Edge::TRUE || f == g {
            return self.exists_edges(g, cube);
        }
        if g == Edge::TRUE {
            return self.exists_edges(f, cube);
        }
        let level = self.level(f).min(self.level(g));
        let cube = self.below(cube, level);
        if cube == Edge::TRUE {
            return self.and_edges(f, g);
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        if let Some(known) = self.known(Key::AND_EXISTS, f, g, cube) {
            return Ok(known);
        }
        let (f1, f0) = self.halves(f, level);
        let (g1, g0) = self.halves(g, level);
        let result = if self.level(cube) == level {
            let rest = self.nodes[cube.node()].hi;
            match self.and_exists_edges(f1, g1, rest)? {
                Edge::TRUE => Edge::TRUE,
                hi => {
                    let lo = self.and_exists_edges(f0, g0, rest)?;
                    self.or_edges(hi, lo)?
                }
            }
        } else {
            let hi = self.and_exists_edges(f1, g1, cube)?;
            let lo = self.and_exists_edges(f0, g0, cube)?;
            self.make(self.var_at[level as usize], hi, lo)?
        };
        self.remember(Key::AND_EXISTS, f, g, cube, result);
        Ok(result)
    }
}
