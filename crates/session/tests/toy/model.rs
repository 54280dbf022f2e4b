//! A program as a system, its mutants, and an interpreter of its own.

use std::collections::HashMap;

use assay_language::{Breaks, Inputs, Model, MutantsError, Mutated, Problem, Run, SimulateError};
use assay_source::{Diagnostic, FileId, SourceFile, Span};
use assay_system::{
    Change, Claim, Class, Element, ElementKind, Goal, Instance, Mutant, Mutants, Patch, Property,
    Random, Replayed, Replayer, Role, Shown, System, Target, Trace, VarKind, Variable, Within,
    execute, fnv1a, replay,
};
use assay_term::{Functions, Pool, Sort, TermId, Value, VarId};

use super::syntax::{Expr, Line, Program};

pub struct ToyModel {
    program: Program,
    system: System,
    vars: HashMap<String, VarId>,
}

impl ToyModel {
    pub fn new(program: Program) -> ToyModel {
        let mut system = System::new();
        let mut vars = HashMap::new();
        for (name, span) in &program.inputs {
            let var = variable(name, VarKind::Input, Role::Input, *span);
            vars.insert(name.clone(), system.add_var(Sort::Bool, var));
        }
        for line in &program.equations {
            let def = term(&line.expr, &mut system.pool, &vars);
            let var = variable(&line.name, VarKind::Wire { def }, Role::Output, line.span);
            let var = system.add_var(Sort::Bool, var);
            vars.insert(line.name.clone(), var);
            system.elements.push(Element {
                name: line.name.clone(),
                kind: ElementKind::Equation,
                instances: vec![Instance {
                    name: line.name.clone(),
                    var,
                }],
                span: Some(line.span),
                listed: true,
            });
        }
        for (lines, claim) in [
            (&program.claims, Claim::Obligation),
            (&program.possible, Claim::Reachable),
        ] {
            for line in lines {
                let term = term(&line.expr, &mut system.pool, &vars);
                let property = Property::invariant(line.name.clone(), term).at(Some(line.span));
                system.properties.push(Property {
                    claim: claim.clone(),
                    ..property
                });
            }
        }
        for line in &program.goals {
            let term = term(&line.expr, &mut system.pool, &vars);
            system.goals.push(Goal {
                name: line.name.clone(),
                term,
                class: Class::new("goal"),
                span: Some(line.span),
            });
        }
        if !program.within.is_empty() {
            system.within = Within::Bound(program.within.clone());
        }
        ToyModel {
            program,
            system,
            vars,
        }
    }

    fn file(&self, span: Span) -> &SourceFile {
        let mut files = self.program.files.iter();
        files.find(|f| f.id == span.file).expect("a file of ours")
    }

    fn mutant(&self, at: usize, operator: &'static str, text: String, def: TermId) -> Mutant {
        let line = &self.program.equations[at];
        let file = self.file(line.span);
        let place = file.start(line.right);
        let here = format!("{}:{}:{operator}", place.line, place.column);
        let id = match self.program.files.len() {
            1 => here,
            _ => format!("{}:{here}", file.name()),
        };
        let identity = format!("{} {operator}", line.name);
        Mutant {
            id,
            operator,
            target: Target::Element(at),
            element: line.name.clone(),
            span: line.right,
            line: place.line,
            column: place.column,
            original: file.slice(line.right).to_string(),
            replacement: text,
            fingerprint: format!("{:016x}", fnv1a(identity.as_bytes())),
            change: Change::Patch(Patch {
                vars: vec![(self.vars[&line.name], VarKind::Wire { def })],
                ..Patch::default()
            }),
        }
    }
}

fn variable(name: &str, kind: VarKind, role: Role, span: Span) -> Variable {
    Variable {
        name: name.into(),
        kind,
        role,
        range: None,
        shown: Shown::Plain,
        span: Some(span),
    }
}

fn term(expr: &Expr, pool: &mut Pool, vars: &HashMap<String, VarId>) -> TermId {
    match expr {
        Expr::Var(name, _) => pool.var(vars[name]),
        Expr::Const(b) => pool.bool(*b),
        Expr::Not(a) => {
            let a = term(a, pool, vars);
            pool.not(a)
        }
        Expr::And(a, b) => {
            let (a, b) = (term(a, pool, vars), term(b, pool, vars));
            pool.and2(a, b)
        }
        Expr::Or(a, b) => {
            let (a, b) = (term(a, pool, vars), term(b, pool, vars));
            pool.or2(a, b)
        }
    }
}

impl Model for ToyModel {
    fn files(&self) -> Vec<FileId> {
        self.program.files.iter().map(|f| f.id).collect()
    }

    fn parts(&self) -> Vec<String> {
        vec!["toy".to_string()]
    }

    fn mains(&self) -> Vec<usize> {
        vec![0]
    }

