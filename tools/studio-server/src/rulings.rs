//! Rulings, as the author of the studio gets them: a list, and games that begin on their tables.

use crate::author::Answered;
use crate::lobby::{Lobby, NoRoom};
use crate::routes::{Failed, only_author};
use crate::shown::VERSION;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;
use std::sync::Arc;

/// A ruling in a list.
#[derive(Clone, Debug, Serialize)]
pub struct RulingTitle {
    /// Its name: `spellfire/calm/spares-only-its-player`.
    pub name: String,
    /// The pack that holds the ruleset of its game.
    pub game: String,
    /// What it claims.
    pub claim: String,
}

/// Where a game can begin.
#[derive(Clone, Debug)]
pub struct Position {
    /// The pack that holds the ruleset.
    pub game: String,
    /// The save of a game before its first step.
    pub save: Vec<u8>,
}

/// What lays the table of a ruling, or says why it cannot.
type Lay = dyn Fn(&str) -> Result<Position, String> + Send + Sync;

/// The rulings in sight, and what lays their tables.
pub struct Rulings {
    /// Their titles, in the order of their names.
    pub titles: Vec<RulingTitle>,
    /// Lays the table of the ruling with this name.
    pub lay: Box<Lay>,
}

impl fmt::Debug for Rulings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rulings").field("titles", &self.titles.len()).finish_non_exhaustive()
    }
}

/// All rulings.
pub(crate) async fn list(State(lobby): State<Arc<Lobby>>, headers: HeaderMap) -> Answered {
    only_author(&lobby, &headers)?;
    let titles = lobby.rulings.as_ref().map_or(&[][..], |rulings| &rulings.titles);
    Ok(Json(json!({ "v": VERSION, "rulings": titles })))
}

#[derive(Deserialize)]
pub(crate) struct Begun {
    ruling: String,
}

/// A game that begins on the table of a ruling.
pub(crate) async fn begin(
    State(lobby): State<Arc<Lobby>>,
    headers: HeaderMap,
    begun: Result<Json<Begun>, JsonRejection>,
) -> Answered {
    only_author(&lobby, &headers)?;
    let Json(Begun { ruling }) = begun?;
    let known = lobby.rulings.as_ref().filter(|all| all.titles.iter().any(|title| title.name == ruling));
    let rulings = known.ok_or(NoRoom::None)?;
    let position = (rulings.lay)(&ruling).map_err(|why| Failed(StatusCode::UNPROCESSABLE_ENTITY, why))?;
    let (id, secrets) = lobby.begin_at(&position.game, &position.save)?;
    let secrets: Vec<&str> = secrets.iter().map(crate::Secret::as_str).collect();
    Ok(Json(json!({ "v": VERSION, "id": &*id, "secrets": secrets })))
}
