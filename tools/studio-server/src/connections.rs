//! Connections of browsers: whoever opens one and then does not say what it wants is not waited for.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io::ErrorKind;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// How long the head of a request may take, and then its body. So long does a connection stay open for the next one.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// How long nothing is accepted after the system had no room for another connection.
const PAUSE: Duration = Duration::from_secs(1);

/// Answers whoever connects, for ever.
pub(crate) async fn serve(listener: TcpListener, app: Router) {
    loop {
        match listener.accept().await {
            Ok((socket, _)) => drop(tokio::spawn(answer(socket, app.clone()))),
            Err(error) if is_of_one(error.kind()) => {}
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Whether only the connection that was to be accepted has failed.
const fn is_of_one(error: ErrorKind) -> bool {
    matches!(error, ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset)
}

async fn answer(socket: TcpStream, app: Router) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    // Whoever has gone, or was not waited for, needs no answer.
    let _ = http.serve_connection(TokioIo::new(socket), TowerToHyperService::new(app)).await;
}

/// Ends the body of a request where it has got to when its time is over; what is cut off is then refused.
pub(crate) async fn limit_body(request: Request, next: Next) -> Response {
    let limited = |body: Body| {
        let in_time = async { tokio::time::sleep(PATIENCE).await };
        Body::from_stream(body.into_data_stream().take_until(Box::pin(in_time)))
    };
    next.run(request.map(limited)).await
}
