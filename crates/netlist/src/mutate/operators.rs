//! The mutators: what becomes of a node. Adding one is a line in the table and an arm.

use assay_source::{SourceFile, Span};
use assay_system::{Catalogue, Group, Role, System, VarKind, Variable};
use assay_term::{ArrayValue, Bits, Sort, TermId, Value, VarId};

use super::{Grain, Site, Wording, bits};
use crate::verilog::{Becomes, Bit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// The node is an input.
    Nondet,
    /// The node is stuck at this value.
    Stuck(bool),
    Invert,
    /// The register starts with the other value.
    FlipInit,
    /// What the front end says the node could be instead.
    Alternative,
}

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    /// One line for people.
    pub says: &'static str,
    does: Does,
}

/// Every mutator, in a fixed order.
pub const OPERATORS: &[Operator] = &[
    Operator {
        name: "nondet",
        group: Group::Paper,
        says: "the node takes any value at each step",
        does: Does::Nondet,
    },
    Operator {
        name: "zero",
        group: Group::Paper,
        says: "the node is stuck at 0",
        does: Does::Stuck(false),
    },
    Operator {
        name: "one",
        group: Group::Paper,
        says: "the node is stuck at 1",
        does: Does::Stuck(true),
    },
    Operator {
        name: "invert",
        group: Group::More,
        says: "the node is negated",
        does: Does::Invert,
    },
    Operator {
        name: "init_flip",
        group: Group::More,
        says: "the register starts with the other value",
        does: Does::FlipInit,
    },
    other("add_sub", "addition and subtraction change places"),
    other("and_or", "conjunction and disjunction change places"),
    other(
        "relation",
        "a comparison takes in its bound or leaves it out; equal becomes different",
    ),
    other("off_by_one", "a constant argument is one more or one less"),
    other("mux_swap", "the arms of a multiplexer change places"),
    other("mux_drop", "a multiplexer always takes the same arm"),
];

const fn other(name: &'static str, says: &'static str) -> Operator {
    Operator {
        name,
        group: Group::More,
        says,
        does: Does::Alternative,
    }
}

/// The mutators of netlists.
#[derive(Clone, Copy, Debug)]
pub struct Mutators;

impl Catalogue for Mutators {
    fn entries() -> Vec<(&'static str, Group)> {
        OPERATORS.iter().map(|o| (o.name, o.group)).collect()
    }
}

pub type Selection = assay_system::Selection<Mutators>;

/// The new definition of one variable, and the text that stands for it.
pub(super) struct Offer {
    pub var: VarId,
    pub kind: VarKind,
    pub span: Span,
    pub text: String,
    /// The bit of a word that is changed, if not all of it.
    pub bit: Option<u32>,
    pub variant: &'static str,
}

impl Operator {
    /// What becomes of the site; nothing where the operator does not fit.
    pub(super) fn apply(
        &self,
        system: &mut System,
        files: &[SourceFile],
        site: &Site,
        grain: Grain,
    ) -> Vec<Offer> {
        let Some(instance) = system.elements[site.element].instances.first() else {
            return vec![];
        };
        let wire = instance.var;
        let VarKind::Wire { def } = system.var(wire).kind else {
            return vec![];
        };
        if self.does == Does::Alternative {
            let made = site.alternatives.iter().filter(|a| a.operator == self.name);
            return made
                .map(|a| Offer {
                    var: wire,
                    kind: VarKind::Wire { def: a.term },
                    span: site.driver,
                    text: a.text.clone(),
                    bit: None,
                    variant: a.variant,
                })
                .collect();
        }
        let changed = if self.does == Does::FlipInit {
            site.state
        } else {
            Some(wire)
        };
        let bits: Vec<Option<u32>> = match (grain, changed.map(|v| system.sort(v))) {
            (Grain::Bits, Some(Sort::BitVec(width))) => (0..width).map(Some).collect(),
            _ => vec![None],
        };
        let offers = bits.into_iter().filter_map(|bit| match self.does {
            Does::FlipInit => flip_init(system, site, bit),
            _ => self.cut(system, files, site, wire, def, bit),
        });
        offers.collect()
    }

