//! Connections of browsers: whoever opens one and then does not say what it wants is not waited for, and nobody has more than
//! a share of them.

use crate::guard::{Caller, Peer};
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// How long the head of a request may take, and then its body. So long does a connection stay open for the next one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long nothing is accepted after the system had no room for another connection.
const PAUSE: Duration = Duration::from_secs(1);

/// How many connections one address may have. This machine, on which a proxy may be, may have any number.
const OF_ONE: usize = 256;

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, app: Router) {
    let shares = Shares::default();
    loop {
        match listener.accept().await {
            Ok((socket, from)) => {
                if let Some(share) = shares.of(from.ip()) {
                    drop(tokio::spawn(answer(socket, Peer(from.ip()), app.clone(), share)));
                }
            }
            Err(error) if is_of_one(error.kind()) => {}
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Whether only the connection that was to be accepted has failed.
const fn is_of_one(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

async fn answer(socket: TcpStream, peer: Peer, app: Router, _share: Share) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let service = FromPeer { app: TowerToHyperService::new(app), peer };
    // Whoever has gone, or was not waited for, needs no answer.
    let _ = http.serve_connection(TokioIo::new(socket), service).await;
}

/// All addresses, for requests of one connection.
struct FromPeer {
    app: TowerToHyperService<Router>,
    peer: Peer,
}

impl Service<hyper::Request<Incoming>> for FromPeer {
    type Response = Response;
    type Error = std::convert::Infallible;
    type Future = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Future;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        self.app.call(request)
    }
}

/// How many connections each address has.
#[derive(Clone, Default)]
struct Shares(Arc<Mutex<BTreeMap<Caller, usize>>>);

/// A connection, as long as it is open; one of this machine is not counted.
struct Share(Option<(Shares, Caller)>);

impl Shares {
    fn of(&self, address: IpAddr) -> Option<Share> {
        if address.to_canonical().is_loopback() {
            return Some(Share(None));
        }
        let caller = Caller::of(address);
        let mut shares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = shares.entry(caller).or_default();
        if *own >= OF_ONE {
            return None;
        }
        *own += 1;
        Some(Share(Some((self.clone(), caller))))
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let Some((shares, caller)) = &self.0 else { return };
        let mut shares = shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = shares.get_mut(caller) {
            *own -= 1;
            if *own == 0 {
                shares.remove(caller);
            }
        }
    }
}

/// Ends the body of a request where it has got to when its time is over; what is cut off is then refused.
pub(crate) async fn limit_body(request: Request, next: Next) -> Response {
    let limited = |body: Body| {
        let in_time = async { tokio::time::sleep(PATIENCE).await };
        Body::from_stream(body.into_data_stream().take_until(Box::pin(in_time)))
    };
    next.run(request.map(limited)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_has_a_share_of_the_connections_and_gets_it_back() {
        let (shares, address) = (Shares::default(), IpAddr::from([192, 0, 2, 7]));
        let open: Vec<_> = (0..OF_ONE).map(|_| shares.of(address).expect("so many are open")).collect();
        assert!(shares.of(address).is_none());
        assert!(shares.of(IpAddr::from([192, 0, 2, 8])).is_some(), "others are not concerned");
        assert!((0..=OF_ONE).all(|_| shares.of(IpAddr::from([127, 0, 0, 1])).is_some()), "a proxy is not");
        drop(open);
        assert!(shares.of(address).is_some());
        assert!(shares.0.lock().expect("it is whole").is_empty(), "and nothing is remembered");
    }
}
