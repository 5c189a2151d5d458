//! The game with a person: carries out commands and shows the results.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use fukumi_core::decide::level::{self, Level};
use fukumi_core::geometry::{BoardSize, Color, Point};
use fukumi_core::opening::{self, OpeningRule, Step};
use fukumi_core::pattern::forbidden::Foul;
use fukumi_core::position::Position;
use fukumi_core::position::ending::End;
use fukumi_core::rule::Rule;
use fukumi_core::score::Score;
use fukumi_records::write::{GameResult, SavedGame};
use fukumi_reports::words::{counted, percent};

use super::input::{self, Command};
use super::negotiation::Negotiation;
use super::opponent::{Found, Opponent};
use super::saved::{self, Defaults};
use crate::commands::picture::{Picture, Styles};

/// The styles of the board if there are colours. They distinguish the stones on any background.
const STYLES: Styles = Styles {
    black: AnsiColor::Cyan.on_default().bold(),
    white: AnsiColor::Yellow.on_default().bold(),
    mark: AnsiColor::Red.on_default(),
    faint: Style::new().dimmed(),
};

/// Whether the session goes on.
type Flow = ControlFlow<()>;

/// A person, an opponent, and their game.
pub(super) struct Session<W> {
    opponent: Opponent,
    output: W,
    /// The person's stones.
    side: Color,
    /// The colour with which the person starts each opening; swaps may change it later.
    first_side: Color,
    level: usize,
    /// What is said about the level when the first game begins.
    advice: Option<&'static str>,
    /// Moves that were taken back; the last one is the next to be played again.
    undone: Vec<Point>,
    /// The rule by which each new game opens.
    opening: Option<OpeningRule>,
    /// The opening, as long as it is not over.
    negotiation: Option<Negotiation>,
    /// Stones of the opening, which are not taken back.
    settled: usize,
    /// Whether the engine plays both sides.
    is_demo: bool,
    /// The side that has given the game up.
    resigned: Option<Color>,
}

impl<W: Write> Session<W> {
    /// A session without a game, in which the person plays `side`.
    pub(super) fn new(opponent: Opponent, output: W, side: Color) -> Self {
        Self {
            opponent,
            output,
            side,
            first_side: side,
            level: level::HIGHEST,
            advice: None,
            undone: Vec::new(),
            opening: None,
            negotiation: None,
            settled: 0,
            is_demo: false,
            resigned: None,
        }
    }

    /// Sets the opening rule of new games, and whether the engine plays both sides.
    pub(super) fn set_opening(&mut self, opening: Option<OpeningRule>, is_demo: bool) {
        self.opening = opening;
        self.is_demo = is_demo;
    }

    /// Sets what is said about the level when the first game begins.
    pub(super) fn set_advice(&mut self, advice: &'static str) {
        self.advice = Some(advice);
    }

    /// Begins the first game.
    pub(super) fn open(&mut self, rule: Rule, size: BoardSize, level: usize) -> anyhow::Result<()> {
        self.set_level(level);
        self.start(rule, size)
    }

    /// Continues a saved game, whose rule and size take precedence over the defaults.
    ///
    /// # Errors
    /// If there is no such game.
    pub(super) fn resume(
        &mut self,
        name: &str,
        defaults: Defaults,
        side: Option<Color>,
        level: usize,
    ) -> anyhow::Result<()> {
        let game = saved::load(name, defaults)?;
        self.set_level(level);
        self.take_up(&game, side)
    }

    /// Writes the prompt.
    pub(super) fn prompt(&mut self) -> anyhow::Result<()> {
        let is_named = !self.is_over()? && self.negotiation.is_none();
        write!(self.output, "{}> ", if is_named { name(self.side) } else { "" })?;
        Ok(self.output.flush()?)
    }

    /// Carries out the command of a line, or says what is wrong with it.
    pub(super) fn take(&mut self, line: &str) -> anyhow::Result<Flow> {
        let size = self.opponent.position()?.size();
        let step = self.negotiation.as_ref().map(|_| Step::parse(line, size));
        if let Some(Ok(step)) = step {
            self.take_step(&step)?;
            self.output.flush()?;
            return Ok(Flow::Continue(()));
        }
        let mut words = line.split_whitespace();
        let is_point = words.next().is_some_and(|word| size.parse_label(word).is_some());
        match input::parse(line, size) {
            Ok(Command::Quit) => return Ok(Flow::Break(())),
            Err(complaint) => match step {
                Some(Err(error)) if is_point => writeln!(self.output, "{error}")?,
                _ => writeln!(self.output, "{complaint}")?,
            },
            Ok(command) => self.execute(command)?,
        }
        self.output.flush()?;
        Ok(Flow::Continue(()))
    }

