//! Lustre as a language of the tool: nodes are the parts, the interpreter replays.

use std::collections::HashMap;
use std::sync::Arc;

use assay_language::{
    Breaks, Given, Inputs, Language, MutantsError, Mutated, Mutator, OptionSpec, Problem, Read,
    ReadRequest, Run, SimulateError, USER, with_stack,
};
use assay_source::{Diagnostic, FileId, SourceFile, Span};
use assay_system::{Change, Mutants, Replay, Replayer, System};

use crate::interp::{Table, simulate};
use crate::lower::{Lowered, lower, merge_equal_calls};
use crate::model::{Model, NodeId};
use crate::mutate::{self, Selection, Tying, mutate_with, operators, too_large, written_with};
use crate::replayer::{Changes, ModelReplayer};
use crate::{Dialect, STACK, ast};

/// The language of JKind and Kind 2.
pub struct Lustre;

const DIALECT: OptionSpec = OptionSpec {
    choices: &["jkind", "kind2"],
    ..OptionSpec::value(
        "dialect",
        "DIALECT",
        "The dialect (default: what the file looks like)",
    )
};

impl Language for Lustre {
    fn name(&self) -> &'static str {
        "lustre"
    }

    fn title(&self) -> &'static str {
        "Lustre"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lus"]
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![DIALECT]
    }

    fn part(&self) -> &'static str {
        "node"
    }

    fn how_to_state(&self) -> &'static str {
        "in Lustre, name a Boolean variable of the main node: `--%PROPERTY ok;`"
    }

    fn mutators(&self) -> Vec<Mutator> {
        let mutator = |o: &mutate::Operator| Mutator {
            name: o.name,
            role: o.role,
            says: o.says,
        };
        operators().map(mutator).collect()
    }

    fn takes_expressions(&self) -> bool {
        true
    }

    fn read(&self, request: ReadRequest<'_>) -> Read {
        let path = request.only_path(self)?;
        let bytes = request.files.read(path)?;
        let file = request.map.add_lossy(&path.display().to_string(), &bytes)?;
        let file = request.map.file(file);
        let loaded = crate::load(file, dialect(request.given)?)?;
        let nodes = loaded.model.nodes.iter();
        let equations = nodes
            .flat_map(|n| &n.equations)
            .flat_map(|e| e.lhs_spans.iter().map(|left| (*left, e.span)))
            .collect();
        let model = LustreModel {
            ast: loaded.ast,
            model: Arc::new(loaded.model),
            file: file.clone(),
            equations,
        };
        Ok((Box::new(model), loaded.diagnostics))
    }
}

fn dialect(given: &Given) -> Result<Option<Dialect>, Box<Diagnostic>> {
    let dialect = given.value(DIALECT.long).map(str::parse).transpose();
    dialect.map_err(|why: String| Box::new(Diagnostic::error("A0023", why)))
}

struct LustreModel {
    ast: ast::Program,
    model: Arc<Model>,
    file: SourceFile,
    /// The whole equation by the place of each variable on its left.
    equations: HashMap<Span, Span>,
}

impl LustreModel {
    fn tying<'a>(&'a self, breaks: &'a Breaks) -> Option<Tying<'a>> {
        (!breaks.tied.is_empty()).then_some(Tying {
            ast: &self.ast,
            tied: &breaks.tied,
        })
    }
}

fn node(part: usize) -> NodeId {
    NodeId(part as u32)
}

impl assay_language::Model for LustreModel {
    fn files(&self) -> Vec<FileId> {
        vec![self.model.file]
    }

    fn parts(&self) -> Vec<String> {
        let nodes = self.model.nodes.iter();
        nodes.map(|n| n.name.to_string()).collect()
    }

    fn mains(&self) -> Vec<usize> {
        self.model.mains.iter().map(|m| m.0 as usize).collect()
    }

    fn problem(&self, part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        let main = node(part);
        let lowered = Arc::new(lower(&self.model, main)?);
        let (model, none) = (self.model.clone(), Changes::default());
        Ok(Box::new(Node {
            replayer: ModelReplayer::new(model.clone(), lowered.clone(), none),
            lowered,
            model,
            main,
        }))
    }

    fn mutants(&self, part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        let selection = selection(&breaks.mutators)?;
        let (file, model, main) = (&self.file, &self.model, node(part));
        let tying = self.tying(breaks);
        let mutated = mutate_with(file, model, main, &selection, tying);
        let mutated = mutated.map_err(MutantsError::Refused)?;
        let (mutants, replayer) = mutated.with_replayer(self.model.clone());
        Ok(Mutated {
            mutants,
            replayer: Some(Box::new(replayer)),
        })
    }

    fn written(
        &self,
        part: usize,
        breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        let mutant = &mutants.mutants[0];
        if let Change::Invalid(why) = &mutant.change {
            return Err(why.clone());
        }
        let by_expression = breaks.tied.iter().any(|t| t.id == mutant.id);
        if mutant.operator == USER.name && !by_expression {
            return Err("its generator is a model of its own".into());
        }
        let selection = Selection::parse(&breaks.mutators).map_err(|(word, _)| word)?;
        let (file, model, main) = (&self.file, &self.model, node(part));
        let tying = self.tying(breaks);
        let text = written_with(file, model, main, &selection, tying, &mutant.id)?;
        Ok(format!("-- {remark}\n{text}"))
    }

    fn too_large(&self) -> Vec<Span> {
        let model = &*self.model;
        with_stack(STACK, || too_large(model))
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

/// A node as a system, and the interpreter that runs it.
struct Node {
    model: Arc<Model>,
    main: NodeId,
    lowered: Arc<Lowered>,
    replayer: ModelReplayer,
}

impl Problem for Node {
    fn system(&self) -> &System {
        &self.lowered.system
    }

    fn merged(&self) -> Option<System> {
        Some(merge_equal_calls(&self.model, &self.lowered))
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.replayer
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
