//! How options are spelt: as the trace writes them, and shorter where that is clear enough. A longer option goes
//! before a shorter one, so that a card whose name begins with another's is found.

/// The spellings of one option.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Spellings {
    /// The trace's own, then those that leave out whose a card is, but keep its number.
    exact: Vec<String>,
    /// Those that leave the number out, too.
    unnumbered: Vec<String>,
}

impl Spellings {
    /// These spellings, the trace's own first, each once.
    pub fn new(exact: impl IntoIterator<Item = String>, unnumbered: impl IntoIterator<Item = String>) -> Self {
        let mut spellings = Self::default();
        for spelling in exact {
            if !spellings.exact.contains(&spelling) {
                spellings.exact.push(spelling);
            }
        }
        for spelling in unnumbered {
            if !spellings.exact.contains(&spelling) && !spellings.unnumbered.contains(&spelling) {
                spellings.unnumbered.push(spelling);
            }
        }
        spellings
    }

    /// The one spelling of something.
    pub fn of(text: impl Into<String>) -> Self {
        Self::new([text.into()], [])
    }

    /// The same with one more that is as good as those that keep the number.
    pub fn and(self, more: Option<String>) -> Self {
        Self::new(self.exact.into_iter().chain(more), self.unnumbered)
    }

    /// As the trace writes it.
    pub fn full(&self) -> &str {
        self.exact.first().map_or("", |full| full)
    }

    /// Whether it can be spelt like this.
    pub fn has(&self, text: &str) -> bool {
        self.exact.iter().chain(&self.unnumbered).any(|spelling| spelling == text)
    }

    /// Whether some spelling of one is one of the other.
    pub fn meets(&self, other: &Self) -> bool {
        self.ranked().any(|(_, spelling)| other.has(spelling))
    }

    /// All spellings, each with how much is left out: nothing, the owner, or the number.
    fn ranked(&self) -> impl Iterator<Item = (u8, &str)> {
        let exact = self.exact.iter().enumerate().map(|(at, spelling)| (u8::from(at > 0), &**spelling));
        exact.chain(self.unnumbered.iter().map(|spelling| (2, &**spelling)))
    }
}

/// Why no option was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoOption {
    /// None is spelt like this.
    Unknown,
    /// Several are, and the text does not say which: their full spellings.
    Several(Vec<String>),
}

/// An option at the beginning of a text, and what is left of that.
pub(super) type Head<'x> = (usize, &'x str);

/// The longest option that the text begins with.
pub(super) fn head<'x>(text: &'x str, options: &[Spellings]) -> Result<Head<'x>, NoOption> {
    heads(text, options, &[]).into_iter().next().unwrap_or(Err(NoOption::Unknown))
}

/// All options in a list, joined in one of these ways, that makes up the whole text.
pub(super) fn whole_list(text: &str, options: &[Spellings], repeated: bool) -> Result<Vec<usize>, NoOption> {
    if text == "none" {
        return Ok(Vec::new());
    }
    List { options, repeated }.rest(text, &mut Vec::new())
}

/// The options that a text begins with, joined as in `X, Y and Z`, and what is left of the text.
pub(super) fn leading<'x>(
    text: &'x str,
    options: &[Spellings],
    most: usize,
) -> Result<(Vec<usize>, &'x str), NoOption> {
    let (first, mut rest) = head(text, options)?;
    let mut chosen = vec![first];
    while chosen.len() < most {
        let joined = [", ", " and "].iter().find_map(|join| {
            let next = rest.strip_prefix(join)?;
            heads(next, options, &chosen).into_iter().find_map(Result::ok)
        });
        let Some((option, left)) = joined else { break };
        chosen.push(option);
        rest = left;
    }
    Ok((chosen, rest))
}

struct List<'o> {
    options: &'o [Spellings],
    repeated: bool,
}

impl List<'_> {
    fn rest(&self, text: &str, chosen: &mut Vec<usize>) -> Result<Vec<usize>, NoOption> {
        let used: &[usize] = if self.repeated { &[] } else { chosen };
        let mut miss = NoOption::Unknown;
        for found in heads(text, self.options, used) {
            let (option, left) = match found {
                Ok(found) => found,
                Err(several) => {
                    miss = several;
                    continue;
                }
            };
            chosen.push(option);
            let result = match left.strip_prefix(", ") {
                _ if left.is_empty() => Ok(chosen.clone()),
                Some(next) => self.rest(next, chosen),
                None => Err(NoOption::Unknown),
            };
            chosen.pop();
            match result {
                Ok(all) => return Ok(all),
                Err(NoOption::Unknown) => {}
                Err(several) => miss = several,
            }
        }
        Err(miss)
    }
}

