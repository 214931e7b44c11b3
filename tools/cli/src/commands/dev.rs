//! `cardwright dev`: watches the packs, and says after every save what is wrong and what it changed.

use super::check;
use crate::dev::{Bench, RulingState, Touched};
use crate::out::Out;
use cardwright_content::pack_of;
use cardwright_kernel::problems::Problems;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::RulingFile;
use clap::Args;
use notify::event::{AccessKind, AccessMode, EventKind};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant, SystemTime};

/// Arguments of `cardwright dev`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Show only what concerns this pack
    pack: Option<String>,
    /// Check and run everything once, then exit
    #[arg(long)]
    once: bool,
}

/// How long the disk must be quiet before a save counts as done: editors write in several steps.
const QUIET: Duration = Duration::from_millis(8);

/// How long a save may take to be done.
const LONGEST: Duration = Duration::from_millis(40);

/// After so long the first rulings are shown, though not all have been run.
const PATIENCE: Duration = Duration::from_millis(110);

/// The exit status of a command that was interrupted, as shells give it.
const INTERRUPTED: i32 = 130;

/// How many problems are shown at once.
const MOST_SHOWN: usize = 10;

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    if let Some(pack) = &arguments.pack {
        packs.check_name(pack)?;
    }
    if packs.roots.is_empty() {
        return Err(CommandError::usage("there are no packs to watch here")
            .help("go to a folder of packs, name one with `--packs`, or write one with `cardwright new pack NAME`"));
    }
    for root in &mut packs.roots {
        *root = root.canonicalize().unwrap_or_else(|_| root.clone());
    }
    end_on_interrupt()?;
    let (sender, events) = channel();
    let watcher = notify::recommended_watcher(move |event| {
        // Nobody is left to be told once the command ends.
        let _ = sender.send(event);
    });
    let mut watch = Watch { watcher: watcher.map_err(cannot_watch)?, folders: BTreeSet::new(), events };
    watch.arm(&packs.roots)?;
    let mut session = Session { bench: Bench::new(packs), pack: arguments.pack.clone(), out, rest: VecDeque::new() };
    session.begin();
    if arguments.once {
        let fine = session.all_is_well();
        return Ok(crate::fine_if(fine));
    }
    session.go(&mut watch)?;
    Ok(Verdict::Fine)
}

/// What ends it is Ctrl-C, also where the parent has left that ignored, as shells do for what they start in the background.
/// Nothing is written that could be left half done.
fn end_on_interrupt() -> Result<(), CommandError> {
    let at_once = Arc::new(AtomicBool::new(true));
    let registered = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, at_once);
    registered.map(drop).map_err(|error| CommandError::broken(format!("Ctrl-C cannot be handled: {error}")))
}

fn cannot_watch(error: notify::Error) -> CommandError {
    CommandError::broken(format!("the folders cannot be watched: {error}"))
}

/// The source of changes on the disk.
struct Watch {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    events: Receiver<notify::Result<notify::Event>>,
}

impl Watch {
    /// Watches the folders of packs under these roots, as far as they are there; gives those that are new.
    fn arm(&mut self, roots: &[PathBuf]) -> Result<Vec<PathBuf>, CommandError> {
        let mut new = Vec::new();
        self.folders.retain(|folder| folder.is_dir());
        for root in roots {
            let deep = ["cards", "scripts", "tests/rulings"].map(|folder| (folder, RecursiveMode::Recursive));
            // A folder that is not there yet is seen when it comes.
            let flat = ["", "tests"].map(|folder| (folder, RecursiveMode::NonRecursive));
            for (folder, mode) in flat.into_iter().chain(deep) {
                let folder = root.join(folder);
                if folder.is_dir() && !self.folders.contains(&folder) {
                    self.watcher.watch(&folder, mode).map_err(cannot_watch)?;
                    self.folders.insert(folder.clone());
                    new.extend((mode == RecursiveMode::Recursive).then_some(folder));
                }
            }
        }
        Ok(new)
    }

