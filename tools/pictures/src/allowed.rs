//! What a picture may hold: elements and attributes by their local names, whatever prefixes are written before them. What is
//! on no list is refused.

use crate::fault::Fault;
use crate::{sheet, values};
use roxmltree::{Attribute, Document, Node};
use std::ops::Range;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Namespaces in which editors write remarks. Nothing in the world draws, runs or fetches what is in them.
const REMARKS: &[&str] = &[
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://purl.org/dc/elements/1.1/",
    "http://creativecommons.org/ns#",
    "http://web.resource.org/cc/",
    "http://www.inkscape.org/namespaces/inkscape",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
    "http://ns.adobe.com/AdobeIllustrator/10.0/",
    "http://www.bohemiancoding.com/sketch/ns",
    "http://www.serif.com/",
    "http://vectornator.io",
];

#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "circle", "clipPath", "defs", "desc", "ellipse", "g", "line", "linearGradient", "mask", "metadata", "path", "polygon",
    "polyline", "radialGradient", "rect", "stop", "style", "svg", "switch", "symbol", "text", "textPath", "title", "tspan", "use",
];

/// Elements that have no bound. They are told apart because what they are for is no secret.
const UNBOUNDED: &[&str] = &["filter", "marker", "pattern"];

/// Attributes that are no properties.
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "baseProfile", "class", "clipPathUnits", "cx", "cy", "d", "dx", "dy", "fr", "fx", "fy", "gradientTransform", "gradientUnits",
    "height", "href", "id", "lang", "lengthAdjust", "maskContentUnits", "maskUnits", "method", "offset", "pathLength", "points",
    "preserveAspectRatio", "r", "refX", "refY", "role", "rotate", "rx", "ry", "side", "spacing", "spreadMethod", "startOffset",
    "style", "systemLanguage", "textLength", "transform", "type", "version", "viewBox", "width", "x", "x1", "x2", "y", "y1", "y2",
];

/// Properties, as attributes and in styles.
#[rustfmt::skip]
const PROPERTIES: &[&str] = &[
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation", "color-rendering", "direction",
    "display", "dominant-baseline", "enable-background", "fill", "fill-opacity", "fill-rule", "font", "font-family",
    "font-feature-settings", "font-kerning", "font-size", "font-size-adjust", "font-stretch", "font-style", "font-variant",
    "font-variant-alternates", "font-variant-caps", "font-variant-east-asian", "font-variant-ligatures", "font-variant-numeric",
    "font-variant-position", "font-variation-settings", "font-weight", "glyph-orientation-horizontal",
    "glyph-orientation-vertical", "image-rendering", "isolation", "letter-spacing", "line-height", "marker", "marker-end",
    "marker-mid", "marker-start", "mask", "mask-type", "mix-blend-mode", "opacity", "overflow", "paint-order", "pointer-events",
    "shape-padding", "shape-rendering", "solid-color", "solid-opacity", "stop-color", "stop-opacity", "stroke",
    "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-opacity",
    "stroke-width", "text-align", "text-anchor", "text-decoration", "text-decoration-color", "text-decoration-line",
    "text-decoration-style", "text-indent", "text-orientation", "text-rendering", "text-transform", "transform",
    "transform-origin", "unicode-bidi", "vector-effect", "visibility", "white-space", "word-spacing", "writing-mode",
];

/// What says where something is or how large, and so holds numbers.
#[rustfmt::skip]
const MEASURES: &[&str] = &[
    "baseline-shift", "cx", "cy", "d", "dx", "dy", "font", "font-size", "font-size-adjust", "fr", "fx", "fy", "gradientTransform",
    "height", "letter-spacing", "offset", "pathLength", "points", "r", "refX", "refY", "rotate", "rx", "ry", "startOffset",
    "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "stroke-width", "textLength", "transform", "transform-origin",
    "viewBox", "width", "word-spacing", "x", "x1", "x2", "y", "y1", "y2",
];

/// Properties that may cost anything unless they say `none`.
const COSTLY: &[&str] = &["backdrop-filter", "filter"];

/// The whole picture holds nothing but what is allowed.
pub(crate) fn check(read: &Document<'_>) -> Result<(), (Fault, Range<usize>)> {
    for node in read.descendants() {
        if node.is_pi() {
            return Err((Fault::Declares, node.range()));
        }
        if node.is_element() {
            element(node)?;
        }
    }
    // All together, as the renderer reads them.
    let sheets = sheet::texts(read).concat();
    values::style_sheet(&sheets).map_err(|fault| (fault, sheet::place(read)))
}

/// Whether an element is a remark of an editor.
pub(crate) fn is_remark(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_some_and(|space| REMARKS.contains(&space))
}

fn element(node: Node<'_, '_>) -> Result<(), (Fault, Range<usize>)> {
    let (name, is_remark) = (node.tag_name().name(), is_remark(node));
    let is_svg = node.tag_name().namespace().is_none_or(|space| space == SVG);
    if UNBOUNDED.contains(&name) && is_svg {
        return Err((Fault::Unbounded(name.into()), node.range()));
    }
    if !(is_remark || is_svg && ELEMENTS.contains(&name)) {
        return Err((Fault::Unlisted("element", name.into()), node.range()));
    }
    node.attributes().try_for_each(|said| attribute(said, is_remark).map_err(|fault| (fault, said.range())))
}

fn attribute(said: Attribute<'_, '_>, of_remark: bool) -> Result<(), Fault> {
    let (name, value) = (said.name(), said.value());
    let unlisted = || Err(Fault::Unlisted("attribute", name.into()));
    match said.namespace() {
        Some(space) if REMARKS.contains(&space) => Ok(()),
        Some(XML) => {
            if matches!(name, "space" | "lang" | "id") {
                Ok(())
            } else {
                unlisted()
            }
        }
        Some(XLINK) if name == "href" => values::link(value),
        Some(XLINK) => {
            if matches!(name, "title" | "type") {
                Ok(())
            } else {
                unlisted()
            }
        }
        Some(_) => unlisted(),
        // What an editor remarks has attributes of its own.
        None if of_remark => Ok(()),
        None if name == "href" => values::link(value),
        None if name == "style" => values::style(value),
        None if name.starts_with("data-") || name.starts_with("aria-") => Ok(()),
        None if ATTRIBUTES.contains(&name) => measured(name, value),
        None => property(name, value, "attribute"),
    }
}

fn measured(name: &str, value: &str) -> Result<(), Fault> {
    values::value(value)?;
    if MEASURES.contains(&name) { values::numbers(value) } else { Ok(()) }
}

/// A property may stand in a picture, with this value.
pub(crate) fn property(name: &str, value: &str, what: &'static str) -> Result<(), Fault> {
    let name = name.trim().to_ascii_lowercase();
    if COSTLY.contains(&&*name) {
        return if value.trim() == "none" { Ok(()) } else { Err(Fault::Unbounded(name)) };
    }
    match PROPERTIES.contains(&&*name) || name.starts_with("-inkscape-") {
        true => measured(&name, value),
        false => Err(Fault::Unlisted(what, name)),
    }
}
