//! What lines are called.
//!
//! A line is called by its symbol. One that has none, as a register that is an output in what yosys writes, goes by the
//! symbol of an `output` that is nothing but it, or of an extension by no bits, which is how a wire with a second name is
//! written. Everything else is `n` and its id. No two variables have the same name.

use rustc_hash::FxHashSet;

use super::{Kind, LineId, Model};

pub struct Names<'a> {
    model: &'a Model,
    /// Second names, by line.
    lent: Vec<Option<&'a str>>,
    taken: FxHashSet<String>,
}

impl<'a> Names<'a> {
    pub fn new(model: &'a Model) -> Names<'a> {
        let mut lent = vec![None; model.lines.len()];
        for line in &model.lines {
            let (Kind::Output(arg) | Kind::Extend { by: 0, arg, .. }) = line.kind else {
                continue;
            };
            if !arg.inverted && lent[arg.line.index()].is_none() {
                lent[arg.line.index()] = line.symbol.as_deref();
            }
        }
        Names {
            model,
            lent,
            taken: FxHashSet::default(),
        }
    }

    /// The symbol that a line is known by.
    pub fn symbol(&self, line: LineId) -> Option<&'a str> {
        let own = self.model.line(line).symbol.as_deref();
        own.or(self.lent[line.index()])
    }

    /// The name of a line's variable, given out for good.
    pub fn of_line(&mut self, line: LineId) -> String {
        let default = format!("n{}", self.model.line(line).id);
        self.unique(self.symbol(line), default)
    }

    /// The wanted name, else the default, else the default with as many strokes as it takes.
    pub fn unique(&mut self, wanted: Option<&str>, default: String) -> String {
        let mut name = match wanted {
            Some(wanted) if !self.taken.contains(wanted) => wanted.to_string(),
            _ => default,
        };
        while !self.taken.insert(name.clone()) {
            name.push('\'');
        }
        name
    }
}
