//! Words of command lines, each with the place where it stands.

use assay_source::{FileId, Span};

/// One word, without its quotes. What the user typed has no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    pub span: Option<Span>,
}

/// What was given as arguments of a program.
pub(super) fn given(words: &[String]) -> Vec<Word> {
    let word = |text: &String| Word {
        text: text.clone(),
        span: None,
    };
    words.iter().map(word).collect()
}

/// The commands of a shell script: words between blanks, without redirections. Variables and patterns stay as they are.
pub(super) fn commands(text: &str, place: impl Fn(usize, usize) -> Option<Span>) -> Vec<Vec<Word>> {
    let mut scan = Scan {
        text,
        at: 0,
        place,
        commands: vec![vec![]],
        redirected: false,
    };
    while scan.at < text.len() {
        scan.step();
    }
    scan.commands.retain(|words| !words.is_empty());
    scan.commands
}

/// The words of a text that is one command.
pub(super) fn words(text: &str, place: impl Fn(usize, usize) -> Option<Span>) -> Vec<Word> {
    commands(text, place).into_iter().flatten().collect()
}

/// Places in a file of which the text is a part that starts at `start`.
pub(super) fn in_file(file: FileId, start: usize) -> impl Fn(usize, usize) -> Option<Span> {
    move |from, to| Some(Span::new(file, start + from, start + to))
}

struct Scan<'a, Place> {
    text: &'a str,
    at: usize,
    place: Place,
    commands: Vec<Vec<Word>>,
    /// Whether the next word names a file that output goes to.
    redirected: bool,
}

impl<Place: Fn(usize, usize) -> Option<Span>> Scan<'_, Place> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return;
        };
        if rest.starts_with("\\\n") {
            self.at += 2;
        } else if first == '\n' || matches!(first, ';' | '&' | '|' | '(' | ')') {
            self.at += 1;
            self.redirected = false;
            self.commands.push(vec![]);
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if first == '#' {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if matches!(first, '<' | '>') {
            self.at += rest
                .find(|c| !matches!(c, '<' | '>' | '&'))
                .unwrap_or(rest.len());
            self.redirected = true;
        } else {
            self.word();
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let mut text = String::new();
        let mut quote = None;
        let mut chars = self.text[start..].char_indices().peekable();
        let mut end = self.text.len();
        while let Some((at, c)) = chars.next() {
            match (quote, c) {
                (None, '\'' | '"') => quote = Some(c),
                (Some(open), c) if c == open => quote = None,
                (None | Some('"'), '\\') => match chars.next() {
                    Some((_, '\n')) | None => {}
                    Some((_, next)) => {
                        if quote.is_some() && !matches!(next, '"' | '\\' | '$' | '`') {
                            text.push('\\');
                        }
                        text.push(next);
                    }
                },
                (None, c)
                    if c.is_whitespace()
                        || matches!(c, ';' | '&' | '|' | '<' | '>' | '(' | ')') =>
                {
                    end = start + at;
                    break;
                }
                (_, c) => text.push(c),
            }
        }
        self.at = end;
        // The number before a redirection is a part of it.
        let numbers =
            self.text[end..].starts_with(['<', '>']) && text.bytes().all(|b| b.is_ascii_digit());
        if numbers {
            return;
        }
        if std::mem::take(&mut self.redirected) {
            return;
        }
        let span = (self.place)(start, end);
        if let Some(command) = self.commands.last_mut() {
            command.push(Word { text, span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: &str) -> Vec<Vec<String>> {
        let text = |word: Word| word.text;
        let commands = commands(script, |_, _| None);
        commands
            .into_iter()
            .map(|words| words.into_iter().map(text).collect())
            .collect()
    }

    #[test]
    fn words_lose_their_quotes() {
        let script = "a 'b c' \"d \\\"e\\n\" f\\ g -DX=\\\"y\\\" \\\n  last";
        assert_eq!(
            texts(script),
            [["a", "b c", "d \"e\\n", "f g", "-DX=\"y\"", "last"]]
        );
    }

    #[test]
    fn commands_are_apart_and_redirections_are_left_out() {
        let script = "cd x && cbmc a.c > out 2>&1 || true; # end\ngoto-cc b.c 2>/dev/null";
        assert_eq!(
            texts(script),
            [
                vec!["cd", "x"],
                vec!["cbmc", "a.c"],
                vec!["true"],
                vec!["goto-cc", "b.c"]
            ]
        );
    }

    #[test]
    fn an_open_quote_ends_with_the_text() {
        assert_eq!(texts("a 'b c"), [["a", "b c"]]);
        assert_eq!(texts("a \\"), [["a", ""]]);
    }

    #[test]
    fn places_cover_the_quotes() {
        let words = words("a 'b c'", in_file(FileId(3), 10));
        assert_eq!(words[1].span, Some(Span::new(FileId(3), 12, 17)));
    }
}
