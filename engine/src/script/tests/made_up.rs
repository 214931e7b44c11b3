//! Functions that are made up at random: mostly of kinds that go together, now and then not.

use crate::model::generator::Generator;

/// What an expression is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Flag,
    Text,
    List,
}

const SORTS: [Sort; 4] = [Sort::Number, Sort::Flag, Sort::Text, Sort::List];

/// Somebody who makes functions up.
pub struct MadeUp {
    chance: Generator,
    variables: Vec<(String, Sort)>,
    named: u32,
    loops: u32,
}

impl MadeUp {
    pub fn new(seed: u64) -> Self {
        Self { chance: Generator::new(seed), variables: Vec::new(), named: 0, loops: 0 }
    }

    /// A script whose function `test` takes nothing.
    pub fn script(&mut self) -> String {
        let helpers = "fn add(a, b) { a + b }\nfn pick(list, n) { for (x, at) in list { if at == n { return x; } } }\n\
                       fn count(n) { if n <= 0 { 0 } else { 1 + count(n - 1) } }\n";
        let body = self.statements(6, 3);
        let last = self.any(2);
        let names: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        format!(
            "fn test() {{\n    let skipped = 0;\n    let yes = true;\n    let no = false;\n{body}    let last = {last};\n    [last, skipped, {}]\n}}\n{helpers}",
            names.join(", ")
        )
    }

    fn below(&mut self, most: u32) -> u32 {
        self.chance.below(most)
    }

    fn sort(&mut self) -> Sort {
        SORTS[self.below(4) as usize]
    }

    fn name(&mut self) -> String {
        self.named += 1;
        format!("v{}", self.named)
    }

    fn statements(&mut self, most: u32, depth: u32) -> String {
        let many = 1 + self.below(most);
        (0..many).map(|_| format!("    {}\n", self.statement(depth))).collect()
    }

    fn block(&mut self, depth: u32) -> String {
        let known = self.variables.len();
        let body = self.statements(3, depth);
        self.variables.truncate(known);
        match self.below(8) {
            0 => "{}".into(),
            _ => format!("{{\n{body}    }}"),
        }
    }

    fn variable(&mut self, sort: Sort) -> Option<String> {
        let fitting: Vec<&String> =
            self.variables.iter().filter(|(_, own)| *own == sort).map(|(name, _)| name).collect();
        let many = u32::try_from(fitting.len()).expect("there are few");
        if many == 0 {
            return None;
        }
        let at = self.chance.below(many) as usize;
        Some(fitting[at].clone())
    }

    fn statement(&mut self, depth: u32) -> String {
        let depth = depth.saturating_sub(1);
        match self.below(if depth == 0 { 7 } else { 14 }) {
            0..=2 => {
                let sort = self.sort();
                let value = self.expression(sort, 2);
                let name = self.name();
                self.variables.push((name.clone(), sort));
                format!("let {name} = {value};")
            }
            3 => self.assignment(),
            4 => {
                let Some(list) = self.variable(Sort::List) else { return "skipped += 1;".into() };
                let value = self.any(1);
                match self.below(5) {
                    0 => format!("{list}.push({value});"),
                    1 => format!("{list}.pop();"),
                    2 => format!("{list} += {value};"),
                    3 => format!("{list}[{}] = {value};", self.index()),
                    _ => format!("{list}.remove({value});"),
                }
            }
            5 => {
                let Some(number) = self.variable(Sort::Number) else { return "skipped += 1;".into() };
                let operator = ["+=", "-=", "*=", "/=", "%="][self.below(5) as usize];
                format!("{number} {operator} {};", self.odd(Sort::Number, 1))
            }
            6 => format!("if {} {{ return {}; }}", self.odd(Sort::Flag, 1), self.any(1)),
            7 | 8 => {
                let (condition, then) = (self.odd(Sort::Flag, 2), self.block(depth));
                if self.below(2) == 0 {
                    format!("if {condition} {then}")
                } else {
                    format!("if {condition} {then} else {}", self.block(depth))
                }
            }
            9 | 10 => self.each(depth),
            11 => self.counted(depth),
            12 => {
                let (subject, one, two) = (self.odd(Sort::Number, 1), self.any(1), self.any(1));
                let name = self.name();
                self.variables.push((name.clone(), Sort::Number));
                format!("let {name} = switch {subject} {{ 0 | 1 => {one}, 2..5 => 7, _ => {two} }};")
            }
            _ => {
                let inner = self.block(depth);
                format!("{inner};")
            }
        }
    }

    fn assignment(&mut self) -> String {
        let sort = self.sort();
        let Some(name) = self.variable(sort) else { return "skipped += 1;".into() };
        format!("{name} = {};", self.expression(sort, 2))
    }

    fn each(&mut self, depth: u32) -> String {
        let name = self.name();
        let list = match self.below(3) {
            0 => format!("{}..{}", self.below(3), self.below(6)),
            1 => format!("{}..={}", self.below(3), self.below(5)),
            _ => self.expression(Sort::List, 1),
        };
        let known = self.variables.len();
        self.variables.push((name.clone(), Sort::Number));
        let mut body = self.statements(2, depth);
        if self.below(3) == 0 {
            let leave = ["break", "continue"][self.below(2) as usize];
            body.push_str(&format!("    if {} {{ {leave}; }}\n    {}\n", self.odd(Sort::Flag, 1), self.statement(1)));
        }
        self.variables.truncate(known);
        format!("for {name} in {list} {{\n{body}    }}")
    }

