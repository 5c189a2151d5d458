use std::sync::mpsc;

use super::types::{Rule, Threats};
use super::*;

/// An engine as a caller holds it, freed at the end.
struct Handle(*mut Engine);

impl Handle {
    fn new(rule: Rule, side: i32) -> Self {
        let mut engine = MaybeUninit::uninit();
        let status = fukumi_engine_new(rule as i32, side, side, Some(&mut engine));
        assert_eq!(status, Status::Ok);
        // SAFETY: the call has written it.
        Self(unsafe { engine.assume_init() })
    }

    fn get(&self) -> Option<&Engine> {
        // SAFETY: it is from `fukumi_engine_new`, and freed only when this is dropped.
        unsafe { self.0.as_ref() }
    }

    fn play(&self, moves: &[(i32, i32)]) {
        for &(x, y) in moves {
            assert_eq!(fukumi_play(self.get(), x, y), Status::Ok, "{x},{y}");
        }
    }

    fn think(&self, limits: &Limits, report: Report, context: *mut c_void) -> (Status, Vec<Point>) {
        let mut best = MaybeUninit::uninit();
        // SAFETY: the reports of these tests are made for the contexts that they come with.
        let status =
            unsafe { fukumi_think(self.get(), Some(limits), report, context, Some(&mut best)) };
        if status != Status::Ok {
            return (status, Vec::new());
        }
        // SAFETY: the call has written it, and the array stays until the next call.
        let moves = unsafe {
            let best = best.assume_init();
            slice::from_raw_parts(best.moves, best.move_count).to_vec()
        };
        (status, moves)
    }

    fn ending(&self) -> Ending {
        result(|ending| fukumi_ending(self.get(), ending))
    }

    fn solve(&self, threats: Threats) -> Solution {
        result(|solution| fukumi_solve(self.get(), threats as i32, None, solution))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: it is from `fukumi_engine_new`, and this is its last use.
        let engine = unsafe { Box::from_raw(self.0) };
        assert_eq!(fukumi_engine_free(Some(engine)), Status::Ok);
    }
}

/// The result of a call that must succeed.
fn result<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> Status) -> T {
    let mut place = MaybeUninit::uninit();
    assert_eq!(call(Some(&mut place)), Status::Ok);
    // SAFETY: a call that succeeds has written its result.
    unsafe { place.assume_init() }
}

/// Black has four in a row with one open end.
const FOUR: [(i32, i32); 8] = [(4, 7), (3, 7), (5, 7), (0, 0), (6, 7), (14, 0), (7, 7), (0, 14)];
/// White to move against an open three, which only a stone at one of its ends stops.
const THREE: [(i32, i32); 5] = [(6, 7), (0, 0), (7, 7), (14, 0), (8, 7)];
/// Black to move, who wins by fours and threes, but not by fours alone.
const ATTACK: [(i32, i32); 10] =
    [(7, 7), (6, 6), (8, 6), (6, 8), (6, 7), (8, 8), (9, 5), (10, 4), (5, 8), (4, 9)];

