//! Printing and parsing again gives the same tree, for random programs in both dialects.

use std::sync::Arc;

use assay_lustre::ast::*;
use assay_lustre::syntax::printer::{print_expr, print_program};
use assay_lustre::syntax::tree::SameTree;
use assay_lustre::{Dialect, parse};
use assay_source::{FileId, SourceFile, Span};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

fn ident(name: &str) -> Ident {
    Ident {
        name: Arc::from(name),
        span: Span::default(),
    }
}

fn expr(kind: ExprKind) -> Expr {
    let depth = 1 + kind.children().map(|c| c.depth).max().unwrap_or(0);
    Expr {
        kind,
        span: Span::default(),
        op_span: Span::default(),
        depth,
    }
}

fn name() -> impl Strategy<Value = Ident> {
    prop::sample::select(vec!["a", "b", "cc", "d_1", "Long_Name"]).prop_map(ident)
}

fn binary_op(dialect: Dialect) -> impl Strategy<Value = BinaryOp> {
    let mut ops = vec![
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::IntDiv,
        BinaryOp::Mod,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Implies,
        BinaryOp::Arrow,
    ];
    if dialect == Dialect::Kind2 {
        ops.push(BinaryOp::Fby);
    }
    prop::sample::select(ops)
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        any::<bool>().prop_map(|b| expr(ExprKind::Bool(b))),
        any::<u64>().prop_map(|i| expr(ExprKind::Int(BigInt::from(i)))),
        (0u32..1000, 0u32..1000).prop_map(|(whole, part)| {
            let text = format!("{whole}.{part:03}");
            let value = BigRational::new(BigInt::from(whole * 1000 + part), BigInt::from(1000));
            expr(ExprKind::Real(value, Arc::from(text)))
        }),
        name().prop_map(|n| expr(ExprKind::Name(n.name))),
        Just(expr(ExprKind::Tuple(Vec::new()))),
    ]
}

fn list(inner: BoxedStrategy<Expr>, min: usize) -> impl Strategy<Value = Vec<Expr>> {
    prop::collection::vec(inner, min..min + 3)
}

