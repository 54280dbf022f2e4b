//! Colour and width: decided by the command line, honoured by every writer.

/// How text for a terminal is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
    /// Columns that a line may take.
    pub width: usize,
}

/// The few looks that reports use.
#[derive(Clone, Copy)]
pub(crate) enum Look {
    Good,
    Bad,
    Open,
    Dim,
    Bold,
}

impl Style {
    pub(crate) fn paint(self, look: Look, text: &str) -> String {
        if !self.color {
            return text.to_string();
        }
        let code = match look {
            Look::Good => "32",
            Look::Bad => "1;31",
            Look::Open => "33",
            Look::Dim => "2",
            Look::Bold => "1",
        };
        if text.is_empty() {
            String::new()
        } else {
            format!("\x1b[{code}m{text}\x1b[0m")
        }
    }
}

/// The text with everything replaced that a terminal would act on instead of showing it: a model is not trusted.
pub(crate) fn visible(text: &str) -> String {
    let harmful = |c: char| {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        turns || c.is_control() && c != '\t'
    };
    let show = |c: char| {
        if harmful(c) {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    text.chars().map(show).collect()
}

/// The first line of a text. Where there are more, it ends in three dots.
pub(crate) fn one_line(text: &str) -> String {
    let mut lines = text.trim().lines();
    let first = lines.next().unwrap_or_default();
    match lines.next() {
        None => visible(first),
        Some(_) => format!("{} ...", visible(first.trim_end())),
    }
}

/// At most so many columns: a longer text is cut and ends in three dots.
pub(crate) fn clipped(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let kept: String = text.chars().take(columns.saturating_sub(3)).collect();
    format!("{kept}...")
}

/// Lines of at most so many columns, broken at blanks. A longer word has a line of its own.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

pub(crate) fn plural(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_orders_from_a_model() {
        assert_eq!(
            visible("a\x1b[2Jb\tc\u{202e}d"),
            "a\u{fffd}[2Jb\tc\u{fffd}d"
        );
        assert_eq!(one_line(" if a\n then b "), "if a ...");
        assert_eq!(one_line("a"), "a");
    }

    #[test]
    fn long_lines_are_cut_or_broken() {
        assert_eq!(clipped("abcdef", 6), "abcdef");
        assert_eq!(clipped("abcdefg", 6), "abc...");
        assert_eq!(wrapped("ab cd efghij k", 5), ["ab cd", "efghij", "k"]);
    }
}
