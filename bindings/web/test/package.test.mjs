// The package as npm packs it, installed in a folder that has nothing else, runs the program of its README and the
// first program of the examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the first programs run where the packed package is installed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "fukumi-npm-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const npm = (directory, ...words) => {
    return execFileSync("npm", words, { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  };
  const [packed] = JSON.parse(npm(root, "pack", "--json", "--pack-destination", folder));
  const names = packed.files.map((file) => file.path);
  const networks = ["freestyle", "standard", "renju", "caro"].map((name) => `dist/${name}.net`);
  const others = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "dist/fukumi.wasm", "dist/fukumi-files.wasm", "dist/index.d.ts"];
  for (const name of [...others, ...networks]) {
    assert.ok(names.includes(name), name);
  }
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename));

  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, program] = /```js\n(.*?)```/s.exec(readme);
  await writeFile(join(folder, "first.js"), program);
  const output = execFileSync(process.execPath, ["first.js"], { cwd: folder, encoding: "utf8", timeout: 120_000 });
  // On a busy machine half a second may end before the first report.
  assert.match(output, /^(\d+ \S+\n)*best: [a-o]\d+\n$/);

  await copyFile(join(root, "../../examples/javascript/first.mjs"), join(folder, "example.mjs"));
  const moves = "h8 g9 i9 g7 g8 i7 j10 k11 f7 e6".split(" ");
  const options = { cwd: folder, encoding: "utf8", timeout: 120_000 };
  const lines = execFileSync(process.execPath, ["example.mjs", ...moves], options).split("\n");
  assert.match(lines[0], /^best: [a-o]\d+$/);
  assert.match(lines[1], /^line:( [a-o]\d+)+$/);
  // A second is much for this win, but the machine may be busy.
  assert.match(lines[2], /^win by force: (win|unknown)$/);
  assert.ok(lines.some((line) => /^[a-o]\d+: (inaccuracy|mistake|blunder)$/.test(line)), lines.join("\n"));
});
