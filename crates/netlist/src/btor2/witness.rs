//! Counterexamples in BTOR2's witness format.
//!
//! References: [1] Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018, section 4.
//!
//! A witness names the properties it violates and then has a frame for each step: a state part (`#k`) with what is open
//! of the states there, and an input part (`@k`). States and inputs go by their number among their kind, from 0. What a
//! witness leaves out is zero; of an array, every assignment sets one element. A witness of a justice property ends
//! with a step to a state that was there before. The format does not say which one: [`replay`] looks for it.
//!
//! Deviation: the grammar cannot say that all of an array is something else than zero. Small arrays are then written
//! element by element; for larger ones `[*]` stands before the others and sets all, which other readers may not know.

use std::fmt::Write;

use assay_term::{ArrayValue, Bits, Value};
use num_bigint::BigUint;

use super::{Arg, Kind, LineId, Model, Run, Sort, StateLines};

/// Arrays with more elements than two to this are not written out.
const SMALL_INDEX: u32 = 10;

/// What becomes of one step: by number, the values that a witness gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub states: Vec<(usize, Value)>,
    pub inputs: Vec<(usize, Value)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// The violated bad states, by number from 0.
    pub bad: Vec<usize>,
    /// The violated justice properties, by number from 0.
    pub justice: Vec<usize>,
    pub frames: Vec<Frame>,
}

/// The lines that are counted: inputs or states.
fn lines(model: &Model, kind: &Kind) -> Vec<LineId> {
    let ids = model.ids();
    ids.filter(|id| model.line(*id).kind == *kind).collect()
}

/// How much of a loop is run through in search of a state that repeats, in values.
const LOOP_WORK: usize = 4_000_000;

/// What a witness violates, by number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violated {
    Bad(usize),
    Justice(usize),
}

/// The bad states, in the order in which witnesses count them.
fn bad_states(model: &Model) -> Vec<Arg> {
    let bad = model.lines.iter().filter_map(|line| match line.kind {
        Kind::Bad(arg) => Some(arg),
        _ => None,
    });
    bad.collect()
}

/// The states with a `next`. A state without one has an arbitrary new value at each step.
fn held(model: &Model) -> Vec<StateLines> {
    let mut states = model.states();
    states.retain(|s| s.next.is_some());
    states
}

impl Witness {
    /// The witness of an execution whose open values `choose` gives, by line and step.
    pub fn of(
        model: &Model,
        violated: Violated,
        length: usize,
        mut choose: impl FnMut(LineId, usize) -> Value,
    ) -> Witness {
        let inputs = lines(model, &Kind::Input);
        let states = model.states();
        let frames = (0..length).map(|step| Frame {
            states: states
                .iter()
                .enumerate()
                .filter(|(_, s)| match step {
                    0 => s.init.is_none(),
                    _ => s.next.is_none(),
                })
                .map(|(at, s)| (at, choose(s.state, step)))
                .collect(),
            inputs: inputs
                .iter()
                .enumerate()
                .map(|(at, line)| (at, choose(*line, step)))
                .collect(),
        });
        let frames = frames.collect();
        let (bad, justice) = match violated {
            Violated::Bad(number) => (vec![number], vec![]),
            Violated::Justice(number) => (vec![], vec![number]),
        };
        Witness {
            bad,
            justice,
            frames,
        }
    }

    /// The witness for a justice property of an execution that is in its loop from step `start` to before step `end`. What
    /// the property does not depend on need not repeat with the rest: the loop is run through until it does. `None` if
    /// that takes too long.
    pub fn of_loop(
        model: &Model,
        justice: usize,
        (start, end): (usize, usize),
        choose: impl Fn(LineId, usize) -> Value,
    ) -> Option<Witness> {
        let lap = end.checked_sub(start).filter(|lap| *lap > 0)?;
        let step_in_loop = |step: usize| {
            if step < end {
                step
            } else {
                start + (step - start) % lap
            }
        };
        let held = held(model);
        let mut seen: Vec<Vec<Option<Value>>> = Vec::new();
        let mut run = Run::new(model);
        for step in 0..end + LOOP_WORK / model.lines.len().max(1) {
            run.step(|line| choose(line, step_in_loop(step)));
            if step < start || (step - start) % lap > 0 {
                continue;
            }
            let values = &run.steps()[step];
            let state = held.iter().map(|s| values[s.state.index()].clone());
            let state: Vec<Option<Value>> = state.collect();
            if seen.contains(&state) {
                let choose = |line, step| choose(line, step_in_loop(step));
                return Some(Witness::of(model, Violated::Justice(justice), step, choose));
            }
            seen.push(state);
        }
        None
    }

