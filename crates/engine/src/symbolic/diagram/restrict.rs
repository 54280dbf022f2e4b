//! A smaller function where only some places matter.
//!
//! Reference: Coudert, Madre: A Unified Framework for the Formal Verification of Sequential Circuits, ICCAD 1990.

use super::cache::Key;
use super::{Diagrams, Edge, Func, Halt, Of};

impl Diagrams {
    /// A function that is `f` where `care` is true, and what makes it small elsewhere.
    pub fn restrict(&mut self, f: &Func, care: &Func) -> Of<Func> {
        let (edge, care) = (f.edge, care.edge);
        if care == Edge::FALSE {
            return Ok(f.clone());
        }
        let restricted = self.operate(|d| d.restrict_edges(edge, care))?;
        let is_smaller = self.size(&restricted) < self.size(f);
        Ok(if is_smaller { restricted } else { f.clone() })
    }

    /// `care` is not false.
    fn restrict_edges(&mut self, f: Edge, care: Edge) -> Result<Edge, Halt> {
        if care == Edge::TRUE || f.is_constant() {
            return Ok(f);
        }
        if f == care {
            return Ok(Edge::TRUE);
        }
        if f == care.not() {
            return Ok(Edge::FALSE);
        }
        if let Some(known) = self.known(Key::RESTRICT, f, care, Edge::TRUE) {
            return Ok(known);
        }
        let (level, of_care) = (self.level(f), self.level(care));
        let result = if of_care < level {
            let (hi, lo) = self.halves(care, of_care);
            let either = self.or_edges(hi, lo)?;
            let result = self.restrict_edges(f, either);
            self.after(either, result)?
        } else {
            let (f1, f0) = self.halves(f, level);
            let (care1, care0) = self.halves(care, level);
            if care1 == Edge::FALSE {
                self.restrict_edges(f0, care0)?
            } else if care0 == Edge::FALSE {
                self.restrict_edges(f1, care1)?
            } else {
                let hi = self.restrict_edges(f1, care1)?;
                let lo = self.restrict_edges(f0, care0);
                let lo = self.after(hi, lo)?;
                self.make(self.var_at[level as usize], hi, lo)?
            }
        };
        self.remember(Key::RESTRICT, f, care, Edge::TRUE, result);
        Ok(result)
    }
}