/// Every way in which the text begins with an unused option, the longest first. What is spelt alike is the option of
/// which least is left out: the trace writes the first of several without a number. Where a short spelling stands for
/// several options all the same, that is an error in its place.
fn heads<'x>(text: &'x str, options: &[Spellings], used: &[usize]) -> Vec<Result<Head<'x>, NoOption>> {
    let mut found: Vec<(usize, u8, usize)> = Vec::new();
    for (option, spellings) in options.iter().enumerate().filter(|(option, _)| !used.contains(option)) {
        for (rank, spelling) in spellings.ranked() {
            if text.strip_prefix(spelling).is_some_and(ends_here) {
                found.push((spelling.len(), rank, option));
            }
        }
    }
    found.sort_by_key(|(length, rank, option)| (std::cmp::Reverse(*length), *rank, *option));
    found.dedup_by_key(|(length, _, option)| (*length, *option));
    let mut heads = Vec::new();
    for group in found.chunk_by(|one, other| one.0 == other.0) {
        let (length, rank, option) = group[0];
        let full = |option: usize| options[option].full();
        let others = group.iter().filter(|(_, other, _)| rank == *other);
        let clear = rank == 0 || others.clone().all(|(_, _, other)| full(*other) == full(option));
        heads.push(match clear {
            true => Ok((option, &text[length..])),
            false => Err(NoOption::Several(others.map(|(_, _, other)| full(*other).to_string()).collect())),
        });
    }
    heads
}

/// Whether a name may end before this text.
fn ends_here(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(names: &[&str]) -> Vec<Spellings> {
        names.iter().map(|name| Spellings::of(*name)).collect()
    }

    #[test]
    fn the_longest_name_wins() {
        let options = plain(&["A plays Fire", "A plays Fire Storm"]);
        assert_eq!(head("A plays Fire Storm on X", &options), Ok((1, " on X")));
        assert_eq!(head("A plays Fire on X", &options), Ok((0, " on X")));
    }

    #[test]
    fn a_name_ends_where_a_word_ends() {
        assert_eq!(head("Helmet", &plain(&["Helm"])), Err(NoOption::Unknown));
    }

    #[test]
    fn a_list_may_hold_names_with_commas() {
        let options = plain(&["Elminster, the Mage", "Elminster", "Drow"]);
        assert_eq!(whole_list("Elminster, Elminster, the Mage, Drow", &options, false), Ok(vec![1, 0, 2]));
    }

    #[test]
    fn a_short_spelling_of_several_options_is_not_clear() {
        let both = ["X (B)", "X (C)"].map(|full| Spellings::new([full.to_string(), "X".to_string()], []));
        let options: Vec<Spellings> = both.into();
        assert_eq!(head("X (C)", &options), Ok((1, "")));
        assert_eq!(head("X", &options), Err(NoOption::Several(vec!["X (B)".into(), "X (C)".into()])));
    }

    #[test]
    fn the_first_of_several_has_no_number_or_the_first() {
        let first = ["X (B)", "X", "X #1 (B)", "X #1"].map(String::from);
        let second = ["X #2 (B)", "X #2"].map(String::from);
        let options = [Spellings::new(first, []), Spellings::new(second, ["X (B)", "X"].map(String::from))];
        for (text, option) in [("X", 0), ("X #1", 0), ("X (B)", 0), ("X #2", 1)] {
            assert_eq!(head(text, &options), Ok((option, "")), "{text}");
        }
        assert_eq!(whole_list("X, X", &options, false), Ok(vec![0, 1]));
        assert_eq!(head("X 3", &options[1..]), Ok((0, " 3")));
    }

    #[test]
    fn joined_options_end_where_no_option_follows() {
        let options = plain(&["X", "Y", "Z"]);
        assert_eq!(leading("X, Y and Z, cast by W", &options, 3), Ok((vec![0, 1, 2], ", cast by W")));
    }
}
