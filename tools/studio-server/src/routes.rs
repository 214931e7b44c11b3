//! The addresses of the server, and what is said at each of them. Everything is JSON with the version of the messages.

use crate::author;
use crate::guard::{self, Caller, cookie, cookie_name};
use crate::lobby::{self, Lobby, NoRoom, REPLAY, Wanted};
use crate::past::Asker;
use crate::requests::{Deed, Explained};
use crate::room::{Eyes, Order, Refused, Room, RoomId, key_of};
use crate::shown::{self, VERSION};
use crate::{assets, connections, files, lab, language, rulings, stream};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
#[cfg(feature = "print")]
use cardwright_face::OF_OUTLINES as JUDGE;
use cardwright_game::Viewer;
#[cfg(not(feature = "print"))]
use cardwright_pictures::OF_TREES as JUDGE;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

/// The largest body of a request, in bytes.
const LARGEST: usize = 64 << 10;

type Server = State<Arc<Lobby>>;

/// Something that is not done, and what is said about it.
pub(crate) struct Failed(pub StatusCode, pub String);

impl Failed {
    /// The same with other words.
    pub fn with(self, said: &str) -> Self {
        Self(self.0, said.into())
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "v": VERSION, "error": self.1 }))).into_response()
    }
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Late(why) => Self(StatusCode::CONFLICT, why),
            Refused::Unfit(why) => Self(StatusCode::UNPROCESSABLE_ENTITY, why),
            Refused::Unkept(why) => {
                let told = format!("this cannot be written down, so nothing was done: {why}; try again later");
                Self(StatusCode::INSUFFICIENT_STORAGE, told)
            }
            Refused::Busy => Self(StatusCode::SERVICE_UNAVAILABLE, "the game has too much to do just now".into()),
            Refused::Gone => NoRoom::None.into(),
            Refused::Broken => {
                let told =
                    "something went wrong here: nothing was done, and the game is where it was; please report it";
                Self(StatusCode::INTERNAL_SERVER_ERROR, told.into())
            }
        }
    }
}

impl From<NoRoom> for Failed {
    fn from(none: NoRoom) -> Self {
        match none {
            NoRoom::None => Self(StatusCode::NOT_FOUND, "there is no such game".into()),
            NoRoom::Archived => {
                let told = "this game lies in the archive: nobody had touched it for long, or later ones needed its \
                            place; whoever runs the server can open it again";
                Self(StatusCode::GONE, told.into())
            }
            NoRoom::Full => {
                let told = "there are as many games as there may be: one more can begin when one is over";
                Self(StatusCode::SERVICE_UNAVAILABLE, told.into())
            }
            NoRoom::TooMany => {
                let told =
                    "too many games were begun from this address: another can begin when one is over, or in an hour";
                Self(StatusCode::TOO_MANY_REQUESTS, told.into())
            }
            NoRoom::Unkept(why) => {
                let told = format!("this cannot be written down, so nothing was done: {why}; try again later");
                Self(StatusCode::INSUFFICIENT_STORAGE, told)
            }
            NoRoom::Setup(why) => Self(StatusCode::UNPROCESSABLE_ENTITY, why),
            NoRoom::Broken(why) => Self(StatusCode::GONE, format!("this game cannot be played on: {why}")),
        }
    }
}

impl From<JsonRejection> for Failed {
    fn from(rejection: JsonRejection) -> Self {
        Self(rejection.status(), rejection.body_text())
    }
}

pub(crate) type Answered<T = Json<Value>> = Result<T, Failed>;

/// All addresses.
pub(crate) fn all(lobby: Arc<Lobby>) -> Router {
    Router::new()
        .merge(printing())
        .route("/api/hello", get(hello))
        .route("/api/author", post(enter_as_author))
        .route("/api/games", get(rooms).post(create))
        .route("/api/packs/{pack}", get(pack))
        .route("/api/packs/{pack}/source", post(author::source))
        .route("/api/packs/{pack}/files", get(files::list))
        .route("/api/files/read", post(files::read))
        .route("/api/files/save", post(files::save).layer(DefaultBodyLimit::max(files::LARGEST)))
        .route("/api/packs/{pack}/language", get(language::listen))
        .route("/api/language/{editor}", post(language::say).layer(DefaultBodyLimit::max(files::LARGEST)))
        .route("/api/lab", get(lab::state).post(lab::begin))
        .route("/api/lab/stop", post(lab::stop))
        .route("/api/lab/open", post(lab::open))
        .route("/api/packs/{pack}/art/{*path}", get(art))
        .route("/api/rulings", get(rulings::list).post(rulings::begin))
        .route("/api/tables", post(rulings::lay_out))
        .route("/api/tables/ruling", post(rulings::write_layout))
        .route("/api/rulings/judge", post(rulings::judge))
        .route("/api/rulings/accept", post(rulings::accept))
        .route("/api/rulings/reject", post(rulings::reject))
        .route("/api/g/{room}", get(room_info))
        .route("/api/g/{room}/enter", post(enter))
        .route("/api/g/{room}/remove", post(remove))
        .route("/api/g/{room}/{viewer}/events", get(events))
        .route("/api/g/{room}/{viewer}/do", post(act))
        .route("/api/g/{room}/{viewer}/at/{line}", get(at))
        .route("/api/g/{room}/{viewer}/explain", post(explain))
        .route("/api/g/{room}/{viewer}/replay", get(replay))
        .route("/api/g/{room}/{viewer}/origins", get(author::origins))
        .route("/api/g/{room}/{viewer}/fork", post(author::fork))
        .route("/api/g/{room}/{viewer}/ruling", post(rulings::promote))
        .fallback(assets::asset)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn(connections::limit_body))
        .layer(middleware::from_fn_with_state(Arc::clone(&lobby), guard::guard))
        .with_state(lobby)
}

