//! Leaving out what a ruling does not need.

use super::patience::Patience;
use super::scene::{Card, Scene};
use std::ops::Range;

/// The scene without all that it does without, as far as that is found by leaving out one thing after the other, large
/// things first.
pub fn shrunk(scene: Scene, patience: &Patience, shows: impl Fn(&Scene) -> bool) -> Scene {
    let leaving_out = patience.leaving_out();
    let mut best = scene;
    loop {
        let before = best.clone();
        for part in [step_runs, place_runs, places, halves, cards, attributes, attached, steps, passes] {
            let mut at = 0;
            while let Some(less) = part(&best, at) {
                if leaving_out.is_over() {
                    return best;
                }
                if less != best && shows(&less) {
                    best = less;
                } else {
                    at += 1;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// The scene without several consecutive steps.
fn step_runs(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    less.steps.drain(run(scene.steps.len(), at)?);
    Some(less)
}

/// The scene without several of its places.
fn place_runs(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    less.places.drain(run(scene.places.len(), at)?);
    Some(less)
}

/// The run with this number of a list of this length: first its halves, then smaller ones, down to two.
fn run(length: usize, at: usize) -> Option<Range<usize>> {
    let (mut size, mut left) = (length / 2, at);
    while size >= 2 {
        let count = length.div_ceil(size);
        if left < count {
            return Some(left * size..((left + 1) * size).min(length));
        }
        left -= count;
        size /= 2;
    }
    None
}

/// The scene without one of its places.
fn places(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    (at < less.places.len()).then(|| less.places.remove(at))?;
    Some(less)
}

/// The scene with half of the cards of a place: the first or the second half of each.
fn halves(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    let cards = &mut less.places.get_mut(at / 2)?.cards;
    let middle = cards.len() / 2;
    match at % 2 {
        0 => cards.truncate(middle.max(1)),
        _ => drop(cards.drain(..middle)),
    }
    Some(less)
}

/// The card with this number, counted through all places.
fn card(scene: &mut Scene, at: usize) -> Option<&mut Card> {
    scene.places.iter_mut().flat_map(|place| &mut place.cards).nth(at)
}

/// The scene without one of its cards; a place without cards goes away.
fn cards(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    let mut count = 0;
    for place in &mut less.places {
        if at < count + place.cards.len() {
            place.cards.remove(at - count);
            less.places.retain(|place| !place.cards.is_empty());
            return Some(less);
        }
        count += place.cards.len();
    }
    None
}

/// The scene without one of the attributes of its cards.
fn attributes(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    let (mut left, mut number) = (at, 0);
    loop {
        let card = card(&mut less, number)?;
        if left < card.attributes.len() {
            card.attributes.remove(left);
            less.places.retain(|place| place.cards.iter().any(|card| *card != Card::default()));
            return Some(less);
        }
        left -= card.attributes.len();
        number += 1;
    }
}

/// The scene without one of the cards that are attached to others.
fn attached(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    let (mut left, mut number) = (at, 0);
    loop {
        let card = card(&mut less, number)?;
        if left < card.attached.len() {
            card.attached.remove(left);
            return Some(less);
        }
        left -= card.attached.len();
        number += 1;
    }
}

/// The scene without one of its steps.
fn steps(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    (at < less.steps.len()).then(|| less.steps.remove(at))?;
    Some(less)
}

/// The scene with `all pass` in the place of a step that passes.
fn passes(scene: &Scene, at: usize) -> Option<Scene> {
    let mut less = scene.clone();
    let step = less.steps.get_mut(at)?;
    if step.ends_with(" passes") || step.ends_with(" pass") {
        "all pass".clone_into(step);
    }
    Some(less)
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn runs_are_halves_then_quarters_down_to_two() {
        let runs: Vec<_> = (0..).map_while(|at| run(9, at)).collect();
        assert_eq!(runs, [0..4, 4..8, 8..9, 0..2, 2..4, 4..6, 6..8, 8..9]);
        assert_eq!(run(3, 0), None);
        assert_eq!(run(0, 0), None);
    }
}
