//! `assay animate`: a session with a specification, typed or from a script.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::rc::Rc;

use assay_language::{Animation, Outcome, Reply};
use assay_report::{reply_to_json, reply_to_text};
use assay_session::{Exit, Stop};
use assay_source::Diagnostic;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::open;
use crate::args::AnimateArgs;
use crate::files::unwritten;
use crate::output::Output;

/// Where typed lines are kept, beside the results that are remembered.
const TYPED: &str = ".assay/animate.history";

pub fn run(args: &AnimateArgs, output: Output) -> Result<Exit, Stop> {
    let opened = open(&args.model, None, output)?;
    let mut talk = Talk {
        animation: Rc::new(RefCell::new(opened.animate()?)),
        output,
        exit: Exit::Holds,
    };
    let opening = talk.animation.borrow_mut().opening();
    for reply in opening {
        talk.show(&reply)?;
    }
    match &args.script {
        Some(path) if path.as_os_str() == "-" => talk.listen()?,
        Some(path) => talk.replay(path)?,
        None if std::io::stdin().is_terminal() && !output.json() => return talk.typed(),
        None => talk.listen()?,
    }
    Ok(talk.exit)
}

/// Completion looks at the session between two commands.
type Shared<'m> = Rc<RefCell<Box<dyn Animation + 'm>>>;

/// A session and what came of it.
struct Talk<'m> {
    animation: Shared<'m>,
    output: Output,
    exit: Exit,
}

impl Talk<'_> {
    fn show(&self, reply: &Reply) -> Result<(), Stop> {
        let animation = self.animation.borrow();
        let texts = animation.texts();
        if self.output.json() {
            return self
                .output
                .result(&format!("{}\n", reply_to_json(reply, texts)));
        }
        if let Outcome::Faulty(faults) = &reply.outcome {
            self.output.diagnostics(texts, faults);
        }
        self.output
            .result(&reply_to_text(reply, texts, self.output.style()))
    }

    /// Carries out a command of a script, and remembers the gravest outcome.
    fn scripted(&mut self, line: &str) -> Result<(), Stop> {
        let reply = self.animation.borrow_mut().command(line);
        let Some(reply) = reply else {
            return Ok(());
        };
        if !self.output.json() {
            self.output.result(&format!("> {}\n", reply.command))?;
        }
        self.show(&reply)?;
        let exit = match &reply.outcome {
            Outcome::Faulty(_) => Exit::BadInput,
            Outcome::Unknown(_) => Exit::Undecided,
            outcome if outcome.is_failure() => Exit::Finding,
            _ => Exit::Holds,
        };
        let grave = |exit: Exit| match exit {
            Exit::BadInput => 3,
            Exit::Finding => 2,
            Exit::Undecided => 1,
            _ => 0,
        };
        if grave(exit) > grave(self.exit) {
            self.exit = exit;
        }
        Ok(())
    }

    fn listen(&mut self) -> Result<(), Stop> {
        for line in std::io::stdin().lock().lines() {
            let line = line.map_err(|error| unread("standard input", &error))?;
            if matches!(line.trim(), "quit" | "exit") {
                break;
            }
            self.scripted(&line)?;
        }
        Ok(())
    }

    fn replay(&mut self, path: &Path) -> Result<(), Stop> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| unread(&path.display().to_string(), &error))?;
        for line in text
            .lines()
            .take_while(|line| !matches!(line.trim(), "quit" | "exit"))
        {
            self.scripted(line)?;
        }
        Ok(())
    }

    /// A session at a terminal, with editing, completion and the lines of earlier sessions.
    fn typed(&mut self) -> Result<Exit, Stop> {
        let mut editor: Editor<Words<'_>, DefaultHistory> =
            Editor::new().map_err(|error| no_terminal(&error))?;
        editor.set_helper(Some(Words(self.animation.clone())));
        // The first session finds no lines of earlier ones.
        let _ = editor.load_history(TYPED);
        self.output
            .note("`help` lists the commands, `quit` ends the session");
        loop {
            let line = match editor.readline("assay> ") {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(no_terminal(&error)),
            };
            if !line.trim().is_empty() {
                let _ = editor.add_history_entry(line.trim());
            }
            match line.trim().split_once(char::is_whitespace) {
                None if matches!(line.trim(), "quit" | "exit") => break,
                Some(("save", path)) => self.save(Path::new(path.trim())),
                Some(("replay", path)) => {
                    if let Err(stop) = self.replay(Path::new(path.trim())) {
                        self.output.stopped(stop);
                    }
                }
                _ => {
                    let reply = self.animation.borrow_mut().command(&line);
                    if let Some(reply) = reply {
                        self.show(&reply)?;
                    }
                }
            }
        }
        keep(&mut editor, self.output);
        Ok(Exit::Holds)
    }

    /// Writes the commands that lead to the present state.
    fn save(&self, path: &Path) {
        let recorded = self.animation.borrow().recorded();
        match std::fs::write(path, recorded) {
            Ok(()) => self.output.note(&format!(
                "`{}` has the commands that lead here",
                path.display()
            )),
            Err(error) => {
                self.output
                    .stopped(unwritten(&path.display().to_string(), &error));
            }
        }
    }
}

/// Keeps the typed lines for the next session.
fn keep(editor: &mut Editor<Words<'_>, DefaultHistory>, output: Output) {
    let folder = Path::new(TYPED).parent().expect("it has a folder");
    let kept = std::fs::create_dir_all(folder).map_err(ReadlineError::from);
    if let Err(error) = kept.and_then(|()| editor.save_history(TYPED)) {
        output.warning(&format!(
            "the typed lines cannot be kept in `{TYPED}`: {error}"
        ));
    }
}

fn no_terminal(error: &ReadlineError) -> Stop {
    Stop::bad_input(Diagnostic::error(
        "A0042",
        format!("the terminal cannot be read: {error}"),
    ))
}

fn unread(what: &str, error: &std::io::Error) -> Stop {
    let message = format!("`{what}` cannot be read: {error}");
    Stop::bad_input(Diagnostic::error("A0043", message))
}

/// What can be completed.
#[derive(Helper, Hinter, Highlighter, Validator)]
struct Words<'m>(Shared<'m>);

impl Completer for Words<'_> {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.borrow().complete(line, at))
    }
}
