//! Initialisers: lists with designators and with braces left out become parts of the object.

use super::convert::Target;
use super::expr::{Spot, Value};
use super::ty::Ty;
use super::{Done, Elaborator};
use crate::program::{Expr, Init, Length, Step, Type};
use crate::syntax::tree::{self, ExprId, InitItem, InitList, Initializer, Place};

/// More parts than this are refused: a range could ask for any number.
pub(super) const MAX_PARTS: usize = 1 << 20;

/// A record or array whose parts are being filled.
#[derive(Clone)]
pub(super) struct Frame {
    pub ty: Ty,
    /// The part that comes next.
    pub next: u64,
}

/// An initialiser list that is being read.
pub(super) struct Filling<'a> {
    /// Where the object of the list lies in the whole object.
    pub prefix: Vec<Step>,
    /// From the object of the list inwards.
    pub frames: Vec<Frame>,
    /// The number of elements that the object of the list has at least.
    pub extent: u64,
    pub parts: &'a mut Vec<(Vec<Step>, Expr)>,
    pub is_static: bool,
}

impl<'u> Elaborator<'u> {
    /// The value of an object, and its type, which gets a length from the value where it has none.
    pub fn initializer(
        &mut self,
        ty: Ty,
        init: &'u Initializer,
        is_static: bool,
        place: Place,
    ) -> Done<(Init, Ty)> {
        match init {
            Initializer::List(list) => self.list_initializer(ty, list, is_static),
            Initializer::Expr(id) if self.tys.is_array(ty) => {
                let mut parts = Vec::new();
                let extent = self.text(ty, *id, &[], &mut parts)?;
                let Some(extent) = extent else {
                    return self.array_value(ty, *id, is_static, place);
                };
                Ok((Init::Parts(parts), self.with_length(ty, extent)))
            }
            Initializer::Expr(id) => {
                self.require_complete(ty, place)?;
                let value = self.value(*id)?;
                let value = self.stored(value, ty, *id, is_static)?;
                Ok((Init::Value(value), ty))
            }
        }
    }

    /// GNU: an array may be initialised by a compound literal of its type.
    fn array_value(
        &mut self,
        ty: Ty,
        id: ExprId,
        is_static: bool,
        place: Place,
    ) -> Done<(Init, Ty)> {
        if let tree::ExprKind::CompoundLiteral(of, list) = &self.unit.expr(id).kind {
            let of = self.type_name(of)?;
            if self.tys.compatible(self.tys.id(of), self.tys.id(ty)) {
                let both = self.tys.composite(ty, of);
                return self.list_initializer(both, list, is_static);
            }
        }
        let message = format!(
            "the array type `{}` needs a list of values",
            self.tys.show(ty)
        );
        Err(self.fault(place, "C0113", message))
    }

    pub fn list_initializer(
        &mut self,
        ty: Ty,
        list: &'u InitList,
        is_static: bool,
    ) -> Done<(Init, Ty)> {
        self.nested(list.place, |this| this.any_list(ty, list, is_static))
    }

    fn any_list(&mut self, ty: Ty, list: &'u InitList, is_static: bool) -> Done<(Init, Ty)> {
        if !self.is_aggregate(ty) {
            return match list.items.as_slice() {
                [] => {
                    let spot = self.spot_of(list.place);
                    let zero = self.int(0, self.tys.basic.int, spot);
                    let target = Target::Initializer;
                    let zero = self.store(zero, ty, target, list.place)?;
                    Ok((Init::Value(self.folded(zero.expr)), ty))
                }
                [first, rest @ ..] => {
                    if !rest.is_empty() {
                        self.warn(list.place, "C0153", "a scalar is given several values");
                    }
                    self.initializer(ty, &first.value, is_static, list.place)
                }
            };
        }
        if !matches!(self.tys.get(ty), Type::Array(_, Length::Open)) {
            self.require_complete(ty, list.place)?;
        }
        let mut parts = Vec::new();
        let extent = self.fill(ty, list, vec![], &mut parts, is_static)?;
        let ty = self.with_length(ty, extent);
        if self.tys.types.size(self.tys.id(ty)).is_none() {
            return Err(self.fault(list.place, "C0112", "the array is too large"));
        }
        Ok((Init::Parts(parts), ty))
    }

