//! What can be wrong with the mark-up: the messages of this reader, with their codes.
//!
//! Z1 numbers are of LaTeX and Unicode mark-up. What is wrong inside a paragraph says the parser.

use assay_language::closest;
use assay_source::Diagnostic;

pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    closest(word, known.iter().copied())
}

pub(crate) fn without_end(environment: &str) -> Diagnostic {
    Diagnostic::error(
        "Z1001",
        format!("`\\begin{{{environment}}}` has no `\\end{{{environment}}}`"),
    )
    .help(format!(
        "write `\\end{{{environment}}}` behind its last line"
    ))
}

pub(crate) fn other_end(begun: &str, ended: &str) -> Diagnostic {
    Diagnostic::error(
        "Z1002",
        format!("`\\begin{{{begun}}}` ends with `\\end{{{ended}}}`"),
    )
}

pub(crate) fn stray_end(environment: &str) -> Diagnostic {
    Diagnostic::warning("Z1003", format!("`\\end{{{environment}}}` ends nothing"))
        .help("what stands before it is prose, and is not read")
}

pub(crate) fn environment(word: &str, near: &str) -> Diagnostic {
    Diagnostic::warning(
        "Z1004",
        format!("`\\begin{{{word}}}` is no environment of Z: its text is prose"),
    )
    .help(format!("did you mean `\\begin{{{near}}}`?"))
}

pub(crate) fn directive(word: &str, near: &str) -> Diagnostic {
    Diagnostic::warning("Z1005", format!("`%%{word}` is no directive"))
        .help(format!("did you mean `%%{near}`?"))
}

pub(crate) fn schema_without_name(environment: &str) -> Diagnostic {
    Diagnostic::error("Z1006", "this schema has no name")
        .help(format!("write `\\begin{{{environment}}}{{NAME}}`"))
}

pub(crate) fn unknown_command(command: &str, near: Option<&str>) -> Diagnostic {
    let fault = Diagnostic::error("Z1010", format!("`{command}` is no command of Z"));
    match near {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("declare it as an operator (`%%inop`, `%%inrel`, ...), or as a name"),
    }
}

pub(crate) fn nested_environment(environment: &str) -> Diagnostic {
    Diagnostic::error(
        "Z1011",
        format!("`{environment}` cannot stand in a paragraph of Z"),
    )
}

pub(crate) fn unclosed_brace() -> Diagnostic {
    Diagnostic::error("Z1012", "this brace is not closed")
        .help("the braces of a set are `\\{` and `\\}`")
}

pub(crate) fn unopened_brace() -> Diagnostic {
    Diagnostic::error("Z1013", "this brace closes nothing")
        .help("the braces of a set are `\\{` and `\\}`")
}

pub(crate) fn unexpected_character(found: char, instead: Option<&str>) -> Diagnostic {
    let fault = Diagnostic::error("Z1014", format!("`{found}` is no character of Z in LaTeX"));
    match instead {
        Some(instead) => fault.help(format!("write `{instead}`")),
        None => fault,
    }
}

pub(crate) fn bad_script(sign: char) -> Diagnostic {
    let fault = Diagnostic::error("Z1015", format!("there is nothing to read behind `{sign}`"));
    match sign {
        '_' => fault.help("a subscript is `x_1` or `x_{max}`; an underscore of a word is `\\_`"),
        _ => fault.help("what stands above is in braces: `R^{2}`"),
    }
}

pub(crate) fn underlined_what() -> Diagnostic {
    Diagnostic::error(
        "Z1029",
        "behind `\\inrel` stands the name of a relation in braces",
    )
    .help("write `x \\inrel{R} y`")
}

pub(crate) fn list_in_braces() -> Diagnostic {
    Diagnostic::error(
        "Z1028",
        "braces without a backslash only group, and this is a list",
    )
    .help("the braces of a set are `\\{` and `\\}`")
}

pub(crate) fn long_subscript(word: &str) -> Diagnostic {
    Diagnostic::error(
        "Z1016",
        "LaTeX takes only the next character as a subscript",
    )
    .help(format!(
        "write `\\_{word}` for an underscore of a word, or `_{{{word}}}` for a subscript"
    ))
}

pub(crate) fn spelt_twice(name: &str, one: &str, other: &str) -> Diagnostic {
    Diagnostic::error(
        "Z1017",
        format!("`{one}` and `{other}` are both the name `{name}` here"),
    )
    .help("rename one of them")
}

pub(crate) fn tab_within_line() -> Diagnostic {
    Diagnostic::warning(
        "Z1018",
        "`fuzz` refuses a tab that is not at the start of a line",
    )
    .help("end the line before it with `\\\\`")
}

pub(crate) fn relation_of_characters(found: &str, command: &str) -> Diagnostic {
    Diagnostic::error("Z1019", format!("`{found}` is not read as one symbol"))
        .help(format!("write `{command}`"))
}
