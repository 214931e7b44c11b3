//! Functions that are made up at random: mostly of kinds that go together, now and then not.

mod switches;
mod written;

use cardwright_kernel::setup::Generator;

/// What an expression is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Flag,
    Text,
    List,
    Map,
}

const SORTS: [Sort; 6] = [Sort::Number, Sort::Flag, Sort::Text, Sort::List, Sort::Number, Sort::Map];

/// Constants that every script has.
const CONSTANTS: [(&str, Sort, &str); 8] = [
    ("FEW", Sort::List, "[1, 0x2, -3]"),
    ("WORDS", Sort::List, "[\"a\", `b`, #\"ab\"#]"),
    ("NESTED", Sort::List, "[[1], [2, 3], []]"),
    ("MANY", Sort::Number, "0b101"),
    ("LESS", Sort::Number, "-4"),
    ("TOLD", Sort::Text, "\"caf\\u00e9\""),
    ("SURE", Sort::Flag, "true"),
    ("TABLE", Sort::Map, "#{ a: 1, \"b\": [2, 3] }"),
];

/// Somebody who makes functions up.
pub struct MadeUp {
    chance: Generator,
    variables: Vec<(String, Sort)>,
    /// Variables that never change, so that closures that are kept can take them along.
    fixed: Vec<(String, Sort)>,
    /// Whether a closure is being made that is kept.
    keeps: bool,
    named: u32,
    loops: u32,
}

impl MadeUp {
    pub fn new(seed: u64) -> Self {
        Self {
            chance: Generator::new(seed),
            variables: Vec::new(),
            fixed: Vec::new(),
            keeps: false,
            named: 0,
            loops: 0,
        }
    }

    /// A script whose function `test` takes nothing.
    pub fn script(&mut self) -> String {
        let constants: String =
            CONSTANTS.iter().map(|(name, _, value)| format!("const {name} ={}{value};\n", self.gap())).collect();
        let helpers = "fn add(a, b) { a + b }\nfn pick(list, n) { for (x, at) in list { if at == n { return x; } } }\n\
                       fn count(n) { if n <= 0 { 0 } else { 1 + count(n - 1) } }\n\
                       private fn few(n) { FEW[n] + FEW.len + TABLE.a }\n\
                       fn doubled(n) { n * 2 }\n";
        let body = self.statements(6, 3);
        let last = self.any(2);
        let names: Vec<String> = self.variables.iter().chain(&self.fixed).map(|(name, _)| name.clone()).collect();
        format!(
            "{constants}fn test() {{\n    let skipped = 0;\n    let yes = true;\n    let no = false;\n{body}    let last = {last};\n    [last, skipped, {}]\n}}\n{helpers}",
            names.join(", ")
        )
    }

    fn below(&mut self, most: u32) -> u32 {
        self.chance.below(most)
    }

