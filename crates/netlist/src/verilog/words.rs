//! Finds words in source text, outside of comments and strings, for messages of yosys that give no place.

use assay_source::{SourceFile, Span};

/// Where modules of this name are defined.
pub(super) fn module_named(file: &SourceFile, name: &str) -> Vec<Span> {
    let all = identifiers(file.text());
    let pairs = all.windows(2);
    let defined = pairs.filter(|w| matches!(w[0].1, "module" | "macromodule") && w[1].1 == name);
    defined
        .map(|w| Span::new(file.id, w[1].0, w[1].0 + name.len()))
        .collect()
}

/// The first place of a word.
pub(super) fn word(file: &SourceFile, name: &str) -> Option<Span> {
    let all = identifiers(file.text());
    let (at, _) = all.into_iter().find(|(_, word)| *word == name)?;
    Some(Span::new(file.id, at, at + name.len()))
}

/// Identifiers and keywords with their places.
fn identifiers(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        at += if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(string) = rest.strip_prefix('"') {
            string.find(['"', '\n']).map_or(rest.len(), |end| end + 2)
        } else if inside(c) {
            let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
            found.push((at, &rest[..length]));
            length
        } else {
            c.len_utf8()
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_outside_of_comments_and_strings() {
        let text = "// module m\n/* m */ module top; m u(\"m\"); endmodule module m; endmodule";
        let file = SourceFile::new(Default::default(), "x.sv", text);
        let first = word(&file, "m").expect("a word");
        assert_eq!(&text[first.start as usize..][..4], "m u(");
        let defined = module_named(&file, "m");
        assert_eq!(defined.len(), 1);
        assert_eq!(&text[defined[0].start as usize..][..3], "m; ");
        assert!(module_named(&file, "none").is_empty());
    }
}