    fn execute(&mut self, command: Command) -> anyhow::Result<()> {
        let (rule, size) = {
            let position = self.opponent.position()?;
            (position.rule(), position.size())
        };
        if self.negotiation.is_some() {
            match command {
                Command::Undo | Command::Redo => {
                    writeln!(self.output, "an opening is not taken back; new begins another")?;
                    return Ok(());
                }
                Command::Resign => {
                    writeln!(self.output, "an opening is not given up; new begins another")?;
                    return Ok(());
                }
                Command::Hint => return self.hint_step(),
                Command::Step => return self.delegate_step(),
                Command::Move(point) => return self.take_step(&Step::Stones(vec![point])),
                _ => {}
            }
        }
        match command {
            Command::Step => writeln!(self.output, "there is no opening rule at work")?,
            Command::Move(point) => self.play(point)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint => self.hint()?,
            Command::Evaluate => self.evaluate()?,
            Command::Level(None) => self.list_levels()?,
            Command::Level(Some(number)) => {
                self.set_level(number);
                writeln!(self.output, "{}", level_name(number))?;
            }
            Command::Rule(rule) => self.begin(rule, size)?,
            Command::Size(size) => self.begin(rule, size)?,
            Command::New => self.begin(rule, size)?,
            Command::Swap => self.swap()?,
            Command::Board => self.show()?,
            Command::Resign => self.resign()?,
            Command::Save(file) => self.save(&file)?,
            Command::Load(name) => self.load(&name)?,
            Command::Help => write!(self.output, "{}", input::HELP)?,
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    fn set_level(&mut self, number: usize) {
        self.level = number;
        self.opponent.set_level(number);
    }

    /// Begins a game in place of the one that is played.
    fn begin(&mut self, rule: Rule, size: BoardSize) -> anyhow::Result<()> {
        if let Some(opening) = self.opening.filter(|opening| !opening.fits(size)) {
            writeln!(self.output, "a board of {size} is too small for {opening}")?;
            return Ok(());
        }
        if let Some(opening) = self.opening.filter(|opening| !opening.allows(rule)) {
            writeln!(
                self.output,
                "{opening} is an opening rule of renju; the game stays as it is"
            )?;
            return Ok(());
        }
        self.say_how_to_return()?;
        self.start(rule, size)
    }

    fn start(&mut self, rule: Rule, size: BoardSize) -> anyhow::Result<()> {
        self.opponent.start(rule, size)?;
        self.undone.clear();
        self.resigned = None;
        self.settled = 0;
        let side = self.first_side;
        self.negotiation =
            self.opening.and_then(|opening| Negotiation::new(opening, size, side, self.is_demo));
        if self.negotiation.is_none() {
            self.introduce(rule, size)?;
            return self.go_on();
        }
        self.introduce_opening(rule, size)?;
        self.go_on_opening()
    }

    /// Says which opening is played.
    fn introduce_opening(&mut self, rule: Rule, size: BoardSize) -> anyhow::Result<()> {
        let Some(negotiation) = &self.negotiation else { return Ok(()) };
        let (name, who) = (negotiation.opening().rule(), negotiation.roles());
        let level = level_name(self.level);
        writeln!(self.output, "{rule}, {size}, opening by {name}; {who}, Fukumi plays at {level}")?;
        self.advise()
    }

    /// Makes a step of the person in the opening, or says why it is not possible.
    fn take_step(&mut self, step: &Step) -> anyhow::Result<()> {
        let Some(negotiation) = &mut self.negotiation else { return Ok(()) };
        match negotiation.apply(step) {
            Ok(_) => self.go_on_opening(),
            Err(complaint) => Ok(writeln!(self.output, "{complaint}")?),
        }
    }

    /// Lets the engine make its steps until the person is asked or the opening is over.
    fn go_on_opening(&mut self) -> anyhow::Result<()> {
        while let Some(negotiation) = &self.negotiation {
            let opening = *negotiation.opening();
            self.opponent.set_opening(&opening)?;
            let is_persons_turn = negotiation.is_persons_turn();
            if self.is_demo && opening.stones().next().is_some() {
                self.show_board()?;
            }
            if opening.is_over() {
                return self.end_opening();
            }
            if is_persons_turn {
                self.show()?;
                return Ok(());
            }
            let step = self.opponent.step(&opening)?;
            let Some(negotiation) = &mut self.negotiation else { break };
            let who = negotiation.name_of_next();
            let said = negotiation.apply(&step)?;
            writeln!(self.output, "{who}: {said}")?;
            if self.is_demo && self.opponent.was_interrupted() {
                self.stop_demo()?;
            }
        }
        Ok(())
    }

    /// Goes on with the game after the opening.
    fn end_opening(&mut self) -> anyhow::Result<()> {
        let Some(negotiation) = self.negotiation.take() else { return Ok(()) };
        self.settled = negotiation.opening().stones().count();
        if let Some(color) = negotiation.persons_color() {
            self.side = color;
        }
        if !self.is_demo {
            let (name, sign) = (name(self.side), sign(self.side));
            writeln!(self.output, "the opening is over; you are {name} ({sign})")?;
        }
        self.go_on()
    }

    /// Names the step that the engine would make.
    fn hint_step(&mut self) -> anyhow::Result<()> {
        let Some(negotiation) = &self.negotiation else { return Ok(()) };
        let opening = *negotiation.opening();
        let step = self.opponent.step(&opening)?;
        writeln!(self.output, "hint: {}", step.text(opening.size()))?;
        Ok(())
    }

    /// Lets the engine make the person's step.
    fn delegate_step(&mut self) -> anyhow::Result<()> {
        let Some(negotiation) = &self.negotiation else { return Ok(()) };
        let opening = *negotiation.opening();
        let step = self.opponent.step(&opening)?;
        writeln!(self.output, "you: {}", step.text(opening.size()))?;
        self.take_step(&step)
    }

    /// Gives the person the side to move.
    fn stop_demo(&mut self) -> anyhow::Result<()> {
        self.is_demo = false;
        self.side = self.opponent.position()?.to_move();
        if let Some(negotiation) = &mut self.negotiation {
            negotiation.hand_over();
        }
        let part = if self.negotiation.is_some() { "make the next step" } else { "are to move" };
        writeln!(self.output, "you {part}")?;
        Ok(())
    }

    /// Says what is played, and who plays which side.
    fn introduce(&mut self, rule: Rule, size: BoardSize) -> anyhow::Result<()> {
        let who = if self.is_demo {
            "you watch".into()
        } else {
            format!("you are {} ({})", name(self.side), sign(self.side))
        };
        let level = level_name(self.level);
        writeln!(self.output, "{rule}, {size}; {who}, Fukumi plays at {level}")?;
        self.advise()
    }

    /// Says once what there is to say about the level.
    fn advise(&mut self) -> anyhow::Result<()> {
        if let Some(advice) = self.advice.take() {
            writeln!(self.output, "{advice}")?;
        }
        Ok(())
    }

    /// Plays a move of the person.
    fn play(&mut self, point: Point) -> anyhow::Result<()> {
        let position = self.opponent.position()?;
        let label = point.label(position.size());
        if self.is_over()? {
            writeln!(self.output, "the game is over; undo, new, save FILE or quit")?;
        } else if !position.board().is_empty(point) {
            writeln!(self.output, "{label} is taken")?;
        } else if let Some(foul) = position.foul(self.side, point) {
            writeln!(self.output, "{label} is forbidden to Black: {}", foul_name(foul))?;
        } else {
            self.opponent.play(point)?;
            self.undone.clear();
            self.go_on()?;
        }
        Ok(())
    }

    /// Makes the engine move if it is its turn, and shows the result.
    fn go_on(&mut self) -> anyhow::Result<()> {
        while !self.is_over()? && (self.is_demo || self.opponent.position()?.to_move() != self.side)
        {
            let point = self.opponent.reply()?.point;
            let label = point.label(self.opponent.position()?.size());
            writeln!(self.output, "Fukumi plays {label}")?;
            if self.is_demo && self.opponent.was_interrupted() {
                self.stop_demo()?;
            }
            // Whoever watches sees every move; the last board is shown below.
            if self.is_demo && !self.is_over()? {
                self.show_board()?;
            }
        }
        self.show()
    }

    /// Shows the board, without what may be done next.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let position = self.opponent.position()?;
        let last = position.board().stones().last().map(|stone| stone.point);
        let marks = position.forbidden_points();
        let picture = Picture { position, last, marks, mark: '!', styles: STYLES };
        write!(self.output, "{picture}{}", named(position))?;
        Ok(self.output.flush()?)
    }

    /// The person gives the game up.
    fn resign(&mut self) -> anyhow::Result<()> {
        if self.is_over()? {
            writeln!(self.output, "the game is over; undo, new, save FILE or quit")?;
            return Ok(());
        }
        self.resigned = Some(self.side);
        self.undone.clear();
        self.show()
    }

    /// How the game ended, if it has ended.
    fn ending(&self) -> anyhow::Result<Option<String>> {
        Ok(match self.resigned {
            Some(side) => Some(format!("{} resigns: {} wins", name(side), name(!side))),
            None => ending(self.opponent.position()?),
        })
    }

    fn result(&self) -> anyhow::Result<Option<GameResult>> {
        Ok(match self.resigned {
            Some(side) => Some(GameResult::Win(!side)),
            None => End::of(self.opponent.position()?).map(GameResult::from),
        })
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let ending = self.ending()?;
        let position = self.opponent.position()?;
        let last = position.board().stones().last().map(|stone| stone.point);
        if let Some(negotiation) = &self.negotiation {
            let marks = *negotiation.opening().offers();
            let picture = Picture { position, last, marks, mark: '?', styles: STYLES };
            write!(self.output, "{picture}{}", named(position))?;
            writeln!(self.output, "{}", negotiation.question())?;
            return Ok(());
        }
        let marks = position.forbidden_points();
        let picture = Picture { position, last, marks, mark: '!', styles: STYLES };
        write!(self.output, "{picture}{}", named(position))?;
        if let Some(text) = ending {
            writeln!(self.output, "{text}; new for another game, undo to take a move back")?;
        } else if !marks.is_empty() {
            writeln!(self.output, "! is forbidden to Black")?;
        }
        Ok(())
    }

    fn is_over(&self) -> anyhow::Result<bool> {
        Ok(self.ending()?.is_some())
    }

    /// Goes back to the person's last turn.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.resigned.take().is_some() {
            return self.show();
        }
        let stones = self.opponent.position()?.board().stones().to_vec();
        // Black moves after an even number of stones.
        let is_own_turn = |&count: &usize| (count % 2 == 0) == (self.side == Color::Black);
        let Some(count) = (self.settled..stones.len()).rev().find(is_own_turn) else {
            writeln!(self.output, "there is nothing to take back")?;
            return Ok(());
        };
        for stone in stones[count..].iter().rev() {
            self.opponent.take_back(stone.point)?;
            self.undone.push(stone.point);
        }
        self.show()
    }

    /// Goes forward to the person's next turn.
    fn redo(&mut self) -> anyhow::Result<()> {
        if self.undone.is_empty() {
            writeln!(self.output, "there is nothing to play again")?;
            return Ok(());
        }
        while let Some(point) = self.undone.pop() {
            self.opponent.play(point)?;
            if self.opponent.position()?.to_move() == self.side {
                break;
            }
        }
        self.show()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.is_over()? {
            writeln!(self.output, "the game is over")?;
            return Ok(());
        }
        let Found { point, line } = self.opponent.hint()?;
        let label = point.label(self.opponent.position()?.size());
        let outlook = line.map_or_else(String::new, |line| outlook(line.score));
        writeln!(self.output, "hint: {label}{outlook}")?;
        Ok(())
    }

    /// Says what the position is worth to both sides, and how the game may go on.
    fn evaluate(&mut self) -> anyhow::Result<()> {
        if let Some(text) = self.ending()? {
            writeln!(self.output, "the game is over: {text}")?;
            return Ok(());
        }
        let Some(line) = self.opponent.evaluate()? else {
            writeln!(self.output, "there was no time to find out")?;
            return Ok(());
        };
        let position = self.opponent.position()?;
        writeln!(self.output, "{}", verdict(position.to_move(), line.score))?;
        let labels: Vec<String> =
            line.moves.iter().map(|point| point.label(position.size())).collect();
        writeln!(self.output, "best line: {}", labels.join(" "))?;
        Ok(())
    }

    fn swap(&mut self) -> anyhow::Result<()> {
        self.side = !self.side;
        self.undone.clear();
        writeln!(self.output, "you are {} ({})", name(self.side), sign(self.side))?;
        self.go_on()
    }

    fn list_levels(&mut self) -> anyhow::Result<()> {
        for number in 1..=level::HIGHEST {
            let mark = if number == self.level { '>' } else { ' ' };
            writeln!(self.output, "{mark} {}", level_name(number))?;
        }
        Ok(())
    }

    fn save(&mut self, file: &Path) -> anyhow::Result<()> {
        let position = self.opponent.position()?;
        let moves: Vec<Point> = position.board().stones().iter().map(|stone| stone.point).collect();
        let engine = format!("Fukumi, {}", level_name(self.level));
        let players = match self.side {
            Color::Black => ["Player", &engine],
            Color::White => [&engine, "Player"],
        };
        let game = SavedGame {
            size: position.size(),
            rule: position.rule(),
            players,
            moves: &moves,
            result: self.result()?,
        };
        match saved::save(&game, file) {
            Ok(()) => writeln!(self.output, "saved in {}", file.display())?,
            Err(complaint) => writeln!(self.output, "{complaint:#}")?,
        }
        Ok(())
    }

    /// Continues a saved game, or says why it cannot and keeps the current one.
    fn load(&mut self, name: &str) -> anyhow::Result<()> {
        let defaults = Defaults { rule: self.opponent.position()?.rule(), ..Defaults::default() };
        match saved::load(name, defaults) {
            Ok(game) => {
                self.say_how_to_return()?;
                self.take_up(&game, None)
            }
            Err(complaint) => Ok(writeln!(self.output, "{complaint:#}")?),
        }
    }

    /// Says how to return to a game that another one replaces before its end.
    fn say_how_to_return(&mut self) -> anyhow::Result<()> {
        let position = self.opponent.position()?;
        let (rule, size) = (position.rule(), position.size());
        let labels = position.board().stones().iter().map(|stone| stone.point.label(size));
        let moves: Vec<String> = labels.collect();
        if self.negotiation.is_none() && !moves.is_empty() && !self.is_over()? {
            let moves = moves.join(",");
            writeln!(
                self.output,
                "to return to this game: load size={size} rule={rule} moves={moves}"
            )?;
        }
        Ok(())
    }

    /// Continues a game. The person plays `side`, or the side to move if `side` is `None`, so that
    /// nothing happens unasked.
    fn take_up(&mut self, game: &saved::Loaded, side: Option<Color>) -> anyhow::Result<()> {
        self.opponent.start(game.rule, game.size)?;
        self.undone.clear();
        self.resigned = None;
        (self.negotiation, self.settled) = (None, 0);
        for &point in &game.moves {
            self.opponent.play(point)?;
        }
        let to_move = self.opponent.position()?.to_move();
        self.side = match side {
            Some(side) => side,
            None if self.is_over()? => self.side,
            None => to_move,
        };
        writeln!(self.output, "loaded {}", counted(game.moves.len(), "move"))?;
        self.introduce(game.rule, game.size)?;
        self.go_on()
    }
}

