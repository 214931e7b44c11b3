//! What an SVG may hold, and what may be drawn of it.

use super::*;
use std::time::Instant;

/// The kind of what is wrong, the line and the message.
fn told(svg: &str) -> Option<(&'static str, usize, String)> {
    Drawing::read(svg).err().map(|fault| (fault.code, svg[..fault.at.start].matches('\n').count() + 1, fault.message))
}

/// The same of a picture with this inside.
fn inside(content: &str) -> Option<(&'static str, usize, String)> {
    told(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\">\n{content}\n</svg>"))
}

fn message(content: &str) -> Option<String> {
    inside(content).map(|(.., message)| message)
}

fn expect(content: &str, fault: &Fault) {
    assert_eq!(message(content).as_deref(), Some(&*fault.to_string()), "{}", &content[..content.len().min(120)]);
}

/// Groups, each of which shows the one before it so many times.
fn nested(levels: usize, times: usize, mark: &str) -> String {
    let level = |level: usize| {
        format!("<g id='l{}'>{}</g>\n", level + 1, mark.replace('#', &format!("#l{level}")).repeat(times))
    };
    "<path id='l0' d='M0 0h1'/>\n".to_owned() + &(0..levels).map(level).collect::<String>()
}

#[test]
fn what_pictures_usually_hold_may_be_shown() {
    for content in [
        "<path d='M0 0h9' opacity='.5' filter='none' stroke-dasharray='none'/>",
        "<style>.a{fill:url(#g);clip-path:url(#c)}</style><linearGradient id='g'><stop/></linearGradient>
         <clipPath id='c'><rect width='9' height='9'/></clipPath><path class='a' d='M0 0h9v9z'/>
         <g class='a'><text y='9'>A filter, a pattern, on = 1, href</text></g>",
        "<style>path{fill:url(#g)}#b{stroke:red}</style><linearGradient id='g'><stop/></linearGradient><path id='b'/>",
        "<g stroke-dasharray='2 1'><path d='M0 0h9'/></g><use href='#a'/><path id='a' d='M0 0h9'/>",
        "<metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' about='x'/></metadata>
         <title>marker</title><desc>&lt;filter></desc>",
        "<n:namedview xmlns:n='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' pagecolor='#fff' onload='x'/>",
        "<path fill=\"url( #a )\" style='fill:rgb(1, 2, 3);-inkscape-stroke:none' data-name='a' aria-label='b'/>",
        "<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href=' #b'/><path id='b' transform='translate (1 2)'/>",
        "<style type='text/css'><![CDATA[ .st0{fill:#FFF;} .st1{font-family:'Noto Sans'} ]]></style>",
    ] {
        assert_eq!(inside(content), None, "{content}");
    }
    assert_eq!(inside(&"<path d='M0 0l1 1'/>".repeat(4_500)), None);
    assert_eq!(inside(&nested(3, 7, "<use href='#'/>")), None);
}