    fn sort(&mut self) -> Sort {
        SORTS[self.below(6) as usize]
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
        let (known, fixed) = (self.variables.len(), self.fixed.len());
        let body = self.statements(3, depth);
        self.variables.truncate(known);
        self.fixed.truncate(fixed);
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

    /// A variable that may change, or something of this sort that never does.
    fn readable(&mut self, sort: Sort) -> Option<String> {
        let constants = CONSTANTS.iter().filter(|(_, own, _)| *own == sort).map(|(name, ..)| (*name).to_string());
        let fixed = self.fixed.iter().filter(|(_, own)| *own == sort).map(|(name, _)| name.clone());
        let never: Vec<String> = constants.chain(fixed).collect();
        if self.below(4) > 0 || never.is_empty() {
            return self.variable(sort);
        }
        let at = self.below(u32::try_from(never.len()).expect("there are few")) as usize;
        Some(never[at].clone())
    }

    fn let_(&mut self, sort: Sort, value: &str) -> String {
        let name = self.name();
        self.variables.push((name.clone(), sort));
        format!("let {name} ={}{value};", self.gap())
    }

    fn statement(&mut self, depth: u32) -> String {
        let depth = depth.saturating_sub(1);
        match self.below(if depth == 0 { 9 } else { 20 }) {
            0..=2 => {
                let sort = self.sort();
                let value = self.expression(sort, 2);
                self.let_(sort, &value)
            }
            3 => self.assignment(),
            4 => {
                let Some(list) = self.variable(Sort::List) else { return self.skip() };
                let value = self.any(1);
                match self.below(8) {
                    5 => format!("{list}.append({});", self.expression(Sort::List, 1)),
                    6 => format!("{list}.clear();"),
                    7 => format!("{list}[{}] += {value};", self.index()),
                    0 => format!("{list}.push({value});"),
                    1 => format!("{list}.pop();"),
                    2 => format!("{list} += {value};"),
                    3 => format!("{list}[{}] = {value};", self.index()),
                    _ => format!("{list}.remove({value});"),
                }
            }
            5 => {
                let Some(number) = self.variable(Sort::Number) else { return self.skip() };
                let operators = ["+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", "&=", "|=", "^="];
                let operator = operators[self.below(11) as usize];
                format!("{number} {operator} {};", self.odd(Sort::Number, 1))
            }
            6 => format!("if {} {{ return {}; }}", self.odd(Sort::Flag, 1), self.any(1)),
            7 => self.set_entry(),
            8 => self.kept_closure(),
            14 => self.looped(depth),
            15 => self.done_at_least_once(depth),
            16 => self.switch_statement(depth),
            17 | 18 => {
                let value = self.switch_value(depth);
                self.let_(Sort::Number, &value)
            }
            9 => {
                let (condition, then) = (self.odd(Sort::Flag, 2), self.block(depth));
                if self.below(2) == 0 {
                    format!("if {condition} {then}")
                } else {
                    format!("if {condition} {then} else {}", self.block(depth))
                }
            }
            10 | 11 => self.each(depth),
            12 => self.counted(depth),
            _ => {
                let inner = self.block(depth);
                format!("{inner};")
            }
        }
    }

    /// A statement where there is nothing to do.
    fn skip(&self) -> String {
        if self.keeps { "()" } else { "skipped += 1" }.to_owned() + ";"
    }

    fn assignment(&mut self) -> String {
        let sort = self.sort();
        let Some(name) = self.variable(sort) else { return self.skip() };
        format!("{name} = {};", self.expression(sort, 2))
    }

    fn each(&mut self, depth: u32) -> String {
        let name = self.name();
        let list = match self.below(3) {
            0 => format!("{}..{}", self.below(3), self.below(6)),
            1 => format!("{}..={}", self.below(3), self.below(5)),
            _ => self.expression(Sort::List, 1),
        };
        let (known, fixed) = (self.variables.len(), self.fixed.len());
        self.variables.push((name.clone(), Sort::Number));
        let mut body = self.statements(2, depth);
        if self.below(3) == 0 {
            let leave = ["break", "continue"][self.below(2) as usize];
            body.push_str(&format!("    if {} {{ {leave}; }}\n    {}\n", self.odd(Sort::Flag, 1), self.statement(1)));
        }
        self.variables.truncate(known);
        self.fixed.truncate(fixed);
        match self.below(4) {
            0 => {
                let at = self.name();
                format!("for ({name}, {at}) in {list} {{\n{body}    skipped += {at}; }}")
            }
            1 => {
                let (leave, value) = (self.odd(Sort::Flag, 1), self.any(1));
                let found = format!("for {name} in {list} {{\n{body}    if {leave} {{ break {value}; }} }}");
                self.let_(Sort::Number, &found)
            }
            _ => format!("for {name} in {list} {{\n{body}    }}"),
        }
    }

    fn set_entry(&mut self) -> String {
        let Some(map) = self.variable(Sort::Map) else { return self.skip() };
        let value = self.any(1);
        match self.below(4) {
            0 => format!("{map}.a = {value};"),
            1 => format!("{map}[{}] = {value};", self.text_literal()),
            2 => format!("{map}.a += {value};"),
            _ => format!("{map}.c = {value};"),
        }
    }

    /// A closure in a variable, which takes along what never changes.
    fn kept_closure(&mut self) -> String {
        let (sort, name, closure, element) = (self.sort(), self.name(), self.name(), self.name());
        let value = self.expression(sort, 1);
        self.fixed.push((name.clone(), sort));
        let others = std::mem::take(&mut self.variables);
        self.keeps = true;
        let body = self.within(&element, Sort::Number, 2);
        self.keeps = false;
        self.variables = others;
        let list = self.expression(Sort::List, 1);
        let result = self.let_(Sort::List, &format!("{list}.map({closure})"));
        let value = format!("let {name} = {value}; let {closure} = |{element}|{}{body};", self.gap());
        format!("{value} {result}")
    }

    /// A loop without a condition, which ends with a value.
    fn looped(&mut self, depth: u32) -> String {
        self.loops += 1;
        let round = format!("round{}", self.loops);
        let (body, leave) = (self.block(depth), self.odd(Sort::Flag, 1));
        let (one, other) = (self.any(1), self.any(1));
        let most = self.below(4);
        let body =
            format!("{round} += 1; {body} if {leave} {{ break {one}; }} if {round} > {most} {{ break {other}; }}");
        let head = ["loop".to_owned(), format!("while {round} < 3")][self.below(2) as usize].clone();
        let result = self.let_(Sort::Number, &format!("{head} {{ {body} }}"));
        format!("let {round} = 0; {result}")
    }

    fn done_at_least_once(&mut self, depth: u32) -> String {
        self.loops += 1;
        let round = format!("round{}", self.loops);
        let body = self.block(depth);
        let on = [format!("while {round} < 2"), format!("until {round} > 2")][self.below(2) as usize].clone();
        format!("let {round} = 0; do {{ {round} += 1; {body} }} {on};")
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
            return self.readable(sort).filter(|_| self.below(4) > 0).unwrap_or_else(|| self.literal(sort));
        }
        let depth = depth - 1;
        match self.below(24) {
            0 => {
                let (condition, one, other) =
                    (self.odd(Sort::Flag, depth), self.odd(sort, depth), self.odd(sort, depth));
                return format!("(if {condition} {{ {one} }} else {{ {other} }})");
            }
            1 => return format!("({} ?? {})", self.odd(sort, depth), self.odd(sort, depth)),
            2 => return format!("(if {} {{ {} }} ?? {})", self.odd(Sort::Flag, 0), self.any(0), self.odd(sort, depth)),
            3 if depth > 0 => return format!("({})", self.switch_value(1)),
            _ => {}
        }
        match sort {
            Sort::Map => self.map(depth),
            Sort::Number => self.number(depth),
            Sort::Flag => self.flag(depth),
            Sort::Text => self.text(depth),
            Sort::List => self.list(depth),
        }
    }

