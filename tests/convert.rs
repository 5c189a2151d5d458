//! `fukumi convert` as a person runs it: the built program, its files, output and exit status.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use fukumi_driver::finish::{Finished, finish};

const SGF: &str = "(;GM[4]SZ[15]RU[renju]PB[Anna];B[hh](;W[ig]C[Чёрные выигрывают];B[ii])(;W[ih]))";

/// A folder for the files of one test, deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("fukumi-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a name in UTF-8").into()
    }

    fn write(&self, name: &str, content: &[u8]) -> String {
        fs::write(self.path(name), content).expect("a file");
        self.path(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the output")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn convert(arguments: &[&str], input: &[u8]) -> Finished {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .arg("convert")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may have ended already, or not read the input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    finish(child)
}

#[track_caller]
fn succeed(arguments: &[&str], input: &[u8]) -> [String; 2] {
    let Finished { ending, output, errors } = convert(arguments, input);
    assert!(ending.is_success(), "{arguments:?}: {errors}");
    [output, errors]
}

#[track_caller]
fn fail(arguments: &[&str], input: &[u8]) -> String {
    let Finished { ending, output, errors } = convert(arguments, input);
    assert_eq!((ending.code(), output.as_str()), (Some(1), ""), "{arguments:?}: {errors}");
    errors
}

#[test]
fn a_tree_goes_to_a_library_and_back() {
    let folder = Folder::new("tree");
    let sgf = folder.write("a.sgf", SGF.as_bytes());
    let lib = folder.path("a.lib");
    let [output, errors] = succeed(&[&sgf, &lib, "--to-encoding", "windows-1251"], b"");
    assert_eq!(output, "");
    assert_eq!(
        errors,
        format!("lib cannot hold, left out: 1 name or date, 1 rule\n1 game written to {lib}\n")
    );
    let bytes = folder.read("a.lib");
    assert!(bytes.starts_with(b"\xffRenLib\xff\x03\x04"));
    assert!(bytes.windows(2).any(|pair| pair == b"\xd7\xb8"), "in Windows-1251");
    let back = folder.path("b.sgf");
    succeed(&[&lib, &back, "--rule", "renju"], b"");
    assert_eq!(
        String::from_utf8(folder.read("b.sgf")).expect("UTF-8"),
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh](;W[ig]N[];B[ii])\n(;W[ih])\n)\n"
            .replace("N[]", "C[Чёрные выигрывают]")
    );
}

