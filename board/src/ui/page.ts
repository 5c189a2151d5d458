/** The page: the board with what belongs to it on one side, the panels on the other. */

import { Aftermath } from "../app/aftermath";
import type { Analysis } from "../app/analysis";
import type { App } from "../app/app";
import { Editor } from "../app/editor";
import { Exhibition } from "../app/exhibition";
import type { Explorer } from "../app/explorer";
import type { Keeper } from "../app/keeper";
import type { Library } from "../app/library";
import { Match } from "../app/match";
import { Overlay } from "../app/overlay";
import type { Puzzles } from "../app/puzzles";
import type { Repertoire } from "../app/repertoire";
import type { Review } from "../app/review";
import { otherNumbers } from "../app/settings";
import type { Update } from "../app/update";
import type { Point } from "../core/geometry";
import { LESSON } from "../core/lesson";
import { placeOf, readAddress } from "../core/places";
import { currentLanguage, t } from "../i18n";
import { nameOf } from "../i18n/points";
import { analysisPanel } from "./analysis-panel";
import { Board } from "./board";
import { boardContent } from "./board-content";
import { h, translate } from "./dom";
import { Echo } from "./echo";
import { editBar } from "./edit-bar";
import { endBar } from "./end-bar";
import { explorerPanel } from "./explorer-panel";
import { faultsOf } from "./faults";
import { type Opened, filePanel, openAll } from "./file-panel";
import { Graph } from "./graph";
import { listenToKeys, listenToWheel } from "./keys";
import { lessonPanel } from "./lesson-panel";
import { libraryPanel } from "./library-panel";
import { movesPanel } from "./moves-panel";
import { navigation } from "./navigation";
import { openingBar } from "./opening-bar";
import { Places } from "./places";
import { playPanel } from "./play-panel";
import { puzzlePanel } from "./puzzle-panel";
import { repeatPanel } from "./repeat-panel";
import { repertoirePanel } from "./repertoire-panel";
import { reviewPanel } from "./review-panel";
import { settingsDialog } from "./settings-dialog";
import { shareDialog } from "./share";
import { sides } from "./sides";
import { Sounds } from "./sounds";
import { startBar } from "./start-bar";
import { storageNotice } from "./storage-notice";
import { trainingBar } from "./training-bar";
import { updateNotice } from "./update-notice";
import { waitingBar } from "./waiting-bar";
import { watchBar } from "./watch-bar";
import { workBar } from "./work-bar";

/** The windows in which the panels are beside the board, as in frame.css. */
const LARGE = "(min-width: 860px) and (min-height: 501px)";