    fn spot_of(&self, place: Place) -> Spot {
        Spot {
            span: place.span,
            at: place.span,
            site: self.site(place.first),
        }
    }

    fn with_length(&mut self, ty: Ty, extent: u64) -> Ty {
        match (self.tys.get(ty), self.tys.of(ty)) {
            (Type::Array(_, Length::Open), Some(of)) => self.tys.array(of, Length::Known(extent)),
            _ => ty,
        }
    }

    pub fn is_aggregate(&self, ty: Ty) -> bool {
        matches!(self.tys.get(ty), Type::Array(..) | Type::Record(_))
    }

    /// A value for a part, checked where it has to be constant.
    fn stored(&mut self, value: Value, ty: Ty, id: ExprId, is_static: bool) -> Done<Expr> {
        let place = self.unit.expr(id).place;
        let value = self.store(value, ty, Target::Initializer, place)?;
        if !is_static {
            return Ok(value.expr);
        }
        let expr = self.folded(value.expr);
        if !self.is_constant(&expr) {
            let message = "the value of an object with static storage is not constant";
            return Err(self.fault(place, "C0109", message));
        }
        Ok(expr)
    }

    /// The characters of a string, if a string initialises an array of characters. Gives the number of elements.
    fn text(
        &mut self,
        ty: Ty,
        id: ExprId,
        path: &[Step],
        parts: &mut Vec<(Vec<Step>, Expr)>,
    ) -> Done<Option<u64>> {
        let expr = self.unit.expr(id);
        let tree::ExprKind::String(literal) = &expr.kind else {
            return Ok(None);
        };
        let Some(of) = self.tys.of(ty).filter(|_| self.tys.is_array(ty)) else {
            return Ok(None);
        };
        let unit = self.unit_type(literal.prefix);
        let (unit, of_id) = (self.tys.id(unit), self.tys.id(of));
        let fits = unit == of_id || self.same_but_sign(unit, of_id);
        if !fits {
            return Ok(None);
        }
        let most = match self.tys.get(ty) {
            Type::Array(_, Length::Known(count)) => *count,
            _ => u64::MAX,
        };
        if literal.units.len() as u64 > most {
            let message = "the string is longer than the array";
            self.warn(expr.place, "C0153", message);
        }
        let first = parts.len();
        let spot = self.spot(expr);
        self.text_parts(literal, most, path, spot, parts);
        for (_, part) in &mut parts[first..] {
            part.ty = of_id;
        }
        Ok(Some(literal.units.len() as u64 + 1))
    }

    /// Reads a list in braces for a record or an array. Gives the number of elements that it names.
    fn fill(
        &mut self,
        ty: Ty,
        list: &'u InitList,
        prefix: Vec<Step>,
        parts: &mut Vec<(Vec<Step>, Expr)>,
        is_static: bool,
    ) -> Done<u64> {
        // `{"text"}` is the same as the string alone.
        if let [
            InitItem {
                designators,
                value: Initializer::Expr(id),
            },
        ] = list.items.as_slice()
            && designators.is_empty()
            && let Some(extent) = self.text(ty, *id, &prefix, parts)?
        {
            return Ok(extent);
        }
        let mut filling = Filling {
            prefix,
            frames: vec![Frame { ty, next: 0 }],
            extent: 0,
            parts,
            is_static,
        };
        for item in &list.items {
            let place = match &item.value {
                Initializer::Expr(id) => self.unit.expr(*id).place,
                Initializer::List(list) => list.place,
            };
            let mut last = None;
            if !item.designators.is_empty() {
                filling.frames.truncate(1);
                last = self.designate(&mut filling, &item.designators, place)?;
            }
            if !self.find_room(&mut filling) {
                self.warn(place, "C0153", "there are more values than parts");
                continue;
            }
            let start = filling.parts.len();
            self.place_value(&mut filling, &item.value, place)?;
            if let Some((depth, high)) = last {
                self.repeat(&mut filling, start, depth, high, place)?;
            }
            if filling.parts.len() > MAX_PARTS {
                let what = format!("an initialiser of more than {MAX_PARTS} parts");
                return Err(self.unsupported(place, &what));
            }
        }
        Ok(filling.extent)
    }

