//! The wire: messages as the protocol frames them, from an editor that may not keep to it.
//!
//! Nothing that comes in makes the reader stop, or use more memory than a message may have: what cannot be read is told,
//! and reading goes on at the next header.
//!
//! Found once: a message ends the language server.

use serde_json::Value;
use std::io::{self, BufRead, Read, Write};

/// The largest message, in bytes. A file has at most 1 MiB, which JSON can make six times as long.
const LARGEST: usize = 16 << 20;

/// The longest line of a header, in bytes.
const LONGEST_LINE: u64 = 1024;

/// How many lines a header may have.
const MOST_LINES: usize = 16;

/// The line that every header has, as far as its value.
const LENGTH: &[u8; 15] = b"content-length:";

/// What has come in.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// Any JSON.
    Message(Value),
    /// Something that is no message, and why.
    Broken(String),
}

/// Reads messages.
pub struct MessageReader<R> {
    from: R,
    /// Whether it is not known where the next message begins.
    lost: bool,
}

impl<R: BufRead> MessageReader<R> {
    /// A reader of messages from here.
    pub const fn new(from: R) -> Self {
        Self { from, lost: false }
    }

    /// The next message; `None` at the end of the input, or if it cannot be read any more.
    pub fn incoming(&mut self) -> Option<Incoming> {
        match self.message()? {
            Ok(message) => Some(Incoming::Message(message)),
            Err(why) => {
                self.lost = true;
                Some(Incoming::Broken(why))
            }
        }
    }

    fn message(&mut self) -> Option<Result<Value, String>> {
        let length = match self.header()? {
            Ok(length) => length,
            Err(why) => return Some(Err(why)),
        };
        let mut body = Vec::new();
        self.from.by_ref().take(length as u64).read_to_end(&mut body).ok()?;
        if body.len() < length {
            return None;
        }
        Some(serde_json::from_slice(&body).map_err(|error| format!("a message is not JSON: {error}")))
    }

    /// The length of the message whose header is next.
    fn header(&mut self) -> Option<Result<usize, String>> {
        let mut length = None;
        if self.lost {
            self.find_length()?;
            self.lost = false;
            let value = self.line()?;
            length = Some(value.and_then(|value| length_of(&value)));
        }
        for _ in 0..MOST_LINES {
            if let Some(Err(why)) = length {
                return Some(Err(why));
            }
            let line = match self.line()? {
                Ok(line) => line,
                Err(why) => return Some(Err(why)),
            };
            match line.split_once(':') {
                None if line.is_empty() => {
                    return Some(length.unwrap_or(Err("a header has no `Content-Length`".into())));
                }
                None => return Some(Err("a line of a header has no colon".into())),
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = Some(length_of(value)),
                Some(_) => {}
            }
        }
        Some(Err(format!("a header has more than {MOST_LINES} lines")))
    }

    /// A line without its end.
    fn line(&mut self) -> Option<Result<String, String>> {
        let mut line = Vec::new();
        self.from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).ok()?;
        if line.last() != Some(&b'\n') {
            let is_long = line.len() as u64 == LONGEST_LINE;
            return is_long.then(|| Err(format!("a line of a header has more than {LONGEST_LINE} bytes")));
        }
        let line = String::from_utf8(line).map_err(|_| "a line of a header is not text".to_owned());
        Some(line.map(|line| line.trim_end().to_owned()))
    }

    /// Goes on behind the next `Content-Length:`, wherever it stands.
    fn find_length(&mut self) -> Option<()> {
        let mut matched = 0;
        while matched < LENGTH.len() {
            let buffer = self.from.fill_buf().ok()?;
            if buffer.is_empty() {
                return None;
            }
            let mut used = 0;
            for byte in buffer.iter().map(u8::to_ascii_lowercase) {
                used += 1;
                // Its first letter occurs in it only once, so a failed match can begin again only here.
                matched = if byte == LENGTH[matched] { matched + 1 } else { usize::from(byte == LENGTH[0]) };
                if matched == LENGTH.len() {
                    break;
                }
            }
            self.from.consume(used);
        }
        Some(())
    }
}