#[test]
fn what_the_format_cannot_hold_is_told() {
    let [output, errors] = succeed(&["-", "--to", "psq"], SGF.as_bytes());
    assert!(output.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n9,9,0\nAnna\n"));
    assert_eq!(errors, "psq cannot hold, left out: 1 move of a variation, 1 comment\n");
    let [output, _] = succeed(&["-", "--to", "record"], SGF.as_bytes());
    assert_eq!(output, "size=15 rule=renju moves=h8,i9,i7\n");
    let [output, errors] = succeed(&["-", "--to", "moves"], b"h8 i9 2. j10");
    assert_eq!((output.as_str(), errors.as_str()), ("h8 i9 j10\n", ""));
    let [output, _] = succeed(&["-", "--from", "pos", "--to", "moves"], &[2, 112, 98]);
    assert_eq!(output, "h8 i9\n");
    let others = b"(;SZ[15];B[hh]CR[hh]BL[3])";
    let [output, errors] = succeed(&["-"], others);
    assert_eq!(output, "(;FF[4]GM[4]CA[UTF-8]SZ[15]\n;B[hh]CR[hh]BL[3])\n");
    assert_eq!(errors, "");
    let [_, errors] = succeed(&["-", "--to", "psq"], others);
    assert_eq!(errors, "psq cannot hold, left out: 2 fields of other kinds\n");
}

#[test]
fn texts_are_read_in_their_encoding() {
    for (bytes, arguments) in [
        (&b"(;PB[\xba\xda\xcf\xc8]C[\xb4\xcb\xb4\xa6\xba\xda\xca\xa4];B[hh])"[..], &[][..]),
        (b"(;CA[gb18030]PB[\xba\xda\xcf\xc8];B[hh])", &[]),
        (b"(;PB[\xba\xda\xcf\xc8];B[hh])", &["--from-encoding", "gb18030"]),
    ] {
        let arguments: Vec<&str> = ["-"].iter().chain(arguments).copied().collect();
        let [output, _] = succeed(&arguments, bytes);
        assert!(output.contains("PB[黑先]"), "{output}");
    }
}

#[test]
fn a_file_is_replaced_only_on_request() {
    let folder = Folder::new("force");
    let output = folder.write("a.sgf", b"mine");
    let errors = fail(&["-", &output], b"h8");
    assert!(errors.contains("stays as it is; --force replaces it"), "{errors}");
    assert_eq!(folder.read("a.sgf"), b"mine");
    succeed(&["-", &output, "--force"], b"h8");
    assert!(folder.read("a.sgf").starts_with(b"(;"));
    let names = fs::read_dir(&folder.0).expect("the folder").count();
    assert_eq!(names, 1, "nothing else is left behind");
}

#[cfg(unix)]
#[test]
fn a_pipe_and_a_link_stay_what_they_are() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).expect("what the program writes")
    });
    succeed(&["-", &pipe, "--to", "sgf", "--force"], b"h8");
    assert!(reader.join().expect("a reader").starts_with(b"(;"));
    let old = folder.write("old.sgf", b"mine");
    let link = folder.path("link.sgf");
    std::os::unix::fs::symlink(&old, &link).expect("a link");
    succeed(&["-", &link, "--force"], b"h8");
    assert!(folder.read("old.sgf").starts_with(b"(;"));
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 3);
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_is_reported_with_the_file() {
    let folder = Folder::new("full");
    let sgf = folder.write("a.sgf", SGF.as_bytes());
    let lib = folder.path("b.lib");
    // No file may grow at all, as on a disk without room.
    let limited = r#"ulimit -f 0; exec "$0" "$@""#;
    let child = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_fukumi"), "convert", &sgf, &lib])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the shell starts");
    let Finished { ending, errors, .. } = finish(child);
    assert_eq!(ending.code(), Some(1), "{errors}");
    assert!(errors.contains(&format!("cannot write {lib}: ")), "{errors}");
    assert_eq!(fs::read_dir(&folder.0).expect("the folder").count(), 1, "nothing is left behind");
}

#[test]
fn a_failure_writes_nothing() {
    let folder = Folder::new("fail");
    let output = folder.path("a.lib");
    for (arguments, input, message) in [
        (&["-", &output][..], &b"(;SZ[19];B[aa])"[..], "expected a board of 15x15"),
        (&["-", &output], b"(;B[hh];W[hh])", "line 1, column 11: expected an empty point"),
        (&["-", &output], b"\xffRenLib\xff\x03\x04", "byte 10: expected a head of 20 bytes"),
        (&["-", "-", "--to", "psq"], b"(;B[hh])(;B[ii])", "choose one with --game"),
        (&["-", "-", "--to", "rif"], b"", "rif can only be read"),
        (&["-", "-", "--game", "3"], b"h8", "there is no position '3', only: 1"),
        (&["no-such-file.lib"], b"", "cannot read no-such-file.lib"),
        (&["-", "out.xyz"], b"h8", "use --to"),
        (&["-", "-", "--to-encoding", "big5"], b"h8", "can only be read"),
    ] {
        let errors = fail(arguments, input);
        assert!(errors.starts_with("error: ") && errors.contains(message), "{errors}");
    }
    assert!(!PathBuf::from(output).exists());
}

#[test]
fn several_games_become_one_library() {
    let folder = Folder::new("several");
    let lib = folder.path("all.lib");
    let rif = "<?xml version=\"1.0\"?><database><games><game black=\"1\"><move>h8 i9</move></game>\
               <game bresult=\"1\"><move>h8 h9 i10</move></game></games><player id=\"1\" \
               name=\"Anna\"/></database>";
    let [_, errors] = succeed(&["-", &lib], rif.as_bytes());
    assert!(errors.contains("1 name or date, 1 result, 2 rules"), "{errors}");
    let [output, _] = succeed(&[&lib], b"");
    assert!(output.contains(";B[hh](;W[ig])\n(;W[hg];B[if])\n)"), "{output}");
    let [one, _] = succeed(&["-", "--game", "2", "--to", "moves"], rif.as_bytes());
    assert_eq!(one, "h8 h9 i10\n");
}

