//! The page, as it was built into the binary.

use crate::{guard, secrets};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../studio/dist");

/// What stands in the page for the word of its styles.
const NONCE: &str = "__NONCE__";

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
            Some(page) => first(page.contents_utf8().unwrap_or_default()),
            None => StatusCode::NOT_FOUND.into_response(),
        },
    }
}

/// The page itself, with a word that only its own styles can name: the editor makes some while it runs.
fn first(page: &str) -> Response {
    let Ok(nonce) = secrets::Secret::new() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let page = page.replace(NONCE, nonce.as_str());
    let policy = guard::policy(Some(nonce.as_str()));
    ([(CONTENT_TYPE, type_of("index.html").to_owned()), (CONTENT_SECURITY_POLICY, policy)], page).into_response()
}

pub(crate) fn type_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        _ => "application/octet-stream",
    }
}
