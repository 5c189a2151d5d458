// Keeps all files of the page, so that it works offline: what the first move does without when the page says that the
// engine is ready, and some files only once they were asked for. The build puts in the version and the lists.
//
// Servers of plain files do not say that the page stands alone, which threads need. What comes from here says it.

const NAME = "fukumi-__VERSION__";
const FILES = __FILES__;
const LATER = __LATER__;
const WHEN_ASKED_FOR = [...__RARE__, ...LATER].map((file) => new URL(file, location.href).href);
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

self.addEventListener("install", (event) => {
  // A newer version has all when it is offered. At the first visit the others would hold up the engine.
  const files = self.registration.active ? [...FILES, ...LATER] : FILES;
  event.waitUntil(
    // A newer version waits until the page is closed everywhere, or until the user wants it, for its parts belong together.
    caches.open(NAME).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "use") event.waitUntil(self.skipWaiting());
  if (event.data === "keep") event.waitUntil(keepOthers());
});

async function keepOthers() {
  const cache = await caches.open(NAME);
  for (const file of LATER) {
    // One that cannot be loaded now is tried again at the next visit.
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  }
}

async function activate() {
  // A page of the version before that is still open may ask for parts of it. The one that wants this version loads anew.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isOld = (name) => name.startsWith("fukumi-") && name !== NAME;
  const old = pages.length > 1 ? [] : (await caches.keys()).filter(isOld);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function answer(request) {
  const cache = await caches.open(NAME);
  // The page has one address, whatever stands behind it. A server may say that its answers vary with the origin of a
  // request, which some browsers name for scripts and styles; here there is one origin.
  const which = { ignoreSearch: true, ignoreVary: true };
  const kept =
    (await cache.match(request.mode === "navigate" ? "./" : request, which)) ?? (await caches.match(request, which));
  const response = kept ?? (await fetch(request));
  if (!kept && response.ok && WHEN_ASKED_FOR.includes(request.url)) {
    // Where there is no room for it, it is loaded again.
    await cache.put(request, response.clone()).catch(() => undefined);
  }
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && isOwn) event.respondWith(answer(request));
});