    /// What has changed, once the disk is quiet again; waits for it if nothing else is to be done. None if nothing will
    /// ever change any more.
    fn next(&self, waits: bool) -> Option<BTreeSet<PathBuf>> {
        let first = match waits {
            true => self.events.recv().ok()?,
            false => match self.events.try_recv() {
                Ok(event) => event,
                Err(TryRecvError::Empty) => return Some(BTreeSet::new()),
                Err(TryRecvError::Disconnected) => return None,
            },
        };
        let mut changed = files(first);
        let start = Instant::now();
        while !changed.is_empty() && start.elapsed() < LONGEST {
            match self.events.recv_timeout(QUIET) {
                Ok(event) => changed.extend(files(event)),
                Err(_) => break,
            }
        }
        Some(changed)
    }
}

/// The files that an event is about, if it reports a change.
fn files(event: notify::Result<notify::Event>) -> BTreeSet<PathBuf> {
    let Ok(event) = event else { return BTreeSet::new() };
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => event.paths.into_iter().collect(),
        EventKind::Access(_) => BTreeSet::new(),
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) | EventKind::Any | EventKind::Other => {
            event.paths.into_iter().collect()
        }
    }
}

/// When the last of these files was written, as the disk says.
fn saved_at(changed: &BTreeSet<PathBuf>) -> Option<SystemTime> {
    changed.iter().filter_map(|file| fs::metadata(file).ok()?.modified().ok()).max()
}

/// What came of some rulings that is worth telling.
#[derive(Default)]
struct News {
    moved: Vec<(String, Option<RulingState>, RulingState)>,
    /// What scripts have written for their author while a ruling was run.
    logged: Vec<(String, String)>,
}

/// What is watched, and what is still to be run.
struct Session<'a> {
    bench: Bench,
    pack: Option<String>,
    out: &'a mut Out,
    rest: VecDeque<RulingFile>,
}

