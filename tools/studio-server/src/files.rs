//! The files of packs, as the author of the studio edits them.

use crate::author::{Answered, workshop};
use crate::lobby::{Lobby, NoRoom};
use crate::routes::{Failed, aside};
use crate::rulings::unfit;
use crate::shown::VERSION;
use crate::workshop::NotSaved;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// The largest body of a request that saves a file: a file may have 1 MiB, which JSON can make longer.
pub(crate) const LARGEST: usize = 4 << 20;

type Server = State<Arc<Lobby>>;

/// The files of a game.
pub(crate) async fn list(State(lobby): Server, Path(pack): Path<String>, headers: HeaderMap) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let files = aside(move || workshop.files(&pack)).await?;
    Ok(Json(json!({ "v": VERSION, "files": files })))
}

#[derive(Deserialize)]
pub(crate) struct Named {
    path: String,
}

/// The text of a file.
pub(crate) async fn read(
    State(lobby): Server,
    headers: HeaderMap,
    named: Result<Json<Named>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Named { path }) = named?;
    let file = aside(move || workshop.file(&path)).await?.ok_or_else(no_file)?;
    Ok(Json(json!({ "v": VERSION, "file": file })))
}

#[derive(Deserialize)]
pub(crate) struct Saved {
    path: String,
    text: String,
    /// The print of the text that was edited.
    print: String,
}

/// Saves a file, checks it, and plays the games on with it.
pub(crate) async fn save(
    State(lobby): Server,
    headers: HeaderMap,
    saved: Result<Json<Saved>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Saved { path, text, print }) = saved?;
    let saved = aside(move || workshop.save(&path, &text, &print)).await?.map_err(|why| match why {
        NotSaved::None => no_file(),
        NotSaved::Changed => {
            Failed(StatusCode::CONFLICT, "this file has been changed by something else meanwhile".into())
        }
        NotSaved::Unwritable(why) => unfit(why),
    })?;
    let mut rooms = Vec::new();
    for game in saved.games {
        rooms.extend(lobby.renew(game).await?);
    }
    Ok(Json(json!({ "v": VERSION, "print": saved.print, "problems": saved.problems, "rooms": rooms })))
}

fn no_file() -> Failed {
    Failed::from(NoRoom::None).with("there is no such file that can be changed")
}
