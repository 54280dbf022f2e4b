//! Which files a source includes, and which file each of the names means.
//!
//! yosys reads included files by itself. They are looked for here as well, in the same order, so that messages and places
//! in them can be shown: in the working directory, beside the including file, then in the directories for include files.

use assay_source::{SourceFile, Span};

use super::Files;

/// More included files than this are not looked at: a file that includes itself under ever longer names has no end.
const MOST: usize = 10_000;

/// One `include` directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Include {
    /// As it is written between the quotes.
    pub name: String,
    /// The name without the quotes.
    pub span: Span,
}

/// The directives of a file outside of comments. Branches of `ifdef` are not decided.
pub(super) fn includes(file: &SourceFile) -> Vec<Include> {
    let text = file.text();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if let Some(after) = rest.strip_prefix("`include") {
            let quoted = after.trim_start().strip_prefix('"');
            at += "`include".len();
            if let Some((name, _)) = quoted.and_then(|q| q.split_once('"')) {
                let start = text.len() - quoted.map_or(0, str::len);
                let end = start + name.len();
                found.push(Include {
                    name: name.to_string(),
                    span: Span::new(file.id, start, end),
                });
                at = end + 1;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// Adds every included file that can be read. `read` opens a file by the name that yosys would use.
pub fn add_included(
    files: &mut Files,
    directories: &[String],
    read: &mut dyn FnMut(&str) -> Option<SourceFile>,
) {
    let ids: Vec<_> = files.iter().map(|f| f.id).collect();
    let mut open = ids;
    let mut tried = 0;
    while let Some(id) = open.pop() {
        let (Some(file), Some(own)) = (files.file(id), files.name_for_yosys(id)) else {
            continue;
        };
        let own = own.to_string();
        for include in includes(&file.clone()) {
            tried += 1;
            if tried > MOST {
                return;
            }
            let names = candidates(&include.name, &own, directories);
            if names.iter().any(|n| files.has(n)) {
                continue;
            }
            if let Some((name, file)) = names.into_iter().find_map(|n| Some((n.clone(), read(&n)?)))
            {
                open.push(file.id);
                files.add_included(&name, file);
            }
        }
    }
}

/// The names under which yosys looks for an included file.
fn candidates(name: &str, including: &str, directories: &[String]) -> Vec<String> {
    let mut all = vec![name.to_string()];
    if name.starts_with('/') {
        return all;
    }
    if let Some((directory, _)) = including.rsplit_once('/') {
        all.push(format!("{directory}/{name}"));
    }
    all.extend(directories.iter().map(|d| format!("{d}/{name}")));
    all
}

#[cfg(test)]
mod tests {
    use assay_source::SourceMap;

    use super::*;

    #[test]
    fn directives_are_found_outside_of_comments() {
        let text = "// `include \"no.vh\"\n`include \"a.vh\"\n/* `include \"no\" */ `include  \"b c.vh\" `include `NAME";
        let file = SourceFile::new(Default::default(), "x.sv", text);
        let found = includes(&file);
        let names: Vec<&str> = found.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(names, ["a.vh", "b c.vh"]);
        assert_eq!(file.slice(found[1].span), "b c.vh");
    }

    #[test]
    fn files_are_looked_for_beside_the_including_one_and_in_directories() {
        let texts = [
            ("rtl/a.sv", "`include \"b.vh\"\n`include \"c.vh\"\n"),
            ("rtl/b.vh", "`include \"b.vh\"\n`include \"sub/d.vh\"\n"),
            ("rtl/sub/d.vh", "`include \"none.vh\"\n"),
            ("inc/c.vh", ""),
        ];
        let mut map = SourceMap::new();
        let first = map.add_text(texts[0].0, texts[0].1);
        let mut files = Files::of(&[map.file(first).clone()]);
        let mut read = |name: &str| {
            let (name, text) = texts.iter().find(|(n, _)| *n == name)?;
            let id = map.add_text(name, text);
            Some(map.file(id).clone())
        };
        add_included(&mut files, &["inc".to_string()], &mut read);
        let mut names: Vec<&str> = files.iter().map(|f| f.name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["inc/c.vh", "rtl/a.sv", "rtl/b.vh", "rtl/sub/d.vh"]);
    }
}
