import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { type Plugin, defineConfig } from "vite";

/**
 * What the page may do: load its own files, run WebAssembly, and nothing else. A stop signal of the engine is an
 * address `blob:` of its own. The development server puts in scripts and styles of its own, so the policy is that of
 * the built page.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A page of one origin alone may use threads and exact clocks. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function policy(): Plugin {
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: (html) =>
      html.replace("<!-- policy -->", `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`),
  };
}

/** Whether a file is kept only once it was asked for: the engine with several threads, and games of the explorer. */
const isRare = (name: string): boolean => /fukumi-threads|selfplay/.test(name);

/**
 * Whether a file is kept once the engine is ready: a network, of which the first move needs one, and what reads and
 * writes files.
 */
const isLater = (name: string): boolean => name.endsWith(".net") || name.includes("fukumi-files");

/** Writes the service worker with the list of all files, and a name for this version of them. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const hash = createHash("sha256");
        const files = [...Object.keys(bundle), ...readdirSync("public")]
          .filter((name) => !name.endsWith(".map"))
          .sort();
        for (const name of files) {
          const built = bundle[name];
          hash
            .update(name)
            .update(!built ? readFileSync(`public/${name}`) : built.type === "chunk" ? built.code : built.source);
        }
        const paths = (names: string[]) =>
          JSON.stringify(names.map((name) => (name === "index.html" ? "./" : `./${name}`)));
        const source = readFileSync("src/service-worker.js", "utf8")
          .replace("__VERSION__", hash.digest("hex").slice(0, 16))
          .replace("__FILES__", paths(files.filter((name) => !isRare(name) && !isLater(name))))
          .replace("__LATER__", paths(files.filter(isLater)))
          .replace("__RARE__", paths(files.filter(isRare)));
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}

export default defineConfig({
  // So that the folder can be put anywhere.
  base: "./",
  plugins: [policy(), serviceWorker()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["fukumi"] },
  server: { host: "127.0.0.1", headers: ISOLATION },
  preview: { host: "127.0.0.1", port: 4173, headers: ISOLATION },
});
