//! Evidence of branching time for people, and its executions for a language that can run its own models.

use assay_report::{EvidenceView, TreeView};
use assay_source::SourceMap;
use assay_system::branching::{Branch, BranchPath, Fixpoint, Normal, Tree, Why};
use assay_system::{Claim, Formula, Property, System, Trace};

use crate::Stop;

/// A claim that is longer than this is shown as it is printed.
const LONGEST: usize = 400;
/// Executions of one tree that are replayed by the language; the check room has replayed all.
const REPLAYED: usize = 64;

/// The tree for a claim, or for its negation.
pub fn tree_view(
    system: &System,
    property: usize,
    negated: bool,
    tree: &Tree,
) -> Result<TreeView, Stop> {
    let property = &system.properties[property];
    let formula = formula_of(property)?;
    let bug = |why| Stop::Bug(format!("the tree for `{}` is broken: {why}", property.name));
    TreeView::new(system, formula, negated, property.term, tree).map_err(bug)
}

/// The sets of states that show a claim, in numbers, with an example where there is a finite one.
pub fn sets_view(
    system: &System,
    property: usize,
    fixpoint: &Fixpoint,
) -> Result<EvidenceView, Stop> {
    let example = fixpoint.example.as_deref();
    let example = example.map(|tree| tree_view(system, property, false, tree));
    let asked = &system.properties[property];
    let normal = Normal::of(formula_of(asked)?, false, asked.term);
    let existential = normal.is_some_and(|normal| normal.is_existential());
    let unshown = "it is a statement about all executions, so no finite execution shows that it holds: sets of states do";
    let unshown = (example.is_none() && !existential).then(|| unshown.to_string());
    Ok(EvidenceView::Sets {
        sets: fixpoint.into(),
        example: example.transpose()?,
        unshown,
    })
}

fn formula_of(property: &Property) -> Result<&Formula, Stop> {
    match &property.claim {
        Claim::Temporal(formula) => Ok(formula),
        _ => {
            let name = &property.name;
            let told =
                format!("the evidence for `{name}` is of branching time, and its claim is not");
            Err(Stop::Bug(told))
        }
    }
}

/// A temporal claim as it stands in the source, on one line and without the keyword that begins it; None where it is long, has comments, or
/// has no place.
pub fn claimed_text(map: &SourceMap, property: &Property) -> Option<String> {
    let Claim::Temporal(_) = property.claim else {
        return None;
    };
    let span = property.span?;
    let text = map.get(span.file)?.slice(span);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut line = words.join(" ");
    let first = words.first()?;
    if first.ends_with("SPEC") && first.chars().all(|c| c.is_ascii_uppercase()) {
        line = line.split_off(first.len()).trim_start().to_string();
    }
    if let Some((name, rest)) = line.split_once(":=")
        && name.starts_with("NAME ")
    {
        line = rest.trim_start().to_string();
    }
    let line = line.trim_end_matches(';').trim_end();
    let plain = !line.is_empty() && line.len() <= LONGEST && !line.contains("--");
    // A place that names the claim alone is no text of it.
    (plain && line != property.name).then(|| line.to_string())
}

/// Executions from the initial state that together have every path of the tree: a path that begins at a later state is preceded by what
/// leads there.
pub fn executions(tree: &Tree) -> Vec<Trace> {
    let mut found = Vec::new();
    let mut seen = vec![false; tree.branches.len()];
    // A branch, and the steps before its state.
    let mut stack: Vec<(usize, Trace)> = vec![(0, Trace::default())];
    while let Some((index, before)) = stack.pop() {
        let Some(branch) = tree.branches.get(index) else {
            continue;
        };
        if std::mem::replace(&mut seen[index], true) {
            continue;
        }
        if found.len() == REPLAYED {
            break;
        }
        match &branch.why {
            Why::Literal | Why::InSet => {}
            Why::One(side) => stack.push((*side, before)),
            Why::Both(a, b) => {
                stack.push((*b, before.clone()));
                stack.push((*a, before));
            }
            Why::Path(path) => {
                for (at, next) in led_to(path) {
                    stack.push((next, extended(&before, path, at)));
                }
                found.push(extended(&before, path, path.trace.len()));
            }
        }
    }
    if found.is_empty() {
        // The root alone is an execution of one step.
        let root = tree
            .branches
            .first()
            .map(|b: &Branch| Trace::clone(&b.state));
        found.extend(root);
    }
    found
}

