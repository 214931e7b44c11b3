//! Lines of a terminal: broken between words, because the terminal itself would break them anywhere.

use console::measure_text_width;

/// A text whose lines are at most so wide, as far as its words are. What continues a line is set in as far as that, and
/// two more.
pub fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| broken(line, width)).collect();
    lines.join("\n")
}

fn broken(line: &str, width: usize) -> String {
    if measure_text_width(line) <= width {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let further = " ".repeat((indent + 2).min(width / 2));
    let (mut broken, mut at) = (line[..indent].to_owned(), indent);
    let mut begins = true;
    for word in line[indent..].split(' ') {
        let wide = measure_text_width(word);
        if !begins && at + 1 + wide > width {
            broken.truncate(broken.trim_end_matches(' ').len());
            broken.push('\n');
            broken.push_str(&further);
            (at, begins) = (further.len(), true);
        }
        if !begins {
            broken.push(' ');
            at += 1;
        }
        broken.push_str(word);
        at += wide;
        // Blanks at the beginning of a line that continues another would only move it.
        begins &= word.is_empty();
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three\nfour", 8), "one two\n  three\nfour");
        assert_eq!(wrapped("  a bb ccc dddd", 8), "  a bb\n    ccc\n    dddd");
        assert_eq!(wrapped("unbreakable word", 5), "unbreakable\n  word");
        assert_eq!(wrapped("a  b", 80), "a  b");
        assert_eq!(wrapped("龍龍龍 龍", 6), "龍龍龍\n  龍");
    }
}
