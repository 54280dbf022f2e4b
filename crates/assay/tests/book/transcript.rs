//! Reads the `console` blocks of a chapter, compares them with what the program says, and brings them up to date.
//!
//! In such a block a line that begins with `$ ` is a command and what follows, up to the next command, is its output. Two
//! marks stand for what is left out: a line `...` for any lines, also none, and `[..]` for any part of a line. Blank lines at
//! the end of an output do not count.
//!
//! Invariant: a block that matches is never rewritten, so that what a person left out stays out.

/// A command that a chapter shows.
pub struct Shown {
    /// The number of its line in the chapter, from 1.
    pub line: usize,
    pub command: String,
    pub output: Vec<String>,
}

/// The pieces of a chapter, in order: text that is none of our business, and commands.
enum Piece {
    Text(String),
    Command(Shown),
}

fn pieces(chapter: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut fence: Option<(String, bool)> = None;
    for (index, line) in chapter.lines().enumerate() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match &fence {
            None if ticks >= 3 => {
                fence = Some((line[..ticks].to_string(), line[ticks..].trim() == "console"));
            }
            Some((open, _)) if line == open => fence = None,
            Some((_, true)) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    pieces.push(Piece::Command(Shown {
                        line: index + 1,
                        command: command.to_string(),
                        output: vec![],
                    }));
                    continue;
                }
                if let Some(Piece::Command(shown)) = pieces.last_mut() {
                    shown.output.push(line.to_string());
                    continue;
                }
            }
            _ => {}
        }
        pieces.push(Piece::Text(line.to_string()));
    }
    pieces
}

pub fn commands(chapter: &str) -> Vec<Shown> {
    let commands = pieces(chapter).into_iter().filter_map(|p| match p {
        Piece::Command(shown) => Some(shown),
        Piece::Text(_) => None,
    });
    commands.collect()
}

/// The chapter with these outputs in place of its own; as many as it has commands.
pub fn with_outputs(chapter: &str, outputs: &[Vec<String>]) -> String {
    let mut outputs = outputs.iter();
    let mut lines = Vec::new();
    let pieces = pieces(chapter);
    for (index, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Text(line) => lines.push(line.clone()),
            Piece::Command(shown) => {
                lines.push(format!("$ {}", shown.command));
                let output = outputs.next().expect("an output for each command");
                lines.extend(output.iter().cloned());
                if matches!(pieces.get(index + 1), Some(Piece::Command(_))) && !output.is_empty() {
                    lines.push(String::new());
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

pub fn without_blank_end(lines: &[String]) -> &[String] {
    let used = lines.iter().rposition(|l| !l.trim().is_empty());
    &lines[..used.map_or(0, |last| last + 1)]
}

/// Whether the output is what is shown.
pub fn matches(shown: &[String], actual: &[String]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..]))
        }
        Some((first, rest)) => actual
            .split_first()
            .is_some_and(|(line, others)| line_matches(first, line) && matches(rest, others)),
    }
}

fn line_matches(shown: &str, actual: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown.trim_end() == actual.trim_end(),
        Some((before, after)) => actual.strip_prefix(before).is_some_and(|rest| {
            let cuts = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
            cuts.into_iter().any(|i| line_matches(after, &rest[i..]))
        }),
    }
}

/// What is to be shown instead: lines that still match stay as they are, `...` stays where both its neighbours do, and
/// in new lines the seconds are left out.
pub fn renewed(shown: &[String], actual: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut from, mut at) = (0, 0);
    for (next, position) in common_lines(shown, actual)
        .into_iter()
        .chain([(shown.len(), actual.len())])
    {
        if shown[from..next].iter().any(|l| l != "...") || from == next {
            lines.extend(actual[at..position].iter().map(|l| without_seconds(l)));
        } else {
            lines.push("...".to_string());
        }
        lines.extend(shown.get(next).cloned());
        (from, at) = (next + 1, position + 1);
    }
    lines
}

/// A longest common subsequence, as pairs of positions.
fn common_lines(shown: &[String], actual: &[String]) -> Vec<(usize, usize)> {
    let same = |i: usize, j: usize| shown[i] != "..." && line_matches(&shown[i], &actual[j]);
    let mut length = vec![vec![0; actual.len() + 1]; shown.len() + 1];
    for i in (0..shown.len()).rev() {
        for j in (0..actual.len()).rev() {
            let skip = length[i + 1][j].max(length[i][j + 1]);
            length[i][j] = skip.max(length[i + 1][j + 1] + usize::from(same(i, j)));
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, vec![]);
    while i < shown.len() && j < actual.len() {
        if same(i, j) && length[i][j] == length[i + 1][j + 1] + 1 {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if length[i + 1][j] == length[i][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Seconds are numbers with two decimals, at the end of a line or before ` s`.
fn without_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
            digits(whole) && digits(part) && part.len() == 2
        })
    };
    let mut kept: Vec<&str> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let unit = words.get(i + 1).map(|w| w.trim_end_matches([',', ';']));
        if is_time(word) && matches!(unit, None | Some("s")) {
            // The padding depends on the time as well.
            while kept.len() > 1 && kept.last().is_some_and(|w| w.is_empty()) {
                kept.pop();
            }
            kept.push("[..]");
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[test]
fn marks_stand_for_what_is_left_out() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(String::from).collect() };
    let actual = lines("one 0.12 s\ntwo\n\nthree");
    for good in [
        "one 0.12 s\ntwo\n\nthree",
        "one [..] s\ntwo\n\nthree",
        "...\nthree",
        "one[..]\n...",
        "one [..]\n...\ntwo\n\n[..]ee",
    ] {
        assert!(matches(&lines(good), &actual), "{good}");
    }
    for bad in [
        "one 0.13 s\n...",
        "one [..] s\ntwo",
        "...\nfour",
        "one [..] m\n...",
    ] {
        assert!(!matches(&lines(bad), &actual), "{bad}");
    }
}

#[test]
fn renewing_keeps_what_was_left_out() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(String::from).collect() };
    let shown = lines("head [..]\n...\nscore 5\nold\nend");
    let actual = lines("head 1\nrow\nrow\nscore 5\nnew     0.25\nall 1.00 s, 3.50 %\nend");
    let expected = lines("head [..]\n...\nscore 5\nnew [..]\nall [..] s, 3.50 %\nend");
    assert_eq!(renewed(&shown, &actual), expected);
    assert!(matches(&expected, &actual));
    let chapter = "text\n```console\n$ assay a\nold\n\n$ assay b\n```\nmore\n";
    assert_eq!(
        with_outputs(chapter, &[lines("new"), lines("x")]),
        "text\n```console\n$ assay a\nnew\n\n$ assay b\nx\n```\nmore\n"
    );
}
