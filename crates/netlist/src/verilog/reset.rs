//! `--reset NAME=VALUE:CYCLES`: the input has this value in the first steps and the other one afterwards.
//!
//! It is written as an assumption in BTOR2 behind what yosys wrote: a counter of the steps that stops, and a constraint. So
//! every reader of the model knows of it: engines, the interpreter that replays, and the checker of certificates.

use std::fmt::Write;

use assay_source::Diagnostic;

use crate::btor2::{Kind, Model};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    pub name: String,
    /// The value while it is active.
    pub value: bool,
    /// For so many steps, the first one included.
    pub cycles: u32,
}

impl std::str::FromStr for Reset {
    type Err = String;

    fn from_str(text: &str) -> Result<Reset, String> {
        let form = || "write NAME=VALUE:CYCLES, such as `rst_n=0:1`".to_string();
        let (name, rest) = text.split_once('=').ok_or_else(form)?;
        let (value, cycles) = rest.split_once(':').ok_or_else(form)?;
        if name.trim().is_empty() {
            return Err(form());
        }
        let value = match value.trim() {
            "0" => false,
            "1" => true,
            other => return Err(format!("the value is 0 or 1, not `{other}`")),
        };
        let number = cycles.trim().parse::<u32>().ok();
        let cycles = number.filter(|n| *n > 0 && *n < 1 << 20).ok_or(format!(
            "the number of cycles is between 1 and {}, not `{}`",
            (1 << 20) - 1,
            cycles.trim()
        ))?;
        Ok(Reset {
            name: name.trim().to_string(),
            value,
            cycles,
        })
    }
}

impl std::fmt::Display for Reset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}:{}", self.name, u8::from(self.value), self.cycles)
    }
}

/// The lines to write behind a model so that the reset is assumed.
pub fn assumed(model: &Model, reset: &Reset) -> Result<String, Box<Diagnostic>> {
    let inputs = || {
        model
            .ids()
            .filter(|l| model.line(*l).kind == Kind::Input && model.width(*l) == Some(1))
    };
    let named = |l| model.line(l).symbol.as_deref();
    let Some(input) = inputs().find(|l| named(*l) == Some(&reset.name)) else {
        let message = format!(
            "`{}` is no input of one bit: it cannot be the reset",
            reset.name
        );
        let names: Vec<&str> = inputs().filter_map(named).collect();
        let error = Diagnostic::error("N0209", message);
        return Err(Box::new(if names.is_empty() {
            error.help("the top module has no input of one bit")
        } else {
            error.help(format!("the inputs of one bit are {}", names.join(", ")))
        }));
    };
    let last = model.lines.iter().map(|l| l.id).max().unwrap_or(0);
    let id = |n: u64| last + n;
    let width = u32::BITS - reset.cycles.leading_zeros();
    let input = model.line(input).id;
    let mut out = String::from("\n");
    let mut line = |text: String| writeln!(out, "{text}").expect("a string takes everything");
    line(format!("{} sort bitvec 1", id(1)));
    line(format!("{} sort bitvec {width}", id(2)));
    line(format!("{} zero {}", id(3), id(2)));
    line(format!("{} constd {} {}", id(4), id(2), reset.cycles));
    line(format!("{} state {} $reset$steps", id(5), id(2)));
    line(format!("{} init {} {} {}", id(6), id(2), id(5), id(3)));
    line(format!("{} eq {} {} {}", id(7), id(1), id(5), id(4)));
    line(format!("{} inc {} {}", id(8), id(2), id(5)));
    line(format!(
        "{} ite {} {} {} {}",
        id(9),
        id(2),
        id(7),
        id(5),
        id(8)
    ));
    line(format!("{} next {} {} {}", id(10), id(2), id(5), id(9)));
    // Active as long as the counter has not come to its end.
    let (over, active) = if reset.value {
        ("-", id(7))
    } else {
        ("", id(7))
    };
    line(format!("{} eq {} {input} {over}{active}", id(11), id(1)));
    line(format!(
        "{} constraint {} reset:{}",
        id(12),
        id(11),
        reset.name
    ));
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resets_are_read() {
        let reset: Reset = "rst_n=0:3".parse().expect("a reset");
        assert_eq!(
            (reset.name.as_str(), reset.value, reset.cycles),
            ("rst_n", false, 3)
        );
        assert_eq!(reset.to_string(), "rst_n=0:3");
        for bad in [
            "rst", "rst=1", "rst:1", "=1:2", "rst=2:1", "rst=1:0", "rst=1:-1", "rst=1:x",
        ] {
            assert!(bad.parse::<Reset>().is_err(), "{bad}");
        }
    }
}
