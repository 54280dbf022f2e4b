//! Sections, tasks and tags of an `.sby` file.
//!
//! A line `TAG: TEXT` belongs to the tasks of that name or group, `~TAG: TEXT` to all others. A tag by itself opens a block
//! that ends with `--` or at the next tag. Tags are known from the section `[tasks]`, which comes first.

use assay_source::{Diagnostic, SourceFile, Span};

/// One section as the chosen task sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section<'a> {
    /// The first word of the header.
    pub name: &'a str,
    /// What follows it: the name of a file, or tasks that the section is for.
    pub arguments: Vec<&'a str>,
    pub header: Span,
    pub lines: Vec<Line<'a>>,
}

/// One line without its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// A task with the groups it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Task<'a> {
    name: &'a str,
    groups: Vec<&'a str>,
    /// It is meant where the user names none.
    default: bool,
}

/// The sections for one task, and the name of that task if the file has tasks. `wanted` is the task that the user names.
pub(super) fn sections<'a>(
    file: &'a SourceFile,
    wanted: Option<&str>,
) -> Result<(Option<&'a str>, Vec<Section<'a>>), Box<Diagnostic>> {
    let lines = lines(file);
    let tasks = tasks(&lines)?;
    let task = chosen(file, &tasks, wanted)?;
    let tags = Tags {
        all: tasks
            .iter()
            .flat_map(|t| t.groups.iter().chain([&t.name]))
            .copied()
            .collect(),
        active: task.map_or(vec![], |t| {
            t.groups.iter().chain([&t.name]).copied().collect()
        }),
    };
    let sections = tags.filtered(&lines)?;
    Ok((task.map(|t| t.name), sections))
}

fn lines(file: &SourceFile) -> Vec<Line<'_>> {
    let mut at = 0;
    let mut found = Vec::new();
    for whole in file.text().split_inclusive('\n') {
        let text = whole.trim_end_matches(['\n', '\r']);
        found.push(Line {
            text,
            span: Span::new(file.id, at, at + text.len()),
        });
        at += whole.len();
    }
    found
}

/// What stands between the brackets of a header.
fn header<'a>(line: &Line<'a>) -> Option<&'a str> {
    let inner = line.text.trim_end().strip_prefix('[')?;
    inner.strip_suffix(']').map(str::trim)
}

fn is_blank(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('#')
}

fn tasks<'a>(lines: &[Line<'a>]) -> Result<Vec<Task<'a>>, Box<Diagnostic>> {
    let mut tasks = Vec::new();
    let mut inside = false;
    for line in lines {
        if line.text.starts_with('[') {
            inside = header(line) == Some("tasks");
        } else if inside && !is_blank(line.text) {
            let (names, marks) = line.text.split_once(':').unwrap_or((line.text, ""));
            if !marks.split_whitespace().all(|word| word == "default") {
                let message = format!("`{}` is no mark of a task", marks.trim());
                return Err(Box::new(
                    error(message, line.span).help("a task can be marked as `: default`"),
                ));
            }
            let mut names = names.split_whitespace();
            if let Some(name) = names.next() {
                tasks.push(Task {
                    name,
                    groups: names.collect(),
                    default: marks.contains("default"),
                });
            }
        }
    }
    Ok(tasks)
}

/// The task that is meant: the one that the user names, the only one, or the only default.
fn chosen<'t, 'a>(
    file: &SourceFile,
    tasks: &'t [Task<'a>],
    wanted: Option<&str>,
) -> Result<Option<&'t Task<'a>>, Box<Diagnostic>> {
    let names: Vec<&str> = tasks.iter().map(|t| t.name).collect();
    let path = file.name();
    if let Some(wanted) = wanted {
        let found = tasks.iter().find(|t| t.name == wanted);
        return match found {
            Some(task) => Ok(Some(task)),
            None => {
                let message = format!("`{path}` has no task `{wanted}`");
                let error = Diagnostic::error("N0220", message);
                Err(Box::new(if names.is_empty() {
                    error.help("it has no tasks: leave `--task` out")
                } else {
                    error.help(format!("the tasks are {}", names.join(", ")))
                }))
            }
        };
    }
    let defaults: Vec<&Task> = tasks.iter().filter(|t| t.default).collect();
    match (tasks, defaults.as_slice()) {
        ([], _) => Ok(None),
        ([only], _) => Ok(Some(only)),
        (_, [default]) => Ok(Some(default)),
        _ => {
            let message = format!("`{path}` has {} tasks: {}", tasks.len(), names.join(", "));
            let help = format!("choose one: `--task {}`", names[0]);
            Err(Box::new(Diagnostic::error("N0220", message).help(help)))
        }
    }
}

