//! Which mutators run: chosen by name and group from what a front end has.

use std::marker::PhantomData;

/// Where a mutator comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// A paper's own set: what runs when nothing is said.
    Paper,
    /// Ours.
    More,
}

/// What a mutator does to the element that it changes, whatever the mutator is called. Reports go by this and never by names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OperatorRole {
    /// The element takes any value at every step: its definition is gone.
    Removal,
    /// The element has one value at every step.
    StuckAt,
    /// Only its first value is another one.
    FirstValue,
    /// Its definition is another one.
    Replacement,
}

impl Group {
    pub fn as_str(self) -> &'static str {
        match self {
            Group::Paper => "paper",
            Group::More => "more",
        }
    }
}

/// The mutators of one language.
pub trait Catalogue {
    /// Names and groups, in a fixed order.
    fn entries() -> Vec<(&'static str, Group)>;
}

/// A set of mutators of one catalogue, in its order.
#[derive(Clone, Debug)]
pub struct Selection<C> {
    names: Vec<&'static str>,
    catalogue: PhantomData<C>,
}

impl<C: Catalogue> Selection<C> {
    pub fn paper() -> Selection<C> {
        Self::of(|_, group| group == Group::Paper)
    }

    /// Reads `paper`, `more`, `all` or names, separated by commas. The error is the unknown word and
    /// the words that there are.
    pub fn parse(text: &str) -> Result<Selection<C>, (String, Vec<&'static str>)> {
        let mut chosen: Vec<&'static str> = Vec::new();
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            let found = match word {
                "paper" => Self::paper(),
                // `more` adds to the paper's set.
                "more" | "all" => Self::of(|_, _| true),
                name => Self::of(|n, _| n == name),
            };
            if found.names.is_empty() {
                let mut known: Vec<&'static str> = vec!["paper", "more", "all"];
                known.extend(Self::of(|_, _| true).names);
                return Err((word.to_string(), known));
            }
            chosen.extend(found.names);
        }
        Ok(Self::of(|name, _| chosen.contains(&name)))
    }

    pub fn has(&self, operator: &str) -> bool {
        self.names.contains(&operator)
    }

    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    fn of(wanted: impl Fn(&str, Group) -> bool) -> Selection<C> {
        let entries = C::entries().into_iter();
        Selection {
            names: entries
                .filter(|(name, group)| wanted(name, *group))
                .map(|(name, _)| name)
                .collect(),
            catalogue: PhantomData,
        }
    }
}
