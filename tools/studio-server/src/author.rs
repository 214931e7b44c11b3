//! What only the author may ask for, on the machine itself: where the lines of a trace come from, the files of a pack, and
//! games that are played on from any line.

use crate::lobby::{Lobby, NoRoom, viewer_named};
use crate::room::{Order, RoomId};
use crate::routes::{Failed, aside, only_author, room_for};
use crate::shown::VERSION;
use crate::workshop::Workshop;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use cardwright_game::Viewer;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

pub(crate) type Answered = Result<Json<Value>, Failed>;

/// The workshop, for the author.
pub(crate) fn workshop(lobby: &Lobby, headers: &HeaderMap) -> Result<Arc<Workshop>, Failed> {
    only_author(lobby, headers)?;
    lobby.workshop.clone().ok_or_else(|| NoRoom::None.into())
}

/// What caused each line of the trace that shows everything, and the line of the script that did it.
pub(crate) async fn origins(
    State(lobby): State<Arc<Lobby>>,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
) -> Answered {
    only_author(&lobby, &headers)?;
    let (room, _) = room_for(&lobby, &headers, &id, "all").await?;
    let origins = room.ask(Order::Origins).await?;
    Ok(Json(json!({ "v": VERSION, "origins": origins })))
}

#[derive(Deserialize)]
pub(crate) struct File {
    path: String,
}

/// The text of a file of a pack. It is looked up among the files that were read, so no path leads anywhere else.
pub(crate) async fn source(
    State(lobby): State<Arc<Lobby>>,
    Path(pack): Path<String>,
    headers: HeaderMap,
    file: Result<Json<File>, JsonRejection>,
) -> Answered {
    only_author(&lobby, &headers)?;
    let Json(File { path }) = file?;
    let catalogue = lobby.catalogue(&pack).ok_or(NoRoom::None)?;
    let text = catalogue.pack.files.get(&path);
    let text = text.ok_or_else(|| Failed(StatusCode::NOT_FOUND, "there is no such file".into()))?;
    Ok(Json(json!({ "v": VERSION, "path": path, "text": text })))
}

#[derive(Deserialize)]
pub(crate) struct Fork {
    /// The line before which the fork begins; left out, where the game stands now.
    line: Option<usize>,
    /// Whose trace the line is one of.
    #[serde(rename = "as")]
    viewer: String,
}

/// A copy of a game that is played on otherwise.
pub(crate) async fn fork(
    State(lobby): State<Arc<Lobby>>,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
    fork: Result<Json<Fork>, JsonRejection>,
) -> Answered {
    only_author(&lobby, &headers)?;
    let Json(Fork { line, viewer }) = fork?;
    let viewer = viewer_named(&viewer).unwrap_or(Viewer::Host);
    let (room, _) = room_for(&lobby, &headers, &id, "all").await?;
    let save = match line {
        None => Some(room.ask(Order::Save).await?),
        Some(line) => {
            let now = room.ask(|reply| Order::Now(Viewer::Host, reply)).await?;
            let (past, catalogue) = (lobby.pasts.of(&RoomId::from(&*id)), Arc::clone(room.catalogue()));
            aside(move || {
                let mut past = past.lock().unwrap_or_else(PoisonError::into_inner);
                Some(past.before(&catalogue.pack.ruleset, &now, viewer, line)?.save())
            })
            .await?
        }
    };
    let save = save.ok_or_else(|| Failed(StatusCode::NOT_FOUND, "there is no such line".into()))?;
    let fork = aside(move || lobby.fork(&id, &save)).await??;
    Ok(Json(json!({ "v": VERSION, "id": &*fork.id })))
}
