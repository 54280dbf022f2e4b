//! Random BTOR2 models, made of a list of numbers so that a failing one shrinks.

use std::fmt::Write;

use assay_netlist::btor2::{Op, Sort};

/// Widths of the sorts of words; arrays of both kinds follow.
const WIDTHS: [u32; 6] = [1, 2, 3, 4, 8, 67];
const ARRAYS: [(usize, usize); 2] = [(1, 2), (0, 0)];

/// Hands out the numbers one after the other, then zeros.
struct Choices<'a> {
    numbers: std::slice::Iter<'a, u16>,
}

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.numbers.next().copied().unwrap_or(0)) % bound
    }
}

struct Writer {
    text: String,
    next: u64,
    /// Ids of nodes by sort, the words' sorts first.
    nodes: Vec<Vec<u64>>,
}

impl Writer {
    fn line(&mut self, rest: impl AsRef<str>) -> u64 {
        let id = self.next;
        // Gaps, because ids need not be dense.
        self.next += 1 + id % 3;
        writeln!(self.text, "{id} {}", rest.as_ref()).unwrap();
        id
    }

    fn node(&mut self, sort: usize, rest: impl AsRef<str>) {
        let id = self.line(rest);
        self.nodes[sort].push(id);
    }

    /// A node of the sort, perhaps inverted.
    fn pick(&mut self, sort: usize, choices: &mut Choices) -> String {
        let nodes = &self.nodes[sort];
        let node = nodes[choices.below(nodes.len())];
        let sign = if sort < WIDTHS.len() && choices.below(4) == 0 {
            "-"
        } else {
            ""
        };
        format!("{sign}{node}")
    }
}

/// The id of a sort's line: they are the first lines.
fn sid(sort: usize) -> u64 {
    sort as u64 + 1
}

fn sort_of_width(width: u32) -> Option<usize> {
    WIDTHS.iter().position(|w| *w == width)
}

/// The text of a model without errors.
pub fn model(numbers: &[u16]) -> String {
    let mut choices = Choices {
        numbers: numbers.iter(),
    };
    let mut text = String::new();
    for (i, width) in WIDTHS.iter().enumerate() {
        writeln!(text, "{} sort bitvec {width}", sid(i)).unwrap();
    }
    for (i, (index, element)) in ARRAYS.iter().enumerate() {
        let id = sid(WIDTHS.len() + i);
        writeln!(text, "{id} sort array {} {}", sid(*index), sid(*element)).unwrap();
    }
    let sorts = WIDTHS.len() + ARRAYS.len();
    let mut out = Writer {
        text,
        next: 20,
        nodes: vec![Vec::new(); sorts],
    };
    let mut states = Vec::new();
    for sort in 0..sorts {
        out.node(sort, format!("input {} i{sort}", sid(sort)));
        for _ in 0..1 + choices.below(2) {
            out.node(sort, format!("state {}", sid(sort)));
            states.push((sort, *out.nodes[sort].last().unwrap()));
        }
    }
    constants(&mut out, &mut choices);
    while choices.numbers.len() > 2 * states.len() + 8 {
        operator(&mut out, &mut choices);
    }
    claims(&mut out, &mut choices, &states);
    out.text
}

fn constants(out: &mut Writer, choices: &mut Choices) {
    for (sort, &width) in WIDTHS.iter().enumerate() {
        out.node(sort, format!("zero {}", sid(sort)));
        out.node(sort, format!("one {}", sid(sort)));
        out.node(sort, format!("ones {}", sid(sort)));
        let number = choices.below(1 << 16);
        let digits: String = (0..width)
            .map(|i| {
                if number >> (i % 16) & 1 == 0 {
                    '0'
                } else {
                    '1'
                }
            })
            .collect();
        out.node(sort, format!("const {} {digits}", sid(sort)));
        out.node(sort, format!("constd {} -1", sid(sort)));
        out.node(sort, format!("consth {} 1", sid(sort)));
    }
}

