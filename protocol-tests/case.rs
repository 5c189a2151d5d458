//! A case file as data: parses the format that README.md describes.
//!
//! Every error in a file is found here, before an engine is started: regular expressions are
//! compiled, cells and numbers are parsed, escapes are resolved. Only the two things that depend on
//! the conversation, `$n` and `{a|b}`, are left to the runner.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use fukumi_driver::cell::{Cell, Size};
use regex::bytes::{Regex, RegexBuilder};

/// A parsed case file.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) level: Level,
    pub(crate) timeout: Duration,
    pub(crate) args: Vec<String>,
    pub(crate) steps: Vec<Step>,
}

/// How much a failure matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Must,
    Should,
    Ext,
}

impl Level {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Ext => "ext",
        }
    }
}

/// One directive and its place. Lines count from 1.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) source: String,
    pub(crate) directive: Directive,
}

/// What one line of a case asks for.
#[derive(Debug)]
pub(crate) enum Directive {
    Send(Template),
    /// `<`: the next line that is not a log line matches.
    Reply(Regex),
    /// `<=`: the very next line matches.
    NextLine(Regex),
    /// `<?`: consumes the next line that is not a log line if it matches.
    Optional(Regex),
    Moves(MovesPattern),
    Ban(Regex),
    EndBans,
    Require(Regex),
    /// `_`: nothing but log lines comes.
    Quiet(Duration),
    /// `__`: nothing at all comes.
    Silent(Duration),
    Wait(Duration),
    Timeout(Duration),
    Forget,
    Use(Vec<CellRef>),
    Free(Vec<CellRef>),
    CloseInput,
    Exit {
        within: Duration,
        status: i32,
    },
    Alive,
}

impl Directive {
    /// Whether the directive sends something to the engine; what follows is the reaction.
    pub(crate) fn is_input(&self) -> bool {
        matches!(self, Self::Send(_) | Self::CloseInput)
    }
}

/// `<move` and `<moves`: a line of moves on the board, all different and on free cells.
#[derive(Debug)]
pub(crate) struct MovesPattern {
    pub(crate) count: RangeInclusive<usize>,
    pub(crate) size: Size,
    pub(crate) avoid: Vec<CellRef>,
    pub(crate) or: Option<Regex>,
}

/// Text to send, `repeat` times in one write.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) repeat: usize,
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Bytes(Vec<u8>),
    /// `$n`: a captured move.
    Captured(usize),
    /// `{a|b|c}`: the first of these cells that is free.
    FirstFree(Vec<Cell>),
}

/// A cell, given by its coordinates or by the number of a captured move (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellRef {
    Cell(Cell),
    Captured(usize),
}

/// A line that does not follow the format.
#[derive(Debug)]
pub(crate) struct ParseError {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) source: String,
    pub(crate) problem: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, source, problem } = self;
        write!(f, "{file}, line {line}: {source}\n  not in the format: {problem}")
    }
}

/// Settings of the header that are needed to parse directives.
struct Header {
    eol: &'static [u8],
    size: Size,
}

impl Case {
    /// Parses `text`, the contents of the file named `file`.
    ///
    /// # Errors
    ///
    /// The first line that does not follow the format.
    pub(crate) fn parse(file: &str, text: &str) -> Result<Self, ParseError> {
        let mut case = Self {
            file: file.to_owned(),
            title: String::new(),
            level: Level::Must,
            timeout: Duration::from_millis(3000),
            args: Vec::new(),
            steps: Vec::new(),
        };
        let mut header = Header { eol: b"\n", size: Size { width: 15, height: 15 } };
        let at_line = |number: usize, source: &str| {
            let (file, source) = (file.to_owned(), source.to_owned());
            move |problem| ParseError { file, line: number + 1, source, problem }
        };

        // The header may stand anywhere and applies to the whole file, so it is read first.
        for (number, line) in text.lines().enumerate() {
            if line.split(' ').next() == Some("@") {
                case.read_header(&mut header, line).map_err(at_line(number, line))?;
            }
        }
        for (number, line) in text.lines().enumerate() {
            if !line.is_ascii() {
                return Err(at_line(number, line)("a character that is not ASCII".to_owned()));
            }
            let directive = parse_directive(line, &header).map_err(at_line(number, line))?;
            if let Some(directive) = directive {
                let source = line.to_owned();
                case.steps.push(Step { line: number + 1, source, directive });
            }
        }
        Ok(case)
    }

