//! How far the outlines of an SVG reach, and into how many dashes they are cut.

use super::*;
use cardwright_pictures::Fault;
use std::time::Instant;

/// What is wrong with a picture with this inside.
fn message(content: &str) -> Option<String> {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\">\n{content}\n</svg>");
    look(&svg).err().map(|fault| fault.message)
}

fn expect(content: &str, fault: &Fault) {
    assert_eq!(message(content).as_deref(), Some(&*fault.to_string()), "{}", &content[..content.len().min(120)]);
}

#[test]
fn what_reaches_far_is_refused() {
    for content in [
        "<circle r='1e7' cx='-1e7' stroke='red' stroke-width='1e6' fill='none'/>",
        "<circle r='4.1e4'/>",
        "<path d='M0 0h9l4e4 0 4e4 0v9z'/>",
        "<polygon points='0 0 9 9 1e5 9'/>",
        "<path d='M0 0h9v9' stroke='red' stroke-width='1000in'/>",
        "<path d='M0 0h9v9' style='stroke:red;stroke-width:1e5'/>",
        "<style>.a{stroke:red;stroke-width:1e5}</style><path class='a' d='M0 0h9v9'/>",
        "<g stroke='red' stroke-width='1e4'><path d='M0 0h9v9' transform='scale(9)'/></g>",
        "<path d='M0 0h9v9' transform='scale(1e5)'/>",
        "<g transform='scale(300)'><g transform='scale(300)'><path d='M0 0h9v9'/></g></g>",
        "<path id='a' d='M0 0h9v9' transform='scale(300)'/><use href='#a' transform='scale(300)'/>",
        "<path d='M0 0h9v9' transform='translate(1e5)'/>",
        "<symbol viewBox='0 0 1 1' id='a'><path d='M0 0h9v9'/></symbol><use href='#a' width='9e4' height='9e4'/>",
    ] {
        expect(content, &Fault::Far);
    }
    for content in [
        "<g transform='translate(0,400) scale(.1,-.1)'><path d='M0 0h4000v4000h-4000z'/></g>",
        "<path d='M1e-15 0l-1e-9 9' stroke='red' stroke-width='100%'/>",
        "<symbol viewBox='0 0 24 24' id='a'><path d='M0 0h9v9'/></symbol><use href='#a' width='200' height='200'/>",
        "<text font-size='20' dy='1.2em' transform='rotate(45 200 200)'>a</text>",
        &"<g stroke='red' stroke-width='40'><path d='M0 0h9v9'/></g>".repeat(1_000),
    ] {
        assert_eq!(message(content), None, "{}", &content[..60]);
    }
}

#[test]
fn dashes_have_bounds() {
    for content in [
        "<rect width='300' height='300' stroke='red' stroke-width='300' stroke-dasharray='0.002 0.001'/>",
        "<circle r='100' stroke='red' stroke-dasharray='.001'/>",
        "<path d='M0 0h300' stroke='red' stroke-dasharray='1e-3em'/>",
        "<path d='M0 0h3000' stroke='red' stroke-dasharray='.001 .001 .001 .001 .001 1'/>",
        "<g stroke='red' stroke-dasharray='.001'><path d='M0 0h300'/></g>",
    ] {
        expect(content, &Fault::Dashes);
    }
    expect(&"<path d='M0 0h999' stroke='red' stroke-dasharray='1'/>".repeat(30), &Fault::Dashes);
    let dotted = "<rect x='5' y='5' width='390' height='390' stroke='red' stroke-dasharray='1 1'/>";
    assert_eq!(message(dotted), None, "a fine dotted frame");
    assert_eq!(message("<path d='M0 0h300' style='stroke:red;stroke-dasharray:0'/>"), None, "a plain line");
}

/// What was let through is drawn, however it was put together: the renderer neither fails nor takes long.
#[test]
fn what_is_let_through_can_be_drawn() {
    let extremes = ["1e6", "-1e6", "1e-38", "0", "NaN", "1e38", "1e999", ""];
    for (at, one) in extremes.iter().enumerate() {
        let other = extremes[(at * 3 + 1) % extremes.len()];
        let content = format!(
            "<path d='M{one} {other}a{one} {other} {one} 0 1 {other} 9' stroke='red' stroke-width='{other}'/>\
             <rect x='{one}' width='{other}' height='9' rx='{one}' stroke='red' stroke-dasharray='{one} 1'/>\
             <g transform='matrix({one} 0 0 {other} 1 1)'><circle r='{one}'/><text font-size='{other}'>a</text></g>"
        );
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{content}</svg>");
        let began = Instant::now();
        let found = look(&svg);
        assert!(began.elapsed().as_secs() < 10, "{one}, {other}: {:?}: {found:?}", began.elapsed());
    }
}

#[test]
fn the_element_is_told_with_which_it_is_too_much() {
    let told = |content: &str| {
        let svg = format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 400'>\n{content}\n</svg>");
        look(&svg).err().map(|fault| svg[fault.at].to_owned())
    };
    let dashed = "<path d='M0 0h300' stroke='red' stroke-dasharray='.001'/>";
    assert_eq!(told(&format!("<path d='M0 0h9'/>\n{dashed}\n<circle r='9'/>")).as_deref(), Some(dashed));
    let far = "<use href='#a' transform='scale(300)'/>";
    assert_eq!(
        told(&format!("<path id='a' d='M0 0h9v9' transform='scale(300)'/>{far}<path d='M0 0'/>")).as_deref(),
        Some(far)
    );
}

/// What reached far, or was cut into too many dashes, in ways that were found one after another.
#[test]
fn what_is_drawn_counts_however_it_came_to_be_so_large() {
    for content in [
        "<g font-size='300em'><g style='font-size: 30000%'><text y='9'>a</text></g></g>",
        "<svg viewBox='0 0 .001 .001'><path d='M0 0h9v9'/></svg>",
        "<path style='transform:scale(1e5)' d='M0 0h9v9'/>",
        "<path d='M0 0h1e999v9'/>",
    ] {
        assert!(message(content).is_some(), "{content} is taken");
    }
    expect("<text y='300' font-size='300' stroke='red' stroke-dasharray='.001'>abc</text>", &Fault::Dashes);
    let classes =
        format!("<style>.a{{stroke:red;stroke-dasharray:1}}</style>{}", "<path class='a' d='M0 0h999'/>".repeat(30));
    expect(&classes, &Fault::Dashes);
}
