/** What the tests of a file share. */

import { afterAll, beforeAll, inject } from "vitest";
import { Browser } from "./browser";
import { type Site, serve } from "./visitor";

/** The browser under test and the served page; both are closed after the tests of the file. */
export function opened(): { browser: Browser; site: { readonly url: string } } {
  const browser = new Browser(inject("kind"));
  let served: Site | undefined;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(async () => {
    await browser.close();
    await served?.close();
  });
  const site = {
    get url() {
      return served!.url;
    },
  };
  return { browser, site };
}
