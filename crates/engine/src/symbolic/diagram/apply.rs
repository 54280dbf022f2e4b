//! Conjunction, exclusive disjunction and choice.

use super::cache::Key;
use super::{Diagrams, Edge, Func, Halt, Of};

impl Diagrams {
    pub fn and(&mut self, f: &Func, g: &Func) -> Of<Func> {
        let (f, g) = (f.edge, g.edge);
        self.operate(|d| d.and_edges(f, g))
    }

    pub fn or(&mut self, f: &Func, g: &Func) -> Of<Func> {
        let (f, g) = (f.edge.not(), g.edge.not());
        self.operate(|d| Ok(d.and_edges(f, g)?.not()))
    }

    /// What is in the first and not in the second.
    pub fn minus(&mut self, f: &Func, g: &Func) -> Of<Func> {
        let (f, g) = (f.edge, g.edge.not());
        self.operate(|d| d.and_edges(f, g))
    }

    pub fn xor(&mut self, f: &Func, g: &Func) -> Of<Func> {
        let (f, g) = (f.edge, g.edge);
        self.operate(|d| d.xor_edges(f, g))
    }

    pub fn iff(&mut self, f: &Func, g: &Func) -> Of<Func> {
        Ok(self.xor(f, g)?.not())
    }

    pub fn ite(&mut self, f: &Func, g: &Func, h: &Func) -> Of<Func> {
        let (f, g, h) = (f.edge, g.edge, h.edge);
        self.operate(|d| d.ite_edges(f, g, h))
    }

    pub fn implies(&mut self, f: &Func, g: &Func) -> Of<bool> {
        Ok(self.minus(f, g)?.is_false())
    }

    pub(super) fn and_edges(&mut self, f: Edge, g: Edge) -> Result<Edge, Halt> {
        if f == g || g == Edge::TRUE {
            return Ok(f);
        }
        if f == Edge::TRUE {
            return Ok(g);
        }
        if f == Edge::FALSE || g == Edge::FALSE || f == g.not() {
            return Ok(Edge::FALSE);
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        if let Some(known) = self.known(Key::AND, f, g, Edge::TRUE) {
            return Ok(known);
        }
        let level = self.level(f).min(self.level(g));
        let (f1, f0) = self.halves(f, level);
        let (g1, g0) = self.halves(g, level);
        let hi = self.and_edges(f1, g1)?;
        let lo = self.and_edges(f0, g0)?;
        let both = self.make(self.var_at[level as usize], hi, lo)?;
        self.remember(Key::AND, f, g, Edge::TRUE, both);
        Ok(both)
    }

    pub(super) fn or_edges(&mut self, f: Edge, g: Edge) -> Result<Edge, Halt> {
        Ok(self.and_edges(f.not(), g.not())?.not())
    }

    fn xor_edges(&mut self, f: Edge, g: Edge) -> Result<Edge, Halt> {
        // Complements move to the result.
        let complement = f.is_complement() != g.is_complement();
        let plain = |e: Edge| Edge(e.0 & !1);
        let (f, g) = (plain(f), plain(g));
        let turned = |e: Edge| if complement { e.not() } else { e };
        if f == g {
            return Ok(turned(Edge::FALSE));
        }
        if f == Edge::TRUE {
            return Ok(turned(g.not()));
        }
        if g == Edge::TRUE {
            return Ok(turned(f.not()));
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        if let Some(known) = self.known(Key::XOR, f, g, Edge::TRUE) {
            return Ok(turned(known));
        }
        let level = self.level(f).min(self.level(g));
        let (f1, f0) = self.halves(f, level);
        let (g1, g0) = self.halves(g, level);
        let hi = self.xor_edges(f1, g1)?;
        let lo = self.xor_edges(f0, g0)?;
        let differ = self.make(self.var_at[level as usize], hi, lo)?;
        self.remember(Key::XOR, f, g, Edge::TRUE, differ);
        Ok(turned(differ))
    }

    pub(super) fn ite_edges(&mut self, f: Edge, g: Edge, h: Edge) -> Result<Edge, Halt> {
        if f == Edge::TRUE || g == h {
            return Ok(g);
        }
        if f == Edge::FALSE {
            return Ok(h);
        }
        if f.is_complement() {
            return self.ite_edges(f.not(), h, g);
        }
        // Where the condition itself is chosen, its value is known.
        let value = |e: Edge, then: bool| match () {
            () if e == f => Edge(u32::from(!then)),
            () if e == f.not() => Edge(u32::from(then)),
            () => e,
        };
        let (g, h) = (value(g, true), value(h, false));
        match (g, h) {
            (Edge::TRUE, Edge::FALSE) => return Ok(f),
            (Edge::FALSE, Edge::TRUE) => return Ok(f.not()),
            (Edge::TRUE, _) => return self.or_edges(f, h),
            (Edge::FALSE, _) => return self.and_edges(f.not(), h),
            (_, Edge::TRUE) => return self.or_edges(f.not(), g),
            (_, Edge::FALSE) => return self.and_edges(f, g),
            _ if g == h => return Ok(g),
            _ if g == h.not() => return Ok(self.xor_edges(f, g)?.not()),
            _ => {}
        }
        if g.is_complement() {
            return Ok(self.ite_edges(f, g.not(), h.not())?.not());
        }
        if let Some(known) = self.known(Key::ITE, f, g, h) {
            return Ok(known);
        }
        let level = self.level(f).min(self.level(g)).min(self.level(h));
        let (f1, f0) = self.halves(f, level);
        let (g1, g0) = self.halves(g, level);
        let (h1, h0) = self.halves(h, level);
        let hi = self.ite_edges(f1, g1, h1)?;
        let lo = self.ite_edges(f0, g0, h0)?;
        let chosen = self.make(self.var_at[level as usize], hi, lo)?;
        self.remember(Key::ITE, f, g, h, chosen);
        Ok(chosen)
    }
}
