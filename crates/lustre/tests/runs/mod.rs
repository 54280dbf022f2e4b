//! Running a model in both ways: random executions of the lowered system, replayed by the interpreter.

use assay_lustre::interp::{self, Random};
use assay_lustre::lower::Lowered;
use assay_lustre::model::{Model, NodeId};
use assay_system::{System, Trace, execute};
use assay_term::{BigInt, BigRational, Functions, Sort, Value, VarId};

/// A random value for a variable that the system leaves open.
fn choose(system: &System, random: &mut Random, var: VarId) -> Value {
    let small = |random: &mut Random| BigInt::from(random.below(13)) - 6;
    match (system.sort(var), &system.var(var).range) {
        (Sort::Bool, _) => Value::Bool(random.below(2) == 1),
        (Sort::Int, None) => Value::Int(small(random)),
        (Sort::Int, Some((low, high))) => {
            let span = u64::try_from(high - low).unwrap_or(1000).min(1000);
            Value::Int(low + random.below(span + 1))
        }
        (Sort::Real, _) => Value::Real(BigRational::new(small(random), BigInt::from(2))),
        (Sort::BitVec(_) | Sort::Array { .. }, _) => unreachable!("Lustre has no words"),
    }
}

/// Tables for the functions of one argument, so that not everything they give is the default.
fn functions(system: &System, random: &mut Random) -> Functions {
    let mut tables = Functions::default();
    for (index, function) in system.pool.functions().iter().enumerate() {
        for n in -6..=6 {
            let value = |sort: Sort, n: i64| match sort {
                Sort::Bool => Value::Bool(n > 0),
                Sort::Int => Value::int(n),
                Sort::Real => Value::Real(BigRational::from_integer(BigInt::from(n))),
                Sort::BitVec(_) | Sort::Array { .. } => unreachable!("Lustre has no words"),
            };
            if let [arg] = function.args[..] {
                let result = value(function.result, random.below(13) as i64 - 6);
                tables.insert(
                    assay_term::FuncId(index as u32),
                    vec![value(arg, n)],
                    result,
                );
            }
        }
    }
    tables
}

/// A random execution of the lowered system.
pub fn random_trace(lowered: &Lowered, length: usize, random: &mut Random) -> Trace {
    let system = &lowered.system;
    let functions = functions(system, random);
    execute(system, length, functions, |var, _| {
        choose(system, random, var)
    })
    .expect("every division is guarded")
}

/// Runs the lowered system at random and requires the interpreter to agree on every variable, and the system's replay
/// on every range, assertion and property.
pub fn agree(
    model: &Model,
    main: NodeId,
    lowered: &Lowered,
    length: usize,
    random: &mut Random,
) -> Result<(), String> {
    let trace = random_trace(lowered, length, random);
    let in_language =
        interp::replay(model, main, lowered, &trace).map_err(|error| error.to_string())?;
    let in_system = assay_system::replay(&lowered.system, &trace).map_err(|error| {
        let names: Vec<&str> = lowered.system.vars.iter().map(|v| &*v.name).collect();
        format!("{error} in {names:?}")
    })?;
    if in_language.assertion_fails != in_system.constraint_fails {
        return Err(format!("assertions: {in_language:?}, {in_system:?}"));
    }
    if in_language.property_fails != in_system.property_fails {
        return Err(format!("properties: {in_language:?}, {in_system:?}"));
    }
    Ok(())
}
