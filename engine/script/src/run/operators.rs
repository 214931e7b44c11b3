//! Operators, as the reference has them: checked arithmetic, and comparisons of different kinds that are false.

use super::Flow;
use super::eval::Evaluated;
use crate::call::context::{CallContext, kinds};
use crate::call::scratch::NumberRange;
use crate::call::script_value::ScriptValue;
use crate::faults;
use crate::lower::code::{Binary, NodeId, Op, Point};
use cardwright_kernel::faults::Stop;
use std::cmp::Ordering;

impl CallContext<'_> {
    #[cold]
    pub(super) fn no_operator(&mut self, symbol: &str, values: &[ScriptValue], at: Point) -> Flow {
        self.fail(faults::verb_not_for(symbol, kinds(self, values)), at)
    }

    #[inline(never)]
    pub(super) fn negate(&mut self, of: NodeId, at: Point) -> Evaluated<ScriptValue> {
        match self.peek(of)? {
            ScriptValue::Number(number) => match number.checked_neg() {
                Some(number) => Ok(ScriptValue::Number(number)),
                None => Err(self.fail(faults::overflow(), at)),
            },
            other => Err(self.no_operator("-", &[other], at)),
        }
    }

    #[inline(never)]
    pub(super) fn binary(&mut self, by: Binary, one: NodeId, other: NodeId, at: Point) -> Evaluated<ScriptValue> {
        if by.is_arithmetic() {
            return self.arithmetic(by, one, other, at).map_or(self.instead, |number| Ok(ScriptValue::Number(number)));
        }
        let (one, other) = match self.numbers(one, other) {
            Ok((one, other)) => (ScriptValue::Number(one), ScriptValue::Number(other)),
            Err(came) => came?,
        };
        self.combine(by, one, other, at)
    }

    /// The value of a node if it is a number, which takes no way through memory. Otherwise `instead` has what came.
    pub(super) fn number(&mut self, id: NodeId) -> Option<i64> {
        let program = self.program;
        let node = program.node(id);
        let came = match node.op {
            Op::Binary(by, one, other) if by.is_arithmetic() => return self.arithmetic(by, one, other, node.at),
            _ => self.peek(id),
        };
        self.if_number(came)
    }

    fn if_number(&mut self, came: Evaluated<ScriptValue>) -> Option<i64> {
        match came {
            Ok(ScriptValue::Number(number)) => Some(number),
            came => {
                self.instead = came;
                None
            }
        }
    }

    fn arithmetic(&mut self, by: Binary, one: NodeId, other: NodeId, at: Point) -> Option<i64> {
        let came = match self.numbers(one, other) {
            Ok((one, other)) => match by.of_numbers(one, other) {
                Ok(number) => return Some(number),
                Err(what) => Err(self.fail(faults::arithmetic(what, one, by.symbol(), other), at)),
            },
            Err(came) => came.and_then(|(one, other)| self.combine(by, one, other, at)),
        };
        self.if_number(came)
    }

    /// Two numbers that are looked at one after the other, in registers; what came if they are not both numbers.
    #[inline(always)]
    fn numbers(&mut self, one: NodeId, other: NodeId) -> Result<(i64, i64), Evaluated<(ScriptValue, ScriptValue)>> {
        let first = match self.number(one) {
            Some(number) => ScriptValue::Number(number),
            None => self.instead.map_err(Err)?,
        };
        // What is looked at second may change the list in the first.
        if first.is_owned() {
            self.scratch.share(first);
        }
        let second = self.number(other);
        if let (ScriptValue::Number(one), Some(other)) = (first, second) {
            return Ok((one, other));
        }
        Err(second.map_or(self.instead, |number| Ok(ScriptValue::Number(number))).map(|second| (first, second)))
    }

    /// Whether two values stand in an order.
    pub(super) fn in_order(&mut self, by: Binary, one: NodeId, other: NodeId, at: Point) -> Evaluated<bool> {
        match self.numbers(one, other) {
            Ok((one, other)) => Ok(by.holds_for(one.cmp(&other))),
            Err(came) => {
                let (one, other) = came?;
                Ok(self.combine(by, one, other, at)? == ScriptValue::Flag(true))
            }
        }
    }

    /// Whether two values are equal.
    pub(super) fn same(&mut self, by: Binary, one: ScriptValue, other: ScriptValue, at: Point) -> Evaluated<bool> {
        match (one, other) {
            (ScriptValue::Text(one), ScriptValue::Text(other)) => Ok(one == other),
            (ScriptValue::Number(one), ScriptValue::Number(other)) => Ok(one == other),
            (ScriptValue::Map(_), ScriptValue::Map(_))
            | (ScriptValue::Game, ScriptValue::Game)
            | (ScriptValue::Event(_), ScriptValue::Event(_))
            | (ScriptValue::Routine(_), ScriptValue::Routine(_)) => {
                Err(self.no_operator(by.symbol(), &[one, other], at))
            }
            (ScriptValue::List(_) | ScriptValue::Span(_) | ScriptValue::Foreign(_), _) => {
                self.equal(one, other).map_err(|stop| {
                    let place = self.place(at);
                    self.halt(stop, place)
                })
            }
            _ => Ok(one == other),
        }
    }

    /// What an operator makes of two values.
    pub(super) fn combine(
        &mut self,
        by: Binary,
        one: ScriptValue,
        other: ScriptValue,
        at: Point,
    ) -> Evaluated<ScriptValue> {
        match by {
            Binary::Equal => return self.same(by, one, other, at).map(ScriptValue::Flag),
            Binary::Unequal => return self.same(by, one, other, at).map(|same| ScriptValue::Flag(!same)),
            _ => {}
        }
        match (one, other) {
            (ScriptValue::Number(one), ScriptValue::Number(other)) => self.of_numbers(by, one, other, at),
            (ScriptValue::Text(left), ScriptValue::Text(right)) => match by {
                Binary::Add => {
                    let text = [self.text(left), self.text(right)].concat();
                    self.work(1)?;
                    self.sized_text(&text).map(ScriptValue::Text).map_err(|stop| self.limited(stop))
                }
                // What is taken from an empty text is left: so the reference has it.
                Binary::Subtract if self.text(left).is_empty() => Ok(ScriptValue::Text(right)),
                Binary::Subtract => {
                    let text = self.text(left).replace(self.text(right), "");
                    self.owe_text(self.text(left).len() + text.len());
                    Ok(ScriptValue::Text(self.text_of(&text)))
                }
                _ => {
                    self.owe_text(self.text(left).len().min(self.text(right).len()));
                    let order = self.text(left).cmp(self.text(right));
                    ordered(by, order).map_or_else(|| Err(self.no_operator(by.symbol(), &[one, other], at)), Ok)
                }
            },
            (ScriptValue::Text(_), ScriptValue::Nothing) if by == Binary::Add => Ok(one),
            (ScriptValue::Nothing, ScriptValue::Text(_)) if by == Binary::Add => Ok(other),
            (ScriptValue::Flag(left), ScriptValue::Flag(right)) => match by {
                Binary::And => Ok(ScriptValue::Flag(left && right)),
                Binary::Or => Ok(ScriptValue::Flag(left || right)),
                Binary::Xor => Ok(ScriptValue::Flag(left != right)),
                _ => {
                    let verdict = ordered(by, left.cmp(&right));
                    verdict.map_or_else(|| Err(self.no_operator(by.symbol(), &[one, other], at)), Ok)
                }
            },
            (ScriptValue::Nothing, ScriptValue::Nothing) if by.is_order() => Ok(ScriptValue::Flag(false)),
            (ScriptValue::List(left), ScriptValue::List(right)) if by == Binary::Add => {
                let list = self.scratch.new_list();
                for from in [left, right] {
                    for at in 0..self.items(from).len() {
                        let held = self.items(from)[at];
                        self.scratch.push(list, held);
                    }
                }
                self.owe(self.items(list).len());
                self.work(1)?;
                self.check_size(ScriptValue::List(list)).map_err(|stop| self.limited(stop))?;
                Ok(ScriptValue::List(list))
            }
            (ScriptValue::Number(from), ScriptValue::Nothing) if by == Binary::Span => self.span(from, i64::MAX, false),
            (ScriptValue::Nothing, ScriptValue::Number(to)) if by == Binary::Span => self.span(0, to, false),
            (ScriptValue::Number(from), ScriptValue::Nothing) if by == Binary::ClosedSpan => {
                self.span(from, i64::MAX, true)
            }
            (ScriptValue::Nothing, ScriptValue::Number(to)) if by == Binary::ClosedSpan => self.span(0, to, true),
            _ if by.is_order() && one.kind() != other.kind() => Ok(ScriptValue::Flag(false)),
            _ => Err(self.no_operator(by.symbol(), &[one, other], at)),
        }
    }

    fn span(&mut self, from: i64, to: i64, closed: bool) -> Evaluated<ScriptValue> {
        Ok(ScriptValue::Span(self.scratch.new_span(NumberRange { from, to, closed })))
    }

    fn of_numbers(&mut self, by: Binary, one: i64, other: i64, at: Point) -> Evaluated<ScriptValue> {
        match by {
            Binary::Span => self.span(one, other, false),
            Binary::ClosedSpan => self.span(one, other, true),
            _ if by.is_order() => Ok(ScriptValue::Flag(by.holds_for(one.cmp(&other)))),
            _ => match by.of_numbers(one, other) {
                Ok(number) => Ok(ScriptValue::Number(number)),
                Err(what) => Err(self.fail(faults::arithmetic(what, one, by.symbol(), other), at)),
            },
        }
    }

    /// The result of an operator for what is at a place and a value, to be put into the same place.
    pub(super) fn combine_into(
        &mut self,
        by: Binary,
        there: ScriptValue,
        value: ScriptValue,
        at: Point,
    ) -> Evaluated<ScriptValue> {
        let ScriptValue::List(list) = there else { return self.combine(by, there, value, at) };
        if by != Binary::Add {
            return self.combine(by, there, value, at);
        }
        let own = self.own(list);
        match value {
            ScriptValue::List(more) => self.add_all(own, more),
            held => self.scratch.push(own, held),
        }
        self.work(1)?;
        self.check_size(ScriptValue::List(own)).map_err(|stop: Stop| self.limited(stop))?;
        Ok(ScriptValue::List(own))
    }
}

