/** The page: the board with what belongs to it on one side, the panels on the other. */

import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import { Editor } from "../app/editor";
import { Exercise } from "../app/exercise";
import { Exhibition } from "../app/exhibition";
import type { Explorer } from "../app/explorer";
import { Lesson } from "../app/lesson";
import type { Keeper } from "../app/keeper";
import type { Library } from "../app/library";
import { Match } from "../app/match";
import { Overlay } from "../app/overlay";
import type { Puzzles } from "../app/puzzles";
import type { Review } from "../app/review";
import type { Update } from "../app/update";
import { numberedMoves } from "../app/settings";
import { clockText } from "../core/clock";
import { namesAround } from "../core/coordinates";
import { positionAt } from "../core/drawing";
import { type Color, type Point, other } from "../core/geometry";
import { marksOf } from "../core/marks";
import { currentLanguage, percent, t } from "../i18n";
import { LANGUAGES } from "../i18n/languages";
import { nameOf } from "../i18n/points";
import { analysisPanel } from "./analysis-panel";
import { Board } from "./board";
import type { BoardMark } from "./board-picture";
import { ChanceBar } from "./chance-bar";
import { h, iconButton, translate } from "./dom";
import { Echo } from "./echo";
import { editBar } from "./edit-bar";
import { endBar } from "./end-bar";
import { explorerPanel } from "./explorer-panel";
import { type Opened, filePanel, openAll } from "./file-panel";
import { Graph } from "./graph";
import * as icons from "./icons";
import { listenToKeys, listenToWheel } from "./keys";
import { libraryPanel } from "./library-panel";
import { lookDialog } from "./look-dialog";
import { movesPanel } from "./moves-panel";
import { openingBar } from "./opening-bar";
import { playPanel } from "./play-panel";
import { puzzlePanel } from "./puzzle-panel";
import { reviewPanel } from "./review-panel";
import { Sounds } from "./sounds";
import { Tabs } from "./tabs";
import { trainingBar } from "./training-bar";
import { updateNotice } from "./update-notice";
import { waitingBar } from "./waiting-bar";
import { watchBar } from "./watch-bar";
import { colorName, worthText } from "./words";

/** The most moves of the explorer that the board shows. */
const MARKED_MOVES = 8;
/** The panels that are about the position on the board. */
const WITH_BOARD: readonly string[] = ["analysis", "moves", "games", "review"];

