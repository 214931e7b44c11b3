//! The lab: many games at once, of which one run goes at a time. The author asks how far it is, and can stop it.

use crate::BOTS;
use crate::author::{Answered, workshop};
use crate::lobby::{Lobby, NoRoom};
use crate::routes::{Failed, aside};
use crate::rulings::unfit;
use crate::shown::VERSION;
use crate::workshop::ManyGames;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};

/// The most games of one run.
const MOST_GAMES: u64 = 100_000;

type Server = State<Arc<Lobby>>;

/// The run that goes, or the last one.
#[derive(Debug, Default)]
pub(crate) struct Lab(Mutex<Run>);

#[derive(Debug, Default)]
struct Run {
    /// Which run, counted from 1.
    number: u64,
    played: u64,
    of: u64,
    goes: bool,
    stop: bool,
    result: Option<Result<Value, String>>,
}

impl Lab {
    fn with<T>(&self, work: impl FnOnce(&mut Run) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Begins a run.
pub(crate) async fn begin(
    State(lobby): Server,
    headers: HeaderMap,
    games: Result<Json<ManyGames>, JsonRejection>,
) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(games) = games?;
    if games.games == 0 || games.games > MOST_GAMES {
        return Err(unfit(format!("a run has 1 to {MOST_GAMES} games")));
    }
    let begun = lobby.lab.with(|run| {
        if run.goes {
            return None;
        }
        *run = Run { number: run.number + 1, of: games.games, goes: true, ..Run::default() };
        Some(run.number)
    });
    let number = begun.ok_or_else(|| Failed(StatusCode::CONFLICT, "another run is going on".into()))?;
    let lab = Arc::clone(&lobby.lab);
    drop(tokio::task::spawn_blocking(move || {
        let result = workshop.play_many(&games, &mut |played| {
            lab.with(|run| {
                run.played = played;
                !run.stop
            })
        });
        lab.with(|run| (run.goes, run.result) = (false, Some(result)));
    }));
    Ok(Json(json!({ "v": VERSION, "run": number })))
}

/// How far the run is, and what came of it.
pub(crate) async fn state(State(lobby): Server, headers: HeaderMap) -> Answered {
    workshop(&lobby, &headers)?;
    let mut state = lobby.lab.with(|run| {
        let (result, error) = match &run.result {
            Some(Ok(result)) => (Some(result.clone()), None),
            Some(Err(error)) => (None, Some(error.clone())),
            None => (None, None),
        };
        json!({ "run": run.number, "played": run.played, "of": run.of, "goes": run.goes, "result": result, "error": error })
    });
    state["v"] = json!(VERSION);
    state["bots"] = json!(BOTS);
    Ok(Json(state))
}

/// Stops the run; what was played stays.
pub(crate) async fn stop(State(lobby): Server, headers: HeaderMap) -> Answered {
    workshop(&lobby, &headers)?;
    lobby.lab.with(|run| run.stop = true);
    Ok(Json(json!({ "v": VERSION })))
}

#[derive(Deserialize)]
pub(crate) struct One {
    games: ManyGames,
    seed: u64,
}

/// Opens one of the games at its end.
pub(crate) async fn open(State(lobby): Server, headers: HeaderMap, one: Result<Json<One>, JsonRejection>) -> Answered {
    let workshop = workshop(&lobby, &headers)?;
    let Json(One { games, seed }) = one?;
    if lobby.catalogue(&games.pack).is_none() {
        return Err(NoRoom::None.into());
    }
    let position = aside(move || workshop.one_of_many(&games, seed)).await?.map_err(unfit)?;
    let begun = aside(move || lobby.begin_at(&position.game, &position.save)).await??;
    Ok(Json(json!({ "v": VERSION, "id": &*begun.id })))
}