/// Each of these was taken once, because words were looked for in the text and not names in the tree.
#[test]
fn nothing_in_a_picture_runs_or_is_fetched() {
    let xhtml = "xmlns='http://www.w3.org/1999/xhtml'";
    for (content, named) in [
        ("<s:script xmlns:s='http://www.w3.org/2000/svg'>alert(1)</s:script>", "script"),
        ("<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>", "script"),
        ("<SCRIPT/>", "SCRIPT"),
        ("<s:foreignObject xmlns:s='http://www.w3.org/2000/svg'/>", "foreignObject"),
        (&format!("<iframe {xhtml} src='http://evil.example/'/>"), "iframe"),
        (&format!("<img {xhtml} src='http://evil.example/x.png'/>"), "img"),
        (&format!("<object {xhtml} data='http://evil.example/'/>"), "object"),
        (&format!("<video {xhtml} poster='http://evil.example/x.png'/>"), "video"),
        (&format!("<meta {xhtml} http-equiv='refresh' content='0;http://evil.example/'/>"), "meta"),
        (&format!("<style {xhtml}>a{{}}</style>"), "style"),
        ("<a href='#a' ping='http://evil.example/'><text y='9'>x</text></a>", "a"),
        ("<g><set attributeName='href' to='java&#115;cript:alert(1)'/></g>", "set"),
        ("<image width='9' height='9' href='#a'/>", "image"),
        ("<x:stylesheet xmlns:x='http://www.w3.org/1999/XSL/Transform'/>", "stylesheet"),
        ("<metadata><x:y xmlns:x='urn:what'/></metadata>", "y"),
        ("<path onload='x()'/>", "onload"),
        ("<path id='a' onclick = 'x()'/>", "onclick"),
        ("<path xml:base='http://evil.example/'/>", "base"),
        ("<path xmlns:e='http://www.w3.org/2001/xml-events' e:event='load'/>", "event"),
        ("<style media='print'/>", "media"),
        ("<path style='behavior:none'/>", "behavior"),
        ("<path cursor='none'/>", "cursor"),
    ] {
        let (code, line, message) = inside(content).unwrap_or_else(|| panic!("{content} is taken"));
        assert!((code, line) == ("art-active", 2) && message.contains(&format!("`{named}`")), "{content}: {message}");
    }
    for (content, named) in [
        ("<g style='fill:ur\\6c(http://evil.example/x.png)'/>", "\\"),
        ("<g style=\"fill:image-set('http://evil.example/x.png' 1x)\"/>", "image-set("),
        ("<style>svg{fill:src(\"http://evil.example/x.png\")}</style>", "src("),
        ("<style>@import 'http://evil.example/'</style>", "@import 'http://evil.example/'"),
        ("<style>@font-face{font-family:a}</style>", "@font-face{font-family:a}"),
        ("<path fill='url(//x)'/>", "url(//x)"),
        ("<path fill=\"url( 'x#a' )\"/>", "url( 'x#a' )"),
        ("<path fill='URL(data:a)'/>", "url(data:a)"),
        ("<path fill='url(#a'/>", "url(#a"),
        ("<use href='&#102;ile:a'/>", "file:a"),
        ("<use xmlns:l='http://www.w3.org/1999/xlink' l:href='http://evil.example/'/>", "http://evil.example/"),
        ("<path style='fill:ur/**/l(http://evil.example/)'/>", "l("),
        ("<path width='calc(1px)'/>", "calc("),
    ] {
        let fault = Fault::Value(named.into());
        assert_eq!(inside(content), Some(("art-active", 2, fault.to_string())), "{content}");
    }
    for head in ["<!DOCTYPE svg>", "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='#x'?>"] {
        let svg = format!("{head}<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>");
        assert_eq!(told(&svg), Some(("art-active", 1, Fault::Declares.to_string())), "{head}");
    }
    expect("<style>g g{fill:red}</style>", &Fault::Selector("g g".into()));
}

#[test]
fn what_may_take_any_time_is_refused() {
    for (content, what) in [
        ("<filter id='f'><feTurbulence numOctaves='999999999'/></filter>", "filter"),
        ("<path filter='blur(9px)'/>", "filter"),
        ("<path style='fill:red; Filter : url(#f)'/>", "filter"),
        ("<path style='&#102;ilter:url(#f)'/>", "filter"),
        ("<style>.a{fill:red}.a{filter:url(#f)}</style><path class='a'/>", "filter"),
        ("<defs><pattern/></defs>", "pattern"),
        ("<marker/>", "marker"),
        ("<clipPath clipPathUnits='objectBoundingBox'/>", "objectBoundingBox"),
    ] {
        expect(content, &Fault::Unbounded(what.into()));
    }
}

#[test]
fn what_repeats_itself_without_end_is_refused() {
    for mark in ["<use href='#'/>", "<path mask='url(#)'/>", "<path style='clip-path: url( \"#\" )'/>"] {
        expect(&nested(30, 9, mark), &Fault::TooMuch);
    }
    let of_class = "<style>.m{mask:url(#m)}</style><mask id='m'>PATHS</mask>".replace("PATHS", &"<path/>".repeat(200));
    assert_eq!(inside(&(of_class.clone() + &"<path class='m'/>".repeat(10))), None);
    expect(&(of_class + &"<path class='m'/>".repeat(100)), &Fault::TooMuch);
    assert_eq!(inside("<g id='a'>\n<use href='#a'/></g>").map(|(_, line, _)| line), Some(3), "its line is told");
    expect("<g id='a'>\n<use href='#a'/></g>", &Fault::Circle);
    expect("<style>path{mask:url(#m)}</style>\n<mask id='m'><path/></mask>", &Fault::Circle);
}