    fn literal(&mut self, sort: Sort) -> String {
        match sort {
            Sort::Number => self.signed_literal(),
            Sort::Flag => ["yes", "no", "true", "false"][self.below(4) as usize].into(),
            Sort::Text => self.text_literal(),
            Sort::List => ["[]", "[1]", "[2, 1, 3]", "[\"a\", 1]", "[[1], 2]", "[-1, (), true]", "[#{ a: 2 }, 1, ]"]
                [self.below(7) as usize]
                .into(),
            Sort::Map => ["#{}", "#{ a: 1 }", "#{ \"b\": 2, a: \"x\" }", "#{ a: [1], \"one two\": () }"]
                [self.below(4) as usize]
                .into(),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let operators = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "**"];
        match self.below(16) {
            0..=3 => {
                let (one, other) = (self.odd(Sort::Number, depth), self.odd(Sort::Number, depth));
                let operator = operators[self.below(11) as usize];
                format!("({one}{}{operator}{}{other})", self.gap(), self.gap())
            }
            9 => format!("{}.a", self.expression(Sort::Map, depth)),
            10 => {
                let map = self.readable(Sort::Map).unwrap_or_else(|| "TABLE".into());
                format!("{map}[{}]", self.text_literal())
            }
            11 => format!("few({})", self.index()),
            12 => format!("{}[{}]", ["FEW", "WORDS", "NESTED"][self.below(3) as usize], self.index()),
            13 => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let body = self.within(&element, Sort::Number, depth);
                format!("{list}.sum(|{element}| {body})")
            }
            14 => format!("-({})", self.odd(Sort::Number, 0)),
            15 => format!(
                "{}.{}()",
                self.expression(Sort::List, depth),
                ["max", "min", "first", "last"][self.below(4) as usize]
            ),
            4 => format!("{}.len", self.expression(Sort::List, depth)),
            5 => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let body = self.within(&element, Sort::Number, depth);
                format!("{list}.sum(|{element}| {body})")
            }
            6 => {
                let list = self.readable(Sort::List).unwrap_or_else(|| "pick([[1], [2, 3]], 1)".into());
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
        match self.below(10) {
            7 => format!("({} !in {})", self.any(0), self.expression(Sort::List, depth)),
            8 => format!("({} in {})", self.text_literal(), self.expression(Sort::Map, 0)),
            9 => {
                let verb = ["contains", "starts_with", "ends_with"][self.below(3) as usize];
                format!("{}.{verb}({})", self.expression(Sort::Text, depth), self.odd(Sort::Text, 0))
            }
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
            _ => {
                let values: String =
                    (0..=self.below(3)).map(|_| format!("{}${{{}}}", self.piece(), self.put_in(depth))).collect();
                format!("`{values}{}`", self.piece())
            }
        }
    }

    /// A value that is put into a text.
    fn put_in(&mut self, depth: u32) -> String {
        match self.below(6) {
            0 => {
                let name = self.name();
                format!(" let {name} = {}; {name} ", self.odd(Sort::Number, depth))
            }
            1 => self.odd(Sort::Text, depth),
            2 => self.odd(Sort::Flag, 0),
            _ => self.odd(Sort::Number, depth),
        }
    }

    fn map(&mut self, depth: u32) -> String {
        let (one, other) = (self.any(depth), self.any(depth));
        format!("#{{ a: {one}, {}: {other} }}", ["b", "\"b c\"", "len"][self.below(2) as usize])
    }

    fn list(&mut self, depth: u32) -> String {
        match self.below(11) {
            7 => format!("{}.map(doubled)", self.expression(Sort::List, depth)),
            8 => format!("{}.{}()", self.expression(Sort::Map, 0), ["keys", "values"][self.below(2) as usize]),
            9 => format!("{}.sort()", self.expression(Sort::List, depth)),
            10 => {
                let (list, element) = (self.expression(Sort::List, depth), self.name());
                let body = self.within(&element, Sort::List, depth);
                format!("{list}.flat_map(|{element}| {body})")
            }
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
