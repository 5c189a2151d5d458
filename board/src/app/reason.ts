/** Turns errors into words: no message of the page shows an error as the browser writes it. */

import { faultOf } from "../engine/brain";
import { t } from "../i18n";

/** Why something has failed. */
export const REASONS = ["connection", "broken", "browser", "storage", "unexpected"] as const;
export type Reason = (typeof REASONS)[number];

/** What browsers say of a file that they cannot fetch, or a script that they cannot import. */
const UNFETCHED = /failed to fetch|load failed|networkerror|imported module|importing a module/i;
/** What they say of an engine that they cannot run. */
const UNRUNNABLE = /CompileError|LinkError|not defined|not supported/i;

/** A file of the page could not be loaded. */
export class LoadError extends Error {}

export function reasonOf(error: unknown): Reason {
  const text = String(error);
  if (error instanceof LoadError) return "connection";
  switch (faultOf(error)) {
    case "unavailable":
      return UNRUNNABLE.test(text) ? "browser" : "connection";
    case "broken":
      return "broken";
    case null:
      if (error instanceof TypeError && UNFETCHED.test(text)) return "connection";
      return error instanceof DOMException ? "storage" : "unexpected";
  }
}

/** The words for a reason, to go after a colon. */
export const reasonText = (reason: Reason): string => t(`reason.${reason}`);
