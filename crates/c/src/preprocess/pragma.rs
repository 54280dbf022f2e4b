//! Pragmas that change what a program means: `#pragma pack`, and `#pragma CPROVER check`. Others change warnings or optimisation.

use crate::syntax::Pragmas;

/// What pragmas say at the current place of the text, and what they remember.
#[derive(Default)]
pub(super) struct Stack {
    now: Pragmas,
    packs: Vec<(String, u8)>,
    checks: Vec<crate::checks::Switch>,
}

impl Stack {
    pub fn now(&self) -> Pragmas {
        self.now
    }

    /// Reads a line without its `#`. The error says what is wrong with it.
    pub fn read(&mut self, line: &str) -> Result<(), String> {
        let spaced: String = line
            .chars()
            .flat_map(|c| match c {
                '(' | ')' | ',' | '"' => vec![' ', c, ' '],
                _ => vec![c],
            })
            .collect();
        let words: Vec<&str> = spaced.split_whitespace().collect();
        match words.as_slice() {
            ["pragma", "pack", "(", inner @ .., ")"] => {
                let inner: Vec<&str> = inner.iter().copied().filter(|w| *w != ",").collect();
                self.pack(&inner)
            }
            ["pragma", "CPROVER", "check", rest @ ..] => self.check(rest),
            _ => Ok(()),
        }
    }

    fn pack(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            [] => self.now.pack = 0,
            ["push", rest @ ..] => {
                let (name, rest) = named(rest);
                self.packs.push((name.to_owned(), self.now.pack));
                if let [value] = rest {
                    self.now.pack = alignment(value)?;
                }
            }
            ["pop", rest @ ..] => {
                let (name, rest) = named(rest);
                let found = match name {
                    "" => self.packs.len().checked_sub(1),
                    _ => self.packs.iter().rposition(|(known, _)| known == name),
                };
                if let Some(found) = found {
                    self.now.pack = self.packs[found].1;
                    self.packs.truncate(found);
                }
                if let [value] = rest {
                    self.now.pack = alignment(value)?;
                }
            }
            [value] => self.now.pack = alignment(value)?,
            _ => return Err("this form of `#pragma pack` is not supported".into()),
        }
        Ok(())
    }

    fn check(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            ["push"] => self.checks.push(self.now.checks),
            ["pop"] => self.now.checks = self.checks.pop().unwrap_or_default(),
            [verb @ ("enable" | "disable"), "\"", name, "\""] => {
                let switched = self.now.checks.with(name, *verb == "enable");
                let unknown = || format!("the check `{name}` of a pragma is not supported");
                self.now.checks = switched.ok_or_else(unknown)?;
            }
            _ => return Err("this form of `#pragma CPROVER check` is not supported".into()),
        }
        Ok(())
    }
}

/// The name of an entry, which may stand first.
fn named<'w>(words: &'w [&'w str]) -> (&'w str, &'w [&'w str]) {
    match words {
        [name, rest @ ..] if name.parse::<u64>().is_err() => (name, rest),
        _ => ("", words),
    }
}

fn alignment(word: &str) -> Result<u8, String> {
    match word.parse() {
        Ok(value @ (0 | 1 | 2 | 4 | 8 | 16)) => Ok(value),
        _ => Err(format!("`#pragma pack` with `{word}` is not supported")),
    }
}