impl Binary {
    /// Whether it makes a number of two numbers.
    const fn is_arithmetic(self) -> bool {
        !self.is_order() && !matches!(self, Self::Equal | Self::Unequal | Self::Span | Self::ClosedSpan)
    }

    /// The number that it makes of two numbers, or what is wrong.
    fn of_numbers(self, one: i64, other: i64) -> Result<i64, &'static str> {
        let (result, what) = match self {
            Self::Add => (one.checked_add(other), "addition overflow"),
            Self::Subtract => (one.checked_sub(other), "subtraction overflow"),
            Self::Multiply => (one.checked_mul(other), "multiplication overflow"),
            Self::Divide if other == 0 => (None, "division by zero"),
            Self::Divide => (one.checked_div(other), "division overflow"),
            Self::Modulo => (one.checked_rem(other), "modulo division by zero or overflow"),
            Self::Power if other < 0 => (None, "integer raised to a negative power"),
            Self::Power => (u32::try_from(other).ok().and_then(|other| one.checked_pow(other)), "exponential overflow"),
            Self::ShiftLeft => (Some(shifted(one, other)), ""),
            Self::ShiftRight => (Some(shifted_back(one, other)), ""),
            Self::And => (Some(one & other), ""),
            Self::Or => (Some(one | other), ""),
            Self::Xor => (Some(one ^ other), ""),
            _ => (None, "no arithmetic"),
        };
        result.ok_or(what)
    }

    /// Whether it compares by order.
    pub(super) const fn is_order(self) -> bool {
        matches!(self, Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual)
    }

    /// Whether a comparison by order holds for two values that stand in this order.
    pub(super) fn holds_for(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            _ => order.is_ge(),
        }
    }
}

fn ordered(by: Binary, order: Ordering) -> Option<ScriptValue> {
    by.is_order().then(|| ScriptValue::Flag(by.holds_for(order)))
}

/// A negative distance shifts the other way; whoever shifts too far has nothing left but the sign.
fn shifted(number: i64, by: i64) -> i64 {
    if by < 0 {
        return shifted_back(number, by.checked_abs().unwrap_or(i64::MAX));
    }
    u32::try_from(by).ok().and_then(|by| number.checked_shl(by)).unwrap_or(0)
}

fn shifted_back(number: i64, by: i64) -> i64 {
    if by > i64::from(u32::MAX) {
        return number.wrapping_shr(u32::MAX);
    }
    if by < 0 {
        return shifted(number, by.checked_abs().unwrap_or(i64::MAX));
    }
    u32::try_from(by).ok().and_then(|by| number.checked_shr(by)).unwrap_or_else(|| number.wrapping_shr(u32::MAX))
}
