//! The language server in a browser: what it says is a stream of events, what the editor says comes by POST.

use crate::author::workshop;
use crate::lobby::{Lobby, NoRoom};
use crate::routes::Failed;
use crate::secrets::Secret;
use crate::shown::VERSION;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// How many editors may be open.
const MOST_EDITORS: usize = 8;

/// How many messages of an editor may wait.
const WAITING: usize = 64;

/// The editors that are open, by names that nobody can guess.
#[derive(Debug, Default)]
pub(crate) struct Editors(Mutex<BTreeMap<String, SyncSender<Vec<u8>>>>);

impl Editors {
    fn with<T>(&self, work: impl FnOnce(&mut BTreeMap<String, SyncSender<Vec<u8>>>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// An editor that listens; it is closed when it no longer does.
struct Editing {
    editors: Arc<Editors>,
    name: String,
    said: UnboundedReceiver<String>,
    is_first: bool,
}

impl Drop for Editing {
    fn drop(&mut self) {
        self.editors.with(|open| open.remove(&self.name));
    }
}

/// Opens an editor of a game's files: first its name, then what the language server says.
pub(crate) async fn listen(
    State(lobby): State<Arc<Lobby>>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    let workshop = workshop(&lobby, &headers)?;
    if lobby.catalogue(&game).is_none() {
        return Err(NoRoom::None.into());
    }
    let broken = |why: String| Failed(StatusCode::INTERNAL_SERVER_ERROR, why);
    let name = Secret::new().map_err(|error| broken(error.to_string()))?.as_str().to_owned();
    let (sender, incoming) = sync_channel(WAITING);
    let (mut outgoing, said) = Said::new();
    let is_open = lobby.editors.with(|open| {
        let has_place = open.len() < MOST_EDITORS;
        if has_place {
            open.insert(name.clone(), sender);
        }
        has_place
    });
    if !is_open {
        return Err(Failed(StatusCode::SERVICE_UNAVAILABLE, "too many editors are open just now".into()));
    }
    let editing = Editing { editors: Arc::clone(&lobby.editors), name, said, is_first: true };
    let serve = move || workshop.language(&game, BufReader::new(Heard::of(incoming)), &mut outgoing);
    // The checker nests deeply.
    let thread = thread::Builder::new().name("editor".into()).stack_size(8 << 20).spawn(serve);
    thread.map_err(|error| broken(error.to_string()))?;
    let events = stream::unfold(editing, |mut editing| async move {
        let event = if editing.is_first {
            editing.is_first = false;
            Event::default().event("editor").data(&editing.name)
        } else {
            Event::default().data(editing.said.recv().await?)
        };
        Some((Ok::<_, Infallible>(event), editing))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// What an editor says.
pub(crate) async fn say(
    State(lobby): State<Arc<Lobby>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    message: Result<Json<Value>, JsonRejection>,
) -> Result<Json<Value>, Failed> {
    workshop(&lobby, &headers)?;
    let Json(message) = message?;
    let body = message.to_string();
    let framed = format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes();
    let sender = lobby.editors.with(|open| open.get(&name).cloned());
    let sender = sender.ok_or_else(|| Failed(StatusCode::NOT_FOUND, "this editor is closed".into()))?;
    sender.try_send(framed).map_err(|error| match error {
        TrySendError::Full(_) => Failed(StatusCode::SERVICE_UNAVAILABLE, "the language server is busy".into()),
        TrySendError::Disconnected(_) => Failed(StatusCode::GONE, "the language server has ended".into()),
    })?;
    Ok(Json(json!({ "v": VERSION })))
}

/// What was heard from an editor, as an input that ends when it is closed.
struct Heard {
    incoming: Mutex<Receiver<Vec<u8>>>,
    rest: Vec<u8>,
    at: usize,
}

impl Heard {
    const fn of(incoming: Receiver<Vec<u8>>) -> Self {
        Self { incoming: Mutex::new(incoming), rest: Vec::new(), at: 0 }
    }
}

impl Read for Heard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.rest.len() {
            let next = self.incoming.get_mut().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(next) = next else { return Ok(0) };
            (self.rest, self.at) = (next, 0);
        }
        let count = into.len().min(self.rest.len() - self.at);
        into[..count].copy_from_slice(&self.rest[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// What the language server says: whole messages, without their headers, as soon as each is flushed.
struct Said {
    to: UnboundedSender<String>,
    written: Vec<u8>,
}

impl Said {
    fn new() -> (Self, UnboundedReceiver<String>) {
        let (to, said) = unbounded_channel();
        (Self { to, written: Vec::new() }, said)
    }
}

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.written)).map_err(io::Error::other)?;
        let Some((_, body)) = text.split_once("\r\n\r\n") else { return Ok(()) };
        self.to.send(body.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_heard_is_read_piece_by_piece_until_the_editor_is_closed() {
        let (sender, incoming) = sync_channel(4);
        for piece in ["one", "", "two"] {
            sender.send(piece.as_bytes().to_vec()).expect("there is room");
        }
        drop(sender);
        let mut text = String::new();
        // An empty message would end the input, so none is ever sent: each has a header.
        let mut heard = Heard::of(incoming);
        let _ = heard.read_to_string(&mut text);
        let _ = heard.read_to_string(&mut text);
        assert_eq!(text, "onetwo");
    }

    #[test]
    fn what_is_said_comes_without_its_header() {
        let (mut said, mut heard) = Said::new();
        write!(said, "Content-Length: 2\r\n\r\n{{}}").expect("it can be written");
        assert!(heard.try_recv().is_err(), "not before it is whole");
        said.flush().expect("somebody listens");
        assert_eq!(heard.try_recv().as_deref(), Ok("{}"));
        drop(heard);
        write!(said, "Content-Length: 2\r\n\r\n{{}}").expect("it can be written");
        assert!(said.flush().is_err(), "nobody listens any more");
    }
}
