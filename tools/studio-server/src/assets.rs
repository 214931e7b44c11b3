//! The page, as it was built into the binary.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../studio/dist");

/// A file of the page; every address that is no file is a view of it, and so the page itself.
pub(crate) async fn asset(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    match PAGE.get_file(path) {
        Some(file) if path != "index.html" => {
            // The names of these files hold hashes of what is in them.
            let headers = [(CONTENT_TYPE, type_of(path)), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
            (headers, file.contents()).into_response()
        }
        _ if path.starts_with("assets/") || path.starts_with("api/") => StatusCode::NOT_FOUND.into_response(),
        _ => match PAGE.get_file("index.html") {
            Some(page) => ([(CONTENT_TYPE, type_of("index.html"))], page.contents()).into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        },
    }
}

fn type_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