#[test]
fn results_of_a_tournament_become_a_table() {
    let [output, errors] = succeed(&["-", "--to", "csv"], b"ONIX - TITO: 4 : 2\r\n");
    assert_eq!(output, "player,opponent,wins,losses\nONIX,TITO,4,2\n");
    assert_eq!(errors, "");
    assert!(fail(&["-"], b"ONIX - TITO: 4 : 2").contains("use --to csv"));
    assert!(fail(&["-", "--to", "csv"], b"h8").contains("games do not become csv"));
}

/// Converts with damage: what is written, and what is reported.
#[track_caller]
fn succeed_in_part(arguments: &[&str], input: &[u8]) -> [String; 2] {
    let Finished { ending, output, errors } = convert(arguments, input);
    assert_eq!(ending.code(), Some(1), "{arguments:?}: {errors}");
    [output, errors]
}

#[test]
fn a_damaged_game_is_named_and_the_others_are_converted() {
    let rif = "<?xml version=\"1.0\"?>\n<database><games>\n\
               <game id=\"1\"><move>h8 i9 h9</move></game>\n\
               <game id=\"2\"><move>h8 i9 i9</move></game>\n\
               <game id=\"3\"><move>h8 g9 h9</move></game>\n</games></database>";
    let rapfi = "index,key,label,value,depth,bound,text\n0,f-15-15-h8h9-i9-w,,0,0,none,\"\"\n\
                 1,f-15-15-h8h8-i9-w,,0,0,none,\"\"\n2,f-15-15-h8h9-g9-w,,0,0,none,\"\"\n";
    for (input, place) in [
        ("(;B[hh];W[ig];B[hg])\n(;B[hh];W[ig];B[ig])\n(;B[hh];W[gg];B[hg])\n", "line 2, column 17"),
        ("h8 i9 h9\nh8 i9 i9\nh8 g9 h9\n", "line 2, column 7"),
        ("moves=h8,i9,h9\nmoves=h8,i9,i9\nmoves=h8,g9,h9\n", "line 2, column 13"),
        (rif, "line 4, column 20"),
        (rapfi, "line 3, column 13"),
    ] {
        let [output, errors] = succeed_in_part(&["-", "--to", "record"], input.as_bytes());
        assert_eq!(output.lines().count(), 2, "{input}: {output}");
        let fault = format!("error: standard input: game 2: {place}: expected an empty point");
        assert!(errors.contains(&fault), "{input}: {errors}");
        // The sound ones are chosen by the number that they have in the file.
        let [third, _] = succeed(&["-", "--to", "record", "--game", "3"], input.as_bytes());
        assert!(third.contains("g9") || third.contains("white=g7"), "{third}");
        let errors = fail(&["-", "--game", "2"], input.as_bytes());
        assert!(errors.contains(place), "{errors}");
    }
    let errors = fail(&["-"], b"(;GM[1]FF[4]SZ[19];B[pd];W[dp])");
    assert!(
        errors.contains("expected Gomoku or Renju, GM[4], found GM[1], which is Go"),
        "{errors}"
    );
    let errors = fail(&["-"], b"(;B[hh];W[hh])\n(;B[aa];W[aa])");
    assert!(
        errors.contains("game 2: line 2") && errors.contains("no game makes sense"),
        "{errors}"
    );
}

#[test]
fn a_damaged_node_of_a_library_leaves_the_others_whole() {
    let folder = Folder::new("damaged-library");
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.resize(20, 0xff);
    // h8, then i9 and h8 again with what follows, and beside it g9.
    bytes.extend([0, 0, 0x78, 0, 0x69, 0xc0, 0x78, 0x80, 0x11, 0x40, 0x67, 0x40]);
    let lib = folder.write("damaged.lib", &bytes);
    let [output, errors] = succeed_in_part(&[&lib], b"");
    assert!(output.contains(";B[hh](;W[ig])\n(;W[gg])"), "{output}");
    assert!(errors.contains("byte 26: expected an empty point, found h8 taken"), "{errors}");
}