#[test]
fn wrong_use_is_a_status_and_changes_nothing() {
    let nothing = None::<&mut MaybeUninit<*mut Engine>>;
    assert_eq!(fukumi_engine_new(0, 15, 15, nothing), Status::NullPointer);
    for (rule, width, height) in [(2, 15, 15), (-1, 15, 15), (0, 4, 15), (0, 15, 23), (0, -1, 9)] {
        let mut engine = MaybeUninit::new(ptr::dangling_mut());
        let status = fukumi_engine_new(rule, width, height, Some(&mut engine));
        assert_eq!(status, Status::BadArgument);
        // SAFETY: it had a value from the beginning.
        assert!(unsafe { engine.assume_init() }.is_null());
    }
    assert_eq!(fukumi_play(None, 7, 7), Status::NullPointer);
    assert_eq!(fukumi_stop(None), Status::NullPointer);
    assert_eq!(fukumi_engine_free(None), Status::Ok);

    let handle = Handle::new(Rule::Freestyle, 15);
    let engine = handle.get();
    assert_eq!(fukumi_undo(engine), Status::NoStone);
    handle.play(&[(7, 7)]);
    assert_eq!(fukumi_play(engine, 7, 7), Status::Occupied);
    for (x, y) in [(15, 0), (0, 15), (-1, 0), (i32::MAX, i32::MIN)] {
        assert_eq!(fukumi_play(engine, x, y), Status::OffBoard);
        assert_eq!(fukumi_cell(engine, x, y, Some(&mut MaybeUninit::uninit())), Status::OffBoard);
    }
    assert_eq!(fukumi_cell(engine, 7, 7, None), Status::NullPointer);
    assert_eq!(fukumi_set_threads(engine, 0), Status::BadArgument);
    assert_eq!(fukumi_set_threads(engine, u32::MAX), Status::BadArgument);
    assert_eq!(fukumi_set_memory(engine, 0), Status::BadArgument);
    assert_eq!(fukumi_set_memory(engine, u64::MAX), Status::BadArgument);
    assert_eq!(fukumi_set_evaluation(engine, 2), Status::BadArgument);
    assert_eq!(fukumi_set_lines(engine, 0), Status::BadArgument);
    let solution = Some(&mut MaybeUninit::uninit());
    assert_eq!(fukumi_solve(engine, 7, None, solution), Status::BadArgument);
    assert_eq!(fukumi_solve(engine, 0, None, None), Status::NullPointer);
    assert_eq!(result(|cell| fukumi_cell(engine, 7, 7, cell)), Cell::Black);
    assert_eq!(result(|side| fukumi_to_move(engine, side)), Cell::White);
}

#[test]
fn stones_are_set_all_or_none() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&[(0, 0)]);
    let stone = |x, y, cell| Stone { x, y, cell };
    let set = |stones: &[Stone], to_move| {
        // SAFETY: pointer and length are of one array.
        unsafe { fukumi_set_stones(handle.get(), stones.as_ptr(), stones.len(), to_move) }
    };
    let cell = |x, y| result(|cell| fukumi_cell(handle.get(), x, y, cell));
    for (stones, to_move, expected) in [
        (vec![stone(1, 1, 1), stone(1, 1, 2)], 1, Status::Occupied),
        (vec![stone(1, 1, 1), stone(15, 1, 2)], 1, Status::OffBoard),
        (vec![stone(1, 1, 0)], 1, Status::BadArgument),
        (vec![stone(1, 1, 4)], 1, Status::BadArgument),
        (vec![stone(1, 1, 1)], 3, Status::BadArgument),
    ] {
        assert_eq!(set(&stones, to_move), expected);
        assert_eq!((cell(0, 0), cell(1, 1)), (Cell::Black, Cell::Empty));
    }
    assert_eq!(set(&[stone(2, 2, 2), stone(3, 3, 3), stone(4, 4, 1)], 2), Status::Ok);
    let cells = [cell(0, 0), cell(2, 2), cell(3, 3), cell(4, 4)];
    assert_eq!(cells, [Cell::Empty, Cell::White, Cell::Dead, Cell::Black]);
    assert_eq!(result(|side| fukumi_to_move(handle.get(), side)), Cell::White);
    assert_eq!(fukumi_play(handle.get(), 3, 3), Status::Occupied);
    assert_eq!(fukumi_undo(handle.get()), Status::Ok);
    assert_eq!(cell(4, 4), Cell::Empty);
    assert_eq!(result(|side| fukumi_to_move(handle.get(), side)), Cell::Black);
    // SAFETY: no stones.
    assert_eq!(unsafe { fukumi_set_stones(handle.get(), ptr::null(), 0, 1) }, Status::Ok);
    assert_eq!(cell(2, 2), Cell::Empty);
    // SAFETY: null is caught.
    let status = unsafe { fukumi_set_stones(handle.get(), ptr::null(), 1, 1) };
    assert_eq!(status, Status::NullPointer);
}

