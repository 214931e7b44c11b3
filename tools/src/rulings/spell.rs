//! How options are spelt: as the trace writes them, and shorter where that is clear enough. A longer option goes
//! before a shorter one, so that a card whose name begins with another's is found.

/// The spellings of one option, the trace's own first.
pub type Spellings = Vec<String>;

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

/// Every way in which the text begins with an unused option, the longest first. Where a short spelling stands for
/// several options, that is an error in its place.
fn heads<'x>(text: &'x str, options: &[Spellings], used: &[usize]) -> Vec<Result<Head<'x>, NoOption>> {
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for (option, spellings) in options.iter().enumerate().filter(|(option, _)| !used.contains(option)) {
        for (rank, spelling) in spellings.iter().enumerate() {
            if text.strip_prefix(&**spelling).is_some_and(ends_here) {
                found.push((spelling.len(), rank, option));
            }
        }
    }
    found.sort_by_key(|(length, rank, option)| (std::cmp::Reverse(*length), (*rank).min(1), *option));
    found.dedup_by_key(|(length, _, option)| (*length, *option));
    let mut heads = Vec::new();
    for group in found.chunk_by(|one, other| one.0 == other.0) {
        let (length, rank, option) = group[0];
        let full = |option: usize| options[option].first();
        let clear = rank == 0 || group.iter().all(|(_, _, other)| full(*other) == full(option));
        heads.push(match clear {
            true => Ok((option, &text[length..])),
            false => Err(NoOption::Several(group.iter().filter_map(|(_, _, other)| full(*other).cloned()).collect())),
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
        names.iter().map(|name| vec![name.to_string()]).collect()
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
        let options: Vec<Spellings> = ["X (B)", "X (C)"].map(|full| vec![full.to_string(), "X".to_string()]).into();
        assert_eq!(head("X (C)", &options), Ok((1, "")));
        assert_eq!(head("X", &options), Err(NoOption::Several(vec!["X (B)".into(), "X (C)".into()])));
    }

    #[test]
    fn joined_options_end_where_no_option_follows() {
        let options = plain(&["X", "Y", "Z"]);
        assert_eq!(leading("X, Y and Z, cast by W", &options, 3), Ok((vec![0, 1, 2], ", cast by W")));
    }
}
