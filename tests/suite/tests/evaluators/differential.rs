//! The evaluator and the reference run the same functions, made up at random: they give the same value, or the same fault
//! at the same place.
//!
//! Two thousand functions run each time; `CARDWRIGHT_FUNCTIONS=100000` runs more, `CARDWRIGHT_FUNCTIONS=20000..40000` those
//! seeds.

use super::made_up::MadeUp;
use cardwright_kernel::faults::Stop;
use cardwright_kernel::ids::ScriptId;
use cardwright_kernel::rules::{FunctionId, Rules, ScriptSource};
use cardwright_script::call::context::CallContext;
use cardwright_script::call::script_value::ScriptValue;
use cardwright_script::check::{PackScripts, Unit, Vocabulary};
use cardwright_script::compile::{Script, compile};
use cardwright_script::lower::lower;
use cardwright_script::lower::program::Program;
use cardwright_script::sandbox::NEEDED;
use cardwright_script::syntax::Finding;
use rhai::{Array, Dynamic, Engine, Map};
use std::rc::Rc;
use std::sync::Arc;
use suite::reference::{Bound, Ended, Meter, engine};

const PATH: &str = "made-up.rhai";

/// Both evaluators.
struct Both {
    engine: Engine,
    meter: Rc<Meter>,
}

impl Both {
    fn new() -> Self {
        let meter = Rc::new(Meter::default());
        Self { engine: engine(&meter), meter }
    }

    /// What both make of a function without parameters; `None` if it is none, or is refused.
    fn run(&self, text: &str) -> Option<(String, String)> {
        let script = compile(&self.engine, PATH, text).ok()?;
        let (program, findings) = self.try_lower(&script, text);
        findings.is_empty().then(|| (self.reference(&script), own(&program, test_of(&script))))
    }

    fn lowered(&self, script: &Script, text: &str) -> Program {
        let (program, findings) = self.try_lower(script, text);
        assert!(findings.is_empty(), "{}\n{text}", findings[0]);
        program
    }

    fn try_lower(&self, script: &Script, text: &str) -> (Program, Vec<Finding>) {
        let mut rules = Rules::default();
        let source = ScriptSource { text: text.into(), ..ScriptSource::default() };
        rules.scripts.insert(PATH.into(), source);
        let units = [Unit { script, source: &rules.scripts[PATH], hooks: &[] }];
        lower(&Arc::new(rules.clone()), &PackScripts::new(&Vocabulary::default(), &units, &[]))
    }

    fn reference(&self, script: &Script) -> String {
        self.meter.begin();
        let number = test_of(script).function.expect("it is short");
        match Bound::new(script, []).call(&self.engine, &self.meter, Dynamic::UNIT, number, &mut []) {
            Ok(value) => shown(&value),
            Err(Ended::Stopped) => "stopped".into(),
            Err(Ended::Faulted(fault)) => {
                format!("! {} at {}:{}", fault.message, fault.place.line, fault.place.column)
            }
        }
    }
}

fn own(program: &Program, test: FunctionId) -> String {
    let mut ctx = CallContext::new(program, None, Box::default());
    match ctx.run_function(program.function(test).expect("it has a test"), &[]) {
        Ok(held) => shown_held(&ctx, held),
        Err(Stop::Fault(fault)) => {
            let place = fault.place.expect("every fault has a place");
            format!("! {} at {}:{}", fault.message, place.line, place.column)
        }
        Err(_) => "stopped".into(),
    }
}

/// The test of a script, which is its only one.
fn test_of(script: &Script) -> FunctionId {
    let number = script.functions().iter().position(|function| &*function.name == "test").expect("it has a test");
    FunctionId { script: ScriptId(0), function: u16::try_from(number).ok() }
}

fn shown(value: &Dynamic) -> String {
    if let Some(list) = value.read_lock::<Array>() {
        return format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(", "));
    }
    if let Some(map) = value.read_lock::<Map>() {
        let entries = map.iter().map(|(key, value)| format!("{key}: {}", shown(value)));
        return format!("#{{{}}}", entries.collect::<Vec<_>>().join(", "));
    }
    format!("{value:?}")
}

