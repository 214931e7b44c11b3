//! A process that is spoken to by lines. Threads of its own read and write, so that whoever speaks to it waits no longer
//! than they want to.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{self, Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// How many lines that nobody has asked for may wait.
const WAITING: usize = 16;

/// How much is kept of what it writes to its standard error.
const ERRORS: usize = 4096;

/// How long a process that is no longer needed has to end by itself.
const GRACE: Duration = Duration::from_millis(200);

/// A running process; it is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    /// Where lines for it go; `None` once its input is closed.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// The thread that reads its standard error.
    reading_errors: Option<JoinHandle<()>>,
    /// The process that has started it, in which these threads run.
    starter: u32,
}

/// What came from it.
enum Heard {
    Line(String),
    NoText,
    TooLong,
}

/// Why no line came.
#[derive(Debug)]
pub(super) enum Broken {
    /// It could not be started.
    NotStarted(io::Error),
    /// It has ended: how, and the last that it wrote to its standard error.
    Ended(Option<String>, String),
    /// It has closed its output, and runs on.
    Closed,
    /// It wrote nothing in time.
    Silent,
    /// It wrote what is no text.
    NoText,
    /// It wrote a line that is too long.
    TooLong,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(error) => write!(f, "cannot be started: {error}"),
            Self::Ended(how, last) => {
                write!(f, "has ended before it answered ({})", how.as_deref().unwrap_or("nobody knows how"))?;
                if last.is_empty() { Ok(()) } else { write!(f, ": {last}") }
            }
            Self::Closed => f.write_str("has closed its output"),
            Self::Silent => f.write_str("has not answered in time"),
            Self::NoText => f.write_str("has answered with what is no UTF-8"),
            Self::TooLong => write!(f, "has answered with a line of more than {} MiB", LONGEST >> 20),
        }
    }
}

impl Process {
    /// Starts a program with its arguments, without a shell.
    pub fn start(command: &[String]) -> Result<Self, Broken> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| Broken::NotStarted(io::ErrorKind::NotFound.into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Broken::NotStarted)?;
        let (to, outgoing) = channel();
        let (incoming, from) = sync_channel(WAITING);
        let errors = Arc::default();
        // These threads end with the pipes, which close at the latest when the process and all that it has started end.
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write(pipe, &outgoing));
        }
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || read(pipe, &incoming));
        }
        let reading_errors = child.stderr.take().map(|pipe| {
            let errors = Arc::clone(&errors);
            thread::spawn(move || keep_last(pipe, &errors))
        });
        Ok(Self { child, to: Some(to), from, errors, reading_errors, starter: process::id() })
    }

    /// Whether it was started here. In a process that was forked since, nobody reads its lines, and it is not ours to end.
    pub fn is_own(&self) -> bool {
        self.starter == process::id()
    }

    /// Sends it a line. Whether it reads it is not waited for.
    pub fn tell(&self, line: String) {
        if let Some(to) = &self.to {
            // Where nobody takes the line, no answer will come either.
            let _ = to.send(line);
        }
    }

    /// Its next line.
    pub fn line(&mut self, patience: Duration) -> Result<String, Broken> {
        match self.from.recv_timeout(patience) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::NoText) => Err(Broken::NoText),
            Ok(Heard::TooLong) => Err(Broken::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(Broken::Silent),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// How it has ended, now that its output is closed.
    fn end(&mut self) -> Broken {
        if !self.ends_within(GRACE) {
            return Broken::Closed;
        }
        let how = self.child.wait().ok().map(|status| status.to_string());
        // What it wrote last may not have been read yet. What it has started may hold the pipe open for ever.
        let began = Instant::now();
        while self.reading_errors.as_ref().is_some_and(|thread| !thread.is_finished()) && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(2));
        }
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&errors).into_owned();
        Broken::Ended(how, said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("").to_owned())
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if began.elapsed() < time => thread::sleep(Duration::from_millis(2)),
                Ok(ended) => return ended.is_some(),
                Err(_) => return false,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.to = None;
        if self.is_own() && !self.ends_within(GRACE) {
            // It may have ended just now.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.write_all(b"\n")).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read(pipe: ChildStdout, to: &SyncSender<Heard>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match pipe.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST;
        let heard = match (is_whole, String::from_utf8(line)) {
            (false, _) => Heard::TooLong,
            (true, Err(_)) => Heard::NoText,
            (true, Ok(line)) => Heard::Line(line.trim().to_owned()),
        };
        if to.send(heard).is_err() {
            return;
        }
    }
}

fn keep_last(mut pipe: ChildStderr, last: &Mutex<Vec<u8>>) {
    let mut some = [0; 1024];
    while let Ok(read @ 1..) = pipe.read(&mut some) {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        last.extend_from_slice(&some[..read]);
        let too_many = last.len().saturating_sub(ERRORS);
        last.drain(..too_many);
    }
}
