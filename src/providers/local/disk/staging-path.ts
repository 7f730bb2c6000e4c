import { basename, dirname, join } from "node:path";
import { sha256Of } from "./observe.js";

/** Where something is made before it comes to its path: beside it, so that getting there is one step. */
export function stagingPath(path: string, key: string): string {
  return join(dirname(path), `.coconut-${sha256Of(`${basename(path)}\0${key}`).slice(0, 16)}.tmp`);
}

/** Whether a name is one of those, left by a process that was killed. */
export function isStagingName(name: string): boolean {
  return /^\.coconut-[0-9a-f]{16}\.tmp$/.test(name);
}
