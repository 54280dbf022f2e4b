//! Counterexamples in AIGER's witness format: what is violated, the first state, and the inputs of every step.
//!
//! References: [1] Biere, Heljanko, Wieringa: AIGER 1.9 And Beyond, FMV report 11/2, section 4.
//!
//! ```text
//! 1           the property is violated
//! b0          which one; j0 for justice
//! 010         the latches at step 0
//! 11          the inputs of each step, the violating one included
//! .
//! ```
//!
//! Outputs that are properties are written as bad states: the format has no letter for them. The inputs for a justice
//! property lead to a state that was there before; ours stop where the part of the state that matters repeats, so the
//! loop is run through until all of the state does.
//!
//! Codes: N0012 the text is no witness, N0013 the witness does not fit the circuit.

use assay_system::{Stimulus, System, Trace, VarKind};
use assay_term::{EvalError, Functions, Value, VarId};

use super::{Fault, Lowered, SymbolKind};

/// A loop is run through at most so often in search of a state that repeats.
const LAPS: usize = 1024;

/// One counterexample. A value that is left open is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Bad states and justice properties, by their positions.
    pub violates: Vec<(SymbolKind, usize)>,
    pub latches: Vec<Option<bool>>,
    /// For each step.
    pub inputs: Vec<Vec<Option<bool>>>,
}

impl Witness {
    /// The witness of a trace that violates the property at its last step; none if its loop would be too long.
    pub fn of(lowered: &Lowered, property: usize, trace: &Trace) -> Option<Witness> {
        let row = |vars: &[VarId], step: usize| -> Vec<Option<bool>> {
            let values = vars.iter().map(|v| trace.value(step, *v));
            values.map(Value::as_bool).collect()
        };
        let steps = 0..trace.len();
        let mut witness = Witness {
            violates: vec![match lowered.claims[property] {
                (SymbolKind::Justice, i) => (SymbolKind::Justice, i),
                (_, i) => (SymbolKind::Bad, i),
            }],
            latches: row(&lowered.latches, 0),
            inputs: steps.map(|s| row(&lowered.inputs, s)).collect(),
        };
        if let (SymbolKind::Justice, Some(found)) = (lowered.claims[property].0, &lowered.justice) {
            let is_saved = |s: &usize| trace.value(*s, found.save) == &Value::Bool(true);
            let start = (0..trace.len()).find(is_saved)?;
            witness.inputs.pop();
            witness.close(lowered, start)?;
        }
        Some(witness)
    }

    /// Runs through the inputs from `start` on until the latches repeat.
    fn close(&mut self, lowered: &Lowered, start: usize) -> Option<()> {
        let lap: Vec<Vec<Option<bool>>> = self.inputs[start..].to_vec();
        let mut laps = 1;
        while laps <= LAPS {
            // One step more than inputs: the state that they lead to.
            let trace = self.drive(lowered, self.inputs.len() + 1, None).ok()?;
            let states: Vec<Vec<&Value>> = (start..trace.len())
                .step_by(lap.len().max(1))
                .map(|s| lowered.latches.iter().map(|l| trace.value(s, *l)).collect())
                .collect();
            if let Some(end) = (1..states.len()).find(|e| states[..*e].contains(&states[*e])) {
                self.inputs.truncate(start + end * lap.len());
                return Some(());
            }
            for _ in 0..laps {
                self.inputs.extend(lap.iter().cloned());
            }
            laps *= 2;
        }
        None
    }

    pub fn text(&self) -> String {
        let row = |values: &[Option<bool>]| -> String {
            let digit = |value: &Option<bool>| match value {
                Some(false) => '0',
                Some(true) => '1',
                None => 'x',
            };
            values.iter().map(digit).chain(['\n']).collect()
        };
        let names = self.violates.iter();
        let names: Vec<String> = names.map(|(k, i)| format!("{}{i}", k.letter())).collect();
        let mut text = format!("1\n{}\n{}", names.join(" "), row(&self.latches));
        for inputs in &self.inputs {
            text.push_str(&row(inputs));
        }
        text.push_str(".\n");
        text
    }

    /// Reads the first witness of a text.
    pub fn read(text: &str) -> Result<Witness, Fault> {
        let mut at = 0;
        let mut lines = text.split_inclusive('\n').map(|line| {
            let start = at;
            at += line.len();
            (start, line.trim_end_matches(['\n', '\r']))
        });
        let mut line = |what: &str| {
            let next = lines.next();
            next.ok_or_else(|| {
                fault(
                    text.len()..text.len(),
                    format!("the text ends before {what}"),
                )
            })
        };
        match line("its answer")? {
            (_, "1") => {}
            (start, other) => {
                let message = format!("the answer of a counterexample is `1`, not `{other}`");
                return Err(fault(start..start + other.len(), message));
            }
        }
        let (start, names) = line("its properties")?;
        let mut violates = Vec::new();
        for name in names.split(' ') {
            let kind = match name.get(..1) {
                Some("b") => Some(SymbolKind::Bad),
                Some("j") => Some(SymbolKind::Justice),
                _ => None,
            };
            let index = name.get(1..).and_then(|i| i.parse().ok());
            let (Some(kind), Some(index)) = (kind, index) else {
                let message = format!("`{name}` is no property: those are `b0`, `j0`, ...");
                return Err(fault(start..start + names.len(), message));
            };
            violates.push((kind, index));
        }
        let row = |(start, line): (usize, &str)| {
            let value = |(i, c): (usize, char)| match c {
                '0' => Ok(Some(false)),
                '1' => Ok(Some(true)),
                'x' => Ok(None),
                other => {
                    let place = start + i..start + i + other.len_utf8();
                    Err(fault(place, format!("`{other}` is neither 0, 1 nor x")))
                }
            };
            line.char_indices()
                .map(value)
                .collect::<Result<Vec<_>, _>>()
        };
        let latches = row(line("its first state")?)?;
        let mut inputs = Vec::new();
        loop {
            match line("the final `.`")? {
                (_, ".") => break,
                other => inputs.push(row(other)?),
            }
        }
        Ok(Witness {
            violates,
            latches,
            inputs,
        })
    }