#[test]
fn moves_on_several_lines_are_several_games() {
    let folder = Folder::new("lines");
    let lines = "h8 i9\nj10 k11 a1\n";
    let file = folder.write("games.txt", lines.as_bytes());
    let [output, _] = succeed(&[&file, "--from", "moves", "--to", "moves"], b"");
    assert_eq!(output, "1. h8 i9\n1. j10 k11 a1\n");
    let [output, _] = succeed(&["-", "--to", "moves"], output.as_bytes());
    assert_eq!(output, "1. h8 i9\n1. j10 k11 a1\n", "it is two games without --from as well");
    let [output, _] = succeed(&[&format!("{file}:1"), "--to", "moves", "--from", "moves"], b"");
    assert_eq!(output, "h8 i9\n");
}

#[test]
fn a_record_without_an_end_is_refused() {
    let long = "moves=h8,".to_owned() + &"i".repeat(1 << 20);
    let errors = fail(&["-"], long.as_bytes());
    assert!(
        errors.contains("line 1, column 1: expected at most 1048576 bytes a record"),
        "{errors}"
    );
}

#[test]
fn an_encoding_that_is_guessed_or_contradicted_is_named() {
    // 黑先胜 in GB18030.
    let game =
        [&b"(;GM[4]CA[UTF-8]SZ[15]C["[..], b"\xba\xda\xcf\xc8\xca\xa4", b"];B[hh])"].concat();
    let [output, errors] = succeed(&["-"], &game);
    assert!(output.contains("C[黑先胜]"), "{output}");
    assert!(errors.contains("note: standard input: the file states UTF-8, which"), "{errors}");
    assert!(errors.contains("gb18030"), "{errors}");
    let wide: Vec<u8> =
        "(;SZ[15]C[黑先胜];B[hh])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let [output, errors] = succeed(&["-"], &wide);
    assert!(output.contains("C[黑先胜]") && errors.is_empty(), "{output} {errors}");
}

#[test]
fn a_binary_file_is_named_for_what_it_is() {
    let yixin =
        [&[2, 0, 0, 0, 3, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0][..], b"charset=\"UTF-8\""].concat();
    for (bytes, name) in [
        (&b"\x04\x22\x4d\x18\x64\x40\xa7"[..], "database of Rapfi"),
        (&yixin, "database of Yixin"),
        (b"SQLite format 3\0\x10\0", "database of SQLite"),
        (b"\x89PNG\r\n\x1a\n", "a picture, PNG"),
        (b"\x01\x02\x03\xff\xfe\0\0", "a binary file"),
    ] {
        let errors = fail(&["-"], bytes);
        assert!(errors.contains(name), "{errors}");
        assert!(!errors.contains(|c: char| c.is_control() && c != '\n'), "{errors:?}");
    }
}

#[test]
fn what_a_game_is_of_is_judged_and_may_be_stated() {
    let gomoku = b"(;GM[1]SZ[15];B[hh];W[ig])";
    let [output, errors] = succeed(&["-", "--to", "moves"], gomoku);
    assert_eq!(output, "h8 i9\n");
    let remark = "note: standard input: 1 game states GM[1], which is Go, and is read as Gomoku or \
                  Renju: the size of the board\n";
    assert_eq!(errors, remark);
    let go = b"(;GM[1]SZ[19]KM[6.5]RE[B+3.5];B[pd];W[dp])";
    let errors = fail(&["-", "--to", "moves"], go);
    assert!(errors.contains("give gomoku as the game to read it all the same"), "{errors}");
    let [output, _] = succeed(&["-", "--to", "moves", "--game", "gomoku"], go);
    assert_eq!(output, "p16 d4\n");
    // The word chooses no game, so the number does beside it.
    let folder = Folder::new("kinds");
    let two = folder.write("two.sgf", b"(;GM[1]SZ[19];B[pd])(;GM[1]SZ[19];B[aa])");
    let [output, _] = succeed(&[&format!("{two}:2"), "--to", "moves", "--game", "gomoku"], b"");
    assert_eq!(output, "a19\n");
}

#[test]
fn what_makes_a_position_doubtful_is_a_warning() {
    let text = b"(;SZ[15];QXX[hh,hg,jf];B[ii])";
    let [output, errors] = succeed(&["-", "--to", "moves"], text);
    assert_eq!(output, "i7\n");
    assert!(
        errors.starts_with("warning: standard input: the property QXX is not known"),
        "{errors}"
    );
    assert!(errors.contains("the position may be wrong"), "{errors}");
}

