//! Mutants of words: which there are, and that a patch does to the system what the same change does to the tree.

mod btor2_properties;
mod random_words;

use std::fmt::Write;
use std::path::Path;

use assay_netlist::aiger::{Cut, Nodes, Options};
use assay_netlist::btor2::{
    Arg, Kind, LineId, Literal, Lowered, Model, Op, Run, load, lower, mutate, sort_in_system,
};
use assay_netlist::mutate::{Grain, Selection};
use assay_netlist::verilog;
use assay_source::SourceMap;
use assay_system::{Mutant, Mutants, System, VarKind, execute};
use assay_term::{BigUint, Bits, Evaluator, Functions, Value, VarId};
use btor2_properties::{as_sort, value};
use proptest::prelude::*;

const LENGTH: usize = 3;

fn all() -> Selection {
    Selection::parse("all").expect("a group")
}

fn listing(mutants: &Mutants) -> String {
    let mut out = String::new();
    for m in &mutants.mutants {
        writeln!(
            out,
            "{} at {}:{}: `{}` -> `{}`",
            m.id, m.line, m.column, m.original, m.replacement
        )
        .unwrap();
    }
    out
}

fn fixture(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn of_a_counter() {
    let mut map = SourceMap::new();
    let id = map.add_text("counter.btor2", &fixture("btor2/valid/counter.btor2"));
    let files = [map.file(id).clone()];
    let loaded = load(&files[0]).unwrap();
    let options = Options {
        nodes: Nodes::All,
        cut: Cut::Next,
    };
    let lowered = lower(&loaded, options);
    let words = mutate(&loaded, &lowered, &files, options, &all(), Grain::Words);
    insta::assert_snapshot!("counter_words", listing(&words));
    let registers = Options::default();
    let lowered = lower(&loaded, registers);
    let bits = mutate(&loaded, &lowered, &files, registers, &all(), Grain::Bits);
    insta::assert_snapshot!("counter_bits", listing(&bits));
}

#[test]
fn of_verilog() {
    let mut map = SourceMap::new();
    let source = map.add_text("fifo.sv", &fixture("verilog/fifo.sv"));
    let model = map.add_text("written", &fixture("verilog/fifo.btor2"));
    let clocked = map.add_text("clocked", &fixture("verilog/fifo.clocked"));
    let files = [map.file(source).clone()];
    let written = verilog::Written {
        model: map.file(model),
        clocked: map.file(clocked),
        info: &fixture("verilog/fifo.info"),
    };
    let (loaded, _) = verilog::load(&written, &verilog::Files::of(&files), None).unwrap();
    let options = Options {
        nodes: Nodes::All,
        cut: Cut::Next,
    };
    let lowered = lower(&loaded, options);
    let mutants = mutate(&loaded, &lowered, &files, options, &all(), Grain::Words);
    insta::assert_snapshot!("fifo_words", listing(&mutants));
}

/// An execution of a system that was lowered from the model, perhaps patched; fresh variables have their default.
fn executed(model: &Model, lowered: &Lowered, system: &System, seed: u64) -> Vec<Vec<Value>> {
    let trace = execute(system, LENGTH, Functions::default(), |var, step| {
        let line = |vars: &[Option<VarId>]| vars.iter().position(|v| *v == Some(var));
        let (line, step) = match (line(&lowered.vars), line(&lowered.feeds)) {
            (Some(line), _) => (line, step),
            (None, Some(line)) => (line, step + 1),
            (None, None) => return Value::default_of(system.sort(var)),
        };
        let value = value(model, LineId(line as u32), step, seed);
        as_sort(value, system.sort(var))
    });
    trace.unwrap().steps
}

/// The tree with the change that a mutant's text tells, where it tells one of a line.
fn changed(model: &Model, lowered: &Lowered, mutant: &Mutant) -> Option<Model> {
    let assay_system::Target::Element(element) = mutant.target else {
        return None;
    };
    let mut model = model.clone();
    let line = &mut model.lines[lowered.nodes[element].index()];
    let Kind::Op(op, args) = &mut line.kind else {
        return None;
    };
    let (_, text) = mutant.replacement.split_once(" = ")?;
    match mutant.operator {
        "mux_swap" => args.swap(1, 2),
        "mux_drop" if mutant.id.ends_with(":then") => args[2] = args[1],
        "mux_drop" => args[1] = args[2],
        "add_sub" | "and_or" | "relation" => *op = Op::of_name(text.split(' ').next()?)?,
        "off_by_one" => {
            let (_, variant) = mutant.id.rsplit_once(':')?;
            let at = ["first", "second", "third"];
            let at = at.iter().position(|name| variant.starts_with(name))?;
            let arg = args[at];
            step_constant(&mut model, arg, variant.ends_with("+1"))?;
        }
        _ => return None,
    }
    Some(model)
}

/// Makes the constant that `arg` reads one more or one less, if nobody else reads it.
fn step_constant(model: &mut Model, arg: Arg, up: bool) -> Option<()> {
    let readers = model.lines.iter().flat_map(|l| l.kind.args());
    if readers.filter(|a| a.line == arg.line).count() > 1 {
        return None;
    }
    let width = model.width(arg.line)?;
    let Kind::Constant(literal) = &mut model.lines[arg.line.index()].kind else {
        return None;
    };
    // One more than the complement is the complement of one less.
    let by = if up != arg.inverted {
        BigUint::from(1u8)
    } else {
        (BigUint::from(1u8) << width) - 1u8
    };
    let value = (literal.value(width).ok()? + by) % (BigUint::from(1u8) << width);
    *literal = Literal::Decimal(value.to_string());
    Some(())
}

/// What the wire has to be, given what drives it in the original.
fn expected(mutant: &Mutant, driver: &Value, old: Value) -> Option<Value> {
    let bit: Option<u32> = mutant
        .element
        .strip_suffix(']')
        .and_then(|e| e.rsplit_once('['))
        .and_then(|(_, bit)| bit.parse().ok());
    let set = |old: &Bits, f: &dyn Fn(bool) -> bool| {
        let bits: Vec<bool> = (0..old.width())
            .map(|i| match bit {
                Some(bit) if bit != i => old.bit(i),
                _ => f(old.bit(i)),
            })
            .collect();
        Bits::from_bits(&bits)
    };
    let f: &dyn Fn(bool) -> bool = match mutant.operator {
        // Fresh inputs are false in these executions.
        "zero" | "nondet" => &|_| false,
        "one" => &|_| true,
        "invert" => &|old| !old,
        _ => return None,
    };
    match driver {
        Value::Bool(b) => Some(Value::Bool(f(*b))),
        Value::Bits(bits) => Some(set(bits, f).into()),
        _ => Some(old),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 25, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn patches_do_what_they_say(
        numbers in prop::collection::vec(any::<u16>(), 60..400),
        seed in any::<u64>(),
        bits in any::<bool>(),
    ) {
        let mut map = SourceMap::new();
        let id = map.add_text("random", &random_words::model(&numbers));
        let file = map.file(id).clone();
        let loaded = load(&file).expect("a model");
        let options = Options { nodes: Nodes::All, cut: Cut::Next };
        let lowered = lower(&loaded, options);
        let grain = if bits { Grain::Bits } else { Grain::Words };
        let files = [file];
        let mutants = mutate(&loaded, &lowered, &files, options, &all(), grain);
        let mut ids: Vec<&str> = mutants.mutants.iter().map(|m| m.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), mutants.mutants.len());
        // A part of them; all of those that are rare.
        let rare = |m: &Mutant| matches!(m.operator, "mux_drop" | "off_by_one");
        let numbered = mutants.mutants.iter().enumerate();
        for (_, mutant) in numbered.filter(|(n, m)| n % 7 == 0 || rare(m)) {
            let patch = mutant.patch().expect("a change of a definition");
            let patched = patch.apply(&mutants.system);
            let steps = executed(&loaded.model, &lowered, &patched, seed);
            let (var, kind) = &patch.vars[0];
            if let (VarKind::Wire { .. }, VarKind::Wire { def }) = (kind, &mutants.system.var(*var).kind) {
                for values in &steps {
                    let functions = Functions::default();
                    let driver = Evaluator::new(&patched.pool, values, &functions).eval(*def).unwrap();
                    let old = values[var.index()].clone();
                    if let Some(value) = expected(mutant, &driver, old) {
                        prop_assert_eq!(&values[var.index()], &value, "{}", mutant.id);
                    }
                }
            }
            let Some(model) = changed(&loaded.model, &lowered, mutant) else {
                continue;
            };
            let mut run = Run::new(&model);
            for (step, values) in steps.iter().enumerate() {
                run.step(|line| value(&model, line, step, seed));
                for (line, var) in lowered.vars.iter().enumerate() {
                    if let (Some(var), Some(value)) = (var, &run.steps()[step][line]) {
                        let sort = sort_in_system(model.sort(LineId(line as u32)).unwrap());
                        prop_assert_eq!(&values[var.index()], &as_sort(value.clone(), sort), "{}", mutant.id);
                    }
                }
            }
        }
    }
}
