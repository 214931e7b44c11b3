//! What a card says: its text, with what it prints in place of the names in braces.

use crate::bind::schema::CardSchema;
use crate::keys::row::{Key, Text};
use crate::read::blanks::{blank, text_with_names};
use crate::read::context::Name;
use crate::read::reader::Reader;
use cardwright_kernel::ids::{AttrId, KindId, Word};
use cardwright_kernel::rules::{Printed, ValueDecl};

/// What a card of a kind says that prints these values. What is wrong is reported where it stands.
pub(crate) fn text(
    reader: &Reader<'_>,
    key: Key<Text>,
    card: (KindId, &[Printed]),
    schema: CardSchema<'_>,
) -> Box<str> {
    let Some(said) = reader.text(key) else { return Box::default() };
    let Some(text) = text_with_names(reader.file, said) else { return said.text.into() };
    let own = Own { reader, kind: card.0, printed: card.1, schema };
    text.filled(|name| own.filled_in(blank(said, name)).unwrap_or_default()).into()
}

/// What the names in a card's text stand for.
struct Own<'a, 't> {
    reader: &'a Reader<'t>,
    kind: KindId,
    printed: &'a [Printed],
    schema: CardSchema<'a>,
}

impl Own<'_, '_> {
    /// What a name stands for: an attribute that the card prints, or a value that begins with what it prints.
    fn filled_in(&self, name: Name<'_>) -> Option<String> {
        let attribute = self.schema.declarations.attribute(name.text).map(|(id, _)| id);
        if let Some(printed) = attribute.and_then(|id| self.prints(id)) {
            return self.worded(printed).or_else(|| self.report_silent(name));
        }
        match self.schema.values.get(name.text).filter(|value| self.has(value)) {
            Some(value) => self.start(value).or_else(|| self.report_silent(name)),
            None => self.report_unknown(name),
        }
    }

    /// What the card prints for an attribute, if its kind has it.
    fn prints(&self, id: AttrId) -> Option<&Printed> {
        let attributes = &self.schema.kinds[self.kind.index()].attributes;
        self.printed.get(attributes.iter().position(|own| *own == id)?)
    }

    fn has(&self, value: &ValueDecl) -> bool {
        value.of.is_empty() || value.of.contains(&self.kind)
    }

    /// What a value begins with, as far as a card tells it.
    fn start(&self, value: &ValueDecl) -> Option<String> {
        match (value.base, &value.script) {
            (_, Some(_)) => None,
            (None, None) => Some(value.start.to_string()),
            (Some(base), None) => match self.prints(base)? {
                Printed::Word(word) => {
                    let choices = self.schema.declarations.attributes[base.index()].type_.choices()?;
                    Some((choices.iter().position(|choice| choice == word)? + 1).to_string())
                }
                printed => self.worded(printed),
            },
        }
    }

    /// How a printed value reads in a text; nothing for a flag, for sides, and where nothing is printed.
    fn worded(&self, printed: &Printed) -> Option<String> {
        let said = |word: &Word| self.reader.file.context.text(*word);
        match printed {
            Printed::Number(number) => Some(number.to_string()),
            Printed::Word(word) => Some(said(word)),
            Printed::Words(words) => Some(words.iter().map(said).collect::<Vec<_>>().join(", ")),
            Printed::Numbers(numbers) => Some(numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
            Printed::Text(text) => Some(text.to_string()),
            Printed::Space(space) => Some(self.schema.declarations.names.cards.name(space.index()).to_owned()),
            Printed::Nothing | Printed::Flag(_) | Printed::Sides(_) => None,
        }
    }

    /// Reports a name for which the card prints nothing that can be read.
    fn report_silent(&self, name: Name<'_>) -> Option<String> {
        let message = format!("the card prints nothing for `{}` that could stand in its text", name.text);
        let problem = self.reader.file.problem("blank-silent", name.span, message);
        let help = "print a number, a word or a text for it, or write what the text says";
        self.reader.file.report(problem.label("nothing to fill in").help(help));
        None
    }

    fn report_unknown(&self, name: Name<'_>) -> Option<String> {
        let names = &self.schema.declarations.names;
        let attributes = self.schema.kinds[self.kind.index()].attributes.iter();
        let own = attributes.map(|id| names.attributes.name(id.index()));
        let values = self.schema.values.iter().filter(|(_, value)| self.has(value)).map(|(name, _)| &**name);
        let message = format!("a card of this kind has no attribute or value `{}`", name.text);
        self.reader.file.unknown("blank-unknown", name, message, own.chain(values));
        None
    }
}
