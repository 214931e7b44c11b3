//! Streams of events: what a viewer is shown, as long as a browser listens.
//!
//! A stream takes the newest moment whenever the browser can take more. A slow one misses moments in between; a room never
//! waits for it.

use crate::lobby::StreamPlace;
use crate::room::{Order, Room};
use crate::shown::Shown;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

/// A browser that listens. The fields are dropped in this order: the room is told when nobody listens any more.
struct Listening {
    moments: watch::Receiver<Arc<Shown>>,
    sent: Arc<[Box<str>]>,
    is_first: bool,
    _leaving: Leaving,
    _place: StreamPlace,
}

struct Leaving(Room);

impl Drop for Leaving {
    fn drop(&mut self) {
        // A room with much to do will tell who is there with the next thing it does.
        let _ = self.0.order(Order::Gone);
    }
}

/// One event and nothing after it, as long as a browser listens.
pub(crate) fn standing(message: String, place: StreamPlace) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold((Some(message), place), |(message, place)| async move {
        match message {
            Some(message) => Some((Ok(Event::default().data(message)), (None, place))),
            None => std::future::pending().await,
        }
    })
}

/// The events of a viewer, from now on.
pub(crate) fn events(
    room: Room,
    moments: watch::Receiver<Arc<Shown>>,
    place: StreamPlace,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let listening = Listening { moments, sent: Arc::default(), is_first: true, _leaving: Leaving(room), _place: place };
    stream::unfold(listening, |mut listening| async move {
        if !listening.is_first {
            listening.moments.changed().await.ok()?;
        }
        listening.is_first = false;
        let shown = Arc::clone(&listening.moments.borrow_and_update());
        let message = shown.message(&listening.sent);
        listening.sent = Arc::clone(&shown.lines);
        Some((Ok(Event::default().id(shown.rev.to_string()).data(message)), listening))
    })
}