/// The addresses of cards as they are printed.
#[cfg(feature = "print")]
fn printing() -> Router<Arc<Lobby>> {
    use crate::print;
    Router::new()
        .route("/api/packs/{pack}/face/{*name}", get(print::face))
        .route("/api/packs/{pack}/print", post(print::preview))
        .route("/api/packs/{pack}/print/pdf", post(print::pdf))
}

#[cfg(not(feature = "print"))]
fn printing() -> Router<Arc<Lobby>> {
    Router::new()
}

// ---- the lobby ----

async fn hello(State(lobby): Server, headers: HeaderMap) -> Json<Value> {
    let author = is_author(&lobby, &headers);
    let print = cfg!(feature = "print");
    Json(json!({
        "v": VERSION, "studio": lobby.is_studio(), "author": author, "print": print, "bots": crate::BOTS,
        "games": lobby.games(),
    }))
}

#[derive(Deserialize)]
struct Said {
    secret: String,
}

async fn enter_as_author(
    State(lobby): Server,
    headers: HeaderMap,
    said: Result<Json<Said>, JsonRejection>,
) -> Answered<Response> {
    let Json(Said { secret }) = said?;
    let in_exchange = lobby.enter_as_author(&secret);
    if in_exchange.is_none() && !lobby.is_author(&secret) {
        return Err(Failed(StatusCode::FORBIDDEN, "this is not the author's token, or it was used already".into()));
    }
    let secret = in_exchange.as_ref().map_or(&*secret, crate::Secret::as_str);
    let cookie = set_cookie(&lobby, &headers, "author", secret, "/api");
    Ok(([(SET_COOKIE, cookie)], Json(json!({ "v": VERSION }))).into_response())
}

async fn rooms(State(lobby): Server, headers: HeaderMap) -> Answered<Response> {
    if lobby.is_studio() {
        only_author(&lobby, &headers)?;
    }
    Ok(([(CONTENT_TYPE, "application/json")], lobby.list().to_string()).into_response())
}

