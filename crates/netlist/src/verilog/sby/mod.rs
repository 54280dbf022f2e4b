//! `.sby` files of SymbiYosys: what they read, for one of their tasks.
//!
//! SymbiYosys copies the files of `[files]` and `[file NAME]` into one directory and runs the script there. The same names
//! hold here: each file gets a link, or is written, under the name that the script has for it. Proofs are those of assay's own engines and
//! have no bound, so `depth` and `[engines]` are read and not used.

mod parse;
mod script;

use assay_source::{Diagnostic, SourceFile};

use self::parse::{Section, error, sections};
use self::script::Commands;
use super::disk::{Disk, directory_of, joined};
use super::sources::Sources;
use super::stage::{Body, Link, is_plain};

/// What a task of an `.sby` file reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sby {
    /// With files by the names in the directory of the script.
    pub sources: Sources,
    pub links: Vec<Link>,
    pub bodies: Vec<Body>,
    /// Warnings, and a note about what is not used.
    pub notes: Vec<Diagnostic>,
}

/// Reads an `.sby` file. `task` is the one that the user names.
pub fn read_sby(
    file: &SourceFile,
    task: Option<&str>,
    disk: &dyn Disk,
) -> Result<Sby, Box<Diagnostic>> {
    let (task, sections) = sections(file, task)?;
    let mut notes = options(&sections)?;
    let mut sby = Sby {
        sources: Sources::default(),
        links: vec![],
        bodies: vec![],
        notes: vec![],
    };
    sby.files(file, &sections, disk)?;
    let known = ["options", "engines", "script", "files", "file", "tasks"];
    for section in sections.iter().filter(|s| !known.contains(&s.name)) {
        let message = format!("section `[{}]` is not used", section.name);
        notes.push(Diagnostic::warning("N0221", message).at(section.header));
    }
    let lines: Vec<_> = sections
        .iter()
        .filter(|s| s.name == "script")
        .flat_map(|s| s.lines.clone())
        .collect();
    let commands = Commands::read(&lines)?;
    if commands.named.is_empty() {
        let message = format!("`{}` has no [script] that reads a file", file.name());
        let help = "write `read -formal FILE` and `prep -top MODULE` in a section [script]";
        return Err(Box::new(Diagnostic::error("N0220", message).help(help)));
    }
    for (name, span) in &commands.named {
        if !sby.has(name) {
            return Err(Box::new(sby.not_there(name, *span)));
        }
    }
    let shown = task.map_or(String::new(), |t| format!(", task `{t}`"));
    let message = format!(
        "`{}`{shown}: assertions are proved without a bound; `depth` and `[engines]` are not used",
        file.name()
    );
    notes.push(Diagnostic::note("N0222", message));
    sby.sources = commands.sources;
    sby.notes = notes;
    Ok(sby)
}

/// What is worth a warning in the options. The mode says what is asked of the model.
fn options(sections: &[Section]) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
    let mut warnings = Vec::new();
    for section in sections.iter().filter(|s| s.name == "options") {
        for line in &section.lines {
            let (key, value) = match line.text.trim().split_once(char::is_whitespace) {
                Some((key, value)) => (key, value.trim()),
                None => (line.text.trim(), ""),
            };
            let bad = |what: &str| error(format!("`{value}` is no {what}"), line.span);
            match (key, value) {
                ("mode", "prove" | "bmc") => {}
                ("mode", "cover") => {
                    let message = "the task is about `cover` statements, which are not read: its assertions are checked";
                    warnings.push(Diagnostic::warning("N0221", message).at(line.span));
                }
                ("mode", _) => {
                    return Err(Box::new(
                        bad("mode that is supported").help("the modes are prove, bmc and cover"),
                    ));
                }
                ("depth", _) if value.parse::<u32>().is_err() => {
                    return Err(Box::new(bad("depth")));
                }
                ("depth", _) => {}
                _ => {
                    let message = format!("option `{key}` is not used");
                    warnings.push(Diagnostic::warning("N0221", message).at(line.span));
                }
            }
        }
    }
    Ok(warnings)
}

