//! A size of a model that grows: its name, its values, and option values that depend on it.
//!
//! `SIZE=1..5` names them. An option value may have expressions of the name with `+`, `-`, `*`, numbers and parentheses: whole, or between
//! the marks `:`, `,` and `=`, as in `f.0:SIZE+1`. Nothing here knows what a size means to a language: the language names the option that
//! gives it a value (`Language::sizes`).

use std::ops::{Range, RangeInclusive};

use assay_language::{Given, Language, OptionSpec};

/// What is wrong with the text of an option, where in it, and what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// A name and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub name: String,
    pub values: RangeInclusive<u64>,
}

/// More runs than anybody waits for.
const MOST: u64 = 1_000;

/// Values beyond this are no sizes.
const LARGEST: u64 = 1_000_000_000;

/// How deep parentheses may nest.
const DEEPEST: usize = 100;

impl Sizes {
    /// Reads `NAME=FIRST..LAST`.
    pub fn parse(text: &str) -> Result<Sizes, Wrong> {
        let wrong = |at: Range<usize>, message: &str| Wrong {
            at,
            message: message.to_string(),
            help: "write a name with the first and the last size, such as SIZE=1..5".to_string(),
        };
        let equals = text.find('=');
        let equals = equals.ok_or_else(|| wrong(0..text.len(), "no range of sizes is given"))?;
        let name = text[..equals].trim();
        let letters = |c: char| c == '_' || c.is_ascii_alphanumeric();
        if name.is_empty()
            || !name.chars().all(letters)
            || name.starts_with(|c: char| c.is_ascii_digit())
        {
            return Err(wrong(0..equals.max(1), "this is no name"));
        }
        let from = equals + 1;
        let dots = text[from..].find("..").map(|at| from + at);
        let dots = dots.ok_or_else(|| wrong(from..text.len(), "this is no range"))?;
        let number = |at: Range<usize>| {
            let number = text[at.clone()].trim().parse::<u64>().ok();
            number
                .filter(|n| *n <= LARGEST)
                .ok_or_else(|| wrong(at, "this is no size: a whole number is needed"))
        };
        let (first, last) = (number(from..dots)?, number(dots + 2..text.len())?);
        if first > last {
            return Err(wrong(
                from..text.len(),
                "the first size is greater than the last",
            ));
        }
        if last - first >= MOST {
            return Err(wrong(from..text.len(), "these are more than 1000 sizes"));
        }
        Ok(Sizes {
            name: name.to_string(),
            values: first..=last,
        })
    }

    /// The options of a language at this size. The error names the option and its text.
    pub fn options(
        &self,
        given: &Given,
        language: &dyn Language,
        size: u64,
    ) -> Result<Given, (&'static str, String, Wrong)> {
        let mut sized = given.clone();
        for option in language.options() {
            let holds_sizes = language.sizes() == Some(option.long);
            let mut values = given.values(option.long).to_vec();
            for value in &mut values {
                let new = if holds_sizes {
                    self.refuse_second(value).map(|()| value.clone())
                } else if names_files(&option) {
                    Ok(value.clone())
                } else {
                    self.put_in(value, size, &option)
                };
                *value = new.map_err(|wrong| (option.long, value.clone(), wrong))?;
            }
            if holds_sizes {
                values.push(format!("{}={size}", self.name));
            }
            if !values.is_empty() {
                sized.set(option.long, values);
            }
        }
        Ok(sized)
    }

    /// The size has its values from the range alone.
    fn refuse_second(&self, value: &str) -> Result<(), Wrong> {
        let name = value.split('=').next().unwrap_or_default();
        if name.trim() != self.name {
            return Ok(());
        }
        Err(Wrong {
            at: 0..value.len(),
            message: format!("`{}` gets its values from --sizes", self.name),
            help: "leave this out".to_string(),
        })
    }

    /// The value with its expressions computed, if the option then takes it.
    fn put_in(&self, value: &str, size: u64, option: &OptionSpec) -> Result<String, Wrong> {
        let new = substituted(value, &self.name, size)?;
        match option.check {
            Some(check) => check(&new).map(|()| new).map_err(|why| Wrong {
                at: 0..value.len(),
                message: format!("at {}={size}: {why}", self.name),
                help: "an expression has to give a value that the option takes at every size"
                    .to_string(),
            }),
            None => Ok(new),
        }
    }
}

/// Whether the values are paths, which have no expressions.
fn names_files(option: &OptionSpec) -> bool {
    matches!(option.value, Some("DIR" | "FILE" | "LIST"))
}

/// The text with the value of each expression that the name is in.
fn substituted(text: &str, name: &str, size: u64) -> Result<String, Wrong> {
    let mut out = String::new();
    let mut from = 0;
    while from <= text.len() {
        let marks = [':', ',', '='];
        let end = text[from..].find(marks).map_or(text.len(), |at| from + at);
        let part = &text[from..end];
        let words = part.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        if words.into_iter().any(|word| word == name) {
            let expression = Expression {
                text: &text[..end],
                at: from,
                name,
                size,
                depth: 0,
            };
            out.push_str(&expression.whole()?.to_string());
        } else {
            out.push_str(part);
        }
        out.push_str(text.get(end..end + 1).unwrap_or_default());
        from = end + 1;
    }
    Ok(out)
}