    fn read_header(&mut self, header: &mut Header, line: &str) -> Result<(), String> {
        let mut parts = line.splitn(3, ' ').skip(1);
        let key = parts.next().unwrap_or_default();
        let value = parts.next().unwrap_or_default().trim();
        match key {
            "title" => self.title = value.to_owned(),
            "level" => {
                self.level = match value {
                    "must" => Level::Must,
                    "should" => Level::Should,
                    "ext" => Level::Ext,
                    _ => return Err("the level is must, should or ext".to_owned()),
                };
            }
            "eol" => {
                header.eol = match value {
                    "lf" => b"\n",
                    "crlf" => b"\r\n",
                    "cr" => b"\r",
                    _ => return Err("the line end is lf, crlf or cr".to_owned()),
                };
            }
            "size" => header.size = Size::parse(value).ok_or("expected a size, N or WxH")?,
            "timeout" => self.timeout = milliseconds(value)?,
            "args" => self.args = value.split_whitespace().map(str::to_owned).collect(),
            _ => return Err(format!("unknown header key '{key}'")),
        }
        Ok(())
    }
}

/// One line as a directive; `None` for comments, empty lines and headers.
fn parse_directive(line: &str, header: &Header) -> Result<Option<Directive>, String> {
    if line.is_empty() {
        return Ok(None);
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(Some(match word {
        "#" | "@" => return Ok(None),
        ">" => {
            let mut pieces = parse_pieces(rest, false)?;
            pieces.push(Piece::Bytes(header.eol.to_vec()));
            Directive::Send(Template { repeat: 1, pieces })
        }
        ">>" => Directive::Send(Template { repeat: 1, pieces: parse_pieces(rest, true)? }),
        ">*" => {
            let (count, text) = rest.split_once(' ').ok_or("expected a count and a text")?;
            let repeat = count.parse().map_err(|_| format!("'{count}' is no count"))?;
            Directive::Send(Template { repeat, pieces: parse_pieces(text, true)? })
        }
        "<" => Directive::Reply(whole_line(rest)?),
        "<=" => Directive::NextLine(whole_line(rest)?),
        "<?" => Directive::Optional(whole_line(rest)?),
        "<move" => Directive::Moves(parse_move(rest, header)?),
        "<moves" => Directive::Moves(parse_moves(rest, header)?),
        "!" => Directive::Ban(anywhere(rest)?),
        "!-" => Directive::EndBans,
        "+" => Directive::Require(anywhere(rest)?),
        "_" => Directive::Quiet(milliseconds(rest)?),
        "__" => Directive::Silent(milliseconds(rest)?),
        "~" => Directive::Wait(milliseconds(rest)?),
        "%" => Directive::Timeout(milliseconds(rest)?),
        "*" => parse_order(rest)?,
        _ => return Err(format!("unknown directive '{word}'")),
    }))
}

/// Parses the argument of `*`.
fn parse_order(rest: &str) -> Result<Directive, String> {
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let nothing_more = |directive| {
        if rest.is_empty() { Ok(directive) } else { Err(format!("unexpected '{rest}'")) }
    };
    match word {
        "reset" => nothing_more(Directive::Forget),
        "used" => Ok(Directive::Use(parse_cells(rest)?)),
        "free" => Ok(Directive::Free(parse_cells(rest)?)),
        "eof" => nothing_more(Directive::CloseInput),
        "exit" => {
            let (within, status) = rest.split_once(' ').unwrap_or((rest, "0"));
            let status = status.parse().map_err(|_| format!("'{status}' is no exit status"))?;
            Ok(Directive::Exit { within: milliseconds(within)?, status })
        }
        "alive" => nothing_more(Directive::Alive),
        _ => Err(format!("unknown order '{word}'")),
    }
}

/// Parses `[SIZE] [avoid C…]`.
fn parse_move(rest: &str, header: &Header) -> Result<MovesPattern, String> {
    let (head, avoid) = match rest.split_once("avoid") {
        Some((head, cells)) => (head.trim(), parse_cells(cells)?),
        None => (rest.trim(), Vec::new()),
    };
    let size = if head.is_empty() {
        header.size
    } else {
        Size::parse(head).ok_or_else(|| format!("'{head}' is no size"))?
    };
    Ok(MovesPattern { count: 1..=1, size, avoid, or: None })
}

/// Parses `K [or REGEX]` or `A-B [or REGEX]`.
fn parse_moves(rest: &str, header: &Header) -> Result<MovesPattern, String> {
    let (count, or) = match rest.split_once(" or ") {
        Some((count, pattern)) => (count, Some(whole_line(pattern)?)),
        None => (rest, None),
    };
    let (least, most) = count.split_once('-').unwrap_or((count, count));
    let number = |text: &str| text.trim().parse().map_err(|_| format!("'{text}' is no number"));
    let count: RangeInclusive<usize> = number(least)?..=number(most)?;
    if count.is_empty() || *count.start() == 0 {
        return Err("expected at least one move".to_owned());
    }
    Ok(MovesPattern { count, size: header.size, avoid: Vec::new(), or })
}

fn parse_cells(text: &str) -> Result<Vec<CellRef>, String> {
    let cells: Vec<_> = text.split_whitespace().map(parse_cell_ref).collect::<Result<_, _>>()?;
    if cells.is_empty() { Err("expected cells".to_owned()) } else { Ok(cells) }
}

fn parse_cell_ref(text: &str) -> Result<CellRef, String> {
    let cell = match text.strip_prefix('$') {
        Some(number) => number.parse().ok().filter(|n| *n > 0).map(CellRef::Captured),
        None => Cell::parse(text).map(CellRef::Cell),
    };
    cell.ok_or_else(|| format!("'{text}' is no cell"))
}

/// Splits text to send into literal bytes, `$n` and `{a|b}`, and resolves escapes if `escapes` is
/// set.
fn parse_pieces(text: &str, escapes: bool) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let special = match first {
            '$' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                let number = rest[1..=digits].parse().ok().filter(|n| *n > 0);
                number.map(|number| (Piece::Captured(number), 1 + digits))
            }
            '{' => {
                let end = rest.find('}').ok_or("'{' without '}'")?;
                let cells = rest[1..end].split('|').map(Cell::parse).collect::<Option<_>>();
                let cells = cells.ok_or("expected {x,y|x,y|…}")?;
                Some((Piece::FirstFree(cells), end + 1))
            }
            _ => None,
        };
        let used = if let Some((piece, used)) = special {
            if !bytes.is_empty() {
                pieces.push(Piece::Bytes(std::mem::take(&mut bytes)));
            }
            pieces.push(piece);
            used
        } else if escapes && first == '\\' {
            let (byte, used) = parse_escape(rest)?;
            bytes.push(byte);
            used
        } else {
            let mut buffer = [0; 4];
            bytes.extend_from_slice(first.encode_utf8(&mut buffer).as_bytes());
            first.len_utf8()
        };
        rest = &rest[used..];
    }
    if !bytes.is_empty() {
        pieces.push(Piece::Bytes(bytes));
    }
    Ok(pieces)
}