fn shown_held(ctx: &CallContext<'_>, held: ScriptValue) -> String {
    match held {
        ScriptValue::Nothing => "()".into(),
        ScriptValue::Flag(flag) => flag.to_string(),
        ScriptValue::Number(number) => number.to_string(),
        ScriptValue::Text(text) => format!("{:?}", ctx.text(text)),
        ScriptValue::List(list) => {
            let items = ctx.items(list).iter().map(|held| shown_held(ctx, *held));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        ScriptValue::Map(map) => {
            let mut entries = ctx.scratch.map(map).entries.clone();
            entries.sort_by(|one, other| ctx.text(one.0).cmp(ctx.text(other.0)));
            let entries = entries.iter().map(|(key, held)| format!("{}: {}", ctx.text(*key), shown_held(ctx, *held)));
            format!("#{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        ScriptValue::Span(span) => {
            let span = ctx.scratch.span(span);
            format!("{}{}{}", span.from, if span.closed { "..=" } else { ".." }, span.to)
        }
        other => format!("{other:?}"),
    }
}

/// What is different, if anything is; `None` for what is no script. And whether it ends well.
fn agree(both: &Both, text: &str) -> Option<(Option<String>, bool)> {
    // The checker refuses such a closure, and elements of numbers and texts: Rhai reads bits and letters.
    let is_refused = |(reference, own): &(String, String)| {
        let read = ["a number has no elements", "a text has no elements"];
        // Whatever changes a constant is refused before it runs; but elements of one stay constant in lists to which they were
        // added, where the reference refuses `list[-1] = value`.
        let is_copied = reference.contains("Cannot modify constant");
        is_copied || reference.contains("own chain starts from") || read.iter().any(|words| own.contains(words))
    };
    let (reference, own) = both.run(text).filter(|both| !is_refused(both))?;
    let differs = (reference != own).then(|| format!("the reference: {reference}\nthe evaluator: {own}\n{text}"));
    Some((differs, !own.starts_with('!')))
}

#[test]
fn both_agree_about_what_is_easy_to_get_wrong() {
    let both = Both::new();
    let mut different = Vec::new();
    let bodies = [
        "let a = [1]; let b = a; b.push(2); [a, b]",
        "let a = (); [a?.len, a?.len.abs(), a?.b.c.d()]",
        "let a = [1, 2]; [a?.len, a?.first, a?.filter(|x| x > 1).len]",
        "let a = [[1], [2]]; let b = a[0]; b.push(3); a[1].push(4); [a, b]",
        "let m = #{ a: [1], b: 2 }; m.a.push(5); m.b += 3; m.c = \"x\"; m",
        "let n = 0; let l = [1, 2, 3].filter(|x| { n += x; x > 1 }); [n, l]",
        "let l = [3, 4]; for x in l { l.push(x); } l",
        "9223372036854775807 + 1",
        "let n = -9223372036854775807 - 1; n / -1",
        "let n = -9223372036854775807 - 1; n % -1",
        "1 << -1",
        "-8 >> 1",
        "-8 >> 70",
        "1 << 70",
        "5 / 0",
        "2 ** 70",
        "2 ** -1",
        "\"a\" + ()",
        "() + \"a\"",
        "\"banana\" - \"an\"",
        "\"a\" + 1",
        "1 == \"1\"",
        "1 < \"1\"",
        "() == ()",
        "() < ()",
        "true < false",
        "true & false | true ^ true",
        "[1] == [1]",
        "[1] < [2]",
        "#{} == #{}",
        "let n = 1; if n { 2 }",
        "let n = 1; if true { if n { 3 } }",
        "(\"a\" + \"b\") || (\"b\" > \"a\")",
        "let l = [1]; [1, 2].any(|x| l && true)",
        "let t = \"a\"; [1, 2].any(|x| x > 1 || t)",
        "let n = 1; let f = |x| !n; [1].map(f)",
        "let n = 1; let f = |x| if n { x } else { n }; [1].map(f)",
        "let n = (); let l = [1]; [1].filter(|x| { if l.len == 1 { n && true } else { true } })",
        "let m = #{ a: 1 }; [1].filter(|x| m && m.a)",
        "let x = if false { 1 }; x",
        "let a = 1; { let b = a; a = b + 1; }; a",
        "let x = loop { break 4; }; x",
        "let x = while true { break; }; x",
        "for x in [1, 2, 3] { if x == 2 { return x; } } 9",
        "let x = for i in 0..3 { if i == 1 { break i * 10; } }; x",
        "for (x, i) in [5, 6] { if i == 1 { return x; } }",
        "[1, 2, 3].map(|x| { if x == 2 { return 9; } x })",
        "[1, 2, 3][-1]",
        "[1, 2, 3][3]",
        "[1, 2, 3][-4]",
        "let l = [1, 2]; l[5] = 1; l",
        "let l = [1, 2]; l[-1] += 5; l",
        "let l = [1]; l += [2]; l += 3; l",
        "let t = \"a\"; t += \"b\"; t",
        "let t = 1; t += \"b\"; t",
        "!5",
        "-\"a\"",
        "let x = 5; x.len",
        "let x = 5; x.filter(|y| true)",
        "[1, \"a\"].sum()",
        "[1, \"a\"].sort()",
        "[\"b\", \"a\"].sort() + [2, 1].sort()",
        "[1, 2].filter(|x| x)",
        "switch 3 { 1 => 1, 2 | 3 => 7, _ => 0 }",
        "switch 5 { 1 => 1, 3..6 => 8, _ => 0 }",
        "switch 6 { 3..6 => 8, 4..=6 if false => 1, 4..=6 => 2, _ => 0 }",
        "switch \"a\" { \"a\" if false => 1, \"a\" | \"b\" => 2 }",
        "switch 9 { 1 => 1 }",
        "switch 255 { 0xFF => 1, _ => 0 }",
        "switch 5 { 0b10 | 0b101 if true => { 1 } 0o7 => 2, _ => 0 }",
        "switch 7 { - 1 | + 2 | 0o7 => if true { 1 } else { 2 } 8 => 3, _ => 0 }",
        "switch (-3) { -3 => 1, ..0x4 => 2, 0x4.. => 3 }",
        "switch 2 { ..0x4 => 2, 4.. => 3 }",
        "switch 9 { ..0x4 => 2, 4..= => 3 }",
        "switch (-9223372036854775808) { -9223372036854775808 => 1, _ => 0 }",
        "switch \"a\\\"b\" { \"a\\\"b\" => 1, _ => 0 }",
        "switch \"a\\\"b\" { #\"a\"b\"# => 1, _ => 0 }",
        "switch \"a\\nb\" { `a\nb` => 1, _ => 0 }",
        "switch \"caf\" + \"\u{e9}\" { \"caf\\u00e9\" => 1, _ => 0 }",
        "switch 2 { /* 1 /* 2 => 3 */ => */ 1 => 1, 2 /* ) */ => 2, _ => 0 }",
        "switch () { () => 1, _ => 0 }",
        "switch `${1}` { \"1\" => 1, _ => 0 }",
        "switch (if true { 1 } else { 2 }) { 1 => #{ a: 1 }.a, 2 => `${2}`, _ => 0 }",
        "switch 1 { 1 => switch 2 { 1 => 1, 2 => 5 }, 2 => 3 }",
        "[FEW[0], FEW.len, FEW.map(|x| x * 2), FEW.contains(2), 3 in FEW, FEW.first, FEW[-1]]",
        "[TABLE.a, TABLE[\"b\"].len, TABLE.keys(), \"a\" in TABLE, TOLD.len, TOLD + \"!\", LESS.abs()]",
        "let all = []; for x in FEW { x += 1; all.push(x); } all",
        "let f = |x| FEW[0] + x; [1].map(f)",
        "let f = |x| [x].map(twice); [1].map(f)",
        "FEW.filter(|x| x in FEW && FEW.all(|y| y > 0))",
        "inside(1)",
        "if LESS { 1 }",
        "FEW.nosuch",
        "FEW[7]",
        "let x = (); x[\"a\"]",
        "let x = (); x[\"a\"] = 1",
        "let x = (); x[0] += 1",
        "let x = true; x[0]",
        "let x = (); x[0].b",
        "let l = [()]; l[0][0]",
        "let l = [()]; l[0][1] = 2",
        "let l = [()]; l[0][1].push(2)",
        "`${#{ b: 1, a: [()] }} ${[1, \"a\"]} ${1..3}`",
        "switch true { false => 1, true => 2 }",
        "`a ${1 + 1} b ${true} c ${()}`",
        "let f = |x| x + 1; [1, 2].map(f)",
        "let n = 3; let f = |x| x + n; [1, 2].map(f)",
        "[1, 2].map(twice)",
        "twice(twice(2))",
        "twice(\"a\")",
        "deep(30)",
        "deep(20)",
        "[1, 2].take(twice(1)).skip([3].len)",
        "let l = [1, 2, 3]; l.take(l.pop())",
        "let l = [1, 2, 3]; l.skip(l.pop() - 3).take(l.pop())",
        "() ?? 3",
        "\"a\" in [\"a\"] && !(1 in [2])",
        "1 in 5",
        "\"an\" in \"banana\"",
        "\"b\" in #{ b: 1 }",
        "let m = #{ a: 1 }; m.b",
        "let m = #{ a: 1 }; m[\"a\"] + m.a",
        "let m = #{ b: 1, a: 2 }; m.keys() + m.values()",
        "let r = 1..4; let s = 0; for x in r { s += x; } s",
        "(0..3) == (0..3)",
        "min(3, 4) + max(3, 4) + abs(-5) + (-7).abs()",
        "\"häuser\".len + \"abc\".len",
        "[].first == () && [].max() == () && [].pop() == ()",
        "let l = [1, 2, 1]; l.remove(1); l",
        "[1, 2, 3].index_of(3) + [1, 2, 3].index_of(|x| x > 1) + [1].index_of(7)",
        "let x = 1; do { x += 1; } while x < 4; x",
        "let x = 1; do { x += 1; } until x > 4; x",
        "throw \"no\"",
        "let x; x",
        "let a = [1, 2]; let b = a; a[0] = 9; a += [3]; [a, b]",
        "[3, 1, 2].min(|x| -x) + [3, 1, 2].max(|x| -x)",
        "[[1, 2], [3]].flat_map(|l| l).distinct().without(2)",
        "[1].flat_map(|x| x)",
        "gives_nothing()",
        "nosuch()",
        "let v = (); v.keys()",
        "let v = (); v.pop()",
        "let v = (); v.distinct().map(|x| x)",
        "let v = switch 1 { 2 => [3] }; v.clear()",
        "let l = []; for i in 0..1001 { l.push(i); } l.len",
        "let t = \"xxxxxxxxxxxxxxxx\"; for i in 0..9 { t += t; } t.len",
    ];
    let helpers = "\nfn twice(n) { n * 2 }\nfn deep(n) { if n == 0 { 0 } else { 1 + deep(n - 1) } }\nfn gives_nothing(x) { }\n\
         fn inside(n) { FEW[n] + TABLE.a }\n";
    let constants = "const FEW = [1, 0x2, 3]; const TABLE = #{ a: 1, b: [2] }; const TOLD = `told`; const LESS = -4;\n";
    for body in bodies {
        let text = format!("{constants}fn test() {{\n    {body}\n}}{helpers}");
        let (differs, _) = agree(&both, &text).unwrap_or_else(|| panic!("no script: {body}"));
        different.extend(differs);
    }
    assert!(different.is_empty(), "{} differ\n{}", different.len(), different.join("\n\n"));
}

/// What cannot be read is refused, with its place.
#[test]
fn heads_that_are_not_understood_are_refused() {
    let both = Both::new();
    let refused = |text: &str| {
        let found = compile(&both.engine, PATH, text).err().unwrap_or_default();
        found.iter().map(|it| format!("{}:{} {}", it.code, it.at.column, it.message)).collect::<Vec<_>>()
    };
    let characters = "texts stand in double quotes, `\"…\"`";
    assert_eq!(refused("fn f(t) { switch t { 'a' => 1 } }"), [format!("script-syntax:22 {characters}")]);
    let unclear = "the values of this case cannot be read";
    assert_eq!(refused("fn f(t) { switch t { [1] => 1, _ => 2 } }"), [format!("script-switch:22 {unclear}")]);
    assert_eq!(refused("fn f(t) { switch t { (1) => 1 } }"), [format!("script-switch:23 {unclear}")]);
    assert_eq!(refused("fn f(t) { switch t { 1 => 1, #{} => 2 } }"), [format!("script-switch:30 {unclear}")]);
    let block = "the value that a `switch` looks at cannot be a block or have one in it";
    assert_eq!(refused("fn f(t) { switch { t } { 1 => 1 } }"), [format!("script-switch:18 {block}")]);
    assert_eq!(refused("fn f(t) { switch if t { 1 } else { 2 } { 1 => 1 } }"), [format!("script-switch:18 {block}")]);
    // Rhai has no other values there.
    for head in ["`a${1}`", "t", "1 + 2", "|x| x"] {
        assert!(!refused(&format!("const C = 1; fn f(t) {{ switch t {{ {head} => 1 }} }}")).is_empty(), "{head}");
    }
    assert_eq!(refused("fn f() {}\r\n// a\rb"), ["script-syntax:5 a carriage return stands here without a line feed"]);
}

/// What is in a list or map counts, however deep: elements, entries and the bytes of texts.
/// Rhai reads a letter or a bit, and writes one; the checker refuses both where it knows the kind.
#[test]
fn texts_and_numbers_have_no_elements() {
    let both = Both::new();
    for (value, called) in [("\"cart\"", "a text"), ("12", "a number"), ("true", "true or false")] {
        for body in ["v[1]", "v[1] = 2", "v[\"a\"]", "v[1] += 2"] {
            let (_, own) = both.run(&format!("fn test() {{ let v = {value}; {body} }}")).expect("it is a script");
            assert!(own.starts_with(&format!("! {called} has no elements at 1:")), "{value} {body}: {own}");
        }
    }
}

#[test]
fn both_have_the_same_limits() {
    let both = Both::new();
    let bodies = [
        ("let a = #{ x: 1 }; for i in 0..300 { a = #{ x: a }; } a.len", "a map"),
        ("let a = #{ x: 1 }; for i in 0..300 { a = #{ x: [a, [a]] }; } a.len", "a map"),
        ("let a = #{ x: 1 }; let l = []; for i in 0..300 { l.push(a); } l.len", "a map"),
        ("let l = [1]; for i in 0..20 { l = [l, l]; } l.len", "a list"),
        ("let l = [1]; for i in 0..20 { let m = #{ a: l, b: l }; l = [m, l]; } l.len", "a map"),
        ("let m = #{ x: 1 }; for i in 0..300 { let b = #{ x: 1 }; b.y = m; m = b; } 1", "a map"),
        ("let l = []; for i in 0..500 { l.push(\"abcdefghij\"); } l.len", "a text"),
        ("let l = []; for i in 0..500 { l += [\"abcdefghij\"]; } l.len", "a text"),
        ("let l = []; for i in 0..500 { l += \"abcdefghij\"; } l.len", "a text"),
        ("let m = #{ a: \"\" }; for i in 0..900 { m.a += \"abcdefghij\"; } m.len", "a text"),
        ("let l = [1, 2, 3].map(|x| \"abcdefghij\"); for i in 0..9 { l = l.flat_map(|x| [x, x]); } l.len", "a text"),
        ("let l = [\"abcdefghij\"]; for i in 0..20 { l = l + l; } l.len", "a text"),
    ];
    let mut different = Vec::new();
    for (body, what) in bodies {
        let text = format!("fn test() {{ {body} }}");
        let (reference, own) = both.run(&text).expect("it is a script");
        assert!(reference.starts_with(&format!("! {what} grows too large")), "{body}: {reference}");
        if reference != own {
            different.push(format!("{body}\n  the reference: {reference}\n  the evaluator: {own}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    // The reference does not look when an entry is set, only at what is done with the map then; the evaluator does.
    let set = [
        ("let m = #{}; for i in 0..300 { m[`k${i}`] = i; } 1", "a map"),
        ("let m = #{}; for i in 0..190 { m[`k${i}`] = \"abcdefghijabcdefghijabcdefghij\"; } 1", "a text"),
    ];
    for (body, what) in set {
        let (reference, own) = both.run(&format!("fn test() {{ {body} }}")).expect("it is a script");
        assert!(
            reference == "1" && own.starts_with(&format!("! {what} grows too large")),
            "{body}: {reference}, {own}"
        );
    }
}

/// The deepest scripts that are allowed, with just more room than `with_stack` wants to find, so that nothing is added.
#[test]
fn what_must_be_free_is_enough_for_the_deepest_script() {
    let deepest = || {
        let both = Both::new();
        for (before, behind, times) in [("if true { ", " }", 12), ("[1].map(|x| ", ")", 6)] {
            let text =
                format!("fn on(p) {{ {}on(p){} }} fn test() {{ on(1) }}", before.repeat(times), behind.repeat(times));
            let script = compile(&both.engine, PATH, &text).expect("it is a script");
            let outcome = own(&both.lowered(&script, &text), test_of(&script));
            assert!(outcome.starts_with("! functions call each other too deeply"), "{outcome}");
        }
    };
    std::thread::Builder::new().stack_size(NEEDED + 128 * 1024).spawn(deepest).unwrap().join().unwrap();
}

/// The reference cannot be asked about these, and no pack can have them.
#[test]
fn plain_values_of_another_kind_are_no_conditions() {
    let both = Both::new();
    let bodies = [
        "if 1 { 2 }",
        "if 1 { }",
        "while \"a\" { }",
        "\"a\" || true",
        "\"a\" && false",
        "[1] || 2 > 1 || ()",
        "for x in 3 { }",
        "let a = 1; let b = a += 1; b",
    ];
    for body in bodies {
        assert!(compile(&both.engine, PATH, &format!("fn test() {{ {body} }}")).is_err(), "{body}");
    }
}

#[test]
fn what_a_kept_closure_takes_along_must_not_change() {
    let both = Both::new();
    let refused = |body: &str| {
        let text = format!("fn test() {{ {body} }}");
        let script = compile(&both.engine, PATH, &text).expect("it is a script");
        both.try_lower(&script, &text).1.iter().map(|finding| finding.message.to_string()).collect::<Vec<_>>()
    };
    let why = "a closure that is kept uses `n`, which changes here";
    assert_eq!(refused("let n = 1; let f = |x| x + n; n += 1; [1].map(f)"), [why]);
    assert_eq!(refused("let n = 1; let f = |x| { n += x; n }; [1].map(f)"), [why]);
    assert_eq!(refused("let n = [1]; let f = |x| n.len; n.push(2); [1].map(f)"), [why]);
    assert!(refused("let n = 1; n += 1; let f = |x| x + n; [1].map(f)").is_empty());
    assert!(refused("let n = 1; let f = [1].map(|x| x + n); n += 1; f").is_empty());
}

#[test]
fn what_runs_lowered_scripts_can_be_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Program>();
    is_shared::<cardwright_script::run::Programmed>();
}

#[test]
fn which_parameters_a_function_reads_is_known() {
    let both = Both::new();
    let reads = |body: &str| {
        let text = format!("fn test(a, b, c) {{ {body} }}");
        let script = compile(&both.engine, PATH, &text).expect("it is a script");
        both.lowered(&script, &text).parameters_read(test_of(&script))
    };
    assert_eq!(reads("1"), 0b000);
    assert_eq!(reads("let d = b; d + 1"), 0b010);
    assert_eq!(reads("[1, 2].filter(|x| x == c)"), 0b100);
    // A closure that is kept has slots of its own.
    assert_eq!(reads("let f = || a; [1].map(f)"), 0b001);
    assert_eq!(reads("a += 1; 2"), 0b001);
    assert_eq!(reads("c[0] = 1; b"), 0b110);
}

fn parse(number: &str) -> Result<u64, std::num::ParseIntError> {
    number.trim().parse()
}

#[test]
fn both_agree_about_functions_that_are_made_up() {
    let wanted = std::env::var("CARDWRIGHT_FUNCTIONS").unwrap_or_else(|_| "2000".into());
    let seeds = wanted
        .split_once("..")
        .map_or_else(|| parse(&wanted).map(|to| 0..to), |(from, to)| Ok(parse(from)?..parse(to)?));
    let seeds = seeds.expect("CARDWRIGHT_FUNCTIONS is a number of functions, or two seeds");
    let many = seeds.end - seeds.start;
    let both = Both::new();
    let (mut ran, mut well, mut different) = (0, 0, Vec::new());
    for seed in seeds {
        let Some((differs, ended_well)) = agree(&both, &MadeUp::new(seed).script()) else { continue };
        ran += 1;
        well += u64::from(ended_well);
        different.extend(differs.map(|differs| format!("seed {seed}\n{differs}")));
    }
    different.sort_by_key(String::len);
    let first = different.iter().take(3).cloned().collect::<Vec<_>>().join("\n\n");
    let heads = different.iter().map(|differs| differs.lines().take(3).collect::<Vec<_>>().join("\n  "));
    let heads = heads.take(40).collect::<Vec<_>>().join("\n");
    assert!(different.is_empty(), "{} of {many} differ\n{first}\n{heads}", different.len());
    assert!(ran * 5 >= many * 4, "only {ran} of {many} are scripts");
    assert!(well * 5 >= ran && well * 20 <= ran * 19, "{well} of {ran} end well");
}
