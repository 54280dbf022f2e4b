//! The state of an execution, its checks, and how it begins and ends.

use std::rc::Rc;

use assay_source::Span;
use assay_term::{Pool, TermId};
use rustc_hash::FxHashMap;

use super::chunks::Chunks;
use super::guard::Guard;
use super::inputs::Inputs;
use super::layout::Layouts;
use super::memory::{Info, Initial, ObjectKind, Path};
use super::moment::Moments;
use super::scopes::Scopes;
use super::sets::Sets;
use super::value::{OBJECT_BITS, OFFSET_BITS, Pointer, Value};
use super::{Assumption, Branch, Check, Done, Feasible, Options, Outcome, Possible, Stop};
use crate::checks::{Checks, Class};
use crate::context::Frame;
use crate::program::{FunctionId, LabelId, Program, Site, TypeId};

pub struct Exec<'a> {
    pub program: &'a Program,
    pub options: &'a Options,
    pub pool: &'a mut Pool,
    pub inputs: &'a mut Inputs,
    pub feasible: &'a mut (dyn Feasible + Send),
    pub sets: Sets,
    pub layouts: Layouts,
    pub objects: Vec<Info>,
    /// The object of the first function; the others follow.
    pub functions_from: u32,
    pub slots: usize,
    pub path: Path,
    pub frames: Vec<Frame>,
    pub stack: Vec<Activation>,
    /// The values of the statement expressions that are under way.
    pub block_values: Vec<Option<Value>>,
    /// What calls passed beyond their parameters; a `va_list` is a number into this.
    pub variadic: Vec<Vec<(TypeId, Value)>>,
    checks: Vec<Check>,
    numbers: FxHashMap<(FunctionId, Class, Site), usize>,
    reached: FxHashMap<Site, Vec<TermId>>,
    branches: FxHashMap<(Site, Span), Branch>,
    pub ends: Vec<TermId>,
    assumptions: Vec<Assumption>,
    /// The condition under which the entry function has called another one of the user, and how many open values there were after it.
    ran: Option<(TermId, usize)>,
    pub scopes: FxHashMap<FunctionId, Rc<Scopes>>,
    pub without_body: Vec<(String, Span)>,
    pub moments: Moments,
    pub cut: Vec<(Span, u32)>,
    steps: u64,
}

/// A call that is under way.
pub struct Activation {
    pub function: FunctionId,
    pub homes: Vec<Option<Home>>,
    pub result: usize,
    pub returns: Vec<Path>,
    pub jumps: Vec<Jump>,
    pub breaks: Vec<Vec<Path>>,
    pub continues: Vec<Vec<Path>>,
    /// How many jumps back are under way.
    pub again: u32,
    /// What was passed beyond the parameters: a number into [`Exec::variadic`].
    pub variadic: usize,
}

/// A path that waits at a label, and where it came from.
pub struct Jump {
    pub to: LabelId,
    pub path: Path,
    pub from: (Site, Span),
}

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
pub enum Home {
    Slot(usize),
    Object(u32),
}

/// Between two looks at the clock.
const STEPS: u64 = 256;

