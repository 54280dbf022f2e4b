//! A system as a circuit of its own: what a mutant is written as, so that other tools can check it.

use assay_system::{System, VarKind};
use assay_term::{TermId, VarId};
use rustc_hash::FxHashMap;

use super::build::Builder;
use super::{Aiger, Latch, Lit, Reset, Symbol, SymbolKind};

/// The system as a circuit, with a bad state for each property. The error says what a circuit of bits cannot express.
pub fn compose(system: &System) -> Result<Aiger, String> {
    let mut aiger = Aiger::default();
    let mut known: FxHashMap<VarId, Lit> = FxHashMap::default();
    let mut latches: Vec<(VarId, Option<TermId>)> = Vec::new();
    for var in system.var_ids() {
        let (kind, index) = match system.var(var).kind {
            VarKind::Wire { .. } => continue,
            VarKind::Input => (SymbolKind::Input, aiger.inputs.len()),
            VarKind::State { .. } | VarKind::Rigid => (SymbolKind::Latch, aiger.latches.len()),
        };
        aiger.max_var += 1;
        let lit = Lit::of(aiger.max_var);
        known.insert(var, lit);
        aiger.symbols.push(Symbol {
            kind,
            index: index as u32,
            name: one_line(&system.var(var).name),
        });
        if kind == SymbolKind::Input {
            aiger.inputs.push(lit);
            continue;
        }
        let (reset, next) = match system.var(var).kind {
            VarKind::State { init, next } => (reset(system, var, init)?, Some(next)),
            _ => (Reset::Any, None),
        };
        aiger.latches.push(Latch {
            lit,
            next: lit,
            reset,
        });
        latches.push((var, next));
    }
    let mut builder = Builder::new(&mut aiger);
    let mut done = FxHashMap::default();
    let mut term = |builder: &mut Builder, term: TermId| {
        let lit = builder.term(system, term, &|v| known.get(&v).copied(), &mut done);
        lit.map_err(|beyond| format!("`{}` is no circuit of bits", system.pool.text(beyond)))
    };
    for (at, (_, next)) in latches.iter().enumerate() {
        if let Some(next) = next {
            builder.aiger.latches[at].next = term(&mut builder, *next)?;
        }
    }
    for (at, property) in system.properties.iter().enumerate() {
        let holds = term(&mut builder, property.term)?;
        builder.aiger.bad.push(!holds);
        builder.aiger.symbols.push(Symbol {
            kind: SymbolKind::Bad,
            index: at as u32,
            name: one_line(&property.name),
        });
    }
    for constraint in &system.constraints {
        let holds = term(&mut builder, constraint.term)?;
        builder.aiger.constraints.push(holds);
    }
    aiger
        .renumbered()
        .map_err(|_| "it would be no circuit".into())
}

fn reset(system: &System, latch: VarId, init: Option<TermId>) -> Result<Reset, String> {
    let Some(init) = init else {
        return Ok(Reset::Any);
    };
    match system.pool.as_bool(init) {
        Some(true) => Ok(Reset::One),
        Some(false) => Ok(Reset::Zero),
        None => Err(format!(
            "`{}` starts with a value that is computed, and a latch of AIGER starts with a constant",
            system.var(latch).name
        )),
    }
}

/// A symbol ends at the end of its line.
fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}
