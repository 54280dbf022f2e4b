//! A set of states as text, in the values of the model: `state = busy & count in 3..5 | !ready`.
//!
//! A set is a term over states that is made of bits. Each variable that it reads takes each of its values in turn, and values with the same rest
//! stand together. That is a text as long as the set is complicated, so it ends after so many alternatives.

use std::collections::BTreeSet;

use assay_system::{Shown, System};
use assay_term::{BigInt, Sort, TermId, Value, VarId};

use crate::style::visible;
use crate::value_text;

/// Values of one variable.
const VALUES: usize = 64;
/// Rests that are looked at.
const LOOKS: usize = 20_000;
/// Alternatives that are shown.
const MOST: usize = 12;

/// None where a variable has too many values, or the set is too complicated.
pub fn set_text(system: &System, set: TermId) -> Option<String> {
    let mut reader = Reader {
        system: system.clone(),
        looks: 0,
        cubes: Vec::new(),
    };
    let mut vars: Vec<VarId> = reader.system.pool.variables(&[set]);
    vars.sort_unstable();
    reader.split(set, &vars, &mut Vec::new())?;
    let mut texts: Vec<String> = reader.cubes.iter().take(MOST).cloned().collect();
    if reader.cubes.len() > MOST {
        texts.push(format!("{} more", reader.cubes.len() - MOST));
    }
    Some(match texts.len() {
        0 => "none".to_string(),
        _ => texts.join(" | "),
    })
}

struct Reader {
    system: System,
    looks: usize,
    /// Conjunctions as text.
    cubes: Vec<String>,
}

impl Reader {
    /// Adds the conjunctions of a rest, which reads these variables at most, behind what was chosen before.
    fn split(&mut self, rest: TermId, vars: &[VarId], chosen: &mut Vec<String>) -> Option<()> {
        match (self.system.pool.as_bool(rest), vars.split_first()) {
            (Some(false), _) => Some(()),
            (Some(true), _) => {
                let all = chosen.join(" & ");
                self.cubes
                    .push(if all.is_empty() { "all".into() } else { all });
                Some(())
            }
            (None, None) => None,
            (None, Some((&var, behind))) => {
                // Values with the same rest, in the order of the first of each.
                let mut groups: Vec<(TermId, Vec<Value>)> = Vec::new();
                let values = self.values(var)?;
                for value in &values {
                    self.looks += 1;
                    if self.looks > LOOKS {
                        return None;
                    }
                    let pool = &mut self.system.pool;
                    let constant = pool.constant(value.clone());
                    let rest = pool.substitute(&[rest], |v| (v == var).then_some(constant))[0];
                    match groups.iter_mut().find(|(other, _)| *other == rest) {
                        Some((_, same)) => same.push(value.clone()),
                        None => groups.push((rest, vec![value.clone()])),
                    }
                }
                for (rest, same) in groups {
                    let told = self.told(var, &same, &values);
                    let before = chosen.len();
                    chosen.extend(told);
                    self.split(rest, behind, chosen)?;
                    chosen.truncate(before);
                }
                Some(())
            }
        }
    }

    /// All values of a variable.
    fn values(&self, var: VarId) -> Option<Vec<Value>> {
        let (low, high) = match (self.system.sort(var), &self.system.var(var).range) {
            (Sort::Bool, _) => return Some(vec![Value::Bool(false), Value::Bool(true)]),
            (Sort::Int, Some((low, high))) => (low.clone(), high.clone()),
            _ => return None,
        };
        if &high - &low >= BigInt::from(VALUES) {
            return None;
        }
        let mut values = vec![Value::Int(low)];
        while let Some(Value::Int(last)) = values.last()
            && *last < high
        {
            values.push(Value::Int(last + 1));
        }
        Some(values)
    }

    /// That the variable has one of some values; None where it may have any.
    fn told(&self, var: VarId, some: &[Value], all: &[Value]) -> Option<String> {
        let name = visible(&self.system.var(var).name);
        let text = |value: &Value| visible(&value_text(&self.system, var, value));
        let listed = |values: &[Value]| values.iter().map(text).collect::<Vec<_>>().join(", ");
        let others: Vec<Value> = {
            let chosen: BTreeSet<String> = some.iter().map(text).collect();
            let others = all.iter().filter(|v| !chosen.contains(&text(v)));
            others.cloned().collect()
        };
        let plain = matches!(self.system.var(var).shown, Shown::Plain);
        Some(match (some, others.as_slice()) {
            (_, []) => return None,
            ([Value::Bool(true)], _) => name,
            ([Value::Bool(false)], _) => format!("!{name}"),
            ([one], _) => format!("{name} = {}", text(one)),
            (_, [one]) => format!("{name} != {}", text(one)),
            ([first, .., last], _) if plain && follow_one_another(some) => {
                format!("{name} in {}..{}", text(first), text(last))
            }
            _ => format!("{name} in {{{}}}", listed(some)),
        })
    }
}

fn follow_one_another(values: &[Value]) -> bool {
    values.windows(2).all(|pair| match pair {
        [Value::Int(a), Value::Int(b)] => a + 1 == *b,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_system::{Role, VarKind, Variable};
    use std::sync::Arc;

    /// A state with a range, shown by its literals if it has some.
    fn state(system: &mut System, name: &str, high: i64, literals: &[&str]) -> TermId {
        let next = system.pool.int(0);
        let literals: Vec<String> = literals.iter().map(|l| l.to_string()).collect();
        let var = system.add_var(
            Sort::Int,
            Variable {
                name: name.into(),
                kind: VarKind::State { init: None, next },
                role: Role::Local,
                range: Some((0.into(), high.into())),
                shown: if literals.is_empty() {
                    Shown::Plain
                } else {
                    Shown::Enum(Arc::from(literals))
                },
                span: None,
            },
        );
        system.pool.var(var)
    }

    #[test]
    fn a_set_is_told_in_the_values_of_its_variables() {
        let mut system = System::new();
        let mode = state(&mut system, "mode", 2, &["idle", "busy", "done"]);
        let count = state(&mut system, "count", 7, &[]);
        let (two, one) = (system.pool.int(2), system.pool.int(1));
        let is_done = system.pool.eq(mode, two);
        // The highest bit and the lowest one, as a decision diagram has them.
        let four = system.pool.int(4);
        let high = system.pool.int_div(count, four);
        let high = system.pool.eq(high, one);
        let both = system.pool.and2(is_done, high);
        assert_eq!(
            set_text(&system, both).as_deref(),
            Some("mode = done & count in 4..7")
        );
        let odd = system.pool.int_mod(count, two);
        let odd = system.pool.eq(odd, one);
        let either = system.pool.or2(is_done, odd);
        assert_eq!(
            set_text(&system, either).as_deref(),
            Some("mode != done & count in {1, 3, 5, 7} | mode = done")
        );
        let not_done = system.pool.not(is_done);
        assert_eq!(set_text(&system, not_done).as_deref(), Some("mode != done"));
        let (nothing, all) = (system.pool.bool(false), system.pool.bool(true));
        assert_eq!(set_text(&system, nothing).as_deref(), Some("none"));
        assert_eq!(set_text(&system, all).as_deref(), Some("all"));
    }

    #[test]
    fn what_has_too_many_values_has_no_text() {
        let mut system = System::new();
        let count = state(&mut system, "count", 100_000, &[]);
        let four = system.pool.int(4);
        let small = system.pool.lt(count, four);
        assert_eq!(set_text(&system, small), None);
    }
}
