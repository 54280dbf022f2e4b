//! Elements that are tied to the output of another model.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use assay_language::{USER, closest, find_element};
use assay_source::{Diagnostic, Span};
use assay_system::{
    Change, Cone, Generator, Mutant, Mutants, Patch, Role, System, Target, VarKind, Within, fnv1a,
};
use assay_term::{TermId, VarId};

use super::Changes;
use crate::{ModelRequest, Opened, Stop};

/// An element, and the model whose output it is to be.
pub struct Generated {
    /// Of the mutant.
    pub id: String,
    pub element: String,
    pub element_span: Span,
    /// The model as the user names it, and where it is.
    pub model: String,
    pub model_span: Span,
    pub path: PathBuf,
    pub output: String,
    pub output_span: Span,
    /// Inputs of the model, and the variables that they are.
    pub inputs: Vec<(String, Span, String)>,
}

/// A model that was read as a generator.
struct Source {
    system: System,
    outputs: Vec<(String, TermId)>,
    /// Of its text.
    digest: String,
}

/// An input of a generator, the variable that it is, and how the user names the latter.
type Bound<'a> = (VarId, VarId, &'a str);

impl Changes {
    /// Adds a mutant for each element that is tied to a generator.
    pub fn add_generated(&self, opened: &Opened<'_>, mutants: &mut Mutants) -> Result<(), Stop> {
        let mut sources: HashMap<&Path, Source> = HashMap::new();
        for generated in &self.generated {
            if !sources.contains_key(&*generated.path) {
                let source = self.source(opened, generated)?;
                sources.insert(&generated.path, source);
            }
            let source = &sources[&*generated.path];
            let mutant = generated.mutant(source, opened, mutants);
            let mutant = mutant.map_err(|d| self.refuse(opened, &d))?;
            mutants.mutants.push(mutant);
        }
        Ok(())
    }

    /// Reads a generator. What is wrong inside of it is shown at its own place.
    fn source(&self, opened: &Opened<'_>, generated: &Generated) -> Result<Source, Stop> {
        let refuse = |message: String| {
            let error = Diagnostic::error("A0026", message).at(generated.model_span);
            self.refuse(opened, &error)
        };
        let path = generated.path.display();
        if !generated.path.exists() {
            return Err(refuse(format!("there is no file `{path}`")));
        }
        let remaining = opened.remaining().map(|left| left.as_secs_f64());
        let request = ModelRequest::file(&generated.path);
        let model = opened.session.open(&request, remaining)?;
        let [main] = model.mains[..] else {
            let part = model.language.part();
            let mains = model.mains().join("`, `");
            return Err(refuse(format!(
                "a generator has one main {part}, and `{path}` has `{mains}`"
            )));
        };
        let problem = model.problem(main)?;
        let mut system = problem.system().clone();
        if system.within != Within::Everything {
            return Err(refuse(format!(
                "`{path}` is known only within bounds, so it is no generator"
            )));
        }
        let outputs = problem.outputs(&mut system);
        let digest = model.reader.digest(&generated.path);
        Ok(Source {
            system,
            outputs,
            digest: digest.unwrap_or_default(),
        })
    }
}

impl Generated {
    fn mutant(
        &self,
        source: &Source,
        opened: &Opened<'_>,
        mutants: &mut Mutants,
    ) -> Result<Mutant, Box<Diagnostic>> {
        let element = find_element(&mutants.system, &self.element, self.element_span)?;
        let output = self.output(source)?;
        let cone = Cone::without_constraints(&source.system, &[output]);
        let instances = mutants.system.elements[element].instances.clone();
        let prefix = format!("{}.", self.id);
        let generator = Generator {
            system: &source.system,
            output,
            prefix: &prefix,
        };
        let mut patch = Patch::default();
        let mut shown = String::new();
        for instance in &instances {
            let visible = mutants.system.vars.iter().take(mutants.fresh_from);
            let by_name: HashMap<&str, VarId> = visible
                .zip(mutants.system.var_ids())
                .filter(|(v, _)| v.role != Role::Internal)
                .map(|(v, id)| (v.name.as_str(), id))
                .collect();
            let find = |name: &str| nearest(&by_name, &instance.name, name);
            let bound = self.bound(source, &cone, find)?;
            if patch.vars.is_empty() {
                shown = binding_text(source, &bound);
            }
            let pairs: Vec<(VarId, VarId)> = bound.iter().map(|b| (b.0, b.1)).collect();
            let tied = generator.tie(&mut mutants.system, instance.var, &pairs);
            let def = tied.map_err(|why| Box::new(self.misfit(why.to_string())))?;
            patch.vars.push((instance.var, VarKind::Wire { def }));
        }
        if patch.closes_loop(&mutants.system).is_some() {
            let message = format!("`{}` would need its own value within a step", self.element);
            let help = format!(
                "the output reads inputs of the generator{shown} in the same step; let a state stand between"
            );
            return Err(Box::new(self.misfit(message).help(help)));
        }
        Ok(self.described(source, &shown, element, patch, opened, &mutants.system))
    }

