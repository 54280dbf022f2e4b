//! Replays traces of a model, and of its mutants, by the interpreter.
//!
//! The change of a mutant is made in the tree, which is elaborated again. Nothing of how a mutant becomes a patch takes part.

use std::sync::Arc;

use assay_language::with_stack;
use assay_system::{Claim, Formula, Mutant, Paths, Replayed, Replayer, Trace};
use assay_term::{TermId, Value as Term};
use rustc_hash::FxHashMap;

use crate::STACK;
use crate::elaborate::{Domain, Flat, NodeId, SpecKind};
use crate::interpret::{Interpreter, Step};
use crate::lower::{Lowered, atoms};
use crate::values::{Value, WordValue};

/// Makes the elaborated tree of a mutant, by its id.
pub(crate) type Change<'m> = dyn Fn(&str) -> Option<Flat> + Sync + 'm;

/// A model that the interpreter runs.
pub struct ModelReplayer<'m> {
    flat: Arc<Flat>,
    lowered: Arc<Lowered>,
    change: Option<Box<Change<'m>>>,
    /// By the terms of atoms.
    atoms: FxHashMap<TermId, NodeId>,
}

impl<'m> ModelReplayer<'m> {
    /// `lowered` is the lowering of this model.
    pub(crate) fn new(
        flat: Arc<Flat>,
        lowered: Arc<Lowered>,
        change: Option<Box<Change<'m>>>,
    ) -> ModelReplayer<'m> {
        let atoms = lowered.atoms.iter().copied().collect();
        ModelReplayer {
            flat,
            lowered,
            change,
            atoms,
        }
    }

    /// The steps in the language's own values.
    fn steps(&self, trace: &Trace) -> Result<Vec<Step>, String> {
        let variables = self.flat.vars.iter().zip(&self.lowered.vars);
        let variables: Vec<_> = variables.collect();
        let steps = trace.steps.iter().map(|values| {
            let of = variables.iter().map(|(variable, id)| {
                let value = values
                    .get(id.index())
                    .and_then(|v| value(&variable.domain, v));
                value.ok_or_else(|| format!("`{}` has a value of another type", variable.name))
            });
            of.collect::<Result<Step, String>>()
        });
        steps.collect()
    }

    fn run(&self, trace: &Trace, initial: bool) -> Result<Vec<Step>, String> {
        let steps = self.steps(trace)?;
        with_stack(STACK, || {
            Interpreter::new(&self.flat).follows(&steps, initial)
        })?;
        Ok(steps)
    }

    /// The elaborated property with this number in the system.
    fn spec(&self, property: usize) -> Option<&SpecKind> {
        let specs = self.flat.specs.iter().map(|s| &s.kind);
        let mut specs = specs.filter(|kind| !matches!(kind, SpecKind::Compute(..)));
        specs.nth(property)
    }
}

impl Replayer for ModelReplayer<'_> {
    /// What a trace can show of a temporal formula is that a condition fails: of `AG p` at its end, of `p` at its beginning. A
    /// tree of paths is run path by path ([`Replayer::follows`]).
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let steps = self.run(trace, true)?;
        let spec = self.spec(property).ok_or("there is no such property")?;
        let claim = &self.lowered.system.properties[property].claim;
        let (first, last) = (steps.first(), steps.last());
        let holds = |step: Option<&Step>, node: NodeId| match step {
            Some(step) => with_stack(STACK, || Interpreter::new(&self.flat).truth(step, node)),
            None => Err("the trace is empty".to_string()),
        };
        let violated = match (spec, claim) {
            (SpecKind::Invariant(node), _) => !holds(last, *node)?,
            // The atom and not the claim, which may be `EBF 0..0 p`.
            (SpecKind::Ctl(_), Claim::Temporal(Formula::Atom(term))) => {
                !holds(first, self.atoms[term])?
            }
            (SpecKind::Ctl(_), Claim::Temporal(Formula::Globally(Paths::All, inner))) => {
                match &**inner {
                    Formula::Atom(term) => !holds(last, self.atoms[term])?,
                    _ => false,
                }
            }
            _ => false,
        };
        Ok(Replayed {
            violated,
            by: "interpreter",
        })
    }

    fn follows(&self, trace: &Trace, initial: bool) -> Option<Result<(), String>> {
        Some(self.run(trace, initial).map(|_| ()))
    }

    fn atoms(&self, trace: &Trace, atoms: &[TermId]) -> Result<Vec<Vec<Option<bool>>>, String> {
        let steps = self.steps(trace)?;
        let nodes: Vec<Option<&NodeId>> = atoms.iter().map(|a| self.atoms.get(a)).collect();
        with_stack(STACK, || {
            let interpreter = Interpreter::new(&self.flat);
            let truth = |step: &Step| {
                let known = nodes.iter().map(|node| match node {
                    Some(node) => interpreter.truth(step, **node).map(Some),
                    None => Ok(None),
                });
                known.collect()
            };
            steps.iter().map(truth).collect()
        })
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let flat = self.change.as_ref()?(&mutant.id)?;
        // The same variables, and the same properties about other expressions.
        let own = atoms(&flat);
        if flat.vars.len() != self.flat.vars.len() || own.len() != self.lowered.atoms.len() {
            return None;
        }
        let terms = self.lowered.atoms.iter().map(|(term, _)| *term);
        Some(Box::new(ModelReplayer {
            flat: Arc::new(flat),
            lowered: self.lowered.clone(),
            change: None,
            atoms: terms.zip(own).collect(),
        }))
    }
}

/// A value of the system as one of the language.
pub(crate) fn value(domain: &Domain, value: &Term) -> Option<Value> {
    match (domain, value) {
        (Domain::Bool, Term::Bool(b)) => Some(Value::Bool(*b)),
        (Domain::Range(..), Term::Int(n)) => i64::try_from(n.clone()).ok().map(Value::Int),
        (Domain::Literals(all), Term::Int(n)) => {
            let at = usize::try_from(n.clone()).ok()?;
            all.get(at).cloned()
        }
        (Domain::Word { signed, width }, Term::Bits(bits)) if bits.width() == *width => {
            Some(Value::Word(WordValue {
                signed: *signed,
                width: *width,
                bits: bits.value().clone(),
            }))
        }
        _ => None,
    }
}

/// The other way round; None for a value that the variable cannot have.
pub(crate) fn term(domain: &Domain, value: &Value) -> Option<Term> {
    match (domain, value) {
        (Domain::Literals(all), value) => {
            let at = all.iter().position(|v| v == value)?;
            Some(Term::Int(at.into()))
        }
        (domain, value) if !domain.contains(value) => None,
        (_, Value::Bool(b)) => Some(Term::Bool(*b)),
        (_, Value::Int(n)) => Some(Term::Int((*n).into())),
        (_, Value::Word(w)) => Some(assay_term::Bits::new(w.width, w.bits.clone()).into()),
        (_, Value::Symbol(_)) => None,
    }
}
