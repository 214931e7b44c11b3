//! Pages as PDF, and faces as PNG.

use crate::easel::DrawnFace;
use crate::picture::Shown;
use crate::renderer;
use crate::sheet::Sheet;
use crate::stock::{Limits, Stock};
use krilla::geom::{Rect, Size};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// Why something could not be pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressError(String);

impl fmt::Display for PressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PressError {}

impl PressError {
    /// This is why.
    pub(crate) fn because(why: String) -> Self {
        Self(why)
    }

    /// The same, with the name of the card.
    pub(crate) fn of(self, name: &str) -> Self {
        Self(format!("{name}: {}", self.0))
    }
}

/// What is drawn; if that goes wrong in the renderer itself, it is an error.
fn drawn<T>(draw: impl FnOnce() -> Result<T, PressError>) -> Result<T, PressError> {
    let why = "the renderer cannot draw its picture; simplify the svg, or save it as png or webp";
    catch_unwind(AssertUnwindSafe(draw)).unwrap_or_else(|_| Err(PressError(why.into())))
}

/// Makes PDF and PNG of drawings. It knows the two fonts that are built in, and no others.
pub struct Press {
    fonts: Arc<fontdb::Database>,
    limits: Limits,
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Press").finish_non_exhaustive()
    }
}

impl Default for Press {
    fn default() -> Self {
        Self::new()
    }
}

/// The most pixels of a picture: 256 MB while it is drawn.
const MOST_PIXELS: u64 = 64 << 20;

impl Press {
    /// A press.
    pub fn new() -> Self {
        Self { fonts: renderer::fonts(), limits: Limits::USUAL }
    }

    /// Pages as a PDF document with its fonts inside. The same pages always give the same bytes. Pictures stand in it with at
    /// most 2048 × 2048 pixels, and are decoded one after another. After each page, `told` is called.
    ///
    /// # Errors
    /// If a page cannot be drawn, or if the pictures have too many pixels together.
    pub fn pdf(&self, sheets: &[Sheet], title: &str, told: impl FnMut()) -> Result<Vec<u8>, PressError> {
        self.limits.check(sheets.iter().flat_map(|sheet| &sheet.shown))?;
        drawn(|| self.document(sheets, title, SerializeSettings::default(), told))
    }

    pub(crate) fn document(
        &self,
        sheets: &[Sheet],
        title: &str,
        settings: SerializeSettings,
        mut told: impl FnMut(),
    ) -> Result<Vec<u8>, PressError> {
        let mut document = Document::new_with(settings);
        document.set_metadata(Metadata::new().title(title.into()).creator("Cardwright".into()));
        let stock = Stock::new(sheets.iter().flat_map(|sheet| &sheet.shown), self.limits);
        let options = stock.options(Arc::clone(&self.fonts));
        for sheet in sheets {
            let tree = tree(&sheet.drawing, &options)?;
            let [wide, high] = sheet.page.map(|side| side * POINTS);
            let size = Size::from_wh(wide, high).ok_or_else(|| PressError("a page has no size".into()))?;
            let grown = |by: f32| {
                let [left, top, right, bottom] = sheet.trim;
                let edges = [left - by, top - by, right + by, bottom + by].map(|edge| edge * POINTS);
                Rect::from_ltrb(edges[0].max(0.0), edges[1].max(0.0), edges[2].min(wide), edges[3].min(high))
            };
            let settings = PageSettings::new(size).with_trim_box(grown(0.0)).with_bleed_box(grown(sheet.bleed));
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            surface.draw_svg(&tree, size, SvgSettings::default());
            surface.finish();
            page.finish();
            told();
        }
        document.finish().map_err(|error| PressError(format!("{error:?}")))
    }

    /// A face as a PNG picture, with so much around it as is cut off, at so many dots per inch.
    ///
    /// # Errors
    /// If it cannot be drawn, or would be too large.
    pub fn png(&self, face: &DrawnFace, bleed: f32, dots: u32) -> Result<Vec<u8>, PressError> {
        let pixels = drawn(|| self.pixels(&face.drawing(bleed), face.shown.as_slice(), dots))
            .map_err(|why| why.of(&face.name))?;
        pixels.encode_png().map_err(|error| PressError(error.to_string()))
    }

    /// A drawing as pixels.
    pub(crate) fn pixels(&self, svg: &str, shown: &[Shown], dots: u32) -> Result<Pixmap, PressError> {
        // Each stands alone and is given away when it is drawn, so that it may have as many dots as are asked for.
        let stock = Stock::new(shown.iter(), Limits { one: u64::MAX, ..self.limits });
        let tree = tree(svg, &stock.options(Arc::clone(&self.fonts)))?;
        // Drawings are measured at 96 dots per inch.
        let scale = dots as f32 / 96.0;
        let side = |length: f32| (length * scale).round() as u32;
        let size = tree.size();
        let (width, height) = (side(size.width()), side(size.height()));
        let fits = u64::from(width) * u64::from(height) <= MOST_PIXELS;
        let pixels = fits.then(|| Pixmap::new(width, height)).flatten();
        let mut pixels = pixels.ok_or_else(|| PressError("the picture would be too large".into()))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        Ok(pixels)
    }
}

fn tree(svg: &str, options: &Options<'_>) -> Result<Tree, PressError> {
    Tree::from_str(svg, options).map_err(|error| PressError(error.to_string()))
}
