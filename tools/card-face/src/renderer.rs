//! The renderer as it is set up for pictures and cards: it knows the two fonts that are built in, and opens nothing.

use resvg::usvg::{ImageHrefResolver, ImageHrefStringResolverFn, Options, fontdb};
use std::sync::Arc;

/// The family of the fonts that are built in.
pub(crate) const FAMILY: &str = "Cardwright Condensed";
/// Both of its weights.
pub(crate) const FONTS: [&[u8]; 2] =
    [include_bytes!("../fonts/condensed-regular.ttf"), include_bytes!("../fonts/condensed-semibold.ttf")];

/// The fonts that are built in.
pub(crate) fn fonts() -> Arc<fontdb::Database> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    Arc::new(fonts)
}

/// What the renderer is told. A picture may hold the path of a file or an address; neither is ever opened, but what is named
/// is asked for here.
pub(crate) fn options<'a>(fonts: Arc<fontdb::Database>, named: ImageHrefStringResolverFn<'a>) -> Options<'a> {
    let resolver =
        ImageHrefResolver { resolve_data: ImageHrefResolver::default_data_resolver(), resolve_string: named };
    Options { font_family: FAMILY.into(), image_href_resolver: resolver, fontdb: fonts, ..Options::default() }
}

/// The same where nothing is named.
pub(crate) fn plain() -> Options<'static> {
    options(fonts(), Box::new(|_, _| None))
}
