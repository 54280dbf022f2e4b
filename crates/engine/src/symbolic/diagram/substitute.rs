//! Functions in the place of variables, all at once.

use super::cache::Key;
use super::{Diagrams, Edge, Func, Halt, Of, Var};

/// What takes the place of variables.
pub struct Substitution {
    /// By variable.
    image: Vec<Option<Func>>,
    /// Its number among the operations.
    op: u32,
}

impl Diagrams {
    pub fn substitution(&mut self, images: impl IntoIterator<Item = (Var, Func)>) -> Substitution {
        let mut image = vec![None; self.vars()];
        for (var, function) in images {
            image[var as usize] = Some(function);
        }
        self.substitutions += 1;
        Substitution {
            image,
            op: Key::SUBSTITUTE + self.substitutions,
        }
    }

    pub fn substitute(&mut self, f: &Func, by: &Substitution) -> Of<Func> {
        let f = f.edge;
        self.operate(|d| {
            let replaced = (0..by.image.len()).filter(|&v| by.image[v].is_some());
            let Some(last) = replaced.map(|v| d.level_of[v]).max() else {
                return Ok(f);
            };
            d.substitute_edge(f, by, last)
        })
    }

    /// `last` is the lowest level at which a variable is replaced.
    fn substitute_edge(&mut self, f: Edge, by: &Substitution, last: u32) -> Result<Edge, Halt> {
        let level = self.level(f);
        if level > last {
            return Ok(f);
        }
        let plain = Edge(f.0 & !1);
        if let Some(known) = self.known(by.op, plain, Edge::TRUE, Edge::TRUE) {
            return Ok(known.along(f));
        }
        let var = self.var_at[level as usize];
        let (hi, lo) = self.halves(plain, level);
        let hi = self.substitute_edge(hi, by, last)?;
        let lo = self.substitute_edge(lo, by, last)?;
        let condition = match &by.image[var as usize] {
            Some(image) => image.edge,
            None => self.make(var, Edge::TRUE, Edge::FALSE)?,
        };
        let result = self.ite_edges(condition, hi, lo)?;
        self.remember(by.op, plain, Edge::TRUE, Edge::TRUE, result);
        Ok(result.along(f))
    }
}