    pub fn print(&self, model: &Model) -> String {
        let bad = self.bad.iter().map(|b| format!("b{b}"));
        let justice = self.justice.iter().map(|j| format!("j{j}"));
        let claims: Vec<String> = bad.chain(justice).collect();
        let mut out = format!("sat\n{}\n", claims.join(" "));
        let (states, inputs) = (lines(model, &Kind::State), lines(model, &Kind::Input));
        for (step, frame) in self.frames.iter().enumerate() {
            // The first state part is always there, also if it says nothing.
            if step == 0 || !frame.states.is_empty() {
                let _ = writeln!(out, "#{step}");
                part(&mut out, model, &states, &frame.states, step);
            }
            let _ = writeln!(out, "@{step}");
            part(&mut out, model, &inputs, &frame.inputs, step);
        }
        out.push_str(".\n");
        out
    }
}

fn part(out: &mut String, model: &Model, lines: &[LineId], values: &[(usize, Value)], step: usize) {
    for (at, value) in values {
        let symbol = lines
            .get(*at)
            .and_then(|l| model.line(*l).symbol.as_deref());
        let symbol = symbol.map_or(String::new(), |s| format!(" {s}@{step}"));
        match value {
            Value::Bits(word) => {
                let _ = writeln!(out, "{at} {}{symbol}", binary(word));
            }
            Value::Array(array) => {
                let width = array.index_width();
                let mut elements: Vec<(Bits, Bits)> = array.exceptions().collect();
                if !array.default().is_zero() {
                    if width <= SMALL_INDEX {
                        let all = (0..1u32 << width).map(|i| Bits::new(width, i));
                        elements = all.map(|i| (i.clone(), array.select(&i))).collect();
                    } else {
                        let default = binary(array.default());
                        let _ = writeln!(out, "{at} [*] {default}{symbol}");
                    }
                }
                for (index, element) in elements {
                    let (index, element) = (binary(&index), binary(&element));
                    let _ = writeln!(out, "{at} [{index}] {element}{symbol}");
                }
            }
            _ => {}
        }
    }
}

fn binary(word: &Bits) -> String {
    format!("{:0>1$b}", word.value(), word.width() as usize)
}

/// Reads a witness of a model. The error is a line and what is wrong with it.
pub fn read_witness(model: &Model, text: &str) -> Result<Witness, (usize, String)> {
    let mut reader = Reader {
        model,
        states: lines(model, &Kind::State),
        inputs: lines(model, &Kind::Input),
        witness: Witness::default(),
        part: None,
    };
    let mut expects = Expects::Sat;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        expects = match expects {
            Expects::Sat if line == "sat" => Expects::Claims,
            Expects::Sat => return Err((at + 1, format!("`sat` is expected, not `{line}`"))),
            Expects::Claims => reader.claims(line).map_err(|why| (at + 1, why))?,
            Expects::Frames if line == "." => return Ok(reader.witness),
            Expects::Frames => reader.frames(line).map_err(|why| (at + 1, why))?,
        };
    }
    Err((
        text.lines().count(),
        "the witness has no end, a line `.`".into(),
    ))
}

enum Expects {
    Sat,
    Claims,
    Frames,
}

struct Reader<'a> {
    model: &'a Model,
    states: Vec<LineId>,
    inputs: Vec<LineId>,
    witness: Witness,
    /// Whether assignments are to states.
    part: Option<bool>,
}

impl Reader<'_> {
    fn claims(&mut self, line: &str) -> Result<Expects, String> {
        for word in line.split_whitespace() {
            let kind = word.chars().next();
            let number = word.get(1..).and_then(|n| n.parse::<usize>().ok());
            match (kind, number) {
                (Some('b'), Some(number)) => self.witness.bad.push(number),
                (Some('j'), Some(number)) => self.witness.justice.push(number),
                _ => return Err(format!("`{word}` is no property: `b0` and `j0` are")),
            }
        }
        Ok(Expects::Frames)
    }

    fn frames(&mut self, line: &str) -> Result<Expects, String> {
        let header = |sign| line.strip_prefix(sign).map(str::parse::<usize>);
        let (state, step) = match (header('#'), header('@')) {
            (Some(step), _) => (true, step),
            (_, Some(step)) => (false, step),
            (None, None) => return self.assignment(line).map(|_| Expects::Frames),
        };
        let step = step.map_err(|_| format!("`{line}` is no step"))?;
        let known = self.witness.frames.len();
        // A frame starts with its state part, which may be left out.
        let same = !state && self.part == Some(true) && step + 1 == known;
        if !same {
            if step != known {
                return Err(format!("step {step} comes where {known} is expected"));
            }
            self.witness.frames.push(Frame::default());
        }
        self.part = Some(state);
        Ok(Expects::Frames)
    }

    fn assignment(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let number = words.next().and_then(|n| n.parse::<usize>().ok());
        let number = number.ok_or_else(|| format!("`{line}` is no assignment"))?;
        let state = self
            .part
            .ok_or("an assignment comes before the first step")?;
        let kind = if state { "state" } else { "input" };
        let lines = if state { &self.states } else { &self.inputs };
        let line_id = lines.get(number);
        let line_id = *line_id.ok_or_else(|| format!("there is no {kind} {number}"))?;
        let first = words.next().ok_or("the value is missing")?;
        let frame = self.witness.frames.last_mut();
        let frame = frame.ok_or("an assignment comes before the first step")?;
        let values = if state {
            &mut frame.states
        } else {
            &mut frame.inputs
        };
        match self.model.sort(line_id) {
            Some(Sort::Bits(width)) => values.push((number, word(first, width)?.into())),
            Some(Sort::Array { index, element }) => {
                let at = first.strip_prefix('[').and_then(|i| i.strip_suffix(']'));
                let at = at.ok_or_else(|| format!("`{first}` is no index"))?;
                let value = word(words.next().ok_or("the element is missing")?, element)?;
                let found = values.iter().position(|(n, _)| *n == number);
                let mut array = match found.map(|i| values.remove(i).1) {
                    Some(Value::Array(array)) => (*array).clone(),
                    _ => ArrayValue::constant(index, Bits::zero(element)),
                };
                match at {
                    "*" => array = ArrayValue::constant(index, value),
                    at => array.store(&word(at, index)?, value),
                }
                values.push((number, array.into()));
            }
            None => return Err(format!("{kind} {number} has no sort")),
        }
        Ok(())
    }
}