/// Begins a game. The browser gets what removes it again.
async fn create(
    State(lobby): Server,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Answered<Response> {
    if lobby.is_studio() {
        only_author(&lobby, &headers)?;
    }
    let Json(wanted) = wanted?;
    let own = Arc::clone(&lobby);
    let begun = aside(move || own.create(&wanted, caller)).await??;
    let path = format!("/api/g/{}", begun.id);
    let cookie = set_cookie(&lobby, &headers, &format!("{}_owner", begun.id), begun.owner.as_str(), &path);
    Ok(([(SET_COOKIE, cookie)], Json(lobby::told(&begun))).into_response())
}

/// Removes a game: whoever has begun it may, and the author.
async fn remove(State(lobby): Server, Path(id): Path<String>, headers: HeaderMap) -> Answered {
    if !lobby.knows(&id) {
        return Err(lobby.missing(&id).await.into());
    }
    let said = cookie(&headers, &cookie_name(&headers, &format!("{id}_owner")));
    if !is_author(&lobby, &headers) && !said.is_some_and(|said| lobby.removes(&id, said)) {
        return Err(Failed(StatusCode::FORBIDDEN, "only whoever has begun this game can remove it".into()));
    }
    let own = Arc::clone(&lobby);
    aside(move || own.remove(&RoomId::from(id))).await??;
    Ok(Json(json!({ "v": VERSION })))
}

async fn pack(State(lobby): Server, Path(pack): Path<String>) -> Answered<Response> {
    let catalogue = lobby.catalogue(&pack).ok_or(NoRoom::None)?;
    Ok(([(CONTENT_TYPE, "application/json")], catalogue.info.to_string()).into_response())
}

/// A picture of a pack of this game. It is looked up among those that were read, so no path leads anywhere else; an SVG holds
/// nothing that runs, is shown as a picture only, and what opens it by its address runs nothing.
async fn art(State(lobby): Server, Path((pack, path)): Path<(String, String)>) -> Answered<Response> {
    let catalogue = lobby.catalogue(&pack).ok_or(NoRoom::None)?;
    let bytes = catalogue.pack.files.image(&path).filter(|bytes| !bytes.is_empty() && JUDGE.may_show(&path, bytes));
    let bytes = bytes.ok_or_else(|| Failed(StatusCode::NOT_FOUND, "there is no such picture".into()))?;
    let headers = [(CONTENT_TYPE, assets::type_of(&path)), (CACHE_CONTROL, "no-cache")];
    Ok((headers, bytes.to_vec()).into_response())
}

// ---- a room ----

/// What is declared and printed in the game of a room.
async fn room_info(State(lobby): Server, Path(id): Path<String>) -> Answered<Response> {
    if !lobby.knows(&id) {
        return Err(lobby.missing(&id).await.into());
    }
    let info = lobby.info(&id).await?;
    Ok(([(CONTENT_TYPE, "application/json")], info.to_string()).into_response())
}

async fn enter(
    State(lobby): Server,
    Path(id): Path<String>,
    headers: HeaderMap,
    said: Result<Json<Said>, JsonRejection>,
) -> Answered<Response> {
    let Json(Said { secret }) = said?;
    if !lobby.knows(&id) {
        return Err(lobby.missing(&id).await.into());
    }
    let seat = match lobby.seat_of(&id, &secret) {
        Some(seat) => seat.letter().to_string(),
        None if lobby.opens_replay(&id, &secret) => REPLAY.into(),
        None => return Err(Failed(StatusCode::FORBIDDEN, "this link opens no seat of this game".into())),
    };
    let cookie = set_cookie(&lobby, &headers, &format!("{id}_{seat}"), &secret, &format!("/api/g/{id}/{seat}"));
    Ok(([(SET_COOKIE, cookie)], Json(json!({ "v": VERSION, "seat": seat }))).into_response())
}

async fn events(
    State(lobby): Server,
    Path((id, name)): Path<(String, String)>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answered<Response> {
    let viewer = viewer_for(&lobby, &headers, &id, &name).await?;
    let place = lobby.stream(caller, viewer);
    let place =
        place.ok_or_else(|| Failed(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open just now".into()))?;
    let room = match lobby.room(&id).await {
        Ok(room) => room,
        Err(NoRoom::Broken(why)) => {
            let shown = lobby.last_shown(&id, viewer, &why).ok_or(NoRoom::Broken(why))?;
            return Ok(Sse::new(stream::standing(shown, place)).keep_alive(KeepAlive::default()).into_response());
        }
        Err(none) => return Err(none.into()),
    };
    let eyes = if is_author(&lobby, &headers) { Eyes::Author } else { Eyes::Own };
    let moments = room.ask(|reply| Order::Watch(viewer, eyes, reply)).await?;
    Ok(Sse::new(stream::events(room, moments, place)).keep_alive(KeepAlive::default()).into_response())
}

async fn act(
    State(lobby): Server,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    deed: Result<Json<Deed>, JsonRejection>,
) -> Answered {
    let (room, viewer) = room_for(&lobby, &headers, &id, &name).await?;
    if viewer == Viewer::WATCHER || name == REPLAY {
        return Err(Failed(StatusCode::FORBIDDEN, "who watches cannot play".into()));
    }
    let Json(deed) = deed?;
    room.ask(|reply| Order::Do(viewer, deed, reply)).await??;
    Ok(Json(json!({ "v": VERSION })))
}

/// The secret of a replay, for those who have played.
async fn replay(State(lobby): Server, Path((id, name)): Path<(String, String)>, headers: HeaderMap) -> Answered {
    if viewer_for(&lobby, &headers, &id, &name).await? == Viewer::WATCHER {
        return Err(Failed(StatusCode::FORBIDDEN, "who has played gives the link of the replay".into()));
    }
    let secret = lobby.replay_of(&id);
    let secret =
        secret.ok_or_else(|| Failed(StatusCode::CONFLICT, "there is a replay when the game is over".into()))?;
    Ok(Json(json!({ "v": VERSION, "secret": secret.as_str() })))
}

async fn at(
    State(lobby): Server,
    Path((id, name, line)): Path<(String, String, usize)>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Answered<Response> {
    let viewer = viewer_for(&lobby, &headers, &id, &name).await?;
    let id = RoomId::from(id);
    let asker = match viewer {
        Viewer::WATCHER => Asker::Watcher(caller),
        seat => Asker::Seat(Arc::clone(&id), key_of(seat)),
    };
    let place = lobby.pasts.place(asker).await;
    let _place = place.ok_or_else(|| {
        Failed(StatusCode::TOO_MANY_REQUESTS, "one question about the past is answered at a time".into())
    })?;
    let room = lobby.room(&id).await?;
    let now = room.ask(|reply| Order::Now(viewer, reply)).await?;
    let (past, catalogue) = (lobby.pasts.of(&id), Arc::clone(room.catalogue()));
    let then = aside(move || {
        let mut past = past.lock().unwrap_or_else(PoisonError::into_inner);
        let then = past.at(&catalogue.pack.ruleset, &now, viewer, line)?;
        Some(format!(r#"{{"v":{VERSION},"line":{line},"view":{}}}"#, shown::text(&then.view(viewer))))
    });
    json_text(then.await?, "there is no such line")
}

#[derive(Deserialize)]
struct Asked {
    of: Explained,
    value: String,
}

async fn explain(
    State(lobby): Server,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
    asked: Result<Json<Asked>, JsonRejection>,
) -> Answered<Response> {
    let (room, viewer) = room_for(&lobby, &headers, &id, &name).await?;
    let Json(Asked { of, value }) = asked?;
    let explained = room.ask(|reply| Order::Explain(viewer, of, value, reply)).await?;
    json_text(explained, "there is no such value")
}

fn json_text(text: Option<String>, otherwise: &str) -> Answered<Response> {
    let text = text.ok_or_else(|| Failed(StatusCode::NOT_FOUND, otherwise.into()))?;
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

// ---- what takes a while ----

/// Does something on a thread on which nobody else waits.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Answered<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Failed(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong here; please report it".into()))
}

// ---- who may ----

/// Whether a request comes from the author.
pub(crate) fn is_author(lobby: &Lobby, headers: &HeaderMap) -> bool {
    cookie(headers, &cookie_name(headers, "author")).is_some_and(|said| lobby.is_author(said))
}

pub(crate) fn only_author(lobby: &Lobby, headers: &HeaderMap) -> Answered<()> {
    match is_author(lobby, headers) {
        true => Ok(()),
        false => Err(Failed(
            StatusCode::FORBIDDEN,
            "only the author may do this: open the link that `cardwright studio` shows".into(),
        )),
    }
}

/// The room of this name and the viewer of this name, if the client may be that viewer.
pub(crate) async fn room_for(
    lobby: &Arc<Lobby>,
    headers: &HeaderMap,
    id: &str,
    name: &str,
) -> Answered<(Room, Viewer)> {
    let viewer = viewer_for(lobby, headers, id, name).await?;
    Ok((lobby.room(id).await?, viewer))
}

/// The viewer of this name, if the client may be that viewer.
async fn viewer_for(lobby: &Arc<Lobby>, headers: &HeaderMap, id: &str, name: &str) -> Answered<Viewer> {
    if !lobby.knows(id) {
        return Err(lobby.missing(id).await.into());
    }
    let no_seat = || Failed(StatusCode::NOT_FOUND, "there is no such seat".into());
    let viewer = lobby::viewer_named(name).ok_or_else(no_seat)?;
    let said = cookie(headers, &cookie_name(headers, &format!("{id}_{name}")));
    let mine = match viewer {
        _ if is_author(lobby, headers) => true,
        Viewer::Host => name == REPLAY && said.is_some_and(|said| lobby.opens_replay(id, said)),
        Viewer::WATCHER => !lobby.is_studio(),
        Viewer::Seat(seat) => said.and_then(|said| lobby.seat_of(id, said)) == Some(seat),
    };
    if !mine {
        return Err(Failed(StatusCode::FORBIDDEN, "this seat is opened by its own link only".into()));
    }
    if matches!(viewer, Viewer::Seat(seat) if viewer != Viewer::WATCHER && seat.index() >= lobby.people(id)) {
        return Err(no_seat());
    }
    // Whoever only watches does not keep a game from making room.
    if viewer != Viewer::WATCHER {
        lobby.touch(id);
    }
    Ok(viewer)
}

/// A cookie that no script can read, and that browsers send to this server alone. Its value is a secret of hexadecimal
/// digits, and its name one of ours.
fn set_cookie(lobby: &Lobby, headers: &HeaderMap, rest: &str, value: &str, path: &str) -> String {
    let name = cookie_name(headers, rest);
    let secure = if lobby.addresses.is_proxied(headers) { "; Secure" } else { "" };
    format!("{name}={value}; Path={path}; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}")
}
