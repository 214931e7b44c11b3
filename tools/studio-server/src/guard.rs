//! What every request must be like, whatever it asks: it names this server, and comes from a page of this server.

use crate::lobby::Lobby;
use crate::routes::Failed;
use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, COOKIE, HOST, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// What a page of this server may do: nothing but show itself and speak with this server. Styles that it makes itself
/// name the nonce.
pub(crate) fn policy(nonce: Option<&str>) -> String {
    let nonce = nonce.map(|nonce| format!(" 'nonce-{nonce}'")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; font-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Who has opened a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub IpAddr);

/// From where a request comes: an address, of IPv6 the network that one customer has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Caller(IpAddr);

impl Caller {
    /// Whoever is at this address.
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            // This machine is no network.
            IpAddr::V6(address) if address.is_loopback() => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        })
    }

    /// Whether it is this machine.
    pub const fn is_here(&self) -> bool {
        self.0.is_loopback()
    }
}

/// Under which names browsers reach the server.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    own: Vec<String>,
    /// The names of a reverse proxy, which speaks TLS.
    proxied: Vec<String>,
}

impl Addresses {
    /// Those of a server that is bound to this address.
    pub fn new(address: SocketAddr, proxied: Vec<String>) -> Self {
        let port = address.port();
        let mut own = vec![address.to_string()];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            own.extend(["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}")));
        }
        Self { own, proxied }
    }

    /// Whether a request may name this host: pages of other sites that resolve to this machine name their own.
    fn knows(&self, host: &str) -> bool {
        self.own.iter().chain(&self.proxied).any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Whether this origin is a page of this server under the name by which the request reaches it.
    fn is_origin(&self, origin: &str, host: &str) -> bool {
        let named = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        named.is_some_and(|named| named.eq_ignore_ascii_case(host)) && self.knows(host)
    }

    /// From where a request comes. A proxy on this machine says for whom it asks; nobody else is believed.
    fn caller(&self, peer: Peer, headers: &HeaderMap) -> Caller {
        let is_proxy = peer.0.is_loopback() && self.is_proxied(headers);
        let named = headers.get_all("x-forwarded-for").iter().next_back().filter(|_| is_proxy);
        let last = named.and_then(|named| named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Caller::of(last.unwrap_or(peer.0))
    }

    /// Whether browsers reach this name by TLS only.
    pub fn is_proxied(&self, headers: &HeaderMap) -> bool {
        let host = text(headers, &HOST);
        self.proxied.iter().any(|own| own.eq_ignore_ascii_case(host))
    }
}

/// Lets through what names this server, and adds to every answer what browsers must keep to.
pub(crate) async fn guard(State(lobby): State<Arc<Lobby>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get().copied().unwrap_or(Peer(IpAddr::from([0, 0, 0, 0])));
    let caller = lobby.addresses.caller(peer, request.headers());
    request.extensions_mut().insert(caller);
    let mut response = match refusal(&lobby.addresses, request.method(), request.headers()) {
        Some(why) => Failed(StatusCode::FORBIDDEN, why.into()).into_response(),
        None => worded(next.run(request).await),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(CONTENT_SECURITY_POLICY)
        && let Ok(policy) = HeaderValue::from_str(&policy(None))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// An answer, with words of its own if it is a refusal without any: those that come from nobody here are not in JSON.
fn worded(response: Response) -> Response {
    let status = response.status();
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let why = match status {
        StatusCode::BAD_REQUEST => "this address cannot be read",
        StatusCode::NOT_FOUND => "there is nothing at this address",
        StatusCode::METHOD_NOT_ALLOWED => "this address does not take this method",
        other => other.canonical_reason().unwrap_or("this is refused"),
    };
    let mut refusal = Failed(status, why.into()).into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        refusal.headers_mut().insert(ALLOW, methods.clone());
    }
    refusal
}

/// Why a request is refused before anybody asks what it wants.
fn refusal(addresses: &Addresses, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
    let host = text(headers, &HOST);
    if !addresses.knows(host) {
        return Some("this server has another name");
    }
    let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    match origin {
        Some(origin) if !addresses.is_origin(origin, host) => Some("this request comes from another site"),
        None if *method != Method::GET && *method != Method::HEAD => {
            Some("this request does not say where it comes from")
        }
        _ if text(headers, &HeaderName::from_static("sec-fetch-site")) == "cross-site" && *method != Method::GET => {
            Some("this request comes from another site")
        }
        _ => None,
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    let mut pairs = all.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The name of a cookie of this server. Browsers keep cookies by host whatever the port is, so the port is in the name: two
/// servers of one machine do not take each other's place.
pub(crate) fn cookie_name(headers: &HeaderMap, rest: &str) -> String {
    let (_, port) = text(headers, &HOST).rsplit_once(':').unwrap_or_default();
    let port = port.parse::<u16>().unwrap_or(443);
    format!("cw_{port}_{rest}")
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn is_refused(method: &Method, pairs: &[(HeaderName, &'static str)]) -> bool {
        let address = SocketAddr::from(([127, 0, 0, 1], 7777));
        let addresses = Addresses::new(address, vec!["cards.example".into()]);
        refusal(&addresses, method, &headers(pairs)).is_some()
    }

    #[test]
    fn requests_must_name_this_server() {
        for host in ["127.0.0.1:7777", "localhost:7777", "LOCALHOST:7777", "[::1]:7777", "cards.example"] {
            assert!(!is_refused(&Method::GET, &[(HOST, host)]), "{host}");
        }
        for host in ["evil.example:7777", "127.0.0.1:7778", "localhost", "", "127.0.0.1:7777.evil.example"] {
            assert!(is_refused(&Method::GET, &[(HOST, host)]), "{host}");
        }
        assert!(is_refused(&Method::GET, &[]));
    }

    #[test]
    fn what_changes_something_comes_from_a_page_of_this_server() {
        let host = (HOST, "127.0.0.1:7777");
        assert!(!is_refused(&Method::POST, &[host.clone(), (ORIGIN, "http://127.0.0.1:7777")]));
        assert!(is_refused(&Method::POST, std::slice::from_ref(&host)), "without an origin");
        for origin in ["http://evil.example", "null", "http://localhost:7777", "http://127.0.0.1:7777.evil.example", ""]
        {
            assert!(is_refused(&Method::POST, &[host.clone(), (ORIGIN, origin)]), "{origin}");
            assert!(is_refused(&Method::GET, &[host.clone(), (ORIGIN, origin)]), "{origin}");
        }
    }

    #[test]
    fn only_a_proxy_of_this_machine_says_for_whom_it_asks() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7777));
        let addresses = Addresses::new(address, vec!["cards.example".into()]);
        let forwarded = HeaderName::from_static("x-forwarded-for");
        let caller = |peer: [u8; 4], host: &'static str, said: &'static str| {
            let said = headers(&[(HOST, host), (forwarded.clone(), said)]);
            addresses.caller(Peer(IpAddr::from(peer)), &said)
        };
        let of = |address: [u8; 4]| Caller::of(IpAddr::from(address));
        assert_eq!(caller([127, 0, 0, 1], "cards.example", "192.0.2.9, 192.0.2.7"), of([192, 0, 2, 7]));
        assert_eq!(caller([127, 0, 0, 1], "cards.example", "nobody"), of([127, 0, 0, 1]));
        assert_eq!(caller([127, 0, 0, 1], "127.0.0.1:7777", "192.0.2.7"), of([127, 0, 0, 1]));
        assert_eq!(caller([192, 0, 2, 1], "cards.example", "192.0.2.7"), of([192, 0, 2, 1]));
    }

    #[test]
    fn whoever_has_a_network_is_one_caller() {
        let of = |address: &str| Caller::of(address.parse().expect("an address"));
        assert_eq!(of("2001:db8:0:7::1"), of("2001:db8:0:7:ffff::2"));
        assert_ne!(of("2001:db8:0:7::1"), of("2001:db8:0:8::1"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
    }

    #[test]
    fn the_port_is_in_the_name_of_a_cookie() {
        for (host, name) in [
            ("127.0.0.1:7777", "cw_7777_author"),
            ("[::1]:7778", "cw_7778_author"),
            ("cards.example", "cw_443_author"),
            ("cards.example:8443", "cw_8443_author"),
        ] {
            assert_eq!(cookie_name(&headers(&[(HOST, host)]), "author"), name);
        }
    }

    #[test]
    fn cookies_are_found_by_their_whole_names() {
        let all = headers(&[(COOKIE, "cw_a_A=1; cw_a_AB=2;cw_b=3")]);
        assert_eq!(cookie(&all, "cw_a_AB"), Some("2"));
        assert_eq!(cookie(&all, "cw_b"), Some("3"));
        assert_eq!(cookie(&all, "cw_a"), None);
    }
}
