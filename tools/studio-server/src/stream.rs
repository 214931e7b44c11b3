//! Streams of events: what a viewer is shown, as long as a browser listens.
//!
//! A stream takes the newest moment whenever the browser can take more. A slow one misses moments in between; a room never
//! waits for it. Each stream numbers what it sends, so a number tells nothing of what others were sent. After the last moment of a game a stream stands without the room, which can then be given up.

use crate::lobby::StreamPlace;
use crate::room::Room;
use crate::shown::Shown;
use axum::response::sse::Event;
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

/// A browser that listens.
struct Listening {
    /// The game, until its last moment has been sent.
    game: Option<Following>,
    sent: Arc<[Box<str>]>,
    /// How many moments were sent.
    rev: u64,
    _place: StreamPlace,
}

/// The fields are dropped in this order: the room is told when nobody listens any more.
struct Following {
    moments: watch::Receiver<Arc<Shown>>,
    _leaving: Leaving,
}

struct Leaving(Room);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.leave();
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
    let game = Some(Following { moments, _leaving: Leaving(room) });
    let listening = Listening { game, sent: Arc::default(), rev: 0, _place: place };
    stream::unfold(listening, |mut listening| async move {
        let event = listening.next().await?;
        Some((Ok(event), listening))
    })
}

impl Listening {
    /// The next moment; nothing when the room has ended.
    async fn next(&mut self) -> Option<Event> {
        let Some(game) = &mut self.game else { return std::future::pending().await };
        if self.rev > 0 {
            game.moments.changed().await.ok()?;
        }
        let shown = Arc::clone(&game.moments.borrow_and_update());
        self.rev += 1;
        let message = shown.message(self.rev, &self.sent);
        self.sent = Arc::clone(&shown.lines);
        if shown.is_final {
            (self.game, self.sent) = (None, Arc::default());
        }
        Some(Event::default().id(self.rev.to_string()).data(message))
    }
}
