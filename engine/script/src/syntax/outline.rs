//! What the text of a script says without being compiled: enough to know which hooks a card has and which words occur.

use super::lexer::{Token, TokenSort, tokens_and_head};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::{OutlinedFunction, ScriptOutline};
use rustc_hash::FxHashSet;

/// The outline of a script; of one that is wrong, as much as can be read.
pub fn outline(text: &str) -> ScriptOutline {
    let (tokens, head) = tokens_and_head(text);
    let reader = OutlineReader { text, tokens: &tokens };
    let (mut names, mut texts) = (Once::default(), Once::default());
    for token in &tokens {
        match &token.sort {
            TokenSort::Name => names.add(&text[token.span.clone()]),
            TokenSort::Text(said) => texts.add(said),
            _ => {}
        }
    }
    ScriptOutline {
        functions: reader.functions(),
        names: names.found,
        texts: texts.found,
        templates: reader.templates(),
        head,
    }
}

/// Texts, each once.
#[derive(Default)]
struct Once<'s> {
    known: FxHashSet<&'s str>,
    found: Vec<Box<str>>,
}

impl<'s> Once<'s> {
    fn add(&mut self, text: &'s str) {
        if self.known.insert(text) {
            self.found.push(text.into());
        }
    }
}

struct OutlineReader<'s> {
    text: &'s str,
    tokens: &'s [Token],
}

impl<'s> OutlineReader<'s> {
    fn written(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.sort == TokenSort::Name)
    }

    fn functions(&self) -> Vec<OutlinedFunction> {
        let heads = (0..self.tokens.len()).filter(|at| self.written(*at) == "fn");
        let is_public = |at: &usize| at.checked_sub(1).is_none_or(|before| self.written(before) != "private");
        let public = (0..).zip(heads).filter(|(_, at)| is_public(at));
        public.filter_map(|(number, at)| self.function(number, at + 1)).collect()
    }

    /// The function whose name is this token.
    fn function(&self, number: u16, name: usize) -> Option<OutlinedFunction> {
        if self.written(name + 1) != "(" {
            return None;
        }
        let parameters = self.parameters(name + 2)?;
        let at = self.tokens.get(name).filter(|_| self.is_name(name))?.span.clone();
        let whole = Span::from(at.start..self.end(name));
        Some(OutlinedFunction { name: self.written(name).into(), parameters, number, at: at.into(), whole })
    }

    fn parameters(&self, first: usize) -> Option<Vec<Box<str>>> {
        let mut names = Vec::new();
        for at in first.. {
            match self.written(at) {
                ")" => return Some(names),
                "," => {}
                _ if self.is_name(at) => names.push(self.written(at).into()),
                _ => return None,
            }
        }
        None
    }

    /// Where the function whose name is this token ends.
    fn end(&self, name: usize) -> usize {
        let mut open = 0_usize;
        for (at, token) in self.tokens.iter().enumerate().skip(name) {
            match self.written(at) {
                "{" | "#{" => open += 1,
                "}" if open <= 1 => return token.span.end,
                "}" => open -= 1,
                _ => {}
            }
        }
        self.text.len()
    }

    /// How texts with values in them begin and end.
    fn templates(&self) -> Vec<(Box<str>, Box<str>)> {
        let pieces: Vec<(usize, &str)> = self.tokens.iter().filter_map(piece).collect();
        let closing = |end: usize| pieces.binary_search_by_key(&end, |(end, _)| *end).ok().map(|at| pieces[at].1);
        let opened = self.tokens.iter().filter(|token| token.end > token.span.end);
        opened.filter_map(|token| Some((piece(token)?.1.into(), closing(token.end)?.into()))).collect()
    }
}

/// Where a piece of a text ends, and what it says.
fn piece(token: &Token) -> Option<(usize, &str)> {
    match &token.sort {
        TokenSort::Piece(said) => Some((token.span.end, said)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize)> {
        outline(text).functions.into_iter().map(|function| (function.name.into(), function.parameters.len())).collect()
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
        let text = "fn a() {} // fn b()\nfn b() { #{ c: `}${ {} }` }; } //";
        let outline = outline(text);
        let place = |name| outline.function(name).map(|function| (function.at, &text[function.whole.range()]));
        assert_eq!(place("b"), Some(((23..24).into(), "b() { #{ c: `}${ {} }` }; }")));
        assert_eq!(place("c"), None);
    }

    #[test]
    fn comments_and_texts_define_nothing() {
        let text = r##"// fn a() {}
            /* fn b() {} /* fn c() {} */ fn d() {} */
            let x = "fn e() {} \" fn f() {}"; let y = '\''; let z = #"fn " g() {}"#;
            let x = `fn h() {} ${ if b { `fn i() {} ${d}` } else { #{} } } fn j() {}`;
            fn real() {}"##;
        assert_eq!(names(text), ["real"]);
    }

    #[test]
    fn private_and_typed_functions_are_no_hooks() {
        assert_eq!(names("private fn a() {} fn int.b() {} fn c() {}"), ["c"]);
    }

    #[test]
    fn words_are_found() {
        let outline = outline("//! Head.\n/// a b\nfn f(x) { x.go(\"do it\", `t`, `a_${x.n}_${\"k\"}b`, `${x}`); }");
        assert_eq!(outline.names, ["f", "x", "go", "n"].map(Box::from));
        assert_eq!(outline.texts, ["do it", "t", "k"].map(Box::from));
        assert_eq!(outline.templates, [("a_", "b"), ("", "")].map(|(start, end)| (start.into(), end.into())));
        assert_eq!(outline.head, [" Head."].map(Box::from));
    }

    #[test]
    fn unfinished_texts_are_harmless() {
        for text in [
            "fn", "fn a", "fn a(", "fn a(b", "\"", "\"\\", "'", "`", "`${", "/*", "/", "#\"", "##", "}", "fn ö",
            "fn a(1)",
        ] {
            assert!(outline(text).functions.is_empty(), "{text}");
        }
    }
}
