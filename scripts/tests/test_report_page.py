"""The page of `fukumi analyze --html` in headless Chromium: it is drawn, can be stepped through, asks for nothing.

Chromium is the one that CHROMIUM names, that of the system, or the one that Playwright has installed. Where there is
none the tests are skipped, unless NEEDS_BROWSER is set.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from documents import BUILT
from patience import PATIENCE

IS_NEEDED = os.environ.get("NEEDS_BROWSER", "") not in ("", "0")
if not IS_NEEDED:
    pytest.importorskip("playwright", reason="the report page needs playwright: scripts/test --with browser")

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

MOVES = ["f8", "f9", "g8", "g7", "h8", "a1", "o15", "e8"]
PLAYER = "<img src=x onerror=alert(1)> & Co"
DASH = "\N{EN DASH}"

MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=MILLISECONDS)

WIDE: ViewportSize = {"width": 1200, "height": 900}
NARROW: ViewportSize = {"width": 360, "height": 740}
PHONE: ViewportSize = {"width": 390, "height": 844}
WON = ["f8", "f9", "g8", "g7", "h8", "a1", "e8", "i8", "d8"]
# What sticks out of the window or of a box that hides or scrolls what does not fit, drawings left out.
CLIPPED = """() => [...document.querySelectorAll("body *")].filter((element) => {
  if (element.closest("svg") && element.tagName !== "svg") return false;
  const { left, right, width } = element.getBoundingClientRect();
  const hides = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth;
  return width > 0 && (left < -0.5 || right > innerWidth + 0.5 || hides);
}).map((element) => element.outerHTML.slice(0, 200))"""


def skip(reason: str) -> NoReturn:
    """Skips the test, unless it is one that must be run."""
    if IS_NEEDED:
        pytest.fail(f"{reason}, and NEEDS_BROWSER says that this must not be left out")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    path = next((found for name in names if name and (found := shutil.which(name))), None)
    # Its sandbox does not work for root, whom containers usually have.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=arguments, timeout=MILLISECONDS)
        except PlaywrightError as error:
            skip(f"no Chromium to look at the page with: {str(error).splitlines()[0]}")
        yield browser
        browser.close()


def new_page(browser: Browser, **settings) -> Page:
    """A page that waits as long as everything else here."""
    page = browser.new_page(**settings)
    page.set_default_timeout(MILLISECONDS)
    return page


def analyze(*arguments: str | Path) -> None:
    """Runs the built program."""
    engine = shutil.which("fukumi", path=BUILT)
    if engine is None:
        skip("target/quick/fukumi is not built")
    command = [engine, "analyze", "--nodes", "2000", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def sgf(moves: list[str], properties: str = "") -> str:
    """A game in SGF."""
    nodes = "".join(f";{'BW'[number % 2]}[{move}]" for number, move in enumerate(moves))
    return f"(;SZ[15]{properties}{nodes})"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a game with a missed win."""
    folder = tmp_path_factory.mktemp("report")
    game, page = folder / "game.sgf", folder / "game.html"
    game.write_text(sgf(MOVES, f"PB[{PLAYER}]PW[White]"))
    analyze("--multi-pv", "2", "--html", page, game)
    return page


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index page of two games, of which the second one is won, with long names."""
    folder = tmp_path_factory.mktemp("index")
    missed, won = folder / "missed.sgf", folder / "won.sgf"
    missed.write_text(sgf(MOVES, f"PB[{PLAYER}]PW[White]"))
    won.write_text(sgf(WON, f"PB[{'A' * 55}]PW[{'B' * 55}]EV[{'C' * 55}]DT[2024-05-01]"))
    analyze("--html", folder / "pages", missed, won)
    return folder / "pages" / "index.html"


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    """The page, of which nothing may go wrong and which may ask for nothing but itself."""
    page = new_page(browser, viewport=WIDE)
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("request", lambda request: requests.append(request.url.split("#")[0]))
    page.goto(report.as_uri())
    yield page
    page.close()
    assert complaints == []
    assert set(requests) <= {report.as_uri(), "about:blank"}


def stones(page: Page) -> dict[str, tuple[str, str]]:
    """Colour and number of the stones of the game on the board."""
    found = {}
    for stone in page.locator("#board .stone:not(.shown)").all():
        color = "black" if "black" in (stone.get_attribute("class") or "").split() else "white"
        found[stone.get_attribute("data-point")] = (color, stone.text_content())
    return found


def played(count: int) -> dict[str, tuple[str, str]]:
    """The stones that belong on the board after so many moves."""
    return {move: (("black", "white")[index % 2], str(index + 1)) for index, move in enumerate(MOVES[:count])}


def button(page: Page, name: str) -> Locator:
    """A button by its name."""
    return page.get_by_role("button", name=name, exact=True)


def item(page: Page, number: int) -> Locator:
    """The item of a move in the list."""
    return page.locator("#moves .move").nth(number)


def test_it_begins_before_the_first_move(page: Page) -> None:
    expect(page.locator("h1")).to_contain_text(PLAYER)
    expect(page.locator(".number")).to_have_text("0 / 8")
    assert stones(page) == {}
    assert page.locator("#board .name").count() == 4 * 15
    expect(button(page, "One move back")).to_be_disabled()
    expect(page.locator("#lines button")).to_have_count(2)


def test_buttons_and_keys_step_through_the_game(page: Page) -> None:
    for count in range(1, len(MOVES) + 1):
        if count % 2:
            button(page, "One move forward").click()
        else:
            page.keyboard.press("ArrowRight")
        assert stones(page) == played(count)
        last = page.locator("#board .stone:has(.last)")
        assert last.get_attribute("data-point") == MOVES[count - 1]
        expect(page.locator("#moves [aria-current]")).to_contain_text(f"{count}. {MOVES[count - 1]}")
    expect(button(page, "One move forward")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    assert stones(page) == played(8)
    page.keyboard.press("ArrowLeft")
    assert stones(page) == played(7)
    button(page, "One move back").click()
    assert stones(page) == played(6)
    page.keyboard.press("End")
    assert stones(page) == played(8)
    page.keyboard.press("Home")
    assert stones(page) == {}
    button(page, "To the end").click()
    assert stones(page) == played(8)
    button(page, "To the beginning").click()
    assert stones(page) == {}


def test_moves_graph_and_stones_can_be_clicked(page: Page) -> None:
    item(page, 5).click()
    assert stones(page) == played(5)
    ground = page.locator(".graph .ground").bounding_box()
    assert ground
    step = ground["width"] / len(MOVES)
    page.mouse.click(ground["x"] + 3.2 * step, ground["y"] + ground["height"] / 2)
    assert stones(page) == played(3)
    page.locator('#board .stone[data-point="f9"]').click()
    assert stones(page) == played(2)
    cursor = page.locator(".graph .here").bounding_box()
    assert cursor and abs(cursor["x"] + cursor["width"] / 2 - (ground["x"] + 2 * step)) < 1


def test_a_line_is_shown_on_the_board(page: Page) -> None:
    item(page, 6).click()
    line = page.locator("#lines button").first
    moves = (line.locator("span").text_content() or "").split()
    expect(line).to_contain_text("wins in 2 moves")
    expect(page.locator(".mark").first).to_have_attribute("data-point", moves[0])
    line.click()
    expect(page.locator("#lines button").first).to_have_attribute("aria-pressed", "true")
    shown = page.locator("#board .shown")
    assert [stone.get_attribute("data-point") for stone in shown.all()] == moves
    expect(page.locator(".mark")).to_have_count(0)
    page.keyboard.press("l")
    expect(shown).to_have_count(0)
    page.keyboard.press("l")
    expect(shown).to_have_count(len(moves))
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_count(0)


def test_a_missed_win_is_told(page: Page) -> None:
    expect(item(page, 7)).to_contain_text("missed win")
    page.keyboard.press("End")
    page.keyboard.press("Shift+N")
    expect(page.locator(".number")).to_have_text("7 / 8")
    expect(page.locator("#state")).to_contain_text("Black misses a win by fours in 2 moves.")
    page.get_by_role("button", name="Better: ").click()
    # The line alone has numbers while it is shown.
    assert stones(page) == {move: (color, "") for move, (color, _) in played(6).items()}
    assert page.locator("#board .shown").count() > 0
    button(page, "Next mistake").click()
    expect(page.locator(".number")).to_have_text("7 / 8")


def test_an_address_names_a_move(page: Page, report: Path) -> None:
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#1")
    page.goto("about:blank")
    page.goto(f"{report.as_uri()}#4")
    assert stones(page) == played(4)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_small_screen_is_enough(page: Page, scheme: str) -> None:
    page.set_viewport_size(NARROW)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.keyboard.press("End")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    board = page.locator("#board svg").bounding_box()
    assert board and board["x"] >= 0 and board["x"] + board["width"] <= 360
    # Black on white or white on black, as asked for.
    color = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = sum(int(part) for part in re.findall(r"\d+", color)[:3])
    assert (brightness < 200) == (scheme == "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_clipped_on_a_phone(browser: Browser, index: Path, scheme: str) -> None:
    page = new_page(browser, viewport=PHONE, color_scheme="dark" if scheme == "dark" else "light")
    # The marks of moves have words such as "missed win".
    for name in ("index.html", "won.html#9", "missed.html#6"):
        page.goto(f"{index.parent.as_uri()}/{name}")
        assert page.evaluate(CLIPPED) == [], name
        page.keyboard.press("l")
        assert page.evaluate(CLIPPED) == [], name
    page.close()


def test_a_click_on_an_empty_point_leads_on_or_tells(page: Page) -> None:
    board = page.locator("#board svg")

    def click(label: str) -> None:
        """Clicks where the labels of column and row say that the point is."""
        box = board.bounding_box()
        column = page.locator("#board .name", has_text=re.compile(f"^{label[0]}$")).first.bounding_box()
        row = page.locator("#board .name", has_text=re.compile(f"^{label[1:]}$")).first.bounding_box()
        assert box and column and row
        x, y = column["x"] + column["width"] / 2 - box["x"], row["y"] + row["height"] / 2 - box["y"]
        board.click(position={"x": x, "y": y})

    item(page, 3).click()
    # A move of later, one of before, and one of nobody.
    click("o15")
    assert stones(page) == played(7)
    click("a1")
    assert stones(page) == played(6)
    best = [hint.get_attribute("data-point") or "" for hint in page.locator(".mark").all()]
    free = next(label for label in ("c3", "d3", "e3", "f3") if label not in best)
    expect(page.locator("#note")).to_be_empty()
    click(free)
    assert stones(page) == played(6)
    expect(page.locator("#note")).to_have_text(f"No move of this game is at {free}.")
    # One of the best moves: its line.
    click(best[1])
    expect(page.locator("#lines button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#note")).to_be_empty()


def test_the_index_leads_to_games_and_mistakes(browser: Browser, index: Path) -> None:
    page = new_page(browser, viewport=WIDE)
    page.goto(index.as_uri())
    expect(page.locator("h1")).to_have_text("2 games")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text(f"{PLAYER} {DASH} White")
    expect(rows.nth(1)).to_contain_text("Black has won")
    rows.nth(0).locator("td a").click()
    assert page.url.startswith(index.with_name("missed.html").as_uri() + "#")
    page.go_back()
    rows.nth(1).locator("th a").click()
    expect(page.locator("h1")).to_have_text(f"{'A' * 55} {DASH} {'B' * 55}, {'C' * 55}, 2024-05-01")
    page.close()


def test_the_winning_row_is_marked_at_the_end(browser: Browser, index: Path) -> None:
    page = new_page(browser, viewport=WIDE)
    page.goto(index.with_name("won.html").as_uri() + "#9")
    marked = page.locator("#board .stone:has(.ring)")
    assert {stone.get_attribute("data-point") for stone in marked.all()} == {"d8", "e8", "f8", "g8", "h8"}
    expect(page.locator("#state")).to_contain_text("Black has won: d8 e8 f8 g8 h8.")
    page.keyboard.press("ArrowLeft")
    expect(marked).to_have_count(0)
    page.close()


@pytest.fixture(scope="module")
def match_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a match of two games at each of two venues."""
    engine = shutil.which("fukumi", path=BUILT)
    if engine is None:
        skip("target/quick/fukumi is not built")
    folder = tmp_path_factory.mktemp("match")
    command = [sys.executable, "-m", "fukumi_tools", "match"]
    players = ["--engine", f"name='{PLAYER}' cmd={engine} nodes=200", "--engine", f"name=small cmd={engine} nodes=20"]
    venues = ["--venue", "rule=renju board=15", "--venue", "board=20"]
    arguments = [*players, *venues, "--match", "600", "--games", "2", "--out", folder / "out"]
    subprocess.run([*command, *arguments], check=True, stdout=subprocess.DEVNULL)
    page = folder / "match.html"
    subprocess.run([*command, "show", folder / "out", "--html", page], check=True, stdout=subprocess.DEVNULL)
    return page


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_each_game_of_a_match_can_be_played_through(browser: Browser, match_page: Path, size: ViewportSize):
    page = new_page(browser, viewport=size)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(match_page.as_uri() + "#3/1")
    state, stones = page.locator("#state"), page.locator("#board .stone:not(.shown)")
    expect(page.locator("#game-choice")).to_have_value("3")
    expect(stones).to_have_count(1)
    page.keyboard.press("End")
    expect(state).to_contain_text("won: five")
    expect(state).to_contain_text(re.compile(r"\d s left, evaluation .*nodes"))
    expect(page.locator("#board .ring")).not_to_have_count(0)
    count = int(page.locator(".number").inner_text().split("/")[1])
    expect(stones).to_have_count(count)
    # The line that was expected before the last move.
    page.keyboard.press("ArrowLeft")
    page.locator("#lines button").click()
    expect(page.locator("#board .shown")).not_to_have_count(0)
    page.locator("#game-choice").press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#game-choice")).to_have_value("4")
    page.locator("#venue").select_option("1")
    expect(page.locator("#game-choice option")).to_have_count(2)
    expect(page.locator("#state")).to_contain_text("renju")
    page.locator("#second").select_option(label="small")
    expect(page.locator("#game-choice option")).to_have_count(2)
    # A cell of the crosstable leads to all games of its engines, at every venue.
    page.locator(".tables a").first.click()
    expect(page.locator("#game-choice option")).to_have_count(4)
    expect(page.locator("#game-choice")).to_have_value("1")
    expect(page.locator("#second option:checked")).to_have_text("small")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert complaints == []
    page.close()