impl<'a> Exec<'a> {
    pub fn new(
        program: &'a Program,
        options: &'a Options,
        pool: &'a mut Pool,
        inputs: &'a mut Inputs,
        feasible: &'a mut (dyn Feasible + Send),
    ) -> Exec<'a> {
        let guard = Guard::always(pool);
        Exec {
            program,
            options,
            pool,
            inputs,
            feasible,
            sets: Sets::default(),
            layouts: Layouts::default(),
            objects: vec![],
            functions_from: 0,
            slots: 0,
            path: Path {
                guard,
                slots: Chunks::default(),
                bodies: Chunks::default(),
            },
            frames: vec![],
            stack: vec![],
            block_values: vec![],
            variadic: vec![],
            checks: vec![],
            numbers: FxHashMap::default(),
            reached: FxHashMap::default(),
            branches: FxHashMap::default(),
            ends: vec![],
            assumptions: vec![],
            ran: None,
            scopes: FxHashMap::default(),
            without_body: vec![],
            moments: Moments::default(),
            cut: vec![],
            steps: 0,
        }
    }

    pub fn run(mut self) -> Done<Outcome> {
        let entry = self.options.entry;
        let span = self.program.function(entry).span;
        self.static_objects(span)?;
        self.initialise_globals()?;
        self.automatic(&self.program.constructors, false)?;
        self.enter(entry, span)?;
        self.automatic(&self.program.destructors, true)?;
        if self.options.checks.leak {
            self.check_leaks(entry, span);
        }
        self.end();
        let mut reached: Vec<_> = self.reached.into_iter().collect();
        reached.sort_unstable_by_key(|(site, _)| *site);
        let mut branches: Vec<Branch> = self.branches.into_values().collect();
        branches.sort_unstable_by_key(|b| (b.site, b.span.start));
        Ok(Outcome {
            checks: self.checks,
            moments: self.moments.finished(),
            reached,
            branches,
            ends: self.ends,
            assumptions: self.assumptions,
            without_body: self.without_body,
            cut: self.cut,
        })
    }

    /// The null object, the globals and the functions.
    fn static_objects(&mut self, span: Span) -> Done<()> {
        let nothing = self.offset(0);
        let blank = |kind, name: &str, size, capacity| Info {
            kind,
            name: name.into(),
            size,
            capacity,
            layout: None,
            initial: Initial::Zero,
            literal: false,
            made: None,
        };
        self.new_object(blank(ObjectKind::Null, "NULL", nothing, 0), span)?;
        let dead = self.pool.bool(false);
        self.set_alive(0, dead);
        for at in 0..self.program.globals.len() {
            self.new_global(at)?;
        }
        self.functions_from = self.objects.len() as u32;
        for (at, function) in self.program.functions.iter().enumerate() {
            let kind = ObjectKind::Function(FunctionId(at as u32));
            self.new_object(blank(kind, &function.name, nothing, 0), span)?;
        }
        Ok(())
    }

    pub fn is_dead(&self) -> bool {
        self.path.guard.is_dead(self.pool)
    }

    pub fn kill(&mut self) {
        let no = self.pool.bool(false);
        self.assume(no);
    }

    /// Only executions in which this holds go on.
    pub fn assume(&mut self, condition: TermId) {
        let condition = self.settled(condition);
        self.path.guard = self.path.guard.and(self.pool, condition);
    }

    /// The path with this condition; the current one stays.
    pub fn under(&mut self, condition: TermId) -> Path {
        let mut path = self.path.clone();
        path.guard = path.guard.and(self.pool, condition);
        path
    }

    /// A condition as a constant, where few values decide it.
    pub fn settled(&mut self, condition: TermId) -> TermId {
        match self.sets.decided(self.pool, condition) {
            Some(truth) => self.pool.bool(truth),
            None => condition,
        }
    }

    /// Whether the current path can be taken, as far as a solver tells.
    pub fn possible(&mut self) -> bool {
        match self.pool.as_bool(self.path.guard.term) {
            Some(truth) => truth,
            None => self.feasible.possible(self.pool, self.path.guard.term) != Possible::No,
        }
    }

    /// Counts work, and ends it when time is over.
    pub fn tick(&mut self) -> Done<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) && self.options.is_over() {
            return Err(Stop::Deadline);
        }
        Ok(())
    }

    /// The function that is executed.
    pub fn function(&self) -> FunctionId {
        self.stack.last().map_or(self.options.entry, |a| a.function)
    }

    /// States that something holds whenever this place is reached.
    pub fn check(&mut self, class: Class, site: Site, span: Span, message: &str, holds: TermId) {
        if self.is_dead() || class == Class::Assertion && !self.options.checks.assertions {
            return;
        }
        let holds = self.settled(holds);
        let key = (self.function(), class, site);
        let at = *self.numbers.entry(key).or_insert_with(|| {
            self.checks.push(Check {
                class,
                function: key.0,
                site,
                span,
                message: message.to_string(),
                holds: vec![],
                reached: vec![],
            });
            self.checks.len() - 1
        });
        let guard = self.path.guard.term;
        let fails = self.pool.not(holds);
        let fails = self.pool.gate(guard, fails);
        let holds = self.pool.not(fails);
        self.checks[at].holds.push(holds);
        self.checks[at].reached.push(guard);
    }

    /// The checks that are on at a place.
    pub fn checks_at(&self, site: Site) -> Checks {
        self.program.switches.at(site, self.options.checks)
    }

    /// The program ends here, on this path.
    pub fn end(&mut self) {
        if !self.is_dead() {
            self.ends.push(self.path.guard.term);
        }
    }

    /// The entry function has called this one.
    pub fn has_run(&mut self, function: FunctionId) {
        if self.stack.len() != 1 || self.program.function(function).library || self.is_dead() {
            return;
        }
        let here = self.path.guard.term;
        let ran = match self.ran {
            Some((before, _)) => super::guard::either(self.pool, before, here),
            None => here,
        };
        self.ran = Some((ran, self.inputs.list.len()));
    }

    /// An assumption of the program.
    pub fn assumption(&mut self, site: Site, span: Span, condition: TermId) {
        if self.options.without.contains(&site) {
            return;
        }
        let before = self.path.guard.term;
        self.assume(condition);
        let (Some((ran, inputs)), 1) = (self.ran, self.stack.len()) else {
            return;
        };
        let reached = self.pool.gate(before, ran);
        let passed = self.pool.gate(self.path.guard.term, ran);
        let known = self.assumptions.iter().position(|a| a.site == site);
        let at = known.unwrap_or_else(|| {
            self.assumptions.push(Assumption {
                site,
                span,
                reached: vec![],
                passed: vec![],
                inputs,
            });
            self.assumptions.len() - 1
        });
        self.assumptions[at].reached.push(reached);
        self.assumptions[at].passed.push(passed);
    }

    pub fn reach(&mut self, site: Site) {
        if !self.is_dead() {
            let guard = self.path.guard.term;
            self.reached.entry(site).or_default().push(guard);
        }
    }

    /// Notes under which condition the current path takes a branch.
    pub fn branch(&mut self, site: Site, span: Span, condition: TermId) {
        let guard = self.path.guard.term;
        let taken = self.pool.gate(guard, condition);
        let opposite = self.pool.not(condition);
        let not_taken = self.pool.gate(guard, opposite);
        let branch = self.branches.entry((site, span)).or_insert(Branch {
            site,
            span,
            taken: vec![],
            not_taken: vec![],
        });
        branch.taken.push(taken);
        branch.not_taken.push(not_taken);
    }

    pub fn offset(&mut self, bytes: u64) -> TermId {
        self.pool.bits(OFFSET_BITS, bytes)
    }

    pub fn null(&mut self) -> Pointer {
        self.pointer_to(0)
    }

    /// A pointer to the start of an object.
    pub fn pointer_to(&mut self, object: u32) -> Pointer {
        Pointer {
            object: self.pool.bits(OBJECT_BITS, object),
            offset: self.offset(0),
        }
    }
}
