//! From trees to programs: modules, operations and machines as they come out, and queries about them.

mod dump;

use assay_source::{FileId, SourceFile};
use assay_sum::core::{ConjunctRole, PredKind};
use assay_sum::syntax::fixity::Operators;
use assay_sum::syntax::parser::{Query, parse_paragraph, parse_query, parse_sum};
use assay_sum::syntax::{ParagraphKind, parse_latex};
use assay_sum::types::{Elaboration, Options, Question, View, code, elaborate, modules};

fn sum(text: &str) -> Elaboration {
    sum_with(text, &Options::default())
}

fn sum_with(text: &str, options: &Options) -> Elaboration {
    let file = SourceFile::new(FileId(0), "test.sum", text);
    let (spec, syntax) = parse_sum(&file);
    assert!(syntax.is_empty(), "{syntax:?}");
    let result = elaborate(&spec, options);
    if !result.has_errors() {
        assert_eq!(result.program.broken(), None);
    }
    result
}

fn latex(text: &str, options: &Options) -> Elaboration {
    let file = SourceFile::new(FileId(0), "test.tex", text);
    let (spec, syntax) = parse_latex(&file);
    assert!(syntax.is_empty(), "{syntax:?}");
    let result = elaborate(&spec, options);
    if !result.has_errors() {
        assert_eq!(result.program.broken(), None);
    }
    result
}

