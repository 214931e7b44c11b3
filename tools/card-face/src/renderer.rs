//! The renderer as it is set up for pictures and cards: it knows the two fonts that are built in, and opens nothing.

use resvg::usvg::{ImageHrefResolver, Options, fontdb};
use std::sync::Arc;

/// The family of the fonts that are built in.
pub(crate) const FAMILY: &str = "Cardwright Condensed";
/// Both of its weights.
pub(crate) const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/condensed-regular.ttf"), include_bytes!("../fonts/condensed-semibold.ttf")];

/// What the renderer is told.
pub(crate) fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    let resolver = ImageHrefResolver {
        resolve_data: ImageHrefResolver::default_data_resolver(),
        // A picture may hold the path of a file or an address; neither is ever opened.
        resolve_string: Box::new(|_, _| None),
    };
    Options { font_family: FAMILY.into(), image_href_resolver: resolver, fontdb: Arc::new(fonts), ..Options::default() }
}
