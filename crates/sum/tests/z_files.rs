//! Erroneous texts of Z and what is said of them; texts of Z whose trees are looked at.

mod z_properties;
mod z_support;

use assay_sum::syntax::{Claim, ExprKind, ParagraphKind, PredicateKind};
use assay_system::Random;
use z_support::{JazaAnswer, file, jaza, latex, unicode};

/// Every file of `z_err`: what the reader says. Some have only warnings.
#[test]
fn errors() {
    insta::glob!("z_err/*", |path| {
        let read = file(path);
        assert!(
            !read.faults.is_empty(),
            "{} is read without a word",
            path.display()
        );
        // The line of `deep.tex` is too long to be shown.
        insta::assert_snapshot!(read.rendered_lines().join("\n"));
    });
}

/// The paragraphs of a text without errors.
fn paragraphs(text: &str) -> Vec<ParagraphKind> {
    let read = latex(text);
    assert_eq!(read.errors(), 0, "{}", read.rendered());
    let modules = read.tree.modules.into_iter();
    modules
        .flat_map(|module| module.paragraphs)
        .map(|it| it.kind)
        .collect()
}

fn zed(line: &str) -> ParagraphKind {
    let mut found = paragraphs(&format!("\\begin{{zed}} {line} \\end{{zed}}"));
    assert_eq!(found.len(), 1, "{line}: {found:?}");
    found.remove(0)
}

#[test]
fn spellings_of_one_thing() {
    for (one, other) in [
        (r"X == R^{~} \cup R^{+}", r"X == R \inv \cup R \plus"),
        (r"X == R^{n}", r"X == iter~n~R"),
        (r"X == R \bsup n \esup", r"X == R^n"),
        (r"1 \inrel{R} 2", r"(1, 2) \in R"),
        (r"\lnot (a \not\in b)", r"\neg (a \notin b)"),
        (
            r"\forall x : \nat @ x \lt 1",
            r"\forall x: \nat \spot x < 1",
        ),
        (r"a_1 = b_{1}", r"a_{1} = b_1"),
        (
            r"X == [ a : T \\ b : U | a = b \\ b = a ]",
            r"X == [ a : T; b : U | a = b; b = a ]",
        ),
        (r"S \defs T~'", r"S \defs (T)~'"),
    ] {
        assert_eq!(zed(one), zed(other), "{one}");
    }
}

#[test]
fn a_word_of_the_spelling_of_an_operator_is_a_name() {
    let ParagraphKind::Claim {
        predicate, claim, ..
    } = zed("id = seq + mod")
    else {
        panic!()
    };
    assert_eq!(claim, Claim::Constraint);
    let PredicateKind::Relation { operands, .. } = *predicate.kind else {
        panic!()
    };
    assert!(matches!(&*operands[0].kind, ExprKind::Name { name, .. } if name.as_str() == "id"));
}

#[test]
fn a_command_beside_a_word_of_its_spelling_is_another_name() {
    let text = "%%ingen \\prod\n\\begin{zed} prod == \\nat \\\\ X \\prod Y == X \\end{zed}";
    let names: Vec<String> = paragraphs(text)
        .iter()
        .filter_map(|kind| match kind {
            ParagraphKind::Abbreviation { name, .. } => Some(name.name.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["prod", "_prodᶜ_"]);
}

#[test]
fn sections_are_modules() {
    let text = std::fs::read_to_string("tests/z_ok/sections.tex").unwrap();
    let tree = latex(&text).tree;
    let shape: Vec<_> = tree
        .modules
        .iter()
        .map(|it| {
            (
                it.name.as_ref().unwrap().name.to_string(),
                it.parents.len(),
                it.paragraphs.len(),
            )
        })
        .collect();
    assert_eq!(
        shape,
        [("stacks".to_owned(), 2, 6), ("use".to_owned(), 1, 4)]
    );
}

#[test]
fn unicode_and_latex_give_one_tree() {
    let boxes = "─ X == {x : ℕ | x ≥ 1 • x ↦ −x}\n└\n\n┌ S\n  a : seq X; b? : ℙ (X × X)\n|\n  a = ⟨⟩\n  b? ⊆ X ◁ b?∼\n└\n";
    let commands = r"\begin{zed} X == \{x : \nat | x \geq 1 @ x \mapsto \negate x\} \end{zed}
        \begin{schema}{S} a : \seq X; b? : \power (X \cross X) \where a = \langle\rangle \\ b? \subseteq X \dres b? \inv \end{schema}";
    let (one, other) = (unicode(boxes), latex(commands));
    assert_eq!(one.rendered() + &other.rendered(), "");
    assert_eq!(one.tree.modules, other.tree.modules);
}

#[test]
fn files_of_jaza_are_conjectures_with_answers() {
    let text = "echo hello\n\\begin{zed} A == 1 \\end{zed}\nchecktrue A = 1\n% no\ncheckundef 1 \\div 0 = 1\n";
    let (document, checks) = jaza(text);
    let answers: Vec<_> = checks.iter().map(|it| (it.line, it.expected)).collect();
    assert_eq!(answers, [(3, JazaAnswer::True), (5, JazaAnswer::Undefined)]);
    assert_eq!(paragraphs(&document).len(), 3);
}

/// No beginning of a text makes the reader panic, and every error has a place in it.
#[test]
fn beginnings() {
    for folder in ["z_ok", "z_err"] {
        for path in files(folder) {
            let text = std::fs::read_to_string(path).unwrap();
            if text.len() > 8000 {
                continue;
            }
            for (end, _) in text.char_indices() {
                for read in [latex(&text[..end]), unicode(&text[..end])] {
                    for fault in &read.faults {
                        let span = fault.span.expect("a place");
                        assert!(span.end as usize <= end, "{fault:?}");
                    }
                }
            }
        }
    }
}

fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(format!("tests/{folder}")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// The properties of the fuzz target, on the files here and on what it found before.
#[test]
fn properties() {
    for folder in ["z_ok", "z_err", "z_finds"] {
        for path in files(folder) {
            z_properties::z_reads_soundly(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// The same on files in which words were removed, doubled and exchanged.
#[test]
fn properties_of_broken_texts() {
    let texts: Vec<String> = ["z_ok", "z_err"]
        .iter()
        .flat_map(|folder| files(folder))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.len() < 8000)
        .collect();
    let count = std::env::var("ASSAY_BROKEN").map_or(300, |it| it.parse().unwrap());
    for seed in 0..count {
        let mut random = Random::new(seed);
        let text = &texts[random.below(texts.len() as u64) as usize];
        z_properties::z_reads_soundly(&broken(text, &mut random));
    }
}

fn broken(text: &str, random: &mut Random) -> String {
    let mut pieces: Vec<&str> = text
        .split_inclusive([' ', '\n', '\\', '{', '}', '_'])
        .collect();
    for _ in 0..1 + random.below(4) {
        let at = random.below(pieces.len() as u64) as usize;
        let other = random.below(pieces.len() as u64) as usize;
        match random.below(3) {
            0 if pieces.len() > 1 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            _ => pieces.swap(at, other),
        }
    }
    pieces.concat()
}
