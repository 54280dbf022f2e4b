//! `assay check`: proves or refutes every property.

use std::collections::BTreeSet;
use std::path::Path;

use assay_report::branching::{
    execution_names, trace_to_dot, trace_to_svg, tree_to_dot, tree_to_svg, tree_to_text,
};
use assay_report::{
    CheckResult, RunView, TraceView, TreeView, check_to_json, check_to_text, document, trace_table,
    trace_to_csv, trace_to_vcd,
};
use assay_session::{Exit, Stop};
use assay_source::Diagnostic;

use super::open;
use crate::args::{CheckArgs, TraceFormat};
use crate::files;
use crate::output::Output;

pub fn run(args: &CheckArgs, output: Output) -> Result<Exit, Stop> {
    let opened = open(&args.model, args.engine.timeout, output)?;
    let reply = opened.check(&args.request(output.json()))?;
    let result = &reply.result;
    let others = result.at.len() + result.labels.len() + result.stats.len() + result.computed.len();
    if result.properties.is_empty() && others == 0 && !output.json() {
        return Ok(reply.exit);
    }
    if let Some(path) = &args.save {
        files::write(path, &reply.lemmas)?;
    }
    if let Some(directory) = &args.witness {
        create(directory)?;
        let mut names = FileNames::default();
        for witness in &reply.witnesses {
            let stem = names.stem(&witness.property);
            let path = directory.join(format!("{stem}.{}", witness.file.extension));
            files::write(&path, &witness.file.text)?;
        }
    }
    let top = opened.mains().into_iter().next().unwrap_or_default();
    let format = args.trace_format;
    if let Some(directory) = &args.trace_dir {
        write_traces(directory, result, format, &top, output)?;
    }
    let tables = args.trace_dir.is_none() && format == TraceFormat::Table;
    let mut text = if output.json() {
        document(&check_to_json(result))
    } else {
        check_to_text(result, output.style(), tables)
    };
    if !output.json() && args.trace_dir.is_none() && format != TraceFormat::Table {
        for (name, shown) in rendered(result, format, &top, output) {
            match format {
                TraceFormat::C => text.push_str(&format!("\n/* {name} */\n{shown}")),
                // The name is in the picture.
                TraceFormat::Dot | TraceFormat::Svg => text.push_str(&format!("\n{shown}")),
                _ => text.push_str(&format!("\n{name}\n{shown}")),
            }
        }
    }
    output.result(&text)?;
    Ok(reply.exit)
}

/// Executions and trees in a format, each with the name of its property.
fn rendered(
    result: &CheckResult,
    format: TraceFormat,
    top: &str,
    output: Output,
) -> Vec<(String, String)> {
    let traces = result.traces().map(|(name, trace)| {
        let shown = render(name, trace, format, top, output);
        (name.to_string(), shown)
    });
    let trees = result
        .trees()
        .flat_map(|(name, tree)| render_tree(name, tree, format, top, output));
    traces.chain(trees).collect()
}

fn render(name: &str, trace: &TraceView, format: TraceFormat, top: &str, output: Output) -> String {
    match format {
        TraceFormat::Table => trace_table(trace, output.style()),
        TraceFormat::Csv => trace_to_csv(trace),
        TraceFormat::Vcd => trace_to_vcd(trace, top),
        TraceFormat::C => as_program(trace.run.as_ref(), output),
        TraceFormat::Dot => trace_to_dot(name, trace),
        TraceFormat::Svg => trace_to_svg(name, trace),
    }
}

/// A tree as a whole, or its paths one by one where the format has no trees.
fn render_tree(
    name: &str,
    tree: &TreeView,
    format: TraceFormat,
    top: &str,
    output: Output,
) -> Vec<(String, String)> {
    let whole = match format {
        TraceFormat::Table => tree_to_text(tree, output.style()),
        TraceFormat::Dot => tree_to_dot(name, tree),
        TraceFormat::Svg => tree_to_svg(name, tree),
        TraceFormat::Csv | TraceFormat::Vcd | TraceFormat::C => {
            let paths = tree.paths().zip(execution_names(name, tree));
            let paths = paths.map(|((_, path), name)| {
                let shown = render(&name, &path.trace, format, top, output);
                (name, shown)
            });
            return paths.collect();
        }
    };
    vec![(name.to_string(), whole)]
}

/// The program that does what a run does. Where there is none, a comment says why.
pub fn as_program(run: Option<&RunView>, output: Output) -> String {
    let none = "executions of this language are not written as programs";
    let program = run.and_then(|r| r.program.clone());
    program.unwrap_or_else(|| {
        let why = run.and_then(|r| r.no_program.as_deref()).unwrap_or(none);
        output.warn_with_code("A0124", &format!("no program is written: {why}"));
        format!("/* No program: {why}. */\n")
    })
}

fn create(directory: &Path) -> Result<(), Stop> {
    std::fs::create_dir_all(directory).map_err(|error| {
        let message = format!("cannot create `{}`: {error}", directory.display());
        Stop::bad_input(Diagnostic::error("A0006", message))
    })
}

/// Names of files made of names of properties, no two the same.
#[derive(Default)]
struct FileNames(BTreeSet<String>);

impl FileNames {
    fn stem(&mut self, name: &str) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-~.".contains(c);
        let chars = name.chars().map(|c| if plain(c) { c } else { '_' });
        let mut stem: String = chars.collect();
        while !self.0.insert(stem.clone()) {
            stem.push('_');
        }
        stem
    }
}

/// One file for each trace, named after its property.
fn write_traces(
    directory: &Path,
    result: &CheckResult,
    format: TraceFormat,
    top: &str,
    output: Output,
) -> Result<(), Stop> {
    create(directory)?;
    let extension = match format {
        TraceFormat::Table => "txt",
        TraceFormat::Csv => "csv",
        TraceFormat::Vcd => "vcd",
        TraceFormat::C => "c",
        TraceFormat::Dot => "dot",
        TraceFormat::Svg => "svg",
    };
    let mut names = FileNames::default();
    for (name, shown) in rendered(result, format, top, output) {
        let path = directory.join(format!("{}.{extension}", names.stem(&name)));
        files::write(&path, &shown)?;
    }
    Ok(())
}
