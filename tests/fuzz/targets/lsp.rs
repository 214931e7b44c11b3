//! What an editor says to the language server, between a greeting and a goodbye: the server answers the goodbye.
#![no_main]

use cardwright_lsp::{Goodbye, serve};
use cardwright_rulings::packs::Packs;
use cardwright_fuzz::packs;
use libfuzzer_sys::fuzz_target;
use std::io::{BufReader, Cursor};
use std::sync::LazyLock;

static PACKS: LazyLock<Packs> = LazyLock::new(|| {
    let mut own = Packs::default();
    own.lay_over(&packs().join("bells")).expect("it can be read");
    own
});

fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

fuzz_target!(|input: &[u8]| {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let ready = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;
    let shutdown = r#"{"jsonrpc":"2.0","id":999,"method":"shutdown","params":null}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit","params":null}"#;
    let mut said = [hello, ready].map(framed).concat().into_bytes();
    // The packs lie elsewhere on each machine.
    let root = packs().join("bells");
    let root = root.to_str().expect("it is UTF-8");
    let mut rest = input;
    while let Some(at) = rest.windows(4).position(|part| part == b"ROOT") {
        said.extend(&rest[..at]);
        said.extend(root.bytes());
        rest = &rest[at + 4..];
    }
    said.extend(rest);
    // A header may have claimed more than there was.
    said.extend(vec![b' '; 4_000]);
    said.extend([hello, shutdown, exit].map(framed).concat().bytes());
    let mut output = Vec::new();
    let end = serve(BufReader::new(Cursor::new(said)), &mut output, PACKS.clone()).expect("memory takes it");
    assert_eq!(end, Goodbye::Said);
    let output = String::from_utf8(output).expect("it is UTF-8");
    assert!(!output.contains("\"code\":-32603"), "an error of the server itself: {output}");
});
