//! Names for variables that outlive an edit, and terms, stimuli and certificates in these names.
//!
//! What a person named keeps its name. What lowering introduced may be called by a number that
//! moves when something else is added, so it is named after what it is: a digest of its definition,
//! in which the variables of the same kind it reads stand for a few rounds of the same. Two with the same digest
//! are told apart by their order. Whether the guess is good decides only how much is found again:
//! keys spell out every definition in these names, and evidence is checked whenever it is read.

use assay_system::{Certificate, Provers, Role, Stimulus, System, VarKind, default_value, open};
use assay_term::{
    Dag, FuncId, Functions, Named, Pool, SexprTree, Sort, TermId, Value, VarId, read_value,
};
use rustc_hash::FxHashMap;

use super::digest::{Hasher, Terms};
use super::sink::{Key, NamedCertificate, NamedStimulus};

/// How far the definition of a variable without a name of its own is followed.
const ROUNDS: usize = 4;
/// No execution or induction that is worth keeping is longer.
const MAX_LENGTH: usize = 10_000;

pub struct Names {
    names: Vec<String>,
    by_name: FxHashMap<String, VarId>,
    /// The system's declarations under these names: text of terms comes from here.
    writing: Pool,
    /// The system's own pool: text becomes terms here.
    reading: Pool,
    /// The variables as terms of the latter.
    variables: Vec<TermId>,
}

impl Names {
    pub fn new(system: &System) -> Names {
        let names = stable(system);
        let by_name = names
            .iter()
            .zip(system.var_ids())
            .map(|(n, v)| (n.clone(), v))
            .collect();
        let mut writing = Pool::new();
        for (v, name) in system.var_ids().zip(&names) {
            writing.declare(name.clone(), system.sort(v));
        }
        for function in system.pool.functions() {
            writing.declare_function(function.clone());
        }
        Names {
            names,
            by_name,
            writing,
            reading: system.pool.clone(),
            variables: system.var_ids().map(|v| system.pool.var(v)).collect(),
        }
    }

    pub fn of(&self, v: VarId) -> &str {
        &self.names[v.index()]
    }

    pub fn find(&self, name: &str) -> Option<VarId> {
        self.by_name.get(name).copied()
    }

    /// The texts of terms that were exported from a pool of this system.
    fn write(&mut self, terms: &Dag) -> Vec<String> {
        let terms = self.writing.import(terms);
        terms.iter().map(|&t| self.writing.text(t)).collect()
    }

    fn read(&mut self, text: &str) -> Option<TermId> {
        let resolve = |name: &str| match self.by_name.get(name) {
            Some(v) => Some(Named::Term(self.variables[v.index()])),
            None => {
                let mut functions = self.writing.functions().iter();
                let at = functions.position(|f| f.name == name)?;
                Some(Named::Function(FuncId(at as u32)))
            }
        };
        let term = self.reading.parse(text, resolve).ok()?;
        (self.reading.sort(term) == Sort::Bool).then_some(term)
    }

    pub fn write_certificate(
        &mut self,
        system: &System,
        certificate: &Certificate,
    ) -> NamedCertificate {
        // The step of one that is would have to be said of simple paths again, and a later run would build on it.
        debug_assert!(!certificate.simple_path, "nobody builds on simple paths");
        // A claim beyond the system's properties is known from the fact's kind.
        let claims: Vec<TermId> = certificate
            .properties
            .iter()
            .filter_map(|&p| system.properties.get(p).map(|p| p.term))
            .collect();
        NamedCertificate {
            k: certificate.k,
            lemmas: self.write(&certificate.lemmas),
            properties: self.write(&system.pool.export(&claims)),
            provers: certificate.provers.names().map(String::from).collect(),
        }
    }

    /// The certificate for this system: what it proves of properties that are still there it says of
    /// them, the others become lemmas. None if a name or a sort does not fit.
    pub fn read_certificate(
        &mut self,
        system: &System,
        named: &NamedCertificate,
    ) -> Option<Certificate> {
        if !(1..=MAX_LENGTH).contains(&named.k) {
            return None;
        }
        let mut lemmas: Vec<TermId> = Vec::new();
        for text in &named.lemmas {
            lemmas.push(self.read(text)?);
        }
        let mut properties: Vec<usize> = Vec::new();
        for text in &named.properties {
            let term = self.read(text)?;
            let same = (0..system.properties.len()).filter(|&p| system.properties[p].term == term);
            let before = properties.len();
            properties.extend(same);
            if properties.len() == before {
                lemmas.push(term);
            }
        }
        properties.sort_unstable();
        properties.dedup();
        Some(Certificate {
            k: named.k,
            lemmas: self.reading.export(&lemmas),
            properties,
            simple_path: false,
            provers: Provers::new(named.provers.iter().cloned()),
        })
    }