export function buildPage(
  root: HTMLElement,
  app: App,
  analysis: Analysis,
  review: Review,
  puzzles: Puzzles,
  repertoire: Repertoire,
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
  /** The first stone on an empty board begins the game that is set up in the panel beside it. */
  const tap = (point: Point) => {
    if (editor.tapped(point)) return;
    const { size } = app.game;
    if (isSetUp() && settings.seat !== "watch") {
      Match.start(app);
      // On a board of another size the point is another one.
      if (settings.width !== size.width || settings.height !== size.height) return;
    }
    void app.tap(point);
  };
  /** Whether the next stone begins the game that is set up. */
  const isSetUp = () => places.view === "play" && !editor.isOpen && !app.activity && app.game.isBlank;
  const begin = () => {
    const { seat, rule, width, height, level, otherLevel } = settings;
    if (seat === "watch") Exhibition.start(app, rule, { width, height }, { black: level, white: otherLevel });
    else Match.start(app);
  };
  const reviewGame = () => {
    places.choose("review");
    void review.run(settings.reviewNodes);
  };
  const match = () => (app.activity instanceof Match ? app.activity : null);
  const nav = navigation(app, analysis);
  const { back, forward, step } = nav;

  function boardKey(event: KeyboardEvent): boolean {
    const keys: Record<string, () => unknown> = {
      PageUp: back,
      PageDown: forward,
      Home: nav.first,
      End: nav.last,
      Escape: () => editor.choose("play"),
    };
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  }
  function letter(event: KeyboardEvent): boolean {
    const keys: Record<string, () => unknown> = {
      u: nav.undo,
      r: nav.redo,
      h: () => nav.hint.click(),
      n: () => app.set(otherNumbers(settings)),
      e: () => editor.open(!editor.isOpen),
      "?": () => preferences.opener.click(),
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

  const drawBoard = () => board.show(boardContent({ app, editor, overlay, explorer, analysis }));

  // --- The panels --------------------------------------------------------------------------------

  const graphs = [new Graph(step), new Graph(step)] as const;
  const drawGraphs = () => {
    const line = app.game.last(app.node).path();
    for (const graph of graphs) graph.show({ game: app.game, line, shown: app.node, faultAt: faultsOf(review) });
  };
  const { training } = puzzles;
  const isNew = training.lesson.length < LESSON.length && training.counts.tried === 0;
  const play = playPanel(app, review, training, begin);
  const places = new Places(
    {
      play: play.element,
      analysis: h("div", {}, analysisPanel(app, analysis), graphs[0].element),
      review: reviewPanel(app, review, graphs[1]),
      explorer: explorerPanel(app, explorer),
      moves: movesPanel(app, review),
      lesson: lessonPanel(app, training),
      puzzles: puzzlePanel(app, puzzles),
      repeat: repeatPanel(app, puzzles),
      openings: repertoirePanel(app, repertoire),
      library: libraryPanel(app, library),
      files: filePanel(app, library),
    },
    { learn: isNew ? "lesson" : "puzzles" },
    (view) => {
      explorer.show(view === "explorer");
      if (view === "library") void library.look();
      if (view === "openings") void repertoire.count();
      drawSetUp();
    },
    root,
  );
  const players = sides(app, sounds, isSetUp);
  const start = startBar(app, isSetUp, begin, () => {
    places.choose("play");
    play.unfold();
  });
  const drawSetUp = () => {
    players.draw();
    start.draw();
  };
  places.show("play");
  const follow = () => {
    const { target } = readAddress(location.hash);
    if (target) places.choose(target);
  };
  addEventListener("hashchange", follow);

  // --- Head and frame ----------------------------------------------------------------------------

  const preferences = settingsDialog(app);
  const sharing = shareDialog(app, () => places.choose("files"));
  const engineState = h("span", { class: "engine" });
  const drawEngine = () => {
    engineState.textContent = app.brain?.version ?? "";
  };
  const aside = h("div", { class: "aside" }, places.list, places.panels);
  const ended = endBar(app, new Aftermath(app, review, analysis), { review: reviewGame, share: sharing.open });
  root.replaceChildren(
    h("header", {}, h("h1", {}, "Fukumi"), engineState, edit.opener, preferences.opener),
    update ? updateNotice(app, update) : "",
    storageNotice(),
    h(
      "main",
      {},
      h(
        "section",
        { class: "table", label: "board.section" },
        players.element,
        board.element,
        status,
        nav.element,
        waitingBar(app, keeper),
        workBar(app, () => board.element.focus()),
        openingBar(app),
        watchBar(app),
        trainingBar(app, training, () => {
          app.set({ level: 1, handicap: 0, seat: "black" });
          places.show("play");
          begin();
        }),
        ended,
        start.element,
        edit.bar,
        h("p", { id: "board-help", class: "heard", text: "board.help" }),
        speaker,
      ),
      aside,
    ),
    echo.element,
    preferences.dialog,
    sharing.dialog,
  );

  // In a large window the board keeps its size when the game is over.
  const isLarge = matchMedia(LARGE);
  const placeEnded = () => (isLarge.matches ? aside.append(ended) : start.element.before(ended));
  isLarge.addEventListener("change", placeEnded);
  placeEnded();

  app.on(["position", "analysis", "activity", "settings", "tree", "explorer", "editor", "overlay"], drawBoard);
  app.on(["position", "analysis", "tree", "language", "review"], drawGraphs);
  // What is begun in a sheet over the board happens on the board. The analysis leaves the board in view.
  const doing = () => [app.activity, app.game, match()?.isOver];
  let begun = doing();
  app.on(["activity", "tree"], () => {
    const now = doing();
    if (now.some((value, index) => value !== begun[index]) && placeOf(places.view) !== "analyse") places.close();
    begun = now;
  });
  app.on(["engine"], drawEngine);
  app.on(["message", "language"], () => {
    status.textContent = app.message;
    echo.show(app.message);
  });
  app.on(["language"], () => {
    document.documentElement.lang = currentLanguage();
    document.title = t("page.title");
    translate(document);
  });

  // Files and texts may be dropped and pasted anywhere but in fields. Beside the library they go there.
  const take = (data: DataTransfer | null): boolean => {
    const text = data?.getData("text/plain").trim();
    const sources: readonly Opened[] = data?.files.length ? [...data.files] : text ? [text] : [];
    if (sources.length > 0) void openAll(app, library, sources, places.view === "library");
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
  drawBoard();
  drawGraphs();
  drawEngine();
  follow();
}
