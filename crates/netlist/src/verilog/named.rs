//! What the source calls states and inputs.
//!
//! - Names with a `$` are yosys's. A register with such a name belongs to an assertion or to an asynchronous reset. The latter
//!   has the name of what reads it: that is the value that the source sees, and the register behind it is hidden.
//! - Where yosys replaces a memory by registers, `mem[0]`, `mem[1]` and so on, they are the words of one element, `mem`.

use crate::btor2::{Kind, LineId, Model, Names};

pub(super) struct Named {
    /// By line: the name that the source has for a state or input.
    pub names: Vec<Option<String>>,
    /// By line: whether the source sees the register's value under this name on another line.
    pub seen_elsewhere: Vec<bool>,
    /// By line: the name of the element, where that is not the name of the variable.
    pub called: Vec<Option<String>>,
}

impl Named {
    pub fn new(model: &Model, lent: &Names) -> Named {
        let public = |line: LineId| {
            let own = model.line(line).symbol.as_deref();
            let own = own.filter(|s| !s.starts_with('$'));
            own.or_else(|| lent.lent(line)).map(str::to_string)
        };
        let names = model.ids().map(|l| match model.line(l).kind {
            Kind::State | Kind::Input => public(l),
            _ => None,
        });
        let mut named = Named {
            names: names.collect(),
            seen_elsewhere: vec![false; model.lines.len()],
            called: vec![None; model.lines.len()],
        };
        for line in model.ids() {
            named.behind_a_reset(model, lent, line);
        }
        for line in model.ids().filter(|l| model.line(*l).kind == Kind::State) {
            let at = line.index();
            named.called[at] = match (&named.names[at], named.seen_elsewhere[at]) {
                (Some(name), true) => Some(word_of(name).unwrap_or(name).to_string()),
                (Some(name), false) => word_of(name).map(str::to_string),
                (None, _) => None,
            };
        }
        named
    }

    /// An asynchronous reset: what the source sees is either the register or the value of the reset.
    fn behind_a_reset(&mut self, model: &Model, lent: &Names, line: LineId) {
        let Kind::Op(_, args) = &model.line(line).kind else {
            return;
        };
        let symbol = model.line(line).symbol.as_deref();
        if symbol.is_none_or(|s| !s.starts_with("$auto$async2sync")) {
            return;
        }
        let Some(seen) = lent.lent(line) else {
            return;
        };
        for arg in args {
            let at = arg.line.index();
            if model.line(arg.line).kind == Kind::State && self.names[at].is_none() {
                self.names[at] = Some(seen.to_string());
                self.seen_elsewhere[at] = true;
            }
        }
    }

    /// The name of the element that a state is, or is a part of.
    pub fn element(&self, line: LineId) -> Option<&str> {
        let at = line.index();
        self.called[at].as_deref().or(self.names[at].as_deref())
    }

    /// The name of the variable; hidden where the source sees another line under the name.
    pub fn variable(&self, line: LineId) -> Option<String> {
        let name = self.names[line.index()].as_ref()?;
        Some(if self.seen_elsewhere[line.index()] {
            format!("${name}.reg")
        } else {
            name.clone()
        })
    }

    /// Whether a state is a memory, or a word of one.
    pub fn is_memory(&self, model: &Model, line: LineId) -> bool {
        let name = self.names[line.index()].as_deref();
        model.width(line).is_none() || name.is_some_and(|n| word_of(n).is_some())
    }
}

/// The memory in the name of one of its words: `mem` in `mem[3]`.
fn word_of(name: &str) -> Option<&str> {
    let (memory, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    let number = !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit());
    (number && !memory.is_empty()).then_some(memory)
}
