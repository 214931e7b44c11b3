//! Setting and changing variables, their elements and properties.

use super::eval::{Arguments, Evaluated};
use crate::call::context::CallContext;
use crate::call::script_value::{MapId, ScriptValue, TextId};
use crate::faults;
use crate::lower::code::{Link, NodeRange, Path, Point};
use crate::lower::members::Setter;
use smallvec::SmallVec;

/// What is done at the end of a path.
#[derive(Clone, Copy)]
enum Goal<'g> {
    /// It is set to a value, or combined with it.
    Set(ScriptValue),
    /// A verb changes the list at the end of the path.
    Verb(u16, &'g [ScriptValue], Point),
}

/// The indexes and arguments of the links of a path, computed ahead.
type Ready = SmallVec<[Arguments; 2]>;

impl CallContext<'_> {
    #[inline(never)]
    pub(super) fn set(&mut self, path: u32) -> Evaluated<ScriptValue> {
        let program = self.program;
        let path = &program.paths[path as usize];
        let value = self.value(path.value)?;
        let ready = self.ready(&path.links)?;
        let root = self.slot(path.slot);
        let (root, _) = self.reach(path, &ready, 0, root, Goal::Set(value))?;
        self.put(path.slot, root);
        Ok(ScriptValue::Nothing)
    }

    #[inline(never)]
    pub(super) fn mutate(&mut self, path: u32, method: u16, arguments: NodeRange, at: Point) -> Evaluated<ScriptValue> {
        let program = self.program;
        let path = &program.paths[path as usize];
        if path.links.is_empty() {
            let mut values = self.arguments(arguments)?;
            let (root, given) = self.verb_on(self.slot(path.slot), method, &mut values, at)?;
            self.put(path.slot, root);
            return Ok(given);
        }
        let ready = self.ready(&path.links)?;
        let values = self.arguments(arguments)?;
        let root = self.slot(path.slot);
        let (root, given) = self.reach(path, &ready, 0, root, Goal::Verb(method, &values, at))?;
        self.put(path.slot, root);
        Ok(given)
    }

    fn ready(&mut self, links: &[Link]) -> Evaluated<Ready> {
        let mut ready = Ready::new();
        for link in links {
            let mut values = Arguments::new();
            match link {
                Link::Property(..) => {}
                Link::Index(index, _) => values.push(self.value(*index)?),
                Link::Method(_, arguments, _) => values = self.arguments(*arguments)?,
            }
            ready.push(values);
        }
        Ok(ready)
    }

    /// Goes on from something that lies on the path: what is to lie there afterwards, and what a verb gave.
    fn reach(
        &mut self,
        path: &Path,
        ready: &Ready,
        depth: usize,
        here: ScriptValue,
        goal: Goal<'_>,
    ) -> Evaluated<(ScriptValue, ScriptValue)> {
        let Some(link) = path.links.get(depth) else { return self.arrive(path, here, goal) };
        let last = depth + 1 == path.links.len();
        match link {
            Link::Index(_, at) => {
                let index = ready[depth][0];
                let there = match (here, index) {
                    // A key may be new when it is set.
                    (ScriptValue::Map(map), ScriptValue::Text(key)) if last => self.known_entry(map, key),
                    _ => self.index_of(here, index, *at)?,
                };
                let (there, given) = self.reach(path, ready, depth + 1, there, goal)?;
                Ok((self.set_element(here, index, there, at.index)?, given))
            }
            Link::Method(method, _, at) => {
                let mut values = ready[depth].clone();
                values[0] = here;
                let there = self.call_method(*method, &values, *at)?;
                let (_, given) = self.reach(path, ready, depth + 1, there, goal)?;
                Ok((here, given))
            }
            Link::Property(property, at) => {
                if let ScriptValue::Map(map) = here {
                    let key = self.program.keys_of_properties[usize::from(*property)];
                    let there = if last { self.known_entry(map, key) } else { self.entry(map, key, *at)? };
                    let (there, given) = self.reach(path, ready, depth + 1, there, goal)?;
                    return Ok((self.set_entry(map, key, there)?, given));
                }
                let plain = last && path.by.is_none() && matches!(goal, Goal::Set(_));
                let before = if plain { ScriptValue::Nothing } else { self.property_of(here, *property, *at)? };
                let (there, given) = self.reach(path, ready, depth + 1, before, goal)?;
                if last || there.is_owned() {
                    self.set_property(here, *property, there, *at, last && matches!(goal, Goal::Set(_)))?;
                }
                Ok((here, given))
            }
        }
    }

    fn arrive(&mut self, path: &Path, here: ScriptValue, goal: Goal<'_>) -> Evaluated<(ScriptValue, ScriptValue)> {
        match goal {
            Goal::Set(value) => match path.by {
                Some(by) => Ok((self.combine_into(by, here, value, path.at)?, ScriptValue::Nothing)),
                None => Ok((value, ScriptValue::Nothing)),
            },
            Goal::Verb(method, values, at) => self.verb_on(here, method, &mut values.into(), at),
        }
    }

    /// A verb changes a list, or a copy where something else holds the list: what is to lie there then, and what it gave.
    fn verb_on(
        &mut self,
        here: ScriptValue,
        method: u16,
        values: &mut Arguments,
        at: Point,
    ) -> Evaluated<(ScriptValue, ScriptValue)> {
        let own = match here {
            ScriptValue::List(list) => ScriptValue::List(self.own(list)),
            other => other,
        };
        values[0] = own;
        let given = self.call_method(method, values, at)?;
        self.check_size(own).map_err(|stop| self.limited(stop))?;
        Ok((own, given))
    }

    fn known_entry(&self, map: MapId, key: TextId) -> ScriptValue {
        let entries = &self.scratch.map(map).entries;
        entries.iter().find(|(known, _)| *known == key).map_or(ScriptValue::Nothing, |(_, held)| *held)
    }

    fn set_element(
        &mut self,
        of: ScriptValue,
        index: ScriptValue,
        to: ScriptValue,
        at: Point,
    ) -> Evaluated<ScriptValue> {
        match (of, index) {
            (ScriptValue::List(list), index) => {
                let place = self.place_in(self.items(list).len(), index, at)?;
                let own = self.own(list);
                self.scratch.replace(own, place, to);
                Ok(ScriptValue::List(own))
            }
            (ScriptValue::Map(map), ScriptValue::Text(key)) => self.set_entry(map, key, to),
            (of, _) => Err(self.no_elements(of, at)),
        }
    }

    fn set_entry(&mut self, map: MapId, key: TextId, to: ScriptValue) -> Evaluated<ScriptValue> {
        let own = match self.scratch.map(map).shared {
            true => {
                self.owe(2 * self.scratch.map(map).entries.len());
                self.scratch.copy_map(map)
            }
            false => map,
        };
        self.scratch.set(own, key, to);
        self.check_size(ScriptValue::Map(own)).map_err(|stop| self.limited(stop))?;
        Ok(ScriptValue::Map(own))
    }

    /// Sets a property; where it was only gone through, one that cannot be set stays as it is.
    fn set_property(
        &mut self,
        of: ScriptValue,
        property: u16,
        to: ScriptValue,
        at: Point,
        wanted: bool,
    ) -> Evaluated<()> {
        let program = self.program;
        let known = program.property(property);
        let writer = known.writers[of.kind() as usize];
        if writer == Setter::None {
            if !wanted {
                return Ok(());
            }
            return Err(self.fail(faults::property_unsettable(&known.name, self.called(of)), at));
        }
        self.work(1)?;
        let place = self.place(at);
        self.at(Some(place));
        let verb = std::mem::replace(&mut self.verb, &known.name);
        let result = self.write(writer, of, to).and_then(|()| match writer {
            Setter::Attribute(_) => self.check_batches(),
            _ => Ok(()),
        });
        self.verb = verb;
        result.map_err(|stop| self.halt(stop, place))
    }
}
