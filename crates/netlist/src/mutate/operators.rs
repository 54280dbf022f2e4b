//! The mutators: what becomes of a node. Adding one is a line in the table and an arm.

use assay_source::{SourceFile, Span};
use assay_system::{Catalogue, Group, OperatorRole, Role, System, VarKind, Variable};
use assay_term::{ArrayValue, Bits, Sort, TermId, Value, VarId};

use super::{Grain, Site, Wording, bits};
use crate::verilog::{Becomes, Bit, Phrase};

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
    Alternative(Alter),
}

/// In which way something else takes the place of what a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alter {
    AddSub,
    AndOr,
    Relation,
    OffByOne,
    MuxSwap,
    MuxDrop,
}

pub struct Operator {
    pub name: &'static str,
    pub group: Group,
    pub role: OperatorRole,
    /// One line for people.
    pub says: &'static str,
    does: Does,
}

/// Every mutator, in a fixed order.
pub const OPERATORS: &[Operator] = &[
    Operator {
        name: "nondet",
        group: Group::Paper,
        role: OperatorRole::Removal,
        says: "the node takes any value at each step",
        does: Does::Nondet,
    },
    Operator {
        name: "zero",
        group: Group::Paper,
        role: OperatorRole::StuckAt,
        says: "the node is stuck at 0",
        does: Does::Stuck(false),
    },
    Operator {
        name: "one",
        group: Group::Paper,
        role: OperatorRole::StuckAt,
        says: "the node is stuck at 1",
        does: Does::Stuck(true),
    },
    Operator {
        name: "invert",
        group: Group::More,
        role: OperatorRole::Replacement,
        says: "the node is negated",
        does: Does::Invert,
    },
    Operator {
        name: "init_flip",
        group: Group::More,
        role: OperatorRole::FirstValue,
        says: "the register starts with the other value",
        does: Does::FlipInit,
    },
    other(
        "add_sub",
        Alter::AddSub,
        "addition and subtraction change places",
    ),
    other(
        "and_or",
        Alter::AndOr,
        "conjunction and disjunction change places",
    ),
    other(
        "relation",
        Alter::Relation,
        "a comparison takes in its bound or leaves it out; equal becomes different",
    ),
    other(
        "off_by_one",
        Alter::OffByOne,
        "a constant argument is one more or one less",
    ),
    other(
        "mux_swap",
        Alter::MuxSwap,
        "the arms of a multiplexer change places",
    ),
    other(
        "mux_drop",
        Alter::MuxDrop,
        "a multiplexer always takes the same arm",
    ),
];

