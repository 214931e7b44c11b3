//! A script of a pack: the pack is refused or can be played.
#![no_main]

use cardwright_fuzz::{load_and_play, with_file};
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((files, pack)) = with_file(input, ".rhai") else { return Corpus::Reject };
    load_and_play(&files, &pack);
    Corpus::Keep
});
