//! Names with their strokes.

use std::fmt;
use std::sync::Arc;

/// A name as it is written in Sum: a word and its strokes, `x`, `x?`, `out!`, `intset'`, `S''`, `x_1`. A subscript of Z is part of the
/// name, with an underscore before it. The strokes that matter are the last ones: `?`, `!` and `'`.
///
/// Operators have names with an underscore in the place of each operand, in the spelling of Sum: `_cup_`, `_+_`, `#_`, `_~`,
/// `_(|_|)`. Of what the user declares as an operator the name is made in the same way.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(Arc<str>);

impl Name {
    pub fn new(text: &str) -> Name {
        Name(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without its strokes.
    pub fn base(&self) -> &str {
        self.0.trim_end_matches(['?', '!', '\''])
    }

    /// `?`, `!` and `'` at its end.
    pub fn strokes(&self) -> &str {
        &self.0[self.base().len()..]
    }

    pub fn is_input(&self) -> bool {
        self.0.ends_with('?')
    }

    pub fn is_output(&self) -> bool {
        self.0.ends_with('!')
    }

    pub fn is_primed(&self) -> bool {
        self.0.ends_with('\'')
    }

    /// The name with one more stroke.
    #[must_use]
    pub fn stroked(&self, stroke: &str) -> Name {
        Name(format!("{}{stroke}", self.0).into())
    }

    /// The name without its last prime; None where it has none.
    pub fn unprimed(&self) -> Option<Name> {
        self.0.strip_suffix('\'').map(Name::new)
    }

    /// The name behind the name of an instance of a module: `F.fare`.
    #[must_use]
    pub fn within(&self, instance: &str) -> Name {
        Name(format!("{instance}.{}", self.0).into())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &*self.0)
    }
}