fn operator(out: &mut Writer, choices: &mut Choices) {
    let words = WIDTHS.len();
    let s = choices.below(words);
    let which = choices.below(Op::ALL.len() + 3);
    let Some(&op) = Op::ALL.get(which) else {
        return wiring(out, choices, s, which - Op::ALL.len());
    };
    let (args, result): (Vec<usize>, usize) = match op {
        Op::Concat => {
            let t = choices.below(words);
            match sort_of_width(WIDTHS[s] + WIDTHS[t]) {
                Some(sum) => (vec![s, t], sum),
                None => return,
            }
        }
        Op::Read | Op::Write => {
            let a = choices.below(ARRAYS.len());
            let (index, element) = ARRAYS[a];
            match op {
                Op::Read => (vec![words + a, index], element),
                _ => (vec![words + a, index, element], words + a),
            }
        }
        Op::Ite | Op::Eq | Op::Neq => {
            let t = choices.below(words + ARRAYS.len());
            match op {
                Op::Ite => (vec![0, t, t], t),
                _ => (vec![t, t], 0),
            }
        }
        Op::Iff | Op::Implies => (vec![0, 0], 0),
        _ => {
            let args = vec![s; op.arity()];
            let sorts: Vec<Sort> = args.iter().map(|a| Sort::Bits(WIDTHS[*a])).collect();
            match op.result(&sorts) {
                Ok(Sort::Bits(1)) => (args, 0),
                _ => (args, s),
            }
        }
    };
    let picked: Vec<String> = args.iter().map(|a| out.pick(*a, choices)).collect();
    out.node(
        result,
        format!("{} {} {}", op.name(), sid(result), picked.join(" ")),
    );
}

fn wiring(out: &mut Writer, choices: &mut Choices, sort: usize, which: usize) {
    let other = choices.below(WIDTHS.len());
    let (small, large) = (sort.min(other), sort.max(other));
    if which == 0 {
        let arg = out.pick(large, choices);
        let room = WIDTHS[large] - WIDTHS[small];
        let low = choices.below(room as usize + 1) as u32;
        let high = low + WIDTHS[small] - 1;
        return out.node(small, format!("slice {} {arg} {high} {low}", sid(small)));
    }
    let name = if which == 1 { "uext" } else { "sext" };
    let by = WIDTHS[large] - WIDTHS[small];
    let arg = out.pick(small, choices);
    let symbol = if by == 0 { " named" } else { "" };
    out.node(large, format!("{name} {} {arg} {by}{symbol}", sid(large)));
}

/// What states start from and become, and what is claimed. States start from inputs, constants and states before them.
fn claims(out: &mut Writer, choices: &mut Choices, states: &[(usize, u64)]) {
    for (at, (sort, state)) in states.iter().enumerate() {
        let array = sort.checked_sub(WIDTHS.len());
        match choices.below(4) {
            0 => {}
            // One element everywhere.
            1 if array.is_some() => {
                let element = ARRAYS[array.unwrap()].1;
                let value = out.nodes[element][0];
                out.line(format!("init {} {state} {value}", sid(*sort)));
            }
            2 => {
                if let Some((_, other)) = states[..at].iter().find(|(s, _)| s == sort) {
                    out.line(format!("init {} {state} {other}", sid(*sort)));
                }
            }
            _ => {
                let value = out.nodes[*sort][0];
                out.line(format!("init {} {state} {value}", sid(*sort)));
            }
        }
        if choices.below(5) > 0 {
            let value = out.pick(*sort, choices);
            out.line(format!("next {} {state} {value}", sid(*sort)));
        }
    }
    let bad = out.pick(0, choices);
    out.line(format!("bad {bad}"));
    let held = out.pick(0, choices);
    out.line(format!("constraint {held}"));
    let shown = out.pick(2, choices);
    out.line(format!("output {shown} shown"));
}
