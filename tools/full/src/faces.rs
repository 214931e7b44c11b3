//! The faces of cards on the site: the same pictures as on paper.

use cardwright_cli::site::DrawnCard;
use cardwright_face::{CardSize, Easel, Gallery};
use cardwright_rulings::packs::Packs;

/// The cards of a game, ready to be drawn; none if the game cannot be played.
pub struct Faces {
    gallery: Option<Gallery>,
    easel: Easel,
}

impl Faces {
    pub fn new(packs: &Packs, game: &str) -> Self {
        let loaded = cardwright_game::load(&packs.files, game);
        let gallery = loaded.ruleset.map(|ruleset| Gallery::new(&ruleset, &packs.files));
        Self { gallery, easel: Easel::new(CardSize::USUAL) }
    }

    /// A card as it is printed.
    pub fn of(&mut self, name: &str) -> DrawnCard {
        let Some(face) = self.gallery.as_ref().and_then(|gallery| gallery.face(name)) else {
            return DrawnCard::default();
        };
        let drawn = self.easel.draw(&face);
        let class = drawn.first().map(|face| face.class().to_string()).filter(|class| class != "h-own");
        DrawnCard { svgs: drawn.iter().map(|face| face.svg(0.0)).collect(), class }
    }
}