#[test]
fn a_five_is_played_and_then_there_is_nothing_to_look_for() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&FOUR);
    let (status, moves) = handle.think(&Limits::default(), None, ptr::null_mut());
    assert_eq!((status, moves[0]), (Status::Ok, Point { x: 8, y: 7 }));
    assert_eq!(handle.ending(), Ending::None);
    handle.play(&[(8, 7)]);
    assert_eq!(handle.ending(), Ending::BlackWins);
    assert_eq!(handle.think(&Limits::default(), None, ptr::null_mut()).0, Status::GameOver);
    let solution = Some(&mut MaybeUninit::uninit());
    assert_eq!(fukumi_solve(handle.get(), 0, None, solution), Status::GameOver);
}

#[test]
fn forbidden_points_are_those_of_black_in_renju() {
    let moves = [(7, 5), (0, 0), (7, 6), (14, 0), (5, 7), (0, 14), (6, 7), (14, 14)];
    for (rule, expected) in [(Rule::Renju, 1), (Rule::Freestyle, 0)] {
        let handle = Handle::new(rule, 15);
        handle.play(&moves);
        let (mut points, mut count) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let status = fukumi_forbidden_points(handle.get(), Some(&mut points), Some(&mut count));
        assert_eq!(status, Status::Ok);
        // SAFETY: the call has written them.
        let points =
            unsafe { slice::from_raw_parts(points.assume_init(), count.assume_init()) }.to_vec();
        assert_eq!(points, vec![Point { x: 7, y: 7 }; expected]);
        handle.play(&[(7, 7)]);
        let ending = if rule == Rule::Renju { Ending::DoubleThree } else { Ending::None };
        assert_eq!(handle.ending(), ending);
    }
}

#[test]
fn the_solver_answers_all_three_questions() {
    let handle = Handle::new(Rule::Freestyle, 15);
    assert_eq!(fukumi_set_memory(handle.get(), 32 << 20), Status::Ok);
    handle.play(&ATTACK);
    assert_eq!(handle.solve(Threats::Fours).verdict, Verdict::NoWin);
    let solution = handle.solve(Threats::FoursAndThrees);
    assert_eq!(solution.verdict, Verdict::Win);
    assert!(solution.plies >= 5 && solution.move_count >= 3, "{solution:?}");
    // SAFETY: the array stays until the next call.
    let first = unsafe { *solution.moves };

    let count_of = |verdict, moves: &[Judgement]| {
        moves.iter().filter(|judgement| judgement.verdict == verdict).count()
    };
    let (mut moves, mut count) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let (place, number) = (Some(&mut moves), Some(&mut count));
    let threats = Threats::FoursAndThrees as i32;
    assert_eq!(fukumi_winning_moves(handle.get(), threats, None, place, number), Status::Ok);
    // SAFETY: the call has written them.
    let winning = unsafe { slice::from_raw_parts(moves.assume_init(), count.assume_init()) };
    assert_eq!(count_of(Verdict::NoWin, winning), 0);
    assert!(winning.iter().any(|judgement| judgement.point == first), "{winning:?}");

    // White against an open three.
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&THREE);
    let (mut threat, mut moves) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let status = fukumi_defences(
        handle.get(),
        Threats::Fours as i32,
        None,
        Some(&mut threat),
        Some(&mut moves),
        Some(&mut count),
    );
    assert_eq!(status, Status::Ok);
    // SAFETY: the call has written them.
    let (threat, defences) = unsafe {
        (threat.assume_init(), slice::from_raw_parts(moves.assume_init(), count.assume_init()))
    };
    assert_eq!(threat, Verdict::Win);
    assert_eq!(defences.len(), 225 - THREE.len());
    assert_eq!(count_of(Verdict::NoWin, defences), 2);
    assert_eq!(count_of(Verdict::Unknown, defences), 0);
}

