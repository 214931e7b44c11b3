//! Cards as they are printed, over sockets.

use super::Server;
use serde_json::json;

fn order(paper: &str, copies: u32) -> serde_json::Value {
    json!({ "name": "calm", "copies": copies, "paper": paper, "bleed": 0, "marks": true, "size": [63, 88] })
}

#[test]
fn the_author_sees_pages_before_they_are_printed() {
    let server = Server::studio();
    let path = "/api/packs/spellfire/print";
    let seen = server.post(path, &server.author(), &order("a4", 10));
    assert_eq!(seen.status, 200, "{}", seen.body);
    assert_eq!((&seen.body["cards"], &seen.body["count"]), (&json!(20), &json!(3)));
    let page = seen.body["pages"][0].as_str().unwrap_or_default();
    assert!(page.contains("sheet 1 of 3") && page.contains(">Calm<"), "{page}");
    assert_eq!(server.post(path, &server.author(), &order("a4", 101)).status, 422, "too many copies");
    assert_eq!(server.post(path, &server.author(), &order("a9", 1)).status, 422, "no such paper");
    let pdf = server.post("/api/packs/spellfire/print/pdf", &server.author(), &order("letter", 1));
    assert_eq!(pdf.status, 200);
    assert!(pdf.head.contains("content-type: application/pdf"), "{}", pdf.head);
}

#[test]
fn who_plays_sees_cards_but_prints_nothing() {
    let server = Server::lobby();
    for path in ["/api/packs/spellfire/print", "/api/packs/spellfire/print/pdf"] {
        assert_eq!(server.post(path, "", &order("a4", 1)).status, 403, "{path}");
    }
    let face = server.get("/api/packs/spellfire/face/Dispel%20Magic", "");
    assert_eq!(face.status, 200);
    assert!(face.head.contains("content-type: image/svg+xml"), "{}", face.head);
    assert_eq!(server.get("/api/packs/spellfire/face/Nobody", "").status, 404);
}
