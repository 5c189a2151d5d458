/** Starts the page: settings, language, the game of the link or of the last visit, and the engine. */

import { Analysis } from "./app/analysis";
import { App } from "./app/app";
import { useKept } from "./app/device";
import { Explorer } from "./app/explorer";
import { openJournal } from "./app/journal";
import { Keeper } from "./app/keeper";
import { Library } from "./app/library";
import { Puzzles } from "./app/puzzles";
import { Repertoire } from "./app/repertoire";
import { resumers } from "./app/resumers";
import { Review } from "./app/review";
import { equipment, loadSettings } from "./app/settings";
import { recoverStorage } from "./app/storage";
import type { StoredTask } from "./app/tasks";
import { Training } from "./app/training";
import { Update } from "./app/update";
import { readLink } from "./core/link";
import { readAddress } from "./core/places";
import { Brain } from "./engine/brain";
import { setLanguage } from "./i18n/languages";
import "./shared.css";
import "./style.css";
import "./frame.css";
import "./edit.css";
import "./learning.css";
import "./library.css";
import "./device.css";
import "./look.css";
import "./strength.css";
import { sayProblem } from "./ui/file-panel";
import { buildPage } from "./ui/page";

await useKept(() => location.reload());
await recoverStorage(openJournal());
const settings = loadSettings();
// The engine loads while the page is built.
const load = () => Brain.load(equipment(settings));
const loading = load();
// Without the file of its language, the page speaks English.
await setLanguage(settings.language).catch(() => undefined);

const app = new App(settings, loading, load);
const analysis = new Analysis(app);
const training = new Training(app);
const review = new Review(app, (mistakes) => training.schedule(mistakes));
const library = new Library(app);
const puzzles = new Puzzles(app, training, async () => {
  const { puzzles } = (await import("./puzzles.json")).default;
  return puzzles as unknown as readonly StoredTask[];
});
app.address = () => readAddress(location.hash).position;
const repertoire = new Repertoire(app);
const keeper = new Keeper(app, app.address, review, resumers(app, puzzles, repertoire, review));
const hasWorker = "serviceWorker" in navigator && import.meta.env.PROD;
const update = hasWorker ? new Update(app, navigator.serviceWorker, () => location.reload()) : null;
buildPage(
  document.querySelector<HTMLElement>("#app")!,
  app,
  analysis,
  review,
  puzzles,
  repertoire,
  new Explorer(app, library),
  library,
  keeper,
  update,
);

/** Shows the position of the address; returns whether there is one. */
function follow(): boolean {
  try {
    const linked = readLink(app.address());
    if (!linked) return false;
    linked.node.visit();
    const node = linked.node;
    app.open(linked.game, linked.game.last(node));
    app.go(node);
    app.sayMove();
  } catch (error) {
    sayProblem(app, error);
    return false;
  }
  return true;
}

/**
 * Shows what was being done before the page was left. Otherwise the game that this window had at this address, then the
 * position of the address, and without one the last game.
 */
async function restore(): Promise<void> {
  const { game } = app;
  const isUntouched = () => app.game === game && game.isBlank && !app.activity;
  if (!(await keeper.start(isUntouched)) && isUntouched()) {
    const isLast = !app.address() || app.isSavedHere;
    if (!(isLast && (await app.restore())) && isUntouched()) follow();
  }
  keeper.report();
}

void restore();
// A page that is hidden may end without a word.
const saveNow = (): void => {
  app.saveNow();
  keeper.keep();
};
addEventListener("pagehide", () => {
  saveNow();
  keeper.leave();
});
// What the browser has kept of a page may be gone on with elsewhere meanwhile.
addEventListener("pageshow", (event) => event.persisted && location.reload());
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && saveNow());
if (!app.message) app.sayMove();
addEventListener("hashchange", follow);

void app.loading.then(async (brain) => {
  // Where the network cannot be loaded, the first question says so.
  await brain?.prepare(app.game.rule).catch(() => undefined);
  // A browser may have no service worker for this page.
  if (brain) await update?.keepOthers().catch(() => undefined);
});

// A browser may have none for this page.
void update?.watch("./service-worker.js").catch(() => undefined);
