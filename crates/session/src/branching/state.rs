//! A state as a user names it: `req = true, count = 3`, or a single name where the model has one state variable.

use assay_language::closest;
use assay_source::Diagnostic;
use assay_system::{Role, Shown, System, VarKind};
use assay_term::{BigInt, BigUint, Bits, Sort, Value, VarId};

use crate::Stop;

/// The values that are named. Variables that are not named may have any.
pub fn parse_state(system: &System, text: &str) -> Result<Vec<(VarId, Value)>, Stop> {
    let mut values: Vec<(VarId, Value)> = Vec::new();
    for part in parts(text) {
        let (var, value) = match part.split_once('=') {
            Some((name, value)) => (named(system, name.trim())?, value.trim()),
            None => (only_state(system, part)?, part),
        };
        if values.iter().any(|(known, _)| *known == var) {
            let name = &system.var(var).name;
            return Err(refused(format!("`{name}` is named twice")));
        }
        values.push((var, read(system, var, value)?));
    }
    if values.is_empty() {
        let error = Diagnostic::error("A0127", "the state names no value");
        return Err(Stop::bad_input(
            error.help("write `--at 'x = 1, y = true'`"),
        ));
    }
    Ok(values)
}

fn refused(message: String) -> Stop {
    Stop::bad_input(Diagnostic::error("A0127", message))
}

/// Between commas, but not between those inside brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    let parts = parts.into_iter().map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

fn is_state(system: &System, var: VarId) -> bool {
    matches!(system.var(var).kind, VarKind::State { .. }) && system.var(var).role != Role::Internal
}

fn states(system: &System) -> impl Iterator<Item = VarId> {
    system.var_ids().filter(|&v| is_state(system, v))
}

fn named(system: &System, name: &str) -> Result<VarId, Stop> {
    let found = system.find(name);
    if let Some(var) = found.filter(|&v| is_state(system, v)) {
        return Ok(var);
    }
    let what = match found {
        Some(_) => format!("`{name}` is no state variable"),
        None => format!("there is no variable `{name}`"),
    };
    let names: Vec<&str> = states(system)
        .map(|v| system.var(v).name.as_str())
        .collect();
    let error = Diagnostic::error("A0127", what);
    Err(Stop::bad_input(match closest(name, names.into_iter()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error
            .help("a state is named by the values of state variables: `--at 'x = 1, y = true'`"),
    }))
}

/// The state variable that a value alone is about.
fn only_state(system: &System, value: &str) -> Result<VarId, Stop> {
    let mut all = states(system);
    match (all.next(), all.next()) {
        (Some(var), None) => Ok(var),
        _ => {
            let message = format!("`{value}` names no variable");
            let error = Diagnostic::error("A0127", message);
            Err(Stop::bad_input(
                error.help("write `--at 'x = 1, y = true'`"),
            ))
        }
    }
}

fn read(system: &System, var: VarId, text: &str) -> Result<Value, Stop> {
    let variable = system.var(var);
    let wrong = || refused(format!("`{text}` is no value of `{}`", variable.name));
    if let Shown::Enum(literals) = &variable.shown {
        let at = literals.iter().position(|l| l == text);
        let Some(at) = at else {
            let all = literals.join(", ");
            let error = format!("`{text}` is no value of `{}`", variable.name);
            let error = Diagnostic::error("A0127", error);
            return Err(Stop::bad_input(error.help(format!("its values are {all}"))));
        };
        return Ok(Value::int(at as i64));
    }
    let value = match system.sort(var) {
        Sort::Bool => match text {
            "true" | "TRUE" | "1" => Some(Value::Bool(true)),
            "false" | "FALSE" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        Sort::Int => text.parse::<BigInt>().ok().map(Value::Int),
        Sort::BitVec(width) => word(width, text).map(Value::Bits),
        Sort::Real | Sort::Array { .. } => None,
    };
    let value = value.ok_or_else(wrong)?;
    match (&value, &variable.range) {
        (Value::Int(n), Some((low, high))) if n < low || n > high => {
            let error = format!("`{text}` is no value of `{}`", variable.name);
            let error = Diagnostic::error("A0127", error);
            Err(Stop::bad_input(
                error.help(format!("its values are {low}..{high}")),
            ))
        }
        _ => Ok(value),
    }
}

/// Decimal, `0x2a` or `0b101`.
fn word(width: u32, text: &str) -> Option<Bits> {
    let (digits, radix) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (text, 10),
    };
    let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
    (value.bits() <= u64::from(width)).then(|| Bits::new(width, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_system::Variable;

    fn system(names: &[&str]) -> System {
        let mut system = System::new();
        for name in names {
            let (sort, shown, range) = match *name {
                "mode" => {
                    let literals = ["idle".to_string(), "busy".to_string()];
                    (Sort::Int, Shown::Enum(literals.to_vec().into()), None)
                }
                "n" => (Sort::Int, Shown::Plain, Some((0.into(), 7.into()))),
                "w" => (Sort::BitVec(4), Shown::Plain, None),
                _ => (Sort::Bool, Shown::Plain, None),
            };
            let next = system.pool.bool(true);
            let kind = match *name {
                "in" => VarKind::Input,
                _ => VarKind::State { init: None, next },
            };
            system.add_var(
                sort,
                Variable {
                    name: name.to_string(),
                    kind,
                    role: Role::Local,
                    range,
                    shown,
                    span: None,
                },
            );
        }
        system
    }

    fn error(names: &[&str], text: &str) -> String {
        match parse_state(&system(names), text) {
            Err(Stop::BadInput(error)) => error.message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_state_is_read_in_the_words_of_its_variables() {
        let all = ["mode", "n", "w", "ok"];
        let read = parse_state(&system(&all), "mode=busy, n = 3,w=0b101, ok = TRUE");
        let values: Vec<Value> = read
            .expect("it is a state")
            .into_iter()
            .map(|v| v.1)
            .collect();
        let word = Value::Bits(Bits::new(4, BigUint::from(5_u32)));
        let expected = [Value::int(1), Value::int(3), word, Value::Bool(true)];
        assert_eq!(values, expected);
        let alone = parse_state(&system(&["mode"]), "busy").expect("there is one variable");
        assert_eq!(alone, [(VarId(0), Value::int(1))]);
    }

    #[test]
    fn what_is_no_state_is_refused_with_the_reason() {
        let all = ["mode", "n", "w", "in"];
        assert_eq!(error(&all, "mood=busy"), "there is no variable `mood`");
        assert_eq!(error(&all, "in=true"), "`in` is no state variable");
        assert_eq!(error(&all, "n=8"), "`8` is no value of `n`");
        assert_eq!(error(&all, "w=16"), "`16` is no value of `w`");
        assert_eq!(error(&all, "mode=lazy"), "`lazy` is no value of `mode`");
        assert_eq!(error(&all, "busy"), "`busy` names no variable");
        assert_eq!(error(&all, "n=1,n=2"), "`n` is named twice");
        assert_eq!(error(&all, " , "), "the state names no value");
    }
}