/// The byte that the escape at the start of `text` stands for, and the length of the escape.
fn parse_escape(text: &str) -> Result<(u8, usize), String> {
    let byte = match text.as_bytes().get(1) {
        Some(b'r') => b'\r',
        Some(b'n') => b'\n',
        Some(b't') => b'\t',
        Some(b's') => b' ',
        Some(b'0') => 0,
        Some(b'\\') => b'\\',
        Some(b'x') => {
            let digits = text.get(2..4).unwrap_or_default();
            let byte = u8::from_str_radix(digits, 16);
            return byte.map(|byte| (byte, 4)).map_err(|_| format!("'\\x{digits}' is no byte"));
        }
        _ => return Err("unknown escape".to_owned()),
    };
    Ok((byte, 2))
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    text.parse().map(Duration::from_millis).map_err(|_| format!("'{text}' is no time in ms"))
}

fn whole_line(pattern: &str) -> Result<Regex, String> {
    compile(pattern, &format!("^(?:{pattern})$"))
}

fn anywhere(pattern: &str) -> Result<Regex, String> {
    compile(pattern, pattern)
}

fn compile(shown: &str, pattern: &str) -> Result<Regex, String> {
    if shown.is_empty() {
        return Err("expected a regular expression".to_owned());
    }
    // Output is ASCII. Without Unicode, `\d` means 0 to 9 and nothing else.
    RegexBuilder::new(pattern).unicode(false).build().map_err(|error| error.to_string())
}
