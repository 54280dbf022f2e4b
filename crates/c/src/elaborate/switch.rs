//! `switch` and labels.

use assay_source::Span;

use super::constant::wrap;
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{LabelId, Stmt, StmtKind, SwitchCase};
use crate::syntax::tree::{self, ExprId, Place, StmtId};

/// A `switch` while its body is elaborated.
pub(super) struct Switch {
    ty: Ty,
    cases: Vec<(SwitchCase, Place)>,
    default: Option<(LabelId, Span)>,
}

impl<'u> Elaborator<'u> {
    pub fn switch(&mut self, value: ExprId, body: StmtId) -> Done<StmtKind> {
        let place = self.unit.expr(value).place;
        let value = self.value(value)?;
        if !self.tys.is_integer(value.ty) {
            let ty = self.tys.show(value.ty);
            let message = format!("`switch` needs an integer, but this is of type `{ty}`");
            return Err(self.fault(place, "C0104", message));
        }
        let value = self.promote(value);
        self.body.switches.push(Switch {
            ty: value.ty,
            cases: vec![],
            default: None,
        });
        self.body.in_breakable += 1;
        let body = self.stmt(body);
        self.body.in_breakable -= 1;
        let switch = self.body.switches.pop();
        let body = Box::new(body?);
        let switch = switch.ok_or_else(|| self.reported())?;
        self.check_cases(&switch)?;
        Ok(StmtKind::Switch {
            value: value.expr,
            cases: switch.cases.into_iter().map(|(case, _)| case).collect(),
            default: switch.default.map(|(label, _)| label),
            body,
        })
    }

    fn check_cases(&self, switch: &Switch) -> Done<()> {
        let mut order: Vec<&(SwitchCase, Place)> = switch.cases.iter().collect();
        order.sort_by_key(|(case, place)| (case.low, place.first));
        for pair in order.windows(2) {
            let ((one, before), (other, place)) = (pair[0], pair[1]);
            if other.low <= one.high {
                let message = format!("the case {} is there twice", other.low);
                let fault = self.fault(*place, "C0110", message);
                return Err(Box::new(
                    fault.secondary(before.span, "the first one is here"),
                ));
            }
        }
        Ok(())
    }

    /// All labels in a row are one label of the program.
    pub fn labeled(&mut self, labels: &'u [tree::Label], body: StmtId, place: Place) -> Done<Stmt> {
        let named = labels.iter().find_map(|label| match label {
            tree::Label::Name(name) => self.body.labels.get(&*name.name).map(|label| label.id),
            _ => None,
        });
        let id = match named {
            Some(id) => id,
            None => self.new_label(),
        };
        let mut others = Vec::new();
        for label in labels {
            match label {
                tree::Label::Name(name) => {
                    let own = self.named_label(name, id)?;
                    if own != id {
                        others.push(own);
                    }
                }
                tree::Label::Case(value) => self.case(*value, *value, id)?,
                tree::Label::CaseRange(low, high) => self.case(*low, *high, id)?,
                tree::Label::Default => self.default_label(id, place)?,
            }
        }
        let mut statement = self.stmt(body)?;
        others.push(id);
        for label in others {
            let kind = StmtKind::Label(label, Box::new(statement));
            statement = self.make_stmt(kind, place);
        }
        Ok(statement)
    }

    /// Places a user label. Where it was jumped to before, it has its own number already.
    fn named_label(&mut self, name: &'u tree::Ident, id: LabelId) -> Done<LabelId> {
        let span = name.place.span;
        let used = match self.body.labels.get_mut(&*name.name) {
            Some(label) => {
                if let Some(before) = label.span {
                    let message = format!("the label `{}` is there twice", name.name);
                    let fault = self.fault(name.place, "C0110", message);
                    return Err(Box::new(fault.secondary(before, "the first one is here")));
                }
                label.span = Some(span);
                return Ok(label.id);
            }
            None => None,
        };
        let label = super::function::Label {
            id,
            span: Some(span),
            used,
        };
        self.body.labels.insert(&name.name, label);
        Ok(id)
    }

    fn case(&mut self, low: ExprId, high: ExprId, label: LabelId) -> Done<()> {
        let place = self.unit.expr(low).place;
        let Some(ty) = self.body.switches.last().map(|switch| switch.ty) else {
            return Err(self.misplaced("case", "a `switch`", place));
        };
        let ty = self.tys.id(ty);
        let what = "the value of a case";
        let one = self.constant(low, what)?;
        let other = if low == high {
            one
        } else {
            self.constant(high, what)?
        };
        let range = (
            wrap(&self.tys.types, ty, one),
            wrap(&self.tys.types, ty, other),
        );
        let (Some(low), Some(high)) = range else {
            return Err(self.reported());
        };
        if low > high {
            self.warn(place, "C0153", "the range of the case is empty");
            return Ok(());
        }
        if let Some(switch) = self.body.switches.last_mut() {
            switch.cases.push((SwitchCase { low, high, label }, place));
        }
        Ok(())
    }

    fn default_label(&mut self, id: LabelId, place: Place) -> Done<()> {
        match self.body.switches.last_mut() {
            None => Err(self.misplaced("default", "a `switch`", place)),
            Some(switch) => match switch.default {
                None => {
                    switch.default = Some((id, place.span));
                    Ok(())
                }
                Some((_, before)) => {
                    let fault = self.fault(place, "C0110", "`default` is there twice");
                    Err(Box::new(fault.secondary(before, "the first one is here")))
                }
            },
        }
    }
}