    fn problem(&self, _part: usize) -> Result<Box<dyn Problem + '_>, Box<Diagnostic>> {
        Ok(Box::new(Whole {
            system: &self.system,
            interpreter: Interpreter {
                model: self,
                changed: None,
            },
        }))
    }

    fn mutants(&self, _part: usize, breaks: &Breaks) -> Result<Mutated<'_>, MutantsError> {
        let known = ["free", "negate", "paper", "more", "all"];
        let words: Vec<&str> = breaks.mutators.split(',').collect();
        if let Some(word) = words.iter().find(|w| !known.contains(w)) {
            return Err(MutantsError::UnknownMutator(
                word.to_string(),
                known.to_vec(),
            ));
        }
        let wanted = |name: &str| words.iter().any(|w| *w == name || known[2..].contains(w));
        let mut system = self.system.clone();
        let fresh_from = system.vars.len();
        let mut mutants = Vec::new();
        for (at, line) in self.program.equations.iter().enumerate() {
            if wanted("free") {
                let name = format!("free {}", line.name);
                let var = variable(&name, VarKind::Input, Role::Internal, line.span);
                let var = system.add_var(Sort::Bool, var);
                let def = system.pool.var(var);
                mutants.push(self.mutant(at, "free", String::new(), def));
            }
            if wanted("negate") {
                let def = term(&line.expr, &mut system.pool, &self.vars);
                let def = system.pool.not(def);
                let text = format!("!({})", self.file(line.right).slice(line.right));
                mutants.push(self.mutant(at, "negate", text, def));
            }
        }
        Ok(Mutated {
            mutants: Mutants {
                system,
                fresh_from,
                mutants,
                executions: vec![],
            },
            replayer: Some(Box::new(Interpreter {
                model: self,
                changed: None,
            })),
        })
    }

    fn written(
        &self,
        _part: usize,
        _breaks: &Breaks,
        mutants: &Mutants,
        remark: &str,
    ) -> Result<String, String> {
        let mutant = &mutants.mutants[0];
        if mutant.operator == "free" {
            return Err("a free variable has no right side".into());
        }
        let text = self.file(mutant.span).text();
        let (start, end) = (mutant.span.start as usize, mutant.span.end as usize);
        let new = &mutant.replacement;
        Ok(format!(
            "# {remark}\n{}{new}{}",
            &text[..start],
            &text[end..]
        ))
    }

    fn whole(&self, span: Span) -> Option<Span> {
        let mut lines = self.program.equations.iter();
        let line = lines.find(|l| l.span == span || l.right == span)?;
        Some(Span {
            end: line.right.end,
            ..line.span
        })
    }
}

struct Whole<'m> {
    system: &'m System,
    interpreter: Interpreter<'m>,
}

impl Problem for Whole<'_> {
    fn system(&self) -> &System {
        self.system
    }

    fn replayer(&self) -> &dyn Replayer {
        &self.interpreter
    }

    fn simulate(&self, _inputs: &Inputs, seed: u64, steps: usize) -> Result<Run, SimulateError> {
        let mut random = Random::new(seed);
        let trace = execute(self.system, steps, Functions::default(), |_, _| {
            Value::Bool(random.below(2) == 1)
        });
        let trace = trace.map_err(|e| SimulateError::Inputs(e.to_string()))?;
        let fails = replay(self.system, &trace);
        let fails = fails.map_err(|e| SimulateError::Inputs(e.to_string()))?;
        Ok(Run { trace, fails })
    }
}

/// Evaluates the equations of the text, one of them perhaps negated. Terms take no part in it.
struct Interpreter<'m> {
    model: &'m ToyModel,
    /// The equation that is negated.
    changed: Option<usize>,
}

impl Replayer for Interpreter<'_> {
    fn replay(&self, trace: &Trace, property: usize) -> Result<Replayed, String> {
        let step = trace.steps.last().ok_or("the trace is empty")?;
        let program = &self.model.program;
        let traced = |name: &str| step[self.model.vars[name].index()] == Value::Bool(true);
        let mut values: HashMap<&str, bool> = HashMap::new();
        for (name, _) in &program.inputs {
            values.insert(name, traced(name));
        }
        for (at, Line { name, expr, .. }) in program.equations.iter().enumerate() {
            let value = expr.eval(&|n: &str| values[n]) != (self.changed == Some(at));
            if value != traced(name) {
                return Err(format!("`{name}` is {value} in the text"));
            }
            values.insert(name, value);
        }
        let mut claims = program.claims.iter().chain(&program.possible);
        let claim = claims.nth(property).ok_or("there is no such property")?;
        Ok(Replayed {
            violated: !claim.expr.eval(&|n: &str| values[n]),
            by: "toy interpreter",
        })
    }

    fn change<'a>(&'a self, mutant: &Mutant) -> Option<Box<dyn Replayer + 'a>> {
        let Target::Element(at) = mutant.target else {
            return None;
        };
        (mutant.operator == "negate").then(|| -> Box<dyn Replayer + 'a> {
            Box::new(Interpreter {
                model: self.model,
                changed: Some(at),
            })
        })
    }
}