export function buildPage(
  root: HTMLElement,
  app: App,
  analysis: Analysis,
  review: Review,
  puzzles: Puzzles,
  explorer: Explorer,
  library: Library,
  keeper: Keeper,
  update: Update | null,
): void {
  const { settings } = app;
  const editor = new Editor(app);
  const overlay = new Overlay(app, analysis);
  const edit = editBar(app, editor);
  const sounds = new Sounds(app);

  // --- The board and what belongs to it ----------------------------------------------------------

  const status = h("p", { class: "status", role: "status" });
  const echo = new Echo(status);
  const speaker = h("p", { class: "heard", "aria-live": "polite" });
  const board = new Board({
    played: (point) => tap(point),
    keyed: (event) => boardKey(event) || letter(event),
    announce: (text) => (speaker.textContent = text),
    isCareful: () => settings.touch === "twice",
    asked: (point) => app.say("board.again", () => ({ move: nameOf(point, app.game.size) })),
  });
  const names: Record<Color, HTMLElement> = {
    black: h("span", { class: "player" }),
    white: h("span", { class: "player" }),
  };
  const clocks: Record<Color, HTMLElement> = {
    black: h("span", { class: "clock" }),
    white: h("span", { class: "clock" }),
  };
  const chance = new ChanceBar();
  const chanceText = h("span", { class: "chance-text" });
  const named = h("span", { class: "chance-text named" });
  const middle = h("div", { class: "middle" }, chance.element, chanceText, named);

  /** The first stone on an empty board begins the game that is set up in the panel beside it. */
  const tap = (point: Point) => {
    if (editor.tapped(point)) return;
    const { size } = app.game;
    const begins = tabs.shown === "play" && settings.seat !== "watch";
    if (begins && !editor.isOpen && !app.activity && app.game.isBlank) {
      Match.start(app);
      // On a board of another size the point is another one.
      if (settings.width !== size.width || settings.height !== size.height) return;
    }
    void app.tap(point);
  };
  const again = () => void Match.start(app);
  const match = () => (app.activity instanceof Match ? app.activity : null);
  const back = () => app.node.parent && step(app.node.parent);
  const forward = () => app.node.next && step(app.node.next);
  const step = (node: typeof app.node) => {
    if (node === app.node) return;
    app.go(node);
    app.sayMove();
  };
  const undo = () => (match() ? match()!.undo() : back());
  const redo = () => (match() ? match()!.redo() : forward());
  const first = () => step(app.game.root);
  const last = () => step(app.game.last(app.node));
  const number = h("output", { class: "number" });
  const buttons = {
    first: iconButton(icons.FIRST, "nav.first", first),
    back: iconButton(icons.BACK, "nav.back", back),
    forward: iconButton(icons.FORWARD, "nav.forward", forward),
    last: iconButton(icons.LAST, "nav.last", last),
    undo: iconButton(icons.UNDO, "nav.undo", undo),
    redo: iconButton(icons.REDO, "nav.redo", redo),
    hint: iconButton(icons.HINT, "nav.hint", () => void analysis.hint()),
    numbers: iconButton(icons.NUMBERS, "nav.numbers", () =>
      app.set({ numbered: settings.numbered === "none" ? "all" : "none" }),
    ),
  };

  function boardKey(event: KeyboardEvent): boolean {
    const keys: Record<string, () => unknown> = {
      PageUp: back,
      PageDown: forward,
      Home: first,
      End: last,
      Escape: () => editor.choose("play"),
    };
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  }
  function letter(event: KeyboardEvent): boolean {
    const keys: Record<string, () => unknown> = {
      u: undo,
      r: redo,
      h: () => buttons.hint.click(),
      n: () => buttons.numbers.click(),
      e: () => editor.open(!editor.isOpen),
      "?": () => look.opener.click(),
    };
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  }
  listenToKeys({
    movesCursor: () =>
      app.game.isBlank || (app.activity !== null && !match()?.isOver && !(app.activity instanceof Exhibition)),
    toBoard: (event) => {
      board.element.focus();
      board.key(event);
    },
    back,
    forward,
    letter: (event) => settings.letters === "page" && letter(event),
  });
  listenToWheel(board.element, (isForward) => {
    // A game that the engine thinks about is not left by accident.
    if (!app.activity?.isThinking) (isForward ? forward : back)();
  });

  const drawBoard = () => {
    const { game, node } = app;
    const position = positionAt(game, node, numberedMoves(settings));
    const { stones } = position;
    const { showsThreats } = app;
    const forbidden = showsThreats ? app.fouls.map(({ point }) => point) : app.forbidden;
    const marks: BoardMark[] = forbidden.map((point) => ({ point, kind: "forbidden" }));
    const notes = marksOf(node, game.size);
    if (editor.from !== null) notes.push({ kind: "circle", point: editor.from });
    const add = (mark: BoardMark) => {
      if (mark.kind === "variation" && notes.some(({ point }) => point === mark.point)) return;
      if (stones[mark.point] === null && !marks.some(({ point }) => point === mark.point)) marks.push(mark);
    };
    const opening = match()?.shown ?? null;
    if (opening?.onBoard?.kind === "offer") {
      opening.picks.forEach((point, index) => add({ point, kind: "offer", text: String(index + 1) }));
      opening.ruledOut.forEach((point) => add({ point, kind: "same", text: "=" }));
    }
    opening?.offers.forEach((point) => add({ point, kind: "offer" }));
    if (app.verdictMark) add(app.verdictMark);
    if (app.foul) add({ point: app.foul.point, kind: "forbidden" });
    if (app.hint !== null) add({ point: app.hint, kind: "hint" });
    for (const { point, text, kind, shade } of overlay.marks)
      add({ point, text, kind: kind === "heat" ? `heat shade-${shade!}` : kind });
    if (explorer.isShown && !analysis.isOn) {
      const { moves, visits } = explorer.found ?? { moves: [], visits: 0 };
      const all = Math.max(visits, 1);
      moves.slice(0, MARKED_MOVES).forEach((move) => {
        const text = String(Math.round((100 * move.visits) / all));
        move.points.forEach((point) => add({ point, kind: "played", text }));
      });
    }
    if (node.children.length > 1 || (analysis.isOn && node.children.length > 0)) {
      node.children.forEach(({ move }, index) => {
        if (move!.point !== null)
          add({ point: move!.point, kind: "variation", text: String.fromCharCode(97 + (index % 26)) });
      });
    }
    let color = game.turn(node);
    const line = app.line.map((point) => {
      const stone = { point, color };
      color = other(color);
      return stone;
    });
    board.show({
      ...position,
      names: namesAround(settings.coordinates),
      marks,
      notes,
      line,
      rows: showsThreats ? app.rows : [],
      fouls: app.fouls,
      foul: app.foul,
      area: opening?.area ?? null,
      turn:
        editor.tool !== "play"
          ? editor.stone
          : game.end(node) || match()?.isThinking
            ? null
            : match()?.current
              ? (opening?.color ?? null)
              : game.turn(node),
    });
  };

  const drawFacts = () => {
    const { game, node } = app;
    const end = game.end(node);
    number.textContent = `${node.number} / ${game.last(node).number}`;
    buttons.first.disabled = buttons.back.disabled = !node.parent;
    buttons.forward.disabled = buttons.last.disabled = !node.next;
    buttons.undo.disabled = !node.parent;
    buttons.redo.disabled = !node.next || match()?.phase === "opening";
    const isPrivate = app.activity?.isPrivate === true;
    buttons.hint.disabled = end !== null || isPrivate;
    middle.toggleAttribute("data-private", isPrivate);
    // A task says nothing of chances, and needs the room.
    middle.toggleAttribute("data-task", app.activity instanceof Exercise || app.activity instanceof Lesson);
    for (const which of ["black", "white"] as const) {
      names[which].textContent = game.players[which] || colorName(which);
      names[which].parentElement!.toggleAttribute("data-turn", !end && !match()?.isOver && game.turn(node) === which);
    }
    const worth = end ? { black: end.kind === "full" ? 0.5 : end.winner === "black" ? 1 : 0 } : node.worth;
    const text = worth
      ? `${colorName("black")} ${worth.plies === undefined || end ? percent(worth.black) : worthText(worth, "black")}`
      : t("chance.unknown");
    chance.show(worth?.black ?? null, text);
    if (worth || app.brain) chanceText.textContent = worth ? text : "";
    else chanceText.textContent = t(app.brainError === null ? "engine.loading" : "engine.none");
    named.textContent = app.opening && game.rule === "renju" ? t("opening.named", { ...app.opening }) : "";
    drawClocks();
  };
  const drawClocks = () => {
    const times = match()?.times ?? app.node.clocks;
    const shown = match()?.shownTimes ?? times;
    for (const which of ["black", "white"] as const) {
      const isLow = Boolean(times && times[which] < 10_000);
      if (isLow && match()?.phase === "play" && !clocks[which].hasAttribute("data-low")) sounds.play("low");
      clocks[which].textContent = shown ? clockText(shown[which]) : "";
      clocks[which].toggleAttribute("data-low", isLow);
    }
  };

  // --- The panels --------------------------------------------------------------------------------

  const graphs = [new Graph(step), new Graph(step)] as const;
  const drawGraphs = () => {
    const line = app.game.last(app.node).path();
    for (const graph of graphs) graph.show({ game: app.game, line, shown: app.node, judgements: review.judgements });
  };
  const tabs = new Tabs(
    [
      { id: "play", name: "tab.play", content: playPanel(app, puzzles.training) },
      {
        id: "analysis",
        name: "tab.analysis",
        content: h("div", {}, analysisPanel(app, analysis), graphs[0].element),
      },
      { id: "moves", name: "tab.moves", content: movesPanel(app, review) },
      { id: "library", name: "tab.library", content: libraryPanel(app, library) },
      { id: "games", name: "tab.games", content: explorerPanel(app, explorer) },
      { id: "review", name: "tab.review", content: reviewPanel(app, review, graphs[1]) },
      { id: "puzzles", name: "tab.puzzles", content: puzzlePanel(app, puzzles) },
      { id: "file", name: "tab.file", content: filePanel(app, library) },
    ],
    (id) => {
      explorer.show(id === "games");
      if (id === "library") void library.open();
    },
    (id) => (WITH_BOARD.includes(id) ? board.element : null),
  );
  tabs.show("play");

  // --- Head and frame ----------------------------------------------------------------------------

  const languages = h("select", { label: "head.language", onchange: () => void app.chooseLanguage(languages.value) });
  for (const [tag, { name }] of Object.entries(LANGUAGES))
    languages.append(h("option", { value: tag, lang: tag, selected: tag === settings.language }, name));
  const look = lookDialog(app);
  const applySettings = () => buttons.numbers.setAttribute("aria-pressed", String(settings.numbered !== "none"));
  const engineState = h("span", { class: "engine" });
  const drawEngine = () => {
    engineState.textContent = app.brain?.version ?? "";
  };
  const side = (which: Color) =>
    h("div", { class: `side ${which}` }, h("span", { class: `disc ${which}` }), names[which], clocks[which]);

  root.replaceChildren(
    h("header", {}, h("h1", {}, "Fukumi"), engineState, languages, edit.opener, look.opener),
    update ? updateNotice(app, update) : "",
    h(
      "main",
      {},
      h(
        "section",
        { class: "table", label: "board.section" },
        h("div", { class: "sides" }, side("black"), middle, side("white")),
        board.element,
        status,
        waitingBar(app, keeper),
        openingBar(app),
        watchBar(app),
        trainingBar(app, puzzles.training, () => {
          app.set({ level: 1, handicap: 0, seat: "black" });
          tabs.show("play");
          again();
        }),
        endBar(app, again, () => {
          tabs.choose("review");
          void review.run(settings.reviewNodes);
        }),
        edit.bar,
        h(
          "div",
          { class: "nav", role: "toolbar", label: "nav.label" },
          buttons.undo,
          buttons.redo,
          buttons.hint,
          buttons.numbers,
          h("span", { class: "gap" }),
          buttons.first,
          buttons.back,
          number,
          buttons.forward,
          buttons.last,
        ),
        h("p", { id: "board-help", class: "heard", text: "board.help" }),
        speaker,
      ),
      h("div", { class: "aside" }, tabs.list, tabs.panels),
    ),
    echo.element,
    look.dialog,
  );

  app.on(["position", "analysis", "activity", "settings", "tree", "explorer", "editor", "overlay"], drawBoard);
  app.on(["position", "analysis", "activity", "tree", "language", "review", "engine"], drawFacts);
  app.on(["position", "analysis", "tree", "language", "review"], drawGraphs);
  app.on(["clock"], drawClocks);
  app.on(["settings"], applySettings);
  // What is begun in a panel below the board happens on the board.
  let begun: readonly unknown[] = [app.activity, app.game];
  app.on(["activity", "tree"], () => {
    const now = [app.activity, app.game];
    if (now.some((value, index) => value !== begun[index])) root.scrollIntoView();
    begun = now;
  });
  app.on(["engine"], drawEngine);
  app.on(["message", "language"], () => {
    status.textContent = app.message;
    echo.show(app.message);
  });
  app.on(["language"], () => {
    languages.value = settings.language;
    document.documentElement.lang = currentLanguage();
    document.title = t("page.title");
    translate(document);
  });

  // Files and texts may be dropped and pasted anywhere but in fields. Beside the library they go there.
  const take = (data: DataTransfer | null): boolean => {
    const text = data?.getData("text/plain").trim();
    const sources: readonly Opened[] = data?.files.length ? [...data.files] : text ? [text] : [];
    if (sources.length > 0) void openAll(app, library, sources, tabs.shown === "library");
    return sources.length > 0;
  };
  const isField = ({ target }: Event) => target instanceof Element && target.closest("input, textarea") !== null;
  document.addEventListener("dragover", (event) => !isField(event) && event.preventDefault());
  document.addEventListener("drop", (event) => !isField(event) && (event.preventDefault(), take(event.dataTransfer)));
  document.addEventListener("paste", (event) => {
    if (!isField(event) && take(event.clipboardData)) event.preventDefault();
  });

  document.documentElement.lang = currentLanguage();
  document.title = t("page.title");
  applySettings();
  drawBoard();
  drawFacts();
  drawGraphs();
  drawEngine();
}
