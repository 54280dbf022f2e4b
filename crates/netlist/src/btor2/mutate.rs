//! The sites of a model: its registers and, where they are elements, its operators with what they could be instead.
//!
//! A register is its name. An operator is what it computes from names and constants, so that its identity outlives changes
//! in other parts of the model. Inputs whose names a tool made up all count as the same input.

use assay_source::SourceFile;
use assay_system::{Mutants, System, fnv1a};
use assay_term::{Pool, TermId, VarId};

use super::{Arg, Kind, LineId, Loaded, Lowered, Model, Op, arg_term, keyword, words};
use crate::aiger::{Cut, Options};
use crate::mutate::{Alter, Alternative, Grain, Selection, Site, Wording, mutants};
use crate::verilog::Phrase;

/// The selected mutants of the elements of a lowered model. `files` are those that its places lie in.
pub fn mutate(
    loaded: &Loaded,
    lowered: &Lowered,
    files: &[SourceFile],
    options: Options,
    selection: &Selection,
    grain: Grain,
) -> Mutants {
    let mut system = lowered.system.clone();
    let digests = digests(loaded, lowered);
    let states = loaded.model.states();
    let mut sites = Vec::new();
    for (element, &line) in lowered.nodes.iter().enumerate() {
        let name = system.elements[element].name.clone();
        let phrase = loaded.phrases[line.index()].as_ref();
        let wording = match phrase {
            Some(phrase) if options.cut == Cut::Output => {
                Wording::Verilog(phrase.clone().where_read())
            }
            Some(phrase) => Wording::Verilog(phrase.clone()),
            None => Wording::Named(name.clone()),
        };
        let Some(driver) = loaded.places[line.index()] else {
            continue;
        };
        let kind = &loaded.model.line(line).kind;
        if *kind == Kind::State {
            let at = states.binary_search_by_key(&line, |s| s.state).ok();
            let init = at.and_then(|at| states[at].init);
            let place = init.and_then(|(init, _)| loaded.places[init.index()]);
            sites.push(Site {
                element,
                states: states_of(&system, element, lowered, loaded, line),
                elsewhere: match options.cut {
                    Cut::Next => loaded.elsewhere[line.index()].clone(),
                    Cut::Output => vec![],
                },
                driver,
                init: init.map(|_| place.unwrap_or(driver)),
                identity: match options.cut {
                    Cut::Next => format!("next\n{name}"),
                    Cut::Output => format!("output\n{name}"),
                },
                wording,
                alternatives: vec![],
            });
        } else {
            sites.push(Site {
                element,
                states: vec![],
                elsewhere: vec![],
                driver,
                init: None,
                identity: format!("operator\n{:016x}", digests[line.index()]),
                wording,
                alternatives: alternatives(&mut system.pool, loaded, lowered, line),
            });
        }
    }
    mutants(system, files, &sites, selection, grain)
}

/// The states of a register: one, or those of all words of a memory that is several registers.
fn states_of(
    system: &System,
    element: usize,
    lowered: &Lowered,
    loaded: &Loaded,
    line: LineId,
) -> Vec<VarId> {
    match system.elements[element].instances.len() {
        1 => lowered.vars[line.index()].into_iter().collect(),
        _ => {
            let called = &loaded.called[line.index()];
            let lines = loaded.model.ids().filter(|l| {
                loaded.model.line(*l).kind == Kind::State && loaded.called[l.index()] == *called
            });
            lines.filter_map(|l| lowered.vars[l.index()]).collect()
        }
    }
}

/// For each line a digest of what it computes.
fn digests(loaded: &Loaded, lowered: &Lowered) -> Vec<u64> {
    let model = &loaded.model;
    let mut digests: Vec<u64> = Vec::with_capacity(model.lines.len());
    for id in model.ids() {
        let text = match (&model.line(id).kind, lowered.vars[id.index()]) {
            (_, Some(var)) => match lowered.system.var(var).name.as_str() {
                made_up if made_up.starts_with('$') => format!("any {:?}", model.sort(id)),
                name => format!("name {name}"),
            },
            (kind, None) => {
                let mut text = format!("{} {:?}", keyword(kind), model.sort(id));
                match kind {
                    Kind::Constant(literal) => text += &format!(" {literal:?}"),
                    Kind::Slice { upper, lower, .. } => text += &format!(" {upper} {lower}"),
                    _ => {}
                }
                for arg in kind.args() {
                    let sign = if arg.inverted { "-" } else { "" };
                    text += &format!(" {sign}{:016x}", digests[arg.line.index()]);
                }
                text
            }
        };
        digests.push(fnv1a(text.as_bytes()));
    }
    digests
}

