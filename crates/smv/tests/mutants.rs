//! Mutants as edits: what is offered, that the text that people see says what the edit does, and that names outlive edits
//! elsewhere.

use std::collections::HashSet;

use assay_smv::mutate::{
    Declared, Group, Offer, OperatorRole, apply, fingerprint, offers, operators, shown_ids, written,
};
use assay_smv::parse;
use assay_smv::syntax::printer::print_tree;
use assay_smv::tree::{SectionKind, Tree};
use assay_source::{FileId, SourceFile};
use assay_testkit::corpus;

const LIGHT: &str = include_str!("mutants/light.smv");

fn source(text: &str) -> SourceFile {
    SourceFile::new(FileId(0), "input.smv", text)
}

fn read(text: &str) -> Tree {
    let (tree, errors) = parse(&source(text));
    assert!(errors.is_empty(), "{errors:?} in\n{text}");
    tree
}

fn all_offers(file: &SourceFile, tree: &Tree) -> Vec<Offer> {
    offers(file, tree, &Declared::new(tree), |_| true)
}

#[test]
fn offers_of_a_model() {
    let file = source(LIGHT);
    let tree = read(LIGHT);
    let offers = all_offers(&file, &tree);
    let ids = shown_ids(&file, &offers);
    let lines = offers.iter().zip(&ids).map(|(offer, id)| {
        let conjunct = offer
            .conjunct
            .map_or(String::new(), |n| format!(".{}", n + 1));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(
            "{id}  {}{conjunct} [{}]  {}  =>  {}\n",
            offer.element,
            offer.path,
            words(&offer.original),
            words(&offer.replacement)
        )
    });
    insta::assert_snapshot!(lines.collect::<String>());
}

