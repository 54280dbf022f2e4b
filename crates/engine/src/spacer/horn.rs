//! A system and one property as constrained Horn clauses over one predicate.
//!
//! `Inv` ranges over the states and rigid parameters of the cone, and over the inputs that initial
//! values read (without them, the first step would forget that a state began with the value of an
//! input). With W the definitions of wires, put in place, C the constraints, R the ranges that are
//! assumed, and A the known lemmas:
//!
//! * init(s, i) & R(s, i)                              => Inv(s, i)
//! * Inv(s, i) & R(s, i) & C(s, i) & A(s, i) & R(i')   => Inv(next(s, i), i')
//! * Inv(s, i) & R(s, i) & C(s, i) & A(s, i) & not P   => false
//!
//! Variables get names of our own: z3 knows more words than SMT-LIB, and a variable called `select`
//! is a variable all the same.

use std::fmt::Write;

use assay_system::{Cone, System, VarKind};
use assay_term::{Pool, Term, TermId, Value, VarId};
use rustc_hash::FxHashMap;

/// The clauses, and what the predicate's arguments are.
pub(super) struct Horn {
    pub text: String,
    /// Variables of the system, in the order of the predicate's arguments.
    pub arguments: Vec<VarId>,
}

struct Encoder<'a> {
    system: &'a System,
    pool: Pool,
    /// What stands for a variable of the system: a variable of our own, or for a wire its
    /// definition.
    image: FxHashMap<VarId, TermId>,
    /// The variables of our own.
    own: Vec<VarId>,
}

impl Horn {
    /// Encodes `goal` on its cone; `lemmas` talk about the cone only. The reason, if there is
    /// something that Spacer does not take.
    pub fn new(
        system: &System,
        goal: TermId,
        cone: &Cone,
        pool: &Pool,
        lemmas: &[TermId],
    ) -> Result<Horn, String> {
        let mut encoder = Encoder {
            system,
            pool: pool.clone(),
            image: FxHashMap::default(),
            own: Vec::new(),
        };
        encoder.refuse_functions(cone, goal)?;
        encoder.introduce(cone);

        let arguments = encoder.arguments(cone);
        let constraints: Vec<TermId> = system.constraints.iter().map(|c| c.term).collect();
        let mut here: Vec<TermId> = encoder.ranges(cone, |_| true);
        here.extend(encoder.translate(&constraints));
        here.extend(encoder.translate(lemmas));
        let bad = encoder.translate(&[goal])[0];
        let bad = encoder.pool.not(bad);

        let mut text = String::from("(set-logic HORN)\n(declare-fun Inv (");
        for &v in &arguments {
            let _ = write!(text, "{} ", system.sort(v).name());
        }
        text.push_str(") Bool)\n");
        encoder.init_rule(cone, &arguments, &mut text);
        encoder.step_rule(&arguments, &here, &mut text);
        here.push(bad);
        let inv = encoder.current(&arguments);
        encoder.rule(Some(&inv), &here, "false", &mut text);
        Ok(Horn { text, arguments })
    }
}