fn word(digits: &str, width: u32) -> Result<Bits, String> {
    let value = (digits.len() == width as usize)
        .then(|| BigUint::parse_bytes(digits.as_bytes(), 2))
        .flatten()
        .filter(|_| digits.bytes().all(|b| b == b'0' || b == b'1'));
    match value {
        Some(value) => Ok(Bits::new(width, value)),
        None => Err(format!("`{digits}` is no word of {width} bits")),
    }
}

/// Runs a witness: whether every bad state that it names holds at its end, every justice property on a loop that its end closes,
/// and every constraint at every step.
pub fn replay(model: &Model, witness: &Witness) -> Result<(), String> {
    let (states, inputs) = (lines(model, &Kind::State), lines(model, &Kind::Input));
    if witness.frames.is_empty() {
        return Err("the witness has no steps".into());
    }
    if witness.bad.is_empty() && witness.justice.is_empty() {
        return Err("the witness names no property".into());
    }
    let mut run = Run::new(model);
    for frame in &witness.frames {
        run.step(|line| {
            let (lines, values) = match model.line(line).kind {
                Kind::State => (&states, &frame.states),
                _ => (&inputs, &frame.inputs),
            };
            let number = lines.binary_search(&line).ok();
            let given = values.iter().find(|(n, _)| Some(*n) == number);
            given.map_or_else(|| zero(model, line), |(_, value)| value.clone())
        });
    }
    let last = witness.frames.len() - 1;
    for (number, line) in model.lines.iter().enumerate() {
        if let Kind::Constraint(arg) = line.kind
            && let Some(step) = (0..=last).find(|s| !run.holds(*s, arg))
        {
            let id = model.lines[number].id;
            return Err(format!("the constraint of line {id} fails at step {step}"));
        }
    }
    let bad = bad_states(model);
    for &number in &witness.bad {
        let arg = bad
            .get(number)
            .ok_or(format!("there is no bad state {number}"))?;
        if !run.holds(last, *arg) {
            return Err(format!("b{number} does not hold at the last step, {last}"));
        }
    }
    witness
        .justice
        .iter()
        .try_for_each(|&number| closes(model, &run, number))
}

/// Whether the last step leads to a state that was there before, with every condition of the justice property fulfilled since.
fn closes(model: &Model, run: &Run<'_>, number: usize) -> Result<(), String> {
    let mut justice = model.lines.iter().filter_map(|line| match &line.kind {
        Kind::Justice(conditions) => Some(conditions),
        _ => None,
    });
    let conditions = justice.nth(number);
    let conditions = conditions.ok_or(format!("there is no justice property {number}"))?;
    let fair = model.lines.iter().filter_map(|line| match line.kind {
        Kind::Fair(arg) => Some(arg),
        _ => None,
    });
    let conditions: Vec<Arg> = conditions.iter().copied().chain(fair).collect();
    let held = held(model);
    let count = run.steps().len();
    let comes_back = |&start: &usize| {
        let same = |s: &StateLines| {
            let next = s.next.and_then(|(_, next)| run.value(count - 1, next));
            next == run.steps()[start][s.state.index()]
        };
        held.iter().all(same)
    };
    let fulfilled = |start: usize| {
        let mut conditions = conditions.iter();
        conditions.all(|c| (start..count).any(|step| run.holds(step, *c)))
    };
    if (0..count).filter(comes_back).any(fulfilled) {
        Ok(())
    } else {
        Err(format!(
            "the witness does not end in a loop in which every condition of j{number} holds at some step"
        ))
    }
}

fn zero(model: &Model, line: LineId) -> Value {
    match model.sort(line) {
        Some(Sort::Array { index, element }) => {
            ArrayValue::constant(index, Bits::zero(element)).into()
        }
        Some(Sort::Bits(width)) => Bits::zero(width).into(),
        None => Value::Bool(false),
    }
}