#[test]
fn every_mutator_offers_something() {
    let offers = all_offers(&source(LIGHT), &read(LIGHT));
    let used: HashSet<&str> = offers.iter().map(|offer| offer.operator.name).collect();
    let idle: Vec<&str> = operators()
        .map(|operator| operator.name)
        .filter(|name| !used.contains(name))
        .collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// The edit gives a tree that its text gives too, and that is not the original one.
fn edits_are_sound(text: &str) -> usize {
    let file = source(text);
    let tree = read(text);
    let offers = all_offers(&file, &tree);
    for offer in &offers {
        let mutant = apply(&tree, offer);
        let name = format!(
            "{:?} at {} of {}",
            offer.operator, offer.path, offer.element
        );
        assert!(!mutant.same_tree(&tree), "{name} changes nothing");
        let printed = print_tree(&mutant);
        let again = read(&printed);
        assert!(
            mutant.same_tree(&again),
            "{name} is not printed:\n{printed}"
        );
        assert_eq!(specifications(&tree), specifications(&mutant), "{name}");
        // Where it is shown is where it is changed.
        assert!(
            offer.owner.start <= offer.at.start && offer.at.end <= offer.owner.end,
            "{name}"
        );
        assert_eq!(file.slice(offer.span), offer.original);
        let written = written(&file, &tree, offer);
        assert!(
            read(&written).same_tree(&mutant),
            "{name} is shown as another change: {} => {}\n{printed}",
            offer.original,
            offer.replacement
        );
    }
    offers.len()
}

fn specifications(tree: &Tree) -> Vec<String> {
    let mut kept = tree.clone();
    for module in &mut kept.modules {
        let specified =
            |kind: &SectionKind| matches!(kind, SectionKind::Spec(_) | SectionKind::Fairness(_));
        module.sections.retain(|section| specified(&section.kind));
    }
    vec![print_tree(&kept)]
}

#[test]
fn edits_are_what_they_are_shown_as() {
    assert!(edits_are_sound(LIGHT) > 150);
}

#[test]
fn ids_and_fingerprints_are_unique() {
    let file = source(LIGHT);
    let tree = read(LIGHT);
    let offers = all_offers(&file, &tree);
    let ids: HashSet<String> = shown_ids(&file, &offers).into_iter().collect();
    assert_eq!(ids.len(), offers.len());
    let mut prints = HashSet::new();
    for offer in &offers {
        assert!(
            prints.insert(fingerprint(&tree, offer)),
            "{offer:?} is there twice"
        );
    }
}

#[test]
fn fingerprints_outlive_edits_elsewhere() {
    let edited = LIGHT
        .replace("-- Something", "\n-- More than\n-- Something")
        .replace("SPEC AG", "CTLSPEC NAME p := AG")
        .replace("IVAR\n", "IVAR\n  other : boolean;\n");
    let prints = |text: &str| -> HashSet<String> {
        let (file, tree) = (source(text), read(text));
        let offers = all_offers(&file, &tree);
        // Which other variables there are may change.
        let kept = offers.iter().filter(|o| o.operator.name != "var_other");
        kept.map(|offer| fingerprint(&tree, offer)).collect()
    };
    assert_eq!(prints(LIGHT), prints(&edited));
}

#[test]
fn each_element_can_be_removed_and_roles_are_known() {
    let text = "MODULE main\nVAR x : boolean; y : 0..3;\nDEFINE d := x & y = 1;\n\
                ASSIGN init(x) := TRUE; next(x) := !x; y := 2;\nINIT x & y > 0\n";
    let tree = read(text);
    let removed: Vec<String> = all_offers(&source(text), &tree)
        .iter()
        .filter(|offer| offer.operator.role == OperatorRole::Removal)
        .map(|offer| format!("{} {:?}", offer.element, offer.conjunct))
        .collect();
    let wanted = [
        "d None",
        "init(x) None",
        "next(x) None",
        "y None",
        "INIT#1 Some(0)",
        "INIT#1 Some(1)",
    ];
    assert_eq!(removed, wanted);
}

#[test]
fn mutators_have_names_of_their_own() {
    let mut names = HashSet::new();
    for operator in operators() {
        assert!(
            names.insert(operator.name),
            "{} is there twice",
            operator.name
        );
        assert!(!operator.says.is_empty());
    }
    assert!(operators().any(|o| o.group == Group::Paper));
    assert!(operators().any(|o| o.group == Group::More));
}

#[test]
fn long_chains_have_mutants() {
    let chain = " & x".repeat(2_000);
    let text = format!("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN y := x{chain};\n");
    let file = source(&text);
    let tree = read(&text);
    let offers = all_offers(&file, &tree);
    assert!(offers.len() > 6_000);
    assert!(offers.iter().all(|offer| offer.path.len() < 20));
    let size: usize = offers
        .iter()
        .map(|o| o.replacement.len() + o.original.len())
        .sum();
    assert!(size < 10_000_000, "{size}");
}

#[test]
fn long_cases_and_sets_keep_to_their_size() {
    let branches = "x : 1; ".repeat(3_000);
    let text = format!(
        "MODULE main\nVAR x : boolean; y : 0..1;\nASSIGN next(y) := case {branches} esac;\n"
    );
    let (file, tree) = (source(&text), read(&text));
    let offers = all_offers(&file, &tree);
    assert!(offers.iter().any(|offer| offer.operator.name == "cond_neg"));
    assert!(
        offers
            .iter()
            .all(|offer| offer.operator.name != "branch_drop")
    );
}

/// On models that others wrote. Skipped with a note when the corpus is not there.
#[test]
fn edits_of_the_corpus() {
    let Some(folder) = corpus::folder("smv") else {
        return;
    };
    let mut count = 0;
    for path in corpus::files(&folder, &["smv"]) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let (_, errors) = parse(&source(&text));
        if errors.is_empty() && text.len() < 4_000 {
            println!("{}", path.display());
            count += edits_are_sound(&text);
        }
    }
    println!("{count} mutants");
    assert!(count > 1_000);
}