const COUNTER: &str = "module Counter is
  limit == 3
  state
    s : power int
    n : int
  where
    #s <= limit
  end
  init
  where
    s' = {}
    n' = 0
  end
  op add
    x? : int
    old! : nat
  where
    pre(x? notin s and #s < limit)
    s' = s cup {x?}
    old! = #s
    changes_only {s}
  end
  op addThree
    old! : nat
  where
    add{3/x?}
  end
  op both ^= add and [y? : int | y? > 0]
end Counter
";

#[test]
fn a_module_with_operations() {
    let result = sum(COUNTER);
    assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
    insta::assert_snapshot!(dump::program(&result.program));
}

#[test]
fn instances_have_states_and_types_of_their_own() {
    let result = sum("module Cell [T] is
  MODE ::= open | shut
  state
    held : power T
    mode : MODE
  where
    mode = open
  end
  init
  where
    held' = {}
    mode' = open
  end
  op put
    x? : T
  where
    pre(x? notin held)
    held' = held cup {x?}
    changes_only {held}
  end
end Cell

module Pair is
  [NAME]
  import Cell[NAME] as A
  import Cell[int] as B
  state
    A.state
    B.state
    total : int
  where
    total = #B.held
  end
  init
  where
    A.init
    B.init
    total' = 0
  end
  op name
    x? : NAME
  where
    A.put
    changes_only {A.state}
  end
  op number
    k? : int
  where
    if k? > 0 then B.put{k?/x?} else B.held' = B.held fi
    changes_only {B.held, total}
  end
end Pair
");
    assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
    insta::assert_snapshot!(dump::program(&result.program));
}

const BOOK: &str = r"
\begin{zed} [NAME, DATE] \end{zed}
\begin{schema}{Book}
  known : \power NAME \\
  birthday : NAME \pfun DATE
\where
  known = \dom birthday
\end{schema}
\begin{schema}{InitBook}
  Book
\where
  known = \emptyset
\end{schema}
\begin{schema}{Add}
  \Delta Book \\
  name? : NAME \\
  date? : DATE
\where
  name? \notin known \\
  birthday' = birthday \cup \{name? \mapsto date?\}
\end{schema}
\begin{schema}{Find}
  \Xi Book \\
  name? : NAME \\
  date! : DATE
\where
  name? \in known \\
  date! = birthday(name?)
\end{schema}
\begin{zed}
  REPORT ::= ok | already
\end{zed}
\begin{zed}
  Success \defs [report! : REPORT | report! = ok] \\
  Known \defs [\Xi Book; name? : NAME; report! : REPORT | name? \in known \land report! = already] \\
  RAdd \defs (Add \land Success) \lor Known
\end{zed}
";

#[test]
fn the_machine_of_a_file_of_z_is_found() {
    let result = latex(BOOK, &Options::default());
    assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
    let found = result.found.as_ref().expect("there is a state");
    assert_eq!(found.state.as_ref().expect("Book").as_str(), "Book");
    assert_eq!(found.init.as_ref().expect("InitBook").as_str(), "InitBook");
    insta::assert_snapshot!(dump::program(&result.program));
}

#[test]
fn options_say_what_the_machine_is() {
    let options = Options {
        operations: vec!["Find".into()],
        ..Options::default()
    };
    let result = latex(BOOK, &options);
    let machine = result.program.machine.as_ref().expect("there is a state");
    assert_eq!(machine.operations.len(), 1);
    let frames = machine.operations[0].postcondition.iter();
    let frames = frames.filter(|c| c.role == ConjunctRole::Frame).count();
    assert_eq!(frames, 2, "`Xi Book` keeps both variables");
    for options in [
        Options {
            state: Some("Boook".into()),
            ..Options::default()
        },
        Options {
            init: Some("Start".into()),
            ..Options::default()
        },
        Options {
            operations: vec!["Success".into()],
            ..Options::default()
        },
    ] {
        let result = latex(BOOK, &options);
        let wrong = result.diagnostics.iter().find(|d| d.is_error());
        assert_eq!(wrong.map(|d| d.code), Some(code::OPTION), "{options:?}");
    }
    let options = Options {
        module: Some("Countre".into()),
        ..Options::default()
    };
    let wrong = sum_with(COUNTER, &options);
    assert_eq!(wrong.diagnostics[0].code, code::OPTION);
}

#[test]
fn modules_are_listed() {
    let file = SourceFile::new(FileId(0), "test.sum", COUNTER);
    let list = modules(&parse_sum(&file).0);
    assert_eq!(list.len(), 1);
    assert!(list[0].has_state && !list[0].imported);
    assert_eq!(list[0].operations.len(), 3);
}

/// A query, and the program with its variables.
fn ask(result: &mut Elaboration, text: &str, view: &View) -> Result<String, Vec<&'static str>> {
    let file = SourceFile::new(FileId(1), "query", text);
    let (query, syntax) = parse_query(&file, &Operators::toolkit());
    let query = query.unwrap_or_else(|| panic!("{text}: {syntax:?}"));
    let codes = |all: Vec<assay_source::Diagnostic>| all.iter().map(|d| d.code).collect::<Vec<_>>();
    let Elaboration { program, names, .. } = result;
    match names.query(program, &query, view).map_err(codes)? {
        Question::Value(expr) => Ok(dump::expr(program, &expr)),
        Question::Truth(pred) => Ok(dump::pred(program, &pred)),
    }
}

#[test]
fn queries_see_the_state() {
    let mut result = sum(COUNTER);
    let before = View::default();
    let vars = result.program.vars.len();
    assert_eq!(
        ask(&mut result, "#s + limit", &before).unwrap(),
        "Add(Count(s), limit)"
    );
    assert_eq!(
        ask(&mut result, "exists x : int @ x in s", &before).unwrap(),
        "Exists x : INT | true @ x In s"
    );
    assert!(
        result.program.vars.len() > vars,
        "what a query binds is in the table"
    );
    let vars = result.program.vars.len();
    assert_eq!(
        ask(&mut result, "s' = s", &before),
        Err(vec![code::OTHER_STATE])
    );
    assert_eq!(ask(&mut result, "#t", &before), Err(vec![code::UNDECLARED]));
    assert_eq!(
        result.program.vars.len(),
        vars,
        "a wrong query leaves nothing"
    );
    let after = View {
        primed: true,
        ..View::default()
    };
    assert_eq!(ask(&mut result, "s' = s", &after).unwrap(), "s' Equal s");
}

#[test]
fn an_operation_in_a_query_asks_whether_it_can_happen() {
    let mut result = sum(COUNTER);
    let before = View::default();
    insta::assert_snapshot!(ask(&mut result, "add{3/x?}", &before).unwrap());
    assert_eq!(ask(&mut result, "add", &before), Err(vec![code::INPUT]));
    let misplaced = ask(&mut result, "not pre(n > 3)", &before);
    assert_eq!(misplaced, Err(vec![code::MISPLACED_PRE]));
}

#[test]
fn a_call_gives_values_to_inputs() {
    let mut result = sum(COUNTER);
    let file = SourceFile::new(FileId(1), "query", "add{3/x?}");
    let (query, _) = parse_query(&file, &Operators::toolkit());
    let tree = match query.expect("it is a call") {
        Query::Expr(tree) => tree,
        Query::Predicate(tree) => match *tree.kind {
            assay_sum::syntax::PredicateKind::Expression(tree) => tree,
            other => panic!("{other:?}"),
        },
    };
    let Elaboration { program, names, .. } = &mut result;
    let call = names
        .call(program, &tree, &View::default())
        .expect("it has no error")
        .expect("it is an operation");
    assert_eq!(call.operation, 0);
    assert_eq!(call.values.len(), 1);
    assert_eq!(dump::expr(program, &call.values[0].1), "3");
}

#[test]
fn an_operation_is_said_anew() {
    let mut result = sum(COUNTER);
    let text = "op add ^= [add | x? in {1, 2}]";
    let file = SourceFile::new(FileId(1), "query", text);
    let (paragraph, syntax) = parse_paragraph(&file, &Operators::toolkit());
    let paragraph = paragraph.unwrap_or_else(|| panic!("{syntax:?}"));
    let ParagraphKind::Operation { name, value } = paragraph.kind else {
        panic!("it is an operation");
    };
    let Elaboration { program, names, .. } = &mut result;
    let place = names
        .redefine(program, &name, &value)
        .expect("it is correct");
    let operation = &program.machine.as_ref().expect("a machine").operations[place];
    assert_eq!(operation.name.as_str(), "add");
    assert_eq!(dump::expr(program, &operation.inputs[0].set), "{1, 2}");
    assert!(
        operation.precondition.is_some(),
        "it keeps its precondition"
    );
}

#[test]
fn an_operation_of_z_is_asked_and_said_anew() {
    let mut result = latex(BOOK, &Options::default());
    let before = View::default();
    assert_eq!(ask(&mut result, "Add", &before), Err(vec![code::INPUT; 2]));
    let text = "op Find ^= [Find | name? in known]";
    let file = SourceFile::new(FileId(1), "query", text);
    let (paragraph, _) = parse_paragraph(&file, &Operators::toolkit());
    let ParagraphKind::Operation { name, value } = paragraph.expect("it is one").kind else {
        panic!("it is an operation");
    };
    let Elaboration { program, names, .. } = &mut result;
    let place = names
        .redefine(program, &name, &value)
        .expect("it is correct");
    let operation = &program.machine.as_ref().expect("a machine").operations[place];
    let last = operation.postcondition.last().expect("the new line");
    assert_eq!(dump::pred(program, &last.predicate), "name? In known");
    assert_eq!(operation.inputs.len(), 1);
}

#[test]
fn a_new_operation_can_be_said() {
    let mut result = sum(COUNTER);
    let text = "op addTwo ^= add{2/x?}";
    let file = SourceFile::new(FileId(1), "query", text);
    let (paragraph, syntax) = parse_paragraph(&file, &Operators::toolkit());
    let ParagraphKind::Operation { name, value } =
        paragraph.unwrap_or_else(|| panic!("{syntax:?}")).kind
    else {
        panic!("it is an operation");
    };
    let Elaboration { program, names, .. } = &mut result;
    let place = names
        .redefine(program, &name, &value)
        .expect("it is correct");
    assert_eq!(place, 3);
    let asked = ask(&mut result, "addTwo", &View::default()).expect("it has no inputs");
    assert!(asked.starts_with("Exists"), "{asked}");
}

#[test]
fn a_schema_that_doubles_is_refused_when_it_is_too_large() {
    let mut text =
        String::from("module M is\n  schema S0\n    x : int\n  where\n    x > 0 or x < 7\n  end\n");
    for i in 1..40 {
        text += &format!("  S{i} ^= S{} and (S{} or S{})\n", i - 1, i - 1, i - 1);
    }
    text += "end M\n";
    let result = sum(&text);
    let codes: Vec<&str> = result.diagnostics.iter().map(|d| d.code).collect();
    assert!(codes.contains(&code::TOO_LARGE), "{codes:?}");
}

#[test]
fn types_share_their_parts() {
    let mut text = String::from("module M is\n  T0 == int\n");
    for i in 1..60 {
        text += &format!("  T{i} == T{} cross T{}\n", i - 1, i - 1);
    }
    text += "  state\n    x, y : power T59\n  where\n    x cup y = x\n  end\nend M\n";
    // `broken` looks at trees, and this one has more than there is time for.
    let file = SourceFile::new(FileId(0), "test.sum", &text);
    let result = elaborate(&parse_sum(&file).0, &Options::default());
    assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
}

#[test]
fn a_type_that_contains_itself_is_refused() {
    let result = sum(
        "module M is\n  state\n    n : int\n  where\n    exists x : power {{}} @ {x} = x\n  end\nend M\n",
    );
    assert!(result.has_errors());
    let machine = sum("module M is\n  one == 1\nend M\n").program.machine;
    assert!(machine.is_none(), "a module without a state is no machine");
    let program = sum(COUNTER).program;
    let machine = program.machine.as_ref().expect("a machine");
    let first = &machine.invariant[0];
    assert!(matches!(*first.kind, PredKind::Relation { .. }));
}
