//! How long an outline of an SVG is at most, and how far it reaches: the data of a path, and the points of a polygon.

use super::reach::Numbers;
use std::f64::consts::TAU;

/// How large an outline is, in the units in which it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Outline {
    /// It is at most so long.
    pub length: f64,
    /// The largest distance of its points from either axis.
    pub reach: f64,
}

/// The outline of the data of a path; none if they are no data of a path.
pub(super) fn of_path(data: &str) -> Option<Outline> {
    let mut pen = Pen { numbers: Numbers::of(data), ..Pen::default() };
    let mut last = None;
    loop {
        if pen.numbers.is_at_end() {
            return Some(pen.outline);
        }
        let command = match pen.numbers.command() {
            Some(command) => command,
            // Where only numbers follow, the command is repeated; lines follow a move.
            None => match last? {
                'M' => 'L',
                'm' => 'l',
                'Z' | 'z' => return None,
                command => command,
            },
        };
        pen.draw(command)?;
        last = Some(command);
    }
}

/// The outline through some points; none if they are no points.
pub(super) fn of_points(points: &str) -> Option<Outline> {
    let mut pen = Pen { numbers: Numbers::of(points), ..Pen::default() };
    let mut command = 'M';
    while !pen.numbers.is_at_end() {
        pen.draw(command)?;
        command = 'L';
    }
    pen.draw('Z')?;
    Some(pen.outline)
}

type OutlinePoint = [f64; 2];

/// What draws an outline, to measure it.
#[derive(Debug, Default)]
struct Pen<'t> {
    numbers: Numbers<'t>,
    at: OutlinePoint,
    /// Where this part of the outline began.
    start: OutlinePoint,
    /// The last point that draws a curve to itself.
    control: OutlinePoint,
    outline: Outline,
}

impl Pen<'_> {
    fn draw(&mut self, command: char) -> Option<()> {
        let from = if command.is_ascii_lowercase() { self.at } else { [0.0; 2] };
        match command.to_ascii_uppercase() {
            'Z' => self.through(&[self.start]),
            'M' => {
                self.at = self.point(from)?;
                self.start = self.at;
                self.through(&[self.at]);
            }
            'L' => self.lines::<1>(from)?,
            'H' => {
                let x = from[0] + self.numbers.next()?;
                self.through(&[[x, self.at[1]]]);
            }
            'V' => {
                let y = from[1] + self.numbers.next()?;
                self.through(&[[self.at[0], y]]);
            }
            'C' => self.lines::<3>(from)?,
            'Q' => self.lines::<2>(from)?,
            'S' => self.smooth::<2>(from)?,
            'T' => self.smooth::<1>(from)?,
            'A' => self.arc(from)?,
            _ => return None,
        }
        Some(())
    }

    fn point(&mut self, from: OutlinePoint) -> Option<OutlinePoint> {
        Some([from[0] + self.numbers.next()?, from[1] + self.numbers.next()?])
    }

    fn points<const COUNT: usize>(&mut self, from: OutlinePoint) -> Option<[OutlinePoint; COUNT]> {
        let mut points = [[0.0; 2]; COUNT];
        for point in &mut points {
            *point = self.point(from)?;
        }
        Some(points)
    }

    /// A curve is no longer than the lines through its points.
    fn lines<const COUNT: usize>(&mut self, from: OutlinePoint) -> Option<()> {
        let points = self.points::<COUNT>(from)?;
        self.through(&points);
        Some(())
    }

    /// A curve whose first point lies opposite of the last one of the curve before.
    fn smooth<const COUNT: usize>(&mut self, from: OutlinePoint) -> Option<()> {
        let opposite = [0, 1].map(|axis| 2.0 * self.at[axis] - self.control[axis]);
        let points = self.points::<COUNT>(from)?;
        self.through(&[opposite]);
        self.through(&points);
        if COUNT == 1 {
            self.control = opposite;
        }
        Some(())
    }

    fn arc(&mut self, from: OutlinePoint) -> Option<()> {
        let radii = [self.numbers.next()?.abs(), self.numbers.next()?.abs()];
        self.numbers.next()?;
        self.numbers.flag()?;
        self.numbers.flag()?;
        let to = self.point(from)?;
        let [least, most] = [radii[0].min(radii[1]), radii[0].max(radii[1])];
        if least > 0.0 {
            // Both radii grow until the arc spans both points.
            let larger = most * (distance(self.at, to) / 2.0 / least).max(1.0);
            self.outline.length += TAU * larger;
            self.outline.reach = self.outline.reach.max(larger);
        }
        self.through(&[to]);
        Some(())
    }

    fn through(&mut self, points: &[OutlinePoint]) {
        for point in points {
            self.outline.length += distance(self.at, *point);
            self.outline.reach = self.outline.reach.max(point[0].abs()).max(point[1].abs());
            self.control = self.at;
            self.at = *point;
        }
        if points.len() == 1 {
            self.control = self.at;
        }
    }
}

fn distance(one: OutlinePoint, other: OutlinePoint) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(data: &str) -> Option<(u64, u64)> {
        of_path(data).map(|outline| (outline.length.round() as u64, outline.reach.round() as u64))
    }

    #[test]
    fn outlines_are_measured() {
        for (data, length, reach) in [
            ("", 0, 0),
            ("M10 10h5v-5H0z", 36, 15),
            ("M1e1,10l3 4 3 4-6-8z", 20, 18),
            ("M0 0c0 10 10 10 10 0s10-10 10 0", 60, 20),
            ("M0 0q5 5 10 0t10 0 10 0", 42, 30),
            ("M0 0a5 5 0 0110 0", 41, 10),
            ("M0 0a1 .1 0 1 0 10 0", 324, 50),
            ("M.5.5 1.5.5", 1, 2),
        ] {
            assert_eq!(sizes(data), Some((length, reach)), "{data}");
        }
        assert_eq!(of_points("0,0 3,4 6 0").map(|outline| outline.length), Some(16.0));
    }

    #[test]
    fn what_is_no_outline_is_not_measured() {
        for data in ["1 1", "M", "M1", "M0 0x", "M0 0a1 1 0 2 0 1 1", "M0 0z1 1", "M0 0L1 1 1", "path(\"M0 0\")"] {
            assert_eq!(of_path(data), None, "{data}");
        }
        assert_eq!(of_points("1 1 1"), None);
    }
}