fn call(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Call> {
    (name(), list(inner, 0)).prop_map(|(callee, args)| Call { callee, args })
}

fn common(inner: BoxedStrategy<Expr>, dialect: Dialect) -> BoxedStrategy<Expr> {
    let boxed = || inner.clone().prop_map(Box::new);
    let unary = prop::sample::select(vec![UnaryOp::Not, UnaryOp::Neg, UnaryOp::Pre]);
    let casts = match dialect {
        Dialect::JKind => vec![CastOp::Real, CastOp::Floor],
        Dialect::Kind2 => vec![CastOp::Real, CastOp::Int],
    };
    prop_oneof![
        4 => (binary_op(dialect), boxed(), boxed()).prop_map(|(op, a, b)| expr(ExprKind::Binary(op, a, b))),
        2 => (unary, boxed()).prop_map(|(op, a)| expr(ExprKind::Unary(op, a))),
        2 => (boxed(), boxed(), boxed()).prop_map(|(c, a, b)| expr(ExprKind::Ite(c, a, b))),
        1 => (prop::sample::select(casts), boxed()).prop_map(|(op, a)| expr(ExprKind::Cast(op, a))),
        1 => call(inner.clone()).prop_map(|c| expr(ExprKind::Call(c))),
        1 => (boxed(), call(inner.clone()), list(inner.clone(), 1)).prop_map(|(clock, call, defaults)| {
            expr(ExprKind::Condact { clock, call, defaults })
        }),
        1 => (name(), prop::collection::vec((name(), inner.clone()), 1..3))
            .prop_map(|(n, fields)| expr(ExprKind::Record(n, fields))),
        1 => (boxed(), name()).prop_map(|(a, f)| expr(ExprKind::Field(a, f))),
        1 => (boxed(), name(), boxed()).prop_map(|(a, f, v)| expr(ExprKind::RecordUpdate(a, f, v))),
        1 => list(inner.clone(), 1).prop_map(|es| expr(ExprKind::Array(es))),
        1 => (boxed(), boxed()).prop_map(|(a, i)| expr(ExprKind::Index(a, i))),
        1 => (boxed(), boxed(), boxed()).prop_map(|(a, i, v)| expr(ExprKind::ArrayUpdate(a, i, v))),
        1 => list(inner.clone(), 2).prop_map(|es| expr(ExprKind::Tuple(es))),
    ]
    .boxed()
}

fn kind2_only(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let boxed = || inner.clone().prop_map(Box::new);
    let step = prop_oneof![
        name().prop_map(PathStep::Field),
        inner.clone().prop_map(PathStep::Index)
    ];
    prop_oneof![
        (boxed(), boxed()).prop_map(|(a, n)| expr(ExprKind::Fill(a, n))),
        (boxed(), prop::collection::vec(step, 1..3), boxed())
            .prop_map(|(a, path, v)| expr(ExprKind::With(a, path, v))),
    ]
    .boxed()
}

fn expression(dialect: Dialect) -> BoxedStrategy<Expr> {
    leaf()
        .prop_recursive(6, 60, 4, move |inner| {
            let common = common(inner.clone().boxed(), dialect);
            match dialect {
                Dialect::JKind => common,
                Dialect::Kind2 => prop_oneof![8 => common, 1 => kind2_only(inner.boxed())].boxed(),
            }
        })
        .boxed()
}

fn type_expr(dialect: Dialect) -> BoxedStrategy<TypeExpr> {
    let make = |kind| TypeExpr {
        kind,
        span: Span::default(),
    };
    let literal = (0u32..9).prop_map(|n| Box::new(expr(ExprKind::Int(BigInt::from(n)))));
    let bound = literal.clone().prop_flat_map(|l| {
        prop_oneof![
            Just(l.clone()),
            Just(Box::new(expr(ExprKind::Unary(UnaryOp::Neg, l))))
        ]
    });
    let base = prop_oneof![
        Just(make(TypeExprKind::Bool)),
        Just(make(TypeExprKind::Int)),
        Just(make(TypeExprKind::Real)),
        name().prop_map(move |n| make(TypeExprKind::Named(n))),
        (bound.clone(), bound).prop_map(move |(l, h)| make(TypeExprKind::Subrange(l, h))),
    ];
    let size = match dialect {
        Dialect::JKind => literal.boxed(),
        Dialect::Kind2 => prop_oneof![literal, expression(dialect).prop_map(Box::new)].boxed(),
    };
    base.prop_recursive(3, 6, 1, move |inner| {
        (inner, size.clone()).prop_map(move |(t, n)| make(TypeExprKind::Array(Box::new(t), n)))
    })
    .boxed()
}

fn variable(dialect: Dialect, parameter: bool) -> impl Strategy<Value = VarDecl> {
    (name(), type_expr(dialect), any::<bool>()).prop_map(move |(name, ty, constant)| VarDecl {
        name,
        ty,
        constant: constant && parameter && dialect == Dialect::Kind2,
    })
}

fn path() -> impl Strategy<Value = Expr> {
    let base = name().prop_map(|n| expr(ExprKind::Name(n.name)));
    base.prop_recursive(3, 4, 1, |inner| {
        prop_oneof![
            (inner.clone(), name()).prop_map(|(a, f)| expr(ExprKind::Field(Box::new(a), f))),
            (inner, 0u32..9).prop_map(|(a, i)| {
                let index = Box::new(expr(ExprKind::Int(BigInt::from(i))));
                expr(ExprKind::Index(Box::new(a), index))
            }),
        ]
    })
}

fn item(dialect: Dialect) -> BoxedStrategy<Item> {
    let span = Span::default();
    let equation = (prop::collection::vec(name(), 0..3), expression(dialect))
        .prop_map(move |(lhs, rhs)| Item::Equation(Equation { lhs, rhs, span }));
    let assert = expression(dialect).prop_map(move |expr| Item::Assert(Assert { expr, span }));
    match dialect {
        Dialect::JKind => prop_oneof![
            equation,
            assert,
            path().prop_map(move |expr| Item::Property(Property {
                style: PropertyStyle::Annotation,
                name: None,
                expr,
                provided: None,
                span,
            })),
            Just(Item::Main(Main { value: true, span })),
            prop::collection::vec(path(), 0..3)
                .prop_map(move |elements| Item::Ivc(Ivc { elements, span })),
            prop::collection::vec(name(), 0..3)
                .prop_map(move |inputs| Item::Realizable(Realizable { inputs, span })),
        ]
        .boxed(),
        Dialect::Kind2 => {
            let style = prop::sample::select(vec![PropertyStyle::Annotation, PropertyStyle::Check]);
            let name = prop::option::of(Just(Arc::from("a name")));
            let property = (
                style,
                name,
                expression(dialect),
                prop::option::of(expression(dialect)),
            )
                .prop_map(move |(style, name, expr, provided)| {
                    Item::Property(Property {
                        style,
                        name,
                        expr,
                        provided,
                        span,
                    })
                });
            prop_oneof![
                equation,
                assert,
                property,
                any::<bool>().prop_map(move |value| Item::Main(Main { value, span }))
            ]
            .boxed()
        }
    }
}

fn declaration(dialect: Dialect) -> BoxedStrategy<Decl> {
    let span = Span::default();
    let body = prop_oneof![
        type_expr(dialect).prop_map(TypeBody::Alias),
        prop::collection::vec(variable(dialect, false), 1..3).prop_map(TypeBody::Record),
        prop::collection::vec(name(), 1..3).prop_map(TypeBody::Enum),
    ];
    let constant = move || {
        (
            name(),
            prop::option::of(type_expr(dialect)),
            expression(dialect),
        )
            .prop_map(move |(name, ty, value)| ConstDecl {
                name,
                ty,
                value,
                span,
            })
    };
    let variables = move |parameter| prop::collection::vec(variable(dialect, parameter), 0..3);
    let kind2 = dialect == Dialect::Kind2;
    let local_constants = prop::collection::vec(constant(), 0..=if kind2 { 2 } else { 0 });
    let node = (
        name(),
        any::<bool>(),
        variables(true),
        variables(false),
        local_constants,
        variables(false),
        prop::collection::vec(item(dialect), 0..4),
    )
        .prop_map(
            move |(name, is_function, inputs, outputs, constants, locals, items)| {
                Decl::Node(NodeDecl {
                    name,
                    is_function: is_function && kind2,
                    inputs,
                    outputs,
                    constants,
                    locals,
                    items,
                    span,
                })
            },
        );
    prop_oneof![
        (name(), body).prop_map(move |(name, body)| Decl::Type(TypeDecl { name, body, span })),
        constant().prop_map(Decl::Const),
        (name(), variables(true), variables(false)).prop_map(move |(name, inputs, outputs)| {
            Decl::Function(FunctionDecl {
                name,
                inputs,
                outputs,
                span,
            })
        }),
        node,
    ]
    .boxed()
}

fn roundtrip(dialect: Dialect, decls: Vec<Decl>) -> Result<(), TestCaseError> {
    let program = Program {
        file: FileId(0),
        dialect,
        decls,
    };
    let text = print_program(&program);
    let parsed = parse(&SourceFile::new(FileId(0), "printed", &text), Some(dialect));
    prop_assert!(parsed.is_ok(), "{text}\n{:?}", parsed.diagnostics);
    prop_assert!(
        program.same_tree(&parsed.ast),
        "{text}\n---\n{}",
        print_program(&parsed.ast)
    );
    Ok(())
}

/// Without any pair of parentheses the tree is another one or no tree at all.
fn parentheses_are_needed(dialect: Dialect, e: &Expr) -> Result<(), TestCaseError> {
    let text = print_expr(e, dialect);
    let wrap = |e: &str| format!("node n() returns ();\nlet\n  assert {e};\ntel;\n");
    let tree = |text: &str| {
        let parsed = parse(&SourceFile::new(FileId(0), "t", &wrap(text)), Some(dialect));
        match (parsed.is_ok(), parsed.ast.decls.first()) {
            (true, Some(Decl::Node(node))) => node.items.first().cloned(),
            _ => None,
        }
    };
    let whole = tree(&text);
    prop_assert!(whole.is_some(), "{text}");
    for (open, close) in pairs(&text) {
        let mut without = text.clone();
        without.replace_range(close..=close, " ");
        without.replace_range(open..=open, " ");
        let conditional = text[open + 1..].starts_with("if ") || text[open + 1..].starts_with('-');
        let same = match (&whole, tree(&without)) {
            (Some(a), Some(b)) => a.same_tree(&b),
            _ => false,
        };
        prop_assert!(conditional || !same, "{text}\n{without}");
    }
    Ok(())
}

/// The places of parentheses that are not those of calls and casts.
fn pairs(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut out = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => {
                let start = open.pop().unwrap();
                let before = text[..start].chars().next_back();
                let called = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
                // A tuple as the only argument: without its parentheses those of the call are taken for them.
                let wrapped = before == Some('(') && text[at + 1..].starts_with(')');
                if !called && !wrapped {
                    out.push((start, at));
                }
            }
            _ => {}
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn jkind_programs(decls in prop::collection::vec(declaration(Dialect::JKind), 0..4)) {
        roundtrip(Dialect::JKind, decls)?;
    }

    #[test]
    fn kind2_programs(decls in prop::collection::vec(declaration(Dialect::Kind2), 0..4)) {
        roundtrip(Dialect::Kind2, decls)?;
    }

    #[test]
    fn jkind_parentheses(e in expression(Dialect::JKind)) {
        parentheses_are_needed(Dialect::JKind, &e)?;
    }

    #[test]
    fn kind2_parentheses(e in expression(Dialect::Kind2)) {
        parentheses_are_needed(Dialect::Kind2, &e)?;
    }
}