fn length_of(value: &str) -> Result<usize, String> {
    match value.trim().parse::<usize>() {
        Ok(length) if length <= LARGEST => Ok(length),
        Ok(_) => Err(format!("a message may have at most {} MiB", LARGEST >> 20)),
        Err(_) => Err("the `Content-Length` of a message is not a number of bytes".into()),
    }
}

/// Writes a message.
pub fn write(to: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(bytes: &[u8]) -> Vec<Result<Value, String>> {
        let mut reader = MessageReader::new(io::BufReader::with_capacity(7, bytes));
        let next = || reader.incoming();
        let told = |incoming| match incoming {
            Incoming::Message(message) => Ok(message),
            Incoming::Broken(why) => Err(why),
        };
        std::iter::from_fn(next).map(told).collect()
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        for message in [json!({ "a": 1 }), json!("ö\u{1f600}"), json!(null)] {
            write(&mut bytes, &message).expect("it can be written");
        }
        assert_eq!(read(&bytes), [Ok(json!({ "a": 1 })), Ok(json!("ö\u{1f600}")), Ok(json!(null))]);
        let typed = b"content-type: x; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(read(typed), [Ok(json!({}))]);
        assert_eq!(read(b""), []);
    }

    /// Attack 3: what a header claims.
    #[test]
    fn reading_goes_on_behind_what_cannot_be_read() {
        let good = framed("{}");
        let long = format!("{}\r\n\r\n", "X".repeat(5_000));
        let many = "A: b\r\n".repeat(40);
        for (bad, why) in [
            ("Content-Length: 1000000000000\r\n\r\n{}", "a message may have at most 16 MiB"),
            ("Content-Length: 18446744073709551615\r\n\r\n{}", "a message may have at most 16 MiB"),
            (
                "Content-Length: 99999999999999999999999\r\n\r\n{}",
                "the `Content-Length` of a message is not a number of bytes",
            ),
            ("Content-Length: -1\r\n\r\n{}", "the `Content-Length` of a message is not a number of bytes"),
            ("Content-Length: 9 9\r\n\r\n{}", "the `Content-Length` of a message is not a number of bytes"),
            ("garbage\r\n\r\n", "a line of a header has no colon"),
            ("A: b\r\n\r\n{}", "a header has no `Content-Length`"),
            (&long, "a line of a header has more than 1024 bytes"),
            (&many, "a header has more than 16 lines"),
            ("Content-Length: 3\r\n\r\n{{{", "a message is not JSON"),
            ("Content-Length: 1\r\n\r\n{\"x\": 1}", "a message is not JSON"),
        ] {
            let told = read(format!("{bad}{good}{good}").as_bytes());
            assert!(told[0].as_ref().is_err_and(|found| found.starts_with(why)), "{bad:.60}: {told:?}");
            assert_eq!(told[1..], [Ok(json!({})), Ok(json!({}))], "{bad:.60}");
        }
        let mut bytes = b"Content-Length: 2\r\n\r\n\xff\xfe".to_vec();
        bytes.extend(good.as_bytes());
        assert_eq!(read(&bytes)[1..], [Ok(json!({}))]);
    }

    #[test]
    fn a_message_that_ends_too_soon_is_none() {
        assert_eq!(read(b"Content-Length: 100\r\n\r\n{}"), []);
        assert_eq!(read(b"Content-Length: 10"), []);
        assert_eq!(read(b"Content-Length: x\r\n").len(), 1);
    }

    #[test]
    fn deep_json_is_no_message() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let told = read((framed(&deep) + &framed("1")).as_bytes());
        assert!(told[0].is_err());
        assert_eq!(told[1..], [Ok(json!(1))]);
    }
}
