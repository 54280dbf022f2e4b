//! What lines are called.
//!
//! A line is called by its symbol. One that has none, as a register that is an output in what yosys writes, goes by the
//! symbol of an `output` that is nothing but it, or of an extension by no bits, which is how a wire with a second name is
//! written. Everything else is `n` and its id. No two variables have the same name.

use super::{Kind, LineId, Model};
use assay_system::Names as Taken;

pub(crate) struct Names<'a> {
    model: &'a Model,
    /// By line: the one that has a second name for it.
    lender: Vec<Option<LineId>>,
    taken: Taken,
}

impl<'a> Names<'a> {
    pub fn new(model: &'a Model) -> Names<'a> {
        let mut lender = vec![None; model.lines.len()];
        for id in model.ids().filter(|id| model.line(*id).symbol.is_some()) {
            let (Kind::Output(arg) | Kind::Extend { by: 0, arg, .. }) = model.line(id).kind else {
                continue;
            };
            if !arg.inverted {
                lender[arg.line.index()].get_or_insert(id);
            }
        }
        Names {
            model,
            lender,
            taken: Taken::default(),
        }
    }

    /// The symbol that a line is known by.
    pub fn symbol(&self, line: LineId) -> Option<&'a str> {
        let own = self.model.line(line).symbol.as_deref();
        own.or(self.lent(line))
    }

    /// Another line that has the same value and a symbol.
    pub fn lender(&self, line: LineId) -> Option<LineId> {
        self.lender[line.index()]
    }

    /// The symbol of the lender.
    pub fn lent(&self, line: LineId) -> Option<&'a str> {
        self.model.line(self.lender(line)?).symbol.as_deref()
    }

    /// Chooses the name of a line's variable and reserves it.
    pub fn of_line(&mut self, line: LineId) -> String {
        let default = format!("n{}", self.model.line(line).id);
        self.unique(self.symbol(line), default)
    }

    /// The wanted name if it is free, else one like the default.
    pub fn unique(&mut self, wanted: Option<&str>, default: String) -> String {
        self.taken.claim(wanted, default)
    }
}
