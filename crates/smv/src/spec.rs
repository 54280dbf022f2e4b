//! Side files: properties of a model in another language, in the notation of SMV.
//!
//! A file is a list of `NAME: CTLSPEC formula;`, also with `INVARSPEC`, `LTLSPEC` and `PSLSPEC`; `--` begins a comment.
//! Names are those of the system's variables that a person named: `x`, `node~0.x` cannot be written, `r.field` and `a[2]` can.
//! Truth values, integers and words are what their sorts say, the values of enumerations their literals. A constant may
//! stand for a word or for a truth value: `count = 5`, `request = 1`.
//!
//! Diagnostics: `S06xx`, and those of elaboration for the formulas.

use assay_language::{named_variables, with_stack};
use assay_source::{Diagnostic, SourceFile, Span};
use assay_system::{Property, Shown, System};
use assay_term::{Sort, Term, VarId};
use rustc_hash::FxHashSet;

use crate::elaborate::{Domain, Known, elaborate_specs};
use crate::lower::lower_specs;
use crate::syntax::grammar::Grammar;
use crate::tree::{Exprs, Ident, Spec, SpecKind};
use crate::values::Value;
use crate::{STACK, parse_expression};

/// Reads properties of a system. The system gets their terms, and nothing else.
pub fn read(file: &SourceFile, system: &mut System) -> Result<Vec<Property>, Vec<Diagnostic>> {
    let mut exprs = Exprs::default();
    let specs = entries(file, system, &mut exprs)?;
    let known = known(system);
    with_stack(STACK, || {
        let vars: Vec<VarId> = known.iter().map(|(_, var)| *var).collect();
        let known: Vec<Known> = known.into_iter().map(|(known, _)| known).collect();
        let flat = elaborate_specs(file, exprs, specs, known)?;
        Ok(lower_specs(&flat, vars, system))
    })
}

/// What a formula may read. Reals and arrays of words are left out.
fn known(system: &mut System) -> Vec<(Known, VarId)> {
    let mut known = Vec::new();
    for (name, term) in named_variables(system) {
        let Term::Var(var) = *system.pool.get(term) else {
            continue;
        };
        let variable = system.var(var);
        let domain = match (system.sort(var), &variable.shown, &variable.range) {
            (Sort::Bool, ..) => Domain::Bool,
            (Sort::BitVec(width), ..) => Domain::Word {
                signed: false,
                width,
            },
            (Sort::Int, Shown::Enum(literals), _) => {
                let literals = literals.iter();
                let value = |text: &String| match text.parse() {
                    Ok(n) => Value::Int(n),
                    Err(_) => Value::Symbol(text.as_str().into()),
                };
                Domain::Literals(literals.map(value).collect())
            }
            (Sort::Int, Shown::Plain, range) => {
                let ends = range.as_ref().and_then(|(low, high)| {
                    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
                });
                let (low, high) = ends.unwrap_or((i64::MIN, i64::MAX));
                Domain::Range(low, high)
            }
            (Sort::Real | Sort::Array { .. }, ..) => continue,
        };
        known.push((Known { name, domain }, var));
    }
    known
}

/// The entries of a file, with their formulas as trees.
fn entries(
    file: &SourceFile,
    system: &System,
    exprs: &mut Exprs,
) -> Result<Vec<(Spec, Span)>, Vec<Diagnostic>> {
    let text = without_comments(file.text());
    let mut names: FxHashSet<String> = system.properties.iter().map(|p| p.name.clone()).collect();
    let (mut specs, mut faults) = (Vec::new(), Vec::new());
    let mut start = 0;
    for entry in text.split_inclusive(';') {
        let from = start + entry.len() - entry.trim_start().len();
        start += entry.len();
        if entry.trim().is_empty() {
            continue;
        }
        let span = Span::new(file.id, from, start);
        match read_entry(file, &text, span, exprs) {
            Ok(spec) => {
                let name = spec.name.clone().expect("an entry has a name");
                if !names.insert(name.name.to_string()) {
                    let message = format!("there is a property `{name}` already");
                    faults.push(Diagnostic::error("S0603", message).at(name.span));
                }
                specs.push((spec, span));
            }
            Err(errors) => faults.extend(errors),
        }
    }
    if faults.is_empty() {
        Ok(specs)
    } else {
        Err(faults)
    }
}

/// `NAME: KEYWORD formula;`
fn read_entry(
    file: &SourceFile,
    text: &str,
    span: Span,
    exprs: &mut Exprs,
) -> Result<Spec, Vec<Diagnostic>> {
    let entry = &text[span.range()];
    let malformed = |message: &str| {
        let error = Diagnostic::error("S0601", message).at(span);
        vec![error.help("write `NAME: CTLSPEC formula;`")]
    };
    let Some(body) = entry.strip_suffix(';') else {
        return Err(malformed("the entry does not end with `;`"));
    };
    let Some((name, rest)) = body.split_once(':') else {
        return Err(malformed("a property has a name here"));
    };
    let start = span.start as usize;
    let written = name.trim();
    if written.is_empty() || written.contains(char::is_whitespace) {
        return Err(malformed("a property has a name of one word here"));
    }
    let at = start + name.len() + 1 + rest.len() - rest.trim_start().len();
    let rest = rest.trim_start();
    let keyword = rest.split(|c: char| !c.is_ascii_alphabetic()).next();
    let keyword = keyword.unwrap_or_default();
    let formula = at + keyword.len();
    let grammar = match keyword {
        "PSLSPEC" => Grammar::Psl,
        _ => Grammar::Smv,
    };
    let kind = match keyword {
        "CTLSPEC" | "SPEC" => SpecKind::Ctl,
        "LTLSPEC" => SpecKind::Ltl,
        "INVARSPEC" => SpecKind::Invariant,
        "PSLSPEC" => SpecKind::Psl,
        _ => {
            let span = Span::new(file.id, at, formula.max(at + 1));
            let error = Diagnostic::error("S0602", "this is no kind of property").at(span);
            let help = "there are `CTLSPEC`, `INVARSPEC`, `LTLSPEC` and `PSLSPEC`";
            return Err(vec![error.help(help)]);
        }
    };
    // Blanks before it keep places in the formula places in the file.
    let end = start + body.len();
    let blank = |c: char| {
        if c == '\n' {
            "\n".into()
        } else {
            " ".repeat(c.len_utf8())
        }
    };
    let mut padded: String = text[..formula].chars().map(blank).collect();
    padded.push_str(&text[formula..end]);
    let padded = SourceFile::new(file.id, file.name(), &padded);
    let formula = parse_expression(&padded, grammar, exprs)?;
    Ok(Spec {
        kind: kind(formula),
        name: Some(Ident {
            name: written.into(),
            span: Span::new(file.id, start, start + name.trim_end().len()),
        }),
        context: None,
    })
}

/// Blanks in their place.
fn without_comments(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.find("--").unwrap_or(line.len());
        clean.push_str(&line[..end]);
        let blank = |c: char| match c {
            '\n' => "\n".into(),
            c => " ".repeat(c.len_utf8()),
        };
        clean.extend(line[end..].chars().map(blank));
    }
    clean
}