    /// How many parts a record or array has. A union has its first field only.
    pub fn count(&self, ty: Ty) -> u64 {
        match self.tys.get(ty) {
            Type::Array(_, Length::Known(count)) => *count,
            Type::Array(..) => u64::MAX,
            Type::Record(record) => {
                let record = self.tys.types.record(*record);
                let count = record.fields.len() as u64;
                if record.is_union { count.min(1) } else { count }
            }
            _ => 0,
        }
    }

    pub fn part_type(&self, ty: Ty, number: u64) -> Option<Ty> {
        match self.tys.get(ty) {
            Type::Array(..) => self.tys.of(ty),
            Type::Record(_) => Some(self.field_type(ty, number as u32)?.1),
            _ => None,
        }
    }

    /// Leaves what is full. False if there is no part left.
    fn find_room(&self, filling: &mut Filling) -> bool {
        while let Some(top) = filling.frames.last() {
            let room = if self.is_union(top.ty) {
                top.next != UNION_FULL && self.part_type(top.ty, top.next).is_some()
            } else {
                top.next < self.count(top.ty)
            };
            if room {
                return true;
            }
            if filling.frames.len() == 1 {
                return false;
            }
            filling.frames.pop();
            self.advance(filling);
        }
        false
    }

    fn is_union(&self, ty: Ty) -> bool {
        let record = self.tys.as_record(ty);
        record.is_some_and(|record| self.tys.types.record(record).is_union)
    }

    fn advance(&self, filling: &mut Filling) {
        if let Some(top) = filling.frames.last_mut() {
            let is_union = self.is_union(top.ty);
            top.next = if is_union { UNION_FULL } else { top.next + 1 };
        }
    }

    fn path(&self, filling: &Filling) -> Vec<Step> {
        let mut path = filling.prefix.clone();
        for frame in &filling.frames {
            path.push(if self.tys.is_array(frame.ty) {
                Step::Index(frame.next)
            } else {
                Step::Field(frame.next as u32)
            });
        }
        path
    }

    /// Stores a value in the part that comes next, or in the first scalar of it.
    fn place_value(
        &mut self,
        filling: &mut Filling,
        value: &'u Initializer,
        place: Place,
    ) -> Done<()> {
        let mut held: Option<Value> = None;
        loop {
            let top = filling.frames.last();
            let Some(ty) = top.and_then(|top| self.part_type(top.ty, top.next)) else {
                return Err(self.fault(place, "C0113", "there is no part for this value"));
            };
            let path = self.path(filling);
            match value {
                Initializer::List(list) => {
                    if self.is_aggregate(ty) {
                        self.nested(list.place, |this| {
                            this.fill(ty, list, path, filling.parts, filling.is_static)
                        })?;
                    } else if let (Init::Value(value), _) =
                        self.list_initializer(ty, list, filling.is_static)?
                    {
                        filling.parts.push((path, value));
                    }
                    break;
                }
                Initializer::Expr(id) => {
                    if held.is_none() && self.text(ty, *id, &path, filling.parts)?.is_some() {
                        break;
                    }
                    let whole = self.is_aggregate(ty);
                    let is_text = matches!(self.unit.expr(*id).kind, tree::ExprKind::String(_));
                    let value = match held.take() {
                        Some(value) => Some(value),
                        None if whole && is_text => None,
                        None => Some(self.value(*id)?),
                    };
                    let same = (value.as_ref())
                        .is_some_and(|value| self.tys.id(value.ty) == self.tys.id(ty));
                    if let Some(value) = value {
                        if !whole || same {
                            let expr = self.stored(value, ty, *id, filling.is_static)?;
                            filling.parts.push((path, expr));
                            break;
                        }
                        held = Some(value);
                    }
                    if self.count(ty) == 0 {
                        return Err(self.fault(place, "C0113", "there is no part for this value"));
                    }
                    filling.frames.push(Frame { ty, next: 0 });
                }
            }
        }
        if let Some(outermost) = filling.frames.first() {
            filling.extent = filling.extent.max(outermost.next.saturating_add(1));
        }
        self.advance(filling);
        Ok(())
    }
}

/// A union holds one part.
const UNION_FULL: u64 = u64::MAX - 1;
