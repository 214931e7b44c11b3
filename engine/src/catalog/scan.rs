//! Finds the functions that a script defines from its text alone: enough to know which hooks a card has.

use crate::base::Span;

/// The public functions of a script: names and numbers of parameters, in the order of the file.
pub(super) fn functions(text: &str) -> Vec<(Box<str>, usize)> {
    all(text).into_iter().map(|(name, parameters, _)| (name.into(), parameters)).collect()
}

/// Where a script defines a function: the place of its name.
pub(super) fn place(text: &str, function: &str) -> Option<Span> {
    let mut all = all(text).into_iter();
    all.find(|(name, _, _)| *name == function).map(|(_, _, span)| span)
}

/// The hash of a public function as it is written, by which a patch recognises it: eight digits, whatever its line
/// breaks and indentation.
pub fn hash(text: &str, function: &str) -> Option<String> {
    let start = place(text, function)?.start;
    let end = end_of(text, start);
    let written: Vec<&str> = text[start..end].split_whitespace().collect();
    let hash = blake3::hash(written.join(" ").as_bytes());

    Some(hash.to_hex()[..8].to_string())
}

/// Where the function whose name begins here ends.
fn end_of(text: &str, start: usize) -> usize {
    let mut tokens = Tokens { text, at: start, templates: Vec::new() };
    let mut open = 0_usize;

    while let Some(token) = tokens.next() {
        match token {
            ScannedToken::Mark(b'{') => open += 1,
            ScannedToken::Mark(b'}') if open <= 1 => return tokens.at,
            ScannedToken::Mark(b'}') => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// All public functions: names, numbers of parameters and the places of the names.
fn all(text: &str) -> Vec<(&str, usize, Span)> {
    let mut tokens = Tokens::new(text);
    let mut found = Vec::new();
    let mut private = false;

    while let Some(token) = tokens.next() {
        match token {
            ScannedToken::Word("fn") => {
                let function = function(&mut tokens);
                found.extend(function.filter(|_| !private));
                private = false;
            }
            ScannedToken::Word(word) => private = word == "private",
            ScannedToken::Mark(_) => private = false,
        }
    }
    found
}

/// The name and the parameters of the function whose `fn` was just read.
fn function<'s>(tokens: &mut Tokens<'s>) -> Option<(&'s str, usize, Span)> {
    let Some(ScannedToken::Word(name)) = tokens.next() else {
        return None;
    };
    let span = Span::from(tokens.at - name.len()..tokens.at);
    let Some(ScannedToken::Mark(b'(')) = tokens.next() else {
        return None;
    };
    let mut parameters = 0;

    loop {
        match tokens.next()? {
            ScannedToken::Word(_) => parameters += 1,
            ScannedToken::Mark(b',') => {}
            ScannedToken::Mark(b')') => return Some((name, parameters, span)),
            ScannedToken::Mark(_) => return None,
        }
    }
}

/// What matters of a script's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScannedToken<'s> {
    Word(&'s str),
    Mark(u8),
}

/// The tokens of a script, without comments and strings.
struct Tokens<'s> {
    text: &'s str,
    at: usize,
    /// For each template that is open around this place, how many braces are open in its expression.
    templates: Vec<usize>,
}

impl<'s> Tokens<'s> {
    fn new(text: &'s str) -> Self {
        Self { text, at: 0, templates: Vec::new() }
    }

    fn next(&mut self) -> Option<ScannedToken<'s>> {
        loop {
            let rest = &self.text.as_bytes()[self.at..];

            match *rest.first()? {
                b'/' if rest.starts_with(b"//") => self.skip_to(b"\n"),
                b'/' if rest.starts_with(b"/*") => self.skip_block_comment(),
                b'"' => self.skip_quoted(b'"'),
                b'\'' => self.skip_quoted(b'\''),
                b'#' if is_raw_string(rest) => self.skip_raw_string(),
                // All of them at once: each alone would be counted to the end of the row again.
                b'#' => {
                    self.at += hashes(rest) - 1;
                    return Some(self.mark(b'#'));
                }
                b'`' => self.skip_template(),
                b'}' if self.templates.last() == Some(&0) => {
                    self.templates.pop();
                    self.skip_template();
                }
                byte if byte == b'_' || byte.is_ascii_alphanumeric() => return Some(self.word()),
                byte if byte.is_ascii_whitespace() || !byte.is_ascii() => self.at += 1,
                byte => return Some(self.mark(byte)),
            }
        }
    }

    fn word(&mut self) -> ScannedToken<'s> {
        let start = self.at;
        let rest = self.text.as_bytes()[start..].iter();
        self.at += rest.take_while(|byte| **byte == b'_' || byte.is_ascii_alphanumeric()).count();
        ScannedToken::Word(self.text.get(start..self.at).unwrap_or_default())
    }

    fn mark(&mut self, byte: u8) -> ScannedToken<'s> {
        if let Some(open) = self.templates.last_mut() {
            match byte {
                b'{' => *open += 1,
                b'}' => *open -= 1,
                _ => {}
            }
        }
        self.at += 1;
        ScannedToken::Mark(byte)
    }

    /// Goes on behind the next such bytes, or to the end.
    fn skip_to(&mut self, end: &[u8]) {
        let rest = &self.text.as_bytes()[self.at..];
        let found = rest.windows(end.len()).position(|window| window == end);
        self.at += found.map_or(rest.len(), |start| start + end.len());
    }

    fn skip_block_comment(&mut self) {
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;

        while self.at < bytes.len() {
            let rest = &bytes[self.at..];

            if rest.starts_with(b"/*") {
                depth += 1;
                self.at += 2;
            } else if rest.starts_with(b"*/") {
                depth -= 1;
                self.at += 2;
            } else {
                self.at += 1;
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn skip_quoted(&mut self, quote: u8) {
        let bytes = self.text.as_bytes();
        self.at += 1;

        while self.at < bytes.len() {
            match bytes[self.at] {
                b'\\' => self.at += 2,
                byte if byte == quote => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = bytes.len();
    }

    fn skip_raw_string(&mut self) {
        let hashes = hashes(&self.text.as_bytes()[self.at..]);
        let end: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
        self.at += hashes + 1;
        self.skip_to(&end);
    }

    /// Goes on behind the end of the template, or into the next expression in it.
    fn skip_template(&mut self) {
        let bytes = self.text.as_bytes();
        self.at += 1;

        while self.at < bytes.len() {
            if bytes[self.at] == b'`' {
                self.at += 1;
                return;
            }
            if bytes[self.at..].starts_with(b"${") {
                self.at += 2;
                self.templates.push(0);
                return;
            }
            self.at += 1;
        }
    }
}

fn hashes(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == b'#').count()
}

fn is_raw_string(bytes: &[u8]) -> bool {
    bytes.get(hashes(bytes)) == Some(&b'"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize)> {
        functions(text).into_iter().map(|(name, arity)| (name.to_string(), arity)).collect()
    }

    fn names(text: &str) -> Vec<String> {
        found(text).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn functions_are_found_with_their_parameters() {
        let text = "//! Text.\nfn resolve(item) { f(1, 2); }\nfn on_drawn(me, /* the */ event) {}\nfn none() {}";
        assert_eq!(found(text), [("resolve".into(), 1), ("on_drawn".into(), 2), ("none".into(), 0)]);
    }

    #[test]
    fn a_function_has_a_place() {
        assert_eq!(place("fn a() {} // fn b()\nfn b() {}", "b"), Some((23..24).into()));
        assert_eq!(place("fn a() {}", "b"), None);
    }

    #[test]
    fn a_print_is_that_of_one_function() {
        let first = hash("fn a(x) { if x { `}${ {} }` } }\nfn b() {}", "a");

        assert_eq!(first, hash("fn b() { 1 }\n\nfn a(x) {\n    if x { `}${ {} }` }\n}", "a"));
        assert_ne!(first, hash("fn a(x) { if x { `}${ {} }` } 2 }", "a"));
        assert_eq!((first.map(|hash| hash.len()), hash("fn a() {}", "b")), (Some(8), None));
    }

    #[test]
    fn comments_and_strings_define_nothing() {
        let text = r##"// fn a() {}
            /* fn b() {} /* fn c() {} */ fn d() {} */
            let x = "fn e() {} \" fn f() {}"; let y = '\''; let z = #"fn " g() {}"#;
            fn real() {}"##;
        assert_eq!(names(text), ["real"]);
    }

    #[test]
    fn templates_are_skipped_with_what_is_in_them() {
        let text = "let x = `fn a() {} ${ if b { `fn c() {} ${d}` } else { #{} } } fn e() {}`; fn real() {}";
        assert_eq!(names(text), ["real"]);
    }

    #[test]
    fn private_and_typed_functions_are_no_hooks() {
        assert_eq!(names("private fn a() {} fn int.b() {} fn c() {}"), ["c"]);
    }

    #[test]
    fn unfinished_texts_are_harmless() {
        for text in
            ["fn", "fn a", "fn a(", "fn a(b", "\"", "\"\\", "'", "`", "`${", "/*", "/", "#\"", "##", "}", "fn ö"]
        {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
