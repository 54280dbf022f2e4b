//! Lustre: nodes are the parts, the interpreter replays.

use std::collections::HashMap;
use std::sync::Arc;

use assay_cover::{Changed, Interpreter};
use assay_lustre::interp::{self, Table, simulate};
use assay_lustre::lower::{Lowered, lower, merge_equal_calls};
use assay_lustre::model::{Model, NodeId};
use assay_lustre::mutate::{
    ChangedModel, Replayer, Selection, mutate, operators, too_large, written,
};
use assay_lustre::with_deep_stack;
use assay_source::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use assay_system::{Change, Mutant, Mutants, OperatorRole, Replay, System, Trace};

use super::{Breaks, Front, Inputs, MutantsError, Read, Run, SimulateError, Subject};
use crate::args::ModelArgs;

struct Lustre {
    model: Arc<Model>,
    file: SourceFile,
    /// The whole equation by the place of each variable on its left.
    equations: HashMap<Span, Span>,
}

pub fn load(map: &mut SourceMap, args: &ModelArgs, bytes: &[u8]) -> Read {
    let name = args.file().display().to_string();
    let file = map.add_lossy(&name, bytes).map_err(|d| vec![*d])?;
    let file = map.file(file);
    let loaded = assay_lustre::load(file, args.dialect)?;
    let nodes = loaded.model.nodes.iter();
    let equations = nodes
        .flat_map(|n| &n.equations)
        .flat_map(|e| e.lhs_spans.iter().map(|left| (*left, e.span)))
        .collect();
    let front = Lustre {
        model: Arc::new(loaded.model),
        file: file.clone(),
        equations,
    };
    Ok((Box::new(front), loaded.diagnostics))
}

fn node(part: usize) -> NodeId {
    NodeId(part as u32)
}

impl Front for Lustre {
    fn file(&self) -> FileId {
        self.model.file
    }

    fn parts(&self) -> Vec<String> {
        let nodes = self.model.nodes.iter();
        nodes.map(|n| n.name.to_string()).collect()
    }

    fn mains(&self) -> Vec<usize> {
        self.model.mains.iter().map(|m| m.0 as usize).collect()
    }

    fn subject(&self, part: usize) -> Result<Box<dyn Subject>, Box<Diagnostic>> {
        Ok(Box::new(Node {
            lowered: lower(&self.model, node(part))?,
            model: self.model.clone(),
            main: node(part),
        }))
    }

    fn mutants(&self, part: usize, breaks: &Breaks) -> Result<Mutants, MutantsError> {
        if let Some(flag) = breaks.circuit.given() {
            let message = format!("`{flag}` is about circuits, and this is a Lustre model");
            return Err(MutantsError::Refused(Box::new(Diagnostic::error(
                "A0014", message,
            ))));
        }
        let selection = selection(&breaks.mutators)?;
        let mutated = mutate(&self.file, &self.model, node(part), &selection);
        Ok(mutated.map_err(MutantsError::Refused)?.mutants)
    }

    fn interpreter(
        &self,
        part: usize,
        breaks: &Breaks,
    ) -> Result<Option<Box<dyn Interpreter + '_>>, MutantsError> {
        let selection = selection(&breaks.mutators)?;
        let replayer = Replayer::new(&self.file, &self.model, node(part), &selection);
        Ok(Some(Box::new(Text(
            replayer.map_err(MutantsError::Refused)?,
        ))))
    }

    fn written(&self, part: usize, breaks: &Breaks, mutants: &Mutants) -> Result<String, String> {
        let mutant = &mutants.mutants[0];
        if let Change::Invalid(why) = &mutant.change {
            return Err(why.clone());
        }
        let selection = Selection::parse(&breaks.mutators).map_err(|(word, _)| word)?;
        written(&self.file, &self.model, node(part), &selection, &mutant.id)
    }

    fn remarked(&self, text: &str, remark: &str) -> String {
        format!("-- {remark}\n{text}")
    }

    fn operators(&self) -> Vec<(&'static str, OperatorRole, &'static str)> {
        operators().map(|o| (o.name, o.role, o.says)).collect()
    }

    fn too_large(&self) -> Vec<Span> {
        with_deep_stack(|| too_large(&self.model))
    }

    fn whole(&self, span: Span) -> Option<Span> {
        if let Some(equation) = self.equations.get(&span) {
            return Some(*equation);
        }
        let nodes = self.model.nodes.iter();
        let mut wholes = nodes.flat_map(|n| {
            let equations = n.equations.iter().map(|e| e.span);
            equations.chain(n.assertions.iter().map(|a| a.span))
        });
        wholes.find(|w| w.start <= span.start && span.end <= w.end)
    }
}

fn selection(mutators: &str) -> Result<Selection, MutantsError> {
    Selection::parse(mutators).map_err(|(word, known)| MutantsError::UnknownMutator(word, known))
}

/// Mutants as changed trees in the interpreter.
struct Text<'m>(Replayer<'m>);

impl Interpreter for Text<'_> {
    fn name(&self) -> &'static str {
        "interpreter"
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Changed + 'a>> {
        let changed = self.0.change(&mutant.id)?;
        Some(Box::new(ChangedText(changed)))
    }
}

struct ChangedText<'r>(ChangedModel<'r>);

impl Changed for ChangedText<'_> {
    fn violates(&self, trace: &Trace, property: &str) -> Result<(), String> {
        self.0.violates(trace, property)
    }
}

struct Node {
    model: Arc<Model>,
    main: NodeId,
    lowered: Lowered,
}

impl Subject for Node {
    fn system(&self) -> &System {
        &self.lowered.system
    }

    fn merged(&self) -> Option<System> {
        Some(merge_equal_calls(&self.model, &self.lowered))
    }

    fn violates(&self, trace: &Trace, property: usize) -> Result<bool, String> {
        let replay = interp::replay(&self.model, self.main, &self.lowered, trace);
        let replay = replay.map_err(|error| error.to_string())?;
        Ok(replay.violates(property))
    }

    fn replayer(&self) -> &'static str {
        "interpreter"
    }

    fn simulate(&self, inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        let table = Table::read(&self.model, self.main, &inputs.heading, &inputs.rows)
            .map_err(|e| SimulateError::Inputs(e.to_string()))?;
        let ran = simulate(&self.model, self.main, &self.lowered, table, seed, steps);
        let (trace, outcome) = ran.map_err(SimulateError::Refused)?;
        Ok(Run {
            trace,
            fails: Replay {
                constraint_fails: outcome.assertion_fails,
                property_fails: outcome.property_fails,
            },
        })
    }
}