/// An expression that is being read and computed.
struct Expression<'a> {
    text: &'a str,
    at: usize,
    name: &'a str,
    size: u64,
    depth: usize,
}

impl Expression<'_> {
    fn whole(mut self) -> Result<i128, Wrong> {
        let value = self.sum()?;
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.wrong("this cannot stand here")),
        }
    }

    fn sum(&mut self) -> Result<i128, Wrong> {
        let mut value = self.product()?;
        while let Some(sign @ (b'+' | b'-')) = self.peek() {
            self.at += 1;
            let next = self.product()?;
            let sum = match sign {
                b'+' => value.checked_add(next),
                _ => value.checked_sub(next),
            };
            value = self.fits(sum)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<i128, Wrong> {
        let mut value = self.factor()?;
        while self.peek() == Some(b'*') {
            self.at += 1;
            let next = self.factor()?;
            value = self.fits(value.checked_mul(next))?;
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<i128, Wrong> {
        match self.peek() {
            Some(b'(') if self.depth < DEEPEST => {
                self.at += 1;
                self.depth += 1;
                let value = self.sum()?;
                if self.peek() != Some(b')') {
                    return Err(self.wrong("a `)` is missing here"));
                }
                self.at += 1;
                self.depth -= 1;
                Ok(value)
            }
            Some(c) if c == b'_' || c.is_ascii_alphanumeric() => {
                let letters = |c: char| c == '_' || c.is_ascii_alphanumeric();
                let rest = &self.text[self.at..];
                let end = rest.find(|c| !letters(c)).unwrap_or(rest.len());
                let word = &rest[..end];
                let value = match word.parse::<i128>() {
                    _ if word == self.name => i128::from(self.size),
                    Ok(number) => number,
                    Err(_) => return Err(self.wrong("this is neither the size nor a number")),
                };
                self.at += end;
                self.fits(Some(value))
            }
            _ => Err(self.wrong("a number or the size is missing here")),
        }
    }

    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn fits(&self, value: Option<i128>) -> Result<i128, Wrong> {
        let most = i128::from(u64::MAX);
        let value = value.filter(|v| (-most..=most).contains(v));
        value.ok_or_else(|| self.wrong("the value is too large"))
    }

    fn wrong(&self, message: &str) -> Wrong {
        let here = self.text[self.at..].chars().next();
        Wrong {
            at: self.at..self.at + here.map_or(0, char::len_utf8),
            message: message.to_string(),
            help: format!(
                "an expression of `{}` has +, -, *, numbers and parentheses",
                self.name
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, size: u64) -> Result<String, Range<usize>> {
        substituted(text, "SIZE", size).map_err(|wrong| wrong.at)
    }

    #[test]
    fn expressions_are_computed_between_marks() {
        for (text, wanted) in [
            ("SIZE", "4"),
            ("SIZE+1", "5"),
            ("2*SIZE - 1", "7"),
            ("2*(SIZE-1)", "6"),
            ("f.0:SIZE+1,g.12:2*SIZE,h.0:7", "f.0:5,g.12:8,h.0:7"),
            ("MAX=SIZE*SIZE", "MAX=16"),
            ("SIZES", "SIZES"),
            ("f.0:3", "f.0:3"),
            ("", ""),
            ("SIZE-9", "-5"),
        ] {
            assert_eq!(at(text, 4).as_deref(), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_expression_is_refused_at_its_place() {
        for (text, place) in [
            ("SIZE+", 5..5),
            ("f.0:SIZE/2", 8..9),
            ("(SIZE", 5..5),
            ("SIZE N", 5..6),
            ("SIZE+N", 5..6),
            ("SIZE+é", 5..7),
            ("SIZE*99999999999999999999999", 28..28),
        ] {
            assert_eq!(at(text, 4), Err(place), "{text}");
        }
        let deep = format!("{}SIZE", "(".repeat(100_000));
        assert_eq!(at(&deep, 1), Err(100..101));
    }

    #[test]
    fn ranges_are_read_or_refused_at_their_place() {
        let read = |text: &str| Sizes::parse(text).map_err(|wrong| wrong.at);
        let good = read("SIZE=1..5").map(|s| (s.name, s.values));
        assert_eq!(good, Ok(("SIZE".to_string(), 1..=5)));
        for (text, place) in [
            ("SIZE", 0..4),
            ("", 0..0),
            ("=1..2", 0..1),
            ("a b=1..2", 0..3),
            ("9=1..2", 0..1),
            ("N=5", 2..3),
            ("N=3..1", 2..6),
            ("N=1..x", 5..6),
            ("N=-1..2", 2..4),
            ("N=1..=2", 5..7),
            ("N=1..99999", 2..10),
            ("N=1..99999999999999999999999", 5..28),
        ] {
            assert_eq!(read(text), Err(place), "{text}");
        }
    }
}