impl Encoder<'_> {
    fn refuse_functions(&self, cone: &Cone, goal: TermId) -> Result<(), String> {
        let mut roots: Vec<TermId> = vec![goal];
        roots.extend(self.system.constraints.iter().map(|c| c.term));
        roots.extend(cone.vars().flat_map(|v| self.system.defining_terms(v)));
        for id in self.pool.below(&roots) {
            if let Term::Call(f, _) = self.pool.get(id) {
                let name = &self.pool.function(*f).name;
                return Err(format!(
                    "Spacer knows no uninterpreted function like {name}"
                ));
            }
        }
        Ok(())
    }

    /// Gives every variable of the cone its image.
    fn introduce(&mut self, cone: &Cone) {
        for v in cone.vars() {
            if !matches!(self.system.var(v).kind, VarKind::Wire { .. }) {
                let own = self.declare(format!("x{}", v.0), v);
                self.image.insert(v, own);
            }
        }
        for &wire in cone.wires() {
            if let VarKind::Wire { def } = self.system.var(wire).kind {
                let def = self.translate(&[def])[0];
                self.image.insert(wire, def);
            }
        }
    }

    fn declare(&mut self, name: String, like: VarId) -> TermId {
        let own = self.pool.declare(name, self.system.sort(like));
        self.own.push(own);
        self.pool.var(own)
    }

    fn translate(&mut self, terms: &[TermId]) -> Vec<TermId> {
        let image = &self.image;
        self.pool.substitute(terms, |v| image.get(&v).copied())
    }

    fn arguments(&self, cone: &Cone) -> Vec<VarId> {
        let mut read_by_init: Vec<TermId> = Vec::new();
        for v in cone.vars() {
            if let VarKind::State {
                init: Some(init), ..
            } = self.system.var(v).kind
            {
                read_by_init.push(init);
            }
        }
        let read = Cone::without_constraints(self.system, &read_by_init);
        cone.vars()
            .filter(|&v| match self.system.var(v).kind {
                VarKind::State { .. } | VarKind::Rigid => true,
                VarKind::Input => read.contains(v),
                VarKind::Wire { .. } => false,
            })
            .collect()
    }

    /// The ranges of the variables of the cone that `which` selects. Of wires none is assumed.
    fn ranges(&mut self, cone: &Cone, which: impl Fn(VarId) -> bool) -> Vec<TermId> {
        let mut parts = Vec::new();
        for v in cone.vars() {
            let is_wire = matches!(self.system.var(v).kind, VarKind::Wire { .. });
            if !is_wire && which(v) {
                let term = self.image[&v];
                parts.extend(self.range(v, term));
            }
        }
        parts
    }

    /// That `term` is in the range of `v`.
    fn range(&mut self, v: VarId, term: TermId) -> Option<TermId> {
        let (lo, hi) = self.system.var(v).range.clone()?;
        let lo = self.pool.constant(Value::Int(lo));
        let hi = self.pool.constant(Value::Int(hi));
        let above = self.pool.le(lo, term);
        let below = self.pool.le(term, hi);
        Some(self.pool.and2(above, below))
    }

    fn current(&self, arguments: &[VarId]) -> Vec<TermId> {
        arguments.iter().map(|v| self.image[v]).collect()
    }

    fn init_rule(&mut self, cone: &Cone, arguments: &[VarId], out: &mut String) {
        // The range of a state with an initial value is a consequence, not an assumption.
        let system = self.system;
        let mut body = self.ranges(cone, |v| {
            !matches!(system.var(v).kind, VarKind::State { init: Some(_), .. })
        });
        for v in cone.vars() {
            if let VarKind::State {
                init: Some(init), ..
            } = system.var(v).kind
            {
                let value = self.translate(&[init])[0];
                let equation = self.pool.eq(self.image[&v], value);
                body.push(equation);
            }
        }
        let head = self.application(&self.current(arguments));
        self.rule(None, &body, &head, out);
    }

    fn step_rule(&mut self, arguments: &[VarId], here: &[TermId], out: &mut String) {
        let mut body = here.to_vec();
        let mut next = Vec::with_capacity(arguments.len());
        for &v in arguments {
            let primed = match self.system.var(v).kind {
                VarKind::Rigid => self.image[&v],
                VarKind::State { next, .. } => {
                    let primed = self.declare(format!("y{}", v.0), v);
                    let value = self.translate(&[next])[0];
                    let equation = self.pool.eq(primed, value);
                    body.push(equation);
                    primed
                }
                VarKind::Input | VarKind::Wire { .. } => {
                    let primed = self.declare(format!("y{}", v.0), v);
                    body.extend(self.range(v, primed));
                    primed
                }
            };
            next.push(primed);
        }
        let head = self.application(&next);
        let inv = self.current(arguments);
        self.rule(Some(&inv), &body, &head, out);
    }

    fn application(&self, arguments: &[TermId]) -> String {
        if arguments.is_empty() {
            return "Inv".into();
        }
        let mut text = String::from("(Inv");
        for &a in arguments {
            text.push(' ');
            text.push_str(&self.pool.text(a));
        }
        text.push(')');
        text
    }

    /// `forall own variables: inv & body => head`.
    fn rule(&mut self, inv: Option<&[TermId]>, body: &[TermId], head: &str, out: &mut String) {
        let body = self.pool.and(body.iter().copied());
        let body = self.pool.text(body);
        let body = match inv {
            Some(arguments) => format!("(and {} {body})", self.application(arguments)),
            None => body,
        };
        let implication = format!("(=> {body} {head})");
        out.push_str("(assert ");
        if self.own.is_empty() {
            out.push_str(&implication);
        } else {
            out.push_str("(forall (");
            for &v in &self.own {
                let (name, sort) = (self.pool.var_name(v), self.pool.var_sort(v).name());
                let _ = write!(out, "({name} {sort})");
            }
            let _ = write!(out, ") {implication})");
        }
        out.push_str(")\n");
    }
}