/// The branches at the steps of a path.
fn led_to(path: &BranchPath) -> impl Iterator<Item = (usize, usize)> {
    let operands = path.operands.iter().enumerate();
    let operands = operands.filter_map(|(at, branch)| Some((at, (*branch)?)));
    operands.chain(path.until.zip(path.last))
}

/// What comes before a path, and the first steps of it.
fn extended(before: &Trace, path: &BranchPath, steps: usize) -> Trace {
    let mut all = before.clone();
    let steps = steps.min(path.trace.len());
    all.steps.extend_from_slice(&path.trace.steps[..steps]);
    if all.functions.is_empty() {
        all.functions = path.trace.functions.clone();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_source::Span;
    use assay_system::Paths;
    use assay_system::branching::Goes;
    use assay_term::Value;
    use std::sync::Arc;

    fn trace(values: &[i64]) -> Trace {
        Trace {
            steps: values.iter().map(|&n| vec![Value::int(n)]).collect(),
            ..Trace::default()
        }
    }

    fn path(values: &[i64], operands: &[Option<usize>], goes: Goes) -> Why {
        Why::Path(BranchPath {
            trace: trace(values),
            until: None,
            operands: operands.to_vec(),
            last: None,
            goes,
        })
    }

    #[test]
    fn a_path_that_begins_later_is_preceded_by_what_leads_there() {
        let branch = |part, value, why| Branch {
            part,
            state: Arc::new(trace(&[value])),
            why,
        };
        let tree = Tree {
            branches: vec![
                branch(0, 1, path(&[1, 2, 3], &[None, Some(1), None], Goes::Anyhow)),
                branch(0, 2, Why::Both(2, 3)),
                branch(0, 2, Why::Literal),
                branch(0, 2, path(&[2, 5, 2], &[], Goes::Round(0))),
            ],
            sets: None,
        };
        let found = executions(&tree);
        assert_eq!(found, [trace(&[1, 2, 3]), trace(&[1, 2, 5, 2])]);
    }

    #[test]
    fn a_tree_without_paths_is_its_root() {
        let root = Branch {
            part: 0,
            state: Arc::new(trace(&[7])),
            why: Why::InSet,
        };
        let tree = Tree {
            branches: vec![root],
            sets: None,
        };
        assert_eq!(executions(&tree), [trace(&[7])]);
    }

    #[test]
    fn a_claim_is_shown_as_it_was_written() {
        let mut pool = assay_term::Pool::new();
        let yes = pool.bool(true);
        let atom = Box::new(Formula::Atom(yes));
        let claim = Claim::Temporal(Formula::Finally(Paths::All, atom));
        let shown = |text: &str| {
            let mut map = SourceMap::new();
            let file = map.add_bytes("m.smv", text.as_bytes()).expect("it is text");
            let property = Property {
                claim: claim.clone(),
                ..Property::invariant("p", yes)
            };
            let span = Span::new(file, 0, text.len());
            claimed_text(&map, &property.at(Some(span)))
        };
        assert_eq!(shown("AF\n   p").as_deref(), Some("AF p"));
        assert_eq!(shown("CTLSPEC NAME a := AF p;").as_deref(), Some("AF p"));
        assert_eq!(shown("p"), None);
        assert_eq!(shown("AF p -- soon\n"), None);
        assert_eq!(shown(""), None);
    }
}