    /// The property that the witness is about, and what drives the system to violate it. What is left open is false.
    pub fn stimulus(&self, lowered: &Lowered) -> Result<(usize, Stimulus), Fault> {
        let property = (self.violates.iter()).find_map(|(kind, index)| {
            lowered.claims.iter().position(|(k, i)| {
                let same = (*k == SymbolKind::Justice) == (*kind == SymbolKind::Justice);
                same && i == index
            })
        });
        let property = property.ok_or_else(|| unfit("the circuit has no such property"))?;
        let counts = [
            (self.latches.len(), lowered.latches.len(), "latches"),
            (self.inputs.len().min(1), 1, "steps"),
        ];
        let rows = self.inputs.iter();
        let rows = rows.map(|row| (row.len(), lowered.inputs.len(), "inputs"));
        for (found, expected, what) in counts.into_iter().chain(rows) {
            if found != expected {
                let message = format!("the witness has {found} {what}, the circuit {expected}");
                return Err(unfit(message));
            }
        }
        for (value, latch) in self.latches.iter().zip(&lowered.latches) {
            if let Some(reset) = reset(&lowered.system, *latch)
                && value.is_some_and(|v| v != reset)
            {
                let name = &lowered.system.var(*latch).name;
                return Err(unfit(format!("`{name}` does not start with its reset")));
            }
        }
        let length = self.inputs.len();
        if lowered.claims[property].0 != SymbolKind::Justice {
            return Ok((property, self.driving(lowered, length, None)));
        }
        let trace = self.drive(lowered, length + 1, None);
        let trace = trace.map_err(|e| unfit(e.to_string()))?;
        let state = |s: usize| lowered.latches.iter().map(move |l| (s, *l));
        let same = |s: &usize| {
            let pairs = state(*s).zip(state(length));
            pairs
                .into_iter()
                .all(|((a, l), (b, _))| trace.value(a, l) == trace.value(b, l))
        };
        let start = (0..length).find(same);
        let start = start.ok_or_else(|| unfit("no state repeats, so there is no loop"))?;
        Ok((property, self.driving(lowered, length + 1, Some(start))))
    }

    fn drive(
        &self,
        lowered: &Lowered,
        length: usize,
        save: Option<usize>,
    ) -> Result<Trace, EvalError> {
        self.driving(lowered, length, save)
            .run(&lowered.system, length)
    }

    /// Steps beyond the witness take the inputs of the saved step again, so that what is assumed there holds again.
    fn driving(&self, lowered: &Lowered, length: usize, save: Option<usize>) -> Stimulus {
        enum Driven {
            Input(usize),
            Latch(usize),
            Save,
        }
        let inputs = lowered.inputs.iter().enumerate();
        let latches = lowered.latches.iter().enumerate();
        let mut driven: Vec<(VarId, Driven)> = inputs
            .map(|(i, v)| (*v, Driven::Input(i)))
            .chain(latches.map(|(i, v)| (*v, Driven::Latch(i))))
            .chain(lowered.justice.map(|l| (l.save, Driven::Save)))
            .collect();
        driven.sort_unstable_by_key(|(v, _)| *v);
        let steps = (0..length).map(|step| {
            let row = self.inputs.get(step).or_else(|| self.inputs.get(save?));
            let value = |(_, driven): &(VarId, Driven)| match driven {
                Driven::Input(i) => row.and_then(|row| *row.get(*i)?).unwrap_or(false),
                Driven::Latch(i) => self.latches.get(*i).copied().flatten().unwrap_or(false),
                Driven::Save => save == Some(step),
            };
            driven.iter().map(|d| Value::Bool(value(d))).collect()
        });
        Stimulus {
            steps: steps.collect(),
            vars: driven.iter().map(|(v, _)| *v).collect(),
            functions: Functions::default(),
        }
    }
}

fn reset(system: &System, latch: VarId) -> Option<bool> {
    match system.var(latch).kind {
        VarKind::State { init, .. } => init.and_then(|i| system.pool.as_bool(i)),
        _ => None,
    }
}

fn fault(at: std::ops::Range<usize>, message: impl Into<String>) -> Fault {
    Fault {
        code: "N0012",
        message: message.into(),
        at,
        in_text: true,
    }
}

fn unfit(message: impl Into<String>) -> Fault {
    Fault {
        code: "N0013",
        ..fault(0..0, message)
    }
}