    /// The wire with another value, or with another value of one bit.
    fn cut(
        &self,
        system: &mut System,
        files: &[SourceFile],
        site: &Site,
        wire: VarId,
        def: TermId,
        bit: Option<u32>,
    ) -> Option<Offer> {
        let sort = match bit {
            Some(_) => Sort::Bool,
            None => system.sort(wire),
        };
        let value = match self.does {
            Does::Nondet => free(system, wire, sort, bit),
            Does::Stuck(value) => {
                let stuck = stuck(sort, value)?;
                system.pool.constant(stuck)
            }
            Does::Invert => {
                let driver = match bit {
                    Some(bit) => bits::bit(&mut system.pool, def, bit),
                    None => def,
                };
                bits::complement(&mut system.pool, driver)?
            }
            Does::FlipInit | Does::Alternative => return None,
        };
        let constant = system.pool.as_const(value).cloned();
        let becomes = match (self.does, &constant) {
            (Does::Nondet, _) => Becomes::Any,
            (Does::Stuck(_), Some(value)) => Becomes::Value(value),
            _ => Becomes::Inverted,
        };
        let text = match (&site.wording, becomes) {
            (Wording::Verilog(phrase), _) => phrase.becomes(becomes, of_width(system, wire, bit)),
            (Wording::Plain, Becomes::Inverted) if bit.is_none() => inverted(files, site),
            (_, becomes) => plain(becomes),
        };
        let def = match bit {
            Some(bit) => bits::with_bit(&mut system.pool, def, bit, value),
            None => value,
        };
        Some(Offer {
            var: wire,
            kind: VarKind::Wire { def },
            span: site.driver,
            text,
            bit,
            variant: "",
        })
    }
}

fn inverted(files: &[SourceFile], site: &Site) -> String {
    let file = files.iter().find(|f| f.id == site.driver.file);
    let driver = file.map_or("", |f| f.slice(site.driver));
    match driver.contains(' ') {
        true => format!("!({driver})"),
        false => format!("!{driver}"),
    }
}

fn free(system: &mut System, wire: VarId, sort: Sort, bit: Option<u32>) -> TermId {
    let variable = system.var(wire).clone();
    let name = match bit {
        Some(bit) => format!("any {}[{bit}]", variable.name),
        None => format!("any {}", variable.name),
    };
    let free = Variable {
        name,
        kind: VarKind::Input,
        role: Role::Internal,
        ..variable
    };
    let free = system.add_var(sort, free);
    system.pool.var(free)
}

/// A bit of so many.
fn of_width(system: &System, var: VarId, bit: Option<u32>) -> Bit {
    match system.sort(var) {
        Sort::BitVec(width) => bit.map(|bit| (bit, width)),
        _ => None,
    }
}

/// The value that takes the place of a text.
fn plain(becomes: Becomes) -> String {
    match becomes {
        Becomes::Any => "*".into(),
        Becomes::Inverted => "inverted".into(),
        Becomes::Value(Value::Bool(value)) | Becomes::Starts(Value::Bool(value)) => {
            u32::from(*value).to_string()
        }
        Becomes::Value(value) | Becomes::Starts(value) => value.to_string(),
    }
}

/// All bits have the same value.
fn stuck(sort: Sort, value: bool) -> Option<Value> {
    let word = |width| match value {
        true => Bits::ones(width),
        false => Bits::zero(width),
    };
    match sort {
        Sort::Bool => Some(Value::Bool(value)),
        Sort::BitVec(width) => Some(word(width).into()),
        Sort::Array { index, element } => Some(ArrayValue::constant(index, word(element)).into()),
        Sort::Int | Sort::Real => None,
    }
}

/// Only constants are turned over: any other initial value is a choice of its own.
fn flip_init(system: &mut System, site: &Site, bit: Option<u32>) -> Option<Offer> {
    let (state, span) = (site.state?, site.init?);
    let VarKind::State {
        init: Some(init),
        next,
    } = system.var(state).kind
    else {
        return None;
    };
    let pool = &mut system.pool;
    pool.as_const(init)?;
    let flipped = match bit {
        Some(bit) => {
            let old = bits::bit(pool, init, bit);
            let new = pool.not(old);
            bits::with_bit(pool, init, bit, new)
        }
        None => bits::complement(pool, init)?,
    };
    let value = match (pool.as_const(flipped)?, bit) {
        (Value::Bits(word), Some(bit)) => Value::Bool(word.bit(bit)),
        (value, _) => value.clone(),
    };
    let starts = Becomes::Starts(&value);
    let text = match &site.wording {
        Wording::Verilog(phrase) => phrase.becomes(starts, of_width(system, state, bit)),
        Wording::Named(_) => format!("{} at the start", plain(starts)),
        Wording::Plain => plain(starts),
    };
    Some(Offer {
        var: state,
        kind: VarKind::State {
            init: Some(flipped),
            next,
        },
        span,
        text,
        bit,
        variant: "",
    })
}
