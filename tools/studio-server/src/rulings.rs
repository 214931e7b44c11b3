//! Rulings, as the author of the studio gets them: a list, how they stand, their acceptance, and games that begin on their
//! tables or end in one.

use crate::author::{Answered, workshop};
use crate::lobby::{Lobby, NoRoom};
use crate::room::Order;
use crate::routes::{Failed, aside, room_for};
use crate::shown::VERSION;
use crate::workshop::{Happened, TableLayout, Workshop};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

type Server = State<Arc<Lobby>>;

/// How many rulings are run for one request.
const MOST_AT_ONCE: usize = 400;

/// All rulings.
pub(crate) async fn list(State(lobby): Server, headers: HeaderMap) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let titles = aside(move || workshop.rulings()).await?;
    Ok(Json(json!({ "v": VERSION, "rulings": titles })))
}

#[derive(Deserialize)]
pub(crate) struct Begun {
    ruling: String,
}

/// A game that begins on the table of a ruling.
pub(crate) async fn begin(
    State(lobby): Server,
    headers: HeaderMap,
    begun: Result<Json<Begun>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Begun { ruling }) = begun?;
    let position = aside(move || is_known(&workshop, &ruling).then(|| workshop.lay(&ruling))).await?;
    let position = position.ok_or(NoRoom::None)?.map_err(unfit)?;
    let begun = aside(move || lobby.begin_at(&position.game, &position.save)).await??;
    Ok(Json(crate::lobby::told(&begun)))
}

/// A game that begins on a table that was laid out card by card.
pub(crate) async fn lay_out(
    State(lobby): Server,
    headers: HeaderMap,
    layout: Result<Json<TableLayout>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(layout) = layout?;
    let position = aside(move || workshop.lay_out(&layout)).await?.map_err(unfit)?;
    let begun = aside(move || lobby.begin_at(&position.game, &position.save)).await??;
    Ok(Json(json!({ "v": VERSION, "id": &*begun.id })))
}

#[derive(Deserialize)]
pub(crate) struct LaidRuling {
    table: TableLayout,
    name: String,
    #[serde(default)]
    claim: String,
}

/// Makes a ruling of such a table.
pub(crate) async fn write_layout(
    State(lobby): Server,
    headers: HeaderMap,
    laid: Result<Json<LaidRuling>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(LaidRuling { table, name, claim }) = laid?;
    let written = aside(move || workshop.write_layout(&table, &name, &claim)).await?.map_err(unfit)?;
    Ok(Json(json!({ "v": VERSION, "ruling": written })))
}

#[derive(Deserialize)]
pub(crate) struct Judged {
    rulings: Vec<String>,
    /// Whether their traces are wanted, too.
    #[serde(default)]
    lines: bool,
}

/// Runs rulings.
pub(crate) async fn judge(
    State(lobby): Server,
    headers: HeaderMap,
    judged: Result<Json<Judged>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Judged { rulings, lines }) = judged?;
    if rulings.len() > MOST_AT_ONCE {
        return Err(unfit(format!("at most {MOST_AT_ONCE} rulings are run at once")));
    }
    let judged = aside(move || workshop.judge(&rulings, lines)).await?;
    Ok(Json(json!({ "v": VERSION, "judged": judged })))
}

#[derive(Deserialize)]
pub(crate) struct Decided {
    ruling: String,
    /// The print of the trace that was looked at.
    #[serde(default)]
    print: String,
}

/// Accepts a trace that the author has looked at.
pub(crate) async fn accept(
    State(lobby): Server,
    headers: HeaderMap,
    decided: Result<Json<Decided>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Decided { ruling, print }) = decided?;
    let done = aside(move || is_known(&workshop, &ruling).then(|| workshop.accept(&ruling, &print))).await?;
    done.ok_or(NoRoom::None)?.map_err(unfit)?;
    Ok(Json(json!({ "v": VERSION })))
}

/// Keeps the accepted trace, and removes one that was put aside.
pub(crate) async fn reject(
    State(lobby): Server,
    headers: HeaderMap,
    decided: Result<Json<Decided>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(Decided { ruling, .. }) = decided?;
    let done = aside(move || is_known(&workshop, &ruling).then(|| workshop.reject(&ruling))).await?;
    done.ok_or(NoRoom::None)?.map_err(unfit)?;
    Ok(Json(json!({ "v": VERSION })))
}

/// Makes a ruling of a line of a game.
pub(crate) async fn promote(
    State(lobby): Server,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
    happened: Result<Json<Happened>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(happened) = happened?;
    let (room, _) = room_for(&lobby, &headers, &id, "all").await?;
    let save = room.ask(Order::Save).await?;
    let ruleset = room.catalogue().pack.ruleset.clone();
    let written = aside(move || workshop.promote(&ruleset, &save, &happened)).await?.map_err(unfit)?;
    Ok(Json(json!({ "v": VERSION, "ruling": written })))
}

fn is_known(workshop: &Workshop, ruling: &str) -> bool {
    workshop.rulings().iter().any(|title| title.name == ruling)
}

pub(crate) fn unfit(why: String) -> Failed {
    Failed(StatusCode::UNPROCESSABLE_ENTITY, why)
}