#[test]
fn a_game_becomes_pictures() {
    let folder = Folder::new("pictures");
    let sgf = folder.write("a.sgf", SGF.as_bytes());
    let svg = folder.path("a.svg");
    let [_, errors] = succeed(&[&sgf, &svg, "--no-coordinates", "--theme", "paper"], b"");
    let lost = "svg cannot hold, left out: 1 move of a variation\n";
    assert_eq!(errors, format!("{lost}1 game written to {svg}\n"));
    let text = String::from_utf8(folder.read("a.svg")).expect("UTF-8");
    assert!(text.contains("<title>renju, 15x15, 3 stones, white to move</title>"), "{text}");
    assert_eq!(text.matches("<text").count(), 3, "only the numbers");
    let [output, _] = succeed(&["-", "--to", "svg", "--no-numbers", "--moves", "2"], b"h8i9j10");
    assert_eq!(output.matches("r=\"18\" fill=\"#1b1c1f\"").count(), 1);
    assert_eq!(output.matches("<text").count(), 60, "only the names of columns and rows");

    let png = folder.path("a.PNG");
    succeed(&[&sgf, &png, "--width", "300"], b"");
    let bytes = folder.read("a.PNG");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x2c\0\0\x01\x2c"));
    let gif = folder.path("a.gif");
    succeed(&[&sgf, &gif, "--delay", "0.5", "--moves", "2-"], b"");
    let bytes = folder.read("a.gif");
    assert!(bytes.starts_with(b"GIF89a\x80\x02\x80\x02"), "640x640");
    // What states the time of a frame, in hundredths of a second.
    let delays = bytes.windows(6).filter(|part| part.starts_with(b"\x21\xf9\x04"));
    let delays: Vec<u8> = delays.map(|part| part[4]).collect();
    assert_eq!(delays, [50, 50, 44], "the last one is shown for 300");

    let png_again = folder.path("b.png");
    for (arguments, expected) in [
        (&["--moves", "2-1"][..], "the first one comes after the last"),
        (&["--moves", "9"], "there is no move 9, only 3"),
        (&["--width", "5"], "would be 5x5"),
        (&["--delay", "1"], "--delay is for gif, and png does not move"),
    ] {
        let errors = fail(&[&["-", png_again.as_str()], arguments].concat(), b"h8i9j10");
        assert!(errors.contains(expected), "{errors}");
        assert!(!fs::exists(&png_again).expect("a folder"));
    }
    let errors = fail(&["-", "--theme", "slate"], b"h8i9j10");
    assert!(errors.contains("--theme is for pictures, and sgf is none"), "{errors}");
    let errors = fail(&["-", "--to", "svg"], b"(;B[hh])(;B[gg])");
    assert!(errors.contains("svg holds one game, found 2 games"), "{errors}");
    let errors = fail(&["-", "--from", "svg"], b"<svg/>");
    assert!(errors.contains("svg can only be written"), "{errors}");
}

#[cfg(unix)]
#[test]
fn a_long_animation_shows_on_a_terminal_how_far_it_is() {
    use std::fs::File;
    use std::io::Read;

    let folder = Folder::new("progress");
    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let labels: Vec<String> =
        (1..=6).flat_map(|row| ('a'..='o').map(move |column| format!("{column}{row}"))).collect();
    let game = format!("size=15 rule=freestyle moves={}", labels.join(","));
    let child = Command::new(env!("CARGO_BIN_EXE_fukumi"))
        .args(["convert", "-", &folder.path("long.gif"), "--from", "record", "--width", "2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(terminal.slave)
        .spawn();
    let mut child = child.expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(game.as_bytes()).expect("the program reads");
    drop(input);
    let mut shown = Vec::new();
    // The terminal is gone when the program ends, which is an error to the reader.
    let _ = File::from(terminal.master).read_to_end(&mut shown);
    assert!(child.wait().expect("an end").success(), "{}", String::from_utf8_lossy(&shown));
    let shown = String::from_utf8(shown).expect("text");
    assert!(shown.contains("\r\u{1b}[Kpicture "), "{shown:?}");
    assert!(shown.contains(" of 91, "), "{shown:?}");
    assert!(shown.contains("\r\u{1b}[K1 game written to "), "the line is cleared: {shown:?}");
}