/// The line that names the opening of a game of renju; empty if it has no name.
fn named(position: &Position) -> String {
    let named = opening::name_of(position).filter(|_| position.rule() == Rule::Renju);
    named.map_or_else(String::new, |named| format!("opening {named}\n"))
}

/// How the game ended, if it has ended.
fn ending(position: &Position) -> Option<String> {
    match position.ending() {
        Some(ending) => Some(ending.to_string()),
        None if position.board().empty_count() == 0 => Some("the board is full: a draw".into()),
        None => None,
    }
}

/// What a score means to the side to move.
fn outlook(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies @ 0..) => format!(", which wins in {}", moves(plies)),
        Some(plies) => format!(", though it loses in {}", moves(plies)),
        None => format!(", winning chance {}", percent(score.win_rate(), 0)),
    }
}

/// What a score of the side to move means to both sides.
fn verdict(to_move: Color, score: Score) -> String {
    let winner = if score.is_loss() { !to_move } else { to_move };
    match score.plies_to_end() {
        Some(plies) => format!("{} wins in {}", name(winner), moves(plies)),
        None => {
            let [own, other] = [score, -score].map(|score| percent(score.win_rate(), 1));
            let (black, white) = if to_move == Color::Black { (own, other) } else { (other, own) };
            format!("Black {black}, White {white}")
        }
    }
}

/// Plies to the end, as a number of moves of the side that makes the last one.
fn moves(plies: i32) -> String {
    counted(plies.unsigned_abs().div_ceil(2) as usize, "move")
}

fn level_name(number: usize) -> String {
    match Level::elo(number) {
        Some(elo) => format!("level {number} of {}, Elo {elo}", level::HIGHEST),
        None => format!("level {number} of {}, full strength", level::HIGHEST),
    }
}

const fn foul_name(foul: Foul) -> &'static str {
    match foul {
        Foul::Overline => "an overline",
        Foul::DoubleFour => "a double four",
        Foul::DoubleThree => "a double three",
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => 'x',
        Color::White => 'o',
    }
}
