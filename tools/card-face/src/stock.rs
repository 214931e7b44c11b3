//! The pictures of what is pressed: how much of them there may be, and each made ready when it is drawn first.

use crate::picture::{Picture, Shown};
use crate::press::PressError;
use crate::renderer;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefDataResolverFn, ImageHrefResolver, ImageKind, Options, Tree, fontdb};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// How many pixels are pressed, of pictures that have to be decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Of one picture: what has more is made smaller.
    pub one: u64,
    /// Of all different ones together: they are kept until the document is written.
    pub kept: u64,
    /// Of all, as often as they are shown: each takes its time.
    pub drawn: u64,
}

impl Limits {
    /// 2048 × 2048 pixels, 64 such pictures, and these eight times.
    pub const USUAL: Self = Self { one: 4 << 20, kept: 256 << 20, drawn: 2 << 30 };

    /// How many pixels a picture has when it is pressed.
    fn pressed(self, [wide, high]: [u64; 2]) -> u64 {
        let by = self.smaller([wide, high]);
        wide.div_ceil(by) * high.div_ceil(by)
    }

    /// By how much both sides of a picture are divided.
    fn smaller(self, [wide, high]: [u64; 2]) -> u64 {
        let fits = |by: &u64| wide.div_ceil(*by) * high.div_ceil(*by) <= self.one.max(1);
        (1..=wide.max(high).max(1)).find(fits).unwrap_or(1)
    }

    /// Refuses what would keep or take too much, by the card with which it does.
    ///
    /// # Errors
    /// If there are too many pixels.
    pub fn check<'s>(self, shown: impl Iterator<Item = &'s Shown>) -> Result<(), PressError> {
        let (mut known, mut kept, mut drawn) = (BTreeSet::new(), 0, 0);
        for Shown { card, picture } in shown {
            let Some(size) = picture.decoded_size() else { continue };
            let pixels = self.pressed(size);
            drawn += pixels;
            if known.insert(&picture.mark) {
                kept += pixels;
            }
            let millions = |limit: u64| limit / 1_000_000;
            if kept > self.kept {
                let why = format!(
                    "with this one, the different pictures have more than {} million pixels; print fewer cards at once, make \
                     pictures smaller, or save them as jpg",
                    millions(self.kept)
                );
                return Err(PressError::because(why).of(card));
            }
            if drawn > self.drawn {
                let why = format!(
                    "with this one, the pictures of all cards have more than {} million pixels; print fewer copies at once, make \
                     pictures smaller, or save them as jpg",
                    millions(self.drawn)
                );
                return Err(PressError::because(why).of(card));
            }
        }
        Ok(())
    }
}

/// The pictures of a document, by their marks. Each is decoded once, one after another; what is kept of it is what stands in
/// the document.
pub(crate) struct Stock<'s> {
    pictures: BTreeMap<&'s str, &'s Picture>,
    limits: Limits,
    read: ImageHrefDataResolverFn<'static>,
    ready: Mutex<BTreeMap<&'s str, Option<ImageKind>>>,
}

impl<'s> Stock<'s> {
    pub fn new(shown: impl Iterator<Item = &'s Shown>, limits: Limits) -> Self {
        let pictures = shown.map(|shown| (&*shown.picture.mark, &shown.picture)).collect();
        let read = ImageHrefResolver::default_data_resolver();
        Self { pictures, limits, read, ready: Mutex::default() }
    }

    /// What the renderer is told who draws these pictures.
    pub fn options(&self, fonts: Arc<fontdb::Database>) -> Options<'_> {
        renderer::options(fonts, Box::new(|mark, options| self.get(mark, options)))
    }

    fn get(&self, mark: &str, options: &Options<'_>) -> Option<ImageKind> {
        let (mark, picture) = self.pictures.get_key_value(mark)?;
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        ready.entry(mark).or_insert_with(|| self.made_ready(picture, options)).clone()
    }

    fn made_ready(&self, picture: &Picture, options: &Options<'_>) -> Option<ImageKind> {
        let whole = (self.read)(picture.media, Arc::new(picture.bytes.to_vec()), options)?;
        let Some(size) = picture.decoded_size() else { return Some(whole) };
        match self.limits.smaller(size) {
            1 => Some(whole),
            by => smaller(&whole, size, by, &options.fontdb),
        }
    }
}

/// A picture whose sides are divided by this number: each pixel is the mean of a square.
fn smaller(whole: &ImageKind, size: [u64; 2], by: u64, fonts: &Arc<fontdb::Database>) -> Option<ImageKind> {
    let pixels = match whole {
        ImageKind::PNG(bytes) => Pixmap::decode_png(bytes).ok()?,
        ImageKind::JPEG(_) | ImageKind::GIF(_) | ImageKind::WEBP(_) | ImageKind::SVG(_) => drawn(whole, size, fonts)?,
    };
    let small = mean(&pixels, by as usize)?;
    drop(pixels);
    Some(ImageKind::PNG(Arc::new(small.encode_png().ok()?)))
}

/// A picture as the renderer decodes it, pixel by pixel.
fn drawn(whole: &ImageKind, [wide, high]: [u64; 2], fonts: &Arc<fontdb::Database>) -> Option<Pixmap> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\">\
         <image width=\"{wide}\" height=\"{high}\" href=\"whole\" image-rendering=\"optimizeSpeed\"/></svg>"
    );
    let options = renderer::options(Arc::clone(fonts), Box::new(|_, _| Some(whole.clone())));
    let tree = Tree::from_str(&svg, &options).ok()?;
    let mut pixels = Pixmap::new(wide as u32, high as u32)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    Some(pixels)
}

/// The mean of each square of so many pixels on a side; at the edges, of what is left of it.
fn mean(pixels: &Pixmap, by: usize) -> Option<Pixmap> {
    let (wide, high) = (pixels.width() as usize, pixels.height() as usize);
    let (columns, rows) = (wide.div_ceil(by), high.div_ceil(by));
    let mut small = Pixmap::new(columns as u32, rows as u32)?;
    let (from, to) = (pixels.data(), small.data_mut());
    for row in 0..rows {
        for column in 0..columns {
            let (across, down) = (column * by..wide.min((column + 1) * by), row * by..high.min((row + 1) * by));
            let count = (across.len() * down.len()) as u32;
            let mut sums = [count / 2; 4];
            for y in down {
                let line = &from[(y * wide + across.start) * 4..(y * wide + across.end) * 4];
                for pixel in line.as_chunks::<4>().0 {
                    for channel in 0..4 {
                        sums[channel] += u32::from(pixel[channel]);
                    }
                }
            }
            let at = (row * columns + column) * 4;
            to[at..at + 4].copy_from_slice(&sums.map(|sum| (sum / count) as u8));
        }
    }
    Some(small)
}

#[cfg(test)]
mod tests;