#[test]
fn what_would_take_long_to_read_is_refused() {
    let sheet = |style: &str| format!("<style>{style}</style>");
    let paths = "<path class='a'/>".repeat(4_000);
    let began = Instant::now();
    for content in [
        sheet(&format!(".a{{{}}}", "fill:red;".repeat(50_000))) + &paths,
        sheet(&format!("{}{{{}}}", ".a,".repeat(15_000) + ".a", "fill:red;".repeat(5_000))) + &paths,
        format!("<path style='{}'/>", "fill:url(#a);".repeat(50_000)),
        format!("<path fill='{}'/>", "url(#a) ".repeat(100_000)) + "<g id='a'/>",
        format!("<path {}/>", (0..20_000).map(|at| format!("data-{at}='' ")).collect::<String>()),
        format!("<path {}/>", (0..100_000).map(|at| format!("a{at:x}='' ")).collect::<String>()),
        (0..40_000).map(|at| format!("<g xmlns:a{at:x}='b'>")).collect::<String>() + &"</g>".repeat(40_000),
        "<g>".repeat(90) + &"<path/>".repeat(6_000) + &"</g>".repeat(90),
    ] {
        expect(&content, &Fault::TooMuch);
    }
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}

#[test]
fn what_is_too_large_is_refused() {
    for content in [
        "<path/>".repeat(5_001),
        "<path opacity='.5'/>".repeat(250),
        format!(
            "<linearGradient id='g'/><g fill='url(#g)'>{}</g>{}",
            "<path fill='url(#g)'/>".repeat(200),
            "<path fill='url(#g)'/>".repeat(100)
        ),
        format!("<path d='M0 0{}'/>", "L9 9 0 3".repeat(60_000)),
        format!("<text>{}</text>", "a".repeat(5_000)),
    ] {
        expect(&content, &Fault::TooMuch);
    }
    expect(&("<g>".repeat(50_000) + &"</g>".repeat(50_000)), &Fault::TooMuch);
    expect(&("<g>".repeat(100) + &"</g>".repeat(100)), &Fault::TooDeep);
    let layers = |count: usize| "<g opacity='.9'>".repeat(count) + &"</g>".repeat(count);
    assert_eq!(inside(&layers(8)), None);
    expect(&layers(9), &Fault::Layers);
    expect(&nested(9, 1, "<path mask='url(#)'/>"), &Fault::Layers);
    let stops = |count: usize| format!("<linearGradient>{}</linearGradient>", "<stop/>".repeat(count));
    assert_eq!(inside(&stops(32)), None);
    expect(&stops(33), &Fault::Stops);
    assert_eq!(inside("<g>").map(|(code, ..)| code), Some("art-malformed"));
    assert_eq!(inside("<g a=b/>").map(|(code, line, _)| (code, line)), Some(("art-malformed", 2)));
}

#[test]
fn a_picture_says_how_large_it_is() {
    let code = |head: &str| told(&format!("<svg xmlns='http://www.w3.org/2000/svg' {head}/>")).map(|(code, ..)| code);
    for head in
        ["viewBox='-5,-5,24,24' width='100%' height='1em'", "width='400' height='300px'", "viewBox='0 0 200 130'"]
    {
        assert_eq!(code(head), None, "{head}");
    }
    for head in [
        "",
        "width='5000' height='5000'",
        "width='1e30' height='1e30'",
        "width='400'",
        "viewBox='0 0 400' width='400' height='400'",
        "viewBox='0 0 9 400'",
        "width='10' height='10' viewBox='0 0 1e-30 1e-30'",
        "viewBox='0 0 0 0'",
    ] {
        assert_eq!(code(head), Some("art-too-large"), "{head}");
    }
}
