//! Mutation coverage as one HTML file that needs nothing else: no server, no network, no other file.
//!
//! The page is the document itself as JSON plus a fixed style and script, which build every view in the reader's browser and
//! only when it is looked at. Traces and certificates stand in blocks of their own, which are parsed when a mutant that names them is
//! opened. That is what keeps the page usable with ten thousand mutants.
//!
//! Invariant: the text of a model never becomes markup or script. Inside the JSON, every character that could end the element
//! around it is escaped; the script makes text nodes only; and the page's own policy allows exactly one script and one style, by
//! their hashes, nothing from elsewhere, and no sink that would parse text as markup.

use std::io::{self, Write};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::document::{Document, List};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("app/dom.js"),
    include_str!("app/model.js"),
    include_str!("app/filter.js"),
    include_str!("app/summary.js"),
    include_str!("app/list.js"),
    include_str!("app/code.js"),
    include_str!("app/trace.js"),
    include_str!("app/picture.js"),
    include_str!("app/detail.js"),
    include_str!("app/views.js"),
    include_str!("app/main.js"),
    "})();\n",
);

/// How many traces or certificates one block holds. The script has the same number (`EVIDENCE_BLOCK`).
const BLOCK: usize = 64;

/// Writes the whole page.
pub fn write_page(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    // Browsers hash what they parsed, and parsing turns every line ending into \n.
    let (style, script) = (STYLE.replace('\r', ""), SCRIPT.replace('\r', ""));
    let counts = &document.summary.counts;
    let plain = format!(
        "{} of {} scored mutants killed, {} survived, {} unknown.",
        counts.killed,
        counts.scored(),
        counts.survived,
        counts.unknown
    );
    let title = escaped(&format!(
        "{}{} - mutation coverage",
        document.input.path,
        document.more_files()
    ));
    fill(PAGE, out, |hole, out| match hole {
        "policy" => out.write_all(policy(&script, &style).as_bytes()),
        "title" => out.write_all(title.as_bytes()),
        "style" => out.write_all(style.as_bytes()),
        "plain" => out.write_all(plain.as_bytes()),
        "data" => data(document, out),
        "script" => out.write_all(script.as_bytes()),
        _ => unreachable!("the page has no other holes"),
    })
}

/// Writes the template and in the place of each `{{hole}}` what `content` writes. That is not looked at again, whatever it contains.
fn fill(
    template: &str,
    out: &mut dyn Write,
    content: impl Fn(&str, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (hole, after) = after.split_once("}}").expect("every hole is closed");
        out.write_all(before.as_bytes())?;
        content(hole, out)?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

/// The document without traces and certificates, then these in blocks.
fn data(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let main = Document {
        traces: List::default(),
        certificates: Vec::new(),
        ..document.clone()
    };
    block("data", &main, out)?;
    drop(main);
    for (at, part) in document.traces.parts(BLOCK).enumerate() {
        block(&format!("traces-{at}"), &part, out)?;
    }
    for (at, part) in document.certificates.chunks(BLOCK).enumerate() {
        block(&format!("certificates-{at}"), &part, out)?;
    }
    Ok(())
}

fn block(id: &str, value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    write!(out, "<script type=\"application/json\" id=\"{id}\">")?;
    serde_json::to_writer(Embedded(&mut *out), value)?;
    write!(out, "</script>")
}

fn policy(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        hash(script),
        hash(style)
    )
}

fn hash(text: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(text.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            if digit <= chunk.len() {
                out.push(DIGITS[(word >> (18 - 6 * digit) & 63) as usize].into())
            } else {
                out.push('=')
            }
        }
    }
    out
}

/// Makes JSON that goes through it fit to stand inside a script element: the characters that could end the element occur in texts only, where
/// JSON lets them be escaped. Inside a script element of type JSON the separators of lines and paragraphs need no escape.
struct Embedded<'a>(&'a mut dyn Write);

impl Write for Embedded<'_> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let mut from = 0;
        for (at, &byte) in json.iter().enumerate() {
            if matches!(byte, b'<' | b'>' | b'&') {
                self.0.write_all(&json[from..at])?;
                write!(self.0, "\\u{byte:04x}")?;
                from = at + 1;
            }
        }
        self.0.write_all(&json[from..])?;
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_standard_one() {
        let cases = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, wanted) in cases {
            assert_eq!(base64(text.as_bytes()), wanted, "{text}");
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
    }

    #[test]
    fn what_fills_a_hole_is_not_looked_at_again() {
        let mut filled = Vec::new();
        let fills = fill("<{{a}}|{{b}}>", &mut filled, |hole, out| match hole {
            "a" => out.write_all(b"{{b}}{{"),
            _ => out.write_all(b"}}"),
        });
        assert!(fills.is_ok());
        assert_eq!(filled, b"<{{b}}{{|}}>");
    }

    #[test]
    fn style_and_script_end_only_where_their_elements_end() {
        let lower = SCRIPT.to_lowercase();
        for mark in ["</script", "<script", "<!--", "]]>"] {
            assert!(!lower.contains(mark), "{mark}");
        }
        assert!(!STYLE.contains('<'));
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        let code = SCRIPT.replace("http://www.w3.org/2000/svg", "");
        for text in [PAGE, STYLE, &code] {
            for mark in ["http:", "https:", "url(", "@import", " src=", "//cdn"] {
                assert!(!text.contains(mark), "{mark}");
            }
        }
    }

    #[test]
    fn the_script_has_no_way_to_make_markup_of_text() {
        for sink in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "DOMParser",
            "createContextualFragment",
        ] {
            assert!(!SCRIPT.contains(sink), "{sink}");
        }
    }

    #[test]
    fn the_page_stays_small() {
        let bytes = PAGE.len() + STYLE.len() + SCRIPT.len();
        assert!(bytes < 100_000, "{bytes} bytes beside the data");
    }

    proptest::proptest! {
        #[test]
        fn embedded_json_reads_back_and_cannot_end_its_element(text in ".*", odd in "[<>&/!\\-\\\\\"'scriptSCRIPT\u{2028}\u{2029}\u{0}]*") {
            let value = serde_json::json!({ (text.clone()): odd, "b": text });
            let mut inside = Vec::new();
            serde_json::to_writer(Embedded(&mut inside), &value).expect("a vector takes every byte");
            let inside = String::from_utf8(inside).expect("JSON is UTF-8");
            let ends = inside.contains(['<', '>', '&', '\r', '\n']);
            proptest::prop_assert!(!ends, "{}", inside);
            proptest::prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&inside).expect("JSON"), value);
        }
    }
}
