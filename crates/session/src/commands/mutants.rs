//! Mutants: the list, nothing run; or one mutant as a model of its own.

use assay_report::{ListedMutant, MutantsResult};
use assay_source::Diagnostic;
use assay_system::{Change, Mutant, Mutants};
use serde_json::{Map, Value};

use super::one::named;
use crate::document::Files;
use crate::engines::Selection;
use crate::provenance::Solvers;
use crate::{EngineOptions, MutantsRequest, Opened, Stop};

impl Opened<'_> {
    /// Lists the mutants and decides nothing.
    pub fn mutants(&self, request: &MutantsRequest) -> Result<MutantsResult, Stop> {
        self.say_specification();
        self.say_too_large();
        let main = self.only_main()?;
        let mutated = self.mutated(main, &self.breaks(&request.mutators)?)?;
        let mut options = Map::new();
        let mutators = Value::from(request.mutators.as_str());
        options.insert("mutators".into(), mutators);
        let mutants = mutated.mutants.mutants.iter();
        let files = Files::of(self);
        Ok(MutantsResult {
            header: self.header(&[main], options, Solvers::NONE),
            mutants: mutants.map(|m| listed(&files, m)).collect(),
        })
    }

    /// The text of one mutant as a model of its own, so that its verdict can be checked by other tools. `extension` is what the name of
    /// the file ends with, where it has one.
    pub fn write_mutant(&self, id: &str, extension: Option<&str>) -> Result<String, Stop> {
        let main = self.only_main()?;
        let (breaks, mutated) = named(self, main, id)?;
        let mutants = &mutated.mutants;
        let mutant = &mutants.mutants[0];
        let remark = remark(self.map.file(mutant.span.file).name(), mutant);
        let other = extension.and_then(|e| self.model.written_as(e, mutants, &remark));
        let text = match other {
            Some(text) => text,
            None => self.model.written(main, &breaks, mutants, &remark),
        };
        text.map_err(|why| {
            let message = format!("mutant `{id}` cannot be written as a model of its own: {why}");
            let error = Diagnostic::error("A0021", message);
            Stop::bad_input(match self.model.written_hint() {
                Some(hint) => error.help(hint),
                None => error,
            })
        })
    }
}

/// What the text says about itself, in one line.
fn remark(path: &str, m: &Mutant) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let change = match m.replacement.as_str() {
        "" => format!("`{}` removed", one_line(&m.original)),
        new => format!("`{}` becomes `{}`", one_line(&m.original), one_line(new)),
    };
    format!("Mutant {} of {path}: {change}", m.id)
}

/// Keeps only the properties that were asked for, and returns their numbers in the model. The others stay specification: their equations are not mutated.
pub fn keep_asked(mutants: &mut Mutants, options: &EngineOptions) -> Result<Vec<usize>, Stop> {
    let mut wanted = Selection::new(options);
    let system = &mut mutants.system;
    let asked = wanted.pick(system, "");
    wanted.all_met()?;
    let mut index = 0;
    system.properties.retain(|_| {
        index += 1;
        asked.contains(&(index - 1))
    });
    Ok(asked)
}

fn listed(files: &Files<'_>, m: &Mutant) -> ListedMutant {
    let file = files.file(m.span);
    let (start, end) = (file.start(m.span), file.position(m.span.end as usize));
    ListedMutant {
        id: m.id.clone(),
        operator: m.operator.to_string(),
        element: m.element.clone(),
        fingerprint: m.fingerprint.clone(),
        file: files.name(m.span),
        line: m.line,
        column: m.column,
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
        original: m.original.clone(),
        replacement: m.replacement.clone(),
        invalid: match &m.change {
            Change::Invalid(why) => Some(why.clone()),
            Change::Patch(_) | Change::Unmade(_) => None,
        },
    }
}