/// Here a node limit made the solver ask for ever.
#[test]
fn a_node_limit_ends_the_question_for_defences() {
    let handle = Handle::new(Rule::Standard, 15);
    let black = [(4, 4), (6, 7), (6, 6), (6, 5), (7, 7), (8, 5), (9, 6), (10, 9), (10, 6)];
    let white = [(5, 7), (6, 4), (7, 9), (7, 6), (8, 6), (9, 9), (9, 5), (10, 7)];
    for (index, &point) in black.iter().enumerate() {
        handle.play(&[point]);
        handle.play(&white[index.min(white.len())..(index + 1).min(white.len())]);
    }
    for threats in [Threats::Fours, Threats::FoursAndThrees] {
        let limits = Limits { nodes: 5, ..Limits::default() };
        let (mut threat, mut count) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let mut moves = MaybeUninit::uninit();
        let status = fukumi_defences(
            handle.get(),
            threats as i32,
            Some(&limits),
            Some(&mut threat),
            Some(&mut moves),
            Some(&mut count),
        );
        assert_eq!(status, Status::Ok);
        // SAFETY: the call has written it.
        let count = unsafe { count.assume_init() };
        assert!(count == 0 || count == 225 - black.len() - white.len(), "{count}");
    }
}

/// What the callback of a search sees.
struct Witness<'a> {
    engine: Option<&'a Engine>,
    depths: Vec<u32>,
    thread: std::thread::ThreadId,
    statuses: Vec<Status>,
    last_depth: u32,
    started: Option<mpsc::Sender<()>>,
}

impl<'a> Witness<'a> {
    fn new(engine: Option<&'a Engine>) -> Self {
        let thread = std::thread::current().id();
        let (depths, statuses) = (Vec::new(), Vec::new());
        Self { engine, depths, thread, statuses, last_depth: u32::MAX, started: None }
    }

    fn context(&mut self) -> *mut c_void {
        ptr::from_mut(self).cast()
    }
}

unsafe extern "C" fn watch(line: *const Line, context: *mut c_void) -> i32 {
    // SAFETY: the context is a witness in every test that has this as its report.
    let (line, witness) = unsafe { (&*line, &mut *context.cast::<Witness<'_>>()) };
    assert_eq!(std::thread::current().id(), witness.thread);
    assert!(line.move_count > 0 && !line.moves.is_null());
    assert!((line.win + line.draw + line.loss - 1.0).abs() < 1e-9);
    witness.depths.push(line.depth);
    witness.statuses.push(fukumi_play(witness.engine, 0, 0));
    if let Some(started) = witness.started.take() {
        started.send(()).expect("somebody who waits");
    }
    i32::from(line.depth >= witness.last_depth)
}

/// Nothing is forced, so that a search goes on.
const QUIET: [(i32, i32); 2] = [(7, 7), (8, 8)];

#[test]
fn reports_come_on_the_thread_of_the_caller_who_cannot_use_the_engine_there() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&QUIET);
    let mut witness = Witness::new(handle.get());
    let limits = Limits { depth: 5, ..Limits::default() };
    assert_eq!(handle.think(&limits, Some(watch), witness.context()).0, Status::Ok);
    assert_eq!(witness.depths, [1, 2, 3, 4, 5]);
    assert_eq!(witness.statuses, [Status::Busy; 5]);
    assert_eq!(result(|cell| fukumi_cell(handle.get(), 0, 0, cell)), Cell::Empty);
}

#[test]
fn a_report_ends_a_search_without_limits() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&QUIET);
    let mut witness = Witness::new(handle.get());
    witness.last_depth = 4;
    let (status, moves) = handle.think(&Limits::default(), Some(watch), witness.context());
    assert_eq!(status, Status::Ok);
    assert!(!moves.is_empty());
    assert!(witness.depths.contains(&4));
}

#[test]
fn another_thread_ends_a_search_without_limits() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&QUIET);
    let (sender, receiver) = mpsc::channel();
    let engine = handle.get();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            receiver.recv().expect("a report");
            assert_eq!(fukumi_play(engine, 0, 0), Status::Busy);
            assert_eq!(fukumi_stop(engine), Status::Ok);
        });
        let mut witness = Witness::new(engine);
        witness.started = Some(sender);
        let (status, moves) = handle.think(&Limits::default(), Some(watch), witness.context());
        assert_eq!(status, Status::Ok);
        assert!(!moves.is_empty());
    });
    assert_eq!(fukumi_stop(engine), Status::Ok, "nothing runs any more");
    assert_eq!(fukumi_play(engine, 0, 0), Status::Ok);
}

