//! A session with a machine: what a person types, and what is answered.

use assay_language::{Enabled, More, Outcome, Reply};
use assay_source::SourceMap;
use assay_sum::animate::Session;
use assay_sum::scope::SearchScope;
use assay_sum::syntax::parser::parse_sum;
use assay_sum::types;

const COUNTED: &str = "
module Counted is
  maxsize == 3
  state
    held : power int
  where
    #held <= maxsize
  end
  init
  where
    held' = {}
  end
  op add
    x? : int
  where
    pre(x? notin held and #held < maxsize)
    held' = held cup {x?}
  end
  op some
  where
    pre(#held < maxsize)
    exists x : 1 .. 2 @ held' = held cup {x}
  end
  op has
    x? : int
    out! : bool
  where
    out! = true <=> x? in held
    changes_only {}
  end
  op least
    x! : int
  where
    x! = min(held)
    changes_only {}
  end
  check SMALL
    #held <= 1 else \"TOO_MANY\"
    held subseteq 1 .. 5
  end
end Counted
";

fn session(text: &str) -> Session {
    let mut texts = SourceMap::new();
    let id = texts.add_text("counted.sum", text);
    let (spec, faults) = parse_sum(texts.file(id));
    assert!(faults.is_empty(), "{faults:?}");
    let elaboration = types::elaborate(&spec, &types::Options::default());
    assert!(!elaboration.has_errors(), "{:?}", elaboration.diagnostics);
    let mut session = Session::new(
        elaboration.program,
        elaboration.names,
        SearchScope::default(),
        texts,
    )
    .expect("there is a machine");
    session.opening();
    session
}

fn ask(session: &mut Session, line: &str) -> Outcome {
    reply(session, line).outcome
}

fn reply(session: &mut Session, line: &str) -> Reply {
    session.command(line).expect("it is a command")
}

fn state(session: &mut Session) -> String {
    match ask(session, "state") {
        Outcome::State { variables, .. } => variables
            .iter()
            .map(|shown| shown.value.clone())
            .collect::<Vec<_>>()
            .join("; "),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_operation_changes_the_state_and_questions_are_about_it() {
    let session = &mut session(COUNTED);
    assert_eq!(state(session), "{}");
    ask(session, "add{1/x?}");
    let Outcome::Moved(moved) = ask(session, "add{3/x?}") else {
        panic!("there is one way")
    };
    assert_eq!(moved.operation.as_deref(), Some("add"));
    assert_eq!(moved.changed[0].before.as_deref(), Some("{1}"));
    assert_eq!(moved.changed[0].after, "{1, 3}");
    assert_eq!(ask(session, "#held"), Outcome::Value("2".into()));
    assert_eq!(
        ask(session, "exists x : int @ x in held and x > 2"),
        Outcome::Truth(true)
    );
    assert_eq!(ask(session, "4 in held"), Outcome::Truth(false));
}

#[test]
fn outputs_are_shown_and_can_be_asked_for() {
    let session = &mut session(COUNTED);
    ask(session, "add{1/x?}");
    let Outcome::Moved(moved) = ask(session, "has{1/x?}") else {
        panic!("there is one way")
    };
    assert_eq!(moved.outputs[0].to_string(), "out! = true");
    assert!(moved.changed.is_empty());
    for (line, held) in [
        ("expect has{1/x?, true/out!}", true),
        ("expect has{2/x?, true/out!}", false),
        ("expect not has{2/x?, true/out!}", true),
        ("expect held = {1}", true),
        ("expect not (held = {1})", false),
    ] {
        match ask(session, line) {
            Outcome::Expected { held: said, .. } => assert_eq!(said, held, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn several_ways_are_listed_and_one_is_chosen() {
    let session = &mut session(COUNTED);
    let Outcome::Choose { choices, more, .. } = ask(session, "some") else {
        panic!("there are two ways")
    };
    assert_eq!(choices.len(), 2);
    assert_eq!(more, More::No);
    assert!(matches!(ask(session, "choose 3"), Outcome::Faulty(_)));
    let second = choices[1].changed[0].after.clone();
    assert!(matches!(ask(session, "2"), Outcome::Moved(_)));
    assert_eq!(state(session), second);
    assert!(session.recorded().ends_with("some\nchoose 2\n"));
}

#[test]
fn inputs_that_are_not_given_are_looked_for() {
    let session = &mut session(COUNTED);
    let Outcome::Choose { choices, more, .. } = ask(session, "add") else {
        panic!("there are many ways")
    };
    assert_eq!(choices.len(), 20);
    assert_eq!(more, More::Yes);
    assert_eq!(choices[0].inputs[0].name, "x?");
}

#[test]
fn the_way_back_and_forth_keeps_the_states() {
    let session = &mut session(COUNTED);
    for line in ["add{1/x?}", "add{2/x?}", "add{3/x?}"] {
        ask(session, line);
    }
    ask(session, "undo");
    assert_eq!(state(session), "{1, 2}");
    ask(session, "redo");
    assert_eq!(state(session), "{1, 2, 3}");
    ask(session, "back to 1");
    assert_eq!(state(session), "{1}");
    assert!(matches!(ask(session, "back to 9"), Outcome::Faulty(_)));
    ask(session, "add{5/x?}");
    assert!(matches!(ask(session, "redo"), Outcome::Faulty(_)));
    let Outcome::History { visits, present } = ask(session, "history") else {
        panic!("a list")
    };
    assert_eq!((visits.len(), present), (3, 2));
}

#[test]
fn why_not_names_the_conjuncts_that_are_false_with_their_values() {
    let session = &mut session(COUNTED);
    ask(session, "add{1/x?}");
    let Outcome::Why { what, reasons } = ask(session, "why not add{1/x?}") else {
        panic!("it is blocked")
    };
    assert_eq!(what, "add");
    assert_eq!(reasons.len(), 1);
    assert_eq!(reasons[0].text, "x? notin held");
    let values: Vec<String> = reasons[0].values.iter().map(ToString::to_string).collect();
    assert_eq!(values, ["held = {1}", "x? = 1"]);
    assert!(matches!(
        ask(session, "why not add{2/x?}"),
        Outcome::Said(_)
    ));
    let Outcome::Operations(operations) = ask(session, "ops") else {
        panic!("a list")
    };
    assert!(matches!(operations[0].enabled, Enabled::Yes { .. }));
}

#[test]
fn undefined_terms_are_said_with_their_place() {
    let session = &mut session(COUNTED);
    assert!(matches!(
        ask(session, "min(held)"),
        Outcome::Undefined { .. }
    ));
    assert!(matches!(
        ask(session, "min(held) = 0"),
        Outcome::Undefined { .. }
    ));
    let answer = reply(session, "min(held) = 0 or 1 < 2");
    assert_eq!(answer.outcome, Outcome::Truth(true));
    let blocked = reply(session, "least");
    assert!(matches!(blocked.outcome, Outcome::Blocked { .. }));
    assert_eq!(blocked.notes[0].kind, "WD");
}

#[test]
fn what_is_too_large_is_refused_with_its_size() {
    let session = &mut session(COUNTED);
    let Outcome::Unknown(reason) = ask(session, "#(power (power (1..20)))") else {
        panic!("it is too large")
    };
    assert!(reason.contains("2^"), "{reason}");
}

#[test]
fn an_operation_is_said_anew() {
    let session = &mut session(COUNTED);
    assert!(matches!(
        ask(session, "add ^= [add | x? in 1..3]"),
        Outcome::Said(_)
    ));
    let Outcome::Choose { choices, .. } = ask(session, "add") else {
        panic!("three ways")
    };
    assert_eq!(choices.len(), 3);
    assert!(
        session
            .recorded()
            .starts_with("add ^= [add | x? in 1..3]\n")
    );
}

#[test]
fn checks_of_the_module_are_asked_in_the_present_state() {
    let session = &mut session(COUNTED);
    ask(session, "add{1/x?}");
    let Outcome::Checked {
        failures, lines, ..
    } = ask(session, "check SMALL")
    else {
        panic!("it was asked")
    };
    assert_eq!((failures.len(), lines), (0, 2));
    ask(session, "add{9/x?}");
    let Outcome::Checked { failures, .. } = ask(session, "check") else {
        panic!("it was asked")
    };
    assert_eq!(failures.len(), 2);
    assert!(failures[0].text.starts_with("TOO_MANY"));
    assert!(matches!(ask(session, "check OTHER"), Outcome::Faulty(_)));
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    let session = &mut session(COUNTED);
    ask(session, "add{1/x?}");
    for line in [
        "addd{1/x?}",
        "add{1/y?}",
        "add{1/x?",
        "#helt",
        "why not 3",
        "choose 1",
        "1 +",
    ] {
        let outcome = ask(session, line);
        assert!(matches!(outcome, Outcome::Faulty(_)), "{line}: {outcome:?}");
    }
    assert_eq!(state(session), "{1}");
}

#[test]
fn words_are_completed() {
    let session = session(COUNTED);
    let (begin, words) = session.complete("ad", 2);
    assert_eq!((begin, words), (0, vec!["add{".to_string()]));
    let (begin, words) = session.complete("#he", 3);
    assert_eq!((begin, words), (1, vec!["held".to_string()]));
}