const fn other(name: &'static str, kind: Alter, says: &'static str) -> Operator {
    Operator {
        name,
        group: Group::More,
        role: OperatorRole::Replacement,
        says,
        does: Does::Alternative(kind),
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

/// New definitions, and the text that stands for them.
pub(super) struct Offer {
    pub vars: Vec<(VarId, VarKind)>,
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
        let instances = system.elements[site.element].instances.iter();
        let wires: Vec<(VarId, TermId)> = instances
            .filter_map(|i| match system.var(i.var).kind {
                VarKind::Wire { def } => Some((i.var, def)),
                _ => None,
            })
            .collect();
        let Some(&(wire, _)) = wires.first() else {
            return vec![];
        };
        if let Does::Alternative(kind) = self.does {
            let made = site.alternatives.iter().filter(|a| a.kind == kind);
            return made
                .map(|a| Offer {
                    vars: vec![(wire, VarKind::Wire { def: a.term })],
                    span: site.driver,
                    text: a.text.clone(),
                    bit: None,
                    variant: a.variant,
                })
                .collect();
        }
        let changed = if self.does == Does::FlipInit {
            site.states.first().copied()
        } else {
            Some(wire)
        };
        let bits: Vec<Option<u32>> = match (grain, changed.map(|v| system.sort(v))) {
            // A memory is changed as a whole, in whatever way it is kept.
            (Grain::Bits, Some(Sort::BitVec(width))) if wires.len() == 1 => {
                (0..width).map(Some).collect()
            }
            _ => vec![None],
        };
        let offers = bits.into_iter().filter_map(|bit| match self.does {
            Does::FlipInit => flip_init(system, site, bit),
            _ => self.cut(system, files, site, &wires, bit),
        });
        offers.collect()
    }

    /// The wires with another value, or with another value of one bit.
    fn cut(
        &self,
        system: &mut System,
        files: &[SourceFile],
        site: &Site,
        wires: &[(VarId, TermId)],
        bit: Option<u32>,
    ) -> Option<Offer> {
        let mut vars = Vec::with_capacity(wires.len());
        let mut first = None;
        for &(wire, def) in wires {
            let value = self.value(system, wire, def, bit)?;
            first.get_or_insert(value);
            let def = match bit {
                Some(bit) => bits::with_bit(&mut system.pool, def, bit, value),
                None => value,
            };
            vars.push((wire, VarKind::Wire { def }));
        }
        let (wire, _) = *wires.first()?;
        let constant = system.pool.as_const(first?).cloned();
        let becomes = match (self.does, &constant) {
            (Does::Nondet, _) => Becomes::Any,
            (Does::Stuck(_), Some(value)) => Becomes::Value(value),
            _ => Becomes::Inverted,
        };
        let mut span = site.driver;
        let text = match (&site.wording, becomes) {
            (Wording::Verilog(phrase), _) => {
                let (at, phrase) = site.telling(phrase, becomes);
                span = at;
                phrase.becomes(becomes, of_width(system, wire, bit))
            }
            (Wording::Plain, Becomes::Inverted) if bit.is_none() => inverted(files, site),
            (_, becomes) => plain(becomes),
        };
        Some(Offer {
            vars,
            span,
            text,
            bit,
            variant: "",
        })
    }

    /// The new value of a wire, or of one of its bits.
    fn value(
        &self,
        system: &mut System,
        wire: VarId,
        def: TermId,
        bit: Option<u32>,
    ) -> Option<TermId> {
        let sort = match bit {
            Some(_) => Sort::Bool,
            None => system.sort(wire),
        };
        match self.does {
            Does::Nondet => Some(free(system, wire, sort, bit)),
            Does::Stuck(value) => {
                let stuck = stuck(sort, value)?;
                Some(system.pool.constant(stuck))
            }
            Does::Invert => {
                let driver = match bit {
                    Some(bit) => bits::bit(&mut system.pool, def, bit),
                    None => def,
                };
                bits::complement(&mut system.pool, driver)
            }
            Does::FlipInit | Does::Alternative(_) => None,
        }
    }
}

impl Site {
    /// The place at which a change says most: not one that assigns what the register is stuck at.
    fn telling<'a>(&'a self, phrase: &'a Phrase, becomes: Becomes) -> (Span, &'a Phrase) {
        let own = (self.driver, phrase);
        match becomes {
            Becomes::Value(value) if phrase.assigns(value) => {
                let others = self.elsewhere.iter().map(|(span, p)| (*span, p));
                others
                    .into_iter()
                    .find(|(_, p)| !p.assigns(value))
                    .unwrap_or(own)
            }
            _ => own,
        }
    }
}

fn inverted(files: &[SourceFile], site: &Site) -> String {
    let file = files.iter().find(|f| f.id == site.driver.file);
    let driver = file.map_or("", |f| f.slice(site.driver));
    if driver.contains(' ') {
        format!("!({driver})")
    } else {
        format!("!{driver}")
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
    let word = |width| {
        if value {
            Bits::ones(width)
        } else {
            Bits::zero(width)
        }
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
    let span = site.init?;
    let mut vars = Vec::with_capacity(site.states.len());
    let mut first = None;
    for &state in &site.states {
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
        first.get_or_insert((state, flipped));
        let init = Some(flipped);
        vars.push((state, VarKind::State { init, next }));
    }
    let (state, flipped) = first?;
    let value = match (system.pool.as_const(flipped)?, bit) {
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
        vars,
        span,
        text,
        bit,
        variant: "",
    })
}