    fn described(
        &self,
        source: &Source,
        bindings: &str,
        element: usize,
        patch: Patch,
        opened: &Opened<'_>,
        system: &System,
    ) -> Mutant {
        let first = || {
            let files = opened.model.files();
            Span::new(files.first().copied().unwrap_or_default(), 0, 0)
        };
        let at = system.elements[element].span.unwrap_or_else(first);
        let span = opened.model.whole(at).unwrap_or(at);
        let file = opened.map.file(span.file);
        let place = file.start(at);
        let (output, model) = (&self.output, &self.model);
        let replacement = format!("{} = {output} of {model}{bindings}", self.element);
        let identity = format!("{}\n{replacement}\n{}", self.id, source.digest);
        Mutant {
            id: self.id.clone(),
            operator: USER.name,
            target: Target::Element(element),
            element: self.element.clone(),
            span,
            line: place.line,
            column: place.column,
            original: file.slice(span).to_string(),
            replacement,
            fingerprint: format!("{:016x}", fnv1a(identity.as_bytes())),
            change: Change::Patch(patch),
        }
    }

    fn output(&self, source: &Source) -> Result<TermId, Box<Diagnostic>> {
        let mut outputs = source.outputs.iter();
        if let Some((_, term)) = outputs.find(|(name, _)| *name == self.output) {
            return Ok(*term);
        }
        let message = format!("`{}` has no output `{}`", self.model, self.output);
        let error = Diagnostic::error("A0026", message).at(self.output_span);
        let names = || source.outputs.iter().map(|(name, _)| name.as_str());
        let help = match closest(&self.output, names()) {
            Some(near) => format!("there is a `{near}`"),
            None => format!("what there is: {}", names().collect::<Vec<_>>().join(", ")),
        };
        Err(Box::new(error.help(help)))
    }

    /// Which inputs of the generator are which variables: those that the user names, and others that the output depends on by
    /// equal names.
    fn bound<'a>(
        &'a self,
        source: &'a Source,
        cone: &Cone,
        find: impl Fn(&str) -> Option<VarId>,
    ) -> Result<Vec<Bound<'a>>, Box<Diagnostic>> {
        let system = &source.system;
        let is_input = |v: &VarId| {
            let variable = system.var(*v);
            let open = matches!(variable.kind, VarKind::Input | VarKind::Rigid);
            open && variable.role != Role::Internal
        };
        let mut bound: Vec<Bound<'_>> = Vec::new();
        for (input, span, variable) in &self.inputs {
            let refuse = |message: String| {
                let error = Diagnostic::error("A0026", message);
                Box::new(error.at(*span))
            };
            let theirs = system
                .find(input)
                .filter(is_input)
                .ok_or_else(|| refuse(format!("`{}` has no input `{input}`", self.model)))?;
            let ours = find(variable).ok_or_else(|| {
                refuse(format!(
                    "there is no variable `{variable}` where `{}` is",
                    self.element
                ))
            })?;
            bound.push((theirs, ours, variable));
        }
        for input in cone.vars().filter(is_input) {
            let name = system.var(input).name.as_str();
            let known = bound.iter().any(|b| b.0 == input);
            if let (false, Some(ours)) = (known, find(name)) {
                bound.push((input, ours, name));
            }
        }
        Ok(bound)
    }

    fn misfit(&self, why: String) -> Diagnostic {
        Diagnostic::error("A0026", why).at(self.model_span)
    }
}

/// The variable of this name beside an instance, or further out.
fn nearest(by_name: &HashMap<&str, VarId>, instance: &str, name: &str) -> Option<VarId> {
    let mut scope = instance;
    while let Some((outer, _)) = scope.rsplit_once('.') {
        scope = outer;
        if let Some(found) = by_name.get(format!("{scope}.{name}").as_str()) {
            return Some(*found);
        }
    }
    by_name.get(name).copied()
}

/// ` (en = enable)`, or nothing.
fn binding_text(source: &Source, bound: &[Bound<'_>]) -> String {
    if bound.is_empty() {
        return String::new();
    }
    let pair = |b: &Bound<'_>| format!("{} = {}", source.system.var(b.0).name, b.2);
    let pairs: Vec<String> = bound.iter().map(pair).collect();
    format!(" ({})", pairs.join(", "))
}
