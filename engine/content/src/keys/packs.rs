//! Keys of packs, of decks, and of patches.

use super::row::*;

table! {
    /// `pack.toml`: what a pack says of itself.
    pack = "a pack" {
        /// The name of the folder.
        name: Text, required;
        /// The name shown to people.
        title: Text, required;
        /// The pack's own version: `"0.1.0"`.
        version: Text, required;
        /// The versions of Cardwright that it works with: `"0.2"`, `">=0.2, <0.4"`; `cardwright migrate` brings an older pack
        /// up to date.
        engine: Text;
        /// Who made it.
        authors: Texts;
        /// The terms of use: `"CC-BY-4.0"`.
        licence: Text;
        /// Packs that must be present, optionally with versions: `["harbour 0.1", "guide >=0.2, <0.4"]`.
        requires: Texts;
        /// Packs that are loaded before it and that it may patch, if they are present.
        optional: Texts;
        /// Packs that it cannot be played with, optionally with versions.
        conflicts: Texts;
        /// `true`: it belongs to no game, but shares scripts or cards: the only kind of pack that a game can require.
        library: FlagOr(false);
        /// The numbered rules that the pack implements: `{ prefix = "SF", from = 1, to = 67 }`; a test requires a ruling for
        /// each.
        rules: Inner(&numbered_rules::TABLE);
    }

    /// Which rules have numbers.
    numbered_rules = "the numbers of rules" {
        /// What stands before the number: `"SF"` in `SF-46`.
        prefix: Text, required;
        /// The first number.
        from: Number(0, MOST_RULES), default "1";
        /// The last number.
        to: Number(0, MOST_RULES), required;
    }

    /// `decks/<deck>.toml`: which cards a player starts with.
    deck = "a deck" {
        /// The name shown to people.
        title: Text, default "the name of its file";
        /// The draw pile: names of cards, and how many copies of each; the id of [a family](#a-family-of-cards) stands for all
        /// its cards.
        cards: Entries(&[ValueShape::Number]), keyed &["card"];
        /// The cards in another zone, in the same form.
        zones: Entries(&[ValueShape::Table]), keyed &["zone"];
        /// `"A"`: this player's deck, in a game whose sides differ.
        player: Text;
        /// `true`: it [belongs to nobody](#what-belongs-to-nobody): its cards are put into the named zones of the game, once,
        /// however many people play. A game can have several.
        commons: FlagOr(false);
    }

    /// `patches/<patch>.toml`: what is changed in a card or in the ruleset of another pack.
    patch = "a patch" {
        /// The id of the card; its pack must be listed in `requires` or `optional`.
        card: Text;
        /// Instead of `card`: the pack whose ruleset is patched. The functions that a patch wraps must be in one file; write a
        /// patch for each file.
        ruleset: Text;
        /// The reason for the change, for human readers.
        why: Text;
        /// One field.
        field: Tables(&field_edit::TABLE);
        /// One entry of a list.
        entry: Tables(&entry_edit::TABLE);
        /// One function of the card's script.
        hook: Tables(&hook_edit::TABLE);
    }

    /// A change of a field.
    field_edit = "a change of a field" {
        /// The path to the field: `level`, `answers.to.polarity`, `modifies.1.amount`.
        name: Text, required;
        /// Its present value. Without it, the field must not exist yet.
        expect: Value(&ValueShape::ALL);
        /// The new value. Without it, the field is removed.
        to: Value(&ValueShape::ALL);
        /// The key before which a new field comes.
        before: Text, default "the end of its table";
    }

    /// A change of an entry of a list.
    entry_edit = "a change of an entry" {
        /// The path to the list.
        list: Text, required;
        /// The present entry; of a table, just enough of its keys to single it out. Without it, an entry is added.
        expect: Value(&ValueShape::ALL);
        /// The new entry. Without it, the entry is removed.
        to: Value(&ValueShape::ALL);
        /// The entry before which a new one comes.
        before: Value(&ValueShape::ALL), default "the end of the list";
    }

    /// A change of a function that the engine calls.
    hook_edit = "a change of a hook" {
        /// The name of the function.
        name: Text, required;
        /// `"wrap"` (the patch can call `original_<name>`), `"replace"`, or `"add"` where there was none.
        how: OneOf<HookMode>(&HOW), required;
        /// The function's *hash*: eight hexadecimal digits that change with its text; `cardwright why` shows it. Needed unless
        /// a function is added.
        expect: Text;
    }
}

const MOST_RULES: i64 = u32::MAX as i64;

/// How a hook is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookMode {
    /// The patch is called, and can call the card's own hook.
    Wrap,
    /// The patch is called instead of the card's own hook.
    Replace,
    /// There was none.
    Add,
}

const HOW: [(&str, HookMode); 3] = [("wrap", HookMode::Wrap), ("replace", HookMode::Replace), ("add", HookMode::Add)];