struct Tags<'a> {
    all: Vec<&'a str>,
    /// Those of the chosen task.
    active: Vec<&'a str>,
}

impl<'a> Tags<'a> {
    /// The sections without the lines of other tasks.
    fn filtered(&self, lines: &[Line<'a>]) -> Result<Vec<Section<'a>>, Box<Diagnostic>> {
        let mut sections: Vec<Section<'a>> = Vec::new();
        // Whether the lines of the open block belong to the task.
        let mut block: Option<bool> = None;
        let mut tasks = false;
        for line in lines {
            if header(line) == Some("tasks") {
                tasks = true;
                continue;
            }
            if tasks && !line.text.starts_with('[') {
                continue;
            }
            tasks = false;
            if line.text.starts_with("--pycode") {
                let message = "Python in an `.sby` file is not run".to_string();
                return Err(Box::new(error(message, line.span)));
            }
            if block.is_some() && line.text.trim_end() == "--" {
                block = None;
                continue;
            }
            let is_body = sections.last().is_some_and(|s| s.name == "file");
            let line = match self.tagged(line) {
                Some((active, rest)) if rest.text.is_empty() => {
                    block = Some(active);
                    continue;
                }
                Some((true, rest)) => rest,
                Some((false, _)) => continue,
                None => {
                    if !is_body && let Some(error) = self.unknown_tag(line) {
                        return Err(Box::new(error));
                    }
                    *line
                }
            };
            if block == Some(false) {
                continue;
            }
            self.enter(line, &mut sections)?;
        }
        let for_task = |s: &Section| {
            s.name == "file"
                || s.arguments.is_empty()
                || s.arguments.iter().any(|a| self.active.contains(a))
        };
        sections.retain(for_task);
        Ok(sections)
    }

    fn enter(
        &self,
        line: Line<'a>,
        sections: &mut Vec<Section<'a>>,
    ) -> Result<(), Box<Diagnostic>> {
        match (header(&line), sections.last_mut()) {
            (Some(words), _) => {
                let mut words = words.split_whitespace();
                let Some(name) = words.next() else {
                    return Err(Box::new(error(
                        "a section without a name".into(),
                        line.span,
                    )));
                };
                sections.push(Section {
                    name,
                    arguments: words.collect(),
                    header: line.span,
                    lines: Vec::new(),
                });
            }
            (None, Some(section)) => {
                if section.name == "file" || !is_blank(line.text) {
                    section.lines.push(line);
                }
            }
            (None, None) if is_blank(line.text) => {}
            (None, None) => {
                let message = format!("`{}` stands in no section", line.text.trim());
                let error = error(message, line.span);
                return Err(Box::new(
                    error.help("the first line of a section is `[NAME]`"),
                ));
            }
        }
        Ok(())
    }

    /// Whether the line belongs to the task, and the rest of it; none for a line without a tag.
    fn tagged(&self, line: &Line<'a>) -> Option<(bool, Line<'a>)> {
        let (tag, rest) = line.text.split_once(':')?;
        let (tag, negated) = match tag.strip_prefix('~') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        if !self.all.contains(&tag) {
            return None;
        }
        let text = rest.trim();
        let span = line.span;
        let start = span.start as usize + line.text.len() - rest.trim_start().len();
        let rest = Line {
            text,
            span: Span::new(span.file, start, start + text.len()),
        };
        Some((self.active.contains(&tag) != negated, rest))
    }

    fn unknown_tag(&self, line: &Line<'a>) -> Option<Diagnostic> {
        let first = line.text.split_whitespace().next()?;
        let tag = first.strip_suffix(':')?;
        if !line.text.starts_with(first) || tag.is_empty() {
            return None;
        }
        let start = line.span.start as usize;
        let span = Span::new(line.span.file, start, start + first.len());
        let message = format!("`{tag}` is no task and no group of tasks");
        Some(error(message, span).help("the section `[tasks]` names them, and comes first"))
    }
}

pub(super) fn error(message: String, span: Span) -> Diagnostic {
    Diagnostic::error("N0220", message).at(span)
}
