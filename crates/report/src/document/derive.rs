//! What follows from the mutants: the summary, scores by property, operator, line and element, MUST, and then order and folding.
//!
//! A document is filled with what the run found and then derived once; deriving again changes nothing.

use std::collections::{BTreeMap, HashMap};

use super::{
    Counts, Document, LineScore, Mutant, Notice, NoticeVerdict, OperatorScore, PropertyScore, Role,
    Scores, Summary, Target, Verdict, fold, invariants, rank,
};

impl Document {
    /// Fills in everything that can be computed from the mutants, the elements and the waivers.
    pub fn derive(&mut self) {
        self.summary = Summary::new(Counts::of(self.mutants.iter().map(|m| m.verdict)));
        self.scores = Some(Scores {
            properties: self
                .proved()
                .enumerate()
                .map(|(at, p)| self.property_score(at, &p.name))
                .collect(),
            operators: self.operator_scores(),
            lines: self.line_scores(),
        });
        self.count_elements();
        invariants::derive(self);
        let ranks = rank::ranks(self);
        for (mutant, rank) in self.mutants.iter_mut().zip(ranks) {
            mutant.rank = rank;
        }
        let folded = fold::folded(self);
        for (mutant, under) in self.mutants.iter_mut().zip(folded) {
            mutant.subsumed_by = under;
        }
    }

    /// The score of the proved property at this place among the proved ones.
    fn property_score(&self, at: usize, name: &str) -> PropertyScore {
        let scored = |m: &&Mutant| {
            matches!(
                m.verdict,
                Verdict::Killed | Verdict::Survived | Verdict::Unknown
            )
        };
        let said = |m: &Mutant| {
            // Notices are in the order of the properties, unless somebody has edited the document.
            let here = m.notices.all.get(at).filter(|n| n.property == name);
            let notice = here.or_else(|| m.notices.all.iter().find(|n| n.property == name));
            notice.map_or(NoticeVerdict::NotAsked, |n| n.verdict)
        };
        let mut score = PropertyScore {
            name: name.to_string(),
            killed: 0,
            asked: 0,
            alone: 0,
        };
        for m in self.mutants.iter().filter(scored) {
            let verdict = said(m);
            score.asked += usize::from(verdict != NoticeVerdict::NotAsked);
            if verdict == NoticeVerdict::Killed {
                score.killed += 1;
                score.alone += usize::from(m.killed_by().len() == 1 && m.killers_are_exact());
            }
        }
        score
    }

    /// In the order in which the operators first occur.
    fn operator_scores(&self) -> Vec<OperatorScore> {
        let mut scores: Vec<OperatorScore> = Vec::new();
        let mut place: HashMap<&str, usize> = HashMap::new();
        for m in &self.mutants {
            let at = *place.entry(&m.operator).or_insert_with(|| {
                scores.push(OperatorScore {
                    name: m.operator.clone(),
                    counts: Counts::default(),
                });
                scores.len() - 1
            });
            scores[at].counts.add(m.verdict);
        }
        scores
    }

    fn line_scores(&self) -> Vec<LineScore> {
        let mut lines: BTreeMap<(usize, usize), (Option<&str>, Counts)> = BTreeMap::new();
        for m in &self.mutants {
            let place = (self.file_number(m.file()), m.line);
            let (_, counts) = lines.entry(place).or_insert((m.file(), Counts::default()));
            counts.add(m.verdict);
        }
        let score =
            |((_, line), (file, counts)): ((usize, usize), (Option<&str>, Counts))| LineScore {
                file: file.map(String::from),
                line,
                counts,
            };
        lines.into_iter().map(score).collect()
    }

    fn count_elements(&mut self) {
        let mut counts: HashMap<&str, Counts> = HashMap::new();
        let mut removed: HashMap<&str, Verdict> = HashMap::new();
        let removals = self.operators_that(Role::Removal);
        for m in self.mutants.iter().filter(|m| m.target == Target::Element) {
            counts.entry(&m.element).or_default().add(m.verdict);
            // An element is in MUST if and only if a claim about all executions notices that its definition is gone.
            if removals.contains(m.operator.as_str()) && !killed_by_others_only(m) {
                removed.insert(&m.element, m.verdict);
            }
        }
        for element in &mut self.elements {
            let name = element.name.as_str();
            element.counts = counts.get(name).copied().unwrap_or_default();
            element.must = element.must.or(match removed.get(name) {
                Some(Verdict::Killed) => Some(true),
                Some(Verdict::Survived | Verdict::Equivalent) => Some(false),
                _ => None,
            });
        }
    }
}

/// Whether only claims that something can be reached kill the mutant: their kills carry a certificate, the others a trace.
fn killed_by_others_only(mutant: &Mutant) -> bool {
    let killed = |n: &&Notice| n.verdict == NoticeVerdict::Killed;
    let mut kills = mutant.notices.all.iter().filter(killed).peekable();
    kills.peek().is_some() && kills.all(|n| n.certificate.is_some())
}
