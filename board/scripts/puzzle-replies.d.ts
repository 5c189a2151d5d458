import type { StoredTask } from "../src/app/tasks";
import type { Checker } from "./puzzle-check";

export function withBestReplies(engine: Checker, puzzle: StoredTask): Promise<StoredTask>;
