//! What a line asks for.

/// The commands, each with a line for people.
pub const COMMANDS: &[(&str, &str)] = &[
    (
        "add{3/x?}",
        "execute an operation; inputs that are not given are looked for",
    ),
    (
        "choose N",
        "take one of the ways that were listed; the number alone does too",
    ),
    (
        "EXPRESSION",
        "its value in the present state: `#intset`, `dom f`",
    ),
    ("PREDICATE", "its truth: `exists x : int @ x in intset`"),
    (
        "add ^= [add | x? in 1..3]",
        "say an operation anew, for this session",
    ),
    ("state", "the present state"),
    (
        "ops",
        "the operations, and which of them can be executed here",
    ),
    (
        "why not add{3/x?}",
        "what keeps an operation from being executed",
    ),
    ("init", "go to an initial state"),
    ("undo, redo", "back to the state before, and forth again"),
    ("back to N", "to the state with this number"),
    ("history", "the states that were visited"),
    (
        "check NAME",
        "ask a check of the specification; `check` asks all",
    ),
    (
        "expect PREDICATE",
        "a script fails where it is false; `expect add{3/x?}` and `expect not add{3/x?}` are about operations",
    ),
    ("scope", "within what answers are looked for"),
    (
        "save FILE, replay FILE",
        "write the commands that lead here; run the commands of a file",
    ),
    ("help, quit", "this list; the end"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Init,
    State,
    Operations,
    Why(&'a str),
    Choose(&'a str),
    Undo,
    Redo,
    Back(&'a str),
    History,
    Check(&'a str),
    Expect(&'a str),
    Scope,
    Help,
    /// `NAME ^= E`
    Redefine(&'a str),
    /// An operation, an expression or a predicate.
    Ask(&'a str),
}

impl<'a> Command<'a> {
    /// None for an empty line or a comment.
    pub fn of(line: &'a str) -> Option<Command<'a>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with("--") || line.starts_with('%') {
            return None;
        }
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let rest_is_name =
            !rest.is_empty() && rest.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(match word {
            "init" if rest.is_empty() => Command::Init,
            "state" if rest.is_empty() => Command::State,
            "ops" | "operations" | "enabled" if rest.is_empty() => Command::Operations,
            "undo" if rest.is_empty() => Command::Undo,
            "redo" if rest.is_empty() => Command::Redo,
            "history" if rest.is_empty() => Command::History,
            "scope" if rest.is_empty() => Command::Scope,
            "help" | "?" if rest.is_empty() => Command::Help,
            "why" => Command::Why(rest.strip_prefix("not ").map_or(rest, str::trim)),
            "choose" => Command::Choose(rest),
            "back" => Command::Back(rest.strip_prefix("to").map_or(rest, str::trim)),
            "check" if rest.is_empty() || rest_is_name => Command::Check(rest),
            "expect" if !rest.is_empty() => Command::Expect(rest),
            _ if line.contains("^=") || line.contains("≙") => Command::Redefine(line),
            _ if line.chars().all(|c| c.is_ascii_digit()) => Command::Choose(line),
            _ => Command::Ask(line),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_everything_else_is_asked() {
        assert_eq!(Command::of("  "), None);
        assert_eq!(Command::of("-- a remark"), None);
        assert_eq!(Command::of("undo"), Some(Command::Undo));
        assert_eq!(
            Command::of("why not add{3/x?}"),
            Some(Command::Why("add{3/x?}"))
        );
        assert_eq!(Command::of("back to 3"), Some(Command::Back("3")));
        assert_eq!(Command::of("2"), Some(Command::Choose("2")));
        assert_eq!(Command::of("#intset"), Some(Command::Ask("#intset")));
        assert_eq!(Command::of("state = {}"), Some(Command::Ask("state = {}")));
        assert_eq!(
            Command::of("op ^= [op | s? in STR]"),
            Some(Command::Redefine("op ^= [op | s? in STR]"))
        );
    }
}