impl Session<'_> {
    /// Checks and runs everything, and says what is watched.
    fn begin(&mut self) {
        let start = Instant::now();
        let all = Touched {
            packs: self.bench.packs().infos().into_iter().map(|info| info.name).collect(),
            content: true,
            anything: true,
            ..Touched::default()
        };
        let mut news = News::default();
        for file in self.bench.sorted(&all).0 {
            self.judge(&file, &mut news);
        }
        self.show_problems();
        self.show(&news);
        self.show_count();
        self.out.line(format_args!("loaded and tested in {} ms", start.elapsed().as_millis()));
        for root in &self.bench.packs().roots {
            self.out.line(format_args!("watching {}", root.display()));
        }
        self.out.flush();
    }

    fn all_is_well(&mut self) -> bool {
        let (holds, all) = self.bench.count(self.pack.as_deref());
        holds == all
            && !self.bench.waits(self.pack.as_deref())
            && self.own_problems().iter().all(|problem| problem.is_warning)
    }

    /// Waits for saves until nobody reads any more, and runs what is left meanwhile.
    fn go(&mut self, watch: &mut Watch) -> Result<(), CommandError> {
        while !self.out.is_closed() {
            let Some(mut changed) = watch.next(self.rest.is_empty()) else { break };
            if changed.is_empty() {
                self.go_on();
                continue;
            }
            for folder in watch.arm(&self.bench.packs().roots)? {
                let inside = fs::read_dir(folder).into_iter().flatten().flatten();
                changed.extend(inside.map(|entry| entry.path()));
            }
            self.saved(&changed);
        }
        Ok(())
    }

    /// Files were saved: what is wrong now, and what moved.
    fn saved(&mut self, changed: &BTreeSet<PathBuf>) {
        let (start, since) = (Instant::now(), saved_at(changed));
        let touched = self.bench.update(changed);
        if touched.packs.is_empty() {
            return;
        }
        let loaded = start.elapsed();
        let (affected, others) = self.bench.sorted(&touched);
        let (count, mut left) = (affected.len(), VecDeque::from(affected));
        let mut news = News::default();
        while let Some(file) = left.pop_front() {
            self.judge(&file, &mut news);
            if start.elapsed() > PATIENCE {
                break;
            }
        }
        self.show_problems();
        self.show(&news);
        let late = if left.is_empty() { String::new() } else { format!(", {} of them still run", left.len()) };
        let waited = since.and_then(|since| since.elapsed().ok()).unwrap_or_else(|| start.elapsed());
        self.out.line(format_args!(
            "{}: {} can be affected{late}; loaded in {} ms, shown {} ms after the save",
            self.names(changed),
            rulings(count),
            loaded.as_millis(),
            waited.as_millis()
        ));
        let again: BTreeSet<Box<str>> = left.iter().chain(&others).map(|file| file.path.clone()).collect();
        self.rest.retain(|file| !again.contains(&file.path));
        self.rest.extend(left.into_iter().chain(others));
        if self.rest.is_empty() {
            self.show_count();
        }
        self.out.flush();
    }

    /// Runs one ruling of those that could not be affected, or had to wait.
    fn go_on(&mut self) {
        let Some(file) = self.rest.pop_front() else { return };
        let mut news = News::default();
        self.judge(&file, &mut news);
        self.show(&news);
        if self.rest.is_empty() {
            self.show_count();
        }
        self.out.flush();
    }

    fn judge(&mut self, file: &RulingFile, news: &mut News) {
        let Some((old, new)) = self.bench.judge(file) else { return };
        let logged = &new.logged;
        if !logged.is_empty() && old.as_ref().is_none_or(|old| old.logged != *logged) {
            news.logged.push((file.name().to_owned(), logged.clone()));
        }
        let (old, new) = (old.map(|old| old.outcome), new.outcome.clone());
        let was_wrong = old.as_ref().is_some_and(|old| *old != RulingState::Holds);
        if new == RulingState::Holds && !was_wrong || old.as_ref() == Some(&new) {
            return;
        }
        news.moved.push((file.name().to_owned(), old, new));
    }

    // ---- showing ----

    /// The names of what was saved.
    fn names(&self, changed: &BTreeSet<PathBuf>) -> String {
        let inside = |file: &PathBuf| {
            let roots = &self.bench.packs().roots;
            let path = roots.iter().rev().find_map(|root| file.strip_prefix(root).ok());
            path.map(|path| path.to_string_lossy().replace('\\', "/"))
        };
        let named: Vec<String> =
            changed.iter().filter_map(inside).filter(|path| pack_of(&format!("{path}/")).is_some()).collect();
        match &named[..] {
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
            [] => String::new(),
        }
    }

    /// The problems that this session is about.
    fn own_problems(&self) -> Problems {
        let own = |path: &str| self.pack.as_deref().is_none_or(|pack| pack_of(path) == Some(pack));
        check::concerning(self.bench.packs(), self.bench.problems(), own)
    }

    fn show_problems(&mut self) {
        let problems = self.own_problems();
        let colour = self.out.colour();
        for problem in problems.iter().take(MOST_SHOWN) {
            self.out.rendered(format_args!("{}\n\n", problem.render(&self.bench.packs().files, colour)));
        }
        match problems.len() {
            0 => {}
            1 => self.out.line("1 problem"),
            many if many > MOST_SHOWN => {
                self.out.line(format_args!("{many} problems; `cardwright check` shows them all"));
            }
            many => self.out.line(format_args!("{many} problems")),
        }
    }

    fn show(&mut self, news: &News) {
        for (name, logged) in &news.logged {
            self.out.text(format!("logged: {name}\n{logged}\n"));
        }
        for (name, _, judged) in &news.moved {
            match judged {
                RulingState::Holds => self.out.line(format_args!("holds again: {name}")),
                RulingState::Moved(difference) => self.out.line(format_args!("moved: {name}\n\n{difference}")),
                RulingState::New(trace) => self.out.line(format_args!("no snapshot yet: {name}\n\n{trace}")),
                RulingState::Fails(why) => self.out.line(format_args!("fails: {name}\n\n{why}")),
                RulingState::Unreadable => self.out.line(format_args!("cannot be read: {name}")),
            }
        }
    }

    fn show_count(&mut self) {
        let (holds, all) = self.bench.count(None);
        if self.bench.waits(None) {
            self.out.line("rulings wait until their game can be loaded");
        }
        match all - holds {
            0 => self.out.line(format_args!("all rulings hold: {all}")),
            others => self.out.line(format_args!("{holds} of {all} rulings hold, {others} do not")),
        }
    }
}

fn rulings(count: usize) -> String {
    if count == 1 { "1 ruling".to_owned() } else { format!("{count} rulings") }
}
