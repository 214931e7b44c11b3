//! `switch`, with heads of every form.

use super::{MadeUp, Sort};

impl MadeUp {
    /// A `switch` that is a value.
    pub(super) fn switch_value(&mut self, depth: u32) -> String {
        self.switch(depth, |made_up, depth| match made_up.below(6) {
            0 => {
                let (condition, one, other) = (made_up.odd(Sort::Flag, 0), made_up.any(1), made_up.any(1));
                (format!("if {condition} {{ {one} }} else {{ {other} }}"), true)
            }
            1 => (format!("{{ {} }}", made_up.any(depth.min(1))), true),
            2 => (format!("#{{ a: {} }}.a", made_up.any(0)), false),
            _ => (made_up.any(1), false),
        })
    }

    /// A `switch` that does something.
    pub(super) fn switch_statement(&mut self, depth: u32) -> String {
        self.switch(depth, |made_up, depth| match made_up.below(3) {
            0 => (made_up.block(depth), true),
            1 => (format!("{{ {} }}", made_up.assignment()), true),
            _ => (made_up.any(1), false),
        })
    }

    /// A `switch` whose values are made like this; each says whether it needs no comma.
    fn switch(&mut self, depth: u32, mut value: impl FnMut(&mut Self, u32) -> (String, bool)) -> String {
        let sort = self.sort();
        let subject = self.odd(sort, 1);
        let mut text = format!("switch ({subject}){}{{", self.gap());
        let mut has_ranges = false;
        for _ in 0..=self.below(4) {
            let heads = self.heads(sort, &mut has_ranges);
            let condition = if self.below(4) == 0 { format!(" if {}", self.odd(Sort::Flag, 1)) } else { String::new() };
            let condition = if heads.ends_with("..") || heads.ends_with("..=") { String::new() } else { condition };
            let (value, needs_no_comma) = value(self, depth);
            let comma = if needs_no_comma && self.below(2) == 0 { "" } else { "," };
            text += &format!("\n        {heads}{condition}{}=>{}{value}{comma}", self.gap(), self.gap());
        }
        if self.below(3) > 0 {
            text += &format!("\n        _ => {}", value(self, depth).0);
        }
        text + "\n    }"
    }

    fn heads(&mut self, sort: Sort, has_ranges: &mut bool) -> String {
        let mut heads: Vec<String> = Vec::new();
        for _ in 0..=self.below(3) {
            let sort = if self.below(12) == 0 { self.sort() } else { sort };
            heads.push(self.head(sort, has_ranges));
        }
        heads.join(["|", " | ", " |\n            "][self.below(3) as usize])
    }

    fn head(&mut self, sort: Sort, has_ranges: &mut bool) -> String {
        match sort {
            Sort::Number => {
                *has_ranges |= self.below(5) == 0;
                if *has_ranges { self.range() } else { self.whole() }
            }
            Sort::Flag => ["true", "false"][self.below(2) as usize].into(),
            Sort::Text => self.text_literal(),
            Sort::List | Sort::Map => "()".into(),
        }
    }

    fn whole(&mut self) -> String {
        match self.below(6) {
            0 => format!("-{}", self.below(5)),
            1 => format!("- {}", self.below(5)),
            2 => "-9_223_372_036_854_775_808".into(),
            _ => self.number_literal(),
        }
    }

    fn range(&mut self) -> String {
        let mark = ["..", "..="][self.below(2) as usize];
        let (from, to) = (self.whole(), self.whole());
        match self.below(5) {
            0 => format!("{mark}{to}"),
            1 => format!("{from} {mark} {to}"),
            _ => format!("{from}{mark}{to}"),
        }
    }
}
