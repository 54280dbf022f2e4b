//! The scope that a user gives: options, and lines in the file.
//!
//! A comment `-- assay: scope DATA=3, ints -2..2, seq 3, const maxsize=3` gives the scope of the module that it stands in, or of all modules
//! where it stands in none (`%` in place of `--` in LaTeX). Options count before it. What nobody gives is small, so that a first run ends
//! soon.

use assay_language::{Given, OptionSpec, closest};
use assay_source::{Diagnostic, SourceFile, Span};
use assay_system::Within;

use crate::core::Program;
use crate::lower::symbolic::Used;
use crate::scope::{Carrier, SearchScope};
use crate::syntax::{Declaration, Name, ParagraphKind, Specification};
use crate::value::{Int, Value};

/// The codes of what can be wrong with a scope.
pub mod code {
    /// A value that does not have the form that the option needs.
    pub const FORM: &str = "Z0401";
    /// A given set or a constant that the specification does not have.
    pub const NAME: &str = "Z0402";
    /// A line in the file that is no scope.
    pub const LINE: &str = "Z0403";
}

pub const SCOPE: OptionSpec = OptionSpec {
    repeats: true,
    check: Some(|text| one_carrier(text).map(|_| ())),
    ..OptionSpec::value(
        "scope",
        "NAME=N",
        "Give a given set this many elements (default: 3), `DATA=3`, or elements with these names, `DATA=a,b`; can be repeated",
    )
};

pub const INTS: OptionSpec = OptionSpec {
    signed: true,
    check: Some(|text| interval(text).map(|_| ())),
    ..OptionSpec::value(
        "ints",
        "LOW..HIGH",
        "Try the integers between these two (default: -3..3); arithmetic goes beyond them",
    )
};

pub const SEQ: OptionSpec = OptionSpec {
    check: Some(|text| length(text).map(|_| ())),
    ..OptionSpec::value(
        "seq",
        "N",
        "Try sequences up to this length, and elements of bags up to this count (default: 3)",
    )
};

pub const CONST: OptionSpec = OptionSpec {
    repeats: true,
    check: Some(|text| constant(text).map(|_| ())),
    ..OptionSpec::value(
        "const",
        "NAME=VALUE",
        "Give a constant of the specification another value: a number, `true` or `false`; can be repeated",
    )
};

/// What everybody has to start with.
fn default_scope() -> SearchScope {
    SearchScope {
        ints: (Int::from(-3i64), Int::from(3i64)),
        sequences: 3,
        ..SearchScope::default()
    }
}

fn one_carrier(text: &str) -> Result<(Name, Carrier), String> {
    let form = || format!("`{text}` is not of the form NAME=N");
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err(form());
    }
    let carrier = match value.parse::<u32>() {
        Ok(0) => return Err(format!("`{name}` needs at least one element")),
        Ok(size) => Carrier::Size(size),
        Err(_) if value.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            return Err(format!("`{value}` is no number of elements"));
        }
        Err(_) => Carrier::Named(value.split(',').map(|n| Name::new(n.trim())).collect()),
    };
    Ok((Name::new(name), carrier))
}

fn interval(text: &str) -> Result<(Int, Int), String> {
    let form = || format!("`{text}` is not of the form LOW..HIGH");
    let (low, high) = text.split_once("..").ok_or_else(form)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| form());
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("`{text}` has no integer in it"));
    }
    Ok((Int::from(low), Int::from(high)))
}

fn length(text: &str) -> Result<u32, String> {
    let number = text.trim().parse::<u32>();
    number.map_err(|_| format!("`{text}` is no length"))
}

fn constant(text: &str) -> Result<(Name, Value), String> {
    let form = || format!("`{text}` is not of the form NAME=VALUE");
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let value = match value.trim() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        number => Value::int(number.parse().map_err(|_| form())?),
    };
    Ok((Name::new(name.trim()), value))
}

/// The scope for one program, which is that of a module of the specification.
pub fn scope_for(
    program: &Program,
    (spec, module): (&Specification, Option<Span>),
    file: &SourceFile,
    given: &Given,
) -> Result<SearchScope, Box<Diagnostic>> {
    let mut scope = default_scope();
    for (line, span) in lines(file, module) {
        for item in items(&line) {
            apply_item(&mut scope, &item).map_err(|why| {
                let error = Diagnostic::error(code::LINE, format!("this is no scope: {why}"));
                let help = "a scope is written `-- assay: scope DATA=3, ints -2..2, seq 3, const maxsize=3`";
                Box::new(error.at(span).help(help))
            })?;
        }
    }
    let form = |why: String| Box::new(Diagnostic::error(code::FORM, why));
    for text in given.values(SCOPE.long) {
        let (name, carrier) = one_carrier(text).map_err(form)?;
        scope.carriers.insert(name, carrier);
    }
    if let Some(text) = given.value(INTS.long) {
        scope.ints = interval(text).map_err(form)?;
    }
    if let Some(text) = given.value(SEQ.long) {
        scope.sequences = length(text).map_err(form)?;
    }
    for text in given.values(CONST.long) {
        let (name, value) = constant(text).map_err(form)?;
        scope.constants.insert(name, value);
    }
    check_names(spec, given)?;
    let sets: Vec<&Name> = program.givens.iter().map(|set| &set.name).collect();
    scope.carriers.retain(|name, _| sets.contains(&name));
    let constants: Vec<&Name> = program.globals.iter().map(|global| &global.name).collect();
    scope.constants.retain(|name, _| constants.contains(&name));
    Ok(scope)
}

