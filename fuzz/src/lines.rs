//! Bytes -> lines -> commands, without an engine.

use fukumi::engine::options::Options;
use fukumi::protocol::block::Assembler;
use fukumi::protocol::command::Command;
use fukumi::protocol::info::InfoReader;
use fukumi::protocol::line::{InputLine, LineCutter};
use fukumi::protocol::reply::Reply;
use fukumi_driver::grammar;

/// Cuts the bytes into lines, in one piece and in two, and assembles commands from them. Sets
/// options and writes errors.
pub fn lines(data: &[u8]) {
    let (&place, data) = data.split_first().unwrap_or((&0, &[]));
    let (first, second) = data.split_at(usize::from(place).min(data.len()));
    let whole = cut(&[data]);
    assert_eq!(cut(&[first, second]), whole, "pieces make a difference");

    let mut assembler = Assembler::default();
    let mut options = Options::default();
    let mut info = InfoReader::default();
    for line in &whole {
        for item in assembler.feed(line) {
            match item {
                Ok(Command::Info { key, value }) => {
                    for setting in info.read(&key, &value).unwrap_or_default() {
                        options.set(setting);
                    }
                    check_options(&options);
                }
                Ok(_) => {}
                Err(error) => check_text(&Reply::CommandError(error).text()),
            }
        }
    }
    // Whatever came before, an end on a line of its own is heard now or after the open text.
    let end = InputLine::Text("\" DONE".into());
    let _ = assembler.feed(&end);
    let heard = assembler.feed(&InputLine::Text("END".into()));
    assert_eq!(heard.last(), Some(&Ok(Command::End)), "{whole:?}");
}

fn cut(pieces: &[&[u8]]) -> Vec<InputLine> {
    let mut cutter = LineCutter::default();
    let mut lines = Vec::new();
    pieces.iter().for_each(|piece| cutter.push(piece, |line| lines.push(line)));
    lines.extend(cutter.finish());
    lines
}

fn check_options(options: &Options) {
    let resources = options.resources();
    assert!(resources.threads >= 1 && resources.table_bytes >= 1 << 20, "{resources:?}");
    let _ = (
        options.time(),
        options.level(),
        options.is_varied(),
        options.learning_folder(),
        options.uses_book(),
    );
}

/// Panics unless the text consists of lines that a manager can read.
fn check_text(text: &str) {
    for line in text.lines() {
        let reading = grammar::read(line.as_bytes());
        assert!(reading.is_ok(), "{reading:?}: {line:?}");
    }
}
