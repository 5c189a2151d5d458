/** The Worker of Node. */

import { parentPort } from "node:worker_threads";

import type { ToWorker } from "./messages.js";
import { serve } from "./serve.js";

const receive = serve((message) => parentPort?.postMessage(message));
parentPort?.on("message", (message: ToWorker) => void receive(message));