/// Names that options give have to be somewhere in the file: one command line is good for all of its modules.
fn check_names(spec: &Specification, given: &Given) -> Result<(), Box<Diagnostic>> {
    let (mut sets, mut constants) = (Vec::new(), Vec::new());
    for module in &spec.modules {
        sets.extend(module.parameters.iter().map(|ident| ident.name.as_str()));
        for paragraph in &module.paragraphs {
            match &paragraph.kind {
                ParagraphKind::Given(idents) => {
                    sets.extend(idents.iter().map(|ident| ident.name.as_str()))
                }
                ParagraphKind::Abbreviation { name, .. } => constants.push(name.name.as_str()),
                ParagraphKind::Axiomatic { text, .. } => {
                    let names =
                        text.declarations
                            .iter()
                            .filter_map(|declaration| match declaration {
                                Declaration::Variables { names, .. } => Some(names),
                                _ => None,
                            });
                    constants.extend(names.flatten().map(|ident| ident.name.as_str()));
                }
                _ => {}
            }
        }
    }
    let unknown = |kind: &str, name: &Name, known: &[&str]| {
        let error = Diagnostic::error(code::NAME, format!("there is no {kind} `{name}`"));
        Box::new(match closest(name.as_str(), known.iter().copied()) {
            Some(near) => error.help(format!("there is a `{near}`")),
            None if known.is_empty() => error.help("the file has none"),
            None => error.help(format!("there are {}", known.join(", "))),
        })
    };
    for text in given.values(SCOPE.long) {
        let (name, _) = one_carrier(text).expect("it was read before");
        if !sets.contains(&name.as_str()) {
            return Err(unknown("given set", &name, &sets));
        }
    }
    for text in given.values(CONST.long) {
        let (name, _) = constant(text).expect("it was read before");
        if !constants.contains(&name.as_str()) {
            return Err(unknown("constant", &name, &constants));
        }
    }
    Ok(())
}

/// Lines of the file that give a scope to a module, with their places.
fn lines(file: &SourceFile, module: Option<Span>) -> Vec<(String, Span)> {
    let text = file.text();
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let comment = line
            .trim_start()
            .trim_start_matches(['-', '%'])
            .trim_start();
        let is_comment = comment.len() < line.trim_start().len();
        if let (true, Some(rest)) = (is_comment, comment.strip_prefix("assay: scope")) {
            let span = Span::new(file.id, start, start + line.trim_end().len());
            let inside = module.is_none_or(|m| m.start <= span.start && span.end <= m.end);
            if inside {
                found.push((rest.trim().to_string(), span));
            }
        }
        start += line.len();
    }
    found
}

/// The parts between commas. Names of elements have commas too.
fn items(line: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for part in line
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let starts = part.contains('=') || part.contains(' ');
        match items.last_mut() {
            Some(last) if !starts && last.contains('=') => *last = format!("{last},{part}"),
            _ => items.push(part.to_string()),
        }
    }
    items
}

fn apply_item(scope: &mut SearchScope, item: &str) -> Result<(), String> {
    match item.split_once(char::is_whitespace) {
        Some(("ints", rest)) => scope.ints = interval(rest)?,
        Some(("seq", rest)) => scope.sequences = length(rest)?,
        Some(("const", rest)) => {
            let (name, value) = constant(rest)?;
            scope.constants.insert(name, value);
        }
        _ => {
            let (name, carrier) = one_carrier(item)?;
            scope.carriers.insert(name, carrier);
        }
    }
    Ok(())
}

/// The scope as every verdict says it: what of it matters.
pub fn within(program: &Program, scope: &SearchScope, used: Used) -> Within {
    let mut parts = Vec::new();
    for (index, given) in program.givens.iter().enumerate() {
        let size = scope
            .carrier(program, crate::core::GivenId(index as u32))
            .len();
        parts.push((given.name.to_string(), size.to_string()));
    }
    if used.ints {
        parts.push(("ints".into(), format!("{}..{}", scope.ints.0, scope.ints.1)));
    }
    if used.sequences {
        parts.push(("seq".into(), scope.sequences.to_string()));
    }
    for (name, value) in &scope.constants {
        let value = match value {
            Value::Int(value) => value.to_string(),
            Value::Bool(value) => value.to_string(),
            other => format!("{other:?}"),
        };
        parts.push((name.to_string(), value));
    }
    if parts.is_empty() {
        Within::Everything
    } else {
        Within::Scope(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_several_things_and_names_of_elements() {
        let all = items("DATA=3, ints -2..2, B=x, y, seq 3, const maxsize=3");
        assert_eq!(
            all,
            ["DATA=3", "ints -2..2", "B=x,y", "seq 3", "const maxsize=3"]
        );
        let mut scope = default_scope();
        for item in &all {
            apply_item(&mut scope, item).unwrap();
        }
        assert_eq!(scope.ints, (Int::from(-2i64), Int::from(2i64)));
        assert_eq!(scope.carriers[&Name::new("B")].len(), 2);
        assert_eq!(scope.constants[&Name::new("maxsize")], Value::int(3));
    }

    #[test]
    fn what_is_no_scope_says_why() {
        let fails = |text: &str| apply_item(&mut default_scope(), text).unwrap_err();
        insta::assert_snapshot!(fails("ints 3"), @"`3` is not of the form LOW..HIGH");
        insta::assert_snapshot!(fails("ints 3..2"), @"`3..2` has no integer in it");
        insta::assert_snapshot!(fails("DATA=0"), @"`DATA` needs at least one element");
        insta::assert_snapshot!(fails("DATA=-1"), @"`-1` is no number of elements");
        insta::assert_snapshot!(fails("DATA"), @"`DATA` is not of the form NAME=N");
        insta::assert_snapshot!(fails("seq x"), @"`x` is no length");
        insta::assert_snapshot!(fails("const a=b"), @"`a=b` is not of the form NAME=VALUE");
    }
}
