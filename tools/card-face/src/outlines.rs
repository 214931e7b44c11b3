//! What the renderer has made of a picture: how far its outlines reach, and into how many dashes they are cut.

use cardwright_pictures::{Drawing, FARTHEST, Fault, MOST};
use resvg::tiny_skia::{PathSegment, Point, Rect};
use resvg::usvg::{ClipPath, Group, Mask, Node, Options, Path, Stroke, Tree};

/// How many dashes cost as much as a shape. Those of one outline that lie across each other cost their square.
const DASHES: f64 = 5.0;
const DASHES_ACROSS: f64 = 200.0;

/// Measures what the renderer draws.
pub(crate) fn check(drawing: &Drawing<'_>, options: &Options<'_>) -> Result<(), Fault> {
    let tree = Tree::from_xmltree(&drawing.read, options).map_err(|_| Fault::Unread)?;
    // The tree is measured in the units of the page, and the side of the picture in its own.
    let size = tree.size().width().max(tree.size().height());
    let mut measure = Measure { farthest: FARTHEST * size.max(drawing.side), cost: 0.0 };
    measure.group(tree.root())
}

struct Measure {
    farthest: f32,
    cost: f64,
}

impl Measure {
    fn group(&mut self, group: &Group) -> Result<(), Fault> {
        group.clip_path().map_or(Ok(()), |clip| self.clip_path(clip))?;
        group.mask().map_or(Ok(()), |mask| self.mask(mask))?;
        group.children().iter().try_for_each(|node| match node {
            Node::Group(group) => self.group(group),
            Node::Path(path) => self.path(path),
            Node::Text(text) => self.group(text.flattened()),
            Node::Image(_) => Err(Fault::Unlisted("element", "image".into())),
        })
    }

    fn clip_path(&mut self, clip: &ClipPath) -> Result<(), Fault> {
        clip.clip_path().map_or(Ok(()), |clip| self.clip_path(clip))?;
        self.group(clip.root())
    }

    fn mask(&mut self, mask: &Mask) -> Result<(), Fault> {
        mask.mask().map_or(Ok(()), |mask| self.mask(mask))?;
        self.group(mask.root())
    }

    fn path(&mut self, path: &Path) -> Result<(), Fault> {
        self.reach(path.abs_stroke_bounding_box())?;
        path.stroke().map_or(Ok(()), |stroke| self.dashes(path, stroke))
    }

    fn reach(&self, of: Rect) -> Result<(), Fault> {
        let is_near = |edge: f32| edge.abs() <= self.farthest;
        let edges = [of.left(), of.top(), of.right(), of.bottom()];
        if edges.into_iter().all(is_near) { Ok(()) } else { Err(Fault::Far) }
    }

    fn dashes(&mut self, path: &Path, stroke: &Stroke) -> Result<(), Fault> {
        let Some(dashes) = stroke.dasharray() else { return Ok(()) };
        // Each period has as many dashes as it has lengths, at most.
        let (period, each) = (dashes.iter().copied().map(f64::from).sum::<f64>(), dashes.len() as f64);
        let count = length(path) / period * each;
        self.cost += count / DASHES + (count / DASHES_ACROSS).powi(2);
        if self.cost.is_finite() && self.cost <= MOST as f64 { Ok(()) } else { Err(Fault::Dashes) }
    }
}

/// How long an outline is at most: a curve is no longer than the lines to its controls.
fn length(path: &Path) -> f64 {
    let (mut at, mut start, mut length) = (Point::zero(), Point::zero(), 0.0);
    let mut go = |at: &mut Point, to: Point| {
        length += f64::from(to.x - at.x).hypot(f64::from(to.y - at.y));
        *at = to;
    };
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => (at, start) = (to, to),
            PathSegment::LineTo(to) => go(&mut at, to),
            PathSegment::QuadTo(by, to) => [by, to].into_iter().for_each(|to| go(&mut at, to)),
            PathSegment::CubicTo(one, other, to) => [one, other, to].into_iter().for_each(|to| go(&mut at, to)),
            PathSegment::Close => go(&mut at, start),
        }
    }
    length
}