/// The operator that takes the place of another, and in which way.
fn swapped(op: Op) -> Option<(Alter, Op)> {
    Some(match op {
        Op::Add => (Alter::AddSub, Op::Sub),
        Op::Sub => (Alter::AddSub, Op::Add),
        Op::Inc => (Alter::AddSub, Op::Dec),
        Op::Dec => (Alter::AddSub, Op::Inc),
        Op::And => (Alter::AndOr, Op::Or),
        Op::Or => (Alter::AndOr, Op::And),
        Op::Nand => (Alter::AndOr, Op::Nor),
        Op::Nor => (Alter::AndOr, Op::Nand),
        Op::RedAnd => (Alter::AndOr, Op::RedOr),
        Op::RedOr => (Alter::AndOr, Op::RedAnd),
        Op::Ult => (Alter::Relation, Op::Ulte),
        Op::Ulte => (Alter::Relation, Op::Ult),
        Op::Ugt => (Alter::Relation, Op::Ugte),
        Op::Ugte => (Alter::Relation, Op::Ugt),
        Op::Slt => (Alter::Relation, Op::Slte),
        Op::Slte => (Alter::Relation, Op::Slt),
        Op::Sgt => (Alter::Relation, Op::Sgte),
        Op::Sgte => (Alter::Relation, Op::Sgt),
        Op::Eq => (Alter::Relation, Op::Neq),
        Op::Neq => (Alter::Relation, Op::Eq),
        _ => return None,
    })
}

fn alternatives(
    pool: &mut Pool,
    loaded: &Loaded,
    lowered: &Lowered,
    line: LineId,
) -> Vec<Alternative> {
    let model = &loaded.model;
    let phrase = loaded.phrases[line.index()].as_ref();
    let Kind::Op(op, args) = &model.line(line).kind else {
        return vec![];
    };
    let terms: Option<Vec<TermId>> = args
        .iter()
        .map(|a| arg_term(pool, *a, &lowered.terms))
        .collect();
    let Some(terms) = terms else {
        return vec![];
    };
    let mut all = Vec::new();
    if let Some((kind, other)) = swapped(*op) {
        all.push(Alternative {
            kind,
            variant: "",
            term: words::apply(pool, other, &terms),
            text: match phrase {
                Some(phrase) => phrase.swapped(*op, other),
                None => written(model, other, args),
            },
        });
    }
    if *op == Op::Ite {
        let swapped = [args[0], args[2], args[1]];
        all.push(Alternative {
            kind: Alter::MuxSwap,
            variant: "",
            term: pool.ite(terms[0], terms[2], terms[1]),
            text: match phrase {
                Some(phrase) => phrase.arms_swapped(),
                None => written(model, Op::Ite, &swapped),
            },
        });
        for (variant, arm) in [("then", 1), ("else", 2)] {
            all.push(Alternative {
                kind: Alter::MuxDrop,
                variant,
                term: terms[arm],
                text: match phrase {
                    Some(phrase) => phrase.arm(arm == 1),
                    None => shown(model, args[arm]),
                },
            });
        }
    }
    all.extend(constants(pool, model, phrase, (*op, args), &terms));
    all
}

/// The operator with each constant argument one more or one less.
fn constants(
    pool: &mut Pool,
    model: &Model,
    phrase: Option<&Phrase>,
    (op, args): (Op, &[Arg]),
    terms: &[TermId],
) -> Vec<Alternative> {
    let mut all = Vec::new();
    for (at, &arg) in args.iter().enumerate() {
        for (variant, step) in off_by_one(at) {
            let Some(moved) = moved(pool, model, arg, terms[at], step) else {
                continue;
            };
            let (Some(old), Some(new)) = (pool.as_const(terms[at]), pool.as_const(moved)) else {
                continue;
            };
            let text = match phrase {
                Some(phrase) => phrase.constant(at, old, new, step == Op::Inc),
                None => {
                    let mut texts: Vec<String> = args.iter().map(|a| shown(model, *a)).collect();
                    texts[at] = new.to_string();
                    format!("{} {}", op.name(), texts.join(" "))
                }
            };
            let mut terms = terms.to_vec();
            terms[at] = moved;
            all.push(Alternative {
                kind: Alter::OffByOne,
                variant,
                term: words::apply(pool, op, &terms),
                text,
            });
        }
    }
    all
}

/// The two directions for each argument, by name.
fn off_by_one(at: usize) -> [(&'static str, Op); 2] {
    match at {
        0 => [("first+1", Op::Inc), ("first-1", Op::Dec)],
        1 => [("second+1", Op::Inc), ("second-1", Op::Dec)],
        _ => [("third+1", Op::Inc), ("third-1", Op::Dec)],
    }
}

/// A constant of several bits, one more or less.
fn moved(pool: &mut Pool, model: &Model, arg: Arg, term: TermId, step: Op) -> Option<TermId> {
    let constant = matches!(model.line(arg.line).kind, Kind::Constant(_));
    (constant && model.width(arg.line)? > 1).then(|| words::apply(pool, step, &[term]))
}

fn written(model: &Model, op: Op, args: &[Arg]) -> String {
    let args: Vec<String> = args.iter().map(|a| shown(model, *a)).collect();
    format!("{} {}", op.name(), args.join(" "))
}

/// An argument by its symbol or id.
fn shown(model: &Model, arg: Arg) -> String {
    let sign = if arg.inverted { "-" } else { "" };
    let line = model.line(arg.line);
    match &line.symbol {
        Some(symbol) => format!("{sign}{symbol}"),
        None => format!("{sign}n{}", line.id),
    }
}
