//! How survivors part from the original, kept and found again. See [`super::archive`].

use std::sync::Arc;

use assay_system::{Certificate, Mutants, System};

use super::archive::{Archive, Judge, Open};
use super::sink::{Fact, Memory, NamedStimulus, Parting, Question};
use crate::baseline::Proof;
use crate::evidence::{differs, parts_at};
use crate::explain::{Finding, agreement_of, alike, with_agreement};
use crate::parallel;
use crate::result::{Checked, Difference, Explanation, Masking};

/// What the partings of one run are asked under.
#[derive(Clone, Copy)]
pub struct Partings<'p> {
    /// The proved ones.
    pub properties: &'p [usize],
    /// How far differences are looked for.
    pub depth: u32,
    /// Its lemmas are what shows that a mutant agrees.
    pub proof: &'p Proof,
}

/// Survivors that part from the original, and how.
type Parted = Vec<(usize, Finding)>;
/// Survivors that agree with the original, those together that one certificate is about, and who has
/// checked it.
type Agreeing = Vec<(Vec<usize>, Certificate, Checked)>;

impl Archive<'_> {
    /// What is known of these survivors.
    pub fn recall_partings(
        &mut self,
        survivors: &[usize],
        under: Partings<'_>,
    ) -> (Parted, Agreeing) {
        let Some(open) = &mut self.open else {
            return (vec![], vec![]);
        };
        let asked: Vec<(usize, Question)> = survivors
            .iter()
            .filter_map(|&m| Some((m, open.keys.parting(m, under.properties, under.depth)?)))
            .collect();
        let questions: Vec<Question> = asked.iter().map(|(_, q)| *q).collect();
        let mut parts: Vec<(usize, Arc<Fact>)> = Vec::new();
        let mut agree: Vec<(Arc<Fact>, Vec<usize>)> = Vec::new();
        for ((m, _), memory) in asked.iter().zip(open.sink.recall(&questions)) {
            let Memory::Same(fact) = memory else { continue };
            match &*fact {
                Fact::Parts { .. } => parts.push((*m, fact)),
                Fact::Agrees { .. } => match agree.iter_mut().find(|(f, _)| *f == fact) {
                    Some((_, together)) => together.push(*m),
                    None => agree.push((fact, vec![*m])),
                },
                _ => {}
            }
        }
        let (mutants, stop) = (self.mutants, open.stop);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut claims: Vec<(System, Arc<Certificate>)> = Vec::new();
        for (fact, together) in agree {
            let Fact::Agrees { certificate } = &*fact else {
                continue;
            };
            let Some(read) = open.names.read_certificate(&mutants.system, certificate) else {
                continue;
            };
            for group in alike(mutants, &together) {
                let certificate = agreement_of(mutants, &group, &read);
                claims.push((with_agreement(mutants, &group), Arc::new(certificate)));
                groups.push(group);
            }
        }
        let judge = open.judge(self.options);
        let believed = judge.believes(&claims).into_iter().zip(claims).zip(groups);
        let agreeing = believed.filter_map(|((checked, (_, certificate)), group)| {
            Some((group, (*certificate).clone(), checked?))
        });
        let parted = parallel::each(&mut parts, self.options.jobs, |_, (m, fact)| {
            if stop.is_raised() {
                None
            } else {
                Some((*m, judge.parting(mutants, *m, fact, under.depth as usize)?))
            }
        });
        (parted.into_iter().flatten().collect(), agreeing.collect())
    }

    /// Keeps what was found of survivors.
    pub fn record_partings<'f>(
        &mut self,
        found: impl IntoIterator<Item = (usize, &'f Finding)>,
        under: Partings<'_>,
    ) {
        let Some(open) = &mut self.open else { return };
        let mut facts = Vec::new();
        for (m, finding) in found {
            let question = open.keys.parting(m, under.properties, under.depth);
            let fact = open.parting(self.mutants, m, finding, under.proof);
            facts.extend(question.zip(fact.map(Arc::new)));
        }
        if !facts.is_empty() {
            open.sink.record(facts);
        }
    }
}

impl Open<'_> {
    /// The fact, unless something was left open that a later run might find.
    fn parting(
        &mut self,
        mutants: &Mutants,
        m: usize,
        finding: &Finding,
        proof: &Proof,
    ) -> Option<Fact> {
        let system = &mutants.system;
        if let Some(provers) = &finding.equivalent {
            let certificate = proof.all_lemmas(provers.clone());
            let certificate = self.names.write_certificate(system, &certificate);
            return Some(Fact::Agrees { certificate });
        }
        let (stimulus, step, parting) = match &finding.explanation {
            Explanation::Visible(d) | Explanation::Masked(d, _) => {
                let masked = matches!(finding.explanation, Explanation::Masked(..));
                let observable = self.names.of(system.find(&d.observable)?).to_string();
                (&d.stimulus, d.step, Parting::Differs { observable, masked })
            }
            Explanation::Blocks { stimulus, step } => (stimulus, *step, Parting::Blocks),
            Explanation::Admits { stimulus, step } => (stimulus, *step, Parting::Admits),
            Explanation::None | Explanation::Open(_) => return None,
        };
        finding.sure.then(|| Fact::Parts {
            stimulus: self.write_stimulus(mutants, m, stimulus, step + 1),
            parting,
            restricted: finding.restricted,
        })
    }
}

impl Judge<'_> {
    /// What a fact says of the mutant, if it stands up; `depth` is how far its question was searched.
    fn parting(self, mutants: &Mutants, m: usize, fact: &Fact, depth: usize) -> Option<Finding> {
        let Fact::Parts {
            stimulus,
            parting,
            restricted,
        } = fact
        else {
            return None;
        };
        Some(Finding {
            explanation: self.explanation(mutants, m, stimulus, parting, depth)?,
            restricted: *restricted,
            equivalent: None,
            sure: true,
        })
    }

    /// The explanation, if original and mutant do part like this.
    fn explanation(
        self,
        mutants: &Mutants,
        m: usize,
        named: &NamedStimulus,
        parting: &Parting,
        depth: usize,
    ) -> Option<Explanation> {
        let patch = mutants.mutants[m].patch()?;
        let (original, patched) = (&mutants.system, patch.apply(&mutants.system));
        let stimulus = Arc::new(self.names.read_stimulus(&patched, named)?);
        let step = stimulus.len() - 1;
        match parting {
            Parting::Differs { observable, masked } => {
                let observable = self.names.find(observable)?;
                let difference = Difference {
                    stimulus,
                    step,
                    observable: original.var(observable).name.clone(),
                };
                differs(mutants, &patched, &difference).ok()?;
                Some(if *masked {
                    Explanation::Masked(difference, Masking::Within(depth))
                } else {
                    Explanation::Visible(difference)
                })
            }
            Parting::Blocks => parts_at(original, &patched, &stimulus, step)
                .then_some(Explanation::Blocks { stimulus, step }),
            Parting::Admits => parts_at(&patched, original, &stimulus, step)
                .then_some(Explanation::Admits { stimulus, step }),
        }
    }
}
