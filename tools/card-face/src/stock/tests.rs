//! How pictures are made smaller, and when there are too many of them.

use super::*;
use resvg::tiny_skia::PremultipliedColorU8;

/// Stripes of black and white, each a pixel wide.
fn stripes(wide: u32, high: u32) -> Picture {
    let mut pixels = Pixmap::new(wide, high).expect("a size");
    let colour = |at: usize| if at.is_multiple_of(2) { [0; 3] } else { [255; 3] };
    for (at, pixel) in pixels.pixels_mut().iter_mut().enumerate() {
        let [red, green, blue] = colour(at % wide as usize);
        *pixel = PremultipliedColorU8::from_rgba(red, green, blue, 255).expect("a colour");
    }
    let bytes: Arc<[u8]> = pixels.encode_png().expect("a picture").into();
    Picture { mark: format!("picture-{wide}-{high}").into(), media: "image/png", bytes }
}

fn on(card: &str, picture: &Picture) -> Shown {
    Shown { card: card.into(), picture: picture.clone() }
}

/// The picture as it is pressed.
fn pressed(picture: &Picture, limits: Limits) -> Pixmap {
    let shown = [on("Lantern", picture)];
    let stock = Stock::new(shown.iter(), limits);
    let options = stock.options(renderer::fonts());
    match stock.get(&picture.mark, &options) {
        Some(ImageKind::PNG(bytes)) => Pixmap::decode_png(&bytes).expect("it is a picture"),
        _ => panic!("it is pressed as something else"),
    }
}

#[test]
fn a_picture_is_pressed_with_no_more_pixels_than_one_may_have() {
    let limits = Limits { one: 100 * 100, ..Limits::USUAL };
    for ((wide, high), small) in [
        ((100, 100), (100, 100)),
        ((200, 200), (100, 100)),
        ((202, 101), (101, 51)),
        ((300, 7), (300, 7)),
        ((900, 30), (450, 15)),
    ] {
        let pixels = pressed(&stripes(wide, high), limits);
        assert_eq!((pixels.width(), pixels.height()), small, "{wide} × {high}");
    }
    let grey = pressed(&stripes(200, 200), limits);
    assert!(
        grey.pixels().iter().all(|pixel| pixel.red() == 128 && pixel.alpha() == 255),
        "the mean of black and white"
    );
    assert_eq!(Limits::USUAL.pressed([4096, 4096]), 2048 * 2048);
}

#[test]
fn a_jpeg_and_a_drawing_are_pressed_as_they_are() {
    for media in ["image/jpeg", "image/svg+xml"] {
        let picture = Picture { media, ..stripes(9, 9) };
        assert_eq!(picture.decoded_size(), None, "{media}");
    }
}

#[test]
fn too_many_pixels_are_refused_by_the_card_with_which_they_are_too_many() {
    let limits = Limits { one: 100, kept: 250, drawn: 450 };
    let (one, other, third) = (stripes(10, 10), stripes(20, 20), stripes(30, 30));
    let told = |shown: &[Shown]| limits.check(shown.iter()).err().map(|why| why.to_string());
    assert_eq!(told(&[on("A", &one), on("B", &other), on("A", &one), on("B", &other)]), None);
    let kept = told(&[on("A", &one), on("B", &other), on("C", &third)]).expect("three are too many");
    assert!(kept.starts_with("C: with this one, the different pictures have more than"), "{kept}");
    let drawn = told(&[on("A", &one), on("A", &one), on("A", &one), on("A", &one), on("B", &other)]);
    let drawn = drawn.expect("five times is too often");
    assert!(drawn.starts_with("B: with this one, the pictures of all cards have more than"), "{drawn}");
}