impl Sby {
    fn has(&self, name: &str) -> bool {
        self.names().any(|n| n == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let links = self.links.iter().map(|l| l.name.as_str());
        links.chain(self.bodies.iter().map(|b| b.name.as_str()))
    }

    /// The files of `[files]` and `[file NAME]`.
    fn files(
        &mut self,
        file: &SourceFile,
        sections: &[Section],
        disk: &dyn Disk,
    ) -> Result<(), Box<Diagnostic>> {
        let directory = directory_of(file.name());
        for section in sections {
            if section.name == "file" {
                let [name] = section.arguments[..] else {
                    return Err(Box::new(error(
                        "`[file NAME]` names one file".into(),
                        section.header,
                    )));
                };
                self.free(name, section.header)?;
                let lines = section.lines.iter().map(|l| format!("{}\n", l.text));
                self.bodies.push(Body {
                    name: name.to_string(),
                    shown: name.to_string(),
                    text: lines.collect(),
                });
            }
            for line in section.lines.iter().filter(|_| section.name == "files") {
                let words: Vec<&str> = line.text.split_whitespace().collect();
                let (name, path) = match words[..] {
                    [path] => (path.rsplit('/').next().unwrap_or(path), path),
                    [name, path] => (name, path),
                    _ => {
                        let message =
                            "a line of [files] is a path, or a name and a path".to_string();
                        return Err(Box::new(error(message, line.span)));
                    }
                };
                self.free(name, line.span)?;
                let to = joined(directory, path);
                if !disk.is_file(&to) {
                    let message = format!("there is no file `{to}`");
                    let help = "paths in [files] are relative to the directory of the `.sby` file";
                    return Err(Box::new(error(message, line.span).help(help)));
                }
                let name = name.to_string();
                self.links.push(Link { name, to });
            }
        }
        Ok(())
    }

    /// Whether a file can have this name in the directory of the script.
    fn free(&self, name: &str, span: assay_source::Span) -> Result<(), Box<Diagnostic>> {
        let up = name.split('/').any(|part| part == "..") || name.starts_with('/');
        if self.has(name) {
            Err(Box::new(error(
                format!("two files have the name `{name}`"),
                span,
            )))
        } else if up || !is_plain(name) {
            let message = format!("`{name}` is no name for a file that yosys can be given");
            Err(Box::new(
                error(message, span).help("`NAME PATH` in [files] gives a file another name"),
            ))
        } else {
            Ok(())
        }
    }

    fn not_there(&self, name: &str, span: assay_source::Span) -> Diagnostic {
        let names: Vec<&str> = self.names().collect();
        let message = format!("`{name}` is in no [files] section and no [file NAME]");
        let error = error(message, span);
        if names.is_empty() {
            error.help("the file has no section [files]: list in it what the script reads")
        } else {
            error.help(format!("the files are {}", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::disk::table::Table;
    use super::super::sources::Mode;
    use super::*;

    const FILE: &str = "[tasks]\nprove all\nbmc all\ncov\n\n[options]\nall: depth 20\nprove: mode prove\nbmc:\nmode bmc\n\
                        multiclock off\n--\ncov: mode cover\n\n[engines]\nsmtbmc yices\n\n[script]\nread -define WIDTH=4\n\
                        read -formal -D FAST a.sv b.sv # both\n~prove: read_verilog -sv glue.v\nread_verilog c.v; prep -top top\nchparam -set N 3 top\n\n\
                        [files]\na.sv\nb.sv rtl/long.sv\n../c.v\n\n[file glue.v]\nmodule glue;\n  // text\n\nendmodule\n";

    fn read(text: &str, task: Option<&str>) -> Result<Sby, (String, String)> {
        let names = ["f/x.sby", "f/a.sv", "f/rtl/long.sv", "f/../c.v"];
        let texts: Vec<(&str, &str)> = names.iter().map(|n| (*n, text)).collect();
        let mut table = Table::new(&texts);
        let file = table.open("f/x.sby").expect("the file");
        read_sby(&file, task, &table).map_err(|error| {
            let at = error.span.map(|s| file.start(s));
            let place = at.map_or(String::new(), |at| format!("{}:{} ", at.line, at.column));
            let text = format!("{place}{}", error.message);
            (text, error.help.unwrap_or_default())
        })
    }

    #[test]
    fn a_task_has_its_own_lines() {
        let prove = read(FILE, Some("prove")).expect("a task");
        let reads = &prove.sources.reads;
        assert_eq!(reads.len(), 2);
        assert_eq!(reads[0].mode, Mode::Formal);
        assert_eq!(reads[0].files, ["a.sv", "b.sv"]);
        let defines: Vec<String> = reads[0].defines.iter().map(|d| d.to_string()).collect();
        assert_eq!(defines, ["WIDTH=4", "FAST"]);
        assert_eq!(
            (reads[1].mode, &reads[1].files[..]),
            (Mode::Verilog, &["c.v".to_string()][..])
        );
        assert_eq!(prove.sources.top.as_deref(), Some("top"));
        assert_eq!(prove.sources.parameters[0].to_string(), "N=3");
        let links: Vec<(&str, &str)> = prove
            .links
            .iter()
            .map(|l| (l.name.as_str(), l.to.as_str()))
            .collect();
        assert_eq!(
            links,
            [
                ("a.sv", "f/a.sv"),
                ("b.sv", "f/rtl/long.sv"),
                ("c.v", "f/../c.v")
            ]
        );
        assert_eq!(
            prove.bodies[0].text,
            "module glue;\n  // text\n\nendmodule\n"
        );
        assert_eq!(prove.notes.len(), 1, "{:?}", prove.notes);
        let bmc = read(FILE, Some("bmc")).expect("a task");
        assert_eq!(bmc.sources.reads.len(), 3);
        assert_eq!(bmc.sources.reads[1].mode, Mode::SystemVerilog);
        assert_eq!(bmc.notes[0].message, "option `multiclock` is not used");
        let cover = read(FILE, Some("cov")).expect("a task");
        assert!(cover.notes[0].message.contains("`cover` statements"));
    }

    #[test]
    fn one_of_several_tasks_has_to_be_chosen() {
        let (said, help) = read(FILE, None).expect_err("three tasks");
        assert_eq!(said, "`f/x.sby` has 3 tasks: prove, bmc, cov");
        assert_eq!(help, "choose one: `--task prove`");
        let (said, help) = read(FILE, Some("all")).expect_err("a group");
        assert_eq!(said, "`f/x.sby` has no task `all`");
        assert_eq!(help, "the tasks are prove, bmc, cov");
        let default = FILE.replace("bmc all\n", "bmc all : default\n");
        assert_eq!(
            read(&default, None)
                .expect("the default")
                .sources
                .reads
                .len(),
            3
        );
    }

    #[test]
    fn a_section_can_be_that_of_a_task() {
        let text = "[tasks]\none\ntwo\n[script one]\nread -sv a.sv\n[script two]\nread -formal a.sv\n[files]\na.sv\n";
        let modes =
            ["one", "two"].map(|t| read(text, Some(t)).expect("a task").sources.reads[0].mode);
        assert_eq!(modes, [Mode::SystemVerilog, Mode::Formal]);
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        let script = |line: &str| format!("[script]\nread -formal a.sv\n{line}\n[files]\na.sv\n");
        for (text, said) in [
            (
                script("prep -top t; opt_merge -share"),
                "3:14 the command `opt_merge` is not supported",
            ),
            (
                script("read_verilog -nolatches a.sv"),
                "3:14 `-nolatches` of the command `read_verilog` is not supported",
            ),
            (
                script("read -formal b.sv"),
                "3:14 `b.sv` is in no [files] section and no [file NAME]",
            ),
            (
                script("prep -top t\nchparam -set W 3 u"),
                "4:18 `chparam` of `u`, which is not the top module",
            ),
            (
                script("hierarchy -top t -chparam W x"),
                "3:29 `x` is no value of a parameter: write a number (8), a constant with a width (4'b1010), or a text (\"fast\")",
            ),
            (
                script("task: prep -top t"),
                "3:1 `task` is no task and no group of tasks",
            ),
            (
                script("--pycode-begin--"),
                "3:1 Python in an `.sby` file is not run",
            ),
            (
                "[script]\nread -formal a.sv\n".into(),
                "2:14 `a.sv` is in no [files] section and no [file NAME]",
            ),
            (
                "[files]\nnone.sv\n".into(),
                "2:1 there is no file `f/none.sv`",
            ),
            (
                "[files]\na.sv\n".into(),
                "`f/x.sby` has no [script] that reads a file",
            ),
            (
                "[options]\nmode live\n".into(),
                "2:1 `live` is no mode that is supported",
            ),
            ("[options]\ndepth x\n".into(), "2:1 `x` is no depth"),
            (
                "mode prove\n".into(),
                "1:1 `mode prove` stands in no section",
            ),
        ] {
            let (message, _) = read(&text, None).expect_err(&text);
            assert_eq!(message, said, "{text}");
        }
        let (_, help) = read("[script]\nread -formal a.sv\n", None).expect_err("no files");
        assert_eq!(
            help,
            "the file has no section [files]: list in it what the script reads"
        );
    }
}