#[test]
fn limits_of_nodes_hold_and_the_same_question_has_the_same_answer() {
    let think = || {
        let handle = Handle::new(Rule::Renju, 15);
        handle.play(&QUIET);
        let limits = Limits { nodes: 3_000, ..Limits::default() };
        let best: Line = result(|best| {
            // SAFETY: there is no report.
            unsafe { fukumi_think(handle.get(), Some(&limits), None, ptr::null_mut(), best) }
        });
        assert!((1_000..4_000).contains(&best.nodes), "{best:?}");
        (best.score, best.depth, best.nodes)
    };
    assert_eq!(think(), think());
}

#[test]
fn several_lines_are_reported_and_counted() {
    let handle = Handle::new(Rule::Freestyle, 15);
    handle.play(&QUIET);
    assert_eq!(fukumi_set_lines(handle.get(), 3), Status::Ok);
    let mut witness = Witness::new(handle.get());
    let limits = Limits { depth: 3, ..Limits::default() };
    assert_eq!(handle.think(&limits, Some(watch), witness.context()).0, Status::Ok);
    assert_eq!(witness.depths, [1, 1, 1, 2, 2, 2, 3, 3, 3]);
}

#[test]
fn a_position_and_its_mirror_image_have_one_value() {
    let value = |moves: &[(i32, i32)], evaluation| {
        let handle = Handle::new(Rule::Standard, 15);
        handle.play(moves);
        assert_eq!(fukumi_set_evaluation(handle.get(), evaluation as i32), Status::Ok);
        result(|value| fukumi_evaluate(handle.get(), value))
    };
    let moves = [(7, 7), (8, 8), (7, 8), (7, 6), (6, 9)];
    let mirrored = moves.map(|(x, y)| (14 - x, y));
    for evaluation in [types::Evaluation::Classical, types::Evaluation::Network] {
        let here = value(&moves, evaluation);
        assert_eq!(here, value(&mirrored, evaluation));
        assert!((here.win + here.draw + here.loss - 1.0).abs() < 1e-9);
    }
}

#[test]
fn every_status_has_a_text_of_its_own() {
    // SAFETY: the texts end with 0 and are there for ever.
    let text = |status| unsafe { std::ffi::CStr::from_ptr(fukumi_status_text(status)) };
    let mut texts: Vec<_> = Status::ALL.iter().map(|&(number, _)| text(number)).collect();
    texts.push(text(-1));
    let count = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), count);
}

#[test]
fn a_panic_does_not_leave_the_library() {
    let handle = Handle::new(Rule::Freestyle, 15);
    let status = with_state(handle.get(), |_, _| panic!("on purpose"));
    assert_eq!(status, Status::Internal);
    assert_eq!(fukumi_play(handle.get(), 7, 7), Status::Internal, "its state is in doubt");
}

#[test]
fn after_the_end_there_is_no_value_and_no_forbidden_point() {
    let handle = Handle::new(Rule::Renju, 15);
    // Black would make two threes at 7,7. White makes a five.
    handle.play(&[(7, 9), (0, 0), (7, 8), (0, 1), (5, 7), (0, 2), (6, 7), (0, 3), (14, 14)]);
    assert_eq!(fukumi_evaluate(handle.get(), Some(&mut MaybeUninit::uninit())), Status::Ok);
    handle.play(&[(0, 4)]);
    assert_eq!(handle.ending(), Ending::WhiteWins);
    let status = fukumi_evaluate(handle.get(), Some(&mut MaybeUninit::uninit()));
    assert_eq!(status, Status::GameOver);
    let forbidden = || {
        let mut points = MaybeUninit::uninit();
        result(|count| fukumi_forbidden_points(handle.get(), Some(&mut points), count))
    };
    assert_eq!(forbidden(), 0);
    assert_eq!(fukumi_undo(handle.get()), Status::Ok);
    handle.play(&[(14, 0)]);
    assert_eq!(forbidden(), 1);
}