    /// A loop that ends, whatever is in it.
    fn counted(&mut self, depth: u32) -> String {
        self.loops += 1;
        let name = format!("round{}", self.loops);
        let body = self.block(depth);
        format!("let {name} = 0; while {name} < {} {{ {name} += 1; {body} }}", self.below(4))
    }

    fn index(&mut self) -> i64 {
        i64::from(self.below(6)) - 2
    }

    fn any(&mut self, depth: u32) -> String {
        let sort = self.sort();
        self.expression(sort, depth)
    }

    /// Of this sort, but now and then of another.
    fn odd(&mut self, sort: Sort, depth: u32) -> String {
        let sort = if self.below(25) == 0 { self.sort() } else { sort };
        self.expression(sort, depth)
    }

    fn expression(&mut self, sort: Sort, depth: u32) -> String {
        if depth == 0 || self.below(4) == 0 {
            return self.variable(sort).filter(|_| self.below(4) > 0).unwrap_or_else(|| self.literal(sort));
        }
        let depth = depth - 1;
        match sort {
            Sort::Number => self.number(depth),
            Sort::Flag => self.flag(depth),
            Sort::Text => self.text(depth),
            Sort::List => self.list(depth),
        }
    }

    fn literal(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Number => match self.below(12) {
                0 => "9223372036854775807".into(),
                1 => "(-3)".into(),
                _ => self.below(9).to_string(),
            },
            Sort::Flag => ["yes", "no", "true", "false"][self.below(4) as usize].into(),
            Sort::Text => ["\"\"", "\"a\"", "\"ab\"", "\"one\""][self.below(4) as usize].into(),
            Sort::List => ["[]", "[1]", "[2, 1, 3]", "[\"a\", 1]", "[[1], 2]"][self.below(5) as usize].into(),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let operators = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "**"];
        match self.below(9) {
            0..=3 => {
                let (one, other) = (self.odd(Sort::Number, depth), self.odd(Sort::Number, depth));
                format!("({one} {} {other})", operators[self.below(11) as usize])
            }
            4 => format!("{}.len", self.expression(Sort::List, depth)),
            5 => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let body = self.within(&element, Sort::Number, depth);
                format!("{list}.sum(|{element}| {body})")
            }
            6 => {
                let list = self.variable(Sort::List).unwrap_or_else(|| "pick([[1], [2, 3]], 1)".into());
                format!("{list}[{}]", self.index())
            }
            7 => format!("add({}, {})", self.odd(Sort::Number, depth), self.odd(Sort::Number, depth)),
            _ => format!("count({})", self.below(4)),
        }
    }

    /// The body of a closure with this parameter.
    fn within(&mut self, element: &str, sort: Sort, depth: u32) -> String {
        self.variables.push((element.into(), Sort::Number));
        let body = if self.below(5) == 0 {
            format!("{{ {} {} }}", self.assignment(), self.odd(sort, depth))
        } else {
            self.odd(sort, depth)
        };
        self.variables.pop();
        body
    }

    fn flag(&mut self, depth: u32) -> String {
        match self.below(7) {
            0 | 1 => {
                let (sort, operator) = (self.sort(), ["==", "!=", "<", "<=", ">", ">="][self.below(6) as usize]);
                let sort = if sort == Sort::List && operator.len() < 2 { Sort::Text } else { sort };
                format!("({} {operator} {})", self.odd(sort, depth), self.odd(sort, depth))
            }
            2 => format!("({} && {})", self.odd(Sort::Flag, depth), self.odd(Sort::Flag, depth)),
            3 => format!("({} || {})", self.odd(Sort::Flag, depth), self.odd(Sort::Flag, depth)),
            4 => format!("!{}", self.odd(Sort::Flag, 0)),
            5 => format!("({} in {})", self.any(0), self.expression(Sort::List, depth)),
            _ => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let verb = ["any", "all", "none"][self.below(3) as usize];
                let body = self.within(&element, Sort::Flag, depth);
                format!("{list}.{verb}(|{element}| {body})")
            }
        }
    }

    fn text(&mut self, depth: u32) -> String {
        match self.below(3) {
            0 => format!("({} + {})", self.odd(Sort::Text, depth), self.odd(Sort::Text, depth)),
            1 => format!("({} - {})", self.expression(Sort::Text, depth), self.expression(Sort::Text, depth)),
            _ => format!("`n ${{{}}}`", self.expression(Sort::Number, 0)),
        }
    }

    fn list(&mut self, depth: u32) -> String {
        match self.below(7) {
            0 => format!("[{}, {}]", self.any(depth), self.any(depth)),
            1 => format!("({} + {})", self.expression(Sort::List, depth), self.odd(Sort::List, depth)),
            2 => format!("{}.take({})", self.expression(Sort::List, depth), self.odd(Sort::Number, depth)),
            3 => format!("{}.distinct()", self.expression(Sort::List, depth)),
            4 => format!("{}.reverse()", self.expression(Sort::List, depth)),
            verb => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let (verb, sort) = if verb == 5 { ("filter", Sort::Flag) } else { ("map", Sort::Number) };
                let body = self.within(&element, sort, depth);
                format!("{list}.{verb}(|{element}| {body})")
            }
        }
    }
}