    /// Those lemmas and claims that make sense here.
    pub fn read_lemmas(&mut self, named: &NamedCertificate) -> Vec<TermId> {
        let texts = named.lemmas.iter().chain(&named.properties);
        texts.filter_map(|text| self.read(text)).collect()
    }

    /// Lemmas from [`Names::read_lemmas`] for other pools.
    pub fn export(&self, lemmas: &[TermId]) -> Dag {
        self.reading.export(lemmas)
    }

    /// The first `length` steps of a stimulus of the system, as far as `keep` wants it.
    pub fn write_stimulus(
        &self,
        system: &System,
        stimulus: &Stimulus,
        length: usize,
        keep: impl Fn(VarId) -> bool,
    ) -> NamedStimulus {
        let mut values: Vec<(String, Vec<String>)> = Vec::new();
        for (at, &v) in stimulus.vars.iter().enumerate().filter(|(_, v)| keep(**v)) {
            let steps = match system.var(v).kind {
                VarKind::Input => length,
                _ => length.min(1),
            };
            let texts = stimulus.steps.iter().take(steps).map(|s| s[at].text());
            values.push((self.of(v).to_string(), texts.collect()));
        }
        let mut functions = Vec::new();
        for (f, table) in stimulus.functions.iter() {
            let name = &system.pool.function(f).name;
            for (args, result) in table {
                let args = args.iter().map(Value::text).collect();
                functions.push((name.clone(), args, result.text()));
            }
        }
        NamedStimulus {
            length: length.min(stimulus.len()),
            values,
            functions,
        }
    }

    /// The stimulus for this system, without what it does not know; None if a value does not fit.
    pub fn read_stimulus(&self, system: &System, named: &NamedStimulus) -> Option<Stimulus> {
        if !(1..=MAX_LENGTH).contains(&named.length) {
            return None;
        }
        let mut given: FxHashMap<VarId, Vec<Value>> = FxHashMap::default();
        for (name, texts) in &named.values {
            let Some(v) = self.find(name) else { continue };
            let values = texts.iter().map(|t| value(t, system.sort(v)));
            given.insert(v, values.collect::<Option<_>>()?);
        }
        let vars: Vec<VarId> = open(system).filter(|v| given.contains_key(v)).collect();
        let steps = (0..named.length).map(|step| {
            let chosen = |v: &VarId| {
                let known = given[v].get(step).cloned();
                known.unwrap_or_else(|| default_value(system, *v))
            };
            vars.iter().map(chosen).collect()
        });
        let mut functions = Functions::default();
        for (name, args, result) in &named.functions {
            let declared = system.pool.functions();
            let Some(at) = declared.iter().position(|f| f.name == *name) else {
                continue;
            };
            let function = &declared[at];
            if function.args.len() != args.len() {
                return None;
            }
            let args = args.iter().zip(&function.args).map(|(t, s)| value(t, *s));
            let args = args.collect::<Option<_>>()?;
            functions.insert(FuncId(at as u32), args, value(result, function.result)?);
        }
        Some(Stimulus {
            steps: steps.collect(),
            vars,
            functions,
        })
    }
}

fn value(text: &str, sort: Sort) -> Option<Value> {
    let tree = SexprTree::read(text).ok()?;
    let root = tree.roots().next()?;
    read_value(root, sort).ok()
}

/// One name for each variable, no two alike.
fn stable(system: &System) -> Vec<String> {
    let unnamed = |v: VarId| {
        let variable = system.var(v);
        let defined = matches!(variable.kind, VarKind::State { .. } | VarKind::Wire { .. });
        variable.role == Role::Internal && defined
    };
    let mut colours: Vec<Key> = system
        .var_ids()
        .map(|v| {
            if unnamed(v) {
                Hasher::new("unnamed").text(&system.sort(v).name()).done()
            } else {
                Hasher::new("named").text(&system.var(v).name).done()
            }
        })
        .collect();
    let hidden: Vec<VarId> = system.var_ids().filter(|&v| unnamed(v)).collect();
    let roots: Vec<TermId> = hidden
        .iter()
        .flat_map(|&v| system.defining_terms(v))
        .collect();
    for _ in 0..ROUNDS {
        let terms = Terms::new(&system.pool, &roots, |v| colours[v.index()]);
        for &v in &hidden {
            colours[v.index()] = terms.variable(system, v, "", &system.var(v).kind);
        }
    }
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    system
        .var_ids()
        .map(|v| {
            let name = if unnamed(v) {
                hex(&colours[v.index()].0[..10])
            } else {
                system.var(v).name.clone()
            };
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            match *count {
                // A system's names are unique, but one might look like what is made here.
                1 if !unnamed(v) => name,
                n => format!("%{name}#{n}"),
            }
        })
        .collect()
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
