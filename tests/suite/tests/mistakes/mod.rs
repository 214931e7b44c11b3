//! Bad input, one test for every file under `tests/mistakes/`, found when the tests run: each must be met with a
//! message, the snapshot beside it, and never with a panic, a hang or a changed state.
//!
//! A mistake is a few files laid over the small sound game in `base/`, or over the one on a board in `boards/`. Those in
//! `load/` must be refused when they are loaded; those in `play/` go wrong while a ruling is played; in `ruling/` the
//! ruling itself is what is wrong. Saves, answers from outside and files that are no text are mangled by the code of
//! `save`, `answer` and `disk`.

mod answer;
mod disk;
mod impure;
mod mistake;
mod play;
mod save;
mod witness;

use libtest_mimic::{Failed, Trial};
use mistake::Mistake;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Nothing may take longer, however slow the machine is; most mistakes take a few milliseconds.
const LONGEST: Duration = Duration::from_secs(60);

/// A test for each mistake.
pub fn trials() -> Vec<Trial> {
    let found = mistake::find(&folder());
    let count = found.len();
    let mut trials: Vec<Trial> = found.into_iter().map(trial).collect();
    trials
        .push(Trial::test("there are mistakes of more than a hundred kinds", move || many(count)).with_kind("mistake"));
    for (name, check) in answer::CHECKS.iter().chain(disk::CHECKS).chain(impure::CHECKS).chain(save::CHECKS) {
        trials.push(Trial::test(*name, move || in_time(*check)).with_kind("mistake"));
    }
    trials
}

/// A check that is written in code.
type Check = (&'static str, fn() -> Result<(), Failed>);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../mistakes")
}

fn many(count: usize) -> Result<(), Failed> {
    if count > 100 { Ok(()) } else { Err(format!("only {count} files were found").into()) }
}

fn trial(path: PathBuf) -> Trial {
    let inside = path.strip_prefix(folder()).unwrap_or(&path).with_extension("");
    let name = inside.to_string_lossy().into_owned();
    Trial::test(name, move || in_time(move || meet(&path))).with_kind("mistake")
}

/// Runs a check on a thread of its own, so that one that hangs fails instead of holding up the others.
fn in_time(check: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Result<(), Failed> {
    let (done, waits) = channel();
    let runner = thread::spawn(move || done.send(check()));
    match waits.recv_timeout(LONGEST) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err("this hangs".into()),
        Err(RecvTimeoutError::Disconnected) => Err(match runner.join() {
            Err(panic) => panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "this panics".into()).into(),
            Ok(_) => "this ends without a result".into(),
        }),
    }
}

/// Meets one mistake, in the way of the folder in which it lies.
fn meet(path: &Path) -> Result<(), Failed> {
    let mistake = Mistake::read(path)?;
    let text = match path.parent().and_then(Path::file_name).and_then(|name| name.to_str()) {
        Some("load") => play::refused_at_load(&mistake)?,
        Some("idle") => play::warned(&mistake)?,
        Some("play") => play::faults(&mistake)?,
        Some("kept") => play::is_kept(&mistake)?,
        Some("ruling") => play::fails(&mistake)?,
        _ => return Err("mistakes lie in `load`, `idle`, `play`, `kept` and `ruling`".into()),
    };
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    assert_told(path.parent().unwrap_or(path), &name, &mistake.what, &text);
    Ok(())
}

/// What is told about a mistake that is made in code, in a folder of its own.
fn told(part: &str, name: &str, what: &str, text: &str) {
    assert_told(&folder().join(part), name, what, text);
}

fn assert_told(folder: &Path, name: &str, what: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(what);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
