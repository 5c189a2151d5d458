/** The Worker of a page. */

import type { FromWorker, ToWorker } from "./messages.js";
import { serve } from "./serve.js";

const scope = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};
const receive = serve((message) => scope.postMessage(message));
scope.onmessage = (event) => void receive(event.data);
